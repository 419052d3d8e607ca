"""Evaluation and static exchange evaluation of Banqi.

A piece's value depends on what it can capture and what can capture it, so it changes as pieces leave the board.
Face-down pieces count as part of the pool, wherever they are. Enemies that can be caught also count, by the length of
the shortest free path from a hunter.
"""

from oddfish.cext.banqi.geometry cimport Squares, jump_targets, neighbours, ride_targets, tables
from oddfish.cext.banqi.position cimport (ATTEMPT, CAPTURE, CHARIOT, FLIP, JUMP, JUMP_ATTEMPT, NO_COLOR, STEP, TYPES,
                                          BanqiPosition, SetupData, Weights, color_of, move_from, move_kind, move_mover,
                                          move_to, move_victim, occupied)
from oddfish.cext.core.bits cimport bit32, lsb, popcount
from oddfish.cext.core.types cimport Move, Score

from oddfish.cext.banqi import LETTERS
from oddfish.cext.core.terms import declared, each, one

TERMS = declared(
    sizeof(Weights),
    # A piece's value by type, to which the remaining enemies add.
    each("base", LETTERS, (60, 60, 60, 60, 60, 90, 45), -200, 600),
    one("per_prey", 22, 0, 100),        # bonus for each enemy that the piece can capture
    one("per_hunter", 9, -30, 100),     # penalty for each enemy that can capture the piece
    one("free", 60, -100, 500),         # bonus if nothing can capture it except by a jump
    one("screen", 40, 0, 100),          # percentage by which prey counts less for a piece that only jumps
    one("step_room", 16, 0, 240),       # eighths of a centipawn for each possible step
    # Percentage of an enemy's value if a hunter is next to it; then percentages of that, by the hunter's distance.
    one("hunt", 26, 0, 90),
    each("nearness", range(1, 16), (100, 80, 62, 50, 40, 32, 26, 20, 16, 12, 9, 6, 4, 2, 1), 0, 150, fixed=(1,)),
)

cdef enum:
    MIN_VALUE = 20

ctypedef struct Material:
    int number[2][TYPES]    # pieces left, face up or down
    int value[2][TYPES]     # of one piece, given the remaining enemies


cdef void count_material(const BanqiPosition* p, Material* m) noexcept nogil:
    cdef const SetupData* s = p.setup
    cdef const Weights* w = p.weights
    cdef int color, t, u, prey, hunters, captured
    for color in range(2):
        for t in range(TYPES):
            m.number[color][t] = popcount(p.type[t] & p.color[color]) + p.pool[color * TYPES + t]
    for color in range(2):
        for t in range(TYPES):
            captured = s.takes[t] | s.jumps[t]
            prey = hunters = 0
            for u in range(TYPES):
                if captured >> u & 1:
                    prey += m.number[1 - color][u]
                if s.takes[u] >> t & 1:
                    hunters += m.number[1 - color][u]
            m.value[color][t] = w.base[t] + w.per_prey * prey - w.per_hunter * hunters
            if hunters == 0:
                m.value[color][t] += w.free
            if s.jumps[t] and not s.takes[t] & s.jumps[t]:
                m.value[color][t] -= w.per_prey * prey * w.screen // 100
            if m.value[color][t] < MIN_VALUE:
                m.value[color][t] = MIN_VALUE


cdef int hunting_bonus(const BanqiPosition* p, const Material* m, int color) noexcept nogil:
    """The bonus for enemies near ``color``'s hunters: a flood fill from the hunters of each type of enemy."""
    cdef const SetupData* s = p.setup
    cdef Squares empty = s.board & ~occupied(p), prey, reached, frontier, caught
    cdef int t, u, steps, total = 0
    for u in range(TYPES):
        prey = p.type[u] & p.color[1 - color]
        if not prey:
            continue
        reached = 0
        for t in range(TYPES):
            # A piece does not hunt its equal: the prey could capture it first.
            if s.takes[t] >> u & 1 and not s.takes[u] >> t & 1:
                reached |= p.type[t] & p.color[color]
        if not reached:
            continue
        for steps in range(1, 16):
            frontier = neighbours(reached)
            caught = frontier & prey
            if caught:
                total += popcount(caught) * m.value[1 - color][u] * p.weights.nearness[steps - 1]
                prey ^= caught
                if not prey:
                    break
            frontier &= empty & ~reached
            if not frontier:
                break
            reached |= frontier
    return total * p.weights.hunt // 10000


cdef inline int material_balance(const Material* m, int own) noexcept nogil:
    cdef int t, score = 0
    for t in range(TYPES):
        score += m.number[own][t] * m.value[own][t] - m.number[1 - own][t] * m.value[1 - own][t]
    return score


cdef Score material(const void* position) noexcept nogil:
    """The value of the remaining pieces, face up or down."""
    cdef const BanqiPosition* p = <const BanqiPosition*> position
    cdef Material m
    if p.first == NO_COLOR:
        return 0
    count_material(p, &m)
    return material_balance(&m, color_of(p, p.side))


cdef Score evaluate(const void* position) noexcept nogil:
    cdef const BanqiPosition* p = <const BanqiPosition*> position
    cdef Material m
    cdef int own, score, clock
    cdef Squares empty
    if p.first == NO_COLOR:
        return 0
    count_material(p, &m)
    own = color_of(p, p.side)
    score = material_balance(&m, own)
    empty = p.setup.board & ~occupied(p)
    score += hunting_bonus(p, &m, own) - hunting_bonus(p, &m, 1 - own)
    score += p.weights.step_room * (popcount(neighbours(p.color[own]) & empty)
                                    - popcount(neighbours(p.color[1 - own]) & empty)) // 8
    # The advantage shrinks as a draw by the no-progress rule (Q6) approaches.
    if p.setup.no_progress:
        clock = min(p.clock, p.setup.no_progress)
        score = score * (2 * p.setup.no_progress - clock) // (2 * p.setup.no_progress)
    return score


