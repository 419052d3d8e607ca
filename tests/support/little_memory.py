"""Engines whose address space is limited, over real pipes."""

from __future__ import annotations

import random
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from oddfish.engine.interpreter import module_command
from support.grammar import VARIANTS
from support.processes import HUNG
from support.properties import DONE

#: From here on the engine has to start.
ENOUGH = 80


def limited(size: int) -> list[str]:
    """The command with so many megabytes of address space, which its children inherit."""
    return ["sh", "-c", f'ulimit -v {size * 1024}; exec "$@"', "sh", *module_command("oddfish")]


class Limited:
    """An engine with little memory.

    Attributes:
        lines: what it has written.
    """

    def __init__(self, size: int, *arguments: str):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            [*limited(size), *arguments], stdin=pipe, stdout=pipe, stderr=pipe, text=True, bufsize=1
        )
        self.lines: list[str] = []
        self.errors: list[str] = []
        self._readers = [
            threading.Thread(target=self._read, args=(stream, lines), daemon=True)
            for stream, lines in ((self.process.stdout, self.lines), (self.process.stderr, self.errors))
        ]
        for reader in self._readers:
            reader.start()

    @staticmethod
    def _read(stream: Iterator[str], lines: list[str]) -> None:
        for line in stream:
            lines.append(line.rstrip())  # noqa: PERF401 - the test reads them meanwhile

    def send(self, *lines: str) -> None:
        assert self.process.stdin is not None
        try:
            self.process.stdin.write("".join(f"{line}\n" for line in lines))
            self.process.stdin.flush()
        except BrokenPipeError:
            pass

    def answers(self, beginning: str, times: int = 1) -> bool:
        """Whether it has written so many lines that begin like this, unless it ends before."""
        end = time.monotonic() + HUNG
        while time.monotonic() < end:
            ended = self.process.poll() is not None
            if sum(line.startswith(beginning) for line in self.lines) >= times:
                return True
            if ended:
                for reader in self._readers:
                    reader.join(HUNG)
                return sum(line.startswith(beginning) for line in self.lines) >= times
            time.sleep(0.01)
        return False


@contextmanager
def engine(size: int, *arguments: str) -> Iterator[Limited]:
    """An engine that must not write a traceback; where it does not start, it says so in one line."""
    limited_engine = Limited(size, *arguments)
    try:
        yield limited_engine
    finally:
        limited_engine.send("quit")
        limited_engine.process.wait(HUNG)
        for reader in limited_engine._readers:
            reader.join(HUNG)
    text = "\n".join(limited_engine.errors)
    assert "Traceback" not in text and "internal error" not in "\n".join(limited_engine.lines), text
    assert len(limited_engine.errors) <= 1, text


def started(one: Limited, size: int) -> bool:
    """Whether the engine has started; it must, with enough memory, and says why, if it cannot."""
    if one.process.poll() is None or size >= ENOUGH:
        assert one.process.poll() is None, one.errors
        return True
    return False


def try_little_memory(rng: random.Random) -> None:
    """An engine with any amount of memory answers in both protocols, or does not start."""
    DONE["engines with little memory"] += 1
    size, variant = rng.randrange(20, 301), rng.choice(VARIANTS)
    protocol = rng.choice(("uci", "cecp"))
    with engine(size, "--variant", variant, f"--{protocol}") as one:
        one.send(*(("uci", "isready") if protocol == "uci" else ("xboard", "protover 2", "ping 0")))
        if not one.answers("readyok" if protocol == "uci" else "pong 0") and not started(one, size):
            assert one.process.returncode == 2
            return
        for number in range(1, 6):
            if protocol == "uci":
                command = rng.choice((
                    "go depth 2", "go movetime 20", "go perft 1", "position startpos", "ucinewgame", "d", "eval",
                    f"setoption name Hash value {rng.choice((1, 50, 60000))}",
                    f"setoption name Threads value {rng.choice((1, 8, 200))}",
                ))  # fmt: skip
                one.send(command, "isready")
                answered = one.answers("readyok", number + 1)
            else:
                command = rng.choice((
                    "go", "analyze", "new", "hint", "d", "eval", f"memory {rng.choice((1, 50, 60000))}",
                    f"cores {rng.choice((1, 8, 200))}",
                ))  # fmt: skip
                one.send("st 0.02", command, "exit", "force", f"ping {number}")
                answered = one.answers(f"pong {number}")
            assert answered, f"{size} MB, {variant}: no answer after {command}; {one.lines[-5:]}, {one.errors}"
