"""Threads that start or fail at once. Without memory for the first Python frame of the new thread,
`threading.Thread.start` waits forever (CPython's issue 140746)."""
cimport cython

import sys
from _thread import TIMEOUT_MAX as _TIMEOUT_MAX, allocate_lock, get_ident, start_new_thread
from os import getpid

# Calling it allocates the memory of a thread's first Python frames, which the thread keeps.
_make_frame = eval("lambda: None")
_threads = {}   # by identifier, while they run


@cython.final
cdef class BackgroundThread:
    """A thread that calls a function and does not keep the program from ending. An exception is printed.

    Args:
        run: the function, without arguments.

    Raises:
        MemoryError: the system has no memory for a thread, or no more threads.
    """

    cdef object started     # locks: held until the thread can run Python code or has failed, ...
    cdef object ended       # ... and until the function has returned
    cdef bint able          # whether the thread can run Python code
    cdef bint over
    cdef int pid            # the process that started the thread; a forked child does not have it

    def __cinit__(self, run):
        if not callable(run):
            raise TypeError(f"a thread calls a function, not {type(run).__name__}")
        self.started, self.ended, self.pid = allocate_lock(), allocate_lock(), getpid()
        self.started.acquire()
        self.ended.acquire()
        start, end = self.started.release, self.ended.release

        def begin():    # like all compiled code, without a Python frame
            try:
                _threads[get_ident()] = self
                _make_frame()
                self.able = True
            except MemoryError:
                _threads.pop(get_ident(), None)
                return
            finally:
                start()
            try:
                run()
            except BaseException:
                sys.excepthook(*sys.exc_info())
            finally:
                _threads.pop(get_ident(), None)
                self.over = True
                end()

        try:
            start_new_thread(begin, ())
        except (RuntimeError, MemoryError):
            raise MemoryError("no memory for a thread") from None
        self.started.acquire()
        if not self.able:
            raise MemoryError("no memory for a thread")

    @staticmethod
    def current():
        """The thread that calls this; None if another class has started it."""
        return _threads.get(get_ident())

    def is_alive(self) -> bool:
        """Whether the function has not returned."""
        return not self.over and self.pid == getpid()

    def join(self, timeout=None) -> None:
        """Wait until the function has returned, or for ``timeout`` seconds.

        Raises:
            RuntimeError: the function waits for itself.
        """
        if not self.is_alive():
            return
        if _threads.get(get_ident()) is self:
            raise RuntimeError("a thread cannot wait for itself")
        if self.ended.acquire(True, -1 if timeout is None else min(max(timeout, 0), _TIMEOUT_MAX)):
            self.ended.release()
