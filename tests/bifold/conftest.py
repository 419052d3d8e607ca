"""The fixture that runs each rule test on both implementations."""

from __future__ import annotations

import pytest

from bifold.sides import Engine, Reference, Side


@pytest.fixture(params=[Engine, Reference], ids=["engine", "reference"])
def side(request: pytest.FixtureRequest) -> type[Side]:
    return request.param
