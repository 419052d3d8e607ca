"""R3, how games end: mate, stalemate, bare kings, repetition and the 50-move rule."""

from __future__ import annotations

import pytest

from halfchess.sides import KINGS, Side, cases

MATE_BY_WHITE, MATE_BY_BLACK = ("1-0", "checkmate"), ("0-1", "checkmate")
STALEMATE, BARE_KINGS = ("1/2-1/2", "stalemate"), ("1/2-1/2", "insufficient material")
DEAD = BARE_KINGS
REPETITION, MOVE_RULE = ("1/2-1/2", "repetition"), ("1/2-1/2", "move rule")
Result = tuple[str, str] | None

PAWNS = "k7/8/8/8/8/8/5PPP/6K1 w - -"
BACK_RANK = "R5k1/5ppp/8/8/8/8/8/K7 b - -"


@pytest.mark.parametrize(
    ("variant", "fen", "result"),
    cases(
        ("mate goes before the move rule", "normal", f"{BACK_RANK} 100 90", MATE_BY_WHITE),
        ("mate by Black", "normal", "k7/8/8/8/8/8/5PPP/r5K1 w - - 100 90", MATE_BY_BLACK),
        ("mate at 120 plies", "normal", "k7/8/8/8/8/8/5PPP/r5K1 w - - 120 90", MATE_BY_BLACK),
        ("stalemate goes before the move rule", "normal", "7k/5Q2/6K1/8/8/8/8/8 b - - 100 90", STALEMATE),
        ("bare kings go before the move rule", "normal", "k7/8/8/8/8/8/8/6K1 w - - 100 90", BARE_KINGS),
        ("99 plies", "normal", f"{PAWNS} 99 90", None),
        ("100 plies", "normal", f"{PAWNS} 100 90", MOVE_RULE),
        ("hR e8 mates from nearby", "half-chess", "4R1kr/5ppp/8/8/8/8/8/K7 b - - 0 1", MATE_BY_WHITE),
        ("hR a8 does not reach g8", "half-chess", f"{BACK_RANK} 0 1", None),
        ("stalemate by hR", "half-chess", "k1R5/8/1K6/8/8/8/8/8 b - - 0 1", STALEMATE),
        ("stalemate by hR, empty hands", "halfgi", "k1R5/8/1K6/8/8/8/8/8[] b - - 0 1", STALEMATE),
        ("a hand prevents stalemate", "halfgi", "k1R5/8/1K6/8/8/8/8/8[p] b - - 0 1", None),
        ("bare kings", "normal", KINGS, BARE_KINGS),
        ("bare kings in Half Chess", "half-chess", KINGS, BARE_KINGS),
        ("bare kings, empty hands", "halfgi", f"{KINGS}[]", BARE_KINGS),
        ("bare kings, empty hands, move 90", "halfgi", "k7/8/8/8/8/8/8/6K1[] w - - 0 90", BARE_KINGS),
        ("bare kings, a pawn in hand", "halfgi", "k7/8/8/8/8/8/8/6K1[p] w - - 0 90", None),
        ("Bishop", "normal", "4k3/8/8/8/8/8/8/3BK3", DEAD),
        ("Bishop f1", "normal", "k7/8/8/8/8/8/8/5BK1 w - - 0 90", DEAD),
        ("Black's Bishop", "normal", "k6b/8/8/8/8/8/8/6K1 b - - 0 90", DEAD),
        ("Bishops of both sides on one colour", "normal", "k6b/8/8/8/8/8/8/B1B3K1", DEAD),
        ("Bishops of both sides on both colours", "normal", "k5b1/8/8/8/8/8/8/B5K1", None),
        ("Bishops of one side on both colours", "normal", "k7/8/8/8/8/8/8/BB4K1", None),
        ("Black's Knight", "normal", "4k3/8/8/4n3/8/8/8/4K3", DEAD),
        ("two Knights", "normal", "4k3/8/8/4NN2/8/8/8/4K3", None),
        ("Knight against Knight", "normal", "4k3/8/8/4Nn2/8/8/8/4K3", None),
        ("Knight against Bishop", "normal", "4k3/8/8/4Nb2/8/8/8/4K3", None),
        ("Bishop and Pawn", "normal", "4k3/8/8/8/8/8/P7/3BK3", None),
        ("Rook", "normal", "4k3/8/8/8/8/8/8/R3K3", None),
        ("hB", "half-chess", "4k3/8/8/8/8/8/8/3BK3", None),
        ("Knight", "normal", "4k3/8/8/8/8/8/8/3NK3", DEAD),
        ("Crab", "half-chess", "4k3/8/8/8/8/8/8/3NK3", None),
        *((f"bare kings, {letter} in hand", "halfgi", f"{KINGS}[{letter}]", None) for letter in "PNBRQpnbrq"),
    ),
)
def test_result_of_a_position(side: type[Side], variant: str, fen: str, result: Result) -> None:
    assert side(variant, fen).result() == result


