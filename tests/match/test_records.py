"""Records of matches that another program uses, wrote or damaged, and full disks."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import chess.pgn
import pytest
from click.testing import CliRunner

from oddfish.engine.experiments.match.control import Control
from oddfish.engine.experiments.match.plan import EngineSpec, Plan
from oddfish.engine.experiments.match.ratings import GameResult
from oddfish.engine.experiments.match.records import Journal, read_journal, read_results, to_pgn
from oddfish.engine.pgn import read_games, read_pgn
from oddfish.engine.variants import get_variant
from oddfish.protocols.commands.group import cli
from oddfish.protocols.saved_games import read_game
from support.matches import AMPLE, GOOD, SHORT, command, invoke, mock, play, record, refusal
from support.processes import HUNG, plain_environment

pytestmark = pytest.mark.thorough


@pytest.fixture
def recorded(tmp_path: Path) -> tuple[Path, Path]:
    """The journal and the PGN of a match."""
    path, pgn = tmp_path / "m.jsonl", tmp_path / "m.pgn"
    play(path, GOOD, mock("b"), "-v", "half-chess", *SHORT, *AMPLE, "--pgn", pgn)
    return path, pgn


def test_a_journal_belongs_to_one_match(recorded: tuple[Path, Path]) -> None:
    """A second `--resume` on it would destroy it."""
    path, _ = recorded
    journal = Journal(path)
    assert "another match is using it" in refusal("--resume", path, "--yes")
    journal.close()
    assert invoke("--resume", path, "--yes").exit_code == 0


def test_resuming_asks_before_it_starts_recorded_commands(recorded: tuple[Path, Path]) -> None:
    path, pgn = recorded
    path.write_bytes(path.read_bytes().replace(json.dumps(sys.executable).encode()[1:-1], b"/bin/nosuch"))
    before = path.read_bytes(), pgn.read_bytes()
    message = refusal("--resume", path, "--games", 4)
    for told in ("/bin/nosuch", "mock_engine", str(pgn), "half-chess", "add --yes"):
        assert told in message
    assert (path.read_bytes(), pgn.read_bytes()) == before


def test_resuming_overwrites_no_file_of_others(recorded: tuple[Path, Path], tmp_path: Path) -> None:
    path, pgn = recorded
    games = pgn.read_bytes()
    for other in (b"my diary\n", games + b"\n[Event]\n", games.replace(b"half-chess", b"halfgi")):
        pgn.write_bytes(other)
        assert "m.pgn holds other games than the record: name another with --pgn" in refusal("--resume", path, "--yes")
        assert pgn.read_bytes() == other
    pgn.write_bytes(games[: len(games) // 2])  # a game was being written
    assert invoke("--resume", path, "--yes").exit_code == 0
    assert pgn.read_bytes() == games
    assert sorted(tmp_path.iterdir()) == [path, pgn]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (b'"result":"1-0"', b'"result":[]', "m.jsonl:2: not a line of a match record (result: [])"),
        (b'"number":1', b'"number":-1', "m.jsonl:2: not a line of a match record (number: -1)"),
        (b'"seed":', b'"sead":', "m.jsonl:2: not a line of a match record (no 'seed')"),
        (b'"thoughts":[', b'"thoughts":[[1],', "m.jsonl:2: not a line of a match record (thoughts"),
        (b'{"type":"game"', b"[" * 100_000, "m.jsonl:2: not a line of a match record (no 'type')"),
    ],
)
def test_damaged_records_are_named(tmp_path: Path, old: bytes, new: bytes, told: str) -> None:
    path = tmp_path / "m.jsonl"
    play(path, GOOD, mock("gone", "--cecp", "--fault", "resign"), "-v", "half-chess", *SHORT, *AMPLE)
    whole = path.read_bytes()
    header, games = whole.split(b"\n", 1)
    path.write_bytes(header + b"\n" + games.replace(old, new, 1))
    before = path.read_bytes()
    assert told in refusal("--resume", path, "--yes")
    listed = CliRunner().invoke(cli, ["ratings", str(path)])
    assert listed.exit_code == 2
    assert told in listed.output
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("old", "new"),
    [(b'"engines":[', b'"engines":[5,'), (b'"cmd":"', b'"cmd":5,"dir":"'), (b'"plan":{', b'"plan":5,"x":{')],
)
def test_a_damaged_plan_is_named(recorded: tuple[Path, Path], old: bytes, new: bytes) -> None:
    path, _ = recorded
    path.write_bytes(path.read_bytes().replace(old, new, 1))
    assert "m.jsonl:1: not the plan of a match" in refusal("--resume", path, "--yes")


@pytest.mark.skipif(os.name == "nt", reason="needs a limit on the size of files")
@pytest.mark.parametrize("files", [("--json", "m.jsonl"), ("--pgn", "m.pgn"), ("--json", "m.jsonl", "--pgn", "m.pgn")])
def test_a_disk_that_was_full_from_the_start(tmp_path: Path, files: tuple[str, ...]) -> None:
    """One line is printed, and only whole games are left."""
    limit = "ulimit -f 0; trap '' XFSZ; exec \"$@\""
    order = command("match", GOOD, mock("b"), "-v", "half-chess", *SHORT, *AMPLE, *files)
    done = subprocess.run(
        ["sh", "-c", limit, "sh", *order], cwd=tmp_path, capture_output=True, text=True, timeout=HUNG, check=False,
        env=plain_environment(),
    )  # fmt: skip
    assert done.returncode == 2, done.stderr
    assert "File too large" in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr
    assert [each.name for each in tmp_path.iterdir() if each.suffix == ".new" or ".part" in each.name] == []
    assert all(each.stat().st_size == 0 for each in tmp_path.iterdir())


OPENINGS = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--resume", "m.jsonl", "--html", "m.jsonl"), "--resume and --html cannot name the same file: m.jsonl"),
        (("--resume", "m.jsonl", "--log", "./m.jsonl"), "--resume and --log"),
        (("--resume", "m.jsonl", "--pgn", "m.jsonl"), "--resume and --pgn"),
        (("--resume", "m.jsonl", "--html", "hard"), "--resume and --html"),
        (("--resume", "m.jsonl", "--html", "m.pgn"), "the recorded --pgn and --html"),
        (("--json", "new", "--html", "new"), "--json and --html"),
        (("--pgn", "new", "--html", "soft"), "--pgn and --html"),
        (("--openings", "o.epd", "--html", "o.epd"), "--openings and --html"),
        (("--openings", "o.epd", "--log", "o.epd"), "--openings and --log"),
        (("--json", "-"), "--json cannot write to standard output"),
        (("--pgn", "-"), "--pgn cannot write to standard output"),
        (("--log", "-"), "--log cannot write to standard output"),
        (("ratings", "m.jsonl", "./m.jsonl"), "FILE names one file twice: m.jsonl and ./m.jsonl"),
        (("ratings", "m.jsonl", "soft.csv"), "FILE names one file twice: m.jsonl and soft.csv"),
        (("ratings", "m.jsonl", "--csv", "soft.csv"), "FILE and --csv cannot name the same file: soft.csv"),
    ],
)
def test_no_output_overwrites_another_file_of_the_command(
    recorded: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], told: str
) -> None:
    folder = recorded[0].parent
    monkeypatch.chdir(folder)
    os.link("m.jsonl", "hard")
    Path("soft").symlink_to("new")
    Path("soft.csv").symlink_to("m.jsonl")
    Path("o.epd").write_text(OPENINGS, encoding="utf-8")
    before = {path: path.read_bytes() for path in folder.iterdir() if path.exists()}
    if words[0] == "ratings":
        done = CliRunner().invoke(cli, words)
        assert done.exit_code == 2 and told in done.stderr
    else:
        match = ("--yes",) if words[0] == "--resume" else (GOOD, mock("b"), "-v", "normal", *SHORT, *AMPLE)
        assert told in refusal(*match, *words)
    assert {path: path.read_bytes() for path in folder.iterdir() if path.exists()} == before


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_for_the_log_is_reported_once() -> None:
    done = invoke(GOOD, mock("b"), "-v", "half-chess", *SHORT, *AMPLE, "--log", "/dev/full")
    assert done.exit_code == 0
    assert done.stderr.count("/dev/full: No space left on device; the log is incomplete\n") == 1
    assert "Logging error" not in done.stderr and "Traceback" not in done.stderr


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_log_does_not_wait_for_a_reader(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    told = refusal(GOOD, mock("b"), "-v", "half-chess", *SHORT, *AMPLE, "--log", pipe)
    assert "pipe: no program reads from this pipe" in told


@pytest.mark.parametrize("output", ["--pgn", "--html"])
@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("moves", ["a1a1"], "m.jsonl: game 2: ply 1: "),
        ("fen", "8/8 w", "m.jsonl: game 2: bad FEN: "),
        ("white", "nobody", "m.jsonl: game 2: unknown engine 'nobody': expected one of good, b"),
    ],
)
def test_an_edited_game_is_named(
    recorded: tuple[Path, Path], tmp_path: Path, output: str, name: str, value: object, told: str
) -> None:
    path, new = recorded[0], tmp_path / "new"
    lines = path.read_text(encoding="utf-8").splitlines()
    values = {**json.loads(lines[2]), name: value}
    path.write_text("\n".join([*lines[:2], json.dumps(values), ""]), encoding="utf-8")
    before = path.read_bytes()
    assert told in refusal("--resume", path, "--yes", output, new)
    assert path.read_bytes() == before and not new.exists()


@pytest.mark.parametrize("end", [b"\n", b"\n\n", b"\r\n", b"  \n", b" "])
def test_blank_lines_at_the_end_of_a_record(recorded: tuple[Path, Path], end: bytes) -> None:
    """They are dropped before the match goes on."""
    path = recorded[0]
    before = path.read_bytes()
    path.write_bytes(before + end)
    assert len(read_results(str(path))) == 2
    assert invoke("--resume", path, "--yes", "--games", 4).exit_code == 0
    assert path.read_bytes().startswith(before) and path.read_bytes().count(b"\n") == 5
    assert len(read_results(str(path))) == 4


def test_the_last_words_of_an_engine_spoil_no_pgn(tmp_path: Path) -> None:
    """We and python-chess read the file, and it can be continued and played from."""
    pgn = tmp_path / "m.pgn"
    words = (GOOD, mock("b", "--fault", "scream", "--at", "4"), "-v", "normal", *SHORT, *AMPLE)
    records = play(tmp_path / "m.jsonl", *words, "--pgn", pgn)
    assert [record.reason for record in records] == ["crash"] * 2
    games = list(read_games(pgn))
    assert [tuple(game.moves) for game in games] == [record.moves for record in records]
    for game in games:
        game.check(pgn)
        assert 'panic: ("board": ())' in " ".join(game.line[-1].comments)
    with pgn.open(encoding="utf-8") as file:
        for record in records:
            theirs = chess.pgn.read_game(file)
            assert theirs is not None and not theirs.errors
            assert tuple(move.uci() for move in theirs.mainline_moves()) == record.moves
        assert chess.pgn.read_game(file) is None
    for number in (1, 2):
        saved = read_game(str(pgn), number, get_variant("normal"), {})
        assert tuple(saved.game.texts()) == records[number - 1].moves
    played = play(tmp_path / "n.jsonl", GOOD, mock("c"), "-v", "normal", *SHORT, *AMPLE, "--openings", pgn)
    assert played[0].moves[: len(records[0].moves)] == records[0].moves


PLAN = Plan(
    "half-chess", (EngineSpec("a", "x", control={"base": 5.0}), EngineSpec("b", "y")), Control(base=60, increment=1)
)


@pytest.mark.parametrize(
    ("reason", "fault", "termination"),
    [
        ("checkmate", None, "normal"),
        ("adjudication", None, "adjudication"),
        ("time", ("a", "time"), "time forfeit"),
        ("time", ("a", "hang"), "time forfeit"),
        ("illegal move", ("b", "illegal move"), "rules infraction"),
        ("crash", ("b", "crash"), "abandoned"),
    ],
)
def test_pgn_tells_how_a_game_ended(reason: str, fault: tuple[str, str] | None, termination: str) -> None:
    game = replace(record(PLAN, next(PLAN.jobs()), "0-1"), reason=reason, fault=fault)
    (read,) = read_pgn(to_pgn(PLAN, game))
    assert (read.tags["Termination"], read.tags["Result"], read.result) == (termination, "0-1", "0-1")


def test_pgn_has_the_time_control_of_each_side() -> None:
    for job, white, black in zip(PLAN.jobs(), ("5+1", "60+1"), ("60+1", "5+1")):
        (read,) = read_pgn(to_pgn(PLAN, record(PLAN, job, "1-0")))
        assert (read.tags["WhiteTimeControl"], read.tags["BlackTimeControl"]) == (white, black)
        assert "TimeControl" not in read.tags


def test_of_a_game_recorded_twice_the_first_counts(tmp_path: Path) -> None:
    games = [record(PLAN, next(PLAN.jobs()), result) for result in ("1-0", "0-1")]
    path = tmp_path / "m.jsonl"
    path.write_text("".join(json.dumps(game.to_json()) + "\n" for game in games), encoding="utf-8")
    assert [game.result for game in read_journal(path)[1]] == ["1-0"]
    assert read_results(str(path)) == [GameResult("a", "b", 1.0)]


def test_unfinished_games_do_not_count_for_ratings(tmp_path: Path) -> None:
    path = tmp_path / "m.pgn"
    tags = '[White "a"]\n[Black "b"]\n'
    path.write_text("\n".join(f'{tags}[Result "{result}"]\n\n{result}\n' for result in ("1/2-1/2", "*", "0-1")))
    assert read_results(str(path)) == [GameResult("a", "b", 0.5), GameResult("a", "b", 0.0)]
