"""The rule page of Tandem-84: drop moves and drop/swaps (T5, T6), ghosts and promotion (T8, T9)."""

from __future__ import annotations

import pytest

from tandem.cases import Case, cases
from tandem.sides import Side
from tandem_boards import words


def promotions(*moves: str) -> str:
    return " ".join(move + letter for move in moves for letter in "qmcrbng")


# ----------------------------------------------------------------------------------------------- T5: drop moves

DROPS = "d1/i1 d1/k1 d1/i2 d1/j2 d1/k2"


@pytest.mark.parametrize(
    ("pieces", "start", "expected"),
    [
        # Pawns.
        ("Pc2 Kf1 ka7", "c2", "c2c3 c2c4 c2/i3 c2/i4"),
        ("Pc2 Kf1 ka7 ni3", "c2", "c2c3 c2c4"),
        ("Pc2 Kf1 ka7 ni4", "c2", "c2c3 c2c4 c2/i3"),
        ("Pc2 Kf1 ka7 ni2", "c2", "c2c3 c2c4"),  # the drop square is not vacant
        ("Pc2 Ka7 kl7", "c2", "c2c3 c2c4 c2/i3 c2/i4"),
        ("Pc2 Ka7 kl7 pi3", "c2/", ""),
        ("Pc2 Ka7 kl7 pi4 nh3 pj3", "c2/", "c2/i3 c2/h3 c2/j3"),
        ("Pc3 Ka7 kl7", "c3", "c3c4 c3/i4"),
        ("Pc3 Kf1 ka7 nh4 rj4 bb4", "c3", "c3c4 c3b4 c3/i4 c3/h4 c3/j4"),
        ("Pc6 Kf1 ka7 qd7", "c6", promotions("c6c7", "c6d7", "c6/i7")),
        ("Pc6 Ka7 kl7 bi7 nh7", "c6/", promotions("c6/h7")),
        # Pieces.
        ("Nc2 Ka7 kl7 pi2", "c2", "c2a1 c2e1 c2a3 c2e3 c2b4 c2d4"),
        ("Nc2 Ka7 kl7 Ni2", "c2/", ""),
        ("Nc2 Ka7 kl7", "c2/", "c2/g1 c2/k1 c2/g3 c2/k3 c2/h4 c2/j4"),  # never c2/i2
        ("Rc2 Ka7 kl7 pi4 Pk2 bg2", "c2/", "c2/i1 c2/i3 c2/i4 c2/j2 c2/h2 c2/g2"),
        ("Rc3 Kf1 ka7 ci4 Nh3", "c3", "c3a3 c3b3 c3d3 c3e3 c3f3 c3c1 c3c2 c3c4 c3c5 c3c6 c3c7 "
         "c3/i4 c3/i1 c3/i2 c3/j3 c3/k3 c3/l3"),
        ("Cd4 Ka1 kf1", "d4", "d4b3 d4b5 d4c2 d4c6 d4e2 d4e6 d4f3 d4f5 d4c3 d4b2 d4e5 d4f6 d4c5 d4b6 d4a7 d4e3 d4f2 "
         "d4/h3 d4/h5 d4/i2 d4/i6 d4/k2 d4/k6 d4/l3 d4/l5 d4/i3 d4/h2 d4/g1 d4/k5 d4/l6 d4/i5 d4/h6 d4/g7 d4/k3 d4/l2"),
        ("Md4 Ka1 kf1 pj4", "d4", "d4b3 d4b5 d4c2 d4c6 d4e2 d4e6 d4f3 d4f5 d4d1 d4d2 d4d3 d4d5 d4d6 d4d7 d4a4 d4b4 "
         "d4c4 d4e4 d4f4"),
        # Kings.
        ("Kd1 ka7", "d1", f"d1c1 d1e1 d1c2 d1d2 d1e2 {DROPS}"),
        ("Kd1 rk7 ka7", "d1", "d1c1 d1e1 d1c2 d1d2 d1e2 d1/i1 d1/i2 d1/j2"),
        ("Kd1 qk2 ka7", "d1", "d1c1 d1e1 d1c2 d1d2 d1e2 d1/i1 d1/k2"),  # it takes
        ("Kd1 qk2 nl4 ka7", "d1", "d1c1 d1e1 d1c2 d1d2 d1e2 d1/i1"),
        ("Kd1 qj1 ka7", "d1", "d1c1 d1e1 d1c2 d1d2 d1e2"),
        ("Kd1 rd7 ka7", "d1", "d1c1 d1e1 d1c2 d1e2"),  # not while in check
        ("Kd1 kl7", "d1/", DROPS),
        ("Kd1 kl7 rd7", "d1/", ""),
        ("Kd1 kl7 rk7", "d1/", "d1/i1 d1/i2 d1/j2"),  # not into check
        ("Kd1 kl7 rj7", "d1/", "d1/i1 d1/k1 d1/i2 d1/k2"),  # passing through an attacked drop square is legal
    ],
)  # fmt: skip
def test_t5_moves_of_one_piece(side: type[Side], pieces: str, start: str, expected: str) -> None:
    assert side.setup(pieces).turns(start) == words(expected)


