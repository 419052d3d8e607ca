"""The page and the example are right."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from oddfish.engine.variants import REGISTRY
from oddfish.envs import VectorEnv

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "envs.md"


@pytest.mark.parametrize("variant", REGISTRY)
def test_the_page_has_the_sizes(variant: str) -> None:
    text = PAGE.read_text(encoding="utf-8")
    env = VectorEnv(variant)
    planes, ranks, files = env.observation_shape
    assert re.search(rf"\b{env.action_count}\b", text)
    assert f"| {planes}, {ranks}, {files} |" in text
    assert len(env.plane_names) == planes


def test_the_page_s_tables_add_up() -> None:
    """Each row begins where the one before ends."""
    text = PAGE.read_text(encoding="utf-8")
    rows = [(int(a), int(b)) for a, b in re.findall(r"^\| (\d+) \| (\d+) \|", text, re.MULTILINE)]
    assert len(rows) > 8
    ends = [first + number for first, number in rows]
    for (first, _), end in zip(rows[1:], ends):
        assert first in (0, end)
    assert {2288, 17716, 6132} <= set(ends)


def test_the_page_s_code_runs() -> None:
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) == 3
    for block in blocks:
        exec(block.replace("range(1000)", "range(5)"), {})


@pytest.mark.slow
def test_the_example_beats_random_play() -> None:
    """A shorter run than the default; the page has the figure of that one."""
    command = [sys.executable, str(ROOT / "examples" / "train_policy.py"), "--batches", "1500", "--games", "60"]
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}  # the tests use all processors
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=500, env=environment)
    won = re.search(r"won (\d+), drawn", done.stdout)
    assert won, done.stdout
    assert int(won[1]) >= 54, done.stdout
