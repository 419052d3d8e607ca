"""The guide to Bifold Halfgi: halves and units, shared squares, hands, royals without check."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import ClassVar, NamedTuple

from oddfish.cext.core.rules import FenError, Position
from oddfish.engine.game import Game
from oddfish.engine.guide.base import Guide
from oddfish.engine.guide.terms import CAPTURE, CASTLE, MOVE, SHARE, PieceError, Target, Wish
from oddfish.engine.guide.words import line
from oddfish.engine.variants.base import Variant

_MOVE = re.compile(r"([a-z]@|[a-z][0-9]+)([a-z][0-9]+)([a-wyz]?)(?:x([a-z]))?(?:=([a-z]{1,2}))?")
#: Units that move like neither of their halves.
_UNITS = {"RR": "Rook", "BB": "Bishop", "QQ": "Queen", "HH": "Knight", "WF": "King", "WW": "King", "FW": "King"}
#: Letters of half-sized pawns, and names for one pawn of a unit, by variant.
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

    def read_cells(self, position: Position) -> dict[str, str]:
        stacks = {name: position.stack(number) for number, name in enumerate(self.squares())}  # type: ignore[attr-defined]
        return {name: letters for name, letters in stacks.items() if letters}

    def board_field(self, cells: Mapping[str, str]) -> str:
        return super().board_field({name: f"({one})" if len(one) > 1 else one for name, one in cells.items()})

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

    def read(self, text: str) -> Wish | None:
        text = text.strip().lower()
        found = _MOVE.fullmatch(text)
        return Wish(text, found[1], found[2], text[found.end(2) :]) if found else None

    def board_targets(self, position: Position, wish: Wish) -> list[Target]:
        cells, turn = self.cells(position), position.turn
        mover = self.mine(cells[wish.origin], turn)
        if _is_castling(mover, wish):
            return [Target(wish.origin, wish.square, CASTLE)]
        there = cells.get(wish.square, "")
        enemies, friends = self.mine(there, 1 - turn), self.mine(there, turn)
        unit = len(mover) > 1 and not _ends(wish).half
        whole = self._whole()
        if enemies and (unit or friends or len(enemies) > 1 or enemies in whole or mover in whole):
            return [Target(wish.origin, wish.square, CAPTURE)]
        if not there and wish.square == position.fen().split()[3] and _steps_aside(wish) and _is_pawn(mover):
            return [Target(wish.origin, wish.square, CAPTURE)]
        return [Target(wish.origin, wish.square, SHARE if there else MOVE)]

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
        """For a unit, only the moves of both halves together."""
        found = {}
        for board in boards:
            for text in self.moves(board):
                wish = self.read(text)
                if wish and wish.origin == square and self._is_whole(letters, wish) and not _is_castling(letters, wish):
                    found[wish.square] = MOVE
        return found

    def captures_on(self, position: Position, letters: str, start: str, square: str) -> bool:
        return any(
            wish is not None and wish.origin == start and wish.square == square and self._is_whole(letters, wish)
            for wish in map(self.read, self.moves(position))
        )

    def _is_whole(self, mover: str, wish: Wish) -> bool:
        """Whether all of a side's pieces on a square move."""
        return len(mover) == 1 or not _ends(wish).half

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

    def reasons(self, position: Position, wish: Wish) -> Iterator[str]:
        yield from self.off_board(wish)
        if wish.origin.endswith("@"):
            yield from self.against_drop(position, wish)
            yield from self.wrong_ending(position, wish)
            return
        cells, turn = self.cells(position), position.turn
        yield from self.not_mine(position, wish)
        mover = self.mine(cells[wish.origin], turn)
        half = _ends(wish).half
        if half and _is_pawn(mover) and f"{wish.origin}{wish.square}={half}" in self.moves(position):
            yield f"write a promotion as {wish.origin}{wish.square}={half}"
        if half:
            yield from self.unknown(position, half)
        if half and half not in mover.lower():
            yield f"there is no {self.name(position, half)} of yours on {wish.origin}"
        if half and len(mover) > 1:
            mover = half if turn else half.upper()
        if _is_castling(mover, wish):
            yield from self._against_castling(position, wish)
        if wish.square == wish.origin:
            yield "it would stay where it is"
        yield from self._out_of_reach(position, wish, mover)
        yield from self._into(position, wish, mover)
        yield from self.wrong_promotion(position, wish)
        crossed = line(wish.origin, wish.square)
        if crossed and self._is_royal_unit(position, mover):
            names = "a square that the enemy threatens" if crossed[1:] else f"{crossed[0]}, which the enemy threatens"
            yield f"the {self.name(position, mover)} on {wish.origin} may not cross {names}"

    def stands_for(self, game: Game, text: str) -> tuple[str, str]:
        """If the unit cannot make a move, its squares without a letter are short for a half's move."""
        full, _ = super().stands_for(game, text)
        wish, meant = self.read(text), self.read(full)
        if wish is None or meant is None or _ends(wish).half or not _ends(meant).half:
            return full, ""
        return full, next(self.reasons(game.position, wish), "the unit may not go there")

    def not_mine(self, position: Position, wish: Wish) -> Iterator[str]:
        letters = self.cells(position).get(wish.origin, "")
        if not letters:
            yield f"there is no piece on {wish.origin}"
        elif not self.mine(letters, position.turn):
            owner, mover = self.sides[1 - position.turn], self.sides[position.turn]
            yield f"{self.at(position, wish.origin)} is {owner}'s, and it is {mover}'s turn"

    def _out_of_reach(self, position: Position, wish: Wish, mover: str) -> Iterator[str]:
        cells = self.cells(position)
        name = f"the {self.name(position, mover)} on {wish.origin}"
        if self._is_weak(mover) and _steps_forward_aside(wish, position.turn):
            return
        yield from self.against_piece(position, wish, mover, wish.origin, name)
        leg = _leg(wish.origin, wish.square)
        if leg in cells and mover.upper() != "HH":
            yield f"{name} is blocked by {self.at(position, leg)}, which it would have to pass"

    def _into(self, position: Position, wish: Wish, mover: str) -> Iterator[str]:
        """B4: the pieces on the destination prevent the move."""
        there, turn = self.cells(position).get(wish.square, ""), position.turn
        friends, enemies = self.mine(there, turn), self.mine(there, 1 - turn)
        victim = _ends(wish).victim
        alone = f"{wish.origin}{wish.square}{_ends(wish).half}"
        if _is_pawn(mover) and not _steps_aside(wish) and len(there) > 1:
            yield self.full(position, wish.square)
        if len(friends) > 1 or (friends and friends in self._whole()):
            yield self.full(position, wish.square)
        if friends and (len(mover) > 1 or mover in self._whole()):
            who = "a unit" if len(mover) > 1 else "a Pawn"
            yield f"{who} does not enter a square with a friend on it, and your {self.name(position, friends)} is there"
        captures = enemies and not friends if len(mover) > 1 else len(enemies) > 1 or (friends and enemies)
        captures = captures or (not there and wish.square == position.fen().split()[3])
        half_pawn = _is_pawn(mover) and len(mover) == 1 and not self._whole()
        weak = self._is_weak(mover)
        if (half_pawn or weak) and _steps_forward_aside(wish, turn) and not captures:
            if len(mover) > 1:
                yield "a pawn in a unit moves diagonally only where the unit captures"
            prey = "one of two enemies, or the enemy beside a friend"
            yield f"a half pawn moves diagonally only where it captures: {prey}"
        if victim and len(enemies) == 1 and len(mover) == 1 and not friends and enemies not in self._whole():
            yield f"a half does not capture a lone half: it shares {wish.square} with it ({alone})"
        if victim and victim not in enemies.lower():
            yield f"the enemy has no {self.name(position, victim)} on {wish.square}"
        if weak and _steps_forward_aside(wish, turn):
            yield f"a weak pawn {_SUPPORT}"

    def _is_weak(self, mover: str) -> bool:
        """Whether the mover contains a pawn that needs support to capture."""
        return self.variant.name.endswith("weak") and mover.upper().count("P") == 1

    def _against_castling(self, position: Position, wish: Wish) -> Iterator[str]:
        """B9."""
        cells, rank = self.cells(position), wish.origin[1]
        right, corner = ("K", f"h{rank}") if wish.square[0] == "g" else ("Q", f"a{rank}")
        right = right.lower() if position.turn else right
        if not position.setup.castling:  # type: ignore[attr-defined]
            yield "there is no castling in this game (option Castling)"
        if right not in position.fen().split()[2]:
            lost = f"a royal half or one of the Rooks from {corner} has moved or been captured"
            yield f"there is no castling to {wish.square}: {lost}"
        between = [square for square in line(wish.origin, corner) if square in cells]
        if between:
            yield f"castling is blocked by {self.at(position, between[0])}"
        yield f"castling may not cross {line(wish.origin, wish.square)[0]}, which the enemy threatens"

    def against_drop(self, position: Position, wish: Wish) -> Iterator[str]:
        """B6."""
        yield from super().against_drop(position, wish)
        turn, letter = position.turn, wish.origin[0].upper()
        there = self.cells(position).get(wish.square, "")
        if _is_pawn(letter) and wish.square[1] == ("1" if turn else "8"):
            yield "a pawn may not be dropped on the last rank"
        if len(there) > 1:
            yield self.full(position, wish.square)
        if there and (letter in self._whole() or there in self._whole()):
            yield f"a pawn is alone on its square, and {self.at(position, wish.square)} is there"
        if there and not self.mine(there, turn):
            yield "nothing may be dropped beside an enemy in this game (option DropBesideEnemy)"

    def is_pawn(self, position: Position, square: str) -> bool:
        return _is_pawn(self.mine(self.cells(position).get(square, ""), position.turn))

    def wrong_promotion(self, position: Position, wish: Wish) -> Iterator[str]:
        mover = self.mine(self.cells(position)[wish.origin], position.turn)
        if _ends(wish).promotion and not _is_pawn(mover[-1:]):
            yield f"the {self.name(position, mover)} on {wish.origin} does not promote"
        yield from super().wrong_promotion(position, wish)


def _cases(letters: str) -> tuple[str, str]:
    return letters.upper(), letters.lower()


def _ends(wish: Wish) -> _Ends:
    found = _MOVE.fullmatch(wish.text)
    assert found is not None
    return _Ends(*(found[number] or "" for number in (3, 4, 5)))


def _is_pawn(letters: str) -> bool:
    return bool(letters) and all(letter in "PLDpld" for letter in letters)


def _is_castling(mover: str, wish: Wish) -> bool:
    """Whether the move takes a royal pair two squares along its first rank."""
    return (
        len(mover) == 2
        and set(mover.upper()) <= set("WF")
        and wish.origin in ("e1", "e8")
        and wish.square in (f"g{wish.origin[1]}", f"c{wish.origin[1]}")
    )


def _steps_aside(wish: Wish) -> bool:
    return wish.origin[0] != wish.square[0]


def _steps_forward_aside(wish: Wish, turn: int) -> bool:
    files, ranks = ord(wish.square[0]) - ord(wish.origin[0]), int(wish.square[1:]) - int(wish.origin[1:])
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
