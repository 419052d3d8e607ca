"""Fanorona Chess (rules/fanorona-chess.md): `fanorona-chess` and `fanorona-chess-alternate`.

:class:`Fanorona` is a position; it reads and writes the FEN and the move texts of the rule page.
"""

from libc.string cimport memset

from oddfish.cext.core.bits cimport bit, popcount
from oddfish.cext.core.keys cimport mixed
from oddfish.cext.core.packed_move cimport move_from, move_to
from oddfish.cext.core.rules cimport Position, Rules
from oddfish.cext.core.sight cimport see_features
from oddfish.cext.core.types cimport (CHECKMATE, DRAWN, LOST, MAX_MOVES, MOVE_RULE, NO_REASON, ONGOING, STALEMATE, Key,
                                      Move, Outcome, Reason)
from oddfish.cext.fanorona.evaluation cimport evaluate, gain, material, see
from oddfish.cext.fanorona.features cimport FEATURE_WORDS, features, mirrored_feature
from oddfish.cext.fanorona.geometry cimport FILES, NO_POINT, POINTS, RANKS
from oddfish.cext.fanorona.kinds cimport kinds
from oddfish.cext.fanorona.moves cimport (can_return, count, count_replies, fresh_key, generate, in_check,
                                          key_after, legal, make, make_null, noisy, valid)
from oddfish.cext.fanorona.position cimport (KING, NOTHING, PAWN, TYPES, FanoronaPosition, Weights, move_piece,
                                             move_promoted, move_victim, start_count)
from oddfish.cext.fanorona.tablebase cimport Tables, probe

from oddfish.cext.core.chess_fen import read_flags, read_pieces, write_board, write_flags
from oddfish.cext.core.errors import FenError
from oddfish.cext.core.fen import read_counters, read_side, split_fields, square_name, square_names, write_counters
from oddfish.cext.fanorona.evaluation import TERMS

#: FEN letters by type.
LETTERS = "PNBRQK"
cdef tuple _LETTERS = (LETTERS, LETTERS.lower())        # by colour
cdef tuple _SQUARES = square_names(FILES, RANKS)
_NAMES = ("pawns", "Knights", "Bishops", "Rooks", "Queens", "kings")
#: The board fields of the two start arrays.
STANDARD = "nrkrn/1bqb1/ppppp/5/5/5/PPPPP/1BQB1/NRKRN"
ALTERNATE = "brkrb/n1q1n/ppppp/5/5/5/PPPPP/N1Q1N/BRKRB"
#: Names of the bits of `kinds` (kinds.pxd), in order.
_MOVE_KINDS = ("captures", "approaches", "withdrawals", "promotions", "king's leaps", "checks", "checkmates",
               "stalemates")
_UNMOVED = "Kk"
_KING_HOME = (2, 42)        # c1, c9

# --- The rules table ----------------------------------------------------------------------------------------


cdef bint null_move_allowed(const void* position) noexcept nogil:
    """Not with few pieces: zugzwang is common then, because stalemate loses (N9)."""
    cdef const FanoronaPosition* p = <const FanoronaPosition*> position
    return popcount(p.color[p.side] & ~(p.type[PAWN] | p.type[KING])) >= 2


cdef Outcome outcome(const void* position, int legal_moves, Reason* reason) noexcept nogil:
    if legal_moves == 0:            # N9: the stalemated player loses
        reason[0] = CHECKMATE if in_check(position) else STALEMATE
        return LOST
    if (<const FanoronaPosition*> position).clock >= 100:
        reason[0] = MOVE_RULE
        return DRAWN
    reason[0] = NO_REASON
    return ONGOING


cdef int reversible_plies(const void* position) noexcept nogil:
    return (<const FanoronaPosition*> position).clock


cdef int history_slot(const void* position, Move move) noexcept nogil:
    return ((<const FanoronaPosition*> position).side * TYPES + move_piece(move)) << 6 | move_to(move)


cdef int correction_keys(const void* position, Key* keys) noexcept nogil:
    """The pawns, the material, and each side's officers."""
    cdef const FanoronaPosition* p = <const FanoronaPosition*> position
    cdef Key counts = 0
    cdef int color, t
    for color in range(2):
        keys[2 + color] = p.king[color] + 1
        for t in range(KING):
            counts = counts * 6 + popcount(p.type[t] & p.color[color])
            if t != PAWN:
                keys[2 + color] = mixed(keys[2 + color], p.type[t] & p.color[color])
    keys[0] = mixed(mixed(0, p.type[PAWN] & p.color[0]), p.type[PAWN] & p.color[1])
    keys[1] = mixed(0, counts)
    return 4


cdef Rules RULES
RULES.size = sizeof(FanoronaPosition)
RULES.max_moves = MAX_MOVES
RULES.search.history_slots = 2 * TYPES * 64
include "../core/rules_table.pxi"
RULES.evaluation.fifty_moves = True
RULES.moves.legal = legal
RULES.search.key_after = key_after
RULES.search.can_return = can_return
RULES.search.probe = probe
RULES.perft.count_replies = count_replies
RULES.search.correction_keys = correction_keys
RULES.perft.kinds = kinds
RULES.network.features = features
see_features(&RULES.network, FEATURE_WORDS, mirrored_feature)
RULES.network.outputs_by_hand = 1            # up to three pieces: the search finds more wins without a network
RULES.network.feature_set = b"fanorona-1"

include "../core/material_rules.pxi"


# --- Positions ----------------------------------------------------------------------------------------------


