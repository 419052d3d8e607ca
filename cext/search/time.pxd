# Limits: counting nodes, checking the clock, and deciding when to stop deepening.
from libc.stdint cimport int64_t

from oddfish.cext.core.types cimport MATE, MATE_BOUND
from oddfish.cext.search.worker cimport Shared, Worker

cdef extern from "clock.h" nogil:
    int64_t now_ns "of_now_ns"()


cdef inline int64_t elapsed_ns(const Shared* s) noexcept nogil:
    return now_ns() - s.start


cdef inline void check_time(Shared* s) noexcept nogil:
    if s.hard_limit and elapsed_ns(s) >= s.hard_limit:
        s.stop = 1


cdef inline void count_node(Worker* w) noexcept nogil:
    """Count a node; set ``stop`` once a limit is reached."""
    w.nodes += 1
    if w.shared.node_limit and w.nodes * w.shared.threads > w.shared.node_limit:
        w.shared.stop = 1
    if w.nodes % w.p.time_check_nodes == 0:
        check_time(w.shared)


cdef inline bint stop_deepening(const Worker* w, int depth, int stable, int drop) noexcept nogil:
    """Whether to stop after this iteration.

    Spends less time the longer the best move has been ``stable`` (in iterations) and the larger its share of the
    nodes, more if its score has dropped (``drop``, in centipawns).
    """
    cdef const Shared* s = w.shared
    cdef int distance = MATE - abs(w.root_moves[0].score)
    cdef double stability, effort, falling
    cdef int64_t elapsed = elapsed_ns(s)
    if distance <= MATE - MATE_BOUND and depth > w.p.mate_depth_factor * distance + w.p.mate_depth_margin:
        return True                 # no deeper search will find a shorter mate
    if s.soft_limit == s.hard_limit:
        return False                # a fixed time per move is used up
    if w.root_move_count == 1:
        return True
    stability = w.p.time_stability_base / 100.0 - w.p.time_stability_step / 100.0 * min(stable, w.p.time_stability_max)
    effort = w.p.time_effort_base / 100.0 - <double> w.root_moves[0].nodes / <double> (w.nodes + 1)
    falling = 1.0 + min(max(drop, 0), w.p.time_drop_max) / 100.0
    return elapsed >= <int64_t> (s.soft_limit * (stability * effort * falling) * (w.p.time_soft_percent / 100.0)) \
        or s.hard_limit and elapsed >= s.hard_limit
