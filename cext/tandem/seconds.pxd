# The number of second parts after each first part of a turn, for counting turns.
#
# The second parts are counted once, piece by piece, as if the first part had moved nothing. After a first part that
# moves one piece, or swaps two on corresponding squares, only pieces that depend on a changed square are counted again.
# This file does not handle a king in check.
from libc.stdint cimport uint8_t

from oddfish.cext.core.bits cimport Bitboard, bit, more_than_one, pop_lsb, popcount
from oddfish.cext.core.generation cimport COUNT
from oddfish.cext.core.types cimport Move
from oddfish.cext.tandem.attacks cimport CheckInfo, bishop_movers, check_info, ghost_targets, piece_attacks, rook_movers
from oddfish.cext.tandem.castling cimport Castling, castlings, rights_kept
from oddfish.cext.tandem.geometry cimport BOARD, EDGE_RANKS, SQUARES, place_at, tables
from oddfish.cext.tandem.king_moves cimport king_drops, king_ordinary_moves
from oddfish.cext.tandem.packed_move cimport Part, unpack
from oddfish.cext.tandem.legality cimport is_simple
from oddfish.cext.tandem.making cimport prune_en_passant, restore_state, rights_after, toggle_simple, toggle_swap
from oddfish.cext.tandem.piece_moves cimport (Packing, PawnTargets, Scope, en_passant_captures, ghost_swaps, pack_alone,
                                              passed_rank, pawn_targets, pinned_moves)
from oddfish.cext.tandem.position cimport GHOST, KING, MAX_PIECES, NOTHING, PAWN, TandemPosition, occupied

# A piece other than king and pawn that can make the second part.
ctypedef struct Mover:
    uint8_t square
    uint8_t type
    uint8_t moves           # number of its moves to one board
    Bitboard targets        # their targets
    Bitboard watched        # squares of that board on which they depend

# The moves of all unpinned pieces from one board to one board, without swaps and en passant.
ctypedef struct Reach:
    int onto
    bint drops              # whether that is the other board
    int total               # number of moves of the pieces below
    int pawn_moves
    int count
    Bitboard pawns
    Bitboard watched        # squares on which any of the pieces depends
    Bitboard pawns_watched
    Mover mover[MAX_PIECES]
    uint8_t moves_at[SQUARES]   # number of moves of each piece, by square; not set for pawns and other squares

# The second parts before the first part is made: they begin on one board, and drop to the other.
ctypedef struct Seconds:
    Scope scope
    CheckInfo checks
    bint king_there         # whether the king is on their board
    bint takes              # whether a pawn there may capture en passant
    Reach ordinary
    Reach dropping
    int stay                # number of second parts that stay on their board
    int king_stays          # ... of which the king's
    int ghosts_stay         # ... and Ghosts' swaps
    int king_drops
    int ghosts_drop
    int castlings           # the rights with which the king may castle if no square is attacked
    Bitboard swaps          # pieces that can change places with the corresponding ones
    Bitboard near_king          # squares from which Ghosts can swap with the king
    Bitboard ghosts_watched[2]  # by board: where a change can alter Ghosts' swaps
    Bitboard king_watched[2]    # by board: where a change can alter the king's moves, as every capture can
    Bitboard loose              # vacant squares of their board where a landing piece changes no part that stays there
    # Numbers of second parts, computed when they are first needed:
    Bitboard known_vacated      # squares for which this is known: how many parts drop after a piece has left,
    int vacated[SQUARES]
    Bitboard vacated_watched[SQUARES]   # ... provided that nothing lands here
    Bitboard vacated_steps[SQUARES]     # ... or on these squares, where it would block only pawns' steps
    Bitboard known_landed       # and those that stay after a piece has dropped to a square; UNKNOWN if checks or pins
    int landed[SQUARES]         # change

cdef enum:
    UNKNOWN = -1


