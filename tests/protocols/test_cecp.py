"""XBoard's protocol over real pipes, and the parts of its front end."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from oddfish.engine.game import Game
from oddfish.engine.options import Option
from oddfish.engine.searcher import MATE, Info
from oddfish.engine.variants import REGISTRY, halfchess
from oddfish.protocols.cecp_text import option_text, thinking_line
from oddfish.protocols.clocks import TimeControl, read_base, read_seconds
from oddfish.protocols.commands.xboard import time_flags, xboard
from oddfish.protocols.edit import Editor
from oddfish.protocols.projections import Projection, projection_for
from oddfish.protocols.projections.base import marks
from oddfish.protocols.session import CommandError
from support.pipes import CecpEngine, Engine, Stopwatch

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
AUGMENTED = "augmented-half-chess"
FAMILY = [variant.name for variant in halfchess.FAMILY]
ARMIES = ("option WhiteArmy=RF-CD-BW-QV", "option BlackArmy=RA-VS-BC-RVF")
THINKING = re.compile(r"(\d+) (-?\d+) (\d+) (\d+)\t(\d+) (\d+) (\d+)\t(\S+(?: \S+)*)")


@pytest.fixture
def engine() -> Iterator[CecpEngine]:
    with CecpEngine(variant="normal") as running:
        yield running


def legal(variant: str, fen: str) -> set[str]:
    return set(Game(variant, fen=fen).legal())


def moves_in(lines: list[str]) -> list[str]:
    return [line.removeprefix("move ") for line in lines if line.startswith("move ")]


def thinking(lines: list[str]) -> list[re.Match[str]]:
    return [found for line in lines if (found := THINKING.fullmatch(line))]


# Negotiation ---------------------------------------------------------------------------------------------------


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
    assert any(option.startswith("MultiPV -spin 1 1 ") for option in options)
    assert any(option.startswith("MoveOverhead -spin 30 ") for option in options)
    assert len(options) == len({option.split()[0] for option in options})


def test_variant_of_the_command_line():
    """XBoard may load a game before it sees the answer to `variant`, so the board is described early."""
    with CecpEngine("--variant", "halfgi") as engine:
        variants, setup = [line for line in engine.hello if "variants=" in line or line.startswith("setup ")]
        assert variants.startswith('feature variants="halfgi,')
        assert "normal" not in variants
        assert setup.startswith("setup (PNBRQ...........Kpnbrq...........k) 8x8+5_crazyhouse ")
        assert engine.hello.index(setup) == len(engine.hello) - 2
        assert "[]" in engine.fen()
        engine.send("new")
        assert "[]" in engine.fen()


@pytest.mark.parametrize("variant", [name for name in FAMILY if name != "normal"])
def test_variant_is_answered_by_setup(engine: CecpEngine, variant: str):
    for _ in range(2):
        lines = engine.ask("new", f"variant {variant}")
        setup = [line for line in lines if line.startswith("setup ")]
        assert len(setup) == 1
        found = re.fullmatch(r"setup \((\S+)\) 8x8\+(\d)_(\w+) (.+)", setup[0])
        assert found is not None
        assert len(found[1]) % 2 == 0
        white, black = found[1][: len(found[1]) // 2], found[1][len(found[1]) // 2 :]
        assert white.lower() == black
        assert white[0] == "P"
        assert white[-1] == "K"
        assert len(found[4].split()) == 6
        assert engine.fen().startswith(found[4])


def test_new_without_variant_is_normal(engine: CecpEngine):
    engine.ask("new", "variant half-chess")
    assert engine.ask("new") == []
    engine.send("perft 3")
    assert engine.expect("Nodes searched") == "Nodes searched: 8902"


def test_new_by_hand_keeps_the_variant():
    with Engine("--variant", "half-chess") as engine:
        engine.send("new", "lift b1")
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


@pytest.mark.parametrize(
    "command",
    [
        "nps 100", "nonsense", "undo", "remove", "level", "level 1 2", "level a b c", "st x", "st nan", "st -1", "sd x",
        "time x", "otim", "memory x", "cores", "usermove", "perft", "perft x", "divide -1", "option", "option Nosuch=1",
        "option MultiPV=0", "option Resign=2", "setscore 10 5", "exclude e2e5", "include z", "white", "♞",
    ],
)  # fmt: skip
def test_errors_name_the_command(engine: CecpEngine, command: str):
    before = engine.fen()
    (line,) = engine.ask("force", command)
    assert re.fullmatch(rf"Error \([^()]+\): {re.escape(command)}", line)
    assert engine.fen() == before


# Moves ---------------------------------------------------------------------------------------------------------


def test_plays_black_after_new(engine: CecpEngine):
    engine.send("sd 3", "usermove e2e4")
    move = engine.expect("move ").split()[1]
    game = Game("normal")
    game.push("e2e4")
    assert move in game.legal()
    game.push(move)
    assert engine.fen() == game.fen()


def test_go_plays_both_colours(engine: CecpEngine):
    game = Game("normal")
    engine.send("sd 2")
    for _ in range(6):
        engine.send("go")
        game.push(engine.expect("move ").split()[1])
    assert engine.fen() == game.fen()


def test_bare_moves_are_moves(engine: CecpEngine):
    engine.send("sd 2", "d2d4")
    engine.expect("move ")


def test_force_makes_no_move(engine: CecpEngine):
    lines = engine.ask("force", "usermove e2e4", "usermove e7e5", "usermove g1f3")
    assert lines == []
    assert engine.fen().startswith("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/")


def test_force_during_a_search_prints_no_move(engine: CecpEngine):
    engine.send("st 1000", "usermove e2e4")
    engine.expect(r"4 ")  # it thinks
    engine.send("force", "usermove e7e5")
    assert moves_in(engine.sync()) == []
    assert moves_in(engine.sync()) == []
    assert "4p3/4P3" in engine.fen()


def test_move_now(engine: CecpEngine):
    engine.send("st 1000", "usermove e2e4")
    engine.expect(r"3 ")
    lines = engine.ask("?", "force")
    assert len(moves_in(lines)) == 1
    assert " w " in engine.fen()
    engine.send("st 1000", "go", "?", "ping 77")  # nothing may be found out yet
    assert len(moves_in(engine.until("pong 77"))) == 1


def test_storm_during_a_search(engine: CecpEngine):
    engine.send("st 1000", "usermove e2e4", *[f"ping {number}" for number in range(1000)])
    lines = engine.until("pong 999")
    assert [line for line in lines if line.startswith("pong")] == [f"pong {number}" for number in range(1000)]
    assert moves_in(lines) == []  # it was still thinking
    engine.send(*["?"] * 100)
    assert len(moves_in(engine.sync())) == 1


@pytest.mark.parametrize("move", ["e2e5", "e7e5", "e1g1", "z9z9", "e2e4q", "@@@@", "P@e4", "e2"])
def test_illegal_moves(engine: CecpEngine, move: str):
    before = engine.fen()
    (line,) = engine.ask(f"usermove {move}")
    assert re.fullmatch(rf"Illegal move \([^()]+\): {move}", line)
    assert engine.fen() == before


def test_illegal_bare_move(engine: CecpEngine):
    (line,) = engine.ask("e2e5")
    assert line.startswith("Illegal move (")


def test_ambiguous_move_lists_the_candidates(engine: CecpEngine):
    engine.send("force", "setboard 4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
    (line,) = engine.ask("usermove a7a8")
    assert all(move in line for move in ("a7a8q", "a7a8r", "a7a8b", "a7a8n"))
    assert engine.ask("usermove a7a8N") == []
    assert engine.fen().startswith("N3k3/8")


def test_move_while_the_engine_thinks(engine: CecpEngine):
    engine.send("st 1000", "usermove e2e4")
    lines = engine.ask("usermove e7e5")
    assert "Illegal move (the engine is to move): e7e5" in lines
    assert len(moves_in(engine.ask("?"))) == 1


def test_undo_and_remove(engine: CecpEngine):
    engine.ask("force", "usermove e2e4", "usermove e7e5", "usermove g1f3")
    after = Game("normal")
    after.push("e2e4")
    engine.ask("undo", "undo")
    assert engine.fen() == after.fen()
    engine.ask("usermove c7c5", "remove")
    assert engine.fen() == START
    (line,) = engine.ask("remove")
    assert line.startswith("Error (")


def test_retract_in_a_game(engine: CecpEngine):
    """XBoard's Retract: two plies go, the engine keeps its colour."""
    engine.send("sd 2", "usermove e2e4")
    engine.expect("move ")
    assert engine.ask("remove") == []
    assert engine.fen() == START
    engine.send("usermove d2d4")
    engine.expect("move ")
    assert " w " in engine.fen()


