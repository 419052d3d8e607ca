# Part of moves.pyx: attacks on a king (N9), and which moves may leave it attacked.
#
# A piece captures from afar (N5), so an attack is a set of points that must be empty. What stands on them is found once
# a node; only the few moves that could open such an attack are tried out.


cdef inline bint has_lost_officer(const FanoronaPosition* p, Bitboard pieces) noexcept nogil:
    """Whether the side that has these ``pieces`` has lost an officer, so that its pawns may promote (N8)."""
    return popcount(pieces & ~(p.type[PAWN] | p.type[KING])) < START_OFFICERS


cdef inline Bitboard straight(const FanoronaPosition* p) noexcept nogil:
    return p.type[ROOK] | p.type[QUEEN]


cdef inline Bitboard diagonal(const FanoronaPosition* p) noexcept nogil:
    return p.type[BISHOP] | p.type[QUEEN]


cdef inline Bitboard withdrawing_attackers(const FanoronaPosition* p, int king, int by, Bitboard enemy) noexcept nogil:
    """Pieces beside the king that capture it by withdrawing from it, if the point behind them is empty."""
    return enemy & ((L.near_straight[king] & straight(p)) | (L.near_diagonal[king] & diagonal(p))
                    | (L.near[king] & p.type[KING]) | (L.pawn_withdrawal[by][king] & p.type[PAWN]))


cdef inline Bitboard stepping_attackers(const FanoronaPosition* p, int king, int by) noexcept nogil:
    """Kings and pawns that capture the king by a step towards it, if the point between is empty."""
    return (L.king_two[king] & p.type[KING]) | (L.pawn_approach[by][king] & p.type[PAWN])


cdef bint attacked_nearby(const FanoronaPosition* p, int king, int by, Bitboard occ, Bitboard enemy) noexcept nogil:
    """Whether any of ``enemy`` could capture a king in another way than by a slide towards it."""
    cdef Bitboard left = enemy & stepping_attackers(p, king, by)
    cdef int sq, to
    while left:
        if not L.between[king][pop_lsb(&left)] & occ:
            return True
    left = enemy & L.knight_from[king] & p.type[KNIGHT]
    while left:
        if L.knight_to_capture[pop_lsb(&left)][king] & ~occ:
            return True
    left = withdrawing_attackers(p, king, by, enemy)
    while left:
        sq = pop_lsb(&left)
        to = L.step[sq][L.direction[king][sq]]
        if to != NO_POINT and not occ & bit(to):
            # N8: a pawn that may not enter the last rank does not give check.
            if not (p.board[sq] == PAWN and last_rank(by) & bit(to)) or has_lost_officer(p, enemy):
                return True
    return False


cdef inline bint attacked(const FanoronaPosition* p, int king, int by, Bitboard occ, Bitboard enemy) noexcept nogil:
    """Whether the pieces ``enemy`` of colour ``by`` could capture a king on ``king`` (N9)."""
    cdef Bitboard sliders = enemy & ~L.near[king] & ((straight_attacks(L, king, occ) & straight(p))
                                                     | (diagonal_attacks(L, king, occ) & diagonal(p)))
    return sliders != 0 or ((L.vicinity[king] & enemy) != 0 and attacked_nearby(p, king, by, occ, enemy))


cdef bint is_attacked(const FanoronaPosition* p, int king, int by, Bitboard occ, Bitboard enemy) noexcept nogil:
    """`attacked` as a call: it need not be inlined everywhere."""
    return attacked(p, king, by, occ, enemy)


# What the moves of the side to move could do to its own king.
ctypedef struct CheckInfo:
    bint check
    Bitboard checker        # one of the pieces that give check
    Bitboard block          # points on which a piece blocks its check
    Bitboard pinned         # own pieces that block an attack, even one of several on its points; in check all points
    Bitboard screens        # enemies that do: capturing them may open the attack


cdef inline void add_line_threat(CheckInfo* info, int sq, Bitboard way, Bitboard occ, Bitboard own,
                                 Bitboard knights) noexcept nogil:
    """Add an attack from ``sq`` that needs all points of ``way`` empty. A move can clear at most two of them, and only
    a Knight's move: any other piece that captures its neighbour on a line stays on that line."""
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


cdef void find_checks_and_pins(const FanoronaPosition* p, CheckInfo* info) noexcept nogil:
    """Fill ``info`` for the side to move. Not inline: so ``info`` stays in memory, and the generator keeps its
    registers."""
    cdef int us = p.side, them = 1 - us, king = p.king[us], sq, to
    cdef Bitboard own = p.color[us], enemy = p.color[them], occ = own | enemy, dests
    cdef Bitboard left = enemy & (stepping_attackers(p, king, them) | (L.rook_far[king] & straight(p))
                                  | (L.bishop_far[king] & diagonal(p)))
    info.check = False
    info.checker = info.block = info.pinned = info.screens = 0
    while left:
        sq = pop_lsb(&left)
        add_line_threat(info, sq, L.between[king][sq], occ, own, p.type[KNIGHT])
    if not L.vicinity[king] & enemy:
        return
    left = enemy & L.knight_from[king] & p.type[KNIGHT]
    while left:
        sq = pop_lsb(&left)
        dests = L.knight_to_capture[sq][king]
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
        to = L.step[sq][L.direction[king][sq]]
        if to != NO_POINT:
            if p.board[sq] == PAWN and last_rank(them) & bit(to) and not has_lost_officer(p, enemy):
                info.screens = BOARD        # capturing any officer lets that pawn promote
            else:
                add_line_threat(info, sq, bit(to), occ, own, p.type[KNIGHT])


cdef inline bint may_evade(const CheckInfo* info, Move move) noexcept nogil:
    """Whether a move of another piece than the king may end the check: it captures the checker or blocks it."""
    return (info.block >> move_to(move) | info.checker >> move_victim(move)) & 1


cdef bint in_check(const void* position) noexcept nogil:
    cdef const FanoronaPosition* p = <const FanoronaPosition*> position
    return is_attacked(p, p.king[p.side], 1 - p.side, p.color[0] | p.color[1], p.color[1 - p.side])


cdef bint is_legal(const FanoronaPosition* p, Move move) noexcept nogil:
    """Whether a pseudo-legal move leaves its own king where it cannot be captured."""
    cdef int us = p.side, to = move_to(move), victim = move_victim(move)
    cdef Bitboard occ = (p.color[0] | p.color[1]) ^ bit(move_from(move)) ^ bit(to), enemy = p.color[1 - us]
    if victim != NO_POINT:
        occ ^= bit(victim)
        enemy ^= bit(victim)
    return not is_attacked(p, to if move_piece(move) == KING else p.king[us], 1 - us, occ, enemy)
