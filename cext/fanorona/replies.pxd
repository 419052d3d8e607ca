# The replies to all moves of a position, counted together: perft's last two plies.
#
# They are counted once, piece by piece, as if the mover had passed; the king's separately for each direction. After a
# move, only what depends on a changed point is counted again, including attacks on the king that the move may have
# opened. Moves are made without key and clocks.
from libc.stdint cimport uint8_t

from oddfish.cext.core.bits cimport Bitboard, bit, pop_lsb, popcount
from oddfish.cext.core.generation cimport COUNT
from oddfish.cext.core.packed_move cimport move_from, move_to
from oddfish.cext.core.types cimport Move
from oddfish.cext.fanorona.attacks cimport (CheckInfo, diagonal_sliders, find_checks_and_pins, is_attacked, is_legal,
                                            stepping_attackers, straight_sliders, withdrawing_attackers)
from oddfish.cext.fanorona.geometry cimport BOARD, NO_POINT, diagonal_attacks, straight_attacks, tables
from oddfish.cext.fanorona.legality cimport count_evasions, illegal_moves, illegal_officer_moves, illegal_pawn_moves
from oddfish.cext.fanorona.pawn_moves cimport pawn_moves
from oddfish.cext.fanorona.pawn_steps cimport forward
from oddfish.cext.fanorona.piece_moves cimport add_leaps, count_slides, slider_reach
from oddfish.cext.fanorona.position cimport (BISHOP, KING, KNIGHT, NOTHING, PAWN, QUEEN, ROOK, START_OFFICERS, TYPES,
                                             FanoronaPosition, move_piece, move_victim, pack)

cdef enum:
    MAX_GOALS = 8 + 16      # steps, and leaps of a king that has never moved

# An officer of the other side.
ctypedef struct Replier:
    uint8_t point
    uint8_t type
    uint8_t moves           # number of pseudo-legal moves,
    uint8_t illegal         # ... and how many of them leave the king attacked
    Bitboard watched        # points that this number depends on, including its own

# What an attack on a point depends on.
ctypedef struct Danger:
    Bitboard watched        # points whose occupation it depends on
    Bitboard alarm[TYPES]   # where a piece of the mover may change it by coming or going

# A point to which the king may go.
ctypedef struct Goal:
    uint8_t point
    uint8_t beyond          # a step to the goal captures an enemy here by approach
    uint8_t behind          # ... or here by withdrawal; NO_POINT for leaps
    uint8_t moves           # number of legal moves to the goal
    Danger danger

ctypedef struct Replies:
    int count
    int total               # number of their moves
    int illegal             # ... and of the illegal ones among them; neither includes the king's moves
    Bitboard watched        # points that any of them depends on
    Bitboard pawns_watched  # ... and points that the pawns depend on, which are counted together
    int pawn_moves
    int illegal_pawn_moves
    CheckInfo info
    Danger danger           # what `info` depends on
    int king_moves          # number of legal steps
    int king_leaps          # ... and of legal leaps, which it may not make in check
    Danger any_goal         # what any of the goals depends on
    int steps               # number of goals that are steps, which come first
    int goals
    Goal goal[MAX_GOALS]
    Replier piece[START_OFFICERS]


cdef inline bint may_be_illegal(const Replies* r) noexcept nogil:
    return r.info.pinned | r.info.screens != 0


cdef inline int count_replier(const FanoronaPosition* q, int type, int sq, Bitboard occ,
                              Bitboard* watched) noexcept nogil:
    """The number of an officer's pseudo-legal moves, and the points that it depends on."""
    if type == KNIGHT:
        watched[0] = tables.knight_to[sq] | tables.knight_victims[sq]
        return add_leaps(q, NULL, 0, COUNT, sq)
    watched[0] = slider_reach(type, sq, occ)
    return count_slides(q, sq, watched[0])


cdef inline bint affects(const Danger* danger, int piece, Bitboard moved, Bitboard changed) noexcept nogil:
    """Whether a move may change the attacks on a point.

    Args:
        moved: the start and the end of the move.
        changed: the same, plus the point of the captured piece.
    """
    return (danger.watched & changed | danger.alarm[piece] & moved) != 0


