# The replies to all moves of a position, counted together: perft's last two plies.
#
# A move changes few of the other side's moves. The replies are counted once, as if the mover had passed. For each move,
# only what it affects is counted again: pieces whose lines it opens or closes, the piece it captures, pawns, pinned
# pieces, and the king's surroundings. If it gives check, only the check evasions are counted. Castling, captures en
# passant and captures that remove castling rights are made, and all their replies are counted.
from libc.stdint cimport uint64_t

from oddfish.cext.core.bits cimport Bitboard, bit, lsb, more_than_one, pop_lsb, popcount
from oddfish.cext.core.castling cimport LONG, SHORT, rights_kept, rights_of
from oddfish.cext.core.generation cimport ALL, COUNT
from oddfish.cext.core.geometry cimport (FILE_A, FILE_H, RANK_1, RANK_3, RANK_6, RANK_8, bishop_attacks,
                                         rook_attacks, tables)
from oddfish.cext.core.packed_move cimport (CASTLING, DOUBLE_STEP, DROP, EN_PASSANT, PROMOTION, move_from, move_kind,
                                            move_to)
from oddfish.cext.core.types cimport Move
from oddfish.cext.halfchess.attacks cimport (CheckInfo, Sliders, attacks, find_checks, is_attacked, sliders_in_line,
                                             sliders_of)
from oddfish.cext.halfchess.castling cimport castling_moves
from oddfish.cext.halfchess.drops cimport drop_moves
from oddfish.cext.halfchess.generation cimport generate_moves
from oddfish.cext.halfchess.making cimport make_move
from oddfish.cext.halfchess.pawn_moves cimport Apart, pawn_moves
from oddfish.cext.halfchess.position cimport (FULL, HAND_TYPES, KING, NO_PIECE, NO_SQUARE, PAWN, TYPES, HalfPosition,
                                              Movement, SetupData, move_piece, move_promoted)

# What the replies to all moves have in common.
ctypedef struct Replies:
    HalfPosition q                  # the position with the other side to move; only its bitboards are kept up to date
    int king                        # the other side's
    Sliders sliders                 # the mover's sliders
    int total                       # replies if the mover passes, without drops
    int king_moves                  # of these, moves of the king, including castling
    int pawn_moves                  # ... and moves of pawns that are not pinned
    Bitboard pinned                 # pinned pieces
    int pinned_moves                # ... and their moves among these replies
    Bitboard free_pawns             # the pawns that are not pinned
    Bitboard pawn_reach             # squares where a change affects those pawns
    Bitboard lines                  # squares where a change can pin or release a piece, or open a check
    Bitboard near                   # squares where a change can open or close a line to one of the king's squares
    Bitboard alarm[TYPES]           # by type: where a piece of the mover could give check or pin
    Bitboard guard[TYPES]           # by type: where a piece of the mover could attack one of the king's squares
    # The other side's officers that are not pinned: those that slide, and the squares they attack, ...
    int sliding
    int square[64]
    const Movement* movement[64]
    Bitboard attacks[64]
    Bitboard slider_reach           # all of these squares
    int leaping                     # ... and the others
    int leap_square[64]
    Bitboard leaps[64]
    int moves_from[64]              # of all these officers, by square; 0 for pinned ones
    # What the mover attacks, seeing through the other side's king; `cover_squares` fills this in
    bint covered
    Bitboard once                   # squares that at least one piece attacks,
    Bitboard twice                  # ... and at least two
    int left                        # a square
    Bitboard rest                   # ... and what the pieces on other squares attack


