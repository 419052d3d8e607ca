from libc.stdint cimport uint64_t

from oddfish.cext.core.types cimport Key, Move, Outcome, Reason

include "../core/moves.pxi"
cdef int chance_outcomes(const void* position, Move move, Move* outcomes, int* weights) noexcept nogil
cdef uint64_t extra_outcomes(const void* position) noexcept nogil
cdef bint count_replies(const void* position, Move* moves, uint64_t* leaves, uint64_t* outcomes) noexcept nogil
cdef Outcome repetition(const void* position, int plies, Reason* reason) noexcept nogil
cdef Key key_after(const void* position, Move move) noexcept nogil
