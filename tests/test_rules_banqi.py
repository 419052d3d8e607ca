"""The rule page of Banqi, statement by statement, against the engine (rules/banqi.md)."""

from __future__ import annotations

import math
import random
import re
from collections import Counter
from collections.abc import Mapping
from itertools import pairwise, product

import pytest

from oddfish.cext.banqi.game import LETTERS, SETS, Banqi, Setup
from oddfish.cext.core.perft import perft
from oddfish.cext.core.rules import FenError, MoveError
from oddfish.engine.game import Game, Result
from oddfish.engine.options import OptionError
from oddfish.engine.variants import REGISTRY
from oddfish.engine.variants.banqi import BanqiDeal

TAIWAN, HONGKONG = "banqi", "banqi-hongkong"
VARIANTS = (TAIWAN, HONGKONG)
START = "XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXXX[KGGMMRRNNCCPPPPPkggmmrrnnccppppp] w - 0 1"

Options = Mapping[str, str | bool | int]
DIRECT: Options = {"CannonDirect": True}
DARK: Options = {"DarkCapture": True}
MULTI: Options = {"MultiCapture": True}
RIDES: Options = {"ChariotRides": True}
CHASER: Options = {"Repetition": "chaser-loses"}


def fen_of(pieces: str, pool: str = "", rest: str = "w r", ranks: int = 8) -> str:
    """A FEN from pieces such as "Kb4 pb5 Xa2", the pool and the other fields."""
    placed = {piece[1:]: piece[0] for piece in pieces.split()}
    rows = ["".join(placed.pop(f"{file}{rank}", ".") for file in "abcd") for rank in range(ranks, 0, -1)]
    assert not placed
    board = re.sub(r"\.+", lambda gap: str(len(gap[0])), "/".join(rows))
    return f"{board}[{pool}] {rest}"


def game(pieces: str, pool: str = "", rest: str = "w r", variant: str = TAIWAN, options: Options | None = None) -> Game:
    """A game that is told outcomes: nobody deals."""
    made = Game(variant, options, fen_of(pieces, pool, rest))
    made.deal = None
    return made


def play(line: Game, moves: str) -> Game:
    for text in moves.split():
        assert line.result() is None, f"over before {text}"
        assert line.push(text) == text
    return line


def moves_of(line: Game, square: str = "") -> set[str]:
    return {text for text in line.legal() if text.startswith(square)}


def texts(text: str) -> set[str]:
    return set(text.split())


# -------------------------------------------------------------------------------------------------- start, facts


@pytest.mark.parametrize("variant", VARIANTS)
def test_start(variant: str) -> None:
    start = Game(variant)
    assert start.fen() == START == Banqi(Setup(hongkong=variant == HONGKONG)).fen()
    assert start.legal() == [f"{file}{rank}" * 2 for rank in range(1, 9) for file in "abcd"]
    assert start.position.chancy and not start.position.check
    assert (start.position.turn, start.position.number, start.position.clock) == (0, 1, 0)


def test_distinct_deals() -> None:
    """The pool of the start is the page's: so many shuffles look different."""
    pool = Banqi().pool
    deals = math.factorial(len(pool))
    for count in Counter(pool).values():
        deals //= math.factorial(count)
    assert deals == 17844701940490283892633600000


