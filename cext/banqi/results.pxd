# How a position ends, apart from repetition.
from oddfish.cext.banqi.position cimport NO_COLOR, BanqiPosition, all_captured, color_of
from oddfish.cext.core.types cimport (ALL_CAPTURED, DRAWN, LOST, MOVE_RULE, NO_LEGAL_MOVE, NO_REASON, ONGOING, WON,
                                      Outcome, Reason)


cdef inline Outcome outcome(const void* position, int legal_moves, Reason* reason) noexcept nogil:
    cdef const BanqiPosition* p = <const BanqiPosition*> position
    cdef int color
    if p.first != NO_COLOR and (not p.color[0] or not p.color[1]):
        for color in range(2):
            if all_captured(p, color):
                reason[0] = ALL_CAPTURED
                return LOST if color == color_of(p, p.side) else WON
    if legal_moves == 0:
        reason[0] = NO_LEGAL_MOVE
        return LOST
    if p.setup.no_progress and p.clock >= p.setup.no_progress:
        reason[0] = MOVE_RULE
        return DRAWN
    reason[0] = NO_REASON
    return ONGOING
