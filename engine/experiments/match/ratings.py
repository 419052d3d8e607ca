"""Ratings from results: the Bradley-Terry model by maximum likelihood. A draw is half a win and half a loss.

The advantage of the first player can be fitted along with the ratings: the number of Elo points by which White is
stronger.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from oddfish.engine.experiments.match.linear import SingularError, System
from oddfish.engine.experiments.match.statistics import DEVIATIONS, LOGISTIC_UNIT, Estimate

#: The maximum number of Newton steps; a dozen are usual.
_MOST_STEPS = 100
#: Length of a step, in natural units, below which rounding may hide its gain in likelihood.
_SHORT = 1e-6
#: Games between equal players, half of them won by White, that are added to every fit of the advantage. So it stays
#: finite if White won every game, and is 0 if each player always has the same side.
_BALANCED_GAMES = 2.0


class RatingError(ValueError):
    """The results do not determine finite ratings; the message says why."""


class GameResult(NamedTuple):
    """The players of a game and White's score: 1, 0.5 or 0."""

    white: str
    black: str
    score: float


class Rating(NamedTuple):
    """One row of a rating list."""

    name: str
    elo: float
    error: float  # half the 95 % confidence interval, from the information matrix
    games: int
    score: float  # per game
    draws: int
    opposition: float  # mean rating of the opponents, by games


class Fit(NamedTuple):
    """The result of :func:`fit`.

    Attributes:
        ratings: strongest first.
        advantage: the first player's advantage in Elo, with its 95 % interval; None if it was not fitted.
        draws: the share of draws between equal players, taking the advantage into account (Davidson, 1970).
    """

    ratings: list[Rating]
    advantage: Estimate | None
    draws: float


def rate(results: Iterable[GameResult], prior: float = 0.0, anchor: tuple[str, float] | None = None) -> list[Rating]:
    """The ratings of :func:`fit` without an advantage of the first player."""
    return fit(results, prior, anchor).ratings


def fit(
    results: Iterable[GameResult],
    prior: float = 0.0,
    anchor: tuple[str, float] | None = None,
    advantage: bool = False,
) -> Fit:
    """Fit ratings to results.

    Args:
        results: the games.
        prior: drawn games to add to each pairing that was played, half of them with each side; these make all ratings
            of a connected field finite.
        anchor: a player and their rating. Errors are relative to this player; without an anchor the mean is 0.
        advantage: whether to fit the first player's advantage.

    Raises:
        RatingError: the maximum is not finite or not unique, or the anchor has played no games.
    """
    results = list(results)
    names = sorted({name for result in results for name in result[:2]})
    if anchor is not None and anchor[0] not in names:
        raise RatingError(f"unknown player '{anchor[0]}': expected one of {', '.join(names)}")
    field = _Field(names, results)
    played, met = field.totals(), field.met()
    field.add_draws(prior)
    _check(names, *field.tables())
    values = field.maximize(advantage)
    covariance = field.covariance(values)
    strength, edge = values[: len(names)], values[len(names)] if advantage else 0.0
    base = None if anchor is None else names.index(anchor[0])
    shift = 0.0 if base is None or anchor is None else anchor[1] - strength[base] * LOGISTIC_UNIT
    elo = [value * LOGISTIC_UNIT + shift for value in strength]
    opposition = field.opposition(elo, met)
    unit = DEVIATIONS * LOGISTIC_UNIT
    ratings = []
    for one, name in enumerate(names):
        variance = covariance[one][one]
        if base is not None:
            variance += covariance[base][base] - 2 * covariance[one][base]
        games, points = played[one]
        error = unit * math.sqrt(max(variance, 0.0))
        score = points / games if games else 0.5
        ratings.append(Rating(name, elo[one], error, round(games), score, field.draws[one], opposition[one]))
    ratings.sort(key=lambda rating: (-rating.elo, rating.name))
    estimate = None
    if advantage:
        error = unit * math.sqrt(max(covariance[-1][-1], 0.0))
        value = edge * LOGISTIC_UNIT
        estimate = Estimate(value, value - error, value + error)
    places = field.places
    gaps = Counter(strength[places[white]] - strength[places[black]] + edge for white, black, _ in results)
    return Fit(ratings, estimate, _drawn_between_equals(gaps, sum(result.score == 0.5 for result in results)))