cdef inline Bitboard squares_not_attacked(const HalfPosition* q, Bitboard squares, int color, Bitboard occ,
                                          const Sliders* sliders) noexcept nogil:
    """The ``squares`` that ``color`` does not attack. Loops over squares or over pieces, whichever are fewer."""
    cdef const SetupData* s = q.setup
    cdef Bitboard own = q.color[color], pieces, left = squares
    cdef int i, t, sq
    if popcount(squares) <= popcount(own & ~q.type[PAWN]):
        while squares:
            sq = pop_lsb(&squares)
            if is_attacked(q, sq, color, occ, 0, sliders):
                left ^= bit(sq)
        return left
    pieces = q.type[PAWN] & own
    pieces = (pieces & ~FILE_A) >> 1 | (pieces & ~FILE_H) << 1
    left &= ~(pieces << 8 if color == 0 else pieces >> 8)
    left &= ~tables.king[lsb(q.type[KING] & own)]
    for i in range(s.officers[color].count):
        t = s.officers[color].type[i]
        pieces = q.type[t] & own
        while pieces:
            left &= ~attacks(&s.movement[color][t], pop_lsb(&pieces), occ)
    return left


cdef inline int king_replies(const HalfPosition* q, int king, int rights, Bitboard occ,
                             const Sliders* sliders) noexcept nogil:
    """The number of king moves, including castling if it has ``rights``; pass none for a king in check."""
    cdef int us = q.side
    cdef Bitboard squares = tables.king[king] & ~q.color[us]
    cdef int n = popcount(squares_not_attacked(q, squares, 1 - us, occ ^ bit(king), sliders)) if squares else 0
    return castling_moves(q, NULL, n, COUNT, sliders) if rights else n


cdef inline Bitboard reach_of(const HalfPosition* q, int color, int t, int sq, Bitboard occ) noexcept nogil:
    """Squares that a piece of any type attacks from ``sq``."""
    if t == PAWN:
        return tables.pawn[color][sq]
    return tables.king[sq] if t == KING else attacks(&q.setup.movement[color][t], sq, occ)


cdef inline void cover_squares(Replies* r, const HalfPosition* p) noexcept nogil:
    """Fill in what the mover attacks."""
    cdef const SetupData* s = p.setup
    cdef int us = p.side, i, t
    cdef Bitboard own = p.color[us], free = (own | p.color[1 - us]) ^ bit(r.king), pieces = p.type[PAWN] & own
    cdef Bitboard west = (pieces & ~FILE_A) >> 1, east = (pieces & ~FILE_H) << 1, reach
    west = west << 8 if us == 0 else west >> 8
    east = east << 8 if us == 0 else east >> 8
    reach = tables.king[p.king[us]]
    r.twice = west & east | (west | east) & reach
    r.once = west | east | reach
    for i in range(s.officers[us].count):
        t = s.officers[us].type[i]
        pieces = p.type[t] & own
        while pieces:
            reach = attacks(&s.movement[us][t], pop_lsb(&pieces), free)
            r.twice |= r.once & reach
            r.once |= reach
    r.covered = True
    r.left = NO_SQUARE
    r.rest = r.once


cdef inline int king_replies_to(Replies* r, const HalfPosition* p, int piece, int placed, int origin, int to,
                                Bitboard occ, bint check) noexcept nogil:
    """The number of king moves, including castling, after a move from ``origin`` (``NO_SQUARE`` for a drop) that has
    been made in ``r.q``.

    Args:
        check: whether the move gives check.
    """
    cdef const HalfPosition* q = &r.q
    cdef int us = p.side, rights = 0 if check else rights_of(p.rights, 1 - us), n
    cdef Bitboard attacked
    cdef Sliders sliders
    if (bit(to) | (bit(origin) if origin != NO_SQUARE else 0)) & r.near:
        sliders = sliders_of(q, us)
        return king_replies(q, r.king, rights, occ, &sliders)
    if not r.covered:
        cover_squares(r, p)
    if r.left != origin:
        r.left = origin
        r.rest = r.once
        if origin != NO_SQUARE:
            r.rest &= r.twice | ~reach_of(p, us, piece, origin, (p.color[0] | p.color[1]) ^ bit(r.king))
    attacked = r.rest | reach_of(p, us, placed, to, occ ^ bit(r.king))
    n = popcount(tables.king[r.king] & ~q.color[1 - us] & ~attacked)
    if rights:
        attacked |= occ
        if rights & SHORT and not attacked & (bit(r.king + 1) | bit(r.king + 2)):
            n += 1
        if rights & LONG and not attacked & (bit(r.king - 1) | bit(r.king - 2)) and not occ & bit(r.king - 3):
            n += 1
    return n


