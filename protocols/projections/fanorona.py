"""Fanorona Chess in XBoard: a 5x9 board whose squares are the points. A capture is written through its victim:
`a4b6,b6a5` is the move from a4 to a5 that captures on b6."""

from __future__ import annotations

import re
from collections.abc import Sequence

from oddfish.cext.core.fen import read_letters
from oddfish.cext.core.rules import Position
from oddfish.engine.game import Game, MoveError, line_texts
from oddfish.engine.variants.base import Variant
from oddfish.protocols.projections.base import Grid, Projection, Received, marks, note, without_hands
from oddfish.protocols.projections.table import CHESSMEN, table

#: The pieces' slots in XBoard's table, by FEN letter. In the Lance's slot, pawns promote even if XBoard tests legality.
SLOTS = {**CHESSMEN, "P": "Lance"}

_PLY = re.compile(r"([a-e][1-9])([a-e][1-9])(?:,\2([a-e][1-9]))?([a-z]?)", re.IGNORECASE)
_MOVE = re.compile(r"([a-e][1-9])([a-e][1-9])(?:x([a-e][1-9]))?([a-z]?)")
#: XBoard's promotion dialog offers the first by default.
_CHOICE_ORDER = "QRBN"
_HOMES = {"K": "c1", "k": "c9"}


