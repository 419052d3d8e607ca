"""How a variant appears in XBoard: the interface, and its default, which serves variants whose moves are one ply each.

XBoard knows one piece a square and one ply a turn. A *projection* turns a variant's positions into a board that XBoard
understands, its moves into plies, and both back again. The CECP front end talks to XBoard only through a projection and
knows nothing about any variant; nothing behind the front end knows about projections.

A **ply** is what follows ``move`` or ``usermove`` on a line: ``e2e4``, ``P@e4``, the leg form ``a4b6,b6a5``, the null
``@@@@``. A **turn** is one move of the variant, and may take several plies. The projection of a game with such turns
remembers the plies of the unfinished turn and how many each finished one took, for :meth:`Projection.undo`;
:meth:`Projection.reset` forgets them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from oddfish.cext.core.fen import read_square
from oddfish.cext.core.rules import FenError, Position
from oddfish.engine.game import Game, line_texts

#: A pass. XBoard's plies alternate between the sides, so it goes between the plies of a turn.
NULL = "@@@@"

NOTE = "1 0 0 0 "

#: The colours of a chessboard, and XBoard's flags for them.
LIGHT_SQUARES, DARK_SQUARES = "#f0e6d2", "#b79d7d"
SQUARES = ("-lightSquareColor", LIGHT_SQUARES, "-darkSquareColor", DARK_SQUARES)


def note(text: str) -> str:
    """A line that shows people a text: a thinking line, the only one that XBoard shows without a pop-up."""
    return f"{NOTE}{text}"


class Grid(NamedTuple):
    """XBoard's board: its files, its ranks, and the number of the first rank."""

    files: int
    ranks: int
    lowest: int = 1

    def point(self, square: str) -> tuple[int, int]:
        """The file and the rank of a square, both from 0.

        Raises:
            FenError: it is not on this board.
        """
        rank, file = divmod(read_square(square, "square", self.files, self.ranks, self.lowest), self.files)
        return file, rank

    def __contains__(self, square: object) -> bool:
        try:
            return isinstance(square, str) and bool(self.point(square))
        except FenError:
            return False


class Received(NamedTuple):
    """The result of a ply from XBoard."""

    move: int | None  # the whole turn, a packed legal move; None while the turn is not over
    replies: tuple[str, ...] = ()  # lines to send at once: nulls, a refusal and the true plies …


