"""Records of measurements: the JSON files in ``bench/measured`` that ``make measured`` turns into tables.

A file is a list of runs. A run has the date, machine and version of a measurement, the command that made it, and its
results. Scripts write one with ``--record FILE``; a new run of the same command replaces the old one.

A run has ``date`` (ISO), ``machine``, ``signature`` (the node count of ``oddfish bench``; null if the run is older than
the signature file), ``commit``, ``command``, ``results``, and sometimes a ``note``. Each result is one of these:

- a race: ``group``, ``case``, ``peer``, ``ratio``, and the two amounts with their ``unit``;
- a match: ``variant``, ``player``, ``opponent``, ``limit``, ``score`` (wins, draws, losses), ``elo`` (value and the
  bounds of its 95 % interval), and in timed matches the mean ``seconds`` per move of both sides;
- a step of levels: ``variant``, ``level``, ``opponent``, ``limit``, ``points`` in percent, ``games``;
- other figures that only one script prints, named as in its output.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import shlex
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from oddfish.engine.experiments.match.statistics import Estimate, Tally, elo_estimate

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "bench" / "measured"

#: Options that change only what is printed.
_QUIET = ("-q", "--benchmark-quiet")

Run = dict[str, Any]
Result = Mapping[str, Any]


def read(path: Path) -> list[Run]:
    """The runs of a file; none if there is no file."""
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else []


def write(path: Path, results: Sequence[Result], command: str = "") -> None:
    """Add a run to a file; it replaces an earlier run of the same command.

    Args:
        command: how to repeat the run; by default this process's command line.
    """
    run = {**stamp(), "command": command or this_command(), "results": list(results)}
    runs = read(path)
    same = [number for number, other in enumerate(runs) if other["command"] == run["command"]]
    runs[same[0] if same else len(runs) :] = [run, *runs[same[0] + 1 :]] if same else [run]
    path.write_text(text_of(runs), encoding="utf-8")


def text_of(runs: Sequence[Run]) -> str:
    """Runs as JSON, one result per line."""
    parts = []
    for run in runs:
        head = json.dumps({key: value for key, value in run.items() if key != "results"}, indent=2, ensure_ascii=False)
        lines = ",\n".join("    " + json.dumps(result, ensure_ascii=False) for result in run["results"])
        parts.append(f'{head[:-2]},\n  "results": [\n{lines}\n  ]\n}}')
    return "[\n" + ",\n".join(parts) + "\n]\n"


def stamp() -> Run:
    """Today, this machine and this version."""
    signature = json.loads((ROOT / "tests" / "data" / "signature.json").read_text(encoding="utf-8"))
    return {
        "date": datetime.datetime.now(datetime.timezone.utc).date().isoformat(),
        "machine": machine(),
        "signature": sum(signature.values()),
        "commit": commit(),
    }


def machine() -> str:
    """The processor's name, the number of cores, and whether other programs kept them busy."""
    name = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        lines = cpuinfo.read_text(encoding="utf-8").splitlines()
        name = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), name)
    busy = hasattr(os, "getloadavg") and os.getloadavg()[0] > 1.5
    return f"{name}, {os.cpu_count()} cores" + (" with other work" if busy else "")


def commit() -> str:
    """The commit of the checkout, with a plus sign if sources have changed since; empty without Git."""
    try:
        said = [
            subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
            for words in (["rev-parse", "--short", "HEAD"], ["status", "--porcelain", "--", "cext", "engine"])
        ]
    except (OSError, subprocess.CalledProcessError):
        return ""
    return said[0] + ("+" if said[1] else "")


def this_command(arguments: Sequence[str] | None = None) -> str:
    """The command line, without ``--record``, of this script, or of pytest if you pass its arguments."""
    if arguments is None:
        script = Path(sys.argv[0]).resolve()
        words = ["python", str(script.relative_to(ROOT)) if script.is_relative_to(ROOT) else script.name]
        arguments = sys.argv[1:]
    else:
        words = ["python", "-m", "pytest"]
    rest = iter(arguments)
    for word in rest:
        if word == "--record":
            next(rest, None)
        elif not word.startswith("--record=") and word not in _QUIET:
            words.append(word)
    return shlex.join(words)


def match_result(
    variant: str,
    player: str,
    opponent: str,
    limit: str,
    scores: Iterable[float],
    seconds: tuple[float, float] | None = None,
) -> Result:
    """A match as a result. ``scores`` are the player's, 1, 0.5 or 0 per game; games of one opening are adjacent."""
    games = list(scores)
    score = [games.count(value) for value in (1.0, 0.5, 0.0)]
    elo = elo_estimate(tally_of(games))
    result = {"variant": variant, "player": player, "opponent": opponent, "limit": limit, "score": score}
    result["elo"] = [finite(value) for value in elo]
    return {**result, "seconds": [round(value, 3) for value in seconds]} if seconds else result


def tally_of(games: Sequence[float]) -> Tally:
    """A tally of pairs, or of single games if their number is odd."""
    if len(games) % 2:
        return Tally.of_games(games.count(1.0), games.count(0.5), games.count(0.0))
    counts = [0] * 5
    for first, second in zip(games[::2], games[1::2]):
        counts[int(2 * (first + second))] += 1
    return Tally.of_pairs(counts)


def finite(value: float) -> int | None:
    """A whole number of Elo points; None for infinity, which JSON does not have."""
    return round(value) if abs(value) < 10_000 else None


def estimate(score: Sequence[int]) -> Estimate:
    """Elo for wins, draws and losses, for matches whose pairs are unknown."""
    return elo_estimate(Tally.of_games(*score))


def add_option(parser: argparse.ArgumentParser) -> None:
    """``--record FILE``."""
    parser.add_argument(
        "--record", type=Path, metavar="FILE", help="add the result to this JSON file (bench/measured/NAME.json)"
    )
