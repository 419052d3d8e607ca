"""The reference generator of Bifold Halfgi against its rule page."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest

from reference.bifold import BIFOLD, HANDED, ROYAL_PAIR, VARIANTS, WAZIRS, WEAK, Options, Position, in_order

NAMES = [file + rank for rank in "87654321" for file in "abcdefgh"]  # in FEN order
BARE = "4(wf)3/8/8/8/8/8/8/4(WF)3"


def words(text: str) -> set[str]:
    return set(text.split())


def setup(pieces: str, rest: str = "w", *, variant: str = BIFOLD, hand: str = "", **options: bool) -> Position:
    """A position from its stacks such as `a1=RR` and the other FEN fields.

    A side whose royals are not named has both at home, on e1 or e8.
    """
    board = dict(stack.split("=") for stack in pieces.split())
    for home, pair in (("e1", ROYAL_PAIR[variant]), ("e8", ROYAL_PAIR[variant].lower())):
        if not set(pair) & set("".join(board.values())):
            assert home not in board
            board[home] = pair
    rows = []
    for start in range(0, 64, 8):
        contents = [board.pop(name, "1") for name in NAMES[start : start + 8]]
        row = "".join(f"({content})" if len(content) == 2 else content for content in contents)
        rows.append(re.sub("1+", lambda ones: str(len(ones[0])), row))
    assert not board
    return Position.from_fen(Options(variant, **options), f"{'/'.join(rows)}[{hand}] {rest}")


def moves_from(position: Position, square: str) -> set[str]:
    return {move for move in position.legal_moves() if move.startswith(square)}


def halves(position: Position, square: str, half: str) -> set[str]:
    """The targets of one half of a unit."""
    return {move[2:4] for move in moves_from(position, square) if move[4:5] == half}


def wholes(position: Position, square: str) -> set[str]:
    """The targets of everything of the mover's on a square."""
    return {move[2:4] for move in moves_from(position, square) if move[4:5] in ("", "x", "=")}


def drops(position: Position, letter: str) -> set[str]:
    return {move[2:] for move in position.legal_moves() if move.startswith(letter + "@")}


def on(position: Position, square: str) -> str:
    return position.board["abcdefgh".index(square[0]) + 8 * (int(square[1]) - 1)]


def play(position: Position, moves: str) -> Position:
    for move in moves.split():
        position = position.push(move)
    return position


def refused(position: Position, moves: str) -> bool:
    """Is none of the moves legal?"""
    return not words(moves) & set(position.legal_moves())


# ------------------------------------------------------------------------------------------- worked examples


def test_example_1_start_moves() -> None:
    pawns = {f"{file}2{file}{rank}" for file in "abcdefgh" for rank in "34"}
    assert set(Position.start(BIFOLD).legal_moves()) == pawns | words("b1a3 b1c3 g1f3 g1h3")


@pytest.mark.parametrize(
    ("variant", "counts"),
    [
        (BIFOLD, [20, 400, 10162]),
        (WAZIRS, [20, 400, 10082]),
        (HANDED, [52, 2704, 140020]),
        (WEAK, [36, 1296, 49528]),
    ],
)
def test_examples_1_and_8_perft(variant: str, counts: list[int]) -> None:
    position = Position.start(variant)
    assert [position.perft(depth) for depth in (0, 1, 2, 3)] == [1, *counts]


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "count"), [(BIFOLD, 257692), (WAZIRS, 253640)])
def test_example_1_perft_4(variant: str, count: int) -> None:
    assert Position.start(variant).perft(4) == count


@pytest.mark.parametrize(("group", "count"), [("QR", 22), ("QB", 21), ("RB", 16), ("QQ", 27), ("Q", 16), ("HR", 16)])
def test_example_2_targets(group: str, count: int) -> None:
    assert len(wholes(setup(f"d4={group}"), "d4")) == count


def test_example_3_entering() -> None:
    position = setup("a1=R a3=b")
    assert moves_from(position, "a1") == words("a1a2 a1a3 a1b1 a1c1 a1d1")
    assert on(position.push("a1a3"), "a3") == "Rb"
    position = setup("a1=R a3=Bb")
    assert "a1a3" in position.legal_moves()
    assert on(position.push("a1a3"), "a3") == "RB"
    position = setup("a1=R a3=bh")
    assert {move for move in moves_from(position, "a1") if "a3" in move} == words("a1a3xb a1a3xh")
    assert on(position.push("a1a3xb"), "a3") == "Rh"
    assert on(position.push("a1a3xh"), "a3") == "Rb"
    position = setup("a1=RR a3=bh")
    assert {"a1a3", "a1a3rxb", "a1a3rxh"} <= moves_from(position, "a1")
    after = position.push("a1a3")
    assert on(after, "a3") == "RR"
    assert after.hands == ("BH", "")


def test_example_4_blocked_unit() -> None:
    position = setup("a1=RR a3=B b1=Hb")
    assert wholes(position, "a1") == {"a2"}
    # One rook-half alone may join the Bishop, or take the black half on b1.
    assert halves(position, "a1", "r") == words("a2 a3 b1")


def test_example_5_pawn_captures() -> None:
    position = setup("d4=P e5=qh c5=Bq d5=B")
    assert moves_from(position, "d4") == {"d4e5"}
    after = position.push("d4e5")
    assert on(after, "e5") == "P"
    assert after.hands == ("QH", "")


def test_example_6_threatened_path() -> None:
    position = setup("d4=WR e1=F h5=rr")
    assert wholes(position, "d4") == words("b4 c4 e4 f4 d2 d3 d5")
    assert wholes(setup("d4=WR e1=F"), "d4") == words("b4 c4 e4 f4 d2 d3 d5 d6")


def test_example_7_drops() -> None:
    position = setup("b1=h c3=Hh", hand="HP")
    assert "h@b1" in position.legal_moves()
    assert "p@b1" not in position.legal_moves()
    assert refused(position, "h@c3 p@c3")
    assert on(position.push("h@b1"), "b1") == "Hh"


# -------------------------------------------------------------------------------------------------- B1: units

ROOK_D4 = words("d1 d2 d3 d5 d6 d7 d8 a4 b4 c4 e4 f4 g4 h4")
BISHOP_D4 = words("a1 b2 c3 e5 f6 g7 h8 a7 b6 c5 e3 f2 g1")
HALF_ROOK_D4 = words("d2 d3 d5 d6 b4 c4 e4 f4")
HALF_BISHOP_D4 = words("b2 c3 e5 f6 b6 c5 e3 f2")
KNIGHT_D4 = words("b3 b5 c2 c6 e2 e6 f3 f5")
WAZIR_D4 = words("c4 e4 d3 d5")
FERZ_D4 = words("c3 c5 e3 e5")
SINGLES = {
    "R": HALF_ROOK_D4,
    "B": HALF_BISHOP_D4,
    "Q": HALF_ROOK_D4 | HALF_BISHOP_D4,
    "H": KNIGHT_D4,
    "W": WAZIR_D4,
    "F": FERZ_D4,
}
UNITS = {
    "RR": ROOK_D4,
    "BB": BISHOP_D4,
    "QQ": ROOK_D4 | BISHOP_D4,
    "QR": ROOK_D4 | HALF_BISHOP_D4,
    "QB": HALF_ROOK_D4 | BISHOP_D4,
}


@pytest.mark.parametrize("kind", SINGLES)
def test_b1_singles(kind: str) -> None:
    assert wholes(setup(f"d4={kind}"), "d4") == SINGLES[kind]


@pytest.mark.parametrize("pair", [a + b for a in "QRBHWF" for b in "QRBHWF"])
def test_b1_pairs(pair: str) -> None:
    """Every pair moves as either of its pieces, except those that are more; the order they are read in is the same."""
    if pair in ("WW", "FF"):
        return
    position = setup(f"d4={pair}")
    pair = in_order(pair)
    assert wholes(position, "d4") == UNITS.get(pair, SINGLES[pair[0]] | SINGLES[pair[1]])
    # B2: each half has its own move.
    for half in pair:
        assert halves(position, "d4", half.lower()) == SINGLES[half]
    for half in set("QRBHWF") - set(pair):
        assert not halves(position, "d4", half.lower())


def test_b1_two_wazirs_are_a_king() -> None:
    position = setup("d4=WW", variant=WAZIRS)
    assert wholes(position, "d4") == WAZIR_D4 | FERZ_D4
    assert halves(position, "d4", "w") == WAZIR_D4


def test_b1_halfling_ranges_from_the_edge() -> None:
    assert wholes(setup("a1=R"), "a1") == words("a2 a3 a4 a5 b1 c1 d1")  # e1 is full
    assert wholes(setup("a5=R"), "a5") == words("a4 a3 a6 a7 b5 c5 d5 e5")
    assert wholes(setup("c4=B"), "c4") == words("b3 d3 e2 b5 d5 e6")
    # Two rook-halves of different letters are a full Rook, in a corner as well.
    assert len(wholes(setup("a1=QR h2=WF h7=wf"), "a1")) == 14 + 4


