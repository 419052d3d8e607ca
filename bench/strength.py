"""Strength in `normal` against other engines, at equal time a move.

    python bench/strength.py fairymax --games 40 --time 0.1
    python bench/strength.py stockfish --option UCI_LimitStrength=true --option UCI_Elo=1500 --level 8 --time 0.05

Oddfish plays in this process; the opponent is a UCI engine driven by python-chess, or Fairy-Max, whose old CECP
(no `setboard`, no fractions of a second) is spoken here: its clock is set so that it takes the same time a move,
and the mean time both took is printed. Openings are random but balanced (the search's score within 60 centipawns),
each played with both colours. Prints wins, draws, losses and the Elo difference with its 95 % interval.
"""

from __future__ import annotations

import argparse
import math
import random
import shutil
import subprocess
import sys
import time
from typing import Protocol

import chess
import chess.engine

from oddfish.engine.game import Game
from oddfish.engine.levels import FULL_STRENGTH
from oddfish.engine.searcher import Limits, Searcher


class Peer(Protocol):
    """The opponent."""

    def move(self, game: Game, seconds: float) -> str | None: ...

    def close(self) -> None: ...


class UciPeer:
    """Any UCI engine."""

    def __init__(self, path: str, options: dict[str, str]):
        self.engine = chess.engine.SimpleEngine.popen_uci(path, timeout=30)
        self.engine.configure(options)

    def move(self, game: Game, seconds: float) -> str | None:
        board = chess.Board()
        for text in game.texts():
            board.push_uci(text)
        played = self.engine.play(board, chess.engine.Limit(time=seconds), game=id(game)).move
        return played.uci() if played else None

    def close(self) -> None:
        self.engine.quit()


class CecpPeer:
    """An engine of the first CECP, put on a position by replaying the game."""

    def __init__(self, path: str):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.game: Game | None = None
        self.known = 0
        self.send("xboard", "protover 2")

    def send(self, *lines: str) -> None:
        assert self.process.stdin is not None
        for line in lines:
            self.process.stdin.write(line + "\n")

    def move(self, game: Game, seconds: float) -> str | None:
        if game is not self.game:
            self.game, self.known = game, 0
            self.send("new", "random", "level 0 5 0", "easy", "nopost", "ping 1")
            assert self.process.stdout is not None
            while "pong" not in self.process.stdout.readline():
                pass  # such as what it said of the last game's result
        # Fairy-Max takes about a thirtieth of its clock.
        self.send("force", *game.texts()[self.known :], f"time {int(seconds * 3300)}", "otim 100", "go")
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith("move "):
                self.known = len(game.moves) + 1
                return line.split()[1]
            if "resign" in line or line.startswith(("1-0", "0-1", "1/2")):
                return None
        return None

    def close(self) -> None:
        self.send("quit")
        self.process.wait(10)


def opening(rng: random.Random, searcher: Searcher, plies: int = 8) -> list[str]:
    """A random line whose end both sides may well accept."""
    while True:
        game = Game("normal")
        for _ in range(plies):
            moves = game.legal()
            if not moves:
                break
            game.push(rng.choice(moves))
        if game.result() is None and abs(searcher.judge(game)) < 60:
            return game.texts()


class Tally:
    """Scores of Oddfish, and seconds each side thought."""

    def __init__(self) -> None:
        self.scores: list[float] = []
        self.spent = {True: [0.0, 0], False: [0.0, 0]}

    def charge(self, ours: bool, seconds: float) -> None:
        self.spent[ours][0] += seconds
        self.spent[ours][1] += 1

    def mean(self, ours: bool) -> float:
        total, moves = self.spent[ours]
        return total / max(moves, 1)


def play(peer: Peer, searcher: Searcher, line: list[str], ours: int, seconds: float, tally: Tally) -> float:
    """Oddfish's score of one game (1, 0.5 or 0)."""
    game = Game("normal")
    for text in line:
        game.push(text)
    searcher.new_game()
    while (result := game.result()) is None and len(game.moves) < 400:
        start, mover = time.perf_counter(), game.turn == ours
        if mover:
            text = searcher.think(game, Limits(movetime=int(seconds * 1000))).text
        else:
            text = peer.move(game, seconds)
        tally.charge(mover, time.perf_counter() - start)
        if text is None:
            return 1.0  # the peer resigned
        game.push(text)
    if result is None or result.winner is None:
        return 0.5
    return 1.0 if result.winner == ours else 0.0


def elo(score: float) -> float:
    score = min(max(score, 1e-3), 1 - 1e-3)
    return -400 * math.log10(1 / score - 1)


def report(title: str, scores: list[float]) -> str:
    """Wins, draws, losses and Elo with its 95 % interval."""
    mean = sum(scores) / len(scores)
    error = 1.96 * math.sqrt(sum((s - mean) ** 2 for s in scores)) / len(scores)
    return (
        f"{title}: +{scores.count(1.0)} ={scores.count(0.5)} -{scores.count(0.0)} of {len(scores)}, "
        f"{100 * mean:.1f} %, Elo {elo(mean):+.0f} ({elo(mean - error):+.0f} to {elo(mean + error):+.0f})"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("peer", help="engine on PATH or in /usr/games")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--time", type=float, default=0.1, help="seconds a move")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--level", type=int, default=FULL_STRENGTH, help="Oddfish's playing level")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="option of a UCI peer")
    options = parser.parse_args()
    path = shutil.which(options.peer) or shutil.which(options.peer, path="/usr/games")
    if path is None:
        sys.exit(f"{options.peer} is not installed")
    peer: Peer = (
        CecpPeer(path)
        if options.peer == "fairymax"
        else UciPeer(path, dict(text.split("=", 1) for text in options.option))
    )
    rng, searcher, tally = random.Random(options.seed), Searcher(64, 1, overhead=0), Tally()
    searcher.skill.level = options.level
    scores = tally.scores
    while len(scores) < options.games:
        line = opening(rng, searcher)
        for ours in (0, 1):
            scores.append(play(peer, searcher, line, ours, options.time, tally))
            print(f"game {len(scores)}: {scores[-1]}  total {sum(scores)}/{len(scores)}", flush=True)
    peer.close()
    print(
        f"{report(f'Oddfish at level {options.level} - {options.peer}', scores)}; "
        f"mean seconds a move {tally.mean(True):.3f} - {tally.mean(False):.3f}"
    )


if __name__ == "__main__":
    main()
