"""The reference generator of Tandem-84 against its rule page."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from reference.tandem import BOARD, GHOST_MOVES, START_FEN, Options, Position, square_name, square_number

STEP, PEACEFUL, GLIDE = map(Options, GHOST_MOVES)
SWAPPED = Options(swap_compounds=True)
EPD = Path(__file__).parent / "data" / "perft" / "tandem-84.epd"


def board(pieces: str) -> str:
    """The FEN's board field for pieces such as "Kd1 Pc3 ki7"."""
    placed = {piece[1:]: piece[0] for piece in pieces.split()}
    assert len(placed) == len(pieces.split())
    rows = ["".join(placed.pop(file + rank, ".") for file in "abcdefghijkl") for rank in "7654321"]
    assert not placed
    return re.sub(r"\.+", lambda gap: str(len(gap[0])), "/".join(rows))


def setup(pieces: str, rest: str = "w - - 1", options: Options = STEP) -> Position:
    """A position from its pieces and the FEN's other fields; White has a single move unless they say otherwise."""
    return Position.from_fen(f"{board(pieces)} {rest}", options)


def words(text: str) -> set[str]:
    return set(text.split())


def moves_from(position: Position, origin: str) -> set[str]:
    """The turns begun from a square."""
    return {turn for turn in position.legal_moves() if turn.startswith(origin)}


def turns(position: Position) -> set[str]:
    return set(position.legal_moves())


def play(position: Position, texts: str) -> Position:
    for text in texts.split():
        position = position.push(text)
    return position


def on(position: Position, squares: str) -> str:
    """What stands on those squares, a point for nothing."""
    return "".join(position.board[square_number(square)] or "." for square in squares.split())


# ------------------------------------------------------------------------------------------- worked examples


def test_example_1_bishop() -> None:
    expected = words("c2b1 c2d1 c2b3 c2a4 c2d3 c2e4 c2f5 c2/h1 c2/j1 c2/h3 c2/g4 c2/j3 c2/k4 c2/l5")
    assert moves_from(setup("Bc2 Ka7 kl7"), "c2") == expected
    assert len(expected) == 14


def test_example_2_exactly_three_turns() -> None:
    position = setup("Rb1 Ph2 Kg1 nh3 ni3 kj7", "w - - 2")
    assert position.in_check()
    assert turns(position) == words("h2i3,b1/h3 h2/b3,b1/h3 h2/b4,b1/h3")


def test_example_3_start() -> None:
    position = Position.start()
    assert len(position.legal_moves()) == 46
    assert len({position.push(turn).fen() for turn in position.legal_moves()}) == 40


def test_example_4_first_reply() -> None:
    position = Position.start().push("c2c4")
    assert position.fen() == "gbmcnrrnkqbg/pppppppppppp/12/2P9/12/PP1PPPPPPPPP/GBQKNRRNCMBG b KDkd c3 2 0 1"
    assert len(position.legal_moves()) == 989
    assert len({position.push(turn).fen() for turn in position.legal_moves()}) == 488


# ---------------------------------------------------------------------------------------------- board, attacks


@pytest.mark.parametrize(
    ("piece", "square", "expected"),
    [
        ("N", "a1", "b3 c2"),
        ("N", "f4", "d3 d5 e2 e6"),  # not across to the right board
        ("R", "f7", "a7 b7 c7 d7 e7 f1 f2 f3 f4 f5 f6"),
        ("B", "g1", "h2 i3 j4 k5 l6"),
        ("Q", "g7", "h7 i7 j7 k7 l7 g1 g2 g3 g4 g5 g6 h6 i5 j4 k3 l2"),
        ("C", "b1", "a2 c2 d3 e4 f5 a3 c3 d2"),  # bishop and knight
        ("M", "l1", "g1 h1 i1 j1 k1 l2 l3 l4 l5 l6 l7 j2 k3"),  # rook and knight
        ("G", "f1", "e1 e2 f2"),
        ("P", "a4", "b5"),
        ("P", "h4", "g5 i5"),
        ("p", "h4", ""),
    ],
)
def test_attacks(piece: str, square: str, expected: str) -> None:
    near = setup("Ka7 kh5").attacked_squares(0)
    found = setup(f"Ka7 kh5 {piece}{square}").attacked_squares(0)
    assert found - near == words(expected) - near


def test_attacks_of_kings_and_black() -> None:
    position = setup("Kf4 kg1 pc4")
    assert position.attacked_squares(0) == words("e3 e4 e5 f3 f5")  # not g3 to g5, across the gap
    assert position.attacked_squares(1) == words("h1 g2 h2 b3 d3")


def test_compounds_and_their_option() -> None:
    rook = words("b4 c4 d4 e4 f4 a1 a2 a3 a5 a6 a7")
    bishop = words("b3 c2 d1 b5 c6 d7")
    knight = words("b2 c3 c5 b6")
    king = words("g6 h6 h7")
    for marshall, chancellor, options in (("M", "C", STEP), ("C", "M", SWAPPED)):
        assert setup(f"Kg7 {marshall}a4 kl1", "w", options).attacked_squares(0) == rook | knight | king
        assert setup(f"Kg7 {chancellor}a4 kl1", "w", options).attacked_squares(0) == bishop | knight | king
    assert Position.start(SWAPPED).fen() == START_FEN  # the letters stay where they are


def test_t1_first_turn_is_one_move() -> None:
    position = Position.start()
    assert position.moves == 1
    assert not any("," in turn for turn in position.legal_moves())
    position = position.push("c2c4")
    assert position.moves == 2
    assert all(turn.count(",") == 1 for turn in position.legal_moves())
    assert position.push("c6c5,h7g5").fen().split()[1:] == ["w", "KDkd", "-", "2", "0", "2"]


def test_t1_moves_begin_on_different_boards() -> None:
    position = Position.start().push("c2c4")
    for turn in position.legal_moves():
        first, second = (move[0] for move in turn.split(","))
        assert (first < "g") != (second < "g")
    # Where they end does not matter: both may end on one board.
    position = setup("Bc2 Nk1 Ka7 kl7", "w - - 2")
    assert {"c2b1,k1j3", "c2/j3,k1i2", "c2b1,k1/d3", "c2/h1,k1/d3", "k1/d3,c2d1"} <= turns(position)
    assert not {"c2b1,a7a6", "k1/d3,d3b4"} & turns(position)


def test_t1_a_piece_moves_once() -> None:
    # The bishop that dropped stands on the board that must move now, but has moved.
    position = setup("Bc2 Kg1 kl7", "w - - 2")
    assert {turn[6:8] for turn in position.legal_moves() if turn.startswith("c2/")} == {"g1"}
    # A piece that a swap displaced has not moved, the one that began the swap has.
    position = setup("Ra1 Ng1 Bg3 Ke1 kl7", "w - - 2")
    assert {turn[6:8] for turn in moves_from(position, "a1~g1")} == {"g3"}
    assert {turn[6:8] for turn in moves_from(position, "g1~a1")} == {"e1"}
    # The second move may displace the piece that moved first.
    assert "a1a3,g3~a3" in turns(position)
    assert on(position.push("a1a3,g3~a3"), "a3 g3") == "BR"


def test_t1_ghost_that_swapped_has_moved() -> None:
    position = setup("Ga1 Bh1 Kd1 Ni1 kl7", "w - - 2")
    between = position.push_first("a1/~h1")
    assert between.fen() == f"{board('Ba1 Gh1 Kd1 Ni1 kl7')} w - - 1:right:h1 1 1"
    assert {move[:2] for move in between.legal_moves()} == {"i1"}
    # From the other board.
    position = setup("Gg1 Bb1 Kd1 Ni1 kl7", "w - - 2")
    between = position.push_first("g1/~b1")
    assert between.fen() == f"{board('Bg1 Gb1 Kd1 Ni1 kl7')} w - - 1:left:b1 1 1"
    assert {move[:2] for move in between.legal_moves()} == {"d1"}
    # A swap on its own board.
    position = setup("Ga1 Bb1 Kd1 Ni1 kl7", "w - - 2")
    between = position.push_first("a1~b1")
    assert between.fen() == f"{board('Ba1 Gb1 Kd1 Ni1 kl7')} w - - 1:right:b1 1 1"
    assert {move[:2] for move in between.legal_moves()} == {"i1"}


