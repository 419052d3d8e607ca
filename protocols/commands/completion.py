"""``oddfish completion``."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from oddfish.protocols.main import COMPLETION

SHELLS = ("bash", "fish", "zsh")


def script(shell: str) -> str:
    """The script that lets a shell complete ``oddfish``."""
    kind = get_completion_class(shell)
    assert kind is not None
    from oddfish.protocols.commands.group import cli

    made = kind(cli, {}, "oddfish", COMPLETION)
    return made.source_template % made.source_vars()  # source() would look for the shell


@click.command(
    short_help="Print a script that completes oddfish in your shell.",
    help="""
    Print a script that lets bash, zsh or fish complete the commands, options and variants of oddfish.

    \b
    bash: oddfish completion bash > ~/.local/share/bash-completion/completions/oddfish
    zsh:  oddfish completion zsh > DIR/_oddfish, where DIR is a folder in $fpath
    fish: oddfish completion fish > ~/.config/fish/completions/oddfish.fish
    """,
)
@click.argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> None:
    click.echo(script(shell))
