"""Objects of every extension class made without `__init__`, partly, twice, by copying or by inheritance: each causes
an error or is sound, and the interpreter never crashes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from oddfish.cext.bifold.game import Bifold
from oddfish.cext.core.board import BoardCore
from oddfish.cext.core.rules import Position
from oddfish.engine.game import Game
from oddfish.engine.variants import REGISTRY
from support.garbage_calls import callees
from support.half_made import classes

TESTS = Path(__file__).resolve().parents[1]


def test_half_made_objects():
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-m", "support.half_made"],
        cwd=TESTS, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr[-2000:]}"
    assert len(done.stdout.splitlines()) == len(classes())


def test_all_classes_are_found():
    found = {f"{kind.__module__}.{kind.__name__}" for kind in classes()}
    assert {f"{callee.module}.{callee.owner}" for callee in callees() if callee.owner} <= found
    assert {type(Game(variant).position) for variant in REGISTRY} <= set(classes())


@pytest.mark.parametrize("kind", [kind for kind in classes() if kind is not BoardCore])
def test_no_python_class_inherits(kind: type):
    with pytest.raises(TypeError):
        type("Heir", (kind,), {"__init__": lambda *_: None})()


def test_boards_that_are_not_set_up_refuse_every_call():
    heir = type("Heir", (BoardCore,), {"__init__": lambda *_: None})()
    for name in ("turn", "key", "legal_moves", "position"):
        with pytest.raises(TypeError, match="__init__"):
            getattr(heir, name)
    for name in ("fen", "is_check", "copy", "root", "repetitions", "is_game_over"):
        with pytest.raises(TypeError, match="__init__"):
            getattr(heir, name)()


def test_positions_are_complete_or_absent():
    with pytest.raises(TypeError, match="Position is not a game"):
        Position.__new__(Position)
    with pytest.raises(TypeError):
        Bifold.__new__(Bifold)
    with pytest.raises(TypeError, match="Heir is not a game"):
        type("Heir", (Position,), {})()
