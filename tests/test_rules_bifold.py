"""The rule page of Bifold Halfgi, statement by statement, against the engine (rules/bifold-halfgi.md)."""

from __future__ import annotations

import random
import re

import pytest

from oddfish.cext.bifold.game import VARIANTS, Bifold, Setup
from oddfish.cext.core.perft import perft
from oddfish.cext.core.rules import FenError, MoveError, Position
from oddfish.engine.game import Game, Result
from oddfish.engine.variants import REGISTRY

BH, WAZIRS, HANDED, WEAK = VARIANTS
KINGS = " WFe1 wfe8"
SETUPS = {variant: Setup(variant) for variant in VARIANTS}


def board(pieces: str) -> str:
    """The board field of pieces such as ``RRa1 Bba3``; what stands on a square may be named in several words."""
    squares: dict[str, str] = {}
    for word in pieces.split():
        letters, square = re.fullmatch(r"([A-Za-z]+)([a-h][1-8])", word).groups()  # type: ignore[union-attr]
        squares[square] = squares.get(square, "") + letters
    rows = []
    for rank in "87654321":
        signs = [squares.get(file + rank, "1") for file in "abcdefgh"]
        rows.append("".join(f"({sign})" if len(sign) > 1 else sign for sign in signs))
    return re.sub("1+", lambda run: str(len(run[0])), "/".join(rows))


def setup(pieces: str, rest: str = "w", variant: str = BH, hand: str = "", **options: bool) -> Bifold:
    """A position from its pieces, hand and the FEN's other fields."""
    return Bifold(Setup(variant, **options) if options else SETUPS[variant], f"{board(pieces)}[{hand}] {rest}")


def texts(position: Position, start: str = "") -> set[str]:
    """The legal moves' texts that start so."""
    return {text for text in map(position.text, position.moves()) if text.startswith(start)}


def play(position: Position, moves: str) -> Position:
    for text in moves.split():
        position = position.make(position.parse(text))
        assert position.valid() and position.key == position.fresh_key
    return position


def game(pieces: str, rest: str = "w", moves: str = "", variant: str = BH, hand: str = "") -> Game:
    result = Game(variant, fen=f"{board(pieces)}[{hand}] {rest}")
    for text in moves.split():
        assert result.result() is None, f"over before {text}"
        result.push(text)
    return result


def words(text: str) -> set[str]:
    return set(text.split())


# ----------------------------------------------------------------------------------------- worked examples


def test_example_1_start() -> None:
    pawns = {f"{file}2{file}{rank}" for file in "abcdefgh" for rank in "34"}
    assert texts(Bifold(SETUPS[BH])) == pawns | words("b1a3 b1c3 g1f3 g1h3")


@pytest.mark.parametrize(
    ("variant", "counts"),
    [
        (BH, [20, 400, 10162, 257692]),
        (WAZIRS, [20, 400, 10082, 253640]),
        (HANDED, [52, 2704, 140020]),
        (WEAK, [36, 1296, 49528]),
    ],
)
def test_examples_1_and_8_perft(variant: str, counts: list[int]) -> None:
    start = Bifold(SETUPS[variant])
    for depth, count in enumerate(counts, 1):
        assert perft(start, depth) == perft(start, depth, lists=True) == count


@pytest.mark.parametrize(("unit", "targets"), [("QR", 22), ("QB", 21), ("RB", 16), ("QQ", 27), ("Q", 16), ("HR", 16)])
def test_example_2_units(unit: str, targets: int) -> None:
    moves = texts(setup(f"{unit}d4 We1 wb8"), "d4")
    assert len({text for text in moves if len(text) == 4}) == targets


RR_ALONE = "a1a2r a1b1r a1c1r a1d1r "

