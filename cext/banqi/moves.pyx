"""Banqi's moves: generated, counted, made. Sets of squares are 32-bit boards."""

from libc.stdint cimport uint8_t
from libc.string cimport memcpy

from oddfish.cext.banqi.position cimport (ATTEMPT, CAPTURE, CHARIOT, FLIP, JUMP, JUMP_ATTEMPT, NO_COLOR, NO_SQUARE, PIECES,
                                 STEP, STOP, TYPES, BanqiPosition, SetupData, Squares, color_of, lost, move_from,
                                 move_kind, move_mover, move_outcome, move_to, move_victim, of_chance, pack, type_on,
                                 with_outcome)
from oddfish.cext.banqi.geometry cimport Lines, around, banqi_lines, hits, leaps
from oddfish.cext.core.bits cimport lsb, popcount
from oddfish.cext.core.keys cimport splitmix
from oddfish.cext.core.types cimport DRAWN, LOST, PERPETUAL_ATTACK, REPETITION, WON, Key, Move, Outcome, Reason

cdef const Lines* L = banqi_lines()

cdef Key piece_keys[PIECES][32]
cdef Key dark_keys[32]
cdef Key pool_keys[PIECES][8]
cdef Key series_keys[32]
cdef Key first_keys[3]          # by the first player's colour
cdef Key side_key


cdef void set_up() noexcept nogil:
    cdef Key state = 0x42616E7169       # "Banqi"
    cdef int i, j
    for i in range(PIECES):
        for j in range(32):
            piece_keys[i][j] = splitmix(&state)
        for j in range(8):
            pool_keys[i][j] = splitmix(&state)
    for i in range(32):
        dark_keys[i] = splitmix(&state)
        series_keys[i] = splitmix(&state)
    for i in range(3):
        first_keys[i] = splitmix(&state)
    global side_key
    side_key = splitmix(&state)


set_up()


# --- What can be taken --------------------------------------------------------------------------------------


cdef inline Squares of_types(const BanqiPosition* p, int types, Squares among) noexcept nogil:
    """Those men that are of the types of a bit set."""
    cdef Squares found = 0
    while types:
        found |= p.type[lsb(types)]
        types &= types - 1
    return found & among


cdef inline Squares stepped_on(const BanqiPosition* p, int t, int sq, Squares targets) noexcept nogil:
    """Which targets a piece of type ``t`` reaches by a step, or by a chariot's ride."""
    if t == CHARIOT and p.setup.chariot_rides:
        return hits(L, sq, p.color[0] | p.color[1] | p.dark) & targets
    return L.step[sq] & targets


cdef inline Squares jumped_on(const BanqiPosition* p, int sq, Squares targets) noexcept nogil:
    if L.cross[sq] & targets:
        return leaps(L, sq, p.color[0] | p.color[1] | p.dark) & targets
    return 0


cdef Squares takeable(const BanqiPosition* p, int color) noexcept nogil:
    """Face-up enemies that some piece of ``color`` could take."""
    cdef Squares own = p.color[color], enemy = p.color[1 - color], taken = 0, men
    cdef int t
    for t in range(TYPES):
        men = p.type[t] & own
        if not men:
            continue
        if p.setup.takes[t] and not (t == CHARIOT and p.setup.chariot_rides):
            taken |= around(men) & of_types(p, p.setup.takes[t], enemy)
        while men:
            taken |= taken_from(p, t, lsb(men), enemy)
            men &= men - 1
    return taken


cdef inline Squares taken_from(const BanqiPosition* p, int t, int sq, Squares enemy) noexcept nogil:
    """Face-up enemies a piece of type ``t`` can take from ``sq``."""
    cdef Squares taken = 0
    if p.setup.takes[t]:
        taken = stepped_on(p, t, sq, enemy)
        if taken:
            taken = of_types(p, p.setup.takes[t], taken)
    if p.setup.jumps[t]:
        taken |= jumped_on(p, sq, of_types(p, p.setup.jumps[t], enemy))
    return taken


