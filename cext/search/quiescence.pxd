# Quiescence search: plays captures and promotions out, so that only quiet positions are evaluated.
from oddfish.cext.core.rules cimport Rules, side_of
from oddfish.cext.core.table cimport Found, from_table, probe, store, to_table
from oddfish.cext.core.types cimport MATE, MATE_BOUND, NO_MOVE, Key, Move
from oddfish.cext.search.node cimport bound_of, immediate_score, is_decisive, make_move, update_pv
from oddfish.cext.search.parameters cimport DELTA_MARGIN, QUIET_EVASIONS
from oddfish.cext.search.picker cimport is_bad_capture, pick_best, score_moves
from oddfish.cext.search.worker cimport NO_SCORE, Worker, position_at


cdef inline int quiescence(Worker* w, int ply, int alpha, int beta) noexcept nogil:
    """The score of a position once captures and promotions have been played out.

    In check there is no standing pat: the good captures are tried, then quiet moves until one does not lose and
    QUIET_EVASIONS have been tried. Trying all of them would explode where moves are many and checks cheap (drops, turns
    of two moves). A mate is returned only after every move has been tried.
    """
    cdef const Rules* rules = w.rules
    cdef char* position = position_at(w, ply)
    cdef int best, score, i, n, gain, ordering, futility, old_alpha = alpha, quiets = 0, stand_pat = NO_SCORE
    cdef size_t base = w.top
    cdef bint check, pv_node = beta - alpha > 1
    cdef Found found
    cdef Move move, best_move = NO_MOVE, table_move = NO_MOVE
    cdef Key key = w.line_keys[ply]
    score = immediate_score(w, ply)
    if score != NO_SCORE:
        return score
    check = rules.in_check(position)

    # Transposition table cutoff
    if probe(w.shared.table, key, &found):
        score = from_table(found.score, ply)
        if not pv_node and is_decisive(found.bound, score, alpha, beta):
            return score
        table_move = found.move

    if check:
        best = ply - MATE
        n = rules.generate(position, w.moves + base)
    else:
        # Stand pat: the side to move need not capture.
        stand_pat = rules.evaluate(position)
        best = stand_pat
        if best >= beta:
            return best
        if best > alpha:
            alpha = best
        n = rules.noisy(position, w.moves + base)
    w.top += n
    score_moves(w, ply, base, n, table_move)
    for i in range(n):
        ordering = pick_best(w, base, i, n)
        move = w.moves[base + i]
        gain = rules.gain(position, move)
        if best > -MATE_BOUND:
            # SEE pruning: this move loses the exchange, and so do all that follow.
            if is_bad_capture(ordering):
                break
            # Late evasions: the good captures came before.
            if check and gain == 0 and quiets >= QUIET_EVASIONS:
                break
            # Delta pruning: even with a margin the capture does not raise alpha.
            if not check:
                futility = stand_pat + gain + DELTA_MARGIN
                if futility <= alpha:
                    if best < futility:
                        best = futility
                    continue
        quiets += gain == 0
        make_move(w, ply, move, rules.history_slot(position, move))
        if side_of(position_at(w, ply + 1)) == side_of(position):
            score = quiescence(w, ply + 1, alpha, beta)
        else:
            score = -quiescence(w, ply + 1, -beta, -alpha)
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
                    break
    w.top = base
    store(w.shared.table, key, best_move, to_table(best, ply), 0, bound_of(best, old_alpha, beta, pv_node))
    return best
