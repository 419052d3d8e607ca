"""Games whose turns can take several XBoard plies, on a board with a row for each hand.

XBoard moves one piece a ply, and the sides alternate, so a null or a ply of the opponent's separates two plies of one
side. No turn starts with all the plies of another, so the plies show when a turn is over. When a person makes a move,
it stands for a whole turn. If it is not the first ply of that turn, the engine refuses it and sends the correct plies.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from oddfish.cext.core.errors import MoveError
from oddfish.cext.core.rules import Position
from oddfish.engine.game import Game
from oddfish.engine.guide.base import SIDES
from oddfish.protocols.projections.base import Projection, Received, plies_before
from oddfish.protocols.projections.cells import Cells
from oddfish.protocols.projections.record import Record

#: XBoard's promotion dialog offers the first by default.
PROMOTIONS = "QRBNH"


class Turn(NamedTuple):
    """A legal move, its plies, and the clicks that make it."""

    move: int  # packed
    text: str
    movers: tuple[str, ...]  # cells of the pieces that you can pick up
    aims: frozenset[str]  # cells that complete the move when you click on them
    captures: bool
    promotions: str
    ways: tuple[tuple[str, ...], ...]  # the plies; several if either of two equal pieces can move or be captured
    unit: bool = False  # several pieces move together


class Clicked:
    """The clicks on XBoard's board since the last ply: on a piece, and on its destination."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        self.lifted = self.aim = ""


class Staged(Projection):
    """The part that these games share. Each game's projection defines how positions and moves look in XBoard."""

    parent = "elven"  # relays nulls to a second engine, and does not swap pieces
    flags: tuple[str, ...] = ("-testLegality", "false", "-oneClickMove", "true")  # `click` needs both

    def __init__(self) -> None:
        self._read: Cells | None = None  # the board of the last FEN
        self.reset()

    def reset(self) -> None:
        self._record: Record | None = None  # created at the first call with the game
        self._legal: list[Turn] | None = None  # the legal turns of the current position
        self._clicks = self.clicked()
        self._refused = ""  # the cell of the piece that was clicked to make the last ply

    # What each game defines ---------------------------------------------------------------------------------------

    def clicked(self) -> Clicked:
        """An empty record of clicks."""
        return Clicked()

    def spread(self, position: Position) -> Cells:
        """Place a position on XBoard's board without knowing its history."""
        raise NotImplementedError

    def shows(self, cells: Cells, position: Position) -> bool:
        """Whether XBoard's board shows the position."""
        raise NotImplementedError

    def fen(self, cells: Cells, position: Position) -> str:
        """XBoard's FEN of a position that its board shows."""
        raise NotImplementedError

    def cells(self, fen: str) -> tuple[str, Cells]:
        """Read XBoard's FEN. Returns the variant's FEN, and XBoard's board."""
        raise NotImplementedError

    def after(self, cells: Cells, ply: str) -> Cells:
        """XBoard's board after a ply."""
        raise NotImplementedError

    def turns(self, position: Position, cells: Cells, moves: Iterable[int]) -> Iterator[Turn]:
        """The turns of these packed moves."""
        raise NotImplementedError

    def meant(self, legal: Sequence[Turn], ply: str) -> list[tuple[Turn, tuple[str, ...]]]:
        """The turns that a person may mean by a ply, each with its plies."""
        raise NotImplementedError

    def objection(self, legal: Sequence[Turn], cells: Cells, turn: int, ply: str) -> str:
        """The reason why a person's ply is not a legal move."""
        raise NotImplementedError

    # Positions --------------------------------------------------------------------------------------------------

    def start_fen(self, start: Position) -> str:
        """XBoard's FEN of a start position, for ``setup``."""
        self._read = None
        return self.fen(self.spread(start), start)

    def write_fen(self, position: Position) -> str:
        if self._record is not None and self.shows(self._record.cells, position):
            return self.fen(self._record.cells, position)
        return self.fen(self.spread(position), position)

    def read_fen(self, fen: str) -> str:
        read, self._read = self.cells(fen)
        return read

    def read_edit(self, board: str, turn: str) -> str:
        return self.read_fen(f"{board} {turn} - - 0 1")

    # Moves ------------------------------------------------------------------------------------------------------

    def receive(self, game: Game, ply: str, human: bool) -> Received:
        clicked = self._clicks.aim != "" and ply.startswith(self._clicks.lifted)
        person, self._refused = human or clicked, self._clicks.lifted if clicked else ""
        self._clicks.forget()
        record = self._follow(game)
        legal = self._turns(game)
        ply = ply.lower()
        begun = (*record.begun, ply)
        fits = [(turn, way) for turn in legal for way in turn.ways if way[: len(begun)] == begun]
        if fits:
            record.add(ply)
            return self._go_on(fits, len(begun), (), person)
        if not person:
            raise MoveError("not part of a legal turn")
        if record.begun:
            raise MoveError(self.unfinished(game))
        fits = self.meant(legal, ply)
        if not fits:
            raise MoveError(self.objection(legal, record.cells, game.turn, ply))
        return self._go_on(fits, 0, (f"Illegal move (a turn of several plies): {ply}",), True)

    def _go_on(
        self, fits: list[tuple[Turn, tuple[str, ...]]], done: int, replies: tuple[str, ...], person: bool
    ) -> Received:
        """For a person, send the following plies until there is a choice."""
        turn, way = fits[0]
        if not person:
            if len(way) > done:
                return Received(None)
        else:
            rest = way[done:] if all(other is turn for other, _ in fits) else common([w[done:] for _, w in fits])
            self._add(rest)
            replies += tuple(f"move {ply}" for ply in rest)
            if done + len(rest) < len(way):
                return Received(None, replies)
        self._finish_turn()
        return Received(turn.move, replies)

    def pick_up(self, game: Game) -> list[str]:
        """XBoard does not report clicks that the engine makes, so the marks follow at once."""
        return [f"click {self._refused}", *self.lift(game, self._refused)] if self._refused else []

    def idle(self, game: Game, square: str) -> str:
        record = self._follow(game)
        piece = record.cells.get(square, "")
        if piece and piece.isupper() != (game.turn == 0):
            return f"it is {SIDES[game.turn]}'s turn"
        if record.begun:
            return self.unfinished(game)
        return self.immobile(game, record.cells, square)

    def immobile(self, game: Game, cells: Cells, square: str) -> str:
        """Why a piece of the side to move has no legal move, as a clause."""
        raise NotImplementedError

    def unfinished(self, game: Game) -> str:
        """The reason for refusing a ply that does not continue the unfinished turn."""
        return "this turn is not over"

    def send(self, game: Game, move: int) -> list[str]:
        record = self._follow(game)
        way = next(self.turns(game.position, record.cells, [move])).ways[0]
        self._add(way)
        self._finish_turn()
        return list(way)

    def corrections(self, game: Game) -> list[str]:
        """Take XBoard back to the start of an unfinished turn: the engine cannot take over within a turn."""
        lines = []
        while self._record is not None and self._record.begun:
            lines.append(f"Illegal move (taken back): {self._record.plies[-1]}")
            self.undo()
        return lines

    def plies(self, game: Game) -> int:
        return len(self._follow(game).plies)

    def undo(self) -> bool:
        assert self._record is not None
        _, ended = self._record.take_back()
        if ended:
            self._legal = None
        self._clicks.forget()
        return ended

    def passed(self, game: Game, fen: str) -> int | None:
        record, index = self._record, plies_before(fen, game.positions[0])
        if record is None or not record.plies or index is None or not 0 <= index < len(record.boards):
            return None
        there = self.fen(record.boards[index], game.position).split()[0]
        return len(record.plies) - index if there == fen.split()[0] else None

    def continuing(self, game: Game) -> tuple[int, ...]:
        begun = self._follow(game).begun
        legal = self._turns(game) if begun else []
        return tuple(turn.move for turn in legal if any(way[: len(begun)] == begun for way in turn.ways))

    def unsettled(self, game: Game, user: int) -> bool:
        return game.turn != user or (self._record is not None and bool(self._record.begun))

    # Following the game -----------------------------------------------------------------------------------------

    def _follow(self, game: Game) -> Record:
        """The plies so far, including those of moves that did not come from XBoard."""
        if self._record is None:
            start = game.positions[0]
            known = self._read is not None and self.shows(self._read, start)
            self._record = Record(self._read if self._read is not None and known else self.spread(start), self.after)
        while self._record.turns < len(game.moves):
            seen = self._record.turns
            self._add(next(self.turns(game.positions[seen], self._record.cells, [game.moves[seen]])).ways[0])
            self._finish_turn()
        return self._record

    def _turns(self, game: Game) -> list[Turn]:
        """The legal turns of the current position."""
        if self._legal is None:
            assert self._record is not None
            self._legal = list(self.turns(game.position, self._record.before, game.position.moves()))
        return self._legal

    def _add(self, plies: Sequence[str]) -> None:
        assert self._record is not None
        for ply in plies:
            self._record.add(ply)

    def _finish_turn(self) -> None:
        assert self._record is not None
        self._record.finish_turn()
        self._legal = None


