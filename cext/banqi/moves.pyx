"""Legal moves of Banqi: generating, counting and making them; repetition."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy

from oddfish.cext.banqi.geometry cimport Board32, Squares, board32, jump_targets, neighbours, ride_targets
from oddfish.cext.banqi.position cimport (ATTEMPT, CAPTURE, CHARIOT, FLIP, JUMP, JUMP_ATTEMPT, MAX_PIECE_MOVES,
                                          NO_COLOR, NO_SQUARE, PIECES, STEP, STOP, TYPES, BanqiPosition, SetupData,
                                          all_captured, color_of, is_chance, move_from, move_kind, move_mover,
                                          move_outcome, move_to, move_victim, occupied, pack, type_on, with_outcome)
from oddfish.cext.core.bits cimport bit32, lsb, pop_lsb32, popcount
from oddfish.cext.core.keys cimport splitmix
from oddfish.cext.core.types cimport DRAWN, LOST, PERPETUAL_ATTACK, REPETITION, WON, Key, Move, Outcome, Reason

cdef const Board32* G = board32()

# --- Zobrist keys -------------------------------------------------------------------------------------------

cdef Key piece_keys[PIECES][32]
cdef Key dark_keys[32]
cdef Key pool_keys[PIECES][8]       # by number
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


# --- Targets ------------------------------------------------------------------------------------------------


cdef inline Squares pieces_of_types(const BanqiPosition* p, int types, Squares among) noexcept nogil:
    """The face-up pieces ``among`` these squares whose types are in a set."""
    cdef Squares found = 0
    while types:
        found |= p.type[lsb(types)]
        types &= types - 1
    return found & among


cdef inline Squares capture_targets(const BanqiPosition* p, int t, int sq, Squares targets) noexcept nogil:
    """Which of ``targets`` a piece captures at by a step, or by a chariot's ride (ChariotRides)."""
    if t == CHARIOT and p.setup.chariot_rides:
        return ride_targets(G, sq, occupied(p)) & targets
    return G.step[sq] & targets


cdef inline Squares cannon_targets(const BanqiPosition* p, int sq, Squares targets) noexcept nogil:
    """Which of ``targets`` a cannon captures at by a jump (Q5)."""
    if G.cross[sq] & targets:
        return jump_targets(G, sq, occupied(p)) & targets
    return 0


cdef Squares attacked_by(const BanqiPosition* p, int color) noexcept nogil:
    """Face-up enemies that any piece of ``color`` could capture."""
    cdef Squares own = p.color[color], enemy = p.color[1 - color], attacked = 0, pieces
    cdef int t
    for t in range(TYPES):
        pieces = p.type[t] & own
        if not pieces:
            continue
        if p.setup.takes[t] and not (t == CHARIOT and p.setup.chariot_rides):
            attacked |= neighbours(pieces) & pieces_of_types(p, p.setup.takes[t], enemy)
        while pieces:
            attacked |= victims_of(p, t, pop_lsb32(&pieces), enemy)
    return attacked


cdef inline Squares victims_of(const BanqiPosition* p, int t, int sq, Squares enemy) noexcept nogil:
    """Face-up enemies that a piece of type ``t`` on ``sq`` can capture."""
    cdef Squares taken = 0
    if p.setup.takes[t]:
        taken = capture_targets(p, t, sq, enemy)
        if taken:
            taken = pieces_of_types(p, p.setup.takes[t], taken)
    if p.setup.jumps[t]:
        taken |= cannon_targets(p, sq, pieces_of_types(p, p.setup.jumps[t], enemy))
    return taken


cdef bint can_continue(const BanqiPosition* p, int sq) noexcept nogil:
    """Whether the piece on ``sq``, of the side to move, can capture or attempt something."""
    cdef int t = type_on(p, sq)
    if game_over(p):
        return False
    if victims_of(p, t, sq, p.color[1 - color_of(p, p.side)]):
        return True
    if not p.setup.dark_capture:
        return False
    return p.setup.takes[t] != 0 and capture_targets(p, t, sq, p.dark) != 0 or \
        p.setup.jumps[t] != 0 and cannon_targets(p, sq, p.dark) != 0


