"""Memory: an engine's peak after a search, in megabytes, with hash tables of the same size."""

from __future__ import annotations

import pytest
from peers import UciPeer
from race import weigh

#: Position and depth of the search. It fills no engine's table.
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
DEPTH = 13


def peak(name: str, hash_mb: int) -> tuple[str, float]:
    """An engine's name, and its peak memory."""
    engine = UciPeer(name)
    try:
        nodes, _ = engine.search([START], DEPTH, hash_mb)
        assert nodes > 1000
        return engine.name, engine.peak()
    finally:
        engine.close()


@pytest.mark.parametrize("hash_mb", [16, 256])
@pytest.mark.parametrize("peer", ["stockfish", "fairy-stockfish"])
def test_peak_against_peers(peer: str, hash_mb: int) -> None:
    name, theirs = peak(peer, hash_mb)
    _, ours = peak("oddfish", hash_mb)
    assert ours > hash_mb
    weigh("memory", f"normal, hash {hash_mb} MB", ours, name, theirs)