def test_b1_mao_and_knight() -> None:
    around = "d5=P c4=p d3=Bb"
    assert wholes(setup(f"d4=H {around}"), "d4") == words("f3 f5")  # e4 is the only free leg
    assert wholes(setup(f"d4=HH {around}"), "d4") == KNIGHT_D4
    assert wholes(setup(f"d4=HR {around}"), "d4") == words("f3 f5 e4 f4 c4")
    # A half of HH is a Mao.
    assert halves(setup(f"d4=HH {around}"), "d4", "h") == words("f3 f5")


def test_b2_either_half_leaves_alone() -> None:
    position = setup("d4=QR")
    after = position.push("d4d5r")
    assert (on(after, "d4"), on(after, "d5")) == ("Q", "R")
    after = position.push("d4h4")
    assert (on(after, "d4"), on(after, "h4")) == ("", "QR")
    # Of two alike it is one move.
    assert {move for move in setup("d4=RR").legal_moves() if move.startswith("d4d5")} == words("d4d5 d4d5r")
    # A half may leave for a friend's square or an enemy's.
    position = setup("d4=QR d5=b c4=H")
    assert {"d4d5r", "d4c4r", "d4d5q", "d4c4q", "d4d5"} <= moves_from(position, "d4")
    assert "d4c4" not in moves_from(position, "d4")
    after = position.push("d4c4r")
    assert (on(after, "d4"), on(after, "c4")) == ("Q", "RH")


def test_b3_lines_pass_only_over_empty_squares() -> None:
    for blocker in ("B", "b", "P", "p", "Bb", "BB", "bb"):
        reached = wholes(setup(f"a1=R a3={blocker}"), "a1")
        assert "a4" not in reached and "a5" not in reached, blocker
        reached = wholes(setup(f"a1=RR a3={blocker}"), "a1")
        assert "a4" not in reached, blocker
        assert not words("a2a4 a2a3") & moves_from(setup(f"a2=P a3={blocker}"), "a2"), blocker
        assert refused(setup(f"a2=P a4={blocker}"), "a2a4"), blocker
        assert "a2a3" in setup(f"a2=P a4={blocker}").legal_moves(), blocker
        assert not words("c5 e5") & wholes(setup(f"d3=H d4={blocker}"), "d3"), blocker


# ------------------------------------------------------------------------------------------ B4: the table

# Content of a3; what a single R on a1, the unit RR there and a pawn on b2 may play there.
ENTERING = [
    ("", "a1a3", "a1a3", ""),
    ("B", "a1a3", "", ""),
    ("b", "a1a3", "a1a3", "b2a3"),
    ("BH", "", "", ""),
    ("BB", "", "", ""),
    ("P", "", "", ""),
    ("Bq", "a1a3", "", ""),
    ("qh", "a1a3xq a1a3xh", "a1a3", "b2a3"),
    ("qq", "a1a3", "a1a3", "b2a3"),
    ("p", "a1a3", "a1a3", "b2a3"),
]
# What is captured, in the same order.
TAKEN = {"Bq": ("Q", "", ""), "qh": ("QH", "QH", "QH"), "qq": ("Q", "QQ", "QQ"), "p": ("P", "P", "P"),
         "b": ("", "B", "B")}  # fmt: skip


@pytest.mark.parametrize("black", [False, True])
@pytest.mark.parametrize(("content", "single", "unit", "pawn"), ENTERING)
def test_b4_entering(content: str, single: str, unit: str, pawn: str, black: bool) -> None:
    there = f"a3={content}" if content else ""
    for number, (mover, expected) in enumerate((("a1=R", single), ("a1=RR", unit), ("b2=P", pawn))):
        position = setup(f"{mover} {there} c1=WF e8=wf")
        moves = words(expected)
        if black:
            position = mirrored(position, False, True)
            moves = {mirrored_move(move, False, True) for move in moves}
        origin, target = mirrored_move(f"{mover[:2]}a3", False, black)[:2], "a6" if black else "a3"
        found = {move for move in moves_from(position, origin + target) if move[4:5] in ("", "x")}
        assert found == moves
        for move in moves:
            after = position.push(move)
            taken = move[-1].upper() if "x" in move else TAKEN.get(content, ("", "", ""))[number]
            assert after.hands == (("", taken) if black else (taken, "")), move
            left = content
            for letter in taken.lower():
                left = left.replace(letter, "", 1)
            left += mover[3:]
            assert on(after, target) == in_order(left.swapcase() if black else left)


def test_b4_sharing_enemies_do_not_block_each_other() -> None:
    position = setup("d4=Rb")
    assert wholes(position, "d4") == HALF_ROOK_D4
    assert wholes(setup("d4=Rb", "b"), "d4") == HALF_BISHOP_D4
    assert refused(position, "d4d5r")  # everything of the mover's
    after = position.push("d4d6")
    assert (on(after, "d4"), on(after, "d6")) == ("b", "R")


def test_b4_a_lone_bifold_takes_pawns() -> None:
    for mover, move in (("a1=R", "a1a3"), ("b2=F", "b2a3"), ("a2=W", "a2a3"), ("c2=H", "c2a3")):
        after = setup(f"{mover} a3=p").push(move)
        assert on(after, "a3") == mover[3]
        assert after.hands == ("P", "")


def test_b4_single_royals_and_kings() -> None:
    position = setup("d4=WF d5=qh c4=r e4=Rb")
    assert {"d4d5", "d4d5wxq", "d4d5wxh", "d4c4", "d4c4w", "d4e4w"} <= set(position.legal_moves())
    assert "d4e4" not in position.legal_moves()
    assert position.push("d4d5").hands == ("QH", "")
    assert position.push("d4c4").hands == ("R", "")
    assert position.push("d4c4w").hands == ("", "")


# ------------------------------------------------------------------------------------------------ B5: pawns


def test_b5_pushes_need_an_empty_square() -> None:
    for blocker in ("B", "b", "P", "p", "Bb"):
        assert moves_from(setup(f"d4=P d5={blocker}"), "d4") == set()
    assert moves_from(setup("d4=P"), "d4") == {"d4d5"}
    assert moves_from(setup("d2=P"), "d2") == words("d2d3 d2d4")
    assert moves_from(setup("d1=P"), "d1") == {"d1d2"}  # dropped there
    assert moves_from(setup("d7=p", "b"), "d7") == words("d7d6 d7d5")
    assert moves_from(setup("d8=p", "b"), "d8") == {"d8d7"}


def test_b5_en_passant() -> None:
    position = setup("d5=P e7=p", "b").push("e7e5")
    assert position.fen().split()[3] == "e6"
    assert moves_from(position, "d5") == words("d5d6 d5e6")
    after = position.push("d5e6")
    assert (on(after, "e5"), on(after, "e6"), after.hands) == ("", "P", ("P", ""))
    # One turn later it is too late; a drop is a turn.
    position = setup("d5=P e7=p", "b", hand="Rr").push("e7e5")
    assert "d5e6" not in play(position, "r@a1 r@a2").legal_moves()
    assert play(position, "r@a1").ep is None
    # Bifolds take no pawn in passing.
    position = setup("d5=F e1=W e7=p d7=r", "b").push("e7e5")
    assert on(position.push("d5e6"), "e5") == "p"
    # The field is written after every double step, also if nobody can take.
    assert setup("a2=P").push("a2a4").fen().split()[3] == "a3"
    # A unit's long move is none.
    assert setup("a2=RR").push("a2a4").ep is None


def test_b5_promotion() -> None:
    position = setup("a7=P b8=rh c8=q")
    assert moves_from(position, "a7") == {f"a7{to}8={letter}" for to in "ab" for letter in "qrbh"}
    after = position.push("a7b8=h")
    assert (on(after, "b8"), after.hands) == ("H", ("RH", ""))
    after = setup("h2=p", "b").push("h2h1=q")
    assert on(after, "h1") == "q"
    # To a single bifold, which others may join.
    assert "g1h1" in setup("h1=q g1=r", "b").legal_moves()
    # Without room there is no promotion.
    assert moves_from(setup("a7=P a8=b"), "a7") == set()
    assert refused(setup("a7=P"), "a7a8=w a7a8=f a7a8=p a7a8 a7a8=qq")


# ----------------------------------------------------------------------------------------------- B6: hands


def test_b6_half_by_half() -> None:
    position = setup("a1=RR a5=qh a7=bb", hand="Qh")
    after = position.push("a1a5rxh")
    assert after.hands == ("QH", "H")
    after = position.push("a1a5")
    assert after.hands == ("QQH", "H")
    assert after.fen().split()[0].endswith("[QQHh]")
    after = setup("a1=rr a5=QH", "b").push("a1a5")
    assert after.fen().split()[0].endswith("[qh]")


def test_b6_royals_are_gone() -> None:
    position = setup("a1=RR a5=wb e8=f")
    after = position.push("a1a5")
    assert after.hands == ("B", "")
    assert after.royals(1) == 1
    after = position.push("a1a5rxw")
    assert after.hands == ("", "")
    assert on(after, "a5") == "Rb"


def test_b6_a_promoted_piece_keeps_its_type() -> None:
    position = setup("a7=P b8=rr").push("a7a8=b").push("b8a8r")
    assert on(position, "a8") == "Br"  # a lone half captures nothing
    position = setup("a7=P b8=rr").push("a7a8=b").push("b8a8")
    assert position.hands == ("", "B")


