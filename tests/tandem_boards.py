"""Short notation for positions of Tandem-84: pieces by square, as in "Kd1 Pc3 kj7". Shared by its tests."""

from __future__ import annotations

import re

from oddfish.cext.core.rules import Position
from oddfish.cext.tandem.game import Setup, Tandem

FILES = "abcdefghijkl"
SQUARES = [file + rank for rank in "1234567" for file in FILES]


def words(text: str) -> set[str]:
    return set(text.split())


def board(pieces: str) -> str:
    """The FEN's board field for pieces such as "Kd1 Pc3 kj7"."""
    placed = {piece[1:]: piece[0] for piece in pieces.split()}
    assert len(placed) == len(pieces.split())
    assert placed.keys() <= set(SQUARES)
    rows = ["".join(placed.get(file + rank, ".") for file in FILES) for rank in "7654321"]
    return re.sub(r"\.+", lambda gap: str(len(gap[0])), "/".join(rows))


def setup(pieces: str, rest: str = "w", ghost: str = "step") -> Tandem:
    """A position from its pieces and the FEN's other fields."""
    return Tandem(Setup(ghost), f"{board(pieces)} {rest}")


def texts(position: Position, start: str = "") -> set[str]:
    """The texts of the legal turns that begin with ``start``."""
    return {text for text in map(position.text, position.moves()) if text.startswith(start)}


def singles(pieces: str, start: str = "", rest: str = "w - -", ghost: str = "step") -> set[str]:
    """The legal moves of a turn of one move."""
    return texts(setup(pieces, f"{rest} 1", ghost), start)


def firsts(position: Tandem, start: str = "") -> set[str]:
    """The first moves of legal turns."""
    return {text for text, _ in position.first_moves() if text.startswith(start)}


def play(position: Position, turns: str) -> Position:
    for text in turns.split():
        position = position.make(position.parse(text))
    return position


def walk(position: Tandem, halves: str) -> Tandem:
    """Play move by move, within turns."""
    for text in halves.split():
        position = position.after_first(text)
    return position


def turned(fen: str) -> str:
    """The boards turned by half with colours exchanged: the game's symmetry, castling included."""
    rows, side, rights, passed, stage, clock, number = fen.split()

    def opposite(square: str) -> str:
        return f"{FILES[11 - FILES.index(square[0])]}{8 - int(square[1])}"

    cells = re.findall(r"\d+|\D", rows)
    passed = "".join(sorted(opposite(passed[start : start + 2]) for start in range(0, len(passed) - 1, 2))) or "-"
    if ":" in stage:
        one, begin, moved = stage.split(":")
        stage = f"{one}:{'right' if begin == 'left' else 'left'}:{','.join(map(opposite, moved.split(',')))}"
    rights = "".join(sorted(rights.swapcase(), key="KDkd-".index))
    return " ".join(["".join(reversed(cells)).swapcase(), "wb"["bw".index(side)], rights, passed, stage, clock, number])
