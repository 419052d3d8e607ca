from oddfish.cext.core.types cimport Move, Score

include "../core/evaluation.pxi"
cdef Score material(const void* position) noexcept nogil
