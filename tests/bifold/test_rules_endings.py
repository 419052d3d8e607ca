"""Hands, drops, clocks and how games end, on the engine and on the reference (rules B6, B7, B10, H6)."""

from __future__ import annotations

import pytest

from bifold.boards import BIFOLD, HANDED, SQUARES, WEAK, at_home, place, words
from bifold.sides import Side

# ------------------------------------------------------------------------------------------------ B6: hands

PROMOTED = "Pa7 rrb8"

#: Pieces, remaining FEN fields, moves, the pieces after them.
PLAYED = [
    ("RRa1 qha5 bba7 [Qh]", "w", "a1a5rxh", "Ra1 Rqa5 bba7 [QHh]"),
    ("RRa1 qha5 bba7 [Qh]", "w", "a1a5", "RRa5 bba7 [QQHh]"),
    ("rra1 QHa5", "b", "a1a5", "rra5 [qh]"),
    ("RRa1 wba5 fe8", "w", "a1a5", "RRa5 fe8 [B]"),  # royals are gone
    ("RRa1 wba5 fe8", "w", "a1a5rxw", "Ra1 Rba5 fe8"),
    ("RRa1 wfa5", "w", "a1a5rxw", "Ra1 Rfa5"),
    (PROMOTED, "w", "a7a8=b b8a8r", "Bra8 rb8"),  # a lone half captures nothing
    (PROMOTED, "w", "a7a8=b b8a8", "rra8 [b]"),  # a promoted piece keeps its type
    ("hb1 Hhc3 [HP]", "w", "h@b1", "Hhb1 Hhc3 [P]"),
    ("Ba1 [RRr]", "w", "r@c3", "Ba1 Rc3 [Rr]"),
]


@pytest.mark.parametrize(("pieces", "rest", "moves", "expected"), PLAYED)
def test_b6_hands(side: type[Side], pieces: str, rest: str, moves: str, expected: str) -> None:
    assert side.setup(pieces, rest).play(moves).field(0) == place(at_home(expected, BIFOLD))


def test_b6_royals_are_gone_and_others_change_sides(side: type[Side]) -> None:
    line = side.setup("WRa1 Fh1 rrb8 wfe8", "b").play("b8b1 a1b1")
    assert line.fen() == "4(wf)3/8/8/8/8/8/8/1(RW)5F[RR] b - - 0 2"
    hit = side.setup("WRa1 Fh1 rra8 wfe8", "b").play("a8a1")
    assert hit.fen() == "4(wf)3/8/8/8/8/8/8/(rr)6F[r] w - - 0 2"


# ------------------------------------------------------------------------------------------------ B6: drops

#: Name, variant, pieces, the mover's hand, a drop, whether it is legal.
DROPS = [
    ("example 7", BIFOLD, "hb1 Hhc3", "HP", "h@b1", True),
    ("example 7, a pawn", BIFOLD, "hb1 Hhc3", "HP", "p@b1", False),
    ("example 7, beside friend and enemy", BIFOLD, "hb1 Hhc3", "HP", "h@c3", False),
    ("example 7, a pawn beside both", BIFOLD, "hb1 Hhc3", "HP", "p@c3", False),
    ("beside an enemy", BIFOLD, "hb1", "HP", "h@b1", True),
    ("beside friend and enemy", BIFOLD, "Hhb1", "HP", "h@b1", False),
    ("beside a friend", BIFOLD, "Hb1", "HP", "h@b1", True),
    ("beside two", BIFOLD, "HHb1", "HP", "h@b1", False),
    ("beside two enemies", BIFOLD, "hhb1", "HP", "h@b1", False),
    ("beside a pawn", BIFOLD, "Pb2 pb3", "HP", "h@b2", False),
    ("beside an enemy pawn", BIFOLD, "Pb2 pb3", "HP", "h@b3", False),
    ("a pawn beside a bifold", BIFOLD, "hb1 Hb2", "HP", "p@b2", False),
    ("a pawn on its first rank", BIFOLD, "", "P", "p@a1", True),
    ("a pawn on the last rank", BIFOLD, "", "P", "p@a8", False),
    ("Black's pawn on the last rank", BIFOLD, "", "p", "p@a1", False),
    ("a bifold on the last rank", BIFOLD, "", "B", "b@a8", True),
    ("H6: beside a bifold", HANDED, "hb2", "L", "l@b2", True),
    ("H6: beside a pawn half", HANDED, "db2", "L", "l@b2", True),
    ("H6: beside two", HANDED, "LDb2", "L", "l@b2", False),
    ("H6: the last rank", HANDED, "", "L", "l@a8", False),
    ("H6: weak", WEAK, "Pb2", "P", "p@b2", True),
    ("H6: a bifold beside a pawn half", WEAK, "pb2", "B", "b@b2", True),
]


