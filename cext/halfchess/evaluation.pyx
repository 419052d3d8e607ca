"""Evaluation and static exchange evaluation of the Half Chess family."""

from oddfish.cext.core.bits cimport Bitboard, bit, lsb, msb, pop_lsb, popcount
from oddfish.cext.core.geometry cimport FILE_A, FILE_H, LIGHT_SQUARES, tables
from oddfish.cext.core.packed_move cimport DROP, EN_PASSANT, PROMOTION, move_from, move_kind, move_to
from oddfish.cext.core.types cimport Move, Score
from oddfish.cext.halfchess.attacks cimport Sliders, attacks, leaper_attackers, slider_attackers, sliders_of
from oddfish.cext.halfchess.position cimport (FULL, HAND_TYPES, KING, NO_PIECE, NO_SLIDE, PAWN, HalfPosition, Movement,
                                              SetupData, Weights, move_piece, move_promoted)

# Filled in at import, by colour and square.
cdef Bitboard king_zone[2][64]          # the king's neighbourhood and the rank in front of it
cdef Bitboard passed_span[2][64]        # squares where enemy pawns could stop or capture a passed pawn
cdef Bitboard neighbour_files[8]
cdef int distance[64][64]               # in king moves

cdef enum:
    MEDIUM = 420            # lowest value of a medium attacker
    HEAVY = 700             # lowest value of a heavy attacker
    WINNING_PHASE = 42      # lead in phase (tens of centipawns) that can win without pawns


cdef void set_up() noexcept nogil:
    cdef int sq, to, color, rank, file
    cdef Bitboard ring, ahead
    for file in range(8):
        neighbour_files[file] = ((FILE_A << file - 1) if file else 0) | ((FILE_A << file + 1) if file < 7 else 0)
    for sq in range(64):
        file = sq & 7
        rank = sq >> 3
        ring = tables.king[sq] | bit(sq)
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

# --- Evaluation ---------------------------------------------------------------------------------------------


cdef inline Bitboard pawn_attacks(Bitboard pawns, int color) noexcept nogil:
    if color == 0:
        return ((pawns & ~FILE_A) << 7) | ((pawns & ~FILE_H) << 9)
    return ((pawns & ~FILE_A) >> 9) | ((pawns & ~FILE_H) >> 7)


# One side's score before tapering.
ctypedef struct SideScore:
    int mg
    int eg
    int phase


cdef inline void evaluate_pawns(const HalfPosition* p, int color, SideScore* score) noexcept nogil:
    cdef Bitboard own = p.type[PAWN] & p.color[color], enemy = p.type[PAWN] & p.color[1 - color]
    cdef Bitboard left = own, supported = pawn_attacks(own, color)
    cdef const Weights* w = p.weights
    cdef int sq, rank, ahead, bonus
    while left:
        sq = pop_lsb(&left)
        rank = 7 - (sq >> 3) if color else sq >> 3
        score.mg += w.square_mg[color][PAWN][sq]
        score.eg += w.square_eg[color][PAWN][sq]
        if own & (FILE_A << (sq & 7)) & passed_span[color][sq]:
            score.mg -= w.doubled_mg
            score.eg -= w.doubled_eg
        elif not enemy & passed_span[color][sq]:
            ahead = sq - 8 if color else sq + 8
            bonus = w.passed_eg[rank]
            # The kings' distances, and whether the pawn is blocked.
            bonus += (w.enemy_king * distance[ahead & 63][p.king[1 - color]]
                      - w.own_king * distance[ahead & 63][p.king[color]]) * rank // 24
            if p.board[ahead & 63] != NO_PIECE:
                bonus -= bonus // 4
            score.mg += w.passed_mg[rank]
            score.eg += bonus
        if not own & neighbour_files[sq & 7]:
            score.mg -= w.isolated_mg
            score.eg -= w.isolated_eg
        elif supported & bit(sq):
            score.mg += w.supported_mg + w.chain_mg * rank
            score.eg += w.supported_eg + w.chain_eg * rank


cdef inline int pawn_shelter(const HalfPosition* p, int color) noexcept nogil:
    """The pawns in front of the king, in middlegame centipawns."""
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


