"""Why a piece has no move, when you pick it up in XBoard."""

from __future__ import annotations

import pytest

from support.pipes import CecpEngine

#: Variant, XBoard's FEN, the square, and the reason; '' if the piece can move.
CASES = [
    ("half-chess", "", "e2", ""),
    ("half-chess", "", "a1", "the halfling Rook on a1 is blocked"),
    ("half-chess", "", "e7", "the Pawn on e7 is Black's, and it is White's turn"),
    ("normal", "4r1k1/8/8/8/4B3/8/8/4K3 w - - 0 1", "e4",
     "the Bishop on e4 is pinned: it leaves the King in check by the Rook on e8"),
    ("half-chess", "4k3/8/8/8/8/4r3/4r3/R3K3 w - - 0 1", "a1",
     "the halfling Rook on a1 cannot move: the King stays in check by the halfling Rook on e2"),
    ("halfgi", "", "a1", "the halfling Rook on a1 is blocked"),
    ("halfgi", "", "d7", "it is White's turn"),
    ("fanorona-chess", "", "a1", "the Knight on a1 is blocked"),
    ("fanorona-chess", "", "a7", "the Pawn on a7 is Black's, and it is White's turn"),
    ("banqi", "8/N7/8/c1R5/P1Xx4/r7/2Xx4/2Xx4 w - - 0 1", "a4",
     "the Soldier on a4 is blocked"),
    ("bifold-halfgi", "", "a1", "the half Rook is blocked, alone and with its partner"),
    ("bifold-halfgi", "", "a7", "it is White's turn"),
    ("tandem-84", "", "a6", "the Pawn on a6 is Black's, and it is White's turn"),
]  # fmt: skip


@pytest.mark.parametrize(("variant", "fen", "square", "reason"), CASES)
@pytest.mark.quick(9)
def test_a_piece_without_moves_says_why(variant: str, fen: str, square: str, reason: str):
    with CecpEngine(variant=variant) as engine:
        engine.ask("force", *([f"setboard {fen}"] if fen else []))
        lines = engine.ask(f"lift {square}")
        assert lines[0].startswith("highlight ")
        assert lines[1:] == ([f"1 0 0 0 {reason}"] if reason else [])
