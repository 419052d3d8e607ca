"""Legal turns of Tandem-84, legal moves of turns, and making them.

Only the end of a turn must leave the king safe (T3), so moves come in two kinds. The last move of a turn is generated
by check and pin masks, like a move of chess. A first move is free, but must begin some legal turn: it does if the
king is safe after it, and else if a last move on the other board cures the check, which masks show again.

The king's safety knows one board at a time: the king's. A move that stays on its board changes only that one, an
exchange of friendly pieces changes no square's occupation at all. Counting uses both: what a player can do within the
other board is the same after every first move that stays on its own.
"""
from libc.string cimport memcpy

from oddfish.cext.core.bits cimport Bitboard, bit, more_than_one, pop_lsb, popcount
from oddfish.cext.core.keys cimport splitmix
from oddfish.cext.tandem.position cimport (BISHOP, BISHOP_KNIGHT, BLACK_DROP, BLACK_HOME, BOARD_UNIT, CROSSES, ENDS_TURN, FIRST,
                                  GHOST, HALF_BITS, KING, KNIGHT, MOST_PIECES, NO_PLACE, NOTHING, ONLY, PAWN,
                                  PROMOTED, QUEEN, ROOK, ROOK_KNIGHT, SECOND, SECOND_CROSSES, SECOND_PROMOTED,
                                  SECOND_UNIT, TYPES, WHITE_DROP, WHITE_HOME, Part, TandemPosition, join,
                                  occupied, pack, reach, second_of, unpack)
from oddfish.cext.tandem.geometry cimport SQUARES, Board42, bishop_attacks, board42, rook_attacks
from oddfish.cext.core.types cimport MAX_MOVES, NO_MOVE, Key, Move

cdef enum Mode:
    ALL = 0
    NOISY = 1               # captures and promotions
    COUNT = 2
    ANY = 3                 # whether there is any

cdef const Board42* G = board42()

cdef Bitboard BOARD = 0x3FFFFFFFFFF
cdef Bitboard FILE_A = 0x1041041041
cdef Bitboard FILE_F = 0x20820820820
cdef Bitboard RANK_1 = 0x3F
cdef Bitboard RANK_3 = 0x3F << 12
cdef Bitboard RANK_5 = 0x3F << 24
cdef Bitboard RANK_7 = 0x3F << 36
cdef Bitboard EDGE_RANKS = RANK_1 | RANK_7
cdef Bitboard[2] STEPPED = [RANK_3, RANK_5]      # squares that a colour's pawns pass over (T7)

# T9, strongest first.
cdef int[7] PROMOTIONS = [QUEEN, ROOK_KNIGHT, BISHOP_KNIGHT, ROOK, BISHOP, KNIGHT, GHOST]

ctypedef struct Castling:   # T10
    int right
    int board               # the rook's, and the king's after it
    int rook
    int king_to
    int rook_to
    Bitboard vacant

cdef Castling CASTLINGS[2][2]           # by colour: home, drop
cdef int[2] KING_SQUARE = [3, 38]       # d1 on the left, i7 on the right board

# --- Zobrist keys -------------------------------------------------------------------------------------------

cdef Key piece_keys[2][TYPES][2 * SQUARES]
cdef Key rights_keys[16]
cdef Key passed_keys[2 * SQUARES]
cdef Key moved_keys[2 * SQUARES]
cdef Key begin_keys[2]
cdef Key only_key, side_key
cdef unsigned char rights_kept[2 * SQUARES]     # castling rights left after anything happens on a square


cdef void set_castling(int color, int kind, int right, int board, int rook, int king_to, int rook_to,
                       Bitboard vacant) noexcept nogil:
    cdef Castling* c = &CASTLINGS[color][kind]
    c.right = right
    c.board = board
    c.rook = rook
    c.king_to = king_to
    c.rook_to = rook_to
    c.vacant = vacant
    rights_kept[color * SQUARES + KING_SQUARE[color]] &= ~right
    rights_kept[board * SQUARES + rook] &= ~right


cdef void set_up() noexcept nogil:
    global only_key, side_key
    cdef Key state = 0x7A2DE840DDF15D
    cdef int color, t, i
    for color in range(2):
        for t in range(TYPES):
            for i in range(2 * SQUARES):
                piece_keys[color][t][i] = splitmix(&state)
    for i in range(16):
        rights_keys[i] = splitmix(&state)
    for i in range(2 * SQUARES):
        passed_keys[i] = splitmix(&state)
        moved_keys[i] = splitmix(&state)
        rights_kept[i] = 15
    for i in range(2):
        begin_keys[i] = splitmix(&state)
    only_key = splitmix(&state)
    side_key = splitmix(&state)
    set_castling(0, 0, WHITE_HOME, 0, 5, 4, 3, bit(4))
    set_castling(0, 1, WHITE_DROP, 1, 0, 1, 2, bit(3) | bit(2) | bit(1))
    set_castling(1, 0, BLACK_HOME, 1, 36, 37, 38, bit(37))
    set_castling(1, 1, BLACK_DROP, 0, 41, 40, 39, bit(38) | bit(39) | bit(40))


set_up()

# --- The king's safety --------------------------------------------------------------------------------------


cdef bint attacked(const TandemPosition* p, int board, int sq, int by, Bitboard occ, Bitboard gone) noexcept nogil:
    """T4: whether ``by`` attacks a square of a board given ``occ``; ``gone`` are pieces of his taken off it."""
    cdef const Bitboard* types = p.type[board]
    cdef Bitboard enemy = p.color[board][by] & ~gone, found
    found = G.pawn[1 - by][sq] & types[PAWN]
    found |= G.knight[sq] & (types[KNIGHT] | types[BISHOP_KNIGHT] | types[ROOK_KNIGHT])
    found |= G.king[sq] & (types[KING] | (types[GHOST] if p.setup.captures else 0))
    if found & enemy:
        return True
    found = G.rook_rays[sq] & (types[ROOK] | types[QUEEN] | types[ROOK_KNIGHT]) & enemy
    if found and found & rook_attacks(G, sq, occ):
        return True
    found = G.bishop_rays[sq] & (types[BISHOP] | types[QUEEN] | types[BISHOP_KNIGHT]) & enemy
    return found != 0 and found & bishop_attacks(G, sq, occ) != 0


cdef bint in_check(const void* position) noexcept nogil:
    cdef const TandemPosition* p = <const TandemPosition*> position
    cdef int home = p.home[p.side]
    return attacked(p, home, p.king[p.side], 1 - p.side, occupied(p, home), 0)


# What the king of the side to move asks of the last move of a turn, on its own board.
ctypedef struct Guard:
    Bitboard checkers
    Bitboard cure           # where a piece other than the king must arrive: anywhere while there is no check
    Bitboard pinned         # own pieces that alone stand before a slider


