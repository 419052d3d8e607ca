"""What a session does with requests that come at the wrong time, and the end of sessions."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("starlette")

from oddfish.engine.game import Result
from oddfish.engine.searcher import Best, Limits
from oddfish.protocols.web import session as module
from oddfish.protocols.web import sessions as all_sessions
from oddfish.protocols.web.messages import RefusedError
from oddfish.protocols.web.seats import Visitor
from oddfish.protocols.web.sessions import Sessions
from web.test_abandoned import in_a_loop, until, visited
from web.test_taking_back import Game


def test_a_click_for_another_position_is_ignored() -> None:
    """The page that sends it has yet to hear of a move."""

    async def test() -> None:
        sessions, one, page, told = visited()
        for ply in (1, -1, None, "0"):
            one.handle({"t": "click", "clicks": ["e2", "e4"], "ply": ply}, page)
        assert not one.table.game.moves and [event["t"] for event in told] == ["seats", "state"]
        sessions.close()

    in_a_loop(test)


def test_no_moves_after_the_end() -> None:
    """Neither by clicks nor by redoing. The end can be taken back, even before the first move."""

    async def test() -> None:
        sessions, one, page, told = visited("e2e4", "e7e5")
        one.handle({"t": "back"}, page)
        one.handle({"t": "resign"}, page)
        one.handle({"t": "click", "clicks": ["e7", "e5"], "ply": 1}, page)
        assert told[-1]["t"] == "why" and "The game is over" in told[-1]["text"]
        with pytest.raises(RefusedError, match="no move to redo"):
            one.handle({"t": "redo"}, page)
        assert len(one.table.game.moves) == 1
        for moves in (1, 0):
            one.handle({"t": "back"}, page)
            assert (one.table.result(), len(one.table.game.moves)) == (None, moves)
        one.handle({"t": "resign"}, page)
        one.handle({"t": "back"}, page)
        assert one.table.result() is None
        with pytest.raises(RefusedError, match="no move to take back"):
            one.handle({"t": "back"}, page)
        sessions.close()

    in_a_loop(test)


def test_the_end_of_a_game_ends_a_half_made_turn() -> None:
    async def test() -> None:
        sessions = Sessions(most=1, idle=600.0, searches=1)
        one = sessions.create({"variant": "tandem-84", "players": ["human", "human"], "moves": ["e2e3"]}, "me")
        page = Visitor("me", None, lambda _: None)
        one.enter(page, None)
        one.handle({"t": "click", "clicks": ["e6", "e5"], "ply": 1}, page)
        assert one.state()["part"] is not None
        one.handle({"t": "resign"}, page)
        assert one.state()["part"] is None
        sessions.close()

    in_a_loop(test)


def test_games_end_somewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_PLIES", 3)

    async def test() -> None:
        sessions, one, page, _ = visited("e2e4", "e7e5")
        one.handle({"t": "click", "clicks": ["g1", "f3"], "ply": 2}, page)
        with pytest.raises(RefusedError, match="too long to continue"):
            one.handle({"t": "click", "clicks": ["b8", "c6"], "ply": 3}, page)
        sessions.close()

    in_a_loop(test)


def test_moves_gain_the_increment(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        game = Game(monkeypatch, increment=3)
        game.move("e2", "e4")
        game.now += 20
        game.move("e7", "e5")
        assert game.clock == {"left": [60_000, 43_000], "running": 0}
        game.sessions.close()

    in_a_loop(test)


def test_the_engine_gets_the_clocks(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        game = Game(monkeypatch, increment=3)
        game.move("e2", "e4")
        game.now += 20
        assert game.session._limits() == Limits(time=(60_000, 40_000), increment=(3000, 3000))
        game.now += 50
        assert game.session._limits().time == (60_000, 1)
        game.sessions.close()

    in_a_loop(test)


def test_the_engine_may_lose_on_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its move then comes too late. A flag that is looked at too early does not fall."""

    async def test() -> None:
        game = Game(monkeypatch)
        one = game.session

        async def think(*_: Any) -> Best:
            game.now += 61
            return Best(None, "e7e5", None, 0, 1)

        monkeypatch.setattr(one._thinker, "think", think)
        game.move("e2", "e4")
        one._flag_falls(1)
        assert one.table.result() is None
        game.send("seat", side=1, player="engine")
        await until(lambda: one.table.result() is not None)
        assert one.table.result() == Result(0, "time forfeit")
        assert len(one.table.game.moves) == 1
        game.sessions.close()

    in_a_loop(test)


def test_the_engine_plays_only_while_it_has_a_side() -> None:
    async def test() -> None:
        sessions, one, page, _ = visited()
        assert not one.state()["thinking"]
        one.handle({"t": "seat", "side": 0, "player": "engine"}, page)
        assert one.state()["thinking"]
        with pytest.raises(RefusedError, match="only on your turn"):
            one.handle({"t": "draw"}, page)
        one.handle({"t": "seat", "side": 0, "player": "human"}, page)
        assert not one.state()["thinking"]
        one.handle({"t": "level", "level": 3}, page)
        assert one._thinker.searcher.skill.level == one.state()["level"] == 3
        sessions.close()

    in_a_loop(test)


def test_one_move_of_two_engines_is_taken_back() -> None:
    async def test() -> None:
        sessions, one, page, _ = visited("e2e4", "e7e5", "g1f3")
        for side in (0, 1):
            one.handle({"t": "seat", "side": side, "player": "engine"}, page)
        one.handle({"t": "back"}, page)
        assert len(one.table.game.moves) == 2
        sessions.close()

    in_a_loop(test)


