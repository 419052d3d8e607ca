"""The rule page of Banqi on the engine and on the reference: the start, turns, captures and the options."""

from __future__ import annotations

import math
from collections import Counter

import pytest

from banqi.sides import (
    ANY,
    CHASER,
    DARK,
    DIRECT,
    HONGKONG,
    MULTI,
    RIDES,
    START,
    TAIWAN,
    VARIANTS,
    Options,
    Side,
    fen_of,
    words,
)

ALL_SQUARES = [f"{file}{rank}" for rank in range(1, 9) for file in "abcd"]
LETTERS = "KGMRNCP"


# ----------------------------------------------------------------------------------------------------- the start


@pytest.mark.parametrize("variant", VARIANTS)
def test_start(side: type[Side], variant: str) -> None:
    start = side(variant=variant)
    assert start.fen() == START
    assert start.moves() == {square * 2 for square in ALL_SQUARES}
    assert start.result() is None


def test_distinct_deals(side: type[Side]) -> None:
    pool = side().fen().partition("[")[2].partition("]")[0]
    deals = math.factorial(len(pool))
    for count in Counter(pool).values():
        deals //= math.factorial(count)
    assert deals == 17844701940490283892633600000


#: Variant, depth, decisions and outcomes.
PERFT = [
    *((variant, depth, counts) for variant in VARIANTS for depth, counts in ((1, (32, 448)), (2, (13888, 192448)))),
    pytest.param(TAIWAN, 3, (5779968, 78989568), marks=pytest.mark.slow),
    pytest.param(HONGKONG, 3, (5779264, 78988864), marks=pytest.mark.slow),
]


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "depth", "counts"), PERFT)
def test_perft_from_the_start(side: type[Side], variant: str, depth: int, counts: tuple[int, int]) -> None:
    assert side(variant=variant).perft(depth) == counts


@pytest.mark.parametrize(
    ("ranks", "fen", "perft"),
    [
        # 8 flips of 8 kinds; then 7 flips of the 7 other kinds.
        (2, "XXXX/XXXX[KRCPkrcp] w - 0 1", [(8, 64), (8 * 8 * 7, 8 * 8 * 7 * 7)]),
        # 16 flips of 14 kinds; 4 pieces (two each of P, p) leave 14 kinds, the other 12 leave 13.
        (4, "XXXX/XXXX/XXXX/XXXX[KGMRNCPPkgmrncpp] w - 0 1",
         [(16, 224), (16 * 14 * 15, 16 * 15 * (2 * 14 + 12 * 13))]),
    ],
)  # fmt: skip
def test_small_boards(side: type[Side], ranks: int, fen: str, perft: list[tuple[int, int]]) -> None:
    start = side(ranks=ranks)
    assert start.fen() == fen == side(fen, ranks=ranks).fen()
    assert [start.perft(depth) for depth in (1, 2)] == perft
    # The top rank is the edge.
    assert side(fen_of(f"Pa{ranks} kd1", ranks=ranks), ranks=ranks).moves() == {
        f"a{ranks}a{ranks - 1}", f"a{ranks}b{ranks}",
    }  # fmt: skip
    assert side(fen_of("Pd2 ka1", ranks=2), ranks=2).moves() == words("d2c2 d2d1")


# --------------------------------------------------------------------------------------------------------- moves

