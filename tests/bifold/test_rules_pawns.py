"""Handed and weak pawns, on the engine and on the reference (rules H1 to H6 and those of weak pawns)."""

from __future__ import annotations

import pytest

from bifold.boards import HANDED, SQUARES, WEAK, at_home, in_order, place, words
from bifold.sides import Side


def promotions(one: str = "", two: str = "") -> str:
    """All promotions of moves by one pawn half, and of moves by two."""
    pairs = "qq qr qb qh rr rb rh bb bh hh".split()
    moves = [f"{move}={letter}" for move in one.split() for letter in "qrbh"]
    return " ".join(moves + [f"{move}={pair}" for move in two.split() for pair in pairs])


#: Name, variant, pieces, remaining FEN fields, prefix, all legal moves with that prefix.
MOVES = [
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
    ("H3: is stuck on the last rank", HANDED, "LDa8 RDb8 ra1", "w", "a8", ""),
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
    ("H1: two hands", HANDED, "LDa2", "w", "a2", "a2a3 a2a4 a2a3l a2a4l a2a3d a2a4d"),
    ("H2: a lone half", HANDED, "Ld2", "w", "d2", "d2d3 d2d4"),
    ("H2: on the first rank", HANDED, "Ld1", "w", "d1", "d1d2"),
    ("H2: on the third", HANDED, "Ld3", "w", "d3", "d3d4"),
    ("H3: stays a mixed unit or promotes alone", HANDED, "RLd7", "w", "d7d8",
     "d7d8 d7d8r " + promotions("d7d8l")),
    ("H4: a lone half", HANDED, "Da7", "w", "a7", promotions("a7a8")),
    ("H4: beside a friend", HANDED, "Da7 Ba8", "w", "a7", promotions("a7a8")),
    ("H4: beside an enemy", HANDED, "Da7 ba8", "w", "a7", promotions("a7a8")),
    ("H4: LD", HANDED, "LDa7", "w", "a7", promotions("a7a8l a7a8d", "a7a8")),
    ("H4: LL", HANDED, "LLa7", "w", "a7", promotions("a7a8l", "a7a8")),
    ("H4: DD", HANDED, "DDa7", "w", "a7", promotions("a7a8d", "a7a8")),
    ("weak: two on a square", WEAK, "PPa2", "w", "a2", "a2a3 a2a4 a2a3p a2a4p"),
    ("weak: onto a piece", WEAK, "Pd2 bd4", "w", "d2", "d2d3 d2d4"),
    ("weak: not over one", WEAK, "Pd2 bd3", "w", "d2", "d2d3"),
    ("weak: beside an enemy", WEAK, "Pqd4 qhc5", "w", "d4", "d4d5"),
    ("weak: both promote", WEAK, "PPa7", "w", "a7", promotions("a7a8p", "a7a8")),
]  # fmt: skip


@pytest.mark.parametrize("row", MOVES, ids=lambda row: row[0])
def test_moves(side: type[Side], row: tuple[str, ...]) -> None:
    _, variant, pieces, rest, start, expected = row
    assert side.setup(pieces, rest, variant).moves(start) == words(expected)


#: Variant, pieces, remaining FEN fields, square with an optional half, all targets.
TARGETS = [
    (HANDED, "RLd4 bc5 be5", "w", "d4", "d2 d3 d5 d6 b4 c4 e4 f4 c5"),  # H3: not to the wrong hand
    (HANDED, "BDd4 Bqe5", "w", "d4", "b2 c3 b6 c5 e3 f2 d5"),
    (HANDED, "RLa8", "w", "a8", "a7 a6 a5 a4 b8 c8 d8 e8"),
    (HANDED, "RLa8", "w", "a8l", ""),  # H3: stuck
    (WEAK, "PRa8", "w", "a8p", ""),
    (WEAK, "PPd4 qhc5 be5", "w", "d4", "c5 d5 e5"),  # a unit PP needs no support
    (WEAK, "PPd4 qhc5 be5", "w", "d4p", "d5"),  # its halves do
    (WEAK, "PPd4 qhc5 be5 Rd2", "w", "d4p", "c5 d5"),
    (WEAK, "RPd4 qhc5 be5", "w", "d4", "d2 d3 d5 d6 b4 c4 e4 f4"),  # so does a mixed unit's pawn move
    (WEAK, "RPd4 qhc5 be5 Bb2", "w", "d4", "d2 d3 d5 d6 b4 c4 e4 f4 c5 e5"),
]


