"""FENs with faults: the engine and the slow generators read the same, or both refuse in one line."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from oddfish.engine.variants import REGISTRY
from support.grammar import fens
from support.properties import check_fen


@pytest.mark.thorough
@pytest.mark.parametrize("variant", REGISTRY)
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_fens_with_faults(variant: str, data: st.DataObject):
    check_fen(variant, data.draw(fens(variant)))