#: Statement, pieces, pool, rest of the FEN, options, prefix, legal moves with it in `banqi` and in `banqi-hongkong`.
MOVES: list[tuple[str, str, str, str, Options, str, str, str | None]] = [
    ("fact: general beside a soldier", "Kb4 pb5", "", "w r", {}, "", "b4a4 b4c4 b4b3", None),
    ("fact: soldier beside a general", "Kb4 pb5", "", "b r", {}, "", "b5a5 b5c5 b5b6 b5b4", None),
    ("fact: cannon beside a soldier", "Ca1 pa2", "", "w r", {}, "a1", "a1b1", "a1b1 a1a2"),
    ("fact: CannonDirect", "Ca1 pa2", "", "w r", DIRECT, "a1", "a1b1 a1a2", None),
    ("fact: jump over a friend", "Ca1 Pa2 ka3", "", "w r", {}, "a1", "a1b1 a1a3", "a1b1"),
    ("fact: jump over an enemy advisor", "Ca1 ga2 ka3", "", "w r", {}, "a1", "a1b1 a1a3", "a1b1 a1a2"),
    ("fact: jump over an enemy soldier", "Ca1 pa2 ka3", "", "w r", {}, "a1", "a1b1 a1a3", "a1b1 a1a2"),
    ("fact: jump over a face-down piece", "Ca1 Xa2 ka3", "n", "w r", {}, "a1", "a1b1 a1a3", "a1b1"),
    ("fact: two screens", "Ca1 Xa2 Xa3 ka4", "Pp", "w r", {}, "a1", "a1b1", "a1b1"),
    ("fact: screen and gap", "Ca1 Xa2 ka4", "p", "w r", {}, "a1", "a1b1 a1a4", "a1b1"),
    ("fact: soldier beside a cannon", "Pc3 cc4", "", "w r", {}, "c3", "c3b3 c3d3 c3c2", "c3b3 c3d3 c3c2"),
    ("fact: cannon beside a soldier, to move", "Pc3 cc4", "", "b r", {}, "c4", "c4b4 c4d4 c4c5", "c4b4 c4d4 c4c5 c4c3"),
    ("fact: horse beside a cannon", "Nb2 cb3", "", "w r", {}, "b2b3", "b2b3", "b2b3"),
    ("fact: elephant beside a cannon", "Mb2 cb3", "", "w r", {}, "b2b3", "b2b3", ""),
    ("Q2: not onto own or face-down pieces", "Rb2 Xb3 Pc2 nb1 Kd8", "p", "w r", {}, "b2", "b2a2 b2b1", "b2a2 b2b1"),
    ("Q2: flip", "Rb2 Xb3 Pc2 nb1 Kd8", "p", "w r", {}, "b3", "b3b3", "b3b3"),
    ("Q2: not the enemy's", "Rb2 Xb3 Pc2 nb1 Kd8", "p", "w r", {}, "b1", "", ""),
    ("Q2: no way round the edge", "Pd1 ka2 Kd8", "", "w r", {}, "d1", "d1c1 d1d2", "d1c1 d1d2"),
    ("Q2: no way round both edges", "Pd1 ka8", "", "w r", {}, "", "d1c1 d1d2", "d1c1 d1d2"),
    ("Q2: the upper corner", "Pa8 kd1", "", "w r", {}, "", "a8a7 a8b8", "a8a7 a8b8"),
    ("Q3: flips are moves", "Ka1 pa2 pb1 Xd8", "p", "w r", {}, "", "d8d8", None),
    ("Q5: gaps on both sides", "Cb2 Pb4 kb7 nb8 pd2 Pa2 ga1 Gc2", "", "w r", {}, "b2", "b2b7 b2d2 b2b1 b2b3", None),
    ("Q5: no quiet jump", "Cb2 Pb3 kd8", "", "w r", {}, "b2", "b2a2 b2c2 b2b1", None),
    ("Q5: not onto an own piece", "Cb2 Pb3 Gb5 kd8", "", "w r", {}, "b2", "b2a2 b2c2 b2b1", None),
    ("Q5: not onto a face-down piece", "Cb2 Pb3 Xb5 kd8", "p", "w r", {}, "b2", "b2a2 b2c2 b2b1", None),
    ("Q5: cannon takes cannon by a jump", "Cb2 cb3 cb4", "", "w r", {}, "b2", "b2a2 b2c2 b2b1 b2b4", None),
    ("CannonDirect: nothing else by a step", "Cb2 kb3 gb1 ma2 nc2", "", "w r", DIRECT, "b2", "", None),
    ("CannonDirect: cannons too", "Cb2 cb3 Pb1 pb8", "", "w r", DIRECT, "b2", "b2a2 b2c2 b2b3 b2b8", None),
    ("CannonDirect: soldiers take no cannon", "Pc3 cc4", "", "w r", DIRECT, "", "c3b3 c3d3 c3c2", None),
    ("DarkCapture: only with the option", "Na1 Xa2 Kd8", "g", "w r", {}, "a", "a1b1 a2a2", "a1b1 a2a2"),
    ("DarkCapture: attempt or flip", "Na1 Xa2 Kd8", "g", "w r", DARK, "a", "a1b1 a1a2 a2a2", "a1b1 a1a2 a2a2"),
    *((f"DarkCapture: {piece} steps", f"{piece}a1 Xa2 Xb1", "pp", "w r", DARK, "a1", "a1a2 a1b1", "a1a2 a1b1")
      for piece in "KGMRNP"),
    ("DarkCapture: the cannon as it captures", "Ca1 Xa2 Xa4 Xb1", "ppp", "w r", DARK, "a1", "a1a4", "a1a2 a1b1"),
    ("DarkCapture: with CannonDirect also by a step", "Ca1 Xa2 Xa4 Xb1", "ppp", "w r", {**DARK, **DIRECT}, "a1",
     "a1a4 a1a2 a1b1", None),
    ("DarkCapture: hopeless attempts too", "Ka1 Xa2 pd8", "P", "w r", DARK, "a1a2", "a1a2", "a1a2"),
    ("DarkCapture: without it, only the flip", "Ka1 pa2 Xb1", "P", "w r", {}, "", "b1b1", "b1b1"),
    ("DarkCapture: with it, another move", "Ka1 pa2 Xb1", "P", "w r", DARK, "", "a1b1 b1b1", "a1b1 b1b1"),
    ("MultiCapture: 0000 only in a series", "Ra1 pa2 pa3", "", "w r", MULTI, "", "a1a2 a1b1", "a1a2 a1b1"),
    ("ChariotRides", "Rb2 pb6 gd2 na2 Pb8", "", "w r", RIDES, "b2", "b2b6 b2a2 b2b1 b2b3 b2c2",
     "b2b6 b2a2 b2b1 b2b3 b2c2 b2d2"),
    ("ChariotRides: onto an advisor", "Rb2 gd2", "", "w r", RIDES, "b2", "b2a2 b2b1 b2b3 b2c2",
     "b2a2 b2b1 b2b3 b2c2 b2d2"),
    ("ChariotRides: nothing behind another piece", "Rb2 Pb4 pb6 nd8", "", "w r", RIDES, "b2", "b2a2 b2c2 b2b1 b2b3",
     "b2a2 b2c2 b2b1 b2b3"),
    ("ChariotRides: horses do not", "Nb2 pb4", "", "w r", RIDES, "b2", "b2a2 b2c2 b2b1 b2b3", "b2a2 b2c2 b2b1 b2b3"),
    ("ChariotRides: no attempt", "Rb2 Xb6", "p", "w r", RIDES, "b2", "b2a2 b2c2 b2b1 b2b3", "b2a2 b2c2 b2b1 b2b3"),
    ("ChariotRides: no attempt at either", "Rb2 Xb6 Xb7", "np", "w r", RIDES, "b2", "b2a2 b2c2 b2b1 b2b3",
     "b2a2 b2c2 b2b1 b2b3"),
    ("ChariotRides: attempts", "Rb2 Xb6 Xb7", "np", "w r", {**RIDES, **DARK}, "b2", "b2a2 b2c2 b2b1 b2b3 b2b6",
     "b2a2 b2c2 b2b1 b2b3 b2b6"),
    # "Chariots can capture any piece by moving any number of spaces": rank does not matter.
    ("ChariotRides any", "Rb2 kb6 gd2 ma2 Pb8", "", "w r", ANY, "b2", "b2b6 b2d2 b2a2 b2b1 b2b3 b2c2",
     "b2b6 b2d2 b2a2 b2b1 b2b3 b2c2"),
    ("ChariotRides any: next to it", "Rb2 kb3 ga2 mc2 pb1 Pb8", "", "w r", ANY, "b2", "b2b3 b2a2 b2c2 b2b1",
     "b2b3 b2a2 b2c2 b2b1"),
    ("ChariotRides any: own pieces never", "Rb2 Gb3 Rd2 kb8", "", "w r", ANY, "b2", "b2a2 b2c2 b2b1", "b2a2 b2c2 b2b1"),
    ("ChariotRides any: nothing behind another piece", "Rb2 Pb4 kb6 nd8", "", "w r", ANY, "b2", "b2a2 b2c2 b2b1 b2b3",
     "b2a2 b2c2 b2b1 b2b3"),
    ("ChariotRides any: quiet moves stay one step", "Rb2 kd8", "", "w r", ANY, "b2", "b2a2 b2c2 b2b1 b2b3",
     "b2a2 b2c2 b2b1 b2b3"),
    ("ChariotRides any: generals do not", "Kb2 kb6 nd2", "", "w r", ANY, "b2", "b2a2 b2c2 b2b1 b2b3",
     "b2a2 b2c2 b2b1 b2b3"),
    ("ChariotRides any: nor do other pieces rise", "Nb2 kb3 ga2", "", "w r", ANY, "b2", "b2c2 b2b1", "b2c2 b2b1 b2a2"),
    ("ChariotRides any: no attempt", "Rb2 Xb6", "k", "w r", ANY, "b2", "b2a2 b2c2 b2b1 b2b3", "b2a2 b2c2 b2b1 b2b3"),
    ("ChariotRides any: attempts", "Rb2 Xb6 Xb7", "kg", "w r", {**ANY, **DARK}, "b2", "b2a2 b2c2 b2b1 b2b3 b2b6",
     "b2a2 b2c2 b2b1 b2b3 b2b6"),
    ("ChariotRides any: horses take no chariot", "Nb2 rb3", "", "w r", ANY, "b2", "b2a2 b2c2 b2b1", "b2a2 b2c2 b2b1"),
]  # fmt: skip


