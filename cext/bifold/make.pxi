# Part of moves.pyx: making a move. A position changes unit by unit, which keeps boards and key in step.

cdef uint8_t rights_kept[64]
fill_rights_kept(rights_kept)


cdef inline void set_unit(BifoldPosition* p, int color, int sq, int unit) noexcept nogil:
    """Make ``unit`` (or NOTHING) what the colour has on ``sq``."""
    cdef const UnitInfo* old = info_at(p, color, sq)
    cdef const UnitInfo* new = &p.setup.info[unit]
    cdef Bitboard here = bit(sq), changed = old.types ^ new.types
    while changed:
        p.half[color][pop_lsb(&changed)] ^= here
    p.color[color] = p.color[color] & ~here | <Bitboard> (unit != NOTHING) << sq
    p.full[color] = p.full[color] & ~here | <Bitboard> new.full << sq
    p.mixed[color] = p.mixed[color] & ~here | <Bitboard> new.mixed << sq
    p.board[color][sq] = <uint8_t> unit
    p.key += (half_keys[color][new.first][sq] + half_keys[color][new.second][sq]
              - half_keys[color][old.first][sq] - half_keys[color][old.second][sq])


cdef void add_half(BifoldPosition* p, int color, int sq, int t) noexcept nogil:
    """Put a half, or a full-size pawn, on a square that has room for it."""
    set_unit(p, color, sq, U.with_half[p.board[color][sq]][t])


cdef inline void add_to_hand(BifoldPosition* p, int t) noexcept nogil:
    """A captured half goes to the captor's hand, but a royal is gone (B6)."""
    p.clock = 0
    if t != WAZIR and t != FERZ and t != NO_TYPE:
        p.hand[p.side][t] += 1
        p.key += hand_keys[p.side][t]


cdef inline void capture_half(BifoldPosition* p, int sq, int t) noexcept nogil:
    add_to_hand(p, t)
    set_unit(p, 1 - p.side, sq, U.without_half[p.board[1 - p.side][sq]][t])


cdef inline void capture_all(BifoldPosition* p, int sq) noexcept nogil:
    cdef const UnitInfo* info = info_at(p, 1 - p.side, sq)
    add_to_hand(p, info.first)
    add_to_hand(p, info.second)
    set_unit(p, 1 - p.side, sq, NOTHING)


cdef inline void capture_on(BifoldPosition* p, int to, const UnitInfo* mover, Move move) noexcept nogil:
    """Make the captures of a move onto ``to``, where the other side has something (B4)."""
    cdef int them = 1 - p.side
    cdef const UnitInfo* info = info_at(p, them, to)
    if mover.full:
        capture_all(p, to)
    elif info.full:
        capture_half(p, to, captured_half(move, info))
    elif p.board[p.side][to] != NOTHING:
        capture_all(p, to)
    # Else a lone bifold shares the square with a lone enemy.


cdef inline void capture_en_passant(BifoldPosition* p, int sq, const UnitInfo* mover, int victim) noexcept nogil:
    """A full pawn captures all pawns on ``sq``, a half one of them (H5)."""
    cdef const UnitInfo* info = info_at(p, 1 - p.side, sq)
    cdef int first = info.first, second = info.second
    if victim:
        capture_half(p, sq, victim - 1)
        return
    if first >= LEFT_PAWN:
        capture_half(p, sq, first)
        if not mover.full:
            return
    if second >= LEFT_PAWN and second != NO_TYPE:
        capture_half(p, sq, second)


cdef inline void clear_en_passant(BifoldPosition* p) noexcept nogil:
    if p.en_passant_legal:
        p.key -= state_keys.file[p.en_passant & 7]
        p.en_passant_legal = 0
    p.en_passant = NO_SQUARE


cdef inline void switch_side(BifoldPosition* p) noexcept nogil:
    p.number += p.side
    p.key = p.key - state_keys.side if p.side else p.key + state_keys.side
    p.side ^= 1


cdef void make(const void* position, Move move, void* following) noexcept nogil:
    cdef const BifoldPosition* p = <const BifoldPosition*> position
    cdef BifoldPosition* q = <BifoldPosition*> following
    cdef int us = p.side, them = 1 - us, kind = move_kind(move), unit = move_unit(move)
    cdef int origin = move_from(move), to = move_to(move), content, kept, corner
    cdef const UnitInfo* info = &p.setup.info[unit]
    copy(q, p, sizeof(BifoldPosition))
    q.clock += 1
    clear_en_passant(q)
    if kind == DROP:
        q.clock = 0
        q.hand[us][unit] -= 1
        q.key -= hand_keys[us][unit]
        set_unit(q, us, to, U.with_half[q.board[us][to]][unit])
    else:
        content = q.board[us][origin]
        set_unit(q, us, origin, NOTHING if content == unit else U.without_half[content][unit])
        if q.board[them][to] != NOTHING:
            capture_on(q, to, info, move)
        elif kind == EN_PASSANT:
            capture_en_passant(q, to ^ 8, info, move_victim(move))
        if info.pawns:
            q.clock = 0
        if kind == PROMOTION:
            unit = move_promoted(move)
        set_unit(q, us, to, unit if q.board[us][to] == NOTHING else U.with_half[q.board[us][to]][unit])
        if kind == DOUBLE_STEP:
            q.en_passant = <uint8_t> ((origin + to) >> 1)
        elif kind == CASTLING:
            corner = to + 1 if to > origin else to - 2
            set_unit(q, us, (origin + to) >> 1, q.board[us][corner])
            set_unit(q, us, corner, NOTHING)
        kept = q.rights & rights_kept[origin] & rights_kept[to]
        if kept != q.rights:
            q.key += state_keys.rights[kept] - state_keys.rights[q.rights]
            q.rights = <uint8_t> kept
    switch_side(q)
    if q.en_passant != NO_SQUARE and has_legal_en_passant(q):
        q.en_passant_legal = 1
        q.key += state_keys.file[q.en_passant & 7]


cdef void make_null(const void* position, void* following) noexcept nogil:
    cdef BifoldPosition* q = <BifoldPosition*> following
    copy(q, position, sizeof(BifoldPosition))
    clear_en_passant(q)
    q.clock += 1
    switch_side(q)


cdef bint gives_check(const void* position, Move move) noexcept nogil:
    """What `in_check` will say of the other side, which is safe as long as it has royals on two squares."""
    cdef const BifoldPosition* p = <const BifoldPosition*> position
    cdef BifoldPosition q
    cdef Bitboard royals = royals_of(p, 1 - p.side)
    if more_than_one(royals) and not royals & bit(move_to(move)):
        return False
    make(p, move, &q)
    return in_check(&q)


cdef int first_check(const void* position, const Move* moves, int n) noexcept nogil:
    """As long as there are royals on two squares, only moves to these squares are looked at."""
    cdef const BifoldPosition* p = <const BifoldPosition*> position
    cdef Bitboard royals = royals_of(p, 1 - p.side), targets = royals if more_than_one(royals) else ~(<Bitboard> 0)
    cdef int i
    for i in range(n):
        if targets & bit(move_to(moves[i])) and gives_check(position, moves[i]):
            return i
    return n
