# Attacks: what a piece attacks, what attacks a square, checks and pins.
from oddfish.cext.core.bits cimport Bitboard, bit, lsb, more_than_one, pop_lsb
from oddfish.cext.core.geometry cimport bishop_attacks, half_bishop_attacks, half_rook_attacks, rook_attacks, tables
from oddfish.cext.halfchess.position cimport FULL, HALF, KING, PAWN, HalfPosition, Movement, SetupData, TypeList


# --- From a square ------------------------------------------------------------------------------------------


cdef inline Bitboard attacks(const Movement* m, int sq, Bitboard occ) noexcept nogil:
    """Squares that a piece of this movement attacks from ``sq``."""
    cdef Bitboard result = m.leap[sq]
    if m.rook == FULL:
        result |= rook_attacks(&tables, sq, occ)
    elif m.rook == HALF:
        result |= half_rook_attacks(&tables, sq, occ)
    if m.bishop == FULL:
        result |= bishop_attacks(&tables, sq, occ)
    elif m.bishop == HALF:
        result |= half_bishop_attacks(&tables, sq, occ)
    return result


cdef inline bint attacks_square(const Movement* m, int sq, int target, Bitboard occ) noexcept nogil:
    """Whether a piece of this movement attacks ``target`` from ``sq``. Usually it is not even in line with it."""
    cdef Bitboard reach = m.leap[sq]
    if tables.rook_rays[target] & bit(sq):
        if m.rook == FULL:
            reach |= rook_attacks(&tables, sq, occ)
        elif m.rook == HALF:
            reach |= half_rook_attacks(&tables, sq, occ)
    elif tables.bishop_rays[target] & bit(sq):
        if m.bishop == FULL:
            reach |= bishop_attacks(&tables, sq, occ)
        elif m.bishop == HALF:
            reach |= half_bishop_attacks(&tables, sq, occ)
    return (reach & bit(target)) != 0


cdef inline bint steps_to(const HalfPosition* p, int piece, int origin, int to) noexcept nogil:
    """Whether an officer or the king of the side to move attacks ``to`` from ``origin``. Ignores the piece on ``to``,
    and whether the king is safe afterwards."""
    if piece == KING:
        return (tables.king[origin] & bit(to)) != 0
    return attacks_square(&p.setup.movement[p.side][piece], origin, to, p.color[0] | p.color[1])


# --- To a square --------------------------------------------------------------------------------------------

# One side's sliders by kind of slide; a piece can be of two kinds.
ctypedef struct Sliders:
    Bitboard full_rook
    Bitboard half_rook
    Bitboard full_bishop
    Bitboard half_bishop


cdef inline Bitboard pieces_of_types(const HalfPosition* p, const TypeList* types) noexcept nogil:
    """Both colours' pieces of the listed types."""
    cdef Bitboard result = 0
    cdef int i
    for i in range(types.count):
        result |= p.type[types.type[i]]
    return result


cdef inline Sliders sliders_of(const HalfPosition* p, int color) noexcept nogil:
    cdef const SetupData* s = p.setup
    cdef Bitboard own = p.color[color]
    cdef Sliders result
    result.full_rook = pieces_of_types(p, &s.full_rooks[color]) & own
    result.half_rook = pieces_of_types(p, &s.half_rooks[color]) & own
    result.full_bishop = pieces_of_types(p, &s.full_bishops[color]) & own
    result.half_bishop = pieces_of_types(p, &s.half_bishops[color]) & own
    return result


cdef inline void keep_sliders(Sliders* s, Bitboard squares) noexcept nogil:
    """Keep only the sliders on ``squares``."""
    s.full_rook &= squares
    s.half_rook &= squares
    s.full_bishop &= squares
    s.half_bishop &= squares


