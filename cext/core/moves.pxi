# What every game's `moves` module offers its `Rules` table (core/rules.pxd says what each does).
cdef int generate(const void* position, Move* moves) noexcept nogil
cdef int noisy(const void* position, Move* moves) noexcept nogil
cdef int count(const void* position) noexcept nogil
cdef void make(const void* position, Move move, void* following) noexcept nogil
cdef void make_null(const void* position, void* following) noexcept nogil
cdef Key fresh_key(const void* position) noexcept nogil
cdef bint valid(const void* position) noexcept nogil
