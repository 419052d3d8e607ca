"""``oddfish doctor``."""

from __future__ import annotations

import click

from oddfish.protocols.commands.common import open_console
from oddfish.protocols.parts import PARTS, examine

_NAMES = tuple(part.name for part in PARTS)
#: The widths of the columns of names and states.
_NAME, _STATE = max(map(len, _NAMES)) + 1, len("missing") + 2


@click.command(
    short_help="Show what is missing for XBoard, the browser and more.",
    help="""
    Show which parts of Oddfish you can use, what is missing for the others, and how to install it.

    If you name parts, as in `oddfish doctor xboard web`, the exit status is 1 if one of them is not ready.
    """,
)
@click.argument("parts", nargs=-1, type=click.Choice(_NAMES), metavar="[PART]...")
@click.pass_context
def doctor(context: click.Context, parts: tuple[str, ...]) -> None:
    from rich.text import Text

    from oddfish.engine.build_facts import report

    console = open_console()
    if not parts:
        click.echo(report() + "\n")
    chosen = [part for part in PARTS if not parts or part.name in parts]
    findings = [examine(part) for part in chosen]
    for finding in findings:
        state = "ready" if finding.ready else "missing"
        line = Text.assemble(
            f"{finding.part.name:<{_NAME}}", (f"{state:<{_STATE}}", "green" if finding.ready else "yellow")
        )
        line.append(finding.part.what)
        if finding.missing:
            line.append(f": needs {finding.missing}")
        console.print(line, soft_wrap=True)
        for remedy in finding.remedies:
            console.print(Text(f"{'':{_NAME + _STATE}}{remedy}"), soft_wrap=True)
    if parts and not all(finding.ready for finding in findings):
        context.exit(1)