cdef inline Bitboard targets_of(const TandemPosition* q, const Reach* r, int t, int sq, Bitboard occ, Bitboard own,
                                Bitboard* watched) noexcept nogil:
    """Where a piece can move, and the squares that this depends on. ``own`` and ``occ`` are the pieces of the side to
    move and of both on the board reached."""
    cdef Bitboard targets, closed = own | q.type[r.onto][KING]
    if r.drops and occ & bit(sq):       # T5
        watched[0] = bit(sq)
        return 0
    if t == GHOST:
        targets = ghost_targets(q, sq, occ)
        watched[0] = targets | bit(sq)
        return targets & ~(closed if q.setup.ghosts_capture else occ)
    targets = piece_attacks(t, sq, occ)
    watched[0] = targets | bit(sq)
    return targets & ~closed


cdef inline int moves_of_pawns(const TandemPosition* q, const Reach* r, Bitboard pawns, Bitboard occ,
                               Bitboard own) noexcept nogil:
    cdef int us = q.side, n
    cdef Bitboard last
    cdef PawnTargets to
    if r.drops:
        pawns &= ~occ
    to = pawn_targets(us, pawns, occ, q.color[r.onto][1 - us] & ~(own | q.type[r.onto][KING]), BOARD)
    n = popcount(to.single) + popcount(to.double) + popcount(to.west) + popcount(to.east)
    last = (to.single | to.west | to.east) & EDGE_RANKS
    if last:
        n += 6 * (popcount(to.single & last) + popcount(to.west & last) + popcount(to.east & last))
    return n


cdef inline Bitboard watched_by_pawns(int us, Bitboard pawns) noexcept nogil:
    """Squares to which pawns can step or capture."""
    cdef PawnTargets to = pawn_targets(us, pawns, 0, BOARD, BOARD)
    return to.single | to.double | to.west | to.east


cdef inline Bitboard steps_of_pawns(int us, Bitboard pawns) noexcept nogil:
    """Squares to which pawns can step on an empty board; pieces that land on other vacant squares do not affect
    them."""
    cdef PawnTargets to = pawn_targets(us, pawns, 0, 0, BOARD)
    return to.single | to.double


cdef inline int steps_blocked(int us, Bitboard pawns, Bitboard occ, int sq) noexcept nogil:
    """How many moves pawns lose when a piece lands on a vacant square."""
    cdef PawnTargets before = pawn_targets(us, pawns, occ, 0, BOARD)
    cdef PawnTargets after = pawn_targets(us, pawns, occ | bit(sq), 0, BOARD)
    cdef Bitboard lost = before.single ^ after.single
    return popcount(lost) + popcount(before.double ^ after.double) + (6 if lost & EDGE_RANKS else 0)


cdef inline void look_at_reach(Reach* r, const TandemPosition* q, int board, int onto, Bitboard movers) noexcept nogil:
    cdef int t
    cdef Bitboard left, occ = occupied(q, onto), own = q.color[onto][q.side]
    cdef Mover* mover
    r.onto = onto
    r.drops = onto != board
    r.count = r.total = 0
    r.watched = 0
    for t in range(PAWN + 1, KING):
        left = q.type[board][t] & movers
        while left:
            mover = &r.mover[r.count]
            r.count += 1
            mover.square = <uint8_t> pop_lsb(&left)
            mover.type = <uint8_t> t
            mover.targets = targets_of(q, r, t, mover.square, occ, own, &mover.watched)
            mover.moves = <uint8_t> popcount(mover.targets)
            r.moves_at[mover.square] = mover.moves
            r.watched |= mover.watched
            r.total += mover.moves
    r.pawns = q.type[board][PAWN] & movers
    r.pawn_moves = moves_of_pawns(q, r, r.pawns, occ, own)
    if r.drops:
        r.pawns_watched = r.pawns | watched_by_pawns(q.side, r.pawns & ~occ)
    else:
        r.pawns_watched = watched_by_pawns(q.side, r.pawns)