cdef inline int moves_within(const HalfPosition* q, int sq, Bitboard squares, Bitboard occ) noexcept nogil:
    """The number of moves of the pawn or officer on ``sq`` to ``squares``."""
    cdef int t = q.board[sq]
    if t == PAWN:
        return pawn_moves(q, NULL, 0, COUNT, bit(sq), squares, NULL)
    return popcount(attacks(&q.setup.movement[q.side][t], sq, occ) & ~q.color[q.side] & squares)


cdef inline int free_pawn_moves(const HalfPosition* q, Bitboard pawns) noexcept nogil:
    return pawn_moves(q, NULL, 0, COUNT, pawns, ~(<Bitboard> 0), NULL)


cdef inline void look_at_lines(Replies* r, Bitboard occ) noexcept nogil:
    """Fill in the lines from the mover's sliders to the king, and count the moves of pinned pieces: only changes on
    these lines affect them."""
    cdef const HalfPosition* q = &r.q
    cdef Bitboard own = q.color[q.side], snipers = sliders_in_line(&r.sliders, r.king), line, blockers
    cdef int sq
    r.lines = r.pinned = 0
    r.pinned_moves = 0
    while snipers:
        sq = pop_lsb(&snipers)
        line = tables.between[r.king][sq] | bit(sq)
        blockers = line & occ & ~bit(sq)
        if more_than_one(blockers):
            if not more_than_one(blockers & (blockers - 1)) and blockers & own:
                r.lines |= blockers & ~own      # if it leaves, the other piece is pinned
        elif not blockers & own:
            r.lines |= blockers                 # if it leaves, it may give check
        else:
            r.lines |= line
            r.pinned |= blockers
            sq = lsb(blockers)
            r.moves_from[sq] = 0
            r.pinned_moves += moves_within(q, sq, line, occ)


cdef inline void look_around_king(Replies* r, Bitboard occ) noexcept nogil:
    """Fill in from where the mover's pieces can attack the king, or squares that it can go to or cross."""
    cdef const HalfPosition* q = &r.q
    cdef const SetupData* s = q.setup
    cdef int us = 1 - q.side, king = r.king, rights = rights_of(q.rights, q.side), i, t, sq, other
    cdef Bitboard squares = tables.king[king] & ~q.color[q.side], free = occ ^ bit(king), straight = 0, diagonal = 0
    cdef Bitboard snipers, line, seen_straight = 0, seen_diagonal = 0
    cdef const Movement* m
    # Moves of a type that the mover lacks matter only if the mover can get such a piece.
    cdef bint all_types = s.drops or q.type[PAWN] & q.color[us] & (RANK_8 >> 8 if us == 0 else RANK_1 << 8)
    cdef bint slides = all_types or r.sliders.full_rook | r.sliders.half_rook
    cdef bint glides = all_types or r.sliders.full_bishop | r.sliders.half_bishop
    r.near = tables.king[king]
    if rights & SHORT:
        squares |= bit(king + 1) | bit(king + 2)
        r.near |= bit(king + 2)
    if rights & LONG:
        squares |= bit(king - 1) | bit(king - 2)
        r.near |= bit(king - 2) | bit(king - 3)
    for t in range(TYPES):
        r.guard[t] = 0
    while squares:
        sq = pop_lsb(&squares)
        if slides:
            straight |= rook_attacks(&tables, sq, free)
        if glides:
            diagonal |= bishop_attacks(&tables, sq, free)
        snipers = sliders_in_line(&r.sliders, sq)
        while snipers:
            other = pop_lsb(&snipers)
            line = tables.between[sq][other]
            if not more_than_one(line & free):
                r.near |= line
        r.guard[PAWN] |= tables.pawn[1 - us][sq]
        r.guard[KING] |= tables.king[sq]
        for i in range(s.leapers[us].count):
            t = s.leapers[us].type[i]
            r.guard[t] |= s.movement[us][t].leap_from[sq]
    # A slider pins a single blocker of the king's side between it and the king. A halfling can do so even by moving
    # away from the king along the line, because it may reach farther from there.
    if slides:
        seen_straight = rook_attacks(&tables, king, occ)
        seen_straight |= rook_attacks(&tables, king, occ & ~(seen_straight & q.color[q.side]))
    if glides:
        seen_diagonal = bishop_attacks(&tables, king, occ)
        seen_diagonal |= bishop_attacks(&tables, king, occ & ~(seen_diagonal & q.color[q.side]))
    r.alarm[PAWN] = tables.pawn[1 - us][king]
    r.alarm[KING] = 0
    for i in range(s.officers[us].count):
        t = s.officers[us].type[i]
        m = &s.movement[us][t]
        r.alarm[t] = m.leap_from[king]
        if m.rook:
            r.alarm[t] |= seen_straight if m.rook == FULL else tables.half_rook_from[king]
            r.guard[t] |= straight
        if m.bishop:
            r.alarm[t] |= seen_diagonal if m.bishop == FULL else tables.half_bishop_from[king]
            r.guard[t] |= diagonal


