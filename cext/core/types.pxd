# Types and constants shared by games, perft and search.
from libc.stdint cimport int32_t, uint16_t, uint32_t, uint64_t

# A move is 32 bits, packed as only its game knows; 0 is never a move.
ctypedef uint32_t Move
ctypedef int32_t Score
ctypedef uint64_t Key

cdef enum:
    NO_MOVE = 0
    MAX_MOVES = 2048        # in a position of most games (see `Rules.max_moves`)
    MAX_OUTCOMES = 64       # of one chance move
    MAX_PLY = 128           # deepest line of the search, from the root
    MATE = 32000            # mate in n plies scores MATE - n, being mated in n plies -(MATE - n)
    MATE_BOUND = 31000      # scores from here on are mates
    INFINITE = 32500
    MOST_CLOCK = 10000      # plies without progress, and the move number, at most: the limits of FENs (core/fen.py)
    MOST_NUMBER = 30000

# How a position ends, seen from the side to move.
cdef enum Outcome:
    ONGOING = 0
    LOST = 1
    DRAWN = 2
    WON = 3

# Why it ended (docs/rules/README.md "Results"); `rules.REASONS` holds the texts in this order.
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


cdef inline uint16_t counted(int n, int by, int most) noexcept nogil:
    """A counter after adding ``by`` (0 or 1). It stops at ``most``: some games never end."""
    return <uint16_t> (n + (by & (n < most)))