cdef inline void evaluate_side(const HalfPosition* p, int color, SideScore* score) noexcept nogil:
    cdef const SetupData* s = p.setup
    cdef const Weights* w = p.weights
    cdef const Movement* m
    cdef Bitboard own = p.color[color], occ = own | p.color[1 - color]
    cdef Bitboard own_pawns = p.type[PAWN] & own, enemy_pawns = p.type[PAWN] & p.color[1 - color]
    cdef Bitboard safe = ~own & ~pawn_attacks(enemy_pawns, 1 - color)
    cdef Bitboard zone = king_zone[1 - color][p.king[1 - color]], reach, left
    cdef int i, t, sq, n, danger, attackers = 0, attack_units = 0, bishop_colors = 0
    for i in range(s.officers[color].count):
        t = s.officers[color].type[i]
        left = p.type[t] & own
        if not left:
            continue
        m = &s.movement[color][t]
        while left:
            sq = pop_lsb(&left)
            reach = attacks(m, sq, occ)
            n = min(popcount(reach & safe), 31)
            score.mg += w.square_mg[color][t][sq] + w.mobility_mg[color][t][n]
            score.eg += w.square_eg[color][t][sq] + w.mobility_eg[color][t][n]
            score.phase += w.phase[color][t]
            if reach & zone:
                attackers += 1
                attack_units += popcount(reach & zone) * (w.attack_light if w.value[color][t] < MEDIUM else
                                                          w.attack_medium if w.value[color][t] < HEAVY else
                                                          w.attack_heavy)
            if m.rook != NO_SLIDE and m.bishop == NO_SLIDE and not own_pawns & (FILE_A << (sq & 7)):
                n = w.rook_half_open if enemy_pawns & (FILE_A << (sq & 7)) else w.rook_open
                score.mg += n if m.rook == FULL else n // 2
                score.eg += n // 2
            if m.rook == NO_SLIDE and m.bishop != NO_SLIDE:
                bishop_colors |= 1 if bit(sq) & LIGHT_SQUARES else 2
    if bishop_colors == 3:
        score.mg += w.pair_mg
        score.eg += w.pair_eg
    evaluate_pawns(p, color, score)
    score.mg += w.square_mg[color][KING][p.king[color]] + pawn_shelter(p, color)
    score.eg += w.square_eg[color][KING][p.king[color]]
    if s.drops:
        n = popcount(zone & ~occ)
        for t in range(HAND_TYPES):
            if p.hand[color][t]:
                score.mg += p.hand[color][t] * w.hand[color][t]
                score.eg += p.hand[color][t] * w.hand[color][t]
                attackers += 1
                attack_units += w.attack_hand * (n if t != PAWN else n // 2)
    if attackers > 1:
        danger = w.danger_score[min(attack_units // 4, 127)]
        score.mg += danger
        if s.drops:
            score.eg += danger


cdef Score evaluate(const void* position) noexcept nogil:
    """Material, placement, mobility, pawns, king safety and hands, tapered from middlegame to endgame."""
    cdef const HalfPosition* p = <const HalfPosition*> position
    cdef SideScore white, black
    cdef int phase, total = p.weights.phase_total, score, ahead
    white.mg = white.eg = white.phase = 0
    black.mg = black.eg = black.phase = 0
    evaluate_side(p, 0, &white)
    evaluate_side(p, 1, &black)
    phase = min(white.phase + black.phase, total)
    if total > 0:
        score = ((white.mg - black.mg) * phase + (white.eg - black.eg) * (total - phase)) // total
    else:
        score = white.eg - black.eg
    if not p.setup.drops:
        # Without pawns a small lead rarely wins.
        ahead = 0 if score > 0 else 1
        if not p.type[PAWN] & p.color[ahead] and (white.phase - black.phase if ahead == 0 else
                                                  black.phase - white.phase) < WINNING_PHASE:
            score = score // 4
    return (score if p.side == 0 else -score) + p.weights.tempo


cdef Score material(const void* position) noexcept nogil:
    """Material on the board and in hand, for the side to move: the baseline for the full evaluation."""
    cdef const HalfPosition* p = <const HalfPosition*> position
    cdef const Weights* w = p.weights
    cdef int score[2]
    cdef int color, i, t
    for color in range(2):
        score[color] = w.value[color][PAWN] * popcount(p.type[PAWN] & p.color[color])
        for i in range(p.setup.officers[color].count):
            t = p.setup.officers[color].type[i]
            score[color] += w.value[color][t] * popcount(p.type[t] & p.color[color])
        for t in range(HAND_TYPES):
            score[color] += w.value[color][t] * p.hand[color][t]
    return score[p.side] - score[1 - p.side]


# --- Exchanges ----------------------------------------------------------------------------------------------


cdef int gain(const void* position, Move move) noexcept nogil:
    cdef const HalfPosition* p = <const HalfPosition*> position
    cdef const Weights* w = p.weights
    cdef int kind = move_kind(move), taken = p.board[move_to(move)], result = 0
    if kind == DROP:
        return 0
    if taken != NO_PIECE:
        result = w.value[1 - p.side][taken]
    elif kind == EN_PASSANT:
        result = w.value[1 - p.side][PAWN]
    if kind == PROMOTION:
        result += w.value[p.side][move_promoted(move)] - w.value[p.side][PAWN]
    return result


cdef bint see(const void* position, Move move, int threshold) noexcept nogil:
    """Both sides keep capturing on the target square with their least valuable piece, as long as that gains
    material."""
    cdef const HalfPosition* p = <const HalfPosition*> position
    cdef const SetupData* s = p.setup
    cdef const Weights* w = p.weights
    cdef Sliders sliders[2]
    cdef int to = move_to(move), side = p.side, balance, t, best, i
    cdef int kind = move_kind(move), piece = move_piece(move)
    cdef Bitboard occ = p.color[0] | p.color[1], attackers, own, leapers
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
    leapers = leaper_attackers(p, to, 0) | leaper_attackers(p, to, 1)
    while True:
        side ^= 1
        attackers = (leapers | slider_attackers(&sliders[0], to, occ)
                     | slider_attackers(&sliders[1], to, occ)) & occ
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
            break       # a king may not capture a protected piece
        occ ^= bit(lsb(own & p.type[best]))
        balance = -balance - 1 - w.value[side][best]
        if balance >= 0:
            return side == p.side
    return side != p.side       # the side that cannot recapture has lost the exchange
