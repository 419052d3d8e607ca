# Whether any 32 bits are a legal move.
from oddfish.cext.core.bits cimport Bitboard, bit
from oddfish.cext.core.castling cimport rights_of
from oddfish.cext.core.generation cimport ALL, is_listed
from oddfish.cext.core.geometry cimport RANK_1, RANK_8, tables
from oddfish.cext.core.packed_move cimport CASTLING, DROP, EN_PASSANT, NORMAL, move_from, move_kind, move_to
from oddfish.cext.core.types cimport Move
from oddfish.cext.halfchess.attacks cimport Sliders, is_attacked, keep_sliders, sliders_of, steps_to
from oddfish.cext.halfchess.castling cimport castling_moves
from oddfish.cext.halfchess.pawn_moves cimport en_passant_legal, pawn_moves
from oddfish.cext.halfchess.position cimport HAND_TYPES, KING, PAWN, HalfPosition, move_piece


cdef inline bint is_drop_legal(const HalfPosition* p, Move move) noexcept nogil:
    cdef int us = p.side, piece = move_piece(move), to = move_to(move)
    cdef Bitboard occ = p.color[0] | p.color[1]
    cdef Sliders sliders
    if move_from(move) or move >> 19 or piece >= HAND_TYPES or not p.hand[us][piece] or occ & bit(to) \
            or piece == PAWN and bit(to) & (RANK_1 if us else RANK_8):
        return False
    sliders = sliders_of(p, 1 - us)
    return not is_attacked(p, p.king[us], 1 - us, occ | bit(to), 0, &sliders)


cdef inline bint is_legal(const HalfPosition* p, Move move) noexcept nogil:
    """Whether the generator would list a move."""
    cdef int us = p.side, kind = move_kind(move), piece = move_piece(move), origin = move_from(move), to = move_to(move)
    cdef Bitboard occ = p.color[0] | p.color[1]
    cdef Sliders sliders
    cdef Move listed[64]
    if kind == DROP:
        return is_drop_legal(p, move)
    if not p.color[us] & bit(origin) or p.board[origin] != piece or p.color[us] & bit(to):
        return False
    sliders = sliders_of(p, 1 - us)
    if kind == CASTLING:
        if piece != KING or not rights_of(p.rights, us) or is_attacked(p, p.king[us], 1 - us, occ, 0, &sliders):
            return False
        return is_listed(listed, castling_moves(p, listed, 0, ALL, &sliders), move)
    if kind == EN_PASSANT:
        return piece == PAWN and to == p.en_passant and (tables.pawn[us][origin] & bit(to)) != 0 \
            and not move >> 19 and en_passant_legal(p, origin, &sliders)
    if piece == PAWN:
        if not is_listed(listed, pawn_moves(p, listed, 0, ALL, bit(origin), bit(to), NULL), move):
            return False
    elif kind != NORMAL or move >> 19 or not steps_to(p, piece, origin, to):
        return False
    keep_sliders(&sliders, ~bit(to))
    return not is_attacked(p, to if piece == KING else p.king[us], 1 - us, (occ & ~bit(origin)) | bit(to), bit(to),
                           &sliders)