cdef inline int reach_after(const Reach* r, const TandemPosition* q, Bitboard occ, Bitboard own, Bitboard changed,
                            Bitboard* watched) noexcept nogil:
    """The number of moves after a first part that ``changed`` these squares of the board reached, on which it left
    ``own`` and ``occ``. Adds to ``watched`` the squares that those moves depend on that were counted again."""
    cdef int n = r.total, i
    cdef Bitboard seen
    if changed & r.watched:
        for i in range(r.count):
            if changed & r.mover[i].watched:
                n -= r.mover[i].moves
                n += popcount(targets_of(q, r, r.mover[i].type, r.mover[i].square, occ, own, &seen))
                watched[0] |= seen
    return n + (moves_of_pawns(q, r, r.pawns, occ, own) if changed & r.pawns_watched else r.pawn_moves)


cdef inline Bitboard lines_to(const TandemPosition* q, int board, Bitboard zone, Bitboard occ) noexcept nogil:
    """Where the enemy's sliders have to pass to attack a square of ``zone``, if one piece that leaves may let them."""
    cdef Bitboard enemy = q.color[board][1 - q.side], straight = rook_movers(q, board) & enemy
    cdef Bitboard diagonal = bishop_movers(q, board) & enemy, lines = 0, left, between
    cdef int sq
    while zone:
        sq = pop_lsb(&zone)
        left = tables.rook_rays[sq] & straight | tables.bishop_rays[sq] & diagonal
        while left:
            between = tables.between[sq][pop_lsb(&left)]
            if not more_than_one(between & occ):
                lines |= between
    return lines


cdef inline Bitboard watched_by_king(const TandemPosition* q, const Scope* s, int board) noexcept nogil:
    """Where a change on a board can alter the king's second moves on that board, or to it; every capture can alter
    them."""
    cdef int us = q.side, king = q.king_square[us], i
    cdef Bitboard occ = occupied(q, board), near = tables.king[king], ghosts = q.type[s.board][GHOST] & s.movers, zone
    cdef Bitboard watched
    cdef const Castling* c
    if ghosts and q.setup.ghosts_glide:
        return BOARD
    if q.king_board[us] != s.board:
        if board == s.board:
            zone = s.movers & bit(king) | ghosts & near
            return zone | lines_to(q, board, zone, occ)
        return near | bit(king) if ghosts & near else 0
    zone = near & ~q.color[board][us]
    if board == s.board:
        zone |= near & ghosts
        occ ^= bit(king)
    watched = near | bit(king)
    if board != s.board and occ & bit(king):        # it cannot drop, but may swap
        zone = bit(king) & q.color[board][us]
        watched = bit(king)
    for i in range(2):
        c = &castlings[2 * us + i]
        if q.rights & c.right and c.board == board:
            zone |= c.vacant
            watched |= c.vacant | bit(c.rook_from)
    return watched | lines_to(q, board, zone, occ)


cdef inline Bitboard watched_by_dropping_ghost(int sq, Bitboard occ) noexcept nogil:
    """Where a change on a board can alter the swaps of a Ghost that drops there from the same square."""
    return bit(sq) if occ & bit(sq) else tables.king[sq] | bit(sq)      # T5


cdef inline int open_castlings(const TandemPosition* q) noexcept nogil:
    """The castling rights with no piece between king and rook."""
    cdef int i, rights = 0
    cdef const Castling* c
    for i in range(2):
        c = &castlings[2 * q.side + i]
        if q.rights & c.right and not occupied(q, c.board) & c.vacant:
            rights |= c.right
    return rights


cdef inline bint may_take_en_passant(const TandemPosition* q, const Scope* s) noexcept nogil:
    cdef int them = 1 - q.side, board
    cdef Bitboard squares
    for board in range(2):
        squares = q.en_passant[board] & passed_rank(them)
        while squares:
            if tables.pawn[them][pop_lsb(&squares)] & q.type[s.board][PAWN] & s.movers:
                return True
    return False


