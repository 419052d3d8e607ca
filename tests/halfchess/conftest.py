"""The rule tests of this folder run on the engine and on the reference generator."""

from __future__ import annotations

import pytest

from halfchess.sides import Engine, Reference, Side


@pytest.fixture(params=[Engine, Reference])
def side(request: pytest.FixtureRequest) -> type[Side]:
    """The class of positions to test."""
    return request.param
