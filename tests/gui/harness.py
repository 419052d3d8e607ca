"""Drive a real, unmodified XBoard on a virtual screen, as a person would: by mouse and keyboard.

    with Display() as display, XBoard(display, engine, variant="halfgi", holdings=5) as xboard:
        xboard.move("e2", "e4")
        xboard.wait_output(r"move (\\S+)")

The harness reads the lines between XBoard and its engines from XBoard's debug log (`xboard_files`), the screen from the
frame buffer (`screen`), and the places of windows from the X server (`xclient`).
It needs xboard, Xvfb, xdotool and openbox; `missing_programs` lists those that are absent.
"""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import TypeVar

from gui.screen import (
    CLICK,
    DARK,
    LIGHT,
    PATIENCE,
    TIMEOUT,
    Display,
    Image,
    Rect,
    find_program,
    missing_programs,
    stop,
    wait_steady,
    wait_until,
)
from gui.windows import Windows
from gui.xboard_files import MARKS, MENU, SETTINGS, DebugLog, Message

X = TypeVar("X", bound="XBoard")


class XBoard(Windows):
    """An XBoard with one or two engines; a context manager.

    `files`, `ranks` and `holdings` (how many types a hand can hold) describe the board XBoard draws; after a
    change of variant set them again with `reshape`. `flipped` says whether Black is at the bottom: XBoard turns
    the board only when `flip` or the option `-autoFlipView true` asks for it; then set `flipped` too.
    Without `ready` the constructor does not wait: for matches that can be over by then, and `-noGUI`.
    `fen`, in XBoard's dialect, is the start position of the first game.
    With `launch`, a command that starts XBoard itself (`oddfish xboard halfgi`), that command alone decides
    engines, variant and flags; `SETTINGS` then act as the user's settings, and the command's flags override them.
    """

    def __init__(
        self,
        display: Display,
        engine: Sequence[str] = (),
        second: Sequence[str] = (),
        *,
        launch: Sequence[str] = (),
        variant: str = "normal",
        options: Sequence[str] = (),
        files: int = 8,
        ranks: int = 8,
        holdings: int = 0,
        flipped: bool = False,
        board_size: int = 56,
        fen: str = "",
        ready: bool = True,
    ) -> None:
        self.display = display
        self.engine, self.second, self.launch = tuple(engine), tuple(second), tuple(launch)
        self.variant, self.options = variant, tuple(options)
        self.files, self.ranks, self.holdings, self.flipped = files, ranks, holdings, flipped
        self.board_size, self.fen, self.ready = board_size, fen, ready
        self.window = 0
        self._stack = contextlib.ExitStack()
        self._cursor: dict[tuple[bool, str], int] = {}
        self._board: Rect | None = None

    # Start and end

    def __enter__(self: X) -> X:
        with contextlib.ExitStack() as stack:
            self.home = Path(
                stack.enter_context(tempfile.TemporaryDirectory(prefix="oddfish-xboard-", ignore_cleanup_errors=True))
            )
            self.log = DebugLog(self.home / "xboard.debug")
            output = stack.enter_context((self.home / "output").open("wb"))
            self.process = subprocess.Popen(
                self.command_line(),
                env=self.environment,
                cwd=self.home,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            stack.callback(stop, self.process)
            self._stack = stack.pop_all()
        if self.ready:
            try:
                self._wait_ready()
            except BaseException:
                self._keep_artifacts()
                self._stack.close()
                raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None:
            self._keep_artifacts()
        self.close()

    def _keep_artifacts(self) -> None:
        """For a failed test: the screen and the debug log, if the environment names a folder for them."""
        if "GUI_ARTIFACTS" in os.environ:
            folder = Path(os.environ["GUI_ARTIFACTS"])
            folder.mkdir(parents=True, exist_ok=True)
            test = os.environ.get("PYTEST_CURRENT_TEST", "").partition(" ")[0].rpartition("/")[2]
            name = re.sub(r"[^\w.-]+", "-", f"failed-{test}-{self.process.pid}")
            self.display.screenshot(folder / f"{name}.png")
            (folder / f"{name}.debug").write_text(self.log.text())

    def close(self) -> None:
        """End XBoard, which ends its engines."""
        self._stack.close()

    @property
    def environment(self) -> dict[str, str]:
        """A separate home folder; a launch command finds `_settled_xboard` as `xboard`."""
        path = f"{self.home / 'bin'}:{os.environ['PATH']}"
        return {**self.display.environment, "HOME": str(self.home), "PATH": path}

    def command_line(self) -> list[str]:
        xboard = find_program("xboard")
        if xboard is None:
            raise RuntimeError("xboard is not installed")
        fixed = {
            **SETTINGS,
            "nameOfDebugFile": str(self.log.path),
            "boardSize": str(self.board_size),
            "flipView": str(self.flipped).lower(),
        }
        if not self.launch:
            fixed |= {"variant": self.variant, "firstChessProgram": self._launcher("first", self.engine)}
        if self.second:
            fixed["secondChessProgram"] = self._launcher("second", self.second)
        words = [xboard, *(word for name, value in fixed.items() for word in (f"-{name}", value))]
        options = list(self.options)
        if self.fen:
            (self.home / "start.fen").write_text(f"{self.fen}\n")
            options += ["-loadPositionFile", str(self.home / "start.fen")]
        if self.launch:
            self._settled_xboard(words)
            return [*self.launch, *options]
        return [*words, *options]

    def _settled_xboard(self, command: Sequence[str]) -> None:
        """A script `xboard` for launch commands: it puts our settings before its flags."""
        (self.home / "bin").mkdir()
        self._script(Path("bin", "xboard"), f'{shlex.join(command)} "$@"')

    def _launcher(self, name: str, command: Sequence[str]) -> str:
        """A script that starts an engine, because XBoard splits command lines at blanks and its quotes do not work."""
        return self._script(Path(name), shlex.join(command))

    def _script(self, name: Path, command: str) -> str:
        script = self.home / name
        script.write_text(f"#!/bin/sh\nexec {command}\n")
        script.chmod(0o755)
        return str(script)

    def _wait_ready(self) -> None:
        """Wait until the window is open, the engine has answered the first ping, and the board has its shape."""

        def own_window() -> int | None:
            self._check_alive()
            windows = self.display.client.titled()
            return next((titled.window for titled in windows if titled.process == self.process.pid), None)

        self.window = wait_until(own_window, "XBoard's window")
        self.wait_output("pong", since=0)
        self._focus()
        self._settle()

    def _check_alive(self) -> None:
        if self.process.poll() is not None:
            raise RuntimeError(
                f"XBoard ended with code {self.process.returncode}: {(self.home / 'output').read_text()}"
            )

    def wait_exit(self, timeout: float = 600) -> int:
        """Wait for XBoard to end by itself, after a match; returns its exit code."""
        return self.process.wait(timeout)

    # The lines exchanged

    def messages(self) -> list[Message]:
        """All lines between XBoard and its engines so far."""
        return list(self.log.update())

    def wait_command(
        self, pattern: str, engine: str = "first", timeout: float = TIMEOUT, since: int | None = None
    ) -> re.Match[str]:
        """Wait for a line from XBoard to the engine that `pattern` matches from its start.

        Each call continues behind the line that the last one found; `since`, an index into `messages`, overrides that.
        """
        return self._wait_message(True, engine, pattern, timeout, since)

    def wait_output(
        self, pattern: str, engine: str = "first", timeout: float = TIMEOUT, since: int | None = None
    ) -> re.Match[str]:
        """The same for a line from the engine."""
        return self._wait_message(False, engine, pattern, timeout, since)

    def _wait_message(self, sent: bool, engine: str, pattern: str, timeout: float, since: int | None) -> re.Match[str]:
        wanted, position = (
            re.compile(pattern),
            self._cursor.get((sent, engine), 0) if since is None else since,
        )

        def look() -> re.Match[str] | None:
            nonlocal position
            messages = self.log.update()
            while position < len(messages):
                message = messages[position]
                position += 1
                match = wanted.match(message.text) if (message.sent, message.engine) == (sent, engine) else None
                if match:
                    self._cursor[sent, engine] = position
                    return match
            if not sent or engine == "first":
                self._check_alive()
            return None

        arrow = "to" if sent else "from"
        try:
            return wait_until(look, f"{pattern!r} {arrow} the {engine} engine", timeout)
        except TimeoutError as error:
            recent = "\n".join(f"{'>' if m.sent else '<'}{m.engine} {m.text}" for m in self.log.messages[-25:])
            raise TimeoutError(f"{error}; the last lines were\n{recent}\nopen windows: {self.dialogs()}") from None

    def wait_lift(self, square: str = "", highlight: bool = True) -> str:
        """Wait until XBoard has sent `lift` (of a square), and for the engine's marks in answer: earlier marks may
        still arrive. Without `highlight` there are no marks."""
        self.wait_command(f"lift {square}$" if square else "lift ")
        return self.wait_output(r"highlight (\S+)", since=self._cursor[True, "first"])[1] if highlight else ""

    def wait_refused(self) -> None:
        """Wait until the refusal of a click has ended: the GUI may ignore an earlier click, or take it for another."""
        wait_steady(lambda: len(self.messages()), "the end of the refusal", 0.5)

    def wait_for(self, pattern: str, timeout: float = TIMEOUT) -> re.Match[str]:
        """Wait for a regular expression anywhere in the debug log, for lines that are not to an engine."""
        return wait_until(lambda: re.search(pattern, self.log.text(), re.MULTILINE), f"{pattern!r} in the log", timeout)

    def skip(self) -> None:
        """Ignore all lines so far in the next waits."""
        end = len(self.log.update())
        self._cursor = {(sent, engine): end for sent in (True, False) for engine in ("first", "second")}

    def moves(self) -> list[str]:
        """The moves of the current game as XBoard and the engines exchanged them."""
        return self.games()[-1]

    def games(self) -> list[list[str]]:
        """The moves of all games in which any were made; the last is the current one, even without any."""
        game: list[tuple[str, str]] = []  # who sent it, the move
        games = [game]
        told = 0  # the number of moves that the second engine knows
        for message in self.messages():
            command, _, rest = message.text.partition(" ")
            if message.sent and message.engine == "second" and command in ("new", "setboard"):
                told = 0
            elif not message.sent and command == "move":
                game.append((message.engine, rest.strip()))
                told = len(game) if message.engine == "second" else told
            elif not message.sent and command == "Illegal":
                del game[-1:]
            elif message.sent and command == "usermove":
                other = {"first": "second", "second": "first"}[message.engine]
                relayed = game and (game[-1][0], game[-1][1].lower()) == (other, rest.lower())  # drops change case
                caught_up = message.engine == "second" and told < len(game) and game[told][1].lower() == rest.lower()
                told += message.engine == "second"
                if not relayed and not caught_up:
                    game.append(("user", rest))
            elif message.sent and message.engine == "first" and command in ("new", "setboard"):
                if game:
                    game = []
                    games.append(game)
            elif message.sent and message.engine == "first" and command in ("undo", "remove"):
                del game[-(2 if command == "remove" else 1) :]
        return [[move for _, move in each] for each in games]

    # Where things are

    def pull_larger(self, percent: int = 75) -> None:
        """Enlarge a window that is too small for its board to this part of the screen's width and height."""
        width, height = self.display.size.split("x")
        self.display.xdotool("windowsize", self.window, int(width) * percent // 100, int(height) * percent // 100)

    def reshape(self, files: int, ranks: int, holdings: int = 0) -> None:
        """Set the new shape of the board, and wait until it is drawn.

        XBoard sometimes leaves its window at the size of an earlier board, if two resizings cross. A person would then
        enlarge the window, and so does this.
        """
        self.files, self.ranks, self.holdings, self._board = files, ranks, holdings, None
        try:
            wait_until(self._look_for_board, "the board to be whole", PATIENCE)
        except TimeoutError:
            self.pull_larger()
        self._settle()

    @property
    def columns(self) -> int:
        """Columns on the screen: with holdings there are two more at each side."""
        return self.files + (4 if self.holdings else 0)

    def board_rect(self) -> Rect:
        """Where the board is drawn, holdings included."""
        return wait_until(self._look_for_board, f"a board of {self.columns}x{self.ranks} cells on the screen")

    def _look_for_board(self) -> Rect | None:
        """The place of the board: the last known one if a dialog covers part of it."""
        self._check_alive()
        now = self.display.bounds((LIGHT, DARK))
        if now is not None and abs(now.width / self.columns - now.height / self.ranks) < 1.5:
            self._board = now
        return self._board

    def _settle(self) -> None:
        """Wait until the board stays in place: a new or resized window moves once or twice."""
        wait_steady(self.board_rect, "the board to stay where it is")

    def cell_rect(self, column: int, row: int) -> Rect:
        """A cell of the screen's grid: column from the left, row from the top, as White sees it."""
        if self.flipped:
            column, row = self.columns - 1 - column, self.ranks - 1 - row
        board = self.board_rect()
        width, height = board.width / self.columns, board.height / self.ranks
        left, top = board.left + column * width, board.top + row * height
        return Rect(round(left), round(top), round(left + width), round(top + height))

    def square_rect(self, square: str) -> Rect:
        """The place of a square on the screen (`e4`; XBoard counts the ranks of boards with ten from 0)."""
        file, rank = ord(square[0]) - ord("a"), int(square[1:]) - (0 if self.ranks == 10 else 1)
        if not (0 <= file < self.files and 0 <= rank < self.ranks):
            raise ValueError(f"no square {square} on a board of {self.files}x{self.ranks}")
        return self.cell_rect(file + (2 if self.holdings else 0), self.ranks - 1 - rank)

    def holding_rect(self, piece: str) -> Rect:
        """The place of a piece in hand: upper case for White's, at the right and upwards; lower case for Black's."""
        index = self.slots()[: self.holdings].index(piece.upper())
        return self.cell_rect(self.columns - 1, self.ranks - 1 - index) if piece.isupper() else self.cell_rect(0, index)

    def slots(self) -> str:
        """White's piece letters in the order of XBoard's table."""
        tables = [re.match(r"setup \((\S+)\)", m.text) for m in self.messages() if not m.sent and m.engine == "first"]
        table = next((match[1] for match in reversed(tables) if match), "PNBRQKpnbrqk")
        return "".join(re.findall(r"[A-Z]", table[: len(table) // 2]))

    def square_image(self, square: str) -> bytes:
        """The inner part of a drawn square: equal for equal pieces on equal colours."""
        rect, margin = self.square_rect(square), 4
        return self.display.image(
            Rect(rect.left + margin, rect.top + margin, rect.right - margin, rect.bottom - margin)
        ).pixels

    def marks(self) -> str:
        """The marked squares on the screen, in the notation of `highlight`."""
        rows = []
        for rank in range(self.ranks - 1, -1, -1):
            first = 0 if self.ranks == 10 else 1
            row = "".join(self._mark(f"{chr(ord('a') + file)}{rank + first}") for file in range(self.files))
            rows.append(re.sub(r"\.+", lambda empty: str(len(empty[0])), row))
        return "/".join(rows)

    def _mark(self, square: str) -> str:
        """The letter of the disc in the middle of a square, or a dot."""
        rect = self.square_rect(square)
        x, y = (rect.left + rect.right) // 2, (rect.top + rect.bottom) // 2
        blue, green, red, _ = self.display.image(Rect(x, y, x + 1, y + 1)).pixels
        return MARKS.get(f"#{red:02x}{green:02x}{blue:02x}", ".")

    def screenshot(self, path: Path | str) -> Path:
        return self.display.screenshot(path)

    # The mouse

    def _mouse(self, *steps: str | Rect) -> None:
        """Move and press: `down` and `up` are button 1, a rectangle moves the pointer to its middle."""
        words: list[str | int] = []
        for step in steps:
            if isinstance(step, Rect):
                words += ["mousemove", (step.left + step.right) // 2, (step.top + step.bottom) // 2]
            else:
                words += [f"mouse{step}", 1]
        self.display.xdotool(*words)

    def click(self, square: str) -> None:
        self._mouse(self.square_rect(square), "down", "up")

    def click_slowly(self, square: str, held: Callable[[], None] = lambda: None) -> None:
        """Click like a person, who lets go of the button a moment later: after `held`, which can wait for the engine's
        answer."""
        self._mouse(self.square_rect(square), "down")
        time.sleep(CLICK)
        held()
        self._mouse("up")
        time.sleep(CLICK)

    def drag(self, origin: str, target: str) -> None:
        """Press on one square, release on another."""
        start, end = self.square_rect(origin), self.square_rect(target)
        between = Rect(
            (start.left + end.left) // 2,
            (start.top + end.top) // 2,
            (start.right + end.right) // 2,
            (start.bottom + end.bottom) // 2,
        )
        self._mouse(start, "down", between, end, "up")

    def click_holding(self, piece: str) -> None:
        """Click on a piece in hand: `N` for White's, `n` for Black's."""
        self._mouse(self.holding_rect(piece), "down", "up")

    def lift(self, square: str, highlight: bool = True) -> str:
        """Click on a piece and wait until the engine has marked its squares; returns the marks that it sent.

        Use `highlight=False` for engines that send none.
        """
        self.skip()
        self.click(square)
        return self.wait_lift(square, highlight)

    def move(self, origin: str, target: str, highlight: bool = True) -> str:
        """Move by two clicks; returns the move that XBoard sent to the engine."""
        self.lift(origin, highlight)
        self.click(target)
        return self._sent_move()

    def drop(self, piece: str, target: str, highlight: bool = True) -> str:
        """Drop a piece from the hand by two clicks (`N` for White's, `n` for Black's)."""
        self.skip()
        self.click_holding(piece)
        self.wait_lift(highlight=highlight)
        self.click(target)
        return self._sent_move()

    def promote(
        self, origin: str, target: str, letter: str, highlight: bool = True, lifted: bool = False, offered: str = ""
    ) -> str:
        """Move a pawn to the last rank and choose its piece: hold the button and pull back until it shows.

        The engine must offer the letters by `choice`; XBoard shows them in the order of its piece table, from the
        first one offered. When XBoard tests legality it ignores them, and `offered` are its own.
        """
        if not lifted:
            self.lift(origin, highlight)
        before = self.square_image(target)
        rect = self.square_rect(target)
        self._mouse(rect, "down")
        choice = self.wait_output(r"choice (\S+)")[1].upper()
        offered = offered or choice
        self._wait_redrawn(target, before)
        order = [slot for slot in self.slots() if slot in offered]
        steps = (order.index(letter.upper()) - order.index(offered[0])) % len(order)
        board = self.board_rect()
        back = 26 if rect.top < (board.top + board.bottom) // 2 else -26  # XBoard's step is 25 pixels
        for _ in range(steps):
            before = self.square_image(target)
            rect = Rect(rect.left, rect.top + back, rect.right, rect.bottom + back)
            self._mouse(rect)
            self._wait_redrawn(target, before)
        self._mouse("up")
        return self._sent_move()

    def _sent_move(self) -> str:
        return self.wait_command(r"usermove (\S+)")[1]

    def _wait_redrawn(self, square: str, before: bytes) -> None:
        wait_until(lambda: self.square_image(square) != before, f"{square} to be drawn again")

    # The keyboard and the menus

    def keys(self, *keys: str) -> None:
        """Press keys (xdotool's names) in the main window."""
        self._focus()
        self.display.xdotool("key", *keys)

    def _focus(self, window: int | None = None) -> None:
        """Give the keyboard to the main window, or to another."""
        wait_until(lambda: self._focused(window or self.window), "a window to have the focus")

    def _focused(self, window: int) -> bool:
        """Whether a window has the keyboard; if not, request it."""
        if self.display.xdotool("getwindowfocus").strip() == str(window):
            return True
        self.display.xdotool("windowactivate", window)
        return False

    def enter(self, text: str) -> None:
        """Type a line and Return into the window with the focus."""
        self.display.xdotool("type", "--delay", "2", text)
        self.display.xdotool("key", "Return")

    def menu(self, item: str) -> None:
        """Choose a menu item of `MENU`."""
        first, *rest = MENU[item]
        if not rest:
            self.keys(first)
            return
        board = self.board_rect()  # which the open menu partly covers
        before = self.display.image(board).pixels
        self.keys(first)
        wait_until(lambda: self.display.image(board).pixels != before, f"the menu of {item}")
        self._still(board)
        self.display.xdotool("key", *rest)

    def flip(self) -> None:
        """Turn the board, and wait until it is drawn so."""
        before = self.display.image(self.board_rect()).pixels
        self.menu("Flip View")
        self.flipped = not self.flipped
        wait_until(lambda: self.display.image(self.board_rect()).pixels != before, "the board to turn")

    def new_game(self) -> None:
        """File > New Game; waits until the engine is ready."""
        self.skip()
        self.menu("New Game")
        self.wait_command("new$")
        self._wait_pong()

    def _wait_pong(self) -> None:
        """Wait until the engine has answered XBoard's next ping: there is one before a new game, and one after it."""
        number = self.wait_command(r"ping (\d+)")[1]
        self.wait_output(f"pong {number}$")

    def new_variant(self, name: str) -> None:
        """File > New Variant: click on one of the engine's own variants; call `reshape` afterwards."""
        self.skip()
        known = set(self.dialogs())
        self.menu("New Variant")
        dialog = self._wait_dialog(known)
        place = self.display.place(dialog)
        assert place is not None
        self._mouse(Rect(0, 0, 2, 2))  # a button under the pointer is not white
        self._still(place)
        offered = next(
            match[1].split(",")
            for match in (re.search(r'variants="(.*?)"', message.text) for message in self.messages())
            if match
        )
        own = [variant for variant in offered if variant != "normal"]
        # The engine's own variants have the only white buttons in the right half, row by row.
        half = Rect((place.left + place.right) // 2, place.top, place.right, place.bottom)
        buttons = self.display.image(half).white_buttons()
        button = buttons[own.index(name)]
        left, top = half.left + button.left, half.top + button.top
        self._mouse(Rect(left, top, left + button.width, top + button.height), "down", "up")
        self.wait_command(f"variant {name}$")
        self._wait_pong()

    def type_move(self, move: str) -> str:
        """Enter a move by keyboard; returns the move that XBoard sent to the engine."""
        self.skip()
        known = set(self.dialogs())
        self.keys(move[0])
        self._wait_dialog(known)
        self.enter(move[1:])
        return self._sent_move()


__all__ = [
    "DARK", "LIGHT", "PATIENCE", "Display", "Image", "Message", "Rect", "XBoard", "find_program", "missing_programs",
    "wait_steady", "wait_until",
]  # fmt: skip