# ------------------------------------------------------------------------------------------- T2, T3, T4: turns


def test_t2_a_lone_king_has_one_move() -> None:
    expected = words("d1c1 d1e1 d1c2 d1d2 d1e2 d1/i1 d1/k1 d1/i2 d1/j2 d1/k2")
    assert turns(setup("Kd1 kl7", "w - - 2")) == expected


def test_t2_second_move_is_compulsory() -> None:
    position = setup("Kd1 Nl1 kl7", "w - - 2")
    assert all("," in turn for turn in position.legal_moves())
    with pytest.raises(ValueError, match="is not a legal turn"):
        position.push("d1e1")
    # After a king's drop the knight must still move; after the knight's the king.
    assert {"d1/i1,l1k3", "l1/e3,d1c1"} <= turns(position)


def test_t2_one_move_where_every_second_is_illegal() -> None:
    # The king is all that could move on the right: h1, h2 and g2 are attacked, a1 is occupied.
    position = setup("Kg1 Pa2 ba1 rh7 rl2 kk7", "w - - 2")
    assert turns(position) == words("a2a3 a2a4 a2/g3 a2/g4")
    assert position.push_first("a2a4") == position.push("a2a4")
    assert position.push("a2a4").fen() == f"{board('Kg1 Pa4 ba1 rh7 rl2 kk7')} b - a3 2 0 1"
    # Without the rook on l2 the turn has a second move, and then must have it.
    position = setup("Kg1 Pa2 ba1 rh7 kk7", "w - - 2")
    assert turns(position) == words("a2a3,g1g2 a2a4,g1g2 a2/g3,g1g2 a2/g4,g1g2 g1g2,a2a3 g1g2,a2a4 g1g2,a2~g2")


def test_t3_check_is_removed_by_either_move() -> None:
    position = setup("Kd1 Ra4 Ng1 rd7 kk7", "w - - 2")
    assert position.in_check()
    lefts = {move for turn in position.legal_moves() for move in turn.split(",") if move[0] < "g"}
    assert lefts == words("a4d4 d1c1 d1e1 d1c2 d1e2")  # to interpose or to walk away, no drop of the king
    assert {"a4d4,g1h3", "g1h3,a4d4", "g1/b3,d1c1"} <= turns(position)
    assert not {"a4a5,g1h3", "g1h3,a4a5"} & turns(position)


def test_t3_both_moves_together() -> None:
    # Two rooks check: one is blocked on d5, the other taken by a drop.
    position = setup("Kd1 Re5 Bi3 ra1 rd7 kl7", "w - - 2")
    assert position.in_check()
    assert position.second_moves("e5d5") == ["i3/a1"]
    assert position.second_moves("i3/a1") == ["d1c1", "d1c2", "d1e1", "d1e2", "e5d5"]


def test_t3_safety_at_the_end_of_the_turn_only() -> None:
    position = setup("Kd1 Rg4 rc7 kl7", "w - - 2")
    assert not position.in_check()
    assert moves_from(position, "d1c1") == {"d1c1,g4/c4"}  # into the rook's file, which the second move blocks
    # A pinned piece may leave the line if the second move fills it again.
    position = setup("Kd1 Bd3 Rg4 rd7 kl7", "w - - 2")
    assert moves_from(position, "d3c4") == set()  # c4 stands in the way of g4/d4
    assert moves_from(position, "d3e4") == {"d3e4,g4/d4"}
    assert "g4/d4,d3c2" in turns(position)


def test_t4_check_comes_from_the_own_board_only() -> None:
    assert not setup("Kd1 rj7 kl7").in_check()
    assert setup("Kd1 rd7 kl7").in_check()
    assert not setup("Kd1 rd7 Pd3 kl7").in_check()
    assert not setup("Kf1 rg1 kl7").in_check()  # f1 and g1 are not neighbours
    assert setup("Kf1 ng7 ne3 kl7").in_check()
    assert setup("Kf4 pe5 kl7").in_check()
    assert not setup("Kf4 pe4 kl7").in_check()
    assert setup("Kf4 ge5 kl7").in_check()


def test_t4_kings_do_not_meet_on_one_board() -> None:
    assert not setup("Kf4 kg4").in_check()
    assert moves_from(setup("Ka1 kc2"), "a1") & words("a1a2 a1b1 a1b2") == {"a1a2"}
    with pytest.raises(ValueError, match="the side not to move is in check"):
        setup("Kd1 kd2")


def test_t4_kings_are_never_captured() -> None:
    # Not by a drop: j7/d1 would reach the king.
    position = setup("Kd1 rj7 na7 kl7", "b - - 2")
    assert "d1" not in {move[-2:] for turn in position.legal_moves() for move in turn.split(",")}
    assert words("j7/d2 j7/d6") <= set(position.first_moves())
    # Not by the second move after the first one gave check.
    between = setup("Kd1 rc6 rj7 kl7", "b - - 2").push_first("c6d6")
    assert between.checked(0)
    assert moves_from(between, "j7/") == words("j7/a7 j7/b7 j7/c7 j7/e7 j7/f7")  # d6 is its own rook
    between = setup("Kd2 rc6 ri2 kl7", "b - - 2").push_first("c6d6")
    assert moves_from(between, "i2/") == words("i2/a2 i2/b2 i2/c1 i2/c3 i2/c4 i2/c5 i2/c6 i2/c7")
    # Nor by a pawn, a bishop or a king.
    assert "b2/i3" not in turns(setup("Kf1 Pb2 ki3"))
    assert "c2/j3" not in turns(setup("Kf1 Bc2 kj3"))
    assert moves_from(setup("Kd2 kk2"), "d2/") == words("d2/i1 d2/i2 d2/i3")


# ------------------------------------------------------------------------------------------------- T5: drops


def test_t5_drop_needs_a_vacant_square() -> None:
    assert moves_from(setup("Nc2 Ka7 kl7 pi2"), "c2") == words("c2a1 c2e1 c2a3 c2e3 c2b4 c2d4")
    assert not any("/" in turn for turn in moves_from(setup("Nc2 Ka7 kl7 Ni2"), "c2"))
    found = moves_from(setup("Nc2 Ka7 kl7"), "c2/")
    assert found == words("c2/g1 c2/k1 c2/g3 c2/k3 c2/h4 c2/j4")  # never c2/i2


def test_t5_drop_captures() -> None:
    position = setup("Rc2 Ka7 kl7 pi4 Pk2 bg2")
    expected = words("c2/i1 c2/i3 c2/i4 c2/j2 c2/h2 c2/g2")
    assert moves_from(position, "c2/") == expected
    after = position.push("c2/i4")
    assert on(after, "c2 i2 i4") == "..R"
    assert after.clock == 0


def test_t5_pawns_drop() -> None:
    assert moves_from(setup("Pc2 Ka7 kl7"), "c2") == words("c2c3 c2c4 c2/i3 c2/i4")
    assert moves_from(setup("Pc2 Ka7 kl7 pi3"), "c2/") == set()
    assert moves_from(setup("Pc2 Ka7 kl7 pi4 nh3 pj3"), "c2/") == words("c2/i3 c2/h3 c2/j3")
    assert moves_from(setup("Pc3 Ka7 kl7"), "c3") == words("c3c4 c3/i4")
    assert moves_from(setup("Ka1 pi6 kl7", "b - - 1"), "i6") == words("i6i5 i6i4 i6/c5 i6/c4")
    assert moves_from(setup("Pc6 Ka7 kl7 bi7 nh7"), "c6/") == {f"c6/h7{letter}" for letter in "qmcrbng"}


