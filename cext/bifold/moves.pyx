"""Moves of Bifold Halfgi: who reaches what, generation, making.

There is no check, so what the rules allow is legal, and generation is a union of target sets: a single bifold may go
wherever a square has room for it (`open_`), a unit wherever no friend stands (`free_`). One generator serves three
purposes, chosen by a constant the compiler folds away: all moves, the noisy ones for quiescence, and counting.
"""
from libc.string cimport memset

from oddfish.cext.bifold.position cimport (BLACK_LONG, BLACK_SHORT, CASTLING, DOUBLE_STEP, DROP, EN_PASSANT, FULL_SIZE, HANDED,
                                  NO_SQUARE, PLAIN, PROMOTION, WEAK, WHITE_LONG, WHITE_SHORT, BifoldPosition,
                                  SetupData, law_at, left_takers, move_from, move_kind, move_promoted, move_to,
                                  move_unit, move_victim, officers_of, pack, right_takers, royals_of)
from oddfish.cext.bifold.units cimport (BISHOP, FERZ, HORSE, LEFT_PAWN, NO_TYPE, NOTHING, PAWN, PROMOTIONS, QUEEN,
                                        RIGHT_PAWN, ROOK, TYPES, WAZIR, Law, Units, bifold_units, forward, last_rank,
                                        mao_moves, reach, second_rank, to_left, to_right)
from oddfish.cext.core.bits cimport Bitboard, bit, lsb, more_than_one, pop_lsb, popcount
from oddfish.cext.core.geometry cimport (Board8, bishop_attacks, board8, half_bishop_attacks, half_rook_attacks,
                                    rook_attacks)
from oddfish.cext.core.keys cimport splitmix
from oddfish.cext.core.types cimport Key, Move

cdef enum Mode:
    ALL = 0
    NOISY = 1
    COUNT = 2

cdef const Board8* G = board8()
cdef const Units* U = bifold_units()

# --- Zobrist keys, summed (not xored): two like halves on a square, or in a hand, count twice -------------------

cdef Key half_keys[2][TYPES + 1][64]    # NO_TYPE's are 0
cdef Key hand_keys[2][TYPES]
cdef Key rights_keys[16]
cdef Key file_keys[8]
cdef Key side_key
cdef unsigned char rights_kept[64]      # castling rights left after a move from or to a square


cdef void set_up() noexcept nogil:
    global side_key
    cdef Key state = 0xB1F01DA21C0DE5E7
    cdef int color, t, i
    for color in range(2):
        for t in range(TYPES):
            hand_keys[color][t] = splitmix(&state)
            for i in range(64):
                half_keys[color][t][i] = splitmix(&state)
        for i in range(64):
            half_keys[color][NO_TYPE][i] = 0
    for i in range(16):
        rights_keys[i] = splitmix(&state)
    for i in range(8):
        file_keys[i] = splitmix(&state)
    side_key = splitmix(&state)
    for i in range(64):
        rights_kept[i] = 15
    rights_kept[4] = BLACK_SHORT | BLACK_LONG
    rights_kept[7] = 15 - WHITE_SHORT
    rights_kept[0] = 15 - WHITE_LONG
    rights_kept[60] = WHITE_SHORT | WHITE_LONG
    rights_kept[63] = 15 - BLACK_SHORT
    rights_kept[56] = 15 - BLACK_LONG


set_up()

# --- Who reaches a square -----------------------------------------------------------------------------------


cdef Bitboard singles_reaching(const BifoldPosition* p, int by, int sq, Bitboard occ) noexcept nogil:
    """Squares of `by` from which a half that is no pawn reaches ``sq`` by itself."""
    cdef const Bitboard* h = p.half[by]
    cdef Bitboard straight = (h[QUEEN] | h[ROOK]) & G.half_rook_from[sq]
    cdef Bitboard diagonal = (h[QUEEN] | h[BISHOP]) & G.half_bishop_from[sq]
    if straight:
        straight &= rook_attacks(G, sq, occ)
    if diagonal:
        diagonal &= bishop_attacks(G, sq, occ)
    return (straight | diagonal | (U.step[1][sq] & h[WAZIR]) | (U.step[2][sq] & h[FERZ])
            | (mao_moves(&U.mao_to[sq], occ) & h[HORSE]))


