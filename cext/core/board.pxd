# The library's moves and boards, for other extension modules.
from libc.stdint cimport uint32_t

from oddfish.cext.core.rules cimport Position
from oddfish.cext.core.types cimport Move as Packed


cdef class Move:
    cdef Position position      # the position in which it is legal; None for a move from a pickle
    cdef str known              # its text, once it has been computed
    cdef Packed packed

    cdef int ends(self, int* origin) except -2
    cdef Position known_position(self)


cdef class LegalMoves:
    cdef Position position

    cdef Position of(self)
    cdef list listed(self)


cdef class BoardCore:
    cdef Position here          # the last of `positions`
    cdef list positions         # one more than `moves`
    cdef list moves
    cdef readonly object _variant, _options
    cdef object _rules, _deal

    cdef Position top(self)
    cdef Move legal(self, move, str what)
    cdef Move dealt(self, Move move)
    cdef uint32_t kind_bits(self, Move move) except? 0
