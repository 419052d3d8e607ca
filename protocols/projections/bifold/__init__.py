"""Bifold Halfgi in XBoard: a board of 16x10 half-squares. Each square of ranks 1 to 8 is two half-squares side by side.
Rank 0 is White's hand, rank 9 is Black's.

XBoard moves one piece a ply, and the sides alternate. So the plies of a turn are:

=================  ================================================================================================
one piece          its ply: `a1a4`, with a suffix if it promotes
a drop             the ply from the hand: `c0e4`
a unit             two plies with a null between; the first piece turns into itself, `a1a4r`: "my partner follows"
a capture          before that, for each victim, a null and the victim's own ply into the hand: `@@@@`, `g5a0v`
castling           the king's two plies, a null, the rook's two
a unit promoting   two nulls, the victims, then the unit's two plies
=================  ================================================================================================

A captured royal half does not go into a hand: the captor replaces it. The half-square of a piece is not part of the
position; it depends on the game's history, and the plies determine it.

- ``board``: the half-squares, the pieces on them, and XBoard's FENs.
- ``turns``: the plies and clicks of each legal move.
- ``clicks``: what your clicks mean, and why some are illegal.
- ``projection``: what XBoard sends and receives; ``staged`` does the rest.
"""

from __future__ import annotations

from oddfish.engine.variants.base import Variant
from oddfish.protocols.projections.bifold.projection import Bifold


def projection_of(variant: Variant) -> Bifold:
    return Bifold(variant)
