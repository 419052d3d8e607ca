# The root: searching its moves, aspiration windows, and iterative deepening, which every thread runs.
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memcpy

from oddfish.cext.core.rules cimport Rules, side_of
from oddfish.cext.core.table cimport EXACT, LOWER, NO_EVAL, UPPER, Bound, Found, probe, store, to_table
from oddfish.cext.core.types cimport INFINITE, MATE, MATE_BOUND, NO_MOVE, Move
from oddfish.cext.search.helpers cimport call_helpers
from oddfish.cext.search.history cimport clear_killers
from oddfish.cext.search.node cimport bound_of, evaluate, is_chance_move, is_in_check, make_move, update_pv
from oddfish.cext.search.picker cimport Picker, new_picker, next_move, release_picker
from oddfish.cext.search.pruning cimport PLY, base_reduction
from oddfish.cext.search.time cimport CALM, CHANGED, FALLING, elapsed_ns, halted, stop_deepening, wanted_share
from oddfish.cext.search.tree cimport search_move
from oddfish.cext.search.turns cimport has_parts, whole_score
from oddfish.cext.search.worker cimport NO_SCORE, RootMove, Shared, Stack, Worker, known_score, position_at

# --- Reports ----------------------------------------------------------------------------------------------------


cdef inline bint is_running_for(const Worker* w, int ms) noexcept nogil:
    return elapsed_ns(w.shared) > <int64_t> ms * 1000000


cdef inline void report_lines_from(Worker* w, int depth, Move move, int last) noexcept nogil:
    """Report the lines from the one that begins with ``move`` to index ``last``."""
    cdef int i = 0
    if w.index:
        return
    while w.root_moves[i].move != move:
        i += 1
    for i in range(i, last + 1):
        w.shared.calls.report_line(w, depth, i, EXACT)


cdef inline void report_waiting_lines(Worker* w, int depth, int first, int lines) noexcept nogil:
    """Report lines that this iteration has not completed, with its results so far or else those of the last one."""
    cdef int i
    if w.index:
        return
    for i in range(first, lines):
        if known_score(&w.root_moves[i]) > -INFINITE:
            w.shared.calls.report_line(w, depth if w.root_moves[i].score > -INFINITE else depth - 1, i, EXACT)


cdef inline void report_bound(Worker* w, int depth, Bound bound) noexcept nogil:
    """Report a fail low or fail high; only long searches do."""
    if w.index == 0 and is_running_for(w, w.p.report_bound_ms):
        w.shared.calls.report_line(w, depth, w.pv_index, bound)


cdef inline void report_root_move(Worker* w, Move move, int index) noexcept nogil:
    """Report the root move being searched; only long searches do."""
    if w.index == 0 and is_running_for(w, w.p.report_move_ms):
        w.shared.calls.report_root_move(w, move, index)


# --- Searching --------------------------------------------------------------------------------------------------


cdef inline void sort_root_moves(RootMove* moves, int first, int end) noexcept nogil:
    """Sort best first, by score, then by the last iteration's score; stable."""
    cdef int i, j
    cdef RootMove kept
    for i in range(first + 1, end):
        j = i
        while j > first and (moves[j - 1].score < moves[j].score or moves[j - 1].score == moves[j].score
                             and moves[j - 1].previous_score < moves[j].previous_score):
            kept = moves[j]
            moves[j] = moves[j - 1]
            moves[j - 1] = kept
            j -= 1


