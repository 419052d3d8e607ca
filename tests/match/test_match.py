"""The match runner: mock engines that misbehave, short matches of the real Oddfish, interruption and resumption.

No test depends on the speed of the machine: engines that should not time out have half a minute per move, or no limit.
"""

from __future__ import annotations

import csv
import errno
import io
import json
import os
import re
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from oddfish.engine.experiments.match.engine_output import last_thoughts
from oddfish.engine.experiments.match.plan import MatchError, Plan, read_engine
from oddfish.engine.experiments.match.records import Journal, Record, read_journal, to_pgn
from oddfish.engine.experiments.match.statistics import Sprt
from oddfish.engine.game import Game
from oddfish.engine.pgn import read_pgn
from oddfish.protocols.commands.group import cli
from oddfish.protocols.commands.match_run import name_engines, share_options, with_absolute_dir
from oddfish.protocols.commands.parameters import read_sprt
from support.matches import AMPLE, GOOD, MOCK, SHORT, bare, command, has_lines, invoke, mock, play, refusal, wait_for
from support.processes import HUNG, plain_environment

pytestmark = pytest.mark.thorough


# ------------------------------------------------------------------------------------ arguments and openings


def test_engines_get_their_own_names_and_options() -> None:
    engines = name_engines([read_engine("oddfish"), read_engine("oddfish"), read_engine("x/oddfish")])
    assert [engine.name for engine in engines] == ["oddfish", "oddfish-2", "oddfish-3"]
    rules, engines = share_options(("A:Hash=4", "oddfish-2:Hash=8", "WhiteArmy=random", "C:Path=a:b"), engines)
    assert rules == {"WhiteArmy": "random"}
    assert [engine.options for engine in engines] == [{"Hash": "4"}, {"Hash": "8"}, {"Path": "a:b"}]
    with pytest.raises(MatchError, match="unknown engine 'Z': expected one of "):
        share_options(("Z:Hash=4",), engines)
    with pytest.raises(MatchError, match="--option A:hash=8: option hash is set twice"):
        share_options(("A:hash=8",), engines)


def test_sprt_is_read() -> None:
    assert read_sprt("0,5") == Sprt(0, 5)
    assert read_sprt("-3, 1, 0.1, 0.2, logistic") == Sprt(-3, 1, 0.1, 0.2, "logistic")
    for text in ("5", "5,0", "0,5,0.1", "0,5,0,1", "0,1000", "a,b", "0,5,0.1,0.1,exact", "0,5,.1,.1,logistic,x"):
        with pytest.raises(ValueError, match="SPRT"):
            read_sprt(text)


def test_a_match_from_a_file_of_openings(tmp_path: Path) -> None:
    path = tmp_path / "openings.epd"
    other = "rnbqkbnr/1ppppppp/p7/8/8/P7/1PPPPPPP/RNBQKBNR w KQkq - 0 2"
    fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    path.write_text(f"{fen}\n{other}\n", encoding="utf-8")
    arguments = (GOOD, mock("two"), "-v", "half-chess", "--games", 6, "--max-moves", 2, "--openings", path, "--seed", 4)
    records = play(tmp_path / "m.jsonl", *arguments, *AMPLE)
    assert [record.fen for record in records] == [fen, fen, other, other, fen, fen]


# ------------------------------------------------------------------------------- matches of the real Oddfish


@pytest.mark.parametrize(
    "name", ["half-chess", "fanorona-chess", "banqi", "tandem-84", "bifold-halfgi", "augmented-half-chess"]
)
def test_a_match_of_oddfish(tmp_path: Path, name: str) -> None:
    """UCI against CECP: both games of a pair have the same opening, everything is recorded, and the PGN replays."""
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
        game = Game(name, fen=record.fen, seed=record.seed)  # the referee's, with the same deal
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


def test_engines_learn_the_rules_but_nothing_hidden(tmp_path: Path) -> None:
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


