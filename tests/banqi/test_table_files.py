"""Tables are read when they are needed; their files can change in between."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from oddfish.cext.banqi.game import Banqi, Setup
from oddfish.cext.banqi.tablebase import Tables
from oddfish.engine import tablebase
from oddfish.engine.game import Game
from oddfish.engine.searcher import Limits, Searcher
from oddfish.engine.variants.banqi import BanqiEndings

DRAWN = 2


def test_a_table_is_read_when_it_is_needed() -> None:
    setup = Setup()
    asked = []

    def read(ending: tuple[str, str]) -> bytes:
        asked.append(ending)
        return b"\0" * tables.table_size("K", "P")

    tables = Tables(setup.signature)
    tables.add_later("K", "P", lambda: read(("K", "P")))
    setup.use(tables)
    assert ("K", "P") in tables.endings and asked == []
    assert [Banqi(setup, "4/4/4/4/4/4/3p/K3[] w r").probe() for _ in range(2)] == [(DRAWN, 0)] * 2
    assert asked == [("K", "P")]
    assert Banqi(setup, "4/4/4/4/4/4/3p/K3[] b r").probe() is None
    with pytest.raises(ValueError, match="is already there"):
        tables.add_later("K", "P", bytes)


def test_a_file_that_becomes_shorter_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Tables already read stay. Each missing one causes a warning, and the search goes on."""
    monkeypatch.setenv("ODDFISH_TABLES", str(tmp_path))
    endings = BanqiEndings(Setup())
    planned = tablebase.plan(endings, 2, tmp_path)
    tablebase.write(endings, endings.empty(), planned, lambda: None)
    position = Game("banqi", fen="4/4/4/4/4/4/p3/R3[] w r").position
    before = position.probe()
    assert before is not None
    with open(planned.path, "r+b") as file:
        file.truncate(len(file.readline()))
    assert position.probe() == before
    with caplog.at_level(logging.WARNING):
        other = position.from_fen("4/4/4/4/4/4/k3/R3[] w r")
        assert other.probe() is None and other.probe() is None
    assert caplog.text.count("ends in the middle of a table") == 1
    game = Game("banqi", fen="4/4/4/4/4/4/1pp1/R3[] w r")
    assert Searcher(hash_mb=1, threads=2).think(game, Limits(depth=6)).text
