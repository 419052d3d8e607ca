"""A real browser for tests of pages."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

_NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
CHROMIUM = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, _NAMES)), None)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """A browser; without one, tests that need it are skipped.

    Until it closes, its event loop keeps all others out of the tests' thread. So it closes after each module.
    """
    if CHROMIUM is None:
        pytest.skip("no Chromium (.ci/run installs it)")
    playwright = pytest.importorskip("playwright.sync_api", reason="no Playwright")
    with playwright.sync_playwright() as running:
        browser = running.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()
