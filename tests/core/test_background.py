"""Threads that start or fail at once."""

from __future__ import annotations

import os
import subprocess
import sys
import threading

import pytest

from oddfish.cext.core.background import BackgroundThread
from support.processes import ADDRESS_SANITIZER, HUNG

#: Starts threads with ever more memory left, from none to enough, and prints how many failed and how many ran.
LITTLE_MEMORY = """
import resource
import threading
from oddfish.cext.core.background import BackgroundThread

def size():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[0]) * resource.getpagesize()

def start():
    BackgroundThread(lambda: ran.append(1)).join()

threading.stack_size(1 << 16)
ran, failed = [], 0
start()  # imports nothing later
soft, hard = resource.getrlimit(resource.RLIMIT_AS)
for left in range(0, 1 << 18, 1 << 12):
    resource.setrlimit(resource.RLIMIT_AS, (size() + left, hard))
    try:
        start()
    except MemoryError:
        failed += 1
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
start()
print(failed, len(ran))
"""


def test_a_thread_calls_its_function() -> None:
    seen, go = [], threading.Event()

    def run() -> None:
        seen.append(BackgroundThread.current())
        go.wait(HUNG)

    thread = BackgroundThread(run)
    thread.join(0)
    thread.join(0.01)
    assert thread.is_alive()
    go.set()
    thread.join(1e300)
    assert not thread.is_alive()
    thread.join()
    thread.join(-1)
    assert seen == [thread]
    assert BackgroundThread.current() is None


def test_errors_are_printed_and_end_the_thread() -> None:
    program = (
        "from oddfish.cext.core.background import BackgroundThread as Thread\n"
        "thread = Thread(lambda: 1 // 0)\n"
        "thread.join()\n"
        "print(thread.is_alive(), Thread.current())"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=HUNG, check=True)
    assert done.stdout == "False None\n"
    assert "ZeroDivisionError" in done.stderr


def test_a_thread_cannot_wait_for_itself() -> None:
    found = []

    def run() -> None:
        thread = BackgroundThread.current()
        assert thread is not None
        with pytest.raises(RuntimeError, match="cannot wait for itself") as refused:
            thread.join()
        found.append(refused)

    BackgroundThread(run).join()
    assert found


@pytest.mark.parametrize("run", [None, 1, "run"])
def test_only_functions_are_called(run: object) -> None:
    with pytest.raises(TypeError, match="a thread calls a function"):
        BackgroundThread(run)  # type: ignore[arg-type]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_child_does_not_wait_for_its_parents_threads() -> None:
    program = """
import os, threading
from oddfish.cext.core.background import BackgroundThread
go = threading.Event()
thread = BackgroundThread(go.wait)
child = os.fork()
if not child:
    thread.join()
    BackgroundThread(int).join()
    os._exit(thread.is_alive())
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), thread.is_alive())
go.set()
"""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program], capture_output=True, text=True, timeout=HUNG, check=True
    )
    assert done.stdout == "0 True\n", done.stderr


@pytest.mark.skipif(sys.platform != "linux" or ADDRESS_SANITIZER, reason="needs RLIMIT_AS")
def test_without_memory_starting_fails_at_once() -> None:
    """With `threading.Thread`, this program hangs on Python 3.11, where each thread allocates memory for its frames."""
    done = subprocess.run(
        [sys.executable, "-c", LITTLE_MEMORY], capture_output=True, text=True, timeout=HUNG, check=True
    )
    failed, ran = map(int, done.stdout.split())
    assert failed > 1
    assert ran > 2
    assert failed + ran == 66
    assert done.stderr == ""
