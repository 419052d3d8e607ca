"""From clicks to moves.

Every legal move is a path of clicks. Each click narrows the moves that are left. When only one is left, it is played;
if several are left after the destination, the player chooses between them, by another click or in a chooser.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from oddfish.cext.core.rules import Position
from oddfish.engine.game import open_to_chance
from oddfish.engine.guide.base import Guide
from oddfish.engine.guide.terms import CAPTURE, VICTIM, Target
from oddfish.engine.guide.words import capital, listed
from oddfish.protocols.web.paths.base import BUTTON, Paths

#: The number of clicks after which a move that is the only one left is played: its origin and its destination.
_COMMITTED = 2


class Choice(NamedTuple):
    """A legal move, or a part of a turn, with its clicks and what it does on the board."""

    text: str
    path: tuple[str, ...]
    targets: tuple[Target, ...]


class Narrowed(NamedTuple):
    """What clicks have led to.

    Attributes:
        left: the moves that are left.
        played: the move to play, None if it is not decided yet.
        asks: whether the player has to choose between the moves that are left.
    """

    left: list[Choice]
    played: Choice | None
    asks: bool


def choices(paths: Paths, position: Position) -> list[Choice]:
    """The player's next choices in a position."""
    found = []
    for text in paths.guide.moves(position):
        targets = tuple(paths.guide.targets(position, text))
        found.append(Choice(text, paths.path(position, text, targets), targets))
    return found


def narrow(known: Iterable[Choice], clicks: Sequence[str]) -> Narrowed:
    """The choices that begin with these clicks."""
    left = [choice for choice in known if _begins(choice.path, clicks)]
    if len(left) == 1 and len(clicks) >= min(_COMMITTED, len(left[0].path)):
        return Narrowed(left, left[0], False)
    return Narrowed(left, None, len(left) > 1 and len(clicks) >= _COMMITTED)


def _begins(path: Sequence[str], clicks: Sequence[str]) -> bool:
    return len(clicks) <= len(path) and all(_fits(step, click) for step, click in zip(path, clicks))


def _fits(step: str, click: str) -> bool:
    """Whether a click is the step of a path. A click on a whole square fits a step that names one of its pieces, and a
    click on one piece fits a step that names the whole square."""
    square, _, piece = step.partition(":")
    clicked, _, half = click.partition(":")
    return square == clicked and (not piece or not half or piece == half)


# The chooser ------------------------------------------------------------------------------------------------


def offered(guide: Guide, position: Position, left: Sequence[Choice]) -> list[dict[str, Any]]:
    """The moves to choose from: for each its text, its meaning in words, and the squares by which it differs from the
    others, with what stands on them afterwards.

    A square is given as `[name, letters after the move, letters before the move]`.
    """
    before = guide.cells(position)
    boards = [_after(guide, position, choice.text) for choice in left]
    known = [board for board in boards if board is not None]
    names = {name for board in known for name in board} | {*before}
    telling = sorted(name for name in names if len({board.get(name, "") for board in known}) > 1)
    return [
        {
            "text": choice.text,
            "label": _label(guide, position, choice.text, board, telling),
            "squares": [] if board is None else [[name, board.get(name, ""), before.get(name, "")] for name in telling],
            "path": list(choice.path),
        }
        for choice, board in zip(left, boards)
    ]


def after(position: Position, text: str) -> Position | None:
    """The position after a move or a part of a turn; None if chance decides it."""
    if position.has_turns:
        part: Position = position.after_first(text)  # type: ignore[attr-defined]
        return part
    move = position.parse(text)
    return None if open_to_chance(position, move) else position.make(move)


def _after(guide: Guide, position: Position, text: str) -> dict[str, str] | None:
    made = after(position, text)
    return None if made is None else dict(guide.cells(made))


def _label(guide: Guide, position: Position, text: str, board: dict[str, str] | None, telling: Sequence[str]) -> str:
    """A choice in words."""
    victims = [target.square for target in guide.targets(position, text) if target.kind == VICTIM]
    if victims:
        return f"Capture {guide.at(position, victims[0])}"
    if board is None or not telling:
        return text
    found = []
    for name in telling:
        if name not in board:
            found.append(f"nothing on {name}")
        else:
            names = [f"{side}'s {piece}" if piece else side for side, piece in guide.pieces(position, board[name])]
            found.append(f"{listed(names)} on {name}")
    return capital("; ".join(found))


# What the page shows ----------------------------------------------------------------------------------------


def targets(known: Iterable[Choice]) -> dict[str, list[list[str]]]:
    """The destinations to mark, by the click that picks a piece up, or all pieces of a square. Each destination is
    `[click, kind]`."""
    found: dict[str, dict[str, str]] = {}
    for choice in known:
        first = choice.path[0]
        if first.startswith(BUTTON):
            continue
        for origin in {first, first.partition(":")[0]}:
            marks = found.setdefault(origin, {})
            for target in choice.targets:
                if target.kind != VICTIM and marks.get(target.square) != CAPTURE:
                    marks[target.square] = target.kind
    return {origin: [[square, kind] for square, kind in marks.items()] for origin, marks in found.items()}


def buttons(guide: Guide, position: Position, known: Iterable[Choice]) -> list[list[str]]:
    """The moves that no square stands for, each with its meaning."""
    meanings = dict(guide.notation_in(position))
    return [
        [choice.text, capital(meanings.get(choice.text, choice.text))]
        for choice in known
        if choice.path[0].startswith(BUTTON)
    ]
