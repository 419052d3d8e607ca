"""Legal moves of Fanorona Chess, and making them.

Captures come from masks: a slider's dests in one direction share a withdrawal, only the one before an enemy has an
approach. Whether a move exposes the king is tried out only for the few moves that could: the threats on the king
are listed once a node with what stands in their way.
"""
from oddfish.cext.bits cimport Bitboard, bit, more_than_one, pop_lsb, popcount
from oddfish.cext.fanorona cimport (ALL_OFFICERS, BISHOP, KING, KNIGHT, NOTHING, PAWN, QUEEN, ROOK, TYPES,
                                    FanoronaPosition, move_from, move_piece, move_promoted, move_to, move_victim,
                                    pack)
from oddfish.cext.fanorona_lines cimport (NO_POINT, POINTS, Lines, diagonal_attacks, fanorona_lines,
                                          straight_attacks)
from oddfish.cext.keys cimport splitmix
from oddfish.cext.types cimport MAX_MOVES, Key, Move

cdef enum Mode:
    ALL = 0
    NOISY = 1
    COUNT = 2

cdef const Lines* L = fanorona_lines()

cdef Bitboard BOARD = 0x1FFFFFFFFFFF
cdef Bitboard STRONG = 0x155555555555       # a1 c1 e1 b2 d2 …: every other point
cdef Bitboard FILE_A = 0x10842108421
cdef Bitboard FILE_E = 0x108421084210
cdef Bitboard FAR[2]                        # each colour's last rank
FAR[0] = 0x1F0000000000
FAR[1] = 0x1F

# N8's pool: how many of each type the start array has.
cdef int[TYPES] ARRAY = [5, 2, 2, 2, 1, 1]

cdef Key piece_keys[2][TYPES][64]      # a power of two is reckoned faster
cdef Key unmoved_keys[4]
cdef Key side_key


cdef void set_up() noexcept nogil:
    global side_key
    cdef Key state = 0xFA202084C4E55
    cdef int color, t, i
    for color in range(2):
        for t in range(TYPES):
            for i in range(POINTS):
                piece_keys[color][t][i] = splitmix(&state)
    for i in range(4):
        unmoved_keys[i] = splitmix(&state)
    side_key = splitmix(&state)


set_up()

# --- Threats on a king --------------------------------------------------------------------------------------


cdef inline bint has_lost(const FanoronaPosition* p, Bitboard pieces) noexcept nogil:
    """Whether a side of these pieces has lost an officer, to which a pawn may promote (N8)."""
    return popcount(pieces & ~(p.type[PAWN] | p.type[KING])) < ALL_OFFICERS


cdef inline Bitboard retreating(const FanoronaPosition* p, int king, int by, Bitboard enemy) noexcept nogil:
    """Pieces beside the king that take it by withdrawing straight away from it, if the point behind them is free."""
    return enemy & ((L.near_straight[king] & (p.type[ROOK] | p.type[QUEEN]))
                    | (L.near_diagonal[king] & (p.type[BISHOP] | p.type[QUEEN]))
                    | (L.near[king] & p.type[KING]) | (L.pawn_withdrawal[by][king] & p.type[PAWN]))


cdef inline Bitboard advancing(const FanoronaPosition* p, int king, int by, Bitboard enemy) noexcept nogil:
    """Pieces that take the king by approach along a line that is free between: sliders, a king, pawns."""
    return enemy & ((L.rook_far[king] & (p.type[ROOK] | p.type[QUEEN]))
                    | (L.bishop_far[king] & (p.type[BISHOP] | p.type[QUEEN]))
                    | (L.king_two[king] & p.type[KING]) | (L.pawn_approach[by][king] & p.type[PAWN]))


cdef bint threatened(const FanoronaPosition* p, int king, int by, Bitboard occ, Bitboard enemy) noexcept nogil:
    """N9: whether the pieces ``enemy`` of colour ``by`` could take a king on ``king``, given ``occ``."""
    cdef Bitboard left = advancing(p, king, by, enemy)
    cdef int sq, to
    while left:
        if not L.between[king][pop_lsb(&left)] & occ:
            return True
    left = enemy & L.knight_from[king] & p.type[KNIGHT]
    while left:
        if L.knight_takes[pop_lsb(&left)][king] & ~occ:
            return True
    left = retreating(p, king, by, enemy)
    while left:
        sq = pop_lsb(&left)
        to = L.step[sq][L.direction[king][sq]]
        if to != NO_POINT and not occ & bit(to):
            # N8: a pawn that may not enter the last rank gives no check.
            if not (p.board[sq] == PAWN and FAR[by] & bit(to)) or has_lost(p, enemy):
                return True
    return False


