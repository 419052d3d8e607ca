# The one table between games and search: what a game must offer to be searched, counted and refereed.
#
# A position is a plain struct of `size` bytes that can be copied; making a move writes the next position
# behind the last. Every function is free of Python and never fails.
from libc.stdint cimport uint8_t, uint16_t

from oddfish.cext.core.types cimport Key, Move, Outcome, Reason, Score

# What every position struct begins with, in this order.
ctypedef struct Common:
    Key key                 # equal for positions that are the same for repetition
    const void* weights     # what the evaluation goes by (see `Rules.weights`)
    uint16_t clock          # plies (or the game's turns) since the last irreversible move
    uint16_t number         # of the move about to be made, from 1
    uint8_t side            # 0 or 1: who moves; nothing infers it from the ply


cdef inline Key key_of(const void* position) noexcept nogil:
    return (<const Common*> position).key


cdef inline int side_of(const void* position) noexcept nogil:
    return (<const Common*> position).side


cdef struct Rules:
    size_t size             # bytes of one position
    int most                # proven bound on the number of legal moves of a position
    int slots               # number of history slots (see `slot`), both sides together
    # Legal moves into `moves` (`most` long); returns how many.
    int (*generate)(const void* position, Move* moves) noexcept nogil
    # The legal moves quiescence looks at: captures, promotions and their like.
    int (*noisy)(const void* position, Move* moves) noexcept nogil
    # The number of legal moves, without listing them.
    int (*count)(const void* position) noexcept nogil
    # The position after a legal move (with its outcome, where chance has a say); `next` may not be `position`.
    void (*make)(const void* position, Move move, void* next) noexcept nogil
    # The position after passing, for null-move pruning; only asked for where `may_pass`.
    void (*make_null)(const void* position, void* next) noexcept nogil
    # Whether a null move is a fair lower bound here (not in check, no zugzwang to fear).
    bint (*may_pass)(const void* position) noexcept nogil
    # The position's key made from scratch, for tests and debug builds.
    Key (*fresh_key)(const void* position) noexcept nogil
    # Whether the struct is what its invariants say; debug builds ask at every node.
    bint (*valid)(const void* position) noexcept nogil
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

    # The evaluation's weights: a struct of `weights_size` bytes that begins with so many ints, which the positions'
    # `terms` name, and goes on with what `prepare` (NULL: nothing) makes of them for this position's armies and rules.
    size_t weights_size
    int weights
    void (*prepare)(const void* position, void* weights) noexcept nogil

    # What follows is NULL in games that have nothing to say there.

    # The same game with positions judged by material alone, to measure what the evaluation is worth.
    const Rules* plain
    # A static hint for the order of quiet moves; the higher the sooner, on the scale of history (some thousands).
    int (*hint)(const void* position, Move move) noexcept nogil
    # Games of chance: the moves with their outcomes, and each one's weight, that a legal move stands for; returns how
    # many, 0 if the move leaves nothing to chance. At most MAX_OUTCOMES.
    int (*chances)(const void* position, Move move, Move* outcomes, int* weights) noexcept nogil
    # How a position stands, for its side to move, that was also there `plies` plies before. The positions of the
    # line lie one behind the other, `size` bytes each, up to this one. NULL: drawn.
    Outcome (*cycle)(const void* position, int plies, Reason* reason) noexcept nogil
    # The exact value of a position from endgame tables: whether they know it; `plies` to the end of a game not drawn.
    bint (*probe)(const void* position, Outcome* outcome, int* plies) noexcept nogil
    # The table to search by where a move of this game is a series of smaller ones (a turn of Tandem-84) ...
    const Rules* parts
    # ... and the move that `n` parts make up from `position`; NO_MOVE if they are too few. `used` tells how many.
    Move (*whole)(const void* position, const Move* parts, int n, int* used) noexcept nogil


cdef class Weights:
    """Owns the memory of an evaluation's weights, which many positions may share."""
    cdef void* data


cdef class Position:
    """One position of one game; owns the memory of its struct."""
    cdef const Rules* rules
    cdef void* data
    cdef object owner       # keeps alive what the struct points to (army tables …)
    cdef Weights weighing   # the same for its weights

    cdef Position fresh(self)
    cdef list listed(self, bint only_noisy)
    cdef int allocate(self, const Rules* rules) except -1
    cdef int weigh(self, values) except -1