cdef Bitboard pairs_reaching(const BifoldPosition* p, int by, int sq, Bitboard occ) noexcept nogil:
    """Squares of `by` from which a pair reaches ``sq`` as neither of its halves does: by full slides and
    leaps, or as a King of two Wazirs."""
    cdef const Bitboard* h = p.half[by]
    cdef Bitboard royals = h[WAZIR] | h[FERZ], pawns = h[LEFT_PAWN] | h[RIGHT_PAWN] | h[PAWN]
    cdef Bitboard pairs = p.full[by] & ~(royals | pawns)
    cdef Bitboard straight = pairs & ~(h[BISHOP] | h[HORSE]) & G.rook_rays[sq]
    cdef Bitboard diagonal = pairs & ~(h[ROOK] | h[HORSE]) & G.bishop_rays[sq]
    if straight:
        straight &= rook_attacks(G, sq, occ)
    if diagonal:
        diagonal &= bishop_attacks(G, sq, occ)
    return (straight | diagonal | (U.knight[sq] & h[HORSE] & pairs & ~p.mixed[by])
            | (U.step[2][sq] & h[WAZIR] & p.full[by] & ~p.mixed[by]))


cdef inline Bitboard whole_pawns(const BifoldPosition* p, int color) noexcept nogil:
    """Full-size pawns and pairs of pawn halves."""
    return p.full[color] & ~officers_of(p, color)


cdef bint supported(const BifoldPosition* p, int color, int sq) noexcept nogil:
    """Weak pawns: whether another friendly piece could take on ``sq`` if two enemies stood there, on the real board.
    Pawns support from behind only, so this ends, and the least fixed point is all it finds."""
    cdef Bitboard occ = p.any[0] | p.any[1], pawns
    if singles_reaching(p, color, sq, occ) or pairs_reaching(p, color, sq, occ):
        return True
    pawns = (to_left(bit(sq), 1 - color) | to_right(bit(sq), 1 - color)) & p.half[color][PAWN]
    if pawns & whole_pawns(p, color):
        return True
    while pawns:
        if supported(p, color, pop_lsb(&pawns)):
            return True
    return False


cdef inline Bitboard supported_of(const BifoldPosition* p, int color, Bitboard pawns) noexcept nogil:
    cdef Bitboard left = pawns
    cdef int sq
    while left:
        sq = pop_lsb(&left)
        if not supported(p, color, sq):
            pawns ^= bit(sq)
    return pawns


cdef Bitboard pawns_taking(const BifoldPosition* p, int by, int sq) noexcept nogil:
    """Squares of `by` with a pawn, or pawn half, that may take on ``sq`` where the target allows."""
    cdef Bitboard left = to_left(bit(sq), 1 - by) & left_takers(p, by)
    cdef Bitboard right = to_right(bit(sq), 1 - by) & right_takers(p, by)
    cdef Bitboard pawns = left | right, whole
    if p.setup.pawns == WEAK:
        whole = pawns & whole_pawns(p, by)
        pawns = whole | supported_of(p, by, pawns ^ whole)
    return pawns


cdef bint threatened(const BifoldPosition* p, int sq, int origin, int by) noexcept nogil:
    """B8: whether `by` could take on ``sq`` if the royal unit from ``origin`` stood there. Royal units
    of its own need no look at their ways: what they reach, the half that is no royal reaches alone."""
    cdef Bitboard occ = (p.any[0] | p.any[1]) & ~bit(origin) | bit(sq)
    return (singles_reaching(p, by, sq, occ) != 0 or pairs_reaching(p, by, sq, occ) != 0
            or pawns_taking(p, by, sq) != 0)


cdef inline Bitboard pawn_reach(const BifoldPosition* p, int color, int sq, Bitboard occ,
                                Bitboard blocked) noexcept nogil:
    """Where a pair goes by the moves of its one pawn half; ``blocked`` squares let no double step pass."""
    cdef Bitboard here = bit(sq), result = forward(here, color) & ~occ, takes
    if here & second_rank(color) and not forward(here, color) & blocked:
        result |= forward(forward(here, color), color) & ~occ
    takes = 0
    if here & left_takers(p, color):
        takes = to_left(here, color)
    if here & right_takers(p, color):
        takes |= to_right(here, color)
    takes &= p.any[1 - color]
    if takes and p.setup.pawns == WEAK and not supported(p, color, sq):
        takes = 0
    return result | takes


