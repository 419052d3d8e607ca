"""Move texts and FENs, on the engine and on the reference (rule page "FEN and moves", rules/README.md)."""

from __future__ import annotations

import re

import pytest

from bifold.boards import BIFOLD, HANDED, VARIANTS, WAZIRS, WEAK
from bifold.sides import Engine, Side

# ------------------------------------------------------------------------------------------------ move texts


@pytest.mark.parametrize(
    ("variant", "pieces", "rest", "text", "full"),
    [
        (BIFOLD, "Ra1 bba3", "w", "A1A3", "a1a3"),
        (BIFOLD, "RRa1 bha3 Pa4", "w", "A1A3RXB", "a1a3rxb"),
        (BIFOLD, "RRa1 bha3 [Q]", "w", "A1A3RXB", "a1a3rxb"),
        (BIFOLD, "RRa1 bha3 [Q]", "w", "Q@E4", "q@e4"),
        (BIFOLD, "RRa1 Ba3", "w", "a1a3", "a1a3r"),  # only the half can go there
        (BIFOLD, "RRa1 bha3", "w", "a1a3", "a1a3"),  # the canonical text goes first: here the unit's
        (BIFOLD, "RRa1 bha3", "w", "a1a3xb", "a1a3rxb"),  # the unit needs no victim
        (BIFOLD, "RRa1 bha3", "w", "a1a3xh", "a1a3rxh"),
        (HANDED, "Lb7 Rb8 WFh8", "w", "b7b8=Q", "b7b8=q"),
        (HANDED, "Le5 ldd5", "w - d6", "e5d6xl", "e5d6xl"),
        (HANDED, "RLb7 hba8", "w", "b7a8lxb=r", "b7a8lxb=r"),
        (HANDED, "RLb7 hba8", "w", "b7a8xb=r", "b7a8lxb=r"),
        (HANDED, "RLb7 hba8", "w", "b7a8", "b7a8"),  # the mixed unit takes both
    ],
)
def test_abbreviations(side: type[Side], variant: str, pieces: str, rest: str, text: str, full: str) -> None:
    position = side.setup(pieces, rest, variant)
    assert position.full(text) == full
    assert position.push(text).position == position.push(full).position


@pytest.mark.parametrize(
    ("variant", "pieces", "text", "moves"),
    [
        (BIFOLD, "Ra1 bha3", "a1a3", "a1a3xb a1a3xh"),
        (BIFOLD, "RRa1 bha3", "a1a3r", "a1a3rxb a1a3rxh"),
        (BIFOLD, "Pa7", "a7a8", "a7a8=b a7a8=h a7a8=q a7a8=r"),
        (HANDED, "La7 wfh8", "a7a8", "a7a8=b a7a8=h a7a8=q a7a8=r"),
        (HANDED, "Db7 rrb8 wfh8 hqc8", "b7c8xh", "b7c8xh=b b7c8xh=h b7c8xh=q b7c8xh=r"),
        (HANDED, "Db7 rrb8 wfh8 hqc8", "b7c8=q", "b7c8xh=q b7c8xq=q"),
        (HANDED, "RLb7 hba8", "b7a8xb", "b7a8lxb=b b7a8lxb=h b7a8lxb=q b7a8lxb=r"),
    ],
)
def test_ambiguous_texts_list_their_candidates(
    side: type[Side], variant: str, pieces: str, text: str, moves: str
) -> None:
    position = side.setup(pieces, variant=variant)
    with pytest.raises(side.move_error) as caught:
        position.push(text)
    assert str(caught.value) == side.ambiguous(text, *moves.split())


AT_START = "|a2|a2a5|a7a6|0000|a2a3p|a2a3x|a2a3xq|a2a3=q|a2a3 |a1a2|a1a2r|q@e4|r@a3|e1e2|e1g1|b1d2"  # "" is the first


