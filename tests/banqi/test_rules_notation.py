"""The rule page of Banqi on the engine and on the reference: FENs and the texts of moves."""

from __future__ import annotations

import re

import pytest

from banqi.sides import DARK, MULTI, START, Engine, Options, Side

BOTH: Options = {**MULTI, **DARK}

# --------------------------------------------------------------------------------------------------------- FENs

DOWN = "/".join(["XXXX"] * 8) + "[KGGMMRRNNCCPPPPPkggmmrrnnccppppp]"
LONE = "4/4/4/4/4/4/4/Kk2"
SERIES = "3k/4/4/4/4/p2X/R3/P3[n]"

#: The FEN read, the FEN written, options.
GOOD_FENS: list[tuple[str, str, Options]] = [
    (START, START, {}),
    (DOWN, START, {}),
    (f"{LONE} b r", f"{LONE}[] b r 0 1", {}),
    (f"{LONE} w b 7", f"{LONE}[] w b 7 1", {}),
    (f"{LONE}[] w b 7", f"{LONE}[] w b 7 1", {}),
    (f"{LONE} w b 10000 30000", f"{LONE}[] w b 10000 30000", {}),
    ("XX2/4/4/4/4/4/4/XK2[pkR] b r 3 4", "XX2/4/4/4/4/4/4/XK2[Rkp] b r 3 4", {}),
    ("XX2/4/4/4/4/4/4/4[Kk] b r 0 4", "XX2/4/4/4/4/4/4/4[Kk] b r 0 4", {}),
    (f"{SERIES} w r 0 1 a2", f"{SERIES} w r 0 1 a2", MULTI),
    (f"{SERIES} b b 0 1 a2", f"{SERIES} b b 0 1 a2", MULTI),
    ("4/4/4/4/4/4/X3/R2k[n] w r 0 1 a1", "4/4/4/4/4/4/X3/R2k[n] w r 0 1 a1", BOTH),
]


@pytest.mark.parametrize(("fen", "written", "options"), GOOD_FENS)
def test_fens(side: type[Side], fen: str, written: str, options: Options) -> None:
    for text in (fen, written):
        assert side(text, options=options).fen() == written


