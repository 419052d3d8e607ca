"""Who may talk to the server, and how much.

Other sites' pages can send requests to this machine. But they do not know the random token in the address, and the
browser sends their origin in a header; with DNS rebinding, it sends their host.
"""

from __future__ import annotations

import hmac
import secrets
import time
from collections.abc import Collection
from typing import Any

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

#: The maximum number of bytes in a message from a page, and in the address of a request.
MOST_BYTES, _MOST_ADDRESS = 64 * 1024, 2048


def new_token() -> str:
    """A token that cannot be guessed."""
    return secrets.token_urlsafe(16)


class Guard:
    """Refuses requests from elsewhere, and adds the headers that restrict the page.

    Args:
        app: the application behind it, which sees addresses without the token.
        token: the first part of every address.
        hosts: the accepted values of the header Host.
    """

    def __init__(self, app: ASGIApp, token: str, hosts: Collection[str]):
        self._app, self._token, self._hosts = app, token, frozenset(hosts)
        sockets = " ".join(sorted(f"ws://{host}" for host in self._hosts))
        policy = (
            f"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
            f"connect-src 'self' {sockets}; "
            "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        )
        self._headers = [
            (b"content-security-policy", policy.encode()),
            (b"x-content-type-options", b"nosniff"),
            (b"x-frame-options", b"DENY"),
            (b"referrer-policy", b"no-referrer"),
            (b"cross-origin-opener-policy", b"same-origin"),
            (b"cross-origin-resource-policy", b"same-origin"),
            (b"cache-control", b"no-store"),
        ]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        path = self._inside(scope)
        if path is None:
            await _refuse(scope, receive, send)
            return

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message.get("headers", []), *self._headers]}
            await send(message)

        await self._app({**scope, "path": path, "raw_path": path.encode()}, receive, answer)

    def _inside(self, scope: Scope) -> str | None:
        """The path after the token; None if the request is refused."""
        headers = Headers(scope=scope)
        if headers.get("host", "") not in self._hosts or len(scope["path"]) > _MOST_ADDRESS:
            return None
        origin = headers.get("origin")
        if origin is None and scope["type"] == "websocket":
            return None
        if origin is not None and origin not in {f"http://{host}" for host in self._hosts}:
            return None
        if scope["type"] == "http" and scope["method"] not in ("GET", "HEAD"):
            return None
        parts = scope["path"].split("/", 2)  # `*`, which HTTP allows, has only one
        if len(parts) < 3 or not hmac.compare_digest(parts[1].encode(), self._token.encode()):
            return None
        return f"/{parts[2]}"


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008})
        return
    body = b"Use the address that `oddfish web` printed.\n"
    headers: Any = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 403, "headers": headers})
    await send({"type": "http.response.body", "body": body})


class Rate:
    """Allows a number of messages each second, and a burst of three times as many.

    >>> rate = Rate(1)
    >>> [rate.allows() for _ in range(4)]
    [True, True, True, False]
    """

    def __init__(self, each_second: float):
        self._speed = each_second
        self._most = self._left = 3 * each_second
        self._last = time.monotonic()

    def allows(self) -> bool:
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._last) * self._speed)
        self._last = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
