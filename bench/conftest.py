"""Run ``pytest bench``; nothing here is collected by a plain ``pytest``. See race.py and peers.py."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

sys.path.insert(0, str(Path(__file__).parent))

from race import ROWS, Race, ratios


@pytest.fixture
def race(benchmark: Any) -> Race:
    """See :class:`race.Race`."""
    return Race(benchmark)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """The table of ratios."""
    if ROWS:
        terminalreporter.ensure_newline()
        Console(file=terminalreporter._tw._file, width=max(120, terminalreporter._tw.fullwidth)).print(ratios())