cdef inline Guard look(const TandemPosition* p) noexcept nogil:
    cdef int us = p.side, them = 1 - us, home = p.home[us], king = p.king[us], sq
    cdef const Bitboard* types = p.type[home]
    cdef Bitboard enemy = p.color[home][them], occ = occupied(p, home), line, blockers, snipers
    cdef Guard guard
    guard.checkers = G.pawn[us][king] & types[PAWN]
    guard.checkers |= G.knight[king] & (types[KNIGHT] | types[BISHOP_KNIGHT] | types[ROOK_KNIGHT])
    guard.checkers |= G.king[king] & (types[KING] | (types[GHOST] if p.setup.captures else 0))
    guard.checkers &= enemy
    guard.cure = guard.checkers
    guard.pinned = 0
    snipers = enemy & ((G.rook_rays[king] & (types[ROOK] | types[QUEEN] | types[ROOK_KNIGHT]))
                       | (G.bishop_rays[king] & (types[BISHOP] | types[QUEEN] | types[BISHOP_KNIGHT])))
    while snipers:
        sq = pop_lsb(&snipers)
        line = G.between[king][sq]
        blockers = line & occ
        if not blockers:
            guard.checkers |= bit(sq)
            guard.cure |= line | bit(sq)
        elif not more_than_one(blockers):
            guard.pinned |= blockers & ~enemy
    if not guard.checkers:
        guard.cure = BOARD
    elif more_than_one(guard.checkers):
        guard.cure = 0
    return guard


# --- What begins on one board -------------------------------------------------------------------------------

# The moves of a turn that begin on one board, and what is asked of them.
ctypedef struct Scope:
    int board
    bint last               # the turn ends with it
    bint check
    bint king_moves         # the king stands on the board and has not moved
    bint exchange           # pieces other than the king may exchange squares
    Bitboard movers         # pieces other than the king
    Bitboard pinned         # those of them that may move along a line only
    Bitboard stay           # where pieces other than the king may arrive on the board
    Bitboard cross          # and on the other one

# How a move is packed: alone, or as the second of a turn.
ctypedef struct Form:
    Move base
    Move to
    Move crosses
    Move promoted


cdef inline Form form_of(int board, Move flags) noexcept nogil:
    cdef Form form
    form.base = flags + (BOARD_UNIT if board else 0)
    form.to = 1
    form.crosses = CROSSES
    form.promoted = PROMOTED
    return form


cdef inline Form second_form(Move first) noexcept nogil:
    cdef Form form
    form.base = first
    form.to = SECOND_UNIT
    form.crosses = SECOND_CROSSES
    form.promoted = SECOND_PROMOTED
    return form


cdef inline Bitboard moved_on(const TandemPosition* p, int board) noexcept nogil:
    """The squares of a board that hold what has moved in this turn (T1)."""
    cdef Bitboard result = 0
    cdef int i, place
    if p.stage == SECOND:
        for i in range(2):
            place = p.moved[i]
            if place != NO_PLACE and (place >= SQUARES) == board:
                result |= bit(place - (SQUARES if board else 0))
    return result


cdef inline Scope scope_of(const TandemPosition* p, const Guard* guard, int board, bint last) noexcept nogil:
    cdef int us = p.side
    cdef bint at_home = p.home[us] == board
    cdef Bitboard free_ = p.color[board][us] & ~moved_on(p, board)
    cdef Scope s
    s.board = board
    s.last = last
    s.check = guard.checkers != 0
    s.movers = free_ & ~p.type[board][KING]
    s.king_moves = free_ != s.movers
    s.pinned = 0
    s.exchange = True
    s.stay = s.cross = BOARD
    if last:
        s.exchange = not s.check
        if at_home:
            s.pinned = guard.pinned & s.movers
            s.stay = guard.cure
            s.cross = 0 if s.check else BOARD
        else:
            s.stay = 0 if s.check else BOARD
            s.cross = guard.cure
    return s


cdef inline Bitboard ghost_reach(const TandemPosition* p, int sq, Bitboard occ) noexcept nogil:
    """T8; the same from and to a square."""
    return (rook_attacks(G, sq, occ) | bishop_attacks(G, sq, occ)) if p.setup.glides else G.king[sq]


cdef inline int emit(Move* moves, int n, Mode mode, const Form* form, Move stem, int origin,
                     Bitboard targets) noexcept nogil:
    """Moves from ``origin`` to ``targets``; ``stem`` holds the form's base and flags."""
    if mode >= COUNT:
        return n + popcount(targets)
    stem += origin * SQUARES * form.to
    while targets:
        moves[n] = stem + <Move> pop_lsb(&targets) * form.to
        n += 1
    return n


cdef inline int emit_promotions(Move* moves, int n, Mode mode, const Form* form, Move stem, int origin,
                                int to) noexcept nogil:
    cdef int i
    if mode >= COUNT:
        return n + 7
    stem += (origin * SQUARES + to) * form.to
    for i in range(7):
        moves[n] = stem + PROMOTIONS[i] * form.promoted
        n += 1
    return n


cdef inline int emit_pawns(Move* moves, int n, Mode mode, const Form* form, Move stem, Bitboard targets,
                           int delta) noexcept nogil:
    """Pawn moves to ``targets``, each from ``delta`` squares before."""
    cdef Bitboard last = targets & EDGE_RANKS
    cdef int to
    if mode >= COUNT:
        return n + popcount(targets) + 6 * popcount(last)
    targets ^= last
    while targets:
        to = pop_lsb(&targets)
        moves[n] = stem + <Move> ((to - delta) * SQUARES + to) * form.to
        n += 1
    while last:
        to = pop_lsb(&last)
        n = emit_promotions(moves, n, mode, form, stem, to - delta, to)
    return n


cdef inline int officers(Move* moves, int n, Mode mode, const Form* form, Move stem, int t, Bitboard left, Bitboard occ,
                         Bitboard wanted) noexcept nogil:
    cdef int sq
    while left:
        sq = pop_lsb(&left)
        n = emit(moves, n, mode, form, stem, sq, reach(G, t, sq, occ) & wanted)
        if mode == ANY and n:
            return n
    return n


cdef inline int spread(int t, Bitboard left, Bitboard occ, Bitboard wanted) noexcept nogil:
    """How many squares officers of a type reach."""
    cdef int n = 0
    while left:
        n += popcount(reach(G, t, pop_lsb(&left), occ) & wanted)
    return n


