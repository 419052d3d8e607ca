"""Games played at the terminal."""

from __future__ import annotations

from click.testing import CliRunner

from oddfish.protocols.commands.group import cli


def played(*arguments: str, typed: str) -> str:
    """What the game prints, given what is typed."""
    result = CliRunner(env={"COLUMNS": "160"}).invoke(cli, ["play", *arguments], input=typed)
    assert result.exit_code == 0, result.output
    return result.stdout
