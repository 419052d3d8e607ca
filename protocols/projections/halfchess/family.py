"""The games without hands: an 8x8 board, and each move is one ply. XBoard strips the armies from FENs, so engines state
them in their names."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from oddfish.cext.core.fen import read_letters, read_square
from oddfish.cext.core.rules import Position
from oddfish.cext.halfchess.game import HalfChess as HalfChessPosition
from oddfish.engine.game import Game
from oddfish.protocols.projections.base import SQUARES, Grid, Projection, Received, marks
from oddfish.protocols.projections.halfchess.descriptions import piece_lines

#: The pieces' slots in XBoard's table, by FEN letter. The last four are types of the other army.
SLOTS = {
    "P": "Pawn", "N": "Knight", "B": "Bishop", "R": "Rook", "Q": "Queen", "K": "King",
    "T": "Tower", "H": "Unicorn", "E": "Elephant", "M": "Chancellor",
}  # fmt: skip
#: The set of pieces without halflings.
FULL_SIZED = "full"

#: En passant through the victim, as engines send it after a FEN.
_LEGS = re.compile(r"([a-h][1-8])([a-h][1-8]),\2([a-h][1-8])")
#: The home squares of king and rook, by castling right.
_HOMES = {"K": ("e1", "h1"), "Q": ("e1", "a1"), "k": ("e8", "h8"), "q": ("e8", "a8")}
#: XBoard's promotion dialog offers the first by default.
CHOICE_ORDER = "QRBNTHEM"


class HalfChess(Projection):
    """`half-chess`, and the code that the whole family shares."""

    grid = Grid(8, 8)
    table = "PNBRQ.....K"
    flags = (*Projection.flags, *SQUARES)

    def __init__(self) -> None:
        self._lifted = ""

    def reset(self) -> None:
        self._lifted = ""

    # Positions --------------------------------------------------------------------------------------------------

    def setup(self, start: Position) -> list[str]:
        assert isinstance(start, HalfChessPosition)
        return [
            f"setup ({self.table}{self.table.lower()}) 8x8+0_{self.parent} {self.write_fen(start)}",
            *piece_lines(start.setup),
        ]

    def read_edit(self, board: str, turn: str) -> str:
        return f"{board} {turn} {rights(read_letters(board, *self.grid))} - 0 1"

    # Moves ------------------------------------------------------------------------------------------------------

    def receive(self, game: Game, ply: str, human: bool) -> Received:
        legs = _LEGS.fullmatch(ply)
        if legs is not None and self._first_en_passant(game.position, legs[1] + legs[3]) == ply:
            ply = legs[1] + legs[3]  # as another engine sends it
        move = game.parse(ply)
        text = game.position.text(move)
        way = "" if game.moves else self._first_en_passant(game.position, text)
        return Received(move, _correction(text, way) if way and human else ())

    def corrections(self, game: Game) -> list[str]:
        if len(game.moves) != 1:
            return []
        move = game.texts()[0]
        legs = self._first_en_passant(game.positions[0], move)
        return [*_correction(move, legs)] if legs else []

    def send(self, game: Game, move: int) -> list[str]:
        text = game.position.text(move)
        return [text if game.moves else self._first_en_passant(game.position, text) or text]

    def _first_en_passant(self, start: Position, move: str) -> str:
        """The first move after a FEN, written through its victim if it is en passant, because XBoard would not remove
        the victim otherwise; '' for any other move."""
        if not _is_en_passant(start, move):
            return ""
        victim = move[2] + move[1]
        return f"{move[:2]}{victim},{victim}{move[2:4]}"

    # Clicks -----------------------------------------------------------------------------------------------------

    def lift(self, game: Game, square: str) -> list[str]:
        self._lifted = square
        moves = [move for move in game.legal() if move.startswith(square)]
        return [marks({move[2:4]: _color(game.position, move) for move in moves}, self.grid)]

    def put(self, game: Game, square: str) -> list[str]:
        path = self._lifted + square
        suffixes = {move[4:].upper() for move in game.legal() if len(move) == 5 and move[:4] == path}
        letters = "".join(letter for letter in CHOICE_ORDER if letter in suffixes)
        return [f"choice {letters}"] if letters else []


class Normal(HalfChess):
    """Chess, which XBoard knows itself."""

    parent = "chess"
    # XBoard tests legality here, but must not claim draws by material: the engine does, by its own rule (R3).
    flags = ("-testLegality", "true", "-materialDraws", "false", *SQUARES)
    piece_set = FULL_SIZED

    def setup(self, start: Position) -> list[str]:
        return []

    def _first_en_passant(self, start: Position, move: str) -> str:
        return ""


class Augmented(HalfChess):
    """`augmented-half-chess` and `augmented-chess`: players choose armies, and pawns can also promote to the other
    army's types."""

    table = "PNBRQ.E.........M...H....TK"
    joins = True

    def write_fen(self, position: Position) -> str:
        return " ".join(position.fen().split()[:6])

    def setup_tag(self, game: Game) -> str:
        return ":".join(_armies(game).values())

    def agree(self, game: Game, opponent: str, side: int) -> dict[str, Any]:
        """An engine's tag names an army for each colour. Each engine plays the army that it names for itself."""
        theirs = _armies_in(opponent)
        if not theirs:
            return {}
        mine = list(_armies(game).values())
        return _army_options(game, [mine[color] if color == side else theirs[color] for color in (0, 1)])

    def join(self, game: Game, opponent: str) -> dict[str, Any]:
        return _army_options(game, _armies_in(opponent))

    def recorded(self, game: Game, names: Sequence[str]) -> dict[str, Any]:
        """Each engine played the army that its tag names for its own colour. Against a person, its tag gives both."""
        tags = [_armies_in(name) for name in names]
        codes = [(tags[color] or tags[1 - color])[color] for color in (0, 1) if any(tags)]
        return _army_options(game, codes)

    def describe(self, game: Game) -> str:
        return "armies " + " ".join(f"{name}={code}" for name, code in _armies(game).items())


