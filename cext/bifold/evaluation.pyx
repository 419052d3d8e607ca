"""Evaluation and exchanges of Bifold Halfgi.

Two facts of B4 shape both. What stands in pairs can be taken by anything, half by half, while a lone bifold falls to
units and whole pawns only: so two sets of attacked squares are kept, all there are and those of whole takers. And the
royals are lost together or one by one: a side with one left plays on, but from then on every threat to it is one to
the game.
"""
from oddfish.cext.bifold.position cimport (CASTLING, DROP, EN_PASSANT, PROMOTION, BifoldPosition, Weights, law_at, left_takers,
                                  move_from, move_kind, move_promoted, move_to, move_unit, move_victim,
                                  officers_of, right_takers, royals_of)
from oddfish.cext.bifold.moves cimport pairs_reaching, pawns_taking, singles_reaching
from oddfish.cext.bifold.units cimport (FERZ, LEFT_PAWN, NO_TYPE, NOTHING, OFFICERS, PAWN, TYPES, WAZIR, Law, Units,
                                        bifold_units, reach, to_left, to_right)
from oddfish.cext.core.bits cimport Bitboard, bit, more_than_one, pop_lsb, popcount
from oddfish.cext.core.fifty_moves cimport damped
from oddfish.cext.core.geometry cimport Board8, board8
from oddfish.cext.core.types cimport Move, Score

from oddfish.cext.core.terms import declared, each, one

cdef const Board8* G = board8()
cdef const Units* U = bifold_units()

cdef Weights LAYOUT

_TYPES = "QRBHWFLP"      # L is D, too

TERMS = declared(
    <char*> &LAYOUT.value - <char*> &LAYOUT,
    # By type. The first royal lost costs more than several officers, for it is what keeps the other from being the
    # game: 1000 instead of 420 won 72 % of 80 games, and 1300 with twice the danger (below) 61 % of 120 more.
    each("value", _TYPES, (330, 215, 145, 145, 1300, 1300, 60, 60), 10, 3000),
    one("full_pawn", 100, 20, 400),     # a full-size pawn's
    # More, for a half in hand.
    each("hand", _TYPES, (18, 14, 12, 14, 0, 0, 8, 8), -100, 200, fixed="WF"),
    # A square a lone half may go to, in eighths of a centipawn.
    each("mobility", _TYPES[:6], (16, 24, 32, 32, 8, 8), -40, 160),
    # By nearness to the middle, 0 to 3.
    each("centre", _TYPES, (2, 2, 4, 6, -4, -4, 2, 3), -40, 40),
    # A pawn (half), by rank.
    each("advance", range(1, 9), (0, 0, 2, 8, 18, 34, 60, 0), -60, 300, fixed=(1, 8)),
    one("pair", 24, -100, 200),             # standing together
    one("pair_mobility", 24, -40, 160),     # a square a unit may go to, in eighths of a centipawn
    one("threat_pair", 112, -400, 1600),    # an enemy pair attacked, in eighths
    one("threat_lone", 80, -400, 1600),     # a lone enemy attacked by what may take it, in eighths
    one("defended", 32, -200, 800),         # in eighths
    one("tempo", 15, 0, 150),
    # Danger to the royals: quarters of units, the units squared.
    one("near_whole", 12, 0, 60),       # a square beside a royal that a whole taker reaches
    one("near_half", 4, 0, 60),
    one("in_hand", 12, 0, 60),          # a half that could be dropped there
    one("one_left", 200, 50, 600),      # per cent: such danger is worse for a last royal
    one("danger", 100, 0, 600),         # three hundredths of a centipawn
    one("most_danger", 900, 50, 3000),  # centipawns
)

cdef int ALL_ROYALS = 10000

cdef Bitboard zone_of[64]
cdef int centre_of[64]


cdef void set_up() noexcept nogil:
    cdef int sq, file, rank
    for sq in range(64):
        zone_of[sq] = G.king[sq] | bit(sq)
        file = sq & 7
        rank = sq >> 3
        centre_of[sq] = min(min(file, 7 - file), min(rank, 7 - rank))


set_up()


cdef void prepare(const void* position, void* weights) noexcept nogil:
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


cdef inline int value_of(const BifoldPosition* p, int t) noexcept nogil:
    return p.weights.full_pawn if t == PAWN and p.setup.law[PAWN].full else p.weights.value[t]


cdef inline int count_of(const BifoldPosition* p, int color, int t) noexcept nogil:
    """Halves of a type on the board."""
    cdef Bitboard squares = p.half[color][t], twins = squares & p.full[color] & ~p.mixed[color]
    if t == PAWN and p.setup.law[PAWN].full:
        twins = 0
    return popcount(squares) + popcount(twins)


