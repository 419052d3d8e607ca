from oddfish.cext.banqi.position cimport BanqiPosition, Squares
from oddfish.cext.core.types cimport Key, Move, Outcome, Reason

include "../core/moves.pxi"
cdef int chances(const void* position, Move move, Move* outcomes, int* weights) noexcept nogil
cdef Outcome cycle(const void* position, int plies, Reason* reason) noexcept nogil
cdef Squares takeable(const BanqiPosition* p, int color) noexcept nogil
cdef bint goes_on(const BanqiPosition* p, int sq) noexcept nogil
