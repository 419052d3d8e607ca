"""The rule page of Tandem-84: double steps and en passant (T7)."""

from __future__ import annotations

from tandem.cases import Case, cases
from tandem.sides import Side


@cases(
    [
        Case("to an occupied square", "Pc2 Ka7 kl7 pc4", turns={"c2c": "c2c3"}),
        Case("over an occupied square", "Pc2 Ka7 kl7 pc3", turns={"c2c": ""}),
        Case(
            "with and without a drop",
            "Pc2 Ka7 kl7",
            after={
                "c2c4": "Pc4 Ka7 kl7 | b - c3 2 0 1",
                "c2/i4": "Pi4 Ka7 kl7 | b - i3 2 0 1",
                "c2c3": "Pc3 Ka7 kl7 | b - - 2 0 1",
            },
        ),
        Case("by Black", "Ka1 pi6 kl7", "b - - 1", after={"i6/c4": "Ka1 pc4 kl7 | w - c5 2 0 2"}),
    ]
)
def test_double_steps(side: type[Side], case: Case) -> None:
    case.test(side)


# ------------------------------------------------------------------------------------------ taken en passant

TWO_PASSED = "Pc4 Pk4 Ka1 kl7 pd4 pj4 ph4 pe4"


@cases(
    [
        # The second capture is still there after the first one and after any other first move, but only in the
        # opponent's next turn.
        Case(
            "by both moves",
            TWO_PASSED,
            "b - c3k3 2",
            legal="d4c3,j4k3 j4k3,d4c3 l7l6,d4c3 e4e3,j4k3",
            after={
                "d4c3,j4k3": "Ka1 kl7 pc3 pk3 ph4 pe4 | w - - 2 0 2",
                "e4e3,l7l6": "Pc4 Pk4 Ka1 kl6 pd4 pj4 ph4 pe3 | w - - 2 0 2",
            },
            inside={"d4c3": "| b - k3 1:right:c3 0 1", "l7l6": "| b - c3k3 1:left:l6 1 1"},
        ),
        Case(
            "by the first move only, with EnPassantReply=first",
            TWO_PASSED,
            "b - c3k3 2",
            reply="first",
            legal="d4c3,l7l6 j4k3,e4e3 e4e3,l7l6",
            illegal="d4c3,j4k3 j4k3,d4c3 l7l6,d4c3 e4e3,j4k3",
            inside={"d4c3": "| b - - 1:right:c3 0 1", "l7l6": "| b - - 1:left:l6 1 1"},
        ),
        Case(
            "the first move only: its own double step stays open to the reply",
            "Pb2 Ph2 Ka1 kl7 pc4 pi4",
            "w - - 2",
            reply="first",
            inside={"b2b4": "| w - b3 1:right:b4 0 1", "b2b4 h2h4": "| b - b3h3 2 0 1"},
        ),
        # The pawn d4 has no other move, and Black none on the left board without it.
        Case(
            "as the only second move",
            "Pc4 Pd3 Nj4 Ka1 kl7 pd4",
            "b - c3 2",
            turns={"l7l6": "l7l6,d4c3"},
        ),
        Case(
            "as the only second move, with EnPassantReply=first",
            "Pc4 Pd3 Nj4 Ka1 kl7 pd4",
            "b - c3 2",
            reply="first",
            turns={"l7l6": "l7l6"},
        ),
        Case("by both moves of White", "Pb4 Pi4 Ka1 kl7 pc4 pj4", "w - c5j5 2", legal="b4c5,i4j5 i4j5,b4c5"),
        Case(
            "by both moves, after drops",
            "Pc4 Pk4 Ka1 kl7 pd4 pf4 ph4",
            "b - c3k3",
            after={"h4/c3,f4/k3": "Ka1 kl7 pc3 pd4 pk3 | w - - 2 0 2"},
        ),
        Case("a pawn that dropped", "Pb4 Ka1 kl7 pi6", "b - - 1", after={"i6/c4 b4c5": "Pc5 Ka1 kl7"}),
        Case(
            "a pawn that dropped, by two",
            "Kl1 ka7 pd6 Pk4 Pi4",
            "b - - 1",
            after={"d6/j4": "Kl1 ka7 pj4 Pk4 Pi4 | w - j5 2 0 2"},
        ),
        # Both pawns leave the rank; the pawn of the other board leaves it alone.
        Case("not if it uncovers the king", "Kf4 kf7 pd4 Pi4 ra4", "w - d5 1", illegal="i4/d5"),
        Case("if it does not uncover the king", "Kf4 kf7 pd4 Pi4 ra5", "w - d5 1", legal="i4/d5"),
        Case(
            "by a drop once the knight has left the drop square",
            "Pc4 Ka7 kl7 pj4 nd4",
            "b - c3 2",
            illegal_firsts="j4/c3",
            seconds={"d4b3,j4/c": "j4/c3"},
        ),
    ]
)
def test_en_passant(side: type[Side], case: Case) -> None:
    case.test(side)


