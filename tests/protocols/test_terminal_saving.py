"""Games in the terminal are saved however they end, and can be continued."""

from __future__ import annotations

import codecs
import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from oddfish.engine import NAME
from oddfish.engine.interpreter import module_command
from oddfish.engine.variants import REGISTRY
from oddfish.protocols.commands.group import cli
from support.terminal import played

pytestmark = pytest.mark.sampled(3)


@pytest.mark.parametrize("name", REGISTRY)
@pytest.mark.quick(3)
def test_a_saved_game_goes_on(name: str, tmp_path: Path) -> None:
    """With its armies, house rules and face-up pieces."""
    file, again = tmp_path / "game.pgn", tmp_path / "again.pgn"
    played(name, "--self", "--depth", "1", "--level", "0", "--seed", "3", "--save", str(file), typed="")
    words = file.read_text().split()
    played(name, "--load", str(file), typed=f"save {again}\n")
    assert again.read_text().split()[-len(words) // 2 :] == words[-len(words) // 2 :]


@pytest.mark.later
def test_a_seed_repeats_a_level_s_game(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("a.pgn", "b.pgn", "c.pgn")]
    for file, seed in zip(files, ("7", "7", "8")):
        played("normal", "--self", "--level", "2", "--seed", seed, "--save", str(file), typed="")
    first, again, other = (file.read_text() for file in files)
    assert first == again != other


def test_a_game_of_chance_goes_on_with_what_is_left(tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    text = "1. a1a1=rk b8b8=bp *"
    file.write_text(f'[Variant "banqi"]\n[Options "DarkCapture=true"]\n\n{text}\n[Variant "halfgi"]\n\n1. e2e4 *\n')
    text = played("banqi", "--load", str(file), "--seed", "1", "--depth", "1", typed="c3c3\nlist\nundo\nundo\na1a1\n")
    assert "1. a1a1=rk b8b8=bp 2. c3c3=" in text
    assert text.count("The piece on a1 was a ") == 1
    for arguments, problem in [
        (("halfgi",), "a game of banqi, not of halfgi"),
        (("banqi", "--number", "2"), "a game of halfgi, not of banqi"),
        (("banqi", "--number", "3"), "contains 2 games: there is no game 3"),
        (("banqi", "--fen", "x"), "--fen cannot be used with --load"),
    ]:
        result = CliRunner().invoke(cli, ["play", *arguments, "--load", str(file)], input="")
        assert result.exit_code == 2
        assert problem in result.stderr
    file.write_text('[Variant "banqi"]\n\n1. a1a1=rk a1b7 *\n')
    result = CliRunner().invoke(cli, ["play", "banqi", "--load", str(file)], input="")
    assert "move 2 of game 1: 'a1b7' is not a legal move" in result.stderr


@pytest.mark.parametrize("given", [("-o", "DealSeed=5"), ("--seed", "3"), ("--seed", "-5"), ()])
def test_a_game_of_chance_goes_on_with_its_deal(given: tuple[str, ...], tmp_path: Path) -> None:
    """Saved before its end, and again after continuing."""
    both = ("--white", "human", "--black", "human")
    file, again = tmp_path / "game.pgn", tmp_path / "again.pgn"
    text = played("banqi", *both, *given, typed=f"a1a1\nsave {file}\na2a2\na3a3\nb1b1\n")
    told = [line for line in text.splitlines() if line.startswith("The piece on ")]
    assert ("DealSeed=5" in file.read_text()) == ("DealSeed=5" in given)
    assert ("[Seed " in file.read_text()) == ("DealSeed=5" not in given)
    text = played("banqi", "--load", str(file), typed=f"a2a2\nsave {again}\n")
    assert told[1] in text
    text = played("banqi", "--load", str(again), typed="a3a3\nb1b1\nundo\nundo\nundo\na2a2\n")
    assert [line for line in text.splitlines() if line.startswith("The piece on ")] == [*told[2:], told[1]]


def test_a_finished_game_does_not_record_its_deal(tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    played("banqi", "--seed", "3", typed=f"resign\nsave {file}\n")
    assert "Seed" not in file.read_text()


def test_who_played_and_at_what_level_is_restored(tmp_path: Path) -> None:
    file, xboard = tmp_path / "game.pgn", tmp_path / "xboard.pgn"
    text = played("half-chess", "--white", "engine", "--level", "2", "--save", str(file), typed="level 1\n")
    assert f"White: {NAME} at level 2, Black: you." in text
    assert '[WhiteLevel "1"]' in file.read_text() and "BlackLevel" not in file.read_text()
    assert f"White: {NAME} at level 1, Black: you." in played("half-chess", "--load", str(file), typed="")
    text = played("half-chess", "--load", str(file), "--white", "human", "--level", "20", typed="")
    assert f"White: you, Black: {NAME} at full strength." in text
    played("half-chess", "--white", "human", "--black", "human", typed=f"e2e4\nsave {file}2\n")
    assert "Two people play." in played("half-chess", "--load", f"{file}2", typed="")
    xboard.write_text(f'[White "{NAME}"]\n[Black "A. Person"]\n\n1. e2e4 *\n')
    assert "Black: you" in played("half-chess", "--load", str(xboard), typed="")


def test_a_game_is_saved_to_the_screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As with `--save -` at the end."""
    monkeypatch.chdir(tmp_path)
    text = played("half-chess", "--white", "human", "--black", "human", typed="e2e4\nsave -\nsave -\n")
    assert text.count("\n1. e2e4 *\n") == 2 and text.count('[Variant "half-chess"]') == 2
    assert not list(tmp_path.iterdir())


def test_a_resigned_game_says_so_and_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    text = played("normal", typed=f"resign\nwhy e2e4\nhelp\nhint\nsave {file}\n")
    assert "e2e4 is illegal: the game ended by resignation; undo takes that back." in text
    assert "save FILE" in text
    assert all(f"\n{command} " not in text for command in ("hint", "eval", "resign"))
    text = played("normal", "--load", str(file), typed="")
    assert "The file records 0-1, but the game did not end on the board: it continues from its last move." in text
    for none in ("[/red]", "nonsense", "*"):
        file.write_text(f'[Event "a"]\n[Result "{none}"]\n\n1. e2e4 *\n')
        assert "This game ended" not in played("normal", "--load", str(file), typed="")


@pytest.mark.parametrize("moves", ["1. e4 e5 2. Nf3", "1. e2e4 e7e5 2. g1f3"])
def test_games_that_xboard_has_saved_go_on(moves: str, tmp_path: Path) -> None:
    """Even in SAN, and with the armies in the engine's name."""
    file = tmp_path / "game.pgn"
    name, army = "augmented-half-chess", "RF-CA-BS-QV:RS-VW-BC-RVD"
    file.write_text(f'[White "me"]\n[Black "{NAME} {army}"]\n[Variant "{name}"]\n\n{moves} *\n')
    text = played(name, "--load", str(file), "--depth", "1", typed="undo\nfen\n")
    assert f"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2 {army}" in text
    long = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O Nf6 5. Bxc6 dxc6 6. Nxe5 Qd4 7. c3 Qxe5 8. d4 Qxe4 9. Nd2"
    file.write_text(f'[White "me"]\n[Black "x"]\n\n{long} 1-0\n')
    assert "4. e1g1 g8f6 5. b5c6 d7c6" in played("normal", "--load", str(file), "--black", "human", typed="list\n")


@pytest.mark.parametrize(
    ("variant", "text", "problem"),
    [
        ("normal", "1. e4 e5 2. Nf6 *", "move 3 of game 1: 'Nf6' is not a legal move; if XBoard has saved it, use"),
        ("normal", "1. e2e4 e2e4 *", "move 2 of game 1: 'e2e4' is not a legal move\n"),
        ("halfgi", '[FEN "10/8"]\n\n1. e4 -- *', "oddfish xboard halfgi --load"),
        ("banqi", '[Variant "halfgi"]\n\n1. e2e4 *', "a game of halfgi, not of banqi (use oddfish play halfgi)"),
        ("banqi", '[Seed "abc"]\n\n1. a1a1=r *', "game.pgn: tags of game 1: Seed 'abc': expected a whole number\n"),
        ("banqi", f'[Seed "{"9" * 5000}"]\n\n1. a1a1=r *', f"Seed '{'9' * 40}': expected a whole number\n"),
        ("normal", '[BlackLevel "99"]\n\n1. e4 *', "game.pgn: tags of game 1: BlackLevel '99': levels are 0 to 20\n"),
        (
            "banqi",
            '[Options "NoProgressPlies=abc"]\n\n1. a1a1=r *',
            "tags of game 1: option NoProgressPlies: 'abc' is not a whole number\n",
        ),
        ("augmented-half-chess", '[WhiteArmy "[/x]"]\n\n1. e2e4 *', "tags of game 1: option WhiteArmy: "),
    ],
)
def test_what_cannot_be_loaded(variant: str, text: str, problem: str, tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    file.write_text(f'[Event "a"]\n{text}\n' if text.startswith("[") else f'[Event "a"]\n\n{text}\n')
    result = CliRunner().invoke(cli, ["play", variant, "--load", str(file)], input="")
    assert result.exit_code == 2
    assert problem in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="no such signal")
@pytest.mark.parametrize("number", ["SIGHUP", "SIGTERM", "SIGINT", ""])
@pytest.mark.quick(3)
def test_a_game_is_saved_however_it_ends(number: str, tmp_path: Path) -> None:
    """If no signal is given, the test closes the terminal."""
    pty = pytest.importorskip("pty")
    file = tmp_path / "game.pgn"
    words = module_command("oddfish", "play", "normal", "--depth", "1", "--save", str(file))
    end, theirs = pty.openpty()
    attach = "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execv(sys.argv[1], sys.argv[1:])"
    process = subprocess.Popen(
        [sys.executable, "-c", attach, *words], stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True
    )
    os.close(theirs)
    try:
        _read_until(end, "1. White> ")
        os.write(end, b"e2e4\n")
        _read_until(end, "2. White> ")
        if number:
            _send_until_it_ends(process, getattr(signal, number))
        else:
            os.close(end)
        assert process.wait(30) == 128 + getattr(signal, number or "SIGHUP")
    finally:
        process.kill()
        process.wait()
        if number:
            os.close(end)
    assert "1. e2e4 " in file.read_text()


def _send_until_it_ends(process: subprocess.Popen[bytes], number: int) -> None:
    """Send a signal repeatedly: Python notices one that arrives just before it waits for a line only after the next.
    The pause is long: on a busy machine, a second signal would kill a program that has saved its game and is ending."""
    for _ in range(10):
        process.send_signal(number)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(2)
            return


#: `oddfish play` with a method that sends its process a signal when it starts.
SIGNALLED = """
import os, signal, sys
from oddfish.protocols.commands.group import cli
import {module} as module
holder, name = {holder}, {name!r}
original = getattr(holder, name)
def wrapper(*arguments):
    os.kill(os.getpid(), getattr(signal, {number!r}))
    return original(*arguments)
setattr(holder, name, wrapper)
cli(["play", "normal", "--depth", "1", "--save", sys.argv[1]])
"""


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="no such signal")
@pytest.mark.parametrize("number", ["SIGHUP", "SIGTERM", "SIGINT"])
@pytest.mark.parametrize(
    ("module", "holder", "name"),
    [
        ("oddfish.protocols.commands.play", "module", "write_file"),
        ("oddfish.protocols.terminal", "module.Terminal", "introduce"),
    ],
)
@pytest.mark.quick(3)
def test_signals_at_bad_times_lose_no_game(number: str, module: str, holder: str, name: str, tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    program = SIGNALLED.format(module=module, holder=holder, name=name, number=number)
    result = subprocess.run(
        [sys.executable, "-c", program, str(file)], input="e2e4\nquit\n", capture_output=True, text=True, timeout=60
    )
    assert result.returncode == 128 + getattr(signal, number), result.stderr
    assert result.stderr == ""
    assert ("1. e2e4 " in file.read_text()) == (name == "write_file")


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="no such signal")
def test_an_ignored_signal_stays_ignored(tmp_path: Path) -> None:
    """For example under nohup."""
    program = SIGNALLED.format(
        module="oddfish.protocols.terminal", holder="module.Terminal", name="introduce", number="SIGHUP"
    )
    ignoring = f"import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN)\n{program}"
    file = tmp_path / "game.pgn"
    words = [sys.executable, "-c", ignoring, str(file)]
    result = subprocess.run(words, input="e2e4\nquit\n", capture_output=True, text=True, timeout=60)
    assert (result.returncode, result.stderr) == (0, "")
    assert "1. e2e4 " in file.read_text()


def _read_until(terminal: int, text: str) -> None:
    told, deadline = "", time.monotonic() + 60
    while text not in told:
        assert time.monotonic() < deadline, told
        told += os.read(terminal, 1 << 16).decode(errors="replace")


def test_a_game_is_not_saved_over_a_file(tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    file.write_text("kept")
    result = CliRunner().invoke(cli, ["play", "normal", "--save", str(file)], input="")
    assert result.exit_code == 2
    assert f"{file} already exists: choose another name" in result.stderr
    assert file.read_text() == "kept"


def test_save(tmp_path: Path) -> None:
    file, other = tmp_path / "game.pgn", tmp_path / "other.pgn"
    other.write_text("kept")
    typed = f"e2e4\ne7e5\nsave {file}\ng1f3\nsave {file}\nsave {other}\nsave {tmp_path}\nsave\nsave no/such/x\n"
    typed += "save ~nosuchuser/x\n"
    text = played("normal", "--white", "human", "--black", "human", typed=typed)
    assert "Saved 2 moves to" in text
    assert "Saved 3 moves to" in text
    assert f"{other} already exists: choose another name" in text
    assert other.read_text() == "kept"
    assert "save needs an argument: save FILE" in text
    assert "cannot write no/such/x: No such file or directory" in text
    assert "~nosuchuser/x: there is no home folder ~nosuchuser" in text
    pgn = file.read_text()
    assert '[Variant "normal"]' in pgn
    assert pgn.endswith("1. e2e4 e7e5 2. g1f3 *\n")


@pytest.mark.parametrize("taken", [True, False])
def test_a_game_that_cannot_be_saved_at_the_end_is_printed(taken: bool, tmp_path: Path) -> None:
    """Because somebody else has made the file meanwhile, or removed its folder."""
    folder = tmp_path / "games"
    folder.mkdir()
    file = folder / "game.pgn"
    words = module_command("oddfish", "play", "normal", "--white", "human", "--black", "human", "--save", str(file))
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stdout is not None
        while b"White to move" not in process.stdout.readline():
            pass
        if taken:
            file.write_text("kept")
        else:
            folder.rmdir()
        out, problem = process.communicate(b"e2e4\nquit\n", timeout=60)
    assert process.returncode == 2
    assert f"{file}{' already exists' if taken else ': No such file'}" in problem.decode()
    assert out.decode().replace("\r", "").endswith("\n1. e2e4 *\n\n")
    assert not taken or file.read_text() == "kept"


def test_the_file_for_all_games_may_already_have_one_of_them(tmp_path: Path) -> None:
    file = tmp_path / "games.pgn"
    typed = f"e2e4\nsave {file}\nresign\nrematch\nsave {file}\nd2d4\n"
    text = played("normal", "--white", "human", "--black", "human", "--save", str(file), typed=typed)
    assert f"{file} already exists: choose another name" in text
    assert [line for line in file.read_text().splitlines() if line.startswith("1.")] == [
        "1. e2e4 {resignation} 1-0", "1. d2d4 *",
    ]  # fmt: skip


def test_typed_text_may_be_in_any_encoding() -> None:
    """Python refuses bytes that are not UTF-8 unless the locale is C. Files may begin with a byte order mark."""
    done = subprocess.run(
        module_command("oddfish", "play", "normal", "--white", "human", "--black", "human", "--save", "-"),
        input=codecs.BOM_UTF8 + b"e2e4\n\xff\xe9\x81\ne7e5\n", capture_output=True, check=False,
        env={**os.environ, "PYTHONIOENCODING": "utf-8:strict"},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\n1. e2e4 e7e5 *" in done.stdout.replace(b"\r", b"")


def test_messages_about_files_are_safe_for_the_terminal(tmp_path: Path) -> None:
    """Control sequences could do anything to it."""
    file = tmp_path / "game.pgn"
    file.write_text(f'[Variant "\x1b]0;title\x07{"x" * 100_000}"]\n\n*\n')
    result = CliRunner().invoke(cli, ["play", "--load", str(file)], input="", color=True)
    assert result.exit_code == 2
    assert "unknown variant '?]0;title?x" in result.stderr and len(result.stderr) < 11_000