@pytest.mark.parametrize("text", AT_START.split("|"))
def test_illegal_texts(side: type[Side], text: str) -> None:
    with pytest.raises(side.move_error, match="is not a legal move"):
        side.read(BIFOLD).push(text)


@pytest.mark.parametrize("text", ["b7a8xbl=r", "b7a8=rlxb", "b7a8l=rxb", "b7a8lxb=R q"])
def test_suffixes_have_one_order(side: type[Side], text: str) -> None:
    with pytest.raises(side.move_error, match="is not a legal move"):
        side.setup("RLb7 hba8", variant=HANDED).push(text)


# ------------------------------------------------------------------------------------------------------- FEN

BARE = "4(wf)3/8/8/8/8/8/8/4(WF)3"
OFFICERS = "(RR)(HH)(BB)(QQ)(WF)(BB)(HH)(RR)"
START = f"{OFFICERS.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{OFFICERS}[] w KQkq - 0 1"


def seventh(row: str) -> str:
    """Bare royals and this seventh rank."""
    return f"4(wf)3/{row}/8/8/8/8/8/4(WF)3"


def second(row: str) -> str:
    return f"4(wf)3/8/8/8/8/8/{row}/4(WF)3 w"


def test_start_fens(side: type[Side]) -> None:
    assert side.read(BIFOLD).fen() == START
    assert side.read(WAZIRS).fen() == START.replace("WF", "WW").replace("wf", "ww")
    for variant, pawns in ((HANDED, "(LD)"), (WEAK, "(PP)")):
        start = START.replace("P" * 8, pawns * 8).replace("p" * 8, pawns.lower() * 8)
        assert side.read(variant).fen() == start
        halves = ("", *pawns[1:3].lower())
        assert side.read(variant).moves("a2") == {f"a2a{rank}{half}" for rank in "34" for half in halves}
    for variant in VARIANTS:
        start = side.read(variant)
        assert side.read(variant, start.fen()).position == start.position


#: Variant, FEN, the same FEN complete and in order.
FENS = [
    (BIFOLD, BARE, f"{BARE}[] w - - 0 1"),  # defaults
    (BIFOLD, f"{BARE}[] b", f"{BARE}[] b - - 0 1"),
    (
        BIFOLD,
        "(rr)3(wf)2(rr)/8/8/8/8/8/8/(RR)3(WF)2(RR)[] w qK - 3",
        "(rr)3(wf)2(rr)/8/8/8/8/8/8/(RR)3(WF)2(RR)[] w Kq - 3 1",
    ),
    # Any order is read.
    (BIFOLD, "4(fw)3/8/8/8/8/8/(rR)(BQ)6/4(WF)3[pPbQ] b", "4(wf)3/8/8/8/8/8/(Rr)(QB)6/4(WF)3[QPbp] b - - 0 1"),
    (
        BIFOLD,
        "4(fw)3/(bR)(hq)6/8/8/8/8/8/4(FW)3[pQbRqPH] w",
        "4(wf)3/(Rb)(qh)6/8/8/8/8/8/4(WF)3[QRHPqbp] w - - 0 1",
    ),
    (HANDED, "L3(wf)3/8/8/8/8/8/(DL)7/4(WF)3[DLl]", "L3(wf)3/8/8/8/8/8/(LD)7/4(WF)3[LDl] w - - 0 1"),
    (HANDED, f"{seventh('(DL)(lD)6')}[dDlLR]", f"{seventh('(LD)(Dl)6')}[RLDld] w - - 0 1"),
    # Pawns on outer ranks.
    (BIFOLD, "p3(wf)3/8/8/8/8/8/8/P3(WF)3", "p3(wf)3/8/8/8/8/8/8/P3(WF)3[] w - - 0 1"),
    (HANDED, "L3(wf)3/8/8/8/8/8/8/l3(WF)3", "L3(wf)3/8/8/8/8/8/8/l3(WF)3[] w - - 0 1"),
    (WEAK, "P3(wf)3/8/8/8/8/8/8/p3(WF)3", "P3(wf)3/8/8/8/8/8/8/p3(WF)3[] w - - 0 1"),
    (WEAK, "4(wf)3/8/8/8/8/8/8/p3(WF)3", "4(wf)3/8/8/8/8/8/8/p3(WF)3[] w - - 0 1"),
    # En passant; a half may have left its mate or an enemy behind.
    (HANDED, "4(wf)3/3b4/8/3(lb)4/8/8/8/4(WF)3 w - d6", "4(wf)3/3b4/8/3(bl)4/8/8/8/4(WF)3[] w - d6 0 1"),
    *[
        (variant, fen, fen)
        for variant, fen in (
            (BIFOLD, "4(wf)3/8/8/4p3/8/8/8/4(WF)3[] w - e6 0 1"),
            (HANDED, "4(wf)3/8/8/4l3/8/8/8/4(WF)3[] w - e6 0 1"),
            (HANDED, "4(wf)3/8/8/4(ld)3/8/8/8/4(WF)3[] w - e6 0 1"),
            (WEAK, "4(wf)3/8/8/4(pp)3/8/8/8/4(WF)3[] w - e6 0 1"),
            (HANDED, "4(wf)3/8/8/4(rl)3/8/8/8/4(WF)3[] w - e6 0 1"),
            (HANDED, "4(wf)3/4d3/8/4l3/8/8/8/4(WF)3[] w - e6 0 1"),
        )
    ],
]


