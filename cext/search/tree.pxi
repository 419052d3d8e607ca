# The tree: principal variation search with its pruning, extensions and reductions. Whose move it is comes from the
# position, never from the ply: a side may move several times in a row.
from libc.math cimport log

from oddfish.cext.core.rules cimport Rules, side_of
from oddfish.cext.core.table cimport LOWER, NO_EVAL, Found, from_table, probe, store, to_table
from oddfish.cext.core.types cimport INFINITE, MATE, MATE_BOUND, NO_MOVE, Key, Move
from oddfish.cext.search.history cimport (Corrections, Tried, capture_entry, clear_killers, corrections_at,
                                          history_bonus, history_malus, note_tried, quiet_history, reward_prior_move,
                                          update_continuations, update_corrections, update_histories, update_quiet)
from oddfish.cext.search.node cimport (bound_of, can_repeat, corrected, early_evaluation, immediate_score,
                                       is_chance_move, is_decisive, is_in_check, make_move, make_null_move,
                                       outcome_score, raw_evaluation, update_pv)
from oddfish.cext.search.picker cimport (GOOD_NOISY, Picker, new_picker, next_move, release_picker,
                                         skip_late_moves)
from oddfish.cext.search.quiescence cimport quiescence, quiescence_child
from oddfish.cext.search.time cimport halted
from oddfish.cext.search.turns cimport is_restricted
from oddfish.cext.search.worker cimport NO_SCORE, Shared, Stack, Worker, position_at

cdef enum:
    PLY = 1024              # unit of reductions
    HISTORY_UNIT = 8192     # unit of history in reductions


cdef void fill_reductions(Shared* s) noexcept nogil:
    """Late move reductions grow with the product of two logarithms."""
    cdef int i
    s.reductions[0] = 0
    for i in range(1, 256):
        s.reductions[i] = <int> (32.0 * log(<double> i))


cdef inline int base_reduction(const Worker* w, int depth, int number, bint improving) noexcept nogil:
    """In 1024ths of a ply."""
    return w.p.lmr_base + (0 if improving else w.p.lmr_not_improving) + w.shared.reductions[min(depth, 255)] \
        * w.shared.reductions[min(number, 255)] * w.p.lmr_factor // PLY


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
        w.stack[ply + 1].pv_length = 0      # the principal variation ends with a chance move
        return score
    return search_child(w, ply, depth, alpha, beta, cut_node)


# --- Before the moves -----------------------------------------------------------------------------------------------


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