EMPTY_LAST = {f"{file}8" for file in "abcdfgh"}


def test_b6_drops() -> None:
    pieces = "a1=B a2=b a3=BB a4=bb a5=Bb a6=P a7=p"
    position = setup(pieces, hand="RP")
    empty = {name for name in NAMES if name not in words("a1 a2 a3 a4 a5 a6 a7 e1 e8")}
    assert drops(position, "r") == empty | words("a1 a2")
    assert drops(position, "p") == empty - EMPTY_LAST
    assert drops(position, "r") >= EMPTY_LAST
    # Not Black's.
    assert drops(setup(pieces, "b", hand="RP"), "r") == set()
    black = setup(pieces, "b", hand="rp")
    assert drops(black, "r") == empty | words("a1 a2")
    assert drops(black, "p") == empty - {f"{file}1" for file in "abcdefgh"}
    after = position.push("r@a1")
    assert (on(after, "a1"), after.hands) == ("RB", ("P", ""))
    after = position.push("r@a2")
    assert (on(after, "a2"), after.hands) == ("Rb", ("P", ""))  # drops do not capture


def test_b6_drop_beside_enemy_option() -> None:
    position = setup("a1=B a2=b", hand="R", drop_beside_enemy=False)
    assert "a1" in drops(position, "r")
    assert "a2" not in drops(position, "r")
    assert "a2" in drops(setup("a1=B a2=b", hand="R"), "r")
    # A lone royal is a bifold as well.
    assert words("e1 e8") <= drops(setup("e1=W e8=w", hand="R"), "r")
    assert "e8" not in drops(setup("e1=W e8=w", hand="R", drop_beside_enemy=False), "r")


def test_b6_two_of_a_kind_in_hand_are_one_drop() -> None:
    assert drops(setup("a1=B", hand="RR"), "r") == drops(setup("a1=B", hand="R"), "r")
    assert setup("a1=B", hand="RRr").push("r@c3").hands == ("R", "R")


def test_b6_a_dropped_pawn_double_steps_from_the_second_rank() -> None:
    position = play(setup("a1=B h8=b", hand="P"), "p@c2 h8g7")
    assert moves_from(position, "c2") == words("c2c3 c2c4")


# --------------------------------------------------------------------------------------- B7, B10: results


def test_b7_both_royals_must_be_taken() -> None:
    position = setup("a1=RR a5=wf")
    after = position.push("a1a5")
    assert after.outcome([]) == ("1-0", "royals captured")
    assert after.legal_moves() == []
    assert after.perft(1) == 0 == after.perft(3)
    # One royal left: the game goes on.
    after = position.push("a1a5rxw")
    assert on(after, "a5") == "Rf"
    assert after.outcome([]) is None
    assert after.legal_moves()
    after = setup("a1=RR a8=w").push("a1a8")
    assert after.outcome([]) == ("1-0", "royals captured")
    assert setup("a1=rr a8=F", "b").push("a1a8").outcome([]) == ("0-1", "royals captured")


def test_b7_any_royal_may_go_first() -> None:
    position = setup("a1=RR a7=w h8=f h5=QQ")
    after = play(position, "a1a7 h8g7 a7g7")
    assert after.outcome([]) == ("1-0", "royals captured")


def test_b10_no_royal_has_lost_whoever_moves() -> None:
    for side in "wb":
        assert Position.from_fen(BIFOLD, f"8/8/8/8/8/8/8/4(WF)3 {side}").outcome([]) == ("1-0", "royals captured")
        assert Position.from_fen(BIFOLD, f"8/8/8/8/8/8/8/4f3 {side}").outcome([]) == ("0-1", "royals captured")


STUCK = "a1=W a2=P a3=p b1=P b2=p e8=wf"


def test_b10_no_legal_move_is_a_draw() -> None:
    position = setup(STUCK)
    assert position.legal_moves() == []
    assert position.outcome([]) == ("1/2-1/2", "no legal move")
    assert position.perft(1) == 0
    assert setup(STUCK, hand="B").outcome([]) is None


def test_order_of_results() -> None:
    position = setup(STUCK, "w - - 120 80")
    assert position.outcome([position.repetition_key()] * 3) == ("1/2-1/2", "no legal move")
    position = Position.from_fen(BIFOLD, "8/8/8/8/8/8/8/4(WF)3 b - - 120 80")
    assert position.outcome([position.repetition_key()] * 3) == ("1-0", "royals captured")
    position = setup("a1=R", "w - - 100 80")
    assert position.outcome([position.repetition_key()] * 3) == ("1/2-1/2", "repetition")
    assert position.outcome([position.repetition_key()]) == ("1/2-1/2", "move rule")
    assert setup("a1=R", "w - - 99 80").outcome([]) is None
    assert setup("").outcome([]) is None  # bare kings are no draw
    assert position.perft(2) == setup("a1=R").perft(2)  # draws by rule do not end a line


def test_b10_clock() -> None:
    position = setup("a1=QR c2=P e5=b a5=qh", "w - - 7 20", hand="H")
    for move, clock in (
        ("a1a2", 8),
        ("a1a2q", 8),
        ("a1a5", 0),
        ("a1a5qxh", 0),
        ("a1e5q", 8),  # sharing is no capture
        ("c2c3", 0),
        ("h@h8", 0),
        ("h@e5", 0),
        ("e1e2", 8),
        ("e1e2w", 8),
    ):
        assert position.push(move).fen().endswith(f" b - - {clock} 20"), move
    assert setup("a1=R", "b - - 7 20").push("e8e7").fen().endswith(" w - - 8 21")
    assert setup("e1=WF h1=RR", "w K - 7 20").push("e1g1").clock == 8
    # A mixed unit's move is a pawn move, its other half's is none.
    position = setup("c3=RD", "w - - 7 20", variant=HANDED)
    assert [position.push(move).clock for move in ("c3d3", "c3d3r", "c3c4d", "c3c4")] == [0, 8, 0, 0]


def test_b10_repetition() -> None:
    position = setup("a1=R h8=r")
    history = [position.repetition_key()]
    for move in "a1a2 h8h7 a2a1 h7h8 a1a2 h8h7 a2a1".split():
        position = position.push(move)
        history.append(position.repetition_key())
        assert position.outcome(history) is None
    position = position.push("h7h8")
    history.append(position.repetition_key())
    assert position.outcome(history) == ("1/2-1/2", "repetition")


def test_b10_what_makes_positions_different() -> None:
    key = setup("a1=RR a2=B", "w Q").repetition_key()
    assert key != setup("a1=RR a2=B", "w -").repetition_key()
    assert key != setup("a1=RR a2=B", "b Q").repetition_key()
    assert key != setup("a1=RR a2=B", "w Q", hand="P").repetition_key()
    assert key != setup("a1=RR a2=H", "w Q").repetition_key()
    assert key == setup("a1=RR a2=B", "w Q - 20 30").repetition_key()
    # En passant counts only while somebody can take.
    for capturer, same in (("d5=P", False), ("c5=P", True), ("d5=RR", True)):
        keys = [setup(f"{capturer} e5=p", f"w - {field}").repetition_key() for field in ("e6", "-")]
        assert (keys[0] == keys[1]) is same


# ------------------------------------------------------------------------------------------------ B8: paths


def test_b8_the_mover_is_lifted() -> None:
    # The Rook threatens d5 as well as d3 when the unit is lifted from between them.
    assert wholes(setup("d4=WR e1=F d2=rr"), "d4") == words("b4 c4 e4 f4 d3 d5")


def test_b8_landing_and_steps_are_free() -> None:
    position = setup("d4=WR e1=F h5=rr")
    assert "d5" in position.threatened(1)
    assert "d5" in wholes(position, "d4")
    assert words("c3 c5 d5 e5") <= wholes(setup("d4=WF c8=rr h5=rr"), "d4")


def test_b8_captures_through_threatened_squares_are_barred() -> None:
    assert "d6" in wholes(setup("d4=WR e1=F d6=b"), "d4")
    assert "d6" not in wholes(setup("d4=WR e1=F d6=b h5=rr"), "d4")
    assert "d6" not in wholes(setup("d4=WR e1=F d6=r"), "d4")  # it threatens d5 itself
    assert "d6" in wholes(setup("d4=WR e1=F d6=p"), "d4")
    assert "d6" not in wholes(setup("d4=WR e1=F d6=p e6=p"), "d4")


THREATS = "h5=rr f5=r h5=r h5=Rr e6=p c6=p e5=w e6=f e6=wf f6=hh f6=h c7=h b3=b g8=b e6=bq d8=qr"


@pytest.mark.parametrize("threat", THREATS.split())
def test_b8_what_threatens(threat: str) -> None:
    position = setup(f"d4=WR e1=F {threat}")
    assert "d5" in position.threatened(1)
    assert wholes(position, "d4") & words("d5 d6") == {"d5"}


NO_THREATS = ["h5=r g5=P", "h5=rr e5=b", "f6=h e6=P", "e6=w", "e5=f", "d7=p", "e4=p", "h5=RR", "d6=h", "c6=h"]


