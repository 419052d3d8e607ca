"""The example of docs/adding-a-game.md in a real XBoard: its board, and a mate by mouse."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gui.harness import Display, XBoard, missing_programs
from oddfish.engine.interpreter import module_command
from oddfish.protocols.projections import Projection
from support.example_game import build_copy

pytestmark = [
    pytest.mark.gui,
    pytest.mark.skipif(bool(missing_programs()), reason=f"not installed: {', '.join(missing_programs())}"),
]


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[str]]:
    """The engine of a copy of the repository that has the game."""
    copy = tmp_path_factory.mktemp("house") / "copy"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(build_copy(copy)))
        yield module_command("oddfish", "--cecp", "--variant", "two-rooks")


def test_a_mate_by_mouse(display: Display, engine: list[str], tmp_path: Path) -> None:
    with XBoard(
        display, engine, variant="two-rooks", files=5, ranks=5, fen="k4/5/1K3/5/2R2 w - - 0 1", options=Projection.flags
    ) as xboard:
        assert xboard.move("c1", "c5", highlight=False) == "c1c5"
        xboard.wait_output(r"1-0 \{checkmate\}")