# What could be opened against a king by moves of its own side.
ctypedef struct Danger:
    bint check
    bint pool               # a pawn would take the king, had its side lost an officer
    Bitboard guards         # own pieces that stand in a threat's way
    Bitboard screens        # the enemy's own


cdef inline void meet(Danger* danger, Bitboard way, Bitboard occ, Bitboard own) noexcept nogil:
    """Note what stands in the way of one threat; a single move can clear two points at most."""
    cdef Bitboard blockers = way & occ
    if not blockers:
        danger.check = True
    elif not more_than_one(blockers):
        danger.guards |= blockers & own
        danger.screens |= blockers & ~own
    elif popcount(blockers) == 2 and blockers & own:
        danger.screens |= blockers & ~own       # two go at once only if the one takes the other


cdef inline Danger look(const FanoronaPosition* p) noexcept nogil:
    cdef int us = p.side, them = 1 - us, king = p.king[us], sq, to
    cdef Bitboard own = p.color[us], enemy = p.color[them], occ = own | enemy, left, dests
    cdef Danger danger
    danger.check = danger.pool = False
    danger.guards = danger.screens = 0
    left = advancing(p, king, them, enemy)
    while left:
        meet(&danger, L.between[king][pop_lsb(&left)], occ, own)
    left = enemy & L.knight_from[king] & p.type[KNIGHT]
    while left:
        dests = L.knight_takes[pop_lsb(&left)][king]
        if dests & ~occ:
            danger.check = True
        danger.guards |= dests & own
        danger.screens |= dests & enemy
    left = retreating(p, king, them, enemy)
    while left:
        sq = pop_lsb(&left)
        to = L.step[sq][L.direction[king][sq]]
        if to != NO_POINT:
            if p.board[sq] == PAWN and FAR[them] & bit(to) and not has_lost(p, enemy):
                danger.pool = True
            else:
                meet(&danger, bit(to), occ, own)
    return danger


cdef bint in_check(const void* position) noexcept nogil:
    cdef const FanoronaPosition* p = <const FanoronaPosition*> position
    return threatened(p, p.king[p.side], 1 - p.side, p.color[0] | p.color[1], p.color[1 - p.side])


cdef inline bint safe(const FanoronaPosition* p, Move move) noexcept nogil:
    """Whether a move leaves its own king where it cannot be taken."""
    cdef int us = p.side, to = move_to(move), victim = move_victim(move)
    cdef Bitboard occ = (p.color[0] | p.color[1]) ^ bit(move_from(move)) ^ bit(to), enemy = p.color[1 - us]
    if victim != NO_POINT:
        occ ^= bit(victim)
        enemy ^= bit(victim)
    return not threatened(p, to if move_piece(move) == KING else p.king[us], 1 - us, occ, enemy)


# --- Generation ---------------------------------------------------------------------------------------------


cdef inline int emit(Move* moves, int n, Bitboard targets, Move stem) noexcept nogil:
    while targets:
        moves[n] = stem | <Move> pop_lsb(&targets)
        n += 1
    return n


cdef inline int slide(const FanoronaPosition* p, Move* moves, int n, Mode mode, int sq, int piece,
                      Bitboard reach) noexcept nogil:
    """A slider's moves; ``reach`` holds the free points and the first pieces met. N5, N6: all moves straight away
    from an enemy beside it take that, the last one before an enemy takes this, and with both the player chooses."""
    cdef Bitboard enemy = p.color[1 - p.side] & reach, dests = reach & ~(p.color[0] | p.color[1]), quiet = dests
    cdef Bitboard beside = enemy & L.near[sq], ahead = enemy ^ beside, targets
    cdef int victim, to
    if mode == COUNT:
        n += popcount(dests)
        while ahead and beside:
            victim = L.step[sq][(L.direction[sq][pop_lsb(&ahead)] + 4) & 7]
            if victim != NO_POINT and beside & bit(victim):
                n += 1
        return n
    while beside:
        victim = pop_lsb(&beside)
        targets = L.ray[sq][L.direction[victim][sq]] & dests
        quiet &= ~targets
        n = emit(moves, n, targets, pack(sq, 0, victim, piece, 0))
    while ahead:
        victim = pop_lsb(&ahead)
        to = L.step[victim][L.direction[victim][sq]]
        quiet &= ~bit(to)
        moves[n] = pack(sq, to, victim, piece, 0)
        n += 1
    if mode == ALL:
        n = emit(moves, n, quiet, pack(sq, 0, NO_POINT, piece, 0))
    return n


