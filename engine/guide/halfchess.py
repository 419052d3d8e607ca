"""The guide to the Half Chess family: armies, castling, en passant, drops."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import ClassVar

from oddfish.cext.core.rules import Position
from oddfish.cext.halfchess.armies import ARMY_RULES, SLOTS, ArmyRules, legal_armies
from oddfish.engine.guide.base import PROMOTION, Guide
from oddfish.engine.guide.terms import CAPTURE, CASTLE, MOVE, Attempt, PieceError, Study, Target
from oddfish.engine.guide.words import line
from oddfish.engine.variants.base import Variant

#: The other army's types, by the letters of pieces that promote to them.
_FOREIGN = dict(zip("THEM", "RNBQ"))
_NOTATION = (("e2e4", "move, or capture, from e2 to e4"), ("e1g1", "castle: the King's own move"))


class HalfChessGuide(Guide):
    """Any variant without drops."""

    royal_squares = ("a1", "h8", "h1", "a8", "d1", "e8", "a5", "h4", "b3", "g6", "c7", "f2", "g3", "b6")
    study_squares: ClassVar[Mapping[str, str]] = {"P": "e2"}
    notation: tuple[tuple[str, str], ...] = (*_NOTATION, ("a7a8q", "promote to a Queen; r, b, n for the others"))

    def name(self, position: Position, letters: str) -> str:
        foreign = _FOREIGN.get(letters.upper())
        if foreign:
            letters = foreign.lower() if letters.isupper() else foreign
        return super().name(position, letters)

    def kinds(self, position: Position) -> list[tuple[str, str]]:
        return [*super().kinds(position), *((letter, "promoted") for letter in _FOREIGN if position.setup.foreign)]  # type: ignore[attr-defined]

    def board_targets(self, position: Position, attempt: Attempt) -> list[Target]:
        if self._is_castling(position, attempt):
            return [Target(attempt.origin, attempt.square, CASTLE)]
        cells = self.cells(position)
        takes = attempt.square in cells or (cells[attempt.origin] in "Pp" and attempt.origin[0] != attempt.square[0])
        return [Target(attempt.origin, attempt.square, CAPTURE if takes else MOVE)]

    def reasons(self, position: Position, attempt: Attempt) -> Iterator[str]:
        if not attempt.origin.endswith("@"):
            yield from self.off_board(attempt)
            yield from self.not_mine(position, attempt)
            if self._is_castling(position, attempt):
                yield from self._against_castling(position, attempt)
                yield from self.wrong_promotion(position, attempt)
                return
        yield from super().reasons(position, attempt)

    def against_piece(
        self, position: Position, attempt: Attempt, letters: str, start: str, mover: str
    ) -> Iterator[str]:
        passant = letters in ("P", "p") and attempt.square == position.fen().split()[3]
        step = abs(ord(start[0]) - ord(attempt.square[0])), abs(int(start[1]) - int(attempt.square[1]))
        if not (passant and step == (1, 1)):
            yield from super().against_piece(position, attempt, letters, start, mover)

    def after(self, position: Position, attempt: Attempt) -> dict[str, str] | None:
        cells = super().after(position, attempt)
        mover = self.cells(position).get(attempt.origin, "")
        if cells is not None and mover in ("P", "p") and attempt.square == position.fen().split()[3]:
            cells.pop(attempt.square[0] + attempt.origin[1], None)
        if cells is not None and mover in ("P", "p") and attempt.square[1] in "18":
            cells[attempt.square] = "Qq"[position.turn]
        if cells is not None and self._is_castling(position, attempt):
            rank = attempt.origin[1]
            corner, beside = (f"h{rank}", f"f{rank}") if attempt.square[0] == "g" else (f"a{rank}", f"d{rank}")
            if corner in cells:
                cells[beside] = cells.pop(corner)
        return cells

    def attackers(self, position: Position, cells: Mapping[str, str], turn: int) -> list[str]:
        """Also finds attackers behind others: each is tried alone, with friendly pieces in place of those in
        between."""
        kings = {square: letters for square, letters in cells.items() if letters.upper() == self.royal}
        home = next(square for square, letters in kings.items() if self.side(position, letters) == turn)
        found = []
        for square, letters in cells.items():
            between = {name: "Nn"[turn] for name in line(square, home) if name in cells}
            enemy = self.side(position, letters) != turn and square not in kings
            if enemy and not self.is_safe(position, {**between, **kings, square: letters}, turn):
                found.append(f"the {self.name(position, letters)} on {square}")
        return found if self.is_safe(position, kings, turn) else []

    def _is_castling(self, position: Position, attempt: Attempt) -> bool:
        home = "e8" if position.turn else "e1"
        return (
            attempt.origin == home
            and attempt.square in (f"g{home[1]}", f"c{home[1]}")
            and self.cells(position).get(home) == "Kk"[position.turn]
        )

    def _against_castling(self, position: Position, attempt: Attempt) -> Iterator[str]:
        """R3: FIDE's conditions."""
        cells, rank = self.cells(position), attempt.origin[1]
        right, corner = ("K", f"h{rank}") if attempt.square[0] == "g" else ("Q", f"a{rank}")
        right = right.lower() if position.turn else right
        if right not in position.fen().split()[2]:
            if cells.get(corner) != "Rr"[position.turn]:
                yield f"there is no castling to {attempt.square}: no Rook of yours stands on {corner}"
            lost = f"the King has moved, or the Rook on {corner} has not stood there since the start"
            yield f"there is no castling to {attempt.square}: {lost}"
        between = [square for square in line(attempt.origin, corner) if square in cells]
        if between:
            yield f"castling is blocked by {self.at(position, between[0])}"
        if position.check:
            yield "a King in check may not castle"
        crossed = line(attempt.origin, attempt.square)[0]
        after = {**cells, crossed: cells[attempt.origin]}
        del after[attempt.origin]
        if not self.is_safe(position, after, position.turn):
            by = " and ".join(self.attackers(position, after, position.turn))
            yield f"the King may not cross {crossed}, which is attacked{' by ' if by else ''}{by}"
        yield from self.unsafe(position, attempt)

    def wrong_promotion(self, position: Position, attempt: Attempt) -> Iterator[str]:
        cells = self.cells(position)
        last = attempt.square[1] == ("1" if position.turn else "8")
        if cells.get(attempt.origin) in ("P", "p") and not last and PROMOTION.fullmatch(attempt.rest):
            yield f"a Pawn promotes on its last rank, not on {attempt.square}"
        yield from super().wrong_promotion(position, attempt)