#: What a piece may do: rule, variant, pieces, FEN rest, start of the texts, all of them.
MOVES = [
    ("example 3", BH, "Ra1 ba3", "w", "a1", "a1a2 a1a3 a1b1 a1c1 a1d1"),
    ("example 3, beside a friend", BH, "Ra1 Bba3", "w", "a1", "a1a2 a1a3 a1b1 a1c1 a1d1"),
    ("example 3, two enemies", BH, "Ra1 bha3", "w", "a1", "a1a2 a1a3xb a1a3xh a1b1 a1c1 a1d1"),
    ("example 3, two like enemies", BH, "Ra1 bba3", "w", "a1", "a1a2 a1a3 a1b1 a1c1 a1d1"),
    ("example 3, unit", BH, "RRa1 bha3", "w", "a1", RR_ALONE + "a1a2 a1a3 a1a3rxb a1a3rxh a1b1 a1c1 a1d1"),
    ("example 4", BH, "RRa1 Ba3 Hbb1", "w", "a1", "a1a2 a1a2r a1a3r a1b1r"),
    ("example 5", BH, "Pd4 qhe5 Bqc5 Bd5", "w", "d4", "d4e5"),
    ("example 6", BH, "WRd4 Fe1 rrh5 wfe8", "w", "d4",
     "d4b4 d4c4 d4e4 d4f4 d4d2 d4d3 d4d5 d4c4w d4e4w d4d3w d4d5w "
     "d4b4r d4c4r d4e4r d4f4r d4d2r d4d3r d4d5r d4d6r"),
    ("example 6, no Rooks", BH, "WRd4 Fe1 wfe8", "w", "d4d6", "d4d6 d4d6r"),
    ("B1: HH leaps", BH, "HHb1 Pb2 Pa1 Pc1", "w", "b1", "b1a3 b1c3 b1d2"),
    ("B1: one H does not", BH, "Hb1 Pb2 Pa1 Pc1", "w", "b1", ""),
    ("B1: one H in a unit", BH, "HBb1 Pb2 Pa1", "w", "b1", "b1d2 b1a2 b1c2 b1d3 b1e4 b1d2h b1a2b b1c2b b1d3b b1e4b"),
    ("B1: WF is a King", BH, "wfe8", "b", "e8",
     "e8d8 e8f8 e8d7 e8e7 e8f7 e8d8w e8f8w e8e7w e8d7f e8f7f"),
    ("B1: WW is a King", WAZIRS, "WWa1 wwe8", "w", "a1", "a1a2 a1b1 a1b2 a1a2w a1b1w"),
    ("B1: FB is F or hB", BH, "FBa1 We1 wfe8", "w", "a1", "a1b2 a1c3 a1d4 a1e5 a1b2f a1b2b a1c3b a1d4b a1e5b"),
    ("B2: the other stays", BH, "RHa1 Pa2 Pb1", "w", "a1", ""),
    ("B3: lines", BH, "Ra1 Pa3 bbc1", "w", "a1", "a1a2 a1b1 a1c1"),
    ("B3: sharing squares block too", BH, "Ra1 Bba2 bc1", "w", "a1", "a1a2 a1b1 a1c1"),
    ("B3: the Mao's leg", BH, "Ha1 bb1", "w", "a1", "a1b3"),
    ("B3: the double step", BH, "Pa2 Pb2 ba3 bb4", "w", "a2", ""),
    ("B3: the double step's end", BH, "Pb2 bb4", "w", "b2", "b2b3"),
    ("B4: single, friend", BH, "Ra1 Pa2 BBb1 ", "w", "a1", ""),
    ("B4: single, one friend", BH, "Ra1 Ba2 Pb1", "w", "a1", "a1a2"),
    ("B4: single, enemy pawn", BH, "Ra1 pa2 Pb1", "w", "a1", "a1a2"),
    ("B4: unit", BH, "RRd1 Bd2 Pc1 bf1 WFh8", "w", "d1", "d1e1r d1f1r d1f1 d1e1 d1d2r"),
    ("B4: unit, enemies", BH, "RRa1 bha2 Bbb1", "w", "a1", "a1a2 a1a2rxb a1a2rxh a1b1r"),
    ("B4: unit, enemy pawn", BH, "RRa1 pa2 Pb1", "w", "a1", "a1a2 a1a2r"),
    ("B4: pawn, diagonally", BH, "Pb2 ba3 qc3 Pb3", "w", "b2", "b2a3 b2c3"),
    ("B4: pawn, friend and enemy", BH, "Pb2 Bba3 pc3 Pb3", "w", "b2", "b2c3"),
    ("B4: pawn, straight on", BH, "Pb2 bb3", "w", "b2", ""),
    ("B5: promotion", BH, "Pa7 wfe8 bb8", "w", "a7", " ".join(f"a7{to}8={t}" for to in "ab" for t in "qrbh")),
    ("B5: of Black", BH, "pa2", "b", "a2", "a2a1=q a2a1=r a2a1=b a2a1=h"),
    ("B5: en passant", BH, "Pe5 pd5 pf5", "w - d6", "e5", "e5e6 e5d6"),
    ("B5: en passant by Black", BH, "Pe4 pd4 pf4", "b - e3", "d4", "d4d3 d4e3"),
    ("B5: not by others", BH, "Re5 BBc5 pd5", "w - d6", "c5d6", "c5d6 c5d6b"),
    ("B5: a pawn on its first rank", BH, "Pa1", "w", "a1", "a1a2"),
    ("B8: lands on a threatened square", BH, "WRa1 Fh1 qc7 wfe8", "w", "a1c1", "a1c1 a1c1r"),
    ("B8: singles threaten", BH, "WRa1 Fh1 hb3 wfe8", "w", "a1d1", "a1d1r"),
    ("B8: pawns threaten", BH, "WRa1 Fh1 pc2 wfe8", "w", "a1d1", "a1d1r"),
    ("B8: drops do not", BH, "WRa1 Fh1 wfe8", "w", "a1d1", "a1d1 a1d1r"),
    ("B8: the mover is lifted", BH, "WRb1 Fh8 ra1 wfe8", "w", "b1d1", "b1d1r"),
    ("B8: a third piece blocks the threat", BH, "WRc1 Fh8 Bb1 ra1 wfe8", "w", "c1e1", "c1e1 c1e1r"),
    ("B8: the Mao's leg", BH, "WHa1 Fh8 ra6 wfe8", "w", "a1", "a1a2 a1b1 a1a2w a1b1w a1c2 a1b3 a1c2h a1b3h"),
    ("B8: the Mao's leg, threatened", BH, "WHa1 Fh8 rrb5 wfe8", "w", "a1", "a1a2 a1b1 a1a2w a1b1w a1b3 a1b3h a1c2h"),
    ("B8: halfling reach", BH, "WRa1 Fh1 rb6 wfe8", "w", "a1d1", "a1d1 a1d1r"),
    ("B8: a full Rook's", BH, "WRa1 Fh1 rrb6 wfe8", "w", "a1d1", "a1d1r"),
    ("B8: no limit for WF", BH, "WFa1 rrb8 qh2 we8", "w", "a1", "a1b1 a1a2 a1b2 a1b1w a1a2w a1b2f"),
    ("B8: nor for a royal's own piece", BH, "WRa1 Fh1 rrb8 wfe8", "w", "a1c1", "a1c1r"),
    ("H1: hands of White", HANDED, "Ld4 rrc5 rre5 rrd5", "w", "d4", "d4c5"),
    ("H1: of Black", HANDED, "dd5 RRc4 RRe4 RRd4", "b", "d5", "d5c4"),
    ("H1: left-handed Black", HANDED, "ld5 RRc4 RRe4 RRd4", "b", "d5", "d5e4"),
    ("H1: LD", HANDED, "LDd4 rrc5 bbe5 rd5", "w", "d4", "d4c5 d4e5 d4c5l d4e5d d4d5l d4d5d"),
    ("H1: LL", HANDED, "LLd4 rrc5 bbe5 rrd5", "w", "d4", "d4c5 d4c5l"),
    ("H2: steps", HANDED, "La2", "w", "a2", "a2a3 a2a4"),
    ("H2: not over a piece", HANDED, "La2 ba3", "w", "a2", "a2a3"),
    ("H2: onto one", HANDED, "La2 Ba4", "w", "a2", "a2a3 a2a4"),
    ("H2: not onto two", HANDED, "La2 Bba3", "w", "a2", ""),
    ("H2: not diagonally onto one", HANDED, "Ld4 rc5", "w", "d4", "d4d5"),
    ("H2: friend and enemy", HANDED, "Ld4 Rrc5", "w", "d4", "d4c5 d4d5"),
    ("H2: not friends", HANDED, "Ld4 RRc5 Bc4", "w", "d4", "d4d5"),
    ("H2: its choice", HANDED, "Ld4 rhc5 rrd5", "w", "d4", "d4c5xh d4c5xr"),
    ("H2: a unit takes one", HANDED, "LDd4 rc5 rrd5", "w", "d4", "d4c5"),
    ("H2: one step from the first rank", HANDED, "La1", "w", "a1", "a1a2"),
    ("H2: a unit pushes onto empty squares", HANDED, "LDa2 ba3", "w", "a2", "a2a3d a2a3l"),
    ("H3: a mixed unit", HANDED, "RLd2 bc3 be3", "w", "d2",
     "d2b2 d2c2 d2e2 d2f2 d2d1 d2d3 d2d4 d2d5 d2c3 d2b2r d2c2r d2e2r d2f2r d2d1r d2d3r d2d4r d2d5r d2d3l d2d4l"),
    ("H3: does not promote", HANDED, "FLa7 We1 wfh8 rrb8", "w", "a7",
     "a7b8 a7b6 a7b6f a7a8 a7b8f a7a8l=q a7a8l=r a7a8l=b a7a8l=h"),
    ("H3: is stuck on the last rank", HANDED, "La8 Da8 RDb8 ra1", "w", "a8", ""),
    ("H4: alone", HANDED, "La7 wfh8 Rb8", "w", "a7", "a7a8=q a7a8=r a7a8=b a7a8=h"),
    ("H4: taking", HANDED, "Db7 rrb8 wfh8 hqc8", "w", "b7", " ".join(f"b7c8x{v}={t}" for v in "hq" for t in "qrbh")),
    ("H4: both", HANDED, "LLb7 wfh8", "w", "b7",
     "b7b8=qq b7b8=qr b7b8=qb b7b8=qh b7b8=rr b7b8=rb b7b8=rh b7b8=bb b7b8=bh b7b8=hh "
     "b7b8l=q b7b8l=r b7b8l=b b7b8l=h"),
    ("H5: a half takes one", HANDED, "Le5 ldd5", "w - d6", "e5", "e5e6 e5d6xl e5d6xd"),
    ("H5: two like ones", HANDED, "Le5 lld5", "w - d6", "e5", "e5e6 e5d6"),
    ("H5: a unit takes all", HANDED, "LDe5 ldd5", "w - d6", "e5d6", "e5d6 e5d6lxl e5d6lxd"),
    ("H5: hands", HANDED, "De5 ldd5 DDc5", "w - d6", "e5", "e5e6"),
    ("H5: a mixed unit does not take", HANDED, "LHe5 ldd5", "w - d6", "e5d6", "e5d6lxd e5d6lxl"),
    ("weak: alone and unsupported", WEAK, "Pd4 rhc5 rhe5", "w", "d4", "d4d5"),
    ("weak: supported", WEAK, "Pd4 rhc5 rhe5 Fe3 We1 wfe8", "w", "d4", "d4d5 d4c5xr d4c5xh d4e5xr d4e5xh"),
    ("weak: not by its square-mate", WEAK, "PRd4 rhc5 rrd5", "w", "d4c5", ""),
    ("weak: by one unsupported", WEAK, "Pd4 Pc3 rhe5 rrd5", "w", "d4", ""),
    ("weak: by one supported", WEAK, "Pd4 Pc3 Hb1 Ra1 rhe5 rrd5", "w", "d4", "d4e5xh d4e5xr"),
    ("weak: by a unit of two", WEAK, "Pd4 PPc3 rhe5 rrd5", "w", "d4", "d4e5xh d4e5xr"),
    ("weak: a unit needs none", WEAK, "PPd4 rhe5 rrd5", "w", "d4", "d4e5"),
    ("weak: a mixed unit does", WEAK, "PBd4 rrd5 rc5 rre5", "w", "d4d5", ""),
    ("weak: by a long slide", WEAK, "Pd4 RRd1 rre5 rrd5", "w", "d4", "d4e5"),
    ("weak: halflings do not reach", WEAK, "Ph4 Ra4 rrg5 rrh5", "w", "h4", ""),
    ("weak: a mixed unit's pawn", WEAK, "PHd4 Re4 rc5 We1 wfe8", "w", "d4c5", "d4c5"),
    ("weak: the same unsupported", WEAK, "PHd4 rc5 We1 wfe8", "w", "d4c5", ""),
    ("weak: en passant needs support", WEAK, "Pe5 ppd5", "w - d6", "e5", "e5e6"),
    ("weak: en passant with it", WEAK, "Pe5 Re3 ppd5", "w - d6", "e5", "e5e6 e5d6"),
    ("weak: promotion", WEAK, "Pa7 wfh8 bb8", "w", "a7", "a7a8=q a7a8=r a7a8=b a7a8=h"),
]  # fmt: skip


