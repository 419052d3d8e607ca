"""Playing levels over both protocols, in the terminal, in XBoard's command line and in matches."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from oddfish.engine.levels import HIGHEST_ELO, LEVELS, LOWEST_ELO
from oddfish.engine.variants import REGISTRY
from oddfish.protocols.commands.group import cli
from support.dialogue import legal, moves_in, thinking
from support.pipes import CecpEngine, UciEngine

#: White, to move, is a queen down without compensation.
LOST = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1"


def output(*arguments: str, stdin: str = "") -> str:
    result = CliRunner(env={"COLUMNS": "160"}).invoke(cli, list(arguments), input=stdin)
    assert result.exit_code == 0, result.output
    return result.stdout


# UCI ----------------------------------------------------------------------------------------------------------------


def test_uci_announces_the_options() -> None:
    with UciEngine() as engine:
        for line in (
            "option name Skill Level type spin default 20 min 0 max 20",
            "option name UCI_LimitStrength type check default false",
            f"option name UCI_Elo type spin default {HIGHEST_ELO} min {LOWEST_ELO} max {HIGHEST_ELO}",
            "option name SkillSeed type spin default 0 min 0 max 2147483647",
        ):
            assert line in engine.hello


@pytest.mark.one_a_family
@pytest.mark.thorough
@pytest.mark.parametrize("variant", REGISTRY)
def test_uci_plays_at_a_level(variant: str) -> None:
    """On a clock, and with all options of full strength."""
    with UciEngine(variant=variant) as engine:
        engine.send(
            "setoption name Skill Level value 2", "setoption name Threads value 2", "setoption name MultiPV value 3"
        )
        engine.sync()
        fen = engine.fen()
        engine.send("go wtime 300000 btime 300000 winc 5000 binc 5000")
        lines = engine.until("bestmove")
        assert lines[-1].split()[1] in legal(variant, fen)
        assert max(int(line.split(" depth ")[1].split()[0]) for line in lines[:-1]) <= LEVELS[2].depth


def answers(engine: UciEngine, go: str) -> list[str]:
    """The parts of the answer to ``go`` that do not depend on time."""
    engine.send(go)
    return [re.sub(r" (nps|time) \d+", "", line) for line in engine.until("bestmove")]


def test_uci_rating_stands_for_a_level() -> None:
    with UciEngine(variant="normal") as engine:
        engine.sync()
        engine.send("setoption name SkillSeed value 7", "setoption name Skill Level value 9")
        by_level = answers(engine, "go movetime 60000")
        engine.send(f"setoption name UCI_Elo value {LEVELS[9].elo}", "setoption name Skill Level value 1")
        engine.send("setoption name UCI_LimitStrength value true")
        assert answers(engine, "go movetime 60000") == by_level
        engine.send("setoption name UCI_LimitStrength value false")
        assert answers(engine, "go movetime 60000") != by_level


@pytest.mark.parametrize("analysis", ["setoption name UCI_AnalyseMode value true", "searchmoves"])
@pytest.mark.quick(3)
def test_uci_analysis_is_at_full_strength(analysis: str) -> None:
    """With the option, or because the search is infinite."""
    with UciEngine(variant="normal") as engine:
        engine.send("setoption name Skill Level value 0")
        if analysis == "searchmoves":
            engine.send("go infinite searchmoves e2e4")
            engine.expect("info depth 8 ")
            engine.send("stop")
            assert engine.expect("bestmove").split()[1] == "e2e4"
        else:
            engine.send(analysis, "go depth 8")
            assert any(line.startswith("info depth 8 ") for line in engine.until("bestmove"))


def test_uci_ponders_at_the_level() -> None:
    with UciEngine(variant="normal") as engine:
        engine.send(
            "setoption name Skill Level value 4", "setoption name SkillSeed value 3", "position startpos moves e2e4"
        )
        expected = answers(engine, "go movetime 60000")
        engine.send("go ponder movetime 60000")
        engine.sync()
        assert answers(engine, "ponderhit")[-1] == expected[-1]


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("Skill Level value 21", "option Skill Level: 21 is outside 0..20"),
        ("Skill Level value -1", "option Skill Level: -1 is outside 0..20"),
        ("Skill Level value strong", "option Skill Level: 'strong' is not a whole number"),
        ("UCI_LimitStrength value maybe", "option UCI_LimitStrength: 'maybe' is neither true nor false"),
        ("UCI_Elo value 9000", f"option UCI_Elo: 9000 is outside {LOWEST_ELO}..{HIGHEST_ELO}"),
        ("SkillSeed value -3", "option SkillSeed: -3 is outside 0..2147483647"),
    ],
)
@pytest.mark.quick(3)
def test_uci_bad_values(command: str, message: str) -> None:
    with UciEngine(variant="normal") as engine:
        engine.sync()
        engine.send(f"setoption name {command}")
        assert engine.sync() == [f"info string {message} [setoption name {command}]"]


# CECP ---------------------------------------------------------------------------------------------------------------


def test_cecp_announces_the_options() -> None:
    with CecpEngine() as engine:
        for option in (
            "SkillLevel -spin 20 0 20",
            "UCI_LimitStrength -check 0",
            f"UCI_Elo -spin {HIGHEST_ELO} {LOWEST_ELO} {HIGHEST_ELO}",
        ):
            assert f'feature option="{option}"' in engine.hello


@pytest.mark.one_a_family
@pytest.mark.thorough
@pytest.mark.parametrize(
    ("variant", "control"), [*zip(REGISTRY, itertools.cycle(["level 0 5 3", "level 40 5 0", "st 60", "sd 3"]))]
)
def test_cecp_plays_at_a_level(variant: str, control: str) -> None:
    with CecpEngine(variant=variant, clicks=False) as engine:
        engine.send("option SkillLevel=1", control, "post")
        engine.sync()
        fen = engine.fen()
        engine.send("go")
        lines = engine.until("move ")
        assert moves_in(lines)[0].partition("=")[0] in {move.partition("=")[0] for move in legal(variant, fen)}
        moves_a_turn = 2 if variant == "tandem-84" else 1
        assert all(int(found[1]) <= LEVELS[1].depth * moves_a_turn for found in thinking(lines))


def test_cecp_hint_is_at_full_strength() -> None:
    """A beginner would not see the mate, but the hint shows it."""
    with CecpEngine(variant="normal") as engine:
        engine.send("option SkillLevel=0", "force", "setboard 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "hint")
        assert engine.expect("Hint: ") == "Hint: a1a8"


def test_cecp_analysis_is_at_full_strength() -> None:
    with CecpEngine(variant="normal") as engine:
        engine.send("option SkillLevel=0", "post", "analyze")
        engine.expect("9 ")
        engine.send("exit")


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.quick(3)
def test_cecp_resigns_by_a_search_at_full_strength(seed: int) -> None:
    """With a king against a queen and pawns, whatever a beginner thinks of it: at the third such move, as always."""
    with CecpEngine(variant="normal") as engine:
        engine.send("option Resign=1", "option SkillLevel=0", f"option SkillSeed={seed}", "st 60", "force")
        engine.send("setboard 3qk3/pppppppp/8/8/8/8/8/4K3 w - - 0 1", "go")
        for reply in ("a7a6", "b7b6"):
            engine.expect("move ")
            engine.send(f"usermove {reply}")
        assert engine.expect("move |resign") == "resign"


@pytest.mark.parametrize(("fen", "accepted"), [(LOST, True), (LOST.replace("q", "1").replace("1K", "QK", 1), False)])
@pytest.mark.quick(3)
def test_cecp_answers_draw_offers_by_a_search_at_full_strength(fen: str, accepted: bool) -> None:
    with CecpEngine(variant="normal") as engine:
        engine.send("option SkillLevel=0", "option SkillSeed=1", "st 60", "force", f"setboard {fen}", "go")
        engine.expect("move ")
        assert ("offer draw" in engine.ask("draw")) == accepted


def test_cecp_bad_value() -> None:
    with CecpEngine(variant="normal") as engine:
        lines = engine.ask("option SkillLevel=21")
        assert lines == ["Error (option Skill Level: 21 is outside 0..20): option SkillLevel=21"]


# The command line ---------------------------------------------------------------------------------------------------


def test_play_at_a_level() -> None:
    text = output(
        "play", "halfgi", "--level", "2", "--time", "60", stdin="level\ne2e4\nlevel 21\nlevel 5\nlevel\nquit\n"
    )
    assert text.count("Playing level 2 (of 20).") == 1
    assert text.count("Playing level 5 (of 20).") == 2
    assert "level 21: choose a level from 0 to 20" in text
    assert re.search(r"1\.\.\. Black", text)


def test_play_at_full_strength_says_so() -> None:
    assert "Playing level 20 (full strength)." in output("play", "halfgi", stdin="level\nquit\n")


@pytest.mark.parametrize("command", ["play", "xboard"])
@pytest.mark.parametrize("level", ["21", "-1", "x"])
def test_bad_level(command: str, level: str) -> None:
    result = CliRunner().invoke(cli, [command, "halfgi", "--level", level])
    assert result.exit_code == 2
    assert "--level" in result.output


@pytest.mark.parametrize("arguments", [(), ("--match",)])
def test_xboard_sets_the_level_of_both_engines(arguments: tuple[str, ...]) -> None:
    text = output("xboard", "halfgi", "--level", "3", "--print", *arguments)
    assert "-firstOptions SkillLevel=3 -secondOptions SkillLevel=3" in text


def test_xboard_leaves_another_engine_alone() -> None:
    text = output("xboard", "halfgi", "--level", "3", "--second", "other", "--print")
    assert "-firstOptions SkillLevel=3" in text
    assert "-secondOptions" not in text


def test_xboard_at_full_strength_sets_nothing() -> None:
    assert "Options" not in output("xboard", "halfgi", "--level", "20", "--print")


@pytest.mark.thorough
def test_match_with_a_handicap(tmp_path: Path) -> None:
    """The option's name has a space, and quotes."""
    log = tmp_path / "log"
    text = output(
        "match", 'name=weak cmd=oddfish option."Skill Level"=0', "name=rated cmd=oddfish option.UCI_LimitStrength=true "
        f"option.UCI_Elo={LEVELS[8].elo}", "--variant", "halfgi", "--games", "2", "--st", "30", "--seed", "1",
        "--log", str(log),
    )  # fmt: skip
    assert re.search(r"^rated +2 +100\.0 %", text, re.M)
    said = log.read_text()
    assert "setoption name Skill Level value 0" in said
    assert f"setoption name UCI_Elo value {LEVELS[8].elo}" in said
