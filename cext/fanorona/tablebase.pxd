from oddfish.cext.core.endings cimport Tables as EndingTables
from oddfish.cext.core.types cimport Outcome

cdef bint probe(const void* position, Outcome* outcome, int* plies) noexcept nogil


cdef class Tables(EndingTables):
    pass