cdef bint goes_on(const BanqiPosition* p, int sq) noexcept nogil:
    """Whether the piece on ``sq``, of the side to move, can take or attempt something; not once the game is over."""
    cdef int t = type_on(p, sq)
    if over(p):
        return False
    if taken_from(p, t, sq, p.color[1 - color_of(p, p.side)]):
        return True
    if not p.setup.dark_capture:
        return False
    return p.setup.takes[t] != 0 and stepped_on(p, t, sq, p.dark) != 0 or \
        p.setup.jumps[t] != 0 and jumped_on(p, sq, p.dark) != 0


cdef inline bint over(const BanqiPosition* p) noexcept nogil:
    """Whether a side has lost its last man (Q3)."""
    return (not p.color[0] or not p.color[1]) and p.first != NO_COLOR and (lost(p, 0) or lost(p, 1))


# --- Generation ---------------------------------------------------------------------------------------------


cdef inline int emit(const BanqiPosition* p, int sq, Squares targets, int kind, int t, Move* moves,
                     int n) noexcept nogil:
    """Captures or attempts on ``targets``; returns the new number of moves."""
    cdef int to
    while targets:
        to = lsb(targets)
        targets &= targets - 1
        moves[n] = pack(sq, to, kind, t, type_on(p, to) if kind == CAPTURE or kind == JUMP else 0)
        n += 1
    return n


cdef int take(const BanqiPosition* p, int t, int sq, bint attempts, Move* moves, int n) noexcept nogil:
    """All captures of one piece, and its attempts."""
    cdef Squares enemy = p.color[1 - color_of(p, p.side)], taken
    if p.setup.takes[t]:
        taken = stepped_on(p, t, sq, enemy)
        if taken:
            n = emit(p, sq, of_types(p, p.setup.takes[t], taken), CAPTURE, t, moves, n)
        if attempts:
            n = emit(p, sq, stepped_on(p, t, sq, p.dark), ATTEMPT, t, moves, n)
    if p.setup.jumps[t]:
        n = emit(p, sq, jumped_on(p, sq, of_types(p, p.setup.jumps[t], enemy)), JUMP, t, moves, n)
        if attempts:
            n = emit(p, sq, jumped_on(p, sq, p.dark), JUMP_ATTEMPT, t, moves, n)
    return n


cdef int list_moves(const BanqiPosition* p, bint only_captures, Move* moves) noexcept nogil:
    cdef int n = 0, sq, t, color
    cdef Squares own, men, targets, empty
    cdef bint attempts = p.setup.dark_capture and not only_captures
    if over(p):
        return 0
    if p.series != NO_SQUARE:
        n = take(p, type_on(p, p.series), p.series, attempts, moves, n)
        if not only_captures:
            moves[n] = pack(0, 0, STOP, 0, 0)
            n += 1
        return n
    if p.first != NO_COLOR:
        color = color_of(p, p.side)
        own = p.color[color]
        empty = p.setup.board & ~(p.color[0] | p.color[1] | p.dark)
        for t in range(TYPES):
            men = p.type[t] & own
            while men:
                sq = lsb(men)
                men &= men - 1
                n = take(p, t, sq, attempts, moves, n)
                if only_captures:
                    continue
                targets = L.step[sq] & empty
                while targets:
                    moves[n] = pack(sq, lsb(targets), STEP, t, 0)
                    targets &= targets - 1
                    n += 1
    if not only_captures:
        targets = p.dark
        while targets:
            sq = lsb(targets)
            targets &= targets - 1
            moves[n] = pack(sq, sq, FLIP, 0, 0)
            n += 1
    return n


cdef int generate(const void* position, Move* moves) noexcept nogil:
    return list_moves(<const BanqiPosition*> position, False, moves)


cdef int noisy(const void* position, Move* moves) noexcept nogil:
    return list_moves(<const BanqiPosition*> position, True, moves)


cdef inline int ways(Squares men, Squares targets) noexcept nogil:
    """Steps from ``men`` onto ``targets``."""
    return (popcount((men << 4) & targets) + popcount(men >> 4 & targets)
            + popcount((men & <Squares> 0x77777777) << 1 & targets)
            + popcount((men & <Squares> 0xEEEEEEEE) >> 1 & targets))