class FullSized(Augmented):
    """`augmented-chess`."""

    piece_set = FULL_SIZED


def _armies_in(name: str) -> list[str]:
    """White's and Black's army in an engine's name; [] if the name has none."""
    armies = (name.split() or [""])[-1].upper().split(":")
    return armies if len(armies) == 2 else []


def _army_options(game: Game, codes: list[str]) -> dict[str, Any]:
    """The options for these army codes; {} if they are not codes of armies."""
    options = {**dict(zip(_armies(game), codes)), "DistinctPieces": False}
    try:
        game.variant.check(options)
    except ValueError:
        return {}
    return {} if not codes or "RANDOM" in codes or "ENGINE" in codes else options


def _armies(game: Game) -> dict[str, str]:
    """Both army codes, by the names of the options."""
    return game.variant.tags(game.position)


def rights(letters: Mapping[str, str]) -> str:
    """The castling rights as in a FEN, if kings and rooks on their home squares have not moved.

    Args:
        letters: the pieces' letters, by square.
    """
    found = (
        right
        for right, (king, rook) in _HOMES.items()
        if letters.get(king) == _colored("K", right) and letters.get(rook) == _colored("R", right)
    )
    return "".join(found) or "-"


def _colored(letter: str, right: str) -> str:
    return letter if right.isupper() else letter.lower()


def _at(position: Any, square: str) -> str:
    """The letter on a square; '' if it is empty."""
    letter: str = position.cell(read_square(square))
    return letter


def _correction(move: str, legs: str) -> tuple[str, str]:
    """The lines that take back the user's move and make it through its victim."""
    return (f"Illegal move (via {legs[2:4]}): {move}", f"move {legs}")


def _is_en_passant(position: Position, move: str) -> bool:
    return (
        "@" not in move
        and _at(position, move[:2]).upper() == "P"
        and move[0] != move[2]
        and not _at(position, move[2:4])
    )


def _color(position: Position, move: str) -> str:
    """The colour of a move's destination: M if you choose a promotion, R for a capture, Y for any other move."""
    if len(move) == 5:
        return "M"
    return "R" if _at(position, move[2:4]) or _is_en_passant(position, move) else "Y"
