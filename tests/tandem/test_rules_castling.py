"""The rule page of Tandem-84: castling (T10)."""

from __future__ import annotations

import pytest

from tandem.cases import Case, cases
from tandem.sides import Side
from tandem_boards import board, turned

BLACK = {"d1f1": "i7g7", "d1g1": "i7f7"}  # the same castlings with the table turned round
CASTLERS = "Kd1 Rf1 Rg1 kl7"
ELSEWHERE = {"white": "Kd1 Rf1 Rg1 ka6", "black": "Kd1 Rf1 Rg1 kl5"}  # the other king
ALL = "Kd1 Rf1 Rg1 ki7 rg7 rf7"


def castlings(side: type[Side], pieces: str, rights: str, colour: str, moves: int = 1, ghost: str = "step") -> set[str]:
    """The castlings with which White can begin a turn; for Black, those of the position turned round, as White's."""
    fen = f"{board(pieces)} w {rights} - {moves} 0 1"
    if colour == "white":
        return side.read(fen, ghost).firsts() & BLACK.keys()
    firsts = side.read(turned(fen), ghost).firsts()
    return {white for white, black in BLACK.items() if black in firsts}


# --------------------------------------------------------------------------------------------- when it is legal


@pytest.mark.parametrize("colour", ["white", "black"])
@pytest.mark.parametrize(
    ("rights", "allowed"), [("KD", {"d1f1", "d1g1"}), ("K", {"d1f1"}), ("D", {"d1g1"}), ("-", set())]
)
def test_needs_its_right(side: type[Side], rights: str, allowed: set[str], colour: str) -> None:
    for pieces in (CASTLERS, ELSEWHERE[colour]):
        assert castlings(side, pieces, rights, colour) == allowed


#: Pieces besides king and rooks -> the legal castlings.
OBSTACLES = [
    # Squares between, by friend and foe.
    ("Be1", "d1g1"),
    ("Ne1", "d1g1"),
    ("ne1", "d1g1"),
    ("Bj1", "d1f1"),
    ("Nj1", "d1f1"),
    ("nj1", "d1f1"),
    ("Ni1", "d1f1"),
    ("Nh1", "d1f1"),
    ("Nc1 Nk1 Nl1", "d1f1 d1g1"),
    # In check.
    ("rd5", ""),
    ("rd6", ""),
    ("rd7", ""),
    ("nc3", ""),
    # Attacked squares, on their board.
    ("re6", "d1g1"),
    ("re7", "d1g1"),
    ("rk7", "d1f1 d1g1"),
    ("rj6", "d1f1"),
    ("ri6", "d1f1"),
    ("rh6", "d1f1"),
    ("pd2", "d1g1"),  # attacks c1 and e1
    ("pf2", "d1g1"),
    ("pk2", "d1f1"),  # attacks j1 and l1
    ("pg2", "d1f1"),
    ("gf2", "d1g1"),
    ("gg2", "d1f1"),
    ("bb2", "d1f1 d1g1"),  # attacks c1 and a1, a3, which do not matter
    ("rf7", "d1f1 d1g1"),  # the rook's squares do not matter
    ("rg6", "d1f1 d1g1"),
    ("re7 Pe2", "d1f1 d1g1"),
    ("bb4 Pd2 be3", "d1f1 d1g1"),
]


@pytest.mark.parametrize("colour", ["white", "black"])
@pytest.mark.parametrize(("extra", "allowed"), OBSTACLES, ids=[extra for extra, _ in OBSTACLES])
@pytest.mark.quick(3)
def test_obstacles(side: type[Side], extra: str, allowed: str, colour: str) -> None:
    for pieces, moves in ((CASTLERS, 1), (ELSEWHERE[colour], 1), (ELSEWHERE[colour], 2)):
        assert castlings(side, f"{pieces} {extra}", "KD", colour, moves) == set(allowed.split())


@pytest.mark.parametrize("colour", ["white", "black"])
def test_peaceful_ghosts_attack_nothing(side: type[Side], colour: str) -> None:
    for ghost in ("step-peaceful", "glide-peaceful"):
        assert castlings(side, f"{CASTLERS} gf2 gg2", "KD", colour, ghost=ghost) == {"d1f1", "d1g1"}
    assert castlings(side, f"{CASTLERS} gf2 gg2", "KD", colour) == set()


