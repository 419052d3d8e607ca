"""Games of self-play, and the quiet positions that weights are fitted to."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

from oddfish.cext.core.rules import Position
from oddfish.engine.game import Game, Result
from oddfish.engine.match.openings import generate
from oddfish.engine.match.plan import Adjudication
from oddfish.engine.match.referee import Adjudicator
from oddfish.engine.searcher import Limits, Searcher, mate_distance
from oddfish.engine.variants import get_variant
from oddfish.engine.weights import Weights

#: Bounds on the length of random openings, in moves.
OPENING = (4, 10)
#: Ends a game early: 4 moves of a side at -2500 centipawns, or from move 60 on 8 moves of both within 10.
ADJUDICATION = Adjudication(resign=(4, 2500), draw=(60, 8, 10), max_moves=150)
#: Positions sampled from the quiet ones of a game.
POSITIONS = 32
_HASH_MB = 4


@dataclass(frozen=True)
class Recipe:
    """How to play the games. Game n is determined by the recipe and n.

    Args:
        variant: the game.
        nodes: nodes per move.
        seed: seed of armies, deals and openings.
        weights: the weights of the players' evaluation.
        options: the variant's options.
    """

    variant: str
    nodes: int
    seed: int
    weights: tuple[int, ...]
    options: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


class Sampled(NamedTuple):
    """A finished game and the positions sampled from it."""

    number: int  # from 1
    score: float  # of the first player: 1, 1/2 or 0
    reason: str
    plies: int
    fens: tuple[str, ...]
    scores: tuple[int, ...]  # the search score of each, in centipawns for the first player


class Player:
    """Plays the games of a recipe."""

    def __init__(self, recipe: Recipe):
        self.recipe = recipe
        self._variant = get_variant(recipe.variant)
        self._searcher = Searcher(hash_mb=_HASH_MB, overhead=0)
        self._searcher.set_weights(Weights(self._variant.name, recipe.weights))

    def start(self, number: int) -> Game:
        """A game of the recipe before its first move."""
        seed = random.Random(f"{self.recipe.seed}/{number}").getrandbits(31)
        return Game(self._variant, self.recipe.options, seed=seed)

    def play(self, number: int) -> Sampled:
        """Play a game. The searcher receives copies of it, which contain no deal."""
        rng = random.Random(f"{self.recipe.seed}/{number}/moves")
        game = generate(lambda: self.start(number), rng.randint(*OPENING), 0, rng)
        self._searcher.new_game()
        adjudicator = Adjudicator(ADJUDICATION)
        limits = Limits(nodes=self.recipe.nodes)
        quiet: list[tuple[str, int]] = []
        result: Result | None = None
        while result is None and (result := game.result()) is None:
            side, position = game.turn, game.position
            best = self._searcher.think(game, limits)
            assert best.move is not None
            if position.gain(best.move) == 0 and mate_distance(best.score) is None and position.is_quiet():
                quiet.append((position.fen(), -best.score if side else best.score))
            game.push_move(best.move)
            if game.result() is None and (ended := adjudicator.adjudicate(game, side, best.score)) is not None:
                result = ended[0]
        chosen = [quiet[index] for index in sorted(rng.sample(range(len(quiet)), min(POSITIONS, len(quiet))))]
        score = 0.5 if result.winner is None else 1.0 - result.winner
        fens, scores = tuple(fen for fen, _ in chosen), tuple(score for _, score in chosen)
        return Sampled(number, score, result.reason, len(game.moves), fens, scores)


def positions(player: Player, sampled: Sampled) -> list[Position]:
    """The sampled positions of a game.

    Raises:
        FenError: they are not positions of the recipe's variant.
    """
    start = player.start(sampled.number).position
    return [start.from_fen(fen) for fen in sampled.fens]
