"""The bench can be stopped at any moment."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from oddfish.engine.bench import Bench
from oddfish.engine.game import Game
from oddfish.engine.searcher import Searcher


def test_a_search_about_to_begin_is_stopped_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new search ignores the stop of the one before it."""
    bench = Bench(["normal"], depth=100)
    go, stopping, lines = Searcher.go, [], list[str]()

    def late(searcher: Searcher, game: Game, *arguments: Any) -> None:
        stopping.append(threading.Thread(target=bench.stop))
        stopping[-1].start()
        stopping[-1].join(0.2)
        go(searcher, game, *arguments)

    monkeypatch.setattr(Searcher, "go", late)
    running = threading.Thread(target=lambda: lines.extend(bench.lines()))
    running.start()
    running.join(30)
    stopped = not running.is_alive()
    bench.stop()
    running.join()
    assert stopped and bench.stopped and len(stopping) == 1 and lines == []