def test_t5_king_drops_unless_in_check() -> None:
    drops = words("d1/i1 d1/k1 d1/i2 d1/j2 d1/k2")
    assert moves_from(setup("Kd1 kl7"), "d1/") == drops
    assert moves_from(setup("Kd1 kl7 rd7"), "d1/") == set()
    assert moves_from(setup("Kd1 kl7 rk7"), "d1/") == words("d1/i1 d1/i2 d1/j2")  # not into check
    assert moves_from(setup("Kd1 kl7 rj7"), "d1/") == drops - {"d1/j2"}  # passing the drop square is no harm
    # The first move may remove the check: it is asked for at the moment of the move.
    position = setup("Kd1 Rg4 rd7 kl7", "w - - 2")
    assert moves_from(position, "g4/d4,d1/") == {f"g4/d4,{drop}" for drop in drops}
    assert not any("d1/" in turn for turn in position.legal_moves() if not turn.startswith("g4/d4"))


def test_t5_king_checked_by_its_own_first_move_does_not_drop() -> None:
    # En passant uncovers the rook: the pawn drops to d4, takes c4's pawn and stands on c5.
    position = setup("Ke4 Pj4 ra4 pc4 kl7", "w - c5 2")
    assert not position.in_check()
    assert position.push_first("j4/c5").in_check()
    assert set(position.second_moves("j4/c5")) == words("e4d3 e4d5 e4e3 e4e5 e4f3 e4f5")


# ------------------------------------------------------------------------------------------ T6: drop and swap


def test_t6_either_piece_may_begin() -> None:
    position = setup("Rb1 Nh1 Ka7 kl7")
    assert {"b1~h1", "h1~b1"} <= turns(position)
    first, second = position.push("b1~h1"), position.push("h1~b1")
    assert first == second
    assert on(first, "b1 h1") == "NR"
    assert first.clock == 1
    # Inside a turn it matters who began: the other board moves next, without the mover.
    position = setup("Rb1 Nh1 Ka7 kl7", "w - - 2")
    between = position.push_first("h1~b1")
    assert between.fen() == f"{board('Nb1 Rh1 Ka7 kl7')} w - - 1:left:b1 1 1"
    assert {move[:2] for move in between.legal_moves()} == {"a7"}
    assert "b1~h1" in turns(position)  # nothing but the rook on the right: a turn of one move


def test_t6_friends_of_another_type_only() -> None:
    assert not any("~" in turn for turn in turns(setup("Rb1 Rh1 Ka7 kl7")))
    assert not any("~" in turn for turn in turns(setup("Rb1 nh1 Ka7 kl7")))
    assert not any("~" in turn for turn in turns(setup("Pb2 Ph2 Ka7 kl7")))
    assert not any("~" in turn for turn in turns(setup("Gb1 Gh1 Ka7 kl7")))
    assert {"b1~h1", "h1~b1"} <= turns(setup("Gb1 Rh1 Ka7 kl7"))
    assert {"b1~h1", "h1~b1"} <= turns(setup("Mb1 Ch1 Ka7 kl7", options=SWAPPED))
    assert {"a7~g7", "g7~a7"} <= turns(setup("Rg7 Ka7 kl6"))
    # Only the corresponding square.
    assert "b1~g1" not in turns(setup("Rb1 Ng1 Ka7 kl7"))


def test_t6_pawns_swap_on_any_of_their_ranks() -> None:
    assert {"b2~h2", "h2~b2"} <= turns(setup("Pb2 Rh2 Ka7 kl7"))
    assert {"b6~h6", "h6~b6"} <= turns(setup("Pb6 Rh6 Ka7 kl7"))
    position = setup("Pb2 Rh2 Ka7 kl7", "w - - 1 7 9")
    assert position.push("b2~h2").clock == 0  # T11: begun by a pawn
    assert position.push("h2~b2").clock == 8


def test_t6_no_king_in_check_is_exchanged() -> None:
    assert {"d1~j1", "j1~d1"} <= turns(setup("Kd1 Nj1 kl7"))
    assert not any("~" in turn for turn in turns(setup("Kd1 Nj1 rd7 kl7")))
    # After the first move has removed the check it may.
    position = setup("Kd1 Nj1 Rg4 rd7 kl7", "w - - 2")
    assert {turn for turn in position.legal_moves() if "~" in turn} == {"g4/d4,d1~j1"}
    # Another pair may be exchanged in check.
    assert "h4~b4,d1c1" in turns(setup("Kd1 Bb4 Rh4 rd7 kl7", "w - - 2"))
    # Not into check.
    assert not {"d1~j1", "j1~d1"} & turns(setup("Kd1 Nj1 rj7 kl6"))


# --------------------------------------------------------------------------------------- T7: pawns, en passant


def test_t7_double_step() -> None:
    assert moves_from(setup("Pc2 Ka7 kl7 pc4"), "c2c") == {"c2c3"}
    assert moves_from(setup("Pc2 Ka7 kl7 pc3"), "c2c") == set()
    assert setup("Pc2 Ka7 kl7").push("c2c4").fen() == f"{board('Pc4 Ka7 kl7')} b - c3 2 0 1"
    assert setup("Pc2 Ka7 kl7").push("c2/i4").fen() == f"{board('Pi4 Ka7 kl7')} b - i3 2 0 1"
    assert setup("Ka1 pi6 kl7", "b - - 1").push("i6/c4").fen() == f"{board('Ka1 pc4 kl7')} w - c5 2 0 2"
    assert setup("Pc2 Ka7 kl7").push("c2c3").fen() == f"{board('Pc3 Ka7 kl7')} b - - 2 0 1"


TWO_PASSED = "Pc4 Pk4 Ka1 kl7 pd4 pj4 ph4 pe4"


def test_t7_en_passant_by_both_moves() -> None:
    position = setup(TWO_PASSED, "b - c3k3 2")
    assert {"d4c3,j4k3", "j4k3,d4c3"} <= turns(position)
    after = position.push("d4c3,j4k3")
    assert on(after, "c3 c4 d4 k3 k4 j4") == "p..p.."
    assert (after.passed, after.clock) == ((), 0)
    # The second capture is still there after the first one and after any other first move.
    assert position.push_first("d4c3").fen().split()[1:5] == ["b", "-", "k3", "1:right:c3"]
    assert position.push_first("l7l6").fen().split()[1:5] == ["b", "-", "c3k3", "1:left:l6"]
    assert {"l7l6,d4c3", "e4e3,j4k3"} <= turns(position)
    # It is there for the opponent's next turn only.
    assert play(position, "e4e3,l7l6").passed == ()


def test_t7_en_passant_across_boards() -> None:
    # Every pawn beside either square, after a drop or not; the drop squares of d4, j4 and e4 are occupied.
    position = setup(TWO_PASSED, "b - c3k3 2")
    takers = {move for move in position.first_moves() if move.endswith(("c3", "k3"))}
    assert takers == words("d4c3 h4/c3 j4k3")
    assert "d4/k3" in position.second_moves("j4j3")
    position = setup("Pc4 Pk4 Ka1 kl7 pd4 pf4 ph4", "b - c3k3 2")
    takers = {move for turn in position.legal_moves() for move in turn.split(",") if move.endswith(("c3", "k3"))}
    assert takers == words("d4c3 h4/c3 d4/k3 f4/k3")
    assert on(position.push("h4/c3,f4/k3"), "c3 c4 h4 b4 k3 k4 f4 l4") == "p...p..."


def test_t7_two_pawns_of_one_board_may_be_taken() -> None:
    position = setup("Pb2 Ph4 Pj2 Ka1 kl7 pc4 pe4 pa4", "w - - 2").push("b2b4,j2/d4")
    assert position.fen().split()[1:5] == ["b", "-", "b3d3", "2"]
    takers = {move for move in position.first_moves() if move.endswith(("b3", "d3"))}
    assert takers == words("a4b3 c4b3 c4d3 e4d3")


def test_t7_en_passant_by_white() -> None:
    position = setup("Pb4 Pi4 Ka1 kl7 pc4 pj4", "w - c5j5 2")
    assert {"b4c5,i4j5", "i4j5,b4c5"} <= turns(position)
    # A pawn that dropped before its double step is taken like any other.
    position = setup("Pb4 Ka1 kl7 pi6", "b - - 1").push("i6/c4")
    assert on(position.push("b4c5"), "b4 c5 c4") == ".P."


