"""Evaluation and exchanges of the Half Chess family.

No piece has a value of its own in the tables: values, places and mobility are derived from how a piece moves,
so that every one of the possible augmented pieces is known (A1).
"""
from libc.math cimport pow
from libc.stdint cimport int16_t

from oddfish.cext.core.bits cimport Bitboard, bit, lsb, msb, pop_lsb, popcount
from oddfish.cext.core.fifty_moves cimport damped
from oddfish.cext.core.geometry cimport Board8, board8
from oddfish.cext.core.types cimport Move, Score
from oddfish.cext.halfchess.position cimport (DROP, EN_PASSANT, FOREIGN_BISHOP, FOREIGN_KNIGHT, FOREIGN_QUEEN, FOREIGN_ROOK,
                                     FULL, HAND_TYPES, KING, KNIGHT, NO_SLIDE, NOTHING, PAWN, PROMOTION, HalfPosition,
                                     Measure, Movement, SetupData, Sliders, Weights, attacks, leap_attackers,
                                     move_from, move_kind, move_piece, move_promoted, move_to,
                                     slide_attackers, sliders_of)

from oddfish.cext.core.terms import declared, each, one

cdef const Board8* G = board8()

cdef Bitboard FILE_A = 0x0101010101010101
cdef Bitboard FILE_H = 0x8080808080808080
cdef Bitboard LIGHT = 0x55AA55AA55AA55AA

# Filled at import: by colour and square.
cdef Bitboard king_zone[2][64]          # the king's ring and the rank before it
cdef Bitboard passed_span[2][64]        # squares whose enemy pawns would stop or take the pawn
cdef Bitboard neighbour_files[8]
cdef int distance[64][64]               # in king moves

_SLOTS = "NBRQ"

cdef Weights LAYOUT

TERMS = declared(
    <char*> &LAYOUT.danger_score - <char*> &LAYOUT,
    # An officer's value grows with its mean mobility, to a power (hundredths); a Knight's is this. Colour-bound pieces
    # are worth so many per cent. Corrections by the slot of the army.
    one("officer_mg", 325, 150, 700),
    one("officer_eg", 315, 150, 700),
    one("growth", 113, 60, 180),
    one("color_bound", 93, 60, 130),
    each("correction_mg", _SLOTS, (0, 0, 0, 0), -200, 200),
    each("correction_eg", _SLOTS, (0, 0, 0, 0), -200, 200),
    # Tenths of a centipawn from no mobility to the mean one; per cent of it by slot, and beyond the mean.
    one("slope_mg", 220, 0, 1000),
    one("slope_eg", 240, 0, 1000),
    each("mobility", _SLOTS, (100, 100, 100, 100), 0, 300),
    one("saturated", 80, 0, 200),
    # Tenths of a centipawn: for each square reached more than usual, and for the middle of the board.
    one("reach_mg", 30, -50, 200),
    one("reach_eg", 20, -50, 200),
    one("centre_mg", 30, -50, 200),
    one("centre_eg", 25, -50, 200),
    one("undeveloped", 8, -30, 60),     # a light officer on its first rank
    # In hand a piece can go anywhere at once, but does nothing yet: more by so much, and by 160ths of its value.
    one("hand_base", 12, -100, 150),
    one("hand_share", 10, -80, 120),
    one("pawn_mg", 82, 40, 200),
    one("pawn_eg", 108, 40, 250),
    one("pawn_advance_eg", 3, -10, 30),
    each("pawn_rank_mg", range(1, 9), (0, 0, 0, 4, 10, 18, 30, 0), -40, 150, fixed=(1, 8)),
    each("pawn_file_mg", "abcd", (-6, -2, 2, 8), -40, 40),
    each("passed_mg", range(1, 9), (0, 4, 6, 14, 32, 60, 90, 0), -40, 300, fixed=(1, 8)),
    each("passed_eg", range(1, 9), (0, 10, 16, 32, 62, 110, 165, 0), -40, 500, fixed=(1, 8)),
    # A passed pawn is worth what its way is: eighths of a centipawn for each step of the kings' to it.
    one("enemy_king", 40, -20, 200),
    one("own_king", 16, -20, 200),
    one("doubled_mg", 8, -20, 60),
    one("doubled_eg", 18, -20, 80),
    one("isolated_mg", 10, -20, 60),
    one("isolated_eg", 13, -20, 80),
    # A pawn that another guards: alone, and for each rank.
    one("supported_mg", 5, -20, 60),
    one("supported_eg", 4, -20, 60),
    one("chain_mg", 2, -10, 30),
    one("chain_eg", 1, -10, 30),
    each("king_file_mg", "abcd", (10, 18, 6, -8), -60, 80),
    one("king_rank_mg", 22, -20, 80),
    one("king_centre_eg", 10, -20, 60),
    # The king's files: without any pawn, without one of its own, or with one so many ranks ahead.
    one("file_open", 26, -20, 120),
    one("file_bare", 18, -20, 120),
    one("pawn_far", 6, -20, 60),
    one("rook_open", 20, -30, 100),
    one("rook_half_open", 10, -30, 100),
    one("pair_mg", 24, -50, 150),
    one("pair_eg", 40, -50, 200),
    # Attacks on a king: quarters of units by the attacker's value (420, 700), centipawns for their square.
    one("attack_light", 8, 0, 48),
    one("attack_medium", 12, 0, 48),
    one("attack_heavy", 16, 0, 64),
    one("attack_hand", 4, 0, 32),
    one("danger", 100, 0, 600),         # five hundredths
    one("most_danger", 700, 50, 2500),
    one("tempo", 14, 0, 120),           # a player to move has about this much more than the position shows
)


