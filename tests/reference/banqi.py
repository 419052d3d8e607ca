"""Banqi, slowly and plainly (rules: banqi.md and the shared README.md).

A square is ``4 * rank + file`` (a1 = 0, d8 = 31). A board is a tuple of strings: "" or a FEN letter (upper case for
red) or "X", a face-down piece. A position holds what both players know and nothing else: the board and the pool of
the pieces not yet revealed. The players are 0, the first (White), and 1, the second (Black), whatever they own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import pairwise
from typing import NamedTuple

from reference.common import read_board, read_counters, read_side, split_fields, write_board, write_counters

FILES = 4
LETTERS = "KGMRNCP"
ORDER = LETTERS + LETTERS.lower()  # of a pool as it is written
COLOURS = "rb"  # red, black
DARK = "X"
STOP = "0000"

#: One colour's pieces by the board's number of ranks.
ARMIES = {8: "KGGMMRRNNCCPPPPP", 4: "KGMRNCPP", 2: "KRCP"}

NAMES = {
    "K": "generals",
    "G": "advisors",
    "M": "elephants",
    "R": "chariots",
    "N": "horses",
    "C": "cannons",
    "P": "soldiers",
}
COLOUR_NAMES = {"r": "red", "b": "black"}

Board = Sequence[str]
Vector = tuple[int, int]  # (files, ranks)

DIRECTIONS: tuple[Vector, ...] = ((1, 0), (-1, 0), (0, 1), (0, -1))


# ------------------------------------------------------------------------------------------------------ rules


def _table(text: str) -> dict[tuple[str, str], str]:
    """Q4's table: how the row's piece takes the column's, "1" by a step, "j" by a jump, "." not at all."""
    columns, *rows = [line.split() for line in text.strip().splitlines()]
    return {(row[0], column): how for row in rows for column, how in zip(columns, row[1:])}


# Q4
TAIWANESE = _table(
    """
      K G M R N C P
    K 1 1 1 1 1 1 .
    G . 1 1 1 1 1 1
    M . . 1 1 1 1 1
    R . . . 1 1 1 1
    N . . . . 1 1 1
    C j j j j j j j
    P 1 . . . . . 1
    """
)
HONG_KONG = _table(
    """
      K G M R N C P
    K 1 1 1 1 1 1 .
    G . 1 . . . . 1
    M . 1 1 . . . 1
    R . 1 1 1 1 1 1
    N . 1 1 . 1 1 1
    C . 1 1 . . 1 1
    P 1 . . . . . 1
    """
)


@dataclass(frozen=True)
class Options:
    """The variant and its options."""

    hongkong: bool = False
    cannon_direct: bool = False  # the Taiwanese cannon's only: Hong Kong's takes by a step anyway
    dark_capture: bool = False
    multi_capture: bool = False
    chariot_rides: str = "off"  # or ranked, any
    no_progress: int = 180  # Q6; 0 = off
    chaser_loses: bool = False  # Q6: Repetition = chaser-loses instead of draw

    def __post_init__(self) -> None:
        if self.no_progress < 0:
            raise ValueError(f"NoProgressPlies {self.no_progress} must not be negative")
        if self.chariot_rides not in RIDES:
            raise ValueError(f"ChariotRides {self.chariot_rides!r} must be one of {', '.join(RIDES)}")

    @classmethod
    def named(cls, variant: str, options: Mapping[str, str] | None = None) -> Options:
        """A variant with options under the names of the rule page and of the protocols.

        >>> Options.named("banqi", {"DarkCapture": "true", "Repetition": "chaser-loses"}).chaser_loses
        True
        """
        if variant not in VARIANTS:
            raise ValueError(f"unknown variant {variant!r}")
        result = cls(hongkong=variant == "banqi-hongkong")
        for name, value in (options or {}).items():
            if name in FLAGS and value in ("true", "false"):
                result = replace(result, **{FLAGS[name]: value == "true"})
            elif name == "ChariotRides" and value in (*RIDES, "true", "false"):  # a check option before
                result = replace(result, chariot_rides={"true": "ranked", "false": "off"}.get(value, value))
            elif name == "NoProgressPlies" and re.fullmatch("[0-9]{1,5}", value):
                result = replace(result, no_progress=int(value))
            elif name == "Repetition" and value in ("draw", "chaser-loses"):
                result = replace(result, chaser_loses=value == "chaser-loses")
            else:
                raise ValueError(f"unknown option {name}={value}")
        return result


