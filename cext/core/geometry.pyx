"""Attack tables of the 8x8 board: sliders, halflings and leapers, filled once at import.

The magic numbers are in ``magics.h``, written by ``find_magics.c``: searching for them at import would take longer than
the rest of the program's start.
"""
from libc.stdint cimport uint8_t, uint64_t

from oddfish.cext.core.bits cimport Bitboard, bit, msb

cdef extern from "magics.h" nogil:
    const uint64_t OF_ROOK_MAGICS[64]
    const uint64_t OF_BISHOP_MAGICS[64]
    const uint64_t OF_HALF_ROOK_MAGICS[64]
    const uint64_t OF_HALF_BISHOP_MAGICS[64]
    const uint8_t OF_ROOK_BITS[64]
    const uint8_t OF_BISHOP_BITS[64]
    const uint8_t OF_HALF_ROOK_BITS[64]
    const uint8_t OF_HALF_BISHOP_BITS[64]

cdef enum:
    ROOK_ENTRIES = 102400
    BISHOP_ENTRIES = 5248
    HALF_ENTRIES = 64 * 64      # a halfling has at most 6 squares that can block it

cdef Bitboard rook_store[ROOK_ENTRIES]
cdef Bitboard bishop_store[BISHOP_ENTRIES]
cdef Bitboard half_rook_store[HALF_ENTRIES]
cdef Bitboard half_bishop_store[HALF_ENTRIES]
cdef Bitboard pext_store[ROOK_ENTRIES + BISHOP_ENTRIES + 2 * HALF_ENTRIES]

#: Leap vectors (file, rank) of White's leapers by letter; Black's are mirrored (docs/rules/half-chess-family.md R2).
LEAPS = {
    "W": ((1, 0), (-1, 0), (0, 1), (0, -1)),
    "F": ((1, 1), (1, -1), (-1, 1), (-1, -1)),
    "D": ((2, 0), (-2, 0), (0, 2), (0, -2)),
    "A": ((2, 2), (2, -2), (-2, 2), (-2, -2)),
    "C": ((1, 2), (-1, 2), (2, -1), (-2, -1)),
    "V": ((1, 2), (1, -2), (-1, 2), (-1, -2)),
    "S": ((2, 1), (2, -1), (-2, 1), (-2, -1)),
    "N": ((1, 2), (1, -2), (-1, 2), (-1, -2), (2, 1), (2, -1), (-2, 1), (-2, -1)),
}
#: Index of each leaper in ``Board8.leap``.
LEAP_INDEX = {letter: index for index, letter in enumerate(LEAPS)}

#: Whether PEXT is available and fast, so that the modules compiled for it should be loaded.
FAST_PEXT = bool(has_fast_pext())


cdef Bitboard square_at(int file, int rank) noexcept nogil:
    """The square as a bitboard, 0 off the board."""
    if file < 0 or file > 7 or rank < 0 or rank > 7:
        return 0
    return bit(rank * 8 + file)


# The directions of sliders: the first four go to higher squares, the last four to lower ones.
cdef enum:
    DIRECTIONS = 8
    UPWARD = 4

cdef int[DIRECTIONS] direction_files = [1, 0, 1, -1, -1, 0, -1, 1]
cdef int[DIRECTIONS] direction_ranks = [0, 1, 1, 1, 0, -1, -1, -1]
# Reaches from a square on an empty board, by direction, for sliders and halflings; and the same without the last
# square, where a blocker makes no difference.
cdef Bitboard reaches[2][DIRECTIONS][64]
cdef Bitboard inner_reaches[2][DIRECTIONS][64]