cdef inline void look_at_seconds(Seconds* s, const TandemPosition* q, const CheckInfo* checks,
                                 const Scope* scope) noexcept nogil:
    """Count the second parts in ``q``, where the first part is still to be made."""
    cdef int board = scope.board, t
    cdef Packing packing = pack_alone(0, 0)     # not used
    cdef Bitboard ghosts = q.type[board][GHOST] & scope.movers
    s.scope = scope[0]
    s.checks = checks[0]
    s.king_there = q.king_board[q.side] == board
    s.takes = may_take_en_passant(q, scope)
    s.known_vacated = s.known_landed = 0
    look_at_reach(&s.ordinary, q, board, board, scope.movers & ~scope.pinned)
    look_at_reach(&s.dropping, q, board, 1 - board, scope.movers & ~scope.pinned)
    s.swaps = scope.movers & q.color[1 - board][q.side] & ~q.type[1 - board][KING]
    for t in range(KING):
        s.swaps &= ~(q.type[0][t] & q.type[1][t])
    s.ghosts_watched[0] = s.ghosts_watched[1] = 0
    s.ghosts_stay = s.ghosts_drop = 0
    t = q.king_square[q.side]
    s.near_king = BOARD if q.setup.ghosts_glide else tables.king[t] | bit(t)
    s.castlings = open_castlings(q) if s.king_there else 0
    s.king_watched[0] = watched_by_king(q, scope, 0)
    s.king_watched[1] = watched_by_king(q, scope, 1)
    if ghosts:
        s.ghosts_stay = ghost_swaps(q, NULL, 0, COUNT, &packing, scope, board)
        s.ghosts_drop = ghost_swaps(q, NULL, 0, COUNT, &packing, scope, 1 - board)
        if q.setup.ghosts_glide:
            s.ghosts_watched[0] = s.ghosts_watched[1] = BOARD
        while ghosts:
            t = pop_lsb(&ghosts)
            s.ghosts_watched[board] |= tables.king[t] | bit(t)
            s.ghosts_watched[1 - board] |= watched_by_dropping_ghost(t, occupied(q, 1 - board))
    s.king_stays = king_ordinary_moves(q, NULL, 0, COUNT, &packing, scope)
    s.king_drops = king_drops(q, NULL, 0, COUNT, &packing, scope)
    s.stay = s.ordinary.total + s.ordinary.pawn_moves + s.king_stays + s.ghosts_stay
    s.stay = pinned_moves(q, NULL, s.stay, COUNT, &packing, scope)
    if s.takes:
        s.stay = en_passant_captures(q, NULL, s.stay, COUNT, &packing, scope, board)
    s.loose = BOARD & ~(occupied(q, board) | s.ordinary.watched | s.ghosts_watched[board] | s.king_watched[board]
                        | steps_of_pawns(q.side, s.ordinary.pawns))
    if s.king_there:
        t = q.king_square[q.side]
        s.loose &= ~(tables.rook_rays[t] | tables.bishop_rays[t])


cdef inline int others_stay(const Seconds* s, const TandemPosition* q, Bitboard to, bint king) noexcept nogil:
    """How many second parts of pinned pieces, of Ghosts that swap, of pawns en passant and of the king stay on their
    board in ``q``, after a first part that dropped to the square ``to``; ``king``: the king's may have changed."""
    cdef Packing packing = pack_alone(0, 0)     # not used
    cdef const Scope* scope = &s.scope
    cdef int n = pinned_moves(q, NULL, 0, COUNT, &packing, scope)
    if s.takes:
        n = en_passant_captures(q, NULL, n, COUNT, &packing, scope, scope.board)
    if to & s.ghosts_watched[scope.board]:
        n = ghost_swaps(q, NULL, n, COUNT, &packing, scope, scope.board)
    else:
        n += s.ghosts_stay
    return king_ordinary_moves(q, NULL, n, COUNT, &packing, scope) if king else n + s.king_stays


