# Part of moves.pyx: moves of pawns (N4, N8).
#
# Steps that do not promote are listed for all pawns at once. Each is one bit of a word: the straight steps by their
# destination, and above them the diagonal ones, towards file e on even bits and towards file a on the odd bits between,
# as diagonals join every other point only. No pawn ever stands on its first rank.

cdef Bitboard FILE_A = 0x10842108421
cdef Bitboard FILE_E = 0x108421084210
cdef Bitboard EASTWARD = STRONG & ~FILE_E       # points with diagonals towards file e
cdef Bitboard WESTWARD = STRONG & ~FILE_A

ctypedef struct Steps:
    Bitboard quiet
    Bitboard withdrawals
    Bitboard approaches

cdef enum:
    NO_STEP = 63            # a bit that no step has

# The move that each bit of a word stands for, by colour.
ctypedef struct StepMoves:
    Move quiet[64]
    Move withdrawal[64]
    Move approach[64]

cdef StepMoves step_moves[2]


cdef inline Bitboard step_word(int us, Bitboard straight, Bitboard east, Bitboard west) noexcept nogil:
    """The word of steps to these points: 30 bits for the six ranks that a step can reach without promoting, and above
    them the diagonal ones."""
    if us == 0:
        return straight >> 10 | (east | west << 1) << 20
    return straight >> 5 | (east | west << 1) << 25


cdef inline Bitboard forward(int us, Bitboard b, int files) noexcept nogil:
    """The points one rank ahead and ``files`` towards file e."""
    return b << (5 + files) if us == 0 else b >> (5 - files)


cdef inline Steps steps_to(int us, Bitboard pawns, Bitboard enemy, Bitboard empty) noexcept nogil:
    """All steps to ``empty`` points; a capture is one with an enemy behind its start, or beyond its end (N5)."""
    cdef int them = 1 - us
    cdef Bitboard straight = forward(us, pawns, 0) & empty
    cdef Bitboard east = forward(us, pawns & EASTWARD, 1) & empty
    cdef Bitboard west = forward(us, pawns & WESTWARD, -1) & empty
    cdef Steps steps
    steps.withdrawals = step_word(
        us, straight & forward(us, forward(us, enemy, 0), 0),
        east & forward(us, forward(us, enemy & EASTWARD, 1), 1),
        west & forward(us, forward(us, enemy & WESTWARD, -1), -1))
    steps.approaches = step_word(
        us, straight & forward(them, enemy, 0),
        east & EASTWARD & forward(them, enemy, -1),
        west & WESTWARD & forward(them, enemy, 1))
    steps.quiet = step_word(us, straight, east, west) & ~(steps.withdrawals | steps.approaches)
    return steps


cdef inline Steps steps_of(const FanoronaPosition* p, Bitboard empty) noexcept nogil:
    """The steps of the side to move to ``empty`` points, without promotions."""
    if p.side == 0:
        return steps_to(0, p.type[PAWN] & p.color[0], p.color[1], empty & ~last_rank(0))
    return steps_to(1, p.type[PAWN] & p.color[1], p.color[0], empty & ~last_rank(1))


cdef Move step_move(int to, int up, int victim) noexcept nogil:
    return pack(to - up & 63, to, victim & 63, PAWN, 0)


cdef void set_up_steps() noexcept nogil:
    cdef int us, to, files, up, i
    for us in range(2):
        for to in range(10 - 5 * us, 40 - 5 * us):
            for files in range(-1, 2):
                if files and not STRONG & bit(to):
                    continue
                up = (-5 if us else 5) + files
                i = lsb(step_word(us, bit(to) * (files == 0), bit(to) * (files == 1), bit(to) * (files == -1)))
                step_moves[us].quiet[i] = step_move(to, up, NO_POINT)
                step_moves[us].withdrawal[i] = step_move(to, up, to - 2 * up)
                step_moves[us].approach[i] = step_move(to, up, to + up)


set_up_steps()


cdef inline Move* add_steps(Move* at, Bitboard steps, const Move* moves) noexcept nogil:
    while steps:
        at[0] = moves[pop_lsb(&steps)]
        at += 1
    return at


cdef inline Move* add_first_step(Move* at, Bitboard* steps, const Move* moves) noexcept nogil:
    """Take the first step off the word and add it, if there is one: without a branch, which would often be
    mispredicted."""
    at[0] = moves[lsb(steps[0] | bit(NO_STEP))]
    at += steps[0] != 0
    steps[0] &= steps[0] - 1
    return at


cdef int lost_types(const FanoronaPosition* p, int color) noexcept nogil:
    """Bit set of the types a side has lost, to which its pawns may promote (N8)."""
    cdef int t, result = 0
    for t in range(KNIGHT, KING):
        if popcount(p.type[t] & p.color[color]) < start_count(t):
            result |= 1 << t
    return result


cdef inline Move* add_promotions(Move* at, Move move, int lost) noexcept nogil:
    cdef int t
    for t in range(KNIGHT, KING):
        if lost & 1 << t:
            at[0] = move | pack(0, 0, 0, 0, t)
            at += 1
    return at


cdef Move* promotions(const FanoronaPosition* p, Move* at) noexcept nogil:
    """Pawn moves to the last rank: to every type that has been lost (N8)."""
    cdef int us = p.side, lost = lost_types(p, us), sq, to, victim
    cdef Bitboard enemy = p.color[1 - us], empty = last_rank(us) & ~(p.color[0] | p.color[1])
    cdef Bitboard left = p.type[PAWN] & p.color[us], targets
    if not lost:
        return at
    while left:
        sq = pop_lsb(&left)
        targets = L.pawn_steps[us][sq] & empty
        while targets:
            to = pop_lsb(&targets)
            # It captures by withdrawal only: nothing stands beyond the last rank.
            victim = L.step[sq][L.direction[to][sq]]
            at = add_promotions(at, pack(sq, to, victim if enemy & bit(victim) else NO_POINT, PAWN, 0), lost)
    return at


cdef inline bint can_promote(const FanoronaPosition* p) noexcept nogil:
    return (p.type[PAWN] & p.color[p.side] & (last_rank(1) << 5 if p.side else last_rank(0) >> 5)) != 0


cdef inline Move* pawn_moves(const FanoronaPosition* p, Move* at, Bitboard quiet_mask) noexcept nogil:
    """All moves of pawns."""
    cdef const StepMoves* moves = &step_moves[p.side]
    cdef Steps steps = steps_of(p, BOARD & ~(p.color[0] | p.color[1]))
    at = add_first_step(at, &steps.withdrawals, moves.withdrawal)
    at = add_first_step(at, &steps.approaches, moves.approach)
    if steps.withdrawals | steps.approaches:
        at = add_steps(at, steps.withdrawals, moves.withdrawal)
        at = add_steps(at, steps.approaches, moves.approach)
    if quiet_mask:
        at = add_steps(at, steps.quiet, moves.quiet)
    return promotions(p, at) if can_promote(p) else at