#: Statement, pieces, pool, FEN's rest, options, square, what may be done from there: in `banqi`, in `banqi-hongkong`.
MOVES: list[tuple[str, str, str, str, Options, str, str, str | None]] = [
    ("fact: general beside a soldier", "Kb4 pb5", "", "w r", {}, "b4", "b4a4 b4c4 b4b3", None),
    ("fact: soldier beside a general", "Kb4 pb5", "", "b r", {}, "b5", "b5a5 b5c5 b5b6 b5b4", None),
    ("fact: cannon beside a soldier", "Ca1 pa2", "", "w r", {}, "a1", "a1b1", "a1b1 a1a2"),
    ("fact: CannonDirect", "Ca1 pa2", "", "w r", DIRECT, "a1", "a1b1 a1a2", None),
    ("fact: jump over a friend", "Ca1 Pa2 ka3", "", "w r", {}, "a1", "a1b1 a1a3", "a1b1"),
    ("fact: jump over an enemy", "Ca1 ga2 ka3", "", "w r", {}, "a1", "a1b1 a1a3", "a1b1 a1a2"),
    ("fact: jump over a face-down piece", "Ca1 Xa2 ka3", "n", "w r", {}, "a1", "a1b1 a1a3", "a1b1"),
    ("fact: two screens", "Ca1 Xa2 Xa3 ka4", "Pp", "w r", {}, "a1", "a1b1", "a1b1"),
    ("fact: screen and gap", "Ca1 Xa2 ka4", "p", "w r", {}, "a1", "a1b1 a1a4", "a1b1"),
    ("fact: soldier beside a cannon", "Pc3 cc4", "", "w r", {}, "c3", "c3b3 c3d3 c3c2", "c3b3 c3d3 c3c2"),
    ("fact: horse beside a cannon", "Nb2 cb3", "", "w r", {}, "b2b3", "b2b3", "b2b3"),
    ("fact: elephant beside a cannon", "Mb2 cb3", "", "w r", {}, "b2b3", "b2b3", ""),
    ("Q2: not onto own or face-down pieces", "Rb2 Xb3 Pc2 nb1 Kd8", "p", "w r", {}, "b2", "b2a2 b2b1", "b2a2 b2b1"),
    ("Q2: flip", "Rb2 Xb3 Pc2 nb1 Kd8", "p", "w r", {}, "b3", "b3b3", "b3b3"),
    ("Q2: not the enemy's", "Rb2 Xb3 Pc2 nb1 Kd8", "p", "w r", {}, "b1", "", ""),
    ("Q2: no way round the edge", "Pd1 ka2 Kd8", "", "w r", {}, "d1", "d1c1 d1d2", "d1c1 d1d2"),
    ("Q2: the upper corner", "Pa8 kd1", "", "w r", {}, "a8", "a8a7 a8b8", "a8a7 a8b8"),
    ("Q5: gaps on both sides", "Cb2 Pb4 kb7 nb8 pd2 Pa2 ga1 Gc2", "", "w r", {}, "b2", "b2b7 b2d2 b2b1 b2b3", None),
    ("Q5: no quiet jump", "Cb2 Pb3 kd8", "", "w r", {}, "b2", "b2a2 b2c2 b2b1", None),
    ("Q5: not onto an own piece", "Cb2 Pb3 Gb5 kd8", "", "w r", {}, "b2", "b2a2 b2c2 b2b1", None),
    ("Q5: not onto a face-down piece", "Cb2 Pb3 Xb5 kd8", "p", "w r", {}, "b2", "b2a2 b2c2 b2b1", None),
    ("Q5: cannon takes cannon by a jump", "Cb2 cb3 cb4", "", "w r", {}, "b2", "b2a2 b2c2 b2b1 b2b4", None),
    ("CannonDirect: not the others", "Cb2 kb3 gb1 ma2 nc2", "", "w r", DIRECT, "b2", "", None),
    ("CannonDirect: cannons too", "Cb2 cb3 Pb1 pb8", "", "w r", DIRECT, "b2", "b2a2 b2c2 b2b3 b2b8", None),
    ("DarkCapture: steps", "Na1 Xa2 Xb1", "pp", "w r", DARK, "a1", "a1a2 a1b1", "a1a2 a1b1"),
    ("DarkCapture: the cannon as it takes", "Ca1 Xa2 Xa4 Xb1", "ppp", "w r", DARK, "a1", "a1a4", "a1a2 a1b1"),
    ("DarkCapture: and directly", "Ca1 Xa2 Xa4 Xb1", "ppp", "w r", {**DARK, **DIRECT}, "a1", "a1a4 a1a2 a1b1", None),
    ("DarkCapture: hopeless ones too", "Ka1 Xa2 pd8", "P", "w r", DARK, "a1a2", "a1a2", "a1a2"),
    ("ChariotRides", "Rb2 pb6 gd2 na2 Pb8", "", "w r", RIDES, "b2", "b2b6 b2a2 b2b1 b2b3 b2c2",
     "b2b6 b2a2 b2b1 b2b3 b2c2 b2d2"),
    ("ChariotRides: nothing behind another piece", "Rb2 Pb4 pb6 nd8", "", "w r", RIDES, "b2", "b2a2 b2c2 b2b1 b2b3",
     "b2a2 b2c2 b2b1 b2b3"),
    ("ChariotRides: horses do not", "Nb2 pb4", "", "w r", RIDES, "b2", "b2a2 b2c2 b2b1 b2b3", "b2a2 b2c2 b2b1 b2b3"),
    ("ChariotRides: no attempt", "Rb2 Xb6", "p", "w r", RIDES, "b2", "b2a2 b2c2 b2b1 b2b3", "b2a2 b2c2 b2b1 b2b3"),
    ("ChariotRides: attempts", "Rb2 Xb6 Xb7", "np", "w r", {**RIDES, **DARK}, "b2", "b2a2 b2c2 b2b1 b2b3 b2b6",
     "b2a2 b2c2 b2b1 b2b3 b2b6"),
]  # fmt: skip


@pytest.mark.parametrize("row", MOVES, ids=[row[0] for row in MOVES])
def test_moves(row: tuple[str, str, str, str, Options, str, str, str | None]) -> None:
    _, pieces, pool, rest, options, square, taiwan, hongkong = row
    for variant, expected in ((TAIWAN, taiwan), (HONGKONG, hongkong)):
        if expected is not None:
            line = game(pieces, pool, rest, variant, options)
            assert moves_of(line, square) == texts(expected), variant
            assert line.position.count() == len(line.legal())


#: Q4, copied from the page.
TABLES = {
    TAIWAN: "K111111. G.111111 M..11111 R...1111 N....111 Cjjjjjjj P1.....1",
    HONGKONG: "K111111. G.1....1 M.11...1 R.111111 N.11.111 C.11..11 P1.....1",
}


@pytest.mark.parametrize("variant", VARIANTS)
def test_q4_every_pair(variant: str) -> None:
    """By a step and by a jump, for both colours."""
    for row in TABLES[variant].split():
        for victim, how in zip(LETTERS, row[1:], strict=True):
            for own, enemy, rest in ((row[0], victim.lower(), "w r"), (row[0].lower(), victim, "w b")):
                step = game(f"{own}b2 {enemy}b3", "", rest, variant)
                assert ("b2b3" in step.legal()) == (how == "1"), f"{own}{enemy}"
                jump = game(f"{own}b2 Xb3 {enemy}b5", "p", rest, variant)
                assert ("b2b5" in jump.legal()) == (how == "j"), f"{own}{enemy}"


# ---------------------------------------------------------------------------------------- Q1, Q2, Q3: turns, ends


def test_q1_the_first_flip_gives_the_first_player_his_colour() -> None:
    for shown, first in (("rk", "r"), ("bp", "b")):
        line = Game(TAIWAN)
        line.deal = None
        play(line, f"a1a1={shown}")
        position = line.position
        assert isinstance(position, Banqi)
        assert position.first == first and position.turn == 1
        assert len(line.legal()) == 31  # what was shown is not the second player's
    assert line.fen() == "XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/pXXX[KGGMMRRNNCCPPPPPkggmmrrnnccpppp] b b 0 1"
    play(line, "d8d8=rk")
    assert line.fen() == "XXXK/XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/pXXX[GGMMRRNNCCPPPPPkggmmrrnnccpppp] w b 0 2"


