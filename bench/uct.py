"""Strength against a plain UCT player, at equal time per move.

    python bench/uct.py tandem-84 --games 40 --time 0.5

The player is textbook UCT: UCB1 in the tree, and random playouts. Playouts stop after a few plies and are scored by
material alone, because random games of these variants rarely end by themselves. Openings are random, each played with
both colours. Prints wins, draws, losses and the share of the points; ``--record FILE`` saves them (records.py).
"""

from __future__ import annotations

import argparse
import math
import random
import time

import records
from evaluation import opening
from strength import report

from oddfish.cext.core.rules import Position
from oddfish.engine.game import Game, open_to_chance
from oddfish.engine.searcher import Limits, Searcher
from oddfish.engine.variants import REGISTRY

EXPLORATION = 1.0
PLAYOUT_PLIES = 8
#: Scale of the logistic curve, in centipawns: this score counts as an expected result of 10 in 11.
SCALE = 400.0


class Node:
    """A position in the tree; its value is the mean result for the player who moved into it."""

    __slots__ = ("children", "mover", "position", "total", "untried", "visits")

    def __init__(self, position: Position, mover: int):
        self.position = position
        self.mover = mover
        self.untried: list[int] | None = None
        self.children: dict[int, Node] = {}
        self.visits = 0
        self.total = 0.0


class Uct:
    """Searches for a given time and plays the move visited most."""

    def __init__(self, seed: int):
        self.rng = random.Random(seed)
        self.playouts = 0

    def choose(self, position: Position, seconds: float) -> int:
        root = Node(position.with_material_only(), 1 - position.turn)
        end = time.perf_counter() + seconds
        while time.perf_counter() < end or not root.children:
            self.descend(root)
            self.playouts += 1
        return max(root.children, key=lambda move: root.children[move].visits)

    def drawn(self, position: Position, move: int) -> int:
        """The move, with a random outcome if it depends on chance."""
        if not open_to_chance(position, move):
            return move
        outcomes = position.outcomes(move)
        return self.rng.choices([each for each, _ in outcomes], [weight for _, weight in outcomes])[0]

    def descend(self, root: Node) -> None:
        path = [root]
        node = root
        while True:
            if node.untried is None:
                node.untried = node.position.moves()
                self.rng.shuffle(node.untried)
            if node.untried:
                move = node.untried.pop()
                child = Node(node.position.make(self.drawn(node.position, move)), node.position.turn)
                node.children[move] = child
                path.append(child)
                break
            if not node.children:
                break
            bound = math.log(node.visits)
            node = max(
                node.children.values(),
                key=lambda child: child.total / child.visits + EXPLORATION * math.sqrt(bound / child.visits),
            )
            path.append(node)
        first = self.playout(path[-1].position)
        for node in path:
            node.visits += 1
            node.total += first if node.mover == 0 else 1 - first

    def playout(self, position: Position) -> float:
        """The first player's result after random play."""
        for _ in range(PLAYOUT_PLIES):
            outcome, _reason = position.outcome()
            if outcome:
                return {1: float(position.turn == 1), 2: 0.5, 3: float(position.turn == 0)}[outcome]
            move = self.rng.choice(position.moves())
            position = position.make(self.drawn(position, move))
        score = position.evaluate() if position.turn == 0 else -position.evaluate()
        return 1 / (1 + 10 ** (-score / SCALE))


def play(variant: str, fen: str, ours: int, searcher: Searcher, uct: Uct, seconds: float, seed: int) -> float:
    """Our score of one game."""
    game = Game(variant, fen=fen, seed=seed)
    searcher.new_game()
    while (result := game.result()) is None and len(game.moves) < 300:
        if game.turn == ours:
            move = searcher.think(game, Limits(movetime=int(1000 * seconds))).move
            assert move is not None
        else:
            move = uct.choose(game.position, seconds)
        game.push_move(move)
    if result is None or result.winner is None:
        return 0.5
    return float(result.winner == ours)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variant", choices=list(REGISTRY))
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--time", type=float, default=0.5, help="seconds per move")
    parser.add_argument("--seed", type=int, default=1)
    records.add_option(parser)
    options = parser.parse_args()
    rng, searcher, uct, scores = random.Random(options.seed), Searcher(32, 1, overhead=0), Uct(options.seed), []
    while len(scores) < options.games:
        fen = opening(options.variant, rng, searcher, 4)
        seed = rng.getrandbits(32)
        for side in (0, 1):
            scores.append(play(options.variant, fen, side, searcher, uct, options.time, seed))
            print(f"game {len(scores)}: {scores[-1]}  total {sum(scores)}/{len(scores)}", flush=True)
    if options.record:
        result = records.match_result(options.variant, "Oddfish", "plain UCT", f"{options.time:g} s", scores)
        records.write(options.record, [result])
    print(f"{report(f'{options.variant}: Oddfish - UCT', scores)}; {uct.playouts} playouts")


if __name__ == "__main__":
    main()
