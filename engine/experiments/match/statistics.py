"""Statistics of a match between two engines: Elo and its error, likelihood of superiority, SPRT.

Everything is computed from a :class:`Tally`: the frequency of each score, by games (trinomial: 0, 1/2, 1) or by pairs
of games from the same opening with sides swapped (pentanomial: 0, 1/4 … 1). The games of a pair are correlated, since
the opening favours one side, so errors are computed from pairs if there are any.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import NamedTuple

from oddfish.engine.ranges import Number

#: Normalized Elo is this times (score - 1/2) / (standard deviation of one game's score).
NORMALIZED_UNIT = 800 / math.log(10)
#: Elo points per natural unit of strength: the scale of the logistic curve.
LOGISTIC_UNIT = 400 / math.log(10)
#: The confidence level of all intervals, and their half-width in standard deviations of a normal distribution.
CONFIDENCE = 0.95
DEVIATIONS = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
#: Replaces a count of zero in likelihoods, as in fishtest.
_RARE = 1e-3

#: The Elo difference of a hypothesis of SPRT, its error rates, and the kinds of Elo.
HYPOTHESIS, ERROR_RATE, SPRT_MODELS = Number(-200, 200), Number(0.0001, 0.4999), ("normalized", "logistic")

TRINOMIAL = (0.0, 0.5, 1.0)
PENTANOMIAL = (0.0, 0.25, 0.5, 0.75, 1.0)


class Tally(NamedTuple):
    """The frequency of each score, from the worst to the best.

    >>> Tally.of_games(wins=3, draws=4, losses=1).mean
    0.625
    """

    counts: tuple[float, ...]

    @classmethod
    def of_games(cls, wins: int, draws: int, losses: int) -> Tally:
        return cls((losses, draws, wins))

    @classmethod
    def of_pairs(cls, counts: Sequence[int]) -> Tally:
        """A tally of the numbers of pairs worth 0, 1/2, 1, 3/2 and 2 points."""
        if len(counts) != len(PENTANOMIAL):
            raise ValueError(f"{len(counts)} counts of pairs, expected {len(PENTANOMIAL)}")
        return cls(tuple(counts))

    @property
    def scores(self) -> tuple[float, ...]:
        """The score per game of each count."""
        return TRINOMIAL if len(self.counts) == len(TRINOMIAL) else PENTANOMIAL

    @property
    def games(self) -> int:
        """Games per observation: 1, or 2 for pairs."""
        return 1 if len(self.counts) == len(TRINOMIAL) else 2

    @property
    def total(self) -> float:
        """The number of observations."""
        return sum(self.counts)

    @property
    def mean(self) -> float:
        """The mean score per game; 1/2 without games."""
        return _mean(self.scores, self.counts) if self.total else 0.5

    @property
    def variance(self) -> float:
        """The variance of one observation's score."""
        return _variance(self.scores, self.counts) if self.total else 0.0


class Estimate(NamedTuple):
    """A value and its confidence interval."""

    value: float
    low: float
    high: float

    @property
    def error(self) -> float:
        """Half the interval."""
        return (self.high - self.low) / 2


def _mean(scores: Sequence[float], weights: Sequence[float]) -> float:
    return sum(score * weight for score, weight in zip(scores, weights)) / sum(weights)


def _variance(scores: Sequence[float], weights: Sequence[float]) -> float:
    mean = _mean(scores, weights)
    return sum(weight * (score - mean) ** 2 for score, weight in zip(scores, weights)) / sum(weights)


# Elo ------------------------------------------------------------------------------------------------------------


def expected_score(elo: float) -> float:
    """The expected score per game of a player this many Elo points stronger."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    """The Elo difference for a score; infinite for 0 and 1."""
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return 400 * math.log10(score / (1 - score))


def score_estimate(tally: Tally) -> Estimate:
    """The mean score per game with its confidence interval.

    If all scores are equal, there is no variance to estimate from. The interval is then that of an event that did not
    occur in n trials (Clopper and Pearson).
    """
    mean, total = tally.mean, tally.total
    if not total:
        return Estimate(mean, 0.0, 1.0)
    if not tally.variance:
        unseen = 1 - ((1 - CONFIDENCE) / 2) ** (1 / total)
        return Estimate(mean, mean * (1 - unseen), mean + (1 - mean) * unseen)
    error = DEVIATIONS * math.sqrt(tally.variance / total)
    return Estimate(mean, max(mean - error, 0.0), min(mean + error, 1.0))


def elo_estimate(tally: Tally) -> Estimate:
    """The Elo difference with its confidence interval, converted from the score's interval."""
    return Estimate(*map(elo_of, score_estimate(tally)))


def normalized_elo(tally: Tally) -> Estimate:
    """The normalized Elo difference, in units of the standard deviation of one game, with its confidence interval. The
    length of an SPRT depends on it."""
    if not tally.total or not tally.variance:
        sign = math.inf if tally.mean > 0.5 else -math.inf if tally.mean < 0.5 else 0.0
        return Estimate(sign, -math.inf, math.inf)
    value = NORMALIZED_UNIT * (tally.mean - 0.5) / math.sqrt(tally.games * tally.variance)
    error = NORMALIZED_UNIT * DEVIATIONS / math.sqrt(tally.games * tally.total)
    return Estimate(value, value - error, value + error)


