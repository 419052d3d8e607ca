"""Evaluation and exchanges of Tandem-84.

A piece works on two boards: on its own, and after a drop from the corresponding square of the other one while that is
vacant. The evaluation counts both, the second at half the weight, for mobility, for pieces that can be taken and for
the squares about a king, which is in danger on the board it stands on only.
"""
from oddfish.cext.core.bits cimport Bitboard, bit, lsb, pop_lsb, popcount
from oddfish.cext.core.fifty_moves cimport damped
from oddfish.cext.tandem.position cimport (FIRST, GHOST, HALF_BITS, KING, KNIGHT, NOTHING, PAWN, Part, TandemPosition,
                                  Weights, attackers, occupied, reach, second_of, unpack)
from oddfish.cext.tandem.geometry cimport FILES, RANKS, SQUARES, Board42, board42
from oddfish.cext.tandem.moves cimport make
from oddfish.cext.core.types cimport Move, Score

from oddfish.cext.core.terms import declared, each, one

cdef const Board42* G = board42()

cdef Bitboard FILE_A = 0x1041041041
cdef Bitboard FILE_F = 0x20820820820

cdef Weights LAYOUT

_TYPES = "PNBRQCMGK"

TERMS = declared(
    <char*> &LAYOUT.danger_score - <char*> &LAYOUT,
    each("value", _TYPES, (100, 320, 310, 470, 860, 700, 880, 270, 10000), 20, 3000, fixed="K"),
    one("peaceful", 140, 0, 1000),      # a Ghost that takes nothing
    # For each square a piece reaches on its own board, in eighths of a centipawn; per cent of that after a drop.
    each("mobility", _TYPES, (0, 48, 48, 32, 24, 32, 24, 24, 0), -16, 200, fixed="PK"),
    one("dropped", 50, 0, 150),
    each("centre", _TYPES, (2, 7, 4, 1, 1, 4, 2, 2, -8), -40, 60),      # for each ring from the edge
    each("attack", _TYPES, (1, 3, 3, 4, 6, 5, 6, 2, 0), 0, 30, fixed="PGK"),    # units on the squares about a king
    each("advanced", range(1, 8), (0, 0, 4, 13, 32, 80, 0), -60, 400, fixed=(1, 7)),    # a pawn by its rank
    each("passed", range(1, 8), (0, 4, 8, 18, 36, 70, 0), -60, 400, fixed=(1, 7)),
    one("threat", 100, -100, 500),      # six hundredths of what can be taken and is not guarded
    one("loose", 6, -50, 100),          # what can be taken and is guarded by a drop alone
    one("shelter", 5, -30, 100),        # an own piece beside the king ...
    one("shelter_pawn", 7, -30, 100),   # ... and more for a pawn
    one("tempo", 16, 0, 150),           # for each move of the turn still to be made
    one("danger", 100, 0, 800),         # eight hundredths of a centipawn for the square of the units on a king
    one("most_danger", 400, 20, 3000),
)

cdef int ring[SQUARES]                  # 0 on the edge, 2 in the middle
cdef Bitboard zone[SQUARES]             # a king's square and those beside it
cdef Bitboard passed_span[2][SQUARES]   # squares whose enemy pawns would stop or take the pawn