@pytest.mark.parametrize("threat", NO_THREATS)
def test_b8_what_does_not_threaten(threat: str) -> None:
    position = setup(f"d4=WR e1=F {threat}")
    assert "d5" not in position.threatened(1)
    assert "d6" in wholes(position, "d4")


def test_b8_halflings_threaten_only_in_their_range() -> None:
    assert "b6" in wholes(setup("b4=WR e1=F g5=r"), "b4")
    assert "b6" not in wholes(setup("b4=WR e1=F g5=rr"), "b4")
    assert "b6" not in wholes(setup("b4=WR e1=F g5=qr"), "b4")


def test_b8_drops_do_not_threaten() -> None:
    assert "d6" in wholes(setup("d4=WR e1=F", hand="qqrbh"), "d4")


def test_b8_mao_leg_is_passed_through() -> None:
    position = setup("d4=WH e1=F h5=rr")
    assert wholes(position, "d4") == WAZIR_D4 | KNIGHT_D4 - words("c6 e6")
    assert halves(position, "d4", "h") == KNIGHT_D4  # singles have no limit


def test_b8_applies_to_units_of_one_royal_only() -> None:
    assert "d6" in halves(setup("d4=WR e1=F h5=rr"), "d4", "r")
    assert "d6" in wholes(setup("d4=RR h5=rr"), "d4")
    assert "f6" not in wholes(setup("d4=FB e1=W h5=rr"), "d4")
    assert "f6" in wholes(setup("d4=FB e1=W"), "d4")
    # The wazirs' game has units of one royal, too.
    assert "d6" not in wholes(setup("d4=WR e1=W h5=rr e8=ww", variant=WAZIRS), "d4")


def test_b8_is_not_asked_of_what_threatens() -> None:
    """A unit of one royal gets nowhere its halves do not get alone, and those have no limit."""
    position = setup("d4=WR e1=F d8=wr e8=f h7=RR", "b")
    assert wholes(position, "d8") & words("d4 d5 d6 d7") == {"d7"}
    assert halves(position, "d8", "r") == words("b8 c8 e8 d7 d6 d5 d4")
    assert "d5" in position.threatened(1)
    assert "d6" not in wholes(setup("d4=WR e1=F d8=wr e8=f h7=RR"), "d4")


# -------------------------------------------------------------------------------------------- B9: castling

CASTLE = "a1=RR e1=WF h1=RR a8=rr e8=wf h8=rr"


def test_b9_castling() -> None:
    position = setup(CASTLE, "w KQkq")
    assert words("e1g1 e1c1") <= set(position.legal_moves())
    after = position.push("e1g1")
    assert after.fen() == "(rr)3(wf)2(rr)/8/8/8/8/8/8/(RR)4(RR)(WF)1[] b kq - 1 1"
    assert after.push("e8c8").fen() == "2(wf)(rr)3(rr)/8/8/8/8/8/8/(RR)4(RR)(WF)1[] w - - 2 2"
    assert position.push("e1c1").fen() == "(rr)3(wf)2(rr)/8/8/8/8/8/8/2(WF)(RR)3(RR)[] b kq - 1 1"
    position = setup(CASTLE, "b KQkq")
    assert words("e8g8 e8c8") <= set(position.legal_moves())
    position = setup(CASTLE.replace("F", "W").replace("f", "w"), "w KQkq", variant=WAZIRS)
    assert words("e1g1 e1c1") <= set(position.legal_moves())
    for variant in (HANDED, WEAK):
        assert words("e1g1 e1c1") <= set(setup(CASTLE, "w KQkq", variant=variant).legal_moves())


def test_b9_needs_the_right() -> None:
    assert refused(setup(CASTLE, "w -"), "e1g1 e1c1")
    assert refused(setup(CASTLE, "w Qkq"), "e1g1")
    assert "e1c1" in setup(CASTLE, "w Qkq").legal_moves()
    assert "e1g1" not in setup(CASTLE, "w KQkq", castling=False).legal_moves()
    assert setup(CASTLE, "w KQkq", castling=False).fen().split()[2] == "-"
    assert Position.start(Options(BIFOLD, castling=False)).fen().split()[2] == "-"


@pytest.mark.parametrize("square", "b1 c1 d1 f1 g1".split())
@pytest.mark.parametrize("content", ["B", "b", "Bb", "P"])
def test_b9_all_squares_between_are_empty(square: str, content: str) -> None:
    position = setup(f"{CASTLE} {square}={content}", "w KQkq")
    barred, other = ("e1c1", "e1g1") if square[0] < "e" else ("e1g1", "e1c1")
    assert barred not in position.legal_moves()
    # None of these threatens a square beyond the King.
    assert other in position.legal_moves()


def test_b9_threats() -> None:
    # Origin and destination may be threatened, the square crossed may not.
    assert "e1g1" in setup(f"{CASTLE} g5=rr", "w KQkq").legal_moves()
    assert "e1g1" in setup(f"{CASTLE} e5=rr", "w KQkq").legal_moves()
    assert refused(setup(f"{CASTLE} f8=rr", "w KQkq"), "e1g1")
    assert refused(setup(f"{CASTLE} d2=r", "w KQkq"), "e1c1")
    assert "e1c1" in setup(f"{CASTLE} d3=r", "w KQkq").legal_moves()  # a halfling
    assert "e1c1" in setup(f"{CASTLE} b5=rr c5=rr", "w KQkq").legal_moves()
    assert refused(setup(f"{CASTLE} g2=p", "w KQkq"), "e1g1")
    assert refused(setup(f"{CASTLE} e2=p", "w KQkq"), "e1g1 e1c1")
    assert refused(setup(f"{CASTLE} e3=h", "w KQkq"), "e1g1 e1c1")
    assert words("e1g1 e1c1") <= set(setup(f"{CASTLE} e3=h e2=B", "w KQkq").legal_moves())
    assert words("e1g1 e1c1") <= set(setup(CASTLE, "w KQkq", hand="qr").legal_moves())


def test_b9_the_king_is_lifted() -> None:
    # On the king's own rank: c1 threatens f1 through the empty e1.
    assert refused(setup(f"{CASTLE} c1=rr", "w KQkq"), "e1g1 e1c1")
    assert "e1g1" in setup(f"{CASTLE} c1=hh", "w KQkq").legal_moves()


@pytest.mark.parametrize(
    ("moves", "rights"),
    [
        ("e1e2", "kq"),
        ("e1e2w", "kq"),
        ("e1d2f", "kq"),
        ("a1a2", "Kkq"),
        ("a1a2r", "Kkq"),
        ("h1h3", "Qkq"),
        ("h1h3r", "Qkq"),
        ("e1g1", "kq"),
        ("a1a8", "Kk"),  # taken at home, by a unit
        ("h1h2 a8a7r a1a2 e8f7f", "-"),
        ("a1a2r a8a7r a2a1 a7a8", "Kk"),  # back home it has moved
    ],
)
def test_b9_lost_rights(moves: str, rights: str) -> None:
    position = play(setup(CASTLE, "w KQkq"), moves)
    assert position.fen().split()[2] == rights


def test_b9_a_captured_half_loses_the_right() -> None:
    position = setup(f"{CASTLE} g2=b", "b KQkq").push("g2h1")
    assert on(position, "h1") == "Rb"
    assert position.castling == "Qkq"
    position = setup(f"{CASTLE} e2=q", "b KQkq").push("e2e1xf")
    assert on(position, "e1") == "Wq"
    assert position.castling == "kq"
    # A drop elsewhere loses nothing.
    assert setup(CASTLE, "b KQkq", hand="r").push("r@a2").castling == "KQkq"


# -------------------------------------------------------------------------------------- handed: H1 to H6


def handed(pieces: str, rest: str = "w", **more: str) -> Position:
    return setup(pieces, rest, variant=HANDED, **more)


def test_h_start() -> None:
    assert Position.start(HANDED).fen() == (
        "(rr)(hh)(bb)(qq)(wf)(bb)(hh)(rr)/(ld)(ld)(ld)(ld)(ld)(ld)(ld)(ld)/8/8/8/8/"
        "(LD)(LD)(LD)(LD)(LD)(LD)(LD)(LD)/(RR)(HH)(BB)(QQ)(WF)(BB)(HH)(RR)[] w KQkq - 0 1"
    )
    moves = moves_from(Position.start(HANDED), "a2")
    assert moves == words("a2a3 a2a4 a2a3l a2a4l a2a3d a2a4d")


ALL_AROUND = "c5=qh d5=r e5=qh"


@pytest.mark.parametrize(
    ("group", "targets"), [("LD", "c5 e5"), ("LL", "c5"), ("DD", "e5"), ("L", "c5 d5"), ("D", "e5 d5")]
)
def test_h1_hands(group: str, targets: str) -> None:
    assert wholes(handed(f"d4={group} {ALL_AROUND}"), "d4") == words(targets)
    # Black's left is the h-side.
    mirror = {"c5": "e4", "e5": "c4", "d5": "d4"}
    position = handed(f"d5={group.lower()} c4=QH d4=R e4=QH", "b")
    assert wholes(position, "d5") == {mirror[target] for target in words(targets)}


