"""Legal moves of Fanorona Chess, and making them.

Captures come from masks: a slider's dests in one direction share a withdrawal, only the one before an enemy has an
approach. Whether a move exposes the king is tried out only for the few moves that could: the threats on the king
are listed once a node with what stands in their way.
"""
from oddfish.cext.bits cimport Bitboard, bit, lsb, more_than_one, pop_lsb, popcount, rotate
from oddfish.cext.fanorona cimport (ALL_OFFICERS, BISHOP, KING, KNIGHT, NOTHING, PAWN, QUEEN, ROOK, TYPES,
                                    FanoronaPosition, move_from, move_piece, move_promoted, move_to, move_victim,
                                    pack)
from oddfish.cext.fanorona_lines cimport (NO_POINT, POINTS, Lines, diagonal_attacks, fanorona_lines,
                                          straight_attacks)
from oddfish.cext.keys cimport splitmix
from oddfish.cext.types cimport MAX_MOVES, Key, Move

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


cdef inline Bitboard straight(const FanoronaPosition* p) noexcept nogil:
    return p.type[ROOK] | p.type[QUEEN]


cdef inline Bitboard diagonal(const FanoronaPosition* p) noexcept nogil:
    return p.type[BISHOP] | p.type[QUEEN]


cdef inline Bitboard retreating(const FanoronaPosition* p, int king, int by, Bitboard enemy) noexcept nogil:
    """Pieces beside the king that take it by withdrawing straight away from it, if the point behind them is free."""
    return enemy & ((L.near_straight[king] & straight(p)) | (L.near_diagonal[king] & diagonal(p))
                    | (L.near[king] & p.type[KING]) | (L.pawn_withdrawal[by][king] & p.type[PAWN]))


cdef inline Bitboard stepping(const FanoronaPosition* p, int king, int by) noexcept nogil:
    """Kings and pawns that take the king by a step towards it, if the point between is free."""
    return (L.king_two[king] & p.type[KING]) | (L.pawn_approach[by][king] & p.type[PAWN])


cdef bint threatened_closely(const FanoronaPosition* p, int king, int by, Bitboard occ,
                             Bitboard enemy) noexcept nogil:
    """Whether any of ``enemy`` takes a king otherwise than by sliding towards it."""
    cdef Bitboard left = enemy & stepping(p, king, by)
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


cdef inline bint exposed(const FanoronaPosition* p, int king, int by, Bitboard occ, Bitboard enemy) noexcept nogil:
    """N9: whether the pieces ``enemy`` of colour ``by`` could take a king on ``king``, given ``occ``."""
    cdef Bitboard far = enemy & ~L.near[king] & ((straight_attacks(L, king, occ) & straight(p))
                                                 | (diagonal_attacks(L, king, occ) & diagonal(p)))
    return far != 0 or ((L.vicinity[king] & enemy) != 0 and threatened_closely(p, king, by, occ, enemy))


cdef bint threatened(const FanoronaPosition* p, int king, int by, Bitboard occ, Bitboard enemy) noexcept nogil:
    """`exposed`, for all who need not have it inline."""
    return exposed(p, king, by, occ, enemy)


# What could be opened against a king by moves of its own side.
ctypedef struct Danger:
    bint check
    Bitboard checker        # one of the pieces that give check
    Bitboard stops          # points where a piece may stand in its way
    Bitboard guards         # own pieces that stand in a threat's way; in check all
    Bitboard screens        # enemies that must not be taken without a look: those in the way of their own


cdef inline void meet(Danger* danger, int sq, Bitboard way, Bitboard occ, Bitboard own) noexcept nogil:
    """Note what stands in the way of the threat from ``sq``; a single move can clear two points at most."""
    cdef Bitboard blockers = way & occ
    if not blockers:
        danger.check = True
        danger.checker = bit(sq)
        danger.stops = way
        danger.guards = BOARD
    elif not more_than_one(blockers):
        danger.guards |= blockers & own
        danger.screens |= blockers & ~own
    elif popcount(blockers) == 2 and blockers & own:
        danger.screens |= blockers & ~own       # two go at once only if the one takes the other


