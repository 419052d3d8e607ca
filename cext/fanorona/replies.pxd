# The replies to all moves of a position, counted together: perft's last two plies.
#
# They are counted once, piece by piece, as if the mover had passed. After a move, only pieces that depend on a changed
# point are counted again, and likewise the king's moves and the attacks that a move may open on it. Moves are made
# without key and clocks.
from libc.stdint cimport uint8_t

from oddfish.cext.core.bits cimport Bitboard, bit, pop_lsb, popcount
from oddfish.cext.core.generation cimport COUNT
from oddfish.cext.core.packed_move cimport move_from, move_to
from oddfish.cext.core.types cimport Move
from oddfish.cext.fanorona.attacks cimport (CheckInfo, diagonal_sliders, find_checks_and_pins, stepping_attackers,
                                            straight_sliders, withdrawing_attackers)
from oddfish.cext.fanorona.geometry cimport BOARD, NO_POINT, tables
from oddfish.cext.fanorona.legality cimport count_moves, illegal_moves, illegal_officer_moves, illegal_pawn_moves
from oddfish.cext.fanorona.pawn_moves cimport pawn_moves
from oddfish.cext.fanorona.pawn_steps cimport forward
from oddfish.cext.fanorona.piece_moves cimport add_leaps, count_slides, king_moves, slider_reach
from oddfish.cext.fanorona.position cimport (BISHOP, KING, KNIGHT, NOTHING, PAWN, QUEEN, ROOK, START_OFFICERS, TYPES,
                                             FanoronaPosition, move_piece, move_victim)

# An officer of the other side.
ctypedef struct Replier:
    uint8_t point
    uint8_t type
    uint8_t moves           # number of pseudo-legal moves,
    uint8_t illegal         # ... and how many of them leave the king attacked
    Bitboard watched        # points that this number depends on, among them its own

ctypedef struct Replies:
    int count
    int total               # number of their moves,
    int illegal             # ... and of the illegal ones; neither counts the king's
    Bitboard watched        # by any of them
    Bitboard pawns_watched  # ... by the pawns, which are counted together
    int pawn_moves
    int illegal_pawn_moves
    int king_moves          # legal ones
    CheckInfo info
    Bitboard king_watched   # points that must be empty or not for the king's moves and `info` to hold
    Bitboard alarm[TYPES]   # where a piece of the mover's that comes or goes may change them
    Replier piece[START_OFFICERS]


cdef inline bint may_be_illegal(const Replies* r) noexcept nogil:
    return r.info.pinned | r.info.screens != 0


cdef inline int count_replier(const FanoronaPosition* q, int type, int sq, Bitboard occ,
                              Bitboard* watched) noexcept nogil:
    """The number of an officer's pseudo-legal moves, and the points it depends on."""
    if type == KNIGHT:
        watched[0] = tables.knight_to[sq] | tables.knight_victims[sq]
        return add_leaps(q, NULL, 0, COUNT, sq)
    watched[0] = slider_reach(type, sq, occ)
    return count_slides(q, sq, watched[0])


cdef inline void watch_attacks(Replies* r, const FanoronaPosition* q, int king) noexcept nogil:
    """Watch the points on which the mover's attacks on ``king`` depend: a point where the king is or may go."""
    cdef int us = 1 - q.side, sq, to
    cdef Bitboard enemy = q.color[us], occ = (enemy | q.color[q.side]) & ~bit(q.king[q.side]), way
    cdef Bitboard left = enemy & (stepping_attackers(q, king, us) | (tables.rook_far[king] & straight_sliders(q))
                                  | (tables.bishop_far[king] & diagonal_sliders(q)))
    while left:
        way = tables.between[king][pop_lsb(&left)]
        if popcount(way & occ) <= 4:        # a move clears two of them; with two left, a Knight may clear these
            r.king_watched |= way
    left = enemy & tables.knight_from[king] & q.type[KNIGHT]
    while left:
        r.king_watched |= tables.knight_to_capture[pop_lsb(&left)][king]
    left = withdrawing_attackers(q, king, us, enemy)
    while left:
        sq = pop_lsb(&left)
        to = tables.step[sq][tables.direction[king][sq]]
        r.king_watched |= bit(to) & BOARD
    r.alarm[PAWN] |= tables.pawn_approach[us][king] | tables.pawn_withdrawal[us][king]
    r.alarm[KNIGHT] |= tables.knight_from[king]
    r.alarm[BISHOP] |= tables.bishop_far[king] | tables.near_diagonal[king]
    r.alarm[ROOK] |= tables.rook_far[king] | tables.near_straight[king]
    r.alarm[KING] |= tables.near[king] | tables.king_two[king]