def test_t7_own_double_step_is_not_taken() -> None:
    # After c2c4 the third rank's square c3 is no en-passant square for White's own second move.
    position = setup("Pc2 Ph2 Ka7 kl7", "w - - 2").push_first("c2c4")
    assert position.fen().split()[3:5] == ["c3", "1:right:c4"]
    assert moves_from(position, "h2") == words("h2h3 h2h4 h2/b3 h2/b4")


def test_t7_three_squares_inside_a_turn() -> None:
    position = setup("Pa4 Pb2 Pk4 Ka7 kl7 pc4 pj4 Ni1", "w - c5j5 2")
    between = position.push_first("b2b4")
    assert between.fen().split()[3:5] == ["b3c5j5", "1:right:b4"]
    assert Position.from_fen(between.fen()) == between
    assert on(between.push("k4j5"), "j4 j5 c4") == ".Pp"
    assert between.push("k4j5").fen().split()[3] == "b3"
    assert between.push("i1h3").fen().split()[3] == "b3"


def test_t7_file_before_rank() -> None:
    # In any order on input.
    assert setup("Ka7 kl7 pc4 pj4", "w - j5c5 2").fen().split()[3] == "c5j5"
    # Own and enemy squares together, and by file first.
    between = setup("Pj2 Ka7 kl7 pd4 Nb1 pa4", "w - a5d5 2").push_first("j2j4")
    assert between.fen().split()[3] == "a5d5j3"
    between = setup("Pd2 Ka7 kl7 pj4 pa4 Ni1", "w - a5j5 2").push_first("d2d4")
    assert between.fen().split()[3] == "a5d3j5"


def test_t7_piece_on_the_square_passed_over() -> None:
    position = setup("Pc2 Ri1 Ka7 kl7 pd4", "w - - 2").push("c2c4,i1/c3")
    assert position.fen() == f"{board('Pc4 Rc3 Ka7 kl7 pd4')} b - - 2 0 1"
    after = position.push_first("d4c3")
    assert on(after, "c3 c4 d4") == "pP."  # the rook only
    # An own piece that goes there inside the turn ends the right as well.
    position = setup("Pc4 Ka7 kl7 pd4 bh2", "b - c3 2")
    assert "h2/c3" in position.first_moves()
    between = position.push_first("h2/c3")
    assert between.fen().split()[3:5] == ["-", "1:left:c3"]
    assert not any("c3" in move for move in between.legal_moves() if move.startswith("d4"))


def test_t7_pawn_carried_off() -> None:
    between = setup("Pc2 Ri4 Gj4 Ka7 kl7", "w - - 2").push_first("c2c4")
    assert between.fen().split()[3] == "c3"
    for second, squares, pieces in (("i4~c4", "c4 i4", "RP"), ("j4/~c4", "c4 j4", "GP")):
        after = between.push(second)
        assert on(after, squares) == pieces
        assert after.passed == ()


def test_t7_pawn_taken_by_the_first_move() -> None:
    position = setup("Pc4 Ka7 kl7 pb4 rj4", "b - c3 2")
    between = position.push_first("j4/c4")
    assert (between.passed, on(between, "c4")) == ((), "r")
    assert "b4c3" not in turns(between)
    assert "b4c3" in turns(position.push_first("j4j3"))


def test_t7_displaced_pawn_has_not_double_stepped() -> None:
    position = setup("Pc2 Gc4 Ka7 kl7", options=GLIDE)
    after = position.push("c4~c2")
    assert on(after, "c2 c4") == "GP"
    assert after.passed == ()


def test_t7_double_step_from_a_square_later_filled() -> None:
    # The origin may be occupied again by the second move; the en-passant square is none the worse.
    position = setup("Pc2 Ri1 Ka7 kl7 pd4", "w - - 2").push("c2c4,i1/c2")
    assert position.fen() == f"{board('Pc4 Rc2 Ka7 kl7 pd4')} b - c3 2 0 1"
    assert "d4c3" in position.first_moves()
    assert Position.from_fen(position.fen()) == position


# ------------------------------------------------------------------------------------------------ T8: ghosts


def test_t8_ghost_modes() -> None:
    pieces = "Gc3 Kf1 kl7 pd4 pc5 Nb2 pa3"
    near = words("c3b3 c3d3 c3b4 c3c4 c3c2 c3d2 c3~b2")
    assert {turn for turn in moves_from(setup(pieces), "c3") if "/" not in turn} == near | {"c3d4"}
    found = moves_from(setup(pieces, options=PEACEFUL), "c3")
    assert {turn for turn in found if "/" not in turn} == near
    found = moves_from(setup(pieces, options=GLIDE), "c3")
    expected = near | words("c3d3 c3e3 c3f3 c3c1 c3a5 c3e1")
    assert {turn for turn in found if "/" not in turn} == expected
    drops = {turn for turn in found if "/" in turn}
    assert drops == {f"c3/{square}" for square in words("i4 i5 i6 i7 i2 i1 g3 h3 j3 k3 l3 j4 k5 l6 h4 g5 h2 g1 j2 k1")}


def test_t8_ghost_drop() -> None:
    position = setup("Gc3 Kf1 kl7 ph4 Nj4 Ri1")
    expected = words("c3/h4 c3/~j4 c3/i4 c3/h3 c3/j3 c3/h2 c3/i2 c3/j2")
    assert moves_from(position, "c3/") == expected
    assert "c3/h4" not in turns(setup("Gc3 Kf1 kl7 ph4", options=PEACEFUL))
    # The displaced piece goes to where the ghost started, before its drop.
    assert on(position.push("c3/~j4"), "c3 i3 j4") == "N.G"
    assert on(setup("Gc3 Kf1 kl7 Nj4 Ri1", options=GLIDE).push("c3/~i1"), "c3 i3 i1") == "R.G"


def test_t8_glide_reaches_the_first_piece_only() -> None:
    position = setup("Ga1 Kf7 kl7 Na4 Ra6 nd1 Be1 Gc3", options=GLIDE)
    found = {turn for turn in moves_from(position, "a1") if "/" not in turn}
    assert found == words("a1a2 a1a3 a1~a4 a1b1 a1c1 a1b2")  # not what stands behind, nor the other ghost


def test_t8_swap_with_friends_but_not_the_other_ghost() -> None:
    position = setup("Ga1 Rb1 Kf1 kl7 Gb2 na2")
    assert {turn for turn in moves_from(position, "a1") if "/" not in turn} == words("a1~b1 a1a2")
    after = position.push("a1~b1")
    assert on(after, "a1 b1") == "RG"
    assert after.clock == 1
    assert "b1~a1" not in turns(position)  # the ghost's move alone


def test_t8_peaceful_ghost_gives_no_check() -> None:
    assert setup("Kd1 ge2 kl7").in_check()
    assert not setup("Kd1 ge2 kl7", options=PEACEFUL).in_check()
    assert not setup("Kd1 ge2 kl7", options=GLIDE).in_check()
    assert setup("Kd1 ge2 kl7").attacked_squares(1) == words("d1 d2 d3 e1 e3 f1 f2 f3 k6 k7 l6")
    assert setup("Kd1 ge2 kl7", options=PEACEFUL).attacked_squares(1) == words("k6 k7 l6")


def test_t8_swap_with_the_king_escapes_check() -> None:
    position = setup("Kd1 Gc1 rd7 kl7")
    assert position.in_check()
    assert turns(position) == words("c1~d1 d1e1 d1c2 d1e2 c1d2")
    assert on(position.push("c1~d1"), "c1 d1") == "KG"
    # After a drop the king comes to the other board; T5 and T6 forbid its own drop and the drop/swap only.
    position = setup("Kd1 Gi2 rd7 kl7")
    assert on(position.push("i2/~d1"), "d1 c2 i2") == "G.K"
    assert "i2/~d1" not in turns(setup("Kd1 Gi2 rd7 ri7 kl7"))  # into another check
    assert "j1~d1" not in turns(setup("Kd1 Gj1 rd7 kl7"))
    # Also when not in check.
    assert "c1~d1" in turns(setup("Kd1 Gc1 kl7"))


