"""Banqi in XBoard: a board of 8x8. Each square is two cells side by side.

Banqi's ranks are XBoard's, and Banqi's files are pairs of XBoard's files: Banqi's a1 is XBoard's a1 and b1, its b1 is
c1 and d1, its a2 is a2 and b2. A face-down piece fills both cells: the left one is White's half ``X``, the right one
Black's half ``x``, because XBoard does not let you touch the opponent's pieces. A face-up piece stands in the half that
the person at the board sees on the left. If that person plays White, it is the left cell, as in this table; if Black,
it is the right cell, and the table is turned around. The first flip shows which. XBoard's White is the first player,
whose pieces are upper case whatever their colour. The table decides their colour, because red and black pieces have
slots with different pictures. They are red, except in a loaded game in which they are black: then the table exchanges
the slots.

========== ======================== ===============================================================================
move       plies
========== ======================== ===============================================================================
step       ``a1c1``                 a quiet move or a capture
flip       ``a1b1,b1a1k``           White's half captures the other, returns, and becomes the piece turned up
           ``b1a1k``                Black's half captures the other and becomes the piece turned up
last flip  ``a1b1k``, ``@@@@``,     White's half captures the other, and White steps back;
           ``b1a1``                 if the piece is Black's, Black steps back instead of the null, and a null follows
dark       ``a1b1``, ``@@@@``,      the piece steps aside within its square, which shows who captures;
capture    flip, ``@@@@``,          the face-down piece is turned up;
           ``b1c1`` or ``b1a1``     it is captured, or the capturer steps back
stop       ``@@@@``
========== ======================== ===============================================================================

While a series of captures continues, a null by the opponent follows each of its moves. So the plies and the rules
always show whose turn it is. The letter after a flip is the piece's own letter if it belongs to the mover, else the
nickname of its type (``plies.NICKNAMES``), which XBoard reads as a piece of the opponent. (White's last flip is
different because of XBoard's PGN: if only one piece of a type can move, XBoard omits the origin, and it cannot read
such a move with a letter.)

You need none of this to play. Click on a face-down piece, which is drawn in your own half, to turn it up; click on a
piece and its destination to move it; click on a piece and the cell beside it to end a series. The engine sends the
plies that your clicks stand for.

XBoard decides which cells respond to a click (``OKToStartUserMove`` and ``LeftClick`` in its ``backend.c``). It reports
a first click to the engine only if it is on a piece of the side to move. It ignores clicks on an empty cell, and on the
opponent's half it shows "You are playing White" itself. A disc has two cells, and a cell has one colour: if both cells
were the person's, the other side could not turn up pieces in Edit Game and in analysis, and neither could the person
after changing sides. If the engine always kept some piece picked up, every click would be a second click, which XBoard
reports; but Edit Position does not put that piece down, and the next click there would move it. So a click on the cell
away from the person does not turn up a piece, and that cell is drawn as part of the board's frame. As a destination,
you can click either cell of a square.
"""

from __future__ import annotations

from oddfish.engine.variants.base import Variant
from oddfish.protocols.projections.banqi.projection import Banqi


def projection_of(variant: Variant) -> Banqi:
    return Banqi()
