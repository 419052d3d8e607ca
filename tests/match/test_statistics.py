"""Statistics of matches: against published figures, brute force and simulation."""

from __future__ import annotations

import contextlib
import doctest
import io
import itertools
import math
import random
import time
from collections.abc import Sequence

import pytest
from rich.console import Console

from oddfish.engine.experiments.match import linear, ratings, report, statistics
from oddfish.engine.experiments.match.control import Control
from oddfish.engine.experiments.match.plan import EngineSpec, Plan
from oddfish.engine.experiments.match.ratings import GameResult, Rating, RatingError, fit, rate
from oddfish.engine.experiments.match.records import Record
from oddfish.engine.experiments.match.standings import Standings
from oddfish.engine.experiments.match.statistics import (
    PENTANOMIAL,
    TRINOMIAL,
    Sprt,
    Tally,
    elo_estimate,
    elo_of,
    expected_score,
    los,
    normalized_elo,
    score_estimate,
)

# -------------------------------------------------------------------------------------------------------- Elo


def test_docstrings() -> None:
    assert doctest.testmod(statistics).failed == 0


def test_elo_and_score_are_inverse() -> None:
    for elo in (-800, -35.2, 0, 1, 400):
        assert elo_of(expected_score(elo)) == pytest.approx(elo, abs=1e-9)
    assert expected_score(400) == pytest.approx(10 / 11)
    assert elo_of(0) == -math.inf
    assert elo_of(1) == math.inf


def test_tallies() -> None:
    games = Tally.of_games(wins=30, draws=50, losses=20)
    assert (games.scores, games.games, games.total) == (TRINOMIAL, 1, 100)
    assert games.mean == 0.55
    assert games.variance == pytest.approx(0.3 * 0.45**2 + 0.5 * 0.05**2 + 0.2 * 0.55**2)
    pairs = Tally.of_pairs([1, 2, 4, 2, 1])
    assert (pairs.scores, pairs.games, pairs.total, pairs.mean) == (PENTANOMIAL, 2, 10, 0.5)
    with pytest.raises(ValueError, match="expected 5"):
        Tally.of_pairs([1, 2, 3])


def test_elo_of_games_by_hand() -> None:
    """100 games, 55 %: the standard error of the score is sqrt(variance / 100)."""
    tally = Tally.of_games(30, 50, 20)
    error = 1.959964 * math.sqrt(tally.variance / 100)
    estimate = elo_estimate(tally)
    assert estimate.value == pytest.approx(34.86, abs=0.01)
    assert estimate.low == pytest.approx(elo_of(0.55 - error), abs=1e-4)
    assert estimate.high == pytest.approx(elo_of(0.55 + error), abs=1e-4)
    assert estimate.error == pytest.approx((estimate.high - estimate.low) / 2)


def test_pairs_reduce_the_error_where_the_opening_decides() -> None:
    """White wins every game: the variance is greatest by games, and zero by pairs."""
    assert elo_estimate(Tally.of_games(100, 0, 100)).error > 40
    assert Tally.of_pairs([0, 0, 100, 0, 0]).variance == 0


def test_independent_games_have_the_same_error_as_pairs() -> None:
    """The pentanomial of two independent games has half the variance of the trinomial."""
    shares = (0.2, 0.5, 0.3)
    counts = [0.0] * 5
    for one, two in itertools.product(range(3), repeat=2):
        counts[one + two] += 1e4 * shares[one] * shares[two]
    games, pairs = Tally(tuple(2e4 * share for share in shares)), Tally(tuple(counts))
    for function in (elo_estimate, normalized_elo):
        assert function(pairs) == pytest.approx(function(games))