cdef inline void watch_attacks(Danger* danger, const FanoronaPosition* q, int point, int most) noexcept nogil:
    """Watch the points on which the mover's attacks on a point depend, except attacks blocked by more than ``most``
    pieces. Sets no alarm for sliders."""
    cdef int us = 1 - q.side, sq, to
    cdef Bitboard enemy = q.color[us], occ = (enemy | q.color[q.side]) & ~bit(q.king[q.side]), way
    cdef Bitboard left = enemy & (stepping_attackers(q, point, us) | (tables.rook_far[point] & straight_sliders(q))
                                  | (tables.bishop_far[point] & diagonal_sliders(q)))
    while left:
        way = tables.between[point][pop_lsb(&left)]
        if popcount(way & occ) <= most:
            danger.watched |= way
    left = enemy & tables.knight_from[point] & q.type[KNIGHT]
    while left:
        danger.watched |= tables.knight_to_capture[pop_lsb(&left)][point]
    left = withdrawing_attackers(q, point, us, enemy)
    while left:
        sq = pop_lsb(&left)
        to = tables.step[sq][tables.direction[point][sq]]
        danger.watched |= bit(to) & BOARD
    danger.alarm[PAWN] = tables.pawn_approach[us][point] | tables.pawn_withdrawal[us][point]
    danger.alarm[KNIGHT] = tables.knight_from[point]
    danger.alarm[KING] = tables.near[point] | tables.king_two[point]


cdef inline void set_slider_alarms(Danger* danger, Bitboard straight, Bitboard diagonal) noexcept nogil:
    danger.alarm[BISHOP] = diagonal
    danger.alarm[ROOK] = straight
    danger.alarm[QUEEN] = straight | diagonal


cdef inline int moves_to_goal(const FanoronaPosition* q, const Goal* goal) noexcept nogil:
    """The number of the king's legal moves to a point. N6: it must capture if it can, and may choose the victim."""
    cdef int king = q.king[q.side], n = 0
    cdef Bitboard enemy = q.color[1 - q.side], occ = q.color[q.side] | enemy
    if occ & bit(goal.point):
        return 0
    if not enemy & (bit(goal.beyond) | bit(goal.behind)):       # NO_POINT is bit 63, which is always empty
        return not is_attacked(q, goal.point, 1 - q.side, occ ^ bit(king), enemy)
    if enemy & bit(goal.beyond):
        n = is_legal(q, pack(king, goal.point, goal.beyond, KING, 0))
    if enemy & bit(goal.behind):
        n += is_legal(q, pack(king, goal.point, goal.behind, KING, 0))
    return n


cdef inline int add_goal(Replies* r, const FanoronaPosition* q, int point, int beyond, int behind) noexcept nogil:
    """Add a goal; return the number of moves to it."""
    cdef Goal* goal = &r.goal[r.goals]
    cdef Bitboard enemy = q.color[1 - q.side], own = q.color[q.side], occ = (own | enemy) & ~bit(q.king[q.side])
    cdef Bitboard straight, diagonal
    cdef int t
    goal.point = <uint8_t> point
    goal.beyond = <uint8_t> beyond
    goal.behind = <uint8_t> behind
    goal.danger.watched = (bit(point) | bit(beyond) | bit(behind)) & BOARD
    r.goals += 1
    if occ & bit(point):
        goal.moves = 0
        for t in range(TYPES):
            goal.danger.alarm[t] = 0
        r.any_goal.watched |= goal.danger.watched
        return 0
    goal.moves = <uint8_t> moves_to_goal(q, goal)
    if enemy & (bit(beyond) | bit(behind)):
        # The move, and the king's capture, can clear three points.
        watch_attacks(&goal.danger, q, point, 3)
        straight = tables.rook_far[point]
        diagonal = tables.bishop_far[point]
    else:
        # A slider attacks the point if the move captures the piece in between.
        watch_attacks(&goal.danger, q, point, 2)
        straight = straight_attacks(point, occ)
        straight |= straight_attacks(point, occ & ~(straight & own))
        diagonal = diagonal_attacks(point, occ)
        diagonal |= diagonal_attacks(point, occ & ~(diagonal & own))
    set_slider_alarms(&goal.danger, straight | tables.near_straight[point], diagonal | tables.near_diagonal[point])
    r.any_goal.watched |= goal.danger.watched
    for t in range(TYPES):
        r.any_goal.alarm[t] |= goal.danger.alarm[t]
    return goal.moves