cdef void look(const FanoronaPosition* p, Danger* danger) noexcept nogil:
    """Not inline, so that the danger stays in memory and the generator's registers are free for the generator."""
    cdef int us = p.side, them = 1 - us, king = p.king[us], sq, to
    cdef Bitboard own = p.color[us], enemy = p.color[them], occ = own | enemy, dests
    cdef Bitboard left = enemy & (stepping(p, king, them) | (L.rook_far[king] & straight(p))
                                  | (L.bishop_far[king] & diagonal(p)))
    danger.check = False
    danger.checker = danger.stops = danger.guards = danger.screens = 0
    while left:
        sq = pop_lsb(&left)
        meet(danger, sq, L.between[king][sq], occ, own)
    if not L.vicinity[king] & enemy:
        return
    left = enemy & L.knight_from[king] & p.type[KNIGHT]
    while left:
        sq = pop_lsb(&left)
        dests = L.knight_takes[sq][king]
        if dests & ~occ:
            danger.check = True
            danger.checker = bit(sq)
            danger.stops = dests
            danger.guards = BOARD
        danger.guards |= dests & own
        danger.screens |= dests & enemy
    left = retreating(p, king, them, enemy)
    while left:
        sq = pop_lsb(&left)
        to = L.step[sq][L.direction[king][sq]]
        if to != NO_POINT:
            if p.board[sq] == PAWN and FAR[them] & bit(to) and not has_lost(p, enemy):
                danger.screens = BOARD      # any officer taken lets that pawn promote
            else:
                meet(danger, sq, bit(to), occ, own)


cdef inline bint answers(const Danger* danger, Move move) noexcept nogil:
    """Whether a move of another piece than the king may end a check: it takes the piece or stands in its way."""
    return (danger.stops >> move_to(move) | danger.checker >> move_victim(move)) & 1


cdef bint in_check(const void* position) noexcept nogil:
    cdef const FanoronaPosition* p = <const FanoronaPosition*> position
    return threatened(p, p.king[p.side], 1 - p.side, p.color[0] | p.color[1], p.color[1 - p.side])


cdef bint safe(const FanoronaPosition* p, Move move) noexcept nogil:
    """Whether a move leaves its own king where it cannot be taken."""
    cdef int us = p.side, to = move_to(move), victim = move_victim(move)
    cdef Bitboard occ = (p.color[0] | p.color[1]) ^ bit(move_from(move)) ^ bit(to), enemy = p.color[1 - us]
    if victim != NO_POINT:
        occ ^= bit(victim)
        enemy ^= bit(victim)
    return not threatened(p, to if move_piece(move) == KING else p.king[us], 1 - us, occ, enemy)


# --- Generation ---------------------------------------------------------------------------------------------
#
# Moves are written from ``at`` on, and where the next one goes is returned. ``wanted`` are the destinations for
# which a move that takes nothing is wanted: all, or none. ``prey`` gathers the enemies that some move may take.


cdef inline Move* emit(Move* at, Bitboard targets, Move stem, Move factor) noexcept nogil:
    """The moves ``stem + factor * target``."""
    while targets:
        at[0] = stem + factor * <Move> pop_lsb(&targets)
        at += 1
    return at