# All tables that positions have ever used: reading one may run Python code that would free it.
cdef list _used = []


def solve(Tables tables not None, str mine not None, str theirs not None) -> None:
    """Solve an ending, with either side to move, and add it to ``tables``.

    Args:
        mine, theirs: the men of each side, in the order of ``tablebase.LETTERS``.

    Raises:
        ValueError: an ending that it can lead to is missing.
    """
    tables.solve_with(&RULES, NULL, mine, theirs)


cdef class Fanorona(Position):
    """A position of Fanorona Chess.

    >>> from oddfish.cext.fanorona.game import Fanorona
    >>> Fanorona().count()
    11
    """

    def __cinit__(self, fen=None, Tables tables=None):
        """The standard start position, or that of a FEN; ``tables`` are solved endings for searches.

        Raises:
            FenError: the FEN is not a position of the game.
        """
        if self.allocate(&RULES, fen):
            self.read(fen if fen is not None else STANDARD + " w Kk - 0 1")
            self.set_weights(None)
            if tables is not None:
                self.use(tables)

    cdef FanoronaPosition* here(self):
        return <FanoronaPosition*> self.data

    cdef int use(self, Tables tables) except -1:
        if tables not in _used:
            _used.append(tables)
        self.here().tables = &tables.data
        return 0

    @property
    def tables(self) -> Tables | None:
        """The solved endings in use."""
        return <Tables> self.here().tables.owner if self.here().tables != NULL else None

    def from_fen(self, str fen not None) -> Position:
        cdef Fanorona other = Position.from_fen(self, fen)
        other.here().tables = self.here().tables
        return other

    @property
    def terms(self) -> tuple:
        return TERMS

    @property
    def move_kinds(self) -> tuple:
        return _MOVE_KINDS

    # FEN -----------------------------------------------------------------------------------------------------

    cdef int read(self, fen) except -1:
        cdef FanoronaPosition* p = self.here()
        fields = split_fields(fen, ("board", "side to move", "unmoved kings", "en passant", "clock", "move number"),
                              ("w", "-", "-", "0", "1"))
        memset(p, 0, sizeof(FanoronaPosition))
        memset(p.board, NOTHING, sizeof(p.board))
        self.read_board(fields[0])
        p.side = read_side(fields[1])
        self.read_unmoved(fields[2])
        if fields[3] != "-":
            raise FenError(f"en-passant square '{fields[3]}', but this game has no en passant: expected -")
        p.clock, p.number = read_counters(fields[4], fields[5])
        p.key = fresh_key(p)
        if not valid(p):
            raise FenError(f"the side to move could take the king on {square_name(p.king[1 - p.side], FILES)}")
        return 0

    cdef int read_board(self, board) except -1:
        cdef FanoronaPosition* p = self.here()
        cdef int sq, t, color, number
        for sq, t, color in read_pieces(board, LETTERS, FILES, RANKS):
            if t == PAWN and (sq < FILES or sq >= POINTS - FILES):
                raise FenError(f"pawn on {square_name(sq, FILES)}")
            if t == KING:
                p.king[color] = sq
            p.type[t] |= bit(sq)
            p.color[color] |= bit(sq)
            p.board[sq] = t
        for color, owner in enumerate(("Yellow", "Brown")):
            if not p.type[KING] & p.color[color]:
                raise FenError(f"{owner} has no king")
            for t in range(TYPES):
                number = popcount(p.type[t] & p.color[color])
                if number > start_count(t):
                    raise FenError(f"{owner} has {number} {_NAMES[t]}, the game has {start_count(t)}")
        return 0

    cdef int read_unmoved(self, field) except -1:
        """N7: a king that has never moved is still where it started."""
        cdef FanoronaPosition* p = self.here()
        cdef int color
        for color in read_flags(field, _UNMOVED, "unmoved king"):
            if p.king[color] != _KING_HOME[color]:
                raise FenError(f"unmoved king '{_UNMOVED[color]}', but that king is not on "
                               f"{square_name(_KING_HOME[color], FILES)}")
            p.unmoved |= 1 << color
        return 0

    cdef str cell_on(self, int sq):
        cdef FanoronaPosition* p = self.here()
        return "" if p.board[sq] == NOTHING else _LETTERS[not p.color[0] & bit(sq)][p.board[sq]]

    cdef int square_count(self) noexcept:
        return POINTS

    def fen(self) -> str:
        cdef FanoronaPosition* p = self.here()
        board = write_board(self.cells(), FILES)
        counters = write_counters(p.clock, p.number)
        return f"{board} {'b' if p.side else 'w'} {write_flags(p.unmoved, _UNMOVED)} - {counters}"

    # Moves ---------------------------------------------------------------------------------------------------

    cdef int ends(self, Move move, int* origin) noexcept:
        origin[0] = move_from(move)
        return move_to(move)

    cdef str move_text(self, Move move):
        """The text of a legal move: its points, then the victim and the promotion, if any."""
        cdef str text = <str> _SQUARES[move_from(move)] + <str> _SQUARES[move_to(move)]
        if move_victim(move) != NO_POINT:
            text += "x" + <str> _SQUARES[move_victim(move)]
        if move_promoted(move):
            text += LETTERS[move_promoted(move)].lower()
        return text

    cdef tuple shorter_texts(self, str text):
        """Shorter texts leave out the victim, the promotion, or both."""
        bare, taking, _ = text.partition("x")
        promoted = text[-1:] if text[-1:].isalpha() else ""
        if taking:
            return (bare, bare + promoted, text[:7])
        return (bare[:4],) if promoted else ()
