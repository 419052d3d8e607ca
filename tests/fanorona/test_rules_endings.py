"""Rules N9 and N10 of Fanorona Chess (rules/fanorona-chess.md): check, and how games end."""

from __future__ import annotations

from itertools import permutations

import pytest

from fanorona.sides import Engine, Reference, Side, cases
from fanorona_boards import POINTS

ALL_BUT_A_KNIGHT = "Ne5 Ba3 Bb2 Rd1 Re1 Qc1"  # none of them near b7

# ------------------------------------------------------------------------------------------------------- check

#: Case, pieces, other FEN fields, whether the side to move is in check.
CHECKS = [
    ("example 8: Yellow on c1", "Kc1 kc2", "w", True),
    ("example 8: Brown on c1", "Kc2 kc1", "b", True),
    ("N7: a leap gives none", "Kc1 kb4", "b K", False),
    ("N7: a Knight gives one", "Nc1 Ke1 kb4", "b", True),
    ("N7: check to an unmoved king", "Kc1 rc5 ke9", "w K", True),  # c5c2
    ("withdrawal", "Rb1 Kd9 ka1", "b", True),
    ("approach", "Re1 Kd9 ka1", "b", True),  # e1b1
    ("next to the king, no room behind", "Ra1 Ke9 kb1 nc1 na2", "b", False),
    ("N9: it could take a pawn behind instead", "Rb5 Kd1 pa5 ke5", "b", True),
    ("N9: it could take a pawn beyond instead", "Rb5 Kd1 ka5 pe5", "b", True),
    ("N9: a pinned piece checks", "Kc1 Rc4 rc9 ke4", "b", True),
    ("an immobile Bishop", "Kd9 Bc4 kc6", "b", False),
    ("Bishop", "Kd9 Bb2 ke5", "b", True),  # b2d4
    ("pawn", "Ka1 Pc3 kc5", "b", True),
    ("pawn on a weak point: no diagonal", "Ka1 Pc4 kd6", "b", False),
    ("pawn by withdrawal", "Ka9 Pc4 kc3", "b", True),
    ("an occupied point in between", "Ka1 Qc5 ke7 nd6", "b", False),
    ("N8: a pawn that may not enter", f"Pb8 Ka1 kb7 {ALL_BUT_A_KNIGHT} Nd3 pd5", "b", False),
    ("N8: nor with other pawns on the board", f"Pb8 Ka1 kb7 {ALL_BUT_A_KNIGHT} Nd3 Pa5 pd5 pa7", "b", False),
    ("N8: a pawn that may enter", f"Pb8 Ka1 kb7 {ALL_BUT_A_KNIGHT} Pd3 pd5", "b", True),  # b8b9xb7n
    ("N8: the same with Yellow to move", f"Pb8 Ka1 kb7 {ALL_BUT_A_KNIGHT} Nd3 pd5", "w", False),
]


@pytest.mark.parametrize(("pieces", "rest", "check"), cases(CHECKS))
def test_check(side: type[Side], pieces: str, rest: str, check: bool) -> None:
    assert side.setup(pieces, rest).check() == check


#: Pieces, side to move, the king that it could take.
TAKEABLE = [
    ("Kc5 kc6", "w", "c6"),  # example 8: each is in check
    ("Kc5 kc6", "b", "c5"),
    ("Kc6 kc5", "w", "c5"),
    ("Kc6 kc5", "b", "c6"),
    ("Kc1 kc2", "b", "c1"),  # only the king on c1 is
    ("Kc2 kc1", "w", "c1"),
    (f"Pb8 Ka1 kb7 {ALL_BUT_A_KNIGHT} Pd3 pd5", "w", "b7"),  # N8: b8b9xb7n
]


@pytest.mark.parametrize(("pieces", "turn", "king"), TAKEABLE)
def test_the_side_not_to_move_is_not_in_check(side: type[Side], pieces: str, turn: str, king: str) -> None:
    words = {
        Engine: f"^the side to move could take the king on {king}$",
        Reference: "^the side not to move is in check$",
    }
    with pytest.raises(side.fen_error, match=words[side]):
        side.setup(pieces, turn)


# ----------------------------------------------------------------------------------------------------- results

YELLOW, BROWN, DRAW = "1-0", "0-1", "1/2-1/2"

