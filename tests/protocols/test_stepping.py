"""Stepping back and forth in Edit Game. XBoard takes plies back by `undo`, but not nulls: it sends the position after
the null before, and the plies from there."""

from __future__ import annotations

import random
import re

import pytest

from oddfish.engine.game import Game
from oddfish.protocols.projections import projection_for
from oddfish.protocols.projections.base import NULL
from support.pipes import CecpEngine

LIVELY = {"DarkCapture": "true", "MultiCapture": "true"}
_FILES = "abcdefghijklmnop"


class Shown:
    """The boards that XBoard shows, one for each ply, as it makes them by its own rules."""

    def __init__(self, setup: str):
        found = re.fullmatch(r"setup \((\S+)\) \d+x(\d+)\+0_\w+ (\S+) w .*", setup)
        assert found is not None, setup
        self.nicknames = {nickname: letter for letter, nickname in re.findall("(.)=(.)", found[1])}
        self.lowest = 0 if found[2] == "10" else 1
        self.boards = [self._read(found[3])]
        self.plies: list[str] = []

    def _read(self, board: str) -> dict[str, str]:
        cells = {}
        for rank, row in enumerate(reversed(board.split("/")), self.lowest):
            row = re.sub(r"\d+", lambda run: "." * int(run[0]), row)
            cells.update({f"{_FILES[file]}{rank}": letter for file, letter in enumerate(row)})
        return cells

    def make(self, ply: str) -> None:
        cells = dict(self.boards[-1])
        found = re.fullmatch(r"(\w\d)(?:(\w\d),\2)?(\w\d)(\w?)", ply)
        if found is not None:
            start, by_way, to, suffix = found.groups("")
            piece, cells[start] = cells[start], "."
            if by_way:
                cells[by_way] = "."
            letter = suffix.upper() if piece.isupper() else suffix
            cells[to] = self.nicknames.get(letter, letter or piece)
        self.boards.append(cells)
        self.plies.append(ply)

    def fen(self, count: int) -> str:
        """XBoard's FEN after so many plies."""
        ranks: dict[str, str] = {}
        for cell, letter in self.boards[count].items():
            ranks[cell[1]] = ranks.get(cell[1], "") + letter
        board = "/".join(ranks[rank] for rank in sorted(ranks, reverse=True))
        board = re.sub(r"\.+", lambda run: str(len(run[0])), board)
        return f"{board} {'wb'[count % 2]} - - 0 {count // 2 + 1}"

    def back(self, here: int, target: int) -> list[str]:
        """XBoard's commands for going back (`BackwardInner`)."""
        lines = []
        for count in range(here, target, -1):
            if self.plies[count - 1] == NULL:
                first = next((one for one in range(target, 0, -1) if self.plies[one - 1] == NULL), 0)
                return [*lines, f"setboard {self.fen(first)}", *self.forth(first, target)]
            lines.append("undo")
        return lines

    def forth(self, here: int, target: int) -> list[str]:
        return [f"usermove {ply}" for ply in self.plies[here:target]]


@pytest.mark.parametrize(
    ("variant", "options"),
    [("halfgi", {}), ("bifold-halfgi", {}), ("bifold-halfgi-handed", {}), ("tandem-84", {}), ("banqi", LIVELY)],
)
@pytest.mark.quick(2)
def test_back_and_forth(variant: str, options: dict[str, str]) -> None:
    """After each step the engine has the same position as when it first was there."""
    rng = random.Random(variant)
    words = [word for name, value in options.items() for word in ("--option", f"{name}={value}")]
    with CecpEngine(*words, variant=variant) as engine:
        (setup,) = (line for line in engine.ask("new", f"variant {variant}", "force") if line.startswith("setup "))
        shown, fens = Shown(setup), [engine.fen()]
        game, projection = Game(variant, options, seed=rng.randrange(2**32)), projection_for(variant)
        if game.deal is not None:
            game.deal.fix_colors()
        while len(shown.plies) < 40 and game.result() is None:
            moves = game.position.moves()
            captures = (
                [one for one in moves if game.position.make(one).clock == 0] if not game.position.has_chance else []
            )
            move = game.dealt(rng.choice(captures if captures and rng.random() < 0.5 else moves))
            for ply in projection.send(game, move):
                shown.make(ply)
                assert engine.ask(f"usermove {ply}") == []
                fens.append(engine.fen())
            game.push_move(move)
        assert NULL in shown.plies
        here = len(shown.plies)
        for _ in range(20):
            target = rng.randrange(len(fens))
            assert engine.ask(*(shown.back if target < here else shown.forth)(here, target)) == []
            assert engine.fen() == fens[target], (here, target)
            here = target
