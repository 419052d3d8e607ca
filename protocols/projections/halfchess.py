"""The Half Chess family in XBoard: an 8x8 board, each move one ply. Armies travel in the engines' names, since XBoard
strips them from its FENs."""

from __future__ import annotations

from typing import Any

from oddfish.cext.core.rules import Position
from oddfish.engine.game import Game
from oddfish.protocols.pictures import SQUARES
from oddfish.protocols.projections.base import Projection, Received, marks

_FILES = "abcdefgh"
#: Kings and rooks that castling needs at home, by right.
_HOMES = {"K": ("e1", "h1"), "Q": ("e1", "a1"), "k": ("e8", "h8"), "q": ("e8", "a8")}
#: The default of XBoard's promotion dialog comes first.
_CHOICE_ORDER = "QRBNTHEM"


class HalfChess(Projection):
    """`half-chess`, and what all of the family have in common."""

    table = "PNBRQ.....K"
    flags = (*Projection.flags, *SQUARES)
    #: Rows of units at hand, in the table's order.
    holdings = 0

    def __init__(self) -> None:
        self._lifted = ""

    def reset(self) -> None:
        self._lifted = ""

    # Positions --------------------------------------------------------------------------------------------------

    def setup(self, start: Position) -> list[str]:
        shape = f"8x8+{self.holdings}_{self.parent}"
        return [f"setup ({self.table}{self.table.lower()}) {shape} {self.write_fen(start)}"]

    def read_edit(self, board: str, turn: str) -> str:
        letters = dict(_squares(board))
        rights = "".join(
            right
            for right, (king, rook) in _HOMES.items()
            if letters.get(king) == _colored("K", right) and letters.get(rook) == _colored("R", right)
        )
        return f"{board} {turn} {rights or '-'} - 0 1"

    # Moves ------------------------------------------------------------------------------------------------------

    def receive(self, game: Game, ply: str, human: bool) -> Received:
        if "," in ply and self._first_en_passant(game.position, ply[:2] + ply[-2:]) == ply:
            ply = ply[:2] + ply[-2:]  # another engine's
        move = game.position.text(game.parse(ply))
        legs = "" if game.moves else self._first_en_passant(game.position, move)
        return Received(move, _correction(move, legs) if legs and human else ())

    def mend(self, game: Game) -> list[str]:
        if len(game.moves) != 1:
            return []
        move = game.texts()[0]
        legs = self._first_en_passant(game.positions[0], move)
        return [*_correction(move, legs)] if legs else []

    def send(self, game: Game, move: str) -> list[str]:
        return [move if game.moves else self._first_en_passant(game.position, move) or move]

    def _first_en_passant(self, start: Position, move: str) -> str:
        """XBoard leaves the pawn standing that is taken en passant by the first move after a FEN, unless the move goes
        by way of the victim; '' for all other moves."""
        if not _is_en_passant(start, move):
            return ""
        victim = move[2] + move[1]
        return f"{move[:2]}{victim},{victim}{move[2:4]}"

    # Clicks -----------------------------------------------------------------------------------------------------

    def lift(self, game: Game, square: str) -> list[str]:
        self._lifted = square
        start = self.source(square)
        colors = {}
        for move in game.legal():
            if start and move.startswith(start):
                to = move[2:4]
                colors[_FILES.index(to[0]), int(to[1]) - 1] = _color(game.position, move)
        return [marks(colors, 8, 8)]

    def source(self, square: str) -> str:
        """How the moves begin that start where the user picked up; '' for none."""
        return square

    def put(self, game: Game, square: str) -> list[str]:
        path = self._lifted + square
        suffixes = {move[4:].upper() for move in game.legal() if len(move) == 5 and move[:4] == path}
        letters = "".join(letter for letter in _CHOICE_ORDER if letter in suffixes)
        return [f"choice {letters}"] if letters else []


class Normal(HalfChess):
    """FIDE chess, which XBoard knows by itself."""

    parent = "chess"
    # XBoard tests legality here, but draws by material are for the engine to claim (R3: king against king only).
    flags = ("-testLegality", "true", "-materialDraws", "false", *SQUARES)
    halflings = False

    def setup(self, start: Position) -> list[str]:
        return []

    def _first_en_passant(self, start: Position, move: str) -> str:
        return ""