cdef inline int others_drop(const Seconds* s, const TandemPosition* q, Bitboard changed, bint king) noexcept nogil:
    """How many second parts of Ghosts that swap, of pawns en passant and of the king drop in ``q``, after a first part
    that ``changed`` these squares of the board they drop to; ``king``: the king's may have changed."""
    cdef Packing packing = pack_alone(0, 0)     # not used
    cdef const Scope* scope = &s.scope
    cdef int onto = 1 - scope.board, n = 0
    if s.takes:
        n = en_passant_captures(q, NULL, n, COUNT, &packing, scope, onto)
    n = ghost_swaps(q, NULL, n, COUNT, &packing, scope, onto) if changed & s.ghosts_watched[onto] else n + s.ghosts_drop
    return king_drops(q, NULL, n, COUNT, &packing, scope) if king else n + s.king_drops


cdef inline bint changes_checks(const Seconds* s, const TandemPosition* q, Bitboard to) noexcept nogil:
    """Whether a first part, made in ``q``, that dropped to ``to`` has changed checks or pins."""
    cdef CheckInfo after
    cdef int king = q.king_square[q.side]
    if not s.king_there or not (tables.rook_rays[king] | tables.bishop_rays[king]) & to:
        return False
    after = check_info(q)
    return after.pinned & ~to != s.checks.pinned & ~to


# --- After one first part -----------------------------------------------------------------------------------
#
# `q` is a copy of the position before the turn. Each of these functions changes and restores it.


cdef inline void make_bitboards(const Seconds* s, TandemPosition* q, const TandemPosition* p,
                                const Part* m) noexcept nogil:
    """Make a simple first part as far as second parts need it: not in the mailbox."""
    toggle_simple(q, p, m)
    q.rights = <uint8_t> rights_after(p.rights, m)
    if s.takes:
        prune_en_passant(q)


cdef inline void unmake_bitboards(TandemPosition* q, const TandemPosition* p, const Part* m) noexcept nogil:
    toggle_simple(q, p, m)
    restore_state(q, p)


cdef inline void vacate(Seconds* s, TandemPosition* q, const TandemPosition* p, int sq) noexcept nogil:
    """Compute how many second parts drop after the piece has left. Not if a pawn may capture en passant."""
    cdef int board = 1 - s.scope.board, us = q.side, t = p.board[board][sq]
    cdef Bitboard left = bit(sq), occ = occupied(q, board) ^ left, king_watched = s.king_watched[board]
    cdef Bitboard watched = s.scope.movers | s.dropping.watched | s.ghosts_watched[board]
    cdef int n = reach_after(&s.dropping, q, occ, q.color[board][us] ^ left, left, &watched) + popcount(s.swaps & ~left)
    if left & (s.ghosts_watched[board] | king_watched):
        if q.type[s.scope.board][GHOST] & left:
            watched |= watched_by_dropping_ghost(sq, occ)
        q.type[board][t] ^= left
        q.color[board][us] ^= left
        q.rights &= rights_kept[place_at(board, sq)]
        n += others_drop(s, q, left, left & king_watched != 0)
        if left & king_watched:
            king_watched = watched_by_king(q, &s.scope, board)
        q.type[board][t] ^= left
        q.color[board][us] ^= left
        q.rights = p.rights
    else:
        n += s.ghosts_drop + s.king_drops
    s.vacated[sq] = n
    s.vacated_watched[sq] = watched | king_watched
    s.vacated_steps[sq] = steps_of_pawns(us, s.dropping.pawns & ~occ)
    s.known_vacated |= left


cdef inline int ordinary_moves_at(const Seconds* s, const TandemPosition* q, const Part* m) noexcept nogil:
    """How many ordinary moves of unpinned pieces begin where a first part ends."""
    cdef Bitboard at = bit(m.to)
    if s.ordinary.pawns & at:
        return moves_of_pawns(q, &s.ordinary, at, occupied(q, m.onto), q.color[m.onto][q.side])
    return s.ordinary.moves_at[m.to] if s.scope.movers & ~s.scope.pinned & at else 0


