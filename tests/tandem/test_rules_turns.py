"""The rule page of Tandem-84: worked examples, turns, kings and checks (T1 to T4), move texts."""

from __future__ import annotations

import pytest

from support.perft_suite import Entry, suite
from tandem.cases import Case, cases
from tandem.sides import Side

BISHOP = "c2b1 c2d1 c2b3 c2a4 c2d3 c2e4 c2f5 c2/h1 c2/j1 c2/h3 c2/g4 c2/j3 c2/k4 c2/l5"
SMALL = 5000  # leaves that the reference counts quickly

# ------------------------------------------------------------------------------------------- worked examples


@cases(
    [
        Case("1: a bishop", "Bc2 Kf1 ka7", turns={"c2": BISHOP}),
        Case("1: a bishop, elsewhere the kings", "Bc2 Ka7 kl7", turns={"c2": BISHOP}),
        Case("1: a bishop in a turn of two", "Bc2 Kf1 ka7", "w", firsts={"c2": BISHOP}),
        Case(
            "2: check removed by both moves",
            "Rb1 Ph2 Kg1 nh3 ni3 kj7",
            "w",
            check=True,
            moves=2,
            turns={"": "h2i3,b1/h3 h2/b3,b1/h3 h2/b4,b1/h3"},
            firsts={"": "h2i3 h2/b3 h2/b4"},
            seconds={"h2i3,": "b1/h3"},
        ),
    ]
)
def test_examples(side: type[Side], case: Case) -> None:
    case.test(side)


def test_example_3_the_first_turn(side: type[Side]) -> None:
    start = side.start()
    assert len(start.turns()) == start.perft(1) == 46
    assert len({start.play(turn).fen() for turn in start.turns()}) == 40


def test_example_4_the_second_turn(side: type[Side]) -> None:
    after = side.start().play("c2c4")
    assert after.fen() == "gbmcnrrnkqbg/pppppppppppp/12/2P9/12/PP1PPPPPPPPP/GBQKNRRNCMBG b KDkd c3 2 0 1"
    assert len(after.turns()) == after.perft(1) == 989
    fens = {after.play(turn).fen() for turn in after.turns()}
    assert len(fens) == len({" ".join(fen.split()[:5]) for fen in fens}) == 488


@pytest.mark.parametrize("entry", suite("tandem-84"), ids=lambda entry: entry.name)
@pytest.mark.quick(7)
def test_perft(side: type[Side], entry: Entry) -> None:
    swap_compounds = entry.options.get("SwapCompounds") == "true"
    reply = entry.options.get("EnPassantReply", "either")
    position = side.read(entry.fen, entry.options.get("GhostMove", "step"), swap_compounds, reply)
    assert position.fen() == entry.fen
    for depth, count in entry.counts.items():
        if count <= SMALL:
            assert position.perft(depth) == count


def test_the_suite_has_positions_inside_turns() -> None:
    assert sum(":" in entry.fen for entry in suite("tandem-84")) > 3


# ----------------------------------------------------------------------------------------------- T1: turns


def test_t1_the_first_turn_of_the_game_is_one_move(side: type[Side]) -> None:
    position = side.start()
    assert position.rest == "w KDkd - 1 0 1"
    assert not any("," in turn for turn in position.turns())
    position = position.play("c2c4")
    assert position.rest.split()[3] == "2"
    assert all(turn.count(",") == 1 for turn in position.turns())
    assert position.play("c6c5,h7g5").rest == "w KDkd - 2 0 2"


def test_t1_moves_begin_on_different_boards(side: type[Side]) -> None:
    for turn in side.start().play("c2c4").turns():
        first, second = turn.split(",")
        assert (first[0] < "g") != (second[0] < "g")


