# The outcomes of flips and attempts.
from libc.stdint cimport uint64_t

from oddfish.cext.banqi.captures cimport cannon_targets, capture_targets
from oddfish.cext.banqi.geometry cimport Squares
from oddfish.cext.banqi.position cimport (NO_COLOR, NO_SQUARE, PIECES, TYPES, BanqiPosition, SetupData, color_of,
                                          game_over, is_chance, move_outcome, with_outcome)
from oddfish.cext.core.bits cimport pop_lsb32, popcount
from oddfish.cext.core.types cimport Move


cdef inline int count_attempts(const BanqiPosition* p) noexcept nogil:
    """The number of attempts to capture a face-down piece."""
    cdef const SetupData* s = p.setup
    cdef Squares own = p.color[color_of(p, p.side)], pieces
    cdef int n = 0, t, sq
    for t in range(TYPES):
        pieces = p.type[t] & own
        while pieces:
            sq = pop_lsb32(&pieces)
            if p.series != NO_SQUARE and sq != p.series:
                continue
            if s.takes[t]:
                n += popcount(capture_targets(p, t, sq, p.dark))
            if s.jumps[t]:
                n += popcount(cannon_targets(p, sq, p.dark))
    return n


cdef inline uint64_t outcomes_beyond_moves(const BanqiPosition* p) noexcept nogil:
    cdef int piece, turning, kinds = 0
    if not p.dark or game_over(p):
        return 0
    turning = popcount(p.dark) if p.series == NO_SQUARE else 0
    if p.setup.dark_capture and p.first != NO_COLOR:
        turning += count_attempts(p)
    for piece in range(PIECES):
        kinds += p.pool[piece] != 0
    return <uint64_t> turning * (kinds - 1)


cdef inline int list_outcomes(const BanqiPosition* p, Move move, Move* outcomes, int* weights) noexcept nogil:
    """List the outcomes of a flip or an attempt: each kind of piece in the pool, weighted by how many there are.

    Returns 0 for other moves, and for moves that already have an outcome.
    """
    cdef int n = 0, piece
    if not is_chance(move) or move_outcome(move):
        return 0
    for piece in range(PIECES):
        if p.pool[piece]:
            outcomes[n] = with_outcome(move, piece)
            weights[n] = p.pool[piece]
            n += 1
    return n