@pytest.mark.parametrize(("variant", "pieces", "rest", "who", "targets"), TARGETS)
def test_targets(side: type[Side], variant: str, pieces: str, rest: str, who: str, targets: str) -> None:
    assert side.setup(pieces, rest, variant).targets(who[:2], who[2:]) == words(targets)


#: Variant, pieces, square with an optional half, some targets, some squares it cannot reach.
PATHS = [
    (HANDED, "WRf4 Fe1 ld5", "f4", "", "d4"),  # B8: e4 is at the black hand
    (HANDED, "WRf4 Fe1 dd5", "f4", "d4", ""),
    (HANDED, "WLd2 Fe1", "d2", "d4", ""),
    (HANDED, "WLd2 Fe1 rrh3", "d2", "d3", "d4"),  # B8: the double step passes through d3
    (HANDED, "WLd2 Fe1 rrh3", "d2l", "d4", ""),
    (HANDED, "HLd2", "d2", "d3 d4", ""),  # H3: double step, over an empty square onto an empty one
    (HANDED, "HLd2 bd3", "d2", "", "d3 d4"),
    (WEAK, "BPd4 qhc5", "d4", "c5", ""),  # by its Bishop
    (WEAK, "WRd4 Fe1 pe6", "d4", "d6", ""),  # B8: only a supported pawn threatens
    (WEAK, "WRd4 Fe1 pe6 rg6", "d4", "", "d6"),
    (WEAK, "WRd4 Fe1 ppe6", "d4", "", "d6"),
    (WEAK, "WRd4 Fe1 phe6", "d4", "d6", ""),
    (WEAK, "WRd6 Fe1 pe6 rb6", "d6", "d5", "d4"),  # B8: lifting the unit opens a supporter's line
    (WEAK, "WRd6 Fe1 pe6 rg6", "d6", "", "d4"),
    (WEAK, "RWb4 Fe1 rh6 pe6 pc5 ba3 wfe8", "b4", "c4 d4", "e4"),  # the Bishop supports c5 once b4 is empty
    (WEAK, "WRh4 Fa1 ph6 pg5 rrh1", "h4", "f4 g4", "d4 e4"),  # the Rooks then support h6, which supports g5
    (WEAK, "WRh4 Fa1 ph6 pg5", "h4", "d4 e4 f4 g4", ""),
    (WEAK, "WRc4 Fe1 pd5 hb4", "c4", "d4 e4", "f4"),  # lifting the unit frees a Horse's leg
    (WEAK, "WHd4 Fa1 pd5 rrd1", "d4", "c4 d3 e4", "b3 b5 c2 e2 f3 f5"),  # the unit's own legs are passed through
    (WEAK, "WHd4 Fa1 pd5", "d4", "b3 b5 c2 e2 f3 f5", ""),
    (WEAK, "WPd2 Fa1 pe4 hc3", "d2", "d3 d4", ""),  # on d3 the unit blocks the Horse's leg
    (WEAK, "WPd2 Fa1 pe4 hc3 rh4", "d2", "d3", "d4"),
]


@pytest.mark.parametrize(("variant", "pieces", "who", "reached", "barred"), PATHS)
def test_paths(side: type[Side], variant: str, pieces: str, who: str, reached: str, barred: str) -> None:
    targets = side.setup(pieces, variant=variant).targets(who[:2], who[2:])
    assert words(reached) <= targets
    assert not words(barred) & targets


@pytest.mark.parametrize(
    ("fen", "listed", "not_listed"),
    [
        ("8/8/7W/8/8/8/R1(bf)1P3/2w5[] b - - 0 8", "c2d3", "c2e4 c2f5"),
        (
            "8/8/7W/8/8/2H5/2(bf)1P3/2w5[] b - - 0 8",
            "c2d3 c2e4",
            "c2f5",
        ),  # the Horse threatens e4 once the unit is on it
    ],
)
def test_example_6_weak(side: type[Side], fen: str, listed: str, not_listed: str) -> None:
    moves = side.read(WEAK, fen).moves("c2")
    assert words(listed) <= moves
    assert not words(not_listed) & moves


