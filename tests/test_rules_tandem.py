"""The rule page of Tandem-84, statement by statement, against the engine (rules/tandem-84.md)."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from oddfish.cext.core.perft import perft
from oddfish.cext.core.rules import FenError, MoveError
from oddfish.cext.tandem.game import GHOST_MOVES, START, Setup, Tandem
from oddfish.engine.game import Game, Result
from oddfish.engine.variants import REGISTRY
from tandem_boards import SQUARES, board, firsts, play, setup, singles, texts, turned, walk, words

NAME = "tandem-84"


def rest_of(position: Tandem) -> str:
    """The FEN's fields after the board."""
    return position.fen().split(" ", 1)[1]


def game(pieces: str, rest: str = "w", turns: str = "") -> Game:
    result = Game(NAME, fen=f"{board(pieces)} {rest}")
    for text in turns.split():
        assert result.result() is None, f"over before {text}"
        result.push(text)
    return result


def wanderings(number: int, turns: int, name: str = "walk") -> Iterator[Tandem]:
    """Positions of random games under every option."""
    for seed in range(number):
        rng = random.Random(f"{name} {seed}")
        position = Tandem(Setup(GHOST_MOVES[seed % 3], bool(seed % 2)))
        for _ in range(turns):
            yield position
            moves = position.noisy() if rng.random() < 0.3 else []
            moves = moves or position.moves()
            if not moves:
                break
            position = position.make(rng.choice(moves))  # type: ignore[assignment]


# ----------------------------------------------------------------------------------------- worked examples


def test_example_1_a_bishop() -> None:
    expected = words("c2b1 c2d1 c2b3 c2a4 c2d3 c2e4 c2f5 c2/h1 c2/j1 c2/h3 c2/g4 c2/j3 c2/k4 c2/l5")
    assert singles("Bc2 Kf1 ka7", "c2") == firsts(setup("Bc2 Kf1 ka7"), "c2") == expected


def test_example_2_check_removed_by_both_moves() -> None:
    position = setup("Rb1 Ph2 Kg1 nh3 ni3 kj7")
    assert position.check
    assert texts(position) == words("h2i3,b1/h3 h2/b3,b1/h3 h2/b4,b1/h3")
    assert firsts(position) == words("h2i3 h2/b3 h2/b4")
    assert all(not ends for _, ends in position.first_moves())


def test_example_3_the_first_turn() -> None:
    start = Tandem()
    assert start.fen() == START == Game(NAME).fen()
    assert start.count() == len(texts(start)) == len(Game(NAME).legal()) == 46
    assert len({start.make(move).key for move in start.moves()}) == 40
    assert perft(start, 2) == sum(start.make(move).count() for move in start.moves())


def test_example_4_the_second_turn() -> None:
    after = play(Tandem(), "c2c4")
    assert after.fen() == "gbmcnrrnkqbg/pppppppppppp/12/2P9/12/PP1PPPPPPPPP/GBQKNRRNCMBG b KDkd c3 2 0 1"
    assert after.count() == len(texts(after)) == 989
    following = [after.make(move) for move in after.moves()]
    # The clock differs where a drop/swap is begun by the one or the other.
    assert len({position.key for position in following}) == 488
    assert len({" ".join(position.fen().split()[:5]) for position in following}) == 488


# ------------------------------------------------------------------------------------------- T1, T2: turns


def test_t1_the_moves_of_a_turn_begin_on_different_boards() -> None:
    for position in wanderings(4, 12):
        for text in texts(position):
            first, comma, second = text.partition(",")
            assert not comma or (first[0] < "g") != (second[0] < "g"), text


def test_t1_a_piece_may_not_move_twice() -> None:
    position = setup("Kd1 Rb2 Nj2 ka7")
    middle = walk(position, "b2/h5")
    assert rest_of(middle) == "w - - 1:right:h5 1 1"
    assert {text[:2] for text in texts(middle)} == {"j2"}
    assert {text[:2] for text in texts(walk(position, "j2i4"))} == {"b2", "d1"}
    # The mover of a drop/swap is the piece that began it; the other one is on the wrong board.
    swapped = walk(setup("Kd1 Rb2 Nh2 ka7"), "b2~h2")
    assert rest_of(swapped).startswith("b") and swapped.board_fen() == board("Kd1 Nb2 Rh2 ka7")


def test_t2_a_second_move_is_compulsory() -> None:
    position = setup("Kd1 Rb2 Pg2 ka7")
    assert all("," in text for text in texts(position))
    with pytest.raises(MoveError, match=r"'d1c1' is only the first move of a turn, .* begun on the right board"):
        position.parse("d1c1")
    assert texts(position, "g2g3,") == {f"g2g3,{text}" for text in texts(walk(position, "g2g3"))}


def test_t2_without_a_second_move_the_turn_is_one() -> None:
    alone = setup("Kd1 Rb2 ka6")
    assert all(ends for _, ends in alone.first_moves())
    assert texts(alone) == firsts(alone)
    blocked = setup("Kd1 Pg5 pg6 pa5 ka7")
    assert texts(blocked) == words("d1c1 d1e1 d1c2 d1d2 d1e2 d1/i1 d1/k1 d1/i2 d1/j2 d1/k2")
    with pytest.raises(MoveError, match="'d1c1,g5g6' is not a legal move: the turn ends with 'd1c1'"):
        blocked.parse("d1c1,g5g6")
    after = walk(blocked, "d1c1")
    assert rest_of(after) == "b - - 2 1 1" and after == play(blocked, "d1c1")


