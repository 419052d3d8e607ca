"""Fuzzing for any length of time: ``make fuzz MINUTES=60``, also under the sanitizers (``SANITIZE=1``).

One process holds conversations in both protocols; another tries FENs, damaged files and calls; a third tries numbers,
option lines, hostile engines and closed streams. They work in slices, by
turns, each with new random numbers, until the time is up. Failures are shown and set the exit status to 1; all work is
counted.
"""

from __future__ import annotations

import argparse
import contextlib
import faulthandler
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import NamedTuple

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import run_state_machine_as_test

from oddfish.cext.search import DEBUG_BUILD
from support import callers, garbage_calls, hostile, properties, sessions
from support.grammar import VARIANTS, corpus, damages, fens, spoiled

_KINDS = settings(deadline=None, database=None, suppress_health_check=list(HealthCheck))
#: Examples in a slice.
_CONVERSATIONS, _STEPS, _FENS, _MANY_FENS, _FILES, _CALLS = 40, 40, 200, 20_000, 200, 3000
_NUMBERS, _LINES, _MATCHES, _STREAMS = 2000, 2000, 5, 20
#: Moves to try in each position of `read_many_fens`.
_FEW_MOVES = 4
#: What each process does, in turns.
_PROCESSES = (
    ("CECP", "UCI"),
    ("FENs", "more FENs", "files", "calls", "callers"),
    ("numbers", "option lines", "engines", "streams"),
)


class Slice(NamedTuple):
    """The work of one slice."""

    part: str
    number: int  # the number of the slice, which is its seed
    fault: str  # '' if there was none
    counts: Counter[str]


def converse(machine: type[sessions.Conversation], number: int) -> None:
    try:
        seeded = seed(number)(machine)
        run_state_machine_as_test(
            seeded,
            # Shrinking a failure that depends on the whole input of an engine takes too long: keep its transcript.
            settings=settings(
                _KINDS, max_examples=_CONVERSATIONS, stateful_step_count=_STEPS, phases=(Phase.generate,)
            ),
        )
    finally:
        machine.retire()


def read_fens(number: int) -> None:
    @seed(number)
    @settings(_KINDS, max_examples=_FENS)
    @given(variant=st.sampled_from(VARIANTS), data=st.data())
    def check(variant: str, data: st.DataObject) -> None:
        properties.check_fen(variant, data.draw(fens(variant)), number)

    check()


def read_many_fens(number: int, folder: Path, end: float) -> None:
    """Without Hypothesis, which takes longer to invent a FEN than the engine takes to read it."""
    rng = random.Random(number)
    # The last line names the FEN that ends the process.
    with (folder / "last-FEN").open("wb", buffering=0) as log:
        for _ in range(_MANY_FENS):
            if time.monotonic() >= end:
                break
            variant = rng.choice(VARIANTS)
            fen = spoiled(rng, rng.choice(corpus(variant)))
            os.pwrite(log.fileno(), f"{variant}: {fen!r}\n".encode(), 0)
            try:
                properties.check_fen(variant, fen, number, _FEW_MOVES)
            except Exception as error:
                raise AssertionError(f"{variant}: {fen!r}") from error


def read_files(number: int, folder: Path) -> None:
    sound = properties.sound_files(folder)

    @seed(number)
    @settings(_KINDS, max_examples=_FILES, phases=(Phase.generate, Phase.shrink))
    @given(kind=st.sampled_from(sorted(sound)), data=st.data())
    def check(kind: str, data: st.DataObject) -> None:
        properties.check_file(folder, kind, data.draw(damages(sound[kind][0])))

    check()


def call(number: int, folder: Path) -> None:
    """Run in a separate process, because such failures end processes."""
    log = folder / "last-call"
    script = str(Path(garbage_calls.__file__))
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", script, str(number), str(_CALLS), str(log)],
        capture_output=True, text=True, check=False, timeout=1200, cwd=folder,
    )  # fmt: skip
    properties.DONE["calls"] += _CALLS
    if done.returncode:
        raise AssertionError(f"{log.read_text() if log.exists() else ''}\n{done.stderr[-3000:]}")


def try_callers(number: int, folder: Path) -> None:
    """Each kind of caller in turn, in a separate process, because such failures end or hang processes."""
    for kind, amount in (("overriding", 0), ("re-entrance", 100), ("threads", 0.3), ("forks", 120)):
        if kind == "forks" and not hasattr(os, "fork"):
            continue
        script = str(Path(callers.__file__))
        done = subprocess.run(
            [sys.executable, "-X", "faulthandler", script, kind, str(number), str(amount)],
            capture_output=True, text=True, check=False, timeout=1200, cwd=folder,
        )  # fmt: skip
        properties.DONE["callers"] += 1
        if done.returncode:
            raise AssertionError(f"{kind}, seed {number}\n{done.stderr[-3000:]}")


