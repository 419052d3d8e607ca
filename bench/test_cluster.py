"""A deep perft on a Dask cluster whose scheduler and workers are processes on this machine.

The gain of two workers over one shows how well the work is split; one worker against this process shows what Dask
itself costs.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from click.testing import CliRunner
from race import Race, timed

from oddfish.protocols.commands.group import cli
from support.grid import Grid

#: The start position, deep enough that the cluster's fixed cost of some tenths of a second does not matter.
DEPTH, NODES = 8, 84998978956
ROUNDS = 2


def count(*arguments: str) -> int:
    done = CliRunner().invoke(cli, ["perft", "normal", str(DEPTH), *arguments])
    assert done.exit_code == 0, done.output
    return int(done.output.split("Nodes searched:")[1].split()[0].replace(",", ""))


@pytest.fixture(scope="module")
def grids(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Grid]]:
    """Clusters of one worker and of two."""
    with Grid(tmp_path_factory.mktemp("one")) as one, Grid(tmp_path_factory.mktemp("two")) as two:
        for grid, workers in ((one, 1), (two, 2)):
            for _ in range(workers):
                grid.add()
            grid.ready()
        yield [one, two]


def test_perft_by_two_workers(race: Race, grids: list[Grid]) -> None:
    one, two = (grid.address for grid in grids)
    peers = {
        "one worker": (timed(lambda: count("--cluster", one)), NODES),
        "no cluster, one thread": (timed(count), NODES),
        "no cluster, two threads": (timed(lambda: count("--threads", "2")), NODES),
    }
    race("perft over a cluster", f"start, D{DEPTH}, two", lambda: count("--cluster", two), NODES, peers, ROUNDS)
