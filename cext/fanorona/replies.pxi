# Part of moves.pyx: the replies to all moves of a position, counted together: perft's last two plies.
#
# They are counted once, piece by piece, as though the mover had passed. After a move only those pieces are counted anew
# for which a point has changed that they depend on; so are the king's moves, and what may open an attack on it.

# A Rook, Bishop, Queen or Knight of the other side's.
ctypedef struct Replier:
    uint8_t point
    uint8_t type
    uint8_t moves           # king's safety apart
    Bitboard watched        # points that its number of moves depends on, its own among them

ctypedef struct Replies:
    int count
    int total               # moves of these
    Bitboard watched        # by any of them
    Bitboard pawns_watched  # ... by the pawns, which are counted all together
    int pawn_moves
    int king_moves          # legal ones
    CheckInfo info
    Bitboard king_watched   # points on whose being empty the king's moves and `info` depend
    Bitboard alarm[TYPES]   # where a mover's piece that comes or goes may change them
    Replier piece[START_OFFICERS]


cdef inline int count_replier(const FanoronaPosition* q, int type, int sq, Bitboard occ,
                              Bitboard* watched) noexcept nogil:
    """The number of an officer's moves, king's safety apart."""
    if type == KNIGHT:
        watched[0] = L.knight_to[sq] | L.knight_victims[sq]
        return count_knight(q, sq)
    watched[0] = slider_reach(type, sq, occ)
    return count_slides(q, sq, watched[0])


cdef inline void watch_attacks(Replies* r, const FanoronaPosition* q, int king) noexcept nogil:
    """Watch what the mover's attacks on a point to which the king may go, or on which it stands, depend on."""
    cdef int us = 1 - q.side, sq, to
    cdef Bitboard enemy = q.color[us], occ = (enemy | q.color[q.side]) & ~bit(q.king[q.side]), way
    cdef Bitboard left = enemy & (stepping_attackers(q, king, us) | (L.rook_far[king] & straight(q))
                                  | (L.bishop_far[king] & diagonal(q)))
    while left:
        way = L.between[king][pop_lsb(&left)]
        if popcount(way & occ) <= 4:        # a move clears two of them; with two left, a Knight may clear these
            r.king_watched |= way
    left = enemy & L.knight_from[king] & q.type[KNIGHT]
    while left:
        r.king_watched |= L.knight_to_capture[pop_lsb(&left)][king]
    left = withdrawing_attackers(q, king, us, enemy)
    while left:
        sq = pop_lsb(&left)
        to = L.step[sq][L.direction[king][sq]]
        r.king_watched |= bit(to) & BOARD
    r.alarm[PAWN] |= L.pawn_approach[us][king] | L.pawn_withdrawal[us][king]
    r.alarm[KNIGHT] |= L.knight_from[king]
    r.alarm[BISHOP] |= L.bishop_far[king] | L.near_diagonal[king]
    r.alarm[ROOK] |= L.rook_far[king] | L.near_straight[king]
    r.alarm[KING] |= L.near[king] | L.king_two[king]


cdef void look_at_replies(Replies* r, const FanoronaPosition* p) noexcept nogil:
    """Count the replies if the mover passes."""
    cdef FanoronaPosition q = p[0]
    cdef Move buffer[MAX_MOVES]
    cdef int us = 1 - p.side, t, king = p.king[us]
    cdef Bitboard own = p.color[us], occ = own | p.color[p.side], left, ahead
    cdef Replier* piece
    q.side = <uint8_t> us
    r.count = r.total = 0
    r.watched = r.king_watched = 0
    for t in range(KNIGHT, KING):
        left = q.type[t] & own
        while left:
            piece = &r.piece[r.count]
            piece.point = <uint8_t> pop_lsb(&left)
            piece.type = <uint8_t> t
            piece.moves = <uint8_t> count_replier(&q, t, piece.point, occ, &piece.watched)
            piece.watched |= bit(piece.point)
            r.watched |= piece.watched
            r.total += piece.moves
            r.count += 1
    left = q.type[PAWN] & own
    ahead = forward(us, left, -1) | forward(us, left, 0) | forward(us, left, 1)
    r.pawns_watched = left | ahead | forward(us, ahead, -1) | forward(us, ahead, 0) | forward(us, ahead, 1) | \
        forward(1 - us, left, -1) | forward(1 - us, left, 0) | forward(1 - us, left, 1)
    r.pawn_moves = count_pawn_moves(&q)
    find_checks_and_pins(&q, &r.info)
    r.king_moves = <int> (king_moves(&q, buffer, BOARD, False) - buffer)
    for t in range(TYPES):
        r.alarm[t] = 0
    left = L.near[king]
    if q.unmoved >> us & 1:
        left |= L.knight_to[king]
    r.king_watched = left | L.king_two[king]
    left = left & ~occ | bit(king)
    while left:
        watch_attacks(r, &q, pop_lsb(&left))
    r.alarm[QUEEN] = r.alarm[ROOK] | r.alarm[BISHOP]


cdef inline int replies_after(const Replies* r, const FanoronaPosition* q, Move move, Bitboard changed) noexcept nogil:
    """The replies in ``q``, after a move that is no promotion and ``changed`` these points."""
    cdef Move buffer[MAX_MOVES]
    cdef CheckInfo info
    cdef Bitboard occ, watched
    cdef int n = r.total, i, victim = move_victim(move)
    if changed & r.watched:
        occ = q.color[0] | q.color[1]
        for i in range(r.count):
            if changed & r.piece[i].watched:
                n -= r.piece[i].moves
                if r.piece[i].point != victim:
                    n += count_replier(q, r.piece[i].type, r.piece[i].point, occ, &watched)
    # A lost officer is one to promote to.
    n += count_pawn_moves(q) if victim != NO_POINT or changed & r.pawns_watched else r.pawn_moves
    if changed & r.king_watched or \
            (bit(move_from(move)) | bit(move_to(move))) & r.alarm[move_piece(move)]:
        find_checks_and_pins(q, &info)
        if info.check:
            return count(q)
        n += <int> (king_moves(q, buffer, BOARD, False) - buffer)
        return n - illegal_moves(q, &info) if info.pinned | info.screens else n
    n += r.king_moves
    return n - illegal_moves(q, &r.info) if r.info.pinned | r.info.screens else n


cdef bint count_replies(const void* position, Move* moves, uint64_t* leaves, uint64_t* outcomes) noexcept nogil:
    cdef const FanoronaPosition* p = <const FanoronaPosition*> position
    cdef int n = generate(position, moves), i
    cdef FanoronaPosition q
    cdef Replies r
    cdef uint64_t total = 0
    if n:
        look_at_replies(&r, p)
    for i in range(n):
        make(position, moves[i], &q)
        if move_promoted(moves[i]):
            total += count(&q)
        else:
            total += replies_after(&r, &q, moves[i], q.color[0] ^ p.color[0] | q.color[1] ^ p.color[1])
    leaves[0] = outcomes[0] = total
    return True
