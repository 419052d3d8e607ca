# What every game's `moves` module contributes to its `Rules` table; core/rules.pxd documents each function.
cdef int generate(const void* position, Move* moves) noexcept nogil
cdef int noisy(const void* position, Move* moves) noexcept nogil
cdef int count(const void* position) noexcept nogil
cdef void make(const void* position, Move move, void* next) noexcept nogil
cdef void make_null(const void* position, void* next) noexcept nogil
cdef Key fresh_key(const void* position) noexcept nogil
cdef bint valid(const void* position) noexcept nogil
