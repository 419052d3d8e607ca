"""The curve of a match between two engines: the log-likelihood ratio of its SPRT, or else Elo, after each pair."""

from __future__ import annotations

import math
from typing import NamedTuple

from oddfish.engine.experiments.match.standings import Standings
from oddfish.engine.experiments.match.statistics import Tally, elo_estimate

WIDTH, HEIGHT = 720, 240
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 12, 12, 28


class Curve(NamedTuple):
    """Values after 1, 2, … pairs, with an interval around each if there is one, and horizontal lines to compare with.

    Attributes:
        title: what is drawn.
        values: the values.
        intervals: lower and upper ends.
        lines: horizontal lines, each with its height and label.
    """

    title: str
    values: list[float]
    intervals: list[tuple[float, float]]
    lines: list[tuple[float, str]]


def curve_of(standings: Standings) -> Curve | None:
    """The curve of a match; None in tournaments, and before two pairs are complete."""
    plan = standings.plan
    if len(plan.engines) != 2 or plan.first != "alternate":
        return None
    name = plan.engines[0].name
    counts = [0, 0, 0, 0, 0]
    values, intervals = [], []
    pairs: dict[int, list[float]] = {}
    for record in standings.records.values():
        pairs.setdefault(record.pair, []).append(record.score if record.white == name else 1 - record.score)
    for _, points in sorted(pairs.items()):
        if len(points) < 2:
            continue
        counts[round(2 * sum(points))] += 1
        tally = Tally.of_pairs(counts)
        if plan.sprt is not None:
            values.append(plan.sprt.llr(tally))
            continue
        estimate = elo_estimate(tally)
        if math.isfinite(estimate.low) and math.isfinite(estimate.high):
            values.append(estimate.value)
            intervals.append((estimate.low, estimate.high))
        else:
            values.append(math.nan)
            intervals.append((math.nan, math.nan))
    if len(values) < 2:
        return None
    if plan.sprt is not None:
        low, high = plan.sprt.bounds
        lines = [(low, f"H0: {plan.sprt.elo0:g} Elo"), (high, f"H1: {plan.sprt.elo1:g} Elo"), (0.0, "")]
        return Curve("Log-likelihood ratio of the SPRT after each pair of games", values, [], lines)
    return Curve(
        "Elo of the first engine after each pair of games, with 95 % intervals", values, intervals, [(0.0, "")]
    )


def draw(curve: Curve) -> str:
    """The curve as SVG, with a gap where a value is not finite."""
    ends = [end for interval in curve.intervals for end in interval]
    # Early intervals are wide and may extend beyond the picture; later ones may not.
    shown = [*curve.values, *(height for height, _ in curve.lines), *ends[len(ends) // 4 :]]
    heights = [height for height in shown if math.isfinite(height)]
    low, high = min(heights), max(heights)
    span = (high - low) or 1.0
    low, high = low - span / 20, high + span / 20

    def x(place: float) -> float:
        return _LEFT + (WIDTH - _LEFT - _RIGHT) * place / max(len(curve.values) - 1, 1)

    def y(height: float) -> float:
        share = (height - low) / (high - low)
        return HEIGHT - _BOTTOM - (HEIGHT - _TOP - _BOTTOM) * min(max(share, 0.0), 1.0)

    parts = [f'<svg class="curve" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{curve.title}">']
    band = [(place, *ends) for place, ends in enumerate(curve.intervals) if math.isfinite(ends[0])]
    if band:
        upper = [f"{x(place):.1f},{y(top):.1f}" for place, _, top in band]
        lower = [f"{x(place):.1f},{y(bottom):.1f}" for place, bottom, _ in reversed(band)]
        parts.append(f'<polygon class="band" points="{" ".join([*upper, *lower])}"/>')
    for height, meaning in curve.lines:
        parts.append(f'<path class="level" d="M{_LEFT} {y(height):.1f}H{WIDTH - _RIGHT}"/>')
        parts.append(_text(_LEFT - 6, y(height) + 4, f"{height:.4g}", "end"))
        if meaning:
            parts.append(_text(_LEFT + 6, y(height) + (14 if height > 0 else -5), meaning, "start"))
    free = [
        end for end in (low + span / 20, high - span / 20) if all(abs(y(end) - y(at)) > 14 for at, _ in curve.lines)
    ]
    parts += [_text(_LEFT - 6, y(height) + 4, f"{height:.4g}", "end") for height in free]
    drawn, pen = [], "M"
    for place, value in enumerate(curve.values):
        if math.isfinite(value):
            drawn.append(f"{pen}{x(place):.1f} {y(value):.1f}")
        pen = "L" if math.isfinite(value) else "M"
    parts.append(f'<path class="line" d="{"".join(drawn)}"/>')
    parts.append(_text(_LEFT, HEIGHT - 8, "1", "start"))
    parts.append(_text(WIDTH - _RIGHT, HEIGHT - 8, f"{len(curve.values)} pairs", "end"))
    return "".join([*parts, "</svg>"])


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{text}</text>'
