"""The helper threads of lazy SMP. A thread lives as long as its worker and sleeps between searches (helpers.pxd)."""
cimport cython
from cpython.pythread cimport (
    WAIT_LOCK, PyThread_acquire_lock, PyThread_allocate_lock, PyThread_free_lock, PyThread_release_lock,
)

from _thread import start_new_thread


@cython.final
cdef class Helper:
    """A helper thread, which runs one search after another for its worker.

    The locks are used as semaphores: ``wake`` is released to begin a search or to quit, ``idle`` when that is done.
    They outlive the worker, because the thread keeps this object until it ends.
    """

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
        """Start the thread without waiting for it; searches do without it until it has started.

        Raises:
            RuntimeError, MemoryError: the system has no more threads.
        """
        self.worker = worker
        worker.wake, worker.idle = self.wake, self.idle
        start_new_thread(self.run, ())
        return 0

    def run(self) -> None:
        """The thread's main function. Except at its start and end, it does not need the interpreter."""
        cdef Worker* w = self.worker
        cdef bint quitting = False
        if w == NULL or w.has_thread:
            return
        w.has_thread = True
        with nogil:
            while not quitting:
                PyThread_acquire_lock(self.wake, WAIT_LOCK)
                quitting = w.quitting
                if not quitting:
                    w.shared.calls.search_root(w)
                PyThread_release_lock(self.idle)        # the worker may be freed from here on

    cdef void end(self) noexcept:
        """End the thread, so that its worker may be freed. The thread needs the GIL, which we hold, to start but not to
        end."""
        if self.worker.has_thread:
            self.worker.quitting = True
            PyThread_release_lock(self.wake)
            with nogil:
                PyThread_acquire_lock(self.idle, WAIT_LOCK)
        self.worker = NULL
