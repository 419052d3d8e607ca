"""Fanorona Chess, slowly and plainly (rules: fanorona-chess.md and the shared README.md).

A point is ``5 * rank + file`` (a1 = 0, e9 = 44). A board is 45 strings: "" or a FEN letter, upper case for
Yellow (White). Every move is made on a copy of the board and thrown away if the opponent could then take the
mover's king.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import NamedTuple

from reference import common
from reference.common import drawn, read_board, read_counters, read_side, split_fields, write_board, write_counters

# The two games differ in nothing but the start position.
START_BOARDS = {
    "fanorona-chess": "nrkrn/1bqb1/ppppp/5/5/5/PPPPP/1BQB1/NRKRN",
    "fanorona-chess-alternate": "brkrb/n1q1n/ppppp/5/5/5/PPPPP/N1Q1N/BRKRB",
}
VARIANTS: tuple[str, ...] = tuple(START_BOARDS)

FILES, RANKS = 5, 9
SIDES = ("White", "Black")
FULL = {"N": 2, "B": 2, "R": 2, "Q": 1}  # N8: what the pool of lost pieces is counted from
LETTERS = "KQRBNP"
UNMOVED_ORDER = "Kk"
PAWNS = 5
PLURALS = {"N": "knights", "B": "bishops", "R": "rooks", "Q": "queens", "P": "pawns"}

Board = Sequence[str]
Vector = tuple[int, int]  # (files, ranks)


# ---------------------------------------------------------------------------------------------------- points


def cased(letter: str, colour: int) -> str:
    """The FEN letter of a piece of that colour."""
    return letter.upper() if colour == 0 else letter.lower()


def belongs(piece: str, colour: int) -> bool:
    """Is it a piece (not "") of that colour?"""
    return bool(piece) and piece.isupper() == (colour == 0)


def point_name(point: int) -> str:
    return "abcde"[point % FILES] + "123456789"[point // FILES]


def point_number(name: str) -> int:
    if not re.fullmatch("[a-e][1-9]", name):
        raise ValueError(f"{name!r} is no point")
    return FILES * (int(name[1]) - 1) + "abcde".index(name[0])


def rank_for(point: int, colour: int) -> int:
    """The rank, 1 to 9, as that player counts."""
    return point // FILES + 1 if colour == 0 else RANKS - point // FILES


# ----------------------------------------------------------------------------------------------------- lines

ORTHOGONAL: tuple[Vector, ...] = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL: tuple[Vector, ...] = ((1, 1), (1, -1), (-1, 1), (-1, -1))
SLIDES = {"R": ORTHOGONAL, "B": DIAGONAL, "Q": ORTHOGONAL + DIAGONAL}


def strong(point: int) -> bool:
    """File plus rank even, with a = 1."""
    return (point % FILES + 1 + point // FILES + 1) % 2 == 0


@cache
def step(point: int, direction: Vector) -> int | None:
    """The next point on the line in that direction, None where the board has no such line."""
    if direction in DIAGONAL and not strong(point):  # diagonal lines join strong points only
        return None
    file, rank = point % FILES + direction[0], point // FILES + direction[1]
    return FILES * rank + file if 0 <= file < FILES and 0 <= rank < RANKS else None


def opposite(direction: Vector) -> Vector:
    return (-direction[0], -direction[1])


class Path(NamedTuple):
    """A way to an empty point, and the two directions that captures depend on (N5)."""

    target: int
    first: Vector
    last: Vector


@cache
def knight_paths(point: int) -> tuple[Path, ...]:
    """N3: the Knight's paths on an empty board; what stands on the middle point does not matter."""
    begin, end = (DIAGONAL, ORTHOGONAL) if strong(point) else (ORTHOGONAL, DIAGONAL)
    paths = []
    for first in begin:
        for last in end:
            outward = first[0] * last[0] + first[1] * last[1] > 0  # both lead away from the start
            middle = step(point, first)
            target = None if middle is None else step(middle, last)
            if outward and target is not None:
                paths.append(Path(target, first, last))
    return tuple(paths)


def paths_of(board: Board, point: int) -> Iterator[Path]:
    """The ways the piece on the point may go, without the king's first-move leap (N1-N4)."""
    piece = board[point]
    kind = piece.upper()
    if kind == "N":  # N3
        for path in knight_paths(point):
            if not board[path.target]:
                yield path
    elif kind in SLIDES:  # N2
        for direction in SLIDES[kind]:
            target = step(point, direction)
            while target is not None and not board[target]:
                yield Path(target, direction, direction)
                target = step(target, direction)
    else:
        directions = ORTHOGONAL + DIAGONAL  # N2
        if kind == "P":  # N4
            forward = 1 if piece == "P" else -1
            directions = ((0, forward), (-1, forward), (1, forward))
        for direction in directions:
            target = step(point, direction)
            if target is not None and not board[target]:
                yield Path(target, direction, direction)