def test_playother(engine: CecpEngine):
    engine.ask("force", "usermove e2e4", "sd 2", "playother")
    assert " b " in engine.fen()
    engine.send("usermove e7e5")
    engine.expect("move ")
    assert " b " in engine.fen()


def test_new_and_setboard_end_a_search(engine: CecpEngine):
    fen = "4k3/8/8/8/8/8/8/4K2R w - - 0 1"
    for command in ("new", f"setboard {fen}", "variant half-chess", "result 1-0 {time}", "edit"):
        engine.send("new", "force", "st 1000", "go")
        engine.expect(r"2 ")
        engine.send(command, *(["."] if command == "edit" else []))
        assert moves_in(engine.sync()) == []
        assert moves_in(engine.sync()) == []


# Positions -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fen", "named"),
    [
        ("8/8/8/8/8/8/8/8 w - - 0 1", "king"),
        ("4k3/8/8/8/8/8/8 w - - 0 1", "7 ranks, expected 8"),
        ("nonsense", "ranks"),
        ("", "empty FEN"),
        ("4k3/8/8/8/8/8/8/4K3 w KQ - 0 1", "castling right"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 extra", "fields"),
    ],
)
def test_bad_setboard_keeps_the_position(engine: CecpEngine, fen: str, named: str):
    engine.ask("force", "usermove e2e4")
    before = engine.fen()
    (line,) = engine.ask(f"setboard {fen}")
    assert line.startswith("tellusererror Illegal position: ")
    assert named in line
    assert engine.fen() == before


def test_edit(engine: CecpEngine):
    engine.ask("force", "edit", "#", "Ke1", "Ra1", "Pe5", "c", "Ke8", "Rh8", "xh8", "Rh8", ".")
    assert engine.fen() == "4k2r/8/8/4P3/8/8/8/R3K3 w Qk - 0 1"


def test_edit_black_to_move_and_mistakes(engine: CecpEngine):
    lines = engine.ask("new", "force", "a2a3", "edit", "#", "Ke1", "nonsense", "Pz9", "Pa9", "c", "Ke8", ".")
    assert [line for line in lines if not line.startswith("Error (")] == []
    assert len(lines) == 3
    assert engine.fen() == "4k3/8/8/8/8/8/8/4K3 b - - 0 1"


