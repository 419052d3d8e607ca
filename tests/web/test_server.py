"""The server: access, limits, and what it never sends."""

from __future__ import annotations

import asyncio
import json
import random
import re
import socket
import time
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("starlette")
pytest.importorskip("httpx")

from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from oddfish.engine.variants import REGISTRY
from oddfish.protocols.web.app import Limits, create_app
from oddfish.protocols.web.security import Rate
from oddfish.protocols.web.serving import serve

pytestmark = pytest.mark.sampled(3)

HOST = "127.0.0.1:8000"
ORIGIN = {"origin": f"http://{HOST}"}


@pytest.fixture
def client() -> Iterator[TestClient]:
    with TestClient(create_app("secret", [HOST], Limits(sessions=3)), base_url=f"http://{HOST}") as client:
        yield client


def connect(client: TestClient, browser: str = "") -> WebSocketTestSession:
    cookie = {"cookie": f"browser={browser}"} if browser else {}
    return client.websocket_connect(f"ws://{HOST}/secret/play", headers={**ORIGIN, **cookie})


def until(socket: WebSocketTestSession, *kinds: str) -> dict[str, Any]:
    """The next event of one of these kinds."""
    while True:
        event = json.loads(socket.receive_text())
        if event["t"] in kinds:
            return event


def new(socket: WebSocketTestSession, variant: str, **wishes: Any) -> dict[str, Any]:
    socket.send_json({"t": "new", "variant": variant, **wishes})
    return until(socket, "state", "error")


# Access -------------------------------------------------------------------------------------------------


def test_an_address_that_is_not_available_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        for host, given, named in [("127.0.0.1", port, f"127.0.0.1:{port}"), ("host.invalid", 0, "host.invalid")]:
            with pytest.raises(OSError, match=re.escape(f"'{named}'")):
                serve(host, given, lambda address, alone: None)


@pytest.mark.parametrize("host", ["0.0.0.0", "0", "::", ""])
def test_all_addresses_at_once_are_refused(host: str) -> None:
    """No page could be sure then that a request is for this server."""
    with pytest.raises(OSError, match="expected one address"):
        serve(host, 0, lambda address, alone: None)


@pytest.mark.parametrize("path", ["/", "/secret", "/wrong/", "/secrets/", "/static/main.js", "//secret/"])
def test_without_the_token_all_is_refused(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 403


@pytest.mark.parametrize("path", ["*", "secret", ""])
def test_a_path_without_a_slash_is_refused(path: str) -> None:
    """HTTP allows `*`, with which no client of the tests asks."""
    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request"}

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "GET", "path": path, "headers": [(b"host", HOST.encode())]}
    asyncio.run(create_app("secret", [HOST])(scope, receive, send))
    assert sent[0]["status"] == 403


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:9", "localhost:8000.evil.example"])
def test_other_hosts_are_refused(client: TestClient, host: str) -> None:
    assert client.get("/secret/", headers={"host": host}).status_code == 403


def test_other_origins_are_refused(client: TestClient) -> None:
    assert client.get("/secret/", headers={"origin": "http://evil.example"}).status_code == 403
    for headers in ({"origin": "http://evil.example"}, {"origin": "null"}, {}):
        with pytest.raises(WebSocketDisconnect), client.websocket_connect(f"ws://{HOST}/secret/play", headers=headers):
            pass


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"])
def test_pages_are_only_read(client: TestClient, method: str) -> None:
    assert client.request(method, "/secret/").status_code == 403


@pytest.mark.parametrize("name", ["../app.py", "..%2fapp.py", "%2e%2e/app.py", "app.py", "", "/etc/passwd"])
def test_no_path_reaches_other_files(client: TestClient, name: str) -> None:
    assert client.get(f"/secret/static/{name}").status_code in (403, 404)


def test_the_page_is_bound(client: TestClient) -> None:
    answer = client.get("/secret/")
    assert answer.status_code == 200
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert not re.search(r"<script(?![^>]*src=)|<style|\son\w+=|style=|https?://", answer.text)