cdef inline void look_at_replies(Replies* r, const HalfPosition* p) noexcept nogil:
    """Count the replies if the mover passes."""
    cdef HalfPosition* q = &r.q
    cdef const SetupData* s = p.setup
    cdef int them = 1 - p.side, i, t, sq
    cdef Bitboard own = p.color[them], occ = p.color[p.side] | own, pieces, pawns, reach
    cdef const Movement* m
    q[0] = p[0]
    q.side = <unsigned char> them
    q.en_passant = NO_SQUARE
    r.king = p.king[them]
    r.sliders = sliders_of(p, p.side)
    look_at_lines(r, occ)
    r.total = r.pinned_moves
    look_around_king(r, occ)
    r.sliding = r.leaping = 0
    r.slider_reach = 0
    r.covered = False
    for i in range(s.officers[them].count):
        t = s.officers[them].type[i]
        pieces = p.type[t] & own & ~r.pinned
        m = &s.movement[them][t]
        while pieces:
            sq = pop_lsb(&pieces)
            reach = attacks(m, sq, occ)
            r.moves_from[sq] = popcount(reach & ~own)
            r.total += r.moves_from[sq]
            if m.rook or m.bishop:
                r.square[r.sliding] = sq
                r.movement[r.sliding] = m
                r.attacks[r.sliding] = reach
                r.slider_reach |= reach
                r.sliding += 1
            else:
                r.leap_square[r.leaping] = sq
                r.leaps[r.leaping] = reach
                r.leaping += 1
    pawns = p.type[PAWN] & own & ~r.pinned
    r.free_pawns = pawns
    r.pawn_reach = (pawns & ~FILE_A) >> 1 | pawns | (pawns & ~FILE_H) << 1
    r.pawn_reach = r.pawn_reach << 8 | (pawns << 8 & RANK_3) << 8 if them == 0 else \
        r.pawn_reach >> 8 | (pawns >> 8 & RANK_6) >> 8
    r.pawn_moves = free_pawn_moves(q, pawns)
    r.king_moves = king_replies(q, r.king, rights_of(p.rights, them), occ, &r.sliders)
    r.total += r.pawn_moves + r.king_moves


cdef inline int corrected_total(Replies* r, int taken, Bitboard origin, int to, Bitboard occ, int king_moves,
                                bint pawns) noexcept nogil:
    """The replies, without drops, to a move made in ``r.q`` that gives no check; ignores pins that it makes or
    breaks."""
    cdef HalfPosition* q = &r.q
    cdef Bitboard targets = ~q.color[q.side], changed = origin | bit(to)
    cdef int i, sq, total = r.total + king_moves - r.king_moves
    if taken != NO_PIECE:       # the pieces that defended it can recapture
        for i in range(r.sliding):
            total += <int> (r.attacks[i] >> to & 1)
        for i in range(r.leaping):
            total += <int> (r.leaps[i] >> to & 1)
        if taken != PAWN:
            total -= r.moves_from[to]
        changed = origin
    if changed & r.slider_reach:
        for i in range(r.sliding):
            sq = r.square[i]
            if changed & r.attacks[i] and sq != to:
                total += popcount(attacks(r.movement[i], sq, occ) & targets) - r.moves_from[sq]
                if taken != NO_PIECE:
                    total -= <int> (r.attacks[i] >> to & 1)
    if pawns:
        total += free_pawn_moves(q, r.free_pawns & q.color[q.side]) - r.pawn_moves
    return total