def test_h1_threats_are_handed() -> None:
    for unit, threatened in (("L", {"c5"}), ("LL", {"c5"}), ("DD", {"e5"}), ("LD", {"c5", "e5"}), ("HD", {"e5"})):
        assert handed(f"d4={unit}").threatened(0) & {"c5", "d5", "e5"} == threatened
    assert handed("d5=l").threatened(1) & {"c4", "d4", "e4"} == {"e4"}
    # The unit WR on f4 passes e4 or g4 only where no black hand reaches.
    assert "d4" not in wholes(handed("f4=WR e1=F d5=l"), "f4")
    assert "d4" in wholes(handed("f4=WR e1=F d5=d"), "f4")


def test_h2_steps_of_a_lone_half() -> None:
    assert moves_from(handed("d2=L"), "d2") == words("d2d3 d2d4")
    assert moves_from(handed("d1=L"), "d1") == {"d1d2"}
    assert moves_from(handed("d3=L"), "d3") == {"d3d4"}
    for mate in "RLDrld":
        assert moves_from(handed(f"d2=L d4={mate}"), "d2") == words("d2d3 d2d4")
        assert on(handed(f"d2=L d4={mate}").push("d2d4"), "d4") == in_order("L" + mate)
        assert moves_from(handed(f"d2=L d3={mate}"), "d2") == {"d2d3"}  # over an empty square only
        assert on(handed(f"d2=L d3={mate}").push("d2d3"), "d3") == in_order("L" + mate)
    for pair in ("RB", "Rb", "rb", "LD", "ld", "Ld"):
        assert moves_from(handed(f"d2=L d3={pair}"), "d2") == set()  # no capture straight ahead
        assert moves_from(handed(f"d2=L d4={pair}"), "d2") == {"d2d3"}
    # Again whenever it stands there: carried back by a rook-half and left.
    position = play(handed("d4=RD a8=b"), "d4d2 a8b7 d2d3r b7a8")
    assert moves_from(position, "d2") == {"d2d3"}
    position = play(handed("d4=RD a8=b"), "d4d2 a8b7 d2c2r b7a8")
    assert moves_from(position, "d2") == words("d2d3 d2d4")


def test_h2_units_of_pawn_halves_push_to_empty_squares() -> None:
    for unit in ("LD", "LL", "DD"):
        assert wholes(handed(f"d2={unit}"), "d2") == words("d3 d4")
        for mate in ("R", "r", "Rr", "L", "l"):
            assert wholes(handed(f"d2={unit} d3={mate}"), "d2") == set()
            assert wholes(handed(f"d2={unit} d4={mate}"), "d2") == {"d3"}


def test_h2_diagonal_moves_of_a_lone_half_are_captures() -> None:
    for content, moves in {
        "": "", "R": "", "r": "", "l": "", "RB": "", "Rb": "d4c5", "Lb": "d4c5", "rb": "d4c5xr d4c5xb",
        "rr": "d4c5", "ld": "d4c5xl d4c5xd", "ll": "d4c5",
    }.items():  # fmt: skip
        there = f" c5={content}" if content else ""
        assert moves_from(handed("d4=L" + there), "d4") - {"d4d5"} == words(moves), content
        # The unit LD is a full pawn.
        unit = {"r", "l", "rb", "rr", "ld", "ll"}
        assert wholes(handed("d4=LD" + there), "d4") - {"d5"} == ({"c5"} if content in unit else set()), content
    after = handed("d4=L c5=Rb").push("d4c5")
    assert (on(after, "c5"), after.hands) == ("RL", ("B", ""))
    after = handed("d4=L c5=ld").push("d4c5xd")
    assert (on(after, "c5"), after.hands) == ("Ll", ("D", ""))  # H6: it keeps its hand
    after = handed("d4=LD c5=ld").push("d4c5")
    assert (on(after, "c5"), after.hands) == ("LD", ("LD", ""))
    # A half of a unit likewise.
    assert {"d4c5lxr", "d4c5lxb", "d4c5"} <= moves_from(handed("d4=LR c5=rb"), "d4")


def test_h2_singles_and_pawn_halves_do_not_take_lone_ones() -> None:
    after = handed("a1=R a3=l").push("a1a3")
    assert (on(after, "a3"), after.hands) == ("Rl", ("", ""))
    assert handed("a1=RR a3=l").push("a1a3").hands == ("L", "")


def test_h3_mixed_units() -> None:
    # Either move, without the pawn's captures to the wrong hand.
    position = handed("d4=RL c5=b e5=b")
    assert wholes(position, "d4") == HALF_ROOK_D4 | {"c5"}
    assert position.push("d4c5").hands == ("B", "")
    assert wholes(handed("d4=BD e5=Bq"), "d4") == HALF_BISHOP_D4 - words("e5 f6") | {"d5"}
    # The double step, over an empty square onto an empty one.
    assert wholes(handed("d2=HL"), "d2") >= words("d3 d4")
    assert not words("d3 d4") & wholes(handed("d2=HL d3=b"), "d2")
    # It does not promote; a half alone does.
    assert {move for move in handed("d7=RL").legal_moves() if move.startswith("d7d8")} == {
        "d7d8", "d7d8r", *(f"d7d8l={letter}" for letter in "qrbh"),
    }  # fmt: skip
    assert on(handed("d7=RL").push("d7d8"), "d8") == "RL"
    assert on(handed("d7=HL c8=b a1=WF a8=wf").push("d7c8"), "c8") == "HL"


def test_h3_stuck_on_the_last_rank() -> None:
    position = handed("a8=RL")
    assert wholes(position, "a8") == words("a7 a6 a5 a4 b8 c8 d8 e8")
    assert halves(position, "a8", "l") == set()
    assert on(position.push("a8a5"), "a5") == "RL"
    position = play(position, "a8a7r e8e7")
    assert moves_from(position, "a8") == set()
    assert on(position.push("a7a8"), "a8") == "RL"  # the partner is back


def test_h3_a_royal_and_a_pawn_half_are_a_royal_unit() -> None:
    # B8: its double step passes through the third rank.
    assert "d4" in wholes(handed("d2=WL e1=F"), "d2")
    assert "d4" not in wholes(handed("d2=WL e1=F h3=rr"), "d2")
    assert "d3" in wholes(handed("d2=WL e1=F h3=rr"), "d2")
    assert "d4" in halves(handed("d2=WL e1=F h3=rr"), "d2", "l")


def test_h4_promotion() -> None:
    assert moves_from(handed("a7=D"), "a7") == {f"a7a8={letter}" for letter in "qrbh"}
    for mate in "Bb":
        position = handed(f"a7=D a8={mate}")
        assert moves_from(position, "a7") == {f"a7a8={letter}" for letter in "qrbh"}
        assert on(position.push("a7a8=r"), "a8") == in_order("R" + mate)
    for unit in ("LD", "LL", "DD"):
        position = handed(f"a7={unit}")
        pairs = {move for move in moves_from(position, "a7") if move[4] == "="}
        assert pairs == {f"a7a8={pair}" for pair in "qq qr qb qh rr rb rh bb bh hh".split()}
        assert {move for move in moves_from(position, "a7") if move[4] != "="} == {
            f"a7a8{half}={letter}" for half in set(unit.lower()) for letter in "qrbh"
        }
    after = handed("a7=LD").push("a7a8=qh")
    assert on(after, "a8") == "QH"
    after = handed("b7=LD a8=rq").push("b7a8=bh")
    assert (on(after, "a8"), after.hands) == ("BH", ("QR", ""))
    after = handed("b7=LD a8=rl").push("b7a8lxl=r")
    assert (on(after, "a8"), on(after, "b7"), after.hands) == ("Rr", "D", ("L", ""))
    assert handed("a2=ld", "b").push("a2a1=qq").board[0] == "qq"


def test_h5_en_passant_of_a_lone_half() -> None:
    position = handed("d5=D e7=ld", "b")
    after = position.push("e7e5l")
    assert after.fen().split()[3] == "e6"
    assert moves_from(after, "d5") == words("d5d6 d5e6")
    taken = after.push("d5e6")
    assert (on(taken, "e5"), on(taken, "e6"), on(taken, "e7")) == ("", "D", "d")
    assert taken.hands == ("L", "")
    # By a half to its own hand only.
    assert moves_from(handed("d5=L e7=ld", "b").push("e7e5l"), "d5") == {"d5d6"}
    assert moves_from(handed("f5=L e7=ld", "b").push("e7e5l"), "f5") == words("f5f6 f5e6")


def test_h5_en_passant_of_units() -> None:
    after = handed("d5=D f5=LL e7=ld", "b").push("e7e5")
    assert moves_from(after, "d5") == words("d5d6 d5e6xl d5e6xd")
    assert moves_from(after, "f5") == words("f5f6 f5f6l f5e6 f5e6lxl f5e6lxd")
    taken = after.push("d5e6xd")
    assert (on(taken, "e5"), taken.hands) == ("l", ("D", ""))
    taken = after.push("f5e6")
    assert (on(taken, "e5"), on(taken, "e6"), taken.hands) == ("", "LL", ("LD", ""))
    # Two alike are one choice.
    assert moves_from(handed("d5=D e7=ll", "b").push("e7e5"), "d5") == words("d5d6 d5e6")
    # All on the square count, also one that stood there before.
    after = handed("d5=D e7=l e5=d", "b").push("e7e5")
    assert moves_from(after, "d5") == words("d5d6 d5e6xl d5e6xd")
    # Not an own one.
    after = handed("d5=D e7=l e5=L", "b").push("e7e5")
    assert on(after, "e5") == "Ll"
    taken = after.push("d5e6")
    assert (on(taken, "e5"), taken.hands) == ("L", ("L", ""))