# ----------------------------------------------------------------------------------------------------- moves


class Move(NamedTuple):
    """A move; `victim` is the point it takes on, `letter` the upper-case letter promoted to."""

    origin: int
    target: int
    victim: int | None = None
    letter: str = ""

    def text(self) -> str:
        taking = "" if self.victim is None else "x" + point_name(self.victim)
        return point_name(self.origin) + point_name(self.target) + taking + self.letter.lower()


def lost_types(board: Board, colour: int) -> list[str]:
    """N8: the piece types of which fewer stand on the board than in the start array."""
    return [letter for letter in FULL if board.count(cased(letter, colour)) < FULL[letter]]


@cache
def capture_points(origin: int, path: Path) -> tuple[int, ...]:
    """N5: the points, on a line, directly behind the start and directly beyond the destination."""
    behind = step(origin, opposite(path.first))
    beyond = step(path.target, path.last)
    return tuple(point for point in (behind, beyond) if point is not None)


def victims(board: Board, origin: int, path: Path, colour: int) -> list[int | None]:
    """N5: where going this way takes, by withdrawal or by approach; only None if it takes nothing."""
    found = [point for point in capture_points(origin, path) if belongs(board[point], 1 - colour)]
    # N6: a move that can take must; with two victims the player chooses.
    return [*found] if found else [None]


def piece_moves(board: Board, origin: int) -> Iterator[Move]:
    """The moves of one piece, kings' safety and the first-move leap left aside."""
    colour = 0 if board[origin].isupper() else 1
    for path in paths_of(board, origin):
        letters = [""]
        if board[origin] in "Pp" and rank_for(path.target, colour) == RANKS:
            letters = lost_types(board, colour)  # N8: none if nothing is lost, so it may not enter
        for victim in victims(board, origin, path, colour):
            for letter in letters:
                yield Move(origin, path.target, victim, letter)


def leaps(board: Board, origin: int) -> Iterator[Move]:
    """N7: the leap of a king that has never moved; it takes nothing, even where a Knight would have to."""
    for path in knight_paths(origin):
        if not board[path.target]:
            yield Move(origin, path.target)


def board_after(board: Board, move: Move) -> tuple[str, ...]:
    after = list(board)
    piece, after[move.origin] = after[move.origin], ""
    after[move.target] = cased(move.letter, 0 if piece.isupper() else 1) if move.letter else piece
    if move.victim is not None:
        after[move.victim] = ""
    return tuple(after)


def checked(board: Board, colour: int) -> bool:
    """N9: could the opponent's next move take that player's king?

    Whether that move would expose the opponent's own king or has another victim to choose does not matter. A
    leap takes nothing, so it gives no check (N7), and neither does a pawn that may not enter (N8).
    """
    king = board.index(cased("K", colour))
    for origin, piece in enumerate(board):
        if belongs(piece, 1 - colour) and any(move.victim == king for move in piece_moves(board, origin)):
            return True
    return False


# -------------------------------------------------------------------------------------------------- position