cdef void set_up() noexcept nogil:
    cdef int sq, to, color, rank, file
    cdef Bitboard ring, ahead
    for file in range(8):
        neighbour_files[file] = ((FILE_A << file - 1) if file else 0) | ((FILE_A << file + 1) if file < 7 else 0)
    for sq in range(64):
        file = sq & 7
        rank = sq >> 3
        ring = G.king[sq] | bit(sq)
        king_zone[0][sq] = ring | ring << 8
        king_zone[1][sq] = ring | ring >> 8
        for color in range(2):
            if color == 0:
                ahead = ~(<Bitboard> 0) << 8 * (rank + 1) if rank < 7 else 0
            else:
                ahead = ~(<Bitboard> 0) >> 8 * (8 - rank) if rank else 0
            passed_span[color][sq] = ahead & (FILE_A << file | neighbour_files[file])
        for to in range(64):
            distance[sq][to] = max(abs((to & 7) - file), abs((to >> 3) - rank))


set_up()

# --- Values from movement -----------------------------------------------------------------------------------


cdef double slide_mobility(int sq, bint diagonal, int kind, double empty) noexcept nogil:
    """Expected squares a slider reaches if each square before them is empty with probability ``empty``."""
    cdef double total = 0
    cdef Bitboard reach
    cdef int to
    if kind == NO_SLIDE:
        return 0
    if diagonal:
        reach = G.bishop_rays[sq] if kind == FULL else G.half_bishop[sq].table[0]
    else:
        reach = G.rook_rays[sq] if kind == FULL else G.half_rook[sq].table[0]
    while reach:
        to = pop_lsb(&reach)
        total += pow(empty, popcount(G.between[sq][to]))
    return total


cdef double mobility_at(const Movement* m, int sq, double empty) noexcept nogil:
    return (slide_mobility(sq, False, m.rook, empty) + slide_mobility(sq, True, m.bishop, empty)
            + popcount(m.leap[sq]))


cdef double mean_mobility(const Movement* m, double empty) noexcept nogil:
    cdef double total = 0
    cdef int sq
    for sq in range(64):
        total += mobility_at(m, sq, empty)
    return total / 64


cdef bint color_bound(const Movement* m) noexcept nogil:
    """Whether the piece can never leave the squares of one colour."""
    cdef int sq
    if m.rook != NO_SLIDE:
        return False
    for sq in range(64):
        if m.leap[sq] & (LIGHT if not bit(sq) & LIGHT else ~LIGHT):
            return False
    return True


cdef void measure(SetupData* s) noexcept nogil:
    cdef Measure* of
    cdef const Movement* m
    cdef int color, i, t, sq
    for color in range(2):
        for i in range(s.officers[color].count):
            t = s.officers[color].type[i]
            m = &s.movement[color][t]
            of = &s.measure[color][t]
            of.crowded = mean_mobility(m, 0.68)
            of.open = mean_mobility(m, 0.80)
            of.usual = mean_mobility(m, 0.85)
            of.color_bound = color_bound(m)
            for sq in range(64):
                of.reach[sq] = mobility_at(m, sq, 0.85) - of.usual


cdef inline int slot_of(int t) noexcept nogil:
    """The army's slot of an officer, 0 to 3 for N B R Q."""
    if t == FOREIGN_KNIGHT:
        return 0
    if t == FOREIGN_BISHOP:
        return 1
    if t == FOREIGN_ROOK:
        return 2
    return 3 if t == FOREIGN_QUEEN else t - KNIGHT


