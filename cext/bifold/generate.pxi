# Part of moves.pyx: generation. A single bifold may go wherever a square has room for it, a unit wherever there is no
# friend (B4), so that most moves are the attacks of a piece under one of two masks.

cdef enum:
    MAX_FROM_PAWN = 128     # room for the moves of pawns on one square: 30 promotions of a pair, 40 of its halves


cdef inline Bitboard half_attacks(int t, int sq, Bitboard occ) noexcept nogil:
    """Squares an officer half of type ``t`` reaches by itself."""
    if t == QUEEN:
        return half_rook_attacks(G, sq, occ) | half_bishop_attacks(G, sq, occ)
    if t == ROOK:
        return half_rook_attacks(G, sq, occ)
    if t == BISHOP:
        return half_bishop_attacks(G, sq, occ)
    if t == HORSE:
        return mao_attacks(&U.mao[sq], occ)
    return U.step[STEP_STRAIGHT if t == WAZIR else STEP_DIAGONAL][sq]


cdef inline int half_moves(const BifoldPosition* p, Move* moves, int n, Mode mode, Bitboard allowed,
                           int t) noexcept nogil:
    """Moves of officer halves of type ``t`` to ``allowed`` squares."""
    cdef Bitboard pieces = p.half[p.side][t], occ = p.color[0] | p.color[1]
    cdef int sq
    while pieces:
        sq = pop_lsb(&pieces)
        n = add_single_moves(p, moves, n, mode, half_attacks(t, sq, occ) & allowed, pack(sq, 0, NORMAL, t, 0, 0))
    return n


cdef inline int castling_moves(const BifoldPosition* p, Move* moves, int n, Mode mode) noexcept nogil:
    """B9: only the square the king crosses may not be threatened."""
    cdef int us = p.side, king = king_home(us), rights = rights_of(p.rights, us)
    cdef Bitboard occ = p.color[0] | p.color[1]
    cdef Move stem = pack(king, 0, CASTLING, p.board[us][king], 0, 0)
    if rights & SHORT and not occ & (bit(king + 1) | bit(king + 2)):
        if not threatened(p, king + 1, king, 1 - us):
            n = add_moves(moves, n, mode, bit(king + 2), stem)
    if rights & LONG and not occ & (bit(king - 1) | bit(king - 2) | bit(king - 3)):
        if not threatened(p, king - 1, king, 1 - us):
            n = add_moves(moves, n, mode, bit(king - 2), stem)
    return n


cdef inline Bitboard drop_squares(const BifoldPosition* p, int t) noexcept nogil:
    """B6: bifolds drop on squares with room, full-size pawns on empty ones; H6: no pawn drops on the last rank."""
    cdef int us = p.side
    cdef Bitboard squares = ~(p.full[0] | p.full[1] | (p.color[0] & p.color[1]))
    if not p.setup.drop_beside_enemy:
        squares &= ~p.color[1 - us]
    if t >= LEFT_PAWN:
        squares &= ~last_rank(us)
        if p.setup.pawns == FULL_SIZE:
            squares &= ~(p.color[0] | p.color[1])
    return squares


cdef inline int drop_moves(const BifoldPosition* p, Move* moves, int n, Mode mode) noexcept nogil:
    cdef int t
    for t in range(TYPES):
        if p.hand[p.side][t]:
            n = add_moves(moves, n, mode, drop_squares(p, t), pack(0, 0, DROP, t, 0, 0))
    return n