cdef inline int material_of(const BifoldPosition* p, int color) noexcept nogil:
    cdef int t, score = 0
    for t in range(TYPES):
        score += value_of(p, t) * (count_of(p, color, t) + p.hand[color][t])
    return score


cdef Score material(const void* position) noexcept nogil:
    """Material alone, for the side to move: what the full evaluation is measured against."""
    cdef const BifoldPosition* p = <const BifoldPosition*> position
    cdef int score = material_of(p, 0) - material_of(p, 1)
    return -score if p.side else score


# --- Evaluation ---------------------------------------------------------------------------------------------


# What one side attacks.
ctypedef struct Hits:
    Bitboard all            # squares where it could take one of two
    Bitboard whole          # and where it could take all


cdef inline int judge(const BifoldPosition* p, int color, Hits* hits) noexcept nogil:
    """Places, mobility and hand of one side, without material."""
    cdef Bitboard own = p.any[color], occ = own | p.any[1 - color], left = officers_of(p, color), to, pawns, whole
    cdef const Law* law
    cdef const Weights* w = p.weights
    cdef int score = 0, moves = 0, sq, t, rank
    hits.all = hits.whole = 0
    while left:
        sq = pop_lsb(&left)
        law = law_at(p, color, sq)
        to = reach(G, U, law, sq, occ)
        hits.all |= to
        score += w.centre[law.first] * centre_of[sq]
        if law.full:
            hits.whole |= to
            score += w.centre[law.second] * centre_of[sq] + w.pair
            moves += w.pair_mobility * popcount(to & ~own)
        else:
            moves += w.mobility[law.first] * popcount(to & ~p.full[color])
    pawns = p.half[color][LEFT_PAWN] | p.half[color][LEFT_PAWN + 1] | p.half[color][PAWN]
    whole = p.full[color]
    hits.all |= to_left(left_takers(p, color), color) | to_right(right_takers(p, color), color)
    hits.whole |= to_left(left_takers(p, color) & whole, color) | to_right(right_takers(p, color) & whole, color)
    while pawns:
        sq = pop_lsb(&pawns)
        rank = 7 - (sq >> 3) if color else sq >> 3
        score += w.advance[rank]
    for t in range(TYPES):
        score += w.hand[t] * p.hand[color][t]
    return score + moves // 8


cdef inline int threats(const BifoldPosition* p, int color, const Hits* hits) noexcept nogil:
    """What the colour attacks of the other's, halves and royals, and defends of its own."""
    cdef const Weights* w = p.weights
    cdef int them = 1 - color, score, units, t
    cdef Bitboard royals = royals_of(p, them), lone = p.any[them] & ~p.full[them], left = royals, zone = 0
    score = w.threat_pair * popcount(p.full[them] & hits.all) + w.threat_lone * popcount(lone & hits.whole)
    score += w.defended * popcount(p.any[color] & hits.all)
    while left:
        zone |= zone_of[pop_lsb(&left)]
    units = w.near_whole * popcount(zone & hits.whole) + w.near_half * popcount(zone & hits.all)
    for t in range(LEFT_PAWN):
        units += w.in_hand * p.hand[color][t]
    if not more_than_one(royals) and not p.full[them] & royals:
        units = units * w.one_left // 100
    return score // 8 + w.danger_score[min(units // 4, 255)]


cdef Score evaluate(const void* position) noexcept nogil:
    """Centipawns for the side to move."""
    cdef const BifoldPosition* p = <const BifoldPosition*> position
    cdef Hits hits[2]
    cdef int score = material_of(p, 0) - material_of(p, 1)
    score += judge(p, 0, &hits[0]) - judge(p, 1, &hits[1])
    score += threats(p, 0, &hits[0]) - threats(p, 1, &hits[1])
    score = damped(score, p.clock)
    return (score if p.side == 0 else -score) + p.weights.tempo


# --- Captures -----------------------------------------------------------------------------------------------


cdef inline int royals_left(const BifoldPosition* p, int color) noexcept nogil:
    return count_of(p, color, WAZIR) + count_of(p, color, FERZ)


cdef inline int worth(const BifoldPosition* p, int color, int unit) noexcept nogil:
    """What losing all of a unit costs; with the last royals goes the game."""
    cdef const Law* law = &p.setup.law[unit]
    cdef int result = p.weights.value[law.first] + p.weights.value[law.second]
    if unit == PAWN:
        return value_of(p, PAWN)
    if law.royals and law.royals == royals_left(p, color):
        result += ALL_ROYALS
    return result


cdef inline int best_half(const BifoldPosition* p, int color, int unit) noexcept nogil:
    """What losing the better half of a pair costs."""
    cdef const Law* law = &p.setup.law[unit]
    if unit < TYPES:
        return worth(p, color, unit)
    return max(worth(p, color, law.first), worth(p, color, law.second))