cdef Bitboard limited_reach(const BifoldPosition* p, int color, int sq, const Law* law) noexcept nogil:
    """B8: a threatened square stops a royal unit that would pass through it, as if something stood there."""
    cdef Bitboard occ = p.any[0] | p.any[1], passed = 0, blocked = occ, result
    cdef int through
    if law.straight:
        passed |= half_rook_attacks(G, sq, occ) & G.half_rook[sq].mask
    if law.diagonal:
        passed |= half_bishop_attacks(G, sq, occ) & G.half_bishop[sq].mask
    if law.horse:
        passed |= U.step[1][sq]
    if law.pawns:
        passed |= forward(bit(sq) & second_rank(color), color)
    passed &= ~occ
    while passed:
        through = pop_lsb(&passed)
        if threatened(p, through, sq, 1 - color):
            blocked |= bit(through)
    result = reach(G, U, law, sq, blocked)
    if law.pawns:
        result |= pawn_reach(p, color, sq, occ, blocked)
    return result


cdef inline Bitboard pair_reach(const BifoldPosition* p, int color, int sq, const Law* law,
                                Bitboard occ) noexcept nogil:
    """Where a pair with at least one officer gets to, friends aside."""
    cdef Bitboard result
    if law.limited:
        return limited_reach(p, color, sq, law)
    result = reach(G, U, law, sq, occ)
    if law.pawns:
        result |= pawn_reach(p, color, sq, occ, occ)
    return result


cdef Bitboard whole_takers(const BifoldPosition* p, int by, int sq, Bitboard occ) noexcept nogil:
    """Squares from which a unit or whole pawn of `by` takes all the other side has on ``sq`` (it has it alone)."""
    cdef Bitboard found = singles_reaching(p, by, sq, occ) | pawns_taking(p, by, sq), limited
    cdef int origin
    found = found & p.full[by] | pairs_reaching(p, by, sq, occ)
    limited = found & royals_of(p, by)
    while limited:
        origin = pop_lsb(&limited)
        if law_at(p, by, origin).limited and not limited_reach(p, by, origin, law_at(p, by, origin)) & bit(sq):
            found ^= bit(origin)
    return found


cdef Bitboard takers(const BifoldPosition* p, int by, int sq) noexcept nogil:
    """Squares from which `by` could take something where the other side stands (B4)."""
    cdef Bitboard occ = p.any[0] | p.any[1], found
    if p.full[1 - by] & bit(sq):          # a single takes one of two, or the pawn
        return singles_reaching(p, by, sq, occ) | pairs_reaching(p, by, sq, occ) | pawns_taking(p, by, sq)
    if p.any[by] & bit(sq):             # a friend shares it already: a single bifold takes the enemy
        found = pawns_taking(p, by, sq)
        if p.setup.pawns == FULL_SIZE:
            found = 0
        elif p.setup.pawns == WEAK:     # of a whole pawn one half alone, which needs support
            found = supported_of(p, by, found)
        return found | singles_reaching(p, by, sq, occ)
    # A lone bifold falls to units and whole pawns only.
    return whole_takers(p, by, sq, occ)


cdef bint royals_hang(const BifoldPosition* p, int color) noexcept nogil:
    """Whether the other side, on the move, could take all royals the colour has left, by one move."""
    cdef Bitboard royals = royals_of(p, color)
    cdef int sq, by = 1 - color
    if royals == 0 or more_than_one(royals):
        return False
    sq = lsb(royals)
    if law_at(p, color, sq).royals == 1:
        return takers(p, by, sq) != 0
    # Both stand there: only what takes everything on a square takes both.
    return whole_takers(p, by, sq, p.any[0] | p.any[1]) != 0


cdef bint in_check(const void* position) noexcept nogil:
    """The game knows no check. For the search's sake: the side to move would lose its last royals to the next move."""
    cdef const BifoldPosition* p = <const BifoldPosition*> position
    return royals_of(p, 1 - p.side) != 0 and royals_hang(p, p.side)


# --- En passant (B5, H5) ------------------------------------------------------------------------------------


cdef inline Bitboard en_passant_takers(const BifoldPosition* p, Bitboard pawns) noexcept nogil:
    """Those of ``pawns`` beside the pawn that has double-stepped that may take to that side."""
    cdef Bitboard target = bit(p.en_passant)
    return pawns & ((to_left(target, 1 - p.side) & left_takers(p, p.side))
                    | (to_right(target, 1 - p.side) & right_takers(p, p.side)))


