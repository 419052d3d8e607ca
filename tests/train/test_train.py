"""``oddfish train``: positions from self-play, their file, the fit, and the command."""

from __future__ import annotations

import json
import math
import os
import random
import re
import sys
import tracemalloc
import xml.etree.ElementTree as ET
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result

from oddfish.cext.search.network import Network, network_size
from oddfish.engine.evaluation.networks import NetworkData, network_bytes, parse_network, write_network
from oddfish.engine.experiments import train
from oddfish.engine.experiments.train import fit, loading, parameters, records, selfplay
from oddfish.engine.experiments.train.plot import loss_picture
from oddfish.engine.experiments.train.records import Record, RecordFile, TrainError, read_recipe, read_records
from oddfish.engine.experiments.train.selfplay import Player, Recipe, play_locally
from oddfish.engine.game import Game
from oddfish.engine.searcher import Limits, Searcher
from oddfish.engine.variants import banqi, get_variant
from oddfish.protocols.commands import train_run as command
from oddfish.protocols.commands.group import cli
from support.networks import Parts

pytestmark = pytest.mark.thorough

RECIPE = Recipe(("half-chess", "halfgi"), 60, 5)


def record(number: int, positions: int = 3) -> Record:
    return Record(number, "half-chess", 1.0, "checkmate", 40, [f"fen {i}" for i in range(positions)], [7] * positions)


# Self-play ------------------------------------------------------------------------------------------------------


def test_recipe_and_number_determine_a_game() -> None:
    first = Player(RECIPE).play(3)
    assert first == Player(RECIPE).play(3)
    assert first.variant == "halfgi" and Player(RECIPE).play(2).variant == "half-chess"
    assert first.fens != Player(Recipe(RECIPE.variants, 60, 6)).play(3).fens


@pytest.mark.parametrize("variant", ["augmented-half-chess", "banqi", "bifold-halfgi", "tandem-84", "fanorona-chess"])
def test_positions_are_quiet_and_scored_for_the_first_player(variant: str) -> None:
    found = Player(Recipe((variant,), 80, 2)).play(0)
    assert found.score in (0.0, 0.5, 1.0) and found.reason
    moves_a_turn = 2 if variant == "tandem-84" else 1
    assert 0 < len(found.fens) == len(found.scores) <= moves_a_turn * found.plies
    options = get_variant(variant).defaults()
    for fen, score in zip(found.fens, found.scores):
        position = Game(variant, options, fen, seed=1).position
        assert position.is_quiet() and not position.check
        assert abs(score) <= selfplay.LARGEST_SCORE


def test_positions_inside_turns_are_kept_too() -> None:
    """The search evaluates them; a network trained without any is weaker than the hand-written evaluation."""
    stages = [fen.split()[4] for fen in Player(Recipe(("tandem-84",), 80, 2)).play(0).fens]
    assert "2" in stages and any(stage.startswith("1:") for stage in stages)


@pytest.mark.parametrize("variant", ["banqi", "bifold-halfgi", "tandem-84"])
def test_house_rules_vary(variant: str) -> None:
    """Each game has its own, and records those that are not the usual ones, so that its positions can be read."""
    one = get_variant(variant)
    games = [selfplay.house_rules(one, random.Random(seed)) for seed in range(40)]
    for option in one.options:
        if option.kind in ("check", "combo"):
            assert {game[option.name] for game in games} == set(option.choices or (False, True))
    recipe = Recipe((variant,), 40, 2, house_rules=True)
    found = [Player(recipe).play(number) for number in range(6)]
    assert any(game.options for game in found)
    for game in found:
        start = one.read(game.fens[0], {**one.defaults(), **game.options}, random.Random(0))
        assert [start.from_fen(fen).fen() for fen in game.fens] == game.fens

    assert not any(Player(Recipe((variant,), 40, 2)).play(number).options for number in range(6))


def test_given_house_rules_stay() -> None:
    recipe = Recipe(("banqi",), 40, 2, options={"DarkCapture": True}, house_rules=True)
    found = [Player(recipe).play(number) for number in range(4)]
    assert all(game.options["DarkCapture"] for game in found)


