"""Evaluation weights: names, bounds, positions with their own weights, files, and the option EvalFile."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from oddfish.cext.core.rules import Position
from oddfish.cext.core.sample import Sample
from oddfish.cext.core.terms import declared, each, one
from oddfish.cext.search import MATE, Search
from oddfish.engine import bench
from oddfish.engine.evaluation import weights
from oddfish.engine.evaluation.weights import Weights, WeightsError, built_in, read_weights, terms_of, write_weights
from oddfish.engine.game import Game
from oddfish.engine.searcher import Limits, Searcher
from oddfish.engine.variants import REGISTRY, get_variant
from support.perft_suite import entries
from support.pipes import CecpEngine, UciEngine

pytestmark = pytest.mark.sampled(3)

VARIANTS = list(REGISTRY)
#: The evaluations of the bench positions by the default weights.
BEFORE = {
    "augmented-half-chess": (408, -140, -437),
    "half-chess": (23, 16, 125),
    "halfgi": (23, -106, -72),
    "augmented-chess": (65, -610, 94),
    "normal": (16, -39, 13),
    "fanorona-chess": (-88, 277, 572),
    "fanorona-chess-alternate": (88, 255, 197),
    "bifold-halfgi": (-252, 60, -208),
    "bifold-halfgi-wazirs": (-231, -123, -380),
    "bifold-halfgi-handed": (-9, -94, -91),
    "bifold-halfgi-weak": (-57, 99, 260),
    "banqi": (-208, -357, -259),
    "banqi-hongkong": (0, -236, -523),
    "tandem-84": (-76, -592, -147),
}


def defaults(name: str) -> tuple[int, ...]:
    """The default weights."""
    return tuple(term.default for term in terms_of(get_variant(name)))


def other(name: str, seed: int = 1) -> tuple[int, ...]:
    """Random weights within their bounds."""
    rng = random.Random(seed)
    return tuple(rng.randint(term.low, term.high) for term in terms_of(get_variant(name)))


def wandering(name: str, plies: int, seed: int) -> Game:
    """A game of random moves."""
    rng = random.Random(seed)
    game = Game(name, seed=seed)
    while len(game.moves) < plies and game.result() is None:
        game.push_move(rng.choice(game.position.moves()))
    return game


# Terms ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", VARIANTS)
def test_default_weights_evaluate_as_recorded(name: str) -> None:
    evaluations = [game.position.with_weights(defaults(name)).evaluate() for game in bench.positions(name)]
    assert tuple(evaluations) == BEFORE[name]


@pytest.mark.parametrize("name", VARIANTS)
def test_terms_have_names_and_bounds(name: str) -> None:
    terms = terms_of(get_variant(name))
    assert len({term.name for term in terms}) == len(terms)
    assert all(term.low <= term.default <= term.high for term in terms)
    assert sum(not term.fixed for term in terms) >= 20
    assert all(term.low <= value <= term.high for term, value in zip(terms, built_in(get_variant(name)).values))


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.quick(3)
def test_most_terms_matter(name: str) -> None:
    """Tuning an unused term would be useless."""
    sample = Sample()
    for seed in range(40):
        game = wandering(name, 120, seed)
        sample.add(game.positions[10::7])
    values = defaults(name)
    base = sample.evaluate(values)
    silent = set()
    for index, term in enumerate(terms_of(get_variant(name))):
        if not term.fixed and all(
            sample.evaluate([*values[:index], value, *values[index + 1 :]]) == base for value in (term.low, term.high)
        ):
            silent.add(term.name)
    # Pieces and pawns that the variant lacks; hands without drops.
    lacking = {
        "banqi": {"nearness.13", "nearness.14", "nearness.15"},
        "banqi-hongkong": {"screen", "nearness.13", "nearness.14", "nearness.15"},
        "bifold-halfgi": {*_of("value hand centre", "L"), "value.P"},
        "bifold-halfgi-wazirs": {*_of("value hand centre", "L"), *_of("value mobility centre", "F"), "value.P"},
        "bifold-halfgi-handed": {*_of("value hand centre", "P"), "full_pawn"},
        "bifold-halfgi-weak": {*_of("value hand centre", "L"), "full_pawn"},
        "tandem-84": {"peaceful"},
    }
    hands = {"hand_base", "hand_share", "attack_hand"}
    family = {
        # Not every army has a colour-bound piece and officers of every weight.
        "half-chess": hands | {"color_bound", "attack_medium"},
        "halfgi": {"color_bound", "attack_medium"},
        "normal": hands | {"attack_light"},
        "augmented-chess": hands | {"attack_light"},
    }
    assert silent <= lacking.get(name, set()) | family.get(name, hands) | {"centre.P"}, silent


def _of(groups: str, labels: str) -> set[str]:
    return {f"{group}.{label}" for group in groups.split() for label in labels}


def test_a_struct_and_its_terms_must_agree() -> None:
    with pytest.raises(TypeError, match="2 terms for a struct of 3"):
        declared(12, one("a", 1, 0, 2), one("b", 1, 0, 2))
    with pytest.raises(TypeError, match="same name"):
        declared(8, one("a", 1, 0, 2), one("a", 1, 0, 2))
    with pytest.raises(TypeError, match="out of bounds: a"):
        declared(4, one("a", 3, 0, 2))
    with pytest.raises(ValueError, match=r"shorter|longer"):
        each("a", "xyz", (1, 2), 0, 5)


# Positions ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", VARIANTS)
def test_positions_have_their_own_weights(name: str) -> None:
    """Two sets of weights are independent of each other, and moves preserve them."""
    game = wandering(name, 30, 4)
    plain = game.position.with_weights(defaults(name))
    changed = game.position.with_weights(other(name))
    assert (plain.weights, changed.weights) == (defaults(name), other(name))
    assert plain.fen() == changed.fen() and plain.key == changed.key
    for move in plain.moves()[:20]:
        move = plain.outcomes(move)[0][0]
        after = [position.make(move) for position in (plain, changed)]
        assert [position.weights for position in after] == [defaults(name), other(name)]
        fresh = [position.from_fen(after[0].fen()) for position in (plain, changed)]
        assert [position.weights for position in fresh] == [defaults(name), other(name)]
        assert [position.evaluate() for position in fresh] == [position.evaluate() for position in after]


@pytest.mark.parametrize("entry", list(entries(chance=True)), ids=lambda entry: entry.id)
def test_setting_equal_weights_changes_nothing(entry) -> None:
    position = entry.position()
    again = position.with_weights(position.weights)
    assert again == position and again.evaluate() == position.evaluate() and again.valid()


def test_weights_out_of_bounds_are_refused() -> None:
    position = Game("fanorona-chess").position
    with pytest.raises(ValueError, match=r"weight value.P: 19 is outside 20\.\.2000"):
        position.with_weights((19, *position.weights[1:]))
    with pytest.raises(ValueError, match="3 weights, expected"):
        position.with_weights((1, 2, 3))


def test_a_fen_with_other_armies_has_its_own_tables() -> None:
    game = Game("augmented-half-chess", {"WhiteArmy": "RF-CD-BW-QV", "BlackArmy": "RA-VS-BC-RVF"})
    fen = Game("augmented-half-chess", {"WhiteArmy": "RC-VS-BW-RCA", "BlackArmy": "RS-CW-BV-QA"}).fen()
    there = game.position.with_weights(other("augmented-half-chess")).from_fen(fen)
    assert there.evaluate() == Game("augmented-half-chess", fen=fen).position.with_weights(there.weights).evaluate()


# Samples --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", VARIANTS)
def test_samples_evaluate_as_positions_do(name: str) -> None:
    sample, single = Sample(), []
    for seed in range(4):
        positions = wandering(name, 40, seed).positions
        sample.add(positions)
        single += positions
    for values in (defaults(name), other(name), other(name, 2)):
        assert list(sample.evaluate(values)) == [first_players(position.with_weights(values)) for position in single]
    assert len(sample) == len(single)


def first_players(position: Position) -> int:
    return -position.evaluate() if position.turn else position.evaluate()


def test_a_sample_is_of_one_game() -> None:
    sample = Sample()
    assert list(sample.evaluate(defaults("half-chess"))) == []
    sample.add([])
    sample.add(Game("half-chess").positions)
    with pytest.raises(ValueError, match="positions of different variants"):
        sample.add(Game("fanorona-chess").positions)
    with pytest.raises(ValueError, match="positions of different games"):
        sample.add([Game("half-chess").position, Game("halfgi").position])
    with pytest.raises(ValueError, match="more than"):
        sample.evaluate([0] * 1000)


def test_a_wrong_position_leaves_the_sample_as_it_was() -> None:
    sample, setup = Sample(), Game("augmented-chess", seed=1).positions
    sample.add(setup)
    before = sample.evaluate([])
    for wrong in (Game("augmented-chess", seed=2).position, Game("fanorona-chess").position, None):
        with pytest.raises((ValueError, TypeError)):
            sample.add([*Game("augmented-chess", seed=3).positions, wrong])  # type: ignore[list-item]
    assert len(sample) == 1
    assert sample.evaluate([]) == before


def test_a_sample_that_grows_while_its_weights_are_read() -> None:
    sample = Sample()
    sample.add(Game("half-chess").positions)

    class Weight:
        def __index__(self) -> int:
            sample.add(Game("half-chess").positions * 100)
            return 0

    assert len(sample.evaluate([Weight()])) == len(sample) == 101  # type: ignore[list-item]


def test_quiet_positions() -> None:
    def quiet(fen: str) -> bool:
        return Game("normal", fen=fen).position.is_quiet()

    assert quiet("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    assert not quiet("4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1")  # the queen hangs
    assert not quiet("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")  # in check
    assert quiet("4k3/2p5/3p4/8/8/3Q4/8/4K3 w - - 0 1")  # guarded


# Files ----------------------------------------------------------------------------------------------------------


def test_files_round_trip(tmp_path: Path) -> None:
    for name in VARIANTS:
        path = tmp_path / f"{name}.json"
        write_weights(path, get_variant(name), other(name))
        assert read_weights(path) == Weights(name, other(name))


def test_missing_terms_have_their_built_in_values(tmp_path: Path) -> None:
    path = tmp_path / "one.json"
    path.write_text('{"variant": "half-chess", "weights": {"tempo": 40}}')
    terms = [term.name for term in terms_of(get_variant("half-chess"))]
    for name, value, old in zip(terms, read_weights(path).values, built_in(get_variant("half-chess")).values):
        assert value == (40 if name == "tempo" else old)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "not a JSON file of weights"),
        ("[1]", r"is \[1\], expected an object, as files of weights are"),
        ('{"weights": {}}', "key 'variant' is missing, expected the name of a variant"),
        ('{"variant": "checkers", "weights": {}}', "key 'variant': unknown variant 'checkers'"),
        ('{"variant": "banqi"}', "key 'weights' is missing, expected an object of terms"),
        ('{"variant": "banqi", "weights": [], "more": 1}', "unknown key 'more': expected one of variant, weights"),
        ('{"variant": "banqi", "weights": {"hunted": 3}}', "unknown weight 'hunted' of banqi: expected one of base.K,"),
        (
            '{"variant": "fanorona-chess", "weights": {"value.K": 3}}',
            "unknown weight 'value.K' of fanorona-chess: expected one of value.P, ",
        ),
        ('{"variant": "banqi", "weights": {"hunt": 91}}', r"weight 'hunt' is 91, expected a whole number in 0\.\.90"),
        ('{"variant": "banqi", "weights": {"hunt": 1.5}}', r"weight 'hunt' is 1\.5, expected a whole number in"),
        ('{"variant": "banqi", "weights": {"hunt": true}}', "weight 'hunt' is true, expected"),
        ('{"variant": "banqi", "weights": {"hunt": 1, "hunt": 2}}', "duplicate key 'hunt'"),
    ],
)
def test_malformed_files_are_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text)
    with pytest.raises(WeightsError, match=message) as caught:
        read_weights(path)
    assert str(path) in str(caught.value) and "\n" not in str(caught.value)


def test_files_that_cannot_be_read_or_written(tmp_path: Path) -> None:
    with pytest.raises(WeightsError, match="No such file"):
        read_weights(tmp_path / "none.json")
    with pytest.raises(WeightsError, match="nowhere"):
        write_weights(tmp_path / "nowhere" / "w.json", get_variant("banqi"), defaults("banqi"))


@pytest.mark.parametrize(
    "path",
    sorted(set(weights.FOLDER.glob("*.json")) - set(weights.FOLDER.glob("*.search.json"))),
    ids=lambda path: path.stem,
)
def test_built_in_files_are_complete(path: Path) -> None:
    values = json.loads(path.read_text())
    assert values["variant"] == path.stem
    assert list(values["weights"]) == [term.name for term in terms_of(get_variant(path.stem)) if not term.fixed]
    assert read_weights(path) == built_in(get_variant(path.stem))
    assert Game(path.stem, seed=1).position.weights == built_in(get_variant(path.stem)).values


# Searches and engines -------------------------------------------------------------------------------------------


def think(searcher: Searcher, game: Game) -> tuple[str | None, int]:
    best = searcher.think(game, Limits(nodes=2000))
    return best.text, best.score


def test_searchers_have_their_own_weights() -> None:
    game = wandering("half-chess", 8, 2)
    plain, changed = Searcher(hash_mb=1), Searcher(hash_mb=1)
    before = think(plain, game)
    changed.set_weights(Weights("half-chess", other("half-chess")))
    assert think(changed, game) != before
    plain.new_game()
    assert think(plain, game) == before
    changed.set_weights(Weights("halfgi", other("halfgi")))  # for another game
    assert think(changed, game) == before
    changed.set_weights(None)
    assert think(changed, game) == before


def heavier(path: Path, variant: str, changes: dict[str, int]) -> str:
    path.write_text(json.dumps({"variant": variant, "weights": changes}))
    return str(path)


def evaluations(lines: Sequence[str]) -> list[str]:
    return [line for line in lines if line.startswith("Evaluation")]


def test_eval_file_over_uci(tmp_path: Path) -> None:
    good = heavier(tmp_path / "good weights.json", "half-chess", {"tempo": 77})
    bad = heavier(tmp_path / "bad.json", "half-chess", {"tempo": 7777})
    alien = heavier(tmp_path / "alien.json", "banqi", {"hunt": 1})
    with UciEngine(variant="half-chess") as engine:
        engine.send("uci")
        assert "option name EvalFile type string default <empty>" in engine.until("uciok")
        engine.send("eval")
        before = engine.expect("Evaluation")
        engine.send(f"setoption name EvalFile value {good}", "eval")
        assert engine.expect("Evaluation").startswith("Evaluation: +0.77")
        engine.send(f"setoption name EvalFile value {bad}", "eval")
        assert f"{bad}: weight 'tempo' is 7777, expected a whole number in 0..120" in engine.expect("info string")
        assert engine.expect("Evaluation").startswith("Evaluation: +0.77")  # the old weights stay
        engine.send(f"setoption name EvalFile value {alien}", "eval")
        assert "has weights for banqi; this game is half-chess" in engine.expect("info string")
        assert engine.expect("Evaluation") == before
        engine.send(f"setoption name EvalFile value {good}", "setoption name EvalFile value", "eval")
        assert engine.expect("Evaluation") == before


def test_eval_file_over_cecp(tmp_path: Path) -> None:
    good = heavier(tmp_path / "good.json", "half-chess", {"tempo": 77})
    with CecpEngine(variant="half-chess") as engine:
        before = evaluations(engine.ask("force", "eval"))
        assert evaluations(engine.ask(f"option EvalFile={good}", "eval")) == ["Evaluation: +0.77 (side to move)"]
        said = engine.ask(f"option EvalFile={tmp_path}/none.json", "eval")
        assert any("none.json: No such file" in line for line in said)
        assert evaluations(said) == ["Evaluation: +0.77 (side to move)"]
        assert evaluations(engine.ask("option EvalFile=", "eval")) == before


def test_the_search_takes_no_evaluation_for_a_mate() -> None:
    """Weights within their ranges can add up to more."""
    variant = get_variant("tandem-84")
    game = Game(variant, fen="nnnnnnnnnnnn/nnnnnnnnnn2/12/12/12/k5P5/11K w - - 2 0 1")
    position = game.position.with_weights(tuple(term.high for term in terms_of(variant)))
    assert position.evaluate() < -MATE
    searching = Search(1, 1)
    searching.prepare(nodes=1)
    assert 1000 - MATE < searching.run(position, [])[2] < -MATE // 2
