"""Makes objects of every extension class in wrong ways: without `__init__`, partly, twice, copied, by classes that
inherit. No method of such an object may crash the interpreter.

tests/fuzz/test_half_made.py runs it in a separate process. The classes are those in the extension modules.
"""

from __future__ import annotations

import contextlib
import copy
import copyreg
import importlib
import pickle
import pkgutil
import random
import sys
from collections.abc import Callable, Iterator
from typing import Any

import oddfish.cext
from oddfish.cext.core.rules import Position
from support.garbage_calls import examples, positions

#: The flag of classes defined in Python code.
_HEAP_TYPE = 1 << 9
#: Arguments of each call.
_ARGUMENTS: tuple[tuple[Any, ...], ...] = ((), (None,), (0,), ("",), (-1, 3), ([],), ("K", "k", b""))
#: The methods for copying, pickling and setting up again.
_HOOKS = ("__init__", "__setstate_cython__", "__reduce_cython__", "__reduce__", "__getstate__", "__repr__", "__hash__")


def modules() -> Iterator[Any]:
    for found in pkgutil.walk_packages(oddfish.cext.__path__, "oddfish.cext."):
        yield importlib.import_module(found.name)


def classes() -> list[type]:
    """Every extension class, also those with a leading underscore."""
    return [
        kind
        for module in modules()
        for kind in vars(module).values()
        if isinstance(kind, type) and kind.__module__ == module.__name__ and not kind.__flags__ & _HEAP_TYPE
    ]


def inherited(kind: type) -> type:
    """A subclass that skips the inherited constructor."""
    return type(
        "Heir", (kind,), {"__init__": lambda self, *_: None, "setup": None, "terms": (), "fits": lambda *_: True}
    )


def inherited_silently(kind: type) -> type:
    """The same, hiding the subclass from the `__init_subclass__` of its base class."""
    silent = type("Silent", (), {"__init_subclass__": classmethod(lambda cls: None)})
    return type("Heir", (silent, kind), {"__new__": lambda cls, *_: object.__new__(cls), "__init__": lambda *_: None})


def other_class(kind: type, example: Any) -> Any:
    example.__class__ = inherited(kind)
    return example


def ways(kind: type, sound: list[Any]) -> Iterator[Callable[[], Any]]:
    """All ways to make an object of a class."""
    arguments = [
        *_ARGUMENTS,
        *((each,) for each in sound[:3]),
        *((getattr(each, "setup", None),) for each in sound[:3]),
    ]
    for given in arguments:
        yield lambda given=given: kind(*given)  # type: ignore[misc]
        yield lambda given=given: kind.__new__(kind, *given)  # type: ignore[misc]
        yield lambda given=given: inherited(kind)(*given)  # type: ignore[misc]
        yield lambda given=given: inherited_silently(kind)(*given)  # type: ignore[misc]
        yield lambda given=given: kind.__base__.__new__(kind, *given)  # type: ignore
    yield lambda: object.__new__(kind)
    yield lambda: copyreg.__newobj__(kind)  # type: ignore[attr-defined]
    yield lambda: copyreg._reconstructor(kind, object, None)  # type: ignore[attr-defined]
    for each in sound[:3]:
        yield lambda each=each: copy.copy(each)  # type: ignore[misc]
        yield lambda each=each: copy.deepcopy(each)  # type: ignore[misc]
        yield lambda each=each: other_class(kind, each)  # type: ignore[misc]
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            yield lambda each=each, protocol=protocol: pickle.loads(pickle.dumps(each, protocol))  # type: ignore[misc]


def call_all(kind: type, thing: Any) -> None:
    """Call all methods of a class on one of its objects, even if subclasses override them."""
    names = [name for name in dir(kind) if not name.startswith("_")]
    for name in [*names, *_HOOKS]:
        found = getattr(kind, name, None)
        for given in _ARGUMENTS:
            with contextlib.suppress(Exception):
                if callable(found):
                    found(thing, *given)
                elif found is not None:
                    found.__get__(thing)
    if isinstance(thing, Position):
        assert thing.valid() and thing.key == thing.fresh_key and len(thing.moves()) == thing.count(), repr(thing)


def main() -> None:
    known = examples(positions(random.Random(1)))
    for kind in classes():
        sound = [each for each in known.get(kind.__name__, []) if type(each) is kind]
        made = 0
        for way in ways(kind, sound):
            try:
                thing = way()
            except Exception:
                continue
            made += 1
            if isinstance(thing, kind):
                call_all(kind, thing)
        for each in sound[:3]:  # the calls before have not changed them
            call_all(kind, each)
        print(f"{kind.__module__}.{kind.__name__}", made, len(sound), flush=True)


if __name__ == "__main__":
    sys.exit(main())
