"""Reads and checks the contents of messages from a page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from oddfish.cext.core.errors import FenError
from oddfish.engine.game import Game
from oddfish.engine.options import OptionError
from oddfish.engine.variants import UnknownVariantError, get_variant
from oddfish.protocols.web.loading import LoadError, from_pgn, play
from oddfish.protocols.web.quiz import Quiz

#: The longest game in plies, and the longest text in a message.
MOST_PLIES, MOST_TEXT = 3000, 400
#: The maximum number of clicks in a move.
_MOST_CLICKS = 6


class RefusedError(ValueError):
    """A message that asks for something impossible; the text says why."""


def text_in(message: Mapping[str, Any], name: str) -> str:
    """A text in a message; '' if it has none.

    Raises:
        RefusedError: it is not a text, or too long.
    """
    value = message.get(name, "")
    if not isinstance(value, str) or len(value) > MOST_TEXT:
        raise RefusedError(f"{name}: expected a short string")
    return value


def number_in(message: Mapping[str, Any], name: str, high: float, default: float = 0) -> float:
    """A number from 0 in a message.

    Raises:
        RefusedError: it is not a number, or outside its range.
    """
    value = message.get(name, default)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= high:
        raise RefusedError(f"{name}: expected a number from 0 to {high:g}")
    return value


def whole_in(message: Mapping[str, Any], name: str, high: int, default: int = 0) -> int:
    """A number in a message, as :func:`number_in` reads it, rounded down."""
    return int(number_in(message, name, high, default))


def clicks_in(message: Mapping[str, Any]) -> list[str]:
    """The clicks in a message.

    Raises:
        RefusedError: they are not clicks, or there are too many.
    """
    made = message.get("clicks")
    if (
        not isinstance(made, list)
        or not 0 < len(made) <= _MOST_CLICKS
        or not all(isinstance(click, str) and len(click) <= MOST_TEXT for click in made)
    ):
        raise RefusedError("clicks: expected a short list of strings")
    return made


def options_in(message: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a game in a message.

    Raises:
        RefusedError: they are malformed.
    """
    options = message.get("options", {})
    if not isinstance(options, dict) or not all(isinstance(value, (str, int, bool)) for value in options.values()):
        raise RefusedError("options: expected names and values")
    return options


def new_game(message: Mapping[str, Any]) -> Game:
    """The game that a message requests.

    Raises:
        RefusedError: there is no such game.
    """
    options = options_in(message)
    pgn, moves = message.get("pgn", ""), message.get("moves", [])
    if not isinstance(pgn, str) or not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise RefusedError("pgn, moves: expected a string and a list of strings")
    try:
        variant = text_in(message, "variant")
        if pgn:
            return from_pgn(pgn, variant)
        game = Game(get_variant(variant), options, text_in(message, "fen") or None)
        play(game, moves[:MOST_PLIES])
        return game
    except (UnknownVariantError, OptionError, FenError, LoadError) as error:
        raise RefusedError(str(error)) from None


def new_quiz(message: Mapping[str, Any]) -> Quiz | None:
    """The puzzle that a message requests; None if it requests a game.

    Raises:
        RefusedError: there is no such puzzle.
    """
    if "puzzle" not in message:
        return None
    try:
        return Quiz(text_in(message, "variant"), whole_in(message, "puzzle", 10_000))
    except IndexError:
        raise RefusedError("There is no such puzzle.") from None


def new_puzzle(message: Mapping[str, Any], quiz: Quiz) -> Game:
    return quiz.puzzle.game(text_in(message, "variant"))
