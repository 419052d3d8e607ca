"""Tandem-84's whole turns: listed, counted and made.

Listing shares work between first moves: the moves within the other board are the same after every first move that stays
on its own board. Counting shares more (`counting.pxd`).
"""

from libc.stdint cimport uint8_t, uint64_t, uintptr_t
from libc.string cimport memcmp, memset

from oddfish.cext.core.bits cimport bit, copy
from oddfish.cext.core.generation cimport ALL, COUNT, Mode, add_move
from oddfish.cext.core.types cimport MAX_MOVES, NO_MOVE, Key, Move
from oddfish.cext.tandem.attacks cimport CheckInfo, check_info, no_check
from oddfish.cext.tandem.counting cimport count_calm_turns
from oddfish.cext.tandem.geometry cimport place_at
from oddfish.cext.tandem.king_moves cimport king_drops, king_ordinary_moves
from oddfish.cext.tandem.legality cimport add_seconds, is_simple, last_parts, pseudo_legal_firsts
from oddfish.cext.tandem.making cimport (close_replies, make_first, make_part, prune_en_passant, restore_state,
                                         rights_after, toggle_simple)
from oddfish.cext.tandem.moves cimport legal, set_key
from oddfish.cext.tandem.packed_move cimport ENDS_TURN, PART_BITS, Part, join, second_part, unpack
from oddfish.cext.tandem.piece_moves cimport Packing, Scope, drops, ordinary_moves, pack_second, passed_rank, scope_on
from oddfish.cext.tandem.position cimport FIRST, NO_PLACE, PAWN, SECOND, TandemPosition


cdef int list_seconds(const TandemPosition* p, Move first, TandemPosition* middle, Move* moves) noexcept nogil:
    """The second parts after a legal first part, packed as parts; 0 if the turn ends with the first part."""
    make_first(p, first, middle)
    return last_parts(middle, moves, 0, ALL, ENDS_TURN)


# Second parts common to several first parts.
ctypedef struct SharedSeconds:
    int count
    Move moves[MAX_MOVES]


cdef inline int add_shared(const SharedSeconds* shared, Move* moves, int n, Mode mode, Move first) noexcept nogil:
    cdef int i
    if mode == ALL:
        for i in range(shared.count):
            moves[n + i] = first | shared.moves[i]
    return n + shared.count


cdef inline void make_simple(TandemPosition* q, const TandemPosition* p, const Part* m) noexcept nogil:
    """Make a simple first part in ``q``, a copy of ``p``, as far as second parts need it: not in the mailbox."""
    toggle_simple(q, p, m)
    q.rights = <uint8_t> rights_after(q.rights, m)
    q.moved[0] = <uint8_t> place_at(m.onto, m.to)
    if q.en_passant[0] | q.en_passant[1]:
        prune_en_passant(q)


cdef inline void unmake_simple(TandemPosition* q, const TandemPosition* p, const Part* m) noexcept nogil:
    toggle_simple(q, p, m)
    restore_state(q, p)


cdef inline int turns_from(const TandemPosition* p, const CheckInfo* checks, int board, Move* moves, int n,
                           Mode mode) noexcept nogil:
    """List or count the turns whose first part begins on a board.

    After a simple ordinary part, the ordinary moves of the other board are the same as before. After a simple drop, the
    drops of the other board depend only on the origin of the first part. Both hold as long as checks and pins stay the
    same."""
    cdef TandemPosition q, special
    cdef CheckInfo after, calm = no_check()
    cdef Scope s
    cdef Packing packing, alone = pack_second(0)
    cdef Part m
    cdef Move buffer[MAX_MOVES]
    cdef Move first
    cdef SharedSeconds ordinary, dropping
    cdef int i, before, origin = NO_PLACE, other = 1 - board
    cdef int firsts = pseudo_legal_firsts(p, buffer, ALL, checks, board)
    cdef bint king_there = p.king_board[p.side] == other
    copy(&q, p, sizeof(TandemPosition))
    q.stage = SECOND
    q.board_to_move = <uint8_t> other
    q.moved[0] = q.moved[1] = NO_PLACE
    close_replies(&q)
    s = scope_on(&q, checks if king_there else &calm, other, True)
    ordinary.count = ordinary_moves(&q, ordinary.moves, 0, mode, &alone, &s)
    ordinary.count = king_ordinary_moves(&q, ordinary.moves, ordinary.count, mode, &alone, &s)
    for i in range(firsts):
        first = buffer[i]
        m = unpack(first)
        if not is_simple(p, &m):
            make_first(p, first, &special)
            after = check_info(&special)
            n = add_seconds(&special, &after, moves, n, mode, first)
            continue
        make_simple(&q, p, &m)
        if king_there:
            after = check_info(&q) if m.onto == other else checks[0]
        else:
            after = check_info(&q) if checks.checkers | checks.pinned & bit(m.origin) else calm
        s = scope_on(&q, &after, other, True)
        packing = pack_second(first)
        before = n
        if m.onto == board:
            if king_there or not s.in_check:
                n = add_shared(&ordinary, moves, n, mode, first)
            n = drops(&q, moves, n, mode, &packing, &s)
        else:
            if king_there and s.in_check | (s.pinned != 0):
                n = drops(&q, moves, n, mode, &packing, &s)
            else:
                if origin != m.origin:
                    origin = m.origin
                    dropping.count = drops(&q, dropping.moves, 0, mode, &alone, &s)
                n = add_shared(&dropping, moves, n, mode, first)
            n = ordinary_moves(&q, moves, n, mode, &packing, &s)
            n = king_ordinary_moves(&q, moves, n, mode, &packing, &s)
        n = king_drops(&q, moves, n, mode, &packing, &s)
        if n == before and not s.in_check:
            n = add_move(moves, n, mode, first)
        unmake_simple(&q, p, &m)
    return n


