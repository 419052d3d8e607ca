"""oddfish.pgn: games of every variant, written and read."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chess
import chess.pgn
import pytest

import oddfish
from oddfish import pgn
from oddfish.engine.game import Game
from oddfish.engine.pgn import read_pgn
from oddfish.engine.variants import REGISTRY
from oddfish.protocols import saved_games
from oddfish.protocols.projections import projection_for
from oddfish.protocols.transcript import in_plies
from support.saved import first_is_red, played_at_random


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


def test_captures_of_banqi_that_end_early() -> None:
    """``0000`` looks like a number."""
    fen = "pp2/G3/4/4/4/4/4/3k[] w r 0 1"
    board = oddfish.Board("banqi", fen, options={"MultiCapture": True})
    for move in ("a7a8", "0000", "d1c1"):
        board.push_text(move)
    (found,) = pgn.read(pgn.write(board))
    assert found.board == board and len(found.board.move_stack) == 3


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


GAMES = """
[White "Ann"]

1. e4 e5 1-0

[White "Bob"]

1. e4 e5 2. Ke3 *

[White "Cid"]
[Variant "nosuch"]

*

[White "Dee"]

1. d4 d5 {fine} 0-1
"""


def test_games_that_cannot_be_read_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(GAMES)
    for read in (
        lambda found: pgn.read(GAMES, on_error=found.append), lambda found: pgn.load(path, on_error=found.append)
    ):  # fmt: skip
        errors: list[pgn.PgnError] = []
        games = list(read(errors))
        assert [(game.tags["White"], game.result) for game in games] == [("Ann", "1-0"), ("Dee", "0-1")]
        assert [str(error).partition("game ")[2][:1] for error in errors] == ["2", "3"]
        assert "Ke3" in str(errors[0]) and "nosuch" in str(errors[1])
    with pytest.raises(pgn.FileError, match="missing"):
        list(pgn.load(tmp_path / "missing.pgn", on_error=errors.append))


@pytest.mark.parametrize(
    ("error", "match", "attempt"),
    [
        (TypeError, "NoneType.*str or bytes", lambda board: pgn.read(None)),
        (TypeError, "StringIO.*load", lambda board: pgn.read(io.StringIO("*"))),
        (TypeError, "chess.Board, expected an oddfish.Board", lambda board: pgn.write(chess.Board())),
        (TypeError, "tags is of type str", lambda board: pgn.write(board, "White")),
        (TypeError, "tag Round is of type int", lambda board: pgn.write(board, {"Round": 3})),
        (TypeError, "outcome is of type str", lambda board: pgn.write(board, outcome="1-0")),
        (TypeError, "comments is of type str", lambda board: pgn.write(board, comments="a")),
        (TypeError, "comment is of type NoneType", lambda board: pgn.write(board, comments=[None])),
        (ValueError, "2 comments for 1 move$", lambda board: pgn.write(board, comments=["", ""])),
    ],
)
def test_wrong_arguments(error: type[Exception], match: str, attempt: Callable[[Any], object]) -> None:
    board = oddfish.Board("normal")
    board.push_san("e4")
    with pytest.raises(error, match=match):
        attempt(board)


def lettered(text: str) -> str:
    """XBoard writes the letter of the piece before each ply; which one does not matter if the square is there."""
    head, _, moves = text.partition("\n\n")
    return head + "\n\n" + re.sub(r"(?<=\s)(?=[a-p]\d+x?[a-p]\d)", "P", f" {moves}")


@pytest.mark.one_a_family
@pytest.mark.parametrize("name", REGISTRY)
@pytest.mark.parametrize("written", [str, lettered])
@pytest.mark.quick(5)
def test_what_xboard_saves(name: str, written: Callable[[str], str]) -> None:
    """Legs, passes and hands on XBoard's board."""
    for seed in range(3):
        game = played_at_random(name, seed, 40)
        own = game.pgn()
        text = in_plies(own, game.variant, game.options, projection_for(name))
        (found,) = pgn.read(written(own if text is None else text))
        assert first_is_red(found.board.game().texts()) == first_is_red(game.texts())
        if "banqi" not in name:
            assert found.board.fen() == game.fen()
        assert not found.board.has_deal and len(found.comments) == len(game.moves)


