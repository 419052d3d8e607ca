# The one table between games and search: what a game must offer to be searched, counted and refereed.
#
# A position is a plain struct of `size` bytes that can be copied; making a move writes the next position
# behind the last. Every function is free of Python and never fails.
from libc.stdint cimport uint64_t

from oddfish.cext.types cimport Key, Move, Outcome, Reason, Score

ctypedef struct Rules:
    size_t size             # bytes of one position
    int slots               # number of history slots (see `slot`), both sides together
    # Legal moves into `moves` (MAX_MOVES long); returns how many.
    int (*generate)(const void* position, Move* moves) noexcept nogil
    # The legal moves quiescence looks at: captures, promotions and their like.
    int (*noisy)(const void* position, Move* moves) noexcept nogil
    # The number of legal moves, without listing them.
    int (*count)(const void* position) noexcept nogil
    # The position after a legal move; `next` may not be `position`.
    void (*make)(const void* position, Move move, void* next) noexcept nogil
    # The position after passing, for null-move pruning; only asked for where `may_pass`.
    void (*make_null)(const void* position, void* next) noexcept nogil
    # Whether a null move is a fair lower bound here (not in check, no zugzwang to fear).
    bint (*may_pass)(const void* position) noexcept nogil
    # Two positions with equal keys are the same for repetition.
    Key (*key)(const void* position) noexcept nogil
    # The same key made from scratch, for tests and debug builds.
    Key (*fresh_key)(const void* position) noexcept nogil
    # Whether the struct is what its invariants say; debug builds ask at every node.
    bint (*valid)(const void* position) noexcept nogil
    # 0 or 1: who moves. The search never infers it from the ply.
    int (*side)(const void* position) noexcept nogil
    bint (*in_check)(const void* position) noexcept nogil
    # How the position stands by itself (repetition is the caller's), given its number of legal moves.
    Outcome (*outcome)(const void* position, int legal_moves, Reason* reason) noexcept nogil
    # How many plies back an equal position may stand; 0 after an irreversible move.
    int (*horizon)(const void* position) noexcept nogil
    # Centipawns for the side to move.
    Score (*evaluate)(const void* position) noexcept nogil
    # What a move takes or promotes at once, in centipawns; 0 is a quiet move.
    int (*gain)(const void* position, Move move) noexcept nogil
    # Whether the exchange a move starts on its square nets at least `threshold` centipawns.
    bint (*see)(const void* position, Move move, int threshold) noexcept nogil
    # An index below `slots` that groups like moves (side, piece, destination) for history tables.
    int (*slot)(const void* position, Move move) noexcept nogil


cdef class Position:
    """One position of one game; owns the memory of its struct."""
    cdef const Rules* rules
    cdef void* data
    cdef object owner       # keeps alive what the struct points to (army tables …)

    cdef Position fresh(self)
    cdef int allocate(self, const Rules* rules) except -1
