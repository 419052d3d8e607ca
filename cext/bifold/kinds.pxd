# The kinds of moves by which perft splits its counts.
from libc.stdint cimport uint32_t

from oddfish.cext.core.packed_move cimport CASTLING, DROP, EN_PASSANT, PROMOTION, move_from, move_kind, move_to
from oddfish.cext.core.types cimport Move
from oddfish.cext.bifold.moves cimport in_check
from oddfish.cext.bifold.position cimport BifoldPosition, royals_of
from oddfish.cext.bifold.units cimport NOTHING

# Bits, in the order of their names in game.pyx.
cdef enum:
    IS_CAPTURE = 1
    IS_EN_PASSANT = 2
    IS_CASTLE = 4
    IS_PROMOTION = 8
    IS_DROP = 16
    IS_JOIN = 32
    IS_SPLIT = 64
    IS_SHARED = 128
    IS_CHECK = 256
    IS_WIN = 512


cdef inline uint32_t kinds(const void* position, Move move, const void* after) noexcept nogil:
    """A half, moved or dropped, joins another half or splits off from it; both colours share a square (B4)."""
    cdef const BifoldPosition* p = <const BifoldPosition*> position
    cdef const BifoldPosition* q = <const BifoldPosition*> after
    cdef int us = p.side, them = 1 - us, kind = move_kind(move), to = move_to(move)
    cdef uint32_t result = 0
    if kind == EN_PASSANT:
        result = IS_CAPTURE | IS_EN_PASSANT
    elif p.board[them][to] != q.board[them][to]:
        result = IS_CAPTURE
    if kind == CASTLING:
        result |= IS_CASTLE
    elif kind == PROMOTION:
        result |= IS_PROMOTION
    if kind == DROP:
        result |= IS_DROP
    elif q.board[us][move_from(move)] != NOTHING:
        result |= IS_SPLIT
    if p.board[us][to] != NOTHING:
        result |= IS_JOIN
    if q.board[them][to] != NOTHING:
        result |= IS_SHARED
    if not royals_of(q, them):
        result |= IS_WIN
    elif in_check(after):
        result |= IS_CHECK
    return result
