"""What a variant tells the engine, the front ends and the command line about itself."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

from oddfish.cext.core.rules import Position
from oddfish.engine.options import Option


class Deal(ABC):
    """What is hidden in one game of chance, drawn before it begins. Only a referee holds one: nothing that chooses a
    move may."""

    @abstractmethod
    def outcome(self, position: Position, move: int) -> int:
        """The complete move that ``move``, which leaves something to chance, turns out to be."""

    @abstractmethod
    def text(self) -> str:
        """What is hidden, for records of finished games."""


class Variant(ABC):
    """One game under one name. Stateless: options come in as a mapping of names to values."""

    #: XBoard and UCI name, lower case.
    name: str
    #: Name for people.
    title: str
    #: One paragraph of rules.
    summary: str
    #: Rule page in the docs and section.
    page: str
    files = 8
    ranks = 8
    #: Files of each of several boards that stand side by side, 0 if there is one board.
    board_files = 0
    #: Kinds of pieces that may be in a hand, 0 where nothing is dropped.
    pocket = 0
    #: Options of the game itself (armies, house rules).
    options: tuple[Option, ...] = ()
    #: Names of those that a referee keeps from the players.
    secrets: tuple[str, ...] = ()
    #: Names of those that choose a start position and nothing else: the keys of positions tell such games apart.
    arrays: tuple[str, ...] = ()

    def defaults(self) -> dict[str, Any]:
        return {option.name: option.default for option in self.options}

    def check(self, options: Mapping[str, Any]) -> None:  # noqa: B027  (most games have nothing to refuse)
        """Refuse options that do not fit each other or this game.

        Raises:
            OptionError: says which and why.
        """

    def rule_options(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The options that the moves and results of a given position depend on, with their values."""
        apart = (*self.secrets, *self.arrays)
        return {option.name: options[option.name] for option in self.options if option.name not in apart}

    @abstractmethod
    def start(self, options: Mapping[str, Any], rng: random.Random) -> Position:
        """The start position; what the options leave to chance is drawn from ``rng``."""

    @abstractmethod
    def read(self, fen: str, options: Mapping[str, Any], rng: random.Random) -> Position:
        """The position of a FEN; what it leaves open comes from the options.

        Raises:
            FenError: what is wrong and where.
        """

    def deal(self, start: Position, options: Mapping[str, Any], rng: random.Random) -> Deal | None:
        """Draw what is hidden in a game from ``start``; None where nothing is."""
        return None

    @abstractmethod
    def draw(self, position: Position) -> str:
        """A picture of the position in text."""

    def legend(self, position: Position) -> list[tuple[str, str]]:
        """Letters and what they stand for, for those who see the picture."""
        return []

    def half_sized(self, position: Position) -> str:
        """Letters of the pieces of which two may share a square."""
        return ""

    def tags(self, position: Position) -> dict[str, str]:
        """PGN tags this game adds (armies …)."""
        return {}
