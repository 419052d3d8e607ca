"""oddfish.pgn: games of every variant, written and read."""

from __future__ import annotations

import random
from pathlib import Path

import chess
import chess.pgn
import pytest

import oddfish
from oddfish import pgn
from oddfish.engine.game import Game
from oddfish.engine.variants import REGISTRY
from oddfish.protocols import saved_games


def finished(name: str, seed: int, **named: object) -> oddfish.Board:
    board = oddfish.Board(name, seed=seed, **named)  # type: ignore[arg-type]
    rng = random.Random(seed)
    for _ in range(12 if "tandem" in name else 80):
        if board.is_game_over():
            break
        board.push(rng.choice(board.legal_moves))
    return board


@pytest.mark.parametrize("name", REGISTRY)
def test_games_come_back(name: str, tmp_path: Path) -> None:
    boards = [finished(name, seed) for seed in range(3)]
    path = tmp_path / "games.pgn"
    path.write_text("\n".join(pgn.write(board, {"Round": str(seed)}) for seed, board in enumerate(boards)))
    games = list(pgn.load(path))
    assert [game.board for game in games] == boards
    assert [game.board.move_stack for game in games] == [board.move_stack for board in boards]
    assert [game.tags["Round"] for game in games] == ["0", "1", "2"]
    assert [game.result for game in games] == [board.result() for board in boards]
    assert [game.board.outcome() for game in games] == [board.outcome() for board in boards]


@pytest.mark.parametrize(
    ("name", "options"),
    [("banqi", {"MultiCapture": True}), ("tandem-84", {"GhostMove": "glide-peaceful"}), ("augmented-chess", {})],
)
def test_what_the_terminal_saves(name: str, options: dict[str, object]) -> None:
    """Games of `oddfish play`, with house rules and armies."""
    game = Game(name, options, seed=5)
    rng = random.Random(5)
    for _ in range(10):
        game.push_move(rng.choice(game.legal_moves()))
    (found,) = pgn.read(saved_games.pgn(game, None, ("human", "engine")))
    assert found.board.game().texts() == game.texts()
    assert found.board.variant.rule_options(found.board.options) == game.variant.rule_options(game.options)
    (again,) = pgn.read(pgn.write(found.board))
    assert again.board == found.board


def test_games_of_other_programs() -> None:
    """python-chess writes SAN, and no tag for the variant."""
    theirs = chess.Board()
    rng = random.Random(1)
    for _ in range(80):
        theirs.push(rng.choice(list(theirs.legal_moves)))
    (found,) = pgn.read(str(chess.pgn.Game.from_board(theirs)))
    assert [move.uci() for move in found.board.move_stack] == [move.uci() for move in theirs.move_stack]


def test_comments_and_results() -> None:
    board = oddfish.Board("normal")
    board.push_san("e4")
    resigned = oddfish.Outcome(oddfish.Termination.NO_LEGAL_MOVE, True)
    (found,) = pgn.read(pgn.write(board, comments=["a good move"], outcome=resigned))
    assert found.comments[0].startswith("a good move")
    assert found.result == "1-0"


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ('[Variant "nosuch"]\n\n*', "game 1.*nosuch"),
        ("1. e5 *", "game 1: move 1: 'e5'"),
        ("1. e4 e5 2. Ke3 *", "move 3: 'Ke3'"),
        ('[FEN "8/8 w"]\n\n1. e4 *', "game 1"),
        ("1. e4 (", "game 1"),
    ],
)
def test_errors_say_where(text: str, match: str) -> None:
    with pytest.raises(pgn.PgnError, match=match):
        list(pgn.read(text))