def test_t2_a_move_that_exposes_the_king_is_no_second_move() -> None:
    """The bishop is pinned and the king has nowhere to go: not on h1 and h2, nor by the drop square, which is taken."""
    position = setup("Kg1 Bg2 Pe2 na1 rg7 rh7 kc7")
    assert not position.check
    assert texts(position) == words("e2e3 e2e4 e2/k3 e2/k4")
    unpinned = setup("Kg1 Bg2 Pe2 na1 rh7 kc7")
    assert {text.partition(",")[2][:2] for text in texts(unpinned, "e2e3")} == {"g2"}


def test_t1_the_first_turn_of_the_game_is_one_move() -> None:
    position = setup("Kd1 Rb2 Pg2 ka7", "w - - 1")
    assert all("," not in text for text in texts(position)) and texts(position, "g2") == words("g2g3 g2g4 g2/a3 g2/a4")
    assert rest_of(play(position, "g2g4")) == "b - g3 2 0 1"
    pinned = singles("Kd1 Rd2 rd7 Pj2 kk7")
    assert "d2c2" not in pinned and "d2d3" in pinned and "d2/j3" not in pinned


# ------------------------------------------------------------------------------------ T3, T4: kings and checks


def test_t3_only_the_end_of_the_turn_counts() -> None:
    position = setup("Kd1 Rd2 Pj2 rd7 kk7")
    assert texts(position, "d2c2") == words("d2c2,j2/d3 d2c2,j2/d4")
    assert texts(position, "j2j3,d2") == {f"j2j3,d2d{rank}" for rank in "34567"}
    stepping = setup("Kd1 Ph5 rc7 kk7")
    assert "d1c1,h5/b6" not in texts(stepping) and "d1c1" not in firsts(stepping)
    blocking = setup("Kd1 Ri3 rc7 kk7")
    assert texts(blocking, "d1c1") == words("d1c1,i3/c2 d1c1,i3/c4 d1c1,i3/c5 d1c1,i3/c6 d1c1,i3/c7")


def test_t3_check_may_be_removed_by_either_move() -> None:
    found = texts(setup("Kd1 Bc2 Nj3 rd7 kk7"))
    assert words("c2d3,j3k5 j3k5,c2d3 d1c1,j3k5 j3k5,d1c1") <= found
    assert not words("c2b3,j3k5 j3k5,c2b3 d1d2,j3k5") & found


@pytest.mark.parametrize(
    ("pieces", "rest", "expected"),
    [
        ("Ka1 ra7 rb7 kk7", "w", Result(1, "checkmate")),
        ("Ka1 ra7 rb7 kk7 Nh3", "w", None),  # h3/a5 comes between
        ("Ka1 ra7 rb7 kk7 Nh3", "w - - 1", None),
        ("Ka1 ra7 rb7 kk7 Pl2", "w", Result(1, "checkmate")),
        ("Ka1 ra7 rb7 kk7 Ph5", "w", None),  # h5/b6 closes the file on which the king then flees
        ("Ka1 ra7 rb7 kk7 Ph5", "w - - 1", Result(1, "checkmate")),
        ("Ka1 rb7 rf2 ng1 kk7", "w", Result(None, "stalemate")),
        ("Ka1 kk7", "w", None),  # there is no insufficient material
        ("Ka1 kk7", "w - - 2 99 80", None),
        ("Ka1 kk7", "w - - 2 100 80", Result(None, "move rule")),
        ("Ka1 ra7 rb7 kk7", "w - - 2 100 80", Result(1, "checkmate")),  # ends by the position go first
        ("Ka1 rb7 rf2 ng1 kk7", "w - - 2 120 80", Result(None, "stalemate")),
    ],
)
def test_results(pieces: str, rest: str, expected: Result | None) -> None:
    position = game(pieces, rest)
    assert position.result() == expected
    ends_line = expected is not None and expected.reason != "move rule"
    assert (perft(position.position, 2) == 0) == ends_line
    if ends_line:
        assert position.legal() == []


def test_t4_a_drop_move_gives_no_check() -> None:
    assert not setup("Kd1 rj6 kk7").check
    assert setup("Kd1 rd6 kk7").check
    assert not setup("Kd1 rj6 kk7", "b").check  # nor is the FEN refused
    assert setup("Kd1 nj3 kk7 nc3").check


def test_t4_kings_are_not_captured() -> None:
    """The first move may attack the enemy's king, and drop moves always may."""
    position = setup("Kf1 Rb2 Rh7 Qg4 kd7")
    assert "b2d2" in firsts(position)
    for middle in (walk(position, "b2d2"), walk(position, "b2b3")):
        assert not any("d7" in text for text in texts(middle))
        assert words("h7/c7 g4/c6") <= texts(middle)
    assert not any("d7" in text for text in texts(position))


# ----------------------------------------------------------------------------------------------- T5: drop moves


