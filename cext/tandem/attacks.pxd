# Attacks, checks and pins. T4: a king can be checked only on its own board, by ordinary moves.
from oddfish.cext.core.bits cimport Bitboard, bit, more_than_one, pop_lsb
from oddfish.cext.tandem.geometry cimport BOARD, bishop_attacks, rook_attacks, tables
from oddfish.cext.tandem.position cimport (BISHOP, BISHOP_KNIGHT, GHOST, KING, KNIGHT, PAWN, QUEEN, ROOK, ROOK_KNIGHT,
                                           TandemPosition, occupied)


cdef inline Bitboard piece_attacks(int t, int sq, Bitboard occ) noexcept nogil:
    """Squares that a piece (not a Ghost or a pawn) attacks."""
    cdef Bitboard result = 0
    if t == KING:
        return tables.king[sq]
    if t == KNIGHT or t == BISHOP_KNIGHT or t == ROOK_KNIGHT:
        result |= tables.knight[sq]
    if t == BISHOP or t == QUEEN or t == BISHOP_KNIGHT:
        result |= bishop_attacks(sq, occ)
    if t == ROOK or t == QUEEN or t == ROOK_KNIGHT:
        result |= rook_attacks(sq, occ)
    return result


cdef inline Bitboard ghost_targets(const TandemPosition* p, int sq, Bitboard occ) noexcept nogil:
    """Squares to which a Ghost steps, glides or swaps (T8); also the squares from which it reaches ``sq``."""
    return (rook_attacks(sq, occ) | bishop_attacks(sq, occ)) if p.setup.ghosts_glide else tables.king[sq]


cdef inline Bitboard rook_movers(const TandemPosition* p, int board) noexcept nogil:
    """Pieces of both colours that slide like rooks."""
    return p.type[board][ROOK] | p.type[board][QUEEN] | p.type[board][ROOK_KNIGHT]


cdef inline Bitboard bishop_movers(const TandemPosition* p, int board) noexcept nogil:
    return p.type[board][BISHOP] | p.type[board][QUEEN] | p.type[board][BISHOP_KNIGHT]


cdef inline Bitboard leaper_attackers(const TandemPosition* p, int board, int sq, int by,
                                      Bitboard pieces) noexcept nogil:
    """The ``pieces``, all of colour ``by``, that attack a square other than by a slide."""
    cdef const Bitboard* types = p.type[board]
    cdef Bitboard found = tables.pawn[1 - by][sq] & types[PAWN]
    found |= tables.knight[sq] & (types[KNIGHT] | types[BISHOP_KNIGHT] | types[ROOK_KNIGHT])
    found |= tables.king[sq] & (types[KING] | (types[GHOST] if p.setup.ghosts_capture else 0))
    return found & pieces


cdef inline Bitboard attackers(const TandemPosition* p, int board, int sq, int by, Bitboard occ) noexcept nogil:
    """Pieces of colour ``by`` on a board that attack ``sq``, given the occupied squares ``occ``."""
    cdef Bitboard straight = tables.rook_rays[sq] & rook_movers(p, board) & p.color[board][by]
    cdef Bitboard diagonal = tables.bishop_rays[sq] & bishop_movers(p, board) & p.color[board][by]
    cdef Bitboard result = leaper_attackers(p, board, sq, by, p.color[board][by])
    if straight:
        result |= straight & rook_attacks(sq, occ)
    if diagonal:
        result |= diagonal & bishop_attacks(sq, occ)
    return result


cdef inline bint is_attacked(const TandemPosition* p, int board, int sq, int by, Bitboard occ,
                             Bitboard captured) noexcept nogil:
    """Whether colour ``by`` attacks a square, given ``occ`` and without its ``captured`` pieces."""
    cdef Bitboard enemy = p.color[board][by] & ~captured, found
    if leaper_attackers(p, board, sq, by, enemy):
        return True
    found = tables.rook_rays[sq] & rook_movers(p, board) & enemy
    if found and found & rook_attacks(sq, occ):
        return True
    found = tables.bishop_rays[sq] & bishop_movers(p, board) & enemy
    return found != 0 and found & bishop_attacks(sq, occ) != 0


# Checkers and pins of the king of the side to move, on its own board.
ctypedef struct CheckInfo:
    Bitboard checkers
    Bitboard check_mask     # where pieces other than the king may go; every square if not in check
    Bitboard pinned         # own pieces that alone block a slider


cdef inline CheckInfo no_check() noexcept nogil:
    cdef CheckInfo info
    info.checkers = info.pinned = 0
    info.check_mask = BOARD
    return info


cdef inline CheckInfo check_info(const TandemPosition* p) noexcept nogil:
    cdef int us = p.side, them = 1 - us, board = p.king_board[us], king = p.king_square[us], sq
    cdef Bitboard enemy = p.color[board][them], occ = occupied(p, board), between, blockers, snipers
    cdef CheckInfo info
    info.checkers = leaper_attackers(p, board, king, them, enemy)
    info.check_mask = info.checkers
    info.pinned = 0
    snipers = enemy & ((tables.rook_rays[king] & rook_movers(p, board))
                       | (tables.bishop_rays[king] & bishop_movers(p, board)))
    while snipers:
        sq = pop_lsb(&snipers)
        between = tables.between[king][sq]
        blockers = between & occ
        if not blockers:
            info.checkers |= bit(sq)
            info.check_mask |= between | bit(sq)
        elif not more_than_one(blockers):
            info.pinned |= blockers & ~enemy
    if not info.checkers:
        info.check_mask = BOARD
    elif more_than_one(info.checkers):
        info.check_mask = 0
    return info
