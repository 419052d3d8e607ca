# Chance nodes: moves with random outcomes, searched by Star1 and Star2 (Ballard 1983).
from oddfish.cext.core.rules cimport Rules, side_of
from oddfish.cext.core.table cimport EXACT, LOWER, NO_EVAL, UPPER, Bound, Found, from_table, probe, store, to_table
from oddfish.cext.core.types cimport INFINITE, MATE_BOUND, MAX_OUTCOMES, NO_MOVE, Key, Move
from oddfish.cext.search.node cimport (evaluate, immediate_score, is_chance_move, is_decisive, make_move,
                                       prefetch_after)
from oddfish.cext.search.picker cimport Picker, new_picker, next_move, release_picker
from oddfish.cext.search.time cimport halted
from oddfish.cext.search.worker cimport NO_SCORE, Worker, position_at


cdef inline int floor_divide(int a, int b) noexcept nogil:
    """Rounded down, for b > 0."""
    return a // b - (1 if a % b < 0 else 0)


cdef inline int ceiling_divide(int a, int b) noexcept nogil:
    """Rounded up, for b > 0."""
    return -floor_divide(-a, b)


cdef int star2_probe(Worker* w, int ply, int depth, int alpha, int beta) noexcept nogil:
    """Star2's probe: a lower bound of a position's value, that of the one move that looks best; -INFINITE if there is
    none. Chance moves are left out."""
    cdef const Rules* rules = w.rules
    cdef Found found
    cdef Picker picker
    cdef Move move
    cdef int best = -INFINITE, score = immediate_score(w, ply)
    if score != NO_SCORE:
        return score
    if depth <= 0:
        return evaluate(w, ply)      # quiescence may stand pat
    if probe(w.shared.table, w.line_keys[ply], &found) and found.depth >= depth and found.bound & LOWER:
        return from_table(found.score, ply)
    w.stack[ply].static_eval = NO_SCORE
    w.stack[ply].side = side_of(position_at(w, ply))
    picker = new_picker(w, ply, found.move, False)
    while True:
        move = next_move(w, ply, &picker)
        if move == NO_MOVE:
            break
        if is_chance_move(rules, position_at(w, ply), move):
            continue
        make_move(w, ply, move, rules.history_slot(position_at(w, ply), move))
        w.stack[ply].quiet = rules.gain(position_at(w, ply), move) == 0
        best = search_child(w, ply, depth - 1, alpha, beta, True)
        break
    release_picker(w, &picker)
    return best


cdef int search_chance_mate(Worker* w, int ply, const Move* outcomes, int n, int slot, int depth, int alpha, int beta,
                            int otherwise) noexcept nogil:
    """A chance node in a window of mate scores only: if every outcome is a win (a loss), the slowest win (loss); else
    ``otherwise``."""
    cdef int i, score, result = INFINITE if alpha > 0 else -INFINITE
    for i in range(n):
        make_move(w, ply, outcomes[i], slot)
        score = search_child(w, ply, depth, alpha, beta, False)
        if halted(w):
            return 0
        result = min(result, score) if alpha > 0 else max(result, score)
        if alpha > 0 and result <= alpha or alpha <= 0 and result >= beta:
            break
    w.stack[ply + 1].pv_length = 0
    return result if abs(result) >= MATE_BOUND and (result > 0) == (alpha > 0) else otherwise


cdef inline int store_chance_node(Worker* w, int ply, Key key, int score, int depth, Bound bound) noexcept nogil:
    """Store and return the score of a chance node; the principal variation ends with its move."""
    w.stack[ply + 1].pv_length = 0
    store(w.shared.table, key, NO_MOVE, to_table(score, ply), NO_EVAL, depth, bound, False)
    return score