@pytest.mark.parametrize(
    ("pieces", "square", "expected"),
    [
        ("Pc2 Kf1 ka7", "c2", "c2c3 c2c4 c2/i3 c2/i4"),
        ("Pc2 Kf1 ka7 ni3", "c2", "c2c3 c2c4"),
        ("Pc2 Kf1 ka7 ni4", "c2", "c2c3 c2c4 c2/i3"),
        ("Pc2 Kf1 ka7 ni2", "c2", "c2c3 c2c4"),  # the drop square is not vacant
        ("Pc3 Kf1 ka7 nh4 rj4 bb4", "c3", "c3c4 c3b4 c3/i4 c3/h4 c3/j4"),
        ("Pc6 Kf1 ka7 qd7", "c6", " ".join(f"c6{to}{t}" for to in ("c7", "d7", "/i7") for t in "qmcrbng")),
        ("Rc3 Kf1 ka7 ci4 Nh3", "c3", "c3a3 c3b3 c3d3 c3e3 c3f3 c3c1 c3c2 c3c4 c3c5 c3c6 c3c7 "
         "c3/i4 c3/i1 c3/i2 c3/j3 c3/k3 c3/l3"),
        ("Cd4 Ka1 kf1", "d4", "d4b3 d4b5 d4c2 d4c6 d4e2 d4e6 d4f3 d4f5 d4c3 d4b2 d4e5 d4f6 d4c5 d4b6 d4a7 d4e3 d4f2 "
         "d4/h3 d4/h5 d4/i2 d4/i6 d4/k2 d4/k6 d4/l3 d4/l5 d4/i3 d4/h2 d4/g1 d4/k5 d4/l6 d4/i5 d4/h6 d4/g7 d4/k3 d4/l2"),
        ("Md4 Ka1 kf1 pj4", "d4", "d4b3 d4b5 d4c2 d4c6 d4e2 d4e6 d4f3 d4f5 d4d1 d4d2 d4d3 d4d5 d4d6 d4d7 d4a4 d4b4 "
         "d4c4 d4e4 d4f4"),
        ("Kd1 ka7", "d1", "d1c1 d1e1 d1c2 d1d2 d1e2 d1/i1 d1/k1 d1/i2 d1/j2 d1/k2"),
        ("Kd1 rk7 ka7", "d1", "d1c1 d1e1 d1c2 d1d2 d1e2 d1/i1 d1/i2 d1/j2"),
        ("Kd1 qk2 ka7", "d1", "d1c1 d1e1 d1c2 d1d2 d1e2 d1/i1 d1/k2"),  # it takes
        ("Kd1 qk2 nl4 ka7", "d1", "d1c1 d1e1 d1c2 d1d2 d1e2 d1/i1"),
        ("Kd1 qj1 ka7", "d1", "d1c1 d1e1 d1c2 d1d2 d1e2"),
        ("Kd1 rd7 ka7", "d1", "d1c1 d1e1 d1c2 d1e2"),  # not while in check
    ],
)  # fmt: skip
def test_t5_moves_of_one_piece(pieces: str, square: str, expected: str) -> None:
    assert singles(pieces, square) == words(expected)


def test_t5_a_king_may_drop_once_the_check_is_removed() -> None:
    position = setup("Kd1 Rl3 rd7 kk7")
    assert not firsts(position, "d1/")
    assert "d1/i2" in texts(walk(position, "l3/d3"))


# ----------------------------------------------------------------------------------------------- T6: drop/swap


def test_t6_friends_of_different_types_change_squares() -> None:
    position = setup("Kd1 Rb2 Nh2 ka7", "w - - 1")
    assert words("b2~h2 h2~b2") <= texts(position)
    for text in ("b2~h2", "h2~b2"):
        after = play(position, text)
        assert after.fen() == f"{board('Kd1 Nb2 Rh2 ka7')} b - - 2 1 1"
    assert not singles("Kd1 Rb2 Rh2 ka7", "b2~")
    assert not singles("Kd1 Rb2 nh2 ka7", "b2~")
    assert "b3~h3" in singles("Kd1 Pb3 Gh3 ka7") and "h3~b3" in singles("Kd1 Pb3 Gh3 ka7")


def test_t6_not_while_either_is_a_king_in_check() -> None:
    assert words("d1~j1 j1~d1") <= singles("Kd1 Nj1 kk7")
    for text in ("d1~j1", "j1~d1"):
        assert not singles("Kd1 Nj1 rd7 kl7", text)
        assert text not in firsts(setup("Kd1 Nj1 Rl3 rd7 kg7"))
        assert not singles("Kd1 Nj1 rj7 kk7", text)  # into check
    # The turn's first move has removed the check.
    assert "d1~j1" in texts(walk(setup("Kd1 Nj1 Rl3 rd7 kg7"), "l3/d3"))
    # In a first move the king may go through check: the knight drops between.
    assert "d1~j1,i3/j4" not in texts(setup("Kd1 Nj1 Ri3 rj7 kk7"))


def test_t6_types_are_the_present_ones() -> None:
    promoted = walk(setup("Kd1 Pb6 Rh7 Pg2 ka5"), "b6b7r")
    assert "h7~b7" not in texts(promoted)
    assert "h7~b7" in texts(walk(setup("Kd1 Pb6 Rh7 Pg2 ka5"), "b6b7n"))


# ------------------------------------------------------------------------------------------- T7: pawns, en passant


def after_double_steps(white: str, black: str = "d6d4,j6j4") -> Tandem:
    """Black's pawns have just passed d5 and j5."""
    return play(setup(f"Kl1 ka7 pd6 pj6 {white}", "b"), black)  # type: ignore[return-value]


def test_t7_both_moves_may_take_en_passant() -> None:
    position = after_double_steps("Pe4 Pi4 Pk4")
    assert rest_of(position) == "w - d5j5 2 0 2"
    assert firsts(position) >= words("e4d5 i4j5 k4j5")
    assert words("e4d5,i4j5 e4d5,k4j5 i4j5,e4d5 e4e5,i4/d5") <= texts(position)
    assert not texts(position, "k4/")  # e4 is taken, by a pawn too
    taken = play(position, "e4d5,i4j5")
    assert taken.board_fen() == board("Kl1 ka7 Pd5 Pj5 Pk4")  # type: ignore[attr-defined]
    assert rest_of(walk(position, "e4d5")) == "w - j5 1:right:d5 0 2"
    assert rest_of(walk(position, "e4e5")) == "w - d5j5 1:right:e5 0 2"
    assert rest_of(play(position, "e4e5,i4i5")) == "b - - 2 0 2"  # type: ignore[arg-type]