#: Case, pieces, other FEN fields, result.
RESULTS = [
    ("Yellow is checkmated", "Ka1 kb2", "w", (BROWN, "checkmate")),
    ("Brown is checkmated", "Kb2 ka1", "b", (YELLOW, "checkmate")),
    ("stalemated Yellow loses", "Ka2 kc3", "w", (BROWN, "stalemate")),
    ("stalemated Brown loses", "Kc3 ka2", "b", (YELLOW, "stalemate")),
    ("no insufficient material", "Ka1 ke9", "w", None),
    ("one ply short of the move rule", "Ka1 ke9", "w - - 99 80", None),
    ("the move rule", "Ka1 ke9", "w - - 100 80", (DRAW, "move rule")),
    ("checkmate comes before it", "Ka1 kb2", "w - - 100 80", (BROWN, "checkmate")),
    ("stalemate comes before it", "Ka2 kc3", "w - - 120 80", (BROWN, "stalemate")),
]


@pytest.mark.parametrize(("pieces", "rest", "result"), cases(RESULTS))
def test_results(side: type[Side], pieces: str, rest: str, result: tuple[str, str] | None) -> None:
    game = side.setup(pieces, rest)
    assert game.result() == result
    leaves = [game.perft(depth) for depth in (1, 2, 3)]
    if result is not None and result[1] in ("checkmate", "stalemate"):
        assert game.legal() == [] and leaves == [0, 0, 0]
    else:  # draws by rule do not end a line of perft
        assert min(leaves) > 0


@pytest.mark.quick(3)
def test_example_10_king_against_king(side: type[Side]) -> None:
    illegal = 0
    ends: dict[str, set[str]] = {"checkmate": set(), "stalemate": set()}
    for white, black in permutations(POINTS, 2):
        pieces = f"K{white} k{black}"
        try:
            result = side.setup(pieces).result()
        except side.fen_error:  # Brown's king could be taken
            illegal += 1
            continue
        if result is not None:
            winner, reason = result
            assert winner == BROWN, pieces
            ends[reason].add(pieces)
    assert (illegal, len(ends["checkmate"]), len(ends["stalemate"])) == (336, 16, 16)
    assert {"Ka1 kb2", "Ka4 kb4", "Kb1 kb2"} <= ends["checkmate"]
    assert {"Ka2 kc3", "Kb1 kc3"} <= ends["stalemate"]


@pytest.mark.parametrize("clock", [0, 92])
def test_repetition_comes_before_the_move_rule(side: type[Side], clock: int) -> None:
    game = side.setup("Ka1 ke9", f"w - - {clock} 80").play("a1a2 e9e8 a2a1 e8e9 " * 2)
    assert game.position.clock == clock + 8
    assert game.repetitions() == 3
    assert game.result() == (DRAW, "repetition")


def test_repetition_counts_unmoved_kings(side: type[Side]) -> None:
    """The first time, the king could still leap, so the position was different."""
    game = side.setup("Kc1 ke9 pe7", "w K").play("c1b1 e9d9 b1c1 d9e9 " * 2)
    assert game.repetitions() == 2 and game.result() is None
    assert game.play("c1b1").result() == (DRAW, "repetition")


#: Case, pieces, other FEN fields, moves played, the FEN fields behind the board afterwards.
CLOCKS = [
    ("none played", "Rb5 Kd1 Pa3 pa5 kd9 pe7", "w - - 7 20", "", "w - - 7 20"),
    ("a quiet move", "Rb5 Kd1 Pa3 pa5 kd9 pe7", "w - - 7 20", "b5b6", "b - - 8 20"),
    ("a pawn takes", "Rb5 Kd1 Pa3 pa5 kd9 pe7", "w - - 7 20", "a3a4xa5", "b - - 0 20"),
    ("a rook takes", "Rb5 Kd1 Pa3 pa5 kd9 pe7", "w - - 7 20", "b5c5xa5", "b - - 0 20"),
    ("a pawn moves", "Rb5 Kd1 Pa3 pa5 kd9 pe7", "w - - 7 20", "b5b6 e7e6", "w - - 0 21"),
    ("two quiet moves", "Rb5 Kd1 Pa3 pa5 kd9 pe7", "w - - 7 20", "b5b6 d9e9", "w - - 9 21"),
    ("a promotion", "Pc8 Ka1 ke5", "w - - 42 60", "c8c9q", "b - - 0 60"),
]


@pytest.mark.parametrize(("pieces", "rest", "played", "tail"), cases(CLOCKS))
def test_clock(side: type[Side], pieces: str, rest: str, played: str, tail: str) -> None:
    game = side.setup(pieces, rest).play(played)
    assert game.fen().endswith(f" {tail}")
    assert game.position.clock == int(tail.split()[3])
