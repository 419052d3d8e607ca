"""Ratings from results: the Bradley-Terry model by maximum likelihood. A draw is half a win and half a loss."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from operator import mul
from typing import NamedTuple

from oddfish.engine.experiments.match.statistics import LOGISTIC_UNIT, quantile

#: The maximum number of Newton's steps; a dozen are usual.
_MOST_STEPS = 100
#: Length of a step, in natural units, below which rounding may hide its gain in likelihood.
_SHORT = 1e-6


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
    error: float  # half the 95 % confidence interval
    games: int
    score: float  # per game
    draws: int
    opposition: float  # mean rating of the opponents, by games


def rate(
    results: Iterable[GameResult],
    prior: float = 0.0,
    anchor: tuple[str, float] | None = None,
    confidence: float = 0.95,
) -> list[Rating]:
    """The rating list, strongest first.

    Args:
        results: the games.
        prior: drawn games to add to each pairing that was played; these make all ratings of a connected field finite.
        anchor: a player and their rating. Errors are relative to this player; without an anchor the mean is 0.
        confidence: confidence level of the errors, which come from the information matrix.

    Raises:
        RatingError: the maximum is not finite or not unique, or the anchor has played no games.
    """
    results = list(results)
    names = sorted({name for result in results for name in result[:2]})
    index = {name: number for number, name in enumerate(names)}
    size = len(names)
    if anchor is not None and anchor[0] not in index:
        raise RatingError(f"unknown player '{anchor[0]}': expected one of {', '.join(names)}")
    met = [[0.0] * size for _ in names]
    points = [[0.0] * size for _ in names]
    draws = [0] * size
    for white, black, score in results:
        if white == black:
            continue
        one, two = index[white], index[black]
        met[one][two] += 1
        met[two][one] += 1
        points[one][two] += score
        points[two][one] += 1 - score
        if score == 0.5:
            draws[one] += 1
            draws[two] += 1
    games = [sum(row) for row in met]
    scored = [sum(row) for row in points]
    for one in range(size):
        for two in range(size):
            if met[one][two]:
                met[one][two] += prior
                points[one][two] += prior / 2
    _check(names, met, points)
    strength = _maximize(met, [sum(row) for row in points])
    covariance = _covariance(met, strength)
    shift, base = 0.0, None
    if anchor is not None:
        base = index[anchor[0]]
        shift = anchor[1] - strength[base] * LOGISTIC_UNIT
    elo = [value * LOGISTIC_UNIT + shift for value in strength]
    ratings = []
    for one, name in enumerate(names):
        variance = covariance[one][one]
        if base is not None:
            variance += covariance[base][base] - 2 * covariance[one][base]
        opposition = sum(met[one][two] * elo[two] for two in range(size)) / max(sum(met[one]), 1)
        error = quantile(confidence) * LOGISTIC_UNIT * math.sqrt(max(variance, 0.0))
        score = scored[one] / games[one] if games[one] else 0.5
        ratings.append(Rating(name, elo[one], error, round(games[one]), score, draws[one], opposition))
    return sorted(ratings, key=lambda rating: (-rating.elo, rating.name))


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


def _maximize(met: list[list[float]], scored: list[float]) -> list[float]:
    """Strengths with mean 0 in natural units, by Newton's method with step halving."""
    size = len(met)
    strength = [0.0] * size

    def likelihood(values: list[float]) -> float:
        total = sum(score * value for score, value in zip(scored, values))
        for one in range(size):
            for two in range(one):
                if met[one][two]:
                    high, low = max(values[one], values[two]), min(values[one], values[two])
                    total -= met[one][two] * (high + math.log1p(math.exp(low - high)))
        return total

    best, last = likelihood(strength), math.inf
    for _ in range(_MOST_STEPS):
        gradient = [
            scored[one] - sum(met[one][two] * _wins(strength[one] - strength[two]) for two in range(size))
            for one in range(size)
        ]
        step = _solve(_factor(_information(met, strength)), gradient)
        length = max(map(abs, step), default=0.0)
        if length < _SHORT:
            # Rounding hides the gain of such short steps. Each is far shorter than the last, down to rounding errors.
            if length > last / 2 or not length:
                break
            strength, last = [value + change for value, change in zip(strength, step)], length
            continue
        share = 1.0
        while True:
            trial = [value + share * change for value, change in zip(strength, step)]
            gained = likelihood(trial)
            if gained > best or share < 1e-9:
                break
            share /= 2
        if gained <= best:
            break
        strength, best = trial, gained
    mean = sum(strength) / max(size, 1)
    return [value - mean for value in strength]


def _wins(difference: float) -> float:
    """The expected score of a player stronger by this many natural units."""
    if difference >= 0:
        return 1 / (1 + math.exp(-difference))
    odds = math.exp(difference)  # math.exp overflows for large numbers
    return odds / (1 + odds)


def _covariance(met: list[list[float]], strength: list[float]) -> list[list[float]]:
    """The pseudo-inverse of the information matrix: covariances of strengths with mean 0."""
    size = len(met)
    factor = _factor(_information(met, strength))
    units = ([float(one == two) for two in range(size)] for one in range(size))
    return [[value - 1 / size for value in _solve(factor, unit)] for unit in units]


def _information(met: list[list[float]], strength: list[float]) -> list[list[float]]:
    """The information matrix, made invertible: its kernel is (1, …, 1), so this adds 1/n to each entry. Its inverse is
    the pseudo-inverse plus 1/n in each entry."""
    size = len(met)
    matrix = [[1 / size] * size for _ in range(size)]
    for one in range(size):
        for two in range(size):
            if one != two and met[one][two]:
                win = _wins(strength[one] - strength[two])
                weight = met[one][two] * win * (1 - win)
                matrix[one][two] -= weight
                matrix[one][one] += weight
    return matrix


def _factor(matrix: list[list[float]]) -> list[list[float]]:
    """The rows of the lower triangle L with L Lᵀ = matrix, which is symmetric and positive definite (Cholesky).

    Raises:
        RatingError: the matrix is singular.
    """
    rows: list[list[float]] = []
    for given in matrix:
        row: list[float] = []
        for other in rows:
            row.append((given[len(row)] - _product(row, other)) / other[-1])
        square = given[len(row)] - _product(row, row)
        if square < 1e-300:
            raise RatingError("the results do not determine all ratings")
        rows.append([*row, math.sqrt(square)])
    return rows


def _solve(factor: list[list[float]], right: list[float]) -> list[float]:
    """The solution x of L Lᵀ x = right, with L from `_factor`."""
    half: list[float] = []
    for row, value in zip(factor, right):
        half.append((value - _product(row, half)) / row[-1])
    for one in reversed(range(len(half))):
        half[one] /= factor[one][-1]
        for two in range(one):
            half[two] -= factor[one][two] * half[one]
    return half


def _product(one: Sequence[float], two: Sequence[float]) -> float:
    """The dot product, up to the length of the shorter sequence."""
    return sum(map(mul, one, two))
