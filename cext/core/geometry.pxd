# Attack tables of the 8x8 board. Squares count a1 = 0, b1 = 1 … h8 = 63.
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from oddfish.cext.core.bits cimport Bitboard

cdef extern from "bits.h" nogil:
    ctypedef struct Magic "of_magic":
        uint64_t mask
        uint64_t magic
        const Bitboard* table
        uint32_t shift
    ctypedef struct PextRow "of_pext_row":
        uint64_t mask
        const Bitboard* table
    uint64_t magic_index "of_magic_index"(const Magic* m, Bitboard occ)
    const bint PEXT "OF_PEXT"           # whether this module is compiled with it
    uint64_t pext "of_pext"(Bitboard b, Bitboard mask)
    bint has_fast_pext "of_has_fast_pext"()

cdef extern from *:
    """
    #define OF_FILE_A 0x0101010101010101ULL
    #define OF_FILE_H 0x8080808080808080ULL
    #define OF_RANK_1 0x00000000000000FFULL
    #define OF_RANK_3 0x0000000000FF0000ULL
    #define OF_RANK_6 0x0000FF0000000000ULL
    #define OF_RANK_8 0xFF00000000000000ULL
    #define OF_LIGHT_SQUARES 0x55AA55AA55AA55AAULL
    """
    const Bitboard FILE_A "OF_FILE_A"
    const Bitboard FILE_H "OF_FILE_H"
    const Bitboard RANK_1 "OF_RANK_1"
    const Bitboard RANK_3 "OF_RANK_3"
    const Bitboard RANK_6 "OF_RANK_6"
    const Bitboard RANK_8 "OF_RANK_8"
    const Bitboard LIGHT_SQUARES "OF_LIGHT_SQUARES"

cdef enum:
    LEAP_COUNT = 8      # leapers, in the order of LEAPS (docs/rules/half-chess-family.md R2)

ctypedef struct Board8:
    Magic rook[64]              # full sliders
    Magic bishop[64]
    Magic half_rook[64]         # halflings, whose reach depends on the square they start from (R1)
    Magic half_bishop[64]
    PextRow rook_by_pext[64]    # the same, filled if PEXT is fast
    PextRow bishop_by_pext[64]
    PextRow half_rook_by_pext[64]
    PextRow half_bishop_by_pext[64]
    Bitboard rook_rays[64]      # attacks on an empty board, to and from a square
    Bitboard bishop_rays[64]
    Bitboard half_rook_from[64]     # squares from which a halfling Rook attacks this one on an empty board
    Bitboard half_bishop_from[64]
    Bitboard between[64][64]    # squares strictly between two squares on a line, else 0
    Bitboard king[64]
    Bitboard pawn[2][64]        # squares that a pawn of this colour attacks
    Bitboard leap[LEAP_COUNT][2][64]    # leaper, colour, origin

cdef Board8 tables          # filled in at import; the argument `g` of the attack functions

# Attacks of a kind of slider; `inner` leaves out the ends of its lines, where a blocker makes no difference.
ctypedef Bitboard (*Slides)(int sq, int kind, Bitboard occ, bint inner) noexcept nogil

cdef int fill_magics(Magic* magics, int squares, const uint64_t* numbers, const uint8_t* bits, Bitboard* store,
                     size_t room, Slides slides, int kind) except -1


cdef inline Bitboard looked_up(const Magic* m, const PextRow* row, Bitboard occ) noexcept nogil:
    """The attacks of a slider from a square, given the table entries for that square."""
    if PEXT:
        return row.table[pext(occ, row.mask)]
    return m.table[magic_index(m, occ)]


cdef inline Bitboard rook_attacks(const Board8* g, int sq, Bitboard occ) noexcept nogil:
    return looked_up(&g.rook[sq], &g.rook_by_pext[sq], occ)


cdef inline Bitboard bishop_attacks(const Board8* g, int sq, Bitboard occ) noexcept nogil:
    return looked_up(&g.bishop[sq], &g.bishop_by_pext[sq], occ)


cdef inline Bitboard half_rook_attacks(const Board8* g, int sq, Bitboard occ) noexcept nogil:
    return looked_up(&g.half_rook[sq], &g.half_rook_by_pext[sq], occ)


cdef inline Bitboard half_bishop_attacks(const Board8* g, int sq, Bitboard occ) noexcept nogil:
    return looked_up(&g.half_bishop[sq], &g.half_bishop_by_pext[sq], occ)
