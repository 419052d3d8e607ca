"""Engines driven by python-chess."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from chess.engine import SimpleEngine

#: Seconds that python-chess waits for an answer before an engine counts as hung.
HUNG = 120.0


@contextmanager
def open_engine(protocol: str, command: str) -> Iterator[SimpleEngine]:
    opener = SimpleEngine.popen_uci if protocol == "uci" else SimpleEngine.popen_xboard
    driven = opener(command, timeout=HUNG)
    try:
        yield driven
    finally:
        driven.quit()
