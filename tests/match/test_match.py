"""The match runner: mock engines that misbehave, short matches of the real Oddfish, interruption and resumption.

No test depends on how fast the machine is: engines that are to behave have half a minute a move, or no limit of time.
"""

from __future__ import annotations

import asyncio
import doctest
import errno
import itertools
import json
import os
import random
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from oddfish.engine.game import Game
from oddfish.engine.match import control, plan
from oddfish.engine.match.control import Clock, Control, ControlError, read_tc
from oddfish.engine.match.openings import generate, read_openings, read_pgn
from oddfish.engine.match.plan import Adjudication, EngineSpec, MatchError, OpeningSource, Plan, read_engine
from oddfish.engine.match.players import _Uci
from oddfish.engine.match.records import Journal, Record, read_journal, to_pgn
from oddfish.engine.match.referee import Adjudicator
from oddfish.engine.match.standings import Standings
from oddfish.engine.match.statistics import Sprt, Tally
from oddfish.engine.variants import get_variant
from oddfish.protocols.commands.common import read_sprt
from oddfish.protocols.commands.group import cli
from oddfish.protocols.commands.match_run import name_engines, share_options, with_absolute_dir
from support.matches import MOCK, bare, command, has_lines, mock, wait_for
from support.processes import HUNG, plain_environment

pytestmark = pytest.mark.thorough


#: Limits under which an engine that answers at all is in time.
AMPLE = ("--st", "30")
SHORT = ("--games", "2", "--max-moves", "6", "--seed", "1")

GOOD = mock("good")


def invoke(*arguments: object) -> Result:
    """Run ``oddfish match`` in this process."""
    return CliRunner(env={"COLUMNS": "160"}).invoke(cli, ["match", *map(str, arguments)])


def play(path: Path, *arguments: object) -> list[Record]:
    """A match that succeeds, with its records."""
    result = invoke(*arguments, "--json", path)
    assert result.exit_code == 0, result.output
    return read_journal(path)[1]


def refusal(*arguments: object) -> str:
    """What a match is refused with."""
    result = invoke(*arguments)
    assert result.exit_code == 2, result.output
    return result.stderr


# ------------------------------------------------------------------------------------------ limits and clocks


def test_docstrings_are_true() -> None:
    for module in (control, plan):
        assert doctest.testmod(module).failed == 0


def test_time_controls() -> None:
    assert read_tc("60") == {"moves": 0, "base": 60.0, "increment": 0.0}
    assert read_tc("40/60+0.5") == {"moves": 40, "base": 60.0, "increment": 0.5}
    assert read_tc("2:30+1") == {"moves": 0, "base": 150.0, "increment": 1.0}
    assert read_tc("0+.1")["increment"] == 0.1
    for text in ("", "x", "40/", "0", "-5", "10+-1", "1/2/3", "10++1"):
        with pytest.raises(ControlError):
            read_tc(text)
    assert str(Control(**read_tc("40/60+0.5"))) == "40/60+0.5"
    assert str(Control(move_time=0.1, nodes=500)) == "1/0.1, 500 nodes"
    with pytest.raises(ControlError, match="no limit"):
        Control().check()
    with pytest.raises(ControlError, match="exclude"):
        Control(base=1, move_time=1).check()


def test_a_clock_with_sessions_and_increment() -> None:
    clock = Clock(Control(moves=2, base=10, increment=1, margin=100))
    assert (clock.left, clock.moves_to_go) == (10, 2)
    clock.press(4)
    assert (clock.left, clock.moves_to_go) == (7, 1)
    assert not clock.overrun(7.05)
    assert clock.overrun(7.2)
    clock.press(7.05)  # within the margin: nothing is left but what comes in
    assert (clock.left, clock.moves_to_go) == (11, 2)


def test_clocks_of_other_kinds() -> None:
    each = Clock(Control(move_time=0.5, margin=0))
    each.press(0.4)
    assert each.allowance == 0.5
    assert each.overrun(0.6)
    free = Clock(Control(depth=5))
    assert free.allowance is None
    assert not free.overrun(1e6)
    assert Clock(Control(increment=2)).left == 2


# ------------------------------------------------------------------------------------------ engines and plans


