# The replies to all moves of a position, counted together: perft's last two plies.
#
# They are counted once, piece by piece, as if the mover had passed. After a move that captures nothing, only those
# pieces are counted again that depend on a square that has changed.
from libc.stdint cimport uint8_t

from oddfish.cext.core.bits cimport Bitboard, bit, copy, pop_lsb, popcount
from oddfish.cext.core.castling cimport rights_of
from oddfish.cext.core.generation cimport COUNT
from oddfish.cext.bifold.generating cimport castling_moves, drop_moves
from oddfish.cext.bifold.pawn_moves cimport en_passant_moves, pawn_moves
from oddfish.cext.bifold.pawns cimport forward, second_rank, to_left, to_right
from oddfish.cext.bifold.piece_moves cimport half_attacks, pair_targets
from oddfish.cext.bifold.position cimport WEAK, BifoldPosition, info_at, officers_of, pawns_of
from oddfish.cext.bifold.units cimport HORSE, LEFT_PAWN, MAO, NO_TYPE, STEP_STRAIGHT, TYPES, UnitInfo, units

cdef enum:
    MAX_REPLIERS = 128      # at most 64 halves, and the pairs they make

# A piece of the other side: a half by itself, or a pair.
ctypedef struct Replier:
    uint8_t square
    uint8_t half            # its type, NO_TYPE for a pair
    int moves
    Bitboard watched        # squares that its number of moves depends on

ctypedef struct Replies:
    int count
    int total               # moves of these
    Bitboard watched        # by any of them
    Bitboard pawns_watched  # ... by the pawns, which are counted all together
    int pawn_moves
    bint always             # whether castling or drops have to be counted after every move
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
    """Where they step and capture."""
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
        piece.watched = ~(<Bitboard> 0)         # what is threatened or supported may change anywhere
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
    for t in range(LEFT_PAWN):
        left = q.half[us][t]
        while left:
            add_replier(r, &q, pop_lsb(&left), t)
    left = q.full[us] & officers_of(&q, us)
    while left:
        add_replier(r, &q, pop_lsb(&left), NO_TYPE)
    r.pawn_moves = pawn_moves(&q, NULL, 0, COUNT, ~(<Bitboard> 0))
    r.pawns_watched = ~(<Bitboard> 0) if q.setup.pawns == WEAK else watched_by_pawns(pawns_of(&q, us), us)
    r.always = rights_of(q.rights, us) != 0
    for t in range(TYPES):
        r.always |= q.hand[us][t] != 0


cdef inline int replies_after(const Replies* r, const BifoldPosition* q, Bitboard changed) noexcept nogil:
    """The replies in ``q``, after a move that captured nothing and ``changed`` these squares."""
    cdef int n = r.total, i
    cdef Bitboard reach
    if changed & r.watched:
        for i in range(r.count):
            if changed & r.piece[i].watched:
                n += moves_of_replier(q, &r.piece[i], &reach) - r.piece[i].moves
    n += pawn_moves(q, NULL, 0, COUNT, ~(<Bitboard> 0)) if changed & r.pawns_watched else r.pawn_moves
    if q.en_passant_legal:
        n = en_passant_moves(q, NULL, n, COUNT)
    if r.always:
        if rights_of(q.rights, q.side):
            n = castling_moves(q, NULL, n, COUNT)
        n = drop_moves(q, NULL, n, COUNT)
    return n
