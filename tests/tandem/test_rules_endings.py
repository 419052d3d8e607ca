"""The rule page of Tandem-84: the clock, repetition and the end of the game (T3, T11)."""

from __future__ import annotations

import pytest

from tandem.cases import Case, cases
from tandem.sides import Side

BLACK_WINS, WHITE_WINS = ("0-1", "checkmate"), ("1-0", "checkmate")
STALEMATE, MOVE_RULE, REPETITION = (("1/2-1/2", reason) for reason in ("stalemate", "move rule", "repetition"))

# ----------------------------------------------------------------------------------- mate, stalemate, move rule


@pytest.mark.parametrize(
    ("pieces", "rest", "expected"),
    [
        ("Ka1 ra7 rb7 kk7", "w", BLACK_WINS),
        ("Ka1 ra7 rb7 kk7 Nh3", "w", None),  # h3/a5 comes between
        ("Ka1 ra7 rb7 kk7 Nh3", "w - - 1", None),
        ("Ka1 ra7 rb7 kk7 Pl2", "w", BLACK_WINS),
        ("Ka1 ra7 rb7 kk7 Ph5", "w", None),  # h5/b6 closes the file on which the king then flees
        ("Ka1 ra7 rb7 kk7 Ph5", "w - - 1", BLACK_WINS),
        ("Ka1 qb2 rb7 kl7", "w", BLACK_WINS),
        ("Ka1 Nk1 qb2 rb7 kl7", "w", BLACK_WINS),  # a king in check may not drop
        ("Qk6 Rk1 kl7 Ka1", "b", WHITE_WINS),
        ("Ka1 rb7 rf2 ng1 kk7", "w", STALEMATE),
        ("Ka1 qb3 bg1 kl7", "w", STALEMATE),
        ("Ka1 qb3 kl7", "w", None),  # its drop square is vacant
        ("Ka1 kk7", "w", None),  # there is no insufficient material
        ("Ka1 kk7", "w - - 2 99 80", None),
        ("Ka1 kl7", "w - - 2 99 80", None),
        ("Ka1 kk7", "w - - 2 100 80", MOVE_RULE),
        ("Ka1 kl7", "w - - 2 100 80", MOVE_RULE),
        # Ends by the position come first.
        ("Ka1 ra7 rb7 kk7", "w - - 2 100 80", BLACK_WINS),
        ("Ka1 qb2 rb7 kl7", "w - - 2 100 80", BLACK_WINS),
        ("Ka1 rb7 rf2 ng1 kk7", "w - - 2 120 80", STALEMATE),
        ("Ka1 qb3 bg1 kl7", "w - - 2 100 80", STALEMATE),
    ],
)
def test_results(side: type[Side], pieces: str, rest: str, expected: tuple[str, str] | None) -> None:
    position = side.setup(pieces, rest)
    assert position.result() == expected
    # Draws by rule do not end a line in perft.
    over = expected not in (None, MOVE_RULE)
    assert (not position.turns()) == (position.perft(1) == 0) == (position.perft(2) == 0) == over


def test_perft_of_a_stalemate(side: type[Side]) -> None:
    assert side.setup("Ka1 qb3 bg1 kl7", "w").perft(3) == 0


@cases(
    [
        Case("a king's drops", "Ka1 qb3 kl7", "w", turns={"": "a1/g2 a1/h1 a1/h2"}),
        # One move takes the queen's guard and the other the queen: neither would do alone.
        Case("both moves", "Ka1 Bl3 qb2 rb7 kl7", "w", turns={"": "l3/b7,a1b2 a1b2,l3/b7"}),
    ]
)
def test_narrow_escapes(side: type[Side], case: Case) -> None:
    case.test(side)


# --------------------------------------------------------------------------------------------------- the clock

HERE = "Kd1 Rb2 Pc2 Nl2 Pk2 pb6 kk7 Nh2 Pg3 ph5", "w - - 2 7 20"
THERE = "Ka1 Ng3 kl7 Pc3 pi4 Pf6 Ge5 Ri3", "w - - 2 7 20"