def test_engines_are_read() -> None:
    assert read_engine("/opt/old/oddfish --uci") == EngineSpec("oddfish", "/opt/old/oddfish --uci")
    spec = read_engine("name=base cmd='oddfish' proto=uci option.Hash=16 tc=5+0.1 nodes=9 restart=on dir=/tmp")
    assert (spec.name, spec.cmd, spec.proto, spec.options) == ("base", "oddfish", "uci", {"Hash": "16"})
    assert (spec.restart, spec.dir, spec.control["nodes"], spec.control["base"]) == (True, "/tmp", 9, 5.0)
    assert spec.command()[0] == sys.executable
    protocols = {"oddfish": "uci", "oddfish --cecp": "auto", "cmd=oddfish proto=cecp": "cecp", "/x/oddfish": "auto"}
    assert {text: read_engine(text).protocol() for text in protocols} == protocols
    assert read_engine("cmd='~/x/fish -a'").name == "fish"
    for text, why in (
        ("name=a", "cmd is empty|is not KEY"),
        ("cmd=a color=red", "unknown key 'color'"),
        ("cmd=a proto=usb", "unknown proto 'usb': expected one of auto, uci, cecp"),
        ("cmd=a word", "'word' is not KEY=VALUE"),
        ("cmd=a nodes=many", "nodes|invalid"),
        ("cmd='a", "quotation"),
        ('cmd="it\'s"', "quotation"),
        ('name=a cmd="it\'s"', "quotation"),
        ("name=a cmd=", "empty"),
        ("", "empty"),
    ):
        if text != "name=a":
            with pytest.raises((MatchError, ControlError), match=why):
                read_engine(text)


def test_engines_get_names_of_their_own_and_their_options() -> None:
    engines = name_engines([read_engine("oddfish"), read_engine("oddfish"), read_engine("x/oddfish")])
    assert [engine.name for engine in engines] == ["oddfish", "oddfish-2", "oddfish-3"]
    rules, engines = share_options(("A:Hash=4", "oddfish-2:Hash=8", "WhiteArmy=random", "C:Path=a:b"), engines)
    assert rules == {"WhiteArmy": "random"}
    assert [engine.options for engine in engines] == [{"Hash": "4"}, {"Hash": "8"}, {"Path": "a:b"}]
    with pytest.raises(MatchError, match="unknown engine 'Z': expected one of "):
        share_options(("Z:Hash=4",), engines)


def make_plan(*names: str, **fields: Any) -> Plan:
    engines = tuple(EngineSpec(name, "oddfish") for name in names or ("a", "b"))
    return Plan("half-chess", engines, Control(nodes=10), **fields)


def test_schedules_are_pairs_with_sides_swapped() -> None:
    jobs = list(make_plan(games=4).jobs())
    assert [(job.number, job.round, job.pair, job.white, job.black) for job in jobs] == [
        (1, 0, 0, 0, 1), (2, 0, 0, 1, 0), (3, 1, 1, 0, 1), (4, 1, 1, 1, 0),
    ]  # fmt: skip
    three = make_plan("a", "b", "c", games=4)
    jobs = list(three.jobs())
    assert len(jobs) == three.total == 12
    assert all(one.pair == two.pair and one[3:] == two[:2:-1] for one, two in zip(jobs[::2], jobs[1::2]))
    assert len({job.pair for job in jobs}) == 6
    for white, black in itertools.permutations(range(3), 2):
        assert sum((job.white, job.black) == (white, black) for job in jobs) == 2


def test_plans_are_checked_and_survive_json() -> None:
    full = make_plan(
        games=10, seed=5, options={"A": "b"}, sprt=Sprt(0, 5), openings=OpeningSource("f", "random", 3, 2, 50),
        adjudication=Adjudication((3, 900), (40, 5, 10), 200),
    )  # fmt: skip
    assert Plan.from_json(json.loads(json.dumps(full.to_json()))) == full
    assert Plan.from_json(json.loads(json.dumps(make_plan().to_json()))) == make_plan()
    with pytest.raises(MatchError):
        Plan.from_json({"variant": "x"})
    for wrong, why in (
        (make_plan(games=3), "come in pairs"),
        (make_plan("a"), "needs two"),
        (make_plan("a", "a"), "same name"),
        (make_plan("a", "b", "c", sprt=Sprt(0, 5)), "SPRT needs exactly two"),
    ):
        with pytest.raises(MatchError, match=why):
            wrong.check()
    full.check()
    assert full.seed_of(0) != full.seed_of(1)
    assert full.seed_of(0) == make_plan(seed=5).seed_of(0)


def test_sprt_is_read() -> None:
    assert read_sprt("0,5") == Sprt(0, 5)
    assert read_sprt("-3, 1, 0.1, 0.2, logistic") == Sprt(-3, 1, 0.1, 0.2, "logistic")
    for text in ("5", "5,0", "0,5,0.1", "0,5,0,1", "0,1000", "a,b", "0,5,0.1,0.1,exact", "0,5,.1,.1,logistic,x"):
        with pytest.raises(ValueError, match="SPRT"):
            read_sprt(text)


# ---------------------------------------------------------------------------------------------- adjudication


def judge_all(rules: Adjudication, scores: Sequence[int | None]) -> tuple[int, str] | None:
    """After which ply a game with these scores (each its mover's) is adjudicated, and how."""
    adjudicator, game = Adjudicator(rules), Game("half-chess")
    for ply, score in enumerate(scores, 1):
        side = game.turn
        game.push(game.legal()[0])
        ended = adjudicator.adjudicate(game, side, score)
        if ended is not None:
            return ply, ended[0].text
    return None


