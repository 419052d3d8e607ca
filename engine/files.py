"""Safe opening, reading, writing and locking of the files that you name in options and commands."""

from __future__ import annotations

import codecs
import contextlib
import os
import stat
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

#: The default limit on a file's size, in bytes.
LARGEST = 1 << 30

# Opening a FIFO must not wait for its other end. Windows lacks the first two flags, but needs the last.
_FLAGS = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


class FileError(ValueError):
    """A file cannot be used. Attributes: :attr:`path`, :attr:`reason`, and :attr:`errno` if the system gave one."""

    def __init__(self, path: object, reason: object, errno: int | None = None):
        super().__init__(f"{path}: {reason}")
        self.path = str(path)
        self.reason = str(reason)
        self.errno = errno


class NoMemoryError(FileError):
    """There is not enough memory for a file."""


@contextlib.contextmanager
def reported(path: object) -> Iterator[None]:
    """Turn system errors into a FileError about this path."""
    try:
        yield
    except OSError as error:
        raise FileError(path, error.strerror or error, error.errno) from None
    except MemoryError:
        raise NoMemoryError(path, "not enough memory") from None


def place_of(path: str | Path) -> Path:
    """The path with ``~`` and ``~user`` replaced by home folders.

    Raises:
        FileError: there is no such user, or this is not a valid path.
    """
    try:
        if "\0" in str(path):
            raise FileError(repr(str(path)), "a path cannot contain a NUL")
        if not str(path):
            raise FileError("''", "a path cannot be empty")
        return Path(path).expanduser()
    except RuntimeError:
        raise FileError(path, f"there is no home folder {Path(path).parts[0]}") from None


def is_same_file(one: Path, other: Path) -> bool:
    """Whether two paths lead to the same file, through links, too. Files that do not exist yet are compared by path."""
    with contextlib.suppress(OSError):
        if os.path.samefile(one, other):
            return True
    return os.path.realpath(one) == os.path.realpath(other)


def open_file(path: str | Path, flags: int = os.O_RDONLY, largest: int = LARGEST) -> BinaryIO:
    """Open a regular file. A folder, a FIFO (which might block) or a device (which might be endless) is an error.

    Args:
        flags: as for ``os.open``.
        largest: the maximum size in bytes.

    Raises:
        FileError: the file does not exist, is not regular, or is too large.
    """
    place = place_of(path)
    with reported(path):
        handle = os.open(place, flags | _FLAGS, 0o666)
    try:
        state = os.fstat(handle)
        if not stat.S_ISREG(state.st_mode):
            raise FileError(path, "is a folder" if stat.S_ISDIR(state.st_mode) else "is not a regular file")
        if state.st_size > largest:
            raise FileError(path, f"has {state.st_size} bytes, expected at most {largest}")
    except BaseException:
        os.close(handle)
        raise
    return os.fdopen(handle, "r+b" if flags & os.O_RDWR else "rb", buffering=0)


def read_bytes(path: str | Path, largest: int = LARGEST) -> bytes:
    """The content of a file.

    Raises:
        FileError: as :func:`open_file`, or it cannot be read.
    """
    with open_file(path, largest=largest) as file, reported(path):
        return read_all(file, path, largest)


def read_all(file: BinaryIO, path: object, largest: int = LARGEST) -> bytes:
    """The rest of an open file, even if the file grows meanwhile.

    Raises:
        FileError: it is too large.
    """
    parts, size = [], 0
    while part := file.read(min(1 << 24, largest + 1 - size)):
        parts.append(part)
        size += len(part)
        if size > largest:
            raise FileError(path, f"has more than {largest} bytes")
    return b"".join(parts)


def read_text(path: str | Path) -> str:
    """The content of a text file in UTF-8, with or without a byte order mark.

    Raises:
        FileError: as :func:`read_bytes`, or it is not UTF-8.
    """
    try:
        return read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileError(path, f"is not a text in UTF-8 ({error.reason} at byte {error.start})") from None


def inflate(data: bytes, largest: int) -> bytes:
    """Decompress data that zlib compressed. A small file can expand to more than fits into memory, so there is a limit.

    Args:
        largest: the maximum size of the content in bytes.

    Raises:
        ValueError: the data is damaged, incomplete or followed by other bytes, or its content is too large.
    """
    stream = zlib.decompressobj()
    try:
        content = stream.decompress(data, largest + 1)
    except zlib.error as error:
        raise ValueError(str(error)) from None
    if len(content) > largest:
        raise ValueError(f"expands to more than {largest} bytes")
    if not stream.eof or stream.unused_data:
        raise ValueError("other bytes follow" if stream.eof else "the compressed data is incomplete")
    return content


def plain_lines(data: bytes) -> bytes:
    """A text without a byte order mark and with LF at the end of every line: as it was before an editor, a mail program
    or a version control system on another system changed it."""
    data = data.removeprefix(codecs.BOM_UTF8)
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return data if not data or data.endswith(b"\n") else data + b"\n"


class TextLine(NamedTuple):
    """A line of a text file: its bytes with the line end, its number from 1, and the index of its first byte."""

    data: bytes
    number: int
    offset: int


