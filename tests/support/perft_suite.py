"""The perft suites for tests and benches: those of ``oddfish.engine.suites``, and ``tests/data/perft`` for games that
are not variants of the engine.

Our suites have more than the required fields: every entry has a name, and lines such as ``# D1-D4: who`` say for which
depths who computed or checked the numbers. In games of chance a source is for decisions and outcomes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from oddfish.cext.core.rules import Position
from oddfish.cext.fanorona.game import ALTERNATE, STANDARD
from oddfish.cext.halfchess.armies import FIDE, Army
from oddfish.cext.halfchess.game import HALF_SETUP, HALFGI_SETUP, NORMAL_SETUP, HalfChess, Setup, augmented_setup
from oddfish.engine.game import Game
from oddfish.engine.suites import BadLine, builtin, builtin_text, open_position, read_suite

FOLDER = Path(__file__).parents[1] / "data" / "perft"
OTHERS = tuple(path.stem for path in FOLDER.glob("*.epd"))

#: Halfgi's rules with ordinary pieces: not a variant of the engine, but other programs know it.
CHESSGI_SETUP = Setup(Army(FIDE), Army(FIDE), drops=True)

SETUPS = {"normal": NORMAL_SETUP, "half-chess": HALF_SETUP, "halfgi": HALFGI_SETUP, "chessgi": CHESSGI_SETUP}

#: Start positions of the Fanorona family.
FANORONA = {
    "fanorona-chess": f"{STANDARD} w Kk - 0 1",
    "fanorona-chess-alternate": f"{ALTERNATE} w Kk - 0 1",
}

#: Games of chance; ``entries`` and ``variants`` leave them out by default.
CHANCE = ("banqi", "banqi-hongkong")

_SOURCE = re.compile(r"# D(\d+)(?:-D(\d+))?: (.+)")


class Entry(NamedTuple):
    """One position with its leaf counts by depth and the sources of those (first depth, last depth, text).

    In a game of chance ``counts`` are decisions; ``outcomes`` is empty in others.
    """

    variant: str
    name: str
    fen: str
    counts: dict[int, int]
    sources: tuple[tuple[int, int, str], ...]
    outcomes: dict[int, int]
    options: dict[str, str]  # by the engine's names

    @property
    def id(self) -> str:
        return f"{self.variant}: {self.name}"

    def depth_within(self, nodes: int) -> int:
        """The greatest depth with at most ``nodes`` leaves (at least the first)."""
        return max((depth for depth, count in self.counts.items() if count <= nodes), default=min(self.counts))

    def position(self) -> Position:
        return read_position(self.variant, self.fen, options=self.options)


def read_position(
    variant: str,
    fen: str | None = None,
    armies: tuple[str, str] | None = None,
    options: Mapping[str, str] | None = None,
) -> Position:
    """A position of any variant with a suite, ``chessgi`` included; armies from the FEN or given, Banqi's board as
    large as the FEN's."""
    if variant in CHANCE and fen is not None:
        return open_position(variant, fen, options or {})
    if variant in SETUPS:
        return HalfChess(SETUPS[variant], fen)
    chosen = dict(options or {})
    if armies is not None:
        chosen |= zip(("WhiteArmy", "BlackArmy"), armies)
    return Game(variant, chosen, fen).positions[0]


@cache
def setup_of(variant: str, armies: tuple[str, str]) -> Setup:
    return augmented_setup(variant, *armies)


@cache
def suite(variant: str) -> tuple[Entry, ...]:
    """A variant's suite.

    Raises:
        ValueError: the file is malformed; the message says where.
    """
    text = (FOLDER / f"{variant}.epd").read_text() if variant in OTHERS else builtin_text(variant)
    found = []
    for entry in read_suite(text, f"{variant}.epd", variant if variant in OTHERS else None):
        if isinstance(entry, BadLine):
            raise entry
        if not entry.name:
            raise ValueError(f"{entry.place}: expected '## name' first")
        if entry.variant != variant:
            raise ValueError(f"{entry.place}: the header names variant '{entry.variant}'")
        if list(entry.outcomes) != (list(entry.counts) if variant in CHANCE else []):
            raise ValueError(f"{entry.place}: outcomes are for games of chance, to the same depths as decisions")
        sources = [
            (int(source[1]), int(source[2] or source[1]), source[3])
            for source in map(_SOURCE.fullmatch, entry.notes)
            if source
        ]
        if max((last for _, last, _ in sources), default=0) < max(entry.counts):
            raise ValueError(f"{entry.place}: some depth has no source")
        found.append(Entry(variant, entry.name, entry.fen, entry.counts, tuple(sources), entry.outcomes, entry.options))
    return tuple(found)


def variants(chance: bool = False) -> list[str]:
    """The variants with a suite: those without chance, or those with it."""
    return sorted(name for name in (*builtin(), *OTHERS) if (name in CHANCE) == chance)


def entries(chance: bool = False) -> Iterator[Entry]:
    """Every entry of every suite of ``variants(chance)``."""
    for variant in variants(chance):
        yield from suite(variant)