def test_static_files_load_nothing_from_elsewhere(client: TestClient) -> None:
    names = set(re.findall(r"static/([\w.]+)", client.get("/secret/").text))
    for name in [*names]:
        names |= set(re.findall(r'from "\./([\w.]+)"', client.get(f"/secret/static/{name}").text))
    for name in names:
        answer = client.get(f"/secret/static/{name}")
        assert answer.status_code == 200
        assert not re.search(r"https?://(?!www\.w3\.org/)", answer.text), name


# Limits -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["", "no", "[]", "7", "null", '{"t":[]}', '{"t":"new"}', '{"t":"new","variant":7}', '{"t":"join"}', '{"t":"click"}',
     '{"t":"new","variant":"half-chess","players":[["human"],{}]}', '{"t":"new","variant":"half-chess","level":1e9}',
     '{"t":"new","variant":"half-chess","options":{"x":"y"}}', '{"t":"new","variant":"half-chess","fen":"no"}',
     '{"t":"new","variant":"half-chess","base":NaN}', "[" * 10000],
)  # fmt: skip
def test_nonsense_is_answered(client: TestClient, text: str) -> None:
    with connect(client) as socket:
        socket.send_text(text)
        assert new(socket, "half-chess")["t"] in ("state", "error")
        assert new(socket, "half-chess")["t"] == "state"


@pytest.mark.parametrize(
    "message",
    [{"t": "click"}, {"t": "click", "clicks": "e2e4", "ply": 0}, {"t": "click", "clicks": [], "ply": 0},
     {"t": "click", "clicks": [7], "ply": 0}, {"t": "click", "clicks": ["e2"] * 50, "ply": 0},
     {"t": "click", "clicks": ["zz", "e4"], "ply": 0}, {"t": "click", "clicks": ["e2", "e5"], "ply": 0},
     {"t": "click", "clicks": ["", ""], "ply": 0}, {"t": "click", "clicks": ["n@", "e4"], "ply": 0},
     {"t": "study", "letters": "?" * 90}, {"t": "study", "letters": 3}, {"t": "level", "level": "x"},
     {"t": "seat", "side": 5}, {"t": "redo"}, {"t": "back"}, {"t": "nothing"}],
)  # fmt: skip
@pytest.mark.parametrize("variant", ["half-chess", "banqi", "bifold-halfgi", "tandem-84", "fanorona-chess"])
@pytest.mark.quick(3)
def test_nonsense_in_a_game_is_answered(client: TestClient, variant: str, message: dict[str, Any]) -> None:
    with connect(client) as socket:
        new(socket, variant, players=["human", "human"])
        socket.send_json(message)
        socket.send_json({"t": "pgn"})
        assert until(socket, "pgn")


def test_messages_are_limited(client: TestClient) -> None:
    with connect(client) as socket:
        for _ in range(200):
            socket.send_json({"t": "nothing"})
        assert "Too many" in until(socket, "error")["text"]


def test_a_rate_recovers() -> None:
    rate = Rate(50)
    while rate.allows():
        pass
    time.sleep(0.05)
    assert rate.allows()


def test_sessions_are_limited(client: TestClient) -> None:
    with connect(client) as first, connect(client) as second, connect(client) as third, connect(client) as fourth:
        names = [new(socket, "half-chess")["session"] for socket in (first, second, third)]
        assert len({*names}) == 3
        assert "already" in new(fourth, "half-chess")["text"]
    with connect(client) as fifth:  # no page shows the others now
        assert new(fifth, "half-chess")["t"] == "state"


# Games ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", REGISTRY)
def test_a_game_is_played(client: TestClient, variant: str) -> None:
    """A person clicks at random, the engine answers."""
    rng = random.Random(3)
    with connect(client) as socket:
        event = new(socket, variant, level=0)
        for _ in range(6):
            turn, ply = (
                event["turn"],
                len(event.get("frames", [])) - 1 if event["t"] == "state" else event.get("ply", 0),
            )
            if event.get("over"):
                break
            picks = {origin: ends for origin, ends in turn["targets"].items() if ":" not in origin}
            origin = rng.choice(sorted(picks))
            end = rng.choice(picks[origin])[0]
            socket.send_json({"t": "click", "clicks": [origin] if origin == end else [origin, end], "ply": ply})
            event = until(socket, "ply", "part", "ask", "why")
            if event["t"] == "ask":
                choice = event["options"][-1]["text"]
                socket.send_json({"t": "click", "clicks": event["clicks"], "choice": choice, "ply": ply})
                event = until(socket, "ply", "part")
            assert event["t"] in ("ply", "part")
            if event["t"] == "part":
                event["ply"] = ply
            while event["t"] == "ply" and not event["turn"]["human"] and not event["over"]:
                event = until(socket, "ply")


