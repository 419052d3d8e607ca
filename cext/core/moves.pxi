# The functions for the `Rules` table in the `moves` module of every game; core/rules.pxd documents them.
cdef int generate(const void* position, Move* moves) noexcept nogil
cdef int noisy(const void* position, Move* moves) noexcept nogil
cdef int count(const void* position) noexcept nogil
cdef void make(const void* position, Move move, void* next) noexcept nogil
cdef void make_null(const void* position, void* next) noexcept nogil
cdef Key fresh_key(const void* position) noexcept nogil
cdef bint valid(const void* position) noexcept nogil