@cases(
    [
        Case("by a black pawn", "Ka1 pi6 kl7", "b - - 1", turns={"i6": "i6i5 i6i4 i6/c5 i6/c4"}),
        Case(
            "with a capture",
            "Rc2 Ka7 kl7 pi4 Pk2 bg2",
            after={"c2/i4": "Ri4 Ka7 kl7 Pk2 bg2 | b - - 2 0 1"},
        ),
        # Only check at the moment of the move matters: the first move can have removed it.
        Case(
            "by a king once the check is removed",
            "Kd1 Rl3 rd7 kk7",
            "w",
            firsts={"d1/": ""},
            legal="l3/d3,d1/i2",
        ),
        Case(
            "by a king once the check is removed, in all directions",
            "Kd1 Rg4 rd7 kl7",
            "w",
            seconds={"g4/d4,d1/": DROPS},
            containing={"d1/": " ".join(f"g4/d4,{drop}" for drop in DROPS.split())},
        ),
        # En passant uncovers the rook: the pawn drops to d4, takes c4's pawn and stands on c5.
        Case(
            "not by a king that its own first move put in check",
            "Ke4 Pj4 ra4 pc4 kl7",
            "w - c5 2",
            check=False,
            seconds={"j4/c5,": "e4d3 e4d5 e4e3 e4e5 e4f3 e4f5"},
        ),
    ]
)
def test_t5_drop_moves(side: type[Side], case: Case) -> None:
    case.test(side)


def test_t5_check_by_the_own_first_move(side: type[Side]) -> None:
    assert side.setup("Ke4 Pj4 ra4 pc4 kl7", "w - c5 2").walk("j4/c5").check


# ----------------------------------------------------------------------------------------------- T6: drop/swap


@cases(
    [
        Case(
            "begun by either piece",
            "Kd1 Rb2 Nh2 ka7",
            legal="b2~h2 h2~b2",
            after=dict.fromkeys(("b2~h2", "h2~b2"), "Kd1 Nb2 Rh2 ka7 | b - - 2 1 1"),
        ),
        Case(
            "begun by either piece on the first rank",
            "Rb1 Nh1 Ka7 kl7",
            legal="b1~h1 h1~b1",
            after=dict.fromkeys(("b1~h1", "h1~b1"), "Nb1 Rh1 Ka7 kl7 | b - - 2 1 1"),
        ),
        # It matters which piece began: the other board moves next, without the mover.
        Case(
            "as the first move of a turn",
            "Rb1 Nh1 Ka7 kl7",
            "w",
            inside={"h1~b1": "Nb1 Rh1 Ka7 kl7 | w - - 1:left:b1 1 1"},
            movers={"h1~b1,": "a7"},
            legal="b1~h1",  # nothing but the rook on the right: a turn of one move
        ),
        Case("of a ghost and a pawn", "Kd1 Pb3 Gh3 ka7", legal="b3~h3 h3~b3"),
        Case("of a ghost and a rook", "Gb1 Rh1 Ka7 kl7", legal="b1~h1 h1~b1"),
        Case("of compounds", "Mb1 Ch1 Ka7 kl7", swap_compounds=True, legal="b1~h1 h1~b1"),
        Case("of a king and a rook", "Rg7 Ka7 kl6", legal="a7~g7 g7~a7"),
        Case("of a king and a knight", "Kd1 Nj1 kk7", legal="d1~j1 j1~d1"),
        Case("of another king and knight", "Kd1 Nj1 kl7", legal="d1~j1 j1~d1"),
        Case("not of two rooks", "Kd1 Rb2 Rh2 ka7", containing={"b2~": "", "~": ""}),
        Case("not with an enemy", "Kd1 Rb2 nh2 ka7", containing={"b2~": "", "~": ""}),
        Case("not of two rooks of the first rank", "Rb1 Rh1 Ka7 kl7", containing={"~": ""}),
        Case("not with an enemy of the first rank", "Rb1 nh1 Ka7 kl7", containing={"~": ""}),
        Case("not of two pawns", "Pb2 Ph2 Ka7 kl7", containing={"~": ""}),
        Case("not of two ghosts", "Gb1 Gh1 Ka7 kl7", containing={"~": ""}),
        Case("only with the corresponding square", "Rb1 Ng1 Ka7 kl7", illegal="b1~g1"),
        Case("of a pawn on its second rank", "Pb2 Rh2 Ka7 kl7", legal="b2~h2 h2~b2"),
        Case("of a pawn on its last rank but one", "Pb6 Rh6 Ka7 kl7", legal="b6~h6 h6~b6"),
        Case(
            "a pawn's resets the clock, one with a pawn does not",
            "Pb2 Rh2 Ka7 kl7",
            "w - - 1 7 9",
            after={"b2~h2": "Rb2 Ph2 Ka7 kl7 | b - - 2 0 9", "h2~b2": "Rb2 Ph2 Ka7 kl7 | b - - 2 8 9"},
        ),
        # "Type" means the present type: a promoted rook is a rook.
        Case(
            "of a promoted piece",
            "Kd1 Pb6 Rh7 Pg2 ka5",
            "w",
            legal="b6b7n,h7~b7",
            illegal="b6b7r,h7~b7",
        ),
    ]
)
def test_t6_swaps(side: type[Side], case: Case) -> None:
    case.test(side)


