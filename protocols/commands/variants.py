"""``oddfish variants``."""

from __future__ import annotations

import importlib.resources
import re
import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from oddfish.engine.variants import REGISTRY
from oddfish.engine.variants.base import Variant
from oddfish.protocols.commands.common import headline, open_console
from oddfish.protocols.commands.parameters import VariantName

if TYPE_CHECKING:
    from rich.console import RenderableType

#: The width of a rule page in a pipe, and its maximum on a terminal.
_PLAIN_WIDTH, _MAX_WIDTH = 80, 100


@click.command(
    help="""
    List the variants, or show the rules of one.
    """,
)
@click.option("--rules", type=VariantName(), metavar="NAME", help="show the rules and options of this variant")
def variants(rules: Variant | None) -> None:
    if rules is not None:
        from oddfish.protocols.commands.markdown import THEME
        from oddfish.protocols.commands.pager import print_paged

        console = open_console(plain_width=_PLAIN_WIDTH)
        console.width = min(console.width, _MAX_WIDTH)
        with console.use_theme(THEME):
            print_paged(console, rule_texts(rules))
        return
    from rich.table import Table

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


def rule_texts(variant: Variant) -> Iterator[RenderableType]:
    """A variant's summary, lessons, rules and options."""
    from rich.table import Table
    from rich.text import Text

    from oddfish.engine.guide.words import listed
    from oddfish.protocols.commands.markdown import Page

    yield Text.assemble((variant.title, "bold"), f" ({variant.name})\n")
    yield Page(variant.summary)
    yield ""
    yield from lesson_texts(variant)
    others = [name for name, other in REGISTRY.items() if other.page == variant.page and other is not variant]
    if others:
        yield Text(f"The full rules follow. They also cover {listed(others)}.\n")
    yield Page(rule_page(variant))
    yield Text("\nOptions" if variant.options else "\nThis variant has no options.", "bold" if variant.options else "")
    table = Table.grid(padding=(0, 2))
    for option in variant.options:
        table.add_row(option.name, f"default {option.default}", Page(option.help))
    if variant.options:
        yield table


def lesson_texts(variant: Variant) -> Iterator[RenderableType]:
    """The lessons of a variant with their boards."""
    from oddfish.protocols.commands.markdown import Page
    from oddfish.protocols.lessons import lessons_of
    from oddfish.protocols.lessons.shown import Shown

    for lesson in lessons_of(variant):
        if lesson.is_for(variant):
            yield Page(f"## {lesson.title}\n\n{lesson.text}")
            yield ""
            yield Shown(lesson.boards(variant))
            yield ""


#: References in rule pages, and what replaces them in the terminal.
_ELSEWHERE = {"XBOARD.md": "docs/playing.md", "half-chess-family.md": "`oddfish variants --rules halfgi`"}
#: The widest line of a code block that fits a pipe's page.
_CODE_WIDTH = _PLAIN_WIDTH - 2


def rule_page(variant: Variant) -> str:
    """The Markdown of a variant's rule page, adapted to the terminal.

    Each rule and each example has its own line, wide columns are stacked, and references name pages or commands that
    you can read in the terminal.
    """
    text = importlib.resources.files("oddfish.rules").joinpath(variant.page).read_text(encoding="utf-8")
    for name, place in _ELSEWHERE.items():
        text = text.replace(f"(see {name})", f"(see {place})")
    text = re.sub(r"^```\n(.*?)^```$", lambda found: f"```\n{_stacked(found[1])}```", text, flags=re.M | re.S)
    text = re.sub(r"^(\d+\. .*\.) (?=\d+\. [A-Z])", r"\1\n", text, flags=re.M)
    return re.sub(r"(?:\n|(?<=[.)]) )([A-Z]\d+)(?= (?:\[|\*\*|[A-Z]))", r"  \n**\1**", text)


def _stacked(block: str) -> str:
    """A code block whose two columns are too wide for a line, with the right column below the left column."""
    lines = block.splitlines()
    gaps = [re.search(r"(?<=\S) {4,}(?=\S)", line) for line in lines]
    if max(map(len, lines)) <= _CODE_WIDTH or None in gaps:
        return block
    ends = [(gap.start(), gap.end()) for gap in gaps if gap]
    margin = min(end for _, end in ends)
    columns = [line[:start] for line, (start, _) in zip(lines, ends)], [line[margin:] for line in lines]
    wrapped = [textwrap.fill(line.replace("`", ""), _CODE_WIDTH) for column in columns for line in (*column, "")]
    return "\n".join(wrapped[:-1]) + "\n"