def test_t7_en_passant_by_a_drop_move() -> None:
    position = after_double_steps("Pi4")
    assert "i4/d5" in firsts(position)
    assert play(position, "i4/d5").board_fen() == board("Kl1 ka7 Pd5 pj4")  # type: ignore[attr-defined]
    blocked = after_double_steps("Pi4 Rc4 Pc2")
    assert "i4/d5" not in firsts(blocked)
    assert "i4/d5" in texts(walk(blocked, "c4b4"))
    double = play(setup("Kl1 ka7 pd6 Pk4 Pi4", "b - - 1"), "d6/j4")
    assert rest_of(double) == "w - j5 2 0 2"  # type: ignore[arg-type]
    assert firsts(double) >= words("i4j5 k4j5")  # type: ignore[arg-type]


def test_t7_a_square_come_to_be_occupied_is_left_out() -> None:
    position = after_double_steps("Pe4 rk5", "d6d4,k5/d5")
    assert rest_of(position) == "w - - 2 0 2"
    taken = walk(position, "e4d5")
    assert taken.board_fen() == board("Kl1 ka7 pd4 pj6 Pd5")
    own = after_double_steps("Pe4 Pk2 Rb5 Bi4")
    assert rest_of(walk(own, "b5c5")) == "w - d5j5 1:right:c5 1 2"
    assert rest_of(walk(own, "b5d5")) == "w - j5 1:right:d5 1 2"


def test_t7_a_pawn_carried_off_cannot_be_taken() -> None:
    swapped = after_double_steps("Pe4 nj4", "d6d4,j4~d4")
    assert rest_of(swapped) == "w - - 2 0 2"
    ghosted = after_double_steps("Pe4 gi4", "d6d4,i4/~d4")
    assert ghosted.board_fen() == board("Kl1 ka7 pj6 Pe4 gd4 pi4") and rest_of(ghosted) == "w - - 2 0 2"
    displaced = play(setup("Kl1 ka7 pd6 gd4 Pe4", "b - - 1", "glide-peaceful"), "d4~d6")
    assert displaced.board_fen() == board("Kl1 ka7 pd4 gd6 Pe4")  # type: ignore[attr-defined]
    assert rest_of(displaced) == "w - - 2 1 2"  # type: ignore[arg-type]


def test_t7_three_squares_inside_a_turn() -> None:
    middle = walk(after_double_steps("Pe4 Pi4 Pb2"), "b2b4")
    assert rest_of(middle) == "w - b3d5j5 1:right:b4 0 2"
    assert words("i4j5 i4/d5") <= texts(middle)
    assert rest_of(play(middle, "i4j5")) == "b - b3 2 0 2"  # type: ignore[arg-type]


def test_t7_en_passant_may_not_uncover_the_king() -> None:
    """Both pawns leave the rank; the pawn of the other board leaves it alone."""
    position = play(setup("Ka4 ka7 pd6 Pe4 rf4 Pk4", "b - - 1"), "d6d4")
    assert "e4d5" not in firsts(position)  # type: ignore[arg-type]
    assert "i4/d5" not in singles("Kf4 kf7 pd4 Pi4 ra4", rest="w - d5")
    assert "i4/d5" in singles("Kf4 kf7 pd4 Pi4 ra5", rest="w - d5")


# ------------------------------------------------------------------------------------------------- T8: Ghosts


@pytest.mark.parametrize(
    ("pieces", "ghost", "square", "expected"),
    [
        ("Gc3 Kf1 kf7 nc4 Rb3", "step", "c3", "c3b2 c3c2 c3d2 c3~b3 c3d3 c3b4 c3c4 c3d4 "
         "c3/h2 c3/i2 c3/j2 c3/h3 c3/j3 c3/h4 c3/i4 c3/j4"),
        ("Gc3 Kf1 kf7 nc4 Rb3 Ni3", "step", "c3", "c3b2 c3c2 c3d2 c3~b3 c3d3 c3b4 c3c4 c3d4 c3~i3"),
        ("Gc3 Kf1 kf7 nc4 Rb3 ni4 Rh3", "step-peaceful", "c3", "c3b2 c3c2 c3d2 c3~b3 c3d3 c3b4 c3d4 "
         "c3/h2 c3/i2 c3/j2 c3/~h3 c3/j3 c3/h4 c3/j4"),
        ("Ga1 Kf1 kf7 na4 Rc3 Qh2 pi2", "glide-peaceful", "a1", "a1a2 a1a3 a1b1 a1c1 a1d1 a1e1 a1~f1 a1b2 a1~c3 "
         "a1/g2 a1/g3 a1/g4 a1/g5 a1/g6 a1/g7 a1/h1 a1/i1 a1/j1 a1/k1 a1/l1 a1/~h2"),
        ("Gc3 Gb3 Gi4 Kf1 kf7", "step", "c3", "c3b2 c3c2 c3d2 c3d3 c3b4 c3c4 c3d4 "
         "c3/h2 c3/i2 c3/j2 c3/h3 c3/j3 c3/h4 c3/j4"),
    ],
)  # fmt: skip
def test_t8_where_ghosts_go(pieces: str, ghost: str, square: str, expected: str) -> None:
    assert singles(pieces, square, ghost=ghost) == words(expected)


def test_t8_the_piece_goes_to_where_the_ghost_started() -> None:
    position = setup("Gc3 Kf1 kf7 Rb3 Qh4", "w - - 1")
    assert play(position, "c3~b3").board_fen() == board("Rc3 Kf1 kf7 Gb3 Qh4")  # type: ignore[attr-defined]
    assert play(position, "c3/~h4").board_fen() == board("Qc3 Kf1 kf7 Rb3 Gh4")  # type: ignore[attr-defined]
    middle = walk(setup("Gc3 Kf1 kf7 Rb3 Qh4"), "c3/~h4")
    assert rest_of(middle).startswith("b")  # nobody else is on the right board
    middle = walk(setup("Gc3 Kf1 kf7 Qh4 Pl2"), "c3/~h4")
    assert rest_of(middle) == "w - - 1:right:h4 1 1" and {text[:2] for text in texts(middle)} == {"l2"}


