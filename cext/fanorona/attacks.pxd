# Attacks on a king (N9): checks, pins, and moves that leave the king safe.
#
# Pieces capture at a distance (N5), so an attack requires a set of points to be empty. Each node finds the pieces on
# those points once; only the few moves that could open such an attack are tested one by one.
from oddfish.cext.core.bits cimport Bitboard, bit, more_than_one, pop_lsb, popcount
from oddfish.cext.core.packed_move cimport move_from, move_to
from oddfish.cext.core.types cimport Move
from oddfish.cext.fanorona.geometry cimport (BOARD, NO_POINT, diagonal_attacks, last_rank, straight_attacks,
                                             tables)
from oddfish.cext.fanorona.position cimport (BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, FanoronaPosition,
                                             has_lost_officer, move_piece, move_victim)


cdef inline Bitboard straight_sliders(const FanoronaPosition* p) noexcept nogil:
    """Rooks and Queens of both sides."""
    return p.type[ROOK] | p.type[QUEEN]


cdef inline Bitboard diagonal_sliders(const FanoronaPosition* p) noexcept nogil:
    return p.type[BISHOP] | p.type[QUEEN]


cdef inline Bitboard withdrawing_attackers(const FanoronaPosition* p, int king, int by, Bitboard enemy) noexcept nogil:
    """Pieces beside the king that capture it by withdrawal, if the point behind them is empty."""
    return enemy & ((tables.near_straight[king] & straight_sliders(p))
                    | (tables.near_diagonal[king] & diagonal_sliders(p))
                    | (tables.near[king] & p.type[KING]) | (tables.pawn_withdrawal[by][king] & p.type[PAWN]))


cdef inline Bitboard stepping_attackers(const FanoronaPosition* p, int king, int by) noexcept nogil:
    """Kings and pawns that capture the king by a step towards it, if the point in between is empty."""
    return (tables.king_two[king] & p.type[KING]) | (tables.pawn_approach[by][king] & p.type[PAWN])


cdef inline bint is_attacked_nearby(const FanoronaPosition* p, int king, int by, Bitboard occ,
                                    Bitboard enemy) noexcept nogil:
    """Whether any of ``enemy`` could capture the king other than by a slide towards it."""
    cdef Bitboard left = enemy & stepping_attackers(p, king, by)
    cdef int sq, to
    while left:
        if not tables.between[king][pop_lsb(&left)] & occ:
            return True
    left = enemy & tables.knight_from[king] & p.type[KNIGHT]
    while left:
        if tables.knight_to_capture[pop_lsb(&left)][king] & ~occ:
            return True
    left = withdrawing_attackers(p, king, by, enemy)
    while left:
        sq = pop_lsb(&left)
        to = tables.step[sq][tables.direction[king][sq]]
        if to != NO_POINT and not occ & bit(to):
            # N8: a pawn gives no check by a step to the last rank that it could not make.
            if not (p.board[sq] == PAWN and last_rank(by) & bit(to)) or has_lost_officer(p, enemy):
                return True
    return False


cdef inline bint is_attacked(const FanoronaPosition* p, int king, int by, Bitboard occ, Bitboard enemy) noexcept nogil:
    """Whether the pieces ``enemy`` of colour ``by`` could capture a king on the point ``king`` (N9)."""
    cdef Bitboard sliders = enemy & ~tables.near[king] & ((straight_attacks(king, occ) & straight_sliders(p))
                                                          | (diagonal_attacks(king, occ) & diagonal_sliders(p)))
    return sliders != 0 or ((tables.vicinity[king] & enemy) != 0 and is_attacked_nearby(p, king, by, occ, enemy))


# What decides whether a move leaves its own king in check.
ctypedef struct CheckInfo:
    bint check
    Bitboard checker        # one of the pieces that give check
    Bitboard block          # points on which a piece blocks its check
    Bitboard pinned         # own pieces that block an attack, alone or with others; if in check, all points
    Bitboard screens        # enemies that block an attack: capturing one may open it


cdef inline void add_line_threat(CheckInfo* info, int sq, Bitboard way, Bitboard occ, Bitboard own,
                                 Bitboard knights) noexcept nogil:
    """Add an attack from ``sq`` that requires all points of ``way`` to be empty. Only a Knight's move can clear two of
    them: any other piece that captures its neighbour on a line stays on that line."""
    cdef Bitboard blockers = way & occ
    if not blockers:
        info.check = True
        info.checker = bit(sq)
        info.block = way
        info.pinned = BOARD
    elif not more_than_one(blockers):
        info.pinned |= blockers & own
        info.screens |= blockers & ~own
    elif blockers & own & knights and popcount(blockers) == 2:
        info.screens |= blockers & ~own


cdef inline void find_checks_and_pins(const FanoronaPosition* p, CheckInfo* info) noexcept nogil:
    """Fill ``info`` for the side to move."""
    cdef int us = p.side, them = 1 - us, king = p.king[us], sq, to
    cdef Bitboard own = p.color[us], enemy = p.color[them], occ = own | enemy, dests
    cdef Bitboard left = enemy & (stepping_attackers(p, king, them) | (tables.rook_far[king] & straight_sliders(p))
                                  | (tables.bishop_far[king] & diagonal_sliders(p)))
    info.check = False
    info.checker = info.block = info.pinned = info.screens = 0
    while left:
        sq = pop_lsb(&left)
        add_line_threat(info, sq, tables.between[king][sq], occ, own, p.type[KNIGHT])
    if not tables.vicinity[king] & enemy:
        return
    left = enemy & tables.knight_from[king] & p.type[KNIGHT]
    while left:
        sq = pop_lsb(&left)
        dests = tables.knight_to_capture[sq][king]
        if dests & ~occ:
            info.check = True
            info.checker = bit(sq)
            info.block = dests
            info.pinned = BOARD
        info.pinned |= dests & own
        info.screens |= dests & enemy
    left = withdrawing_attackers(p, king, them, enemy)
    while left:
        sq = pop_lsb(&left)
        to = tables.step[sq][tables.direction[king][sq]]
        if to != NO_POINT:
            if p.board[sq] == PAWN and last_rank(them) & bit(to) and not has_lost_officer(p, enemy):
                info.screens = BOARD        # capturing any officer lets that pawn promote
            else:
                add_line_threat(info, sq, bit(to), occ, own, p.type[KNIGHT])


cdef inline bint may_evade(const CheckInfo* info, Move move) noexcept nogil:
    """Whether a move of a piece other than the king may end the check: it captures the checker or blocks it."""
    return (info.block >> move_to(move) | info.checker >> move_victim(move)) & 1


cdef inline bint may_expose(const CheckInfo* info, Move move) noexcept nogil:
    """Whether a move of a piece other than the king may open an attack on it."""
    # NO_POINT is bit 63, which is never a screen.
    return (info.pinned >> move_from(move) | info.screens >> move_victim(move)) & 1


cdef inline bint is_legal(const FanoronaPosition* p, Move move) noexcept nogil:
    """Whether a pseudo-legal move leaves its own king safe."""
    cdef int us = p.side, to = move_to(move), victim = move_victim(move)
    cdef Bitboard occ = (p.color[0] | p.color[1]) ^ bit(move_from(move)) ^ bit(to), enemy = p.color[1 - us]
    if victim != NO_POINT:
        occ ^= bit(victim)
        enemy ^= bit(victim)
    return not is_attacked(p, to if move_piece(move) == KING else p.king[us], 1 - us, occ, enemy)
