"""A killed match and a killed worker of a cluster. `make fuzz` kills more of them."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

from support import kills

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")]


@pytest.mark.parametrize("seed", [1, 2])
def test_a_killed_match(tmp_path: Path, seed: int) -> None:
    kills.kill_match(random.Random(seed), tmp_path)


def test_killed_workers(tmp_path: Path) -> None:
    with kills.cluster(tmp_path / "cluster") as (grid, client):
        for seed in range(2):
            kills.kill_worker(random.Random(seed), tmp_path, grid, client)
