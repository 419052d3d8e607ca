cimport cython
from oddfish.cext.banqi.position cimport SetupData, TableSet
from oddfish.cext.core.types cimport Outcome

cdef bint probe(const void* position, Outcome* outcome, int* plies) noexcept nogil


@cython.final
cdef class Tables:
    cdef TableSet data
    cdef readonly str signature     # of the rules solved
    cdef dict tables                # (mine, theirs) -> buffer of bytes, or the function that reads it
    cdef readonly object endings    # the same, for others
    cdef list kept                  # the buffers that `data` points into

    cdef int fetch(self, int first, int second) except -1
    cdef int solve(self, const SetupData* data, str mine, str theirs) except -1
