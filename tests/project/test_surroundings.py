"""Difficult environments: odd folders, no home, no terminal, closed streams, optimized Python, other Pythons."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from oddfish.engine import folders
from oddfish.engine.game import Game
from oddfish.engine.interpreter import module_command
from support.processes import HUNG, plain_environment

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(os.name == "nt", reason="these surroundings are POSIX's"),
]

ROOT = Path(__file__).resolve().parents[2]
AWKWARD = "Öd d'fish — 漢字"
#: What the program must do everywhere, with its input.
TASKS = {
    "engine": ((), "uci\nsetoption name UCI_Variant value banqi\nposition startpos\ngo depth 2\n", "bestmove "),
    "xboard": ((), "xboard\nprotover 2\nping 1\nquit\n", "pong 1"),
    "perft": (("perft", "normal", "2"), "", "Nodes searched: 400"),
    "rules": (("variants", "--rules", "halfgi"), "", "Halfgi"),
    "version": (("--version",), "", "oddfish "),
    "doctor": (("doctor",), "", "xboard"),
    "game": (("play", "half-chess", "--white", "human", "--black", "human"), "e2e4\nquit\n", "Game left unfinished."),
}


def run(folder: Path, arguments: tuple[str, ...], typed: str = "", **environment: str | None) -> str:
    """Run ``oddfish`` in a folder with changes to the environment; returns what it prints."""
    changed = {name: value for name, value in {**plain_environment(), **environment}.items() if value is not None}
    done = subprocess.run(
        module_command("oddfish", *arguments),
        cwd=folder,
        env=changed,
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=HUNG,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr and "Warning" not in done.stderr
    return done.stdout


def check(folder: Path, *tasks: str, **environment: str | None) -> None:
    for name in tasks or TASKS:
        arguments, typed, expected = TASKS[name]
        assert expected in run(folder, arguments, typed, **environment), name


def test_no_home(tmp_path: Path) -> None:
    for home in (None, "/nonexistent", "", "relative"):
        check(tmp_path, HOME=home, XDG_DATA_HOME=None, XDG_CACHE_HOME=None, ODDFISH_TABLES=None)


def test_a_user_whom_the_system_does_not_know(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without HOME and an entry in the password file, as in containers: newer versions of platformdirs raise."""

    def unknown(*_: object, **__: object) -> str:
        raise RuntimeError("no home")

    monkeypatch.setattr("platformdirs.user_data_dir", unknown)
    monkeypatch.setattr("platformdirs.user_cache_dir", unknown)
    monkeypatch.delenv("ODDFISH_TABLES", raising=False)
    for folder in (folders.data, folders.cache):
        with pytest.raises(folders.NoHomeError):
            folder()
    assert Game("banqi").legal()  # without tablebases


def test_a_home_that_cannot_be_written(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    home.chmod(0o500)
    check(home, HOME=str(home), XDG_DATA_HOME=None, XDG_CACHE_HOME=None, ODDFISH_TABLES=None)
    assert list(home.iterdir()) == []  # nothing of this needs a file


def test_without_a_terminal_s_name(tmp_path: Path) -> None:
    for name in (None, "", "dumb", "no-such-terminal"):
        check(tmp_path, "rules", "perft", "doctor", "version", TERM=name)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("locale", ["C", "POSIX", "C.UTF-8", "no_SUCH.latin9"])
def test_other_locales(locale: str, tmp_path: Path) -> None:
    check(tmp_path, LC_ALL=locale, LANG=locale, PYTHONIOENCODING=None)


@pytest.mark.parametrize("encoding", ["cp1252", "cp437", "latin-1", "ascii"])
def test_output_in_an_encoding_with_few_characters(encoding: str) -> None:
    """Windows writes to files and pipes in such code pages. The rules of Tandem-84 have others, as an example."""
    done = subprocess.run(
        [*module_command("oddfish"), "variants", "--rules", "tandem-84"],
        capture_output=True, check=False, env={**os.environ, "PYTHONIOENCODING": encoding},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Tandem-84" in done.stdout


@pytest.mark.sampled(2)
@pytest.mark.parametrize("level", ["1", "2"])
def test_optimized(level: str, tmp_path: Path) -> None:
    check(tmp_path, PYTHONOPTIMIZE=level, PYTHONDONTWRITEBYTECODE="1")


def test_folders_with_spaces_and_other_letters(tmp_path: Path) -> None:
    folder = tmp_path / AWKWARD
    folder.mkdir()
    check(folder, HOME=str(folder), TMPDIR=str(folder), XDG_CACHE_HOME=str(folder / "cache"))
    # Files with such names: written, and read again.
    run(folder, ("show", "banqi", "--svg", "Brett ü.svg"))
    assert (folder / "Brett ü.svg").read_text(encoding="utf-8").startswith("<svg")
    match = ("match", "oddfish", "oddfish", "-v", "half-chess", "-n", "2", "--nodes", "50", "--max-moves", "6")
    run(folder, (*match, "--pgn", "Partien ü.pgn", "--json", "Partien ü.jsonl"))
    assert (folder / "Partien ü.pgn").read_text(encoding="utf-8").count("[Result ") == 2


def test_output_without_a_reader(tmp_path: Path) -> None:
    """`oddfish … | head -1`, or a full disk: no traceback."""
    words = module_command("oddfish", "variants", "--rules", "banqi")
    done = subprocess.run(
        ["sh", "-c", '"$@" | head -n 1', "sh", *words],
        cwd=tmp_path,
        env=plain_environment(),
        capture_output=True,
        text=True,
        timeout=HUNG,
        check=False,
    )
    assert "Traceback" not in done.stderr
    if Path("/dev/full").exists():
        with open("/dev/full", "w") as full:
            done = subprocess.run(
                module_command("oddfish", "perft", "normal", "1"),
                cwd=tmp_path,
                env=plain_environment(),
                stdout=full,
                stderr=subprocess.PIPE,
                text=True,
                timeout=HUNG,
                check=False,
            )
        assert done.returncode != 0
        assert "Traceback" not in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("version", ["3.10", "3.11", "3.12", "3.13", "3.14"])
def test_other_pythons_compile_the_sources(version: str, tmp_path: Path) -> None:
    """Every file parses there. Building for each is the workflow's."""
    python = shutil.which(f"python{version}")
    if python is None or subprocess.run([python, "-c", ""], capture_output=True, check=False).returncode:
        pytest.skip(f"no Python {version} here")
    folders = [ROOT / name for name in ("engine", "protocols", "library", "cext")]
    program = "import sys; [compile(open(p, 'rb').read(), p, 'exec') for p in sys.argv[1:]]"
    files = [str(path) for folder in folders for path in sorted(folder.rglob("*.py"))]
    done = subprocess.run([python, "-W", "error", "-c", program, *files], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
