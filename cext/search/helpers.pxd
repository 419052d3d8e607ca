# Lazy SMP. Helper threads sleep between searches. Once a search has run long enough for them to pay off, the main
# thread gives them the root and the root moves in their current order, and wakes them. On a busy machine they go back
# to sleep.
from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from cpython.pythread cimport NOWAIT_LOCK, PyThread_acquire_lock, PyThread_release_lock

from oddfish.cext.search.setup cimport begin_search, copy_line
from oddfish.cext.search.time cimport has_processor, now_ns, start_stopwatch
from oddfish.cext.search.turns cimport copy_searchmoves
from oddfish.cext.search.worker cimport RootMove, Shared, Worker

cdef enum:
    PATIENCE = 300000   # ns


cdef inline bint helpers_pay(const Worker* main) noexcept nogil:
    """Whether the search has run long enough, and can go on long enough, for helpers to pay off."""
    cdef const Shared* s = main.shared
    cdef uint64_t least = s.parameters.helper_nodes
    return (main.nodes >= least and (s.node_limit == 0 or s.node_limit >= 4 * least)
            and (s.soft_limit == 0 or s.soft_limit >= s.parameters.helper_ms * 1000000)
            and has_processor(main))


cdef inline bint join(Worker* w, const Worker* main) noexcept nogil:
    """Set a helper's worker up at the root, with the moves in the main thread's order; False if out of memory."""
    cdef int i
    cdef RootMove* move
    if not copy_line(w, main) or not copy_searchmoves(w, main):
        return False
    free(w.root_moves)
    w.root_moves = <RootMove*> malloc((main.root_move_count + 1) * sizeof(RootMove))
    if w.root_moves == NULL:
        return False
    memcpy(w.root_moves, main.root_moves, main.root_move_count * sizeof(RootMove))
    w.root_move_count = main.root_move_count
    for i in range(w.root_move_count):
        move = &w.root_moves[i]
        move.score = max(move.score, move.previous_score)       # from the current iteration, or else the last one
        move.nodes = 0
    begin_search(w)
    w.leaving = False
    w.first_depth = 0               # no iteration until it is woken
    return True


cdef inline void divide_nodes(Shared* s) noexcept nogil:
    """Divide the nodes that are left equally among all threads of the search, whether or not they already had a
    share."""
    cdef uint64_t left = s.node_limit, share
    cdef Worker* w
    cdef int i
    for i in range(s.threads):
        w = s.workers[i]
        if i == 0 or w.searching:
            w.divided = w.nodes
            left -= min(w.divided, left)
    share = left // s.joined + 1
    for i in range(s.threads):
        w = s.workers[i]
        if i == 0 or w.searching:
            w.node_limit = w.divided + share


cdef inline void call_helpers(Worker* main) noexcept nogil:
    """Wake the helpers once they pay off. The main thread tries this at every root move, since some helpers may not
    have been ready earlier."""
    cdef Shared* s = main.shared
    cdef Worker* w
    cdef int i, ready = 0
    if s.joined == s.threads or not helpers_pay(main):
        return
    for i in range(1, s.threads):
        w = s.workers[i]
        if not w.searching and w.has_thread and join(w, main):
            w.searching = True
            ready += 1
    if not ready:
        return
    s.joined += ready
    start_stopwatch(main)
    if s.node_limit:
        divide_nodes(s)
    for i in range(1, s.threads):
        w = s.workers[i]
        if w.searching and w.first_depth == 0:
            w.first_depth = max(main.root_depth, 1)
            PyThread_release_lock(w.wake)


cdef inline bint all_idle(const Shared* s, int mode) noexcept nogil:
    """Whether all helpers have stopped; WAIT_LOCK waits until they have."""
    cdef int i
    cdef bint idle = True
    for i in range(1, s.threads):
        if s.workers[i].searching:
            s.workers[i].searching = not PyThread_acquire_lock(s.workers[i].idle, mode)
            idle = idle and not s.workers[i].searching
    return idle


cdef inline void await_helpers(const Shared* s) noexcept nogil:
    """Wait a moment for the helpers, which stop within a node or two.

    On a busy machine a helper may first have to wait for a processor. That must not delay the best move, so this does
    not wait long; and it does not sleep, so that the main thread does not lose its own processor. A helper that is late
    has no vote, and the next search waits for it.
    """
    cdef int64_t end = now_ns() + PATIENCE
    while not all_idle(s, NOWAIT_LOCK) and now_ns() < end:
        pass