@pytest.mark.parametrize("row", MOVES, ids=lambda row: row[0])
def test_moves(row: tuple[str, ...]) -> None:
    _, variant, pieces, rest, start, expected = row
    for letter, word in (("W", " WFe1"), ("w", " wfe8")):
        if letter not in re.sub(r"[a-h]\d", "", pieces):
            pieces += word.replace("F", "W").replace("f", "w") if variant == WAZIRS else word
    position = setup(pieces, rest, variant)
    assert texts(position, start) == words(expected)
    assert position.count() == len(position.moves()) == len(texts(position))


# ------------------------------------------------------------------------------------------- B4 to B6: captures


@pytest.mark.parametrize(
    ("variant", "pieces", "rest", "move", "fen"),
    [
        (BH, "Ra1 ba3", "w", "a1a3", "4(wf)3/8/8/8/8/(Rb)7/8/4(WF)3[] b - - 1 1"),  # they share
        (BH, "Ra1 Bba3", "w", "a1a3", "4(wf)3/8/8/8/8/(RB)7/8/4(WF)3[B] b - - 0 1"),
        (BH, "Ra1 bha3", "w", "a1a3xb", "4(wf)3/8/8/8/8/(Rh)7/8/4(WF)3[B] b - - 0 1"),
        (BH, "Ra1 bha3", "w", "a1a3xh", "4(wf)3/8/8/8/8/(Rb)7/8/4(WF)3[H] b - - 0 1"),
        (BH, "Ra1 bba3", "w", "a1a3", "4(wf)3/8/8/8/8/(Rb)7/8/4(WF)3[B] b - - 0 1"),
        (BH, "RRa1 bha3", "w", "a1a3", "4(wf)3/8/8/8/8/(RR)7/8/4(WF)3[BH] b - - 0 1"),
        (BH, "RRa1 bha3", "w", "a1a3rxh", "4(wf)3/8/8/8/8/(Rb)7/8/R3(WF)3[H] b - - 0 1"),
        (BH, "RBa1 pa3", "w", "a1a3r", "4(wf)3/8/8/8/8/R7/8/B3(WF)3[P] b - - 0 1"),
        (BH, "Pd4 qhe5", "w", "d4e5", "4(wf)3/8/8/4P3/8/8/8/4(WF)3[QH] b - - 0 1"),
        (BH, "qqa8 RRa1", "b", "a8a1", "4(wf)3/8/8/8/8/8/8/(qq)3(WF)3[rr] w - - 0 2"),
        (BH, "Rha1 Bb2", "w", "b2a1", "4(wf)3/8/8/8/8/8/8/(RB)3(WF)3[H] b - - 0 1"),
        (BH, "Pe5 pd5", "w - d6", "e5d6", "4(wf)3/8/3P4/8/8/8/8/4(WF)3[P] b - - 0 1"),
        (BH, "Pa7 bb8", "w", "a7b8=q", "1Q2(wf)3/8/8/8/8/8/8/4(WF)3[B] b - - 0 1"),
        (BH, "Pe2", "w", "e2e4", "4(wf)3/8/8/8/4P3/8/8/4(WF)3[] b - e3 0 1"),
        (HANDED, "Le5 ldd5", "w - d6", "e5d6xd", "4(wf)3/8/3L4/3l4/8/8/8/4(WF)3[D] b - - 0 1"),
        (HANDED, "LDe5 ldd5", "w - d6", "e5d6", "4(wf)3/8/3(LD)4/8/8/8/8/4(WF)3[LD] b - - 0 1"),
        (HANDED, "LDe5 rld5", "w - d6", "e5d6", "4(wf)3/8/3(LD)4/3r4/8/8/8/4(WF)3[L] b - - 0 1"),
        (HANDED, "LDe5 lld5", "w - d6", "e5d6l", "4(wf)3/8/3L4/3lD3/8/8/8/4(WF)3[L] b - - 0 1"),
        (HANDED, "Db7 hqc8 Rb8", "w", "b7c8xh=q", "1R(Qq)1(wf)3/8/8/8/8/8/8/4(WF)3[H] b - - 0 1"),
        (HANDED, "LDb7", "w", "b7b8=rh", "1(RH)2(wf)3/8/8/8/8/8/8/4(WF)3[] b - - 0 1"),
        (HANDED, "La7 Ra8", "w", "a7a8=b", "(RB)3(wf)3/8/8/8/8/8/8/4(WF)3[] b - - 0 1"),
        (HANDED, "LDa2", "w", "a2a4l", "4(wf)3/8/8/8/L7/8/D7/4(WF)3[] b - a3 0 1"),
        (HANDED, "LDa2", "w", "a2a4", "4(wf)3/8/8/8/(LD)7/8/8/4(WF)3[] b - a3 0 1"),
        (HANDED, "RLa2", "w", "a2a4", "4(wf)3/8/8/8/(RL)7/8/8/4(WF)3[] b - - 0 1"),  # H5: allows none
        (HANDED, "RLa2", "w", "a2a4l", "4(wf)3/8/8/8/L7/8/R7/4(WF)3[] b - a3 0 1"),
        (HANDED, "RLb2", "w", "b2a2", "4(wf)3/8/8/8/8/8/(RL)7/4(WF)3[] b - - 0 1"),  # B10: a pawn move
        (WEAK, "PPa2", "w", "a2a4p", "4(wf)3/8/8/8/P7/8/P7/4(WF)3[] b - a3 0 1"),
        (WEAK, "PPe5 ppd5", "w - d6", "e5d6", "4(wf)3/8/3(PP)4/8/8/8/8/4(WF)3[PP] b - - 0 1"),
    ],
)
def test_what_moves_do(variant: str, pieces: str, rest: str, move: str, fen: str) -> None:
    after = play(setup(pieces + KINGS, rest, variant), move)
    assert after.fen() == fen
    again = Bifold(SETUPS[variant], fen)
    assert again == after and again.key == after.key


