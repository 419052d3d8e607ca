# Invariants of a position, for FENs and debug builds.
from oddfish.cext.banqi.captures cimport can_continue
from oddfish.cext.banqi.geometry cimport Squares
from oddfish.cext.banqi.position cimport NO_COLOR, NO_SQUARE, PIECES, TYPES, BanqiPosition, color_of
from oddfish.cext.core.bits cimport popcount


cdef inline bint is_valid(const BanqiPosition* p) noexcept nogil:
    """Whether squares hold one piece each, the pool fits the face-down squares, and no type has too many pieces."""
    cdef Squares seen = p.dark
    cdef int t, piece, hidden = 0
    for t in range(TYPES):
        if seen & p.type[t]:
            return False
        seen |= p.type[t]
    if seen & ~p.setup.board or p.color[0] & p.color[1] or (p.color[0] | p.color[1]) != seen & ~p.dark:
        return False
    for piece in range(PIECES):
        hidden += p.pool[piece]
        if p.pool[piece] + popcount(p.type[piece % TYPES] & p.color[piece // TYPES]) > p.setup.number[piece % TYPES]:
            return False
    if hidden != popcount(p.dark) or p.side > 1 or p.first > NO_COLOR:
        return False
    if p.first == NO_COLOR and (p.side or p.color[0] | p.color[1]):
        return False
    return p.series == NO_SQUARE or p.first != NO_COLOR and can_continue(p, p.series) and \
        (p.color[color_of(p, p.side)] >> p.series & 1) != 0
