# The low bits of a packed move, the same in most games: to 0-5, from 6-11 and, on the 8x8 board, kind 12-14. Each
# game defines the higher bits in its position.pxd.
from oddfish.cext.core.types cimport Move

cdef enum MoveKind:
    NORMAL = 0
    DOUBLE_STEP = 1
    EN_PASSANT = 2
    CASTLING = 3
    PROMOTION = 4
    DROP = 5


cdef inline int move_to(Move m) noexcept nogil:
    return m & 63


cdef inline int move_from(Move m) noexcept nogil:
    return m >> 6 & 63


cdef inline int move_kind(Move m) noexcept nogil:
    return m >> 12 & 7
