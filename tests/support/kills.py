"""Matches and clusters that are killed: no game is lost, none is played twice, and no process is left behind.

The engines always play the same move in a position, so that each record must equal that of an undisturbed match.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import psutil
from distributed import Client

from oddfish.engine.experiments.match.records import read_journal, read_results
from support.grid import Grid
from support.matches import GOOD, bare, command, has_lines, invoke, mock
from support.processes import HUNG, plain_environment, wait_until_ended
from support.properties import DONE

GAMES = 8
VARIANTS = ("half-chess", "banqi", "tandem-84", "augmented-half-chess")
#: SIGKILL most often.
_SIGNALS = [getattr(signal, name) for name in ("SIGKILL",) * 5 + ("SIGTERM", "SIGINT", "SIGHUP")]


def match(variant: str) -> tuple[object, ...]:
    """The arguments of a short match, in which moves depend only on the positions: the engines' time and the patience
    with them suffice on the busiest machine."""
    return (GOOD, mock("other"), "-v", variant, "--games", GAMES, "--max-moves", 6, "--random-plies", 2,
            "--st", 60, "--hang", 300, "--seed", 3)  # fmt: skip


@cache
def undisturbed(variant: str, folder: Path) -> list[dict[str, Any]]:
    """The records of the match without a kill."""
    path = folder / f"undisturbed-{variant}.jsonl"
    path.unlink(missing_ok=True)
    result = invoke(*match(variant), "-c", 2, "--json", path)
    assert result.exit_code == 0, result.output
    return bare(path)


def check_complete(variant: str, folder: Path, journal: Path, pgn: Path) -> None:
    """Each game was recorded once, as in the undisturbed match, in both files."""
    numbers = Counter(json.loads(line)["number"] for line in journal.read_bytes().splitlines()[1:])
    assert numbers == Counter(range(1, GAMES + 1)), numbers
    differing = [pair for pair in zip(bare(journal), undisturbed(variant, folder)) if pair[0] != pair[1]]
    assert not differing, differing
    rounds = [line for line in pgn.read_text(encoding="utf-8").splitlines() if line.startswith("[Round ")]
    assert len(rounds) == len(set(rounds)) == GAMES, rounds
    assert len(read_results(str(journal))) == len(read_results(str(pgn))) == GAMES


def kill_match(rng: random.Random, folder: Path) -> None:
    """Kill a match up to three times, at any moment; it can be resumed each time."""
    variant = rng.choice(VARIANTS)
    journal, pgn = folder / "killed.jsonl", folder / "killed.pgn"
    for path in (journal, pgn):
        path.unlink(missing_ok=True)
    begin = (*match(variant), "--json", journal, "--pgn", pgn)
    arguments: tuple[object, ...] = begin
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        kill_after(rng, command("match", *arguments, "-c", rng.choice((1, 2))), journal)
        DONE["killed matches"] += 1
        if has_lines(journal, 1):
            kept = [record.number for record in read_journal(journal)[1]]
            assert len(kept) == len(set(kept)), kept
            arguments = ("--resume", journal, "--pgn", pgn, "--yes")
        else:  # it has not even written its plan
            for path in (journal, pgn):
                path.unlink(missing_ok=True)
            arguments = begin
    result = invoke(*arguments, "-c", 2)
    assert result.exit_code == 0, result.output
    check_complete(variant, folder, journal, pgn)


def kill_after(rng: random.Random, order: list[str], journal: Path) -> None:
    """Start a match, and end it by a signal when it has recorded some more games; its processes end with it."""
    lines = journal.read_bytes().count(b"\n") if journal.exists() else 0
    wanted, delay, number = lines + rng.randrange(GAMES), rng.random() * 0.2, rng.choice(_SIGNALS)
    with subprocess.Popen(order, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=plain_environment()) as process:
        known: list[int] = []
        end = time.monotonic() + HUNG
        while process.poll() is None and not has_lines(journal, wanted):
            assert time.monotonic() < end
            time.sleep(0.01)
        time.sleep(delay)
        if process.poll() is None:
            known = [child.pid for child in psutil.Process(process.pid).children(recursive=True)]
        process.send_signal(number)
        out, _ = process.communicate(timeout=HUNG)
    if b"init_import_site" not in out:  # Python itself had not started yet
        assert b"Traceback" not in out, out.decode(errors="replace")
    wait_until_ended(known)


@contextmanager
def cluster(folder: Path) -> Iterator[tuple[Grid, Client]]:
    """A scheduler with two workers."""
    folder.mkdir(exist_ok=True)
    (folder / "scheduler.json").unlink(missing_ok=True)
    with Grid(folder) as grid:
        grid.add()
        grid.add()
        grid.ready()
        with Client(grid.address, set_as_default=False) as client:
            yield grid, client


def kill_worker(rng: random.Random, folder: Path, grid: Grid, client: Client) -> None:
    """Kill a worker during a match on a cluster, while the other worker finishes games; a new one joins."""
    variant = rng.choice(VARIANTS)
    journal, pgn = folder / "cluster.jsonl", folder / "cluster.pgn"
    for path in (journal, pgn):
        path.unlink(missing_ok=True)
    victim, wanted, delay = rng.choice(grid.workers), 1 + rng.randrange(GAMES - 1), rng.random() * 0.2
    busy: list[bool] = []

    def kill() -> None:
        address = next((address for address, pid in client.run(os.getpid).items() if pid == victim.pid), "")
        end = time.monotonic() + HUNG
        while not has_lines(journal, wanted) and time.monotonic() < end:
            time.sleep(0.01)
        time.sleep(delay)
        busy.append(bool(client.processing().get(address)))
        victim.kill()
        victim.wait()
        grid.workers.remove(victim)
        grid.add()

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        result = invoke(*match(variant), "--cluster", grid.address, "--json", journal, "--pgn", pgn)
    finally:
        killer.join()
    while result.exit_code == 2 and "does not start: no response" in result.output:  # on a very busy machine
        DONE["matches resumed after a slow start"] += 1
        result = invoke("--resume", journal, "--pgn", pgn, "--yes", "--cluster", grid.address)
    assert result.exit_code == 0, result.output
    check_complete(variant, folder, journal, pgn)
    DONE["killed clusters"] += 1
    DONE["killed workers that held games"] += busy == [True]
    client.wait_for_workers(2, HUNG)
