"""Fuzzing for as long as one likes: ``make fuzz MINUTES=60``, also under the sanitizers (``SANITIZE=1``).

Slices of conversations in both protocols, of FENs, damaged files and calls take turns, each with new random numbers,
until the time is up. What goes wrong is shown, and makes the status 1; what was done is counted.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import run_state_machine_as_test

from oddfish.cext.search import DEBUG_BUILD
from support import garbage_calls, properties, sessions
from support.grammar import VARIANTS, corpus, damages, fens, spoiled

_KINDS = settings(deadline=None, database=None, suppress_health_check=list(HealthCheck))
#: Examples in a slice.
_CONVERSATIONS, _STEPS, _FENS, _MANY_FENS, _FILES, _CALLS = 40, 40, 400, 8000, 300, 3000


def converse(machine: type[sessions.Conversation], number: int) -> None:
    try:
        seeded = seed(number)(machine)
        run_state_machine_as_test(
            seeded,
            # To shrink what depends on all that an engine has heard takes too long: its transcript is kept instead.
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


def read_many_fens(number: int) -> None:
    """Without Hypothesis, which takes longer to think of a FEN than the engine to read it."""
    rng = random.Random(number)
    for _ in range(_MANY_FENS):
        variant = rng.choice(VARIANTS)
        fen = spoiled(rng, rng.choice(corpus(variant)))
        try:
            properties.check_fen(variant, fen, number)
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
    """In a process of its own, since what is looked for ends processes."""
    log = folder / "last-call"
    script = str(Path(garbage_calls.__file__))
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", script, str(number), str(_CALLS), str(log)],
        capture_output=True, text=True, check=False, timeout=1200, cwd=folder,
    )  # fmt: skip
    properties.DONE["calls"] += _CALLS
    if done.returncode:
        raise AssertionError(f"{log.read_text() if log.exists() else ''}\n{done.stderr[-3000:]}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=None, help="of the first slice; drawn and shown by default")
    given = parser.parse_args()
    first = random.SystemRandom().getrandbits(31) if given.seed is None else given.seed
    print(f"seed {first}, {given.minutes:g} minutes, debug build: {bool(DEBUG_BUILD)}", flush=True)
    end = time.monotonic() + 60 * given.minutes
    failures: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(prefix="oddfish-fuzz-") as name:
        folder = Path(name)
        parts: dict[str, Callable[[int], None]] = {
            "CECP": lambda number: converse(sessions.CecpConversation, number),
            "UCI": lambda number: converse(sessions.UciConversation, number),
            "FENs": read_fens,
            "more FENs": read_many_fens,
            "files": lambda number: read_files(number, folder),
            "calls": lambda number: call(number, folder),
        }
        number = first
        while time.monotonic() < end:
            for part, run in parts.items():
                if time.monotonic() >= end:
                    break
                try:
                    run(number)
                except Exception:
                    failures[part] += 1
                    print(f"--- {part}, slice {number}", flush=True)
                    traceback.print_exc(limit=-6)
            number += 1
    counts = sessions.DONE + properties.DONE
    print(", ".join(f"{count} {what}" for what, count in sorted(counts.items())))
    print(f"{number - first} rounds, {sum(failures.values())} slices with failures {dict(failures) or ''}".rstrip())
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