@cases(
    [
        Case("both of White's", ALL, "w KDkd - 1", legal="d1f1 d1g1"),
        Case("both of Black's", ALL, "b KDkd - 1", legal="i7g7 i7f7"),
        Case("not home without its right", ALL, "w Dkd - 1", illegal="d1f1"),
        Case("not by a drop without its right", ALL, "w Kkd - 1", illegal="d1g1"),
        Case("nor Black's home", ALL, "b KDd - 1", illegal="i7g7"),
        Case("nor Black's by a drop", ALL, "b KDk - 1", illegal="i7f7"),
        Case("none of White's without rights", ALL, "w - - 1", illegal="d1f1 d1g1"),
        Case("none of Black's without rights", ALL, "b - - 1", illegal="i7g7 i7f7"),
        Case("past a bishop far away", f"{ALL} bb2", "w KDkd - 1", legal="d1f1"),
        Case(
            "once the check is removed",
            "Kd1 Rf1 Rl3 rd7 kg6",
            "w K",
            illegal_firsts="d1f1",
            legal="l3/d3,d1f1",
        ),
        Case(
            "once the check is removed, and only then",
            "Kd1 Rf1 Rg4 rd7 kl7",
            "w K - 2",
            containing={"d1f1": "g4/d4,d1f1"},
        ),
        Case("once the way is clear", "Kd1 Rg1 Bi1 kl7", "w D - 2", legal="i1h2,d1g1 i1/d2,d1g1"),
        Case("not with another piece in the way", "Kd1 Rg1 Bi1 Nj1 kl7", "w D - 2", illegal="i1h2,d1g1"),
        # Of the rook's moves only the one to e5 covers e1.
        Case(
            "once the way is guarded",
            "Kd1 Rf1 Rg5 re7 kl7",
            "w K - 2",
            legal="g5/e5,d1c1",
            containing={"d1f1": "g5/e5,d1f1"},
        ),
    ]
)
def test_legal_castlings(side: type[Side], case: Case) -> None:
    case.test(side)


# ------------------------------------------------------------------------------------- where the pieces go


@cases(
    [
        Case(
            "White's",
            CASTLERS,
            "w KD - 1 4 9",
            after={"d1f1": "Ke1 Rd1 Rg1 kl7 | b - - 2 5 9", "D1G1": "Kh1 Rf1 Ri1 kl7 | b - - 2 5 9"},
        ),
        Case(
            "Black's",
            "Ka1 ki7 rg7 rf7",
            "b kd - 1 4 9",
            after={"i7g7": "Ka1 kh7 ri7 rf7 | w - - 2 5 10", "i7f7": "Ka1 ke7 rd7 rg7 | w - - 2 5 10"},
        ),
        # Neither king nor rook moves again. As the second move castling follows one begun on the right board, but not
        # one by the rook of the drop castling.
        Case(
            "in a turn of White's",
            "Kd1 Rf1 Rg1 Nk1 Na4 kl7",
            "w KD - 2",
            inside={
                "d1g1": "Kh1 Rf1 Ri1 Nk1 Na4 kl7 | w - - 1:right:h1,i1 1 1",
                "d1f1": "Ke1 Rd1 Rg1 Nk1 Na4 kl7 | w - - 1:right:e1,d1 1 1",
            },
            movers={"d1g1,": "k1", "d1f1,": "g1 k1"},
            legal="k1j3,d1f1 k1l3,d1g1 k1/d3,d1g1 g1g3,d1f1",
            illegal="g1g3,d1g1 a4b2,d1f1 a4b2,d1g1 f1f3,d1g1",
        ),
        Case(
            "in a turn of Black's",
            "Ka1 ki7 rg7 rf7 nb5",
            "b kd - 2",
            inside={
                "i7f7": "Ka1 ke7 rd7 rg7 nb5 | b - - 1:left:e7,d7 1 1",
                "i7g7": "Ka1 kh7 ri7 rf7 nb5 | b - - 1:left:h7,i7 1 1",
            },
            movers={"i7f7,": "b5", "i7g7,": "b5 f7"},
        ),
    ]
)
def test_where_the_pieces_go(side: type[Side], case: Case) -> None:
    case.test(side)