#: Variant, pieces, remaining FEN fields, moves, the pieces after them.
PLAYED = [
    (HANDED, "Ra1 la3", "w", "a1a3", "Rla3"),  # H2: singles do not take lone pawn halves
    (HANDED, "RRa1 la3", "w", "a1a3", "RRa3 [L]"),
    (HANDED, "Ld4 Rbc5", "w", "d4c5", "RLc5 [B]"),
    (HANDED, "Ld4 ldc5", "w", "d4c5xd", "Llc5 [D]"),  # H6: a captured half keeps its hand
    (HANDED, "LDd4 ldc5", "w", "d4c5", "LDc5 [LD]"),
    (HANDED, "RLd4 bc5 be5", "w", "d4c5", "RLc5 be5 [B]"),
    (HANDED, "RLd7", "w", "d7d8", "RLd8"),  # H3
    (HANDED, "HLd7 bc8 WFa1 wfa8", "w", "d7c8", "HLc8 WFa1 wfa8 [B]"),
    (HANDED, "RLa8", "w", "a8a5", "RLa5"),
    (HANDED, "RLa8", "w", "a8a7r e8e7 a7a8", "RLa8 wfe7"),  # the partner is back
    (HANDED, "Da7 Ba8", "w", "a7a8=r", "RBa8"),
    (HANDED, "Da7 ba8", "w", "a7a8=r", "Rba8"),
    (HANDED, "LDa7", "w", "a7a8=qh", "QHa8"),
    (HANDED, "LDb7 rqa8", "w", "b7a8=bh", "BHa8 [QR]"),
    (HANDED, "LDb7 rla8", "w", "b7a8lxl=r", "Rra8 Db7 [L]"),
    (HANDED, "lda2", "b", "a2a1=qq", "qqa1"),
    (HANDED, "Dd5 lde7", "b", "e7e5l d5e6", "De6 de7 [L]"),  # H5
    (HANDED, "Dd5 LLf5 lde7", "b", "e7e5 d5e6xd", "le5 De6 LLf5 [D]"),
    (HANDED, "Dd5 LLf5 lde7", "b", "e7e5 f5e6", "Dd5 LLe6 [LD]"),
    (HANDED, "Dd5 le7 Le5", "b", "e7e5", "Dd5 Lle5"),
    (HANDED, "Dd5 le7 Le5", "b", "e7e5 d5e6", "Le5 De6 [L]"),  # not the mover's own half
    (HANDED, "DDd5 le7 re5", "b", "e7e5 d5e6", "re5 DDe6 [L]"),  # the Rook has made no double step
    (WEAK, "Pd5 Rd3 ppe7", "b", "e7e5 d5e6", "Pe6 Rd3 pe5 [P]"),  # a lone half takes one
    (WEAK, "PPd5 ppe7", "b", "e7e5 d5e6", "PPe6 [PP]"),
    (WEAK, "Pa1 [P]", "w", "p@a1", "PPa1"),
    (HANDED, "La1 la2 LDa3 Ra4 ra5 Rla6 Rb8 [LDR]", "w", "d@a1", "LDa1 la2 LDa3 Ra4 ra5 Rla6 Rb8 [RL]"),
    (HANDED, "La1 la2 LDa3 Ra4 ra5 Rla6 Rb8 [LDR]", "w", "d@a2", "La1 Dla2 LDa3 Ra4 ra5 Rla6 Rb8 [RL]"),
]


@pytest.mark.parametrize(("variant", "pieces", "rest", "moves", "expected"), PLAYED)
def test_played(side: type[Side], variant: str, pieces: str, rest: str, moves: str, expected: str) -> None:
    assert side.setup(pieces, rest, variant).play(moves).field(0) == place(at_home(expected, variant))


