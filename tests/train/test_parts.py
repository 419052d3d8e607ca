"""The parts of training, without self-play: descent, targets, parameters, and the file of positions."""

from __future__ import annotations

import json
import random
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from oddfish.cext.search.gradient import parameter_count
from oddfish.cext.search.network import OUTPUT_COUNT, Network, network_size
from oddfish.engine.experiments.match.statistics import Sprt
from oddfish.engine.experiments.match.trial import Trial
from oddfish.engine.experiments.train import descent, fit, parameters, selfplay, verify
from oddfish.engine.experiments.train.loading import Data, Floats, Sources
from oddfish.engine.experiments.train.records import RecordFile, TrainError, read_records
from oddfish.engine.experiments.train.selfplay import Player, Recipe
from oddfish.engine.variants import get_variant
from train.test_train import positions_file, record

FEATURES, HIDDEN = 10, 32


def made(positions: int, seed: int = 1) -> Data:
    """Positions of three features for each player."""
    rng = np.random.default_rng(seed)
    lists = np.concatenate([np.sort(rng.permutation(FEATURES)[:3]) for _ in range(2 * positions)]).astype(np.uint16)
    return Data(
        lists,
        np.full((positions, 2), 3, np.uint16),
        rng.integers(0, OUTPUT_COUNT, positions).astype(np.uint8),
        rng.normal(0, 300, positions).astype(np.float32),
        rng.integers(0, 2, positions).astype(np.float32),
    )


def results(data: Data) -> Floats:
    return data.results


@pytest.fixture
def loss() -> Iterator[descent.Loss]:
    data = made(50)
    with ThreadPoolExecutor(2) as pool:
        yield descent.Loss(data, data.results, FEATURES, HIDDEN, pool)


def test_the_gradient_of_a_batch(loss: descent.Loss) -> None:
    """It is that of the mean over the batch, each time it is computed."""
    params = parameters.initial(FEATURES, HIDDEN, 1).every
    rows = np.arange(7, 47)
    error, found = loss.gradient(params, rows)
    first = found.copy()
    assert error == pytest.approx(loss.mean(params, rows))
    again = loss.gradient(params, rows)
    assert again[0] == error and np.array_equal(again[1], first)
    ahead = first / np.linalg.norm(first)
    slope = (loss.mean(params + 0.01 * ahead, rows) - loss.mean(params - 0.01 * ahead, rows)) / 0.02
    assert slope == pytest.approx(np.linalg.norm(first), rel=0.02)


def test_steps_have_the_size_of_the_rate() -> None:
    """However large the gradient is, as long as it stays the same."""
    params, adam = np.zeros(3, np.float32), descent.Adam(3)
    for number in range(1, 4):
        adam.step(params, np.array([5, -0.01, 0.2], np.float32), 0.1)
        np.testing.assert_allclose(params, [-0.1 * number, 0.1 * number, -0.1 * number], rtol=1e-3)


def test_weights_stay_small_enough_for_integers() -> None:
    sources = Sources(made(64), made(20, 2), "any", FEATURES, False, np.arange(FEATURES), ("normal",), 84)
    going = descent.CoreDescent(sources, results, parameters.initial(FEATURES, HIDDEN, 1))
    order = np.arange(64).reshape(2, 32)
    error = going.run(order, np.array([1, 5], np.float32))
    assert 0 < error < 1
    found = going.parameters()
    for weights in (found.columns, found.output):
        assert np.abs(weights).max() == np.float32(descent.LARGEST)


def test_targets_blend_scores_and_results() -> None:
    data = made(4000)
    odds = 1 / (1 + np.exp(-data.scores / 400))
    np.testing.assert_allclose(fit.targets(data, 400, 0.75), 0.75 * odds + 0.25 * data.results, rtol=1e-4)
    exact = Data(data.lists, data.counts, data.outputs, data.scores, odds)
    assert fit.fit_scale(exact) == pytest.approx(400, rel=0.04)


def test_what_a_fit_can_begin_with() -> None:
    network = Network("any-1", 64, HIDDEN, 300, bytes(network_size(64, HIDDEN)))
    parameters.check_beginning(network, "any-1", 64, HIDDEN)
    for feature_set, features, hidden in (("any-2", 64, HIDDEN), ("any-1", 128, HIDDEN), ("any-1", 64, HIDDEN - 1)):
        with pytest.raises(TrainError, match="cannot begin with a network for"):
            parameters.check_beginning(network, feature_set, features, hidden)


