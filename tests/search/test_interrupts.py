"""Exceptions of signal handlers, such as Ctrl-C's, at any moment of a search."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

#: Interrupts searches 2,000 times at random moments, and prints how often the next one was refused.
INTERRUPTING = """
import random, signal
from oddfish.cext.search import Search
from oddfish.engine.game import Game

def interrupt(*given):
    raise KeyboardInterrupt

signal.signal(signal.SIGALRM, interrupt)
position, searching, refused = Game("halfgi").position, Search(1, 1), 0
rng = random.Random(1)
for _ in range(2000):
    try:
        signal.setitimer(signal.ITIMER_REAL, rng.uniform(20e-6, 400e-6))
        while True:
            searching.prepare(nodes=5)
            searching.run(position, [])
    except KeyboardInterrupt:
        continue
    except RuntimeError:
        searching, refused = Search(1, 1), refused + 1
print(refused)
"""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers on this system")
def test_a_search_that_is_interrupted_as_it_ends_has_ended() -> None:
    done = subprocess.run([sys.executable, "-c", INTERRUPTING], capture_output=True, text=True, timeout=120)
    assert (done.stdout, done.stderr, done.returncode) == ("0\n", "", 0)