def test_t8_with_the_king_even_in_check() -> None:
    assert singles("Gc2 Kd1 rd7 kf7", "c2") == words("c2~d1 c2d2 c2d3")
    assert "c2~d1" not in singles("Gc2 Kd1 rd7 rc7 kf7")
    assert singles("Gi2 Kd1 rd7 kf7", "i2") == words("i2/d2 i2/d3 i2/~d1")
    carried = play(setup("Gi2 Kd1 rd7 kf7", "w - - 1"), "i2/~d1")
    assert carried.board_fen() == board("Gd1 Ki2 rd7 kf7")  # type: ignore[attr-defined]
    assert "i2/~d1" not in singles("Gi2 Kd1 rd7 kf7 ri7")
    assert words("c2~d1 c2d2") <= singles("Gc2 Kd1 rd7 kf7", "c2", ghost="step-peaceful")


def test_t8_pawns() -> None:
    first = singles("Gc1 Pc2 Pd2 Pi2 Ka1 kf7", "c1")
    assert not words("c1~c2 c1~d2 c1/~i2") & first and words("c1b1 c1d1 c1/h1") <= first
    last = setup("Gc7 Pc6 Pi6 Rb6 Ka1 kf5", "w - - 1")
    assert texts(last, "c7~c6") == {f"c7~c6{t}" for t in "qmcrbng"} and "c7~b6" in texts(last)
    assert texts(last, "c7/~i6") == {f"c7/~i6{t}" for t in "qmcrbng"}
    promoted = play(last, "c7/~i6m")
    assert promoted.fen() == f"{board('Mc7 Pc6 Gi6 Rb6 Ka1 kf5')} b - - 2 0 1"
    second = play(setup("Gc2 Pb3 Ka1 kf7", "w - - 1"), "c2~b3 f7e7")
    assert "c2c4" in firsts(second)  # type: ignore[arg-type]
    black = texts(setup("gc7 pc6 gc1 pc2 Ka1 kf5", "b - - 1"))
    assert "c7~c6" not in black and {f"c1~c2{t}" for t in "qmcrbng"} <= black


def test_t8_peaceful_ghosts_give_no_check() -> None:
    pieces = "Kd1 gd2 kf7"
    assert setup(pieces).check
    assert not setup(pieces, "w", "step-peaceful").check and not setup(pieces, "w", "glide-peaceful").check
    assert "d1d2" in singles(pieces, ghost="glide-peaceful")
    with pytest.raises(FenError, match="the side not to move is in check"):
        setup(pieces, "b")
    assert setup(pieces, "b", "step-peaceful").valid()


# ---------------------------------------------------------------------------------------------- T10: castling

HOME = "Kd1 Rf1 Rg1 ki7 rg7 rf7"


@pytest.mark.parametrize(
    ("side", "text", "after", "moved"),
    [
        ("w", "d1f1", "Ke1 Rd1 Rg1 ki7 rg7 rf7", "1:right:e1,d1"),
        ("w", "d1g1", "Kh1 Rf1 Ri1 ki7 rg7 rf7", "1:right:h1,i1"),
        ("b", "i7g7", "Kd1 Rf1 Rg1 kh7 ri7 rf7", "1:left:h7,i7"),
        ("b", "i7f7", "Kd1 Rf1 Rg1 ke7 rg7 rd7", "1:left:e7,d7"),
    ],
)
def test_t10_castling(side: str, text: str, after: str, moved: str) -> None:
    extra = " Pl2 pa6 pl6 Pa2"
    position = setup(HOME + extra, f"{side} KDkd")
    middle = walk(position, text)
    kept = "kd" if side == "w" else "KD"
    assert middle.fen() == f"{board(after + extra)} {side} {kept} - {moved} 1 1"
    castled = set(moved.split(":")[2].split(","))
    assert texts(middle) and not any(move[:2] in castled for move in texts(middle))
    assert Tandem(fen=middle.fen()).fen() == middle.fen()
    assert text in singles(HOME, rest=f"{side} KDkd -")
    for lost in {"d1f1": "Dkd", "d1g1": "Kkd", "i7g7": "KDd", "i7f7": "KDk"}[text], "-":
        assert text not in singles(HOME, rest=f"{side} {lost} -")
    # The rook that castled may not make the turn's other move, nor may it be the second's mover at all.
    second = play(position, f"l2l3,{text}" if side == "w" else f"a6a5,{text}")
    assert second.board_fen() == board((after + extra).replace("Pl2", "Pl3" if side == "w" else "Pl2")  # type: ignore
                                       .replace("pa6", "pa5" if side == "b" else "pa6"))  # fmt: skip


#: What forbids castling: a piece more, or an attack on a square that must be vacant.
FORBIDDEN = [
    ("d1f1", "Be1"), ("d1f1", "ne1"), ("d1f1", "re6"), ("d1f1", "pf2"), ("d1f1", "rd5"), ("d1f1", "bb2"),
    ("d1g1", "Bj1"), ("d1g1", "nj1"), ("d1g1", "Ni1"), ("d1g1", "Nh1"), ("d1g1", "rj6"), ("d1g1", "ri6"),
    ("d1g1", "rh6"), ("d1g1", "rd5"), ("d1g1", "pk2"),
    ("i7g7", "bh7"), ("i7g7", "Rh2"), ("i7g7", "Ri3"), ("i7g7", "Pg6"),
    ("i7f7", "Nc7"), ("i7f7", "nd7"), ("i7f7", "ne7"), ("i7f7", "Rc2"), ("i7f7", "Re2"), ("i7f7", "Ri2"),
    ("i7f7", "Pb6"), ("i7f7", "Pf6"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "piece"), FORBIDDEN)