cdef inline int search_root(Worker* w, int depth, int alpha, int beta) noexcept nogil:
    """Search the root moves from ``pv_index`` on. Sets the score and line of the first move and of each move that
    raises alpha; the others get -INFINITE."""
    cdef const Rules* rules = w.rules
    cdef char* position = position_at(w, 0)
    cdef RootMove* root_move
    cdef int i, number, best = -INFINITE, score, new_depth, reduction, old_alpha = alpha
    cdef uint64_t nodes_before
    cdef bint check = rules.moves.in_check(position), chance
    cdef Stack* ss = &w.stack[0]
    ss.side = side_of(position)
    ss.static_eval = NO_SCORE if check else evaluate(w, 0)
    ss.table_pv = True
    clear_killers(w, 1)
    ss[2].cutoffs = 0
    new_depth = depth - 1
    # Check extension
    if check:
        new_depth += w.p.check_extension
    for i in range(w.pv_index, w.root_move_count):
        if w.index == 0:
            call_helpers(w)
        root_move = &w.root_moves[i]
        nodes_before = w.nodes
        w.current_root_move = i
        number = i - w.pv_index
        report_root_move(w, root_move.move, i)
        chance = is_chance_move(rules, position, root_move.move)
        if not chance:
            make_move(w, 0, root_move.move, rules.search.history_slot(position, root_move.move))
        ss.quiet = rules.search.gain(position, root_move.move) == 0
        if number == 0:
            score = search_move(w, 0, root_move.move, chance, new_depth, alpha, beta, False)
        else:
            # Late move reductions, smaller than in the tree
            reduction = 0
            if depth >= w.p.lmr_depth and number >= w.p.root_lmr_moves and not check and ss.quiet:
                reduction = base_reduction(w, depth, i, True) - w.p.root_lmr_less
                if not chance and is_in_check(w, 1):
                    reduction -= w.p.lmr_check
                reduction = max(0, min(reduction // PLY, depth - 2))
            score = search_move(w, 0, root_move.move, chance, new_depth - reduction, alpha, alpha + 1, True)
            if reduction and score > alpha:
                score = search_move(w, 0, root_move.move, chance, new_depth, alpha, alpha + 1, True)
            if score > alpha and score < beta:
                score = search_move(w, 0, root_move.move, chance, new_depth, alpha, beta, False)
        root_move.nodes += w.nodes - nodes_before
        if halted(w):
            return best
        root_move.score = -INFINITE
        if score > best:
            best = score
            if number == 0 or score > alpha:
                root_move.score = score
                root_move.seldepth = w.seldepth
                update_pv(w, 0, root_move.move)
                memcpy(root_move.pv, ss.pv, ss.pv_length * sizeof(Move))
                root_move.pv_length = ss.pv_length
            if score <= old_alpha:
                if number == 0 and old_alpha > -INFINITE:
                    note_urgency(w, urgency_of_fall(w))
            elif number and score - alpha > w.p.time_equal_margin:
                note_urgency(w, CHANGED)
            if score > alpha:
                if number:
                    w.lead += score - alpha
                alpha = score
                if score >= beta:
                    break
    if w.pv_index == 0 and not w.turns.restricted:      # otherwise better moves may be missing
        store(w.shared.table, w.line_keys[0], w.root_moves[0].move if best <= old_alpha else ss.pv[0],
              to_table(best, 0), NO_EVAL, depth, bound_of(best, old_alpha, beta, True), True)
    return best


cdef inline void complete_root_move(Worker* w, RootMove* root_move) noexcept nogil:
    """Make a root move's line begin with a whole move. It may have only the first part after a search to depth 1, or if
    the search was stopped before it had searched anything."""
    cdef int ply, used = 0
    cdef Found found
    cdef Picker picker
    if not has_parts(w):
        return
    while w.turns.game.turns.join_parts(w.line, root_move.pv, root_move.pv_length, &used) == NO_MOVE:
        ply = root_move.pv_length
        make_move(w, ply - 1, root_move.pv[ply - 1], -1)
        probe(w.shared.table, w.line_keys[ply], &found)
        picker = new_picker(w, ply, found.move, False)
        picker.overlooks = False
        root_move.pv[ply] = next_move(w, ply, &picker)
        root_move.pv_length += 1
        release_picker(w, &picker)


cdef inline void aspiration_search(Worker* w, int depth) noexcept nogil:
    """Search the line at ``pv_index``.

    Aspiration windows: start with a narrow window around the last score, and widen it until the score falls inside.
    """
    cdef int guess = w.root_moves[w.pv_index].previous_score, delta = w.p.aspiration_delta, score
    cdef int alpha = -INFINITE, beta = INFINITE
    if depth >= w.p.aspiration_depth and abs(guess) < MATE_BOUND:
        alpha = max(guess - delta, -INFINITE)
        beta = min(guess + delta, INFINITE)
    while True:
        score = search_root(w, depth, alpha, beta)
        if halted(w):
            return
        sort_root_moves(w.root_moves, w.pv_index, w.root_move_count)
        if score <= alpha and alpha > -INFINITE:
            report_bound(w, depth, UPPER)
            beta = (alpha + beta) // 2
            alpha = max(score - delta, -INFINITE)
        elif score >= beta and beta < INFINITE:
            report_bound(w, depth, LOWER)
            beta = min(score + delta, INFINITE)
        else:
            return
        delta = delta * w.p.aspiration_growth // 100
        if delta > w.p.aspiration_max:
            alpha = -INFINITE
            beta = INFINITE


cdef inline void spare_lost_moves(Worker* w, int line) noexcept nogil:
    """If all moves that an unfinished iteration has searched for this line lose, and the last iteration had not seen
    that, put the next, unsearched move first."""
    cdef int i, following = max(w.current_root_move, line + 1), last_score = w.root_moves[line].previous_score
    cdef RootMove spared
    for i in range(line, w.root_move_count):
        if w.root_moves[i].score > -MATE_BOUND:
            return
    if w.root_moves[line].score == -INFINITE or -INFINITE < last_score <= -MATE_BOUND or following >= w.root_move_count:
        return
    spared = w.root_moves[following]
    for i in range(line, w.root_move_count):
        w.root_moves[i].score = -INFINITE
    for i in range(following, line, -1):
        w.root_moves[i] = w.root_moves[i - 1]
    w.root_moves[line] = spared


cdef inline void search_lines(Worker* w, int depth, int lines) noexcept nogil:
    """One iteration: search the best ``lines`` of the root (MultiPV); each excludes the first moves of the lines before
    it."""
    cdef int i
    cdef Move move, expected
    for i in range(lines):
        w.pv_index = i
        w.seldepth = 0
        expected = w.root_moves[i].move
        aspiration_search(w, depth)
        move = w.root_moves[i].move
        if halted(w):
            # An unfinished iteration still counts: any new best move has been searched in full.
            spare_lost_moves(w, i)
            sort_root_moves(w.root_moves, i, w.root_move_count)
            break
        # A line may turn out better than earlier ones; then those are reported again.
        sort_root_moves(w.root_moves, 0, i + 1)
        report_lines_from(w, depth, move, i)
        if move != expected:            # it was reported as a later line
            report_waiting_lines(w, depth, i + 1, lines)
    w.pv_index = 0
    sort_root_moves(w.root_moves, 0, lines)
    if lines > 1 and halted(w):
        report_waiting_lines(w, depth, 0, lines)


cdef inline int urgency_of_fall(const Worker* w) noexcept nogil:
    """How urgent a fall of the best line's score is. The score of a chance move is an average, which fluctuates with
    the depth, as do the scores of other chance moves, so its fall is no reason for alarm."""
    return CHANGED if is_chance_move(w.rules, position_at(w, 0), w.root_moves[0].move) else FALLING


cdef inline void note_urgency(Worker* w, int urgency) noexcept nogil:
    """Note a reason to give the current iteration more time; only the main thread's best line counts."""
    if w.index == 0 and w.pv_index == 0 and w.shared.urgency < urgency:
        w.shared.urgency = urgency


cdef inline void iterative_deepening(Worker* w) noexcept nogil:
    """Search deeper and deeper until a limit is reached; only the main thread reports and checks the limits."""
    cdef Shared* s = w.shared
    cdef int depth, i, lines = min(s.multipv, w.root_move_count), stable = 0, score, drop, last_score = 0
    cdef uint64_t[2] earlier_nodes = [0, 0]
    cdef Move last_move = NO_MOVE
    cdef bint changed
    for depth in range(w.first_depth, s.depth_limit + 1):
        # Lazy SMP: helper threads spread out over depths.
        if w.index and depth > w.first_depth and depth < s.depth_limit and (depth + w.index) % w.p.helper_skip == 0:
            continue
        w.root_depth = depth
        for i in range(w.root_move_count):
            w.root_moves[i].previous_score = w.root_moves[i].score
            w.root_moves[i].score = -INFINITE
        w.lead = 0
        search_lines(w, depth, lines)
        if halted(w):
            return
        w.completed_depth = depth
        if w.index:
            continue
        score = w.root_moves[0].score
        drop = last_score - score if last_move else 0
        # Switching between moves of equal value does not count as a change.
        changed = w.root_moves[0].move != last_move and w.lead > w.p.time_equal_margin
        stable = 0 if changed or not last_move else stable + 1
        s.wanted = wanted_share(w, stable, drop)
        s.last_urgency = s.urgency
        s.urgency = urgency_of_fall(w) if drop >= w.p.time_drop_urgent else CHANGED if changed else CALM
        if s.mate_limit and whole_score(w, w.root_moves[0].pv, w.root_moves[0].pv_length, score) >= \
                MATE - (2 * s.mate_limit - 1):
            return
        if s.soft_limit and stop_deepening(w, depth, earlier_nodes[0]):
            return
        last_move = w.root_moves[0].move
        last_score = score
        earlier_nodes[0] = earlier_nodes[1]
        earlier_nodes[1] = w.nodes