cdef void weigh(Weights* w, int color, int t, const Measure* of) noexcept nogil:
    """Value, places and mobility of an officer from its movement.

    The value grows a little faster than the mean mobility on a half-filled board; the FIDE pieces give the
    scale (Knight 320 to Queen about 950). Colour-bound pieces are worth less alone.
    """
    cdef double knight_crowded = 5.25, growth = w.growth / 100.0
    cdef double scale = w.color_bound / 100.0 if of.color_bound else 1.0
    cdef int slot = slot_of(t), sq, n
    cdef double mg = w.officer_mg * pow(of.crowded / knight_crowded, growth) * scale + w.correction_mg[slot]
    cdef double eg = w.officer_eg * pow(of.open / knight_crowded, growth) * scale + w.correction_eg[slot]
    cdef double slope_mg, slope_eg, place, centre, saturated = w.saturated / 100.0, share = w.mobility[slot] / 100.0
    w.value[color][t] = <int16_t> max((mg + eg) / 2, 1)
    w.phase[color][t] = <int16_t> max(mg / 10, 0)
    if of.open <= 0:
        return
    slope_mg = w.slope_mg / 10.0 * share / of.crowded
    slope_eg = w.slope_eg / 10.0 * share / of.open
    for n in range(32):
        # Diminishing returns: the first squares matter most.
        w.mobility_mg[color][t][n] = <int16_t> (slope_mg * (n - of.crowded) * (1.0 if n < of.crowded else saturated))
        w.mobility_eg[color][t][n] = <int16_t> (slope_eg * (n - of.open) * (1.0 if n < of.open else saturated))
    for sq in range(64):
        centre = 3.0 - (abs(2 * (sq & 7) - 7) + abs(2 * (sq >> 3) - 7)) / 4.0
        place = of.reach[sq] * (w.reach_mg / 10.0) + centre * (w.centre_mg / 10.0)
        # Undeveloped officers stand on their first rank.
        if (sq >> 3) == (7 if color else 0) and mg < 450:
            place -= w.undeveloped
        w.square_mg[color][t][sq] = <int16_t> (mg + place)
        w.square_eg[color][t][sq] = <int16_t> (eg + of.reach[sq] * (w.reach_eg / 10.0) + centre * (w.centre_eg / 10.0))


