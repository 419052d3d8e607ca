"""What a variant looks like in XBoard: the interface, and the games whose plies are their moves.

XBoard knows one piece a square and one ply a turn. A *projection* turns a variant's positions into a board, and its
moves into plies, that XBoard understands, and back. The CECP front end talks to XBoard through it alone and holds no
knowledge of any variant; nothing behind the front end knows of projections.

A **ply** is what follows ``move`` or ``usermove`` on a line: ``e2e4``, ``P@e4``, the leg form ``a4b6,b6a5``, the null
``@@@@``. A **turn** is one move text of the variant, and may take several plies. A projection of such a game keeps the
plies of the unfinished turn, and how many each finished turn took, so that :meth:`Projection.undo` can answer; both
are forgotten by :meth:`Projection.reset`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from oddfish.cext.core.rules import Position
from oddfish.engine.game import Game

#: A pass: XBoard's plies alternate between the sides, turns of several plies need it in between.
NULL = "@@@@"


class Received(NamedTuple):
    """What a ply from XBoard amounted to."""

    move: str | None  # the whole turn, legal, in the variant's own text; None while the turn is not over
    replies: tuple[str, ...] = ()  # lines to send at once: nulls, a refusal and the true plies …


class Projection:
    """The identity: XBoard's board is the variant's, each move one ply."""

    #: XBoard's variant whose rules the GUI falls back to.
    parent = "fairy"
    #: Command-line flags XBoard needs for this variant, those of pictures apart.
    flags: tuple[str, ...] = ("-testLegality", "false", "-oneClickMove", "true")
    #: The picture of the board, and whether the pieces that look like those of chess are shown as halflings.
    board, halflings = "chess", True
    #: What a person has to know to play by mouse, if it is not what he knows from chess.
    manual = ""

    #: XBoard does not show why it refuses a move: whether the reason follows as a thinking line, which it shows.
    explains = False
    #: Whether a game that another engine has begun may have a set-up of its own, which `join` takes over.
    joins = False

    def reset(self) -> None:
        """A new game or position: forget all plies and clicks."""

    # Positions --------------------------------------------------------------------------------------------------

    def setup(self, start: Position) -> list[str]:
        """The lines that answer ``variant``: ``setup (TABLE) WxH+H_PARENT FEN`` and ``piece`` lines, each under 512
        bytes."""
        return []

    def write_fen(self, position: Position) -> str:
        """The position on XBoard's board."""
        return position.fen()

    def read_fen(self, fen: str) -> str:
        """The variant's FEN for one of XBoard's."""
        return fen

    def read_edit(self, board: str, turn: str) -> str:
        """The variant's FEN for a board set up by ``edit``: its ranks as in a FEN, and ``w`` or ``b``."""
        return self.read_fen(f"{board} {turn}")

    # Moves ------------------------------------------------------------------------------------------------------

    def receive(self, game: Game, ply: str, human: bool) -> Received:
        """Take one ply of ``usermove``. When a move is returned the caller plays it at once.

        Args:
            human: whether a person enters plies, who needs nulls and corrections sent for him; otherwise (a second
                engine, a game being loaded) every ply is sent by XBoard itself.

        Raises:
            MoveError: no legal turn continues with this ply; what was taken before stays.
        """
        game.parse_complete(ply)
        return Received(ply)

    def mend(self, game: Game) -> list[str]:
        """Lines that put XBoard's board right when the engine is to play on behind moves it took in force mode, when
        XBoard does not listen."""
        return []

    def send(self, game: Game, move: str) -> list[str]:
        """The plies of the engine's own turn, given by its text and about to be played in ``game``."""
        return [move]

    def notation(self, move: str) -> str:
        """A move in thinking lines and hints, as XBoard would read it."""
        return move

    def line(self, position: Position, moves: Sequence[str]) -> list[str]:
        """Moves in a row from a position likewise. Called from the search's thread."""
        return [self.notation(move) for move in moves]

    def notes(self, position: Position, moves: Sequence[str]) -> list[str]:
        """The same moves as the game itself writes them, for people; [] where XBoard's plies are plain enough."""
        return []

    def advice(self, game: Game, move: str) -> str:
        """A legal move in words, for a hint: what is left to play of it. '' where XBoard's own words will do."""
        return ""

    def meant(self, text: str) -> str:
        """The move of such a text."""
        return text

    def plies(self, game: Game) -> int:
        """How many plies XBoard can take back."""
        return len(game.moves) + bool(game.pending)

    def undo(self) -> bool:
        """XBoard takes back one ply; whether that undoes the game's last turn (its other plies are then those of an
        unfinished one)."""
        return True

    def unsettled(self, game: Game, user: int) -> bool:
        """XBoard has taken back what its user wished: whether he would now have nothing to choose, because the
        opponent is to move or a ply is forced. `Illegal move` then takes one more ply back."""
        return False

    def passed(self, game: Game, fen: str) -> int | None:
        """How many plies ago the game passed XBoard's FEN; None if that is another position. XBoard does not take back
        nulls: it sets the position up as it was after the null before, and goes on from there."""
        return None

    def continuing(self, game: Game) -> tuple[int, ...]:
        """The legal moves that go on with the plies of an unfinished turn; () where there is none."""
        return ()

    # Clicks -----------------------------------------------------------------------------------------------------

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
        """What of this game's set-up belongs into the engine's name, where the opponent's engine can read it."""
        return ""

    def agree(self, game: Game, opponent: str, side: int) -> dict[str, Any]:
        """The options that hold once the opponent's badge is known, ``side`` being the engine's own; {} for none."""
        return {}

    def join(self, game: Game, opponent: str) -> dict[str, Any]:
        """The options of a game under way that the opponent's engine has been playing, told by its badge; {} for
        none."""
        return {}

    def pictures(self, game: Game) -> dict[str, str]:
        """Pictures of pieces, by the names of their files, that depend on the set-up; {} where the installed ones
        do."""
        return {}

    def describe(self, game: Game) -> str:
        """The set-up in a line for people and logs, '' if there is nothing to tell."""
        return ""


def marks(colors: dict[tuple[int, int], str], files: int, ranks: int) -> str:
    """The ``highlight`` line that gives squares ``(file, rank)``, counted from 0, their colour letters."""
    rows = []
    for rank in range(ranks - 1, -1, -1):
        row, empty = "", 0
        for file in range(files):
            color = colors.get((file, rank))
            if color is None:
                empty += 1
                continue
            row += (str(empty) if empty else "") + color
            empty = 0
        rows.append(row + (str(empty) if empty else ""))
    return "highlight " + "/".join(rows)