cdef bint can_take_en_passant(const BifoldPosition* p) noexcept nogil:
    cdef Bitboard pawns, whole
    if p.en_passant == NO_SQUARE or not royals_of(p, 0) or not royals_of(p, 1):
        return False
    pawns = en_passant_takers(p, left_takers(p, p.side) | right_takers(p, p.side))
    if not pawns:
        return False
    whole = whole_pawns(p, p.side)
    return p.setup.pawns != WEAK or pawns & whole != 0 or supported_of(p, p.side, pawns) != 0


# --- Generation ---------------------------------------------------------------------------------------------


cdef inline int emit(Move* moves, int n, Mode mode, Bitboard targets, Move stem) noexcept nogil:
    if mode == COUNT:
        return n + popcount(targets)
    while targets:
        moves[n] = stem | <Move> pop_lsb(&targets)
        n += 1
    return n


cdef inline int emit_single(const BifoldPosition* p, Move* moves, int n, Mode mode, Bitboard targets,
                            Move stem) noexcept nogil:
    """A half's moves; where two different enemies stand it takes one, its choice (B4)."""
    cdef int them = 1 - p.side, to
    cdef Bitboard choices = targets & p.mixed[them]
    if mode == COUNT:
        return n + popcount(targets) + popcount(choices)
    n = emit(moves, n, mode, targets ^ choices, stem)
    while choices:
        to = pop_lsb(&choices)
        moves[n] = stem | pack(0, to, 0, 0, 0, law_at(p, them, to).first + 1)
        moves[n + 1] = stem | pack(0, to, 0, 0, 0, law_at(p, them, to).second + 1)
        n += 2
    return n


cdef inline int emit_whole(const BifoldPosition* p, Move* moves, int n, Mode mode, Bitboard targets, int delta,
                           int kind) noexcept nogil:
    """Moves of whole pawns to ``targets``, each from ``delta`` squares before."""
    cdef const SetupData* s = p.setup
    cdef Bitboard last = targets & last_rank(p.side)
    cdef int to, unit, i
    targets ^= last
    if mode == COUNT:
        return n + popcount(targets) + popcount(last) * s.promotion_count
    while targets:
        to = pop_lsb(&targets)
        moves[n] = pack(to - delta, to, kind, p.board[p.side][to - delta], 0, 0)
        n += 1
    while last:
        to = pop_lsb(&last)
        unit = p.board[p.side][to - delta]
        for i in range(s.promotion_count):
            moves[n] = pack(to - delta, to, PROMOTION, unit, s.promotions[i], 0)
            n += 1
    return n


cdef inline int whole_pawn_moves(const BifoldPosition* p, Move* moves, int n, Mode mode) noexcept nogil:
    """B5, H1: full-size pawns, and pairs of pawn halves, which move like them."""
    cdef int us = p.side, up = -8 if us else 8
    cdef Bitboard pawns = whole_pawns(p, us), empty = ~(p.any[0] | p.any[1]), single, enemy
    if not pawns:
        return n
    enemy = p.any[1 - us] & ~p.any[us]
    single = forward(pawns, us) & empty
    if mode != NOISY:
        n = emit_whole(p, moves, n, mode, forward(single & forward(second_rank(us), us), us) & empty, 2 * up,
                       DOUBLE_STEP)
    else:
        single &= last_rank(us)
    n = emit_whole(p, moves, n, mode, single, up, PLAIN)
    n = emit_whole(p, moves, n, mode, to_left(pawns & left_takers(p, us), us) & enemy, up - 1 + 2 * us, PLAIN)
    return emit_whole(p, moves, n, mode, to_right(pawns & right_takers(p, us), us) & enemy, up + 1 - 2 * us, PLAIN)


cdef inline int emit_half(const BifoldPosition* p, Move* moves, int n, Mode mode, Bitboard targets, int delta,
                          int kind, int t) noexcept nogil:
    """Moves of pawn halves of type ``t`` alone to ``targets``, each from ``delta`` squares before (H4)."""
    cdef Bitboard last = targets & last_rank(p.side)
    cdef int them = 1 - p.side, to, i
    cdef Bitboard plain = targets ^ last
    if mode == COUNT:
        return (n + popcount(plain) + popcount(plain & p.mixed[them])
                + PROMOTIONS * (popcount(last) + popcount(last & p.mixed[them])))
    while plain:
        to = pop_lsb(&plain)
        n = emit_single(p, moves, n, mode, bit(to), pack(to - delta, 0, kind, t, 0, 0))
    while last:
        to = pop_lsb(&last)
        for i in range(PROMOTIONS):
            n = emit_single(p, moves, n, mode, bit(to), pack(to - delta, 0, PROMOTION, t, i, 0))
    return n


