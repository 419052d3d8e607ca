# The rules of games that searches are reading and that must not change until the searches end. All of this is C: were
# it Python, a KeyboardInterrupt could be raised in between, and the search would be busy for ever.
cdef int hold(object rules) except -1
cdef void release(object rules) noexcept
cdef int check_free(object rules) except -1
