"""The guide to Tandem-84: turns of two moves on two boards, drop moves, swaps, four castlings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, NamedTuple

from oddfish.cext.core.errors import FenError, MoveError
from oddfish.cext.core.rules import Position
from oddfish.cext.tandem.game import HALVES
from oddfish.engine.game import Game
from oddfish.engine.guide.base import UNKNOWN, Guide
from oddfish.engine.guide.terms import ACROSS, CAPTURE, CASTLE, MOVE, SWAP, Attempt, Target
from oddfish.engine.guide.words import distance, line, listed
from oddfish.engine.variants.base import Variant

_MOVE = re.compile(r"([a-z][0-9]+)(/?)(~?)([a-z][0-9]+)([a-z]?)")
_CASTLING = ("d1f1", "d1g1", "i7g7", "i7f7")


class _Part(NamedTuple):
    """The text of one move of a turn, parsed."""

    crosses: bool  # it begins on the other board
    swaps: bool


class TandemGuide(Guide):
    royal_squares = ("a1", "l7", "g7", "f1", "a7", "l1", "g1", "f7", "b4", "k4", "e3", "h5")
    study_squares: ClassVar[Mapping[str, str]] = {"P": "d2", "K": "d3", "G": "d3"}
    fen_tail = "- - 1 0 5"
    board_note = "Corresponding squares of the two boards are a and g, b and h, and so on to f and l, on the same rank."
    notation: tuple[tuple[str, str], ...] = (
        ("c2c4,h2h3", "the turn's two moves, which begin on different boards"),
        ("c2/i4", "a drop move: from c2 to the same square of the other board, i2, and on to i4"),
        ("b1~h1", "change places with the friend on the same square of the other board"),
        ("a1~b1", "a Ghost changes places with its neighbour"),
        ("d1f1", "castle: the King's square, then the Rook's"),
        ("c6c7q", "promote to a Queen"),
    )

    # Moves --------------------------------------------------------------------------------------------------

    def moves(self, position: Position) -> list[str]:
        """The moves that may come next in the turn."""
        return [text for text, _ in position.first_moves()]  # type: ignore[attr-defined]

    def counted(self, position: Position, number: int, origin: str = "") -> str:
        """Lists may contain first moves of turns."""
        plain = super().counted(position, number, origin)
        turn = next((text for text in map(position.text, position.moves()) if text.startswith(origin)), "")
        return f"{plain.replace('legal', 'first')}; a turn is two moves, such as {turn}" if "," in turn else plain

    def read(self, text: str) -> Attempt | None:
        found = _MOVE.fullmatch(text.strip().lower())
        return Attempt(found[0], found[1], found[4], found[5]) if found else None

    def origin(self, text: str) -> str:
        attempt = self.read(text.partition(",")[0])
        return attempt.origin if attempt else ""

    def targets(self, position: Position, text: str) -> list[Target]:
        found = []
        for part in text.split(","):
            attempt = self.read(part)
            if attempt is not None:
                found.append(self._target(position, attempt))
        return found

    def _target(self, position: Position, attempt: Attempt) -> Target:
        cells, part = self.cells(position), _part(attempt)
        mover, there = cells.get(attempt.origin, ""), cells.get(attempt.square, "")
        if part.swaps:
            kind = SWAP
        elif (
            mover in ("K", "k")
            and attempt.text in _CASTLING
            and there in ("R", "r")
            and mover.islower() == there.islower()
        ):
            kind = CASTLE
        elif there or (mover in ("P", "p") and _file(attempt) and not there):
            kind = CAPTURE
        else:
            kind = ACROSS if part.crosses else MOVE
        return Target(attempt.origin, attempt.square, kind)

    def notes(self, position: Position, letters: str) -> tuple[str, ...]:
        ghost, kind = position.setup.ghost, letters.upper()  # type: ignore[attr-defined]
        notes = ["It may begin its move on the same square of the other board if that is vacant."]
        if kind == "G":
            where = "the first friend in a line" if ghost.startswith("glide") else "a friend beside it"
            notes.append(f"It changes places with {where}, after a drop too, but not with the other Ghost.")
        notes.append("It may change places with a friend of another type on the same square of the other board.")
        if kind == "K":
            notes.append("In check it does neither; only a Ghost may change places with it then.")
        return tuple(notes)

    # Why a move is illegal ----------------------------------------------------------------------------------

    def why_illegal(self, game: Game, text: str) -> str:
        """Explains the turn's first illegal move, or why the turn cannot end there."""
        position, parts = game.position, self._in_full(game.position, text).split(",")
        attempts = [attempt for attempt in map(self.read, parts) if attempt is not None]
        if len(parts) > 2 or len(attempts) < len(parts):
            return self.unreadable(game, text)
        legal = dict(position.first_moves())  # type: ignore[attr-defined]
        first, *others = attempts
        if parts[0] not in legal:
            return self._why_part(position, first)
        if not others:
            rest = self._after(position, parts[0])
            example = self.moves(rest)[0]
            board = f"files {HALVES[_board(self.origin(example))]}"
            return f"a turn is two moves: add one on {board}, such as {parts[0]},{example}"
        if legal[parts[0]]:
            return f"the turn ends with {parts[0]}"
        (second,) = others
        if second.origin == first.square:
            return "a piece does not move twice in a turn"
        if _board(first.origin) == _board(second.origin):
            board = f"files {HALVES[_board(first.origin)]}"
            both = f"both {first.origin} and {second.origin} are on {board}"
            if first.origin == second.origin:
                both = f"both begin on {first.origin}"
            return f"the two moves of a turn begin on different boards, and {both}"
        if position.setup.reply == "first" and self._takes_en_passant(position, second):  # type: ignore[attr-defined]
            return "only the first move of a turn may take en passant (option EnPassantReply)"
        return self._why_part(self._after(position, parts[0]), second)

    def meant(self, game: Game, text: str) -> list[str]:
        """Each of a turn's two moves can be in short algebraic notation."""
        full = self._in_full(game.position, text)
        try:
            return [game.position.text(game.parse_choice(full))]
        except MoveError:
            return []

    def _in_full(self, position: Position, text: str) -> str:
        """A turn with the squares that its moves leave, if short algebraic notation can mean only one piece."""
        parts = [part for part in re.split(r"[,\s]+", text.strip()) if part]
        found: list[str] = []
        for part in parts[:2]:
            after = self._after(position, found[0]) if found else position
            tidied = super().tidied(part)
            moves = [] if self.read(tidied) else self.in_short(after, part) or self.in_short(after, part.capitalize())
            found.append(moves[0] if len(moves) == 1 else tidied)
            if tidied == found[-1] and found[0] not in dict(position.first_moves()):  # type: ignore[attr-defined]
                break
        return ",".join([*found, *map(super().tidied, parts[len(found) :])])

    def _takes_en_passant(self, position: Position, attempt: Attempt) -> bool:
        """Whether a move would take a pawn en passant (T7)."""
        passed = re.findall("..", position.fen().split()[3])
        return self.is_pawn(position, attempt.origin) and attempt.square in passed and _file(attempt)

    def _why_part(self, position: Position, attempt: Attempt) -> str:
        """Why a move cannot be the next one in a turn."""
        alike = [text for text in self.moves(position) if text.startswith(attempt.text)]
        if alike and self.only_promotes(position, alike):
            return self.several(position, alike)
        return next(self.reasons(position, attempt), UNKNOWN)

    def only_promotes(self, position: Position, moves: Sequence[str]) -> bool:
        """Whether turns differ only in the promotion of one of their two moves."""
        firsts, _, seconds = zip(*(move.partition(",") for move in moves))
        if len({*seconds}) == 1:
            return self._promotes(position, firsts)
        return len({*firsts}) == 1 and self._promotes(self._after(position, firsts[0]), seconds)

    def _promotes(self, position: Position, moves: Sequence[str]) -> bool:
        """Whether moves differ only in a promotion: of the Pawn that moves, or that a Ghost brings to its last rank."""
        attempts = [attempt for attempt in map(self.read, moves) if attempt is not None]
        swaps = {(attempt.origin, attempt.square) for attempt in attempts if attempt.rest and _part(attempt).swaps}
        if len(swaps) == 1 and len(attempts) == len(moves):
            return self.is_pawn(position, attempts[0].square)
        return super().only_promotes(position, moves)

    def tidied(self, text: str) -> str:
        """Tidies each of the two moves, which a space may separate."""
        parts = text.split(",") if "," in text else text.split()
        return ",".join(super(TandemGuide, self).tidied(part) for part in parts)

    def _after(self, position: Position, text: str) -> Position:
        after: Position = position.after_first(text)  # type: ignore[attr-defined]
        return after

    def reasons(self, position: Position, attempt: Attempt) -> Iterator[str]:
        cells, part = self.cells(position), _part(attempt)
        yield from self.off_board(attempt)
        yield from self.not_mine(position, attempt)
        yield from self.wrong_promotion(position, attempt)  # before the reason that applies if nothing else is wrong
        moved = re.search(r":([a-l][1-7](?:,[a-l][1-7])?)$", position.stage())  # type: ignore[attr-defined]
        if moved and attempt.origin in moved[1].split(","):
            yield "a piece does not move twice in a turn"
        if cells[attempt.origin] in ("K", "k") and position.check and part.crosses:
            yield "a King in check may not go to the other board"
        if cells[attempt.origin] == "Kk"[position.turn] and attempt.text in _CASTLING[2 * position.turn :][:2]:
            yield from self._against_castling(position, attempt)
        if part.swaps:
            yield from self._against_swap(position, attempt)
        else:
            yield from self.onto_own(position, attempt)
            yield from self._across(position, attempt)
            yield from self.out_of_reach(position, attempt)
            yield from self.unsafe(position, attempt)

    def _across(self, position: Position, attempt: Attempt) -> Iterator[str]:
        """T5: drop moves."""
        cells, crosses = self.cells(position), _part(attempt).crosses
        mirror = _mirror(attempt.origin)
        if crosses == (_board(attempt.origin) == _board(attempt.square)):
            if crosses:
                origin, square = attempt.origin, attempt.square
                yield f"a drop move from {origin} goes on from {mirror}, and {square} is on its own board"
            else:
                drop = self.read(f"{attempt.origin}/{attempt.square}{attempt.rest}")
                assert drop is not None
                if drop.text not in self.moves(position):
                    yield from self.reasons(position, drop)
                yield f"a move to the other board is a drop move: write {drop.text}"
        if crosses and mirror in cells:
            yield f"a drop move needs the same square of the other board vacant: {self.at(position, mirror)} is there"
        if crosses and attempt.square == mirror:
            yield f"a piece that drops to {mirror} must move on from there"

    def out_of_reach(self, position: Position, attempt: Attempt) -> Iterator[str]:
        """In a drop move, only pieces on the other board can block."""
        cells = self.cells(position)
        if cells.get(attempt.square, "") in ("K", "k"):
            yield "Kings are never captured"
        start = _mirror(attempt.origin) if _part(attempt).crosses else attempt.origin
        mover = self.at(position, attempt.origin)
        peaceful = position.setup.ghost.endswith("peaceful")  # type: ignore[attr-defined]
        if peaceful and cells[attempt.origin] in ("G", "g") and attempt.square in cells:
            yield f"{mover} captures nothing (option GhostMove), and {self.at(position, attempt.square)} is there"
        yield from self.against_piece(position, attempt, cells[attempt.origin], start, mover)

    def unsafe(self, position: Position, attempt: Attempt) -> Iterator[str]:
        """T3: only the end of the turn must leave the King safe."""
        open_turn = position.stage() == "2"  # type: ignore[attr-defined]
        for reason in super().unsafe(position, attempt):
            yield f"{reason}, and no second move could help" if open_turn else reason
        if open_turn:
            yield "no second move would leave the King safe"

    def after(self, position: Position, attempt: Attempt) -> dict[str, str] | None:
        """A Pawn on its last rank becomes a Queen, because positions cannot have pawns there."""
        cells, last = super().after(position, attempt), "1" if position.turn else "7"
        if cells is not None and attempt.square[1] == last and cells.get(attempt.square) == "Pp"[position.turn]:
            cells[attempt.square] = "Qq"[position.turn]
        return cells

    def is_placed(self, position: Position) -> bool:
        return self._placeable(position, self.cells(position), position.turn) is not None

    def is_safe(self, position: Position, cells: Mapping[str, str], turn: int) -> bool:
        return super().is_safe(position, self._placeable(position, cells, turn) or cells, turn)

    def _placeable(self, position: Position, cells: Mapping[str, str], turn: int) -> Mapping[str, str] | None:
        """The pieces, if they can be set up. A turn's first move may give check; then the same pieces with the enemy's
        King elsewhere, and a harmless friendly Knight in its place; None if that fails, too."""
        enemy = "kK"[turn]
        home = next((square for square, letters in cells.items() if letters == enemy), "")
        elsewhere = [square for square in self.royal_squares if square not in cells]
        stand_in = {**cells, home: "Nn"[turn]}
        for pieces in (cells, *({**stand_in, square: enemy} for square in elsewhere)):
            try:
                self.place(position, pieces, turn)
            except FenError:
                continue
            return pieces
        return None

    def _against_swap(self, position: Position, attempt: Attempt) -> Iterator[str]:
        """T6 and T8."""
        cells, turn = self.cells(position), position.turn
        mover, there = cells[attempt.origin], cells.get(attempt.square, "")
        ghost = mover in ("G", "g")
        mirror, crosses = _mirror(attempt.origin), _part(attempt).crosses
        start = mirror if crosses else attempt.origin
        if not there or self.side(position, there) != turn:
            yield f"a swap needs a friend on the other square, and there is none on {attempt.square}"
        if crosses and attempt.square == mirror:
            yield f"write a swap with the same square of the other board as {attempt.origin}~{mirror}"
        if ghost and crosses and mirror in cells:
            yield f"a drop move needs the same square of the other board vacant: {self.at(position, mirror)} is there"
        if not ghost and attempt.square != mirror:
            yield f"only a Ghost changes places with a neighbour; {attempt.origin} swaps with {mirror}"
        if ghost and attempt.square != mirror:
            if position.setup.ghost.startswith("glide"):  # type: ignore[attr-defined]
                crossed = line(start, attempt.square)
                straight = distance(start, attempt.square) == 1 or crossed
                if (
                    not straight
                    or _board(start) != _board(attempt.square)
                    or any(square in cells for square in crossed)
                ):
                    yield f"this Ghost changes places with the first friend in a line, or on {mirror}"
            elif distance(start, attempt.square) != 1 or _board(start) != _board(attempt.square):
                yield f"a Ghost changes places with a friend beside it, or on {mirror}"
        if mover == there:
            yield f"both are {self.name(position, mover)}s: a swap is of two different types"
        if position.check and mover in ("K", "k"):
            yield "a King in check begins no swap"
        if position.check and there in ("K", "k") and not ghost:
            yield "only a Ghost may change places with a King in check"
        first = "7" if turn else "1"
        if there in ("P", "p") and attempt.origin[1] == first:
            yield f"the Pawn would land on its first rank, on {attempt.origin}"
        if mover in ("P", "p") and attempt.square[1] == first:
            yield f"the Pawn would land on its first rank, on {attempt.square}"
        yield "it does not leave the King safe"

    def _against_castling(self, position: Position, attempt: Attempt) -> Iterator[str]:
        """T10."""
        right = dict(zip(_CASTLING, "KDkd"))[attempt.text]
        needed = {"K": ("e1",), "D": ("j1", "i1", "h1"), "k": ("h7",), "d": ("c7", "d7", "e7")}[right]
        cells = self.cells(position)
        if cells.get(attempt.square) != "Rr"[position.turn]:
            yield f"there is no castling without a Rook of yours on {attempt.square}"
        if right not in position.fen().split()[2]:
            yield f"there is no castling with the Rook on {attempt.square}: it or the King has moved"
        taken = [square for square in needed if square in cells]
        if taken:
            yield f"castling is blocked by {self.at(position, taken[0])}"
        if position.check:
            yield "a King in check may not castle"
        yield f"castling needs {listed(needed)} vacant and unattacked"


def _part(attempt: Attempt) -> _Part:
    return _Part("/" in attempt.text, "~" in attempt.text)


def _board(square: str) -> int:
    """0 for files a to f, 1 for g to l."""
    return int(square[0] > "f")


def _mirror(square: str) -> str:
    """The same square of the other board."""
    return f"{chr(ord(square[0]) + (-6 if _board(square) else 6))}{square[1:]}"


def _file(attempt: Attempt) -> bool:
    """Whether a move changes its file, not counting a drop to the other board."""
    return (ord(attempt.origin[0]) - ord(attempt.square[0])) % 6 != 0


def guide_to(variant: Variant) -> Guide:
    return TandemGuide(variant)
