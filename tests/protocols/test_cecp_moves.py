"""CECP over pipes: moves made, refused and taken back; positions set up; results claimed."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from oddfish.engine.game import Game
from oddfish.protocols.cecp.editor import Editor
from support.dialogue import moves_in
from support.pipes import CecpEngine

pytestmark = pytest.mark.sampled(3)

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


@pytest.fixture
def engine() -> Iterator[CecpEngine]:
    with CecpEngine(variant="normal") as running:
        yield running


# Moves ------------------------------------------------------------------------------------------------------------


def test_plays_black_after_new(engine: CecpEngine):
    engine.send("sd 3", "usermove e2e4")
    move = engine.expect("move ").split()[1]
    game = Game("normal")
    game.push("e2e4")
    assert move in game.legal()
    game.push(move)
    assert engine.fen() == game.fen()


def test_go_plays_both_colours(engine: CecpEngine):
    game = Game("normal")
    engine.send("sd 2")
    for _ in range(6):
        engine.send("go")
        game.push(engine.expect("move ").split()[1])
    assert engine.fen() == game.fen()


def test_bare_moves_are_moves(engine: CecpEngine):
    engine.send("sd 2", "d2d4")
    engine.expect("move ")


def test_force_makes_no_move(engine: CecpEngine):
    lines = engine.ask("force", "usermove e2e4", "usermove e7e5", "usermove g1f3")
    assert lines == []
    assert engine.fen().startswith("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/")


def test_force_during_a_search_prints_no_move(engine: CecpEngine):
    engine.send("st 1000", "usermove e2e4")
    engine.expect(r"4 ")  # the engine is thinking
    engine.send("force", "usermove e7e5")
    assert moves_in(engine.sync()) == []
    assert moves_in(engine.sync()) == []
    assert "4p3/4P3" in engine.fen()


def test_move_now(engine: CecpEngine):
    engine.send("st 1000", "usermove e2e4")
    engine.expect(r"3 ")
    lines = engine.ask("?", "force")
    assert len(moves_in(lines)) == 1
    assert " w " in engine.fen()
    engine.send("st 1000", "go", "?", "ping 77")  # even if nothing has been found yet
    assert len(moves_in(engine.until("pong 77"))) == 1


def test_storm_during_a_search(engine: CecpEngine):
    engine.send("st 1000", "usermove e2e4", *[f"ping {number}" for number in range(1000)])
    lines = engine.until("pong 999")
    assert [line for line in lines if line.startswith("pong")] == [f"pong {number}" for number in range(1000)]
    assert moves_in(lines) == []  # still thinking
    engine.send(*["?"] * 100)
    assert len(moves_in(engine.sync())) == 1


@pytest.mark.parametrize("move", ["e2e5", "e7e5", "e1g1", "z9z9", "e2e4q", "@@@@", "P@e4", "e2"])
@pytest.mark.quick(3)
def test_illegal_moves(engine: CecpEngine, move: str):
    before = engine.fen()
    (line,) = engine.ask(f"usermove {move}")
    assert re.fullmatch(rf"Illegal move \([^()]+\): {move}", line)
    assert engine.fen() == before


def test_illegal_bare_move(engine: CecpEngine):
    (line,) = engine.ask("e2e5")
    assert line.startswith("Illegal move (")


def test_ambiguous_move_lists_the_candidates(engine: CecpEngine):
    engine.send("force", "setboard 4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
    (line,) = engine.ask("usermove a7a8")
    assert all(move in line for move in ("a7a8q", "a7a8r", "a7a8b", "a7a8n"))
    assert engine.ask("usermove a7a8N") == []
    assert engine.fen().startswith("N3k3/8")


def test_move_while_the_engine_thinks(engine: CecpEngine):
    engine.send("st 1000", "usermove e2e4")
    lines = engine.ask("usermove e7e5")
    assert "Illegal move (it is the engine's turn): e7e5" in lines
    assert len(moves_in(engine.ask("?"))) == 1


def test_undo_and_remove(engine: CecpEngine):
    engine.ask("force", "usermove e2e4", "usermove e7e5", "usermove g1f3")
    after = Game("normal")
    after.push("e2e4")
    engine.ask("undo", "undo")
    assert engine.fen() == after.fen()
    engine.ask("usermove c7c5", "remove")
    assert engine.fen() == START
    (line,) = engine.ask("remove")
    assert line.startswith("Error (")


def test_retract_in_a_game(engine: CecpEngine):
    """XBoard's Retract Move: two plies are taken back, and the engine keeps its side."""
    engine.send("sd 2", "usermove e2e4")
    engine.expect("move ")
    assert engine.ask("remove") == ["highlight 8/8/8/8/8/8/8/8"]  # the marks of the move that was taken back
    assert engine.fen() == START
    engine.send("usermove d2d4")
    engine.expect("move ")
    assert " w " in engine.fen()