cdef inline Move* slide(const FanoronaPosition* p, Move* at, Bitboard wanted, Bitboard* prey, int sq, int piece,
                        Bitboard reach) noexcept nogil:
    """A slider's moves; ``reach`` holds the free points and the first pieces met. N5, N6: all moves straight away
    from an enemy beside it take that, the last one before an enemy takes this, and with both the player chooses."""
    cdef Bitboard enemy = p.color[1 - p.side] & reach, quiet = reach & ~(p.color[0] | p.color[1])
    cdef Bitboard dests = quiet, beside, ahead, targets
    cdef int victim, to
    if enemy:
        prey[0] |= enemy
        beside = enemy & L.near[sq]
        ahead = enemy ^ beside
        while beside:
            victim = pop_lsb(&beside)
            targets = L.ray[sq][L.direction[victim][sq]] & dests
            quiet &= ~targets
            at = emit(at, targets, pack(sq, 0, victim, piece, 0), 1)
        while ahead:
            victim = pop_lsb(&ahead)
            to = L.step[victim][L.direction[victim][sq]]
            quiet &= ~bit(to)
            at[0] = pack(sq, to, victim, piece, 0)
            at += 1
    return emit(at, quiet & wanted, pack(sq, 0, NO_POINT, piece, 0), 1)


cdef inline Move* ride(const FanoronaPosition* p, Move* at, Bitboard wanted, Bitboard* prey) noexcept nogil:
    """Rooks, Bishops and Queens."""
    cdef Bitboard own = p.color[p.side], occ = p.color[0] | p.color[1], left = p.type[ROOK] & own
    cdef int sq
    while left:
        sq = pop_lsb(&left)
        at = slide(p, at, wanted, prey, sq, ROOK, straight_attacks(L, sq, occ))
    left = p.type[BISHOP] & own & STRONG
    while left:
        sq = pop_lsb(&left)
        at = slide(p, at, wanted, prey, sq, BISHOP, diagonal_attacks(L, sq, occ))
    left = p.type[QUEEN] & own
    while left:
        sq = pop_lsb(&left)
        at = slide(p, at, wanted, prey, sq, QUEEN, straight_attacks(L, sq, occ) | diagonal_attacks(L, sq, occ))
    return at


cdef inline Move* jump(const FanoronaPosition* p, Move* at, Bitboard wanted, Bitboard* prey) noexcept nogil:
    """Knights (N3): the destinations that take each enemy within reach, then the rest."""
    cdef Bitboard own = p.color[p.side], enemy = p.color[1 - p.side], left = p.type[KNIGHT] & own
    cdef Bitboard dests, quiet, victims, targets
    cdef int sq, victim
    while left:
        sq = pop_lsb(&left)
        dests = quiet = L.knight_to[sq] & ~(own | enemy)
        victims = enemy & L.knight_victims[sq]
        while victims:
            prey[0] |= victims
            victim = pop_lsb(&victims)
            targets = L.knight_takes[sq][victim] & dests
            quiet &= ~targets
            at = emit(at, targets, pack(sq, 0, victim, KNIGHT, 0), 1)
        at = emit(at, quiet & wanted, pack(sq, 0, NO_POINT, KNIGHT, 0), 1)
    return at


cdef int lost_types(const FanoronaPosition* p, int color) noexcept nogil:
    """Bit set of the types a side has lost and may promote to (N8)."""
    cdef int t, result = 0
    for t in range(KNIGHT, KING):
        if popcount(p.type[t] & p.color[color]) < ARRAY[t]:
            result |= 1 << t
    return result


# A pawn's step in one direction (N4). Origin and victim stand at fixed distances from the destination, so that a
# move is a multiple of it plus a stem: by QUIET or by TAKING.
ctypedef struct Stride:
    int up                  # from the origin to the destination
    Bitboard leaving        # points such a step may start from, if the board does not end before them
    Move quiet
    Move withdrawal
    Move approach

cdef enum:
    QUIET = 1 | 1 << 6
    TAKING = QUIET | 1 << 12

cdef Stride strides[2][3]   # by colour: straight on, then towards file e, then towards file a

cdef void set_up_strides() noexcept nogil:
    cdef int color, i
    cdef Stride* s
    cdef Move stem
    for color in range(2):
        for i in range(3):
            s = &strides[color][i]
            s.up = (-5 if color else 5) + (0 if i == 0 else 1 if i == 1 else -1)
            s.leaving = BOARD if i == 0 else STRONG & ~FILE_E if i == 1 else STRONG & ~FILE_A
            stem = pack(0, 0, 0, PAWN, 0) - (<Move> s.up << 6)
            s.quiet = stem + (NO_POINT << 12)
            s.withdrawal = stem - (<Move> (2 * s.up) << 12)
            s.approach = stem + (<Move> s.up << 12)