@pytest.mark.parametrize("row", DROPS, ids=lambda row: row[0])
def test_b6_drop(side: type[Side], row: tuple[str, str, str, str, str, bool]) -> None:
    _, variant, pieces, hand, text, legal = row
    position = side.setup(f"{pieces} [{hand}]", "b" if hand.islower() else "w", variant)
    assert (text in position.moves()) == legal
    if legal:
        after = position.play(text)
        assert after.field(4) == "0"
        assert after.field(0).endswith(f"[{hand.replace(text[0].upper(), '', 1)}]")


CROWDED = "Ba1 ba2 BBa3 bba4 Bba5 Pa6 pa7"
EMPTY = set(SQUARES) - words("a1 a2 a3 a4 a5 a6 a7 e1 e8")


def test_b6_all_drops(side: type[Side]) -> None:
    position = side.setup(f"{CROWDED} [RP]")
    assert position.drops("r") == EMPTY | words("a1 a2")
    assert position.drops("p") == {square for square in EMPTY if square[1] != "8"}
    black = side.setup(f"{CROWDED} [rp]", "b")
    assert black.drops("r") == EMPTY | words("a1 a2")
    assert black.drops("p") == {square for square in EMPTY if square[1] != "1"}
    assert side.setup(f"{CROWDED} [RP]", "b").drops("r") == set()  # White's hand
    assert position.play("r@a1").field(0) == place(at_home(f"RB{CROWDED[1:]} [P]", BIFOLD))
    shared = position.play("r@a2")  # drops do not capture
    assert shared.on("a2") == "Rb" and shared.field(0).endswith("[P]")


@pytest.mark.parametrize("beside", [True, False])
def test_b6_option_drop_beside_enemy(side: type[Side], beside: bool) -> None:
    position = side.setup("hb1 Hc1 Hhd1 [B]", drop_beside_enemy=beside)
    drops = position.drops("b")
    assert ("b1" in drops) == beside
    assert {"c1", "a1"} <= drops and "d1" not in drops
    assert len(drops) == 64 - 3 - 1 + beside  # without WF, wf, Hh, and h
    plain = side.setup("hb1 [B]", drop_beside_enemy=beside).moves()
    assert ("b@b1" in plain) == beside and "b@c1" in plain
    drops = side.setup("Ba1 ba2 [R]", drop_beside_enemy=beside).drops("r")
    assert "a1" in drops and ("a2" in drops) == beside
    # A lone royal is a bifold as well.
    drops = side.setup("We1 we8 [R]", drop_beside_enemy=beside).drops("r")
    assert "e1" in drops and ("e8" in drops) == beside


def test_b6_drop_beside_enemy_is_the_default(side: type[Side]) -> None:
    assert "a2" in side.setup("Ba1 ba2 [R]").drops("r")
    assert words("e1 e8") <= side.setup("We1 we8 [R]").drops("r")


def test_b6_drops_of_one_type_are_one_move(side: type[Side]) -> None:
    assert len(side.setup("[BBBB]").drops("b")) == len(side.setup("[B]").drops("b")) == 62
    assert side.setup("Ba1 [RR]").drops("r") == side.setup("Ba1 [R]").drops("r")


def test_b6_a_dropped_pawn_double_steps_from_the_second_rank(side: type[Side]) -> None:
    assert side.setup("Ba1 bh8 [P]").play("p@c2 h8g7").moves("c2") == words("c2c3 c2c4")


# -------------------------------------------------------------------------------------- B7, B10: the results

WHITE_WINS, BLACK_WINS = ("1-0", "royals captured"), ("0-1", "royals captured")
STUCK, REPETITION, MOVE_RULE = (("1/2-1/2", reason) for reason in ("no legal move", "repetition", "move rule"))
LOCKED = "Wa1 Pa2 pa3 Pb1 pb2 wfe8"

