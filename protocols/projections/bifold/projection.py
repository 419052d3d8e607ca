"""What XBoard's users and other engines send and receive in a game of Bifold."""

from __future__ import annotations

from collections.abc import Sequence

from oddfish.cext.bifold import game as bifold
from oddfish.cext.core.rules import MoveError, Position
from oddfish.engine.game import Game
from oddfish.protocols.projections.base import NULL, Projection, Received
from oddfish.protocols.projections.bifold.board import (
    PLY,
    Cells,
    agree,
    beside,
    name,
    read_fen,
    spread,
    write_fen,
    xboard_table,
)
from oddfish.protocols.projections.bifold.clicks import GRID, Clicks, meant, objection
from oddfish.protocols.projections.bifold.record import Record
from oddfish.protocols.projections.bifold.turns import Turn, common, turns


class Bifold(Projection):
    """All four variants, which XBoard's FENs do not tell apart."""

    explains = True
    grid = GRID
    parent = "elven"  # relays nulls to a second engine, and does not swap pieces
    flags = ("-testLegality", "false")
    board = "bifold"
    coordinates = False

    def __init__(self) -> None:
        self._read: Cells | None = None  # the board of the last FEN
        self.reset()

    def reset(self) -> None:
        self._record: Record | None = None  # made when the game is first seen
        self._legal: list[Turn] | None = None  # the turns of the present position
        self._clicks = Clicks()

    # Positions --------------------------------------------------------------------------------------------------

    def setup(self, start: Position) -> list[str]:
        self._read = None
        assert isinstance(start, bifold.Bifold)
        fen = write_fen(spread(start), start)
        return [f"setup ({xboard_table(start.setup.letters)}) 16x10+0_{self.parent} {fen}"]

    def write_fen(self, position: Position) -> str:
        assert isinstance(position, bifold.Bifold)
        if self._record is not None and agree(self._record.cells, position):
            return write_fen(self._record.cells, position)
        return write_fen(spread(position), position)

    def read_fen(self, fen: str) -> str:
        read, self._read = read_fen(fen)
        return read

    def read_edit(self, board: str, turn: str) -> str:
        return self.read_fen(f"{board} {turn} - - 0 1")

    # Moves ------------------------------------------------------------------------------------------------------

    def receive(self, game: Game, ply: str, human: bool) -> Received:
        person = human or (self._clicks.aim != "" and ply.startswith(self._clicks.lifted))
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
            raise MoveError("both halves promote: move the other one to the last rank as well")
        fits = meant(legal, ply)
        if not fits:
            raise MoveError(objection(legal, record.cells, game.turn, ply))
        return self._go_on(fits, 0, (f"Illegal move (a turn of several plies): {ply}",), True)

    def _go_on(
        self, fits: list[tuple[Turn, tuple[str, ...]]], done: int, replies: tuple[str, ...], person: bool
    ) -> Received:
        """Send the rest of a turn for a person, as far as it is certain."""
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
        return Received(turn.text, replies)

    def send(self, game: Game, move: str) -> list[str]:
        record = self._follow(game)
        way = next(turns(game.position, record.cells, [game.parse(move)])).ways[0]
        self._add(way)
        self._finish_turn()
        return list(way)

    def line(self, position: Position, moves: Sequence[str]) -> list[str]:
        """`c1e3h -- d1f3`, as XBoard writes plies."""
        assert isinstance(position, bifold.Bifold)
        known = self._record is not None and agree(self._record.before, position)
        record = Record(self._record.before if self._record is not None and known else spread(position))
        lines = []
        for text in moves:
            move = position.parse(text)
            way = next(turns(position, record.cells, [move])).ways[0]
            lines.append(" ".join(way).replace(NULL, "--"))
            for ply in way:
                record.add(ply)
            position = position.make(move)
        return lines

    def notes(self, position: Position, moves: Sequence[str]) -> list[str]:
        return list(moves)

    def advice(self, game: Game, move: str) -> str:
        """`b1c3: click b1 (a-side), b1 (h-side), c3 (a-side)`: the halves on either side of a square."""
        cells = self._follow(game).cells
        legal = self._turns(game)
        turn = next(turn for turn in legal if turn.text == move)
        own = [PLY.fullmatch(ply) for ply in turn.ways[0][::2]]  # the others are the opponent's
        first = next(ply for ply in own if ply is not None)
        alone = any(not other.unit for other in legal if first[1] in other.movers and first[3] in other.aims)
        clicks = [first[1], *([beside(first[1])] if turn.unit and alone else []), first[3]]
        return f"{move}: click {', '.join(name(cell, cells) for cell in clicks)}"

    def mend(self, game: Game) -> list[str]:
        """The engine does not move within a turn: XBoard goes back to the turn's beginning."""
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
        fields = fen.split()
        record = self._record
        if record is None or not record.plies or len(fields) < 3 or not fields[-1].isdecimal():
            return None
        board, side, number = fields[0], fields[1], int(fields[-1])
        index = 2 * number - 2 + (side == "b") - game.positions[0].turn
        if not 0 <= index < len(record.boards):
            return None
        assert isinstance(game.position, bifold.Bifold)
        there = write_fen(record.boards[index], game.position).split()[0]
        return len(record.plies) - index if there == board else None

    def continuing(self, game: Game) -> tuple[int, ...]:
        begun = self._follow(game).begun
        legal = self._turns(game) if begun else []
        return tuple(game.parse(turn.text) for turn in legal if any(way[: len(begun)] == begun for way in turn.ways))

    def unsettled(self, game: Game, user: int) -> bool:
        return game.turn != user or (self._record is not None and bool(self._record.begun))

    # Following the game -----------------------------------------------------------------------------------------

    def _follow(self, game: Game) -> Record:
        """The plies so far, those of moves included that did not come from XBoard."""
        if self._record is None:
            start = game.positions[0]
            assert isinstance(start, bifold.Bifold)
            self._record = Record(self._read if self._read is not None and agree(self._read, start) else spread(start))
        while self._record.turns < len(game.moves):
            seen = self._record.turns
            self._add(next(turns(game.positions[seen], self._record.cells, [game.moves[seen]])).ways[0])
            self._finish_turn()
        return self._record

    def _turns(self, game: Game) -> list[Turn]:
        """The legal turns."""
        if self._legal is None:
            assert self._record is not None
            self._legal = list(turns(game.position, self._record.before, game.position.moves()))
        return self._legal

    def _add(self, plies: Sequence[str]) -> None:
        assert self._record is not None
        for ply in plies:
            self._record.add(ply)

    def _finish_turn(self) -> None:
        assert self._record is not None
        self._record.finish_turn()
        self._legal = None

    # Clicks -----------------------------------------------------------------------------------------------------

    def lift(self, game: Game, square: str) -> list[str]:
        self._clicks.lift(square)
        record = self._follow(game)
        return [self._clicks.highlight(self._turns(game), record.begun, record.cells)]

    def put(self, game: Game, square: str) -> list[str]:
        record = self._follow(game)
        return self._clicks.put(square, self._turns(game), record.begun)
