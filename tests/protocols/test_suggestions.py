"""Misspelled names of games, commands and options."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from click.testing import CliRunner, Result

from oddfish.engine.variants import REGISTRY, UnknownVariantError, get_variant
from oddfish.protocols.commands.group import COMMANDS, cli
from oddfish.protocols.terminal.commands import COMMANDS as TYPED
from oddfish.protocols.terminal.commands import similar_command


def invoke(*arguments: str) -> Result:
    return CliRunner(env={"COLUMNS": "160"}).invoke(cli, list(arguments))


#: How each command takes the name of a game.
NAMING: dict[str, tuple[str, ...]] = {
    "book": ("book", "build"), "match": ("match", "--variant"), "moves": ("moves",), "perft": ("perft",),
    "play": ("play",), "show": ("show",), "tablebase": ("tablebase",), "train": ("train",), "tune": ("tune",),
    "variants": ("variants", "--rules"), "web": ("web",), "xboard": ("xboard",),
}  # fmt: skip


def misspelled(name: str) -> list[str]:
    """A name with two letters exchanged, without its last, and with one doubled."""
    middle = len(name) // 2
    exchanged = name[: middle - 1] + name[middle] + name[middle - 1] + name[middle + 1 :]
    return [exchanged, name[:-1], name[:middle] + name[middle - 1] + name[middle:]]


def test_every_command_suggests_the_name_of_a_game() -> None:
    for command in NAMING.values():
        result = invoke(*command, "banki")
        assert (result.exit_code, "did you mean banqi?" in result.stderr) == (2, True), command
        assert "did you mean tandem-84?" in invoke(*command, "tandem").stderr


@pytest.mark.parametrize("name", REGISTRY)
def test_every_game_is_suggested(name: str) -> None:
    for wrong in misspelled(name):
        if wrong not in REGISTRY:
            with pytest.raises(UnknownVariantError, match=rf"did you mean .*{name}"):
                get_variant(wrong)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_suggested(name: str) -> None:
    for wrong in misspelled(name):
        assert wrong in COMMANDS or re.search(rf"Did you mean .*{name}", invoke(wrong).stderr), wrong


@pytest.mark.parametrize("name", [name for name in TYPED if len(name) > 1])
def test_every_word_of_the_terminal_is_suggested(name: str) -> None:
    for wrong in misspelled(name):
        assert wrong in TYPED or name in similar_command(f"{wrong} banqi"), wrong


@pytest.mark.parametrize("name", [name for name in REGISTRY if REGISTRY[name].options])
@pytest.mark.quick(5)
def test_options_are_suggested_and_only_those_of_the_game(name: str) -> None:
    own = [option.name for option in REGISTRY[name].options]
    others = {option.name for other in REGISTRY.values() for option in other.options} - {*own}
    for command in (("play", name), ("show", name), ("perft", name, "1"), ("xboard", name, "--print")):
        told = invoke(*command, "--option", f"{own[0][:-1]}=1").stderr
        assert f"did you mean {own[0]}" in told, command
        listed = told.partition("expected one of ")[2].split()
        assert [word.rstrip(",") for word in listed] == own
        for foreign in others:
            assert f"unknown option '{foreign}'" in invoke(*command, "--option", f"{foreign}=1").stderr
    engine = subprocess.run(
        [sys.executable, "-m", "oddfish", "--variant", name, "--option", "Nonsense=1"],
        capture_output=True, text=True, check=False, input="",
    )  # fmt: skip
    listed = engine.stderr.strip().partition("expected one of ")[2].split(", ")
    assert listed[: len(own)] == own and {"Hash", "Threads", "Resign"} <= {*listed}
    assert not others & {*listed}


def test_subcommands_and_keys_are_suggested() -> None:
    assert "Did you mean show?" in invoke("book", "shoow", "a.book").stderr
    assert "did you mean nodes?" in invoke("match", "--variant", "normal", "cmd=x nods=5", "cmd=x").stderr
