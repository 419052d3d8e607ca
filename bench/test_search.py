"""Search: nodes per second and time to depth, on the positions of ``oddfish bench``, one thread, empty tables.

Our node count must be that of ``tests/data/signature.json``; a peer's must be the same in every round. Depth means
different things in different engines, so time to depth is only a guide.
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
    """A function that runs the bench of a variant, and the nodes it must search."""
    return lambda: sum(bench(variant), Count(0, 0)).nodes, signature()[variant]


@pytest.fixture(scope="module", params=["stockfish", "fairy-stockfish"])
def peer(request: pytest.FixtureRequest) -> Iterator[UciPeer]:
    peer = UciPeer(request.param)
    yield peer
    peer.close()


def test_normal_against_peers(race: Race, peer: UciPeer) -> None:
    """Nodes per second."""
    fens = [game.fen() for game in positions("normal")]
    ours, nodes = searching("normal")
    theirs, _ = peer.search(fens, DEPTH, HASH_MB)
    race("search, nodes a second", f"normal, depth {DEPTH}", ours, nodes,
         {peer.name: (lambda: peer.search(fens, DEPTH, HASH_MB), theirs)}, ROUNDS)  # fmt: skip


def test_time_to_depth_against_peers(race: Race, peer: UciPeer) -> None:
    """Positions searched to a depth, per second."""
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
    """Nodes per second of each game against those of FIDE chess."""
    ours, nodes = searching(variant)
    normal, normal_nodes = searching("normal")
    race("search, nodes a second", variant, ours, nodes, {"normal": (timed(normal), normal_nodes)}, ROUNDS)


@pytest.mark.parametrize("variant", ["normal", "augmented-half-chess", "fanorona-chess", "banqi"])
def test_two_threads_against_one(race: Race, variant: str) -> None:
    """Time to depth with two threads against one."""
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
    """Search to a depth; returns 1 if the search reached it, or found the end of the game before."""
    told: list[Info] = []
    searcher.new_game()
    searcher.think(game, Limits(depth=depth), told.append)
    return int(told[-1].depth == depth or told[-1].mate is not None)
