"""The examples of the library's page and docstrings run, and its types hold in a user's program."""

from __future__ import annotations

import doctest
import subprocess
import sys
from pathlib import Path

import pytest

import oddfish
import oddfish.board
import oddfish.pgn
from oddfish.cext.core import board as core
from oddfish.engine.library import analysis
from oddfish.engine.library import board as boards

PAGE = Path(__file__).resolve().parents[2] / "docs" / "library.md"
PROGRAM = """
import random

import oddfish
from oddfish import pgn


def play(name: str, seed: int) -> str:
    board = oddfish.Board(name, seed=seed)
    rng = random.Random(seed)
    while not board.is_game_over():
        move: oddfish.Move = rng.choice(board.legal_moves)
        board.push(move)
    outcome = board.outcome()
    assert outcome is not None
    winner: bool | None = outcome.winner
    pieces: dict[int, oddfish.Piece] = board.piece_map()
    return f"{board.result()} {winner} {len(pieces)} {board.copy().fen()} {board.svg(arrows=[board.peek()])}"


def think(board: oddfish.Board) -> int | None:
    with oddfish.Engine({"Hash": 1}, level=5) as engine:
        for info in engine.analysis(board, oddfish.Limit(depth=3)):
            print(info.score.white().cp, [move.text for move in info.pv])
        lines: list[oddfish.Info] = engine.analyse(board, oddfish.Limit(nodes=100), multipv=2)
        found: oddfish.Move | None = engine.play(board, oddfish.Limit(time=0.1)).move
        print(found, [game.tags for game in pgn.read(pgn.write(board))])
    return lines[0].score.cp
"""


def test_the_page_is_true() -> None:
    assert doctest.testfile(str(PAGE), module_relative=False).failed == 0


@pytest.mark.parametrize("module", [oddfish, oddfish.pgn, core, analysis, boards])
def test_docstrings_are_true(module: object) -> None:
    found = doctest.testmod(module)  # type: ignore[arg-type]
    assert found.failed == 0
    assert found.attempted


def test_every_public_name_is_there() -> None:
    for name in oddfish.__all__:
        assert getattr(oddfish, name) is not None
        assert name in dir(oddfish)
    with pytest.raises(AttributeError, match="nosuch"):
        oddfish.nosuch  # type: ignore[attr-defined]  # noqa: B018


def test_importing_the_package_imports_little() -> None:
    code = "import sys, oddfish; print(sorted(name for name in sys.modules if name.startswith('oddfish')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['oddfish']"


@pytest.mark.slow
def test_a_users_program_is_typed(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    root = PAGE.parents[1]
    (tmp_path / "mypy.ini").write_text(f"[mypy]\nmypy_path = {root / 'build' / 'pxd'}\nfollow_imports = silent\n")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--namespace-packages", "--explicit-package-bases", str(program)],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
