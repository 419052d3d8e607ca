# The table by which a game describes itself to everything that plays it: search, perft and the referee.
#
# A position is a plain struct of `size` bytes that can be copied. Making a move writes the next position into another
# struct. No function touches Python objects, and none can fail.
cimport cython
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from oddfish.cext.core.bits cimport Bitboard
from oddfish.cext.core.types cimport Key, Move, Outcome, Reason, Score

# Every position struct begins with these fields, in this order.
ctypedef struct Common:
    Key key                 # equal for positions that are the same for repetition
    const void* weights     # of the evaluation (see `EvaluationRules`)
    uint16_t clock          # plies (or the game's turns) since the last irreversible move
    uint16_t number         # move number, from 1
    uint8_t side            # to move, 0 or 1; turns need not alternate, so never infer it from the ply


cdef inline Key key_of(const void* position) noexcept nogil:
    return (<const Common*> position).key


cdef inline int side_of(const void* position) noexcept nogil:
    return (<const Common*> position).side


cdef struct Rules               # below

# --- What every client needs: perft, the search and the Python classes ----------------------------------------------

ctypedef struct MoveRules:
    # Writes the legal moves to `moves` (`max_moves` long) and returns their number.
    int (*generate)(const void* position, Move* moves) noexcept nogil
    # The number of legal moves, without listing them.
    int (*count)(const void* position) noexcept nogil
    # Writes the position after a legal move (with its outcome, in games of chance) to `next`, another struct.
    void (*make)(const void* position, Move move, void* next) noexcept nogil
    bint (*in_check)(const void* position) noexcept nogil
    # The result of the position, given its number of legal moves. The caller checks for repetition.
    Outcome (*outcome)(const void* position, int legal_moves, Reason* reason) noexcept nogil
    # How many plies back an equal position can be; 0 after an irreversible move.
    int (*reversible_plies)(const void* position) noexcept nogil
    # Optional. Whether any 32 bits, such as a stored move after a key collision, are a legal move here.
    bint (*legal)(const void* position, Move move) noexcept nogil
    # Optional. Whether a legal move without chance gives check (the value of `in_check` in the next position).
    bint (*gives_check)(const void* position, Move move) noexcept nogil
    # Optional. The result for the side to move when this position repeats the one `plies` plies before. The positions
    # of the line precede this one in memory. NULL: a draw.
    Outcome (*repetition)(const void* position, int plies, Reason* reason) noexcept nogil


# --- Search ---------------------------------------------------------------------------------------------------------

ctypedef struct SearchRules:
    # The legal moves that quiescence search tries: captures, promotions and the like.
    int (*noisy)(const void* position, Move* moves) noexcept nogil
    # The material that a move wins at once by capture or promotion, in centipawns; 0 for a quiet move.
    int (*gain)(const void* position, Move move) noexcept nogil
    # Whether the exchange that a move starts on its target square nets at least `threshold` centipawns.
    bint (*see)(const void* position, Move move, int threshold) noexcept nogil
    # Writes the position after a null move; called only if `null_move_allowed`.
    void (*make_null)(const void* position, void* next) noexcept nogil
    # Whether passing gives a sound lower bound here: the side is not in check, and zugzwang is unlikely.
    bint (*null_move_allowed)(const void* position) noexcept nogil
    int history_slots       # number of history slots (see `history_slot`), both sides together
    # Index of a move in history tables, below `history_slots`: moves with the same side, piece and target share one.
    int (*history_slot)(const void* position, Move move) noexcept nogil
    # Whether the sides alternate from ply to ply in all positions that can repeat.
    bint alternating
    # Optional. The legal moves that are not noisy.
    int (*quiets)(const void* position, Move* moves) noexcept nogil
    # Optional. The index of the first of `n` legal moves that gives check; `n` if none does. Faster than `gives_check`
    # for each move. Not in games of chance.
    int (*first_check)(const void* position, const Move* moves, int n) noexcept nogil
    # Optional. The key after a legal move, rarely wrong: the search prefetches its table entry while making the move.
    Key (*key_after)(const void* position, Move move) noexcept nogil
    # Optional. Whether the side to move can return to the position `plies` (an odd number) plies ago, with no null move
    # since. The positions of the line precede this one in memory. Not in games with their own rule for repetitions.
    bint (*can_return)(const void* position, int plies) noexcept nogil
    # Optional. A static score for ordering quiet moves, higher first, on the scale of history (some thousands).
    int (*order_hint)(const void* position, Move move) noexcept nogil
    # Optional. Up to four keys of parts of a position, such as its pawns, for correction history. Returns their number.
    int (*correction_keys)(const void* position, Key* keys) noexcept nogil
    # Optional. Whether all legal moves are equally good, by symmetry or because they differ only by chance. The search
    # spends no time on such a choice.
    bint (*indifferent)(const void* position) noexcept nogil
    # Optional. Tablebase probe: whether the position is in a table, its result and, if decisive, the plies to the end.
    bint (*probe)(const void* position, Outcome* outcome, int* plies) noexcept nogil


