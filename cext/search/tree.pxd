# The tree: principal variation search with pruning, extensions and reductions. The side to move comes from the
# position, never from the ply: a side may move several times in a row.
from oddfish.cext.core.rules cimport side_of
from oddfish.cext.core.table cimport LOWER, store, to_table
from oddfish.cext.core.types cimport INFINITE, MATE_BOUND, NO_MOVE, Move
from oddfish.cext.search.chance cimport search_chance_node
from oddfish.cext.search.history cimport history_bonus, history_malus, note_tried, update_continuations
from oddfish.cext.search.node cimport immediate_score, is_chance_move, make_move, make_null_move, update_pv
from oddfish.cext.search.picker cimport (GOOD_NOISY, Picker, new_picker, next_move, release_picker,
                                         skip_late_moves)
from oddfish.cext.search.pruning cimport PLY, base_reduction, is_late, late_move_reduction, prune_move
from oddfish.cext.search.quiescence cimport quiescence, quiescence_child
from oddfish.cext.search.time cimport halted
from oddfish.cext.search.tree_node cimport (Candidate, Node, enter_node, evaluate_node, examine_move, history_of,
                                            is_table_cutoff, learn_from_node, make_candidate, probe_table,
                                            score_without_moves)
from oddfish.cext.search.turns cimport is_restricted
from oddfish.cext.search.worker cimport NO_SCORE, Stack, Worker, position_at

# --- Children -----------------------------------------------------------------------------------------------------


cdef inline int search_child(Worker* w, int ply, int depth, int alpha, int beta, bint cut_node) noexcept nogil:
    """Search the position at ``ply + 1``; its score for the side to move at ``ply``."""
    if side_of(position_at(w, ply + 1)) == side_of(position_at(w, ply)):
        return search(w, ply + 1, depth, alpha, beta, cut_node)
    return -search(w, ply + 1, depth, -beta, -alpha, cut_node)


cdef inline int search_move(Worker* w, int ply, Move move, bint chance, int depth, int alpha, int beta,
                            bint cut_node) noexcept nogil:
    """Search ``move``, already made unless it is a ``chance`` move; its score for the side to move at ``ply``."""
    cdef int score
    if chance:
        score = search_chance_node(w, ply, move, depth, alpha, beta)
        w.stack[ply + 1].pv_length = 0      # the principal variation ends at a chance move
        return score
    return search_child(w, ply, depth, alpha, beta, cut_node)


# --- Before the moves -----------------------------------------------------------------------------------------------


