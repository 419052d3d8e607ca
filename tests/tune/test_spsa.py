"""Tuning the search by SPSA: the method, its file, and the command."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from oddfish.cext.search import PARAMETERS
from oddfish.engine.evaluation.parameters import read_parameters
from oddfish.engine.experiments.match.control import Control
from oddfish.engine.experiments.match.records import Record
from oddfish.engine.experiments.match.standings import Standings
from oddfish.engine.experiments.tune.lines import TuneError
from oddfish.engine.experiments.tune.spsa import Recipe, Spsa, chosen_parameters, iteration_plan, points
from oddfish.protocols.commands.group import cli

ROWS = {row.name: row for row in PARAMETERS}


def recipe(**changes) -> Recipe:
    values = {"variant": "normal", "names": ("lmr_base", "delta_margin", "futility_margin"), "start": {}}
    return Recipe(**{**values, "iterations": 40, "games": 2, "control": Control(nodes=50), "seed": 1, **changes})


def test_it_climbs_to_the_best_values() -> None:
    """With players whose strength depends on their distance from the best values."""
    best = {"lmr_base": 200, "delta_margin": 300, "futility_margin": 200}
    run = Spsa(recipe(iterations=4000, rate=0.05))

    def distance(values: dict[str, int]) -> float:
        return sum(((values[name] - goal) / (ROWS[name].high - ROWS[name].low)) ** 2 for name, goal in best.items())

    before = distance(run.values | {name: ROWS[name].default for name in best if name not in run.values})
    while run.done < run.recipe.iterations:
        first, second = run.candidates()
        run.learn(40 * (distance(second) - distance(first)))
    assert distance(run.values) < before / 20
    assert all(ROWS[name].low <= value <= ROWS[name].high for name, value in run.values.items())


def test_it_stays_if_nothing_can_be_gained() -> None:
    run = Spsa(recipe())
    for _ in range(40):
        run.learn(0)
    assert run.values == {name: ROWS[name].default for name in run.recipe.names}


def test_values_stay_in_their_ranges() -> None:
    run = Spsa(recipe(rate=5.0))
    for index in range(40):
        for values in run.candidates():
            assert all(ROWS[name].low <= value <= ROWS[name].high for name, value in values.items())
        run.learn(50 * (-1) ** (index // 3))
    assert all(ROWS[name].low <= value <= ROWS[name].high for name, value in run.values.items())


def test_a_value_leaves_its_bound_at_once() -> None:
    """What points would have moved it beyond the bound is forgotten."""
    run = Spsa(recipe(names=("lmr_base",), rate=5.0))
    row, bounds = ROWS["lmr_base"], []
    for _ in range(10):
        first, second = (values["lmr_base"] for values in run.candidates())
        run.learn(1 if first > second else -1)
        bounds.append(run.values["lmr_base"])
    assert bounds[-1] == row.high
    first, second = (values["lmr_base"] for values in run.candidates())
    run.learn(-1 if first > second else 1)
    assert run.values["lmr_base"] < row.high


def test_steps_and_moves_shrink() -> None:
    """At the end a step is a share of the range, and a point is worth ``rate`` of such steps."""
    run = Spsa(recipe(names=("lmr_base", "null_move_depth"), rate=2.0))
    steps = [run.step("lmr_base", iteration) for iteration in range(40)]
    assert steps == sorted(steps, reverse=True) and steps[0] > 1.2 * steps[-1]
    assert steps[-1] == pytest.approx(0.06 * (ROWS["lmr_base"].high - ROWS["lmr_base"].low))
    assert run.step("null_move_depth", 39) == 0.5  # a smaller one would test nothing
    moves = []
    for iteration in range(40):
        before = run.values["lmr_base"]
        run.learn(1 if iteration in (0, 39) else 0)
        moves.append(abs(run.values["lmr_base"] - before))
    assert moves[39] == pytest.approx(2 * steps[-1], abs=1)
    assert moves[0] > 1.5 * moves[39]


def test_directions_depend_on_the_iteration_and_the_seed() -> None:
    def directions(seed: int) -> list[bool]:
        run, found = Spsa(recipe(seed=seed)), []
        for _ in range(20):
            first, second = run.candidates()
            found.append(first["lmr_base"] > second["lmr_base"])
            run.learn(0)
        return found

    assert set(directions(1)) == {False, True}
    assert directions(1) == directions(1) != directions(2)


def test_the_two_players_lie_on_both_sides() -> None:
    run = Spsa(recipe(start={"lmr_base": 500, "lmr_pv": 7}))
    first, second = run.candidates()
    assert first["lmr_pv"] == second["lmr_pv"] == 7
    for name in run.recipe.names:
        middle = {"lmr_base": 500}.get(name, ROWS[name].default)
        assert min(first[name], second[name]) < middle < max(first[name], second[name])


def test_the_file_continues_a_run(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    whole, part = Spsa(recipe()), Spsa(recipe(), path)
    for value in (1, -2, 2, 0, 1):
        whole.learn(value)
    for value in (1, -2):
        part.learn(value)
    part.close()
    with path.open("ab") as file:
        file.write(b'{"iterat')  # killed while writing
    part = Spsa(recipe(), path)
    assert part.done == 2
    for value in (2, 0, 1):
        part.learn(value)
    part.close()
    assert Spsa(recipe(), path).values == whole.values == part.values


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[1]\n", "not a file of a search's tuning"),
        ("x\n", "1: not a line of a search's tuning"),
        ("notes", "not a file of a search's tuning"),
        ("one\ntwo", "1: not a line of a search's tuning"),
        ('{"type": "games"}\n', "not a file of a search's tuning"),
        ('{"type": "spsa"}\n', "written by another version"),
    ],
)
def test_other_files_are_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "other.jsonl"
    path.write_text(text)
    with pytest.raises(TuneError, match=message):
        Spsa(recipe(), path)
    assert path.read_text() == text


def test_missing_iterations_and_other_recipes_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    run = Spsa(recipe(), path)
    run.learn(1)
    run.close()
    with pytest.raises(TuneError, match="its games were played with seed 1, not 2"):
        Spsa(replace(recipe(), seed=2), path)
    text = path.read_text()
    path.write_text(f'{text}{{"iteration":3,"points":0}}\n')
    with pytest.raises(TuneError, match=r"run\.jsonl:3: .*iterations are missing"):
        Spsa(recipe(), path)
    for margin in (2.5, -2.5):  # two games cannot give more than two points
        path.write_text(f'{text}{{"iteration":2,"points":{margin}}}\n')
        with pytest.raises(TuneError, match=r"run\.jsonl:3: .*-2\.\.2"):
            Spsa(recipe(), path)


def test_parameters_by_pattern() -> None:
    assert chosen_parameters(["lmr_base", "iir_*"], chance=False) == ("iir_depth", "iir_reduction", "lmr_base")
    assert chosen_parameters(["chance_tries"], chance=False) == ("chance_tries",)
    usual, all_of_them = chosen_parameters([], chance=False), chosen_parameters([], chance=True)
    assert "report_move_ms" not in all_of_them
    assert {name for name in all_of_them if name not in usual} == set(chosen_parameters(["chance_*"], chance=True))
    with pytest.raises(TuneError, match="no search parameter matches 'x_\\*'"):
        chosen_parameters(["x_*"], chance=True)


def test_the_matches_differ_and_their_engines_know_their_parameters() -> None:
    run = Spsa(recipe())
    first = iteration_plan(run)
    run.learn(0)
    second = iteration_plan(run)
    assert first.seed != second.seed
    told = [json.loads(engine.options["SearchFile"])["search"] for engine in second.engines]
    assert tuple(told) == run.candidates()
    assert points(Standings(first)) == 0


def test_matches_are_played_as_the_recipe_says() -> None:
    given = recipe(variant="banqi", games=3, control=Control(nodes=70), options={"DarkCapture": True})
    plan = iteration_plan(Spsa(given))
    plan.check()
    assert (plan.games, plan.control, plan.options) == (4, Control(nodes=70), {"DarkCapture": True})
    assert {engine.options["Hash"] for engine in plan.engines} == {"8"}


def test_points_are_the_first_player_s_margin() -> None:
    plan = iteration_plan(Spsa(recipe(games=4)))
    for results, margin in (("1-0 0-1 1-0 1-0", 2), ("0-1 1-0 1/2-1/2 1-0", -3), ("1-0 1/2-1/2", 1), ("1-0 1-0", 0)):
        records = []
        for job, result in zip(plan.jobs(), results.split()):
            one, two = (plan.engines[index].name for index in (job.white, job.black))
            rest: Any = ("", "", None, "", 0, (), 0, "", "", 0.0, ())
            records.append(Record(job.number, 1, job.pair, one, two, result, *rest))
        assert points(Standings(plan, records)) == margin


def invoke(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["tune", "--search", *arguments])


@pytest.mark.slow
def test_the_command_from_end_to_end(tmp_path: Path) -> None:
    """At fixed nodes a run is reproducible, even in two parts."""
    results = []
    for name, parts in (("whole", (3,)), ("parts", (3, 3))):
        data, out = tmp_path / f"{name}.jsonl", tmp_path / f"{name}.json"
        for number, iterations in enumerate(parts):
            if number:  # as if stopped after the second iteration
                data.write_text("".join(data.read_text().splitlines(keepends=True)[:3]))
            result = invoke(
                "half-chess", "--nodes", "60", "--iterations", str(iterations), "--pairs", "1", "--seed", "4",
                "--parameters", "lmr_*,futility_*", "--data", str(data), "--out", str(out), "--max-games", "2",
            )  # fmt: skip
            assert result.exit_code == 0, result.output
            assert f"iteration {iterations} of {iterations}\n" in result.output
            assert "new parameters undecided after 2 games" in result.output or "changed 0" in result.output
        results.append(read_parameters(out))
    assert results[0] == results[1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--parameters", "nothing"), "no search parameter matches 'nothing'"),
        (("--out", "/no/such/folder/x.json"), "cannot write"),
        (("--from", "/no/such.json"), "/no/such.json: No such file"),
        (("--keep", "--max-games", "0"), "--keep needs the test that --max-games 0 skips"),
        (("--holdout", "0.2"), "--holdout cannot be used with --search."),
        (("--games", "2000"), "--games cannot be used with --search."),
    ],
)
def test_errors_are_reported_in_one_line(arguments: tuple[str, ...], message: str) -> None:
    result = invoke("normal", *arguments)
    assert result.exit_code == 2 and message in result.output and "Traceback" not in result.output
