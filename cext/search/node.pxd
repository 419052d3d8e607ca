# What every node does, in any search: making moves, the principal variation, ends of the game, repetitions, and using
# the transposition table.
from libc.string cimport memcpy

from oddfish.cext.core.bits cimport DEBUG
from oddfish.cext.core.fifty_moves cimport damped as damp
from oddfish.cext.core.rules cimport Common, Rules, key_of
from oddfish.cext.core.table cimport EXACT, LOWER, NO_EVAL, UPPER, Bound, Found, prefetch
from oddfish.cext.core.types cimport (DRAWN, MATE, MATE_BOUND, MAX_OUTCOMES, MAX_PLY, NO_MOVE, NO_REASON, ONGOING,
                                      WON, Key, Move, Outcome, Reason)
from oddfish.cext.search.history cimport Corrections, continuation_after, correction
from oddfish.cext.search.network cimport Views, clear_views, evaluate_by_network
from oddfish.cext.search.time cimport count_node, halted
from oddfish.cext.search.worker cimport NO_SCORE, Stack, Worker, position_at

# --- Making moves -----------------------------------------------------------------------------------------------


cdef inline void prefetch_after(const Worker* w, int ply, Move move) noexcept nogil:
    """Prefetch the table entry for the position after ``move``, which may be made soon."""
    if w.rules.search.key_after != NULL:
        prefetch(w.shared.table, w.rules.search.key_after(position_at(w, ply), move))


cdef inline void make_move(Worker* w, int ply, Move move, int slot) noexcept nogil:
    """Make ``move`` at ``ply``: the position after it goes to ``ply + 1``."""
    w.rules.moves.make(position_at(w, ply), move, position_at(w, ply + 1))
    w.stack[ply].current_move = move
    w.stack[ply].slot = slot
    w.stack[ply].continuation = NULL if slot < 0 else continuation_after(w, slot)
    w.stack[ply].null_move = False
    w.stack[ply + 1].in_check = -1
    w.line_keys[ply + 1] = key_of(position_at(w, ply + 1))
    prefetch(w.shared.table, w.line_keys[ply + 1])


cdef inline void make_null_move(Worker* w, int ply) noexcept nogil:
    w.rules.search.make_null(position_at(w, ply), position_at(w, ply + 1))
    w.stack[ply].current_move = NO_MOVE
    w.stack[ply].slot = -1
    w.stack[ply].continuation = NULL
    w.stack[ply].null_move = True
    w.stack[ply].quiet = False
    w.stack[ply + 1].in_check = -1
    w.line_keys[ply + 1] = key_of(position_at(w, ply + 1))


cdef inline bint is_in_check(Worker* w, int ply) noexcept nogil:
    """Whether the side to move at ``ply`` is in check; computed only once."""
    if w.stack[ply].in_check < 0:
        w.stack[ply].in_check = w.rules.moves.in_check(position_at(w, ply))
    return w.stack[ply].in_check


cdef inline bint is_chance_move(const Rules* rules, const void* position, Move move) noexcept nogil:
    """Whether a legal move leaves something to chance."""
    cdef Move outcomes[MAX_OUTCOMES]
    cdef int weights[MAX_OUTCOMES]
    return rules.chance.outcomes != NULL and rules.chance.outcomes(position, move, outcomes, weights) > 0


cdef inline void update_pv(Worker* w, int ply, Move move) noexcept nogil:
    """The principal variation is ``move`` followed by that of the next ply."""
    cdef Stack* ss = &w.stack[ply]
    cdef Stack* child = &w.stack[ply + 1]
    ss.pv[0] = move
    memcpy(&ss.pv[1], child.pv, child.pv_length * sizeof(Move))
    ss.pv_length = child.pv_length + 1


# --- Static evaluation --------------------------------------------------------------------------------------------


cdef inline int bounded(int score) noexcept nogil:
    """A static evaluation, clamped so that it cannot be mistaken for a mate score."""
    return max(1 - MATE_BOUND, min(score, MATE_BOUND - 1))


cdef inline int evaluate(Worker* w, int ply) noexcept nogil:
    """The static evaluation in centipawns, by the network or by the game's own evaluation."""
    cdef int score
    if w.shared.network == NULL:
        return bounded(w.rules.evaluation.evaluate(position_at(w, ply)))
    score = evaluate_by_network(w.shared.network, w.rules, position_at(w, ply), &w.views[ply],
                                &w.views[ply - 1] if ply else NULL)
    if DEBUG:
        verify_network(w, ply, score)
    return bounded(score)


