"""Output of engines is limited before it is stored: every match record can be read, and memory stays small."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import chess.pgn
import pytest
from click.testing import CliRunner

from oddfish.engine.experiments.match.games import MATE_SCORE
from oddfish.engine.experiments.match.records import read_journal, read_results
from oddfish.engine.pgn import read_pgn
from oddfish.protocols.commands.group import cli
from support.matches import AMPLE, GOOD, invoke, scripted
from support.processes import plain_environment

pytestmark = pytest.mark.thorough

HUGE, BIG = "9" * 5000, 2**53
ODD = '\udcff\udc80 \x1b[31m é 王 \u2028 } ; % " \\ [White "x"]'
UCI: dict[str, dict[str, Any]] = {
    "many nodes": {"answer": [f"info depth 1 score cp 1 nodes {BIG - 1}", f"info depth 1 score cp 1 nodes {BIG}"]},
    "huge numbers": {"answer": [f"info depth {HUGE} score cp {HUGE} nodes {HUGE} time {HUGE} nps {HUGE}"]},
    "negative": {"answer": [f"info depth -{HUGE} score mate -{HUGE} nodes -{HUGE}"]},
    "not numbers": {"answer": ["info depth nan score cp inf nodes 1e999", "info score cp", "info nodes"]},
    "mate in 0": {"answer": ["info depth 1 score mate 0", "info depth 1 score mate -0"]},
    "a long line": {"answer": ["info depth 1 score cp 1 pv " + "e2e4 " * 500_000]},
    "many lines": {"answer": [f"info depth 1 score cp {n} nodes {n}" for n in range(50_000)]},
    "a long move": {"reply": "bestmove ", "fill": 5_000_000},
    "an odd move": {"reply": f"bestmove {ODD}"},
    "no move": {"reply": "bestmove"},
    "errors": {"errors": f"{ODD}\n" * 3 + "x" * 2_000_000 + "\n", "crash": True},
    "an error": {"reply": f"Error {ODD} ", "fill": 100_000},
    "a claim": {"reply": f"1-0 {ODD} ", "fill": 100_000},
}
CECP: dict[str, dict[str, Any]] = {
    "huge numbers": {"answer": [f"{HUGE} {HUGE} {HUGE} {HUGE} e2e4", f"1 -{HUGE} -1 -1 {ODD}"]},
    "many nodes": {"answer": [f"9 20 1 {BIG} e2e4"]},
    "a long line": {"answer": ["9 20 1 2 " + "1 " * 500_000]},
    "odd mates": {"answer": ["9 99999 1 2 e4", "9 -100000 1 2 e4", "9 123456789 1 2 e4"]},
    "a long move": {"reply": "move ", "fill": 5_000_000},
    "an odd move": {"reply": f"move {ODD}"},
    "an illegal move": {"reply": f"Illegal move ({ODD}): ", "fill": 100_000},
    "a resignation": {"reply": f"0-1 {{{ODD} resigns}} ", "fill": 100_000},
    "errors": {"errors": f"{ODD}\n" * 30, "crash": True},
}
#: Those that no other case covers; the rest are slow tests.
_QUICK = ("uci many nodes", "uci a long move", "uci errors", "cecp huge numbers", "cecp a resignation")
CASES = [
    pytest.param(cecp, name, id=case, marks=() if case in _QUICK else pytest.mark.slow)
    for cecp, table in ((False, UCI), (True, CECP))
    for name in table
    for case in (f"{'cecp' if cecp else 'uci'} {name}",)
]


@pytest.mark.parametrize(("cecp", "name"), CASES)
def test_every_record_can_be_read(tmp_path: Path, cecp: bool, name: str) -> None:
    """By the reader, by `ratings` and `--resume`, and the PGN by python-chess, too."""
    script = {"cecp": cecp, **(CECP if cecp else UCI)[name]}
    for key in ("errors", "reply"):
        if key in script:
            script[key] = script[key].encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    bad = scripted(tmp_path, "bad", f"proto={'cecp' if cecp else 'uci'}", **script)
    journal, pgn = tmp_path / "m.jsonl", tmp_path / "m.pgn"
    words = (bad, GOOD, "-v", "normal", "--games", 2, "--max-moves", 2, *AMPLE, "--json", journal, "--pgn", pgn)
    done = invoke(*words)
    assert done.exit_code == 0, done.output
    records = read_journal(journal)[1]
    assert len(records) == len(read_results(str(journal))) == len(read_results(str(pgn))) == 2
    assert len(list(read_pgn(pgn.read_bytes()))) == 2
    for record in records:
        assert len(record.detail) <= 1000
        for thought in filter(None, record.thoughts):
            assert thought.score is None or abs(thought.score) <= MATE_SCORE
            assert 0 <= thought.depth <= 1000 and 0 <= thought.nodes < BIG
    assert journal.stat().st_size < 20_000 and pgn.stat().st_size < 20_000
    with pgn.open(encoding="utf-8") as file:
        for _ in records:
            game = chess.pgn.read_game(file)
            assert game is not None and not game.errors and game.headers["White"] in ("bad", "good")
    for path in (journal, pgn):
        rated = CliRunner().invoke(cli, ["ratings", str(path), "--prior", "1"])
        assert rated.exit_code == 0 and "bad" in rated.output, rated.output
    again = invoke("--resume", journal, "--games", 4, "--yes")
    assert again.exit_code == 0, again.output
    assert len(read_journal(journal)[1]) == 4


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="measures memory as Linux does")
@pytest.mark.parametrize("kind", ["line", "text", "nul", "move"])
def test_memory_is_bounded(tmp_path: Path, kind: str) -> None:
    """Whatever an engine prints, and for how long. A match without it takes about 70 MB."""
    script = {"reply": "bestmove ", "fill": 50_000_000} if kind == "move" else {"flood": kind}
    bad = scripted(tmp_path, "bad", "proto=uci", **script)
    code = (
        "import re, sys\n"
        "from oddfish.protocols.commands.group import cli\n"
        "try:\n"
        "    cli()\n"
        "finally:\n"
        # Not ru_maxrss, which counts what the tests' process had when it started this one.
        "    peak = re.search(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read())[1]\n"
        "    print('peak', int(peak) // 1024, file=sys.stderr)\n"
    )
    words = ("match", bad, GOOD, "-v", "normal", "--games", "4", "--max-moves", "2", "--st", "1", "--hang", "3")
    done = subprocess.run(
        [sys.executable, "-c", code, *map(str, words)],
        capture_output=True,
        text=True,
        check=False,
        env=plain_environment(),
        timeout=600,
    )
    assert int(done.stderr.split()[-1]) < 200, done.stderr
