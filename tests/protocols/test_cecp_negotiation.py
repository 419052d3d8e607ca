"""CECP over pipes: features, variants and options; commands without an answer, and errors."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from oddfish.engine.options import Option
from oddfish.engine.variants import REGISTRY, halfchess
from oddfish.protocols.cecp.text import option_text
from support.pipes import CecpEngine, Engine

FAMILY = [variant.name for variant in halfchess.FAMILY]


@pytest.fixture
def engine() -> Iterator[CecpEngine]:
    with CecpEngine(variant="normal") as running:
        yield running


def test_features(engine: CecpEngine):
    assert engine.hello[0] == "feature done=0"
    assert engine.hello[-1] == "feature done=1"
    assert all(len(line) < 512 for line in engine.hello)
    text = " ".join(engine.hello)
    for feature in (
        "ping=1 setboard=1 usermove=1 san=0 colors=0 highlight=1 debug=1 sigint=0 sigterm=0 reuse=1 analyze=1 "
        "playother=1 pause=1 exclude=1 memory=1 smp=1 name=1 draw=1 nps=0"
    ).split():
        assert f" {feature}" in text
    assert 'myname="Oddfish' in text
    (variants,) = re.findall(r'variants="([^"]*)"', text)
    assert set(variants.split(",")) == set(REGISTRY)
    assert variants.startswith("normal,")
    options = re.findall(r'option="([^"]*)"', text)
    assert "WhiteArmy -string random" in options
    assert "DistinctPieces -check 0" in options
    assert "ChariotRides -combo *off /// ranked /// any" in options
    assert "RoyalWazirs -check 0" in options
    assert any(option.startswith("MultiPV -spin 1 1 ") for option in options)
    assert any(option.startswith("MoveOverhead -spin 30 ") for option in options)
    assert len(options) == len({option.split()[0] for option in options})


def test_variant_of_the_command_line():
    """XBoard can load a game before it reads the answer to `variant`, so `setup` comes with the features."""
    with CecpEngine("--variant", "halfgi") as engine:
        variants, setup = [line for line in engine.hello if "variants=" in line or line.startswith("setup ")]
        assert variants.startswith('feature variants="halfgi,')
        assert "normal" not in variants
        assert re.match(r"setup \(\S+\) 8x10\+0_elven 8/rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/8 w", setup)
        assert engine.hello.index(setup) == len(engine.hello) - 2
        assert "[]" in engine.fen()
        engine.send("new")
        assert "[]" in engine.fen()


def announced(lines: list[str]) -> list[str]:
    """The options' names in ``feature`` lines."""
    return re.findall(r'option="(\w+) ', " ".join(lines))


@pytest.mark.one_a_family
@pytest.mark.parametrize("variant", REGISTRY)
@pytest.mark.quick(3)
def test_options_are_those_of_the_game(variant: str):
    """XBoard's dialog shows the announced options: those of the game that the command line names, and after File > New
    Variant also those of the next one."""
    of_games = {option.name for game in REGISTRY.values() for option in game.options}
    with CecpEngine("--variant", variant) as engine:
        names = announced(engine.hello)
        assert "SkillLevel" in names
        own = [option.name for option in REGISTRY[variant].options]
        assert [name for name in names if name in of_games] == own
        for other in ("banqi", "bifold-halfgi"):
            added = announced(engine.ask("new", f"variant {other}"))
            assert added == [option.name for option in REGISTRY[other].options if option.name not in own]
            own += added


@pytest.mark.parametrize("variant", [name for name in FAMILY if name not in ("normal", "halfgi")])
@pytest.mark.quick(3)
def test_variant_is_answered_by_setup(engine: CecpEngine, variant: str):
    for _ in range(2):
        lines = engine.ask("new", f"variant {variant}")
        setup = [line for line in lines if line.startswith("setup ")]
        assert len(setup) == 1
        found = re.fullmatch(r"setup \((\S+)\) 8x8\+0_(\w+) (.+)", setup[0])
        assert found is not None
        assert len(found[1]) % 2 == 0
        white, black = found[1][: len(found[1]) // 2], found[1][len(found[1]) // 2 :]
        assert white.lower() == black
        assert white[0] == "P"
        assert white[-1] == "K"
        assert len(found[3].split()) == 6
        assert engine.fen().startswith(found[3])


def test_new_without_variant_is_normal(engine: CecpEngine):
    engine.ask("new", "variant half-chess")
    assert engine.ask("new") == []
    engine.send("perft 3")
    assert engine.expect("Nodes searched") == "Nodes searched: 8902"


def test_new_by_hand_keeps_the_variant():
    with Engine("--variant", "half-chess") as engine:
        engine.send("accepted highlight", "new", "lift b1")
        assert engine.expect("highlight") == "highlight 8/8/8/8/8/Y1Y5/8/8"


def test_unknown_variant_keeps_the_game(engine: CecpEngine):
    engine.ask("force", "usermove e2e4")
    before = engine.fen()
    (line,) = engine.ask("variant nosuch")
    assert line.startswith("Error (")
    assert all(name in line for name in REGISTRY)
    assert line.endswith(": variant nosuch")
    assert engine.fen() == before


def test_silent_commands(engine: CecpEngine):
    silent = (
        "xboard", "accepted ping", "rejected san", "random", "computer", "name Somebody", "rating 2000 2100", "ics -",
        "hard", "easy", "post", "nopost", "level 40 5 0", "level 0 2 12", "level 40 0:30 0", "level 0 1 0.5", "st 5",
        "sd 3", "time 100", "otim 100", "memory 8", "cores 1", "hover e4", "?", "draw", "result * {nothing}", "exit",
        "pause", "resume", "force", ".",
    )  # fmt: skip
    assert engine.ask(*silent) == []


def test_errors_name_the_command(engine: CecpEngine):
    commands = (
        "nps 100", "nonsense", "undo", "remove", "level", "level 1 2", "level a b c", "st x", "st nan", "st -1", "sd x",
        "time x", "otim", "memory x", "cores", "usermove", "perft", "perft x", "divide -1", "option", "option Nosuch=1",
        "option MultiPV=0", "option Resign=2", "setscore 10 5", "exclude e2e5", "include z", "white", "♞",
    )  # fmt: skip
    before = engine.fen()
    for command in commands:
        (line,) = engine.ask("force", command)
        assert re.fullmatch(rf"Error \([^()]+\): {re.escape(command)}", line)
        assert engine.fen() == before


def test_option_text():
    assert option_text(Option("A B", "combo", "y", choices=("x", "y"))) == "AB -combo x /// *y"
    assert option_text(Option("C", "check", True)) == "C -check 1"
    assert option_text(Option("D", "button", "")) == "D -button"