cdef inline int half_pawn_moves(const BifoldPosition* p, Move* moves, int n, Mode mode, int t) noexcept nogil:
    """H2: pawn halves of type ``t``, each alone."""
    cdef int us = p.side, them = 1 - us, up = -8 if us else 8
    cdef Bitboard pawns = p.half[us][t], occ = p.any[0] | p.any[1], shared = p.any[us] & p.any[them]
    cdef Bitboard room = ~(p.full[us] | p.full[them] | shared), single = forward(pawns, us), takes
    if not pawns:
        return n
    if mode != NOISY:
        n = emit_half(p, moves, n, mode, forward(single & ~occ & forward(second_rank(us), us), us) & room, 2 * up,
                      DOUBLE_STEP, t)
        n = emit_half(p, moves, n, mode, single & room, up, PLAIN, t)
    else:
        n = emit_half(p, moves, n, mode, single & room & last_rank(us), up, PLAIN, t)
    takes = shared | p.full[them]
    if t == PAWN:
        pawns = supported_of(p, us, pawns & (to_left(takes, them) | to_right(takes, them)))
    if t != RIGHT_PAWN:
        n = emit_half(p, moves, n, mode, to_left(pawns, us) & takes, up - 1 + 2 * us, PLAIN, t)
    if t != LEFT_PAWN:
        n = emit_half(p, moves, n, mode, to_right(pawns, us) & takes, up + 1 - 2 * us, PLAIN, t)
    return n


cdef int en_passant_moves(const BifoldPosition* p, Move* moves, int n, Mode mode) noexcept nogil:
    """B5, H5: a whole pawn takes every pawn behind the square, a half one of them, its choice."""
    cdef int us = p.side, t, origin, victims
    cdef const Law* law = law_at(p, 1 - us, p.en_passant ^ 8)
    cdef Bitboard pawns = en_passant_takers(p, whole_pawns(p, us)), halves
    while pawns:
        origin = pop_lsb(&pawns)
        n = emit(moves, n, mode, bit(p.en_passant), pack(origin, 0, EN_PASSANT, p.board[us][origin], 0, 0))
    if p.setup.pawns == FULL_SIZE:
        return n
    victims = 2 if law.mixed and law.pawns == 2 else 1
    for t in range(LEFT_PAWN, TYPES):
        halves = en_passant_takers(p, p.half[us][t])
        if t == LEFT_PAWN:
            halves &= to_left(bit(p.en_passant), 1 - us)
        elif t == RIGHT_PAWN:
            halves &= to_right(bit(p.en_passant), 1 - us)
        else:
            halves = supported_of(p, us, halves)
        while halves:
            origin = pop_lsb(&halves)
            if victims == 1:
                n = emit(moves, n, mode, bit(p.en_passant), pack(origin, 0, EN_PASSANT, t, 0, 0))
            else:
                n = emit(moves, n, mode, bit(p.en_passant), pack(origin, 0, EN_PASSANT, t, 0, law.first + 1))
                n = emit(moves, n, mode, bit(p.en_passant), pack(origin, 0, EN_PASSANT, t, 0, law.second + 1))
    return n


cdef inline int castling_moves(const BifoldPosition* p, Move* moves, int n, Mode mode) noexcept nogil:
    """B9: the crossed square may not be threatened; where the unit starts and lands does not matter."""
    cdef int us = p.side, king = 60 if us else 4, rights = p.rights >> 2 * us
    cdef Bitboard occ = p.any[0] | p.any[1]
    cdef Move stem = pack(king, 0, CASTLING, p.board[us][king], 0, 0)
    if rights & WHITE_SHORT and not occ & (bit(king + 1) | bit(king + 2)):
        if not threatened(p, king + 1, king, 1 - us):
            n = emit(moves, n, mode, bit(king + 2), stem)
    if rights & WHITE_LONG and not occ & (bit(king - 1) | bit(king - 2) | bit(king - 3)):
        if not threatened(p, king - 1, king, 1 - us):
            n = emit(moves, n, mode, bit(king - 2), stem)
    return n