cdef int gain(const void* position, Move move) noexcept nogil:
    cdef const BifoldPosition* p = <const BifoldPosition*> position
    cdef int kind = move_kind(move), us = p.side, to = move_to(move), theirs, result = 0
    cdef const Law* mover = &p.setup.law[move_unit(move)]
    cdef const Law* promoted
    if kind == DROP or kind == CASTLING:
        return 0
    if kind == EN_PASSANT:
        theirs = p.board[1 - us][to ^ 8]
        return value_of(p, PAWN) * (p.setup.law[theirs].pawns if mover.full else 1)
    theirs = p.board[1 - us][to]
    if theirs != NOTHING:
        if mover.full:
            result = worth(p, 1 - us, theirs)
        elif p.setup.law[theirs].full:
            result = worth(p, 1 - us, move_victim(move) - 1 if move_victim(move) else p.setup.law[theirs].first)
        elif p.board[us][to] != NOTHING:
            result = worth(p, 1 - us, theirs)
    if kind == PROMOTION:
        promoted = &p.setup.law[move_promoted(move)]
        result += p.weights.value[promoted.first] + p.weights.value[promoted.second] - worth(p, us, move_unit(move))
    return result


cdef inline int cheapest(const BifoldPosition* p, int color, Bitboard squares, bint halves) noexcept nogil:
    """The least a side puts at stake by taking from one of ``squares``: a half, or all that stands there."""
    cdef int best = 1 << 20, sq, cost
    cdef const Law* law
    while squares:
        sq = pop_lsb(&squares)
        law = law_at(p, color, sq)
        if halves and law.second != NO_TYPE:
            cost = min(worth(p, color, law.first), worth(p, color, law.second))
        else:
            cost = worth(p, color, p.board[color][sq])
        best = min(best, cost)
    return best


cdef bint see(const void* position, Move move, int threshold) noexcept nogil:
    """Whether the move nets ``threshold`` if the other side takes what stands there now, and is taken in turn.

    Exchanges go on by other rules than chess's, for with every capture it changes who may take next; so they are
    followed for three moves only.
    """
    cdef const BifoldPosition* p = <const BifoldPosition*> position
    cdef int us = p.side, them = 1 - us, to = move_to(move), origin = move_from(move), kind = move_kind(move)
    cdef int unit = move_unit(move), ours, theirs = p.board[them][to], loss = 0, net, balance, cost
    cdef const Law* mover = &p.setup.law[unit]
    cdef Bitboard occ = p.any[0] | p.any[1] | bit(to), singles, pairs, pawns, wholes, own_singles, own_pairs
    balance = gain(position, move) - threshold
    if balance < 0:
        return False
    if balance >= ALL_ROYALS // 2 or kind == CASTLING:
        return True
    # What stands there afterwards: ours, and what is left of theirs.
    ours = move_promoted(move) if kind == PROMOTION else unit
    if p.board[us][to] != NOTHING:
        ours = U.plus[p.board[us][to]][ours]
    if theirs != NOTHING:
        if mover.full or p.board[us][to] != NOTHING or theirs < TYPES and p.setup.law[theirs].full:
            theirs = NOTHING
        elif theirs >= TYPES:
            theirs = U.minus[theirs][move_victim(move) - 1 if move_victim(move) else p.setup.law[theirs].first]
    if balance >= worth(p, us, ours):
        return True
    if kind != DROP and p.board[us][origin] == unit and not p.any[them] & bit(origin):
        occ ^= bit(origin)
    singles = singles_reaching(p, them, to, occ)
    pairs = pairs_reaching(p, them, to, occ)
    pawns = pawns_taking(p, them, to)
    wholes = (singles | pawns) & p.full[them] | pairs
    if p.setup.law[PAWN].full:
        if theirs != NOTHING or not p.setup.law[ours].full:
            pawns &= p.full[them]
    if not singles | pawns | wholes:
        return True
    own_singles = singles_reaching(p, us, to, occ) & ~bit(origin)
    own_pairs = (own_singles & p.full[us] | pairs_reaching(p, us, to, occ)) & ~bit(origin)
    if theirs != NOTHING:
        # One of each: only halves take, and then two of theirs stand there.
        singles |= pawns if not p.setup.law[PAWN].full else 0
        if singles:
            net = worth(p, us, ours)
            if own_singles | own_pairs:
                net -= min(cheapest(p, them, singles, True), worth(p, them, theirs))
            loss = max(loss, net)
        return balance >= loss
    if wholes:
        net = worth(p, us, ours)
        if own_singles | own_pairs:
            cost = cheapest(p, them, wholes, False)
            net -= cost if own_pairs else cost * 2 // 3
        loss = max(loss, net)
    if p.setup.law[ours].full and ours >= TYPES and singles | pawns:
        net = best_half(p, us, ours)
        if own_singles:
            net -= cheapest(p, them, singles | pawns, True)
        loss = max(loss, net)
    return balance >= loss
