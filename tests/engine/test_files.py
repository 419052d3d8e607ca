"""Files that options and commands name: opening, reading, appending, replacing, locking, and refusing them."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
import time
import zlib
from pathlib import Path
from typing import BinaryIO

import pytest

from oddfish.engine import files
from oddfish.engine.book import BookError, load_book
from oddfish.engine.evaluation.parameters import read_parameters
from oddfish.engine.evaluation.weights import WeightsError, read_weights
from oddfish.engine.experiments.match.plan import MatchError
from oddfish.engine.experiments.match.records import read_results
from oddfish.engine.files import (
    FileError,
    append_whole,
    check_writable,
    inflate,
    lock,
    locked,
    open_file,
    place_of,
    read_bytes,
    read_text,
    replacing,
    write_whole,
)
from oddfish.engine.interpreter import module_command
from oddfish.engine.tablebase import VARIABLE, default_folder
from oddfish.engine.variants import get_variant
from support.openings import read_openings
from support.pipes import CecpEngine, UciEngine

unix = pytest.mark.skipif(os.name == "nt", reason="Windows has neither FIFOs nor such devices")

#: The function that opens each kind of file, and the error that it raises.
READERS = {
    "bytes": (read_bytes, FileError),
    "text": (read_text, FileError),
    "weights": (read_weights, WeightsError),
    "parameters": (read_parameters, WeightsError),
    "book": (load_book, BookError),
    "results": (lambda path: read_results(str(path)), MatchError),
    "openings": (lambda path: read_openings(str(path), get_variant("normal"), {}), MatchError),
}


@pytest.fixture(params=["none", "folder", "fifo", "zero", "user", "nul", "empty"])
def useless(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, str]:
    """A path without a readable file, and the error that it causes."""
    if request.param in ("fifo", "zero") and os.name == "nt":
        pytest.skip("Windows has neither FIFOs nor such devices")
    if request.param == "fifo":
        os.mkfifo(tmp_path / "fifo")
    return {
        "none": (str(tmp_path / "none"), "No such file"),
        "folder": (str(tmp_path), "folder"),
        "fifo": (str(tmp_path / "fifo"), "is not a regular file"),
        "zero": ("/dev/zero", "is not a regular file"),
        "user": ("~nosuchuser/a", "there is no home folder ~nosuchuser"),
        "nul": ("a\0b", "cannot contain a NUL"),
        "empty": ("", "a path cannot be empty"),
    }[request.param]


@pytest.mark.parametrize("kind", READERS)
def test_only_regular_files_are_opened(kind: str, useless: tuple[str, str]) -> None:
    """Other paths are refused at once, with a message that names the path."""
    path, reason = useless
    read, error = READERS[kind]
    with pytest.raises(error) as raised:
        read(path)
    assert reason in str(raised.value) or (os.name == "nt" and "denied" in str(raised.value))
    assert (path if "\0" not in path else repr(path)) in str(raised.value)


def test_no_file_is_read_beyond_its_bound(tmp_path: Path) -> None:
    (tmp_path / "large").write_bytes(b"x" * 11)
    assert read_bytes(tmp_path / "large", 11) == b"x" * 11
    with pytest.raises(FileError, match="has 11 bytes, expected at most 10"):
        read_bytes(tmp_path / "large", 10)
    (tmp_path / "latin").write_bytes("é".encode("latin-1"))
    with pytest.raises(FileError, match="latin: is not a text in UTF-8"):
        read_text(tmp_path / "latin")


def test_homes_are_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    assert place_of("~/a") == tmp_path / "a"
    monkeypatch.setenv(VARIABLE, "~nosuchuser/tables")
    with pytest.raises(FileError, match="there is no home folder"):
        default_folder()


@unix
@pytest.mark.parametrize("option", ["EvalFile", "SearchFile", "BookFile"])
@pytest.mark.quick(3)
def test_engines_refuse_paths_that_are_not_files(option: str, tmp_path: Path) -> None:
    """They do not wait or read for ever."""
    os.mkfifo(tmp_path / "fifo")
    paths = [str(tmp_path / "fifo"), "/dev/zero", str(tmp_path), "~nosuchuser/a"]
    with UciEngine() as uci, CecpEngine() as cecp:
        for path in paths:
            uci.send(f"setoption name {option} value {path}")
            (line,) = [line for line in uci.sync() if path in line or "home folder" in line]
            assert "internal error" not in line
            (line, *_) = cecp.ask(f"option {option}={path}")
            assert "internal error" not in line


def test_endings_in_a_folder_that_cannot_be() -> None:
    environment = {**os.environ, VARIABLE: "~nosuchuser/tables"}
    done = subprocess.run(
        module_command("oddfish", "--variant", "banqi"), input="uci\ngo depth 1\nisready\nquit\n",
        capture_output=True, text=True, env=environment, timeout=60, check=True,
    )  # fmt: skip
    assert "readyok" in done.stdout and "internal" not in done.stdout + done.stderr


# Writing ----------------------------------------------------------------------------------------------------------


def test_nothing_is_left_of_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    """No part of the file remains, and no folders made for it."""

    def fail() -> None:
        with replacing(tmp_path / "a" / "b" / "c") as file:
            file.write(b"x")
            raise OSError("full")

    with pytest.raises(OSError, match="full"):
        fail()
    assert list(tmp_path.iterdir()) == []
    with replacing(tmp_path / "a" / "b" / "c") as file:
        file.write(b"x")
    assert (tmp_path / "a" / "b" / "c").read_bytes() == b"x"
    assert len(list((tmp_path / "a" / "b").iterdir())) == 1


@unix
def test_a_full_disk_leaves_the_old_file(tmp_path: Path) -> None:
    script = """