# --- Static evaluation: search, tuning ------------------------------------------------------------------------------

ctypedef struct EvaluationRules:
    # Static evaluation in centipawns, for the side to move.
    Score (*evaluate)(const void* position) noexcept nogil
    # The weights: a struct of `weights_size` bytes. It begins with `weight_count` ints, named by the position's
    # `terms`; `prepare_weights` derives the rest.
    size_t weights_size
    int weight_count
    # Optional. Derives the rest of the weights struct for the armies and rules of this position.
    void (*prepare_weights)(const void* position, void* weights) noexcept nogil
    # Whether evaluations shrink as the fifty-move rule approaches (core/fifty_moves.pxd).
    bint fifty_moves
    # Optional. The same game, evaluated by material alone: to measure what the evaluation adds.
    const Rules* material_only


# --- Networks: search, training (all optional) ----------------------------------------------------------------------

ctypedef struct NetworkRules:
    # The position as the first player sees it, as a set of features (features.pxd): `feature_words` words of 64 bits
    # (at most MAX_FEATURE_WORDS; 0 in games without features). Features describe how pieces move, not what they are
    # called. If you change what features mean, change `feature_set`, the name in network files. Returns the network
    # output to use, below FEATURE_OUTPUTS, which depends on the stage of the game; or NO_OUTPUT if the features cannot
    # represent the position, which then gets the game's own evaluation.
    int (*features)(const void* position, Bitboard* words) noexcept nogil
    const char* feature_set
    # Set by `see_features` (sight.pxd). How each player sees a feature of the set, by player and by whether left and
    # right are exchanged.
    int feature_words
    const uint16_t* maps[2][2]
    # Optional, set by `turn_by_kings` for networks that turn the board: the squares on which a player's king makes that
    # player see left and right exchanged (0: the board cannot be turned), and the words that hold the kings.
    Bitboard left_half
    int king_words[2]
    # Positions with a lower output are never evaluated by a network: the hand-written evaluation plays these endings
    # better.
    int outputs_by_hand


cdef inline bint is_turned(const NetworkRules* network, const Bitboard* words, int player) noexcept nogil:
    """Whether a network that turns the board turns it for this player; the first player sees ``words``."""
    return (words[network.king_words[player]] & network.left_half) != 0


cdef inline const uint16_t* images_for(const NetworkRules* network, const Bitboard* words, int player,
                                       bint turning) except NULL:
    """How a player sees each feature, in a position that is ``words`` for the first player.

    Raises:
        ValueError: ``turning`` is set, but the board cannot be turned.
    """
    if turning and not network.left_half:
        raise ValueError("networks for this game cannot turn the board")
    return network.maps[player][turning and is_turned(network, words, player)]


