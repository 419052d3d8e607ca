# Part of moves.pyx: generation.
#
# Moves are written from ``at`` on, and every function returns where the next one goes. ``quiet_mask`` holds the
# destinations to which moves that capture nothing are wanted: the whole board, or none.


cdef inline Move* add_moves(Move* at, Bitboard targets, Move stem) noexcept nogil:
    """Append ``stem`` (a move to point 0) with each of ``targets`` as its destination."""
    while targets:
        at[0] = stem + <Move> pop_lsb(&targets)
        at += 1
    return at


cdef inline Move* add_slides(const FanoronaPosition* p, Move* at, Bitboard quiet_mask, int sq, int piece,
                             Bitboard reach) noexcept nogil:
    """A slider's moves; ``reach`` holds the empty points and the first piece on each line. N5: all moves straight away
    from an enemy beside the slider capture it by withdrawal, the last one before an enemy captures that by approach;
    N6: the player chooses where both are possible, and must capture where one is."""
    cdef Bitboard enemy = p.color[1 - p.side] & reach, quiet = reach & ~(p.color[0] | p.color[1])
    cdef Bitboard dests = quiet, beside, ahead, targets
    cdef int victim, to
    if enemy:
        beside = enemy & L.near[sq]
        ahead = enemy ^ beside
        while beside:
            victim = pop_lsb(&beside)
            targets = L.ray[sq][L.direction[victim][sq]] & dests
            quiet &= ~targets
            at = add_moves(at, targets, pack(sq, 0, victim, piece, 0))
        while ahead:
            victim = pop_lsb(&ahead)
            to = L.step[victim][L.direction[victim][sq]]
            quiet &= ~bit(to)
            at[0] = pack(sq, to, victim, piece, 0)
            at += 1
    return add_moves(at, quiet & quiet_mask, pack(sq, 0, NO_POINT, piece, 0))


cdef inline Bitboard slider_reach(int type, int sq, Bitboard occ) noexcept nogil:
    """The empty points and the first piece on each line of a Rook, Bishop or Queen."""
    cdef Bitboard reach = 0
    if type != BISHOP:
        reach = straight_attacks(L, sq, occ)
    if type == QUEEN or type == BISHOP and STRONG & bit(sq):
        reach |= diagonal_attacks(L, sq, occ)
    return reach


cdef inline Move* slider_moves(const FanoronaPosition* p, Move* at, Bitboard quiet_mask) noexcept nogil:
    """Rooks, Bishops and Queens."""
    cdef Bitboard own = p.color[p.side], occ = p.color[0] | p.color[1], left = p.type[ROOK] & own
    cdef int sq
    while left:
        sq = pop_lsb(&left)
        at = add_slides(p, at, quiet_mask, sq, ROOK, straight_attacks(L, sq, occ))
    left = p.type[BISHOP] & own & STRONG
    while left:
        sq = pop_lsb(&left)
        at = add_slides(p, at, quiet_mask, sq, BISHOP, diagonal_attacks(L, sq, occ))
    left = p.type[QUEEN] & own
    while left:
        sq = pop_lsb(&left)
        at = add_slides(p, at, quiet_mask, sq, QUEEN, straight_attacks(L, sq, occ) | diagonal_attacks(L, sq, occ))
    return at


cdef inline Move* add_leaps(const FanoronaPosition* p, Move* at, Bitboard quiet_mask, int sq) noexcept nogil:
    """A Knight's moves (N3): for each enemy within reach the destinations that capture it, then the other ones."""
    cdef Bitboard enemy = p.color[1 - p.side], dests = L.knight_to[sq] & ~(p.color[p.side] | enemy), quiet = dests
    cdef Bitboard victims = enemy & L.knight_victims[sq], targets
    cdef int victim
    while victims:
        victim = pop_lsb(&victims)
        targets = L.knight_to_capture[sq][victim] & dests
        quiet &= ~targets
        at = add_moves(at, targets, pack(sq, 0, victim, KNIGHT, 0))
    return add_moves(at, quiet & quiet_mask, pack(sq, 0, NO_POINT, KNIGHT, 0))


cdef inline Move* knight_moves(const FanoronaPosition* p, Move* at, Bitboard quiet_mask) noexcept nogil:
    cdef Bitboard left = p.type[KNIGHT] & p.color[p.side]
    while left:
        at = add_leaps(p, at, quiet_mask, pop_lsb(&left))
    return at


