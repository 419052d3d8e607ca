"""Moves of Fanorona Chess: generation, making, keys and invariants."""

from libc.stdint cimport uint8_t, uint64_t

from oddfish.cext.core.bits cimport Bitboard, bit, lsb, popcount
from oddfish.cext.core.generation cimport ALL, NOISY, is_listed
from oddfish.cext.core.mailbox cimport boards_agree
from oddfish.cext.core.packed_move cimport move_from, move_to
from oddfish.cext.core.types cimport MAX_MOVES, MOST_CLOCK, MOST_NUMBER, Key, Move, counted
from oddfish.cext.fanorona.attacks cimport is_attacked, is_legal
from oddfish.cext.fanorona.geometry cimport BOARD, NO_POINT, POINTS
from oddfish.cext.fanorona.legality cimport count_moves, legal_moves
from oddfish.cext.fanorona.pawn_moves cimport pawn_moves
from oddfish.cext.fanorona.piece_moves cimport is_quiet_king_step, king_moves, officer_moves
from oddfish.cext.fanorona.position cimport (KING, NOTHING, PAWN, TYPES, FanoronaPosition, move_piece, move_promoted,
                                             move_victim, pack, start_count)
from oddfish.cext.fanorona.replies cimport Replies, look_at_replies, make_boards, replies_after, unmake_boards
from oddfish.cext.fanorona.zobrist cimport zobrist


cdef bint in_check(const void* position) noexcept nogil:
    cdef const FanoronaPosition* p = <const FanoronaPosition*> position
    return is_attacked(p, p.king[p.side], 1 - p.side, p.color[0] | p.color[1], p.color[1 - p.side])


# --- Generation ---------------------------------------------------------------------------------------------


cdef int generate(const void* position, Move* moves) noexcept nogil:
    return legal_moves(<const FanoronaPosition*> position, moves, ALL)


cdef int noisy(const void* position, Move* moves) noexcept nogil:
    return legal_moves(<const FanoronaPosition*> position, moves, NOISY)


cdef int count(const void* position) noexcept nogil:
    return count_moves(<const FanoronaPosition*> position)


cdef bint legal(const void* position, Move move) noexcept nogil:
    """Whether any 32 bits are a legal move: whether the generator lists them among the moves of that piece."""
    cdef const FanoronaPosition* p = <const FanoronaPosition*> position
    cdef int origin = move_from(move), piece = move_piece(move), n
    cdef Move listed[MAX_MOVES]
    if not p.color[p.side] & bit(origin) or p.board[origin] != piece:
        return False
    if piece == KING:
        n = king_moves(p, listed, 0, ALL, in_check(p))
    elif piece == PAWN:
        n = pawn_moves(p, listed, 0, ALL)
    else:
        n = officer_moves(p, listed, 0, ALL, origin, piece)
    return is_listed(listed, n, move) and (piece == KING or is_legal(p, move))


# --- Making -------------------------------------------------------------------------------------------------


cdef Key key_after(const void* position, Move move) noexcept nogil:
    """The key after ``move``, except the additional change by a king's first move."""
    cdef const FanoronaPosition* p = <const FanoronaPosition*> position
    cdef int us = p.side, victim = move_victim(move), piece = move_piece(move), promoted = move_promoted(move)
    cdef Key key = p.key ^ zobrist.side ^ zobrist.piece[us][piece][move_from(move)] ^ \
        zobrist.piece[us][promoted if promoted else piece][move_to(move)]
    return key if victim == NO_POINT else key ^ zobrist.piece[1 - us][p.board[victim]][victim]


cdef void make(const void* position, Move move, void* following) noexcept nogil:
    cdef const FanoronaPosition* p = <const FanoronaPosition*> position
    cdef FanoronaPosition* q = <FanoronaPosition*> following
    cdef int us = p.side, them = 1 - us, origin = move_from(move), to = move_to(move), victim = move_victim(move)
    cdef int piece = move_piece(move), becomes = piece, captured
    cdef Key key = p.key ^ zobrist.side
    q[0] = p[0]
    q.side = <uint8_t> them
    q.number = counted(q.number, us, MOST_NUMBER)
    q.clock = counted(p.clock, 1, MOST_CLOCK) if piece != PAWN else 0
    if move_promoted(move):
        becomes = move_promoted(move)
        q.type[piece] ^= bit(origin)
        q.type[becomes] ^= bit(to)
    else:
        q.type[piece] ^= bit(origin) ^ bit(to)
    q.color[us] ^= bit(origin) ^ bit(to)
    q.board[origin] = NOTHING
    q.board[to] = <uint8_t> becomes
    key ^= zobrist.piece[us][piece][origin] ^ zobrist.piece[us][becomes][to]
    if victim != NO_POINT:
        captured = p.board[victim]
        q.type[captured] ^= bit(victim)
        q.color[them] ^= bit(victim)
        q.board[victim] = NOTHING
        q.clock = 0
        key ^= zobrist.piece[them][captured][victim]
    if piece == KING:
        q.king[us] = <uint8_t> to
        q.unmoved &= ~(1 << us)
        key ^= zobrist.unmoved[p.unmoved] ^ zobrist.unmoved[q.unmoved]
    q.key = key