def test_adjudication() -> None:
    resign = Adjudication(resign=(2, 500))
    assert judge_all(resign, [-600, 600, -600]) == (3, "0-1")
    assert judge_all(resign, [0, -500, 0, -499, 0, -500, 0, -500]) == (8, "1-0")
    assert judge_all(resign, [-600, 0, None, 0, -600, 0]) is None
    draw = Adjudication(draw=(3, 2, 10))
    assert judge_all(draw, [5] * 8) == (6, "1/2-1/2")
    assert judge_all(draw, [5, 5, 5, 5, 30, -5, 10, 3, 0, 0]) == (9, "1/2-1/2")
    assert judge_all(draw, [5, None] * 5) is None
    assert judge_all(Adjudication(max_moves=3), [900] * 9) == (6, "1/2-1/2")
    assert judge_all(Adjudication(), [-9000, 0] * 4) is None


# --------------------------------------------------------------------------------------------------- openings

FEN = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"


def test_openings_of_fen_and_epd_lines(tmp_path: Path) -> None:
    path = tmp_path / "openings.epd"
    path.write_text(f'# a comment\n\n{FEN}\n{" ".join(FEN.split()[:4])} id "one"; c0 "x";\n', encoding="utf-8")
    openings = read_openings(str(path), get_variant("half-chess"), {})
    assert [opening.fen for opening in openings] == [FEN, " ".join(FEN.split()[:4])]
    for text, why in ((f"{FEN}\n\nnonsense\n", r":3: "), ("\n", "no openings found"), (f"{FEN} 7\n", r":1: ")):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(MatchError, match=why):
            read_openings(str(path), get_variant("half-chess"), {})
    with pytest.raises(MatchError, match="No such file"):
        read_openings(str(tmp_path / "nosuch"), get_variant("half-chess"), {})


@pytest.mark.parametrize("name", ["augmented-half-chess", "banqi", "halfgi", "fanorona-chess", "tandem-84"])
def test_openings_of_our_pgn(tmp_path: Path, name: str) -> None:
    """Games as they are written come back as openings: start, armies and moves."""
    games = [generate(partial(Game, name, seed=seed), 8, 0, random.Random(seed)) for seed in (1, 2)]
    path = tmp_path / "games.pgn"
    path.write_text("\n".join(game.pgn(comments=["(a comment)"] * 8) for game in games), encoding="utf-8")
    openings = read_openings(str(path), get_variant(name), {})
    for game, opening in zip(games, openings, strict=True):
        replayed = Game(name, opening.options, opening.fen, seed=9)
        for move in opening.moves:
            replayed.push(move)
        assert replayed.fen() == game.fen()
    with pytest.raises(MatchError, match=", not normal"):
        read_openings(str(path), get_variant("normal"), {})


def test_pgn_is_read_with_variations_and_comments() -> None:
    text = (
        '[White "a \\"b\\""]\n[Black "c"]\n[Result "1-0"]\n\n'
        "1. e2e4 {one\n two} (1. d2d4 (1. c2c4 d7d5)) e7e5 $1\n2.g1f3 ; rest\n 1-0\n\n"
        '[White "d"]\n\n1... e7e5 *\n'
    )
    first, second = read_pgn(text)
    assert first.tags == {"White": 'a "b"', "Black": "c", "Result": "1-0"}
    assert first.moves == ["e2e4", "e7e5", "g1f3"]
    assert second.moves == ["e7e5"]


def test_generated_openings_are_balanced_and_reproducible() -> None:
    def lines(balance: int) -> list[list[str]]:
        return [generate(lambda: Game("half-chess"), 6, balance, random.Random(seed)).texts() for seed in range(3)]

    assert lines(40) == lines(40)
    assert all(len(line) == 6 for line in lines(40))
    assert lines(0) != lines(40)


def test_a_match_from_a_file_of_openings(tmp_path: Path) -> None:
    path = tmp_path / "openings.epd"
    other = "rnbqkbnr/1ppppppp/p7/8/8/P7/1PPPPPPP/RNBQKBNR w KQkq - 0 2"
    path.write_text(f"{FEN}\n{other}\n", encoding="utf-8")
    arguments = (GOOD, mock("two"), "-v", "half-chess", "--games", 6, "--max-moves", 2, "--openings", path, "--seed", 4)
    records = play(tmp_path / "m.jsonl", *arguments, *AMPLE)
    assert [record.fen for record in records] == [FEN, FEN, other, other, FEN, FEN]


# ------------------------------------------------------------------------------- matches of the real Oddfish