cdef inline int pin_correction(const Replies* r, const CheckInfo* info, Bitboard occ) noexcept nogil:
    """By how much the number of replies to a move made in ``r.q`` changes because other pieces are now pinned, or the
    same ones along other lines."""
    cdef const HalfPosition* q = &r.q
    cdef Bitboard released = r.pinned & q.color[q.side] & ~info.pinned
    cdef int n = -r.pinned_moves, i, sq
    for i in range(info.pins):
        sq = info.pin_square[i]
        n += moves_within(q, sq, info.pin_mask[i], occ)
        if not r.pinned & bit(sq):
            n -= moves_within(q, sq, ~(<Bitboard> 0), occ)
    while released:
        n += moves_within(q, pop_lsb(&released), ~(<Bitboard> 0), occ)
    return n


cdef inline int evasions(const Replies* r, const CheckInfo* info, Bitboard origin, int to,
                         Bitboard occ) noexcept nogil:
    """The evasions of a single check by a move made in ``r.q``, except by the king and by drops."""
    cdef const HalfPosition* q = &r.q
    cdef Bitboard answers = info.check_mask, changed = origin | bit(to), own = q.color[q.side] & ~info.pinned, reach
    cdef Bitboard released = r.pinned & own
    cdef int i, n = pawn_moves(q, NULL, 0, COUNT, r.free_pawns & own, answers, NULL)
    for i in range(r.sliding):
        if own & bit(r.square[i]):
            reach = r.attacks[i]
            if changed & reach:
                reach = attacks(r.movement[i], r.square[i], occ)
            n += popcount(reach & answers)
    for i in range(r.leaping):
        if own & bit(r.leap_square[i]):
            n += popcount(r.leaps[i] & answers)
    while released:
        n += moves_within(q, pop_lsb(&released), answers, occ)
    for i in range(info.pins):      # a leaper that also slides can pin a piece between it and the king
        n += moves_within(q, info.pin_square[i], info.pin_mask[i] & answers, occ)
    return n


cdef inline void change_boards(HalfPosition* q, int piece, int placed, int taken, Bitboard origin,
                               Bitboard target) noexcept nogil:
    """Make a move of the side not to move, on the bitboards only. A second call takes it back."""
    q.type[piece] ^= origin
    q.type[placed] ^= target
    q.color[1 - q.side] ^= origin | target
    if taken != NO_PIECE:
        q.type[taken] ^= target
        q.color[q.side] ^= target


cdef inline int replies_to(Replies* r, const HalfPosition* p, Move move, int placed, int taken, bint king, bint check,
                           bint drops) noexcept nogil:
    """The replies to a move made in ``r.q``.

    Args:
        king: whether the moved piece attacks squares around the king, from either end of its move.
        check: whether it may give check, or pin or release a piece.
        drops: whether the other side has pieces to drop.
    """
    cdef HalfPosition* q = &r.q
    cdef int us = p.side, piece = move_piece(move), to = move_to(move), left = NO_SQUARE, n
    cdef Bitboard origin = 0, changed, occ = q.color[0] | q.color[1]
    cdef CheckInfo info
    cdef Sliders sliders
    if move_kind(move) != DROP:
        left = move_from(move)
        origin = bit(left)
    changed = origin | bit(to)
    if check:
        sliders = sliders_of(q, us)
        find_checks(&info, q, &sliders)
        if info.checkers:
            n = king_replies_to(r, p, piece, placed, left, to, occ, True)
            if not more_than_one(info.checkers):
                n += evasions(r, &info, origin, to, occ)
                if drops:
                    n = drop_moves(q, NULL, n, COUNT, info.check_mask & ~occ)
            return n
    n = r.king_moves
    if king or changed & r.near:
        n = king_replies_to(r, p, piece, placed, left, to, occ, False)
    n = corrected_total(r, taken, origin, to, occ, n, taken == PAWN or changed & r.pawn_reach)
    if check:
        n += pin_correction(r, &info, occ)
    return drop_moves(q, NULL, n, COUNT, ~occ) if drops else n


