"""Moves of Bifold Halfgi. There is no check, so every pseudo-legal move is legal."""
from libc.stdint cimport uint64_t
from libc.string cimport memcmp, memset

from oddfish.cext.core.bits cimport Bitboard, bit, copy, more_than_one
from oddfish.cext.core.castling cimport LONG, SHORT, king_home, rights_of, rook_home
from oddfish.cext.core.generation cimport ALL, COUNT, NOISY, QUIET, is_listed
from oddfish.cext.core.packed_move cimport CASTLING, DROP, EN_PASSANT, NORMAL, move_from, move_kind, move_to
from oddfish.cext.core.types cimport MOST_CLOCK, Key, Move, counted
from oddfish.cext.bifold.generating cimport castling_moves, drop_squares, generate_mode
from oddfish.cext.bifold.making cimport clear_en_passant, make_move, set_unit, switch_side
from oddfish.cext.bifold.pawn_moves cimport en_passant_moves, has_legal_en_passant, pawn_moves
from oddfish.cext.bifold.pawns cimport last_rank
from oddfish.cext.bifold.piece_moves cimport half_attacks, pair_targets
from oddfish.cext.bifold.position cimport (FULL_SIZE, BifoldPosition, info_at, move_unit, move_victim, officers_of,
                                           pack, pawns_of, royals_of)
from oddfish.cext.bifold.replies cimport count_all_replies
from oddfish.cext.bifold.royals cimport royals_hang
from oddfish.cext.bifold.units cimport FERZ, NOTHING, OFFICERS, PAWN, ROOK, TYPES, WAZIR, UnitInfo, units
from oddfish.cext.bifold.zobrist cimport Zobrist, zobrist

cdef enum:
    MAX_FROM_PAWN = 128     # room for the moves of pawns on one square: 30 promotions of a pair, 40 of its halves


cdef bint in_check(const void* position) noexcept nogil:
    """Whether the next move could capture the last royals of the side to move. The game has no check, but the search
    treats this as one."""
    cdef const BifoldPosition* p = <const BifoldPosition*> position
    return royals_of(p, 1 - p.side) != 0 and royals_hang(p, p.side)


cdef int generate(const void* position, Move* moves) noexcept nogil:
    return generate_mode(<const BifoldPosition*> position, moves, ALL)


cdef int noisy(const void* position, Move* moves) noexcept nogil:
    return generate_mode(<const BifoldPosition*> position, moves, NOISY)


cdef int quiets(const void* position, Move* moves) noexcept nogil:
    return generate_mode(<const BifoldPosition*> position, moves, QUIET)


cdef int count(const void* position) noexcept nogil:
    return generate_mode(<const BifoldPosition*> position, NULL, COUNT)


cdef inline bint is_choice(const BifoldPosition* p, int to, int victim) noexcept nogil:
    """Whether a single bifold may name this victim: one of two different enemies, or else none (B4)."""
    cdef const UnitInfo* info
    if not p.mixed[1 - p.side] & bit(to):
        return victim == 0
    info = info_at(p, 1 - p.side, to)
    return victim == info.first + 1 or victim == info.second + 1


cdef bint legal(const void* position, Move move) noexcept nogil:
    """Whether any 32 bits are a legal move: whether the generator lists them among the moves from that square."""
    cdef const BifoldPosition* p = <const BifoldPosition*> position
    cdef int us = p.side, kind = move_kind(move), unit = move_unit(move), origin = move_from(move), to = move_to(move)
    cdef int n = 0
    cdef Bitboard here = bit(origin), occ = p.color[0] | p.color[1]
    cdef Move listed[MAX_FROM_PAWN]
    if not royals_of(p, 0) or not royals_of(p, 1):
        return False
    if kind == DROP:
        return (move == pack(0, to, DROP, unit, 0, 0) and unit < TYPES and p.hand[us][unit] != 0
                and drop_squares(p, unit) & bit(to) != 0)
    if not p.color[us] & here:
        return False
    if kind == CASTLING:
        if rights_of(p.rights, us) and origin == king_home(us):
            n = castling_moves(p, listed, 0, ALL)
    elif kind == NORMAL and unit < OFFICERS:        # an officer half
        return (move == pack(origin, to, NORMAL, unit, 0, move_victim(move)) and p.half[us][unit] & here != 0
                and half_attacks(unit, origin, occ) & bit(to) & ~p.full[us] != 0
                and is_choice(p, to, move_victim(move)))
    elif kind == NORMAL and here & p.full[us] & officers_of(p, us) and unit == p.board[us][origin]:
        return (move == pack(origin, to, NORMAL, unit, 0, 0)
                and pair_targets(p, us, origin, info_at(p, us, origin), occ) & bit(to) & ~p.color[us] != 0)
    elif here & pawns_of(p, us):
        if kind == EN_PASSANT:
            if p.en_passant_legal:
                n = en_passant_moves(p, listed, 0, ALL)
        else:
            n = pawn_moves(p, listed, 0, ALL, here)
    return is_listed(listed, n, move)