def test_en_passant_of_a_pawn_that_dropped(side: type[Side]) -> None:
    position = side.setup("Kl1 ka7 pd6 Pk4 Pi4", "b - - 1").play("d6/j4")
    assert {"i4j5", "k4j5"} <= position.firsts()


def test_en_passant_uncovers_the_king(side: type[Side]) -> None:
    position = side.setup("Ka4 ka7 pd6 Pe4 rf4 Pk4", "b - - 1").play("d6d4")
    assert position.rest == "w - d5 2 0 2" and "e4d5" not in position.firsts()


def test_every_pawn_beside_the_square_takes(side: type[Side]) -> None:
    position = side.setup("Pc4 Pk4 Ka1 kl7 pd4 pf4 ph4", "b - c3k3 2")
    takers = {move for turn in position.turns() for move in turn.split(",") if move.endswith(("c3", "k3"))}
    assert takers == {"d4c3", "h4/c3", "d4/k3", "f4/k3"}


def test_pawns_drop_to_take_once_the_square_is_vacant(side: type[Side]) -> None:
    position = side.setup(TWO_PASSED, "b - c3k3 2")  # the drop squares of d4, j4 and e4 are occupied
    assert {move for move in position.firsts() if move.endswith(("c3", "k3"))} == {"d4c3", "h4/c3", "j4k3"}
    assert "d4/k3" in position.walk("j4j3").turns()


def test_two_pawns_of_one_board_may_be_taken(side: type[Side]) -> None:
    position = side.setup("Pb2 Ph4 Pj2 Ka1 kl7 pc4 pe4 pa4", "w").play("b2b4,j2/d4")
    assert position.rest == "b - b3d3 2 0 1"
    takers = {move for move in position.firsts() if move.endswith(("b3", "d3"))}
    assert takers == {"a4b3", "c4b3", "c4d3", "e4d3"}


# --------------------------------------------------------------------------- after two double steps of Black


def after_double_steps(side: type[Side], white: str, black: str = "d6d4,j6j4") -> Side:
    """Black's pawns have just passed d5 and j5."""
    return side.setup(f"Kl1 ka7 pd6 pj6 {white}", "b").play(black)


def test_both_moves_may_take(side: type[Side]) -> None:
    position = after_double_steps(side, "Pe4 Pi4 Pk4")
    assert position == side.setup("Kl1 ka7 pd4 pj4 Pe4 Pi4 Pk4", "w - d5j5 2 0 2")
    Case(
        "turns",
        "Kl1 ka7 pd4 pj4 Pe4 Pi4 Pk4",
        "w - d5j5 2 0 2",
        legal_firsts="e4d5 i4j5 k4j5",
        legal="e4d5,i4j5 e4d5,k4j5 i4j5,e4d5 e4e5,i4/d5",
        turns={"k4/": ""},  # e4 is taken, by a pawn too
        after={"e4d5,i4j5": "Kl1 ka7 Pd5 Pj5 Pk4", "e4e5,i4i5": "| b - - 2 0 2"},
        inside={"e4d5": "| w - j5 1:right:d5 0 2", "e4e5": "| w - d5j5 1:right:e5 0 2"},
    ).test(side)


def test_by_a_drop_move(side: type[Side]) -> None:
    position = after_double_steps(side, "Pi4")
    assert "i4/d5" in position.firsts()
    assert position.play("i4/d5").board == side.setup("Kl1 ka7 Pd5 pj4").board
    blocked = after_double_steps(side, "Pi4 Rc4 Pc2")
    assert "i4/d5" not in blocked.firsts()
    assert "i4/d5" in blocked.walk("c4b4").turns()


def test_a_square_that_becomes_occupied_is_left_out(side: type[Side]) -> None:
    position = after_double_steps(side, "Pe4 rk5", "d6d4,k5/d5")
    assert position.rest == "w - - 2 0 2"
    assert position.walk("e4d5").board == side.setup("Kl1 ka7 pd4 pj6 Pd5").board
    own = after_double_steps(side, "Pe4 Pk2 Rb5 Bi4")
    assert own.walk("b5c5").rest == "w - d5j5 1:right:c5 1 2"
    assert own.walk("b5d5").rest == "w - j5 1:right:d5 1 2"


def test_a_pawn_carried_off_cannot_be_taken(side: type[Side]) -> None:
    swapped = after_double_steps(side, "Pe4 nj4", "d6d4,j4~d4")
    assert swapped == side.setup("Kl1 ka7 pj6 Pe4 nd4 pj4", "w - - 2 0 2")
    ghosted = after_double_steps(side, "Pe4 gi4", "d6d4,i4/~d4")
    assert ghosted == side.setup("Kl1 ka7 pj6 Pe4 gd4 pi4", "w - - 2 0 2")


