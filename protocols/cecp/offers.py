"""When the engine resigns, and which draw offers it accepts."""

from __future__ import annotations

from oddfish.engine.searcher import Searcher
from oddfish.protocols.agreement import agrees_to_draw
from oddfish.protocols.cecp.output import CecpOutput
from oddfish.protocols.cecp.xboard_game import XBoardGame

#: Resign after this many of the engine's moves in a row at this score or below.
_RESIGN_SCORE, _RESIGN_MOVES = -900, 3


class Offers:
    """Resigns and answers draw offers by the score of the engine's last move."""

    def __init__(self, current: XBoardGame, searcher: Searcher, output: CecpOutput):
        self._current = current
        self._searcher = searcher
        self._output = output
        self._resigning = False  # in hopeless games
        self._hopeless_moves = 0  # in a row
        self._draw_offered = False
        self._score: int | None = None  # of the engine's last move, in centipawns

    def new_game(self) -> None:
        self._draw_offered = False
        self._score = None
        self._hopeless_moves = 0

    def set_resigning(self, resigning: bool) -> None:
        self._resigning = resigning

    def offer_draw(self) -> None:
        """Record the opponent's draw offer. It stands until the engine's next move."""
        self._draw_offered = True

    def resigns(self, score: int, side: int) -> bool:
        """Whether the engine resigns instead of playing the move it found.

        Args:
            score: the move's score in centipawns.
            side: the engine's side.
        """
        self._score = score
        if self._resigning or self._draw_offered:
            self.judge(side)
        hopeless = self._resigning and self._score <= _RESIGN_SCORE
        self._hopeless_moves = self._hopeless_moves + 1 if hopeless else 0
        return self._hopeless_moves >= _RESIGN_MOVES

    def close_draw(self) -> None:
        """Accept or decline a draw offer before the engine moves."""
        self.answer_draw()
        self._draw_offered = False

    def judge(self, side: int | None) -> None:
        """At a weaker playing level, score the position by a search at full strength: a weak level's score is no basis
        for resigning or agreeing to a draw. No other search may be running."""
        if self._score is not None and side is not None and not self._searcher.skill.is_full:
            score = self._searcher.judge(self._current.game)
            self._score = score if self._current.game.turn == side else -score

    def answer_draw(self) -> None:
        """Accept a draw offer if the engine's last score is low enough."""
        if not self._draw_offered or self._score is None:
            return
        if agrees_to_draw(self._score, len(self._current.game.moves)):
            self._draw_offered = False
            self._output.write("offer draw")
