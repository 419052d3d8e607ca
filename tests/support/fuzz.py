"""Fuzzing for any length of time: ``make fuzz MINUTES=60``, also under the sanitizers (``SANITIZE=1``).

One process talks to engines in both protocols; another tries FENs, damaged files and calls; a third tries numbers,
option lines, hostile engines, closed streams, little memory, and kills. They work in slices, by turns, each with new
random numbers, until the time is up. Failures are shown and set the exit status to 1; all work is counted.

With ``--record FILE`` each slice is also written to a file, with its seed; a later run with the same file goes on where
the last one ended, and its counts include all earlier ones. ``--goals`` ends the run when the file has the counts
that docs/reliability.md states. ``--processes 1`` needs only one processor, ``--parts`` selects the parts to run.
"""

from __future__ import annotations

import argparse
import contextlib
import faulthandler
import json
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
from collections.abc import Sequence
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import NamedTuple

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import run_state_machine_as_test

from oddfish.cext.search import DEBUG_BUILD
from support import bursts, callers, garbage_calls, hostile, kills, little_memory, properties, sessions
from support.grammar import VARIANTS, corpus, damages, fens, spoiled
from support.processes import ADDRESS_SANITIZER

_KINDS = settings(deadline=None, database=None, suppress_health_check=list(HealthCheck))
#: Examples in a slice.
_CONVERSATIONS, _STEPS, _BURSTS, _FENS, _MANY_FENS, _FILES, _CALLS = 40, 40, 50, 200, 20_000, 500, 3000
_NUMBERS, _LINES, _MATCHES, _STREAMS, _ENGINES, _KILLS = 2000, 2000, 5, 20, 10, 4
#: Moves to try in each position of `read_many_fens`, and how often it takes each variant: a pair of armies takes ten
#: times as long to set up as other positions.
_FEW_MOVES = 2
_FREQUENCIES = [1 if "augmented" in variant else 6 for variant in VARIANTS]
#: Slices of each part that a process does before a new one replaces it.
_TURNS = 5
#: What each process does, in turns.
_PROCESSES = (
    ("CECP", "UCI", "CECP bursts", "UCI bursts"),
    ("FENs", "more FENs", "files", "calls", "callers"),
    ("numbers", "option lines", "engines", "streams", "little memory", "kills", "clusters"),
)
PARTS = tuple(part for parts in _PROCESSES for part in parts)
#: The counts to reach with ``--goals``, and the parts that add to them.
GOALS = {
    "lines": (2_000_000, ("CECP", "UCI", "CECP bursts", "UCI bursts")),
    "FENs": (2_000_000, ("FENs", "more FENs")),
    "files": (100_000, ("files",)),
    "games with hostile engines": (1000, ("engines",)),
    "killed matches": (100, ("kills",)),
    "killed clusters": (100, ("clusters",)),
}


class Slice(NamedTuple):
    """The work of one slice."""

    part: str
    number: int  # the number of the slice, which is its seed
    fault: str  # '' if there was none
    counts: Counter[str]


class Begun(NamedTuple):
    """A slice begins."""

    part: str
    number: int


class History:
    """The slices so far, also in a file if there is one.

    Args:
        first: the number of the first slice of each part, for a new file.
    """

    def __init__(self, path: Path | None, first: int):
        self.counts: Counter[str] = Counter()
        self.failures: Counter[str] = Counter()
        self.slices, self.first, self.failed = 0, first, False  # `failed`: whether this run found a fault
        self._file = None
        lines = path.read_text(encoding="utf-8").splitlines() if path is not None and path.exists() else []
        earlier = [Slice(**json.loads(line)) for line in lines]
        if earlier:
            self.first = min(done.number for done in earlier)
        self._next = dict.fromkeys(PARTS, self.first)
        for done in earlier:
            self._count(done)
        if path is not None:
            self._file = path.open("a", encoding="utf-8")

    def add(self, done: Slice) -> None:
        self._count(done)
        self.failed |= bool(done.fault)
        if self._file is not None:
            self._file.write(json.dumps(done._asdict()) + "\n")
            self._file.flush()

    def _count(self, done: Slice) -> None:
        self.slices += 1
        self.counts += Counter(done.counts)
        self._next[done.part] = done.number + 1
        if done.fault:
            self.failures[done.part] += 1

    def next(self, part: str) -> int:
        """The number of a part's next slice."""
        return self._next[part]

    def left(self) -> list[str]:
        """The parts that have not reached their goals."""
        return [part for what, (goal, parts) in GOALS.items() for part in parts if self.counts[what] < goal]


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
            variant = rng.choices(VARIANTS, _FREQUENCIES)[0]
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
    for kind, amount in (("overriding", 0), ("re-entrance", 100), ("threads", 0.3), ("forks", 120), ("callbacks", 100)):
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


def try_examples(part: str, number: int, folder: Path, end: float) -> None:
    """Numbers, option lines, other engines, closed streams, or kills; an error names the example's seed."""
    with contextlib.ExitStack() as stack:
        if part == "clusters":
            grid, client = stack.enter_context(kills.cluster(folder / "cluster"))
        check, times = {
            "numbers": (hostile.check_number, _NUMBERS),
            "option lines": (hostile.check_option_lines, _LINES),
            "engines": (lambda rng: hostile.play_with_hostile_engine(rng, folder), _MATCHES),
            "streams": (hostile.close_streams, _STREAMS),
            "little memory": (little_memory.try_little_memory, _ENGINES),
            "kills": (lambda rng: kills.kill_match(rng, folder), _KILLS),
            "clusters": (lambda rng: kills.kill_worker(rng, folder, grid, client), _KILLS),
        }[part]
        for example in range(times):
            if time.monotonic() >= end:
                return
            try:
                check(random.Random(f"{number}/{example}"))
            except Exception as error:
                raise AssertionError(f"random.Random('{number}/{example}')") from error


