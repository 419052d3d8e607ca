# Making moves, one part of a turn at a time. keys.pxd computes the keys.
from libc.stdint cimport uint8_t

from oddfish.cext.core.bits cimport bit, copy
from oddfish.cext.core.types cimport MOST_CLOCK, MOST_NUMBER, Move, counted
from oddfish.cext.tandem.castling cimport Castling, castlings, rights_kept
from oddfish.cext.tandem.geometry cimport FILES, place_at
from oddfish.cext.tandem.packed_move cimport Part, unpack
from oddfish.cext.tandem.piece_moves cimport en_passant_victim, passed_rank
from oddfish.cext.tandem.position cimport FIRST, KING, NO_PLACE, NOTHING, PAWN, ROOK, SECOND, TandemPosition, occupied
from oddfish.cext.tandem.zobrist cimport zobrist


# --- Pieces -------------------------------------------------------------------------------------------------


cdef inline void put_piece(TandemPosition* p, int color, int t, int board, int sq) noexcept nogil:
    p.type[board][t] |= bit(sq)
    p.color[board][color] |= bit(sq)
    p.board[board][sq] = <uint8_t> t
    p.pieces_key ^= zobrist.piece[color][t][place_at(board, sq)]
    if t == KING:
        p.king_board[color] = <uint8_t> board
        p.king_square[color] = <uint8_t> sq


cdef inline void remove_piece(TandemPosition* p, int color, int t, int board, int sq) noexcept nogil:
    p.type[board][t] ^= bit(sq)
    p.color[board][color] ^= bit(sq)
    p.board[board][sq] = NOTHING
    p.pieces_key ^= zobrist.piece[color][t][place_at(board, sq)]


cdef inline bint is_castling(const TandemPosition* p, const Part* m) noexcept nogil:
    return p.board[m.board][m.origin] == KING and m.to != m.origin and p.color[m.onto][p.side] & bit(m.to) != 0


cdef inline const Castling* castling_of(int color, const Part* m) noexcept nogil:
    """The castling right that a castling move uses."""
    return &castlings[2 * color + (m.onto != m.board)]


cdef inline int rights_after(int rights, const Part* m) noexcept nogil:
    """T10: rights are lost by any move, swap or displacement of king or rook."""
    return rights & rights_kept[place_at(m.board, m.origin)] & rights_kept[place_at(m.onto, m.to)]


cdef inline void prune_en_passant(TandemPosition* q) noexcept nogil:
    """T7: a pawn that has double-stepped can be taken while it stands there and the square behind it is vacant."""
    cdef int board
    for board in range(2):
        q.en_passant[board] &= ~occupied(q, board) & (
            (passed_rank(0) & (q.type[board][PAWN] & q.color[board][0]) >> FILES)
            | (passed_rank(1) & (q.type[board][PAWN] & q.color[board][1]) << FILES))


cdef inline void close_replies(TandemPosition* q) noexcept nogil:
    """T7, after a turn's first part: with EnPassantReply=first, the second part may not take the enemy's pawns en
    passant."""
    if q.setup.first_takes:
        q.en_passant[0] &= passed_rank(q.side)
        q.en_passant[1] &= passed_rank(q.side)


# Lasting effects of a move.
cdef enum:
    RESETS_CLOCK = 1        # T11
    IRREVERSIBLE = 2        # no earlier position can come back


cdef inline int move_pieces(TandemPosition* q, const Part* m) noexcept nogil:
    """Make a part on the boards, with castling rights and en-passant squares; return its lasting effects.

    A pawn move by itself is not irreversible: a Ghost or a drop/swap may carry the pawn back."""
    cdef int us = q.side, them = 1 - us, t = q.board[m.board][m.origin], other = q.board[m.onto][m.to], result = 0
    cdef const Castling* c
    if q.color[m.onto][us] & bit(m.to):
        remove_piece(q, us, t, m.board, m.origin)
        remove_piece(q, us, other, m.onto, m.to)
        if t == KING and m.to != m.origin:
            c = castling_of(us, m)
            put_piece(q, us, KING, c.board, c.king_to)
            put_piece(q, us, ROOK, c.board, c.rook_to)
        else:
            put_piece(q, us, t, m.onto, m.to)
            put_piece(q, us, m.promoted if m.promoted else other, m.board, m.origin)
    else:
        if other != NOTHING:
            remove_piece(q, them, other, m.onto, m.to)
            result = RESETS_CLOCK | IRREVERSIBLE
        remove_piece(q, us, t, m.board, m.origin)
        put_piece(q, us, m.promoted if m.promoted else t, m.onto, m.to)
        if t == PAWN:
            if q.en_passant[m.onto] & passed_rank(them) & bit(m.to):
                remove_piece(q, them, PAWN, m.onto, en_passant_victim(us, m.to))
                result = RESETS_CLOCK | IRREVERSIBLE
            elif abs(m.to - m.origin) == 2 * FILES:
                q.en_passant[m.onto] |= bit((m.to + m.origin) >> 1)
    if t == PAWN:
        result |= RESETS_CLOCK
    if m.promoted:
        result |= RESETS_CLOCK | IRREVERSIBLE
    q.rights = <uint8_t> rights_after(q.rights, m)
    if q.en_passant[0] | q.en_passant[1]:
        prune_en_passant(q)
    return result