@cases(
    [
        Case(
            "both moves may end on one board",
            "Bc2 Nk1 Ka7 kl7",
            "w",
            legal="c2b1,k1j3 c2/j3,k1i2 c2b1,k1/d3 c2/h1,k1/d3 k1/d3,c2d1",
            illegal="c2b1,a7a6 k1/d3,d3b4",
        ),
        Case(
            "one move, as in the first turn",
            "Kd1 Rb2 Pg2 ka7",
            moves=1,
            turns={"g2": "g2g3 g2g4 g2/a3 g2/a4"},
            after={"g2g4": "| b - g3 2 0 1"},
        ),
        Case("one move of a pinned rook", "Kd1 Rd2 rd7 Pj2 kk7", legal="d2d3", illegal="d2c2 d2/j3"),
        Case(
            "a piece that dropped has moved",
            "Kd1 Rb2 Nj2 ka7",
            "w",
            inside={"b2/h5": "Kd1 Rh5 Nj2 ka7 | w - - 1:right:h5 1 1"},
            movers={"b2/h5,": "j2", "j2i4,": "b2 d1"},
        ),
        Case("a bishop that dropped has moved", "Bc2 Kg1 kl7", "w", movers={"c2/": "g1"}),
        # The mover of a drop/swap is the piece that began it; the other one is on the wrong board.
        Case(
            "no other piece on the board to move",
            "Kd1 Rb2 Nh2 ka7",
            "w",
            inside={"b2~h2": "Kd1 Nb2 Rh2 ka7 | b - - 2 1 1"},
        ),
        Case(
            "a piece displaced by a swap has not moved",
            "Ra1 Ng1 Bg3 Ke1 kl7",
            "w",
            movers={"a1~g1": "g3", "g1~a1": "e1"},
            # The second move may displace the piece that moved first.
            after={"a1a3,g3~a3": "Ba3 Ng1 Rg3 Ke1 kl7"},
            legal="a1a3,g3~a3",
        ),
        Case(
            "a ghost that swapped after a drop has moved",
            "Ga1 Bh1 Kd1 Ni1 kl7",
            "w",
            inside={"a1/~h1": "Ba1 Gh1 Kd1 Ni1 kl7 | w - - 1:right:h1 1 1"},
            movers={"a1/~h1,": "i1"},
        ),
        Case(
            "a ghost that swapped after a drop from the right board",
            "Gg1 Bb1 Kd1 Ni1 kl7",
            "w",
            inside={"g1/~b1": "Bg1 Gb1 Kd1 Ni1 kl7 | w - - 1:left:b1 1 1"},
            movers={"g1/~b1,": "d1"},
        ),
        Case(
            "a ghost that swapped on its own board",
            "Ga1 Bb1 Kd1 Ni1 kl7",
            "w",
            inside={"a1~b1": "Ba1 Gb1 Kd1 Ni1 kl7 | w - - 1:right:b1 1 1"},
            movers={"a1~b1,": "i1"},
        ),
    ]
)
def test_t1_movers(side: type[Side], case: Case) -> None:
    case.test(side)


# ------------------------------------------------------------------------------------------ T2: the second move

KING = "d1c1 d1e1 d1c2 d1d2 d1e2 d1/i1 d1/k1 d1/i2 d1/j2 d1/k2"


