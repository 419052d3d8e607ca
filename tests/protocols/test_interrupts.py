"""Ctrl-C ends perft and the bench, in a terminal everything, but no search of a GUI."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time

import pytest

from oddfish.engine.interpreter import module_command
from oddfish.protocols.main import INTERRUPTED
from support.pipes import CecpEngine, Engine, UciEngine
from support.processes import HUNG

#: The protocol, a long command, a command to wait for its start, and the remark at its end.
COUNTS = [
    ("--uci", "go perft 20", "isready", "readyok", "info string perft stopped"),
    ("--uci", "bench", "isready", "readyok", "info string bench stopped"),
    ("--cecp", "perft 20", "ping 1", "pong 1", "# perft stopped"),
    ("--cecp", "bench", "ping 1", "pong 1", "# bench stopped"),
]

pytestmark = pytest.mark.skipif(os.name == "nt", reason="no process can be sent SIGINT alone")


@pytest.mark.parametrize(("protocol", "count", "ask", "answer", "remark"), COUNTS)
@pytest.mark.quick(5)
def test_counts_end_and_the_engine_stays(protocol: str, count: str, ask: str, answer: str, remark: str) -> None:
    with Engine(protocol) as engine:
        engine.send(count, ask)
        engine.expect(answer)
        engine.process.send_signal(signal.SIGINT)
        assert engine.expect(remark) == remark
        engine.send(ask)
        engine.expect(answer)
        engine.send("quit")
        assert engine.wait() == 0


@pytest.mark.parametrize(("protocol", "count", "ask", "answer", "remark"), COUNTS)
@pytest.mark.parametrize("by_quit", [True, False])
@pytest.mark.quick(7)
def test_scripts_can_be_interrupted(
    protocol: str, count: str, ask: str, answer: str, remark: str, by_quit: bool
) -> None:
    """A script has piped all commands, and the last one takes too long."""
    with Engine(protocol) as engine:
        engine.send(count, ask, *["quit"] * by_quit)
        if not by_quit:
            engine.close_input()
        engine.expect(answer)
        time.sleep(0.2)  # the end of the input alone prints nothing
        engine.process.send_signal(signal.SIGINT)
        assert engine.expect(remark) == remark
        assert engine.wait() == INTERRUPTED


@pytest.mark.skipif(sys.platform != "linux", reason="only here are a process's threads known by number")
@pytest.mark.later
def test_any_thread_can_get_the_signal() -> None:
    """The kernel sends a process's signal to one of its threads, usually the main one. The next oldest thread reads the
    input, and stays."""
    for chosen in (0, 1):
        with Engine("--uci") as engine:
            engine.send("bench", "isready", "quit")
            engine.expect("readyok")
            threads = sorted(map(int, os.listdir(f"/proc/{engine.process.pid}/task")))
            assert len(threads) > 2
            os.kill(threads[chosen], signal.SIGINT)
            engine.expect("info string bench stopped")
            assert engine.wait() == INTERRUPTED


@pytest.mark.later
def test_searches_go_on() -> None:
    """XBoard sends SIGINT to engines that are thinking."""
    with UciEngine(variant="normal") as engine:
        engine.send("go infinite")
        engine.expect("info")
        engine.process.send_signal(signal.SIGINT)
        engine.send("isready")
        assert not any(line.startswith("bestmove") for line in engine.until("readyok"))
        engine.send("stop")
        engine.expect("bestmove")
    with CecpEngine(variant="normal") as engine:
        engine.send("st 1000", "post", "go", "ping 1")
        engine.expect("pong")
        engine.process.send_signal(signal.SIGINT)
        assert not any(line.startswith("move") for line in engine.ask("."))
        engine.send("?")
        engine.expect("move ")


@pytest.mark.parametrize("command", ["go perft 20", "bench", "go infinite", "d"])
@pytest.mark.quick(3)
def test_in_a_terminal_everything_ends(command: str) -> None:
    import pty

    process, terminal = pty.fork()
    if process == 0:
        os.execv(sys.executable, module_command("oddfish", "--uci", "--variant", "normal"))
    heard = b""

    def hear(what: bytes) -> None:
        nonlocal heard
        until = time.monotonic() + 60
        while what not in heard:
            assert select.select([terminal], [], [], max(0, until - time.monotonic()))[0], heard
            heard += os.read(terminal, 65536)

    try:
        os.write(terminal, f"{command}\nisready\n".encode())
        hear(b"readyok")
        os.write(terminal, b"\x03")
        _, status = os.waitpid(process, 0)
    finally:
        os.close(terminal)
    assert os.waitstatus_to_exitcode(status) == INTERRUPTED
    assert b"Traceback" not in heard


#: Sends itself Ctrl-C when Python looks for a module.
AT_IMPORT = """
import os, signal, sys
from oddfish.__main__ import run

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Finder())
sys.exit(run())
"""


@pytest.mark.parametrize(
    ("module", "arguments"),
    [
        ("oddfish.protocols.main", ()),
        ("oddfish.protocols.shortage", ()),
        ("oddfish.protocols.settings", ("--uci",)),
        ("oddfish.protocols.commands.group", ("variants",)),
    ],
)
def test_ctrl_c_while_modules_load(module: str, arguments: tuple[str, ...]) -> None:
    command = [sys.executable, "-c", AT_IMPORT.format(module=module), *arguments]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr.strip()) == (INTERRUPTED, "", "")


#: Waits for input while another thread receives Ctrl-C: nothing then interrupts the main thread's wait.
ELSEWHERE = """
import os, signal, threading, time
from oddfish.protocols.streams import PollingInbox

def interrupt():
    time.sleep(0.2)
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(60)

inbox = PollingInbox(os.pipe()[0])
inbox.wake_on_signals()
threading.Thread(target=interrupt, daemon=True).start()
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
try:
    inbox.get()
except KeyboardInterrupt:
    print("woken")
"""


def test_a_signal_that_does_not_interrupt_the_wait_ends_it() -> None:
    """As one that comes just before the main thread begins to wait."""
    program = [sys.executable, "-c", ELSEWHERE]
    done = subprocess.run(program, capture_output=True, text=True, timeout=HUNG, check=True)
    assert done.stdout == "woken\n"
