# The replies to all moves of a position, counted together: perft's last two plies.
#
# They are counted once, piece by piece, as if the mover had passed. After a move, only pieces that depend on a changed
# square are counted again. Most quiet moves are made only as far as that requires.
from libc.stdint cimport uint8_t, uint64_t

from oddfish.cext.core.bits cimport Bitboard, bit, copy, pop_lsb, popcount
from oddfish.cext.core.castling cimport rights_of
from oddfish.cext.core.generation cimport COUNT
from oddfish.cext.core.packed_move cimport DOUBLE_STEP, DROP, NORMAL, move_from, move_kind, move_to
from oddfish.cext.core.types cimport Move
from oddfish.cext.bifold.generating cimport castling_moves, drop_moves, generate_mode, open_castlings
from oddfish.cext.bifold.making cimport make_move
from oddfish.cext.bifold.pawn_moves cimport en_passant_moves, pawn_moves
from oddfish.cext.bifold.pawns cimport forward, not_file_a, not_file_h, second_rank, to_left, to_right
from oddfish.cext.bifold.piece_moves cimport half_attacks, pair_targets
from oddfish.cext.bifold.position cimport WEAK, BifoldPosition, info_at, move_unit, officers_of, pawns_of, royals_of
from oddfish.cext.bifold.units cimport (HORSE, LEFT_PAWN, MAO, NO_TYPE, NOTHING, STEP_STRAIGHT, TYPES, UnitInfo,
                                        units)

cdef enum:
    MAX_REPLIERS = 128      # at most 64 halves, and the pairs that they form
    UNKNOWN = -1

# A piece of the other side: a half on its own, or a pair.
ctypedef struct Replier:
    uint8_t square
    uint8_t half            # its type, NO_TYPE for a pair
    int moves
    Bitboard watched        # squares that its number of moves depends on

ctypedef struct Replies:
    int count
    int total               # moves of all these pieces
    Bitboard watched        # squares that any of them depends on
    Bitboard pawns_watched  # ... and squares that the pawns depend on, which are counted all together
    int pawn_moves
    bint always             # whether castling or drops must be counted after every move
    bint halves             # whether the moves of some piece or pawn depend on the mover's halves
    Replier piece[MAX_REPLIERS]


cdef inline int moves_of_replier(const BifoldPosition* q, const Replier* r, Bitboard* reach) noexcept nogil:
    """The number of moves of a piece of the side to move."""
    cdef int us = q.side
    cdef Bitboard occ = q.color[0] | q.color[1], targets
    if r.half == NO_TYPE:
        reach[0] = pair_targets(q, us, r.square, info_at(q, us, r.square), occ)
        return popcount(reach[0] & ~q.color[us])
    reach[0] = half_attacks(r.half, r.square, occ)
    targets = reach[0] & ~q.full[us]
    return popcount(targets) + popcount(targets & q.mixed[1 - us])


cdef inline Bitboard watched_by_pawns(Bitboard pawns, int color) noexcept nogil:
    """Squares to which pawns can step or capture."""
    cdef Bitboard single = forward(pawns, color)
    return single | forward(single & forward(second_rank(color), color), color) | to_left(pawns, color) | \
        to_right(pawns, color)


cdef inline void add_replier(Replies* r, const BifoldPosition* q, int sq, int half) noexcept nogil:
    cdef Replier* piece = &r.piece[r.count]
    cdef const UnitInfo* info = info_at(q, q.side, sq)
    piece.square = <uint8_t> sq
    piece.half = <uint8_t> half
    piece.moves = moves_of_replier(q, piece, &piece.watched)
    if half == HORSE or half == NO_TYPE and info.horse == MAO:
        piece.watched |= units.step[STEP_STRAIGHT][sq]
    if half == NO_TYPE and info.pawns:
        piece.watched |= watched_by_pawns(bit(sq), q.side)
    if half == NO_TYPE and (info.limited or info.pawns and q.setup.pawns == WEAK):
        piece.watched = ~(<Bitboard> 0)         # threats and support may change anywhere
        r.halves = True
    piece.watched |= bit(sq)
    r.watched |= piece.watched
    r.total += piece.moves
    r.count += 1


cdef inline void look_at_replies(Replies* r, const BifoldPosition* p) noexcept nogil:
    """Count the replies if the mover passes."""
    cdef BifoldPosition q
    cdef int us = 1 - p.side, t
    cdef Bitboard left
    copy(&q, p, sizeof(BifoldPosition))
    q.side = <uint8_t> us
    r.count = r.total = 0
    r.watched = 0
    r.halves = q.setup.pawns == WEAK
    for t in range(LEFT_PAWN):
        left = q.half[us][t]
        while left:
            add_replier(r, &q, pop_lsb(&left), t)
    left = q.full[us] & officers_of(&q, us)
    while left:
        add_replier(r, &q, pop_lsb(&left), NO_TYPE)
    r.pawn_moves = pawn_moves(&q, NULL, 0, COUNT, ~(<Bitboard> 0))
    r.pawns_watched = ~(<Bitboard> 0) if q.setup.pawns == WEAK \
        else pawns_of(&q, us) | watched_by_pawns(pawns_of(&q, us), us)
    r.always = rights_of(q.rights, us) != 0
    for t in range(TYPES):
        r.always |= q.hand[us][t] != 0


