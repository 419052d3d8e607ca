"""Fanorona Chess (rules/fanorona-chess.md): `fanorona-chess` and `fanorona-chess-alternate`.

:class:`Fanorona` is one position, read from and printed as the FEN and the move texts of the rule page.
"""

from libc.string cimport memset

from oddfish.cext.fanorona.position cimport (KING, NOTHING, PAWN, TYPES, FanoronaPosition, Weights, move_from,
                                             move_piece, move_promoted, move_to, move_victim)
from oddfish.cext.fanorona.geometry cimport NO_POINT
from oddfish.cext.core.bits cimport bit, popcount
from oddfish.cext.fanorona.evaluation cimport evaluate, gain, material, see
from oddfish.cext.fanorona.geometry cimport Lines, fanorona_lines
from oddfish.cext.fanorona.moves cimport count, fresh_key, generate, in_check, make, make_null, noisy, valid
from oddfish.cext.core.rules cimport Position, Rules
from oddfish.cext.core.types cimport (CHECKMATE, DRAWN, LOST, MAX_MOVES, MOVE_RULE, NO_REASON, ONGOING, STALEMATE, Move,
                                 Outcome, Reason)

from oddfish.cext.core.fen import (read_number, read_rank, read_side, split_fields, split_ranks, square_name,
                              write_rank)
from oddfish.cext.fanorona.evaluation import TERMS
from oddfish.cext.core.rules import FenError

LETTERS = "PNBRQK"
_NAMES = ("pawns", "Knights", "Bishops", "Rooks", "Queens", "kings")
_MOST = (5, 2, 2, 2, 1, 1)
STANDARD = "nrkrn/1bqb1/ppppp/5/5/5/PPPPP/1BQB1/NRKRN"
ALTERNATE = "brkrb/n1q1n/ppppp/5/5/5/PPPPP/N1Q1N/BRKRB"
_KING_HOME = (2, 42)        # c1, c9

cdef const Lines* L = fanorona_lines()


# --- The rules table ----------------------------------------------------------------------------------------


cdef bint null_move_allowed(const void* position) noexcept nogil:
    """A side with few pieces left may be in zugzwang, and stalemate loses here."""
    cdef const FanoronaPosition* p = <const FanoronaPosition*> position
    return popcount(p.color[p.side] & ~(p.type[PAWN] | p.type[KING])) >= 2


cdef Outcome outcome(const void* position, int legal_moves, Reason* reason) noexcept nogil:
    if legal_moves == 0:            # N9: the stalemated player loses too
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


cdef Rules RULES
RULES.size = sizeof(FanoronaPosition)
RULES.max_moves = MAX_MOVES
RULES.history_slots = 2 * TYPES * 64
include "../core/rules_table.pxi"

# The same game evaluated by material alone, to measure what the evaluation is worth.
cdef Rules MATERIAL_RULES = RULES
MATERIAL_RULES.evaluate = material
RULES.material_only = &MATERIAL_RULES


# --- Positions ----------------------------------------------------------------------------------------------