cdef int mobility(const TandemPosition* p, int board, int onto, Bitboard movers, Bitboard allowed) noexcept nogil:
    """What ``travel`` would list, counted."""
    cdef int us = p.side, n
    cdef const Bitboard* types = p.type[board]
    cdef Bitboard occ = occupied(p, onto), enemy = p.color[onto][1 - us] & ~p.type[onto][KING] & allowed
    cdef Bitboard empty = ~occ & allowed, wanted = enemy | empty, left, single, targets
    n = spread(QUEEN, types[QUEEN] & movers, occ, wanted)
    n += spread(ROOK, types[ROOK] & movers, occ, wanted)
    n += spread(ROOK_KNIGHT, types[ROOK_KNIGHT] & movers, occ, wanted)
    n += spread(BISHOP_KNIGHT, types[BISHOP_KNIGHT] & movers, occ, wanted)
    n += spread(BISHOP, types[BISHOP] & movers, occ, wanted)
    n += spread(KNIGHT, types[KNIGHT] & movers, occ, wanted)
    left = types[GHOST] & movers
    while left:
        n += popcount(ghost_reach(p, pop_lsb(&left), occ) & (wanted if p.setup.captures else empty))
    left = types[PAWN] & movers
    if not left:
        return n
    if us == 0:
        single = (left << 6) & ~occ
        n += popcount(((single & RANK_3) << 6) & empty)
        single &= allowed
        targets = ((left & ~FILE_A) << 5) & enemy
        left = ((left & ~FILE_F) << 7) & enemy
    else:
        single = (left >> 6) & ~occ
        n += popcount(((single & RANK_5) >> 6) & empty)
        single &= allowed
        targets = ((left & ~FILE_A) >> 7) & enemy
        left = ((left & ~FILE_F) >> 5) & enemy
    n += popcount(single) + popcount(targets) + popcount(left)
    if (single | targets | left) & EDGE_RANKS:
        n += 6 * (popcount(single & EDGE_RANKS) + popcount(targets & EDGE_RANKS) + popcount(left & EDGE_RANKS))
    return n


cdef inline int travel(const TandemPosition* p, Move* moves, int n, Mode mode, const Form* form, int board, int onto,
                       Bitboard movers, Bitboard allowed) noexcept nogil:
    """Moves of ``movers`` to vacant and enemy squares of the board ``onto``, en passant apart (T5: the dropped piece
    moves from the corresponding square)."""
    cdef int us = p.side, sq
    cdef const Bitboard* types = p.type[board]
    cdef Bitboard occ = occupied(p, onto), enemy = p.color[onto][1 - us] & ~p.type[onto][KING] & allowed
    cdef Bitboard empty = ~occ & allowed, wanted = enemy, left, single, double, west, east
    cdef Move stem = form.base + (form.crosses if onto != board else 0)
    if mode == COUNT:
        return n + mobility(p, board, onto, movers, allowed)
    if mode != NOISY:
        wanted |= empty
    n = officers(moves, n, mode, form, stem, QUEEN, types[QUEEN] & movers, occ, wanted)
    n = officers(moves, n, mode, form, stem, ROOK, types[ROOK] & movers, occ, wanted)
    n = officers(moves, n, mode, form, stem, ROOK_KNIGHT, types[ROOK_KNIGHT] & movers, occ, wanted)
    n = officers(moves, n, mode, form, stem, BISHOP_KNIGHT, types[BISHOP_KNIGHT] & movers, occ, wanted)
    n = officers(moves, n, mode, form, stem, BISHOP, types[BISHOP] & movers, occ, wanted)
    n = officers(moves, n, mode, form, stem, KNIGHT, types[KNIGHT] & movers, occ, wanted)
    if mode == ANY and n:
        return n
    left = types[GHOST] & movers
    while left:
        sq = pop_lsb(&left)
        n = emit(moves, n, mode, form, stem, sq,
                 ghost_reach(p, sq, occ) & (wanted if p.setup.captures else wanted & ~occ))
    left = types[PAWN] & movers
    if us == 0:
        single = (left << 6) & ~occ
        double = ((single & RANK_3) << 6) & empty
        west = ((left & ~FILE_A) << 5) & enemy
        east = ((left & ~FILE_F) << 7) & enemy
        sq = 6
    else:
        single = (left >> 6) & ~occ
        double = ((single & RANK_5) >> 6) & empty
        west = ((left & ~FILE_A) >> 7) & enemy
        east = ((left & ~FILE_F) >> 5) & enemy
        sq = -6
    single &= allowed
    if mode == NOISY:
        single &= EDGE_RANKS
    else:
        n = emit_pawns(moves, n, mode, form, stem, double, 2 * sq)
    n = emit_pawns(moves, n, mode, form, stem, single, sq)
    n = emit_pawns(moves, n, mode, form, stem, west, sq - 1)
    return emit_pawns(moves, n, mode, form, stem, east, sq + 1)


cdef inline bint passing_safe(const TandemPosition* p, int board, int origin, int onto, int to) noexcept nogil:
    """Whether the king is safe once a pawn has taken en passant: two squares of a line may empty at once."""
    cdef int us = p.side, home = p.home[us]
    cdef Bitboard occ = occupied(p, home), victim = bit(to + 6 if us else to - 6)
    if home == board:
        occ ^= bit(origin)
    if home == onto:
        occ = (occ ^ victim) | bit(to)
    return not attacked(p, home, p.king[us], 1 - us, occ, victim if home == onto else 0)


cdef inline int take_passing(const TandemPosition* p, Move* moves, int n, Mode mode, const Form* form, const Scope* s,
                             int onto) noexcept nogil:
    """T7: pawns that take en passant on the board ``onto``."""
    cdef int them = 1 - p.side, to, origin
    cdef Bitboard squares = p.passed[onto] & STEPPED[them], pawns
    cdef Move stem = form.base + (form.crosses if onto != s.board else 0)
    cdef bint far = p.home[p.side] != s.board and onto == s.board       # the king's board is not touched
    while squares:
        to = pop_lsb(&squares)
        pawns = G.pawn[them][to] & p.type[s.board][PAWN] & s.movers
        if onto != s.board:
            pawns &= ~occupied(p, onto)
        while pawns:
            origin = pop_lsb(&pawns)
            if not s.last or (not s.check if far else passing_safe(p, s.board, origin, onto, to)):
                n = emit(moves, n, mode, form, stem, origin, bit(to))
    return n


cdef inline int swap_ghosts(const TandemPosition* p, Move* moves, int n, Mode mode, const Form* form, const Scope* s,
                            int onto) noexcept nogil:
    """T8: Ghosts go to a friendly piece's square (the king's apart), and the piece to where the Ghost started."""
    cdef int us = p.side, sq
    cdef Bitboard left = p.type[s.board][GHOST] & s.movers, occ = occupied(p, onto), others, pawns
    cdef Bitboard partners = p.color[onto][us] & ~(p.type[onto][GHOST] | p.type[onto][KING])
    cdef Move stem = form.base + (form.crosses if onto != s.board else 0)
    if onto != s.board:
        left &= ~occ
    while left:
        sq = pop_lsb(&left)
        others = ghost_reach(p, sq, occ) & partners
        if bit(sq) & EDGE_RANKS:
            pawns = others & p.type[onto][PAWN]
            others ^= pawns
            if (sq >= SQUARES - 6) == (us == 0):
                while pawns:
                    n = emit_promotions(moves, n, mode, form, stem, sq, pop_lsb(&pawns))
        if mode != NOISY:
            n = emit(moves, n, mode, form, stem, sq, others)
    return n


