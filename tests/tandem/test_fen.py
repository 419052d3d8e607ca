"""FENs of Tandem-84: valid ones, invalid ones with their errors, and fuzz."""

from __future__ import annotations

import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from oddfish.cext.core.errors import FenError, MoveError
from oddfish.cext.tandem.game import GHOST_MOVES, START, Setup, Tandem
from support.mutilation import mutilated
from tandem_boards import SQUARES, board

KINGS = board("Kd1 ki7")
HOME = board("Kd1 Rf1 Rg1 ki7 rg7 rf7 Nl1 na7")
CASTLED = board("Ke1 Rd1 Rg1 ki7 Nl1")
PASSED = board("Kl1 ka7 pd4 pj4 Pb4 Pk2 Ph4 pl6")

VALID = [
    (START, START),
    (KINGS, f"{KINGS} w - - 2 0 1"),
    (f"{KINGS} b", f"{KINGS} b - - 2 0 1"),
    (f"{KINGS} w - - 1", f"{KINGS} w - - 1 0 1"),
    (f"{KINGS} b - - 1 7", f"{KINGS} b - - 1 7 1"),
    (f"{KINGS} w - - 2 250 300", f"{KINGS} w - - 2 250 300"),
    (f"{HOME} w dkDK", f"{HOME} w KDkd - 2 0 1"),
    (f"{PASSED} w - j5d5", f"{PASSED} w - d5j5 2 0 1"),
    (f"{PASSED} w - d5j5b3 1:right:b4", f"{PASSED} w - b3d5j5 1:right:b4 0 1"),
    (f"{PASSED} w - h3d5 1:right:h4", f"{PASSED} w - d5h3 1:right:h4 0 1"),
    (f"{PASSED} b - h3b3 1", f"{PASSED} b - b3h3 1 0 1"),
    (f"{CASTLED} w - - 1:right:e1,d1 1", f"{CASTLED} w - - 1:right:e1,d1 1 1"),
    (f"{board('Kd1 rd7 ki7 Nl1')} w - - 1:left:l1", f"{board('Kd1 rd7 ki7 Nl1')} w - - 1:left:l1 0 1"),
    # Inside a turn the enemy may be in check already.
    (f"{board('Kd1 Rd2 ki7 Ri6')} w - - 1:left:i6", f"{board('Kd1 Rd2 ki7 Ri6')} w - - 1:left:i6 0 1"),
    (f"{board('Kd1 kj1')} w", f"{board('Kd1 kj1')} w - - 2 0 1"),
]  # fmt: skip


@pytest.mark.parametrize(("fen", "written"), VALID)
def test_valid(fen: str, written: str) -> None:
    position = Tandem(fen=fen)
    assert position.fen() == written == Tandem(fen=written).fen() and position.valid()


