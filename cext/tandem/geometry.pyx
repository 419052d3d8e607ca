"""Attack tables of Tandem-84's 6x7 boards, filled once at import (magic numbers: ``find_magics.c``)."""
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from oddfish.cext.core.bits cimport Bitboard, bit
from oddfish.cext.core.geometry cimport fill_magics

cdef extern from "magics.h" nogil:
    const uint64_t OF_TANDEM_ROOK_MAGICS[42]
    const uint64_t OF_TANDEM_BISHOP_MAGICS[42]
    const uint8_t OF_TANDEM_ROOK_BITS[42]
    const uint8_t OF_TANDEM_BISHOP_BITS[42]

cdef enum:
    ROOK_STORE = SQUARES * 512
    BISHOP_STORE = SQUARES * 64

cdef Board42 board
cdef Bitboard rook_store[ROOK_STORE]
cdef Bitboard bishop_store[BISHOP_STORE]


cdef const Board42* board42() noexcept nogil:
    return &board


cdef Bitboard square_at(int file, int rank) noexcept nogil:
    """The square as a bitboard, 0 off the board."""
    if file < 0 or file >= FILES or rank < 0 or rank >= RANKS:
        return 0
    return bit(rank * FILES + file)


cdef Bitboard ray(int sq, int df, int dr, Bitboard occ, bint inner) noexcept nogil:
    """Squares a slider reaches in one direction; ``inner`` leaves out the last one before the edge, which blocks
    nothing."""
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


cdef Bitboard star(int sq, int diagonal, Bitboard occ, bint inner) noexcept nogil:
    if diagonal:
        return ray(sq, 1, 1, occ, inner) | ray(sq, -1, 1, occ, inner) | ray(sq, 1, -1, occ, inner) \
            | ray(sq, -1, -1, occ, inner)
    return ray(sq, 1, 0, occ, inner) | ray(sq, -1, 0, occ, inner) | ray(sq, 0, 1, occ, inner) \
        | ray(sq, 0, -1, occ, inner)


cdef int set_up() except -1:
    cdef int sq, to, file, rank, color, forward, df, dr
    cdef Bitboard rays
    fill_magics(board.rook, SQUARES, OF_TANDEM_ROOK_MAGICS, OF_TANDEM_ROOK_BITS, rook_store, ROOK_STORE, star, False)
    fill_magics(board.bishop, SQUARES, OF_TANDEM_BISHOP_MAGICS, OF_TANDEM_BISHOP_BITS, bishop_store, BISHOP_STORE,
                star, True)
    memset(board.between, 0, sizeof(board.between))
    memset(board.line, 0, sizeof(board.line))
    for sq in range(SQUARES):
        file = sq % FILES
        rank = sq // FILES
        board.rook_rays[sq] = star(sq, False, 0, False)
        board.bishop_rays[sq] = star(sq, True, 0, False)
        board.king[sq] = board.knight[sq] = 0
        for df in range(-2, 3):
            for dr in range(-2, 3):
                if abs(df) + abs(dr) == 3:
                    board.knight[sq] |= square_at(file + df, rank + dr)
                elif max(abs(df), abs(dr)) == 1:
                    board.king[sq] |= square_at(file + df, rank + dr)
                    rays = ray(sq, df, dr, 0, False)
                    for to in range(SQUARES):
                        if rays & bit(to):
                            board.between[sq][to] = ray(sq, df, dr, bit(to), False) & ~bit(to)
                            board.line[sq][to] = rays | bit(sq) | ray(sq, -df, -dr, 0, False)
        for color in range(2):
            forward = 1 - 2 * color
            board.pawn[color][sq] = square_at(file - 1, rank + forward) | square_at(file + 1, rank + forward)
    return 0


set_up()
