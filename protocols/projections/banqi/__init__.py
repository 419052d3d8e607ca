"""Banqi in XBoard: a board of 8x8 that lies on its side. Each square is two cells, one above the other.

Banqi's ranks are XBoard's files, and Banqi's files are pairs of XBoard's ranks: Banqi's a1 is XBoard's a1 and a2, its
b1 is a3 and a4, its a2 is b1 and b2. A face-down piece fills both cells: the lower one is White's half ``X``, the upper
one Black's half ``x``, because XBoard does not let you touch the opponent's pieces. A face-up piece stands in the half
of the person at the board. If that person plays White, it is the lower cell, as in this table; if Black, it is the
upper cell, and the table is upside down. The first flip shows which. XBoard's White is the first player, whose pieces
are upper case and red even if the game calls them black: the colours differ only in name.

========== ======================== ===============================================================================
move       plies
========== ======================== ===============================================================================
step       ``a1a3``                 a quiet move or a capture
flip       ``a1a2,a2a1k``           White's half captures the other, returns, and becomes the piece turned up
           ``a2a1k``                Black's half captures the other and becomes the piece turned up
last flip  ``a1a2k``, ``@@@@``,     White's half captures the other, and White steps down;
           ``a2a1``                 if the piece is Black's, Black steps down instead of the null, and a null follows
dark       ``a1a2``, ``@@@@``,      the piece steps up within its square, which shows who captures;
capture    flip, ``@@@@``,          the face-down piece is turned up;
           ``a2c1`` or ``a2a1``     it is captured, or the capturer steps down again
stop       ``@@@@``
========== ======================== ===============================================================================

While a series of captures continues, a null by the opponent follows each of its moves. So the plies and the rules
always show whose turn it is. The letter after a flip is the piece's own letter if it belongs to the mover, else the
nickname of its type (``plies.NICKNAMES``), which XBoard reads as a piece of the opponent. (White's last flip is
different because of XBoard's PGN: if only one piece of a type can move, XBoard omits the origin, and it cannot read
such a move with a letter.)

You need none of this to play. Click on a face-down piece, which is drawn in your own half, to turn it up; click on a
piece and its destination to move it; click on a piece and the cell above it to end a series. The engine sends the plies
that your clicks stand for.

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
