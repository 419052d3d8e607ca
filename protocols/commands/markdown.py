"""Markdown in the terminal, laid out to be readable without styles."""

from __future__ import annotations

from typing import ClassVar

from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import Heading, Markdown, MarkdownElement
from rich.text import Text
from rich.theme import Theme

#: Only bold: rich's own styles assume a dark background.
THEME = Theme({f"markdown.{name}": "bold" for name in ("h1", "h2", "h3", "h4", "h5", "h6", "code", "item.number")})


class PlainHeading(Heading):
    """A heading at the left margin. Headings of pages and sections are underlined."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        self.text.justify = "left"
        yield self.text
        line = {"h1": "═", "h2": "─"}.get(self.tag)
        if line:
            yield Text(line * min(self.text.cell_len, options.max_width))


class Page(Markdown):
    """A page of documentation. Links are plain text, because relative links do not work in a terminal."""

    elements: ClassVar[dict[str, type[MarkdownElement]]] = {**Markdown.elements, "heading_open": PlainHeading}

    def __init__(self, text: str):
        super().__init__(text, code_theme="ansi_dark", hyperlinks=False)
