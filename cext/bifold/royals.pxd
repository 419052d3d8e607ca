# Royals in danger.
from oddfish.cext.core.bits cimport Bitboard, bit, lsb, more_than_one, pop_lsb
from oddfish.cext.bifold.attacks cimport pair_attackers, pawn_attackers, single_attackers, supported_pawns
from oddfish.cext.bifold.piece_moves cimport limited_targets
from oddfish.cext.bifold.position cimport FULL_SIZE, WEAK, BifoldPosition, info_at, royals_of


cdef inline Bitboard full_attackers(const BifoldPosition* p, int by, int sq) noexcept nogil:
    """Squares from which a unit or full pawn of ``by`` captures everything that the other side, alone on ``sq``, has
    there."""
    cdef Bitboard occ = p.color[0] | p.color[1], limited
    cdef Bitboard found = single_attackers(p, by, sq, occ) | pawn_attackers(p, by, sq, occ)
    cdef int origin
    found = found & p.full[by] | pair_attackers(p, by, sq, occ)
    limited = found & royals_of(p, by)
    while limited:
        origin = pop_lsb(&limited)
        if info_at(p, by, origin).limited and not limited_targets(p, by, origin, info_at(p, by, origin)) & bit(sq):
            found ^= bit(origin)
    return found


cdef inline Bitboard attackers(const BifoldPosition* p, int by, int sq) noexcept nogil:
    """Squares from which ``by`` could capture something of the other side on ``sq`` (B4)."""
    cdef Bitboard occ = p.color[0] | p.color[1], found
    if p.full[1 - by] & bit(sq):        # a single bifold can capture one of two, or the pawn
        return single_attackers(p, by, sq, occ) | pair_attackers(p, by, sq, occ) | pawn_attackers(p, by, sq, occ)
    if p.color[by] & bit(sq):           # beside a friend, a single bifold can capture the enemy
        found = pawn_attackers(p, by, sq, occ)
        if p.setup.pawns == FULL_SIZE:
            found = 0
        elif p.setup.pawns == WEAK:     # a pair captures with only one of its halves, which needs support
            found = supported_pawns(p, by, found, occ)
        return found | single_attackers(p, by, sq, occ)
    # Only units and full pawns can capture a lone bifold.
    return full_attackers(p, by, sq)


cdef inline bint royals_hang(const BifoldPosition* p, int color) noexcept nogil:
    """Whether the other side, if it is to move, can capture all the royals that the colour has left."""
    cdef Bitboard royals = royals_of(p, color)
    cdef int sq, by = 1 - color
    if royals == 0 or more_than_one(royals):
        return False
    sq = lsb(royals)
    if info_at(p, color, sq).royals == 1:
        return attackers(p, by, sq) != 0
    # Both are on one square: only a unit or a full pawn can capture both.
    return full_attackers(p, by, sq) != 0
