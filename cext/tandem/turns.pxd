# Whole turns, the moves of TURN_RULES.
from libc.stdint cimport uint64_t

from oddfish.cext.core.types cimport Move
from oddfish.cext.tandem.position cimport TandemPosition

cdef int generate_turns(const void* position, Move* moves) noexcept nogil
cdef int noisy_turns(const void* position, Move* moves) noexcept nogil
cdef int count_turns(const void* position) noexcept nogil
cdef bint legal_turn(const void* position, Move move) noexcept nogil
cdef void make_turn(const void* position, Move move, void* following) noexcept nogil
cdef bint count_replies(const void* position, Move* moves, uint64_t* leaves, uint64_t* outcomes) noexcept nogil
cdef Move join_parts(const void* position, const Move* parts, int n, int* used) noexcept nogil
cdef int list_seconds(const TandemPosition* p, Move first, TandemPosition* middle, Move* moves) noexcept nogil