@pytest.mark.parametrize(
    ("position", "turn", "clock"),
    [
        (HERE, "d1c1,l2j3", 8),
        (HERE, "c2c3,l2j3", 0),
        (HERE, "l2j3,c2c3", 0),
        (HERE, "b2b6,l2j3", 0),  # takes
        (HERE, "l2j3,b2b6", 0),
        (HERE, "b2~h2,l2j3", 8),
        (HERE, "d1c1,g3g4", 0),
        (HERE, "k2/e3,d1c1", 0),
        (THERE, "a1a2,g3h5", 8),
        (THERE, "c3c4,g3h5", 0),
        (THERE, "a1a2,g3i4", 0),  # takes
        (THERE, "g3i4,a1a2", 0),
        (THERE, "g3h5,c3c4", 0),
        (THERE, "g3h5,f6f7q", 0),
        (THERE, "f6f7q,g3h5", 0),
        (THERE, "e5~f6,g3h5", 8),
        (THERE, "g3h5,e5~f6", 8),
        (THERE, "c3~i3,g3h5", 0),  # begun by a pawn
        (THERE, "i3~c3,a1a2", 8),  # only displaced
    ],
)
def test_t11_clock(side: type[Side], position: tuple[str, str], turn: str, clock: int) -> None:
    before = side.setup(*position)
    after = before.play(turn)
    assert after.rest.split()[0] == "b" and after.rest.split()[-2:] == [str(clock), "20"]
    first, second = turn.split(",")
    middle = before.walk(first)
    assert middle.rest.split()[-1] == "20"
    assert middle.play(second) == side.read(middle.fen()).play(second) == after


@cases(
    [
        Case(
            "advanced by the first move",
            *HERE,
            inside={
                "d1c1": "| w - - 1:right:c1 8 20",
                "c2c3": "| w - - 1:right:c3 0 20",
                "d1c1 l2j3 k7k6 b6b5": "| w - - 2 0 21",
            },
            after={"d1c1,l2j3 k7k6,b6b5": "| w - - 2 0 21"},
        ),
        # One piece begins a drop/swap: only a pawn's drop/swap zeroes the clock, not one with a pawn.
        Case(
            "drop/swaps with a pawn",
            "Kd1 Pb2 Nh2 kk7",
            "w - - 1 7 20",
            after={"b2~h2": "| b - - 2 0 20", "h2~b2": "| b - - 2 8 20"},
        ),
        Case("a ghost's swap", "Kd1 Pb3 Gb2 kk7", "w - - 1 7 20", after={"b2~b3": "| b - - 2 8 20"}),
        Case("the number after Black's turn", "Ka1 kl7", "b - - 2 3 20", after={"l7l6": "Ka1 kl6 | w - - 2 4 21"}),
    ]
)
def test_t11_clock_and_number(side: type[Side], case: Case) -> None:
    case.test(side)


@pytest.mark.parametrize(
    ("pieces", "turn", "expected"),
    [
        ("Kd1 Rb2 Nl2 kk7", "b2b3,l2j3", MOVE_RULE),
        ("Ka1 Ng3 kl7", "a1a2,g3h5", MOVE_RULE),
        ("Kd1 Rb2 Pl2 kk7", "b2b3,l2l3", None),
        ("Kd1 Rb2 Pl2 kk7", "b2b3,l2/f3", None),  # begun by a pawn
    ],
)
def test_t11_the_move_rule_waits_for_the_end_of_the_turn(
    side: type[Side], pieces: str, turn: str, expected: tuple[str, str] | None
) -> None:
    before = side.setup(pieces, "w - - 2 99 80")
    first, second = turn.split(",")
    middle = before.walk(first)
    assert middle.rest.split()[-2:] == ["100", "80"] and middle.result() is None
    assert second in middle.turns()
    assert middle.play(second).result() == before.result(turn) == expected


# --------------------------------------------------------------------------------------------------- repetition


