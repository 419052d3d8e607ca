"""The screen and XBoard's window, through the X libraries, which XBoard needs too."""

from __future__ import annotations

import contextlib
import ctypes
import ctypes.util
from collections.abc import Iterator
from typing import Any

_PROCESS, _CARDINAL = b"_NET_WM_PID", 6
#: Windows smaller than this are invisible helper windows of toolkits.
_SMALLEST = 40
#: The depth to search for a window: window managers put it into one or two frames.
_FRAMES = 3

_Id = ctypes.c_ulong
_ERROR_HANDLER = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)


class _Monitor(ctypes.Structure):
    """``XineramaScreenInfo``."""

    _fields_ = (
        ("number", ctypes.c_int),
        ("left", ctypes.c_short),
        ("top", ctypes.c_short),
        ("width", ctypes.c_short),
        ("height", ctypes.c_short),
    )


@_ERROR_HANDLER
def _ignore(display: Any, error: Any) -> int:
    """Ignore errors about windows that have closed; Xlib's own handler would end the process."""
    return 0


def screen_size() -> tuple[int, int] | None:
    """Width and height in pixels of the monitor with the least height; None without an X display."""
    with _x_display() as x:
        if x is None:
            return None
        xlib, display = x
        number = xlib.XDefaultScreen(display)
        whole = xlib.XDisplayWidth(display, number), xlib.XDisplayHeight(display, number)
        return min(_monitors(xlib, display) or [whole], key=lambda size: size[1])


class Window:
    """A window of another program."""

    def __init__(self, xlib: ctypes.CDLL, display: ctypes.c_void_p, number: int):
        self._xlib, self._display, self._number = xlib, display, number

    @staticmethod
    @contextlib.contextmanager
    def of(process: int) -> Iterator[Window | None]:
        """The main window of a process, the first one that it opened; None if it has none."""
        with _x_display() as x:
            if x is None:
                yield None
                return
            xlib, display = x
            atom = xlib.XInternAtom(display, _PROCESS, True)
            found = _windows(xlib, display, xlib.XDefaultRootWindow(display), atom, process)
            windows = (Window(xlib, display, number) for number in sorted(found))
            yield next((window for window in windows if min(window.size()) >= _SMALLEST), None)

    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        root, left, top = _Id(), ctypes.c_int(), ctypes.c_int()
        width, height, border, depth = (ctypes.c_uint() for _ in range(4))
        places = map(ctypes.byref, (root, left, top, width, height, border, depth))
        self._xlib.XGetGeometry(self._display, _Id(self._number), *places)
        return width.value, height.value

    def resize(self, width: int, height: int) -> None:
        """Ask the window manager for another size."""
        self._xlib.XResizeWindow(self._display, _Id(self._number), width, height)


@contextlib.contextmanager
def _x_display() -> Iterator[tuple[ctypes.CDLL, ctypes.c_void_p] | None]:
    xlib = _library("X11")
    if xlib is None:
        yield None
        return
    xlib.XOpenDisplay.restype = ctypes.c_void_p
    xlib.XDefaultRootWindow.restype = xlib.XInternAtom.restype = ctypes.c_ulong
    found = xlib.XOpenDisplay(None)
    if not found:
        yield None
        return
    display = ctypes.c_void_p(found)
    xlib.XSetErrorHandler(_ignore)
    try:
        yield xlib, display
    finally:
        xlib.XSync(display, False)
        xlib.XCloseDisplay(display)


def _library(name: str) -> ctypes.CDLL | None:
    path = ctypes.util.find_library(name)
    try:
        return None if path is None else ctypes.CDLL(path)
    except OSError:
        return None


def _monitors(xlib: ctypes.CDLL, display: ctypes.c_void_p) -> list[tuple[int, int]]:
    """The sizes of all monitors; [] if X does not list them."""
    xinerama = _library("Xinerama")
    if xinerama is None:
        return []
    xinerama.XineramaQueryScreens.restype = ctypes.POINTER(_Monitor)
    count = ctypes.c_int()
    found = xinerama.XineramaQueryScreens(display, ctypes.byref(count))
    if not found:
        return []
    sizes = [(found[index].width, found[index].height) for index in range(count.value)]
    xlib.XFree(found)
    return [size for size in sizes if min(size) > 0]


def _windows(
    xlib: ctypes.CDLL, display: ctypes.c_void_p, top: int, atom: int, process: int, depth: int = _FRAMES
) -> Iterator[int]:
    """The windows of a process, up to ``depth`` levels below ``top``."""
    above, parent, count = _Id(), _Id(), ctypes.c_uint()
    children = ctypes.POINTER(_Id)()
    xlib.XQueryTree(display, _Id(top), *map(ctypes.byref, (above, parent, children, count)))
    found = [children[index] for index in range(count.value)]
    if children:
        xlib.XFree(children)
    for window in found:
        owner = _number(xlib, display, window, atom)
        if owner == process:
            yield window
        elif owner is None and depth > 1:
            yield from _windows(xlib, display, window, atom, process, depth - 1)


def _number(xlib: ctypes.CDLL, display: ctypes.c_void_p, window: int, atom: int) -> int | None:
    """The value of a window's property; None if it has none."""
    kind, form = ctypes.c_ulong(), ctypes.c_int()
    items, rest = ctypes.c_ulong(), ctypes.c_ulong()
    data = ctypes.POINTER(ctypes.c_ulong)()
    xlib.XGetWindowProperty(
        *(display, _Id(window), _Id(atom), ctypes.c_long(0), ctypes.c_long(1), False, _Id(_CARDINAL)),
        *map(ctypes.byref, (kind, form, items, rest, data)),
    )
    if not data:
        return None
    value = int(data[0]) if items.value else None
    xlib.XFree(data)
    return value