def test_intervals_without_variance() -> None:
    """Three wins: the probability of a loss, unseen in three trials, is below 1 - 0.025^(1/3)."""
    estimate = score_estimate(Tally.of_games(3, 0, 0))
    assert estimate == pytest.approx((1.0, 0.025 ** (1 / 3), 1.0))
    assert elo_estimate(Tally.of_games(3, 0, 0)).value == math.inf
    drawn = score_estimate(Tally.of_games(0, 10, 0))
    assert drawn.value == 0.5
    assert drawn.high - 0.5 == pytest.approx(0.5 - drawn.low)
    assert score_estimate(Tally.of_games(0, 0, 0)) == (0.5, 0.0, 1.0)


def test_intervals_cover_the_truth_at_their_confidence() -> None:
    rng = random.Random(5)
    held = 0
    for _ in range(1000):
        games = rng.choices((0, 1, 2), (0.25, 0.35, 0.4), k=300)
        low, high = score_estimate(Tally.of_games(games.count(2), games.count(1), games.count(0)))[1:]
        held += low <= 0.575 <= high
    assert 930 <= held <= 970


def test_intervals_stay_within_the_possible_scores() -> None:
    high, low = score_estimate(Tally.of_games(9, 1, 0)), score_estimate(Tally.of_games(0, 1, 9))
    assert (high.value, high.high) == (0.95, 1.0) and 0.8 < high.low < 0.9
    assert (low.value, low.low) == (0.05, 0.0) and 0.1 < low.high < 0.2


def test_los_is_the_well_known_formula() -> None:
    for wins, losses in ((10, 5), (5, 10), (7, 7), (100, 60)):
        expected = 0.5 * (1 + math.erf((wins - losses) / math.sqrt(2 * (wins + losses))))
        for draws in (0, 40):
            assert los(Tally.of_games(wins, draws, losses)) == pytest.approx(expected)
    assert los(Tally.of_games(0, 9, 0)) == 0.5
    assert los(Tally.of_games(0, 0, 0)) == 0.5


def test_normalized_elo() -> None:
    """A game's standard deviation is 1/2 without draws: normalized Elo is 347 (score - 1/2) / deviation."""
    tally = Tally.of_games(550, 0, 450)
    assert normalized_elo(tally).value == pytest.approx(347.4356 * 0.05 / math.sqrt(0.55 * 0.45), abs=1e-3)
    assert normalized_elo(Tally.of_games(2, 0, 0)).value == math.inf


# ------------------------------------------------------------------------------------------------------- SPRT

#: Pairs, hypotheses, and the LLR that fishtest published (Stockfish pull requests 4194, 6019 and 6285).
NORMALIZED = [
    ((371, 10263, 24989, 10642, 379), (0.0, 2.0), 2.95),
    ((47, 8181, 25234, 8575, 47), (0.5, 2.5), 2.94),
    ((320, 12431, 27275, 12858, 316), (0.0, 2.0), 2.95),
    ((197, 45541, 117722, 46579, 228), (0.5, 2.5), 2.96),
    ((289, 26459, 62934, 26379, 331), (-1.75, 0.25), 2.94),
    ((118, 38575, 109888, 38432, 122), (-1.75, 0.25), 2.95),
]
#: The same from when the hypotheses were in logistic Elo (3209, 3098).
LOGISTIC = [
    ((253, 4282, 17604, 4431, 286), (-0.25, 1.25), 2.94),
    ((58, 3302, 33130, 3518, 84), (0.25, 1.25), 2.97),
    ((491, 7345, 29693, 7670, 465), (-0.25, 1.25), 2.96),
]


@pytest.mark.parametrize(("pairs", "elos", "llr"), NORMALIZED)
def test_llr_agrees_with_fishtest(pairs: Sequence[int], elos: tuple[float, float], llr: float) -> None:
    assert Sprt(*elos).llr(Tally.of_pairs(pairs)) == pytest.approx(llr, abs=0.006)


@pytest.mark.parametrize(("pairs", "elos", "llr"), LOGISTIC)
def test_logistic_llr_agrees_with_fishtest(pairs: Sequence[int], elos: tuple[float, float], llr: float) -> None:
    assert Sprt(*elos, model="logistic").llr(Tally.of_pairs(pairs)) == pytest.approx(llr, abs=0.006)