def test_a_page_resumes(client: TestClient) -> None:
    with connect(client) as socket:
        state = new(socket, "half-chess", players=["human", "human"])
        socket.send_json({"t": "click", "clicks": ["e2", "e4"], "ply": 0})
        seen = until(socket, "ply")["n"]
        with connect(client) as other:  # a second tab of the same browser
            other.send_json({"t": "join", "session": state["session"]})
            assert len(until(other, "state")["frames"]) == 2
            other.send_json({"t": "click", "clicks": ["e7", "e5"], "ply": 1})
            assert until(socket, "ply")["frame"]["text"] == "e7e5"
    with connect(client) as again:
        again.send_json({"t": "join", "session": state["session"], "seen": seen})
        assert until(again, "resumed", "state")["t"] == "resumed"
        assert until(again, "ply")["frame"]["text"] == "e7e5"
    with connect(client) as lost:
        lost.send_json({"t": "join", "session": "nonsense"})
        assert until(lost, "gone")


def test_moves_are_taken_back_and_played_again(client: TestClient) -> None:
    with connect(client) as socket:
        new(socket, "half-chess", level=0)
        socket.send_json({"t": "click", "clicks": ["e2", "e4"], "ply": 0})
        until(socket, "ply")
        reply = until(socket, "ply")
        assert reply["ply"] == 2
        socket.send_json({"t": "back"})
        event = until(socket, "back")
        assert event["to"] == 0 and event["turn"]["human"] and event["turn"]["redo"] == 2
        socket.send_json({"t": "redo"})
        until(socket, "ply")
        again = until(socket, "ply")
        assert again["frame"]["text"] == reply["frame"]["text"] and again["turn"]["redo"] == 0


def test_the_game_ends_by_resignation(client: TestClient) -> None:
    with connect(client) as socket:
        new(socket, "tandem-84", level=0)
        socket.send_json({"t": "resign"})
        over = until(socket, "turn")["over"]
        assert over["result"] == "0-1"
        assert "resignation" in over["text"]


@pytest.mark.parametrize(
    ("variant", "loser", "swapped"),
    [("half-chess", 0, True), ("half-chess", 1, True), ("banqi", 0, False), ("banqi", 1, True)],
)
def test_a_rematch_of_two_people(client: TestClient, variant: str, loser: int, swapped: bool) -> None:
    """Both must want it, and both see the new game. The sides alternate; in Banqi the loser plays first."""
    with connect(client, "a") as first, connect(client, "b") as second:
        state = new(first, variant, players=["human", "human"])
        second.send_json({"t": "join", "session": state["session"], "seat": 1})
        until(second, "state")
        first.send_json({"t": "rematch"})
        assert "not over" in until(first, "error")["text"]
        (first, second)[loser].send_json({"t": "resign"})
        assert until(first, "turn")["over"]["winner"] == 1 - loser
        second.send_json({"t": "rematch", "round": 1})
        while not (event := until(first, "seats", "rematch"))["offers"]:
            pass
        assert event["offers"] == {"rematch": 1}
        first.send_json({"t": "accept", "offer": "rematch"})
        states = [until(socket, "rematch") for socket in (first, second)]
        assert states[0] == states[1]
        second.send_json({"t": "rematch", "round": 1})  # too late
        fresh = states[0]["state"]
        assert (fresh["round"], fresh["swapped"], fresh["over"], len(fresh["frames"])) == (2, swapped, None, 1)
        assert ("who lost" if variant == "banqi" else "who moved second") in states[0]["text"]
        origin, ends = next(iter(fresh["turn"]["targets"].items()))
        made = list(dict.fromkeys([origin, ends[0][0]]))
        beginner, other = (second, first) if swapped else (first, second)
        other.send_json({"t": "click", "clicks": made, "ply": 0})
        assert "opponent's turn" in until(other, "why")["text"]
        beginner.send_json({"t": "click", "clicks": made, "ply": 0})
        assert until(other, "ply")["ply"] == 1