@pytest.mark.parametrize(
    "name", ["half-chess", "fanorona-chess", "banqi", "tandem-84", "bifold-halfgi", "augmented-half-chess"]
)
def test_a_match_of_oddfish(tmp_path: Path, name: str) -> None:
    """Over UCI against CECP: both games of a pair begin alike, all is recorded, and the PGN plays back."""
    pgn, log = tmp_path / "m.pgn", tmp_path / "m.log"
    records = play(
        tmp_path / "m.jsonl", "oddfish", "name=other cmd=oddfish proto=cecp depth=2 nodes=0", "-v", name, "--games", 4,
        "--depth", 2, "--max-moves", 8, "--random-plies", 2, "--seed", 7, "--pgn", pgn, "--log", log,
        "-o", "B:Hash=2", "-o", "A:Hash=2", "-c", 2,
    )  # fmt: skip
    assert sorted(record.number for record in records) == [1, 2, 3, 4]
    records.sort(key=lambda record: record.number)
    plan = Plan.from_json(json.loads((tmp_path / "m.jsonl").read_text().splitlines()[0])["plan"])
    for one, two in (records[:2], records[2:]):
        assert (one.white, one.black) == (two.black, two.white) == ("oddfish", "other")
        assert (one.fen, one.deal, one.seed, one.moves[:2]) == (two.fen, two.deal, two.seed, two.moves[:2])
    assert (records[0].fen, records[0].deal, records[0].moves) != (records[2].fen, records[2].deal, records[2].moves)
    for record in records:
        assert record.fault is None
        assert record.opening == 2
        assert len(record.moves) == len(record.thoughts) > 2
        game = Game(name, fen=record.fen, seed=record.seed)  # the referee's: with the same deal
        for move in record.moves:
            assert game.push(move.partition("=")[0] if name == "banqi" else move) == move
        assert (game.result() is None) == (record.reason == "adjudication")
        assert to_pgn(plan, record) in pgn.read_text()
    games = list(read_pgn(pgn.read_text()))
    assert sorted(game.tags["Round"] for game in games) == ["1.1", "1.2", "2.3", "2.4"]
    for game in games:
        tags = game.tags
        assert (tags["Variant"], tags["TimeControl"], tags["Termination"]) == (name, "2 plies", tags["Termination"])
        assert tags["Seed"] in {str(record.seed) for record in records}
        assert ("Deal" in tags) == (name == "banqi")
        assert ("WhiteArmy" in tags) == ("FEN" in tags) == (name == "augmented-half-chess")
        assert tuple(game.moves) in {record.moves for record in records}


def test_engines_are_told_the_rules_but_nothing_hidden(tmp_path: Path) -> None:
    log = tmp_path / "log"
    play(
        tmp_path / "m.jsonl", "oddfish", "name=cecp cmd=oddfish proto=cecp nodes=0 depth=1", "-v", "banqi", *SHORT,
        "--depth", 1, "-o", "DarkCapture=on", "-o", "DealSeed=77", "--log", log,
    )  # fmt: skip
    sent = [line.partition("<< ")[2] for line in log.read_text().splitlines() if "<< " in line]
    assert "setoption name DarkCapture value true" in sent
    assert "option DarkCapture=1" in sent
    assert not [line for line in sent if "DealSeed" in line or "77" in line.split()]
    deal = Game("banqi", {"DealSeed": 77}).deal
    assert deal is not None
    assert read_journal(tmp_path / "m.jsonl")[1][0].deal == deal.text()
    assert not [line for line in sent if deal.text() in line]
    fens = [line for line in sent if line.startswith(("position fen", "setboard"))]
    assert fens
    assert all("XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXXX" in line for line in fens)


def test_the_referee_decides_what_is_turned_up(tmp_path: Path) -> None:
    """An engine that names outcomes of its own is not believed."""
    records = play(
        tmp_path / "m.jsonl", mock("peek", "--fault", "peek"), GOOD, "-v", "banqi", *SHORT, *AMPLE
    )  # fmt: skip
    for record in records:
        game = Game("banqi", seed=record.seed)
        for move in record.moves:
            assert game.push(move.partition("=")[0]) == move


def moves_of(records: list[Record]) -> dict[int, tuple[str, ...]]:
    return {record.number: record.moves for record in records}


def test_a_seed_reproduces_all(tmp_path: Path) -> None:
    """With limits that are not of time; whatever the concurrency."""
    arguments = ("oddfish", "name=b cmd=oddfish nodes=150", "-v", "augmented-half-chess", "--games", 4)
    limits = ("--nodes", 300, "--max-moves", 10, "--random-plies", 2, "--balance", 300, "-o", "A:Hash=1")
    once = play(tmp_path / "1.jsonl", *arguments, *limits, "--seed", 11)
    again = play(tmp_path / "2.jsonl", *arguments, *limits, "--seed", 11, "-c", 2)
    other = play(tmp_path / "3.jsonl", *arguments, *limits, "--seed", 12)
    assert moves_of(once) == moves_of(again) != moves_of(other)
    assert {record.fen for record in once} == {record.fen for record in again}


# ----------------------------------------------------------------------------------------------- misbehaviour