cdef inline int ride(const FanoronaPosition* p, Move* moves, int n, Mode mode) noexcept nogil:
    """Queens, Rooks and Bishops."""
    cdef Bitboard own = p.color[p.side], occ = p.color[0] | p.color[1], left = p.type[ROOK] & own
    cdef int sq
    while left:
        sq = pop_lsb(&left)
        n = slide(p, moves, n, mode, sq, ROOK, straight_attacks(L, sq, occ))
    left = p.type[BISHOP] & own & STRONG
    while left:
        sq = pop_lsb(&left)
        n = slide(p, moves, n, mode, sq, BISHOP, diagonal_attacks(L, sq, occ))
    left = p.type[QUEEN] & own
    while left:
        sq = pop_lsb(&left)
        n = slide(p, moves, n, mode, sq, QUEEN, straight_attacks(L, sq, occ) | diagonal_attacks(L, sq, occ))
    return n


cdef inline int choose(Move* moves, int n, Mode mode, Bitboard enemy, int sq, int to, int behind, int beyond,
                       int piece) noexcept nogil:
    """One step of a piece, in its forms: withdrawal, approach, or quiet where neither takes anything."""
    cdef bint withdrawal = behind != NO_POINT and enemy & bit(behind)
    cdef bint approach = beyond != NO_POINT and enemy & bit(beyond)
    if mode == COUNT:
        return n + (2 if withdrawal and approach else 1)
    if withdrawal:
        moves[n] = pack(sq, to, behind, piece, 0)
        n += 1
    if approach:
        moves[n] = pack(sq, to, beyond, piece, 0)
        n += 1
    if mode == ALL and not withdrawal and not approach:
        moves[n] = pack(sq, to, NO_POINT, piece, 0)
        n += 1
    return n


cdef inline int jump(const FanoronaPosition* p, Move* moves, int n, Mode mode) noexcept nogil:
    """Knights (N3): the destinations that take each enemy within reach, then the rest."""
    cdef Bitboard own = p.color[p.side], enemy = p.color[1 - p.side], free_ = ~(own | enemy)
    cdef Bitboard left = p.type[KNIGHT] & own, quiet, here, victims, takes
    cdef int sq, victim
    while left:
        sq = pop_lsb(&left)
        quiet = L.knight_to[sq] & free_
        victims = enemy & L.knight_victims[sq]
        here = quiet
        while victims:
            victim = pop_lsb(&victims)
            takes = L.knight_takes[sq][victim] & here
            quiet &= ~takes
            if mode == COUNT:
                n += popcount(takes)
            else:
                n = emit(moves, n, takes, pack(sq, 0, victim, KNIGHT, 0))
        if mode == COUNT:
            n += popcount(quiet)
        elif mode == ALL:
            n = emit(moves, n, quiet, pack(sq, 0, NO_POINT, KNIGHT, 0))
    return n


cdef inline Bitboard shift(Bitboard b, int by) noexcept nogil:
    return b << by if by > 0 else b >> -by


cdef int lost_types(const FanoronaPosition* p, int color) noexcept nogil:
    """Bit set of the types a side has lost and may promote to (N8)."""
    cdef int t, result = 0
    for t in range(KNIGHT, KING):
        if popcount(p.type[t] & p.color[color]) < ARRAY[t]:
            result |= 1 << t
    return result


