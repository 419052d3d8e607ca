# Chance nodes: moves with random outcomes. As in Star1 (Ballard 1983), bounds on the outcomes bound their mean. But
# Star1's windows are wide, so it prunes little below chance nodes. Here every outcome is searched with zero windows, by
# the tree (`Calls.search_child`).
from libc.stdint cimport int64_t

from oddfish.cext.core.rules cimport Rules, side_of
from oddfish.cext.core.table cimport EXACT, LOWER, NO_BOUND, NO_EVAL, UPPER, Found, from_table, probe, store, to_table
from oddfish.cext.core.types cimport INFINITE, MATE_BOUND, MAX_OUTCOMES, NO_MOVE, Key, Move
from oddfish.cext.search.node cimport evaluate, is_decisive, make_move, prefetch_after
from oddfish.cext.search.time cimport halted
from oddfish.cext.search.worker cimport NO_SCORE, Worker, position_at

ctypedef struct ChanceNode:         # the chance node being searched; scores are for the side to move there
    int n
    int slot                        # of the move in the history tables
    int depth                       # to which outcomes are searched
    int low                         # lowest and highest possible score of an outcome
    int high
    int total                       # sum of the weights; then the weighted sums of the bounds and guesses
    int low_sum
    int high_sum
    int guess_sum
    Move outcomes[MAX_OUTCOMES]
    int weights[MAX_OUTCOMES]
    int lows[MAX_OUTCOMES]          # bounds of each outcome's score
    int highs[MAX_OUTCOMES]
    int guesses[MAX_OUTCOMES]       # its estimated score, between the bounds
    int tries[MAX_OUTCOMES]         # how often this call of `mean_exceeds` has searched it


cdef inline int floor_divide(int a, int b) noexcept nogil:
    """``a / b`` rounded down, for b > 0."""
    return a // b - (1 if a % b < 0 else 0)


cdef inline int guess_outcome(Worker* w, int ply) noexcept nogil:
    """An estimate of the score of the position at ``ply + 1`` for the side to move at ``ply``: from the table if
    possible, else the static evaluation."""
    cdef Found found
    cdef int score
    if probe(w.shared.table, w.line_keys[ply + 1], &found) and found.bound != NO_BOUND:
        score = from_table(found.score, ply + 1)
    elif found.static_eval != NO_EVAL:
        score = found.static_eval
    else:
        score = evaluate(w, ply + 1)
    return score if side_of(position_at(w, ply + 1)) == side_of(position_at(w, ply)) else -score


cdef inline void guess_outcomes(Worker* w, int ply, ChanceNode* t) noexcept nogil:
    """Give every outcome the widest bounds and a first guess."""
    cdef int i
    t.total = t.guess_sum = 0
    for i in range(t.n):
        make_move(w, ply, t.outcomes[i], t.slot)
        t.lows[i] = t.low
        t.highs[i] = t.high
        t.guesses[i] = max(t.low, min(guess_outcome(w, ply), t.high))
        t.total += t.weights[i]
        t.guess_sum += t.guesses[i] * t.weights[i]
    t.low_sum = t.low * t.total
    t.high_sum = t.high * t.total


cdef inline void learn_outcome(ChanceNode* t, int i, int low, int high, int guess) noexcept nogil:
    """Replace the bounds and the guess of an outcome."""
    t.low_sum += (low - t.lows[i]) * t.weights[i]
    t.high_sum += (high - t.highs[i]) * t.weights[i]
    t.guess_sum += (guess - t.guesses[i]) * t.weights[i]
    t.lows[i] = low
    t.highs[i] = high
    t.guesses[i] = guess


cdef inline bint mean_exceeds(Worker* w, int ply, ChanceNode* t, int alpha) noexcept nogil:
    """Whether the mean of the outcomes' scores, rounded down, is above ``alpha``.

    The guesses suggest an answer, yes or no, with a margin to spare. The answer is right if no outcome's score is off
    its guess by more than this margin. Zero windows test that, starting with the outcome that matters most, until the
    bounds prove the answer. The guesses follow the scores found, so the answer may change on the way.
    """
    cdef int i, chosen, spare, gap, bound, score, beta = (alpha + 1) * t.total
    cdef int64_t doubt, most
    cdef bint exceeds
    for i in range(t.n):
        t.tries[i] = 0
    while True:
        if t.high_sum < beta:
            return False
        if t.low_sum >= beta:
            return True
        exceeds = t.guess_sum >= beta
        spare = (t.guess_sum - beta if exceeds else beta - 1 - t.guess_sum) // t.total
        chosen = -1
        most = 0
        for i in range(t.n):
            gap = (t.guesses[i] - t.lows[i] if exceeds else t.highs[i] - t.guesses[i]) - spare
            doubt = <int64_t> gap * t.weights[i]
            if doubt > most and t.lows[i] < t.highs[i]:
                most = doubt
                chosen = i
        if chosen < 0:
            return exceeds
        i = chosen
        bound = t.guesses[i] - spare - 1 if exceeds else t.guesses[i] + spare
        make_move(w, ply, t.outcomes[i], t.slot)
        score = w.shared.calls.search_child(w, ply, t.depth, bound, bound + 1, not exceeds)
        if halted(w):
            return False
        t.tries[i] += 1
        score = max(t.low, min(score, t.high))
        if score > bound:
            learn_outcome(t, i, max(t.lows[i], score), max(t.highs[i], score), max(t.guesses[i], score))
        else:
            learn_outcome(t, i, min(t.lows[i], score), min(t.highs[i], score), min(t.guesses[i], score))
        # Searches that contradict each other could go on forever.
        if t.tries[i] >= w.p.chance_tries:
            learn_outcome(t, i, t.guesses[i], t.guesses[i], t.guesses[i])