@pytest.mark.parametrize("row", MOVES, ids=[row[0] for row in MOVES])
def test_moves(side: type[Side], row: tuple[str, str, str, str, Options, str, str, str | None]) -> None:
    _, pieces, pool, rest, options, prefix, taiwan, hongkong = row
    for variant, expected in ((TAIWAN, taiwan), (HONGKONG, hongkong)):
        if expected is not None:
            assert side.setup(pieces, pool, rest, variant, options).moves(prefix) == words(expected), variant


#: Q4, copied from the page: how the first piece of each line takes K, G, M, R, N, C, P.
TABLES = {
    TAIWAN: "K111111. G.111111 M..11111 R...1111 N....111 Cjjjjjjj P1.....1",
    HONGKONG: "K111111. G.1....1 M.11...1 R.111111 N.11.111 C.11..11 P1.....1",
}


@pytest.mark.parametrize("variant", VARIANTS)
def test_q4_every_pair(side: type[Side], variant: str) -> None:
    """By a step and by a jump, for both colours."""
    for row in TABLES[variant].split():
        for victim, how in zip(LETTERS, row[1:], strict=True):
            for own, enemy, rest in ((row[0], victim.lower(), "w r"), (row[0].lower(), victim, "w b")):
                step = side.setup(f"{own}b2 {enemy}b3", "", rest, variant)
                assert ("b2b3" in step.moves()) == (how == "1"), f"{own}{enemy}"
                jump = side.setup(f"{own}b2 Xb3 {enemy}b5", "p", rest, variant)
                assert ("b2b5" in jump.moves()) == (how == "j"), f"{own}{enemy}"