@cases(
    [
        Case("by neither piece", "Kd1 Nj1 rd7 kl7", illegal="d1~j1 j1~d1", containing={"~": ""}),
        Case(
            "until the first move has removed the check",
            "Kd1 Nj1 Rl3 rd7 kg7",
            "w",
            illegal_firsts="d1~j1 j1~d1",
            legal="l3/d3,d1~j1",
        ),
        Case(
            "until the first move has removed the check from the left",
            "Kd1 Nj1 Rg4 rd7 kl7",
            "w",
            containing={"~": "g4/d4,d1~j1"},
        ),
        Case("but of another pair", "Kd1 Bb4 Rh4 rd7 kl7", "w", legal="h4~b4,d1c1"),
        Case("nor into check", "Kd1 Nj1 rj7 kk7", illegal="d1~j1 j1~d1"),
        Case("nor into a check by a rook", "Kd1 Nj1 rj7 kl6", illegal="d1~j1 j1~d1"),
        # In a first move the king may go through check, but i3/j4 does not come between.
        Case("nor into check that lasts", "Kd1 Nj1 Ri3 rj7 kk7", "w", illegal="d1~j1,i3/j4"),
    ]
)
def test_t6_no_king_in_check_is_exchanged(side: type[Side], case: Case) -> None:
    case.test(side)


@pytest.mark.parametrize(("letter", "exchanged"), [("r", False), ("q", True)])
def test_t6_a_piece_promoted_in_an_earlier_turn(side: type[Side], letter: str, exchanged: bool) -> None:
    position = side.setup("Pb6 Rh7 Ka1 kl6").play(f"b6b7{letter} l6l5")
    assert ("b7~h7" in position.firsts()) == exchanged


# ------------------------------------------------------------------------------------------------- T8: ghosts

NEAR = "c3b3 c3d3 c3b4 c3c4 c3c2 c3d2 c3~b2"


