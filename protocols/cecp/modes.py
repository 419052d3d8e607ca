"""Commands that choose whether the engine plays, analyses or waits."""

from __future__ import annotations

from oddfish.protocols.arguments import Handler
from oddfish.protocols.cecp.display import Display
from oddfish.protocols.cecp.offers import Offers
from oddfish.protocols.cecp.opponent import Opponent
from oddfish.protocols.cecp.output import CecpOutput
from oddfish.protocols.cecp.player import Player
from oddfish.protocols.cecp.searches import Searches
from oddfish.protocols.cecp.task import FIND_PONDER, PONDER
from oddfish.protocols.cecp.xboard_game import XBoardGame


class Modes:
    """Force mode, playing, analysis, pauses, pondering, thinking lines and draw offers."""

    def __init__(
        self,
        current: XBoardGame,
        output: CecpOutput,
        searches: Searches,
        player: Player,
        offers: Offers,
        opponent: Opponent,
        display: Display,
    ):
        self._current = current
        self._output = output
        self._searches = searches
        self._player = player
        self._offers = offers
        self._opponent = opponent
        self._display = display

    def commands(self) -> dict[str, Handler]:
        return {
            "force": self.force,
            "go": self.go,
            "playother": self.play_other,
            "?": lambda text: self._searches.move_now(),
            "result": lambda text: self._player.leave(),
            "draw": self.draw,
            "analyze": self.analyze,
            "exit": self.force,
            "pause": lambda text: self._player.pause(),
            "resume": lambda text: self._player.resume(),
            "hard": lambda text: self._player.permit_pondering(True),
            "easy": self.easy,
            "post": lambda text: self._searches.post_lines(True),
            "nopost": lambda text: self._searches.post_lines(False),
        }

    def force(self, text: str) -> None:
        self._searches.stop_counting()
        self._player.leave()

    def go(self, text: str) -> None:
        if self._searches.thinking:
            return
        self._opponent.agree_on_setup(self._current.game.turn)
        game = self._current.game
        if not self._opponent.computer:
            self._display.seat_person(1 - game.turn)
            self._output.write(*self._current.view.corrections(game))
        self._player.set_mode(game.turn)
        self._player.proceed()

    def go_after_unfinished_turn(self) -> None:
        """Play the side that is not to move. XBoard sends ``go`` once, right after the user's first move, before it
        knows that the move was illegal or only part of a turn."""
        self._player.set_mode(1 - self._current.game.turn)
        self._player.proceed()

    def play_other(self, text: str) -> None:
        ponder_move = self._player.ponder_move
        self._opponent.agree_on_setup(1 - self._current.game.turn)
        self._player.set_mode(1 - self._current.game.turn)
        self._player.proceed()
        self._player.start_pondering(ponder_move)

    def draw(self, text: str) -> None:
        self._offers.offer_draw()
        if not self._searches.thinking:
            self._player.between_searches(lambda: self._offers.judge(self._player.side))
            self._offers.answer_draw()

    def analyze(self, text: str) -> None:
        self._player.set_mode(None, analyzing=True)
        self._player.proceed()

    def easy(self, text: str) -> None:
        self._player.permit_pondering(False)
        task = self._searches.task
        if task is not None and task.kind in (PONDER, FIND_PONDER):
            self._searches.abandon()
