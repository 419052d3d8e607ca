# Moves that begin on one board, of all pieces except the king (king_moves.pxd has the king's).
#
# Only the end of a turn must leave the king safe (T3). A move that ends the turn is generated with check and pin masks,
# as in chess. A first move is only pseudo-legal here; legality.pxd decides whether it begins a legal turn.
#
# Ordinary moves end on the board where they begin, drops on the other one: T5's drop moves, T6's drop/swaps, Ghosts'
# swaps, and castling by a drop.
from oddfish.cext.core.bits cimport Bitboard, bit, pop_lsb, popcount
from oddfish.cext.core.generation cimport ALL, ANY, COUNT, NOISY, QUIET, Mode, add_move
from oddfish.cext.core.types cimport Move
from oddfish.cext.tandem.attacks cimport CheckInfo, ghost_targets, is_attacked, piece_attacks
from oddfish.cext.tandem.geometry cimport (BOARD, EDGE_RANKS, FILES, FILE_A, FILE_F, RANK_3, RANK_5, SQUARES, board_of,
                                           square_of, tables)
from oddfish.cext.tandem.packed_move cimport (DROPS, PROMOTION, RIGHT_BOARD, SECOND_DROPS, SECOND_PART,
                                              SECOND_PROMOTION)
from oddfish.cext.tandem.position cimport (BISHOP, BISHOP_KNIGHT, GHOST, KING, KNIGHT, NO_PLACE, PAWN, QUEEN, ROOK,
                                           ROOK_KNIGHT, SECOND, TandemPosition, occupied)

# --- Packing ------------------------------------------------------------------------------------------------

# How to pack a generated move: on its own, or as the second part of a turn.
ctypedef struct Packing:
    Move base               # the first part, or flags
    Move square             # factors for squares, drops and promotions
    Move drops
    Move promotion


cdef inline Packing pack_alone(int board, Move flags) noexcept nogil:
    cdef Packing packing
    packing.base = flags + (RIGHT_BOARD if board else 0)
    packing.square = 1
    packing.drops = DROPS
    packing.promotion = PROMOTION
    return packing


cdef inline Packing pack_second(Move first) noexcept nogil:
    cdef Packing packing
    packing.base = first
    packing.square = SECOND_PART
    packing.drops = SECOND_DROPS
    packing.promotion = SECOND_PROMOTION
    return packing


cdef inline int add_parts(Move* moves, int n, Mode mode, const Packing* packing, Move stem, int origin,
                          Bitboard targets) noexcept nogil:
    """Append moves from ``origin`` to ``targets``; ``stem`` is the packing's base with flags. Return the new length."""
    if mode >= COUNT:
        return n + popcount(targets)
    stem += origin * SQUARES * packing.square
    while targets:
        n = add_move(moves, n, ALL, stem + <Move> pop_lsb(&targets) * packing.square)
    return n


cdef inline int add_promotions(Move* moves, int n, Mode mode, const Packing* packing, Move stem, int origin,
                               int to) noexcept nogil:
    """T9, strongest first."""
    cdef int[7] promotions = [QUEEN, ROOK_KNIGHT, BISHOP_KNIGHT, ROOK, BISHOP, KNIGHT, GHOST]
    cdef int i
    if mode >= COUNT:
        return n + 7
    stem += (origin * SQUARES + to) * packing.square
    for i in range(7):
        n = add_move(moves, n, ALL, stem + promotions[i] * packing.promotion)
    return n


cdef inline int add_pawn_moves(Move* moves, int n, Mode mode, const Packing* packing, Move stem, Bitboard targets,
                               int delta) noexcept nogil:
    """Pawn moves to ``targets``, each from ``delta`` squares behind."""
    cdef Bitboard last = targets & EDGE_RANKS
    cdef int to
    if mode >= COUNT:
        return n + popcount(targets) + 6 * popcount(last)
    targets ^= last
    while targets:
        to = pop_lsb(&targets)
        n = add_move(moves, n, ALL, stem + <Move> ((to - delta) * SQUARES + to) * packing.square)
    while last:
        to = pop_lsb(&last)
        n = add_promotions(moves, n, mode, packing, stem, to - delta, to)
    return n


