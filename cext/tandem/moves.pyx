"""Tandem-84's single moves of turns: legal moves, making them, keys and invariants."""

from oddfish.cext.core.bits cimport Bitboard, bit, copy, popcount
from oddfish.cext.core.generation cimport ALL, COUNT, NOISY, QUIET
from oddfish.cext.core.types cimport MAX_MOVES, MOST_CLOCK, Key, Move, counted
from oddfish.cext.tandem.attacks cimport CheckInfo, check_info, is_attacked
from oddfish.cext.tandem.castling cimport CASTLING_COUNT, Castling, castlings
from oddfish.cext.tandem.geometry cimport BOARD, EDGE_RANKS, FILES, SQUARES, place_at
from oddfish.cext.tandem.keys cimport key_with
from oddfish.cext.tandem.king_moves cimport generate_scope
from oddfish.cext.tandem.legality cimport last_parts, legal_firsts, verify_first
from oddfish.cext.tandem.making cimport end_turn, make_part
from oddfish.cext.tandem.packed_move cimport ENDS_TURN, Part, unpack
from oddfish.cext.tandem.piece_moves cimport Packing, Scope, pack_alone, passed_rank, restrict_scope, scope_on
from oddfish.cext.tandem.position cimport (FIRST, KING, MAX_PIECES, NO_PLACE, NOTHING, PAWN, ROOK, SECOND, TYPES,
                                           TandemPosition, occupied)
from oddfish.cext.tandem.zobrist cimport zobrist


cdef enum:
    MAX_FROM_SQUARE = 128   # room for the moves that begin on one square: at most a Ghost's 33 and 49 promotions


cdef bint in_check(const void* position) noexcept nogil:
    cdef const TandemPosition* p = <const TandemPosition*> position
    cdef int board = p.king_board[p.side]
    return is_attacked(p, board, p.king_square[p.side], 1 - p.side, occupied(p, board), 0)


cdef int generate(const void* position, Move* moves) noexcept nogil:
    cdef const TandemPosition* p = <const TandemPosition*> position
    if p.stage != FIRST:
        return last_parts(p, moves, 0, ALL, ENDS_TURN)
    return legal_firsts(p, moves, ALL)


cdef int noisy(const void* position, Move* moves) noexcept nogil:
    """Captures and promotions."""
    cdef const TandemPosition* p = <const TandemPosition*> position
    if p.stage != FIRST:
        return last_parts(p, moves, 0, NOISY, ENDS_TURN)
    return legal_firsts(p, moves, NOISY)


cdef int quiets(const void* position, Move* moves) noexcept nogil:
    cdef const TandemPosition* p = <const TandemPosition*> position
    if p.stage != FIRST:
        return last_parts(p, moves, 0, QUIET, ENDS_TURN)
    return legal_firsts(p, moves, QUIET)


cdef bint legal(const void* position, Move move) noexcept nogil:
    """Whether any 32 bits are a legal move: whether the generator lists them among the moves from that square."""
    cdef const TandemPosition* p = <const TandemPosition*> position
    cdef Part m = unpack(move)
    cdef Move buffer[MAX_FROM_SQUARE]
    cdef CheckInfo checks
    cdef Scope s
    cdef Packing packing
    cdef bint last = p.stage != FIRST
    cdef int i
    if not p.color[m.board][p.side] & bit(m.origin) or last and not move & ENDS_TURN \
            or p.stage == SECOND and p.board_to_move != m.board:
        return False
    checks = check_info(p)
    s = scope_on(p, &checks, m.board, last)
    restrict_scope(&s, p, m.origin)
    packing = pack_alone(m.board, ENDS_TURN if last else 0)
    for i in range(generate_scope(p, buffer, 0, ALL, &packing, &s)):
        if (buffer[i] ^ move) & ~(<Move> ENDS_TURN) == 0:
            return last or verify_first(p, buffer[i]) == move
    return False


