"""``oddfish tune``: the games, their file, the fit, the verification, and the command."""

from __future__ import annotations

import json
import os
import random
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result
from scipy.special import expit

from oddfish.cext.core.rules import Position
from oddfish.engine.evaluation import weights
from oddfish.engine.evaluation.weights import built_in, read_weights, terms_of, write_weights
from oddfish.engine.experiments.match.standings import Standings
from oddfish.engine.experiments.match.statistics import Sprt
from oddfish.engine.experiments.match.trial import Trial
from oddfish.engine.experiments.tune import fit, games, verify
from oddfish.engine.experiments.tune.data import GameFile, play
from oddfish.engine.experiments.tune.games import Player, Recipe
from oddfish.engine.experiments.tune.lines import TuneError, recorded_seed
from oddfish.engine.game import Game
from oddfish.engine.searcher import Searcher
from oddfish.engine.variants import get_variant
from oddfish.engine.variants.banqi import BanqiDeal
from oddfish.protocols.commands import tune_run as command
from oddfish.protocols.commands.group import cli

pytestmark = pytest.mark.thorough


def recipe(variant: str = "half-chess", nodes: int = 60, seed: int = 5, **options: Any) -> Recipe:
    return Recipe(variant, nodes, seed, built_in(get_variant(variant)).values, options)


# Games ----------------------------------------------------------------------------------------------------------


def test_recipe_and_number_determine_a_game() -> None:
    first, again = Player(recipe()).play(3), Player(recipe()).play(3)
    assert first == again
    assert first != Player(recipe()).play(4)._replace(number=3)
    assert first != Player(recipe(seed=6)).play(3)
    assert first != Player(recipe(nodes=120)).play(3)
    flat = replace(recipe(), weights=tuple(term.low for term in terms_of(get_variant("half-chess"))))
    assert first != Player(flat).play(3)
    assert Player(recipe("banqi", DarkCapture=True)).start(1).options["DarkCapture"]


@pytest.mark.parametrize("variant", ["half-chess", "augmented-half-chess", "banqi", "bifold-halfgi", "tandem-84"])
def test_sampled_positions(variant: str) -> None:
    """They are quiet positions of the game, with its armies, and have scores."""
    player = Player(recipe(variant))
    game = player.play(1)
    assert game.score in (0.0, 0.5, 1.0) and game.reason
    assert 0 < len(game.fens) == len(game.scores) <= games.POSITIONS
    kept = games.positions(player, game)
    assert [position.fen() for position in kept] == list(game.fens)
    assert all(position.is_quiet() and not position.check for position in kept)
    assert [position.number for position in kept] == sorted(position.number for position in kept)
    if variant.startswith("augmented"):
        assert len({fen.split()[6] for fen in game.fens}) == 1
        assert game.fens[0].split()[6] != player.play(2).fens[0].split()[6]  # random armies each