@pytest.mark.parametrize("victim", LETTERS.lower())
def test_cannon_direct(side: type[Side], victim: str) -> None:
    """Soldiers and cannons by a step, everything by a jump as before."""
    step = side.setup(f"Cb2 {victim}b3", options=DIRECT)
    assert ("b2b3" in step.moves()) == (victim in "pc")
    assert "b2b5" in side.setup(f"Cb2 Pb3 {victim}b5", options=DIRECT).moves()


# ---------------------------------------------------------------------------------------------- what a move does


def test_q1_the_first_flip_decides_the_first_players_colour(side: type[Side]) -> None:
    start = side()
    red, black = start.play("a1a1=rk"), start.play("a1a1=bp")
    assert (red.fields, black.fields) == ("b r 0 1", "b b 0 1")
    assert black.fen() == "XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/pXXX[KGGMMRRNNCCPPPPPkggmmrrnnccpppp] b b 0 1"
    # The piece shown is not the second player's.
    assert red.moves() == black.moves() == {square * 2 for square in ALL_SQUARES[1:]}
    second = black.play("d8d8=rk")
    assert second.fen() == "XXXK/XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/pXXX[GGMMRRNNCCPPPPPkggmmrrnnccpppp] w b 0 2"
    assert second.moves() == {square * 2 for square in ALL_SQUARES[1:-1]}


CLOCK = "Ra1 pa2 Xd8 Pc1 kd1"
DIRECT_ATTEMPT = "Ca1 Xa2 Xa4"
SERIES = "Ra1 pa2 pa3 nb3 Pd8 Xd1 kd4"
BOTH: Options = {**MULTI, **DARK}

