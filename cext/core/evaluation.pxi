# What every game's `evaluation` module contributes to its `Rules` table; core/rules.pxd documents each function.
cdef Score evaluate(const void* position) noexcept nogil
cdef int gain(const void* position, Move move) noexcept nogil
cdef bint see(const void* position, Move move, int threshold) noexcept nogil