def test_edit_to_an_illegal_position(engine: CecpEngine):
    (line,) = engine.ask("force", "edit", "#", "Ke1", ".")
    assert line.startswith("tellusererror Illegal position: ")
    assert engine.fen() == START


# Time ----------------------------------------------------------------------------------------------------------


def test_st_is_not_overrun(engine: CecpEngine):
    start = time.monotonic()
    engine.send("st 0.3", "usermove e2e4")
    engine.expect("move ", timeout=20)
    assert 0.1 < time.monotonic() - start < 10


def test_sd_is_kept_until_new(engine: CecpEngine):
    engine.send("post", "sd 3", "level 0 5 0", "go")
    assert {int(found[1]) for found in thinking(engine.until("move "))} == {1, 2, 3}
    engine.send("new", "st 0.5", "go")
    assert max(int(found[1]) for found in thinking(engine.until("move "))) > 3


@pytest.mark.parametrize("level", ["level 40 0:04 0", "level 0 0:04 0", "level 0 0:02 0.05"])
def test_clock_is_not_overrun(engine: CecpEngine, level: str):
    """Both sides' clocks are kept here: no flag falls in forty moves."""
    engine.send("easy", "nopost", level, "force")
    increment = float(level.split()[-1])
    clock = float(level.split()[2].split(":")[1])
    for _ in range(40):
        engine.sync()
        engine.send(f"time {int(clock * 100)}", f"otim {int(clock * 100)}")
        watch = Stopwatch()
        engine.send("go")
        answer = engine.expect("move |1-0|0-1|1/2")
        clock += increment - watch.stop()
        if not answer.startswith("move"):
            break
        engine.send("force")
    assert clock > 0


def test_low_and_negative_clocks(engine: CecpEngine):
    for reading in ("0", "-500", "1"):
        engine.send(f"time {reading}", f"otim {reading}", "go")
        engine.expect("move ", timeout=20)


def test_time_control():
    control = TimeControl()
    game = Game("normal")
    control.level("40 0:30 0", 0)
    assert control.limits(game, 0).time == (30_000, 30_000)
    assert control.limits(game, 0).moves_to_go == 40
    for move in ("e2e4", "e7e5", "g1f3"):
        game.push(move)
    assert control.moves_to_go(game, 0) == 38
    assert control.moves_to_go(game, 1) == 39
    control.own, control.other = 1000, 2000
    assert control.limits(game, 1, spent=100).time == (2000, 900)
    control.level("0 2 12", 3)
    limits = control.limits(game, 1)
    assert (limits.time, limits.increment, limits.moves_to_go) == ((120_000, 120_000), (12_000, 12_000), 0)
    control.moved(game, 1, 5000)
    assert control.own == 127_000
    control.st("30")
    assert control.limits(game, 1).movetime == 30_000
    control.level("1 1 0", 3)
    assert control.limits(game, 1).movetime == 0
    control.sd("7")
    assert control.limits(game, 1).depth == 7
    control.new_game()
    assert control.limits(game, 1).depth == 0


def test_session_refills_the_clock():
    control = TimeControl()
    control.level("2 1 0", 0)
    game = Game("normal")
    for move in ("e2e4", "e7e5", "g1f3", "b8c6"):
        game.push(move)
        if game.turn == 1:
            control.moved(game, 0, 10_000)
    assert control.own == 60_000 - 20_000 + 60_000


@pytest.mark.parametrize(
    ("text", "milliseconds"), [("5", 300_000), ("0:30", 30_000), ("1:30", 90_000), ("25+5", 1_500_000), ("0.5", 30_000)]
)
def test_base_times(text: str, milliseconds: int):
    assert read_base(text) == milliseconds


@pytest.mark.parametrize("text", ["", "x", "nan", "inf", "-1", "1:2:3"])
def test_bad_seconds(text: str):
    with pytest.raises(CommandError):
        read_seconds(text, "time")


# Thinking ------------------------------------------------------------------------------------------------------


def test_thinking_lines(engine: CecpEngine):
    engine.send("post", "sd 6", "go")
    lines = engine.until("move ")
    found = thinking(lines)
    assert len(found) == len(lines) - 1
    assert found
    assert [int(each[1]) for each in found] == sorted(int(each[1]) for each in found)
    nodes = [int(each[4]) for each in found]
    assert nodes == sorted(nodes)
    assert all(each[8].split()[0] in legal("normal", START) for each in found)
    assert lines[-1] == f"move {found[-1][8].split()[0]}"


def test_nopost(engine: CecpEngine):
    engine.send("nopost", "sd 4", "go")
    assert engine.until("move ")[:-1] == []
    engine.send("post", "go")
    assert thinking(engine.until("move "))


@pytest.mark.parametrize(
    ("score", "bound", "number", "mark"),
    [
        (15, "", "15", ""), (-15, "lower", "-15", " !"), (15, "upper", "15", " ?"), (MATE - 1, "", "100001", ""),
        (MATE - 3, "", "100002", ""), (MATE - 4, "", "100002", ""), (-MATE + 2, "", "-100001", ""),
        (-MATE + 3, "", "-100002", ""), (-MATE + 4, "", "-100002", ""),
    ],
)  # fmt: skip
def test_scores(score: int, bound: str, number: str, mark: str):
    info = Info(9, 12, 1, score, bound, 48000, 10840, 0, ["e2e4", "e7e5"])
    assert thinking_line(info) == f"9 {number} 1084 48000\t12 4 0\te2e4 e7e5{mark}"
    assert thinking_line(info, ["e4", "e5"]) == f"9 {number} 1084 48000\t12 4 0\t{{e4 e5}} e2e4 e7e5{mark}"