cdef inline int seconds_after_swap(Seconds* s, TandemPosition* q, const TandemPosition* p,
                                   const Part* m) noexcept nogil:
    """The number of second parts after a swap of two pieces on corresponding squares, neither a king."""
    cdef Packing packing = pack_alone(0, 0)     # not used
    cdef Scope scope = s.scope
    cdef Bitboard at = bit(m.to), special = q.type[0][GHOST] | q.type[1][GHOST]
    cdef int rights = rights_after(p.rights, m)
    cdef int n = s.ordinary.total + s.ordinary.pawn_moves - ordinary_moves_at(s, q, m)
    # The king and Ghosts treat all other officers alike.
    cdef bint king = (p.rights & ~rights & s.castlings) != 0 or at & special & s.near_king, ghosts
    special |= q.type[0][PAWN] | q.type[1][PAWN]
    ghosts = at & special & (s.ghosts_watched[0] | s.ghosts_watched[1]) != 0
    n += s.dropping.total + s.dropping.pawn_moves + popcount(s.swaps & ~at)
    if not (s.takes or scope.pinned or ghosts or king):
        return n + s.king_stays + s.ghosts_stay + s.king_drops + s.ghosts_drop
    scope.movers &= ~at
    scope.pinned &= ~at
    toggle_swap(q, p, m.to)
    q.rights = <uint8_t> rights
    if s.takes:
        prune_en_passant(q)
        n = en_passant_captures(q, NULL, n, COUNT, &packing, &scope, scope.board)
        n = en_passant_captures(q, NULL, n, COUNT, &packing, &scope, 1 - scope.board)
    n = pinned_moves(q, NULL, n, COUNT, &packing, &scope)
    if ghosts:
        n = ghost_swaps(q, NULL, n, COUNT, &packing, &scope, scope.board)
        n = ghost_swaps(q, NULL, n, COUNT, &packing, &scope, 1 - scope.board)
    else:
        n += s.ghosts_stay + s.ghosts_drop
    if king:
        n = king_ordinary_moves(q, NULL, n, COUNT, &packing, &scope)
        n = king_drops(q, NULL, n, COUNT, &packing, &scope)
    else:
        n += s.king_stays + s.king_drops
    toggle_swap(q, p, m.to)
    restore_state(q, p)
    return n


cdef inline int seconds_after_ghost_swap(const Seconds* s, const TandemPosition* p, const Part* m) noexcept nogil:
    """The number of second parts after a Ghost has swapped with another piece of its board, not the king. UNKNOWN if
    that changes more than swaps."""
    cdef Bitboard origin = bit(m.origin), to = bit(m.to)
    cdef int other = s.scope.board, n = s.stay + s.dropping.total + s.dropping.pawn_moves
    if m.promoted or s.takes or (origin | to) & s.ghosts_watched[m.board] \
            or p.rights & ~rights_after(p.rights, m) & s.castlings:
        return UNKNOWN
    n += popcount(s.swaps & ~(origin | to)) + s.ghosts_drop + s.king_drops
    n += (s.scope.movers & origin) != 0 and p.board[other][m.origin] != p.board[m.board][m.to]
    n += (s.scope.movers & to) != 0 and p.board[other][m.to] != GHOST
    return n


cdef inline int special_seconds(const Seconds* s, const TandemPosition* q, const Scope* scope) noexcept nogil:
    """The number of second parts of Ghosts that swap and of the king in ``q``, after a first part of the king."""
    cdef Packing packing = pack_alone(0, 0)     # not used
    cdef int n = ghost_swaps(q, NULL, 0, COUNT, &packing, scope, scope.board)
    n = ghost_swaps(q, NULL, n, COUNT, &packing, scope, 1 - scope.board)
    n = king_ordinary_moves(q, NULL, n, COUNT, &packing, scope)
    return king_drops(q, NULL, n, COUNT, &packing, scope)


