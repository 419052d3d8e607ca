"""Positions of Bifold Halfgi: halves that share squares."""

from __future__ import annotations

from oddfish.cext.core.rules import Position
from oddfish.protocols.web.editing.base import Editor


class BifoldEditor(Editor):
    def halves(self, position: Position) -> str:
        whole = position.setup.letters if self.variant.name.endswith(("handed", "weak")) else ""  # type: ignore[attr-defined]
        return "".join(letter for letter in self.letters(position) if letter != "P" or whole)


EDITOR = BifoldEditor