cdef int count(const void* position) noexcept nogil:
    cdef const BanqiPosition* p = <const BanqiPosition*> position
    cdef const SetupData* s = p.setup
    cdef Move moves[64]
    cdef Squares own, enemy, men, near
    cdef int n, t, sq, color
    if over(p):
        return 0
    if p.series != NO_SQUARE:
        return list_moves(p, False, moves)
    n = popcount(p.dark)
    if p.first == NO_COLOR:
        return n
    color = color_of(p, p.side)
    own = p.color[color]
    enemy = p.color[1 - color]
    n += ways(own, s.board & ~(own | enemy | p.dark))
    near = around(own) & enemy
    for t in range(TYPES):
        men = p.type[t] & own
        if not men:
            continue
        if s.takes[t]:
            if t == CHARIOT and s.chariot_rides:
                while men:
                    sq = lsb(men)
                    men &= men - 1
                    n += popcount(of_types(p, s.takes[t], stepped_on(p, t, sq, enemy)))
                    if s.dark_capture:
                        n += popcount(stepped_on(p, t, sq, p.dark))
                continue
            if near:
                n += ways(men, of_types(p, s.takes[t], near))
            if s.dark_capture:
                n += ways(men, p.dark)
        if s.jumps[t]:
            while men:
                sq = lsb(men)
                men &= men - 1
                n += popcount(jumped_on(p, sq, of_types(p, s.jumps[t], enemy) | (p.dark if s.dark_capture else 0)))
    return n


cdef int chances(const void* position, Move move, Move* outcomes, int* weights) noexcept nogil:
    """What a flip or attempt may turn up: every kind of man left in the pool, by its number there."""
    cdef const BanqiPosition* p = <const BanqiPosition*> position
    cdef int n = 0, piece
    if not of_chance(move) or move_outcome(move):
        return 0
    for piece in range(PIECES):
        if p.pool[piece]:
            outcomes[n] = with_outcome(move, piece)
            weights[n] = p.pool[piece]
            n += 1
    return n


# --- Making moves -------------------------------------------------------------------------------------------


cdef inline void end_turn(BanqiPosition* q) noexcept nogil:
    q.number += q.side
    q.side ^= 1
    q.key ^= side_key


cdef inline void remove(BanqiPosition* q, int t, int color, int sq) noexcept nogil:
    q.type[t] ^= <Squares> 1 << sq
    q.color[color] ^= <Squares> 1 << sq
    q.key ^= piece_keys[color * TYPES + t][sq]


cdef inline void put(BanqiPosition* q, int t, int color, int sq) noexcept nogil:
    remove(q, t, color, sq)         # both toggle


cdef inline void turn_up(BanqiPosition* q, int piece, int sq) noexcept nogil:
    """The face-down man on ``sq`` leaves the pool; where it goes is the caller's."""
    q.dark ^= <Squares> 1 << sq
    q.key ^= dark_keys[sq] ^ pool_keys[piece][q.pool[piece]] ^ pool_keys[piece][q.pool[piece] - 1]
    q.pool[piece] -= 1


cdef inline void carry_on(BanqiPosition* q, int sq) noexcept nogil:
    """After a capture onto ``sq``: the same piece may go on, or the turn is over."""
    if q.setup.multi_capture and goes_on(q, sq):
        q.series = <uint8_t> sq
        q.key ^= series_keys[sq]
    else:
        end_turn(q)