cdef int generate_turns(const void* position, Move* moves) noexcept nogil:
    cdef const TandemPosition* p = <const TandemPosition*> position
    cdef CheckInfo checks
    if p.stage != FIRST:
        return last_parts(p, moves, 0, ALL, 0)
    checks = check_info(p)
    return turns_from(p, &checks, 1, moves, turns_from(p, &checks, 0, moves, 0, ALL), ALL)


cdef int count_turns(const void* position) noexcept nogil:
    cdef const TandemPosition* p = <const TandemPosition*> position
    cdef CheckInfo checks
    if p.stage != FIRST:
        return last_parts(p, NULL, 0, COUNT, 0)
    checks = check_info(p)
    if not checks.checkers:
        return count_calm_turns(p, &checks)
    return turns_from(p, &checks, 1, NULL, turns_from(p, &checks, 0, NULL, 0, COUNT), COUNT)


cdef bint legal_turn(const void* position, Move move) noexcept nogil:
    """Whether any 32 bits are a legal turn."""
    cdef const TandemPosition* p = <const TandemPosition*> position
    cdef TandemPosition middle
    cdef Move first = move & PART_BITS, second = second_part(move)
    if move == first:
        return legal(p, first | ENDS_TURN)
    if p.stage != FIRST or join(first, second) != move or not legal(p, first):
        return False
    make_first(p, first, &middle)
    return legal(&middle, second | ENDS_TURN)


cdef inline bint is_noisy(const TandemPosition* p, Move move) noexcept nogil:
    """Whether a part captures or promotes."""
    cdef Part m = unpack(move)
    if m.promoted or p.color[m.onto][1 - p.side] & bit(m.to):
        return True
    return p.board[m.board][m.origin] == PAWN and p.en_passant[m.onto] & passed_rank(1 - p.side) & bit(m.to) != 0


cdef int noisy_turns(const void* position, Move* moves) noexcept nogil:
    """The turns that capture or promote."""
    cdef const TandemPosition* p = <const TandemPosition*> position
    cdef TandemPosition q
    cdef Move first = NO_MOVE
    cdef int i, n = generate_turns(position, moves), kept = 0
    for i in range(n):
        if (moves[i] & PART_BITS) != first:
            first = moves[i] & PART_BITS
            make_first(p, first, &q)
        if is_noisy(p, first) or second_part(moves[i]) and is_noisy(&q, second_part(moves[i])):
            moves[kept] = moves[i]
            kept += 1
    return kept


cdef void make_turn(const void* position, Move move, void* following) noexcept nogil:
    cdef TandemPosition* q = <TandemPosition*> following
    cdef Move second = second_part(move)
    copy(q, position, sizeof(TandemPosition))
    make_part(q, move, second == 0)
    if second:
        make_part(q, second, True)
    set_key(q)


# --- Perft: the last two plies ------------------------------------------------------------------------------------

cdef enum:
    MOST_TURNS = 1 << 17    # the table, up to 64 bytes for each turn, fits behind the list (MAX_TURNS in game.pyx)

# A position to which a turn leads.
ctypedef struct Reached:
    Key key
    Move turn               # the first turn that leads there; NO_MOVE: none yet
    int turns               # number of the other side's turns


cdef inline bint is_same(const TandemPosition* p, const TandemPosition* q) noexcept nogil:
    """Whether two positions, each reached by one turn from the same position, have the same turns."""
    return p.rights == q.rights and p.king_board[0] == q.king_board[0] and p.king_board[1] == q.king_board[1] and \
        p.king_square[0] == q.king_square[0] and p.king_square[1] == q.king_square[1] and \
        memcmp(p.en_passant, q.en_passant, sizeof(p.en_passant)) == 0 and \
        memcmp(p.type, q.type, sizeof(p.type)) == 0 and memcmp(p.color, q.color, sizeof(p.color)) == 0


cdef bint count_replies(const void* position, Move* moves, uint64_t* leaves, uint64_t* outcomes) noexcept nogil:
    """As in `PerftRules.count_replies`. Most positions are reached by two turns, which make the same two moves in
    either order: their replies are counted only once."""
    cdef TandemPosition after, earlier
    cdef int n = generate_turns(position, moves), i
    cdef uint64_t total = 0, slots = 2, slot
    cdef Reached* table = <Reached*> ((<uintptr_t> (moves + n) + 15) & ~<uintptr_t> 15)
    cdef Reached* reached
    if n > MOST_TURNS:
        return False
    while slots < 2 * <uint64_t> n:
        slots *= 2
    memset(table, 0, slots * sizeof(Reached))
    for i in range(n):
        make_turn(position, moves[i], &after)
        slot = after.key & slots - 1
        while table[slot].turn != NO_MOVE and table[slot].key != after.key:
            slot = slot + 1 & slots - 1
        reached = &table[slot]
        if reached.turn != NO_MOVE:
            make_turn(position, reached.turn, &earlier)
            total += reached.turns if is_same(&earlier, &after) else count_turns(&after)
            continue
        reached.key = after.key
        reached.turn = moves[i]
        reached.turns = count_turns(&after)
        total += reached.turns
    leaves[0] = outcomes[0] = total
    return True


cdef Move join_parts(const void* position, const Move* parts, int n, int* used) noexcept nogil:
    used[0] = 0
    if n > 0 and parts[0] & ENDS_TURN:
        used[0] = 1
        return parts[0] & PART_BITS
    if n < 2:
        return NO_MOVE
    used[0] = 2
    return join(parts[0], parts[1])
