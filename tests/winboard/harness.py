"""Drive a real, unmodified WinBoard under Wine on a virtual screen, as ``tests/gui`` drives XBoard: the same person at
the same table, with the same referee looking on.

A Windows program under Wine cannot start one of Linux. WinBoard therefore starts ``bridge.exe PORT``, which lies beside
it and joins its standard input and output to a TCP port of this machine, where each connection gets an engine.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import socket
import socketserver
import subprocess
import threading
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

from PIL import Image

from gui.boards import Boards
from gui.halves import Halves
from gui.screen import PATIENCE, Display, Rect, find_program, wait_steady, wait_until
from gui.table import Table, oddfish_command
from gui.xboard_files import MENU
from oddfish.engine.variants import REGISTRY
from oddfish.protocols import winboard
from oddfish.protocols.pictures.winboard import SIZES, piece_name
from oddfish.protocols.projections import projection_for

#: Where WinBoard is, as ``make test-winboard WINBOARD=path/to/winboard.exe`` says.
PROGRAM = Path(os.environ.get("WINBOARD") or "winboard.exe")
#: The screen that the boards fill.
SCREEN = (1366, 768)
_KING = 65  # its number in the table of pieces
_BLACK = bytes(3)
_MENU = {"Hint": ("alt+n", "h")}
_LEFT, _BELOW = 3, 5  # pixels between the board and the window as xdotool tells it
#: What WinBoard shows on the screen besides its board would be in the way of clicks.
_FLAGS = {
    "debugMode": "true",
    "autoDisplayTags": "false",
    "autoDisplayComment": "false",
    "timeDelay": "0",
    "engineOutputUp": "false",
    "moveHistoryUp": "false",
    "evalGraphUp": "false",
    "popupExitMessage": "false",
    "animateMoving": "false",
    "ponderNextMove": "false",
    "autoCallFlag": "false",
    "showCoords": "false",
    "highlightMoveWithArrow": "false",  # it may cover marks
}


def absent() -> str:
    """What the tests lack, in a line; '' if it is all there."""
    if not PROGRAM.is_file():
        return f"there is no {PROGRAM}: make test-winboard WINBOARD=path/to/winboard.exe"
    if not (PROGRAM.parent / "bridge.exe").is_file():
        return f"no bridge.exe beside {PROGRAM}"
    missing = [name for name in ("wine", "Xvfb", "xdotool", "openbox") if find_program(name) is None]
    return f"not installed: {', '.join(missing)}" if missing else ""


class Engines(contextlib.AbstractContextManager["Engines"]):
    """Listens on a port and joins each connection to an engine of its own."""

    def __init__(self, command: Sequence[str]):
        class Handler(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                _join(self.connection, command)

        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.port = int(self._server.server_address[1])
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True).start()

    def __exit__(self, *error: object) -> None:
        self._server.shutdown()
        self._server.server_close()


def _join(connection: socket.socket, command: Sequence[str]) -> None:
    """Until either side has had enough."""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as engine:
        assert engine.stdin is not None and engine.stdout is not None

        def relay(output: int) -> None:
            with contextlib.suppress(OSError):
                while data := os.read(output, 4096):
                    connection.sendall(data)
                connection.shutdown(socket.SHUT_RDWR)

        answers = threading.Thread(target=relay, args=(engine.stdout.fileno(),), daemon=True)
        answers.start()
        with contextlib.suppress(OSError):
            while data := connection.recv(4096):
                engine.stdin.write(data)
        with contextlib.suppress(OSError):
            engine.stdin.close()
        try:
            engine.wait(10)
        except subprocess.TimeoutExpired:
            engine.kill()
        answers.join(5)


class Wine:
    """A Windows of our own with WinBoard in it, in which the games are installed.

    Attributes:
        folder: WinBoard's, with a blank in its name.
    """

    def __init__(self, place: Path):
        self.prefix = place / "prefix"
        self.prefix.mkdir()
        self.folder = place / "Win Board"
        self.folder.mkdir()
        for name in ("winboard.exe", "bridge.exe"):
            shutil.copy(PROGRAM.parent / name, self.folder / name)
        width, height = SCREEN
        subprocess.run(
            [oddfish_command(), "install-gui", "--winboard", str(self.folder), "--screen", f"{width}x{height}"],
            check=True,
            capture_output=True,
        )

    def environment(self, display: Display) -> dict[str, str]:
        own = {"WINEPREFIX": str(self.prefix), "WINEDEBUG": "-all", "WINEDLLOVERRIDES": "mscoree="}
        return {**display.environment, **own}

    def boot(self, display: Display) -> None:
        """Make the Windows, so that the first WinBoard need not wait for it."""
        subprocess.run(["wine", "wineboot", "-i"], env=self.environment(display), capture_output=True, check=False)

    def shut_down(self, display: Display) -> None:
        server = find_program("wineserver") or "/usr/lib/wine/wineserver"
        subprocess.run([server, "-k"], env=self.environment(display), capture_output=True, check=False)


class WinTable(Table):
    """A person against the engine in WinBoard, as ``winboard.exe @oddfish-VARIANT.ini`` starts the game.

    Args:
        black: the person plays Black, by the settings for that.
        depth: of the engine's search.
    """

    def __init__(
        self, display: Display, wine: Wine, variant: str, *, black: bool = False, depth: int = 2, fen: str = ""
    ):
        super().__init__(display, variant, fen, depth=depth, texture=True)
        self.wine = wine
        self.view = winboard.View(REGISTRY[variant], black)
        self.holdings = winboard.shape(self.view.variant).hand
        self.flipped = black
        self.square = SIZES[winboard.fitting_size(winboard.shape(self.view.variant), SCREEN)]

    def __enter__(self) -> WinTable:
        words = [word for item in self.rules.items() for word in ("--option", "=".join(item))]
        command = [oddfish_command(), "--cecp", "--variant", self.variant, "--option", "Gui=WinBoard", *words]
        with contextlib.ExitStack() as stack:
            self._engines = stack.enter_context(Engines(command))
            super().__enter__()
            self._own = stack.pop_all()
        return self

    def close(self) -> None:
        super().close()
        self._own.close()

    @property
    def environment(self) -> dict[str, str]:
        return self.wine.environment(self.display)

    def command_line(self) -> list[str]:
        flags = {**_FLAGS, **dict(zip(self.options[::2], self.options[1::2]))}
        flags["nameOfDebugFile"] = windows_path(self.log.path)
        for name in ("firstChessProgram", "secondChessProgram"):
            flags[name] = f"bridge.exe {self._engines.port}"
        words = [word for name, value in flags.items() for word in (f"-{name.lstrip('-')}", value)]
        if self.fen:
            (self.home / "start.fen").write_text(f"{self.fen}\n")
            words += ["-loadPositionFile", windows_path(self.home / "start.fen")]
        # WinBoard looks for settings and programs where it is started.
        return ["/bin/sh", "-c", 'cd "$0" && exec wine winboard.exe "$@"', str(self.wine.folder),
                f"@{self.view.name}.ini", *words]  # fmt: skip

    def _wait_ready(self) -> None:
        def own_window() -> int | None:
            self._check_alive()
            found = (window for window, title in self.display.windows().items() if title.startswith("WinBoard"))
            return next(found, None)

        self.window = wait_until(own_window, "WinBoard's window")
        self.wait_output("pong", since=0)
        wait_steady(lambda: self.display.place(self.window), "the window to stay")

    def board_rect(self) -> Rect:
        """The board fills the window's lower part."""
        place = wait_until(lambda: self.display.place(self.window), "WinBoard's window")
        left, bottom = place.left + _LEFT, place.bottom - _BELOW
        return Rect(left, bottom - self.square * self.ranks, left + self.square * self.columns, bottom)

    def _look_for_board(self) -> Rect:
        return self.board_rect()

    def start(self) -> None:
        """White's turn if the person plays Black: the engine begins by itself."""
        if self.view.black:
            self.turns(1)

    def menu(self, item: str) -> None:
        """Choose a menu item of ``MENU``; some have another letter here."""
        first, *rest = _MENU.get(item, MENU[item])
        self.keys(first)
        if rest:
            wait_steady(lambda: self.display.image().pixels, f"the menu of {item}")
            self.display.xdotool("key", *rest)

    def pictures(self, pieces: Iterable[tuple[str, str]]) -> list[str]:
        """Those of the pieces, given by squares and letters, whose installed pictures WinBoard does not show there."""
        tables = [re.match(r"setup \((\S+)\)", m.text) for m in self.messages() if not m.sent]
        table = next((found[1] for found in reversed(tables) if found), "PNBRQKpnbrqk")
        tokens = re.findall(r"[^=](?:['!])?(?:=.)?", table)
        half = len(tokens) // 2
        numbers = {token[0]: _KING if index % half == half - 1 else index % half for index, token in enumerate(tokens)}
        wrong = []
        folder = self.wine.folder / "oddfish" / projection_for(self.variant).piece_set
        for square, letter in pieces:
            if self._mark(square) != ".":  # the engine's last move: a disc stands on the piece
                continue
            stem = piece_name(numbers[letter], self.square)
            silhouette = _pixels(folder / f"{stem}w.bmp")
            picture = _pixels(folder / f"{stem}{'o' if letter.isupper() else 's'}.bmp")
            shown = self.display.image(self.square_rect(square)).pixels
            points = (bytes((shown[at + 2], shown[at + 1], shown[at])) for at in range(0, len(shown), 4))
            if any(inside == _BLACK and point != drawn for inside, point, drawn in zip(silhouette, points, picture)):
                wrong.append(f"{letter}{square}")
        return wrong

    def moves(self) -> list[str]:
        return Boards.moves(self) if self.variant.startswith("tandem") else super().moves()  # type: ignore[arg-type]

    def check(self) -> str:
        """WinBoard's board must be the one our rules lead to."""
        own = {"bifold": Halves.check, "tandem": Boards.check}.get(self.variant.split("-")[0], Table.check)
        return own(self)  # type: ignore[arg-type]

    def settled(self) -> None:
        """Wait until every piece on the board is the one that is installed, where it should be."""
        pieces = [*self._letters(self.save_position(self.home / "shown.fen"))]
        try:
            wait_until(lambda: not self.pictures(pieces), "all pieces to be drawn", PATIENCE)
        except TimeoutError as error:
            raise TimeoutError(f"{error}; these are not: {' '.join(self.pictures(pieces))}") from None

    def _letters(self, fen: str) -> Iterator[tuple[str, str]]:
        """What stands on each square."""
        lowest = 0 if self.ranks == 10 else 1
        rows = fen.split()[0].partition("[")[0].split("/")
        for rank, row in enumerate(reversed(rows), lowest):
            file = 0
            for token in re.findall(r"\d+|[A-Za-z]", row):
                if token.isdigit():
                    file += int(token)
                    continue
                yield f"{chr(ord('a') + file)}{rank}", token
                file += 1

    def _file_dialog(self, item: str, path: Path) -> None:
        known = set(self.dialogs())
        self.menu(item)
        dialog = self._wait_dialog(known)
        self._still(self.display.place(dialog))
        self.display.xdotool("key", "ctrl+a")
        self.enter(windows_path(path))
        wait_until(lambda: dialog not in self.dialogs(), f"the dialog of {item} to close")


@cache
def _pixels(path: Path) -> list[bytes]:
    """A bitmap's pixels."""
    with Image.open(path) as picture:
        data = picture.convert("RGB").tobytes()
    return [data[at : at + 3] for at in range(0, len(data), 3)]


def windows_path(path: Path) -> str:
    """A path as programs under Wine have it."""
    return "Z:" + str(path).replace("/", "\\")
