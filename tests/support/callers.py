"""Python callers that mean harm to the extension classes. Each kind of harm is tried on every class of the modules, and
on every method that the stubs list:

``overriding``   subclasses that override one name after another
``re-entrance``  arguments whose conversions and comparisons call the object again, and change the other arguments
``threads``      several threads that call all methods of one object at once
``forks``        forked children that use and drop what their parent made, while its threads run or not
``callbacks``    callbacks of a search that raise, or change the search and its rules

tests/fuzz/test_callers.py runs each in a separate process, because the failures it looks for end or hang processes.
"""

from __future__ import annotations

import contextlib
import faulthandler
import importlib
import os
import random
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from oddfish.cext.core.endings import Tables
from oddfish.cext.core.rules import Position
from oddfish.cext.search import Search
from oddfish.cext.search.pipes import Answering
from oddfish.engine.game import Game
from oddfish.engine.library.board import Board
from oddfish.envs.games import encoding_of
from oddfish.envs.open_spiel import State, load_game
from support.garbage_calls import Callee, Garbage, callees, endless, examples, positions
from support.half_made import classes

KINDS = ("overriding", "re-entrance", "threads", "forks", "callbacks")
#: The flag of classes from which Python classes can inherit.
_BASE_TYPE = 1 << 10
_THREADS = 4
#: What a call may raise. Anything else that is not a crash would be noticed by the tests of garbage.
_EXPECTED = (Exception,)


def _heir_of_state(kind: type) -> Any:
    start = Game("banqi", seed=1).position
    return kind(encoding_of(start), start, load_game("banqi"))


#: How to make an object of a subclass, for each class that Python code can inherit from, and the class to inherit.
HEIRS: dict[str, tuple[type, Callable[[type], Any]]] = {
    "BoardCore": (Board, lambda kind: kind("banqi", seed=1)),
    "BareState": (State, _heir_of_state),
}


class Subject(NamedTuple):
    """A class, examples of it, and its methods according to the stubs."""

    kind: type
    examples: list[Any]
    methods: list[Callee]
    garbage: Garbage


def open_classes() -> list[type]:
    """The classes that Python code can inherit from; positions and tables refuse to be made of such classes."""
    refusing = (Position, Tables, Answering)
    return [kind for kind in classes() if kind.__flags__ & _BASE_TYPE and not issubclass(kind, refusing)]


def subjects(rng: random.Random) -> Iterator[Subject]:
    """Every extension class; one with methods but without examples is an error."""
    garbage = Garbage(rng, examples(positions(rng)))
    everything = list(callees())
    for kind in classes():
        owners = {(each.__module__, each.__name__) for each in kind.__mro__}
        methods = [each for each in everything if (each.module, each.owner) in owners]
        found = [each for each in garbage.known.get(kind.__name__, []) if isinstance(each, kind)]
        assert found or not methods, f"no example of {kind}"
        if methods:
            yield Subject(kind, found, methods, garbage)


def arguments_of(garbage: Garbage, callee: Callee, one: Any) -> list[Any]:
    return [garbage.fitting(one, annotation, name) for name, annotation in callee.parameters]


def attempt(callee: Callee, one: Any, arguments: list[Any], kind: type | None = None) -> None:
    """Call a method, or that of a base class."""
    if endless(callee, arguments):
        return
    with contextlib.suppress(*_EXPECTED):
        if callee.name in ("__new__", "__init__"):
            getattr(importlib.import_module(callee.module), callee.owner)(*arguments)
            return
        if isinstance(one, Search) and callee.name == "run":
            one.prepare(depth=2, nodes=200)
        method = getattr(one if kind is None else kind, callee.name)
        if kind is not None:
            method = method.__get__(one)
        if callable(method):
            method(*arguments)


# Overriding -------------------------------------------------------------------------------------------------------


def override(rng: random.Random) -> None:
    """Call the methods of a base class on objects of subclasses, in which one name after another is wrong."""
    wrongs: tuple[Callable[..., Any], ...] = (
        lambda *_, **__: None,
        lambda *_, **__: -1,
        lambda *_, **__: (1, 1, 1),
        lambda *_, **__: [None],
        lambda self, *_, **__: self,
        lambda *_, **__: Board("normal", seed=2),
    )
    for kind, _, methods, garbage in subjects(rng):
        if kind not in open_classes():
            continue
        base, make = HEIRS[kind.__name__]
        for name in ["__new__", "__init__", "__eq__", *(each for each in dir(kind) if not each.startswith("__"))]:
            for wrong in wrongs:
                heir = type("Heir", (base,), {})
                one = make(heir)
                replaced = wrong if callable(getattr(kind, name)) else property(wrong)
                setattr(heir, name, staticmethod(wrong) if name == "__new__" else replaced)
                for callee in methods:
                    attempt(callee, one, arguments_of(garbage, callee, one), kind)


