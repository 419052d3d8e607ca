# Quiescence search: plays out captures and promotions, so that only quiet positions are evaluated.
from oddfish.cext.core.rules cimport Rules, side_of
from oddfish.cext.core.table cimport NO_EVAL, Found, from_table, probe, store, to_table
from oddfish.cext.core.types cimport INFINITE, MATE, MATE_BOUND, NO_MOVE, Key, Move
from oddfish.cext.search.history cimport Corrections, corrections_at
from oddfish.cext.search.node cimport (bound_of, can_repeat, corrected, early_evaluation, immediate_score,
                                       is_decisive, is_in_check, make_move, raw_evaluation, update_pv)
from oddfish.cext.search.picker cimport BAD_NOISY, Picker, new_picker, next_move, release_picker
from oddfish.cext.search.time cimport halted
from oddfish.cext.search.worker cimport NO_SCORE, Worker, position_at


cdef inline int quiescence_child(Worker* w, int ply, int alpha, int beta) noexcept nogil:
    """Quiescence search of the position at ``ply + 1``; its score for the side to move at ``ply``."""
    if side_of(position_at(w, ply + 1)) == side_of(position_at(w, ply)):
        return quiescence(w, ply + 1, alpha, beta)
    return -quiescence(w, ply + 1, -beta, -alpha)


cdef inline int quiescence(Worker* w, int ply, int alpha, int beta) noexcept nogil:
    """The score of a position once captures and promotions have been played out.

    In check there is no stand pat: the search tries the good captures, then quiet moves until one does not lose and
    `quiet_evasions` have been tried. Trying all evasions would make the tree explode in games with many moves and easy
    checks (drops, turns of two moves). A mate is returned only after every move has been tried.
    """
    cdef const Rules* rules = w.rules
    cdef char* position = position_at(w, ply)
    cdef int best, score, gain, slot, old_alpha = alpha, quiets = 0, stand_pat = NO_SCORE, raw = NO_EVAL
    cdef bint check, pv_node = beta - alpha > 1, hit
    cdef Found found
    cdef Corrections corrections
    cdef Picker picker
    cdef Move move, best_move = NO_MOVE
    cdef Key key = w.line_keys[ply]
    score = immediate_score(w, ply)
    if score != NO_SCORE:
        return score
    # Upcoming repetition: the side to move can draw.
    if alpha < 0 and can_repeat(w, ply):
        alpha = 0
        if alpha >= beta:
            return alpha
        old_alpha = alpha
    check = is_in_check(w, ply)

    # Transposition table cutoff
    if not check:       # while the table entry is being loaded
        corrections = corrections_at(w, ply)
        raw = early_evaluation(w, ply)
    hit = probe(w.shared.table, key, &found)
    score = from_table(found.score, ply)
    if hit and not pv_node and is_decisive(found.bound, score, alpha, beta):
        return score

    if check:
        best = ply - MATE
    else:
        # Stand pat: the side to move need not capture.
        raw = raw_evaluation(w, ply, raw, &found)
        stand_pat = best = corrected(w, position, raw, &corrections)
        if hit and abs(score) < MATE_BOUND and is_decisive(found.bound, score, best, best):
            best = score
        if best >= beta:
            if not hit:
                store(w.shared.table, key, NO_MOVE, to_table(best, ply), raw, 0, bound_of(best, alpha, beta, False),
                      False)
            return best
        if best > alpha:
            alpha = best
    w.stack[ply].side = side_of(position)
    picker = new_picker(w, ply, found.move, not check)
    if not check:
        # Delta pruning: captures that gain no more than this do not raise alpha, even with a margin.
        picker.too_little = alpha - stand_pat - w.p.delta_margin
    while True:
        move = next_move(w, ply, &picker)
        if move == NO_MOVE:
            break
        gain = rules.search.gain(position, move)
        if best > -MATE_BOUND:
            # SEE pruning: this move loses the exchange, and so do all that follow.
            if picker.stage == BAD_NOISY:
                break
            # Late evasions: the good captures have been tried.
            if check and gain == 0 and quiets >= w.p.quiet_evasions:
                break
            # Delta pruning for the table move, and for others after alpha has risen.
            if not check and stand_pat + gain + w.p.delta_margin <= alpha:
                picker.left_out = max(picker.left_out, gain)
                continue
        quiets += gain == 0
        slot = rules.search.history_slot(position, move)
        make_move(w, ply, move, slot)
        w.stack[ply].quiet = gain == 0
        score = quiescence_child(w, ply, alpha, beta)
        if halted(w):
            release_picker(w, &picker)
            return 0
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                best_move = move
                update_pv(w, ply, move)
                if score >= beta:
                    break
    release_picker(w, &picker)
    if picker.left_out > -INFINITE:
        best = max(best, stand_pat + picker.left_out + w.p.delta_margin)
    store(w.shared.table, key, best_move, to_table(best, ply), raw, 0, bound_of(best, old_alpha, beta, pv_node),
          hit and found.pv)
    return best
