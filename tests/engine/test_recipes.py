"""How the built-in networks were made: ``engine/variants/networks/recipes.json`` agrees with the files beside it."""

from __future__ import annotations

import json
import shlex
from typing import Any

import pytest

from oddfish.engine.evaluation.networks import FOLDER, parse_network
from oddfish.engine.variants import REGISTRY
from oddfish.protocols.commands.train import train

RECIPES: dict[str, dict[str, Any]] = json.loads((FOLDER / "recipes.json").read_text(encoding="utf-8"))
#: The settings of the training in a file's header; the recipe has the same names.
MADE = ("games", "positions", "nodes", "passes", "batch", "rate", "blend", "seed", "held out", "from")


def options(command: str) -> dict[str, Any]:
    """The parameters of an `oddfish train` command, as the program reads them."""
    program, verb, *arguments = shlex.split(command)
    assert (program, verb) == ("oddfish", "train")
    return train.make_context("train", arguments).params


def test_each_built_in_network_has_a_recipe() -> None:
    assert set(RECIPES) == {path.stem for path in FOLDER.glob("*.network")}
    used = {name for variant in REGISTRY.values() for name in (variant.network, variant.house_network)}
    assert used - {""} == set(RECIPES)


@pytest.mark.parametrize("name", RECIPES)
def test_a_recipe_says_what_the_network_s_file_says(name: str) -> None:
    recipe, content = RECIPES[name], (FOLDER / f"{name}.network").read_bytes()
    header, made = json.loads(content.split(b"\n", 2)[1]), parse_network(content, name).made
    assert [recipe[key] for key in ("variants", "features", "crc32")] == [
        header[key] for key in ("variants", "features", "crc32")
    ]
    assert recipe["layers"] == [header["feature_count"], header["hidden"], 8]
    assert {key: recipe.get(key) for key in MADE} == {key: made.get(key) for key in MADE}
    assert made["hidden"] == header["hidden"]


@pytest.mark.parametrize("name", RECIPES)
def test_the_last_command_of_a_recipe_makes_the_network(name: str) -> None:
    """The program understands every command; the last one has the network's settings."""
    recipe = RECIPES[name]
    parsed = [options(command) for command in recipe["commands"]]
    assert recipe["rounds"] <= len(parsed)
    last = parsed[-1]
    assert last["positions"] <= recipe["positions"] * 1.01
    expected = [recipe["layers"][1], *(recipe[key] for key in ("nodes", "passes", "batch", "rate", "blend", "seed"))]
    assert [last[key] for key in ("hidden", "nodes", "passes", "batch", "rate", "blend", "seed")] == expected
    assert (last["begin"] is not None) is ("from" in recipe)


@pytest.mark.parametrize("name", RECIPES)
def test_results_are_of_the_network_s_variants(name: str) -> None:
    variants = {variant.name for variant in REGISTRY.values() if variant.network == name}
    variants = variants or {variant.name for variant in REGISTRY.values() if variant.house_network == name}
    against = [result["variant"] for result in RECIPES[name]["results"] if result["opponent"] == "hand-made"]
    assert set(against) == variants