cdef inline bint game_over(const BanqiPosition* p) noexcept nogil:
    """Whether a side has lost its last piece (Q3)."""
    return (not p.color[0] or not p.color[1]) and p.first != NO_COLOR and (all_captured(p, 0) or all_captured(p, 1))


# --- Generation ---------------------------------------------------------------------------------------------


cdef inline int add_captures(const BanqiPosition* p, int sq, Squares targets, int kind, int t, Move* moves,
                             int n) noexcept nogil:
    """Append captures or attempts on ``targets``; return the new number of moves."""
    cdef int to
    while targets:
        to = pop_lsb32(&targets)
        moves[n] = pack(sq, to, kind, t, type_on(p, to) if kind == CAPTURE or kind == JUMP else 0)
        n += 1
    return n


cdef int captures_of(const BanqiPosition* p, int t, int sq, bint attempts, Move* moves, int n) noexcept nogil:
    """Append one piece's captures and, if wanted, attempts."""
    cdef Squares enemy = p.color[1 - color_of(p, p.side)], taken
    if p.setup.takes[t]:
        taken = capture_targets(p, t, sq, enemy)
        if taken:
            n = add_captures(p, sq, pieces_of_types(p, p.setup.takes[t], taken), CAPTURE, t, moves, n)
        if attempts:
            n = add_captures(p, sq, capture_targets(p, t, sq, p.dark), ATTEMPT, t, moves, n)
    if p.setup.jumps[t]:
        n = add_captures(p, sq, cannon_targets(p, sq, pieces_of_types(p, p.setup.jumps[t], enemy)), JUMP, t, moves, n)
        if attempts:
            n = add_captures(p, sq, cannon_targets(p, sq, p.dark), JUMP_ATTEMPT, t, moves, n)
    return n


cdef int generate_moves(const BanqiPosition* p, bint only_captures, Move* moves) noexcept nogil:
    cdef int n = 0, sq, t, color
    cdef Squares own, pieces, targets, empty
    cdef bint attempts = p.setup.dark_capture and not only_captures
    if game_over(p):
        return 0
    if p.series != NO_SQUARE:
        n = captures_of(p, type_on(p, p.series), p.series, attempts, moves, n)
        if not only_captures:
            moves[n] = pack(0, 0, STOP, 0, 0)
            n += 1
        return n
    if p.first != NO_COLOR:
        color = color_of(p, p.side)
        own = p.color[color]
        empty = p.setup.board & ~occupied(p)
        for t in range(TYPES):
            pieces = p.type[t] & own
            while pieces:
                sq = pop_lsb32(&pieces)
                n = captures_of(p, t, sq, attempts, moves, n)
                if only_captures:
                    continue
                targets = G.step[sq] & empty
                while targets:
                    moves[n] = pack(sq, pop_lsb32(&targets), STEP, t, 0)
                    n += 1
    if not only_captures:
        targets = p.dark
        while targets:
            sq = pop_lsb32(&targets)
            moves[n] = pack(sq, sq, FLIP, 0, 0)
            n += 1
    return n


cdef int generate(const void* position, Move* moves) noexcept nogil:
    return generate_moves(<const BanqiPosition*> position, False, moves)


cdef int noisy(const void* position, Move* moves) noexcept nogil:
    return generate_moves(<const BanqiPosition*> position, True, moves)


cdef inline int count_steps(Squares pieces, Squares targets) noexcept nogil:
    """The number of steps from ``pieces`` to ``targets``."""
    return (popcount((pieces << 4) & targets) + popcount(pieces >> 4 & targets)
            + popcount((pieces & <Squares> 0x77777777) << 1 & targets)
            + popcount((pieces & <Squares> 0xEEEEEEEE) >> 1 & targets))


