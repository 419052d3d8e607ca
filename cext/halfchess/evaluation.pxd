from oddfish.cext.core.types cimport Move, Score
from oddfish.cext.halfchess.position cimport SetupData

include "../core/evaluation.pxi"
cdef void measure(SetupData* setup) noexcept nogil
cdef void prepare(const void* position, void* weights) noexcept nogil