def best_likelihood(counts: Sequence[float], holds: str, value: float) -> float:
    """By brute force: the maximum log-likelihood of trinomial counts under a condition on mean or t-value."""

    def loss_for(draw: float) -> float | None:
        """The share of losses that meets the condition, by bisection over the decreasing mean or t-value."""
        low, high = 1e-12, 1 - draw - 1e-12
        for _ in range(80):
            loss = (low + high) / 2
            shares = (loss, draw, 1 - draw - loss)
            mean = shares[1] / 2 + shares[2]
            variance = sum(share * (score - mean) ** 2 for share, score in zip(shares, TRINOMIAL))
            reached = mean if holds == "mean" else (mean - 0.5) / math.sqrt(variance)
            low, high = (loss, high) if reached > value else (low, loss)
        return loss if abs(reached - value) < 1e-9 else None

    def likelihood(draw: float) -> float:
        loss = loss_for(draw)
        if loss is None:
            return -math.inf
        return sum(count * math.log(share) for count, share in zip(counts, (loss, draw, 1 - draw - loss)))

    low, high = 1e-6, 1 - 1e-6
    golden = (math.sqrt(5) - 1) / 2
    for _ in range(100):
        one, two = high - golden * (high - low), low + golden * (high - low)
        low, high = (one, high) if likelihood(one) < likelihood(two) else (low, two)
    return likelihood((low + high) / 2)


@pytest.mark.parametrize("counts", [(20, 50, 30), (150, 300, 140), (60, 10, 65)])
@pytest.mark.quick(3)
def test_llr_is_the_ratio_of_maximum_likelihoods(counts: tuple[int, int, int]) -> None:
    tally = Tally(counts)
    for elo0, elo1 in ((0.0, 10.0), (-20.0, 30.0)):
        shares = [best_likelihood(counts, "mean", expected_score(elo)) for elo in (elo0, elo1)]
        assert Sprt(elo0, elo1, model="logistic").llr(tally) == pytest.approx(shares[1] - shares[0], abs=1e-6)
        unit = math.log(10) / 800
        shares = [best_likelihood(counts, "t", elo * unit) for elo in (elo0, elo1)]
        assert Sprt(elo0, elo1).llr(tally) == pytest.approx(shares[1] - shares[0], abs=1e-6)


def test_llr_changes_sign_with_the_sides() -> None:
    """From the other engine's point of view, H0 and H1 are exchanged and negated."""
    pairs = [3, 20, 50, 31, 6]
    for model in ("normalized", "logistic"):
        mine = Sprt(0, 5, model=model).llr(Tally.of_pairs(pairs))
        assert Sprt(-5, 0, model=model).llr(Tally.of_pairs(pairs[::-1])) == pytest.approx(-mine)


def test_bounds_and_decisions() -> None:
    sprt = Sprt(0, 5)
    assert sprt.bounds == pytest.approx((-2.944, 2.944), abs=1e-3)
    assert Sprt(0, 5, 0.1, 0.2).bounds == pytest.approx((math.log(0.2 / 0.9), math.log(0.8 / 0.1)))
    assert sprt.llr(Tally.of_pairs([0] * 5)) == 0
    assert sprt.decision(Tally.of_pairs([0] * 5)) is None
    assert sprt.decision(Tally.of_pairs([0, 100, 4000, 600, 0])) == "H1"
    assert sprt.decision(Tally.of_pairs([0, 600, 4000, 100, 0])) == "H0"


def test_llr_of_few_and_lopsided_pairs_is_finite() -> None:
    rng = random.Random(1)
    for _ in range(100):
        tally = Tally.of_pairs([rng.choice((0, 0, 1, 5, 100)) for _ in range(5)])
        for bounds in ((0, 5), (-200, 200)):
            for model in ("normalized", "logistic"):
                assert math.isfinite(Sprt(*bounds, model=model).llr(tally))


