"""Evaluation and exchanges of Tandem-84.

A piece acts on two boards: on its own, and on the other by drops while the corresponding square there is vacant (T5).
Mobility, threats and king attacks count on both, on the other one with half the weight. A king is in danger only on its
own board (T4).
"""

from oddfish.cext.core.bits cimport Bitboard, bit, lsb, pop_lsb, popcount
from oddfish.cext.core.types cimport Move, Score
from oddfish.cext.tandem.attacks cimport attackers, piece_attacks
from oddfish.cext.tandem.geometry cimport FILES, FILE_A, FILE_F, RANKS, SQUARES, tables
from oddfish.cext.tandem.moves cimport make
from oddfish.cext.tandem.packed_move cimport PART_BITS, Part, second_part, unpack
from oddfish.cext.tandem.piece_moves cimport en_passant_victim
from oddfish.cext.tandem.position cimport (FIRST, GHOST, KING, KNIGHT, NOTHING, PAWN, TandemPosition, Weights,
                                           occupied)

from oddfish.cext.core.terms import declared, each, one
from oddfish.cext.tandem.notation import LETTERS

cdef Weights LAYOUT      # only to measure the struct

TERMS = declared(
    <char*> &LAYOUT.danger_score - <char*> &LAYOUT,
    each("value", LETTERS, (100, 320, 310, 470, 860, 700, 880, 270, 10000), 20, 3000, fixed="K"),
    one("peaceful", 140, 0, 1000),      # a Ghost that cannot capture
    # For each square that a piece reaches on its own board, in eighths of a centipawn; a percentage of that after a
    # drop.
    each("mobility", LETTERS, (0, 48, 48, 32, 24, 32, 24, 24, 0), -16, 200, fixed="PK"),
    one("dropped", 50, 0, 150),
    each("centre", LETTERS, (2, 7, 4, 1, 1, 4, 2, 2, -8), -40, 60),      # for each ring from the edge
    each("attack", LETTERS, (1, 3, 3, 4, 6, 5, 6, 2, 0), 0, 30, fixed="PGK"),    # attack units near a king
    each("advanced", range(1, 8), (0, 0, 4, 13, 32, 80, 0), -60, 400, fixed=(1, 7)),    # a pawn by its rank
    each("passed", range(1, 8), (0, 4, 8, 18, 36, 70, 0), -60, 400, fixed=(1, 7)),
    one("threat", 100, -100, 500),      # in 600ths of the value of a hanging piece
    one("loose", 6, -50, 100),          # an attacked piece that only a drop defends
    one("shelter", 5, -30, 100),        # a friendly piece next to the king ...
    one("shelter_pawn", 7, -30, 100),   # ... and more for a pawn
    one("tempo", 16, 0, 150),           # for each move left in the turn
    one("danger", 100, 0, 800),         # in 800ths of a centipawn, times the square of the attack units
    one("most_danger", 400, 20, 3000),
)

cdef int centre_ring[SQUARES]           # 0 on the edge, 2 in the middle
cdef Bitboard king_zone[SQUARES]        # a king's square and those next to it
cdef Bitboard passed_span[2][SQUARES]   # squares where enemy pawns could stop or capture a passed pawn


