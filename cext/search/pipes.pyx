"""Input and output that do not wait for Python during a search: ``stop``, ``isready``, the best move.

When a search ends, it would have to wait for the GIL and convert its moves to text before it could answer. Instead, an
answer is prepared with every line that the search reports. If the best line still begins with the same two moves when
the search ends, the searching thread writes that answer itself. The reading thread ends the search as soon as it reads
``stop``.
"""
cimport cython
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from cpython.object cimport PyTypeObject, Py_TPFLAGS_HEAPTYPE
from cpython.exc cimport PyErr_CheckSignals
from cpython.pythread cimport (WAIT_LOCK, PyThread_acquire_lock, PyThread_allocate_lock, PyThread_free_lock,
                               PyThread_get_thread_ident, PyThread_release_lock)
from libc.string cimport memcmp, memcpy, strlen

from oddfish.cext.core.rules cimport checked_int
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
    MOST = 0x7FFFFFFF       # the largest file descriptor, and number of milliseconds
    HEAD_START = 100        # microseconds that a stopped search has to answer, and the GUI to read the answer


@cython.final
cdef class Outlet:
    """Writes to a file descriptor from any thread; the data of one call stays together."""

    def __cinit__(self, fd):
        self.fd = checked_int(fd, "file descriptor", -1, MOST)
        self.lock = PyThread_allocate_lock()
        if self.lock == NULL:
            raise MemoryError

    def __dealloc__(self):
        if self.lock != NULL:
            PyThread_free_lock(self.lock)

    cdef bint put(self, const char* data, size_t size) noexcept nogil:
        """Write everything. False if that is impossible because the other end is closed."""
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
        """Write everything. False if that is impossible because the other end is closed."""
        cdef const char* text = PyBytes_AS_STRING(data)
        cdef size_t size = PyBytes_GET_SIZE(data)
        cdef bint written
        with nogil:
            written = self.put(text, size)
        return written


cdef inline int compared(int length, bint parts) noexcept nogil:
    """How many parts to compare at the start of a line: those of a move and its reply."""
    return min(length, MOST_PARTS if parts else 2)


cdef class Answering:
    """The base class of `Search` (only): it writes a prepared answer when the search ends.

    :attr:`answered` says whether the current or last search has written its answer.
    """

    def __cinit__(self):
        own = type(self)
        if own is Answering or (<PyTypeObject*> own).tp_flags & Py_TPFLAGS_HEAPTYPE:
            raise TypeError("only Search inherits from Answering")

    def prepare_answer(self, Outlet outlet not None, bytes text not None) -> None:
        """Make the search write ``text`` when it ends, provided that its best line then begins with the same two moves
        as the line reported last. A ``held`` search writes only after :meth:`release` or a stop.

        Raises:
            ValueError: this thread is not reporting a line.
        """
        if self.reporter != PyThread_get_thread_ident():
            raise ValueError("an answer can be prepared only while the search reports a line")
        self.prepared = NULL
        self.outlet = outlet
        self.text = text
        self.size = PyBytes_GET_SIZE(text)
        self.prepared = PyBytes_AS_STRING(text)

    def release(self) -> None:
        """Allow a ``held`` search to write its answer."""
        self.released = 1

    cdef void begin_answer(self) noexcept:
        """Begin a search without a prepared answer."""
        self.end_answer()
        self.answered = False

    cdef void end_answer(self) noexcept:
        """Drop the prepared answer; none can be prepared until the next line is reported."""
        self.prepared = NULL
        self.reporter = 0

    cdef void keep_line(self, const Move* pv, int length, bint parts) noexcept:
        """Keep the start of the best line, which is about to be reported; with ``parts``, moves have up to two
        parts."""
        self.prepared = NULL
        self.reporter = PyThread_get_thread_ident()
        self.length = compared(length, parts)
        memcpy(self.line, pv, self.length * sizeof(Move))

    cdef void answer(self, const Move* pv, int length, bint parts) noexcept nogil:
        """Write the answer if one is prepared for this line and may be written."""
        if self.prepared != NULL and self.released and compared(length, parts) == self.length and \
                memcmp(pv, self.line, self.length * sizeof(Move)) == 0:
            self.answered = True
            self.outlet.put(self.prepared, self.size)


cdef inline bint is_line(const char* chunk, long size, const char* text) noexcept nogil:
    """Whether a chunk of input is exactly this line."""
    cdef size_t n = strlen(text)
    if size > 1 and chunk[size - 1] == c"\n":
        size -= 2 if chunk[size - 2] == c"\r" else 1
        return size == <long> n and memcmp(chunk, text, n) == 0
    return False


@cython.final
cdef class Listener:
    """Reads a file descriptor, and also wakes up for a byte in the pipe ``woken``.

    While the attended search runs and `listen` is ``quick``, the line ``stop`` ends the search at once and is also
    returned. The line ``isready`` is answered at once and not returned.
    """

    cdef int fd
    cdef int woken
    cdef Outlet outlet
    cdef Answering running
    cdef char buffer[CHUNK]

    def __cinit__(self, fd, woken):
        self.fd = checked_int(fd, "file descriptor", -1, MOST)
        self.woken = checked_int(woken, "file descriptor", -1, MOST)

    def attend(self, Answering search, Outlet outlet) -> None:
        """Act at once on input during this search (None: no search); answers go to ``outlet``."""
        self.running, self.outlet = search, outlet

    cdef bint is_answered(self, Answering running, Outlet outlet, long size) noexcept nogil:
        """Act at once on a chunk of input if possible; returns whether that dealt with all of it."""
        if is_line(self.buffer, size, "stop"):
            running.released = 1
            running.stop_flag[0] = 1
            pause(HEAD_START)
        elif is_line(self.buffer, size, "isready"):
            return outlet.put("readyok\n", 8)
        return False

    def listen(self, ms, bint quick) -> tuple:
        """Wait for input or for a byte in the pipe, for at most ``ms`` milliseconds (None: no limit).

        Args:
            quick: whether no earlier input is waiting, so that new input may be acted on at once.

        Returns:
            (whether the pipe woke it, the input: None if there is none, empty at its end)
        """
        cdef int limit = -1 if ms is None else checked_int(ms, "milliseconds", 0, MOST), seen
        cdef Answering running = self.running       # local references keep these alive without the GIL
        cdef Outlet outlet = self.outlet
        cdef long size = -1
        while True:
            with nogil:
                seen = wait_for(self.fd, self.woken, limit)
                if seen & WOKEN:
                    read_some(self.woken, self.buffer, CHUNK)
                if seen & INPUT:
                    size = max(0, read_some(self.fd, self.buffer, CHUNK))
                    if quick and not seen & WOKEN and running is not None and outlet is not None and \
                            running.active and self.is_answered(running, outlet, size):
                        size = -1
                        seen = INTERRUPTED
            PyErr_CheckSignals()
            if seen != INTERRUPTED:
                break
        if size == 0:
            self.fd = -1
        return (seen & WOKEN) != 0, self.buffer[:size] if size >= 0 else None
