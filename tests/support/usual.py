"""Which cases of a test with many run when.

``one_a_family``: one variant of each family represents it in `make test`. ``sampled(n)``: `make test` runs every n-th
case, the first included; with ``ODDFISH_EVERY_CASE`` in the environment, all of them. `make test-slow` runs the others.
``quick(n)``: `make check` runs every n-th case of those that `make test` runs; the others are marked ``later``. Of a
module's tests in a real browser, `make test` runs every sixth, and `make check` none.
"""

from __future__ import annotations

import os
from collections import Counter
from typing import Any

import pytest

from oddfish.engine.variants import REGISTRY

#: Browsers take most of a second for each test.
_BROWSER_SHARE = 6


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the other cases as slow, or as later."""
    represented = set()
    seen: Counter[Any] = Counter()
    quick: Counter[Any] = Counter()
    for item in items:
        if not isinstance(item, pytest.Function):
            continue
        if item.get_closest_marker("one_a_family") is not None:
            family = _family(item)
            if family in represented:
                item.add_marker(pytest.mark.slow)
            represented.add(family)
        if "ODDFISH_EVERY_CASE" not in os.environ and (sampled := item.get_closest_marker("sampled")) is not None:
            test = item.path, item.originalname
            if seen[test] % sampled.args[0]:
                item.add_marker(pytest.mark.slow)
            seen[test] += 1
        if "chromium" in item.fixturenames:
            item.add_marker(pytest.mark.thorough)
            if seen[item.path] % _BROWSER_SHARE:
                item.add_marker(pytest.mark.slow)
            seen[item.path] += 1
        if (marker := item.get_closest_marker("quick")) is not None and item.get_closest_marker("slow") is None:
            test = item.path, item.originalname
            if quick[test] % marker.args[0]:
                item.add_marker(pytest.mark.later)
            quick[test] += 1


def _family(item: pytest.Function) -> tuple[Any, ...]:
    """The test, the family of its variant, and its other parameters."""
    parameters = item.callspec.params
    (name,) = [name for name, value in parameters.items() if isinstance(value, str) and value in REGISTRY]
    others = [(other, str(value)) for other, value in parameters.items() if other != name]
    return item.path, item.originalname, REGISTRY[parameters[name]].page, *others
