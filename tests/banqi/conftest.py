"""The two sides that the rules are tested on."""

from __future__ import annotations

import pytest

from banqi.sides import Engine, Reference, Side


@pytest.fixture(params=[Engine, Reference], ids=["engine", "reference"])
def side(request: pytest.FixtureRequest) -> type[Side]:
    return request.param