cdef inline int exchange(const TandemPosition* p, Move* moves, int n, Mode mode, const Form* form,
                         const Scope* s) noexcept nogil:
    """T6: drop/swaps without the king."""
    cdef int other = 1 - s.board, t, sq
    cdef Bitboard left = s.movers & p.color[other][p.side] & ~p.type[other][KING]
    if left:
        for t in range(KING):
            left &= ~(p.type[0][t] & p.type[1][t])
    if mode >= COUNT:
        return n + popcount(left)
    while left:
        sq = pop_lsb(&left)
        n = emit(moves, n, mode, form, form.base + form.crosses, sq, bit(sq))
    return n


cdef inline int stays(const TandemPosition* p, Move* moves, int n, Mode mode, const Form* form,
                      const Scope* s) noexcept nogil:
    """Moves without the king that begin and end on one board."""
    cdef Bitboard left = s.pinned
    cdef int sq, king = p.king[p.side]
    if s.stay:
        n = travel(p, moves, n, mode, form, s.board, s.board, s.movers & ~s.pinned, s.stay)
        if mode == ANY and n:
            return n
        while left:
            sq = pop_lsb(&left)
            n = travel(p, moves, n, mode, form, s.board, s.board, bit(sq), s.stay & G.line[king][sq])
    if p.passed[s.board]:
        n = take_passing(p, moves, n, mode, form, s, s.board)
    if s.exchange and p.type[s.board][GHOST] & s.movers:
        n = swap_ghosts(p, moves, n, mode, form, s, s.board)
    return n


cdef inline int crossings(const TandemPosition* p, Move* moves, int n, Mode mode, const Form* form,
                          const Scope* s) noexcept nogil:
    """Moves without the king that begin on one board and end on the other."""
    cdef int other = 1 - s.board
    if s.cross:
        n = travel(p, moves, n, mode, form, s.board, other, s.movers & ~s.pinned & ~occupied(p, other), s.cross)
        if mode == ANY and n:
            return n
    if p.passed[other]:
        n = take_passing(p, moves, n, mode, form, s, other)
    if s.exchange:
        if p.type[s.board][GHOST] & s.movers:
            n = swap_ghosts(p, moves, n, mode, form, s, other)
        if mode != NOISY:
            n = exchange(p, moves, n, mode, form, s)
    return n


cdef inline bint may_castle(const TandemPosition* p, const Castling* c) noexcept nogil:
    """T10, for a king not in check."""
    cdef int us = p.side
    cdef Bitboard occ = occupied(p, c.board), left = c.vacant
    if not p.rights & c.right or occ & c.vacant:
        return False
    if p.home[us] == c.board:
        occ ^= bit(p.king[us])
    while left:
        if attacked(p, c.board, pop_lsb(&left), 1 - us, occ, 0):
            return False
    return True


cdef inline int walk_king(const TandemPosition* p, Move* moves, int n, Mode mode, const Form* form, const Scope* s,
                          int onto) noexcept nogil:
    """The king's steps on the board ``onto``, where it stands or is dropped."""
    cdef int us = p.side, king = p.king[us], to
    cdef Bitboard occ = occupied(p, onto), left = G.king[king] & ~p.color[onto][us] & ~p.type[onto][KING]
    cdef Move stem = form.base + (form.crosses if onto != s.board else 0)
    if mode == NOISY:
        left &= occ
    if onto == s.board:
        occ ^= bit(king)
    if not s.last:
        return emit(moves, n, mode, form, stem, king, left)
    while left:
        to = pop_lsb(&left)
        if not attacked(p, onto, to, 1 - us, occ, 0):
            n = emit(moves, n, mode, form, stem, king, bit(to))
    return n


cdef inline int swap_king(const TandemPosition* p, Move* moves, int n, Mode mode, const Form* form, const Scope* s,
                          Bitboard ghosts, Move stem) noexcept nogil:
    """T8: Ghosts that begin a move on the scope's board and change places with their king, in check or not."""
    cdef int us = p.side, sq
    while ghosts:
        sq = pop_lsb(&ghosts)
        if not s.last or not attacked(p, s.board, sq, 1 - us, occupied(p, s.board), 0):
            n = emit(moves, n, mode, form, stem, sq, bit(p.king[us]))
    return n


cdef inline int royal_stays(const TandemPosition* p, Move* moves, int n, Mode mode, const Form* form,
                            const Scope* s) noexcept nogil:
    """Moves that begin and end on one board and take the king along."""
    cdef int us = p.side, king = p.king[us]
    cdef Bitboard ghosts
    cdef const Castling* c = &CASTLINGS[us][0]
    if p.home[us] != s.board:
        return n
    if s.king_moves:
        n = walk_king(p, moves, n, mode, form, s, s.board)
        if mode != NOISY and not s.check and p.rights & c.right and may_castle(p, c):
            n = emit(moves, n, mode, form, form.base, king, bit(c.rook))
    ghosts = p.type[s.board][GHOST] & s.movers
    if ghosts and mode != NOISY:
        ghosts &= ghost_reach(p, king, occupied(p, s.board))
        n = swap_king(p, moves, n, mode, form, s, ghosts, form.base)
    return n


cdef inline int royal_crossings(const TandemPosition* p, Move* moves, int n, Mode mode, const Form* form,
                                const Scope* s) noexcept nogil:
    """Moves that begin on one board, end on the other, and take the king along."""
    cdef int us = p.side, them = 1 - us, king = p.king[us], other = 1 - s.board
    cdef Bitboard occ = occupied(p, other), ghosts
    cdef const Castling* c = &CASTLINGS[us][1]
    cdef Move stem = form.base + form.crosses
    if p.home[us] == s.board:
        if not s.king_moves or s.check:
            return n
        if not occ & bit(king):
            n = walk_king(p, moves, n, mode, form, s, other)
        elif mode != NOISY and p.color[other][us] & bit(king):
            if not s.last or not attacked(p, other, king, them, occ, 0):
                n = emit(moves, n, mode, form, stem, king, bit(king))
        if mode != NOISY and p.rights & c.right and may_castle(p, c):
            n = emit(moves, n, mode, form, stem, king, bit(c.rook))
    elif mode != NOISY:
        if not s.check and s.movers & bit(king):
            if not s.last or not attacked(p, s.board, king, them, occupied(p, s.board), 0):
                n = emit(moves, n, mode, form, stem, king, bit(king))
        ghosts = p.type[s.board][GHOST] & s.movers & ~occ
        if ghosts:
            n = swap_king(p, moves, n, mode, form, s, ghosts & ghost_reach(p, king, occ), stem)
    return n


