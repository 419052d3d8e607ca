"""Banqi's legal moves: the functions for `Rules` and perft. Each concept has its own ``.pxd`` in this folder."""

from libc.stdint cimport uint64_t

from oddfish.cext.banqi.chance cimport list_outcomes, outcomes_beyond_moves
from oddfish.cext.banqi.counting cimport count_moves
from oddfish.cext.banqi.generation cimport generate_moves
from oddfish.cext.banqi.keys cimport key_by_move, key_from_scratch
from oddfish.cext.banqi.making cimport make_move, pass_turn
from oddfish.cext.banqi.position cimport BanqiPosition
from oddfish.cext.banqi.repetition cimport judge_repetition
from oddfish.cext.banqi.replies cimport count_all_replies
from oddfish.cext.banqi.validity cimport is_valid
from oddfish.cext.core.generation cimport ALL, NOISY
from oddfish.cext.core.types cimport Key, Move, Outcome, Reason


cdef int generate(const void* position, Move* moves) noexcept nogil:
    return generate_moves(<const BanqiPosition*> position, moves, ALL)


cdef int noisy(const void* position, Move* moves) noexcept nogil:
    """Captures of face-up pieces."""
    return generate_moves(<const BanqiPosition*> position, moves, NOISY)


cdef int count(const void* position) noexcept nogil:
    return count_moves(<const BanqiPosition*> position)


cdef bint count_replies(const void* position, Move* moves, uint64_t* leaves, uint64_t* outcomes) noexcept nogil:
    return count_all_replies(<const BanqiPosition*> position, leaves, outcomes)


cdef uint64_t extra_outcomes(const void* position) noexcept nogil:
    return outcomes_beyond_moves(<const BanqiPosition*> position)


cdef int chance_outcomes(const void* position, Move move, Move* outcomes, int* weights) noexcept nogil:
    return list_outcomes(<const BanqiPosition*> position, move, outcomes, weights)


cdef void make(const void* position, Move move, void* following) noexcept nogil:
    make_move(<const BanqiPosition*> position, move, <BanqiPosition*> following)


cdef void make_null(const void* position, void* following) noexcept nogil:
    pass_turn(<const BanqiPosition*> position, <BanqiPosition*> following)


cdef Key key_after(const void* position, Move move) noexcept nogil:
    return key_by_move(<const BanqiPosition*> position, move)


cdef Outcome repetition(const void* position, int plies, Reason* reason) noexcept nogil:
    return judge_repetition(<const BanqiPosition*> position, plies, reason)


cdef Key fresh_key(const void* position) noexcept nogil:
    return key_from_scratch(<const BanqiPosition*> position)


cdef bint valid(const void* position) noexcept nogil:
    return is_valid(<const BanqiPosition*> position)