import resource, signal, sys
from oddfish.engine.files import FileError, write_whole
write_whole(sys.argv[1], b"before")
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (20, 20))
for name in sys.argv[1:]:
    try:
        write_whole(name, 100 * b"after")
    except FileError as error:
        print(error.reason)
"""
    paths = [str(tmp_path / name) for name in ("old", "new")]
    done = subprocess.run(
        [sys.executable, "-c", script, *paths], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == "File too large\nFile too large\n"
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("old", b"before")]


@pytest.mark.skipif(os.name == "nt", reason="Windows has other permissions")
def test_a_new_file_has_the_usual_permissions_and_an_old_one_keeps_its_own(tmp_path: Path) -> None:
    file = tmp_path / "file"
    for mask, mode in ((0o077, 0o600), (0o022, 0o644)):
        before = os.umask(mask)
        try:
            write_whole(file, b"new")
        finally:
            os.umask(before)
        assert stat.S_IMODE(file.stat().st_mode) == mode
        file.unlink()
    file.touch()
    file.chmod(0o640)
    write_whole(file, b"again")
    assert stat.S_IMODE(file.stat().st_mode) == 0o640 and file.read_bytes() == b"again"


@unix
def test_pipes_and_devices_are_written_to_but_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    with pytest.raises(FileError, match="No such device"):
        write_whole(tmp_path / "fifo", b"x")
    text = 100_000 * b"longer than a pipe holds "
    with subprocess.Popen(["cat", str(tmp_path / "fifo")], stdout=subprocess.PIPE) as reader:
        assert reader.stdout is not None
        writer = threading.Thread(target=_write_until_read, args=(tmp_path / "fifo", text))
        writer.start()
        assert reader.stdout.read() == text
        writer.join()


def _write_until_read(path: Path, text: bytes) -> None:
    """Write until the reader has opened the pipe."""
    while True:
        try:
            return write_whole(path, text)
        except FileError:
            time.sleep(0.01)


@unix
def test_whether_a_file_can_be_written(tmp_path: Path) -> None:
    check_writable(tmp_path / "new")
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "old").write_bytes(b"kept")
    check_writable(tmp_path / "old")
    assert (tmp_path / "old").read_bytes() == b"kept"
    os.mkfifo(tmp_path / "fifo")
    for name, reason in (("fifo", "not a regular file"), (".", "directory|folder"), ("no/such", "No such file")):
        with pytest.raises(FileError, match=reason):
            check_writable(tmp_path / name)
    done = subprocess.run(
        module_command("oddfish", "book", "build", "normal", "--games", "1", "--out", str(tmp_path / "fifo")),
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr == f"oddfish: cannot write {tmp_path / 'fifo'}: is not a regular file\n"


@unix
def test_lines_are_appended_whole_or_not_at_all(tmp_path: Path) -> None:
    """A file can have only 20 bytes, as on a full disk."""
    script = """
