"""Training of networks that turn the board."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from oddfish.engine.evaluation.networks import NetworkData, network_bytes, parse_network
from oddfish.engine.experiments.train import fit, loading, selfplay
from oddfish.engine.experiments.train.records import RecordFile, read_records
from oddfish.engine.experiments.train.selfplay import Recipe, play_locally
from oddfish.engine.game import Game

SMALL = fit.Settings(hidden=32, passes=4, batch=256, rate=3e-3)


@pytest.fixture(scope="module")
def positions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("train") / "halfgi.positions"
    recipe = Recipe(("halfgi",), 50, 3)
    file = RecordFile(path, recipe.to_json())
    selfplay.play(file, play_locally(recipe, 2), 3000, lambda positions: None)
    file.close()
    return path


@pytest.fixture(scope="module")
def sources(positions: Path) -> loading.Sources:
    return loading.load([positions], lambda n: None)


def test_loading(positions: Path, sources: loading.Sources) -> None:
    """Positions are seen turned; their mirror images would be the same."""
    assert sources.turning
    games = list(read_records(positions))
    assert len(sources.training) == sum(len(game.fens) for game in games if game.number % loading.HELD_OUT)
    lists = iter(np.split(sources.held_out.lists, np.cumsum(sources.held_out.counts.reshape(-1))))
    turned = 0
    for fen in (fen for game in games if game.number % loading.HELD_OUT == 0 for fen in game.fens):
        position = Game("halfgi", fen=fen).position
        for player in (position.turn, 1 - position.turn):
            seen = position.features(player, True)[1]
            turned += seen != position.features(player)[1]
            assert sources.used[next(lists)].tolist() == [feature for feature in seen if feature in sources.used]
    assert turned


def test_a_fit_learns_and_its_file_says_so(sources: loading.Sources) -> None:
    fitted = fit.fit(sources, SMALL, lambda *_: None)
    assert fitted.losses[-1][0] < 0.9 * fitted.losses[0][0]
    data = NetworkData(sources.feature_set, sources.features, SMALL.hidden, fitted.scale, fitted.parameters, True)
    network = parse_network(network_bytes(data, ("halfgi",), {}), "it").network
    assert network.turning and network.fits(Game("halfgi").position)
    assert b"turning" not in network_bytes(data._replace(turning=False), ("halfgi",), {})
    again = fit.fit(sources, replace(SMALL, passes=1, rate=1e-9), lambda *_: None, network)
    assert again.losses[0][1] == pytest.approx(fitted.losses[-1][1], rel=0.05)
