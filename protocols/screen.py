"""The size of the screen, asked of X by its own libraries, which are there wherever XBoard is."""

from __future__ import annotations

import ctypes
import ctypes.util


class _Monitor(ctypes.Structure):
    """``XineramaScreenInfo``."""

    _fields_ = (
        ("number", ctypes.c_int),
        ("left", ctypes.c_short),
        ("top", ctypes.c_short),
        ("width", ctypes.c_short),
        ("height", ctypes.c_short),
    )


def screen_size() -> tuple[int, int] | None:
    """Width and height in pixels of the lowest monitor, where any window fits; None if there is no X display to ask."""
    x11 = _library("X11")
    if x11 is None:
        return None
    x11.XOpenDisplay.restype = ctypes.c_void_p
    for name in ("XCloseDisplay", "XDefaultScreen", "XDisplayWidth", "XDisplayHeight", "XFree"):
        getattr(x11, name).argtypes = [ctypes.c_void_p, *([ctypes.c_int] if name.startswith("XDisplay") else [])]
    display = x11.XOpenDisplay(None)
    if not display:
        return None
    try:
        number = x11.XDefaultScreen(display)
        whole = x11.XDisplayWidth(display, number), x11.XDisplayHeight(display, number)
        return min(_monitors(x11, display) or [whole], key=lambda size: size[1])
    finally:
        x11.XCloseDisplay(display)


def _monitors(x11: ctypes.CDLL, display: int) -> list[tuple[int, int]]:
    """The sizes of all monitors; [] where X does not tell them apart."""
    xinerama = _library("Xinerama")
    if xinerama is None:
        return []
    xinerama.XineramaQueryScreens.restype = ctypes.POINTER(_Monitor)
    xinerama.XineramaQueryScreens.argtypes = [ctypes.c_void_p, ctypes.POINTER(ctypes.c_int)]
    count = ctypes.c_int()
    found = xinerama.XineramaQueryScreens(display, ctypes.byref(count))
    if not found:
        return []
    sizes = [(found[index].width, found[index].height) for index in range(count.value)]
    x11.XFree(ctypes.cast(found, ctypes.c_void_p))
    return [size for size in sizes if min(size) > 0]


def _library(name: str) -> ctypes.CDLL | None:
    path = ctypes.util.find_library(name)
    try:
        return None if path is None else ctypes.CDLL(path)
    except OSError:
        return None