# --- Scopes -------------------------------------------------------------------------------------------------

# Which moves to generate: those that begin on one board, restricted by the king's safety if they end the turn.
ctypedef struct Scope:
    int board
    bint ends_turn
    bint in_check
    bint king_moves         # whether the king stands on the board and has not moved in this turn
    bint swaps              # whether pieces other than the king may swap
    Bitboard movers         # pieces other than the king
    Bitboard pinned         # those of them that may move only along a line
    Bitboard ordinary_mask  # squares where pieces other than the king may go by ordinary moves
    Bitboard drop_mask      # ... and by drops


cdef inline Bitboard moved_on(const TandemPosition* p, int board) noexcept nogil:
    """The squares of a board with pieces that have moved in this turn (T1)."""
    cdef Bitboard result = 0
    cdef int i, place
    if p.stage == SECOND:
        for i in range(2):
            place = p.moved[i]
            if place != NO_PLACE and board_of(place) == board:
                result |= bit(square_of(place))
    return result


cdef inline Scope scope_on(const TandemPosition* p, const CheckInfo* checks, int board, bint ends_turn) noexcept nogil:
    cdef int us = p.side
    cdef bint king_here = p.king_board[us] == board
    cdef Bitboard unmoved = p.color[board][us] & ~moved_on(p, board)
    cdef Scope s
    s.board = board
    s.ends_turn = ends_turn
    s.in_check = checks.checkers != 0
    s.movers = unmoved & ~p.type[board][KING]
    s.king_moves = unmoved != s.movers
    s.pinned = 0
    s.swaps = True
    s.ordinary_mask = s.drop_mask = BOARD
    if ends_turn:
        s.swaps = not s.in_check
        if king_here:
            s.pinned = checks.pinned & s.movers
            s.ordinary_mask = checks.check_mask
            s.drop_mask = 0 if s.in_check else BOARD
        else:
            s.ordinary_mask = 0 if s.in_check else BOARD
            s.drop_mask = checks.check_mask
    return s


cdef inline void restrict_scope(Scope* s, const TandemPosition* p, int origin) noexcept nogil:
    """Leave only the moves that begin on one square."""
    s.king_moves &= p.king_square[p.side] == origin
    s.movers &= bit(origin)
    s.pinned &= bit(origin)


# --- Moves to vacant and enemy squares ----------------------------------------------------------------------

# Targets of pawns by single steps, double steps and captures towards the a- and f-file.
ctypedef struct PawnTargets:
    Bitboard single
    Bitboard double
    Bitboard west
    Bitboard east
    int forward             # number of squares from one rank to the next


cdef inline PawnTargets pawn_targets(int color, Bitboard pawns, Bitboard occ, Bitboard enemy,
                                     Bitboard allowed) noexcept nogil:
    cdef PawnTargets to
    if color == 0:
        to.single = (pawns << FILES) & ~occ
        to.double = ((to.single & RANK_3) << FILES) & ~occ & allowed
        to.west = ((pawns & ~FILE_A) << FILES - 1) & enemy
        to.east = ((pawns & ~FILE_F) << FILES + 1) & enemy
        to.forward = FILES
    else:
        to.single = (pawns >> FILES) & ~occ
        to.double = ((to.single & RANK_5) >> FILES) & ~occ & allowed
        to.west = ((pawns & ~FILE_A) >> FILES + 1) & enemy
        to.east = ((pawns & ~FILE_F) >> FILES - 1) & enemy
        to.forward = -FILES
    to.single &= allowed
    return to


cdef inline int add_piece_moves(Move* moves, int n, Mode mode, const Packing* packing, Move stem, int t,
                                Bitboard pieces, Bitboard occ, Bitboard wanted) noexcept nogil:
    cdef int sq
    while pieces:
        sq = pop_lsb(&pieces)
        n = add_parts(moves, n, mode, packing, stem, sq, piece_attacks(t, sq, occ) & wanted)
        if mode == ANY and n:
            return n
    return n