# --- Games of chance: every client (optional) -----------------------------------------------------------------------

ctypedef struct ChanceRules:
    # The outcomes of a legal move, as moves that carry them, and their weights. Returns their number, at most
    # MAX_OUTCOMES; 0 for a move that leaves nothing to chance.
    int (*outcomes)(const void* position, Move move, Move* outcomes, int* weights) noexcept nogil
    # How many more outcomes than legal moves there are.
    uint64_t (*extra_outcomes)(const void* position) noexcept nogil


# --- Games whose turns are several moves: search (optional) ---------------------------------------------------------

ctypedef struct TurnRules:
    # The rules of single moves, which the search uses.
    const Rules* part_rules
    # The turn made of the first `used` of `n` moves; NO_MOVE if there are too few.
    Move (*join_parts)(const void* position, const Move* parts, int n, int* used) noexcept nogil


# --- Perft (all optional) -------------------------------------------------------------------------------------------

ctypedef struct PerftRules:
    # The number of legal replies to all legal moves together. In games of chance it counts replies to each outcome, and
    # also their outcomes. `moves` has room for a list of moves. False: not counted.
    bint (*count_replies)(const void* position, Move* moves, uint64_t* leaves, uint64_t* outcomes) noexcept nogil
    # The kinds of a legal move (with its outcome, in games of chance) that leads to `after`: bits in the order of
    # `Position.move_kinds`, for split counts.
    uint32_t (*kinds)(const void* position, Move move, const void* after) noexcept nogil


# --- Tests and debug builds -----------------------------------------------------------------------------------------

ctypedef struct CheckRules:
    # The position's key, computed from scratch.
    Key (*fresh_key)(const void* position) noexcept nogil
    # Whether the struct satisfies its invariants; debug builds check this at every node.
    bint (*valid)(const void* position) noexcept nogil


# One group for each client, in the order of docs/architecture.md. Optional entries are NULL in games that do not need
# them. rules_table.pxi fills in the others.
cdef struct Rules:
    size_t size             # bytes of one position
    int max_moves           # proven upper bound on the legal moves of a position
    MoveRules moves
    SearchRules search
    EvaluationRules evaluation
    NetworkRules network
    ChanceRules chance
    TurnRules turns
    PerftRules perft
    CheckRules checks


cdef object checked_int(value, str name, low, high)
cdef int checked_square(sq, int squares) except -1
cdef int checked_color(color) except -1


@cython.final
cdef class _Weights:
    cdef void* data


cdef class Position:
    cdef const Rules* rules
    cdef void* data                 # the struct, `rules.size` bytes, owned
    cdef object owner               # keeps alive what the struct points to: the setup, if the game has one
    cdef _Weights weights_owner     # keeps alive the struct's weights

    cdef Position new_position(self)
    cdef list list_moves(self, int (*generator)(const void* position, Move* moves) noexcept nogil)
    # Allocate the struct. Returns whether to fill it in from `fen` (a str, or None for the start position); the caller
    # of `new_position` fills it in itself.
    cdef bint allocate(self, const Rules* rules, fen) except -1
    cdef int set_weights(self, values) except -1
    # Whether any 32 bits are a legal move, and whether they are an outcome of one.
    cdef bint has_move(self, Move move) except -1
    cdef bint has_outcome(self, Move move) except -1
    cdef Move checked_move(self, move) except? 0
    cdef list outcomes_of(self, Move move)
    cdef char* copied_line(self, list line) except NULL
    # The target of a legal move, and its origin; -1 unless it goes from one square to another.
    cdef int ends(self, Move move, int* origin) noexcept
    # What the FEN has on a square, '' if it is empty, and the number of squares. Each game defines both.
    cdef str cell_on(self, int sq)
    cdef int square_count(self) noexcept
    # The canonical text of a legal move.
    cdef str move_text(self, Move move)
    # Shorter texts for it.
    cdef tuple shorter_texts(self, str text)
