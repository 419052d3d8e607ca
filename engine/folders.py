"""The user's folders. The environment decides: ``HOME`` and the XDG variables, or what the system has instead."""

from __future__ import annotations

import contextlib
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
    try:
        return _absolute(place_of("~"))
    except FileError as error:
        raise NoHomeError(error.path, error.reason) from None


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

    with _reported():
        return _absolute(Path(platformdirs.user_data_dir()))


def cache() -> Path:
    """Oddfish's folder for files that it can make again.

    Raises:
        NoHomeError: there is no home folder.
    """
    import platformdirs

    with _reported():
        return _absolute(Path(platformdirs.user_cache_dir(_NAME, appauthor=False)))


@contextlib.contextmanager
def _reported() -> Iterator[None]:
    """Turn the error of newer versions of platformdirs into ours; older ones return a folder with ``~``."""
    try:
        yield
    except RuntimeError as error:
        raise NoHomeError("~", error) from None


def _absolute(folder: Path) -> Path:
    if not folder.is_absolute():
        raise NoHomeError(folder, "there is no home folder: set HOME")
    return folder
