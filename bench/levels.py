"""Plays each level against the one below it: does it win, and by how much?

    python bench/levels.py normal banqi --games 200 --journal levels.jsonl
    python bench/levels.py halfgi --levels 12-20 --time 0.3 --games 40
    python bench/levels.py normal --one-ply --games 100
    python bench/levels.py banqi --random --games 120

Openings are random, each played with both colours. Both sides have the same time per move, but only full strength uses
all of it. ``--journal`` saves the games in a file and does not replay games that are already there. ``--record FILE``
saves the results (records.py). ``--one-ply`` plays the lowest level against a player that searches one ply,
``--random`` against one that plays random moves.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import records

from oddfish.engine.experiments.match.statistics import Tally, elo_estimate
from oddfish.engine.game import Game
from oddfish.engine.levels import FULL_STRENGTH
from oddfish.engine.searcher import Limits, Searcher
from oddfish.engine.variants import REGISTRY

#: Plies in a random opening, and plies after which a game is a draw.
OPENING_PLIES, LONGEST_GAME = 4, 400
#: Players that stand in for a level: one that searches one ply, and one that plays random legal moves.
ONE_PLY, RANDOM = -1, -2
OTHERS = {ONE_PLY: "one ply", RANDOM: "random"}


class Pairing(NamedTuple):
    """Two players, as levels, and the milliseconds that they have per move."""

    variant: str
    better: int
    worse: int
    time: int


def opening(variant: str, seed: int) -> Game:
    """A game after some random moves; it is dealt from the same seed."""
    rng = random.Random(seed)
    while True:
        game = Game(variant, seed=rng.getrandbits(31))
        for _ in range(OPENING_PLIES):
            if game.result() is None:
                game.push_move(rng.choice(game.position.moves()))
        if game.result() is None:
            return game


def play(pairing: Pairing, better: int, seed: int, searchers: tuple[Searcher, Searcher]) -> float:
    """The score of the stronger player, which plays the side ``better``."""
    game = opening(pairing.variant, seed)
    for number, (searcher, level) in enumerate(zip(searchers, (pairing.better, pairing.worse)), 1):
        searcher.skill.level = FULL_STRENGTH if level in OTHERS else level
        searcher.skill.seed = 4 * seed + 2 * better + number
        searcher.new_game()
    limits = [
        Limits(depth=1) if level == ONE_PLY else Limits(movetime=pairing.time)
        for level in (pairing.better, pairing.worse)
    ]
    rng = random.Random(seed)
    while (result := game.result()) is None and len(game.moves) < LONGEST_GAME:
        which = 0 if game.turn == better else 1
        if which == 1 and pairing.worse == RANDOM:
            move = rng.choice(game.position.moves())
        else:
            move = searchers[which].think(game, limits[which]).move
        assert move is not None
        game.push_move(move)
    if result is None or result.winner is None:
        return 0.5
    return 1.0 if result.winner == better else 0.0


Scores = dict[Pairing, list[tuple[float, float]]]


def read_journal(path: Path) -> Scores:
    """The scores in a file of games, by pairing: one tuple for each opening."""
    found: Scores = {}
    if path.exists():
        for line in path.read_text().splitlines():
            *pairing, first, second = json.loads(line)
            found.setdefault(Pairing(*pairing), []).append((first, second))
    return found


def tally(scores: list[tuple[float, float]]) -> Tally:
    """How often pairs of games had each score."""
    counts = [0] * 5
    for pair in scores:
        counts[int(2 * sum(pair))] += 1
    return Tally.of_pairs(counts)


def row(pairing: Pairing, scores: list[tuple[float, float]]) -> str:
    """A row of the table."""
    games = [score for pair in scores for score in pair]
    elo = elo_estimate(tally(scores))
    counts = f"+{games.count(1.0)} ={games.count(0.5)} -{games.count(0.0)}"
    worse = OTHERS.get(pairing.worse, pairing.worse)
    names = f"{pairing.variant:24} {pairing.time / 1000:5g} s  {pairing.better:2} - {worse:<7}"
    mean = sum(games) / len(games)
    return f"{names} {len(games):4} {counts:18} {mean:6.1%}  {elo.value:+5.0f} ({elo.low:+.0f} to {elo.high:+.0f})"


def result(pairing: Pairing, scores: list[tuple[float, float]]) -> records.Result:
    """A pairing's result for a record."""
    games = [score for pair in scores for score in pair]
    return {
        "variant": pairing.variant,
        "level": pairing.better,
        "opponent": OTHERS.get(pairing.worse, pairing.worse),
        "limit": f"{pairing.time / 1000:g} s",
        "points": round(100 * sum(games) / len(games)),
        "games": len(games),
    }


def pairings(options: argparse.Namespace) -> Iterator[Pairing]:
    """The pairings to play."""
    first, _, last = options.levels.partition("-")
    for variant in options.variants:
        for seconds in options.time:
            milliseconds = round(1000 * seconds)
            if options.other is not None:
                yield Pairing(variant, 0, options.other, milliseconds)
                continue
            for level in range(int(first), int(last)):
                yield Pairing(variant, level + 1, level, milliseconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variants", nargs="+", choices=list(REGISTRY), metavar="VARIANT")
    parser.add_argument("--games", type=int, default=100, help="games of each pairing")
    parser.add_argument("--levels", default=f"0-{FULL_STRENGTH}", metavar="FIRST-LAST")
    parser.add_argument("--time", type=float, nargs="+", default=[0.1], help="seconds per move")
    other = parser.add_mutually_exclusive_group()
    for player, name in OTHERS.items():
        option = f"--{name.replace(' ', '-')}"
        other.add_argument(option, dest="other", action="store_const", const=player, help="play level 0 against this")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--journal", type=Path, metavar="FILE", help="save the games here; resume from them")
    records.add_option(parser)
    options = parser.parse_args()
    known = read_journal(options.journal) if options.journal else {}
    results = []
    searchers = Searcher(16, overhead=0), Searcher(16, overhead=0)
    for pairing in pairings(options):
        scores = known.setdefault(pairing, [])
        while 2 * len(scores) < options.games:
            seed = random.Random(f"{options.seed}/{pairing}/{len(scores)}").getrandbits(31)
            scores.append((play(pairing, 0, seed, searchers), play(pairing, 1, seed, searchers)))
            if options.journal:
                with options.journal.open("a") as file:
                    print(json.dumps([*pairing, *scores[-1]]), file=file)
        print(row(pairing, scores), flush=True)
        results.append(result(pairing, scores))
    if options.record:
        records.write(options.record, results)


if __name__ == "__main__":
    main()
