"""The guide to Bifold Halfgi: halves and units, shared squares, hands, royals without check."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, NamedTuple

from oddfish.cext.core.errors import FenError
from oddfish.cext.core.rules import Position
from oddfish.engine.game import Game
from oddfish.engine.guide.base import Guide
from oddfish.engine.guide.terms import CAPTURE, CASTLE, MOVE, SHARE, Attempt, PieceError, Target
from oddfish.engine.guide.words import line
from oddfish.engine.variants.base import Variant

_MOVE = re.compile(r"([a-z]@|[a-z][0-9]+)([a-z][0-9]+)([a-wyz]?)(?:x([a-z]))?(?:=([a-z]{1,2}))?")
#: Units that move like neither of their halves.
_UNITS = {"RR": "Rook", "BB": "Bishop", "QQ": "Queen", "HH": "Knight", "WF": "King", "WW": "King", "FW": "King"}
#: Letters of half-sized pawns, and names for one such pawn of a unit, by variant.
_HALF_PAWNS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "bifold-halfgi-handed": (("l", "the left-handed Pawn"), ("d", "the right-handed Pawn")),
    "bifold-halfgi-weak": (("p", "one Pawn"),),
}
#: How the explanation of castling begins.
_CASTLE = "castle: the"
#: What a weak pawn needs.
_SUPPORT = "captures only while a friend on another square could capture where it stands"


class _Ends(NamedTuple):
    """The parts after a move's squares, in lower case; '' for a missing part."""

    half: str
    victim: str
    promotion: str


