"""The opponent's engine: its name, set-ups agreed with it, and games it hands over.

In variants whose players choose their set-up, an engine's name states its own (:meth:`Projection.badge`). XBoard passes
the name on, so that both engines can play by both set-ups.

Two Machines may start in the middle of a game that only the other engine knows. XBoard then sends this one the moves
first, and the other's name, with the set-up, after them. A move that is illegal by this engine's own set-up is
therefore not refused at once: it is held, with the moves after it, until the name arrives, or something else, or
nothing for a while.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping
from typing import Any, ClassVar

from oddfish.engine.files import FileError, read_text
from oddfish.engine.game import Game
from oddfish.engine.options import OptionError
from oddfish.protocols.cecp.player import Player
from oddfish.protocols.recorded import open_records, recorded_setup, tags_of_games
from oddfish.protocols.session import Handler
from oddfish.protocols.settings import Settings
from oddfish.protocols.streams import Inbox, Writer, printable

#: The commands by which XBoard hands over a game: others release held moves.
HANDOVER_COMMANDS = ("usermove", "computer", "name")
_HOLD_SECONDS = 0.2


class Opponent(Player):
    """What the engine knows about its opponent."""

    def __init__(self, inbox: Inbox, write: Writer, settings: Settings):
        super().__init__(inbox, write, settings)
        self.computer = False  # the opponent is one
        self.opponent = ""  # its name
        self.held_moves: list[str] = []
        self._hold_timer: threading.Timer | None = None
        self._releasing = False

    def usermove(self, text: str) -> None:
        """Make a move of the opponent."""
        raise NotImplementedError

    def against_computer(self, text: str) -> None:
        self.computer = True

    def name(self, text: str) -> None:
        self.opponent = printable(text)
        if self.computer and (self.game.moves or self.held_moves) and not self.owns_game:
            self._take_game_over()
        self.release_held_moves()

    def remind(self) -> None:
        if not self.computer:
            super().remind()

    def agree_on_setup(self, side: int) -> None:
        """Before the first move, adopt the set-up that the opponent's name states; the engine plays ``side``."""
        if self.game.moves or not self.opponent:
            return
        options = self.projection.agree(self.game, self.opponent, side)
        self.opponent = ""
        if options:
            self._adopt(options)

    def _adopt(self, options: Mapping[str, Any]) -> None:
        """Set the start of the game up again by another set-up."""
        fen = None if self.from_start else self.projection.write_fen(self.game.position)
        self.settings.fix(options)
        self.set_up(None if fen is None else self.projection.read_fen(fen))
        self.comment(self.projection.describe(self.game))

    def adopt_recorded_setup(self) -> None:
        """Before the first move of a game that XBoard loads, adopt the set-up that its file tells. Of the file XBoard
        sends the moves alone."""
        if not self.clicks or not self.may_be_handover():
            return
        known = self.projection.describe(self.game)
        for path in open_records(os.getppid()):
            try:
                games = tags_of_games(read_text(path, errors="replace").splitlines())
                setups = [setup for tags in games if (setup := recorded_setup(tags, self.game, self.projection))]
                if any(setup != setups[0] for setup in setups):
                    self.write(
                        "telluser The file's games differ in their set-ups: oddfish xboard --load FILE --number N"
                    )
                elif setups:
                    Game(self.settings.variant, {**self.settings.values, **setups[0]})
                    self._adopt(setups[0])
            except (FileError, OptionError):  # a set-up that the variant does not have
                continue
            description = self.projection.describe(self.game)
            if description != known:
                self.write(f"telluser This game: {description}; oddfish xboard --load shows its pieces")
                return

    def _take_game_over(self) -> None:
        """Adopt the set-up of the game that the opponent hands over, and replay its moves."""
        options = self.projection.join(self.game, self.opponent)
        if not options:
            return
        moves = self.game.texts()
        start = self.game.positions[0]
        fen = None if self.from_start else self.projection.read_fen(self.projection.write_fen(start))
        self.settings.fix(options)
        self.set_up(fen)
        for move in moves:
            self.game.push(move)
        self.comment(self.projection.describe(self.game))

    def may_be_handover(self) -> bool:
        """Whether the moves received may be those of a game that is being handed over."""
        joining = self.projection.joins and self.side is None and not self.analyzing
        return joining and not self.owns_game and not self._releasing

    def hold_move(self, move: str) -> None:
        self.held_moves.append(move)
        self._hold_timer = threading.Timer(_HOLD_SECONDS, self.inbox.post, [self.release_held_moves])
        self._hold_timer.daemon = True
        self._hold_timer.start()

    def release_held_moves(self) -> None:
        """Make the moves that were held, or refuse them."""
        if self._hold_timer is not None:
            self._hold_timer.cancel()
        moves, self.held_moves = self.held_moves, []
        self._releasing = True
        try:
            for move in moves:
                self.usermove(move)
        finally:
            self._releasing = False

    handlers: ClassVar[dict[str, Handler]] = {
        "computer": against_computer,
        "name": name,
    }
