"""A Dask cluster on the loopback interface: a scheduler and workers as separate processes."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from distributed import Client

from oddfish.engine.interpreter import module_command
from support.matches import wait_for
from support.processes import HUNG, plain_environment


class Grid:
    """A scheduler and its workers, with one thread each; the context manager ends them.

    Args:
        folder: the folder for their files.
        python: the interpreter that runs them.
        cwd: their working directory.
        environment: their environment.
        scheme: of the scheduler's address, tcp or tls.
    """

    def __init__(
        self,
        folder: Path,
        python: str = sys.executable,
        cwd: Path | None = None,
        environment: Mapping[str, str] | None = None,
        scheme: str = "tcp",
    ):
        self.folder = folder
        self._python, self._cwd, self._environment = python, cwd, environment or plain_environment()
        self.workers: list[subprocess.Popen[bytes]] = []
        self._all: list[subprocess.Popen[bytes]] = []
        found = folder / "scheduler.json"
        self.scheduler = self._start(
            "scheduler", "--host", f"{scheme}://127.0.0.1", "--port", "0", "--no-dashboard",
            "--scheduler-file", str(found),
        )  # fmt: skip

        def address() -> str:
            with contextlib.suppress(OSError, ValueError):
                return str(json.loads(found.read_text())["address"])
            return ""

        wait_for(self.scheduler, lambda: bool(address()))
        self.address = address()

    def __enter__(self) -> Grid:
        return self

    def __exit__(self, *error: object) -> None:
        for process in self._all:
            process.kill()
            process.wait()

    def add(self, *arguments: str) -> subprocess.Popen[bytes]:
        """Start a worker without waiting for it."""
        worker = self._start(
            "worker", self.address, "--no-nanny", "--nthreads", "1", "--no-dashboard", "--memory-limit", "0",
            "--local-directory", str(self.folder), *arguments,
        )  # fmt: skip
        self.workers.append(worker)
        return worker

    def ready(self) -> None:
        """Wait until the workers are connected."""
        with Client(self.address, set_as_default=False) as client:
            client.wait_for_workers(len(self.workers), HUNG)

    def _start(self, *arguments: str) -> subprocess.Popen[bytes]:
        log = open(self.folder / f"{len(self._all)}.log", "wb")  # noqa: SIM115
        words = [self._python, *module_command("dask", *arguments)[1:]]
        process = subprocess.Popen(words, stdout=log, stderr=log, cwd=self._cwd, env=self._environment)
        log.close()
        self._all.append(process)
        return process
