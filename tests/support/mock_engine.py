"""An engine that plays some legal move at once, and misbehaves on demand, for tests of the match runner.

    python mock_engine.py [--cecp] [--plain] [--fault KIND --at PLY]

Kinds: crash (ends), hang (stops answering), late (answers after a second), illegal (an illegal move), none (no move),
 resign and claim (CECP: gives up, claims a draw), refuse (CECP: rejects a legal move), draw (CECP: offers
draws, and accepts them at any time), mute (does not even start), slow (starts slowly), peek (banqi: names an
outcome with every flip). ``--plain`` knows chess only.
"""

from __future__ import annotations

import argparse
import sys
import time
import zlib
from collections.abc import Iterator

from oddfish.engine.game import Game
from oddfish.engine.variants import REGISTRY

#: What an engine may write to its standard error before it ends: everything that means something in PGN.
SCREAM = (
    'panic: {"board": {}} } ; $1 (variation\n%0 [Event "x"]\n'
    '\0\x1b[31m* 1-0 \\ "quoted\n' + "word " * 60 + "\n\udce9\u2028\n"
)


def say(*lines: str) -> None:
    print(*lines, sep="\n", flush=True)


class Mock:
    """The engine: a game, and its fault."""

    def __init__(self, fault: str, at: int, plain: bool):
        self.fault, self.at, self.plain = fault, at, plain
        self.variant = "normal"
        self.game = Game(self.variant)

    def set_up(self, fen: str | None, moves: list[str]) -> None:
        self.game = Game(self.variant, fen=fen, seed=1)
        self.game.deal = None
        for move in moves:
            self.game.push(move)

    @property
    def due(self) -> bool:
        return len(self.game.moves) >= self.at

    def choose(self) -> str:
        """A move, always the same in a position; misbehaves at the given ply."""
        if self.due:
            if self.fault == "crash":
                print("mock: going down", file=sys.stderr, flush=True)
                sys.exit(3)
            if self.fault == "scream":
                sys.stderr.buffer.write(SCREAM.encode("utf-8", "surrogateescape"))
                sys.stderr.flush()
                sys.exit(3)
            if self.fault == "hang":
                time.sleep(3600)
            if self.fault == "late":
                time.sleep(1.0)
            if self.fault == "illegal":
                return "a1a1"
        legal = self.game.legal()
        move = legal[zlib.crc32(self.game.fen().encode()) % len(legal)]
        if self.fault == "peek":
            position = self.game.position
            return position.text(position.outcomes(position.parse(move))[-1][0])
        return move

    # UCI ----------------------------------------------------------------------------------------------------

    def uci(self, lines: Iterator[str]) -> None:
        for line in lines:
            words = line.split()
            if line == "uci":
                if self.fault == "mute":
                    continue
                say("id name Mock", "option name Hash type spin default 1 min 1 max 64")
                say("option name Fast type check default true", "option name DarkCapture type check default false")
                if not self.plain:
                    say(f"option name UCI_Variant type combo default normal {' '.join(f'var {n}' for n in REGISTRY)}")
                say("uciok")
            elif line == "isready":
                say("readyok")
            elif line.startswith("setoption name UCI_Variant value"):
                self.variant = words[-1]
            elif words[:1] == ["position"]:
                end = words.index("moves") if "moves" in words else len(words)
                self.set_up(None if words[1] == "startpos" else " ".join(words[2:end]), words[end + 1 :])
            elif words[:1] == ["go"]:
                move = "(none)" if self.fault == "none" and self.due else self.choose()
                say("info depth 3 score cp 12 nodes 34", f"bestmove {move}")
            elif line == "quit":
                return

    # CECP ---------------------------------------------------------------------------------------------------

    def cecp(self, lines: Iterator[str]) -> None:
        offered = False
        for line in lines:
            word, _, rest = line.partition(" ")
            if word == "protover":
                say(f'feature done=0 ping=1 setboard=1 usermove=1 nps=1 colors=0 variants="{",".join(REGISTRY)}"')
                say('feature myname="Mock" done=1')
            elif word == "uci":
                say("Error (unknown command): uci")
            elif word == "new":
                self.variant = "normal"
                self.set_up(None, [])
            elif word == "variant":
                self.variant = rest
                self.set_up(None, [])
            elif word == "setboard":
                self.set_up(rest, [])
            elif word == "usermove":
                if self.fault == "refuse" and self.due:
                    say(f"Illegal move: {rest}")
                else:
                    self.game.push(rest)
            elif word == "undo":
                self.game.pop()
            elif word == "draw":
                offered = True
            elif word == "ping":
                say(f"pong {rest}")
            elif word == "go":
                if self.fault in ("resign", "claim") and self.due:
                    say("resign" if self.fault == "resign" else "1/2-1/2 {I say so}")
                    continue
                if self.fault == "draw" and (self.due or offered):
                    say("offer draw")
                move, offered = self.choose(), False
                say(f"3 12 1 34 {move}", f"move {move}")
                if move != "a1a1":
                    self.game.push(move)
            elif word == "quit":
                return


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--cecp", action="store_true")
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--fault", default="")
    parser.add_argument("--at", type=int, default=0)
    arguments = parser.parse_args()
    if arguments.fault == "slow":
        time.sleep(2.5)  # python-chess gives CECP engines two seconds
    mock = Mock(arguments.fault, arguments.at, arguments.plain)
    lines = (line.rstrip("\n") for line in sys.stdin)
    if arguments.cecp:
        mock.cecp(lines)
    else:
        mock.uci(lines)


if __name__ == "__main__":
    main()
