"""UCI over pipes: options, variants and armies."""

from __future__ import annotations

import re

import pytest

from oddfish.engine.options import Option
from oddfish.engine.variants import REGISTRY
from oddfish.protocols.uci import option_text
from support.dialogue import check_info, legal
from support.pipes import Engine, UciEngine

pytestmark = pytest.mark.sampled(3)

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


@pytest.fixture
def engine():
    with UciEngine(variant="normal") as running:
        running.sync()
        yield running


# Options ----------------------------------------------------------------------------------------------------------


def test_hello(engine: UciEngine):
    options = {line.split(" type ")[0].removeprefix("option name "): line for line in engine.hello if " type " in line}
    for name in ("Hash", "Threads", "MultiPV", "Ponder", "Move Overhead", "UCI_AnalyseMode", "Clear Hash"):
        assert name in options
    assert options["Hash"] == "option name Hash type spin default 64 min 1 max 65536"
    assert options["WhiteArmy"] == "option name WhiteArmy type string default random"
    variants = options["UCI_Variant"].split(" var ")[1:]
    assert set(REGISTRY) <= set(variants)
    assert "chess" in variants


def test_option_text():
    assert option_text(Option("Colour", "combo", "red", choices=("red", "blue"))) == (
        "option name Colour type combo default red var red var blue"
    )
    assert option_text(Option("File", "string", "")) == "option name File type string default <empty>"
    assert option_text(Option("Clear", "button", "")) == "option name Clear type button"


@pytest.mark.one_a_family
@pytest.mark.parametrize("variant", list(REGISTRY))
@pytest.mark.quick(3)
def test_variant_is_announced(variant: str):
    with UciEngine(variant=variant) as engine:
        lines = engine.sync()
        found = re.fullmatch(
            r"info string variant (\S+) files (\d+) ranks (\d+) pocket \d+ template \S+ startpos (.+)", lines[0]
        )
        assert found is not None
        assert found[1] == variant
        assert (int(found[2]), int(found[3])) == (REGISTRY[variant].files, REGISTRY[variant].ranks)
        assert found[4] == engine.fen()
        engine.send("go depth 3")
        move = engine.expect("bestmove").split()[1]
        assert move in legal(variant, found[4])


@pytest.mark.one_a_family
@pytest.mark.parametrize("variant", list(REGISTRY))
@pytest.mark.quick(3)
def test_options_of_the_game(variant: str):
    """With a fixed game, only its own options are listed. Otherwise clients read the options of all games once, and a
    line names those of the chosen game."""
    own = [option.name for option in REGISTRY[variant].options]
    of_games = {option.name for game in REGISTRY.values() for option in game.options}
    with UciEngine("--variant", variant) as engine:
        names = [line.split(" type ")[0].removeprefix("option name ") for line in engine.hello if " type " in line]
        assert [name for name in names if name in of_games] == own
    with UciEngine() as engine:
        engine.send("setoption name UCI_Variant value normal", f"setoption name UCI_Variant value {variant}")
        told = [line for line in engine.sync() if line.startswith("info string options of ")]
        assert told == ([f"info string options of {variant}: {', '.join(own)}"] if own else [])


def test_alias_chess(engine: UciEngine):
    engine.send("setoption name uci_variant value CHESS")
    assert engine.sync()[0].startswith("info string variant normal ")


@pytest.mark.parametrize(
    "command",
    [
        "setoption name UCI_Variant value nosuch",
        "setoption name Hash value 0",
        "setoption name Hash value many",
        "setoption name Hash",
        "setoption name nosuch value 1",
        "setoption",
        "setoption value 3",
        "setoption name WhiteArmy value XX",
        "setoption name DistinctPieces value maybe",
    ],
)
@pytest.mark.quick(3)
def test_bad_option(engine: UciEngine, command: str):
    engine.send("position startpos moves e2e4")
    before = engine.fen()
    engine.send(command)
    lines = engine.sync()
    assert len(lines) == 1
    assert lines[0].startswith("info string ")
    assert engine.fen() == before


def test_unknown_variant_lists_the_known_ones(engine: UciEngine):
    engine.send("setoption name UCI_Variant value nosuch")
    line = engine.sync()[0]
    assert all(name in line for name in REGISTRY)


def test_good_options(engine: UciEngine):
    engine.send(
        "setoption name Hash value 2",
        "setoption name Threads value 2",
        "setoption name move overhead value 100",
        "setoption name Clear Hash",
        "setoption name Ponder value true",
        "setoption name UCI_AnalyseMode value true",
        "debug on",
        "register later",
    )
    assert engine.sync() == []
    engine.send("go depth 5")
    engine.expect("bestmove")


