"""A position as the page shows it, with the effects of the last move.

A frame holds only what both players may know: it is made from the position, never from the deal.
"""

from __future__ import annotations

from typing import Any

from oddfish.cext.core.rules import Position
from oddfish.engine.guide.base import Guide
from oddfish.engine.guide.parts import targets_of
from oddfish.engine.guide.terms import CAPTURE, SWAP, VICTIM
from oddfish.protocols.pictures.families import look_of
from oddfish.protocols.pictures.squares import hands


def frame(guide: Guide, position: Position) -> dict[str, Any]:
    """A position: letters by square, what is held, and the square of a king in check."""
    cells = dict(guide.cells(position))
    found: dict[str, Any] = {"cells": cells, "turn": position.turn, "fen": position.fen()}
    held = hands(position)
    if held is not None:
        found["hands"] = list(held)
        look = look_of(guide.variant, position)
        found["held"] = [f"{holder} {look.held}" for holder in look.holders]
    if position.check and guide.royal:
        king = guide.royal.lower() if position.turn else guide.royal
        found["check"] = [square for square, letters in cells.items() if letters == king]
    return found


def made(guide: Guide, before: Position, text: str, after: Position) -> dict[str, Any]:
    """The frame after a move, with the move: squares to mark as left or reached (`last`), squares of captured pieces
    (`taken`), and the ways that pieces go (`slides`: from, to, letters)."""
    targets = targets_of(guide, before, text)
    there = guide.cells(before)
    found = frame(guide, after)
    found["text"] = text
    found["last"] = list(
        dict.fromkeys(
            square
            for target in targets
            if target.kind != VICTIM
            for square in (target.origin, target.square)
            if not square.endswith("@")
        )
    )
    found["taken"] = [target.square for target in targets if target.kind in (CAPTURE, VICTIM)]
    found["captured"] = [there[square] for square in found["taken"] if square in there]
    slides = [(target.origin, target.square) for target in targets if target.kind != VICTIM]
    slides += [(target.square, target.origin) for target in targets if target.kind == SWAP]
    cells = found["cells"]
    found["slides"] = []
    for start, end in slides:
        if start.endswith("@"):
            letters = _dropped(start, before.turn)
        else:
            letters = _moved(there.get(start, ""), cells.get(start, ""))
        if start != end and letters:  # nothing moves if Banqi's attack on a face-down piece fails
            found["slides"].append([start, end, letters])
    return found


def _moved(before: str, after: str) -> str:
    """The letters that have left a square, all of them if none has stayed."""
    for letter in after:
        if letter not in before:
            return before  # others have come
    for letter in after:
        before = before.replace(letter, "", 1)
    return before


def _dropped(origin: str, turn: int) -> str:
    letter = origin.partition("@")[0]
    return letter if turn else letter.upper()