def test_t10_castling_forbidden(text: str, piece: str) -> None:
    side = "w" if text[0] == "d" else "b"
    if piece == "bb2":  # attacks c1 and a1, a3: nothing that matters
        assert text in singles(f"{HOME} {piece}", rest=f"{side} KDkd -")
        return
    pieces = HOME.replace("Kd1", "Ka3").replace("Rf1", "").replace("Rg1", "") if side == "b" else HOME.replace(
        "ki7", "ka6").replace("rg7", "").replace("rf7", "")  # fmt: skip
    rights = "KD" if side == "w" else "kd"
    assert text in singles(pieces, rest=f"{side} {rights} -")
    position = setup(f"{pieces} {piece}", f"{side} {rights} - 1")
    assert text not in texts(position) and text not in firsts(setup(f"{pieces} {piece}", f"{side} {rights}"))


def test_t10_castling_may_follow_what_removes_the_check() -> None:
    position = setup("Kd1 Rf1 Rl3 rd7 kg6", "w K")
    assert "d1f1" not in firsts(position)
    assert "d1f1" in texts(walk(position, "l3/d3"))


@pytest.mark.parametrize(
    ("turn", "rights"),
    [
        ("d1c1", "kd"), ("f1f2", "Dkd"), ("g1g2", "Kkd"), ("f1~l1", "Dkd"), ("l1~f1", "Dkd"), ("g1~a1", "Kkd"),
        ("a1~g1", "Kkd"), ("d1~j1", "kd"), ("j1~d1", "kd"), ("e1f2", "KDkd"), ("f1f7", "Dk"), ("g1g7", "Kd"),
        ("e2~d1", "kd"), ("e2~f1", "Dkd"),
    ],
)  # fmt: skip
def test_t10_rights_go_with_any_move(turn: str, rights: str) -> None:
    position = setup("Kd1 Rf1 Rg1 ki7 rg7 rf7 Nl1 Ba1 Nj1 Be1 Ge2", "w KDkd - 1")
    assert rest_of(play(position, turn)).split()[1] == rights  # type: ignore[arg-type]


# ------------------------------------------------------------------------------------------- T11: draws, clock


def test_t11_the_clock_counts_turns() -> None:
    position = setup("Kd1 Rb2 Pc2 Nl2 Pk2 pb6 kk7 Nh2 Pg3 ph5", "w - - 2 7 20")
    for turn, tail in {
        "d1c1,l2j3": "8 20", "c2c3,l2j3": "0 20", "l2j3,c2c3": "0 20", "b2b6,l2j3": "0 20", "l2j3,b2b6": "0 20",
        "b2~h2,l2j3": "8 20", "d1c1,g3g4": "0 20", "k2/e3,d1c1": "0 20",
    }.items():  # fmt: skip
        assert play(position, turn).fen().endswith(f" {tail}"), turn
    assert rest_of(walk(position, "d1c1")) == "w - - 1:right:c1 8 20"
    assert rest_of(walk(position, "c2c3")) == "w - - 1:right:c3 0 20"
    assert play(position, "d1c1,l2j3 k7k6,b6b5").fen().endswith(" 0 21")
    # A drop/swap is begun by one piece: only a pawn's sets the clock back, not one with a pawn.
    swap = setup("Kd1 Pb2 Nh2 kk7", "w - - 1 7 20")
    assert play(swap, "b2~h2").clock == 0 and play(swap, "h2~b2").clock == 8
    ghost = setup("Kd1 Pb3 Gb2 kk7", "w - - 1 7 20")
    assert play(ghost, "b2~b3").clock == 8


def test_t11_the_move_rule_waits_for_the_end_of_the_turn() -> None:
    start = game("Kd1 Rb2 Pl2 kk7", "w - - 2 99 80")
    middle = walk(start.position, "b2b3")  # type: ignore[arg-type]
    assert middle.clock == 100 and middle.outcome() == (0, "") and middle.by_halves().outcome() == (0, "")
    assert "l2l3" in texts(middle)
    start.push("b2b3,l2l3")
    assert start.result() is None
    start.pop()
    start.push("b2b3,l2/f3")
    assert start.result() is None  # begun by a pawn
    over = game("Kd1 Rb2 Nl2 kk7", "w - - 2 99 80", "b2b3,l2j3")
    assert over.result() == Result(None, "move rule")


def test_t11_repetition() -> None:
    line = game("Kd1 Rb2 Nl2 kk7", "w", "b2b3,l2j3 k7k6 b3b2,j3l2 k6k7 " * 2)
    assert line.repetitions() == 3 and line.result() == Result(None, "repetition")
    both = game("Kd1 Rb2 Nl2 kk7", "w - - 2 92 80", "b2b3,l2j3 k7k6 b3b2,j3l2 k6k7 " * 2)
    assert both.position.clock == 100 and both.result() == Result(None, "repetition")


def test_t11_pawns_can_be_carried_back() -> None:
    """A pawn's move sets the clock back, but the position can come again."""
    turns = "b2~h2 k7k6 b2~h2 k6k7 " * 2
    line = game("Kd1 Pb2 Nh2 kk7", "w", turns)
    assert line.position.clock <= 3 and line.repetitions() == 3 and line.result() == Result(None, "repetition")
    assert line.position.horizon >= 8


# ----------------------------------------------------------------------------------------------- move texts


def test_texts_are_unique_and_parse_back() -> None:
    rng = random.Random("texts")
    signs = set()
    for position in wanderings(9, 40, "texts"):
        by_text = {position.text(move): move for move in position.moves()}
        assert len(by_text) == position.count()
        for text in rng.sample(sorted(by_text), min(20, len(by_text))):
            assert text == text.lower() and position.parse(text) == by_text[text] == position.parse(text.upper())
            signs |= {"".join(sign for sign in half if not sign.isalnum()) for half in text.split(",")}
    assert signs == {"", "/", "~", "/~"}