cdef inline int search_chance_mate(Worker* w, int ply, const ChanceNode* t, bint winning, int alpha, int beta,
                                   int otherwise) noexcept nogil:
    """If every outcome is a win (or, if not ``winning``, a loss), the score of the slowest one; else ``otherwise``."""
    cdef int i, score, result = INFINITE if winning else -INFINITE
    for i in range(t.n):
        make_move(w, ply, t.outcomes[i], t.slot)
        score = w.shared.calls.search_child(w, ply, t.depth, alpha, beta, False)
        if halted(w):
            return 0
        result = min(result, score) if winning else max(result, score)
        if result < MATE_BOUND if winning else result > -MATE_BOUND:
            return otherwise
    return result


cdef inline int search_openly(Worker* w, int ply, const ChanceNode* t) noexcept nogil:
    """The mean of the outcomes' scores, each searched with a full window; if all are mates, the slowest one."""
    cdef int i, score, wins = 0, losses = 0, worst = INFINITE, best = -INFINITE, total = 0, sum_ = 0
    for i in range(t.n):
        make_move(w, ply, t.outcomes[i], t.slot)
        score = w.shared.calls.search_child(w, ply, t.depth, -INFINITE, INFINITE, False)
        if halted(w):
            return 0
        wins += score >= MATE_BOUND
        losses += score <= -MATE_BOUND
        worst = min(worst, score)
        best = max(best, score)
        total += t.weights[i]
        sum_ += max(t.low, min(score, t.high)) * t.weights[i]
    return worst if wins == t.n else best if losses == t.n else floor_divide(sum_, total)


cdef inline int search_mean(Worker* w, int ply, ChanceNode* t, int alpha, int beta) noexcept nogil:
    """The mean of the outcomes' scores within a window, rounded down, to within ``chance_tolerance`` centipawns; a mate
    score only if every outcome leads to a mate.

    Zero windows approach it in growing steps, starting from the mean of the guesses (as in MTD(f), Plaat 1996).
    """
    cdef int low = max(alpha, t.low), high = min(beta, t.high), test = floor_divide(t.guess_sum, t.total)
    cdef int step = w.p.chance_tolerance, score
    while low < high:
        test = max(low, min(test, high - 1))
        if mean_exceeds(w, ply, t, test):
            low = max(floor_divide(t.low_sum, t.total), test + 1)
            test = low + step
        else:
            high = min(floor_divide(t.high_sum, t.total), test)
            test = high - 1 - step
        if halted(w) or high <= alpha or low >= beta or high - low <= w.p.chance_tolerance:
            break
        if low <= test < high:
            step *= 2
        else:
            test = (low + high) // 2
    score = high if high <= alpha else low if low >= beta else (low + high) // 2
    # Once a side is winning, look for mates.
    if beta - alpha > 1 and abs(score) >= w.p.chance_mate_score:
        return search_chance_mate(w, ply, t, score > 0, -INFINITE, INFINITE, score)
    return score


cdef inline int search_chance_node(Worker* w, int ply, Move move, int depth, int alpha, int beta) noexcept nogil:
    """The expected score of a chance move: the weighted mean of its outcomes' scores, each of which is assumed to lie
    within ``chance_swing`` of the static evaluation. The result is a mate score only if every outcome leads to a
    mate."""
    cdef const Rules* rules = w.rules
    cdef char* position = position_at(w, ply)
    cdef ChanceNode t
    cdef int score, i, center = w.stack[ply].static_eval
    cdef Key key = w.line_keys[ply] ^ <Key> move * <Key> 0xD1B54A32D192ED03
    cdef Found found
    if center == NO_SCORE:
        center = evaluate(w, ply)
    t.n = rules.chance.outcomes(position, move, t.outcomes, t.weights)
    t.slot = rules.search.history_slot(position, move)
    # Chance node reduction: a chance move multiplies the number of positions to search.
    t.depth = depth - w.p.chance_reduction
    t.low = center - w.p.chance_swing
    t.high = center + w.p.chance_swing
    if alpha >= MATE_BOUND - 1 or beta <= 1 - MATE_BOUND:
        return search_chance_mate(w, ply, &t, alpha > 0, alpha, beta, t.high if alpha > 0 else t.low)
    if alpha >= t.high:
        return t.high
    if beta <= t.low:
        return search_chance_mate(w, ply, &t, False, -MATE_BOUND, 1 - MATE_BOUND, t.low)

    # Transposition table cutoff
    if probe(w.shared.table, key, &found) and found.depth >= depth:
        score = from_table(found.score, ply)
        if is_decisive(found.bound, score, alpha, beta):
            return score

    for i in range(t.n):
        prefetch_after(w, ply, t.outcomes[i])
    if beta - alpha > 1 and t.depth <= 1:
        score = search_openly(w, ply, &t)       # exact, like quiescence itself
    else:
        guess_outcomes(w, ply, &t)
        score = search_mean(w, ply, &t, alpha, beta)
    if halted(w):
        return 0
    store(w.shared.table, key, NO_MOVE, to_table(score, ply), NO_EVAL, depth,
          UPPER if score <= alpha else LOWER if score >= beta else EXACT, False)
    return score