#: Statement, pieces, pool, rest of the FEN, options, moves, the FEN afterwards or just its fields after the board.
LINES: list[tuple[str, str, str, str, Options, str, str]] = [
    ("Q2: capture", "Rb2 Xb3 Pc2 nb1 Kd8", "p", "w r", {}, "b2b1", "3K/4/4/4/4/1X2/2P1/1R2[p] b r 0 1"),
    ("Q2: flip", "Rb2 Xb3 Pc2 nb1 Kd8", "p", "w r", {}, "B3B3=BP", "3K/4/4/4/4/1p2/1RP1/1n2[] b r 0 1"),
    ("Q6: a quiet move", CLOCK, "p", "w r 17 20", {}, "a1b1", "b r 18 20"),
    ("Q6: a capture", CLOCK, "p", "w r 17 20", {}, "a1a2", "b r 0 20"),
    ("Q6: a flip", CLOCK, "p", "w r 17 20", {}, "d8d8=bp", "b r 0 20"),
    ("Q6: two quiet moves", CLOCK, "p", "w r 17 20", {}, "a1b1 a2a3", "w r 19 21"),
    ("DarkCapture: taken", "Na1 Xa2 Xd8", "pP", "w r 17 30", DARK, "a1a2=bp", "3X/4/4/4/4/4/N3/4[P] b r 0 30"),
    ("DarkCapture: an own piece stays", "Na1 Xa2 Xd8", "pP", "w r 17 30", DARK, "a1a2=rp",
     "3X/4/4/4/4/4/P3/N3[p] b r 0 30"),
    ("DarkCapture: so does one it may not take", "Na1 Xa2 Kd8", "g", "w r", DARK, "a1a2=bg",
     "3K/4/4/4/4/4/g3/N3[] b r 0 1"),
    ("DarkCapture: a hopeless attempt is a flip", "Ka1 Xa2 pd8", "P", "w r", DARK, "a1a2=rp",
     "3p/4/4/4/4/4/P3/K3[] b r 0 1"),
    # A direct cannon takes cannons by a step, but horses only by its jump.
    ("DarkCapture: a step takes no horse", DIRECT_ATTEMPT, "nc", "w r", {**DARK, **DIRECT}, "a1a2=bn",
     "4/4/4/4/X3/4/n3/C3[c] b r 0 1"),
    ("DarkCapture: a step takes a cannon", DIRECT_ATTEMPT, "nc", "w r", {**DARK, **DIRECT}, "a1a2=bc",
     "4/4/4/4/X3/4/C3/4[n] b r 0 1"),
    ("DarkCapture: a jump takes anything", DIRECT_ATTEMPT, "nc", "w r", {**DARK, **DIRECT}, "a1a4=bn",
     "4/4/4/4/C3/4/X3/4[c] b r 0 1"),
    ("ChariotRides: an attempt from afar", "Rb2 Xb6 Xb7", "np", "w r", {**RIDES, **DARK}, "b2b6=bn",
     "4/1X2/1R2/4/4/4/4/4[p] b r 0 1"),
    ("ChariotRides any: an attempt at a general", "Ra1 Xa6 Xd8", "kn", "w r", {**ANY, **DARK}, "a1a6=bk",
     "3X/4/R3/4/4/4/4/4[n] b r 0 1"),
    ("ChariotRides ranked: not at a general", "Ra1 Xa6 Xd8", "kn", "w r", {**RIDES, **DARK}, "a1a6=bk",
     "3X/4/k3/4/4/4/4/R3[n] b r 0 1"),
    ("ChariotRides any: an own piece stays", "Ra1 Xa6 Xd8", "kP", "w r", {**ANY, **DARK}, "a1a6=rp",
     "3X/4/P3/4/4/4/4/R3[k] b r 0 1"),
    ("ChariotRides any: a series", "Ra1 ka4 gd4 md8 Pd3 pd1", "", "w r", {**MULTI, **ANY},
     "a1a4 a4d4 d4d8", "3R/4/4/4/4/3P/4/3p[] b r 0 1"),
    ("MultiCapture: one", SERIES, "p", "b b 3 12", MULTI, "a1a2", "3P/4/4/4/3k/pn2/R3/3X[p] b b 0 12 a2"),
    ("MultiCapture: one and stop", SERIES, "p", "b b 3 12", MULTI, "a1a2 0000", "3P/4/4/4/3k/pn2/R3/3X[p] w b 0 13"),
    ("MultiCapture: two", SERIES, "p", "b b 3 12", MULTI, "a1a2 a2a3", "3P/4/4/4/3k/Rn2/4/3X[p] b b 0 12 a3"),
    ("MultiCapture: two and stop", SERIES, "p", "b b 3 12", MULTI, "a1a2 a2a3 0000",
     "3P/4/4/4/3k/Rn2/4/3X[p] w b 0 13"),
    ("MultiCapture: with nothing more to take the turn ends", SERIES, "p", "b b 3 12", MULTI, "a1a2 a2a3 a3b3",
     "3P/4/4/4/3k/1R2/4/3X[p] w b 0 13"),
    ("MultiCapture: stopping leaves the clock", "Ra2 pa3 kd1", "", "w r 7 5 a2", MULTI, "0000",
     "4/4/4/4/4/p3/R3/3k[] b r 7 5"),
    ("MultiCapture: a capture resets it", "Ra2 pa3 kd1", "", "w r 7 5 a2", MULTI, "a2a3",
     "4/4/4/4/4/R3/4/3k[] b r 0 5"),
    ("MultiCapture: no series without the option", "Ra1 pa2 pa3", "", "w r", {}, "a1a2", "b r 0 1"),
    ("MultiCapture: no series without the option, soldiers left", "Ra1 pa2 pa3 Pd8", "", "w r", {}, "a1a2", "b r 0 1"),
    ("MultiCapture: a quiet move starts none", "Ra1 pb2 Pd8", "", "w r", MULTI, "a1a2", "b r 1 1"),
    ("MultiCapture: nothing face up to take", "Ra1 pa2 Xa3", "n", "w r", MULTI, "a1a2", "b r 0 1"),
    ("MultiCapture: the last piece ends the game", "Ra1 pa2 Xa3", "P", "w r", BOTH, "a1a2", "b r 0 1"),
    ("MultiCapture: an attempt starts one", "Ra1 Xa2 pa3 kd8", "n", "w r", BOTH, "a1a2=bn",
     "3k/4/4/4/4/p3/R3/4[] w r 0 1 a2"),
    ("MultiCapture: a flip starts none", "Ra1 Xa2 pa3 kd8", "n", "w r", BOTH, "a2a2=bn", "b r 0 1"),
    ("MultiCapture: a face-down target", "Ra1 pa2 Xa3 kd8 Xa4", "nG", "w r", BOTH, "a1a2",
     "3k/4/4/4/X3/X3/R3/4[Gn] w r 0 1 a2"),
    ("MultiCapture: on while it succeeds", "Ra1 pa2 Xa3 kd8 Xa4", "nG", "w r", BOTH, "a1a2 a2a3=bn",
     "3k/4/4/4/X3/R3/4/4[G] w r 0 1 a3"),
    ("MultiCapture: over when it fails", "Ra1 pa2 Xa3 kd8 Xa4", "nG", "w r", BOTH, "a1a2 a2a3=rg",
     "3k/4/4/4/X3/G3/R3/4[n] b r 0 1"),
    ("MultiCapture: a cannon's jumps", "Ca1 Pa2 na3 gc3 pd3 pd8", "", "w r", MULTI, "a1a3",
     "3p/4/4/4/4/C1gp/P3/4[] w r 0 1 a3"),
    ("MultiCapture: a cannon's last jump", "Ca1 Pa2 na3 gc3 pd3 pd8", "", "w r", MULTI, "a1a3 a3d3",
     "3p/4/4/4/4/2gC/P3/4[] b r 0 1"),
    ("MultiCapture: a riding chariot", "Ra1 pa4 pd4 pd8 kd1", "", "w r", {**MULTI, **RIDES}, "a1a4 a4d4 d4d8",
     "3R/4/4/4/4/4/4/3k[] b r 0 1"),
]  # fmt: skip