cdef inline void set_untouched_apart(Apart* apart, const Replies* r, Bitboard touched) noexcept nogil:
    """Set apart the moves that capture nothing and do not change the replies."""
    cdef int us = 1 - r.q.side, i, t
    cdef Bitboard enemy = r.q.color[r.q.side], pawns = r.q.type[PAWN] & enemy
    touched |= r.lines
    for i in range(r.q.setup.officers[us].count):
        t = r.q.setup.officers[us].type[i]
        apart.origins[t] = touched | r.guard[t]
        apart.targets[t] = touched | enemy | r.guard[t] | r.alarm[t]
    apart.origins[PAWN] = touched | r.guard[PAWN]
    apart.targets[PAWN] = touched | enemy | r.guard[PAWN] | r.alarm[PAWN]
    apart.passing = (pawns & ~FILE_A) >> 1 | (pawns & ~FILE_H) << 1
    apart.count = 0


cdef inline uint64_t count_all_replies(const HalfPosition* p, Move* moves) noexcept nogil:
    """The number of legal replies to all legal moves; ``moves`` is a buffer for a list of these moves."""
    cdef int us = p.side, them = 1 - us, n, i, kind, piece, placed, to, taken
    cdef Apart apart
    cdef bint drops = False, check, king
    cdef HalfPosition next
    cdef HalfPosition* q
    cdef Replies r
    cdef Bitboard origin, target, changed, touched
    cdef uint64_t leaves = 0
    look_at_replies(&r, p)
    q = &r.q
    if p.setup.drops:
        for i in range(HAND_TYPES):
            drops |= p.hand[them][i] != 0
    touched = r.near | r.pawn_reach | r.slider_reach
    if drops:
        n = generate_moves(p, moves, ALL, NULL)
    else:
        set_untouched_apart(&apart, &r, touched)
        n = generate_moves(p, moves, ALL, &apart)
        leaves = <uint64_t> apart.count * r.total
    for i in range(n):
        kind = move_kind(moves[i])
        piece = move_piece(moves[i])
        to = move_to(moves[i])
        taken = p.board[to]
        if kind == CASTLING or kind == EN_PASSANT or taken != NO_PIECE and p.rights & ~rights_kept[to]:
            make_move(p, moves[i], &next)
            leaves += generate_moves(&next, NULL, COUNT, NULL)
            continue
        placed = piece if kind != PROMOTION else move_promoted(moves[i])
        target = bit(to)
        origin = bit(move_from(moves[i])) if kind != DROP else 0
        changed = origin | target
        king = (r.guard[piece] & origin | r.guard[placed] & target) != 0
        check = (r.alarm[placed] & target | r.lines & changed) != 0
        if kind == PROMOTION:       # the new piece can attack across the square that the pawn has left
            king = True
            check |= (tables.between[r.king][to] & origin) != 0
        if not (king or check or changed & touched or taken != NO_PIECE or drops or kind == DOUBLE_STEP):
            leaves += r.total
            continue
        change_boards(q, piece, placed, taken, origin, target)
        if kind == DOUBLE_STEP and tables.pawn[us][to - (8 - 16 * us)] & q.type[PAWN] & q.color[them]:
            q.en_passant = <unsigned char> (to - (8 - 16 * us))
            leaves += generate_moves(q, NULL, COUNT, NULL)
            q.en_passant = NO_SQUARE
        else:
            leaves += replies_to(&r, p, moves[i], placed, taken, king, check, drops)
        change_boards(q, piece, placed, taken, origin, target)
    return leaves
