"""Run ``pytest bench``; a plain ``pytest`` collects nothing here. See race.py and peers.py.

``--record FILE`` saves the table of ratios for ``make measured`` (see records.py).
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

sys.path.insert(0, str(Path(__file__).parent))

import records
from race import ROWS, Race, ratios


def pytest_addoption(parser: Any) -> None:
    parser.addoption("--record", type=Path, metavar="FILE", help="add the races to this JSON file")


@pytest.fixture
def race(benchmark: Any) -> Race:
    """See :class:`race.Race`."""
    return Race(benchmark)


def pytest_terminal_summary(terminalreporter: Any, config: Any) -> None:
    """Print the table of ratios, and record it."""
    if ROWS:
        path = config.getoption("--record")
        if path:
            command = records.this_command(config.invocation_params.args)
            records.write(path, [row.record() for row in ROWS], command)
        terminalreporter.ensure_newline()
        Console(file=terminalreporter._tw._file, width=max(120, terminalreporter._tw.fullwidth)).print(ratios())