@pytest.mark.thorough
def test_false_positives_are_as_rare_as_alpha() -> None:
    """If H0 is true, a share alpha of the tests accepts H1. (The hypotheses are far apart, to keep tests short.)"""
    rng = random.Random(2)
    shares = (0.13, 0.2, 0.42, 0.17, 0.08)
    truth = normalized_elo(Tally(shares)).value
    sprt = Sprt(truth, truth + 80, 0.1, 0.1)
    mistakes = runs = 0
    while runs < 120:
        counts, verdict = [0] * 5, None
        while verdict is None:
            for pair in rng.choices(range(5), shares, k=4):
                counts[pair] += 1
            verdict = sprt.decision(Tally.of_pairs(counts))
        runs += 1
        mistakes += verdict == "H1"
    assert mistakes <= 20


# ---------------------------------------------------------------------------------------------------- ratings


def played(strengths: dict[str, float], games: int, rng: random.Random, draws: float = 0.3) -> list[GameResult]:
    """A round robin of players with known Elo; draws replace wins and losses equally."""
    results = []
    for white, black in itertools.combinations(strengths, 2):
        score = expected_score(strengths[white] - strengths[black])
        drawn = 2 * draws * min(score, 1 - score)
        for _ in range(games):
            made = rng.choices((1.0, 0.5, 0.0), (score - drawn / 2, drawn, 1 - score - drawn / 2))[0]
            results.append(GameResult(white, black, made))
    return results


def by_name(ratings: list[Rating]) -> dict[str, Rating]:
    return {rating.name: rating for rating in ratings}


def test_two_players_by_hand() -> None:
    """150 of 200 points: a difference of 400 log10(3), with the error of a logit, 1 / sqrt(n p q)."""
    results = [GameResult("a", "b", 1.0)] * 100 + [GameResult("b", "a", 0.5)] * 100
    ratings = rate(results)
    assert [rating.name for rating in ratings] == ["a", "b"]
    assert ratings[0].elo - ratings[1].elo == pytest.approx(400 * math.log10(3))
    assert ratings[0].elo == pytest.approx(-ratings[1].elo)
    between = 400 / math.log(10) / math.sqrt(200 * 0.75 * 0.25)
    assert ratings[0].error == pytest.approx(1.959964 * between / 2)
    anchored = by_name(rate(results, anchor=("b", 1500)))
    assert anchored["b"].elo == 1500
    assert anchored["b"].error == pytest.approx(0, abs=1e-9)
    assert anchored["a"].error == pytest.approx(1.959964 * between)
    assert (ratings[0].games, ratings[0].score, ratings[0].draws) == (200, 0.75, 100)
    assert ratings[0].opposition == pytest.approx(ratings[1].elo)


def test_games_of_a_player_against_itself_do_not_count() -> None:
    games = [GameResult("a", "b", 1.0), GameResult("b", "a", 0.5), GameResult("b", "a", 1.0)]
    assert rate([*games, GameResult("a", "a", 1.0)]) == rate(games)


def test_draws_are_counted_for_each_player() -> None:
    games = [("a", "b", 0.5), ("b", "c", 0.5), ("c", "a", 0.5), ("b", "a", 0.5), ("c", "b", 1.0)]
    ratings = rate(GameResult(*game) for game in games)
    assert {one.name: (one.games, one.draws) for one in ratings} == {"a": (3, 3), "b": (4, 3), "c": (3, 2)}


def test_drawn_games_of_the_prior_have_no_opponents() -> None:
    results = [GameResult("a", "b", 1.0), *[GameResult("a", "c", 0.5)] * 3]
    ratings = by_name(rate(results, prior=10.0))
    assert ratings["a"].opposition == pytest.approx((ratings["b"].elo + 3 * ratings["c"].elo) / 4)


