"""The evaluation weights of the Half Chess family, and the piece values derived from them.

No piece type has a fixed value. Values, piece-square tables and mobility scores are computed from how a piece moves, so
they exist for every possible augmented piece (docs/rules/half-chess-family.md A1).
"""
from libc.math cimport pow
from libc.stdint cimport int16_t

from oddfish.cext.core.bits cimport Bitboard, bit, pop_lsb, popcount
from oddfish.cext.core.geometry cimport LIGHT_SQUARES, tables
from oddfish.cext.halfchess.position cimport (FOREIGN_BISHOP, FOREIGN_KNIGHT, FOREIGN_QUEEN, FOREIGN_ROOK, FULL,
                                              HAND_TYPES, KING, KNIGHT, NO_SLIDE, PAWN, HalfPosition, MeanMobility,
                                              Movement, SetupData, Weights)

from oddfish.cext.core.terms import declared, each, one

cdef enum:
    PAWN_VALUE = 100        # in exchanges
    KING_VALUE = 10000
    LIGHT = 450             # officers below this middlegame value are light

# The probability that a square is empty.
cdef double EMPTY_MIDDLEGAME = 0.68
cdef double EMPTY_ENDGAME = 0.80
cdef double EMPTY_OPEN_BOARD = 0.85

_SLOTS = "NBRQ"

cdef Weights LAYOUT

TERMS = declared(
    <char*> &LAYOUT.danger_score - <char*> &LAYOUT,
    # An officer's value: a FIDE Knight's value times (its mean mobility / a Knight's) to the power of growth (in
    # hundredths), reduced to color_bound per cent if it is colour-bound, plus a correction by slot.
    one("officer_mg", 325, 150, 700),
    one("officer_eg", 315, 150, 700),
    one("growth", 113, 60, 180),
    one("color_bound", 93, 60, 130),
    each("correction_mg", _SLOTS, (0, 0, 0, 0), -200, 200),
    each("correction_eg", _SLOTS, (0, 0, 0, 0), -200, 200),
    # Mobility: tenths of a centipawn from no mobility up to the mean, scaled by slot (per cent), and beyond the mean by
    # saturated (per cent).
    one("slope_mg", 220, 0, 1000),
    one("slope_eg", 240, 0, 1000),
    each("mobility", _SLOTS, (100, 100, 100, 100), 0, 300),
    one("saturated", 80, 0, 200),
    # Placement: tenths of a centipawn for each square reached above the mean, and for nearness to the centre.
    one("reach_mg", 30, -50, 200),
    one("reach_eg", 20, -50, 200),
    one("centre_mg", 30, -50, 200),
    one("centre_eg", 25, -50, 200),
    one("undeveloped", 8, -30, 60),     # a light officer on its first rank
    # A piece in hand can go anywhere but does nothing yet: a bonus, plus 160ths of its value.
    one("hand_base", 12, -100, 150),
    one("hand_share", 10, -80, 120),
    one("pawn_mg", 82, 40, 200),
    one("pawn_eg", 108, 40, 250),
    one("pawn_advance_eg", 3, -10, 30),
    each("pawn_rank_mg", range(1, 9), (0, 0, 0, 4, 10, 18, 30, 0), -40, 150, fixed=(1, 8)),
    each("pawn_file_mg", "abcd", (-6, -2, 2, 8), -40, 40),
    each("passed_mg", range(1, 9), (0, 4, 6, 14, 32, 60, 90, 0), -40, 300, fixed=(1, 8)),
    each("passed_eg", range(1, 9), (0, 10, 16, 32, 62, 110, 165, 0), -40, 500, fixed=(1, 8)),
    # Passed pawns: 24ths of a centipawn times the rank, for each step from a king to the square in front of the pawn.
    one("enemy_king", 40, -20, 200),
    one("own_king", 16, -20, 200),
    one("doubled_mg", 8, -20, 60),
    one("doubled_eg", 18, -20, 80),
    one("isolated_mg", 10, -20, 60),
    one("isolated_eg", 13, -20, 80),
    # A pawn protected by another pawn: a bonus, plus one for each rank.
    one("supported_mg", 5, -20, 60),
    one("supported_eg", 4, -20, 60),
    one("chain_mg", 2, -10, 30),
    one("chain_eg", 1, -10, 30),
    each("king_file_mg", "abcd", (10, 18, 6, -8), -60, 80),
    one("king_rank_mg", 22, -20, 80),
    one("king_centre_eg", 10, -20, 60),
    # Files next to the king: without pawns; without own pawns; for each rank between king and pawn.
    one("file_open", 26, -20, 120),
    one("file_bare", 18, -20, 120),
    one("pawn_far", 6, -20, 60),
    one("rook_open", 20, -30, 100),
    one("rook_half_open", 10, -30, 100),
    one("pair_mg", 24, -50, 150),
    one("pair_eg", 40, -50, 200),
    # King danger: quarters of attack units for each attacked square of the king's zone, by the attacker's value.
    one("attack_light", 8, 0, 48),
    one("attack_medium", 12, 0, 48),
    one("attack_heavy", 16, 0, 64),
    one("attack_hand", 4, 0, 32),
    one("danger", 100, 0, 600),         # 500ths of a centipawn for each unit squared
    one("most_danger", 700, 50, 2500),
    one("tempo", 14, 0, 120),           # for the side to move
)


# --- Mean mobility ------------------------------------------------------------------------------------------


