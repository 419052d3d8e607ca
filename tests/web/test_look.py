"""Pages look as they did when the references in `tests/data/web_look` were made (see `support.web_look`)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from oddfish.engine.variants import REGISTRY
from support import web_look

AGAIN = "if this is meant, run PYTHONPATH=tests python -m support.web_look"


def test_every_game_has_references() -> None:
    assert list(web_look.games()) == list(REGISTRY)
    names = {f"{variant}-{scheme}.png" for variant in REGISTRY for scheme in web_look.SCHEMES}
    assert {path.name for path in web_look.FOLDER.glob("*.png")} == names


@pytest.mark.one_a_family
@pytest.mark.parametrize("variant", REGISTRY)
def test_boards_and_pieces(variant: str) -> None:
    """Their SVG is the same."""
    kept = web_look.games()[variant]
    found = web_look.digests(web_look.replayed(variant, kept))
    changed = [part for part in {**found, **kept["digests"]} if found.get(part) != kept["digests"].get(part)]
    assert not changed, AGAIN


@pytest.mark.slow
@pytest.mark.one_a_family
@pytest.mark.parametrize("variant", REGISTRY)
def test_pages(chromium: Any, address: str, variant: str) -> None:
    for name, png in web_look.shots(chromium, address, variant, web_look.games()[variant]):
        found, kept = web_look.small(png), web_look.kept(name)
        assert web_look.is_same(found, kept), (name, web_look.differences(found, kept), AGAIN)


def test_what_counts_as_a_difference() -> None:
    """A missing piece and a shifted panel do; slightly other colours do not."""
    for name in ("halfgi-light", "halfgi-dark"):
        page = web_look.kept(name)
        assert web_look.is_same(page, np.clip(page + 2, 0, 255))
        shifted = page.copy()
        shifted[:, 80:] = np.roll(page[:, 80:], 2, axis=1)
        assert not web_look.is_same(page, shifted)
        row, column = 65, 24  # the Rook on a1
        emptied = page.copy()
        emptied[row - 3 : row + 4, column - 3 : column + 4] = page[row - 3, column - 3]
        assert not web_look.is_same(page, emptied)