set_up_strides()

# Where the pawns of one direction go.
ctypedef struct Steps:
    Bitboard quiet
    Bitboard withdrawals
    Bitboard approaches


cdef inline Steps steps_of(const Stride* s, Bitboard pawns, Bitboard enemy, Bitboard free_) noexcept nogil:
    """What wraps around the board's edges falls on points that are not free or not to be left."""
    cdef Bitboard origins = pawns & s.leaving, targets = rotate(origins, s.up) & free_
    cdef Steps steps
    steps.withdrawals = rotate(rotate(enemy & s.leaving, s.up) & origins, s.up) & targets
    steps.approaches = rotate(enemy, -s.up) & s.leaving & targets
    steps.quiet = targets & ~(steps.withdrawals | steps.approaches)
    return steps


cdef inline int promotions(const FanoronaPosition* p, Bitboard* free_) noexcept nogil:
    """The types pawns may become; with none, the last rank is taken off the free points."""
    cdef int us = p.side, lost = 0
    if p.type[PAWN] & p.color[us] & rotate(FAR[us], 5 if us else -5):
        lost = lost_types(p, us)
    if not lost:
        free_[0] &= ~FAR[us]
    return lost


cdef inline Move* emit_pawns(Move* at, Bitboard targets, Move stem, Move factor, Bitboard far,
                             int lost) noexcept nogil:
    cdef Bitboard entering
    cdef Move move
    cdef int t
    if not lost:
        return emit(at, targets, stem, factor)
    entering = targets & far
    at = emit(at, targets ^ entering, stem, factor)
    while entering:
        move = stem + factor * <Move> pop_lsb(&entering)
        for t in range(KNIGHT, KING):
            if lost & 1 << t:
                at[0] = move | pack(0, 0, 0, 0, t)
                at += 1
    return at


cdef inline Move* march(const FanoronaPosition* p, Move* at, Bitboard wanted, Bitboard* prey) noexcept nogil:
    """Pawns (N4), by direction for all at once."""
    cdef int us = p.side, i, lost
    cdef Bitboard own = p.color[us], enemy = p.color[1 - us], free_ = BOARD & ~(own | enemy), far = FAR[us]
    cdef const Stride* s
    cdef Steps steps
    lost = promotions(p, &free_)
    wanted |= far
    for i in range(3):
        s = &strides[us][i]
        steps = steps_of(s, p.type[PAWN] & own, enemy, free_)
        if steps.withdrawals | steps.approaches:
            prey[0] |= rotate(steps.withdrawals, -2 * s.up) | rotate(steps.approaches, s.up)
            at = emit_pawns(at, steps.withdrawals, s.withdrawal, TAKING, far, lost)
            at = emit_pawns(at, steps.approaches, s.approach, TAKING, far, lost)
        at = emit_pawns(at, steps.quiet & wanted, s.quiet, QUIET, far, lost)
    return at


cdef inline Move* venture(const FanoronaPosition* p, Move* at, Move move) noexcept nogil:
    at[0] = move
    return at + safe(p, move)


cdef inline Move* walk(const FanoronaPosition* p, Move* at, Bitboard wanted, bint check) noexcept nogil:
    """The king's legal moves: steps, and the Knight's leap of one that has never moved (N7)."""
    cdef int us = p.side, them = 1 - us, king = p.king[us], to, i
    cdef Bitboard enemy = p.color[them], occ = p.color[0] | p.color[1], left = L.near[king] & ~occ
    cdef Bitboard withdrawal, approach
    while left:
        to = pop_lsb(&left)
        withdrawal = L.step_takes[king][to] & enemy & L.near[king]
        approach = L.step_takes[king][to] & enemy & ~L.near[king]
        if withdrawal | approach:
            if withdrawal:
                at = venture(p, at, pack(king, to, lsb(withdrawal), KING, 0))
            if approach:
                at = venture(p, at, pack(king, to, lsb(approach), KING, 0))
        elif wanted:
            at[0] = pack(king, to, NO_POINT, KING, 0)
            at += not exposed(p, to, them, occ ^ bit(king), enemy)
    if wanted and not check and p.unmoved & 1 << us:
        for i in range(L.knight[king].count):
            to = L.knight[king].path[i].to
            if not occ & bit(to):
                at[0] = pack(king, to, NO_POINT, KING, 0)
                at += not exposed(p, to, them, occ ^ bit(king), enemy)
    return at


