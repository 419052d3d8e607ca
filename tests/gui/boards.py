"""Tandem-84 in a real XBoard, as ``oddfish xboard tandem-84`` starts it, with our own referee watching."""

from __future__ import annotations

from collections.abc import Sequence

from gui.harness import Display, wait_until
from gui.table import NULL, Table
from oddfish.cext.tandem.game import Tandem
from oddfish.protocols.projections import Projection
from oddfish.protocols.projections.tandem import Turn
from tandem_boards import board

VARIANT = "tandem-84"


class Boards(Table):
    """A person against the engine.

    Args:
        pieces: the start position, as "Kd1 ki7 …". The person, who plays White unless `flipped`, is to move.
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
        words: Sequence[str] = (),
        options: Sequence[str] = (),
    ):
        fen = f"{board(pieces)} w - - 0 1" if pieces else ""
        super().__init__(
            display, variant, fen, depth=depth, flipped=flipped, texture=texture, words=words, options=options
        )

    def _start(self, projection: Projection) -> str | None:
        """XBoard also sends `setboard` when it takes back a null; that is not a new start."""
        return projection.read_fen(self.fen) if self.fen else None

    def turn(self) -> list[str]:
        """The plies of the engine's turn, once the person is to move again."""

        def last() -> list[str] | None:
            game, rest, turns = self.read(self.moves())
            return turns[-1] if not rest and turns and game.turn == int(self.flipped) else None

        return wait_until(last, "the engine's turn")

    def play_ply(self, origin: str, to: str) -> None:
        """A ply of the person, by two clicks."""
        assert self.move(origin, to) == origin + to

    def moves(self) -> list[str]:
        """The plies of the present game; where XBoard takes a null back, it sets up the position after the last null
        before."""
        plies: list[str] = []
        for message in self.messages():
            command, _, rest = message.text.partition(" ")
            if message.engine != "first":
                continue
            if command == ("usermove" if message.sent else "move"):
                plies.append(rest.strip())
            elif command == "Illegal" or command == "undo":
                del plies[-1:]
            elif command == "remove":
                del plies[-2:]
            elif command == "new":
                plies = []
            elif command == "setboard":
                _, side, *_, number = rest.split()
                del plies[2 * int(number) - 2 + (side == "b") :]
        return plies

    def enter_plies(self, plies: Sequence[str]) -> None:
        """The person's plies; the engine makes nulls and completes castlings."""
        clicked = -1
        for index, ply in enumerate(plies):
            if plies[index + 1 : index + 4 : 2] == [NULL, NULL] and plies[index + 4][:2] == ply[2:]:  # a detour
                clicked = index + 4
                self.lift(ply[:2])
                self.click(plies[index + 2][:2])
            elif index <= clicked or ply == NULL:
                pass  # the engine's
            elif len(ply) == 5:
                self.promote(ply[:2], ply[2:4], ply[4])
            else:
                self.lift(ply[:2])
                self.click(ply[-2:])
                clicked = index + 2 if ply in ("d1h1", "i7e7") else index  # castling
            wait_until(lambda index=index: len(self.moves()) > index, f"{ply} to be made")  # type: ignore[misc]
        assert self.moves() == list(plies)

    def check(self) -> str:
        """Check that XBoard's board is the one by our rules; returns its ranks."""
        moves = self.moves()
        game, rest, _ = self.read(moves)
        assert isinstance(game.position, Tandem)
        expected = Turn(game.position, rest).inside.board_fen()
        shown = self.save_position(self.home / "shown.fen").split()
        assert shown[:2] == [expected, "wb"[len(moves) % 2]], f"XBoard shows {shown}, it should be {expected}"
        assert not self.errors(), self.dialogs()
        return shown[0]