# --- Exchanges and move ordering ----------------------------------------------------------------------------


cdef inline int piece_value(const BanqiPosition* p, int color, int t) noexcept nogil:
    """A piece's value in exchanges, the same as in the evaluation."""
    cdef const SetupData* s = p.setup
    cdef const Weights* w = p.weights
    cdef int u, value = w.base[t], captured = s.takes[t] | s.jumps[t], left, hunters = 0
    for u in range(TYPES):
        left = popcount(p.type[u] & p.color[1 - color]) + p.pool[(1 - color) * TYPES + u]
        if captured >> u & 1:
            value += w.per_prey * left * (100 - w.screen if s.jumps[t] and not s.takes[t] & s.jumps[t] else 100) // 100
        if s.takes[u] >> t & 1:
            value -= w.per_hunter * left
            hunters += left
    if hunters == 0:
        value += w.free
    return max(value, <int> MIN_VALUE)


cdef int gain(const void* position, Move move) noexcept nogil:
    """The victim's value; for an attempt, the expected value of the capture."""
    cdef const BanqiPosition* p = <const BanqiPosition*> position
    cdef int kind = move_kind(move), enemy, captured, t, sum_ = 0, total = 0
    if kind == CAPTURE or kind == JUMP:
        return piece_value(p, 1 - color_of(p, p.side), move_victim(move))
    if kind != ATTEMPT and kind != JUMP_ATTEMPT:
        return 0
    enemy = 1 - color_of(p, p.side)
    captured = p.setup.takes[move_mover(move)] if kind == ATTEMPT else p.setup.jumps[move_mover(move)]
    for t in range(TYPES):
        total += p.pool[t] + p.pool[TYPES + t]
        if captured >> t & 1 and p.pool[enemy * TYPES + t]:
            sum_ += p.pool[enemy * TYPES + t] * piece_value(p, enemy, t)
    return sum_ // total if total else 0


cdef int exchange(const BanqiPosition* p, int sq, int t, int color, Squares removed) noexcept nogil:
    """The most that the other side can win by captures on ``sq``, where a piece of type ``t`` and ``color`` stands.
    Pieces on the squares ``removed`` have left the board."""
    cdef const SetupData* s = p.setup
    cdef Squares target = bit32(sq), attackers, occ = occupied(p) & ~removed | target
    cdef int u, value, lowest = 1 << 20, origin = -1, attacker = 0, cannon
    for u in range(TYPES):
        attackers = p.type[u] & p.color[1 - color] & ~removed & ~target
        if not attackers:
            continue
        if s.takes[u] >> t & 1:
            if u == CHARIOT and s.chariot_rides:
                attackers &= ride_targets(sq, occ)
            else:
                attackers &= tables.step[sq]
        elif not s.jumps[u] >> t & 1:
            continue
        else:
            attackers &= tables.cross[sq]
            while attackers:
                cannon = lsb(attackers)
                if jump_targets(cannon, occ) & target:
                    break
                attackers &= attackers - 1
        if attackers:
            value = piece_value(p, 1 - color, u)
            if value < lowest:
                lowest = value
                origin = lsb(attackers)
                attacker = u
    if origin < 0:
        return 0
    value = piece_value(p, color, t) - exchange(p, sq, attacker, 1 - color, removed | bit32(origin))
    return max(value, 0)


cdef bint see(const void* position, Move move, int threshold) noexcept nogil:
    cdef const BanqiPosition* p = <const BanqiPosition*> position
    cdef int kind = move_kind(move), won = 0
    if kind == CAPTURE or kind == JUMP:
        won = piece_value(p, 1 - color_of(p, p.side), move_victim(move))
    elif kind != STEP:
        return 0 >= threshold
    return won - exchange(p, move_to(move), move_mover(move), color_of(p, p.side),
                          bit32(move_from(move))) >= threshold


cdef int order_hint(const void* position, Move move) noexcept nogil:
    """Flips next to likely prey score higher, and flips next to likely hunters lower."""
    cdef const BanqiPosition* p = <const BanqiPosition*> position
    cdef const SetupData* s = p.setup
    cdef int sq = move_to(move), own, u, t, good = 0, total = 0
    cdef Squares near, mine, theirs
    if move_kind(move) != FLIP or p.first == NO_COLOR:
        return 0
    near = tables.step[sq]
    own = color_of(p, p.side)
    mine = near & p.color[own]
    theirs = near & p.color[1 - own]
    for t in range(TYPES):
        total += p.pool[t] + p.pool[TYPES + t]
    if not mine and not theirs:
        return 0
    for t in range(TYPES):
        if p.pool[own * TYPES + t]:
            # The enemy moves next: it captures what it can, and may save its own piece (which therefore counts half).
            for u in range(TYPES):
                if theirs & p.type[u]:
                    if s.takes[u] >> t & 1:
                        good -= p.pool[own * TYPES + t] * piece_value(p, own, t)
                    elif s.takes[t] >> u & 1:
                        good += p.pool[own * TYPES + t] * piece_value(p, 1 - own, u) // 2
        if p.pool[(1 - own) * TYPES + t]:
            for u in range(TYPES):
                if mine & p.type[u]:
                    if s.takes[t] >> u & 1:
                        good -= p.pool[(1 - own) * TYPES + t] * piece_value(p, own, u)
                    elif s.takes[u] >> t & 1:
                        good += p.pool[(1 - own) * TYPES + t] * piece_value(p, 1 - own, t) // 2
    return good // max(total, 1)
