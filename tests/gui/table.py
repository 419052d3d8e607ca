"""Our engine in XBoard as ``oddfish xboard VARIANT`` starts it, with our own referee looking on."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from gui.harness import Display, Message, XBoard, wait_until
from oddfish.engine.game import Game

#: White's and Black's; every type differs from every other, so that pawns promote to eight.
ARMIES = ("RF-CD-BW-QV", "RA-VS-BC-RVF")
FULL_ARMIES = ("RA-NW-BD-QV", "RC-IA-BV-RNF")


def oddfish_command() -> str:
    """The installed command of this Python."""
    found = shutil.which("oddfish", path=str(Path(sys.executable).parent)) or shutil.which("oddfish")
    assert found, "no oddfish command: install the package (make build)"
    return found


def army_options(variant: str) -> dict[str, str]:
    """The armies the tests play with, by the options' names."""
    if not variant.startswith("augmented"):
        return {}
    white, black = ARMIES if variant == "augmented-half-chess" else FULL_ARMIES
    return {"WhiteArmy": white, "BlackArmy": black}


class Table(XBoard):
    """A person against the engine.

    Args:
        fen: where the game begins, in XBoard's dialect: White to move lets the person play White at once.
        depth: of the engine's search; 0 leaves it to its clock.
        options: further flags of XBoard's.
    """

    def __init__(
        self,
        display: Display,
        variant: str,
        fen: str = "",
        *,
        depth: int = 2,
        flipped: bool = False,
        options: Sequence[str] = (),
    ):
        chosen = [word for item in army_options(variant).items() for word in ("--option", "=".join(item))]
        super().__init__(
            display,
            launch=[oddfish_command(), "xboard", variant, *chosen, "--"],
            options=["-depth", str(depth), *options] if depth else options,
            variant=variant,
            holdings=holdings(variant),
            flipped=flipped,
        )
        self.fen = fen

    def command_line(self) -> list[str]:
        words = super().command_line()
        if self.fen:
            (self.home / "start.fen").write_text(f"{self.fen}\n")
            words += ["-loadPositionFile", str(self.home / "start.fen")]
        return words

    def armies(self) -> dict[str, str]:
        """The present game's, as the engine told them."""
        if not self.variant.startswith("augmented"):
            return {}
        told = [m.text for m in self.messages() if not m.sent and m.text.startswith("# armies ")]
        return dict(re.findall(r"(\w+)=(\S+)", told[-1]))

    def switch(self, variant: str) -> None:
        """File > New Variant."""
        self.new_variant(variant)
        self.variant = variant
        self.reshape(8, 8, holdings(variant))

    def mark(self, square: str) -> str:
        """Lift a piece; the engine's marks, once they are drawn."""
        sent = self.lift(square)
        self.wait_drawn(sent)
        return sent

    def wait_drawn(self, marks: str) -> None:
        wait_until(lambda: self.marks() == marks, f"marks drawn as {marks}")

    def reply(self) -> str:
        """The engine's next move."""
        return self.wait_output(r"move (\S+)")[1]

    def finish(self, target: str) -> str:
        """Put down what was lifted, and the engine's reply."""
        self.skip()
        self.click(target)
        self.wait_command("usermove ")
        return self.reply()

    def play(self, origin: str, target: str) -> str:
        """A move by two clicks, and the engine's reply to it."""
        assert self.move(origin, target) == origin + target
        return self.reply()

    def referee(self) -> Game:
        """What has been played, by our rules."""
        start = next(
            (m.text.split(" ", 1)[1] for m in reversed(self._game_messages()) if m.text.startswith("setboard ")), None
        )
        game = Game(self.variant, self.armies(), None if start is None else start.replace("[-]", "[]"))
        for move in self.moves():
            game.push(plain(move))
        return game

    def _game_messages(self) -> list[Message]:
        """What was said to the first engine since the last `new`."""
        sent = [message for message in self.messages() if message.sent and message.engine == "first"]
        last = max(index for index, message in enumerate(sent) if message.text == "new")
        return sent[last:]

    def check(self) -> str:
        """XBoard's board must be the one our rules lead to; its ranks."""
        shown = self.save_position(self.home / "shown.fen")
        expected = self.referee().fen()
        assert essence(shown) == essence(expected), f"XBoard shows {shown.strip()}, it should be {expected}"
        return shown.split()[0]

    def sent(self, command: str) -> int:
        """How often XBoard has sent a command to the engine."""
        return sum(1 for m in self.messages() if m.sent and m.text.split(" ")[0] == command)


def holdings(variant: str) -> int:
    return 5 if variant == "halfgi" else 0


def plain(move: str) -> str:
    """A move as the engine knows it: XBoard may be told of en passant by way of the victim."""
    via = re.fullmatch(r"(\w\d)\w\d,\w\d(\w\d)", move)
    return via[1] + via[2] if via else move


def essence(fen: str) -> tuple[str, ...]:
    """What two dialects must agree about: the board, hands in any order, side to move and castling rights."""
    board, turn, castling = fen.split()[:3]
    board, _, hand = board.partition("[")
    return (board, "".join(sorted(hand.strip("]-"))), turn, castling)
