"""Drive a real, unmodified WinBoard under Wine on a virtual screen, as ``tests/gui`` drives XBoard: with the
same tables and the same referee.

A Windows program under Wine cannot start a Linux program. So WinBoard starts ``bridge.exe PORT`` in its own folder,
which connects its standard input and output to a TCP port of this machine, where each connection gets an engine.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import shutil
import socket
import socketserver
import subprocess
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from gui.boards import Boards
from gui.halves import Halves
from gui.halves import essence as halves
from gui.screen import STEADY, Display, Rect, find_program, wait_steady, wait_until
from gui.table import Table, army_options, oddfish_command
from gui.xboard_files import MENU
from oddfish.cext.tandem.game import Tandem
from oddfish.engine.game import Game
from oddfish.engine.variants import REGISTRY
from oddfish.protocols import winboard
from oddfish.protocols.projections import Projection, projection_for
from oddfish.protocols.projections.tandem import Turn
from winboard.shown import Drawing, after, cells, letters, numbers

#: The path of WinBoard, from ``make test-winboard WINBOARD=path/to/winboard.exe``.
PROGRAM = Path(os.environ.get("WINBOARD") or "winboard.exe")
#: The game that is installed with armies; its pieces have badges.
BADGED = "augmented-half-chess"
#: The size of the screen, which the boards fill.
SCREEN = (1366, 768)
_ATTEMPTS = 3  # to make a Windows
_MENU = {**MENU, "Hint": ("alt+n", "h"), "Board Themes": ("alt+v", "b")}
_LEFT, _BELOW = 4, 4  # pixels between the board and the window
#: WinBoard's other windows would be in the way of clicks.
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
    """The missing programs and files, in one line; '' if there are none."""
    if not PROGRAM.is_file():
        return f"there is no {PROGRAM}: make test-winboard WINBOARD=path/to/winboard.exe"
    if not (PROGRAM.parent / "bridge.exe").is_file():
        return f"no bridge.exe beside {PROGRAM}"
    missing = [name for name in ("wine", "Xvfb", "xdotool", "openbox") if find_program(name) is None]
    return f"not installed: {', '.join(missing)}" if missing else ""


class Engines(contextlib.AbstractContextManager["Engines"]):
    """Listens on a port and gives each connection a new engine."""

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
    """Copy data until either side closes the connection."""
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
    """A new Windows, with a WinBoard in which the games are installed.

    Args:
        place: an empty folder for the Windows.
        folder: WinBoard's, with a blank in its name. All processes that run these tests share it; the first one
            installs the games there.

    Attributes:
        folder: the same.
    """

    def __init__(self, place: Path, folder: Path):
        self.prefix = place / "prefix"
        self.folder = folder

    def prepare(self, display: Display) -> None:
        """Install the games and make the Windows, so that the first WinBoard does not wait for it. That takes long and
        can fail if several are made at once, so all processes copy the first one."""
        made = self.folder.with_name("prefix")
        with self.folder.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not self.folder.exists():
                with _installing(self.folder):
                    self._make(display, made)
        assert (self.folder / "oddfish" / "installed.json").is_file(), "another process could not install the games"
        shutil.copytree(made, self.prefix, symlinks=True)

    def _make(self, display: Display, prefix: Path) -> None:
        environment = {**self.environment(display), "WINEPREFIX": str(prefix)}
        for _ in range(_ATTEMPTS):
            prefix.mkdir()
            said = subprocess.run(["wine", "wineboot", "-i"], env=environment, capture_output=True, check=False).stderr
            for word in ("-k", "-w"):  # end all its processes, and wait for their files
                subprocess.run([_server(), word], env=environment, capture_output=True, check=False)
            if (prefix / "drive_c" / "windows" / "system32" / "kernel32.dll").is_file():
                return
            shutil.rmtree(prefix)
        raise RuntimeError(f"Wine makes no Windows: {said.decode(errors='replace')}")

    def environment(self, display: Display) -> dict[str, str]:
        own = {"WINEPREFIX": str(self.prefix), "WINEDEBUG": "-all", "WINEDLLOVERRIDES": "mscoree="}
        return {**display.environment, **own}

    def shut_down(self, display: Display) -> None:
        subprocess.run([_server(), "-k"], env=self.environment(display), capture_output=True, check=False)


def _server() -> str:
    return find_program("wineserver") or "/usr/lib/wine/wineserver"


@contextlib.contextmanager
def _installing(folder: Path) -> Iterator[None]:
    """Install WinBoard and the games in a folder, in parallel with other work."""
    folder.mkdir()
    for name in ("winboard.exe", "bridge.exe"):
        shutil.copy(PROGRAM.parent / name, folder / name)
    screen = "x".join(map(str, SCREEN))
    armies = [word for item in army_options(BADGED).items() for word in ("--option", "=".join(item))]
    command = [oddfish_command(), "install-gui", "--winboard", str(folder), "--screen", screen, *armies]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as installing:
        yield
        said, _ = installing.communicate()
    assert installing.returncode == 0, said


class AtWinBoard(Table):
    """A person's table at WinBoard, as ``winboard.exe @oddfish-VARIANT.ini`` starts it. A mixin, to put before the
    class of a game's table.

    Args:
        wine: the Windows in which WinBoard runs.
        as_installed: the settings alone decide who begins and which side is at the bottom: those for Black, if the
            person plays Black. Otherwise the engine waits for a command to play, as in ``tests/gui``.
        screen: the size of the screen for which to write the settings, as with ``install-gui --screen``.
    """

    margins = False

    def __init__(
        self,
        *words: Any,
        wine: Wine,
        as_installed: bool = False,
        screen: tuple[int, int] = SCREEN,
        **how: Any,
    ):
        super().__init__(*words, **how, texture=True)
        self.wine, self.as_installed, self.screen = wine, as_installed, screen
        self._pinned: Rect | None = None
        self._coordinates = False  # are in corners of the squares at two edges
        self._look_at(self.variant, army_options(self.variant) if self.variant == BADGED else {})

    def _look_at(self, variant: str, armies: Mapping[str, str]) -> None:
        """Set the look of a variant's board, and the pieces of its chosen armies."""
        self.view = winboard.View(REGISTRY[variant], self.flipped, tuple(armies.items()))
        shape = winboard.shape(self.view.variant)
        self.files, self.ranks, _ = shape
        self.square = winboard.SIZES[winboard.fitting_size(shape, self.screen)]
        self.drawing = Drawing(self.wine.folder, self.view, self.square)

    def __enter__(self: W) -> W:
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
        if not self.as_installed:
            flags |= {"initialMode": "", "autoFlipView": "false", "flipView": str(self.flipped).lower()}
        flags["nameOfDebugFile"] = windows_path(self.log.path)
        words = [word for name, value in flags.items() for word in (f"-{name.lstrip('-')}", value)]
        words += [f"@{windows_path(self._engine_settings())}"]
        if self.fen:
            (self.home / "start.fen").write_text(f"{self.fen}\n")
            words += ["-loadPositionFile", windows_path(self.home / "start.fen")]
        # WinBoard looks for settings and programs in the folder where it starts.
        return ["/bin/sh", "-c", 'cd "$0" && exec wine winboard.exe "$@"', str(self.wine.folder),
                f"@{self._settings()}", *words]  # fmt: skip

    def _engine_settings(self) -> Path:
        """A file that replaces the engine of the installed settings; its path has a blank, as there."""
        path = self.home / "engine.ini"
        bridge = subprocess.list2cmdline([windows_path(self.wine.folder / "bridge.exe")])
        path.write_text("".join(f"-{name} {{{bridge} {self._engines.port}}}\r\n" for name in ("fcp", "scp")))
        return path

    def _settings(self) -> str:
        """The settings file. Boards are drawn for all usual screens, but settings are for one."""
        if self.screen == SCREEN:
            return f"{self.view.name}.ini"
        path = self.home / f"{self.view.name}.ini"
        pictures = windows_path(self.wine.folder / "oddfish")
        path.write_bytes(winboard.settings_text(self.view, oddfish_command(), pictures, self.screen).encode())
        return windows_path(path)

    def _wait_ready(self) -> None:
        def own_window() -> int | None:
            self._check_alive()
            found = (window for window, title in self.display.windows().items() if title.startswith("WinBoard"))
            return next(found, None)

        self.window = wait_until(own_window, "WinBoard's window")
        self.wait_output("pong", since=0)
        self.wait_fitted()

    def wait_fitted(self, steady_for: float = STEADY) -> None:
        wait_steady(lambda: self.display.place(self.window), "the window to stay", steady_for)

    # What is shown --------------------------------------------------------------------------------------------

    def board_rect(self) -> Rect:
        """The board fills the window's lower part."""
        if self._pinned is not None:
            return self._pinned
        place = wait_until(lambda: self.display.place(self.window), "WinBoard's window")
        left, bottom = place.left + _LEFT, place.bottom - _BELOW
        return Rect(left, bottom - self.square * self.ranks, left + self.square * self.columns, bottom)

    def _look_for_board(self) -> Rect:
        return self.board_rect()

    @contextlib.contextmanager
    def _pin(self) -> Iterator[Rect]:
        """Read all squares of a board, but find the board only once."""
        self._pinned = self.board_rect()
        try:
            yield self._pinned
        finally:
            self._pinned = None

    def marks(self) -> str:
        with self._pin():
            return super().marks()

    def wrong(self, board: str) -> list[str]:
        """The squares on which WinBoard does not show the board of a FEN to the pixel; marked squares are left out."""
        places = numbers(self._setup())
        pieces = letters(board, self.files)
        found = []
        with self._pin() as rect:
            for column, row, shown in cells(self.display.image(rect), self.columns, self.ranks):
                across, down = column, row
                if self.flipped:
                    across, down = self.files - 1 - across, self.ranks - 1 - down
                letter = pieces[down * self.files + across]
                light = (across + self.ranks - 1 - down) % 2 == 1
                square = f"{chr(ord('a') + across)}{self.ranks - down - (self.ranks == 10)}"
                wanted = self.drawing.cell(column, row, light, letter, places.get(letter, -1))
                corner = self.square // 4 if self._coordinates and (column == 0 or row == self.ranks - 1) else 0
                inner = slice(corner, self.square - corner)
                if not np.array_equal(shown[inner, inner], wanted[inner, inner]) and self._mark(square) == ".":
                    found.append(f"{letter}{square}")
        return found

    def _setup(self) -> str:
        """The engine's last ``setup`` line, '' for chess; a line of an unknown variant is soon followed by another."""
        own = re.compile(r"setup \(\S+\) \d+x\d+\+\d+_(?!unknown)")
        return next((m.text for m in reversed(self.messages()) if not m.sent and own.match(m.text)), "")

    def settled(self) -> str:
        """Wait until the board is drawn according to our rules; returns its pieces."""
        try:
            return wait_until(self._as_expected, "the board to be drawn")
        except TimeoutError as error:
            board = self.expected_board()
            raise TimeoutError(f"{error} as {board}; these squares are not: {' '.join(self.wrong(board))}") from None

    def _as_expected(self) -> str | None:
        """The pieces on the board if they agree with our rules; None in the middle of a turn or a correction."""
        try:
            board = self.expected_board()
        except (AssertionError, ValueError):
            return None
        return None if self.wrong(board) else board

    def agrees(self) -> bool:
        """Whether the board agrees with our rules."""
        return self._as_expected() is not None

    def expected_board(self) -> str:
        """The pieces on the board by our rules, in WinBoard's letters."""
        plies = self.moves()
        game, rest, _ = self.read(plies)
        if isinstance(game.position, Tandem):
            return Turn(game.position, rest).inside.board_fen()
        assert not rest, f"inside a turn: {rest}"
        if "halfgi" not in self.variant:
            return self.expected().split()[0]
        # Our rules do not say which half of a square is taken, or where in a hand a piece lies, but the plies do.
        setup = self._setup()
        starts = [m.text.split()[1] for m in self._since_new() if m.text.startswith("setboard ")]
        board = after(starts[-1] if starts else setup.split()[3], plies, setup)
        read = projection_for(self.variant).read_fen(f"{board} {'wb'[game.turn]} - - 0 1")
        assert halves(Game(self.variant, fen=read).fen()) == halves(game.fen()), f"{board} is not {game.fen()}"
        return board

    def check(self) -> str:
        """Check that WinBoard draws the board by our rules. Returns the same as the table's own ``check``."""
        board = self.settled()
        assert not self.errors(), self.dialogs()
        return self.referee().fen() if isinstance(self, Halves) else board

    def check_saved(self) -> str:
        """Check that the position saved by WinBoard agrees with our rules."""
        own: dict[str, Callable[[Any], str]] = {"tandem": Boards.check}
        own |= dict.fromkeys(("halfgi", "bifold"), Halves.check)
        return own.get(self.variant.partition("-")[0], Table.check)(self)

    def start(self) -> None:
        """White's turn if the person plays Black: with the installed settings, the engine begins by itself."""
        if self.as_installed and self.flipped:
            self.turns(1)
        else:
            super().start()

    def menu(self, item: str) -> None:
        """Choose a menu item; some have other letters in WinBoard."""
        first, *rest = _MENU[item]
        self.keys(first)
        if rest:
            wait_steady(lambda: self.display.image().pixels, f"the menu of {item}")
            self.display.xdotool("key", *rest)

    def switch(self, variant: str) -> None:
        """File > New Variant, then View > Board Themes for its board."""
        self.new_variant(variant)
        self.variant, self.rules = variant, army_options(variant)
        self._look_at(variant, {})  # the settings of other games have no armies
        titles = [line.split('"')[1] for line in winboard.themes("", self.screen)]
        self._coordinates = projection_for(variant).coordinates
        dialog = self._open("Board Themes")
        title = self.view.title if self.view.title in titles else self.view.variant.title  # one for both sides
        # The lines of a list, below a line for groups.
        self._click_in(dialog, 0.09, (46 + 12 * titles.index(title)) / 303)
        self._still(self.display.place(dialog))
        self._click_in(dialog, 0.84, 0.9)  # OK
        wait_until(lambda: not self.dialogs(), "the list of themes to close")
        self.wait_fitted()

    def new_variant(self, name: str) -> None:
        self.skip()
        offers = (re.search(r'variants="(.*?)"', message.text) for message in self.messages())
        offered = next(found[1].split(",") for found in offers if found)
        row, column = divmod([variant for variant in offered if variant != "normal"].index(name), 3)
        dialog = self._open("New Variant")
        # The engine's own variants have the lower rows of buttons.
        self._click_in(dialog, (21 + 107 * column) / 336, (209 + 15 * row) / 405)
        self._still(self.display.place(dialog))
        self.display.xdotool("key", "Return")
        self.wait_command(f"variant {name}$")
        self._wait_pong()
        wait_until(lambda: not self.dialogs(), "the list of variants to close")

    def _click_in(self, dialog: int, across: float, down: float) -> None:
        """Click in a dialog, at parts of its width and height, because its size depends on its font."""
        place = self.display.place(dialog)
        assert place is not None
        x, y = place.left + round(across * place.width), place.top + round(down * place.height)
        self._mouse(Rect(x - 1, y - 1, x + 1, y + 1), "down", "up")

    def _file_dialog(self, item: str, path: Path) -> None:
        dialog = self._open(item)
        self.display.xdotool("key", "ctrl+a")
        self.enter(windows_path(path))
        wait_until(lambda: dialog not in self.dialogs(), f"the dialog of {item} to close")


W = TypeVar("W", bound=AtWinBoard)


class WinTable(AtWinBoard, Table):
    """The table of any game, with the installed settings."""

    def __init__(
        self,
        display: Display,
        wine: Wine,
        variant: str,
        *,
        black: bool = False,
        fen: str = "",
        screen: tuple[int, int] = SCREEN,
    ):
        super().__init__(display, variant, fen, flipped=black, wine=wine, as_installed=True, screen=screen)

    def _start(self, projection: Projection) -> str | None:
        return Boards._start(self, projection) if self._by_turns else super()._start(projection)  # type: ignore[arg-type]

    def moves(self) -> list[str]:
        return Boards.moves(self) if self._by_turns else super().moves()  # type: ignore[arg-type]

    @property
    def _by_turns(self) -> bool:
        return self.variant.startswith("tandem")


def at_winboard(kind: type[Table], wine: Wine) -> Callable[..., AtWinBoard]:
    """The table of a game from ``tests/gui``, at WinBoard."""
    return partial(type(kind.__name__, (AtWinBoard, kind), {}), wine=wine)


def windows_path(path: Path) -> str:
    """A path in the notation of programs under Wine."""
    return "Z:" + str(path).replace("/", "\\")