cdef int count(const void* position) noexcept nogil:
    cdef const BanqiPosition* p = <const BanqiPosition*> position
    cdef const SetupData* s = p.setup
    cdef Move moves[MAX_PIECE_MOVES]
    cdef Squares own, enemy, pieces, near, dark_targets = p.dark if s.dark_capture else 0
    cdef int n, t, sq, color
    if game_over(p):
        return 0
    if p.series != NO_SQUARE:
        return generate_moves(p, False, moves)
    n = popcount(p.dark)
    if p.first == NO_COLOR:
        return n
    color = color_of(p, p.side)
    own = p.color[color]
    enemy = p.color[1 - color]
    n += count_steps(own, s.board & ~(own | enemy | p.dark))
    near = neighbours(own) & enemy
    for t in range(TYPES):
        pieces = p.type[t] & own
        if not pieces:
            continue
        if s.takes[t]:
            if t == CHARIOT and s.chariot_rides:
                while pieces:
                    sq = pop_lsb32(&pieces)
                    n += popcount(pieces_of_types(p, s.takes[t], capture_targets(p, t, sq, enemy)))
                    if s.dark_capture:
                        n += popcount(capture_targets(p, t, sq, p.dark))
                continue
            if near:
                n += count_steps(pieces, pieces_of_types(p, s.takes[t], near))
            if s.dark_capture:
                n += count_steps(pieces, p.dark)
        if s.jumps[t]:
            while pieces:
                sq = pop_lsb32(&pieces)
                n += popcount(cannon_targets(p, sq, pieces_of_types(p, s.jumps[t], enemy) | dark_targets))
    return n


cdef int count_attempts(const BanqiPosition* p) noexcept nogil:
    """The number of attempts to capture a face-down piece."""
    cdef const SetupData* s = p.setup
    cdef Squares own = p.color[color_of(p, p.side)], pieces
    cdef int n = 0, t, sq
    for t in range(TYPES):
        pieces = p.type[t] & own
        while pieces:
            sq = pop_lsb32(&pieces)
            if p.series != NO_SQUARE and sq != p.series:
                continue
            if s.takes[t]:
                n += popcount(capture_targets(p, t, sq, p.dark))
            if s.jumps[t]:
                n += popcount(cannon_targets(p, sq, p.dark))
    return n


cdef uint64_t extra_outcomes(const void* position) noexcept nogil:
    cdef const BanqiPosition* p = <const BanqiPosition*> position
    cdef int piece, turning, kinds = 0
    if not p.dark or game_over(p):
        return 0
    turning = popcount(p.dark) if p.series == NO_SQUARE else 0
    if p.setup.dark_capture and p.first != NO_COLOR:
        turning += count_attempts(p)
    for piece in range(PIECES):
        kinds += p.pool[piece] != 0
    return <uint64_t> turning * (kinds - 1)


cdef int chance_outcomes(const void* position, Move move, Move* outcomes, int* weights) noexcept nogil:
    """What a flip or an attempt may turn up: each piece of the pool, weighted by its number."""
    cdef const BanqiPosition* p = <const BanqiPosition*> position
    cdef int n = 0, piece
    if not is_chance(move) or move_outcome(move):
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


cdef inline void remove_piece(BanqiPosition* q, int t, int color, int sq) noexcept nogil:
    q.type[t] ^= bit32(sq)
    q.color[color] ^= bit32(sq)
    q.key ^= piece_keys[color * TYPES + t][sq]


cdef inline void put_piece(BanqiPosition* q, int t, int color, int sq) noexcept nogil:
    remove_piece(q, t, color, sq)       # both toggle


cdef inline void turn_up(BanqiPosition* q, int piece, int sq) noexcept nogil:
    """Take the face-down piece on ``sq`` out of the pool, without placing it."""
    q.dark ^= bit32(sq)
    q.key ^= dark_keys[sq] ^ pool_keys[piece][q.pool[piece]] ^ pool_keys[piece][q.pool[piece] - 1]
    q.pool[piece] -= 1


cdef inline void end_capture(BanqiPosition* q, int sq) noexcept nogil:
    """After a capture onto ``sq``: the same piece may go on, or the turn is over."""
    if q.setup.multi_capture and can_continue(q, sq):
        q.series = <uint8_t> sq
        q.key ^= series_keys[sq]
    else:
        end_turn(q)


