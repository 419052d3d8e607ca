"""The lessons of a game, for its page."""

from __future__ import annotations

from functools import cache
from typing import Any

from markdown_it import MarkdownIt

from oddfish.engine.variants import REGISTRY
from oddfish.protocols.lessons import lessons_of
from oddfish.protocols.lessons.base import Board
from oddfish.protocols.pictures.svg import svg


@cache
def _boards(name: str) -> list[tuple[str, str, list[Board]]]:
    """The title, text and boards of each lesson of a variant; [] if there is no such variant."""
    variant = REGISTRY.get(name)
    if variant is None:
        return []
    found = [lesson for lesson in lessons_of(variant) if lesson.is_for(variant)]
    return [(lesson.title, lesson.text, lesson.boards(variant)) for lesson in found]


@cache
def lessons(name: str) -> list[dict[str, Any]]:
    """The lessons of a variant: titles, texts as HTML, and boards. A board with all its pieces has a FEN from which you
    can try the moves."""
    markdown = MarkdownIt("commonmark", {"html": False})
    return [
        {
            "title": title,
            "html": markdown.render(text),
            "boards": [
                {
                    "caption": board.caption,
                    "fen": board.position.fen() if board.shown is None else "",
                    "options": board.options,
                    "goal": _goal(board, later),
                }
                for board, later in zip(boards, [*boards[1:], None])
            ],
        }
        for title, text, boards in _boards(name)
    ]


def _goal(board: Board, later: Board | None) -> str:
    """The move that the lesson makes on a board; '' if it makes none."""
    return later.last if later is not None and not board.last and board.targets else ""


@cache
def picture(name: str, lesson: int, number: int) -> str | None:
    """A board of a lesson as SVG; None if there is none."""
    found = _boards(name)
    if not 0 <= lesson < len(found) or not 0 <= number < len(found[lesson][2]):
        return None
    board = found[lesson][2][number]
    return svg(board.variant, board.position, board.view)