cdef inline int begin_on(const TandemPosition* p, Move* moves, int n, Mode mode, const Form* form,
                         const Scope* s) noexcept nogil:
    """All the moves of a scope."""
    n = stays(p, moves, n, mode, form, s)
    if mode == ANY and n:
        return n
    n = crossings(p, moves, n, mode, form, s)
    if mode == ANY and n:
        return n
    n = royal_stays(p, moves, n, mode, form, s)
    return royal_crossings(p, moves, n, mode, form, s)


# --- Making moves -------------------------------------------------------------------------------------------

# The compiler copies structs of a size it knows by `rep movs`, which is slower than calling memcpy.
cdef size_t SIZE = sizeof(TandemPosition)


cdef inline void copy(TandemPosition* q, const TandemPosition* p) noexcept nogil:
    memcpy(q, p, SIZE)


cdef void put(TandemPosition* p, int color, int t, int board, int sq) noexcept nogil:
    p.type[board][t] |= bit(sq)
    p.color[board][color] |= bit(sq)
    p.board[board][sq] = <unsigned char> t
    p.pieces ^= piece_keys[color][t][board * SQUARES + sq]
    if t == KING:
        p.home[color] = <unsigned char> board
        p.king[color] = <unsigned char> sq


cdef inline void lift(TandemPosition* p, int color, int t, int board, int sq) noexcept nogil:
    p.type[board][t] ^= bit(sq)
    p.color[board][color] ^= bit(sq)
    p.board[board][sq] = NOTHING
    p.pieces ^= piece_keys[color][t][board * SQUARES + sq]


cdef enum:                  # what a move does for ever
    PROGRESS = 1            # the clock starts anew
    IRREVERSIBLE = 2        # and no earlier position comes back


cdef inline int perform(TandemPosition* q, const Part* m) noexcept nogil:
    """Move the pieces of one move of a turn, with rights and en-passant squares; what it does for ever.

    A pawn's move alone is not irreversible: a Ghost or a drop/swap may carry the pawn back."""
    cdef int us = q.side, them = 1 - us, t = q.board[m.board][m.origin], other = q.board[m.onto][m.to], result = 0
    cdef const Castling* c
    if q.color[m.onto][us] & bit(m.to):
        lift(q, us, t, m.board, m.origin)
        lift(q, us, other, m.onto, m.to)
        if t == KING and (m.to != m.origin):
            c = &CASTLINGS[us][m.board != m.onto]
            put(q, us, KING, c.board, c.king_to)
            put(q, us, ROOK, c.board, c.rook_to)
        else:
            put(q, us, t, m.onto, m.to)
            put(q, us, m.promoted if m.promoted else other, m.board, m.origin)
    else:
        if other != NOTHING:
            lift(q, them, other, m.onto, m.to)
            result = PROGRESS | IRREVERSIBLE
        lift(q, us, t, m.board, m.origin)
        put(q, us, m.promoted if m.promoted else t, m.onto, m.to)
        if t == PAWN:
            if q.passed[m.onto] & STEPPED[them] & bit(m.to):
                lift(q, them, PAWN, m.onto, m.to + 6 if us else m.to - 6)
                result = PROGRESS | IRREVERSIBLE
            elif abs(m.to - m.origin) == 12:
                q.passed[m.onto] |= bit((m.to + m.origin) >> 1)
    if t == PAWN:
        result |= PROGRESS
    if m.promoted:
        result |= PROGRESS | IRREVERSIBLE
    q.rights &= rights_kept[m.board * SQUARES + m.origin] & rights_kept[m.onto * SQUARES + m.to]
    if q.passed[0] | q.passed[1]:
        keep_passed(q)
    return result


cdef void keep_passed(TandemPosition* q) noexcept nogil:
    """T7: a pawn that has double-stepped can be taken while it stands there and the square behind it is vacant."""
    cdef int board
    for board in range(2):
        q.passed[board] &= ~occupied(q, board) & (
            (STEPPED[0] & (q.type[board][PAWN] & q.color[board][0]) >> 6)
            | (STEPPED[1] & (q.type[board][PAWN] & q.color[board][1]) << 6))


cdef inline void note_moved(TandemPosition* q, const Part* m, bint castled) noexcept nogil:
    """The first move of a turn is made: the second begins on the other board, with another piece (T1, T10)."""
    cdef const Castling* c
    q.stage = SECOND
    q.begin = <unsigned char> (1 - m.board)
    q.moved[0] = <unsigned char> (m.onto * SQUARES + m.to)
    q.moved[1] = NO_PLACE
    if castled:
        c = &CASTLINGS[q.side][m.board != m.onto]
        q.moved[0] = <unsigned char> (c.board * SQUARES + c.king_to)
        q.moved[1] = <unsigned char> (c.board * SQUARES + c.rook_to)


cdef inline bint castles(const TandemPosition* p, const Part* m) noexcept nogil:
    return p.board[m.board][m.origin] == KING and m.to != m.origin and \
        p.color[m.onto][p.side] & bit(m.to) != 0


cdef inline void end_turn(TandemPosition* q) noexcept nogil:
    cdef int us = q.side
    q.stage = FIRST
    q.begin = 0
    q.moved[0] = q.moved[1] = NO_PLACE
    q.passed[0] &= STEPPED[us]
    q.passed[1] &= STEPPED[us]
    q.side ^= 1
    q.number += us


cdef inline void advance(TandemPosition* q, Move half, bint ends) noexcept nogil:
    """Make one move of a turn, key apart."""
    cdef Part m = unpack(half)
    cdef bint castled = castles(q, &m)
    cdef int done
    if q.stage != SECOND:
        q.clock += 1
    q.reversible += 1
    done = perform(q, &m)
    if done & PROGRESS:
        q.clock = 0
    if done & IRREVERSIBLE:
        q.reversible = 0
    if ends:
        end_turn(q)
    else:
        note_moved(q, &m, castled)


cdef inline void after_first(const TandemPosition* p, Move first, TandemPosition* q) noexcept nogil:
    """The position inside a turn, to look for second moves: key and clocks are not kept up."""
    cdef Part m = unpack(first)
    cdef bint castled = castles(p, &m)
    copy(q, p)
    perform(q, &m)
    note_moved(q, &m, castled)


# --- Second moves -------------------------------------------------------------------------------------------


cdef inline int last_moves(const TandemPosition* p, Move* moves, int n, Mode mode, Move flags) noexcept nogil:
    """The moves that can end the turn: at the stage SECOND, or of a turn of one move."""
    cdef Guard guard = look(p)
    cdef Scope s
    cdef Form form
    cdef int board
    for board in range(2):
        if p.stage == ONLY or p.begin == board:
            form = form_of(board, flags)
            s = scope_of(p, &guard, board, True)
            n = begin_on(p, moves, n, mode, &form, &s)
    return n