cdef inline int count_targets(int t, Bitboard pieces, Bitboard occ, Bitboard wanted) noexcept nogil:
    cdef int n = 0
    while pieces:
        n += popcount(piece_attacks(t, pop_lsb(&pieces), occ) & wanted)
    return n


cdef inline int count_to_board(const TandemPosition* p, int board, int onto, Bitboard movers,
                               Bitboard allowed) noexcept nogil:
    """The number of moves that ``moves_to_board`` lists."""
    cdef int us = p.side, n
    cdef const Bitboard* types = p.type[board]
    cdef Bitboard occ = occupied(p, onto), enemy = p.color[onto][1 - us] & ~p.type[onto][KING] & allowed
    cdef Bitboard empty = ~occ & allowed, wanted = enemy | empty, left
    cdef PawnTargets to
    n = count_targets(QUEEN, types[QUEEN] & movers, occ, wanted)
    n += count_targets(ROOK, types[ROOK] & movers, occ, wanted)
    n += count_targets(ROOK_KNIGHT, types[ROOK_KNIGHT] & movers, occ, wanted)
    n += count_targets(BISHOP_KNIGHT, types[BISHOP_KNIGHT] & movers, occ, wanted)
    n += count_targets(BISHOP, types[BISHOP] & movers, occ, wanted)
    n += count_targets(KNIGHT, types[KNIGHT] & movers, occ, wanted)
    left = types[GHOST] & movers
    while left:
        n += popcount(ghost_targets(p, pop_lsb(&left), occ) & (wanted if p.setup.ghosts_capture else empty))
    left = types[PAWN] & movers
    if not left:
        return n
    to = pawn_targets(us, left, occ, enemy, allowed)
    n += popcount(to.single) + popcount(to.double) + popcount(to.west) + popcount(to.east)
    if (to.single | to.west | to.east) & EDGE_RANKS:
        n += 6 * (popcount(to.single & EDGE_RANKS) + popcount(to.west & EDGE_RANKS) + popcount(to.east & EDGE_RANKS))
    return n


cdef inline int moves_to_board(const TandemPosition* p, Move* moves, int n, Mode mode, const Packing* packing,
                               int board, int onto, Bitboard movers, Bitboard allowed) noexcept nogil:
    """Moves of ``movers`` to vacant and enemy squares of the board ``onto``, except en passant. T5: drops start from
    the corresponding square."""
    cdef int us = p.side, sq
    cdef const Bitboard* types = p.type[board]
    cdef Bitboard occ = occupied(p, onto), enemy = p.color[onto][1 - us] & ~p.type[onto][KING] & allowed
    cdef Bitboard wanted = enemy, left
    cdef Move stem = packing.base + (packing.drops if onto != board else 0)
    cdef PawnTargets to
    if mode == COUNT:
        return n + count_to_board(p, board, onto, movers, allowed)
    if mode == QUIET:
        wanted = ~occ & allowed
    elif mode != NOISY:
        wanted |= ~occ & allowed
    n = add_piece_moves(moves, n, mode, packing, stem, QUEEN, types[QUEEN] & movers, occ, wanted)
    n = add_piece_moves(moves, n, mode, packing, stem, ROOK, types[ROOK] & movers, occ, wanted)
    n = add_piece_moves(moves, n, mode, packing, stem, ROOK_KNIGHT, types[ROOK_KNIGHT] & movers, occ, wanted)
    n = add_piece_moves(moves, n, mode, packing, stem, BISHOP_KNIGHT, types[BISHOP_KNIGHT] & movers, occ, wanted)
    n = add_piece_moves(moves, n, mode, packing, stem, BISHOP, types[BISHOP] & movers, occ, wanted)
    n = add_piece_moves(moves, n, mode, packing, stem, KNIGHT, types[KNIGHT] & movers, occ, wanted)
    if mode == ANY and n:
        return n
    left = types[GHOST] & movers
    while left:
        sq = pop_lsb(&left)
        n = add_parts(moves, n, mode, packing, stem, sq,
                      ghost_targets(p, sq, occ) & (wanted if p.setup.ghosts_capture else wanted & ~occ))
    to = pawn_targets(us, types[PAWN] & movers, occ, enemy, allowed)
    if mode == NOISY:
        to.single &= EDGE_RANKS
    else:
        n = add_pawn_moves(moves, n, mode, packing, stem, to.double, 2 * to.forward)
    if mode == QUIET:
        return add_pawn_moves(moves, n, mode, packing, stem, to.single & ~EDGE_RANKS, to.forward)
    n = add_pawn_moves(moves, n, mode, packing, stem, to.single, to.forward)
    n = add_pawn_moves(moves, n, mode, packing, stem, to.west, to.forward - 1)
    return add_pawn_moves(moves, n, mode, packing, stem, to.east, to.forward + 1)


