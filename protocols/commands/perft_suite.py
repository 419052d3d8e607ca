"""``oddfish perft --suite``: the table and the summary."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from oddfish.engine.files import FileError, read_text
from oddfish.engine.printable import amount, printable
from oddfish.engine.suites import BadLine, Entry, builtin, builtin_text, read_suite
from oddfish.engine.suites.check import Count, Limits, check, planned
from oddfish.engine.variants.base import Variant
from oddfish.protocols.commands.common import Failure, interrupted, open_console

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

#: The name of Oddfish's own suites.
BUILTIN = "builtin"
#: Widths of the table's columns, and of the space between and after them. Longer names are cut off.
_NAME, _NODES, _SPEED, _REST = 44, 15, 14, 20


class SuiteFile(click.ParamType):
    """A suite: a file, or the name of the built-in suites."""

    name = "suite"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return str(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        items = [CompletionItem(incomplete, type="file")]
        if incomplete and BUILTIN.startswith(incomplete):
            items.insert(0, CompletionItem(BUILTIN))
        return items


@dataclass
class _Tally:
    """The results so far."""

    positions: int = 0
    counts: int = 0
    skipped: int = 0
    nodes: int = 0
    seconds: float = 0.0
    wrong: list[tuple[Entry, Count]] = field(default_factory=list)
    bad: list[str] = field(default_factory=list)

    @property
    def speed(self) -> float:
        return self.nodes / max(self.seconds, 1e-9)

    def add(self, entry: Entry, count: Count) -> None:
        self.counts += 1
        self.nodes += count.found
        self.seconds += count.seconds
        if not count.agrees:
            self.wrong.append((entry, count))

    @property
    def status(self) -> int:
        """The exit status: 1 if a count differs, 2 if lines are malformed, which may hide a difference, else 0."""
        return 1 if self.wrong else 2 if self.bad else 0


def run_suites(names: Sequence[str], variant: Variant | None, limits: Limits, as_json: bool) -> int:
    """Count all suites; return the exit status.

    Args:
        names: files, and ``builtin``.
        variant: the variant of the suites; None for the variant that each file names, and for all built-in suites.
        limits: which counts to check, and how.
        as_json: print one JSON object instead of the table.
    """
    entries, tally = _read(names, variant)
    records: list[dict[str, Any]] = []
    with contextlib.ExitStack() as stack:
        table = _Silent() if as_json else stack.enter_context(_Table(entries))
        try:
            for entry in entries:
                _count(entry, limits, tally, table, records)
        except KeyboardInterrupt:
            stack.close()
            raise interrupted(f" after {tally.positions} of {len(entries)} positions") from None
    if as_json:
        report = {
            "agree": tally.status == 0,
            "positions": tally.positions,
            "counts": tally.counts,
            "skipped": tally.skipped,
            "nodes": tally.nodes,
            "seconds": round(tally.seconds, 6),
            "nodes_per_second": round(tally.speed),
            "bad_lines": tally.bad,
            "results": records,
        }
        click.echo(json.dumps(report, indent=2))
    else:
        _summarize(tally)
    return tally.status


def _read(names: Sequence[str], variant: Variant | None) -> tuple[list[Entry], _Tally]:
    tally = _Tally()
    entries = []
    for text, file, forced in _texts(names, variant):
        found = list(read_suite(text, file, forced))
        if not found:
            raise Failure(f"{file}: no positions")
        for item in found:
            if isinstance(item, BadLine):
                _bad(item, tally)
            else:
                entries.append(item)
    return entries, tally


def _texts(names: Sequence[str], variant: Variant | None) -> Iterator[tuple[str, str, str | None]]:
    """The text of each suite, its name in messages, and the variant that overrides its own."""
    for name in names:
        if name == BUILTIN and not os.path.exists(name):
            ours = builtin()
            if variant is not None and variant.name not in ours:
                raise Failure(f"there is no built-in suite for {variant.name}")
            for one in ours if variant is None else [variant.name]:
                yield builtin_text(one), f"{one}.epd", None
            continue
        try:
            text = read_text(name)
        except FileError as error:
            raise Failure(f"cannot read {name}: {error.reason}") from None
        yield text, name, variant.name if variant else None


def _bad(line: BadLine, tally: _Tally) -> None:
    tally.bad.append(str(line))
    click.echo(f"oddfish: {printable(str(line), 1000)}", err=True)


def _count(entry: Entry, limits: Limits, tally: _Tally, table: _Silent, records: list[dict[str, Any]]) -> None:
    """Check the counts of one entry and show them."""
    depths = planned(entry, limits)
    tally.skipped += len(entry.counts) - len(depths)
    done: list[Count] = []
    table.begin(entry, depths[0] if depths else 0)
    try:
        for index, count in enumerate(check(entry, limits)):
            tally.add(entry, count)
            done.append(count)
            records.append(_record(entry, count))
            if index + 1 < len(depths):
                table.begin(entry, depths[index + 1])
    except BadLine as bad:
        _bad(bad, tally)
        return
    tally.positions += 1
    if done:
        table.end(entry, done)


def _record(entry: Entry, count: Count) -> dict[str, Any]:
    record = {
        "place": entry.place,
        "variant": entry.variant,
        "name": entry.name,
        "fen": entry.fen,
        "options": entry.options,
        "depth": count.depth,
        "expected": count.expected,
        "nodes": count.found,
        "agrees": count.agrees,
        "seconds": round(count.seconds, 6),
        "nodes_per_second": round(count.found / max(count.seconds, 1e-9)),
    }
    if count.outcomes is not None:
        record["expected_outcomes"], record["outcomes"] = count.outcomes
    return record


def _summarize(tally: _Tally) -> None:
    said = f"{amount(tally.positions, 'position')}, {amount(tally.counts, 'count')}"
    verdict = f"{len(tally.wrong)} wrong" if tally.wrong else "all agree" if tally.counts else "nothing to compare"
    skipped = f", {tally.skipped} above the limit skipped" if tally.skipped else ""
    bad = f", {amount(len(tally.bad), 'bad line')}" if tally.bad else ""
    click.echo(f"\n{said}: {verdict}{skipped}{bad}")
    click.echo(f"{tally.nodes:,} nodes, {tally.seconds:.3f} s, {tally.speed:,.0f} nodes/s")


class _Silent:
    """Prints nothing."""

    def begin(self, entry: Entry, depth: int) -> None:
        """Start a count."""

    def end(self, entry: Entry, counts: Sequence[Count]) -> None:
        """Finish an entry."""


class _Table(_Silent):
    """Prints a row for each finished position; on a terminal, the current position is below them."""

    def __init__(self, entries: Sequence[Entry]):
        self.variant = ""
        self.suites = len({entry.variant for entry in entries})
        self.stack = contextlib.ExitStack()
        self.console: Console = open_console(plain_width=200)
        longest = max((len(_label(entry)) for entry in entries), default=0)
        self.width = max(min(_NAME, longest, self.console.width - _NODES - _SPEED - _REST), 8)
        self.update: Callable[[Text], None] = lambda text: None

    def __enter__(self) -> _Table:
        from rich.live import Live

        if self.console.is_terminal:
            live = self.stack.enter_context(Live(console=self.console, transient=True, refresh_per_second=10))
            self.update = lambda text: live.update(text, refresh=True)
        head = f"{'position':<{self.width}}  depth  {'nodes':>{_NODES}}  {'nodes/s':>{_SPEED}}"
        self.console.print(head, style="bold")
        return self

    def __exit__(self, *exception: object) -> None:
        self.stack.close()

    def begin(self, entry: Entry, depth: int) -> None:
        from rich.text import Text

        if entry.variant != self.variant and self.suites > 1:
            self.console.print(Text(entry.variant, "bold cyan"))
        self.variant = entry.variant
        self.update(self.row(entry, depth, entry.counts.get(depth, 0), "counting …", "dim"))

    def end(self, entry: Entry, counts: Sequence[Count]) -> None:
        last = counts[-1]
        speed = sum(count.found for count in counts) / max(sum(count.seconds for count in counts), 1e-9)
        row = self.row(entry, last.depth, last.found, f"{speed:,.0f}", "")
        right = all(count.agrees for count in counts)
        row.append("  ok" if right else "  WRONG", "green" if right else "bold red")
        self.console.print(row, soft_wrap=True)
        for count in counts:
            if count.found != count.expected:
                self.difference(entry, count.depth, "nodes", count.found, count.expected)
            if count.outcomes is not None and count.outcomes[0] != count.outcomes[1]:
                self.difference(entry, count.depth, "outcomes", count.outcomes[1], count.outcomes[0])

    def difference(self, entry: Entry, depth: int, what: str, found: int, expected: int) -> None:
        text = f"  {entry.place}: depth {depth}: {found} {what}, expected {expected}"
        self.console.print(text, style="red", markup=False, soft_wrap=True)

    def row(self, entry: Entry, depth: int, nodes: int, speed: str, style: str) -> Text:
        from rich.text import Text

        label = _label(entry)
        if len(label) > self.width:
            label = label[: self.width - 1] + "…"
        return Text(f"{label:<{self.width}}  {depth:>5}  {nodes:>{_NODES},}  {speed:>{_SPEED}}", style)


def _label(entry: Entry) -> str:
    return printable(entry.name or entry.fen)
