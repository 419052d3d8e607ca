# Moves of officers (pseudo-legal) and of kings (legal).
from oddfish.cext.core.bits cimport Bitboard, bit, lsb, pop_lsb, popcount
from oddfish.cext.core.generation cimport COUNT, NOISY, Mode, add_move, add_moves
from oddfish.cext.core.types cimport Move
from oddfish.cext.fanorona.attacks cimport is_attacked, is_legal
from oddfish.cext.fanorona.geometry cimport NO_POINT, STRONG, diagonal_attacks, straight_attacks, tables
from oddfish.cext.fanorona.position cimport BISHOP, KING, KNIGHT, QUEEN, ROOK, FanoronaPosition, pack


# --- Officers -----------------------------------------------------------------------------------------------


cdef inline Bitboard slider_reach(int type, int sq, Bitboard occ) noexcept nogil:
    """The empty points and the first piece on each line of a Rook, Bishop or Queen."""
    cdef Bitboard reach = 0
    if type != BISHOP:
        reach = straight_attacks(sq, occ)
    if type == QUEEN or type == BISHOP and STRONG & bit(sq):
        reach |= diagonal_attacks(sq, occ)
    return reach


cdef inline int count_slides(const FanoronaPosition* p, int sq, Bitboard reach) noexcept nogil:
    """The number of a slider's moves: one for each destination, or two if it can choose between approach and
    withdrawal."""
    cdef Bitboard enemy = p.color[1 - p.side] & reach, beside = enemy & tables.near[sq], ahead = enemy ^ beside
    cdef int n = popcount(reach & ~(p.color[0] | p.color[1])), behind
    while ahead and beside:
        behind = tables.step[sq][(tables.direction[sq][pop_lsb(&ahead)] + 4) & 7]
        n += (beside & bit(behind)) != 0     # NO_POINT is bit 63, which is always empty
    return n


cdef inline int add_slides(const FanoronaPosition* p, Move* moves, int n, Mode mode, int sq, int piece,
                           Bitboard reach) noexcept nogil:
    """A slider's moves; ``reach`` as from `slider_reach`.

    N5: all moves directly away from an enemy next to the slider capture it by withdrawal; the last move before an enemy
    captures it by approach. N6: the player chooses if both are possible, and must capture if one is."""
    cdef Bitboard enemy = p.color[1 - p.side] & reach, quiet = reach & ~(p.color[0] | p.color[1])
    cdef Bitboard dests = quiet, beside, ahead, targets
    cdef int victim, to
    if mode >= COUNT:
        return n + count_slides(p, sq, reach)
    if enemy:
        beside = enemy & tables.near[sq]
        ahead = enemy ^ beside
        while beside:
            victim = pop_lsb(&beside)
            targets = tables.ray[sq][tables.direction[victim][sq]] & dests
            quiet &= ~targets
            n = add_moves(moves, n, mode, targets, pack(sq, 0, victim, piece, 0))
        while ahead:
            victim = pop_lsb(&ahead)
            to = tables.step[victim][tables.direction[victim][sq]]
            quiet &= ~bit(to)
            n = add_move(moves, n, mode, pack(sq, to, victim, piece, 0))
    return n if mode == NOISY else add_moves(moves, n, mode, quiet, pack(sq, 0, NO_POINT, piece, 0))


cdef inline int slider_moves(const FanoronaPosition* p, Move* moves, int n, Mode mode) noexcept nogil:
    """Moves of Rooks, Bishops and Queens."""
    cdef Bitboard own = p.color[p.side], occ = p.color[0] | p.color[1], left = p.type[ROOK] & own
    cdef int sq
    while left:
        sq = pop_lsb(&left)
        n = add_slides(p, moves, n, mode, sq, ROOK, straight_attacks(sq, occ))
    left = p.type[BISHOP] & own & STRONG
    while left:
        sq = pop_lsb(&left)
        n = add_slides(p, moves, n, mode, sq, BISHOP, diagonal_attacks(sq, occ))
    left = p.type[QUEEN] & own
    while left:
        sq = pop_lsb(&left)
        n = add_slides(p, moves, n, mode, sq, QUEEN, straight_attacks(sq, occ) | diagonal_attacks(sq, occ))
    return n


cdef inline int add_leaps(const FanoronaPosition* p, Move* moves, int n, Mode mode, int sq) noexcept nogil:
    """A Knight's moves (N3): captures of each enemy within reach, then quiet moves."""
    cdef Bitboard enemy = p.color[1 - p.side], dests = tables.knight_to[sq] & ~(p.color[p.side] | enemy), quiet = dests
    cdef Bitboard victims = enemy & tables.knight_victims[sq], targets
    cdef int victim
    while victims:
        victim = pop_lsb(&victims)
        targets = tables.knight_to_capture[sq][victim] & dests
        quiet &= ~targets
        n = add_moves(moves, n, mode, targets, pack(sq, 0, victim, KNIGHT, 0))
    return n if mode == NOISY else add_moves(moves, n, mode, quiet, pack(sq, 0, NO_POINT, KNIGHT, 0))


cdef inline int knight_moves(const FanoronaPosition* p, Move* moves, int n, Mode mode) noexcept nogil:
    cdef Bitboard left = p.type[KNIGHT] & p.color[p.side]
    while left:
        n = add_leaps(p, moves, n, mode, pop_lsb(&left))
    return n


cdef inline int officer_moves(const FanoronaPosition* p, Move* moves, int n, Mode mode, int sq,
                              int piece) noexcept nogil:
    """The moves of one officer."""
    if piece == KNIGHT:
        return add_leaps(p, moves, n, mode, sq)
    return add_slides(p, moves, n, mode, sq, piece, slider_reach(piece, sq, p.color[0] | p.color[1]))


# --- Kings --------------------------------------------------------------------------------------------------


cdef inline int add_if_legal(const FanoronaPosition* p, Move* moves, int n, Mode mode, Move move) noexcept nogil:
    add_move(moves, n, mode, move)
    return n + is_legal(p, move)


cdef inline int king_moves(const FanoronaPosition* p, Move* moves, int n, Mode mode, bint check) noexcept nogil:
    """The king's legal moves: steps, and the Knight's move of a king that has never moved (N7)."""
    cdef int us = p.side, them = 1 - us, king = p.king[us], to, victim
    cdef Bitboard enemy = p.color[them], occ = p.color[0] | p.color[1], left = tables.near[king], victims, target
    victims = enemy & (tables.near[king] | tables.king_two[king])
    while victims:
        victim = pop_lsb(&victims)
        target = tables.step_to_capture[king][victim] & ~occ
        if target:
            left &= ~target         # N6: it must capture
            n = add_if_legal(p, moves, n, mode, pack(king, lsb(target), victim, KING, 0))
    if mode == NOISY:
        return n
    if p.unmoved >> us & 1 and not check:
        left |= tables.knight_to[king]
    left &= ~occ
    while left:
        to = pop_lsb(&left)
        add_move(moves, n, mode, pack(king, to, NO_POINT, KING, 0))
        n += not is_attacked(p, to, them, occ ^ bit(king), enemy)
    return n


cdef inline bint is_quiet_king_step(const FanoronaPosition* p, int king, int to) noexcept nogil:
    """Whether a king can step to an empty point without having to capture (N6), ignoring its safety there."""
    cdef Bitboard victims = p.color[1 - p.side] & (tables.near[king] | tables.king_two[king])
    if not tables.near[king] & bit(to):
        return False
    while victims:
        if tables.step_to_capture[king][pop_lsb(&victims)] & bit(to):
            return False
    return True
