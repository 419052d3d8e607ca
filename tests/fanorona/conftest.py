"""Runs every test with the fixture ``side`` twice: on the engine and on the slow reference."""

from __future__ import annotations

import pytest

from fanorona.sides import Engine, Reference, Side


@pytest.fixture(params=[Engine, Reference], ids=["engine", "reference"])
def side(request: pytest.FixtureRequest) -> type[Side]:
    return request.param