#: FEN, part of the engine's message, part of the reference's.
BAD_FENS: list[tuple[str, str, str]] = [
    ("", "empty FEN", "the FEN is empty"),
    (f"{LONE}[] w r 0 1 a1 x", "7 fields, expected at most 6: extra 'x'", "7 fields"),
    ("4/4/4/4/4/4/Kk2 w r", "board has 7 ranks, expected 8", "7 ranks, expected 8, 4 or 2"),
    ("4/4/4/4/4/4/4/4/Kk2 w r", "board has 9 ranks, expected 8", "9 ranks"),
    ("4/4/Kk2[] w r", "board has 3 ranks, expected 8", "3 ranks"),
    ("Kk2[] w r", "board has 1 rank, expected 8", "1 ranks"),
    ("4/4/4/5/4/4/4/Kk2 w r", "rank 5 has 5 files, expected 4", "rank 5 has 5 files, expected 4"),
    ("4/4/4/4/4/4/XXX/Kk2[ppp] w r", "rank 2 has 3 files, expected 4", "rank 2 has 3 files, expected 4"),
    ("4/4/4/4/4/4/13/Kk2 w r", "rank 2 has 13 files", "rank 2 has 13 files"),
    ("4/4/4/4/4//4/Kk2 w r", "rank 3 has 0 files", "rank 3 has 0 files"),
    ("4/4/4/4/4/04/4/Kk2 w r", "rank 3 has '04', expected a number from 1", "rank 3 has the number 04"),
    ("4/4/4/4/4/0/4/Kk2[] w r", "rank 3 has '0', expected a number from 1", "rank 3 has the number 0"),
    ("4/4/4/4/4/400/4/Kk2[] w r", "rank 3 has 400 files", "rank 3 has more than 99 files"),
    ("4/4/4/4/4/4/q3/Kk2 w r", "'q' on a2 is not a piece, expected one of KGMRNCPkgmrncp or X",
     "rank 2 has the unknown letter 'q'"),
    ("4/4/4/4/4/4/x3/Kk2[p] w r", "'x' on a2 is not a piece", "rank 2 has the unknown letter 'x'"),
    ("4/4/4/4/4/4/X3/Kk2[X] w r", "'X' in the pool is not a piece", "the pool has the unknown letter 'X'"),
    ("4/4/4/4/4/4/X3/Kk2[1] w r", "'1' in the pool is not a piece", "the pool has the unknown letter '1'"),
    (f"{LONE}[ w r", "has no closing bracket", "one pair of brackets"),
    (f"{LONE}] w r", "rank 1 has 5 files", "one pair of brackets"),
    (f"{LONE}[][] w r", "the pool has 2 pieces, but 0 squares are face down", "one pair of brackets"),
    (f"[]{LONE} w r", "has no closing bracket", "one pair of brackets"),
    ("4/4/4/4/4/4/X3/Kk2 w r", "the pool has 0 pieces, but 1 squares are face down",
     "1 pieces are face down, but the pool has 0"),
    ("4/4/4/4/4/4/X3/Kk2[pp] w r", "the pool has 2 pieces, but 1 squares are face down",
     "1 pieces are face down, but the pool has 2"),
    (f"{LONE}[p] w r", "the pool has 1 pieces, but 0 squares are face down",
     "0 pieces are face down, but the pool has 1"),
    ("4/4/4/4/4/4/4/4[] w r", "the board is empty", "the board has no piece"),
    ("4/4/4/4/4/4/4/4[] w -", "the board is empty", "the board has no piece"),
    ("4/4/4/4/4/4/4/KK2[] w r", "red has 2 Generals, the set has 1",
     "red has 2 generals with the pool's, expected at most 1"),
    ("4/4/4/4/4/4/X3/Kk2[k] w r", "black has 2 Generals, the set has 1",
     "black has 2 generals with the pool's, expected at most 1"),
    ("4/4/4/4/4/4/GG2/XXXX[Gppp] w r", "red has 3 Advisors, the set has 2", "red has 3 advisors"),
    ("4/4/4/4/4/4/PPP1/XXXX[PPPp] w r", "red has 6 Soldiers, the set has 5",
     "red has 6 soldiers with the pool's, expected at most 5"),
    (f"{LONE} x r", "side to move 'x', expected w or b", "side to move 'x' must be w or b"),
    (f"{LONE} r r", "side to move 'r', expected w or b", "side to move 'r' must be w or b"),
    *((f"{LONE} w {colour}", f"first player's colour '{colour}', expected r, b or -",
       f"first player's colour '{colour}' must be r, b or -") for colour in ("w", "R", "rb")),
    *((f"{LONE} w{colour}", "first player's colour '-', but a piece is face up: expected r or b",
       "first player's colour is -, but the piece on a1 is face up") for colour in (" -", "")),
    ("4/4/4/4/4/4/4/XX2[Kk] b -", "side to move 'b' before the first flip, which is the first player's",
     "first player's colour is -, but the second player is to move"),
    *((f"{LONE} w r {clock}", f"plies without progress '{clock}' is not a whole number",
       f"clock '{clock}' must be a number from 0 to 10000") for clock in ("x", "-1", "+1", "٣")),
    (f"{LONE} w r 10001", "plies without progress '10001' is outside 0..10000",
     "clock '10001' must be a number from 0 to 10000"),
    (f"{LONE} w r 0 30001", "move number '30001' is outside 0..30000",
     "move number '30001' must be a number from 0 to 30000"),
    (f"{LONE} w r 0 1.5", "move number '1.5' is not a whole number",
     "move number '1.5' must be a number from 0 to 30000"),
    (f"{SERIES} w r 0 1 a2", "series square 'a2', but this game has no MultiCapture",
     "series square a2, but MultiCapture is off"),
]  # fmt: skip


@pytest.mark.parametrize(("fen", "engine", "reference"), BAD_FENS)
def test_bad_fens(side: type[Side], fen: str, engine: str, reference: str) -> None:
    with pytest.raises(side.bad_fen, match=re.escape(engine if side is Engine else reference)):
        side(fen)


#: Ranks, FEN, options, part of the engine's message, part of the reference's.
BAD_SMALL_FENS: list[tuple[int, str, Options, str, str]] = [
    (4, "4/4/mmm1/Kk2[] w r", {}, "black has 3 Elephants, the set has 1",
     "black has 3 elephants with the pool's, expected at most 1"),
    (4, "4/4/RR2/Kk2[] w r", {}, "red has 2 Chariots, the set has 1",
     "red has 2 chariots with the pool's, expected at most 1"),
    (2, "PPP1/Kk2[] w r", {}, "red has 3 Soldiers, the set has 1",
     "red has 3 soldiers with the pool's, expected at most 1"),
    (2, "PP2/Kk2", {}, "red has 2 Soldiers, the set has 1", "red has 2 soldiers with the pool's, expected at most 1"),
    (2, "N3/Kk2[] w r", {}, "red has 1 Horses, the set has 0", "red has 1 horses with the pool's, expected at most 0"),
    (2, "kp2/RP2[] w r 0 1 a3", MULTI, "series square 'a3' is not a square", "series square 'a3' is no square"),
]  # fmt: skip


@pytest.mark.parametrize(("ranks", "fen", "options", "engine", "reference"), BAD_SMALL_FENS)
def test_bad_fens_of_small_boards(
    side: type[Side], ranks: int, fen: str, options: Options, engine: str, reference: str
) -> None:
    with pytest.raises(side.bad_fen, match=re.escape(engine if side is Engine else reference)):
        side(fen, options=options, ranks=ranks)


