from oddfish.cext.halfchess cimport HalfPosition, SetupData
from oddfish.cext.types cimport Move, Outcome, Reason, Score

cdef void fill_weights(SetupData* setup) noexcept nogil
cdef Score evaluate(const void* position) noexcept nogil
cdef bint see(const void* position, Move move, int threshold) noexcept nogil
cdef int gain(const void* position, Move move) noexcept nogil