def test_players_see_no_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Banqi: a search gets nothing hidden; only the referee uses the deal."""
    asked: list[int] = []
    outcome = banqi.BanqiDeal.outcome

    def note(self: Any, position: Any, move: int) -> int:
        asked.append(move)
        return outcome(self, position, move)

    monkeypatch.setattr(banqi.BanqiDeal, "outcome", note)
    found = Player(Recipe(("banqi",), 50, 3)).play(0)
    assert 0 < len(asked) <= found.plies


def test_play_continues_where_it_was(tmp_path: Path) -> None:
    """A file has the requested number of positions, and games played in two runs are the same as in one."""
    counts: list[int] = []
    for name, targets in (("one", [400]), ("two", [150, 400])):
        for target in targets:
            file = RecordFile(tmp_path / name, RECIPE.to_json())
            selfplay.play(file, play_locally(RECIPE, 1), target, counts.append)
            assert file.positions >= target
            file.close()
    one, two = (list(read_records(tmp_path / name)) for name in ("one", "two"))
    assert one == two
    assert [each.number for each in one] == list(range(len(one)))


def test_several_processes_play_the_same_games(tmp_path: Path) -> None:
    file = RecordFile(tmp_path / "many", RECIPE.to_json())
    selfplay.play(file, play_locally(RECIPE, 2), 300, lambda positions: None)
    file.close()
    player = Player(RECIPE)
    for each in read_records(tmp_path / "many"):
        assert each == player.play(each.number)


# The file -------------------------------------------------------------------------------------------------------


def test_records_survive(tmp_path: Path) -> None:
    path = tmp_path / "positions"
    games = [record(number, number % 5)._replace(options={"Castling": number > 9}) for number in range(40)]
    file = RecordFile(path, {"seed": 1})
    for game in games[:20]:
        file.add(game)
    file.close()
    file = RecordFile(path, {"seed": 1})
    assert file.games == set(range(20)) and file.positions == sum(len(game.fens) for game in games[:20])
    for game in games[20:]:
        file.add(game)
    file.close()
    assert list(read_records(path)) == games
    assert read_recipe(path) == {"seed": 1}


def test_a_block_that_was_cut_off_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "positions"
    file = RecordFile(path, {})
    for number in range(2 * records.GAMES_A_BLOCK):
        file.add(record(number))
    file.close()
    whole = path.read_bytes()
    for length in (len(whole) - 1, len(whole) - 30):
        path.write_bytes(whole[:length])
        assert len(list(read_records(path))) == records.GAMES_A_BLOCK
        file = RecordFile(path, {})
        assert file.games == set(range(records.GAMES_A_BLOCK))
        for number in range(records.GAMES_A_BLOCK, 2 * records.GAMES_A_BLOCK):
            file.add(record(number))
        file.close()
        assert path.read_bytes() == whole


def positions_file(content: bytes, games: int = 1) -> bytes:
    """A file with one block, whose checksum is right."""
    head = records._HEAD.pack(records._MARK, games, len(content), zlib.crc32(content))
    return b'Oddfish positions 1\n{"nodes": 100}\n' + head + content


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "the compressed data is incomplete"),
        (b"not compressed", "incorrect header check"),
        (zlib.compress(b"[]")[:-3], "the compressed data is incomplete"),
        (zlib.compress(b"[]") + b"more", "other bytes follow"),
        (zlib.compress(b"no JSON"), "Expecting value"),
        (zlib.compress(b"\xff\xfe\xff"), "decode"),
        (zlib.compress(b"[" * 200_000), "recursion"),
        (zlib.compress(b"[" + b"9" * 5000 + b"]"), "digits"),
        (zlib.compress(b"null"), "expected a list"),
    ],
)
def test_blocks_with_a_right_checksum_and_wrong_content(tmp_path: Path, content: bytes, why: str) -> None:
    path = tmp_path / "positions"
    path.write_bytes(positions_file(content))
    for read in (lambda: list(read_records(path)), lambda: RecordFile(path, {"nodes": 100})):
        with pytest.raises(TrainError, match=f"the block at byte 35 is not a block of games .*{why}"):
            read()


def test_a_block_that_expands_without_end(tmp_path: Path) -> None:
    """A block of 6 MB may hold 6 GB. Reading stops at the limit; this also holds when the text is valid JSON."""
    stream = zlib.compressobj(9)
    part = b" " * (1 << 20)
    content = b"".join(stream.compress(part) for _ in range(200)) + stream.flush()
    path = tmp_path / "positions"
    path.write_bytes(positions_file(content))
    tracemalloc.start()
    with pytest.raises(TrainError, match=f"expands to more than {records._LONGEST} bytes"):
        list(read_records(path))
    assert tracemalloc.get_traced_memory()[1] < 3 * records._LONGEST
    tracemalloc.stop()


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"variant": "nosuch"}, "unknown variant 'nosuch'"),
        ({"fens": ["nonsense"], "scores": [1]}, "game 1 of a file of positions: "),
        ({"options": {"NoSuch": 1}}, "unknown option 'NoSuch'"),
        ({"variant": "banqi", "options": {"NoProgressPlies": [1]}}, "option NoProgressPlies"),
    ],
)
def test_games_that_are_none(tmp_path: Path, changes: dict[str, Any], why: str) -> None:
    """What only the variant can check is checked when the positions are loaded."""
    path = tmp_path / "positions"
    game = record(1)._replace(**changes)
    path.write_bytes(positions_file(zlib.compress(json.dumps(game).encode())))
    with pytest.raises(TrainError, match=why):
        loading.load([path], lambda n: None)


def test_files_that_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "positions"
    file = RecordFile(path, {"nodes": 100})
    file.add(record(0))
    file.close()
    with pytest.raises(TrainError, match="its games were played with nodes 100, not 200"):
        RecordFile(path, {"nodes": 200})
    whole = path.read_bytes()
    path.write_bytes(whole[:-3] + b"xyz")
    with pytest.raises(TrainError, match=r"the block at byte \d+ is damaged"):
        list(read_records(path))
    for values, why in (
        ((0, "half-chess", math.nan, "mate", 4, [], []), "NaN is not a number"),
        ((0, "half-chess", 2, "mate", 4, [], []), "score 2: expected 0, 0.5 or 1"),
        ((0, "half-chess", 1, "mate", 4, ["fen"], [10**9]), "1000000000 is outside"),
        ((0, "half-chess", 1, "mate", 4, ["fen"], [1.5]), "'1.5' is not a whole number"),
        ((0, "half-chess", 1, "mate", 4, ["fen"], []), "scores: expected one for each position"),
        ((-1, "half-chess", 1, "mate", 4, [], []), "-1 is too small"),
        ((0, 5, 1, "mate", 4, [], []), "the variant or its options"),
        ((0, "half-chess", True, "mate", 4, [], []), "score True"),
        ((0, "half-chess", 1, "mate", "4", [], []), "'4' is not a whole number"),
        ((0, "half-chess", 1, "mate", 4, "fens", []), "fens: expected texts"),
        ((0, "half-chess", 1, "mate", 4, [], {}), "scores: expected one"),
        ((0, "half-chess", 1, 7, 4, [], []), "the reason"),
        ((0, "half-chess", 1, "mate", 4, [], [], []), "the variant or its options"),
        (("0" * 9,) * 9, "takes"),
        ({"number": 0}, "expected a list"),
        ((0,), "missing"),
    ):
        path.write_bytes(positions_file(zlib.compress(json.dumps(values).encode())))
        with pytest.raises(TrainError, match=f"the block at byte 35 is not a block of games .*{re.escape(why)}"):
            list(read_records(path))
    path.write_bytes(b"Oddfish positions 1\n[1]\n")
    with pytest.raises(TrainError, match=":2: not the recipe"):
        list(read_records(path))
    path.write_bytes(b"something else\n")
    for read in (lambda: list(read_records(path)), lambda: read_recipe(path), lambda: RecordFile(path, {})):
        with pytest.raises(TrainError, match="not a file of positions"):
            read()
    with pytest.raises(TrainError, match="No such file"):
        list(read_records(tmp_path / "none"))
    with pytest.raises(TrainError, match=r"Is a directory|is a folder"):
        RecordFile(tmp_path, {})


# The fit --------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def positions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("train") / "fanorona.positions"
    recipe = Recipe(("fanorona-chess",), 50, 3)
    file = RecordFile(path, recipe.to_json())
    selfplay.play(file, play_locally(recipe, 2), 1500, lambda positions: None)
    file.close()
    return path


SMALL = fit.Settings(hidden=32, passes=6, batch=256, rate=3e-3)


def test_loading(positions: Path) -> None:
    """All positions are loaded, those for training with mirror images, with scores and results for the side to move."""
    sources = loading.load([positions], lambda n: None)
    games = list(read_records(positions))
    held = [game for game in games if game.number % loading.HELD_OUT == 0]
    total = sum(len(game.fens) for game in games)
    kept = sum(len(game.fens) for game in held)
    assert len(sources.held_out) == kept and len(sources.training) == 2 * (total - kept)
    first, *others = (Game("fanorona-chess", fen=fen).position for game in held for fen in game.fens)
    signs = np.array([-1 if position.turn else 1 for position in (first, *others)])
    assert (sources.held_out.scores == signs * np.concatenate([game.scores for game in held])).all()
    wins = np.repeat([game.score - 0.5 for game in held], [len(game.fens) for game in held])
    assert (sources.held_out.results == 0.5 + signs * wins).all() and len({*signs}) == 2
    lists = np.split(sources.held_out.lists, np.cumsum(sources.held_out.counts.reshape(-1)))
    known = set(sources.used.tolist())
    for row, player in enumerate((first.turn, 1 - first.turn)):
        expected = [feature for feature in first.features(player)[1] if feature in known]
        assert sources.used[lists[row]].tolist() == expected


def test_loading_by_two_processes(positions: Path) -> None:
    one, two = (loading.load([positions, positions], lambda n: None, concurrency) for concurrency in (1, 2))
    assert (one.games, one.variants, list(one.used)) == (two.games, two.variants, list(two.used))
    for first, second in ((one.training, two.training), (one.held_out, two.held_out)):
        assert all(np.array_equal(*pair) for pair in zip(first.columns(), second.columns()))


def test_a_fit_learns_and_its_integers_say_the_same(positions: Path) -> None:
    sources = loading.load([positions], lambda n: None)
    told: list[int] = []
    fitted = fit.fit(sources, SMALL, lambda number, training, held_out: told.append(number))
    assert told == list(range(1, SMALL.passes + 1))
    assert fitted.losses[-1][0] < 0.8 * fitted.losses[0][0]
    assert all(math.isfinite(loss) for pair in fitted.losses for loss in pair)
    assert fit.fit(sources, SMALL, lambda *_: None).parameters == fitted.parameters
    data = NetworkData(sources.feature_set, sources.features, SMALL.hidden, fitted.scale, fitted.parameters)
    network = parse_network(network_bytes(data, ("fanorona-chess",), {}), "it").network
    # The evaluations in integers are as near to the targets as the losses say.
    errors = []
    for game in read_records(positions):
        if game.number % loading.HELD_OUT:
            continue
        for fen, score in zip(game.fens, game.scores):
            position = Game("fanorona-chess", fen=fen).position
            sign = -1 if position.turn else 1
            target = SMALL.blend / (1 + math.exp(-sign * score / fitted.scale))
            target += (1 - SMALL.blend) * (0.5 + sign * (game.score - 0.5))
            errors.append((1 / (1 + math.exp(-network.evaluate(position) / fitted.scale)) - target) ** 2)
    assert abs(sum(errors) / len(errors) - fitted.losses[-1][1]) < 0.01


def test_a_fit_can_begin_with_a_network(positions: Path) -> None:
    """It continues from the network, and keeps its parameters for features that the positions do not have."""
    sources = loading.load([positions], lambda n: None)
    first = fit.fit(sources, SMALL, lambda *_: None)
    absent = sorted(set(range(sources.features)) - set(sources.used.tolist()))[0]
    integers = np.frombuffer(first.parameters, "<i2").copy()
    integers[absent * SMALL.hidden] = 77
    network = Network(sources.feature_set, sources.features, SMALL.hidden, first.scale, integers.tobytes())
    assert network.parameters == integers.tobytes()

    same = parameters.quantized(parameters.parameters_of(network, sources.used), sources, network)
    assert np.abs(np.frombuffer(same, "<i2")[:-16] - integers[:-16].astype(int)).max() == 0  # all but the last biases
    more = fit.fit(sources, replace(SMALL, passes=1, rate=3e-4), lambda *_: None, network)
    fresh = fit.fit(sources, replace(SMALL, passes=1), lambda *_: None)
    assert more.losses[0][0] < 0.8 * fresh.losses[0][0]
    assert np.frombuffer(more.parameters, "<i2")[absent * SMALL.hidden] == 77

    large = Network(sources.feature_set, sources.features, 64, 300, bytes(network_size(sources.features, 64)))
    with pytest.raises(TrainError, match=r"fanorona-1 and a hidden layer of 64: expected .* of at most 32"):
        fit.fit(sources, SMALL, lambda *_: None, large)


def test_a_fit_can_begin_with_a_narrower_network(positions: Path) -> None:
    """Widened, it says nearly the same, and keeps its weights for features that the positions do not have."""
    sources = loading.load([positions], lambda n: None)
    first = fit.fit(sources, SMALL, lambda *_: None)
    absent = sorted(set(range(sources.features)) - set(sources.used.tolist()))[0]
    integers = np.frombuffer(first.parameters, "<i2").copy()
    integers[absent * 32] = 77
    narrow = Network(sources.feature_set, sources.features, 32, first.scale, integers.tobytes())
    wide = fit.fit(sources, replace(SMALL, hidden=64, passes=1, rate=1e-9), lambda *_: None, narrow)
    assert wide.losses[0][1] == pytest.approx(first.losses[-1][1], rel=0.1)
    assert np.frombuffer(wide.parameters, "<i2")[absent * 64] == 77
    better = fit.fit(sources, replace(SMALL, hidden=64, passes=4), lambda *_: None, narrow)
    assert better.losses[-1][0] < wide.losses[0][0]


def test_a_fit_that_begins_with_another_scale_begins_with_the_same_scores(positions: Path) -> None:
    """A network's outputs are in its own scale, which differs from that of the positions."""
    sources = loading.load([positions], lambda n: None)
    first = fit.fit(sources, SMALL, lambda *_: None)
    same = Network(sources.feature_set, sources.features, 32, 2 * first.scale, first.parameters)
    more = fit.fit(sources, replace(SMALL, passes=1, rate=1e-9), lambda *_: None, same)
    network = Network(sources.feature_set, sources.features, 32, more.scale, more.parameters)
    expected = np.clip(2.0 * parameters.integers_of(same).output, -127, 127)
    assert np.abs(parameters.integers_of(network).output - expected).max() <= 2  # `scale` is rounded


