"""Banqi in XBoard: a board of 8x8 that lies on its side, each square two cells, one above the other.

Banqi's ranks are XBoard's files, and its files are pairs of XBoard's ranks: Banqi's a1 is XBoard's a1 and a2, its b1
a3 and a4, its a2 b1 and b2. A face-down piece fills both: White's half ``X`` is the lower one, Black's half ``x`` the
upper one, since XBoard does not let you touch the opponent's pieces. A piece that is face up stands in the half of the
person at the board: in the lower cell, as below, or, if that person is Black, in the upper one; then everything below
is the other way round. The first flip tells which. XBoard's White is the first player, whose pieces are upper case and
red whichever colour is really theirs: the colours differ only in name.

========== ======================== ===============================================================================
move       plies
========== ======================== ===============================================================================
step       ``a1a3``                 a quiet move or a capture
flip       ``a1a2,a2a1k``           White's half captures the other, returns, and becomes the piece turned up
           ``a2a1k``                Black's half captures the other likewise
last flip  ``a1a2k``, ``@@@@``,     White's half captures the other, and White steps down;
           ``a2a1``                 if the piece is Black's, Black steps down instead of the null, and a null follows
dark       ``a1a2``, ``@@@@``,      the piece steps up within its square, which shows who captures;
capture    flip, ``@@@@``,          the face-down piece is turned up;
           ``a2c1`` or ``a2a1``     it is captured, or the capturer steps down again
stop       ``@@@@``
========== ======================== ===============================================================================

As long as a series of captures goes on, a null of the opponent's follows each of its moves. Together with the rules,
the plies thus tell at any time whose turn it is. The letter after a flip is the piece's own if it belongs to the
mover, else the nickname of its type (``plies.NICKNAMES``), which XBoard takes for a piece of the opponent's. (White's
last flip differs because of XBoard's PGN: where only one piece of a type can move, it omits the origin, and it cannot
read such a move with a letter.)

A person need not know any of this: one clicks on a face-down piece, which is drawn in one's own half, to turn it up, on
a piece and its destination, or on a piece and the cell above it to end a series. The engine sends the plies that this
stands for.

Which cells answer a click is XBoard's choice (``OKToStartUserMove`` and ``LeftClick`` in its ``backend.c``). It tells
the engine of a first click only on a piece of the side that may move; on an empty cell it does nothing, and on the
opponent's half it says "You are playing White" by itself. A disc has two cells, a cell one colour: if both were the
person's, the other side could turn nothing up in Edit Game and in analysis, nor the person after changing sides. If
the engine always kept some piece picked up, every click would be a second one, which XBoard reports; but Edit Position
does not put it down, and the next click there would move it. So the cell away from the person turns nothing up, and is
drawn as part of the board's frame. As a destination, either cell of a square will do.
"""

from __future__ import annotations

from oddfish.engine.variants.base import Variant
from oddfish.protocols.projections.banqi.projection import Banqi


def projection_of(variant: Variant) -> Banqi:
    return Banqi()
