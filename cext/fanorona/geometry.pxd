# The lines of Fanorona's 5x9 board (rules/fanorona-chess.md) and what each piece can take along them.
from libc.stdint cimport uint8_t

from oddfish.cext.core.bits cimport Bitboard
from oddfish.cext.core.geometry cimport Magic, magic_index

# Points count a1 = 0, b1 = 1 … e9 = 44.
cdef enum:
    POINTS = 45
    NO_POINT = 63

# Directions count clockwise from north; (d + 4) & 7 is d's opposite. Diagonal ones leave strong points only.
ctypedef struct Lines:
    Magic rook[POINTS]
    Magic bishop[POINTS]
    Bitboard rook_far[POINTS]           # along the lines, but not beside
    Bitboard bishop_far[POINTS]
    Bitboard near[POINTS]               # joined by one line segment
    Bitboard near_straight[POINTS]
    Bitboard near_diagonal[POINTS]
    uint8_t step[POINTS + 1][8]         # neighbour in a direction, NO_POINT for none
    Bitboard ray[POINTS][8]
    uint8_t direction[POINTS][POINTS]   # from the first to the second along a line, 8 for none
    Bitboard between[POINTS][POINTS]
    Bitboard step_takes[POINTS][POINTS]     # [from][to] points a single step takes: behind and beyond
    Bitboard step_taking[POINTS][POINTS]    # [from][victim] where the single step goes that takes it
    Bitboard knight_to[POINTS]          # N3: all destinations
    Bitboard knight_victims[POINTS]     # points some way there takes (N5)
    Bitboard knight_from[POINTS]        # points from which some way takes here
    Bitboard knight_takes[POINTS][POINTS]   # [from][victim] destinations that take it
    Bitboard king_two[POINTS]           # points two steps away along a line
    Bitboard vicinity[POINTS]           # points from which a piece may take here, other than by sliding towards it
    Bitboard pawn_steps[2][POINTS]      # N4, by colour
    Bitboard pawn_approach[2][POINTS]   # points from which that colour's pawn may take here by approach
    Bitboard pawn_withdrawal[2][POINTS]

cdef const Lines* fanorona_lines() noexcept nogil


cdef inline Bitboard straight_attacks(const Lines* g, int sq, Bitboard occ) noexcept nogil:
    return g.rook[sq].table[magic_index(&g.rook[sq], occ)]


cdef inline Bitboard diagonal_attacks(const Lines* g, int sq, Bitboard occ) noexcept nogil:
    return g.bishop[sq].table[magic_index(&g.bishop[sq], occ)]