cdef inline bint still_there(const BifoldPosition* q, const Replier* r) noexcept nogil:
    cdef int us = q.side
    return ((q.full[us] & officers_of(q, us) if r.half == NO_TYPE else q.half[us][r.half]) & bit(r.square)) != 0


cdef inline int replies_after(const Replies* r, const BifoldPosition* q, Bitboard changed) noexcept nogil:
    """The replies in ``q``, after a move that ``changed`` these squares. Not for a move that ends the game."""
    cdef int n = r.total, i
    cdef Bitboard reach
    if changed & r.watched:
        for i in range(r.count):
            if changed & r.piece[i].watched:
                n -= r.piece[i].moves
                if not changed & bit(r.piece[i].square) or still_there(q, &r.piece[i]):
                    n += moves_of_replier(q, &r.piece[i], &reach)
    n += pawn_moves(q, NULL, 0, COUNT, ~(<Bitboard> 0)) if changed & r.pawns_watched else r.pawn_moves
    if q.en_passant_legal:
        n = en_passant_moves(q, NULL, n, COUNT)
    if r.always:
        if rights_of(q.rights, q.side):
            n = castling_moves(q, NULL, n, COUNT)
        n = drop_moves(q, NULL, n, COUNT)
    return n


cdef inline void toggle_halves(BifoldPosition* q, int color, int sq, Bitboard types) noexcept nogil:
    """Put halves of these types on a square, or take them off."""
    while types:
        q.half[color][pop_lsb(&types)] ^= bit(sq)


cdef inline int replies_to_quiet(const Replies* r, BifoldPosition* q, const BifoldPosition* p,
                                 Move move) noexcept nogil:
    """The replies to a move that captures nothing; UNKNOWN if it has to be made in full. ``q``, a copy of ``p`` with
    the other side to move, changes and is restored."""
    cdef int us = p.side, them = 1 - us, kind = move_kind(move), unit = move_unit(move), to = move_to(move)
    cdef int origin = move_from(move), kept = NOTHING, kept_types = 0, becomes = unit, n
    cdef bint exact
    cdef Bitboard left = 0, target = bit(to)
    cdef const UnitInfo* info = p.setup.info
    if kind != NORMAL and kind != DROP and kind != DOUBLE_STEP:
        return UNKNOWN
    if p.color[them] & target and (info[unit].full or (p.full[them] | p.color[us]) & target):
        return UNKNOWN
    if kind == DOUBLE_STEP and (not_file_a(target) >> 1 | not_file_h(target) << 1) & pawns_of(p, them):
        return UNKNOWN      # they may capture en passant
    if kind != DROP:
        left = bit(origin)
        if p.board[us][origin] != unit:
            kept = units.without_half[p.board[us][origin]][unit]
        kept_types = info[kept].types ^ info[p.board[us][origin]].types
    if p.color[us] & target:
        becomes = units.with_half[p.board[us][to]][unit]
    q.color[us] = p.color[us] & ~left | target | <Bitboard> (kept != NOTHING) << origin
    q.full[us] = p.full[us] & ~left | <Bitboard> info[becomes].full << to
    q.mixed[us] = p.mixed[us] & ~left | <Bitboard> info[becomes].mixed << to
    exact = r.halves or rights_of(q.rights, them) and open_castlings(q)
    if exact:
        toggle_halves(q, us, origin, kept_types)
        toggle_halves(q, us, to, info[becomes].types ^ info[p.board[us][to]].types)
    n = replies_after(r, q, q.color[us] ^ p.color[us] | q.full[us] ^ p.full[us] | q.mixed[us] ^ p.mixed[us])
    if exact:
        toggle_halves(q, us, origin, kept_types)
        toggle_halves(q, us, to, info[becomes].types ^ info[p.board[us][to]].types)
    q.color[us] = p.color[us]
    q.full[us] = p.full[us]
    q.mixed[us] = p.mixed[us]
    return n


cdef inline uint64_t count_all_replies(const BifoldPosition* p, const Move* moves, int n) noexcept nogil:
    """The replies to the ``n`` legal moves."""
    cdef int us = p.side, them = 1 - us, i, replies
    cdef BifoldPosition q, quiet
    cdef Replies r
    cdef Bitboard captured
    cdef uint64_t total = 0
    if n == 0:
        return 0
    look_at_replies(&r, p)
    copy(&quiet, p, sizeof(BifoldPosition))
    quiet.side = <uint8_t> them
    quiet.en_passant_legal = 0
    for i in range(n):
        replies = replies_to_quiet(&r, &quiet, p, moves[i])
        if replies == UNKNOWN:
            make_move(p, moves[i], &q)
            captured = q.color[them] ^ p.color[them] | q.full[them] ^ p.full[them]
            if captured and (r.halves or not royals_of(&q, them)):
                replies = generate_mode(&q, NULL, COUNT)
            else:
                replies = replies_after(&r, &q, q.color[us] ^ p.color[us] | q.full[us] ^ p.full[us]
                                        | q.mixed[us] ^ p.mixed[us] | captured)
        total += replies
    return total
