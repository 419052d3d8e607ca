# The kinds of turns by which perft splits its counts: the kinds of their parts.
from libc.stdint cimport uint32_t

from oddfish.cext.core.bits cimport bit
from oddfish.cext.core.types cimport Move
from oddfish.cext.tandem.making cimport is_castling, make_first
from oddfish.cext.tandem.moves cimport in_check
from oddfish.cext.tandem.packed_move cimport PART_BITS, Part, second_part, unpack
from oddfish.cext.tandem.piece_moves cimport passed_rank
from oddfish.cext.tandem.position cimport PAWN, TandemPosition
from oddfish.cext.tandem.turns cimport count_turns

# Bits, in the order of their names in game.pyx.
cdef enum:
    IS_CAPTURE = 1
    IS_EN_PASSANT = 2
    IS_CASTLE = 4
    IS_PROMOTION = 8
    IS_DROP_MOVE = 16           # T5
    IS_DROP_SWAP = 32           # T6
    IS_GHOST_SWAP = 64          # T8
    IS_SINGLE = 128
    IS_CHECK = 256
    IS_MATE = 512
    IS_STALEMATE = 1024


cdef inline uint32_t part_kinds(const TandemPosition* p, Move move) noexcept nogil:
    """The kinds of one move of a turn, judging by the pieces on its squares."""
    cdef Part m = unpack(move)
    cdef int us = p.side, t = p.board[m.board][m.origin]
    cdef uint32_t result = IS_PROMOTION if m.promoted else 0
    if p.color[m.onto][us] & bit(m.to):
        if is_castling(p, &m):
            return IS_CASTLE
        return result | (IS_DROP_SWAP if m.to == m.origin else IS_GHOST_SWAP)
    if m.onto != m.board:
        result |= IS_DROP_MOVE
    if p.color[m.onto][1 - us] & bit(m.to):
        result |= IS_CAPTURE
    elif t == PAWN and p.en_passant[m.onto] & passed_rank(1 - us) & bit(m.to):
        result |= IS_CAPTURE | IS_EN_PASSANT
    return result


cdef inline uint32_t kinds(const void* position, Move move, const void* after) noexcept nogil:
    cdef const TandemPosition* p = <const TandemPosition*> position
    cdef TandemPosition middle
    cdef Move second = second_part(move)
    cdef uint32_t result = part_kinds(p, move & PART_BITS)
    if second:
        make_first(p, move & PART_BITS, &middle)
        result |= part_kinds(&middle, second)
    else:
        result |= IS_SINGLE
    if in_check(after):
        result |= IS_CHECK
        if count_turns(after) == 0:
            result |= IS_MATE
    elif count_turns(after) == 0:
        result |= IS_STALEMATE
    return result