def test_three_squares_inside_a_turn(side: type[Side]) -> None:
    middle = after_double_steps(side, "Pe4 Pi4 Pb2").walk("b2b4")
    assert middle.rest == "w - b3d5j5 1:right:b4 0 2"
    assert {"i4j5", "i4/d5"} <= middle.turns()
    assert middle.play("i4j5").rest == "b - b3 2 0 2"


# ----------------------------------------------------------------------------------- inside and after a turn


@cases(
    [
        # After c2c4 the third rank's square c3 is no en-passant square for White's own second move.
        Case(
            "an own double step is not taken",
            "Pc2 Ph2 Ka7 kl7",
            "w",
            inside={"c2c4": "| w - c3 1:right:c4 0 1"},
            seconds={"c2c4,h2": "h2h3 h2h4 h2/b3 h2/b4"},
        ),
        Case(
            "three squares",
            "Pa4 Pb2 Pk4 Ka7 kl7 pc4 pj4 Ni1",
            "w - c5j5 2",
            inside={"b2b4": "| w - b3c5j5 1:right:b4 0 1"},
            after={
                "b2b4,k4j5": "Pa4 Pb4 Ka7 kl7 pc4 Pj5 Ni1 | b - b3 2 0 1",
                "b2b4,i1h3": "| b - b3 2 0 1",
            },
        ),
        # Any order on input. Own and enemy squares together, sorted by file first.
        Case("file before rank, on input", "Ka7 kl7 pc4 pj4", "w - j5c5 2", inside={"": "| w - c5j5 2 0 1"}),
        Case(
            "file before rank, on the right",
            "Pj2 Ka7 kl7 pd4 Nb1 pa4",
            "w - a5d5 2",
            inside={"j2j4": "| w - a5d5j3 1:left:j4 0 1"},
        ),
        Case(
            "file before rank, in between",
            "Pd2 Ka7 kl7 pj4 pa4 Ni1",
            "w - a5j5 2",
            inside={"d2d4": "| w - a5d3j5 1:right:d4 0 1"},
        ),
        Case(
            "a piece on the square passed over",
            "Pc2 Ri1 Ka7 kl7 pd4",
            "w",
            after={"c2c4,i1/c3": "Pc4 Rc3 Ka7 kl7 pd4 | b - - 2 0 1"},
            inside={"c2c4 i1/c3 d4c3": "Pc4 pc3 Ka7 kl7"},  # takes the rook only
        ),
        # An own piece that goes there inside the turn ends the right as well.
        Case(
            "an own piece on the square passed over",
            "Pc4 Ka7 kl7 pd4 bh2",
            "b - c3 2",
            legal_firsts="h2/c3",
            inside={"h2/c3": "Pc4 Ka7 kl7 pd4 bc3 | b - - 1:left:c3 1 1"},
            turns={"h2/c3,d4c": "", "h2/c3,d4/c": ""},
        ),
        Case(
            "a pawn carried off",
            "Pc2 Ri4 Gj4 Ka7 kl7",
            "w",
            inside={"c2c4": "| w - c3 1:right:c4 0 1"},
            after={
                "c2c4,i4~c4": "Rc4 Pi4 Gj4 Ka7 kl7 | b - - 2 0 1",
                "c2c4,j4/~c4": "Gc4 Pj4 Ri4 Ka7 kl7 | b - - 2 0 1",
            },
        ),
        Case(
            "a pawn taken by the first move",
            "Pc4 Ka7 kl7 pb4 rj4",
            "b - c3 2",
            inside={"j4/c4": "rc4 Ka7 kl7 pb4 | b - - 1:left:c4 0 1"},
            illegal="j4/c4,b4c3",
            legal="j4j3,b4c3",
        ),
        Case(
            "a pawn displaced by two ranks",
            "Pc2 Gc4 Ka7 kl7",
            ghost="glide-peaceful",
            after={"c4~c2": "Gc2 Pc4 Ka7 kl7 | b - - 2 1 1"},
        ),
        Case(
            "a pawn displaced by two ranks by Black's ghost",
            "Kl1 ka7 pd6 gd4 Pe4",
            "b - - 1",
            ghost="glide-peaceful",
            after={"d4~d6": "Kl1 ka7 pd4 gd6 Pe4 | w - - 2 1 2"},
        ),
        # The second move can occupy the origin again; the en-passant square stays valid.
        Case(
            "a double step from a square later filled",
            "Pc2 Ri1 Ka7 kl7 pd4",
            "w",
            after={"c2c4,i1/c2": "Pc4 Rc2 Ka7 kl7 pd4 | b - c3 2 0 1"},
        ),
    ]
)
def test_squares_passed_over(side: type[Side], case: Case) -> None:
    case.test(side)


def test_a_double_step_from_a_square_later_filled_is_taken(side: type[Side]) -> None:
    assert "d4c3" in side.setup("Pc2 Ri1 Ka7 kl7 pd4", "w").play("c2c4,i1/c2").firsts()
