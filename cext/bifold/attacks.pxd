# The attackers of a square, and whether they are supported.
#
# A half captures one of two pieces on a square; a unit or a full pawn captures both (B4). These are kept apart, because
# a lone bifold cannot capture a lone enemy bifold.
from oddfish.cext.core.bits cimport Bitboard, bit, pop_lsb
from oddfish.cext.core.geometry cimport bishop_attacks, rook_attacks, tables
from oddfish.cext.bifold.pawns cimport to_left, to_right
from oddfish.cext.bifold.position cimport (WEAK, BifoldPosition, full_pawns, left_capturers, pawns_of, right_capturers,
                                           royals_of)
from oddfish.cext.bifold.units cimport (BISHOP, FERZ, HORSE, PAWN, QUEEN, ROOK, STEP_DIAGONAL, STEP_STRAIGHT, WAZIR,
                                        mao_attacks, units)


cdef inline Bitboard single_attackers(const BifoldPosition* p, int by, int sq, Bitboard occ) noexcept nogil:
    """Squares of ``by`` from which an officer half reaches ``sq`` on its own."""
    cdef const Bitboard* h = p.half[by]
    cdef Bitboard straight = (h[QUEEN] | h[ROOK]) & tables.half_rook_from[sq]
    cdef Bitboard diagonal = (h[QUEEN] | h[BISHOP]) & tables.half_bishop_from[sq]
    if straight:
        straight &= rook_attacks(&tables, sq, occ)
    if diagonal:
        diagonal &= bishop_attacks(&tables, sq, occ)
    return (straight | diagonal | (units.step[STEP_STRAIGHT][sq] & h[WAZIR]) | (units.step[STEP_DIAGONAL][sq] & h[FERZ])
            | (mao_attacks(&units.mao_from[sq], occ) & h[HORSE]))


cdef inline Bitboard pair_attackers(const BifoldPosition* p, int by, int sq, Bitboard occ) noexcept nogil:
    """Squares of ``by`` from which a pair reaches ``sq`` although neither of its halves does so alone: by a full slide,
    as a Knight, or as a King made of two Wazirs (B1)."""
    cdef const Bitboard* h = p.half[by]
    cdef Bitboard pairs = p.full[by] & ~(royals_of(p, by) | pawns_of(p, by))
    cdef Bitboard straight = pairs & ~(h[BISHOP] | h[HORSE]) & tables.rook_rays[sq]
    cdef Bitboard diagonal = pairs & ~(h[ROOK] | h[HORSE]) & tables.bishop_rays[sq]
    if straight:
        straight &= rook_attacks(&tables, sq, occ)
    if diagonal:
        diagonal &= bishop_attacks(&tables, sq, occ)
    return (straight | diagonal | (units.knight[sq] & h[HORSE] & pairs & ~p.mixed[by])
            | (units.step[STEP_DIAGONAL][sq] & h[WAZIR] & p.full[by] & ~p.mixed[by]))


cdef inline bint supported(const BifoldPosition* p, int color, int sq, Bitboard occ) noexcept nogil:
    """Whether a weak pawn on ``sq`` may capture: whether another friendly piece could capture there if two enemies
    stood on the square. Lines and legs are open or blocked as in ``occ``. Pawns are supported only from behind, so the
    recursion ends, at the least fixed point."""
    cdef Bitboard pawns
    if single_attackers(p, color, sq, occ) or pair_attackers(p, color, sq, occ):
        return True
    pawns = (to_left(bit(sq), 1 - color) | to_right(bit(sq), 1 - color)) & p.half[color][PAWN]
    if pawns & full_pawns(p, color):
        return True
    while pawns:
        if supported(p, color, pop_lsb(&pawns), occ):
            return True
    return False


cdef inline Bitboard supported_pawns(const BifoldPosition* p, int color, Bitboard pawns, Bitboard occ) noexcept nogil:
    """The ``pawns`` that are supported."""
    cdef Bitboard left = pawns
    cdef int sq
    while left:
        sq = pop_lsb(&left)
        if not supported(p, color, sq, occ):
            pawns ^= bit(sq)
    return pawns


cdef inline Bitboard pawn_attackers(const BifoldPosition* p, int by, int sq, Bitboard occ) noexcept nogil:
    """Squares of ``by`` with a pawn or pawn half that could capture on ``sq``, depending on what stands there (B4)."""
    cdef Bitboard left = to_left(bit(sq), 1 - by) & left_capturers(p, by)
    cdef Bitboard right = to_right(bit(sq), 1 - by) & right_capturers(p, by)
    cdef Bitboard pawns = left | right, full
    if p.setup.pawns == WEAK:       # pairs of weak pawns need no support
        full = pawns & full_pawns(p, by)
        pawns = full | supported_pawns(p, by, pawns ^ full, occ)
    return pawns


cdef inline bint threatened(const BifoldPosition* p, int sq, int origin, int by) noexcept nogil:
    """B8: whether ``by`` could capture on ``sq`` if the royal unit from ``origin`` stood there, which may also open or
    block the support of weak pawns. The limits on royal units of ``by`` do not matter: whatever such a unit attacks,
    its other half attacks alone."""
    cdef Bitboard occ = (p.color[0] | p.color[1]) & ~bit(origin) | bit(sq)
    return (single_attackers(p, by, sq, occ) != 0 or pair_attackers(p, by, sq, occ) != 0
            or pawn_attackers(p, by, sq, occ) != 0)