cdef class Fanorona(Position):
    """A position of Fanorona Chess.

    >>> from oddfish.cext.fanorona.game import Fanorona
    >>> Fanorona().count()
    11
    """

    def __init__(self, fen: str | None = None):
        """The standard start position, or the one of a FEN.

        Raises:
            FenError: the FEN is no position of the game; the text says what is wrong.
        """
        self.allocate(&RULES)
        self.read(fen if fen is not None else STANDARD + " w Kk - 0 1")
        self.weigh(None)

    cdef FanoronaPosition* here(self):
        return <FanoronaPosition*> self.data

    @property
    def terms(self) -> tuple:
        return TERMS

    cdef int read(self, fen) except -1:
        cdef FanoronaPosition* p = self.here()
        fields = split_fields(fen, ("board", "side to move", "unmoved kings", "en passant", "clock", "move number"),
                              ("w", "-", "-", "0", "1"))
        memset(p, 0, sizeof(FanoronaPosition))
        memset(p.board, NOTHING, 64)
        self.read_board(fields[0])
        p.side = read_side(fields[1])
        if fields[2] != "-":
            self.read_unmoved(fields[2])
        if fields[3] != "-":
            raise FenError(f"en-passant square '{fields[3]}', but this game has no en passant: expected -")
        p.clock = read_number(fields[4], "clock", 0, 10000)
        p.number = read_number(fields[5], "move number", 1, 30000)
        p.key = fresh_key(p)
        if not valid(p):
            raise FenError(f"the side to move could take the king on {square_name(p.king[1 - p.side], 5)}")
        return 0

    cdef int read_board(self, board) except -1:
        cdef FanoronaPosition* p = self.here()
        cdef int sq, t, color, rank = 9
        for row in split_ranks(board, 9):
            for file, letter in read_rank(row, rank, 5):
                sq = (rank - 1) * 5 + <int> file
                t = LETTERS.find(letter.upper())
                if t < 0 or not letter.isascii():
                    raise FenError(f"'{letter}' on {square_name(sq, 5)} is no piece, expected one of "
                                   f"{LETTERS}{LETTERS.lower()}")
                color = 0 if letter.isupper() else 1
                if t == PAWN and (rank == 1 or rank == 9):
                    raise FenError(f"pawn on {square_name(sq, 5)}")
                if t == KING:
                    p.king[color] = sq
                p.type[t] |= bit(sq)
                p.color[color] |= bit(sq)
                p.board[sq] = t
            rank -= 1
        for color in range(2):
            owner = "Brown" if color else "Yellow"
            if not p.type[KING] & p.color[color]:
                raise FenError(f"{owner} has no king")
            for t in range(TYPES):
                number = popcount(p.type[t] & p.color[color])
                if number > _MOST[t]:
                    raise FenError(f"{owner} has {number} {_NAMES[t]}, the game has {_MOST[t]}")
        return 0

    cdef int read_unmoved(self, field) except -1:
        cdef FanoronaPosition* p = self.here()
        for letter in field:
            if letter not in "Kk":
                raise FenError(f"unmoved king '{letter}', expected K or k")
            color = "Kk".index(letter)
            if p.unmoved & 1 << <int> color:
                raise FenError(f"unmoved king '{letter}' twice")
            if p.king[<int> color] != _KING_HOME[color]:
                raise FenError(f"unmoved king '{letter}', but that king is not on {square_name(_KING_HOME[color], 5)}")
            p.unmoved |= 1 << <int> color
        return 0

    def letter(self, int sq) -> str:
        """The FEN letter on a point, '' if empty."""
        cdef FanoronaPosition* p = self.here()
        if p.board[sq] == NOTHING:
            return ""
        letter = LETTERS[p.board[sq]]
        return letter if p.color[0] & bit(sq) else letter.lower()

    def fen(self) -> str:
        cdef FanoronaPosition* p = self.here()
        board = "/".join(write_rank([self.letter(rank * 5 + file) for file in range(5)]) for rank in range(8, -1, -1))
        unmoved = ("K" if p.unmoved & 1 else "") + ("k" if p.unmoved & 2 else "") or "-"
        return f"{board} {'b' if p.side else 'w'} {unmoved} - {p.clock} {p.number}"

    def text(self, Move move) -> str:
        text = square_name(move_from(move), 5) + square_name(move_to(move), 5)
        if move_victim(move) != NO_POINT:
            text += "x" + square_name(move_victim(move), 5)
        if move_promoted(move):
            text += LETTERS[move_promoted(move)].lower()
        return text

    def abbreviations(self, text: str) -> tuple:
        bare, taking, _ = text.partition("x")
        promoted = text[-1] if text[-1].isalpha() else ""
        if taking:
            return (bare, bare + promoted, text[:7])
        return (bare[:4],) if promoted else ()
