"""Helper threads: when they join, and what happens without memory for them."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

from oddfish.engine.evaluation.parameters import built_in_parameters
from oddfish.engine.game import Game
from oddfish.engine.searcher import Best, Info, Limits, Searcher
from support.processes import ADDRESS_SANITIZER

#: Seconds within which a thread gets a processor even on a busy machine.
PATIENCE = 60.0


def made(threads: int, **parameters: int) -> Searcher:
    """A searcher whose helpers join even on a busy machine, such as one that runs tests."""
    searcher = Searcher(hash_mb=4, threads=threads)
    searcher.set_parameters({**built_in_parameters(Game("normal").variant), "helper_cpu_percent": 0, **parameters})
    return searcher


def joined(searcher: Searcher, wanted: int) -> bool:
    """Search until so many threads take part."""
    answers: list[Best] = []
    searcher.go(Game("normal"), Limits(infinite=True), None, answers.append)
    end = time.monotonic() + PATIENCE
    while searcher.threads_used < wanted and time.monotonic() < end:
        time.sleep(0.001)
    searcher.stop()
    assert searcher.wait(PATIENCE)
    assert answers[0].text in Game("normal").legal()
    return searcher.threads_used == wanted


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_all_threads_join_a_long_search(threads: int) -> None:
    searcher = made(threads)
    assert joined(searcher, threads)
    searcher.set_threads(threads + 1)
    assert joined(searcher, threads + 1)


def ready(threads: int) -> Searcher:
    """A searcher whose threads have all started, so that a search can use them at once."""
    searcher = made(threads)
    assert joined(searcher, threads)
    return searcher


@pytest.mark.parametrize(
    ("limits", "used"),
    [
        (Limits(nodes=4000), 1),
        (Limits(nodes=60_000), 2),
        (Limits(depth=2), 1),
        (Limits(movetime=10), 1),
        (Limits(movetime=2000, nodes=60_000), 2),
        (Limits(time=(300, 300)), 1),
        (Limits(time=(60_000, 60_000), nodes=60_000), 2),
    ],
)
def test_helpers_join_where_they_pay(limits: Limits, used: int) -> None:
    searcher = ready(2)
    searcher.think(Game("normal"), limits)
    assert searcher.threads_used == used


@pytest.mark.parametrize(("least", "used"), [(0, 2), (100_000, 1)])
def test_when_they_join_is_a_parameter(least: int, used: int) -> None:
    searcher = ready(2)
    searcher.set_parameters(
        {**built_in_parameters(Game("normal").variant), "helper_cpu_percent": 0, "helper_nodes": least}
    )
    searcher.think(Game("normal"), Limits(nodes=60_000))
    assert searcher.threads_used == used


def test_a_main_thread_without_a_processor_calls_no_helpers() -> None:
    """As on a busy machine: this thread rarely runs, because every report makes it sleep."""
    searcher = Searcher(hash_mb=4, threads=2)
    assert searcher.think(Game("normal"), Limits(nodes=60_000), lambda info: time.sleep(0.1)).text
    assert searcher.threads_used == 1


def test_helpers_leave_a_main_thread_that_loses_its_processor() -> None:
    """They join while it runs; then its reports make it sleep."""
    searcher = ready(3)
    searcher.set_parameters({**built_in_parameters(Game("normal").variant), "helper_cpu_percent": 25})
    used: list[int] = []

    def report(info: Info) -> None:
        used.append(searcher.threads_used)
        if used[-1] > 1:
            time.sleep(0.2)

    answers: list[Best] = []
    searcher.go(Game("normal"), Limits(infinite=True), report, answers.append)
    end = time.monotonic() + PATIENCE
    while not (used and max(used) > 1 and searcher.threads_used == 1) and time.monotonic() < end:
        time.sleep(0.001)
    searcher.stop()
    assert searcher.wait(PATIENCE)
    assert max(used) > 1
    assert searcher.threads_used == 1
    assert joined(made(2), 2)  # the next search has them again


@pytest.mark.sampled(3)
@pytest.mark.parametrize("variant", ["normal", "banqi", "tandem-84"])
def test_nodes_are_divided_among_the_threads(variant: str) -> None:
    for _ in range(30):  # sometimes a helper joins later than another
        searcher = ready(3)
        searcher.think(Game(variant, seed=1), Limits(nodes=40_000))
        assert searcher.status().nodes <= 40_000 + 3


def test_searches_follow_each_other_at_once() -> None:
    """Even if helpers have not yet noticed that the last search is over."""
    searcher = ready(4)
    for number in range(100):
        answers: list[Best] = []
        searcher.go(Game("normal"), Limits(infinite=True), None, answers.append)
        while searcher.threads_used < 2:
            time.sleep(0)
        if number % 10 == 0:
            searcher.set_hash(2 + number % 3)
        elif number % 10 == 5:
            searcher.new_game()
        searcher.stop()
        assert searcher.wait(PATIENCE)
        assert len(answers) == 1


def test_a_searcher_can_be_dropped_while_its_threads_begin() -> None:
    for threads in range(1, 20):
        searcher = Searcher(hash_mb=1, threads=threads)
        game = Game("normal")
        assert searcher.think(game, Limits(depth=1)).text in game.legal()


#: Runs the program with the address space in megabytes that its first argument gives.
LIMITED = """
import resource, runpy, sys
size = int(sys.argv.pop(1)) << 20
resource.setrlimit(resource.RLIMIT_AS, (size, size))
runpy.run_module("oddfish", run_name="__main__")
"""


@pytest.mark.skipif(sys.platform != "linux" or ADDRESS_SANITIZER, reason="needs RLIMIT_AS")
@pytest.mark.parametrize(
    ("commands", "told", "answer"),
    [
        (
            "uci\nsetoption name Threads value 99\ngo nodes 3000\n",
            "info string no memory for 99 threads: ",
            "bestmove",
        ),
        ("xboard\nprotover 2\ncores 99\nnew\nsd 4\ngo\n", "telluser no memory for 99 threads: ", "move"),
    ],
)
def test_without_memory_for_all_threads_fewer_search(commands: str, told: str, answer: str) -> None:
    program = [sys.executable, "-c", LIMITED, "700"]
    pipe = subprocess.PIPE
    with subprocess.Popen(program, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as run:
        assert run.stdin is not None and run.stdout is not None and run.stderr is not None
        run.stdin.write(commands)
        run.stdin.flush()
        lines = []
        for line in run.stdout:
            lines.append(line.rstrip())
            if line.startswith(f"{answer} "):
                break
        run.stdin.close()
        assert not run.stderr.read()
    assert lines[-1].startswith(f"{answer} ")
    messages = [line for line in lines if line.startswith(told)]
    assert len(messages) == 1
    assert 1 <= int(messages[0].removeprefix(told).split()[0]) < 99
