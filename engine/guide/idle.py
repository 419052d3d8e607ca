"""Why a piece has no legal move."""

from __future__ import annotations

from oddfish.cext.core.rules import Position
from oddfish.engine.guide.base import Guide
from oddfish.engine.guide.terms import Attempt, PieceError


def why_idle(guide: Guide, position: Position, square: str) -> str:
    """Why the piece on a square has no legal move, as a clause: it is not its turn, or it is pinned or blocked.

    '' if there is no piece.
    """
    if square not in guide.cells(position):
        return ""
    if reason := guide.why_none(position, square):
        return reason
    mover, there = guide.mover(position, square), guide.cells(position)[square]
    letters = "".join(one for one in there if guide.side(position, one) == position.turn) or there
    try:
        quiet, captures = guide.reach(guide.lone(position, letters, square), letters, square)
    except PieceError:
        return f"{mover} has no legal move"
    for target in sorted({*quiet, *captures}):
        attempt = Attempt(square + target, square, target, "")
        if any((*guide.onto_own(position, attempt), *guide.out_of_reach(position, attempt))):
            continue
        for reason in guide.unsafe(position, attempt):
            pinned = letters.upper() != guide.royal and not position.check
            return f"{mover} {'is pinned' if pinned else 'cannot move'}: {reason}"
        for reason in guide.reasons(position, attempt):
            return f"{mover} cannot move: {reason}"
    return f"{mover} is blocked"
