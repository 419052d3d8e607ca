"""The search, written once against the rules table.

Iterative deepening with aspiration windows, principal variation search, a transposition table shared by lazy SMP
threads, quiescence, null move, singular and check extensions, late-move reductions, futility and exchange
pruning, killers, counter moves, history; chance nodes with Star1 and Star2 bounds. Whose move it is comes from the
position, never from the ply. Where a move of the game is a series of smaller ones (`Rules.parts`: a turn of Tandem-84),
the search walks the parts, and tells of whole moves. With one thread and no clock a search is reproducible.
"""
from libc.math cimport log
from libc.stdint cimport int16_t, int64_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from oddfish.cext.core cimport table as tt
from oddfish.cext.core.bits cimport DEBUG
from oddfish.cext.core.rules cimport Position, Rules, key_of, side_of
from oddfish.cext.core.table cimport EXACT, LOWER, NO_BOUND, UPPER, Bound, Found, Table
from oddfish.cext.core.types cimport (DRAWN, INFINITE, LOST, MATE as MATE_SCORE, MATE_BOUND, MAX_OUTCOMES, MAX_PLY, NO_MOVE,
                                 NO_REASON, ONGOING, WON, Key, Move, Outcome, Reason)

from threading import Thread

cdef extern from "clock.h" nogil:
    int64_t now_ns "of_now_ns"()

#: Score of a mate on the board; a mate in n plies scores MATE - n.
MATE = MATE_SCORE
#: Whether every node is checked (ODDFISH_DEBUG=1).
DEBUG_BUILD = bool(DEBUG)

cdef enum:
    HISTORY_MAX = 16384
    POLL = 512              # nodes between looks at the clock
    NO_EVAL = 40000         # static evaluation unknown (in check)
    PERPETUAL = 12000       # for winning by repetition: much, but no mate
    SWING = 1200            # what one throw of chance may do to the static evaluation
    MOST_EVASIONS = 2       # quiet moves that quiescence tries in check, unless all of them lose

# Moves are tried in the order of these scores.
cdef enum:
    TABLE_MOVE = 1 << 28
    GOOD_CAPTURE = 1 << 24
    KILLER = 1 << 20
    COUNTER = 1 << 19
    HINT = 24               # for each centipawn of a hint
    BAD_CAPTURE = -(1 << 24)

cdef int reductions[64][64]     # by depth and number of the move

ctypedef struct Frame:          # one ply of a line
    Move move                   # made from here; NO_MOVE after a null move
    int slot                    # of that move, -1 for none
    int eval
    int side
    bint null                   # the move made was a null move
    Move killers[2]
    Move excluded               # left out by a singular search
    int length                  # of the principal variation from here
    Move pv[MAX_PLY + 1]

ctypedef struct RootMove:
    Move move
    int score
    int previous                # score of the last iteration
    uint64_t nodes
    int seldepth
    int length
    Move pv[MAX_PLY + 1]

ctypedef struct Shared:         # by all threads of a search
    const Rules* game           # the rules of the root
    const Rules* rules          # those searched by: the same, or of the parts of moves
    Table* table
    volatile int stop
    volatile int64_t start      # ns of the monotonic clock; moved by a ponder hit
    volatile int64_t soft       # ns after start, 0 for none
    volatile int64_t hard
    uint64_t node_limit
    int depth_limit
    int mate_limit              # in moves
    int multipv
    int threads
    void* owner                 # the Search, for reports

ctypedef struct Worker:         # one thread
    Shared* shared
    const Rules* rules
    int index
    char* positions             # of the game so far, as far back as matters, and of the line
    char* line                  # the latter, from the root on
    Key* keys                   # of all of them
    int root                    # index of the root position
    volatile uint64_t nodes
    int seldepth
    int depth                   # of the running iteration
    int null_from               # no null moves before this ply, while one is being verified
    int16_t* history            # [slot]
    int16_t* continuation       # [slot of the move before][slot]
    Move* counters              # [slot of the move before]
    Move* moves                 # pool of move lists
    int* scores                 # beside it
    size_t top
    RootMove* roots
    int root_count
    Move* wanted                # whole moves the search is restricted to, where they have parts
    int wanted_count
    int first_root              # roots before it are settled lines of this iteration
    int root_index              # of the root move under way
    Frame frames[MAX_PLY + 4]


cdef void set_up() noexcept nogil:
    cdef int d, n
    for d in range(1, 64):
        for n in range(1, 64):
            reductions[d][n] = <int> (0.4 + log(<double> d) * log(<double> n) / 2.1)


set_up()


cdef inline char* position_at(const Worker* w, int ply) noexcept nogil:
    return w.line + <size_t> ply * w.rules.size


# --- Limits -------------------------------------------------------------------------------------------------


cdef void poll(Worker* w) noexcept nogil:
    cdef Shared* s = w.shared
    if s.hard and now_ns() - s.start >= s.hard:
        s.stop = 1


cdef inline bint halted(Worker* w) noexcept nogil:
    """Count a node; whether the search must end."""
    w.nodes += 1
    if w.shared.node_limit and w.nodes * w.shared.threads > w.shared.node_limit:
        w.shared.stop = 1
    if w.nodes % POLL == 0:
        poll(w)
    return w.shared.stop != 0


# --- Helpers of the tree search --------------------------------------------------------------------------------


cdef int repeated(const Worker* w, int ply) noexcept nogil:
    """How many plies back the position stood that repeats one of the line, or for the third time one of the game;
    else 0."""
    cdef int at = w.root + ply, back, seen = 0, latest = 0, limit = w.rules.reversible_plies(position_at(w, ply))
    cdef Key key = w.keys[at]
    if limit > at:
        limit = at
    for back in range(1, limit + 1):
        if ply - back >= 0 and w.frames[ply - back].null:
            return 0            # nothing before a null move was ever on the board
        if w.keys[at - back] == key:
            if back <= ply:
                return back
            seen += 1
            if seen == 1:
                latest = back
            else:
                return latest
    return 0


cdef inline int repetition_score(const Worker* w, int ply, int plies) noexcept nogil:
    """What repeating the position of so many plies ago is worth."""
    cdef Reason reason = NO_REASON
    cdef Outcome outcome
    if w.rules.repetition == NULL:
        return 0
    outcome = w.rules.repetition(position_at(w, ply), plies, &reason)
    return 0 if outcome == DRAWN else PERPETUAL if outcome == WON else -PERPETUAL


