"""Shared by several test modules: the installed command, and how to run it."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from support.processes import HUNG, plain_environment

Run = Callable[..., "subprocess.CompletedProcess[str]"]

pytest_plugins = ["support.browser", "support.usual", "support.installed", "support.watch"]

#: The example of docs/adding-a-game.md, whose tests run in the copy to which it is added
#: (project/test_adding_a_game.py).
collect_ignore = ["example"]


@pytest.fixture(scope="session", autouse=True)
def no_tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Use an empty folder of tablebases, also in the processes that tests start, so that the endings which the user of
    this machine has solved do not matter."""
    folder = tmp_path_factory.mktemp("tables")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ODDFISH_TABLES", str(folder))
        yield folder


@pytest.fixture(scope="session", autouse=True)
def signals_end_processes() -> Iterator[None]:
    """Let hangups and Ctrl-C end the processes that tests start, and Ctrl-C interrupt the tests themselves, although
    processes inherit ignored signals: ``nohup`` ignores hangups, and a shell lets its background jobs ignore Ctrl-C."""
    numbers = [getattr(signal, name) for name in ("SIGHUP", "SIGINT") if hasattr(signal, name)]
    ignored = [number for number in numbers if signal.getsignal(number) is signal.SIG_IGN]
    for number in ignored:
        # A Python handler: child processes start with the default.
        signal.signal(number, signal.default_int_handler if number == signal.SIGINT else lambda *_: None)
    yield
    for number in ignored:
        signal.signal(number, signal.SIG_IGN)


@pytest.fixture(scope="session")
def oddfish() -> str:
    """The installed ``oddfish`` command that belongs to the running Python."""
    folder = Path(sys.executable).parent
    found = shutil.which("oddfish", path=str(folder)) or shutil.which("oddfish")
    assert found, f"no oddfish command in {folder}: install the package (make build)"
    return found


@pytest.fixture(scope="session")
def run_oddfish(oddfish: str) -> Run:
    """Run ``oddfish`` with arguments and text for its standard input; returns the finished process."""

    def run(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [oddfish, *arguments],
            input=stdin,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=HUNG,
            env=plain_environment(),
            check=False,
        )

    return run
