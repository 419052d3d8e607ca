# A node of the main search: what is known about it, and the steps that only the main search has. tree.pxd combines
# them.
from oddfish.cext.core.rules cimport side_of
from oddfish.cext.core.table cimport NO_EVAL, Found, from_table, probe, store, to_table
from oddfish.cext.core.types cimport INFINITE, MATE, MATE_BOUND, NO_MOVE, Move
from oddfish.cext.search.history cimport (Corrections, Tried, capture_entry, clear_killers, corrections_at,
                                          history_bonus, quiet_history, reward_prior_move, update_corrections,
                                          update_histories, update_quiet)
from oddfish.cext.search.node cimport (bound_of, can_repeat, corrected, early_evaluation, is_chance_move, is_decisive,
                                       is_in_check, make_move, outcome_score, raw_evaluation)
from oddfish.cext.search.turns cimport is_restricted
from oddfish.cext.search.worker cimport NO_SCORE, Stack, Worker, position_at

ctypedef struct Node:
    int ply
    int depth                       # remaining depth
    int alpha                       # rises with the best score
    int beta
    int old_alpha                   # lower bound of the window before any move was searched
    bint pv_node                    # whether the window is open
    bint cut_node                   # whether it is expected to fail high
    bint check
    bint improving                  # whether the static evaluation has risen since the side's last turn
    Move excluded                   # the move that a singular search excludes
    bint hit                        # whether the table has the position, and what it has
    Found found
    int table_score
    int raw                         # static evaluation, as stored in the table
    int eval_                       # corrected, and improved by the table's score; NO_SCORE in check
    Corrections corrections         # the correction entries of this position; unset in check and without an evaluation
    Move table_move                 # only if it is legal
    bint table_noisy                # whether it captures or promotes
    bint overlooked                 # whether a weak level has overlooked some moves
    int number                      # number of the move being searched, from 1; at the end, how many there were
    int best                        # best score so far
    Move best_move                  # the last move that raised alpha
    Tried tried

ctypedef struct Candidate:          # the move being searched
    Move move
    int slot                        # in the history tables
    int gain
    bint quiet
    bint chance
    bint refutation                 # whether it is a killer
    bint gives_check
    bint made                       # whether it has been made: the next ply has the position after it
    bint prunable
    int history                     # what the histories say about it
    int reduction                   # before adjustments, in 1024ths of a ply


# --- Before the moves -----------------------------------------------------------------------------------------------


cdef inline void enter_node(Worker* w, Node* n, int ply, int depth, int alpha, int beta, bint cut_node) noexcept nogil:
    """Start with the window narrowed to the scores that are still possible; it may be empty."""
    n.ply = ply
    n.depth = depth
    n.pv_node = beta - alpha > 1
    n.cut_node = cut_node
    n.excluded = w.stack[ply].excluded_move
    # Upcoming repetition: the side to move can draw.
    if alpha < 0 and can_repeat(w, ply):
        alpha = 0
    # Mate distance pruning: a mate closer to the root than this node has already been found.
    n.alpha = n.old_alpha = max(alpha, ply - MATE)
    n.beta = min(beta, MATE - ply - 1)


cdef inline void probe_table(Worker* w, Node* n) noexcept nogil:
    """Probe the transposition table. Prepares the static evaluation while the entry is being loaded."""
    cdef Stack* ss = &w.stack[n.ply]
    n.check = is_in_check(w, n.ply)
    n.raw = NO_EVAL
    if not n.check and n.excluded == NO_MOVE:
        n.corrections = corrections_at(w, n.ply)
        n.raw = early_evaluation(w, n.ply)
    n.hit = probe(w.shared.table, w.line_keys[n.ply], &n.found)
    n.table_score = from_table(n.found.score, n.ply)
    ss.side = side_of(position_at(w, n.ply))
    if n.excluded == NO_MOVE:
        ss.table_pv = n.pv_node or n.hit and n.found.pv


