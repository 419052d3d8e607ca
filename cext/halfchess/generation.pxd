# Legal move generation with check and pin masks: the king's moves, the officers', and those in the other files.
from oddfish.cext.core.bits cimport Bitboard, bit, more_than_one, pop_lsb, popcount
from oddfish.cext.core.castling cimport rights_of
from oddfish.cext.core.generation cimport NOISY, QUIET, Mode, add_many_moves, add_move, add_moves
from oddfish.cext.core.geometry cimport tables
from oddfish.cext.core.packed_move cimport NORMAL
from oddfish.cext.core.types cimport Move
from oddfish.cext.halfchess.attacks cimport CheckInfo, Sliders, attacks, find_checks, is_attacked, sliders_of
from oddfish.cext.halfchess.castling cimport castling_moves
from oddfish.cext.halfchess.drops cimport drop_moves
from oddfish.cext.halfchess.pawn_moves cimport Apart, en_passant_moves, pawn_moves
from oddfish.cext.halfchess.position cimport KING, NO_SQUARE, PAWN, HalfPosition, Movement, SetupData, pack


cdef inline Bitboard set_apart(Apart* apart, int t, int sq, Bitboard targets) noexcept nogil:
    """The targets of an officer on ``sq`` that must be listed; counts the others in ``apart``."""
    cdef Bitboard listed = targets
    if not apart.origins[t] & bit(sq):
        listed &= apart.targets[t]
        apart.count += popcount(targets ^ listed)
    return listed


cdef inline int generate_moves(const HalfPosition* p, Move* moves, Mode mode, Apart* apart) noexcept nogil:
    """List the legal moves of a mode; return their number.

    If ``apart`` is not NULL, some moves are only counted there: they are neither listed nor part of the number.

    The loops are here, not in functions, so that the compiler makes a copy of them for each mode.
    """
    cdef const SetupData* s = p.setup
    cdef const Movement* movement
    cdef int us = p.side, them = 1 - us, king = p.king[us], n = 0, i, t, sq
    cdef Bitboard own = p.color[us], enemy = p.color[them], occ = own | enemy, pieces, reach
    cdef Bitboard targets = enemy if mode == NOISY else ~occ if mode == QUIET else ~own
    cdef Sliders sliders = sliders_of(p, them)
    cdef CheckInfo info
    find_checks(&info, p, &sliders)
    pieces = tables.king[king] & targets
    while pieces:
        sq = pop_lsb(&pieces)
        if not is_attacked(p, sq, them, occ ^ bit(king), 0, &sliders):
            n = add_move(moves, n, mode, pack(king, sq, NORMAL, KING, 0))
    if more_than_one(info.checkers):
        return n
    if info.checkers == 0 and mode != NOISY and rights_of(p.rights, us):
        n = castling_moves(p, moves, n, mode, &sliders)
    for i in range(s.officers[us].count):
        t = s.officers[us].type[i]
        pieces = p.type[t] & own & ~info.pinned
        if pieces:
            movement = &s.movement[us][t]
            while pieces:
                sq = pop_lsb(&pieces)
                reach = attacks(movement, sq, occ) & targets & info.check_mask
                if apart != NULL:
                    reach = set_apart(apart, t, sq, reach)
                n = add_many_moves(moves, n, mode, reach, pack(sq, 0, NORMAL, t, 0))
    n = pawn_moves(p, moves, n, mode, p.type[PAWN] & own & ~info.pinned, info.check_mask, apart)
    for i in range(info.pins):
        sq = info.pin_square[i]
        t = p.board[sq]
        if t == PAWN:
            n = pawn_moves(p, moves, n, mode, bit(sq), info.check_mask & info.pin_mask[i], apart)
        else:
            n = add_moves(moves, n, mode,
                          attacks(&s.movement[us][t], sq, occ) & targets & info.check_mask & info.pin_mask[i],
                          pack(sq, 0, NORMAL, t, 0))
    if mode != QUIET and p.en_passant != NO_SQUARE:
        n = en_passant_moves(p, moves, n, mode, &sliders)
    if s.drops and mode != NOISY:
        n = drop_moves(p, moves, n, mode, ~occ & info.check_mask)
    return n