cdef void fill_reaches() noexcept nogil:
    """R1: a halfling's reach is half the way to the edge, rounded up."""
    cdef int d, sq, half, steps, step
    cdef Bitboard reach
    for d in range(DIRECTIONS):
        for sq in range(64):
            steps = 0
            while square_at((sq & 7) + (steps + 1) * direction_files[d], (sq >> 3) + (steps + 1) * direction_ranks[d]):
                steps += 1
            for half in range(2):
                reach = 0
                for step in range(1, ((steps + 1) // 2 if half else steps) + 1):
                    inner_reaches[half][d][sq] = reach
                    reach |= square_at((sq & 7) + step * direction_files[d], (sq >> 3) + step * direction_ranks[d])
                reaches[half][d][sq] = reach


cdef inline Bitboard ray(int sq, int d, Bitboard occ, bint half, bint inner) noexcept nogil:
    """Squares a slider on ``sq`` attacks in one direction; ``inner`` leaves out the last of its reach."""
    cdef Bitboard reach = inner_reaches[half][d][sq] if inner else reaches[half][d][sq]
    cdef Bitboard blockers = reach & occ
    if blockers == 0:
        return reach
    if d < UPWARD:
        return reach & (blockers ^ (blockers - 1))      # up to the lowest blocker
    return reach & ~(bit(msb(blockers)) - 1)            # down to the highest blocker


# Kinds of sliders, for `fill_magics`.
cdef enum:
    STRAIGHT = 0
    DIAGONAL = 1
    HALFLING = 2            # added to STRAIGHT or DIAGONAL


cdef Bitboard slider_attacks(int sq, int kind, Bitboard occ, bint inner) noexcept nogil:
    cdef bint half = (kind & HALFLING) != 0
    cdef int d = 2 if kind & DIAGONAL else 0
    return (ray(sq, d, occ, half, inner) | ray(sq, d + 1, occ, half, inner)
            | ray(sq, d + UPWARD, occ, half, inner) | ray(sq, d + UPWARD + 1, occ, half, inner))


cdef int fill_magics(Magic* magics, int squares, const uint64_t* numbers, const uint8_t* bits, Bitboard* store,
                     size_t room, Slides slides, int kind) except -1:
    """Fill one slider's attack tables on a board of ``squares`` squares, in a store of ``room`` entries.

    Raises:
        ImportError: the store is too small.
    """
    cdef size_t used = 0
    cdef int sq
    cdef Magic* m
    cdef Bitboard occ
    for sq in range(squares):
        used += (<size_t> 1) << bits[sq]
    if used > room:
        raise ImportError(f"attack tables need {used} entries, but have room for {room}")
    used = 0
    for sq in range(squares):
        m = &magics[sq]
        m.mask = slides(sq, kind, 0, True)
        m.magic = numbers[sq]
        m.shift = 64 - bits[sq]
        m.table = store + used
        occ = 0
        while True:
            store[used + magic_index(m, occ)] = slides(sq, kind, occ, False)
            occ = (occ - m.mask) & m.mask
            if occ == 0:
                break
        used += (<size_t> 1) << bits[sq]
    return 0


cdef Bitboard* fill_by_pext(PextRow* rows, const Magic* magics, Bitboard* store) noexcept nogil:
    """Fill the rows that are indexed by PEXT. If the magics' tables are already indexed by PEXT, the rows share them.

    Returns:
        The unused rest of the store.
    """
    cdef Bitboard occ
    cdef int sq
    for sq in range(64):
        rows[sq].mask = magics[sq].mask
        if PEXT:
            rows[sq].table = magics[sq].table
            continue
        rows[sq].table = store
        occ = 0
        while True:
            store[0] = magics[sq].table[magic_index(&magics[sq], occ)]
            store += 1
            occ = (occ - rows[sq].mask) & rows[sq].mask     # in the order of their indices
            if occ == 0:
                break
    return store


cdef int set_up() except -1:
    cdef Bitboard* room = pext_store
    cdef int sq, to, color, leaper
    cdef Bitboard empty_rook, empty_bishop
    fill_reaches()
    fill_magics(tables.rook, 64, OF_ROOK_MAGICS, OF_ROOK_BITS, rook_store, ROOK_ENTRIES, slider_attacks, STRAIGHT)
    fill_magics(tables.bishop, 64, OF_BISHOP_MAGICS, OF_BISHOP_BITS, bishop_store, BISHOP_ENTRIES, slider_attacks,
                DIAGONAL)
    fill_magics(tables.half_rook, 64, OF_HALF_ROOK_MAGICS, OF_HALF_ROOK_BITS, half_rook_store, HALF_ENTRIES,
                slider_attacks, STRAIGHT + HALFLING)
    fill_magics(tables.half_bishop, 64, OF_HALF_BISHOP_MAGICS, OF_HALF_BISHOP_BITS, half_bishop_store, HALF_ENTRIES,
                slider_attacks, DIAGONAL + HALFLING)
    if PEXT or FAST_PEXT:
        room = fill_by_pext(tables.rook_by_pext, tables.rook, room)
        room = fill_by_pext(tables.bishop_by_pext, tables.bishop, room)
        room = fill_by_pext(tables.half_rook_by_pext, tables.half_rook, room)
        fill_by_pext(tables.half_bishop_by_pext, tables.half_bishop, room)
    for sq in range(64):
        tables.rook_rays[sq] = slider_attacks(sq, STRAIGHT, 0, False)
        tables.bishop_rays[sq] = slider_attacks(sq, DIAGONAL, 0, False)
        tables.half_rook_from[sq] = tables.half_bishop_from[sq] = 0
    for sq in range(64):
        empty_rook = slider_attacks(sq, STRAIGHT + HALFLING, 0, False)
        empty_bishop = slider_attacks(sq, DIAGONAL + HALFLING, 0, False)
        for to in range(64):
            if empty_rook & bit(to):
                tables.half_rook_from[to] |= bit(sq)
            if empty_bishop & bit(to):
                tables.half_bishop_from[to] |= bit(sq)
            tables.between[sq][to] = 0
            if tables.rook_rays[sq] & bit(to):
                tables.between[sq][to] = (slider_attacks(sq, STRAIGHT, bit(to), False)
                                          & slider_attacks(to, STRAIGHT, bit(sq), False))
            elif tables.bishop_rays[sq] & bit(to):
                tables.between[sq][to] = (slider_attacks(sq, DIAGONAL, bit(to), False)
                                          & slider_attacks(to, DIAGONAL, bit(sq), False))
        tables.king[sq] = 0
        for color in range(2):
            tables.pawn[color][sq] = (square_at((sq & 7) - 1, (sq >> 3) + (1 - 2 * color))
                                      | square_at((sq & 7) + 1, (sq >> 3) + (1 - 2 * color)))
    for leaper, vectors in enumerate(LEAPS.values()):
        for sq in range(64):
            for color in range(2):
                tables.leap[leaper][color][sq] = 0
            for df, dr in vectors:
                tables.leap[leaper][0][sq] |= square_at((sq & 7) + <int> df, (sq >> 3) + <int> dr)
                tables.leap[leaper][1][sq] |= square_at((sq & 7) + <int> df, (sq >> 3) - <int> dr)
    for sq in range(64):
        tables.king[sq] = tables.leap[0][0][sq] | tables.leap[1][0][sq]
    return 0


set_up()
