# The functions for the `Rules` table in the `evaluation` module of every game; core/rules.pxd documents them.
cdef Score evaluate(const void* position) noexcept nogil
cdef int gain(const void* position, Move move) noexcept nogil
cdef bint see(const void* position, Move move, int threshold) noexcept nogil