def test_h5_mixed_units() -> None:
    # A mixed unit does not allow it, a half that leaves one does.
    assert handed("d5=DD e7=rl", "b").push("e7e5").ep is None
    after = handed("d5=DD e7=rl", "b").push("e7e5l")
    assert "d5e6" in after.legal_moves()
    # A mixed unit does not take, its half may.
    after = handed("d5=RD e7=ld", "b").push("e7e5")
    assert {move for move in moves_from(after, "d5") if "e6" in move} == words("d5e6dxl d5e6dxd")
    # A half that stepped alone and now shares with a Rook has made a double step; the Rook has not.
    after = handed("d5=DD e7=l e5=r", "b").push("e7e5")
    assert {move for move in moves_from(after, "d5") if "e6" in move} == words("d5e6 d5e6d")
    taken = after.push("d5e6")
    assert (on(taken, "e5"), taken.hands) == ("r", ("L", ""))


def test_h6_drops() -> None:
    pieces = "a1=L a2=l a3=LD a4=R a5=r a6=Rl b8=R"
    position = handed(pieces, hand="LDR")
    empty = {name for name in NAMES if name not in words("a1 a2 a3 a4 a5 a6 b8 e1 e8")}
    for letter in "ld":
        assert drops(position, letter) == {name for name in empty if name[1] != "8"} | words("a1 a2 a4 a5")
    assert drops(position, "r") == empty | words("a1 a2 a4 a5 b8")
    assert on(position.push("d@a1"), "a1") == "LD"
    assert on(position.push("d@a2"), "a2") == "Dl"
    # The option is for pawn halves as well.
    position = setup(pieces, variant=HANDED, hand="LDR", drop_beside_enemy=False)
    for letter in "ldr":
        assert words("a1 a4") <= drops(position, letter)
        assert not words("a2 a5") & drops(position, letter)
    # Black drops on his first rank, not on his last.
    position = handed(pieces, "b", hand="l")
    assert "a1" not in drops(position, "l") and "b8" in drops(position, "l")


# -------------------------------------------------------------------------------------------- weak pawns


def weak(pieces: str, rest: str = "w", **more: str) -> Position:
    return setup(pieces, rest, variant=WEAK, **more)


def test_weak_start() -> None:
    assert Position.start(WEAK).fen() == (
        "(rr)(hh)(bb)(qq)(wf)(bb)(hh)(rr)/(pp)(pp)(pp)(pp)(pp)(pp)(pp)(pp)/8/8/8/8/"
        "(PP)(PP)(PP)(PP)(PP)(PP)(PP)(PP)/(RR)(HH)(BB)(QQ)(WF)(BB)(HH)(RR)[] w KQkq - 0 1"
    )
    assert moves_from(Position.start(WEAK), "a2") == words("a2a3 a2a4 a2a3p a2a4p")


def test_weak_single_pawn_needs_support() -> None:
    targets = "c5=qh e5=Rb"
    assert moves_from(weak(f"d4=P {targets}"), "d4") == {"d4d5"}
    supported = words("d4d5 d4c5xq d4c5xh d4e5")
    for supporter in ("b4=R", "d2=R", "b2=B", "f2=B", "a4=RR", "c2=H", "f3=H", "c3=PP", "d3=W e1=F", "c3=WF"):
        position = weak(f"d4=P {targets} {supporter}")
        assert moves_from(position, "d4") == supported, supporter
        assert "d4" in position.supported(0)
    # Not an enemy, nor what is blocked, looks elsewhere or is itself unsupported.
    for supporter in ("b4=r", "b4=R c4=b", "a3=R", "c2=H c3=H", "c3=P", "d3=F e1=W", "d3=P", "d3=PP"):
        position = weak(f"d4=P {targets} {supporter}")
        assert moves_from(position, "d4") == {"d4d5"}, supporter
        assert position.supported(0) == set()


def test_weak_supporter_in_and_out_of_range() -> None:
    # An hR on the a-file has seven squares to its right, so its range is four.
    assert weak("d4=P a4=R").supported(0) == {"d4"}
    assert weak("e5=P a5=R").supported(0) == {"e5"}
    assert weak("f5=P a5=R").supported(0) == set()
    assert weak("f5=P a5=RR").supported(0) == {"f5"}
    assert weak("f5=P a5=QR").supported(0) == {"f5"}
    assert weak("f5=P e3=H").supported(0) == {"f5"}
    assert weak("f5=P e3=H e4=b").supported(0) == set()
    assert weak("f5=P e3=HH e4=b").supported(0) == {"f5"}
    # One piece may support from an enemy's square.
    assert weak("f5=P e3=Hb").supported(0) == {"f5"}
    # Also what could not enter the square as it is: two pieces of one's own there.
    assert weak("f5=PR d5=R").supported(0) == {"f5"}


def test_weak_square_mates_do_not_support() -> None:
    assert weak("d4=PR").supported(0) == set()
    assert weak("d4=PP").supported(0) == set()
    assert moves_from(weak("d4=PR c5=qh"), "d4") & words("d4c5 d4c5pxq d4c5pxh") == set()
    # Beside an enemy it is no better.
    assert moves_from(weak("d4=Pq c5=qh"), "d4") == {"d4d5"}


def test_weak_units() -> None:
    # PP needs none, its halves do.
    position = weak("d4=PP c5=qh e5=b")
    assert wholes(position, "d4") == words("c5 d5 e5")
    assert halves(position, "d4", "p") == {"d5"}
    position = weak("d4=PP c5=qh e5=b d2=R")
    assert halves(position, "d4", "p") == words("c5 d5")
    # A mixed unit captures by its pawn move only if supported.
    assert wholes(weak("d4=RP c5=qh e5=b"), "d4") == HALF_ROOK_D4
    assert wholes(weak("d4=RP c5=qh e5=b b2=B"), "d4") == HALF_ROOK_D4 | words("c5 e5")
    # By its other half's move it needs none.
    assert "c5" in wholes(weak("d4=BP c5=qh"), "d4")


def test_weak_support_is_recursive() -> None:
    chain = "b3=P c4=P d5=P e6=qh"
    assert weak(chain).supported(0) == set()
    assert refused(weak(chain), "d5e6xq d5e6xh")
    position = weak(f"{chain} b1=R")
    assert position.supported(0) == words("b3 c4 d5")
    assert {"d5e6xq", "d5e6xh"} <= set(position.legal_moves())
    # A chain that begins with a unit PP.
    assert weak(chain.replace("b3=P", "b3=PP")).supported(0) == words("c4 d5")
    # A mixed unit in the chain passes it on if it is supported by others.
    assert weak(chain.replace("c4=P", "c4=PH a8=WF")).supported(0) == set()
    assert weak(chain.replace("c4=P", "c4=PH") + " b1=R").supported(0) == words("b3 c4 d5")
    # Broken by distance; Black's own chain runs down.
    assert weak("b3=P c4=P e5=P b1=R").supported(0) == words("b3 c4")
    assert weak("g6=p f5=p e4=p g8=r").supported(1) == words("g6 f5 e4")
    assert weak("g6=p f5=p e4=p").supported(1) == set()


def test_weak_support_is_the_least_fixed_point() -> None:
    """Pawns support forward only, so none can support itself through others: rings of them are unsupported."""
    assert weak("d4=P e4=P c4=P d5=P e5=P c5=P d6=P").supported(0) == set()
    # Two mixed units that support each other's pawn do so by the other halves.
    assert weak("d4=PR d6=PR").supported(0) == words("d4 d6")
    assert weak("d4=PB d6=PB").supported(0) == set()


def test_weak_en_passant_needs_support() -> None:
    assert moves_from(weak("d5=P e7=pp", "b").push("e7e5"), "d5") == {"d5d6"}
    after = weak("d5=P d3=R e7=pp", "b").push("e7e5")
    assert moves_from(after, "d5") == words("d5d6 d5e6")
    taken = after.push("d5e6")
    assert (on(taken, "e5"), taken.hands) == ("p", ("P", ""))  # a lone half takes one
    after = weak("d5=PP e7=pp", "b").push("e7e5")
    assert {move for move in moves_from(after, "d5") if "e6" in move} == {"d5e6"}
    taken = after.push("d5e6")
    assert (on(taken, "e5"), on(taken, "e6"), taken.hands) == ("", "PP", ("PP", ""))
    after = weak("d5=PP d3=R e7=pp", "b").push("e7e5p")
    assert {move for move in moves_from(after, "d5") if "e6" in move} == words("d5e6 d5e6p")
    assert weak("d5=PP e7=pr", "b").push("e7e5").ep is None
    assert refused(weak("d5=PR d3=B e7=pp", "b").push("e7e5"), "d5e6 d5e6p")
    assert "d5e6p" in weak("d5=PR d3=R e7=pp", "b").push("e7e5").legal_moves()
    # Repetition: an unsupported pawn makes no difference.
    keys = [weak("d5=P e5=p", f"w - {field}").repetition_key() for field in ("e6", "-")]
    assert keys[0] == keys[1]


