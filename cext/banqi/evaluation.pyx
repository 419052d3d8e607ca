"""What Banqi's positions are worth.

Men are worth what they can take and what can take them, so values follow from who is left. Where a man can be caught,
the way to it counts: hunters are led along real paths, past men and face-down squares. Men face down count with the
pool's; what lies where is nowhere known.
"""

from oddfish.cext.banqi.position cimport (ATTEMPT, CAPTURE, CHARIOT, FLIP, JUMP, JUMP_ATTEMPT, NO_COLOR, STEP, TYPES,
                                 BanqiPosition, SetupData, Squares, Weights, color_of, move_from, move_kind,
                                 move_mover, move_to, move_victim)
from oddfish.cext.banqi.geometry cimport Lines, around, banqi_lines, hits, leaps
from oddfish.cext.core.bits cimport lsb, popcount
from oddfish.cext.core.types cimport Move, Score

from oddfish.cext.core.terms import declared, each, one

cdef const Lines* L = banqi_lines()

TERMS = declared(
    sizeof(Weights),
    # A man's plain worth by type, and what each enemy type left that it takes, or that takes it, adds or costs.
    each("base", "KGMRNCP", (60, 60, 60, 60, 60, 90, 45), -200, 600),
    one("per_prey", 22, 0, 100),        # for each enemy man it takes
    one("per_hunter", 9, -30, 100),     # for each enemy man that takes it
    one("free", 60, -100, 500),         # nothing but a jump takes it
    one("screen", 40, 0, 100),          # per cent of its prey that a jumper is denied for want of a screen
    one("step_room", 16, 0, 240),       # for each step a man has, in eighths of a centipawn
    # Per cent of a prey's worth when its hunter stands beside it, and per cent of that by the hunter's way.
    one("hunt", 26, 0, 90),
    each("nearness", range(1, 16), (100, 80, 62, 50, 40, 32, 26, 20, 16, 12, 9, 6, 4, 2, 1), 0, 150, fixed=(1,)),
)

cdef enum:
    LEAST_WORTH = 20

ctypedef struct Census:
    int number[2][TYPES]    # men left, face up or down
    int worth[2][TYPES]


cdef void take_census(const BanqiPosition* p, Census* c) noexcept nogil:
    """Who is left, and what each type is worth against the enemies left."""
    cdef const SetupData* s = p.setup
    cdef const Weights* w = p.weights
    cdef int color, t, u, prey, hunters, law
    for color in range(2):
        for t in range(TYPES):
            c.number[color][t] = popcount(p.type[t] & p.color[color]) + p.pool[color * TYPES + t]
    for color in range(2):
        for t in range(TYPES):
            law = s.takes[t] | s.jumps[t]
            prey = hunters = 0
            for u in range(TYPES):
                if law >> u & 1:
                    prey += c.number[1 - color][u]
                if s.takes[u] >> t & 1:
                    hunters += c.number[1 - color][u]
            c.worth[color][t] = w.base[t] + w.per_prey * prey - w.per_hunter * hunters
            if hunters == 0:
                c.worth[color][t] += w.free
            if s.jumps[t] and not s.takes[t] & s.jumps[t]:
                c.worth[color][t] -= w.per_prey * prey * w.screen // 100
            if c.worth[color][t] < LEAST_WORTH:
                c.worth[color][t] = LEAST_WORTH


cdef int hunt(const BanqiPosition* p, const Census* c, int color) noexcept nogil:
    """How near ``color``'s hunters are to each enemy they can catch."""
    cdef const SetupData* s = p.setup
    cdef Squares empty = s.board & ~(p.color[0] | p.color[1] | p.dark), prey, reached, next_, met
    cdef int t, u, steps, total = 0
    for u in range(TYPES):
        prey = p.type[u] & p.color[1 - color]
        if not prey:
            continue
        reached = 0
        for t in range(TYPES):
            # A hunter that its prey could take first, on equal terms, hunts nobody.
            if s.takes[t] >> u & 1 and not s.takes[u] >> t & 1:
                reached |= p.type[t] & p.color[color]
        if not reached:
            continue
        for steps in range(1, 16):
            next_ = around(reached)
            met = next_ & prey
            if met:
                total += popcount(met) * c.worth[1 - color][u] * p.weights.nearness[steps - 1]
                prey ^= met
                if not prey:
                    break
            next_ &= empty & ~reached
            if not next_:
                break
            reached |= next_
    return total * p.weights.hunt // 10000


cdef inline int balance(const Census* c, int own) noexcept nogil:
    cdef int t, score = 0
    for t in range(TYPES):
        score += c.number[own][t] * c.worth[own][t] - c.number[1 - own][t] * c.worth[1 - own][t]
    return score


cdef Score material(const void* position) noexcept nogil:
    """The men left alone, each at its worth."""
    cdef const BanqiPosition* p = <const BanqiPosition*> position
    cdef Census c
    if p.first == NO_COLOR:
        return 0
    take_census(p, &c)
    return balance(&c, color_of(p, p.side))


cdef Score evaluate(const void* position) noexcept nogil:
    cdef const BanqiPosition* p = <const BanqiPosition*> position
    cdef Census c
    cdef int own, score, clock
    cdef Squares empty
    if p.first == NO_COLOR:
        return 0
    take_census(p, &c)
    own = color_of(p, p.side)
    score = balance(&c, own)
    empty = p.setup.board & ~(p.color[0] | p.color[1] | p.dark)
    score += hunt(p, &c, own) - hunt(p, &c, 1 - own)
    score += p.weights.step_room * (popcount(around(p.color[own]) & empty)
                                    - popcount(around(p.color[1 - own]) & empty)) // 8
    # The nearer the draw by no progress, the less an advantage is worth that makes none.
    if p.setup.no_progress:
        clock = min(p.clock, p.setup.no_progress)
        score = score * (2 * p.setup.no_progress - clock) // (2 * p.setup.no_progress)
    return score


