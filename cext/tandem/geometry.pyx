"""Tandem-84's 6x7 boards: names of places, and attack tables, filled at import (magic numbers: ``find_magics.c``)."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from oddfish.cext.core.bits cimport Bitboard, bit
from oddfish.cext.core.geometry cimport fill_magics

from oddfish.cext.core.fen import read_square, square_names

cdef extern from "magics.h" nogil:
    const uint64_t OF_TANDEM_ROOK_MAGICS[42]
    const uint64_t OF_TANDEM_BISHOP_MAGICS[42]
    const uint8_t OF_TANDEM_ROOK_BITS[42]
    const uint8_t OF_TANDEM_BISHOP_BITS[42]

cdef tuple _SQUARES = square_names(2 * FILES, RANKS)

cdef enum:
    ROOK_STORE = SQUARES * 512
    BISHOP_STORE = SQUARES * 64

cdef Bitboard rook_store[ROOK_STORE]
cdef Bitboard bishop_store[BISHOP_STORE]


cdef int read_place(str name, str what) except -1:
    """The place of a square's name; ``what`` it is for an error message.

    Raises:
        FenError: there is no such square.
    """
    return place_of(read_square(name, what, 2 * FILES, RANKS))


cdef int place_of(int number) noexcept:
    cdef int file = number % (2 * FILES), rank = number // (2 * FILES)
    return place_at(file >= FILES, rank * FILES + file % FILES)


cdef int square_number(int place) noexcept:
    cdef int sq = square_of(place)
    return sq // FILES * 2 * FILES + board_of(place) * FILES + sq % FILES


cdef str place_name(int place):
    return _SQUARES[square_number(place)]


# --- Attack tables ------------------------------------------------------------------------------------------


cdef Bitboard square_at(int file, int rank) noexcept nogil:
    """The square as a bitboard, 0 off the board."""
    if file < 0 or file >= FILES or rank < 0 or rank >= RANKS:
        return 0
    return bit(rank * FILES + file)


cdef Bitboard ray(int sq, int df, int dr, Bitboard occ, bint inner) noexcept nogil:
    """Squares that a slider reaches in one direction. ``inner`` leaves out the last one before the edge, where a
    blocker makes no difference."""
    cdef int file = sq % FILES + df, rank = sq // FILES + dr
    cdef Bitboard attacks = 0, target = square_at(file, rank)
    while target:
        if inner and not square_at(file + df, rank + dr):
            break
        attacks |= target
        if target & occ:
            break
        file += df
        rank += dr
        target = square_at(file, rank)
    return attacks


cdef Bitboard slider_attacks(int sq, int diagonal, Bitboard occ, bint inner) noexcept nogil:
    if diagonal:
        return ray(sq, 1, 1, occ, inner) | ray(sq, -1, 1, occ, inner) | ray(sq, 1, -1, occ, inner) \
            | ray(sq, -1, -1, occ, inner)
    return ray(sq, 1, 0, occ, inner) | ray(sq, -1, 0, occ, inner) | ray(sq, 0, 1, occ, inner) \
        | ray(sq, 0, -1, occ, inner)


cdef int fill() except -1:
    cdef int sq, to, file, rank, color, forward, df, dr
    cdef Bitboard rays
    fill_magics(tables.rook, SQUARES, OF_TANDEM_ROOK_MAGICS, OF_TANDEM_ROOK_BITS, rook_store, ROOK_STORE,
                slider_attacks, False)
    fill_magics(tables.bishop, SQUARES, OF_TANDEM_BISHOP_MAGICS, OF_TANDEM_BISHOP_BITS, bishop_store, BISHOP_STORE,
                slider_attacks, True)
    memset(tables.between, 0, sizeof(tables.between))
    memset(tables.line, 0, sizeof(tables.line))
    for sq in range(SQUARES):
        file = sq % FILES
        rank = sq // FILES
        tables.rook_rays[sq] = slider_attacks(sq, False, 0, False)
        tables.bishop_rays[sq] = slider_attacks(sq, True, 0, False)
        tables.king[sq] = tables.knight[sq] = 0
        for df in range(-2, 3):
            for dr in range(-2, 3):
                if abs(df) + abs(dr) == 3:
                    tables.knight[sq] |= square_at(file + df, rank + dr)
                elif max(abs(df), abs(dr)) == 1:
                    tables.king[sq] |= square_at(file + df, rank + dr)
                    rays = ray(sq, df, dr, 0, False)
                    for to in range(SQUARES):
                        if rays & bit(to):
                            tables.between[sq][to] = ray(sq, df, dr, bit(to), False) & ~bit(to)
                            tables.line[sq][to] = rays | bit(sq) | ray(sq, -df, -dr, 0, False)
        for color in range(2):
            forward = 1 - 2 * color
            tables.pawn[color][sq] = square_at(file - 1, rank + forward) | square_at(file + 1, rank + forward)
    return 0


fill()
