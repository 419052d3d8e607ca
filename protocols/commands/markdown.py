"""Markdown in the terminal, laid out so that it also reads well without styles."""

from __future__ import annotations

from typing import ClassVar

from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import Heading, Markdown, MarkdownElement
from rich.text import Text


class PlainHeading(Heading):
    """A heading at the left margin; the page's and its sections' are underlined."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        self.text.justify = "left"
        self.text.stylize("bold")
        yield self.text
        line = {"h1": "═", "h2": "─"}.get(self.tag)
        if line:
            yield Text(line * min(self.text.cell_len, options.max_width))


class Page(Markdown):
    """A page of documentation. Relative links lead nowhere from a terminal, so links are plain text."""

    elements: ClassVar[dict[str, type[MarkdownElement]]] = {**Markdown.elements, "heading_open": PlainHeading}

    def __init__(self, text: str):
        super().__init__(text, code_theme="ansi_dark", hyperlinks=False)
