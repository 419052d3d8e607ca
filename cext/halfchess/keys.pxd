# Position keys: computed from scratch, or predicted for a move that has not been made.
from oddfish.cext.core.bits cimport bit
from oddfish.cext.core.packed_move cimport DROP, PROMOTION, move_from, move_kind, move_to
from oddfish.cext.core.types cimport Key, Move
from oddfish.cext.halfchess.pawn_moves cimport can_capture_en_passant
from oddfish.cext.halfchess.position cimport HAND_TYPES, NO_PIECE, HalfPosition, move_piece, move_promoted
from oddfish.cext.halfchess.zobrist cimport zobrist


cdef inline Key key_from_scratch(const HalfPosition* p) noexcept nogil:
    cdef Key key = p.setup.salt ^ zobrist.state.rights[p.rights]
    cdef int color, t, sq
    for color in range(2):
        for sq in range(64):
            if p.color[color] & bit(sq):
                key ^= zobrist.piece[color][p.board[sq]][sq]
        for t in range(HAND_TYPES):
            key ^= zobrist.hand[color][t][p.hand[color][t]]
    if p.side:
        key ^= zobrist.state.side
    if can_capture_en_passant(p):
        key ^= zobrist.state.file[p.en_passant & 7]
    return key


cdef inline Key key_by_move(const HalfPosition* p, Move move) noexcept nogil:
    """The key after ``move``, ignoring the effects of castling, lost rights and en passant."""
    cdef int us = p.side, kind = move_kind(move), piece = move_piece(move), to = move_to(move), held
    cdef int taken = p.board[to]
    cdef Key key = p.key ^ zobrist.state.side
    if kind == DROP:
        held = p.hand[us][piece]
        return key ^ zobrist.piece[us][piece][to] ^ zobrist.hand[us][piece][held] ^ zobrist.hand[us][piece][held - 1]
    if taken != NO_PIECE:
        key ^= zobrist.piece[1 - us][taken][to]
        if p.setup.drops:
            held = p.hand[us][taken]
            key ^= zobrist.hand[us][taken][held] ^ zobrist.hand[us][taken][held + 1]
    return key ^ zobrist.piece[us][piece][move_from(move)] ^ \
        zobrist.piece[us][piece if kind != PROMOTION else move_promoted(move)][to]
