# The result of a repetition (Q6).
from oddfish.cext.banqi.captures cimport attacked_by
from oddfish.cext.banqi.geometry cimport Squares
from oddfish.cext.banqi.position cimport NO_SQUARE, BanqiPosition, color_of
from oddfish.cext.core.bits cimport bit32
from oddfish.cext.core.types cimport DRAWN, LOST, PERPETUAL_ATTACK, REPETITION, WON, Outcome, Reason


cdef inline bint chases(const BanqiPosition* last, int plies, int player) noexcept nogil:
    """Whether ``player`` attacked the same piece after each of its moves in the cycle (Q6).

    Goes back from the last position. At the end of the cycle every piece is where it was at the start.
    """
    cdef const BanqiPosition* p = last
    cdef Squares chased = p.color[1 - color_of(p, player)]
    cdef Squares origin, to
    cdef int _i
    for _i in range(plies):
        if p.side != player:        # ``player`` has just moved
            chased &= attacked_by(p, color_of(p, player))
        if not chased or p.stepped_from == NO_SQUARE:
            return False
        to = bit32(p.stepped_to)
        origin = bit32(p.stepped_from)
        if chased & to:
            chased ^= to | origin
        p -= 1
    return True


cdef inline Outcome judge_repetition(const BanqiPosition* p, int plies, Reason* reason) noexcept nogil:
    cdef bint mine, theirs
    reason[0] = REPETITION
    if not p.setup.chaser_loses:
        return DRAWN
    mine = chases(p, plies, p.side)
    theirs = chases(p, plies, 1 - p.side)
    if mine == theirs:
        return DRAWN
    reason[0] = PERPETUAL_ATTACK
    return LOST if mine else WON
