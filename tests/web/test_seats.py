"""Seats over the network, and offers between players."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession

from web.test_server import HOST, client, connect, new, until

__all__ = ["client"]


def join(socket: WebSocketTestSession, session: str, seat: int | None = None) -> list[int]:
    """The seats of a page that joins."""
    socket.send_json({"t": "join", "session": session, "seat": seat})
    mine: list[int] = until(socket, "seats")["mine"]
    until(socket, "state")
    return mine


def seats(socket: WebSocketTestSession, fits: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The next event about the seats that fits."""
    while not fits(event := until(socket, "seats")):
        pass
    return event


def move(socket: WebSocketTestSession, start: str, end: str, ply: int) -> None:
    socket.send_json({"t": "click", "clicks": [start, end], "ply": ply})


def test_a_browser_has_a_secret(client: TestClient) -> None:
    """The page gets it once; scripts and other sites cannot read it."""
    answer = client.get("/secret/")
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=strict" in cookie and "Path=/secret/" in cookie
    assert "set-cookie" not in client.get("/secret/").headers
    client.cookies.clear()
    assert client.get("/secret/").headers["set-cookie"] != cookie


def test_a_seat_belongs_to_its_first_browser(client: TestClient) -> None:
    with connect(client, "a") as owner, connect(client, "b") as guest, connect(client, "c") as third:
        name = new(owner, "half-chess", players=["human", "human"])["session"]
        assert join(guest, name, 1) == [1]
        assert seats(owner, lambda event: event["mine"] == [0])["present"] == [True, True]
        assert join(third, name, 1) == []  # the same link
        move(third, "e2", "e4", 0)
        assert "watching" in until(third, "error")["text"]
        for kind in ("resign", "back", "draw", "rematch", "level", "seat", "accept", "decline", "redo"):
            third.send_json({"t": kind})
            assert "watching" in until(third, "error")["text"]
        move(guest, "e2", "e4", 0)
        assert "opponent's turn" in until(guest, "why")["text"]
        move(owner, "e2", "e4", 0)
        assert until(guest, "ply")["ply"] == until(third, "ply")["ply"] == 1
        assert join(third, name) == []  # nor by the plain link
    with connect(client, "b") as again:  # after a reload, and even with the plain link
        assert join(again, name, 1) == [1]
        assert join(again, name) == [1]
        move(again, "e7", "e5", 1)
        assert until(again, "ply")["ply"] == 2


def test_one_browser_may_play_both_seats(client: TestClient) -> None:
    with connect(client, "a") as first, connect(client, "a") as second:
        name = new(first, "half-chess", players=["human", "human"])["session"]
        assert join(second, name, 1) == [1]
        assert seats(first, lambda event: event["present"] == [True, True])["mine"] == [0, 1]


def test_a_game_with_the_engine_is_watched_by_others(client: TestClient) -> None:
    with connect(client, "a") as owner, connect(client, "b") as other:
        name = new(owner, "half-chess", level=0)["session"]
        assert join(other, name) == []
        other.send_json({"t": "resign"})
        assert "watching" in until(other, "error")["text"]


@pytest.fixture
def pair(client: TestClient) -> Any:
    """Two players in two browsers after e2e4 e7e5 g1f3."""
    with connect(client, "a") as white, connect(client, "b") as black:
        name = new(white, "half-chess", players=["human", "human"])["session"]
        join(black, name, 1)
        for ply, (start, end) in enumerate((("e2", "e4"), ("e7", "e5"), ("g1", "f3"))):
            move((white, black)[ply % 2], start, end, ply)
            until(white, "ply")
            until(black, "ply")
        yield white, black


def test_a_draw_needs_both(pair: Any) -> None:
    white, black = pair
    white.send_json({"t": "draw"})
    seats(black, lambda event: event["offers"] == {"draw": 0})
    white.send_json({"t": "accept", "offer": "draw"})  # not their own
    assert "no longer open" in until(white, "error")["text"]
    black.send_json({"t": "decline", "offer": "draw"})
    assert "declines" in until(white, "note")["text"]
    white.send_json({"t": "draw"})
    assert "just declined" in until(white, "error")["text"]
    move(black, "b8", "c6", 3)
    until(white, "ply")
    white.send_json({"t": "draw"})  # the offer outlasts White's move, not Black's
    seats(black, lambda event: event["offers"] == {"draw": 0})
    move(white, "f1", "c4", 4)
    until(black, "ply")
    black.send_json({"t": "accept", "offer": "draw"})
    assert until(white, "turn")["over"]["result"] == "1/2-1/2"


