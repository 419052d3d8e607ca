# Moves of the king and swaps with it; then the generator of all moves that begin on one board.
from oddfish.cext.core.bits cimport Bitboard, bit, pop_lsb
from oddfish.cext.core.generation cimport ANY, NOISY, QUIET, Mode
from oddfish.cext.core.types cimport Move
from oddfish.cext.tandem.attacks cimport ghost_targets, is_attacked
from oddfish.cext.tandem.castling cimport Castling, castlings
from oddfish.cext.tandem.geometry cimport tables
from oddfish.cext.tandem.piece_moves cimport Packing, Scope, add_parts, drops, ordinary_moves
from oddfish.cext.tandem.position cimport GHOST, KING, TandemPosition, occupied


cdef inline bint can_castle(const TandemPosition* p, const Castling* c) noexcept nogil:
    """T10, for a king that is not in check and has not moved in this turn."""
    cdef int us = p.side
    cdef Bitboard occ = occupied(p, c.board), left = c.vacant
    if not p.rights & c.right or occ & c.vacant:
        return False
    if p.king_board[us] == c.board:
        occ ^= bit(p.king_square[us])
    while left:
        if is_attacked(p, c.board, pop_lsb(&left), 1 - us, occ, 0):
            return False
    return True


cdef inline int king_steps(const TandemPosition* p, Move* moves, int n, Mode mode, const Packing* packing,
                           const Scope* s, int onto) noexcept nogil:
    """The king's steps on the board ``onto``: the one it stands on, or drops to."""
    cdef int us = p.side, king = p.king_square[us], to
    cdef Bitboard occ = occupied(p, onto), left = tables.king[king] & ~p.color[onto][us] & ~p.type[onto][KING]
    cdef Move stem = packing.base + (packing.drops if onto != s.board else 0)
    if mode == NOISY:
        left &= occ
    elif mode == QUIET:
        left &= ~occ
    if onto == s.board:
        occ ^= bit(king)
    if not s.ends_turn:
        return add_parts(moves, n, mode, packing, stem, king, left)
    while left:
        to = pop_lsb(&left)
        if not is_attacked(p, onto, to, 1 - us, occ, 0):
            n = add_parts(moves, n, mode, packing, stem, king, bit(to))
    return n


cdef inline int ghost_king_swaps(const TandemPosition* p, Move* moves, int n, Mode mode, const Packing* packing,
                                 const Scope* s, Bitboard ghosts, Move stem) noexcept nogil:
    """T8: Ghosts that begin a move on the scope's board and swap with their king, whether or not it is in check."""
    cdef int us = p.side, sq
    while ghosts:
        sq = pop_lsb(&ghosts)
        if not s.ends_turn or not is_attacked(p, s.board, sq, 1 - us, occupied(p, s.board), 0):
            n = add_parts(moves, n, mode, packing, stem, sq, bit(p.king_square[us]))
    return n


cdef inline int king_ordinary_moves(const TandemPosition* p, Move* moves, int n, Mode mode, const Packing* packing,
                                    const Scope* s) noexcept nogil:
    cdef int us = p.side, king = p.king_square[us]
    cdef Bitboard ghosts
    cdef const Castling* c = &castlings[2 * us]
    if p.king_board[us] != s.board:
        return n
    if s.king_moves:
        n = king_steps(p, moves, n, mode, packing, s, s.board)
        if mode != NOISY and not s.in_check and p.rights & c.right and can_castle(p, c):
            n = add_parts(moves, n, mode, packing, packing.base, king, bit(c.rook_from))
    ghosts = p.type[s.board][GHOST] & s.movers
    if ghosts and mode != NOISY:
        ghosts &= ghost_targets(p, king, occupied(p, s.board))
        n = ghost_king_swaps(p, moves, n, mode, packing, s, ghosts, packing.base)
    return n


cdef inline int king_drops(const TandemPosition* p, Move* moves, int n, Mode mode, const Packing* packing,
                           const Scope* s) noexcept nogil:
    """A king in check can neither drop (T5) nor begin a drop/swap, and only Ghosts can swap with it (T6, T8)."""
    cdef int us = p.side, them = 1 - us, king = p.king_square[us], other = 1 - s.board
    cdef Bitboard occ = occupied(p, other), ghosts
    cdef const Castling* c = &castlings[2 * us + 1]
    cdef Move stem = packing.base + packing.drops
    if p.king_board[us] == s.board:
        if not s.king_moves or s.in_check:
            return n
        if not occ & bit(king):
            n = king_steps(p, moves, n, mode, packing, s, other)
        elif mode != NOISY and p.color[other][us] & bit(king):
            if not s.ends_turn or not is_attacked(p, other, king, them, occ, 0):
                n = add_parts(moves, n, mode, packing, stem, king, bit(king))
        if mode != NOISY and p.rights & c.right and can_castle(p, c):
            n = add_parts(moves, n, mode, packing, stem, king, bit(c.rook_from))
    elif mode != NOISY:
        if s.movers & bit(king) and (not s.in_check or p.type[s.board][GHOST] & bit(king)):
            if not s.ends_turn or not is_attacked(p, s.board, king, them, occupied(p, s.board), 0):
                n = add_parts(moves, n, mode, packing, stem, king, bit(king))
        ghosts = p.type[s.board][GHOST] & s.movers & ~occ
        if ghosts:
            n = ghost_king_swaps(p, moves, n, mode, packing, s, ghosts & ghost_targets(p, king, occ), stem)
    return n


cdef inline int generate_scope(const TandemPosition* p, Move* moves, int n, Mode mode, const Packing* packing,
                               const Scope* s) noexcept nogil:
    """All moves of a scope, appended to ``n`` earlier ones; returns the new length (0 in mode ANY if there is none)."""
    n = ordinary_moves(p, moves, n, mode, packing, s)
    if mode == ANY and n:
        return n
    n = drops(p, moves, n, mode, packing, s)
    if mode == ANY and n:
        return n
    n = king_ordinary_moves(p, moves, n, mode, packing, s)
    return king_drops(p, moves, n, mode, packing, s)
