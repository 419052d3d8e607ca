"""Damaged files of every kind: each is read, or refused in one line."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from oddfish.engine.suites import read_suite
from support.grammar import damages
from support.properties import check_file, sound_files

KINDS = (
    "book weights parameters journal results openings games annotated positions tuning network training blocks bomb "
    "suite tables"
).split()


@pytest.mark.thorough
@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_damaged_files(tmp_path_factory: pytest.TempPathFactory, kind: str, data: st.DataObject):
    folder = tmp_path_factory.getbasetemp()
    sound = sound_files(folder)
    assert list(sound) == KINDS
    check_file(folder, kind, data.draw(damages(sound[kind][0])))


@pytest.mark.parametrize("line", ['{"a":' * 100_000, "8" + " " * 100_000 + "8", "}" + "{" * 300_000, "[" * 100_000])
def test_long_lines_of_suites_take_no_time(line: str):
    """They once took minutes."""
    for entry in read_suite(line, "suite"):
        assert isinstance(entry, Exception)