def test_playother(engine: CecpEngine):
    engine.ask("force", "usermove e2e4", "sd 2", "playother")
    assert " b " in engine.fen()
    engine.send("usermove e7e5")
    engine.expect("move ")
    assert " b " in engine.fen()


def test_new_and_setboard_end_a_search(engine: CecpEngine):
    fen = "4k3/8/8/8/8/8/8/4K2R w - - 0 1"
    for command in ("new", f"setboard {fen}", "variant half-chess", "result 1-0 {time}", "edit"):
        engine.send("new", "force", "st 1000", "go")
        engine.expect(r"2 ")
        engine.send(command, *(["."] if command == "edit" else []))
        assert moves_in(engine.sync()) == []
        assert moves_in(engine.sync()) == []


# Positions --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fen", "named"),
    [
        ("8/8/8/8/8/8/8/8 w - - 0 1", "king"),
        ("4k3/8/8/8/8/8/8 w - - 0 1", "7 ranks, expected 8"),
        ("nonsense", "board has 1 rank, expected 8"),
        ("", "empty FEN"),
        ("4k3/8/8/8/8/8/8/4K3 w KQ - 0 1", "castling right"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 extra", "fields"),
    ],
)
@pytest.mark.quick(3)
def test_bad_setboard_keeps_the_position(engine: CecpEngine, fen: str, named: str):
    engine.ask("force", "usermove e2e4")
    before = engine.fen()
    (line,) = engine.ask(f"setboard {fen}")
    assert line.startswith("tellusererror Illegal position: ")
    assert named in line
    assert engine.fen() == before


def test_edit(engine: CecpEngine):
    engine.ask("force", "edit", "#", "Ke1", "Ra1", "Pe5", "c", "Ke8", "Rh8", "xh8", "Rh8", ".")
    assert engine.fen() == "4k2r/8/8/4P3/8/8/8/R3K3 w Qk - 0 1"


def test_edit_black_to_move_and_mistakes(engine: CecpEngine):
    lines = engine.ask("new", "force", "a2a3", "edit", "#", "Ke1", "nonsense", "Pz9", "Pa9", "c", "Ke8", ".")
    assert [line for line in lines if not line.startswith("Error (")] == []
    assert len(lines) == 3
    assert engine.fen() == "4k3/8/8/8/8/8/8/4K3 b - - 0 1"


def test_edit_to_an_illegal_position(engine: CecpEngine):
    (line,) = engine.ask("force", "edit", "#", "Ke1", ".")
    assert line.startswith("tellusererror Illegal position: ")
    assert engine.fen() == START


def test_editor_counts_ten_ranks_from_zero():
    editor = Editor("/".join(["16"] * 10))
    editor.feed("Pa0")
    editor.feed("c")
    editor.feed("Xp9")
    assert editor.board == "15x/" + "16/" * 8 + "P15"
    editor.feed("xa0")
    assert editor.board.endswith("/16")


# Results ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fen", "move", "result"),
    [
        ("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "g1g7", "1-0 {checkmate}"),
        ("7k/8/6K1/8/8/8/5Q2/8 w - - 0 1", "f2f7", "1/2-1/2 {stalemate}"),
        ("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "e1e2", "1/2-1/2 {insufficient material}"),
        ("4k3/8/8/8/8/8/2B1r3/4K3 w - - 0 1", "e1e2", "1/2-1/2 {insufficient material}"),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 99 80", "a1a2", "1/2-1/2 {move rule}"),
        ("6q1/8/8/8/8/5k2/8/7K b - - 0 1", "g8g2", "0-1 {checkmate}"),
    ],
)
@pytest.mark.quick(3)
def test_results_are_claimed(engine: CecpEngine, fen: str, move: str, result: str):
    engine.send(f"setboard {fen}", "playother")
    assert engine.ask(f"usermove {move}") == [result]


def test_repetition_is_claimed(engine: CecpEngine):
    engine.ask("force", "usermove g1f3", "usermove g8f6", "usermove f3g1", "usermove f6g8")
    engine.ask("usermove g1f3", "usermove g8f6", "usermove f3g1", "playother")
    assert engine.ask("usermove f6g8") == ["1/2-1/2 {repetition}"]


def test_no_claim_in_force_mode(engine: CecpEngine):
    assert engine.ask("force", "setboard 7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "usermove g1g7") == []
    assert engine.ask("go") == ["1-0 {checkmate}"]
