# Drops (halfgi).
from oddfish.cext.core.bits cimport Bitboard
from oddfish.cext.core.generation cimport Mode, add_many_moves
from oddfish.cext.core.geometry cimport RANK_1, RANK_8
from oddfish.cext.core.packed_move cimport DROP
from oddfish.cext.core.types cimport Move
from oddfish.cext.halfchess.position cimport HAND_TYPES, PAWN, HalfPosition, pack


cdef inline int drop_moves(const HalfPosition* p, Move* moves, int n, Mode mode, Bitboard squares) noexcept nogil:
    """Append drops of all pieces in hand on the empty ``squares``; pawns do not drop on their last rank."""
    cdef int t
    cdef Bitboard targets
    for t in range(HAND_TYPES):
        if p.hand[p.side][t]:
            targets = squares
            if t == PAWN:
                targets &= ~(RANK_1 if p.side else RANK_8)
            n = add_many_moves(moves, n, mode, targets, pack(0, 0, DROP, t, 0))
    return n
