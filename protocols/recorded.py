"""The set-ups, house rules and moves that PGN files record."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from oddfish.cext.core.errors import FenError
from oddfish.engine.game import Game, MoveError
from oddfish.engine.notation import read_move
from oddfish.engine.variants import UnknownVariantError, variant_of
from oddfish.engine.variants.base import Variant
from oddfish.protocols.projections import Projection, projection_for
from oddfish.protocols.xboard_plies import PlyError, from_plies

#: One option in the tag that lists all options.
_OPTION = re.compile(r"(?<!\w)(\w+)=([^,]*)")


def other_variant(tags: Mapping[str, str], variant: Variant) -> str:
    """The variant that the tags name, if it is one of ours other than ``variant``; else ''."""
    try:
        named = variant_of(tags, variant.name).name
    except UnknownVariantError:
        return ""
    return "" if named == variant.name else named


def recorded_setup(tags: Mapping[str, str], game: Game, projection: Projection) -> dict[str, Any]:
    """The options on which the players of a recorded game agreed before it, read from the tags of these options or
    from the names of the engines; {} if the record has neither.

    Args:
        game: any game of the same variant.
    """
    own = game.variant.tags(game.position)
    found = {name: tags[name] for name in own if name in tags}
    return found or projection.recorded(game, [tags.get(player, "") for player in ("White", "Black")])


def recorded_options(tags: Mapping[str, str], variant: Variant) -> dict[str, str]:
    """The variant's options that `oddfish match` and `oddfish play` record."""
    own = {option.name for option in variant.options}
    return {name: value for name, value in _OPTION.findall(tags.get("Options", "")) if name in own}


class ReplayError(ValueError):
    """A FEN or a move of a record is invalid; the text says why.

    Attributes:
        done: the number of moves before the error; -1 if the FEN is invalid.
    """

    def __init__(self, error: Exception, done: int):
        super().__init__(str(error))
        self.done = done

    def located(self) -> str:
        """The text, after the number of the move."""
        return f"move {self.done + 1}: {self}" if self.done >= 0 else str(self)


def replayed(
    moves: Sequence[str], variant: Variant, options: Mapping[str, Any], fen: str | None, seed: int | None = None
) -> Game:
    """The game of a record, as :func:`replay` reads it."""
    return replay(moves, variant, options, fen, seed)[0]


def replay(
    moves: Sequence[str], variant: Variant, options: Mapping[str, Any], fen: str | None, seed: int | None = None
) -> tuple[Game, list[int]]:
    """Read a game from a record. Its moves are in the variant's own notation or SAN, or they are XBoard's plies.

    In games with a deal the moves say what each flip turned up, and the deal follows them.

    Args:
        seed: the seed of the deal, for what the moves do not say.

    Returns:
        The game, and the number of its moves that are complete after each move of the record.

    Raises:
        OptionError: an option is invalid.
        ReplayError: the FEN or a move is invalid. If neither notation fits, the error is from the one that reads more
            moves.
    """
    try:
        return _in_own_notation(moves, variant, options, fen, seed), list(range(1, len(moves) + 1))
    except ReplayError as own:
        try:
            return _in_plies(moves, variant, options, fen, seed)
        except ReplayError as other:
            raise (other if other.done > own.done else own) from None


def _in_own_notation(
    moves: Sequence[str], variant: Variant, options: Mapping[str, Any], fen: str | None, seed: int | None
) -> Game:
    try:
        game = Game(variant, options, fen, seed)
    except FenError as error:
        raise ReplayError(error, -1) from None
    play(game, moves)
    return game


def play(game: Game, moves: Sequence[str]) -> None:
    """Play the moves of a record, in the variant's own notation or SAN. In games with a deal, the moves say what each
    flip turned up, and the deal follows them.

    Raises:
        ReplayError: a move is illegal.
    """
    deal, game.deal = game.deal, None
    for number, text in enumerate(moves):
        try:
            move = read_move(game, text)
            if deal is not None:
                deal.follow(game.position, move)
            game.push_move(move)
        except MoveError as error:
            raise ReplayError(error, number) from None
    game.deal = deal


def _in_plies(
    moves: Sequence[str], variant: Variant, options: Mapping[str, Any], fen: str | None, seed: int | None
) -> tuple[Game, list[int]]:
    try:
        found, complete = from_plies(moves, variant, options, fen, projection_for(variant.name))
    except FenError as error:
        raise ReplayError(error, -1) from None
    except PlyError as error:
        raise ReplayError(error, error.plies) from None
    return _in_own_notation(found.texts(), variant, options, found.positions[0].fen(), seed), complete


def open_records(process: int) -> list[Path]:
    """The PGN files that a process has open (on Linux only). XBoard keeps the file of a loaded game open."""
    found = []
    with contextlib.suppress(OSError):
        for link in Path(f"/proc/{process}/fd").iterdir():
            with contextlib.suppress(OSError):
                path = Path(os.readlink(link))
                if path.suffix.lower() == ".pgn" and path.is_file():
                    found.append(path)
    return found
