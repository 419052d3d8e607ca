"""``tbhits``: the number of positions of a search that were found in tablebases."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from oddfish.engine.game import Game
from oddfish.engine.searcher import Info, Limits, Searcher
from oddfish.protocols.commands.group import cli
from support.dialogue import thinking
from support.pipes import CecpEngine, UciEngine

#: Four pieces, so that captures lead into the tables; and three.
CAPTURE = "4/4/4/4/4/4/np2/RK2[] w r 0 1"
KNOWN = "4/4/4/4/1p2/4/4/R3[] w r 0 1"


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The endings of two and three pieces."""
    folder = tmp_path_factory.mktemp("solved")
    done = CliRunner().invoke(cli, ["tablebase", "banqi", "--pieces", "3", "--folder", str(folder)])
    assert done.exit_code == 0, done.output
    return folder


@pytest.fixture
def tables(solved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ODDFISH_TABLES", str(solved))


def hits(fen: str, limits: Limits, threads: int = 1) -> list[tuple[int, int]]:
    """Table hits and nodes of each report."""
    reports: list[Info] = []
    Searcher(hash_mb=1, threads=threads).think(Game("banqi", fen=fen), limits, reports.append)
    return [(info.tbhits, info.nodes) for info in reports]


def test_none_without_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ODDFISH_TABLES", str(tmp_path))
    assert {found for found, _ in hits(CAPTURE, Limits(depth=8))} == {0}


@pytest.mark.usefixtures("tables")
@pytest.mark.later
def test_every_node_after_a_known_position() -> None:
    """If all positions are known, each node except the root is a hit."""
    for found, nodes in hits(KNOWN, Limits(depth=3)):
        assert found == nodes > 0


@pytest.mark.usefixtures("tables")
@pytest.mark.parametrize("threads", [1, 3])
def test_the_count_grows(threads: int) -> None:
    """It grows from report to report, over all threads; the next search counts from 0."""
    searcher = Searcher(hash_mb=1, threads=threads)
    game = Game("banqi", fen=CAPTURE)
    for _ in range(2):
        reports: list[Info] = []
        searcher.new_game()
        searcher.think(game, Limits(depth=14), reports.append)
        counts = [info.tbhits for info in reports]
        assert counts == sorted(counts)
        assert 0 < counts[-1] < reports[-1].nodes
        assert counts[0] < counts[-1] // 2


@pytest.mark.usefixtures("tables")
def test_both_protocols_print_it() -> None:
    expected = hits(CAPTURE, Limits(depth=6))[-1][0]
    with UciEngine(variant="banqi") as engine:
        engine.send(f"position fen {CAPTURE}", "go depth 6")
        lines = engine.until("bestmove")
        assert int(re.findall(r" tbhits (\d+) ", "\n".join(lines))[-1]) == expected
    with CecpEngine(variant="banqi", clicks=False) as engine:
        engine.send("force", "post", "sd 6", f"setboard {CAPTURE}", "go")
        lines = engine.until("move ")
        assert int(thinking(lines)[-1][7]) == expected