def test_b6_royals_are_gone_and_others_change_sides() -> None:
    line = play(setup("WRa1 Fh1 rrb8 wfe8", "b"), "b8b1 a1b1")
    assert line.fen() == "4(wf)3/8/8/8/8/8/8/1(RW)5F[RR] b - - 0 2"
    hit = play(setup("WRa1 Fh1 rra8 wfe8", "b"), "a8a1")
    assert hit.fen() == "4(wf)3/8/8/8/8/8/8/(rr)6F[r] w - - 0 2"


DROPS = [
    ("example 7", BH, "hb1", "HP", "h@b1", True),
    ("example 7, friend and enemy", BH, "Hhb1", "HP", "h@b1", False),
    ("beside a friend", BH, "Hb1", "HP", "h@b1", True),
    ("beside two", BH, "HHb1", "HP", "h@b1", False),
    ("beside two enemies", BH, "hhb1", "HP", "h@b1", False),
    ("beside a pawn", BH, "Pb2 pb3", "HP", "h@b2", False),
    ("beside an enemy pawn", BH, "Pb2 pb3", "HP", "h@b3", False),
    ("a pawn beside a bifold", BH, "hb1 Hb2", "HP", "p@b2", False),
    ("a pawn on its first rank", BH, "", "P", "p@a1", True),
    ("a pawn on the last rank", BH, "", "P", "p@a8", False),
    ("Black's pawn on the last rank", BH, "", "p", "p@a1", False),
    ("a bifold on the last rank", BH, "", "B", "b@a8", True),
    ("H6: beside a bifold", HANDED, "hb2", "L", "l@b2", True),
    ("H6: beside a pawn half", HANDED, "db2", "L", "l@b2", True),
    ("H6: beside two", HANDED, "LDb2", "L", "l@b2", False),
    ("H6: the last rank", HANDED, "", "L", "l@a8", False),
    ("H6: weak", WEAK, "Pb2", "P", "p@b2", True),
    ("H6: a bifold beside a pawn half", WEAK, "pb2", "B", "b@b2", True),
]


