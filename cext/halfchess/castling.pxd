# Castling moves (R3); core/castling.pxd has the rights.
from oddfish.cext.core.bits cimport Bitboard, bit
from oddfish.cext.core.castling cimport LONG, SHORT, rights_of
from oddfish.cext.core.generation cimport Mode, add_move
from oddfish.cext.core.packed_move cimport CASTLING
from oddfish.cext.core.types cimport Move
from oddfish.cext.halfchess.attacks cimport Sliders, is_attacked
from oddfish.cext.halfchess.position cimport KING, HalfPosition, pack


cdef inline int castling_moves(const HalfPosition* p, Move* moves, int n, Mode mode,
                               const Sliders* sliders) noexcept nogil:
    """Append the castling moves of a king that is not in check.

    The squares between king and rook must be empty, and the other side, whose sliders are given, must not attack the
    squares that the king crosses.
    """
    cdef Bitboard occ = p.color[0] | p.color[1]
    cdef int king = p.king[p.side], them = 1 - p.side
    cdef int rights = rights_of(p.rights, p.side)
    if rights & SHORT and not occ & (bit(king + 1) | bit(king + 2)):
        if not is_attacked(p, king + 1, them, occ, 0, sliders) and not is_attacked(p, king + 2, them, occ, 0, sliders):
            n = add_move(moves, n, mode, pack(king, king + 2, CASTLING, KING, 0))
    if rights & LONG and not occ & (bit(king - 1) | bit(king - 2) | bit(king - 3)):
        if not is_attacked(p, king - 1, them, occ, 0, sliders) and not is_attacked(p, king - 2, them, occ, 0, sliders):
            n = add_move(moves, n, mode, pack(king, king - 2, CASTLING, KING, 0))
    return n
