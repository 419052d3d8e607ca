"""A virtual screen (Xvfb, with openbox) for the GUI tests: reading it, and waiting for changes.

The screen is read from its frame buffer, a file. Nothing sleeps for a fixed time: every step waits for its effect.
"""

from __future__ import annotations

import contextlib
import mmap
import os
import re
import shutil
import signal
import struct
import subprocess
import tempfile
import time
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TypeVar

import numpy as np

from gui.xclient import XClient

T = TypeVar("T")

#: Seconds after which a step fails; plenty, for a busy machine.
TIMEOUT = float(os.environ.get("GUI_TIMEOUT", "60"))
PATIENCE = TIMEOUT / 6  # seconds after which a person would resize a window
KEY_PATIENCE = 2.0  # seconds after which a key is pressed again
STEADY = 0.2  # seconds without a change after which a window counts as complete
CLICK = 0.1  # seconds for which people hold a button, and the shortest pause before their next click
POLL = 0.01  # seconds between two checks of a condition

# Colours that nothing else on the screen has: they locate the board.
LIGHT, DARK = "#e3d7a1", "#8fa35d"

# Dialogs get no title bar: xdotool then reports their true place and size.
OPENBOX = """<?xml version="1.0"?>
<openbox_config xmlns="http://openbox.org/3.4/rc">
  <focus><focusNew>yes</focusNew><focusLast>yes</focusLast></focus>
  <placement><policy>Smart</policy><center>yes</center></placement>
  <applications><application class="*"><decor>no</decor><focus>yes</focus></application></applications>
</openbox_config>
"""


def find_program(name: str) -> str | None:
    """The path of a program; Debian puts games in a folder that is not on root's PATH."""
    return shutil.which(name) or shutil.which(name, path="/usr/games:/usr/local/games")


def missing_programs() -> list[str]:
    return [name for name in ("xboard", "Xvfb", "xdotool", "openbox") if find_program(name) is None]


def wait_until(condition: Callable[[], T | None], what: str, timeout: float = TIMEOUT) -> T:
    """Wait until `condition` returns neither None nor False; returns its value."""
    end = time.monotonic() + timeout
    while True:
        value = condition()
        if value is not None and value is not False:
            return value
        if time.monotonic() > end:
            raise TimeoutError(f"waited {timeout:g} s in vain for {what}")
        time.sleep(POLL)


def wait_steady(look: Callable[[], object], what: str, steady_for: float = STEADY) -> None:
    """Wait until `look` returns the same for some seconds, if nothing else shows that a window is ready."""
    seen, since = look(), time.monotonic()

    def steady() -> bool:
        nonlocal seen, since
        now = look()
        if now != seen:
            seen, since = now, time.monotonic()
        return time.monotonic() - since > steady_for

    wait_until(steady, what)


def stop(process: subprocess.Popen[bytes]) -> None:
    """End a process that we started, and all processes that it started in its session."""
    for sig in (signal.SIGTERM, signal.SIGKILL):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, sig)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(3)
            return


