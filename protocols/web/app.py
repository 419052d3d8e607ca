"""The application: pages, pictures, and the connection that a page keeps open."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from oddfish.protocols.web import catalogue, quiz, teaching
from oddfish.protocols.web.armies import armies
from oddfish.protocols.web.editing.answers import edited
from oddfish.protocols.web.events import Event
from oddfish.protocols.web.messages import RefusedError
from oddfish.protocols.web.seats import Visitor
from oddfish.protocols.web.security import MOST_BYTES, Guard, Rate, new_token
from oddfish.protocols.web.session import Session
from oddfish.protocols.web.sessions import Sessions
from oddfish.protocols.web.watching import Matches

#: The maximum number of messages a second from a page, and of open connections.
_RATE, _MOST_CONNECTIONS = 25.0, 64
#: The maximum number of events that wait for a slow page.
_MOST_WAITING = 2000
#: Seconds between searches for idle sessions.
_SWEEP = 60.0
#: The name of the cookie, the seconds that a browser keeps it, and its maximum length.
_COOKIE, _COOKIE_AGE, _MOST_COOKIE = "browser", 7 * 24 * 3600, 100
_KINDS = {"html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}


class Limits(NamedTuple):
    """What the server allows, as :class:`Sessions` describes it."""

    sessions: int = 24
    idle: float = 3 * 3600
    searches: int = 2


_LIMITS = Limits()


def create_app(
    token: str, hosts: Collection[str], limits: Limits = _LIMITS, matches: Sequence[str | Path] = ()
) -> Guard:
    """The application behind its guard.

    Args:
        token: the first part of every address.
        hosts: the accepted values of the header Host.
        matches: the records of matches to watch.
    """
    server = _Server(token, Sessions(*limits), Matches(matches))
    routes = [
        Route("/", server.page),
        Route("/static/{name}", server.static),
        Route("/games.json", server.games),
        Route("/picture/{variant}.svg", server.picture),
        Route("/armies/{variant}", server.armies),
        Route("/rules/{variant}", server.rules),
        Route("/lessons/{variant}", server.lessons),
        Route("/puzzles/{variant}", server.puzzles),
        Route("/lesson/{variant}/{lesson:int}/{number:int}.svg", server.lesson_picture),
        WebSocketRoute("/play", server.play),
    ]
    app = Starlette(routes=routes, lifespan=server.lifespan)
    return Guard(app, token, hosts)


@cache
def _static() -> Mapping[str, bytes]:
    """The files of the page, by name: nothing else in the file system can be reached."""
    folder = files("oddfish.protocols.web") / "static"
    return {item.name: item.read_bytes() for item in folder.iterdir() if item.name.rpartition(".")[2] in _KINDS}


class _Server:
    def __init__(self, token: str, sessions: Sessions, matches: Matches):
        self.token = token
        self.sessions, self.matches = sessions, matches
        self.connections = 0

    @asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        sweeping = asyncio.create_task(self._sweep())
        following = asyncio.create_task(self.matches.follow())
        try:
            yield
        finally:
            sweeping.cancel()
            following.cancel()
            self.sessions.close()

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(_SWEEP)
            self.sessions.sweep()

    # Pages --------------------------------------------------------------------------------------------------

    async def page(self, request: Request) -> Response:
        """The page. Its cookie is a secret that identifies a browser, so that the browser keeps its seats."""
        page = _file("index.html")
        if request.cookies.get(_COOKIE) is None:
            page.set_cookie(_COOKIE, new_token(), _COOKIE_AGE, path=f"/{self.token}/", httponly=True, samesite="strict")
        return page

    async def static(self, request: Request) -> Response:
        return _file(request.path_params["name"])

    async def games(self, request: Request) -> Response:
        return JSONResponse({**catalogue.games(), "matches": self.matches.titles})

    async def picture(self, request: Request) -> Response:
        found = catalogue.picture(request.path_params["variant"])
        return _missing() if found is None else Response(found, media_type="image/svg+xml")

    async def armies(self, request: Request) -> Response:
        found = await asyncio.to_thread(armies, request.path_params["variant"])
        return _missing() if found is None else JSONResponse(found)

    async def rules(self, request: Request) -> Response:
        found = catalogue.rules(request.path_params["variant"])
        return _missing() if found is None else JSONResponse({"html": found})

    async def lessons(self, request: Request) -> Response:
        return JSONResponse(teaching.lessons(request.path_params["variant"]))

    async def puzzles(self, request: Request) -> Response:
        found = quiz.listed(request.path_params["variant"])
        return _missing() if found is None else JSONResponse(found)

    async def lesson_picture(self, request: Request) -> Response:
        asked = request.path_params
        found = teaching.picture(asked["variant"], asked["lesson"], asked["number"])
        return _missing() if found is None else Response(found, media_type="image/svg+xml")

    # The connection of a page -------------------------------------------------------------------------------

    async def play(self, socket: WebSocket) -> None:
        if self.connections >= _MOST_CONNECTIONS:
            await socket.close(1013)
            return
        self.connections += 1
        try:
            await socket.accept()
            await _Connection(socket, self.sessions, self.matches).run()
        finally:
            self.connections -= 1


class _Connection:
    """One page. It shows at most one session or match at a time."""

    def __init__(self, socket: WebSocket, sessions: Sessions, matches: Matches):
        self._socket, self._sessions, self._matches = socket, sessions, matches
        self._fetching: asyncio.Task[None] | None = None
        self._waiting: asyncio.Queue[Event] = asyncio.Queue(_MOST_WAITING)
        self._rate = Rate(_RATE)
        self._browser = socket.cookies.get(_COOKIE, "")[:_MOST_COOKIE]
        self._session: Session | None = None
        self._visitor = Visitor(self._browser, None, self._reply)
        self._leave = _nothing

    async def run(self) -> None:
        sending = asyncio.create_task(self._send())
        try:
            while True:
                try:
                    text = await self._socket.receive_text()
                except (WebSocketDisconnect, RuntimeError, KeyError):  # closed, or not a text
                    break
                if len(text) > MOST_BYTES:
                    break
                if self._rate.allows():
                    self._read(text)
                else:
                    self._reply({"t": "error", "text": "Too many clicks. Please wait a moment."})
                if sending.done():
                    break
        finally:
            self._leave()
            self._stop_fetching()
            sending.cancel()
        with suppress(Exception):
            await self._socket.close(1008)

    def _read(self, text: str) -> None:
        try:
            message = json.loads(text)
            if not isinstance(message, dict):
                raise RefusedError("expected an object")
            self._handle(message)
        except RefusedError as error:
            self._reply({"t": "error", "text": str(error)})
        except (ValueError, RecursionError) as error:
            self._reply({"t": "error", "text": f"invalid message: {error}"[:200]})

    def _handle(self, message: Mapping[str, Any]) -> None:
        kind = message.get("t")
        if kind == "new":
            self._show(self._sessions.create(message, self._browser), None, None)
        elif kind == "join":
            name, seen, seat = message.get("session"), message.get("seen"), message.get("seat")
            session = self._sessions.find(name) if isinstance(name, str) else None
            if session is None:
                self._reply({"t": "gone"})
            else:
                seat = seat if type(seat) is int and seat in (0, 1) else None
                self._show(session, seen if isinstance(seen, int) else None, seat)
        elif kind == "edit":
            self._reply(edited(message))
        elif kind in ("watch", "record"):
            if (match := self._matches.number(message.get("match"))) is None:
                self._reply({"t": "gone"})
            elif kind == "watch":
                self._leave()
                self._session = None
                self._leave = self._matches.listen(match, self._reply)
            else:
                self._stop_fetching()
                self._fetching = asyncio.create_task(self._fetch(match, message.get("game")))
        elif self._session is not None:
            self._session.handle(message, self._visitor)

    async def _fetch(self, match: int, game: object) -> None:
        self._reply(await self._matches.game(match, game))

    def _stop_fetching(self) -> None:
        if self._fetching is not None:
            self._fetching.cancel()

    def _show(self, session: Session, seen: int | None, seat: int | None) -> None:
        self._leave()
        self._session = session
        self._visitor = Visitor(self._browser, seat, self._reply)
        self._leave = session.enter(self._visitor, seen)

    def _reply(self, event: Event) -> None:
        if self._waiting.full():  # a page that does not read: it can connect again
            self._leave()
            return
        self._waiting.put_nowait(event)

    async def _send(self) -> None:
        while True:
            event = await self._waiting.get()
            await self._socket.send_text(json.dumps(event, separators=(",", ":")))


def _nothing() -> None:
    pass


def _file(name: str) -> Response:
    content = _static().get(name)
    if content is None:
        return _missing()
    return Response(content, media_type=_KINDS[name.rpartition(".")[2]])


def _missing() -> Response:
    return PlainTextResponse("Not found\n", status_code=404)