cdef bint any_second(const TandemPosition* q, const Guard* guard) noexcept nogil:
    cdef Scope s = scope_of(q, guard, q.begin, True)
    cdef Form form = second_form(0)
    return begin_on(q, NULL, 0, ANY, &form, &s) != 0


cdef int free_moves(const TandemPosition* p, Move* moves, const Guard* guard, int board) noexcept nogil:
    """First moves that begin on a board, whatever becomes of the king."""
    cdef Scope s = scope_of(p, guard, board, False)
    cdef Form form = form_of(board, 0)
    return begin_on(p, moves, 0, ALL, &form, &s)


cdef int seconds_after(const TandemPosition* p, Move first, TandemPosition* middle, Move* moves) noexcept nogil:
    """The second moves after a legal first one, packed by themselves; 0 if the turn ends with that."""
    after_first(p, first, middle)
    return last_moves(middle, moves, 0, ALL, ENDS_TURN)


# --- Legal first moves --------------------------------------------------------------------------------------


cdef inline bint plain(const TandemPosition* p, const Part* m) noexcept nogil:
    """Whether a move takes one piece to another square and perhaps one from there, and is no king's."""
    cdef int t = p.board[m.board][m.origin]
    return t != KING and not m.promoted and not p.color[m.onto][p.side] & bit(m.to) and \
        not (t == PAWN and p.passed[m.onto] & bit(m.to))


cdef bint roomy(const TandemPosition* p, int board, Bitboard movers) noexcept nogil:
    """Whether the movers have single steps to two squares of the board: no piece that lands there stops both."""
    cdef int us = p.side, t, sq
    cdef Bitboard occ = occupied(p, board), free_ = ~p.color[board][us] & ~p.type[board][KING], found = 0, near, left
    left = p.type[board][PAWN] & movers
    found = (left >> 6 if us else left << 6) & ~occ
    for t in range(KNIGHT, KING):
        left = p.type[board][t] & movers
        while left and not more_than_one(found):
            sq = pop_lsb(&left)
            if t == GHOST:
                near = G.king[sq] & ~occ
            else:
                near = reach(G, t, sq, BOARD)
            found |= near & free_
    return more_than_one(found)


# What is known of the second moves before the first ones, which begin on the other board, are looked at.
ctypedef struct Outlook:
    bint away               # the king is on the board of the second moves
    bint staying            # one of them stays there (while there is no check, if the king is not)
    bint roomy              # so it does wherever on that board a piece lands


cdef inline Outlook look_out(const TandemPosition* p, const Guard* guard, int other) noexcept nogil:
    cdef Outlook outlook
    cdef Guard calm
    cdef Scope s
    cdef Form form = form_of(0, 0)      # of no consequence
    calm.checkers = calm.pinned = 0
    calm.cure = BOARD
    outlook.away = p.home[p.side] == other
    s = scope_of(p, guard if outlook.away else &calm, other, True)
    outlook.staying = stays(p, NULL, 0, ANY, &form, &s) != 0 or royal_stays(p, NULL, 0, ANY, &form, &s) != 0
    outlook.roomy = roomy(p, other, s.movers & ~s.pinned)
    return outlook


cdef Move tried_first(const TandemPosition* p, Move first) noexcept nogil:
    """A first move, flagged if it ends the turn; NO_MOVE if no legal turn begins with it (T2)."""
    cdef TandemPosition q
    cdef Guard guard
    after_first(p, first, &q)
    guard = look(&q)
    if any_second(&q, &guard):
        return first
    return NO_MOVE if guard.checkers else first | ENDS_TURN


cdef inline Move legal_first(const TandemPosition* p, const Guard* guard, const Outlook* outlook,
                             Move first) noexcept nogil:
    """As ``tried_first``, decided by what is known wherever that is enough."""
    cdef Part m = unpack(first)
    if plain(p, &m):
        if outlook.away and m.onto == m.board:
            if outlook.staying:
                return first
            if guard.checkers:
                return NO_MOVE      # the king's board is as it was, and nothing there helps
        elif not guard.checkers and (outlook.away or not guard.pinned & bit(m.origin)):
            # No check comes up: the move opens no line, and one that lands beside the king only closes some.
            if outlook.staying if m.onto == m.board else outlook.roomy:
                return first
    return tried_first(p, first)


cdef inline int firsts(const TandemPosition* p, Move* moves, Mode mode) noexcept nogil:
    cdef Guard guard = look(p)
    cdef Scope s
    cdef Form form
    cdef Outlook outlook
    cdef Move buffer[MAX_MOVES]
    cdef int board, i, n = 0, free_
    for board in range(2):
        s = scope_of(p, &guard, board, False)
        form = form_of(board, 0)
        free_ = begin_on(p, buffer, 0, mode, &form, &s)
        if free_:
            outlook = look_out(p, &guard, 1 - board)
        for i in range(free_):
            moves[n] = legal_first(p, &guard, &outlook, buffer[i])
            n += moves[n] != NO_MOVE
    return n


cdef int generate(const void* position, Move* moves) noexcept nogil:
    cdef const TandemPosition* p = <const TandemPosition*> position
    if p.stage != FIRST:
        return last_moves(p, moves, 0, ALL, ENDS_TURN)
    return firsts(p, moves, ALL)


cdef int count(const void* position) noexcept nogil:
    cdef const TandemPosition* p = <const TandemPosition*> position
    cdef Move buffer[MAX_MOVES]
    if p.stage != FIRST:
        return last_moves(p, NULL, 0, COUNT, 0)
    return firsts(p, buffer, ALL)


cdef int noisy(const void* position, Move* moves) noexcept nogil:
    """Captures and promotions."""
    cdef const TandemPosition* p = <const TandemPosition*> position
    if p.stage != FIRST:
        return last_moves(p, moves, 0, NOISY, ENDS_TURN)
    return firsts(p, moves, NOISY)


# --- Turns --------------------------------------------------------------------------------------------------


cdef inline int complete(const TandemPosition* q, const Guard* guard, Move* moves, int n, Mode mode,
                         Move first) noexcept nogil:
    """The turns that begin with a move, which led to ``q``."""
    cdef Scope s = scope_of(q, guard, q.begin, True)
    cdef Form form = second_form(first)
    cdef int before = n
    n = begin_on(q, moves, n, mode, &form, &s)
    return close_turn(moves, n, mode, first, n == before and not s.check)


cdef inline int close_turn(Move* moves, int n, Mode mode, Move first, bint alone) noexcept nogil:
    """T2: a first move that is a legal turn by itself."""
    if alone:
        if mode == ALL:
            moves[n] = first
        n += 1
    return n