def test_known_strengths_are_recovered() -> None:
    strengths = {"a": 250.0, "b": 100.0, "c": 0.0, "d": -50.0, "e": -300.0}
    rng = random.Random(3)
    ratings = by_name(rate(played(strengths, 2000, rng)))
    for name, elo in strengths.items():
        assert abs(ratings[name].elo - elo) < 2 * ratings[name].error
        assert ratings[name].error < 12


@pytest.mark.later
def test_errors_cover_the_truth() -> None:
    """Without draws, 95 % of the intervals cover it; with draws the errors are too large rather than too small."""
    strengths = {"a": 120.0, "b": 0.0, "c": -120.0}
    rng = random.Random(4)
    held = {0.0: 0, 0.5: 0}
    for draws in held:
        for _ in range(200):
            ratings = by_name(rate(played(strengths, 100, rng, draws)))
            held[draws] += sum(abs(ratings[name].elo - elo) <= ratings[name].error for name, elo in strengths.items())
    assert 545 <= held[0.0] <= 590
    assert held[0.5] >= 570


def test_ratings_maximize_the_likelihood() -> None:
    results = played({"a": 50.0, "b": 0.0, "c": -80.0, "d": 10.0}, 40, random.Random(6))
    elo = {rating.name: rating.elo for rating in rate(results)}

    def likelihood(elo: dict[str, float]) -> float:
        return sum(
            score * math.log(expected_score(elo[white] - elo[black]))
            + (1 - score) * math.log(expected_score(elo[black] - elo[white]))
            for white, black, score in results
        )

    best = likelihood(elo)
    for name in elo:
        for change in (-0.5, 0.5):
            assert likelihood({**elo, name: elo[name] + change}) < best


def test_results_without_a_finite_maximum_are_refused() -> None:
    won = [GameResult("a", "b", 1.0), GameResult("b", "c", 0.5), GameResult("c", "b", 1.0), GameResult("b", "c", 1.0)]
    with pytest.raises(RatingError, match="a won every game against the others"):
        rate(won)
    with pytest.raises(RatingError, match="b lost every game against the others"):
        rate([GameResult("b", "c", 0.0)])
    ratings = rate(won, prior=1.0)
    assert ratings[0].name == "a"
    with pytest.raises(RatingError, match="no games connect c, d with a"):
        rate([GameResult("a", "b", 0.5), GameResult("c", "d", 0.5)], prior=1.0)
    with pytest.raises(RatingError, match="unknown player 'z'"):
        rate(won, anchor=("z", 0))


def test_a_lopsided_field_converges() -> None:
    """Chains of near-certain wins make the likelihood very flat."""
    results = []
    for one, two in itertools.pairwise("abcdefgh"):
        results += [GameResult(one, two, 1.0)] * 200 + [GameResult(one, two, 0.0)]
    ratings = rate(results)
    assert [rating.name for rating in ratings] == list("abcdefgh")
    gaps = [high.elo - low.elo for high, low in itertools.pairwise(ratings)]
    assert gaps == pytest.approx([400 * math.log10(200)] * 7)