def test_multipv(engine: UciEngine):
    engine.send("setoption name MultiPV value 3", "go depth 4")
    lines = [line for line in engine.until("bestmove")[:-1] if " depth 4 " in line and "multipv" in line]
    firsts = {}
    for line in lines:
        check_info(line)
        firsts[line.split(" multipv ")[1].split()[0]] = line.split(" pv ")[1].split()[0]
    assert set(firsts) == {"1", "2", "3"}
    assert len(set(firsts.values())) == 3


# Armies -----------------------------------------------------------------------------------------------------------


def armies(fen: str) -> str:
    return fen.split()[6]


def test_armies_stay_during_a_game():
    with UciEngine(variant="augmented-half-chess") as engine:
        engine.send("ucinewgame")
        announced = [line for line in engine.sync() if line.startswith("info string armies ")][-1]
        fens = []
        for moves in ("", " moves a2a3", " moves a2a3 a7a6"):
            engine.send(f"position startpos{moves}")
            fens.append(engine.fen())
        assert len({armies(fen) for fen in fens}) == 1
        white, black = armies(fens[0]).split(":")
        assert announced == f"info string armies WhiteArmy={white} BlackArmy={black}"
        engine.send(f"position fen {START}")
        assert armies(engine.fen()) == armies(fens[0])


def test_new_games_draw_new_armies():
    with UciEngine(variant="augmented-half-chess") as engine:
        seen = set()
        for _ in range(8):
            engine.send("ucinewgame", "position startpos")
            seen.add(armies(engine.fen()))
        assert len(seen) > 1  # eight equal draws out of 374 x 374 are practically impossible


def test_army_options():
    with UciEngine(variant="augmented-half-chess") as engine:
        engine.send(
            "setoption name WhiteArmy value rf-cd-bw-qv",
            "setoption name BlackArmy value RA-VS-BC-RVF",
            "position startpos",
        )
        assert armies(engine.fen()) == "RF-CD-BW-QV:RA-VS-BC-RVF"
        other = "RA-VS-BC-RVF:RA-VS-BC-RVF"
        engine.send(f"position fen {START} {other}", "go perft 1")
        assert engine.expect("Nodes searched") == "Nodes searched: 28"
        assert armies(engine.fen()) == other
        engine.send("setoption name DistinctPieces value true", "setoption name BlackArmy value RF-CD-BW-QV")
        assert any("DistinctPieces" in line for line in engine.sync())


def test_army_options_leave_a_position_alone():
    with UciEngine(variant="augmented-half-chess") as engine:
        fen = f"{START} RA-VS-BC-RVF:RA-VS-BC-RVF"
        engine.send(f"position fen {fen}", "setoption name WhiteArmy value RF-CD-BW-QV")
        assert engine.fen() == fen
        engine.send("position startpos")
        assert armies(engine.fen()).startswith("RF-CD-BW-QV:")


def test_options_before_the_variant():
    """You can set an army of the other augmented game before you choose that game."""
    with UciEngine(variant="augmented-half-chess") as engine:
        engine.send("setoption name WhiteArmy value RF-NA-BC-QV", "setoption name UCI_Variant value augmented-chess")
        engine.send("position startpos")
        assert armies(engine.fen()).startswith("RF-NA-BC-QV:")


def test_a_check_option_that_became_a_combo():
    with UciEngine(variant="banqi") as engine:
        options = {line for line in engine.hello if "ChariotRides" in line}
        assert options == {"option name ChariotRides type combo default off var off var ranked var any"}
        engine.send("position fen 4/4/4/4/3k/4/4/1p1R[] w r", "go perft 1")
        assert engine.expect("Nodes searched") == "Nodes searched: 2"
        for value, moves in (("any", 4), ("off", 2), ("true", 3), ("false", 2), ("ranked", 3)):
            engine.send(f"setoption name ChariotRides value {value}")
            engine.send("position fen 4/4/4/4/3k/4/4/1p1R[] w r", "go perft 1")
            assert engine.expect("Nodes searched") == f"Nodes searched: {moves}"
        engine.send("setoption name ChariotRides value far")
        assert "unknown value 'far': expected one of off, ranked, any" in engine.sync()[0]


def test_royal_wazirs():
    with UciEngine(variant="bifold-halfgi-handed") as engine:
        engine.send("setoption name RoyalWazirs value true", "position startpos")
        assert "(WW)" in engine.fen() and "(WF)" not in engine.fen()
        engine.send("position fen 4(wf)3/8/8/8/8/8/8/4(WF)3 w")
        assert "with RoyalWazirs both royals are Wazirs" in engine.sync()[0]


def test_options_on_the_command_line():
    with Engine("--uci", "--variant", "augmented-half-chess", "--option", "WhiteArmy=RF-CD-BW-QV") as engine:
        engine.send("position startpos", "d")
        assert armies(engine.expect("Fen: ")[5:]).startswith("RF-CD-BW-QV:")
