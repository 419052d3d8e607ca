"""One screen and one Windows for all tests, because making a Windows takes long."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from gui.screen import Display
from winboard.harness import Wine, absent

#: Screens at key moments, and those of failed tests with their debug logs.
ARTIFACTS = Path(os.environ.setdefault("GUI_ARTIFACTS", str(Path(__file__).parents[2] / "artefacts" / "winboard")))


@pytest.fixture(scope="session")
def display() -> Iterator[Display]:
    with Display() as display:
        yield display


@pytest.fixture(scope="session")
def wine(display: Display, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wine]:
    own = tmp_path_factory.getbasetemp()
    shared = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    wine = Wine(tmp_path_factory.mktemp("wine"), shared / "Win Board")
    wine.prepare(display)
    yield wine
    wine.shut_down(display)


@pytest.fixture(scope="session")
def artifacts() -> Path:
    ARTIFACTS.mkdir(parents=True, exist_ok=True)
    return ARTIFACTS


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say once why all tests are skipped."""
    own = f"{Path(__file__).parent.name}/"
    if absent() and any(own in report.nodeid for report in terminalreporter.stats.get("skipped", ())):
        terminalreporter.write_line(f"WinBoard's tests are skipped: {absent()}")