def test_a_rematch_with_the_engine(client: TestClient) -> None:
    """The sides alternate; armies, clock and level stay."""
    options = {"WhiteArmy": "random", "BlackArmy": "RF-CD-BW-QV"}
    with connect(client) as socket:
        state = new(socket, "augmented-half-chess", level=2, base=60, options=options)
        socket.send_json({"t": "share"})
        fen = until(socket, "share")["fen"]
        for players in (["engine", "human"], ["human", "engine"]):
            socket.send_json({"t": "resign"})
            until(socket, "turn")
            socket.send_json({"t": "rematch", "round": state["round"]})
            state = until(socket, "rematch")["state"]
            assert (state["players"], state["level"], state["clock"]["left"]) == (players, 2, [60000, 60000])
            if players[0] == "engine":
                assert until(socket, "ply")["ply"] == 1
            socket.send_json({"t": "share"})
            assert until(socket, "share")["fen"] == fen


def test_a_flag_falls(client: TestClient) -> None:
    with connect(client) as socket:
        new(socket, "half-chess", players=["human", "human"], base=0.1)
        socket.send_json({"t": "click", "clicks": ["e2", "e4"], "ply": 0})
        assert until(socket, "ply")["clock"]["running"] == 1
        assert until(socket, "turn")["over"]["result"] == "1-0"


def test_hints_and_pieces(client: TestClient) -> None:
    with connect(client) as socket:
        new(socket, "bifold-halfgi", level=0)
        socket.send_json({"t": "hint"})
        hint = until(socket, "hint")
        assert hint["squares"] and hint["text"]
        socket.send_json({"t": "study", "letters": "RR"})
        study = until(socket, "study")
        assert "Rook" in study["title"] and study["targets"] and study["notes"]
        new(socket, "fanorona-chess", level=0)
        socket.send_json({"t": "study", "letters": "Q"})
        notes = " ".join(until(socket, "study")["notes"])
        assert "such as" in notes and "--" not in notes  # the page has no options


# Banqi's deal --------------------------------------------------------------------------------------------------


def test_the_deal_stays_on_the_server(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two games with the same moves and deals that differ only in face-down pieces send the same bytes."""
    deals = [list("KGGMMRRNNCCPPPPPkggmmrrnnccppppp"), list("KGGMMRRNNCCPPPPPkggmmrrnnccppppp")]
    deals[1][4:] = deals[1][:3:-1]  # only a1 to d1 are the same

    from oddfish.engine.variants.banqi import BanqiDeal

    sent = []
    for deal in deals:

        def dealt(self: BanqiDeal, start: Any, rng: random.Random, deal: list[str] = deal) -> None:
            self._rng = rng
            self._pieces = dict(enumerate(deal))
            self._red_first = False

        monkeypatch.setattr(BanqiDeal, "__init__", dealt)
        received = []
        with connect(client) as socket:
            socket.send_json({"t": "new", "variant": "banqi", "players": ["human", "human"]})
            for ply, square in enumerate(("a1", "b1", "c1")):
                socket.send_json({"t": "click", "clicks": [square], "ply": ply})
            for message in ({"t": "pgn"}, {"t": "study", "letters": "X"}, {"t": "study", "letters": "C"},
                            {"t": "click", "clicks": ["h9", "a1"], "ply": 3}, {"t": "back"}, {"t": "redo"},
                            {"t": "resign"}, {"t": "rematch"}, {"t": "click", "clicks": ["a1"], "ply": 0},
                            {"t": "resign"}, {"t": "pgn"}):  # fmt: skip
                socket.send_json(message)
            ends = 0
            while ends < 2:
                received.append(socket.receive_text())
                ends += json.loads(received[-1])["t"] == "pgn"
        sent.append([re.sub(r'"session":"[^"]*"', "", text) for text in received])
    assert sent[0] == sent[1]
    assert "deal" not in "".join(sent[0]).lower()
