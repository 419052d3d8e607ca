"""Races between the engine and its peers, alternating round by round in the same session.

A race asserts the work done, never the time. A table of ratios at the end says how fast each was.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from rich.table import Table

#: Runs something to time; returns the work done (nodes …) and the seconds taken.
Runner = Callable[[], tuple[int, float]]


class Row(NamedTuple):
    """One comparison: work per second, or megabytes. In races both figures are medians over the rounds, and the ratio
    is the median of the ratios of adjacent rounds."""

    group: str
    case: str
    ours: float
    peer: str
    theirs: float
    ratio: float
    unit: str = "/s"

    def record(self) -> dict[str, str | float]:
        """The row for a record (records.py)."""
        ours, theirs, ratio = (float(f"{value:.4g}") for value in (self.ours, self.theirs, self.ratio))
        return {**self._asdict(), "ours": ours, "theirs": theirs, "ratio": ratio}


#: What this session has measured.
ROWS: list[Row] = []


def timed(call: Callable[[], int]) -> Runner:
    """Make a runner of a call that returns the work done."""

    def run() -> tuple[int, float]:
        begun = time.perf_counter()
        work = call()
        return work, time.perf_counter() - begun

    return run


class Race:
    """Times our engine and each peer in turn, round after round, so that a busy moment slows all of them."""

    def __init__(self, benchmark: Any):
        self.benchmark = benchmark

    def __call__(
        self,
        group: str,
        case: str,
        ours: Callable[[], int],
        work: int,
        peers: Mapping[str, tuple[Runner, int]],
        rounds: int = 21,
        prepare: Callable[[], object] = lambda: None,
    ) -> None:
        """Race ``ours``, which must do ``work``, against ``peers`` (each a runner and the work it must do).

        ``prepare`` is called before each of our rounds and is not timed.
        """
        seconds: dict[str, list[float]] = {name: [] for name in peers}

        def others() -> None:
            for name, (run, wanted) in peers.items():
                done, taken = run()
                assert done == wanted, f"{name} counted {done}, expected {wanted}"
                seconds[name].append(taken)
            prepare()

        self.benchmark.group = group
        done = self.benchmark.pedantic(ours, setup=others, rounds=rounds, iterations=1, warmup_rounds=1)
        assert done == work, f"counted {done}, expected {work}"
        if self.benchmark.stats is None:  # --benchmark-disable: one round without a clock
            return
        taken = self.benchmark.stats.stats.data
        rate = work / statistics.median(taken)
        self.benchmark.extra_info.update(work=work, rate=round(rate))
        for name, (_, wanted) in peers.items():
            theirs = seconds[name][-len(taken) :]  # without the warm-up round
            ratio = statistics.median(work / ours / (wanted / other) for ours, other in zip(taken, theirs))
            row = Row(group, case, rate, name, wanted / statistics.median(theirs), ratio)
            self.benchmark.extra_info[f"ratio to {name}"] = round(row.ratio, 3)
            ROWS.append(row)


def weigh(group: str, case: str, ours: float, peer: str, theirs: float) -> None:
    """Add a comparison in megabytes."""
    ROWS.append(Row(group, case, ours, peer, theirs, ours / theirs, "MB"))


def _amount(value: float, unit: str) -> str:
    if unit == "/s":
        for prefix, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
            if value >= size:
                return f"{value / size:.3g} {prefix}/s"
    return f"{value:.3g} {unit}"


def ratios() -> Table:
    """The table of what this session has measured."""
    table = Table(title="Oddfish against its peers: medians of rounds run in turn")
    for title, side in (("what", "left"), ("case", "left"), ("Oddfish", "right"), ("peer", "left")):
        table.add_column(title, justify=side)  # type: ignore[arg-type]
    table.add_column("peer's", justify="right")
    table.add_column("ratio", justify="right")
    group = None
    for row in sorted(ROWS, key=lambda row: [other.group for other in ROWS].index(row.group)):
        if group not in (None, row.group):
            table.add_section()
        shown = row.group if row.group != group else ""
        group = row.group
        ours, theirs = _amount(row.ours, row.unit), _amount(row.theirs, row.unit)
        table.add_row(shown, row.case, ours, row.peer, theirs, f"{row.ratio:.2f}x")
    return table
