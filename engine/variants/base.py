"""The facts about a variant that the engine, the protocols and the command line ask for."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

from oddfish.cext.core.rules import Position
from oddfish.engine.options import Option
from oddfish.engine.tablebase import Endings


def turned_board(board: str) -> str:
    """The board of a FEN with left and right exchanged."""
    return "/".join(rank[::-1] for rank in board.split("/"))


class Deal(ABC):
    """The hidden information of one game of chance, drawn before it begins. Only a referee may hold one, never
    anything that chooses a move.

    Attributes:
        seed: the seed of the game that it was drawn for: the same game with the same seed has the same deal.
    """

    seed = 0

    @abstractmethod
    def follow(self, position: Position, move: int) -> None:
        """Make a complete move, about to be played, part of the deal, which has it otherwise if its outcome comes from
        elsewhere."""

    @abstractmethod
    def outcome(self, position: Position, move: int) -> int:
        """The complete move, given one that leaves something to chance."""

    @abstractmethod
    def text(self) -> str:
        """All that was hidden, for the records of finished games."""


class Variant(ABC):
    """One game under one name. Stateless: options are passed in, as a mapping of names to values."""

    #: The name in XBoard and UCI, lower case.
    name: str
    #: Other names it is known by; the first is UCI's.
    aliases: tuple[str, ...] = ()
    #: The name shown to people.
    title: str
    #: One paragraph of rules.
    summary: str
    #: The rule page's file name.
    page: str
    files = 8
    ranks = 8
    #: Files of each board where several stand side by side; 0 for a single board.
    board_files = 0
    #: Number of piece types that can be held in hand; 0 without drops.
    pocket = 0
    #: Files of the king before and after ``O-O`` and ``O-O-O``, where castling is a king's move along its own first
    #: rank.
    castling: Mapping[str, tuple[str, str]] = {}
    #: The name of the file of its built-in network, if it has one; several variants may share it.
    network = ""
    #: Options by whose usual values that network was trained; under others the hand-made evaluation knows more.
    network_rules: tuple[str, ...] = ()
    #: Options of the game itself (armies, house rules).
    options: tuple[Option, ...] = ()
    #: Names of the options that only the referee may know.
    hidden_options: tuple[str, ...] = ()
    #: Names of the options that only choose the start position: position keys already tell such games apart.
    start_options: tuple[str, ...] = ()
    #: Opening, middlegame and endgame positions that `oddfish bench` searches; the start position if there are none.
    bench_fens: tuple[str, ...] = ()
    #: Plies by which the bench searches less deep, where the game's trees are larger than those of chess.
    bench_reduction = 0

    def defaults(self) -> dict[str, Any]:
        return {option.name: option.default for option in self.options}

    def unusual(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Those of the options that do not have their usual values."""
        usual = self.defaults()
        return {name: value for name, value in options.items() if value != usual.get(name)}

    def check(self, options: Mapping[str, Any]) -> None:  # noqa: B027  (most games accept any combination)
        """Check that the options fit each other and the game.

        Raises:
            OptionError: they do not.
        """

    def rule_options(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The options, with their values, that the moves and results of a given position depend on."""
        apart = (*self.hidden_options, *self.start_options)
        return {option.name: options[option.name] for option in self.options if option.name not in apart}

    @abstractmethod
    def start(self, options: Mapping[str, Any], rng: random.Random) -> Position:
        """The start position; ``rng`` decides what the options leave to chance."""

    @abstractmethod
    def read(self, fen: str, options: Mapping[str, Any], rng: random.Random) -> Position:
        """The position of a FEN; the options supply what it leaves open.

        Raises:
            FenError: the FEN is malformed or describes an impossible position.
        """

    def read_any_board(self, fen: str, options: Mapping[str, Any], rng: random.Random) -> Position:
        """The position of a FEN to count from, whose board may be smaller than the one that games are played on.

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
        """The FENs of positions that differ from this one only as its mirror images do, and have the same value:
        networks learn from them, too."""
        return ()

    @abstractmethod
    def draw(self, position: Position) -> str:
        """The position as a text diagram."""

    def legend(self, position: Position) -> list[tuple[str, str]]:
        """The letters of the diagram and their meanings."""
        return []

    def half_sized(self, position: Position) -> str:
        """Letters of the pieces that can share a square in pairs."""
        return ""

    def tags(self, position: Position) -> dict[str, str]:
        """The PGN tags this game adds (armies …)."""
        return {}