def steps(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A list that grows by one entry at each Newton step, and by one for the errors."""
    calls: list[int] = []

    class Counted(linear.System):
        def __init__(self, matrix: list[list[float]]):
            calls.append(len(matrix))
            super().__init__(matrix)

    monkeypatch.setattr(ratings, "System", Counted)
    return calls


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("spread", "games", "prior"), [(20.0, 20, 0.1), (60.0, 4, 1e-3), (150.0, 3, 1e-9)])
@pytest.mark.quick(9)
def test_a_large_field_takes_few_steps(
    monkeypatch: pytest.MonkeyPatch, seed: int, spread: float, games: int, prior: float, plain: bool
) -> None:
    """Rounding can keep the last steps above any fixed length. At the end, scores equal the expected ones."""
    if plain:
        monkeypatch.setattr(linear, "_numpy", lambda: None)
    calls = steps(monkeypatch)
    strengths = {f"p{number:02}": spread * number for number in range(40)}
    results = played(strengths, games, random.Random(seed))
    found = rate(results, prior=prior)
    assert len(found) == 40
    assert len(calls) <= 30
    assert sum(rating.elo for rating in found) == pytest.approx(0, abs=1e-6)
    elo = {rating.name: rating.elo for rating in found}
    for name in elo:
        mine = [result for result in results if name in result[:2]]
        met = {other: games + prior for other in elo if other != name}
        scored = sum(score if white == name else 1 - score for white, _, score in mine) + prior / 2 * len(met)
        expected = sum(times * expected_score(elo[name] - elo[other]) for other, times in met.items())
        assert expected == pytest.approx(scored, abs=1e-7)


@pytest.mark.parametrize("plain", [False, True])
def test_systems_of_equations_are_solved(monkeypatch: pytest.MonkeyPatch, plain: bool) -> None:
    if not plain:
        pytest.importorskip("numpy")
    monkeypatch.setattr(linear, "_LARGE", 1000 if plain else 1)
    rng = random.Random(8)
    size = 12
    root = [[rng.uniform(-1, 1) for _ in range(size)] for _ in range(size)]
    matrix = [[sum(a * b for a, b in zip(one, two)) for two in root] for one in root]
    wanted = [rng.uniform(-5, 5) for _ in range(size)]
    right = [sum(a * b for a, b in zip(row, wanted)) for row in matrix]
    system = linear.System(matrix)
    assert system.solve(right) == pytest.approx(wanted, rel=1e-6)
    for row, column in itertools.product(range(size), repeat=2):
        product = sum(matrix[row][place] * system.inverse()[place][column] for place in range(size))
        assert product == pytest.approx(float(row == column), abs=1e-6)
    with pytest.raises(linear.SingularError):
        linear.System([[1.0, 1.0], [1.0, 1.0]])


def test_the_first_players_advantage_is_fitted() -> None:
    """Games drawn from the model, with an unbalanced schedule: ratings without the advantage would be wrong."""
    truth, edge, draws = {"a": 80.0, "b": 0.0, "c": -80.0}, 60.0, 0.4
    rng = random.Random(2)
    ratio = 2 * draws / (1 - draws)  # Davidson's weight of a draw
    results = []
    for white, black in itertools.permutations(truth, 2):
        for _ in range(6000 if white < black else 2000):
            odds = 10 ** ((truth[white] - truth[black] + edge) / 400)
            weights = (math.sqrt(odds), ratio, 1 / math.sqrt(odds))
            results.append(GameResult(white, black, rng.choices((1.0, 0.5, 0.0), weights)[0]))
    found = fit(results, advantage=True)
    assert found.advantage is not None
    # With draws, scores lie nearer to 1/2 than by Bradley and Terry's model, in which draws are half wins.
    share = 1 / (1 + ratio / 2)
    assert found.advantage.value == pytest.approx(edge * share, abs=found.advantage.error)
    elo = {rating.name: rating.elo for rating in found.ratings}
    for one, two in itertools.combinations(truth, 2):
        assert elo[one] - elo[two] == pytest.approx((truth[one] - truth[two]) * share, abs=12)
    assert found.draws == pytest.approx(draws, abs=0.02)
    without = {rating.name: rating.elo for rating in fit(results).ratings}
    assert without["a"] - without["c"] > elo["a"] - elo["c"] + 10


def test_an_advantage_that_cannot_be_told() -> None:
    """It is 0 where everyone always has the same side, and finite where White always wins."""
    fixed = fit([GameResult("a", "b", 1.0)] * 3 + [GameResult("a", "b", 0.0)], advantage=True)
    assert fixed.advantage is not None
    assert fixed.advantage.value == pytest.approx(0, abs=1e-6)
    assert fixed.ratings[0].elo - fixed.ratings[1].elo == pytest.approx(400 * math.log10(3))
    white = fit([GameResult("a", "b", 1.0), GameResult("b", "a", 1.0)] * 10, advantage=True)
    assert white.advantage is not None
    assert 200 < white.advantage.value < 1000
    assert white.ratings[0].elo == pytest.approx(0, abs=1e-6)
    assert white.draws == 0
    assert fit([GameResult("a", "b", 0.5)]).draws == 1
    assert fit([], advantage=True).ratings == []


def test_the_advantage_maximizes_the_likelihood() -> None:
    results = played({"a": 50.0, "b": 0.0, "c": -80.0}, 40, random.Random(6))
    found = fit(results, advantage=True)
    assert found.advantage is not None
    values = {rating.name: rating.elo for rating in found.ratings} | {"edge": found.advantage.value}

    def likelihood(values: dict[str, float]) -> float:
        edge = values["edge"]
        return sum(
            score * math.log(expected_score(values[white] - values[black] + edge))
            + (1 - score) * math.log(expected_score(values[black] - values[white] - edge))
            for white, black, score in [*results, GameResult("a", "a", 1.0), GameResult("a", "a", 0.0)]
        )

    best = likelihood(values)
    for name in values:
        for change in (-0.5, 0.5):
            assert likelihood({**values, name: values[name] + change}) < best


@pytest.mark.later
def test_ratings_end_whatever_the_results() -> None:
    """Soon, with finite ratings or a reason: players who never met, who won everything, and a hundred of them."""
    rng = random.Random(5)
    chain = [GameResult(f"p{number}", f"p{number + 1}", 1.0) for number in range(99)]
    islands = [GameResult(f"p{number}", f"p{number + 1}", 0.5) for number in range(0, 100, 2)]
    league = [GameResult(f"p{one}", f"p{two}", rng.choice((0.0, 0.5, 1.0))) for one in range(100) for two in range(one)]
    unbeaten = [result for result in league if "p7" not in result[:2]]
    unbeaten += [GameResult("p7", f"p{number}", 1.0) for number in range(100) if number != 7]
    alone = [GameResult("a", "a", 1.0)]
    begun = time.monotonic()
    for results, why in (
        (chain, "won every game"), (islands, "no games connect"), (league, ""), (unbeaten, "lost every game"),
        (alone, ""), ([], ""),
    ):  # fmt: skip
        for prior in (0.0, 1e-9, 1.0, 1e6):
            refused = bool(why) and (prior == 0 or why == "no games connect")
            if refused:
                with pytest.raises(RatingError, match=why):
                    rate(results, prior)
                continue
            with contextlib.suppress(RatingError):  # rounding may hide a tiny prior
                found = rate(results, prior)
                assert all(math.isfinite(number) for rating in found for number in rating[1:])
    assert time.monotonic() - begun < 120


def test_no_rating_is_minus_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rounding makes it of small negative numbers."""
    near = Rating("a", -0.001, 1.0, 2, 0.5, 0, -0.04)
    found = ratings.Fit([near], statistics.Estimate(-0.04, -0.14, 0.06), 0.5)
    printed = io.StringIO()
    Console(width=120, file=printed).print(report.rating_list(found))
    assert "-0.0" not in printed.getvalue()
    assert "Playing first is worth +0.0 ± 0.1 Elo" in printed.getvalue()
    assert report.rating_csv([near]).splitlines()[1] == "1,a,0.00,1.00,2,0.5000,0.0000,-0.04"
    assert report.estimate_text(statistics.Estimate(-0.06, -math.inf, -0.04)) == "-0.1 [-inf, +0.0]"
    plan = Plan("half-chess", (EngineSpec("a", "a"), EngineSpec("b", "b")), Control(nodes=1))
    standings = Standings(plan)
    standings.records[1] = Record(1, 1, 0, "a", "b", "1-0", "", "", None, "", 0, (), 0, "", "", 0.0, ())
    monkeypatch.setattr(report, "rate", lambda games: [near])
    assert report.elo_texts(standings) == {"a": "+0 ± 1"}
