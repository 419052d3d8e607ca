"""The Half Chess family's legal moves: the functions for `Rules` and perft. Each concept has its own ``.pxd``."""

from libc.stdint cimport uint64_t

from oddfish.cext.core.bits cimport Bitboard, lsb, popcount
from oddfish.cext.core.generation cimport ALL, COUNT, NOISY, QUIET
from oddfish.cext.core.packed_move cimport NORMAL
from oddfish.cext.core.types cimport Key, Move
from oddfish.cext.halfchess.attacks cimport is_king_attacked, steps_to
from oddfish.cext.halfchess.checks cimport checks_king, first_checking
from oddfish.cext.halfchess.generation cimport generate_moves
from oddfish.cext.halfchess.keys cimport key_by_move, key_from_scratch
from oddfish.cext.halfchess.legality cimport is_legal
from oddfish.cext.halfchess.making cimport make_move, pass_turn
from oddfish.cext.halfchess.position cimport PAWN, HalfPosition, pack
from oddfish.cext.halfchess.replies cimport count_all_replies
from oddfish.cext.halfchess.validity cimport is_valid


cdef int generate(const void* position, Move* moves) noexcept nogil:
    return generate_moves(<const HalfPosition*> position, moves, ALL, NULL)


cdef int noisy(const void* position, Move* moves) noexcept nogil:
    """Captures and promotions."""
    return generate_moves(<const HalfPosition*> position, moves, NOISY, NULL)


cdef int quiets(const void* position, Move* moves) noexcept nogil:
    return generate_moves(<const HalfPosition*> position, moves, QUIET, NULL)


cdef int count(const void* position) noexcept nogil:
    return generate_moves(<const HalfPosition*> position, NULL, COUNT, NULL)


cdef bint count_replies(const void* position, Move* moves, uint64_t* leaves, uint64_t* outcomes) noexcept nogil:
    leaves[0] = outcomes[0] = count_all_replies(<const HalfPosition*> position, moves)
    return True


cdef bint in_check(const void* position) noexcept nogil:
    cdef const HalfPosition* p = <const HalfPosition*> position
    return is_king_attacked(p, p.side)


cdef bint legal(const void* position, Move move) noexcept nogil:
    return is_legal(<const HalfPosition*> position, move)


cdef bint gives_check(const void* position, Move move) noexcept nogil:
    return checks_king(<const HalfPosition*> position, move)


cdef int first_check(const void* position, const Move* moves, int n) noexcept nogil:
    return first_checking(<const HalfPosition*> position, moves, n)


cdef void make(const void* position, Move move, void* following) noexcept nogil:
    make_move(<const HalfPosition*> position, move, <HalfPosition*> following)


cdef void make_null(const void* position, void* following) noexcept nogil:
    pass_turn(<const HalfPosition*> position, <HalfPosition*> following)


cdef Key key_after(const void* position, Move move) noexcept nogil:
    return key_by_move(<const HalfPosition*> position, move)


cdef bint can_return(const void* position, int plies) noexcept nogil:
    """Whether only one officer or the king has moved since, and can move back. Moving back does not expose its king:
    otherwise the side to move in the earlier position could have captured it."""
    cdef const HalfPosition* p = <const HalfPosition*> position
    cdef const HalfPosition* earlier = p - plies
    cdef int us = p.side, origin, to, piece
    cdef Bitboard moved = p.color[us] ^ earlier.color[us]
    if p.color[1 - us] != earlier.color[1 - us] or popcount(moved) != 2 or not moved & p.color[us] or \
            not moved & earlier.color[us]:
        return False
    origin = lsb(moved & p.color[us])
    to = lsb(moved & earlier.color[us])
    piece = p.board[origin]
    if piece == PAWN or earlier.board[to] != piece:
        return False
    return steps_to(p, piece, origin, to) and key_by_move(p, pack(origin, to, NORMAL, piece, 0)) == earlier.key


cdef Key fresh_key(const void* position) noexcept nogil:
    return key_from_scratch(<const HalfPosition*> position)


cdef bint valid(const void* position) noexcept nogil:
    return is_valid(<const HalfPosition*> position)