@dataclass(frozen=True)
class Rect:
    """A part of the screen; right and bottom are excluded."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        return self.right - self.left

    @property
    def height(self) -> int:
        return self.bottom - self.top


@dataclass(frozen=True)
class Image:
    """A part of the screen, with 4 bytes a pixel: blue, green, red, unused."""

    width: int
    height: int
    pixels: bytes

    @property
    def size(self) -> tuple[int, int]:
        return self.width, self.height

    @property
    def rgb(self) -> np.ndarray:
        """Height x width x 3: red, green and blue of each pixel."""
        return np.frombuffer(self.pixels, np.uint8).reshape(self.height, self.width, 4)[:, :, 2::-1]

    @cached_property
    def _colours(self) -> np.ndarray:
        """Height x width: 0xrrggbb."""
        return np.frombuffer(self.pixels, "<u4").reshape(self.height, self.width) & 0xFFFFFF

    def _shows(self, colour: str) -> np.ndarray:
        """Height x width: whether a pixel is of this colour."""
        return self._colours == int(colour[1:], 16)

    def bounds(self, colours: Sequence[str]) -> Rect | None:
        """The smallest rectangle around all pixels of these colours (`#rrggbb`)."""
        found = np.zeros((self.height, self.width), bool)
        for colour in colours:
            found |= self._shows(colour)
        columns, rows = np.flatnonzero(found.any(axis=0)), np.flatnonzero(found.any(axis=1))
        if not len(rows):
            return None
        return Rect(int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1)

    def count(self, colour: str) -> int:
        """The number of pixels of this colour (`#rrggbb`)."""
        return int(np.count_nonzero(self._shows(colour)))

    def white_buttons(self) -> list[Rect]:
        """The white buttons, row by row: broad white above and below their text, in rows of equal columns."""
        bands: dict[tuple[int, int], list[int]] = {}  # the rows in which a whole column is white
        for y in range(self.height):
            row = self.pixels[4 * y * self.width : 4 * (y + 1) * self.width]
            for run in re.finditer(rb"(?:\xff\xff\xff.){80,}", row, re.DOTALL):
                bands.setdefault(((run.start() + 3) // 4, run.end() // 4), []).append(y)
        buttons = []
        for (left, right), rows in bands.items():
            starts = [y for y in rows if y - 1 not in rows and {y + 1, y + 2, y + 3} <= set(rows)]
            ends = [y + 1 for y in rows if y + 1 not in rows and {y - 1, y - 2, y - 3} <= set(rows)]
            buttons += [Rect(left, top, right, bottom) for top, bottom in zip(starts[::2], ends[1::2])]
        return sorted(buttons, key=lambda button: (button.top, button.left))

    def png(self) -> bytes:
        def chunk(kind: bytes, data: bytes) -> bytes:
            return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

        rgb = bytearray(3 * self.width * self.height)
        for channel in range(3):
            rgb[channel::3] = self.pixels[2 - channel :: 4]
        step = 3 * self.width
        rows = b"".join(b"\0" + rgb[start : start + step] for start in range(0, len(rgb), step))
        header = struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0)
        return (
            b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 6)) + chunk(b"IEND", b"")
        )


class Display:
    """A virtual X screen with a window manager; a context manager."""

    def __init__(self, size: str = "1280x960") -> None:
        self.size = size
        self.name = ""
        self._stack = contextlib.ExitStack()
        self._frame: mmap.mmap | None = None
        self._client: XClient | None = None
        self._seen: tuple[Image, tuple[str, ...], Rect | None] | None = None  # the last result of `bounds`

    def __enter__(self) -> Display:
        with contextlib.ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="oddfish-display-")))
            self._start_server(stack, folder)
            config = folder / "openbox.xml"
            config.write_text(OPENBOX)
            self._start(stack, ["openbox", "--sm-disable", "--config-file", str(config)])
            wait_until(lambda: self.xdotool("get_num_desktops").strip() or None, "the window manager")
            self._stack = stack.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def _start_server(self, stack: contextlib.ExitStack, folder: Path) -> None:
        reader, writer = os.pipe()
        with os.fdopen(reader) as answer:
            server = [
                "Xvfb",
                "-displayfd",
                str(writer),
                "-screen",
                "0",
                f"{self.size}x24",
                "-fbdir",
                str(folder),
            ]
            self._start(stack, [*server, "-nolisten", "tcp", "-noreset", "-nocursor"], pass_fds=(writer,))
            os.close(writer)
            number = answer.readline()  # read to its end: Xvfb dies if it cannot write the newline
        if not number.endswith("\n"):
            raise RuntimeError("Xvfb did not start")
        self.name = f":{number.strip()}"
        with (folder / "Xvfb_screen0").open("rb") as file:
            self._frame = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        stack.callback(self._frame.close)
        self._client = XClient(self.name)
        stack.callback(self._client.close)

    def _start(self, stack: contextlib.ExitStack, command: list[str], pass_fds: Sequence[int] = ()) -> None:
        process = subprocess.Popen(
            command,
            env=self.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=pass_fds,
            start_new_session=True,
        )
        stack.callback(stop, process)

    @property
    def environment(self) -> dict[str, str]:
        return {**os.environ, "DISPLAY": self.name, "LC_ALL": "C.UTF-8"}

    def xdotool(self, *arguments: str | int) -> str:
        """The output of xdotool; '' if it fails (an empty search, a window just closed)."""
        command = ["xdotool", *map(str, arguments)]
        return subprocess.run(command, env=self.environment, capture_output=True, text=True, timeout=TIMEOUT).stdout

    @property
    def client(self) -> XClient:
        assert self._client is not None
        return self._client

    def windows(self) -> dict[int, str]:
        """The titled windows on the screen."""
        return {titled.window: titled.title for titled in self.client.titled()}

    def place(self, window: int) -> Rect | None:
        """The place of a window."""
        place = self.client.place(window)
        if place is None:
            return None
        left, top, width, height = place
        return Rect(left, top, left + width, top + height)

    def image(self, part: Rect | None = None) -> Image:
        """The screen now, or the visible part of a rectangle, from the frame buffer: a file in the format of xwd."""
        assert self._frame is not None
        header = struct.unpack(">25I", self._frame[:100])
        width, height, stride = header[4], header[5], header[12]
        start = header[0] + 12 * header[19]  # behind the header and its colour map
        part = part or Rect(0, 0, width, height)
        part = Rect(max(part.left, 0), max(part.top, 0), min(part.right, width), min(part.bottom, height))
        screen = np.frombuffer(self._frame, np.uint8, height * stride, start).reshape(height, stride)
        pixels = screen[part.top : part.bottom, 4 * part.left : 4 * part.right].tobytes()
        return Image(part.width, part.height, pixels)

    def bounds(self, colours: Sequence[str]) -> Rect | None:
        """`Image.bounds` of the screen; searches for colours again only if the screen has changed."""
        image, wanted = self.image(), tuple(colours)
        if self._seen is None or (image, wanted) != self._seen[:2]:
            self._seen = image, wanted, image.bounds(wanted)
        return self._seen[2]

    def screenshot(self, path: Path | str) -> Path:
        """Write the screen as a PNG."""
        path = Path(path)
        path.write_bytes(self.image().png())
        return path