@pytest.mark.parametrize(
    ("pieces", "ghost", "start", "expected"),
    [
        ("Gc3 Kf1 kf7 nc4 Rb3", "step", "c3", "c3b2 c3c2 c3d2 c3~b3 c3d3 c3b4 c3c4 c3d4 "
         "c3/h2 c3/i2 c3/j2 c3/h3 c3/j3 c3/h4 c3/i4 c3/j4"),
        ("Gc3 Kf1 kf7 nc4 Rb3 Ni3", "step", "c3", "c3b2 c3c2 c3d2 c3~b3 c3d3 c3b4 c3c4 c3d4 c3~i3"),
        ("Gc3 Gb3 Gi4 Kf1 kf7", "step", "c3", "c3b2 c3c2 c3d2 c3d3 c3b4 c3c4 c3d4 "
         "c3/h2 c3/i2 c3/j2 c3/h3 c3/j3 c3/h4 c3/j4"),
        ("Gc3 Kf1 kl7 ph4 Nj4 Ri1", "step", "c3/", "c3/h4 c3/~j4 c3/i4 c3/h3 c3/j3 c3/h2 c3/i2 c3/j2"),
        ("Gc3 Kf1 kf7 nc4 Rb3 ni4 Rh3", "step-peaceful", "c3", "c3b2 c3c2 c3d2 c3~b3 c3d3 c3b4 c3d4 "
         "c3/h2 c3/i2 c3/j2 c3/~h3 c3/j3 c3/h4 c3/j4"),
        ("Gc3 Kf1 kl7 ph4", "step-peaceful", "c3/h4", ""),
        ("Ga1 Kf1 kf7 na4 Rc3 Qh2 pi2", "glide-peaceful", "a1", "a1a2 a1a3 a1b1 a1c1 a1d1 a1e1 a1~f1 a1b2 a1~c3 "
         "a1/g2 a1/g3 a1/g4 a1/g5 a1/g6 a1/g7 a1/h1 a1/i1 a1/j1 a1/k1 a1/l1 a1/~h2"),
    ],
)  # fmt: skip
def test_t8_where_ghosts_go(side: type[Side], pieces: str, ghost: str, start: str, expected: str) -> None:
    assert side.setup(pieces, ghost=ghost).turns(start) == words(expected)


@pytest.mark.parametrize(
    ("pieces", "ghost", "start", "expected"),
    [
        ("Gc3 Kf1 kl7 pd4 pc5 Nb2 pa3", "step", "c3", f"{NEAR} c3d4"),
        ("Gc3 Kf1 kl7 pd4 pc5 Nb2 pa3", "step-peaceful", "c3", NEAR),
        ("Gc3 Kf1 kl7 pd4 pc5 Nb2 pa3", "glide-peaceful", "c3", f"{NEAR} c3e3 c3f3 c3c1 c3a5 c3e1"),
        # Not the piece behind, and not the other ghost.
        ("Ga1 Kf7 kl7 Na4 Ra6 nd1 Be1 Gc3", "glide-peaceful", "a1", "a1a2 a1a3 a1~a4 a1b1 a1c1 a1b2"),
        ("Ga1 Rb1 Kf1 kl7 Gb2 na2", "step", "a1", "a1~b1 a1a2"),
    ],
)
def test_t8_without_dropping(side: type[Side], pieces: str, ghost: str, start: str, expected: str) -> None:
    assert {turn for turn in side.setup(pieces, ghost=ghost).turns(start) if "/" not in turn} == words(expected)


def test_t8_a_gliding_ghost_drops(side: type[Side]) -> None:
    drops = "i4 i5 i6 i7 i2 i1 g3 h3 j3 k3 l3 j4 k5 l6 h4 g5 h2 g1 j2 k1"
    position = side.setup("Gc3 Kf1 kl7 pd4 pc5 Nb2 pa3", ghost="glide-peaceful")
    assert position.turns("c3/") == {f"c3/{square}" for square in drops.split()}


@cases(
    [
        Case(
            "on its own board and after a drop",
            "Gc3 Kf1 kf7 Rb3 Qh4",
            after={"c3~b3": "Rc3 Kf1 kf7 Gb3 Qh4", "c3/~h4": "Qc3 Kf1 kf7 Rb3 Gh4"},
        ),
        Case("as a whole turn", "Gc3 Kf1 kf7 Rb3 Qh4", "w", inside={"c3/~h4": "| b - - 2 1 1"}),  # the right board
        Case(
            "as the first move of a turn",
            "Gc3 Kf1 kf7 Qh4 Pl2",
            "w",
            inside={"c3/~h4": "Qc3 Kf1 kf7 Gh4 Pl2 | w - - 1:right:h4 1 1"},
            movers={"c3/~h4,": "l2"},
        ),
        Case(
            "not to the drop square",
            "Gc3 Kf1 kl7 ph4 Nj4 Ri1",
            after={"c3/~j4": "Nc3 Kf1 kl7 ph4 Gj4 Ri1"},
        ),
        Case(
            "not to the drop square of a glide",
            "Gc3 Kf1 kl7 Nj4 Ri1",
            ghost="glide-peaceful",
            after={"c3/~i1": "Rc3 Kf1 kl7 Nj4 Gi1"},
        ),
        Case(
            "the ghost's move alone",
            "Ga1 Rb1 Kf1 kl7 Gb2 na2",
            after={"a1~b1": "Ra1 Gb1 Kf1 kl7 Gb2 na2 | b - - 2 1 1"},
            illegal="b1~a1",
        ),
    ]
)
def test_t8_the_piece_goes_to_where_the_ghost_started(side: type[Side], case: Case) -> None:
    case.test(side)


