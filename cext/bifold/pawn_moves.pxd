# Moves of pawns, including en passant.
from oddfish.cext.core.bits cimport Bitboard, bit, pop_lsb, popcount
from oddfish.cext.core.generation cimport ALL, COUNT, NOISY, QUIET, Mode, add_move, add_moves
from oddfish.cext.core.packed_move cimport DOUBLE_STEP, EN_PASSANT, NORMAL, PROMOTION
from oddfish.cext.core.types cimport Move
from oddfish.cext.bifold.attacks cimport supported_pawns
from oddfish.cext.bifold.pawns cimport forward, last_rank, second_rank, to_left, to_right
from oddfish.cext.bifold.piece_moves cimport add_single_moves
from oddfish.cext.bifold.position cimport (FULL_SIZE, HANDED, NO_SQUARE, WEAK, BifoldPosition, SetupData, full_pawns,
                                           info_at, left_capturers, pack, right_capturers, royals_of)
from oddfish.cext.bifold.units cimport LEFT_PAWN, PAWN, PROMOTIONS, RIGHT_PAWN, TYPES, UnitInfo


cdef inline Bitboard promoting(int us, Mode mode) noexcept nogil:
    """The squares to step to in this mode: promotions are noisy."""
    return last_rank(us) if mode == NOISY else ~last_rank(us) if mode == QUIET else ~(<Bitboard> 0)


cdef inline int add_full_pawn_moves(const BifoldPosition* p, Move* moves, int n, Mode mode, Bitboard targets,
                                    int delta, int kind) noexcept nogil:
    """Moves of full pawns to ``targets``, each from ``delta`` squares behind."""
    cdef const SetupData* s = p.setup
    cdef Bitboard last = targets & last_rank(p.side)
    cdef int to, unit, i
    targets ^= last
    if mode == COUNT:
        return n + popcount(targets) + popcount(last) * s.promotion_count
    while targets:
        to = pop_lsb(&targets)
        n = add_move(moves, n, ALL, pack(to - delta, to, kind, p.board[p.side][to - delta], 0, 0))
    while last:
        to = pop_lsb(&last)
        unit = p.board[p.side][to - delta]
        for i in range(s.promotion_count):
            n = add_move(moves, n, ALL, pack(to - delta, to, PROMOTION, unit, s.promotions[i], 0))
    return n


cdef inline int full_pawn_moves(const BifoldPosition* p, Move* moves, int n, Mode mode,
                                Bitboard among) noexcept nogil:
    """Moves of full-size pawns, and of pairs of pawn halves, which move like them (B5, H1), ``among`` these squares."""
    cdef int us = p.side, up = -8 if us else 8, left = up - 1 + 2 * us, right = up + 1 - 2 * us
    cdef Bitboard pawns = full_pawns(p, us) & among, empty = ~(p.color[0] | p.color[1]), single, double, enemy
    if not pawns:
        return n
    enemy = p.color[1 - us] & ~p.color[us]
    single = forward(pawns, us) & empty
    if mode != NOISY:
        double = forward(single & forward(second_rank(us), us), us) & empty
        n = add_full_pawn_moves(p, moves, n, mode, double, 2 * up, DOUBLE_STEP)
    n = add_full_pawn_moves(p, moves, n, mode, single & promoting(us, mode), up, NORMAL)
    if mode == QUIET:
        return n
    n = add_full_pawn_moves(p, moves, n, mode, to_left(pawns & left_capturers(p, us), us) & enemy, left, NORMAL)
    return add_full_pawn_moves(p, moves, n, mode, to_right(pawns & right_capturers(p, us), us) & enemy, right, NORMAL)


cdef inline int add_pawn_half_moves(const BifoldPosition* p, Move* moves, int n, Mode mode, Bitboard targets,
                                    int delta, int kind, int t) noexcept nogil:
    """Moves of lone pawn halves of type ``t`` to ``targets``, each from ``delta`` squares behind; on the last rank they
    promote (H4)."""
    cdef Bitboard last = targets & last_rank(p.side)
    cdef int them = 1 - p.side, to, i
    targets ^= last
    if mode == COUNT:
        return (n + popcount(targets) + popcount(targets & p.mixed[them])
                + PROMOTIONS * (popcount(last) + popcount(last & p.mixed[them])))
    while targets:
        to = pop_lsb(&targets)
        n = add_single_moves(p, moves, n, mode, bit(to), pack(to - delta, 0, kind, t, 0, 0))
    while last:
        to = pop_lsb(&last)
        for i in range(PROMOTIONS):
            n = add_single_moves(p, moves, n, mode, bit(to), pack(to - delta, 0, PROMOTION, t, i, 0))
    return n


