"""FENs of Tandem-84: valid ones and what is written back, invalid ones and their errors."""

from __future__ import annotations

import re

import pytest

from oddfish.cext.tandem.game import GHOST_MOVES, START
from reference.tandem import START_FEN
from tandem.sides import Engine, Side

KINGS = "8k3/12/12/12/12/12/3K8"
INSIDE = "8k3/12/12/12/12/12/3K1N6"  # a knight on f1


@pytest.mark.parametrize("ghost", GHOST_MOVES)
@pytest.mark.parametrize("swap_compounds", [False, True])
def test_start(side: type[Side], ghost: str, swap_compounds: bool) -> None:
    """Options are not part of the FEN; the letters of the compounds stay the same."""
    assert START == START_FEN == "gbmcnrrnkqbg/pppppppppppp/12/12/12/PPPPPPPPPPPP/GBQKNRRNCMBG w KDkd - 1 0 1"
    assert side.read(START, ghost, swap_compounds).fen() == START


@pytest.mark.parametrize(
    ("fen", "written"),
    [
        (KINGS, f"{KINGS} w - - 2 0 1"),
        (f"{KINGS} b", f"{KINGS} b - - 2 0 1"),
        (f"{KINGS} b - - 1 7", f"{KINGS} b - - 1 7 1"),
        ("5rr1k3/12/12/12/12/12/3K1RR5 w dkDK", "5rr1k3/12/12/12/12/12/3K1RR5 w KDkd - 2 0 1"),
        (f"  {KINGS} w\n", f"{KINGS} w - - 2 0 1"),
    ],
)
def test_defaults(side: type[Side], fen: str, written: str) -> None:
    assert side.read(fen).fen() == written


@pytest.mark.parametrize(
    ("pieces", "rest", "movers"),
    [
        ("Kd1 Ri1 Nb1 ki7", "w - - 1:left:i1 3 9", {"b1", "d1"}),  # the first move may have given check
        ("Ka1 kh7 ri7 rf7", "b - - 1:left:h7,i7 0 1", {"f7"}),  # castled
    ],
)
def test_inside_a_turn(side: type[Side], pieces: str, rest: str, movers: set[str]) -> None:
    position = side.setup(pieces, rest)
    assert position.rest == rest
    assert {turn[:2] for turn in position.turns()} == movers
    assert position.perft(1) == len(position.turns())


def test_the_end_of_a_turn(side: type[Side]) -> None:
    assert side.setup("Kd1 Ri1 Nb1 ki7", "w - - 1:left:i1 3 9").play("b1c3").rest == "b - - 2 3 9"


MOVES_IN_TURN = "moves in this turn {!r}, expected 1, 2 or e.g. 1:right:d3"
NO_SECOND = "no second move is legal on the right board, so the turn is not under way"
MOVED = "castling right 'K', but its king or rook has moved in this turn"
CHECK = "the side not to move is in check"