class _Field:
    """The players and their games, by who had White."""

    def __init__(self, names: Sequence[str], results: Iterable[GameResult]):
        self.places = {name: number for number, name in enumerate(names)}
        self.size = len(names)
        self.draws = [0] * self.size
        #: The games of White and Black, and White's points.
        self.games: dict[tuple[int, int], list[float]] = {}
        for white, black, score in results:
            if white == black:
                continue
            one, two = self.places[white], self.places[black]
            cell = self.games.setdefault((one, two), [0.0, 0.0])
            cell[0] += 1
            cell[1] += score
            if score == 0.5:
                self.draws[one] += 1
                self.draws[two] += 1

    def add_draws(self, number: float) -> None:
        """Add drawn games to each pairing, half of them with each side."""
        if number:
            for pair in {pair for one, two in self.games for pair in ((one, two), (two, one))}:
                cell = self.games.setdefault(pair, [0.0, 0.0])
                cell[0] += number / 2
                cell[1] += number / 4

    def totals(self) -> list[tuple[float, float]]:
        """The games and points of each player."""
        games, points = [0.0] * self.size, [0.0] * self.size
        for (one, two), (number, scored) in self.games.items():
            games[one] += number
            games[two] += number
            points[one] += scored
            points[two] += number - scored
        return list(zip(games, points))

    def met(self) -> dict[tuple[int, int], float]:
        """The number of games of each White and Black."""
        return {pair: number for pair, (number, _) in self.games.items()}

    def opposition(self, elo: Sequence[float], met: Mapping[tuple[int, int], float]) -> list[float]:
        """The mean rating of each player's opponents, weighted by games.

        Args:
            met: the number of games of each White and Black.
        """
        games, total = [0.0] * self.size, [0.0] * self.size
        for (one, two), number in met.items():
            games[one] += number
            games[two] += number
            total[one] += number * elo[two]
            total[two] += number * elo[one]
        return [rating / max(number, 1) for rating, number in zip(total, games)]

    def tables(self) -> tuple[list[list[float]], list[list[float]]]:
        """For each two players, their games, and the points of one against the other."""
        met = [[0.0] * self.size for _ in range(self.size)]
        points = [[0.0] * self.size for _ in range(self.size)]
        for (one, two), (games, scored) in self.games.items():
            met[one][two] += games
            met[two][one] += games
            points[one][two] += scored
            points[two][one] += games - scored
        return met, points

    # The likelihood -----------------------------------------------------------------------------------------
    #
    # Values are the players' strengths in natural units, and then the advantage, if it is fitted.

    def _gaps(self, values: Sequence[float]) -> list[tuple[int, int, float, float, float]]:
        """White, Black, games, points, and by how much White is stronger."""
        edge = values[self.size] if len(values) > self.size else 0.0
        return [
            (one, two, games, points, values[one] - values[two] + edge)
            for (one, two), (games, points) in self.games.items()
        ]

    def _likelihood(self, values: Sequence[float]) -> float:
        total = 0.0
        for _, _, games, points, gap in self._gaps(values):
            total += points * gap - games * _log_one_plus_exp(gap)
        if len(values) > self.size:
            edge = values[self.size]
            total += _BALANCED_GAMES * (edge / 2 - _log_one_plus_exp(edge))
        return total

    def _gradient(self, values: Sequence[float]) -> list[float]:
        gradient = [0.0] * len(values)
        total = 0.0
        for one, two, games, points, gap in self._gaps(values):
            surplus = points - games * _wins(gap)
            gradient[one] += surplus
            gradient[two] -= surplus
            total += surplus
        if len(values) > self.size:
            gradient[-1] = total + _BALANCED_GAMES * (0.5 - _wins(values[-1]))
        return gradient

    def _information(self, values: Sequence[float]) -> list[list[float]]:
        """The information matrix, made invertible. Its kernel is an equal change of all strengths, so this adds 1/n to
        each entry of two strengths. The inverse is the pseudo-inverse plus 1/n in each of these entries."""
        size = self.size
        matrix = [[1 / size if one < size and two < size else 0.0 for two in range(len(values))]
                  for one in range(len(values))]  # fmt: skip
        for one, two, games, _, gap in self._gaps(values):
            win = _wins(gap)
            weight = games * win * (1 - win)
            matrix[one][one] += weight
            matrix[two][two] += weight
            matrix[one][two] -= weight
            matrix[two][one] -= weight
            if len(values) > size:
                for player, change in ((one, weight), (two, -weight)):
                    matrix[player][size] += change
                    matrix[size][player] += change
                matrix[size][size] += weight
        if len(values) > size:
            win = _wins(values[size])
            matrix[size][size] += _BALANCED_GAMES * win * (1 - win)
        return matrix

    def _system(self, values: Sequence[float]) -> System:
        try:
            return System(self._information(values))
        except SingularError:
            raise RatingError("the results do not determine all ratings") from None

    def maximize(self, advantage: bool) -> list[float]:
        """The most likely values, with a mean strength of 0, by Newton's method with step halving."""
        values = [0.0] * (self.size + advantage)
        if not self.size:
            return values
        best, last = self._likelihood(values), math.inf
        for _ in range(_MOST_STEPS):
            step = self._system(values).solve(self._gradient(values))
            length = max(map(abs, step), default=0.0)
            if length < _SHORT:
                # Rounding hides the gain of such short steps. Each is far shorter than the last, down to rounding
                # errors.
                if length > last / 2 or not length:
                    break
                values, last = [value + change for value, change in zip(values, step)], length
                continue
            share = 1.0
            while True:
                trial = [value + share * change for value, change in zip(values, step)]
                gained = self._likelihood(trial)
                if gained > best or share < 1e-9:
                    break
                share /= 2
            if gained <= best:
                break
            values, best = trial, gained
        mean = sum(values[: self.size]) / self.size
        return [value - mean if place < self.size else value for place, value in enumerate(values)]

    def covariance(self, values: Sequence[float]) -> list[list[float]]:
        """The covariances of strengths with mean 0, and of the advantage."""
        if not self.size:
            return [[0.0] * len(values) for _ in values]
        inverse = self._system(values).inverse()
        return [
            [value - 1 / self.size if one < self.size and two < self.size else value for two, value in enumerate(row)]
            for one, row in enumerate(inverse)
        ]


