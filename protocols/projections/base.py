"""How a variant appears in XBoard: the interface, and a default for variants whose moves are single plies.

XBoard knows one piece a square and one ply a turn. A *projection* turns a variant's positions into a board that XBoard
understands, turns its moves into plies, and converts both back. The CECP front end talks to XBoard only through a
projection and knows nothing about any variant; no module behind the front end knows about projections.

A **ply** is the text after ``move`` or ``usermove``: ``e2e4``, ``P@e4``, the leg form ``a4b6,b6a5``, the null ``@@@@``.
A **turn** is one move of the variant, and can take several plies. The projection of a game with such turns remembers
the plies of the unfinished turn, and how many plies each finished turn took, for :meth:`Projection.undo`.
:meth:`Projection.reset` forgets them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from oddfish.cext.core.errors import FenError
from oddfish.cext.core.fen import read_square, write_rank
from oddfish.cext.core.rules import Position
from oddfish.engine.game import Game, line_texts

#: A pass. XBoard's plies alternate between the sides, so a null separates two plies of the same turn.
NULL = "@@@@"

NOTE = "1 0 0 0 "

#: The colours of a chessboard, and XBoard's flags for them.
LIGHT_SQUARES, DARK_SQUARES = "#f0e6d2", "#b79d7d"
SQUARES = ("-lightSquareColor", LIGHT_SQUARES, "-darkSquareColor", DARK_SQUARES)


def note(text: str) -> str:
    """A line that shows a text to the user: a thinking line, the only kind that XBoard shows without a pop-up."""
    return f"{NOTE}{text}"


class Grid(NamedTuple):
    """XBoard's board: its files, its ranks, and the number of the first rank."""

    files: int
    ranks: int
    lowest: int = 1

    def point(self, square: str) -> tuple[int, int]:
        """The file and the rank of a square, both from 0.

        Raises:
            FenError: the square is not on this board.
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

    move: int | None  # the whole turn as a packed legal move; None while the turn is unfinished
    replies: tuple[str, ...] = ()  # lines to send at once: nulls, or a refusal and the correct plies …


class Projection:
    """The identity: XBoard's board is the variant's, and each move is one ply."""

    #: The parent variant in the `setup` line. XBoard falls back on its rules.
    parent = "fairy"
    #: XBoard's command-line flags for this variant, except those for pictures.
    flags: tuple[str, ...] = ("-testLegality", "false", "-oneClickMove", "true")
    #: Whether XBoard draws its own coordinates. If the game names its squares differently, the picture of the board
    #: shows the names, in two views: NAME and NAME-black. Thinking lines then contain only notes, no plies.
    coordinates = True
    #: XBoard's board, by default the largest possible.
    grid = Grid(16, 15)
    #: The name of the board's picture.
    board = "chess"
    #: Whether the board has a second picture, NAME-wide, with margins. The window shows it on screens so low that the
    #: board alone would be narrower than the menus.
    has_margins = False
    #: The name of the set of pieces. If it is not the installed one, `oddfish xboard` draws it when it starts XBoard.
    piece_set = "pieces"
    #: How to play by mouse, if it differs from chess.
    manual = ""

    #: Whether to repeat the reason for refusing a move in a thinking line, the only kind of line that XBoard shows.
    explains = False
    #: Whether games have set-ups, and `join` adopts the set-up of a game that another engine started.
    joins = False

    @property
    def exchanges_pictures(self) -> bool:
        """Whether White's and Black's pieces exchange their pictures when Black is at the bottom."""
        return "-flipBlack" in self.flags

    def reset(self) -> None:
        """Forget all plies and clicks, for a new game or position."""

    # Positions --------------------------------------------------------------------------------------------------

    def configure(self, recolors: bool, black_first: bool) -> None:
        """Set, before :meth:`setup`, what is needed by games in which the first move decides the players' colours.

        Args:
            recolors: whether the GUI changes the pictures of pieces with the table, as XBoard does.
            black_first: whether the first player of the game that the GUI loads first has black pieces.
        """

    def is_black_first(self, game: Game) -> bool:
        """Whether a game has given its first player black pieces."""
        return False

    def preparation(self, game: Game, move: int) -> list[str]:
        """Lines to send before the plies of a packed legal move with its outcome, so that XBoard shows it correctly."""
        return []

    def setup(self, start: Position) -> list[str]:
        """The answer to ``variant``: a line ``setup (TABLE) WxH+H_PARENT FEN`` and ``piece`` lines, each under 512
        bytes."""
        return []

    def write_fen(self, position: Position) -> str:
        """The position on XBoard's board."""
        return position.fen()

    def read_fen(self, fen: str) -> str:
        """The variant's FEN for an XBoard FEN."""
        return fen

    def read_edit(self, board: str, turn: str) -> str:
        """The variant's FEN for a board set up by ``edit``: its ranks as in a FEN, and ``w`` or ``b`` to move."""
        return self.read_fen(f"{board} {turn}")

    def take_seat(self, game: Game, person: int) -> None:
        """Before the first move, learn which side the person at the board plays against the engine."""

    # Moves ------------------------------------------------------------------------------------------------------

    def receive(self, game: Game, ply: str, human: bool) -> Received:
        """Take one ply of ``usermove``. If it completes a move, the caller plays the move at once.

        Args:
            human: whether a person enters the plies. The engine then sends nulls and corrections; otherwise XBoard
                sends every ply itself, from a second engine or a file.

        Raises:
            MoveError: no legal turn continues with this ply. The earlier plies of the turn remain.
        """
        return Received(game.parse_complete(ply))

    def pick_up(self, game: Game) -> list[str]:
        """Lines that pick up the person's piece again after a refused ply: XBoard has put it down."""
        return []

    def corrections(self, game: Game) -> list[str]:
        """Lines that correct XBoard's board when the engine starts to play after moves entered in force mode. XBoard
        ignores the engine in force mode."""
        return []

    def send(self, game: Game, move: int) -> list[str]:
        """The plies of the engine's turn, a packed move that ``game`` does not contain yet."""
        return [game.position.text(move)]

    def reminder(self, game: Game) -> list[str]:
        """Lines for a person after the engine's move, about anything that XBoard itself does not show."""
        return []

    def report(self, game: Game) -> str:
        """The engine's last move for the message line, with the names of squares that people see; '' if XBoard's own
        text already does this. It replaces the notes of :meth:`reminder`."""
        return "" if self.coordinates else f"Engine: {self.notes(game.positions[-2], game.moves[-1:])[0]}"

    def line(self, position: Position, moves: Sequence[int]) -> list[str]:
        """A line of packed moves as XBoard reads it in thinking lines and hints. Called from the search's thread."""
        return line_texts(position, moves)

    def notes(self, position: Position, moves: Sequence[int]) -> list[str]:
        """The same moves in the game's own notation; [] if XBoard's plies are clear enough."""
        return []

    def advice(self, game: Game, move: int) -> str:
        """The rest of a packed legal move, in words for a hint; '' if the ply itself is clear enough."""
        return ""

    def parse(self, game: Game, text: str) -> int:
        """Read a move written as :meth:`line` writes it. Returns a packed legal move.

        Raises:
            MoveError: the text is not a legal move.
        """
        return game.parse(text)

    def plies(self, game: Game) -> int:
        """How many plies XBoard can take back."""
        return len(game.moves) + bool(game.pending)

    def undo(self) -> bool:
        """Take back one ply. Returns whether it ended the game's last turn; the rest of that turn is then an unfinished
        turn."""
        return True

    def unsettled(self, game: Game, user: int) -> bool:
        """Whether XBoard's user has no choice after taking back, because the opponent is to move or a ply is forced.
        `Illegal move` then takes back one more ply."""
        return False

    def passed(self, game: Game, fen: str) -> int | None:
        """How many plies ago XBoard's FEN was on the board; None if it never was. XBoard does not take back nulls: it
        sets up the position after the previous null and continues from there."""
        return None

    def continuing(self, game: Game) -> tuple[int, ...]:
        """The packed legal moves that start with the plies of the unfinished turn; () if no turn is unfinished."""
        return ()

    # Clicks -----------------------------------------------------------------------------------------------------

    def is_square(self, text: str) -> bool:
        """Whether the text is a square to click on. The methods below get only such squares."""
        return text in self.grid

    def lift(self, game: Game, square: str) -> list[str]:
        """The answer to ``lift``: a ``highlight`` line, or nothing."""
        return []

    def idle(self, game: Game, square: str) -> str:
        """Why the piece on a square has no legal move now, as a clause."""
        return why_idle_on_board(game, game.position, square)

    def put(self, game: Game, square: str) -> list[str]:
        """The answer to ``put``: a ``choice`` line if there is a promotion to choose, or nothing."""
        return []

    # Set-ups that players agree on before the game ----------------------------------------------------------------

    def setup_tag(self, game: Game) -> str:
        """The part of the engine's name that states the set-up of this game to another engine."""
        return ""

    def agree(self, game: Game, opponent: str, side: int) -> dict[str, Any]:
        """The options to adopt, given the opponent's name with its set-up tag; {} for none.

        Args:
            side: the engine's side.
        """
        return {}

    def join(self, game: Game, opponent: str) -> dict[str, Any]:
        """The options of a game in progress, read from the opponent's name with its set-up tag; {} for none."""
        return {}

    def recorded(self, game: Game, names: Sequence[str]) -> dict[str, Any]:
        """The options of a recorded game, read from the players' names, White's first; {} if the names state none."""
        return {}

    def describe(self, game: Game) -> str:
        """The set-up in one line, for comments and messages; '' if there is none."""
        return ""