#: Pieces, pool, FEN's rest, result.
ENDS = [
    ("Ka1 pa2 pb1", "", "w r", Result(1, "no legal move")),  # the page's last fact
    ("Ka1 pa2 pb1", "", "b b", Result(0, "no legal move")),  # Red is the second player
    ("Ka1 pa2 pb1", "", "w b", None),  # Black to move
    ("Ka1 pa2 pb1 Xd8", "p", "w r", None),  # a flip is a move
    ("Ka1", "", "w r", Result(0, "all pieces captured")),
    ("Ka1", "", "b r", Result(0, "all pieces captured")),
    ("Ka1", "", "w b", Result(1, "all pieces captured")),
    ("ka1 Xa2", "p", "w r", Result(1, "all pieces captured")),  # though it could flip
    ("ka1 Xa2", "P", "w r", None),  # one is left, face down
    ("Xa1 Xa2", "Pp", "w r", None),
    ("Xa1 Xa2", "PP", "b r", Result(0, "all pieces captured")),
    ("Xa1 Xa2", "PP", "w -", None),  # before the first flip nobody owns them
    ("Xa1 Xa2 Xa3", "PPP", "w - 200", Result(None, "move rule")),
]


@pytest.mark.parametrize(("pieces", "pool", "rest", "result"), ENDS)
def test_q3_ends(pieces: str, pool: str, rest: str, result: Result | None) -> None:
    line = game(pieces, pool, rest)
    assert line.result() == result
    over = result is not None and result.reason != "move rule"
    assert (line.legal() == []) == (line.position.count() == 0) == (perft(line.position, 1) == 0) == over


def test_q3_the_last_piece_captured_ends_the_game_at_once() -> None:
    line = play(game("Ra1 pa2 Ka8", rest="w r 7 30"), "a1a2")
    assert line.fen() == "K3/4/4/4/4/4/R3/4[] b r 0 30"
    assert line.result() == Result(0, "all pieces captured")
    assert play(game("Ra1 pa2 Xa8", "p"), "a1a2").result() is None
    assert play(game("Ra1 pa2 Xa8", "P"), "a1a2").result() == Result(0, "all pieces captured")
    assert play(game("Pa1 ka2 pd8"), "a1a2").result() is None  # Generals are not royal
    # The only colour there is shows itself: the other player has lost.
    assert play(game("Xa1 Xa2", "PK", "w -"), "a1a1=rk").result() == Result(0, "all pieces captured")


# --------------------------------------------------------------------------------------------------- Q6: draws


def test_q6_clock() -> None:
    pieces, rest = "Ra1 pa2 Xd8 Pc1 kd1", "w r 17 20"
    for moves, tail in {
        "a1b1": "b r 18 20", "a1a2": "b r 0 20", "d8d8=bp": "b r 0 20", "a1b1 a2a3": "w r 19 21",
    }.items():  # fmt: skip
        assert play(game(pieces, "p", rest), moves).fen().endswith(f" {tail}"), moves


@pytest.mark.parametrize("plies", [180, 50, 1])
def test_q6_move_rule(plies: int) -> None:
    line = game("Ra1 pa3", rest=f"w r {plies - 1} 99", options={"NoProgressPlies": plies})
    play(line, "a1b1")
    assert line.result() == Result(None, "move rule") and len(line.legal()) > 0


def test_q6_no_move_rule() -> None:
    line = game("Ra1 pa3", rest="w r 9999 99", options={"NoProgressPlies": 0})
    assert play(line, "a1b1").result() is None


def test_order_of_results() -> None:
    """README "Results": the position, then repetition, then the move rule."""
    assert game("Ka1 pa2 pb1", rest="w r 180 99").result() == Result(1, "no legal move")
    assert game("Ka1", rest="w b 180 99").result() == Result(1, "all pieces captured")
    line = game("Ra1 pa3", rest="w r 173 99")
    for text in "a1b1 a3a4 b1a1 a4a3 a1b1 a3a4 b1a1 a4a3".split():  # on past the move rule
        line.push(text)
    assert line.position.clock == 181
    assert line.result() == Result(None, "repetition")


#: Black's horse flees from Red's chariot around four squares; a soldier each stands by.
FLIGHT = "Rb1 na1 Pd8 pc5"
AROUND = "a1a2 b1b2 a2a1 b2b1 "

#: What it shows, pieces, FEN's rest, options beside chaser-loses, moves, winner (None: a draw by repetition).
CYCLES: list[tuple[str, str, str, Options, str, int | None]] = [
    ("nobody chases", "Ra1 pc5", "w r", {}, "a1a2 c5c6 a2a1 c6c5 " * 2, None),
    ("Red, the first player", FLIGHT, "b r", {}, AROUND * 2, 1),
    ("Red, the second player", FLIGHT, "w b", {}, AROUND * 2, 0),
    ("the chaser moves first", "Rb1 na2 Pd8 pc5", "w r", {}, "b1b2 a2a1 b2b1 a1a2 " * 2, 1),
    ("Black", "rb1 Na1 pd8 Pc5", "b b", {}, AROUND * 2, 1),
    ("both chase", f"{FLIGHT} kd3 Nd4", "b r", {}, AROUND * 2, None),
    ("a threat that is none", "Rb1 na1 pc5 kd3 Pd4", "b r", {}, AROUND * 2, 1),
    ("equals, one out of reach", "Rb1 ra1 Pd8 pc5", "b r", {}, AROUND * 2, 1),
    ("a standing threat", "Rb1 na1 Pd8 pc5", "w r", {}, "d8d7 c5c6 d7d8 c6c5 " * 2, 1),
    ("chasers take turns", "Ra1 Ma2 nb1 Pd8", "b r", {}, "b1b2 d8d7 b2b1 d7d8 " * 2, 1),
    ("free every other time", "Ra1 Ka3 nb1 Pd8", "b r", {}, "b1b2 d8d7 b2b1 d7d8 " * 2, None),
    ("different victims", "Rb1 na1 nc2 pd8", "w r", {}, "b1b2 d8d7 b2b1 d7d8 " * 2, None),
    ("individuals, not kinds", "na1 nb2 Rb3 Rc1 Pd8", "b r", {},
     "a1a2 d8d7 b2b1 d7d8 a2b2 d8d7 b1a1 d7d8 " * 2, None),
    ("the last cycle counts: chased", FLIGHT, "b r", {}, f"a1a2 d8d7 a2a1 d7d8 {AROUND}", 1),
    ("the last cycle counts: not chased", FLIGHT, "b r", {}, f"{AROUND} a1a2 d8d7 a2a1 d7d8", None),
    ("a cannon takes no soldier", "Cb1 pa1 Pd8 gc5", "b r", {}, AROUND * 2, None),
    ("but with CannonDirect", "Cb1 pa1 Pd8 gc5", "b r", DIRECT, AROUND * 2, 1),
    ("a jump", "Ca1 Pa2 na4 pd8", "w r", {}, "a2a3 d8d7 a3a2 d7d8 " * 2, 1),
    ("far away", "Ra1 na4 Pd1 pd8", "w r", {}, "d1d2 d8d7 d2d1 d7d8 " * 2, None),
    ("far away with ChariotRides", "Ra1 na4 Pd1 pd8", "w r", RIDES, "d1d2 d8d7 d2d1 d7d8 " * 2, 1),
]  # fmt: skip