def _check(names: Sequence[str], met: list[list[float]], points: list[list[float]]) -> None:
    """Check that there is a unique finite maximum: a chain of points won must link every player to every other (Ford,
    1957)."""
    apart = set(range(len(names))) - _reachable(met)
    if apart:
        raise RatingError(f"no games connect {_join_names(names, apart)} with {names[0]}")
    for table, word in ((points, "lost"), ([list(column) for column in zip(*points)], "won")):
        missing = set(range(len(names))) - _reachable(table)
        if missing:
            # Player 0 never takes a point from (or gives one to) those, directly or through others.
            others = "every game against the others"
            raise RatingError(
                f"{_join_names(names, set(range(len(names))) - missing)} {word} {others} "
                f"({_join_names(names, missing)}): a prior makes the ratings finite"
            )


def _join_names(names: Sequence[str], chosen: set[int]) -> str:
    return ", ".join(names[number] for number in sorted(chosen))


def _reachable(table: list[list[float]]) -> set[int]:
    """The players that player 0 reaches by non-zero entries."""
    reached, waiting = {0} if table else set(), [0] if table else []
    while waiting:
        for other, value in enumerate(table[waiting.pop()]):
            if value and other not in reached:
                reached.add(other)
                waiting.append(other)
    return reached


def _wins(difference: float) -> float:
    """The expected score of a player stronger by this many natural units."""
    if difference >= 0:
        return 1 / (1 + math.exp(-difference))
    odds = math.exp(difference)  # math.exp overflows for large numbers
    return odds / (1 + odds)


def _log_one_plus_exp(value: float) -> float:
    return max(value, 0.0) + math.log1p(math.exp(-abs(value)))


def _drawn_between_equals(gaps: Mapping[float, int], wanted: int) -> float:
    """The share of draws between players of equal strength.

    By Davidson's model a draw has the weight v, a win exp(gap / 2) and a loss exp(-gap / 2). The most likely v is the
    one for which the expected number of draws equals the actual one.

    Args:
        gaps: by how much White was stronger, in natural units, with the number of such games.
        wanted: the number of draws.
    """
    if not wanted or wanted == sum(gaps.values()):
        return float(bool(wanted))
    # Games between players of very different strength carry no information, and cosh would overflow.
    weights = [(2 * math.cosh(min(abs(gap), 200.0) / 2), number) for gap, number in gaps.items()]
    low, high = -100.0, 100.0  # of log v
    for _ in range(100):
        middle = (low + high) / 2
        share = math.exp(middle)
        if sum(number * share / (share + weight) for weight, number in weights) < wanted:
            low = middle
        else:
            high = middle
    return share / (share + 2)
