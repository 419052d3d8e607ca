"""Evaluation of Fanorona Chess, and what stands there for the exchange test.

Captures happen at a distance: a piece that takes does not land where it took, and whether it can be taken in turn
depends on points the capture itself may have cleared. So no static exchange on one square exists. What replaces it
asks the one question that decides most captures, and has an exact answer: can the piece that moved be taken where it
now stands, by approach or withdrawal? If so it counts as lost.
"""
from oddfish.cext.core.bits cimport Bitboard, bit, pop_lsb, popcount
from oddfish.cext.core.fifty_moves cimport damped
from oddfish.cext.fanorona.position cimport (BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, FanoronaPosition, Weights, move_from,
                                    move_piece, move_promoted, move_to, move_victim)
from oddfish.cext.fanorona.geometry cimport NO_POINT, Lines, diagonal_attacks, fanorona_lines, straight_attacks
from oddfish.cext.fanorona.moves cimport lost_types, threatened
from oddfish.cext.core.types cimport Move, Score

from oddfish.cext.core.terms import declared, each, one

cdef const Lines* L = fanorona_lines()

cdef Bitboard STRONG = 0x155555555555

_PIECES = "PNBRQK"

# By rank (from 0, the own side) an advanced pawn counts alone, and more (`promoting`) while an officer is there to be
# won back (N8).
TERMS = declared(
    sizeof(Weights),
    each("value", _PIECES, (100, 300, 290, 430, 680, 10000), 20, 2000, fixed="K"),
    # For each point a piece could go to, in eighths of a centipawn; for standing on a strong point; and for each piece
    # of the enemy's that a side could take at once (a share of its value).
    each("mobility", _PIECES, (16, 32, 40, 32, 24, 16), 0, 160),
    each("strong", _PIECES, (5, 10, 0, 2, 14, 8), -60, 80),
    each("takeable", _PIECES, (12, 30, 28, 42, 64, 0), 0, 400, fixed="K"),
    one("exposed", 9, 0, 80),       # each line an enemy could come down to a point beside the king
    one("tempo", 12, 0, 80),
    each("advanced", range(1, 10), (0, 0, 0, 3, 7, 12, 18, 26, 0), -30, 200, fixed=(1, 2, 9)),
    each("promoting", range(1, 10), (0, 0, 0, 4, 12, 28, 55, 100, 0), -30, 400, fixed=(1, 2, 9)),
)


cdef Score material(const void* position) noexcept nogil:
    """Material alone, for the side to move: what the full evaluation is measured against."""
    cdef const FanoronaPosition* p = <const FanoronaPosition*> position
    cdef int score = 0, t
    for t in range(KING):
        score += p.weights.value[t] * (popcount(p.type[t] & p.color[0]) - popcount(p.type[t] & p.color[1]))
    return -score if p.side else score


# --- Evaluation ---------------------------------------------------------------------------------------------


cdef inline Bitboard slide_takes(int sq, Bitboard reach, Bitboard occ, Bitboard enemy) noexcept nogil:
    """Enemies a slider takes: those its lines run into, and those beside it that it can leave straight away from."""
    cdef Bitboard met = reach & enemy, beside = met & L.near[sq], taken = met ^ beside
    cdef int victim, to
    while beside:
        victim = pop_lsb(&beside)
        to = L.step[sq][L.direction[victim][sq]]
        if to != NO_POINT and not occ & bit(to):
            taken |= bit(victim)
    return taken


cdef inline Bitboard step_takes(int sq, Bitboard steps, Bitboard enemy) noexcept nogil:
    """Enemies a pawn or king takes by its single ``steps`` (free points)."""
    cdef Bitboard taken = 0
    while steps:
        taken |= enemy & L.step_takes[sq][pop_lsb(&steps)]
    return taken


cdef inline Bitboard jump_takes(int sq, Bitboard occ, Bitboard enemy) noexcept nogil:
    cdef Bitboard taken = 0, near = enemy & L.knight_victims[sq]
    cdef int victim
    while near:
        victim = pop_lsb(&near)
        if L.knight_takes[sq][victim] & ~occ:
            taken |= bit(victim)
    return taken


