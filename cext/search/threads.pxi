# Lazy SMP. Helper threads live as long as their workers and sleep between searches; the main thread wakes them once a
# search has proved long enough for them to pay, at the root and with what it knows of the root moves by then.
from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from cpython.pythread cimport (
    PY_LOCK_ACQUIRED, WAIT_LOCK, PyLockStatus, PyThread_acquire_lock, PyThread_allocate_lock, PyThread_free_lock, PyThread_release_lock,
    PyThread_type_lock,
)

from oddfish.cext.search.time cimport now_ns
from oddfish.cext.search.turns cimport copy_searchmoves
from oddfish.cext.search.worker cimport RootMove, Shared, Worker


cdef extern from "pythread.h" nogil:
    PyLockStatus PyThread_acquire_lock_timed(PyThread_type_lock lock, long long microseconds, int interruptible)

cdef enum:
    FOREVER = -1
    PATIENCE = 1000     # microseconds


cdef class Helper:
    """A helper thread, which runs one search after the other for its worker.

    The locks are used as semaphores: ``wake`` is released to begin a search or to quit, ``idle`` when that is done.
    They outlive the worker, since the thread keeps this object until it has ended.
    """

    cdef Worker* worker
    cdef PyThread_type_lock wake
    cdef PyThread_type_lock idle
    cdef bint running

    def __cinit__(self):
        self.wake = PyThread_allocate_lock()
        self.idle = PyThread_allocate_lock()
        if self.wake == NULL or self.idle == NULL:
            raise MemoryError
        PyThread_acquire_lock(self.wake, WAIT_LOCK)
        PyThread_acquire_lock(self.idle, WAIT_LOCK)

    def __dealloc__(self):
        if self.wake != NULL:
            PyThread_free_lock(self.wake)
        if self.idle != NULL:
            PyThread_free_lock(self.idle)

    cdef int start(self, Worker* worker) except -1:
        """Start the thread, asleep.

        Raises:
            RuntimeError, MemoryError: the system has no more threads.
        """
        self.worker = worker
        worker.wake, worker.idle = self.wake, self.idle
        Thread(target=self.run, name="search", daemon=True).start()
        self.running = True
        return 0

    def run(self) -> None:
        """What the thread runs; nothing of it needs the interpreter."""
        cdef Worker* w = self.worker
        cdef bint quitting = False
        with nogil:
            while not quitting:
                PyThread_acquire_lock(self.wake, WAIT_LOCK)
                quitting = w.quitting
                if not quitting:
                    iterative_deepening(w)
                PyThread_release_lock(self.idle)        # from here on the worker may be freed

    cdef void end(self) noexcept:
        """End the thread; its worker may be freed then. (It does not wait for the interpreter, which we may hold.)"""
        if self.running:
            self.worker.quitting = True
            PyThread_release_lock(self.wake)
            PyThread_acquire_lock(self.idle, WAIT_LOCK)
            self.running = False


cdef inline bint helpers_pay(const Worker* main) noexcept nogil:
    """Whether the search has gone on, and may go on, for long enough."""
    cdef const Shared* s = main.shared
    cdef uint64_t least = s.parameters.helper_nodes
    return main.nodes >= least and (s.node_limit == 0 or s.node_limit >= 4 * least)


cdef bint join(Worker* w, const Worker* main) noexcept nogil:
    """Set a helper's worker to the root, its moves in the main thread's order; False if there is no memory."""
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
        move.score = max(move.score, move.previous_score)       # of the iteration that is running, or the last
        move.nodes = 0
    begin_search(w)
    w.node_limit = 0
    w.first_depth = max(main.root_depth, 1)
    return True


cdef void call_helpers(Worker* main) noexcept nogil:
    """Wake the helpers, once they pay; the main thread asks at each root move."""
    cdef Shared* s = main.shared
    cdef Worker* w
    cdef int i
    if s.called or not helpers_pay(main):
        return
    s.called = True
    for i in range(1, s.threads):
        s.workers[i].searching = join(s.workers[i], main)
        s.joined += s.workers[i].searching
    for i in range(1, s.threads):
        w = s.workers[i]
        if w.searching:
            if s.node_limit:        # what is left is divided evenly
                w.node_limit = (s.node_limit - main.nodes) // s.joined + 1
            PyThread_release_lock(w.wake)
    if s.node_limit:
        main.node_limit = main.nodes + (s.node_limit - main.nodes) // s.joined


cdef void await_helpers(const Shared* s, int64_t patience) noexcept nogil:
    """Wait until the helpers have stopped, but no longer than ``patience`` microseconds (FOREVER: for as long as it takes).

    On a busy machine, one that is to stop may have to wait for a processor. The move does not: such a helper has no vote.
    """
    cdef int64_t left = patience, end = now_ns() // 1000 + patience
    cdef int i
    for i in range(1, s.threads):
        if s.workers[i].searching:
            if patience != FOREVER:
                left = max(end - now_ns() // 1000, 0)
            if PyThread_acquire_lock_timed(s.workers[i].idle, left, 0) == PY_LOCK_ACQUIRED:
                s.workers[i].searching = False
