"""Opens the port and the browser, and serves until it is interrupted."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import ipaddress
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Sequence

import uvicorn

from oddfish.protocols.web.app import create_app
from oddfish.protocols.web.security import MOST_BYTES, new_token

#: The address that only this machine reaches.
LOOPBACK = "127.0.0.1"
#: Seconds that open connections get when the server ends.
_GRACE = 1


def serve(host: str, port: int, opened: Callable[[str, bool], None], matches: Sequence[str] = ()) -> None:
    """Serve until SIGINT or SIGTERM.

    Args:
        host: the address to listen on.
        port: 0 for any free one.
        opened: called when the port is open, with the page's address and whether only this machine reaches it.
        matches: records of matches to watch.

    Raises:
        OSError: the address, which the error names, is not available, or stands for several.
    """
    token = new_token()
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as listening:
        if sys.platform != "win32":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        shown = f"[{host}]" if family == socket.AF_INET6 else host
        try:
            listening.bind((host, port))
        except OSError as error:
            raise OSError(error.errno, error.strerror, f"{shown}:{port}" if port else host) from None
        bound, port = listening.getsockname()[:2]
        reached = ipaddress.ip_address(bound.partition("%")[0])
        if reached.is_unspecified:
            problem = "expected one address of this machine, such as 192.168.1.20"
            raise OSError(errno.EINVAL, problem, host or "an empty host")
        names = {shown} | ({"localhost"} if host == LOOPBACK else set())
        config = uvicorn.Config(
            create_app(token, [f"{name}:{port}" for name in names], matches=matches),
            log_level="error",
            ws_max_size=MOST_BYTES,
            timeout_graceful_shutdown=_GRACE,
            server_header=False,
            date_header=False,
        )
        server, page = uvicorn.Server(config), f"http://{shown}:{port}/{token}/"
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(_run(server, listening, lambda: opened(page, reached.is_loopback)))


async def _run(server: uvicorn.Server, listening: socket.socket, ready: Callable[[], None]) -> None:
    """Serve, and call `ready` as soon as requests are answered."""
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started and not serving.done():
        await asyncio.sleep(0.01)
    if server.started:
        ready()
    await serving


def open_browser(address: str) -> None:
    """Show the page, if there is a browser. Some take a while to start, so this does not wait."""
    threading.Thread(target=_open, args=(address,), daemon=True).start()


def _open(address: str) -> None:
    with contextlib.suppress(webbrowser.Error, OSError):
        webbrowser.open(address)