@pytest.mark.parametrize("row", DROPS, ids=lambda row: row[0])
def test_b6_drops(row: tuple[str, str, str, str, str, bool]) -> None:
    _, variant, pieces, hand, text, legal = row
    position = setup(pieces + KINGS, "b" if hand.islower() else "w", variant, hand)
    assert (text in texts(position)) == legal
    if legal:
        after = play(position, text)
        assert after.clock == 0
        assert after.fen().split()[0].endswith("[" + hand.replace(text[0].upper(), "", 1) + "]")


def test_b6_option_drop_beside_enemy() -> None:
    for beside in (True, False):
        position = setup("hb1 Hc1 Hhd1" + KINGS, hand="B", drop_beside_enemy=beside)
        drops = texts(position, "b@")
        assert ("b@b1" in drops) == beside
        assert {"b@c1", "b@a1"} <= drops and "b@d1" not in drops
        assert len(drops) == 64 - 3 - 1 + beside  # a right count: without WF, wf, Hh, and h
    game = Game(BH, {"DropBesideEnemy": False}, setup("hb1" + KINGS, hand="B").fen())
    assert "b@b1" not in game.legal() and "b@c1" in game.legal()


def test_drops_of_one_type_are_one_move() -> None:
    assert len(texts(setup(KINGS, hand="BBBB"), "b@")) == len(texts(setup(KINGS, hand="B"), "b@")) == 62


# ------------------------------------------------------------------------------------------------- B7: the end


@pytest.mark.parametrize(
    ("variant", "pieces", "rest", "expected"),
    [
        (BH, "We1 wfe8", "w", None),  # one royal left plays on
        (BH, "WFe1 wfe8", "w", None),
        (BH, "Ra1 wfe8", "w", Result(1, "royals captured")),
        (BH, "WFe1 ra1", "b", Result(0, "royals captured")),
        (BH, "WFe1 ra1", "w", Result(0, "royals captured")),
        (BH, "Ra1 wfe8", "w - - 100 80", Result(1, "royals captured")),
        (BH, "WFe1 wfe8", "w - - 99 80", None),
        (BH, "WFe1 wfe8", "w - - 100 80", Result(None, "move rule")),
        (HANDED, "Wa1 LDa2 LDb1 wfe8", "w", None),
        (HANDED, "Wa1 LDa2 RBb1 rre2 rrb3 rrc2 rra3 rrc1 qqd1 bbd3 wfe8", "w", None),
        (BH, "Wa1 Pa2 Pb1 Pa3 Pb2 wfe8", "w", None),
    ],
)
def test_b7_results(variant: str, pieces: str, rest: str, expected: Result | None) -> None:
    line = game(pieces, rest, variant=variant)
    assert line.result() == expected
    over = expected is not None and expected.reason == "royals captured"
    assert (line.legal() == []) == over
    assert (perft(line.position, 1) == 0) == over


def test_b7_both_at_once_or_one_after_the_other() -> None:
    both = game("WFe1 RRa8 wfd8", "w", "a8d8")
    assert both.result() == Result(0, "royals captured") and both.legal() == []
    line = game("WFe1 Rd7 wfd8", "w", "d7d8xw d8c7")
    assert line.result() is None and line.fen() == "3R4/2f5/8/8/8/8/8/4(WF)3[] w - - 1 2"
    last = game("WFe1 RRc2 fc7 ba8", "w", "c2c7")
    assert last.result() == Result(0, "royals captured")
    assert last.fen() == "b7/2(RR)5/8/8/8/8/8/4(WF)3[] b - - 0 1"


def test_b10_no_legal_move_is_a_draw() -> None:
    stuck = game("Wpa1 PPa2 PPb1 ppa3 ppb2 wfe8", variant=WEAK)
    assert stuck.result() == Result(None, "no legal move")
    alone = game("Fa1 Pb2 pb3 wfe8")
    assert alone.result() == Result(None, "no legal move") and perft(alone.position, 3) == 0
    assert game("Fa1 Pb2 pb3 wfe8", "w - - 100 80").result() == Result(None, "no legal move")
    assert game("Fa1 Pb2 pb3 wfe8", hand="B").result() is None
    assert not alone.position.check


# ------------------------------------------------------------------------------------------------ B9: castling

CASTLE = "WFe1 RRa1 RRh1 wfe8"


@pytest.mark.parametrize(
    ("extra", "rest", "expected"),
    [
        ("", "w KQ", "e1g1 e1c1"),
        ("", "w K", "e1g1"),
        ("", "w Q", "e1c1"),
        ("", "w -", ""),
        ("Bg1", "w KQ", "e1c1"),
        ("bb1", "w KQ", "e1g1"),
        ("rre5", "w KQ", "e1g1 e1c1"),  # out of a threat
        ("rrg5", "w KQ", "e1g1 e1c1"),  # into one
        ("rrf5", "w KQ", "e1c1"),  # not through one
        ("rf5", "w KQ", "e1g1 e1c1"),  # too far for a halfling
        ("rf2", "w KQ", "e1c1"),
        ("pe2", "w KQ", ""),
        ("rrb5", "w KQ", "e1g1 e1c1"),
        ("rrd5", "w KQ", "e1g1"),
    ],
)
def test_b9_castling(extra: str, rest: str, expected: str) -> None:
    castles = texts(setup(f"{CASTLE} {extra}", rest)) & {"e1g1", "e1c1"}
    assert castles == words(expected)
    without = setup(f"{CASTLE} {extra}", rest, castling=False)
    assert not texts(without) & {"e1g1", "e1c1"} and without.fen().split()[2] == "-"


