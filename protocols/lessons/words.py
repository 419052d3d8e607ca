"""A board in words, for readers who cannot see its picture."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from oddfish.engine.guide import guide_of
from oddfish.engine.guide.base import Guide
from oddfish.engine.guide.terms import DROP, FLIP, Target
from oddfish.engine.guide.words import capital
from oddfish.protocols.lessons.base import Board
from oddfish.protocols.pictures.families import look_of
from oddfish.protocols.pictures.marks import MARKS
from oddfish.protocols.pictures.squares import hands, squares_of_move

#: More squares than this are described as "any empty square", or "any empty square but …".
_MANY = 24


def in_words(board: Board) -> str:
    """Describe a board: its caption, pieces and hands, highlighted squares, and marks."""
    guide = guide_of(board.variant)
    sentences = [board.caption.replace("`", ""), *_pieces(board, guide), *_hands(board)]
    if board.last:
        squares = [f"{chr(97 + file)}{rank + 1}" for file, rank in sorted(squares_of_move(board.last))]
        sentences.append(f"Highlighted: {', '.join(squares)}.")
    return " ".join([*sentences, *_marks(board, guide)])


def _pieces(board: Board, guide: Guide) -> Iterator[str]:
    """A sentence for each owner's pieces, by kind; White's first."""
    owners: dict[str, dict[str, list[str]]] = {guide.called(board.position, side): {} for side in (0, 1)}
    for square, letters in sorted(guide.cells(board.position).items()):
        if board.shown is None or square in board.shown:
            for owner, name in guide.pieces(board.position, letters):
                owners.setdefault(owner, {}).setdefault(name, []).append(square)
    for owner, kinds in owners.items():
        if kinds:
            phrases = (f"{name} {_listed(squares, guide)}".strip() for name, squares in kinds.items())
            yield f"{capital(owner)}: {'; '.join(phrases)}."


def _listed(squares: Collection[str], guide: Guide) -> str:
    return "every square" if {*squares} == {*guide.squares()} else ", ".join(squares)


def _hands(board: Board) -> Iterator[str]:
    held = hands(board.position) if board.shown is None else None
    look = look_of(board.variant, board.position)
    phrases = [f"{holder} {letters}" for holder, letters in zip(look.holders, held or ()) if letters]
    if phrases:
        yield f"Written beside the board: {look.held}, {', '.join(phrases)}."


def _marks(board: Board, guide: Guide) -> Iterator[str]:
    """A sentence for each piece with marked moves."""
    flips = [target.square for target in board.targets if target.kind == FLIP]
    if flips:
        yield f"You can turn up: {_listed(flips, guide)}."
    origins: dict[str, list[Target]] = {}
    for target in board.targets:
        if target.kind != FLIP:
            origins.setdefault(target.origin, []).append(target)
    for origin, targets in origins.items():
        kinds: dict[str, list[str]] = {}
        for target in targets:
            kinds.setdefault(target.kind, []).append(target.square)
        phrases = (f"{MARKS[kind].phrase} {_reached(kind, squares, board, guide)}" for kind, squares in kinds.items())
        yield f"{capital(guide.mover(board.position, origin))} {'; '.join(phrases)}."


def _reached(kind: str, squares: list[str], board: Board, guide: Guide) -> str:
    """The squares in words; summarized for drops, which can go to most of the board."""
    occupied = guide.cells(board.position)
    beside = [square for square in squares if square in occupied]
    if kind != DROP or len(squares) - len(beside) <= _MANY:
        return ", ".join(squares)
    barred = [square for square in guide.squares() if square not in occupied and square not in squares]
    empty = f"any empty square{' but ' if barred else ''}{', '.join(barred)}"
    return f"{empty} and on {', '.join(beside)}" if beside else empty
