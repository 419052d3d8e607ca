# The kinds of moves by which perft splits its counts, as in the Chess Programming Wiki's "Perft Results".
from libc.stdint cimport uint32_t

from oddfish.cext.core.bits cimport Bitboard, bit, more_than_one
from oddfish.cext.core.packed_move cimport CASTLING, DROP, EN_PASSANT, PROMOTION, move_from, move_kind, move_to
from oddfish.cext.core.types cimport Move
from oddfish.cext.halfchess.attacks cimport Sliders, leaper_attackers, slider_attackers, sliders_of
from oddfish.cext.halfchess.moves cimport count
from oddfish.cext.halfchess.position cimport NO_PIECE, HalfPosition

# Bits, in the order of their names in game.pyx.
cdef enum:
    IS_CAPTURE = 1
    IS_EN_PASSANT = 2
    IS_CASTLE = 4
    IS_PROMOTION = 8
    IS_DROP = 16
    IS_CHECK = 32
    IS_DISCOVERED = 64
    IS_DOUBLE = 128
    IS_MATE = 256


cdef inline uint32_t kinds(const void* position, Move move, const void* after) noexcept nogil:
    """In a discovered check, only pieces that did not move give check; a castling rook counts as moved."""
    cdef const HalfPosition* p = <const HalfPosition*> position
    cdef const HalfPosition* q = <const HalfPosition*> after
    cdef int us = p.side, king = q.king[1 - us], kind = move_kind(move), to = move_to(move), origin = move_from(move)
    cdef Bitboard moved = bit(to), checkers
    cdef Sliders sliders = sliders_of(q, us)
    cdef uint32_t result = 0
    if kind == EN_PASSANT:
        result = IS_CAPTURE | IS_EN_PASSANT
    elif kind == DROP:
        result = IS_DROP
    elif kind == CASTLING:
        result = IS_CASTLE
        moved |= bit((to + origin) >> 1)
    elif p.board[to] != NO_PIECE:
        result = IS_CAPTURE
    if kind == PROMOTION:
        result |= IS_PROMOTION
    checkers = leaper_attackers(q, king, us) | slider_attackers(&sliders, king, q.color[0] | q.color[1])
    if checkers:
        result |= IS_CHECK
        if more_than_one(checkers):
            result |= IS_DOUBLE
        elif not checkers & moved:
            result |= IS_DISCOVERED
        if count(after) == 0:
            result |= IS_MATE
    return result