cdef inline int ending(const Worker* w, const char* position, int moves, int ply) noexcept nogil:
    """The score of a position by itself over with so many legal moves, or NO_EVAL while it goes on."""
    cdef Reason reason = NO_REASON
    cdef Outcome outcome = w.rules.outcome(position, moves, &reason)
    if outcome == ONGOING:
        return NO_EVAL
    if outcome == DRAWN:
        return 0
    return MATE_SCORE - ply if outcome == WON else ply - MATE_SCORE


cdef inline int settled(const Worker* w, const char* position, int ply) noexcept nogil:
    """Like ``ending``, before moves are known: they are counted only where it matters."""
    if ending(w, position, 1, ply) == NO_EVAL:
        return NO_EVAL
    return ending(w, position, w.rules.count(position), ply)


cdef inline bint open_to_chance(const Rules* r, const void* position, Move move) noexcept nogil:
    """Whether a legal move leaves something to chance."""
    cdef Move outcomes[MAX_OUTCOMES]
    cdef int weights[MAX_OUTCOMES]
    return r.chance_outcomes != NULL and r.chance_outcomes(position, move, outcomes, weights) > 0


cdef inline void enter(Worker* w, int ply, Move move, int slot) noexcept nogil:
    """Make ``move`` from ``ply`` and note it."""
    w.rules.make(position_at(w, ply), move, position_at(w, ply + 1))
    w.frames[ply].move = move
    w.frames[ply].slot = slot
    w.frames[ply].null = False
    w.keys[w.root + ply + 1] = key_of(position_at(w, ply + 1))
    tt.prefetch(w.shared.table, w.keys[w.root + ply + 1])


cdef inline int reply(Worker* w, int ply, Move move, bint chance, int depth, int alpha, int beta,
                      bint cut) noexcept nogil:
    """The value, for the side to move at ``ply``, of ``move``: of the position at ``ply + 1``, which was entered, or
    of all the positions that ``chance`` may make there."""
    if chance:
        return gamble(w, ply, move, depth, alpha, beta)
    return answer(w, ply, depth, alpha, beta, cut)


cdef inline int answer(Worker* w, int ply, int depth, int alpha, int beta, bint cut) noexcept nogil:
    """The value, for the side to move at ``ply``, of the position at ``ply + 1``."""
    if side_of(position_at(w, ply + 1)) == side_of(position_at(w, ply)):
        return search(w, ply + 1, depth, alpha, beta, cut)
    return -search(w, ply + 1, depth, -beta, -alpha, cut)


cdef inline void extend_pv(Worker* w, int ply, Move move) noexcept nogil:
    cdef Frame* here = &w.frames[ply]
    cdef Frame* after = &w.frames[ply + 1]
    here.pv[0] = move
    memcpy(&here.pv[1], after.pv, after.length * sizeof(Move))
    here.length = after.length + 1


cdef inline int pick(Worker* w, size_t base, int i, int n) noexcept nogil:
    """Bring the best of moves i..n-1 to place i; returns its ordering score."""
    cdef Move* moves = w.moves + base
    cdef int* scores = w.scores + base
    cdef int best = i, j, score
    cdef Move move
    for j in range(i + 1, n):
        if scores[j] > scores[best]:
            best = j
    move = moves[best]
    score = scores[best]
    moves[best] = moves[i]
    scores[best] = scores[i]
    moves[i] = move
    scores[i] = score
    return score


cdef inline int16_t* follow_up(const Worker* w, int ply) noexcept nogil:
    """Continuation history after the move that led to ``ply``, or NULL."""
    if ply == 0 or w.frames[ply - 1].slot < 0:
        return NULL
    return w.continuation + <size_t> w.frames[ply - 1].slot * w.rules.history_slots


cdef inline Move counter_of(const Worker* w, int ply) noexcept nogil:
    if ply == 0 or w.frames[ply - 1].slot < 0:
        return NO_MOVE
    return w.counters[w.frames[ply - 1].slot]


cdef inline bint better_than_before(const Worker* w, int ply) noexcept nogil:
    """Whether the evaluation has risen since the side last began to move: two plies ago, or four where turns have
    two parts."""
    cdef int before = ply - 2 if ply >= 2 and w.frames[ply - 2].side == w.frames[ply].side else ply - 4
    return before >= 0 and w.frames[before].eval != NO_EVAL and w.frames[before].side == w.frames[ply].side and \
        w.frames[ply].eval > w.frames[before].eval


cdef void order(Worker* w, int ply, size_t base, int n, Move table_move) noexcept nogil:
    """Ordering scores of all moves of a node."""
    cdef const char* position = position_at(w, ply)
    cdef const Frame* here = &w.frames[ply]
    cdef int16_t* after = follow_up(w, ply)
    cdef Move move, counter = counter_of(w, ply)
    cdef int i, score, gain, slot
    for i in range(n):
        move = w.moves[base + i]
        slot = w.rules.history_slot(position, move)
        if move == table_move:
            score = TABLE_MOVE
        else:
            gain = w.rules.gain(position, move)
            if gain != 0:
                score = (GOOD_CAPTURE if w.rules.see(position, move, -20) else BAD_CAPTURE) + gain * 16
                score += w.history[slot] // 64
            elif move == here.killers[0]:
                score = KILLER + 1
            elif move == here.killers[1]:
                score = KILLER
            else:
                score = w.history[slot]
                if w.rules.order_hint != NULL:
                    score += HINT * w.rules.order_hint(position, move)
                if after != NULL:
                    score += after[slot]
                if move == counter:
                    score = COUNTER
        w.scores[base + i] = score