cdef inline void look_at_king(Replies* r, const FanoronaPosition* q) noexcept nogil:
    """Count the king's moves if the mover passes."""
    cdef int king = q.king[q.side], direction, to, t
    cdef Bitboard left
    # A move clears two points; if two are left, a Knight may clear them.
    r.danger.watched = 0
    watch_attacks(&r.danger, q, king, 4)
    set_slider_alarms(&r.danger, tables.rook_far[king] | tables.near_straight[king],
                      tables.bishop_far[king] | tables.near_diagonal[king])
    r.goals = r.king_moves = r.king_leaps = 0
    r.any_goal.watched = 0
    for t in range(TYPES):
        r.any_goal.alarm[t] = 0
    for direction in range(8):
        to = tables.step[king][direction]
        if to != NO_POINT:
            r.king_moves += add_goal(r, q, to, tables.step[to][direction], tables.step[king][(direction + 4) & 7])
    r.steps = r.goals
    if q.unmoved >> q.side & 1:
        left = tables.knight_to[king]
        while left:
            r.king_leaps += add_goal(r, q, pop_lsb(&left), NO_POINT, NO_POINT)


cdef inline void look_at_replies(Replies* r, const FanoronaPosition* p) noexcept nogil:
    """Count the replies if the mover passes."""
    cdef FanoronaPosition q = p[0]
    cdef int us = 1 - p.side, t
    cdef Bitboard own = p.color[us], occ = own | p.color[p.side], left, ahead
    cdef Replier* piece
    q.side = <uint8_t> us
    r.count = r.total = r.illegal = 0
    find_checks_and_pins(&q, &r.info)
    r.watched = 0
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
    look_at_king(r, &q)


cdef inline int king_replies(const Replies* r, const FanoronaPosition* q, int piece, Bitboard moved, Bitboard changed,
                             int goals) noexcept nogil:
    """The number of the king's steps after a move, plus the change in its leaps; ``goals``: how many goals may
    change."""
    cdef int n = r.king_moves, i
    if affects(&r.any_goal, piece, moved, changed):
        for i in range(goals):
            if affects(&r.goal[i].danger, piece, moved, changed):
                n += moves_to_goal(q, &r.goal[i]) - r.goal[i].moves
    return n


cdef inline int replies_after(const Replies* r, const FanoronaPosition* q, Move move, Bitboard changed) noexcept nogil:
    """The number of replies in ``q``, after a move (not a promotion) that ``changed`` these points."""
    cdef CheckInfo info
    cdef Bitboard occ, watched
    cdef int n = r.total, illegal = r.illegal, i, victim = move_victim(move), piece = move_piece(move)
    cdef Bitboard moved = bit(move_from(move)) | bit(move_to(move))
    cdef bint attacks = affects(&r.danger, piece, moved, changed)
    cdef bint test = not attacks and may_be_illegal(r)
    if attacks:
        find_checks_and_pins(q, &info)
        if info.check:
            return count_evasions(q, &info) + king_replies(r, q, piece, moved, changed, r.steps)
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
    # Pawns can now promote to the captured officer's type.
    if victim != NO_POINT or changed & r.pawns_watched:
        n = pawn_moves(q, NULL, n, COUNT)
        if test:
            illegal += illegal_pawn_moves(q, &r.info)
    else:
        n += r.pawn_moves
        illegal += r.illegal_pawn_moves
    n += r.king_leaps + king_replies(r, q, piece, moved, changed, r.goals)
    if attacks:
        illegal = illegal_moves(q, &info) if info.pinned | info.screens else 0
    return n - illegal


cdef inline void toggle_boards(FanoronaPosition* q, const FanoronaPosition* p, Move move) noexcept nogil:
    """Make or unmake a move of ``p`` (not a promotion) on the bitboards of ``q``."""
    cdef int us = p.side, piece = move_piece(move), victim = move_victim(move)
    cdef Bitboard moved = bit(move_from(move)) | bit(move_to(move))
    q.type[piece] ^= moved
    q.color[us] ^= moved
    if victim != NO_POINT:
        q.type[p.board[victim]] ^= bit(victim)
        q.color[1 - us] ^= bit(victim)


cdef inline void make_boards(FanoronaPosition* q, const FanoronaPosition* p, Move move) noexcept nogil:
    """Make a move of ``p`` (not a promotion) in ``q``, without its key and clocks."""
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