@pytest.mark.parametrize("row", CYCLES, ids=[row[0] for row in CYCLES])
def test_q6_chaser_loses(row: tuple[str, str, str, Options, str, int | None]) -> None:
    _, pieces, rest, options, moves, winner = row
    result = Result(None, "repetition") if winner is None else Result(winner, "perpetual attack")
    line = play(game(pieces, rest=rest, options={**options, **CHASER}), moves)
    assert line.repetitions() == 3 and line.result() == result
    # The position says the same of the cycle alone, for its side to move.
    key = line.position.key
    last = max(at for at, position in enumerate(line.positions[:-1]) if position.key == key)
    code, reason = line.position.cycle(line.positions[last:])
    assert (code, reason) == (2 if winner is None else 3 if winner == line.turn else 1, result.reason)
    assert play(game(pieces, rest=rest, options=options), moves).result() == Result(None, "repetition")


def test_q6_a_face_down_target_is_no_victim() -> None:
    line = game("Ra1 Xa2 Pd1 pd8", "n", options={**DARK, **CHASER})
    assert play(line, "d1c1 d8d7 c1d1 d7d8 " * 2).result() == Result(None, "repetition")


def test_q6_hong_kong_chases_with_its_cannon() -> None:
    line = game("Cb1 pa1 Pd8 gc5", rest="b r", variant=HONGKONG, options=CHASER)
    assert play(line, AROUND * 2).result() == Result(1, "perpetual attack")


# ------------------------------------------------------------------------------------------ DarkCapture, series


def test_dark_capture() -> None:
    line = game("Na1 Xa2 Xd8", "pP", "w r 17 30", options=DARK)
    start = line.copy()
    assert [start.position.text(move) for move, _ in start.position.outcomes(start.parse("a1a2"))] == [
        "a1a2=rp", "a1a2=bp",
    ]  # fmt: skip
    assert play(line, "a1a2=bp").fen() == "3X/4/4/4/4/4/N3/4[P] b r 0 30"  # taken
    assert play(start, "a1a2=rp").fen() == "3X/4/4/4/4/4/P3/N3[p] b r 0 30"  # an own one stays
    line = game("Na1 Xa2 Kd8", "g", options=DARK)
    assert play(line, "a1a2=bg").fen() == "3K/4/4/4/4/4/g3/N3[] b r 0 1"  # so does one it may not take
    line = game("Ra1 Xa2 Xd8", "nP", options=DARK)
    assert play(line, "a1a2=bn").result() == Result(0, "all pieces captured")


@pytest.mark.parametrize(
    ("move", "board"),
    [("a1a2=bn", "X3/4/n3/C3[c]"), ("a1a2=bc", "X3/4/C3/4[n]"), ("a1a4=bn", "C3/4/X3/4[c]")],
)
def test_dark_capture_takes_as_the_way_allows(move: str, board: str) -> None:
    """A direct cannon takes cannons by a step, but horses only by its jump."""
    line = game("Ca1 Xa2 Xa4", "nc", options={**DARK, **DIRECT})
    assert play(line, move).fen() == f"4/4/4/4/{board} b r 0 1"


def test_multi_capture() -> None:
    line = game("Ra1 pa2 pa3 nb3 Pd8 Xd1 kd4", "p", "b b 3 12", options=MULTI)
    play(line, "a1a2")
    assert line.fen() == "3P/4/4/4/3k/pn2/R3/3X[p] b b 0 12 a2"
    assert sorted(line.legal()) == ["0000", "a2a3"]  # no quiet move, no flip, no other piece
    stopped = line.copy()
    assert play(stopped, "0000").fen() == "3P/4/4/4/3k/pn2/R3/3X[p] w b 0 13"
    play(line, "a2a3")
    assert line.fen() == "3P/4/4/4/3k/Rn2/4/3X[p] b b 0 12 a3"
    assert play(line, "a3b3").fen() == "3P/4/4/4/3k/1R2/4/3X[p] w b 0 13"  # with nothing more to take, it ends
    for text in ("a3b3", "a2a3", "a1a2"):
        assert line.position.text(line.pop()) == text
    assert line.fen() == fen_of("Ra1 pa2 pa3 nb3 Pd8 Xd1 kd4", "p", "b b 3 12")


