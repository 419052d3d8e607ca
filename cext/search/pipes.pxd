from cpython.pythread cimport PyThread_type_lock

from oddfish.cext.core.types cimport Move

cdef enum:
    MOST_PARTS = 4      # of a move and the reply


cdef class Outlet:
    cdef int fd
    cdef PyThread_type_lock lock

    cdef bint put(self, const char* data, size_t size) noexcept nogil


cdef class Answering:
    cdef volatile int* stop_flag        # of the search
    cdef volatile int active            # it is running
    cdef volatile int released          # its answer may be written
    cdef readonly bint answered
    cdef Outlet outlet
    cdef bytes text
    cdef const char* prepared           # of `text`; NULL: no answer is prepared
    cdef size_t size
    cdef int length                     # of the beginning of the line that it is for
    cdef Move line[MOST_PARTS]

    cdef void begin_answer(self) noexcept
    cdef void keep_line(self, const Move* pv, int length, bint parts) noexcept
    cdef void answer(self, const Move* pv, int length, bint parts) noexcept nogil
