"""Help texts are there without docstrings, which ``python -OO`` strips."""

from __future__ import annotations

import subprocess
import sys

_PRINT_ALL = """
import click
from oddfish.protocols.commands.group import cli

def print_all(command, context):
    print(command.get_help(context), end="\\n\\n")
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            own = command.get_command(context, name)
            assert own.help, name
            print_all(own, click.Context(own, parent=context, info_name=name))

print_all(cli, click.Context(cli, info_name="oddfish"))
"""


def help_of_all(*flags: str) -> str:
    """The help of all commands and subcommands."""
    command = [sys.executable, *flags, "-c", _PRINT_ALL]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout


def test_without_docstrings() -> None:
    usual = help_of_all()
    assert usual.count("Usage: ") > 15
    assert help_of_all("-OO") == usual
    assert help_of_all("-O") == usual
