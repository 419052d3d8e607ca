"""``python -O`` removes assert statements, so no code may depend on them."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from oddfish.cext.core.perft import perft
from oddfish.engine.game import Game
from oddfish.engine.searcher import Limits, Searcher
from oddfish.engine.variants import REGISTRY
from support.pipes import UciEngine

#: Prints what `measured` returns for each variant, and whether assert statements are really gone.
PROGRAM = """
import json, sys
sys.path.insert(0, sys.argv[1])
from project.test_optimized import measured
print(json.dumps([__debug__, {name: measured(name) for name in sys.argv[2:]}]))
"""


def measured(name: str) -> list[object]:
    """The leaves of a small tree, and the result of a short search of the start position."""
    game = Game(name, seed=1)
    plies = 1 if game.position.count() > 100 else 2
    best = Searcher(hash_mb=1).think(game, Limits(nodes=2000))
    return [perft(game.position, plies), best.text, best.score, best.depth]


@pytest.mark.later
def test_perft_and_search_without_asserts(request: pytest.FixtureRequest) -> None:
    command = [sys.executable, "-O", "-c", PROGRAM, str(request.config.rootpath / "tests"), *REGISTRY]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    debug, found = json.loads(done.stdout)
    assert not debug
    assert found == {name: measured(name) for name in REGISTRY}


@pytest.mark.parametrize("level", ["1", "2"])
@pytest.mark.quick(3)
def test_an_engine_without_asserts(monkeypatch: pytest.MonkeyPatch, level: str) -> None:
    """Level 2 also removes the docstrings."""
    monkeypatch.setenv("PYTHONOPTIMIZE", level)
    with UciEngine() as engine:
        engine.send("setoption name UCI_Variant value normal", "position startpos moves e2e4", "go depth 4")
        assert engine.expect(r"bestmove (\S+)")
        engine.send("go perft 2")
        assert engine.expect(r"Nodes searched: \d+")
