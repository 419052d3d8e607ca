"""Zobrist keys of Bifold Halfgi, the same in every process."""
from oddfish.cext.core.keys cimport splitmix
from oddfish.cext.core.types cimport Key
from oddfish.cext.core.zobrist cimport fill_keys, fill_state_keys
from oddfish.cext.bifold.units cimport TYPES


cdef void fill() noexcept nogil:
    # The keys depend on the order of these calls: add new ones at the end.
    cdef Key state = 0xB1F01DA21C0DE5E7
    cdef int color, t
    for color in range(2):
        for t in range(TYPES):
            zobrist.hand[color][t] = splitmix(&state)
            fill_keys(zobrist.half[color][t], 64, &state)
    fill_state_keys(&zobrist.state, &state)


fill()