cdef inline bint restricts_seconds(const Seconds* s, const TandemPosition* q, Bitboard moved) noexcept nogil:
    """Whether in ``q``, after the king has ``moved`` to a square, it is in check or second parts are pinned."""
    cdef CheckInfo after = check_info(q)
    return after.checkers != 0 or q.king_board[q.side] == s.scope.board and after.pinned & ~moved != 0


cdef inline int seconds_after_king(const Seconds* s, TandemPosition* q, const TandemPosition* p,
                                   const Part* m) noexcept nogil:
    """The number of second parts after the king's step or drop; UNKNOWN if it is then in check, or pieces are
    pinned."""
    cdef int us = p.side, here = m.board, other = s.scope.board, n = UNKNOWN
    cdef Bitboard origin = bit(m.origin), to = bit(m.to), watched = 0
    if s.takes:
        return UNKNOWN
    toggle_simple(q, p, m)
    q.king_board[us] = <uint8_t> m.onto
    q.king_square[us] = <uint8_t> m.to
    q.rights = <uint8_t> rights_after(p.rights, m)
    if not restricts_seconds(s, q, to):
        n = popcount(s.swaps) + special_seconds(s, q, &s.scope)
        if m.onto == here:
            n += s.ordinary.total + s.ordinary.pawn_moves
            origin |= to
        else:
            n += reach_after(&s.ordinary, q, occupied(q, other), q.color[other][us], to, &watched)
        n += reach_after(&s.dropping, q, occupied(q, here), q.color[here][us], origin, &watched)
    toggle_simple(q, p, m)
    q.king_board[us] = p.king_board[us]
    q.king_square[us] = p.king_square[us]
    restore_state(q, p)
    return n


cdef inline int seconds_after_king_swap(const Seconds* s, TandemPosition* q, const TandemPosition* p,
                                        const Part* m) noexcept nogil:
    """The number of second parts after the king has swapped with the piece on its square of the other board; UNKNOWN if
    the king is then in check, or pieces are or were pinned."""
    cdef int us = p.side, n = UNKNOWN
    cdef Bitboard at = bit(m.to)
    cdef Scope scope = s.scope
    if s.takes or scope.pinned:
        return UNKNOWN
    scope.movers &= ~at
    scope.king_moves = False
    toggle_swap(q, p, m.to)
    q.king_board[us] ^= 1
    q.rights = <uint8_t> rights_after(p.rights, m)
    if not restricts_seconds(s, q, at):
        n = s.ordinary.total + s.ordinary.pawn_moves + s.dropping.total + s.dropping.pawn_moves \
            + popcount(s.swaps & ~at) - ordinary_moves_at(s, q, m) + special_seconds(s, q, &scope)
    toggle_swap(q, p, m.to)
    q.king_board[us] = p.king_board[us]
    restore_state(q, p)
    return n


cdef inline int seconds_after_step(Seconds* s, TandemPosition* q, const TandemPosition* p, const Part* m,
                                   bint captures) noexcept nogil:
    """The number of second parts after a simple first part that stays on its board."""
    cdef int n, other = s.scope.board, board = m.board
    cdef Bitboard origin = bit(m.origin), to = bit(m.to), changed = origin | to, watched = 0
    cdef bint king = changed & s.king_watched[board] or captures and s.king_watched[board]
    n = s.stay + popcount(s.swaps & ~origin)
    n += (s.scope.movers & to) != 0 and p.board[other][m.to] != p.board[board][m.origin]
    n += reach_after(&s.dropping, q, occupied(q, board) & ~origin | to, q.color[board][q.side] ^ changed, changed,
                     &watched)
    if not (king or s.takes or changed & s.ghosts_watched[board]):
        return n + s.ghosts_drop + s.king_drops
    make_bitboards(s, q, p, m)
    n += others_drop(s, q, changed, king)
    unmake_bitboards(q, p, m)
    return n


