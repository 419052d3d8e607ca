from oddfish.cext.core.bits cimport Bitboard
from oddfish.cext.tandem.position cimport TandemPosition
from oddfish.cext.core.types cimport Key, Move

# Turns.
cdef int generate(const void* position, Move* moves) noexcept nogil
cdef int noisy(const void* position, Move* moves) noexcept nogil
cdef int count(const void* position) noexcept nogil
cdef void make(const void* position, Move move, void* following) noexcept nogil
# Single moves of turns.
cdef int generate_half(const void* position, Move* moves) noexcept nogil
cdef int noisy_half(const void* position, Move* moves) noexcept nogil
cdef int count_half(const void* position) noexcept nogil
cdef void make_half(const void* position, Move move, void* following) noexcept nogil
cdef Move whole(const void* position, const Move* parts, int n, int* used) noexcept nogil

cdef int seconds_after(const TandemPosition* p, Move first, TandemPosition* middle, Move* moves) noexcept nogil
cdef void make_null(const void* position, void* following) noexcept nogil
cdef bint in_check(const void* position) noexcept nogil
cdef bint attacked(const TandemPosition* p, int board, int sq, int by, Bitboard occ, Bitboard gone) noexcept nogil
cdef Key fresh_key(const void* position) noexcept nogil
cdef bint valid(const void* position) noexcept nogil
cdef void set_up_square(TandemPosition* p, int color, int t, int board, int sq) noexcept nogil