cdef inline Bitboard slider_attackers(const Sliders* s, int sq, Bitboard occ) noexcept nogil:
    """The sliders that attack ``sq``; a halfling's reach depends on its own square (R1)."""
    cdef Bitboard straight = tables.rook_rays[sq] & (s.full_rook | (s.half_rook & tables.half_rook_from[sq]))
    cdef Bitboard diagonal = tables.bishop_rays[sq] & (s.full_bishop | (s.half_bishop & tables.half_bishop_from[sq]))
    if straight:
        straight &= rook_attacks(&tables, sq, occ)
    if diagonal:
        diagonal &= bishop_attacks(&tables, sq, occ)
    return straight | diagonal


cdef inline Bitboard sliders_in_line(const Sliders* s, int sq) noexcept nogil:
    """The sliders that would attack ``sq`` on an empty board."""
    return ((tables.rook_rays[sq] & (s.full_rook | (s.half_rook & tables.half_rook_from[sq])))
            | (tables.bishop_rays[sq] & (s.full_bishop | (s.half_bishop & tables.half_bishop_from[sq]))))


cdef inline Bitboard leaper_attackers(const HalfPosition* p, int sq, int color) noexcept nogil:
    """A colour's pawns, king and leapers that attack ``sq``."""
    cdef const SetupData* s = p.setup
    cdef const TypeList* leapers = &s.leapers[color]
    cdef Bitboard result = (tables.pawn[1 - color][sq] & p.type[PAWN]) | (tables.king[sq] & p.type[KING])
    cdef int i, t
    for i in range(leapers.count):
        t = leapers.type[i]
        result |= s.movement[color][t].leap_from[sq] & p.type[t]
    return result & p.color[color]


cdef inline bint is_attacked(const HalfPosition* p, int sq, int color, Bitboard occ, Bitboard removed,
                             const Sliders* sliders) noexcept nogil:
    """Whether ``color`` attacks ``sq``.

    Args:
        removed: squares whose leapers and pawns do not count.
        sliders: the sliders of ``color``.
    """
    return (leaper_attackers(p, sq, color) & ~removed) != 0 or slider_attackers(sliders, sq, occ) != 0


cdef inline bint is_king_attacked(const HalfPosition* p, int color) noexcept nogil:
    """Whether the king of ``color`` is in check."""
    cdef Sliders sliders = sliders_of(p, 1 - color)
    return is_attacked(p, p.king[color], 1 - color, p.color[0] | p.color[1], 0, &sliders)


# --- Checks and pins ----------------------------------------------------------------------------------------

# Checkers and pins of the king of the side to move.
ctypedef struct CheckInfo:
    Bitboard checkers
    Bitboard check_mask     # where pieces other than the king may go
    Bitboard pinned
    int pins
    Bitboard pin_mask[8]    # where the pinned piece may go; there is at most one pin in each direction
    int pin_square[8]


cdef inline void find_checks(CheckInfo* info, const HalfPosition* p, const Sliders* sliders) noexcept nogil:
    """Fill in ``info``, given the other side's sliders.

    A leaper's check can be answered only by capturing the checker, a slider's also by blocking. A piece that gives
    check both ways counts as a leaper.
    """
    cdef int king = p.king[p.side], sq
    cdef Bitboard own = p.color[p.side], occ = own | p.color[1 - p.side], snipers, line, blockers
    info.checkers = info.check_mask = leaper_attackers(p, king, 1 - p.side)
    info.pinned = 0
    info.pins = 0
    snipers = sliders_in_line(sliders, king)
    while snipers:
        sq = pop_lsb(&snipers)
        line = tables.between[king][sq]
        blockers = line & occ
        if blockers == 0:
            if not info.checkers & bit(sq):
                info.check_mask |= line | bit(sq)
                info.checkers |= bit(sq)
        elif not more_than_one(blockers) and blockers & own:
            # The mask includes the sniper but nothing beyond it or the king: a pinned leaper may not jump out along the
            # line.
            info.pin_mask[info.pins] = line | bit(sq)
            info.pin_square[info.pins] = lsb(blockers)
            info.pinned |= blockers
            info.pins += 1
    if info.checkers == 0:
        info.check_mask = ~(<Bitboard> 0)
