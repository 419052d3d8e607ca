"""Watching a match: its record grows, is damaged, or is replaced."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from oddfish.engine.experiments.match.control import Control
from oddfish.engine.experiments.match.plan import EngineSpec, Plan
from oddfish.engine.experiments.match.records import VERSION, Record
from oddfish.engine.game import Game
from oddfish.protocols.web import watching
from oddfish.protocols.web.app import create_app
from oddfish.protocols.web.watching import Watched
from support.matches import command
from support.saved import played_at_random
from support.web_page import SIZES, inaccessible, player, server
from web.test_server import HOST, connect, until


@pytest.fixture
def plan() -> Plan:
    engines = tuple(EngineSpec(name, "oddfish") for name in "AB")
    return Plan("half-chess", engines, Control(nodes=10), games=2)


def record(number: int, result: str = "1-0", variant: str = "half-chess", **changed: Any) -> Record:
    game = played_at_random(variant, number, 8)
    names = ("A", "B") if number % 2 else ("B", "A")
    found = Record(
        number, 0, (number - 1) // 2, *names, result, "checkmate", "", None, game.positions[0].fen(), 0,
        tuple(game.texts()), 0, "", "2026-01-01", 1.0, (),
    )  # fmt: skip
    return replace(found, **changed)


def line(values: dict[str, Any]) -> bytes:
    return json.dumps(values).encode() + b"\n"


def header(plan: Plan) -> bytes:
    return line({"type": "match", "version": VERSION, "pgn": "", "plan": plan.to_json()})


def read(watched: Watched) -> dict[str, Any]:
    while watched.read():
        pass
    return watched.state()


def test_a_record_grows(plan: Plan, tmp_path: Path) -> None:
    """Only complete lines count."""
    file = tmp_path / "m.jsonl"
    watched = Watched(file)
    assert "No such file" in read(watched)["missing"]
    begin = header(plan)
    file.write_bytes(begin[:50])
    assert read(watched)["variant"] is None
    with file.open("ab") as growing:
        growing.write(begin[50:])
        growing.flush()
        state = read(watched)
        assert (state["title"], state["variant"]["name"], state["done"], state["total"]) == (
            "m.jsonl", "half-chess", 0, 2,
        )  # fmt: skip
        one, two = line(record(1).to_json()), line(record(2, "1/2-1/2").to_json())
        growing.write(one + two[:-1])
        growing.flush()
        assert read(watched)["done"] == 1
        version = watched.version
        assert read(watched)["version"] == version
        growing.write(b"\n" + one)  # a game twice
    state = read(watched)
    assert [(engine["name"], engine["wins"], engine["draws"], engine["losses"]) for engine in state["engines"]] == [
        ("A", 1, 1, 0), ("B", 0, 1, 1),
    ]  # fmt: skip
    assert "Elo" in state["lines"][0]
    assert [game["number"] for game in state["games"]] == [1, 2]
    assert (state["damaged"], state["missing"]) == (0, "")
    game = watched.game(2)
    assert len(game["frames"]) == 9 and game["white"] == "B" and game["problem"] == ""
    for number in (3, None, "1", [], 1.5):
        assert "no such game" in watched.game(number)["text"]


def test_a_record_is_replaced(plan: Plan, tmp_path: Path) -> None:
    file = tmp_path / "m.jsonl"
    file.write_bytes(header(plan) + line(record(1).to_json()))
    watched = Watched(file)
    assert read(watched)["done"] == 1
    file.write_bytes(header(plan))
    assert read(watched)["done"] == 0
    other = tmp_path / "other"
    other.write_bytes(header(plan) + b"".join(line(record(number).to_json()) for number in (1, 2)))
    os.replace(other, file)
    assert read(watched)["done"] == 2
    file.unlink()
    state = read(watched)
    assert state["missing"] and state["done"] == 2


def test_damaged_lines_are_counted_and_named(plan: Plan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "_CHUNK", 1 << 14)
    monkeypatch.setattr(watching, "_MOST_GAMES", 3)
    good = [line(record(number).to_json()) for number in (1, 2, 3, 4)]
    bad = [
        b"\n", b"no\n", b"{}\n", b"[" * 9000 + b"\n", b"\xff\xfe\n", b"x" * 50_000 + b"\n", b'{"type":"game"}\n',
        header(plan), line(record(5, white="C").to_json()), line(record(6, moves=("e2e4",) * 4000).to_json()),
        line({**record(7).to_json(), "number": -1}),
    ]  # fmt: skip
    file = tmp_path / "m.jsonl"
    file.write_bytes(good[0] + header(plan) + b"".join(good[:3]) + b"".join(bad) + good[3])
    state = read(Watched(file))
    assert state["done"] == 3
    assert state["damaged"] == len(bad) + 2  # a game before the match, and one too many
    assert len(state["problems"]) == 5 and state["problems"][0] == "Line 1: a game before the match"
    assert all(len(problem) < 100 for problem in state["problems"])


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"moves": ("e2e4", "e2e4")}, "Move 2"),
        ({"moves": ("\x1b[31m" * 90,)}, "Move 1"),
        ({"fen": "8/8 w"}, "cannot be shown"),
    ],
)
def test_games_that_cannot_be_played(plan: Plan, tmp_path: Path, changed: dict[str, Any], said: str) -> None:
    file = tmp_path / "m.jsonl"
    file.write_bytes(header(plan) + line(record(1, **changed).to_json()))
    watched = Watched(file)
    read(watched)
    answer = watched.game(1)
    text = answer["problem"] if answer["t"] == "watched" else answer["text"]
    assert said in text and len(text) < 200 and text.isprintable()


@pytest.mark.parametrize("what", ["folder", "fifo", "nothing", "other version", "nonsense"])
def test_what_is_no_record(plan: Plan, tmp_path: Path, what: str) -> None:
    file = tmp_path / "m.jsonl"
    if what == "folder":
        file.mkdir()
    elif what == "fifo":
        if not hasattr(os, "mkfifo"):
            pytest.skip("no FIFOs")
        os.mkfifo(file)
    elif what != "nothing":
        file.write_bytes(header(plan).replace(b'"version": 1', b'"version": 7') if "v" in what else b"\0" * 70_000)
    state = read(Watched(file))
    assert state["variant"] is None
    assert bool(state["missing"]) == (what in ("folder", "fifo", "nothing"))


def test_pages_name_no_files(plan: Plan, tmp_path: Path) -> None:
    """A page asks for a match by its number."""
    file = tmp_path / "m.jsonl"
    file.write_bytes(header(plan) + line(record(1).to_json()))
    with TestClient(create_app("secret", [HOST], matches=[file]), base_url=f"http://{HOST}") as client:
        assert client.get("/secret/games.json").json()["matches"] == ["m.jsonl"]
        with connect(client) as socket:
            for match in (1, -1, str(file), None, True and [0], 0.5):
                for kind in ("watch", "record"):
                    socket.send_json({"t": kind, "match": match, "game": 1})
                    assert until(socket, "gone", "match", "watched")["t"] == "gone"
            socket.send_json({"t": "watch", "match": 0})
            event = until(socket, "match")
            assert event["done"] == 1 and str(tmp_path) not in json.dumps(event)
            socket.send_json({"t": "record", "match": 0, "game": 1})
            assert len(until(socket, "watched")["frames"]) == 9
            with file.open("ab") as growing:
                growing.write(line(record(2).to_json()))
            assert until(socket, "match")["done"] == 2


def test_banqi_s_games_are_shown_with_what_turned_up(tmp_path: Path, plan: Plan) -> None:
    file = tmp_path / "m.jsonl"
    game = played_at_random("banqi", 3, 12)
    one = record(1, moves=tuple(game.texts()), fen=game.positions[0].fen(), deal="secret")
    file.write_bytes(header(replace(plan, variant="banqi")) + line(one.to_json()))
    watched = Watched(file)
    state = json.dumps([read(watched), watched.game(1)])
    assert "secret" not in state and watched.game(1)["frames"][-1]["fen"] == game.fen()
    assert Game("banqi", seed=0).deal is not None


# In the browser -------------------------------------------------------------------------------------------------


@contextmanager
def running(*arguments: object) -> Iterator[subprocess.Popen[str]]:
    """A match, ended at the end."""
    with subprocess.Popen(command("match", *arguments), stdout=subprocess.DEVNULL, text=True) as match:
        try:
            yield match
        finally:
            match.send_signal(signal.SIGINT)


@pytest.mark.slow
@pytest.mark.parametrize("dark", [False, True])
def test_accessibility(chromium: Any, plan: Plan, tmp_path: Path, dark: bool) -> None:
    file = tmp_path / "m.jsonl"
    file.write_bytes(header(plan) + line(record(1).to_json()) + b"damaged\n")
    scheme = "dark" if dark else "light"
    with server("--watch", str(file)) as address, player(chromium, color_scheme=scheme, bypass_csp=True) as someone:
        someone.page.goto(f"{address}#watch/0")
        someone.page.wait_for_selector(".field .board .piece")
        assert "Line 3" in someone.page.inner_text(".watch .problem")
        assert inaccessible(someone.page) == []


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "size"), [("halfgi", "laptop"), ("tandem-84", "phone")])
def test_a_running_match(chromium: Any, tmp_path: Path, variant: str, size: str) -> None:
    """The page is opened before the match; games appear, and the newest is on the board until another is chosen."""
    file = tmp_path / "live.jsonl"
    with server("--watch", str(file)) as address, player(chromium, size) as someone:
        page = someone.page
        page.goto(address)
        page.click("text=live.jsonl")
        page.wait_for_selector("text=Waiting for the record.")
        arguments = ("oddfish", "name=B cmd=oddfish", "-v", variant, "--nodes", 50, "--games", 2000, "--max-moves", 12)
        with running(*arguments, "--random-plies", 2, "--json", file, "--quiet"):
            page.wait_for_selector(".watched[aria-current]", timeout=60_000)
            page.wait_for_selector(".field .board .piece")
            watch = "document.querySelector('.watch').watch"
            someone.until(f"{watch}.match.done > 1 && {watch}.game?.number === {watch}.match.games.at(-1).number")
            assert page.locator(".standings tbody tr").count() == 2
            page.locator(".watched").last.click()
            someone.until(f"{watch}.game.number === {watch}.match.games[0].number && !{watch}.follows")
            done = page.evaluate(f"{watch}.match.done")
            page.click("[aria-label='First position']")
            page.click("[aria-label='Next position']")
            assert page.evaluate(f"{watch}.at") == 1
            page.click("[aria-label='Play back']")
            someone.until(f"{watch}.at > 2")
            page.click("[aria-label='Pause']")
            someone.until(f"{watch}.match.done > {done}")
            assert page.evaluate(f"{watch}.game.number === {watch}.match.games[0].number")
            assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0]
