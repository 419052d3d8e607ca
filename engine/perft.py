"""Perft that can be watched and stopped: root moves are counted by threads while the caller looks on."""

from __future__ import annotations

import contextlib
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor, as_completed

from oddfish.cext.perft import Counter
from oddfish.cext.rules import Position


def count_moves(
    position: Position, depth: int, *, threads: int = 1, hash_mb: int = 0, lists: bool = False
) -> Generator[tuple[str, int], None, None]:
    """The text of each root move and the leaves below it, in the order they are done; ``depth`` is at least 1.

    Args:
        threads: how many root moves are walked at once.
        hash_mb: megabytes for a table of subtrees already counted, 0 for none.
        lists: generate the last ply's moves instead of counting them.

    Leaving the iteration early, or an exception in it (Ctrl-C), ends the count at once.

    Raises:
        MemoryError: there is no room for the table.
    """
    counter = Counter(position, depth, lists, hash_mb)
    pool = ThreadPoolExecutor(threads, thread_name_prefix="perft")
    try:
        running = {pool.submit(counter.below, move): position.text(move) for move in position.moves()}
        for done in as_completed(running):
            yield running[done], done.result()
    finally:
        counter.stop()
        pool.shutdown(wait=True, cancel_futures=True)


def count(position: Position, depth: int, *, threads: int = 1, hash_mb: int = 0, lists: bool = False) -> int:
    """Leaf nodes at ``depth`` plies."""
    if depth == 0:
        return 1
    with contextlib.closing(count_moves(position, depth, threads=threads, hash_mb=hash_mb, lists=lists)) as moves:
        return sum(leaves for _, leaves in moves)
