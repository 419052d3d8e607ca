"""Long texts, through a pager if standard output is a terminal."""

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
    """Print texts: on a terminal through $PAGER or less, if there is one; elsewhere as plain text."""
    command = pager_command() if console.is_terminal and not console.is_dumb_terminal and sys.stdin.isatty() else ""
    with contextlib.ExitStack() as stack:
        if command:
            stack.enter_context(console.pager(CommandPager(command), styles=shows_styles(command)))
        elif not console.is_terminal:
            stack.enter_context(console.pager(PlainPrinter()))
        for text in texts:
            console.print(text)


def pager_command() -> str:
    """The pager's shell command, empty if there is none. As for git, an empty $PAGER or ``cat`` means none."""
    command = os.environ.get("PAGER")
    if command is None:
        command = "less" if shutil.which("less") else ""
    return "" if command.strip() == "cat" else command.strip()


def shows_styles(command: str) -> bool:
    """Whether a pager passes on escape sequences. GNU less does with ``-R``; BusyBox has a less that does not."""
    try:
        program = shlex.split(command)[0]
        if os.path.basename(program) != "less":
            return False
        done = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=5, check=False)
    except (ValueError, OSError, subprocess.SubprocessError):
        return False
    return done.stdout.startswith("less ")


class PlainPrinter(Pager):
    """Standard output, without the blanks that rich fills lines with."""

    def show(self, content: str) -> None:
        click.echo("\n".join(line.rstrip() for line in content.split("\n")), nl=False)


class CommandPager(Pager):
    """A shell command that shows what it reads."""

    def __init__(self, command: str):
        self.command = command

    def show(self, content: str) -> None:
        # -F: a text that fits is just printed. -R: pass colours on. -X: leave the text on the screen.
        less = os.environ.get("LESS")
        environment = {**os.environ, "LESS": "-FRX" if less is None else f"-R {less}"}
        process = subprocess.Popen(self.command, shell=True, stdin=subprocess.PIPE, env=environment)
        assert process.stdin is not None
        try:
            process.stdin.write(content.encode("utf-8"))
            process.stdin.close()
        except (BrokenPipeError, KeyboardInterrupt):  # the reader has seen enough
            pass
        while True:
            try:
                status = process.wait()
                break
            except KeyboardInterrupt:  # Ctrl-C is for the pager, which stays
                continue
        if status == _NOT_FOUND:  # the shell has said so; the text is still wanted
            click.echo(content, nl=False)