def plies_before(fen: str, start: Position) -> int | None:
    """How many plies precede an XBoard FEN in a game from ``start``, by its move number and side to move; None if it
    lacks them. XBoard counts each ply as half a move."""
    fields = fen.split()
    if len(fields) < 3 or re.fullmatch("[0-9]{1,9}", fields[-1]) is None:
        return None
    return 2 * int(fields[-1]) - 2 + (fields[1] == "b") - start.turn


def without_hands(fen: str) -> str:
    """XBoard's FEN without the hands, which it writes if the board has margins."""
    return re.sub(r"\[[^][ ]*\]", "", fen, count=1)


def marks(colors: Mapping[str, str], grid: Grid) -> str:
    """The ``highlight`` line for these colour letters by square."""
    points = {grid.point(square): color for square, color in colors.items()}
    return _highlight(
        [points.get((file, rank), "") for file in range(grid.files)] for rank in reversed(range(grid.ranks))
    )


def why_idle_on_board(game: Game, position: Position, square: str) -> str:
    """Why the piece on a square of the game's own board has no move. The import waits until a person clicks."""
    from oddfish.engine.guide import guide_of
    from oddfish.engine.guide.idle import why_idle

    return why_idle(guide_of(game.variant), position, square)


def has_targets(line: str) -> bool:
    """Whether a ``highlight`` line marks a square to move to. You can also click on those with a `T`, to read why the
    move is illegal."""
    return bool(re.search("[A-SU-Z]", line))


def _highlight(rows: Iterable[Sequence[str]]) -> str:
    """The line for rows of colour letters, '' for an unmarked square."""
    return "highlight " + "/".join(map(write_rank, rows))


def uncovered(line: str, board: str) -> str:
    """A ``highlight`` line without lower-case marks, which are only reminders, on occupied squares. If that would leave
    no marks, it keeps all of them.

    Args:
        board: the ranks of XBoard's FEN.
    """
    command, _, text = line.partition(" ")
    rows = []
    for marked, stands in zip(rows_of(text), rows_of(board)):
        rows.append(["" if mark.islower() and piece else mark for mark, piece in zip(marked, stands)])
    if command != "highlight" or not any(map(any, rows)):
        return line
    return _highlight(rows)


def rows_of(board: str) -> Iterator[list[str]]:
    """The rows of a board as in a FEN, each a list of letters, with '' for an empty square."""
    for row in board.split("/"):
        cells: list[str] = []
        for token in re.findall(r"\d+|\D", row):
            cells += [""] * int(token) if token.isdigit() else [token]
        yield cells