# --- Moves --------------------------------------------------------------------------------------------------


cdef inline int worth(const BanqiPosition* p, int color, int t) noexcept nogil:
    """A man's worth in exchanges: as in the evaluation."""
    cdef const SetupData* s = p.setup
    cdef const Weights* w = p.weights
    cdef int u, value = w.base[t], law = s.takes[t] | s.jumps[t], left, hunters = 0
    for u in range(TYPES):
        left = popcount(p.type[u] & p.color[1 - color]) + p.pool[(1 - color) * TYPES + u]
        if law >> u & 1:
            value += w.per_prey * left * (100 - w.screen if s.jumps[t] and not s.takes[t] & s.jumps[t] else 100) // 100
        if s.takes[u] >> t & 1:
            value -= w.per_hunter * left
            hunters += left
    if hunters == 0:
        value += w.free
    return max(value, <int> LEAST_WORTH)


cdef int gain(const void* position, Move move) noexcept nogil:
    """The victim's worth; for an attempt, that of the victims it may find, by their share of the pool."""
    cdef const BanqiPosition* p = <const BanqiPosition*> position
    cdef int kind = move_kind(move), enemy, law, t, sum_ = 0, total = 0
    if kind == CAPTURE or kind == JUMP:
        return worth(p, 1 - color_of(p, p.side), move_victim(move))
    if kind != ATTEMPT and kind != JUMP_ATTEMPT:
        return 0
    enemy = 1 - color_of(p, p.side)
    law = p.setup.takes[move_mover(move)] if kind == ATTEMPT else p.setup.jumps[move_mover(move)]
    for t in range(TYPES):
        total += p.pool[t] + p.pool[TYPES + t]
        if law >> t & 1 and p.pool[enemy * TYPES + t]:
            sum_ += p.pool[enemy * TYPES + t] * worth(p, enemy, t)
    return sum_ // total if total else 0


cdef int exchange(const BanqiPosition* p, int sq, int t, int color, Squares gone) noexcept nogil:
    """What the other side wins at most by taking the man of type ``t`` and ``color`` on ``sq``, and being retaken;
    men in ``gone`` have left the board."""
    cdef const SetupData* s = p.setup
    cdef Squares there = <Squares> 1 << sq, men, occupied = (p.color[0] | p.color[1] | p.dark) & ~gone | there
    cdef int u, value, least = 1 << 20, origin = -1, taker = 0, from_
    for u in range(TYPES):
        men = p.type[u] & p.color[1 - color] & ~gone & ~there
        if not men:
            continue
        if s.takes[u] >> t & 1:
            if u == CHARIOT and s.chariot_rides:
                men &= hits(L, sq, occupied)
            else:
                men &= L.step[sq]
        elif not s.jumps[u] >> t & 1:
            continue
        else:
            men &= L.cross[sq]
            while men:
                from_ = lsb(men)
                if leaps(L, from_, occupied) & there:
                    break
                men &= men - 1
        if men:
            value = worth(p, 1 - color, u)
            if value < least:
                least = value
                origin = lsb(men)
                taker = u
    if origin < 0:
        return 0
    value = worth(p, color, t) - exchange(p, sq, taker, 1 - color, gone | <Squares> 1 << origin)
    return max(value, 0)


cdef bint see(const void* position, Move move, int threshold) noexcept nogil:
    cdef const BanqiPosition* p = <const BanqiPosition*> position
    cdef int kind = move_kind(move), won = 0
    if kind == CAPTURE or kind == JUMP:
        won = worth(p, 1 - color_of(p, p.side), move_victim(move))
    elif kind != STEP:
        return 0 >= threshold
    return won - exchange(p, move_to(move), move_mover(move), color_of(p, p.side),
                          <Squares> 1 << move_from(move)) >= threshold


cdef int hint(const void* position, Move move) noexcept nogil:
    """Flips first where what may turn up does good: beside enemies it may take, away from those that may take it."""
    cdef const BanqiPosition* p = <const BanqiPosition*> position
    cdef const SetupData* s = p.setup
    cdef int sq = move_to(move), own, u, t, good = 0, total = 0
    cdef Squares near, mine, theirs
    if move_kind(move) != FLIP or p.first == NO_COLOR:
        return 0
    near = L.step[sq]
    own = color_of(p, p.side)
    mine = near & p.color[own]
    theirs = near & p.color[1 - own]
    for t in range(TYPES):
        total += p.pool[t] + p.pool[TYPES + t]
    if not mine and not theirs:
        return 0
    for t in range(TYPES):
        if p.pool[own * TYPES + t]:
            # The enemy moves next: what it can take at once is lost, what it cannot drive off may be taken later.
            for u in range(TYPES):
                if theirs & p.type[u]:
                    if s.takes[u] >> t & 1:
                        good -= p.pool[own * TYPES + t] * worth(p, own, t)
                    elif s.takes[t] >> u & 1:
                        good += p.pool[own * TYPES + t] * worth(p, 1 - own, u) // 2
        if p.pool[(1 - own) * TYPES + t]:
            for u in range(TYPES):
                if mine & p.type[u]:
                    if s.takes[t] >> u & 1:
                        good -= p.pool[(1 - own) * TYPES + t] * worth(p, own, u)
                    elif s.takes[u] >> t & 1:
                        good += p.pool[(1 - own) * TYPES + t] * worth(p, 1 - own, t) // 2
    return good // max(total, 1)
