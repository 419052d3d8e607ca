# Making moves. Each function keeps the key up to date.
from libc.stdint cimport uint8_t
from libc.string cimport memcpy

from oddfish.cext.banqi.captures cimport can_continue
from oddfish.cext.banqi.position cimport (ATTEMPT, CAPTURE, FLIP, JUMP, NO_COLOR, NO_SQUARE, STEP, STOP, TYPES,
                                          BanqiPosition, color_of, move_from, move_kind, move_mover, move_outcome,
                                          move_to, move_victim)
from oddfish.cext.banqi.zobrist cimport zobrist
from oddfish.cext.core.bits cimport bit32
from oddfish.cext.core.types cimport MOST_CLOCK, MOST_NUMBER, Move, counted


cdef inline void end_turn(BanqiPosition* q) noexcept nogil:
    q.number = counted(q.number, q.side, MOST_NUMBER)
    q.side ^= 1
    q.key ^= zobrist.side


cdef inline void remove_piece(BanqiPosition* q, int t, int color, int sq) noexcept nogil:
    q.type[t] ^= bit32(sq)
    q.color[color] ^= bit32(sq)
    q.key ^= zobrist.piece[color * TYPES + t][sq]


cdef inline void put_piece(BanqiPosition* q, int t, int color, int sq) noexcept nogil:
    remove_piece(q, t, color, sq)       # toggling also puts a piece


cdef inline void turn_up(BanqiPosition* q, int piece, int sq) noexcept nogil:
    """Remove the face-down piece on ``sq`` from the board and from the pool. The caller places it."""
    q.dark ^= bit32(sq)
    q.key ^= zobrist.dark[sq] ^ zobrist.pool[piece][q.pool[piece]] ^ zobrist.pool[piece][q.pool[piece] - 1]
    q.pool[piece] -= 1


cdef inline void end_capture(BanqiPosition* q, int sq) noexcept nogil:
    """After a capture on ``sq``: continue the series if the piece can capture again, else end the turn."""
    if q.setup.multi_capture and can_continue(q, sq):
        q.series = <uint8_t> sq
        q.key ^= zobrist.series[sq]
    else:
        end_turn(q)


cdef inline void make_move(const BanqiPosition* p, Move move, BanqiPosition* q) noexcept nogil:
    """Set ``q`` to the position after a legal move, which carries its outcome if it has several."""
    cdef int origin = move_from(move), to = move_to(move), kind = move_kind(move), t = move_mover(move), color, piece
    memcpy(q, p, sizeof(BanqiPosition))
    color = color_of(q, q.side)
    q.stepped_from = NO_SQUARE
    if q.series != NO_SQUARE:
        q.key ^= zobrist.series[q.series]
        q.series = NO_SQUARE
    if kind == STOP:
        end_turn(q)
        return
    if kind == STEP:
        remove_piece(q, t, color, origin)
        put_piece(q, t, color, to)
        q.clock = counted(q.clock, 1, MOST_CLOCK)
        q.stepped_from = <uint8_t> origin
        q.stepped_to = <uint8_t> to
        end_turn(q)
        return
    q.clock = 0
    if kind == CAPTURE or kind == JUMP:
        remove_piece(q, move_victim(move), 1 - color, to)
        remove_piece(q, t, color, origin)
        put_piece(q, t, color, to)
        end_capture(q, to)
        return
    piece = move_outcome(move) - 1
    turn_up(q, piece, to)
    if kind == FLIP:
        if q.first == NO_COLOR:     # Q1
            q.key ^= zobrist.first[NO_COLOR]
            q.first = <uint8_t> ((piece // TYPES) ^ q.side)
            q.key ^= zobrist.first[q.first]
        put_piece(q, piece % TYPES, piece // TYPES, to)
        end_turn(q)
    elif piece // TYPES != color and \
            (q.setup.takes[t] if kind == ATTEMPT else q.setup.jumps[t]) >> piece % TYPES & 1:
        remove_piece(q, t, color, origin)
        put_piece(q, t, color, to)
        end_capture(q, to)
    else:                           # the attempt failed: the revealed piece stays
        put_piece(q, piece % TYPES, piece // TYPES, to)
        end_turn(q)


cdef inline void pass_turn(const BanqiPosition* p, BanqiPosition* q) noexcept nogil:
    """Set ``q`` to the position after a null move."""
    memcpy(q, p, sizeof(BanqiPosition))
    q.stepped_from = NO_SQUARE
    q.clock = counted(q.clock, 1, MOST_CLOCK)
    end_turn(q)