@cases(
    [
        Case("in check", "Gc2 Kd1 rd7 kf7", turns={"c2": "c2~d1 c2d2 c2d3"}),
        Case("into another check", "Gc2 Kd1 rd7 rc7 kf7", illegal="c2~d1"),
        # T5 and T6 forbid only the king's own drop and drop/swap, and drop/swaps of others with it.
        Case(
            "in check, after a drop",
            "Gi2 Kd1 rd7 kf7",
            turns={"i2": "i2/d2 i2/d3 i2/~d1"},
            after={"i2/~d1": "Gd1 Ki2 rd7 kf7"},
        ),
        Case("into a check on the other board", "Gi2 Kd1 rd7 kf7 ri7", illegal="i2/~d1"),
        Case("peaceful, in check", "Gc2 Kd1 rd7 kf7", ghost="step-peaceful", legal="c2~d1 c2d2"),
        Case(
            "in check, all turns",
            "Kd1 Gc1 rd7 kl7",
            check=True,
            turns={"": "c1~d1 d1e1 d1c2 d1e2 c1d2"},
            after={"c1~d1": "Gd1 Kc1 rd7 kl7"},
        ),
        Case("the king carried to the right", "Kd1 Gi2 rd7 kl7", after={"i2/~d1": "Gd1 Ki2 rd7 kl7"}),
        Case("the king carried into check", "Kd1 Gi2 rd7 ri7 kl7", illegal="i2/~d1"),
        Case("not in check", "Kd1 Gc1 kl7", legal="c1~d1"),
    ]
)
def test_t8_with_the_king(side: type[Side], case: Case) -> None:
    case.test(side)


@cases(
    [
        Case(
            "the rule page's",
            "Kd1 Gj1 rd7 ki7",
            "w - - 2 0 5",
            check=True,
            containing={"~d1": "j1~d1", "d1~": ""},
            # The ghost has moved, and there is no other piece on the left board: a turn of one move.
            after={"j1~d1": "Gd1 Kj1 rd7 ki7 | b - - 2 1 5"},
            refused={"d1~j1": "is not a legal move"},
        ),
        Case("alone, in a turn of one move", "Kd1 Gj1 rd7 kl7", containing={"~d1": "j1~d1", "d1~": ""}),
        Case("not where the king would be in check", "Kd1 Gj1 rd7 rj7 kl7", illegal="j1~d1"),
        Case("peaceful", "Kd1 Gj1 rd7 kl7", ghost="step-peaceful", containing={"~d1": "j1~d1"}),
        Case("gliding", "Kd1 Gj1 rd7 kl7", ghost="glide-peaceful", legal="j1~d1"),
        Case("the king on the right", "Kj1 Gd1 rj7 ka7", containing={"~j1": "d1~j1", "j1~": ""}),
        Case("Black's", "Kl1 ki7 gc7 Ri1", "b - - 1", containing={"~i7": "c7~i7", "i7~": ""}),
        *(
            Case(f"no {piece}'s", f"Kd1 {piece}j1 rd7 kl7", check=True, illegal="j1~d1 d1~j1")
            for piece in ("Q", "R", "B", "N", "C", "M")
        ),
        Case("no pawn's", "Kd2 Pj2 rd7 kl7", check=True, illegal="j2~d2 d2~j2"),
        # At the end of the first move the king may still be in check, or again (T3).
        Case(
            "first, into another check that the second move removes",
            "Kd1 Gj1 rd7 rj7 Ra4 kl7",
            "w",
            check=True,
            legal_firsts="j1~d1",
            inside={"j1~d1": "Gd1 Kj1 rd7 rj7 Ra4 kl7 | w - - 1:left:d1 1 1"},
            seconds={"j1~d1,": "a4/j4"},
        ),
        Case("first, into a check that stays", "Kd1 Gj1 rd7 rj7 Pa2 kl7", "w", illegal_firsts="j1~d1"),
        Case(
            "second, the first move having left the check",
            "Kd1 Gj1 rd7 Pb2 kl7",
            "w",
            seconds={"b2b3,j1~": "j1~d1", "d1d2,j1~": ""},
            # The king has moved, but it is the ghost that moves now.
            legal="d1d2,j1/~d2 b2b3,j1~d1",
            after={"b2b3,j1~d1": "Gd1 Kj1 rd7 Pb3 kl7 | b - - 2 0 1"},
        ),
        Case(
            "second, the first move having given the check",
            "Kd1 Gj1 Rd4 rd7 kl7",
            "w",
            check=False,
            seconds={"d4a4,j1~": "j1~d1"},
        ),
        Case(
            "second, the king having gone to the ghost's corresponding square",
            "Kc1 Gj1 rd7 Nb7 kl7",
            "w",
            check=False,
            legal="c1d1,j1~d1",
            illegal="c1d1,j1j2",
        ),
        Case("second, into check", "Kd1 Gj1 rd7 rj7 Pb2 kl7", "w", illegal="b2b3,j1~d1"),
        Case(
            "second, into a check that the first move has stopped",
            "Kd1 Gj1 rd7 rj7 Ba2 kl7",
            "w",
            legal="a2/j5,j1~d1",
            illegal="a2b3,j1~d1",
        ),
        Case(
            "castling rights are lost",
            "Kd1 Rf1 Gj1 rd7 kl7",
            "w K",
            inside={"j1~d1": "| w - - 1:left:d1 1 1"},
        ),
        # Once the first move has removed the check, any friend may swap with the king again.
        Case("a knight's once the check is removed", "Kd1 Nj1 Bb1 rd7 kl7", "w", legal="b1d3,j1~d1"),
    ]
)
def test_t6_a_ghost_with_its_king_in_check(side: type[Side], case: Case) -> None:
    case.test(side)


