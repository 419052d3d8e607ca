"""Positions in Python, in every game: moves and their texts, results, keys, evaluation."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from oddfish.cext.core.terms import Term

_P = TypeVar("_P", bound=Position)

#: Why a game ended, in the words of docs/rules/README.md; the first is '' (it has not ended).
REASONS: tuple[str, ...]

class Position:
    """A position of some game. Positions are immutable: :meth:`make` returns the next one."""

    @property
    def turn(self) -> int:
        """The side to move: 0 the first player, 1 the second."""

    @property
    def number(self) -> int:
        """The move number, from 1."""

    @property
    def clock(self) -> int:
        """Plies (or the game's turns) since the last irreversible move."""

    @property
    def key(self) -> int:
        """The 64-bit position key; equal for positions that count as the same for repetition."""

    @property
    def fresh_key(self) -> int:
        """The key computed from scratch: equal to :attr:`key` unless something is broken."""

    @property
    def check(self) -> bool:
        """Whether the side to move is in check."""

    @property
    def reversible_plies(self) -> int:
        """How many plies back an equal position can be; 0 after an irreversible move."""

    def valid(self) -> bool:
        """Whether the internal struct satisfies its invariants."""

    @property
    def feature_set(self) -> str:
        """The name of the features that networks of this game use; '' if it has none."""
    @property
    def feature_count(self) -> int:
        """The number of features; :meth:`features` lists numbers below it."""
    @property
    def outputs_by_hand(self) -> int:
        """Positions with a lower output are evaluated without a network, even if there is one."""
    @property
    def can_turn(self) -> bool:
        """Whether a network of this game may turn the board (:meth:`features`)."""
    def features(self, player: int, turning: bool = False) -> tuple[int, list[int]]:
        """The position as a player sees it, for a network, or with ``turning`` for one that turns the board: the
        network output to use, and the features present, in ascending order. ValueError if the game has no features or
        cannot be turned, or if the features cannot represent the position."""
    def evaluate(self) -> int:
        """The static evaluation in centipawns, for the side to move."""

    @property
    def terms(self) -> tuple[Term, ...]:
        """The evaluation's terms: name, default and bounds of each weight."""

    @property
    def move_kinds(self) -> tuple[str, ...]:
        """Names of the kinds of moves by which perft can split its counts, '' for kinds that this game does not have;
        empty if perft cannot split its counts."""

    @property
    def weights(self) -> tuple[int, ...]:
        """The value of each term, in the order of :attr:`terms`."""

    def with_weights(self: _P, values: Sequence[int]) -> _P:
        """The same position with other weights, an int for each of :attr:`terms`; positions made from it keep them.
        ValueError if their number is wrong or one is outside its term's bounds."""

    @property
    def has_material_only(self) -> bool:
        """Whether the game can be evaluated by material alone."""
    def with_material_only(self: _P) -> _P:
        """The same position evaluated by material alone, as are the positions made from it. ValueError if the game
        has no such evaluation."""

    def from_fen(self: _P, fen: str) -> _P:
        """Another position of the same game, with the same setup (armies, rules) and weights. FenError if the FEN is
        not a position of this game."""

    def moves(self) -> list[int]:
        """The legal moves, packed, in the generator's order."""

    def moves_to(self, square: int) -> list[tuple[int, int]]:
        """The legal moves to a square, each with the square that it comes from, as ``(origin, move)``. It leaves out
        drops, turns of several moves, and whatever else does not go from one square to another. ValueError if there is
        no such square."""

    def noisy(self) -> list[int]:
        """The legal moves that quiescence search tries, such as captures and promotions."""

    def count(self) -> int:
        """The number of legal moves."""

    def quiets(self) -> list[int]:
        """The legal moves that :meth:`noisy` leaves out."""

    @property
    def has_chance(self) -> bool:
        """Whether this is a game of chance: some moves have random outcomes."""
    @property
    def has_turns(self) -> bool:
        """Whether a move is a turn of several moves, which the search makes one by one."""

    def outcomes(self, move: int) -> list[tuple[int, int]]:
        """The ``(move with outcome, weight)`` pairs of a legal move; a move without chance is its own only outcome.
        ValueError if the move is not legal here, as from every method that takes one."""

    def make(self: _P, move: int) -> _P:
        """The position after ``move``. ValueError if the move is not legal here, or is one of chance and has no
        outcome yet."""

    def inside(self: _P, move: int) -> list[tuple[_P, int]]:
        """The positions inside a turn of several moves, each with the rest of the turn, which is a legal move there;
        none in other games.

        Raises:
            ValueError: the move is not legal here.
        """

    def is_legal(self, move: int) -> bool:
        """Whether a number is a legal move here."""

    def gives_check(self, move: int) -> bool:
        """Whether a legal move without chance gives check."""

    def first_check(self, moves: Iterable[int]) -> int:
        """The index of the first of these legal moves (without chance) that gives check; their number if none does."""

    def key_after(self, move: int) -> int | None:
        """The key after a legal move, as the search predicts it before making the move; None if the game does not."""

    def gain(self, move: int) -> int:
        """The material that a legal move wins at once by capture or promotion, in centipawns; 0 for a quiet move."""

    def see(self, move: int, threshold: int) -> bool:
        """Static exchange evaluation: whether a legal move nets at least ``threshold`` centipawns on its target."""

    def is_quiet(self) -> bool:
        """Whether the side to move is not in check and has no capture or promotion that wins material by static
        exchange evaluation; where a turn has several moves, only first moves count."""

    def outcome(self) -> tuple[int, str]:
        """The result for the side to move: ``(0 ongoing | 1 lost | 2 drawn | 3 won, one of REASONS)``; repetition is
        not considered."""

    def probe(self) -> tuple[int, int] | None:
        """The result by endgame tablebases, as ``(result as in outcome(), plies to the end)``; None if unknown."""

    def repetition(self: _P, line: Sequence[_P]) -> tuple[int, str]:
        """The result of a repetition for the side to move, as in :meth:`outcome`. ``line`` holds the positions from the
        repeated one to this one. ValueError if there are fewer than two, or of different games."""

    def can_return(self: _P, line: Sequence[_P]) -> bool:
        """Whether the search sees a move back to the first position of ``line`` (as in :meth:`repetition`), an odd
        number of plies ago; False in games where it does not look for one."""

    def text(self, move: int) -> str:
        """The canonical text of a legal move."""

    def texts(self) -> list[str]:
        """The canonical texts of the legal moves, in the order of :meth:`moves`."""

    def abbreviations(self, text: str) -> tuple[str, ...]:
        """Shorter texts for the canonical ``text``, valid if no other legal move fits."""

    def parse(self, text: str) -> int:
        """The legal move that a text stands for, ignoring case. Unique abbreviations are accepted.
        MoveError if no legal move has that text, AmbiguousMoveError if several fit an abbreviation."""

    def cell(self, square: int) -> str:
        """The FEN's letter or letters on a square, '' if it is empty. Squares are numbered rank by rank from a1.
        ValueError if the square is not on the board."""
    def cells(self) -> list[str]:
        """The :meth:`cell` of each square."""

    def fen(self) -> str:
        """The complete FEN, in the dialect of docs/rules."""
