"""Positions of Fanorona Chess: instead of castling rights, the kings that have not moved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from oddfish.protocols.web.editing.base import Editor, Field


class FanoronaEditor(Editor):
    rights_label = "Kings that have not moved"
    rights: ClassVar[Sequence[tuple[str, str]]] = (("K", "White's King"), ("k", "Black's King"))

    def more_fields(self) -> list[Field]:
        return [Field("En-passant square", "fixed", "-")]


EDITOR = FanoronaEditor