@pytest.mark.parametrize("variant", ["banqi", "banqi-hongkong"])
def test_nothing_hidden_is_used(variant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither searches nor evaluations use the deal; only the referee does."""
    asked = []
    outcome, think = BanqiDeal.outcome, Searcher._run
    thinking = []

    def watched(self: BanqiDeal, position: Position, move: int) -> int:
        assert not thinking
        asked.append(move)
        return outcome(self, position, move)  # type: ignore[arg-type]

    def run(self: Searcher, game: Game, *rest: Any) -> None:
        thinking.append(game)
        try:
            assert game.deal is None
            think(self, game, *rest)
        finally:
            thinking.pop()

    monkeypatch.setattr(BanqiDeal, "outcome", watched)
    monkeypatch.setattr(Searcher, "_run", run)
    player = Player(recipe(variant))
    game = player.play(2)
    referees = len(asked)
    assert referees
    kept = fit.Games([(games.positions(player, game), game.score, game.scores)])
    kept.evaluate(player.recipe.weights)
    assert len(asked) == referees
    # A position has only what both players see: face-down pieces are a pool, and X on the board.
    for fen in game.fens:
        board, pool = fen.split()[0].rstrip("]").split("[")
        assert board.count("X") == len(pool)


# Their file -----------------------------------------------------------------------------------------------------


def test_an_interrupted_run_is_continued(tmp_path: Path) -> None:
    whole, part = tmp_path / "whole.jsonl", tmp_path / "part.jsonl"
    calls: list[int] = []
    file = GameFile(whole, recipe())
    play(file, 6, 1, lambda: calls.append(1))
    file.close()
    assert len(calls) == 6
    lines = whole.read_bytes().splitlines(keepends=True)
    part.write_bytes(b"".join(lines[:4]) + lines[4][:20])  # killed while it was writing
    again = GameFile(part, recipe())
    assert sorted(again.games) == [1, 2, 3]
    play(again, 6, 1, lambda: calls.append(2))
    again.close()
    assert calls.count(2) == 3
    assert part.read_bytes() == whole.read_bytes()
    assert GameFile(part, recipe()).games == file.games
    assert recorded_seed(part) == 5
    assert recorded_seed(tmp_path / "none") is None
    whole.write_bytes(lines[0].replace(b'"seed":5', b'"seed":-5'))
    assert recorded_seed(whole) is None


def test_a_game_is_kept_if_only_its_line_end_is_missing(tmp_path: Path) -> None:
    path = tmp_path / "data.jsonl"
    file = GameFile(path, recipe())
    play(file, 2, 1, lambda: None)
    file.close()
    whole = path.read_bytes()
    path.write_bytes(whole[:-1])
    again = GameFile(path, recipe())
    assert sorted(again.games) == [1, 2]
    again.close()
    assert path.read_bytes() == whole


def test_two_runs_do_not_share_a_file(tmp_path: Path) -> None:
    path = tmp_path / "data.jsonl"
    file = GameFile(path, recipe())
    with pytest.raises(TuneError, match="another run is using it"):
        GameFile(path, recipe())
    file.close()
    GameFile(path, recipe()).close()


@pytest.mark.slow
def test_processes_play_the_same_games() -> None:
    one, two = GameFile(None, recipe()), GameFile(None, recipe())
    play(one, 6, 1, lambda: None)
    play(two, 6, 2, lambda: None)
    assert one.games == two.games


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"type": "match"}\n', "not a file of games for tuning"),
        ('{"type": "games", "version": 99}\n', "written by another version"),
        ('{"type": "games", "version": 1, "recipe": 1}\n', "not the recipe of games for tuning"),
        ('{"type": "games", "version": 1}\n', ":1: not a line of games for tuning"),
        ("nothing\n", ":1: not a line of games for tuning"),
    ],
)
def test_other_files_are_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "data.jsonl"
    path.write_text(text)
    with pytest.raises(TuneError, match=message):
        GameFile(path, recipe())
    assert path.read_text() == text


@pytest.mark.parametrize(
    "content",
    [
        b"notes",
        b"[1]",
        b"one\ntwo\nthree",
        b"\nnotes",
        b'{"type": "games", "version": 1, "recipe": {}}\nhalf',
        b"\xff\n",
    ],
)
def test_files_that_are_none_of_ours_stay(tmp_path: Path, content: bytes) -> None:
    """A partial last line is dropped only from a file that a run has written."""
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    with pytest.raises(TuneError):
        GameFile(path, recipe())
    assert path.read_bytes() == content


def test_a_killed_run_may_leave_part_of_the_first_line(tmp_path: Path) -> None:
    path = tmp_path / "data.jsonl"
    GameFile(path, recipe()).close()
    whole = path.read_bytes()
    for kept in (0, 1, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:kept])
        GameFile(path, recipe()).close()
        assert path.read_bytes() == whole


def test_errors_show_little_of_a_binary_file(tmp_path: Path) -> None:
    path = tmp_path / "binary"
    for content in (
        b"\xff\x1b" * 5000 + b"\n",
        b'{"type":"games","version":1,"recipe":{"nodes":"' + b"n" * 9999 + b'"}}\n',
    ):
        path.write_bytes(content)
        with pytest.raises(TuneError) as caught:
            GameFile(path, replace(recipe(), variant=None))  # type: ignore[arg-type]
        assert str(caught.value).isprintable() and len(str(caught.value)) < 300 + len(str(path))


GAME = {"number": 1, "score": 1, "reason": "checkmate", "plies": 9, "fens": ["x"], "scores": [5]}


@pytest.mark.parametrize(
    "changes",
    [
        {"number": 0}, {"number": "1"}, {"number": True}, {"score": 2}, {"score": True}, {"score": None}, {"reason": 7},
        {"plies": -1}, {"plies": 1.5}, {"plies": 2**70}, {"fens": "x"}, {"fens": [1]}, {"scores": []}, {"scores": {}},
        {"scores": [10**9]}, {"scores": [None]},
    ],
)  # fmt: skip
def test_games_with_wrong_values_are_refused(tmp_path: Path, changes: dict[str, Any]) -> None:
    path = tmp_path / "data.jsonl"
    GameFile(path, recipe()).close()
    header = path.read_text()
    path.write_text(header + json.dumps(GAME) + "\n")
    GameFile(path, recipe()).close()
    path.write_text(header + json.dumps({**GAME, **changes}) + "\n")
    with pytest.raises(TuneError, match=":2: not a line of games for tuning"):
        GameFile(path, recipe())


def test_games_of_another_recipe_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "data.jsonl"
    GameFile(path, recipe()).close()
    for other, message in (
        (recipe(nodes=61), "its games were played with nodes 60, not 61"),
        (recipe("halfgi"), "with variant half-chess, not halfgi"),
        (Recipe("half-chess", 60, 5, (1, 2)), "with other weights"),
    ):
        with pytest.raises(TuneError, match=message):
            GameFile(path, other)
    with open(path, "a") as file:
        file.write('{"number": 1}\n')
    with pytest.raises(TuneError, match=":2: not a line of games for tuning"):
        GameFile(path, recipe())
    with pytest.raises(TuneError, match=r"Is a directory|Permission"):
        GameFile(tmp_path, recipe())


# The fit --------------------------------------------------------------------------------------------------------


def synthetic(variant: str, number: int, true: tuple[int, ...], scale: float) -> list[Any]:
    """One position from each of many random games, with a result drawn at the odds that the true weights predict."""
    rng = random.Random(3)
    made = []
    while len(made) < number:
        game = Game(variant, seed=len(made))
        while len(game.moves) < 60 and game.result() is None:
            game.push_move(rng.choice(game.position.moves()))
        for position in game.positions[12::4]:
            value = position.with_weights(true).evaluate() / 100
            expected = expit(scale * (-value if position.turn else value))
            made.append(([position], float(rng.random() < expected), [0]))
    return made[:number]


def test_known_weights_are_found_again() -> None:
    variant = get_variant("fanorona-chess")
    terms = terms_of(variant)
    old = tuple(term.default for term in terms)
    names = [term.name for term in terms]
    true = list(old)
    changes = {"value.N": 430, "value.R": 300, "value.P": 160, "mobility.Q": 100, "tempo": 70}
    for name, value in changes.items():
        true[names.index(name)] = value
    made = synthetic(variant.name, 6000, tuple(true), 1.0)
    training, held_out = fit.Games(made[:5000]), fit.Games(made[5000:])
    calls: list[int] = []
    # With a fixed scale, which would otherwise be fitted to the old weights.
    found = fit.fit(training, held_out, terms, old, report=lambda number, penalty, losses: calls.append(number))
    assert found.after.held_out < found.before.held_out and found.after.training < found.before.training
    best = held_out.loss(true, fit.fit_scale(held_out.evaluate(true), held_out.scores))
    ratio = (found.before.held_out - found.after.held_out) / (found.before.held_out - best)
    assert ratio > 0.7  # most of the possible gain
    unit = found.values[names.index("value.Q")] / old[names.index("value.Q")]
    for name, value in changes.items():
        index = names.index(name)
        assert abs(found.values[index] / unit - value) < abs(old[index] - value) / 2, name
    assert calls.count(1) == len(fit.PENALTIES) and 1 <= found.rounds <= 4
    assert all(calls.count(number) == 1 for number in range(2, max(calls) + 1))  # with the best penalty


def test_noise_teaches_nothing() -> None:
    """Results unrelated to the positions leave the weights almost unchanged."""
    variant = get_variant("fanorona-chess")
    terms = terms_of(variant)
    old = tuple(term.default for term in terms)
    rng = random.Random(1)
    made = [(lone, float(rng.random() < 0.5), said) for lone, _, said in synthetic(variant.name, 3000, old, 1)]
    training, held_out = fit.Games(made[:2500]), fit.Games(made[2500:])
    found = fit.fit(training, held_out, terms, old)
    assert 0 <= found.before.held_out - found.after.held_out < 0.002


def test_what_makes_held_out_games_worse_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here it is noise, learned from few games without a penalty."""
    monkeypatch.setattr(fit, "PENALTIES", (1e-9,))
    terms = terms_of(get_variant("fanorona-chess"))
    old = tuple(term.default for term in terms)
    made = synthetic("fanorona-chess", 1000, old, 1.0)
    found = fit.fit(fit.Games(made[:100]), fit.Games(made[100:]), terms, old)
    assert (found.values, found.rounds, found.after) == (old, 0, found.before)
    assert fit.fit(fit.Games(made[:100]), fit.Games(made[100:]), [], old).values == old  # nothing to change


def test_the_fit_begins_with_the_better_weights() -> None:
    """The prior counts if it explains the held-out games better than the old weights."""
    terms = terms_of(get_variant("fanorona-chess"))
    good = tuple(term.default for term in terms)
    poor = tuple(100 if term.name == "value.Q" else term.default for term in terms)
    made = synthetic("fanorona-chess", 600, good, 1.0)
    training, held_out = fit.Games(made[:500]), fit.Games(made[500:])
    for old, prior in ((poor, good), (good, poor)):
        found = fit.fit(training, held_out, terms, old, fit.Settings(rounds=0, prior=prior))
        assert (found.values, found.rounds) == (good, 0)
        assert found.before.held_out - found.after.held_out == pytest.approx(
            held_out.loss(old, found.scale) - held_out.loss(good, found.scale)
        )


def test_penalties_count_from_the_old_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    """Later rounds do not move terms again and again by what the penalty allows."""
    terms = terms_of(get_variant("fanorona-chess"))
    old = tuple(term.default for term in terms)
    true = tuple(900 if term.name == "value.N" else term.default for term in terms)
    made = synthetic("fanorona-chess", 1500, true, 1.0)
    training, held_out = fit.Games(made[:1000]), fit.Games(made[1000:])
    monkeypatch.setattr(fit, "PENALTIES", (1.0,))
    index = [term.name for term in terms].index("value.N")
    once, often = (fit.fit(training, held_out, terms, old, fit.Settings(rounds=rounds)) for rounds in (1, 6))
    assert once.rounds == 1
    gains = [found.values[index] - old[index] for found in (once, often)]
    assert gains[0] > 5 and gains[1] < 1.5 * gains[0]


def test_the_greatest_penalty_that_is_as_good_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    """As good means within a standard error of the best on the held-out games."""
    of_games = {1: [0.3, 0.3, 0.3, 0.3], 2: [0.5, 0.0, 0.0, 0.1], 3: [0.1, 0.1, 0.1, 0.1]}
    held_out = fit.Games([])
    monkeypatch.setattr(held_out, "losses", lambda values, scale: np.array(of_games[values[0]]))
    candidates = [
        (fit.Losses(0.0, sum(of_games[number])), penalty, (number,))
        for number, penalty in ((1, 3.0), (2, 1.0), (3, 0.3))
    ]
    assert fit._choose(candidates, held_out, 1.0) == candidates[1]


def test_losses_of_games_without_positions() -> None:
    """They count for nothing."""
    values = built_in(get_variant("half-chess")).values
    one, two, three = synthetic("half-chess", 3, values, 1.0)
    empty: Any = ([], 1.0, [])
    for made in ([one, empty, two, three], [one, two, three, empty]):
        kept = fit.Games(made)
        losses = kept.losses(values, 0.7)
        assert len(losses) == 3 and losses.sum() == pytest.approx(kept.loss(values, 0.7))


def test_values_stay_whole_and_in_bounds() -> None:
    variant = get_variant("fanorona-chess")
    terms = terms_of(variant)
    old = tuple(term.default for term in terms)
    far = tuple(term.high for term in terms)
    made = synthetic(variant.name, 600, far, 5.0)
    found = fit.fit(fit.Games(made[:500]), fit.Games(made[500:]), terms, old, fit.Settings(rounds=2))
    assert all(type(value) is int and term.low <= value <= term.high for term, value in zip(terms, found.values))
    assert all(value == term.default for term, value in zip(terms, found.values) if term.fixed)


def test_derivatives_match_the_evaluation() -> None:
    variant = get_variant("half-chess")
    terms = terms_of(variant)
    sample = fit.Games(synthetic("half-chess", 200, tuple(term.default for term in terms), 1.0))
    values = [term.default for term in terms]
    columns, slopes = fit.derivatives(sample, terms, values)
    assert not any(terms[column].fixed for column in columns)
    column = columns.index(next(index for index, term in enumerate(terms) if term.name == "tempo"))
    turns = np.array([-1.0 if evaluation else 1.0 for evaluation in _black(sample)])
    np.testing.assert_allclose(slopes[:, column], turns / 100)
    place = [term.name for term in terms].index("tempo")
    for bound in (terms[place].low, terms[place].high):  # with steps to one side only
        values[place] = bound
        columns, slopes = fit.derivatives(sample, terms, values)
        np.testing.assert_allclose(slopes[:, columns.index(place)], turns / 100)


def _black(sample: fit.Games) -> list[bool]:
    """The side to move, deduced from the effect of the tempo term."""
    terms = terms_of(get_variant("half-chess"))
    low = [term.default for term in terms]
    high = [term.default + 10 * (term.name == "tempo") for term in terms]
    return list(sample.evaluate(high) < sample.evaluate(low))


def test_learning_from_search_scores() -> None:
    """With blend 1 only search scores count, here those of other weights, which the held-out games confirm."""
    variant = get_variant("fanorona-chess")
    terms = terms_of(variant)
    old = tuple(term.default for term in terms)
    true = tuple(900 if term.name == "value.N" else term.default for term in terms)
    made = []
    for positions, score, _ in synthetic(variant.name, 1500, old, 1.0):
        value = positions[0].with_weights(true).evaluate()
        made.append((positions, score, [-value if positions[0].turn else value]))
    training, held_out = fit.Games(made), fit.Games(synthetic(variant.name, 2000, true, 1.0)[1500:])
    index = [term.name for term in terms].index("value.N")
    for blend, learned in ((1.0, True), (0.0, False)):
        found = fit.fit(training, held_out, terms, old, fit.Settings(rounds=1, blend=blend))
        assert (found.values[index] > old[index] + 100) == learned


@pytest.mark.parametrize(
    ("count", "holdout", "held"), [(100, 0.1, 10), (10, 0.01, 1), (4, 0.5, 2), (2, 0.5, 1), (4, 1, 3)]
)
def test_whole_games_are_held_out(count: int, holdout: float, held: int) -> None:
    order = list(range(count))
    train, hold = fit.split(count, holdout, lambda n: random.Random(1).sample(order, n))
    assert len(hold) == held
    assert sorted(train + hold) == order


# The test -------------------------------------------------------------------------------------------------------


def test_the_match_is_new_against_old(tmp_path: Path) -> None:
    trial = Trial("banqi", games=7, sprt=Sprt(0, 10), seed=1, options={"DarkCapture": True})
    match = verify.plan(trial, "/n.json", "/o.json", nodes=300)
    match.check()
    assert [engine.options.get("EvalFile") for engine in match.engines] == ["/n.json", "/o.json"]
    assert (match.games, match.control.nodes, match.options) == (8, 300, {"DarkCapture": True})
    assert match.patience == 600  # an engine may need long for its nodes on a busy machine
    assert {engine.options["Evaluation"] for engine in match.engines} == {"hand-made"}  # else a network would play
    built = verify.plan(trial, "/n.json", None, nodes=300)
    assert "EvalFile" not in built.engines[1].options
    for decision, word in (("H1", "accepted"), ("H0", "rejected"), (None, "undecided")):
        standings = Standings(match)
        standings.verdict = decision
        assert verify.verdict(standings) == word


# The command ----------------------------------------------------------------------------------------------------


def invoke(*arguments: str) -> Result:
    return CliRunner(env={"COLUMNS": "160"}).invoke(cli, ["tune", *arguments])


@pytest.mark.slow
def test_the_command_from_end_to_end(tmp_path: Path) -> None:
    data, out, record = (str(tmp_path / name) for name in ("data.jsonl", "new.json", "match.jsonl"))
    words = ("fanorona-chess", "--games", "30", "--nodes", "50", "--seed", "1", "--data", data, "--out", out)
    done = invoke(*words, "--max-games", "4", "--json", record, "--sprt", "0,10", "-c", "2")
    assert done.exit_code == 0, done.output
    assert "30 games: first player won" in done.output and "3 held out" in done.output
    assert "held out" in done.output and "changed" in done.output
    assert "SPRT normalized [0, 10]" in done.output
    assert "fanorona-chess: new weights undecided after 4 games" in done.output
    new = read_weights(out)
    assert new.variant == "fanorona-chess" and new != built_in(get_variant("fanorona-chess"))
    names = [line["white"] for line in map(json.loads, Path(record).read_text().splitlines()) if line["type"] == "game"]
    assert sorted(names) == ["new", "new", "old", "old"]
    resumed = invoke(*words, "--max-games", "4", "--json", record, "--sprt", "0,10")  # the record has all games
    assert resumed.exit_code == 0 and resumed.output.splitlines()[-1] == done.output.splitlines()[-1]
    more = invoke(*words, "--max-games", "6", "--json", record, "--sprt", "0,10")
    assert more.exit_code == 0 and "undecided after 6 games" in more.output
    other = invoke(*words, "--max-games", "6", "--json", record, "--sprt", "0,11")
    assert other.exit_code == 2 and "records another match" in other.stderr
    size = Path(data).stat().st_size
    again = invoke(*words[:5], "--data", data, "--out", out, "--max-games", "0")  # with the seed of the data
    assert again.exit_code == 0 and Path(data).stat().st_size == size
    assert read_weights(out) == new


@pytest.mark.slow
def test_only_accepted_weights_are_built_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weights, "FOLDER", tmp_path)
    for cached in (weights.built_in, weights.built_in_path, weights.has_built_in):
        cached.cache_clear()
    variant = get_variant("fanorona-chess")
    before = built_in(variant)
    poor = tmp_path / "poor.json"  # which any games will improve
    values = (100 if term.name == "value.Q" else value for term, value in zip(terms_of(variant), before.values))
    write_weights(poor, variant, tuple(values))
    new = tmp_path / "new.json"
    words = ("fanorona-chess", "--games", "60", "--nodes", "50", "--seed", "1", "--from", str(poor), "--out", str(new))
    try:
        for outcome in ("rejected", "undecided", "accepted"):
            assert built_in(variant) == before
            monkeypatch.setattr(command, "_verify", lambda *_arguments, outcome=outcome: outcome)
            done = invoke(*words, "--keep")
            assert done.exit_code == 0, done.output
        assert built_in(variant) == read_weights(new) != before
        assert (tmp_path / "fanorona-chess.json").exists()
        assert Game("fanorona-chess").position.weights == built_in(variant).values
    finally:
        monkeypatch.undo()
        for cached in (weights.built_in, weights.built_in_path, weights.has_built_in):
            cached.cache_clear()


