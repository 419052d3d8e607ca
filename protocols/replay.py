"""UCI's ``position`` sends the whole game every time. Only the moves that differ from the last game are played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from oddfish.cext.core.rules import Position
from oddfish.engine.game import Game, MoveError
from oddfish.protocols.settings import Settings


class Replay:
    """Sets up games from lists of moves, starting from the moves they share with the previous game."""

    def __init__(self) -> None:
        self._origin: tuple[Any, ...] | None = None  # what the start position depends on
        self._game: Game | None = None
        self._texts: list[str] = []  # its moves as they were given

    def game(self, settings: Settings, fen: str | None, texts: Sequence[str]) -> Game:
        """The game from a FEN, or from the current game's start, after these moves; it holds no deal.

        The game is not copied: you may read it, and push moves, until the next call.

        Raises:
            FenError: the FEN is invalid in this variant.
            MoveError: a move is illegal, ambiguous, or lacks its outcome; the error gives its number.
        """
        origin = (settings.variant, settings.game_values, fen)
        if self._game is not None and origin == self._origin:
            known = self._known_plies(self._game, texts)
            game = self._game.copy(known)
        else:
            known = 0
            game = settings.game(fen)
            game.deal = None
        for number, text in enumerate(texts[known:], known + 1):
            try:
                game.push_move(game.parse_complete(text))
            except MoveError as error:
                raise MoveError(f"illegal move {number}: {error}; the position stays as it was") from None
        self._origin, self._game, self._texts = origin, game, list(texts)
        return game

    def _known_plies(self, game: Game, texts: Sequence[str]) -> int:
        """The number of moves, from the first, that the previous game and a list of texts have in common."""
        plies = min(len(self._texts), len(texts))
        plies = next((ply for ply, (old, new) in enumerate(zip(self._texts, texts)) if old != new), plies)
        for position, move, text in zip(game.positions[plies:], game.moves[plies:], texts[plies:]):
            if text != position.text(move) and not _means(position, text, move):
                break
            plies += 1
        return plies


def _means(position: Position, text: str, move: int) -> bool:
    """Whether a text that differs from a move's canonical one means that move."""
    try:
        return position.parse(text) == move
    except MoveError:
        return False
