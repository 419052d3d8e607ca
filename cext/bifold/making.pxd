# Changing a position, unit by unit, while keeping its boards and its key in step.
#
# `make_move` passes on the address of the keys. Otherwise the compiler would have to load the pointer to another
# module's tables again after every byte stored in a position, because that byte might have changed the pointer.
from libc.stdint cimport uint8_t

from oddfish.cext.core.bits cimport Bitboard, bit, copy, pop_lsb
from oddfish.cext.core.castling cimport rights_kept
from oddfish.cext.core.packed_move cimport (CASTLING, DOUBLE_STEP, DROP, EN_PASSANT, PROMOTION, move_from, move_kind,
                                            move_to)
from oddfish.cext.core.types cimport MOST_CLOCK, MOST_NUMBER, Move, counted
from oddfish.cext.bifold.pawn_moves cimport has_legal_en_passant
from oddfish.cext.bifold.position cimport (NO_SQUARE, BifoldPosition, captured_half, info_at, move_promoted, move_unit,
                                           move_victim)
from oddfish.cext.bifold.units cimport FERZ, LEFT_PAWN, NO_TYPE, NOTHING, WAZIR, UnitInfo, units
from oddfish.cext.bifold.zobrist cimport Zobrist, zobrist


cdef inline void set_unit(BifoldPosition* p, int color, int sq, int unit, const Zobrist* keys) noexcept nogil:
    """Set what the colour has on ``sq`` to ``unit`` (or NOTHING)."""
    cdef const UnitInfo* old = info_at(p, color, sq)
    cdef const UnitInfo* new = &p.setup.info[unit]
    cdef Bitboard here = bit(sq), changed = old.types ^ new.types
    while changed:
        p.half[color][pop_lsb(&changed)] ^= here
    p.color[color] = p.color[color] & ~here | <Bitboard> (unit != NOTHING) << sq
    p.full[color] = p.full[color] & ~here | <Bitboard> new.full << sq
    p.mixed[color] = p.mixed[color] & ~here | <Bitboard> new.mixed << sq
    p.board[color][sq] = <uint8_t> unit
    p.key += (keys.half[color][new.first][sq] + keys.half[color][new.second][sq]
              - keys.half[color][old.first][sq] - keys.half[color][old.second][sq])


cdef inline void add_half(BifoldPosition* p, int color, int sq, int t) noexcept nogil:
    """Put a half, or a full-size pawn, on a square that has room for it."""
    set_unit(p, color, sq, units.with_half[p.board[color][sq]][t], &zobrist)


cdef inline void add_to_hand(BifoldPosition* p, int t, const Zobrist* keys) noexcept nogil:
    """Add a captured half to the captor's hand; a royal leaves the game (B6)."""
    p.clock = 0
    if t != WAZIR and t != FERZ and t != NO_TYPE:
        p.hand[p.side][t] += 1
        p.key += keys.hand[p.side][t]


cdef inline void capture_half(BifoldPosition* p, int sq, int t, const Zobrist* keys) noexcept nogil:
    add_to_hand(p, t, keys)
    set_unit(p, 1 - p.side, sq, units.without_half[p.board[1 - p.side][sq]][t], keys)


cdef inline void capture_all(BifoldPosition* p, int sq, const Zobrist* keys) noexcept nogil:
    cdef const UnitInfo* info = info_at(p, 1 - p.side, sq)
    add_to_hand(p, info.first, keys)
    add_to_hand(p, info.second, keys)
    set_unit(p, 1 - p.side, sq, NOTHING, keys)


cdef inline void capture_on(BifoldPosition* p, int to, const UnitInfo* mover, Move move,
                            const Zobrist* keys) noexcept nogil:
    """Make the captures of a move to ``to``, where the other side has something (B4)."""
    cdef int them = 1 - p.side
    cdef const UnitInfo* info = info_at(p, them, to)
    if mover.full:
        capture_all(p, to, keys)
    elif info.full:
        capture_half(p, to, captured_half(move, info), keys)
    elif p.board[p.side][to] != NOTHING:
        capture_all(p, to, keys)
    # Otherwise a lone bifold shares the square with a lone enemy.


cdef inline void capture_en_passant(BifoldPosition* p, int sq, const UnitInfo* mover, int victim,
                                    const Zobrist* keys) noexcept nogil:
    """A full pawn captures all pawns on ``sq``, a half captures one of them (H5)."""
    cdef const UnitInfo* info = info_at(p, 1 - p.side, sq)
    cdef int first = info.first, second = info.second
    if victim:
        capture_half(p, sq, victim - 1, keys)
        return
    if first >= LEFT_PAWN:
        capture_half(p, sq, first, keys)
        if not mover.full:
            return
    if second >= LEFT_PAWN and second != NO_TYPE:
        capture_half(p, sq, second, keys)


cdef inline void clear_en_passant(BifoldPosition* p, const Zobrist* keys) noexcept nogil:
    if p.en_passant_legal:
        p.key -= keys.state.file[p.en_passant & 7]
        p.en_passant_legal = 0
    p.en_passant = NO_SQUARE


cdef inline void switch_side(BifoldPosition* p, const Zobrist* keys) noexcept nogil:
    p.number = counted(p.number, p.side, MOST_NUMBER)
    p.key = p.key - keys.state.side if p.side else p.key + keys.state.side
    p.side ^= 1


cdef inline void make_move(const BifoldPosition* p, Move move, BifoldPosition* q) noexcept nogil:
    cdef const Zobrist* keys = &zobrist
    cdef int us = p.side, them = 1 - us, kind = move_kind(move), unit = move_unit(move)
    cdef int origin = move_from(move), to = move_to(move), content, kept, corner
    cdef const UnitInfo* info = &p.setup.info[unit]
    copy(q, p, sizeof(BifoldPosition))
    q.clock = counted(q.clock, 1, MOST_CLOCK)
    clear_en_passant(q, keys)
    if kind == DROP:
        q.clock = 0
        q.hand[us][unit] -= 1
        q.key -= keys.hand[us][unit]
        set_unit(q, us, to, units.with_half[q.board[us][to]][unit], keys)
    else:
        content = q.board[us][origin]
        set_unit(q, us, origin, NOTHING if content == unit else units.without_half[content][unit], keys)
        if q.board[them][to] != NOTHING:
            capture_on(q, to, info, move, keys)
        elif kind == EN_PASSANT:
            capture_en_passant(q, to ^ 8, info, move_victim(move), keys)
        if info.pawns:
            q.clock = 0
        if kind == PROMOTION:
            unit = move_promoted(move)
        set_unit(q, us, to, unit if q.board[us][to] == NOTHING else units.with_half[q.board[us][to]][unit], keys)
        if kind == DOUBLE_STEP:
            q.en_passant = <uint8_t> ((origin + to) >> 1)
        elif kind == CASTLING:
            corner = to + 1 if to > origin else to - 2
            set_unit(q, us, (origin + to) >> 1, q.board[us][corner], keys)
            set_unit(q, us, corner, NOTHING, keys)
        kept = q.rights & rights_kept[origin] & rights_kept[to]
        if kept != q.rights:
            q.key += keys.state.rights[kept] - keys.state.rights[q.rights]
            q.rights = <uint8_t> kept
    switch_side(q, keys)
    if q.en_passant != NO_SQUARE and has_legal_en_passant(q):
        q.en_passant_legal = 1
        q.key += keys.state.file[q.en_passant & 7]