#: FEN, options, part of the engine's message, part of the reference's.
BAD_SERIES: list[tuple[str, Options, str, str]] = [
    *((f"{SERIES} w r 0 1 {square}", MULTI, f"series square '{square}' is not a square",
       f"series square '{square}' is no square") for square in ("-", "a9", "A2", "a2a3")),
    *((fen, options, f"series square '{fen[-2:]}' holds no face-up piece of the side to move",
       f"series square {fen[-2:]} holds no face-up piece of the side to move") for fen, options in (
        (f"{SERIES} w r 0 1 b2", MULTI),
        (f"{SERIES} w r 0 1 a3", MULTI),
        (f"{SERIES} w r 0 1 d3", MULTI),
        (f"{SERIES} w b 0 1 a2", MULTI),
        (f"{SERIES} b r 0 1 a2", MULTI),
        ("4/4/4/4/4/4/4/XX2[Kk] w - 0 1 a1", MULTI),
        ("4/4/4/4/4/4/4/XX2[Kk] w - 0 1 a1", BOTH),
    )),
    *((fen, options, "the piece on the series square 'a1' has nothing to take",
       "series square a1: the piece there has nothing to take") for fen, options in (
        (f"{SERIES} w r 0 1 a1", MULTI),
        ("4/4/4/4/4/4/X3/R2k[n] w r 0 1 a1", MULTI),
        ("4/4/4/4/4/4/X3/R3[P] w r 0 1 a1", BOTH),
    )),
]  # fmt: skip


@pytest.mark.parametrize(("fen", "options", "engine", "reference"), BAD_SERIES)
def test_bad_series(side: type[Side], fen: str, options: Options, engine: str, reference: str) -> None:
    with pytest.raises(side.bad_fen, match=re.escape(engine if side is Engine else reference)):
        side(fen, options=options)


# -------------------------------------------------------------------------------------------------------- moves

#: Move, part of the engine's message, part of the reference's.
BAD_MOVES = [
    ("a1a1", "'a1a1': outcome missing; write, for example, a1a1=bk", "'a1a1' does not say which piece"),
    ("a1a1=", "'' is not an outcome", "'' is no piece"),
    ("a1a1=k", "'k' is not an outcome, expected a colour r or b and a piece of kgmrncp", "'k' is no piece"),
    ("a1a1=wk", "'wk' is not an outcome", "'wk' is no piece"),
    ("a1a1=rq", "'rq' is not an outcome", "'rq' is no piece"),
    ("a1a1=rkk", "'rkk' is not an outcome", "'rkk' is no piece"),
    ("a1a1=rk=rk", "'rk=rk' is not an outcome", "'rk=rk' is no piece"),
    ("a1a1=rm", "no red Elephant is left face down", "the pool has no such piece"),
    ("a1a1=rk", "no red General is left face down", "the pool has no such piece"),
    ("b2b3=bp", "'b2b3=bp' has an outcome, but turns up no piece", "'b2b3=bp' turns up no piece"),
    ("b2c2=bp", "'b2c2=bp' has an outcome, but turns up no piece", "'b2c2=bp' turns up no piece"),
    ("=", "'' is not a legal move", "'=' is not a legal move"),
    *((text, f"'{text}' is not a legal move", f"'{text}' is not a legal move")
      for text in ("a1", "", "0000", "b2d2", "b3b4")),
    *((text, f"'{text.partition('=')[0]}' is not a legal move", f"'{text}' is not a legal move")
      for text in ("a2a2=bk", "a2a2=rk", "a1a2=bk", "a1a2=rk", "e1e1=bk", "e1e1=rk", "a9a9=rk")),
]  # fmt: skip


@pytest.mark.parametrize(("text", "engine", "reference"), BAD_MOVES)
def test_bad_moves(side: type[Side], text: str, engine: str, reference: str) -> None:
    line = side.setup("Xa1 Rb2 pb3", "k")
    before = line.fen()
    with pytest.raises(side.bad_move, match=re.escape(engine if side is Engine else reference)):
        line.push(text)
    assert line.fen() == before


def test_moves_in_any_case(side: type[Side]) -> None:
    line = side.setup("Xa1 Rb2 pb3 kd8", "K")
    for upper, lower in (("A1A1=RK", "a1a1=rk"), ("B2B3", "b2b3")):
        assert line.push(upper).fen() == line.push(lower).fen()


def test_outcomes(side: type[Side]) -> None:
    """The outcomes of a flip, with the number of such pieces in the pool."""
    kinds = [f"a1a1={colour}{piece}" for colour in "rb" for piece in "kgmrncp"]
    assert side().outcomes("a1a1") == list(zip(kinds, [1, 2, 2, 2, 2, 2, 5] * 2, strict=True))
    assert side.setup("Ra1 pa2").outcomes("a1a2") == [("a1a2", 1)]
    with pytest.raises(side.bad_move, match="not a legal move"):
        side().outcomes("a1a2")
