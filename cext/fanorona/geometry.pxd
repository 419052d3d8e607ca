# The lines of Fanorona's 5x9 board (rules/fanorona-chess.md) and what each piece can capture along them.
from libc.stdint cimport uint8_t

from oddfish.cext.core.bits cimport Bitboard
from oddfish.cext.core.geometry cimport Magic, magic_index

# Points count a1 = 0, b1 = 1 … e9 = 44.
cdef enum:
    FILES = 5
    RANKS = 9
    POINTS = 45
    NO_POINT = 63

cdef extern from *:
    """
    #define OF_FANORONA_BOARD 0x1FFFFFFFFFFFULL
    #define OF_FANORONA_STRONG 0x155555555555ULL
    #define OF_FANORONA_FILE_A 0x10842108421ULL
    """
    const Bitboard BOARD "OF_FANORONA_BOARD"
    const Bitboard STRONG "OF_FANORONA_STRONG"      # points with diagonals: a1 c1 e1 b2 d2 …
    const Bitboard EASTWARD "(OF_FANORONA_STRONG & ~(OF_FANORONA_FILE_A << 4))"     # ... and with some towards file e,
    const Bitboard WESTWARD "(OF_FANORONA_STRONG & ~OF_FANORONA_FILE_A)"            # or towards file a

# Directions count clockwise from north; (d + 4) & 7 is d's opposite. Only strong points have the odd, diagonal ones.
ctypedef struct Tables:
    Magic rook[POINTS]
    Magic bishop[POINTS]
    Bitboard rook_far[POINTS]           # all points on its lines, except those beside it
    Bitboard bishop_far[POINTS]
    Bitboard near[POINTS]               # points joined by one line segment
    Bitboard near_straight[POINTS]
    Bitboard near_diagonal[POINTS]
    uint8_t step[POINTS + 1][8]         # neighbour in a direction, NO_POINT for none
    Bitboard ray[POINTS][8]
    uint8_t direction[POINTS][POINTS]   # from the first point to the second along a line; 8 if there is none
    Bitboard between[POINTS][POINTS]
    Bitboard step_victims[POINTS][POINTS]       # [from][to] points on which a single step captures: behind and beyond
    Bitboard step_to_capture[POINTS][POINTS]    # [from][victim] destination of the single step that captures it
    Bitboard knight_to[POINTS]          # N3: all destinations
    Bitboard knight_victims[POINTS]     # points on which some path captures (N5)
    Bitboard knight_from[POINTS]        # points from which some path captures here
    Bitboard knight_to_capture[POINTS][POINTS]  # [from][victim] destinations that capture it
    Bitboard king_two[POINTS]           # points two steps away along a line
    Bitboard vicinity[POINTS]           # points from which a piece may capture here other than by a slide towards it
    Bitboard pawn_steps[2][POINTS]      # N4, by colour
    Bitboard pawn_approach[2][POINTS]   # points from which that colour's pawn captures here by approach
    Bitboard pawn_withdrawal[2][POINTS]

cdef Tables tables


cdef inline Bitboard last_rank(int color) noexcept nogil:
    return <Bitboard> 0x1F if color else <Bitboard> 0x1F << 40


cdef inline Bitboard straight_attacks(int sq, Bitboard occ) noexcept nogil:
    return tables.rook[sq].table[magic_index(&tables.rook[sq], occ)]


cdef inline Bitboard diagonal_attacks(int sq, Bitboard occ) noexcept nogil:
    return tables.bishop[sq].table[magic_index(&tables.bishop[sq], occ)]
