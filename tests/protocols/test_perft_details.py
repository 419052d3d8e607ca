"""``oddfish perft --details``: the table and its JSON (the numbers are core/test_split.py's)."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from oddfish.protocols.commands.group import cli


def invoke(*arguments: object) -> Result:
    return CliRunner(env={"COLUMNS": "160"}).invoke(cli, ["perft", *map(str, arguments), "--details"])


def rows(result: Result) -> dict[str, list[str]]:
    """The table's rows by their titles."""
    assert result.exit_code == 0, result.output
    lines = (line.rstrip() for line in result.stdout.splitlines())
    found = (line.strip().split("  ") for line in lines if line.strip() and "─" not in line)
    return {words[0]: " ".join(words[1:]).split() for words in found}


def test_the_table() -> None:
    found = rows(invoke("normal", 4))
    assert found["nodes"] == ["20", "400", "8,902", "197,281"]
    assert found["captures"] == ["0", "0", "34", "1,576"]
    assert found["checkmates"] == ["0", "0", "0", "8"]
    assert "outcomes" not in found
    assert "drops" not in found
    assert "drops" in rows(invoke("halfgi", 1))


def test_a_game_of_chance() -> None:
    found = rows(invoke("banqi", 2, "--threads", 2))
    assert found["nodes"] == ["32", "13,888"]
    assert found["outcomes"] == ["448", "192,448"]
    assert found["flips: black Soldier"] == ["32", "13,888"]


def test_json() -> None:
    report = json.loads(invoke("normal", 3, "--json").stdout)
    assert [split["nodes"] for split in report["depths"]] == [20, 400, 8902]
    assert report["depths"][-1]["kinds"]["captures"] == 34


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("normal", 0), "--details needs a depth of at least 1"),
        (("normal", 3, "--divide"), "--divide cannot be used with --details."),
    ],
)
def test_refusals(arguments: tuple[object, ...], message: str) -> None:
    result = invoke(*arguments)
    assert result.exit_code == 2
    assert message in result.stderr
