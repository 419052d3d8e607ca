# The tree: principal variation search with its pruning, extensions and reductions. Whose move it is comes from the
# position, never from the ply: a side may move several times in a row.
from libc.math cimport log

from oddfish.cext.core.rules cimport Rules, side_of
from oddfish.cext.core.table cimport LOWER, NO_BOUND, Found, from_table, probe, store, to_table
from oddfish.cext.core.types cimport INFINITE, MATE, MATE_BOUND, NO_MOVE, Key, Move
from oddfish.cext.search.history cimport clear_killers, update_histories
from oddfish.cext.search.node cimport (bound_of, immediate_score, is_chance_move, is_decisive, make_move,
                                       make_null_move, outcome_score, update_pv)
from oddfish.cext.search.parameters cimport (
    CHECK_EXTENSION, EXTENSION_PLIES, FUTILITY_DEPTH, FUTILITY_DEPTH_MARGIN, FUTILITY_HISTORY_DIVISOR, FUTILITY_MARGIN,
    HISTORY_PRUNING_DEPTH, HISTORY_PRUNING_MARGIN, IIR_DEPTH, IIR_REDUCTION, LATE_MOVE_COUNT, LATE_MOVE_DEPTH,
    LATE_MOVE_DIVISOR, LMR_BASE, LMR_CAPTURE, LMR_CHECK, LMR_CUT_NODE, LMR_DEPTH, LMR_DIVISOR, LMR_HISTORY_DIVISOR,
    LMR_KILLER, LMR_MOVES, LMR_NOT_IMPROVING, LMR_PV, NULL_MOVE_DEPTH, NULL_MOVE_DEPTH_DIVISOR, NULL_MOVE_EVAL_DIVISOR,
    NULL_MOVE_EVAL_MAX, NULL_MOVE_REDUCTION, RAZORING_DEPTH, RAZORING_MARGIN, REVERSE_FUTILITY_DEPTH,
    REVERSE_FUTILITY_MARGIN, SEE_CAPTURE_MARGIN, SEE_CAPTURE_SQUARE_MARGIN, SEE_DEPTH, SEE_QUIET_MARGIN, SINGULAR_DEPTH,
    SINGULAR_DIVISOR, SINGULAR_EXTENSION, SINGULAR_MARGIN, SINGULAR_TABLE_DEPTH, VERIFICATION_DEPTH,
    VERIFICATION_DIVISOR, VERIFICATION_PLIES, VERIFICATION_REDUCTION)
from oddfish.cext.search.picker cimport COUNTER_MOVE, GOOD_CAPTURE, KILLER, pick_best, score_moves
from oddfish.cext.search.quiescence cimport quiescence
from oddfish.cext.search.turns cimport generate_moves, is_restricted
from oddfish.cext.search.worker cimport NO_SCORE, Stack, Worker, position_at

cdef int reductions[64][64]         # late move reductions by depth and move number


cdef void fill_reductions() noexcept nogil:
    cdef int depth, number
    for depth in range(1, 64):
        for number in range(1, 64):
            reductions[depth][number] = <int> (LMR_BASE / 100.0 + log(<double> depth) * log(<double> number)
                                               / (LMR_DIVISOR / 100.0))


fill_reductions()


cdef inline int base_reduction(int depth, int number) noexcept nogil:
    return reductions[min(depth, 63)][min(number, 63)]


# --- Children -----------------------------------------------------------------------------------------------------


cdef inline int search_child(Worker* w, int ply, int depth, int alpha, int beta, bint cut_node) noexcept nogil:
    """Search the position at ``ply + 1``; its score for the side to move at ``ply``."""
    if side_of(position_at(w, ply + 1)) == side_of(position_at(w, ply)):
        return search(w, ply + 1, depth, alpha, beta, cut_node)
    return -search(w, ply + 1, depth, -beta, -alpha, cut_node)


