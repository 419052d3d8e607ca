"""UCI over pipes: answers that the search itself writes, or the reading thread, beside those of the session."""

from __future__ import annotations

import random
import re
import time

import pytest

from support.pipes import UciEngine

pytestmark = pytest.mark.sampled(3)

VARIANTS = ("normal", "banqi", "tandem-84", "bifold-halfgi", "fanorona-chess", "halfgi")


def answer(engine: UciEngine, before: list[str]) -> None:
    """Read on after these lines up to `bestmove`, whose move must be the first move of the last line reported."""
    lines = [*before, *engine.until("bestmove")]
    found = re.fullmatch(r"bestmove (\S+)(?: ponder \S+)?", lines[-1])
    assert found is not None, lines[-1]
    best = [line for line in lines if re.match(r"info depth .* multipv 1 .* pv ", line)]
    if best:  # or it ended before it had searched a move
        assert found[1] == best[-1].partition(" pv ")[2].split()[0], (best[-1], lines[-1])


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("threads", [1, 2])
def test_every_search_is_answered_once(variant: str, threads: int) -> None:
    """Searches end by `stop` at any time, by limits, and by `ponderhit`; `isready` comes in between."""
    rng = random.Random(f"{variant}/{threads}")
    with UciEngine(variant=variant) as engine:
        engine.send(f"setoption name Threads value {threads}")
        engine.send("position startpos")
        engine.sync()
        for number in range(40):
            kind = rng.choice(["infinite", "ponder wtime 1000 btime 1000", "depth 3", "nodes 500", "movetime 20"])
            engine.send(f"go {kind}")
            lines: list[str] = []
            if kind == "infinite":
                time.sleep(rng.choice([0, 0.0005, 0.005, 0.02]))
                if rng.random() < 0.5:
                    engine.send("isready")
                    lines = engine.until("readyok")
                engine.send(rng.choice(["stop", "stop", " stop", "stop\nd"]))
            elif "ponder" in kind:
                time.sleep(rng.choice([0, 0.005]))
                engine.send(rng.choice(["ponderhit", "stop"]))
            answer(engine, lines)
            if number % 4 == 0:  # nothing has been left behind
                engine.send("isready")
                assert not [line for line in engine.until("readyok") if line.startswith("bestmove")]


def test_an_endless_search_that_has_ended_waits_for_stop() -> None:
    with UciEngine(variant="normal") as engine:
        engine.send("position fen 7k/8/5KQ1/8/8/8/8/8 w - - 0 1")
        engine.send("go infinite depth 3")
        lines = engine.until("info depth 3")
        time.sleep(0.3)
        engine.send("isready")
        lines += engine.until("readyok")
        assert not [line for line in lines if line.startswith("bestmove")]
        engine.send("stop")
        answer(engine, lines)