cdef inline int emit_pawns(Move* moves, int n, Mode mode, Bitboard targets, int up, int victim_from_target,
                           Bitboard far, int lost) noexcept nogil:
    """Pawn moves to ``targets``, one step ``up``; the victim stands so far from the target, 0 for none."""
    cdef Bitboard entering = targets & far
    cdef Move factor = pack(1, 1, 1 if victim_from_target else 0, 0, 0)
    cdef Move stem = pack(0, 0, 0 if victim_from_target else NO_POINT, PAWN, 0) - (<Move> up << 6)
    cdef int to, t, victim
    stem += <Move> victim_from_target << 12
    if mode == COUNT:
        return n + popcount(targets ^ entering) + popcount(entering) * popcount(<Bitboard> lost)
    targets ^= entering
    # Origin and victim stand at fixed distances from the target, so that a move is a multiple of it plus a stem.
    while targets:
        moves[n] = stem + factor * <Move> pop_lsb(&targets)
        n += 1
    while entering:
        to = pop_lsb(&entering)
        victim = to + victim_from_target if victim_from_target else NO_POINT
        for t in range(KNIGHT, KING):
            if lost & 1 << t:
                moves[n] = pack(to - up, to, victim, PAWN, t)
                n += 1
    return n


cdef inline int march(const FanoronaPosition* p, Move* moves, int n, Mode mode) noexcept nogil:
    """Pawns (N4), by direction for all at once."""
    cdef int us = p.side, forward = -1 if us else 1, lost = 0, i, up
    cdef Bitboard own = p.color[us], enemy = p.color[1 - us], free_ = BOARD & ~(own | enemy)
    cdef Bitboard pawns = p.type[PAWN] & own, origins, edge, targets, withdrawals, approaches
    if pawns & shift(FAR[us], -5 * forward):
        lost = lost_types(p, us)
    if not lost:
        free_ &= ~FAR[us]
    for i in range(3):
        # Straight on, then towards file e, then towards file a; `edge` is the file such a step cannot leave from.
        up = 5 * forward + (0 if i == 0 else 1 if i == 1 else -1)
        edge = 0 if i == 0 else FILE_E if i == 1 else FILE_A
        origins = pawns if i == 0 else pawns & STRONG & ~edge
        targets = shift(origins, up) & free_
        if not targets:
            continue
        withdrawals = shift(shift(enemy & ~edge, up) & origins, up) & targets
        approaches = shift(enemy, -up) & ~edge & targets
        if withdrawals | approaches:
            n = emit_pawns(moves, n, mode, withdrawals, up, -2 * up, FAR[us], lost)
            n = emit_pawns(moves, n, mode, approaches, up, up, FAR[us], lost)
            targets &= ~(withdrawals | approaches)
        if mode == NOISY:
            targets &= FAR[us]
        n = emit_pawns(moves, n, mode, targets, up, 0, FAR[us], lost)
    return n


cdef inline int walk(const FanoronaPosition* p, Move* moves, Mode mode, bint check) noexcept nogil:
    """The king's legal moves into ``moves``: steps, and the Knight's leap of one that has never moved (N7)."""
    cdef int us = p.side, king = p.king[us], n = 0, kept = 0, to, d, i
    cdef Bitboard enemy = p.color[1 - us], occ = p.color[0] | p.color[1], left = L.near[king] & ~occ
    while left:
        to = pop_lsb(&left)
        d = L.direction[king][to]
        n = choose(moves, n, ALL if mode == COUNT else mode, enemy, king, to, L.step[king][(d + 4) & 7],
                   L.step[to][d], KING)
    if mode != NOISY and not check and p.unmoved & 1 << us:
        for i in range(L.knight[king].count):
            to = L.knight[king].path[i].to
            if not occ & bit(to):
                moves[n] = pack(king, to, NO_POINT, KING, 0)
                n += 1
    for i in range(n):
        if safe(p, moves[i]):
            moves[kept] = moves[i]
            kept += 1
    return kept


cdef inline int others(const FanoronaPosition* p, Move* moves, int n, Mode mode) noexcept nogil:
    n = ride(p, moves, n, mode)
    n = jump(p, moves, n, mode)
    return march(p, moves, n, mode)


cdef inline int generate_mode(const FanoronaPosition* p, Move* moves, Mode mode) noexcept nogil:
    cdef Move buffer[MAX_MOVES]
    cdef Danger danger = look(p)
    cdef int n, i
    if mode == COUNT:
        n = walk(p, buffer, COUNT, danger.check)
        if not (danger.check or danger.pool or danger.guards or danger.screens):
            return others(p, NULL, n, COUNT)
        moves = buffer
        mode = ALL
    else:
        n = walk(p, moves, mode, danger.check)
    i = n
    n = others(p, moves, n, mode)
    if not (danger.check or danger.pool or danger.guards or danger.screens):
        return n
    if danger.check:
        danger.guards = BOARD
    if danger.pool:
        danger.screens = BOARD
    while i < n:
        # NO_POINT is bit 63, where no screen ever is.
        if (danger.guards >> move_from(moves[i]) | danger.screens >> move_victim(moves[i])) & 1 and \
                not safe(p, moves[i]):
            n -= 1
            moves[i] = moves[n]
        else:
            i += 1
    return n