def test_multi_capture_begins_and_ends() -> None:
    def fen_after(pieces: str, pool: str, moves: str, options: Options) -> str:
        return play(game(pieces, pool, options=options), moves).fen()

    both = {**MULTI, **DARK}
    assert fen_after("Ra1 pb2 Pd8", "", "a1a2", MULTI).endswith(" b r 1 1")  # a quiet move begins none
    assert fen_after("Ra1 pa2 pa3", "", "a1a2", {}).endswith(" b r 0 1")
    assert fen_after("Ra1 pa2 Xa3", "n", "a1a2", MULTI).endswith(" b r 0 1")  # nothing face up
    assert fen_after("Ra1 pa2 Xa3", "P", "a1a2", both).endswith(" b r 0 1")  # the last piece: the game is over
    assert fen_after("Ra1 Xa2 pa3 kd8", "n", "a1a2=bn", both) == "3k/4/4/4/4/p3/R3/4[] w r 0 1 a2"
    assert fen_after("Ra1 Xa2 pa3 kd8", "n", "a2a2=bn", both).endswith(" b r 0 1")  # nor does a flip
    line = play(game("Ra1 pa2 Xa3 kd8 Xa4", "nG", options=both), "a1a2")
    assert sorted(line.legal()) == ["0000", "a2a3"]
    failed = line.copy()
    assert play(line, "a2a3=bn").fen() == "3k/4/4/4/X3/R3/4/4[G] w r 0 1 a3"
    assert play(failed, "a2a3=rg").fen() == "3k/4/4/4/X3/G3/R3/4[n] b r 0 1"
    rider = play(game("Ra1 pa4 pd4 pd8 kd1", options={**MULTI, **RIDES}), "a1a4 a4d4 d4d8")
    assert rider.turn == 1
    cannon = play(game("Ca1 Pa2 na3 gc3 pd3 pd8", options=MULTI), "a1a3")
    assert sorted(cannon.legal()) == ["0000", "a3d3"]


def test_stopping_leaves_the_clock_and_is_legal_in_a_series_only() -> None:
    line = Game(TAIWAN, MULTI, "4/4/4/4/4/p3/R3/3k[] w r 7 5 a2")
    assert line.position.horizon == 7
    assert play(line, "0000").fen() == "4/4/4/4/4/p3/R3/3k[] b r 7 5"
    with pytest.raises(MoveError, match="'0000' is not a legal move"):
        line.parse("0000")


def test_perft_of_a_series() -> None:
    """By hand: each capture, and stopping, is a ply."""
    # a1a2 a2a3 ends the game, a1a2 0000 leaves a3a4 a3b3; a1b1 leaves a2a1 a2b2 a3a4 a3b3.
    assert perft(game("Ra1 pa2 pa3", options=MULTI).position, 2) == 2 + 4
    assert perft(game("Ra2 pa3", rest="w r 0 1 a2", options=MULTI).position, 2) == 2


# ------------------------------------------------------------------------------------------------------- texts

BAD_MOVES = [
    ("a1a1=", "'' is no outcome"),
    ("a1a1=k", "'k' is no outcome, expected a colour r or b and a piece of kgmrncp"),
    ("a1a1=wk", "'wk' is no outcome"),
    ("a1a1=rq", "'rq' is no outcome"),
    ("a1a1=rkk", "'rkk' is no outcome"),
    ("a1a1=rk=rk", "'rk=rk' is no outcome"),
    ("a1a1=rm", "no red Elephant is left face down"),
    ("a1a1=rk", "no red General is left face down"),
    ("a2a2=bk", "'a2a2' is not a legal move"),
    ("a1a2=bk", "'a1a2' is not a legal move"),
    ("a1", "'a1' is not a legal move"),
    ("", "'' is not a legal move"),
    ("=", "'' is not a legal move"),
    ("0000", "'0000' is not a legal move"),
    ("e1e1=bk", "'e1e1' is not a legal move"),
    ("b2b3=bp", "'b2b3=bp' has an outcome, but turns no piece up"),
    ("b2c2=bp", "'b2c2=bp' has an outcome, but turns no piece up"),
    ("b2d2", "'b2d2' is not a legal move"),
    ("b3b4", "'b3b4' is not a legal move"),
]


@pytest.mark.parametrize(("text", "message"), BAD_MOVES)
def test_bad_moves(text: str, message: str) -> None:
    line = game("Xa1 Rb2 pb3", "k")
    before = line.fen()
    with pytest.raises(MoveError) as caught:
        line.push(text)
    assert str(caught.value).endswith(message) or message in str(caught.value)
    assert line.fen() == before and not line.pending


def test_a_move_without_its_outcome_is_not_made() -> None:
    position = game("Xa1 Rb2 pb3", "k").position
    with pytest.raises(ValueError, match="'a1a1' has no outcome yet"):
        position.make(position.parse("a1a1"))


def test_texts_in_any_case() -> None:
    position = Banqi()
    flip = position.parse("A1A1")
    assert position.text(flip) == "a1a1"
    shown = {position.text(move): (move, weight) for move, weight in position.outcomes(flip)}
    assert {text: weight for text, (_, weight) in shown.items()} == {
        f"a1a1={color}{letter}": number for color in "rb" for letter, number in zip("kgmrncp", SETS[8], strict=True)
    }
    for text, (move, _) in shown.items():
        assert position.parse(text) == move == position.parse(text.upper())
        assert position.outcomes(move) == [(move, 1)]


# --------------------------------------------------------------------------------------------------------- FEN

DOWN = "/".join(["XXXX"] * 8) + "[KGGMMRRNNCCPPPPPkggmmrrnnccppppp]"
LONE = "4/4/4/4/4/4/4/Kk2"
SERIES = "3k/4/4/4/4/p2X/R3/P3[n]"

GOOD_FENS: list[tuple[str, str, Options]] = [
    (DOWN, START, {}),
    (f"{LONE} b r", f"{LONE}[] b r 0 1", {}),
    (f"{LONE}[] w b 7", f"{LONE}[] w b 7 1", {}),
    (f"{LONE} w b 10000 30000", f"{LONE}[] w b 10000 30000", {}),
    ("XX2/4/4/4/4/4/4/XK2[pkR] b r 3 4", "XX2/4/4/4/4/4/4/XK2[Rkp] b r 3 4", {}),
    ("XX2/4/4/4/4/4/4/4[Kk] b r 0 4", "XX2/4/4/4/4/4/4/4[Kk] b r 0 4", {}),
    (f"{SERIES} w r 0 1 a2", f"{SERIES} w r 0 1 a2", MULTI),
    (f"{SERIES} b b 0 1 a2", f"{SERIES} b b 0 1 a2", MULTI),
    ("4/4/4/4/4/4/X3/R2k[n] w r 0 1 a1", "4/4/4/4/4/4/X3/R2k[n] w r 0 1 a1", {**MULTI, **DARK}),
]