cdef inline Move* add_if_legal(const FanoronaPosition* p, Move* at, Move move) noexcept nogil:
    at[0] = move
    return at + is_legal(p, move)


cdef inline Move* king_moves(const FanoronaPosition* p, Move* at, Bitboard quiet_mask, bint check) noexcept nogil:
    """The king's legal moves: steps, and the Knight's move of a king that has never moved (N7)."""
    cdef int us = p.side, them = 1 - us, king = p.king[us], to, victim
    cdef Bitboard enemy = p.color[them], occ = p.color[0] | p.color[1], left = L.near[king], victims, target
    victims = enemy & (L.near[king] | L.king_two[king])
    while victims:
        victim = pop_lsb(&victims)
        target = L.step_to_capture[king][victim] & ~occ
        if target:
            left &= ~target         # N6: it must capture
            at = add_if_legal(p, at, pack(king, lsb(target), victim, KING, 0))
    if not quiet_mask:
        return at
    if p.unmoved >> us & 1 and not check:
        left |= L.knight_to[king]
    left &= ~occ
    while left:
        to = pop_lsb(&left)
        at[0] = pack(king, to, NO_POINT, KING, 0)
        at += not attacked(p, to, them, occ ^ bit(king), enemy)
    return at


cdef inline int generate_moves(const FanoronaPosition* p, Move* moves, Bitboard quiet_mask) noexcept nogil:
    cdef CheckInfo info
    cdef Move* move
    cdef Move* end
    find_checks_and_pins(p, &info)
    move = king_moves(p, moves, quiet_mask, info.check)
    end = slider_moves(p, move, quiet_mask)
    end = knight_moves(p, end, quiet_mask)
    end = pawn_moves(p, end, quiet_mask)
    if not info.pinned | info.screens:
        return <int> (end - moves)
    while move < end:
        # NO_POINT is bit 63, which is never a screen.
        if ((info.pinned >> move_from(move[0]) | info.screens >> move_victim(move[0])) & 1
                and (info.check and not may_evade(&info, move[0]) or not is_legal(p, move[0]))):
            end -= 1
            move[0] = end[0]
        else:
            move += 1
    return <int> (end - moves)


cdef int generate(const void* position, Move* moves) noexcept nogil:
    return generate_moves(<const FanoronaPosition*> position, moves, BOARD)


cdef int noisy(const void* position, Move* moves) noexcept nogil:
    return generate_moves(<const FanoronaPosition*> position, moves, 0)


cdef inline int count_slides(const FanoronaPosition* p, int sq, Bitboard reach) noexcept nogil:
    """The number of a slider's moves: one a destination, two where it chooses between approach and withdrawal."""
    cdef Bitboard enemy = p.color[1 - p.side] & reach, beside = enemy & L.near[sq], ahead = enemy ^ beside
    cdef int n = popcount(reach & ~(p.color[0] | p.color[1])), behind
    while ahead and beside:
        behind = L.step[sq][(L.direction[sq][pop_lsb(&ahead)] + 4) & 7]
        n += (beside & bit(behind)) != 0     # NO_POINT is bit 63, which is always empty
    return n


cdef inline int count_knight(const FanoronaPosition* p, int sq) noexcept nogil:
    """The number of a Knight's moves."""
    cdef Bitboard enemy = p.color[1 - p.side], empty = ~(p.color[p.side] | enemy), quiet = L.knight_to[sq] & empty
    cdef Bitboard victims = enemy & L.knight_victims[sq], targets
    cdef int n = 0
    while victims:
        targets = L.knight_to_capture[sq][pop_lsb(&victims)] & empty
        quiet &= ~targets
        n += popcount(targets)
    return n + popcount(quiet)


cdef inline int count_pawn_moves(const FanoronaPosition* p) noexcept nogil:
    """The number of pawn moves, king's safety apart."""
    cdef Move buffer[MAX_MOVES]
    cdef Steps steps = steps_of(p, BOARD & ~(p.color[0] | p.color[1]))
    cdef int n = popcount(steps.quiet) + popcount(steps.withdrawals) + popcount(steps.approaches)
    return n + <int> (promotions(p, buffer) - buffer) if can_promote(p) else n


