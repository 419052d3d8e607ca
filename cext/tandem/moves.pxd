from oddfish.cext.core.bits cimport Bitboard
from oddfish.cext.core.types cimport Key, Move
from oddfish.cext.tandem.position cimport TandemPosition

# Single moves of turns.
include "../core/moves.pxi"
cdef bint in_check(const void* position) noexcept nogil
# Whole turns.
cdef int generate_turns(const void* position, Move* moves) noexcept nogil
cdef int noisy_turns(const void* position, Move* moves) noexcept nogil
cdef int count_turns(const void* position) noexcept nogil
cdef void make_turn(const void* position, Move move, void* following) noexcept nogil
cdef Move join_parts(const void* position, const Move* parts, int n, int* used) noexcept nogil

cdef int seconds_after(const TandemPosition* p, Move first, TandemPosition* middle, Move* moves) noexcept nogil
cdef bint attacked(const TandemPosition* p, int board, int sq, int by, Bitboard occ, Bitboard gone) noexcept nogil
cdef void set_up_square(TandemPosition* p, int color, int t, int board, int sq) noexcept nogil