@pytest.mark.parametrize(("fen", "written", "options"), GOOD_FENS)
def test_fens(fen: str, written: str, options: Options) -> None:
    for text in (fen, written):
        position = Game(TAIWAN, options, text).position
        assert position.fen() == written
        assert position.valid() and position.key == position.fresh_key


BAD_FENS: list[tuple[str, str]] = [
    ("", "empty FEN"),
    (f"{LONE}[] w r 0 1 a1 x", "7 fields, expected at most 6: extra 'x'"),
    ("4/4/4/4/4/4/Kk2 w r", "board has 7 ranks, expected 8"),
    ("4/4/4/4/4/4/4/4/Kk2 w r", "board has 9 ranks, expected 8"),
    ("4/4/4/5/4/4/4/Kk2 w r", "rank 5 has 5 files, expected 4"),
    ("4/4/4/4/4/4/XXX/Kk2[ppp] w r", "rank 2 has 3 files, expected 4"),
    ("4/4/4/4/4/4/13/Kk2 w r", "rank 2 has 13 files"),
    ("4/4/4/4/4//4/Kk2 w r", "rank 3 has 0 files"),
    ("4/4/4/4/4/04/4/Kk2 w r", "rank 3 has '04', expected a number from 1"),
    ("4/4/4/4/4/4/q3/Kk2 w r", "'q' on a2 is no piece, expected one of KGMRNCPkgmrncp or X"),
    ("4/4/4/4/4/4/x3/Kk2[p] w r", "'x' on a2 is no piece"),
    ("4/4/4/4/4/4/X3/Kk2[X] w r", "'X' in the pool is no piece"),
    ("4/4/4/4/4/4/X3/Kk2[1] w r", "'1' in the pool is no piece"),
    (f"{LONE}[ w r", "has no closing bracket"),
    (f"{LONE}] w r", "rank 1 has 5 files"),
    (f"{LONE}[][] w r", "the pool has 2 pieces, but 0 squares are face down"),
    ("4/4/4/4/4/4/X3/Kk2 w r", "the pool has 0 pieces, but 1 squares are face down"),
    ("4/4/4/4/4/4/X3/Kk2[pp] w r", "the pool has 2 pieces, but 1 squares are face down"),
    (f"{LONE}[p] w r", "the pool has 1 pieces, but 0 squares are face down"),
    ("4/4/4/4/4/4/4/4[] w r", "the board is empty"),
    ("4/4/4/4/4/4/4/KK2[] w r", "red has 2 Generals, the set has 1"),
    ("4/4/4/4/4/4/X3/Kk2[k] w r", "black has 2 Generals, the set has 1"),
    ("4/4/4/4/4/4/PPP1/XXXX[PPPp] w r", "red has 6 Soldiers, the set has 5"),
    (f"{LONE} x r", "side to move 'x', expected w or b"),
    (f"{LONE} r r", "side to move 'r', expected w or b"),
    (f"{LONE} w w", "first player's colour 'w', expected r, b or -"),
    (f"{LONE} w R", "first player's colour 'R', expected r, b or -"),
    (f"{LONE} w -", "first player's colour '-', but a piece is face up: expected r or b"),
    (f"{LONE} w", "first player's colour '-', but a piece is face up"),
    ("4/4/4/4/4/4/4/XX2[Kk] b -", "side to move 'b' before the first flip, which is the first player's"),
    (f"{LONE} w r x", "plies without progress 'x' is not a whole number"),
    (f"{LONE} w r -1", "plies without progress '-1' is not a whole number"),
    (f"{LONE} w r 10001", "plies without progress '10001' is outside 0..10000"),
    (f"{LONE} w r 0 0", "move number '0' is outside 1..30000"),
    (f"{LONE} w r 0 1.5", "move number '1.5' is not a whole number"),
    (f"{SERIES} w r 0 1 a2", "series square 'a2', but this game has no MultiCapture"),
]


@pytest.mark.parametrize(("fen", "message"), BAD_FENS)
def test_bad_fens(fen: str, message: str) -> None:
    with pytest.raises(FenError) as caught:
        Game(TAIWAN, fen=fen)
    assert message in str(caught.value)


BAD_SERIES: list[tuple[str, Options, str]] = [
    (f"{SERIES} w r 0 1 -", MULTI, "series square '-' is not a square"),
    (f"{SERIES} w r 0 1 a9", MULTI, "series square 'a9' is not a square"),
    (f"{SERIES} w r 0 1 A2", MULTI, "series square 'A2' is not a square"),
    (f"{SERIES} w r 0 1 b2", MULTI, "series square 'b2' holds no face-up piece of the side to move"),
    (f"{SERIES} w r 0 1 a3", MULTI, "series square 'a3' holds no face-up piece of the side to move"),
    (f"{SERIES} w r 0 1 d3", MULTI, "series square 'd3' holds no face-up piece of the side to move"),
    (f"{SERIES} w b 0 1 a2", MULTI, "series square 'a2' holds no face-up piece of the side to move"),
    (f"{SERIES} w r 0 1 a1", MULTI, "the piece on the series square 'a1' has nothing to take"),
    ("4/4/4/4/4/4/X3/R2k[n] w r 0 1 a1", MULTI, "the piece on the series square 'a1' has nothing to take"),
    ("4/4/4/4/4/4/X3/R3[P] w r 0 1 a1", {**MULTI, **DARK}, "the piece on the series square 'a1' has nothing to take"),
    ("4/4/4/4/4/4/4/XX2[Kk] w - 0 1 a1", MULTI, "series square 'a1' holds no face-up piece of the side to move"),
]