# JAX ------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_jax_fits_the_same_network(positions: Path) -> None:
    """On the CPU it takes the core's steps, but for rounding."""
    pytest.importorskip("jax", reason="make test-slow installs it")
    sources = loading.load([positions], lambda n: None)
    core, jax = (fit.fit(sources, SMALL, lambda *_: None, backend=backend) for backend in ("core", "jax"))
    assert jax.losses == [pytest.approx(pair, rel=1e-3) for pair in core.losses]
    one, two = (
        Network(sources.feature_set, sources.features, 32, found.scale, found.parameters) for found in (core, jax)
    )
    scores = []
    for game in list(read_records(positions))[:5]:
        start = Game("fanorona-chess", fen=game.fens[0]).position
        scores += [(one.evaluate(at), two.evaluate(at)) for at in map(start.from_fen, game.fens)]
    assert len(scores) > 100 and max(abs(first - second) for first, second in scores) <= 10


@pytest.mark.slow
def test_jax_by_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file says what fitted it; without a GPU, 'auto' is the core."""
    pytest.importorskip("jax", reason="make test-slow installs it")
    monkeypatch.chdir(tmp_path)
    common = "fanorona-chess -n 400 --nodes 20 --batch 64 --hidden 32 --seed 4 --max-games 0 --passes 1".split()
    assert fit.chosen_backend("auto") == "core"
    for backend, expected in (("auto", None), ("core", None), ("jax", "jax")):
        done = invoke(*common, "--backend", backend, "--out", f"{backend}.network")
        assert done.exit_code == 0, done.output
        made = parse_network(Path(f"{backend}.network").read_bytes(), backend).made
        assert made.get("backend") == expected


def test_without_jax(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "jax", None)
    monkeypatch.delitem(sys.modules, "oddfish.engine.experiments.train.accelerated", raising=False)
    monkeypatch.delattr(train, "accelerated", raising=False)
    monkeypatch.setattr(fit, "find_spec", lambda name: None)
    assert fit.chosen_backend("auto") == fit.chosen_backend("core") == "core"
    failed = invoke("fanorona-chess", "-n", "400", "--nodes", "20", "--seed", "4", "--backend", "jax")
    assert failed.exit_code == 2 and "--backend jax needs JAX (pip install jax)" in failed.output
    assert not list(tmp_path.iterdir())  # this is printed before any games


def test_a_fit_that_makes_things_worse_is_refused(positions: Path) -> None:
    """It refuses numbers that are not finite, and a network worse than an untrained one."""
    sources = loading.load([positions], lambda n: None)
    for rate in (1e6, 1e30, math.inf, math.nan):
        with pytest.raises(TrainError, match=r"the fit diverges|random weights have"):
            fit.fit(sources, replace(SMALL, passes=1, rate=rate), lambda *_: None)


def test_too_little_to_learn_from(tmp_path: Path, positions: Path) -> None:
    file = RecordFile(tmp_path / "few", {})
    file.add(record(1, 0))
    file.close()
    with pytest.raises(TrainError, match="1 games are too few"):
        loading.load([tmp_path / "few"], lambda n: None)
    sources = loading.load([positions], lambda n: None)
    with pytest.raises(TrainError, match="fewer than a batch of 1000000: use more positions"):
        fit.fit(sources, fit.Settings(batch=10**6), lambda *_: None)


def test_files_of_different_games_do_not_mix(tmp_path: Path, positions: Path) -> None:
    recipe = Recipe(("half-chess",), 30, 1)
    file = RecordFile(tmp_path / "half", recipe.to_json())
    selfplay.play(file, play_locally(recipe, 1), 10, lambda n: None)
    file.close()
    with pytest.raises(TrainError, match="cannot mix positions with features fanorona-1 and half-chess-1"):
        loading.load([positions, tmp_path / "half"], lambda n: None)


def test_the_picture_shows_both_losses() -> None:
    picture = ET.fromstring(loss_picture("banqi: loss", [(0.3, 0.35), (0.2, 0.3), (0.15, 0.29)]))
    lines = [element for element in picture if element.tag.endswith("polyline")]
    assert [len(line.get("points", "").split()) for line in lines] == [3, 3]
    assert "banqi: loss" in "".join(picture.itertext())
    assert ET.fromstring(loss_picture("one", [(0.3, 0.3)])) is not None


# The command ----------------------------------------------------------------------------------------------------


def invoke(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["train", *arguments])


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It plays, fits, writes a network that the engine loads, and continues with existing positions."""
    monkeypatch.chdir(tmp_path)
    arguments = "fanorona-chess fanorona-chess-alternate -n 600 --nodes 30 --passes 2 --batch 64 --hidden 32".split()
    done = invoke(*arguments, "--max-games", "0", "--picture", "loss.svg", "--seed", "4")
    assert done.exit_code == 0, done.output
    assert "pass 2: training" in done.output and "features fanorona-1" in done.output
    found = parse_network(Path("fanorona-chess.network").read_bytes(), "it")
    assert found.variants == ("fanorona-chess", "fanorona-chess-alternate")
    assert found.made["passes"] == 2 and found.made["positions"] >= 600
    assert ET.parse("loss.svg")
    before = Path("fanorona-chess.positions").read_bytes()
    again = invoke(*arguments, "--max-games", "0", "--out", "again.network")
    assert again.exit_code == 0, again.output
    assert Path("fanorona-chess.positions").read_bytes() == before
    assert Path("again.network").read_bytes() == Path("fanorona-chess.network").read_bytes()


