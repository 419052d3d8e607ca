# The transposition table, shared without locks by all threads of a search: an entry's key is stored XORed with its
# data, so that an entry torn by two writers matches no position. The low 16 bits of the key, most of which the
# cluster's index implies, are replaced by the static evaluation.
from libc.stdint cimport int16_t, uint8_t, uint16_t, uint64_t

from oddfish.cext.core.bits cimport prefetch_line
from oddfish.cext.core.types cimport MATE_BOUND, Key, Move

cdef enum Bound:
    NO_BOUND = 0
    UPPER = 1
    LOWER = 2
    EXACT = 3

cdef enum:
    CLUSTER = 4         # entries that share a cache line
    NO_EVAL = 32767     # no static evaluation

ctypedef struct Entry:
    Key key         # static evaluation 0-15, key 16-63; XORed with `data`
    uint64_t data   # move 0-31, score 32-47 (offset 32768), depth 48-54, PV node 55, bound 56-57, generation 58-63

ctypedef struct Table:
    Entry* entries
    uint64_t clusters   # a power of two
    uint8_t generation  # of the current search, 1 to 63; 0 before the first
    bint touched        # whether all pages have been written once, so that the system has provided them

# The result of a probe.
ctypedef struct Found:
    Move move
    int score           # as stored: mate distances count from the node
    int static_eval     # or NO_EVAL
    int depth
    Bound bound
    bint pv             # whether it was ever a PV node


cdef inline Found unpack(uint64_t data, Key key) noexcept nogil:
    cdef Found found
    found.move = <Move> data
    found.score = <int> (data >> 32 & 0xFFFF) - 32768
    found.static_eval = <int16_t> (key & 0xFFFF)
    found.depth = <int> (data >> 48 & 0x7F)
    found.pv = (data >> 55 & 1) != 0
    found.bound = <Bound> (data >> 56 & 3)
    return found


cdef inline Found nothing_found() noexcept nogil:
    cdef Found found
    found.move = 0
    found.score = 0
    found.static_eval = NO_EVAL
    found.depth = -1
    found.pv = False
    found.bound = NO_BOUND
    return found


cdef inline void prefetch(const Table* t, Key key) noexcept nogil:
    """Prefetch the cluster of a key, which is rarely in a cache."""
    prefetch_line(t.entries + (key & (t.clusters - 1)) * CLUSTER)


cdef inline bint probe(const Table* t, Key key, Found* found) noexcept nogil:
    """Look up ``key``. Returns False and sets ``found`` to `nothing_found` if it is not stored."""
    cdef const Entry* e = t.entries + (key & (t.clusters - 1)) * CLUSTER
    cdef uint64_t data
    cdef int i
    for i in range(CLUSTER):
        data = e[i].data
        if (e[i].key ^ data ^ key) >> 16 == 0 and data != 0:
            found[0] = unpack(data, e[i].key ^ data)
            return True
    found[0] = nothing_found()
    return False


cdef inline void store(const Table* t, Key key, Move move, int score, int static_eval, int depth, Bound bound,
                       bint pv) noexcept nogil:
    """Store the result of a node. It replaces the same position, or else the shallowest and oldest entry."""
    cdef Entry* e = t.entries + (key & (t.clusters - 1)) * CLUSTER
    cdef Entry* replaced = e
    cdef uint64_t data
    cdef Found old
    cdef int i, value, lowest = 1 << 20
    for i in range(CLUSTER):
        data = e[i].data
        if (e[i].key ^ data ^ key) >> 16 == 0:
            replaced = &e[i]
            old = unpack(data, e[i].key ^ data)
            if move == 0:
                move = old.move
            if bound != EXACT and depth + 4 + 2 * pv < old.depth and (data >> 58) == t.generation:
                return
            break
        value = <int> (data >> 48 & 0x7F) - 8 * <int> ((t.generation + 63 - (data >> 58)) % 63)
        if data == 0:
            value = -1 << 20
        if value < lowest:
            lowest = value
            replaced = &e[i]
    data = (<uint64_t> move | <uint64_t> (score + 32768) << 32 | <uint64_t> (depth if depth > 0 else 0) << 48
            | <uint64_t> pv << 55 | <uint64_t> bound << 56 | <uint64_t> t.generation << 58)
    replaced.key = (key & ~(<Key> 0xFFFF) | <uint16_t> static_eval) ^ data
    replaced.data = data


# Mate distances count from the root in the search, from the node in the table.
cdef inline int to_table(int score, int ply) noexcept nogil:
    return score + ply if score >= MATE_BOUND else score - ply if score <= -MATE_BOUND else score


cdef inline int from_table(int score, int ply) noexcept nogil:
    return score - ply if score >= MATE_BOUND else score + ply if score <= -MATE_BOUND else score


cdef int allocate(Table* t, size_t megabytes) except -1
cdef void release(Table* t) noexcept nogil
cdef void clear(Table* t) noexcept nogil
cdef int hashfull(const Table* t) noexcept nogil