def test_a_widened_network_keeps_its_parameters() -> None:
    """New units have random columns and small output weights."""
    old, new, fresh = (parameters.initial(FEATURES, hidden, seed) for hidden, seed in ((32, 1), (64, 2), (64, 2)))
    old.output_bias[:] = 0.25
    parameters.put_in(old, new)
    assert np.array_equal(new.columns[:, :32], old.columns)
    assert np.array_equal(new.columns[:, 32:], fresh.columns[:, 32:])
    for view in range(2):
        assert np.array_equal(new.output[:, 64 * view : 64 * view + 32], old.output[:, 32 * view : 32 * view + 32])
        added = slice(64 * view + 32, 64 * view + 64)
        np.testing.assert_allclose(new.output[:, added], 0.1 * fresh.output[:, added], rtol=1e-5)
    assert (new.output_bias == 0.25).all()
    assert len(fresh.every) == parameter_count(FEATURES, 64)
    assert (fresh.bias == np.float32(0.2)).all() and 0.8 / 8 < np.abs(fresh.output).max() <= 1 / 8


def test_the_match_is_at_equal_time() -> None:
    trial = Trial("banqi", games=4, sprt=Sprt(0, 10), seed=1)
    for against, name in (("network", "built in"), ("hand-made", "hand-made")):
        match = verify.plan(trial, "n.network", against, 0.2)
        match.check()
        assert [engine.name for engine in match.engines] == ["new", name]
        told = [{**engine.options} for engine in match.engines]
        assert told == [{"Hash": "16", "EvalFile": "n.network"}, {"Hash": "16", "Evaluation": against}]
        assert (match.control.move_time, match.control.margin) == (0.2, 1000)  # it does not test the clock


# Self-play ------------------------------------------------------------------------------------------------------


def test_start_options_are_no_house_rules() -> None:
    """They decide what armies are drawn."""
    assert all(selfplay.house_rules(get_variant("augmented-chess"), random.Random(seed)) == {} for seed in range(8))


def test_games_use_the_variant_s_search_parameters(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    built_in = selfplay.built_in_parameters

    def note(variant: Any) -> Any:
        asked.append(variant.name)
        return built_in(variant)

    monkeypatch.setattr(selfplay, "built_in_parameters", note)
    player = Player(Recipe(("half-chess", "halfgi"), 20, 1))
    first = player.play(1)
    player.play(0)
    assert asked == ["halfgi", "half-chess"]
    assert player.play(1) == first  # nothing is remembered from the games before


# The file -------------------------------------------------------------------------------------------------------


def test_two_processes_do_not_add_to_one_file(tmp_path: Path) -> None:
    file = RecordFile(tmp_path / "positions", {})
    with pytest.raises(TrainError, match="another process is adding to it"):
        RecordFile(tmp_path / "positions", {})
    file.close()
    RecordFile(tmp_path / "positions", {}).close()


def test_a_block_holds_as_many_games_as_it_says(tmp_path: Path) -> None:
    path = tmp_path / "positions"
    for games in (0, 2):
        path.write_bytes(positions_file(zlib.compress(json.dumps(record(0)).encode()), games))
        with pytest.raises(TrainError, match=f"the block at byte 35 has 1 games, expected {games}"):
            list(read_records(path))


def test_a_head_that_was_cut_off_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "positions"
    whole = positions_file(zlib.compress(json.dumps(record(0)).encode()))
    for length in (1, 15):
        path.write_bytes(whole + whole[35 : 35 + length])
        assert [game.number for game in read_records(path)] == [0]
        RecordFile(path, {"nodes": 100}).close()
        assert path.read_bytes() == whole


def test_games_of_a_recipe_with_more_fields_are_refused(tmp_path: Path) -> None:
    RecordFile(tmp_path / "positions", {"nodes": 100}).close()
    with pytest.raises(TrainError, match="its games were played with seed None, not 3"):
        RecordFile(tmp_path / "positions", {"nodes": 100, "seed": 3})