def test_a_move_ends_offers(pair: Any) -> None:
    white, black = pair
    white.send_json({"t": "draw"})
    seats(black, lambda event: event["offers"] == {"draw": 0})
    move(black, "b8", "c6", 3)
    seats(black, lambda event: event["offers"] == {})
    black.send_json({"t": "accept", "offer": "draw"})
    assert "no longer open" in until(black, "error")["text"]


def test_taking_back_needs_both(pair: Any) -> None:
    """It goes back to the last move of the player who asks. Redoing the other player's moves is impossible."""
    white, black = pair
    black.send_json({"t": "back"})
    seats(white, lambda event: event["offers"] == {"back": 1})
    black.send_json({"t": "decline", "offer": "back"})  # withdrawn
    seats(white, lambda event: event["offers"] == {})
    black.send_json({"t": "back"})
    seats(white, lambda event: event["offers"] == {"back": 1})
    white.send_json({"t": "accept", "offer": "back"})
    event = until(black, "back")
    assert until(white, "back") == event
    assert (event["to"], event["turn"]["side"], event["turn"]["redo"]) == (1, 1, 0)
    white.send_json({"t": "back"})
    seats(black, lambda event: event["offers"] == {"back": 0})
    black.send_json({"t": "back"})  # the same wish
    assert until(white, "back")["to"] == 0
    black.send_json({"t": "back"})
    assert "no move" in until(black, "error")["text"]
    move(white, "e2", "e4", 0)
    until(black, "ply")
    black.send_json({"t": "back"})  # that move is White's
    assert "You have not moved" in until(black, "error")["text"]
    white.send_json({"t": "back"})
    seats(black, lambda event: event["offers"] == {"back": 0})
    black.send_json({"t": "accept", "offer": "back"})  # although Black has not moved
    assert until(white, "back")["to"] == 0


def test_no_engine_helps_during_the_game(pair: Any) -> None:
    white, _ = pair
    for kind in ("hint", "analyse", "review"):
        white.send_json({"t": kind, "lines": 1})
        assert "after the game" in until(white, "error")["text"]
    white.send_json({"t": "seat", "side": 0, "player": "engine"})
    assert "against another person" in until(white, "error")["text"]
    white.send_json({"t": "resign"})
    assert until(white, "turn")["over"]["winner"] == 1
    white.send_json({"t": "analyse", "lines": 1, "ply": 1})
    assert until(white, "lines")["ply"] == 1


def test_nonsense_about_seats(client: TestClient) -> None:
    with connect(client) as socket:
        name = new(socket, "half-chess", players=["human", "human"])["session"]
        for seat in (2, -1, "0", True, [], 1e9):
            assert join(socket, name, seat) == [0, 1]  # type: ignore[arg-type]
        for message in ({"t": "accept"}, {"t": "accept", "offer": "resign"}, {"t": "accept", "offer": 3}):
            socket.send_json(message)
            assert until(socket, "error")
        socket.send_json({"t": "decline", "offer": "x" * 300})
        socket.send_json({"t": "pgn"})
        assert until(socket, "pgn")
    assert HOST


def test_a_take_back_is_accepted_in_the_middle_of_a_turn(client: TestClient) -> None:
    with connect(client, "a") as white, connect(client, "b") as black:
        name = new(white, "tandem-84", players=["human", "human"])["session"]
        join(black, name, 1)
        move(white, "e2", "e3", 0)
        until(black, "ply")
        move(black, "e6", "e5", 1)
        assert until(black, "part")["frame"]["text"] == "e6e5"
        white.send_json({"t": "back"})
        seats(black, lambda event: event["offers"] == {"back": 0})
        black.send_json({"t": "accept", "offer": "back"})
        event = until(black, "back", "part")
        assert (event["t"], event["to"], event["turn"]["side"], event["turn"]["part"]) == ("back", 0, 0, "")
