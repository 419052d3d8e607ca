"""Installs files into folders of other programs, and records each file, so that you can remove exactly these again.

The record is written before the first file and lists everything that follows, so you can finish or remove an
interrupted installation. A file is ours as long as its checksum is in the record; if you change it, it becomes yours.
In files of other programs, only the lines that we added are ours.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

_FORMAT = 1


class InstallationError(Exception):
    """Something cannot be installed or removed; the text says why in one line."""


@dataclass(frozen=True)
class Entries:
    """Entries for another program's file. The file keeps its time stamp, because programs rely on it.

    Attributes:
        texts: one text per entry. An entry is present if any line contains its text.
        block: returns the lines to append for some entries. The program may reduce them to the texts.
    """

    texts: Sequence[str]
    block: Callable[[Sequence[str]], Sequence[str]]


@dataclass
class Edited:
    """The record of changes to another program's file."""

    created: bool  # the file did not exist before
    texts: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)


@dataclass
class Record:
    """The record of an installation. All paths are absolute."""

    files: dict[str, list[str]] = field(default_factory=dict)  # path: possible checksums of the file
    edited: dict[str, Edited] = field(default_factory=dict)
    folders: list[str] = field(default_factory=list)  # folders that did not exist before

    def text(self) -> str:
        return json.dumps({"format": _FORMAT, **asdict(self)}, indent=1, sort_keys=True) + "\n"

    @classmethod
    def read(cls, text: str) -> Record:
        """Parse a record.

        Raises:
            ValueError: the text is not a record.
        """
        try:
            found: Any = json.loads(text)
            if found["format"] != _FORMAT:
                raise ValueError(f"format {found['format']}, this program knows {_FORMAT}")
            return cls(
                files={str(Path(path)): [*map(str, sums)] for path, sums in found["files"].items()},
                edited={str(Path(path)): Edited(**edited) for path, edited in found["edited"].items()},
                folders=[*map(str, found["folders"])],
            )
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"it lacks or misplaces {error}") from None


@dataclass(frozen=True)
class Step:
    """One step of an installation; without ``act``, a file to leave alone."""

    verb: str
    path: Path
    why: str = ""
    act: Callable[[], None] | None = None

    def __str__(self) -> str:
        return f"{self.verb} {self.path}{f' ({self.why})' if self.why else ''}"


class Installation:
    """An installation, as its record in our own folder describes it."""

    def __init__(self, record: Path):
        self.place = record
        self.record = Record()
        try:
            self.record = Record.read(record.read_text(encoding="utf-8"))
            self.present = True
        except FileNotFoundError:
            self.present = False
        except ValueError as error:
            raise InstallationError(f"{record} is not a record of an installation: {error}") from None
        except OSError as error:
            raise InstallationError(f"cannot read {record}: {error.strerror}") from None

    # Installing -------------------------------------------------------------------------------------------------

    def install(
        self,
        files: Mapping[Path, bytes],
        entries: Mapping[Path, Entries],
        dry_run: bool = False,
        states: Mapping[Path, Iterable[bytes]] | None = None,
    ) -> list[Step]:
        """Write what is missing, and remove what an earlier installation wrote and this one does not need.

        Args:
            files: the contents of the files to install.
            entries: the entries to add to files of other programs.
            dry_run: only return the steps.
            states: other contents that the engine writes into our files, which remain ours.

        Returns:
            The steps in order, including files left alone because you changed them.

        Raises:
            InstallationError: a file that is not ours is in the way, and nothing was done; or the system reported an
                error, and the record lists what was done.
        """
        new = Record(folders=self.record.folders)
        steps: list[Step] = []
        foreign: list[Path] = []
        backups: dict[Path, bytes] = {}
        edits: list[Step] = []
        with _reported("read"):
            for path, wanted in entries.items():
                edits += self._edit(path, wanted, new, backups)
            for path, content in {**files, **backups}.items():
                steps += self._write(path, content, (states or {}).get(path, ()), new, foreign)
            steps += edits
            steps += self._superseded(new)
        if foreign:
            more = f" (and {len(foreign) - 1} more)" if len(foreign) > 1 else ""
            raise InstallationError(
                f"{foreign[0]}{more} is in the way: it was changed, or this installation did not write it"
            )
        places = (*new.files, *map(os.path.realpath, new.edited), str(self.place))
        missing = {folder for path in places for folder in Path(path).parents}
        new.folders = sorted({*new.folders, *(str(folder) for folder in missing if not folder.exists())})
        if dry_run:
            return steps
        during = _either(self.record, new)
        with _reported("write"):
            if steps or not self.present:
                self._save(during)
            for step in steps:
                if step.act:
                    step.act()
            self._save(new)
        return steps

    def _write(
        self, path: Path, content: bytes, states: Iterable[bytes], new: Record, foreign: list[Path]
    ) -> list[Step]:
        """The steps that install one of our files."""
        known = self.record.files.get(str(path))
        present = _checksum(path)
        wanted, *others = dict.fromkeys(hashlib.sha256(state).hexdigest() for state in (content, *states))
        if present == wanted:
            if known is not None:
                new.files[str(path)] = [wanted, *others]
            return []  # a file with this content that is not in the record is not ours
        if present is not None and (known is None or present not in known):
            if known is None:
                foreign.append(path)
                return []
            new.files[str(path)] = known
            return [Step("keep", path, "changed since it was installed")]
        new.files[str(path)] = [wanted, *others]
        return [Step("write", path, act=lambda: _replace(path, content))]

    def _edit(self, path: Path, wanted: Entries, new: Record, backups: dict[Path, bytes]) -> list[Step]:
        """The steps that add all wanted entries to another program's file and remove our obsolete ones."""
        known = self.record.edited.get(str(path))
        before = _text(path)
        edited = Edited(created=before is None if known is None else known.created)
        lines = (before or "").split("\n")
        if known is not None:
            stale = [text for text in known.texts if text not in wanted.texts]
            if stale:
                lines = _without(lines, known)
            else:
                edited.texts, edited.lines = [*known.texts], [*known.lines]
        missing = [text for text in wanted.texts if not any(text in line for line in lines)]
        if missing:
            block = wanted.block(missing)
            lines = [*lines[:-1], *block, ""] if lines[-1] == "" else [*lines, *block]
            edited.texts = [*dict.fromkeys((*edited.texts, *missing))]
            edited.lines = [*dict.fromkeys((*edited.lines, *block))]
        if edited.texts:
            new.edited[str(path)] = edited
        after = "\n".join(lines)
        backup = self.place.parent / f"{path.name.lstrip('.')}.backup"
        if before is not None and edited.texts and not edited.created:
            first = backup.read_bytes() if str(backup) in self.record.files and backup.exists() else _bytes(before)
            backups[backup] = first
        if after == (before or ""):
            return []
        why = f"{len(missing)} lines added"
        return [Step("edit", path, why, act=lambda: _replace(path, _bytes(after), keep_time=True))]

    def _superseded(self, new: Record) -> list[Step]:
        """The steps that remove what only an earlier version installed."""
        steps = []
        for name, sums in self.record.files.items():
            if name not in new.files:
                steps += _removal(Path(name), sums)
        for name, edited in self.record.edited.items():
            if name not in new.edited:
                steps += _unedit(Path(name), edited)
        return steps

    def _save(self, record: Record) -> None:
        content = _bytes(record.text())
        if not self.place.exists() or self.place.read_bytes() != content:
            _replace(self.place, content)
        self.record, self.present = record, True

    # Removing ---------------------------------------------------------------------------------------------------

    def uninstall(self, dry_run: bool = False) -> list[Step]:
        """Remove everything in the record, then the record itself. Files that you changed stay.

        Raises:
            InstallationError: the system reported an error; the record still lists what remains.
        """
        with _reported("read"):
            steps = [step for name, edited in self.record.edited.items() for step in _unedit(Path(name), edited)]
            for name, sums in self.record.files.items():
                steps += _removal(Path(name), sums)
        if dry_run:
            return steps
        with _reported("remove"):
            for step in steps:
                if step.act:
                    step.act()
            self.place.unlink(missing_ok=True)
            for folder in sorted(self.record.folders, key=len, reverse=True):  # the deepest first
                with contextlib.suppress(OSError):  # missing or not empty
                    os.rmdir(folder)
        self.record, self.present = Record(), False
        return steps


