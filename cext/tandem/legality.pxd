# Legal parts of turns: last parts, by check and pin masks; and first parts that begin a legal turn.
#
# T2, T3: a first part is legal if a second one can follow that leaves the king safe or, if no second one can follow, if
# the king is safe after the first. The king's safety depends on one board, the king's: a move that stays on its board
# changes only that board, and a swap changes no square's occupation. So most first parts can be decided without making
# them, from what is known about second parts.
from oddfish.cext.core.bits cimport Bitboard, bit, copy, more_than_one, pop_lsb
from oddfish.cext.core.generation cimport ANY, Mode, add_move
from oddfish.cext.core.types cimport MAX_MOVES, NO_MOVE, Move
from oddfish.cext.tandem.attacks cimport CheckInfo, check_info, no_check, piece_attacks
from oddfish.cext.tandem.geometry cimport BOARD, FILES, tables
from oddfish.cext.tandem.king_moves cimport generate_scope, king_ordinary_moves
from oddfish.cext.tandem.making cimport close_replies, make_first
from oddfish.cext.tandem.packed_move cimport ENDS_TURN, Part, unpack
from oddfish.cext.tandem.piece_moves cimport Packing, Scope, ordinary_moves, pack_alone, pack_second, scope_on
from oddfish.cext.tandem.position cimport GHOST, KING, KNIGHT, ONLY, PAWN, TandemPosition, occupied


cdef inline int last_parts(const TandemPosition* p, Move* moves, int n, Mode mode, Move flags) noexcept nogil:
    """The legal parts that end the turn: second parts, or the only part in a turn of one move."""
    cdef CheckInfo checks = check_info(p)
    cdef Scope s
    cdef Packing packing
    cdef int board
    for board in range(2):
        if p.stage == ONLY or p.board_to_move == board:
            packing = pack_alone(board, flags)
            s = scope_on(p, &checks, board, True)
            n = generate_scope(p, moves, n, mode, &packing, &s)
    return n


cdef inline int pseudo_legal_firsts(const TandemPosition* p, Move* moves, Mode mode, const CheckInfo* checks,
                                    int board) noexcept nogil:
    """First parts that begin on a board; they may leave the king in check."""
    cdef Scope s = scope_on(p, checks, board, False)
    cdef Packing packing = pack_alone(board, 0)
    return generate_scope(p, moves, 0, mode, &packing, &s)


cdef inline bint has_second(const TandemPosition* q, const CheckInfo* checks) noexcept nogil:
    cdef Scope s = scope_on(q, checks, q.board_to_move, True)
    cdef Packing packing = pack_second(0)
    return generate_scope(q, NULL, 0, ANY, &packing, &s) != 0


cdef inline int add_seconds(const TandemPosition* q, const CheckInfo* checks, Move* moves, int n, Mode mode,
                            Move first) noexcept nogil:
    """Append the turns that begin with ``first``, which led to ``q``; just that part if no second one can follow
    (T2)."""
    cdef Scope s = scope_on(q, checks, q.board_to_move, True)
    cdef Packing packing = pack_second(first)
    cdef int before = n
    n = generate_scope(q, moves, n, mode, &packing, &s)
    return add_move(moves, n, mode, first) if n == before and not s.in_check else n


cdef inline Move verify_first(const TandemPosition* p, Move first) noexcept nogil:
    """A pseudo-legal first part, flagged if it ends the turn; NO_MOVE if no legal turn begins with it (T2)."""
    cdef TandemPosition q
    cdef CheckInfo checks
    make_first(p, first, &q)
    checks = check_info(&q)
    if has_second(&q, &checks):
        return first
    return NO_MOVE if checks.checkers else first | ENDS_TURN


cdef inline bint is_simple(const TandemPosition* p, const Part* m) noexcept nogil:
    """Whether a part moves one piece, not the king, and can capture only on its target square: no swap, castling,
    promotion or en passant."""
    cdef int t = p.board[m.board][m.origin]
    return t != KING and not m.promoted and not p.color[m.onto][p.side] & bit(m.to) and \
        not (t == PAWN and p.en_passant[m.onto] & bit(m.to))


cdef inline bint has_two_targets(const TandemPosition* p, int board, Bitboard movers) noexcept nogil:
    """Whether the movers can step to two squares of the board, so that one landing piece cannot block both."""
    cdef int us = p.side, t, sq
    cdef Bitboard occ = occupied(p, board), open_squares = ~p.color[board][us] & ~p.type[board][KING], found, near, left
    left = p.type[board][PAWN] & movers
    found = (left >> FILES if us else left << FILES) & ~occ
    for t in range(KNIGHT, KING):
        left = p.type[board][t] & movers
        while left and not more_than_one(found):
            sq = pop_lsb(&left)
            if t == GHOST:
                near = tables.king[sq] & ~occ
            else:
                near = piece_attacks(t, sq, BOARD)
            found |= near & open_squares
    return more_than_one(found)


# What is known about second parts, which begin on one board, before any first part is made.
ctypedef struct Seconds:
    bint king_there         # whether the king is on their board
    bint ordinary           # whether one stays on that board (assuming no check, if the king is not there)
    bint sure               # whether one still does after a piece has landed on that board


cdef inline Seconds known_seconds(const TandemPosition* p, const CheckInfo* checks, int board) noexcept nogil:
    cdef Seconds seconds
    cdef CheckInfo calm = no_check()
    cdef Scope s
    cdef Packing packing = pack_alone(0, 0)     # not used
    cdef TandemPosition closed
    if p.setup.first_takes and p.en_passant[0] | p.en_passant[1]:
        copy(&closed, p, sizeof(TandemPosition))
        close_replies(&closed)
        p = &closed
    seconds.king_there = p.king_board[p.side] == board
    s = scope_on(p, checks if seconds.king_there else &calm, board, True)
    seconds.ordinary = ordinary_moves(p, NULL, 0, ANY, &packing, &s) != 0 or \
        king_ordinary_moves(p, NULL, 0, ANY, &packing, &s) != 0
    seconds.sure = has_two_targets(p, board, s.movers & ~s.pinned)
    return seconds


cdef inline Move legal_first(const TandemPosition* p, const CheckInfo* checks, const Seconds* seconds,
                             Move first) noexcept nogil:
    """Like ``verify_first``, but does not make the move if what is known is enough."""
    cdef Part m = unpack(first)
    if is_simple(p, &m):
        if seconds.king_there and m.onto == m.board:
            if seconds.ordinary:
                return first
            if checks.checkers:
                return NO_MOVE      # the king's board has not changed, and nothing there helps
        elif not checks.checkers and (seconds.king_there or not checks.pinned & bit(m.origin)):
            # No check is uncovered: the move opens no line, and landing next to the king only closes lines.
            if seconds.ordinary if m.onto == m.board else seconds.sure:
                return first
    return verify_first(p, first)


cdef inline int legal_firsts(const TandemPosition* p, Move* moves, Mode mode) noexcept nogil:
    cdef CheckInfo checks = check_info(p)
    cdef Seconds seconds
    cdef Move buffer[MAX_MOVES]
    cdef int board, i, n = 0, pseudo_legal
    for board in range(2):
        pseudo_legal = pseudo_legal_firsts(p, buffer, mode, &checks, board)
        if pseudo_legal:
            seconds = known_seconds(p, &checks, 1 - board)
        for i in range(pseudo_legal):
            moves[n] = legal_first(p, &checks, &seconds, buffer[i])
            n += moves[n] != NO_MOVE
    return n
