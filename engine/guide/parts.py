"""What a whole turn does, in games whose turns consist of two moves."""

from __future__ import annotations

from oddfish.cext.core.rules import Position
from oddfish.engine.guide.base import Guide
from oddfish.engine.guide.terms import Target


def targets_of(guide: Guide, before: Position, text: str) -> list[Target]:
    """What a legal turn, in its canonical text, does on the board, one move after the other."""
    if not before.has_turns:
        return guide.targets(before, text)
    first, _, second = text.partition(",")
    found = guide.targets(before, first)
    if second:
        found += guide.targets(before.after_first(first), second)  # type: ignore[attr-defined]
    return found
