"""Shows long texts through a pager if standard output is a terminal."""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterable

import click
from rich.console import Console, RenderableType
from rich.pager import Pager

#: Exit status of a shell that does not find a command.
_NOT_FOUND = 127


def print_paged(console: Console, texts: Iterable[RenderableType]) -> None:
    """Print texts through $PAGER or less on a terminal, and as plain text elsewhere."""
    command = pager_command() if console.is_terminal and not console.is_dumb_terminal and sys.stdin.isatty() else ""
    with contextlib.ExitStack() as stack:
        if command:
            stack.enter_context(console.pager(CommandPager(command), styles=shows_styles(command)))
        elif not console.is_terminal:
            stack.enter_context(console.pager(PlainPrinter()))
        for text in texts:
            console.print(text)


def pager_command() -> str:
    """The pager's shell command, or ''. As in git, an empty $PAGER and ``cat`` mean no pager."""
    command = os.environ.get("PAGER")
    if command is None:
        command = "less" if shutil.which("less") else ""
    return "" if command.strip() == "cat" else command.strip()


def shows_styles(command: str) -> bool:
    """Whether a pager passes escape sequences to the terminal. GNU less does with ``-R``, BusyBox's less does not."""
    try:
        program = shlex.split(command)[0]
        if os.path.basename(program) != "less":
            return False
        done = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=5, check=False)
    except (ValueError, OSError, subprocess.SubprocessError):
        return False
    return done.stdout.startswith("less ")


class PlainPrinter(Pager):
    """Prints to standard output, without the spaces that rich adds to lines."""

    def show(self, content: str) -> None:
        click.echo("\n".join(line.rstrip() for line in content.split("\n")), nl=False)


class CommandPager(Pager):
    """A shell command that shows its input."""

    def __init__(self, command: str):
        self.command = command

    def show(self, content: str) -> None:
        # -F: print texts that fit the screen. -R: pass colours. -X: leave the text on the screen.
        less = os.environ.get("LESS")
        environment = {**os.environ, "LESS": "-FRX" if less is None else f"-R {less}"}
        process = subprocess.Popen(self.command, shell=True, stdin=subprocess.PIPE, env=environment)
        assert process.stdin is not None
        try:
            process.stdin.write(content.encode("utf-8"))
            process.stdin.close()
        except (BrokenPipeError, KeyboardInterrupt):  # you left the pager early
            pass
        while True:
            try:
                status = process.wait()
                break
            except KeyboardInterrupt:  # Ctrl-C is for the pager, which keeps running
                continue
        if status == _NOT_FOUND:  # the shell has reported it; print the text anyway
            click.echo(content, nl=False)