def test_weak_threats() -> None:
    # B8: only a supported pawn threatens.
    assert "d6" in wholes(weak("d4=WR e1=F e6=p"), "d4")
    assert "d6" not in wholes(weak("d4=WR e1=F e6=p g6=r"), "d4")
    assert "d6" not in wholes(weak("d4=WR e1=F e6=pp"), "d4")
    assert "d6" in wholes(weak("d4=WR e1=F e6=ph"), "d4")
    # Support is asked of the real board: lifting the unit opens no line for a supporter.
    assert "d4" in wholes(weak("d6=WR e1=F e6=p b6=r"), "d6")
    assert "d4" not in wholes(weak("d6=WR e1=F e6=p g6=r"), "d6")


def test_weak_moves_and_promotions_as_handed() -> None:
    assert moves_from(weak("d2=P d4=b"), "d2") == words("d2d3 d2d4")
    assert moves_from(weak("d2=P d3=b"), "d2") == {"d2d3"}
    assert {move for move in moves_from(weak("a7=PP"), "a7") if move[4] == "="} == {
        f"a7a8={pair}" for pair in "qq qr qb qh rr rb rh bb bh hh".split()
    }
    assert {move for move in moves_from(weak("a7=PP"), "a7") if move[4] == "p"} == {
        f"a7a8p={letter}" for letter in "qrbh"
    }
    assert halves(weak("a8=PR"), "a8", "p") == set()
    assert words("a1 a2") <= drops(weak("a1=P a2=p", hand="P"), "p")
    assert on(weak("a1=P", hand="P").push("p@a1"), "a1") == "PP"


# ------------------------------------------------------------------------------------------------ move texts


def test_texts_any_case() -> None:
    position = setup("a1=RR a3=bh", hand="Q")
    assert position.push("A1A3RXB") == position.push("a1a3rxb")
    assert position.push("Q@E4") == position.push("q@e4")


def test_abbreviations() -> None:
    # A mover left out where the unit cannot move there.
    position = setup("a1=RR a3=B")
    assert position.push("a1a3") == position.push("a1a3r")
    position = setup("a1=R a3=bh")
    with pytest.raises(ValueError, match=re.escape("'a1a3' could be a1a3xb, a1a3xh")):
        position.push("a1a3")
    # The canonical text goes first: here the unit's.
    position = setup("a1=RR a3=bh")
    assert position.push("a1a3").hands == ("BH", "")
    with pytest.raises(ValueError, match="could be a1a3rxb, a1a3rxh"):
        position.push("a1a3r")
    assert position.find("a1a3xh").text() == "a1a3rxh"  # only a half leaves a choice
    # A promotion has a choice of four.
    with pytest.raises(ValueError, match=re.escape("'a7a8' could be a7a8=b, a7a8=h, a7a8=q, a7a8=r")):
        setup("a7=P").push("a7a8")
    position = handed("b7=RL a8=hb")
    with pytest.raises(ValueError, match="could be b7a8lxb=b, "):
        position.find("b7a8xb")
    assert position.find("b7a8lxb=r").text() == position.find("b7a8xb=r").text() == "b7a8lxb=r"
    assert position.find("b7a8").text() == "b7a8"  # the mixed unit takes both


def test_suffixes_have_one_order() -> None:
    position = handed("b7=RL a8=hb")
    for move in ("b7a8xbl=r", "b7a8=rlxb", "b7a8l=rxb", "b7a8lxb=R q"):
        with pytest.raises(ValueError, match="is not a legal move"):
            position.push(move)


def test_push_refuses_illegal_moves() -> None:
    for move in ("a2a5", "a7a6", "b1d2", "", "a2", "0000", "a2a3x", "a2a3p", "e1e2", "a1a2", "a1a2r", "r@a3", "e1g1"):
        with pytest.raises(ValueError, match="is not a legal move"):
            Position.start(BIFOLD).push(move)


# ------------------------------------------------------------------------------------------------------- FEN


def test_start_fens() -> None:
    start = Position.start(BIFOLD).fen()
    assert start == (
        "(rr)(hh)(bb)(qq)(wf)(bb)(hh)(rr)/pppppppp/8/8/8/8/PPPPPPPP/(RR)(HH)(BB)(QQ)(WF)(BB)(HH)(RR)[] w KQkq - 0 1"
    )
    assert Position.start(WAZIRS).fen() == start.replace("WF", "WW").replace("wf", "ww")
    for variant in VARIANTS:
        assert Position.from_fen(variant, Position.start(variant).fen()) == Position.start(variant)


def test_fen_defaults() -> None:
    assert Position.from_fen(BIFOLD, BARE).fen() == BARE + "[] w - - 0 1"
    assert Position.from_fen(BIFOLD, BARE + "[] b").fen() == BARE + "[] b - - 0 1"
    home = setup(CASTLE).fen().split()[0]
    assert Position.from_fen(BIFOLD, home + " w qK - 3").fen() == home + " w Kq - 3 1"


def test_fen_any_order_is_read() -> None:
    board = "4(fw)3/(bR)(hq)6/8/8/8/8/8/4(FW)3"
    assert Position.from_fen(BIFOLD, f"{board}[pQbRqPH] w").fen() == (
        "4(wf)3/(Rb)(qh)6/8/8/8/8/8/4(WF)3[QRHPqbp] w - - 0 1"
    )
    assert Position.from_fen(HANDED, f"{BARE.replace('8', '(DL)(lD)6', 1)}[dDlLR]").fen() == (
        f"{BARE.replace('8', '(LD)(Dl)6', 1)}[RLDld] w - - 0 1"
    )


def test_fen_pawns_on_outer_ranks() -> None:
    assert on(Position.from_fen(BIFOLD, "p3(wf)3/8/8/8/8/8/8/P3(WF)3"), "a1") == "P"  # on their first
    for variant, pawn in ((HANDED, "L"), (WEAK, "P")):
        position = Position.from_fen(variant, f"{pawn}3(wf)3/8/8/8/8/8/8/{pawn.lower()}3(WF)3")
        assert on(position, "a8") == pawn


def test_fen_en_passant() -> None:
    for variant, pawn in ((BIFOLD, "p"), (HANDED, "l"), (HANDED, "(ld)"), (WEAK, "(pp)"), (HANDED, "(rl)")):
        fen = f"4(wf)3/8/8/4{pawn}3/8/8/8/4(WF)3[] w - e6 0 1"
        assert Position.from_fen(variant, fen).fen() == fen
    # A half may have left its mate or an enemy behind.
    fen = "4(wf)3/4d3/8/4l3/8/8/8/4(WF)3[] w - e6 0 1"
    assert Position.from_fen(HANDED, fen).fen() == fen


