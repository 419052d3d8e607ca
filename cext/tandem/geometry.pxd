# Attack tables of Tandem-84's boards: both are 6 files wide and 7 ranks high. Squares count a1 (g1) = 0, b1 (h1) = 1 …
# f7 (l7) = 41, so that corresponding squares have the same number.
from oddfish.cext.core.bits cimport Bitboard
from oddfish.cext.core.geometry cimport Magic, magic_index

cdef enum:
    FILES = 6
    RANKS = 7
    SQUARES = 42            # of one board

ctypedef struct Board42:
    Magic rook[SQUARES]
    Magic bishop[SQUARES]
    Bitboard rook_rays[SQUARES]         # empty-board attacks, to and from a square alike
    Bitboard bishop_rays[SQUARES]
    Bitboard between[SQUARES][SQUARES]  # squares strictly between two on one line, else 0
    Bitboard line[SQUARES][SQUARES]     # the whole line through two squares, else 0
    Bitboard king[SQUARES]
    Bitboard knight[SQUARES]
    Bitboard pawn[2][SQUARES]           # squares a pawn of that colour attacks

cdef const Board42* board42() noexcept nogil


cdef inline Bitboard rook_attacks(const Board42* g, int sq, Bitboard occ) noexcept nogil:
    return g.rook[sq].table[magic_index(&g.rook[sq], occ)]


cdef inline Bitboard bishop_attacks(const Board42* g, int sq, Bitboard occ) noexcept nogil:
    return g.bishop[sq].table[magic_index(&g.bishop[sq], occ)]