cdef int generate(const void* position, Move* moves) noexcept nogil:
    return generate_mode(<const FanoronaPosition*> position, moves, ALL)


cdef int noisy(const void* position, Move* moves) noexcept nogil:
    return generate_mode(<const FanoronaPosition*> position, moves, NOISY)


cdef int count(const void* position) noexcept nogil:
    return generate_mode(<const FanoronaPosition*> position, NULL, COUNT)


# --- Making moves -------------------------------------------------------------------------------------------


cdef void make(const void* position, Move move, void* following) noexcept nogil:
    cdef const FanoronaPosition* p = <const FanoronaPosition*> position
    cdef FanoronaPosition* q = <FanoronaPosition*> following
    cdef int us = p.side, them = 1 - us, origin = move_from(move), to = move_to(move), victim = move_victim(move)
    cdef int piece = move_piece(move), becomes = piece, taken
    cdef Key key = p.key ^ side_key
    q[0] = p[0]
    q.side = <unsigned char> them
    q.number += us
    q.clock += 1
    if move_promoted(move):
        becomes = move_promoted(move)
        q.type[piece] ^= bit(origin)
        q.type[becomes] ^= bit(to)
    else:
        q.type[piece] ^= bit(origin) ^ bit(to)
    q.color[us] ^= bit(origin) ^ bit(to)
    q.board[origin] = NOTHING
    q.board[to] = <unsigned char> becomes
    key ^= piece_keys[us][piece][origin] ^ piece_keys[us][becomes][to]
    if victim != NO_POINT:
        taken = p.board[victim]
        q.type[taken] ^= bit(victim)
        q.color[them] ^= bit(victim)
        q.board[victim] = NOTHING
        q.clock = 0
        key ^= piece_keys[them][taken][victim]
    if piece == PAWN:
        q.clock = 0
    elif piece == KING:
        q.king[us] = <unsigned char> to
        q.unmoved &= ~(1 << us)
        key ^= unmoved_keys[p.unmoved] ^ unmoved_keys[q.unmoved]
    q.key = key


cdef void make_null(const void* position, void* following) noexcept nogil:
    cdef FanoronaPosition* q = <FanoronaPosition*> following
    q[0] = (<const FanoronaPosition*> position)[0]
    q.clock += 1
    q.number += q.side
    q.side ^= 1
    q.key ^= side_key


# --- Invariants ---------------------------------------------------------------------------------------------


cdef Key fresh_key(const void* position) noexcept nogil:
    """The key made from the squares and rights alone."""
    cdef const FanoronaPosition* p = <const FanoronaPosition*> position
    cdef Key key = unmoved_keys[p.unmoved] ^ (side_key if p.side else 0)
    cdef int color, sq
    for color in range(2):
        for sq in range(POINTS):
            if p.color[color] & bit(sq):
                key ^= piece_keys[color][p.board[sq]][sq]
    return key


cdef bint valid(const void* position) noexcept nogil:
    """Whether bitboards and mailbox agree, no pool is overdrawn, and the side to move cannot take the king."""
    cdef const FanoronaPosition* p = <const FanoronaPosition*> position
    cdef Bitboard seen = 0
    cdef int sq, t, color
    for t in range(TYPES):
        if seen & p.type[t]:
            return False
        seen |= p.type[t]
        for color in range(2):
            if popcount(p.type[t] & p.color[color]) > ARRAY[t]:
                return False
    if seen != p.color[0] | p.color[1] or p.color[0] & p.color[1] or seen & ~BOARD:
        return False
    for sq in range(POINTS):
        t = p.board[sq]
        if (seen & bit(sq)) != 0 and not p.type[t] & bit(sq) or (seen & bit(sq)) == 0 and t != NOTHING:
            return False
    for color in range(2):
        if p.type[KING] & p.color[color] != bit(p.king[color]):
            return False
    return not threatened(p, p.king[1 - p.side], p.side, seen, p.color[p.side])
