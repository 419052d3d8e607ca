"""Tandem-84 in a real XBoard, as ``oddfish xboard tandem-84`` starts it: by mouse, by file, and by itself.

What is to be marked, and the plies that XBoard is to make, are written down by hand from rules/tandem-84.md.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from gui import harness
from gui.harness import Display, Image, XBoard, missing_programs, wait_until
from oddfish.cext.tandem import Tandem
from oddfish.engine.game import Game
from oddfish.protocols.pictures import tandem_pictures
from oddfish.protocols.projections import projection_for
from oddfish.protocols.projections.tandem import Turn
from tandem_boards import FILES, board

VARIANT = "tandem-84"
LAUNCH = [sys.executable, "-m", "oddfish.protocols.main", "xboard"]
NULL = "@@@@"
START = "gbmcnrrnkqbg/pppppppppppp/12/12/12/PPPPPPPPPPPP/GBQKNRRNCMBG"

pytestmark = [
    pytest.mark.gui,
    pytest.mark.skipif(bool(missing_programs()), reason=f"not installed: {', '.join(missing_programs())}"),
]


def grid(squares: Mapping[str, str]) -> str:
    """The text of `highlight` for colours by square."""
    return board(" ".join(color + square for square, color in squares.items()))


def marked(**squares: str) -> str:
    """The same, the squares of each colour listed: ``marked(Y="a1 b1")``."""
    return grid({square: color for color, names in squares.items() for square in names.split()})


class Boards(XBoard):
    """A person against the engine. Plain squares unless `texture`: the harness finds the board by their colours.

    Args:
        pieces: where the game begins, as "Kd1 ki7 …": the person, who plays White unless `flipped`, is to move.
    """

    def __init__(
        self,
        display: Display,
        pieces: str = "",
        *,
        variant: str = VARIANT,
        depth: int = 2,
        flipped: bool = False,
        texture: bool = False,
        match: Sequence[str] = (),
        options: Sequence[str] = (),
    ):
        plain = ("-useBoardTexture", "false", "-overrideLineGap", "1", "-highlightMoveWithArrow", "false")
        look = ["-showCoords", "false", *([] if texture else plain)]
        super().__init__(
            display,
            launch=[*LAUNCH, variant, *match, "--"],
            options=["-depth", str(depth), *look, *options],
            variant=variant,
            files=12 if variant == VARIANT else 8,
            ranks=7 if variant == VARIANT else 8,
            flipped=flipped,
            ready=not match,
        )
        self.start = f"{board(pieces)} w - - 0 1" if pieces else ""

    def command_line(self) -> list[str]:
        words = super().command_line()
        if self.start:
            (self.home / "start.fen").write_text(f"{self.start}\n")
            words += ["-loadPositionFile", str(self.home / "start.fen")]
        return words

    def reply(self, plies: int = 1) -> list[str]:
        """The engine's next plies."""
        return [self.wait_output(r"move (\S+)")[1] for _ in range(plies)]

    def turn(self) -> list[str]:
        """The engine's next turn: one ply where nothing follows."""
        first = len(self.moves())
        wait_until(lambda: not self.referee(self.moves())[1] and len(self.moves()) > first, "a whole turn")
        return self.moves()[first:]

    def play(self, origin: str, to: str) -> None:
        """One ply of the person's, by two clicks."""
        assert self.move(origin, to) == origin + to

    def referee(self, plies: Sequence[str]) -> tuple[Game, list[str]]:
        """What was played, by our rules, and the plies of an unfinished turn."""
        projection = projection_for(VARIANT)
        game = Game(VARIANT, fen=projection.read_fen(self.start) if self.start else None)
        rest: list[str] = []
        for ply in plies:
            move, replies = projection.receive(game, ply, human=False)
            assert not replies
            rest.append(ply)
            if move is not None:
                game.push(move)
                rest = []
        return game, rest

    def check(self) -> str:
        """XBoard's board must be the one our rules lead to; its ranks."""
        moves = self.moves()
        game, rest = self.referee(moves)
        assert isinstance(game.position, Tandem)
        expected = Turn(game.position, rest).inside.board_fen()
        shown = self.save_position(self.home / "shown.fen").split()
        assert shown[:2] == [expected, "wb"[len(moves) % 2]], f"XBoard shows {shown}, it should be {expected}"
        assert not self.errors(), self.dialogs()
        return shown[0]