cdef void set_up() noexcept nogil:
    cdef int sq, to, file, rank, color
    for sq in range(SQUARES):
        file = sq % FILES
        rank = sq // FILES
        ring[sq] = min(min(file, FILES - 1 - file), min(rank, RANKS - 1 - rank))
        zone[sq] = G.king[sq] | bit(sq)
        for color in range(2):
            passed_span[color][sq] = 0
            for to in range(SQUARES):
                if abs(to % FILES - file) <= 1 and (to // FILES < rank if color else to // FILES > rank):
                    passed_span[color][sq] |= bit(to)


set_up()


cdef void prepare(const void* position, void* weights) noexcept nogil:
    cdef Weights* w = <Weights*> weights
    cdef int i
    for i in range(128):
        w.danger_score[i] = min(i * i * w.danger // 800, w.most_danger)


# --- Evaluation ---------------------------------------------------------------------------------------------


cdef inline int worth(const TandemPosition* p, int t) noexcept nogil:
    return p.weights.peaceful if t == GHOST and not p.setup.captures else p.weights.value[t]


cdef Score material(const void* position) noexcept nogil:
    """Material alone, for the side to move: what the full evaluation is measured against."""
    cdef const TandemPosition* p = <const TandemPosition*> position
    cdef int score = 0, t, board
    for board in range(2):
        for t in range(KING):
            score += worth(p, t) * (popcount(p.type[board][t] & p.color[board][0])
                                    - popcount(p.type[board][t] & p.color[board][1]))
    return -score if p.side else score


cdef inline Bitboard pawn_attacks(Bitboard pawns, int color) noexcept nogil:
    if color == 0:
        return ((pawns & ~FILE_A) << 5) | ((pawns & ~FILE_F) << 7)
    return ((pawns & ~FILE_A) >> 7) | ((pawns & ~FILE_F) >> 5)


# What one side does on each board.
ctypedef struct View:
    int score
    int moves               # mobility, in eighths of a centipawn
    int units               # of attack on the enemy's king
    int attackers
    Bitboard pawns[2]       # attacked by pawns that stand there
    Bitboard by[2]          # attacked by pieces that stand there
    Bitboard dropped[2]     # attacked by pieces of the other board that can drop


cdef inline void judge_piece(const TandemPosition* p, int color, View* view, const View* enemy, int board, int t,
                             int sq) noexcept nogil:
    cdef const Weights* w = p.weights
    cdef int them = 1 - color, other = 1 - board
    cdef Bitboard occ = occupied(p, board), occ_other = occupied(p, other), here, there, near
    here = reach(G, t, sq, occ)
    view.by[board] |= here
    view.score += w.centre[t] * ring[sq]
    view.moves += w.mobility[t] * popcount(here & ~p.color[board][color] & ~enemy.pawns[board])
    if p.home[them] == board:
        near = here & zone[p.king[them]]
        if near:
            view.attackers += 2
            view.units += w.attack[t] + popcount(near)
    if occ_other & bit(sq):
        return
    there = reach(G, t, sq, occ_other)
    view.dropped[other] |= there
    # in whole centipawns a piece
    view.moves += w.mobility[t] * popcount(there & ~p.color[other][color] & ~enemy.pawns[other]) * w.dropped // 800 * 8
    if p.home[them] == other:
        near = there & zone[p.king[them]]
        if near:
            view.attackers += 1
            view.units += (w.attack[t] + popcount(near)) // 2


cdef inline void judge_ghost(const TandemPosition* p, int color, View* view, int board, int sq) noexcept nogil:
    cdef int other = 1 - board
    view.score += p.weights.centre[GHOST] * ring[sq]
    view.moves += p.weights.mobility[GHOST] * popcount(G.king[sq] & ~occupied(p, board))
    if p.setup.captures:
        view.by[board] |= G.king[sq]
        if not occupied(p, other) & bit(sq):
            view.dropped[other] |= G.king[sq]


cdef inline void judge_pawns(const TandemPosition* p, int color, View* view, int board) noexcept nogil:
    cdef Bitboard left = p.type[board][PAWN] & p.color[board][color], vacant
    cdef Bitboard enemies = p.type[board][PAWN] & p.color[board][1 - color]
    cdef const Weights* w = p.weights
    cdef int sq, rank
    view.by[board] |= view.pawns[board]
    vacant = left & ~occupied(p, 1 - board)
    view.dropped[1 - board] |= pawn_attacks(vacant, color)
    while left:
        sq = pop_lsb(&left)
        rank = RANKS - 1 - sq // FILES if color else sq // FILES
        view.score += w.advanced[rank] + w.centre[PAWN] * min(sq % FILES, FILES - 1 - sq % FILES)
        if not enemies & passed_span[color][sq]:
            view.score += w.passed[rank] if not vacant & bit(sq) else w.passed[rank] * 5 // 4


cdef void judge(const TandemPosition* p, int color, View* view, const View* enemy) noexcept nogil:
    cdef Bitboard left
    cdef int board, t
    for board in range(2):
        for t in range(KNIGHT, GHOST):
            left = p.type[board][t] & p.color[board][color]
            view.score += p.weights.value[t] * popcount(left)
            while left:
                judge_piece(p, color, view, enemy, board, t, pop_lsb(&left))
        left = p.type[board][GHOST] & p.color[board][color]
        view.score += worth(p, GHOST) * popcount(left)
        while left:
            judge_ghost(p, color, view, board, pop_lsb(&left))
        view.score += p.weights.value[PAWN] * popcount(p.type[board][PAWN] & p.color[board][color])
        judge_pawns(p, color, view, board)
    view.by[p.home[color]] |= G.king[p.king[color]]


cdef inline int threats(const TandemPosition* p, int color, const View* view, const View* enemy) noexcept nogil:
    """Enemy pieces that could be taken on either board: those nobody guards, and those pawns attack."""
    cdef Bitboard targets, officers
    cdef int board, t, score = 0
    for board in range(2):
        officers = p.color[board][1 - color] & ~(p.type[board][KING] | p.type[board][PAWN])
        targets = (view.by[board] | view.dropped[board]) & p.color[board][1 - color] & ~p.type[board][KING]
        targets &= ~(enemy.by[board] | enemy.dropped[board]) | officers & view.pawns[board]
        for t in range(KING):
            score += worth(p, t) * popcount(targets & p.type[board][t]) * p.weights.threat // 600
        # Guarded by a drop alone, it is guarded as long as that square stays vacant.
        targets = view.by[board] & officers & ~enemy.by[board] & enemy.dropped[board]
        score += p.weights.loose * popcount(targets)
    return score


cdef inline int shelter(const TandemPosition* p, int color) noexcept nogil:
    """Own pieces about the king, pawns before all."""
    cdef const Weights* w = p.weights
    cdef int home = p.home[color], king = p.king[color]
    cdef Bitboard near = G.king[king] & p.color[home][color]
    return (w.shelter * popcount(near) + w.shelter_pawn * popcount(near & p.type[home][PAWN])
            + w.centre[KING] * ring[king])


cdef Score evaluate(const void* position) noexcept nogil:
    """Centipawns for the side to move: material, places, mobility and threats on both boards, pawns, kings.

    Inside a turn a second move is compulsory, but hardly ever does harm: standing pat assumes a quiet one."""
    cdef const TandemPosition* p = <const TandemPosition*> position
    cdef View views[2]
    cdef int color, board, score, heavy
    for color in range(2):
        views[color].score = views[color].moves = views[color].units = views[color].attackers = 0
        for board in range(2):
            views[color].by[board] = views[color].dropped[board] = 0
            views[color].pawns[board] = pawn_attacks(p.type[board][PAWN] & p.color[board][color], color)
    judge(p, 0, &views[0], &views[1])
    judge(p, 1, &views[1], &views[0])
    for color in range(2):
        if views[color].attackers > 2:
            views[color].score += p.weights.danger_score[min(views[color].units, 127)]
        heavy = 0
        for board in range(2):
            heavy += popcount(p.color[board][1 - color] & ~(p.type[board][PAWN] | p.type[board][GHOST]))
        views[color].score += shelter(p, color) * min(heavy, 8) // 8
        views[color].score += threats(p, color, &views[color], &views[1 - color])
    score = views[0].score - views[1].score + views[0].moves // 8 - views[1].moves // 8
    score = damped(score, p.clock)
    return (score if p.side == 0 else -score) + p.weights.tempo * (2 if p.stage == FIRST else 1)


# --- Exchanges ----------------------------------------------------------------------------------------------


cdef inline int gain_of(const TandemPosition* p, const Part* m) noexcept nogil:
    cdef int taken = p.board[m.onto][m.to], result = 0
    if p.color[m.onto][1 - p.side] & bit(m.to):
        result = worth(p, taken)
    elif taken == NOTHING and p.board[m.board][m.origin] == PAWN and abs(m.to - m.origin) % FILES:
        result = p.weights.value[PAWN]      # en passant
    if m.promoted:
        result += worth(p, m.promoted) - p.weights.value[PAWN]
    return result


cdef int gain(const void* position, Move move) noexcept nogil:
    cdef Part m = unpack(move)
    return gain_of(<const TandemPosition*> position, &m)


cdef bint see(const void* position, Move move, int threshold) noexcept nogil:
    """Both sides take on the move's square with their least valuable piece as long as it pays, pieces of the other
    board that can drop among them. Pieces that change places take nothing and count as safe."""
    cdef const TandemPosition* p = <const TandemPosition*> position
    cdef Part m = unpack(move)
    cdef int side = p.side, balance = gain_of(p, &m) - threshold, board = m.onto, other = 1 - m.onto
    cdef int piece, best, t, from_
    cdef Bitboard occ
    cdef Bitboard own[2]            # that stand on the board, and that can drop to it
    cdef Bitboard dropping[2]       # by colour
    if balance < 0:
        return False
    if p.color[board][side] & bit(m.to):
        return True
    piece = p.board[m.board][m.origin]
    balance -= worth(p, m.promoted if m.promoted else piece)
    if balance >= 0:
        return True
    occ = occupied(p, board) | bit(m.to)
    if m.board == board:
        occ ^= bit(m.origin)
    if piece == PAWN and p.board[board][m.to] == NOTHING and abs(m.to - m.origin) % FILES:
        occ ^= bit(m.to + FILES if side else m.to - FILES)
    for t in range(2):
        dropping[t] = attackers(G, p, other, m.to, t, occ) & ~occ & ~p.type[other][KING]
    if m.board == other:
        dropping[side] &= ~bit(m.origin)
    while True:
        side ^= 1
        own[0] = attackers(G, p, board, m.to, side, occ) & occ & ~bit(m.to)
        own[1] = dropping[side]
        if not own[0] | own[1]:
            break
        best = KING
        from_ = 0
        for t in range(KING):
            if worth(p, t) < worth(p, best):
                if own[0] & p.type[board][t]:
                    best = t
                    from_ = 0
                elif own[1] & p.type[other][t]:
                    best = t
                    from_ = 1
        if best == KING and (attackers(G, p, board, m.to, 1 - side, occ) & occ & ~bit(m.to) | dropping[1 - side]):
            break       # a king may not take a guarded piece
        if from_:
            dropping[side] ^= bit(lsb(own[1] & p.type[other][best]))
        else:
            occ ^= bit(lsb(own[0] & p.type[board][best]))
        balance = -balance - 1 - worth(p, best)
        if balance >= 0:
            return side == p.side
    return side != p.side       # who cannot, or must not, take back has lost the exchange


# --- Whole turns --------------------------------------------------------------------------------------------


cdef int gain_turn(const void* position, Move move) noexcept nogil:
    """What both moves take and promote."""
    cdef TandemPosition middle
    cdef int first = gain(position, move & HALF_BITS)
    if not second_of(move):
        return first
    make(position, move & HALF_BITS, &middle)
    return first + gain(&middle, second_of(move))


cdef bint see_turn(const void* position, Move move, int threshold) noexcept nogil:
    """Whether each move nets what the other one's takings leave of the threshold."""
    cdef TandemPosition middle
    cdef Move first = move & HALF_BITS, second = second_of(move)
    if not second:
        return see(position, first, threshold)
    make(position, first, &middle)
    return see(position, first, threshold - gain(&middle, second)) and \
        see(&middle, second, threshold - gain(position, first))