# --- En passant (T7) ----------------------------------------------------------------------------------------


cdef inline Bitboard passed_rank(int color) noexcept nogil:
    """The squares that a colour's pawns pass over when they double-step."""
    return RANK_5 if color else RANK_3


cdef inline int en_passant_victim(int us, int to) noexcept nogil:
    """The square of the pawn that a pawn takes en passant by moving to ``to``."""
    return to + FILES if us else to - FILES


cdef inline bint en_passant_leaves_king_safe(const TandemPosition* p, int board, int origin, int onto,
                                             int to) noexcept nogil:
    """Masks do not cover this case, because two squares of a line may become empty at once."""
    cdef int us = p.side, king_board = p.king_board[us]
    cdef Bitboard occ = occupied(p, king_board), victim = bit(en_passant_victim(us, to))
    if king_board == board:
        occ ^= bit(origin)
    if king_board == onto:
        occ = (occ ^ victim) | bit(to)
    return not is_attacked(p, king_board, p.king_square[us], 1 - us, occ, victim if king_board == onto else 0)


cdef inline int en_passant_captures(const TandemPosition* p, Move* moves, int n, Mode mode, const Packing* packing,
                                    const Scope* s, int onto) noexcept nogil:
    cdef int them = 1 - p.side, to, origin
    cdef Bitboard squares = p.en_passant[onto] & passed_rank(them), pawns
    cdef Move stem = packing.base + (packing.drops if onto != s.board else 0)
    cdef bint off_king_board = p.king_board[p.side] != s.board and onto == s.board
    while squares:
        to = pop_lsb(&squares)
        pawns = tables.pawn[them][to] & p.type[s.board][PAWN] & s.movers
        if onto != s.board:
            pawns &= ~occupied(p, onto)
        while pawns:
            origin = pop_lsb(&pawns)
            if not s.ends_turn or (not s.in_check if off_king_board
                                   else en_passant_leaves_king_safe(p, s.board, origin, onto, to)):
                n = add_parts(moves, n, mode, packing, stem, origin, bit(to))
    return n


# --- Swaps --------------------------------------------------------------------------------------------------


cdef inline int ghost_swaps(const TandemPosition* p, Move* moves, int n, Mode mode, const Packing* packing,
                            const Scope* s, int onto) noexcept nogil:
    """T8: Ghosts change places with friendly pieces (except the king)."""
    cdef int us = p.side, sq
    cdef Bitboard ghosts = p.type[s.board][GHOST] & s.movers, occ = occupied(p, onto), others, pawns
    cdef Bitboard partners = p.color[onto][us] & ~(p.type[onto][GHOST] | p.type[onto][KING])
    cdef Move stem = packing.base + (packing.drops if onto != s.board else 0)
    if onto != s.board:
        ghosts &= ~occ
    while ghosts:
        sq = pop_lsb(&ghosts)
        others = ghost_targets(p, sq, occ) & partners
        if bit(sq) & EDGE_RANKS:
            # A pawn promotes on the last rank and cannot go to its first rank.
            pawns = others & p.type[onto][PAWN]
            others ^= pawns
            if mode != QUIET and (sq >= SQUARES - FILES) == (us == 0):
                while pawns:
                    n = add_promotions(moves, n, mode, packing, stem, sq, pop_lsb(&pawns))
        if mode != NOISY:
            n = add_parts(moves, n, mode, packing, stem, sq, others)
    return n


