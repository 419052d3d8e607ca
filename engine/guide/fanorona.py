"""The guide to Fanorona Chess: captures by approach and withdrawal, weak and strong points, the pool of lost pieces."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

from oddfish.cext.core.rules import Position
from oddfish.cext.fanorona.game import STANDARD
from oddfish.engine.guide.base import Guide
from oddfish.engine.guide.terms import MOVE, VICTIM, Attempt, Study, Target
from oddfish.engine.guide.words import listed
from oddfish.engine.variants.base import Variant

_Step = tuple[int, int]


class FanoronaGuide(Guide):
    royal_squares = ("a1", "e9", "e1", "a9", "a5", "e5", "c1", "c9", "a3", "e7", "b8", "d2", "d8", "b2", "a7", "e3")
    board_note = "Pieces stand on the points where lines meet, and move along the lines."
    study_squares: ClassVar[Mapping[str, str]] = {"P": "c3"}
    notation: tuple[tuple[str, str], ...] = (
        ("c3c4", "move from c3 to c4, capturing nothing"),
        ("c3b4xa5", "move from c3 to b4 and capture the piece on a5"),
        ("b8b9q", "promote to a Queen that you have lost; r, b, n for the others"),
    )

    def board_targets(self, position: Position, attempt: Attempt) -> list[Target]:
        victim = re.match(r"x([a-e][1-9])", attempt.rest)
        found = [Target(attempt.origin, attempt.square, MOVE)]
        return [*found, Target(attempt.origin, victim[1], VICTIM)] if victim else found

    def captures(self, boards: list, letters: str, square: str, names: Iterable[str]) -> set[str]:
        return set()  # N1: pieces never move onto an occupied point

    def notes(self, position: Position, letters: str) -> tuple[str, ...]:
        leap = "Unmoved and not in check, it may once leap like a Knight, capturing nothing."
        captures = "It captures the enemy straight behind where it starts or straight beyond where it stops."
        if letters in "Nn":
            captures = "It captures the enemy behind its first step or beyond its second, each time straight on."
        return captures, *((leap,) if letters in "Kk" else ())

    def study(self, position: Position, letters: str, square: str = "") -> Study:
        """Adds a note about the other kind of points, because the drawing shows only one kind."""
        found = super().study(position, letters, square)
        if letters in "Rr":
            return found
        other, lines = (
            ("c4", "where no diagonal lines meet") if _is_strong(found.square) else ("c5", "on diagonal lines")
        )
        note = f"It moves differently on a point {lines}, such as {other}: --square {other} shows that."
        return found._replace(notes=(*found.notes, note))

    # Why a move is illegal ----------------------------------------------------------------------------------

    def onto_own(self, position: Position, attempt: Attempt) -> Iterator[str]:
        if attempt.square == attempt.origin:
            yield f"{self.at(position, attempt.origin)} would stay where it is"
        there = self.cells(position).get(attempt.square)
        if there is not None:
            reason = f"pieces never move onto an occupied point, and {self.at(position, attempt.square)} is there"
            enemy = self.side(position, there) != position.turn
            yield f"{reason}: captures are made by approach or withdrawal" if enemy else reason

    def out_of_reach(self, position: Position, attempt: Attempt) -> Iterator[str]:
        cells = self.cells(position)
        king = cells[attempt.origin] in ("K", "k")
        if king and attempt.square in _leaps(attempt.origin):  # N7
            if "Kk"[position.turn] not in position.fen().split()[2]:
                yield "only a King that has never moved may leap like a Knight"
            if position.check:
                yield "a King in check may not leap like a Knight"
            if attempt.rest:
                yield "the King's leap captures nothing"
            return
        diagonal = _is_diagonal(attempt.origin, attempt.square) and cells[attempt.origin] not in "RrNn"
        if diagonal and not _is_strong(attempt.origin):
            yield f"{attempt.origin} is a weak point: no diagonal lines meet there"
        yield from super().out_of_reach(position, attempt)
        last = attempt.square[1] == ("1" if position.turn else "9")
        if last and cells[attempt.origin] in ("P", "p") and not self._has_lost(position):  # N8
            yield "nothing is lost that it could promote to, so the Pawn may not enter its last rank"

    def _has_lost(self, position: Position) -> bool:
        """Whether the side to move has lost a piece that a Pawn could promote to."""
        start = self.cells(position.from_fen(f"{STANDARD} w Kk - 0 1"))
        left = Counter(self.cells(position).values())
        pieces = Counter(letters for letters in start.values() if letters.islower() == bool(position.turn))
        return any(left[letter] < number for letter, number in pieces.items() if letter not in "PpKk")

    def wrong_promotion(self, position: Position, attempt: Attempt) -> Iterator[str]:
        cells = self.cells(position)
        pawn = cells[attempt.origin] in ("P", "p")
        last = attempt.square[1] == ("1" if position.turn else "9")
        alike = [text for text in self.moves(position) if text.startswith(attempt.origin + attempt.square)]
        if re.match(r"x(?![a-e][1-9])", attempt.rest):
            yield "name the captured piece's point last, such as c3b4xa5"
        if pawn and not last and re.search(r"[a-z]$", attempt.rest):
            yield f"a Pawn promotes on its last rank, not on {attempt.square}"
        takes = sorted({found[1] for text in alike if (found := re.search(r"x([a-e][1-9])", text))})
        asked = re.match(r"x([a-e][1-9])", attempt.rest)
        if asked and asked[1] not in takes:
            if not takes:
                knight = cells[attempt.origin] in ("N", "n")
                where = "behind its first step or beyond its second" if knight else "straight behind or beyond"
                yield f"{attempt.origin}{attempt.square} captures nothing: no enemy stands {where}"
            else:
                yield f"{attempt.origin}{attempt.square} captures on {listed(takes)}, not on {asked[1]}"
        yield from super().wrong_promotion(position, attempt)

    def after(self, position: Position, attempt: Attempt) -> dict[str, str] | None:
        cells = super().after(position, attempt)
        if cells is None:
            return None
        mover = cells[attempt.square]
        if mover in ("P", "p") and attempt.square[1] in "19":
            cells[attempt.square] = "Nn"[position.turn]
        asked = re.match(r"x([a-e][1-9])", attempt.rest)
        victims = [
            point
            for point in _victims(mover, attempt.origin, attempt.square)
            if point in cells and self.side(position, cells[point]) != position.turn
        ]
        if asked and asked[1] in victims:
            victims = [asked[1]]
        if victims and cells[victims[0]] not in ("K", "k"):
            del cells[victims[0]]
        return cells


def _is_strong(point: str) -> bool:
    return (ord(point[0]) - 96 + int(point[1])) % 2 == 0


def _is_diagonal(start: str, end: str) -> bool:
    files, ranks = _vector(start, end)
    return abs(files) == abs(ranks) != 0


def _vector(start: str, end: str) -> _Step:
    return ord(end[0]) - ord(start[0]), int(end[1]) - int(start[1])


def _leaps(point: str) -> list[str]:
    """The points a Knight's move away."""
    return [
        name
        for files in (-2, -1, 1, 2)
        for ranks in (-2, -1, 1, 2)
        if abs(files) != abs(ranks) and (name := _moved(point, (files, ranks)))
    ]


def _moved(point: str, step: _Step) -> str:
    """The point one step away, '' beyond the edge."""
    file, rank = ord(point[0]) - 97 + step[0], int(point[1]) + step[1]
    return f"{chr(97 + file)}{rank}" if 0 <= file < 5 and 1 <= rank <= 9 else ""


def _victims(mover: str, start: str, end: str) -> list[str]:
    """N5: the points behind the start and beyond the destination, if lines lead there."""
    files, ranks = _vector(start, end)
    if mover in ("K", "k") and abs(files) + abs(ranks) == 3:
        return []  # N7: the leap takes nothing
    sign = (files > 0) - (files < 0), (ranks > 0) - (ranks < 0)
    first = last = sign
    if abs(files) + abs(ranks) == 3 and files and ranks:  # N3: a Knight's path
        straight = (sign[0], 0) if abs(files) == 2 else (0, sign[1])
        first, last = (sign, straight) if _is_strong(start) else (straight, sign)
    found = []
    for point, step, joined in ((start, (-first[0], -first[1]), start), (end, last, end)):
        if (not all(step) or _is_strong(joined)) and (other := _moved(point, step)):
            found.append(other)
    return found


def guide_to(variant: Variant) -> Guide:
    return FanoronaGuide(variant)
