"""Reader of ``tests/data/perft/*.epd``: perft suites as data, shared by tests and benches.

A file is one variant's suite::

    # variant: half-chess             (file header; other comment lines before the first entry say more)
    ## start                          opens an entry and names it
    # D1-D4: tests/reference          which depths whom the numbers come from or were checked by
    # options: Castling=false         where options of the game are not at their defaults
    FEN ;D1 20 ;D2 400                leaf nodes by depth (rules/README.md "Perft")

In games of chance D is "decisions" and ``;O1 448`` adds "outcomes"; a source speaks for both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from oddfish.cext.banqi import game as banqi
from oddfish.cext.core.rules import Position
from oddfish.cext.fanorona.game import ALTERNATE, STANDARD
from oddfish.cext.halfchess.armies import FIDE, Army
from oddfish.cext.halfchess.game import HALF_SETUP, HALFGI_SETUP, NORMAL_SETUP, HalfChess, Setup, augmented_setup
from oddfish.engine.game import Game
from reference.banqi import Options

FOLDER = Path(__file__).parents[1] / "data" / "perft"

#: Halfgi's machinery with ordinary pieces: no variant of the engine, but other programs know it.
CHESSGI_SETUP = Setup(Army(FIDE), Army(FIDE), drops=True)

SETUPS = {"normal": NORMAL_SETUP, "half-chess": HALF_SETUP, "halfgi": HALFGI_SETUP, "chessgi": CHESSGI_SETUP}

#: Start positions of the Fanorona family.
FANORONA = {
    "fanorona-chess": f"{STANDARD} w Kk - 0 1",
    "fanorona-chess-alternate": f"{ALTERNATE} w Kk - 0 1",
}

#: Games of chance; ``entries`` and ``variants`` leave them out unless asked.
CHANCE = ("banqi", "banqi-hongkong")

_COUNT = re.compile(r"([DO])(\d+) (\d+)")
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
    if variant in CHANCE:
        ranks = 8 if fen is None else fen.split("[")[0].count("/") + 1
        return banqi.Banqi(banqi_setup(variant, options or {}, ranks), fen)
    if variant in SETUPS:
        return HalfChess(SETUPS[variant], fen)
    chosen = dict(options or {})
    if armies is not None:
        chosen |= zip(("WhiteArmy", "BlackArmy"), armies)
    return Game(variant, chosen, fen).positions[0]


@cache
def setup_of(variant: str, armies: tuple[str, str]) -> Setup:
    return augmented_setup(variant, *armies)


def banqi_setup(variant: str, options: Mapping[str, str], ranks: int = 8) -> banqi.Setup:
    """Banqi's rules under the house rules that a suite knows, on a board of any size."""
    return banqi.Setup(**vars(Options.named(variant, options)), ranks=ranks)


@cache
def suite(variant: str) -> tuple[Entry, ...]:
    """A variant's suite.

    Raises:
        ValueError: the file is not in the format above; the text says where.
    """
    path = FOLDER / f"{variant}.epd"
    name, sources, options, entries, said = "", [], {}, [], ""
    for number, line in enumerate(path.read_text().splitlines(), 1):
        where = f"{path.name}:{number}"
        if line.startswith("## "):
            name, sources, options = line[3:], [], {}
        elif line.startswith("#"):
            source = _SOURCE.fullmatch(line)
            if line.startswith("# variant: "):
                said = line.removeprefix("# variant: ")
            elif line.startswith("# options: "):
                options = dict(option.split("=") for option in line.removeprefix("# options: ").split())
            elif source:
                sources.append((int(source[1]), int(source[2] or source[1]), source[3]))
        elif line:
            fen, *fields = (field.strip() for field in line.split(";"))
            matches = [_COUNT.fullmatch(field) for field in fields]
            if not name or not matches or not all(matches):
                raise ValueError(f"{where}: expected '## name' and then FEN ;D1 n ;D2 n ...")
            counts, outcomes = (
                {int(match[2]): int(match[3]) for match in matches if match and match[1] == kind} for kind in "DO"
            )
            if list(outcomes) != (list(counts) if variant in CHANCE else []):
                raise ValueError(f"{where}: outcomes are for games of chance, to the same depths as decisions")
            if not sources or max(last for _, last, _ in sources) < max(counts):
                raise ValueError(f"{where}: some depth has no source")
            entries.append(Entry(variant, name, fen, counts, tuple(sources), outcomes, options))
            name = ""
    if said != variant:
        raise ValueError(f"{path.name}: its header names variant '{said}'")
    return tuple(entries)


def variants(chance: bool = False) -> list[str]:
    """The variants with a suite: those without chance, or those with."""
    return sorted(path.stem for path in FOLDER.glob("*.epd") if (path.stem in CHANCE) == chance)


def entries(chance: bool = False) -> Iterator[Entry]:
    """Every entry of every suite of ``variants(chance)``."""
    for variant in variants(chance):
        yield from suite(variant)