cdef int count(const void* position) noexcept nogil:
    cdef const TandemPosition* p = <const TandemPosition*> position
    cdef Move buffer[MAX_MOVES]
    if p.stage != FIRST:
        return last_parts(p, NULL, 0, COUNT, 0)
    return legal_firsts(p, buffer, ALL)


cdef void set_key(TandemPosition* p) noexcept nogil:
    """Set the position's key from the key of its pieces."""
    p.key = key_with(p, p.pieces_key)


cdef void make(const void* position, Move move, void* following) noexcept nogil:
    cdef TandemPosition* q = <TandemPosition*> following
    copy(q, position, sizeof(TandemPosition))
    make_part(q, move, move & ENDS_TURN != 0)
    set_key(q)


cdef void make_null(const void* position, void* following) noexcept nogil:
    cdef TandemPosition* q = <TandemPosition*> following
    copy(q, position, sizeof(TandemPosition))
    q.clock = counted(q.clock, 1, MOST_CLOCK)
    q.reversible = counted(q.reversible, 1, MOST_CLOCK)
    end_turn(q)
    q.en_passant[0] = q.en_passant[1] = 0
    set_key(q)


# --- Invariants ---------------------------------------------------------------------------------------------


cdef Key fresh_key(const void* position) noexcept nogil:
    cdef const TandemPosition* p = <const TandemPosition*> position
    cdef Key pieces_key = 0
    cdef int color, board, sq
    for board in range(2):
        for sq in range(SQUARES):
            if p.board[board][sq] != NOTHING:
                color = 0 if p.color[board][0] & bit(sq) else 1
                pieces_key ^= zobrist.piece[color][p.board[board][sq]][place_at(board, sq)]
    return key_with(p, pieces_key)


cdef bint is_board_valid(const TandemPosition* p, int board) noexcept nogil:
    """Whether bitboards and mailbox agree, and kings, pawns and en-passant squares are on possible squares."""
    cdef Bitboard seen = 0, pawns, passed
    cdef int sq, t, color
    for t in range(TYPES):
        if seen & p.type[board][t]:
            return False
        seen |= p.type[board][t]
    if seen != occupied(p, board) or p.color[board][0] & p.color[board][1] or seen & ~BOARD:
        return False
    if p.type[board][PAWN] & EDGE_RANKS or p.en_passant[board] & seen:
        return False
    for sq in range(SQUARES):
        t = p.board[board][sq]
        if (seen & bit(sq)) != 0 and not p.type[board][t] & bit(sq) or (seen & bit(sq)) == 0 and t != NOTHING:
            return False
    for color in range(2):
        if p.type[board][KING] & p.color[board][color] != \
                (bit(p.king_square[color]) if p.king_board[color] == board else 0):
            return False
        pawns = p.type[board][PAWN] & p.color[board][color]
        if p.en_passant[board] & passed_rank(color) & ~((pawns << FILES) if color else (pawns >> FILES)):
            return False
    passed = 0 if p.stage == SECOND and p.setup.first_takes else passed_rank(1 - p.side)
    if p.stage == SECOND:
        passed |= passed_rank(p.side)
    return not p.en_passant[board] & ~passed


cdef bint valid(const void* position) noexcept nogil:
    """Whether boards and castling rights are consistent and no turn has left its own king in check."""
    cdef const TandemPosition* p = <const TandemPosition*> position
    cdef int color, i
    cdef const Castling* c
    if not is_board_valid(p, 0) or not is_board_valid(p, 1):
        return False
    for color in range(2):
        if popcount(p.color[0][color]) + popcount(p.color[1][color]) > MAX_PIECES:
            return False
    for i in range(CASTLING_COUNT):
        c = &castlings[i]
        color = i >> 1
        if p.rights & c.right and (p.king_board[color] != c.king_board or p.king_square[color] != c.king_from or
                                   not p.type[c.board][ROOK] & p.color[c.board][color] & bit(c.rook_from)):
            return False
    if p.stage == SECOND:
        return p.moved[0] != NO_PLACE
    color = 1 - p.side
    return not is_attacked(p, p.king_board[color], p.king_square[color], p.side, occupied(p, p.king_board[color]), 0)