cdef inline int early_evaluation(Worker* w, int ply) noexcept nogil:
    """The network's evaluation of a node, computed while the table entry is being loaded, which takes as long anyway.
    NO_EVAL without a network: the hand-written evaluation is slower, so first see whether the table has it."""
    return NO_EVAL if w.shared.network == NULL else evaluate(w, ply)


cdef inline int raw_evaluation(Worker* w, int ply, int early, const Found* found) noexcept nogil:
    """The static evaluation after the table has been probed: the early one, the stored one, or a new one."""
    return early if early != NO_EVAL else found.static_eval if found.static_eval != NO_EVAL else evaluate(w, ply)


cdef inline void verify_network(const Worker* w, int ply, int score) noexcept nogil:
    """Debug builds: compare with the network's evaluation computed from scratch."""
    cdef Views views
    clear_views(w.shared.network, &views)
    if evaluate_by_network(w.shared.network, w.rules, position_at(w, ply), &views, NULL) != score:
        with gil:
            raise SystemError("the network's views are wrong")


cdef inline int damped(const Worker* w, const char* position, int score) noexcept nogil:
    """A static evaluation, scaled down as the draw by the fifty-move rule approaches."""
    return damp(score, (<const Common*> position).clock) if w.rules.evaluation.fifty_moves else score


cdef inline int corrected(const Worker* w, const char* position, int static_eval, const Corrections* at) noexcept nogil:
    """A static evaluation as the search uses it, never a mate score."""
    return bounded(damped(w, position, static_eval) + correction(w, at))


# --- Nodes that need no search ----------------------------------------------------------------------------------


cdef inline int outcome_score(const Worker* w, const char* position, int legal_moves, int ply) noexcept nogil:
    """The score of a position where the game is over by the rules, given its number of legal moves; else NO_SCORE."""
    cdef Reason reason = NO_REASON
    cdef Outcome outcome = w.rules.moves.outcome(position, legal_moves, &reason)
    if outcome == ONGOING:
        return NO_SCORE
    if outcome == DRAWN:
        return 0
    return MATE - ply if outcome == WON else ply - MATE


cdef inline int game_over_score(const Worker* w, const char* position, int ply) noexcept nogil:
    """Like ``outcome_score``, but before moves are generated: counts them only if their number matters."""
    if outcome_score(w, position, 1, ply) == NO_SCORE:
        return NO_SCORE
    return outcome_score(w, position, w.rules.moves.count(position), ply)


cdef inline int repetition_distance(const Worker* w, int ply) noexcept nogil:
    """How many plies ago the position occurred: in the line, or for the second time in the game before the root (so
    that this is the third time); else 0."""
    cdef int back, seen = 0, latest = 0, limit = w.rules.moves.reversible_plies(position_at(w, ply))
    cdef int first = 1, step = 1
    cdef const Key* here = w.line_keys + ply
    cdef Key key = here[0]
    if limit > w.repeated_length + ply:
        limit = w.repeated_length + ply
    if w.rules.search.alternating:
        first = 4                   # at least two moves by each side
        step = 2
        for back in range(1, min(ply, 2) + 1):
            if w.stack[ply - back].null_move:
                return 0
    back = first
    while back <= limit:
        if w.stack[max(ply - back, -1)].null_move or step == 2 and w.stack[max(ply - back + 1, -1)].null_move:
            return 0                # positions before a null move cannot be reached again
        if here[-back] == key:
            if back <= ply:
                return back
            seen += 1
            if seen == 1:
                latest = back
            else:
                return latest
        back += step
    return 0


cdef inline void verify_return(const Worker* w, int ply, int plies) noexcept nogil:
    """Debug builds: check that a legal move leads back to the position ``plies`` plies ago."""
    cdef Move* moves = w.moves + w.top
    cdef int i
    for i in range(w.rules.moves.generate(position_at(w, ply), moves)):
        w.rules.moves.make(position_at(w, ply), moves[i], position_at(w, ply + 1))
        if key_of(position_at(w, ply + 1)) == w.line_keys[ply - plies]:
            return
    with gil:
        raise SystemError("no move returns to the earlier position")


