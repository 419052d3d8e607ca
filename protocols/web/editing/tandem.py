"""Positions of Tandem-84: two boards, and how many moves the turn has left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from oddfish.protocols.web.editing.base import Editor, Field


class TandemEditor(Editor):
    clock = "Turns without capture or Pawn move"
    rights: ClassVar[Sequence[tuple[str, str]]] = (
        ("K", "White, one board"), ("D", "White, both boards"), ("k", "Black, one board"), ("d", "Black, both boards"),
    )  # fmt: skip

    def more_fields(self) -> list[Field]:
        return [Field("En-passant squares", "text", "-"), Field("Moves in this turn", "text", "2")]


EDITOR = TandemEditor