cdef void fill() noexcept nogil:
    cdef int sq, to, file, rank, color
    for sq in range(SQUARES):
        file = sq % FILES
        rank = sq // FILES
        centre_ring[sq] = min(min(file, FILES - 1 - file), min(rank, RANKS - 1 - rank))
        king_zone[sq] = tables.king[sq] | bit(sq)
        for color in range(2):
            passed_span[color][sq] = 0
            for to in range(SQUARES):
                if abs(to % FILES - file) <= 1 and (to // FILES < rank if color else to // FILES > rank):
                    passed_span[color][sq] |= bit(to)


fill()


cdef void prepare(const void* position, void* weights) noexcept nogil:
    cdef Weights* w = <Weights*> weights
    cdef int i
    for i in range(128):
        w.danger_score[i] = min(i * i * w.danger // 800, w.most_danger)


# --- Evaluation ---------------------------------------------------------------------------------------------


cdef inline int piece_value(const TandemPosition* p, int t) noexcept nogil:
    return p.weights.peaceful if t == GHOST and not p.setup.ghosts_capture else p.weights.value[t]


cdef Score material(const void* position) noexcept nogil:
    """Material for the side to move: the baseline for the full evaluation."""
    cdef const TandemPosition* p = <const TandemPosition*> position
    cdef int score = 0, t, board
    for board in range(2):
        for t in range(KING):
            score += piece_value(p, t) * (popcount(p.type[board][t] & p.color[board][0])
                                          - popcount(p.type[board][t] & p.color[board][1]))
    return -score if p.side else score


cdef inline Bitboard pawn_attacks(Bitboard pawns, int color) noexcept nogil:
    if color == 0:
        return ((pawns & ~FILE_A) << FILES - 1) | ((pawns & ~FILE_F) << FILES + 1)
    return ((pawns & ~FILE_A) >> FILES + 1) | ((pawns & ~FILE_F) >> FILES - 1)


# One side's evaluation, and the squares that it attacks on each board.
ctypedef struct SideEval:
    int score
    int mobility            # in eighths of a centipawn
    int attack_units        # on the enemy king
    int attackers           # of the enemy king zone: 2 for each piece, 1 for each drop
    Bitboard pawn_attacks[2]    # by pawns on this board
    Bitboard attacks[2]         # by all pieces on this board
    Bitboard drop_attacks[2]    # by pieces of the other board that can drop


cdef inline void evaluate_piece(const TandemPosition* p, int color, SideEval* own, const SideEval* enemy, int board,
                                int t, int sq) noexcept nogil:
    cdef const Weights* w = p.weights
    cdef int them = 1 - color, other = 1 - board
    cdef Bitboard occ = occupied(p, board), occ_other = occupied(p, other), here, there, near
    here = piece_attacks(t, sq, occ)
    own.attacks[board] |= here
    own.score += w.centre[t] * centre_ring[sq]
    own.mobility += w.mobility[t] * popcount(here & ~p.color[board][color] & ~enemy.pawn_attacks[board])
    if p.king_board[them] == board:
        near = here & king_zone[p.king_square[them]]
        if near:
            own.attackers += 2
            own.attack_units += w.attack[t] + popcount(near)
    if occ_other & bit(sq):
        return
    there = piece_attacks(t, sq, occ_other)
    own.drop_attacks[other] |= there
    # Rounded to whole centipawns.
    own.mobility += w.mobility[t] * popcount(there & ~p.color[other][color] & ~enemy.pawn_attacks[other]) \
        * w.dropped // 800 * 8
    if p.king_board[them] == other:
        near = there & king_zone[p.king_square[them]]
        if near:
            own.attackers += 1
            own.attack_units += (w.attack[t] + popcount(near)) // 2


cdef inline void evaluate_ghost(const TandemPosition* p, int color, SideEval* own, int board, int sq) noexcept nogil:
    cdef int other = 1 - board
    own.score += p.weights.centre[GHOST] * centre_ring[sq]
    own.mobility += p.weights.mobility[GHOST] * popcount(tables.king[sq] & ~occupied(p, board))
    if p.setup.ghosts_capture:
        own.attacks[board] |= tables.king[sq]
        if not occupied(p, other) & bit(sq):
            own.drop_attacks[other] |= tables.king[sq]


cdef inline void evaluate_pawns(const TandemPosition* p, int color, SideEval* own, int board) noexcept nogil:
    cdef Bitboard left = p.type[board][PAWN] & p.color[board][color], vacant
    cdef Bitboard enemies = p.type[board][PAWN] & p.color[board][1 - color]
    cdef const Weights* w = p.weights
    cdef int sq, rank
    own.attacks[board] |= own.pawn_attacks[board]
    vacant = left & ~occupied(p, 1 - board)
    own.drop_attacks[1 - board] |= pawn_attacks(vacant, color)
    while left:
        sq = pop_lsb(&left)
        rank = RANKS - 1 - sq // FILES if color else sq // FILES
        own.score += w.advanced[rank] + w.centre[PAWN] * min(sq % FILES, FILES - 1 - sq % FILES)
        if not enemies & passed_span[color][sq]:
            own.score += w.passed[rank] if not vacant & bit(sq) else w.passed[rank] * 5 // 4


cdef void evaluate_side(const TandemPosition* p, int color, SideEval* own, const SideEval* enemy) noexcept nogil:
    cdef Bitboard left
    cdef int board, t
    for board in range(2):
        for t in range(KNIGHT, GHOST):
            left = p.type[board][t] & p.color[board][color]
            own.score += p.weights.value[t] * popcount(left)
            while left:
                evaluate_piece(p, color, own, enemy, board, t, pop_lsb(&left))
        left = p.type[board][GHOST] & p.color[board][color]
        own.score += piece_value(p, GHOST) * popcount(left)
        while left:
            evaluate_ghost(p, color, own, board, pop_lsb(&left))
        own.score += p.weights.value[PAWN] * popcount(p.type[board][PAWN] & p.color[board][color])
        evaluate_pawns(p, color, own, board)
    own.attacks[p.king_board[color]] |= tables.king[p.king_square[color]]


cdef inline int threats(const TandemPosition* p, int color, const SideEval* own, const SideEval* enemy) noexcept nogil:
    """Hanging enemy pieces: attacked on either board, and undefended or attacked by a pawn."""
    cdef Bitboard targets, pieces
    cdef int board, t, score = 0
    for board in range(2):
        pieces = p.color[board][1 - color] & ~(p.type[board][KING] | p.type[board][PAWN])
        targets = (own.attacks[board] | own.drop_attacks[board]) & p.color[board][1 - color] & ~p.type[board][KING]
        targets &= ~(enemy.attacks[board] | enemy.drop_attacks[board]) | pieces & own.pawn_attacks[board]
        for t in range(KING):
            score += piece_value(p, t) * popcount(targets & p.type[board][t]) * p.weights.threat // 600
        # A drop defends only while its square stays vacant.
        targets = own.attacks[board] & pieces & ~enemy.attacks[board] & enemy.drop_attacks[board]
        score += p.weights.loose * popcount(targets)
    return score


cdef inline int king_shelter(const TandemPosition* p, int color) noexcept nogil:
    """Friendly pieces next to the king, especially pawns, and the king's square."""
    cdef const Weights* w = p.weights
    cdef int king_board = p.king_board[color], king = p.king_square[color]
    cdef Bitboard near = tables.king[king] & p.color[king_board][color]
    return (w.shelter * popcount(near) + w.shelter_pawn * popcount(near & p.type[king_board][PAWN])
            + w.centre[KING] * centre_ring[king])


cdef Score evaluate(const void* position) noexcept nogil:
    """Centipawns for the side to move: material, placement, mobility, threats, pawns and king danger on both boards.

    Inside a turn the second move is compulsory (T2), but there is nearly always a harmless one, so stand pat is sound
    enough."""
    cdef const TandemPosition* p = <const TandemPosition*> position
    cdef SideEval sides[2]
    cdef int color, board, score, heavy
    for color in range(2):
        sides[color].score = sides[color].mobility = sides[color].attack_units = sides[color].attackers = 0
        for board in range(2):
            sides[color].attacks[board] = sides[color].drop_attacks[board] = 0
            sides[color].pawn_attacks[board] = pawn_attacks(p.type[board][PAWN] & p.color[board][color], color)
    evaluate_side(p, 0, &sides[0], &sides[1])
    evaluate_side(p, 1, &sides[1], &sides[0])
    for color in range(2):
        if sides[color].attackers > 2:
            sides[color].score += p.weights.danger_score[min(sides[color].attack_units, 127)]
        heavy = 0
        for board in range(2):
            heavy += popcount(p.color[board][1 - color] & ~(p.type[board][PAWN] | p.type[board][GHOST]))
        sides[color].score += king_shelter(p, color) * min(heavy, 8) // 8
        sides[color].score += threats(p, color, &sides[color], &sides[1 - color])
    score = sides[0].score - sides[1].score + sides[0].mobility // 8 - sides[1].mobility // 8
    return (score if p.side == 0 else -score) + p.weights.tempo * (2 if p.stage == FIRST else 1)


# --- Exchanges ----------------------------------------------------------------------------------------------


cdef inline int gain_of_part(const TandemPosition* p, const Part* m) noexcept nogil:
    cdef int captured = p.board[m.onto][m.to], result = 0
    if p.color[m.onto][1 - p.side] & bit(m.to):
        result = piece_value(p, captured)
    elif captured == NOTHING and p.board[m.board][m.origin] == PAWN and abs(m.to - m.origin) % FILES:
        result = p.weights.value[PAWN]      # en passant
    if m.promoted:
        result += piece_value(p, m.promoted) - p.weights.value[PAWN]
    return result


cdef int gain(const void* position, Move move) noexcept nogil:
    cdef Part m = unpack(move)
    return gain_of_part(<const TandemPosition*> position, &m)


cdef bint see(const void* position, Move move, int threshold) noexcept nogil:
    """Both sides capture on the target square with their least valuable piece as long as it pays, including drops (T5).
    Swaps capture nothing and count as safe."""
    cdef const TandemPosition* p = <const TandemPosition*> position
    cdef Part m = unpack(move)
    cdef int side = p.side, balance = gain_of_part(p, &m) - threshold, board = m.onto, other = 1 - m.onto
    cdef int piece, best, t
    cdef bint by_drop
    cdef Bitboard occ
    cdef Bitboard here, dropping    # attackers on the board, and those that can drop to the square
    cdef Bitboard droppers[2]       # those that can drop, by colour
    if balance < 0:
        return False
    if p.color[board][side] & bit(m.to):
        return True
    piece = p.board[m.board][m.origin]
    balance -= piece_value(p, m.promoted if m.promoted else piece)
    if balance >= 0:
        return True
    occ = occupied(p, board) | bit(m.to)
    if m.board == board:
        occ ^= bit(m.origin)
    if piece == PAWN and p.board[board][m.to] == NOTHING and abs(m.to - m.origin) % FILES:
        occ ^= bit(en_passant_victim(side, m.to))
    for t in range(2):
        droppers[t] = attackers(p, other, m.to, t, occ) & ~occ & ~p.type[other][KING]
    if m.board == other:
        droppers[side] &= ~bit(m.origin)
    while True:
        side ^= 1
        here = attackers(p, board, m.to, side, occ) & occ & ~bit(m.to)
        dropping = droppers[side]
        if not here | dropping:
            break
        best = KING
        by_drop = False
        for t in range(KING):
            if piece_value(p, t) < piece_value(p, best):
                if here & p.type[board][t]:
                    best = t
                    by_drop = False
                elif dropping & p.type[other][t]:
                    best = t
                    by_drop = True
        if best == KING and (attackers(p, board, m.to, 1 - side, occ) & occ & ~bit(m.to) | droppers[1 - side]):
            break       # the king cannot capture a defended piece
        if by_drop:
            droppers[side] ^= bit(lsb(dropping & p.type[other][best]))
        else:
            occ ^= bit(lsb(here & p.type[board][best]))
        balance = -balance - 1 - piece_value(p, best)
        if balance >= 0:
            return side == p.side
    return side != p.side       # the side that cannot recapture has lost the exchange


# --- Whole turns --------------------------------------------------------------------------------------------


cdef int gain_turn(const void* position, Move move) noexcept nogil:
    """The gain of both parts."""
    cdef TandemPosition middle
    cdef int first = gain(position, move & PART_BITS)
    if not second_part(move):
        return first
    make(position, move & PART_BITS, &middle)
    return first + gain(&middle, second_part(move))


cdef bint see_turn(const void* position, Move move, int threshold) noexcept nogil:
    """Whether each part nets the threshold minus the gain of the other part."""
    cdef TandemPosition middle
    cdef Move first = move & PART_BITS, second = second_part(move)
    if not second:
        return see(position, first, threshold)
    make(position, first, &middle)
    return see(position, first, threshold - gain(&middle, second)) and \
        see(&middle, second, threshold - gain(position, first))
