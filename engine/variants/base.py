"""What the engine, the protocols and the command line need to know about a variant."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any

from oddfish.cext.core.rules import Position
from oddfish.engine.endings import Endings
from oddfish.engine.options import Option, find_option


def turned_board(board: str) -> str:
    """The board of a FEN with left and right exchanged."""
    return "/".join(rank[::-1] for rank in board.split("/"))


class Deal(ABC):
    """The hidden information of one game of chance, drawn before the game begins. Only a referee may hold a deal, never
    code that chooses a move.

    Attributes:
        seed: the seed of its game: the same game with the same seed has the same deal.
    """

    seed = 0

    @abstractmethod
    def follow(self, position: Position, move: int) -> None:
        """Adapt the deal to a complete move before it is played, because its outcome may come from elsewhere and
        contradict the deal."""

    @abstractmethod
    def outcome(self, position: Position, move: int) -> int:
        """Complete a move that leaves something to chance: add the outcome that was dealt."""

    def fix_colors(self) -> None:  # noqa: B027 - most games have nothing to fix
        """Give the first player the usual colour, for boards that cannot show another. The deal stays equally likely,
        because colours that the deal decides are only names."""

    @abstractmethod
    def text(self) -> str:
        """Everything that was hidden, for the records of finished games."""


class Variant(ABC):
    """One game under one name. Stateless: options are passed in, as a mapping of names to values."""

    #: The name in XBoard and UCI, lower case.
    name: str
    #: Other names for it; the first is UCI's.
    aliases: tuple[str, ...] = ()
    #: The name that users see.
    title: str
    #: The rules in brief: paragraphs with a blank line between them.
    summary: str
    #: File name of the page with its rules.
    page: str
    files = 8
    ranks = 8
    #: Files of each board if several stand side by side; 0 for a single board.
    board_files = 0
    #: Number of piece types that can be held in hand; 0 without drops.
    pocket = 0
    #: Files of the king before and after ``O-O`` and ``O-O-O``, if the king castles along its first rank.
    castling: Mapping[str, tuple[str, str]] = {}
    #: Whether files may have its moves in SAN. False if other programs name the squares differently, or if squares hold
    #: several pieces.
    reads_san = True
    #: Whether the library writes moves in SAN: the game must have the squares and letters of chess.
    writes_san = False
    #: File name of its built-in network, if it has one; variants may share a network.
    network = ""
    #: Options whose default values that network was trained with.
    network_rules: tuple[str, ...] = ()
    #: File name of the network for other values of those options; '' if the hand-written evaluation is better.
    house_network = ""
    #: By custom, who plays first in a rematch of two people: one of :data:`oddfish.engine.rematch.FIRST`.
    rematch_first = "alternate"
    #: Options of the game itself (armies, house rules).
    options: tuple[Option, ...] = ()
    #: Names of the options that only the referee may know.
    hidden_options: tuple[str, ...] = ()
    #: Names of the options that only choose the start position: position keys already tell such games apart.
    start_options: tuple[str, ...] = ()
    #: Opening, middlegame and endgame positions that `oddfish bench` searches; the start position if there are none.
    bench_fens: tuple[str, ...] = ()
    #: By how many plies the bench reduces its depth, for games with larger trees than chess.
    bench_reduction = 0

    def defaults(self) -> dict[str, Any]:
        return {option.name: option.default for option in self.options}

    def read_options(self, given: Mapping[str, Any] | None) -> dict[str, Any]:
        """The values of all options: the given ones, read as a GUI sends them, and defaults for the rest.

        Raises:
            OptionError: there is no such option, or it does not take the value.
        """
        values = self.defaults()
        for name, value in (given or {}).items():
            option = find_option(self.options, name)
            values[option.name] = option.read(value)
        return values

    def unusual(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The options that do not have their default values."""
        usual = self.defaults()
        return {name: value for name, value in options.items() if value != usual.get(name)}

    def network_for(self, options: Mapping[str, Any]) -> str:
        """The file name of the network for a game with these options, if it is built in; '' if there is none."""
        return self.network if self.unusual(options).keys().isdisjoint(self.network_rules) else self.house_network

    def check(self, options: Mapping[str, Any]) -> None:  # noqa: B027  (most games accept any combination)
        """Check that the options are valid together.

        Raises:
            OptionError: they are not.
        """

    def rule_options(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The options, with their values, that affect the moves and results of a given position."""
        apart = (*self.hidden_options, *self.start_options)
        return {option.name: options[option.name] for option in self.options if option.name not in apart}

    def with_choices(
        self, options: Mapping[str, Any], rng: random.Random, evaluate: Callable[[Variant, Position], int]
    ) -> Mapping[str, Any]:
        """The options for :meth:`start` and :meth:`read`, including the engine's choices, if it has any.

        Args:
            evaluate: scores a position of a variant in centipawns, for the side to move.
        """
        return options

    @abstractmethod
    def start(self, options: Mapping[str, Any], rng: random.Random) -> Position:
        """The start position; ``rng`` decides what the options leave to chance."""

    @abstractmethod
    def read(self, fen: str, options: Mapping[str, Any], rng: random.Random) -> Position:
        """The position of a FEN; the options supply what the FEN leaves open.

        Raises:
            FenError: the FEN is malformed or describes an impossible position.
        """

    def read_any_board(self, fen: str, options: Mapping[str, Any], rng: random.Random) -> Position:
        """The position of a FEN, for perft: its board may be smaller than the one for games.

        Raises:
            FenError: as :meth:`read`.
        """
        return self.read(fen, options, rng)

    def deal(self, start: Position, options: Mapping[str, Any], rng: random.Random) -> Deal | None:
        """Draw the hidden information of a game from ``start``; None in games of perfect information."""
        return None

    def endings(self, options: Mapping[str, Any]) -> Endings | None:
        """The endings that can be solved under these options; None if the game has no tablebases."""
        return None

    def mirror_images(self, fen: str) -> tuple[str, ...]:
        """The FENs of the position's mirror images that have the same value; networks learn from them, too."""
        return ()

    def mirror(self, fen: str) -> str:
        """The FEN of the same position for the other player: colours exchanged, and the board turned so that the
        players change sides."""
        board, turn, rights, passed, *rest = fen.split()
        ranks, bracket, hands = board.swapcase().partition("[")
        hands = "".join(sorted(hands, key=lambda letter: (letter == "]", letter.islower())))  # White's first
        ranks = "/".join(ranks.split("/")[::-1])
        if passed != "-":
            passed = f"{passed[0]}{self.ranks + 1 - int(passed[1:])}"
        rights = "".join(sorted(rights.swapcase()))
        return " ".join((ranks + bracket + hands, "wb"[turn == "w"], rights, passed, *rest))

    @abstractmethod
    def draw(self, position: Position) -> str:
        """The position as a text diagram."""

    def rows(self, position: Position) -> list[list[str]]:
        """The FEN's letter or letters on each square, by rank from the top; '' for an empty square."""
        cells, files = position.cells(), self.files
        return [cells[start : start + files] for start in reversed(range(0, len(cells), files))]

    def legend(self, position: Position) -> list[tuple[str, str]]:
        """The letters of the diagram and their meanings."""
        return []

    def half_sized(self, position: Position) -> str:
        """Letters of the pieces that can share a square in pairs."""
        return ""

    def tags(self, position: Position) -> dict[str, str]:
        """The PGN tags that this game adds (armies …)."""
        return {}