@pytest.mark.parametrize(
    ("pieces", "rest", "turns", "clock"),
    [
        ("Kd1 Rb2 Nl2 kk7", "w", "b2b3,l2j3 k7k6 b3b2,j3l2 k6k7 " * 2, 8),
        ("Kd1 Rb2 Nl2 kk7", "w - - 2 92 80", "b2b3,l2j3 k7k6 b3b2,j3l2 k6k7 " * 2, 100),
        # A pawn's move zeroes the clock, but a pawn can be carried back.
        ("Kd1 Pb2 Nh2 kk7", "w", "b2~h2 k7k6 b2~h2 k6k7 " * 2, 3),
        # The first time White could still castle.
        ("Kd1 Rf1 kl7", "w K", "d1c1 l7l6 c1d1 l6l7 " * 2 + "d1c1", 9),
    ],
)
@pytest.mark.quick(3)
def test_t11_repetition(side: type[Side], pieces: str, rest: str, turns: str, clock: int) -> None:
    position = side.setup(pieces, rest)
    assert position.result(turns) == REPETITION
    assert position.play(turns).rest.split()[-2] == str(clock)


EN_PASSANT = [
    ("Kl1 ka7 pd4 Pb4", "w - d5", False),
    ("Kl1 ka7 pd4 Pc4", "w - d5", True),
    ("Kl1 ka7 pd4 Pi4", "w - d5", True),
    ("Kl1 ka7 pd4 Pi4 pc4", "w - d5", False),
    ("Kl1 ka7 pd4 Pi4 Rc4", "w - d5", True),  # after the rook has left
    ("Kl1 ka7 pd4 Pi4 Rc4", "w - d5 1", False),
    ("Ka4 ka7 pd4 Pe4 rf4", "w - d5", False),  # pinned
    ("Ka4 ka7 pd4 Pe4 rf4 Ph2", "w - d5", True),  # h2/b4 comes between
    ("Pc4 Ka7 kl7 pd4", "b - c3 2", True),
    ("Pc4 Ka7 kl7 pe4", "b - c3 2", False),
    ("Pc4 Ka7 kl7 pj4 nd4", "b - c3 2", True),  # by the second move only, when the knight has left the drop square
]


@pytest.mark.parametrize(("pieces", "rest", "counts"), EN_PASSANT)
def test_en_passant_squares_count_while_some_turn_takes_there(
    side: type[Side], pieces: str, rest: str, counts: bool
) -> None:
    colour, _, _, moves = f"{rest} 2".split()[:4]
    without = side.setup(pieces, f"{colour} - - {moves}")
    assert (side.setup(pieces, rest).key != without.key) == counts


def test_what_repetition_distinguishes(side: type[Side]) -> None:
    rests = ["w", "w K", "w D", "w KD", "w KDkd", "b", "w - - 1", "w - - 1:right:a2", "w - - 1:left:f1",
             "w - - 1:left:d1", "w - - 1:right:g1"]  # fmt: skip
    keys = {side.setup("Kd1 Rf1 Rg1 ki7 rg7 rf7 Pa2 Nl2", rest).key for rest in rests}
    assert len(keys) == len(rests)


@pytest.mark.parametrize(
    ("pieces", "one", "other", "equal"),
    [
        ("Ka1 kl7", "w - - 2", "b - - 2", False),
        ("Ka1 kl7", "w - - 1", "w - - 2", False),
        # Neither the clock nor the number counts.
        ("Ka1 kl7", "w - - 2 3 4", "w - - 2 0 9", True),
        ("Kd1 Rf1 Rg1 ki7 rg7 rf7 Pa2 Nl2", "w", "w - - 2 42 77", True),
    ],
)
def test_what_repetition_compares(side: type[Side], pieces: str, one: str, other: str, equal: bool) -> None:
    assert (side.setup(pieces, one).key == side.setup(pieces, other).key) == equal


def test_the_order_of_the_moves_of_a_turn_does_not_matter(side: type[Side]) -> None:
    position = side.start().play("c2c4")
    one, other = position.play("c6c5,h7i5"), position.play("h7i5,c6c5")
    assert one == other and one.key == other.key
