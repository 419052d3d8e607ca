"""Games that the engine plays against itself for networks to learn from."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from dataclasses import asdict, dataclass, field
from itertools import count
from typing import Any

from oddfish.cext.search import Search
from oddfish.engine.game import Game, Result
from oddfish.engine.match.openings import generate
from oddfish.engine.match.plan import Adjudication
from oddfish.engine.match.referee import Adjudicator
from oddfish.engine.networks import read_network
from oddfish.engine.parameters import built_in_parameters
from oddfish.engine.searcher import mate_distance
from oddfish.engine.train.records import Record, RecordFile
from oddfish.engine.variants import get_variant

#: Bounds on the length of random openings, in moves.
OPENING = (4, 12)
#: Ends a game early: 4 moves of a side at -2500 centipawns, or from move 60 on 8 moves of both within 10.
ADJUDICATION = Adjudication(resign=(4, 2500), draw=(60, 8, 10), max_moves=150)
#: Positions with scores beyond this teach nothing.
LARGEST_SCORE = 3000
_HASH_MB = 4


@dataclass(frozen=True)
class Recipe:
    """How to play the games. Game n is determined by the recipe and n.

    Args:
        variants: the games, played in turn.
        nodes: nodes per move.
        seed: seed of armies, deals and openings.
        network: the file of the network that the players evaluate by; None for the games' own evaluations.
        options: the variants' options.
    """

    variants: tuple[str, ...]
    nodes: int
    seed: int
    network: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


class Player:
    """Plays the games of a recipe.

    Raises:
        NetworkError: the recipe's network cannot be used.
    """

    def __init__(self, recipe: Recipe):
        self.recipe = recipe
        self._variants = [get_variant(name) for name in recipe.variants]
        self._search = Search(_HASH_MB, 1)
        if recipe.network is not None:
            self._search.set_network(read_network(recipe.network).network)

    def play(self, number: int) -> Record:
        """Play a game. Searches see positions of it, which contain no deal."""
        recipe = self.recipe
        variant = self._variants[number % len(self._variants)]
        rng = random.Random(f"{recipe.seed}/{number}")
        seed, plies = rng.getrandbits(31), rng.randint(*OPENING)
        game = generate(lambda: Game(variant, recipe.options, seed=seed), plies, 0, rng)
        self._search.clear()
        self._search.set_parameters(built_in_parameters(variant))
        adjudicator = Adjudicator(ADJUDICATION)
        fens: list[str] = []
        scores: list[int] = []
        result: Result | None = None
        while result is None and (result := game.result()) is None:
            side, position = game.turn, game.position
            self._search.prepare(nodes=recipe.nodes)
            move, _, score, _ = self._search.run(position, game.positions[:-1])
            if (
                mate_distance(score) is None
                and abs(score) <= LARGEST_SCORE
                and position.gain(move) == 0
                and position.is_quiet()
            ):
                fens.append(position.fen())
                scores.append(-score if side else score)
            game.push_move(move)
            if game.result() is None and (ended := adjudicator.adjudicate(game, side, score)) is not None:
                result = ended[0]
        won = 0.5 if result.winner is None else 1.0 - result.winner
        return Record(number, variant.name, won, result.reason, len(game.moves), fens, scores)


def play(file: RecordFile, recipe: Recipe, positions: int, concurrency: int, advance: Callable[[int], None]) -> None:
    """Play games until a file has this many positions; ``advance`` is called with the positions of each."""
    missing = (number for number in count() if number not in file.games)
    games = _played(recipe, missing, concurrency)
    while file.positions < positions:
        found = 0
        while found < 2000 and file.positions + found < positions:
            record = next(games)
            file.add(record)
            found += len(record.fens)
            advance(len(record.fens))
        file.flush()


def _played(recipe: Recipe, numbers: Iterator[int], concurrency: int) -> Iterator[Record]:
    """Games without end."""
    if concurrency == 1:
        player = Player(recipe)
        yield from map(player.play, numbers)
        return
    with ProcessPoolExecutor(concurrency, initializer=_prepare, initargs=(recipe,)) as pool:
        running = {pool.submit(_play, next(numbers)) for _ in range(2 * concurrency)}
        try:
            while True:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()
                    running.add(pool.submit(_play, next(numbers)))
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


_player: Player | None = None


def _prepare(recipe: Recipe) -> None:
    """Initialize a worker process."""
    global _player
    os.nice(5)
    _player = Player(recipe)


def _play(number: int) -> Record:
    assert _player is not None
    return _player.play(number)
