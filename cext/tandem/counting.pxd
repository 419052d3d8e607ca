# The number of turns, by sets of first parts.
#
# Most first parts of a piece leave the same number of second parts: steps to squares on which no second part depends,
# and drops to such squares. These are counted together, the others one by one (seconds.pxd). Those that neither method
# covers are made.
from oddfish.cext.core.bits cimport Bitboard, bit, copy, pop_lsb, popcount
from oddfish.cext.core.generation cimport ALL, COUNT
from oddfish.cext.core.types cimport MAX_MOVES, Move
from oddfish.cext.tandem.attacks cimport CheckInfo, check_info, no_check
from oddfish.cext.tandem.geometry cimport BOARD, FILES, RANK_1, RANK_7
from oddfish.cext.tandem.king_moves cimport king_drops, king_ordinary_moves
from oddfish.cext.tandem.legality cimport add_seconds
from oddfish.cext.tandem.making cimport close_replies, make_first
from oddfish.cext.tandem.packed_move cimport Part, pack
from oddfish.cext.tandem.piece_moves cimport (Packing, PawnTargets, Scope, moves_to_board, pack_alone, pawn_targets,
                                              scope_on, special_drops, special_ordinary_moves)
from oddfish.cext.tandem.position cimport KING, NO_PLACE, NOTHING, SECOND, TandemPosition, occupied
from oddfish.cext.tandem.seconds cimport (UNKNOWN, Seconds, count_seconds, look_at_seconds, seconds_after_drop,
                                          seconds_after_step, steps_blocked, vacate)


cdef inline int turns_with(int seconds) noexcept nogil:
    """The number of turns that begin with a first part that this many second parts can follow."""
    return seconds + (seconds == 0)     # T2: if there is none, the first part alone


cdef inline int turns_made(const TandemPosition* p, Move first) noexcept nogil:
    """The number of turns that begin with this first part, found by making it."""
    cdef TandemPosition after
    cdef CheckInfo checks
    make_first(p, first, &after)
    checks = check_info(&after)
    return add_seconds(&after, &checks, NULL, 0, COUNT, first)


cdef inline int turns_after_steps(Seconds* s, TandemPosition* q, const TandemPosition* p, int origin,
                                  Bitboard targets) noexcept nogil:
    """The number of turns that begin with a simple part of one piece that stays on its board."""
    cdef Part m
    cdef int n = 0, seconds
    cdef Bitboard loose, occ, steps
    m.board = m.onto = 1 - s.scope.board
    m.origin = origin
    m.promoted = 0
    occ = occupied(p, m.board)
    loose = targets & ~occ
    if loose and not s.takes:
        if not s.known_vacated & bit(origin):
            vacate(s, q, p, origin)
        seconds = s.stay + s.vacated[origin]
        loose &= ~s.vacated_watched[origin]
        steps = loose & s.vacated_steps[origin]
        n = popcount(loose ^ steps) * turns_with(seconds)
        targets ^= loose
        occ ^= bit(origin)
        while steps:
            n += turns_with(seconds - steps_blocked(p.side, s.dropping.pawns & ~occ, occ, pop_lsb(&steps)))
    while targets:
        m.to = pop_lsb(&targets)
        n += turns_with(seconds_after_step(s, q, p, &m, p.board[m.onto][m.to] != NOTHING))
    return n


cdef inline int turns_after_drops(Seconds* s, TandemPosition* q, const TandemPosition* p, int origin,
                                  Bitboard targets) noexcept nogil:
    """The number of turns that begin with a simple part of one piece that drops."""
    cdef Part m
    cdef int n = 0, seconds
    cdef Bitboard loose = targets & s.loose
    m.onto = s.scope.board
    m.board = 1 - m.onto
    m.origin = origin
    m.promoted = 0
    if loose and not s.takes:
        if not s.known_vacated & bit(origin):
            vacate(s, q, p, origin)
        n = popcount(loose) * turns_with(s.stay + s.vacated[origin])
        targets ^= loose
    while targets:
        m.to = pop_lsb(&targets)
        seconds = seconds_after_drop(s, q, p, &m, p.board[m.onto][m.to] != NOTHING)
        if seconds == UNKNOWN:
            n += turns_made(p, pack(m.board, origin, m.onto, m.to, 0))
        else:
            n += turns_with(seconds)
    return n