#: Variant, all pieces, remaining FEN fields, result.
RESULTS = [
    (BIFOLD, "We1 wfe8", "w", None),  # one royal left plays on
    (BIFOLD, "WFe1 wfe8", "w", None),  # bare kings are no draw
    (BIFOLD, "Ra1 wfe8", "w", BLACK_WINS),
    (BIFOLD, "WFe1 ra1", "b", WHITE_WINS),
    (BIFOLD, "WFe1 ra1", "w", WHITE_WINS),  # with either side to move
    (BIFOLD, "WFe1", "w", WHITE_WINS),
    (BIFOLD, "WFe1", "b", WHITE_WINS),
    (BIFOLD, "fe1", "w", BLACK_WINS),
    (BIFOLD, "fe1", "b", BLACK_WINS),
    (BIFOLD, "Ra1 wfe8", "w - - 100 80", BLACK_WINS),
    (BIFOLD, "WFe1", "b - - 120 80", WHITE_WINS),
    (BIFOLD, "WFe1 wfe8", "w - - 99 80", None),
    (BIFOLD, "WFe1 wfe8", "w - - 100 80", MOVE_RULE),
    (BIFOLD, "Ra1 WFe1 wfe8", "w - - 99 80", None),
    (BIFOLD, "Ra1 WFe1 wfe8", "w - - 100 80", MOVE_RULE),
    (HANDED, "Wa1 LDa2 LDb1 wfe8", "w", None),
    (HANDED, "Wa1 LDa2 RBb1 rre2 rrb3 rrc2 rra3 rrc1 qqd1 bbd3 wfe8", "w", None),
    (BIFOLD, "Wa1 Pa2 Pb1 Pa3 Pb2 wfe8", "w", None),
    (BIFOLD, LOCKED, "w", STUCK),
    (BIFOLD, LOCKED, "w - - 120 80", STUCK),
    (BIFOLD, f"{LOCKED} [B]", "w", None),
    (WEAK, "Wpa1 PPa2 PPb1 ppa3 ppb2 wfe8", "w", STUCK),
    (BIFOLD, "Fa1 Pb2 pb3 wfe8", "w", STUCK),
    (BIFOLD, "Fa1 Pb2 pb3 wfe8", "w - - 100 80", STUCK),
    (BIFOLD, "Fa1 Pb2 pb3 wfe8 [B]", "w", None),
]


@pytest.mark.parametrize(("variant", "pieces", "rest", "expected"), RESULTS)
def test_b7_b10_results(
    side: type[Side], variant: str, pieces: str, rest: str, expected: tuple[str, str] | None
) -> None:
    line = side.read(variant, f"{place(pieces)} {rest}")
    assert line.result() == expected
    over = expected in (WHITE_WINS, BLACK_WINS, STUCK)
    assert (not line.moves()) == over
    assert (line.perft(1) == 0) == over
    if over:
        assert line.perft(3) == 0


#: Pieces, remaining FEN fields, moves, the board after them, result.
ROYALS_CAPTURED = [
    ("RRa8 WFe1 wfd8", "w", "a8d8", "3(RR)4/8/8/8/8/8/8/4(WF)3", WHITE_WINS),  # both at once
    ("RRa1 wfa5", "w", "a1a5", "8/8/8/(RR)7/8/8/8/4(WF)3", WHITE_WINS),
    ("Rd7 WFe1 wfd8", "w", "d7d8xw d8c7", "3R4/2f5/8/8/8/8/8/4(WF)3", None),  # one after the other
    ("RRa1 wfa5", "w", "a1a5rxw", "8/8/8/(Rf)7/8/8/8/R3(WF)3", None),
    ("WFe1 RRc2 fc7 ba8", "w", "c2c7", "b7/2(RR)5/8/8/8/8/8/4(WF)3", WHITE_WINS),
    ("RRa1 wa8", "w", "a1a8", "(RR)7/8/8/8/8/8/8/4(WF)3", WHITE_WINS),
    ("rra1 Fa8", "b", "a1a8", "(rr)3(wf)3/8/8/8/8/8/8/8", BLACK_WINS),
    ("RRa1 wa7 fh8 QQh5", "w", "a1a7 h8g7 a7g7", "8/6(RR)1/8/7(QQ)/8/8/8/4(WF)3", WHITE_WINS),
]