def test_long_lines_are_cut_between_moves():
    info = Info(99, 99, 1, 0, "lower", 1, 1, 0, ["e2e4"] * 300)
    line = thinking_line(info)
    assert len(line) <= 511
    assert line.endswith("e2e4 !")


def test_mate_in_thinking(engine: CecpEngine):
    engine.send("post", "setboard 7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "sd 5", "go")
    lines = engine.until("1-0|0-1|1/2")
    assert any(found[2] == "100001" for found in thinking(lines))
    assert lines[-2:] == ["move g1g7", "1-0 {checkmate}"]


# Results, draws, resignation -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fen", "move", "result"),
    [
        ("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "g1g7", "1-0 {checkmate}"),
        ("7k/8/6K1/8/8/8/5Q2/8 w - - 0 1", "f2f7", "1/2-1/2 {stalemate}"),
        ("4k3/8/8/8/8/8/4n3/4K3 w - - 0 1", "e1e2", "1/2-1/2 {insufficient material}"),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 99 80", "a1a2", "1/2-1/2 {move rule}"),
        ("6q1/8/8/8/8/5k2/8/7K b - - 0 1", "g8g2", "0-1 {checkmate}"),
    ],
)
def test_results_are_claimed(engine: CecpEngine, fen: str, move: str, result: str):
    engine.send(f"setboard {fen}", "playother")
    assert engine.ask(f"usermove {move}") == [result]


def test_repetition_is_claimed(engine: CecpEngine):
    engine.ask("force", "usermove g1f3", "usermove g8f6", "usermove f3g1", "usermove f6g8")
    engine.ask("usermove g1f3", "usermove g8f6", "usermove f3g1", "playother")
    assert engine.ask("usermove f6g8") == ["1/2-1/2 {repetition}"]


def test_no_claim_in_force_mode(engine: CecpEngine):
    assert engine.ask("force", "setboard 7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "usermove g1g7") == []
    assert engine.ask("go") == ["1-0 {checkmate}"]


def test_draw_offers(engine: CecpEngine):
    """The side that is lost takes a draw, the one that wins does not."""
    engine.send("setboard 4k3/8/8/8/8/8/3QQ3/4K3 b - - 0 1", "sd 3", "go")
    engine.expect("move ")
    assert engine.ask("draw") == ["offer draw"]
    engine.send("new", "force", "setboard 4k3/8/8/8/8/8/3QQ3/4K3 w - - 0 1", "sd 2", "go")
    engine.expect("move ")
    assert engine.ask("draw") == []


def test_draw_offer_during_a_search(engine: CecpEngine):
    engine.send("setboard 4k3/8/8/8/8/8/3QQ3/4K3 b - - 0 1", "st 1000", "nopost", "go", "draw", "?")
    lines = engine.sync()
    assert lines.index("offer draw") < lines.index(f"move {moves_in(lines)[0]}")


@pytest.mark.parametrize("resign", [False, True])
def test_resignation(engine: CecpEngine, resign: bool):
    """King against many queens; the moves that end it come from here."""
    engine.send(f"option Resign={int(resign)}", "sd 3", "nopost", "setboard 7k/8/8/8/8/8/1P1QQQ2/K7 b - - 0 1")
    waiting = iter(("b2b3", "b3b4", "b4b5", "b5b6"))
    answers = []
    engine.send("go")
    for move in waiting:
        answers.append(engine.expect("move |resign|1"))
        if answers[-1] == "resign":
            break
        engine.send(f"usermove {move}")
    assert ("resign" in answers) == resign


# Pondering -----------------------------------------------------------------------------------------------------


def ponder(engine: CecpEngine) -> str:
    """Have the engine ponder for a while; returns the expected move."""
    engine.send("hard", "post", "st 1", "usermove e2e4")
    engine.expect("move ")
    expected = thinking([engine.expect(r"6 ")])[0][8].split()[0]
    assert f"Hint: {expected}" in engine.ask("hint")  # thinking lines may come between
    return expected


def test_ponder_hit_goes_on_with_the_search(engine: CecpEngine):
    expected = ponder(engine)
    engine.sync()
    engine.send(f"usermove {expected}")
    lines = engine.until("move ")
    assert not any(found[1] == "1" for found in thinking(lines))
    heads = [found[8].split()[0] for found in thinking(lines)]
    while heads and heads[0] == expected:
        heads.pop(0)  # printed before the move arrived
    assert expected not in heads
    game = Game("normal", fen=engine.fen())
    assert game.turn == 0


def test_ponder_miss_searches_anew(engine: CecpEngine):
    expected = ponder(engine)
    game = Game("normal", fen=engine.fen())
    other = next(move for move in game.legal() if move != expected)
    engine.sync()
    engine.send(f"usermove {other}")
    lines = engine.until("move ")
    assert any(found[1] == "1" for found in thinking(lines))


def test_easy_ends_pondering(engine: CecpEngine):
    ponder(engine)
    engine.ask("easy")
    assert engine.sync() == []
    assert engine.ask(".") == []


def test_no_pondering_unless_hard(engine: CecpEngine):
    engine.send("easy", "sd 3", "usermove e2e4")
    engine.expect("move ")
    assert engine.ask(".") == []


# Pause ---------------------------------------------------------------------------------------------------------


def test_pause_and_resume(engine: CecpEngine):
    engine.send("st 1", "usermove e2e4")
    engine.expect(r"2 ")
    engine.send("pause")
    engine.sync()
    assert engine.ask(".", "pause") == []
    engine.send("resume")
    engine.expect("move ")


# Analysis ------------------------------------------------------------------------------------------------------


def analysed(engine: CecpEngine, *commands: str) -> str:
    """The first move of the first line after the commands."""
    engine.sync()
    engine.send(*commands)
    return thinking([engine.expect(r"1 -?\d+ ")])[0][8].split()[0]


def test_analysis_follows_the_board(engine: CecpEngine):
    game = Game("normal")
    assert analysed(engine, "post", "analyze") in game.legal()
    for move in ("e2e4", "e7e5"):
        game.push(move)
        assert analysed(engine, f"usermove {move}") in game.legal()
    game.pop()
    assert analysed(engine, "undo") in game.legal()
    fen = "4k3/8/8/8/8/8/8/R3K3 b - - 0 1"
    assert analysed(engine, f"setboard {fen}") in legal("normal", fen)
    assert analysed(engine, "new") in legal("normal", START)
    assert analysed(engine, "option MultiPV=2") in legal("normal", START)
    assert analysed(engine, "cores 2", "memory 4") in legal("normal", START)
    engine.send("exit")
    assert moves_in(engine.sync()) == []
    assert engine.sync() == []
    assert engine.fen() == START


def test_status(engine: CecpEngine):
    engine.send("post", "analyze")
    engine.expect(r"5 ")
    (line,) = [each for each in engine.ask(".") if each.startswith("stat01")]
    found = re.fullmatch(r"stat01: (\d+) (\d+) (\d+) (\d+) (\d+)( \S+)?", line)
    assert found is not None
    assert int(found[2]) > 0
    assert int(found[3]) >= 5
    assert int(found[4]) <= int(found[5]) == 20


def test_analysis_of_a_finished_game(engine: CecpEngine):
    engine.ask("setboard 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "analyze")
    assert engine.ask("hint") == []
    assert analysed(engine, "setboard 4k3/8/8/8/8/8/8/R3K3 w - - 0 1")


def test_multipv(engine: CecpEngine):
    engine.send("option MultiPV=3", "post", "analyze")
    firsts = set()
    lines = engine.until(r"5 ")
    for found in thinking(lines):
        if found[1] == "4":
            firsts.add(found[8].split()[0])
    assert len(firsts) >= 3


def test_exclude_and_include(engine: CecpEngine):
    engine.sync()
    engine.send("sd 3", "exclude all", "include a2a3", "go")
    assert engine.expect("move ") == "move a2a3"
    others = [f"exclude {move}" for move in Game("normal").legal() if move != "h2h3"]
    engine.send("new", "sd 3", *others, "go")
    assert engine.expect("move ") == "move h2h3"
    engine.send("new", "sd 3", "exclude all", "go")
    assert moves_in(engine.sync()) == []
    engine.send("include b2b3")
    assert engine.expect("move ") == "move b2b3"


def test_exclusion_ends_with_the_position(engine: CecpEngine):
    engine.ask("force", "exclude all", "usermove e2e4", "sd 2")
    engine.send("go")
    engine.expect("move ")


def test_exclude_during_analysis(engine: CecpEngine):
    first = analysed(engine, "post", "analyze")
    assert analysed(engine, f"exclude {first}") != first
    assert analysed(engine, "exclude all", "include a2a4") == "a2a4"


# Hints, book, counting -------------------------------------------------------------------------------------------


def test_hint(engine: CecpEngine):
    engine.send("hint")
    assert engine.expect("Hint: ").split()[1] in legal("normal", START)
    engine.send("setboard 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")
    assert engine.ask("hint") == []


def test_book_explains_the_game(engine: CecpEngine):
    lines = engine.ask("new", *ARMIES, "variant augmented-half-chess", "bk")
    text = lines[lines.index(" Augmented Half Chess") :]
    assert text[-1] == ""
    assert all(line.startswith(" ") for line in text[:-1])
    assert any("White's RF" in line for line in text)


def test_perft_and_divide(engine: CecpEngine):
    engine.send("perft 3")
    assert engine.until("Nodes searched")[-1:] == ["Nodes searched: 8902"]
    engine.send("divide 2")
    *moves, total = engine.until("Nodes searched")
    assert total == "Nodes searched: 400"
    assert sorted(moves) == sorted(f"{move}: 20" for move in legal("normal", START))
    engine.send("perft 30")
    assert engine.sync() == []
    engine.send("force")
    assert engine.expect("# ") == "# perft stopped"


# Options and armies ------------------------------------------------------------------------------------------------


def armies(engine: CecpEngine) -> str:
    return engine.fen().split()[6]


def test_option_text():
    assert option_text(Option("A B", "combo", "y", choices=("x", "y"))) == "AB -combo x /// *y"
    assert option_text(Option("C", "check", True)) == "C -check 1"
    assert option_text(Option("D", "button", "")) == "D -button"


def test_armies_before_the_game():
    with CecpEngine(variant="normal") as engine:
        lines = engine.ask(*ARMIES, "new", "variant augmented-half-chess")
        assert armies(engine) == "RF-CD-BW-QV:RA-VS-BC-RVF"
        assert any(re.fullmatch('feature myname="Oddfish .* RF-CD-BW-QV:RA-VS-BC-RVF"', line) for line in lines)


def test_armies_on_the_start_position_apply_at_once():
    with CecpEngine(variant=AUGMENTED) as engine:
        engine.ask(*ARMIES)
        assert armies(engine) == "RF-CD-BW-QV:RA-VS-BC-RVF"


def test_armies_during_a_game_wait_for_the_next():
    with CecpEngine(variant=AUGMENTED) as engine:
        engine.ask("force", "usermove a2a3")
        before = engine.fen()
        (line,) = engine.ask("option WhiteArmy=RF-CD-BW-QV")
        assert line.startswith("telluser WhiteArmy takes effect with the next game")
        assert engine.fen() == before
        engine.ask("new", f"variant {AUGMENTED}")
        assert armies(engine).startswith("RF-CD-BW-QV:")


def test_bad_armies():
    with CecpEngine(variant=AUGMENTED) as engine:
        before = engine.fen()
        (line,) = engine.ask("option WhiteArmy=RF-CF-BW-QV")
        assert line.startswith("Error (option WhiteArmy: ")
        assert "twice" in line
        assert engine.fen() == before


def test_setboard_keeps_the_armies():
    """XBoard drops the army field from every FEN."""
    with CecpEngine(variant=AUGMENTED) as engine:
        before = armies(engine)
        engine.ask("force", "setboard rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1")
        assert armies(engine) == before
        other = "RF-CD-BW-QV:RA-VS-BC-RVF"
        engine.ask(f"setboard {START} {other}")
        assert armies(engine) == other


def test_two_engines_agree_on_armies():
    """As in XBoard's two-machine mode: the second engine gets FEN and first move in force mode, both get names."""

    def begin(engine: CecpEngine) -> str:
        lines = engine.ask("new", f"variant {AUGMENTED}")
        return next(line.split('"')[1] for line in lines if line.startswith("feature myname"))

    with CecpEngine(variant=AUGMENTED) as white, CecpEngine(variant=AUGMENTED) as black:
        for _ in range(2):
            names = begin(white), begin(black)
            white.ask("force", "computer", f"name {names[1]}", "sd 3")
            black.ask("force", f"setboard {START}", "computer", f"name {names[0]}", "sd 3")
            white.send("go")
            move = white.expect("move ").split()[1]
            black.send(f"usermove {move}", "go")
            reply = black.expect("move ").split()[1]
            white.send(f"usermove {reply}")
            white.expect("move ")
            wishes = [name.split()[-1].split(":") for name in names]
            expected = f"{wishes[0][0]}:{wishes[1][1]}"
            assert armies(white) == armies(black) == expected


def test_a_person_s_name_changes_nothing():
    with CecpEngine(variant=AUGMENTED) as engine:
        before = armies(engine)
        for name in ("root", "a:b", "Oddfish RANDOM:RANDOM", "x y RF-CD-BW-QV:nonsense", ":"):
            engine.ask("new", f"variant {AUGMENTED}")
            before = armies(engine)
            engine.send(f"name {name}", "sd 2", "go")
            engine.expect("move ")
            assert armies(engine) == before


# Clicks --------------------------------------------------------------------------------------------------------


def test_highlights(engine: CecpEngine):
    assert engine.ask("lift e2") == ["highlight 8/8/8/8/4Y3/4Y3/8/8"]
    assert engine.ask("lift e4") == ["highlight 8/8/8/8/8/8/8/8"]
    assert engine.ask("put e4") == []
    engine.ask("force", "setboard 4k3/8/8/3pP3/8/8/8/R3K2R w KQ d6 0 1")
    assert engine.ask("lift e5") == ["highlight 8/8/3RY3/8/8/8/8/8"]  # en passant is a capture
    assert engine.ask("lift e1") == ["highlight 8/8/8/8/8/8/3YYY2/2YY1YY1"]  # castling both ways
    engine.ask("setboard 3qk3/8/8/8/8/8/8/3RK3 w - - 0 1")
    assert engine.ask("lift d1") == ["highlight 3R4/3Y4/3Y4/3Y4/3Y4/3Y4/3Y4/YYY5"]


def test_promotions_are_chosen():
    with CecpEngine(variant=AUGMENTED) as engine:
        engine.ask("force", *ARMIES, "setboard 1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1")
        assert engine.ask("lift a7") == ["highlight MM6/8/8/8/8/8/8/8"]
        assert engine.ask("hover b8") == []
        assert engine.ask("put a8") == ["choice QRBNTHEM"]
        assert engine.ask("put b8") == ["choice QRBNTHEM"]
        assert engine.ask("put a5") == []
        assert engine.ask("usermove a7b8h") == []
        assert engine.fen().startswith("1H2k3/8")


def test_promotion_offers_identical_types_once():
    with CecpEngine(variant=AUGMENTED) as engine:
        engine.ask("option WhiteArmy=RF-CD-BW-QV", "option BlackArmy=RF-CD-BW-QV")
        engine.ask("force", "setboard 4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "lift a7")
        assert engine.ask("put a8") == ["choice QRBN"]


def test_holdings_of_halfgi():
    with CecpEngine(variant="halfgi") as engine:
        engine.ask("force", "setboard 4k3/8/8/8/8/8/8/4K3[-] w - - 0 1")
        assert engine.ask("lift j1") == ["highlight 8/8/8/8/8/8/8/8"]
        engine.ask("setboard 4k3/8/8/8/8/8/8/4K3[PNq] w - - 0 1")
        assert engine.ask("lift j1") == ["highlight 8/YYYYYYYY/YYYYYYYY/YYYYYYYY/YYYYYYYY/YYYYYYYY/YYYYYYYY/YYYY1YYY"]
        assert engine.ask("lift j5") == ["highlight 8/8/8/8/8/8/8/8"]
        (line,) = engine.ask("usermove P@a8")
        assert line.startswith("Illegal move (")
        assert engine.ask("usermove N@d4") == []
        assert engine.ask("lift _4")[0].count("Y") > 10
        assert engine.ask("usermove Q@a8") == []
        assert "[P]" in engine.fen()


def test_en_passant_as_first_move_after_a_fen():
    """XBoard leaves the captured pawn standing unless the move goes by way of it."""
    fen = "4k3/8/8/4Pp2/8/8/8/4K3 w - f6 0 1"
    with CecpEngine(variant="half-chess") as engine:
        engine.ask("force", f"setboard {fen}", "exclude all", "include e5f6", "sd 1")
        engine.send("go")
        assert engine.expect("move ") == "move e5f5,f5f6"
        engine.ask("new", "variant half-chess", f"setboard {fen}", "playother", "sd 1")
        engine.send("usermove e5f6")
        lines = engine.until("move (?!e5)")
        assert lines[:2] == ["Illegal move (via f5): e5f6", "move e5f5,f5f6"]
        assert engine.ask("force", f"setboard {fen}", "usermove e5f6") == []
        engine.ask("setboard 4k3/5p2/8/4P3/8/8/8/4K3 b - - 0 1", "usermove f7f5", "exclude all", "include e5f6", "sd 1")
        engine.send("go")
        assert engine.expect("move ") == "move e5f6"  # all is well once a move was made


@given(st.data())
@settings(max_examples=30, deadline=None)
@pytest.mark.parametrize("variant", FAMILY)
def test_projections_round_trip(variant: str, data: st.DataObject):
    """Random games: every ply sent is received as the same move, every FEN comes back, every move is clickable."""
    projection, game = projection_for(variant), Game(variant, seed=1)
    for _ in range(data.draw(st.integers(0, 40))):
        moves = game.legal()
        if not moves:
            break
        move = data.draw(st.sampled_from(moves))
        received = None
        plies = projection.send(game, move)
        for ply in plies:
            received = projection.receive(game, ply, human=False)
        assert received is not None
        assert received.move == move
        if "@" not in move:
            (answer,) = projection.lift(game, move[:2])
            rows = [_cells(row) for row in answer.removeprefix("highlight ").split("/")]
            color = rows[8 - int(move[3])][ord(move[2]) - 97]
            assert color == ("M" if len(move) == 5 else color)
            assert color in "YRM"
            if len(move) == 5:
                assert move[4].upper() in projection.put(game, move[2:4])[0].removeprefix("choice ")
        game.push(move)
        fen = projection.read_fen(projection.write_fen(game.position))
        assert Game(variant, game.variant.tags(game.position), fen).fen() == game.fen()


def _cells(row: str) -> str:
    return re.sub(r"\d+", lambda found: "." * int(found[0]), row)


def test_every_variant_has_a_projection():
    assert all(isinstance(projection_for(variant), Projection) for variant in REGISTRY)
    assert not any(type(projection_for(variant)) is Projection for variant in REGISTRY)
    assert type(projection_for("nosuch")) is Projection


def test_marks():
    assert marks({(0, 0): "Y", (10, 2): "R"}, 12, 3) == "highlight 10R1/12/Y11"


def test_editor_counts_ten_ranks_from_zero():
    editor = Editor("/".join(["16"] * 10))
    editor.feed("Pa0")
    editor.feed("c")
    editor.feed("Xp9")
    assert editor.board == "15x/" + "16/" * 8 + "P15"
    editor.feed("xa0")
    assert editor.board.endswith("/16")


# Endings and garbage -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("before", [[], ["st 1000", "go"], ["analyze"], ["perft 30"], ["edit"], ["pause"]])
@pytest.mark.parametrize("by_quit", [True, False])
def test_quit_and_end_of_input(before: list[str], by_quit: bool):
    with CecpEngine(variant="normal") as engine:
        engine.send(*before)
        if by_quit:
            engine.send("quit")
        else:
            engine.close_input()
        assert engine.wait() == 0


def test_garbage(engine: CecpEngine):
    engine.ask("force", "usermove e2e4")
    before = engine.fen()
    engine.send_bytes(b"\xff\xfe\x00\x00\n\0usermove\0\0\n\x1b[31m\n\r\n \t\n")
    engine.send_bytes(b"usermove \xf0\x28\x8c\x28\nsetboard \0\n\x7f\n")
    lines = engine.sync()
    assert lines
    assert all(line.startswith(("Error (", "Illegal move (", "tellusererror ")) for line in lines)
    assert all(line.isprintable() for line in lines)
    assert engine.fen() == before


def test_flood(engine: CecpEngine):
    engine.send("st 1000", "go", *[f"nonsense{number}" for number in range(10_000)], "?")
    lines = engine.until("move ") + engine.sync()
    assert sum(line.startswith("Error (unknown command): nonsense") for line in lines) == 10_000


def test_overlong_line(engine: CecpEngine):
    engine.send_bytes(b"usermove e2e4" + b" " * 3_000_000 + b"x\n")
    lines = engine.sync()
    assert any(line.startswith("Error (line too long)") for line in lines)
    assert engine.fen() == START


WORDS = """
new variant random force go playother usermove ? undo remove result draw level st sd time otim hard easy pause resume
setboard edit option computer name rating ics analyze exit . hint bk include exclude setscore post nopost lift put hover
perft divide d eval all normal half-chess halfgi augmented-half-chess e2e4 e7e5 a7a8q N@e4 a1 h8 j1 _8 # c Pa4 Ke1
4k3/8/8/8/8/8/8/4K3 w b - KQkq 0 1 2 3 -1 40 0:01 WhiteArmy=RF-CD-BW-QV DistinctPieces=1 MultiPV=2 Resign=1
OwnBook=1 BookFile=nosuch BookSeed=2
"""
LINES = st.lists(st.sampled_from(WORDS.split()) | st.text(max_size=6), max_size=6).map(" ".join)


@pytest.fixture(scope="module")
def fuzzed() -> Iterator[CecpEngine]:
    with CecpEngine() as running:
        yield running


@settings(max_examples=200, deadline=None)
@given(lines=st.lists(LINES, max_size=15))
def test_fuzz(fuzzed: CecpEngine, lines: list[str]):
    """Whatever is sent, the engine answers, and stands on a position of one of its variants."""
    data = "\n".join(line for line in lines if "quit" not in line and "\n" not in line)
    fuzzed.send_bytes(data.encode("utf-8", "replace") + b"\n.\nforce\n")
    assert not any("internal error" in line for line in fuzzed.sync())
    fen = fuzzed.fen()
    assert any(_reads(variant, fen) for variant in REGISTRY)
    assert fuzzed.errors == []


def _reads(variant: str, fen: str) -> bool:
    try:
        return Game(variant, fen=fen).fen() == fen
    except ValueError:
        return False


# The launcher ------------------------------------------------------------------------------------------------------


def test_xboard_command_line():
    done = CliRunner().invoke(xboard, ["halfgi", "--match", "--games", "3", "--time", "0:30+1", "--print"])
    assert done.exit_code == 0
    for words in (
        "xboard -variant halfgi -fcp ",
        " -scp ",
        "-mg 3",
        "-tc 0:30 -inc 1",
        "-testLegality false",
        "-saveSettingsOnExit false",
    ):
        assert words in done.output
    words = [AUGMENTED, "--option", "WhiteArmy=RF-CD-BW-QV", "--print", "--", "-size", "big"]
    armed = CliRunner().invoke(xboard, words)
    assert "--option WhiteArmy=RF-CD-BW-QV" in armed.output
    assert armed.output.rstrip().endswith("-size big")
    assert "-testLegality true" in CliRunner().invoke(xboard, ["normal", "--print"]).output


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["nosuch", "--print"], "known are augmented-half-chess"),
        ([AUGMENTED, "--option", "WhiteArmy=XX", "--print"], "WhiteArmy"),
        ([AUGMENTED, "--option", "WhiteArmy", "--print"], "NAME=VALUE"),
        (["normal", "--time", "soon", "--print"], "--time"),
        (["normal", "--load", "nowhere.pgn", "--print"], "nowhere.pgn"),
        (["normal", "--match", "--load", __file__, "--print"], "a match begins with no game of a file"),
        (["normal", "--load", __file__, "--print"], "holds 0 games: there is no game 1"),
    ],
)
def test_xboard_command_line_errors(arguments: list[str], named: str):
    done = CliRunner().invoke(xboard, arguments)
    assert done.exit_code != 0
    assert named in done.output


def test_xboard_loads_one_game_of_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    games = [
        '[Event "a"]\n[Result "*"]\n\n1. e4 {[%clk 1] one} *\n\n', '[Event "b"]\n[Site "\udce9"]\n\n1. d4 *\n\n',
        "[Event]\n*\n",
    ]  # fmt: skip
    many, one = tmp_path / "many.pgn", tmp_path / "one.pgn"
    many.write_text("".join(games), errors="surrogateescape")
    one.write_text(games[0])
    for number, game in enumerate(games, 1):
        done = CliRunner().invoke(xboard, ["normal", "--load", str(many), "--number", str(number), "--print"])
        place = re.search(r" -lgf (\S+) -lgi 1", done.output)
        assert place is not None, done.output
        assert Path(place[1]).read_text(errors="surrogateescape") == game
    assert f" -lgf {one} -lgi 1" in CliRunner().invoke(xboard, ["normal", "--load", str(one), "--print"]).output
    done = CliRunner().invoke(xboard, ["normal", "--load", str(many), "--number", "4", "--print"])
    assert done.exit_code != 0
    assert "many.pgn holds 3 games: there is no game 4" in done.output
    (tmp_path / "cache" / "oddfish" / "game.pgn").unlink()
    (tmp_path / "cache" / "oddfish" / "game.pgn").mkdir()
    assert "cannot copy game 2" in CliRunner().invoke(xboard, ["normal", "--load", str(many), "--number", "2"]).output


def test_xboard_command_without_display_or_xboard(monkeypatch: pytest.MonkeyPatch):
    from oddfish.protocols.commands import xboard as xboard_command

    monkeypatch.setattr(xboard_command, "_PLACES", ())
    monkeypatch.setenv("PATH", "")
    done = CliRunner().invoke(xboard, ["normal"])
    assert done.exit_code != 0
    assert "XBoard is not installed" in done.output
    monkeypatch.setattr(xboard_command, "find_xboard", lambda: "/nowhere/xboard")
    monkeypatch.setattr(xboard_command.sys, "platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    done = CliRunner().invoke(xboard, ["normal"])
    assert done.exit_code != 0
    assert "no display" in done.output


@pytest.mark.parametrize(
    ("control", "flags"),
    [
        ("5", "-tc 5 -inc 0"), ("40/5", "-tc 5 -mps 40"), ("0:30+2", "-tc 0:30 -inc 2"), ("1+0.5", "-tc 1 -inc 0.5"),
    ],
)  # fmt: skip
def test_time_flags(control: str, flags: str):
    assert " ".join(time_flags(control)) == flags
