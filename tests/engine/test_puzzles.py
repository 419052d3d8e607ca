"""The puzzles, by the rules and by searches."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from oddfish.engine.game import Game, open_to_chance
from oddfish.engine.puzzles import from_record, puzzles_of, to_record
from oddfish.engine.puzzles.judge import HASH, LEAST_CHANCES, chances, flaw, others, parts, same, wins_at_once
from oddfish.engine.puzzles.make import DEEP, DEEPEST, make
from oddfish.engine.searcher import Searcher
from oddfish.engine.variants import REGISTRY

COUNT = 30


@pytest.mark.parametrize("name", REGISTRY)
def test_there_are_enough(name: str) -> None:
    """The easiest first, all different."""
    found = puzzles_of(name)
    assert len(found) >= COUNT
    assert [one.difficulty for one in found] == sorted(one.difficulty for one in found)
    assert len({one.fen.split()[0] for one in found}) == len(found)


@pytest.mark.parametrize("name", REGISTRY)
@pytest.mark.quick(3)
def test_lines_are_legal(name: str) -> None:
    """Nothing depends on chance, each line ends with the solver's move, and there is something to choose from."""
    for puzzle in puzzles_of(name):
        game = puzzle.game(name)
        assert game.fen() == puzzle.fen
        solver = game.turn
        assert len(game.legal_moves()) >= 8
        for index, text in enumerate(puzzle.line):
            move = game.position.parse(text)
            assert game.position.text(move) == text
            assert not open_to_chance(game.position, move)
            assert game.result() is None
            if game.turn == solver:
                keys = puzzle.keys[index] if puzzle.keys else ()
                assert {*keys} <= {*parts(text)}
                assert others(game, move, keys)
                last = game.turn
            game.push_move(move)
        assert last == solver and game.positions[-2].turn == solver
        result = game.result()
        assert result is None or result.winner == solver
        assert chances(puzzle.score) >= LEAST_CHANCES


def test_themes_of_the_games() -> None:
    """The tactics that only these games have."""
    wanted = {
        "fanorona-chess": {"victim"}, "banqi": {"jump"}, "halfgi": {"drop"}, "bifold-halfgi": {"drop", "share"},
        "tandem-84": {"across", "swap"}, "half-chess": {"mate", "move"}, "normal": {"mate", "move", "long"},
    }  # fmt: skip
    for name, themes in wanted.items():
        assert themes <= {theme for puzzle in puzzles_of(name) for theme in puzzle.themes}, name


@pytest.mark.slow
@pytest.mark.one_a_family
@pytest.mark.parametrize("nodes", [DEEP, DEEPEST])
@pytest.mark.parametrize("name", REGISTRY)
def test_deep_searches_agree(name: str, nodes: int) -> None:
    searcher = Searcher(hash_mb=HASH)
    flaws = {one.fen: flaw(searcher, one, name, nodes) for one in puzzles_of(name)}
    assert {fen: text for fen, text in flaws.items() if text} == {}


@pytest.mark.slow
@pytest.mark.thorough
def test_a_file_is_continued(tmp_path: Path) -> None:
    """A search for puzzles that is stopped goes on with the next game, and finds the same."""
    variant = REGISTRY["banqi"]
    whole, cut = tmp_path / "whole.json", tmp_path / "cut.json"
    for _ in make(variant, whole, 3, 3):
        pass
    for most in (1, 3):
        for _ in make(variant, cut, 3, most):
            pass
    assert whole.read_text() == cut.read_text()
    record = json.loads(whole.read_text())
    assert record["games"] <= 3
    for one in record["puzzles"]:
        assert to_record(from_record(one)) == {**one, "line": (*one["line"],), "themes": (*one["themes"],)}


def test_moves_that_are_the_same() -> None:
    """The order of a turn, and parts that do not count; other mates are no alternatives."""
    fen = "gbmcnrrnkqbg/pppppppppppp/12/2P9/12/PP1PPPPPPPPP/GBQKNRRNCMBG b KDkd c3 2 0 1"
    game = Game("tandem-84", fen=fen)
    one, other, third = (game.position.parse(text) for text in ("c6c5,h6h5", "h6h5,c6c5", "c6c5,i6i5"))
    assert same(game, one, other) and not same(game, one, third)
    assert same(game, one, third, ["c6c5"]) and not same(game, one, third, ["h6h5"])
    mates = Game("normal", fen="7k/5Q2/6K1/8/8/8/8/8 w - - 0 60")
    mate = mates.position.parse("f7g7")
    assert not any(wins_at_once(mates, move) for move in others(mates, mate))
