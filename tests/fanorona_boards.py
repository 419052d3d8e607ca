"""Short notation for positions of Fanorona Chess: pieces by point, as in "Kd1 Pc3 ke9". Shared by its tests."""

from __future__ import annotations

import re

POINTS = [file + rank for rank in "123456789" for file in "abcde"]


def points(text: str) -> set[str]:
    return set(text.split())


def board(pieces: str) -> str:
    """The FEN's board field for pieces such as "Kd1 Pc3 ke9"."""
    placed = {piece[1:]: piece[0] for piece in pieces.split()}
    assert len(placed) == len(pieces.split())
    assert placed.keys() <= set(POINTS)
    rows = ["".join(placed.get(file + rank, ".") for file in "abcde") for rank in "987654321"]
    return re.sub(r"\.+", lambda gap: str(len(gap[0])), "/".join(rows))