# Re-entrance ------------------------------------------------------------------------------------------------------


class Caller:
    """An argument that stands for a number, and calls something whenever it is converted or compared."""

    def __init__(self, value: Any, call: Callable[[], None]):
        self._value, self._call = value, call

    def _called(self) -> Any:
        self._call()
        return self._value

    def __index__(self) -> int:
        return int(self._called())

    def __float__(self) -> float:
        return float(self._called())

    def __bool__(self) -> bool:
        return bool(self._called())

    def __eq__(self, other: object) -> bool:
        return bool(self._called() == other)

    def __lt__(self, other: Any) -> bool:
        return bool(self._called() < other)

    def __le__(self, other: Any) -> bool:
        return bool(self._called() <= other)

    def __gt__(self, other: Any) -> bool:
        return bool(self._called() > other)

    def __ge__(self, other: Any) -> bool:
        return bool(self._called() >= other)

    def __hash__(self) -> int:
        return hash(self._called())


class Reentrance:
    """Calls a random method of an object, and changes the lists among the arguments of the call that is running."""

    def __init__(self, rng: random.Random, subject: Subject, one: Any):
        self._rng, self._subject, self._one = rng, subject, one
        self._running = False
        self.arguments: list[Any] = []

    def __call__(self) -> None:
        if self._running:
            return
        self._running = True
        try:
            for each in self.arguments:
                if isinstance(each, list):
                    each[:] = self._rng.choice(([], each * 50, each[1:], each[::-1]))
            other = self._rng.choice(self._subject.methods)
            attempt(other, self._one, arguments_of(self._subject.garbage, other, self._one))
        finally:
            self._running = False

    def wrapped(self, value: Any) -> Any:
        """A number as a caller; also in lists."""
        if isinstance(value, list):
            return [self.wrapped(each) for each in value]
        return Caller(value, self) if isinstance(value, (int, float)) else value


def reenter(rng: random.Random, calls: int) -> None:
    for subject in subjects(rng):
        for _ in range(calls):
            one, callee = rng.choice(subject.examples), rng.choice(subject.methods)
            again = Reentrance(rng, subject, one)
            arguments = arguments_of(subject.garbage, callee, one)
            if not endless(callee, arguments):
                again.arguments = [again.wrapped(each) for each in arguments]
                attempt(callee, one, again.arguments)


# Threads ----------------------------------------------------------------------------------------------------------


def share(rng: random.Random, seconds: float) -> None:
    """Let threads call all methods of one object at once, for so long for each class."""
    sys.setswitchinterval(1e-5)
    for subject in subjects(rng):
        one, end = rng.choice(subject.examples), time.monotonic() + seconds
        seeds = [rng.getrandbits(30) for _ in range(_THREADS)]
        threads = [threading.Thread(target=hammer, args=(subject, one, seed, end)) for seed in seeds]
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            if isinstance(one, Search):  # one thread may have withdrawn the limits of another one's search
                one.stop()
            time.sleep(0.01)


def hammer(subject: Subject, one: Any, seed: int, end: float) -> None:
    rng = random.Random(seed)
    garbage = Garbage(rng, subject.garbage.known)
    while time.monotonic() < end:
        callee = rng.choice(subject.methods)
        attempt(callee, one, arguments_of(garbage, callee, one))


# Forks ------------------------------------------------------------------------------------------------------------


def threaded_search() -> Search:
    """A search whose helper threads have taken part."""
    search = Search(1, 3)
    search.set_parameters({"helper_nodes": 0, "helper_ms": 0, "helper_cpu_percent": 0})
    for _ in range(1000):
        search.prepare(nodes=20_000)
        search.run(Game("normal").position, [])
        if search.joined == 3:
            break
    return search


def fork(rng: random.Random, seconds: float) -> None:
    """In forked children, call all methods of objects of every class, and drop them."""
    for subject in subjects(rng):
        one = threaded_search() if subject.kind is Search else subject.examples[0]
        in_child(lambda subject=subject, one=one: use(subject, one), seconds, subject.kind.__name__)  # type: ignore[misc]
    fork_beside_a_search(seconds)
    fork_in_a_callback(seconds)


