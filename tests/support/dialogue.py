"""Checks of the lines that an engine sends, for tests of both protocols."""

from __future__ import annotations

import re

from oddfish.engine.game import Game

# ply score cs nodes, tab, seldepth knps tbhits, tab, PV
THINKING = re.compile(r"(\d+) (-?\d+) (\d+) (\d+)\t(\d+) (\d+) (\d+)\t(\S+(?: \S+)*)")


def legal(variant: str, fen: str) -> set[str]:
    """The legal moves of a position, as the protocols write them."""
    return set(Game(variant, fen=fen).legal())


def check_info(line: str) -> None:
    """Assert that a line is a complete UCI `info` line of a search."""
    assert re.fullmatch(
        r"info depth \d+ seldepth \d+ multipv \d+ score (cp -?\d+|mate -?\d+)( lowerbound| upperbound)? "
        r"nodes \d+ nps \d+ hashfull \d+ tbhits \d+ time \d+ pv( \S+)+",
        line,
    ), line


def moves_in(lines: list[str]) -> list[str]:
    """The moves that a CECP engine made."""
    return [line.removeprefix("move ") for line in lines if line.startswith("move ")]


def thinking(lines: list[str]) -> list[re.Match[str]]:
    """The CECP thinking lines, split into fields."""
    return [found for line in lines if (found := THINKING.fullmatch(line))]
