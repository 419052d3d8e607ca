"""How long a match runner takes between moves: matches of an engine that needs a millisecond per move, against
fastchess.

The engine is compiled from trivial.c. Times include the start of the runner and of the engines, which is small against
thousands of plies.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from peers import ODDFISH, find
from race import Race, timed

#: Games in a match, and plies in each game.
GAMES, PLIES = 20, 200
#: Concurrent games on a busy machine, the milliseconds that the engine computes, and plies in each game.
CROWD, BUSY, SHORT = 16, 15, 80


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The engine's program."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        pytest.skip("no C compiler")
    program = tmp_path_factory.mktemp("trivial") / "trivial"
    subprocess.run([compiler, "-O2", "-o", program, Path(__file__).with_name("trivial.c")], check=True)
    return str(program)


def ours(engine: str, folder: Path, games: int, plies: int, *arguments: str) -> list[dict[str, object]]:
    """Play a match with ``oddfish match``; returns the records of its games."""
    path = folder / "match.jsonl"
    path.unlink(missing_ok=True)
    players = [f"name={name} cmd='{engine}' proto=uci variant=chess" for name in "ab"]
    limits = ["-v", "normal", "--tc", "100+1", "-n", str(games), "--max-moves", str(plies // 2)]
    subprocess.run([ODDFISH, "match", *players, *limits, *arguments, "-q", "--json", path], check=True,
                   capture_output=True)  # fmt: skip
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()[1:]]


def fastchess(engine: str, folder: Path, games: int, plies: int) -> int:
    """Play a match with fastchess; returns the plies played."""
    pgn = folder / "match.pgn"
    pgn.unlink(missing_ok=True)
    players = [word for name in "ab" for word in ("-engine", f"name={name}", f"cmd={engine}")]
    subprocess.run(
        [find("fastchess"), *players, "-each", "tc=100+1", "-rounds", str(games // 2), "-games", "2", "-maxmoves",
         str(plies // 2), "-concurrency", "1", "-pgnout", f"file={pgn}", "-config", f"outname={folder / 'config'}"],
        check=True, capture_output=True,
    )  # fmt: skip
    return sum(map(int, re.findall(r'PlyCount "(\d+)"', pgn.read_text(encoding="utf-8"))))


def test_plies_against_fastchess(race: Race, engine: str, tmp_path: Path) -> None:
    """Plies per second at a millisecond per move."""

    def played() -> int:
        return sum(len(game["moves"]) for game in ours(engine, tmp_path, GAMES, PLIES))  # type: ignore[arg-type]

    race("plies of a match, 1 ms a move", "normal", played, GAMES * PLIES,
         {"fastchess": (timed(lambda: fastchess(engine, tmp_path, GAMES, PLIES)), GAMES * PLIES)}, 5)  # fmt: skip


def test_games_at_once_without_false_time_losses(engine: str, tmp_path: Path) -> None:
    """No game is lost on time when 16 run at once and the engine computes. Prints how much more time a move is charged
    than the engine itself measures, which it reports as nodes."""
    records = ours(f"{engine} {BUSY}", tmp_path, CROWD, SHORT, "-c", str(CROWD))
    assert {record["reason"] for record in records} == {"adjudication"}
    charged = sorted(1000 * seconds - nodes / 1000 for record in records for _, _, nodes, seconds in record["thoughts"])  # type: ignore[attr-defined]
    middle, late = (charged[int(len(charged) * share)] for share in (0.5, 0.99))
    print(f"charged beyond the engine's own time: median {middle:.1f} ms, 99 % {late:.1f} ms")
