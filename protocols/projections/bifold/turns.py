"""The plies of Bifold's moves, and the clicks that make them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import permutations

from oddfish.cext.bifold import game as bifold
from oddfish.cext.core.fen import read_square
from oddfish.cext.core.rules import Position
from oddfish.protocols.projections.base import NULL
from oddfish.protocols.projections.bifold.board import (
    CAPTURED,
    ROYALS,
    after,
    halves,
    places_in_hand,
    side,
    square_of,
)
from oddfish.protocols.projections.cells import Cells, cased, in_hand
from oddfish.protocols.projections.staged import Turn

#: Origin, destination, the moving half unless the unit moves, the captured half unless all are captured, promotions.
_MOVE = re.compile(r"([a-h][1-8])([a-h][1-8])([qrbhwfldp]?)(?:x([qrbhwfldp]))?(?:=([qrbh]+))?")
_DROP = re.compile(r"([qrbhldp])@([a-h][1-8])")


def turns(position: Position, cells: Cells, moves: Iterable[int]) -> Iterator[Turn]:
    """The turns of packed moves; ``cells`` is XBoard's board."""
    assert isinstance(position, bifold.Bifold)
    for move in moves:
        yield _Planner(position, cells, move).turn()


class _Planner:
    """Finds the plies of one move."""

    def __init__(self, position: bifold.Bifold, cells: Cells, move: int):
        self.cells = cells
        self.color = position.turn
        self.move = move
        self.text = text = position.text(move)
        then = position.make(move)
        self.promotions = self.suffix = ""
        drop = _DROP.fullmatch(text)
        if drop:
            self.target = drop[2]
            self.victims: list[tuple[str, str]] = []  # piece and square
            self.names_victim = False
            piece = cased(drop[1], "Ww"[self.color])
            held = tuple(cell for cell, other in cells.items() if self._own(other) and in_hand(cell))
            self.movers = tuple(cell for cell in held if cells[cell] == piece)
            self.unit = False
            if not self.movers:  # both rows were full at its capture: another piece represents it
                self.movers, self.suffix = held, drop[1]
            return
        found = _MOVE.fullmatch(text)
        assert found is not None, text
        origin, self.target, half, victim, promotions = found.groups("")
        own = [cell for cell in halves(origin) if self._own(cells.get(cell, ""))]
        self.movers = tuple(cell for cell in own if not half or cells[cell].lower() == half)
        self.unit = len(own) == 2 and not half
        self.promotions, self.suffix = promotions.upper(), promotions
        self.names_victim = bool(victim)
        behind = f"{self.target[0]}{origin[1]}"  # where a pawn captured en passant stands
        self.victims = [
            (piece, square)
            for square in dict.fromkeys((self.target, behind))
            for piece in _missing(self._enemies(position, square), self._enemies(then, square))
        ]

    def _own(self, piece: str) -> bool:
        return bool(piece) and piece.isupper() == (self.color == 0)

    def _enemies(self, position: bifold.Bifold, square: str) -> str:
        stack = position.cell(read_square(square))
        return "".join(piece for piece in stack if not self._own(piece))

    def turn(self) -> Turn:
        ways = tuple(dict.fromkeys(way for victims in self._victim_cells() for way in self._ways(victims)))
        captures = bool(self.victims)
        return Turn(self.move, self.text, self.movers, self._aims(), captures, self.promotions, ways, self.unit)

    def _victim_cells(self) -> list[tuple[str, ...]]:
        """The half-squares of the victims; several answers if either of two equal pieces can be captured."""
        if len(self.victims) != 1:
            taken: list[str] = []
            for piece, square in self.victims:
                taken.append(next(c for c in halves(square) if self.cells.get(c) == piece and c not in taken))
            return [tuple(taken)]
        ((piece, square),) = self.victims
        return [(cell,) for cell in halves(square) if self.cells.get(cell) == piece]

    def _aims(self) -> frozenset[str]:
        """The half-squares to click on: the victim's if there is a choice of victims, else each half of the square
        unless a piece stays on it."""
        if self.names_victim:
            return frozenset(halves(self.target)[side(cell)] for (cell,) in self._victim_cells())
        victims = {cell for cells in self._victim_cells() for cell in cells}
        return frozenset(cell for cell in halves(self.target) if cell not in self.cells or cell in victims)

    def _ways(self, victims: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        lead, cells = self._captures(victims)
        if not self.unit:
            for mover in self.movers:
                for ply in self._plies(cells, mover, victims):
                    yield (*lead, ply)
            return
        corner, to = self._rooks()
        for pair in self._pairs(cells, self.movers, self.target, self.promotions):
            if self.promotions:
                yield (NULL, NULL, *lead, *pair)
            elif corner:
                for rooks in self._pairs(cells, halves(corner), to):
                    yield (*pair, NULL, *rooks)
            else:
                yield (*lead, *pair)

    def _captures(self, victims: tuple[str, ...]) -> tuple[list[str], Cells]:
        """The victims' plies, and the board after them."""
        lead: list[str] = []
        cells = self.cells
        for victim in victims:
            kind = cells[victim].upper()
            if kind in ROYALS:
                continue
            places = places_in_hand(self.color, kind)
            place = next((cell for cell in places if cell not in cells), places[0])
            ply = f"{victim}{place}{CAPTURED[kind].lower()}"
            lead += [NULL, ply]
            cells = after(cells, ply)
        return lead, cells

    def _plies(self, cells: Cells, mover: str, victims: tuple[str, ...]) -> Iterator[str]:
        """The possible plies of one piece, the best first. It replaces a royal half that it captures; otherwise it goes
        to a free half-square, preferably on its own side."""
        royals = [victim for victim in victims if victim in cells]
        if len(royals) > 1:
            yield f"{mover}{royals[0]},{royals[0]}{royals[1]}{self.suffix}"
            return
        there = halves(self.target)
        for to in royals or dict.fromkeys((there[side(mover)], *there)):
            if royals or to not in cells:
                yield f"{mover}{to}{self.suffix}"

    def _pairs(
        self, cells: Cells, pair: tuple[str, ...], square: str, promotions: str = ""
    ) -> Iterator[tuple[str, str, str]]:
        """The possible plies of two pieces that move together, in either order. In the best ones, each piece stays on
        its side."""
        for first, second in permutations(pair):
            for places in (halves(square), halves(square)[::-1]):
                to, beside = places[side(first)], places[side(second)]
                for letters in dict.fromkeys(permutations(promotions)):
                    one, two = letters or (cells[first], "")
                    yield f"{first}{to}{one.lower()}", NULL, f"{second}{beside}{two.lower()}"

    def _rooks(self) -> tuple[str, str]:
        """Origin and destination of the rooks if the move is castling, else two empty strings."""
        origin = square_of(self.movers[0])
        rank = origin[1]
        royal = all(self.cells[cell].upper() in ROYALS for cell in self.movers)
        if not royal or origin[0] != "e" or self.target[0] not in "cg":
            return "", ""
        return (f"h{rank}", f"f{rank}") if self.target[0] == "g" else (f"a{rank}", f"d{rank}")


def _missing(before: str, after: str) -> list[str]:
    left = list(after)
    return [piece for piece in before if piece not in left or left.remove(piece)]  # type: ignore[func-returns-value]