FAULTS = [
    ("crash", "crash", "crash", 3),
    ("illegal", "illegal move", "illegal move", 3),
    ("late", "time", "time", 0),
    ("hang", "time", "hang", 0),
]


@pytest.mark.parametrize("protocol", ["uci", "cecp"])
@pytest.mark.parametrize(("fault", "reason", "kind", "at"), FAULTS)
def test_faults_lose_the_game_and_nothing_else(
    tmp_path: Path, protocol: str, fault: str, reason: str, kind: str, at: int
) -> None:
    """Every game is lost, counted and survived: the engine plays on in the next."""
    words = ["--cecp"] if protocol == "cecp" else []
    bad = mock("bad", *words, "--fault", fault, "--at", str(at), keys="" if at else "st=0.2")
    path = tmp_path / "m.jsonl"
    result = invoke(bad, GOOD, "-v", "half-chess", *SHORT, *AMPLE, "--hang", 5, "--json", path)
    assert result.exit_code == 0, result.output
    records = read_journal(path)[1]
    assert [(record.result, record.reason, record.fault) for record in records] == [
        ("0-1", reason, ("bad", kind)), ("1-0", reason, ("bad", kind)),
    ]  # fmt: skip
    assert all(at <= len(record.moves) <= at + 1 for record in records)
    counts = [str(2 * (kind == one)) for one in ("crash", "hang", "illegal move", "time")]
    row = next(line for line in result.stdout.splitlines() if line.startswith("bad "))
    assert row.split() == ["bad", "2", "0.0", "%", "0", "0", "2", *counts]
    if fault == "crash":
        assert "exit code: 3" in records[0].detail
        assert "mock: going down" in records[0].detail


@pytest.mark.parametrize(
    ("arguments", "reason", "kind"),
    [
        (("--fault", "none"), "illegal move", "illegal move"),
        (("--cecp", "--fault", "resign"), "resignation", None),
        (("--cecp", "--fault", "claim"), "illegal move", "illegal move"),
        (("--cecp", "--fault", "refuse"), "crash", "crash"),
    ],
)
def test_other_ways_not_to_move(tmp_path: Path, arguments: tuple[str, ...], reason: str, kind: str | None) -> None:
    records = play(tmp_path / "m.jsonl", mock("bad", *arguments, "--at", "1"), GOOD, "-v", "half-chess", *SHORT, *AMPLE)
    assert [(record.result, record.reason) for record in records] == [("0-1", reason), ("1-0", reason)]
    assert {record.fault and record.fault[1] for record in records} == {kind}


def test_draws_are_agreed(tmp_path: Path) -> None:
    drawish = [mock(name, "--cecp", "--fault", "draw", "--at", at) for name, at in (("one", "2"), ("two", "9"))]
    records = play(tmp_path / "m.jsonl", *drawish, "-v", "half-chess", *SHORT, *AMPLE)
    assert [(record.result, record.detail, len(record.moves)) for record in records] == [
        ("1/2-1/2", "draw agreed", 3), ("1/2-1/2", "draw agreed", 4),
    ]  # fmt: skip
    silent = play(tmp_path / "n.jsonl", drawish[0], GOOD, "-v", "half-chess", *SHORT, *AMPLE)
    assert {record.detail for record in silent} == {"6 moves played"}


def test_a_side_that_moves_twice_over_cecp(tmp_path: Path) -> None:
    """Banqi's series of captures: the engine goes on by itself, and must not."""
    players = ("name=a cmd=oddfish proto=cecp", "name=b cmd=oddfish proto=cecp")
    rules = ("-o", "MultiCapture=on", "-o", "DarkCapture=on")
    records = play(tmp_path / "m.jsonl", *players, "-v", "banqi", *rules, "--depth", 1, "--games", 2, "--seed", 5,
                   "--max-moves", 60)  # fmt: skip
    assert not [record.detail for record in records if record.fault]
    games = [Game("banqi", {"MultiCapture": True, "DarkCapture": True}, record.fen, record.seed) for record in records]
    again = 0
    for game, record in zip(games, records):
        for move in record.moves:
            turn = game.turn
            game.push(move)
            again += game.turn == turn
    assert again