cdef inline int generate_wanted(const FanoronaPosition* p, Move* moves, Bitboard wanted) noexcept nogil:
    cdef Danger danger
    cdef Bitboard prey = 0
    cdef Move* move
    cdef Move* end
    look(p, &danger)
    move = walk(p, moves, wanted, danger.check)
    end = ride(p, move, wanted, &prey)
    end = jump(p, end, wanted, &prey)
    end = march(p, end, wanted, &prey)
    if not danger.guards | danger.screens & prey:
        return <int> (end - moves)
    while move < end:
        # NO_POINT is bit 63, where no screen ever is.
        if ((danger.guards >> move_from(move[0]) | danger.screens >> move_victim(move[0])) & 1
                and (danger.check and not answers(&danger, move[0]) or not safe(p, move[0]))):
            end -= 1
            move[0] = end[0]
        else:
            move += 1
    return <int> (end - moves)


cdef int generate(const void* position, Move* moves) noexcept nogil:
    return generate_wanted(<const FanoronaPosition*> position, moves, BOARD)


cdef int noisy(const void* position, Move* moves) noexcept nogil:
    return generate_wanted(<const FanoronaPosition*> position, moves, 0)


# --- Counting -----------------------------------------------------------------------------------------------


cdef inline int count_slides(const FanoronaPosition* p, int sq, Bitboard reach) noexcept nogil:
    """A slider's destinations, and one more for each before one enemy and straight away from another."""
    cdef Bitboard enemy = p.color[1 - p.side] & reach, beside = enemy & L.near[sq], ahead = enemy ^ beside
    cdef int n = popcount(reach & ~(p.color[0] | p.color[1])), behind
    while ahead and beside:
        behind = L.step[sq][(L.direction[sq][pop_lsb(&ahead)] + 4) & 7]
        n += (beside & bit(behind)) != 0     # NO_POINT is bit 63, where nobody stands
    return n


cdef int count(const void* position) noexcept nogil:
    cdef const FanoronaPosition* p = <const FanoronaPosition*> position
    cdef Move buffer[MAX_MOVES]
    cdef Danger danger
    cdef int us = p.side, n, sq, i, lost
    cdef Bitboard own = p.color[us], enemy = p.color[1 - us], occ = own | enemy, free_ = BOARD & ~occ, left, victims
    cdef Bitboard quiet, targets
    cdef Steps steps
    look(p, &danger)
    if danger.guards | danger.screens:
        return generate(position, buffer)
    n = <int> (walk(p, buffer, BOARD, False) - buffer)
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
        sq = pop_lsb(&left)
        quiet = L.knight_to[sq] & free_
        victims = enemy & L.knight_victims[sq]
        while victims:
            targets = L.knight_takes[sq][pop_lsb(&victims)] & free_
            quiet &= ~targets
            n += popcount(targets)
        n += popcount(quiet)
    lost = promotions(p, &free_)
    for i in range(3):
        steps = steps_of(&strides[us][i], p.type[PAWN] & own, enemy, free_)
        n += popcount(steps.quiet) + popcount(steps.withdrawals) + popcount(steps.approaches)
        if lost:
            n += (popcount(<Bitboard> lost) - 1) * (popcount(steps.quiet & FAR[us]) + popcount(
                steps.withdrawals & FAR[us]) + popcount(steps.approaches & FAR[us]))
    return n


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