class BifoldGuide(Guide):
    royal_squares = ("a1", "h8", "h1", "a8", "c8", "f1", "a5", "h4", "b3", "g6")
    study_squares: ClassVar[Mapping[str, str]] = {"P": "e2", "L": "e2", "D": "e2", "LD": "e2", "PP": "e2", "DL": "e2"}
    fen_tail = "- - 0 1"
    board_note = "Two letters on a square are two pieces, of one side or of both."

    def __init__(self, variant: Variant):
        super().__init__(variant)
        #: The pawns that are halves; none if pawns are whole.
        self._half_pawns = [*_HALF_PAWNS.get(variant.name, ())]
        self.notation = tuple(self._notation())

    def _notation(self) -> Iterator[tuple[str, str]]:
        pawns = self._half_pawns
        lone = "a unit or a lone half" if pawns else "a unit, a lone half or a Pawn"
        yield "e2e4", f"move everything of yours on e2 to e4: {lone}"
        yield "a1a4r", "move one half of a unit, here the Rook"
        for letter, name in pawns:
            yield f"e2e4{letter}", f"move {name} of a unit alone"
        yield "a1a4xq", "capture the Queen with a half that could capture either of two"
        one = "half a Queen; r, b, h for Rook, Bishop, Horse"
        yield "a7a8=q", f"promote {'a lone half Pawn' if pawns else 'a Pawn'} to {one}"
        if pawns:
            yield "a7a8=qh", "promote both Pawns of a unit, to half a Queen and a Horse"
            yield f"a7a8{pawns[0][0]}=q", f"promote {pawns[0][1]} of a unit alone"
        yield "r@e4", "drop half a Rook on e4"
        pair = "two Wazirs move" if self.variant.name.endswith("wazirs") else "royal pair moves"
        yield "e1g1", f"{_CASTLE} {pair} two squares"

    def notation_in(self, position: Position) -> tuple[tuple[str, str], ...]:
        castling = position.setup.castling  # type: ignore[attr-defined]
        return tuple(pair for pair in self.notation if castling or not pair[1].startswith(_CASTLE))

    # The board ----------------------------------------------------------------------------------------------

    def name(self, position: Position, letters: str) -> str:
        kind = letters.upper()
        if {*kind} == {*"LD"}:
            return "full Pawn"
        if len(kind) > 1:
            if kind in _UNITS:
                return f"unit {kind} ({_UNITS[kind]})"
            first, second = (self.name(position, letter) for letter in kind)
            return f"unit of two {first}s" if first == second else f"unit of {first} and {second}"
        names = {"W": "Wazir", "F": "Ferz"}  # without the word royal
        return names.get(kind) or super().name(position, letters)

    def mine(self, letters: str, turn: int) -> str:
        """The letters of one side in a stack."""
        return "".join(letter for letter in letters if letter.islower() == bool(turn))

    def at(self, position: Position, square: str) -> str:
        letters = self.cells(position)[square]
        shared = [self.mine(letters, side) for side in (0, 1)]
        return " and ".join(f"the {self.name(position, one)}" for one in shared if one) + f" on {square}"

    def pieces(self, position: Position, letters: str) -> list[tuple[str, str]]:
        shared = ((side, self.mine(letters, side)) for side in (0, 1))
        return [(self.called(position, side), self.name(position, one)) for side, one in shared if one]

    def mover(self, position: Position, origin: str) -> str:
        if origin.endswith("@"):
            return super().mover(position, origin)
        return f"the {self.name(position, self.mine(self.cells(position)[origin], position.turn))} on {origin}"

    def full(self, position: Position, square: str) -> str:
        """A clause that the square is full."""
        names = self.at(position, square).rpartition(" on ")[0]
        return f"{square} is full: {names} {'stand' if ' and the ' in names else 'stands'} there"

    # Moves --------------------------------------------------------------------------------------------------

    def read(self, text: str) -> Attempt | None:
        text = text.strip().lower()
        found = _MOVE.fullmatch(text)
        return Attempt(text, found[1], found[2], text[found.end(2) :]) if found else None

    def board_targets(self, position: Position, attempt: Attempt) -> list[Target]:
        cells, turn = self.cells(position), position.turn
        mover = self.mine(cells[attempt.origin], turn)
        if _is_castling(mover, attempt):
            return [Target(attempt.origin, attempt.square, CASTLE)]
        there = cells.get(attempt.square, "")
        enemies, friends = self.mine(there, 1 - turn), self.mine(there, turn)
        unit = len(mover) > 1 and not _ends(attempt).half
        whole = self._whole()
        if enemies and (unit or friends or len(enemies) > 1 or enemies in whole or mover in whole):
            return [Target(attempt.origin, attempt.square, CAPTURE)]
        if not there and _steps_aside(attempt) and _is_pawn(mover) and attempt.square == position.fen().split()[3]:
            return [Target(attempt.origin, attempt.square, CAPTURE)]
        return [Target(attempt.origin, attempt.square, SHARE if there else MOVE)]

    def _whole(self) -> str:
        """Letters of the pieces that stand alone on their squares."""
        return "" if self._half_pawns else "Pp"

    # A piece alone ------------------------------------------------------------------------------------------

    def lone(self, position: Position, letters: str, square: str, others: Mapping[str, str] | None = None) -> list:
        known = position.setup.letters  # type: ignore[attr-defined]
        turn = int(letters.islower())
        if not letters or len(letters) > 2 or set(letters.upper()) - set(known):
            raise PieceError(f"unknown piece '{letters}': expected one or two of {', '.join(known)}")
        if letters not in _cases(letters):
            units = " or ".join(_cases(letters))
            raise PieceError(f"'{letters}' is of both sides, and pieces of one side move together: {units}")
        royals = position.setup.royals  # type: ignore[attr-defined]
        own = "" if set(letters.upper()) & set(royals) else royals
        boards: list[Position] = []
        problem: FenError | None = None
        places = [name for name in self.royal_squares if name != square]
        for first, second in zip(places[::2], places[1::2]):
            cells = {**(others or {}), square: letters, second: royals if turn else royals.lower()}
            if own:
                cells[first] = own.lower() if turn else own
            try:
                boards.append(self.place(position, cells, turn))
            except FenError as error:
                problem = error
        if not boards:
            reason = str(problem).removeprefix(f"stack '({letters})' on {square}: ")
            raise PieceError(f"'{letters}' on {square}: {reason}")
        return boards

    def quiet(self, boards: list, letters: str, square: str) -> dict[str, str]:
        """For a unit, only the moves of both halves together; without captures of the royals that each board needs."""
        found = {}
        for board in boards:
            occupied = self.cells(board)
            for text in self.moves(board):
                attempt = self.read(text)
                if (
                    attempt
                    and attempt.origin == square
                    and attempt.square not in occupied
                    and self._is_whole(letters, attempt)
                    and not _is_castling(letters, attempt)
                ):
                    found[attempt.square] = MOVE
        return found

    def captures(self, boards: list, letters: str, square: str, names: Iterable[str]) -> set[str]:
        """Without captures that a weak pawn can make only because the royals that a board needs support it."""
        found = super().captures(boards, letters, square, names)
        aside = {name for name in found if _steps_forward_aside(Attempt("", square, name, ""), boards[0].turn)}
        return found - (aside - self.quiet(boards, letters, square).keys() if self._is_weak(letters) else set())

    def captures_on(self, position: Position, letters: str, start: str, square: str) -> bool:
        return any(
            attempt is not None
            and attempt.origin == start
            and attempt.square == square
            and self._is_whole(letters, attempt)
            for attempt in map(self.read, self.moves(position))
        )

    def _is_whole(self, mover: str, attempt: Attempt) -> bool:
        """Whether all of a side's pieces on a square move."""
        return len(mover) == 1 or not _ends(attempt).half

    def victim(self, turn: int) -> str:
        return ("hh", "HH")[turn]

    def notes(self, position: Position, letters: str) -> tuple[str, ...]:
        kind = letters.upper()
        if kind == "P" and self._whole():
            return ("It is alone on its square, and captures whatever enemies are on one.",)
        if self._is_royal_unit(position, letters):
            return (
                "It captures every enemy on a square. It may not enter a square with a friend on it.",
                "Together they may not pass through a square that the enemy threatens.",
            )
        notes = []
        if _is_pawn(kind) and len(kind) == 1:
            notes.append("Straight ahead it may share a lone piece's square.")
            notes.append("Diagonally it only captures: one of two enemies, or the enemy beside a friend.")
        elif len(kind) == 1:
            notes.append("It shares the square of a lone friendly half or of a lone enemy half.")
            notes.append("It captures one of two enemies, and the enemy beside a friend.")
        else:
            notes.append("It captures every enemy on a square. It may not enter a square with a friend on it.")
        if self._is_weak(kind):
            notes.append(f"{'It' if kind == 'P' else 'Its pawn'} {_SUPPORT}.")
        return tuple(notes)

    def _is_royal_unit(self, position: Position, letters: str) -> bool:
        """Whether this is a unit of a royal and another piece."""
        royals = position.setup.royals  # type: ignore[attr-defined]
        return len(letters) == 2 and sum(letter in royals for letter in letters.upper()) == 1

    # Why a move is illegal ----------------------------------------------------------------------------------

    def reasons(self, position: Position, attempt: Attempt) -> Iterator[str]:
        yield from self.off_board(attempt)
        if attempt.origin.endswith("@"):
            yield from self.against_drop(position, attempt)
            yield from self.wrong_ending(position, attempt)
            return
        cells, turn = self.cells(position), position.turn
        yield from self.not_mine(position, attempt)
        mover = self.mine(cells[attempt.origin], turn)
        half = _ends(attempt).half
        if half and _is_pawn(mover) and f"{attempt.origin}{attempt.square}={half}" in self.moves(position):
            yield f"write a promotion as {attempt.origin}{attempt.square}={half}"
        if half:
            yield from self.unknown(position, half)
        if half and half not in mover.lower():
            yield f"there is no {self.name(position, half)} of yours on {attempt.origin}"
        if half and len(mover) > 1:
            mover = half if turn else half.upper()
        if _is_castling(mover, attempt):
            yield from self._against_castling(position, attempt)
        if attempt.square == attempt.origin:
            yield "it would stay where it is"
        yield from self._out_of_reach(position, attempt, mover)
        yield from self._into(position, attempt, mover)
        yield from self.wrong_promotion(position, attempt)
        crossed = line(attempt.origin, attempt.square)
        if crossed and self._is_royal_unit(position, mover):
            names = "a square that the enemy threatens" if crossed[1:] else f"{crossed[0]}, which the enemy threatens"
            yield f"the {self.name(position, mover)} on {attempt.origin} may not cross {names}"

    def stands_for(self, game: Game, text: str) -> tuple[str, str]:
        """If a unit cannot make a move, its squares without a letter are short for the move of one half."""
        full, _ = super().stands_for(game, text)
        attempt, meant = self.read(text), self.read(full)
        if attempt is None or meant is None or _ends(attempt).half or not _ends(meant).half:
            return full, ""
        return full, next(self.reasons(game.position, attempt), "the unit may not go there")

    def not_mine(self, position: Position, attempt: Attempt) -> Iterator[str]:
        letters = self.cells(position).get(attempt.origin, "")
        if not letters:
            yield f"there is no piece on {attempt.origin}"
        elif not self.mine(letters, position.turn):
            owner, mover = self.sides[1 - position.turn], self.sides[position.turn]
            yield f"{self.at(position, attempt.origin)} is {owner}'s, and it is {mover}'s turn"

    def _out_of_reach(self, position: Position, attempt: Attempt, mover: str) -> Iterator[str]:
        cells = self.cells(position)
        name = f"the {self.name(position, mover)} on {attempt.origin}"
        if self._is_weak(mover) and _steps_forward_aside(attempt, position.turn):
            return
        yield from self.against_piece(position, attempt, mover, attempt.origin, name)
        leg = _leg(attempt.origin, attempt.square)
        if leg in cells and mover.upper() != "HH":
            yield f"{name} is blocked by {self.at(position, leg)}, which it would have to pass"

    def _into(self, position: Position, attempt: Attempt, mover: str) -> Iterator[str]:
        """B4: the pieces on the destination prevent the move."""
        there, turn = self.cells(position).get(attempt.square, ""), position.turn
        friends, enemies = self.mine(there, turn), self.mine(there, 1 - turn)
        victim = _ends(attempt).victim
        alone = f"{attempt.origin}{attempt.square}{_ends(attempt).half}"
        if _is_pawn(mover) and not _steps_aside(attempt) and len(there) > 1:
            yield self.full(position, attempt.square)
        if len(friends) > 1 or (friends and friends in self._whole()):
            yield self.full(position, attempt.square)
        if friends and (len(mover) > 1 or mover in self._whole()):
            who = "a unit" if len(mover) > 1 else "a Pawn"
            yield f"{who} does not enter a square with a friend on it, and your {self.name(position, friends)} is there"
        captures = enemies and not friends if len(mover) > 1 else len(enemies) > 1 or (friends and enemies)
        captures = captures or (not there and attempt.square == position.fen().split()[3])
        half_pawn = _is_pawn(mover) and len(mover) == 1 and not self._whole()
        weak = self._is_weak(mover)
        if (half_pawn or weak) and _steps_forward_aside(attempt, turn) and not captures:
            if len(mover) > 1:
                yield "a pawn in a unit moves diagonally only where the unit captures"
            prey = "one of two enemies, or the enemy beside a friend"
            yield f"a half pawn moves diagonally only where it captures: {prey}"
        if victim and len(enemies) == 1 and len(mover) == 1 and not friends and enemies not in self._whole():
            yield f"a half does not capture a lone half: it shares {attempt.square} with it ({alone})"
        if victim and victim not in enemies.lower():
            yield f"the enemy has no {self.name(position, victim)} on {attempt.square}"
        if weak and _steps_forward_aside(attempt, turn):
            yield f"a weak pawn {_SUPPORT}"

    def _is_weak(self, mover: str) -> bool:
        """Whether the mover contains a pawn that needs support to capture."""
        return self.variant.name.endswith("weak") and mover.upper().count("P") == 1

    def _against_castling(self, position: Position, attempt: Attempt) -> Iterator[str]:
        """B9."""
        cells, rank = self.cells(position), attempt.origin[1]
        right, corner = ("K", f"h{rank}") if attempt.square[0] == "g" else ("Q", f"a{rank}")
        right = right.lower() if position.turn else right
        if not position.setup.castling:  # type: ignore[attr-defined]
            yield "there is no castling in this game (option Castling)"
        if right not in position.fen().split()[2]:
            lost = f"a royal half or one of the Rooks from {corner} has moved or been captured"
            yield f"there is no castling to {attempt.square}: {lost}"
        between = [square for square in line(attempt.origin, corner) if square in cells]
        if between:
            yield f"castling is blocked by {self.at(position, between[0])}"
        yield f"castling may not cross {line(attempt.origin, attempt.square)[0]}, which the enemy threatens"

    def against_drop(self, position: Position, attempt: Attempt) -> Iterator[str]:
        """B6."""
        yield from super().against_drop(position, attempt)
        turn, letter = position.turn, attempt.origin[0].upper()
        there = self.cells(position).get(attempt.square, "")
        if _is_pawn(letter) and attempt.square[1] == ("1" if turn else "8"):
            yield "a pawn may not be dropped on the last rank"
        if len(there) > 1:
            yield self.full(position, attempt.square)
        if there and (letter in self._whole() or there in self._whole()):
            yield f"a pawn is alone on its square, and {self.at(position, attempt.square)} is there"
        if there and not self.mine(there, turn):
            yield "nothing may be dropped beside an enemy in this game (option DropBesideEnemy)"

    def is_pawn(self, position: Position, square: str) -> bool:
        return _is_pawn(self.mine(self.cells(position).get(square, ""), position.turn))

    def wrong_promotion(self, position: Position, attempt: Attempt) -> Iterator[str]:
        mover = self.mine(self.cells(position)[attempt.origin], position.turn)
        if _ends(attempt).promotion and not _is_pawn(mover[-1:]):
            yield f"the {self.name(position, mover)} on {attempt.origin} does not promote"
        yield from super().wrong_promotion(position, attempt)


