"""The rule page of Banqi on the engine and on the reference: how games end."""

from __future__ import annotations

import pytest

from banqi.cycles import CYCLES, DRAW, Cycle
from banqi.sides import CHASER, DARK, MULTI, Options, Side

# ------------------------------------------------------------------------------------ Q3: ends by the position

CAPTURED = "all pieces captured"
STUCK = "no legal move"

#: Pieces, pool, rest of the FEN, result.
ENDS = [
    ("Ka1 pa2 pb1", "", "w r", f"0-1 {STUCK}"),  # the page's last fact
    ("Ka1 pa2 pb1", "", "b b", f"1-0 {STUCK}"),  # Red is the second player
    ("Ka1 pa2 pb1", "", "w b", None),  # Black to move
    ("Ka1 pa2 pb1 Xd8", "p", "w r", None),  # a flip is a move
    ("Ka1", "", "w r", f"1-0 {CAPTURED}"),
    ("Ka1", "", "b r", f"1-0 {CAPTURED}"),
    ("Ka1", "", "w b", f"0-1 {CAPTURED}"),
    ("Ka1", "", "b b", f"0-1 {CAPTURED}"),
    ("ka1 Xa2", "p", "w r", f"0-1 {CAPTURED}"),  # though it could flip
    ("ka1 Xa2", "p", "b r", f"0-1 {CAPTURED}"),
    ("ka1 Xa2", "P", "w r", None),  # one is left, face down
    ("Xa1 Xa2", "Pp", "w r", None),
    ("Xa1 Xa2", "Pp", "b r", None),
    ("Xa1 Xa2", "PP", "w r", f"1-0 {CAPTURED}"),
    ("Xa1 Xa2", "PP", "b r", f"1-0 {CAPTURED}"),
    ("Xa1 Xa2", "PP", "w -", None),  # before the first flip no player owns them
    ("Xa1 Xa2", "PK", "w -", None),
    ("Xa1 Xa2", "Pk", "w -", None),
    ("Xa1 Xa2 Xa3", "PPP", "w - 200", "1/2-1/2 move rule"),
    # Ends by the position come before the move rule.
    ("Ka1 pa2 pb1", "", "w r 180 99", f"0-1 {STUCK}"),
    ("Ka1", "", "w b 180 99", f"0-1 {CAPTURED}"),
]


@pytest.mark.parametrize(("pieces", "pool", "rest", "result"), ENDS)
def test_q3_ends(side: type[Side], pieces: str, pool: str, rest: str, result: str | None) -> None:
    line = side.setup(pieces, pool, rest)
    assert line.result() == result
    if result is None or "move rule" in result:  # draws by rule leave moves, and perft counts them
        assert line.moves() != set() and line.perft(1)[0] == len(line.moves())
    else:
        assert line.moves() == set()
        assert [line.perft(depth) for depth in (1, 2, 3)] == [(0, 0)] * 3


#: Statement, pieces, pool, options, rest of the FEN, moves, result.
LINES: list[tuple[str, str, str, Options, str, str, str | None]] = [
    ("the last piece", "Ra1 pa2 Ka8", "", {}, "w r 7 30", "a1a2", f"1-0 {CAPTURED}"),
    ("one is still face down", "Ra1 pa2 Xa8", "p", {}, "w r", "a1a2", None),
    ("the capturer's own does not help", "Ra1 pa2 Xa8", "P", {}, "w r", "a1a2", f"1-0 {CAPTURED}"),
    ("Generals are not royal", "Pa1 ka2 pd8", "", {}, "w r", "a1a2", None),
    # The only colour there is turns up: the other player has lost.
    ("one colour alone", "Xa1 Xa2", "PK", {}, "w -", "a1a1=rk", f"1-0 {CAPTURED}"),
    ("by an attempt", "Ra1 Xa2 Xd8", "nP", DARK, "w r", "a1a2=bn", f"1-0 {CAPTURED}"),
    ("not by one that fails", "Ra1 Xa2 Xd8", "nP", DARK, "w r", "a1a2=rp", None),
    ("though a series could go on", "Ra1 pa2 Xa3", "P", {**MULTI, **DARK}, "w r", "a1a2", f"1-0 {CAPTURED}"),
]


@pytest.mark.parametrize("row", LINES, ids=[row[0] for row in LINES])
def test_q3_the_last_piece_captured_ends_the_game_at_once(
    side: type[Side], row: tuple[str, str, str, Options, str, str, str | None]
) -> None:
    _, pieces, pool, options, rest, moves, result = row
    line = side.setup(pieces, pool, rest, options=options).play(moves)
    assert line.result() == result
    assert (line.moves() == set()) == (line.perft(1) == (0, 0)) == (result is not None)


def test_q3_the_position_after_the_last_capture(side: type[Side]) -> None:
    assert side.setup("Ra1 pa2 Ka8", rest="w r 7 30").play("a1a2").fen() == "K3/4/4/4/4/4/R3/4[] b r 0 30"


# ---------------------------------------------------------------------------------------------- Q6: the move rule


@pytest.mark.parametrize(("plies", "options"), [(180, {}), *((n, {"NoProgressPlies": n}) for n in (180, 50, 1))])
def test_q6_move_rule(side: type[Side], plies: int, options: Options) -> None:
    line = side.setup("Ra1 pa3", rest=f"w r {plies - 1} 99", options=options).play("a1b1")
    assert line.fields == f"b r {plies} 99"
    assert line.result() == "1/2-1/2 move rule" == side(line.fen(), options=options).result()
    assert line.moves() != set()


@pytest.mark.parametrize("clock", [9999, 10000])
def test_q6_no_move_rule(side: type[Side], clock: int) -> None:
    line = side.setup("Ra1 pa3", rest=f"w r {clock} 99", options={"NoProgressPlies": 0})
    assert line.result() is None
    if clock < 10000:
        assert line.play("a1b1").result() is None


# ---------------------------------------------------------------------------------------------- Q6: repetition


@pytest.mark.parametrize("clock", [173, 180])
def test_repetition_comes_before_the_move_rule(side: type[Side], clock: int) -> None:
    line = side.setup("Ra1 pa3", rest=f"w r {clock} 99")
    assert line.result() == ("1/2-1/2 move rule" if clock >= 180 else None)
    for text in "a1b1 a3a4 b1a1 a4a3 a1b1 a3a4 b1a1 a4a3".split():  # on past the move rule
        line = line.push(text)
    assert line.fields == f"w r {clock + 8} 103"
    assert line.result() == DRAW


@pytest.mark.parametrize("cycle", CYCLES, ids=[cycle.name for cycle in CYCLES])
def test_q6_repetition(side: type[Side], cycle: Cycle) -> None:
    line = side.setup(cycle.pieces, cycle.pool, cycle.rest, cycle.variant, cycle.options)
    assert line.play(cycle.moves).result() == DRAW


@pytest.mark.parametrize("cycle", CYCLES, ids=[cycle.name for cycle in CYCLES])
def test_q6_chaser_loses(side: type[Side], cycle: Cycle) -> None:
    line = side.setup(cycle.pieces, cycle.pool, cycle.rest, cycle.variant, {**cycle.options, **CHASER})
    assert line.play(cycle.moves).result() == cycle.result
