"""Ratings from results: the Bradley-Terry model by maximum likelihood. A draw is half a win and half a loss."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from oddfish.engine.experiments.match.statistics import LOGISTIC_UNIT, quantile


class RatingError(ValueError):
    """The results do not determine finite ratings; the text says why."""


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
        prior: drawn games added to each pairing that was played, which makes all ratings of a connected field finite.
        anchor: a player and their rating, to which the errors are relative; without one the mean is 0.
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
    """Check that there is a unique finite maximum: every player must be linked to every other by a chain of points won
    (Ford, 1957)."""
    apart = set(range(len(names))) - _reached(met)
    if apart:
        raise RatingError(f"no games connect {_list(names, apart)} with {names[0]}")
    for table, word in ((points, "lost"), ([list(column) for column in zip(*points)], "won")):
        missing = set(range(len(names))) - _reached(table)
        if missing:
            # Player 0 never takes a point from (or gives one to) those, directly or through others.
            others = "every game against the others"
            raise RatingError(
                f"{_list(names, set(range(len(names))) - missing)} {word} {others} "
                f"({_list(names, missing)}): a prior makes the ratings finite"
            )


def _list(names: Sequence[str], chosen: set[int]) -> str:
    return ", ".join(names[number] for number in sorted(chosen))


def _reached(table: list[list[float]]) -> set[int]:
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

    best = likelihood(strength)
    for _ in range(200):
        gradient = [
            scored[one] - sum(met[one][two] * _wins(strength[one] - strength[two]) for two in range(size))
            for one in range(size)
        ]
        step = [sum(a * b for a, b in zip(row, gradient)) for row in _covariance(met, strength)]
        if max(map(abs, step), default=0.0) < 1e-12:
            break
        size_of_step = 1.0
        while True:
            trial = [value + size_of_step * change for value, change in zip(strength, step)]
            value = likelihood(trial)
            if value >= best or size_of_step < 1e-9:
                break
            size_of_step /= 2
        strength, best = trial, value
    mean = sum(strength) / max(size, 1)
    return [value - mean for value in strength]


def _wins(difference: float) -> float:
    """The expected score of a player stronger by this many natural units."""
    return 1 / (1 + math.exp(-difference))


def _covariance(met: list[list[float]], strength: list[float]) -> list[list[float]]:
    """The inverse of the information matrix for strengths with mean 0.

    The matrix is singular, with kernel (1, …, 1). Adding 1/n to every entry makes it invertible, and subtracting the
    same from the inverse gives the pseudo-inverse.
    """
    size = len(met)
    matrix = [[1 / size] * size for _ in range(size)]
    for one in range(size):
        for two in range(size):
            if one != two and met[one][two]:
                win = _wins(strength[one] - strength[two])
                weight = met[one][two] * win * (1 - win)
                matrix[one][two] -= weight
                matrix[one][one] += weight
    return [[value - 1 / size for value in row] for row in _invert(matrix)]


def _invert(matrix: list[list[float]]) -> list[list[float]]:
    """Gauss-Jordan inversion with partial pivoting.

    Raises:
        RatingError: the matrix is singular.
    """
    size = len(matrix)
    rows = [[*row, *(float(one == two) for two in range(size))] for one, row in enumerate(matrix)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        if abs(rows[pivot][column]) < 1e-300:
            raise RatingError("the results do not determine all ratings")
        rows[column], rows[pivot] = rows[pivot], rows[column]
        scale = rows[column][column]
        rows[column] = [value / scale for value in rows[column]]
        for row in range(size):
            factor = rows[row][column]
            if row != column and factor:
                rows[row] = [value - factor * other for value, other in zip(rows[row], rows[column])]
    return [row[size:] for row in rows]
