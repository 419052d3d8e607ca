from oddfish.cext.core.types cimport Key, Move

include "../core/moves.pxi"
cdef bint in_check(const void* position) noexcept nogil