def test_t8_pawns() -> None:
    # Not onto its first rank, dropped or not.
    assert "a1~b2" not in turns(setup("Ga1 Pb2 Kf1 kl7"))
    assert "a1/~h2" not in turns(setup("Ga1 Ph2 Kf1 kl7"))
    assert "g7~h6" not in turns(setup("Ka1 gg7 ph6 kl7", "b - - 1"))
    # The last rank promotes at once.
    position = setup("Ga7 Pb6 Kf1 kl7", "w - - 1 5 9")
    swaps = {turn for turn in moves_from(position, "a7") if "~" in turn}
    assert swaps == {f"a7~b6{letter}" for letter in "qmcrbng"}
    after = position.push("a7~b6m")
    assert on(after, "a7 b6") == "MG"
    assert after.clock == 0
    position = setup("Ga7 Ph6 Kf1 kl6")
    assert on(position.push("a7/~h6g"), "a7 h6 g7") == "GG."
    assert on(setup("Ka1 gg1 ph2 kl7", "b - - 1").push("g1~h2q"), "g1 h2") == "qg"
    # The ghost's own way to the last rank promotes nobody.
    assert "a6a7" in turns(setup("Ga6 Kf1 kl7"))
    # Between, the pawn is just displaced; the clock runs on, since the ghost began the move.
    assert setup("Ga4 Pb5 Kf1 kl7", "w - - 1 5 9").push("a4~b5").clock == 6


def test_t8_pawn_back_on_its_second_rank_may_double_step_again() -> None:
    position = setup("Ga2 Pb3 Kf1 kl7").push("a2~b3")
    assert on(position, "a2 b3") == "PG"
    assert "a2a4" in position.push("l7l6").first_moves()
    position = setup("Gg2 Pb3 Kf1 kl7").push("g2/~b3").push("l7l6")
    assert position.push("g2g4,f1e1").fen().split()[3] == "g3"


# ------------------------------------------------------------------------------------------- T9: promotion


def test_t9_promotion() -> None:
    position = setup("Pb6 Ka1 kl7 nc7 nh7")
    expected = {f"{move}{letter}" for move in ("b6b7", "b6c7") for letter in "qmcrbng"}
    assert moves_from(position, "b6") == expected  # the drop's b6/h7 is blocked, nothing to take beside it
    for letter in "qmcrbng":
        after = position.push(f"b6c7{letter}")
        assert on(after, "b6 c7") == f".{letter.upper()}"
        assert after.clock == 0
    position = setup("pb2 ph6 Ka7 kl7 Ni1 Bj3", "b - - 2")
    assert {"b2b1q,h6h5", "h6h5,b2/i1n", "b2/h1g,h6/b4"} <= turns(position)
    assert on(position.push("b2/i1n,h6/b4"), "i1 b4 b2") == "np."
    assert moves_from(setup("Pb6 Ka1 kl7", options=SWAPPED), "b6b7") == {f"b6b7{letter}" for letter in "qmcrbng"}


def test_t9_promoted_pieces_have_their_present_type() -> None:
    # T11: for the drop/swap, a promoted rook is a rook.
    position = setup("Pb6 Rh7 Ka1 kl6")
    assert "b7~h7" not in position.push("b6b7r").push("l6l5").first_moves()
    assert "b7~h7" in position.push("b6b7q").push("l6l5").first_moves()


# --------------------------------------------------------------------------------------------- T10: castling


def turned_square(square: str) -> str:
    """The square after half a turn of the table."""
    return square.translate(str.maketrans("abcdefghijkl1234567", "lkjihgfedcba7654321"))


def turned(pieces: str) -> str:
    """The same position for the other side, the table turned round."""
    return " ".join(piece[0].swapcase() + turned_square(piece[1:]) for piece in pieces.split())


def castling(pieces: str, rights: str, colour: int, options: Options = STEP) -> set[str]:
    """The castlings White has with these pieces; for Black, those of the position turned round, turned back."""
    if colour == 0:
        position = setup(pieces, f"w {rights} - 1", options)
        return {turn for turn in position.legal_moves() if turn in ("d1f1", "d1g1")}
    position = setup(turned(pieces), f"b {rights.lower()} - 1", options)
    found = {turn for turn in position.legal_moves() if turn in ("i7g7", "i7f7")}
    return {turned_square(turn) for turn in found}


CASTLERS = "Kd1 Rf1 Rg1 kl7"
HOME, DROP = "d1f1", "d1g1"


@pytest.mark.parametrize("colour", [0, 1])
def test_t10_castling(colour: int) -> None:
    assert castling(CASTLERS, "KD", colour) == {HOME, DROP}
    assert castling(CASTLERS, "K", colour) == {HOME}
    assert castling(CASTLERS, "D", colour) == {DROP}
    assert castling(CASTLERS, "-", colour) == set()


def test_t10_where_the_pieces_go() -> None:
    white = setup(CASTLERS, "w KD - 1 4 9")
    assert white.push("d1f1").fen() == f"{board('Ke1 Rd1 Rg1 kl7')} b - - 2 5 9"
    assert white.push("D1G1").fen() == f"{board('Kh1 Rf1 Ri1 kl7')} b - - 2 5 9"
    black = setup("Ka1 ki7 rg7 rf7", "b kd - 1 4 9")
    assert black.push("i7g7").fen() == f"{board('Ka1 kh7 ri7 rf7')} w - - 2 5 10"
    assert black.push("i7f7").fen() == f"{board('Ka1 ke7 rd7 rg7')} w - - 2 5 10"


@pytest.mark.parametrize("colour", [0, 1])
@pytest.mark.parametrize(
    ("extra", "allowed"),
    [
        # Squares between, by friend and foe.
        ("Ne1", {DROP}),
        ("ne1", {DROP}),
        ("Nj1", {HOME}),
        ("nj1", {HOME}),
        ("Ni1", {HOME}),
        ("Nh1", {HOME}),
        ("Nc1 Nk1 Nl1", {HOME, DROP}),
        # In check.
        ("rd7", set()),
        ("nc3", set()),
        # Attacked squares, on their board.
        ("re7", {DROP}),
        ("rk7", {HOME, DROP}),
        ("rj6", {HOME}),
        ("ri6", {HOME}),
        ("rh6", {HOME}),
        ("pd2", {DROP}),  # attacks c1 and e1
        ("pk2", {HOME}),  # attacks j1 and l1
        ("gf2", {DROP}),
        ("gg2", {HOME}),
        ("rf7", {HOME, DROP}),  # the rook's squares do not matter
        ("rg6", {HOME, DROP}),
        ("re7 Pe2", {HOME, DROP}),
        ("bb4 Pd2 be3", {HOME, DROP}),
    ],
)
def test_t10_refusals(extra: str, allowed: set[str], colour: int) -> None:
    assert castling(f"{CASTLERS} {extra}", "KD", colour) == allowed


@pytest.mark.parametrize("colour", [0, 1])
def test_t10_peaceful_ghosts_attack_nothing(colour: int) -> None:
    for options in (PEACEFUL, GLIDE):
        assert castling(f"{CASTLERS} gf2 gg2", "KD", colour, options) == {HOME, DROP}
    assert castling(f"{CASTLERS} gf2 gg2", "KD", colour) == set()


def test_t10_castling_in_a_turn() -> None:
    position = setup("Kd1 Rf1 Rg1 Nk1 Na4 kl7", "w KD - 2")
    between = position.push_first("d1g1")
    assert between.fen() == f"{board('Kh1 Rf1 Ri1 Nk1 Na4 kl7')} w - - 1:right:h1,i1 1 1"
    assert {move[:2] for move in between.legal_moves()} == {"k1"}  # neither king nor rook again
    assert Position.from_fen(between.fen()) == between
    between = position.push_first("d1f1")
    assert between.fen() == f"{board('Ke1 Rd1 Rg1 Nk1 Na4 kl7')} w - - 1:right:e1,d1 1 1"
    assert {move[:2] for move in between.legal_moves()} == {"g1", "k1"}
    # As the second move it follows one begun on the right board, but not by the rook of the drop castling.
    assert {"k1j3,d1f1", "k1l3,d1g1", "k1/d3,d1g1", "g1g3,d1f1"} <= turns(position)
    assert not {"g1g3,d1g1", "a4b2,d1f1", "a4b2,d1g1", "f1f3,d1g1"} & turns(position)
    black = setup("Ka1 ki7 rg7 rf7 nb5", "b kd - 2")
    for first, field, movers in (("i7f7", "1:left:e7,d7", {"b5"}), ("i7g7", "1:left:h7,i7", {"b5", "f7"})):
        between = black.push_first(first)
        assert between.fen().split()[4] == field
        assert {move[:2] for move in between.legal_moves()} == movers
        assert Position.from_fen(between.fen()) == between