@pytest.mark.parametrize(("variant", "fen", "written"), FENS)
def test_fens_are_put_in_order(side: type[Side], variant: str, fen: str, written: str) -> None:
    line = side.read(variant, fen)
    assert line.fen() == written
    assert side.read(variant, written).position == line.position


SAME = ""

#: Variant, FEN, what the engine's message says, what the reference's says.
BAD_FENS = [
    (BIFOLD, "", "empty FEN", "empty"),
    (BIFOLD, "4(wf)3/8/8/8/8/8/4(WF)3 w", "board has 7 ranks, expected 8", SAME),
    (BIFOLD, second("7"), "rank 2 has 7 files, expected 8", SAME),
    (BIFOLD, second("(RR)8"), "rank 2 has 9 files, expected 8", SAME),
    (BIFOLD, second("(RRR)7"),
     "stack '(RRR)' on a2, expected two pieces in it", "rank 2 has the stack (RRR), expected two pieces"),
    (BIFOLD, second("(R)7"),
     "stack '(R)' on a2, expected two pieces in it", "rank 2 has the stack (R), expected two pieces"),
    (BIFOLD, second("(RR7"), "stack on a2 is not closed by ')'", "rank 2 has the parenthesis '(' alone"),
    (BIFOLD, second("RR)6"), "')' on c2 is not a piece of this variant", "rank 2 has the parenthesis ')' alone"),
    (BIFOLD, second("7X"),
     "'X' on h2 is not a piece of this variant, expected one of QRBHWFPqrbhwfp", "rank 2 has the unknown letter 'X'"),
    (WAZIRS, f"{BARE} w", "'f' on e8 is a Ferz, but with RoyalWazirs both royals are Wazirs, expected one of QRBHWPq",
     "rank 8 has the letter 'f', unknown with RoyalWazirs"),
    (HANDED, second("P7"),
     "'P' on a2 is not a piece of this variant, expected one of QRBHWFLD", "rank 2 has the unknown letter 'P'"),
    (BIFOLD, second("(RP)7"),
     "stack '(RP)' on a2: a pawn stands alone on its square", "rank 2 has the stack (RP), a pawn shares no square"),
    (BIFOLD, "P3(wf)3/8/8/8/8/8/8/4(WF)3 w", "pawn on a8, its last rank", "a pawn stands on its last rank, a8"),
    (BIFOLD, "4(wf)3/8/8/8/8/8/8/p3(WF)3 w", "pawn on a1, its last rank", "a pawn stands on its last rank, a1"),
    (BIFOLD, second("7F"), "White has 2 Ferzs, the game has 1", "White has 2 royals F, expected at most 1"),
    (WAZIRS, "w3(ww)3/8/8/8/8/8/8/4(WW)3 w",
     "Black has 3 Wazirs, the game has 2", "Black has 3 royals W, expected at most 2"),
    (BIFOLD, "8/8/8/8/8/8/8/R7 w", "neither side has a royal", SAME),
    (BIFOLD, f"{BARE}[W] w", "'W' in the hand is a royal, which no hand holds", "royal 'W' in the hand"),
    (HANDED, f"{BARE}[P] w",
     "'P' in the hand is not a piece, expected one of QRBHLDqrbhld", "unknown letter 'P' in the hand"),
    (BIFOLD, f"{BARE}[R w",
     "hand '[R' is not closed by ']'", "the hand must stand once, in brackets, behind the board"),
    (BIFOLD, f"{BARE} x", "side to move 'x', expected w or b", "side to move"),
    (BIFOLD, "4(wf)3/8/8/8/8/8/8/R3(WF)2(RR) w Q",
     "castling right 'Q' without (WF) on e1 and (RR) on a1", "castling right Q without its complete pairs at home"),
    (BIFOLD, "4(wf)3/8/8/8/8/8/8/R3(WF)2(RR) w k",
     "castling right 'k' without (wf) on e8 and (rr) on h8", "castling right k without its complete pairs at home"),
    (BIFOLD, "4(wf)3/8/8/8/8/8/8/(RR)3(WF)2(RR) w KK", "castling right 'K' twice", "castling right K is given twice"),
    (BIFOLD, "4(wf)3/8/8/8/8/8/8/(RR)3(WF)2(RR) w A",
     "castling right 'A', expected K, Q, k or q", "unknown castling right 'A'"),
    (BIFOLD, "4(wf)3/8/8/3p4/8/8/8/4(WF)3 w - d5",
     "en-passant square 'd5' is not on rank 6", "en passant square d5 is not on the mover's sixth rank"),
    (BIFOLD, f"{BARE} w - d6",
     "en-passant square 'd6' without a pawn on d5", "en passant square d6: no pawn stands behind it"),
    (BIFOLD, "4(wf)3/8/3b4/3p4/8/8/8/4(WF)3 w - d6",
     "en-passant square 'd6', but d6 is occupied", "en passant square d6: no pawn can have jumped over it"),
    (BIFOLD, "4(wf)3/3b4/8/3p4/8/8/8/4(WF)3 w - d6",
     "en-passant square 'd6', but d7 is occupied", "en passant square d6: no pawn can have jumped over it"),
    (HANDED, "4(wf)3/3(bb)4/8/3l4/8/8/8/4(WF)3 w - d6",
     "en-passant square 'd6', but two pieces are on d7", "en passant square d6: no pawn can have jumped over it"),
    (BIFOLD, f"{BARE} w - z9", "en-passant square 'z9' is not a square", "en passant field 'z9' is no square"),
    (BIFOLD, f"{BARE} w - - -1", "clock '-1' is not a whole number", "clock"),
    (BIFOLD, f"{BARE} w - - 0 30001", "move number '30001' is outside 0..30000", "move number"),
    (BIFOLD, f"{BARE} w - - 0 1 9", "7 fields, expected at most 6: extra '9'", "7 fields, expected at most 6"),
    (BIFOLD, "8/8/8/8/8/8/4(WF)3", "board has 7 ranks, expected 8", SAME),
    (BIFOLD, f"{BARE}/8", "board has 9 ranks, expected 8", SAME),
    (BIFOLD, seventh("9"), "rank 7 has 9 files, expected 8", SAME),
    (BIFOLD, seventh("44"), "rank 7 has 44 files, expected 8", SAME),
    (BIFOLD, seventh("08"), "rank 7 has '08', expected a number from 1", "rank 7 has the number 08"),
    (BIFOLD, seventh("100"), "rank 7 has 100 files, expected 8", "rank 7 has more than 99 files"),
    (BIFOLD, seventh(""), "rank 7 has 0 files, expected 8", SAME),
    (BIFOLD, seventh("x7"), "'x' on a7 is not a piece of this variant", "rank 7 has the unknown letter 'x'"),
    (BIFOLD, seventh("n7"), "'n' on a7 is not a piece of this variant", "rank 7 has the unknown letter 'n'"),
    (BIFOLD, seventh("L7"), "'L' on a7 is not a piece of this variant", "rank 7 has the unknown letter 'L'"),
    (BIFOLD, seventh("(Rk)7"), "'k' on a7 is not a piece of this variant", "rank 7 has the unknown letter 'k'"),
    (BIFOLD, seventh("(R)7"),
     "stack '(R)' on a7, expected two pieces in it", "rank 7 has the stack (R), expected two pieces"),
    (BIFOLD, seventh("()7"),
     "stack '()' on a7, expected two pieces in it", "rank 7 has the stack (), expected two pieces"),
    (BIFOLD, seventh("(RrB)7"),
     "stack '(RrB)' on a7, expected two pieces in it", "rank 7 has the stack (RrB), expected two pieces"),
    (BIFOLD, seventh("(R1)7"), "'1' on a7 is not a piece of this variant", "rank 7 has the unknown letter '1'"),
    (BIFOLD, seventh("(RB7"), "stack on a7 is not closed by ')'", "rank 7 has the parenthesis '(' alone"),
    (BIFOLD, seventh("RB)6"), "')' on c7 is not a piece of this variant", "rank 7 has the parenthesis ')' alone"),
    (BIFOLD, seventh("((RB))7"), "stack on b7 is not closed by ')'", "rank 7 has the parenthesis '(' alone"),
    (BIFOLD, seventh("(PR)7"),
     "stack '(PR)' on a7: a pawn stands alone on its square", "rank 7 has the stack (PR), a pawn shares no square"),
    (BIFOLD, seventh("(Pp)7"),
     "stack '(Pp)' on a7: a pawn stands alone on its square", "rank 7 has the stack (Pp), a pawn shares no square"),
    (BIFOLD, "4(wf)3/8/8/8/8/8/8/W3(WF)3",
     "White has 2 Wazirs, the game has 1 (2 with RoyalWazirs)",
     "White has 2 royals W, expected at most 1 without RoyalWazirs"),
    (BIFOLD, "4(wf)2f/8/8/8/8/8/8/4(WF)3",
     "Black has 2 Ferzs, the game has 1", "Black has 2 royals F, expected at most 1"),
    (BIFOLD, f"{BARE}[", "hand '[' is not closed by ']'", "in brackets"),
    (BIFOLD, f"{BARE}R]", "rank 1 has 10 files, expected 8", "in brackets"),
    (BIFOLD, f"{BARE}[R][b]", "']' in the hand is not a piece", "in brackets"),
    (BIFOLD, "[R]4(wf)3/8/8/8/8/8/8/4(WF)3", "hand '[R]4(wf)3/8/8/8/8/8/8/4(WF)3' is not closed by ']'", "in brackets"),
    (BIFOLD, f"{BARE}[f]", "'f' in the hand is a royal, which no hand holds", "royal 'f' in the hand"),
    (BIFOLD, f"{BARE}[D]", "'D' in the hand is not a piece", "unknown letter 'D' in the hand"),
    (BIFOLD, f"{BARE}[2R]", "'2' in the hand is not a piece", "unknown letter '2' in the hand"),
    (BIFOLD, f"{BARE} w X", "castling right 'X', expected K, Q, k or q", "unknown castling right 'X'"),
    (BIFOLD, f"{BARE} w K",
     "castling right 'K' without (WF) on e1 and (RR) on h1", "castling right K without its complete pairs"),
    (BIFOLD, "4(wf)3/8/8/8/8/8/8/4(WF)2R w K",
     "castling right 'K' without (WF) on e1 and (RR) on h1", "castling right K without"),
    (BIFOLD, "4(wf)3/8/8/8/8/8/8/4(WF)2(QR) w K",
     "castling right 'K' without (WF) on e1 and (RR) on h1", "castling right K without"),
    (BIFOLD, "4(wf)3/8/8/8/8/8/8/4(WF)2(rr) w K",
     "castling right 'K' without (WF) on e1 and (RR) on h1", "castling right K without"),
    (BIFOLD, "4(wf)3/8/8/8/8/8/8/(RR)3W3 w Q",
     "castling right 'Q' without (WF) on e1 and (RR) on a1", "castling right Q without"),
    (BIFOLD, "(rr)3(wf)3/8/8/8/8/8/8/4(WF)3 w k",
     "castling right 'k' without (wf) on e8 and (rr) on h8", "castling right k without"),
    (BIFOLD, "(rr)3(wf)3/8/8/8/8/8/8/4(WF)3 w qq", "castling right 'q' twice", "given twice"),
    (BIFOLD, f"{BARE} w - e4", "en-passant square 'e4' is not on rank 6", "not on the mover's sixth rank"),
    (BIFOLD, f"{BARE} w - e9", "en-passant square 'e9' is not a square", "is no square"),
    (BIFOLD, f"{BARE} w - e6", "en-passant square 'e6' without a pawn on e5", "no pawn stands behind it"),
    (BIFOLD, "4(wf)3/8/8/4P3/8/8/8/4(WF)3 w - e6",
     "en-passant square 'e6' without a pawn on e5", "no pawn stands behind it"),
    (BIFOLD, "4(wf)3/8/8/4r3/8/8/8/4(WF)3 w - e6",
     "en-passant square 'e6' without a pawn on e5", "no pawn stands behind it"),
    (BIFOLD, "4(wf)3/4r3/8/4p3/8/8/8/4(WF)3 w - e6",
     "en-passant square 'e6', but e7 is occupied", "no pawn can have jumped over it"),
    (BIFOLD, "4(wf)3/8/4r3/4p3/8/8/8/4(WF)3 w - e6",
     "en-passant square 'e6', but e6 is occupied", "no pawn can have jumped over it"),
    (BIFOLD, "4(wf)3/8/8/4p3/8/8/8/4(WF)3 b - e6",
     "en-passant square 'e6' is not on rank 3", "not on the mover's sixth rank"),
    (BIFOLD, f"{BARE} w - - x", "clock 'x' is not a whole number", "clock"),
    (BIFOLD, f"{BARE} w - - 0 1 extra", "7 fields, expected at most 6: extra 'extra'", "7 fields"),
    (WAZIRS, "4(ww)2w/8/8/8/8/8/8/4(WW)3",
     "Black has 3 Wazirs, the game has 2", "Black has 3 royals W, expected at most 2"),
    (WAZIRS, "4(ww)3/8/8/8/8/8/8/4W2(RR) w K",
     "castling right 'K' without (WW) on e1 and (RR) on h1", "castling right K without"),
    (WAZIRS, "4(ww)3/8/8/8/8/8/8/4(WW)3[F]", "'F' in the hand is not a piece", "unknown letter 'F' in the hand"),
    (HANDED, seventh("P7"), "'P' on a7 is not a piece of this variant", "unknown letter 'P'"),
    (WEAK, seventh("L7"), "'L' on a7 is not a piece of this variant", "unknown letter 'L'"),
    (WEAK, f"{BARE}[L]", "'L' in the hand is not a piece", "unknown letter 'L' in the hand"),
    (HANDED, "4(wf)3/4(rd)3/8/4l3/8/8/8/4(WF)3 w - e6",
     "en-passant square 'e6', but two pieces are on e7", "no pawn can have jumped over it"),
    (HANDED, "4(wf)3/8/8/4(rL)3/8/8/8/4(WF)3 w - e6",
     "en-passant square 'e6' without a pawn on e5", "no pawn stands behind it"),
]  # fmt: skip


