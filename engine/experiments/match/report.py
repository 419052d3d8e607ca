"""The display of a match: a live table on a terminal, a line per game elsewhere, and the final table."""

from __future__ import annotations

import csv
import io
import math
import time
from collections.abc import Iterable, Iterator
from types import TracebackType

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from oddfish.engine.experiments.match.knockout import Knockout
from oddfish.engine.experiments.match.plan import Job, Plan
from oddfish.engine.experiments.match.ratings import Fit, GameResult, Rating, RatingError, rate
from oddfish.engine.experiments.match.records import Record
from oddfish.engine.experiments.match.standings import Score, Standings
from oddfish.engine.experiments.match.statistics import Estimate, Sprt, Tally, elo_estimate, los, normalized_elo
from oddfish.engine.game import Game

#: Kinds of faults and their columns.
_FAULTS = (("crash", "Crash"), ("hang", "Hang"), ("illegal move", "Illegal"), ("time", "Time"))
#: Seconds between two updates of the running games.
_REFRESH = 0.25


class Watch:
    """Shows a match on a console: a spectator for the runner, and a context manager.

    Args:
        plan: the match.
        standings: its standings, updated by the runner.
        console: the console.
        quiet: show only the final table.
    """

    def __init__(self, plan: Plan, standings: Standings, console: Console, quiet: bool = False):
        self.plan, self.standings, self.console, self.quiet = plan, standings, console, quiet
        self.running: dict[int, str] = {}
        self._shown = 0.0
        columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("left"), TimeRemainingColumn())
        self._progress = Progress(*columns, console=console)
        self._task = self._progress.add_task("games", total=standings.total, completed=len(standings.records))
        live = console.is_terminal and not quiet
        self._live = Live(self._picture(), console=console, auto_refresh=False, transient=True) if live else None

    def __enter__(self) -> Watch:
        if self._live is not None:
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live is not None:
            self._live.stop()

    def started(self, job: Job) -> None:
        self._show(job, "")

    def moved(self, job: Job, game: Game) -> None:
        self._show(job, f", move {game.position.number}")

    def _show(self, job: Job, progress: str) -> None:
        if self._live is None:
            return
        names = [self.plan.engines[number].name for number in (job.white, job.black)]
        self.running[job.number] = f"game {job.number}: {names[0]} - {names[1]}{progress}"
        self._refresh()

    def finished(self, job: Job, record: Record) -> None:
        self.running.pop(job.number, None)
        self._progress.update(self._task, completed=len(self.standings.records), total=self.standings.total)
        if not self.quiet:
            line = game_line(record)
            if self._live is None:
                line.append(f"  {self._count()}")
            if self._live is None or record.fault is not None:
                self.console.print(line, soft_wrap=True)
        self._refresh(now=True)

    def _count(self) -> str:
        done = f"[{len(self.standings.records)}/{self.standings.total}"
        if len(self.plan.engines) > 2:
            return f"{done}]"
        score = self.standings.score(self.plan.engines[0].name)
        return f"{done}: +{score.wins} ={score.draws} -{score.losses}]"

    def _refresh(self, now: bool = False) -> None:
        if self._live is not None and (now or time.monotonic() - self._shown > _REFRESH):
            self._shown = time.monotonic()
            self._live.update(self._picture(), refresh=True)

    def _picture(self) -> RenderableType:
        running = [Text(self.running[number], "dim") for number in sorted(self.running)]
        return Group(tables(self.standings), self._progress, *running)


def game_line(record: Record) -> Text:
    """``game 3: A - B 1-0 checkmate``."""
    text = f"game {record.number}: {record.white} - {record.black} {record.result} {record.why}"
    return Text(f"{text} ({len(record.moves)} plies)", "yellow" if record.fault is not None else "")


def tables(standings: Standings) -> RenderableType:
    """The standings of a match or tournament."""
    plan = standings.plan
    if len(plan.engines) > 2:
        return _tournament(standings)
    first, second = (engine.name for engine in plan.engines)
    table = _table("Engine", "Games", "Score", "Wins", "Draws", "Losses", *(title for _, title in _FAULTS))
    for name in (first, second):
        table.add_row(Text(name), *_results(standings, name, standings.score(name)))
    return Group(table, *(Text(line) for line in match_lines(standings)))


def _results(standings: Standings, name: str, score: Score) -> Iterator[str]:
    """The columns of an engine's games, score, results and faults."""
    yield str(score.games)
    yield f"{100 * score.points / score.games:.1f} %" if score.games else "-"
    yield from map(str, (score.wins, score.draws, score.losses))
    yield from (str(standings.faults[name, kind]) for kind, _ in _FAULTS)


def match_lines(standings: Standings) -> list[str]:
    """The statistics of a match between two engines, from the first one's point of view."""
    plan = standings.plan
    score = standings.score(plan.engines[0].name)
    if not score.games:
        return []
    tally = score.tally
    normalized = normalized_elo(tally)
    lines = [
        f"Elo {estimate_text(elo_estimate(tally))} (95 %), "
        + (f"normalized {estimate_text(normalized)}, " if math.isfinite(normalized.error) else "")
        + f"LOS {100 * los(tally):.1f} %",
        f"draws {100 * score.draws / score.games:.1f} %, pairs worth 0 to 2 points {score.pairs}"
        + (f" and {score.games - 2 * sum(score.pairs)} games" if score.games != 2 * sum(score.pairs) else ""),
        "ends: " + ", ".join(f"{reason} {count}" for reason, count in standings.reasons.most_common()),
    ]
    if plan.sprt is not None:
        lines.append(sprt_text(plan.sprt, Tally.of_pairs(standings.tested_pairs)))
    return lines