@cases(
    [
        Case(
            "compulsory",
            "Kd1 Rb2 Pg2 ka7",
            "w",
            moves=2,
            refused={"d1c1": r"'d1c1' is only the first move of a turn, .* begun on files g to l"},
        ),
        # After a king's drop the knight must still move; after the knight's the king.
        Case(
            "compulsory for king and knight",
            "Kd1 Nl1 kl7",
            "w",
            moves=2,
            refused={"d1e1": r"'d1e1' is only the first move of a turn, .* begun on files g to l"},
            legal="d1/i1,l1k3 l1/e3,d1c1",
        ),
        Case("a lone king has none", "Kd1 kl7", "w", moves=1, turns={"": KING}, firsts={"": KING}),
        Case("none with an empty right board", "Kd1 Rb2 ka6", "w", moves=1),
        Case(
            "none with a blocked pawn",
            "Kd1 Pg5 pg6 pa5 ka7",
            "w",
            turns={"": KING},
            refused={"d1c1,g5g6": "'d1c1,g5g6' is not a legal move: the turn ends with 'd1c1'"},
            after={"d1c1": "Kc1 Pg5 pg6 pa5 ka7 | b - - 2 1 1"},
            inside={"d1c1": "Kc1 Pg5 pg6 pa5 ka7 | b - - 2 1 1"},
        ),
        # The bishop is pinned and the king has nowhere to go: not on h1 and h2, nor by the drop square, which is taken.
        Case(
            "none that exposes the king",
            "Kg1 Bg2 Pe2 na1 rg7 rh7 kc7",
            "w",
            check=False,
            turns={"": "e2e3 e2e4 e2/k3 e2/k4"},
        ),
        Case("the bishop no longer pinned", "Kg1 Bg2 Pe2 na1 rh7 kc7", "w", movers={"e2e3": "g2"}),
        # Only the king could move on the right: h1, h2 and g2 are attacked, a1 is occupied.
        Case(
            "none of the king's",
            "Kg1 Pa2 ba1 rh7 rl2 kk7",
            "w",
            turns={"": "a2a3 a2a4 a2/g3 a2/g4"},
            after={"a2a4": "Kg1 Pa4 ba1 rh7 rl2 kk7 | b - a3 2 0 1"},
            inside={"a2a4": "Kg1 Pa4 ba1 rh7 rl2 kk7 | b - a3 2 0 1"},
        ),
        Case(
            "one of the king's, which must be made",
            "Kg1 Pa2 ba1 rh7 kk7",
            "w",
            turns={"": "a2a3,g1g2 a2a4,g1g2 a2/g3,g1g2 a2/g4,g1g2 g1g2,a2a3 g1g2,a2a4 g1g2,a2~g2"},
        ),
    ]
)
def test_t2_second_moves(side: type[Side], case: Case) -> None:
    case.test(side)


@pytest.mark.parametrize("pieces", ["Kd1 Rb2 Pg2 ka7", "Kd1 Nl1 kl7", "Rb1 Ph2 Kg1 nh3 ni3 kj7"])
def test_t2_a_turn_is_a_first_and_a_second_move(side: type[Side], pieces: str) -> None:
    position = side.setup(pieces, "w")
    for first in position.firsts():
        assert position.turns(f"{first},") == {f"{first},{second}" for second in position.walk(first).turns()}


# ---------------------------------------------------------------------------------- T3, T4: kings and checks


@cases(
    [
        Case(
            "a pinned rook that leaves is replaced",
            "Kd1 Rd2 Pj2 rd7 kk7",
            "w",
            turns={
                "d2c2": "d2c2,j2/d3 d2c2,j2/d4",
                "j2j3,d2": "j2j3,d2d3 j2j3,d2d4 j2j3,d2d5 j2j3,d2d6 j2j3,d2d7",
            },
        ),
        Case("the pawn comes too late", "Kd1 Ph5 rc7 kk7", "w", illegal="d1c1,h5/b6", illegal_firsts="d1c1"),
        Case(
            "a rook comes between",
            "Kd1 Ri3 rc7 kk7",
            "w",
            turns={"d1c1": "d1c1,i3/c2 d1c1,i3/c4 d1c1,i3/c5 d1c1,i3/c6 d1c1,i3/c7"},
        ),
        Case(
            "into the rook's file, which the second move blocks",
            "Kd1 Rg4 rc7 kl7",
            "w",
            check=False,
            turns={"d1c1": "d1c1,g4/c4"},
        ),
        # A pinned piece may leave the line if the second move fills it again; c4 stands in the way of g4/d4.
        Case(
            "a pinned bishop",
            "Kd1 Bd3 Rg4 rd7 kl7",
            "w",
            turns={"d3c4": "", "d3e4": "d3e4,g4/d4"},
            legal="g4/d4,d3c2",
        ),
        Case(
            "check removed by either move",
            "Kd1 Bc2 Nj3 rd7 kk7",
            "w",
            legal="c2d3,j3k5 j3k5,c2d3 d1c1,j3k5 j3k5,d1c1",
            illegal="c2b3,j3k5 j3k5,c2b3 d1d2,j3k5",
        ),
        Case(
            "check removed by the king, a rook or a knight",
            "Kd1 Ra4 Ng1 rd7 kk7",
            "w",
            check=True,
            legal="a4d4,g1h3 g1h3,a4d4 g1/b3,d1c1",
            illegal="a4a5,g1h3 g1h3,a4a5",
        ),
        # One rook is blocked on d5, the other taken by a drop.
        Case(
            "check of two rooks removed by both moves",
            "Kd1 Re5 Bi3 ra1 rd7 kl7",
            "w",
            check=True,
            seconds={"e5d5,": "i3/a1", "i3/a1,": "d1c1 d1c2 d1e1 d1e2 e5d5"},
        ),
    ]
)
def test_t3_only_the_end_of_the_turn_counts(side: type[Side], case: Case) -> None:
    case.test(side)


