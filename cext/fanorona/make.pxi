# Part of moves.pyx: making a move.


cdef Key key_after(const void* position, Move move) noexcept nogil:
    """The key after ``move``, but for the king's first move."""
    cdef const FanoronaPosition* p = <const FanoronaPosition*> position
    cdef int us = p.side, victim = move_victim(move), piece = move_piece(move), promoted = move_promoted(move)
    cdef Key key = p.key ^ side_key ^ piece_keys[us][piece][move_from(move)] ^ \
        piece_keys[us][promoted if promoted else piece][move_to(move)]
    return key if victim == NO_POINT else key ^ piece_keys[1 - us][p.board[victim]][victim]


cdef void make(const void* position, Move move, void* following) noexcept nogil:
    cdef const FanoronaPosition* p = <const FanoronaPosition*> position
    cdef FanoronaPosition* q = <FanoronaPosition*> following
    cdef int us = p.side, them = 1 - us, origin = move_from(move), to = move_to(move), victim = move_victim(move)
    cdef int piece = move_piece(move), becomes = piece, captured
    cdef Key key = p.key ^ side_key
    q[0] = p[0]
    q.side = <uint8_t> them
    q.number += us
    q.clock = <uint16_t> ((p.clock + 1) * (piece != PAWN))
    if move_promoted(move):
        becomes = move_promoted(move)
        q.type[piece] ^= bit(origin)
        q.type[becomes] ^= bit(to)
    else:
        q.type[piece] ^= bit(origin) ^ bit(to)
    q.color[us] ^= bit(origin) ^ bit(to)
    q.board[origin] = NOTHING
    q.board[to] = <uint8_t> becomes
    key ^= piece_keys[us][piece][origin] ^ piece_keys[us][becomes][to]
    if victim != NO_POINT:
        captured = p.board[victim]
        q.type[captured] ^= bit(victim)
        q.color[them] ^= bit(victim)
        q.board[victim] = NOTHING
        q.clock = 0
        key ^= piece_keys[them][captured][victim]
    if piece == KING:
        q.king[us] = <uint8_t> to
        q.unmoved &= ~(1 << us)
        key ^= unmoved_keys[p.unmoved] ^ unmoved_keys[q.unmoved]
    q.key = key


cdef void make_null(const void* position, void* following) noexcept nogil:
    cdef FanoronaPosition* q = <FanoronaPosition*> following
    q[0] = (<const FanoronaPosition*> position)[0]
    q.clock += 1
    q.number += q.side
    q.side ^= 1
    q.key ^= side_key


cdef inline bint may_step(const FanoronaPosition* p, int king, int to) noexcept nogil:
    """Whether a king has a step to an empty point that captures nothing (N6), its safety apart."""
    cdef Bitboard victims = p.color[1 - p.side] & (L.near[king] | L.king_two[king])
    if not L.near[king] & bit(to):
        return False
    while victims:
        if L.step_to_capture[king][pop_lsb(&victims)] & bit(to):
            return False
    return True


cdef bint can_return(const void* position, int plies) noexcept nogil:
    """Whether one officer or the king alone stands elsewhere, and can go there without a capture: no check is left, as
    that position's side to move might have captured the king."""
    cdef const FanoronaPosition* p = <const FanoronaPosition*> position
    cdef const FanoronaPosition* earlier = p - plies
    cdef int us = p.side, origin, to, piece
    cdef Bitboard moved = p.color[us] ^ earlier.color[us]
    cdef Move listed[MAX_MOVES]
    cdef Move move
    if p.color[1 - us] != earlier.color[1 - us] or popcount(moved) != 2 or not moved & p.color[us] or \
            not moved & earlier.color[us]:
        return False
    origin = lsb(moved & p.color[us])
    to = lsb(moved & earlier.color[us])
    piece = p.board[origin]
    move = pack(origin, to, NO_POINT, piece, 0)
    if piece == PAWN or key_after(p, move) != earlier.key:
        return False
    if piece == KING:
        return may_step(p, origin, to)
    return is_listed(listed, <int> (officer_moves(p, listed, origin, piece) - listed), move)