@pytest.mark.parametrize("row", LINES, ids=[row[0] for row in LINES])
def test_lines(side: type[Side], row: tuple[str, str, str, str, Options, str, str]) -> None:
    _, pieces, pool, rest, options, moves, after = row
    line = side.setup(pieces, pool, rest, options=options).play(moves)
    assert after in (line.fen(), line.fields)


#: Within a series: pieces, pool, rest of the FEN, options besides MultiCapture, moves, legal moves after them.
SERIES_MOVES: list[tuple[str, str, str, Options, str, str]] = [
    (SERIES, "p", "b b 3 12", {}, "a1a2", "0000 a2a3"),  # no quiet move, no flip, no other piece
    ("Ca1 Pa2 na3 gc3 pd3 pd8", "", "w r", {}, "a1a3", "0000 a3d3"),  # over c3: no step
    ("Ra1 pa2 Xa3 kd8 Xa4", "nG", "w r", DARK, "a1a2", "0000 a2a3"),
    ("Ra1 pa4 pd4 pd8 kd1", "", "w r", RIDES, "a1a4", "0000 a4d4"),
    ("Ra1 pa4 pd4 pd8 kd1", "", "w r", RIDES, "a1a4 a4d4", "0000 d4d8"),
]


@pytest.mark.parametrize(("pieces", "pool", "rest", "options", "moves", "legal"), SERIES_MOVES)
def test_moves_in_a_series(
    side: type[Side], pieces: str, pool: str, rest: str, options: Options, moves: str, legal: str
) -> None:
    line = side.setup(pieces, pool, rest, options={**options, **MULTI}).play(moves)
    assert line.moves() == words(legal)