def test_levels_are_set_in_either_protocol(tmp_path: Path) -> None:
    log = tmp_path / "log"
    play(
        tmp_path / "m.jsonl", "cmd=oddfish level=3", "cmd=oddfish proto=cecp level=1", "-v", "half-chess", *SHORT,
        "--depth", 1, "--log", log, "-o", "A:skillseed=5", "-o", "B:Skill Seed=6",
    )  # fmt: skip
    sent = [line.partition("<< ")[2] for line in log.read_text().splitlines() if "<< " in line]
    assert {"setoption name Skill Level value 3", "option SkillLevel=1"} <= {*sent}
    assert {"setoption name SkillSeed value 5", "option SkillSeed=6"} <= {*sent}


def test_the_referee_decides_outcomes(tmp_path: Path) -> None:
    """The outcomes that an engine names are ignored."""
    records = play(
        tmp_path / "m.jsonl", mock("peek", "--fault", "peek"), GOOD, "-v", "banqi", *SHORT, *AMPLE
    )  # fmt: skip
    for record in records:
        game = Game("banqi", seed=record.seed)
        for move in record.moves:
            assert game.push(move.partition("=")[0]) == move


def moves_of(records: list[Record]) -> dict[int, tuple[str, ...]]:
    return {record.number: record.moves for record in records}


def test_a_seed_reproduces_a_match(tmp_path: Path) -> None:
    """Without time limits, at any concurrency."""
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


@pytest.mark.slow
@pytest.mark.parametrize("protocol", ["uci", "cecp"])
@pytest.mark.parametrize(("fault", "reason", "kind", "at"), FAULTS)
def test_a_fault_loses_only_its_game(
    tmp_path: Path, protocol: str, fault: str, reason: str, kind: str, at: int
) -> None:
    """Each fault loses its game and is counted, and the engine plays the next one."""
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


@pytest.mark.slow
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
    """In a series of captures the engine must not continue without being asked."""
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


def test_errors_are_reported_before_the_first_game(tmp_path: Path) -> None:
    match = ("-v", "half-chess", *SHORT, *AMPLE)
    assert "cannot be started: No such file or directory" in refusal("/no/such/engine", GOOD, *match)
    assert "does not start: engine process died" in refusal(f"cmd='{sys.executable} -c 1' proto=uci", GOOD, *match)
    assert "does not know the variant half-chess" in refusal(mock("plain", "--plain"), GOOD, *match)
    assert "unknown option 'Depth': expected one of Hash, Fast" in refusal(GOOD, mock("b"), *match, "-o", "A:Depth=3")
    assert "neither true nor false" in refusal(GOOD, mock("b"), *match, "-o", "good:Fast=maybe")
    bifold = ("-v", "bifold-halfgi", *match[2:], "-o", "Castling=no")
    assert "has no option Castling: cannot set it to False" in refusal(GOOD, mock("b"), *bifold)
    assert "no node limits" in refusal("name=c cmd=oddfish proto=cecp", GOOD, "-v", "half-chess", *SHORT, "--nodes", 5)
    assert "nodes and time" in refusal(mock("c", "--cecp"), GOOD, *match, "--nodes", 5)
    assert "--variant NAME is required" in refusal("oddfish", "oddfish")
    assert "needs two engines" in refusal("oddfish", "-v", "half-chess")
    assert "come in pairs" in refusal(GOOD, mock("b"), "-v", "half-chess", "--games", 3)
    both = refusal(GOOD, mock("b"), "-v", "half-chess", "--tc", "1", "--st", "1")
    assert "a clock and a time per move: give only one of them" in both
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


def test_an_engine_may_start_slowly(tmp_path: Path) -> None:
    """Over CECP it has more time than python-chess allows."""
    slow = mock("slow", "--cecp", "--fault", "slow", keys="proto=cecp")
    records = play(tmp_path / "m.jsonl", slow, GOOD, "-v", "half-chess", *SHORT, *AMPLE)
    assert not [record.detail for record in records if record.fault]


