# Part of moves.pyx: the invariants of the struct, which debug builds check at every node.


cdef bint boards_valid(const BifoldPosition* p) noexcept nogil:
    """Whether the bitboards are those of the units on the board, and no square holds more than two pieces."""
    cdef BifoldPosition q
    cdef int color, sq
    memset(&q, 0, sizeof(BifoldPosition))
    memset(q.board, NOTHING, sizeof(q.board))
    q.setup = p.setup
    for color in range(2):
        for sq in range(64):
            set_unit(&q, color, sq, p.board[color][sq])
    return (memcmp(q.color, p.color, sizeof(q.color)) == 0 and memcmp(q.full, p.full, sizeof(q.full)) == 0
            and memcmp(q.mixed, p.mixed, sizeof(q.mixed)) == 0 and memcmp(q.half, p.half, sizeof(q.half)) == 0
            and not p.full[0] & p.color[1] and not p.full[1] & p.color[0])


cdef bint rights_valid(const BifoldPosition* p, int color) noexcept nogil:
    """Whether both pairs stand at home for every castling right (B9)."""
    cdef int rights = rights_of(p.rights, color)
    if rights and p.board[color][king_home(color)] != p.setup.royal_pair:
        return False
    if rights & SHORT and p.board[color][rook_home(color, SHORT)] != U.pair[ROOK][ROOK]:
        return False
    return not rights & LONG or p.board[color][rook_home(color, LONG)] == U.pair[ROOK][ROOK]


cdef bint valid(const void* position) noexcept nogil:
    cdef const BifoldPosition* p = <const BifoldPosition*> position
    cdef int color
    if not boards_valid(p):
        return False
    for color in range(2):
        if not rights_valid(p, color):
            return False
        if p.hand[color][WAZIR] or p.hand[color][FERZ]:     # B6
            return False
        if p.setup.pawns == FULL_SIZE and p.half[color][PAWN] & (last_rank(color) | p.color[1 - color]):
            return False
    return p.en_passant_legal == has_legal_en_passant(p)
