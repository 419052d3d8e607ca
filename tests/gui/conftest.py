"""Fixtures of the GUI tests: one virtual screen for all tests of a module, and a folder for its pictures."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from gui.harness import Display

#: Screens at key moments, and those of failed tests with their debug logs.
ARTIFACTS = Path(os.environ.setdefault("GUI_ARTIFACTS", str(Path(__file__).parents[2] / "artefacts" / "gui")))


@pytest.fixture(scope="module")
def display() -> Iterator[Display]:
    with Display() as display:
        yield display


@pytest.fixture(scope="session")
def artifacts() -> Path:
    ARTIFACTS.mkdir(parents=True, exist_ok=True)
    return ARTIFACTS
