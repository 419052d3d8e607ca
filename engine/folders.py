"""The user's folders. The environment decides: ``HOME`` and the XDG variables, or what the system has instead."""

from __future__ import annotations

from pathlib import Path

from oddfish.engine.files import FileError, place_of

_NAME = "oddfish"


def home() -> Path:
    """The user's home folder.

    Raises:
        FileError: there is none.
    """
    return _absolute(place_of("~"))


def data() -> Path:
    """Our folder for data that is to be kept.

    Raises:
        FileError: there is no home folder.
    """
    return shared_data() / _NAME


def shared_data() -> Path:
    """The folder for the data of all programs.

    Raises:
        FileError: there is no home folder.
    """
    import platformdirs  # few commands need it

    return _absolute(Path(platformdirs.user_data_dir()))


def cache() -> Path:
    """Our folder for files that can be made again.

    Raises:
        FileError: there is no home folder.
    """
    import platformdirs

    return _absolute(Path(platformdirs.user_cache_dir(_NAME, appauthor=False)))


def _absolute(folder: Path) -> Path:
    if not folder.is_absolute():
        raise FileError(folder, "there is no home folder: set HOME")
    return folder