cdef inline bint is_table_cutoff(Worker* w, const Node* n) noexcept nogil:
    """Transposition table cutoff: whether the table's score settles the search. Rewards a quiet table move that fails
    high."""
    cdef const char* position = position_at(w, n.ply)
    cdef Move move = n.found.move
    if not n.hit or n.pv_node or n.excluded != NO_MOVE or n.found.depth < n.depth or is_restricted(w, n.ply) \
            or not is_decisive(n.found.bound, n.table_score, n.alpha, n.beta) or w.stack[n.ply].repeats:
        return False
    if n.table_score >= n.beta and move != NO_MOVE and w.rules.moves.legal != NULL and \
            w.rules.moves.legal(position, move) and w.rules.search.gain(position, move) == 0:
        update_quiet(w, n.ply, w.rules.search.history_slot(position, move),
                     history_bonus(w, n.depth) * w.p.table_cutoff_percent // 100)
    return True


cdef inline int earlier_eval(const Worker* w, int ply) noexcept nogil:
    """The static evaluation at the side's last turn: two plies ago, or four if turns take two; or NO_SCORE."""
    cdef const Stack* ss = &w.stack[ply]
    cdef const Stack* before = ss - 2 if ply >= 2 and ss[-2].side == ss.side else ss - 4
    if ply < 2 or before < w.stack or before.side != ss.side:
        return NO_SCORE
    return before.static_eval


cdef inline bint is_improving(const Worker* w, int ply) noexcept nogil:
    """Whether the static evaluation has risen since the side's last turn."""
    cdef int before = earlier_eval(w, ply)
    return before != NO_SCORE and w.stack[ply].static_eval > before


cdef inline void evaluate_node(Worker* w, Node* n) noexcept nogil:
    """Compute the static evaluation, corrected by the correction histories, and by the table's score if its bound
    allows. May lower the depth."""
    cdef Stack* ss = &w.stack[n.ply]
    clear_killers(w, n.ply + 1)
    ss[2].cutoffs = 0
    n.eval_ = NO_SCORE
    n.improving = False
    if n.check:
        ss.static_eval = NO_SCORE
        return
    if n.excluded == NO_MOVE:
        n.raw = raw_evaluation(w, n.ply, n.raw, &n.found)
        ss.static_eval = corrected(w, position_at(w, n.ply), n.raw, &n.corrections)
    n.eval_ = ss.static_eval
    if n.hit and abs(n.table_score) < MATE_BOUND and is_decisive(n.found.bound, n.table_score, n.eval_, n.eval_):
        n.eval_ = n.table_score
    n.improving = is_improving(w, n.ply)

    # Hindsight: after a reduced move that both sides are content with, less depth is enough.
    if n.excluded == NO_MOVE and ss[-1].reduction >= w.p.hindsight_reduction and n.depth >= 2 and \
            ss[-1].static_eval != NO_SCORE and ss[-1].side != ss.side and \
            ss.static_eval + ss[-1].static_eval > w.p.hindsight_margin:
        n.depth -= 1


# --- Each move --------------------------------------------------------------------------------------------------------


cdef inline void examine_move(Worker* w, const Node* n, Candidate* c) noexcept nogil:
    """Fill in what is known about ``c.move`` before its search. Makes the move if the game cannot otherwise tell
    whether it gives check."""
    cdef const char* position = position_at(w, n.ply)
    cdef const Stack* ss = &w.stack[n.ply]
    c.gain = w.rules.search.gain(position, c.move)
    c.quiet = c.gain == 0
    c.slot = w.rules.search.history_slot(position, c.move)
    c.chance = is_chance_move(w.rules, position, c.move)
    c.refutation = c.quiet and (c.move == ss.killers[0] or c.move == ss.killers[1])
    c.made = False
    c.gives_check = False
    if not c.chance:
        if w.rules.moves.gives_check != NULL:
            c.gives_check = w.rules.moves.gives_check(position, c.move)
        else:
            make_move(w, n.ply, c.move, c.slot)
            c.made = True
            c.gives_check = side_of(position_at(w, n.ply + 1)) != ss.side and is_in_check(w, n.ply + 1)
    # Never prune checks: they may hide a mate.
    c.prunable = n.best > -MATE_BOUND and not n.check and not c.gives_check


cdef inline int history_of(const Worker* w, const Node* n, const Candidate* c) noexcept nogil:
    return quiet_history(w, n.ply, c.slot) if c.quiet else capture_entry(w, c.slot, c.gain)[0]


cdef inline void make_candidate(Worker* w, const Node* n, const Candidate* c) noexcept nogil:
    """Make the move unless it is a chance move, whose outcomes are made one by one."""
    if not c.chance and not c.made:
        make_move(w, n.ply, c.move, c.slot)
        if w.rules.moves.gives_check != NULL and side_of(position_at(w, n.ply + 1)) != w.stack[n.ply].side:
            w.stack[n.ply + 1].in_check = c.gives_check
    w.stack[n.ply].quiet = c.quiet


# --- After the moves ------------------------------------------------------------------------------------------------


cdef inline int score_without_moves(Worker* w, const Node* n) noexcept nogil:
    """The score of a node without a searched move."""
    if n.excluded != NO_MOVE:
        return n.alpha              # the excluded move is the only one
    if n.overlooked:
        return w.stack[n.ply].static_eval
    return outcome_score(w, position_at(w, n.ply), 0, n.ply)


cdef inline void learn_correction(Worker* w, const Node* n) noexcept nogil:
    """Learn how far the static evaluation is off the score, unless the score comes from a capture, or is a bound that
    the evaluation already satisfies."""
    cdef int static_eval = w.stack[n.ply].static_eval
    if n.check or abs(n.best) >= MATE_BOUND:
        return
    if n.best_move != NO_MOVE and w.rules.search.gain(position_at(w, n.ply), n.best_move) != 0:
        return
    if n.best >= n.beta and n.best <= static_eval or n.best_move == NO_MOVE and n.best >= static_eval:
        return
    update_corrections(w, &n.corrections, n.best - static_eval, n.depth)


cdef inline void learn_from_node(Worker* w, const Node* n) noexcept nogil:
    """Update the histories, the transposition table and the correction history with the result."""
    if n.best >= n.beta:
        update_histories(w, n.ply, n.best_move, &n.tried, n.depth)
    elif n.best <= n.old_alpha:
        reward_prior_move(w, n.ply, n.depth)
    if n.excluded != NO_MOVE or w.stack[n.ply].repeats or is_restricted(w, n.ply):
        return
    store(w.shared.table, w.line_keys[n.ply], n.best_move, to_table(n.best, n.ply), n.raw, n.depth,
          bound_of(n.best, n.old_alpha, n.beta, n.pv_node), w.stack[n.ply].table_pv)
    learn_correction(w, n)
