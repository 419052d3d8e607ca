"""docs/playing.md lists all uses of the operating system, and what the program does on Windows instead."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

#: Names that exist on some systems only, or differ between systems.
SYSTEMS_OWN = re.compile(
    r"\b(?:fcntl|termios|p?tty|resource(?!-policy)|mmap|pwd|grp|selectors|curses|ctypes|msvcrt|windll|killpg|add_signal_handler"
    r"|setpgrp|start_new_session|preexec_fn|clock_gettime|pthread\w*|dlopen|sys\.platform|platform\.system|get_context"
    r"|os\.(?:name|kill|fork\w*|[gs]et\w*[ug]id|setsid|chown|mkfifo|readlink|symlink|link|wait\w*|nice|sched_\w+)"
    r"|O_NONBLOCK|select\.\w+|signal\.\w+|shlex\.split|posix|XDG_\w+|LOCALAPPDATA|__linux__|__APPLE__|__unix__|_WIN32"
    r"|_MSC_VER|__GNUC__|shell=True)\b|/proc/|/dev/|/usr/|/etc/|#include <(?:unistd|sys/|fcntl|signal|pthread|dlfcn)"
)

#: The files behind each row of the list; none if a row needs no such name.
BEHIND = {
    "the engine's input and output": ["cext/search/pipes.h", "protocols/streams.py"],
    "Ctrl-C from the GUI": ["protocols/main.py"],
    "clocks": ["cext/core/clock.h"],
    "large tables": ["cext/core/pages.h"],
    "checking for free memory": ["engine/memory.py"],
    "compiler's built-ins": ["cext/core/bits.h", "cext/core/listing.h", "cext/search/network.h"],
    "files named by options": ["engine/files.py"],
    "locking files (records of games, networks, books)": ["engine/files.py"],
    "worker processes (tuning, training)": ["engine/experiments/processes.py"],
    "matches: Ctrl-C, engines that hang": [
        "engine/experiments/match/cecp.py",
        "engine/experiments/match/runner.py",
        "engine/experiments/match/uci.py",
    ],
    "how child processes end with Oddfish, even if it is killed": [
        "engine/experiments/against/generators.py",
        "engine/experiments/children.py",
    ],
    "matches: an engine's command line": ["engine/experiments/match/plan.py"],
    "signals that end games in the terminal and books, and save them": ["protocols/commands/common.py"],
    "matches: `--log` to a pipe": ["protocols/commands/match_files.py"],
    "long texts in a terminal": ["protocols/commands/pager.py"],
    "the port of `oddfish web`": ["protocols/web/serving.py"],
    "the user's folders": ["engine/folders.py"],
    "the armies of a game that the GUI loads": ["protocols/recorded.py"],
    "`oddfish xboard`, `install-gui`": [
        "protocols/commands/install_gui.py",
        "protocols/commands/winboard_files.py",
        "protocols/commands/xboard.py",
        "protocols/commands/xboard_files.py",
        "protocols/installation.py",
        "protocols/pictures/live.py",
        "protocols/screen.py",
        "protocols/winboard.py",
        "protocols/xboard.py",
    ],
    "what `oddfish doctor` looks for": ["protocols/extras.py", "protocols/parts.py"],
    "wheels": [],
}


def test_the_list_is_complete() -> None:
    page = (ROOT / "docs" / "playing.md").read_text(encoding="utf-8").partition("## On Windows")[2]
    rows = re.findall(r"^\| (.+?) \| .+ \| .+ \|$", page, re.MULTILINE)
    assert rows[0] == "what" and rows[1:] == [*BEHIND]
    found = {
        str(path.relative_to(ROOT).as_posix())
        for floor in ("cext", "engine", "protocols")
        for path in (ROOT / floor).rglob("*")
        if path.suffix in (".py", ".pyx", ".pxd", ".pxi", ".h") and SYSTEMS_OWN.search(path.read_text(encoding="utf-8"))
    }
    assert found == {file for files in BEHIND.values() for file in files}