INVALID = [
    ("", "empty FEN"),
    (KINGS.replace("/12", "", 1), "board has 6 ranks, expected 7"),
    (f"{KINGS}/12", "board has 8 ranks, expected 7"),
    ("8k3/12/12/66/12/12/3K8", "rank 4 has 66 files, expected 12"),  # a run of digits is one number
    ("8k3/12/12/p11p/12/12/3K8", "rank 4 has 13 files, expected 12"),
    ("8k3/12/12/012/12/12/3K8", "rank 4 has '012', expected a number from 1"),
    ("8k3/12/12/6x5/12/12/3K8", "'x' on g4 is not a piece, expected one of PNBRQCMGKpnbrqcmgk"),
    ("8k3/12/12/11é/12/12/3K8", "'é' on l4 is not a piece"),
    ("8k3/12/12/12/12/12/3K1P6", "pawn on f1"),
    ("8k2p/12/12/12/12/12/3K8", "pawn on l7"),
    ("12/12/12/12/12/12/3K8", "Black has no king"),
    ("8k3/12/12/12/12/12/12", "White has no king"),
    ("8k3/12/12/12/12/12/3K5K2", "White has more than one king"),
    ("k7k3/12/12/12/12/12/3K8", "Black has more than one king"),
    ("8k3/12/12/12/PPPPPPPPPPPP/PPPPPPPPPPPP/3K8", "White has more than 24 pieces"),
    (f"{board('Kd1 ki7 Ri2')} w", "the side not to move is in check"),
    (f"{board('Kd1 ki7 Ri2')} w - - 1", "the side not to move is in check"),
    (f"{board('Kd1 ki7 gd2')} b", "the side not to move is in check"),
    (f"{KINGS} x", "side to move 'x', expected w or b"),
    (f"{KINGS} w K", "castling right 'K' without king on d1 and rook on f1"),
    (f"{KINGS} w D", "castling right 'D' without king on d1 and rook on g1"),
    (f"{KINGS} w k", "castling right 'k' without king on i7 and rook on g7"),
    (f"{KINGS} w d", "castling right 'd' without king on i7 and rook on f7"),
    (f"{board('Kj1 Rf1 ki7')} w K", "castling right 'K' without king on d1 and rook on f1"),
    (f"{HOME} w KK", "castling right 'K' twice"),
    (f"{HOME} w KQ", "castling right 'Q', expected K, D, k or d"),
    (f"{HOME} w K-", "castling right '-', expected K, D, k or d"),
    (f"{HOME} w K - 1:right:f1", "castling right 'K', but its king or rook has moved in this turn"),
    (f"{HOME} w D - 1:right:d1", "castling right 'D', but its king or rook has moved in this turn"),
    (f"{PASSED} w - d", "en-passant squares 'd', expected - or squares joined"),
    (f"{PASSED} w - d5j", "en-passant squares 'd5j', expected - or squares joined"),
    (f"{PASSED} w - d8", "en-passant square 'd8' is not a square"),
    (f"{PASSED} w - m5", "en-passant square 'm5' is not a square"),
    (f"{PASSED} w - D5", "en-passant square 'D5' is not a square"),
    (f"{PASSED} w - b3", "en-passant square 'b3' is not on rank 5"),
    (f"{PASSED} b - d5", "en-passant square 'd5' is not on rank 3"),
    (f"{PASSED} w - d4 1:right:b4", "en-passant square 'd4' is not on rank 3 or 5"),
    (f"{PASSED} w - d5d5", "en-passant square 'd5' twice"),
    (f"{PASSED} w - c5", "en-passant square 'c5' without a pawn on c4"),
    (f"{PASSED} w - b5", "en-passant square 'b5' without a pawn on b4"),
    (f"{board('Kl1 ka7 pd4 Nd5')} w - d5", "en-passant square 'd5' is occupied"),
    (f"{PASSED} w - b3 1:right:h4", "en-passant square 'b3', but the turn's first move was not by the pawn on b4"),
    (f"{board('Kl1 ka7 pd4 pj4 pl4')} w - d5j5l5", "3 en-passant squares of one turn, expected at most 2"),
    (f"{KINGS} w - - 3", "moves in this turn '3', expected 1, 2 or e.g. 1:right:d3"),
    (f"{KINGS} w - - 2:right:d1", "moves in this turn '2:right:d1', expected 1, 2"),
    (f"{KINGS} w - - 1:right", "moves in this turn '1:right', expected 1, 2"),
    (f"{HOME} w - - 1:middle:d1", "board to move 'middle', expected left or right"),
    (f"{HOME} w - - 1:right:d9", "square moved to 'd9' is not a square"),
    (f"{HOME} w - - 1:right:", "square moved to '' is not a square"),
    (f"{HOME} w - - 1:right:d2", "square moved to 'd2' holds no piece of the side to move"),
    (f"{HOME} w - - 1:left:i7", "square moved to 'i7' holds no piece of the side to move"),
    (f"{HOME} w - - 1:right:d1,f1,g1", "3 squares moved to, expected one, or king and rook that castled"),
    (f"{HOME} w - - 1:right:d1,f1", "squares castled to 'd1,f1', expected e1,d1 or h1,i1"),
    (f"{HOME} b - - 1:left:i7,g7", "squares castled to 'i7,g7', expected h7,i7 or e7,d7"),
    (f"{board('Kd1 Re1 ki7')} w - - 1:right:e1,d1", "squares castled to 'e1,d1' without king and rook there"),
    (f"{board('Ke1 Rd1 ki7 Nl1')} w - - 1:left:e1,d1", "castled, but the left board, where castling begins, is to"),
    (f"{KINGS} w - - 1:right:d1", "no second move is legal on the right board, so the turn is not under way"),
    (f"{board('Kd1 rd7 ki7 Pl2')} w - - 1:right:d1", "no second move is legal on the right board"),
    (f"{KINGS} w - - 2 x", "clock 'x' is not a whole number"),
    (f"{KINGS} w - - 2 10001", "clock '10001' is outside 0..10000"),
    (f"{KINGS} w - - 2 0 30001", "move number '30001' is outside 0..30000"),
    (f"{KINGS} w - - 0 1", "moves in this turn '0', expected 1, 2"),
    (f"{KINGS} w - - 2 0 1 extra", "8 fields, expected at most 7: extra 'extra'"),
]


@pytest.mark.parametrize(("fen", "message"), INVALID, ids=[message[:60] for _, message in INVALID])
def test_invalid(fen: str, message: str) -> None:
    with pytest.raises(FenError) as caught:
        Tandem(fen=fen)
    assert message in str(caught.value)


