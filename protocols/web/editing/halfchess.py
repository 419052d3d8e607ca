"""Positions of chess, Half Chess and their relatives, with the armies of the augmented games."""

from __future__ import annotations

from oddfish.cext.core.rules import Position
from oddfish.cext.halfchess.armies import ARMY_RULES
from oddfish.protocols.web.editing.base import Editor, Field


class HalfChessEditor(Editor):
    def form(self, position: Position) -> list[Field]:
        found = super().form(position)
        if self.variant.name in ARMY_RULES:
            found.append(Field("Armies", "text", position.fen().split()[-1]))
        return found


EDITOR = HalfChessEditor
