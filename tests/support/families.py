"""The mark ``one_a_family``: one variant of each family represents it in the usual tests."""

from __future__ import annotations

import pytest

from oddfish.engine.variants import REGISTRY


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark all cases but the first of each family as slow, among those with the same other parameters."""
    seen = set()
    for item in items:
        if not isinstance(item, pytest.Function) or item.get_closest_marker("one_a_family") is None:
            continue
        parameters = item.callspec.params
        (name,) = [name for name, value in parameters.items() if isinstance(value, str) and value in REGISTRY]
        others = [(other, str(value)) for other, value in parameters.items() if other != name]
        case = (item.path, item.originalname, REGISTRY[parameters[name]].page, *others)
        if case in seen:
            item.add_marker(pytest.mark.slow)
        seen.add(case)
