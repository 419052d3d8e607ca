"""What an engine reads and writes during a search, without waiting for Python: ``stop``, ``isready``, the best move.

A search that ends would have to wait for Python's lock, and work out the texts of its moves, before it could answer.
Instead, an answer is prepared with every line that it reports. If its best line still begins with the same two moves
when it ends, the searching thread writes that answer itself. And the thread that reads ends the search as soon as it
sees ``stop``.
"""
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from cpython.exc cimport PyErr_CheckSignals
from cpython.pythread cimport (WAIT_LOCK, PyThread_acquire_lock, PyThread_allocate_lock, PyThread_free_lock,
                               PyThread_release_lock)
from libc.string cimport memcmp, memcpy, strlen

from oddfish.cext.core.types cimport Move

cdef extern from "pipes.h" nogil:
    const int INPUT "OF_INPUT"
    const int WOKEN "OF_WOKEN"
    const int INTERRUPTED "OF_INTERRUPTED"
    int wait_for "of_await"(int fd, int woken, int ms)
    long read_some "of_read_some"(int fd, char* data, size_t size)
    void pause "of_pause"(long us)
    long write_some "of_write_some"(int fd, const char* data, size_t size)

cdef enum:
    CHUNK = 1 << 16
    HEAD_START = 100        # us for a search that was stopped to answer, and for the GUI to read that


cdef class Outlet:
    """Writes to a file descriptor, from any thread; what is given at once stays together."""

    def __cinit__(self, int fd):
        self.fd = fd
        self.lock = PyThread_allocate_lock()
        if self.lock == NULL:
            raise MemoryError

    def __dealloc__(self):
        if self.lock != NULL:
            PyThread_free_lock(self.lock)

    cdef bint put(self, const char* data, size_t size) noexcept nogil:
        """Write all; False if that is not possible, because the other end is closed."""
        cdef long done = 0
        PyThread_acquire_lock(self.lock, WAIT_LOCK)
        while size and done >= 0:
            done = write_some(self.fd, data, size)
            if done > 0:
                data += done
                size -= done
        PyThread_release_lock(self.lock)
        return size == 0

    def write(self, bytes data not None) -> bool:
        """Write all; False if that is not possible, because the other end is closed."""
        cdef const char* text = PyBytes_AS_STRING(data)
        cdef size_t size = PyBytes_GET_SIZE(data)
        cdef bint written
        with nogil:
            written = self.put(text, size)
        return written


cdef class Answering:
    """The base class of `Search`: the answer that it writes when it ends.

    :attr:`answered` says whether the running or last search has written it.
    """

    def prepare_answer(self, Outlet outlet not None, bytes text not None) -> None:
        """Have the search write this when it ends, if the best line then begins with the two moves of the line last
        reported; to be called while that is reported. A search that is ``held`` waits for :meth:`release` or a stop."""
        self.prepared = NULL
        self.outlet = outlet
        self.text = text
        self.size = PyBytes_GET_SIZE(text)
        self.prepared = PyBytes_AS_STRING(text)

    def release(self) -> None:
        """Allow the answer of a search that was held back."""
        self.released = 1

    cdef void begin_answer(self) noexcept:
        """At the beginning of a search."""
        self.prepared = NULL
        self.length = 0
        self.answered = False

    cdef void keep_line(self, const Move* pv, int length, bint parts) noexcept:
        """Keep the best line, which is about to be reported; it may be of moves that have ``parts``, two at most."""
        self.prepared = NULL
        self.length = min(length, MOST_PARTS if parts else 2)
        memcpy(self.line, pv, self.length * sizeof(Move))

    cdef void answer(self, const Move* pv, int length, bint parts) noexcept nogil:
        """Write the answer, if one is prepared for this line and may be given."""
        if self.prepared != NULL and self.released and min(length, MOST_PARTS if parts else 2) == self.length and \
                memcmp(pv, self.line, self.length * sizeof(Move)) == 0:
            self.answered = True
            self.outlet.put(self.prepared, self.size)


cdef inline bint is_line(const char* chunk, long size, const char* text) noexcept nogil:
    """Whether a chunk of input is this line alone."""
    cdef size_t n = strlen(text)
    if size > 1 and chunk[size - 1] == c"\n":
        size -= 2 if chunk[size - 2] == c"\r" else 1
        return size == <long> n and memcmp(chunk, text, n) == 0
    return False


cdef class Listener:
    """Reads a file descriptor, and wakes for a byte in the pipe ``woken`` as well.

    Where :attr:`search` is running, and `listen` may be quick, the line ``stop`` ends it at once, besides being
    returned, and ``isready`` is answered instead.
    """

    cdef int fd
    cdef int woken
    cdef Outlet outlet
    cdef Answering running
    cdef char buffer[CHUNK]

    def __cinit__(self, int fd, int woken):
        self.fd = fd
        self.woken = woken

    def attend(self, Answering search, Outlet outlet) -> None:
        """Be quick about this search, or about none; answers go to ``outlet``."""
        self.running = None
        self.outlet = outlet
        self.running = search if outlet is not None else None

    cdef bint is_answered(self, long size) noexcept nogil:
        """Do what is done at once about a chunk of input; whether that is all."""
        if is_line(self.buffer, size, "stop"):
            self.running.released = 1
            self.running.stop_flag[0] = 1
            pause(HEAD_START)
        elif is_line(self.buffer, size, "isready"):
            return self.outlet.put("readyok\n", 8)
        return False

    def listen(self, ms, bint quick) -> tuple:
        """Wait for input or a byte of the pipe, at most ``ms`` milliseconds unless None.

        Args:
            quick: nothing that came earlier waits to be done.

        Returns:
            (whether the pipe woke it, the input that has come: None for none, empty at its end)
        """
        cdef int limit = -1 if ms is None else ms, seen
        cdef long size = -1
        while True:
            with nogil:
                seen = wait_for(self.fd, self.woken, limit)
                if seen & WOKEN:
                    read_some(self.woken, self.buffer, CHUNK)
                if seen & INPUT:
                    size = max(0, read_some(self.fd, self.buffer, CHUNK))
                    if quick and not seen & WOKEN and self.running is not None and self.running.active and \
                            self.is_answered(size):
                        size = -1
                        seen = INTERRUPTED
            PyErr_CheckSignals()
            if seen != INTERRUPTED:
                break
        if size == 0:
            self.fd = -1
        return (seen & WOKEN) != 0, self.buffer[:size] if size >= 0 else None
