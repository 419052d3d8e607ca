from oddfish.cext.bifold.position cimport BifoldPosition
from oddfish.cext.core.bits cimport Bitboard
from oddfish.cext.core.types cimport Key, Move

include "../core/moves.pxi"
cdef bint in_check(const void* position) noexcept nogil
cdef bint can_take_en_passant(const BifoldPosition* p) noexcept nogil
cdef Bitboard singles_reaching(const BifoldPosition* p, int by, int sq, Bitboard occ) noexcept nogil
cdef Bitboard pairs_reaching(const BifoldPosition* p, int by, int sq, Bitboard occ) noexcept nogil
cdef Bitboard pawns_taking(const BifoldPosition* p, int by, int sq) noexcept nogil