cdef inline int count_illegal(const FanoronaPosition* p, const CheckInfo* info, const Move* moves,
                              const Move* end) noexcept nogil:
    """How many of these moves leave the king, which is not in check, where it can be captured."""
    cdef int n = 0
    while moves < end:
        if (info.pinned >> move_from(moves[0]) | info.screens >> move_victim(moves[0])) & 1:
            n += not is_legal(p, moves[0])
        moves += 1
    return n


cdef int illegal_moves(const FanoronaPosition* p, const CheckInfo* info) noexcept nogil:
    """How many moves of other pieces than the king leave it, which is not in check, where it can be captured: moves of
    pieces that block an attack, and captures of enemies that do."""
    cdef Move buffer[MAX_MOVES]
    cdef Bitboard own = p.color[p.side], occ = p.color[0] | p.color[1], left = straight(p) & own, reach
    cdef int n = 0, sq
    while left:
        sq = pop_lsb(&left)
        reach = straight_attacks(L, sq, occ)
        if p.board[sq] == QUEEN:
            reach |= diagonal_attacks(L, sq, occ)
        if info.pinned >> sq & 1 or info.screens & reach:
            n += count_illegal(p, info, buffer, add_slides(p, buffer, BOARD, sq, p.board[sq], reach))
    left = p.type[BISHOP] & own & STRONG
    while left:
        sq = pop_lsb(&left)
        reach = diagonal_attacks(L, sq, occ)
        if info.pinned >> sq & 1 or info.screens & reach:
            n += count_illegal(p, info, buffer, add_slides(p, buffer, BOARD, sq, BISHOP, reach))
    left = p.type[KNIGHT] & own
    while left:
        sq = pop_lsb(&left)
        if info.pinned >> sq & 1 or info.screens & L.knight_victims[sq]:
            n += count_illegal(p, info, buffer, add_leaps(p, buffer, BOARD, sq))
    if info.pinned & p.type[PAWN] or info.screens:
        n += count_illegal(p, info, buffer, pawn_moves(p, buffer, BOARD))
    return n


cdef int count(const void* position) noexcept nogil:
    """Count by popcounts; only moves that may be illegal are listed."""
    cdef const FanoronaPosition* p = <const FanoronaPosition*> position
    cdef Move buffer[MAX_MOVES]
    cdef CheckInfo info
    cdef int n, sq
    cdef Bitboard own = p.color[p.side], occ = p.color[0] | p.color[1], left
    find_checks_and_pins(p, &info)
    if info.check:
        return generate(position, buffer)
    n = <int> (king_moves(p, buffer, BOARD, False) - buffer)
    left = p.type[ROOK] & own
    while left:
        sq = pop_lsb(&left)
        n += count_slides(p, sq, straight_attacks(L, sq, occ))
    left = p.type[BISHOP] & own & STRONG
    while left:
        sq = pop_lsb(&left)
        n += count_slides(p, sq, diagonal_attacks(L, sq, occ))
    left = p.type[QUEEN] & own
    while left:
        sq = pop_lsb(&left)
        n += count_slides(p, sq, straight_attacks(L, sq, occ) | diagonal_attacks(L, sq, occ))
    left = p.type[KNIGHT] & own
    while left:
        n += count_knight(p, pop_lsb(&left))
    n += count_pawn_moves(p)
    return n - illegal_moves(p, &info) if info.pinned | info.screens else n


# --- Single moves -------------------------------------------------------------------------------------------------


cdef inline Move* officer_moves(const FanoronaPosition* p, Move* at, int sq, int piece) noexcept nogil:
    """An officer's moves, king's safety apart."""
    if piece == KNIGHT:
        return add_leaps(p, at, BOARD, sq)
    return add_slides(p, at, BOARD, sq, piece, slider_reach(piece, sq, p.color[0] | p.color[1]))


cdef bint legal(const void* position, Move move) noexcept nogil:
    """Whether any 32 bits are a legal move: whether the generator lists them among those of the piece."""
    cdef const FanoronaPosition* p = <const FanoronaPosition*> position
    cdef int origin = move_from(move), piece = move_piece(move)
    cdef Move listed[MAX_MOVES]
    cdef Move* end
    if not p.color[p.side] & bit(origin) or p.board[origin] != piece:
        return False
    if piece == KING:
        end = king_moves(p, listed, BOARD, in_check(p))
    elif piece == PAWN:
        end = pawn_moves(p, listed, BOARD)
    else:
        end = officer_moves(p, listed, origin, piece)
    return is_listed(listed, <int> (end - listed), move) and (piece == KING or is_legal(p, move))