cdef void make(const void* position, Move move, void* next) noexcept nogil:
    cdef BanqiPosition* q = <BanqiPosition*> next
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
        remove_piece(q, t, color, origin)
        put_piece(q, t, color, to)
        q.clock += 1
        q.stepped_from = <uint8_t> origin
        q.stepped_to = <uint8_t> to
        end_turn(q)
        return
    q.clock = 0
    if kind == CAPTURE or kind == JUMP:
        remove_piece(q, move_victim(move), 1 - color, to)
        remove_piece(q, t, color, origin)
        put_piece(q, t, color, to)
        end_capture(q, to)
        return
    piece = move_outcome(move) - 1
    turn_up(q, piece, to)
    if kind == FLIP:
        if q.first == NO_COLOR:     # Q1
            q.key ^= first_keys[NO_COLOR]
            q.first = <uint8_t> ((piece // TYPES) ^ q.side)
            q.key ^= first_keys[q.first]
        put_piece(q, piece % TYPES, piece // TYPES, to)
        end_turn(q)
    elif piece // TYPES != color and \
            (q.setup.takes[t] if kind == ATTEMPT else q.setup.jumps[t]) >> piece % TYPES & 1:
        remove_piece(q, t, color, origin)
        put_piece(q, t, color, to)
        end_capture(q, to)
    else:                           # the attempt failed: the piece stays, face up
        put_piece(q, piece % TYPES, piece // TYPES, to)
        end_turn(q)


cdef Key key_after(const void* position, Move move) noexcept nogil:
    """The key after ``move``, but for the first flip, attempts and captures in series; before an outcome is drawn, the
    position's own."""
    cdef const BanqiPosition* p = <const BanqiPosition*> position
    cdef int to = move_to(move), kind = move_kind(move), piece = move_outcome(move) - 1
    cdef int own = color_of(p, p.side) * TYPES
    cdef Key key = p.key ^ side_key
    if kind == FLIP:
        if piece < 0:
            return p.key
        return key ^ dark_keys[to] ^ piece_keys[piece][to] ^ pool_keys[piece][p.pool[piece]] ^ \
            pool_keys[piece][p.pool[piece] - 1]
    if kind != STEP and kind != CAPTURE and kind != JUMP:
        return p.key
    if kind != STEP:
        key ^= piece_keys[(0 if own else TYPES) + move_victim(move)][to]
    return key ^ piece_keys[own + move_mover(move)][move_from(move)] ^ piece_keys[own + move_mover(move)][to]


cdef void make_null(const void* position, void* next) noexcept nogil:
    cdef BanqiPosition* q = <BanqiPosition*> next
    memcpy(q, position, sizeof(BanqiPosition))
    q.stepped_from = NO_SQUARE
    q.clock += 1
    end_turn(q)


# --- Perft --------------------------------------------------------------------------------------------------

include "replies.pxi"

# --- Repetition ---------------------------------------------------------------------------------------------


cdef bint chases(const BanqiPosition* last, int plies, int player) noexcept nogil:
    """Whether ``player`` attacked one and the same piece after each of its moves of the cycle (Q6).

    Walks back from the last position. At the end of the cycle every piece stands where it stood at the start.
    """
    cdef const BanqiPosition* p = last
    cdef Squares chased = p.color[1 - color_of(p, player)]
    cdef Squares origin, to
    cdef int _i
    for _i in range(plies):
        if p.side != player:        # who has just moved
            chased &= attacked_by(p, color_of(p, player))
        if not chased or p.stepped_from == NO_SQUARE:
            return False
        to = bit32(p.stepped_to)
        origin = bit32(p.stepped_from)
        if chased & to:
            chased ^= to | origin
        p -= 1
    return True


cdef Outcome repetition(const void* position, int plies, Reason* reason) noexcept nogil:
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
    """The position's key, computed from scratch."""
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
    """Whether no square holds two pieces, the pool fits the face-down squares, and no set is exceeded."""
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
    return p.series == NO_SQUARE or p.first != NO_COLOR and can_continue(p, p.series) and \
        (p.color[color_of(p, p.side)] >> p.series & 1) != 0
