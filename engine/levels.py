"""Playing levels: how strong the engine plays, from beginner to full strength.

A level is weak in the two ways in which people are weak. It searches few positions, not far ahead, and it overlooks
moves, its own and the opponent's, at every node of the search. Captures, promotions and checks are conspicuous: a level
overlooks one only if two looks miss it. Captures that win material are even easier to see: a level overlooks only a
quarter as many of these. In games of chance it overlooks just as many as of other captures: in Banqi players have to
learn which piece captures which, and seeing everything that hangs is most of playing well. In check, when there are few
moves, a level overlooks nothing. Among the moves that it sees, it plays the one that it thinks best.

Levels use the hand-written evaluation even if the game has a network, so that a better network does not make a level
stronger than its measured rating. Only the highest four use the network, because with the hand-written evaluation they
were too far below full strength; in return they search fewer positions. In games of chance, where the network makes the
most difference, they search fewer still: otherwise the first of the four would leave no room for the others.

None of these numbers depends on how a game values its pieces, so one table serves all games. None is a time, so a level
plays the same on every machine and at every time control that leaves enough time for its few nodes.

Which moves a level overlooks depends on the position, the move and a seed, drawn once per game. A level that has seen a
move sees it again one move later, so it carries out a mate that it has found. When a position of the game repeats, a
new choice is drawn, so that the engine does not shuffle back and forth. A level searches with one thread and its own
small hash table, cleared before each move; with a given seed its moves depend only on the game.
"""

from __future__ import annotations

import bisect
import random
from typing import NamedTuple

from oddfish.cext.search import MATE
from oddfish.engine.game import Game
from oddfish.engine.search_types import mate_distance

#: The option that sets a playing level, in this engine and in others.
LEVEL_OPTION = "Skill Level"


class Level(NamedTuple):
    """One level of limited strength."""

    depth: int  #: maximum search depth in plies, without quiescence search
    nodes: int  #: maximum number of nodes per move, with the hand-written evaluation
    overlooked: float  #: share of quiet moves that it overlooks, 0 to 1
    elo: int  #: its rating in chess (docs/measured.md, "Levels")
    network_nodes: int = 0  #: `nodes` with the game's network; 0 if the level never uses networks
    chance_network_nodes: int = 0  #: `network_nodes` in games of chance; 0 if, and only if, `network_nodes` is 0
    chance: bool = False  #: whether this is for a game of chance

    @property
    def captures_overlooked(self) -> float:
        """The share of captures, promotions and checks that it overlooks."""
        return self.overlooked**2

    @property
    def winning_overlooked(self) -> float:
        """The share of the captures that win material that it overlooks."""
        return self.captures_overlooked if self.chance else self.captures_overlooked / 4

    def believed(self, score: int, standing: int) -> int:
        """The score that the level shows for one that its search has found.

        A search that overlooks moves often finds a disaster or a triumph that is not there. So the difference from the
        static evaluation is scaled by the share of moves that the level sees. A level is sure of an immediate mate, and
        the strongest levels are sure of any mate.

        Args:
            score: in centipawns, or a mate score.
            standing: the static evaluation, in centipawns for the same side.
        """
        if mate_distance(score) is not None:
            if score in (MATE - 1, -MATE) or self.overlooked < _SURE:
                return score
            score = _WINNING if score > 0 else -_WINNING
        bound = min(abs(standing), _WINNING)
        beyond = max(abs(score) - bound, 0) * (1 - self.overlooked)
        shown = round(min(abs(score), bound) + beyond)
        return shown if score > 0 else -shown


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

#: Additional nodes for a level in games of chance: each outcome of a move costs a node there, and the weakest levels
#: should complete more than one move.
NODES_FOR_CHANCE = 150
#: Additional nodes for a level if turns are several moves, so that it completes more than one turn. Its depth then
#: counts turns.
NODES_FOR_PARTS = 25
#: The level without any limit.
FULL_STRENGTH = len(LEVELS)
#: The default level in XBoard and in the browser, for beginners.
BEGINNER = 2
#: The score of a mate for a level that is not sure of it; and the share of overlooked moves above which it is not sure.
_WINNING, _SURE = 2000, 0.05
#: The range of UCI_Elo.
LOWEST_ELO, HIGHEST_ELO = LEVELS[0].elo, LEVELS[-1].elo


def level_of_elo(elo: float) -> float:
    """The level, or the point between two levels, with this rating; ratings outside the table are clamped to it."""
    ratings = [level.elo for level in LEVELS]
    upper = bisect.bisect_left(ratings, elo)
    if upper == 0:
        return 0.0
    if upper == len(ratings):
        return float(upper - 1)
    return upper - 1 + (elo - ratings[upper - 1]) / (ratings[upper] - ratings[upper - 1])


class Skill:
    """How strong the engine plays, as the options set it."""

    def __init__(
        self, level: int = FULL_STRENGTH, limited: bool = False, elo: int = HIGHEST_ELO, seed: int = 0
    ) -> None:
        self.level = level  #: Skill Level
        self.limited = limited  #: UCI_LimitStrength: use UCI_Elo instead
        self.elo = elo  #: UCI_Elo
        self.seed = seed  #: SkillSeed; 0 for a new one in each game
        self._game_seed = 0
        self.new_game()

    def new_game(self) -> None:
        """Draw the seed for a game."""
        self._game_seed = random.getrandbits(62)

    @property
    def is_full(self) -> bool:
        """Whether the engine plays at full strength."""
        return not self.limited and self.level == FULL_STRENGTH

    def choose(self, game: Game) -> tuple[Level, int] | None:
        """The level that chooses the next move of a game, and its seed; None for full strength.

        For a rating between two levels this picks one at random, with the probability that gives that rating.
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
