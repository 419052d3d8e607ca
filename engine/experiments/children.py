"""Ends the processes that this program has started when it ends, however it ends: SIGKILL included.

A program that is killed cannot clean up. On POSIX, a small shell therefore reads the process numbers from a pipe. When
the pipe closes because this program has gone, it kills them with their process groups. On Windows a job object does the
same.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading

#: The first argument of the shell, which identifies it in lists of processes.
NAME = "oddfish-watch"
#: ``+ PID`` and ``- PID`` add and remove a process. A process leads its group, unless it has left it.
_SCRIPT = """
trap '' HUP INT TERM QUIT
pids=' '
while read -r sign pid; do
  case $sign in
    +) pids="$pids$pid " ;;
    -) pids="${pids%% $pid *} ${pids#* $pid }" ;;
  esac
done
for pid in $pids; do kill -s KILL -- "-$pid"; kill -s KILL "$pid"; done
"""


class _Watch:
    """The shell, which runs while there are processes to watch."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pids: set[int] = set()
        self._shell: subprocess.Popen[bytes] | None = None

    def add(self, pid: int) -> None:
        with self._lock:
            if pid in self._pids:
                return
            if self._shell is None:
                with contextlib.suppress(OSError):  # without a shell, nothing is watched
                    self._shell = subprocess.Popen(
                        ["/bin/sh", "-c", _SCRIPT, NAME],
                        stdin=subprocess.PIPE,
                        stdout=subprocess.DEVNULL,
                        stderr=subprocess.DEVNULL,
                        cwd="/",
                        start_new_session=True,
                    )
            self._pids.add(pid)
            self._tell(f"+ {pid}\n")

    def remove(self, pid: int) -> None:
        with self._lock:
            if pid not in self._pids:
                return
            self._pids.discard(pid)
            self._tell(f"- {pid}\n")
            if self._shell is not None and not self._pids:
                self._shell.communicate()
                self._shell = None

    def _tell(self, line: str) -> None:
        if self._shell is not None and self._shell.stdin is not None:
            with contextlib.suppress(OSError):
                self._shell.stdin.write(line.encode())
                self._shell.stdin.flush()


_watch = _Watch()


def guard(pid: int) -> None:
    """Kill a process and its group when this program ends. Start it as the leader of a group."""
    if sys.platform == "win32":
        with contextlib.suppress(OSError):
            _add_to_job(pid)
    else:
        _watch.add(pid)


def release(pid: int) -> None:
    """Forget a process that has ended."""
    if sys.platform != "win32":
        _watch.remove(pid)


def kill(pid: int) -> None:
    """Kill a process and its group (on Windows, only the process). It may have ended."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if sys.platform == "win32":
            os.kill(pid, signal.SIGTERM)  # which ends it at once
        else:
            os.killpg(pid, signal.SIGKILL)


if sys.platform == "win32":  # pragma: no cover
    import ctypes
    from ctypes import wintypes

    _KILL_ON_CLOSE, _EXTENDED_LIMITS, _SET_QUOTA_AND_TERMINATE = 0x2000, 9, 0x0101
    _job: int | None = None

    class _Limits(ctypes.Structure):
        """JOBOBJECT_EXTENDED_LIMIT_INFORMATION."""

        _fields_ = (
            ("times", ctypes.c_int64 * 2),
            ("flags", wintypes.DWORD),
            ("working_set", ctypes.c_size_t * 2),
            ("active", wintypes.DWORD),
            ("affinity", ctypes.c_size_t),
            ("classes", wintypes.DWORD * 2),
            ("io", ctypes.c_uint64 * 6),
            ("memory", ctypes.c_size_t * 4),
        )

    def _add_to_job(pid: int) -> None:
        """Add a process to the job. Windows ends the job when its last handle closes, which is ours."""
        global _job
        system = ctypes.WinDLL("kernel32", use_last_error=True)
        system.CreateJobObjectW.restype = system.OpenProcess.restype = wintypes.HANDLE
        if _job is None:
            _job = system.CreateJobObjectW(None, None)
            limits = _Limits(flags=_KILL_ON_CLOSE)
            system.SetInformationJobObject(
                wintypes.HANDLE(_job), _EXTENDED_LIMITS, ctypes.byref(limits), ctypes.sizeof(limits)
            )
        process = system.OpenProcess(_SET_QUOTA_AND_TERMINATE, False, pid)
        if not process:
            raise OSError(ctypes.get_last_error(), "OpenProcess")
        try:
            system.AssignProcessToJobObject(wintypes.HANDLE(_job), wintypes.HANDLE(process))
        finally:
            system.CloseHandle(wintypes.HANDLE(process))
