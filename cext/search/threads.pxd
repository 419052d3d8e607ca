cimport cython
from cpython.pythread cimport PyThread_type_lock

from oddfish.cext.search.worker cimport Worker


@cython.final
cdef class Helper:
    cdef Worker* worker             # NULL once it has been freed
    cdef PyThread_type_lock wake
    cdef PyThread_type_lock idle

    cdef int start(self, Worker* worker) except -1
    cdef void end(self) noexcept