@cases(
    [
        Case(
            "never to their first rank",
            "Gc1 Pc2 Pd2 Pi2 Ka1 kf7",
            legal="c1b1 c1d1 c1/h1",
            illegal="c1~c2 c1~d2 c1/~i2",
        ),
        Case("not down from the second rank", "Ga1 Pb2 Kf1 kl7", illegal="a1~b2"),
        Case("not down after a drop", "Ga1 Ph2 Kf1 kl7", illegal="a1/~h2"),
        Case("nor Black's", "Ka1 gg7 ph6 kl7", "b - - 1", illegal="g7~h6"),
        Case(
            "promote on the last rank",
            "Gc7 Pc6 Pi6 Rb6 Ka1 kf5",
            turns={"c7~c6": promotions("c7~c6"), "c7/~i6": promotions("c7/~i6")},
            legal="c7~b6",
            after={"c7/~i6m": "Mc7 Pc6 Gi6 Rb6 Ka1 kf5 | b - - 2 0 1"},
        ),
        Case(
            "promote and zero the clock",
            "Ga7 Pb6 Kf1 kl7",
            "w - - 1 5 9",
            containing={"~": promotions("a7~b6")},
            after={"a7~b6m": "Ma7 Gb6 Kf1 kl7 | b - - 2 0 9"},
        ),
        Case("promote to a ghost", "Ga7 Ph6 Kf1 kl6", after={"a7/~h6g": "Ga7 Gh6 Kf1 kl6"}),
        Case("promote for Black", "Ka1 gg1 ph2 kl7", "b - - 1", after={"g1~h2q": "Ka1 qg1 gh2 kl7"}),
        Case(
            "promote for Black, but not on White's side",
            "gc7 pc6 gc1 pc2 Ka1 kf5",
            "b - - 1",
            legal=promotions("c1~c2"),
            illegal="c7~c6",
        ),
        Case("the ghost's own way to the last rank promotes no piece", "Ga6 Kf1 kl7", legal="a6a7"),
        Case(
            "are elsewhere displaced, and the clock runs on",
            "Ga4 Pb5 Kf1 kl7",
            "w - - 1 5 9",
            after={"a4~b5": "Pa4 Gb5 Kf1 kl7 | b - - 2 6 9"},
        ),
    ]
)
def test_t8_pawns(side: type[Side], case: Case) -> None:
    case.test(side)


