"""What your clicks mean in a game of Bifold: the moves, the colours on the board, and the reasons for refusals."""

from __future__ import annotations

import re
from collections.abc import Sequence

from oddfish.protocols.projections.base import marks
from oddfish.protocols.projections.bifold.board import GRID, KINDS, beside, square_of, stack
from oddfish.protocols.projections.cells import FILES, PLY, Cells, in_hand
from oddfish.protocols.projections.staged import PROMOTIONS, Clicked, Turn, next_marks, offered

#: How XBoard writes clicks on a piece, its partner and the destination: as castling, sometimes to a file off the board.
_BOTH = re.compile(r"([a-p][0-9])([a-p][0-9]),([a-p][0-9])[`a-q][0-9]([a-z]?)")
_NAMES = dict(zip(KINDS, ("half Queen", "half Rook", "half Bishop", "Horse", "Wazir", "Ferz", *("pawn",) * 3)))


class Clicks(Clicked):
    """The clicks on XBoard's board since the last ply.

    ``legal`` is always the legal turns, and ``begun`` the plies of the unfinished turn.
    """

    def forget(self) -> None:
        super().forget()
        self.partner = ""

    def lift(self, cell: str) -> None:
        """Record a click on a piece. XBoard reports a click on the partner by `put`, then `lift`."""
        if cell != self.partner:
            self.lifted, self.partner = cell, ""
        self.aim = ""

    def put(self, cell: str, legal: Sequence[Turn], begun: tuple[str, ...]) -> list[str]:
        """Record a second click. Returns the line that offers a choice of promotions, if there is a choice."""
        self.aim = cell
        if begun:
            return offered(legal, begun, self.lifted + cell)
        if not self.partner and cell == beside(self.lifted) and self._may_go_together(legal):
            self.partner = cell
            return []
        if self.partner:  # XBoard would forget the choice, so the promotion is chosen afterwards
            return []
        found = _clicked(legal, self.lifted, "", cell)
        plies = [ply for turn in found if turn.promotions for way in turn.ways for ply in way]
        kinds = {ply[4:].upper() for ply in plies if ply.startswith(self.lifted + cell)}
        return ["choice " + "".join(kind for kind in PROMOTIONS if kind in kinds)] if kinds else []

    def highlight(self, legal: Sequence[Turn], begun: tuple[str, ...], cells: Cells) -> str:
        """The marks for the piece that you picked up: yellow for moves of the piece alone, red for captures, green for
        moves of both halves, magenta for promotions, cyan for the partner, which you click to move both. You can click
        other squares too, and read why the move is illegal."""
        piece = cells.get(self.lifted, "")
        colors = {
            f"{file}{rank}": "T"
            for file in FILES
            for rank in range(10)
            if piece.isupper() != cells.get(f"{file}{rank}", piece.swapcase()).isupper()
        }
        if begun:
            colors.update(next_marks(legal, begun, self.lifted))
        else:
            if not self.partner and self._may_go_together(legal):
                colors[beside(self.lifted)] = "C"
            for aim in {aim for turn in legal if self.lifted in turn.movers for aim in turn.aims}:
                for turn in _clicked(legal, self.lifted, self.partner, aim):
                    color = "R" if turn.captures else "Y"
                    if not self.partner:
                        color = "M" if turn.promotions else "G" if turn.unit else color
                    colors[aim] = color
        return marks(colors, GRID)

    def _may_go_together(self, legal: Sequence[Turn]) -> bool:
        return any(turn.unit and self.lifted in turn.movers for turn in legal)


def _clicked(legal: Sequence[Turn], lifted: str, partner: str, aim: str) -> list[Turn]:
    """The turns that clicks can mean: the unit's after clicks on both halves, else the half's own, else the unit's."""
    found = [turn for turn in legal if lifted in turn.movers and aim in turn.aims]
    alone = [turn for turn in found if not turn.unit]
    return [turn for turn in found if turn.unit] if partner or not alone else alone