cdef double slide_mobility(int sq, bint diagonal, int kind, double empty) noexcept nogil:
    """The expected number of squares a slider attacks if each square is empty with probability ``empty``."""
    cdef double total = 0
    cdef Bitboard reach
    cdef int to
    if kind == NO_SLIDE:
        return 0
    if diagonal:
        reach = tables.bishop_rays[sq] if kind == FULL else tables.half_bishop[sq].table[0]
    else:
        reach = tables.rook_rays[sq] if kind == FULL else tables.half_rook[sq].table[0]
    while reach:
        to = pop_lsb(&reach)
        total += pow(empty, popcount(tables.between[sq][to]))
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
        if m.leap[sq] & (LIGHT_SQUARES if not bit(sq) & LIGHT_SQUARES else ~LIGHT_SQUARES):
            return False
    return True


cdef void fill_mobility(SetupData* s) noexcept nogil:
    """Fill in the mean mobility of both sides' officers."""
    cdef MeanMobility* mean
    cdef const Movement* m
    cdef int color, i, t, sq
    for color in range(2):
        for i in range(s.officers[color].count):
            t = s.officers[color].type[i]
            m = &s.movement[color][t]
            mean = &s.mobility[color][t]
            mean.middlegame = mean_mobility(m, EMPTY_MIDDLEGAME)
            mean.endgame = mean_mobility(m, EMPTY_ENDGAME)
            mean.open_board = mean_mobility(m, EMPTY_OPEN_BOARD)
            mean.color_bound = color_bound(m)
            for sq in range(64):
                mean.above_mean[sq] = mobility_at(m, sq, EMPTY_OPEN_BOARD) - mean.open_board


# --- Derived weights ----------------------------------------------------------------------------------------


cdef inline int slot_of(int t) noexcept nogil:
    """An officer's slot in its army: 0 to 3 for N B R Q."""
    if t == FOREIGN_KNIGHT:
        return 0
    if t == FOREIGN_BISHOP:
        return 1
    if t == FOREIGN_ROOK:
        return 2
    return 3 if t == FOREIGN_QUEEN else t - KNIGHT


cdef void set_officer(Weights* w, int color, int t, const MeanMobility* mean) noexcept nogil:
    """Set an officer's value, piece-square table and mobility scores.

    The value grows slightly faster than the mean mobility. On this scale a FIDE Knight is worth 320 and a Queen about
    950.
    """
    cdef double knight_mobility = 5.25, growth = w.growth / 100.0
    cdef double scale = w.color_bound / 100.0 if mean.color_bound else 1.0
    cdef int slot = slot_of(t), sq, n
    cdef double mg = w.officer_mg * pow(mean.middlegame / knight_mobility, growth) * scale + w.correction_mg[slot]
    cdef double eg = w.officer_eg * pow(mean.endgame / knight_mobility, growth) * scale + w.correction_eg[slot]
    cdef double slope_mg, slope_eg, factor_mg, factor_eg, reach, centre, place_mg
    cdef double saturated = w.saturated / 100.0, share = w.mobility[slot] / 100.0
    w.value[color][t] = <int16_t> max((mg + eg) / 2, 1)
    w.phase[color][t] = <int16_t> max(mg / 10, 0)
    if mean.endgame <= 0:
        return
    slope_mg = w.slope_mg / 10.0 * share / mean.middlegame
    slope_eg = w.slope_eg / 10.0 * share / mean.endgame
    for n in range(32):
        # Diminishing returns: the first squares matter most.
        factor_mg = 1.0 if n < mean.middlegame else saturated
        factor_eg = 1.0 if n < mean.endgame else saturated
        w.mobility_mg[color][t][n] = <int16_t> (slope_mg * (n - mean.middlegame) * factor_mg)
        w.mobility_eg[color][t][n] = <int16_t> (slope_eg * (n - mean.endgame) * factor_eg)
    for sq in range(64):
        centre = 3.0 - (abs(2 * (sq & 7) - 7) + abs(2 * (sq >> 3) - 7)) / 4.0
        reach = mean.above_mean[sq]
        place_mg = reach * (w.reach_mg / 10.0) + centre * (w.centre_mg / 10.0)
        if (sq >> 3) == (7 if color else 0) and mg < LIGHT:
            place_mg -= w.undeveloped
        w.square_mg[color][t][sq] = <int16_t> (mg + place_mg)
        w.square_eg[color][t][sq] = <int16_t> (eg + reach * (w.reach_eg / 10.0) + centre * (w.centre_eg / 10.0))


cdef void prepare_weights(const void* position, void* weights) noexcept nogil:
    """Derive the tables from the terms, for the armies of the position's game."""
    cdef const SetupData* s = (<const HalfPosition*> position).setup
    cdef Weights* w = <Weights*> weights
    cdef int color, i, t, sq, rank, file, edge
    cdef bint queen
    for i in range(128):
        w.danger_score[i] = min(i * i * w.danger // 500, w.most_danger)
    w.phase_total = 0
    for color in range(2):
        for i in range(s.officers[color].count):
            t = s.officers[color].type[i]
            set_officer(w, color, t, &s.mobility[color][t])
            if t < HAND_TYPES:
                queen = s.movement[color][t].rook and s.movement[color][t].bishop
                w.phase_total += w.phase[color][t] * (1 if queen else 2)
        w.value[color][PAWN] = PAWN_VALUE
        w.value[color][KING] = KING_VALUE
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