def numbered_lines(file: BinaryIO) -> Iterator[TextLine]:
    """The lines of an open file, one at a time, whether LF, CRLF or CR ends them."""
    number, offset, rest = 0, 0, b""
    while part := file.read(1 << 20):
        lines = (rest + part).splitlines(keepends=True)
        rest = lines.pop()  # it may continue, or end with the first half of CRLF
        for data in lines:
            number += 1
            yield TextLine(data, number, offset)
            offset += len(data)
    if rest:
        yield TextLine(rest, number + 1, offset)


def lock(file: BinaryIO) -> bool:
    """Lock an open file for this process until it is closed; False if another process holds the lock. On file systems
    without locks, this always succeeds."""
    try:
        if os.name == "nt":  # pragma: no cover
            import msvcrt

            file.seek(1 << 40)  # lock a byte far beyond the content
            try:
                msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
            finally:
                file.seek(0)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        return True
    return True


@contextlib.contextmanager
def locked(path: str | Path) -> Iterator[bool]:
    """Lock a path within the context with a file next to it that ends in ``.lock``. This is for files that are replaced
    as a whole and may not exist yet. Yields False if another process holds the lock.

    Raises:
        FileError: the folder is missing or not writable.
    """
    place = place_of(path).resolve()
    mark = place.with_name(f"{place.name}.lock")
    while True:
        with reported(path):
            handle = os.open(mark, os.O_RDWR | os.O_CREAT | _FLAGS, 0o666)
        with os.fdopen(handle, "r+b", buffering=0) as file:
            held = lock(file)
            if held and not _is_named(file, mark):
                continue  # the last holder of the lock has just removed the file
            ours = held and not os.fstat(handle).st_size  # otherwise the file has another purpose, and stays
            try:
                yield held
            finally:
                if ours and os.name != "nt":
                    mark.unlink(missing_ok=True)
        if ours and os.name == "nt":  # pragma: no cover - Windows removes only closed files
            with contextlib.suppress(OSError):
                mark.unlink()
        return


def _is_named(file: BinaryIO, path: Path) -> bool:
    """Whether an open file still has this path."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False


def append_whole(file: BinaryIO, line: bytes) -> None:
    """Append a line to a file opened by :func:`open_file` and wait until it is on disk. On failure no part of the line
    stays.

    Raises:
        OSError: it cannot be written, for example because the disk is full.
    """
    end = file.seek(0, os.SEEK_END)
    try:
        rest = memoryview(line)
        while rest:
            rest = rest[file.write(rest) :]
        os.fsync(file.fileno())
    except OSError:
        with contextlib.suppress(OSError):
            file.truncate(end)
        raise


def write_new(path: Path, content: bytes) -> None:
    """Write a new file; on failure no part of it stays.

    Raises:
        FileExistsError: the file exists.
        OSError: the folder is not writable, or the disk is full.
    """
    with open(path, "xb", buffering=0) as file:
        try:
            append_whole(file, content)
        except OSError:
            path.unlink(missing_ok=True)
            raise


def check_writable(path: str | Path) -> None:
    """Check in advance that a file can be written. This does not leave a new file behind.

    Raises:
        FileError: as :func:`open_file`, or its folder is missing or not writable.
    """
    place = place_of(path)
    if place.exists():
        open_file(path, os.O_RDWR, largest=1 << 62).close()
    else:
        with reported(path):
            write_new(place, b"")
            place.unlink()


def write_whole(path: str | Path, content: bytes) -> None:
    """Replace a file's content; on failure the old content stays. A device or FIFO is not replaced but written to.

    Raises:
        FileError: it cannot be written.
    """
    place = place_of(path)
    with reported(path):
        if place.exists() and not place.is_file():
            handle = os.open(place, os.O_WRONLY | _FLAGS)
            if hasattr(os, "O_NONBLOCK"):
                os.set_blocking(handle, True)  # writing may wait for the reader, but opening must not
            with os.fdopen(handle, "wb") as file:
                file.write(content)
        else:
            with replacing(place.resolve(), make_folders=False) as file:
                file.write(content)


@contextlib.contextmanager
def replacing(path: Path, make_folders: bool = True) -> Iterator[BinaryIO]:
    """Open a temporary file that replaces ``path`` on success. On failure this removes the file and any folders that it
    created.

    Raises:
        OSError: the folder is not writable, or the disk is full.
    """
    made = []
    try:
        if make_folders:
            for folder in reversed([one for one in (path.parent, *path.parent.parents) if not one.exists()]):
                folder.mkdir(exist_ok=True)
                made.append(folder)
        new = path.with_name(f"{path.name}.{os.urandom(6).hex()}.part")
        try:
            with new.open("xb") as file:
                with contextlib.suppress(FileNotFoundError):
                    new.chmod(stat.S_IMODE(path.stat().st_mode))
                yield file
                file.flush()
                os.fsync(file.fileno())
            new.replace(path)
        except BaseException:
            new.unlink(missing_ok=True)
            raise
    except BaseException:
        for folder in reversed(made):
            with contextlib.suppress(OSError):
                folder.rmdir()
        raise
