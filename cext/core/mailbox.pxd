# The boards of games with one piece per square: bitboards by type, bitboards by colour, and a mailbox of types.
from libc.stdint cimport uint8_t

from oddfish.cext.core.bits cimport Bitboard, bit


cdef inline bint boards_agree(const Bitboard* by_type, int types, const Bitboard* by_color, const uint8_t* mailbox,
                              int squares, int empty) noexcept nogil:
    """Whether no square has two pieces and all boards agree.

    Args:
        by_type: ``types`` bitboards.
        by_color: two bitboards.
        mailbox: the type on each of ``squares`` squares, or ``empty``.
    """
    cdef Bitboard occ = 0
    cdef int t, sq
    for t in range(types):
        if occ & by_type[t]:
            return False
        occ |= by_type[t]
    if occ != by_color[0] | by_color[1] or by_color[0] & by_color[1]:
        return False
    for sq in range(squares):
        t = mailbox[sq]
        if occ & bit(sq):
            if t >= types or not by_type[t] & bit(sq):
                return False
        elif t != empty:
            return False
    return True
