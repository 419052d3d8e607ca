"""The guide to Banqi: face-down pieces, colours decided by the first flip, ranks, the Cannon's jump.

It knows only what both players can see.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

from oddfish.cext.banqi.game import LETTERS, NAMES
from oddfish.cext.core.rules import Position
from oddfish.engine.guide.base import Guide
from oddfish.engine.guide.terms import CAPTURE, FLIP, MOVE, TRY, Attempt, PieceError, Study, Target
from oddfish.engine.guide.words import capital, line, listed
from oddfish.engine.variants.base import Variant

#: The text of the move that ends a series of captures.
_STOP = "0000"
_NAMES = dict(zip(LETTERS, NAMES))
_COLORS = {"r": ("red", "black"), "b": ("black", "red")}


class BanqiGuide(Guide):
    royal = ""
    sides: ClassVar[tuple[str, str]] = ("the first player", "the second player")  # whose colours the first flip decides
    move_rule = "the rule of moves without a flip or capture"
    capitals = "Capitals are red, small letters black."
    study_squares: ClassVar[Mapping[str, str]] = {"X": "b4"}
    notation: tuple[tuple[str, str], ...] = (
        ("a1a1", "turn up the piece on a1"),
        ("a1a2", "move, or capture, from a1 to a2"),
    )

    def notation_in(self, position: Position) -> tuple[tuple[str, str], ...]:
        """The notation, including the additional moves of house rules."""
        found = [*self.notation]
        if self._may_try(position):
            found.append(("a1a2", "try to capture the piece that is face down on a2"))
        if self._may_go_on(position):
            found.append(("a2a3", "go on capturing with the piece that has just captured on a2"))
            found.append((_STOP, "stop capturing"))
        return tuple(found)

    # The board ----------------------------------------------------------------------------------------------

    def place(self, position: Position, cells: Mapping[str, str], turn: int) -> Position:
        """Uses the position's pool, cut or filled up with soldiers to match the number of face-down pieces."""
        board = self.board_field(cells)
        dark = sum(letters == "X" for letters in cells.values())
        pool = position.pool[:dark].ljust(dark, "P")  # type: ignore[attr-defined]
        first = position.first if position.first != "-" else "r"  # type: ignore[attr-defined]
        return position.from_fen(f"{board}[{pool}] {'wb'[turn]} {first} 0 1")

    def side(self, position: Position, letters: str) -> int:
        """Before the first flip, red counts as the first player's colour."""
        own = position.first != "b"  # type: ignore[attr-defined]
        return int(letters.isupper() != own)

    def owner(self, position: Position, letters: str) -> int | None:
        """None for a face-down piece."""
        return None if letters == "X" else self.side(position, letters)

    def name(self, position: Position, letters: str) -> str:
        return "face-down piece" if letters == "X" else _NAMES[letters.upper()]

    def pieces(self, position: Position, letters: str) -> list[tuple[str, str]]:
        return [("face down", "")] if letters == "X" else super().pieces(position, letters)

    def called(self, position: Position, side: int) -> str:
        """The side's colour once it is decided."""
        color = self._color(position, side)
        return color.capitalize() if color else super().called(position, side)

    def player(self, position: Position, side: int, name: str) -> str:
        color = self._color(position, side)
        return f"{name} ({color})" if color else name

    def _color(self, position: Position, side: int) -> str:
        """The colour of a side's pieces, '' before the first flip."""
        first = position.first  # type: ignore[attr-defined]
        return _COLORS[first][side] if first in _COLORS else ""

    def news(self, before: Position, text: str, after: Position, names: tuple[str, str]) -> str:
        """What turned up, whether it was captured, and, after the first flip, who plays which colour."""
        found = re.fullmatch(r"([a-d][1-8])([a-d][1-8])=([rb])([a-z])", text)
        if found is None:
            return ""
        color = "red" if found[3] == "r" else "black"
        news = f"The piece on {found[2]} was {_a(color)} {_NAMES[found[4].upper()]}"
        if found[1] != found[2]:
            news += "; it stays" if found[1] in self.cells(after) else "; it is captured"
        if before.first == "-":  # type: ignore[attr-defined]
            plays = [f"{name} {'play' if name == 'You' else 'plays'}" for name in names]
            first, second = _COLORS[after.first]  # type: ignore[attr-defined]
            news += f". {capital(plays[0])} {first}, {plays[1].replace('You', 'you')} {second}"
        return f"{news}."

    # Moves --------------------------------------------------------------------------------------------------

    def board_targets(self, position: Position, attempt: Attempt) -> list[Target]:
        if attempt.text == _STOP:
            return []
        if attempt.origin == attempt.square:
            return [Target(attempt.origin, attempt.square, FLIP)]
        there = self.cells(position).get(attempt.square)
        return [Target(attempt.origin, attempt.square, TRY if there == "X" else CAPTURE if there else MOVE)]

    def read(self, text: str) -> Attempt | None:
        text = text.strip().lower()
        if text == _STOP:
            return Attempt(text, "", "", "")
        if re.fullmatch(r"[a-z][0-9]+", text):
            return Attempt(text, text, text, "")
        return super().read(text)

    def in_short(self, position: Position, text: str) -> list[str]:
        """The name of a square alone turns up the piece there."""
        square = text.strip().lower()
        if square in self.squares():
            return [f"{square}{square}"] if self.cells(position).get(square) == "X" else []
        return super().in_short(position, text)

    # A piece alone ------------------------------------------------------------------------------------------

    def kinds(self, position: Position) -> list[tuple[str, str]]:
        return [("X", "face down"), *zip(LETTERS, NAMES)]

    def lone(self, position: Position, letters: str, square: str, others: Mapping[str, str] | None = None) -> list:
        """Adds an enemy soldier; without one, the game would be over."""
        if letters not in dict(self.kinds(position)) and letters.upper() not in _NAMES:
            raise PieceError(f"unknown piece '{letters}': expected {self.expected(position)}")
        start, boards = self._first(position, letters), []
        for corner in ("a8", "d1", "d8", "a1"):
            if max(abs(ord(corner[0]) - ord(square[0])), abs(int(corner[1]) - int(square[1]))) < 2:
                continue
            enemy = "p" if letters.isupper() else "P"
            boards.append(self.place(start, {**(others or {}), square: letters, corner: enemy}, 0))
        return boards

    def expected(self, position: Position) -> str:
        return super().expected(position).replace("X", "# (face down)")

    def _first(self, position: Position, letters: str) -> Position:
        """A position in which the first player has the colour of this piece."""
        color = "r" if letters.isupper() else "b"
        return position.from_fen(f"4/4/4/4/4/4/4/Kk2[] w {color} 0 1")

    def captures(self, boards: list, letters: str, square: str, names: Iterable[str]) -> set[str]:
        return set()  # what it captures depends on the victim: see `notes`

    def study(self, position: Position, letters: str, square: str = "") -> Study:
        """For a Cannon that jumps, adds a piece to jump over. # is a face-down piece, as on boards."""
        letters = "X" if letters == "#" else letters
        found = super().study(position, letters, square)
        if letters.upper() != "C" or not self._jumps(position):
            return found
        file, rank = found.square[0], int(found.square[1])
        over, beyond = (1, 3) if rank <= 5 else (-1, -3)
        enemy = "p" if letters.isupper() else "P"
        cells = {found.square: letters, f"{file}{rank + over}": "X", f"{file}{rank + beyond}": enemy}
        board = self.place(self._first(position, letters), cells, 0)
        targets = tuple(target for target in self.all_targets(board, found.square))
        return found._replace(position=board, shown=tuple(cells), targets=targets)

    def notes(self, position: Position, letters: str) -> tuple[str, ...]:
        """What the piece captures and what captures it, from the move generator."""
        if letters == "X":
            return ("Neither player knows it until it is turned up, which takes a whole turn.",)
        kind = letters.upper()
        preys = [name for one, name in _NAMES.items() if self._captures(position, kind, one, False)]
        hunters = [name for one, name in _NAMES.items() if self._captures(position, one, kind, False)]
        jumps = [name for one, name in _NAMES.items() if self._captures(position, kind, one, True)]
        notes = []
        riding = position.setup.chariot_rides != "off"  # type: ignore[attr-defined]
        if preys and kind == "R" and riding:
            notes.append(f"Captures at any distance along a clear rank or file: {listed(preys)}.")
        elif preys:
            notes.append(f"Captures by a step: {listed(preys)}.")
        if kind == "C" and jumps:
            notes.append(f"Captures by jumping over exactly one piece: {listed(jumps)}.")
        if riding and _NAMES["R"] in hunters:
            hunters.remove(_NAMES["R"])
            notes.append("A Chariot captures it at any distance.")
        if hunters:
            notes.append(f"These capture it by a step: {listed(hunters)}.")
        if self._captures(position, "C", kind, True):
            notes.append(f"{'Another' if kind == 'C' else 'A'} Cannon captures it by a jump.")
        return tuple(notes)

    def _captures(self, position: Position, kind: str, prey: str, jump: bool) -> bool:
        """Whether a piece may capture one of another kind: next to it or, with ``jump``, beyond a face-down piece."""
        cells = {"b4": kind, "b6" if jump else "b5": prey.lower()}
        if jump:
            cells["b5"] = "X"
        board = self.place(self._first(position, kind), cells, 0)
        return any(target.kind == CAPTURE for target in self.all_targets(board, "b4"))

    def _jumps(self, position: Position) -> bool:
        return self._captures(position, "C", "K", True)

    # Why a move is illegal ----------------------------------------------------------------------------------

    def reasons(self, position: Position, attempt: Attempt) -> Iterator[str]:
        series = position.series  # type: ignore[attr-defined]
        if attempt.text == _STOP:
            yield "there is no series of captures to end"
            return
        yield from self.off_board(attempt)
        yield from self._against_series(position, attempt.origin)
        yield from self._against_flip(position, attempt)
        yield from self.not_mine(position, attempt)
        cells = self.cells(position)
        there = cells.get(attempt.square, "")
        if series and not there:
            yield f"the piece on {series} may only go on capturing: end the turn with {_STOP}"
        if there == "X" and not self._may_try(position):
            yield f"the piece on {attempt.square} is face down: turn it up first ({attempt.square}{attempt.square})"
        elif there and there != "X" and self.side(position, there) == position.turn:
            yield f"{self.at(position, attempt.square)} is your own"
        yield from self.wrong_promotion(position, attempt)
        yield from self._too_far(position, attempt)
        if there and there != "X":
            yield self._outranked(position, attempt)

    def why_none(self, position: Position, origin: str) -> str:
        """Also explains that another piece is in a series of captures."""
        return super().why_none(position, origin) or next(self._against_series(position, origin), "")

    def _against_series(self, position: Position, origin: str) -> Iterator[str]:
        series = position.series  # type: ignore[attr-defined]
        if series and origin != series:
            yield f"the piece on {series} is capturing: go on with it, or end the turn with {_STOP}"

    def _against_flip(self, position: Position, attempt: Attempt) -> Iterator[str]:
        here, turned_up = self.cells(position).get(attempt.origin), attempt.origin + attempt.square
        if here is None:
            yield f"there is no piece on {attempt.origin}"
        elif attempt.origin == attempt.square and here != "X":
            yield f"{self.at(position, attempt.origin)} is face up already"
        elif attempt.rest and self.cells(position).get(attempt.square) == "X" and turned_up in self.moves(position):
            yield f"the deal decides what turns up: type {turned_up}"
        elif attempt.text == attempt.origin:
            yield f"to turn up that piece, write {attempt.origin}{attempt.origin}"
        elif here == "X" and attempt.origin != attempt.square:
            square = attempt.origin
            yield f"the piece on {square} is face down: you can only turn it up ({square}{square})"

    def not_mine(self, position: Position, attempt: Attempt) -> Iterator[str]:
        here = self.cells(position).get(attempt.origin)
        if here is None:
            yield f"there is no piece on {attempt.origin}"
        elif here != "X" and self.side(position, here) != position.turn:
            mine, theirs = _COLORS[position.first][:: 1 if position.turn == 0 else -1]  # type: ignore[attr-defined]
            yield f"{self.at(position, attempt.origin)} is {theirs}, and it is {mine}'s turn"

    def _too_far(self, position: Position, attempt: Attempt) -> Iterator[str]:
        cells = self.cells(position)
        kind, there = cells[attempt.origin].upper(), cells.get(attempt.square, "")
        name = _a(self.name(position, kind))
        files, ranks = (
            abs(ord(attempt.origin[0]) - ord(attempt.square[0])),
            abs(int(attempt.origin[1]) - int(attempt.square[1])),
        )
        between = [square for square in line(attempt.origin, attempt.square) if square in cells]
        if not there and files + ranks != 1:
            yield f"{name} moves one step along a rank or file"
        if kind == "C" and there and self._jumps(position):
            if files and ranks:
                yield "a Cannon jumps along a rank or file"
            elif len(between) != 1 and files + ranks > 1:
                found = "there is none" if not between else f"there are {len(between)}"
                yield f"a Cannon captures by jumping over exactly one piece, and {found} between"
            elif len(between) != 1:
                prey = _a(self.name(position, there))
                yield f"a Cannon captures {prey} by jumping over exactly one piece, not by a step"
        elif files and ranks:
            yield f"{name} moves along ranks and files, not diagonally"
        elif files + ranks > 1 and not (kind == "R" and position.setup.chariot_rides != "off"):  # type: ignore[attr-defined]
            yield f"{name} captures one step away"
        elif between:
            yield f"{self.at(position, attempt.origin)} is blocked by {self.at(position, between[0])}"

    def _outranked(self, position: Position, attempt: Attempt) -> str:
        cells = self.cells(position)
        mover, prey = cells[attempt.origin].upper(), cells[attempt.square].upper()
        preys = [name for one, name in _NAMES.items() if self._captures(position, mover, one, False)]
        return f"{_a(_NAMES[mover])} does not capture {_a(_NAMES[prey])}{', only ' + listed(preys) if preys else ''}"

    def _may_try(self, position: Position) -> bool:
        """Whether pieces may attack face-down pieces (DarkCapture)."""
        board = self.place(self._first(position, "K"), {"b4": "K", "b5": "X", "d8": "p"}, 0)
        return any(target.kind == TRY for target in self.all_targets(board, "b4"))

    def _may_go_on(self, position: Position) -> bool:
        """Whether a piece may make several captures in a turn (MultiCapture)."""
        board = self.place(self._first(position, "R"), {"b4": "R", "b5": "n", "b6": "p"}, 0)
        (capture,) = (move for move in board.moves() if board.text(move) == "b4b5")
        return bool(board.make(capture).series)  # type: ignore[attr-defined]


def _a(name: str) -> str:
    return f"{'an' if name[0] in 'AE' else 'a'} {name}"


def guide_to(variant: Variant) -> Guide:
    return BanqiGuide(variant)
