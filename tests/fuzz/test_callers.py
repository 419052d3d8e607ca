"""Python callers that mean harm: subclasses, re-entrance, threads, forks, and exceptions in callbacks."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from array import array
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from oddfish.cext.banqi.game import Banqi, Setup
from oddfish.cext.banqi.tablebase import Tables
from oddfish.cext.core.perft import Counter
from oddfish.cext.core.sample import Sample
from oddfish.cext.search import Search
from oddfish.engine.game import Game
from oddfish.engine.library.board import Board
from oddfish.engine.searcher import Best, Info, Limits, Searcher
from oddfish.envs import VectorEnv
from oddfish.envs.open_spiel import State, load_game
from support import callers

TESTS = Path(__file__).resolve().parents[1]
#: Seconds within which a search ends even on a busy machine.
PATIENCE = 60.0
can_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")


def run_apart(*arguments: str, code: str | None = None) -> None:
    """Run callers, or a program, in a separate process."""
    program = ("-m", "support.callers") if code is None else ("-c", code)
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", *program, *arguments],
        cwd=TESTS, capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr[-3000:]}"


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("kind", "amount"), [("overriding", 0), ("re-entrance", 40), ("threads", 0.1), ("forks", 60), ("callbacks", 60)]
)
@pytest.mark.quick(3)
def test_callers(kind: str, amount: float) -> None:
    if kind == "forks" and not hasattr(os, "fork"):
        pytest.skip("needs fork")
    run_apart(kind, "1", str(amount))


# Overriding -------------------------------------------------------------------------------------------------------


def test_only_some_classes_can_be_subclassed() -> None:
    """A new class is final, or its name, and how to make an object of a subclass, are in `callers.HEIRS`."""
    assert {kind.__name__ for kind in callers.open_classes()} == set(callers.HEIRS)


def test_a_copy_is_a_board_whatever_a_subclass_makes() -> None:
    class Heir(Board):
        pass

    board = Heir("normal")
    board.push_text("e2e4")
    Heir.__new__ = staticmethod(lambda *_: None)
    assert type(board.copy()) is Heir
    assert len(board.copy().move_stack) == 1
    Heir.copy = lambda *_, **__: None
    with pytest.raises(TypeError):
        board.root()


def test_a_state_writes_no_more_than_the_buffer_holds() -> None:
    class Heir(State):
        @property
        def observation_shape(self) -> tuple[int, int, int]:
            return 1, 1, 1

    game = load_game("normal")
    state = game.new_initial_state()
    heir = Heir(state.encoding, state.start, game)
    with pytest.raises(ValueError, match="numbers of type float32"):
        heir.observe(0, array("f", [0.0]))


# Re-entrance ------------------------------------------------------------------------------------------------------


class Calling:
    """A number that calls a function when it is converted to an int."""

    def __init__(self, value: int, call: Callable[[], Any]):
        self.value, self.call = value, call

    def __index__(self) -> int:
        self.call()
        return self.value


def test_a_sample_that_is_filled_while_its_arguments_are_read() -> None:
    sample, position = Sample(), Game("normal").position
    weights: list[Any] = [*position.weights[1:]]
    first = Calling(position.weights[0], lambda: sample.add([position]))
    assert list(sample.evaluate([first, *weights])) == [position.evaluate()]


def test_a_history_that_changes_while_arguments_are_read() -> None:
    position, history = Game("normal").position, []
    history += [position] * 3
    move = Calling(position.moves()[0], lambda: history.extend([Game("banqi", seed=1).position] * 9))
    search = Search(1)
    search.prepare(depth=2)
    assert search.run(position, history, None, 1, [move])[0] == position.moves()[0]  # type: ignore[list-item]


def test_a_deal_that_changes_the_board() -> None:
    board = Board("banqi", seed=1)
    deal = board._hidden()

    class Meddler:
        def outcome(self, position: Any, packed: int) -> int:
            board._set_deal(deal)
            board.push(board.legal_moves[1])
            return int(deal.outcome(position, packed))

    board._set_deal(Meddler())
    with pytest.raises(RuntimeError, match="has changed"):
        board.push(board.legal_moves[0])
    assert board.ply() == 1


# Threads ----------------------------------------------------------------------------------------------------------


def test_threads_that_share_a_counter() -> None:
    """Each call has its own counts: none is incomplete."""
    counter = Counter(Game("normal").position, 4)
    found: list[dict[int, int]] = []
    threads = [threading.Thread(target=lambda: found.append(counter.divide(2))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [sum(each.values()) for each in found] == [197_281] * 4
    assert all(len(each) == 20 for each in found)


CHANGING_LISTS = """
import sys, threading, time
import numpy as np
from oddfish.cext.search.gradient import loss, parameter_count
rng = np.random.default_rng(1)
n, features, hidden = 4000, 128, 32
lists = rng.integers(0, features, 20 * n).astype(np.uint16)
starts = np.arange(2 * n + 1, dtype=np.int64) * 10
outputs, targets = np.zeros(n, np.uint8), np.zeros(n, np.float32)
rows, parameters = np.arange(n), np.zeros(parameter_count(features, hidden), np.float32)
end = time.monotonic() + 1.5
def spoil():
    while time.monotonic() < end:
        for array, wrong in ((lists, 65535), (starts, 2**60), (outputs, 255), (rows, -2**40)):
            sound = array.copy()
            array[n // 2 :] = wrong
            array[:] = sound
threads = [threading.Thread(target=spoil) for _ in range(2)]
[thread.start() for thread in threads]
kinds = set()
while time.monotonic() < end:
    try:
        loss(lists, starts, outputs, targets, rows, parameters, parameters.copy(), features, hidden)
    except (ValueError, RuntimeError) as error:
        kinds.add(type(error))
[thread.join() for thread in threads]
"""


def test_lists_that_change_while_a_loss_is_computed() -> None:
    run_apart(code=CHANGING_LISTS)


def test_rules_do_not_change_during_a_search() -> None:
    setup = Setup(ranks=2)
    position, search = Banqi(setup), Search(1)
    tables = Tables(setup.signature)
    search.prepare()
    thread = threading.Thread(target=search.run, args=(position, []))
    thread.start()
    try:
        end = time.monotonic() + PATIENCE
        while not search.nodes and time.monotonic() < end:
            time.sleep(0.001)
        with pytest.raises(RuntimeError, match="a search is using these rules"):
            setup.use(tables)
        for change in (
            lambda: search.set_hash(2),
            lambda: search.set_parameters({}),
            lambda: search.set_network(None) or search.clear(),  # type: ignore[func-returns-value]
            lambda: search.overlook(0, 0, 0),
            lambda: search.prepare(),
            lambda: search.run(position, []),
        ):
            with pytest.raises(RuntimeError, match="a search is running"):
                change()
    finally:
        search.stop()
        thread.join()
    setup.use(tables)
    assert setup.tables is tables


# Forks ------------------------------------------------------------------------------------------------------------


@can_fork
def test_a_forked_environment_has_threads_of_its_own() -> None:
    def step() -> None:
        env.step_random()
        env.close()

    with VectorEnv("normal", 8, threads=2, seed=1) as env:
        env.reset()
        env.step_random()
        callers.in_child(step, PATIENCE, "an environment")
        env.step_random()


# Callbacks --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("error", [ZeroDivisionError, KeyboardInterrupt, SystemExit, GeneratorExit, MemoryError])
@pytest.mark.parametrize("which", [2, 5])
def test_exceptions_of_callbacks_end_the_search(error: type[BaseException], which: int) -> None:
    calls = []

    def fail(*_: Any) -> None:
        calls.append(1)
        raise error("on purpose")

    search, position = Search(1), Game("normal").position
    search.set_parameters({"report_move_ms": 0})
    search.prepare()
    arguments: list[Any] = [position, [], None, 1, None, None]
    arguments[which] = fail
    with pytest.raises(error, match="on purpose"):
        search.run(*arguments)
    assert len(calls) == 1
    search.prepare(depth=2)
    assert search.run(position, [])[0]


INTERRUPTED = """
import os, signal, threading, time
from oddfish.cext.search import Search
from oddfish.engine.game import Game
from oddfish.engine.searcher import Limits, Searcher
def interrupt():
    time.sleep(0.5)
    os.kill(os.getpid(), signal.SIGINT)
def endless(run):
    threading.Thread(target=interrupt).start()
    try:
        run()
    except KeyboardInterrupt:
        return
    raise AssertionError("the search ran on")
search = Search(1)
search.prepare()
endless(lambda: search.run(Game("normal").position, []))
search.prepare()
endless(lambda: search.run(Game("normal").position, [], lambda *_: None))
searcher = Searcher(1)
endless(lambda: searcher.think(Game("normal"), Limits(infinite=True)))
assert searcher.wait(60)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent in another way")
@pytest.mark.later
def test_ctrl_c_ends_a_search() -> None:
    run_apart(code=INTERRUPTED)


def test_a_searcher_raises_what_its_caller_raised() -> None:
    def fail(_: Info) -> None:
        raise ZeroDivisionError("on purpose")

    searcher = Searcher(1)
    with pytest.raises(ZeroDivisionError, match="on purpose"):
        searcher.think(Game("normal"), Limits(infinite=True), fail)
    errors: list[BaseException] = []
    answers: list[Best] = []
    searcher.on_error = errors.append
    searcher.go(Game("normal"), Limits(infinite=True), fail, answers.append)
    assert searcher.wait(PATIENCE)
    assert [type(error) for error in errors] == [ZeroDivisionError]
    assert answers[0].text in Game("normal").legal()
