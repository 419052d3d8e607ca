"""Bifold Halfgi in a real XBoard: each kind of move by mouse for either side, taking back, setting up, matches, files.

Half-squares and marks are worked out by hand from rules/bifold-halfgi.md: a1 is the left half of a1, b1 the right one,
c1 the left half of b1 …; rank 0 is White's hand, rank 9 Black's.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gui import harness
from gui.halves import Halves, essence
from gui.harness import Display, missing_programs, wait_until
from oddfish.engine.game import Game
from oddfish.protocols.pictures import bifold_board
from oddfish.protocols.projections import projection_for

VARIANTS = ["bifold-halfgi", "bifold-halfgi-wazirs", "bifold-halfgi-handed", "bifold-halfgi-weak"]
BIFOLD, WAZIRS, HANDED, WEAK = VARIANTS

pytestmark = [
    pytest.mark.gui,
    pytest.mark.skipif(bool(missing_programs()), reason=f"not installed: {', '.join(missing_programs())}"),
]

#: Kings stand where nothing reaches them.
KINGS = "(wf)6/8/{}/8/8/8/8/6(WF)1"

#: What it is, the variant, the position, the clicks, the move, and what stands then on the squares it is about.
MOVES = {
    "a lone half": (BIFOLD, "(wf)7/8/8/8/8/8/8/R4(WF)2[] w - - 0 1", "a1 a4", "a1a4", "8/8/8/8/R7/8/8/5(WF)2"),
    "splitting": (BIFOLD, "(wf)7/8/8/8/8/8/8/(RQ)4(WF)2[] w - - 0 1", "b1 f3", None, None),
}
