"""Legal moves of Two Rooks, and making them: each move is tried out, which a real game does better."""
from oddfish.cext.core.bits cimport Bitboard, bit, lsb, pop_lsb, popcount
from oddfish.cext.core.keys cimport splitmix
from oddfish.cext.core.types cimport MOST_CLOCK, MOST_NUMBER, Key, Move, counted
from oddfish.cext.tworooks.position cimport (FILES, KING, ROOK, SQUARES, TYPES, TwoRooksPosition, move_from, move_to,
                                             pack)

cdef int[8] FILE_STEP = [0, 1, 0, -1, 1, 1, -1, -1]     # the first four are a rook's directions
cdef int[8] RANK_STEP = [1, 0, -1, 0, 1, -1, -1, 1]

cdef Key piece_keys[2][TYPES][SQUARES]
cdef Key side_key


cdef void fill_keys() noexcept nogil:
    global side_key
    cdef Key state = 0x2007C5
    cdef int color, t, sq
    for color in range(2):
        for t in range(TYPES):
            for sq in range(SQUARES):
                piece_keys[color][t][sq] = splitmix(&state)
    side_key = splitmix(&state)


fill_keys()


cdef Bitboard reach(int sq, int t, Bitboard occupied) noexcept nogil:
    """The squares a piece attacks (W1)."""
    cdef Bitboard result = 0
    cdef int direction, file, rank
    for direction in range(8 if t == KING else 4):
        file = sq % FILES + FILE_STEP[direction]
        rank = sq // FILES + RANK_STEP[direction]
        while 0 <= file < FILES and 0 <= rank < FILES:
            result |= bit(rank * FILES + file)
            if t == KING or occupied & bit(rank * FILES + file):
                break
            file += FILE_STEP[direction]
            rank += RANK_STEP[direction]
    return result


cdef bint attacked(const TwoRooksPosition* p, int sq, int by) noexcept nogil:
    cdef Bitboard own = p.color[by], occupied = p.color[0] | p.color[1]
    return (reach(sq, KING, occupied) & p.type[KING] & own) != 0 or \
        (reach(sq, ROOK, occupied) & p.type[ROOK] & own) != 0


cdef bint in_check(const void* position) noexcept nogil:
    cdef const TwoRooksPosition* p = <const TwoRooksPosition*> position
    return attacked(p, lsb(p.type[KING] & p.color[p.side]), 1 - p.side)


cdef int list_moves(const TwoRooksPosition* p, Move* moves, Bitboard targets) noexcept nogil:
    """The legal moves onto ``targets``; returns their number."""
    cdef Bitboard left = p.color[p.side], to
    cdef TwoRooksPosition q
    cdef int n = 0, sq
    while left:
        sq = pop_lsb(&left)
        to = reach(sq, KING if p.type[KING] & bit(sq) else ROOK, p.color[0] | p.color[1]) & targets
        while to:
            moves[n] = pack(sq, pop_lsb(&to))
            make(p, moves[n], &q)
            n += not attacked(&q, lsb(q.type[KING] & q.color[p.side]), q.side)      # W2
    return n


cdef int generate(const void* position, Move* moves) noexcept nogil:
    cdef const TwoRooksPosition* p = <const TwoRooksPosition*> position
    return list_moves(p, moves, ~p.color[p.side])


cdef int noisy(const void* position, Move* moves) noexcept nogil:
    cdef const TwoRooksPosition* p = <const TwoRooksPosition*> position
    return list_moves(p, moves, p.color[1 - p.side])


cdef int count(const void* position) noexcept nogil:
    cdef Move[64] moves
    return generate(position, moves)


cdef void make(const void* position, Move move, void* following) noexcept nogil:
    cdef const TwoRooksPosition* p = <const TwoRooksPosition*> position
    cdef TwoRooksPosition* q = <TwoRooksPosition*> following
    cdef int us = p.side, origin = move_from(move), to = move_to(move), t
    q[0] = p[0]
    for t in range(TYPES):
        if p.type[t] & p.color[1 - us] & bit(to):
            q.type[t] ^= bit(to)
            q.color[1 - us] ^= bit(to)
            q.key ^= piece_keys[1 - us][t][to]
    t = KING if p.type[KING] & bit(origin) else ROOK
    q.type[t] ^= bit(origin) | bit(to)
    q.color[us] ^= bit(origin) | bit(to)
    q.key ^= piece_keys[us][t][origin] ^ piece_keys[us][t][to] ^ side_key
    q.clock = 0 if p.color[1 - us] & bit(to) else counted(p.clock, 1, MOST_CLOCK)
    q.number = counted(q.number, us, MOST_NUMBER)
    q.side = 1 - us


cdef void make_null(const void* position, void* following) noexcept nogil:
    cdef TwoRooksPosition* q = <TwoRooksPosition*> following
    q[0] = (<const TwoRooksPosition*> position)[0]
    q.clock = counted(q.clock, 1, MOST_CLOCK)
    q.number = counted(q.number, q.side, MOST_NUMBER)
    q.side = 1 - q.side
    q.key ^= side_key


cdef Key fresh_key(const void* position) noexcept nogil:
    cdef const TwoRooksPosition* p = <const TwoRooksPosition*> position
    cdef Key key = side_key if p.side else 0
    cdef Bitboard left
    cdef int color, t
    for color in range(2):
        for t in range(TYPES):
            left = p.type[t] & p.color[color]
            while left:
                key ^= piece_keys[color][t][pop_lsb(&left)]
    return key


cdef bint valid(const void* position) noexcept nogil:
    """One king and at most two rooks a side, and nobody left the own king in check."""
    cdef const TwoRooksPosition* p = <const TwoRooksPosition*> position
    cdef int color
    if p.color[0] & p.color[1] or p.type[ROOK] & p.type[KING] or \
            p.type[ROOK] | p.type[KING] != p.color[0] | p.color[1]:
        return False
    for color in range(2):
        if popcount(p.type[KING] & p.color[color]) != 1 or popcount(p.color[color]) > 3:
            return False
    return not attacked(p, lsb(p.type[KING] & p.color[1 - p.side]), p.side)
