"""Games that the engine plays against itself, for training networks."""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import count
from typing import Any

from oddfish.cext.search import Search
from oddfish.engine.evaluation.networks import parse_network, read_network
from oddfish.engine.evaluation.parameters import built_in_parameters
from oddfish.engine.experiments.match.openings import generate
from oddfish.engine.experiments.processes import map_in_processes
from oddfish.engine.experiments.self_play import play_out
from oddfish.engine.experiments.train.records import Record, RecordFile
from oddfish.engine.game import Game
from oddfish.engine.options import OptionError
from oddfish.engine.variants import get_variant
from oddfish.engine.variants.base import Variant

#: Bounds on the length of random openings, in moves.
OPENING = (4, 12)
#: Positions with larger scores are left out: they teach nothing.
LARGEST_SCORE = 3000
_HASH_MB = 4
#: The maximum number of attempts to draw house rules that do not contradict each other.
_DRAWS = 100

#: Plays the games with these numbers, an endless sequence, and yields them in order.
PlayGames = Callable[[Iterator[int]], Generator[Record, None, None]]


@dataclass(frozen=True)
class Recipe:
    """How to play the games. Game n depends only on the recipe and n.

    Args:
        variants: the variants, played in turn.
        nodes: nodes per move.
        seed: seed of armies, deals and openings.
        network: path of the network for the players' evaluation; None for the hand-written evaluations.
        options: the variants' options.
        house_rules: whether to vary the house rules that ``options`` does not set (:func:`house_rules`). Otherwise
            they have their default values.
    """

    variants: tuple[str, ...]
    nodes: int
    seed: int
    network: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    house_rules: bool = False

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


class Player:
    """Plays the games of a recipe.

    Args:
        recipe: how to play them.
        network: the content of the recipe's network file; None reads the file.

    Raises:
        NetworkError: the recipe's network cannot be used.
    """

    def __init__(self, recipe: Recipe, network: bytes | None = None):
        self.recipe = recipe
        self._variants = [get_variant(name) for name in recipe.variants]
        self._search = Search(_HASH_MB, 1)
        if recipe.network is not None:
            found = read_network(recipe.network) if network is None else parse_network(network, recipe.network)
            self._search.set_network(found.network)

    def play(self, number: int) -> Record:
        """Play a game. Searches receive only positions, which contain no deal."""
        recipe = self.recipe
        variant = self._variants[number % len(self._variants)]
        rng = random.Random(f"{recipe.seed}/{number}")
        options = {**(house_rules(variant, rng) if recipe.house_rules else {}), **recipe.options}
        seed, plies = rng.getrandbits(31), rng.randint(*OPENING)
        game = generate(lambda: Game(variant, options, seed=seed), plies, 0, rng)
        self._search.clear()
        self._search.set_parameters(built_in_parameters(variant))

        def think() -> tuple[int, int]:
            self._search.prepare(nodes=recipe.nodes)
            move, _, score, _ = self._search.run(game.position, game.positions[:-1])
            return move, score

        score, reason, quiet = play_out(game, think)
        kept = [(position.fen(), value) for position, value in quiet if abs(value) <= LARGEST_SCORE]
        fens, scores = [fen for fen, _ in kept], [value for _, value in kept]
        return Record(number, variant.name, score, reason, len(game.moves), fens, scores, variant.unusual(options))


def make_player(recipe: Recipe) -> Callable[[int], Record]:
    """A function that plays the game of a recipe with a given number."""
    return Player(recipe).play


def house_rules(variant: Variant, rng: random.Random) -> dict[str, Any]:
    """Random house rules for a game."""
    for _ in range(_DRAWS):
        rules = {
            option.name: rng.choice(option.choices or (False, True))
            for option in variant.options
            if option.kind in ("check", "combo") and option.name not in variant.start_options
        }
        try:
            variant.check({**variant.defaults(), **rules})
        except OptionError:  # rules that contradict each other
            continue
        return rules
    return {}


def play_locally(recipe: Recipe, concurrency: int) -> PlayGames:
    """A function that plays games of a recipe in ``concurrency`` processes."""
    return lambda numbers: map_in_processes(partial(make_player, recipe), numbers, concurrency)


def play(file: RecordFile, play_games: PlayGames, positions: int, advance: Callable[[int], None]) -> None:
    """Play games until a file has this many positions; calls ``advance`` with the number of each game's positions."""
    missing = (number for number in count() if number not in file.games)
    with closing(play_games(missing)) as games:
        while file.positions < positions:
            record = next(games)
            file.add(record)
            advance(len(record.fens))