def test_depths_do_not_depend_on_timed_reports() -> None:
    """UCI's currmove names the depth being searched, which the search may never finish."""

    def depth(*lines: str) -> int | None:
        return last_thoughts(lines).depth

    assert depth("info depth 3 seldepth 5 score cp 12 nodes 99 pv e2e4", "info depth 4 currmove e2e4") == 3
    assert depth("info depth 1 currmove e2e4 currmovenumber 6") is None
    assert depth("info score cp 1 depth 2", "info string depth 9 score") == 2


def test_folders_are_named_in_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A match can resume in another folder or on other machines."""
    monkeypatch.chdir(tmp_path)
    for text, folder in (
        ("./new --uci", tmp_path), ("cmd=bin/new dir=sub", tmp_path / "sub"), ("oddfish", ""), ("/opt/old", ""),
        ("stockfish", ""),
    ):  # fmt: skip
        assert with_absolute_dir(read_engine(text)).dir == str(folder)


def test_a_full_disk_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In one line. The game that was not written is played again."""

    def full(self: Journal, values: dict[str, Any]) -> None:
        if values["type"] == "game" and values["number"] == 2:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        write(self, values)

    write = Journal._write
    path = tmp_path / "m.jsonl"
    with monkeypatch.context() as patch:
        patch.setattr(Journal, "_write", full)
        message = refusal(GOOD, mock("b"), "-v", "half-chess", *SHORT, *AMPLE, "--json", path)
    assert re.search(
        r"m\.jsonl: No space left on device; to continue: oddfish match --resume .*m\.jsonl$", message.strip()
    )
    assert [record.number for record in read_journal(path)[1]] == [1]
    assert invoke("--resume", path, "--yes").exit_code == 0
    assert sorted(record.number for record in read_journal(path)[1]) == [1, 2]


def test_clocks_are_sent_to_engines(tmp_path: Path) -> None:
    log = tmp_path / "log"
    arguments = ("-v", "half-chess", *SHORT, "--tc", "3/40+0.5", "--log", log)
    play(tmp_path / "m.jsonl", GOOD, mock("cecp", "--cecp", keys="tc=1:00"), *arguments)
    sent = [line.partition("<< ")[2] for line in log.read_text().splitlines() if "<< " in line]
    orders = [line for line in sent if line.startswith("go ")]
    assert orders[0] == "go wtime 40000 btime 60000 winc 500 binc 0 movestogo 3"
    assert [order.split()[-1] for order in orders[:6]] == ["3", "2", "1", "3", "2", "1"]
    left = int(orders[3].split()[2])
    assert 40_000 < left <= 81_500  # the next session's forty seconds were added
    assert "level 0 1:00 0" in sent
    assert "time 6000" in sent
    assert "otim 4000" in sent or any(line.startswith("otim 40") for line in sent)


def test_a_new_process_for_every_game(tmp_path: Path) -> None:
    log = tmp_path / "log"
    players = (mock("new", keys="restart=on"), GOOD)
    play(tmp_path / "m.jsonl", *players, "-v", "half-chess", *SHORT, *AMPLE, "--log", log)
    assert log.read_text().count("Connection made") == 3