def test_b9_what_castling_does() -> None:
    start = setup("WFe1 RRa1 RRh1 wfe8 rra8 rrh8", "w KQkq - 7 20")
    assert play(start, "e1g1").fen() == "(rr)3(wf)2(rr)/8/8/8/8/8/8/(RR)4(RR)(WF)1[] b kq - 8 20"
    assert play(start, "e1c1 e8g8").fen() == "(rr)4(rr)(wf)1/8/8/8/8/8/8/2(WF)(RR)3(RR)[] w - - 9 21"
    wazirs = setup("WWe1 RRh1 wwe8", "w K", WAZIRS)
    assert play(wazirs, "e1g1").fen() == "4(ww)3/8/8/8/8/8/8/5(RR)(WW)1[] b - - 1 1"


@pytest.mark.parametrize(
    ("moves", "rights"),
    [
        ("a1a2r", "Kkq"),
        ("a1a2", "Kkq"),
        ("h1h2r", "Qkq"),
        ("e1e2w", "kq"),
        ("e1d2f", "kq"),
        ("e1e2", "kq"),
        ("a1a8", "Kk"),
        ("a1a5r a8a5r", "Kk"),
        ("e1e2w e8e7w e2e1 e7e8", "-"),
        ("g7h8 h8h5", "KQq"),
    ],
)
def test_b9_rights_are_lost(moves: str, rights: str) -> None:
    position = setup("WFe1 RRa1 RRh1 wfe8 rra8 rrh8 Bg7", "w KQkq")
    assert play(position, moves).fen().split()[2] == rights


def test_b9_option() -> None:
    fen = setup(CASTLE, "w KQ").fen()
    assert "e1g1" in Game(BH, fen=fen).legal()
    assert "e1g1" not in Game(BH, {"Castling": False}, fen).legal()
    assert Game(BH, {"Castling": False}).fen().split()[2] == "-"


# ------------------------------------------------------------------------------------ B10: clocks and repetition


def test_b10_clock() -> None:
    position = setup("Rb5 Hg5 Pa3 ba5 wfd8 WFe1 pe7", "w - - 7 20", hand="B")
    for moves, clock in {"b5b6": 8, "b5a5": 8, "a3a4": 0, "b@c5": 0, "g5h7 e7e6": 0, "g5h7 d8d7": 9}.items():
        assert play(position, moves).clock == clock, moves
    assert play(setup("WFe1 RRh1 wfe8", "w K - 7 1"), "e1g1").clock == 8
    assert play(setup("RLb2" + KINGS, "w - - 7 1", HANDED), "b2b3").clock == 0
    assert play(setup("RLb2" + KINGS, "w - - 7 1", HANDED), "b2b3r").clock == 8


def test_b10_repetition() -> None:
    line = game("RRa1 WFe1 wfe8", "w", "a1a2 e8e7 a2a1 e7e8 " * 2)
    assert line.repetitions() == 3 and line.result() == Result(None, "repetition")
    other = game("RHa1 RHb1 WFe1 wfe8", "w", "a1a2r e8e7 a2a1 e7e8 b1b2r e8e7 b2b1 e7e8")
    assert other.result() == Result(None, "repetition")  # which of two Rooks it was makes no difference


def test_keys_know_what_repetition_knows() -> None:
    base = "WFe1 RRh1 wfe8 Pe5 pd5"
    keys = [setup(base, rest).key for rest in ("w", "b", "w K", "w - d6")]
    assert len(set(keys)) == 4
    assert setup(base, "w - - 42 77").key == keys[0]
    assert setup("WFe1 RRh1 wfe8 Pf5 pd5", "w - d6").key == setup("WFe1 RRh1 wfe8 Pf5 pd5", "w").key  # nobody takes
    assert setup("WFe1 wfe8 De5 ldd5", "w - d6", HANDED).key == setup("WFe1 wfe8 De5 ldd5", "w", HANDED).key
    assert setup("WFe1 wfe8 Pe5 ppd5", "w - d6", WEAK).key == setup("WFe1 wfe8 Pe5 ppd5", "w", WEAK).key
    assert setup("WFe1 wfe8 PPe5 ppd5", "w - d6", WEAK).key != setup("WFe1 wfe8 PPe5 ppd5", "w", WEAK).key
    twins = [setup(f"{pieces}{KINGS}").key for pieces in ("RRa1", "Ra1", "", "RBa1", "Ra1 Ra2", "Rra1", "rra1")]
    hands = [setup(KINGS, hand=hand).key for hand in ("R", "RR", "r", "Rr", "B")]
    assert len(set(twins + hands)) == 12
    assert len({Bifold(Setup(variant), f"{board(KINGS)} w").key for variant in (BH, HANDED, WEAK)}) == 3


@pytest.mark.parametrize(
    ("pieces", "side", "check"),
    [
        ("WFe1 rre5 wfe8", "w", True),  # a unit takes both
        ("WFe1 re2 wfe8", "w", False),  # a half takes but one
        ("We1 Fa1 rre5 wfe8", "w", False),
        ("WFe1 pd2 wfe8", "w", True),
        ("We1 re2 wfe8", "w", False),  # a lone one is safe from halves
        ("We1 rre5 wfe8", "w", True),
        ("WRe1 re2 wfe8", "w", True),
        ("Wre1 re2 wfe8", "w", True),
        ("Wre1 rre5 wfe8", "w", False),  # its halves do not reach that far
        ("Wre1 pd2 wfe8", "w", False),
        ("Fe3 wre6 fh8", "w", True),
        ("We3 wre6 fh8", "w", False),  # B8: not through e4, where the Wazir would take it
        ("Fe3 wre6 fh8 RRh4", "w", False),
        ("WFe1 RRe5 wfe8", "b", True),
        ("WFe1 RRe5 wfe8", "w", False),
    ],
)
def test_check_is_the_loss_of_all_royals_next_move(pieces: str, side: str, check: bool) -> None:
    """No rule, but what the search extends: the last royals could be taken by the next move."""
    position = setup(pieces, side)
    assert position.check == check


# ------------------------------------------------------------------------------------------------- texts and FEN