cdef inline int exposure(int king, Bitboard occ) noexcept nogil:
    """Lines down which a piece could come beside the king: a free point next to it and another beyond."""
    cdef Bitboard left = L.near[king] & ~occ
    cdef int to, far, lines = 0
    while left:
        to = pop_lsb(&left)
        far = L.step[to][L.direction[king][to]]
        lines += far != NO_POINT and not occ & bit(far)
    return lines


cdef inline int judge(const FanoronaPosition* p, int color) noexcept nogil:
    cdef Bitboard own = p.color[color], enemy = p.color[1 - color], occ = own | enemy, left = own, reach, taken = 0
    cdef const Weights* w = p.weights
    cdef int score = 0, moves = 0, sq, t, rank, lost = lost_types(p, color), attackers
    while left:
        sq = pop_lsb(&left)
        t = p.board[sq]
        score += w.value[t] if t != KING else 0
        if STRONG & bit(sq):
            score += w.strong_point[t]
        if t == PAWN:
            reach = L.pawn_steps[color][sq] & ~occ
            rank = 8 - sq // 5 if color else sq // 5
            score += w.advanced[rank]
            if lost:
                score += w.promoting[rank]
            taken |= step_takes(sq, reach, enemy)
        elif t == KNIGHT:
            reach = L.knight_to[sq] & ~occ
            taken |= jump_takes(sq, occ, enemy)
        elif t == KING:
            reach = L.near[sq] & ~occ
            taken |= step_takes(sq, reach, enemy)
        else:
            reach = 0
            if t != BISHOP:
                reach |= straight_attacks(L, sq, occ)
            if t != ROOK:
                reach |= diagonal_attacks(L, sq, occ)
            taken |= slide_takes(sq, reach, occ, enemy)
            reach &= ~occ
        moves += w.mobility[t] * popcount(reach)
    for t in range(KING):
        score += w.takeable[t] * popcount(taken & p.type[t])
    attackers = popcount(enemy & (p.type[ROOK] | p.type[BISHOP] | p.type[QUEEN]))
    return score + moves // 8 - w.exposed * exposure(p.king[color], occ) * min(attackers, 3) // 3


cdef Score evaluate(const void* position) noexcept nogil:
    """Centipawns for the side to move: material, places, mobility, what each side could take, kings, promotion."""
    cdef const FanoronaPosition* p = <const FanoronaPosition*> position
    cdef int score = judge(p, 0) - judge(p, 1)
    score = damped(score, p.clock)
    return (score if p.side == 0 else -score) + p.weights.tempo


# --- Captures -----------------------------------------------------------------------------------------------


cdef int gain(const void* position, Move move) noexcept nogil:
    cdef const FanoronaPosition* p = <const FanoronaPosition*> position
    cdef int result = 0
    if move_victim(move) != NO_POINT:
        result = p.weights.value[p.board[move_victim(move)]]
    if move_promoted(move):
        result += p.weights.value[move_promoted(move)] - p.weights.value[PAWN]
    return result


cdef bint see(const void* position, Move move, int threshold) noexcept nogil:
    """What the move takes, less the moved piece if it could be taken where it now stands, is at least ``threshold``."""
    cdef const FanoronaPosition* p = <const FanoronaPosition*> position
    cdef int balance = gain(position, move) - threshold, piece = move_piece(move), them = 1 - p.side
    cdef Bitboard occ, enemy
    if balance < 0:
        return False
    if move_promoted(move):
        piece = move_promoted(move)
    if piece == KING or balance >= p.weights.value[piece]:
        return True
    occ = (p.color[0] | p.color[1]) ^ bit(move_from(move)) | bit(move_to(move))
    enemy = p.color[them]
    if move_victim(move) != NO_POINT:
        occ ^= bit(move_victim(move))
        enemy ^= bit(move_victim(move))
    return not threatened(p, move_to(move), them, occ, enemy)