cdef inline int drop_moves(const BifoldPosition* p, Move* moves, int n, Mode mode) noexcept nogil:
    """B6: bifolds on squares with room, full-size pawns on empty ones; no pawn on the last rank (H6)."""
    cdef int us = p.side, t
    cdef Bitboard squares = ~(p.full[0] | p.full[1] | (p.any[0] & p.any[1])), targets
    if not p.setup.drop_beside_enemy:
        squares &= ~p.any[1 - us]
    for t in range(TYPES):
        if p.hand[us][t]:
            targets = squares
            if t >= LEFT_PAWN:
                targets &= ~last_rank(us)
                if p.setup.pawns == FULL_SIZE:
                    targets &= ~(p.any[0] | p.any[1])
            n = emit(moves, n, mode, targets, pack(0, 0, DROP, t, 0, 0))
    return n


cdef inline int generate_mode(const BifoldPosition* p, Move* moves, Mode mode) noexcept nogil:
    cdef int us = p.side, them = 1 - us, n = 0, sq
    cdef Bitboard own = p.any[us], enemy = p.any[them], occ = own | enemy, open_, free_, pieces
    cdef const Law* law
    if not royals_of(p, 0) or not royals_of(p, 1):
        return 0                # B7
    if mode == NOISY:
        open_ = (own & enemy) | p.full[them]
        free_ = enemy & ~own
    else:
        open_ = ~p.full[us]
        free_ = ~own
    # B2: halves, lone or leaving their square, ...
    pieces = p.half[us][QUEEN]
    while pieces:
        sq = pop_lsb(&pieces)
        n = emit_single(p, moves, n, mode, (half_rook_attacks(G, sq, occ) | half_bishop_attacks(G, sq, occ)) & open_,
                        pack(sq, 0, PLAIN, QUEEN, 0, 0))
    pieces = p.half[us][ROOK]
    while pieces:
        sq = pop_lsb(&pieces)
        n = emit_single(p, moves, n, mode, half_rook_attacks(G, sq, occ) & open_, pack(sq, 0, PLAIN, ROOK, 0, 0))
    pieces = p.half[us][BISHOP]
    while pieces:
        sq = pop_lsb(&pieces)
        n = emit_single(p, moves, n, mode, half_bishop_attacks(G, sq, occ) & open_, pack(sq, 0, PLAIN, BISHOP, 0, 0))
    pieces = p.half[us][HORSE]
    while pieces:
        sq = pop_lsb(&pieces)
        n = emit_single(p, moves, n, mode, mao_moves(&U.mao[sq], occ) & open_, pack(sq, 0, PLAIN, HORSE, 0, 0))
    pieces = p.half[us][WAZIR]
    while pieces:
        sq = pop_lsb(&pieces)
        n = emit_single(p, moves, n, mode, U.step[1][sq] & open_, pack(sq, 0, PLAIN, WAZIR, 0, 0))
    pieces = p.half[us][FERZ]
    while pieces:
        sq = pop_lsb(&pieces)
        n = emit_single(p, moves, n, mode, U.step[2][sq] & open_, pack(sq, 0, PLAIN, FERZ, 0, 0))
    # ... pairs (B1), ...
    pieces = p.full[us] & officers_of(p, us)
    while pieces:
        sq = pop_lsb(&pieces)
        law = law_at(p, us, sq)
        n = emit(moves, n, mode, pair_reach(p, us, sq, law, occ) & free_, pack(sq, 0, PLAIN, p.board[us][sq], 0, 0))
    # ... pawns, and the rest.
    n = whole_pawn_moves(p, moves, n, mode)
    if p.setup.pawns == HANDED:
        n = half_pawn_moves(p, moves, n, mode, LEFT_PAWN)
        n = half_pawn_moves(p, moves, n, mode, RIGHT_PAWN)
    elif p.setup.pawns == WEAK:
        n = half_pawn_moves(p, moves, n, mode, PAWN)
    if p.live:
        n = en_passant_moves(p, moves, n, mode)
    if mode != NOISY:
        if p.rights >> 2 * us & 3:
            n = castling_moves(p, moves, n, mode)
        n = drop_moves(p, moves, n, mode)
    return n


cdef int generate(const void* position, Move* moves) noexcept nogil:
    return generate_mode(<const BifoldPosition*> position, moves, ALL)