@pytest.mark.parametrize(
    ("text", "full"),
    [
        ("C2C3", "c2c3"),
        ("c2i3", "c2/i3"),
        ("b3h3", "b3~h3"),
        ("c1b1", "c1~b1"),
        ("c1h1", "c1/~h1"),
        ("C1/~H1", "c1/~h1"),
    ],
)
def test_signs_may_be_left_out(text: str, full: str) -> None:
    position = setup("Gc1 Rb1 Rh1 Pc2 Nb3 Rh3 Kf1 kf7", "w - - 1")
    assert position.text(position.parse(text)) == full


def test_ambiguous_texts_list_their_candidates() -> None:
    promoting = setup("Pc6 Kd1 kf7", "w - - 1")
    with pytest.raises(MoveError) as caught:
        promoting.parse("c6c7")
    assert str(caught.value) == "'c6c7' fits several moves: c6c7b c6c7c c6c7g c6c7m c6c7n c6c7q c6c7r"
    turn = setup("Pc6 Pl2 Kd1 kf7")
    with pytest.raises(MoveError, match=r"'c6c7,l2l3' fits several moves: c6c7b,l2l3 c6c7c,l2l3 .* c6c7r,l2l3$"):
        turn.parse("c6c7,l2l3")


@pytest.mark.parametrize(
    "text",
    ["", ",", "c2c4,", ",c2c4", "c2c5", "c2~c4", "c2/c4", "c7c5", "a1a2", "0000", "c2c4q", "c2c4 ", "c2-c4", "b1/h1",
     "b1~i1", "d1f1", "m2m4", "c2c4,h2h4", "c2c4,,h2h4", "c2/i4x"],
)  # fmt: skip
def test_illegal_texts(text: str) -> None:
    with pytest.raises(MoveError, match="is not a legal move"):
        Tandem().parse(text)


def test_a_first_move_is_no_abbreviation_of_a_turn() -> None:
    position = play(Tandem(), "c2c4")
    for text in ("c6c5", "h7i5"):
        with pytest.raises(MoveError, match="is only the first move of a turn"):
            position.parse(text)
    assert position.text(position.parse("C6C5,H7i5")) == "c6c5,h7i5"
    for text in ("c6c5,a6a5", "c6c5,h2h3", "c6c5,h7i5,a6a5"):
        with pytest.raises(MoveError, match="is not a legal move"):
            position.parse(text)


# ------------------------------------------------------------------------------------ halves, keys, structs


def test_turns_are_what_their_moves_make() -> None:
    """The list of turns, the half moves' and the counts come from different code."""
    rng = random.Random("halves")
    alone = 0
    for position in wanderings(9, 40, "halves"):
        if rng.random() > 0.2:
            assert position.count() == len(position.moves())
            continue
        found = set()
        for text, ends in position.first_moves():
            middle = position.after_first(text)
            assert middle.valid() and middle.key == middle.fresh_key and (middle.turn != position.turn) == ends
            if ends:
                found.add(text)
                alone += position.stage() == "2"
                continue
            seconds = middle.first_moves()
            assert seconds and all(end for _, end in seconds) and texts(middle) == {text for text, _ in seconds}
            found |= {f"{text},{second}" for second, _ in seconds}
            assert middle.count() == len(middle.moves()) == len(seconds) == middle.by_halves().count()
            second = rng.choice(seconds)[0]
            whole, halved = play(position, f"{text},{second}"), middle.after_first(second)
            assert whole == halved and whole.key == halved.key and whole.horizon == halved.horizon
        assert found == texts(position) and position.count() == len(found)


def test_noisy_moves_take_or_promote() -> None:
    for position in wanderings(6, 30, "noisy"):
        for one in (position, position.by_halves()):
            assert set(one.noisy()) == {move for move in one.moves() if one.gain(move) > 0}
        halves = position.by_halves()
        for move in halves.moves()[:4]:
            middle = halves.make(move)
            assert set(middle.noisy()) == {move for move in middle.moves() if middle.gain(move) > 0}


def test_keys_and_structs() -> None:
    for position in wanderings(6, 60, "keys"):
        assert position.valid() and position.key == position.fresh_key
        again = Tandem(position.setup, position.fen())
        assert again == position and again.key == position.key and again.fen() == position.fen()
        plain = position.by_material()
        assert plain.key == position.key and plain.count() == position.count()


def test_the_order_of_the_moves_of_a_turn_leaves_no_trace() -> None:
    position = play(Tandem(), "c2c4")
    one, other = play(position, "c6c5,h7i5"), play(position, "h7i5,c6c5")
    assert one == other and one.key == other.key


def test_what_keys_know() -> None:
    pieces = "Kd1 Rf1 Rg1 ki7 rg7 rf7 Pa2 Nl2"
    base = setup(pieces)
    others = ["w K", "w D", "w KD", "w KDkd", "b", "w - - 1", "w - - 1:right:a2", "w - - 1:left:f1", "w - - 1:left:d1",
              "w - - 1:right:g1"]  # fmt: skip
    keys = [setup(pieces, rest).key for rest in others]
    assert len({base.key, *keys}) == len(others) + 1
    assert setup(pieces, "w - - 2 42 77").key == base.key
    # What moved counts only on the board that must move.
    assert setup(pieces, "w - - 1:right:f1").key == setup(pieces, "w - - 1:right:a2").key
    assert len({setup(pieces, "w", ghost).key for ghost in GHOST_MOVES}) == 3


