"""Folders shared by several processes of a test run; the first process makes them."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

#: Seconds after which the process that makes a folder counts as dead.
_GIVEN_UP = 1500


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """A folder of this test run that ``make`` fills in the first of its processes (pytest-xdist); the others wait.

    Raises:
        RuntimeError: the first process could not make it.
    """
    base = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        base = base.parent
    folder, done, failed = base / name, base / f"{name}.done", base / f"{name}.failed"
    try:
        folder.mkdir()
    except FileExistsError:
        until = time.monotonic() + _GIVEN_UP
        while not done.exists():
            if failed.exists() or time.monotonic() > until:
                raise RuntimeError(f"{name} could not be made by another test process") from None
            time.sleep(0.1)
        return folder
    try:
        make(folder)
    except BaseException:
        failed.touch()
        raise
    done.touch()
    return folder