@pytest.mark.parametrize(
    ("variant", "pieces", "rest", "move", "fen"),
    [
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
def test_what_moves_do(side: type[Side], variant: str, pieces: str, rest: str, move: str, fen: str) -> None:
    after = side.setup(pieces, rest, variant).play(move)
    assert after.fen() == fen
    again = side.read(variant, fen)
    assert again.position == after.position and again.key == after.key


#: Variant, pieces, moves (Black begins), prefix, all legal moves after them with that prefix.
EN_PASSANT = [
    (HANDED, "Dd5 lde7", "e7e5l", "d5", "d5d6 d5e6"),
    (HANDED, "Ld5 lde7", "e7e5l", "d5", "d5d6"),  # to its own hand only
    (HANDED, "Lf5 lde7", "e7e5l", "f5", "f5f6 f5e6"),
    (HANDED, "Dd5 LLf5 lde7", "e7e5", "d5", "d5d6 d5e6xl d5e6xd"),
    (HANDED, "Dd5 LLf5 lde7", "e7e5", "f5", "f5f6 f5f6l f5e6 f5e6lxl f5e6lxd"),
    (HANDED, "Dd5 lle7", "e7e5", "d5", "d5d6 d5e6"),  # two alike are one choice
    (HANDED, "Dd5 le7 de5", "e7e5", "d5", "d5d6 d5e6xl d5e6xd"),  # also a half that stood there before
    (HANDED, "DDd5 rle7", "e7e5", "d5e6", ""),  # a mixed unit does not allow it
    (HANDED, "DDd5 rle7", "e7e5l", "d5e6", "d5e6 d5e6d"),  # a half that leaves one does
    (HANDED, "RDd5 lde7", "e7e5", "d5e6", "d5e6dxl d5e6dxd"),  # a mixed unit does not take, its half may
    (HANDED, "DDd5 le7 re5", "e7e5", "d5e6", "d5e6 d5e6d"),
    (WEAK, "Pd5 ppe7", "e7e5", "d5", "d5d6"),  # it needs support
    (WEAK, "Pd5 Rd3 ppe7", "e7e5", "d5", "d5d6 d5e6"),
    (WEAK, "PPd5 ppe7", "e7e5", "d5e6", "d5e6"),
    (WEAK, "PPd5 Rd3 ppe7", "e7e5p", "d5e6", "d5e6 d5e6p"),
    (WEAK, "PRd5 Bd3 ppe7", "e7e5", "d5e6", ""),
    (WEAK, "PRd5 Rd3 ppe7", "e7e5", "d5e6", "d5e6p"),
]


@pytest.mark.parametrize(("variant", "pieces", "moves", "start", "expected"), EN_PASSANT)
def test_h5_en_passant(side: type[Side], variant: str, pieces: str, moves: str, start: str, expected: str) -> None:
    assert side.setup(pieces, "b", variant).play(moves).moves(start) == words(expected)


@pytest.mark.parametrize(
    ("variant", "pieces", "moves", "field"),
    [
        (HANDED, "Dd5 lde7", "e7e5l", "e6"),
        (HANDED, "DDd5 rle7", "e7e5", "-"),
        (HANDED, "DDd5 rle7", "e7e5l", "e6"),
        (WEAK, "PPd5 pre7", "e7e5", "-"),
    ],
)
def test_h5_en_passant_field(side: type[Side], variant: str, pieces: str, moves: str, field: str) -> None:
    assert side.setup(pieces, "b", variant).play(moves).field(3) == field


# ---------------------------------------------------------------------------------------- handed: H1 to H6


@pytest.mark.parametrize(
    ("group", "targets"), [("LD", "c5 e5"), ("LL", "c5"), ("DD", "e5"), ("L", "c5 d5"), ("D", "e5 d5")]
)
def test_h1_hands(side: type[Side], group: str, targets: str) -> None:
    assert side.setup(f"{group}d4 qhc5 rd5 qhe5", variant=HANDED).targets("d4") == words(targets)
    mirror = {"c5": "e4", "e5": "c4", "d5": "d4"}  # Black's left is the h-side
    black = side.setup(f"{group.lower()}d5 QHc4 Rd4 QHe4", "b", HANDED)
    assert black.targets("d5") == {mirror[target] for target in targets.split()}


@pytest.mark.parametrize(
    ("unit", "threatened"), [("L", "c5"), ("LL", "c5"), ("DD", "e5"), ("LD", "c5 e5"), ("HD", "e5")]
)
def test_h1_threats_are_handed(side: type[Side], unit: str, threatened: str) -> None:
    position = side.setup(f"{unit}d4", variant=HANDED)
    assert {square for square in ("c5", "d5", "e5") if position.threatens("w", square)} == words(threatened)


def test_h1_black_threats_are_handed(side: type[Side]) -> None:
    position = side.setup("ld5", variant=HANDED)
    assert {square for square in ("c4", "d4", "e4") if position.threatens("b", square)} == {"e4"}


@pytest.mark.parametrize("mate", "RLDrld")
def test_h2_a_lone_half_steps_onto_one_piece(side: type[Side], mate: str) -> None:
    end = side.setup(f"Ld2 {mate}d4", variant=HANDED)
    assert end.moves("d2") == words("d2d3 d2d4")
    assert end.play("d2d4").on("d4") == in_order("L" + mate)
    way = side.setup(f"Ld2 {mate}d3", variant=HANDED)
    assert way.moves("d2") == {"d2d3"}  # two steps over an empty square only
    assert way.play("d2d3").on("d3") == in_order("L" + mate)


@pytest.mark.parametrize("pair", ["RB", "Rb", "rb", "LD", "ld", "Ld"])
def test_h2_a_lone_half_does_not_step_onto_two_pieces(side: type[Side], pair: str) -> None:
    assert side.setup(f"Ld2 {pair}d3", variant=HANDED).moves("d2") == set()
    assert side.setup(f"Ld2 {pair}d4", variant=HANDED).moves("d2") == {"d2d3"}


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ("d4d2 a8b7 d2d3r b7a8", "d2d3"),  # the Rook is in the way
        ("d4d2 a8b7 d2c2r b7a8", "d2d3 d2d4"),
    ],
)
def test_h2_double_step_whenever_it_stands_there(side: type[Side], moves: str, expected: str) -> None:
    """A Rook carries the pawn back to its second rank and leaves it there."""
    assert side.setup("RDd4 ba8", variant=HANDED).play(moves).moves("d2") == words(expected)