# Second moves that several first moves have in common.
ctypedef struct Shared:
    int count
    Move moves[MAX_MOVES]


cdef inline int append(const Shared* shared, Move* moves, int n, Mode mode, Move first) noexcept nogil:
    cdef int i
    if mode == ALL:
        for i in range(shared.count):
            moves[n + i] = first | shared.moves[i]
    return n + shared.count


cdef inline void toggle(TandemPosition* q, const TandemPosition* p, const Part* m) noexcept nogil:
    """The bitboards before a plain first move of ``p`` made those after it, and the other way round."""
    cdef int us = p.side, t = p.board[m.board][m.origin], victim = p.board[m.onto][m.to]
    q.type[m.board][t] ^= bit(m.origin)
    q.color[m.board][us] ^= bit(m.origin)
    q.type[m.onto][t] ^= bit(m.to)
    q.color[m.onto][us] ^= bit(m.to)
    if victim != NOTHING:
        q.type[m.onto][victim] ^= bit(m.to)
        q.color[m.onto][1 - us] ^= bit(m.to)


cdef inline void relocate(TandemPosition* q, const TandemPosition* p, const Part* m) noexcept nogil:
    """The bitboards after a plain first move, where ``q`` was ``p``."""
    toggle(q, p, m)
    q.rights &= rights_kept[m.board * SQUARES + m.origin] & rights_kept[m.onto * SQUARES + m.to]
    q.moved[0] = <unsigned char> (m.onto * SQUARES + m.to)
    if q.passed[0] | q.passed[1]:
        keep_passed(q)


cdef inline void put_back(TandemPosition* q, const TandemPosition* p, const Part* m) noexcept nogil:
    toggle(q, p, m)
    q.rights = p.rights
    q.passed[0] = p.passed[0]
    q.passed[1] = p.passed[1]


cdef inline int turns_from(const TandemPosition* p, const Guard* guard, int board, Move* moves, int n,
                           Mode mode) noexcept nogil:
    """The turns whose first move begins on a board, listed or counted.

    After a plain move that stays there, the other board's own moves are what they were. After one that crosses, the
    other board's crossings depend on its origin alone. Both hold as far as checks and pins do."""
    cdef TandemPosition q, special
    cdef Guard after, calm
    cdef Scope s
    cdef Form form, common = second_form(0)
    cdef Part m
    cdef Move buffer[MAX_MOVES]
    cdef Move first
    cdef Shared staying, crossing
    cdef int i, before, origin = NO_PLACE, other = 1 - board, free_ = free_moves(p, buffer, guard, board)
    cdef bint away = p.home[p.side] == other
    calm.checkers = calm.pinned = 0
    calm.cure = BOARD
    copy(&q, p)
    q.stage = SECOND
    q.begin = <unsigned char> other
    q.moved[0] = q.moved[1] = NO_PLACE
    s = scope_of(&q, guard if away else &calm, other, True)
    staying.count = stays(&q, staying.moves, 0, mode, &common, &s)
    staying.count = royal_stays(&q, staying.moves, staying.count, mode, &common, &s)
    for i in range(free_):
        first = buffer[i]
        m = unpack(first)
        if not plain(p, &m):
            after_first(p, first, &special)
            after = look(&special)
            n = complete(&special, &after, moves, n, mode, first)
            continue
        relocate(&q, p, &m)
        if away:
            after = look(&q) if m.onto == other else guard[0]
        else:
            after = look(&q) if guard.checkers | guard.pinned & bit(m.origin) else calm
        s = scope_of(&q, &after, other, True)
        form = second_form(first)
        before = n
        if m.onto == board:
            if away or not s.check:
                n = append(&staying, moves, n, mode, first)
            n = crossings(&q, moves, n, mode, &form, &s)
        else:
            if away and s.check | (s.pinned != 0):
                n = crossings(&q, moves, n, mode, &form, &s)
            else:
                if origin != m.origin:
                    origin = m.origin
                    crossing.count = crossings(&q, crossing.moves, 0, mode, &common, &s)
                n = append(&crossing, moves, n, mode, first)
            n = stays(&q, moves, n, mode, &form, &s)
            n = royal_stays(&q, moves, n, mode, &form, &s)
        n = royal_crossings(&q, moves, n, mode, &form, &s)
        n = close_turn(moves, n, mode, first, n == before and not s.check)
        put_back(&q, p, &m)
    return n


cdef int generate_turns(const void* position, Move* moves) noexcept nogil:
    cdef const TandemPosition* p = <const TandemPosition*> position
    cdef Guard guard
    if p.stage != FIRST:
        return last_moves(p, moves, 0, ALL, 0)
    guard = look(p)
    return turns_from(p, &guard, 1, moves, turns_from(p, &guard, 0, moves, 0, ALL), ALL)


cdef int count_turns(const void* position) noexcept nogil:
    cdef const TandemPosition* p = <const TandemPosition*> position
    cdef Guard guard
    if p.stage != FIRST:
        return last_moves(p, NULL, 0, COUNT, 0)
    guard = look(p)
    return turns_from(p, &guard, 1, NULL, turns_from(p, &guard, 0, NULL, 0, COUNT), COUNT)


cdef inline bint loud(const TandemPosition* p, Move half) noexcept nogil:
    """Whether a move takes or promotes."""
    cdef Part m = unpack(half)
    if m.promoted or p.color[m.onto][1 - p.side] & bit(m.to):
        return True
    return p.board[m.board][m.origin] == PAWN and p.passed[m.onto] & STEPPED[1 - p.side] & bit(m.to) != 0


cdef int noisy_turns(const void* position, Move* moves) noexcept nogil:
    """The turns in which something is taken or promoted."""
    cdef const TandemPosition* p = <const TandemPosition*> position
    cdef TandemPosition q
    cdef Move first = NO_MOVE
    cdef int i, n = generate_turns(position, moves), kept = 0
    for i in range(n):
        if (moves[i] & HALF_BITS) != first:
            first = moves[i] & HALF_BITS
            after_first(p, first, &q)
        if loud(p, first) or second_of(moves[i]) and loud(&q, second_of(moves[i])):
            moves[kept] = moves[i]
            kept += 1
    return kept


# --- Keys ---------------------------------------------------------------------------------------------------


cdef bint passing_second(const TandemPosition* p, Move capture, const Guard* guard) noexcept nogil:
    """Whether an en-passant capture can be the second move of some legal turn."""
    cdef Move buffer[MAX_MOVES]
    cdef TandemPosition q
    cdef Part m = unpack(capture)
    cdef int i, n = free_moves(p, buffer, guard, 1 - m.board)
    for i in range(n):
        after_first(p, buffer[i], &q)
        if q.passed[m.onto] & bit(m.to) and q.type[m.board][PAWN] & q.color[m.board][p.side] & bit(m.origin) and \
                (m.onto == m.board or q.board[m.onto][m.origin] == NOTHING) and \
                passing_safe(&q, m.board, m.origin, m.onto, m.to):
            return True
    return False