def use(subject: Subject, one: Any) -> None:
    for callee in subject.methods:
        attempt(callee, one, arguments_of(subject.garbage, callee, one))
    if isinstance(one, Search):
        one.set_hash(1)
        one.prepare(nodes=20_000)
        assert one.run(Game("normal").position, [])[0]


def fork_beside_a_search(seconds: float) -> None:
    """The child of a thread that does not search has a search that no thread is running."""
    search = threaded_search()
    search.prepare()
    thread = threading.Thread(target=search.run, args=(Game("normal").position, []))
    thread.start()
    while not search.nodes:
        time.sleep(0.001)

    def child() -> None:
        search.set_hash(1)
        search.prepare(nodes=20_000)
        assert search.run(Game("normal").position, [])[0]

    in_child(child, seconds, "a search beside")
    search.stop()
    thread.join()


def fork_in_a_callback(seconds: float) -> None:
    """The child goes on with the search, alone."""
    search = threaded_search()
    children: list[int] = []

    def report(*_: Any) -> None:
        if not children:
            children.append(os.fork())
            if children == [0]:
                end_after(seconds)

    search.prepare(nodes=50_000)
    move = search.run(Game("normal").position, [], report)[0]
    if children == [0]:
        search.set_hash(1)
        os._exit(0 if move else 1)
    assert os.waitpid(children[0], 0)[1] == 0, "a callback that forks"


def end_after(seconds: float) -> None:
    """End a forked child that hangs, with a traceback. (`faulthandler.dump_traceback_later` would wait for a thread of
    the parent.)"""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    faulthandler.register(signal.SIGALRM, file=sys.__stderr__, chain=True)
    signal.setitimer(signal.ITIMER_REAL, seconds)


def in_child(run: Callable[[], None], seconds: float, what: str) -> None:
    """Run something in a forked child, which must end in time and without an error."""
    child = os.fork()
    if child == 0:
        end_after(seconds)
        status = 1
        try:
            run()
            del run
            status = 0
        except BaseException as error:
            print(f"{what}: {error!r}", file=sys.stderr, flush=True)
        os._exit(status)
    assert os.waitpid(child, 0)[1] == 0, f"{what}: the child failed or hung"


# Callbacks --------------------------------------------------------------------------------------------------------


def call_back(rng: random.Random, searches: int) -> None:
    """Callbacks raise, or press Ctrl-C, at some call, and before that try to change what the search uses. The search
    ends with the error, and the next one works."""
    for _ in range(searches):
        position, search = rng.choice(positions(rng)), Search(1, rng.choice((1, 1, 2, 3)))
        search.set_parameters({"report_move_ms": 0, "helper_nodes": 0, "helper_ms": 0})
        error = rng.choice((ZeroDivisionError, KeyboardInterrupt, SystemExit, GeneratorExit, MemoryError))
        calls, last = 0, rng.randrange(1, 9)

        def fail(*_: Any) -> None:
            nonlocal calls
            calls += 1
            refuse(rng, search, position)  # noqa: B023
            if calls == last:  # noqa: B023
                if error is KeyboardInterrupt and threading.current_thread() is threading.main_thread():  # noqa: B023
                    signal.raise_signal(signal.SIGINT)
                raise error  # noqa: B023

        arguments: list[Any] = [position, [], None, 1, None, None]
        arguments[rng.choice((2, 5))] = fail
        search.prepare(nodes=20_000)
        raised = None
        try:
            search.run(*arguments)
        except BaseException as found:
            raised = found
        assert type(raised) is (error if calls == last else type(None)), (raised, error, calls, last)
        search.prepare(depth=2)
        assert search.run(position, [])[0] or not position.count()


def refuse(rng: random.Random, search: Search, position: Position) -> None:
    """A search that is running cannot be changed, nor can its rules."""
    change = rng.choice((
        lambda: search.set_hash(2), lambda: search.set_parameters({}), lambda: search.overlook(0, 0, 0),
        lambda: search.prepare(), lambda: search.clear(), lambda: search.run(position, []),
    ))  # fmt: skip
    try:
        change()
    except RuntimeError:
        return
    raise AssertionError("a running search was changed")


def main(kind: str, seed: int, amount: float) -> None:
    """``amount``: calls or seconds for each class; seconds that a child may take; searches."""
    rng = random.Random(seed)
    if kind == "overriding":
        override(rng)
    elif kind == "re-entrance":
        reenter(rng, int(amount))
    elif kind == "callbacks":
        call_back(rng, int(amount))
    else:
        (share if kind == "threads" else fork)(rng, amount)
    print(f"{kind} done", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]))
