"""Bifold Halfgi in a real XBoard: each kind of move by mouse for either side, taking back, setting up, matches, files.

Half-squares and marks are worked out by hand from rules/bifold-halfgi.md: a1 is the left half of the square a1, b1 its
right one, c1 the left half of b1 …; rank 0 is White's hand, rank 9 Black's.
"""

from __future__ import annotations

import pytest

from gui.harness import missing_programs

VARIANTS = ["bifold-halfgi", "bifold-halfgi-wazirs", "bifold-halfgi-handed", "bifold-halfgi-weak"]
BIFOLD, WAZIRS, HANDED, WEAK = VARIANTS

pytestmark = [
    pytest.mark.gui,
    pytest.mark.skipif(bool(missing_programs()), reason=f"not installed: {', '.join(missing_programs())}"),
]

#: What it is: the variant, the ranks from the eighth with White's hand, rights, the clicks, the move, its plies.
MOVES = {
    "lone half": (BIFOLD, "(wf)7/8/8/8/8/8/8/R4(WF)2[]", "-", "a1 a4", "a1a4", "a1a4"),
    "lone half to the other side": (BIFOLD, "(wf)7/8/8/8/8/8/8/R4(WF)2[]", "-", "a1 b4", "a1a4", "a1b4"),
    "splitting": (BIFOLD, "(wf)7/8/8/8/8/8/8/(QR)4(WF)2[]", "-", "b1 b3", "a1a3r", "b1b3"),
    "unit": (BIFOLD, "(wf)7/8/8/8/8/8/8/3(RR)1(WF)2[]", "-", "h1 g8", "d1d8", "h1h8r @@@@ g1g8"),
    "unit by its mate": (BIFOLD, "(wf)7/8/8/8/8/8/8/3(RR)1(WF)2[]", "-", "h1 g1 g3", "d1d3", "h1h3r @@@@ g1g3"),
    "sharing with an enemy": (BIFOLD, "(wf)7/8/8/8/8/b7/8/R4(WF)2[]", "-", "a1 b3", "a1a3", "a1b3"),
    "sharing with a friend": (BIFOLD, "(wf)7/8/8/8/8/B7/8/R4(WF)2[]", "-", "a1 b3", "a1a3", "a1b3"),
    "one of two": (BIFOLD, "(wf)7/8/8/8/8/(bh)7/8/R4(WF)2[]", "-", "a1 b3", "a1a3xh", "@@@@ b3i0j a1b3"),
    "one of two alike": (BIFOLD, "(wf)7/8/8/8/8/(hh)7/8/R4(WF)2[]", "-", "a1 b3", "a1a3", "@@@@ b3i0j a1b3"),
    "beside a friend": (BIFOLD, "(wf)7/8/8/8/8/(Bb)7/8/R4(WF)2[]", "-", "a1 b3", "a1a3", "@@@@ b3f0a a1b3"),
    "a royal": (BIFOLD, "w7/8/8/8/8/(bf)7/8/R4(WF)2[]", "-", "a1 b3", "a1a3xf", "a1b3"),
    "a unit takes one": (
        *(BIFOLD, "(wf)7/8/8/8/8/b7/8/(RR)4(WF)2[]", "-", "a1 a3"),
        *("a1a3", "@@@@ a3f0a a1a3r @@@@ b1b3"),
    ),
    "a unit takes both": (
        *(BIFOLD, "(wf)7/8/8/8/8/(bh)7/8/(RR)4(WF)2[]", "-", "a1 b1 a3"),
        *("a1a3", "@@@@ a3f0a @@@@ b3i0j a1a3r @@@@ b1b3"),
    ),
    "a pawn": (BIFOLD, "(wf)7/8/8/8/8/8/4P3/5(WF)2[]", "-", "i2 i4", "e2e4", "i2i4"),
    "a pawn takes both": (
        *(BIFOLD, "(wf)7/8/8/4(qh)3/3P4/8/8/5(WF)2[]", "-", "g4 j5"),
        *("d4e5", "@@@@ i5a0u @@@@ j5i0j g4j5"),
    ),
    "en passant": (BIFOLD, "(wf)7/8/8/3pP3/8/8/8/5(WF)2[]", "d6", "i5 g6", "e5d6", "@@@@ g5l0y i5g6"),
    "drop": (BIFOLD, "(wf)7/8/8/8/8/8/8/5(WF)2[H]", "-", "i0 i4", "h@e4", "i0i4"),
    "drop beside an enemy": (BIFOLD, "(wf)7/8/8/8/4b3/8/8/5(WF)2[H]", "-", "i0 j4", "h@e4", "i0j4"),
    "promotion": (BIFOLD, "5(wf)2/P7/8/8/8/8/8/5(WF)2[]", "-", "a7 =b8h", "a7a8=h", "a7b8h"),
    "promotion taking": (
        *(BIFOLD, "1(rb)3(wf)2/P7/8/8/8/8/8/5(WF)2[]", "-", "a7 =c8r"),
        *("a7b8=r", "@@@@ c8c0v @@@@ d8f0a a7c8r"),
    ),
    "castling": (
        *(BIFOLD, "5(wf)2/8/8/8/8/8/8/4(WF)2(RR)[]", "-", "i1 m1"),
        *("e1g1", "i1m1w @@@@ j1n1 @@@@ o1k1r @@@@ p1l1"),
    ),
    "castling to the other side": (
        *(WAZIRS, "5(ww)2/8/8/8/8/8/8/(RR)3(WW)3[]", "-", "i1 j1 e1"),
        *("e1c1", "i1e1w @@@@ j1f1 @@@@ a1g1r @@@@ b1h1"),
    ),
    "a handed pawn takes": (
        *(HANDED, "(wf)7/8/8/8/1(bh)6/2D5/8/5(WF)2[]", "-", "e3 f4"),
        *("", ""),
    ),
    "a handed pawn": (HANDED, "(wf)7/8/8/3(bh)4/2D5/8/8/5(WF)2[]", "-", "e4 h5", "c4d5xh", "@@@@ h5i0j e4h5"),
    "en passant, one of two": (
        *(HANDED, "(wf)7/8/8/2(ld)D4/8/8/8/5(WF)2[]", "c6", "g5 f6"),
        *("", ""),
    ),
    "en passant, its choice": (
        *(HANDED, "(wf)7/8/8/2(ld)L4/8/8/8/5(WF)2[]", "c6", "g5 f6"),
        *("d5c6xd", "@@@@ f5n0n g5f6"),
    ),
    "en passant by a unit": (
        *(HANDED, "(wf)7/8/8/2(ld)(LD)4/8/8/8/5(WF)2[]", "c6", "g5 h5 f6"),
        *("d5c6", "@@@@ e5l0k @@@@ f5n0n g5f6l @@@@ h5e6"),
    ),
    "a weak pawn protected": (
        *(WEAK, "(wf)7/8/8/3(bh)4/2P5/8/8/2R2(WF)2[]", "-", "e4 g5"),
        *("c4d5xb", "@@@@ g5f0a e4g5"),
    ),
}  # fmt: skip
MOVES = {name: case for name, case in MOVES.items() if case[4]}