SHUFFLE = "e8e7 e1e2 e7e8 e2e1 "
PINNED = "1k6/8/8/8/1p6/8/P7/1R2K3 w - - 0 1"


@pytest.mark.parametrize(
    ("variant", "fen", "moves", "times", "result"),
    cases(
        ("worked example 5", "half-chess", None, "d2d4 e7e5 d1d2 e8e7 d2f4 e7e6 f4e5", 1, MATE_BY_WHITE),
        ("repetition counts the start", "normal", None, "b1a3 b8a6 a3b1 a6b8 " * 2, 3, REPETITION),
        ("repetition by Knights", "normal", None, "g1f3 g8f6 f3g1 f6g8 " * 2, 3, REPETITION),
        ("no pawn can take en passant", "normal", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1",
         "a2a4 " + SHUFFLE * 2, 3, REPETITION),
        ("en passant is legal once", "normal", "4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1", "a2a4 " + SHUFFLE * 2, 2, None),
        ("en passant by a pinned pawn", "normal", PINNED, "a2a4 " + "b8b7 e1e2 b7b8 e2e1 " * 2, 3, REPETITION),
        ("a castling right is lost", "normal", "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
         "e1e2 e8e7 e2e1 e7e8 " * 2, 2, None),
        ("repetition goes before the move rule", "normal", "4k3/8/8/8/8/8/8/R3K3 w - - 92 90",
         "e1e2 e8e7 e2e1 e7e8 " * 2, 3, REPETITION),
        ("a king's move runs into the move rule", "normal", f"{PAWNS} 99 90", "g1f1", 1, MOVE_RULE),
        ("a pawn's move avoids the move rule", "normal", f"{PAWNS} 99 90", "f2f3", 1, None),
    ),
)  # fmt: skip
def test_result_of_a_game(
    side: type[Side], variant: str, fen: str | None, moves: str, times: int, result: Result
) -> None:
    """The result after the last move (``play`` checks that there is none before it), and the number of times that the
    position has occurred."""
    position = side(variant, fen).play(moves)
    assert position.result() == result
    assert position.repetitions() == times


def test_checkmate_is_check_without_moves(side: type[Side]) -> None:
    mate = side("half-chess").play("d2d4 e7e5 d1d2 e8e7 d2f4 e7e6 f4e5")
    assert mate.check and mate.moves() == set()


def test_the_clock_at_a_repetition(side: type[Side]) -> None:
    position = side("normal", "4k3/8/8/8/8/8/8/R3K3 w - - 92 90").play("e1e2 e8e7 e2e1 e7e8 " * 2)
    assert position.clock == 100 and position.result() == REPETITION


# ------------------------------------------------------------------------------- what counts as a repetition

PASSED, IDLE, STUCK = "4k3/8/8/3pP3/8/8/8/4K3", "4k3/8/8/3p1P2/8/8/8/4K3", "8/8/8/K2pP2r/8/8/8/6k1"
ROOK = "4k3/8/8/8/8/8/8/4K2R"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    cases(
        ("en passant is legal", f"{PASSED} w - d6", f"{PASSED} w - -", False),
        ("no pawn beside", f"{IDLE} w - d6", f"{IDLE} w - -", True),
        ("en passant is only pseudo-legal", f"{STUCK} w - d6", f"{STUCK} w - -", True),
        ("castling right", f"{ROOK} w K", f"{ROOK} w", False),
        ("clock and move number", f"{ROOK} w - - 4 9", f"{ROOK} w", True),
    ),
)
def test_what_repeats_a_position(side: type[Side], one: str, other: str, same: bool) -> None:
    assert (side("normal", one).key == side("normal", other).key) == same


def test_hands_make_positions_differ(side: type[Side]) -> None:
    assert len({side("halfgi", f"{KINGS}[{hand}]").key for hand in ("", "P", "PP", "p", "N", "Pp")}) == 6
