"""The pages in ``docs/learn``. ``python -m oddfish.protocols.lessons.pages docs/learn`` writes them again.

A page is Markdown with the lessons of a family. Each board is an SVG file in the subfolder ``images``.
"""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import escape
from pathlib import Path

from oddfish.engine.guide.words import listed
from oddfish.engine.variants import REGISTRY, get_variant
from oddfish.engine.variants.base import Variant
from oddfish.protocols.lessons import lessons_of
from oddfish.protocols.lessons.base import Board, Lesson, Scene
from oddfish.protocols.lessons.words import in_words
from oddfish.protocols.pictures.marks import pictured
from oddfish.protocols.pictures.svg import svg

#: The widths of a square, of a square with two halves, and of the page, in pixels.
_SQUARE, _SPLIT_SQUARE, _PAGE = 26, 36, 900
#: The maximum number of boards in a row.
_MOST = 6
#: The maximum length of a line of text.
_WIDTH = 120


def pages() -> dict[str, str]:
    """The contents of all files, by their paths in the folder."""
    families: dict[str, list[Variant]] = {}
    for variant in REGISTRY.values():
        families.setdefault(variant.page, []).append(variant)
    files: dict[str, str] = {}
    listed = []
    for page, variants in families.items():
        lessons = lessons_of(variants[0])
        if not lessons:
            continue
        text, pictures = _page(variants, lessons)
        files[page] = text
        files |= pictures
        listed.append(f"- [{_title(variants)}]({page}): {', '.join(f'`{variant.name}`' for variant in variants)}")
    files["README.md"] = "\n".join(["# Learning the games", "", _filled(_INTRODUCTION), "", *listed, ""])
    return files


_INTRODUCTION = """
If you know chess and want to try one of these games, start here: each page shows where the pieces start, how each one
moves, what is special, how a game ends, and what may surprise you. `oddfish variants --rules NAME` shows the same in
the terminal. Each page begins with a legend for its boards. [The rules](../rules/README.md) have every detail.
"""


def _filled(text: str) -> str:
    """Wrap a paragraph."""
    return textwrap.fill(" ".join(text.split()), _WIDTH, break_long_words=False, break_on_hyphens=False)


def _title(variants: list[Variant]) -> str:
    return "The Half Chess family" if len(variants) > 4 else variants[0].title


def _page(variants: list[Variant], lessons: Sequence[Lesson]) -> tuple[str, dict[str, str]]:
    """A page and its pictures."""
    stem = variants[0].page.removesuffix(".md")
    title = re.sub("^The", "the", _title(variants))
    head = [f"# Learning {title}", "", f"The rules in full: [{stem}](../rules/{variants[0].page}).", ""]
    lines: list[str] = []
    kinds: set[str] = set()  # of marks
    pictures: dict[str, str] = {}
    for lesson in lessons:
        lines += [f"## {lesson.title}", "", *_restriction(lesson, variants), _filled(lesson.text), ""]
        boards = [board for scene in lesson.scenes for board in _boards(scene, lesson, variants)]
        if not boards:
            continue
        slug = re.sub(r"[^a-z0-9]+", "-", lesson.title.lower()).strip("-")
        numbered = [*enumerate(boards, 1)]
        for row in _rows(numbered):
            for number, board in row:
                name = f"images/{stem}-{slug}-{number}.svg"
                view = replace(board.view, number=number if len(boards) > 1 else 0)
                pictures[name] = svg(board.variant, board.position, view)
                lines.append(f'<img src="{name}" alt="{escape(in_words(board))}" width="{_width(board)}">')
                kinds |= {target.kind for target in board.targets}
            captions = (f"{number}. {board.caption}" if len(boards) > 1 else board.caption for number, board in row)
            lines += ["", *captions, ""]
    legend = f"Marks on the boards: {pictured(kinds)}. The squares of the move just made are yellow."
    return "\n".join([*head, _filled(legend), "", *lines]).rstrip() + "\n", pictures


def _restriction(lesson: Lesson, variants: list[Variant]) -> list[str]:
    """The line that names a lesson's games, if these are not all games of the page."""
    if all(map(lesson.is_for, variants)):
        return []
    return [f"*Only in {_names(lesson.variants)}.*", ""]


def _boards(scene: Scene, lesson: Lesson, variants: list[Variant]) -> list[Board]:
    """A scene's boards for the first of its games. Its caption names the games if these are not all of the lesson's."""
    page = tuple(variant.name for variant in variants)
    names = scene.variants or lesson.variants or page
    first, *others = scene.boards(get_variant(names[0]))
    if {*names} != {*(lesson.variants or page)}:
        first = first._replace(caption=f"{_names(names)}: {first.caption}")
    return [first, *others]


def _names(names: Sequence[str]) -> str:
    return listed([f"`{name}`" for name in names])


def _rows(boards: Sequence[tuple[int, Board]]) -> Iterator[list[tuple[int, Board]]]:
    """The boards in rows of about the same length that are not wider than the page."""
    most = max(1, min(_MOST, _PAGE // max(_width(board) for _, board in boards)))
    rows = -(-len(boards) // most)
    length = -(-len(boards) // rows)
    for first in range(0, len(boards), length):
        yield [*boards[first : first + length]]


def _width(board: Board) -> int:
    square = _SPLIT_SQUARE if board.variant.half_sized(board.position) else _SQUARE
    return square * (board.variant.files + 1)


def write(folder: Path) -> None:
    """Write all files, and remove obsolete ones."""
    fresh = pages()
    for path in [*folder.glob("*.md"), *folder.glob("images/*.svg")]:
        if path.relative_to(folder).as_posix() not in fresh:
            path.unlink()
    for name, text in fresh.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
