# Part of moves.pyx: who attacks a square.
#
# A half captures one of two pieces on a square, a unit or a full pawn captures all (B4). The two are kept apart, as a
# lone bifold cannot capture a lone enemy bifold.


cdef Bitboard single_attackers(const BifoldPosition* p, int by, int sq, Bitboard occ) noexcept nogil:
    """Squares of ``by`` from which an officer half reaches ``sq`` by itself."""
    cdef const Bitboard* h = p.half[by]
    cdef Bitboard straight = (h[QUEEN] | h[ROOK]) & G.half_rook_from[sq]
    cdef Bitboard diagonal = (h[QUEEN] | h[BISHOP]) & G.half_bishop_from[sq]
    if straight:
        straight &= rook_attacks(G, sq, occ)
    if diagonal:
        diagonal &= bishop_attacks(G, sq, occ)
    return (straight | diagonal | (U.step[STEP_STRAIGHT][sq] & h[WAZIR]) | (U.step[STEP_DIAGONAL][sq] & h[FERZ])
            | (mao_attacks(&U.mao_from[sq], occ) & h[HORSE]))


cdef Bitboard pair_attackers(const BifoldPosition* p, int by, int sq, Bitboard occ) noexcept nogil:
    """Squares of ``by`` from which a pair reaches ``sq`` where neither of its halves does alone: by a full slide, as a
    Knight, or as a King made of two Wazirs (B1)."""
    cdef const Bitboard* h = p.half[by]
    cdef Bitboard pairs = p.full[by] & ~(royals_of(p, by) | pawns_of(p, by))
    cdef Bitboard straight = pairs & ~(h[BISHOP] | h[HORSE]) & G.rook_rays[sq]
    cdef Bitboard diagonal = pairs & ~(h[ROOK] | h[HORSE]) & G.bishop_rays[sq]
    if straight:
        straight &= rook_attacks(G, sq, occ)
    if diagonal:
        diagonal &= bishop_attacks(G, sq, occ)
    return (straight | diagonal | (U.knight[sq] & h[HORSE] & pairs & ~p.mixed[by])
            | (U.step[STEP_DIAGONAL][sq] & h[WAZIR] & p.full[by] & ~p.mixed[by]))


cdef bint supported(const BifoldPosition* p, int color, int sq, Bitboard occ) noexcept nogil:
    """Whether a weak pawn on ``sq`` may capture: another friendly piece could make a capture there if two enemies stood
    on the square. Lines and legs are open or blocked as in ``occ``. Pawns are supported only from behind, so the
    recursion ends and finds the least fixed point."""
    cdef Bitboard pawns
    if single_attackers(p, color, sq, occ) or pair_attackers(p, color, sq, occ):
        return True
    pawns = (to_left(bit(sq), 1 - color) | to_right(bit(sq), 1 - color)) & p.half[color][PAWN]
    if pawns & full_pawns(p, color):
        return True
    while pawns:
        if supported(p, color, pop_lsb(&pawns), occ):
            return True
    return False


cdef inline Bitboard supported_pawns(const BifoldPosition* p, int color, Bitboard pawns, Bitboard occ) noexcept nogil:
    """Those of ``pawns`` that are supported."""
    cdef Bitboard left = pawns
    cdef int sq
    while left:
        sq = pop_lsb(&left)
        if not supported(p, color, sq, occ):
            pawns ^= bit(sq)
    return pawns


cdef Bitboard pawn_attackers(const BifoldPosition* p, int by, int sq, Bitboard occ) noexcept nogil:
    """Squares of ``by`` with a pawn or pawn half that may capture on ``sq``, as far as its target allows (B4)."""
    cdef Bitboard left = to_left(bit(sq), 1 - by) & left_capturers(p, by)
    cdef Bitboard right = to_right(bit(sq), 1 - by) & right_capturers(p, by)
    cdef Bitboard pawns = left | right, full
    if p.setup.pawns == WEAK:       # pairs of weak pawns need no support
        full = pawns & full_pawns(p, by)
        pawns = full | supported_pawns(p, by, pawns ^ full, occ)
    return pawns


cdef bint threatened(const BifoldPosition* p, int sq, int origin, int by) noexcept nogil:
    """B8: whether ``by`` could capture on ``sq`` if the royal unit from ``origin`` stood there, which may also open or
    block the support of weak pawns. The limits on royal units of ``by`` do not matter: what such a unit attacks, its
    other half attacks alone."""
    cdef Bitboard occ = (p.color[0] | p.color[1]) & ~bit(origin) | bit(sq)
    return (single_attackers(p, by, sq, occ) != 0 or pair_attackers(p, by, sq, occ) != 0
            or pawn_attackers(p, by, sq, occ) != 0)


cdef inline Bitboard pawn_half_targets(const BifoldPosition* p, int color, int sq, Bitboard occ,
                                       Bitboard blocked) noexcept nogil:
    """Where a mixed pair goes by the moves of its pawn half (H3); no double step passes a ``blocked`` square."""
    cdef Bitboard here = bit(sq), result = forward(here, color) & ~occ, captures = 0
    if here & second_rank(color) and not forward(here, color) & blocked:
        result |= forward(forward(here, color), color) & ~occ
    if here & left_capturers(p, color):
        captures = to_left(here, color)
    if here & right_capturers(p, color):
        captures |= to_right(here, color)
    captures &= p.color[1 - color]
    if captures and p.setup.pawns == WEAK and not supported(p, color, sq, occ):
        captures = 0
    return result | captures