def meant(legal: Sequence[Turn], ply: str) -> list[tuple[Turn, tuple[str, ...]]]:
    """The turns that a person can mean by a ply, each with its plies."""
    lifted, partner, aim, letter = _read(ply)
    fits = []
    for turn in _clicked(legal, lifted, partner, aim):
        ways = [way for way in turn.ways if _is_chosen(way, lifted, letter, turn)]
        there = [way for way in ways if way[-1].startswith(lifted + aim)]  # a single piece to this half-square
        fits += [(turn, way) for way in there or ways]
    return fits


def _is_chosen(way: tuple[str, ...], lifted: str, letter: str, turn: Turn) -> bool:
    """Whether the piece that was picked up moves first and promotes to the chosen kind."""
    own = [ply for ply in way if ply.startswith(turn.movers)]
    if not own or not own[0].startswith(lifted):
        return False
    return not turn.promotions or letter in ("", own[0][4:])


def objection(legal: Sequence[Turn], cells: Cells, turn: int, ply: str) -> str:
    """The reason why a person's ply is not a legal move."""
    lifted, partner, aim, _ = _read(ply)
    if not lifted:
        return "expected a move from one half-square to another"
    piece = cells.get(lifted, "")
    if not piece:
        return "no piece is there"
    if piece.isupper() != (turn == 0):
        return "not your piece"
    if in_hand(aim):
        return "pieces cannot move into a hand"
    there = stack(cells, square_of(aim))
    friends = [other for other in there if other.isupper() == piece.isupper()]
    beside_it = any(beside(aim) in other.aims and lifted in other.movers for other in legal)
    if in_hand(lifted):
        return "click beside that piece to share the square" if beside_it else _no_drop(piece, there, aim)
    if len(friends) == 2 or (partner and friends):
        return "no room beside your own pieces" if partner else "two of your own pieces are there"
    if aim in cells and len(there) == 1 and not partner and piece.upper() != "P":
        if beside_it:
            return "a lone half cannot capture a lone half; click beside it to share the square"
        if piece.upper() in "LD" and _is_ahead_diagonally(lifted, aim, turn):
            return "a lone half cannot capture a lone half"
    if partner and friends != there and len(there) == 2:
        return "a unit cannot capture a piece beside a friendly one"
    return "the two cannot move there" if partner else f"the {_NAMES[piece.upper()]} cannot move there"


def _is_ahead_diagonally(start: str, aim: str, turn: int) -> bool:
    """Whether a pawn of a side would capture from one half-square on the other."""
    here, there = square_of(start), square_of(aim)
    return abs(ord(there[0]) - ord(here[0])) == 1 and int(there[1]) - int(here[1]) == (-1 if turn else 1)


def immobile(cells: Cells, cell: str) -> str:
    """Why a piece of the side to move has no legal move. There is no check in this game: something blocks it."""
    piece = cells.get(cell, "")
    if not piece:
        return "no piece is there"
    if in_hand(cell):
        return f"there is no square on which the {_NAMES[piece.upper()]} may be dropped"
    partner = beside(cell)
    pair = not in_hand(cell) and partner in cells and cells[partner].isupper() == piece.isupper()
    return f"the {_NAMES[piece.upper()]} is blocked{', alone and with its partner' if pair else ''}"


def _no_drop(piece: str, there: list[str], aim: str) -> str:
    if len(there) == 2:
        return "the square is full"
    if "P" in piece.upper() and aim[1] == ("8" if piece.isupper() else "1"):
        return "pawns cannot be dropped on the last rank"
    return "it cannot be dropped beside that piece" if there else "it cannot be dropped there"


def _read(ply: str) -> tuple[str, str, str, str]:
    """The clicks in a ply: the piece, its partner or '', the destination, and the chosen promotion."""
    both = _BOTH.fullmatch(ply)
    if both and both[3] == beside(both[1]):
        return both[1], both[3], both[2], both[4]
    found = PLY.fullmatch(ply)
    return found.group(1, 2, 3, 4) if found else ("", "", "", "")  # type: ignore[return-value]