def sprt_text(sprt: Sprt, tally: Tally) -> str:
    """The test and its current state."""
    low, high = sprt.bounds
    verdict = sprt.decision(tally)
    ended = {"H0": f": H0 accepted ({sprt.elo0:g} Elo)", "H1": f": H1 accepted ({sprt.elo1:g} Elo)"}.get(verdict or "")
    return (
        f"SPRT {sprt.model} [{sprt.elo0:g}, {sprt.elo1:g}], alpha {sprt.alpha:g}, beta {sprt.beta:g}: "
        f"LLR {_rounded(sprt.llr(tally), '.2f')} ({low:.2f}, {high:.2f}) of {tally.total:g} pairs{ended or ''}"
    )


def estimate_text(estimate: Estimate) -> str:
    """``+12.3 ± 4.5``, or the interval itself if it is infinite."""
    value = _rounded(estimate.value, "+.1f")
    if math.isfinite(estimate.error):
        return f"{value} ± {estimate.error:.1f}"
    return f"{value} [{_rounded(estimate.low, '+.1f')}, {_rounded(estimate.high, '+.1f')}]"


def _rounded(value: float, form: str) -> str:
    """A number in this format, but never -0.0, which small negative numbers would become."""
    text = format(value, form)
    return text if float(text) else format(0.0, form)


def _tournament(standings: Standings) -> RenderableType:
    elo = elo_texts(standings)
    table = _table("Engine", "Elo", "Games", "Score", "Wins", "Draws", "Losses", *(title for _, title in _FAULTS))
    for name, score in standings.ranked():
        table.add_row(Text(name), elo.get(name, "-"), *_results(standings, name, score))
    if standings.plan.format == "knockout":
        return Group(table, *(Text(line) for line in knockout_lines(standings)))
    return table


def elo_texts(standings: Standings) -> dict[str, str]:
    """Each engine's rating with its error, such as ``+12 ± 30``; none if the results do not determine them."""
    games = [GameResult(record.white, record.black, record.score) for record in standings.records.values()]
    try:
        ratings = rate(games) if games else []
        return {rating.name: f"{_rounded(rating.elo, '+.0f')} ± {rating.error:.0f}" for rating in ratings}
    except RatingError:
        return {}


def knockout_lines(standings: Standings) -> list[str]:
    """The pairings of a knockout that are known so far, with their points, and the winner."""
    plan = standings.plan
    bracket = Knockout(plan, standings.records)
    names = [engine.name for engine in plan.engines]
    lines = []
    for tie in bracket.ties():
        if tie.one is None or tie.two is None:
            if tie.bye and tie.one is not None:
                lines.append(f"{bracket.stage_name(tie.stage)}: {names[tie.one]} has a bye")
            continue
        one, two = bracket.points(tie)
        lines.append(f"{bracket.stage_name(tie.stage)}: {names[tie.one]} {one:g} - {two:g} {names[tie.two]}")
    winner = bracket.winner(tie)
    return lines if winner is None else [*lines, f"winner: {names[winner]}"]


def rating_list(fit: Fit) -> RenderableType:
    """A rating list, strongest first, then the advantage of playing first and the share of draws."""
    table = _table("Player", "Elo", "±95 %", "Games", "Score", "Draws", "Opponents", before=("#",))
    for rank, rating in enumerate(fit.ratings, 1):
        table.add_row(
            str(rank), Text(rating.name), _rounded(rating.elo, ".1f"), f"{rating.error:.1f}", str(rating.games),
            f"{100 * rating.score:.1f} %", f"{100 * rating.draws / max(rating.games, 1):.1f} %",
            _rounded(rating.opposition, ".1f"),
        )  # fmt: skip
    if fit.advantage is None:
        return table
    line = f"Playing first is worth {estimate_text(fit.advantage)} Elo; between equal players {100 * fit.draws:.1f} %"
    return Group(table, Text(f"{line} of the games are drawn."))


def rating_csv(ratings: Iterable[Rating]) -> str:
    """A rating list as CSV with a header; scores and draws are shares from 0 to 1."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("rank", "player", "elo", "error95", "games", "score", "draws", "opponents"))
    for rank, rating in enumerate(ratings, 1):
        draws = rating.draws / max(rating.games, 1)
        elo, opposition = _rounded(rating.elo, ".2f"), _rounded(rating.opposition, ".2f")
        numbers = (elo, f"{rating.error:.2f}", rating.games, f"{rating.score:.4f}", f"{draws:.4f}", opposition)
        writer.writerow((rank, rating.name, *numbers))
    return text.getvalue()


def _table(name: str, *columns: str, before: tuple[str, ...] = ()) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for title in before:
        table.add_column(title, justify="right")
    table.add_column(name, overflow="fold")
    for title in columns:
        table.add_column(title, justify="right", no_wrap=True)
    return table
