"""Banqi in XBoard: a board of 8x8 that lies on its side, each square two cells, one above the other.

Banqi's ranks are XBoard's files, its files XBoard's pairs of ranks: Banqi's a1 is XBoard's a1 and a2, its b1 a3 and
a4, its a2 b1 and b2. A man stands in the lower cell. A face-down piece fills both: White's half ``X`` the lower,
Black's half ``x`` the upper one, since XBoard lets nobody touch what is the opponent's. XBoard's White is the first
player. His men are upper case and red whichever colour he owns: the colours differ in nothing but their names.

======== ======================== =================================================================================
move     plies
======== ======================== =================================================================================
a man's  ``a1a3``                 quiet or a capture
flip     ``a1a2,a2a1k``           White's half takes the other, returns, and is the man who was turned up
         ``a2a1k``                Black's half likewise
the last ``a1a2k``, ``@@@@``,     White's lone half; his man steps down;
         ``a2a1``                 Black's does so instead of the null, and White's null follows
attempt  ``a1a2``, ``@@@@``,      the man steps up within his square, which tells who attempts;
         flip, ``@@@@``,          the piece attempted is turned up;
         ``a2c1`` or ``a2a1``     he takes it, or steps down again
stop     ``@@@@``
======== ======================== =================================================================================

While a series of captures goes on, each move in it is followed by a null of the opponent's. Thus the plies and the
rules tell at any time whose turn it is. The letter behind a flip is the man's own if he is the mover's, else the
nickname of his type (``banqi_plies.NICKNAMES``), which XBoard takes for the opponent's. (White's last flip is odd
because of XBoard's PGN: where a type's only piece moves, it leaves out whence, and cannot read such a move with a
letter.)

A person need not know any of this: he clicks on his half of a face-down piece to turn it up, on a man and where he
shall go, on a man and the cell above him to end a series. The plies which that stands for are sent for him.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, cast

from oddfish.cext.banqi.game import LETTERS
from oddfish.cext.banqi.game import Banqi as Board
from oddfish.cext.core.rules import Position
from oddfish.engine.game import Game, MoveError
from oddfish.protocols.projections import banqi_board
from oddfish.protocols.projections.banqi_board import SQUARES, halves, lower, shown, square_of, upper
from oddfish.protocols.projections.banqi_plies import (
    NICKNAMES,
    NULL,
    PLY,
    STOP,
    candidates,
    line_of,
    move_meant,
    plies_of,
)
from oddfish.protocols.projections.banqi_words import notes, objection, remark, words
from oddfish.protocols.projections.base import Projection, Received, marks


class _Turn(NamedTuple):
    """The plies of a move that was made."""

    plies: list[str]
    length: int  # of the move itself; a null of the opponent's may follow


class Banqi(Projection):
    """Both sets of capture rules, with every option."""

    parent = "elven"
    #: XBoard's table, White's half and Black's. They share one slot, the halves': that of a wildcard, any move of which
    #: XBoard takes for legal. The slots of Pawn, Queen, Lance and King are left free, for it would promote, castle or
    #: adjudicate; those of our other games' pieces, lest these wear Banqi's pictures after File > New Variant.
    table = (".....G.MRP.C.NK....X..........", "...............g...x..mrn.cpk.")
    flags = (
        *("-testLegality", "false", "-oneClickMove", "true", "-ruleMoves", "0", "-repeatsToDraw", "0"),
        *("-showCoords", "true", "-flipBlack", "true"),  # in a turned view the halves' pictures change places
    )
    board = "banqi"

    manual = (
        "Click on the half of a face-down piece that is nearer to you to turn it up; on a man and where he shall go. "
        "Where a capture may be followed by another, click on that, or above the man to end the turn. "
        "The first player's men are shown red."
    )
    explains = True

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        self._turns: list[_Turn] = []  # one a move
        self._begun: list[str] = []  # the plies of the move under way
        self._clicked = False  # the next ply comes from the mouse

    # Positions --------------------------------------------------------------------------------------------------

    def setup(self, start: Position) -> list[str]:
        nicknames = dict(zip(LETTERS + LETTERS.lower(), NICKNAMES.lower() + NICKNAMES))
        table = "".join(f"{slot}={nicknames[slot]}" if slot in nicknames else slot for slot in "".join(self.table))
        return [f"setup ({table}) 8x8+0_{self.parent} {self.write_fen(start)}"]

    def write_fen(self, position: Position) -> str:
        return banqi_board.write_fen(cast(Board, position))

    def read_fen(self, fen: str) -> str:
        return banqi_board.read_fen(fen)

    # Moves ------------------------------------------------------------------------------------------------------

    def receive(self, game: Game, ply: str, human: bool) -> Received:
        person, self._clicked = human or self._clicked, False
        ply = ply.lower()
        if self._owes_null(game):
            if ply != NULL:
                raise MoveError(f"'{ply}': the turn goes on")
            self._turns[-1].plies.append(NULL)
            return Received(None)
        if person and game.deal is not None and not self._begun:
            return self._wish(game, ply)
        return self._go_on(game, ply)

    def _wish(self, game: Game, ply: str) -> Received:
        """What a person's ply stands for. What it turns up is dealt now, whatever the ply says."""
        position = _on(game)
        try:
            move = game.dealt(game.parse(move_meant(position, ply)))
        except MoveError:
            raise MoveError(f"'{ply}': {objection(game, ply)}") from None
        plies = plies_of(position, move)
        if plies[0] == ply:
            lines = _lines(plies[1:])
        else:
            lines = [f"Illegal move ({remark(position, move)}): {ply}", *_lines(plies)]
        lines += _lines(self._done(position, move, plies))
        after = position.make(move)
        if after.series:  # its man is picked up for him
            lines += [f"click {lower(after.series)}", _marks(after, after.series)]
        return Received(position.text(move), tuple(lines))

    def _go_on(self, game: Game, ply: str) -> Received:
        """One ply of a move as it is always sent."""
        position = _on(game)
        begun = [*self._begun, ply]
        for move, plies in candidates(position, begun[0]):
            if plies == begun:
                self._turns.append(_Turn(begun, len(begun)))
                self._begun = []
                return Received(position.text(move))
            if plies[: len(begun)] == begun:
                self._begun = begun
                return Received(None)
        raise MoveError(f"'{ply}': {'the move begun goes on otherwise' if self._begun else objection(game, ply)}")

    def send(self, game: Game, move: str) -> list[str]:
        owed = [NULL] if self._owes_null(game) else []
        if owed:
            self._turns[-1].plies.append(NULL)
        packed = game.parse(move)
        plies = plies_of(_on(game), packed)
        return [*owed, *plies, *self._done(_on(game), packed, plies)]

    def _done(self, position: Board, move: int, plies: list[str]) -> list[str]:
        """Note a move sent with all its plies; gives the null that is to follow, if any."""
        follows = [NULL] if position.make(move).series else []
        self._turns.append(_Turn([*plies, *follows], len(plies)))
        return follows

    def line(self, position: Position, moves: Sequence[str]) -> list[str]:
        return list(line_of(cast(Board, position), moves))

    def notes(self, position: Position, moves: Sequence[str]) -> list[str]:
        return list(notes(cast(Board, position), moves))

    def advice(self, game: Game, move: str) -> str:
        return words(_on(game), move)

    def meant(self, text: str) -> str:
        found = PLY.fullmatch(text.lower())
        return STOP if text == NULL else text if found is None else square_of(found[1]) + square_of(found[2])

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
        return True

    def midway(self, game: Game) -> bool:
        """Whether the plies so far end within a turn that only certain plies can go on with."""
        return bool(self._begun) or self._owes_null(game)

    def unsettled(self, game: Game, user: int) -> bool:
        return game.turn != user or self.midway(game)

    def _owes_null(self, game: Game) -> bool:
        """Whether the opponent's null is to come that lets a series go on."""
        if not _on(game).series or not self._turns:
            return False
        plies, length = self._turns[-1]
        return len(plies) == length

    # Clicks -----------------------------------------------------------------------------------------------------

    def lift(self, game: Game, square: str) -> list[str]:
        self._clicked = False
        if PLY.fullmatch(square * 2) is None or self.midway(game):
            return [marks({}, 8, 8)]
        start = square_of(square)
        if start * 2 in game.legal() and square == halves(start, game.turn)[0]:
            return self._flip_by_click(game, start)
        return [_marks(_on(game), start)]

    def _flip_by_click(self, game: Game, square: str) -> list[str]:
        """XBoard makes the second click, and the third, by itself; without its one-click moves the person does."""
        move = game.dealt(game.parse(square * 2))
        ply = plies_of(_on(game), move)[0]
        own, other = halves(square, game.turn)
        self._clicked = True
        way = [marks({_at(other): "C"}, 8, 8), f"click {other}"] if "," in ply else []
        goal = [marks({_at(own): "B", _at(other): "B"}, 8, 8), f"choice {ply[-1]}", f"click {ply[-3:-1]}"]
        return [*way, *goal]

    def put(self, game: Game, square: str) -> list[str]:
        self._clicked = True
        return []


def _marks(position: Board, start: str) -> str:
    """The cells to mark once a man was picked up; those above them will do as well. Clicks on the opponent's men are
    let through, to be told what is wrong with them."""
    colors = {}
    if shown(position, start) not in ("", "X"):
        for square in SQUARES:
            letter = shown(position, square)
            if letter == "X" or (letter and letter.isupper() == bool(position.turn)):
                colors[_at(lower(square))] = colors[_at(upper(square))] = "T"
    for move in map(position.text, position.moves()):
        if move == STOP and start == position.series:
            colors[_at(upper(start))] = "Y"
        elif move[:2] == start != move[2:4]:
            to = move[2:4]
            colors[_at(lower(to))] = "R" if shown(position, to) else "Y"
            colors[_at(upper(to))] = "T"
    return marks(colors, 8, 8)


def _at(cell: str) -> tuple[int, int]:
    return ord(cell[0]) - ord("a"), int(cell[1]) - 1


def _lines(plies: Sequence[str]) -> list[str]:
    return [f"move {ply}" for ply in plies]


def _on(game: Game) -> Board:
    return cast(Board, game.position)