cdef void make(const void* position, Move move, void* following) noexcept nogil:
    cdef BanqiPosition* q = <BanqiPosition*> following
    cdef int origin = move_from(move), to = move_to(move), kind = move_kind(move), t = move_mover(move), color, piece
    memcpy(q, position, sizeof(BanqiPosition))
    color = color_of(q, q.side)
    q.stepped_from = NO_SQUARE
    if q.series != NO_SQUARE:
        q.key ^= series_keys[q.series]
        q.series = NO_SQUARE
    if kind == STOP:
        end_turn(q)
        return
    if kind == STEP:
        remove(q, t, color, origin)
        put(q, t, color, to)
        q.clock += 1
        q.stepped_from = <uint8_t> origin
        q.stepped_to = <uint8_t> to
        end_turn(q)
        return
    q.clock = 0
    if kind == CAPTURE or kind == JUMP:
        remove(q, move_victim(move), 1 - color, to)
        remove(q, t, color, origin)
        put(q, t, color, to)
        carry_on(q, to)
        return
    piece = move_outcome(move) - 1
    turn_up(q, piece, to)
    if kind == FLIP:
        if q.first == NO_COLOR:     # Q1
            q.key ^= first_keys[NO_COLOR]
            q.first = <uint8_t> ((piece // TYPES) ^ q.side)
            q.key ^= first_keys[q.first]
        put(q, piece % TYPES, piece // TYPES, to)
        end_turn(q)
    elif piece // TYPES != color and \
            (q.setup.takes[t] if kind == ATTEMPT else q.setup.jumps[t]) >> piece % TYPES & 1:
        remove(q, t, color, origin)
        put(q, t, color, to)
        carry_on(q, to)
    else:                           # it stays, face up
        put(q, piece % TYPES, piece // TYPES, to)
        end_turn(q)


cdef void make_null(const void* position, void* following) noexcept nogil:
    cdef BanqiPosition* q = <BanqiPosition*> following
    memcpy(q, position, sizeof(BanqiPosition))
    q.stepped_from = NO_SQUARE
    q.clock += 1
    end_turn(q)


# --- Repetition ---------------------------------------------------------------------------------------------


cdef bint chases(const BanqiPosition* last, int plies, int player) noexcept nogil:
    """Whether ``player`` attacked one and the same man after each of its moves of a cycle (Q6).

    Walks back from the last position; the men still attacked throughout stand where they stood then.
    """
    cdef const BanqiPosition* p = last
    cdef Squares chased = p.color[1 - color_of(p, player)]
    cdef Squares origin, to
    cdef int _i
    for _i in range(plies):
        if p.side != player:        # it moved here
            chased &= takeable(p, color_of(p, player))
        if not chased or p.stepped_from == NO_SQUARE:
            return False
        to = <Squares> 1 << p.stepped_to
        origin = <Squares> 1 << p.stepped_from
        if chased & to:
            chased ^= to | origin
        p -= 1
    return True


cdef Outcome cycle(const void* position, int plies, Reason* reason) noexcept nogil:
    cdef const BanqiPosition* p = <const BanqiPosition*> position
    cdef bint mine, theirs
    reason[0] = REPETITION
    if not p.setup.chaser_loses:
        return DRAWN
    mine = chases(p, plies, p.side)
    theirs = chases(p, plies, 1 - p.side)
    if mine == theirs:
        return DRAWN
    reason[0] = PERPETUAL_ATTACK
    return LOST if mine else WON


# --- Invariants ---------------------------------------------------------------------------------------------


cdef Key fresh_key(const void* position) noexcept nogil:
    cdef const BanqiPosition* p = <const BanqiPosition*> position
    cdef Key key = p.setup.salt ^ first_keys[p.first] ^ (side_key if p.side else 0)
    cdef int sq, piece
    for sq in range(32):
        if p.dark >> sq & 1:
            key ^= dark_keys[sq]
        for piece in range(PIECES):
            if (p.type[piece % TYPES] & p.color[piece // TYPES]) >> sq & 1:
                key ^= piece_keys[piece][sq]
    for piece in range(PIECES):
        key ^= pool_keys[piece][p.pool[piece]]
    if p.series != NO_SQUARE:
        key ^= series_keys[p.series]
    return key


cdef bint valid(const void* position) noexcept nogil:
    """Whether every square holds one thing, the pool fits the face-down squares, and no set is overdrawn."""
    cdef const BanqiPosition* p = <const BanqiPosition*> position
    cdef Squares seen = p.dark
    cdef int t, piece, hidden = 0
    for t in range(TYPES):
        if seen & p.type[t]:
            return False
        seen |= p.type[t]
    if seen & ~p.setup.board or p.color[0] & p.color[1] or (p.color[0] | p.color[1]) != seen & ~p.dark:
        return False
    for piece in range(PIECES):
        hidden += p.pool[piece]
        if p.pool[piece] + popcount(p.type[piece % TYPES] & p.color[piece // TYPES]) > p.setup.number[piece % TYPES]:
            return False
    if hidden != popcount(p.dark) or p.side > 1 or p.first > NO_COLOR:
        return False
    if p.first == NO_COLOR and (p.side or p.color[0] | p.color[1]):
        return False
    return p.series == NO_SQUARE or p.first != NO_COLOR and goes_on(p, p.series) and \
        (p.color[color_of(p, p.side)] >> p.series & 1) != 0
