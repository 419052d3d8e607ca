"""Games played in the terminal."""

from __future__ import annotations

from click.testing import CliRunner

from oddfish.protocols.commands.group import cli


def played(*arguments: str, typed: str) -> str:
    """The output of a game, for typed input."""
    result = CliRunner(env={"COLUMNS": "160"}).invoke(cli, ["play", *arguments], input=typed)
    assert result.exit_code == 0, result.output
    return result.stdout