# --- Making moves -------------------------------------------------------------------------------------------


cdef void make(const void* position, Move move, void* following) noexcept nogil:
    make_move(<const BifoldPosition*> position, move, <BifoldPosition*> following)


cdef void make_null(const void* position, void* following) noexcept nogil:
    cdef BifoldPosition* q = <BifoldPosition*> following
    cdef const Zobrist* keys = &zobrist
    copy(q, position, sizeof(BifoldPosition))
    clear_en_passant(q, keys)
    q.clock = counted(q.clock, 1, MOST_CLOCK)
    switch_side(q, keys)


cdef bint gives_check(const void* position, Move move) noexcept nogil:
    """The value of `in_check` for the other side after the move. False if that side has royals on two squares."""
    cdef const BifoldPosition* p = <const BifoldPosition*> position
    cdef BifoldPosition q
    cdef Bitboard royals = royals_of(p, 1 - p.side)
    if more_than_one(royals) and not royals & bit(move_to(move)):
        return False
    make(p, move, &q)
    return in_check(&q)


cdef int first_check(const void* position, const Move* moves, int n) noexcept nogil:
    """While there are royals on two squares, only moves to these squares need a look."""
    cdef const BifoldPosition* p = <const BifoldPosition*> position
    cdef Bitboard royals = royals_of(p, 1 - p.side), targets = royals if more_than_one(royals) else ~(<Bitboard> 0)
    cdef int i
    for i in range(n):
        if targets & bit(move_to(moves[i])) and gives_check(position, moves[i]):
            return i
    return n


cdef bint count_replies(const void* position, Move* moves, uint64_t* leaves, uint64_t* outcomes) noexcept nogil:
    leaves[0] = outcomes[0] = count_all_replies(<const BifoldPosition*> position, moves, generate(position, moves))
    return True


# --- Invariants ---------------------------------------------------------------------------------------------


cdef Key fresh_key(const void* position) noexcept nogil:
    """The key computed from squares, hands, rights and side only."""
    cdef const BifoldPosition* p = <const BifoldPosition*> position
    cdef Key key = p.setup.salt + zobrist.state.rights[p.rights]
    cdef const UnitInfo* info
    cdef int color, t, sq
    for color in range(2):
        for sq in range(64):
            info = info_at(p, color, sq)
            key += zobrist.half[color][info.first][sq] + zobrist.half[color][info.second][sq]
        for t in range(TYPES):
            key += p.hand[color][t] * zobrist.hand[color][t]
    if p.side:
        key += zobrist.state.side
    if has_legal_en_passant(p):
        key += zobrist.state.file[p.en_passant & 7]
    return key


cdef bint boards_valid(const BifoldPosition* p) noexcept nogil:
    """Whether the bitboards agree with the units on the board, and no square holds more than two pieces."""
    cdef BifoldPosition q
    cdef int color, sq
    memset(&q, 0, sizeof(BifoldPosition))
    memset(q.board, NOTHING, sizeof(q.board))
    q.setup = p.setup
    for color in range(2):
        for sq in range(64):
            set_unit(&q, color, sq, p.board[color][sq], &zobrist)
    return (memcmp(q.color, p.color, sizeof(q.color)) == 0 and memcmp(q.full, p.full, sizeof(q.full)) == 0
            and memcmp(q.mixed, p.mixed, sizeof(q.mixed)) == 0 and memcmp(q.half, p.half, sizeof(q.half)) == 0
            and not p.full[0] & p.color[1] and not p.full[1] & p.color[0])


cdef bint rights_valid(const BifoldPosition* p, int color) noexcept nogil:
    """Whether both pairs stand at home for every castling right (B9)."""
    cdef int rights = rights_of(p.rights, color)
    if rights and p.board[color][king_home(color)] != p.setup.royal_pair:
        return False
    if rights & SHORT and p.board[color][rook_home(color, SHORT)] != units.pair[ROOK][ROOK]:
        return False
    return not rights & LONG or p.board[color][rook_home(color, LONG)] == units.pair[ROOK][ROOK]


cdef bint valid(const void* position) noexcept nogil:
    cdef const BifoldPosition* p = <const BifoldPosition*> position
    cdef int color
    if not boards_valid(p):
        return False
    for color in range(2):
        if not rights_valid(p, color):
            return False
        if p.hand[color][WAZIR] or p.hand[color][FERZ]:     # B6
            return False
        if p.setup.pawns == FULL_SIZE and p.half[color][PAWN] & (last_rank(color) | p.color[1 - color]):
            return False
    return p.en_passant_legal == has_legal_en_passant(p)
