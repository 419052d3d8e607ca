"""The user's folders: those in ``HOME`` and the XDG variables, or else the system's own."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from oddfish.engine.files import FileError, place_of

_NAME = "oddfish"


class NoHomeError(FileError):
    """The user has no home folder, as in some containers."""


def home() -> Path:
    """The user's home folder.

    Raises:
        NoHomeError: there is none.
    """
    _check_home()
    try:
        return _absolute(place_of("~"))
    except FileError as error:
        raise NoHomeError(error.path, error.reason) from None


def environment() -> tuple[str | None, ...]:
    """The variables that decide the folder of :func:`data`: while they stay the same, so does the folder."""
    return tuple([os.environ.get(name) for name in ("XDG_DATA_HOME", "HOME", "LOCALAPPDATA", "USERPROFILE")])


def data() -> Path:
    """Oddfish's folder for data to keep.

    Raises:
        NoHomeError: there is no home folder.
    """
    return shared_data() / _NAME


def shared_data() -> Path:
    """The folder for the data of all programs.

    Raises:
        NoHomeError: there is no home folder.
    """
    import platformdirs  # few commands need it

    with _reported("XDG_DATA_HOME"):
        return _absolute(Path(platformdirs.user_data_dir()))


def cache() -> Path:
    """Oddfish's folder for files that it can make again.

    Raises:
        NoHomeError: there is no home folder.
    """
    import platformdirs

    with _reported("XDG_CACHE_HOME"):
        return _absolute(Path(platformdirs.user_cache_dir(_NAME, appauthor=False)))


@contextlib.contextmanager
def _reported(variable: str) -> Iterator[None]:
    """Turn the error of newer versions of platformdirs into ours; older ones return a folder with ``~``. No home folder
    is needed if the variable names the folder."""
    if not os.environ.get(variable, "").strip():
        _check_home()
    try:
        yield
    except RuntimeError as error:
        raise NoHomeError("~", error) from None


def _check_home() -> None:
    """Check that HOME is not empty: Python would use ``/`` as the home folder.

    Raises:
        NoHomeError: it is.
    """
    if os.name != "nt" and os.environ.get("HOME") == "":
        raise NoHomeError("~", "there is no home folder: HOME is empty")


def _absolute(folder: Path) -> Path:
    if not folder.is_absolute():
        raise NoHomeError(folder, "there is no home folder: set HOME")
    return folder
