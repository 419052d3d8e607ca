"""What XBoard's users and other engines send and receive in a game of Bifold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from oddfish.cext.bifold import game as bifold
from oddfish.cext.core.rules import Position
from oddfish.engine.game import Game, line_texts
from oddfish.engine.variants.base import Variant
from oddfish.protocols.projections.base import NULL
from oddfish.protocols.projections.bifold.board import (
    GRID,
    after,
    agree,
    beside,
    name,
    read_fen,
    spread,
    write_fen,
    xboard_table,
)
from oddfish.protocols.projections.bifold.clicks import Clicks, immobile, meant, objection
from oddfish.protocols.projections.bifold.turns import turns
from oddfish.protocols.projections.cells import PLY, Cells
from oddfish.protocols.projections.record import Record
from oddfish.protocols.projections.staged import Staged, Turn


class Bifold(Staged):
    """All four variants. XBoard's FENs do not show which variant is played."""

    explains = True
    grid = GRID
    board = "bifold"
    coordinates = False
    _clicks: Clicks

    def __init__(self, variant: Variant):
        self._variant = variant
        super().__init__()

    # The board --------------------------------------------------------------------------------------------------

    def setup(self, start: Position) -> list[str]:
        assert isinstance(start, bifold.Bifold)
        table = xboard_table(start.setup.letters, whole_pawns="P" not in self._variant.half_sized(start))
        return [f"setup ({table}) 16x10+0_{self.parent} {self.start_fen(start)}"]

    def clicked(self) -> Clicks:
        return Clicks()

    def spread(self, position: Position) -> Cells:
        assert isinstance(position, bifold.Bifold)
        return spread(position)

    def shows(self, cells: Cells, position: Position) -> bool:
        assert isinstance(position, bifold.Bifold)
        return agree(cells, position)

    def fen(self, cells: Cells, position: Position) -> str:
        assert isinstance(position, bifold.Bifold)
        return write_fen(cells, position)

    def cells(self, fen: str) -> tuple[str, Cells]:
        return read_fen(fen)

    def after(self, cells: Cells, ply: str) -> Cells:
        return after(cells, ply)

    def turns(self, position: Position, cells: Cells, moves: Iterable[int]) -> Iterator[Turn]:
        return turns(position, cells, moves)

    def meant(self, legal: Sequence[Turn], ply: str) -> list[tuple[Turn, tuple[str, ...]]]:
        return meant(legal, ply)

    def objection(self, legal: Sequence[Turn], cells: Cells, turn: int, ply: str) -> str:
        return objection(legal, cells, turn, ply)

    def immobile(self, game: Game, cells: Cells, square: str) -> str:
        return immobile(cells, square)

    def unfinished(self, game: Game) -> str:
        going_on = self.continuing(game)
        if any(turn.promotions and turn.move in going_on for turn in self._turns(game)):
            return "both halves promote: move the other half to the last rank too"
        return super().unfinished(game)

    # Moves as people see them -------------------------------------------------------------------------------------

    def line(self, position: Position, moves: Sequence[int]) -> list[str]:
        """`c1e3h -- d1f3`: the plies as XBoard writes them."""
        assert isinstance(position, bifold.Bifold)
        known = self._record is not None and agree(self._record.before, position)
        record = Record(self._record.before if self._record is not None and known else spread(position), after)
        lines = []
        for move in moves:
            way = next(turns(position, record.cells, [move])).ways[0]
            lines.append(" ".join(way).replace(NULL, "--"))
            for ply in way:
                record.add(ply)
            position = position.make(move)
        return lines

    def notes(self, position: Position, moves: Sequence[int]) -> list[str]:
        return line_texts(position, moves)

    def advice(self, game: Game, move: int) -> str:
        """`b1c3: click b1 (a-side), b1 (h-side), c3 (a-side)`: the half towards the a-file or the h-file."""
        cells = self._follow(game).cells
        legal = self._turns(game)
        turn = next(turn for turn in legal if turn.move == move)
        own = [PLY.fullmatch(ply) for ply in turn.ways[0][::2]]  # the others are the opponent's
        first = next(ply for ply in own if ply is not None)
        alone = any(not other.unit for other in legal if first[1] in other.movers and first[3] in other.aims)
        clicks = [first[1], *([beside(first[1])] if turn.unit and alone else []), first[3]]
        return f"{turn.text}: click {', '.join(name(cell, cells) for cell in clicks)}"

    # Clicks -----------------------------------------------------------------------------------------------------

    def lift(self, game: Game, square: str) -> list[str]:
        self._clicks.lift(square)
        record = self._follow(game)
        return [self._clicks.highlight(self._turns(game), record.begun, record.cells)]

    def put(self, game: Game, square: str) -> list[str]:
        record = self._follow(game)
        return self._clicks.put(square, self._turns(game), record.begun)
