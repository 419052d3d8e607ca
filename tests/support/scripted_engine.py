"""An engine that follows a script, for tests of the match runner: odd, hostile or hung.

    python scripted_engine.py FILE

FILE is JSON: ``greeting`` (lines before uciok, or features before done=1), ``cecp``, ``flood`` (what to send for ever
after the greeting: ``line`` or ``text`` without a newline), ``answer`` (lines before each move), ``die_after`` (games
after which the process ends), ``deaf`` (ignore all signals and the end of input, and hang at the first move), ``pids``
(a file to add this process's number to), ``told``
(lines after each ``setoption``), ``reply`` (a line instead of the move, with ``fill`` more characters), ``between``
(what separates UCI's ``bestmove`` from the move),
``errors`` (for standard error, before each move), ``crash`` (end at the first move). Otherwise the engine plays some
legal move.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Any

from oddfish.engine.game import Game

#: Lines whole: a pipe takes up to 4096 bytes at once, so that no answer is torn apart.
_FLOODS = {"line": b"info string flood\n" * 227, "text": b"flood " * 10_000, "nul": b"\0" * 60_000}


def say(*lines: str) -> None:
    """Write lines; surrogates stand for bytes that are not UTF-8."""
    sys.stdout.buffer.write("".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape"))
    sys.stdout.buffer.flush()


def flood(kind: str) -> None:
    with contextlib.suppress(OSError):
        while True:
            os.write(1, _FLOODS[kind])


def main() -> None:
    script: dict[str, Any] = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    if "pids" in script:
        with open(script["pids"], "a", encoding="utf-8") as file:
            file.write(f"{os.getpid()}\n")
    if script.get("deaf"):
        for number in set(signal.valid_signals()) - {signal.SIGKILL, signal.SIGSTOP}:
            with contextlib.suppress(OSError, ValueError):
                signal.signal(number, signal.SIG_IGN)
    game, games = Game("normal"), 0
    for line in sys.stdin:
        words = line.split()
        if words[:1] == ["uci"] and script.get("cecp"):
            say("Error (unknown command): uci")
        elif words[:1] == ["uci"]:
            say(*script.get("greeting", ()), "uciok")
            if "flood" in script:
                threading.Thread(target=flood, args=(script["flood"],), daemon=True).start()
        elif words[:1] == ["protover"]:
            say("feature ping=1 setboard=1 usermove=1 colors=0", *script.get("greeting", ()), "feature done=1")
        elif words[:1] == ["setoption"]:
            say(*script.get("told", ()))
        elif words[:1] == ["isready"]:
            say("readyok")
        elif words[:1] == ["ping"]:
            say(f"pong {words[1]}")
        elif words[:1] in (["ucinewgame"], ["new"]):
            games += 1
            if games > script.get("die_after", 1 << 30):
                sys.exit(3)
            game = Game("normal")
        elif words[:1] == ["position"]:
            end = words.index("moves") if "moves" in words else len(words)
            game = Game("normal", fen=None if words[1] == "startpos" else " ".join(words[2:end]))
            for move in words[end + 1 :]:
                game.push(move)
        elif words[:1] == ["usermove"]:
            game.push(words[1])
        elif words[:1] == ["setboard"]:
            game = Game("normal", fen=line.partition(" ")[2].strip())
        elif words[:1] == ["go"]:
            if script.get("deaf"):
                break
            sys.stderr.write(script.get("errors", ""))
            sys.stderr.flush()
            if script.get("crash"):
                sys.exit(3)
            move = game.legal()[0]
            reply = f"move {move}" if script.get("cecp") else f"bestmove{script.get('between', ' ')}{move}"
            say(*script.get("answer", ()), script.get("reply", reply) + "x" * script.get("fill", 0))
            if script.get("cecp"):
                game.push(move)
        elif words[:1] == ["quit"]:
            return
    while script.get("deaf"):
        time.sleep(1)


if __name__ == "__main__":
    main()