@dataclass(frozen=True)
class Position:
    """An immutable position with its clocks. What is lost follows from the board (N8)."""

    variant: str
    board: tuple[str, ...]
    turn: int  # 0 White (Yellow), 1 Black (Brown)
    unmoved: str  # the kings that have never moved: a subset of Kk, in that order
    clock: int  # plies since the last capture or pawn move
    number: int  # the move number

    # -------------------------------------------------------------------------------------------------- FEN

    @classmethod
    def start(cls, variant: str) -> Position:
        if variant not in START_BOARDS:
            raise ValueError(f"unknown variant {variant!r}")
        return cls.from_fen(variant, f"{START_BOARDS[variant]} w Kk - 0 1")

    @classmethod
    def from_fen(cls, variant: str, fen: str) -> Position:
        """Read a FEN; ValueError names what is wrong."""
        if variant not in START_BOARDS:
            raise ValueError(f"unknown variant {variant!r}")
        placement, side, unmoved, ep, clock, number = split_fields(fen, ["", "w", "-", "-", "0", "1"])
        board = _read_board(placement)
        turn = read_side(side)
        if ep != "-":
            raise ValueError(f"en passant field {ep!r} must be -, there is no en passant")  # N1
        position = cls(
            variant,
            board,
            turn,
            _read_unmoved(unmoved, board),
            *read_counters(clock, number),
        )
        if checked(board, 1 - turn):
            raise ValueError("the side not to move is in check")
        return position

    def fen(self) -> str:
        """The canonical, complete FEN."""
        side = "wb"[self.turn]
        return (
            f"{write_board(self.board, FILES)} {side} {self.unmoved or '-'} - {write_counters(self.clock, self.number)}"
        )

    # ------------------------------------------------------------------------------------------------- moves

    def in_check(self) -> bool:
        """Is the king of the side to move in check?"""
        return checked(self.board, self.turn)

    def _moves_from(self, origin: int) -> Iterator[Move]:
        """All moves of the piece there, not yet asking whether its own king is left in check."""
        piece = self.board[origin]
        if not piece:
            return
        yield from piece_moves(self.board, origin)
        # N7: the leap is for an unmoved king that is not in check.
        if piece in self.unmoved and not checked(self.board, 0 if piece.isupper() else 1):
            yield from leaps(self.board, origin)

    def pseudo_targets(self, square: str) -> set[str]:
        """Where the piece there, of either side, could go if its own king's safety were ignored."""
        return {point_name(move.target) for move in self._moves_from(point_number(square))}

    @cached_property
    def legal(self) -> dict[str, Move]:
        """The legal moves by text."""
        legal: dict[str, Move] = {}
        for origin, piece in enumerate(self.board):
            if not belongs(piece, self.turn):
                continue
            for move in self._moves_from(origin):
                if not checked(board_after(self.board, move), self.turn):  # N9
                    text = move.text()
                    assert text not in legal, f"two moves are written {text}"
                    legal[text] = move
        return legal

    def legal_moves(self) -> list[str]:
        """The canonical texts of all legal moves, sorted."""
        return sorted(self.legal)

    def push(self, move: str) -> Position:
        """The position after a legal move (any case); ValueError if it is not legal."""
        chosen = self.legal.get(move.lower())
        if chosen is None:
            raise ValueError(f"{move!r} is not a legal move")
        mover = self.board[chosen.origin]
        resets = mover in "Pp" or chosen.victim is not None  # N10
        return replace(
            self,
            board=board_after(self.board, chosen),
            turn=1 - self.turn,
            unmoved=self.unmoved.replace(mover, ""),
            clock=0 if resets else self.clock + 1,
            number=self.number + self.turn,
        )

    # ------------------------------------------------------------------------------------------------ results

    def repetition_key(self) -> object:
        """Equal for the same position; whether a king has moved is a part of it."""
        return (self.board, self.turn, self.unmoved)

    def outcome(self, history: list[object]) -> tuple[str, str] | None:
        """(result, reason) if the game is over; `history` holds the keys so far, this position's included."""
        if not self.legal:
            # N9: the stalemated player loses as well.
            reason = "checkmate" if self.in_check() else "stalemate"
            return ("0-1" if self.turn == 0 else "1-0"), reason
        # N10
        return drawn(history, self.repetition_key(), self.clock)

    def perft(self, depth: int) -> int:
        """Leaves of the legal-move tree; draws by rule do not end a line."""
        return common.perft(self, depth)


# ----------------------------------------------------------------------------------------------- FEN fields


def _piece(letter: str, rank: int) -> str:
    if letter.upper() not in LETTERS or not letter.isascii():
        raise ValueError(f"rank {rank} has the unknown letter {letter!r}")
    return letter


def _read_board(placement: str) -> tuple[str, ...]:
    board = read_board(placement, RANKS, FILES, _piece)
    for point, piece in enumerate(board):
        # A pawn is promoted on its last rank (N8) and never goes back to its first (N4).
        if piece in ("P", "p") and rank_for(point, "Pp".index(piece)) in (1, RANKS):
            which = "first" if rank_for(point, "Pp".index(piece)) == 1 else "last"
            raise ValueError(f"a pawn stands on its {which} rank, {point_name(point)}")
    for colour, side in enumerate(SIDES):
        kings = board.count(cased("K", colour))
        if kings != 1:
            raise ValueError(f"{side} has {kings} kings, expected 1")
        for letter, most in {**FULL, "P": PAWNS}.items():
            found = board.count(cased(letter, colour))
            if found > most:
                raise ValueError(f"{side} has {found} {PLURALS[letter]}, expected at most {most}")
    return board


def _read_unmoved(field: str, board: tuple[str, ...]) -> str:
    """The third field: the kings that have never moved, which stand on c1 and c9 (N7)."""
    if field == "-":
        return ""
    for king in field:
        if king not in UNMOVED_ORDER:
            raise ValueError(f"unknown letter {king!r} among the unmoved kings")
        if field.count(king) > 1:
            raise ValueError(f"unmoved king {king} is given twice")
        home = "c1" if king == "K" else "c9"
        if board[point_number(home)] != king:
            raise ValueError(f"unmoved king {king} does not stand on {home}")
    return "".join(king for king in UNMOVED_ORDER if king in field)