@pytest.mark.parametrize(("pieces", "rest", "moves", "board", "expected"), ROYALS_CAPTURED)
def test_b7_both_royals_must_be_taken(
    side: type[Side], pieces: str, rest: str, moves: str, board: str, expected: tuple[str, str] | None
) -> None:
    line = side.setup(pieces, rest).play(moves)
    assert line.result() == expected
    assert line.field(0) == f"{board}[]"
    assert (line.moves() == set()) == (expected is not None)
    assert (line.perft(1) == 0) == (expected is not None)
    assert (line.perft(3) == 0) == (expected is not None)


def test_b7_fens_of_both_ways_to_win(side: type[Side]) -> None:
    line = side.setup("WFe1 Rd7 wfd8").play("d7d8xw d8c7")
    assert line.fen() == "3R4/2f5/8/8/8/8/8/4(WF)3[] w - - 1 2"
    last = side.setup("WFe1 RRc2 fc7 ba8").play("c2c7")
    assert last.fen() == "b7/2(RR)5/8/8/8/8/8/4(WF)3[] b - - 0 1"


# ------------------------------------------------------------------------------------ B10: clocks, repetition

BUSY = "Rb5 Hg5 Pa3 ba5 wfd8 WFe1 pe7 [B]"
MANY = "QRa1 Pc2 be5 qha5 [H]"

#: Variant, pieces, remaining FEN fields, moves, the remaining fields after them.
CLOCKS = [
    (BIFOLD, BUSY, "w - - 7 20", "b5b6", "b - - 8 20"),
    (BIFOLD, BUSY, "w - - 7 20", "b5a5", "b - - 8 20"),  # sharing is no capture
    (BIFOLD, BUSY, "w - - 7 20", "a3a4", "b - - 0 20"),
    (BIFOLD, BUSY, "w - - 7 20", "b@c5", "b - - 0 20"),
    (BIFOLD, BUSY, "w - - 7 20", "g5h7 e7e6", "w - - 0 21"),
    (BIFOLD, BUSY, "w - - 7 20", "g5h7 d8d7", "w - - 9 21"),
    (BIFOLD, MANY, "w - - 7 20", "a1a2", "b - - 8 20"),
    (BIFOLD, MANY, "w - - 7 20", "a1a2q", "b - - 8 20"),
    (BIFOLD, MANY, "w - - 7 20", "a1a5", "b - - 0 20"),
    (BIFOLD, MANY, "w - - 7 20", "a1a5qxh", "b - - 0 20"),
    (BIFOLD, MANY, "w - - 7 20", "a1e5q", "b - - 8 20"),
    (BIFOLD, MANY, "w - - 7 20", "c2c3", "b - - 0 20"),
    (BIFOLD, MANY, "w - - 7 20", "h@h8", "b - - 0 20"),
    (BIFOLD, MANY, "w - - 7 20", "h@e5", "b - - 0 20"),
    (BIFOLD, MANY, "w - - 7 20", "e1e2", "b - - 8 20"),
    (BIFOLD, MANY, "w - - 7 20", "e1e2w", "b - - 8 20"),
    (BIFOLD, "Ra1", "b - - 7 20", "e8e7", "w - - 8 21"),
    (BIFOLD, "WFe1 RRh1 wfe8", "w K - 7 1", "e1g1", "b - - 8 1"),  # castling is no pawn move
    (BIFOLD, "WFe1 RRh1 wfe8", "w K - 7 20", "e1g1", "b - - 8 20"),
    (HANDED, "RLb2", "w - - 7 1", "b2b3", "b - - 0 1"),  # a mixed unit's move is a pawn move
    (HANDED, "RLb2", "w - - 7 1", "b2b3r", "b - - 8 1"),
    (HANDED, "RDc3", "w - - 7 20", "c3d3", "b - - 0 20"),
    (HANDED, "RDc3", "w - - 7 20", "c3d3r", "b - - 8 20"),
    (HANDED, "RDc3", "w - - 7 20", "c3c4d", "b - - 0 20"),
    (HANDED, "RDc3", "w - - 7 20", "c3c4", "b - - 0 20"),
]