# One move of each kind, by White and by Black ---------------------------------------------------------------------

#: What is clicked, and the plies that come of it where it is the turn's first move.
KINDS = {
    "ordinary": ("Kd1 Ne1 Pl2 ki7 pa6 pl6", "e1", "f3", ["e1f3"], marked(Y="c2 d3 f3 i2 j3 l3")),
    "capture": ("Kd1 Ra1 Pl2 ki7 pa5 pl6", "a1", "a5", ["a1a5"], None),
    "drop move": ("Kd1 Bc2 Pl2 ki7 nk4 pa6", "c2", "g4", ["c2g4"], marked(Y="b1 b3 a4 d3 e4 f5 h1 j1 h3 g4 j3", R="k4")),
    "drop capture": ("Kd1 Bc2 Pl2 ki7 nk4 pa6", "c2", "k4", ["c2k4"], None),
    "pawn drop, double step": ("Kd1 Pb2 Pl2 ki7 pa6 pl6", "b2", "h4", ["b2h4"], marked(Y="b3 b4 h3 h4")),
    "drop/swap": ("Kd1 Rb1 Nh1 Pl2 ki7 pa6 pl6", "b1", "h1", ["b1h1"], None),
    "ghost swap": ("Kd1 Ga1 Rb1 Pl2 ki7 pa6 pl6", "a1", "b1", ["a1b1"], marked(Y="a2 b1 b2 g2 h1 h2")),
    "ghost swap after a drop": ("Kd1 Ga1 Nh1 Pl2 ki7 pa6 pl6", "a1", "h1", ["a1h1"], marked(Y="a2 b1 b2 g2 h1 h2")),
    "castling at home": ("Kd1 Rf1 Rg1 Pl2 ki7 pa6 pl6", "d1", "f1", ["d1f1", NULL, "f1e1"],
                         marked(Y="c1 e1 c2 d2 e2 i1 i2 j2 k2 k1 f1 g1 h1")),
    "castling by drop, at the rook": ("Kd1 Rf1 Rg1 Pl2 ki7 pa6 pl6", "d1", "g1", ["d1h1", NULL, "g1i1"], None),
    "castling by drop, at the square": ("Kd1 Rf1 Rg1 Pl2 ki7 pa6 pl6", "d1", "h1", ["d1h1", NULL, "g1i1"], None),
}  # fmt: skip


def mirrored(text: str) -> str:
    """Squares as Black has them: castling turns the boards round (T10)."""
    return re.sub(r"([a-l])([1-7])", lambda found: FILES[11 - FILES.index(found[1])] + str(8 - int(found[2])), text)


def turned(pieces: str) -> str:
    """Black's pieces for White's, seen from the other side."""
    return mirrored(pieces).swapcase() if not pieces else " ".join(
        piece[0].swapcase() + mirrored(piece[1:]) for piece in pieces.split()
    )  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_first_move(display: Display, kind: str) -> None:
    pieces, origin, to, plies, marks = KINDS[kind]
    with Boards(display, pieces) as boards:
        sent = boards.lift(origin)
        if marks is not None:
            assert sent == marks
            wait_until(lambda: boards.marks() == marks, "the marks")
        boards.click(to)
        boards.wait_command(f"usermove {origin}{to}$")
        wait_until(lambda: boards.moves() == [*plies, NULL], f"{plies} and a null")
        boards.check()
        boards.play("l2", "l3")
        answer = boards.turn()
        assert boards.moves() == [*plies, NULL, "l2l3", *answer]
        boards.check()


@pytest.mark.parametrize("kind", KINDS)
def test_second_move(display: Display, kind: str) -> None:
    pieces, origin, to, plies, _ = KINDS[kind]
    with Boards(display, pieces) as boards:
        boards.play("l2", "l3")
        boards.reply()
        boards.lift(origin)
        boards.click(to)
        boards.wait_command(f"usermove {origin}{to}$")
        wait_until(lambda: boards.moves()[: len(plies) + 2] == ["l2l3", NULL, *plies], f"{plies}")
        boards.turn()
        boards.check()
