"""FENs of the family: fields that can be left out, what is written back, and errors in bad ones."""

from __future__ import annotations

import re

import pytest

from halfchess.sides import AHC, FIELD, KINGS, Engine, Side, cases


@pytest.mark.parametrize(
    ("variant", "fen", "written"),
    cases(
        ("the board alone", "normal", KINGS, f"{KINGS} w - - 0 1"),
        ("no hand", "halfgi", KINGS, f"{KINGS}[] w - - 0 1"),
        ("no hand, Black to move", "halfgi", f"{KINGS} b", f"{KINGS}[] b - - 0 1"),
        ("no move number", "halfgi", f"{KINGS}[] b - - 3", f"{KINGS}[] b - - 3 1"),
        ("order of rights", "normal", "r3k2r/8/8/8/8/8/8/R3K2R w qkQ", "r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1"),
        ("order of hands", "halfgi", f"{KINGS}[pnPNBRQqPb] w - - 0 1", f"{KINGS}[QRBNPPqbnp] w - - 0 1"),
    ),
)
def test_written_back(side: type[Side], variant: str, fen: str, written: str) -> None:
    assert side(variant, fen).fen() == written


#: Variant, FEN, and parts of the engine's and of the reference's message.
BAD_FENS = [
    ("normal", "", "empty FEN", "the FEN is empty"),
    # The board.
    ("normal", "4k3/8/8/8/8/8/4K3", "board has 7 ranks, expected 8", "board has 7 ranks, expected 8"),
    ("normal", "4k3/8/8/8/8/8/8/8/4K3", "board has 9 ranks", "board has 9 ranks"),
    ("normal", "4k3/8/8/ppppppppp/8/8/8/4K3", "rank 5 has 9 files, expected 8", "rank 5 has 9 files, expected 8"),
    ("normal", "4k3/8/7/8/8/8/8/4K3", "rank 6 has 7 files, expected 8", "rank 6 has 7 files, expected 8"),
    ("normal", "4k3/8/44/8/8/8/8/4K3", "rank 6 has 44 files", "rank 6 has 44 files"),  # digits in a row: one number
    ("normal", "4k3/8/08/8/8/8/8/4K3", "rank 6 has '08', expected a number from 1", "rank 6 has the number 08"),
    ("normal", "4k3/8//8/8/8/8/4K3", "rank 6 has 0 files", "rank 6 has 0 files"),
    ("normal", "4k3/8/x7/8/8/8/8/4K3", "'x' on a6 is not a piece of this variant", "rank 6 has the unknown letter 'x'"),
    ("half-chess", "4k3/8/T7/8/8/8/8/4K3", "'T' on a6 is not a piece of this variant", "unknown letter 'T'"),
    ("halfgi", "4k3/8/m7/8/8/8/8/4K3", "'m' on a6 is not a piece of this variant", "unknown letter 'm'"),
    (AHC, "4k3/8/C7/8/8/8/8/4K3", "'C' on a6 is not a piece of this variant", "unknown letter 'C'"),
    ("normal", "4k3/8/8/8/8/8/8/P3K3", "pawn on a1", "first rank, a1"),
    ("normal", "p3k3/8/8/8/8/8/8/4K3", "pawn on a8", "first rank, a8"),
    ("normal", "P3k3/8/8/8/8/8/8/4K3", "pawn on a8", "last rank, a8"),
    ("halfgi", "P3k3/8/8/8/8/8/8/4K3", "pawn on a8", "last rank, a8"),
    ("halfgi", "4k3/8/8/8/8/8/8/p3K3", "pawn on a1", "last rank, a1"),
    ("normal", "8/8/8/8/8/8/8/4K3", "Black has no king", "Black has 0 kings"),
    ("normal", "4k3/8/8/8/8/8/8/K3K3", "White has more than one king", "White has 2 kings"),
    ("normal", "4k3/4R3/8/8/8/8/8/4K3 w", "side not to move is in check", "side not to move is in check"),
    ("normal", "8/8/8/8/8/8/4k3/4K3 w", "side not to move is in check", "side not to move is in check"),
    # The other fields.
    ("normal", f"{KINGS} x", "side to move 'x'", "side to move 'x'"),
    ("normal", f"{KINGS} W", "side to move 'W'", "side to move 'W'"),
    ("normal", f"{KINGS} w K", "castling right 'K' without", "castling right K without"),
    ("normal", "r3k3/8/8/8/8/8/8/4K3 w k", "castling right 'k' without", "castling right k without"),
    ("normal", "4k3/8/8/8/8/8/8/3K3R w K", "castling right 'K' without", "castling right K without"),
    (AHC, "4k3/8/8/8/8/8/8/4K2T w K", "castling right 'K' without", "castling right K without"),
    (AHC, "7k/8/8/8/8/8/8/R3K2T w KQ - 0 1", "castling right 'K' without king on e1 and rook on h1",
     "castling right K without king and rook at home"),
    ("normal", "4k3/8/8/8/8/8/8/4K2R w KK", "castling right 'K' twice", "castling right K is given twice"),
    ("normal", f"{KINGS} w A", "castling right 'A', expected", "unknown castling right 'A'"),
    ("normal", f"{KINGS} w - e9", "en-passant square 'e9' is not a square", "en passant field 'e9' is no square"),
    ("normal", f"{KINGS} w - e3", "'e3' is not on rank 6", "e3 is not on the mover's sixth rank"),
    ("normal", f"{KINGS} w - d6", "'d6' without a pawn on d5", "no pawn stands behind"),
    ("normal", "4k3/8/8/3P4/8/8/8/4K3 w - d6", "'d6' without a pawn on d5", "no pawn stands behind"),
    ("normal", "4k3/8/3n4/3p4/8/8/8/4K3 w - d6", "'d6', but d6 is occupied", "no pawn can have jumped over"),
    ("normal", "4k3/3n4/8/3p4/8/8/8/4K3 w - d6", "'d6', but d7 is occupied", "no pawn can have jumped over"),
    ("normal", f"{KINGS} w - - x", "clock 'x'", "clock 'x'"),
    ("normal", f"{KINGS} w - - -1", "clock '-1'", "clock '-1'"),
    ("normal", f"{KINGS} w - - 10001", "clock '10001'", "clock '10001'"),
    ("normal", f"{KINGS} w - - 0 30001", "move number '30001'", "move number '30001'"),
    ("normal", f"{KINGS} w - - 0 -1", "move number '-1'", "move number '-1'"),
    ("normal", f"{KINGS} w - - 0 one", "move number 'one'", "move number 'one'"),
    ("normal", f"{KINGS} w - - 0 1 extra", "7 fields, expected at most 6", "7 fields, expected at most 6"),
    # Armies.
    ("half-chess", f"{KINGS} w - - 0 1 {FIELD}", "7 fields, expected at most 6", "7 fields, expected at most 6"),
    (AHC, f"{KINGS} w - - 0 1 {FIELD} extra", "8 fields, expected at most 7", "8 fields, expected at most 7"),
    (AHC, f"{KINGS} w - - 0 1 RF-CD-BW-QV", "two codes joined by ':'", "must be whiteArmy:blackArmy"),
    (AHC, f"{KINGS} w - - 0 1 RF-CD-BW-QV:RW-CD-BV-QS", "adds nothing to R (rule A4)", "Black's army is illegal, A4"),
    (AHC, f"{KINGS} w - - 0 1 {FIELD.lower()}", "expected upper case", "White's army is illegal, A1"),
    (AHC, KINGS + " w - - 0 1 " + FIELD.replace(":", "\xa0:"), "8 fields", "8 fields"),
    (AHC, f"{KINGS} w - - 0 1 RF-CD-BW:RA-VS-BC-RVF", "expected 4 (R-N-B-Q) (rule A1)", "White's army is illegal, A1"),
    # Hands.
    ("normal", f"{KINGS}[P] w", "this variant has no drops", "no hand"),
    ("half-chess", f"{KINGS}[] w", "this variant has no drops", "no hand"),
    (AHC, f"{KINGS}[] w", "this variant has no drops", "no hand"),
    ("halfgi", f"{KINGS}[K] w", "'K' in the hand is not a piece", "unknown letter 'K' in the hand"),
    ("halfgi", f"{KINGS}[T] w", "'T' in the hand is not a piece", "unknown letter 'T' in the hand"),
    ("halfgi", f"{KINGS}[P w", "is not closed by ']'", "brackets"),
    ("halfgi", f"{KINGS}[P][p] w", "']' in the hand is not a piece", "brackets"),
    ("halfgi", f"[P]{KINGS} w", "is not closed by ']'", "brackets"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("variant", "fen", "engine", "reference"), BAD_FENS, ids=[f"{variant}: {fen}" for variant, fen, *_ in BAD_FENS]
)
def test_bad_fens(side: type[Side], variant: str, fen: str, engine: str, reference: str) -> None:
    with pytest.raises(side.FenError, match=re.escape(engine if side is Engine else reference)):
        side(variant, fen)


@pytest.mark.parametrize("variant", ["normal", "half-chess", "halfgi"])
@pytest.mark.parametrize("letter", "THEMthem")
def test_foreign_letters_exist_in_the_augmented_games_only(side: type[Side], variant: str, letter: str) -> None:
    words = f"'{letter}' on a5 is not a piece of this variant" if side is Engine else f"unknown letter '{letter}'"
    with pytest.raises(side.FenError, match=words):
        side(variant, f"4k3/8/8/{letter}7/8/8/8/4K3 w - - 0 1")