def shortened(fault: str) -> str:
    """A text without the middle of long lines."""
    return "\n".join(line if len(line) < 4000 else f"{line[:2000]} … {line[-2000:]}" for line in fault.splitlines())


def do_slice(part: str, number: int, folder: Path, end: float) -> None:
    if part in ("CECP", "UCI"):
        converse(sessions.CecpConversation if part == "CECP" else sessions.UciConversation, number)
    elif part.endswith(" bursts"):
        bursts.run(part.removesuffix(" bursts"), number, _BURSTS)
    elif part == "FENs":
        read_fens(number)
    elif part == "more FENs":
        read_many_fens(number, folder, end)
    elif part in _PROCESSES[2]:
        try_examples(part, number, folder, end)
    else:
        {"files": read_files, "calls": call, "callers": try_callers}[part](number, folder)


def work(turns: Sequence[tuple[str, int]], end: float, folder: Path, to: Connection) -> None:
    """Do one slice of each part in a separate process, and report each."""
    faulthandler.enable()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for `run`, which then terminates this process
    folder.mkdir(exist_ok=True)
    for part, number in turns:
        if time.monotonic() >= end:
            return
        to.send(Begun(part, number))
        before, fault = sessions.DONE + properties.DONE, ""  # the other modules count in the latter
        try:
            do_slice(part, number, folder, end)
        except Exception:
            fault = shortened(traceback.format_exc(limit=-6))
        to.send(Slice(part, number, fault, sessions.DONE + properties.DONE - before))


def run(history: History, groups: Sequence[Sequence[str]], end: float, folder: Path, goals: bool) -> None:
    """Let a process work on each group of parts until the time is up, the goals are reached, or Ctrl-C is pressed, and
    show failures."""
    context = multiprocessing.get_context("spawn")
    working: dict[Connection, tuple[Sequence[str], Begun | None, multiprocessing.process.BaseProcess]] = {}

    def start(parts: Sequence[str]) -> None:
        chosen = [part for part in parts if not goals or part in history.left()]
        if not chosen or time.monotonic() >= end:
            return
        here, there = context.Pipe(duplex=False)
        turns = [(part, history.next(part) + turn) for turn in range(_TURNS) for part in chosen]
        process = context.Process(target=work, args=(turns, end, folder / parts[0], there), daemon=True)
        process.start()
        there.close()
        working[here] = parts, None, process

    def finish(done: Slice) -> None:
        history.add(done)
        if done.fault:
            print(f"--- {done.part}, slice {done.number}\n{done.fault}", flush=True)

    for parts in groups:
        start(parts)
    with contextlib.suppress(KeyboardInterrupt):
        while working:
            for here in wait(list(working)):
                assert isinstance(here, Connection)
                parts, begun, process = working.pop(here)
                try:
                    message: Begun | Slice = here.recv()
                except EOFError:
                    process.join()
                    if begun is not None:  # a crash
                        logs = [f"{log.name}: {log.read_text(errors='replace')}" for log in
                                sorted((folder / parts[0]).glob("last-*"))]  # fmt: skip
                        fault = "\n".join([f"the process ended with {process.exitcode}", *logs])
                        finish(Slice(*begun, fault, Counter()))
                    start(parts)
                    continue
                working[here] = parts, message if isinstance(message, Begun) else None, process
                if isinstance(message, Slice):
                    finish(message)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=None, help="of the first slices; drawn and shown by default")
    parser.add_argument("--parts", default=",".join(PARTS), help=f"what to try, of: {', '.join(PARTS)}")
    parser.add_argument("--processes", type=int, choices=(1, len(_PROCESSES)), default=len(_PROCESSES))
    parser.add_argument("--record", type=Path, help="write each slice to a file, or continue one")
    parser.add_argument("--goals", action="store_true", help="only until the counts in docs/reliability.md are reached")
    given = parser.parse_args()
    chosen = [part.strip() for part in given.parts.split(",")]
    if unknown := set(chosen) - set(PARTS):
        parser.error(f"unknown parts: {', '.join(sorted(unknown))}")
    for number in (signal.SIGINT, signal.SIGTERM):  # a shell lets its background jobs ignore Ctrl-C
        signal.signal(number, signal.default_int_handler)
    first = random.SystemRandom().getrandbits(31) if given.seed is None else given.seed
    history = History(given.record, first)
    print(f"seed {history.first}, {given.minutes:g} minutes, debug build: {bool(DEBUG_BUILD)}", flush=True)
    if ADDRESS_SANITIZER and "little memory" in chosen:
        chosen.remove("little memory")
    groups = _PROCESSES if given.processes > 1 else (PARTS,)
    with tempfile.TemporaryDirectory(prefix="oddfish-fuzz-") as name:
        run(
            history,
            [[part for part in parts if part in chosen] for parts in groups],
            time.monotonic() + 60 * given.minutes,
            Path(name),
            given.goals,
        )
    print(", ".join(f"{count} {what}" for what, count in sorted(history.counts.items())))
    failures = history.failures
    print(f"{history.slices} slices, {sum(failures.values())} with failures {dict(failures) or ''}".rstrip())
    return 1 if history.failed else 0


if __name__ == "__main__":
    sys.exit(main())
