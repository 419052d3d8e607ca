# Which moves give check, without making them.
from oddfish.cext.core.bits cimport Bitboard, bit
from oddfish.cext.core.geometry cimport bishop_attacks, rook_attacks, tables
from oddfish.cext.core.packed_move cimport (CASTLING, DOUBLE_STEP, DROP, EN_PASSANT, NORMAL, PROMOTION, move_from,
                                            move_kind, move_to)
from oddfish.cext.core.types cimport Move
from oddfish.cext.halfchess.attacks cimport Sliders, attacks_square, keep_sliders, slider_attackers, sliders_of
from oddfish.cext.halfchess.position cimport (FULL, KING, NO_SLIDE, PAWN, ROOK, TYPES, HalfPosition, Movement,
                                              SetupData, move_piece, move_promoted)


cdef inline bint checks_king(const HalfPosition* p, Move move) noexcept nogil:
    """Whether a legal move gives check."""
    cdef int us = p.side, kind = move_kind(move), piece = move_piece(move), origin = move_from(move)
    cdef int to = move_to(move), king = p.king[1 - us]
    cdef Bitboard occ = p.color[0] | p.color[1], left = 0
    cdef Sliders sliders
    if kind == DROP:
        occ |= bit(to)
    else:
        left = bit(origin)
        if kind == EN_PASSANT:
            left |= bit(to ^ 8)
        elif kind == PROMOTION:
            piece = move_promoted(move)
        occ = (occ & ~left) | bit(to)
    # Direct check
    if piece == PAWN:
        if tables.pawn[us][to] & bit(king):
            return True
    elif piece == KING:
        if kind == CASTLING:
            origin = to + 1 if to > origin else to - 2      # the rook's
            left |= bit(origin)
            origin = to - 1 if origin > to else to + 1
            occ = (occ & ~left) | bit(to) | bit(origin)
            if attacks_square(&p.setup.movement[us][ROOK], origin, king, occ):
                return True
    elif attacks_square(&p.setup.movement[us][piece], to, king, occ):
        return True
    # Discovered check: only by a slider, and only if a square in line with the king becomes empty
    if not left & (tables.rook_rays[king] | tables.bishop_rays[king]):
        return False
    sliders = sliders_of(p, us)
    keep_sliders(&sliders, ~left & ~bit(to))
    return slider_attackers(&sliders, king, occ) != 0


cdef inline int first_checking(const HalfPosition* p, const Move* moves, int n) noexcept nogil:
    """The index of the first of ``n`` legal moves that gives check; ``n`` if none does.

    A move that starts off the king's lines gives check if its piece attacks the king from the target square in the
    current position. Only the other moves need a closer look.
    """
    cdef const SetupData* s = p.setup
    cdef const Movement* movement
    cdef int us = p.side, king = p.king[1 - us], i, t, kind
    cdef Bitboard occ = p.color[0] | p.color[1], lines = tables.rook_rays[king] | tables.bishop_rays[king]
    cdef Bitboard straight = rook_attacks(&tables, king, occ), diagonal = bishop_attacks(&tables, king, occ), reach
    cdef Bitboard checking[TYPES]       # squares from which each type attacks the king
    checking[PAWN] = tables.pawn[1 - us][king]
    checking[KING] = 0
    for i in range(s.officers[us].count):
        t = s.officers[us].type[i]
        movement = &s.movement[us][t]
        reach = movement.leap_from[king]
        if movement.rook != NO_SLIDE:
            reach |= straight if movement.rook == FULL else straight & tables.half_rook_from[king]
        if movement.bishop != NO_SLIDE:
            reach |= diagonal if movement.bishop == FULL else diagonal & tables.half_bishop_from[king]
        checking[t] = reach
    for i in range(n):
        kind = move_kind(moves[i])
        if kind == DROP or (kind == NORMAL or kind == DOUBLE_STEP) and not lines & bit(move_from(moves[i])):
            if checking[move_piece(moves[i])] & bit(move_to(moves[i])):
                return i
        elif checks_king(p, moves[i]):
            return i
    return n
