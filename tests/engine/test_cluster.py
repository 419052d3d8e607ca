"""Matches, self-play and perft on a Dask cluster: a scheduler and workers, each a process on this machine.

Workers are killed while they hold work; the results must equal those of this machine alone.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Any

import psutil
import pytest
import trustme
from click.testing import CliRunner, Result
from distributed import Client

from oddfish.engine.evaluation.networks import FOLDER
from oddfish.engine.experiments.children import NAME
from oddfish.engine.experiments.cluster import Cluster, environment
from oddfish.engine.experiments.cluster_perft import ClusterPerft
from oddfish.engine.experiments.match.control import Control
from oddfish.engine.experiments.match.openings import Openings
from oddfish.engine.experiments.match.plan import EngineSpec, OpeningSource, Plan
from oddfish.engine.experiments.match.records import Record, read_journal
from oddfish.engine.experiments.match.remote import ClusterPool
from oddfish.engine.experiments.match.runner import Runner
from oddfish.engine.experiments.match.standings import Standings
from oddfish.engine.experiments.train.records import read_records
from oddfish.engine.game import Game
from oddfish.protocols.commands.group import cli
from support.grid import Grid
from support.matches import bare, command, has_lines, mock, wait_for
from support.processes import HUNG, plain_environment

pytestmark = [pytest.mark.thorough, pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")]


@pytest.fixture(scope="module")
def grid(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Grid]:
    """A cluster of two workers that no test disturbs."""
    with Grid(tmp_path_factory.mktemp("grid")) as grid:
        grid.add()
        grid.add()
        grid.ready()
        yield grid


@pytest.fixture
def client(grid: Grid) -> Iterator[Client]:
    """Another client, which observes the cluster."""
    with Client(grid.address, set_as_default=False) as client:
        yield client


def invoke(*arguments: object) -> Result:
    return CliRunner(env={"COLUMNS": "160"}).invoke(cli, list(map(str, arguments)))


def play(*arguments: object) -> None:
    """Play a match that succeeds."""
    result = invoke("match", *arguments)
    assert result.exit_code == 0, result.output


def refusal(*arguments: object) -> str:
    """The one-line error of a command."""
    result = invoke(*arguments)
    assert result.exit_code == 2, result.output
    assert result.stderr.count("\n") == 1
    return result.stderr


def until(event: Callable[[], object]) -> None:
    deadline = time.monotonic() + HUNG
    while not event():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def kill_holder(client: Client, victim: subprocess.Popen[bytes], busy: Callable[[], bool]) -> None:
    """``kill -9`` a worker with an unfinished task; it is stopped first, so that it cannot finish."""
    address = next(address for address, pid in client.run(os.getpid).items() if pid == victim.pid)
    while True:
        until(lambda: busy() and client.processing().get(address))
        victim.send_signal(signal.SIGSTOP)
        time.sleep(0.2)  # for what it has already sent to arrive
        if client.processing().get(address):
            break
        victim.send_signal(signal.SIGCONT)
    victim.kill()
    victim.wait()
    until(lambda: address not in client.nthreads())


# ----------------------------------------------------------------------------------------------------- matches

BOTH = ("oddfish", "name=b cmd=oddfish proto=cecp nodes=0 depth=1")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("variant", "arguments"),
    [("augmented-half-chess", ("--balance", 300)), ("banqi", ("-o", "DarkCapture=on")), ("tandem-84", ())],
)
def test_games_are_the_same_as_here(grid: Grid, tmp_path: Path, variant: str, arguments: tuple[object, ...]) -> None:
    """Armies, deals, openings, moves, scores, and the PGN."""
    match = (*BOTH, "-v", variant, "--games", 4, "--depth", 1, "--max-moves", 8, "--random-plies", 2,
             "--seed", 9, *arguments)  # fmt: skip
    for name, where in (("here", ("-c", 2)), ("there", ("--cluster", grid.address))):
        play(*match, *where, "--json", tmp_path / name, "--pgn", tmp_path / f"{name}.pgn")
    assert bare(tmp_path / "here") == bare(tmp_path / "there")
    assert len((tmp_path / "there").read_bytes().splitlines()) == 1 + 4
    rounds = [re.findall(r'\[Round "(.*)"\]', (tmp_path / f"{name}.pgn").read_text()) for name in ("here", "there")]
    assert sorted(rounds[0]) == sorted(rounds[1]) == ["1.1", "1.2", "2.3", "2.4"]


@pytest.mark.slow
def test_a_killed_worker_neither_loses_nor_duplicates_games(grid: Grid, client: Client, tmp_path: Path) -> None:
    match = (*BOTH[:1], "name=b cmd=oddfish nodes=4000", "-v", "fanorona-chess", "--games", 12, "--nodes", 8000,
             "--max-moves", 30, "--random-plies", 2, "--seed", 5)  # fmt: skip
    here, there, pgn = tmp_path / "here", tmp_path / "there", tmp_path / "there.pgn"
    play(*match, "-c", 2, "--json", here)
    victim = grid.add()
    client.wait_for_workers(3, HUNG)
    order = command("match", *match, "--cluster", grid.address, "--json", there, "--pgn", pgn)
    with subprocess.Popen(order, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        kill_holder(client, victim, partial(has_lines, there, 2))
        assert len(there.read_bytes().splitlines()) < 1 + 12
        _, err = process.communicate(timeout=HUNG)
    assert process.returncode == 0, err
    numbers = [json.loads(line)["number"] for line in there.read_bytes().splitlines()[1:]]
    assert sorted(numbers) == list(range(1, 13))
    assert bare(there) == bare(here)
    assert pgn.read_text().count("[Round ") == 12


@pytest.mark.slow
def test_a_match_that_lost_its_scheduler_can_be_resumed(grid: Grid, tmp_path: Path) -> None:
    """It first waits for workers. Games finished before the scheduler dies are kept, and it resumes elsewhere."""
    match = ("oddfish", "name=b cmd=oddfish nodes=1500", "-v", "half-chess", "--games", 8, "--nodes", 3000,
             "--max-moves", 30, "--random-plies", 2, "--seed", 3)  # fmt: skip
    here, there = tmp_path / "here", tmp_path / "there"
    errors = tmp_path / "errors"
    with Grid(tmp_path) as other, open(errors, "w", encoding="utf-8") as stderr:
        order = command("match", *match, "--cluster", other.address, "-c", 2, "--json", there)
        with subprocess.Popen(order, stdout=subprocess.PIPE, stderr=stderr, env=plain_environment()) as process:
            wait_for(process, lambda: f"no workers at {other.address}: waiting" in errors.read_text())
            other.add()
            wait_for(process, partial(has_lines, there, 3))
            other.scheduler.kill()
            process.communicate(timeout=HUNG)
    told = errors.read_text().splitlines()
    assert process.returncode == 2, told
    assert told[-1] == (
        f"oddfish: the Dask scheduler at {other.address} is lost; to continue: oddfish match --resume {there}"
    )
    assert len(told) == 3, told
    kept = there.read_bytes()
    assert 2 <= len(read_journal(there)[1]) < 8
    play("--resume", there, "--yes", "--cluster", grid.address)
    assert there.read_bytes().startswith(kept)
    assert len(there.read_bytes().splitlines()) == 1 + 8
    play(*match, "-c", 2, "--json", here)
    assert bare(there) == bare(here)


@pytest.mark.slow
def test_interruption_withdraws_running_games(grid: Grid, client: Client, tmp_path: Path) -> None:
    """The workers abandon their games, kill their engines, hung or not, and are free again."""
    path = tmp_path / "m"
    arguments = (mock("good"), mock("bad", "--fault", "hang", "--at", "4"), "-v", "half-chess", "--games", 100)
    order = command("match", *arguments, "--st", 1000, "--max-moves", 8, "--cluster", grid.address, "--json", path)
    engines = partial(engines_of, grid)
    with subprocess.Popen(
        order, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=plain_environment()
    ) as process:
        wait_for(process, lambda: len(engines()) == 4)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=HUNG)
    assert process.returncode == 130, err
    assert re.search(rf"interrupted after 0 of 100 games; to continue: oddfish match --resume {path}$", err.strip())
    assert "Traceback" not in err
    until(lambda: not engines())
    until(lambda: not any(client.processing().values()))
    assert client.submit(os.getpid, pure=False).result(HUNG) in [worker.pid for worker in grid.workers]


def engines_of(grid: Grid) -> list[psutil.Process]:
    """The child processes of the workers, without the shell that watches them."""
    found: list[psutil.Process] = []
    for worker in grid.workers:
        with contextlib.suppress(psutil.NoSuchProcess):
            found += [child for child in psutil.Process(worker.pid).children() if NAME not in child.cmdline()]
    return found


@pytest.mark.slow
def test_a_killed_client_leaves_no_game_behind(grid: Grid, tmp_path: Path) -> None:
    arguments = (mock("good"), mock("bad", "--fault", "hang", "--at", "4"), "-v", "half-chess", "--games", 100)
    order = command("match", *arguments, "--st", 1000, "--max-moves", 8, "--cluster", grid.address, "-c", 1)
    with subprocess.Popen(order, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        wait_for(process, lambda: len(engines_of(grid)) == 2)
        process.kill()
    until(lambda: not engines_of(grid))


@pytest.mark.slow
def test_a_decided_test_withdraws_running_games(grid: Grid, tmp_path: Path) -> None:
    """The verdict and the table are the same as on this machine."""
    arguments = (mock("good"), mock("gone", "--cecp", "--fault", "resign"), "-v", "half-chess", "--games", 1000,
                 "--seed", 1, "--st", 30, "--sprt", "-200,200", "--quiet")  # fmt: skip
    here, there = (invoke("match", *arguments, *where) for where in (("-c", 2), ("--cluster", grid.address)))
    assert here.exit_code == there.exit_code == 0
    assert "H1 accepted (200 Elo)" in there.stdout
    tables = [[line for line in result.stdout.splitlines() if "not counted" not in line] for result in (here, there)]
    assert tables[0] == tables[1]
    until(lambda: not engines_of(grid))


def test_a_missing_engine_is_reported_with_the_worker(grid: Grid, tmp_path: Path) -> None:
    match = ("match", "/no/such/engine", "oddfish", "-v", "half-chess", "--nodes", 5, "--games", 2, "--quiet")
    message = refusal(*match, "--cluster", grid.address)
    assert re.search(r"engine engine cannot be started: .* \(on worker tcp://127\.0\.0\.1:\d+\)$", message.strip())
    assert "--log cannot be used with --cluster" in refusal(
        *match, "--cluster", grid.address, "--log", tmp_path / "log"
    )


class OneWorker:
    """A stand-in for a cluster that records what is submitted to it."""

    threads = 0

    def __init__(self) -> None:
        self.sent: list[tuple[Any, ...]] = []

    def submit(self, function: Callable[..., Any], *args: Any) -> Future[Any]:
        self.sent.append(args)
        job = args[1]
        future: Future[Any] = Future()
        record = Record(job[0], job[1], job[2], "a", "b", "1-0", "time", "", None, "", 0, (), 0, "", "", 0.0, ())
        future.set_result((record.to_json(), {"a": "uci"}))
        return future


def test_workers_see_no_files_of_the_match(tmp_path: Path) -> None:
    """Openings are chosen on this machine. A worker receives the position and the moves, as built-in types only."""
    fen = "rnbqkbnr/1ppppppp/p7/8/8/P7/1PPPPPPP/RNBQKBNR w KQkq - 0 2"
    path = tmp_path / "openings.epd"
    path.write_text(fen, encoding="utf-8")
    engines = EngineSpec("a", "oddfish"), EngineSpec("b", "oddfish")
    plan = Plan("half-chess", engines, Control(nodes=5), games=4, openings=OpeningSource(str(path), random_plies=2))
    worker = OneWorker()
    pool = ClusterPool(plan, worker)  # type: ignore[arg-type]
    assert pool.slots == 1
    runner = Runner(plan, Standings(plan), pool)
    assert runner.run()
    assert sorted(runner.standings.records) == [1, 2, 3, 4]
    for sent, job in zip(sorted(worker.sent, key=lambda args: args[1]), plan.jobs()):
        values, numbers, opening, _ = sent
        assert str(path) not in json.dumps(sent)  # and no types unknown to JSON
        assert numbers == tuple(job)
        assert values["variant"] == "half-chess"
        assert opening == (fen, {}, tuple(Openings(plan).game(job.round).texts()))
    assert worker.sent[-1][3] == {"a": "uci"}


def test_a_duplicate_result_counts_once(tmp_path: Path) -> None:
    plan = Plan("half-chess", (EngineSpec("a", "oddfish"), EngineSpec("b", "oddfish")), Control(nodes=5), games=2)
    runner = Runner(plan, Standings(plan), ClusterPool(plan, OneWorker()))  # type: ignore[arg-type]
    job = next(iter(plan.jobs()))

    async def twice() -> None:
        await runner._play(job)
        await runner._play(job)

    asyncio.run(twice())
    assert runner.standings.score("a").games == 1


# --------------------------------------------------------------------------------------------------- self-play

TRAINING = ("train", "halfgi", "half-chess", "--nodes", 30, "--seed", 4, "--passes", 1, "--batch", 64, "--hidden", 32,
            "--max-games", 0, "--players", FOLDER / "halfgi.network")  # fmt: skip


def test_positions_are_the_same_as_here(grid: Grid, tmp_path: Path) -> None:
    """The workers have no file of the players' network."""
    for name, where in (("here", ()), ("there", ("--cluster", grid.address))):
        files = ("--data", tmp_path / f"{name}.positions", "--out", tmp_path / f"{name}.network")
        done = invoke(*TRAINING, "-n", 1000, *files, *where)
        assert done.exit_code == 0, done.output
    for ending in ("positions", "network"):
        assert (tmp_path / f"there.{ending}").read_bytes() == (tmp_path / f"here.{ending}").read_bytes()