cdef inline void look_at_replies(Replies* r, const FanoronaPosition* p) noexcept nogil:
    """Count the replies if the mover passes."""
    cdef FanoronaPosition q = p[0]
    cdef int us = 1 - p.side, t, king = p.king[us]
    cdef Bitboard own = p.color[us], occ = own | p.color[p.side], left, ahead
    cdef Replier* piece
    q.side = <uint8_t> us
    r.count = r.total = r.illegal = 0
    find_checks_and_pins(&q, &r.info)
    r.watched = r.king_watched = 0
    for t in range(KNIGHT, KING):
        left = q.type[t] & own
        while left:
            piece = &r.piece[r.count]
            piece.point = <uint8_t> pop_lsb(&left)
            piece.type = <uint8_t> t
            piece.moves = <uint8_t> count_replier(&q, t, piece.point, occ, &piece.watched)
            piece.illegal = <uint8_t> illegal_officer_moves(&q, &r.info, piece.point, t) if may_be_illegal(r) else 0
            piece.watched |= bit(piece.point)
            r.watched |= piece.watched
            r.total += piece.moves
            r.illegal += piece.illegal
            r.count += 1
    left = q.type[PAWN] & own
    ahead = forward(us, left, -1) | forward(us, left, 0) | forward(us, left, 1)
    r.pawns_watched = left | ahead | forward(us, ahead, -1) | forward(us, ahead, 0) | forward(us, ahead, 1) | \
        forward(1 - us, left, -1) | forward(1 - us, left, 0) | forward(1 - us, left, 1)
    r.pawn_moves = pawn_moves(&q, NULL, 0, COUNT)
    r.illegal_pawn_moves = illegal_pawn_moves(&q, &r.info) if may_be_illegal(r) else 0
    r.king_moves = king_moves(&q, NULL, 0, COUNT, False)
    for t in range(TYPES):
        r.alarm[t] = 0
    left = tables.near[king]
    if q.unmoved >> us & 1:
        left |= tables.knight_to[king]
    r.king_watched = left | tables.king_two[king]
    left = left & ~occ | bit(king)
    while left:
        watch_attacks(r, &q, pop_lsb(&left))
    r.alarm[QUEEN] = r.alarm[ROOK] | r.alarm[BISHOP]


cdef inline int replies_after(const Replies* r, const FanoronaPosition* q, Move move, Bitboard changed) noexcept nogil:
    """The number of replies in ``q``, after a move, not a promotion, that ``changed`` these points."""
    cdef CheckInfo info
    cdef Bitboard occ, watched
    cdef int n = r.total, illegal = r.illegal, i, victim = move_victim(move)
    cdef bint king = changed & r.king_watched or \
        (bit(move_from(move)) | bit(move_to(move))) & r.alarm[move_piece(move)]
    cdef bint test = not king and may_be_illegal(r)
    if king:
        find_checks_and_pins(q, &info)
        if info.check:
            return count_moves(q)
    if changed & r.watched:
        occ = q.color[0] | q.color[1]
        for i in range(r.count):
            if changed & r.piece[i].watched:
                n -= r.piece[i].moves
                illegal -= r.piece[i].illegal
                if r.piece[i].point != victim:
                    n += count_replier(q, r.piece[i].type, r.piece[i].point, occ, &watched)
                    if test:
                        illegal += illegal_officer_moves(q, &r.info, r.piece[i].point, r.piece[i].type)
    # Pawns can promote to an officer that the move captured.
    if victim != NO_POINT or changed & r.pawns_watched:
        n = pawn_moves(q, NULL, n, COUNT)
        if test:
            illegal += illegal_pawn_moves(q, &r.info)
    else:
        n += r.pawn_moves
        illegal += r.illegal_pawn_moves
    if king:
        n = king_moves(q, NULL, n, COUNT, False)
        return n - illegal_moves(q, &info) if info.pinned | info.screens else n
    return n + r.king_moves - illegal


cdef inline void toggle_boards(FanoronaPosition* q, const FanoronaPosition* p, Move move) noexcept nogil:
    """Make or unmake a move of ``p``, not a promotion, on the bitboards of ``q``."""
    cdef int us = p.side, piece = move_piece(move), victim = move_victim(move)
    cdef Bitboard moved = bit(move_from(move)) | bit(move_to(move))
    q.type[piece] ^= moved
    q.color[us] ^= moved
    if victim != NO_POINT:
        q.type[p.board[victim]] ^= bit(victim)
        q.color[1 - us] ^= bit(victim)


cdef inline void make_boards(FanoronaPosition* q, const FanoronaPosition* p, Move move) noexcept nogil:
    """Make a move of ``p``, not a promotion, in ``q``, but for its key and clocks."""
    cdef int victim = move_victim(move), piece = move_piece(move)
    toggle_boards(q, p, move)
    q.board[move_from(move)] = NOTHING
    q.board[move_to(move)] = <uint8_t> piece
    if victim != NO_POINT:
        q.board[victim] = NOTHING
    if piece == KING:
        q.king[p.side] = <uint8_t> move_to(move)


cdef inline void unmake_boards(FanoronaPosition* q, const FanoronaPosition* p, Move move) noexcept nogil:
    cdef int victim = move_victim(move)
    toggle_boards(q, p, move)
    q.board[move_to(move)] = NOTHING
    q.board[move_from(move)] = <uint8_t> move_piece(move)
    if victim != NO_POINT:
        q.board[victim] = p.board[victim]
    q.king[p.side] = p.king[p.side]