def test_what_cannot_be_played_is_told_at_once(tmp_path: Path) -> None:
    match = ("-v", "half-chess", *SHORT, *AMPLE)
    assert "cannot be started" in refusal("/no/such/engine", GOOD, *match)
    assert "does not start: engine process died" in refusal(f"cmd='{sys.executable} -c 1' proto=uci", GOOD, *match)
    assert "does not know the variant half-chess" in refusal(mock("plain", "--plain"), GOOD, *match)
    assert "unknown option 'Depth': expected one of Hash, Fast" in refusal(GOOD, mock("b"), *match, "-o", "A:Depth=3")
    assert "neither true nor false" in refusal(GOOD, mock("b"), *match, "-o", "good:Fast=maybe")
    bifold = ("-v", "bifold-halfgi", *match[2:], "-o", "Castling=no")
    assert "has no option Castling, which is to be False" in refusal(GOOD, mock("b"), *bifold)
    assert "no node limits" in refusal("name=c cmd=oddfish proto=cecp", GOOD, "-v", "half-chess", *SHORT, "--nodes", 5)
    assert "nodes and time" in refusal(mock("c", "--cecp"), GOOD, *match, "--nodes", 5)
    assert "--variant NAME is needed" in refusal("oddfish", "oddfish")
    assert "needs two engines" in refusal("oddfish", "-v", "half-chess")
    assert "come in pairs" in refusal(GOOD, mock("b"), "-v", "half-chess", "--games", 3)
    assert "exclude each other" in refusal(GOOD, mock("b"), "-v", "half-chess", "--tc", "1", "--st", "1")
    assert "unknown option 'Nosuch'" in refusal(GOOD, mock("b"), "-v", "banqi", "-o", "Nosuch=1")
    assert "expected MOVES:SCORE" in refusal(GOOD, mock("b"), *match, "--resign", "5")
    exists = tmp_path / "exists"
    exists.write_text("mine", encoding="utf-8")
    assert "exists" in refusal(GOOD, mock("b"), *match, "--json", exists)
    assert "exists" in refusal(GOOD, mock("b"), *match, "--pgn", exists)
    assert exists.read_text(encoding="utf-8") == "mine"


def test_engines_that_know_chess_only_play_normal(tmp_path: Path) -> None:
    players = (mock("plain", "--plain"), mock("cecp", "--cecp"), mock("full"))
    records = play(tmp_path / "m.jsonl", *players, "-v", "normal", *SHORT, *AMPLE)
    assert len(records) == 6
    assert not [record for record in records if record.fault]


def test_an_engine_that_is_slow_to_begin_is_waited_for(tmp_path: Path) -> None:
    """Longer than python-chess does, over CECP."""
    slow = mock("slow", "--cecp", "--fault", "slow", keys="proto=cecp")
    records = play(tmp_path / "m.jsonl", slow, GOOD, "-v", "half-chess", *SHORT, *AMPLE)
    assert not [record.detail for record in records if record.fault]


def test_depths_do_not_depend_on_what_is_told_as_time_goes_by() -> None:
    """UCI's currmove has the depth that is being searched, which a score may never come of."""

    async def heard(lines: Sequence[str]) -> int | None:
        protocol = _Uci()
        protocol.begin()
        for line in lines:
            protocol.line_received(line)
        return protocol.depth

    def depth(*lines: str) -> int | None:
        return asyncio.run(heard(lines))

    assert depth("info depth 3 seldepth 5 score cp 12 nodes 99 pv e2e4", "info depth 4 currmove e2e4") == 3
    assert depth("info depth 1 currmove e2e4 currmovenumber 6") is None
    assert depth("info score cp 1 depth 2", "info string depth 9 score") == 2


def test_folders_are_named_in_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A match may go on from another folder, or be played by other machines."""
    monkeypatch.chdir(tmp_path)
    for text, folder in (
        ("./new --uci", tmp_path), ("cmd=bin/new dir=sub", tmp_path / "sub"), ("oddfish", ""), ("/opt/old", ""),
        ("stockfish", ""),
    ):  # fmt: skip
        assert with_absolute_dir(read_engine(text)).dir == str(folder)


def test_a_full_disk_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In one line; the game that could not be written is played again."""

    def full(self: Journal, values: dict[str, Any]) -> None:
        if values["type"] == "game" and values["number"] == 2:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        write(self, values)

    write = Journal._write
    path = tmp_path / "m.jsonl"
    with monkeypatch.context() as patch:
        patch.setattr(Journal, "_write", full)
        told = refusal(GOOD, mock("b"), "-v", "half-chess", *SHORT, *AMPLE, "--json", path)
    assert re.search(
        r"m\.jsonl: No space left on device; to continue: oddfish match --resume .*m\.jsonl$", told.strip()
    )
    assert [record.number for record in read_journal(path)[1]] == [1]
    assert invoke("--resume", path).exit_code == 0
    assert sorted(record.number for record in read_journal(path)[1]) == [1, 2]


def test_clocks_are_told_to_engines(tmp_path: Path) -> None:
    log = tmp_path / "log"
    arguments = ("-v", "half-chess", *SHORT, "--tc", "3/40+0.5", "--log", log)
    play(tmp_path / "m.jsonl", GOOD, mock("cecp", "--cecp", keys="tc=1:00"), *arguments)
    sent = [line.partition("<< ")[2] for line in log.read_text().splitlines() if "<< " in line]
    orders = [line for line in sent if line.startswith("go ")]
    assert orders[0] == "go wtime 40000 btime 60000 winc 500 binc 0 movestogo 3"
    assert [order.split()[-1] for order in orders[:6]] == ["3", "2", "1", "3", "2", "1"]
    left = int(orders[3].split()[2])
    assert 40_000 < left <= 81_500  # a session's forty seconds came in
    assert "level 0 1:00 0" in sent
    assert "time 6000" in sent
    assert "otim 4000" in sent or any(line.startswith("otim 40") for line in sent)