#: FEN, the engine's message, the reference's.
BAD_FENS = [
    ("", "empty FEN", "the FEN is empty"),
    (f"{KINGS} w - - 2 0 1 x", "8 fields, expected at most 7: extra 'x'", "8 fields, expected at most 7"),
    # The board.
    ("8k3/12/12/12/12/3K8", "board has 6 ranks, expected 7", "6 ranks, expected 7"),
    ("8k3/12/12/12/12/12/12/3K8", "board has 8 ranks, expected 7", "8 ranks, expected 7"),
    ("8k3/12/13/12/12/12/3K8", *["rank 5 has 13 files, expected 12"] * 2),
    ("8k3/12/11/12/12/12/3K8", *["rank 5 has 11 files, expected 12"] * 2),
    ("8k3/12//12/12/12/3K8", *["rank 5 has 0 files, expected 12"] * 2),
    ("8k3/12/66/12/12/12/3K8", *["rank 5 has 66 files, expected 12"] * 2),  # a run of digits is one number
    ("8k3/12/120/12/12/12/3K8", "rank 5 has 120 files, expected 12", "rank 5 has more than 99 files"),
    ("8k3/12/012/12/12/12/3K8", "rank 5 has '012', expected a number from 1", "rank 5 has the number 012"),
    (
        "8k3/12/11a/12/12/12/3K8",
        "'a' on l5 is not a piece, expected one of PNBRQCMGK",
        "rank 5 has the unknown letter 'a'",
    ),
    ("8k3/12/11é/12/12/12/3K8", "'é' on l5 is not a piece, expected one of PNBRQCMGK", "rank 5 has the unknown letter"),
    ("8k3/12/12/12/12/12/12", "White has no king", "White has 0 kings"),
    ("k7k3/12/12/12/12/12/3K8", "Black has more than one king", "Black has 2 kings"),
    ("P7k3/12/12/12/12/12/3K8", "pawn on a7", "a pawn stands on rank 7, a7"),
    ("8k2p/12/12/12/12/12/3K8", "pawn on l7", "a pawn stands on rank 7, l7"),
    ("8k3/12/12/12/12/12/3KP7", "pawn on e1", "a pawn stands on rank 1, e1"),
    ("8k3/12/12/12/12/12/3Kp7", "pawn on e1", "a pawn stands on rank 1, e1"),
    ("8k3/12/12/12/12/12/3K4R3 w", CHECK, CHECK),
    ("3r4k3/12/12/12/12/12/3K8 b - - 1", CHECK, CHECK),
    # The side to move and castling rights.
    (f"{KINGS} x", "side to move 'x', expected w or b", "side to move"),
    (f"{KINGS} w Q", "castling right 'Q', expected K, D, k or d", "unknown castling right 'Q'"),
    (f"{KINGS} w K", "castling right 'K' without king on d1 and rook on f1", "castling right K without the R on f1"),
    (f"{KINGS} w D", "castling right 'D' without king on d1 and rook on g1", "castling right D without the R on g1"),
    (f"{KINGS} w k", "castling right 'k' without king on i7 and rook on g7", "castling right k without the r on g7"),
    (f"{KINGS} w d", "castling right 'd' without king on i7 and rook on f7", "castling right d without the r on f7"),
    ("8k3/12/12/12/12/12/4KR6 w K", "castling right 'K' without king on d1", "castling right K without the K on d1"),
    ("6rk4/12/12/12/12/12/3K8 w k", "castling right 'k' without king on i7", "castling right k without the k on i7"),
    ("8k3/12/12/12/12/12/3K1R6 w KK", "castling right 'K' twice", "castling right K is given twice"),
    ("8k3/12/12/12/12/12/3K1RN5 w K - 1:right:f1", MOVED, "castling right K, but the R on f1 has moved"),
    ("8k3/12/12/12/12/12/3K1RN5 w K - 1:right:d1", MOVED, "castling right K, but the K on d1 has moved"),
    # Squares passed over.
    (f"{KINGS} w - c", "en-passant squares 'c', expected - or squares joined", "en passant field 'c'"),
    (f"{KINGS} w - m3", "en-passant square 'm3' is not a square", "en passant field 'm3'"),
    (f"{KINGS} w - c8", "en-passant square 'c8' is not a square", "en passant field 'c8'"),
    (f"{KINGS} w - c4", "en-passant square 'c4' is not on rank 5", "en passant square c4 is on the wrong rank"),
    (
        "8k3/12/12/2P9/12/12/3K8 w - c3",
        "en-passant square 'c3' is not on rank 5",
        "en passant square c3 is on the wrong rank",
    ),
    (
        "8k3/12/12/2p9/12/12/3K8 b - c5",
        "en-passant square 'c5' is not on rank 3",
        "en passant square c5 is on the wrong rank",
    ),
    (
        "8k3/12/2n9/2p9/12/12/3K8 w - c5",
        "en-passant square 'c5' is occupied",
        "en passant square c5 is occupied",
    ),
    (
        "8k3/12/12/2n9/12/12/3K8 w - c5",
        "en-passant square 'c5' without a pawn on c4",
        "en passant square c5 without a pawn of Black",
    ),
    (
        "8k3/12/12/2P9/12/12/3K8 w - c5",
        "en-passant square 'c5' without a pawn on c4",
        "en passant square c5 without a pawn of Black",
    ),
    ("8k3/12/12/2p9/12/12/3K8 w - c5c5", "en-passant square 'c5' twice", "en passant square c5 is given twice"),
    (
        "8k3/12/12/2ppp7/12/12/3K8 w - c5d5e5",
        "3 en-passant squares of one turn, expected at most 2",
        "more than two squares of Black",
    ),
    (
        "8k3/12/12/2P9/12/12/3K1NN5 w - c3 1:right:f1",
        "en-passant square 'c3', but the turn's first move was not by the pawn on c4",
        "the pawn beyond it is not the piece that moved",
    ),
    (
        "8k3/12/12/2PP8/12/12/3K1NN5 w - c3d3 1:right:c4",
        "en-passant square 'd3', but the turn's first move was not by the pawn on d4",
        "the pawn beyond it is not the piece that moved",
    ),
    # Moves in this turn.
    (f"{KINGS} w - - 3", MOVES_IN_TURN.format("3"), "moves in this turn '3'"),
    (f"{KINGS} w - - 0", MOVES_IN_TURN.format("0"), "moves in this turn '0'"),
    (f"{KINGS} w - - x", MOVES_IN_TURN.format("x"), "moves in this turn 'x'"),
    (f"{INSIDE} w - - 1:left", MOVES_IN_TURN.format("1:left"), "must be 1, 2 or 1:board:square"),
    (f"{INSIDE} w - - 2:left:f1", MOVES_IN_TURN.format("2:left:f1"), "must be 1, 2 or 1:board:square"),
    (f"{INSIDE} w - - 1:left:f1:x", MOVES_IN_TURN.format("1:left:f1:x"), "must be 1, 2 or 1:board:square"),
    (f"{INSIDE} w - - 1:middle:f1", "board to move 'middle', expected left or right", "must be left or right"),
    (f"{INSIDE} w - - 1:Left:f1", "board to move 'Left', expected left or right", "must be left or right"),
    (f"{INSIDE} w - - 1:left:m1", "square moved to 'm1' is not a square", "'m1', which is no square"),
    (f"{INSIDE} w - - 1:left:", "square moved to '' is not a square", "'', which is no square"),
    (
        f"{INSIDE} w - - 1:left:e1",
        "square moved to 'e1' holds no piece of the side to move",
        "no piece of the side to move on e1",
    ),
    (
        f"{INSIDE} w - - 1:left:i7",
        "square moved to 'i7' holds no piece of the side to move",
        "no piece of the side to move on i7",
    ),
    (
        f"{INSIDE} w - - 1:left:d1,f1",
        "squares castled to 'd1,f1', expected e1,d1 or h1,i1",
        "d1,f1 are not the king's and the rook's squares after castling",
    ),
    (
        f"{INSIDE} w - - 1:left:d1,f1,f1",
        "3 squares moved to, expected one, or king and rook that castled",
        "are not the king's and the rook's squares",
    ),
    (
        "8k3/12/12/12/12/12/3RK7 w - - 1:right:d1,e1",  # the king's square comes first
        "squares castled to 'd1,e1', expected e1,d1 or h1,i1",
        "d1,e1 are not the king's",
    ),
    (
        "8k3/12/12/12/12/12/3RKR6 w - - 1:left:e1,d1",
        "castled, but the left board, where castling begins, is to move",
        "the other one must move",
    ),
    (
        "8k3/12/12/12/12/12/3NKR6 w - - 1:right:e1,d1",
        "squares castled to 'e1,d1' without king and rook there",
        "no king and rook on e1,d1",
    ),
    ("8k3/12/12/12/12/12/3RK7 w - - 1:right:e1,d1", NO_SECOND, "no second move is legal after the move to e1"),
    (f"{INSIDE} w - - 1:right:f1", NO_SECOND, "no second move is legal after the move to f1"),
    # Clock and number.
    (f"{KINGS} w - - 2 x", "clock 'x' is not a whole number", "clock"),
    (f"{KINGS} w - - 2 -1", "clock '-1' is not a whole number", "clock"),
    (f"{KINGS} w - - 2 0 30001", "move number '30001' is outside 0..30000", "turn number"),
    (f"{KINGS} w - - 2 0 1.5", "move number '1.5' is not a whole number", "turn number"),
]


def test_only_the_first_move_of_a_reply_takes_en_passant(side: type[Side]) -> None:
    """With EnPassantReply=first, there is no en-passant square of the opponent inside a turn."""
    fen = "11k/12/12/2Ppp7/12/12/K11 b - c3 1:left:l7 0 1"
    assert side.read(fen).fen() == fen
    with pytest.raises(side.FenError, match=r"EnPassantReply=first"):
        side.read(fen, reply="first")


@pytest.mark.parametrize(("fen", "engine", "reference"), BAD_FENS, ids=[fen for fen, *_ in BAD_FENS])
def test_bad_fens(side: type[Side], fen: str, engine: str, reference: str) -> None:
    with pytest.raises(side.FenError, match=re.escape(engine if side is Engine else reference)):
        side.read(fen)
