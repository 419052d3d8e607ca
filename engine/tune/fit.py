"""Weights fitted to results: logistic regression on the static evaluation of quiet positions.

The evaluation is nearly linear in most of its terms. So its derivatives are taken by finite differences, the weights
of the linear model found by L-BFGS, and both repeated from there (Gauss and Newton's way). What is minimised is the
cross-entropy of the results, 1 / (1 + exp(-K evaluation)) being the score expected, plus a penalty on what each term
changes about the evaluations; the games held out choose its strength (the greatest within a standard error of the best)
and the round to stop at.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize, minimize_scalar
from scipy.special import expit

from oddfish.cext.core.rules import Position
from oddfish.cext.core.sample import Sample
from oddfish.cext.core.terms import Term

Floats = NDArray[np.float64]

#: Strengths of the penalty that are tried: on the square of a term's root mean square change, in logits.
PENALTIES = (3.0, 1.0, 0.3, 0.1, 0.03, 0.01, 0.003)
#: Centipawns to pawns.
_PAWN = 100.0
_EPSILON = 1e-12


class Games:
    """Positions with the results of their games.

    Args:
        games: for each game its positions, the first player's score, and what a search said of each position
            (centipawns, for the first player).
    """

    def __init__(self, games: Sequence[tuple[list[Position], float, Sequence[int]]]):
        self.sample = Sample()
        scores: list[float] = []
        searched: list[int] = []
        firsts: list[int] = []
        for positions, score, said in games:
            if positions:
                firsts.append(len(scores))
            self.sample.add(positions)
            scores += [score] * len(positions)
            searched += said
        self.scores: Floats = np.array(scores)
        self.searched: Floats = np.array(searched) / _PAWN
        self.games = len(games)
        self._firsts = np.array(firsts, dtype=np.intp)

    def evaluate(self, values: Sequence[int]) -> Floats:
        """Pawns, for the first player."""
        return np.frombuffer(self.sample.evaluate(values), dtype=np.intc) / _PAWN

    def loss(self, values: Sequence[int], scale: float) -> float:
        return loss(scale * self.evaluate(values), self.scores)

    def losses(self, values: Sequence[int], scale: float) -> Floats:
        """What each game adds to the loss."""
        each = cross_entropy(scale * self.evaluate(values), self.scores) / len(self.scores)
        return np.asarray(np.add.reduceat(each, self._firsts))


def split(count: int, holdout: float, draw: Callable[[int], Sequence[int]]) -> tuple[list[int], list[int]]:
    """Which of ``count`` games train and which are held out; ``draw`` permutes them. At least one on each side."""
    order = list(draw(count))
    held = min(max(round(holdout * count), 1), count - 1)
    return sorted(order[held:]), sorted(order[:held])


def cross_entropy(logits: Floats, scores: Floats) -> Floats:
    """That of each score in nats, given the logits of those expected."""
    return np.asarray(np.logaddexp(0.0, logits) - scores * logits)


def loss(logits: Floats, scores: Floats) -> float:
    """The mean cross-entropy."""
    return float(np.mean(cross_entropy(logits, scores)))


def fit_scale(evaluations: Floats, scores: Floats) -> float:
    """K: what a pawn is worth in logits, to explain the scores best."""
    found = minimize_scalar(lambda scale: loss(scale * evaluations, scores), bounds=(0.0, 10.0), method="bounded")
    return float(found.x)


class Losses(NamedTuple):
    training: float
    held_out: float


class Fit(NamedTuple):
    """What a fit found."""

    values: tuple[int, ...]
    scale: float  # K
    before: Losses
    after: Losses
    penalty: float
    rounds: int


def fit(
    training: Games,
    held_out: Games,
    terms: Sequence[Term],
    start: Sequence[int],
    rounds: int = 4,
    blend: float = 0.0,
    prior: Sequence[int] | None = None,
    told: Callable[[int, float, Losses], None] = lambda number, penalty, losses: None,
) -> Fit:
    """The weights that explain the training games' results best without failing those held out.

    Args:
        terms: of the evaluation, with their bounds.
        start: the old weights.
        rounds: how often the evaluation is made linear, at most.
        blend: share of the score that the search expected in what is learnt from; the rest is the result. A search's
            word is biased, but less noisy. Losses that are told are of results alone.
        prior: where the fit begins, and to what the penalty draws, if not the old weights.
        told: hears of each candidate: round, penalty, losses.
    """
    at = tuple(start if prior is None else prior)
    center: Floats = np.array(at, dtype=float)
    scale = fit_scale(training.evaluate(start), training.scores)

    def losses(values: Sequence[int]) -> Losses:
        return Losses(training.loss(values, scale), held_out.loss(values, scale))

    expected = expit(fit_scale(training.searched, training.scores) * training.searched)
    targets = (1 - blend) * training.scores + blend * expected
    before = losses(start)
    best, best_losses, best_round = tuple(start), before, 0
    if at != best and (first := losses(at)).held_out < before.held_out:
        best, best_losses = at, first
    penalties: Sequence[float] = PENALTIES
    chosen = 0.0
    for number in range(1, rounds + 1):
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
            told(number, penalty, candidates[-1][0])
        found, penalty, at = _choose(candidates, held_out, scale)
        if found.held_out >= best_losses.held_out:
            break  # no better for games not seen
        best, best_losses, best_round, chosen = at, found, number, penalty
        penalties = (penalty,)
    return Fit(best, scale, before, best_losses, chosen, best_round)


Candidate = tuple[Losses, float, tuple[int, ...]]


def _choose(candidates: Sequence[Candidate], held_out: Games, scale: float) -> Candidate:
    """The one nearest to the old weights of those that do no worse than the best by more than a standard error: few
    games held out cannot tell them apart. (Candidates come in the order of their penalties.)"""
    best = min(candidates, key=lambda candidate: candidate[0].held_out)
    least = held_out.losses(best[2], scale)
    for candidate in candidates:
        worse = held_out.losses(candidate[2], scale) - least
        if worse.sum() <= worse.std() * np.sqrt(len(worse)):
            return candidate
    return best


def derivatives(games: Games, terms: Sequence[Term], values: Sequence[int]) -> tuple[list[int], Floats]:
    """Which terms have a say in these positions, and a column for each: pawns a unit of the term."""
    columns, slopes = [], []
    for column, term in enumerate(terms):
        if term.fixed:
            continue
        # Wide enough to see through the evaluation's rounding.
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
    """Where each term stands from the center, and how far it may go, in root mean square pawns."""
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
    """The move of the terms that minimises penalised cross-entropy where evaluations are ``base + slopes @ move``."""

    def value(move: Floats) -> tuple[float, Floats]:
        logits = scale * (base + slopes @ move)
        away = gone + move
        gradient = scale * (slopes.T @ (expit(logits) - scores)) / len(scores)
        strength = penalty * scale**2
        return loss(logits, scores) + strength * float(away @ away), gradient + 2 * strength * away

    found = minimize(value, np.zeros(slopes.shape[1]), jac=True, method="L-BFGS-B", bounds=bounds)
    return np.asarray(found.x)