def try_hostile(part: str, number: int, folder: Path, end: float) -> None:
    """Numbers, option lines, other engines or closed streams; an error names the example's seed."""
    check, times = {
        "numbers": (hostile.check_number, _NUMBERS),
        "option lines": (hostile.check_option_lines, _LINES),
        "engines": (lambda rng: hostile.play_with_hostile_engine(rng, folder), _MATCHES),
        "streams": (hostile.close_streams, _STREAMS),
    }[part]
    for example in range(times):
        if time.monotonic() >= end:
            return
        try:
            check(random.Random(f"{number}/{example}"))
        except Exception as error:
            raise AssertionError(f"random.Random('{number}/{example}')") from error


def work(parts: tuple[str, ...], number: int, end: float, folder: Path, to: Connection) -> None:
    """Do slices in a separate process, and report each."""
    faulthandler.enable()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for `run`
    folder.mkdir(exist_ok=True)
    while True:
        for part in parts:
            if time.monotonic() >= end:
                return
            before, fault = sessions.DONE + properties.DONE, ""  # `hostile` counts in the latter
            try:
                if part in ("CECP", "UCI"):
                    converse(sessions.CecpConversation if part == "CECP" else sessions.UciConversation, number)
                elif part == "FENs":
                    read_fens(number)
                elif part == "more FENs":
                    read_many_fens(number, folder, end)
                elif part in _PROCESSES[2]:
                    try_hostile(part, number, folder, end)
                else:
                    {"files": read_files, "calls": call, "callers": try_callers}[part](number, folder)
            except Exception:
                fault = traceback.format_exc(limit=-6)
            to.send(Slice(part, number, fault, sessions.DONE + properties.DONE - before))
        number += 1


def run(first: int, end: float, folder: Path) -> tuple[Counter[str], Counter[str], int]:
    """Let all processes work until the time is up, or until Ctrl-C, and show failures.

    Returns:
        The counts of work, the slices with failures by their parts, and the number of all slices.
    """
    counts: Counter[str] = Counter()
    failures: Counter[str] = Counter()
    slices = 0
    context = multiprocessing.get_context("spawn")
    working: dict[Connection, tuple[tuple[str, ...], int, multiprocessing.process.BaseProcess]] = {}

    def start(parts: tuple[str, ...], number: int) -> None:
        here, there = context.Pipe(duplex=False)
        process = context.Process(
            target=work, args=(parts, number, end, folder / parts[0], there), daemon=True
        )  # fmt: skip
        process.start()
        there.close()
        working[here] = parts, number, process

    for parts in _PROCESSES:
        start(parts, first)
    with contextlib.suppress(KeyboardInterrupt):
        while working:
            for here in wait(list(working)):
                assert isinstance(here, Connection)
                parts, number, process = working.pop(here)
                try:
                    done: Slice = here.recv()
                except EOFError:
                    process.join()
                    if process.exitcode:  # a crash: the next slice goes on
                        failures[f"{parts[0]} …"] += 1
                        print(f"--- the process of {', '.join(parts)} ended with {process.exitcode}", flush=True)
                        for log in sorted((folder / parts[0]).glob("last-*")):
                            print(f"{log.name}: {log.read_text(errors='replace')}", flush=True)
                        if time.monotonic() < end:
                            start(parts, number + 1)
                    continue
                working[here] = parts, done.number, process
                slices += 1
                counts += done.counts
                if done.fault:
                    failures[done.part] += 1
                    print(f"--- {done.part}, slice {done.number}\n{done.fault}", flush=True)
    return counts, failures, slices


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=None, help="of the first slices; drawn and shown by default")
    given = parser.parse_args()
    first = random.SystemRandom().getrandbits(31) if given.seed is None else given.seed
    print(f"seed {first}, {given.minutes:g} minutes, debug build: {bool(DEBUG_BUILD)}", flush=True)
    end = time.monotonic() + 60 * given.minutes
    with tempfile.TemporaryDirectory(prefix="oddfish-fuzz-") as name:
        counts, failures, slices = run(first, end, Path(name))
    print(", ".join(f"{count} {what}" for what, count in sorted(counts.items())))
    print(f"{slices} slices, {sum(failures.values())} with failures {dict(failures) or ''}".rstrip())
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