BAD_FENS = [
    ("", "empty"),
    ("8/8/8/8/8/8/4(WF)3", "7 ranks, expected 8"),
    (BARE + "/8", "9 ranks"),
    (BARE.replace("8", "9", 1), "rank 7 has 9 files, expected 8"),
    (BARE.replace("8", "44", 1), "rank 7 has 44 files"),  # a run of digits is one number
    (BARE.replace("8", "08", 1), "rank 7 has the number 08"),
    (BARE.replace("8", "100", 1), "rank 7 has more than 99 files"),
    (BARE.replace("8", "", 1), "rank 7 has 0 files"),
    (BARE.replace("8", "x7", 1), "rank 7 has the unknown letter 'x'"),
    (BARE.replace("8", "n7", 1), "rank 7 has the unknown letter 'n'"),
    (BARE.replace("8", "L7", 1), "rank 7 has the unknown letter 'L'"),
    (BARE.replace("8", "(Rk)7", 1), "rank 7 has the unknown letter 'k'"),
    (BARE.replace("8", "(R)7", 1), "rank 7 has the stack (R), expected two pieces"),
    (BARE.replace("8", "()7", 1), "rank 7 has the stack (), expected two pieces"),
    (BARE.replace("8", "(RrB)7", 1), "rank 7 has the stack (RrB), expected two pieces"),
    (BARE.replace("8", "(R1)7", 1), "rank 7 has the unknown letter '1'"),
    (BARE.replace("8", "(RB7", 1), "rank 7 has the parenthesis '(' alone"),
    (BARE.replace("8", "RB)6", 1), "rank 7 has the parenthesis ')' alone"),
    (BARE.replace("8", "((RB))7", 1), "rank 7 has the parenthesis '(' alone"),
    (BARE.replace("8", "(PR)7", 1), "rank 7 has the stack (PR), a pawn shares no square"),
    (BARE.replace("8", "(Pp)7", 1), "rank 7 has the stack (Pp), a pawn shares no square"),
    ("P3(wf)3/8/8/8/8/8/8/4(WF)3", "last rank, a8"),
    ("4(wf)3/8/8/8/8/8/8/p3(WF)3", "last rank, a1"),
    ("4(wf)3/8/8/8/8/8/8/W3(WF)3", "White has 2 royals W, expected at most 1"),
    ("4(wf)2f/8/8/8/8/8/8/4(WF)3", "Black has 2 royals F, expected at most 1"),
    ("8/8/8/8/8/8/8/R7", "neither side has a royal"),
    (BARE + "[", "in brackets"),
    (BARE + "R]", "in brackets"),
    (BARE + "[R][b]", "in brackets"),
    ("[R]" + BARE, "in brackets"),
    (BARE + "[W]", "royal 'W' in the hand"),
    (BARE + "[f]", "royal 'f' in the hand"),
    (BARE + "[D]", "unknown letter 'D' in the hand"),
    (BARE + "[2R]", "unknown letter '2' in the hand"),
    (BARE + " x", "side to move"),
    (BARE + " w X", "unknown castling right 'X'"),
    (BARE + " w K", "castling right K without its complete pairs"),
    ("4(wf)3/8/8/8/8/8/8/4(WF)2R w K", "castling right K without"),
    ("4(wf)3/8/8/8/8/8/8/4(WF)2(QR) w K", "castling right K without"),
    ("4(wf)3/8/8/8/8/8/8/4(WF)2(rr) w K", "castling right K without"),
    ("4(wf)3/8/8/8/8/8/8/(RR)3W3 w Q", "castling right Q without"),
    ("(rr)3(wf)3/8/8/8/8/8/8/4(WF)3 w k", "castling right k without"),
    ("(rr)3(wf)3/8/8/8/8/8/8/4(WF)3 w qq", "given twice"),
    (BARE + " w - e4", "not on the mover's sixth rank"),
    (BARE + " w - e9", "is no square"),
    (BARE + " w - e6", "no pawn stands behind it"),
    ("4(wf)3/8/8/4P3/8/8/8/4(WF)3 w - e6", "no pawn stands behind it"),
    ("4(wf)3/8/8/4r3/8/8/8/4(WF)3 w - e6", "no pawn stands behind it"),
    ("4(wf)3/4r3/8/4p3/8/8/8/4(WF)3 w - e6", "no pawn can have jumped over it"),
    ("4(wf)3/8/4r3/4p3/8/8/8/4(WF)3 w - e6", "no pawn can have jumped over it"),
    ("4(wf)3/8/8/4p3/8/8/8/4(WF)3 b - e6", "not on the mover's sixth rank"),
    (BARE + " w - - x", "clock"),
    (BARE + " w - - -1", "clock"),
    (BARE + " w - - 0 0", "move number"),
    (BARE + " w - - 0 1 extra", "7 fields"),
    (BARE + "  w", "one space"),
]


@pytest.mark.parametrize(("fen", "message"), BAD_FENS)
def test_bad_fens(fen: str, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        Position.from_fen(BIFOLD, fen)


@pytest.mark.parametrize(
    ("variant", "fen", "message"),
    [
        (WAZIRS, BARE, "unknown letter 'f'"),
        (WAZIRS, "4(ww)2w/8/8/8/8/8/8/4(WW)3", "Black has 3 royals W, expected at most 2"),
        (WAZIRS, "4(ww)3/8/8/8/8/8/8/4W2(RR) w K", "castling right K without"),
        (WAZIRS, "4(ww)3/8/8/8/8/8/8/4(WW)3[F]", "unknown letter 'F' in the hand"),
        (HANDED, BARE.replace("8", "P7", 1), "unknown letter 'P'"),
        (HANDED, BARE + "[P]", "unknown letter 'P' in the hand"),
        (WEAK, BARE.replace("8", "L7", 1), "unknown letter 'L'"),
        (WEAK, BARE + "[L]", "unknown letter 'L' in the hand"),
        (HANDED, "4(wf)3/4(rd)3/8/4l3/8/8/8/4(WF)3 w - e6", "no pawn can have jumped over it"),
        (HANDED, "4(wf)3/8/8/4(rL)3/8/8/8/4(WF)3 w - e6", "no pawn stands behind it"),
        ("bifold", BARE, "unknown variant 'bifold'"),
    ],
)
def test_bad_fens_of_variants(variant: str, fen: str, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        Position.from_fen(variant, fen)


# ---------------------------------------------------------------------------------------------- random games

HANDS_TURNED = str.maketrans("LDld", "DLdl")


def mirrored_move(move: str, files: bool, colours: bool) -> str:
    """The move on a board turned left to right, where a left hand becomes a right one, or with the sides exchanged."""
    squares = re.match("[a-z]@[a-h][1-8]|[a-h][1-8][a-h][1-8]", move)
    assert squares
    head, suffix = squares[0], move[squares.end() :]
    letter, head = (head[:2], head[2:]) if "@" in head else ("", head)
    if files:
        head = head.translate(str.maketrans("abcdefgh", "hgfedcba"))
    if colours:
        head = head.translate(str.maketrans("12345678", "87654321"))
    if files != colours:  # left and right are the owner's
        letter, suffix = letter.translate(HANDS_TURNED), suffix.translate(HANDS_TURNED)
    return letter + head + suffix


def mirrored(position: Position, files: bool, colours: bool) -> Position:
    """The position with the board turned left to right (no castling then), or the sides exchanged."""
    placement, side, castling, ep, *rest = position.fen().split(" ")
    board, hand = placement.split("[")
    rows = [re.findall(r"\(..\)|.", row) for row in board.split("/")]
    if files:
        rows = [row[::-1] for row in rows]
        castling = "-"
        ep = ep.translate(str.maketrans("abcdefgh", "hgfedcba"))
    if colours:
        rows = [[token.swapcase() for token in row] for row in reversed(rows)]
        hand = hand.swapcase()
        side = "wb"["bw".index(side)]
        castling = castling.swapcase()
        ep = ep.translate(str.maketrans("36", "63"))
    board = "/".join("".join(row) for row in rows)
    if files != colours:
        board, hand = board.translate(HANDS_TURNED), hand.translate(HANDS_TURNED)
    return Position.from_fen(position.options, " ".join([f"{board}[{hand}", side, castling, ep, *rest]))


def uncastled(position: Position) -> Position:
    return replace(position, castling="")


def captures_into(position: Position, colour: int) -> set[str]:
    """The empty squares on which that player's legal moves would capture if an enemy pair stood there."""
    found = set()
    for square, content in enumerate(position.board):
        if content:
            continue
        board = list(position.board)
        board[square] = "hh" if colour == 0 else "HH"
        there = replace(position, board=tuple(board), turn=colour, ep=None, castling="", hands=("", ""))
        moves = [there.find(move) for move in there.legal_moves()]
        found |= {move.text()[2:4] for move in moves if move.victims and move.target == square}
    return found


TEXT = re.compile("([a-h][1-8]){2}[qrbhwflpd]?(x[qrbhwflpd])?(=[qrbh]{1,2})?|[qrbhlpd]@[a-h][1-8]")


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_games(variant: str) -> None:
    """FENs round-trip, texts are unique and parse back, no piece is lost, and both sides play by the same rules."""
    rng = random.Random(variant)
    seen: dict[str, int] = {}
    for _ in range(8):
        position = Position.start(variant)
        history = [position.repetition_key()]
        for ply in range(250):
            again = Position.from_fen(variant, position.fen())
            assert again == position
            assert again.fen() == position.fen()
            moves = position.legal_moves()
            assert moves == sorted(set(moves)) == again.legal_moves()
            assert all(TEXT.fullmatch(move) and position.find(move).text() == move for move in moves)
            outcome = position.outcome(history)
            if outcome is not None and outcome[1] != "repetition":
                seen[outcome[1]] = seen.get(outcome[1], 0) + 1
                break
            if ply % 10 == 0:
                for files, colours in ((True, False), (False, True)):
                    plain = uncastled(position) if files else position
                    turned = sorted(mirrored_move(move, files, colours) for move in plain.legal_moves())
                    assert mirrored(position, files, colours).legal_moves() == turned
            if ply % 50 == 25 and variant != WEAK:  # there the pair would change what is supported
                for colour in (0, 1):
                    empty = {name for name in position.threatened(colour) if not on(position, name)}
                    assert empty == captures_into(position, colour)
            kinds = {
                "drop": [move for move in moves if "@" in move],
                "promotion": [move for move in moves if "=" in move],
                "capture": [move for move in moves if position.find(move).victims],
                "en passant": [move for move in moves if position.find(move).en_passant],
                "pawn move": [move for move in moves if set(position.find(move).group.upper()) & set("PLD")],
            }
            # En passant whenever it is there, it is rare.
            kind = "en passant" if kinds["en passant"] else rng.choice(["any", "any", "any", *kinds])
            choice = rng.choice(kinds.get(kind) or moves)
            for name, members in kinds.items():
                seen[name] = seen.get(name, 0) + (choice in members)
            after = position.push(choice.upper())
            gone = sum(letter in "wfWF" for letter in position.find(choice).victims)
            assert count_pieces(after) == count_pieces(position) - gone
            assert not set(after.hands[0] + after.hands[1]) & set("WF")
            position = after
            history.append(position.repetition_key())
    assert seen["royals captured"] > 0
    assert min(seen[name] for name in ("drop", "promotion", "capture", "en passant", "pawn move")) > 0, seen


def count_pieces(position: Position) -> int:
    return len("".join(position.board + position.hands))
