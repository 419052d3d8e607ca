cimport cython
from cpython.pythread cimport PyThread_type_lock

from oddfish.cext.core.types cimport Move

cdef enum:
    MOST_PARTS = 4      # of a move and its reply together


@cython.final
cdef class Outlet:
    cdef int fd
    cdef PyThread_type_lock lock

    cdef bint put(self, const char* data, size_t size) noexcept nogil


cdef class Answering:
    cdef volatile int* stop_flag        # the search's
    cdef volatile int active            # whether the search is running
    cdef volatile int released          # whether the answer may be written
    cdef readonly bint answered
    cdef Outlet outlet
    cdef bytes text
    cdef unsigned long reporter         # the thread that may prepare an answer, because it is reporting a line; 0: none
    cdef const char* prepared           # the characters of `text`; NULL if no answer is prepared
    cdef size_t size
    cdef int length                     # of `line`
    cdef Move line[MOST_PARTS]          # the start of the line that the answer is for

    cdef void begin_answer(self) noexcept
    cdef void end_answer(self) noexcept
    cdef void keep_line(self, const Move* pv, int length, bint parts) noexcept
    cdef void answer(self, const Move* pv, int length, bint parts) noexcept nogil
