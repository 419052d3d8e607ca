"""Games of self-play and their quiet positions, for fitting weights."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

from oddfish.cext.core.rules import Position
from oddfish.engine.evaluation.weights import Weights
from oddfish.engine.experiments.match.openings import generate
from oddfish.engine.experiments.self_play import play_out
from oddfish.engine.game import Game
from oddfish.engine.searcher import Limits, Searcher
from oddfish.engine.variants import get_variant

#: Bounds on the length of random openings, in moves.
OPENING = (4, 10)
#: The number of quiet positions to sample from a game.
POSITIONS = 32
_HASH_MB = 4


@dataclass(frozen=True)
class Recipe:
    """How to play the games. Game n depends only on the recipe and n.

    Args:
        variant: the game.
        nodes: nodes per move.
        seed: seed of armies, deals and openings.
        weights: the evaluation weights of the players.
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
    """A finished game and its sampled positions."""

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
        """Play a game. The searcher receives copies, which contain no deal."""
        rng = random.Random(f"{self.recipe.seed}/{number}/moves")
        game = generate(lambda: self.start(number), rng.randint(*OPENING), 0, rng)
        self._searcher.new_game()
        limits = Limits(nodes=self.recipe.nodes)

        def think() -> tuple[int, int]:
            best = self._searcher.think(game, limits)
            assert best.move is not None
            return best.move, best.score

        score, reason, quiet = play_out(game, think)
        chosen = [quiet[index] for index in sorted(rng.sample(range(len(quiet)), min(POSITIONS, len(quiet))))]
        fens, scores = tuple(position.fen() for position, _ in chosen), tuple(value for _, value in chosen)
        return Sampled(number, score, reason, len(game.moves), fens, scores)


def make_player(recipe: Recipe) -> Callable[[int], Sampled]:
    """A function that plays the game of a recipe with a given number."""
    return Player(recipe).play


def positions(player: Player, sampled: Sampled) -> list[Position]:
    """The sampled positions of a game.

    Raises:
        FenError: they are not positions of the recipe's variant.
    """
    start = player.start(sampled.number).position
    return [start.from_fen(fen) for fen in sampled.fens]