def test_t10_castling_after_the_first_move_removed_the_check() -> None:
    position = setup("Kd1 Rf1 Rg4 rd7 kl7", "w K - 2")
    assert "g4/d4,d1f1" in turns(position)
    assert sum("d1f1" in turn for turn in position.legal_moves()) == 1


def test_t10_first_move_may_clear_or_guard_the_way() -> None:
    position = setup("Kd1 Rg1 Bi1 kl7", "w D - 2")
    assert {"i1h2,d1g1", "i1/d2,d1g1"} <= turns(position)
    assert "i1h2,d1g1" not in turns(setup("Kd1 Rg1 Bi1 Nj1 kl7", "w D - 2"))
    position = setup("Kd1 Rf1 Rg5 re7 kl7", "w K - 2")
    assert moves_from(position, "g5")  # of which only the one to e5 covers e1
    assert {turn for turn in position.legal_moves() if "d1f1" in turn} == {"g5/e5,d1f1"}


WHITE_RIGHTS = "Kd1 Rf1 Rg1 Nl1 Na1 Ge2 Bj1 ka7"


@pytest.mark.parametrize(
    ("move", "rights"),
    [
        ("d1c1", "-"),
        ("d1~j1", "-"),
        ("j1~d1", "-"),  # displaced
        ("e2~d1", "-"),
        ("f1f3", "D"),
        ("f1~l1", "D"),
        ("l1~f1", "D"),
        ("e2~f1", "D"),
        ("g1g3", "K"),
        ("g1~a1", "K"),
        ("a1~g1", "K"),
        ("a1b3", "KD"),
        ("d1f1", "-"),
    ],
)
def test_t10_rights_go(move: str, rights: str) -> None:
    position = setup(WHITE_RIGHTS, "w KD - 1")
    assert (position.push(move).rights or "-") == rights


def test_t10_rights_go_with_a_captured_rook() -> None:
    position = setup("Kd1 Rf1 Rg1 ki7 rl6 rg7 rf7", "b KDkd - 1")
    assert position.push("f7f1").rights == "Dk"
    assert position.push("g7g1").rights == "Kd"
    assert position.push("l6l5").rights == "KDkd"


def test_t10_king_that_drops_loses_its_rights() -> None:
    assert setup("Kd1 Rf1 Rg1 ki7 rg7", "w KDk - 1").push("d1/j2").rights == "k"


def test_t10_rights_do_not_come_back() -> None:
    position = play(setup("Kd1 Rf1 ki7 rg7", "w Kk - 1"), "f1f2 i7h7")
    assert position.rights == ""
    position = play(position, "f2f1 h7i7")
    assert on(position, "d1 f1 i7 g7") == "KRkr"
    assert "d1f1" not in position.first_moves()


# ------------------------------------------------------------------------------------- T11: ends of the game

STALEMATED = "Ka1 qb3 bg1 kl7"


def test_checkmate_and_stalemate() -> None:
    assert setup("Ka1 qb2 rb7 kl7", "w - - 2").outcome([]) == ("0-1", "checkmate")
    assert setup("Qk6 Rk1 kl7 Ka1", "b").outcome([]) == ("1-0", "checkmate")
    position = setup(STALEMATED, "w - - 2")
    assert position.legal_moves() == []
    assert position.outcome([]) == ("1/2-1/2", "stalemate")
    assert position.perft(1) == position.perft(3) == 0
    # With its drop square free the king is not stalemated; a king in check may not drop.
    assert turns(setup("Ka1 qb3 kl7", "w - - 2")) == words("a1/g2 a1/h1 a1/h2")
    assert setup("Ka1 Nk1 qb2 rb7 kl7", "w - - 2").outcome([]) == ("0-1", "checkmate")
    # One move takes the queen's guard and the other the queen: neither would do alone.
    position = setup("Ka1 Bl3 qb2 rb7 kl7", "w - - 2")
    assert turns(position) == {"l3/b7,a1b2", "a1b2,l3/b7"}


def test_order_of_results() -> None:
    assert setup("Ka1 qb2 rb7 kl7", "w - - 2 100 80").outcome([]) == ("0-1", "checkmate")
    position = setup(STALEMATED, "w - - 2 100 80")
    assert position.outcome([position.repetition_key()] * 3) == ("1/2-1/2", "stalemate")
    position = setup("Ka1 kl7", "w - - 2 100 80")
    assert position.outcome([]) == ("1/2-1/2", "move rule")
    assert position.outcome([position.repetition_key()] * 3) == ("1/2-1/2", "repetition")
    assert position.perft(1) > 0
    assert setup("Ka1 kl7", "w - - 2 99 80").outcome([]) is None  # nor is there insufficient material


def test_repetition() -> None:
    position = setup("Kd1 Rf1 kl7", "w K")
    history = [position.repetition_key()]
    for turn in "d1c1 l7l6 c1d1 l6l7 d1c1 l7l6 c1d1 l6l7".split():
        position = position.push(turn)
        history.append(position.repetition_key())
        assert position.outcome(history) is None  # the first time White could still castle
    position = position.push("d1c1")
    assert position.outcome([*history, position.repetition_key()]) == ("1/2-1/2", "repetition")


def test_repetition_key() -> None:
    # En-passant squares count only while some turn takes there.
    takes, does_not = "Pc4 Ka7 kl7 pd4", "Pc4 Ka7 kl7 pe4"
    assert setup(takes, "b - c3 2").repetition_key() != setup(takes, "b - - 2").repetition_key()
    assert setup(does_not, "b - c3 2").repetition_key() == setup(does_not, "b - - 2").repetition_key()
    # By the second move only: the knight in the way of the drop leaves first.
    clears = "Pc4 Ka7 kl7 pj4 nd4"
    assert "j4/c3" not in setup(clears, "b - c3 2").first_moves()
    assert "j4/c3" in setup(clears, "b - c3 2").second_moves("d4b3")
    assert setup(clears, "b - c3 2").repetition_key() != setup(clears, "b - - 2").repetition_key()
    # The side and the moves of the turn count, the clock and the number do not.
    assert setup("Ka1 kl7", "w - - 2").repetition_key() != setup("Ka1 kl7", "b - - 2").repetition_key()
    assert setup("Ka1 kl7", "w - - 1").repetition_key() != setup("Ka1 kl7", "w - - 2").repetition_key()
    assert setup("Ka1 kl7", "w - - 2 3 4").repetition_key() == setup("Ka1 kl7", "w - - 2 0 9").repetition_key()


def test_games_do_not_end_inside_a_turn() -> None:
    position = setup("Ka1 Ng3 kl7", "w - - 2 99 80").push_first("a1a2")
    assert position.clock == 100
    assert position.outcome([position.repetition_key()] * 3) is None
    assert position.push("g3h5").outcome([]) == ("1/2-1/2", "move rule")


@pytest.mark.parametrize(
    ("turn", "clock"),
    [
        ("a1a2,g3h5", 8),
        ("c3c4,g3h5", 0),
        ("a1a2,g3i4", 0),  # takes
        ("g3i4,a1a2", 0),
        ("g3h5,c3c4", 0),
        ("g3h5,f6f7q", 0),
        ("f6f7q,g3h5", 0),
        ("e5~f6,g3h5", 8),
        ("g3h5,e5~f6", 8),
        ("c3~i3,g3h5", 0),  # begun by a pawn
        ("i3~c3,a1a2", 8),  # only displaced
    ],
)
def test_t11_clock(turn: str, clock: int) -> None:
    position = setup("Ka1 Ng3 kl7 Pc3 pi4 Pf6 Ge5 Ri3", "w - - 2 7 20")
    after = position.push(turn)
    assert (after.clock, after.number, after.turn) == (clock, 20, 1)
    first, *rest = turn.split(",")
    between = position.push_first(first)
    assert between.number == 20
    assert between.push(*rest) == after
    assert Position.from_fen(between.fen()).push(*rest) == after


