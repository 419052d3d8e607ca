"""Numbers, option lines, engines and streams, however odd. `make fuzz` tries more of them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from support.hostile import check_number, check_option_lines, close_streams, play_with_hostile_engine


@pytest.mark.parametrize("check", [check_number, check_option_lines])
@pytest.mark.quick(3)
def test_what_is_read(check: object) -> None:
    rng = random.Random(1)
    for _ in range(300):
        check(rng)  # type: ignore[operator]


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(3))
def test_engines(tmp_path: Path, seed: int) -> None:
    play_with_hostile_engine(random.Random(seed), tmp_path)


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(6))
def test_closed_streams(seed: int) -> None:
    close_streams(random.Random(seed))
