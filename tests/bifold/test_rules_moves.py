"""How pieces move, capture, share squares and castle, on the engine and on the reference (rules B1 to B5, B8, B9)."""

from __future__ import annotations

import pytest

from bifold.boards import (
    BIFOLD,
    HANDED,
    VARIANTS,
    WAZIRS,
    WEAK,
    at_home,
    in_order,
    mirror_fen,
    mirror_move,
    place,
    words,
)
from bifold.sides import Engine, Reference, Side

# ------------------------------------------------------------------------------------------- worked examples


def test_example_1_start(side: type[Side]) -> None:
    pawns = {f"{file}2{file}{rank}" for file in "abcdefgh" for rank in "34"}
    assert side.read(BIFOLD).moves() == pawns | words("b1a3 b1c3 g1f3 g1h3")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("variant", "counts"),
    [
        (BIFOLD, [1, 20, 400, 10162]),
        (WAZIRS, [1, 20, 400, 10082]),
        (HANDED, [1, 52, 2704, 140020]),
        (WEAK, [1, 36, 1296, 49528]),
    ],
)
def test_examples_1_and_8_perft(side: type[Side], variant: str, counts: list[int]) -> None:
    start = side.read(variant)
    assert [start.perft(depth) for depth in range(4)] == counts


@pytest.mark.parametrize("side", [Engine, pytest.param(Reference, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("variant", "count"), [(BIFOLD, 257692), (WAZIRS, 253640)])
def test_example_1_perft_4(side: type[Side], variant: str, count: int) -> None:
    assert side.read(variant).perft(4) == count


@pytest.mark.parametrize("royals", ["WFe1 wfe8", "We1 wb8"])
@pytest.mark.parametrize(("unit", "count"), [("QR", 22), ("QB", 21), ("RB", 16), ("QQ", 27), ("Q", 16), ("HR", 16)])
def test_example_2_units(side: type[Side], unit: str, count: int, royals: str) -> None:
    assert len(side.setup(f"{unit}d4 {royals}").targets("d4")) == count


# ------------------------------------------------------------------------------------- B1 to B5, B8: all moves

RR_ALONE = "a1a2r a1b1r a1c1r a1d1r "

#: Name, variant, pieces, remaining FEN fields, prefix, all legal moves with that prefix.
MOVES = [
    ("example 3", BIFOLD, "Ra1 ba3", "w", "a1", "a1a2 a1a3 a1b1 a1c1 a1d1"),
    ("example 3, beside a friend", BIFOLD, "Ra1 Bba3", "w", "a1", "a1a2 a1a3 a1b1 a1c1 a1d1"),
    ("example 3, two enemies", BIFOLD, "Ra1 bha3", "w", "a1", "a1a2 a1a3xb a1a3xh a1b1 a1c1 a1d1"),
    ("example 3, two like enemies", BIFOLD, "Ra1 bba3", "w", "a1", "a1a2 a1a3 a1b1 a1c1 a1d1"),
    ("example 3, unit", BIFOLD, "RRa1 bha3", "w", "a1", RR_ALONE + "a1a2 a1a3 a1a3rxb a1a3rxh a1b1 a1c1 a1d1"),
    ("example 4", BIFOLD, "RRa1 Ba3 Hbb1", "w", "a1", "a1a2 a1a2r a1a3r a1b1r"),
    ("example 5", BIFOLD, "Pd4 qhe5 Bqc5 Bd5", "w", "d4", "d4e5"),
    ("example 6", BIFOLD, "WRd4 Fe1 rrh5 wfe8", "w", "d4",
     "d4b4 d4c4 d4e4 d4f4 d4d2 d4d3 d4d5 d4c4w d4e4w d4d3w d4d5w "
     "d4b4r d4c4r d4e4r d4f4r d4d2r d4d3r d4d5r d4d6r"),
    ("example 6, no Rooks", BIFOLD, "WRd4 Fe1 wfe8", "w", "d4d6", "d4d6 d4d6r"),
    ("B1: HH leaps", BIFOLD, "HHb1 Pb2 Pa1 Pc1", "w", "b1", "b1a3 b1c3 b1d2"),
    ("B1: one H does not", BIFOLD, "Hb1 Pb2 Pa1 Pc1", "w", "b1", ""),
    ("B1: one H in a unit", BIFOLD, "HBb1 Pb2 Pa1", "w", "b1",
     "b1d2 b1a2 b1c2 b1d3 b1e4 b1d2h b1a2b b1c2b b1d3b b1e4b"),
    ("B1: WF is a King", BIFOLD, "wfe8", "b", "e8",
     "e8d8 e8f8 e8d7 e8e7 e8f7 e8d8w e8f8w e8e7w e8d7f e8f7f"),
    ("B1: WW is a King", WAZIRS, "WWa1 wwe8", "w", "a1", "a1a2 a1b1 a1b2 a1a2w a1b1w"),
    ("B1: FB is F or hB", BIFOLD, "FBa1 We1 wfe8", "w", "a1", "a1b2 a1c3 a1d4 a1e5 a1b2f a1b2b a1c3b a1d4b a1e5b"),
    ("B2: the other stays", BIFOLD, "RHa1 Pa2 Pb1", "w", "a1", ""),
    ("B3: lines", BIFOLD, "Ra1 Pa3 bbc1", "w", "a1", "a1a2 a1b1 a1c1"),
    ("B3: sharing squares block too", BIFOLD, "Ra1 Bba2 bc1", "w", "a1", "a1a2 a1b1 a1c1"),
    ("B3: the Mao's leg", BIFOLD, "Ha1 bb1", "w", "a1", "a1b3"),
    ("B3: the double step", BIFOLD, "Pa2 Pb2 ba3 bb4", "w", "a2", ""),
    ("B3: the double step's end", BIFOLD, "Pb2 bb4", "w", "b2", "b2b3"),
    ("B4: single, friend", BIFOLD, "Ra1 Pa2 BBb1 ", "w", "a1", ""),
    ("B4: single, one friend", BIFOLD, "Ra1 Ba2 Pb1", "w", "a1", "a1a2"),
    ("B4: single, enemy pawn", BIFOLD, "Ra1 pa2 Pb1", "w", "a1", "a1a2"),
    ("B4: unit", BIFOLD, "RRd1 Bd2 Pc1 bf1 WFh8", "w", "d1", "d1e1r d1f1r d1f1 d1e1 d1d2r"),
    ("B4: unit, enemies", BIFOLD, "RRa1 bha2 Bbb1", "w", "a1", "a1a2 a1a2rxb a1a2rxh a1b1r"),
    ("B4: unit, enemy pawn", BIFOLD, "RRa1 pa2 Pb1", "w", "a1", "a1a2 a1a2r"),
    ("B4: pawn, diagonally", BIFOLD, "Pb2 ba3 qc3 Pb3", "w", "b2", "b2a3 b2c3"),
    ("B4: pawn, friend and enemy", BIFOLD, "Pb2 Bba3 pc3 Pb3", "w", "b2", "b2c3"),
    ("B4: pawn, straight on", BIFOLD, "Pb2 bb3", "w", "b2", ""),
    ("B5: promotion", BIFOLD, "Pa7 wfe8 bb8", "w", "a7", " ".join(f"a7{to}8={t}" for to in "ab" for t in "qrbh")),
    ("B5: of Black", BIFOLD, "pa2", "b", "a2", "a2a1=q a2a1=r a2a1=b a2a1=h"),
    ("B5: en passant", BIFOLD, "Pe5 pd5 pf5", "w - d6", "e5", "e5e6 e5d6"),
    ("B5: en passant by Black", BIFOLD, "Pe4 pd4 pf4", "b - e3", "d4", "d4d3 d4e3"),
    ("B5: not by others", BIFOLD, "Re5 BBc5 pd5", "w - d6", "c5d6", "c5d6 c5d6b"),
    ("B5: a pawn on its first rank", BIFOLD, "Pa1", "w", "a1", "a1a2"),
    ("B8: lands on a threatened square", BIFOLD, "WRa1 Fh1 qc7 wfe8", "w", "a1c1", "a1c1 a1c1r"),
    ("B8: singles threaten", BIFOLD, "WRa1 Fh1 hb3 wfe8", "w", "a1d1", "a1d1r"),
    ("B8: pawns threaten", BIFOLD, "WRa1 Fh1 pc2 wfe8", "w", "a1d1", "a1d1r"),
    ("B8: drops do not", BIFOLD, "WRa1 Fh1 wfe8", "w", "a1d1", "a1d1 a1d1r"),
    ("B8: the mover is lifted", BIFOLD, "WRb1 Fh8 ra1 wfe8", "w", "b1d1", "b1d1r"),
    ("B8: a third piece blocks the threat", BIFOLD, "WRc1 Fh8 Bb1 ra1 wfe8", "w", "c1e1", "c1e1 c1e1r"),
    ("B8: the Mao's leg", BIFOLD, "WHa1 Fh8 ra6 wfe8", "w", "a1", "a1a2 a1b1 a1a2w a1b1w a1c2 a1b3 a1c2h a1b3h"),
    ("B8: the Mao's leg, threatened", BIFOLD, "WHa1 Fh8 rrb5 wfe8", "w", "a1",
     "a1a2 a1b1 a1a2w a1b1w a1b3 a1b3h a1c2h"),
    ("B8: halfling reach", BIFOLD, "WRa1 Fh1 rb6 wfe8", "w", "a1d1", "a1d1 a1d1r"),
    ("B8: a full Rook's", BIFOLD, "WRa1 Fh1 rrb6 wfe8", "w", "a1d1", "a1d1r"),
    ("B8: no limit for WF", BIFOLD, "WFa1 rrb8 qh2 we8", "w", "a1", "a1b1 a1a2 a1b2 a1b1w a1a2w a1b2f"),
    ("B8: nor for a royal's own piece", BIFOLD, "WRa1 Fh1 rrb8 wfe8", "w", "a1c1", "a1c1r"),
    ("B2: of two alike, either is one move", BIFOLD, "RRd4", "w", "d4d5", "d4d5 d4d5r"),
    ("B5: one step", BIFOLD, "Pd4", "w", "d4", "d4d5"),
    ("B5: double step", BIFOLD, "Pd2", "w", "d2", "d2d3 d2d4"),
    ("B5: dropped on its first rank", BIFOLD, "Pd1", "w", "d1", "d1d2"),
    ("B5: Black's double step", BIFOLD, "pd7", "b", "d7", "d7d6 d7d5"),
    ("B5: Black's first rank", BIFOLD, "pd8", "b", "d8", "d8d7"),
    ("B5: promotion takes two", BIFOLD, "Pa7 rhb8 qc8", "w", "a7",
     " ".join(f"a7{to}8={t}" for to in "ab" for t in "qrbh")),
    ("B5: no room to promote", BIFOLD, "Pa7 ba8", "w", "a7", ""),
]  # fmt: skip


@pytest.mark.parametrize("row", MOVES, ids=lambda row: row[0])
def test_moves(side: type[Side], row: tuple[str, ...]) -> None:
    _, variant, pieces, rest, start, expected = row
    assert side.setup(pieces, rest, variant).moves(start) == words(expected)


@pytest.mark.parametrize(
    ("pieces", "rest", "played", "start", "expected"),
    [
        ("Pd5 pe7", "b", "e7e5", "d5", "d5d6 d5e6"),
        ("Pd5 pe7 [Rr]", "b", "e7e5 r@a1 r@a2", "d5e6", ""),  # one turn later it is too late
    ],
)
def test_b5_en_passant_moves(side: type[Side], pieces: str, rest: str, played: str, start: str, expected: str) -> None:
    assert side.setup(pieces, rest).play(played).moves(start) == words(expected)


@pytest.mark.parametrize(
    ("pieces", "rest", "moves", "field"),
    [
        ("Pd5 pe7", "b", "e7e5", "e6"),
        ("Pa2", "w", "a2a4", "a3"),  # even if no piece can take
        ("RRa2", "w", "a2a4", "-"),  # a unit's long move is no double step
        ("Pd5 pe7 [Rr]", "b", "e7e5 r@a1", "-"),
    ],
)
def test_b5_en_passant_field(side: type[Side], pieces: str, rest: str, moves: str, field: str) -> None:
    assert side.setup(pieces, rest).play(moves).field(3) == field


#: Pieces, remaining FEN fields, some legal moves, some illegal ones.
LEGAL = [
    ("QRd4 bd5 Hc4", "w", "d4d5r d4c4r d4d5q d4c4q d4d5", "d4c4"),  # B2: to a friend's square or an enemy's
    ("Rbd4", "w", "", "d4d5r"),  # everything of the mover's
    ("WFd4 qhd5 rc4 Rbe4", "w", "d4d5 d4d5wxq d4d5wxh d4c4 d4c4w d4e4w", "d4e4"),
    ("qh1 rg1", "b", "g1h1", ""),  # B5: others may join a promoted piece
    ("Pa7", "w", "", "a7a8=w a7a8=f a7a8=p a7a8 a7a8=qq"),
]


@pytest.mark.parametrize(("pieces", "rest", "legal", "illegal"), LEGAL)
def test_legal_and_illegal(side: type[Side], pieces: str, rest: str, legal: str, illegal: str) -> None:
    moves = side.setup(pieces, rest).moves()
    assert words(legal) <= moves
    assert not words(illegal) & moves


# ------------------------------------------------------------------------------------------ B1, B8: targets

ROOK = words("d1 d2 d3 d5 d6 d7 d8 a4 b4 c4 e4 f4 g4 h4")
BISHOP = words("a1 b2 c3 e5 f6 g7 h8 a7 b6 c5 e3 f2 g1")
HALF_ROOK = words("d2 d3 d5 d6 b4 c4 e4 f4")
HALF_BISHOP = words("b2 c3 e5 f6 b6 c5 e3 f2")
KNIGHT = words("b3 b5 c2 c6 e2 e6 f3 f5")
WAZIR = words("c4 e4 d3 d5")
FERZ = words("c3 c5 e3 e5")
#: From d4 on an empty board.
SINGLES = {"R": HALF_ROOK, "B": HALF_BISHOP, "Q": HALF_ROOK | HALF_BISHOP, "H": KNIGHT, "W": WAZIR, "F": FERZ}
UNITS = {
    "RR": ROOK,
    "BB": BISHOP,
    "QQ": ROOK | BISHOP,
    "QR": ROOK | HALF_BISHOP,
    "QB": HALF_ROOK | BISHOP,
}


@pytest.mark.parametrize("kind", SINGLES)
def test_b1_singles(side: type[Side], kind: str) -> None:
    assert side.setup(f"{kind}d4").targets("d4") == SINGLES[kind]


@pytest.mark.parametrize("pair", [a + b for a in "QRBHWF" for b in "QRBHWF" if a + b not in ("WW", "FF")])
def test_b1_pairs(side: type[Side], pair: str) -> None:
    """A pair in either order moves as each of its pieces, except for special pairs; B2: each half moves as itself."""
    position = side.setup(f"{pair}d4")
    assert position.targets("d4") == UNITS.get(in_order(pair), SINGLES[pair[0]] | SINGLES[pair[1]])
    for half in "QRBHWF":
        assert position.targets("d4", half.lower()) == (SINGLES[half] if half in pair else set())


AROUND = "Pd5 pc4 Bbd3"  # of the Mao's legs from d4, e4 is free

#: Variant, pieces, remaining FEN fields, square with an optional half, all targets.
TARGETS = [
    (BIFOLD, "WRd4 Fe1", "w", "d4", "b4 c4 e4 f4 d2 d3 d5 d6"),  # example 6, no Rooks
    (WAZIRS, "WWd4", "w", "d4", "c4 e4 d3 d5 c3 c5 e3 e5"),  # a King
    (WAZIRS, "WWd4", "w", "d4w", "c4 e4 d3 d5"),
    (BIFOLD, "Ra1", "w", "a1", "a2 a3 a4 a5 b1 c1 d1"),  # e1 is full
    (BIFOLD, "Ra5", "w", "a5", "a4 a3 a6 a7 b5 c5 d5 e5"),
    (BIFOLD, "Bc4", "w", "c4", "b3 d3 e2 b5 d5 e6"),
    (BIFOLD, "QRa1 WFh2 wfh7", "w", "a1", "a2 a3 a4 a5 a6 a7 a8 b1 c1 d1 e1 f1 g1 h1 b2 c3 d4 e5"),
    (BIFOLD, f"Hd4 {AROUND}", "w", "d4", "f3 f5"),
    (BIFOLD, f"HHd4 {AROUND}", "w", "d4", "b3 b5 c2 c6 e2 e6 f3 f5"),
    (BIFOLD, f"HRd4 {AROUND}", "w", "d4", "f3 f5 e4 f4 c4"),
    (BIFOLD, f"HHd4 {AROUND}", "w", "d4h", "f3 f5"),  # a half of HH is a Mao
    (BIFOLD, "Rbd4", "w", "d4", "d2 d3 d5 d6 b4 c4 e4 f4"),  # B4: sharing enemies do not block each other
    (BIFOLD, "Rbd4", "b", "d4", "b2 c3 e5 f6 b6 c5 e3 f2"),
    (BIFOLD, "WRd4 Fe1 rrd2", "w", "d4", "b4 c4 e4 f4 d3 d5"),  # B8: lifted, the unit opens the line to d5
    (BIFOLD, "WFd4 rrc8 rrh5", "w", "d4", "c4 e4 d3 d5 c3 c5 e3 e5"),  # steps do not pass through any square
    (BIFOLD, "WHd4 Fe1 rrh5", "w", "d4", "c4 e4 d3 d5 b3 b5 c2 e2 f3 f5"),  # the leg d5 is passed through
    (BIFOLD, "WHd4 Fe1 rrh5", "w", "d4h", "b3 b5 c2 c6 e2 e6 f3 f5"),  # singles have no limit
    (BIFOLD, "WRd4 Fe1 wrd8 fe8 RRh7", "b", "d8r", "b8 c8 e8 d7 d6 d5 d4"),
]


@pytest.mark.parametrize(("variant", "pieces", "rest", "who", "targets"), TARGETS)
def test_targets(side: type[Side], variant: str, pieces: str, rest: str, who: str, targets: str) -> None:
    assert side.setup(pieces, rest, variant).targets(who[:2], who[2:]) == words(targets)


# ------------------------------------------------------------------------------- B3, B4: what stands in the way


@pytest.mark.parametrize("blocker", ["B", "b", "P", "p", "Bb", "BB", "bb"])
def test_b3_lines_pass_only_over_empty_squares(side: type[Side], blocker: str) -> None:
    assert not words("a4 a5") & side.setup(f"Ra1 {blocker}a3").targets("a1")
    assert "a4" not in side.setup(f"RRa1 {blocker}a3").targets("a1")
    assert not side.setup(f"Pa2 {blocker}a3").targets("a2") & words("a3 a4")
    assert side.setup(f"Pa2 {blocker}a4").moves("a2") == {"a2a3"}
    assert not words("c5 e5") & side.setup(f"Hd3 {blocker}d4").targets("d3")


@pytest.mark.parametrize("blocker", ["B", "b", "P", "p", "Bb"])
def test_b5_pushes_need_an_empty_square(side: type[Side], blocker: str) -> None:
    assert side.setup(f"Pd4 {blocker}d5").moves("d4") == set()


#: What stands on a3; the moves to a3 of a single R on a1, of a unit RR there and of a pawn on b2; what each captures.
ENTERING = [
    ("", "a1a3", "a1a3", "", ("", "", "")),
    ("B", "a1a3", "", "", ("", "", "")),
    ("b", "a1a3", "a1a3", "b2a3", ("", "B", "B")),
    ("BH", "", "", "", ("", "", "")),
    ("BB", "", "", "", ("", "", "")),
    ("P", "", "", "", ("", "", "")),
    ("Bq", "a1a3", "", "", ("Q", "", "")),
    ("qh", "a1a3xq a1a3xh", "a1a3", "b2a3", ("", "QH", "QH")),  # the single's choice is in its text
    ("qq", "a1a3", "a1a3", "b2a3", ("Q", "QQ", "QQ")),
    ("p", "a1a3", "a1a3", "b2a3", ("P", "P", "P")),
]


@pytest.mark.parametrize("black", [False, True], ids=["white", "black"])
@pytest.mark.parametrize(("content", "single", "unit", "pawn", "captures"), ENTERING)
def test_b4_entering(
    side: type[Side], content: str, single: str, unit: str, pawn: str, captures: tuple[str, str, str], black: bool
) -> None:
    there = f"{content}a3" if content else ""
    for mover, expected, taken in zip(("Ra1", "RRa1", "Pb2"), (single, unit, pawn), captures):
        fen = f"{place(f'{mover} {there} WFc1 wfe8')} w - - 0 1"
        start = mirror_move(f"{mover[-2:]}a3", colours=black)
        position = side.read(BIFOLD, mirror_fen(fen, colours=True) if black else fen)
        moves = {move for move in position.moves(start) if move[4:5] in ("", "x")}
        assert moves == {mirror_move(move, colours=black) for move in expected.split()}
        for move in moves:
            after = position.play(move)
            gone = move[-1].upper() if "x" in move else taken
            assert after.field(0).endswith(f"[{gone.lower() if black else gone}]"), move
            left = content
            for letter in gone.lower():
                left = left.replace(letter, "", 1)
            left += mover[:-2]
            assert after.on(start[2:]) == in_order(left.swapcase() if black else left)


#: Pieces, remaining FEN fields, moves, the pieces after them.
PLAYED = [
    ("Pd4 qhe5 Bqc5 Bd5", "w", "d4e5", "Pe5 Bqc5 Bd5 [QH]"),  # example 5
    ("QRd4", "w", "d4d5r", "Qd4 Rd5"),  # B2: either half may leave
    ("QRd4", "w", "d4h4", "QRh4"),
    ("QRd4 bd5 Hc4", "w", "d4c4r", "Qd4 bd5 RHc4"),
    ("Rbd4", "w", "d4d6", "bd4 Rd6"),  # B4: from an enemy's square
    ("Ra1 pa3", "w", "a1a3", "Ra3 [P]"),  # B4: a lone bifold takes pawns
    ("Fb2 pa3", "w", "b2a3", "Fa3 [P]"),
    ("Wa2 pa3", "w", "a2a3", "Wa3 [P]"),
    ("Hc2 pa3", "w", "c2a3", "Ha3 [P]"),
    ("WFd4 qhd5 rc4 Rbe4", "w", "d4d5", "WFd5 rc4 Rbe4 [QH]"),
    ("WFd4 qhd5 rc4 Rbe4", "w", "d4c4", "qhd5 WFc4 Rbe4 [R]"),
    ("WFd4 qhd5 rc4 Rbe4", "w", "d4c4w", "Fd4 qhd5 Wrc4 Rbe4"),
    ("Pd5 pe7", "b", "e7e5 d5e6", "Pe6 [P]"),
    ("Fd5 We1 pe7 rd7", "b", "e7e5 d5e6", "Fe6 We1 pe5 rd7"),  # B5: only pawns take en passant
    ("Pa7 rhb8 qc8", "w", "a7b8=h", "Hb8 qc8 [RH]"),
    ("ph2", "b", "h2h1=q", "qh1"),
]


@pytest.mark.parametrize(("pieces", "rest", "moves", "expected"), PLAYED)
def test_played(side: type[Side], pieces: str, rest: str, moves: str, expected: str) -> None:
    assert side.setup(pieces, rest).play(moves).field(0) == place(at_home(expected, BIFOLD))


@pytest.mark.parametrize(
    ("pieces", "rest", "move", "fen"),
    [
        ("Ra1 ba3", "w", "a1a3", "4(wf)3/8/8/8/8/(Rb)7/8/4(WF)3[] b - - 1 1"),  # they share
        ("Ra1 Bba3", "w", "a1a3", "4(wf)3/8/8/8/8/(RB)7/8/4(WF)3[B] b - - 0 1"),
        ("Ra1 bha3", "w", "a1a3xb", "4(wf)3/8/8/8/8/(Rh)7/8/4(WF)3[B] b - - 0 1"),
        ("Ra1 bha3", "w", "a1a3xh", "4(wf)3/8/8/8/8/(Rb)7/8/4(WF)3[H] b - - 0 1"),
        ("Ra1 bba3", "w", "a1a3", "4(wf)3/8/8/8/8/(Rb)7/8/4(WF)3[B] b - - 0 1"),
        ("RRa1 bha3", "w", "a1a3", "4(wf)3/8/8/8/8/(RR)7/8/4(WF)3[BH] b - - 0 1"),
        ("RRa1 bha3", "w", "a1a3rxh", "4(wf)3/8/8/8/8/(Rb)7/8/R3(WF)3[H] b - - 0 1"),
        ("RBa1 pa3", "w", "a1a3r", "4(wf)3/8/8/8/8/R7/8/B3(WF)3[P] b - - 0 1"),
        ("Pd4 qhe5", "w", "d4e5", "4(wf)3/8/8/4P3/8/8/8/4(WF)3[QH] b - - 0 1"),
        ("qqa8 RRa1", "b", "a8a1", "4(wf)3/8/8/8/8/8/8/(qq)3(WF)3[rr] w - - 0 2"),
        ("Rha1 Bb2", "w", "b2a1", "4(wf)3/8/8/8/8/8/8/(RB)3(WF)3[H] b - - 0 1"),
        ("Pe5 pd5", "w - d6", "e5d6", "4(wf)3/8/3P4/8/8/8/8/4(WF)3[P] b - - 0 1"),
        ("Pa7 bb8", "w", "a7b8=q", "1Q2(wf)3/8/8/8/8/8/8/4(WF)3[B] b - - 0 1"),
        ("Pe2", "w", "e2e4", "4(wf)3/8/8/8/4P3/8/8/4(WF)3[] b - e3 0 1"),
    ],
)
def test_what_moves_do(side: type[Side], pieces: str, rest: str, move: str, fen: str) -> None:
    after = side.setup(pieces, rest).play(move)
    assert after.fen() == fen
    again = side.read(BIFOLD, fen)
    assert again.position == after.position and again.key == after.key


# ------------------------------------------------------------------------------------------------ B8: paths

#: Variant, pieces, remaining FEN fields, square with an optional half, some targets, some squares it cannot reach.
PATHS = [
    (BIFOLD, "WRd4 Fe1 bd6", "w", "d4", "d6", ""),
    (BIFOLD, "WRd4 Fe1 bd6 rrh5", "w", "d4", "", "d6"),  # captures have the same limit
    (BIFOLD, "WRd4 Fe1 rd6", "w", "d4", "", "d6"),  # it threatens d5 itself
    (BIFOLD, "WRd4 Fe1 pd6", "w", "d4", "d6", ""),
    (BIFOLD, "WRd4 Fe1 pd6 pe6", "w", "d4", "", "d6"),
    (BIFOLD, "WRb4 Fe1 rg5", "w", "b4", "b6", ""),  # halflings threaten only in their range
    (BIFOLD, "WRb4 Fe1 rrg5", "w", "b4", "", "b6"),
    (BIFOLD, "WRb4 Fe1 qrg5", "w", "b4", "", "b6"),
    (BIFOLD, "WRd4 Fe1 [qqrbh]", "w", "d4", "d6", ""),  # drops do not threaten
    (BIFOLD, "WRd4 Fe1 rrh5", "w", "d4r", "d6", ""),  # only units of one royal have a limit
    (BIFOLD, "RRd4 rrh5", "w", "d4", "d6", ""),
    (BIFOLD, "FBd4 We1 rrh5", "w", "d4", "", "f6"),
    (BIFOLD, "FBd4 We1", "w", "d4", "f6", ""),
    (WAZIRS, "WRd4 We1 rrh5 wwe8", "w", "d4", "", "d6"),
    # What threatens has no limit: its halves alone get wherever a unit of one royal does.
    (BIFOLD, "WRd4 Fe1 wrd8 fe8 RRh7", "b", "d8", "d7", "d4 d5 d6"),
    (BIFOLD, "WRd4 Fe1 wrd8 fe8 RRh7", "w", "d4", "", "d6"),
]


@pytest.mark.parametrize(("variant", "pieces", "rest", "who", "reached", "barred"), PATHS)
def test_b8_paths(side: type[Side], variant: str, pieces: str, rest: str, who: str, reached: str, barred: str) -> None:
    targets = side.setup(pieces, rest, variant).targets(who[:2], who[2:])
    assert words(reached) <= targets
    assert not words(barred) & targets


THREATS = "rrh5 rf5 rh5 Rrh5 pe6 pc6 we5 fe6 wfe6 hhf6 hf6 hc7 bb3 bg8 bqe6 qrd8"


@pytest.mark.parametrize("threat", THREATS.split())
def test_b8_what_threatens(side: type[Side], threat: str) -> None:
    position = side.setup(f"WRd4 Fe1 {threat}")
    assert position.threatens("b", "d5")
    assert position.targets("d4") & words("d5 d6") == {"d5"}


NO_THREATS = ["rh5 Pg5", "rrh5 be5", "hf6 Pe6", "we6", "fe5", "pd7", "pe4", "RRh5", "hd6", "hc6"]


@pytest.mark.parametrize("threat", NO_THREATS)
def test_b8_what_does_not_threaten(side: type[Side], threat: str) -> None:
    position = side.setup(f"WRd4 Fe1 {threat}")
    assert not position.threatens("b", "d5")
    assert "d6" in position.targets("d4")


def test_b8_threats_of_a_royal_unit_have_no_limit(side: type[Side]) -> None:
    assert side.setup("WRd4 Fe1 wrd8 fe8 RRh7", "b").threatens("b", "d5")


# --------------------------------------------------------------------------------------------- B9: castling

CASTLE = "WFe1 RRa1 RRh1 wfe8"
CASTLES = "WFe1 RRa1 RRh1 wfe8 rra8 rrh8"

#: Pieces, remaining FEN fields, the castling moves.
CASTLING = [
    (CASTLE, "w KQ", "e1g1 e1c1"),
    (CASTLE, "w K", "e1g1"),
    (CASTLE, "w Q", "e1c1"),
    (CASTLE, "w -", ""),
    (f"{CASTLE} Bg1", "w KQ", "e1c1"),
    (f"{CASTLE} bb1", "w KQ", "e1g1"),
    (f"{CASTLE} rre5", "w KQ", "e1g1 e1c1"),  # out of a threat
    (f"{CASTLE} rrg5", "w KQ", "e1g1 e1c1"),  # into one
    (f"{CASTLE} rrf5", "w KQ", "e1c1"),  # not through one
    (f"{CASTLE} rf5", "w KQ", "e1g1 e1c1"),  # too far for a halfling
    (f"{CASTLE} rf2", "w KQ", "e1c1"),
    (f"{CASTLE} pe2", "w KQ", ""),
    (f"{CASTLE} rrb5", "w KQ", "e1g1 e1c1"),
    (f"{CASTLE} rrd5", "w KQ", "e1g1"),
    (CASTLES, "w KQkq", "e1g1 e1c1"),
    (CASTLES, "b KQkq", "e8g8 e8c8"),
    (CASTLES, "w -", ""),
    (CASTLES, "w Qkq", "e1c1"),
    (f"{CASTLES} rrg5", "w KQkq", "e1g1 e1c1"),
    (f"{CASTLES} rre5", "w KQkq", "e1g1 e1c1"),
    (f"{CASTLES} rrf8", "w KQkq", "e1c1"),
    (f"{CASTLES} rd2", "w KQkq", "e1g1"),
    (f"{CASTLES} rd3", "w KQkq", "e1g1 e1c1"),  # a halfling
    (f"{CASTLES} rrb5 rrc5", "w KQkq", "e1g1 e1c1"),
    (f"{CASTLES} pg2", "w KQkq", "e1c1"),
    (f"{CASTLES} pe2", "w KQkq", ""),
    (f"{CASTLES} he3", "w KQkq", ""),
    (f"{CASTLES} he3 Be2", "w KQkq", "e1g1 e1c1"),  # the Mao's leg is blocked
    (f"{CASTLES} [qr]", "w KQkq", "e1g1 e1c1"),
    (f"{CASTLES} rrc1", "w KQkq", ""),  # f1 is threatened through e1, from which the King is lifted
    (f"{CASTLES} hhc1", "w KQkq", "e1g1"),
]


@pytest.mark.parametrize(("pieces", "rest", "expected"), CASTLING)
def test_b9_castling(side: type[Side], pieces: str, rest: str, expected: str) -> None:
    castles = words("e1g1 e1c1 e8g8 e8c8")
    assert side.setup(pieces, rest).moves() & castles == words(expected)
    without = side.setup(pieces, rest, castling=False)
    assert not without.moves() & castles and without.field(2) == "-"


@pytest.mark.parametrize("variant", VARIANTS)
def test_b9_castling_in_every_game(side: type[Side], variant: str) -> None:
    pieces = CASTLES.replace("F", "W").replace("f", "w") if variant == WAZIRS else CASTLES
    assert words("e1g1 e1c1") <= side.setup(pieces, "w KQkq", variant).moves()


@pytest.mark.parametrize("square", "b1 c1 d1 f1 g1".split())
@pytest.mark.parametrize("content", ["B", "b", "Bb", "P"])
def test_b9_all_squares_between_are_empty(side: type[Side], square: str, content: str) -> None:
    # None of these threatens a square behind the King.
    castles = side.setup(f"{CASTLES} {content}{square}", "w KQkq").moves() & words("e1g1 e1c1")
    assert castles == ({"e1g1"} if square[0] < "e" else {"e1c1"})


@pytest.mark.parametrize(
    ("variant", "pieces", "rest", "moves", "fen"),
    [
        (BIFOLD, CASTLES, "w KQkq - 7 20", "e1g1", "(rr)3(wf)2(rr)/8/8/8/8/8/8/(RR)4(RR)(WF)1[] b kq - 8 20"),
        (BIFOLD, CASTLES, "w KQkq - 7 20", "e1c1 e8g8", "(rr)4(rr)(wf)1/8/8/8/8/8/8/2(WF)(RR)3(RR)[] w - - 9 21"),
        (BIFOLD, CASTLES, "w KQkq", "e1g1", "(rr)3(wf)2(rr)/8/8/8/8/8/8/(RR)4(RR)(WF)1[] b kq - 1 1"),
        (BIFOLD, CASTLES, "w KQkq", "e1g1 e8c8", "2(wf)(rr)3(rr)/8/8/8/8/8/8/(RR)4(RR)(WF)1[] w - - 2 2"),
        (BIFOLD, CASTLES, "w KQkq", "e1c1", "(rr)3(wf)2(rr)/8/8/8/8/8/8/2(WF)(RR)3(RR)[] b kq - 1 1"),
        (WAZIRS, "WWe1 RRh1 wwe8", "w K", "e1g1", "4(ww)3/8/8/8/8/8/8/5(RR)(WW)1[] b - - 1 1"),
    ],
)
def test_b9_what_castling_does(side: type[Side], variant: str, pieces: str, rest: str, moves: str, fen: str) -> None:
    assert side.setup(pieces, rest, variant).play(moves).fen() == fen


@pytest.mark.parametrize("variant", [BIFOLD, HANDED, WEAK])
def test_b9_castling_with_two_wazirs(side: type[Side], variant: str) -> None:
    start = side.setup("WWe1 RRh1 wwe8", "w K", variant, royal_wazirs=True)
    assert start.play("e1g1").fen() == "4(ww)3/8/8/8/8/8/8/5(RR)(WW)1[] b - - 1 1"


@pytest.mark.parametrize("variant", [BIFOLD, HANDED, WEAK])
def test_b1_two_wazirs_are_a_king(side: type[Side], variant: str) -> None:
    king = side.setup("WWd4 wwe8", variant=variant, royal_wazirs=True)
    assert king.targets("d4") == words("c4 e4 d3 d5 c3 c5 e3 e5")
    assert king.targets("d4", "w") == words("c4 e4 d3 d5")
    # B7: both are captured, one after the other.
    won = side.setup("RRa8 We1 wwh8", variant=variant, royal_wazirs=True).push("a8h8")
    assert won.result() == ("1-0", "royals captured")
    half = side.setup("Ra5 wHa7 wh8", variant=variant, royal_wazirs=True).push("a5a7")
    assert half.result() is None and half.on("a7") == "RH"


#: Pieces, remaining FEN fields, moves, the rights after them.
RIGHTS = [
    (CASTLES, "w KQkq", "e1e2", "kq"),
    (CASTLES, "w KQkq", "e1e2w", "kq"),
    (CASTLES, "w KQkq", "e1d2f", "kq"),
    (CASTLES, "w KQkq", "a1a2", "Kkq"),
    (CASTLES, "w KQkq", "a1a2r", "Kkq"),
    (CASTLES, "w KQkq", "h1h3", "Qkq"),
    (CASTLES, "w KQkq", "h1h3r", "Qkq"),
    (CASTLES, "w KQkq", "e1g1", "kq"),
    (CASTLES, "w KQkq", "a1a8", "Kk"),  # taken at home, by a unit
    (CASTLES, "w KQkq", "h1h2 a8a7r a1a2 e8f7f", "-"),
    (CASTLES, "w KQkq", "a1a2r a8a7r a2a1 a7a8", "Kk"),  # back home, but it has moved
    (f"{CASTLES} Bg7", "w KQkq", "a1a2r", "Kkq"),
    (f"{CASTLES} Bg7", "w KQkq", "a1a2", "Kkq"),
    (f"{CASTLES} Bg7", "w KQkq", "h1h2r", "Qkq"),
    (f"{CASTLES} Bg7", "w KQkq", "e1e2w", "kq"),
    (f"{CASTLES} Bg7", "w KQkq", "e1d2f", "kq"),
    (f"{CASTLES} Bg7", "w KQkq", "e1e2", "kq"),
    (f"{CASTLES} Bg7", "w KQkq", "a1a8", "Kk"),
    (f"{CASTLES} Bg7", "w KQkq", "a1a5r a8a5r", "Kk"),
    (f"{CASTLES} Bg7", "w KQkq", "e1e2w e8e7w e2e1 e7e8", "-"),
    (f"{CASTLES} Bg7", "w KQkq", "g7h8 h8h5", "KQq"),
    (f"{CASTLES} bg2", "b KQkq", "g2h1", "Qkq"),  # a captured half loses the right
    (f"{CASTLES} qe2", "b KQkq", "e2e1xf", "kq"),
    (f"{CASTLES} [r]", "b KQkq", "r@a2", "KQkq"),
]


@pytest.mark.parametrize(("pieces", "rest", "moves", "rights"), RIGHTS)
def test_b9_rights_are_lost(side: type[Side], pieces: str, rest: str, moves: str, rights: str) -> None:
    assert side.setup(pieces, rest).play(moves).field(2) == rights


def test_b9_halves_captured_at_home(side: type[Side]) -> None:
    assert side.setup(f"{CASTLES} bg2", "b KQkq").play("g2h1").on("h1") == "Rb"
    assert side.setup(f"{CASTLES} qe2", "b KQkq").play("e2e1xf").on("e1") == "Wq"


def test_b9_option_from_the_start(side: type[Side]) -> None:
    assert side.read(BIFOLD, castling=False).field(2) == "-"