cdef int noisy(const void* position, Move* moves) noexcept nogil:
    return generate_mode(<const BifoldPosition*> position, moves, NOISY)


cdef int count(const void* position) noexcept nogil:
    return generate_mode(<const BifoldPosition*> position, NULL, COUNT)


# --- Making moves -------------------------------------------------------------------------------------------


cdef inline void place(BifoldPosition* p, int color, int sq, int unit) noexcept nogil:
    """Let ``unit`` (or NOTHING) be what the colour has on ``sq``."""
    cdef const Law* old = law_at(p, color, sq)
    cdef const Law* new = &p.setup.law[unit]
    cdef Bitboard here = bit(sq), changed = old.types ^ new.types
    while changed:
        p.half[color][pop_lsb(&changed)] ^= here
    p.any[color] = p.any[color] & ~here | <Bitboard> (unit != NOTHING) << sq
    p.full[color] = p.full[color] & ~here | <Bitboard> new.full << sq
    p.mixed[color] = p.mixed[color] & ~here | <Bitboard> new.mixed << sq
    p.board[color][sq] = <unsigned char> unit
    p.key += (half_keys[color][new.first][sq] + half_keys[color][new.second][sq]
              - half_keys[color][old.first][sq] - half_keys[color][old.second][sq])


cdef inline void pocket(BifoldPosition* p, int t) noexcept nogil:
    """B6: a half taken goes to the captor's hand; a royal is gone."""
    p.clock = 0
    if t != WAZIR and t != FERZ and t != NO_TYPE:
        p.hand[p.side][t] += 1
        p.key += hand_keys[p.side][t]


cdef inline void take_half(BifoldPosition* p, int sq, int t) noexcept nogil:
    pocket(p, t)
    place(p, 1 - p.side, sq, U.minus[p.board[1 - p.side][sq]][t])


cdef inline void take_all(BifoldPosition* p, int sq) noexcept nogil:
    cdef const Law* law = law_at(p, 1 - p.side, sq)
    pocket(p, law.first)
    pocket(p, law.second)
    place(p, 1 - p.side, sq, NOTHING)


cdef inline void enter(BifoldPosition* p, int to, const Law* mover, int victim) noexcept nogil:
    """B4: what a move onto ``to`` takes."""
    cdef int them = 1 - p.side
    cdef const Law* law = law_at(p, them, to)
    if mover.full:
        take_all(p, to)
    elif law.full:
        take_half(p, to, victim - 1 if victim else law.first)
    elif p.board[p.side][to] != NOTHING:
        take_all(p, to)
    # else a lone bifold shares the square with a lone enemy


cdef inline void enter_en_passant(BifoldPosition* p, int sq, const Law* mover, int victim) noexcept nogil:
    """H5: a whole pawn takes all pawns on ``sq``, a half one."""
    cdef const Law* law = law_at(p, 1 - p.side, sq)
    cdef int first = law.first, second = law.second
    if victim:
        take_half(p, sq, victim - 1)
        return
    if first >= LEFT_PAWN:
        take_half(p, sq, first)
        if not mover.full:
            return
    if second >= LEFT_PAWN and second != NO_TYPE:
        take_half(p, sq, second)


cdef void make(const void* position, Move move, void* following) noexcept nogil:
    cdef const BifoldPosition* p = <const BifoldPosition*> position
    cdef BifoldPosition* q = <BifoldPosition*> following
    cdef int us = p.side, them = 1 - us, kind = move_kind(move), unit = move_unit(move)
    cdef int origin = move_from(move), to = move_to(move), content, kept, corner
    cdef const Law* law = &p.setup.law[unit]
    q[0] = p[0]
    q.clock += 1
    if q.live:
        q.key -= file_keys[q.en_passant & 7]
        q.live = 0
    q.en_passant = NO_SQUARE
    if kind == DROP:
        q.clock = 0
        q.hand[us][unit] -= 1
        q.key -= hand_keys[us][unit]
        place(q, us, to, U.plus[q.board[us][to]][unit])
    else:
        content = q.board[us][origin]
        place(q, us, origin, NOTHING if content == unit else U.minus[content][unit])
        if q.board[them][to] != NOTHING:
            enter(q, to, law, move_victim(move))
        elif kind == EN_PASSANT:
            enter_en_passant(q, to ^ 8, law, move_victim(move))
        if law.pawns:
            q.clock = 0
        if kind == PROMOTION:
            unit = move_promoted(move)
            law = &p.setup.law[unit]
        place(q, us, to, unit if q.board[us][to] == NOTHING else U.plus[q.board[us][to]][unit])
        if kind == DOUBLE_STEP:
            q.en_passant = <unsigned char> ((origin + to) >> 1)
        elif kind == CASTLING:
            corner = to + 1 if to > origin else to - 2
            place(q, us, (origin + to) >> 1, q.board[us][corner])
            place(q, us, corner, NOTHING)
        kept = q.rights & rights_kept[origin] & rights_kept[to]
        if kept != q.rights:
            q.key += rights_keys[kept] - rights_keys[q.rights]
            q.rights = <unsigned char> kept
    q.side = <unsigned char> them
    q.number += us
    q.key = q.key - side_key if us else q.key + side_key
    if q.en_passant != NO_SQUARE and can_take_en_passant(q):
        q.live = 1
        q.key += file_keys[q.en_passant & 7]


