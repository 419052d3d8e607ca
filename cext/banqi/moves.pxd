from oddfish.cext.banqi.position cimport BanqiPosition
from oddfish.cext.core.types cimport Key, Move, Outcome, Reason

include "../core/moves.pxi"
cdef int chance_outcomes(const void* position, Move move, Move* outcomes, int* weights) noexcept nogil
cdef Outcome repetition(const void* position, int plies, Reason* reason) noexcept nogil
cdef Key key_after(const void* position, Move move) noexcept nogil
cdef bint can_continue(const BanqiPosition* p, int sq) noexcept nogil