cdef int null_move_pruning(Worker* w, int ply, int depth, int beta, int eval_) noexcept nogil:
    """Null move pruning: a position still good enough after passing fails high. Its score, or NO_SCORE."""
    cdef int score, reduction = w.p.null_move_reduction + depth // w.p.null_move_depth_divisor + \
        min((eval_ - beta) // w.p.null_move_eval_divisor, w.p.null_move_eval_max)
    make_null_move(w, ply)
    score = -search(w, ply + 1, depth - reduction, -beta, 1 - beta, False)
    w.stack[ply].null_move = False
    if halted(w):
        return 0
    if score < beta:
        return NO_SCORE
    if score >= MATE_BOUND:
        score = beta
    if depth < w.p.verification_depth or w.null_move_min_ply:
        return score

    # Verification search: deep searches guard against zugzwang by one without null moves in the plies ahead.
    w.null_move_min_ply = ply + w.p.verification_plies * (depth - reduction) // 100
    if search(w, ply, depth - reduction, beta - 1, beta, False) < beta:
        score = NO_SCORE
    w.null_move_min_ply = 0
    return score


cdef int probcut(Worker* w, int ply, int depth, int beta, Move table_move, int raw) noexcept nogil:
    """ProbCut: if a good capture stays well above beta in a shallower search, so would the full one. Its score, or
    NO_SCORE. ``beta`` includes the margin; ``raw`` is the static evaluation for the table."""
    cdef const Rules* rules = w.rules
    cdef char* position = position_at(w, ply)
    cdef Picker picker = new_picker(w, ply, table_move, True)
    cdef int score, new_depth = depth - w.p.probcut_reduction, static_eval = w.stack[ply].static_eval
    cdef Move move
    while True:
        move = next_move(w, ply, &picker)
        if move == NO_MOVE or picker.stage > GOOD_NOISY:
            break
        if is_chance_move(rules, position, move) or \
                not rules.see(position, move, beta - static_eval):
            continue
        make_move(w, ply, move, rules.history_slot(position, move))
        w.stack[ply].quiet = False
        score = quiescence_child(w, ply, beta - 1, beta)
        if score >= beta and new_depth > 1:
            score = search_child(w, ply, new_depth - 1, beta - 1, beta, True)
        if halted(w):
            break
        if score >= beta:
            release_picker(w, &picker)
            store(w.shared.table, w.line_keys[ply], move, to_table(score, ply), raw, new_depth, LOWER, False)
            return score
    release_picker(w, &picker)
    return NO_SCORE


cdef inline int prune_node(Worker* w, int ply, int depth, int alpha, int beta, int eval_,
                           bint improving) noexcept nogil:
    """The score of a node that its evaluation, or a small search, puts outside the window; else NO_SCORE."""
    cdef const Stack* ss = &w.stack[ply]
    cdef int score
    # Razoring: the evaluation is so far below alpha that only captures may help; quiescence sees them.
    if depth <= w.p.razoring_depth and alpha < w.p.winning_score and \
            eval_ + w.p.razoring_margin + w.p.razoring_square_margin * depth * depth <= alpha:
        score = quiescence(w, ply, alpha, alpha + 1)
        if score <= alpha:
            return score

    # Where one side is winning anyway, mates decide: neither an evaluation nor a shallow search tells where they are.
    if abs(beta) >= w.p.winning_score:
        return NO_SCORE

    # Reverse futility pruning: the evaluation is so far above beta that the opponent will hardly catch up.
    if depth <= w.p.reverse_futility_depth and not ss.table_pv and eval_ >= beta and \
            eval_ - w.p.reverse_futility_margin * depth + w.p.reverse_futility_improving * improving >= beta:
        return ((w.p.reverse_futility_divisor - 1) * beta + eval_) // w.p.reverse_futility_divisor

    # Null move pruning: not twice in a row, nor where passing would be an advantage, as in many a mate problem.
    if depth >= w.p.null_move_depth and eval_ >= beta and ply >= w.null_move_min_ply \
            and not ss[-1].null_move and not w.shared.mate_limit and w.rules.null_move_allowed(position_at(w, ply)):
        return null_move_pruning(w, ply, depth, beta, eval_)
    return NO_SCORE


# --- Each move --------------------------------------------------------------------------------------------------------


cdef inline bint prune_quiet(const Worker* w, int ply, Move move, int history, int depth, int reduced_depth,
                             int alpha) noexcept nogil:
    """Whether to skip a quiet move that will hardly raise alpha; ``reduced_depth`` is what its search would have."""
    # History pruning: the move has failed too often.
    if depth <= w.p.history_pruning_depth and history < w.p.history_pruning_margin * depth:
        return True
    reduced_depth = max(reduced_depth + history // w.p.pruning_history_divisor, 0)

    # Who is winning anyway wants to see mates: no evaluation tells where they are.
    if alpha >= w.p.winning_score:
        return False

    # Futility pruning: the static evaluation is too far below alpha for a quiet move to help.
    if reduced_depth <= w.p.futility_depth and \
            w.stack[ply].static_eval + w.p.futility_margin + w.p.futility_depth_margin * reduced_depth <= alpha:
        return True

    # SEE pruning: the move loses too much in exchanges on its square.
    return not w.rules.see(position_at(w, ply), move, w.p.see_quiet_margin * reduced_depth * reduced_depth)


cdef int singular_extension(Worker* w, int ply, int depth, int beta, Move move, int table_score, bint pv_node,
                            bint cut_node, int* cutoff) noexcept nogil:
    """Singular extension: if every other move fails well below the table's score, its move is forced. Returns the
    plies to extend (or to shorten) it by; ``cutoff`` is set if the node fails high without it."""
    cdef Stack* ss = &w.stack[ply]
    cdef int score, singular_beta = table_score - (w.p.singular_margin + w.p.singular_pv_margin
                                                   * (ss.table_pv and not pv_node)) * depth // 64
    ss.excluded_move = move
    score = search(w, ply, (depth - 1) // 2, singular_beta - 1, singular_beta, cut_node)
    ss.excluded_move = NO_MOVE
    if halted(w):
        return 0
    if score < singular_beta:
        # Double and triple extensions: the others fail by far.
        if not pv_node and score < singular_beta - w.p.triple_extension_margin:
            return 3
        if not pv_node and score < singular_beta - w.p.double_extension_margin:
            return 2
        return 1
    # Multicut: several moves fail high, so the node would hardly fail low.
    if score >= beta and abs(score) < MATE_BOUND:
        cutoff[0] = score
        return 0
    # Negative extension: the move is not the only good one.
    if table_score >= beta or cut_node:
        return -w.p.negative_extension
    return 0


cdef inline int late_move_reduction(const Worker* w, int ply, int reduction, bint quiet, int history, bint refutation,
                                    bint pv_node, bint cut_node, bint table_noisy, bint check) noexcept nogil:
    """Late move reductions: moves late in the order are searched shallower first. What to make of the base
    ``reduction``, in 1024ths of a ply; ``check``: in it or giving it."""
    cdef const Stack* ss = &w.stack[ply]
    if quiet:
        reduction -= history * w.p.lmr_history_factor // HISTORY_UNIT
        if refutation:
            reduction -= w.p.lmr_killer
    else:
        reduction -= w.p.lmr_capture + history * w.p.lmr_capture_history_factor // HISTORY_UNIT
    if pv_node:
        reduction -= w.p.lmr_pv
    if ss.table_pv:
        reduction -= w.p.lmr_table_pv
    if cut_node:
        reduction += w.p.lmr_cut_node
    if table_noisy:
        reduction += w.p.lmr_table_capture
    if ss[1].cutoffs > w.p.lmr_cutoff_count:
        reduction += w.p.lmr_cutoffs
    if check:
        reduction -= w.p.lmr_check
    return reduction


cdef int search(Worker* w, int ply, int depth, int alpha, int beta, bint cut_node) noexcept nogil:
    """Principal variation search, fail-soft, below the root; ``cut_node`` marks nodes expected to fail high."""
    cdef const Rules* rules = w.rules
    cdef char* position = position_at(w, ply)
    cdef Stack* ss = &w.stack[ply]
    cdef bint pv_node = beta - alpha > 1, check, hit = False, improving = False, quiet, gives_check, chance, made
    cdef bint refutation, prunable, table_noisy = False
    cdef int best = -INFINITE, old_alpha, score, eval_ = NO_SCORE, raw = NO_EVAL, new_depth, reduction, slot
    cdef int extension, table_score = 0, number = 0, history, gain, lmr_depth, cutoff, probcut_beta
    cdef Found found
    cdef Tried tried
    cdef Corrections corrections
    cdef Picker picker
    cdef Move move, best_move = NO_MOVE, excluded = ss.excluded_move
    cdef Key key = w.line_keys[ply]
    if depth <= 0:
        if not is_restricted(w, ply):
            return quiescence(w, ply, alpha, beta)
        depth = 1               # quiescence looks at any move
    score = immediate_score(w, ply)
    if score != NO_SCORE:
        return score
    # Upcoming repetition: a draw is at hand.
    if alpha < 0 and can_repeat(w, ply):
        alpha = 0
        if alpha >= beta:
            return alpha
    check = is_in_check(w, ply)

    # Mate distance pruning: a mate nearer to the root than this node has been found already.
    alpha = max(alpha, ply - MATE)
    beta = min(beta, MATE - ply - 1)
    if alpha >= beta:
        return alpha
    old_alpha = alpha

    if not check and excluded == NO_MOVE:       # while the table's entry arrives
        corrections = corrections_at(w, ply)
        raw = early_evaluation(w, ply)
    hit = probe(w.shared.table, key, &found)
    table_score = from_table(found.score, ply)
    ss.side = side_of(position)
    if excluded == NO_MOVE:
        ss.table_pv = pv_node or hit and found.pv

    # Transposition table cutoff; its quiet move has refuted the opponent's once more.
    if hit and not pv_node and excluded == NO_MOVE and found.depth >= depth and not is_restricted(w, ply) \
            and is_decisive(found.bound, table_score, alpha, beta):
        if table_score >= beta and found.move != NO_MOVE and rules.legal != NULL and \
                rules.legal(position, found.move) and rules.gain(position, found.move) == 0:
            update_quiet(w, ply, rules.history_slot(position, found.move),
                         history_bonus(w, depth) * w.p.table_cutoff_percent // 100)
        return table_score

    # Static evaluation, corrected by what was learned and by the table's score where its bound allows.
    clear_killers(w, ply + 1)
    ss[2].cutoffs = 0
    if check:
        ss.static_eval = NO_SCORE
    else:
        if excluded != NO_MOVE:
            eval_ = ss.static_eval
        else:
            raw = raw_evaluation(w, ply, raw, &found)
            ss.static_eval = eval_ = corrected(w, position, raw, &corrections)
        if hit and abs(table_score) < MATE_BOUND and is_decisive(found.bound, table_score, eval_, eval_):
            eval_ = table_score
        improving = is_improving(w, ply)

        # Hindsight: a reduced move that leaves both sides content needs less depth.
        if excluded == NO_MOVE and ss[-1].reduction >= w.p.hindsight_reduction and depth >= 2 and \
                ss[-1].static_eval != NO_SCORE and ss[-1].side != ss.side and \
                ss.static_eval + ss[-1].static_eval > w.p.hindsight_margin:
            depth -= 1

    if not pv_node and not check and excluded == NO_MOVE and abs(beta) < MATE_BOUND:
        score = prune_node(w, ply, depth, alpha, beta, eval_, improving)
        if score != NO_SCORE:
            return score

    # Internal iterative reduction: without a table move the order is poor; a shallower search will leave one.
    if depth >= w.p.iir_depth and found.move == NO_MOVE and (pv_node or cut_node):
        depth -= w.p.iir_reduction

    # ProbCut, unless the table says that it would fail.
    if not pv_node and not check and excluded == NO_MOVE and abs(beta) < MATE_BOUND and depth >= w.p.probcut_depth:
        probcut_beta = beta + w.p.probcut_margin - w.p.probcut_improving * improving
        if not (hit and found.depth >= depth - w.p.probcut_table_depth and table_score < probcut_beta):
            score = probcut(w, ply, depth, probcut_beta, found.move, raw)
            if score != NO_SCORE:
                return score - (probcut_beta - beta) if abs(score) < MATE_BOUND else score

    tried.quiet_count = tried.noisy_count = 0
    picker = new_picker(w, ply, found.move, False)
    if picker.table_move != NO_MOVE:
        table_noisy = rules.gain(position, picker.table_move) != 0
    while True:
        move = next_move(w, ply, &picker)
        if move == NO_MOVE:
            break
        if move == excluded:
            continue
        number += 1
        gain = rules.gain(position, move)
        quiet = gain == 0
        slot = rules.history_slot(position, move)
        chance = is_chance_move(rules, position, move)
        refutation = quiet and (move == ss.killers[0] or move == ss.killers[1])
        made = False
        gives_check = False
        if not chance:
            if rules.gives_check != NULL:
                gives_check = rules.gives_check(position, move)
            else:
                make_move(w, ply, move, slot)
                made = True
                gives_check = side_of(position_at(w, ply + 1)) != ss.side and is_in_check(w, ply + 1)

        # Late move pruning: enough moves were tried at this depth. Checks are never left out: mates hide there.
        prunable = best > -MATE_BOUND and not check and not gives_check
        if prunable and quiet and not refutation and not pv_node and \
                number > (w.p.late_move_count + depth * depth) >> (not improving):
            number += skip_late_moves(w, ply, &picker)
            continue

        if quiet:
            history = quiet_history(w, ply, slot)
        else:
            history = capture_entry(w, slot, gain)[0]
        new_depth = depth - 1
        reduction = base_reduction(w, depth, number, improving)
        if prunable:
            if quiet and not refutation:
                if prune_quiet(w, ply, move, history, depth, new_depth - reduction // PLY, alpha):
                    continue
            # SEE pruning: the capture loses too much in exchanges on its square.
            elif not quiet and alpha < w.p.winning_score and \
                    not rules.see(position, move, w.p.see_capture_margin * depth -
                                  max(history, 0) // w.p.see_capture_history_divisor):
                continue

        extension = 0
        if ply < w.p.extension_plies * w.root_depth:
            if move == picker.table_move and number == 1 and depth >= w.p.singular_depth and excluded == NO_MOVE and \
                    found.bound & LOWER and found.depth >= depth - w.p.singular_table_depth and \
                    abs(table_score) < MATE_BOUND and not is_restricted(w, ply):
                cutoff = NO_SCORE
                extension = singular_extension(w, ply, depth, beta, move, table_score, pv_node, cut_node, &cutoff)
                made = False
                if halted(w) or cutoff != NO_SCORE:
                    release_picker(w, &picker)
                    return 0 if halted(w) else cutoff
            # Check extension: evading a check decides nothing by itself.
            if check and extension < 1:
                extension = w.p.check_extension
        new_depth += extension
        if not chance and not made:
            make_move(w, ply, move, slot)
            if rules.gives_check != NULL and side_of(position_at(w, ply + 1)) != ss.side:
                w.stack[ply + 1].in_check = gives_check
        ss.quiet = quiet

        if depth >= w.p.lmr_depth and number > 1 + pv_node:
            reduction = late_move_reduction(w, ply, reduction, quiet, history, refutation, pv_node, cut_node,
                                            table_noisy, check or gives_check)
            lmr_depth = max(1, min(new_depth - reduction // PLY, new_depth + pv_node))
            ss.reduction = new_depth - lmr_depth
            # Zero window: show that the move is no better; if it is, search it at full depth, then with a full window.
            score = search_move(w, ply, move, chance, lmr_depth, alpha, alpha + 1, True)
            ss.reduction = 0
            if score > alpha and lmr_depth < new_depth and not halted(w):
                # Deeper or shallower, by how much better it seems to be.
                new_depth += (score > best + w.p.lmr_deeper_margin + w.p.lmr_deeper_depth_margin * new_depth) - \
                    (score < best + w.p.lmr_shallower_margin)
                if new_depth > lmr_depth:
                    score = search_move(w, ply, move, chance, new_depth, alpha, alpha + 1, not cut_node)
                if quiet:
                    update_continuations(w, ply, slot, history_bonus(w, new_depth) if score > alpha
                                         else -history_malus(w, new_depth))
        elif not pv_node or number > 1:
            score = search_move(w, ply, move, chance, new_depth, alpha, alpha + 1, not cut_node)
        if pv_node and (number == 1 or score > alpha) and not halted(w):
            score = search_move(w, ply, move, chance, new_depth, alpha, beta, False)
        if halted(w):
            release_picker(w, &picker)
            return 0
        if score > best:
            best = score
            if score > alpha:
                best_move = move
                update_pv(w, ply, move)
                if score >= beta:
                    ss.cutoffs += 1
                    break
                alpha = score
        note_tried(&tried, move, quiet)
    release_picker(w, &picker)
    if number == 0:
        if excluded != NO_MOVE:
            return alpha            # the excluded move is the only one
        if picker.overlooked:
            return ss.static_eval
        return outcome_score(w, position, 0, ply)
    if best >= beta:
        update_histories(w, ply, best_move, &tried, depth)
    elif best <= old_alpha:
        reward_prior_move(w, ply, depth)
    if excluded != NO_MOVE:
        return best
    store(w.shared.table, key, best_move, to_table(best, ply), raw, depth, bound_of(best, old_alpha, beta, pv_node),
          ss.table_pv)
    if not check and abs(best) < MATE_BOUND and (best_move == NO_MOVE or rules.gain(position, best_move) == 0) and \
            not (best >= beta and best <= ss.static_eval) and not (best_move == NO_MOVE and best >= ss.static_eval):
        update_corrections(w, &corrections, best - ss.static_eval, depth)
    return best