cdef inline int null_move_pruning(Worker* w, const Node* n) noexcept nogil:
    """Null move pruning: if the side to move can pass and still fail high, so does the node. Its score, or NO_SCORE."""
    cdef int score, reduction = w.p.null_move_reduction + n.depth // w.p.null_move_depth_divisor + \
        min((n.eval_ - n.beta) // w.p.null_move_eval_divisor, w.p.null_move_eval_max)
    make_null_move(w, n.ply)
    score = -search(w, n.ply + 1, n.depth - reduction, -n.beta, 1 - n.beta, False)
    w.stack[n.ply].null_move = False
    if halted(w):
        return 0
    if score < n.beta:
        return NO_SCORE
    if score >= MATE_BOUND:
        score = n.beta
    if n.depth < w.p.verification_depth or w.null_move_min_ply:
        return score

    # Verification search: deep searches guard against zugzwang by repeating the search without null moves in the next
    # plies.
    w.null_move_min_ply = n.ply + w.p.verification_plies * (n.depth - reduction) // 100
    if search(w, n.ply, n.depth - reduction, n.beta - 1, n.beta, False) < n.beta:
        score = NO_SCORE
    w.null_move_min_ply = 0
    return score


cdef inline int probcut(Worker* w, const Node* n) noexcept nogil:
    """ProbCut: if a good capture stays well above beta in a shallower search, it would in the full one. The node's
    score, or NO_SCORE."""
    cdef char* position = position_at(w, n.ply)
    cdef Picker picker
    cdef int score, depth = n.depth - w.p.probcut_reduction, static_eval = w.stack[n.ply].static_eval
    cdef int beta = n.beta + w.p.probcut_margin - w.p.probcut_improving * n.improving
    cdef Move move
    # The table entry says that this would fail.
    if n.hit and n.found.depth >= n.depth - w.p.probcut_table_depth and n.table_score < beta:
        return NO_SCORE
    picker = new_picker(w, n.ply, n.found.move, True)
    while True:
        move = next_move(w, n.ply, &picker)
        if move == NO_MOVE or picker.stage > GOOD_NOISY:
            break
        if is_chance_move(w.rules, position, move) or not w.rules.search.see(position, move, beta - static_eval):
            continue
        make_move(w, n.ply, move, w.rules.search.history_slot(position, move))
        w.stack[n.ply].quiet = False
        score = quiescence_child(w, n.ply, beta - 1, beta)
        if score >= beta and depth > 1:
            score = search_child(w, n.ply, depth - 1, beta - 1, beta, True)
        if halted(w):
            break
        if score >= beta:
            release_picker(w, &picker)
            if not is_restricted(w, n.ply):
                store(w.shared.table, w.line_keys[n.ply], move, to_table(score, n.ply), n.raw, depth, LOWER, False)
            return score - (beta - n.beta) if abs(score) < MATE_BOUND else score
    release_picker(w, &picker)
    return NO_SCORE


cdef inline bint can_prune(const Node* n) noexcept nogil:
    """Whether a node may be pruned before its moves are searched."""
    return not n.pv_node and not n.check and n.excluded == NO_MOVE and abs(n.beta) < MATE_BOUND


cdef inline int prune_by_evaluation(Worker* w, const Node* n) noexcept nogil:
    """The score of a node whose evaluation, or a shallow search, puts it outside the window; else NO_SCORE."""
    cdef const Stack* ss = &w.stack[n.ply]
    cdef int score
    # Razoring: the evaluation is so far below alpha that only captures can help, and quiescence tries those.
    if n.depth <= w.p.razoring_depth and n.alpha < w.p.winning_score and \
            n.eval_ + w.p.razoring_margin + w.p.razoring_square_margin * n.depth * n.depth <= n.alpha:
        score = quiescence(w, n.ply, n.alpha, n.alpha + 1)
        if score <= n.alpha:
            return score

    # Once a side is winning, mates matter, and neither an evaluation nor a shallow search shows where they are.
    if abs(n.beta) >= w.p.winning_score:
        return NO_SCORE

    # Reverse futility pruning: the evaluation is so far above beta that the opponent is unlikely to catch up.
    if n.depth <= w.p.reverse_futility_depth and not ss.table_pv and n.eval_ >= n.beta and \
            n.eval_ - w.p.reverse_futility_margin * n.depth + w.p.reverse_futility_improving * n.improving >= n.beta:
        return ((w.p.reverse_futility_divisor - 1) * n.beta + n.eval_) // w.p.reverse_futility_divisor

    # Null move pruning: not twice in a row, and not if passing would be an advantage, as in many mate problems.
    if n.depth >= w.p.null_move_depth and n.eval_ >= n.beta and n.ply >= w.null_move_min_ply and \
            not ss[-1].null_move and not w.shared.mate_limit and \
            w.rules.search.null_move_allowed(position_at(w, n.ply)):
        return null_move_pruning(w, n)
    return NO_SCORE


cdef inline int prune_node(Worker* w, Node* n) noexcept nogil:
    """The score of a node whose moves need no search, else NO_SCORE. May lower the depth."""
    cdef int score
    if can_prune(n):
        score = prune_by_evaluation(w, n)
        if score != NO_SCORE:
            return score

    # Internal iterative reduction: without a table move the move ordering is poor; a shallower search will provide one.
    if n.depth >= w.p.iir_depth and n.found.move == NO_MOVE and (n.pv_node or n.cut_node):
        n.depth -= w.p.iir_reduction
    return probcut(w, n) if can_prune(n) and n.depth >= w.p.probcut_depth else NO_SCORE


# --- Extensions -------------------------------------------------------------------------------------------------------


cdef inline int singular_extension(Worker* w, const Node* n, Move move, int* cutoff) noexcept nogil:
    """Singular extension: if every other move fails well below the table's score, the table move is forced. Returns the
    plies to extend (or reduce) it by. Sets ``cutoff`` if the node fails high without it."""
    cdef Stack* ss = &w.stack[n.ply]
    cdef int score, singular_beta = n.table_score - (w.p.singular_margin + w.p.singular_pv_margin
                                                     * (ss.table_pv and not n.pv_node)) * n.depth // 64
    ss.excluded_move = move
    score = search(w, n.ply, (n.depth - 1) // 2, singular_beta - 1, singular_beta, n.cut_node)
    ss.excluded_move = NO_MOVE
    if halted(w):
        return 0
    if score < singular_beta:
        # Double and triple extensions: all other moves fail by a wide margin.
        if not n.pv_node and score < singular_beta - w.p.triple_extension_margin:
            return 3
        if not n.pv_node and score < singular_beta - w.p.double_extension_margin:
            return 2
        return 1
    # Multi-cut: several moves fail high, so the node is unlikely to fail low.
    if score >= n.beta and abs(score) < MATE_BOUND:
        cutoff[0] = score
        return 0
    # Negative extension: the move is not the only good one.
    if n.table_score >= n.beta or n.cut_node:
        return -w.p.negative_extension
    return 0


cdef inline bint may_be_singular(const Worker* w, const Node* n, Move move) noexcept nogil:
    """Whether the table entry is reliable enough to search for a singular extension of its move."""
    return move == n.table_move and n.number == 1 and n.depth >= w.p.singular_depth and \
        n.excluded == NO_MOVE and n.found.bound & LOWER and n.found.depth >= n.depth - w.p.singular_table_depth and \
        abs(n.table_score) < MATE_BOUND and not is_restricted(w, n.ply)


cdef inline int extension_of(Worker* w, const Node* n, Candidate* c, int* cutoff) noexcept nogil:
    """By how many plies to extend the move; sets ``cutoff`` if the node fails high without it."""
    cdef int extension = 0
    if n.ply >= w.p.extension_plies * w.root_depth:
        return 0
    if may_be_singular(w, n, c.move):
        extension = singular_extension(w, n, c.move, cutoff)
        c.made = False
    # Check extension: evading a check decides nothing by itself.
    return w.p.check_extension if n.check and extension < 1 else extension


# --- Each move --------------------------------------------------------------------------------------------------------


cdef inline int search_reduced(Worker* w, const Node* n, const Candidate* c, int* depth) noexcept nogil:
    """The score of a late move with a zero window: first at reduced depth and then, if it beats alpha, at about full
    ``depth``, adjusted by how much better it seems to be."""
    cdef Stack* ss = &w.stack[n.ply]
    cdef int reduced = max(1, min(depth[0] - late_move_reduction(w, n, c) // PLY, depth[0] + n.pv_node)), score
    ss.reduction = depth[0] - reduced
    score = search_move(w, n.ply, c.move, c.chance, reduced, n.alpha, n.alpha + 1, True)
    ss.reduction = 0
    if score <= n.alpha or reduced >= depth[0] or halted(w):
        return score
    depth[0] += (score > n.best + w.p.lmr_deeper_margin + w.p.lmr_deeper_depth_margin * depth[0]) - \
        (score < n.best + w.p.lmr_shallower_margin)
    if depth[0] > reduced:
        score = search_move(w, n.ply, c.move, c.chance, depth[0], n.alpha, n.alpha + 1, not n.cut_node)
    if c.quiet:
        update_continuations(w, n.ply, c.slot, history_bonus(w, depth[0]) if score > n.alpha
                             else -history_malus(w, depth[0]))
    return score


cdef inline int search_candidate(Worker* w, const Node* n, const Candidate* c, int depth) noexcept nogil:
    """Principal variation search of one move: a zero window usually shows that it is no better than earlier moves. If
    it is better, and for the first move of a PV node, the window is opened."""
    cdef int score = 0
    if n.depth >= w.p.lmr_depth and n.number > 1 + n.pv_node:
        score = search_reduced(w, n, c, &depth)
    elif not n.pv_node or n.number > 1:
        score = search_move(w, n.ply, c.move, c.chance, depth, n.alpha, n.alpha + 1, not n.cut_node)
    if n.pv_node and (n.number == 1 or score > n.alpha) and not halted(w):
        score = search_move(w, n.ply, c.move, c.chance, depth, n.alpha, n.beta, False)
    return score


cdef inline bint note_score(Worker* w, Node* n, Move move, int score) noexcept nogil:
    """Record the score of a move; returns whether it fails high."""
    if score <= n.best:
        return False
    n.best = score
    if score <= n.alpha:
        return False
    n.best_move = move
    update_pv(w, n.ply, move)
    if score >= n.beta:
        w.stack[n.ply].cutoffs += 1
        return True
    n.alpha = score
    return False


cdef inline int search_moves(Worker* w, Node* n) noexcept nogil:
    """Search the moves. Returns NO_SCORE, or the node's score if it fails high even without its table move, or 0 if the
    search was halted."""
    cdef Candidate candidate
    cdef Candidate* c = &candidate
    cdef int extension, score, cutoff = NO_SCORE
    cdef Picker picker
    n.tried.quiet_count = n.tried.noisy_count = n.number = 0
    n.best = -INFINITE
    n.best_move = NO_MOVE
    picker = new_picker(w, n.ply, n.found.move, False)
    n.table_move = picker.table_move
    n.table_noisy = n.table_move != NO_MOVE and w.rules.search.gain(position_at(w, n.ply), n.table_move) != 0
    while True:
        c.move = next_move(w, n.ply, &picker)
        if c.move == NO_MOVE:
            break
        if c.move == n.excluded:
            continue
        n.number += 1
        examine_move(w, n, c)
        if is_late(w, n, c):
            n.number += skip_late_moves(w, n.ply, &picker)
            continue
        c.history = history_of(w, n, c)
        c.reduction = base_reduction(w, n.depth, n.number, n.improving)
        if prune_move(w, n, c):
            continue
        extension = extension_of(w, n, c, &cutoff)
        if halted(w) or cutoff != NO_SCORE:
            break
        make_candidate(w, n, c)
        score = search_candidate(w, n, c, n.depth - 1 + extension)
        if halted(w) or note_score(w, n, c.move, score):
            break
        note_tried(&n.tried, c.move, c.quiet)
    release_picker(w, &picker)
    n.overlooked = picker.overlooked
    return 0 if halted(w) else cutoff


cdef inline int search(Worker* w, int ply, int depth, int alpha, int beta, bint cut_node) noexcept nogil:
    """Principal variation search, fail-soft, below the root; ``cut_node`` marks nodes expected to fail high."""
    cdef Node node
    cdef int score
    if depth <= 0:
        if not is_restricted(w, ply):
            return quiescence(w, ply, alpha, beta)
        depth = 1               # quiescence would ignore the restriction
    score = immediate_score(w, ply)
    if score != NO_SCORE:
        return score
    enter_node(w, &node, ply, depth, alpha, beta, cut_node)
    if node.alpha >= node.beta:
        return node.alpha
    probe_table(w, &node)
    if is_table_cutoff(w, &node):
        return node.table_score
    evaluate_node(w, &node)
    score = prune_node(w, &node)
    if score == NO_SCORE:
        score = search_moves(w, &node)
    if score != NO_SCORE:
        return score
    if node.number == 0:
        return score_without_moves(w, &node)
    learn_from_node(w, &node)
    return node.best
