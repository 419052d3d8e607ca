"""Search: nodes a second and time to depth, on the positions of ``oddfish bench``, one thread, nothing remembered.

Of our own search the node count is asserted (``tests/data/signature.json``), of a peer's that it is the same in every
round. A depth is not the same thing in two engines: their time to it is a guide only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from peers import UciPeer
from race import Race, timed

from oddfish.engine.bench import DEPTH, HASH_MB, Count, bench, positions
from oddfish.engine.game import Game
from oddfish.engine.searcher import Info, Limits, Searcher
from oddfish.engine.variants import REGISTRY
from support.bench_signature import signature

ROUNDS = 7


def searching(variant: str) -> tuple[Callable[[], int], int]:
    """The bench of a variant as a call, and the nodes it must search."""
    return lambda: sum(bench(variant), Count(0, 0)).nodes, signature()[variant]


@pytest.fixture(scope="module", params=["stockfish", "fairy-stockfish"])
def peer(request: pytest.FixtureRequest) -> Iterator[UciPeer]:
    peer = UciPeer(request.param)
    yield peer
    peer.close()


def test_normal_against_peers(race: Race, peer: UciPeer) -> None:
    """Nodes a second."""
    fens = [game.fen() for game in positions("normal")]
    ours, nodes = searching("normal")
    theirs, _ = peer.search(fens, DEPTH, HASH_MB)
    race("search, nodes a second", f"normal, depth {DEPTH}", ours, nodes,
         {peer.name: (lambda: peer.search(fens, DEPTH, HASH_MB), theirs)}, ROUNDS)  # fmt: skip


def test_time_to_depth_against_peers(race: Race, peer: UciPeer) -> None:
    """Searches of all positions a second."""
    fens = [game.fen() for game in positions("normal")]
    ours, nodes = searching("normal")

    def searched() -> int:
        assert ours() == nodes
        return len(fens)

    def theirs() -> tuple[int, float]:
        return len(fens), peer.search(fens, DEPTH, HASH_MB)[1]

    race("search, positions a second to a depth", f"normal, depth {DEPTH}", searched, len(fens),
         {peer.name: (theirs, len(fens))}, ROUNDS)  # fmt: skip


@pytest.mark.parametrize("variant", [name for name in REGISTRY if name != "normal"])
def test_variants_against_normal(race: Race, variant: str) -> None:
    """Nodes a second of each game beside those of FIDE chess."""
    ours, nodes = searching(variant)
    normal, normal_nodes = searching("normal")
    race("search, nodes a second", variant, ours, nodes, {"normal": (timed(normal), normal_nodes)}, ROUNDS)


@pytest.mark.parametrize("variant", ["normal", "augmented-half-chess", "fanorona-chess", "banqi"])
def test_two_threads_against_one(race: Race, variant: str) -> None:
    """Time to depth, two threads and one."""
    games = positions(variant)
    depth = {"banqi": 6}.get(variant, 15)

    def reach(threads: int) -> Callable[[], int]:
        searcher = Searcher(hash_mb=64, threads=threads)

        def run() -> int:
            return sum(to_depth(searcher, game, depth) for game in games)

        return run

    race("search, two threads against one", f"{variant}, depth {depth}", reach(2), len(games),
         {"one thread": (timed(reach(1)), len(games))}, ROUNDS)  # fmt: skip


def to_depth(searcher: Searcher, game: Game, depth: int) -> int:
    """1 when the search has got to the depth, or to the end of the game before it."""
    told: list[Info] = []
    searcher.new_game()
    searcher.think(game, Limits(depth=depth), told.append)
    return int(told[-1].depth == depth or told[-1].mate is not None)