cdef inline int pawn_half_moves(const BifoldPosition* p, Move* moves, int n, Mode mode, int t,
                                Bitboard among) noexcept nogil:
    """Moves of pawn halves of type ``t`` that move alone (H2), ``among`` these squares."""
    cdef int us = p.side, them = 1 - us, up = -8 if us else 8, left = up - 1 + 2 * us, right = up + 1 - 2 * us
    cdef Bitboard pawns = p.half[us][t] & among, occ = p.color[0] | p.color[1], shared = p.color[us] & p.color[them]
    cdef Bitboard room = ~(p.full[us] | p.full[them] | shared), single = forward(pawns, us), double, captured
    if not pawns:
        return n
    if mode != NOISY:
        double = forward(single & ~occ & forward(second_rank(us), us), us) & room
        n = add_pawn_half_moves(p, moves, n, mode, double, 2 * up, DOUBLE_STEP, t)
    n = add_pawn_half_moves(p, moves, n, mode, single & room & promoting(us, mode), up, NORMAL, t)
    if mode == QUIET:
        return n
    captured = shared | p.full[them]
    if t == PAWN:
        pawns &= to_left(captured, them) | to_right(captured, them)
        if not pawns:
            return n
        pawns = supported_pawns(p, us, pawns, occ)
    if t != RIGHT_PAWN:
        n = add_pawn_half_moves(p, moves, n, mode, to_left(pawns, us) & captured, left, NORMAL, t)
    if t != LEFT_PAWN:
        n = add_pawn_half_moves(p, moves, n, mode, to_right(pawns, us) & captured, right, NORMAL, t)
    return n


cdef inline int pawn_moves(const BifoldPosition* p, Move* moves, int n, Mode mode, Bitboard among) noexcept nogil:
    """Moves of pawns ``among`` these squares, except en passant."""
    n = full_pawn_moves(p, moves, n, mode, among)
    if p.setup.pawns == HANDED:
        n = pawn_half_moves(p, moves, n, mode, LEFT_PAWN, among)
        n = pawn_half_moves(p, moves, n, mode, RIGHT_PAWN, among)
    elif p.setup.pawns == WEAK:
        n = pawn_half_moves(p, moves, n, mode, PAWN, among)
    return n


cdef inline Bitboard en_passant_pawns(const BifoldPosition* p, Bitboard pawns) noexcept nogil:
    """The ``pawns`` that are beside the pawn that has double-stepped and may capture to that side (B5, H5)."""
    cdef Bitboard target = bit(p.en_passant)
    return pawns & ((to_left(target, 1 - p.side) & left_capturers(p, p.side))
                    | (to_right(target, 1 - p.side) & right_capturers(p, p.side)))


cdef inline bint has_legal_en_passant(const BifoldPosition* p) noexcept nogil:
    """Whether some en-passant capture is legal; only then does the square count for repetition."""
    cdef Bitboard pawns
    if p.en_passant == NO_SQUARE or not royals_of(p, 0) or not royals_of(p, 1):
        return False
    pawns = en_passant_pawns(p, left_capturers(p, p.side) | right_capturers(p, p.side))
    if not pawns:
        return False
    return (p.setup.pawns != WEAK or pawns & full_pawns(p, p.side) != 0
            or supported_pawns(p, p.side, pawns, p.color[0] | p.color[1]) != 0)


cdef inline int en_passant_moves(const BifoldPosition* p, Move* moves, int n, Mode mode) noexcept nogil:
    """A full pawn captures every pawn behind the en-passant square, a half captures one of them, its choice (B5,
    H5)."""
    cdef int us = p.side, t, origin, victims
    cdef const UnitInfo* info = info_at(p, 1 - us, p.en_passant ^ 8)
    cdef Bitboard pawns = en_passant_pawns(p, full_pawns(p, us)), halves
    while pawns:
        origin = pop_lsb(&pawns)
        n = add_moves(moves, n, mode, bit(p.en_passant), pack(origin, 0, EN_PASSANT, p.board[us][origin], 0, 0))
    if p.setup.pawns == FULL_SIZE:
        return n
    victims = 2 if info.mixed and info.pawns == 2 else 1
    for t in range(LEFT_PAWN, TYPES):
        halves = en_passant_pawns(p, p.half[us][t])
        if t == LEFT_PAWN:
            halves &= to_left(bit(p.en_passant), 1 - us)
        elif t == RIGHT_PAWN:
            halves &= to_right(bit(p.en_passant), 1 - us)
        else:
            halves = supported_pawns(p, us, halves, p.color[0] | p.color[1])
        while halves:
            origin = pop_lsb(&halves)
            if victims == 1:
                n = add_moves(moves, n, mode, bit(p.en_passant), pack(origin, 0, EN_PASSANT, t, 0, 0))
            else:
                n = add_moves(moves, n, mode, bit(p.en_passant), pack(origin, 0, EN_PASSANT, t, 0, info.first + 1))
                n = add_moves(moves, n, mode, bit(p.en_passant), pack(origin, 0, EN_PASSANT, t, 0, info.second + 1))
    return n