@pytest.mark.parametrize(
    ("variant", "pieces", "text", "full"),
    [
        (BH, "Ra1 bba3", "A1A3", "a1a3"),
        (BH, "RRa1 bha3 Pa4", "A1A3RXB", "a1a3rxb"),
        (BH, "RRa1 Ba3", "a1a3", "a1a3r"),  # only the half can go there
        (HANDED, "Lb7 Rb8 WFh8", "b7b8=Q", "b7b8=q"),
        (HANDED, "Le5 ldd5", "e5d6xl", "e5d6xl"),
    ],
)
def test_abbreviations(variant: str, pieces: str, text: str, full: str) -> None:
    position = setup(pieces + (KINGS if "WF" not in pieces else " wfe8"), "w - d6" if "e5" in pieces else "w", variant)
    assert position.text(position.parse(text)) == full


@pytest.mark.parametrize(
    ("variant", "pieces", "text", "candidates"),
    [
        (BH, "Ra1 bha3", "a1a3", "a1a3xb a1a3xh"),
        (BH, "RRa1 bha3", "a1a3r", "a1a3rxb a1a3rxh"),
        (BH, "RRa1 bha3", "a1a3xb", None),
        (HANDED, "La7 wfh8", "a7a8", "a7a8=b a7a8=h a7a8=q a7a8=r"),
        (HANDED, "Db7 rrb8 wfh8 hqc8", "b7c8xh", "b7c8xh=b b7c8xh=h b7c8xh=q b7c8xh=r"),
        (HANDED, "Db7 rrb8 wfh8 hqc8", "b7c8=q", "b7c8xh=q b7c8xq=q"),
    ],
)
def test_ambiguous_texts_list_their_candidates(variant: str, pieces: str, text: str, candidates: str | None) -> None:
    position = setup(pieces + (" WFe1" if "wf" in pieces else KINGS), variant=variant)
    if candidates is None:
        assert position.text(position.parse(text)) == "a1a3rxb"  # the unit needs no victim
        return
    with pytest.raises(MoveError) as caught:
        position.parse(text)
    assert str(caught.value) == f"'{text}' fits several moves: {candidates}"


@pytest.mark.parametrize(
    "text", ["", "a2", "a2a5", "a7a6", "0000", "a2a3p", "a2a3xq", "a2a3=q", "a2a3 ", "a1a2r", "q@e4", "e1g1"]
)
def test_illegal_texts(text: str) -> None:
    with pytest.raises(MoveError, match="is not a legal move"):
        Bifold(SETUPS[BH]).parse(text)


@pytest.mark.parametrize("variant", list(VARIANTS))
def test_texts_are_unique_and_parse_back(variant: str) -> None:
    rng = random.Random(variant)
    lengths = set()
    for _ in range(4):
        line = Game(variant)
        while line.result() is None and len(line.moves) < 120:
            position = line.position
            by_text = {position.text(move): move for move in position.moves()}
            assert len(by_text) == position.count()
            lengths |= {len(text) for text in by_text}
            assert all(text == text.lower() for text in by_text)
            for text in rng.sample(sorted(by_text), min(6, len(by_text))):
                assert position.parse(text) == position.parse(text.upper()) == by_text[text]
            noisy = position.noisy()
            line.push_move(rng.choice(noisy if noisy and rng.random() < 0.4 else position.moves()))
    assert {4, 5, 6, 7} <= lengths


E1, E8 = "4(WF)3", "4(wf)3"


