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
