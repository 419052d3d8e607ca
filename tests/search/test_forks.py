"""Searches in forked children, which have none of their parent's threads."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from support.processes import HUNG

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")

#: Forks while another thread is in a step of a search, and searches in the child.
PROGRAM = """
import os, signal, sys, threading
from oddfish.cext.search import Search, session
from oddfish.engine.game import Game

step = sys.argv[1]
usual, there, go = getattr(session, step), threading.Event(), threading.Event()

def wait(rules):
    if os.getpid() == parent:
        there.set()
        go.wait()
    usual(rules)

def work():
    search.prepare(depth=2)
    search.run(game.position, [])

parent, search, game = os.getpid(), Search(1), Game("augmented-half-chess", seed=1)
setattr(session, step, wait)
thread = threading.Thread(target=work)
thread.start()
there.wait()
child = os.fork()
setattr(session, step, usual)
if not child:
    signal.alarm(int(sys.argv[2]))
    work()
    search.clear()
    os._exit(0)
go.set()
thread.join()
work()
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@pytest.mark.parametrize("step", ["hold", "release"])
def test_a_fork_during_a_step_of_a_search(step: str) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", PROGRAM, step, str(HUNG)],
        capture_output=True, text=True, timeout=2 * HUNG, check=True,
    )  # fmt: skip
    assert done.stdout == "0\n", done.stderr
    assert done.stderr == ""