@pytest.mark.slow
def test_weights_that_make_searches_explode(monkeypatch: pytest.MonkeyPatch) -> None:
    """With absurd weights some searches take more than twice the nodes, but none takes a thousand times as many."""
    variant = get_variant("bifold-halfgi")
    old = built_in(variant)
    wild = {"value.Q": 10, "value.B": 10, "value.W": 10, "value.F": 3000, "mobility.H": 91, "danger": 397}
    values = tuple(wild.get(term.name, value) for term, value in zip(terms_of(variant), old.values))
    new = weights.Weights(variant.name, values)
    monkeypatch.setattr(verify, "MAX_EXTRA", 0)
    for times, expected in ((2, True), (1000, False)):
        monkeypatch.setattr(verify, "MAX_FACTOR", times)
        assert not verify.explodes(old, old)
        assert verify.explodes(old, new) == expected


def test_errors_are_reported_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alien, out = tmp_path / "alien.json", str(tmp_path / "out.json")
    write_weights(alien, get_variant("banqi"), built_in(get_variant("banqi")).values)
    data = tmp_path / "data.jsonl"
    GameFile(data, recipe("fanorona-chess")).close()
    for words, message in (
        (("--from", str(alien)), "the weights are for banqi, not for fanorona-chess"),
        (("--from", str(tmp_path / "none.json")), "none.json: No such file"),
        (("--out", str(tmp_path / "no" / "out.json")), f"cannot write {tmp_path / 'no' / 'out.json'}"),
        (("--data", str(data), "--nodes", "61"), "its games were played with nodes 60, not 61"),
        (("--sprt", "5,0"), "expected ELO0 < ELO1"),
        (("-o", "Colour=red"), "variant fanorona-chess has no options"),
    ):
        done = invoke("fanorona-chess", "--games", "4", "--out", out, *words)
        assert done.exit_code == 2 and message in done.stderr, done.output
        assert done.stderr.count("\n") == 1
    assert "--st cannot be used with tuning an evaluation." in invoke("fanorona-chess", "--st", "1").stderr
    assert "--keep needs the test" in invoke("fanorona-chess", "--keep", "--max-games", "0").stderr
    monkeypatch.setitem(sys.modules, "oddfish.engine.experiments.tune.fit", None)
    monkeypatch.delattr("oddfish.engine.experiments.tune.fit")
    monkeypatch.setitem(sys.modules, "scipy.optimize", None)
    monkeypatch.delitem(sys.modules, "oddfish.engine.experiments.tune.fit")
    done = invoke("fanorona-chess", "--games", "4")
    assert done.exit_code == 2 and "pip install 'oddfish[tune]'" in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        "--data t --out t",
        "--data t --out ./t",
        "--data t --out sub/../link",
        "--json t --out t",
        "--data t --json t",
        "--from t --out t",
        "--prior t --out t",
        "--data t --from hard",
        "--search --data t --out t",
        "--search --from banqi.search.json",  # the default for the result
        "--from banqi.weights.json",
    ],
)
def test_a_file_has_only_one_use(words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("sub").mkdir()
    Path("t").write_bytes(b"")
    Path("link").symlink_to("t")
    os.link("t", "hard")
    before = sorted(tmp_path.iterdir())
    done = invoke("banqi", *words.split())
    assert done.exit_code == 2 and "are the same file: choose another for one of them" in done.stderr
    assert sorted(tmp_path.iterdir()) == before and Path("t").read_bytes() == b""