cdef void make_null(const void* position, void* following) noexcept nogil:
    cdef FanoronaPosition* q = <FanoronaPosition*> following
    q[0] = (<const FanoronaPosition*> position)[0]
    q.clock = counted(q.clock, 1, MOST_CLOCK)
    q.number = counted(q.number, q.side, MOST_NUMBER)
    q.side ^= 1
    q.key ^= zobrist.side


cdef bint can_return(const void* position, int plies) noexcept nogil:
    """Whether only one officer or the king is on another point, and can go back without a capture. Going back does not
    expose its king: otherwise the side to move in the earlier position could have captured it."""
    cdef const FanoronaPosition* p = <const FanoronaPosition*> position
    cdef const FanoronaPosition* earlier = p - plies
    cdef int us = p.side, origin, to, piece
    cdef Bitboard moved = p.color[us] ^ earlier.color[us]
    cdef Move listed[MAX_MOVES]
    cdef Move move
    if p.color[1 - us] != earlier.color[1 - us] or popcount(moved) != 2 or not moved & p.color[us] or \
            not moved & earlier.color[us]:
        return False
    origin = lsb(moved & p.color[us])
    to = lsb(moved & earlier.color[us])
    piece = p.board[origin]
    move = pack(origin, to, NO_POINT, piece, 0)
    if piece == PAWN or key_after(p, move) != earlier.key:
        return False
    if piece == KING:
        return is_quiet_king_step(p, origin, to)
    return is_listed(listed, officer_moves(p, listed, 0, ALL, origin, piece), move)


cdef bint count_replies(const void* position, Move* moves, uint64_t* leaves, uint64_t* outcomes) noexcept nogil:
    cdef const FanoronaPosition* p = <const FanoronaPosition*> position
    cdef int n = generate(position, moves), i
    cdef FanoronaPosition q, promoted
    cdef Replies r
    cdef uint64_t total = 0
    if n:
        look_at_replies(&r, p)
        q = p[0]
        q.side ^= 1
    for i in range(n):
        if move_promoted(moves[i]):
            make(position, moves[i], &promoted)
            total += count(&promoted)
            continue
        make_boards(&q, p, moves[i])
        total += replies_after(&r, &q, moves[i], q.color[0] ^ p.color[0] | q.color[1] ^ p.color[1])
        unmake_boards(&q, p, moves[i])
    leaves[0] = outcomes[0] = total
    return True


# --- Invariants ---------------------------------------------------------------------------------------------


cdef Key fresh_key(const void* position) noexcept nogil:
    cdef const FanoronaPosition* p = <const FanoronaPosition*> position
    cdef Key key = zobrist.unmoved[p.unmoved] ^ (zobrist.side if p.side else 0)
    cdef int color, sq
    for color in range(2):
        for sq in range(POINTS):
            if p.color[color] & bit(sq):
                key ^= zobrist.piece[color][p.board[sq]][sq]
    return key


cdef bint valid(const void* position) noexcept nogil:
    """Whether all boards agree, no side has more pieces of a type than at the start, and no king can be captured."""
    cdef const FanoronaPosition* p = <const FanoronaPosition*> position
    cdef Bitboard occ = p.color[0] | p.color[1]
    cdef int t, color
    if occ & ~BOARD or not boards_agree(p.type, TYPES, p.color, p.board, POINTS, NOTHING):
        return False
    for color in range(2):
        for t in range(TYPES):
            if popcount(p.type[t] & p.color[color]) > start_count(t):
                return False
        if p.type[KING] & p.color[color] != bit(p.king[color]):
            return False
    return not is_attacked(p, p.king[1 - p.side], p.side, occ, p.color[p.side])
