"""Completion in shells: the scripts, and what they complete."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from oddfish.protocols.commands.completion import SHELLS
from oddfish.protocols.commands.group import COMMANDS, cli
from oddfish.protocols.main import main
from support.processes import HUNG, plain_environment

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")

#: What the user typed before TAB, and some completions.
TYPED = [
    ("oddfish perft ban", {"banqi", "banqi-hongkong"}),
    ("oddfish unins", {"uninstall-gui"}),
    ("oddfish t", {"tune"}),
]


def script(shell: str) -> str:
    done = CliRunner().invoke(cli, ["completion", shell])
    assert done.exit_code == 0
    return done.output


def run(*command: str, cwd: Path) -> str:
    environment = plain_environment() | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, timeout=HUNG, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("shell", SHELLS)
def test_the_scripts_are_for_oddfish(shell: str) -> None:
    assert "_ODDFISH_COMPLETE" in script(shell)
    assert CliRunner().invoke(cli, ["completion", "tcsh"]).exit_code == 2


@pytest.mark.parametrize(("typed", "some"), TYPED)
@pytest.mark.quick(3)
def test_bash_completes(typed: str, some: set[str], tmp_path: Path) -> None:
    (tmp_path / "script").write_text(script("bash"))
    words = typed.split()
    line = f"COMP_WORDS=({typed}); COMP_CWORD={len(words) - 1}; _oddfish_completion oddfish"
    found = run("bash", "-c", f'. ./script 2>/dev/null; {line}; printf "%s\\n" "${{COMPREPLY[@]}}"', cwd=tmp_path)
    assert some <= set(found.split())
    assert all(word.startswith(words[-1]) for word in found.split())


@pytest.mark.skipif(shutil.which("fish") is None, reason="needs fish")
@pytest.mark.parametrize(("typed", "some"), TYPED)
@pytest.mark.quick(3)
def test_fish_completes(typed: str, some: set[str], tmp_path: Path) -> None:
    (tmp_path / "script").write_text(script("fish"))
    command = f"source script; complete -C {shlex.quote(typed)}"
    home = str(tmp_path)
    found = run("env", f"HOME={home}", f"XDG_CONFIG_HOME={home}", "fish", "-c", command, cwd=tmp_path)
    assert some <= {line.split("\t")[0] for line in found.splitlines()}


@pytest.mark.skipif(shutil.which("zsh") is None, reason="needs zsh")
def test_zsh_completes(tmp_path: Path) -> None:
    (tmp_path / "script").write_text(script("zsh"))
    run("zsh", "-n", "script", cwd=tmp_path)
    found = run(
        "env", "_ODDFISH_COMPLETE=zsh_complete", "COMP_WORDS=oddfish perft ban", "COMP_CWORD=2", "oddfish", cwd=tmp_path
    )
    assert {"banqi", "banqi-hongkong"} <= set(found.split())


def test_a_shell_sees_every_command() -> None:
    environment = {"_ODDFISH_COMPLETE": "bash_complete", "COMP_WORDS": "oddfish ", "COMP_CWORD": "1"}
    done = subprocess.run(
        [sys.executable, "-P" if sys.version_info >= (3, 11) else "-s", "-m", "oddfish"],
        env=plain_environment() | environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=HUNG,
        check=True,
    )
    assert {f"plain,{name}" for name in COMMANDS} <= set(done.stdout.split())


@pytest.mark.parametrize(
    ("asked", "complaint"),
    [
        ({"_ODDFISH_COMPLETE": "bash_complete"}, "_ODDFISH_COMPLETE is set, but not COMP_WORDS"),
        ({"_ODDFISH_COMPLETE": "fish_complete", "COMP_WORDS": "oddfish p"}, "is set, but not COMP_CWORD"),
        ({"_ODDFISH_COMPLETE": "1"}, "_ODDFISH_COMPLETE is '1'"),
        ({"_ODDFISH_COMPLETE": "bash_complete", "COMP_WORDS": "oddfish", "COMP_CWORD": "x"}, "COMP_CWORD is 'x'"),
        ({"_ODDFISH_COMPLETE": "zsh_complete", "COMP_WORDS": "oddfish", "COMP_CWORD": ""}, "COMP_CWORD is ''"),
        ({"_ODDFISH_COMPLETE": "fish_complete", "COMP_WORDS": "oddfish", "COMP_CWORD": " "}, "COMP_CWORD is ' '"),
    ],
)
def test_a_stray_variable_is_reported(
    asked: dict[str, str],
    complaint: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name in ("COMP_WORDS", "COMP_CWORD"):
        monkeypatch.delenv(name, raising=False)
    for name, value in asked.items():
        monkeypatch.setenv(name, value)
    assert main(["perft", "normal", "1"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("oddfish: ") and complaint in line


def test_an_empty_variable_asks_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_ODDFISH_COMPLETE", "")
    monkeypatch.setattr("oddfish.protocols.main.run_engine", lambda arguments: 7)
    assert main([]) == 7