@pytest.mark.parametrize(
    ("variant", "fen", "message"),
    [
        (BH, "", "empty FEN"),
        (BH, f"{E8}/8/8/8/8/8/{E1} w", "board has 7 ranks, expected 8"),
        (BH, f"{E8}/8/8/8/8/8/7/{E1} w", "rank 2 has 7 files, expected 8"),
        (BH, f"{E8}/8/8/8/8/8/(RR)8/{E1} w", "rank 2 has 9 files, expected 8"),
        (BH, f"{E8}/8/8/8/8/8/(RRR)7/{E1} w", r"stack '(RRR)' on a2, expected two pieces in it"),
        (BH, f"{E8}/8/8/8/8/8/(R)7/{E1} w", r"stack '(R)' on a2, expected two pieces in it"),
        (BH, f"{E8}/8/8/8/8/8/(RR7/{E1} w", "stack on a2 is not closed by ')'"),
        (BH, f"{E8}/8/8/8/8/8/RR)6/{E1} w", "')' on c2 is no piece of this variant"),
        (BH, f"{E8}/8/8/8/8/8/7X/{E1} w", "'X' on h2 is no piece of this variant, expected one of QRBHWFPqrbhwfp"),
        (WAZIRS, f"{E8}/8/8/8/8/8/8/{E1} w", "'f' on e8 is no piece of this variant"),
        (HANDED, f"{E8}/8/8/8/8/8/P7/{E1} w", "'P' on a2 is no piece of this variant, expected one of QRBHWFLD"),
        (BH, f"{E8}/8/8/8/8/8/(RP)7/{E1} w", r"stack '(RP)' on a2: a pawn stands alone on its square"),
        (BH, f"P3(wf)3/8/8/8/8/8/8/{E1} w", "pawn on a8, its last rank"),
        (BH, f"{E8}/8/8/8/8/8/8/p3(WF)3 w", "pawn on a1, its last rank"),
        (BH, f"{E8}/8/8/8/8/8/7F/{E1} w", "White has 2 Ferzs, the game has 1"),
        (WAZIRS, "w3(ww)3/8/8/8/8/8/8/4(WW)3 w", "Black has 3 Wazirs, the game has 2"),
        (BH, "8/8/8/8/8/8/8/R7 w", "neither side has a royal"),
        (BH, f"{E8}/8/8/8/8/8/8/{E1}[W] w", "'W' in the hand is a royal, which no hand holds"),
        (HANDED, f"{E8}/8/8/8/8/8/8/{E1}[P] w", "'P' in the hand is no piece, expected one of QRBHLDqrbhld"),
        (BH, f"{E8}/8/8/8/8/8/8/{E1}[R w", "hand '[R' is not closed by ']'"),
        (BH, f"{E8}/8/8/8/8/8/8/{E1}[{'R' * 45}] w", "49 pieces on the board and in the hands, expected at most 48"),
        (BH, f"{E8}/8/8/8/8/8/8/{E1} x", "side to move 'x', expected w or b"),
        (BH, f"{E8}/8/8/8/8/8/8/R3(WF)2(RR) w Q", r"castling right 'Q' without (WF) on e1 and (RR) on a1"),
        (BH, f"{E8}/8/8/8/8/8/8/R3(WF)2(RR) w k", r"castling right 'k' without (wf) on e8 and (rr) on h8"),
        (BH, f"{E8}/8/8/8/8/8/8/(RR)3(WF)2(RR) w KK", "castling right 'K' twice"),
        (BH, f"{E8}/8/8/8/8/8/8/(RR)3(WF)2(RR) w A", "castling right 'A', expected K, Q, k or q"),
        (BH, f"{E8}/8/8/3p4/8/8/8/{E1} w - d5", "en-passant square 'd5' is not on rank 6"),
        (BH, f"{E8}/8/8/8/8/8/8/{E1} w - d6", "en-passant square 'd6' without a pawn on d5"),
        (BH, f"{E8}/8/3b4/3p4/8/8/8/{E1} w - d6", "en-passant square 'd6', but d6 is occupied"),
        (BH, f"{E8}/3b4/8/3p4/8/8/8/{E1} w - d6", "en-passant square 'd6', but d7 is occupied"),
        (HANDED, f"{E8}/3(bb)4/8/3l4/8/8/8/{E1} w - d6", "en-passant square 'd6', but two pieces are on d7"),
        (BH, f"{E8}/8/8/8/8/8/8/{E1} w - z9", "en-passant square 'z9' is not a square"),
        (BH, f"{E8}/8/8/8/8/8/8/{E1} w - - -1", "clock '-1' is not a whole number"),
        (BH, f"{E8}/8/8/8/8/8/8/{E1} w - - 0 0", "move number '0' is outside 1..30000"),
        (BH, f"{E8}/8/8/8/8/8/8/{E1} w - - 0 1 9", "7 fields, expected at most 6: extra '9'"),
    ],
)
def test_fen_errors(variant: str, fen: str, message: str) -> None:
    with pytest.raises(FenError) as caught:
        Bifold(SETUPS[variant], fen)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("variant", "fen", "written"),
    [
        (BH, f"{E8}/8/8/8/8/8/8/{E1}", f"{E8}/8/8/8/8/8/8/{E1}[] w - - 0 1"),
        (BH, f"4(fw)3/8/8/8/8/8/(rR)(BQ)6/{E1}[pPbQ] b", f"{E8}/8/8/8/8/8/(Rr)(QB)6/{E1}[QPbp] b - - 0 1"),
        (HANDED, f"L3(wf)3/8/8/8/8/8/(DL)7/{E1}[DLl]", f"L3(wf)3/8/8/8/8/8/(LD)7/{E1}[LDl] w - - 0 1"),
        (HANDED, f"{E8}/3b4/8/3(lb)4/8/8/8/{E1} w - d6", f"{E8}/3b4/8/3(bl)4/8/8/8/{E1}[] w - d6 0 1"),
        (WEAK, f"{E8}/8/8/8/8/8/8/p3(WF)3", f"{E8}/8/8/8/8/8/8/p3(WF)3[] w - - 0 1"),
    ],
)
def test_fens_are_put_in_order(variant: str, fen: str, written: str) -> None:
    position = Bifold(SETUPS[variant], fen)
    assert position.fen() == written and position.valid()
    assert Bifold(SETUPS[variant], written) == position


# -------------------------------------------------------------------------------------------- for the search


def test_gain_and_noisy() -> None:
    """Captures and promotions, and only they, are noisy and have a gain."""
    rng = random.Random("noisy")
    for variant in VARIANTS:
        for _ in range(6):
            line = Game(variant)
            while line.result() is None and len(line.moves) < 100:
                position = line.position
                pieces = sum(len(position.stack(sq)) for sq in range(64))
                noisy = set(position.noisy())
                for move in position.moves():
                    after = position.make(move)
                    left = sum(len(after.stack(sq)) for sq in range(64))  # type: ignore[attr-defined]
                    text = position.text(move)
                    takes = (left < pieces and "@" not in text) or "=" in text
                    assert (move in noisy) == takes == (position.gain(move) > 0), f"{position.fen()} {text}"
                line.push_move(rng.choice(sorted(noisy) if noisy and rng.random() < 0.4 else position.moves()))


def test_see_knows_who_takes_what() -> None:
    def nets(pieces: str, text: str, threshold: int) -> bool:
        position = setup(pieces + KINGS)
        return position.see(position.parse(text), threshold)

    assert nets("Ra1 ra3", "a1a3", 0)  # sharing is safe
    assert nets("Rd1 Ba3 rc3", "d1d3", 0)  # a lone half is safe from a lone half
    assert not nets("Rd1 rra3", "d1d3", 0)  # but not from a unit
    assert not nets("RRd1 rb3", "d1d3", 0)  # a unit is exposed to a half
    assert nets("RRd1 qqd5 Hh8", "d1d5", 600)
    assert not nets("RRd1 pd5 pc6", "d1d5", 0)
    assert nets("Pd4 qqe5 pd6", "d4e5", 400)


def test_draw_shows_stacks_and_hands() -> None:
    rows = REGISTRY[BH].draw(setup("RRa1 Hhb1" + KINGS, hand="Qp")).splitlines()
    assert rows[0] == "8  .. .. .. .. wf .. .. ..   in hand: p"
    assert rows[7] == "1  RR Hh .. .. WF .. .. ..   in hand: Q"
    assert rows[8] == "   a  b  c  d  e  f  g  h"


@pytest.mark.parametrize(("variant", "kinds"), [(BH, 5), (WAZIRS, 5), (HANDED, 6), (WEAK, 5)])
def test_pockets(variant: str, kinds: int) -> None:
    assert REGISTRY[variant].pocket == kinds


def test_weak_support_is_of_the_real_board() -> None:
    """B8: what threatens a path is asked with the unit lifted, but what supports a weak pawn is not."""
    position = setup("RWb4 Fe1 rh6 pe6 pc5 ba3 wfe8", variant=WEAK)
    assert "b4e4" in texts(position)  # c4 and d4 are passed; the Bishop supports c5 only when b4 is empty