cdef inline int drop_swaps(const TandemPosition* p, Move* moves, int n, Mode mode, const Packing* packing,
                           const Scope* s) noexcept nogil:
    """T6: two friendly pieces of different types (except the king) on corresponding squares change places."""
    cdef int other = 1 - s.board, t, sq
    cdef Bitboard left = s.movers & p.color[other][p.side] & ~p.type[other][KING]
    if left:
        for t in range(KING):
            left &= ~(p.type[0][t] & p.type[1][t])
    if mode >= COUNT:
        return n + popcount(left)
    while left:
        sq = pop_lsb(&left)
        n = add_parts(moves, n, mode, packing, packing.base + packing.drops, sq, bit(sq))
    return n


# --- All of them --------------------------------------------------------------------------------------------


cdef inline int pinned_moves(const TandemPosition* p, Move* moves, int n, Mode mode, const Packing* packing,
                             const Scope* s) noexcept nogil:
    """Ordinary moves of pinned pieces, along their lines."""
    cdef Bitboard left = s.pinned
    cdef int sq, king = p.king_square[p.side]
    while left:
        sq = pop_lsb(&left)
        n = moves_to_board(p, moves, n, mode, packing, s.board, s.board, bit(sq),
                           s.ordinary_mask & tables.line[king][sq])
    return n


cdef inline int special_ordinary_moves(const TandemPosition* p, Move* moves, int n, Mode mode, const Packing* packing,
                                       const Scope* s) noexcept nogil:
    """Captures en passant and swaps."""
    if mode != QUIET and p.en_passant[s.board]:
        n = en_passant_captures(p, moves, n, mode, packing, s, s.board)
    if s.swaps and p.type[s.board][GHOST] & s.movers:
        n = ghost_swaps(p, moves, n, mode, packing, s, s.board)
    return n


cdef inline int ordinary_moves(const TandemPosition* p, Move* moves, int n, Mode mode, const Packing* packing,
                               const Scope* s) noexcept nogil:
    if s.ordinary_mask:
        n = moves_to_board(p, moves, n, mode, packing, s.board, s.board, s.movers & ~s.pinned, s.ordinary_mask)
        if mode == ANY and n:
            return n
        n = pinned_moves(p, moves, n, mode, packing, s)
    return special_ordinary_moves(p, moves, n, mode, packing, s)


cdef inline int special_drops(const TandemPosition* p, Move* moves, int n, Mode mode, const Packing* packing,
                              const Scope* s) noexcept nogil:
    """Captures en passant and swaps."""
    cdef int other = 1 - s.board
    if mode != QUIET and p.en_passant[other]:
        n = en_passant_captures(p, moves, n, mode, packing, s, other)
    if s.swaps:
        if p.type[s.board][GHOST] & s.movers:
            n = ghost_swaps(p, moves, n, mode, packing, s, other)
        if mode != NOISY:
            n = drop_swaps(p, moves, n, mode, packing, s)
    return n


cdef inline int drops(const TandemPosition* p, Move* moves, int n, Mode mode, const Packing* packing,
                      const Scope* s) noexcept nogil:
    cdef int other = 1 - s.board
    if s.drop_mask:
        n = moves_to_board(p, moves, n, mode, packing, s.board, other, s.movers & ~s.pinned & ~occupied(p, other),
                           s.drop_mask)
        if mode == ANY and n:
            return n
    return special_drops(p, moves, n, mode, packing, s)
