"""A server and a browser for the tests of the page."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

_NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
CHROMIUM = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, _NAMES)), None)


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """The address of a running `oddfish web`."""
    pytest.importorskip("starlette")
    command = [sys.executable, "-m", "oddfish", "web", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        found = re.search(r"http://\S+", server.stdout.readline())
        assert found is not None
        yield found[0]
        server.send_signal(signal.SIGINT)
        assert server.wait(10) == 0


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """A browser; tests that need it are skipped where there is none."""
    if CHROMIUM is None:
        pytest.skip("no Chromium (.ci/run installs it)")
    playwright = pytest.importorskip("playwright.sync_api", reason="no Playwright")
    with playwright.sync_playwright() as running:
        browser = running.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()
