"""Perft and bench in the protocols: errors are reported."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from oddfish.engine.game import Game
from oddfish.engine.perft import Perft
from oddfish.engine.searcher import Searcher
from oddfish.protocols.runs import BenchRun, PerftRun

PATIENCE = 30  # seconds


@pytest.mark.parametrize(
    ("error", "told", "tracebacks"),
    [(MemoryError("no room\nat all"), "no room?at all", 0), (ValueError("a\nbug"), "ValueError: a?bug", 2)],
)
def test_errors_are_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: Exception, told: str, tracebacks: int
) -> None:
    """A lack of memory is no bug, so it has no traceback."""

    def fail(*_: Any) -> None:
        raise error

    monkeypatch.setattr(Perft, "moves", fail)
    monkeypatch.setattr(Searcher, "go", fail)
    lines: list[str] = []
    ended = threading.Semaphore(0)
    PerftRun(Game("normal").position, 3, lines.append, lines.append, False, ended.release)
    assert ended.acquire(timeout=PATIENCE)
    BenchRun(["normal"], lines.append, lines.append, ended.release)
    assert ended.acquire(timeout=PATIENCE)
    assert lines == [f"{name} failed: {told}" for name in ("perft", "bench")]
    output, errors = capsys.readouterr()
    assert output == "" and errors.count("Traceback") == tracebacks
