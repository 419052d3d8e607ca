"""A watchdog for each try of a test, which a hanging test cannot block.

pytest-timeout raises an exception in the test. That does not reach C code that keeps the GIL, can be swallowed, and
leaves interrupted work half done (python-xlib waits forever for the next answer). It also stops at the first failure,
so that a second try (pytest-rerunfailures) can hang. If tests are distributed to processes, this module ends the
process instead, which first prints where each of its threads was. pytest-xdist replaces it, and the test counts as
failed or runs once more.
"""

from __future__ import annotations

import faulthandler
import os
from collections.abc import Generator

import pytest

from support.processes import HUNG

#: Seconds that pytest-timeout has to end a test itself.
GRACE = 60
_errors = pytest.StashKey[int]()


def seconds(item: pytest.Item) -> float:
    """The seconds that a try of a test may take."""
    if item.get_closest_marker("gui"):
        return HUNG
    own = item.get_closest_marker("timeout")
    return float(own.args[0] if own else item.config.getini("timeout")) + GRACE


def pytest_configure(config: pytest.Config) -> None:
    """Keep this process's standard error, which pytest captures while a test runs."""
    if hasattr(config, "workerinput"):
        with config.pluginmanager.getplugin("capturemanager").global_and_fixture_disabled():  # type: ignore[union-attr]
            config.stash[_errors] = os.dup(2)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, object, object]:
    errors = item.config.stash.get(_errors, None)
    if errors is not None:
        faulthandler.dump_traceback_later(seconds(item), file=errors, exit=True)
    return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown() -> Generator[None, object, object]:
    try:
        return (yield)
    finally:
        faulthandler.cancel_dump_traceback_later()