@pytest.mark.parametrize("unit", ["LD", "LL", "DD"])
def test_h2_units_of_pawn_halves_step_to_empty_squares(side: type[Side], unit: str) -> None:
    assert side.setup(f"{unit}d2", variant=HANDED).targets("d2") == words("d3 d4")
    for mate in ("R", "r", "Rr", "L", "l"):
        assert side.setup(f"{unit}d2 {mate}d3", variant=HANDED).targets("d2") == set()
        assert side.setup(f"{unit}d2 {mate}d4", variant=HANDED).targets("d2") == {"d3"}


@pytest.mark.parametrize(
    ("content", "half", "unit"),
    [
        ("", "", False),
        ("R", "", False),
        ("r", "", True),
        ("l", "", True),
        ("RB", "", False),
        ("Rb", "d4c5", False),
        ("Lb", "d4c5", False),
        ("rb", "d4c5xr d4c5xb", True),
        ("rr", "d4c5", True),
        ("ld", "d4c5xl d4c5xd", True),
        ("ll", "d4c5", True),
    ],
)
def test_h2_diagonal_moves_are_captures(side: type[Side], content: str, half: str, unit: bool) -> None:
    """The captures of a lone L, and whether the unit LD, a full pawn, may capture."""
    there = f"{content}c5" if content else ""
    assert side.setup(f"Ld4 {there}", variant=HANDED).moves("d4") == {"d4d5"} | words(half)
    assert side.setup(f"LDd4 {there}", variant=HANDED).targets("d4") == ({"c5", "d5"} if unit else {"d5"})


def test_h2_a_half_of_a_unit_takes_likewise(side: type[Side]) -> None:
    assert words("d4c5lxr d4c5lxb d4c5") <= side.setup("RLd4 rbc5", variant=HANDED).moves("d4")


def test_h3_stuck_alone_on_the_last_rank(side: type[Side]) -> None:
    assert side.setup("RLa8", variant=HANDED).play("a8a7r e8e7").moves("a8") == set()


HALVES = "La1 la2 LDa3 Ra4 ra5 Rla6 Rb8"
EMPTY = set(SQUARES) - words("a1 a2 a3 a4 a5 a6 b8 e1 e8")


def test_h6_drops(side: type[Side]) -> None:
    position = side.setup(f"{HALVES} [LDR]", variant=HANDED)
    for letter in "ld":
        assert position.drops(letter) == {name for name in EMPTY if name[1] != "8"} | words("a1 a2 a4 a5")
    assert position.drops("r") == EMPTY | words("a1 a2 a4 a5 b8")
    black = side.setup(f"{HALVES} [l]", "b", HANDED)
    assert "a1" not in black.drops("l") and "b8" in black.drops("l")
    weak = side.setup("Pa1 pa2 [P]", variant=WEAK)
    assert words("a1 a2") <= weak.drops("p")