@pytest.mark.parametrize("options", [{}, MULTI])
def test_stopping_is_legal_only_in_a_series(side: type[Side], options: Options) -> None:
    with pytest.raises(side.bad_move, match="'0000' is not a legal move"):
        side.setup("Ra1 pa2 pa3", options=options).push("0000")
    stopped = side("4/4/4/4/4/p3/R3/3k[] w r 7 5 a2", options=MULTI).push("0000")
    with pytest.raises(side.bad_move, match="'0000' is not a legal move"):
        stopped.push("0000")


def test_perft_of_a_series(side: type[Side]) -> None:
    """By hand: each capture, and stopping, is a ply."""
    # a1a2 a2a3 ends the game, a1a2 0000 leaves a3a4 a3b3 (a soldier takes no chariot);
    # a1b1 leaves a2a1 a2b2 a3a4 a3b3.
    assert side.setup("Ra1 pa2 pa3", options=MULTI).perft(2) == (2 + 4, 6)
    assert side.setup("Ra2 pa3", rest="w r 0 1 a2", options=MULTI).perft(2) == (2, 2)


def test_chances_of_an_attempt(side: type[Side]) -> None:
    attempt = side.setup("Na1 Xa2 Xd8", "pP", "w r 17 30", options=DARK)
    assert attempt.outcomes("a1a2") == [("a1a2=rp", 1), ("a1a2=bp", 1)]
    series = side.setup("Ra1 pa2 Xa3 kd8 Xa4", "nG", options=BOTH).play("a1a2")
    assert series.outcomes("a2a3") == [("a2a3=rg", 1), ("a2a3=bn", 1)]


# ---------------------------------------------------------------------------------- what makes positions the same


def test_what_makes_positions_the_same(side: type[Side]) -> None:
    """Side, owner, pool and series matter; the counters and the option Repetition do not."""
    pieces = "Ra1 pa2 pa3 Xd8 Xd7"
    different = [
        side.setup(pieces, "kn", "w r 5 9"),
        side.setup(pieces, "kn", "b r 5 9"),
        side.setup(pieces, "kn", "w b 5 9"),
        side.setup(pieces, "kg", "w r 5 9"),
        side.setup(pieces, "KN", "w r 5 9"),
        side.setup("Ra1 pa2 pa3 Xd8 Xc7", "kn", "w r 5 9"),
        side.setup("Ra1 pc5 Xd1 Xd2", "kg"),
        side.setup("Ra1 pc5 Xd1 Xd2", "kn"),
        side.setup("Xa1 Xa2", "Kk", "w -"),
        side.setup("Xa1 Xa2", "Kk", "w r"),
        *(side(f"3k/4/4/4/4/p2X/R3/P3[n] w r 0 1{tail}", options=MULTI) for tail in ("", " a2")),
        side.setup("Ra1 pa2 pa3 kd8", options=MULTI).play("a1a2"),
        side("3k/4/4/4/4/p3/R3/4[] w r 0 1", options=MULTI),
    ]
    assert len({one.key() for one in different}) == len(different)
    assert side.setup(pieces, "kn", "w r 0 1").key() == different[0].key()
    assert side.setup(pieces, "kn", "w r 5 9", options=CHASER).key() == different[0].key()