cdef inline Bitboard pawn_moves(const TandemPosition* p, int sq, int onto) noexcept nogil:
    cdef PawnTargets to = pawn_targets(p.side, bit(sq), occupied(p, onto),
                                       p.color[onto][1 - p.side] & ~p.type[onto][KING], BOARD)
    return to.single | to.double | to.west | to.east


cdef inline int list_others(const TandemPosition* p, Move* moves, const CheckInfo* checks, int board,
                            Bitboard movers) noexcept nogil:
    """List the first parts on a board by these movers, and all other first parts that are swaps, en passant or the
    king's."""
    cdef Scope s = scope_on(p, checks, board, False)
    cdef Packing packing = pack_alone(board, 0)
    cdef int n = 0
    if movers:
        n = moves_to_board(p, moves, n, ALL, &packing, board, board, movers, BOARD)
        n = moves_to_board(p, moves, n, ALL, &packing, board, 1 - board, movers & ~occupied(p, 1 - board), BOARD)
    n = special_ordinary_moves(p, moves, n, ALL, &packing, &s)
    n = special_drops(p, moves, n, ALL, &packing, &s)
    n = king_ordinary_moves(p, moves, n, ALL, &packing, &s)
    return king_drops(p, moves, n, ALL, &packing, &s)


cdef inline int turns_beginning_on(Seconds* s, const Seconds* own, TandemPosition* q, const TandemPosition* p,
                                   const CheckInfo* checks) noexcept nogil:
    """The number of turns whose first part begins on the board of ``own`` and whose second begins on that of ``s``."""
    cdef int board = own.scope.board, other = s.scope.board, n = 0, i, sq, seconds
    cdef Bitboard promoting = own.ordinary.pawns & (RANK_1 << FILES if p.side else RANK_7 >> FILES), left
    cdef Move others[MAX_MOVES]
    for i in range(own.ordinary.count):
        n += turns_after_steps(s, q, p, own.ordinary.mover[i].square, own.ordinary.mover[i].targets)
    for i in range(own.dropping.count):
        if own.dropping.mover[i].moves:
            n += turns_after_drops(s, q, p, own.dropping.mover[i].square, own.dropping.mover[i].targets)
    left = own.ordinary.pawns ^ promoting
    while left:
        sq = pop_lsb(&left)
        n += turns_after_steps(s, q, p, sq, pawn_moves(p, sq, board))
        if not occupied(p, other) & bit(sq):
            n += turns_after_drops(s, q, p, sq, pawn_moves(p, sq, other))
    for i in range(list_others(p, others, checks, board, own.scope.pinned | promoting)):
        seconds = count_seconds(s, q, p, others[i])
        n += turns_made(p, others[i]) if seconds == UNKNOWN else turns_with(seconds)
    return n


cdef inline int count_calm_turns(const TandemPosition* p, const CheckInfo* checks) noexcept nogil:
    """The number of turns of a side that is not in check."""
    cdef TandemPosition q
    cdef CheckInfo calm = no_check()
    cdef Seconds seconds[2]
    cdef Scope scope
    cdef int board
    copy(&q, p, sizeof(TandemPosition))
    q.stage = SECOND
    q.moved[0] = q.moved[1] = NO_PLACE
    close_replies(&q)
    for board in range(2):
        scope = scope_on(&q, checks if p.king_board[p.side] == board else &calm, board, True)
        look_at_seconds(&seconds[board], &q, checks, &scope)
    return turns_beginning_on(&seconds[1], &seconds[0], &q, p, checks) \
        + turns_beginning_on(&seconds[0], &seconds[1], &q, p, checks)