def next_plies(legal: Sequence[Turn], begun: tuple[str, ...]) -> list[str]:
    """The next plies of the legal turns that start with the plies ``begun``."""
    ways = [way for turn in legal for way in turn.ways]
    return [way[len(begun)] for way in ways if way[: len(begun)] == begun]


def next_marks(legal: Sequence[Turn], begun: tuple[str, ...], lifted: str) -> dict[str, str]:
    """The colours of a piece's destinations within an unfinished turn: B for a ply with one possible suffix, M for a
    choice."""
    plies = [ply for ply in next_plies(legal, begun) if ply.startswith(lifted)]
    suffixes = {ply[2:4]: {other[4:] for other in plies if other[2:4] == ply[2:4]} for ply in plies}
    return {to: "Y" if found == {""} else "B" if len(found) == 1 else "M" for to, found in suffixes.items()}


def offered(legal: Sequence[Turn], begun: tuple[str, ...], path: str) -> list[str]:
    """The line that offers the suffixes of a piece's ply within an unfinished turn; nothing if it has none.

    Args:
        path: origin and destination.
    """
    suffixes = {ply[4:].upper() for ply in next_plies(legal, begun) if ply.startswith(path)}
    letters = "".join(sorted(suffixes, key=PROMOTIONS.find))
    return [f"choice {letters}"] if letters else []


def common(ways: list[tuple[str, ...]]) -> tuple[str, ...]:
    """The longest common prefix."""
    same = 0
    while all(len(way) > same and way[same] == ways[0][same] for way in ways):
        same += 1
    return ways[0][:same]
