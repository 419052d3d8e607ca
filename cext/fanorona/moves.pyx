"""Legal moves of Fanorona Chess, and making them.

Captures come from masks: a slider's dests in one direction share a withdrawal, only the one before an enemy has an
approach. Whether a move exposes the king is tried out only for the few moves that could: the threats on the king
are listed once a node with what stands in their way.
"""
from libc.stdint cimport uint16_t

from oddfish.cext.core.bits cimport Bitboard, bit, lsb, more_than_one, pop_lsb, popcount
from oddfish.cext.fanorona.position cimport (ALL_OFFICERS, BISHOP, KING, KNIGHT, NOTHING, PAWN, QUEEN, ROOK, TYPES,
                                    FanoronaPosition, move_from, move_piece, move_promoted, move_to, move_victim,
                                    pack)
from oddfish.cext.fanorona.geometry cimport (NO_POINT, POINTS, Lines, diagonal_attacks, fanorona_lines,
                                          straight_attacks)
from oddfish.cext.core.keys cimport splitmix
from oddfish.cext.core.types cimport MAX_MOVES, Key, Move

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


cdef inline void meet(Danger* danger, int sq, Bitboard way, Bitboard occ, Bitboard own,
                      Bitboard knights) noexcept nogil:
    """Note what stands in the way of the threat from ``sq``. A single move can clear two points at most, and only a
    Knight's: whoever else takes the one beside him on a line stays on that line."""
    cdef Bitboard blockers = way & occ
    if not blockers:
        danger.check = True
        danger.checker = bit(sq)
        danger.stops = way
        danger.guards = BOARD
    elif not more_than_one(blockers):
        danger.guards |= blockers & own
        danger.screens |= blockers & ~own
    elif blockers & own & knights and popcount(blockers) == 2:
        danger.screens |= blockers & ~own


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
        meet(danger, sq, L.between[king][sq], occ, own, p.type[KNIGHT])
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
                meet(danger, sq, bit(to), occ, own, p.type[KNIGHT])


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
# which a move that takes nothing is wanted: all, or none.


cdef inline Move* emit(Move* at, Bitboard targets, Move stem) noexcept nogil:
    """The moves ``stem`` to all of ``targets``."""
    while targets:
        at[0] = stem + <Move> pop_lsb(&targets)
        at += 1
    return at


cdef inline Move* slide(const FanoronaPosition* p, Move* at, Bitboard wanted, int sq, int piece,
                        Bitboard reach) noexcept nogil:
    """A slider's moves; ``reach`` holds the free points and the first pieces met. N5, N6: all moves straight away
    from an enemy beside it take that, the last one before an enemy takes this, and with both the player chooses."""
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
            at = emit(at, targets, pack(sq, 0, victim, piece, 0))
        while ahead:
            victim = pop_lsb(&ahead)
            to = L.step[victim][L.direction[victim][sq]]
            quiet &= ~bit(to)
            at[0] = pack(sq, to, victim, piece, 0)
            at += 1
    return emit(at, quiet & wanted, pack(sq, 0, NO_POINT, piece, 0))


cdef inline Move* ride(const FanoronaPosition* p, Move* at, Bitboard wanted) noexcept nogil:
    """Rooks, Bishops and Queens."""
    cdef Bitboard own = p.color[p.side], occ = p.color[0] | p.color[1], left = p.type[ROOK] & own
    cdef int sq
    while left:
        sq = pop_lsb(&left)
        at = slide(p, at, wanted, sq, ROOK, straight_attacks(L, sq, occ))
    left = p.type[BISHOP] & own & STRONG
    while left:
        sq = pop_lsb(&left)
        at = slide(p, at, wanted, sq, BISHOP, diagonal_attacks(L, sq, occ))
    left = p.type[QUEEN] & own
    while left:
        sq = pop_lsb(&left)
        at = slide(p, at, wanted, sq, QUEEN, straight_attacks(L, sq, occ) | diagonal_attacks(L, sq, occ))
    return at