cdef void prepare(const void* position, void* weights) noexcept nogil:
    cdef const SetupData* s = (<const HalfPosition*> position).setup
    cdef Weights* w = <Weights*> weights
    cdef int color, i, t, sq, rank, file, edge
    cdef bint both
    for i in range(128):
        w.danger_score[i] = min(i * i * w.danger // 500, w.most_danger)
    w.phase_total = 0
    for color in range(2):
        for i in range(s.officers[color].count):
            t = s.officers[color].type[i]
            weigh(w, color, t, &s.measure[color][t])
            if t < HAND_TYPES:
                both = s.movement[color][t].rook and s.movement[color][t].bishop
                w.phase_total += w.phase[color][t] * (1 if both else 2)
        w.value[color][PAWN] = 100
        w.value[color][KING] = 10000
        for sq in range(64):
            rank = 7 - (sq >> 3) if color else sq >> 3
            file = sq & 7
            edge = min(file, 7 - file)
            w.square_mg[color][PAWN][sq] = <int16_t> (w.pawn_mg + w.pawn_rank_mg[rank]
                                                      + w.pawn_file_mg[edge] * min(rank, 4) // 3)
            w.square_eg[color][PAWN][sq] = <int16_t> (w.pawn_eg + w.pawn_advance_eg * rank)
            w.square_mg[color][KING][sq] = <int16_t> (w.king_file_mg[edge] - w.king_rank_mg * min(rank, 4))
            w.square_eg[color][KING][sq] = <int16_t> (w.king_centre_eg
                                                      * (min(edge, 3) + min(min(rank, 7 - rank), 3)) - 30)
        for t in range(HAND_TYPES):
            w.hand[color][t] = <int16_t> (w.value[color][t] + w.hand_base + w.value[color][t] * w.hand_share // 160)


# --- Evaluation ---------------------------------------------------------------------------------------------


cdef inline Bitboard pawn_attack_set(Bitboard pawns, int color) noexcept nogil:
    if color == 0:
        return ((pawns & ~FILE_A) << 7) | ((pawns & ~FILE_H) << 9)
    return ((pawns & ~FILE_A) >> 9) | ((pawns & ~FILE_H) >> 7)


ctypedef struct Tally:
    int mg
    int eg
    int phase


cdef inline void judge_pawns(const HalfPosition* p, int color, Tally* tally) noexcept nogil:
    cdef Bitboard own = p.type[PAWN] & p.color[color], enemy = p.type[PAWN] & p.color[1 - color]
    cdef Bitboard left = own, supported = pawn_attack_set(own, color)
    cdef const Weights* w = p.weights
    cdef int sq, rank, ahead, bonus
    while left:
        sq = pop_lsb(&left)
        rank = 7 - (sq >> 3) if color else sq >> 3
        tally.mg += w.square_mg[color][PAWN][sq]
        tally.eg += w.square_eg[color][PAWN][sq]
        if own & (FILE_A << (sq & 7)) & passed_span[color][sq]:
            tally.mg -= w.doubled_mg
            tally.eg -= w.doubled_eg
        elif not enemy & passed_span[color][sq]:
            ahead = sq - 8 if color else sq + 8
            bonus = w.passed_eg[rank]
            # Who is nearer with the king, and whether it is blocked.
            bonus += (w.enemy_king * distance[ahead & 63][p.king[1 - color]]
                      - w.own_king * distance[ahead & 63][p.king[color]]) * rank // 24
            if p.board[ahead & 63] != NOTHING:
                bonus -= bonus // 4
            tally.mg += w.passed_mg[rank]
            tally.eg += bonus
        if not own & neighbour_files[sq & 7]:
            tally.mg -= w.isolated_mg
            tally.eg -= w.isolated_eg
        elif supported & bit(sq):
            tally.mg += w.supported_mg + w.chain_mg * rank
            tally.eg += w.supported_eg + w.chain_eg * rank


cdef inline int shelter(const HalfPosition* p, int color) noexcept nogil:
    """Pawns before the king, in middlegame centipawns."""
    cdef const Weights* w = p.weights
    cdef int king = p.king[color], file, score = 0
    cdef Bitboard own = p.type[PAWN] & p.color[color], span = passed_span[color][king], pawns
    for file in range(max((king & 7) - 1, 0), min((king & 7) + 1, 7) + 1):
        pawns = own & span & (FILE_A << file)
        if not pawns:
            score -= w.file_open if not p.type[PAWN] & (FILE_A << file) else w.file_bare
        else:
            score -= w.pawn_far * (abs(((msb(pawns) if color else lsb(pawns)) >> 3) - (king >> 3)) - 1)
    return score


cdef inline void judge_side(const HalfPosition* p, int color, Tally* tally) noexcept nogil:
    cdef const SetupData* s = p.setup
    cdef const Weights* w = p.weights
    cdef const Movement* m
    cdef Bitboard own = p.color[color], occ = own | p.color[1 - color]
    cdef Bitboard own_pawns = p.type[PAWN] & own, enemy_pawns = p.type[PAWN] & p.color[1 - color]
    cdef Bitboard safe = ~own & ~pawn_attack_set(enemy_pawns, 1 - color)
    cdef Bitboard zone = king_zone[1 - color][p.king[1 - color]], reach, left
    cdef int i, t, sq, n, attackers = 0, units = 0, bound = 0
    for i in range(s.officers[color].count):
        t = s.officers[color].type[i]
        left = p.type[t] & own
        if not left:
            continue
        m = &s.movement[color][t]
        while left:
            sq = pop_lsb(&left)
            reach = attacks(G, m, sq, occ)
            n = popcount(reach & safe)
            tally.mg += w.square_mg[color][t][sq] + w.mobility_mg[color][t][n & 31]
            tally.eg += w.square_eg[color][t][sq] + w.mobility_eg[color][t][n & 31]
            tally.phase += w.phase[color][t]
            if reach & zone:
                attackers += 1
                units += popcount(reach & zone) * (w.attack_light if w.value[color][t] < 420 else
                                                   w.attack_medium if w.value[color][t] < 700 else w.attack_heavy)
            if m.rook != NO_SLIDE and m.bishop == NO_SLIDE and not own_pawns & (FILE_A << (sq & 7)):
                n = w.rook_half_open if enemy_pawns & (FILE_A << (sq & 7)) else w.rook_open
                tally.mg += n if m.rook == FULL else n // 2
                tally.eg += n // 2
            if m.rook == NO_SLIDE and m.bishop != NO_SLIDE:
                bound |= 1 if bit(sq) & LIGHT else 2
    if bound == 3:
        tally.mg += w.pair_mg
        tally.eg += w.pair_eg
    judge_pawns(p, color, tally)
    tally.mg += w.square_mg[color][KING][p.king[color]] + shelter(p, color)
    tally.eg += w.square_eg[color][KING][p.king[color]]
    if s.drops:
        n = popcount(zone & ~occ)
        for t in range(HAND_TYPES):
            if p.hand[color][t]:
                tally.mg += p.hand[color][t] * w.hand[color][t]
                tally.eg += p.hand[color][t] * w.hand[color][t]
                attackers += 1
                units += w.attack_hand * (n if t != PAWN else n // 2)
    if attackers > 1:
        units = w.danger_score[min(units // 4, 127)]
        tally.mg += units
        if s.drops:
            tally.eg += units


cdef Score evaluate(const void* position) noexcept nogil:
    """Centipawns for the side to move: tapered material and place, mobility, pawns, kings, hands."""
    cdef const HalfPosition* p = <const HalfPosition*> position
    cdef Tally white, black
    cdef int phase, total = p.weights.phase_total, score, ahead
    white.mg = white.eg = white.phase = 0
    black.mg = black.eg = black.phase = 0
    judge_side(p, 0, &white)
    judge_side(p, 1, &black)
    phase = min(white.phase + black.phase, total)
    if total > 0:
        score = ((white.mg - black.mg) * phase + (white.eg - black.eg) * (total - phase)) // total
    else:
        score = white.eg - black.eg
    if not p.setup.drops:
        # Without pawns a small lead is hardly ever enough.
        ahead = 0 if score > 0 else 1
        if not p.type[PAWN] & p.color[ahead] and (white.phase - black.phase if ahead == 0 else
                                                  black.phase - white.phase) < 42:
            score = score // 4
    # Long stretches without progress tend to a draw.
    score = damped(score, p.clock)
    return (score if p.side == 0 else -score) + p.weights.tempo


# --- Exchanges ----------------------------------------------------------------------------------------------


cdef int gain(const void* position, Move move) noexcept nogil:
    cdef const HalfPosition* p = <const HalfPosition*> position
    cdef const Weights* w = p.weights
    cdef int kind = move_kind(move), taken = p.board[move_to(move)], result = 0
    if kind == DROP:
        return 0
    if taken != NOTHING:
        result = w.value[1 - p.side][taken]
    elif kind == EN_PASSANT:
        result = w.value[1 - p.side][PAWN]
    if kind == PROMOTION:
        result += w.value[p.side][move_promoted(move)] - w.value[p.side][PAWN]
    return result


cdef bint see(const void* position, Move move, int threshold) noexcept nogil:
    """Both sides take on the move's square with their least valuable piece as long as it pays."""
    cdef const HalfPosition* p = <const HalfPosition*> position
    cdef const SetupData* s = p.setup
    cdef const Weights* w = p.weights
    cdef Sliders sliders[2]
    cdef int to = move_to(move), side = p.side, balance, t, best, i
    cdef int kind = move_kind(move), piece = move_piece(move)
    cdef Bitboard occ = p.color[0] | p.color[1], attackers, own, found
    balance = gain(position, move) - threshold
    if balance < 0:
        return False
    if kind == PROMOTION:
        piece = move_promoted(move)
    balance -= w.value[side][piece]
    if balance >= 0:
        return True
    if kind != DROP:
        occ ^= bit(move_from(move))
    if kind == EN_PASSANT:
        occ ^= bit(to ^ 8)
    occ |= bit(to)
    sliders[0] = sliders_of(p, 0)
    sliders[1] = sliders_of(p, 1)
    found = leap_attackers(G, p, to, 0) | leap_attackers(G, p, to, 1)
    while True:
        side ^= 1
        attackers = (found | slide_attackers(G, &sliders[0], to, occ) | slide_attackers(G, &sliders[1], to, occ)) & occ
        own = attackers & p.color[side] & ~bit(to)
        if not own:
            break
        best = KING
        if own & p.type[PAWN]:
            best = PAWN
        else:
            for i in range(s.officers[side].count):
                t = s.officers[side].type[i]
                if own & p.type[t] and w.value[side][t] < w.value[side][best]:
                    best = t
        if best == KING and attackers & p.color[1 - side] & ~bit(to):
            break       # a king may not take a guarded piece
        occ ^= bit(lsb(own & p.type[best]))
        balance = -balance - 1 - w.value[side][best]
        if balance >= 0:
            return side == p.side
    return side != p.side       # who cannot, or must not, take back has lost the exchange