@pytest.mark.parametrize(("fen", "options", "message"), BAD_SERIES)
def test_bad_series(fen: str, options: Options, message: str) -> None:
    with pytest.raises(FenError) as caught:
        Game(TAIWAN, options, fen)
    assert message in str(caught.value)


# -------------------------------------------------------------------------------------------------------- keys


def test_what_keys_know() -> None:
    """Side, owner, pool and series are in the key; the counters are not; nor is what decides repetitions."""
    pieces = "Ra1 pa2 pa3 Xd8 Xd7"
    line = [
        game(pieces, "kn", "w r 5 9"), game(pieces, "kn", "b r 5 9"), game(pieces, "kn", "w b 5 9"),
        game(pieces, "kg", "w r 5 9"), game(pieces, "KN", "w r 5 9"), game("Ra1 pa2 pa3 Xd8 Xc7", "kn", "w r 5 9"),
    ]  # fmt: skip
    assert len({one.position.key for one in line}) == len(line)
    assert game(pieces, "kn", "w r 0 1").position.key == line[0].position.key
    inside, outside = (Game(TAIWAN, MULTI, f"{SERIES} w r 0 1{tail}").position.key for tail in (" a2", ""))
    assert inside != outside
    assert game("Xa1 Xa2", "Kk", "w -").position.key != game("Xa1 Xa2", "Kk", "w r").position.key


def test_keys_tell_games_apart() -> None:
    """The same board in games of other rules has another key, so that one hash table may serve all."""
    flags = ("CannonDirect", "DarkCapture", "MultiCapture", "ChariotRides")
    keys = set()
    for values in product((False, True), repeat=4):
        keys.add(Game(TAIWAN, dict(zip(flags, values, strict=True))).position.key)
        keys.add(Game(HONGKONG, dict(zip(flags[1:], values[1:], strict=True))).position.key)
    assert len(keys) == 16 + 8


# ------------------------------------------------------------------------------------- the referee and the deal


def outcome_of(line: Game, text: str) -> str:
    return line.push(text).partition("=")[2]


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_whole_game_is_reproducible_from_its_seed(variant: str) -> None:
    games = []
    for seed in (7, 7, 8):
        rng, line = random.Random("choices"), Game(variant, DARK, seed=seed)
        while line.result() is None:
            line.push(rng.choice(line.legal()))
        games.append((line.texts(), line.fen(), line.result()))
    assert games[0] == games[1] != games[2]
    shown = [text.partition("=")[2] for text in games[0][0] if "=" in text]
    assert len(shown) > 20 and Counter(shown) <= Counter(_shown_of(Banqi().pool))


def _shown_of(pool: str) -> list[str]:
    return [f"{'r' if man.isupper() else 'b'}{man.lower()}" for man in pool]


def test_the_option_names_a_deal_too() -> None:
    """DealSeed decides whatever the game's own seed; 0 leaves it to that."""

    def deal(number: int, seed: int) -> list[str]:
        line = Game(TAIWAN, {"DealSeed": number}, seed=seed)
        return [outcome_of(line, f"{file}{rank}" * 2) for file in "abcd" for rank in (1, 2)]

    assert deal(5, 1) == deal(5, 2) != deal(6, 1)
    assert deal(0, 1) == deal(0, 1) != deal(0, 2)


def test_every_man_is_dealt_once() -> None:
    line = Game(TAIWAN, seed=3)
    shown = [outcome_of(line, f"{file}{rank}" * 2) for file in "abcd" for rank in range(1, 9)]
    assert sorted(shown) == sorted(_shown_of(Banqi().pool))


def test_a_copy_knows_nothing_hidden() -> None:
    line = Game(TAIWAN, seed=3)
    other = line.copy()
    assert line.deal is not None and other.deal is None
    assert other.push("a1a1") == "a1a1"
    assert other.pending and other.fen() == START and other.moves == []
    line.push("a1a1")
    assert not line.pending and line.fen() != START


def test_a_pending_move_waits_for_its_outcome() -> None:
    line = game("Xa1 Xa2 Rb2 pb3", "kP")
    assert line.push("a1a1") == "a1a1"
    assert line.legal() == ["a1a1=rp", "a1a1=bk"]
    assert line.result() is None
    for text in ("b2b3", "a2a2", "a2a2=bk", "a1a1", "a1a1=rk"):
        with pytest.raises(MoveError):
            line.push(text)
        assert line.pending and line.moves == []
    other = line.copy()
    assert line.push("a1a1=bk") == "a1a1=bk"
    assert not line.pending and line.texts() == ["a1a1=bk"]
    assert other.pending and other.position.text(other.pop()) == "a1a1"  # taking it back leaves nothing
    assert not other.pending and other.fen() == fen_of("Xa1 Xa2 Rb2 pb3", "Pk") + " 0 1"
    assert other.push("b2b3") == "b2b3"


def test_games_told_their_outcomes_follow_games_that_deal() -> None:
    """Whoever is sent the moves as the referee records them sees the same game."""
    rng = random.Random("told")
    for options in ({}, DARK, {**DARK, **MULTI, **RIDES}):
        line, told = Game(TAIWAN, options, seed=rng.random()), Game(TAIWAN, options)  # type: ignore[arg-type]
        told.deal = None
        while line.result() is None and len(line.moves) < 200:
            told.push(line.push(rng.choice(line.legal())))
            assert told.fen() == line.fen()


def chi_square(counts: Mapping[str, int], shares: Mapping[str, float]) -> float:
    total = sum(counts.values())
    assert set(counts) <= set(shares)
    return sum((counts.get(kind, 0) - total * share) ** 2 / (total * share) for kind, share in shares.items())


def bound(degrees: int) -> float:
    """What a chi-square of so many degrees of freedom exceeds once in some ten thousand times (Wilson-Hilferty)."""
    return degrees * (1 - 2 / (9 * degrees) + 3.9 * math.sqrt(2 / (9 * degrees))) ** 3


