"""Forked children use the engines and analyses of their parent, whatever its threads are doing."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from support.processes import HUNG

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")

#: Before each program. `fork` runs a function in a child; `Pause` holds up another thread that calls a function.
PREPARATION = f"""
import os, signal, threading, time, traceback
from _thread import start_new_thread
from queue import SimpleQueue

import oddfish
from oddfish.engine.searcher import Searcher

def fork(run):
    child = os.fork()
    if not child:
        signal.alarm({HUNG})
        try:
            run()
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert code == 0, f"the child {{'hung' if code == -signal.SIGALRM else 'failed'}}"

class Pause:
    def __init__(self, owner, name):
        self.reached, self.go_on = SimpleQueue(), SimpleQueue()
        main, original = threading.get_ident(), getattr(owner, name)

        def paused(*arguments, **named):
            if threading.get_ident() != main:
                setattr(owner, name, original)
                self.reached.put(None)
                self.go_on.get()
            return original(*arguments, **named)

        setattr(owner, name, paused)

def use(engine):
    limit = oddfish.Limit(depth=2)
    assert engine.play(board, limit).move in board.legal_moves
    assert engine.analyse(board, limit).depth == 2
    with engine.analysis(board) as running:
        assert next(iter(running)).depth and not running.done()
    assert running.done() and running.wait().move in board.legal_moves
    engine.stop()
    engine.new_game()
    engine.configure({{"Hash": 2}})
    engine.close()

board = oddfish.Board("half-chess")
engine = oddfish.Engine({{"Hash": 1}})
engine.play(board, oddfish.Limit(depth=1))
"""


def check(program: str) -> None:
    """Run a program that forks."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", PREPARATION + program],
        capture_output=True, text=True, timeout=2 * HUNG, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("owner", "name", "call"),
    [
        ("Searcher", "go", "engine.play(board, oddfish.Limit(depth=1))"),
        ("threading.Condition", "notify_all", "engine.stop()"),
    ],
    ids=["search", "stop"],
)
def test_a_thread_of_the_parent_is_using_the_engine(owner: str, name: str, call: str) -> None:
    program = f"""
pause, ended = Pause({owner}, {name!r}), SimpleQueue()
start_new_thread(lambda: ended.put({call}), ())
pause.reached.get()
fork(lambda: use(engine))
pause.go_on.put(None)
ended.get()
use(engine)
"""
    check(program)


@pytest.mark.parametrize(
    "first",
    [
        "running.stop()",
        "running.wait()",
        "list(running)",
        "running.__exit__(None, None, None)",
        "engine.close()",
        "use(engine)",
    ],
)
def test_an_analysis_of_the_parent_has_ended(first: str) -> None:
    program = f"""
def child():
    assert running.done()
    {first}
    assert running.done()
    reports, result = list(running), running.wait()
    assert not reports or reports[-1].depth >= 3
    assert list(running) == []
    assert result.info == running.info and result.info.depth >= 2
    assert (result.move, result.ponder) == (*result.info.pv, None)[:2]
    board.push(result.move)
    if {first!r} not in ("engine.close()", "use(engine)"):
        use(engine)

running = engine.analysis(board)
for info in running:
    if info.depth == 3:
        break
fork(child)
fork(lambda: fork(child))
assert not running.done()
running.stop()
assert running.wait().move in board.legal_moves
use(engine)
"""
    check(program)


@pytest.mark.parametrize("variant", ["normal", "banqi"])
def test_an_analysis_of_the_parent_without_reports(variant: str) -> None:
    """As if stopped at once: the child gets a move that it may play."""
    program = f"""
def child():
    result = running.wait()
    assert (result.move, result.ponder, result.info) == (wanted, None, None)
    assert list(running) == running.infos == []
    use(engine)

for board in oddfish.Board({variant!r}, seed=1), oddfish.Board("half-chess"):
    first, last = board.legal_moves[0], board.legal_moves[-1]
    for root_moves, wanted in (None, first), ([last, first], last):
        pause = Pause(Searcher, "_reserve_threads")
        running = engine.analysis(board, root_moves=root_moves)
        pause.reached.get()
        fork(child)
        pause.go_on.put(None)
        running.stop()
        running.wait()
"""
    check(program)


def test_the_parents_search_is_just_ending() -> None:
    """The thread of the search holds the lock of the event that it has set, and has not ended the reports."""
    program = """
def child():
    assert running.done()
    assert running.wait().move in board.legal_moves
    assert list(running)[-1].depth == 2
    assert list(running) == []
    use(engine)

pause = Pause(threading.Condition, "notify_all")
running = engine.analysis(board, oddfish.Limit(depth=2))
pause.reached.get()
fork(child)
pause.go_on.put(None)
running.wait()
"""
    check(program)


def test_threads_of_the_parent_wait_for_the_search() -> None:
    """One of them holds the lock of the event that it is about to wait for."""
    program = """
def child():
    assert all(info.pv for info in running)
    assert list(running) == []
    assert running.wait().move in board.legal_moves
    use(engine)

running, ended = engine.analysis(board), SimpleQueue()
start_new_thread(lambda: ended.put(list(running)), ())
while running.info is None:
    time.sleep(0.001)
pause = Pause(threading.Condition, "wait")
start_new_thread(lambda: ended.put(running.wait()), ())
pause.reached.get()
fork(child)
pause.go_on.put(None)
running.stop()
ended.get()
ended.get()
"""
    check(program)
