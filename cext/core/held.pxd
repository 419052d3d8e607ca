# The rules of games that searches are reading and that must not change until the searches end. All of this is C: in
# Python, a KeyboardInterrupt could strike in between, and the rules would stay held for ever.
cdef int hold(object rules) except -1
cdef void release(object rules) noexcept
cdef int check_free(object rules) except -1