cdef inline Move* jump(const FanoronaPosition* p, Move* at, Bitboard wanted) noexcept nogil:
    """Knights (N3): the destinations that take each enemy within reach, then the rest."""
    cdef Bitboard own = p.color[p.side], enemy = p.color[1 - p.side], left = p.type[KNIGHT] & own
    cdef Bitboard dests, quiet, victims, targets
    cdef int sq, victim
    while left:
        sq = pop_lsb(&left)
        dests = quiet = L.knight_to[sq] & ~(own | enemy)
        victims = enemy & L.knight_victims[sq]
        while victims:
            victim = pop_lsb(&victims)
            targets = L.knight_takes[sq][victim] & dests
            quiet &= ~targets
            at = emit(at, targets, pack(sq, 0, victim, KNIGHT, 0))
        at = emit(at, quiet & wanted, pack(sq, 0, NO_POINT, KNIGHT, 0))
    return at


cdef int lost_types(const FanoronaPosition* p, int color) noexcept nogil:
    """Bit set of the types a side has lost and may promote to (N8)."""
    cdef int t, result = 0
    for t in range(KNIGHT, KING):
        if popcount(p.type[t] & p.color[color]) < ARRAY[t]:
            result |= 1 << t
    return result


# A pawn's step (N4) is one bit of a word, so that one loop lists all pawns' moves: the straight steps by destination,
# and above them the diagonal ones, towards file e on even bits and towards file a on the odd bits between, as
# diagonals join every other point only. Steps onto the last rank stand apart, and no pawn is on its first one.
ctypedef struct Steps:
    Bitboard quiet
    Bitboard withdrawals
    Bitboard approaches

cdef enum:
    NO_STEP = 63            # a bit no step has

# What each bit of a word stands for, by colour.
ctypedef struct StepMoves:
    Move quiet[64]
    Move withdrawal[64]
    Move approach[64]

cdef StepMoves step_moves[2]

cdef Bitboard EASTWARD = STRONG & ~FILE_E       # points with diagonals towards file e
cdef Bitboard WESTWARD = STRONG & ~FILE_A


cdef inline Bitboard step_word(int us, Bitboard straight, Bitboard east, Bitboard west) noexcept nogil:
    """The six ranks that can be stepped to, 30 points, and once more from bit 30 on, an odd bit more, for diagonals."""
    if us == 0:
        return straight >> 10 | (east | west << 1) << 20
    return straight >> 5 | (east | west << 1) << 25


cdef inline Bitboard forward(int us, Bitboard b, int files) noexcept nogil:
    """One rank on (or back, by the enemy's hand), ``files`` towards file e."""
    return b << (5 + files) if us == 0 else b >> (5 - files)


cdef inline Steps steps_to(int us, Bitboard pawns, Bitboard enemy, Bitboard free_) noexcept nogil:
    """All steps onto ``free_`` points, captures where the shifted enemy stands."""
    cdef int them = 1 - us
    cdef Bitboard straight = forward(us, pawns, 0) & free_
    cdef Bitboard east = forward(us, pawns & EASTWARD, 1) & free_
    cdef Bitboard west = forward(us, pawns & WESTWARD, -1) & free_
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


cdef inline Steps steps_of(const FanoronaPosition* p, Bitboard free_) noexcept nogil:
    """The steps of the side to move's pawns, but for those onto the last rank."""
    if p.side == 0:
        return steps_to(0, p.type[PAWN] & p.color[0], p.color[1], free_ & ~FAR[0])
    return steps_to(1, p.type[PAWN] & p.color[1], p.color[0], free_ & ~FAR[1])


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


cdef inline Move* emit_steps(Move* at, Bitboard steps, const Move* moves) noexcept nogil:
    while steps:
        at[0] = moves[pop_lsb(&steps)]
        at += 1
    return at


cdef inline Move* emit_any(Move* at, Bitboard* steps, const Move* moves) noexcept nogil:
    """The first step, if there is one; without a branch, as that would often be mispredicted."""
    at[0] = moves[lsb(steps[0] | bit(NO_STEP))]
    at += steps[0] != 0
    steps[0] &= steps[0] - 1
    return at