def test_keys_know_en_passant_while_it_is_legal() -> None:
    dead = "Kl1 ka7 pd4 Pb4"
    assert setup(dead, "w - d5").key == setup(dead).key
    live = "Kl1 ka7 pd4 Pc4"
    assert setup(live, "w - d5").key != setup(live).key
    dropping = "Kl1 ka7 pd4 Pi4"
    assert setup(dropping, "w - d5").key != setup(dropping).key
    blocked = "Kl1 ka7 pd4 Pi4 pc4"
    assert setup(blocked, "w - d5").key == setup(blocked).key
    later = "Kl1 ka7 pd4 Pi4 Rc4"  # once the rook has gone
    assert setup(later, "w - d5").key != setup(later).key
    assert setup(later, "w - d5 1").key == setup(later, "w - - 1").key
    pinned = "Ka4 ka7 pd4 Pe4 rf4"
    assert setup(pinned, "w - d5").key == setup(pinned).key
    cured = "Ka4 ka7 pd4 Pe4 rf4 Ph2"  # h2/b4? the pawn reaches b3 and b4: it comes between
    assert setup(cured, "w - d5").key != setup(cured).key


# --------------------------------------------------------------------------------------------- the variant


def test_options() -> None:
    variant = REGISTRY[NAME]
    assert [option.name for option in variant.options] == ["GhostMove", "SwapCompounds"]
    swapped = Game(NAME, {"SwapCompounds": True, "GhostMove": "glide-peaceful"})
    assert swapped.fen() == START
    assert "d7c5" in {text.split(",")[0] for text in swapped_moves(swapped)}
    fen = f"{board('Mc3 Kf1 kf7')} w - - 1 0 1"
    assert "c3c7" in Game(NAME, fen=fen).legal() and "c3a1" not in Game(NAME, fen=fen).legal()
    game = Game(NAME, {"SwapCompounds": True}, fen)
    assert "c3c7" not in game.legal() and "c3a1" in game.legal() and game.fen() == fen
    promoting = Game(NAME, {"SwapCompounds": True}, f"{board('Pc6 Kf1 kf5')} w - - 1 0 1")
    promoting.push("c6c7m")
    assert promoting.fen().startswith("2M9/") and "c7a5" in Game(NAME, {"SwapCompounds": True}, promoting.fen().replace(
        " b - - 2", " w - - 2")).legal()  # fmt: skip


def swapped_moves(game: Game) -> list[str]:
    game.push("c2c4")
    return game.legal()


def test_drawn_boards() -> None:
    rows = REGISTRY[NAME].draw(setup("Ka1 kl7 Pg2")).splitlines()
    assert rows[0] == "7  . . . . . .   . . . . . k" and rows[-2] == "1  K . . . . .   . . . . . ."
    assert rows[-3] == "2  . . . . . .   P . . . . ." and rows[-1] == "   a b c d e f   g h i j k l"
    assert len(rows) == 8 and len(SQUARES) == 84
    letters = dict(REGISTRY[NAME].legend(Tandem(Setup("step", True))))
    assert letters["C"] == "Chancellor (Rook + Knight)" and set(letters) == set("GCMQRBNKP")


def test_colours_are_alike() -> None:
    """Moves and evaluation, between turns and inside them."""
    for position in wanderings(6, 25, "colours"):
        for one in (position, position.after_first(position.first_moves()[0][0]) if position.count() else position):
            other = Tandem(one.setup, turned(one.fen()))
            assert turned(other.fen()) == one.fen()
            assert other.evaluate() == one.evaluate() and other.count() == one.count() and other.check == one.check
            assert other.by_material().evaluate() == one.by_material().evaluate()


# -------------------------------------------------------------------------------------------------- exchanges

VALUE = {"P": 100, "N": 320, "B": 310, "R": 470, "Q": 860, "C": 700, "M": 880, "G": 270}

#: Position, move, what it nets as a sum of values.
EXCHANGES = [
    ("Kf1 kf7 Rc1 pc5", "c1c5", "P"),
    ("Kf1 kf7 Rc1 pc5 pd6", "c1c5", "P-R"),
    ("Kf1 kf7 Rc1 pc5 ri2", "c1c5", "P-R"),  # the rook drops to c2, behind the capture, and takes back
    ("Kf1 kf7 Rc1 pc5 ri5", "c1c5", "P"),  # it would have to stop on its drop square
    ("Kf1 kf7 Rc1 pc5 ri2 bc2", "c1c2", "B"),
    ("Kf1 kf7 Rc1 pc5 ri2 Ri1", "c1c5", "P-R+R"),  # the other rook drops to the square the first one left
    ("Kf1 kf7 Ri1 pc5", "i1/c5", "P"),
    ("Kf1 kf7 Ri1 pc5 pd6", "i1/c5", "P-R"),
    ("Kf1 kd7 Ri1 rc6", "i1/c6", "R-R"),
    ("Kf1 kd7 Ri1 rc6 Rc1", "c1c6", "R"),  # the king may not take back where the other rook would
    ("Kf1 kf5 Pc6 pd7", "c6c7q", "Q-P"),
]


@pytest.mark.parametrize(("pieces", "text", "nets"), EXCHANGES)
def test_exchanges(pieces: str, text: str, nets: str) -> None:
    position = setup(pieces.replace("pd7", "nh7"), "w - - 1").by_halves()
    move = position.parse(text)
    value = sum((-1 if sign == "-" else 1) * VALUE[letter] for sign, letter in re.findall(r"([+-]?)(\w)", nets))
    assert position.see(move, value) and not position.see(move, value + 1)


def test_gains_of_turns() -> None:
    position = setup("Kf1 kf7 Rc1 pc5 Rh2 nh5 Pa2 Pg6")
    for text, gain in {"c1c5,h2h5": 420, "h2h5,c1c5": 420, "c1c2,h2h5": 320, "g6g7q,c1c5": 860, "a2a3,h2h3": 0}.items():
        assert position.gain(position.parse(text)) == gain
    assert position.see(position.parse("c1c5,h2h5"), 420)
    assert not position.see(position.parse("g6g7q,c1c5"), 860)  # the knight takes the queen
