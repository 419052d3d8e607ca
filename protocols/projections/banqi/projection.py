"""What XBoard's users and other engines send and receive in a game of Banqi."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, cast

from oddfish.cext.banqi.game import LETTERS
from oddfish.cext.banqi.game import Banqi as Board
from oddfish.cext.core.errors import FenError
from oddfish.cext.core.rules import Position
from oddfish.engine.game import Game, MoveError
from oddfish.protocols.projections.banqi import board
from oddfish.protocols.projections.banqi.board import (
    SQUARES,
    TABLES,
    halves,
    left,
    right,
    shown,
    spare,
    square_of,
    stand,
)
from oddfish.protocols.projections.banqi.messages import face_down, immobile, notes, objection, remark, words
from oddfish.protocols.projections.banqi.plies import (
    NICKNAMED,
    NICKNAMES,
    NULL,
    PLY,
    STOP,
    candidates,
    line_of,
    move_meant,
    plies_of,
)
from oddfish.protocols.projections.base import Grid, Projection, Received, marks, note, plies_before
from oddfish.protocols.projections.cells import after


class _Turn(NamedTuple):
    """The plies of a finished move."""

    plies: list[str]
    length: int  # the number of the move's own plies; the opponent's null can follow them


class Banqi(Projection):
    """Both sets of capture rules, with all options."""

    grid = Grid(8, 8)
    parent = "elven"
    flags = (
        *("-testLegality", "false", "-oneClickMove", "true", "-ruleMoves", "0", "-repeatsToDraw", "0"),
        *("-flipBlack", "true"),  # a flipped view exchanges the pictures of the halves
    )
    board = "banqi"
    coordinates = False

    manual = (
        "Click on a face-down piece to turn it up; click on a piece and its destination to move it. If "
        "another capture may follow, click on it, or click beside the piece to end the turn."
    )
    explains = True

    def __init__(self) -> None:
        self._recolors = False  # whether the GUI shows the pieces of a new table
        self._loads_black = False  # whether the first player of the game to load has black pieces
        self._black_first = False  # whether the first player's pieces are black on XBoard's board
        self._recolored = False  # whether XBoard has had a table other than the usual one
        self._read_seat = 0  # the seat of the last FEN, for the game that starts from it
        self.reset()

    def reset(self) -> None:
        self._seat, self._read_seat = self._read_seat, 0
        self._picked = ""  # the cell of the piece that was picked up last
        self._turns: list[_Turn] = []  # one for each move
        self._begun: list[str] = []  # the plies of the unfinished move
        self._clicked = False  # the next ply comes from clicks
        self._refused = ""  # the cell of the piece that was clicked to make the last ply
        self._taken_back = False  # XBoard may keep moves that were taken back, and then ignores a new table

    # Positions --------------------------------------------------------------------------------------------------

    def configure(self, recolors: bool, black_first: bool) -> None:
        self._recolors, self._loads_black = recolors, black_first

    def setup(self, start: Position) -> list[str]:
        first = cast(Board, start).first
        self._black_first = self._recolors and (self._loads_black if first == "-" else first == "b")
        self._recolored |= self._black_first
        return self._setup(start)

    def is_black_first(self, game: Game) -> bool:
        return _on(game).first == "b"

    def preparation(self, game: Game, move: int) -> list[str]:
        """Before the first flip, a table with pictures in the colours that the flip decides.

        Only in sessions that began with a game whose first player has black pieces: XBoard chooses ``Nb4`` or ``Nab4``
        by how the usual piece of a slot moves, so it reads a game reliably only with the table used to save it.
        """
        position = _on(game)
        color = position.text(move)[5:6]
        begun = bool(self._turns) or self._taken_back or position.first != "-"
        if not (self._recolors and self._loads_black) or begun or color not in ("r", "b"):
            return []
        self._black_first = color == "b"
        if not self._black_first and not self._recolored:
            return []
        self._recolored = True
        return self._setup(_on(game))

    def _setup(self, start: Position) -> list[str]:
        nicknames = dict(zip(LETTERS + LETTERS.lower(), NICKNAMES.lower() + NICKNAMES))
        if self._recolored:
            nicknames["."] = "."  # XBoard would keep the nicknames of slots that were used before
        own, other = TABLES[self._black_first], TABLES[not self._black_first]
        table = "".join(
            f"{slot}={nicknames[slot]}" if slot in nicknames and (slot, before) != (".", ".") else slot
            for slot, before in zip(own, other, strict=True)
        )
        return [f"setup ({table}) 8x8+0_{self.parent} {self.write_fen(start)}"]

    def write_fen(self, position: Position) -> str:
        return board.write_fen(cast(Board, position), self._seat)

    def read_fen(self, fen: str) -> str:
        found = board.read_fen(fen, self._black_first)
        self._read_seat = board.seat_of(fen)
        return found

    def take_seat(self, game: Game, person: int) -> None:
        if not self._turns and not self._begun and not _any_face_up(game):
            self._seat = person

    # Moves ------------------------------------------------------------------------------------------------------

    def receive(self, game: Game, ply: str, human: bool) -> Received:
        self._refused = self._picked if self._clicked else ""
        person, self._clicked, self._picked = human or self._clicked, False, ""
        ply = ply.lower()
        if self._owes_null(game):
            if ply != NULL:
                raise MoveError(f"'{ply}': the turn goes on")
            self._turns[-1].plies.append(NULL)
            return Received(None)
        if person and game.deal is not None and not self._begun:
            self.take_seat(game, game.turn)
            return self._by_hand(game, ply)
        if _is_flip_to(ply, 1 - self._seat, game.turn):
            self.take_seat(game, 1 - self._seat)
        return self._go_on(game, ply)

    def _by_hand(self, game: Game, ply: str) -> Received:
        """Make the move that a person means by a ply. If it turns up a piece, the piece is dealt now, and the ply's
        letter does not matter."""
        position = _on(game)
        try:
            move = game.dealt(move_meant(position, ply))
        except MoveError:
            raise MoveError(f"'{ply}': {objection(game, ply)}") from None
        plies = plies_of(position, move, self._seat)
        if plies[0] == ply:
            lines = _lines(plies[1:])
        else:
            refused = f"Illegal move ({remark(position, move)}): {ply}"
            lines = [refused, *self.preparation(game, move), *_lines(plies)]
        lines += _lines(self._done(position, move, plies))
        after = position.make(move)
        if after.series:  # pick up the capturing piece for the user
            lines += [f"click {stand(after.series, self._seat)}", self._marks(after, after.series)]
        return Received(move, tuple(lines))

    def _go_on(self, game: Game, ply: str) -> Received:
        """Take the next ply of a move, as engines send it."""
        begun = [*self._begun, ply]
        for move, plies in candidates(_on(game), begun[0], self._seat):
            if _on(game).first == "-" and _on(game).text(move)[5:6] not in ("", "rb"[self._black_first]):
                continue  # the letter does not tell the colour
            if plies == begun:
                self._turns.append(_Turn(begun, len(begun)))
                self._begun = []
                return Received(move)
            if plies[: len(begun)] == begun:
                self._begun = begun
                return Received(None)
        raise MoveError(f"'{ply}': {'another ply has to follow' if self._begun else objection(game, ply)}")

    def pick_up(self, game: Game) -> list[str]:
        """XBoard does not report clicks that the engine makes, so the marks follow at once."""
        cell = self._refused
        letter = shown(_on(game), square_of(cell)) if cell else ""
        if not letter or letter.isupper() == bool(game.turn):
            return []
        self._picked = cell
        return [f"click {cell}", self._marks(_on(game), square_of(cell))]

    def send(self, game: Game, move: int) -> list[str]:
        owed = [NULL] if self._owes_null(game) else []
        if owed:
            self._turns[-1].plies.append(NULL)
        plies = plies_of(_on(game), move, self._seat)
        return [*owed, *plies, *self._done(_on(game), move, plies)]

    def _done(self, position: Board, move: int, plies: list[str]) -> list[str]:
        """Record a move whose plies have all been sent. Returns the null that follows it, if any."""
        follows = [NULL] if position.make(move).series else []
        self._turns.append(_Turn([*plies, *follows], len(plies)))
        return follows

    def reminder(self, game: Game) -> list[str]:
        position = _on(game)
        return [note(face_down(position, self._black_first))] if position.pool else []

    def report(self, game: Game) -> str:
        """`flip c8; up: red GGMNP, black pr`: the move, and which pieces have turned up or are still face down. Brief,
        because XBoard's message line is short, and the board shows which piece a flip has turned up."""
        position = _on(game)
        move = next(notes(cast(Board, game.positions[-2]), game.moves[-1:])).partition("=")[0]
        return f"{move}; {face_down(position, self._black_first, short=True)}" if position.pool else f"Engine: {move}"

    def line(self, position: Position, moves: Sequence[int]) -> list[str]:
        return list(line_of(cast(Board, position), moves, self._seat))

    def notes(self, position: Position, moves: Sequence[int]) -> list[str]:
        return list(notes(cast(Board, position), moves))

    def advice(self, game: Game, move: int) -> str:
        return words(_on(game), move)

    def parse(self, game: Game, text: str) -> int:
        found = PLY.fullmatch(text.lower())
        if found is not None:
            text = square_of(found[1]) + square_of(found[2])
        return game.parse(STOP if text == NULL else text)

    def plies(self, game: Game) -> int:
        return sum(len(turn.plies) for turn in self._turns) + len(self._begun)

    def undo(self) -> bool:
        if self._begun:
            self._begun.pop()
            return False
        plies, length = self._turns[-1]
        plies.pop()
        if len(plies) == length:
            return False
        self._begun = self._turns.pop().plies
        self._taken_back = True
        return True

    def midway(self, game: Game) -> bool:
        """Whether the plies so far end within a move, or before the opponent's null."""
        return bool(self._begun) or self._owes_null(game)

    def unsettled(self, game: Game, user: int) -> bool:
        return game.turn != user or self.midway(game)

    def passed(self, game: Game, fen: str) -> int | None:
        plies = [*(ply for turn in self._turns for ply in turn.plies), *self._begun]
        index = plies_before(fen, game.positions[0])
        if not plies or index is None or not 0 <= index <= len(plies):
            return None
        cells = board.read_cells(self.write_fen(game.positions[0]))
        for ply in plies[:index]:
            cells = after(cells, ply, NICKNAMED)
        try:
            return len(plies) - index if cells == board.read_cells(fen) else None
        except FenError:
            return None

    def _owes_null(self, game: Game) -> bool:
        """Whether the opponent's null has to come before the series continues."""
        if not _on(game).series or not self._turns:
            return False
        plies, length = self._turns[-1]
        return len(plies) == length

    # Clicks -----------------------------------------------------------------------------------------------------

    def lift(self, game: Game, square: str) -> list[str]:
        self._clicked = False
        picked, self._picked = self._picked, ""
        if self.midway(game):
            return [marks({}, self.grid)]
        start = square_of(square)
        if shown(_on(game), start) != "X":
            self._picked = square
            return [self._marks(_on(game), start)]
        if picked:
            # You cannot take back a flip. So if another piece was picked up, a flip needs a second click. XBoard has
            # picked up this piece; our click on it puts it down again.
            return [marks({}, self.grid), f"click {square}", note("click again to turn it up")]
        if start * 2 in game.legal() and square == halves(start, game.turn)[0]:
            return self._flip_by_click(game, start)
        return [marks({}, self.grid)]

    def idle(self, game: Game, square: str) -> str:
        return immobile(game, square)

    def _flip_by_click(self, game: Game, square: str) -> list[str]:
        """XBoard makes the second and the third click itself. If one-click moves are off, the person makes them."""
        move = game.dealt(game.parse(square * 2))
        ply = plies_of(_on(game), move, self._seat)[0]
        before = self.preparation(game, move)
        own, other = halves(square, game.turn)
        self._clicked = True
        way = [marks({other: "C"}, self.grid), f"click {other}"] if "," in ply else []
        goal = [marks({own: "B", other: "B"}, self.grid), f"choice {ply[-1]}", f"click {ply[-3:-1]}"]
        return [*before, *way, *goal]

    def _marks(self, position: Board, start: str) -> str:
        """The cells to highlight after a piece was picked up. XBoard's marks would cover the characters, so captures
        are marked on the frame beside the piece; face-down pieces have none, and XBoard would pick up an unmarked one.
        You can also click on the other halves of their squares, and on the opponent's pieces, to read why you cannot
        capture them."""
        colors = {}
        for square in SQUARES:
            letter = shown(position, square)
            if letter == "X" or (letter and letter.isupper() == bool(position.turn)):
                colors[left(square)] = colors[right(square)] = "T"
        for move in map(position.text, position.moves()):
            if move == STOP and start == position.series:
                colors[spare(start, self._seat)] = "Y"
            elif move[:2] == start != move[2:4]:
                piece, frame = stand(move[2:4], self._seat), spare(move[2:4], self._seat)
                there = shown(position, move[2:4])
                marked = ("Y", "T") if not there else ("R", "T") if there == "X" else ("T", "R")
                colors[piece], colors[frame] = marked
        return marks(colors, self.grid)

    def put(self, game: Game, square: str) -> list[str]:
        self._clicked = True
        return []


def _any_face_up(game: Game) -> bool:
    return any(shown(_on(game), square) not in ("", "X") for square in SQUARES)


def _is_flip_to(ply: str, seat: int, turn: int) -> bool:
    """Whether a ply is a flip by the side to move, written for this seat."""
    found = PLY.fullmatch(ply)
    if found is None or not found[4]:
        return False
    first, last = found[1], found[3] or found[2]
    square = square_of(first)
    return square == square_of(found[2]) and last == stand(square, seat) and (found[3] is not None) == (turn == seat)


def _lines(plies: Sequence[str]) -> list[str]:
    return [f"move {ply}" for ply in plies]


def _on(game: Game) -> Board:
    return cast(Board, game.position)
