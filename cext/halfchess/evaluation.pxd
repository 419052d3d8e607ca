from oddfish.cext.halfchess.position cimport HalfPosition, SetupData
from oddfish.cext.core.types cimport Move, Outcome, Reason, Score

cdef void measure(SetupData* setup) noexcept nogil
cdef void prepare(const void* position, void* weights) noexcept nogil
cdef Score evaluate(const void* position) noexcept nogil
cdef bint see(const void* position, Move move, int threshold) noexcept nogil
cdef int gain(const void* position, Move move) noexcept nogil