cdef inline int generate_mode(const BifoldPosition* p, Move* moves, Mode mode) noexcept nogil:
    cdef int us = p.side, them = 1 - us, n = 0, sq
    cdef Bitboard own = p.color[us], enemy = p.color[them], single_mask, pair_mask, pieces
    cdef const UnitInfo* info
    if not royals_of(p, 0) or not royals_of(p, 1):
        return 0                # B7: the game is over
    if mode == NOISY:
        single_mask = (own & enemy) | p.full[them]
        pair_mask = enemy & ~own
    elif mode == QUIET:
        single_mask = ~(p.full[us] | p.full[them] | (own & enemy))
        pair_mask = ~(own | enemy)
    else:
        single_mask = ~p.full[us]
        pair_mask = ~own
    # B2: halves, whether alone on their square or leaving it, ...
    n = half_moves(p, moves, n, mode, single_mask, QUEEN)
    n = half_moves(p, moves, n, mode, single_mask, ROOK)
    n = half_moves(p, moves, n, mode, single_mask, BISHOP)
    n = half_moves(p, moves, n, mode, single_mask, HORSE)
    n = half_moves(p, moves, n, mode, single_mask, WAZIR)
    n = half_moves(p, moves, n, mode, single_mask, FERZ)
    # ... pairs (B1), ...
    pieces = p.full[us] & officers_of(p, us)
    while pieces:
        sq = pop_lsb(&pieces)
        info = info_at(p, us, sq)
        n = add_moves(moves, n, mode, pair_targets(p, us, sq, info, own | enemy) & pair_mask,
                      pack(sq, 0, NORMAL, p.board[us][sq], 0, 0))
    # ... pawns, castling and drops.
    n = pawn_moves(p, moves, n, mode, ~(<Bitboard> 0))
    if mode != QUIET and p.en_passant_legal:
        n = en_passant_moves(p, moves, n, mode)
    if mode != NOISY:
        if rights_of(p.rights, us):
            n = castling_moves(p, moves, n, mode)
        n = drop_moves(p, moves, n, mode)
    return n


cdef int generate(const void* position, Move* moves) noexcept nogil:
    return generate_mode(<const BifoldPosition*> position, moves, ALL)


cdef int noisy(const void* position, Move* moves) noexcept nogil:
    return generate_mode(<const BifoldPosition*> position, moves, NOISY)


cdef int quiets(const void* position, Move* moves) noexcept nogil:
    return generate_mode(<const BifoldPosition*> position, moves, QUIET)


cdef int count(const void* position) noexcept nogil:
    return generate_mode(<const BifoldPosition*> position, NULL, COUNT)


cdef inline bint is_choice(const BifoldPosition* p, int to, int victim) noexcept nogil:
    """Whether a single bifold may name that victim: one of two different enemies, else none (B4)."""
    cdef const UnitInfo* info
    if not p.mixed[1 - p.side] & bit(to):
        return victim == 0
    info = info_at(p, 1 - p.side, to)
    return victim == info.first + 1 or victim == info.second + 1


cdef bint legal(const void* position, Move move) noexcept nogil:
    """Whether any 32 bits are a legal move: whether the generator lists them among the moves from their square."""
    cdef const BifoldPosition* p = <const BifoldPosition*> position
    cdef int us = p.side, kind = move_kind(move), unit = move_unit(move), origin = move_from(move), to = move_to(move)
    cdef int n = 0
    cdef Bitboard here = bit(origin), occ = p.color[0] | p.color[1]
    cdef Move listed[MAX_FROM_PAWN]
    if not royals_of(p, 0) or not royals_of(p, 1):
        return False
    if kind == DROP:
        return (move == pack(0, to, DROP, unit, 0, 0) and unit < TYPES and p.hand[us][unit] != 0
                and drop_squares(p, unit) & bit(to) != 0)
    if not p.color[us] & here:
        return False
    if kind == CASTLING:
        if rights_of(p.rights, us) and origin == king_home(us):
            n = castling_moves(p, listed, 0, ALL)
    elif kind == NORMAL and unit < OFFICERS:        # an officer half
        return (move == pack(origin, to, NORMAL, unit, 0, move_victim(move)) and p.half[us][unit] & here != 0
                and half_attacks(unit, origin, occ) & bit(to) & ~p.full[us] != 0
                and is_choice(p, to, move_victim(move)))
    elif kind == NORMAL and here & p.full[us] & officers_of(p, us) and unit == p.board[us][origin]:
        return (move == pack(origin, to, NORMAL, unit, 0, 0)
                and pair_targets(p, us, origin, info_at(p, us, origin), occ) & bit(to) & ~p.color[us] != 0)
    elif here & pawns_of(p, us):
        if kind == EN_PASSANT:
            if p.en_passant_legal:
                n = en_passant_moves(p, listed, 0, ALL)
        else:
            n = pawn_moves(p, listed, 0, ALL, here)
    return is_listed(listed, n, move)
