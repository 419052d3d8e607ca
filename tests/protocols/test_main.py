"""The command `oddfish` as a GUI engine: the choice of protocol, the command line, and what is imported."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from oddfish.engine.variants import REGISTRY
from oddfish.protocols.main import main, read_arguments
from support.pipes import Engine


def test_console_script():
    script = shutil.which("oddfish", path=str(Path(sys.executable).parent))
    if script is None:
        pytest.skip("the console script is not installed")
    with Engine(command=[script]) as engine:
        engine.send("uci")
        assert engine.until("uciok")[0].startswith("id name Oddfish")


@pytest.mark.parametrize(
    ("first", "answer"),
    [
        ("uci", "id name"),
        ("isready", "readyok"),
        ("go depth 1", "bestmove"),
        ("position startpos moves zz", "info string"),
        ("setoption name nonsense", "info string"),
        ("d", "Fen: "),
        ("protover 2", "feature"),
        ("nonsense", r"Error \(unknown command\): nonsense"),
    ],
)
@pytest.mark.quick(3)
def test_first_line_decides(first: str, answer: str):
    with Engine() as engine:
        engine.send("", "   ", first)
        engine.expect(answer)


def test_forced_protocol():
    with Engine("--cecp", "--variant", "half-chess") as engine:
        engine.send("isready")
        engine.expect(r"Error \(unknown command\): isready")


def test_bad_command_line(capsys: pytest.CaptureFixture[str]):
    assert main(["--variant", "nosuch"]) == 2
    message = capsys.readouterr().err
    assert "nosuch" in message
    assert all(name in message for name in REGISTRY)
    assert main(["--variant"]) == 2
    assert main(["--option", "WhiteArmy=XX"]) == 2
    capsys.readouterr()
    assert main(["--variant", "normal", "--option", "Hsh=4"]) == 2
    assert "unknown option 'Hsh': did you mean Hash? expected one of Hash, Threads" in capsys.readouterr().err
    assert read_arguments(["--variant=halfgi", "--uci"]) == ("halfgi", "uci", (), None, False)
    assert read_arguments(["--cecp", "--board", "b.png"]) == (None, "cecp", (), "b.png", False)
    assert read_arguments(["perft", "5"]) is None


def failing(error: Exception) -> Callable[[list[str]], int]:
    """A function that runs commands and raises this error."""

    def fail(words: list[str]) -> int:
        raise error

    return fail


@pytest.mark.parametrize(
    "error",
    [
        MemoryError(),
        ImportError("x.so: failed to map segment from shared object"),
        SystemError("error return without exception set"),
    ],
)
def test_too_little_memory_to_load_a_module_is_one_line(
    error: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr("oddfish.protocols.main.run_commands", failing(error))
    assert main(["match"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("oddfish: not enough memory to start")


@pytest.mark.parametrize("error", [ImportError("no module"), SystemError("a bug")])
def test_other_errors_while_modules_load_are_raised(error: Exception, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("oddfish.protocols.main.run_commands", failing(error))
    with pytest.raises(type(error)):
        main(["match"])


def test_nothing_heavy_is_imported():
    """GUIs wait for the engine to start, so it does not import modules that only the command line needs."""
    code = (
        "import sys; from oddfish.protocols import main, uci, cecp; "
        "print(sorted({'click', 'rich', 'asyncio', 'dataclasses', 'inspect', 'subprocess', 'logging',"
        " 'concurrent'} & set(sys.modules)))"
    )
    with Engine(command=[sys.executable, "-c", code]) as engine:
        assert engine.until("") == ["[]"]
        assert engine.wait() == 0