cdef inline bint can_repeat(const Worker* w, int ply) noexcept nogil:
    """Whether the side to move has a move that repeats a position of the line, so that it need not lose."""
    cdef int back = 3, limit
    if w.rules.search.can_return == NULL:
        return False
    limit = min(ply, w.rules.moves.reversible_plies(position_at(w, ply)))
    if limit < 3 or w.stack[ply - 1].null_move or w.stack[ply - 2].null_move:
        return False
    while back <= limit:
        if w.stack[ply - back].null_move or w.stack[ply - back + 1].null_move:
            return False
        if w.rules.search.can_return(position_at(w, ply), back):
            if DEBUG:
                verify_return(w, ply, back)
            return True
        back += 2
    return False


cdef inline bint occurred_before(const Worker* w, int ply, int distance) noexcept nogil:
    """Whether this is at least the third occurrence of the position: whether it also occurred before the occurrence
    ``distance`` plies ago."""
    cdef int back, limit = min(w.rules.moves.reversible_plies(position_at(w, ply)), w.game_length + ply)
    for back in range(distance + 1, limit + 1):
        if w.stack[max(ply - back, -1)].null_move:
            return False
        if w.line_keys[ply - back] == w.line_keys[ply]:
            return True
    return False


cdef inline int repetition_score(Worker* w, int ply, int distance) noexcept nogil:
    """The score for repeating the position ``distance`` plies ago; NO_SCORE if the search has to go on.

    A draw is scored at the first repetition: a side that does not want it had its chance to avoid it. A loss is
    different. Only the third occurrence ends the game, and until then the losing side may still deviate, so the search
    follows the cycle once more. The table's scores are for the first occurrence, further from the end of the game, so
    they decide nothing here (`Stack.repeats`).
    """
    cdef Reason reason = NO_REASON
    cdef Outcome outcome
    if w.rules.moves.repetition == NULL:
        return 0
    outcome = w.rules.moves.repetition(position_at(w, ply), distance, &reason)
    if outcome == DRAWN:
        return 0
    if not occurred_before(w, ply, distance):
        w.stack[ply].repeats = True
        return NO_SCORE
    return MATE - ply if outcome == WON else ply - MATE


cdef inline void verify_node(const Worker* w, int ply) noexcept nogil:
    """Debug builds: check the position's invariants and its key."""
    if not w.rules.checks.valid(position_at(w, ply)) or \
            key_of(position_at(w, ply)) != w.rules.checks.fresh_key(position_at(w, ply)):
        with gil:
            raise SystemError("invalid position in search")


cdef inline int immediate_score(Worker* w, int ply) noexcept nogil:
    """Count a node. Returns its score if it needs no search (a limit, the end of the game, a repetition, a tablebase
    hit, the deepest ply); else NO_SCORE."""
    cdef const char* position = position_at(w, ply)
    cdef Outcome outcome
    cdef int score, plies
    w.stack[ply].pv_length = 0
    w.stack[ply].repeats = False
    count_node(w)
    if halted(w):
        return 0
    if DEBUG:
        verify_node(w, ply)
    if ply > w.seldepth:
        w.seldepth = ply
    plies = repetition_distance(w, ply)     # takes precedence over move rules; the game has not ended here before
    if plies:
        score = repetition_score(w, ply, plies)
        if score != NO_SCORE:
            return score
    score = game_over_score(w, position, ply)
    if score != NO_SCORE:
        return score
    if w.rules.search.probe != NULL and not w.shared.overlooked_quiets and \
            w.rules.search.probe(position, &outcome, &plies):
        w.table_hits += 1
        return 0 if outcome == DRAWN else MATE - ply - plies if outcome == WON else ply + plies - MATE
    if ply >= MAX_PLY - 1:
        return 0 if is_in_check(w, ply) else damped(w, position, evaluate(w, ply))
    return NO_SCORE


# --- Bounds -----------------------------------------------------------------------------------------------------


cdef inline bint is_decisive(Bound bound, int score, int alpha, int beta) noexcept nogil:
    """Whether a score known by its ``bound`` settles a search with this window."""
    return bound == EXACT or bound == LOWER and score >= beta or bound == UPPER and score <= alpha


cdef inline Bound bound_of(int score, int alpha, int beta, bint pv_node) noexcept nogil:
    """The kind of bound that a result is for this window; only PV nodes have exact scores."""
    return LOWER if score >= beta else EXACT if pv_node and score > alpha else UPPER