class Fanorona(Projection):
    """Both start arrays.

    XBoard checks, castles and adjudicates with the piece in the last slot of its table, so that slot stays empty. It
    lets the piece in the first slot capture en passant: a pawn's sideways step in the far half of the board would
    remove the piece that it passes. In the Lance's slot, pawns promote too, and under the rules of Spartan chess they
    do not capture en passant.
    """

    grid = Grid(5, 9)
    table = table(SLOTS)
    parent = "spartan"
    flags = (
        # XBoard 4.9.1 crashes on some saved games, and on more if it tests legality: when it lists the games of a file,
        # it loses track at captures and then moves from an empty point. `oddfish xboard --load` makes no such list.
        *("-testLegality", "false", "-oneClickMove", "true"),
    )
    board = "fanorona"
    has_margins = True
    explains = True
    #: Destinations only, and too many of them: XBoard knows neither the board's lines nor victims.
    descriptions = ("P& mfK", "N& mN", "B& mB", "R& mR", "Q& mQ", "K& mKmN")

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        self._lifted = self._put = ""
        self._victim = ""  # the victim that was clicked after the piece

    # Positions --------------------------------------------------------------------------------------------------

    def setup(self, start: Position) -> list[str]:
        return [
            f"setup ({self.table}{self.table.lower()}) 5x9+0_{self.parent} {self.write_fen(start)}",
            *(f"piece {line}" for line in self.descriptions),
        ]

    def read_fen(self, fen: str) -> str:
        """XBoard, like its Edit Position, omits the third field. So a king on its home point counts as unmoved."""
        board, *rest = without_hands(fen).split() or [""]
        if len(rest) < 2 or rest[1] != "-":
            return " ".join([board, *rest])
        letters = read_letters(board, *self.grid)
        unmoved = "".join(king for king, home in _HOMES.items() if letters.get(home) == king)
        return " ".join([board, rest[0], unmoved or "-", *rest[2:]])

    def read_edit(self, board: str, turn: str) -> str:
        return self.read_fen(f"{board} {turn} - - 0 1")

    # Moves ------------------------------------------------------------------------------------------------------

    def receive(self, game: Game, ply: str, human: bool) -> Received:
        by_hand = human or (self._put != "" and ply == self._lifted + self._put)
        self.reset()
        found = _PLY.fullmatch(ply)
        doubtful = _doubtful_victims(game, ply)
        if doubtful:
            # Short, because the board is narrow, and the message line with it.
            reason = f"click {' or '.join(doubtful)}, then {ply[2:4]}"
            if not by_hand:
                raise MoveError(f"'{ply}': {reason}")
            # Pick up the piece again for the user; XBoard does not report clicks that the engine makes.
            self._lifted = ply[:2]
            picked_up = (f"click {self._lifted}", self._marks(game))
            return Received(None, (f"Illegal move ({reason}): {ply}", note(reason), *picked_up))
        if found is None or not found[3]:
            move = game.parse(ply)
            text = game.position.text(move)
            victim = _parts(text)[2]
            if not victim or found is None:
                return Received(move)
            # XBoard has not removed the victim, so send it the complete move instead.
            return Received(move, (f"Illegal move (takes {victim}): {ply}", f"move {ply_of(text)}"))
        return Received(self.parse(game, ply))

    def send(self, game: Game, move: int) -> list[str]:
        return [ply_of(game.position.text(move))]

    def reminder(self, game: Game) -> list[str]:
        """Mark the point of the piece that the engine captured, which is neither end of its move."""
        victim = _parts(game.texts()[-1])[2]
        return [marks({victim: "r"}, self.grid)] if victim else []

    def line(self, position: Position, moves: Sequence[int]) -> list[str]:
        return [ply_of(text) for text in line_texts(position, moves)]

    def notes(self, position: Position, moves: Sequence[int]) -> list[str]:
        texts = line_texts(position, moves)
        return texts if any("x" in text for text in texts) else []

    def advice(self, game: Game, move: int) -> str:
        start, to, victim, promoted = _parts(game.position.text(move))
        into = f", promoting to {promoted.upper()}" if promoted else ""
        return f"{start} to {to}, taking {victim}{into}" if victim else ""

    def parse(self, game: Game, text: str) -> int:
        return game.parse(_PLY.sub(r"\1\3x\2\4", text) if "," in text else text)

    # Clicks -----------------------------------------------------------------------------------------------------

    def lift(self, game: Game, square: str) -> list[str]:
        """Mark the moves of the piece. XBoard reports a click on a victim by `put`, then `lift`, of its square."""
        if square != self._victim:
            self._lifted, self._victim = square, ""
        return [self._marks(game)]

    def put(self, game: Game, square: str) -> list[str]:
        self._put = square
        moves = [_parts(move) for move in game.legal() if self._lifted and move.startswith(self._lifted)]
        if any(victim == square for _, _, victim, _ in moves):
            self._victim = square
            return []
        letters = {promoted.upper() for _, to, _, promoted in moves if to == square and promoted}
        return ["choice " + "".join(letter for letter in _CHOICE_ORDER if letter in letters)] if letters else []

    def _marks(self, game: Game) -> str:
        """Mark victims and destinations or, after a click on a victim, the destinations of moves that capture it."""
        moves = {_parts(move) for move in game.legal() if self._lifted and move.startswith(self._lifted)}
        colors: dict[str, str] = {}
        for _, to, victim, promoted in moves:
            if self._victim:
                if victim == self._victim:
                    colors[to] = "M" if promoted else "Y"
                continue
            if victim:
                colors[victim] = "C"
            sure = len({other for _, place, other, _ in moves if place == to}) == 1
            colors[to] = "M" if promoted and sure else "R" if victim else "Y"
        return marks(colors, self.grid)


def ply_of(text: str) -> str:
    """A move as XBoard reads it: `c3a5,a5b4` for `c3b4xa5`, which XBoard would read as a move to a5 through b4."""
    return _MOVE.sub(r"\1\3,\3\2\4", text) if "x" in text else text


def _doubtful_victims(game: Game, ply: str) -> list[str]:
    """The possible victims if a ply names none and several moves fit; [] if the ply is clear."""
    moves = [_parts(move) for move in game.legal() if move[:4] == ply[:4]] if len(ply) < 6 else []
    victims = {victim for _, _, victim, promoted in moves if ply[4:] in ("", promoted)}
    return sorted(victims) if len(victims) > 1 and "" not in victims else []


def _parts(move: str) -> tuple[str, str, str, str]:
    """Start, destination, victim and promotion of a move's text; '' for a missing victim or promotion."""
    found = _MOVE.fullmatch(move)
    if found is None:
        raise ValueError(f"'{move}' is not a move of Fanorona Chess")
    start, to, victim, promoted = found.groups("")
    return start, to, victim, promoted


def projection_of(variant: Variant) -> Fanorona:
    return Fanorona()
