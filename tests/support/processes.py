"""Shared by all tests of processes."""

from __future__ import annotations

import os
import time
from collections.abc import Collection

import psutil

#: Seconds after which a process under test counts as hung; no test depends on how long anything takes.
HUNG = 240
#: Whether the address sanitizer is used (`make test-sanitized`): it reserves terabytes of addresses.
ADDRESS_SANITIZER = "libasan" in os.environ.get("LD_PRELOAD", "")


def plain_environment() -> dict[str, str]:
    """This process's environment without the variables that change the output of rich and click."""
    dropped = ("COLUMNS", "LINES", "FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE")
    environment = {name: value for name, value in os.environ.items() if name not in dropped}
    return {**environment, "PYTHONIOENCODING": "utf-8"}


def wait_until_ended(pids: Collection[int]) -> None:
    """Wait until none of these processes runs."""
    deadline = time.monotonic() + HUNG
    while any(map(runs, pids)):
        assert time.monotonic() < deadline, list(filter(runs, pids))
        time.sleep(0.05)


def runs(pid: int) -> bool:
    """Whether a process runs. A zombie does not: an orphan can stay one for a long time."""
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
