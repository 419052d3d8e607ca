"""Evaluation and exchanges of Bifold Halfgi.

Two facts of B4 shape both. Any piece can capture from a pair, one half at a time, but only units and full pawns can
capture a lone bifold: so there are two sets of attacked squares, one for all attackers and one for full ones. And the
royals may be lost together or one by one: a side with one left plays on, but every threat to that one threatens the
game.
"""
from oddfish.cext.core.bits cimport Bitboard, bit, more_than_one, pop_lsb, popcount
from oddfish.cext.core.geometry cimport tables
from oddfish.cext.core.packed_move cimport CASTLING, DROP, EN_PASSANT, PROMOTION, move_from, move_kind, move_to
from oddfish.cext.core.types cimport Move, Score
from oddfish.cext.bifold.attacks cimport pair_attackers, pawn_attackers, single_attackers
from oddfish.cext.bifold.pawns cimport to_left, to_right
from oddfish.cext.bifold.position cimport (BifoldPosition, Weights, captured_half, half_count, info_at,
                                           left_capturers, move_promoted, move_unit, officers_of, pawns_of,
                                           right_capturers, royals_of)
from oddfish.cext.bifold.units cimport (FERZ, LEFT_PAWN, NO_TYPE, NOTHING, OFFICERS, PAWN, TYPES, WAZIR, UnitInfo,
                                        attacks, units)

from oddfish.cext.core.terms import declared, each, one

cdef Weights LAYOUT

_TYPES = "QRBHWFLP"     # D shares L's weights

TERMS = declared(
    <char*> &LAYOUT.value - <char*> &LAYOUT,
    # By type. The first royal lost costs more than several officers, because losing the other one then loses the game:
    # 1000 instead of 420 scored 72 % in 80 games, and 1300 with twice the danger (below) scored another 61 % in 120.
    each("value", _TYPES, (330, 215, 145, 145, 1300, 1300, 60, 60), 10, 3000),
    one("full_pawn", 100, 20, 400),     # a full-size pawn
    # Bonus for a half in hand.
    each("hand", _TYPES, (18, 14, 12, 14, 0, 0, 8, 8), -100, 200, fixed="WF"),
    # For each square that a lone half can go to, in eighths of a centipawn.
    each("mobility", _TYPES[:6], (16, 24, 32, 32, 8, 8), -40, 160),
    # For each step from the edge towards the centre, 0 to 3.
    each("centre", _TYPES, (2, 2, 4, 6, -4, -4, 2, 3), -40, 40),
    # A pawn or pawn half, by rank.
    each("advance", range(1, 9), (0, 0, 2, 8, 18, 34, 60, 0), -60, 300, fixed=(1, 8)),
    one("pair", 24, -100, 200),             # two officers, or an officer and a pawn, on one square
    # In eighths of a centipawn:
    one("pair_mobility", 24, -40, 160),     # each square a pair can go to
    one("threat_pair", 112, -400, 1600),    # each enemy pair (or full-size pawn) attacked
    one("threat_lone", 80, -400, 1600),     # each lone enemy attacked by a unit or full pawn
    one("defended", 32, -200, 800),         # each own square defended
    one("tempo", 15, 0, 150),
    # King danger, as in chess: attack units are summed, in quarters, and the penalty is their square.
    one("near_whole", 12, 0, 60),       # each square of a royal's zone attacked by a unit or full pawn
    one("near_half", 4, 0, 60),         # each one attacked by anything
    one("in_hand", 12, 0, 60),          # each officer half in the attacker's hand, which could be dropped there
    one("one_left", 200, 50, 600),      # percentage of all that if the royal is the last one
    one("danger", 100, 0, 600),         # the square's factor, in 300ths of a centipawn
    one("most_danger", 900, 50, 3000),  # the largest penalty
)

cdef enum:
    ALL_ROYALS = 10000      # the value of the last royals, for exchanges