cdef bint passing_legal(const TandemPosition* p, Move capture, const Guard* guard) noexcept nogil:
    """Whether some legal turn contains an en-passant capture."""
    cdef Part m = unpack(capture)
    cdef bint open_ = m.onto == m.board or p.board[m.onto][m.origin] == NOTHING
    if p.stage != FIRST:
        return open_ and (p.stage == ONLY or p.begin == m.board and not moved_on(p, m.board) & bit(m.origin)) and \
            passing_safe(p, m.board, m.origin, m.onto, m.to)
    return open_ and tried_first(p, capture) != NO_MOVE or passing_second(p, capture, guard)


cdef Key passed_part(const TandemPosition* p) noexcept nogil:
    """En passant counts for repetition while some capture is legal. Inside a turn, squares that pawns of the side to
    move have just passed count where an enemy pawn stands ready: nobody knows yet what will be legal."""
    cdef int us = p.side, board, begin, sq
    cdef Bitboard squares, pawns
    cdef Guard guard
    cdef Key key = 0
    cdef bint legal
    if not p.passed[0] | p.passed[1]:
        return 0
    guard = look(p)
    for board in range(2):
        squares = p.passed[board]
        while squares:
            sq = pop_lsb(&squares)
            legal = False
            for begin in range(2):
                if bit(sq) & STEPPED[us]:
                    legal |= G.pawn[us][sq] & p.type[begin][PAWN] & p.color[begin][1 - us] != 0
                else:
                    pawns = G.pawn[1 - us][sq] & p.type[begin][PAWN] & p.color[begin][us]
                    while pawns and not legal:
                        legal = passing_legal(p, pack(begin, pop_lsb(&pawns), board, sq, 0), &guard)
            if legal:
                key ^= passed_keys[board * SQUARES + sq]
    return key


cdef Key stage_part(const TandemPosition* p) noexcept nogil:
    """Inside a turn: where the other move must begin, and which piece there may not make it."""
    cdef Key key = 0
    cdef Bitboard moved
    if p.stage == ONLY:
        return only_key
    if p.stage == SECOND:
        key = begin_keys[p.begin]
        moved = moved_on(p, p.begin)
        while moved:
            key ^= moved_keys[p.begin * SQUARES + pop_lsb(&moved)]
    return key


cdef inline Key key_from(const TandemPosition* p, Key pieces) noexcept nogil:
    return pieces ^ p.setup.salt ^ rights_keys[p.rights] ^ (side_key if p.side else 0) ^ stage_part(p) ^ \
        passed_part(p)


cdef Key fresh_key(const void* position) noexcept nogil:
    """The key of a position made from nothing but its squares, rights and stage."""
    cdef const TandemPosition* p = <const TandemPosition*> position
    cdef Key pieces = 0
    cdef int color, board, sq
    for board in range(2):
        for sq in range(SQUARES):
            if p.board[board][sq] != NOTHING:
                color = 0 if p.color[board][0] & bit(sq) else 1
                pieces ^= piece_keys[color][p.board[board][sq]][board * SQUARES + sq]
    return key_from(p, pieces)


cdef void make(const void* position, Move move, void* following) noexcept nogil:
    cdef TandemPosition* q = <TandemPosition*> following
    copy(q, <const TandemPosition*> position)
    advance(q, move, move & ENDS_TURN != 0)
    q.key = key_from(q, q.pieces)


cdef void make_turn(const void* position, Move move, void* following) noexcept nogil:
    cdef TandemPosition* q = <TandemPosition*> following
    cdef Move second = second_of(move)
    copy(q, <const TandemPosition*> position)
    advance(q, move, second == 0)
    if second:
        advance(q, second, True)
    q.key = key_from(q, q.pieces)


cdef void make_null(const void* position, void* following) noexcept nogil:
    cdef TandemPosition* q = <TandemPosition*> following
    copy(q, <const TandemPosition*> position)
    q.clock += 1
    q.reversible += 1
    end_turn(q)
    q.passed[0] = q.passed[1] = 0
    q.key = key_from(q, q.pieces)


cdef Move join_parts(const void* position, const Move* parts, int n, int* used) noexcept nogil:
    used[0] = 0
    if n > 0 and parts[0] & ENDS_TURN:
        used[0] = 1
        return parts[0] & HALF_BITS
    if n < 2:
        return NO_MOVE
    used[0] = 2
    return join(parts[0], parts[1])


# --- Invariants ---------------------------------------------------------------------------------------------


cdef void set_up_square(TandemPosition* p, int color, int t, int board, int sq) noexcept nogil:
    """Put a piece on a vacant square of a position that is being read."""
    put(p, color, t, board, sq)


cdef bint valid(const void* position) noexcept nogil:
    """Whether bitboards and mailbox agree, kings, pawns, rights and passed squares are where they may be, and no turn
    has left its own king in check."""
    cdef const TandemPosition* p = <const TandemPosition*> position
    cdef Bitboard seen, pawns
    cdef int board, sq, t, color, kind
    cdef const Castling* c
    for board in range(2):
        seen = 0
        for t in range(TYPES):
            if seen & p.type[board][t]:
                return False
            seen |= p.type[board][t]
        if seen != occupied(p, board) or p.color[board][0] & p.color[board][1] or seen & ~BOARD:
            return False
        if p.type[board][PAWN] & EDGE_RANKS or p.passed[board] & seen:
            return False
        for sq in range(SQUARES):
            t = p.board[board][sq]
            if (seen & bit(sq)) != 0 and not p.type[board][t] & bit(sq) or (seen & bit(sq)) == 0 and t != NOTHING:
                return False
        for color in range(2):
            if p.type[board][KING] & p.color[board][color] != (bit(p.king[color]) if p.home[color] == board else 0):
                return False
            pawns = p.type[board][PAWN] & p.color[board][color]
            if p.passed[board] & STEPPED[color] & ~((pawns << 6) if color else (pawns >> 6)):
                return False
        if p.passed[board] & ~(STEPPED[1 - p.side] | (STEPPED[p.side] if p.stage == SECOND else 0)):
            return False
    for color in range(2):
        if popcount(p.color[0][color]) + popcount(p.color[1][color]) > MOST_PIECES:
            return False
        for kind in range(2):
            c = &CASTLINGS[color][kind]
            if p.rights & c.right and (p.home[color] != color or p.king[color] != KING_SQUARE[color] or
                                       not p.type[c.board][ROOK] & p.color[c.board][color] & bit(c.rook)):
                return False
    if p.stage == SECOND:
        return p.moved[0] != NO_PLACE
    color = 1 - p.side
    return not attacked(p, p.home[color], p.king[color], p.side, occupied(p, p.home[color]), 0)
