"""The files of docs/clients: they are well-formed, and those that can be tried here work."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from support.processes import HUNG, plain_environment

CLIENTS = Path(__file__).resolve().parents[2] / "docs" / "clients"
PATH = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}{os.pathsep}/usr/games"


def on_path() -> dict[str, str]:
    return plain_environment() | {"PATH": PATH}


def starts(oddfish: str, arguments: list[str]) -> bool:
    """Whether the engine answers in UCI with these arguments."""
    done = subprocess.run(
        [oddfish, *arguments], input="uci\nquit\n", capture_output=True, text=True, timeout=HUNG, check=True
    )
    return "\nuciok\n" in done.stdout


@pytest.mark.parametrize(("name", "key"), [("pychess-engines.json", "args"), ("cutechess-engines.json", "arguments")])
def test_lists_of_engines(name: str, key: str, oddfish: str) -> None:
    entries = json.loads((CLIENTS / name).read_text(encoding="utf-8"))
    assert entries
    for entry in entries:
        assert entry["protocol"] == "uci"
        assert starts(oddfish, entry[key])


def test_the_configuration_of_a_bot(oddfish: str) -> None:
    yaml: Any = pytest.importorskip("yaml")
    engine = yaml.safe_load((CLIENTS / "lichess-bot.yml").read_text(encoding="utf-8"))["engine"]
    words = [f"--{name}" if value is None else f"--{name}={value}" for name, value in engine["engine_options"].items()]
    assert starts(oddfish, words)
    answer = subprocess.run([oddfish, *words], input="uci\nquit\n", capture_output=True, text=True, check=True).stdout
    for name in engine["uci_options"]:
        assert f"option name {name} type " in answer


@pytest.mark.later
def test_python_chess_plays(oddfish: str) -> None:
    words = [sys.executable, str(CLIENTS / "python_chess_game.py"), oddfish]
    done = subprocess.run(words, capture_output=True, text=True, timeout=HUNG, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Oddfish ")
    assert "/" in done.stdout.splitlines()[-1]


@pytest.mark.skipif(shutil.which("uci2wb", path=PATH) is None, reason="needs uci2wb")
def test_uci2wb_plays(oddfish: str) -> None:
    """The adapter passes on a move."""
    words = [str(shutil.which("uci2wb", path=PATH)), str(CLIENTS / "uci2wb-engine.sh")]
    with subprocess.Popen(
        words, env=on_path(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as adapter:
        assert adapter.stdin is not None and adapter.stdout is not None
        try:
            adapter.stdin.write("xboard\nprotover 2\n")
            time.sleep(1)  # as XBoard, which waits for the features
            adapter.stdin.write("new\nst 1\ngo\n")
            assert any(line.startswith("move ") for line in adapter.stdout)
        finally:
            adapter.kill()


@pytest.mark.skipif(shutil.which("polyglot", path=PATH) is None, reason="needs polyglot")
def test_polyglot_plays(oddfish: str, tmp_path: Path) -> None:
    """The command of docs/clients: the adapter passes on a move."""
    polyglot = str(shutil.which("polyglot", path=PATH))
    words = [polyglot, "-noini", "-ec", f"{oddfish} --uci --variant normal"]
    with subprocess.Popen(
        words, env=on_path(), cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as adapter:
        assert adapter.stdin is not None and adapter.stdout is not None
        try:
            adapter.stdin.write("xboard\nprotover 2\n")
            assert any("done=1" in line for line in adapter.stdout)
            adapter.stdin.write("new\nst 1\nusermove e2e4\n")
            assert any(line.startswith("move ") for line in adapter.stdout)
        finally:
            adapter.kill()
