"""Games that a page brings with it (pasted PGN, the moves in a link), and rematches."""

from __future__ import annotations

from collections.abc import Sequence

from oddfish.engine.game import Game, Result
from oddfish.engine.options import OptionError
from oddfish.engine.pgn.games import PgnError
from oddfish.engine.pgn.read import read_pgn
from oddfish.engine.rematch import next_starter
from oddfish.engine.variants import UnknownVariantError, variant_of
from oddfish.protocols import recorded
from oddfish.protocols.projections import projection_for
from oddfish.protocols.recorded import ReplayError, recorded_options, recorded_setup, replayed


class LoadError(ValueError):
    """A game that cannot be loaded; the text says why."""


def from_pgn(text: str, variant: str) -> Game:
    """The first game of a text in PGN. Its moves may be in the variant's own notation, in SAN, or XBoard's plies.

    Args:
        variant: the variant if no tag names it.

    Raises:
        LoadError: there is no game, or a tag or move is invalid.
    """
    record = next(iter(read_pgn(text)), None)
    if record is None:
        raise LoadError("The text contains no game in PGN.")
    try:
        record.check()
        kind = variant_of(record.tags, variant)
        found = {
            **recorded_setup(record.tags, Game(kind), projection_for(kind.name)),
            **recorded_options(record.tags, kind),
        }
        return replayed(record.moves, kind, found, record.tags.get("FEN"))
    except ReplayError as error:
        raise LoadError(error.located()) from None
    except (PgnError, UnknownVariantError, OptionError) as error:
        raise LoadError(str(error)) from None


def play(game: Game, moves: Sequence[str]) -> None:
    """Play the moves of a record. In games with a deal, they say what each flip turned up.

    Raises:
        LoadError: a move is illegal.
    """
    try:
        recorded.play(game, moves)
    except ReplayError as error:
        raise LoadError(error.located()) from None


def rematch(last: Game, result: Result, people: bool) -> tuple[Game, int, str]:
    """Another game with the same rules, armies and start.

    Args:
        people: whether both players are people.

    Returns:
        The game, the side of the last game that plays first now, and why.
    """
    first = last.variant.rematch_first if people else "alternate"
    side, did = next_starter(first, result.winner, last.positions[0].turn)
    options = {name: value for name, value in last.options.items() if name not in last.variant.hidden_options}
    return Game(last.variant, options, last.positions[0].fen()), side, did
