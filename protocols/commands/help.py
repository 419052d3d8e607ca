"""``oddfish help``."""

from __future__ import annotations

import click


@click.command(
    name="help",
    short_help="Show the help of a command.",
    help="""
    Show the help of a command, or the list of all commands.

    With --man, print the manual page: `oddfish help --man | man -l -`.
    """,
)
@click.argument("words", nargs=-1, metavar="[COMMAND]")
@click.option("--man", is_flag=True, help="print the manual page of all commands")
@click.pass_context
def help_(ctx: click.Context, words: tuple[str, ...], man: bool) -> None:
    root = ctx.find_root()
    if man:
        from oddfish.protocols.manual import manual

        assert isinstance(root.command, click.Group)
        click.echo(manual(root.command), nl=False)
        return
    root.command.main([*words, "--help"], prog_name=root.info_name)