def test_keep_builds_in_what_is_accepted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed: list[bytes] = []
    tested: list[str] = []

    def accepted(variant: Any, *_: Any) -> bool:
        tested.append(variant.name)
        return bool(variant.name == "fanorona-chess-alternate")

    def install(variant: Any, content: bytes) -> str:
        installed.append(content)
        return "there"

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(command, "_accepted", accepted)
    monkeypatch.setattr(command, "install_network", install)
    monkeypatch.setattr(get_variant("fanorona-chess-alternate"), "network", "fanorona-chess")
    games = "fanorona-chess", "fanorona-chess-alternate"
    done = invoke(*games, *"-n 400 --nodes 30 --passes 1 --batch 64 --hidden 32 --seed 4 --keep".split())
    assert done.exit_code == 0, done.output
    assert tested == [*games] and "built in: there" in done.output
    assert parse_network(installed[0], "it").variants == ("fanorona-chess-alternate",)


def test_a_failed_fit_keeps_the_old_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("fanorona-chess.network").write_bytes(b"old")
    arguments = "fanorona-chess -n 400 --nodes 30 --passes 3 --batch 64 --hidden 32 --seed 4 --rate 1".split()
    done = invoke(*arguments)
    assert done.exit_code == 2, done.output
    assert "oddfish: the fit ends with a loss of 0." in done.stderr and done.stderr.count("\n") == 1
    assert Path("fanorona-chess.network").read_bytes() == b"old"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["banqi", "--hidden", "40"], "--hidden 40: expected a multiple of 32"),
        (["banqi", "normal", "--keep"], "banqi and normal do not share a built-in network"),
        (["banqi", "--house-rules", "--keep"], "--keep tests and builds in networks for the usual rules"),
        (["banqi", "--keep", "--max-games", "0"], "--keep needs the test that --max-games 0 skips"),
        (["banqi", "--data", "x", "--out", "./x"], "--data x and --out ./x are the same file"),
        (["banqi", "--out", "x", "--picture", "x"], "are the same file"),
        (["banqi", "--also", "x", "--also", "banqi.network"], "--out banqi.network and --also banqi.network are"),
        (["banqi", "--also", "banqi.positions"], "are the same file"),
        (["banqi", "--picture", "x", "--from", "x"], "are the same file"),
        (["banqi", "--picture", "x", "--players", "x"], "are the same file"),
        (["banqi", "--players", "none.network", "--from", "x", "--out", "x"], "none.network: No such file"),
        (["banqi", "--players", "none.network"], "none.network: No such file"),
        (["banqi", "--out", "."], "cannot write"),
        (["banqi", "--out", os.devnull], "is not a regular file"),
        (["banqi", "--picture", "."], "cannot write ."),
        (["banqi", "--picture", "none/loss.svg"], "cannot write none/loss.svg: No such file"),
        (["banqi", "--also", "none.positions"], "none.positions: No such file"),
        (["banqi", "--also", os.devnull], "is not a regular file"),
        (["banqj"], "unknown variant 'banqj'"),
        ([], "Missing argument"),
    ],
)
def test_bad_arguments(arguments: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = invoke(*arguments)
    assert done.exit_code == 2
    assert said in " ".join(done.output.split())
    assert list(tmp_path.iterdir()) == []


def test_the_command_begins_with_a_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    common = "fanorona-chess -n 400 --nodes 20 --batch 64 --hidden 32 --seed 4 --max-games 0".split()
    first = invoke(*common, "--passes", "4", "--out", "1.network")
    assert first.exit_code == 0, first.output
    begin = str(tmp_path / "1.network")
    second = invoke(*common, "--passes", "1", "--rate", "0.0001", "--from", begin, "--out", "2.network")
    assert second.exit_code == 0, second.output
    one, two = (parse_network(Path(name).read_bytes(), name) for name in ("1.network", "2.network"))
    assert two.made["from"] == "1.network" and two.made["held out"] == pytest.approx(one.made["held out"], rel=0.1)
    wide = invoke(*common, "--hidden", "64", "--passes", "1", "--from", "1.network", "--out", "3.network")
    assert wide.exit_code == 0 and parse_network(Path("3.network").read_bytes(), "3").network.hidden == 64
    wrong = invoke(*common, "--from", "3.network", "--data", "new.positions")
    assert wrong.exit_code == 2
    assert "3.network: cannot begin with a network for" in wrong.output
    few = NetworkData("fanorona-1", 64, 32, 300, bytes(network_size(64, 32)))
    write_network(Path("few.network"), network_bytes(few, ("fanorona-chess",), {}))
    wrong = invoke(*common, "--from", "few.network", "--data", "new.positions")
    assert wrong.exit_code == 2 and "few.network: cannot begin with a network for 64 features" in wrong.output
    assert not Path("new.positions").exists()  # this is printed before any games
    assert invoke(*common, "--from", "nothing.network").exit_code == 2


def test_self_play_with_a_network(tmp_path: Path) -> None:
    """The players of a second round evaluate with the network of the first."""
    position = Game("halfgi").position
    parts = Parts(position)
    data = NetworkData(parts.feature_set, parts.features, parts.hidden, 300, parts.parameters())
    write_network(tmp_path / "n.network", network_bytes(data, ("halfgi",), {}))
    recipe = Recipe(("halfgi",), 60, 5, str(tmp_path / "n.network"))
    assert Player(recipe).play(1).fens != Player(Recipe(("halfgi",), 60, 5)).play(1).fens
    assert json.dumps(recipe.to_json())
    searcher = Searcher(1)
    searcher.set_network(parts.network())
    assert searcher.evaluate(Game("halfgi")) == parts.evaluate(position)
    assert searcher.think(Game("halfgi"), Limits(nodes=100)).text
