# How learning programs see a game: numbers for moves (actions) and planes for positions (observations).
#
# Each family has a table in its module `encoding`. Players always see their own side at the bottom, so that one policy
# plays both sides. Search and perft do not use this.
from libc.stdint cimport uint8_t, uint16_t

from oddfish.cext.core.bits cimport Bitboard
from oddfish.cext.core.rules cimport Position, Rules
from oddfish.cext.core.types cimport Move

cdef enum:
    MAX_BOARDS = 64         # planes of squares
    MAX_VALUES = 64         # planes of one value
    BOARD_SQUARES = 64
    NO_PAIR = 0xFFFF

# Where the rules of a position have `turns`, moves here are the single moves of turns (`TurnRules.part_rules`).
ctypedef struct EncodingTable:
    # The number of actions in games with this position's setup: actions are 0 to `actions - 1`.
    int (*actions)(const void* position) noexcept nogil
    # The action of a legal move without its outcome. No other legal move of the position has the same one.
    int (*action)(const void* position, Move move) noexcept nogil
    # The actions of `n` legal moves.
    void (*number)(const void* position, const Move* moves, int n, int* numbers) noexcept nogil
    # The number of different outcomes of chance, 0 in games without chance, and the number of a move's outcome.
    int outcomes
    int (*outcome)(Move move) noexcept nogil
    # Planes are ranks x files. Their number depends on the setup only: first planes of squares, then planes of values.
    int files
    int ranks
    int (*boards)(const void* position) noexcept nogil
    int (*values)(const void* position) noexcept nogil
    # For each player, the place of a bitboard's square on that player's plane.
    uint8_t view[2][BOARD_SQUARES]
    # What a player sees, public information only: bitboards, which `view` turns around, and values; `full` is the value
    # that counts as 1.0.
    void (*observe)(const void* position, int viewer, Bitboard* boards, uint8_t* values) noexcept nogil
    uint8_t full[MAX_VALUES]
    int clock               # full value of the clock's plane


cdef class Encoding:
    cdef const EncodingTable* table
    cdef type game          # the class of the positions it encodes
    cdef object namer

    # The table's position; raises TypeError if it is of another game.
    cdef const void* struct_of(self, Position position) except NULL


cdef inline const Rules* step_rules(const Rules* rules) noexcept nogil:
    """The rules of single moves."""
    return rules.turns.part_rules if rules.turns.part_rules != NULL else rules


cdef Encoding new_encoding(const EncodingTable* table, type game, namer)
# Number the pairs of squares that `joined` accepts, in ascending order: [64 * from + to], else NO_PAIR. Returns their
# number.
cdef int number_pairs(uint16_t* numbers, int squares, bint (*joined)(int origin, int to) noexcept nogil) noexcept nogil
# Whether a queen or a knight gets from one square to another on an empty board with that many files.
cdef bint is_queen_or_knight_move(int origin, int to, int files) noexcept nogil