VARIANTS = ("banqi", "banqi-hongkong")
FLAGS = {
    "CannonDirect": "cannon_direct",
    "DarkCapture": "dark_capture",
    "MultiCapture": "multi_capture",
}
RIDES = ("off", "ranked", "any")


def may_take(kind: str, victim: str, how: str, options: Options) -> bool:
    """May a piece of that kind take a victim of that kind (upper case) by a step or by a jump?"""
    if kind == "R" and options.chariot_rides == "any":
        return how == "1"
    if options.hongkong:
        return HONG_KONG[kind, victim] == how
    if options.cannon_direct and kind == "C" and victim in "PC" and how == "1":
        return True
    return TAIWANESE[kind, victim] == how


def may_attempt(kind: str, how: str, options: Options) -> bool:
    """Could it take anything at all in that way? Then it may try a face-down target (DarkCapture)."""
    return options.dark_capture and any(may_take(kind, victim, how, options) for victim in LETTERS)


# ---------------------------------------------------------------------------------------------------- squares


def square_name(square: int) -> str:
    return "abcd"[square % FILES] + str(square // FILES + 1)


def square_number(name: str, ranks: int) -> int:
    if not re.fullmatch("[a-d][1-8]", name) or int(name[1]) > ranks:
        raise ValueError(f"{name!r} is no square")
    return FILES * (int(name[1]) - 1) + "abcd".index(name[0])


@cache
def ray(square: int, direction: Vector, ranks: int) -> tuple[int, ...]:
    """The squares from there to the edge, nearest first."""
    found = []
    file, rank = square % FILES + direction[0], square // FILES + direction[1]
    while 0 <= file < FILES and 0 <= rank < ranks:
        found.append(FILES * rank + file)
        file, rank = file + direction[0], rank + direction[1]
    return tuple(found)


def rays(board: Board, square: int) -> Iterator[tuple[int, ...]]:
    for direction in DIRECTIONS:
        line = ray(square, direction, len(board) // FILES)
        if line:
            yield line


def colour_of(piece: str) -> str:
    """r or b, or nothing for an empty square or a face-down piece."""
    if piece in ("", DARK):
        return ""
    return "r" if piece.isupper() else "b"


def other(colour: str) -> str:
    return COLOURS[1 - COLOURS.index(colour)]


# ------------------------------------------------------------------------------------------------------ moves


class Capture(NamedTuple):
    """A capture, or an attempt at one if the target is face down."""

    target: int
    how: str  # "1" by a step (or a ride), "j" by a jump


def captures(board: Board, origin: int, options: Options) -> list[Capture]:
    """What the face-up piece there may take or attempt, whoever is to move."""
    piece = board[origin]
    kind = piece.upper()
    reached = []
    for line in rays(board, origin):
        occupied = [square for square in line if board[square]]
        if kind == "R" and options.chariot_rides != "off":  # ChariotRides: the first piece on the line
            reached += [Capture(square, "1") for square in occupied[:1]]
        elif board[line[0]]:
            reached.append(Capture(line[0], "1"))
        if kind == "C":  # Q5: over exactly one piece of any kind onto the next
            reached += [Capture(square, "j") for square in occupied[1:2]]

    found = []
    for capture in reached:
        victim = board[capture.target]
        if victim == DARK:
            if may_attempt(kind, capture.how, options):
                found.append(capture)
        elif colour_of(victim) != colour_of(piece) and may_take(kind, victim.upper(), capture.how, options):
            found.append(capture)
    return found


def quiet_moves(board: Board, origin: int) -> list[int]:
    """Q2: the empty squares next to it; also for a cannon (Q5) and with ChariotRides."""
    return [line[0] for line in rays(board, origin) if not board[line[0]]]


class Result(NamedTuple):
    result: str  # White (the first player) first
    reason: str


class Perft(NamedTuple):
    decisions: int
    outcomes: int


# --------------------------------------------------------------------------------------------------- position


@dataclass(frozen=True)
class Position:
    """An immutable position with its clocks."""

    options: Options
    board: tuple[str, ...]
    pool: tuple[str, ...]  # the unrevealed pieces, in ORDER
    turn: int  # 0 the first player (White), 1 the second
    first: str  # the first player's colour, r or b; "" before the first flip
    clock: int  # plies since the last flip or capture
    number: int  # the move number
    series: int | None = None  # MultiCapture: the square of the piece that has just taken and may go on

    # --------------------------------------------------------------------------------------------------- FEN

    @classmethod
    def start(cls, options: Options | None = None, ranks: int = 8) -> Position:
        army = ARMIES[ranks]
        placement = "/".join([DARK * FILES] * ranks)
        return cls.from_fen(f"{placement}[{army}{army.lower()}] w - 0 1", options)

    @classmethod
    def from_fen(cls, fen: str, options: Options | None = None) -> Position:
        """Read a FEN; ValueError names what is wrong."""
        placement, side, first, clock, number, series = split_fields(fen, ["", "w", "-", "0", "1", ""])
        board, pool = _read_pieces(placement)
        turn = read_side(side)
        if first not in ("r", "b", "-"):
            raise ValueError(f"first player's colour {first!r} must be r, b or -")
        if first == "-":
            shown = [square for square, piece in enumerate(board) if colour_of(piece)]
            if shown:
                where = square_name(shown[0])
                raise ValueError(f"first player's colour is -, but the piece on {where} is face up")
            if side == "b":  # Q1: it is the first player who shows the first piece
                raise ValueError("first player's colour is -, but the second player is to move")
        position = cls(
            options or Options(),
            board,
            pool,
            turn,
            first.replace("-", ""),
            *read_counters(clock, number),
        )
        return position._in_series(series) if series else position

    def _in_series(self, name: str) -> Position:
        """The sixth field, which is there only while a series of captures goes on."""
        try:
            square = square_number(name, self.ranks)
        except ValueError:
            raise ValueError(f"series square {name!r} is no square of the board") from None
        if not self.options.multi_capture:
            raise ValueError(f"series square {name}, but MultiCapture is off")
        if not self.mover or colour_of(self.board[square]) != self.mover:
            raise ValueError(f"series square {name} holds no face-up piece of the side to move")
        if self.ended_by_capture() or not captures(self.board, square, self.options):
            raise ValueError(f"series square {name}: the piece there has nothing to take")
        return replace(self, series=square)

    def fen(self) -> str:
        """The canonical, complete FEN."""
        side = "wb"[self.turn]
        placement = f"{write_board(self.board, FILES)}[{''.join(self.pool)}]"
        fields = [placement, side, self.first or "-", write_counters(self.clock, self.number)]
        if self.series is not None:
            fields.append(square_name(self.series))
        return " ".join(fields)

    # ----------------------------------------------------------------------------------------------- players

    @property
    def ranks(self) -> int:
        return len(self.board) // FILES

    def colour(self, player: int) -> str:
        """The player's colour, nothing before the first flip (Q1)."""
        if not self.first:
            return ""
        return self.first if player == 0 else other(self.first)

    @property
    def mover(self) -> str:
        """The colour of the side to move."""
        return self.colour(self.turn)

    def pieces_left(self, colour: str) -> int:
        """Pieces not yet captured, those in the pool included."""
        return sum(colour_of(piece) == colour for piece in self.board + self.pool)

    # ------------------------------------------------------------------------------------------------- moves

    @cached_property
    def legal(self) -> dict[str, tuple[int, int]]:
        """Origin and target of the legal decisions, by text; 0000 has the series' square as both."""
        legal: dict[str, tuple[int, int]] = {}
        if self.ended_by_capture():
            return legal

        def add(origin: int, target: int) -> None:
            text = square_name(origin) + square_name(target)
            assert text not in legal, f"two moves are written {text}"
            legal[text] = (origin, target)

        if self.series is not None:  # MultiCapture
            for capture in captures(self.board, self.series, self.options):
                add(self.series, capture.target)
            legal[STOP] = (self.series, self.series)
            return legal
        for square, piece in enumerate(self.board):  # Q2
            if piece == DARK:
                add(square, square)
            elif piece and colour_of(piece) == self.mover:
                for target in quiet_moves(self.board, square):
                    add(square, target)
                for capture in captures(self.board, square, self.options):
                    add(square, capture.target)
        return legal

    def legal_moves(self) -> list[str]:
        """The texts of all legal decisions, sorted; outcomes of flips are left open."""
        return sorted(self.legal)

    def is_chance(self, move: str) -> bool:
        """Does this legal decision turn up a piece?"""
        return move != STOP and self.board[self.legal[move][1]] == DARK

    def outcomes(self, move: str) -> list[tuple[str, int]]:
        """The complete texts a legal decision may turn into, with their weights in the pool."""
        if move not in self.legal:
            raise ValueError(f"{move!r} is not a legal move")
        if not self.is_chance(move):
            return [(move, 1)]
        kinds = [piece for piece in ORDER if piece in self.pool]
        return [(f"{move}={colour_of(piece)}{piece.lower()}", self.pool.count(piece)) for piece in kinds]

    def push(self, text: str) -> Position:
        """The position after a move's complete text (any case); ValueError if it is not legal."""
        move, equals, shown = text.lower().partition("=")
        if move not in self.legal:
            raise ValueError(f"{text!r} is not a legal move")
        if not self.is_chance(move):
            if equals:
                raise ValueError(f"{text!r} turns up no piece")
            if move == STOP:
                return self._turn_ended()  # the clock stays
            origin, target = self.legal[move]
            if not self.board[target]:
                return replace(self._moved(origin, target), clock=self.clock + 1)._turn_ended()
            return self._captured(origin, target)
        if not equals:
            raise ValueError(f"{text!r} does not say which piece it turns up")
        if not re.fullmatch("[rb][kgmrncp]", shown):
            raise ValueError(f"{text!r}: {shown!r} is no piece")
        piece = shown[1].upper() if shown[0] == "r" else shown[1]
        if piece not in self.pool:
            raise ValueError(f"{text!r}: the pool has no such piece")
        return self._revealed(*self.legal[move], piece)

    def _moved(self, origin: int, target: int) -> Position:
        board = list(self.board)
        board[target], board[origin] = board[origin], ""
        return replace(self, board=tuple(board))

    def _revealed(self, origin: int, target: int, piece: str) -> Position:
        """A flip, or an attempt at a face-down target."""
        board, pool = list(self.board), list(self.pool)
        board[target] = piece
        pool.remove(piece)
        # Q1: the first piece shown is the first player's. An attempt is a flip to the clock (DarkCapture).
        first = self.first or colour_of(piece)
        shown = replace(self, board=tuple(board), pool=tuple(pool), first=first, clock=0)
        if origin != target:
            kind = board[origin].upper()
            ways = [way.how for way in captures(self.board, origin, self.options) if way.target == target]
            enemy = colour_of(piece) != self.mover
            if enemy and any(may_take(kind, piece.upper(), how, self.options) for how in ways):
                return shown._captured(origin, target)
        return shown._turn_ended()

    def _captured(self, origin: int, target: int) -> Position:
        after = replace(self._moved(origin, target), clock=0, series=None)
        if (
            self.options.multi_capture
            and not after.ended_by_capture()  # Q3: the game is over at once
            and captures(after.board, target, self.options)
        ):
            return replace(after, series=target)
        return after._turn_ended()

    def _turn_ended(self) -> Position:
        return replace(self, turn=1 - self.turn, number=self.number + self.turn, series=None)

    # ------------------------------------------------------------------------------------------------ results

    def ended_by_capture(self) -> Result | None:
        """Q3: the player without a piece, face up or in the pool, has lost, whoever is to move."""
        if self.first:  # before the first flip the pieces are nobody's
            for player in (0, 1):
                if not self.pieces_left(self.colour(player)):
                    return Result(("0-1", "1-0")[player], "all pieces captured")
        return None

    def ended(self) -> Result | None:
        """The end of the game if the position alone decides it."""
        result = self.ended_by_capture()
        if result is None and not self.legal:  # Q3
            result = Result(("0-1", "1-0")[self.turn], "no legal move")
        return result

    def repetition_key(self) -> object:
        """Equal for the same position (the pool and the series are parts of it)."""
        return (self.board, self.pool, self.turn, self.first, self.series)

    def outcome(self, line: Sequence[Position]) -> Result | None:
        """The end of the game, if it is over; `line` holds the positions so far, this one as the last."""
        result = self.ended()
        if result is not None:
            return result
        seen = [index for index, position in enumerate(line) if position.repetition_key() == self.repetition_key()]
        if len(seen) >= 3:  # Q6
            if self.options.chaser_loses:
                chasers = [player for player in (0, 1) if chases(line[seen[-2] :], player)]
                if len(chasers) == 1:
                    return Result(("0-1", "1-0")[chasers[0]], "perpetual attack")
            return Result("1/2-1/2", "repetition")
        if self.options.no_progress and self.clock >= self.options.no_progress:  # Q6
            return Result("1/2-1/2", "move rule")
        return None

    # -------------------------------------------------------------------------------------------------- perft

    def perft(self, depth: int) -> Perft:
        """README "Perft": both counts; draws by rule do not end a line."""
        if depth == 0:
            return Perft(1, 1)
        if depth == 1:
            kinds = len(set(self.pool))
            return Perft(len(self.legal), sum(kinds if self.is_chance(move) else 1 for move in self.legal))
        decisions = outcomes = 0
        for move in self.legal:
            for text, _weight in self.outcomes(move):
                below = self.push(text).perft(depth - 1)
                decisions += below.decisions
                outcomes += below.outcomes
        return Perft(decisions, outcomes)


def chases(cycle: Sequence[Position], player: int) -> bool:
    """Q6, chaser-loses: after each of its moves here, could the side take one and the same individual enemy piece?

    A cycle comes back to its first position, so that nothing in it is turned up or taken: all moves are quiet.
    """
    individuals = {square: square for square, piece in enumerate(cycle[0].board) if colour_of(piece)}
    threatened = set(individuals.values())
    moves = 0
    for before, after in pairwise(cycle):
        (origin,) = [square for square, piece in enumerate(before.board) if piece and not after.board[square]]
        (target,) = [square for square, piece in enumerate(after.board) if piece and not before.board[square]]
        individuals[target] = individuals.pop(origin)
        if before.turn == player:
            moves += 1
            threatened &= {
                individuals[capture.target]
                for square, piece in enumerate(after.board)
                if colour_of(piece) == after.colour(player)
                for capture in captures(after.board, square, after.options)
                if after.board[capture.target] != DARK
            }
    return moves > 0 and bool(threatened)


# ------------------------------------------------------------------------------------------------- FEN fields


def _read_pieces(field: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The board and the pool in brackets after it."""
    match = re.fullmatch(r"([^\[\]]*)(?:\[([^\[\]]*)\])?", field)
    if match is None:
        raise ValueError("the pool must stand in one pair of brackets after the board")
    board = _read_board(match[1])
    letters = match[2] or ""
    for letter in letters:
        if letter not in ORDER:
            raise ValueError(f"the pool has the unknown letter {letter!r}")
    pool = tuple(sorted(letters, key=ORDER.index))

    dark = board.count(DARK)
    if len(pool) != dark:
        raise ValueError(f"{dark} pieces are face down, but the pool has {len(pool)}")
    pieces = [piece for piece in board + pool if colour_of(piece)]
    if not pieces:
        raise ValueError("the board has no piece")
    army = ARMIES[len(board) // FILES]
    for letter in ORDER:
        found, most = pieces.count(letter), army.count(letter.upper())
        if found > most:
            side = COLOUR_NAMES[colour_of(letter)]
            raise ValueError(f"{side} has {found} {NAMES[letter.upper()]} with the pool's, expected at most {most}")
    return board, pool


def _piece(letter: str, rank: int) -> str:
    if letter != DARK and letter not in ORDER:
        raise ValueError(f"rank {rank} has the unknown letter {letter!r}")
    return letter


def _read_board(placement: str) -> tuple[str, ...]:
    ranks = placement.count("/") + 1
    if ranks not in ARMIES:
        raise ValueError(f"the board has {ranks} ranks, expected 8, 4 or 2")
    return read_board(placement, ranks, FILES, _piece)
