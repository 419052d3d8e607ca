"""A few bursts of random lines for both protocols. `make fuzz` sends more of them."""

from __future__ import annotations

import pytest

from support import bursts


@pytest.mark.thorough
@pytest.mark.parametrize("protocol", ["CECP", "UCI"])
def test_bursts(protocol: str) -> None:
    bursts.run(protocol, 1, 6)
