# Which moves the main search skips, and how much it reduces late moves.
from libc.math cimport log

from oddfish.cext.search.tree_node cimport Candidate, Node
from oddfish.cext.search.worker cimport Shared, Stack, Worker, position_at

cdef enum:
    PLY = 1024              # unit of reductions
    HISTORY_UNIT = 8192     # unit of history in reductions


# --- Pruning ----------------------------------------------------------------------------------------------------------


cdef inline bint is_late(const Worker* w, const Node* n, const Candidate* c) noexcept nogil:
    """Late move pruning: whether enough moves have been tried at this depth to skip the remaining quiet ones."""
    return c.prunable and c.quiet and not c.refutation and not n.pv_node and \
        n.number > (w.p.late_move_count + n.depth * n.depth) >> (not n.improving)


cdef inline bint prune_quiet(const Worker* w, const Node* n, const Candidate* c) noexcept nogil:
    """Whether to skip a quiet move that is unlikely to raise alpha."""
    cdef int depth = n.depth - 1 - c.reduction // PLY   # of the reduced search
    # History pruning: the move has failed too often.
    if n.depth <= w.p.history_pruning_depth and c.history < w.p.history_pruning_margin * n.depth:
        return True
    depth = max(depth + c.history // w.p.pruning_history_divisor, 0)

    # Once a side is winning, mates matter, and the evaluation does not show where they are.
    if n.alpha >= w.p.winning_score:
        return False

    # Futility pruning: the static evaluation is too far below alpha for a quiet move to help.
    if depth <= w.p.futility_depth and \
            w.stack[n.ply].static_eval + w.p.futility_margin + w.p.futility_depth_margin * depth <= n.alpha:
        return True

    # SEE pruning: the move loses too much in exchanges on its square.
    return not w.rules.search.see(position_at(w, n.ply), c.move, w.p.see_quiet_margin * depth * depth)


cdef inline bint prune_noisy(const Worker* w, const Node* n, const Candidate* c) noexcept nogil:
    """SEE pruning: whether to skip a capture that loses too much in exchanges on its square."""
    cdef int margin = w.p.see_capture_margin * n.depth - max(c.history, 0) // w.p.see_capture_history_divisor
    return n.alpha < w.p.winning_score and not w.rules.search.see(position_at(w, n.ply), c.move, margin)


cdef inline bint prune_move(const Worker* w, const Node* n, const Candidate* c) noexcept nogil:
    """Whether to skip a move because of its history, the static evaluation or an exchange."""
    if not c.prunable:
        return False
    if c.quiet:
        return not c.refutation and prune_quiet(w, n, c)
    return prune_noisy(w, n, c)


# --- Late move reductions -----------------------------------------------------------------------------------------


cdef inline void fill_reductions(Shared* s) noexcept nogil:
    """Late move reductions grow with the product of two logarithms."""
    cdef int i
    s.reductions[0] = 0
    for i in range(1, 256):
        s.reductions[i] = <int> (32.0 * log(<double> i))


cdef inline int base_reduction(const Worker* w, int depth, int number, bint improving) noexcept nogil:
    """The reduction by depth and move number, in 1024ths of a ply."""
    return w.p.lmr_base + (0 if improving else w.p.lmr_not_improving) + w.shared.reductions[min(depth, 255)] \
        * w.shared.reductions[min(number, 255)] * w.p.lmr_factor // PLY


cdef inline int late_move_reduction(const Worker* w, const Node* n, const Candidate* c) noexcept nogil:
    """Late move reductions: by how much shallower to search a late move at first, in 1024ths of a ply."""
    cdef const Stack* ss = &w.stack[n.ply]
    cdef int reduction = c.reduction
    if c.quiet:
        reduction -= c.history * w.p.lmr_history_factor // HISTORY_UNIT
        if c.refutation:
            reduction -= w.p.lmr_killer
    else:
        reduction -= w.p.lmr_capture + c.history * w.p.lmr_capture_history_factor // HISTORY_UNIT
    if n.pv_node:
        reduction -= w.p.lmr_pv
    if ss.table_pv:
        reduction -= w.p.lmr_table_pv
    if n.cut_node:
        reduction += w.p.lmr_cut_node
    if n.table_noisy:
        reduction += w.p.lmr_table_capture
    if ss[1].cutoffs > w.p.lmr_cutoff_count:
        reduction += w.p.lmr_cutoffs
    if n.check or c.gives_check:
        reduction -= w.p.lmr_check
    return reduction
