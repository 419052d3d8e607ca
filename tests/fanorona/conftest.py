"""Runs every test that asks for ``side`` twice: over the engine and over the slow reference."""

from __future__ import annotations

import pytest

from fanorona.sides import Engine, Reference, Side


@pytest.fixture(params=[Engine, Reference], ids=["engine", "reference"])
def side(request: pytest.FixtureRequest) -> type[Side]:
    return request.param