def test_a_real_file_of_xboard() -> None:
    """With abbreviated plies."""
    path = Path(__file__).parents[1] / "gui" / "data" / "fanorona-unlisted.pgn"
    (found,) = pgn.load(path)
    assert found.board.result() == found.result == "1-0"
    assert len(found.board.move_stack) == len(next(read_pgn(path.read_bytes())).moves)


def test_armies_in_the_names_of_engines() -> None:
    game = Game("augmented-half-chess", {"WhiteArmy": "RF-CD-BW-QV", "BlackArmy": "RA-VS-BC-RVF"})
    setup = projection_for(game.variant.name).setup_tag(game)
    start = projection_for(game.variant.name).write_fen(game.position)
    tags = {"White": f"Oddfish {setup}", "Black": "Ann", "Variant": game.variant.name, "FEN": start, "SetUp": "1"}
    head = "\n".join(f'[{name} "{value}"]' for name, value in tags.items())
    (found,) = pgn.read(f"{head}\n\n1. e4 e5 *")
    assert {name: found.board.options[name] for name in game.options} == game.options


def test_lichess_s_games_from_a_position() -> None:
    """Their tag does not name chess."""
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    (found,) = pgn.read(f'[Variant "From Position"]\n[FEN "{fen}"]\n[SetUp "1"]\n\n1. e4 *')
    assert found.board.variant.name == "normal" and found.board.fen().startswith("4k3/8/8/8/4P3/8/8/4K3 b ")


def test_comments_and_unfinished_turns_of_xboard() -> None:
    text = "1. Pe2e4 {a} Pd6d4 {b} 2. -- {c} Pl6l4 {d} 3. Rl1a4 {e} *"
    (found,) = pgn.read(f'[Variant "tandem-84"]\n\n{text}')
    assert [move.text for move in found.board.move_stack] == ["e2e4", "d6d4,l6l4"]
    assert found.comments == ["a", "b c d"]


def test_errors_in_plies_say_where() -> None:
    with pytest.raises(pgn.PgnError, match="game 1: move 2: "):
        list(pgn.read('[Variant "fanorona-chess"]\n\n1. Ka2 Ka3 *'))
    with pytest.raises(pgn.PgnError, match="game 1: "):
        list(pgn.read('[Variant "tandem-84"]\n[FEN "8/8 w"]\n\n1. Pc2c4 *'))


def test_the_variant_of_games_that_name_none(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text("1. e2e4 e7e5 *\n")
    for found in (pgn.read(path.read_text(), "half-chess"), pgn.load(path, "half-chess")):
        assert [game.board.uci_variant for game in found] == ["half-chess"]
    assert [game.board.uci_variant for game in pgn.load(path)] == ["normal"]
    assert [game.result for game in pgn.read('[White "Ann"]\n\n1. e2e4')] == ["*"]


@pytest.mark.parametrize(
    ("tag", "end", "result"),
    [("1-0", "", "1-0"), ("1-0", "0-1", "0-1"), ("1-0", "*", "*"), ("won", "", "*"), ("", "", "*")],
)
def test_the_tag_has_the_result_if_the_moves_do_not(tag: str, end: str, result: str) -> None:
    (game,) = pgn.read(f'[Result "{tag}"]\n\n1. e4 e5 {end}')
    assert game.result == result


def test_options_in_tags_of_their_own() -> None:
    (game,) = pgn.read('[Variant "banqi"]\n[MultiCapture "true"]\n\n*\n')
    assert game.board.options["MultiCapture"]
    assert "[Options" not in pgn.write(oddfish.Board("augmented-half-chess", seed=1))  # the FEN has the armies


def test_given_tags_override_the_options() -> None:
    board = oddfish.Board("banqi", options={"MultiCapture": True}, seed=1)
    assert '[Options "MultiCapture=true"]' in pgn.write(board)
    assert '[Options "house rules"]' in pgn.write(board, {"Options": "house rules"})


@pytest.mark.parametrize("tags", ['[Variant "nosuch"]', '[Variant "banqi"]\n[NoProgressPlies "x"]'])
def test_games_that_there_are_not(tags: str) -> None:
    with pytest.raises(pgn.PgnError, match="game 1: "):
        list(pgn.read(f"{tags}\n\n*\n"))
