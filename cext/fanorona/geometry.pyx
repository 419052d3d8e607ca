"""Tables of Fanorona's 5x9 board, filled once at import. Only strong points have diagonal lines (N2)."""
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from oddfish.cext.core.bits cimport Bitboard, bit
from oddfish.cext.core.geometry cimport fill_magics

cdef extern from "magics.h" nogil:
    const uint64_t OF_FANORONA_ROOK_MAGICS[45]
    const uint64_t OF_FANORONA_BISHOP_MAGICS[45]
    const uint8_t OF_FANORONA_ROOK_BITS[45]
    const uint8_t OF_FANORONA_BISHOP_BITS[45]

cdef enum:
    ROOK_STORE = POINTS * 2048
    BISHOP_STORE = POINTS * 64

cdef Bitboard rook_store[ROOK_STORE]
cdef Bitboard bishop_store[BISHOP_STORE]

# Clockwise from north.
cdef int[8] FILE_STEP = [0, 1, 1, 1, 0, -1, -1, -1]
cdef int[8] RANK_STEP = [1, 1, 0, -1, -1, -1, 0, 1]


cdef int step(int sq, int d) noexcept nogil:
    """The neighbour of a point along a line, or NO_POINT."""
    cdef int file = sq % FILES + FILE_STEP[d], rank = sq // FILES + RANK_STEP[d]
    if file < 0 or file >= FILES or rank < 0 or rank >= RANKS:
        return NO_POINT
    if d & 1 and (sq % FILES + sq // FILES) & 1:
        return NO_POINT         # N2: a weak point has no diagonals
    return rank * FILES + file


cdef Bitboard ray(int sq, int d, Bitboard occ, bint inner) noexcept nogil:
    """Points reached in a direction, up to the first occupied one; ``inner`` leaves out the last point of the line."""
    cdef Bitboard reach = 0
    cdef int to = step(sq, d)
    while to != NO_POINT:
        if inner and step(to, d) == NO_POINT:
            break
        reach |= bit(to)
        if occ & bit(to):
            break
        to = step(to, d)
    return reach


cdef Bitboard star(int sq, int first, Bitboard occ, bint inner) noexcept nogil:
    """Rays in every other direction, starting with ``first``: 0 straight, 1 diagonal."""
    return (ray(sq, first, occ, inner) | ray(sq, first + 2, occ, inner) | ray(sq, first + 4, occ, inner)
            | ray(sq, first + 6, occ, inner))


cdef void add_capture(int sq, int to, int victim) noexcept nogil:
    tables.knight_victims[sq] |= bit(victim)
    tables.knight_from[victim] |= bit(sq)
    tables.knight_to_capture[sq][victim] |= bit(to)


cdef void add_path(int sq, int first, int last) noexcept nogil:
    """Add a Knight's path, one step in direction ``first`` and one outward in ``last`` (N3), and its captures (N5)."""
    cdef int middle = step(sq, first), to, behind, beyond
    if middle == NO_POINT:
        return
    to = step(middle, last)
    if to == NO_POINT:
        return
    tables.knight_to[sq] |= bit(to)
    behind = step(sq, first + 4 & 7)
    if behind != NO_POINT:
        add_capture(sq, to, behind)
    beyond = step(to, last)
    if beyond != NO_POINT:
        add_capture(sq, to, beyond)


cdef int set_up() except -1:
    cdef int sq, d, to, far, color
    memset(&tables, 0, sizeof(tables))
    memset(tables.direction, 8, sizeof(tables.direction))
    memset(tables.step, NO_POINT, sizeof(tables.step))
    fill_magics(tables.rook, POINTS, OF_FANORONA_ROOK_MAGICS, OF_FANORONA_ROOK_BITS, rook_store, ROOK_STORE, star, 0)
    fill_magics(tables.bishop, POINTS, OF_FANORONA_BISHOP_MAGICS, OF_FANORONA_BISHOP_BITS, bishop_store, BISHOP_STORE,
                star, 1)
    for sq in range(POINTS):
        tables.rook_far[sq] = star(sq, 0, 0, False) & ~star(sq, 0, BOARD, False)
        tables.bishop_far[sq] = star(sq, 1, 0, False) & ~star(sq, 1, BOARD, False)
        for d in range(8):
            to = step(sq, d)
            tables.step[sq][d] = <uint8_t> to
            tables.ray[sq][d] = ray(sq, d, 0, False)
            if to == NO_POINT:
                continue
            tables.near[sq] |= bit(to)
            if d & 1:
                tables.near_diagonal[sq] |= bit(to)
            else:
                tables.near_straight[sq] |= bit(to)
            far = step(to, d)
            if far != NO_POINT:
                tables.king_two[sq] |= bit(far)
                tables.step_victims[sq][to] |= bit(far)
                tables.step_to_capture[sq][far] = bit(to)
            far = step(sq, d + 4 & 7)
            if far != NO_POINT:
                tables.step_victims[sq][to] |= bit(far)
                tables.step_to_capture[sq][far] = bit(to)
            while to != NO_POINT:
                tables.direction[sq][to] = <uint8_t> d
                tables.between[sq][to] = ray(sq, d, bit(to), False) & ~bit(to)
                to = step(to, d)
            # From a strong point: a diagonal step, then an orthogonal one. From a weak point: the reverse.
            if d & 1 == ((sq % FILES + sq // FILES) & 1 == 0):
                add_path(sq, d, d + 1 & 7)
                add_path(sq, d, d + 7 & 7)
    for color in range(2):
        for sq in range(POINTS):
            for d in range(3):      # forward, and diagonally forward
                far = (d + 7 + 4 * color) & 7
                to = step(sq, far)
                if to == NO_POINT:
                    continue
                tables.pawn_steps[color][sq] |= bit(to)
                if step(to, far) != NO_POINT:
                    tables.pawn_approach[color][step(to, far)] |= bit(sq)
                if step(sq, far + 4 & 7) != NO_POINT:
                    tables.pawn_withdrawal[color][step(sq, far + 4 & 7)] |= bit(sq)
    for sq in range(POINTS):
        tables.vicinity[sq] = tables.near[sq] | tables.king_two[sq] | tables.knight_from[sq]
    return 0


set_up()
