"""Games that another engine hands over, and games that XBoard loads.

"Two Machines" can start in the middle of a game that only the other engine knows. XBoard then sends us the moves first
and the other engine's name, which states its set-up, after them. So we do not refuse a move at once if it is illegal
in our own set-up: we hold it, and the moves after it, until the name arrives, another command arrives, or a short time
has passed.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable

from oddfish.cext.core.background import BackgroundThread
from oddfish.engine.files import FileError
from oddfish.engine.game import Game
from oddfish.engine.options import OptionError
from oddfish.protocols.arguments import Handler
from oddfish.protocols.cecp.opponent import Opponent
from oddfish.protocols.cecp.output import CecpOutput
from oddfish.protocols.cecp.player import Player
from oddfish.protocols.cecp.xboard_game import XBoardGame
from oddfish.protocols.recorded import open_records, recorded_setup

#: The commands that XBoard sends to hand over a game. Any other command releases the held moves.
HANDOVER_COMMANDS = ("usermove", "computer", "name")
_HOLD_SECONDS = 0.2


class Handover:
    """``computer`` and ``name``, and the moves that wait for them.

    Args:
        post: calls a function on the session's thread.
    """

    def __init__(
        self,
        current: XBoardGame,
        output: CecpOutput,
        player: Player,
        opponent: Opponent,
        post: Callable[[Callable[[], None]], None],
    ):
        self._current = current
        self._output = output
        self._player = player
        self._opponent = opponent
        self._post = post
        self._held: list[str] = []
        self._make: Handler = lambda move: None  # makes a held move
        self._over = threading.Event()  # no move of the last wait is held any more
        self._releasing = False

    def commands(self) -> dict[str, Handler]:
        return {"computer": self._opponent.meet_computer, "name": self.name}

    @property
    def holds_moves(self) -> bool:
        return bool(self._held)

    @property
    def possible(self) -> bool:
        """Whether another engine may be handing over a game."""
        joining = self._current.projection.joins and self._player.forced
        return joining and not self._opponent.owns_game and not self._releasing

    def name(self, text: str) -> None:
        self._opponent.meet(text)
        if self._opponent.computer and (self._current.game.moves or self._held) and not self._opponent.owns_game:
            self._opponent.join_game()
        self.release()

    def hold(self, move: str, make: Handler) -> None:
        """Hold an illegal move, and release it after a short time, or at once if there is no memory for a thread.

        Args:
            make: makes or refuses a released move.
        """
        self._held.append(move)
        self._make = make
        self._over = over = threading.Event()

        def wait() -> None:
            if not over.wait(_HOLD_SECONDS):
                self._post(self.release)

        try:
            BackgroundThread(wait)
        except MemoryError:
            self.release()

    def hold_next(self, move: str) -> None:
        """Hold another move after those already held."""
        self._held.append(move)

    def release(self) -> None:
        """Make or refuse the held moves."""
        self._over.set()
        moves, self._held = self._held, []
        self._releasing = True
        try:
            for move in moves:
                self._make(move)
        finally:
            self._releasing = False

    def adopt_recorded_setup(self) -> None:
        """Before the first move of a game that XBoard loads, adopt the set-up stated in its file. XBoard sends only the
        moves of the file."""
        if not self._current.clicks or not self.possible:
            return
        game, projection, settings = self._current.game, self._current.projection, self._current.settings
        known = projection.describe(game)
        from oddfish.engine.pgn import read_tags  # slow to import

        for path in open_records(os.getppid()):
            try:
                setups = [setup for tags in read_tags(path) if (setup := recorded_setup(tags, game, projection))]
                if any(setup != setups[0] for setup in setups):
                    self._output.tell_user(
                        "The file's games differ in their set-ups: oddfish xboard --load FILE --number N"
                    )
                elif setups:
                    Game(settings.variant, {**settings.values, **setups[0]})
                    self._opponent.adopt(setups[0])
            except (FileError, OptionError):  # a set-up that the variant does not have
                continue
            description = projection.describe(self._current.game)
            if description != known:
                self._output.tell_user(f"This game: {description}; oddfish xboard --load shows its pieces")
                return
