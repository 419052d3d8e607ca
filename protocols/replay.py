"""The moves of UCI's ``position``, which sends the whole game every time: only what is new is played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from oddfish.engine.game import Game, MoveError
from oddfish.protocols.settings import Settings


class Replay:
    """Sets up games from lists of moves, and goes on from the game before as far as the lists agree."""

    def __init__(self) -> None:
        self._origin: tuple[Any, ...] | None = None
        self._texts: list[str] = []
        self._game: Game | None = None

    def game(self, settings: Settings, fen: str | None, texts: Sequence[str]) -> Game:
        """The game from a FEN, or from the current game's start, after these moves; it holds no deal.

        Raises:
            FenError: the FEN is invalid in this variant.
            MoveError: a move is illegal, ambiguous, or lacks its outcome; the error gives its number.
        """
        origin = (settings.variant, settings.game_values, fen)
        if self._game is not None and origin == self._origin:
            game, known = self._game.copy(), _agreeing(texts, self._texts)
            del game.positions[known + 1 :], game.moves[known:]
        else:
            game, known = settings.game(fen), 0
            game.deal = None
        for number, text in enumerate(texts[known:], known + 1):
            try:
                game.push_move(game.parse_complete(text))
            except MoveError as error:
                raise MoveError(f"illegal move {number}: {error}; the position stays as it was") from None
        self._origin, self._texts, self._game = origin, list(texts), game
        return game.copy()


def _agreeing(texts: Sequence[str], others: Sequence[str]) -> int:
    """The number of texts, from the first, that two lists have in common."""
    for number, (text, other) in enumerate(zip(texts, others)):
        if text != other:
            return number
    return min(len(texts), len(others))
