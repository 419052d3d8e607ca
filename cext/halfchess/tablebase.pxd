from oddfish.cext.core.endings cimport Tables as EndingTables
from oddfish.cext.core.types cimport Outcome
from oddfish.cext.halfchess.position cimport SetupData

cdef bint probe(const void* position, Outcome* outcome, int* plies) noexcept nogil


cdef class Tables(EndingTables):
    cdef int prepare(self, str signature, const SetupData* setup) except -1
