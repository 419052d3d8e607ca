# Making moves. Each function keeps the key up to date.
from libc.stdint cimport uint8_t

from oddfish.cext.core.bits cimport bit
from oddfish.cext.core.castling cimport rights_kept
from oddfish.cext.core.packed_move cimport (CASTLING, DOUBLE_STEP, DROP, EN_PASSANT, PROMOTION, move_from, move_kind,
                                            move_to)
from oddfish.cext.core.types cimport MOST_CLOCK, MOST_NUMBER, Move, counted
from oddfish.cext.halfchess.pawn_moves cimport can_capture_en_passant
from oddfish.cext.halfchess.position cimport (KING, NO_PIECE, NO_SQUARE, PAWN, ROOK, HalfPosition, move_piece,
                                              move_promoted)
from oddfish.cext.halfchess.zobrist cimport zobrist


cdef inline void put_piece(HalfPosition* p, int color, int t, int sq) noexcept nogil:
    p.type[t] |= bit(sq)
    p.color[color] |= bit(sq)
    p.board[sq] = <uint8_t> t
    p.key ^= zobrist.piece[color][t][sq]


cdef inline void remove_piece(HalfPosition* p, int color, int t, int sq) noexcept nogil:
    p.type[t] ^= bit(sq)
    p.color[color] ^= bit(sq)
    p.board[sq] = NO_PIECE
    p.key ^= zobrist.piece[color][t][sq]


cdef inline void set_hand(HalfPosition* p, int color, int t, int number) noexcept nogil:
    p.key ^= zobrist.hand[color][t][p.hand[color][t]] ^ zobrist.hand[color][t][number]
    p.hand[color][t] = <uint8_t> number


cdef inline void capture_piece(HalfPosition* p, int sq) noexcept nogil:
    """Capture the opponent's piece on ``sq``; in halfgi it goes to the capturer's hand."""
    cdef int t = p.board[sq]
    remove_piece(p, 1 - p.side, t, sq)
    p.clock = 0
    if p.setup.drops:
        set_hand(p, p.side, t, p.hand[p.side][t] + 1)


cdef inline void make_move(const HalfPosition* p, Move move, HalfPosition* q) noexcept nogil:
    """Set ``q`` to the position after a legal move."""
    cdef int us = p.side, kind = move_kind(move), piece = move_piece(move)
    cdef int origin = move_from(move), to = move_to(move), kept
    q[0] = p[0]
    q.clock = counted(q.clock, 1, MOST_CLOCK)
    if q.en_passant != NO_SQUARE:
        if can_capture_en_passant(p):
            q.key ^= zobrist.state.file[q.en_passant & 7]
        q.en_passant = NO_SQUARE
    if kind == DROP:
        q.clock = 0
        set_hand(q, us, piece, q.hand[us][piece] - 1)
        put_piece(q, us, piece, to)
    else:
        if q.board[to] != NO_PIECE:
            capture_piece(q, to)
        remove_piece(q, us, piece, origin)
        put_piece(q, us, piece if kind != PROMOTION else move_promoted(move), to)
        if piece == PAWN:
            q.clock = 0
            if kind == EN_PASSANT:
                capture_piece(q, to ^ 8)
            elif kind == DOUBLE_STEP:
                q.en_passant = <uint8_t> ((origin + to) >> 1)
        elif piece == KING:
            q.king[us] = <uint8_t> to
            if kind == CASTLING:
                if to > origin:
                    remove_piece(q, us, ROOK, to + 1)
                    put_piece(q, us, ROOK, to - 1)
                else:
                    remove_piece(q, us, ROOK, to - 2)
                    put_piece(q, us, ROOK, to + 1)
        kept = q.rights & rights_kept[origin] & rights_kept[to]
        q.key ^= zobrist.state.rights[q.rights] ^ zobrist.state.rights[kept]
        q.rights = <uint8_t> kept
    q.side = <uint8_t> (1 - us)
    q.number = counted(q.number, us, MOST_NUMBER)
    q.key ^= zobrist.state.side
    if q.en_passant != NO_SQUARE and can_capture_en_passant(q):
        q.key ^= zobrist.state.file[q.en_passant & 7]


cdef inline void pass_turn(const HalfPosition* p, HalfPosition* q) noexcept nogil:
    """Set ``q`` to the position after a null move."""
    q[0] = p[0]
    if can_capture_en_passant(p):
        q.key ^= zobrist.state.file[q.en_passant & 7]
    q.en_passant = NO_SQUARE
    q.clock = counted(q.clock, 1, MOST_CLOCK)
    q.side ^= 1
    q.number = counted(q.number, p.side, MOST_NUMBER)
    q.key ^= zobrist.state.side
