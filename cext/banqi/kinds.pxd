# The kinds by which perft splits its counts of moves (which carry their outcomes).
from libc.stdint cimport uint32_t

from oddfish.cext.banqi.moves cimport count
from oddfish.cext.banqi.position cimport (ATTEMPT, FLIP, JUMP, JUMP_ATTEMPT, STEP, STOP, BanqiPosition, move_kind,
                                          move_outcome, occupied)
from oddfish.cext.banqi.results cimport outcome
from oddfish.cext.core.bits cimport popcount
from oddfish.cext.core.types cimport LOST, Move, Reason

# Bits, in the order of their names in game.pyx.
cdef enum:
    IS_CAPTURE = 1
    IS_JUMP = 2
    IS_DARK_CAPTURE = 4
    IS_FAILURE = 8
    IS_STOP = 16
    IS_FLIP = 32
    IS_FLIP_OF = 64             # for the first piece; the others follow
    IS_WIN = 1 << 20


cdef inline uint32_t kinds(const void* position, Move move, const void* after) noexcept nogil:
    """A flip's kind includes the piece that it reveals. An attempt to capture a face-down piece succeeds or fails."""
    cdef const BanqiPosition* p = <const BanqiPosition*> position
    cdef const BanqiPosition* q = <const BanqiPosition*> after
    cdef int kind = move_kind(move)
    cdef bint takes = popcount(occupied(q)) < popcount(occupied(p))
    cdef uint32_t result = 0
    cdef Reason reason
    if kind == FLIP:
        result = IS_FLIP | <uint32_t> IS_FLIP_OF << (move_outcome(move) - 1)
    elif kind == STOP:
        result = IS_STOP
    elif takes:
        result = IS_CAPTURE
        if kind == JUMP or kind == JUMP_ATTEMPT:
            result |= IS_JUMP
        if kind == ATTEMPT or kind == JUMP_ATTEMPT:
            result |= IS_DARK_CAPTURE
    elif kind != STEP:
        result = IS_FAILURE
    if p.side != q.side and outcome(after, count(after), &reason) == LOST:
        result |= IS_WIN
    return result
