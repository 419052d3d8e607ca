"""Clicks on half-squares."""

from __future__ import annotations

import re
from collections.abc import Sequence

from oddfish.cext.core.rules import Position
from oddfish.engine.guide.terms import Target
from oddfish.protocols.web.paths.base import Paths

_REST = re.compile(r"([a-wyz]?)(?:x([a-z]))?")


class BifoldPaths(Paths):
    def path(self, position: Position, text: str, targets: Sequence[Target]) -> tuple[str, ...]:
        """The click on the origin names the half that moves alone, and that on the destination the one it captures."""
        origin, square, *rest = super().path(position, text, targets)
        attempt = self.guide.read(text)
        found = _REST.match(attempt.rest if attempt else "")
        half, victim = (found[1], found[2]) if found else ("", "")
        own = [
            letter for letter in self.guide.cells(position).get(origin, "") if letter.islower() == bool(position.turn)
        ]
        if half:
            origin = f"{origin}:{half}"
        elif len(own) > 1:
            origin = f"{origin}:*"
        return (origin, f"{square}:{victim}" if victim else square, *rest)

    def halves(self, position: Position, square: str) -> str:
        letters = self.guide.cells(position).get(square, "")
        return letters if len(letters) > 1 else ""


PATHS = BifoldPaths
