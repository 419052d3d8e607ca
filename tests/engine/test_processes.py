"""Work spread over processes: order, errors, and cleaning up."""

from __future__ import annotations

import operator
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from itertools import count, islice
from pathlib import Path

import psutil
import pytest

from oddfish.engine.experiments import processes
from oddfish.engine.experiments.processes import WorkerError, map_in_processes
from oddfish.engine.interpreter import module_command
from support.processes import HUNG, wait_until_ended
from support.traps import Shadowed


def maker(function: Callable[..., object], *arguments: object) -> Callable[[], Callable[[object], object]]:
    """Makes a worker from a function that can be imported in another process."""
    return partial(partial, function, *arguments)


def children() -> set[int]:
    return {process.pid for process in psutil.Process().children()}


@pytest.fixture(autouse=True)
def no_process_is_left() -> object:
    before = children()
    yield
    assert children() <= before


@pytest.mark.parametrize("concurrency", [1, 2])
def test_results_come_in_order(concurrency: int) -> None:
    """Even though the first item takes longest."""
    found = list(map_in_processes(maker(pow, 7), [200_000, *range(40)], concurrency))
    assert found == [7**200_000, *(7**number for number in range(40))]


def test_items_can_be_endless() -> None:
    results = map_in_processes(maker(operator.mul, 3), count(), 2)
    assert list(islice(results, 50)) == [3 * number for number in range(50)]
    results.close()
    assert not list(map_in_processes(maker(abs), [], 2))


def test_they_are_other_processes() -> None:
    found = set(map_in_processes(maker(eval), ["__import__('os').getpid()"] * 20, 2))
    assert os.getpid() not in found and 1 <= len(found) <= 2


def test_a_worker_s_prints_are_not_answers(capfd: pytest.CaptureFixture[str]) -> None:
    assert list(map_in_processes(maker(print, "heard"), [1, 2], 2)) == [None, None]
    out, err = capfd.readouterr()
    assert out == "" and sorted(err.split("\n")) == ["", "heard 1", "heard 2"]


def test_a_worker_s_error_is_raised_here() -> None:
    results = map_in_processes(maker(operator.truediv, 12), [3, 0, 4], 2)
    assert next(results) == 4
    with pytest.raises(ZeroDivisionError, match="division by zero") as caught:
        next(results)
    assert "in a worker process:\nTraceback" in str(caught.value.__cause__)
    with pytest.raises(StopIteration):
        next(results)


def test_the_maker_s_error_is_raised_here() -> None:
    with pytest.raises(ValueError, match="invalid literal for int"):
        list(map_in_processes(partial(int, "none"), [1, 2, 3], 2))  # type: ignore[arg-type]


def test_what_cannot_be_pickled_is_an_error() -> None:
    with pytest.raises(RuntimeError, match=r"the answer cannot be sent: .*pickle.*module"):
        list(map_in_processes(maker(__import__), ["math"], 2))
    with pytest.raises((AttributeError, TypeError), match="pickle"):
        list(map_in_processes(maker(abs), [sys], 2))


@pytest.mark.parametrize("error", [EOFError, KeyError])
def test_a_process_goes_on_after_an_error(error: type[Exception]) -> None:
    """Even if the error is an EOFError."""
    process = processes._Process(maker(exec))
    try:
        with pytest.raises(error):
            process.work(f"raise {error.__name__}('no')")
        assert process.work("pass") is None
    finally:
        process.kill()
        process.close()


def test_a_process_that_ends_is_an_error() -> None:
    with pytest.raises(WorkerError, match="a worker process has ended with status 7"):
        list(map_in_processes(maker(os._exit), [7], 2))


@pytest.mark.parametrize("version", [(3, 10), (3, 11)])
def test_the_current_folder_shadows_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: tuple[int, int]
) -> None:
    shadowed = Shadowed(tmp_path / "traps")
    monkeypatch.chdir(shadowed.folder)
    monkeypatch.setattr(processes, "module_command", partial(module_command, version=version))
    assert list(map_in_processes(maker(eval), ["__import__('random').__name__"] * 2, 2)) == ["random"] * 2
    assert shadowed.sprung == ""


#: A program that prints the process ids of its workers, then waits for them.
WORKING = """
from contextlib import closing
from functools import partial
from oddfish.engine.experiments.processes import map_in_processes

ITEMS = [*["__import__('os').getpid()"] * 8, "__import__('time').sleep(900)"]

if __name__ == "__main__":
    try:
        with closing(map_in_processes(partial(partial, eval), ITEMS, 2)) as results:
            print(*{next(results) for _ in range(8)}, flush=True)
            next(results)
    except KeyboardInterrupt:  # it can arrive as soon as the line is written, even before print returns
        print("interrupted", flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("killed", [False, True])
def test_the_processes_end_with_their_parent(tmp_path: Path, killed: bool) -> None:
    """A terminal sends Ctrl-C to all its processes, but only the parent obeys. If the parent is killed, the others end
    as soon as they have no work."""
    script = tmp_path / "working.py"
    script.write_text(WORKING.replace("sleep(900)", "sleep(1)") if killed else WORKING)
    with subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        workers = [int(word) for word in process.stdout.readline().split()]
        assert workers
        os.killpg(process.pid, signal.SIGKILL if killed else signal.SIGINT)
        out, err = process.communicate(timeout=HUNG)
    assert out == ("" if killed else "interrupted\n") and err == ""
    wait_until_ended(workers)
