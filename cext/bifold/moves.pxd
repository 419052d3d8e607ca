from libc.stdint cimport uint64_t

from oddfish.cext.core.bits cimport Bitboard
from oddfish.cext.core.types cimport Key, Move
from oddfish.cext.bifold.position cimport BifoldPosition

include "../core/moves.pxi"
cdef void add_half(BifoldPosition* p, int color, int sq, int t) noexcept nogil
cdef bint in_check(const void* position) noexcept nogil
cdef bint has_legal_en_passant(const BifoldPosition* p) noexcept nogil
cdef Bitboard single_attackers(const BifoldPosition* p, int by, int sq, Bitboard occ) noexcept nogil
cdef Bitboard pair_attackers(const BifoldPosition* p, int by, int sq, Bitboard occ) noexcept nogil
cdef Bitboard pawn_attackers(const BifoldPosition* p, int by, int sq, Bitboard occ) noexcept nogil
cdef int quiets(const void* position, Move* moves) noexcept nogil
cdef bint legal(const void* position, Move move) noexcept nogil
cdef bint gives_check(const void* position, Move move) noexcept nogil
cdef int first_check(const void* position, const Move* moves, int n) noexcept nogil
cdef bint count_replies(const void* position, Move* moves, uint64_t* leaves, uint64_t* outcomes) noexcept nogil