def los(tally: Tally) -> float:
    """The likelihood of superiority of the first engine, by the normal approximation.

    It uses the variance about equality: for games this is the well-known Phi((W - L) / sqrt(W + L)).
    """
    spread = sum(count * (score - 0.5) ** 2 for score, count in zip(tally.scores, tally.counts))
    if not spread:
        return 0.5
    return NormalDist().cdf(tally.total * (tally.mean - 0.5) / math.sqrt(spread))


# SPRT -----------------------------------------------------------------------------------------------------------


class Sprt(NamedTuple):
    """A sequential test of H0, that the Elo difference is ``elo0``, against H1, that it is ``elo1``.

    This is the generalized SPRT, which compares the most likely distributions of scores under each hypothesis (see
    Michel Van den Bergh's papers for fishtest, whose figures it reproduces). ``model`` is the kind of Elo of the
    hypotheses, "normalized" or "logistic".
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: str = "normalized"

    def check(self) -> None:
        """
        Raises:
            ValueError: a number is not finite or out of range, or the model is unknown.
        """
        if self.model not in SPRT_MODELS:
            raise ValueError(f"unknown model '{self.model}': expected one of {', '.join(SPRT_MODELS)}")
        elo0, elo1 = HYPOTHESIS.check(self.elo0), HYPOTHESIS.check(self.elo1)
        if elo0 >= elo1:
            raise ValueError(f"expected ELO0 < ELO1, both within {HYPOTHESIS.high:g} of 0")
        for error in (self.alpha, self.beta):
            ERROR_RATE.check(error)

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which H0 and H1 are accepted."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def llr(self, tally: Tally) -> float:
        """The log-likelihood ratio of H1 to H0."""
        if not tally.total:
            return 0.0
        counts = [count or _RARE for count in tally.counts]
        total = sum(counts)
        shares = [count / total for count in counts]
        if self.model == "logistic":
            likely = [_most_likely_mean(tally.scores, shares, expected_score(elo)) for elo in (self.elo0, self.elo1)]
        else:
            unit = math.sqrt(tally.games) / NORMALIZED_UNIT
            likely = [_most_likely_t(tally.scores, shares, elo * unit) for elo in (self.elo0, self.elo1)]
        return total * sum(share * math.log(p1 / p0) for share, p0, p1 in zip(shares, *likely))

    def decision(self, tally: Tally) -> str | None:
        """``H0`` or ``H1`` once the test is over, else None."""
        low, high = self.bounds
        llr = self.llr(tally)
        return "H0" if llr <= low else "H1" if llr >= high else None


def read_sprt(text: str) -> Sprt:
    """Parse ``ELO0,ELO1[,ALPHA,BETA[,MODEL]]``.

    Raises:
        ValueError: it is malformed or out of range.
    """
    parts = [part.strip() for part in text.split(",")]
    try:
        if len(parts) not in (2, 4, 5):
            raise ValueError(f"{len(parts)} values")
        hypotheses = [HYPOTHESIS.read(part) for part in parts[:2]]
        errors = [ERROR_RATE.read(part) for part in parts[2:4]]
        sprt = Sprt(*hypotheses, *errors, *(part.lower() for part in parts[4:]))  # type: ignore[arg-type]
        sprt.check()
    except ValueError as error:
        raise ValueError(
            f"SPRT '{text:.80}': {error} (expected ELO0,ELO1[,ALPHA,BETA[,normalized|logistic]])"
        ) from None
    return sprt


def _tilt(values: Sequence[float], shares: Sequence[float]) -> list[float]:
    """The maximum-likelihood distribution, given the observed ``shares``, among those for which ``values`` have mean 0.

    It is share / (1 + x value), where x is the only root of sum(share value / (1 + x value)) between its poles.
    """
    low, high = -1 / max(values), -1 / min(values)
    for _ in range(200):
        x = (low + high) / 2
        if x in (low, high):
            break
        if sum(share * value / (1 + x * value) for value, share in zip(values, shares)) > 0:
            low = x
        else:
            high = x
    return [share / (1 + x * value) for value, share in zip(values, shares)]


def _most_likely_mean(scores: Sequence[float], shares: Sequence[float], mean: float) -> list[float]:
    """The maximum-likelihood distribution with this mean."""
    return _tilt([score - mean for score in scores], shares)


def _most_likely_t(scores: Sequence[float], shares: Sequence[float], t: float) -> list[float]:
    """The maximum-likelihood distribution with (mean - 1/2) / (standard deviation) = ``t``.

    This linearizes the condition around the current solution until the solution converges.
    """
    found = [1 / len(scores)] * len(scores)
    for _ in range(100):
        before = found
        mean, deviation = _mean(scores, found), math.sqrt(_variance(scores, found))
        values = [score - 0.5 - t * deviation * (1 + ((mean - score) / deviation) ** 2) / 2 for score in scores]
        found = _tilt(values, shares)
        if max(abs(new - old) for new, old in zip(found, before)) < 1e-12:
            break
    return found
