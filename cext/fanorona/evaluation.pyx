"""Evaluation and exchanges of Fanorona Chess.

A piece does not land where it captures, and the capture may clear points that a recapture needs. So there is no
exchange on one square to evaluate. Instead, `see` answers exactly the question that decides most captures: can the
piece that moved be captured on its new point, by approach or withdrawal? If so, it counts as lost.
"""
from oddfish.cext.core.bits cimport Bitboard, bit, pop_lsb, popcount
from oddfish.cext.core.packed_move cimport move_from, move_to
from oddfish.cext.core.types cimport Move, Score
from oddfish.cext.fanorona.attacks cimport is_attacked
from oddfish.cext.fanorona.geometry cimport NO_POINT, STRONG, diagonal_attacks, straight_attacks, tables
from oddfish.cext.fanorona.position cimport (BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, FanoronaPosition, Weights,
                                             lost_types, move_piece, move_promoted, move_victim)

from oddfish.cext.core.terms import declared, each, one

_PIECES = "PNBRQK"

TERMS = declared(
    sizeof(Weights),
    each("value", _PIECES, (100, 300, 290, 430, 680, 10000), 20, 2000, fixed="K"),
    # For each point a piece can go to, in eighths of a centipawn; for a piece on a strong point; and for each enemy
    # piece that a side could capture at once, by the type of that piece.
    each("mobility", _PIECES, (16, 32, 40, 32, 24, 16), 0, 160),
    each("strong", _PIECES, (5, 10, 0, 2, 14, 8), -60, 80),
    each("takeable", _PIECES, (12, 30, 28, 42, 64, 0), 0, 400, fixed="K"),
    one("exposed", 9, 0, 80),       # king danger: each line on which an enemy could move to a point next to the king
    one("tempo", 12, 0, 80),
    # A pawn, by rank from its own side: always, and in addition while its side has a lost officer (N8).
    each("advanced", range(1, 10), (0, 0, 0, 3, 7, 12, 18, 26, 0), -30, 200, fixed=(1, 2, 9)),
    each("promoting", range(1, 10), (0, 0, 0, 4, 12, 28, 55, 100, 0), -30, 400, fixed=(1, 2, 9)),
)


cdef Score material(const void* position) noexcept nogil:
    """Material for the side to move, to measure what the full evaluation adds."""
    cdef const FanoronaPosition* p = <const FanoronaPosition*> position
    cdef int score = 0, t
    for t in range(KING):
        score += p.weights.value[t] * (popcount(p.type[t] & p.color[0]) - popcount(p.type[t] & p.color[1]))
    return -score if p.side else score


# --- Evaluation ---------------------------------------------------------------------------------------------


cdef inline Bitboard slide_captures(int sq, Bitboard reach, Bitboard occ, Bitboard enemy) noexcept nogil:
    """Enemies that a slider captures: the first on each of its lines, and those beside it if it can withdraw."""
    cdef Bitboard met = reach & enemy, beside = met & tables.near[sq], captured = met ^ beside
    cdef int victim, to
    while beside:
        victim = pop_lsb(&beside)
        to = tables.step[sq][tables.direction[victim][sq]]
        if to != NO_POINT and not occ & bit(to):
            captured |= bit(victim)
    return captured


cdef inline Bitboard step_captures(int sq, Bitboard steps, Bitboard enemy) noexcept nogil:
    """Enemies that a pawn or king captures by single ``steps`` to empty points."""
    cdef Bitboard captured = 0
    while steps:
        captured |= enemy & tables.step_victims[sq][pop_lsb(&steps)]
    return captured


cdef inline Bitboard knight_captures(int sq, Bitboard occ, Bitboard enemy) noexcept nogil:
    cdef Bitboard captured = 0, near = enemy & tables.knight_victims[sq]
    cdef int victim
    while near:
        victim = pop_lsb(&near)
        if tables.knight_to_capture[sq][victim] & ~occ:
            captured |= bit(victim)
    return captured


cdef inline int exposure(int king, Bitboard occ) noexcept nogil:
    """The number of lines on which a piece could move next to the king: those whose first two points are empty."""
    cdef Bitboard left = tables.near[king] & ~occ
    cdef int to, far, lines = 0
    while left:
        to = pop_lsb(&left)
        far = tables.step[to][tables.direction[king][to]]
        lines += far != NO_POINT and not occ & bit(far)
    return lines


cdef inline int evaluate_side(const FanoronaPosition* p, int color) noexcept nogil:
    """The evaluation of one side."""
    cdef Bitboard own = p.color[color], enemy = p.color[1 - color], occ = own | enemy, left = own, reach, captured = 0
    cdef const Weights* w = p.weights
    cdef int score = 0, moves = 0, sq, t, rank, lost = lost_types(p, color), attackers
    while left:
        sq = pop_lsb(&left)
        t = p.board[sq]
        score += w.value[t] if t != KING else 0
        if STRONG & bit(sq):
            score += w.strong_point[t]
        if t == PAWN:
            reach = tables.pawn_steps[color][sq] & ~occ
            rank = 8 - sq // 5 if color else sq // 5
            score += w.advanced[rank]
            if lost:
                score += w.promoting[rank]
            captured |= step_captures(sq, reach, enemy)
        elif t == KNIGHT:
            reach = tables.knight_to[sq] & ~occ
            captured |= knight_captures(sq, occ, enemy)
        elif t == KING:
            reach = tables.near[sq] & ~occ
            captured |= step_captures(sq, reach, enemy)
        else:
            reach = 0
            if t != BISHOP:
                reach |= straight_attacks(sq, occ)
            if t != ROOK:
                reach |= diagonal_attacks(sq, occ)
            captured |= slide_captures(sq, reach, occ, enemy)
            reach &= ~occ
        moves += w.mobility[t] * popcount(reach)
    for t in range(KING):
        score += w.takeable[t] * popcount(captured & p.type[t])
    attackers = popcount(enemy & (p.type[ROOK] | p.type[BISHOP] | p.type[QUEEN]))
    return score + moves // 8 - w.exposed * exposure(p.king[color], occ) * min(attackers, 3) // 3


cdef Score evaluate(const void* position) noexcept nogil:
    """Centipawns for the side to move: material, placement, mobility, threats, king danger, chances to promote."""
    cdef const FanoronaPosition* p = <const FanoronaPosition*> position
    cdef int score = evaluate_side(p, 0) - evaluate_side(p, 1)
    return (score if p.side == 0 else -score) + p.weights.tempo


# --- Exchanges ----------------------------------------------------------------------------------------------


cdef int gain(const void* position, Move move) noexcept nogil:
    cdef const FanoronaPosition* p = <const FanoronaPosition*> position
    cdef int result = 0
    if move_victim(move) != NO_POINT:
        result = p.weights.value[p.board[move_victim(move)]]
    if move_promoted(move):
        result += p.weights.value[move_promoted(move)] - p.weights.value[PAWN]
    return result


cdef bint see(const void* position, Move move, int threshold) noexcept nogil:
    """Whether the move nets ``threshold``: its gain, less the moved piece if that can be recaptured."""
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
    return not is_attacked(p, move_to(move), them, occ, enemy)