@pytest.mark.slow
def test_self_play_that_lost_its_scheduler_can_be_continued(tmp_path: Path) -> None:
    """As when a worker dies, finished work is kept."""
    there, here = tmp_path / "there.positions", tmp_path / "here.positions"
    training = (*TRAINING, "-n", 6000, "--out", tmp_path / "n.network")
    with Grid(tmp_path) as other:
        victim = other.add()
        other.add()
        other.ready()
        order = command(*training, "--data", there, "--cluster", other.address)
        with subprocess.Popen(order, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            wait_for(process, lambda: there.exists() and there.stat().st_size > 3000)
            victim.kill()
            size = there.stat().st_size
            wait_for(process, lambda: there.stat().st_size > size)
            other.scheduler.kill()
            _, err = process.communicate(timeout=HUNG)
    assert process.returncode == 2, err
    assert err.splitlines()[-1] == f"oddfish: the Dask scheduler at {other.address} is lost"
    kept = list(read_records(there))
    assert [record.number for record in kept] == list(range(len(kept)))
    for path in (there, here):
        assert invoke(*training, "--data", path).exit_code == 0
    assert 0 < len(kept) < len(list(read_records(here)))
    assert list(read_records(there)) == list(read_records(here))


# ------------------------------------------------------------------------------------------------------ tuning


@pytest.mark.slow
def test_a_search_is_tuned_as_here(grid: Grid, tmp_path: Path) -> None:
    """At fixed nodes, each step has the same result and finds the same parameters."""
    tuning = ("tune", "--search", "halfgi", "--iterations", 3, "--pairs", 1, "--nodes", 60, "--seed", 4,
              "--parameters", "lmr_*", "--max-games", 2)  # fmt: skip
    for name, where in (("here", ()), ("there", ("--cluster", grid.address))):
        files = ("--data", tmp_path / f"{name}.jsonl", "--out", tmp_path / f"{name}.json")
        done = invoke(*tuning, *files, *where)
        assert done.exit_code == 0, done.output
    for ending in ("jsonl", "json"):
        assert (tmp_path / f"there.{ending}").read_bytes() == (tmp_path / f"here.{ending}").read_bytes()


# ------------------------------------------------------------------------------------------------------- perft


@pytest.mark.parametrize(
    "arguments",
    [
        "normal 4", "normal 4 --hash 8 --threads 3", "augmented-half-chess 4 --seed 5 --lists", "fanorona-chess 5",
        "half-chess 0", "halfgi 1", "banqi 1", "banqi 2 --hash 8", "banqi 3", "tandem-84 2 --hash 8", "tandem-84 3",
        "bifold-halfgi-handed 3", "normal 3 --fen 'R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1'",
        "banqi 3 -o DarkCapture=on --fen '4/2c1/1X2/1R1p/4/1X2/3k/K3[Rp] w r 0 1'",
    ],
)  # fmt: skip
def test_counts_are_the_same_as_here(grid: Grid, arguments: str) -> None:
    perft = ("perft", *shlex.split(arguments), "--divide")
    here, there = (invoke(*perft, *where) for where in ((), ("--cluster", grid.address)))
    assert here.exit_code == there.exit_code == 0, there.output
    assert here.stdout == there.stdout
    assert re.search(r"^Nodes searched: \d+$", there.stdout, re.MULTILINE)


def test_a_killed_worker_changes_no_count(grid: Grid, client: Client) -> None:
    victim = grid.add()
    client.wait_for_workers(3, HUNG)
    order = command("perft", "normal", 6, "--divide", "--cluster", grid.address)
    with subprocess.Popen(order, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        kill_holder(client, victim, lambda: process.poll() is None)
        assert process.poll() is None
        out, err = process.communicate(timeout=HUNG)
    assert process.returncode == 0, err
    assert out.splitlines()[-1] == "Nodes searched: 119060324"
    assert out == invoke("perft", "normal", 6, "--divide").stdout


@pytest.mark.slow
def test_an_interrupted_count_is_withdrawn(grid: Grid, client: Client) -> None:
    order = command("perft", "normal", 9, "--hash", 16, "--cluster", grid.address)
    with subprocess.Popen(order, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        wait_for(process, lambda: any(client.processing().values()))
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=HUNG)
    assert process.returncode == 130, err
    assert (out, err) == ("", "oddfish: interrupted after 0 of 20 moves\n")
    until(lambda: not any(client.processing().values()))
    assert client.submit(os.getpid, pure=False).result(HUNG)  # a thread is free for it
    assert invoke("perft", "normal", 3, "--hash", 16, "--cluster", grid.address).stdout == "Nodes searched: 8902\n"


def test_progress_is_reported_in_parts(grid: Grid) -> None:
    with Cluster(grid.address) as cluster:
        counting = ClusterPerft(Game("normal"), 4, cluster)
        assert counting.parts == 20 * 2  # for two threads
        steps = []
        assert sum(leaves for _, leaves in counting.moves(lambda: steps.append(1))) == counting.nodes == 197281
        assert len(steps) == counting.parts
        stopped = ClusterPerft(Game("normal"), 7, cluster)
        for _ in stopped.moves(stopped.stop):
            pass
        assert not stopped.complete


# ------------------------------------------------------------------------------------------------------ errors


def test_without_a_scheduler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("oddfish.engine.experiments.cluster._CONNECT", 2.0)
    for address, why in (
        ("tcp://127.0.0.1:1", "refused|[Tt]imed out|no answer"),
        ("nonsense", "missing port number in address 'nonsense'"),
        ("usb://1:2", "unknown address scheme 'usb'"),
    ):
        message = refusal("perft", "normal", 3, "--cluster", address)
        assert message.startswith(f"oddfish: no Dask scheduler at {address}: ")
        assert re.search(why, message)
    match = ("match", "oddfish", "oddfish", "-v", "half-chess", "--nodes", 5)
    assert "no Dask scheduler" in refusal(*match, "--cluster", "tcp://127.0.0.1:1")


def test_a_program_that_never_answers_is_no_scheduler(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dask's own timeout ends once the connection is open."""
    monkeypatch.setattr("oddfish.engine.experiments.cluster._CONNECT", 1.0)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        assert refusal("perft", "normal", 3, "--cluster", address) == (
            f"oddfish: no Dask scheduler at {address}: no answer\n"
        )


def test_wrong_settings_of_dask(tmp_path: Path) -> None:
    """One line names the file, because OpenSSL's errors do not."""
    bad = tmp_path / "bad.pem"
    bad.write_text("no certificate", encoding="ascii")
    (tmp_path / "dask.yaml").write_text("distributed: [", encoding="ascii")
    for settings, told in (
        ({"COMM__TLS__CA_FILE": "/no/ca.pem", "COMM__TLS__CLIENT__CERT": bad}, "/no/ca.pem: No such file"),
        ({"COMM__TLS__CA_FILE": bad, "COMM__TLS__CLIENT__CERT": tmp_path}, f"{tmp_path}: is a folder"),
        ({"COMM__TLS__CA_FILE": bad, "COMM__TLS__CLIENT__CERT": bad}, f"cannot use Dask's TLS settings: {bad}: [X509"),
        ({"COMM__REQUIRE_ENCRYPTION": "True"}, "no Dask scheduler at tcp://127.0.0.1:1: encryption required"),
        ({"CONFIG": tmp_path}, f"cannot use Dask: A dask config file at '{tmp_path / 'dask.yaml'}' is malformed"),
    ):
        given = {f"DASK_{'' if name == 'CONFIG' else 'DISTRIBUTED__'}{name}": str(at) for name, at in settings.items()}
        words = command("perft", "normal", 3, "--cluster", "tcp://127.0.0.1:1")
        environment = {**plain_environment(), **given}
        done = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=HUNG)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith("oddfish: ") and done.stderr.count("\n") == 1
        assert told in done.stderr


@pytest.mark.slow
def test_a_worker_with_another_version_is_reported(tmp_path: Path) -> None:
    preload = tmp_path / "old.py"
    preload.write_text("import oddfish.engine\noddfish.engine.NAME = 'Oddfish 0.0.1'\n", encoding="utf-8")
    with Grid(tmp_path) as other:
        other.add("--preload", str(preload))
        perft = invoke("perft", "normal", 3, "--cluster", other.address)
        match = ("match", "oddfish", "oddfish", "-v", "half-chess", "--nodes", 5, "--games", 2, "--quiet")
        played = invoke(*match, "--cluster", other.address)
    for result in (perft, played):
        assert result.exit_code == 2
        last = result.stderr.splitlines()[-1]
        python = ".".join(map(str, sys.version_info[:2]))
        assert re.fullmatch(
            rf"oddfish: worker tcp://\S+ has Oddfish 0\.0\.1 on Python {re.escape(python)}, "
            rf"expected {re.escape(environment())}",
            last,
        )


_WITHOUT_ODDFISH = """
import sys

class Missing:
    @staticmethod
    def find_spec(name, *rest):
        if name.partition(".")[0] == "oddfish":
            raise ModuleNotFoundError("No module named 'oddfish'", name="oddfish")

sys.meta_path.insert(0, Missing)
"""


@pytest.mark.slow
def test_a_worker_that_lacks_oddfish_is_reported(tmp_path: Path) -> None:
    """It used to die of the task, and the command waited for other workers."""
    (tmp_path / "preload.py").write_text(_WITHOUT_ODDFISH, encoding="ascii")
    with Grid(tmp_path) as other:
        other.add("--preload", str(tmp_path / "preload.py"))
        words = command("perft", "normal", 3, "--cluster", other.address)
        done = subprocess.run(words, env=plain_environment(), capture_output=True, text=True, timeout=HUNG)
        assert done.returncode == 2
        assert done.stderr.splitlines()[-1] == (
            f"oddfish: the scheduler at {other.address} or one of its workers lacks a module "
            "(No module named 'oddfish'): install oddfish[cluster] there"
        )
        assert other.workers[0].poll() is None


def test_without_dask_the_commands_say_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("cluster", "cluster_perft", "match.remote", "train.remote"):
        name = f"oddfish.engine.experiments.{name}"
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert "pip install 'oddfish[cluster]'" in refusal("perft", "normal", 3, "--cluster", "tcp://127.0.0.1:1")
    match = ("match", "oddfish", "oddfish", "-v", "half-chess", "--nodes", 5)
    assert "pip install 'oddfish[cluster]'" in refusal(*match, "--cluster", "tcp://127.0.0.1:1")
    files = "--data", tmp_path / "positions", "--out", tmp_path / "network"
    assert "pip install 'oddfish[cluster]'" in refusal(*TRAINING, *files, "--cluster", "tcp://127.0.0.1:1")
    tuning = ("tune", "--search", "half-chess", "--out", tmp_path / "search.json")
    assert "pip install 'oddfish[cluster]'" in refusal(*tuning, "--cluster", "tcp://127.0.0.1:1")


@pytest.mark.slow
def test_encrypted_clusters_with_certificates(tmp_path: Path) -> None:
    """Dask's own options of TLS reach the scheduler, the workers and the match; others are refused."""
    authority, machine = trustme.CA(), tmp_path / "machine.pem"
    issued = authority.issue_cert("127.0.0.1", "localhost")
    authority.cert_pem.write_to_path(str(tmp_path / "ca.pem"))
    issued.private_key_and_cert_chain_pem.write_to_path(str(machine))
    settings = {"REQUIRE_ENCRYPTION": "True", "TLS__CA_FILE": str(tmp_path / "ca.pem")}
    for part in ("SCHEDULER", "WORKER", "CLIENT"):
        settings |= {f"TLS__{part}__CERT": str(machine), f"TLS__{part}__KEY": str(machine)}
    secured = {**plain_environment(), **{f"DASK_DISTRIBUTED__COMM__{name}": value for name, value in settings.items()}}
    with Grid(tmp_path, environment=secured, scheme="tls") as grid:
        assert grid.address.startswith("tls://")
        grid.add()
        match = (*BOTH, "-v", "half-chess", "--games", "2", "--depth", "1", "--max-moves", "4")
        words = command("match", *match, "--json", str(tmp_path / "m.jsonl"), "--cluster", grid.address)
        done = subprocess.run(words, env=secured, capture_output=True, text=True, timeout=HUNG)
        assert done.returncode == 0, done.stderr
        assert len(read_journal(tmp_path / "m.jsonl")[1]) == 2
        assert "no Dask scheduler" in refusal("match", *match, "--cluster", grid.address)
