"""Halfgi in XBoard: a board of 8x10 squares. Ranks 1 to 8 are the game's, rank 0 is White's hand, rank 9 is Black's.

XBoard's own holdings would work for the plies, but XBoard paints the columns beside them black, with any pictures. So
each piece in hand stands on its own square here. The plies of a turn are:

=================  ================================================================================================
a drop             the ply from the hand: `c0e4`
a capture          a null, the victim's own ply into the hand, and the captor's: `@@@@`, `d5a0y`, `e4d5`
castling           the king's ply, a null, the rook's
any other          its ply
=================  ================================================================================================

Pawns and kings are not in the Pawn's and the King's slots, so XBoard does not remove a pawn or move a rook by itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from oddfish.cext.core.fen import write_letters
from oddfish.cext.core.rules import Position
from oddfish.cext.halfchess.game import HalfChess as HalfChessPosition
from oddfish.engine.game import Game
from oddfish.protocols.projections.base import NULL, SQUARES, Grid, marks, note, why_idle_on_board, without_hands
from oddfish.protocols.projections.cells import (
    FILES,
    PLY,
    Cells,
    after,
    cased,
    hand_cells,
    held,
    in_hand,
    read_board,
    same,
)
from oddfish.protocols.projections.halfchess.family import CHOICE_ORDER, rights
from oddfish.protocols.projections.staged import Staged, Turn, next_marks, offered
from oddfish.protocols.projections.table import CHESSMEN, table

_KINDS = "QRBNPK"
#: The pieces' slots in XBoard's table. Halflings are in the slots of the full pieces, which have no special rules.
_SLOTS = {"N": "Knight", "B": "Bishop", "R": "Rook", "Q": "Queen", "P": CHESSMEN["P"], "K": CHESSMEN["K"]}
#: The suffix that turns a captured piece into the captor's: the nickname of the captor's piece, by kind.
_CAPTURED = {"P": "Y", "N": "J", "B": "A", "R": "V", "Q": "U"}
_CAPTURED_KIND = {nickname: kind for kind, nickname in _CAPTURED.items()}
#: The index of the file in the hand's row where the cells for each kind start.
_HAND = {"P": 0, "N": 3, "B": 4, "R": 6, "Q": 7}
_GRID = Grid(8, 10, lowest=0)


class Halfgi(Staged):
    """Half Chess with hands."""

    grid = _GRID
    board = "halfgi"
    has_margins = True
    flags = (*Staged.flags, *SQUARES)

    # The board --------------------------------------------------------------------------------------------------

    def setup(self, start: Position) -> list[str]:
        white = table(
            {f"{kind}={_CAPTURED[kind].lower()}" if kind in _CAPTURED else kind: _SLOTS[kind] for kind in _KINDS}
        )
        return [f"setup ({white}{white.swapcase()}) 8x10+0_{self.parent} {self.start_fen(start)}"]

    def spread(self, position: Position) -> Cells:
        cells = _on_board(position)
        for color, piece in _in_hands(position):
            free = [cell for cell in _places(color, piece.upper()) if cell not in cells]
            if free:
                cells[free[0]] = piece
        return cells

    def shows(self, cells: Cells, position: Position) -> bool:
        standing = {cell: piece for cell, piece in cells.items() if not in_hand(cell)}
        return standing == _on_board(position) and same(held(cells), (piece for _, piece in _in_hands(position)))

    def fen(self, cells: Cells, position: Position) -> str:
        _, turn, _, _, clock, number = position.fen().split()[:6]
        return f"{write_letters(cells, *_GRID)} {turn} - - {clock} {number}"

    def cells(self, fen: str) -> tuple[str, Cells]:
        """XBoard's FEN has neither castling rights nor en passant. Kings and rooks on their home squares count as
        unmoved."""
        board, *rest = without_hands(fen).split() or [""]
        cells = read_board(board, _GRID, _KINDS)
        placement = f"{write_letters(cells, 8, 8)}[{held(cells)}]"
        return " ".join([placement, *(rest[:1] or ["w"]), rights(cells), "-", *rest[3:]]), cells

    def after(self, cells: Cells, ply: str) -> Cells:
        return after(cells, ply, _CAPTURED_KIND)

    # Turns ------------------------------------------------------------------------------------------------------

    def turns(self, position: Position, cells: Cells, moves: Iterable[int]) -> Iterator[Turn]:
        for move in moves:
            text = position.text(move)
            if text[1] == "@":
                yield _drop(position, cells, text, move)
            else:
                yield _move(position, cells, text, move)

    def meant(self, legal: Sequence[Turn], ply: str) -> list[tuple[Turn, tuple[str, ...]]]:
        found = PLY.fullmatch(ply)
        lifted, _, aim, letter = found.groups("") if found else ("", "", "", "")
        for turn in legal:
            if turn.text == ply or (lifted in turn.movers and aim in turn.aims and letter in ("", turn.promotions)):
                ways = [way for way in turn.ways if any(own.startswith(lifted) for own in way)]
                return [(turn, (ways or turn.ways)[0])]
        return []

    def objection(self, legal: Sequence[Turn], cells: Cells, turn: int, ply: str) -> str:
        return "the piece cannot go there"

    def immobile(self, game: Game, cells: Cells, square: str) -> str:
        if in_hand(square):
            if square not in cells:
                return ""
            check = ": the King stays in check" if game.position.check else ""
            return f"the {cells[square].upper()} in hand cannot be dropped{check}"
        return why_idle_on_board(game, game.position, square)

    def advice(self, game: Game, move: int) -> str:
        """A drop in words, which XBoard would not understand as a ply."""
        text = game.position.text(move)
        return f"{text}: put the {text[0].upper()} in hand on {text[2:]}" if "@" in text else ""

    def reminder(self, game: Game) -> list[str]:
        """List the pieces in hand for which the trays have no room. To drop one of them, click on any piece there."""
        hidden = Counter(piece for _, piece in _in_hands(game.position)) - Counter(held(self._follow(game).cells))
        return [note(f"also in hand: {' '.join(hidden.elements())}")] if hidden else []

    # Clicks -----------------------------------------------------------------------------------------------------

    def lift(self, game: Game, square: str) -> list[str]:
        self._clicks.forget()
        self._clicks.lifted = square
        begun = self._follow(game).begun
        if begun:
            return [marks(next_marks(self._turns(game), begun, square), _GRID)]
        colors = {}
        for turn in self._turns(game):
            if square in turn.movers:
                colors.update(dict.fromkeys(turn.aims, "M" if turn.promotions else "R" if turn.captures else "Y"))
        return [marks(colors, _GRID)]

    def put(self, game: Game, square: str) -> list[str]:
        self._clicks.aim = square
        begun = self._follow(game).begun
        if begun:
            return offered(self._turns(game), begun, self._clicks.lifted + square)
        fits = [turn for turn in self._turns(game) if self._clicks.lifted in turn.movers and square in turn.aims]
        kinds = {turn.promotions.upper() for turn in fits}
        letters = "".join(letter for letter in CHOICE_ORDER if letter in kinds)
        return [f"choice {letters}"] if letters else []


def _on_board(position: Position) -> Cells:
    assert isinstance(position, HalfChessPosition)
    names = (f"{file}{rank}" for rank in range(1, 9) for file in FILES[:8])
    return {name: letter for name, letter in zip(names, position.cells()) if letter}


def _in_hands(position: Position) -> Iterator[tuple[int, str]]:
    """The colour and the letter of each piece in hand."""
    assert isinstance(position, HalfChessPosition)
    for color in (0, 1):
        yield from ((color, cased(piece, "Ww"[color])) for piece in position.hand(color))


def _places(color: int, kind: str) -> list[str]:
    """The cells for a captured piece, the best first."""
    return hand_cells(color, _HAND[kind], _GRID.files)


def _drop(position: Position, cells: Cells, text: str, move: int) -> Turn:
    piece, to = cased(text[0], "Ww"[position.turn]), text[2:]
    own = [cell for cell, other in cells.items() if in_hand(cell) and other.isupper() == piece.isupper()]
    movers = tuple(cell for cell in own if cells[cell] == piece)
    suffix = "" if movers else text[0]  # both rows were full at its capture: another piece represents it
    movers = movers or tuple(own)
    ways = tuple((f"{cell}{to}{suffix}",) for cell in movers)
    return Turn(move, text, movers, frozenset([to]), False, "", ways)


def _move(position: Position, cells: Cells, text: str, move: int) -> Turn:
    origin, to, promotion = text[:2], text[2:4], text[4:]
    piece = cells[origin].upper()
    plies = [text]
    victim = to if to in cells else ""
    if piece == "P" and origin[0] != to[0] and not victim:
        victim = f"{to[0]}{origin[1]}"  # en passant
    if victim:
        plies = _capture(position, cells, text, victim, move)
    elif piece == "K" and abs(ord(origin[0]) - ord(to[0])) == 2:
        start, end = ("h", "f") if to[0] == "g" else ("a", "d")
        plies += [NULL, f"{start}{origin[1]}{end}{origin[1]}"]
    return Turn(move, text, (origin,), frozenset([to]), bool(victim), promotion, (tuple(plies),))


def _capture(position: Position, cells: Cells, text: str, victim: str, move: int) -> list[str]:
    before, then = (
        Counter(piece.upper() for color, piece in _in_hands(each) if color == position.turn)
        for each in (position, position.make(move))
    )
    (kind,) = (then - before).elements()
    place = next((cell for cell in _places(position.turn, kind) if cell not in cells), "")
    if place:
        return [NULL, f"{victim}{place}{_CAPTURED[kind].lower()}", text]
    # Both rows are full, with 16 pieces in hand: there is no cell for this one.
    return [text if victim == text[2:4] else f"{text[:2]}{victim},{victim}{text[2:]}"]
