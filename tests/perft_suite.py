"""Reader of ``tests/perft/*.epd``: perft suites as data, shared by tests and benches.

A file is one variant's suite::

    # variant: half-chess             (file header; other comment lines before the first entry say more)
    ## start                          opens an entry and names it
    # D1-D4: tests/reference          which depths whom the numbers come from or were checked by
    # options: Castling=false         where options of the game are not at their defaults
    FEN ;D1 20 ;D2 400                leaf nodes by depth (rules/README.md "Perft")
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from oddfish.cext.armies import FIDE, Army
from oddfish.cext.bifold import VARIANTS as BIFOLD
from oddfish.cext.bifold import Bifold
from oddfish.cext.bifold import Setup as BifoldSetup
from oddfish.cext.fanorona import ALTERNATE, STANDARD, Fanorona
from oddfish.cext.halfchess import HALF_SETUP, HALFGI_SETUP, NORMAL_SETUP, HalfChess, Setup, augmented_setup
from oddfish.cext.rules import Position

FOLDER = Path(__file__).parent / "perft"

#: Halfgi's machinery with ordinary pieces: no variant of the engine, but other programs know it.
CHESSGI_SETUP = Setup(Army(FIDE), Army(FIDE), drops=True)

SETUPS = {"normal": NORMAL_SETUP, "half-chess": HALF_SETUP, "halfgi": HALFGI_SETUP, "chessgi": CHESSGI_SETUP}

#: Start positions of the Fanorona family.
FANORONA = {
    "fanorona-chess": f"{STANDARD} w Kk - 0 1",
    "fanorona-chess-alternate": f"{ALTERNATE} w Kk - 0 1",
}

_COUNT = re.compile(r"D(\d+) (\d+)")
_SOURCE = re.compile(r"# D(\d+)(?:-D(\d+))?: (.+)")


class Entry(NamedTuple):
    """One position with its leaf counts by depth and the sources of those (first depth, last depth, text)."""

    variant: str
    name: str
    fen: str
    counts: dict[int, int]
    sources: tuple[tuple[int, int, str], ...]
    options: Mapping[str, bool] = {}

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
    options: Mapping[str, bool] = {},
) -> Position:
    """A position of any variant with a suite, ``chessgi`` included; armies from the FEN or given."""
    if variant in FANORONA:
        return Fanorona(FANORONA[variant] if fen is None else fen)
    if variant in BIFOLD:
        castling, beside = options.get("Castling", True), options.get("DropBesideEnemy", True)
        return Bifold(BifoldSetup(variant, castling, beside), fen)
    if variant in SETUPS:
        return HalfChess(SETUPS[variant], fen)
    if armies is None:
        assert fen is not None
        white, black = fen.split()[6].split(":")
        armies = (white, black)
    return HalfChess(setup_of(variant, armies), fen)


@cache
def setup_of(variant: str, armies: tuple[str, str]) -> Setup:
    return augmented_setup(variant, *armies)


@cache
def suite(variant: str) -> tuple[Entry, ...]:
    """A variant's suite.

    Raises:
        ValueError: the file is not in the format above; the text says where.
    """
    path = FOLDER / f"{variant}.epd"
    name, sources, entries, said = "", [], [], ""
    options: dict[str, bool] = {}
    for number, line in enumerate(path.read_text().splitlines(), 1):
        where = f"{path.name}:{number}"
        if line.startswith("## "):
            name, sources, options = line[3:], [], {}
        elif line.startswith("#"):
            source = _SOURCE.fullmatch(line)
            if line.startswith("# variant: "):
                said = line.removeprefix("# variant: ")
            elif line.startswith("# options: "):
                options = {key: value == "true" for key, value in re.findall(r"(\w+)=(\w+)", line)}
            elif source:
                sources.append((int(source[1]), int(source[2] or source[1]), source[3]))
        elif line:
            fen, *fields = (field.strip() for field in line.split(";"))
            matches = [_COUNT.fullmatch(field) for field in fields]
            if not name or not matches or not all(matches):
                raise ValueError(f"{where}: expected '## name' and then FEN ;D1 n ;D2 n ...")
            counts = {int(match[1]): int(match[2]) for match in matches if match}
            if not sources or max(last for _, last, _ in sources) < max(counts):
                raise ValueError(f"{where}: some depth has no source")
            entries.append(Entry(variant, name, fen, counts, tuple(sources), options))
            name = ""
    if said != variant:
        raise ValueError(f"{path.name}: its header names variant '{said}'")
    return tuple(entries)


def variants() -> list[str]:
    """The variants with a suite."""
    return sorted(path.stem for path in FOLDER.glob("*.epd"))


def entries() -> Iterator[Entry]:
    """Every entry of every suite."""
    for variant in variants():
        yield from suite(variant)
