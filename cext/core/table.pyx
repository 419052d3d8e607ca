"""Memory of the transposition table; its hot functions are inline in table.pxd."""
from libc.string cimport memset

from oddfish.cext.core.pages cimport of_free_pages, of_pages


# The table to use if there is no memory for a larger one. Several searches can share it, as threads do.
cdef Entry smallest[CLUSTER]


cdef int allocate(Table* t, size_t megabytes) except -1:
    """Make the table empty, with room for at most ``megabytes``.

    If that fails, it keeps the old table, unless that was larger: then the old memory has been freed first, and the
    table has a single cluster.

    Raises:
        MemoryError: there is not enough memory.
    """
    cdef size_t clusters = 1
    cdef Entry* entries
    while clusters * 2 * CLUSTER * sizeof(Entry) <= megabytes << 20:
        clusters *= 2
    if t.entries != NULL and clusters < t.clusters:
        release(t)
        t.entries = smallest
        t.clusters = 1
        clear(t)
    entries = <Entry*> of_pages(clusters * CLUSTER * sizeof(Entry))
    if entries == NULL:
        raise MemoryError(f"no memory for a hash table of {megabytes} MB")
    release(t)
    t.entries = entries
    t.clusters = clusters
    t.generation = 0
    t.touched = False
    return 0


cdef void release(Table* t) noexcept nogil:
    if t.entries != smallest:
        of_free_pages(t.entries, t.clusters * CLUSTER * sizeof(Entry))
    t.entries = NULL


cdef void clear(Table* t) noexcept nogil:
    memset(t.entries, 0, t.clusters * CLUSTER * sizeof(Entry))
    t.generation = 0
    t.touched = True


cdef int hashfull(const Table* t) noexcept nogil:
    """How full the table is: the share of sampled entries that the current search wrote, in per mille."""
    cdef uint64_t i, sample = 250 * CLUSTER, used = 0
    if sample > t.clusters * CLUSTER:
        sample = t.clusters * CLUSTER
    for i in range(sample):
        if t.entries[i].data != 0 and (t.entries[i].data >> 58) == t.generation:
            used += 1
    return <int> (used * 1000 // sample)