@pytest.mark.parametrize(("variant", "fen", "engine", "reference"), BAD_FENS)
@pytest.mark.quick(3)
def test_bad_fens(side: type[Side], variant: str, fen: str, engine: str, reference: str) -> None:
    message = engine if side is Engine else reference or engine
    with pytest.raises(side.fen_error, match=re.escape(message)):
        side.read(variant, fen)


# --------------------------------------------------------------------------------------------- option RoyalWazirs

WITH_OPTION = [variant for variant in VARIANTS if variant != WAZIRS]


@pytest.mark.parametrize("variant", WITH_OPTION)
def test_start_with_two_wazirs(side: type[Side], variant: str) -> None:
    start = side.read(variant, royal_wazirs=True)
    assert start.fen() == side.read(variant).fen().replace("WF", "WW").replace("wf", "ww")
    assert side.read(variant, start.fen(), royal_wazirs=True).position == start.position


def test_two_wazirs_are_fixed_in_their_variant(side: type[Side]) -> None:
    assert side.read(WAZIRS, royal_wazirs=True).fen() == side.read(WAZIRS).fen()


#: With the option or without, FEN, what the engine's message says, what the reference's says.
OTHER_ROYALS = [
    (True, f"{BARE} w", "'f' on e8 is a Ferz, but with RoyalWazirs both royals are Wazirs", "unknown with RoyalWazirs"),
    (True, "4w3/8/8/8/8/8/8/4WF2 w", "'F' on f1 is a Ferz, but with RoyalWazirs both", "unknown with RoyalWazirs"),
    (False, "4(ww)3/8/8/8/8/8/8/4(WW)3 w",
     "White has 2 Wazirs, the game has 1 (2 with RoyalWazirs)", "2 royals W, expected at most 1 without RoyalWazirs"),
    (False, "4(wf)3/8/8/8/8/8/8/W3W3 w",
     "White has 2 Wazirs, the game has 1 (2 with RoyalWazirs)", "2 royals W, expected at most 1 without RoyalWazirs"),
    (True, "4(ww)3/8/8/8/8/8/8/(WW)3W3 w",
     "White has 3 Wazirs, the game has 2", "White has 3 royals W, expected at most 2"),
    (True, "4(ww)3/8/8/8/8/8/8/4(WW)3[W] w", "'W' in the hand is a royal, which no hand holds",
     "royal 'W' in the hand"),
    (True, "4(ww)3/8/8/8/8/8/8/4W2(RR) w K",
     "castling right 'K' without (WW) on e1 and (RR) on h1", "castling right K without"),
]  # fmt: skip


@pytest.mark.parametrize("variant", WITH_OPTION)
@pytest.mark.parametrize(("royal_wazirs", "fen", "engine", "reference"), OTHER_ROYALS)
def test_fens_with_the_other_royals(
    side: type[Side], variant: str, royal_wazirs: bool, fen: str, engine: str, reference: str
) -> None:
    with pytest.raises(side.fen_error, match=re.escape(engine if side is Engine else reference)):
        side.read(variant, fen, royal_wazirs=royal_wazirs)


@pytest.mark.parametrize("variant", WITH_OPTION)
def test_one_wazir_left_fits_either_game(side: type[Side], variant: str) -> None:
    fen = "4w3/8/8/8/8/8/8/4W3[] w - - 0 1"
    assert {side.read(variant, fen, royal_wazirs=wazirs).fen() for wazirs in (False, True)} == {fen}
