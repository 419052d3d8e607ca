"""Search and evaluation do what they did when their node counts were written down."""

from __future__ import annotations

import pytest

from bench_signature import count, signature
from oddfish.engine.variants import REGISTRY


def test_every_variant_has_one() -> None:
    assert list(signature()) == list(REGISTRY)


@pytest.mark.parametrize("variant", REGISTRY)
def test_signature(variant: str) -> None:
    assert count(variant) == signature()[variant]