@pytest.mark.parametrize(
    ("pieces", "turns", "after", "double_step"),
    [
        ("Gc2 Pb3 Ka1 kf7", "c2~b3 f7e7", "Pc2 Gb3 Ka1 ke7", "c2c4"),
        ("Ga2 Pb3 Kf1 kl7", "a2~b3 l7l6", "Pa2 Gb3 Kf1 kl6", "a2a4"),
        ("Gg2 Pb3 Kf1 kl7", "g2/~b3 l7l6", "Pg2 Gb3 Kf1 kl6", "g2g4"),
    ],
)
def test_t8_a_pawn_back_on_its_second_rank_may_double_step_again(
    side: type[Side], pieces: str, turns: str, after: str, double_step: str
) -> None:
    position = side.setup(pieces).play(turns)
    assert position == side.setup(after, "w - - 2 2 2")
    assert double_step in position.firsts()


def test_t8_its_double_step_can_be_taken_en_passant(side: type[Side]) -> None:
    assert side.setup("Gg2 Pb3 Kf1 kl7").play("g2/~b3 l7l6 g2g4,f1e1").rest == "b - g3 2 0 2"


@pytest.mark.parametrize("pieces", ["Kd1 gd2 kf7", "Kd1 ge2 kl7"])
def test_t8_peaceful_ghosts_give_no_check(side: type[Side], pieces: str) -> None:
    assert side.setup(pieces).check and side.setup(pieces, "w").check
    for ghost in ("step-peaceful", "glide-peaceful"):
        assert not side.setup(pieces, ghost=ghost).check and not side.setup(pieces, "w", ghost).check


def test_t8_kings_do_not_fear_peaceful_ghosts(side: type[Side]) -> None:
    assert "d1d2" in side.setup("Kd1 gd2 kf7", ghost="glide-peaceful").turns()


@pytest.mark.parametrize(("pieces", "rest"), [("Kd1 gd2 kf7", "b"), ("Kd1 Gh6 ki7", "w - - 2")])
def test_t8_a_peaceful_ghost_beside_the_king_not_to_move(side: type[Side], pieces: str, rest: str) -> None:
    with pytest.raises(side.FenError, match="the side not to move is in check"):
        side.setup(pieces, rest)
    assert side.setup(pieces, rest, "step-peaceful").rest == f"{rest[0]} - - 2 0 1"


# ---------------------------------------------------------------------------------------------- T9: promotion


@cases(
    [
        # The drop's b6/h7 is blocked, nothing to take beside it.
        Case(
            "to seven pieces",
            "Pb6 Ka1 kl7 nc7 nh7",
            turns={"b6": promotions("b6b7", "b6c7")},
            after={f"b6c7{letter}": f"{letter.upper()}c7 Ka1 kl7 nh7 | b - - 2 0 1" for letter in "qmcrbng"},
        ),
        Case(
            "by both moves, after drops as well",
            "pb2 ph6 Ka7 kl7 Ni1 Bj3",
            "b - - 2",
            legal="b2b1q,h6h5 h6h5,b2/i1n b2/h1g,h6/b4",
            after={"b2/i1n,h6/b4": "ni1 pb4 Ka7 kl7 Bj3"},
        ),
        Case("to exchanged compounds", "Pb6 Ka1 kl7", swap_compounds=True, turns={"b6b7": promotions("b6b7")}),
    ]
)
def test_t9_promotion(side: type[Side], case: Case) -> None:
    case.test(side)


@pytest.mark.parametrize(("letter", "swap_compounds"), [("M", False), ("C", True)])
def test_compounds_and_their_option(side: type[Side], letter: str, swap_compounds: bool) -> None:
    """The compound that moves as rook and knight."""
    position = side.setup(f"{letter}c3 Kf1 kf7", swap_compounds=swap_compounds)
    assert "c3c7" in position.turns() and "c3a1" not in position.turns()
    other = side.setup(f"{letter}c3 Kf1 kf7", swap_compounds=not swap_compounds)
    assert "c3c7" not in other.turns() and "c3a1" in other.turns()
    assert other.fen() == position.fen()


def test_an_unknown_ghost_move(side: type[Side]) -> None:
    with pytest.raises(ValueError, match=r"'glide' .* step, step-peaceful, glide-peaceful"):
        side.setup("Ka1 kl7", ghost="glide")
