"""``oddfish variants``."""

from __future__ import annotations

from importlib import resources

import click

from oddfish.engine.variants import REGISTRY
from oddfish.engine.variants.base import Variant
from oddfish.protocols.commands.common import VariantName, headline, open_console

#: Columns of a rule page: longer lines are hard to read.
_PAGE_WIDTH = 100


@click.command()
@click.option("--rules", type=VariantName(), metavar="NAME", help="show the rules of a variant")
def variants(rules: Variant | None) -> None:
    """List the variants, or show the rules of one."""
    from rich.table import Table

    if rules is not None:
        show_rules(rules)
        return
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("Name", no_wrap=True, min_width=max(map(len, REGISTRY)))
    table.add_column("Title")
    table.add_column("Board", no_wrap=True, min_width=5)
    table.add_column("Summary")
    table.add_column("Options", min_width=14)
    for variant in REGISTRY.values():
        table.add_row(
            variant.name,
            variant.title,
            f"{variant.files}x{variant.ranks}",
            headline(variant.summary),
            ", ".join(option.name for option in variant.options) or "-",
        )
    open_console(plain_width=160).print(table)


def rule_page(variant: Variant) -> str:
    """The whole rule page of a variant, in Markdown."""
    return resources.files("oddfish.rules").joinpath(variant.page).read_text(encoding="utf-8")


def show_rules(variant: Variant) -> None:
    """Print a variant's options and its whole rule page, through a pager on a terminal."""
    from rich.console import Group
    from rich.markdown import Markdown
    from rich.table import Table

    console = open_console(plain_width=_PAGE_WIDTH)
    console.width = min(console.width, _PAGE_WIDTH)
    parts: list[Group | Markdown | Table | str] = [
        f"[bold]{variant.title}[/bold] ({variant.name})\n", Markdown(variant.summary)
    ]  # fmt: skip
    if variant.options:
        table = Table.grid(padding=(0, 2))
        for option in variant.options:
            table.add_row(f"  {option.name}", f"default {option.default}", Markdown(option.help))
        parts += ["\nOptions:", table]
    parts += ["", Markdown(rule_page(variant))]
    if console.is_terminal:
        with console.pager(styles=True):
            console.print(Group(*parts))
    else:
        console.print(Group(*parts))