def test_sprt_ends_a_match(tmp_path: Path) -> None:
    """It ends after the same game at any concurrency."""
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
def test_a_killed_match_resumes(tmp_path: Path) -> None:
    """kill -9 twice, and once in the middle of a line: no game is lost or duplicated."""
    whole = tmp_path / "whole.jsonl"
    play(whole, *RESUMED)
    path, pgn = tmp_path / "m.jsonl", tmp_path / "m.pgn"
    order = command("match", *RESUMED, "-c", 2, "--json", path, "--pgn", pgn)
    for lines in (3, 5):
        process = subprocess.Popen(order, stdout=subprocess.DEVNULL)
        wait_for(process, partial(has_lines, path, lines))
        process.kill()
        process.wait()
        order = command("match", "--resume", path, "--yes", "-c", 2)
    kept = read_journal(path)[1]
    assert 2 <= len(kept) < 8
    with open(path, "ab") as file:
        file.write(b'{"type":"game","number":7,"rou')
    result = invoke("--resume", path, "--yes")
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
    done = invoke("--resume", path, "--yes")
    assert done.exit_code == 0
    assert path.read_bytes() == before
    more = invoke("--resume", path, "--yes", "--games", 4, "--pgn", tmp_path / "late.pgn")
    assert more.exit_code == 0
    assert path.read_bytes().startswith(before)
    assert [record.number for record in read_journal(path)[1]] == [1, 2, 3, 4]
    assert len(list(read_pgn((tmp_path / "late.pgn").read_text()))) == 4
    assert "--nodes cannot be used with --resume" in refusal("--resume", path, "--yes", "--nodes", 4)
    assert "No such file" in refusal("--resume", tmp_path / "nosuch")
    path.write_bytes(before.replace(b'"type":"game"', b'"type":"gaming', 1))
    assert "m.jsonl:2: not a line" in refusal("--resume", path, "--yes")


def test_a_record_without_its_line_end_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    play(path, GOOD, mock("b"), "-v", "half-chess", *SHORT, *AMPLE)
    before = path.read_bytes()
    path.write_bytes(before[:-1])
    journal = Journal(path)
    assert len(journal.records) == 2
    journal.close()
    assert path.read_bytes() == before


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize(
    ("number", "at", "lines"), [(signal.SIGINT, 99, 3), (signal.SIGTERM, 99, 2), (signal.SIGINT, 1, 1)]
)
def test_interruption_ends_cleanly(tmp_path: Path, number: int, at: int, lines: int) -> None:
    """It shows the table and how to resume, and leaves no engine behind, not even a hung one."""
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
    *rows, last = one.stdout.splitlines()[1:]
    assert {line.split()[1] for line in rows} == {"oddfish", "weak", "middle"}
    assert re.fullmatch(
        r"Playing first is worth [+-][\d.]+ ± [\d.]+ Elo; between equal players [\d.]+ % of the games are drawn\.", last
    )
    assert table(path, "--prior", 1, "--no-advantage").stdout.count("\n") == 4
    printed = table(path, "--prior", 1, "--csv", "-").stdout
    assert table(path, "--prior", 1, "--csv", tmp_path / "list.csv").stdout == one.stdout
    assert (tmp_path / "list.csv").read_text() == printed
    listed = [*csv.DictReader(io.StringIO(printed))]
    assert [f"{float(row['elo']):.1f}" for row in listed] == [line.split()[2] for line in rows]
    assert all(0 <= float(row["score"]) <= 1 and int(row["games"]) == 4 for row in listed)
    anchored = table(path, "--prior", 1, "--anchor", "weak=1500")
    assert re.search(r"weak +1500\.0 +0\.0", anchored.stdout)
    strange = tmp_path / "strange.pgn"
    strange.write_bytes(pgn.read_bytes().replace(b'"weak"', b'"we\x1b[31mak"'))
    for more in ((), ("--csv", "-"), ("--anchor", "x=1")):
        told = table(strange, "--prior", 1, *more)
        assert "we?[31mak" in told.output and "\x1b" not in told.output
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


# ----------------------------------------------------------------------------------------------- dependencies


def test_gui_engines_import_no_commands_and_commands_no_slow_modules() -> None:
    program = (
        "import sys, oddfish.protocols.main, oddfish.protocols.uci, oddfish.protocols.cecp\n"
        "ours = ('oddfish.engine.experiments', 'oddfish.protocols.commands')\n"
        "print([name for name in ('click', 'rich', 'chess', 'asyncio', *ours) if name in sys.modules])\n"
        "import oddfish.protocols.commands.group\n"
        "heavy = ['rich', 'chess', 'asyncio', 'numpy', 'distributed']\n"
        "heavy += ['oddfish.engine.experiments.match', 'oddfish.engine.experiments.tune']\n"
        "print([name for name in heavy if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n[]\n"
