"""A server for the tests of the page."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest


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