def test_the_engine_does_not_answer_before_a_puzzle_is_judged() -> None:
    async def test() -> None:
        sessions = Sessions(most=1, idle=600.0, searches=1)
        one = sessions.create({"variant": "half-chess", "puzzle": 0}, "me")
        page = Visitor("me", None, lambda _: None)
        one.enter(page, None)
        start, end = (one.quiz.puzzle.line[0][at : at + 2] for at in (0, 2))  # type: ignore[union-attr]
        one.handle({"t": "click", "clicks": [start, end], "ply": 0}, page)
        assert len(one.table.game.moves) == 1 and not one.state()["thinking"]
        sessions.close()

    in_a_loop(test)


def test_players_swap_sides_in_every_rematch() -> None:
    async def test() -> None:
        sessions, one, page, _ = visited()
        for swapped in (True, False, True):
            one.handle({"t": "resign"}, page)
            one.handle({"t": "rematch"}, page)
            assert one.state()["swapped"] == swapped
        sessions.close()

    in_a_loop(test)


@pytest.mark.parametrize("players", [["human"], ["human", "robot"], ["human", ["human"]], "human", ["human"] * 3])
def test_players_that_there_are_not(players: Any) -> None:
    async def test() -> None:
        with pytest.raises(RefusedError, match="players: expected two"):
            Sessions(most=1, idle=600.0, searches=1).create({"variant": "normal", "players": players}, "me")

    in_a_loop(test)


def test_the_end_of_a_game_ends_offers() -> None:
    async def test() -> None:
        sessions, one, mine, told = visited("e2e4")
        one.enter(Visitor("you", 1, lambda _: None), None)
        one.handle({"t": "draw"}, mine)
        assert told[-1]["offers"] == {"draw": 0}
        one.handle({"t": "resign"}, mine)
        assert [event["offers"] for event in told if event["t"] == "seats"][-1] == {}
        sessions.close()

    in_a_loop(test)


def test_a_resignation_is_taken_back_by_both() -> None:
    """Even if the player who resigned has not moved. Taking back ends other offers."""

    async def test() -> None:
        sessions, one, mine, told = visited("e2e4")
        guest = Visitor("you", 1, lambda _: None)
        one.enter(guest, None)
        one.handle({"t": "resign"}, guest)
        for page in (guest, mine):
            one.handle({"t": "back"}, page)
        assert one.table.result() is None and len(one.table.game.moves) == 1
        one.handle({"t": "draw"}, guest)
        for page in (mine, guest):
            one.handle({"t": "back"}, page)
        assert not one.table.game.moves
        assert [event["offers"] for event in told if event["t"] == "seats"][-1] == {}
        sessions.close()

    in_a_loop(test)


def test_offers_stay_with_their_player_in_a_rematch() -> None:
    """There the players have swapped sides. A draw outlasts the move of the player who offers it."""

    async def test() -> None:
        sessions, one, mine, _ = visited()
        guest = Visitor("you", 1, lambda _: None)
        one.enter(guest, None)
        one.handle({"t": "resign"}, mine)
        for page in (mine, guest):
            one.handle({"t": "rematch"}, page)
        assert one.swapped
        one.handle({"t": "draw"}, guest)
        one.handle({"t": "click", "clicks": ["e2", "e4"], "ply": 0}, guest)
        assert one.seats.offered("draw", 0)
        one.handle({"t": "click", "clicks": ["e7", "e5"], "ply": 1}, mine)
        assert not one.seats.offered("draw", 0)
        sessions.close()

    in_a_loop(test)


def test_a_watcher_of_two_engines_uses_no_engine() -> None:
    async def test() -> None:
        sessions = Sessions(most=1, idle=600.0, searches=1)
        one = sessions.create({"variant": "normal", "players": ["engine", "engine"], "level": 0}, "me")
        one.enter(Visitor("me", None, lambda _: None), None)
        watcher = Visitor("you", None, lambda _: None)
        one.enter(watcher, None)
        for kind in ("analyse", "review", "hint"):
            with pytest.raises(RefusedError, match="after the game"):
                one.handle({"t": kind, "lines": 1}, watcher)
        sessions.close()

    in_a_loop(test)


def test_the_end_of_a_session_ends_its_analysis() -> None:
    async def test() -> None:
        sessions, one, page, told = visited()
        one.handle({"t": "analyse", "lines": 1}, page)
        await until(lambda: any(event["t"] == "lines" for event in told))
        analyser = one._analyst._analyser
        assert analyser is not None
        sessions.close()
        assert told[-1] == {"t": "closed"} and len(sessions) == 0
        await until(lambda: not analyser.searcher.searching)

    in_a_loop(test)


def test_unused_sessions_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """The longest unused end first; those that a page shows never end."""
    now = SimpleNamespace(value=0.0)
    for user in (module, all_sessions):
        monkeypatch.setattr(user, "time", SimpleNamespace(monotonic=lambda: now.value))

    async def test() -> None:
        sessions = Sessions(most=3, idle=600.0, searches=1)
        wishes = {"variant": "normal", "players": ["human", "human"]}
        first, second = sessions.create(wishes, "me"), sessions.create(wishes, "me")
        shown = sessions.create(wishes, "me")
        shown.enter(Visitor("me", None, lambda _: None), None)
        now.value = 10.0
        page = Visitor("me", None, lambda _: None)
        leave = first.enter(page, None)
        first.handle({"t": "level", "level": 3}, page)
        leave()
        third = sessions.create(wishes, "me")  # in the place of the second, which has been idle longer
        assert [sessions.find(one.name) for one in (first, second, shown, third)] == [first, None, shown, third]
        now.value = 610.0
        sessions.sweep()
        assert len(sessions) == 3  # not longer than the limit
        now.value = 610.5
        sessions.sweep()
        assert len(sessions) == 1 and sessions.find(shown.name) is shown
        sessions.close()

    in_a_loop(test)