@pytest.mark.parametrize(
    ("colour", "text", "after", "moved"),
    [
        ("w", "d1f1", "Ke1 Rd1 Rg1 ki7 rg7 rf7", "1:right:e1,d1"),
        ("w", "d1g1", "Kh1 Rf1 Ri1 ki7 rg7 rf7", "1:right:h1,i1"),
        ("b", "i7g7", "Kd1 Rf1 Rg1 kh7 ri7 rf7", "1:left:h7,i7"),
        ("b", "i7f7", "Kd1 Rf1 Rg1 ke7 rg7 rd7", "1:left:e7,d7"),
    ],
)
def test_first_or_second_move(side: type[Side], colour: str, text: str, after: str, moved: str) -> None:
    """The other side keeps its rights; neither king nor rook moves again."""
    position = side.setup(f"{ALL} Pl2 pa6 pl6 Pa2", f"{colour} KDkd")
    middle = position.walk(text)
    kept = "kd" if colour == "w" else "KD"
    assert middle == side.setup(f"{after} Pl2 pa6 pl6 Pa2", f"{colour} {kept} - {moved} 1 1")
    castled = moved.split(":")[2].split(",")
    assert middle.turns() and not any(turn[:2] in castled for turn in middle.turns())
    if colour == "w":
        assert position.play(f"l2l3,{text}").board == board(f"{after} Pl3 pa6 pl6 Pa2")
    else:
        assert position.play(f"a6a5,{text}").board == board(f"{after} Pl2 pa5 pl6 Pa2")


# --------------------------------------------------------------------------------------------------- rights

#: Pieces, rights -> the rights after a turn.
RIGHTS = {
    ("Kd1 Rf1 Rg1 ki7 rg7 rf7 Nl1 Ba1 Nj1 Be1 Ge2", "w KDkd"): {
        "d1c1": "kd", "f1f2": "Dkd", "g1g2": "Kkd", "f1~l1": "Dkd", "l1~f1": "Dkd", "g1~a1": "Kkd", "a1~g1": "Kkd",
        "d1~j1": "kd", "j1~d1": "kd", "e1f2": "KDkd", "f1f7": "Dk", "g1g7": "Kd", "e2~d1": "kd", "e2~f1": "Dkd",
    },
    ("Kd1 Rf1 Rg1 Nl1 Na1 Ge2 Bj1 ka7", "w KD"): {
        "d1c1": "-", "d1~j1": "-", "j1~d1": "-", "e2~d1": "-", "f1f3": "D", "f1~l1": "D", "l1~f1": "D", "e2~f1": "D",
        "g1g3": "K", "g1~a1": "K", "a1~g1": "K", "a1b3": "KD", "d1f1": "-",
    },
    ("Kd1 Rf1 Rg1 ki7 rl6 rg7 rf7", "b KDkd"): {"f7f1": "Dk", "g7g1": "Kd", "l6l5": "KDkd"},
    ("Kd1 Rf1 Rg1 ki7 rg7", "w KDk"): {"d1/j2": "k"},
}  # fmt: skip


@pytest.mark.parametrize(
    ("pieces", "rest", "turn", "left"),
    [(*position, turn, left) for position, rights in RIGHTS.items() for turn, left in rights.items()],
)
def test_rights_go_with_any_move(side: type[Side], pieces: str, rest: str, turn: str, left: str) -> None:
    assert side.setup(pieces, f"{rest} - 1").play(turn).rest.split()[1] == left


def test_rights_do_not_come_back(side: type[Side]) -> None:
    position = side.setup("Kd1 Rf1 ki7 rg7", "w Kk - 1").play("f1f2 i7h7")
    assert position.rest.split()[1] == "-"
    position = position.play("f2f1 h7i7")
    assert position.board == board("Kd1 Rf1 ki7 rg7") and "d1f1" not in position.firsts()
