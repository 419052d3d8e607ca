# Castling rights on the 8x8 board, with kings on the e-file and rooks in the corners (a1 = 0, b1 = 1 … h8 = 63).
from libc.stdint cimport uint8_t
from libc.string cimport memset

# A set of rights has two bits for each colour: K, Q, k, q from the lowest bit, in the order of a FEN.
cdef enum:
    SHORT = 1
    LONG = 2
    ALL_RIGHTS = 15

cdef uint8_t rights_kept[64]    # for each square, the rights that are left after a move from or to it


cdef inline int rights_of(int rights, int color) noexcept nogil:
    """One colour's rights: SHORT and LONG."""
    return rights >> 2 * color & (SHORT | LONG)


cdef inline int king_home(int color) noexcept nogil:
    return 60 if color else 4


cdef inline int rook_home(int color, int side) noexcept nogil:
    """The corner of the rook that castles to the SHORT or LONG side."""
    return king_home(color) + (3 if side == SHORT else -4)


cdef inline void fill_rights_kept(uint8_t* kept) noexcept nogil:
    """For each of the 64 squares, the rights that are left after a move from or to it."""
    cdef int color
    memset(kept, ALL_RIGHTS, 64)
    for color in range(2):
        kept[king_home(color)] = ALL_RIGHTS & ~((SHORT | LONG) << 2 * color)
        kept[rook_home(color, SHORT)] = ALL_RIGHTS & ~(SHORT << 2 * color)
        kept[rook_home(color, LONG)] = ALL_RIGHTS & ~(LONG << 2 * color)