def test_t3_moves_of_a_board_in_check(side: type[Side]) -> None:
    position = side.setup("Kd1 Ra4 Ng1 rd7 kk7", "w")
    lefts = {move for turn in position.turns() for move in turn.split(",") if move[0] < "g"}
    assert lefts == {"a4d4", "d1c1", "d1e1", "d1c2", "d1e2"}  # to interpose or to walk away, no drop of the king


@pytest.mark.parametrize(
    ("pieces", "rest", "check"),
    [
        ("Kd1 rj6 kk7", "w", False),  # a drop move gives no check
        ("Kd1 rd6 kk7", "w", True),
        ("Kd1 rj6 kk7", "b", False),  # nor is the FEN refused
        ("Kd1 nj3 kk7 nc3", "w", True),
        ("Kd1 rj7 kl7", "w", False),
        ("Kd1 rd7 kl7", "w", True),
        ("Kd1 rd7 Pd3 kl7", "w", False),
        ("Kf1 rg1 kl7", "w", False),  # f1 and g1 are not neighbours
        ("Kf1 ng7 ne3 kl7", "w", True),
        ("Kf4 pe5 kl7", "w", True),
        ("Kf4 pe4 kl7", "w", False),
        ("Kf4 ge5 kl7", "w", True),
        ("Kf4 kg4", "w", False),
    ],
)
def test_t4_check_comes_from_the_own_board(side: type[Side], pieces: str, rest: str, check: bool) -> None:
    assert side.setup(pieces, rest).check == side.setup(pieces, f"{rest} - - 1").check == check


def test_t4_kings_do_not_meet_on_one_board(side: type[Side]) -> None:
    Case("kings", "Ka1 kc2", legal="a1a2", illegal="a1b1 a1b2").test(side)
    with pytest.raises(side.FenError, match="the side not to move is in check"):
        side.setup("Kd1 kd2")


@cases(
    [
        # The first move may attack the enemy's king, and drop moves always may.
        Case(
            "not by the second move",
            "Kf1 Rb2 Rh7 Qg4 kd7",
            "w",
            legal_firsts="b2d2",
            legal="b2d2,h7/c7 b2d2,g4/c6 b2b3,h7/c7 b2b3,g4/c6",
            containing={"d7": ""},
        ),
        Case("not by a drop", "Kd1 rj7 na7 kl7", "b - - 2", legal_firsts="j7/d2 j7/d6", containing={"d1": ""}),
        Case(
            "not by a drop after the first move gave check",
            "Kd1 rc6 rj7 kl7",
            "b - - 2",
            seconds={"c6d6,j7/": "j7/a7 j7/b7 j7/c7 j7/e7 j7/f7"},  # d6 is its own rook
        ),
        Case(
            "not by a drop along a rank",
            "Kd2 rc6 ri2 kl7",
            "b - - 2",
            seconds={"c6d6,i2/": "i2/a2 i2/b2 i2/c1 i2/c3 i2/c4 i2/c5 i2/c6 i2/c7"},
        ),
        Case("not by a pawn", "Kf1 Pb2 ki3", illegal="b2/i3"),
        Case("not by a bishop", "Kf1 Bc2 kj3", illegal="c2/j3"),
        Case("not by a king", "Kd2 kk2", turns={"d2/": "d2/i1 d2/i2 d2/i3"}),
    ]
)
def test_t4_kings_are_never_captured(side: type[Side], case: Case) -> None:
    case.test(side)


# ----------------------------------------------------------------------------------------------- move texts


