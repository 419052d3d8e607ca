"""``oddfish help``."""

from __future__ import annotations

import click


@click.command(
    name="help",
    short_help="Show the help of a command.",
    help="""
    Show the help of a command, or the list of all commands.
    """,
)
@click.argument("words", nargs=-1, metavar="[COMMAND]")
@click.pass_context
def help_(ctx: click.Context, words: tuple[str, ...]) -> None:
    root = ctx.find_root()
    root.command.main([*words, "--help"], prog_name=root.info_name)