import os, resource, signal, sys
from oddfish.engine.files import append_whole, open_file
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (20, 20))
with open_file(sys.argv[1], os.O_RDWR | os.O_CREAT) as file:
    append_whole(file, b"0123456789\\n")
    try:
        append_whole(file, b"0123456789\\n")
    except OSError as error:
        print(error.strerror)
"""
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / "lines")], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == "File too large\n"
    assert (tmp_path / "lines").read_bytes() == b"0123456789\n"


def test_a_locked_file_belongs_to_another_process(tmp_path: Path) -> None:
    with open_file(tmp_path / "lines", os.O_RDWR | os.O_CREAT) as file:
        assert lock(file)
        append_whole(file, b"1\n")
        script = (
            "import os, sys\nfrom oddfish.engine.files import lock, open_file\n"
            "print(lock(open_file(sys.argv[1], os.O_RDWR)))"
        )
        command = [sys.executable, "-c", script, str(tmp_path / "lines")]
        assert subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout == "False\n"
    assert subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout == "True\n"


def test_a_path_is_locked_by_a_file_next_to_it(tmp_path: Path) -> None:
    path, mark = tmp_path / "book", tmp_path / "book.lock"
    mark.touch()  # a killed process left it
    with locked(path) as first, locked(tmp_path / "." / "book") as second, locked(tmp_path / "other") as other:
        assert (first, second, other) == (True, False, True)
        path.write_bytes(b"new")
    with locked(path) as first:
        assert first and mark.exists()
    assert sorted(tmp_path.iterdir()) == [path]
    mark.write_bytes(b"the lock file of another program")
    with locked(path) as first:
        assert first
    assert mark.read_bytes() == b"the lock file of another program"
    with pytest.raises(FileError, match="No such file"), locked(tmp_path / "no" / "book"):
        pass


def test_a_lock_file_that_was_just_removed_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, mark = tmp_path / "book", tmp_path / "book.lock"
    attempts = []

    def late(file: BinaryIO) -> bool:
        """The holder removes the file between opening and locking."""
        attempts.append(1)
        if len(attempts) == 1:
            mark.unlink()
        return lock(file)

    monkeypatch.setattr(files, "lock", late)
    with locked(path) as first:
        assert first and mark.exists()
    assert len(attempts) == 2 and not mark.exists()


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "incomplete"),
        (b"plain text", "incorrect header"),
        (zlib.compress(b"abc")[:-1], "incomplete"),
        (zlib.compress(b"abc")[:-1] + b"\0", "incorrect data check"),
        (zlib.compress(b"abc") + b"d", "other bytes follow"),
        (zlib.compress(b"abcd"), "expands to more than 3 bytes"),
        (zlib.compress(bytes(1 << 24), 9), "expands to more than 3 bytes"),
    ],
)
def test_compressed_data_that_is_refused(data: bytes, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        inflate(data, 3)


def test_compressed_data_up_to_the_limit() -> None:
    assert inflate(zlib.compress(b"abc"), 3) == b"abc"
    assert inflate(zlib.compress(b""), 0) == b""