def test_the_most_pieces_and_moves() -> None:
    """24 Queens are read and stay within the move lists (a bound stands in cext/tandem.pyx)."""
    rng = random.Random("queens")
    longest = 0
    for letters in ("Q" * 23, "M" * 23, "QG" * 11, "GP" * 11, "QP" * 11):
        for _ in range(12):
            places = rng.sample(SQUARES, 25)
            pieces = [letter + place for letter, place in zip(f"K{letters}", places) if letter != "P" or
                      place[1] not in "17"]  # fmt: skip
            for ghost in GHOST_MOVES:
                try:
                    position = Tandem(Setup(ghost), f"{board(' '.join([*pieces, 'k' + places[24]]))} w - - 2 0 1")
                except FenError:  # the black king in check
                    continue
                assert position.count() == len(position.moves()) < 1 << 20
                longest = max(longest, len(position.by_halves().moves()))
    assert 200 < longest <= 1024


SIGNS = "KkQqRrBbNnPpCcMmGg12345/- wb016d:,l" + "é٣"
CORPUS = [fen for table in (VALID, INVALID) for fen, _ in table]


@st.composite
def placed(draw: st.DrawFn) -> str:
    """A FEN with two kings and some more pieces, at any stage of a turn."""
    places = draw(st.lists(st.sampled_from(SQUARES), min_size=2, max_size=20, unique=True))
    letters = draw(st.text("QRBNCMGGPPPqrbncmggppp", min_size=18, max_size=18))
    pieces = [letter + place for letter, place in zip("Kk" + letters, places)]
    pieces = [piece for piece in pieces if piece[0] not in "Pp" or piece[2] not in "17"]
    side = draw(st.sampled_from("wb"))
    own = [piece[1:] for piece in pieces if piece[0].isupper() == (side == "w")]
    moved = draw(st.sampled_from(own or SQUARES))
    stage = draw(st.sampled_from(["1", "2", "2", f"1:left:{moved}", f"1:right:{moved}"]))
    return f"{board(' '.join(pieces))} {side} - - {stage} 0 1"


def read_and_walk(fen: str, ghost: str, seed: int) -> None:
    """Allows only FenError; a FEN that is read survives writing and reading, and the position can be played."""
    setup = Setup(ghost)
    try:
        position = Tandem(setup, fen)
    except FenError:
        return
    written = position.fen()
    again = Tandem(setup, written)
    assert again.fen() == written and again.key == position.key
    rng = random.Random(seed)
    for _ in range(6):
        assert position.valid() and position.key == position.fresh_key
        moves = position.moves()
        assert len(moves) == position.count() == len(set(moves))
        halves = position.by_halves()
        assert halves.count() == len(halves.moves()) <= 1024 and (halves.count() == 0) == (not moves)
        if not moves:
            return
        move = rng.choice(moves)
        assert position.parse(position.text(move)) == move
        if rng.random() < 0.5:
            text, _ = rng.choice(position.first_moves())
            position = position.after_first(text)
        else:
            position = position.make(move)  # type: ignore[assignment]
        assert Tandem(setup, position.fen()).fen() == position.fen()


@settings(max_examples=400, deadline=None)
@given(mutilated(CORPUS, SIGNS), st.sampled_from(GHOST_MOVES), st.integers(0, 99))
def test_fuzz_mutilated_fens(fen: str, ghost: str, seed: int) -> None:
    read_and_walk(fen, ghost, seed)


@pytest.mark.thorough
@settings(max_examples=400, deadline=None)
@given(placed(), st.sampled_from(GHOST_MOVES), st.integers(0, 99))
def test_fuzz_placed_fens(fen: str, ghost: str, seed: int) -> None:
    read_and_walk(fen, ghost, seed)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=80))
@example("\0")
@example("12/12/12/12/12/12/12")
def test_fuzz_any_text(fen: str) -> None:
    with pytest.raises(FenError):
        Tandem(fen=fen)


@settings(max_examples=200, deadline=None)
@given(st.text("abcdefghijkl1234567/~,qmcrbngxk0- ", max_size=14) | st.text(max_size=10))
@example("a1/~a1")
@example("c6c7q,")
def test_fuzz_move_texts(text: str) -> None:
    """A text causes a MoveError, or is an abbreviation of a legal move."""
    position = Tandem(fen=f"{board('Kd1 Pc6 Gc5 Rb5 Pi6 Gh5 Ml1 kk7 pa6 ne2')} w - - 2 0 1")
    try:
        move = position.parse(text)
    except MoveError:
        return
    assert move in position.moves()