class HalfgiGuide(HalfChessGuide):
    """With drops."""

    notation: tuple[tuple[str, str], ...] = (
        *HalfChessGuide.notation,
        ("n@e4", "drop a captured piece, here the Crab, on e4"),
    )

    def against_drop(self, position: Position, attempt: Attempt) -> Iterator[str]:
        yield from super().against_drop(position, attempt)
        if attempt.square in self.cells(position):
            yield f"a drop needs an empty square, and {self.at(position, attempt.square)} stands there"
        if attempt.origin == "p@" and attempt.square[1] == ("1" if position.turn else "8"):
            yield "a Pawn may not be dropped on the last rank"
        yield from self.unsafe(position, attempt)


class AugmentedGuide(HalfChessGuide):
    """With armies."""

    notation: tuple[tuple[str, str], ...] = (
        *_NOTATION,
        ("a7a8q", "promote to your own Queen; r, b, n for the others"),
        ("a7a8m", "promote to the other army's: t h e m for its Rook, Knight, Bishop, Queen"),
    )

    def name(self, position: Position, letters: str) -> str:
        """The name without its army, which is in the last brackets."""
        kind = letters.upper()
        if kind not in SLOTS and kind not in _FOREIGN:
            return super().name(position, letters)
        own = letters if kind in SLOTS else _FOREIGN[kind].lower() if letters.isupper() else _FOREIGN[kind]
        return self.legend(position)[own].rpartition(" (")[0]

    def against_piece(
        self, position: Position, attempt: Attempt, letters: str, start: str, mover: str
    ) -> Iterator[str]:
        """Does not call a piece blocked if it jumps over what is in the way."""
        if not self._jumps(position, letters, start, attempt.square):
            yield from super().against_piece(position, attempt, letters, start, mover)

    def _jumps(self, position: Position, letters: str, start: str, end: str) -> bool:
        """Whether a piece reaches a square by jumping over others."""
        cells = self.cells(position)
        between = [square for square in line(start, end) if square in cells]
        if not between or letters.upper() in ("K", "P"):
            return False
        try:
            boards = self.lone(position, letters, start, dict.fromkeys(between, "Nn"[letters.islower()]))
        except PieceError:
            return False
        return end in self.quiet(boards, letters, start)

    def study(self, position: Position, letters: str, square: str = "") -> Study:
        """Also accepts a piece's code, such as RF, even if no player here has that piece."""
        code, rules = letters.upper(), ARMY_RULES[self.variant.name]
        if letters not in (code, code.lower()) or len(code) < 2:
            return super().study(position, letters, square)
        army = next((army for army in legal_armies(self.variant.name) if code in army.split("-")), "")
        if not army:
            problem = self._no_piece(code, rules) or f"expected {self.expected(position)}"
            raise PieceError(f"unknown piece '{letters}': {problem}")
        slot = SLOTS[army.split("-").index(code)]
        start = self.variant.start({"WhiteArmy": army, "BlackArmy": army}, Random(0))
        found = super().study(start, slot if letters.isupper() else slot.lower(), square)
        return found._replace(notes=())  # the army does not matter

    def notes(self, position: Position, letters: str) -> tuple[str, ...]:
        """The piece depends on the army, and armies are random by default."""
        if letters.upper() not in SLOTS:
            return ()
        option = f"{'White' if letters.isupper() else 'Black'}Army"
        army = self.variant.tags(position)[option]
        return (f"In the army {army} (option {option}); in another army it is another piece.",)

    def _no_piece(self, code: str, rules: ArmyRules) -> str:
        """Why no army has a piece with this code, '' if this is not a code."""
        basic, augmenter = code[:-1], code[-1]
        known = [one for basics in rules.basics.values() for one in basics]
        if basic not in known:
            return ""
        if augmenter not in rules.augmenters:
            return f"{augmenter} is not an augmenter, expected one of {' '.join(rules.augmenters)}"
        if augmenter in rules.useless[basic]:
            return f"augmenter {augmenter} adds nothing to {basic}"
        return f"{basic} is the basic Knight and may not augment itself"

    def expected(self, position: Position) -> str:
        return f"{super().expected(position)}, or a code such as RF"


def guide_to(variant: Variant) -> Guide:
    if variant.pocket:
        return HalfgiGuide(variant)
    return AugmentedGuide(variant) if variant.options else HalfChessGuide(variant)
