"""Playing levels: how strong the engine plays, from a beginner's first games to all it can.

A level is made of two things that make people weak. It looks at few positions and not far ahead; and it overlooks
moves, its own and the opponent's, at every point of every line it thinks about. Captures, promotions and checks meet
the eye: one is overlooked only if two looks miss it. What hangs, or has just captured, is nearly always seen: of the
captures that win material a quarter as many are overlooked as of others. In games of chance as many are: what may take
what has to be learned in Banqi, and to see all that hangs is most of playing it well. In check, when moves are few,
nothing is overlooked. Among the moves it sees, a level plays the one that it thinks best.

Levels evaluate positions by hand, even where the engine at full strength has a network: a better network makes no level
stronger than it was measured to be. Only the highest four use it, and look at fewer positions then: by hand they were
too far below full strength. In games of chance, where the network makes the most of the difference, these are fewer
still, lest the first of the four leave nothing to the others.

None of these numbers depends on how a game values its pieces, so one table serves all games, and none is a time, so a
level plays alike on every machine and at every time control that leaves it the time for its few nodes.

What is overlooked depends on the position, the move and a seed, drawn once a game: what was seen once is seen again a
move later, so that a mate in view is carried out. Only when a position of the game occurs again does the engine look at
it afresh, lest it move to and fro. A level searches with one thread and a small hash table of its own, emptied before
each move; under one seed its moves depend on the game alone.
"""

from __future__ import annotations

import bisect
import random
from typing import NamedTuple

from oddfish.engine.game import Game

#: The option that sets a playing level, of our engine and of others.
LEVEL_OPTION = "Skill Level"


class Level(NamedTuple):
    """One level of limited strength."""

    depth: int  #: the most plies that it looks ahead, before captures are played out
    nodes: int  #: the most positions it looks at for a move, evaluating them by hand
    overlooked: float  #: the share of quiet moves that it overlooks, 0 to 1
    elo: int  #: its rating in chess (docs/measured.md, "Levels")
    network_nodes: int = 0  #: the same where the game's network evaluates them; 0 if none ever does
    chance_network_nodes: int = 0  #: the same in games of chance; 0 if, and only if, network_nodes is
    chance: bool = False  #: whether this is for a game of chance

    @property
    def captures_overlooked(self) -> float:
        """The share of captures, promotions and checks that it overlooks."""
        return self.overlooked**2

    @property
    def winning_overlooked(self) -> float:
        """The share of captures that win material which it overlooks."""
        return self.captures_overlooked if self.chance else self.captures_overlooked / 4


#: The levels of limited strength, weakest first.
LEVELS = (
    Level(1, 16, 0.956, 250),
    Level(1, 25, 0.902, 385),
    Level(2, 40, 0.829, 520),
    Level(2, 63, 0.743, 655),
    Level(3, 99, 0.645, 785),
    Level(3, 158, 0.54, 920),
    Level(4, 250, 0.44, 1055),
    Level(5, 395, 0.36, 1190),
    Level(6, 625, 0.288, 1330),
    Level(7, 985, 0.23, 1465),
    Level(8, 1560, 0.18, 1565),
    Level(9, 2470, 0.14, 1650),
    Level(10, 3920, 0.106, 1735),
    Level(12, 6200, 0.077, 1805),
    Level(13, 9800, 0.053, 1840),
    Level(15, 15600, 0.032, 1870),
    Level(16, 25000, 0.018, 1900, network_nodes=15000, chance_network_nodes=4500),
    Level(18, 40000, 0.006, 1930, network_nodes=25500, chance_network_nodes=11000),
    Level(20, 62000, 0.002, 1965, network_nodes=43000, chance_network_nodes=24000),
    Level(22, 95000, 0.0005, 2000, network_nodes=73000, chance_network_nodes=60000),
)

#: Nodes that a level may look at besides in games of chance: a move has a node for each of its outcomes there, and the
#: weakest levels should get to the end of more than one.
NODES_FOR_CHANCE = 150
#: The same where a move is a turn of several, so that they get to the end of more than one. Plies are turns there.
NODES_FOR_PARTS = 25
#: The level of full strength, which is no limit at all.
FULL_STRENGTH = len(LEVELS)
#: The range of UCI_Elo.
LOWEST_ELO, HIGHEST_ELO = LEVELS[0].elo, LEVELS[-1].elo


def level_of_elo(elo: float) -> float:
    """The level, or the point between two levels, with this rating; ratings outside the table are cut to it."""
    ratings = [level.elo for level in LEVELS]
    upper = bisect.bisect_left(ratings, elo)
    if upper == 0:
        return 0.0
    if upper == len(ratings):
        return float(upper - 1)
    return upper - 1 + (elo - ratings[upper - 1]) / (ratings[upper] - ratings[upper - 1])


class Skill:
    """How strong the engine plays, as the options say."""

    def __init__(
        self, level: int = FULL_STRENGTH, limited: bool = False, elo: int = HIGHEST_ELO, seed: int = 0
    ) -> None:
        self.level = level  #: Skill Level
        self.limited = limited  #: UCI_LimitStrength: UCI_Elo holds instead
        self.elo = elo  #: UCI_Elo
        self.seed = seed  #: SkillSeed; 0 for a new one in each game
        self._game_seed = 0
        self.new_game()

    def new_game(self) -> None:
        """Draw the seed of a game."""
        self._game_seed = random.getrandbits(62)

    @property
    def is_full(self) -> bool:
        """Whether the engine plays at full strength."""
        return not self.limited and self.level == FULL_STRENGTH

    def choose(self, game: Game) -> tuple[Level, int] | None:
        """The level that chooses the next move of a game, and its seed; None for full strength.

        A rating between two levels is met by choosing each of them as often as is due.
        """
        if self.is_full:
            return None
        key, seed = game.position.key, f"{self.seed or self._game_seed}/{game.repetitions()}"
        exact = level_of_elo(self.elo) if self.limited else float(self.level)
        whole = int(exact)
        if random.Random(f"{seed}/{key}").random() < exact - whole:
            whole += 1
        level = LEVELS[whole]
        if game.position.has_chance:
            level = level._replace(
                nodes=level.nodes + NODES_FOR_CHANCE, network_nodes=level.chance_network_nodes, chance=True
            )
        if game.position.has_turns:
            level = level._replace(depth=2 * level.depth, nodes=level.nodes + NODES_FOR_PARTS)
        return level, random.Random(seed).getrandbits(63)