cdef inline void nudge(int16_t* value, int bonus) noexcept nogil:
    """Move a history value towards its bound, the less the nearer it is."""
    value[0] += <int16_t> (bonus - value[0] * abs(bonus) // HISTORY_MAX)


cdef void learn(Worker* w, int ply, size_t base, int tried, Move best, int depth) noexcept nogil:
    """After a cut-off: ``best`` (the last of the tried moves) was good here, the quiet ones before it were not."""
    cdef const char* position = position_at(w, ply)
    cdef Frame* here = &w.frames[ply]
    cdef int16_t* after = follow_up(w, ply)
    cdef int i, slot, bonus = min(16 * depth * depth + 32 * depth, 1800)
    cdef bint quiet = w.rules.gain(position, best) == 0
    if quiet:
        if here.killers[0] != best:
            here.killers[1] = here.killers[0]
            here.killers[0] = best
        if ply and w.frames[ply - 1].slot >= 0:
            w.counters[w.frames[ply - 1].slot] = best
    for i in range(tried):
        slot = w.rules.history_slot(position, w.moves[base + i])
        if w.moves[base + i] == best:
            nudge(&w.history[slot], bonus)
            if after != NULL and quiet:
                nudge(&after[slot], bonus)
        elif quiet and w.rules.gain(position, w.moves[base + i]) == 0:
            nudge(&w.history[slot], -bonus)
            if after != NULL:
                nudge(&after[slot], -bonus)


cdef void check_node(const Worker* w, int ply) noexcept nogil:
    """Debug builds: every position must be what its invariants say."""
    if not w.rules.valid(position_at(w, ply)) or \
            key_of(position_at(w, ply)) != w.rules.fresh_key(position_at(w, ply)):
        with gil:
            raise SystemError("invalid position in search")


cdef inline int arrive(Worker* w, int ply) noexcept nogil:
    """Count a node. Its score if it needs no search (the end of game, line or time), else NO_EVAL."""
    cdef const char* position = position_at(w, ply)
    cdef Outcome outcome
    cdef int score, plies
    w.frames[ply].length = 0
    if halted(w):
        return 0
    if DEBUG:
        check_node(w, ply)
    if ply > w.seldepth:
        w.seldepth = ply
    score = settled(w, position, ply)
    if score != NO_EVAL:
        return score
    score = repeated(w, ply)
    if score:
        return repetition_score(w, ply, score)
    if w.rules.probe != NULL and ply and w.rules.probe(position, &outcome, &plies):
        return 0 if outcome == DRAWN else MATE_SCORE - ply - plies if outcome == WON else ply + plies - MATE_SCORE
    if ply >= MAX_PLY - 1:
        return 0 if w.rules.in_check(position) else w.rules.evaluate(position)
    return NO_EVAL


# --- Quiescence -----------------------------------------------------------------------------------------------


cdef int quiesce(Worker* w, int ply, int alpha, int beta) noexcept nogil:
    """The value of a position once captures and promotions have been played out.

    In check there is no standing pat: the good captures are tried, and quiet moves until one does not lose and
    MOST_EVASIONS have been tried. All of them would explode where moves are many and checks cheap (drops, turns of two
    moves). Being mated is told only when every move was tried.
    """
    cdef const Rules* r = w.rules
    cdef char* position = position_at(w, ply)
    cdef int best, score, old_alpha = alpha, i, n, gain, quiets = 0, stand = NO_EVAL
    cdef size_t base = w.top
    cdef bint check, pv = beta - alpha > 1
    cdef Found found
    cdef Move move, best_move = NO_MOVE, table_move = NO_MOVE
    cdef Key key = w.keys[w.root + ply]
    score = arrive(w, ply)
    if score != NO_EVAL:
        return score
    check = r.in_check(position)
    if tt.probe(w.shared.table, key, &found):
        score = tt.from_table(found.score, ply)
        if not pv and (found.bound == EXACT or found.bound == LOWER and score >= beta
                       or found.bound == UPPER and score <= alpha):
            return score
        table_move = found.move
    if check:
        best = ply - MATE_SCORE
        n = r.generate(position, w.moves + base)
    else:
        stand = r.evaluate(position)
        best = stand
        if best >= beta:
            return best
        if best > alpha:
            alpha = best
        n = r.noisy(position, w.moves + base)
    w.top += n
    order(w, ply, base, n, table_move)
    for i in range(n):
        score = pick(w, base, i, n)
        move = w.moves[base + i]
        gain = r.gain(position, move)
        if best > -MATE_BOUND:
            if score < BAD_CAPTURE // 2:
                break           # loses the exchange, and so do all that follow
            if check and gain == 0 and quiets >= MOST_EVASIONS:
                break           # good captures came before
            if not check and stand + gain + 180 <= alpha:
                if best < stand + gain + 180:
                    best = min(stand + gain + 180, alpha)
                continue
        quiets += gain == 0
        enter(w, ply, move, r.history_slot(position, move))
        if side_of(position_at(w, ply + 1)) == side_of(position):
            score = quiesce(w, ply + 1, alpha, beta)
        else:
            score = -quiesce(w, ply + 1, -beta, -alpha)
        if w.shared.stop:
            w.top = base
            return 0
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                best_move = move
                extend_pv(w, ply, move)
                if score >= beta:
                    break
    w.top = base
    tt.store(w.shared.table, key, best_move, tt.to_table(best, ply), 0,
             LOWER if best >= beta else EXACT if best > old_alpha and pv else UPPER)
    return best


# --- The tree ---------------------------------------------------------------------------------------------------


cdef int null_search(Worker* w, int ply, int depth, int beta, int eval_) noexcept nogil:
    """What passing is worth, searched shallower with a window at ``beta``."""
    cdef int r = 3 + depth // 4 + min((eval_ - beta) // 200, 3)
    w.rules.make_null(position_at(w, ply), position_at(w, ply + 1))
    w.frames[ply].move = NO_MOVE
    w.frames[ply].slot = -1
    w.frames[ply].null = True
    w.keys[w.root + ply + 1] = key_of(position_at(w, ply + 1))
    cdef int score = -search(w, ply + 1, depth - r, -beta, 1 - beta, True)
    w.frames[ply].null = False
    return score


cdef bint begins_wanted(const Worker* w, Move first, Move second) noexcept nogil:
    """Whether the root's move of these parts (NO_MOVE: no second) is one the search is restricted to."""
    cdef Move[2] parts = [first, second]
    cdef int used = 0, i
    cdef Move whole = w.shared.game.join_parts(w.line, parts, 2 if second else 1, &used)
    for i in range(w.wanted_count):
        if whole != NO_MOVE and w.wanted[i] == whole:
            return True
    return False


cdef int keep_wanted(Worker* w, size_t base, int n) noexcept nogil:
    """Of the moves after the root's first part, those that complete a move the search is restricted to."""
    cdef int i, kept = 0
    if side_of(position_at(w, 1)) != side_of(position_at(w, 0)):
        return n                # that part was the whole move
    for i in range(n):
        if begins_wanted(w, w.frames[0].move, w.moves[base + i]):
            w.moves[base + kept] = w.moves[base + i]
            kept += 1
    return kept


cdef inline int floor_divide(int a, int b) noexcept nogil:
    """Rounded down, for b > 0."""
    return a // b - (1 if a % b < 0 else 0)


cdef int best_reply(Worker* w, int ply, int depth, int alpha, int beta) noexcept nogil:
    """A lower bound of a position's value: that of the one move that looks best, chance moves apart; -INFINITE if
    there is none. What Star2 probes with."""
    cdef const Rules* r = w.rules
    cdef Found found
    cdef size_t base = w.top
    cdef int n, i, best = -INFINITE, score = arrive(w, ply)
    if score != NO_EVAL:
        return score
    if depth <= 0:
        return r.evaluate(position_at(w, ply))      # quiescence may stand pat
    if not tt.probe(w.shared.table, w.keys[w.root + ply], &found):
        found.move = NO_MOVE
    elif found.depth >= depth and found.bound & LOWER:
        return tt.from_table(found.score, ply)
    n = r.generate(position_at(w, ply), w.moves + base)
    w.top += n
    w.frames[ply].eval = NO_EVAL
    w.frames[ply].side = side_of(position_at(w, ply))
    w.frames[ply].excluded = w.frames[ply + 1].excluded = NO_MOVE
    order(w, ply, base, n, found.move)
    for i in range(n):
        pick(w, base, i, n)
        if open_to_chance(r, position_at(w, ply), w.moves[base + i]):
            continue
        enter(w, ply, w.moves[base + i], r.history_slot(position_at(w, ply), w.moves[base + i]))
        best = answer(w, ply, depth - 1, alpha, beta, True)
        break
    w.top = base
    return best


cdef int certain(Worker* w, int ply, const Move* outcomes, int n, int slot, int depth, int alpha, int beta,
                 int otherwise) noexcept nogil:
    """A move of chance in a window of mates alone: the slowest of wins, or of losses, if all outcomes are such; else
    ``otherwise``."""
    cdef int i, value, result = INFINITE if alpha > 0 else -INFINITE
    for i in range(n):
        enter(w, ply, outcomes[i], slot)
        value = answer(w, ply, depth, alpha, beta, False)
        if w.shared.stop:
            return 0
        result = min(result, value) if alpha > 0 else max(result, value)
        if alpha > 0 and result <= alpha or alpha <= 0 and result >= beta:
            break
    w.frames[ply + 1].length = 0
    return result if abs(result) >= MATE_BOUND and (result > 0) == (alpha > 0) else otherwise


cdef inline int keep_gamble(Worker* w, int ply, Key key, int value, int depth, Bound bound) noexcept nogil:
    """Store and return what a move of chance is worth; the line ends with it."""
    w.frames[ply + 1].length = 0
    tt.store(w.shared.table, key, NO_MOVE, tt.to_table(value, ply), depth, bound)
    return value


cdef int gamble(Worker* w, int ply, Move move, int depth, int alpha, int beta) noexcept nogil:
    """The expectation of a move of chance, by Star1 and Star2: the value of every outcome counts by its weight, and
    those not yet known are bounded, at first by what a throw can do at all (SWING), then by one reply to each.

    A mate counts as one if every outcome leads to one.
    """
    cdef const Rules* r = w.rules
    cdef char* position = position_at(w, ply)
    cdef Move outcomes[MAX_OUTCOMES]
    cdef int weights[MAX_OUTCOMES]
    cdef int lows[MAX_OUTCOMES]
    cdef int highs[MAX_OUTCOMES]
    cdef int n = r.chance_outcomes(position, move, outcomes, weights), slot = r.history_slot(position, move)
    cdef int total = 0, low, high, low_sum, high_sum, i, value, a, b, wins = 0, losses = 0, worst = INFINITE
    cdef int best = -INFINITE, center = w.frames[ply].eval
    cdef Key key = w.keys[w.root + ply] ^ <Key> move * <Key> 0xD1B54A32D192ED03
    cdef Found found
    w.frames[ply + 1].length = 0
    if center == NO_EVAL:
        center = r.evaluate(position)
    low = center - SWING
    high = center + SWING
    if alpha >= MATE_BOUND - 1 or beta <= 1 - MATE_BOUND:
        return certain(w, ply, outcomes, n, slot, depth - 1, alpha, beta, high if alpha > 0 else low)
    if alpha >= high:
        return high
    if tt.probe(w.shared.table, key, &found) and found.depth >= depth:
        value = tt.from_table(found.score, ply)
        if found.bound == EXACT or found.bound == LOWER and value >= beta or found.bound == UPPER and value <= alpha:
            return value
    depth -= 1                  # a throw of dice costs a ply: so many positions come of it
    for i in range(n):
        total += weights[i]
        lows[i] = low
        highs[i] = high
    low_sum = low * total
    high_sum = high * total
    if depth > 0:
        for i in range(n):
            enter(w, ply, outcomes[i], slot)
            if side_of(position_at(w, ply + 1)) == side_of(position):
                continue
            value = -best_reply(w, ply + 1, depth, -high, -low)
            if w.shared.stop:
                return 0
            if value < highs[i]:
                value = max(value, low)
                high_sum += (value - highs[i]) * weights[i]
                highs[i] = value
                if high_sum <= alpha * total:
                    return keep_gamble(w, ply, key, -floor_divide(-high_sum, total), depth + 1, UPPER)
    for i in range(n):
        enter(w, ply, outcomes[i], slot)
        # Outside this window the outcome settles the matter, whatever the others are worth.
        a = max(floor_divide(alpha * total - (high_sum - highs[i] * weights[i]), weights[i]), low)
        b = min(-floor_divide(-(beta * total - (low_sum - lows[i] * weights[i])), weights[i]), high)
        value = answer(w, ply, depth, a, max(b, a + 1), False)
        # Beyond what a throw may do only a mate matters, and only while all outcomes so far are mates.
        if wins == i and high <= value < MATE_BOUND and high < beta:
            value = answer(w, ply, depth, MATE_BOUND - 1, INFINITE, False)
        elif losses == i and low >= value > -MATE_BOUND and low > alpha:
            value = answer(w, ply, depth, -INFINITE, 1 - MATE_BOUND, False)
        if w.shared.stop:
            return 0
        wins += value >= MATE_BOUND
        losses += value <= -MATE_BOUND
        worst = min(worst, value)
        best = max(best, value)
        value = max(low, min(value, high))
        if value > a:
            low_sum += (value - lows[i]) * weights[i]
        if value < b:
            high_sum += (value - highs[i]) * weights[i]
        if high_sum <= alpha * total and losses <= i:
            return keep_gamble(w, ply, key, -floor_divide(-high_sum, total), depth + 1, UPPER)
        if low_sum >= beta * total and wins <= i:
            return keep_gamble(w, ply, key, floor_divide(low_sum, total), depth + 1, LOWER)
    value = worst if wins == n else best if losses == n else floor_divide(low_sum, total)
    return keep_gamble(w, ply, key, value, depth + 1, EXACT)


cdef int search(Worker* w, int ply, int depth, int alpha, int beta, bint cut) noexcept nogil:
    """Principal variation search, fail-soft; ``cut`` marks nodes expected to fail high."""
    cdef const Rules* r = w.rules
    cdef char* position = position_at(w, ply)
    cdef Frame* here = &w.frames[ply]
    cdef bint pv = beta - alpha > 1, check, hit, improving, quiet, gives_check, chance
    cdef int best = -INFINITE, old_alpha = alpha, score, eval_, i, n, gain, new_depth, reduction, slot, extension
    cdef int ordering, quiets = 0, table_score = 0, singular
    cdef size_t base
    cdef Found found
    cdef Move move, best_move = NO_MOVE, excluded = here.excluded
    cdef Key key = w.keys[w.root + ply] ^ <Key> excluded * <Key> 0x9E3779B97F4A7C15
    if depth <= 0:
        return quiesce(w, ply, alpha, beta)
    score = arrive(w, ply)
    if score != NO_EVAL:
        return score
    check = r.in_check(position)
    # A shorter mate than this cannot be found here.
    alpha = max(alpha, ply - MATE_SCORE)
    beta = min(beta, MATE_SCORE - ply - 1)
    if alpha >= beta:
        return alpha

    hit = tt.probe(w.shared.table, key, &found)
    if hit:
        table_score = tt.from_table(found.score, ply)
        if not pv and found.depth >= depth and not (w.wanted_count and ply == 1) and (
                found.bound == EXACT or found.bound == LOWER and table_score >= beta
                or found.bound == UPPER and table_score <= alpha):
            return table_score
    else:
        found.move = NO_MOVE
        found.depth = -1
        found.bound = NO_BOUND

    here.side = side_of(position)
    eval_ = NO_EVAL if check else r.evaluate(position)
    here.eval = eval_
    # The table knows more than the static evaluation where its bound points the right way.
    if hit and not check and abs(table_score) < MATE_BOUND and (
            found.bound == EXACT or found.bound == LOWER and table_score > eval_
            or found.bound == UPPER and table_score < eval_):
        eval_ = table_score
    improving = not check and better_than_before(w, ply)
    w.frames[ply + 1].killers[0] = w.frames[ply + 1].killers[1] = NO_MOVE
    w.frames[ply + 1].excluded = NO_MOVE

    if not pv and not check and excluded == NO_MOVE and abs(beta) < MATE_BOUND:
        if depth <= 8 and eval_ - 75 * (depth - improving) >= beta:
            return eval_
        if depth <= 3 and eval_ + 220 * depth <= alpha:
            score = quiesce(w, ply, alpha, beta)
            if score <= alpha:
                return score
        if depth >= 3 and eval_ >= beta and ply >= w.null_from and not w.frames[ply - 1].null and \
                r.null_move_allowed(position):
            score = null_search(w, ply, depth, beta, eval_)
            if w.shared.stop:
                return 0
            if score >= beta:
                if depth < 12 or w.null_from:
                    return beta if score >= MATE_BOUND else score
                # Deep searches confirm it by one without null moves hereabouts.
                w.null_from = ply + 3 * (depth - 4) // 4
                score = search(w, ply, depth - 4 - depth // 4, beta - 1, beta, False)
                w.null_from = 0
                if score >= beta:
                    return score
    if depth >= 4 and found.move == NO_MOVE and (pv or cut):
        depth -= 1

    base = w.top
    n = r.generate(position, w.moves + base)
    if w.wanted_count and ply == 1:
        n = keep_wanted(w, base, n)
    if n == 0:
        return ending(w, position, 0, ply)
    w.top += n
    order(w, ply, base, n, found.move)
    for i in range(n):
        ordering = pick(w, base, i, n)
        move = w.moves[base + i]
        if move == excluded:
            continue
        gain = r.gain(position, move)
        quiet = gain == 0
        slot = r.history_slot(position, move)
        chance = open_to_chance(r, position, move)
        if not chance:
            enter(w, ply, move, slot)
        gives_check = not chance and r.in_check(position_at(w, ply + 1)) and \
            side_of(position_at(w, ply + 1)) != here.side
        if best > -MATE_BOUND and not check and not gives_check and ply > 0:
            if quiet and ordering < COUNTER:
                if not pv and quiets > (4 + depth * depth) // (1 if improving else 2) and depth <= 8:
                    continue
                if depth <= 7 and here.eval + 110 + 85 * depth + ordering // 128 <= alpha:
                    continue
                if depth <= 4 and ordering < -3500 * depth:
                    continue
            if depth <= 8 and ordering < GOOD_CAPTURE and ordering < KILLER and \
                    not r.see(position, move, -60 * depth if quiet else -25 * depth * depth - 40):
                continue
        if quiet:
            quiets += 1

        extension = 0
        if check and ply < 2 * w.depth:
            extension = 1
        elif move == found.move and depth >= 8 and excluded == NO_MOVE and found.depth >= depth - 3 and \
                found.bound & LOWER and abs(table_score) < MATE_BOUND and ply < 2 * w.depth:
            # Singular: every other move fails well below the table's score.
            singular = table_score - 2 * depth
            here.excluded = move
            score = search(w, ply, (depth - 1) // 2, singular - 1, singular, cut)
            here.excluded = NO_MOVE
            if not chance:
                enter(w, ply, move, slot)
            if w.shared.stop:
                w.top = base
                return 0
            if score < singular:
                extension = 1
            elif score >= beta and singular >= beta:
                w.top = base
                return singular
        new_depth = depth - 1 + extension

        if i == 0 or best == -INFINITE:
            score = reply(w, ply, move, chance, new_depth, alpha, beta, False if pv else not cut)
        else:
            reduction = 0
            if depth >= 3 and i >= 2 and ordering < GOOD_CAPTURE:
                reduction = reductions[min(depth, 63)][min(i, 63)]
                if quiet:
                    if ordering >= COUNTER:
                        reduction -= 1
                    else:
                        reduction -= ordering // 8192
                else:
                    reduction -= 1
                if pv:
                    reduction -= 1
                if cut:
                    reduction += 1
                if not improving:
                    reduction += 1
                if check or gives_check:
                    reduction -= 1
                reduction = max(0, min(reduction, new_depth - 1))
            score = reply(w, ply, move, chance, new_depth - reduction, alpha, alpha + 1, True)
            if reduction and score > alpha:
                score = reply(w, ply, move, chance, new_depth, alpha, alpha + 1, not cut)
            if score > alpha and score < beta:
                score = reply(w, ply, move, chance, new_depth, alpha, beta, False)
        if w.shared.stop:
            w.top = base
            return 0
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                best_move = move
                extend_pv(w, ply, move)
                if score >= beta:
                    learn(w, ply, base, i + 1, move, depth)
                    break
    w.top = base
    if best == -INFINITE:
        return alpha            # only the excluded move was there
    tt.store(w.shared.table, key, best_move, tt.to_table(best, ply), depth,
             LOWER if best >= beta else EXACT if pv and best > old_alpha else UPPER)
    return best


# --- The root -----------------------------------------------------------------------------------------------------


cdef void sort_roots(RootMove* roots, int first, int end) noexcept nogil:
    """Stable, best first: by score, then by the last iteration's."""
    cdef int i, j
    cdef RootMove kept
    for i in range(first + 1, end):
        j = i
        while j > first and (roots[j - 1].score < roots[j].score or roots[j - 1].score == roots[j].score
                             and roots[j - 1].previous < roots[j].previous):
            kept = roots[j]
            roots[j] = roots[j - 1]
            roots[j - 1] = kept
            j -= 1


cdef int search_root(Worker* w, int depth, int alpha, int beta) noexcept nogil:
    """One pass over the root moves from ``first_root`` on; their scores and lines are set, losers' to -INFINITE."""
    cdef const Rules* r = w.rules
    cdef char* position = position_at(w, 0)
    cdef RootMove* root
    cdef int i, best = -INFINITE, score, reduction, old_alpha = alpha
    cdef uint64_t before
    cdef bint check = r.in_check(position), chance
    cdef Frame* here = &w.frames[0]
    here.side = side_of(position)
    here.eval = NO_EVAL if check else r.evaluate(position)
    here.excluded = NO_MOVE
    w.frames[1].killers[0] = w.frames[1].killers[1] = NO_MOVE
    w.frames[1].excluded = NO_MOVE
    for i in range(w.first_root, w.root_count):
        root = &w.roots[i]
        before = w.nodes
        w.root_index = i
        if w.index == 0:
            announce(w, root.move, i)
        chance = open_to_chance(r, position, root.move)
        if not chance:
            enter(w, 0, root.move, r.history_slot(position, root.move))
        if i == w.first_root:
            score = reply(w, 0, root.move, chance, depth - 1 + check, alpha, beta, False)
        else:
            reduction = 0
            if depth >= 3 and i >= w.first_root + 3 and r.gain(position, root.move) == 0 and not check:
                reduction = max(reductions[min(depth, 63)][min(i, 63)] - 1, 0)
                if not chance and r.in_check(position_at(w, 1)):
                    reduction -= 1
                reduction = max(0, min(reduction, depth - 2))
            score = reply(w, 0, root.move, chance, depth - 1 + check - reduction, alpha, alpha + 1, True)
            if reduction and score > alpha:
                score = reply(w, 0, root.move, chance, depth - 1 + check, alpha, alpha + 1, True)
            if score > alpha and score < beta:
                score = reply(w, 0, root.move, chance, depth - 1 + check, alpha, beta, False)
        root.nodes += w.nodes - before
        if w.shared.stop:
            return best
        root.score = -INFINITE
        if score > best:
            best = score
            if i == w.first_root or score > alpha:
                root.score = score
                root.seldepth = w.seldepth
                extend_pv(w, 0, root.move)
                memcpy(root.pv, here.pv, here.length * sizeof(Move))
                root.length = here.length
            if score > alpha:
                alpha = score
                if score >= beta:
                    break
    if w.first_root == 0:
        tt.store(w.shared.table, w.keys[w.root], w.roots[0].move if best <= old_alpha else here.pv[0],
                 tt.to_table(best, 0), depth, LOWER if best >= beta else EXACT if best > old_alpha else UPPER)
    return best


cdef int aspire(Worker* w, int depth) noexcept nogil:
    """Search the line from ``first_root`` on, in a window about the last score that widens until it holds."""
    cdef int guess = w.roots[w.first_root].previous, delta = 18, alpha = -INFINITE, beta = INFINITE, score
    if depth >= 5 and abs(guess) < MATE_BOUND:
        alpha = max(guess - delta, -INFINITE)
        beta = min(guess + delta, INFINITE)
    while True:
        score = search_root(w, depth, alpha, beta)
        if w.shared.stop:
            return score
        sort_roots(w.roots, w.first_root, w.root_count)
        if score <= alpha and alpha > -INFINITE:
            report_bound(w, depth, UPPER)
            beta = (alpha + beta) // 2
            alpha = max(score - delta, -INFINITE)
        elif score >= beta and beta < INFINITE:
            report_bound(w, depth, LOWER)
            beta = min(score + delta, INFINITE)
        else:
            return score
        delta += delta
        if delta > 1200:
            alpha = -INFINITE
            beta = INFINITE


cdef void deepen(Worker* w) noexcept nogil:
    """Iterative deepening; thread 0 reports and ends the search for all."""
    cdef Shared* s = w.shared
    cdef int depth, i, moved, lines = min(s.multipv, w.root_count), stable = 0, score, last_score = 0
    cdef Move last = NO_MOVE, found
    for depth in range(1, s.depth_limit + 1):
        if w.index and depth > 1 and depth < s.depth_limit and (depth + w.index) % 3 == 0:
            continue            # threads spread over depths
        w.depth = depth
        for i in range(w.root_count):
            w.roots[i].previous = w.roots[i].score
            w.roots[i].score = -INFINITE
        for i in range(lines):
            w.first_root = i
            w.seldepth = 0
            aspire(w, depth)
            if s.stop:
                # What was proven before the stop stands: a new best move has been searched in full.
                sort_roots(w.roots, i, w.root_count)
                break
            # A line may turn out better than those before it, which are then told anew.
            found = w.roots[i].move
            sort_roots(w.roots, 0, i + 1)
            moved = 0
            while w.roots[moved].move != found:
                moved += 1
            while moved <= i and w.index == 0:
                report_line(w, depth, moved, EXACT)
                moved += 1
        w.first_root = 0
        sort_roots(w.roots, 0, lines)
        if s.stop:
            return
        if w.index:
            continue
        score = w.roots[0].score
        if w.roots[0].move == last:
            stable += 1
        else:
            stable = 0
        last = w.roots[0].move
        if s.mate_limit and score >= MATE_SCORE - (2 * s.mate_limit - 1):
            break
        if s.soft and enough(w, depth, stable, last_score - score):
            break
        last_score = score


cdef bint enough(const Worker* w, int depth, int stable, int drop) noexcept nogil:
    """Whether another iteration is not worth its time: less time while one move stays best and takes most of the
    nodes, more when the score falls."""
    cdef const Shared* s = w.shared
    cdef double factor, share
    cdef int64_t elapsed = now_ns() - s.start
    if abs(w.roots[0].score) >= MATE_BOUND and depth > 2 * (MATE_SCORE - abs(w.roots[0].score)) + 2:
        return True             # a proven mate
    if s.soft == s.hard:
        return False            # a fixed time a move is used up
    if w.root_count == 1:
        return True
    share = <double> w.roots[0].nodes / <double> (w.nodes + 1)
    factor = (1.35 - 0.08 * min(stable, 8)) * (1.55 - share) * (1.0 + min(max(drop, 0), 80) / 100.0)
    return elapsed >= <int64_t> (s.soft * factor * 0.75) or s.hard and elapsed >= s.hard


# --- Reports ----------------------------------------------------------------------------------------------------


cdef void report_line(Worker* w, int depth, int line, Bound bound) noexcept nogil:
    with gil:
        (<Search> w.shared.owner).tell(w, depth, line, bound)


cdef void report_bound(Worker* w, int depth, Bound bound) noexcept nogil:
    """A window that failed is worth a line only in long searches."""
    if w.index == 0 and now_ns() - w.shared.start > 2000000000:
        report_line(w, depth, w.first_root, bound)


cdef void announce(Worker* w, Move move, int index) noexcept nogil:
    """Note the root move under way; long searches also report it."""
    if now_ns() - w.shared.start > 1000000000:
        with gil:
            (<Search> w.shared.owner).tell_current(w, move, index)


cdef class Search:
    """Searches positions of any game on behalf of one session; keeps the transposition table and the histories.

    Args:
        hash_mb: megabytes of the transposition table.
        threads: how many threads search (lazy SMP).
    """

    cdef Table table
    cdef Shared shared
    cdef Worker** workers
    cdef int worker_count
    cdef const Rules* rules         # the game the workers' tables were made for
    cdef public int threads
    cdef object report
    cdef object current
    cdef Position root              # kept alive while threads read it

    def __init__(self, size_t hash_mb=64, int threads=1):
        self.threads = threads
        tt.allocate(&self.table, hash_mb)

    def __dealloc__(self):
        self.drop_workers()
        tt.release(&self.table)

    # Settings -------------------------------------------------------------------------------------------------

    def set_hash(self, size_t megabytes) -> None:
        """Replace the table by an empty one; on MemoryError the old one stays."""
        tt.allocate(&self.table, megabytes)

    def clear(self) -> None:
        """Forget the table and all histories."""
        if self.table.generation:       # else nothing was written: touching all of it would only cost time
            tt.clear(&self.table)
        self.drop_workers()

    cdef void drop_workers(self) noexcept:
        cdef int i
        for i in range(self.worker_count):
            free_worker(self.workers[i])
        free(self.workers)
        self.workers = NULL
        self.worker_count = 0

    cdef int hire(self, const Rules* rules, int count) except -1:
        """Workers with tables for this game, those of the last search where they fit."""
        cdef int i
        if self.rules == rules and self.worker_count == count:
            return 0
        self.drop_workers()
        self.rules = rules
        self.workers = <Worker**> calloc(count, sizeof(Worker*))
        if self.workers == NULL:
            raise MemoryError
        for i in range(count):
            self.workers[i] = new_worker(rules, &self.shared, i)
            if self.workers[i] == NULL:
                raise MemoryError("no memory for the search's tables")
            self.worker_count = i + 1
        return 0

    # Limits -----------------------------------------------------------------------------------------------------

    def prepare(self, int depth=0, uint64_t nodes=0, int mate=0, int64_t soft=0, int64_t hard=0) -> None:
        """Set the next search's limits (0: none; soft and hard in ms from now) and forget an earlier stop."""
        self.shared.depth_limit = depth if 0 < depth < MAX_PLY else MAX_PLY - 1
        self.shared.node_limit = nodes
        self.shared.mate_limit = mate
        self.shared.stop = 0
        self.set_budget(soft, hard)

    def set_budget(self, int64_t soft, int64_t hard) -> None:
        """The clock runs from now, for so many ms; works during a search."""
        self.shared.start = now_ns()
        self.shared.soft = soft * 1000000
        self.shared.hard = hard * 1000000

    def stop(self) -> None:
        """End the running search, or the next one before it begins."""
        self.shared.stop = 1

    # Running ----------------------------------------------------------------------------------------------------

    def run(self, Position position, list history, report=None, int multipv=1, list moves=None, current=None) -> tuple:
        """Search until a limit is met or :meth:`stop` is called.

        Args:
            position: the root.
            history: the game's positions before it, oldest first.
            report: called with (depth, seldepth, line, score, bound, nodes, ms, hashfull, pv) for each line.
            multipv: how many lines to search.
            moves: root moves to look at; None or empty is all.
            current: called with (depth, move, number) for root moves of long searches.

        Returns:
            (best move or 0, expected reply or 0, score, depth reached)
        """
        cdef int i, threads = max(self.threads, 1)
        cdef Worker* w
        self.report = report
        self.current = current
        self.root = position
        self.shared.game = position.rules
        self.shared.rules = position.rules.part_rules if position.rules.part_rules != NULL else position.rules
        self.shared.table = &self.table
        self.shared.multipv = max(multipv, 1)
        self.shared.threads = threads
        self.shared.owner = <void*> self
        self.table.generation = self.table.generation % 63 + 1      # 0 is a table never used
        self.hire(self.shared.rules, threads)
        for i in range(threads):
            set_root(self.workers[i], position, history, moves)
        if self.workers[0].root_count == 0:
            return 0, 0, self.value_without_moves(), 0
        helpers = [Thread(target=self.help, args=(i,), daemon=True) for i in range(1, threads)]
        for helper in helpers:
            helper.start()
        w = self.workers[0]
        with nogil:
            deepen(w)
            self.shared.stop = 1
        for helper in helpers:
            helper.join()
        complete(w, &w.roots[0])
        line = self.wholes(w.roots[0].pv, w.roots[0].length)
        self.root = None
        score = w.roots[0].score if w.roots[0].score > -INFINITE else w.roots[0].previous
        if score == -INFINITE:          # stopped before anything was found out
            score = position.rules.evaluate(position.data)
        return line[0], line[1] if len(line) > 1 else 0, score, w.depth

    cdef list wholes(self, const Move* line, int n):
        """The moves of a line from the root; what is left of the last one's parts is dropped."""
        cdef const Rules* game = self.shared.game
        cdef char* positions
        cdef int i = 0, used = 0, now = 0
        cdef Move move
        if game.join_parts == NULL:
            return [line[i] for i in range(n)]
        moves = []
        positions = <char*> malloc(2 * game.size)
        if positions == NULL:
            raise MemoryError
        memcpy(positions, self.root.data, game.size)
        while i < n:
            move = game.join_parts(positions + now * game.size, line + i, n - i, &used)
            if move == NO_MOVE:
                break
            moves.append(move)
            game.make(positions + now * game.size, move, positions + (1 - now) * game.size)
            now = 1 - now
            i += used
        free(positions)
        return moves

    def help(self, int index) -> None:
        """What a helper thread runs."""
        cdef Worker* w = self.workers[index]
        with nogil:
            deepen(w)

    cdef int value_without_moves(self):
        cdef Reason reason = NO_REASON
        return -MATE_SCORE if self.root.rules.outcome(self.root.data, 0, &reason) == LOST else 0

    # Reports ----------------------------------------------------------------------------------------------------

    @property
    def nodes(self) -> int:
        """Nodes of the running or last search, all threads together."""
        return sum(self.workers[i].nodes for i in range(self.worker_count))

    @property
    def elapsed(self) -> int:
        """ms since the clock of the search started."""
        return (now_ns() - self.shared.start) // 1000000

    def progress(self) -> tuple:
        """Depth, number (from 1), count and packed move of the root move under way."""
        cdef Worker* w
        if self.worker_count == 0 or self.workers[0].root_count == 0:
            return 0, 0, 0, 0
        w = self.workers[0]
        move = w.frames[0].move if self.shared.game.join_parts == NULL else 0
        return w.depth, w.root_index + 1, w.root_count, move

    cdef int tell(self, Worker* w, int depth, int line, Bound bound) except -1:
        cdef RootMove* root = &w.roots[line]
        if self.report is None:
            return 0
        self.report(depth, root.seldepth, line + 1, root.score, 0 if bound == EXACT else 1 if bound == LOWER else 2,
                    self.nodes, self.elapsed, tt.hashfull(&self.table), self.wholes(root.pv, root.length))
        return 0

    cdef int tell_current(self, Worker* w, Move move, int index) except -1:
        if self.current is not None and self.shared.game.join_parts == NULL:     # a part has no text
            self.current(w.depth, move, index + 1)
        return 0


# --- Workers ----------------------------------------------------------------------------------------------------


cdef Worker* new_worker(const Rules* rules, Shared* shared, int index) noexcept:
    """A worker with empty histories, NULL without memory."""
    cdef size_t slots = rules.history_slots, lists = 2 * MAX_PLY * <size_t> rules.max_moves
    cdef Worker* w = <Worker*> calloc(1, sizeof(Worker))
    if w == NULL:
        return NULL
    w.shared = shared
    w.rules = rules
    w.index = index
    w.history = <int16_t*> calloc(slots, sizeof(int16_t))
    w.continuation = <int16_t*> calloc(slots * slots, sizeof(int16_t))
    w.counters = <Move*> calloc(slots, sizeof(Move))
    w.moves = <Move*> calloc(lists, sizeof(Move))
    w.scores = <int*> calloc(lists, sizeof(int))
    if not (w.history and w.continuation and w.counters and w.moves and w.scores):
        free_worker(w)
        return NULL
    return w


cdef void free_worker(Worker* w) noexcept:
    if w == NULL:
        return
    free(w.positions)
    free(w.keys)
    free(w.history)
    free(w.continuation)
    free(w.counters)
    free(w.moves)
    free(w.scores)
    free(w.roots)
    free(w.wanted)
    free(w)


cdef list begun(Worker* w, int n):
    """Which of the root's ``n`` listed parts begin a move the search is restricted to."""
    cdef int i, j, m
    cdef bint fits
    found = []
    for i in range(n):
        fits = begins_wanted(w, w.moves[i], NO_MOVE)
        if not fits:
            w.rules.make(w.line, w.moves[i], position_at(w, 1))
            if side_of(position_at(w, 1)) == side_of(w.line):
                m = w.rules.generate(position_at(w, 1), w.moves + n)
                for j in range(m):
                    fits = fits or begins_wanted(w, w.moves[i], w.moves[n + j])
        if fits:
            found.append(w.moves[i])
    return found


cdef void complete(Worker* w, RootMove* root) noexcept nogil:
    """Make sure that a root move's line holds a whole move: a search stopped early may have only its first part."""
    cdef int n, used = 0
    cdef Found found
    if w.shared.game.join_parts == NULL:
        return
    while w.shared.game.join_parts(w.line, root.pv, root.length, &used) == NO_MOVE:
        w.keys[w.root + root.length - 1] = key_of(position_at(w, root.length - 1))
        enter(w, root.length - 1, root.pv[root.length - 1], -1)
        w.frames[root.length].excluded = NO_MOVE
        if not tt.probe(w.shared.table, w.keys[w.root + root.length], &found):
            found.move = NO_MOVE
        n = w.rules.generate(position_at(w, root.length), w.moves)
        if w.wanted_count and root.length == 1:
            n = keep_wanted(w, 0, n)
        order(w, root.length, 0, n, found.move)
        pick(w, 0, 0, n)
        root.pv[root.length] = w.moves[0]
        root.length += 1


cdef int set_root(Worker* w, Position position, list history, list wanted) except -1:
    """Put a worker on a position: the game before it, root moves (in the table's order once searched)."""
    cdef const Rules* rules = w.rules
    cdef int i, n = rules.generate(position.data, w.moves)
    cdef int before = min(len(history), rules.reversible_plies(position.data))
    free(w.positions)
    free(w.keys)
    free(w.roots)
    w.positions = <char*> calloc(before + MAX_PLY + 4, rules.size)
    w.keys = <Key*> calloc(before + MAX_PLY + 4, sizeof(Key))
    w.roots = <RootMove*> calloc(n + 1, sizeof(RootMove))
    if w.positions == NULL or w.keys == NULL or w.roots == NULL:
        raise MemoryError
    for i in range(before):
        memcpy(w.positions + i * rules.size, (<Position?> history[len(history) - before + i]).data, rules.size)
        w.keys[i] = key_of(w.positions + i * rules.size)
    w.root = before
    w.line = w.positions + before * rules.size
    w.keys[before] = key_of(position.data)
    memcpy(w.line, position.data, rules.size)
    memset(w.frames, 0, sizeof(w.frames))
    w.nodes = 0
    w.top = 0
    w.null_from = 0
    w.root_count = 0
    w.first_root = 0
    w.root_index = 0
    w.depth = 0
    free(w.wanted)
    w.wanted = NULL
    w.wanted_count = 0
    if wanted and w.shared.game.join_parts != NULL:
        w.wanted = <Move*> calloc(len(wanted), sizeof(Move))
        if w.wanted == NULL:
            raise MemoryError
        for i, move in enumerate(wanted):
            w.wanted[i] = move
        w.wanted_count = len(wanted)
        wanted = begun(w, n)
    for i in range(n):
        if not wanted or w.moves[i] in wanted:
            w.roots[w.root_count].move = w.roots[w.root_count].pv[0] = w.moves[i]
            w.roots[w.root_count].length = 1
            w.roots[w.root_count].score = w.roots[w.root_count].previous = -INFINITE
            w.root_count += 1
    for i in range(w.rules.history_slots):
        w.history[i] //= 2
    return 0
