"""The manual page, in roff, made from the help of all commands."""

from __future__ import annotations

import re
from collections.abc import Iterator

import click

from oddfish import __version__
from oddfish.engine.variants import REGISTRY

_FOOTER = r"""
.SH ENVIRONMENT
.TP
.B ODDFISH_TABLES
the folder of tablebases
.TP
.B ODDFISH_PORTABLE
if set, do not use the processor's PEXT instruction
.SH EXIT STATUS
0 if all went well, 1 if a check failed, 2 if the command line or a file is unusable, 130 after Ctrl-C.
.SH SEE ALSO
.BR xboard (6),
.BR uci2wb (6)
"""


def manual(group: click.Group) -> str:
    """The manual page of a group and its commands."""
    root = click.Context(group, info_name="oddfish")
    lines = [f'.TH ODDFISH 6 "" "Oddfish {__version__}" "Games"', ".SH NAME"]
    lines += [r"oddfish \- chess-variant engines for XBoard, WinBoard and UCI", ".SH SYNOPSIS"]
    lines += [r".B oddfish", r"[\fIOPTION\fR]... [\fICOMMAND\fR [\fIARGUMENT\fR]...]"]
    lines += [".SH DESCRIPTION", *_paragraphs(group.help or ""), ".SH OPTIONS", *_options(group, root)]
    lines.append(".SH COMMANDS")
    for name in group.list_commands(root):
        lines += _command(group.get_command(root, name), root, name)
    lines.append(".SH VARIANTS")
    for variant in REGISTRY.values():
        lines += [".TP", f".B {_escaped(variant.name)}", _escaped(variant.title)]
    lines.append(_FOOTER.strip())
    return "\n".join(lines) + "\n"


def _command(command: click.Command | None, parent: click.Context, name: str) -> Iterator[str]:
    assert command is not None
    context = click.Context(command, parent=parent, info_name=name)
    usage = " ".join((context.command_path, *command.collect_usage_pieces(context)))
    yield f".SS {_escaped(usage)}"
    yield from _paragraphs(command.help or "")
    yield from _options(command, context)
    if isinstance(command, click.Group):
        for sub in command.list_commands(context):
            yield from _command(command.get_command(context, sub), context, sub)


def _options(command: click.Command, context: click.Context) -> Iterator[str]:
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record is not None and record[1] and parameter.name != "help":
            yield ".TP"
            yield f".B {_escaped(record[0])}"
            yield _escaped(record[1])


def _paragraphs(text: str) -> Iterator[str]:
    """Paragraphs of a help text; click's ``\\b`` marks those whose lines stay."""
    text = "\n".join(line.strip() for line in text.strip().splitlines())
    for number, paragraph in enumerate(re.split(r"\n\n+", text)):
        if number:
            yield ".PP"
        kept, words = paragraph.startswith("\b"), paragraph.lstrip("\b\n")
        yield from (".nf", _escaped(words), ".fi") if kept else (_escaped(words.replace("\n", " ")),)


def _escaped(text: str) -> str:
    """The text, escaped so that roff prints it unchanged."""
    text = text.replace("\\", r"\e").replace("-", r"\-").replace("…", "...").replace("–", r"\(en")
    return re.sub(r"^(?=[.'])", r"\\&", text, flags=re.MULTILINE)
