"""python-chess is optional: only engines that speak CECP need it, and boards for python-chess."""

from __future__ import annotations

import subprocess
import sys

import pytest

from support.matches import mock
from support.processes import HUNG, plain_environment

#: Runs ``oddfish`` where python-chess is missing.
WITHOUT = "import sys; sys.modules['chess'] = None; from oddfish.protocols.main import main; sys.exit(main())"
#: Prints the modules that cannot be imported without python-chess.
LACKING = """
import importlib, pkgutil, sys
sys.modules["chess"] = None
for name in ("oddfish.engine", "oddfish.protocols"):
    for module in pkgutil.walk_packages(importlib.import_module(name).__path__, f"{name}."):
        try:
            importlib.import_module(module.name)
        except ModuleNotFoundError as error:
            if str(error.name).partition(".")[0] == "chess":
                print(module.name)
"""


def match(*engines: str) -> subprocess.CompletedProcess[str]:
    words = ("match", *engines, "--variant", "halfgi", "-n", "2", "--nodes", "50", "--max-moves", "6")
    return subprocess.run(
        [sys.executable, "-c", WITHOUT, *words],
        capture_output=True,
        text=True,
        timeout=HUNG,
        check=False,
        env=plain_environment(),
    )


def test_engines_that_speak_uci_play() -> None:
    done = match("oddfish", "oddfish")
    assert done.returncode == 0, done.stderr
    assert "Elo" in done.stdout


@pytest.mark.parametrize("keys", ["proto=cecp", "cmd='oddfish --cecp' proto=cecp"])
def test_engines_that_speak_cecp_do_not_start(keys: str) -> None:
    done = match("oddfish", keys if "cmd" in keys else mock("mock", keys=keys))
    assert done.returncode != 0
    assert "CECP needs python-chess: pip install 'oddfish[python-chess]'" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.later
def test_only_these_modules_need_it() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LACKING],
        capture_output=True,
        text=True,
        timeout=HUNG,
        check=True,
        env=plain_environment(),
    )
    assert done.stdout.split() == ["oddfish.engine.board", "oddfish.engine.experiments.match.cecp"]