def _cases(letters: str) -> tuple[str, str]:
    return letters.upper(), letters.lower()


def _ends(attempt: Attempt) -> _Ends:
    found = _MOVE.fullmatch(attempt.text)
    assert found is not None
    return _Ends(*(found[number] or "" for number in (3, 4, 5)))


def _is_pawn(letters: str) -> bool:
    return bool(letters) and all(letter in "PLDpld" for letter in letters)


def _is_castling(mover: str, attempt: Attempt) -> bool:
    """Whether the move takes a royal pair two squares along its first rank."""
    return (
        len(mover) == 2
        and set(mover.upper()) <= set("WF")
        and attempt.origin in ("e1", "e8")
        and attempt.square in (f"g{attempt.origin[1]}", f"c{attempt.origin[1]}")
    )


def _steps_aside(attempt: Attempt) -> bool:
    return attempt.origin[0] != attempt.square[0]


def _steps_forward_aside(attempt: Attempt, turn: int) -> bool:
    files, ranks = ord(attempt.square[0]) - ord(attempt.origin[0]), int(attempt.square[1:]) - int(attempt.origin[1:])
    return abs(files) == 1 and ranks == (-1 if turn else 1)


def _leg(start: str, end: str) -> str:
    """The square that a Mao passes, '' if this is not a Mao's move."""
    files, ranks = ord(end[0]) - ord(start[0]), int(end[1:]) - int(start[1:])
    if sorted((abs(files), abs(ranks))) != [1, 2]:
        return ""
    if abs(files) == 2:
        return f"{chr(ord(start[0]) + files // 2)}{start[1:]}"
    return f"{start[0]}{int(start[1:]) + ranks // 2}"


def guide_to(variant: Variant) -> Guide:
    return BifoldGuide(variant)
