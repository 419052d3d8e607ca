"""Fits weights to results: logistic regression on the static evaluation of quiet positions (Texel tuning).

The evaluation is nearly linear in most of its terms. Each round therefore computes its derivatives by finite
differences and optimizes the linear model with L-BFGS (the Gauss-Newton method). The objective is the cross-entropy of
the results, where the expected score is 1 / (1 + exp(-K evaluation)), plus a penalty on the change that each term makes
to the evaluations. Held-out games determine the strength of the penalty (the greatest within a standard error of the
best) and when to stop.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize, minimize_scalar
from scipy.special import expit

from oddfish.cext.core.rules import Position
from oddfish.cext.core.sample import Sample
from oddfish.cext.core.terms import Term

Floats = NDArray[np.float64]

#: Strengths of the penalty to try. The penalty applies to a term's mean square change, in logits.
PENALTIES = (3.0, 1.0, 0.3, 0.1, 0.03, 0.01, 0.003)
#: Centipawns to pawns.
_PAWN = 100.0
_EPSILON = 1e-12


class Games:
    """Positions with the results of their games.

    Args:
        games: for each game its positions, the first player's score, and the search score of each position
            (centipawns, for the first player).
    """

    def __init__(self, games: Sequence[tuple[list[Position], float, Sequence[int]]]):
        self.sample = Sample()
        scores: list[float] = []
        searched: list[int] = []
        firsts: list[int] = []
        for positions, score, search_scores in games:
            if positions:
                firsts.append(len(scores))
            self.sample.add(positions)
            scores += [score] * len(positions)
            searched += search_scores
        self.scores: Floats = np.array(scores)
        self.searched: Floats = np.array(searched) / _PAWN
        self.games = len(games)
        self._firsts = np.array(firsts, dtype=np.intp)

    def evaluate(self, values: Sequence[int]) -> Floats:
        """The static evaluation of each position in pawns, for the first player."""
        return np.frombuffer(self.sample.evaluate(values), dtype=np.intc) / _PAWN

    def loss(self, values: Sequence[int], scale: float) -> float:
        return loss(scale * self.evaluate(values), self.scores)

    def losses(self, values: Sequence[int], scale: float) -> Floats:
        """The contribution of each game to the loss."""
        each = cross_entropy(scale * self.evaluate(values), self.scores) / len(self.scores)
        return np.asarray(np.add.reduceat(each, self._firsts))


def split(count: int, holdout: float, draw: Callable[[int], Sequence[int]]) -> tuple[list[int], list[int]]:
    """Split ``count`` games into a training and a held-out set of at least one game each; ``draw`` permutes them."""
    order = list(draw(count))
    held = min(max(round(holdout * count), 1), count - 1)
    return sorted(order[held:]), sorted(order[:held])


def cross_entropy(logits: Floats, scores: Floats) -> Floats:
    """The cross-entropy of each score in nats, given the logits of the expected scores."""
    return np.asarray(np.logaddexp(0.0, logits) - scores * logits)


def loss(logits: Floats, scores: Floats) -> float:
    """The mean cross-entropy."""
    return float(np.mean(cross_entropy(logits, scores)))


def fit_scale(evaluations: Floats, scores: Floats) -> float:
    """K, the value of a pawn in logits that explains the scores best."""
    found = minimize_scalar(lambda scale: loss(scale * evaluations, scores), bounds=(0.0, 10.0), method="bounded")
    return float(found.x)


class Losses(NamedTuple):
    training: float
    held_out: float


class Fit(NamedTuple):
    """The result of a fit."""

    values: tuple[int, ...]
    scale: float  # K
    before: Losses
    after: Losses
    penalty: float
    rounds: int


@dataclass(frozen=True)
class Settings:
    """How to fit weights.

    Attributes:
        rounds: the maximum number of rounds.
        blend: the weight of the search score in the target; the rest is the result. Search scores are biased but less
            noisy. Losses always use only the results.
        prior: the weights that the fit starts from and that the penalty pulls towards; None for the old weights.
    """

    rounds: int = 4
    blend: float = 0.0
    prior: Sequence[int] | None = None


def fit(
    training: Games,
    held_out: Games,
    terms: Sequence[Term],
    start: Sequence[int],
    settings: Settings = Settings(),
    report: Callable[[int, float, Losses], None] = lambda number, penalty, losses: None,
) -> Fit:
    """Find the weights that best explain the results of the training games without overfitting.

    Args:
        terms: the terms of the evaluation.
        start: the old weights.
        report: called with each candidate's round, penalty and losses.
    """
    at = tuple(start if settings.prior is None else settings.prior)
    center: Floats = np.array(at, dtype=float)
    scale = fit_scale(training.evaluate(start), training.scores)

    def losses(values: Sequence[int]) -> Losses:
        return Losses(training.loss(values, scale), held_out.loss(values, scale))

    expected = expit(fit_scale(training.searched, training.scores) * training.searched)
    targets = (1 - settings.blend) * training.scores + settings.blend * expected
    before = losses(start)
    best, best_losses, best_round = tuple(start), before, 0
    if at != best and (first := losses(at)).held_out < before.held_out:
        best, best_losses = at, first
    penalties: Sequence[float] = PENALTIES
    chosen = 0.0
    for number in range(1, settings.rounds + 1):
        base = training.evaluate(at)
        columns, slopes = derivatives(training, terms, at)
        if not columns:
            break
        spread = np.sqrt(np.mean(slopes**2, axis=0))
        candidates = []
        for penalty in penalties:
            room = _room(terms, columns, at, center, spread)
            moved = _solve(base, slopes / spread, targets, scale, penalty, *room)
            values = list(at)
            for column, value in zip(columns, np.rint(np.array(at)[columns] + moved / spread)):
                values[column] = int(min(max(value, terms[column].low), terms[column].high))
            candidates.append((losses(values), penalty, tuple(values)))
            report(number, penalty, candidates[-1][0])
        found, penalty, at = _choose(candidates, held_out, scale)
        if not found.held_out < best_losses.held_out:
            break  # no better on held-out games, or not a number
        best, best_losses, best_round, chosen = at, found, number, penalty
        penalties = (penalty,)
    return Fit(best, scale, before, best_losses, chosen, best_round)


Candidate = tuple[Losses, float, tuple[int, ...]]


def _choose(candidates: Sequence[Candidate], held_out: Games, scale: float) -> Candidate:
    """The candidate with the greatest penalty among those within a standard error of the best, which the held-out games
    cannot tell apart. (Candidates come by descending penalty.)"""
    best = min(candidates, key=lambda candidate: candidate[0].held_out)
    least = held_out.losses(best[2], scale)
    for candidate in candidates:
        worse = held_out.losses(candidate[2], scale) - least
        if worse.sum() <= worse.std() * np.sqrt(len(worse)):
            return candidate
    return best


def derivatives(games: Games, terms: Sequence[Term], values: Sequence[int]) -> tuple[list[int], Floats]:
    """The terms that matter in these positions, and their derivatives: a column each, in pawns per unit of the term."""
    columns, slopes = [], []
    for column, term in enumerate(terms):
        if term.fixed:
            continue
        # Wide enough to average out the rounding of the evaluation.
        step = max(2, min(abs(values[column]) // 8, 40))
        low, high = max(values[column] - step, term.low), min(values[column] + step, term.high)
        changed = list(values)
        changed[column] = high
        above = games.evaluate(changed)
        changed[column] = low
        slope = (above - games.evaluate(changed)) / (high - low)
        if np.sqrt(np.mean(slope**2)) > _EPSILON:
            columns.append(column)
            slopes.append(slope)
    return columns, np.array(slopes).T


def _room(
    terms: Sequence[Term], columns: list[int], at: Sequence[int], center: Floats, spread: Floats
) -> tuple[Floats, list[tuple[float, float]]]:
    """The distance of each term from the center, and the bounds of its move, in root mean square pawns."""
    here = np.array(at, dtype=float)[columns]
    low = np.array([terms[column].low for column in columns])
    high = np.array([terms[column].high for column in columns])
    return (here - center[columns]) * spread, list(zip((low - here) * spread, (high - here) * spread))


def _solve(
    base: Floats,
    slopes: Floats,
    scores: Floats,
    scale: float,
    penalty: float,
    gone: Floats,
    bounds: list[tuple[float, float]],
) -> Floats:
    """The move of the terms that minimizes the penalized cross-entropy of the evaluations ``base + slopes @ move``."""

    def value(move: Floats) -> tuple[float, Floats]:
        logits = scale * (base + slopes @ move)
        away = gone + move
        gradient = scale * (slopes.T @ (expit(logits) - scores)) / len(scores)
        strength = penalty * scale**2
        return loss(logits, scores) + strength * float(away @ away), gradient + 2 * strength * away

    found = minimize(value, np.zeros(slopes.shape[1]), jac=True, method="L-BFGS-B", bounds=bounds)
    return np.asarray(found.x)
