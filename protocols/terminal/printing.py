"""Positions, moves and results, as text for the terminal."""

from __future__ import annotations

from rich.columns import Columns
from rich.console import Console
from rich.table import Table
from rich.text import Text

from oddfish.engine.game import Game, Result
from oddfish.engine.guide import guide_of
from oddfish.engine.guide.words import capital
from oddfish.engine.options import shown
from oddfish.engine.search_types import mate_distance, mate_in_moves
from oddfish.protocols.pictures.marks import explained
from oddfish.protocols.pictures.terminal import drawn, shows_signs
from oddfish.protocols.pictures.view import View

#: Reasons that follow "wins by" or "draw by", and reasons that read better in other words.
_MEANS = ("checkmate", "stalemate", "repetition", "insufficient material", "adjudication", "resignation", "agreement")
_REASONS = {"all pieces captured": "capturing all pieces", "royals captured": "capturing both royals"}


def score_text(score: int, turn: int) -> str:
    """A score from White's point of view, in pawns; ``#n`` is mate in n moves.

    Args:
        score: in centipawns, for the side to move.
        turn: the side to move.
    """
    plies = mate_distance(score)
    if plies is None:
        return f"{(-score if turn else score) / 100:+.2f}"
    white_wins = (score > 0) == (turn == 0)
    return f"{'' if white_wins else '-'}#{abs(mate_in_moves(plies))}"


def number_text(game: Game) -> str:
    """The number of the next move: ``12.`` for White, ``12...`` for Black."""
    return f"{game.position.number}{'.' if game.turn == 0 else '...'}"


def outcome_text(result: Result, game: Game) -> str:
    """The winner and the reason, in words."""
    guide = guide_of(game.variant)
    reason = guide.move_rule if result.reason == "move rule" else _REASONS.get(result.reason, result.reason)
    joint = " by " if reason != result.reason or reason in _MEANS else ": "
    if result.winner is None:
        return f"draw{joint}{reason}"
    if reason == "no legal move":
        reason = f"{guide.called(game.position, 1 - result.winner)} has {reason}"
    return f"{capital(guide.called(game.position, result.winner))} wins{joint}{reason}"


def board(game: Game, console: Console, flipped: bool = False) -> Text:
    """The position with the last move highlighted, as the console can show it."""
    last = game.positions[-2].text(game.moves[-1]) if game.moves else ""
    return drawn(console, game.variant, game.position, View(last, flipped=flipped))


def print_moves(console: Console, game: Game, origin: str = "", flipped: bool = False) -> None:
    """Print all legal moves, or draw and print those of one piece.

    Args:
        origin: the square that the moves start from, or a letter and @ for drops; '' for all moves.
        flipped: whether Black is at the bottom.
    """
    guide = guide_of(game.variant)
    texts = sorted(text for text in guide.moves(game.position) if not origin or guide.origin(text) == origin)
    if origin and texts:
        targets = guide.all_targets(game.position, origin)
        console.print()
        console.print(drawn(console, game.variant, game.position, View(targets=targets, flipped=flipped)))
        console.print(Text(explained(targets, shows_signs(console))), soft_wrap=True)
        console.print()
    if texts:
        console.print(Columns(texts, padding=(0, 2)))
    number = guide.counted(game.position, len(texts), origin)
    reason = guide.why_none(game.position, origin) if origin and not texts else ""
    console.print(f"{number}{': ' if reason else ''}{reason}", style="dim", markup=False, soft_wrap=True)


def legend(game: Game) -> Table:
    """The meanings of the letters on the board."""
    table = Table.grid(padding=(0, 2))
    for letters, meaning in game.variant.legend(game.position):
        table.add_row(Text(letters, "bold"), Text(meaning))
    return table


def move_list(game: Game) -> str:
    """The moves played so far, numbered."""
    return " ".join(word for pair in zip(game.numbers(), game.texts()) for word in pair if word)


def house_rules(game: Game) -> list[str]:
    """The rule options that differ from their defaults."""
    unusual, settled = game.variant.unusual(game.options), game.variant.tags(game.positions[0])
    rules = game.variant.rule_options(game.options)
    return [f"{name}={shown(unusual[name])}" for name in rules if name in unusual and name not in settled]