@pytest.mark.parametrize(("variant", "pieces", "rest", "moves", "after"), CLOCKS)
def test_b10_clock(side: type[Side], variant: str, pieces: str, rest: str, moves: str, after: str) -> None:
    assert side.setup(pieces, rest, variant).play(moves).fen().split(" ", 1)[1] == after


@pytest.mark.parametrize(
    ("pieces", "rest", "moves"),
    [
        ("RRa1 WFe1 wfe8", "w", "a1a2 e8e7 a2a1 e7e8 " * 2),
        ("RHa1 RHb1 WFe1 wfe8", "w", "a1a2r e8e7 a2a1 e7e8 b1b2r e8e7 b2b1 e7e8"),  # whichever of two Rooks moves
        ("Ra1 rh8", "w", "a1a2 h8h7 a2a1 h7h8 " * 2),
        ("Ra1 rh8", "w - - 92 80", "a1a2 h8h7 a2a1 h7h8 " * 2),  # before the move rule
    ],
)
def test_b10_repetition(side: type[Side], pieces: str, rest: str, moves: str) -> None:
    assert side.setup(pieces, rest).play(moves).result() == REPETITION


def test_draws_by_rule_do_not_end_perft(side: type[Side]) -> None:
    assert side.setup("Ra1", "w - - 100 80").perft(2) == side.setup("Ra1").perft(2)


PASSED = "WFe1 RRh1 wfe8 Pe5 pd5"
HOME = "RRa1 Ba2"

#: Variant, pieces and remaining FEN fields of two positions, whether repetition counts them as the same.
KEYS = [
    (BIFOLD, (PASSED, "w"), (PASSED, "b"), False),
    (BIFOLD, (PASSED, "w"), (PASSED, "w K"), False),
    (BIFOLD, (PASSED, "w"), (PASSED, "w - d6"), False),
    (BIFOLD, (PASSED, "b"), (PASSED, "w K"), False),
    (BIFOLD, (PASSED, "b"), (PASSED, "w - d6"), False),
    (BIFOLD, (PASSED, "w K"), (PASSED, "w - d6"), False),
    (BIFOLD, (PASSED, "w"), (PASSED, "w - - 42 77"), True),
    (BIFOLD, ("WFe1 RRh1 wfe8 Pf5 pd5", "w - d6"), ("WFe1 RRh1 wfe8 Pf5 pd5", "w"), True),  # no piece can take
    (BIFOLD, ("Pd5 pe5", "w - e6"), ("Pd5 pe5", "w"), False),
    (BIFOLD, ("Pc5 pe5", "w - e6"), ("Pc5 pe5", "w"), True),
    (BIFOLD, ("RRd5 pe5", "w - e6"), ("RRd5 pe5", "w"), True),
    (HANDED, ("De5 ldd5", "w - d6"), ("De5 ldd5", "w"), True),
    (WEAK, ("Pe5 ppd5", "w - d6"), ("Pe5 ppd5", "w"), True),
    (WEAK, ("PPe5 ppd5", "w - d6"), ("PPe5 ppd5", "w"), False),
    (WEAK, ("Pd5 pe5", "w - e6"), ("Pd5 pe5", "w"), True),
    (BIFOLD, (HOME, "w Q"), (HOME, "w -"), False),
    (BIFOLD, (HOME, "w Q"), (HOME, "b Q"), False),
    (BIFOLD, (HOME, "w Q"), (f"{HOME} [P]", "w Q"), False),
    (BIFOLD, (HOME, "w Q"), ("RRa1 Ha2", "w Q"), False),
    (BIFOLD, (HOME, "w Q"), (HOME, "w Q - 20 30"), True),
]


@pytest.mark.parametrize(("variant", "one", "other", "same"), KEYS)
def test_b10_what_repetition_compares(
    side: type[Side], variant: str, one: tuple[str, str], other: tuple[str, str], same: bool
) -> None:
    assert (side.setup(*one, variant).key == side.setup(*other, variant).key) == same


def test_b10_repetition_compares_stacks_and_hands(side: type[Side]) -> None:
    boards = ("RRa1", "Ra1", "", "RBa1", "Ra1 Ra2", "Rra1", "rra1", "[R]", "[RR]", "[r]", "[Rr]", "[B]")
    assert len({side.setup(pieces).key for pieces in boards}) == 12