def _either(old: Record, new: Record) -> Record:
    """The record of everything that may exist while one version replaces another."""

    def both(first: Iterable[str], second: Iterable[str]) -> list[str]:
        return [*dict.fromkeys((*first, *second))]

    edited = {**old.edited, **new.edited}
    for path in old.edited.keys() & new.edited.keys():
        before, after = old.edited[path], new.edited[path]
        edited[path] = Edited(after.created, both(before.texts, after.texts), both(before.lines, after.lines))
    files = {path: both(old.files.get(path, ()), new.files.get(path, ())) for path in old.files | new.files}
    return Record(files, edited, new.folders)


def _removal(path: Path, sums: Sequence[str]) -> list[Step]:
    present = _checksum(path)
    if present is None:
        return []
    if present not in sums:
        return [Step("keep", path, "changed since it was installed")]
    return [Step("remove", path, act=path.unlink)]


def _unedit(path: Path, edited: Edited) -> list[Step]:
    before = _text(path)
    if before is None:
        return []
    lines = before.split("\n")
    after = "\n".join(_without(lines, edited))
    if edited.created and not after.strip():
        return [Step("remove", path, act=Path(os.path.realpath(path)).unlink)]  # a link is not ours
    if after == before:
        return []
    gone = before.count("\n") - after.count("\n")
    return [Step("edit", path, f"{gone} lines removed", act=lambda: _replace(path, _bytes(after), keep_time=True))]


def _without(lines: Iterable[str], edited: Edited) -> list[str]:
    """The lines that are not ours."""
    ours = {*edited.lines, *edited.texts}
    return [line for line in lines if line not in ours]


def _checksum(path: Path) -> str | None:
    """A file's checksum; None if the path does not exist; "not a file" if it is something else."""
    if not os.path.lexists(path):
        return None
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "not a file"


def _text(path: Path) -> str | None:
    """A file's text in any encoding; None if there is no file."""
    try:
        return path.read_bytes().decode("utf-8", "surrogateescape")
    except FileNotFoundError:
        return None


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _replace(path: Path, content: bytes, keep_time: bool = False) -> None:
    """Write a file atomically. An existing file keeps its owner and mode. With ``keep_time`` it also keeps its time
    stamp, and a new file gets the oldest possible one."""
    path = Path(os.path.realpath(path))  # keep links
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}.oddfish-new")
    try:
        fresh.write_bytes(content)
        state = path.stat() if path.exists() else None
        if state is not None:
            fresh.chmod(state.st_mode & 0o7777)
            own = fresh.stat()
            if (state.st_uid, state.st_gid) != (own.st_uid, own.st_gid):
                os.chown(fresh, state.st_uid, state.st_gid)
        if keep_time:
            os.utime(fresh, ns=(state.st_atime_ns, state.st_mtime_ns) if state is not None else (0, 0))
        os.replace(fresh, path)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise


@contextlib.contextmanager
def _reported(verb: str) -> Iterator[None]:
    """Turn errors of the operating system into InstallationErrors."""
    try:
        yield
    except OSError as error:
        raise InstallationError(f"cannot {verb} {error.filename or 'a file'}: {error.strerror or error}") from None