cdef Bitboard limited_targets(const BifoldPosition* p, int color, int sq, const UnitInfo* info) noexcept nogil:
    """Targets of a unit with one royal half. A threatened square stops it as if something stood there (B8)."""
    cdef Bitboard occ = p.color[0] | p.color[1], passed = 0, blocked = occ, result
    cdef int through
    if info.straight:
        passed |= half_rook_attacks(G, sq, occ) & G.half_rook[sq].mask
    if info.diagonal:
        passed |= half_bishop_attacks(G, sq, occ) & G.half_bishop[sq].mask
    if info.horse:
        passed |= U.step[STEP_STRAIGHT][sq]
    if info.pawns:
        passed |= forward(bit(sq) & second_rank(color), color)
    passed &= ~occ
    while passed:
        through = pop_lsb(&passed)
        if threatened(p, through, sq, 1 - color):
            blocked |= bit(through)
    result = attacks(G, U, info, sq, blocked)
    if info.pawns:
        result |= pawn_half_targets(p, color, sq, occ, blocked)
    return result


cdef inline Bitboard pair_targets(const BifoldPosition* p, int color, int sq, const UnitInfo* info,
                                  Bitboard occ) noexcept nogil:
    """Where a pair with at least one officer goes, friendly squares included."""
    cdef Bitboard result
    if info.limited:
        return limited_targets(p, color, sq, info)
    result = attacks(G, U, info, sq, occ)
    if info.pawns:
        result |= pawn_half_targets(p, color, sq, occ, occ)
    return result


cdef Bitboard full_attackers(const BifoldPosition* p, int by, int sq) noexcept nogil:
    """Squares from which a unit or full pawn of ``by`` captures all that the other side, alone on ``sq``, has there."""
    cdef Bitboard occ = p.color[0] | p.color[1], limited
    cdef Bitboard found = single_attackers(p, by, sq, occ) | pawn_attackers(p, by, sq, occ)
    cdef int origin
    found = found & p.full[by] | pair_attackers(p, by, sq, occ)
    limited = found & royals_of(p, by)
    while limited:
        origin = pop_lsb(&limited)
        if info_at(p, by, origin).limited and not limited_targets(p, by, origin, info_at(p, by, origin)) & bit(sq):
            found ^= bit(origin)
    return found


cdef Bitboard attackers(const BifoldPosition* p, int by, int sq) noexcept nogil:
    """Squares from which ``by`` could capture something of the other side's on ``sq`` (B4)."""
    cdef Bitboard occ = p.color[0] | p.color[1], found
    if p.full[1 - by] & bit(sq):        # a single bifold captures one of two, or the pawn
        return single_attackers(p, by, sq, occ) | pair_attackers(p, by, sq, occ) | pawn_attackers(p, by, sq, occ)
    if p.color[by] & bit(sq):           # beside a friend a single bifold captures the enemy
        found = pawn_attackers(p, by, sq, occ)
        if p.setup.pawns == FULL_SIZE:
            found = 0
        elif p.setup.pawns == WEAK:     # a pair captures by one half alone, which needs support
            found = supported_pawns(p, by, found, occ)
        return found | single_attackers(p, by, sq, occ)
    # Only units and full pawns capture a lone bifold.
    return full_attackers(p, by, sq)


cdef bint royals_hang(const BifoldPosition* p, int color) noexcept nogil:
    """Whether the other side, if it is to move, can capture all the royals the colour has left."""
    cdef Bitboard royals = royals_of(p, color)
    cdef int sq, by = 1 - color
    if royals == 0 or more_than_one(royals):
        return False
    sq = lsb(royals)
    if info_at(p, color, sq).royals == 1:
        return attackers(p, by, sq) != 0
    # Both are on one square: it takes a unit or a full pawn to capture both.
    return full_attackers(p, by, sq) != 0


cdef bint in_check(const void* position) noexcept nogil:
    """Whether the side to move would lose its last royals to the next move: the game has no check, but the search
    treats this as one."""
    cdef const BifoldPosition* p = <const BifoldPosition*> position
    return royals_of(p, 1 - p.side) != 0 and royals_hang(p, p.side)


cdef inline Bitboard en_passant_pawns(const BifoldPosition* p, Bitboard pawns) noexcept nogil:
    """Those of ``pawns`` that stand beside the one that has double-stepped and may capture to that side (B5, H5)."""
    cdef Bitboard target = bit(p.en_passant)
    return pawns & ((to_left(target, 1 - p.side) & left_capturers(p, p.side))
                    | (to_right(target, 1 - p.side) & right_capturers(p, p.side)))


cdef bint has_legal_en_passant(const BifoldPosition* p) noexcept nogil:
    """Whether some en-passant capture is legal: only then does the square count for repetition."""
    cdef Bitboard pawns
    if p.en_passant == NO_SQUARE or not royals_of(p, 0) or not royals_of(p, 1):
        return False
    pawns = en_passant_pawns(p, left_capturers(p, p.side) | right_capturers(p, p.side))
    if not pawns:
        return False
    return (p.setup.pawns != WEAK or pawns & full_pawns(p, p.side) != 0
            or supported_pawns(p, p.side, pawns, p.color[0] | p.color[1]) != 0)
