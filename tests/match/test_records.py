"""Records of matches that another program uses, wrote or damaged, and full disks."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import chess.pgn
import pytest
from click.testing import CliRunner

from oddfish.engine.experiments.match.records import Journal
from oddfish.engine.pgn import read_games
from oddfish.engine.variants import get_variant
from oddfish.protocols.commands.group import cli
from oddfish.protocols.saved_games import read_game
from support.matches import AMPLE, GOOD, SHORT, command, invoke, mock, play, refusal
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