def test_a_new_process_for_every_game(tmp_path: Path) -> None:
    log = tmp_path / "log"
    players = (mock("new", keys="restart=on"), GOOD)
    play(tmp_path / "m.jsonl", *players, "-v", "half-chess", *SHORT, *AMPLE, "--log", log)
    assert log.read_text().count("Connection made") == 3


# ------------------------------------------------------------------------------------------------------- SPRT


def lost(number: int, white: str = "b", black: str = "a") -> Record:
    """A game that Black won."""
    return Record(
        number, (number - 1) // 2, (number - 1) // 2, white, black, "0-1", "checkmate", "", None, "", 0, (), 0, "",
        "2026-01-01T00:00:00", 0.0, (),
    )  # fmt: skip


def test_sprt_judges_pairs_in_order() -> None:
    """A pair that is over before an earlier one waits for it."""
    plan = make_plan(games=100, sprt=Sprt(-200, 200))
    standings = Standings(plan)
    needed = next(n for n in range(1, 50) if plan.sprt and plan.sprt.decision(Tally.of_pairs([0, 0, n, 0, n])))

    def game(number: int) -> Record:
        """Pairs alternate between two wins of a's and one each."""
        white, black = ("b", "a") if number % 4 in (1, 2) else (("b", "a") if number % 2 else ("a", "b"))
        return lost(number, white, black)

    for number in range(3, 4 * needed + 20):
        standings.add(game(number))
    assert standings.verdict is None
    assert sum(standings.tested_pairs) == 0
    standings.add(game(2))
    standings.add(game(1))
    assert standings.verdict == "H1"
    final = standings.final()
    assert len(final.records) == 2 * sum(standings.tested_pairs) < len(standings.records)
    assert final.tested_pairs == standings.tested_pairs


def test_sprt_ends_a_match(tmp_path: Path) -> None:
    """And ends it alike whatever the concurrency."""
    arguments = (GOOD, mock("gone", "--cecp", "--fault", "resign"), "-v", "half-chess", "--games", 1000, "--seed", 1)
    tables = []
    for concurrency in (1, 2):
        path = tmp_path / f"{concurrency}.jsonl"
        result = invoke(*arguments, *AMPLE, "--sprt", "0,100", "-c", concurrency, "--json", path, "--quiet")
        assert result.exit_code == 0, result.output
        assert "H1 accepted (100 Elo)" in result.stdout
        assert 4 <= len(read_journal(path)[1]) < 1000
        tables.append([line for line in result.stdout.splitlines() if "not counted" not in line])
    assert tables[0] == tables[1]


# --------------------------------------------------------------------------------- interruption and resumption

RESUMED = (
    "oddfish", "name=b cmd=oddfish nodes=100", "-v", "banqi", "--games", 8, "--nodes", 200, "--max-moves", 20,
    "--random-plies", 2, "--seed", 9,
)  # fmt: skip


@pytest.mark.slow
def test_a_killed_match_goes_on_where_it_was(tmp_path: Path) -> None:
    """kill -9 in the middle, twice, once in the middle of a line: nothing is lost, nothing doubled."""
    whole = tmp_path / "whole.jsonl"
    play(whole, *RESUMED)
    path, pgn = tmp_path / "m.jsonl", tmp_path / "m.pgn"
    order = command("match", *RESUMED, "-c", 2, "--json", path, "--pgn", pgn)
    for lines in (3, 5):
        process = subprocess.Popen(order, stdout=subprocess.DEVNULL)
        wait_for(process, partial(has_lines, path, lines))
        process.kill()
        process.wait()
        order = command("match", "--resume", path, "-c", 2)
    kept = read_journal(path)[1]
    assert 2 <= len(kept) < 8
    with open(path, "ab") as file:
        file.write(b'{"type":"game","number":7,"rou')
    result = invoke("--resume", path)
    assert result.exit_code == 0, result.output
    assert bare(path) == bare(whole)
    lines = path.read_bytes().splitlines()
    assert len(lines) == 1 + 8
    assert [json.loads(line)["number"] for line in lines[1 : 1 + len(kept)]] == [record.number for record in kept]
    assert sorted(game.tags["Round"] for game in read_pgn(pgn.read_text())) == [
        f"{number // 2 + 1}.{number + 1}" for number in range(8)
    ]


