# The words shared by games, perft and search.
from libc.stdint cimport int32_t, uint32_t, uint64_t

# A move is 32 packed bits whose meaning only its game knows; 0 is never a move.
ctypedef uint32_t Move
ctypedef int32_t Score
ctypedef uint64_t Key

cdef enum:
    NO_MOVE = 0
    MAX_MOVES = 2048        # a bound on legal moves most games keep (see `Rules.most`)
    MAX_OUTCOMES = 64       # of one move of chance
    MAX_PLY = 128           # deepest line of the search, from the root
    MATE = 32000            # score of being mated at the root; mated in n plies is -(MATE - n)
    MATE_BOUND = 31000      # scores beyond it are mates
    INFINITE = 32500

# How a position ends, seen from the side to move.
cdef enum Outcome:
    ONGOING = 0
    LOST = 1
    DRAWN = 2
    WON = 3

# Why, in the words of rules/README.md "Results"; `rules.REASONS` holds the texts in this order.
cdef enum Reason:
    NO_REASON = 0
    CHECKMATE = 1
    STALEMATE = 2
    ROYALS_CAPTURED = 3
    NO_LEGAL_MOVE = 4
    ALL_CAPTURED = 5
    REPETITION = 6
    MOVE_RULE = 7
    INSUFFICIENT_MATERIAL = 8
    PERPETUAL_ATTACK = 9
