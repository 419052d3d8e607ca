"""The rules of games that searches are reading."""

# One entry for each search. A list needs no lock, which a fork could leave locked.
cdef list _held = []


cdef int hold(object rules) except -1:
    """A search begins to read the rules of a game (`Position.owner`; None in games without).

    Raises:
        MemoryError: there is no room for another search.
    """
    _held.append(rules)
    return 0


cdef void release(object rules) noexcept:
    """A search has ended, or could not begin."""
    cdef Py_ssize_t i
    for i in range(len(_held)):
        if _held[i] is rules:
            del _held[i]
            return


cdef int check_free(object rules) except -1:
    """Check that no search is reading these rules.

    Raises:
        RuntimeError: one is.
    """
    for each in _held:
        if each is rules:
            raise RuntimeError("a search is using these rules: stop it and wait until it ends")
    return 0
