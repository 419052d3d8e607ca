# Invariants of a position, for FENs and debug builds.
from oddfish.cext.core.bits cimport bit
from oddfish.cext.core.mailbox cimport boards_agree
from oddfish.cext.halfchess.attacks cimport is_king_attacked
from oddfish.cext.halfchess.position cimport KING, NO_PIECE, TYPES, HalfPosition


cdef inline bint is_valid(const HalfPosition* p) noexcept nogil:
    """Whether bitboards and mailbox agree, each king is on its recorded square, and no king can be captured."""
    cdef int color
    if not boards_agree(p.type, TYPES, p.color, p.board, 64, NO_PIECE):
        return False
    for color in range(2):
        if p.type[KING] & p.color[color] != bit(p.king[color]):
            return False
    return not is_king_attacked(p, 1 - p.side)