def test_turn_number() -> None:
    position = setup("Ka1 kl7", "b - - 2 3 20").push("l7l6")
    assert (position.clock, position.number) == (4, 21)


# ------------------------------------------------------------------------------------------------- move texts


def test_texts_in_any_case() -> None:
    position = setup("Bb1 Nh1 Pc2 Ka7 kl7", "w - - 2")
    for turn in ("c2c4,h1g3", "b1~h1", "c2/i4,h1g3", "h1i3,a7b6"):
        assert position.push(turn.upper()) == position.push(turn)


def test_a_first_move_is_no_turn() -> None:
    position = Position.start().push("c2c4")
    for text in ("c7c5", "c6c5", "c6c5,", "c6c5,b6b5", ",c6c5", "", "0000", "c6c5 h7g5", "c6c5,h7g5,a6a5"):
        with pytest.raises(ValueError, match="is not a legal turn"):
            position.push(text)
    with pytest.raises(ValueError, match="begins no legal turn"):
        position.push_first("c7c5")
    with pytest.raises(ValueError, match="begins no legal turn"):
        position.second_moves("c7c5")
    assert "h7g5" in position.second_moves("C6C5")
    assert position.push_first("c6c5").push("h7g5") == position.push("c6c5,h7g5")


def test_promotion_left_out() -> None:
    position = setup("Pb6 Ka1 kl7 Nh4", "w - - 2")
    with pytest.raises(ValueError, match=r"'b6b7,h4g6' could be b6b7b,h4g6, b6b7c,h4g6, .*b6b7r,h4g6"):
        position.push("b6b7,h4g6")
    with pytest.raises(ValueError, match="is not a legal turn"):
        position.push("b6b7k,h4g6")
    # No choice is left where ordinary moves need none.
    assert position.canonical("A1A2,h4G6") == "a1a2,h4g6"


def test_first_and_second_moves() -> None:
    position = setup("Rb1 Ph2 Kg1 nh3 ni3 kj7", "w - - 2")
    assert position.first_moves() == ["h2/b3", "h2/b4", "h2i3"]
    assert position.second_moves("h2i3") == ["b1/h3"]
    position = setup("Kd1 kl7", "w - - 2")
    assert position.second_moves("d1e1") == []


# ------------------------------------------------------------------------------------------------------- FEN


def test_start_fen() -> None:
    assert Position.start().fen() == START_FEN
    assert Position.from_fen(START_FEN) == Position.start()
    for ghost_move in GHOST_MOVES:
        assert Position.start(Options(ghost_move)).fen() == START_FEN


KINGS = "8k3/12/12/12/12/12/3K8"


def test_fen_defaults() -> None:
    assert Position.from_fen(KINGS).fen() == f"{KINGS} w - - 2 0 1"
    assert Position.from_fen(f"{KINGS} b").fen() == f"{KINGS} b - - 2 0 1"
    assert Position.from_fen(f"{KINGS} b - - 1 7").fen() == f"{KINGS} b - - 1 7 1"
    assert Position.from_fen("5rr1k3/12/12/12/12/12/3K1RR5 w dkDK").rights == "KDkd"
    assert Position.from_fen(f"  {KINGS} w\n").fen() == f"{KINGS} w - - 2 0 1"


INSIDE = "8k3/12/12/12/12/12/3K1N6"  # knight f1

BAD_FENS = [
    ("", "the FEN is empty"),
    (f"{KINGS}  w", "one space"),
    (f"{KINGS} w - - 2 0 1 x", "8 fields, expected at most 7"),
    ("8k3/12/12/12/12/3K8", "6 ranks, expected 7"),
    ("8k3/12/12/12/12/12/12/3K8", "8 ranks, expected 7"),
    ("8k3/12/13/12/12/12/3K8", "rank 5 has 13 files, expected 12"),
    ("8k3/12/11/12/12/12/3K8", "rank 5 has 11 files, expected 12"),
    ("8k3/12//12/12/12/3K8", "rank 5 has 0 files"),
    ("8k3/12/66/12/12/12/3K8", "rank 5 has 66 files"),  # a run of digits is one number
    ("8k3/12/120/12/12/12/3K8", "rank 5 has more than 99 files"),
    ("8k3/12/012/12/12/12/3K8", "rank 5 has the number 012"),
    ("8k3/12/11a/12/12/12/3K8", "rank 5 has the unknown letter 'a'"),
    ("8k3/12/11é/12/12/12/3K8", "rank 5 has the unknown letter"),
    ("8k3/12/12/12/12/12/12", "White has 0 kings"),
    ("k7k3/12/12/12/12/12/3K8", "Black has 2 kings"),
    ("P7k3/12/12/12/12/12/3K8", "a pawn stands on rank 7, a7"),
    ("8k2p/12/12/12/12/12/3K8", "a pawn stands on rank 7, l7"),
    ("8k3/12/12/12/12/12/3KP7", "a pawn stands on rank 1, e1"),
    ("8k3/12/12/12/12/12/3Kp7", "a pawn stands on rank 1, e1"),
    (f"{KINGS} x", "side to move"),
    (f"{KINGS} w Q", "unknown castling right 'Q'"),
    (f"{KINGS} w K", "castling right K without the R on f1"),
    (f"{KINGS} w D", "castling right D without the R on g1"),
    (f"{KINGS} w k", "castling right k without the r on g7"),
    (f"{KINGS} w d", "castling right d without the r on f7"),
    ("8k3/12/12/12/12/12/4KR6 w K", "castling right K without the K on d1"),
    ("6rk4/12/12/12/12/12/3K8 w k", "castling right k without the k on i7"),
    ("8k3/12/12/12/12/12/3K1R6 w KK", "castling right K is given twice"),
    (f"{KINGS} w - c", "en passant field 'c'"),
    (f"{KINGS} w - m3", "en passant field 'm3'"),
    (f"{KINGS} w - c8", "en passant field 'c8'"),
    (f"{KINGS} w - c4", "en passant square c4 is on the wrong rank"),
    ("8k3/12/12/2P9/12/12/3K8 w - c3", "en passant square c3 is on the wrong rank"),
    ("8k3/12/12/2p9/12/12/3K8 b - c5", "en passant square c5 is on the wrong rank"),
    ("8k3/12/2n9/2p9/12/12/3K8 w - c5", "en passant square c5 is occupied"),
    ("8k3/12/12/2n9/12/12/3K8 w - c5", "en passant square c5 without a pawn of Black"),
    ("8k3/12/12/2P9/12/12/3K8 w - c5", "en passant square c5 without a pawn of Black"),
    ("8k3/12/12/2p9/12/12/3K8 w - c5c5", "en passant square c5 is given twice"),
    ("8k3/12/12/2ppp7/12/12/3K8 w - c5d5e5", "more than two squares of Black"),
    (f"{KINGS} w - - 3", "moves in this turn '3'"),
    (f"{KINGS} w - - 0", "moves in this turn '0'"),
    (f"{KINGS} w - - x", "moves in this turn 'x'"),
    (f"{INSIDE} w - - 1:left", "must be 1, 2 or 1:board:square"),
    (f"{INSIDE} w - - 2:left:f1", "must be 1, 2 or 1:board:square"),
    (f"{INSIDE} w - - 1:left:f1:x", "must be 1, 2 or 1:board:square"),
    (f"{INSIDE} w - - 1:middle:f1", "must be left or right"),
    (f"{INSIDE} w - - 1:Left:f1", "must be left or right"),
    (f"{INSIDE} w - - 1:left:m1", "'m1', which is no square"),
    (f"{INSIDE} w - - 1:left:", "'', which is no square"),
    (f"{INSIDE} w - - 1:left:e1", "no piece of the side to move on e1"),
    (f"{INSIDE} w - - 1:left:i7", "no piece of the side to move on i7"),
    (f"{INSIDE} w - - 1:left:d1,f1", "d1,f1 are not the king's and the rook's squares after castling"),
    (f"{INSIDE} w - - 1:left:d1,f1,f1", "are not the king's and the rook's squares"),
    ("8k3/12/12/12/12/12/3RK7 w - - 1:right:d1,e1", "d1,e1 are not the king's"),  # the king's square first
    ("8k3/12/12/12/12/12/3RKR6 w - - 1:left:e1,d1", "the other one must move"),
    ("8k3/12/12/12/12/12/3NKR6 w - - 1:right:e1,d1", "no king and rook on e1,d1"),
    ("8k3/12/12/12/12/12/3RK7 w - - 1:right:e1,d1", "no second move is legal after the move to e1"),
    (f"{INSIDE} w - - 1:right:f1", "no second move is legal after the move to f1"),
    ("8k3/12/12/12/12/12/3K1RN5 w K - 1:right:f1", "castling right K, but the R on f1 has moved"),
    ("8k3/12/12/12/12/12/3K1RN5 w K - 1:right:d1", "castling right K, but the K on d1 has moved"),
    ("8k3/12/12/2P9/12/12/3K1NN5 w - c3 1:right:f1", "the pawn beyond it is not the piece that moved"),
    ("8k3/12/12/2PP8/12/12/3K1NN5 w - c3d3 1:right:c4", "the pawn beyond it is not the piece that moved"),
    (f"{KINGS} w - - 2 x", "clock"),
    (f"{KINGS} w - - 2 -1", "clock"),
    (f"{KINGS} w - - 2 0 0", "turn number"),
    (f"{KINGS} w - - 2 0 1.5", "turn number"),
    ("8k3/12/12/12/12/12/3K4R3 w", "the side not to move is in check"),
    ("3r4k3/12/12/12/12/12/3K8 b - - 1", "the side not to move is in check"),
]


