"""Strength in `normal` and `augmented-chess` against other engines, at equal time per move.

    python bench/strength.py fairymax --games 40 --time 0.1
    python bench/strength.py fairy-stockfish --option "Use NNUE=false"
    python bench/strength.py fairy-stockfish --army RF-NW-BD-QC
    python bench/strength.py stockfish --option UCI_LimitStrength=true --option UCI_Elo=1500 --level 8 --time 0.05

Oddfish plays in this process. The opponent is a UCI engine or Fairy-Max, which speaks an old CECP without `setboard` or
fractions of a second. Fairy-Max's clock is set so that it takes the same time per move; the script prints the mean time
that both took. With ``--army`` both sides play `augmented-chess` with that army; the script describes its pieces to
Fairy-Stockfish in a file. Openings are random but balanced (the search's score is within 60 centipawns), each played
with both colours. Prints wins, draws, losses and the Elo difference with its 95 % interval; ``--record FILE`` saves
them (see records.py).
"""

from __future__ import annotations

import argparse
import math
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Protocol

import records

from oddfish.engine.game import Game
from oddfish.engine.levels import FULL_STRENGTH
from oddfish.engine.searcher import EVALUATIONS, Limits, Searcher


class Peer(Protocol):
    """The opponent."""

    def move(self, game: Game, seconds: float) -> str | None: ...

    def close(self) -> None: ...


#: Augmented Chess in Betza notation: basic pieces and augmenters that differ from its letters.
BETZA = {"I": "vNF", "V": "vN", "C": "ffNbsN", "RI": "RvNF"}
VARIANT = "augmented"


def custom_pieces(army: str) -> str:
    """Fairy-Stockfish's configuration of `augmented-chess` with the same army for both sides."""
    lines = [f"[{VARIANT}:chess]", "knight = -", "bishop = -", "rook = -", "queen = -"]
    for number, (slot, part) in enumerate(zip("rnbq", army.split("-")), 1):
        basic, augmenter = part[:-1], part[-1]
        lines.append(f"customPiece{number} = {slot}:{BETZA.get(basic, basic)}{BETZA.get(augmenter, augmenter)}")
    return "\n".join([*lines, "castlingRookPieces = r", "promotionPieceTypes = rnbq", ""])


class UciPeer:
    """A UCI engine."""

    def __init__(self, path: str, options: dict[str, str]):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.game: Game | None = None
        self.send("uci")
        self.until("uciok")
        self.send(*(f"setoption name {name} value {value}" for name, value in options.items()), "isready")
        self.until("readyok")  # the engine has read the files named in options

    def send(self, *lines: str) -> None:
        assert self.process.stdin is not None
        for line in lines:
            self.process.stdin.write(line + "\n")

    def until(self, word: str) -> str:
        """Skip to the line that begins with a word, and return it."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith(word):
                return line
        sys.exit(f"the opponent ended before {word}")

    def move(self, game: Game, seconds: float) -> str | None:
        if game is not self.game:
            self.game = game
            self.send("ucinewgame", "isready")
            self.until("readyok")
        start = " ".join(game.positions[0].fen().split()[:6])  # other engines' FENs have no armies
        moves = " ".join(game.texts())
        self.send(f"position fen {start} moves {moves}", f"go movetime {round(seconds * 1000)}")
        text = self.until("bestmove").split()[1]
        return None if text in ("(none)", "0000") else text

    def close(self) -> None:
        self.send("quit")
        self.process.wait(10)


class CecpPeer:
    """An engine that speaks an old CECP; it gets a position by replaying the game."""

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
                pass  # for example a comment on the last game's result
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


def new_game(army: str) -> Game:
    return Game("augmented-chess", {"WhiteArmy": army, "BlackArmy": army}) if army else Game("normal")


def opening(army: str, rng: random.Random, judge: Searcher, plies: int = 8) -> list[str]:
    """A random opening that leads to a roughly equal position."""
    while True:
        game = new_game(army)
        for _ in range(plies):
            moves = game.legal()
            if not moves:
                break
            game.push(rng.choice(moves))
        if game.result() is None and abs(judge.judge(game)) < 60:
            return game.texts()


class Tally:
    """Oddfish's scores, and the seconds that each side thought."""

    def __init__(self) -> None:
        self.scores: list[float] = []
        self.spent = {True: [0.0, 0], False: [0.0, 0]}

    def charge(self, ours: bool, seconds: float) -> None:
        self.spent[ours][0] += seconds
        self.spent[ours][1] += 1

    def mean(self, ours: bool) -> float:
        total, moves = self.spent[ours]
        return total / max(moves, 1)


def as_ours(game: Game, text: str) -> str:
    """A peer's move in our notation: some engines write castling as the king capturing its rook."""
    castling = {"e1h1": "e1g1", "e1a1": "e1c1", "e8h8": "e8g8", "e8a8": "e8c8"}
    legal = game.legal()
    return castling[text] if text not in legal and castling.get(text) in legal else text


def play(game: Game, peer: Peer, searcher: Searcher, line: list[str], ours: int, seconds: float, tally: Tally) -> float:
    """Oddfish's score of one game (1, 0.5 or 0)."""
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
        game.push(as_ours(game, text))
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
    parser.add_argument("--time", type=float, default=0.1, help="seconds per move")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--army", default="", help="play augmented-chess with this army on both sides")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="option of a UCI engine")
    parser.add_argument("--level", type=int, default=FULL_STRENGTH, help="Oddfish's playing level")
    parser.add_argument("--evaluation", choices=EVALUATIONS, default=EVALUATIONS[0], help="Oddfish's")
    records.add_option(parser)
    options = parser.parse_args()
    path = shutil.which(options.peer) or shutil.which(options.peer, path="/usr/games")
    if path is None:
        sys.exit(f"{options.peer} is not installed")
    uci_options = dict(text.split("=", 1) for text in options.option)
    with tempfile.TemporaryDirectory() as folder:
        if options.army:
            pieces = Path(folder) / "augmented.ini"
            pieces.write_text(custom_pieces(options.army))
            uci_options |= {"VariantPath": str(pieces), "UCI_Variant": VARIANT}
        peer: Peer = CecpPeer(path) if Path(path).name == "fairymax" else UciPeer(path, uci_options)
    rng, searcher, tally = random.Random(options.seed), Searcher(64, 1, overhead=0), Tally()
    searcher.skill.level = options.level
    searcher.set_evaluation(options.evaluation)
    judge = Searcher(8)  # of openings, which do not depend on the engines
    judge.set_evaluation("hand-made")
    scores = tally.scores
    while len(scores) < options.games:
        line = opening(options.army, rng, judge)
        for ours in (0, 1):
            scores.append(play(new_game(options.army), peer, searcher, line, ours, options.time, tally))
            print(f"game {len(scores)}: {scores[-1]}  total {sum(scores)}/{len(scores)}", flush=True)
    peer.close()
    if options.record:
        name = " ".join([Path(path).name, *options.option])
        player = "Oddfish" if options.level == FULL_STRENGTH else f"Oddfish at level {options.level}"
        variant, seconds = new_game(options.army).variant.name, (tally.mean(True), tally.mean(False))
        result = records.match_result(variant, player, name, f"{options.time:g} s", scores, seconds)
        records.write(options.record, [result])
    print(
        f"{report(f'Oddfish at level {options.level} - {Path(path).name}', scores)}; "
        f"mean seconds per move {tally.mean(True):.3f} - {tally.mean(False):.3f}"
    )


if __name__ == "__main__":
    main()