cdef Bitboard royal_zone[64]            # a royal's square and those around it
cdef int centrality[64]                 # steps from the edge, 0 to 3


cdef void set_up() noexcept nogil:
    cdef int sq, file, rank
    for sq in range(64):
        royal_zone[sq] = tables.king[sq] | bit(sq)
        file = sq & 7
        rank = sq >> 3
        centrality[sq] = min(min(file, 7 - file), min(rank, 7 - rank))


set_up()


cdef void prepare(const void* position, void* weights) noexcept nogil:
    """Spread the weights over all types: left-handed and right-handed pawns share theirs."""
    cdef Weights* w = <Weights*> weights
    cdef int i, t
    for t in range(TYPES):
        i = t - 1 if t > LEFT_PAWN else t
        w.value[t] = w.piece_value[i]
        w.hand[t] = w.piece_hand[i]
        w.mobility[t] = w.piece_mobility[t] if t < OFFICERS else 0
        w.centre[t] = w.piece_centre[i]
    for i in range(256):
        w.danger_score[i] = min(i * i * w.danger // 300, w.most_danger)


# --- Material -----------------------------------------------------------------------------------------------


cdef inline int half_value(const BifoldPosition* p, int t) noexcept nogil:
    """The value of a half of a type, or of a full-size pawn in games with those."""
    return p.weights.full_pawn if t == PAWN and p.setup.info[PAWN].full else p.weights.value[t]


cdef inline int material_of(const BifoldPosition* p, int color) noexcept nogil:
    cdef int t, score = 0
    for t in range(TYPES):
        score += half_value(p, t) * (half_count(p, color, t) + p.hand[color][t])
    return score


cdef Score material(const void* position) noexcept nogil:
    """Material only, for the side to move: the baseline for the full evaluation."""
    cdef const BifoldPosition* p = <const BifoldPosition*> position
    cdef int score = material_of(p, 0) - material_of(p, 1)
    return -score if p.side else score


# --- Evaluation ---------------------------------------------------------------------------------------------


# The squares that one side attacks.
ctypedef struct Attacked:
    Bitboard all            # by any piece, which could capture one of two pieces there
    Bitboard full           # by units and full pawns, which could capture all pieces there


cdef inline int evaluate_side(const BifoldPosition* p, int color, Attacked* attacked) noexcept nogil:
    """Placement, mobility and hand of one side, without material; fills ``attacked``."""
    cdef Bitboard own = p.color[color], occ = own | p.color[1 - color], left = officers_of(p, color), to
    cdef Bitboard full = p.full[color], pawns = pawns_of(p, color)
    cdef Bitboard left_pawns = left_capturers(p, color), right_pawns = right_capturers(p, color)
    cdef const UnitInfo* info
    cdef const Weights* w = p.weights
    cdef int score = 0, moves = 0, sq, t, rank
    attacked.all = attacked.full = 0
    while left:
        sq = pop_lsb(&left)
        info = info_at(p, color, sq)
        to = attacks(info, sq, occ)
        attacked.all |= to
        score += w.centre[info.first] * centrality[sq]
        if info.full:
            attacked.full |= to
            score += w.centre[info.second] * centrality[sq] + w.pair
            moves += w.pair_mobility * popcount(to & ~own)
        else:
            moves += w.mobility[info.first] * popcount(to & ~p.full[color])
    attacked.all |= to_left(left_pawns, color) | to_right(right_pawns, color)
    attacked.full |= to_left(left_pawns & full, color) | to_right(right_pawns & full, color)
    while pawns:
        sq = pop_lsb(&pawns)
        rank = 7 - (sq >> 3) if color else sq >> 3
        score += w.advance[rank]
    for t in range(TYPES):
        score += w.hand[t] * p.hand[color][t]
    return score + moves // 8


cdef inline int evaluate_threats(const BifoldPosition* p, int color, const Attacked* attacked) noexcept nogil:
    """Enemies that ``color`` attacks, its own squares that it defends, and the danger to the enemy's royals."""
    cdef const Weights* w = p.weights
    cdef int them = 1 - color, score, attack_units, t
    cdef Bitboard royals = royals_of(p, them), lone = p.color[them] & ~p.full[them], left = royals, zone = 0
    score = w.threat_pair * popcount(p.full[them] & attacked.all) + w.threat_lone * popcount(lone & attacked.full)
    score += w.defended * popcount(p.color[color] & attacked.all)
    while left:
        zone |= royal_zone[pop_lsb(&left)]
    attack_units = w.near_whole * popcount(zone & attacked.full) + w.near_half * popcount(zone & attacked.all)
    for t in range(LEFT_PAWN):
        attack_units += w.in_hand * p.hand[color][t]
    if not more_than_one(royals) and not p.full[them] & royals:
        attack_units = attack_units * w.one_left // 100
    return score // 8 + w.danger_score[min(attack_units // 4, 255)]


cdef Score evaluate(const void* position) noexcept nogil:
    """Centipawns for the side to move: material, placement, mobility, threats, danger to royals."""
    cdef const BifoldPosition* p = <const BifoldPosition*> position
    cdef Attacked attacked[2]
    cdef int score = material_of(p, 0) - material_of(p, 1)
    score += evaluate_side(p, 0, &attacked[0]) - evaluate_side(p, 1, &attacked[1])
    score += evaluate_threats(p, 0, &attacked[0]) - evaluate_threats(p, 1, &attacked[1])
    return (score if p.side == 0 else -score) + p.weights.tempo


# --- Exchanges ----------------------------------------------------------------------------------------------


cdef inline int royal_count(const BifoldPosition* p, int color) noexcept nogil:
    return half_count(p, color, WAZIR) + half_count(p, color, FERZ)


cdef inline int unit_value(const BifoldPosition* p, int color, int unit) noexcept nogil:
    """The cost of losing all of a unit; losing the last royals loses the game (B7)."""
    cdef const UnitInfo* info = &p.setup.info[unit]
    cdef int result = p.weights.value[info.first] + p.weights.value[info.second]
    if unit == PAWN:
        return half_value(p, PAWN)
    if info.royals and info.royals == royal_count(p, color):
        result += ALL_ROYALS
    return result


cdef inline int best_half_value(const BifoldPosition* p, int color, int unit) noexcept nogil:
    """The cost of losing the better half of a pair."""
    cdef const UnitInfo* info = &p.setup.info[unit]
    if unit < TYPES:
        return unit_value(p, color, unit)
    return max(unit_value(p, color, info.first), unit_value(p, color, info.second))


cdef int gain(const void* position, Move move) noexcept nogil:
    cdef const BifoldPosition* p = <const BifoldPosition*> position
    cdef int kind = move_kind(move), us = p.side, to = move_to(move), theirs, result = 0
    cdef const UnitInfo* mover = &p.setup.info[move_unit(move)]
    cdef const UnitInfo* promoted
    if kind == DROP or kind == CASTLING:
        return 0
    if kind == EN_PASSANT:
        theirs = p.board[1 - us][to ^ 8]
        return half_value(p, PAWN) * (p.setup.info[theirs].pawns if mover.full else 1)
    theirs = p.board[1 - us][to]
    if theirs != NOTHING:
        if mover.full:
            result = unit_value(p, 1 - us, theirs)
        elif p.setup.info[theirs].full:
            result = unit_value(p, 1 - us, captured_half(move, &p.setup.info[theirs]))
        elif p.board[us][to] != NOTHING:
            result = unit_value(p, 1 - us, theirs)
    if kind == PROMOTION:
        promoted = &p.setup.info[move_promoted(move)]
        result += p.weights.value[promoted.first] + p.weights.value[promoted.second]
        result -= unit_value(p, us, move_unit(move))
    return result


cdef inline int cheapest_capture(const BifoldPosition* p, int color, Bitboard squares, bint halves) noexcept nogil:
    """The least that a side risks by capturing from one of ``squares``: one half of what stands there, or all of it."""
    cdef int best = 1 << 20, sq, cost
    cdef const UnitInfo* info
    while squares:
        sq = pop_lsb(&squares)
        info = info_at(p, color, sq)
        if halves and info.second != NO_TYPE:
            cost = min(unit_value(p, color, info.first), unit_value(p, color, info.second))
        else:
            cost = unit_value(p, color, p.board[color][sq])
        best = min(best, cost)
    return best


cdef bint see(const void* position, Move move, int threshold) noexcept nogil:
    """Whether the move nets ``threshold`` after the other side recaptures with the piece it risks least by, and is
    recaptured.

    Unlike in chess, every capture changes which pieces can capture next (B4), so the exchange is followed for only
    three plies.
    """
    cdef const BifoldPosition* p = <const BifoldPosition*> position
    cdef int us = p.side, them = 1 - us, to = move_to(move), origin = move_from(move), kind = move_kind(move)
    cdef int unit = move_unit(move), ours, theirs = p.board[them][to], loss = 0, net, balance, cost
    cdef const UnitInfo* mover = &p.setup.info[unit]
    cdef Bitboard occ = p.color[0] | p.color[1] | bit(to), singles, pairs, pawns, full, own_singles, own_pairs
    balance = gain(position, move) - threshold
    if balance < 0:
        return False
    if balance >= ALL_ROYALS // 2 or kind == CASTLING:
        return True
    # What stands on the square after the move: our pieces, and what is left of theirs.
    ours = move_promoted(move) if kind == PROMOTION else unit
    if p.board[us][to] != NOTHING:
        ours = units.with_half[p.board[us][to]][ours]
    if theirs != NOTHING:
        if mover.full or p.board[us][to] != NOTHING or theirs < TYPES and p.setup.info[theirs].full:
            theirs = NOTHING
        elif theirs >= TYPES:
            theirs = units.without_half[theirs][captured_half(move, &p.setup.info[theirs])]
    if balance >= unit_value(p, us, ours):
        return True
    if kind != DROP and p.board[us][origin] == unit and not p.color[them] & bit(origin):
        occ ^= bit(origin)
    singles = single_attackers(p, them, to, occ)
    pairs = pair_attackers(p, them, to, occ)
    pawns = pawn_attackers(p, them, to, p.color[0] | p.color[1])    # with the support they have before the move
    full = (singles | pawns) & p.full[them] | pairs
    if p.setup.info[PAWN].full:
        if theirs != NOTHING or not p.setup.info[ours].full:
            pawns &= p.full[them]
    if not singles | pawns | full:
        return True
    own_singles = single_attackers(p, us, to, occ) & ~bit(origin)
    own_pairs = (own_singles & p.full[us] | pair_attackers(p, us, to, occ)) & ~bit(origin)
    if theirs != NOTHING:
        # The square is shared: only halves can capture, and only if it holds two of theirs.
        singles |= pawns if not p.setup.info[PAWN].full else 0
        if singles:
            net = unit_value(p, us, ours)
            if own_singles | own_pairs:
                net -= min(cheapest_capture(p, them, singles, True), unit_value(p, them, theirs))
            loss = max(loss, net)
        return balance >= loss
    if full:
        net = unit_value(p, us, ours)
        if own_singles | own_pairs:
            cost = cheapest_capture(p, them, full, False)
            net -= cost if own_pairs else cost * 2 // 3
        loss = max(loss, net)
    if p.setup.info[ours].full and ours >= TYPES and singles | pawns:
        net = best_half_value(p, us, ours)
        if own_singles:
            net -= cheapest_capture(p, them, singles | pawns, True)
        loss = max(loss, net)
    return balance >= loss