class Projection:
    """The identity: XBoard's board is the variant's, each move one ply."""

    #: The XBoard variant whose rules the GUI falls back on.
    parent = "fairy"
    #: XBoard's command-line flags for this variant, except those for pictures.
    flags: tuple[str, ...] = ("-testLegality", "false", "-oneClickMove", "true")
    #: Whether XBoard writes the coordinates, by the letters and numbers of its own board. Where the game's squares have
    #: other names, the picture of the board shows them, in two views: NAME and NAME-black. Thinking lines then have no
    #: plies, only notes.
    coordinates = True
    #: XBoard's board, by default the largest there is.
    grid = Grid(16, 15)
    #: The name of the board's picture.
    board = "chess"
    #: The name of the set of pieces; another than the installed one is drawn when XBoard is started.
    piece_set = "pieces"
    #: How to play by mouse, where it differs from chess.
    manual = ""

    #: Whether the reason for refusing a move is repeated in a thinking line: XBoard shows only those.
    explains = False
    #: Whether games have set-ups, and `join` adopts that of a game another engine has begun.
    joins = False

    @property
    def exchanges_pictures(self) -> bool:
        """Whether White's pieces look as Black's, and the other way round, where Black sits at the bottom."""
        return "-flipBlack" in self.flags

    def reset(self) -> None:
        """Forget all plies and clicks, for a new game or position."""

    # Positions --------------------------------------------------------------------------------------------------

    def setup(self, start: Position) -> list[str]:
        """The answer to ``variant``: a line ``setup (TABLE) WxH+H_PARENT FEN`` and ``piece`` lines, each under 512
        bytes."""
        return []

    def write_fen(self, position: Position) -> str:
        """The position on XBoard's board."""
        return position.fen()

    def read_fen(self, fen: str) -> str:
        """The variant's FEN for one of XBoard's."""
        return fen

    def read_edit(self, board: str, turn: str) -> str:
        """The variant's FEN for a board set up by ``edit``, given its ranks as in a FEN, and ``w`` or ``b``."""
        return self.read_fen(f"{board} {turn}")

    def take_seat(self, game: Game, person: int) -> None:
        """Learn, before the first move, which side the person at the board plays against the engine."""

    # Moves ------------------------------------------------------------------------------------------------------

    def receive(self, game: Game, ply: str, human: bool) -> Received:
        """Take one ply of ``usermove``. If that completes a move, the caller plays it at once.

        Args:
            human: whether a person enters the plies, for whom nulls and corrections are sent; otherwise XBoard sends
                every ply itself, from a second engine or a file.

        Raises:
            MoveError: no legal turn goes on with this ply; those before it stay.
        """
        return Received(game.parse_complete(ply))

    def mend(self, game: Game) -> list[str]:
        """Lines that correct XBoard's board when the engine is to play after moves entered in force mode, in which
        XBoard ignores the engine."""
        return []

    def send(self, game: Game, move: int) -> list[str]:
        """The plies of the engine's own turn, a packed move that has yet to be played in ``game``."""
        return [game.position.text(move)]

    def reminder(self, game: Game) -> list[str]:
        """Lines for a person after the engine's move: what XBoard does not show of it or of the position by itself."""
        return []

    def line(self, position: Position, moves: Sequence[int]) -> list[str]:
        """Packed moves that follow each other, as XBoard reads them in thinking lines and hints. Called from the
        search's thread."""
        return line_texts(position, moves)

    def notes(self, position: Position, moves: Sequence[int]) -> list[str]:
        """The same moves in the game's own notation, for people; [] where XBoard's plies are clear enough."""
        return []

    def advice(self, game: Game, move: int) -> str:
        """What is left to play of a packed legal move, in words for a hint; '' where XBoard's own words serve."""
        return ""

    def parse(self, game: Game, text: str) -> int:
        """The packed legal move that a text like those of :meth:`line` stands for.

        Raises:
            MoveError: it is not a legal move.
        """
        return game.parse(text)

    def plies(self, game: Game) -> int:
        """How many plies XBoard can take back."""
        return len(game.moves) + bool(game.pending)

    def undo(self) -> bool:
        """Take back one ply. Returns whether that undoes the game's last turn, whose other plies are then those of an
        unfinished one."""
        return True

    def unsettled(self, game: Game, user: int) -> bool:
        """Whether XBoard's user, after taking back, has no choice, because the opponent is to move or a ply is forced.
        `Illegal move` then takes one more ply back."""
        return False

    def passed(self, game: Game, fen: str) -> int | None:
        """How many plies ago XBoard's FEN was on the board; None if it never was. XBoard does not take back nulls: it
        sets up the position after the null before, and goes on from there."""
        return None

    def continuing(self, game: Game) -> tuple[int, ...]:
        """The packed legal moves that begin with the plies of the unfinished turn; () if no turn is unfinished."""
        return ()

    # Clicks -----------------------------------------------------------------------------------------------------

    def is_square(self, text: str) -> bool:
        """Whether a person can click there; only such squares reach the methods below."""
        return text in self.grid

    def lift(self, game: Game, square: str) -> list[str]:
        """The answer to ``lift``: a ``highlight`` line, or nothing."""
        return []

    def put(self, game: Game, square: str) -> list[str]:
        """The answer to ``put``: a ``choice`` line where a promotion is to be chosen, or nothing."""
        return []

    def hover(self, game: Game, square: str) -> list[str]:
        """The answer to ``hover``."""
        return []

    # What players settle before the game ------------------------------------------------------------------------

    def badge(self, game: Game) -> str:
        """What the engine's name tells the opponent's engine about the set-up of this game."""
        return ""

    def agree(self, game: Game, opponent: str, side: int) -> dict[str, Any]:
        """The options to use once the opponent's badge is known, ``side`` being the engine's own; {} for none."""
        return {}

    def join(self, game: Game, opponent: str) -> dict[str, Any]:
        """The options of a game under way, read from the badge of the opponent's engine; {} for none."""
        return {}

    def recorded(self, game: Game, names: Sequence[str]) -> dict[str, Any]:
        """The options of a game that was played, read from the players' names, White's first; {} if they tell none."""
        return {}

    def describe(self, game: Game) -> str:
        """The set-up in one line, for people and logs; '' if there is none."""
        return ""


def marks(colors: Mapping[str, str], grid: Grid) -> str:
    """The ``highlight`` line for colour letters by square."""
    points = {grid.point(square): color for square, color in colors.items()}
    return _highlight(
        [points.get((file, rank), "") for file in range(grid.files)] for rank in reversed(range(grid.ranks))
    )


def _highlight(rows: Iterable[Iterable[str]]) -> str:
    """The line for rows of colour letters, '' where there is none."""
    shown = ("".join(mark or "1" for mark in row) for row in rows)
    return "highlight " + "/".join(re.sub("1+", lambda empty: str(len(empty[0])), row) for row in shown)


def uncovered(line: str, board: str) -> str:
    """A ``highlight`` line without the marks that only remind, where pieces stand on their squares. If none would be
    left, they all stay.

    Args:
        board: the ranks of XBoard's FEN.
    """
    command, _, text = line.partition(" ")
    rows = []
    for marked, stands in zip(_cells(text), _cells(board)):
        rows.append(["" if mark.islower() and piece else mark for mark, piece in zip(marked, stands)])
    if command != "highlight" or not any(map(any, rows)):
        return line
    return _highlight(rows)


def _cells(board: str) -> Iterator[list[str]]:
    """The rows of a board as in a FEN, '' for an empty square."""
    for row in board.split("/"):
        cells: list[str] = []
        for token in re.findall(r"\d+|\D", row):
            cells += [""] * int(token) if token.isdigit() else [token]
        yield cells