@pytest.mark.parametrize(("fen", "message"), BAD_FENS)
def test_bad_fens(fen: str, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        Position.from_fen(fen)


def test_fen_inside_a_turn() -> None:
    # The opponent may be in check there, by the first move.
    position = setup("Kd1 Ri1 Nb1 ki7", "w - - 1:left:i1 3 9")
    assert position.checked(1)
    assert {move[:2] for move in position.legal_moves()} == {"b1", "d1"}
    assert position.perft(1) == len(position.legal_moves())
    assert position.push("b1c3").fen().split()[1:] == ["b", "-", "-", "2", "3", "9"]
    # A peaceful ghost's check is none.
    assert setup("Kd1 Gh6 ki7", "w - - 2", PEACEFUL).fen()
    with pytest.raises(ValueError, match="the side not to move is in check"):
        setup("Kd1 Gh6 ki7", "w - - 2")
    # Black, castled.
    position = setup("Ka1 kh7 ri7 rf7", "b - - 1:left:h7,i7")
    assert {move[:2] for move in position.legal_moves()} == {"f7"}


def test_bad_option() -> None:
    with pytest.raises(ValueError, match="GhostMove 'glide' must be one of step"):
        Options("glide")


# ---------------------------------------------------------------------------------------------- random games

CROSSED = str.maketrans("abcdefghijkl", "ghijklabcdef")  # the boards exchanged
MIRRORED = str.maketrans("abcdefghijkl", "fedcbalkjihg")  # each board's files reversed
TURN = re.compile("([a-l][1-7](/?~?)[a-l][1-7][qmcrbng]?)(,[a-l][1-7](/?~?)[a-l][1-7][qmcrbng]?)?")


def renamer(table: dict[int, int]) -> Callable[[str], str]:
    return lambda square: square.translate(table)


def respelled(texts: list[str], change: Callable[[str], str]) -> list[str]:
    """The turns with their squares renamed, sorted."""
    return sorted(re.sub("[a-l][1-7]", lambda square: change(square[0]), text) for text in texts)


def respelled_position(position: Position, change: Callable[[str], str], exchange: bool, rights: str) -> Position:
    """The position with its squares renamed and, if asked for, the sides exchanged."""
    pieces = " ".join(
        (piece.swapcase() if exchange else piece) + change(square_name(square))
        for square, piece in enumerate(position.board)
        if piece
    )
    passed = "".join(change(square_name(square)) for square in position.passed) or "-"
    side = "bw" if exchange else "wb"
    return setup(pieces, f"{side[position.turn]} {rights or '-'} {passed} {position.moves}", position.options)


@pytest.mark.parametrize("options", [*map(Options, GHOST_MOVES), SWAPPED], ids=str)
def test_random_games(options: Options) -> None:
    """FENs round-trip inside turns and between them, turns look like turns, and the board's symmetries hold."""
    rng = random.Random(str(options))
    position = Position.start(options)
    for number in range(50):
        legal = position.legal_moves()
        again = Position.from_fen(position.fen(), options)
        assert again == position
        assert again.fen() == position.fen()
        if not legal:
            break
        assert all(TURN.fullmatch(turn) for turn in legal)
        for turn in rng.sample(legal, min(len(legal), 5)):
            first, *second = turn.split(",")
            between, after = position.push_first(first), position.push(turn)
            assert position.canonical(turn.upper()) == turn
            assert not after.checked(position.turn)
            assert Position.from_fen(after.fen(), options) == after
            if not second:
                assert between == after
                continue
            inside = Position.from_fen(between.fen(), options)
            assert inside == between
            assert inside.fen() == between.fen()
            assert inside.legal_moves() == position.second_moves(first)
            assert inside.push(second[0]) == after
        if number % 6 == 3:
            # Half a turn of the table gives the other side the same game, castling included.
            other = respelled_position(position, turned_square, True, position.rights.swapcase())
            assert other.legal_moves() == respelled(legal, turned_square)
            # Without castling the boards may be exchanged or mirrored as well.
            plain = replace(position, rights="").legal_moves()
            for table in (CROSSED, MIRRORED):
                change = renamer(table)
                other = respelled_position(position, change, False, "")
                assert other.legal_moves() == respelled(plain, change)
        lively = [turn for turn in legal if re.search("[1-7][qmcrbng](,|$)", turn)]
        position = position.push(rng.choice(lively if lively and rng.random() < 0.3 else legal))


def test_few_pieces_end() -> None:
    """Random games that begin with few pieces end, not all of them for one reason."""
    rng = random.Random(84)
    reasons: dict[str, int] = {}
    for _ in range(12):
        position = setup("Kd1 Pa5 Gb4 ki7 rl7 pk3", "w - - 2 85 1")
        history = [position.repetition_key()]
        while (outcome := position.outcome(history)) is None:
            position = position.push(rng.choice(position.legal_moves()))
            history.append(position.repetition_key())
        reasons[outcome[1]] = reasons.get(outcome[1], 0) + 1
        assert (outcome[0] == "1/2-1/2") == (outcome[1] != "checkmate")
    assert len(reasons) > 1


# ----------------------------------------------------------------------------------------------- perft numbers


def perft_entries() -> Iterator[tuple[str, Options, dict[int, int]]]:
    """The entries of the suite: FEN, options, leaves by depth. Options are read here, being this variant's alone."""
    options = STEP
    for line in EPD.read_text().splitlines():
        if line.startswith("## "):
            options = STEP
        elif line.startswith("# options: "):
            for setting in line.removeprefix("# options: ").split():
                name, value = setting.split("=")
                change = {"ghost_move": value} if name == "GhostMove" else {"swap_compounds": value == "true"}
                options = replace(options, **change)
        elif line and not line.startswith("#"):
            fen, *fields = line.split(" ;D")
            yield fen, options, {int(depth): int(count) for depth, count in (field.split() for field in fields)}


def test_perft_numbers() -> None:
    inside = 0
    for fen, options, counts in perft_entries():
        position = Position.from_fen(fen, options)
        assert position.fen() == fen
        inside += bool(position.moved)
        for depth, count in counts.items():
            if count <= 5000:
                assert position.perft(depth) == count, fen
    assert inside > 3


def test_squares() -> None:
    assert BOARD == 42
    assert [square_name(square) for square in (0, 5, 36, 41, 42, 83)] == ["a1", "f1", "a7", "f7", "g1", "l7"]
    assert all(square_number(square_name(square)) == square for square in range(84))
    with pytest.raises(ValueError, match="is no square"):
        square_number("m1")
