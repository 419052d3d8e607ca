# What pieces can capture.
from oddfish.cext.banqi.geometry cimport Squares, jump_targets, neighbours, ride_targets, tables
from oddfish.cext.banqi.position cimport (ALL_TYPES, CHARIOT, TYPES, BanqiPosition, color_of, game_over, occupied,
                                          type_on)
from oddfish.cext.core.bits cimport lsb, pop_lsb32


cdef inline Squares pieces_of_types(const BanqiPosition* p, int types, Squares among) noexcept nogil:
    """The face-up pieces ``among`` whose type is in the set ``types``."""
    cdef Squares found = 0
    if types == ALL_TYPES:
        return among
    while types:
        found |= p.type[lsb(types)]
        types &= types - 1
    return found & among


cdef inline Squares capture_targets(const BanqiPosition* p, int t, int sq, Squares targets) noexcept nogil:
    """The ``targets`` that a piece can capture by a step, or by a chariot's ride (ChariotRides)."""
    if t == CHARIOT and p.setup.chariot_rides:
        return ride_targets(sq, occupied(p)) & targets
    return tables.step[sq] & targets


cdef inline Squares cannon_targets(const BanqiPosition* p, int sq, Squares targets) noexcept nogil:
    """The ``targets`` that a cannon can capture by a jump (Q5)."""
    if tables.cross[sq] & targets:
        return jump_targets(sq, occupied(p)) & targets
    return 0


cdef inline Squares victims_of(const BanqiPosition* p, int t, int sq, Squares enemy) noexcept nogil:
    """Face-up enemies that a piece of type ``t`` on ``sq`` can capture."""
    cdef Squares taken = 0
    if p.setup.takes[t]:
        taken = capture_targets(p, t, sq, enemy)
        if taken:
            taken = pieces_of_types(p, p.setup.takes[t], taken)
    if p.setup.jumps[t]:
        taken |= cannon_targets(p, sq, pieces_of_types(p, p.setup.jumps[t], enemy))
    return taken


cdef inline Squares attacked_by(const BanqiPosition* p, int color) noexcept nogil:
    """Face-up enemies that some piece of ``color`` can capture."""
    cdef Squares own = p.color[color], enemy = p.color[1 - color], attacked = 0, pieces
    cdef int t
    for t in range(TYPES):
        pieces = p.type[t] & own
        if not pieces:
            continue
        if p.setup.takes[t] and not (t == CHARIOT and p.setup.chariot_rides):
            attacked |= neighbours(pieces) & pieces_of_types(p, p.setup.takes[t], enemy)
        while pieces:
            attacked |= victims_of(p, t, pop_lsb32(&pieces), enemy)
    return attacked


cdef inline bint can_continue(const BanqiPosition* p, int sq) noexcept nogil:
    """Whether the piece on ``sq``, of the side to move, can capture, or attempt to capture a face-down piece."""
    cdef int t = type_on(p, sq)
    if game_over(p):
        return False
    if victims_of(p, t, sq, p.color[1 - color_of(p, p.side)]):
        return True
    if not p.setup.dark_capture:
        return False
    return p.setup.takes[t] != 0 and capture_targets(p, t, sq, p.dark) != 0 or \
        p.setup.jumps[t] != 0 and cannon_targets(p, sq, p.dark) != 0
