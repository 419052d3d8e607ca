from oddfish.cext.core.types cimport Move, Score

cdef Score evaluate(const void* position) noexcept nogil
cdef Score material(const void* position) noexcept nogil
cdef int gain(const void* position, Move move) noexcept nogil
cdef bint see(const void* position, Move move, int threshold) noexcept nogil
cdef int hint(const void* position, Move move) noexcept nogil