def test_h6_option_drop_beside_enemy(side: type[Side]) -> None:
    position = side.setup(f"{HALVES} [LDR]", variant=HANDED, drop_beside_enemy=False)
    for letter in "ldr":
        assert words("a1 a4") <= position.drops(letter)
        assert not words("a2 a5") & position.drops(letter)


# ------------------------------------------------------------------------------------------- weak: support

#: Pieces that support a pawn on d4.
SUPPORTERS = ["Rb4", "Rd2", "Bb2", "Bf2", "RRa4", "Hc2", "Hf3", "PPc3", "Wd3 Fe1", "WFc3"]
#: Pieces that do not: an enemy, and pieces that are blocked, point elsewhere or are unsupported.
OTHERS = ["rb4", "Rb4 bc4", "Ra3", "Hc2 Hc3", "Pc3", "Fd3 We1", "Pd3", "PPd3"]


@pytest.mark.parametrize("supporter", SUPPORTERS)
def test_weak_supported(side: type[Side], supporter: str) -> None:
    position = side.setup(f"Pd4 qhc5 Rbe5 {supporter}", variant=WEAK)
    assert position.moves("d4") == words("d4d5 d4c5xq d4c5xh d4e5")
    assert "d4" in position.supported("w")


@pytest.mark.parametrize("supporter", ["", *OTHERS])
def test_weak_unsupported(side: type[Side], supporter: str) -> None:
    position = side.setup(f"Pd4 qhc5 Rbe5 {supporter}", variant=WEAK)
    assert position.moves("d4") == {"d4d5"}
    assert position.supported("w") == set()


CHAIN = "Pb3 Pc4 Pd5 qhe6"

#: Pieces, player, squares of that player's supported pawns.
SUPPORT = [
    # A halfling Rook on the a-file has seven squares to its right, so its range is four.
    ("Pd4 Ra4", "w", "d4"),
    ("Pe5 Ra5", "w", "e5"),
    ("Pf5 Ra5", "w", ""),
    ("Pf5 RRa5", "w", "f5"),
    ("Pf5 QRa5", "w", "f5"),
    ("Pf5 He3", "w", "f5"),
    ("Pf5 He3 be4", "w", ""),
    ("Pf5 HHe3 be4", "w", "f5"),
    ("Pf5 Hbe3", "w", "f5"),  # from an enemy's square
    ("PRf5 Rd5", "w", "f5"),  # it could not enter the square as it is
    ("PRd4", "w", ""),  # square-mates do not support
    ("PPd4", "w", ""),
    # Supporters must be supported.
    (CHAIN, "w", ""),
    (f"{CHAIN} Rb1", "w", "b3 c4 d5"),
    ("PPb3 Pc4 Pd5 qhe6", "w", "c4 d5"),
    ("Pb3 PHc4 WFa8 Pd5 qhe6", "w", ""),
    ("Pb3 PHc4 Pd5 qhe6 Rb1", "w", "b3 c4 d5"),
    ("Pb3 Pc4 Pe5 Rb1", "w", "b3 c4"),
    ("pg6 pf5 pe4 rg8", "b", "g6 f5 e4"),
    ("pg6 pf5 pe4", "b", ""),
    # The least fixed point: pawns only support forward, so none supports itself through others.
    ("Pd4 Pe4 Pc4 Pd5 Pe5 Pc5 Pd6", "w", ""),
    ("PRd4 PRd6", "w", "d4 d6"),  # by the other halves
    ("PBd4 PBd6", "w", ""),
]


@pytest.mark.parametrize(("pieces", "player", "squares"), SUPPORT)
def test_weak_support(side: type[Side], pieces: str, player: str, squares: str) -> None:
    assert side.setup(pieces, variant=WEAK).supported(player) == words(squares)


def test_weak_chain_captures(side: type[Side]) -> None:
    captures = words("d5e6xq d5e6xh")
    assert not captures & side.setup(CHAIN, variant=WEAK).moves()
    assert captures <= side.setup(f"{CHAIN} Rb1", variant=WEAK).moves()


def test_weak_square_mates_do_not_support(side: type[Side]) -> None:
    moves = side.setup("PRd4 qhc5", variant=WEAK).moves()
    assert not moves & words("d4c5 d4c5pxq d4c5pxh")