def test_resuming(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    play(path, GOOD, mock("b"), "-v", "half-chess", *SHORT, *AMPLE)
    before = path.read_bytes()
    done = invoke("--resume", path)
    assert done.exit_code == 0
    assert path.read_bytes() == before
    more = invoke("--resume", path, "--games", 4, "--pgn", tmp_path / "late.pgn")
    assert more.exit_code == 0
    assert path.read_bytes().startswith(before)
    assert [record.number for record in read_journal(path)[1]] == [1, 2, 3, 4]
    assert len(list(read_pgn((tmp_path / "late.pgn").read_text()))) == 4
    assert "--nodes does not go with --resume" in refusal("--resume", path, "--nodes", 4)
    assert "exists" in refusal("--resume", path, "--pgn", path)
    assert "No such file" in refusal("--resume", tmp_path / "nosuch")
    path.write_bytes(before.replace(b'"type":"game"', b'"type":"gaming', 1))
    assert "m.jsonl:2: not a line" in refusal("--resume", path)


def test_a_record_without_its_line_end_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    play(path, GOOD, mock("b"), "-v", "half-chess", *SHORT, *AMPLE)
    before = path.read_bytes()
    path.write_bytes(before[:-1])
    journal = Journal(path)
    assert len(journal.records) == 2
    journal.close()
    assert path.read_bytes() == before


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize(
    ("number", "at", "lines"), [(signal.SIGINT, 99, 3), (signal.SIGTERM, 99, 2), (signal.SIGINT, 1, 1)]
)
def test_interruption_ends_cleanly(tmp_path: Path, number: int, at: int, lines: int) -> None:
    """With the table, the way to go on, and no engine left behind, hung or not."""
    path, log = tmp_path / "m.jsonl", tmp_path / "log"
    hung = mock("bad", "--fault", "hang", "--at", str(at))
    arguments = (GOOD, hung, "-v", "half-chess", "--games", 100, "--max-moves", 4, "--random-plies", 2, "--seed", 1)
    order = command("match", *arguments, *AMPLE, "--json", path, "--log", log)
    with subprocess.Popen(
        order, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=plain_environment()
    ) as process:
        wait_for(process, partial(has_lines, path, lines))
        wait_for(process, lambda: log.read_text().count("<< go") >= 2)
        process.send_signal(number)
        out, err = process.communicate(timeout=HUNG)
    assert process.returncode == 130
    assert re.search(r"^good +\d", out, re.MULTILINE)
    assert re.search(r"interrupted after \d+ of 100 games; to continue: oddfish match --resume .*m\.jsonl", err)
    assert "Traceback" not in err
    for pid in {int(found) for found in re.findall(r"pid=(\d+)", log.read_text())}:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


# --------------------------------------------------------------------------------------------------- ratings


def test_ratings_of_json_lines_and_pgn(tmp_path: Path) -> None:
    path, pgn = tmp_path / "m.jsonl", tmp_path / "m.pgn"
    players = ("oddfish", "name=weak cmd=oddfish nodes=20", "name=middle cmd=oddfish nodes=90")
    play(path, *players, "-v", "fanorona-chess", "--games", 2, "--nodes", 300, "--max-moves", 15, "--pgn", pgn)

    def table(*arguments: object) -> Result:
        return CliRunner(env={"COLUMNS": "120"}).invoke(cli, ["ratings", *map(str, arguments)])

    one, two = table(path, "--prior", 1), table(pgn, "--prior", 1)
    assert one.exit_code == two.exit_code == 0
    assert one.stdout == two.stdout
    assert {line.split()[1] for line in one.stdout.splitlines()[1:]} == {"oddfish", "weak", "middle"}
    anchored = table(path, "--prior", 1, "--anchor", "weak=1500")
    assert re.search(r"weak +1500\.0 +0\.0", anchored.stdout)
    both = table(path, pgn, "--prior", 1)
    assert re.search(r"weak .* 8 ", both.stdout)
    for arguments, why in (
        ((path, "--anchor", "x"), "expected NAME=ELO"),
        ((path, "--anchor", "x=1", "--prior", 1), "unknown player 'x'"),
        ((tmp_path / "nosuch",), "No such file"),
        ((MOCK,), "no finished game"),
    ):
        refused = table(*arguments)
        assert refused.exit_code == 2
        assert why in refused.stderr


# -------------------------------------------------------------------------------------------------- the house


def test_a_guis_engine_loads_no_command_and_commands_nothing_slow() -> None:
    program = (
        "import sys, oddfish.protocols.main, oddfish.protocols.uci, oddfish.protocols.cecp\n"
        "engine = ('click', 'rich', 'chess', 'asyncio', 'oddfish.engine.match', 'oddfish.protocols.commands')\n"
        "print([name for name in engine if name in sys.modules])\n"
        "import oddfish.protocols.commands.group\n"
        "heavy = ('rich', 'chess', 'asyncio', 'numpy', 'distributed', 'oddfish.engine.match', 'oddfish.engine.tune')\n"
        "print([name for name in heavy if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n[]\n"