cdef int search_chance_node(Worker* w, int ply, Move move, int depth, int alpha, int beta) noexcept nogil:
    """The expected score of a chance move: the mean of its outcomes' scores by their weights.

    Star1: outcomes not yet searched lie within `chance_swing` of the static evaluation, so that the mean is bounded and
    each outcome gets a window outside of which it decides the node. Star2: one reply to each outcome tightens these
    bounds first. The result is a mate score only if every outcome leads to a mate.
    """
    cdef const Rules* rules = w.rules
    cdef char* position = position_at(w, ply)
    cdef Move outcomes[MAX_OUTCOMES]
    cdef int weights[MAX_OUTCOMES]
    cdef int lows[MAX_OUTCOMES]
    cdef int highs[MAX_OUTCOMES]
    cdef int n = rules.chance_outcomes(position, move, outcomes, weights), slot = rules.history_slot(position, move)
    cdef int total = 0, low, high, low_sum, high_sum, i, score, a, b, wins = 0, losses = 0, worst = INFINITE
    cdef int best = -INFINITE, center = w.stack[ply].static_eval
    cdef Key key = w.line_keys[ply] ^ <Key> move * <Key> 0xD1B54A32D192ED03
    cdef Found found
    w.stack[ply + 1].pv_length = 0
    if center == NO_SCORE:
        center = evaluate(w, ply)
    low = center - w.p.chance_swing
    high = center + w.p.chance_swing
    if alpha >= MATE_BOUND - 1 or beta <= 1 - MATE_BOUND:
        return search_chance_mate(w, ply, outcomes, n, slot, depth - w.p.chance_reduction, alpha, beta,
                                  high if alpha > 0 else low)
    if alpha >= high:
        return high

    # Transposition table cutoff
    if probe(w.shared.table, key, &found) and found.depth >= depth:
        score = from_table(found.score, ply)
        if is_decisive(found.bound, score, alpha, beta):
            return score

    for i in range(n):
        prefetch_after(w, ply, outcomes[i])

    # Chance node reduction: a chance move multiplies the positions to search.
    depth -= w.p.chance_reduction
    for i in range(n):
        total += weights[i]
        lows[i] = low
        highs[i] = high
    low_sum = low * total
    high_sum = high * total

    # Star2: the opponent's one reply bounds an outcome from above.
    if depth > 0:
        for i in range(n):
            make_move(w, ply, outcomes[i], slot)
            if side_of(position_at(w, ply + 1)) == side_of(position):
                continue
            score = -star2_probe(w, ply + 1, depth, -high, -low)
            if halted(w):
                return 0
            if score < highs[i]:
                score = max(score, low)
                high_sum += (score - highs[i]) * weights[i]
                highs[i] = score
                if high_sum <= alpha * total:
                    return store_chance_node(w, ply, key, ceiling_divide(high_sum, total), depth + w.p.chance_reduction,
                                             UPPER)

    # Star1: search every outcome; outside of the window (a, b) it decides the node, whatever the others are worth.
    for i in range(n):
        make_move(w, ply, outcomes[i], slot)
        a = max(floor_divide(alpha * total - (high_sum - highs[i] * weights[i]), weights[i]), low)
        b = min(ceiling_divide(beta * total - (low_sum - lows[i] * weights[i]), weights[i]), high)
        score = search_child(w, ply, depth, a, max(b, a + 1), False)
        # Beyond the swing only a mate matters, and only while all outcomes so far are mates.
        if wins == i and high <= score < MATE_BOUND and high < beta:
            score = search_child(w, ply, depth, MATE_BOUND - 1, INFINITE, False)
        elif losses == i and low >= score > -MATE_BOUND and low > alpha:
            score = search_child(w, ply, depth, -INFINITE, 1 - MATE_BOUND, False)
        if halted(w):
            return 0
        wins += score >= MATE_BOUND
        losses += score <= -MATE_BOUND
        worst = min(worst, score)
        best = max(best, score)
        score = max(low, min(score, high))
        if score > a:
            low_sum += (score - lows[i]) * weights[i]
        if score < b:
            high_sum += (score - highs[i]) * weights[i]
        if high_sum <= alpha * total and losses <= i:
            return store_chance_node(w, ply, key, ceiling_divide(high_sum, total), depth + w.p.chance_reduction, UPPER)
        if low_sum >= beta * total and wins <= i:
            return store_chance_node(w, ply, key, floor_divide(low_sum, total), depth + w.p.chance_reduction, LOWER)
    score = worst if wins == n else best if losses == n else floor_divide(low_sum, total)
    return store_chance_node(w, ply, key, score, depth + w.p.chance_reduction, EXACT)