#: What a square may hold, by its share of the pool.
SHARES = {shown: number / 32 for shown, number in Counter(_shown_of(Banqi().pool)).items()}


@pytest.mark.parametrize("square", ["a1", "b5", "d8"])
def test_deals_are_uniform(square: str) -> None:
    rng = random.Random(square)
    counts = Counter(outcome_of(Game(TAIWAN, seed=rng.getrandbits(60)), square * 2) for _ in range(3000))
    assert chi_square(counts, SHARES) < bound(13)


def test_deals_of_two_squares_are_independent() -> None:
    """The one chariot may lie under any of four squares, the soldiers under the others."""
    rng, counts = random.Random("pairs"), Counter[str]()
    for _ in range(3000):
        line = Game(TAIWAN, fen=fen_of("Xa1 Xb1 Xc1 Xd1", "RPpp", "w -"), seed=rng.getrandbits(60))
        counts["".join(outcome_of(line, f"{file}1" * 2)[1] for file in "abcd")] += 1
    assert chi_square(counts, {"rppp": 0.25, "prpp": 0.25, "pprp": 0.25, "pppr": 0.25}) < bound(3)


@pytest.mark.parametrize("forced", ["a1a1=rk b1b1=bk", "a1a1=rp b1b1=rp", "a1a1=rk b1b1=rg c1c1=rg"])
def test_outcomes_from_outside_leave_the_deal_uniform(forced: str) -> None:
    """A GUI that deals by itself sends outcomes that contradict ours; what is left must still be any of the pool."""
    rng, counts = random.Random(forced), Counter[str]()
    for _ in range(3000):
        line = Game(TAIWAN, seed=rng.getrandbits(60))
        for text in forced.split():
            assert line.push_move(line.parse(text)) == text
        shown = outcome_of(line, "d4d4")
        counts[shown] += 1
    pool = Counter(_shown_of(Banqi().pool)) - Counter(text.partition("=")[2] for text in forced.split())
    shares = {kind: number / pool.total() for kind, number in pool.items()}
    assert chi_square(counts, shares) < bound(len(shares) - 1)


def test_a_deal_stays_what_it_is() -> None:
    """Taking a flip back and flipping again shows the same man; so does flipping in another order."""
    line = Game(TAIWAN, seed=11)
    first = line.push("c3c3")
    line.pop()
    assert line.push("c3c3") == first
    second = line.push("d5d5")
    line.pop()
    line.pop()
    assert line.push("d5d5") == second and line.push("c3c3") == first
    # An outcome from outside changes as few squares as may be: two, or one if it agrees.
    line = Game(TAIWAN, seed=11)
    deal = line.deal
    assert isinstance(deal, BanqiDeal)
    before = dict(deal._men)
    wanted = next(shown for shown in ("bk", "rk") if shown != first.partition("=")[2])
    line.push_move(line.parse(f"c3c3={wanted}"))
    line.push("a8a8")
    changed = [square for square in before if before[square] != deal._men[square]]
    assert len(changed) <= 2


# ---------------------------------------------------------------------------------------- boards and variants


@pytest.mark.parametrize("ranks", [2, 4])
def test_small_boards(ranks: int) -> None:
    setup = Setup(ranks=ranks)
    start = Banqi(setup)
    assert start.fen() == {2: "XXXX/XXXX[KRCPkrcp] w - 0 1", 4: "XXXX/XXXX/XXXX/XXXX[KGMRNCPPkgmrncpp] w - 0 1"}[ranks]
    assert Banqi(setup, start.fen()) == start and start.count() == 4 * ranks
    # The uppermost rank is the edge.
    top = f"P3/{'4/' * (ranks - 2)}3k[] w r"
    here = Banqi(setup, top)
    assert {here.text(move) for move in here.moves()} == {f"a{ranks}a{ranks - 1}", f"a{ranks}b{ranks}"}
    for fen in (START, "PP2/Kk2" if ranks == 2 else "4/4/RR2/Kk2 w r"):
        with pytest.raises(FenError):
            Banqi(setup, fen)


def test_boards_of_other_sizes_are_none() -> None:
    with pytest.raises(ValueError, match="no set of men for 3 ranks, only for 8, 4, 2"):
        Setup(ranks=3)


@pytest.mark.parametrize("variant", VARIANTS)
def test_variants(variant: str) -> None:
    one = REGISTRY[variant]
    names = [option.name for option in one.options]
    expected = ["DarkCapture", "MultiCapture", "ChariotRides", "NoProgressPlies", "Repetition", "DealSeed"]
    assert names == (["CannonDirect"] if variant == TAIWAN else []) + expected
    assert (one.files, one.ranks) == (4, 8)
    with pytest.raises(OptionError):
        Game(variant, {"Repetition": "chaser-wins"})


def test_drawn_board() -> None:
    line = game("Ka1 pc8 Xb2", "G", "b b")
    rows = line.variant.draw(line.position).splitlines()
    assert rows[0].startswith("8  . . p .") and rows[0].endswith("face down: G")
    assert rows[6].startswith("2  . # . .")
    assert rows[7].startswith("1  K . . .") and "first player: black, second: red" in rows[7]
    assert rows[8] == "   a b c d"


def test_texts_are_unique_and_parse_back() -> None:
    rng = random.Random("texts")
    seen: Counter[int] = Counter()
    for seed in range(6):
        options: Options = {**DARK, **MULTI, **RIDES} if seed % 2 else {}
        line = Game(VARIANTS[seed % 3 % 2], options, seed=seed)
        while line.result() is None and len(line.moves) < 150:
            legal = line.legal()
            assert len(set(legal)) == len(legal) == line.position.count()
            for text in legal:
                assert line.position.text(line.parse(text.upper())) == text == text.lower()
            line.push(rng.choice(legal))
        for before, after in pairwise(line.positions):
            assert after.number - before.number in (0, 1)
        seen.update(len(text) for text in line.texts())
    assert seen.keys() == {4, 7}
