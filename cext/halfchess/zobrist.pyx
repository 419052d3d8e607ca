"""The Half Chess family's Zobrist keys, the same in every process."""

from oddfish.cext.core.types cimport Key
from oddfish.cext.core.zobrist cimport fill_keys, fill_state_keys
from oddfish.cext.halfchess.position cimport HAND_TYPES, TYPES


cdef void fill() noexcept nogil:
    # The keys depend on the order of these calls: add new ones at the end.
    cdef Key state = 0x0DDF1584A1FC4E55
    cdef int color, t
    for color in range(2):
        for t in range(TYPES):
            fill_keys(zobrist.piece[color][t], 64, &state)
        for t in range(HAND_TYPES):
            zobrist.hand[color][t][0] = 0
            fill_keys(&zobrist.hand[color][t][1], HAND_MAX, &state)
    fill_state_keys(&zobrist.state, &state)


fill()