class Halfgi(HalfChess):
    """Half Chess with holdings: White's are picked up from the file right of the board, rows up; Black's from left of
    it, rows down."""

    parent = "crazyhouse"
    table = "PNBRQ...........K"
    holdings = 5

    def read_fen(self, fen: str) -> str:
        return fen.replace("[-]", "[]", 1)

    def source(self, square: str) -> str:
        file, row = square[:1], square[1:]
        if file in _FILES or not row.isdecimal():
            return square
        slot = 8 - int(row) if file == "_" else int(row) - 1
        return f"{self.table[slot].lower()}@" if 0 <= slot < self.holdings else ""


class Augmented(HalfChess):
    """`augmented-half-chess` and `augmented-chess`: promoted pieces of the opponent's types, and armies."""

    table = "PNBRQ.E.........M...H....TK"
    joins = True

    def write_fen(self, position: Position) -> str:
        return " ".join(position.fen().split()[:6])

    def badge(self, game: Game) -> str:
        return ":".join(_armies(game).values())

    def agree(self, game: Game, opponent: str, side: int) -> dict[str, Any]:
        """Each engine's badge names the army it wants for either colour: each plays its own."""
        theirs = _badge(opponent)
        mine = list(_armies(game).values())
        return _wishes(game, [mine[color] if color == side else theirs[color] for color in (0, 1)] if theirs else [])

    def join(self, game: Game, opponent: str) -> dict[str, Any]:
        return _wishes(game, _badge(opponent))

    def pictures(self, game: Game) -> dict[str, str]:
        """Pieces with their augmenters' letters."""
        from oddfish.protocols.pictures import chess_set
        from oddfish.protocols.pictures.position import badges

        return chess_set.family(self.halflings, badges(game.position))

    def describe(self, game: Game) -> str:
        return "armies " + " ".join(f"{name}={code}" for name, code in _armies(game).items())


class FullSized(Augmented):
    """`augmented-chess`."""

    halflings = False


def _badge(name: str) -> list[str]:
    """Both armies of an engine's name, [] if there are none."""
    armies = (name.split() or [""])[-1].upper().split(":")
    return armies if len(armies) == 2 else []


def _wishes(game: Game, codes: list[str]) -> dict[str, Any]:
    """The options that give both sides these armies; {} if they do not name any."""
    wishes = {**dict(zip(_armies(game), codes)), "DistinctPieces": False}
    try:
        game.variant.check(wishes)
    except ValueError:
        return {}
    return {} if not codes or "RANDOM" in codes or "ENGINE" in codes else wishes


def _armies(game: Game) -> dict[str, str]:
    """White's and Black's army codes, by the names of their options."""
    return game.variant.tags(game.position)


def _colored(letter: str, right: str) -> str:
    return letter if right.isupper() else letter.lower()


def _squares(board: str) -> list[tuple[str, str]]:
    """(square, letter) for each piece on the ranks of a FEN."""
    found = []
    for index, row in enumerate(board.split("/")):
        file = 0
        for char in row:
            if char.isdecimal():
                file += int(char)
                continue
            found.append((f"{_FILES[file % 8]}{8 - index}", char))
            file += 1
    return found


def _at(position: Any, square: str) -> str:
    """The letter on a square, '' if empty."""
    letter: str = position.letter(int(square[1]) * 8 - 8 + _FILES.index(square[0]))
    return letter


def _correction(move: str, legs: str) -> tuple[str, str]:
    """Takes the user's move back and makes it by way of its victim."""
    return (f"Illegal move (via {legs[2:4]}): {move}", f"move {legs}")


def _is_en_passant(position: Position, move: str) -> bool:
    return (
        "@" not in move
        and _at(position, move[:2]).upper() == "P"
        and move[0] != move[2]
        and not _at(position, move[2:4])
    )


def _color(position: Position, move: str) -> str:
    """A target's colour: M a promotion to choose, R a capture, Y any other move."""
    if len(move) == 5:
        return "M"
    return "R" if _at(position, move[2:4]) or _is_en_passant(position, move) else "Y"