@pytest.mark.parametrize("turn", ["c2c4,h1g3", "b1~h1", "c2/i4,h1g3", "h1i3,a7b6"])
def test_texts_in_any_case(side: type[Side], turn: str) -> None:
    position = side.setup("Bb1 Nh1 Pc2 Ka7 kl7", "w")
    assert position.canonical(turn.upper()) == turn and position.play(turn.upper()) == position.play(turn)


@pytest.mark.parametrize(("text", "written"), [("C2C3", "c2c3"), ("C1/~H1", "c1/~h1")])
def test_texts_of_one_move_in_any_case(side: type[Side], text: str, written: str) -> None:
    assert side.setup("Gc1 Rb1 Rh1 Pc2 Nb3 Rh3 Kf1 kf7").canonical(text) == written


@pytest.mark.parametrize(
    "text",
    ["", ",", "c2c4,", ",c2c4", "c2c5", "c2~c4", "c2/c4", "c7c5", "a1a2", "0000", "c2c4q", "c2c4 ", "c2-c4", "b1/h1",
     "b1~i1", "d1f1", "m2m4", "c2c4,h2h4", "c2c4,,h2h4", "c2/i4x"],
)  # fmt: skip
def test_illegal_texts(side: type[Side], text: str) -> None:
    with pytest.raises(side.MoveError, match=side.refusal("is not a legal move")):
        side.start().push(text)


ONLY_FIRST = "is only the first move of a turn"
ILLEGAL = "is not a legal move"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("c6c5", ONLY_FIRST),
        ("h7i5", ONLY_FIRST),
        ("c7c5", ILLEGAL),
        ("c6c5,", ILLEGAL),
        (",c6c5", ILLEGAL),
        ("", ILLEGAL),
        ("0000", ILLEGAL),
        ("c6c5 h7g5", ILLEGAL),
        ("c6c5,b6b5", ILLEGAL),
        ("c6c5,a6a5", ILLEGAL),
        ("c6c5,h2h3", ILLEGAL),
        ("c6c5,h7i5,a6a5", ILLEGAL),
        ("c6c5,h7g5,a6a5", ILLEGAL),
    ],
)
def test_a_first_move_is_not_a_turn(side: type[Side], text: str, message: str) -> None:
    with pytest.raises(side.MoveError, match=side.refusal(message)):
        side.start().play("c2c4").push(text)


def test_a_turn_move_by_move(side: type[Side]) -> None:
    position = side.start().play("c2c4")
    assert position.canonical("C6C5,H7i5") == "c6c5,h7i5"
    assert position.walk("c6c5 h7g5") == position.play("c6c5,h7g5")
    with pytest.raises(side.MoveError):
        position.push_first("c7c5")


@pytest.mark.parametrize(
    ("pieces", "rest", "text", "candidates"),
    [
        ("Pc6 Kd1 kf7", "w - - 1", "c6c7", "c6c7b c6c7c c6c7g c6c7m c6c7n c6c7q c6c7r"),
        (
            "Pc6 Pl2 Kd1 kf7",
            "w",
            "c6c7,l2l3",
            "c6c7b,l2l3 c6c7c,l2l3 c6c7g,l2l3 c6c7m,l2l3 c6c7n,l2l3 c6c7q,l2l3 c6c7r,l2l3",
        ),
        (
            "Pb6 Ka1 kl7 Nh4",
            "w",
            "b6b7,h4g6",
            "b6b7b,h4g6 b6b7c,h4g6 b6b7g,h4g6 b6b7m,h4g6 b6b7n,h4g6 b6b7q,h4g6 b6b7r,h4g6",
        ),
    ],
)
def test_a_promotion_left_out(side: type[Side], pieces: str, rest: str, text: str, candidates: str) -> None:
    with pytest.raises(side.MoveError, match=side.ambiguity(text, candidates)):
        side.setup(pieces, rest).push(text)


def test_ambiguous_promotions(side: type[Side]) -> None:
    position = side.setup("Pb6 Ka1 kl7 Nh4", "w")
    with pytest.raises(side.MoveError, match=side.refusal(ILLEGAL)):
        position.push("b6b7k,h4g6")
    # No choice is left where ordinary moves need none.
    assert position.canonical("A1A2,h4G6") == "a1a2,h4g6"
