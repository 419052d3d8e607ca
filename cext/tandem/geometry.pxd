# Tandem-84's boards. Both are 6 files wide and 7 ranks high. Squares count a1 (g1) = 0, b1 (h1) = 1 … f7 (l7) = 41, so
# that corresponding squares have the same number. A place is a square of either board: 42 * board + square, with board
# 0 on the left (files a-f) and 1 on the right (g-l).
from oddfish.cext.core.bits cimport Bitboard
from oddfish.cext.core.geometry cimport Magic, magic_index

cdef enum:
    FILES = 6
    RANKS = 7
    SQUARES = 42            # of one board
    PLACES = 2 * SQUARES

# Compile-time constants, too wide for an enum.
cdef extern from *:
    """
    #define OF_TANDEM_RANK_1 0x3FULL
    #define OF_TANDEM_FILE_A 0x1041041041ULL
    """
    const Bitboard RANK_1 "OF_TANDEM_RANK_1"
    const Bitboard RANK_3 "(OF_TANDEM_RANK_1 << 12)"
    const Bitboard RANK_5 "(OF_TANDEM_RANK_1 << 24)"
    const Bitboard RANK_7 "(OF_TANDEM_RANK_1 << 36)"
    const Bitboard EDGE_RANKS "(OF_TANDEM_RANK_1 | OF_TANDEM_RANK_1 << 36)"
    const Bitboard FILE_A "OF_TANDEM_FILE_A"
    const Bitboard FILE_F "(OF_TANDEM_FILE_A << 5)"
    const Bitboard BOARD "0x3FFFFFFFFFFULL"     # every square

ctypedef struct Tables:
    Magic rook[SQUARES]
    Magic bishop[SQUARES]
    Bitboard rook_rays[SQUARES]         # attacks on an empty board, to and from a square
    Bitboard bishop_rays[SQUARES]
    Bitboard between[SQUARES][SQUARES]  # squares strictly between two on one line, else 0
    Bitboard line[SQUARES][SQUARES]     # the whole line through two squares, else 0
    Bitboard king[SQUARES]
    Bitboard knight[SQUARES]
    Bitboard pawn[2][SQUARES]           # squares a pawn of that colour attacks

cdef Tables tables


cdef inline Bitboard rook_attacks(int sq, Bitboard occ) noexcept nogil:
    return tables.rook[sq].table[magic_index(&tables.rook[sq], occ)]


cdef inline Bitboard bishop_attacks(int sq, Bitboard occ) noexcept nogil:
    return tables.bishop[sq].table[magic_index(&tables.bishop[sq], occ)]


cdef inline int place_at(int board, int sq) noexcept nogil:
    return board * SQUARES + sq


cdef inline int board_of(int place) noexcept nogil:
    return place >= SQUARES


cdef inline int square_of(int place) noexcept nogil:
    return place - SQUARES if place >= SQUARES else place


cdef int read_place(str name, str what) except -1
cdef str place_name(int place)
# The squares of both boards, numbered rank by rank: 0 is a1, 6 is g1, 83 is l7.
cdef int square_number(int place) noexcept
cdef int place_of(int number) noexcept