# --- Turns --------------------------------------------------------------------------------------------------


cdef inline void start_second(TandemPosition* q, const Part* m, bint castled) noexcept nogil:
    """After the first part ``m``: the second begins on the other board, with another piece (T1, T10)."""
    cdef const Castling* c
    q.stage = SECOND
    q.board_to_move = <uint8_t> (1 - m.board)
    close_replies(q)
    q.moved[0] = <uint8_t> place_at(m.onto, m.to)
    q.moved[1] = NO_PLACE
    if castled:
        c = castling_of(q.side, m)
        q.moved[0] = <uint8_t> place_at(c.board, c.king_to)
        q.moved[1] = <uint8_t> place_at(c.board, c.rook_to)


cdef inline void end_turn(TandemPosition* q) noexcept nogil:
    cdef int us = q.side
    q.stage = FIRST
    q.board_to_move = 0
    q.moved[0] = q.moved[1] = NO_PLACE
    q.en_passant[0] &= passed_rank(us)
    q.en_passant[1] &= passed_rank(us)
    q.side ^= 1
    q.number = counted(q.number, us, MOST_NUMBER)


cdef inline void make_part(TandemPosition* q, Move move, bint ends_turn) noexcept nogil:
    """Make one part of a turn, without updating the key."""
    cdef Part m = unpack(move)
    cdef bint castled = is_castling(q, &m)
    cdef int done
    if q.stage != SECOND:
        q.clock = counted(q.clock, 1, MOST_CLOCK)
    q.reversible = counted(q.reversible, 1, MOST_CLOCK)
    done = move_pieces(q, &m)
    if done & RESETS_CLOCK:
        q.clock = 0
    if done & IRREVERSIBLE:
        q.reversible = 0
    if ends_turn:
        end_turn(q)
    else:
        start_second(q, &m, castled)


cdef inline void make_first(const TandemPosition* p, Move first, TandemPosition* q) noexcept nogil:
    """The position after the first part of a turn, for finding second parts: without key and clocks."""
    cdef Part m = unpack(first)
    cdef bint castled = is_castling(p, &m)
    copy(q, p, sizeof(TandemPosition))
    move_pieces(q, &m)
    start_second(q, &m, castled)


# --- First parts made and unmade on the bitboards only ---------------------------------------------------------


cdef inline void toggle_simple(TandemPosition* q, const TandemPosition* p, const Part* m) noexcept nogil:
    """Toggle the bitboards between before and after a simple first part of ``p``."""
    cdef int us = p.side, t = p.board[m.board][m.origin], captured = p.board[m.onto][m.to]
    q.type[m.board][t] ^= bit(m.origin)
    q.color[m.board][us] ^= bit(m.origin)
    q.type[m.onto][t] ^= bit(m.to)
    q.color[m.onto][us] ^= bit(m.to)
    if captured != NOTHING:
        q.type[m.onto][captured] ^= bit(m.to)
        q.color[m.onto][1 - us] ^= bit(m.to)


cdef inline void toggle_swap(TandemPosition* q, const TandemPosition* p, int sq) noexcept nogil:
    """Toggle the bitboards between before and after a swap of ``p`` on corresponding squares."""
    cdef int here = p.board[0][sq], there = p.board[1][sq], board
    for board in range(2):
        q.type[board][here] ^= bit(sq)
        q.type[board][there] ^= bit(sq)


cdef inline void restore_state(TandemPosition* q, const TandemPosition* p) noexcept nogil:
    """Set everything except the pieces as after a first part that moves nothing."""
    q.rights = p.rights
    q.en_passant[0] = p.en_passant[0]
    q.en_passant[1] = p.en_passant[1]
    close_replies(q)
