"""Tandem-84's Zobrist keys, the same in every process."""

from oddfish.cext.core.keys cimport splitmix
from oddfish.cext.core.types cimport Key
from oddfish.cext.tandem.geometry cimport PLACES
from oddfish.cext.tandem.position cimport TYPES


cdef void fill() noexcept nogil:
    # The keys depend on the order of these calls: add new ones at the end.
    cdef Key state = 0x7A2DE840DDF15D
    cdef int color, t, i
    for color in range(2):
        for t in range(TYPES):
            for i in range(PLACES):
                zobrist.piece[color][t][i] = splitmix(&state)
    for i in range(16):
        zobrist.rights[i] = splitmix(&state)
    for i in range(PLACES):
        zobrist.en_passant[i] = splitmix(&state)
        zobrist.moved[i] = splitmix(&state)
    for i in range(2):
        zobrist.board_to_move[i] = splitmix(&state)
    zobrist.only_move = splitmix(&state)
    zobrist.side = splitmix(&state)


fill()
