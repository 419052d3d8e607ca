# Attack tables of the 8x8 board. Squares count a1 = 0, b1 = 1 … h8 = 63.
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from oddfish.cext.core.bits cimport Bitboard

cdef extern from "bits.h" nogil:
    ctypedef struct Magic "of_magic":
        uint64_t mask
        uint64_t magic
        const Bitboard* table
        uint32_t shift
    uint64_t magic_index "of_magic_index"(const Magic* m, Bitboard occ)

# Leapers, in the order of LEAPS in geometry.pyx (half-chess-family.md R2).
cdef enum:
    LEAP_COUNT = 8

ctypedef struct Board8:
    Magic rook[64]              # full sliders
    Magic bishop[64]
    Magic half_rook[64]         # halflings: reach depends on the square they start from (R1)
    Magic half_bishop[64]
    Bitboard rook_rays[64]      # empty-board attacks, to and from a square alike
    Bitboard bishop_rays[64]
    Bitboard half_rook_from[64]     # squares from which a halfling Rook reaches this one on an empty board
    Bitboard half_bishop_from[64]
    Bitboard between[64][64]    # squares strictly between two on one line, else 0
    Bitboard king[64]
    Bitboard pawn[2][64]        # squares a pawn of that colour attacks
    Bitboard leap[LEAP_COUNT][2][64]    # leaper, colour, origin

cdef const Board8* board8() noexcept nogil

# Attacks of a slider of some kind; `inner` leaves out the ends of its lines, where no blocker shortens them.
ctypedef Bitboard (*Slides)(int sq, int kind, Bitboard occ, bint inner) noexcept nogil

cdef int fill_magics(Magic* magics, int squares, const uint64_t* numbers, const uint8_t* bits, Bitboard* store,
                     size_t room, Slides slides, int kind) except -1


cdef inline Bitboard rook_attacks(const Board8* g, int sq, Bitboard occ) noexcept nogil:
    return g.rook[sq].table[magic_index(&g.rook[sq], occ)]


cdef inline Bitboard bishop_attacks(const Board8* g, int sq, Bitboard occ) noexcept nogil:
    return g.bishop[sq].table[magic_index(&g.bishop[sq], occ)]


cdef inline Bitboard half_rook_attacks(const Board8* g, int sq, Bitboard occ) noexcept nogil:
    return g.half_rook[sq].table[magic_index(&g.half_rook[sq], occ)]


cdef inline Bitboard half_bishop_attacks(const Board8* g, int sq, Bitboard occ) noexcept nogil:
    return g.half_bishop[sq].table[magic_index(&g.half_bishop[sq], occ)]
