"""oddfish.Board beside python-chess, in the one game that both play."""

from __future__ import annotations

import random

import chess
import pytest

import oddfish

ENDINGS = (
    "8/8/4k3/8/8/3K4/8/8 w - - 0 1",
    "8/8/4k3/8/8/3KB3/8/8 w - - 0 1",
    "8/8/4k3/8/8/3KN3/8/8 b - - 0 1",
    "8/8/3bk3/8/8/3KB3/8/8 w - - 0 1",
    "8/4b3/4k3/8/8/3KB3/8/8 w - - 0 1",
    "8/8/4k3/8/8/3KNN2/8/8 w - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
    "7k/8/6K1/8/8/8/4r3/R7 w - - 99 80",
)


def check(ours: oddfish.Board, theirs: chess.Board) -> None:
    """Compare all that both boards say about a position."""
    assert ours.fen().split()[:3] == theirs.fen().split()[:3]
    assert ours.turn == theirs.turn
    assert (ours.fullmove_number, ours.halfmove_clock) == (theirs.fullmove_number, theirs.halfmove_clock)
    assert len(ours.legal_moves) == theirs.legal_moves.count()
    assert {move.uci() for move in ours.legal_moves} == {move.uci() for move in theirs.legal_moves}
    assert {square: piece.symbol() for square, piece in ours.piece_map().items()} == {
        square: piece.symbol() for square, piece in theirs.piece_map().items()
    }
    for name in ("is_check", "is_checkmate", "is_stalemate", "is_insufficient_material"):
        assert getattr(ours, name)() == getattr(theirs, name)()
    assert ours.is_repetition() == theirs.is_repetition()
    assert ours.mirror().fen().split()[:3] == theirs.mirror().fen().split()[:3]
    expected = theirs.outcome(claim_draw=False)
    if theirs.is_repetition() or theirs.is_fifty_moves():
        expected = expected or chess.Outcome(chess.Termination.FIFTY_MOVES, None)
    outcome = ours.outcome()
    assert (outcome is None) == (expected is None)
    assert ours.result() == (expected.result() if expected else "*")
    if outcome is not None and theirs.outcome() is not None:
        assert expected is not None
        assert outcome.termination.name in (expected.termination.name, "REPETITION", "MOVE_RULE")


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 8))])
@pytest.mark.quick(3)
def test_random_games(seed: int) -> None:
    rng = random.Random(seed)
    ours, theirs = oddfish.Board("normal"), chess.Board()
    for _ in range(160):
        check(ours, theirs)
        if ours.is_game_over():
            break
        for move in ours.legal_moves:
            same = chess.Move.from_uci(move.uci())
            san = theirs.san(same)
            assert ours.san(move) == san
            assert ours.parse_san(san) == ours.parse_san(san.rstrip("+#")) == move
            assert ours.is_capture(move) == theirs.is_capture(same)
            assert ours.gives_check(move) == theirs.gives_check(same)
        move = rng.choice(ours.legal_moves)
        assert ours.push_san(theirs.san(chess.Move.from_uci(move.uci()))) == move
        theirs.push_uci(move.uci())


def test_lines() -> None:
    rng, ours, theirs = random.Random(3), oddfish.Board("normal"), chess.Board()
    for _ in range(40):
        move = rng.choice(ours.legal_moves)
        ours.push(move)
        theirs.push_uci(move.uci())
    for first in (0, 1, 17):
        start, root = ours.copy(stack=40 - first).root(), theirs.copy(stack=40 - first).root()
        assert start.variation_san(ours.move_stack[first:]) == root.variation_san(theirs.move_stack[first:])


@pytest.mark.parametrize("fen", ENDINGS)
def test_endings(fen: str) -> None:
    ours, theirs = oddfish.Board("normal", fen), chess.Board(fen)
    check(ours, theirs)
    for move in list(ours.legal_moves):
        ours.push(move)
        theirs.push_uci(move.uci())
        check(ours, theirs)
        ours.pop()
        theirs.pop()


def test_repetitions() -> None:
    ours, theirs = oddfish.Board("normal"), chess.Board()
    for text in ("g1f3", "g8f6", "f3g1", "f6g8") * 2:
        check(ours, theirs)
        ours.push_uci(text)
        theirs.push_uci(text)
    assert ours.repetitions() == 3
    outcome = ours.outcome()
    assert outcome is not None
    assert (outcome.termination, outcome.winner) == (oddfish.Termination.THREEFOLD_REPETITION, None)
    check(ours, theirs)


@pytest.mark.parametrize(
    "fen",
    [
        "6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1",  # mate, checks and castling
        "4k3/8/8/2pPp3/8/8/8/4K3 w - e6 0 2",  # en passant
        "8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1",  # both file and rank are needed
        "4k3/8/8/8/1N3N2/8/1N6/4K3 w - - 0 1",
        "4k3/4r3/8/8/8/4N3/8/N3K3 w - - 0 1",  # the other knight is pinned
        "1n2k1n1/P6P/8/8/8/8/p6p/1N2K1N1 b - - 0 1",  # promotions with and without captures
        "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1",
    ],
)
def test_san_of_every_move(fen: str) -> None:
    ours, theirs = oddfish.Board("normal", fen), chess.Board(fen)
    for move in ours.legal_moves:
        san = theirs.san(chess.Move.from_uci(move.uci()))
        assert ours.san(move) == san
        for text in (san, san.rstrip("+#"), san.replace("O", "0"), san.replace("=", ""), san.replace("x", "")):
            assert ours.parse_san(text) == move


def test_dropped_pieces_in_san() -> None:
    """A pawn's letter may be missing."""
    board = oddfish.Board("halfgi", "rnbqkbnr/1ppppppp/8/8/8/8/2PPPPPP/RNBQKBNR[NP] w KQkq - 0 1")
    for text, wanted in (("N@e4", "n@e4"), ("@e4", "p@e4"), ("P@e4", "p@e4")):
        assert board.parse_san(text).text.lower() == wanted


@pytest.mark.parametrize(
    "text",
    ["Ne4", "e9", "", "e2e5", "O-O", "Kxe1", "Nbd2", "e8=Q", "Q", "exd5", "@e4", "N@e4", "e4 e5", "\0"],
)
def test_wrong_san(text: str) -> None:
    board = oddfish.Board("normal")
    with pytest.raises(chess.IllegalMoveError if text == "Ne4" else ValueError):
        chess.Board().parse_san(text)
    with pytest.raises(oddfish.IllegalMoveError, match="not a legal move"):
        board.push_san(text)
    assert board.ply() == 0


def test_ambiguous_san() -> None:
    fen = "4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1"
    with pytest.raises(chess.AmbiguousMoveError):
        chess.Board(fen).parse_san("Nd2")
    with pytest.raises(oddfish.AmbiguousMoveError, match="b1d2 f1d2"):
        oddfish.Board("normal", fen).push_san("Nd2")


@pytest.mark.parametrize("name", ["half-chess", "augmented-chess", "halfgi", "bifold-halfgi", "banqi", "tandem-84"])
@pytest.mark.quick(3)
def test_san_of_other_games(name: str) -> None:
    """Chess's relatives have it; in other games SAN is the move's text."""
    board = oddfish.Board(name, seed=3)
    rng = random.Random(3)
    for _ in range(60 if "tandem" not in name else 10):
        if board.is_game_over():
            break
        texts = [board.san(move) for move in board.legal_moves]
        assert len(set(texts)) == len(texts)
        assert [board.parse_san(text) for text in texts] == list(board.legal_moves)
        board.push(rng.choice(board.legal_moves))
