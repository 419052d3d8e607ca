"""What is read and written during a search without the interpreter."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator

import pytest

from oddfish.cext.search import Search
from oddfish.cext.search.pipes import Answering, Listener, Outlet
from oddfish.engine.game import Game
from oddfish.engine.variants import get_variant

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no poll")


class Pipes:
    """A listener and an outlet, each with the other end of its pipe, and a search that may run."""

    def __init__(self) -> None:
        self.reading, self.writing = os.pipe()
        self.woken, self.wake = os.pipe()
        self.answers, out = os.pipe()
        os.set_blocking(self.answers, False)
        self.ends = [self.reading, self.writing, self.woken, self.wake, self.answers, out]
        self.listener, self.outlet = Listener(self.reading, self.woken), Outlet(out)
        self.search = Search(1)
        self.game = Game(get_variant("normal"))
        self.result: tuple[int, int, int, int] | None = None

    def report(self, *found: object) -> None:
        self.search.prepare_answer(self.outlet, b"answer\n")
        self.begun.set()

    def begin(self, held: bool = False, depth: int = 0) -> None:
        """Start a search, and wait for its first report."""
        self.begun = threading.Event()
        self.search.prepare(held=held, depth=depth)

        def run() -> None:
            self.result = self.search.run(self.game.position, [], self.report)

        self.thread = threading.Thread(target=run)
        self.thread.start()
        assert self.begun.wait(60)

    def end(self) -> None:
        self.search.stop()
        self.thread.join()

    def written(self) -> bytes:
        try:
            return os.read(self.answers, 1000)
        except BlockingIOError:
            return b""


@pytest.fixture
def pipes() -> Iterator[Pipes]:
    made = Pipes()
    yield made
    for end in made.ends:
        os.close(end)


def test_a_full_pipe_that_does_not_block_is_waited_for(pipes: Pipes) -> None:
    """A GUI may have made its end, and so ours, non-blocking."""
    os.set_blocking(pipes.ends[-1], False)
    lines, found = b"x" * 999 + b"\n", b""
    kept: list[bool] = []
    thread = threading.Thread(target=lambda: kept.extend(pipes.outlet.write(lines) for _ in range(1000)))
    thread.start()
    while len(found) < 1000 * len(lines) and (thread.is_alive() or all(kept)):
        found += pipes.written()
    thread.join()
    assert all(kept)
    assert found == lines * 1000


@pytest.mark.parametrize("line", [b"stop\n", b"stop\r\n"])
def test_stop_ends_the_search_and_is_returned(pipes: Pipes, line: bytes) -> None:
    pipes.listener.attend(pipes.search, pipes.outlet)
    answered = 0
    for _ in range(20):
        pipes.begin(held=True)
        os.write(pipes.writing, line)
        assert pipes.listener.listen(None, True) == (False, line)
        pipes.thread.join()
        assert pipes.result is not None
        answered += pipes.search.answered  # unless another line has become the best one since it was reported
        assert pipes.written() == b"answer\n" * pipes.search.answered
    assert answered


@pytest.mark.parametrize(
    "line", [b"stop", b" stop\n", b"stop now\n", b"stops\n", b"sto\n", b"\n", b"go\nstop\n", b"stop\n\n"]
)
def test_other_input_does_not(pipes: Pipes, line: bytes) -> None:
    pipes.begin()
    pipes.listener.attend(pipes.search, pipes.outlet)
    os.write(pipes.writing, line)
    assert pipes.listener.listen(None, True) == (False, line)
    pipes.thread.join(0.2)
    assert pipes.thread.is_alive()
    pipes.end()


def test_nothing_is_done_about_a_line_behind_others(pipes: Pipes) -> None:
    pipes.begin()
    pipes.listener.attend(pipes.search, pipes.outlet)
    for line in (b"stop\n", b"isready\n"):
        os.write(pipes.writing, line)
        assert pipes.listener.listen(None, False) == (False, line)
    assert pipes.thread.is_alive()
    assert pipes.written() == b""
    pipes.end()


def test_isready_is_answered_during_a_search_alone(pipes: Pipes) -> None:
    pipes.begin()
    pipes.listener.attend(pipes.search, pipes.outlet)
    os.write(pipes.writing, b"isready\n")
    threading.Timer(0.2, os.write, [pipes.wake, b"\0"]).start()
    assert pipes.listener.listen(None, True) == (True, None)
    assert pipes.written() == b"readyok\n"
    pipes.end()
    pipes.written()
    os.write(pipes.writing, b"isready\n")
    assert pipes.listener.listen(None, True) == (False, b"isready\n")
    assert pipes.written() == b""


def test_no_search_is_attended(pipes: Pipes) -> None:
    pipes.begin()
    pipes.listener.attend(pipes.search, pipes.outlet)
    pipes.listener.attend(None, None)
    os.write(pipes.writing, b"stop\n")
    assert pipes.listener.listen(None, True) == (False, b"stop\n")
    assert pipes.thread.is_alive()
    pipes.end()


def test_a_search_held_back_answers_once_released(pipes: Pipes) -> None:
    pipes.begin(held=True, depth=3)
    pipes.thread.join()
    assert not pipes.search.answered  # the caller answers
    assert pipes.written() == b""
    answered = 0
    for _ in range(20):
        pipes.begin(held=True)
        pipes.search.release()
        pipes.end()
        answered += pipes.search.answered  # as above
        assert pipes.written() == b"answer\n" * pipes.search.answered
    assert answered


def test_no_answer_is_left_from_the_search_before(pipes: Pipes) -> None:
    pipes.begin(depth=3)
    pipes.thread.join()
    assert pipes.written() == b"answer\n"
    pipes.search.prepare(depth=3)
    pipes.search.run(pipes.game.position, [])
    assert not pipes.search.answered
    assert pipes.written() == b""


def test_a_search_that_fails_writes_nothing(pipes: Pipes) -> None:
    def report(*found: object) -> None:
        pipes.search.prepare_answer(pipes.outlet, b"answer\n")
        raise ValueError("no")

    pipes.search.prepare(depth=3)
    with pytest.raises(ValueError, match="no"):
        pipes.search.run(pipes.game.position, [], report)
    assert pipes.written() == b""


def test_an_answer_is_prepared_only_during_a_report(pipes: Pipes) -> None:
    with pytest.raises(ValueError, match="only while the search reports a line"):
        pipes.search.prepare_answer(pipes.outlet, b"answer\n")
    pipes.begin()
    with pytest.raises(ValueError, match="only while"):
        pipes.search.prepare_answer(pipes.outlet, b"another\n")
    pipes.end()
    assert pipes.written() in (b"", b"answer\n")
    with pytest.raises(ValueError, match="only while"):
        pipes.search.prepare_answer(pipes.outlet, b"answer\n")


def test_only_searches_answer() -> None:
    with pytest.raises(TypeError, match="only Search"):
        Answering()


def test_time_and_end(pipes: Pipes) -> None:
    assert pipes.listener.listen(0, True) == (False, None)
    assert pipes.listener.listen(1, True) == (False, None)
    os.close(pipes.ends.pop(1))
    assert pipes.listener.listen(None, True) == (False, b"")
    assert pipes.listener.listen(1, True) == (False, None)


def test_an_outlet_without_a_reader_says_so(pipes: Pipes) -> None:
    assert pipes.outlet.write(b"line\n")
    assert pipes.written() == b"line\n"
    os.close(pipes.ends.pop(4))
    assert not pipes.outlet.write(b"line\n")
