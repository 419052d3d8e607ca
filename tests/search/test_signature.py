"""Search and evaluation have not changed since their node counts were recorded."""

from __future__ import annotations

import pytest

from oddfish.engine.variants import REGISTRY
from support.bench_signature import count, signature


def test_every_variant_has_one() -> None:
    assert list(signature()) == list(REGISTRY)


@pytest.mark.one_a_family
@pytest.mark.parametrize("variant", REGISTRY)
def test_signature(variant: str) -> None:
    assert count(variant) == signature()[variant]