cdef inline Move* promote(Move* at, Move move, int lost) noexcept nogil:
    cdef int t
    for t in range(KNIGHT, KING):
        if lost & 1 << t:
            at[0] = move | pack(0, 0, 0, 0, t)
            at += 1
    return at


cdef Move* enter(const FanoronaPosition* p, Move* at) noexcept nogil:
    """Pawns' moves onto the last rank, as whatever has been lost (N8)."""
    cdef int us = p.side, lost = lost_types(p, us), sq, to, victim
    cdef Bitboard enemy = p.color[1 - us], free_ = FAR[us] & ~(p.color[0] | p.color[1])
    cdef Bitboard left = p.type[PAWN] & p.color[us], targets
    if not lost:
        return at
    while left:
        sq = pop_lsb(&left)
        targets = L.pawn_steps[us][sq] & free_
        while targets:
            to = pop_lsb(&targets)
            # By withdrawal only: beyond the last rank nothing stands.
            victim = L.step[sq][L.direction[to][sq]]
            at = promote(at, pack(sq, to, victim if enemy & bit(victim) else NO_POINT, PAWN, 0), lost)
    return at


cdef inline bint may_enter(const FanoronaPosition* p) noexcept nogil:
    return (p.type[PAWN] & p.color[p.side] & (FAR[1] << 5 if p.side else FAR[0] >> 5)) != 0


cdef inline Move* march(const FanoronaPosition* p, Move* at, Bitboard wanted) noexcept nogil:
    """Pawns (N4)."""
    cdef const StepMoves* moves = &step_moves[p.side]
    cdef Steps steps = steps_of(p, BOARD & ~(p.color[0] | p.color[1]))
    at = emit_any(at, &steps.withdrawals, moves.withdrawal)
    at = emit_any(at, &steps.approaches, moves.approach)
    if steps.withdrawals | steps.approaches:
        at = emit_steps(at, steps.withdrawals, moves.withdrawal)
        at = emit_steps(at, steps.approaches, moves.approach)
    if wanted:
        at = emit_steps(at, steps.quiet, moves.quiet)
    return enter(p, at) if may_enter(p) else at


cdef inline Move* venture(const FanoronaPosition* p, Move* at, Move move) noexcept nogil:
    at[0] = move
    return at + safe(p, move)


cdef inline Move* walk(const FanoronaPosition* p, Move* at, Bitboard wanted, bint check) noexcept nogil:
    """The king's legal moves: steps, and the Knight's leap of one that has never moved (N7)."""
    cdef int us = p.side, them = 1 - us, king = p.king[us], to, victim
    cdef Bitboard enemy = p.color[them], occ = p.color[0] | p.color[1], left = L.near[king], victims, target
    victims = enemy & (L.near[king] | L.king_two[king])
    while victims:
        victim = pop_lsb(&victims)
        target = L.step_taking[king][victim] & ~occ
        if target:
            left &= ~target         # N6
            at = venture(p, at, pack(king, lsb(target), victim, KING, 0))
    if not wanted:
        return at
    if p.unmoved >> us & 1 and not check:
        left |= L.knight_to[king]
    left &= ~occ
    while left:
        to = pop_lsb(&left)
        at[0] = pack(king, to, NO_POINT, KING, 0)
        at += not exposed(p, to, them, occ ^ bit(king), enemy)
    return at


cdef inline int generate_wanted(const FanoronaPosition* p, Move* moves, Bitboard wanted) noexcept nogil:
    cdef Danger danger
    cdef Move* move
    cdef Move* end
    look(p, &danger)
    move = walk(p, moves, wanted, danger.check)
    end = ride(p, move, wanted)
    end = jump(p, end, wanted)
    end = march(p, end, wanted)
    if not danger.guards | danger.screens:
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
    cdef int us = p.side, n, sq
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
    steps = steps_of(p, free_)
    n += popcount(steps.quiet) + popcount(steps.withdrawals) + popcount(steps.approaches)
    if may_enter(p):
        n += <int> (enter(p, buffer) - buffer)
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
    q.clock = <uint16_t> ((p.clock + 1) * (piece != PAWN))
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
    if piece == KING:
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