cdef inline int stay_after_drop(const Seconds* s, TandemPosition* q, const TandemPosition* p, const Part* m,
                                bint captures) noexcept nogil:
    """How many second parts stay on their board after a simple first part that dropped to it; UNKNOWN if checks or pins
    change."""
    cdef int board = m.onto, n = UNKNOWN
    cdef Bitboard to = bit(m.to), watched = 0
    cdef bint king = to & s.king_watched[board] or captures and s.king_watched[board]
    make_bitboards(s, q, p, m)
    if not changes_checks(s, q, to):
        n = reach_after(&s.ordinary, q, occupied(q, board), q.color[board][q.side], to, &watched) \
            + others_stay(s, q, to, king)
    unmake_bitboards(q, p, m)
    return n


cdef inline int seconds_after_drop(Seconds* s, TandemPosition* q, const TandemPosition* p, const Part* m,
                                   bint captures) noexcept nogil:
    """The number of second parts after a simple first part that drops; UNKNOWN if checks or pins change.

    Parts that stay depend on where the piece lands, parts that drop on the square it leaves. Both numbers are stored,
    with two exceptions: Ghosts' swaps depend on which piece lands, and swaps with a king on the other board on where it
    lands."""
    cdef Bitboard origin = bit(m.origin), to = bit(m.to), watched = 0
    cdef int stay, board = m.board
    if s.known_landed & to:
        stay = s.landed[m.to]
    else:
        stay = stay_after_drop(s, q, p, m, captures)
        if not to & s.ghosts_watched[m.onto] and not s.takes:
            s.known_landed |= to
            s.landed[m.to] = stay
    if stay == UNKNOWN:
        return UNKNOWN
    if not s.takes and (s.king_there or not (to & s.king_watched[m.onto] or captures and s.king_watched[m.onto])):
        if not s.known_vacated & origin:
            vacate(s, q, p, m.origin)
        return stay + s.vacated[m.origin]
    make_bitboards(s, q, p, m)
    stay += popcount(s.swaps & ~origin) + others_drop(s, q, origin, True)
    stay += reach_after(&s.dropping, q, occupied(q, board), q.color[board][q.side], origin, &watched)
    unmake_bitboards(q, p, m)
    return stay


cdef inline int seconds_after_special(Seconds* s, TandemPosition* q, const TandemPosition* p,
                                      const Part* m) noexcept nogil:
    """The number of second parts after a swap or the king's first part; UNKNOWN also after the rarest ones."""
    cdef int us = p.side, king = p.king_square[us], t = p.board[m.board][m.origin]
    if not p.color[m.onto][us] & bit(m.to):
        return seconds_after_king(s, q, p, m) if t == KING else UNKNOWN
    if m.onto != m.board and m.to == m.origin:
        return seconds_after_swap(s, q, p, m) if m.to != king else seconds_after_king_swap(s, q, p, m)
    if m.onto == m.board and t == GHOST and not p.type[m.onto][KING] & bit(m.to):
        return seconds_after_ghost_swap(s, p, m)
    return UNKNOWN


cdef inline int count_seconds(Seconds* s, TandemPosition* q, const TandemPosition* p, Move first) noexcept nogil:
    """The number of second parts after a first part of ``p``, 0 if the turn ends with it; UNKNOWN if they are not
    counted here."""
    cdef Part m = unpack(first)
    cdef bint captures
    if not is_simple(p, &m):
        return seconds_after_special(s, q, p, &m)
    if not s.king_there and s.checks.pinned & bit(m.origin):
        return UNKNOWN
    captures = p.board[m.onto][m.to] != NOTHING
    if m.onto == m.board:
        return seconds_after_step(s, q, p, &m, captures)
    return seconds_after_drop(s, q, p, &m, captures)
