# Limits: counting nodes, checking the clock, and deciding when to stop deepening.
#
# With a game clock, a move has three limits. The soft limit is the average time for a move; after each iteration the
# search decides which share of it to use. The firm limit aborts a running iteration, unless the score is falling: then
# the hard limit does. With a fixed time per move, all three are the same.
from libc.math cimport sqrt
from libc.stdint cimport int64_t, uint64_t

from oddfish.cext.core.types cimport MATE, MATE_BOUND
from oddfish.cext.search.worker cimport SIGNALS, Shared, Worker

cdef extern from "clock.h" nogil:
    int64_t now_ns "of_now_ns"()
    int64_t thread_ns "of_thread_ns"()

cdef enum Urgency:                  # why an iteration may take longer
    CALM                            # no reason
    CHANGED                         # another move has become the best: up to the firm limit
    FALLING                         # the score is falling: up to the hard limit


cdef inline int64_t clock_ns(const Shared* s) noexcept nogil:
    """The time in ns, by the monotonic clock or by a simulated clock that the main thread's nodes drive."""
    if s.node_rate:
        return <int64_t> (s.main_nodes[0] * 1e9 / s.node_rate)
    return now_ns()


cdef inline int64_t elapsed_ns(const Shared* s) noexcept nogil:
    return clock_ns(s) - s.start


cdef inline bint is_clocked(const Shared* s) noexcept nogil:
    """Whether the search budgets time on a game clock; otherwise it has a fixed time or none."""
    return s.soft_limit != s.hard_limit


cdef inline int64_t wanted_ns(const Worker* w) noexcept nogil:
    return <int64_t> (w.shared.soft_limit * w.shared.wanted)


cdef inline int64_t limit_ns(const Worker* w) noexcept nogil:
    """When the running iteration is aborted, in ns after the start; only for searches with a time limit."""
    cdef const Shared* s = w.shared
    if s.forced and w.completed_depth:
        return 0
    if s.urgency == FALLING or not is_clocked(s):
        return s.hard_limit
    if s.urgency == CHANGED:
        return s.firm_limit
    return min(wanted_ns(w) * w.p.time_overtime // 100, s.firm_limit)


# --- Processors ---------------------------------------------------------------------------------------------------


cdef inline bint halted(const Worker* w) noexcept nogil:
    """Whether this thread must stop searching."""
    return w.shared.stop or w.leaving


cdef inline void start_stopwatch(Worker* main) noexcept nogil:
    main.real_start = now_ns()
    main.cpu_start = thread_ns()


cdef inline bint has_processor(const Worker* main) noexcept nogil:
    """Whether the main thread has been running nearly all the time. If it has to wait for a processor, helpers would
    only make it wait longer. Always True if the clock is simulated or the system does not report processor time."""
    cdef int64_t used = thread_ns() - main.cpu_start
    if main.shared.node_rate or main.cpu_start < 0:
        return True
    return used * 100 >= (now_ns() - main.real_start) * main.p.helper_cpu_percent


cdef inline void reconsider_helpers(Worker* main) noexcept nogil:
    """If the main thread has to wait for a processor, send the helpers away for the rest of this search."""
    cdef Shared* s = main.shared
    cdef int i
    if s.node_limit or now_ns() - main.real_start < main.p.helper_watch_ms * <int64_t> 1000000:
        return
    if not has_processor(main):
        for i in range(1, s.threads):
            s.workers[i].leaving = True
        s.joined = 1
    start_stopwatch(main)


# --- Nodes and the clock --------------------------------------------------------------------------------------------


cdef inline void count_node(Worker* w) noexcept nogil:
    """Count a node; set ``stop`` once a limit is reached. The main thread checks the clock."""
    w.nodes += 1
    if w.node_limit and w.nodes > w.node_limit:
        w.shared.stop = 1
    if w.index == 0 and (w.nodes % w.p.time_check_nodes == 0 or w.shared.node_rate):
        if w.shared.soft_limit and elapsed_ns(w.shared) >= limit_ns(w):
            w.shared.stop = 1
        if w.shared.joined > 1:
            reconsider_helpers(w)
        if w.shared.signals_at and w.nodes >= w.shared.signals_at:
            w.shared.signals_at = w.nodes + SIGNALS
            w.shared.calls.check_signals(w)


cdef inline double wanted_share(const Worker* w, int stable, int drop) noexcept nogil:
    """The share of the soft limit to use.

    The longer the best move has been ``stable`` (in iterations) and the larger its share of the nodes, the smaller the
    share; it grows if the score has dropped (by ``drop`` centipawns). A move that has long been best and has taken
    nearly all nodes, such as a recapture, is easy.
    """
    cdef double stability, effort, falling, share = <double> w.root_moves[0].nodes / <double> (w.nodes + 1)
    cdef double wanted
    stability = w.p.time_stability_base / 100.0 - w.p.time_stability_step / 100.0 * min(stable, w.p.time_stability_max)
    effort = w.p.time_effort_base / 100.0 - share
    falling = 1.0 + min(max(drop, 0), w.p.time_drop_max) / 100.0
    wanted = stability * effort * falling * (w.p.time_soft_percent / 100.0)
    if stable >= w.p.time_stability_max and share >= w.p.time_easy_share / 100.0:
        wanted *= w.p.time_easy_percent / 100.0
    return wanted


cdef inline bint stop_deepening(const Worker* w, int depth, uint64_t earlier_nodes) noexcept nogil:
    """Whether to stop after this iteration; ``earlier_nodes`` is the count two iterations ago (0: none)."""
    cdef const Shared* s = w.shared
    cdef int distance = MATE - abs(w.root_moves[0].score)
    cdef int64_t elapsed = elapsed_ns(s), limit = limit_ns(w)
    cdef double growth
    if s.forced:
        return True
    if distance <= MATE - MATE_BOUND and depth > w.p.mate_depth_factor * distance + w.p.mate_depth_margin:
        return True                 # no deeper search will find a shorter mate
    if not is_clocked(s):
        return False                # the fixed time per move is used up in full
    if elapsed >= min(wanted_ns(w), limit):
        return True
    # An iteration that cannot be finished seldom finds a better move.
    growth = sqrt(<double> w.nodes / <double> earlier_nodes) if earlier_nodes else 1.0
    return s.urgency != FALLING and elapsed + (clock_ns(s) - s.begun) * (growth - 1.0) >= limit