cdef inline int search_move(Worker* w, int ply, Move move, bint chance, int depth, int alpha, int beta,
                            bint cut_node) noexcept nogil:
    """Search ``move``, already made unless it is a ``chance`` move; its score for the side to move at ``ply``."""
    if chance:
        return search_chance_node(w, ply, move, depth, alpha, beta)
    return search_child(w, ply, depth, alpha, beta, cut_node)


# --- Before the moves -----------------------------------------------------------------------------------------------


cdef inline bint is_improving(const Worker* w, int ply) noexcept nogil:
    """Whether the static evaluation has risen since the side's last turn: two plies ago, or four if turns take two."""
    cdef const Stack* ss = &w.stack[ply]
    cdef int before = ply - 2 if ply >= 2 and w.stack[ply - 2].side == ss.side else ply - 4
    return before >= 0 and w.stack[before].static_eval != NO_SCORE and w.stack[before].side == ss.side and \
        ss.static_eval > w.stack[before].static_eval


cdef int null_move_pruning(Worker* w, int ply, int depth, int beta, int eval_) noexcept nogil:
    """Null move pruning: a position still good enough after passing fails high. Its score, or NO_SCORE."""
    cdef int score, reduction = NULL_MOVE_REDUCTION + depth // NULL_MOVE_DEPTH_DIVISOR + \
        min((eval_ - beta) // NULL_MOVE_EVAL_DIVISOR, NULL_MOVE_EVAL_MAX)
    make_null_move(w, ply)
    score = -search(w, ply + 1, depth - reduction, -beta, 1 - beta, True)
    w.stack[ply].null_move = False
    if w.shared.stop:
        return 0
    if score < beta:
        return NO_SCORE
    if depth < VERIFICATION_DEPTH or w.null_move_min_ply:
        return beta if score >= MATE_BOUND else score

    # Verification search: deep searches guard against zugzwang by one without null moves in the plies ahead.
    w.null_move_min_ply = ply + VERIFICATION_PLIES * (depth - VERIFICATION_REDUCTION) // 100
    score = search(w, ply, depth - VERIFICATION_REDUCTION - depth // VERIFICATION_DIVISOR, beta - 1, beta, False)
    w.null_move_min_ply = 0
    return score if score >= beta else NO_SCORE


cdef inline int prune_node(Worker* w, int ply, int depth, int alpha, int beta, int eval_,
                           bint improving) noexcept nogil:
    """The score of a node that its evaluation, or a small search, puts outside the window; else NO_SCORE."""
    cdef int score
    # Reverse futility pruning: the evaluation is so far above beta that the opponent will hardly catch up.
    if depth <= REVERSE_FUTILITY_DEPTH and eval_ - REVERSE_FUTILITY_MARGIN * (depth - improving) >= beta:
        return eval_

    # Razoring: the evaluation is so far below alpha that only captures may help; quiescence sees them.
    if depth <= RAZORING_DEPTH and eval_ + RAZORING_MARGIN * depth <= alpha:
        score = quiescence(w, ply, alpha, beta)
        if score <= alpha:
            return score

    # Null move pruning: not twice in a row, nor where passing would be an advantage.
    if depth >= NULL_MOVE_DEPTH and eval_ >= beta and ply >= w.null_move_min_ply \
            and not w.stack[ply - 1].null_move and w.rules.null_move_allowed(position_at(w, ply)):
        return null_move_pruning(w, ply, depth, beta, eval_)
    return NO_SCORE


# --- Each move --------------------------------------------------------------------------------------------------------


cdef inline bint prune_move(const Worker* w, int ply, Move move, bint quiet, int ordering, int quiets, int depth,
                            int alpha, bint pv_node, bint improving) noexcept nogil:
    """Whether to skip a move that will hardly raise alpha."""
    if quiet and ordering < COUNTER_MOVE:
        # Late move pruning: enough quiet moves were tried at this depth.
        if not pv_node and depth <= LATE_MOVE_DEPTH and \
                quiets > (LATE_MOVE_COUNT + depth * depth) // (1 if improving else LATE_MOVE_DIVISOR):
            return True

        # Futility pruning: the static evaluation is too far below alpha for a quiet move to help.
        if depth <= FUTILITY_DEPTH and w.stack[ply].static_eval + FUTILITY_MARGIN + FUTILITY_DEPTH_MARGIN * depth \
                + ordering // FUTILITY_HISTORY_DIVISOR <= alpha:
            return True

        # History pruning: the move has failed too often.
        if depth <= HISTORY_PRUNING_DEPTH and ordering < HISTORY_PRUNING_MARGIN * depth:
            return True

    # SEE pruning: the move loses too much in exchanges on its square.
    return depth <= SEE_DEPTH and ordering < KILLER and not w.rules.see(
        position_at(w, ply), move,
        SEE_QUIET_MARGIN * depth if quiet else SEE_CAPTURE_SQUARE_MARGIN * depth * depth + SEE_CAPTURE_MARGIN)


cdef inline int late_move_reduction(int depth, int number, int ordering, bint quiet, bint pv_node, bint cut_node,
                                    bint improving, bint check) noexcept nogil:
    """Late move reductions: moves late in the order are searched shallower first. ``check``: in it or giving it."""
    cdef int reduction = base_reduction(depth, number)
    if not quiet:
        reduction -= LMR_CAPTURE
    elif ordering >= COUNTER_MOVE:
        reduction -= LMR_KILLER
    else:
        reduction -= ordering // LMR_HISTORY_DIVISOR
    if pv_node:
        reduction -= LMR_PV
    if cut_node:
        reduction += LMR_CUT_NODE
    if not improving:
        reduction += LMR_NOT_IMPROVING
    if check:
        reduction -= LMR_CHECK
    return reduction


cdef int search(Worker* w, int ply, int depth, int alpha, int beta, bint cut_node) noexcept nogil:
    """Principal variation search, fail-soft, below the root; ``cut_node`` marks nodes expected to fail high."""
    cdef const Rules* rules = w.rules
    cdef char* position = position_at(w, ply)
    cdef Stack* ss = &w.stack[ply]
    cdef bint pv_node = beta - alpha > 1, check, hit, improving, quiet, gives_check, chance
    cdef int best = -INFINITE, old_alpha = alpha, score, eval_, i, n, new_depth, reduction, slot, extension
    cdef int ordering, quiets = 0, table_score = 0, singular_beta
    cdef size_t base
    cdef Found found
    cdef Move move, best_move = NO_MOVE, excluded = ss.excluded_move
    cdef Key key = w.line_keys[ply] ^ <Key> excluded * <Key> 0x9E3779B97F4A7C15
    if depth <= 0:
        return quiescence(w, ply, alpha, beta)
    score = immediate_score(w, ply)
    if score != NO_SCORE:
        return score
    check = rules.in_check(position)

    # Mate distance pruning: a mate nearer to the root than this node has been found already.
    alpha = max(alpha, ply - MATE)
    beta = min(beta, MATE - ply - 1)
    if alpha >= beta:
        return alpha

    # Transposition table cutoff
    hit = probe(w.shared.table, key, &found)
    if hit:
        table_score = from_table(found.score, ply)
        if not pv_node and found.depth >= depth and not is_restricted(w, ply) \
                and is_decisive(found.bound, table_score, alpha, beta):
            return table_score
    else:
        found.move = NO_MOVE
        found.depth = -1
        found.bound = NO_BOUND

    # Static evaluation, corrected by the table's score where its bound allows.
    ss.side = side_of(position)
    ss.static_eval = eval_ = NO_SCORE if check else rules.evaluate(position)
    if hit and not check and abs(table_score) < MATE_BOUND and is_decisive(found.bound, table_score, eval_, eval_):
        eval_ = table_score
    improving = not check and is_improving(w, ply)
    clear_killers(w, ply + 1)

    if not pv_node and not check and excluded == NO_MOVE and abs(beta) < MATE_BOUND:
        score = prune_node(w, ply, depth, alpha, beta, eval_, improving)
        if score != NO_SCORE:
            return score

    # Internal iterative reduction: without a table move the order is poor; a shallower search will leave one.
    if depth >= IIR_DEPTH and found.move == NO_MOVE and (pv_node or cut_node):
        depth -= IIR_REDUCTION

    base = w.top
    n = generate_moves(w, ply, w.moves + base)
    if n == 0:
        return outcome_score(w, position, 0, ply)
    w.top += n
    score_moves(w, ply, base, n, found.move)
    for i in range(n):
        ordering = pick_best(w, base, i, n)
        move = w.moves[base + i]
        if move == excluded:
            continue
        quiet = rules.gain(position, move) == 0
        slot = rules.history_slot(position, move)
        chance = is_chance_move(rules, position, move)
        if not chance:
            make_move(w, ply, move, slot)
        gives_check = not chance and rules.in_check(position_at(w, ply + 1)) and \
            side_of(position_at(w, ply + 1)) != ss.side
        if best > -MATE_BOUND and not check and not gives_check and \
                prune_move(w, ply, move, quiet, ordering, quiets, depth, alpha, pv_node, improving):
            continue
        if quiet:
            quiets += 1

        extension = 0
        if ply < EXTENSION_PLIES * w.root_depth:
            # Check extension: evading a check decides nothing by itself.
            if check:
                extension = CHECK_EXTENSION

            # Singular extension: if every other move fails well below the table's score, its move is forced.
            elif move == found.move and depth >= SINGULAR_DEPTH and excluded == NO_MOVE and found.bound & LOWER and \
                    found.depth >= depth - SINGULAR_TABLE_DEPTH and abs(table_score) < MATE_BOUND:
                singular_beta = table_score - SINGULAR_MARGIN * depth
                ss.excluded_move = move
                score = search(w, ply, (depth - 1) // SINGULAR_DIVISOR, singular_beta - 1, singular_beta, cut_node)
                ss.excluded_move = NO_MOVE
                if not chance:
                    make_move(w, ply, move, slot)
                if w.shared.stop:
                    w.top = base
                    return 0
                if score < singular_beta:
                    extension = SINGULAR_EXTENSION
                # Multicut: several moves fail high, so the node would hardly fail low.
                elif score >= beta and singular_beta >= beta:
                    w.top = base
                    return singular_beta
        new_depth = depth - 1 + extension

        if i == 0 or best == -INFINITE:
            score = search_move(w, ply, move, chance, new_depth, alpha, beta, False if pv_node else not cut_node)
        else:
            reduction = 0
            if depth >= LMR_DEPTH and i >= LMR_MOVES and ordering < GOOD_CAPTURE:
                reduction = late_move_reduction(depth, i, ordering, quiet, pv_node, cut_node, improving,
                                                check or gives_check)
                reduction = max(0, min(reduction, new_depth - 1))
            # Zero window: show that the move is no better; if it is, search it at full depth, then with a full window.
            score = search_move(w, ply, move, chance, new_depth - reduction, alpha, alpha + 1, True)
            if reduction and score > alpha:
                score = search_move(w, ply, move, chance, new_depth, alpha, alpha + 1, not cut_node)
            if score > alpha and score < beta:
                score = search_move(w, ply, move, chance, new_depth, alpha, beta, False)
        if w.shared.stop:
            w.top = base
            return 0
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                best_move = move
                update_pv(w, ply, move)
                if score >= beta:
                    update_histories(w, ply, base, i + 1, move, depth)
                    break
    w.top = base
    if best == -INFINITE:
        return alpha                # the excluded move is the only one
    store(w.shared.table, key, best_move, to_table(best, ply), depth, bound_of(best, old_alpha, beta, pv_node))
    return best