cdef void make_null(const void* position, void* following) noexcept nogil:
    cdef const BifoldPosition* p = <const BifoldPosition*> position
    cdef BifoldPosition* q = <BifoldPosition*> following
    q[0] = p[0]
    if q.live:
        q.key -= file_keys[q.en_passant & 7]
        q.live = 0
    q.en_passant = NO_SQUARE
    q.clock += 1
    q.side ^= 1
    q.number += p.side
    q.key = q.key - side_key if p.side else q.key + side_key


# --- Invariants ---------------------------------------------------------------------------------------------


cdef Key fresh_key(const void* position) noexcept nogil:
    """The key made from nothing but squares, hands, rights and side."""
    cdef const BifoldPosition* p = <const BifoldPosition*> position
    cdef Key key = p.setup.salt + rights_keys[p.rights]
    cdef int color, t, sq
    for color in range(2):
        for sq in range(64):
            key += half_keys[color][law_at(p, color, sq).first][sq] + half_keys[color][law_at(p, color, sq).second][sq]
        for t in range(TYPES):
            key += p.hand[color][t] * hand_keys[color][t]
    if p.side:
        key += side_key
    if can_take_en_passant(p):
        key += file_keys[p.en_passant & 7]
    return key


cdef bint valid(const void* position) noexcept nogil:
    """Whether bitboards and mailboxes agree, no square holds more than two, and rights stand on complete pairs."""
    cdef const BifoldPosition* p = <const BifoldPosition*> position
    cdef Bitboard half[2][TYPES]
    cdef Bitboard any_[2]
    cdef Bitboard full[2]
    cdef Bitboard mixed[2]
    cdef const Law* law
    cdef int color, sq, t, king, royal_pair
    memset(half, 0, sizeof(half))
    memset(any_, 0, sizeof(any_))
    memset(full, 0, sizeof(full))
    memset(mixed, 0, sizeof(mixed))
    for color in range(2):
        for sq in range(64):
            law = law_at(p, color, sq)
            any_[color] |= <Bitboard> (law.first != NO_TYPE) << sq
            full[color] |= <Bitboard> law.full << sq
            mixed[color] |= <Bitboard> law.mixed << sq
            for t in range(TYPES):
                half[color][t] |= <Bitboard> (law.first == t or law.second == t) << sq
        if any_[color] != p.any[color] or full[color] != p.full[color] or mixed[color] != p.mixed[color]:
            return False
        for t in range(TYPES):
            if half[color][t] != p.half[color][t]:
                return False
        if p.hand[color][WAZIR] or p.hand[color][FERZ]:
            return False
        if p.setup.pawns == FULL_SIZE and p.half[color][PAWN] & (last_rank(color) | p.any[1 - color]):
            return False
        king = 60 if color else 4
        royal_pair = U.pair[WAZIR][WAZIR if p.setup.wazirs else FERZ]
        if p.rights >> 2 * color & 3 and p.board[color][king] != royal_pair:
            return False
        if p.rights >> 2 * color & WHITE_SHORT and p.board[color][king + 3] != U.pair[ROOK][ROOK]:
            return False
        if p.rights >> 2 * color & WHITE_LONG and p.board[color][king - 4] != U.pair[ROOK][ROOK]:
            return False
    if full[0] & any_[1] or full[1] & any_[0]:
        return False
    return p.live == can_take_en_passant(p)
