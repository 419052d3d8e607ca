"""Records of a match: a JSON line for the plan, one for each finished game, and PGN made from these."""

from __future__ import annotations

import contextlib
import errno
import json
import os
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, BinaryIO

from oddfish.cext.core.errors import FenError, MoveError
from oddfish.engine.experiments.match.games import Thought, comments
from oddfish.engine.experiments.match.plan import MatchError, Plan
from oddfish.engine.experiments.match.ratings import GameResult
from oddfish.engine.files import (
    FileError,
    append_whole,
    lock,
    open_file,
    place_of,
    plain_lines,
    read_all,
    read_bytes,
    replacing,
    reported,
)
from oddfish.engine.game import Game, Result
from oddfish.engine.options import tag_of
from oddfish.engine.pgn import read_tags
from oddfish.engine.ranges import parse_json
from oddfish.engine.variants import get_variant

#: The version of the file format; files of another version cannot be resumed.
VERSION = 1


@dataclass(frozen=True)
class Record:
    """A finished game."""

    number: int
    round: int
    pair: int
    white: str
    black: str
    result: str  # as in PGN
    reason: str
    detail: str
    fault: tuple[str, str] | None  # the engine at fault, and the kind
    fen: str  # the start position
    opening: int  # plies of the opening
    moves: tuple[str, ...]
    seed: int
    deal: str  # the hidden information, or ''
    date: str  # when the game ended
    seconds: float
    thoughts: tuple[Thought | None, ...] = field(repr=False)

    @property
    def winner(self) -> int | None:
        return {"1-0": 0, "0-1": 1}.get(self.result)

    @property
    def score(self) -> float:
        """White's score."""
        return {"1-0": 1.0, "0-1": 0.0}.get(self.result, 0.5)

    @property
    def why(self) -> str:
        """The reason of the result, with its details."""
        return f"{self.reason}: {self.detail}" if self.detail else self.reason

    def to_json(self) -> dict[str, Any]:
        return {"type": "game", **vars(self)}

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> Record:
        """
        Raises:
            KeyError: a value is missing.
            TypeError: a value has the wrong type; the message names it.
        """
        known = {one.name: values[one.name] for one in fields(cls)}
        for name, value in known.items():
            if not _KINDS[name](value):
                raise TypeError(f"{name}: {json.dumps(value):.60}")
        known["moves"] = tuple(known["moves"])
        known["fault"] = tuple(known["fault"]) if known["fault"] else None
        known["thoughts"] = tuple(Thought(*thought) if thought else None for thought in known["thoughts"])
        return cls(**known)


def _is_count(value: Any) -> bool:
    return type(value) is int and 0 <= value < 2**53


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and abs(value) < 2**53


def _is_thought(value: Any) -> bool:
    return not value or (
        isinstance(value, (list, tuple))
        and len(value) == len(Thought._fields)
        and (value[0] is None or _is_number(value[0]))
        and all(map(_is_number, value[1:]))
    )


#: Checks for the JSON values of a record.
_KINDS: dict[str, Callable[[Any], bool]] = {
    **dict.fromkeys(("number", "round", "pair", "opening", "seed"), _is_count),
    **dict.fromkeys(("white", "black", "reason", "detail", "fen", "deal", "date"), _is_text),
    "result": ("1-0", "0-1", "1/2-1/2").__contains__,
    "fault": lambda value: (
        not value or (isinstance(value, (list, tuple)) and len(value) == 2 and all(map(_is_text, value)))
    ),
    "moves": lambda value: isinstance(value, (list, tuple)) and all(map(_is_text, value)),
    "seconds": _is_number,
    "thoughts": lambda value: isinstance(value, (list, tuple)) and all(map(_is_thought, value)),
}


# JSON lines -----------------------------------------------------------------------------------------------------


class Journal:
    """The JSON lines of a match. Each is on disk as soon as its game is over. The file is locked against other
    processes.

    Args:
        path: the file.
        plan: a new match; None resumes the one in the file.
        pgn: the match's PGN file, stored for resuming.

    Raises:
        MatchError: a new match's file already exists, or an old match cannot be resumed.
    """

    def __init__(self, path: str | Path, plan: Plan | None = None, pgn: str = ""):
        self.records: list[Record] = []
        self.pgn = pgn
        try:
            self.path = place_of(path)
            self._file: BinaryIO = open_file(path, os.O_RDWR | (os.O_CREAT | os.O_EXCL if plan is not None else 0))
            with reported(path), contextlib.ExitStack() as stack:
                stack.callback(self._file.close)
                if not lock(self._file):
                    raise MatchError(f"{path}: another match is using it")
                if plan is not None:
                    self.plan = plan
                    stack.callback(self.path.unlink)
                    self._write({"type": "match", "version": VERSION, "pgn": pgn, "plan": plan.to_json()})
                else:
                    self.plan = self._read()
                stack.pop_all()
        except FileError as error:
            if error.errno == errno.EEXIST:
                raise MatchError(
                    f"{path} already exists: use --resume to continue it, or choose another file"
                ) from None
            raise MatchError(str(error)) from None

    def _read(self) -> Plan:
        data = read_all(self._file, self.path)
        header, self.records = parse_journal(data, self.path)
        if header is None:
            raise MatchError(f"{self.path}: not a match record")
        if header.get("version") != VERSION:
            raise MatchError(f"{self.path}: written by another version of this program")
        self.pgn = header.get("pgn", "")
        try:
            if not _is_text(self.pgn):
                raise MatchError(f"pgn: {json.dumps(self.pgn):.60}")
            plan = Plan.from_json(header.get("plan"))
        except MatchError as error:
            raise MatchError(f"{self.path}:1: {error}") from None
        self._check_players(plan)
        self._drop_partial_line(data)
        return plan

    def _check_players(self, plan: Plan) -> None:
        """Check that the games are between engines of the plan.

        Raises:
            MatchError: one is not.
        """
        names = [engine.name for engine in plan.engines]
        for record in self.records:
            for name in (record.white, record.black):
                if name not in names:
                    known = ", ".join(names)
                    raise MatchError(
                        f"{self.path}: game {record.number}: unknown engine '{name:.80}': expected one of {known}"
                    )

    def check_games(self) -> None:
        """Check that the games can be replayed.

        Raises:
            MatchError: one cannot; the message names the file and the game.
        """
        for record in self.records:
            try:
                game_of(self.plan, record)
            except MatchError as error:
                raise MatchError(f"{self.path}: {error}") from None

    def _drop_partial_line(self, data: bytes) -> None:
        """Drop blank lines at the end, and a line that was being written when the program was killed."""
        kept = _without_blank_end(data)
        if kept != data:
            self._file.truncate(len(kept))
        data = kept
        tail = data.rpartition(b"\n")[2]
        if tail and _parse(tail) is None:
            self._file.truncate(len(data) - len(tail))
        elif tail:
            append_whole(self._file, b"\n")

    def append(self, record: Record) -> None:
        """
        Raises:
            MatchError: it cannot be written.
        """
        try:
            self._write(record.to_json())
        except OSError as error:
            raise MatchError(f"{self.path}: {error.strerror or error}") from None

    def _write(self, values: dict[str, Any]) -> None:
        append_whole(self._file, json.dumps(values, separators=(",", ":"), allow_nan=False).encode() + b"\n")

    def close(self) -> None:
        self._file.close()


def _parse(line: bytes) -> dict[str, Any] | None:
    with contextlib.suppress(ValueError, RecursionError):
        values = parse_json(line)
        if isinstance(values, dict) and "type" in values:
            return values
    return None


def _without_blank_end(data: bytes) -> bytes:
    """The content of a journal without the blank lines that an editor may have left at its end."""
    end = data.find(b"\n", len(data.rstrip()))
    return data if end < 0 else data[: end + 1]


def read_journal(path: str | Path) -> tuple[dict[str, Any] | None, list[Record]]:
    """Read the plan (if there is one) and the finished games of a file. Ignores duplicate games and a partial last
    line.

    Raises:
        MatchError: the file is unreadable, or a line is malformed.
    """
    try:
        return parse_journal(read_bytes(path), path)
    except FileError as error:
        raise MatchError(str(error)) from None


def read_entry(line: bytes) -> dict[str, Any] | Record | None:
    """What a line of a journal holds: the header with the plan, or a finished game; None if it is something else.

    Raises:
        ValueError: it is malformed; the text says why.
    """
    values = _parse(line)
    try:
        if values is None:
            raise KeyError("type")
        if values["type"] == "game":
            return Record.from_json(values)
    except KeyError as error:
        raise ValueError(f"no '{error.args[0]}'") from None
    except TypeError as error:
        raise ValueError(str(error)) from None
    return values if values["type"] == "match" else None


def parse_journal(data: bytes, path: str | Path) -> tuple[dict[str, Any] | None, list[Record]]:
    """Like :func:`read_journal`, from the file's content.

    Raises:
        MatchError: a line is malformed.
    """
    header: dict[str, Any] | None = None
    records: dict[int, Record] = {}
    *lines, last = _without_blank_end(data).split(b"\n")
    if last and _parse(last) is not None:
        lines.append(last)
    for number, line in enumerate(lines, 1):
        try:
            entry = read_entry(line)
            if isinstance(entry, dict) and number > 1:
                raise ValueError("a second match")
        except ValueError as error:
            raise MatchError(f"{path}:{number}: not a line of a match record ({error})") from None
        if isinstance(entry, Record):
            records.setdefault(entry.number, entry)
        elif entry is not None:
            header = entry
    return header, list(records.values())


# PGN ------------------------------------------------------------------------------------------------------------


def start_of(plan: Plan, record: Record) -> Game:
    """A finished game before its first move, without its deal: the moves include their outcomes."""
    game = Game(plan.variant, _rules(plan), record.fen, seed=0)
    game.deal = None
    return game


def game_of(plan: Plan, record: Record) -> Game:
    """A finished game, without its deal.

    Raises:
        MatchError: it cannot be replayed; the message names the game.
    """
    try:
        game = start_of(plan, record)
    except FenError as error:
        raise MatchError(f"game {record.number}: bad FEN: {error}") from None
    for ply, move in enumerate(record.moves, 1):
        try:
            game.push(move)
        except MoveError as error:
            raise MatchError(f"game {record.number}: ply {ply}: {error}") from None
    return game


def _rules(plan: Plan) -> dict[str, Any]:
    """The options of a plan that start positions do not show."""
    shown = get_variant(plan.variant).tags(Game(plan.variant).position)
    return {name: value for name, value in plan.options.items() if name not in shown}


def to_pgn(plan: Plan, record: Record) -> str:
    """A finished game as PGN, with all tags that you need to replay it from the same start."""
    game, rules = game_of(plan, record), _rules(plan)
    engines = {engine.name: engine for engine in plan.engines}
    tags = {
        "Event": f"Oddfish match, seed {plan.seed}",
        "Site": "?",
        "Date": record.date[:10].replace("-", "."),
        "Round": f"{record.round + 1}.{record.number}",
        "White": record.white,
        "Black": record.black,
        "Seed": str(record.seed),
    }
    if record.deal:
        tags["Deal"] = record.deal
    if rules:
        tags["Options"] = tag_of(rules)
    controls = [str(plan.control_of(engines[name])) for name in (record.white, record.black)]
    if controls[0] == controls[1]:
        tags["TimeControl"] = controls[0]
    else:
        tags.update(WhiteTimeControl=controls[0], BlackTimeControl=controls[1])
    tags["PlyCount"] = str(len(record.moves))
    tags["Termination"] = _termination(record)
    result = Result(record.winner, record.why)
    return game.pgn(tags, result, comments(record.thoughts))


def _termination(record: Record) -> str:
    """The value of the PGN tag Termination."""
    if record.reason == "adjudication":
        return "adjudication"
    if record.fault is None:
        return "normal"
    return {"time": "time forfeit", "illegal move": "rules infraction"}.get(record.reason, "abandoned")


class PgnFile:
    """The PGN file of a match: first rewritten from the existing records, then extended.

    Raises:
        MatchError: the file cannot be written, or holds something other than the first of the recorded games.
    """

    def __init__(self, path: str | Path, plan: Plan, records: Iterable[Record] = ()):
        self.plan = plan
        try:
            self.path = place_of(path)
            games = "".join(map(self._text, records)).encode()
            if self.path.exists():
                there = read_bytes(path)
                if not games.startswith(there) and not games.startswith(plain_lines(there)):
                    what = "holds other games than the record: name another with --pgn" if games else "already exists"
                    raise MatchError(f"{path} {what}{'' if games else ': choose another file'}")
            with reported(path), replacing(self.path, make_folders=False) as file:
                file.write(games)
        except FileError as error:
            raise MatchError(str(error)) from None

    def append(self, record: Record) -> None:
        """
        Raises:
            MatchError: it cannot be written.
        """
        try:
            with open_file(self.path, os.O_RDWR) as file, reported(self.path):
                append_whole(file, self._text(record).encode())
        except FileError as error:
            with contextlib.suppress(OSError):
                if not self.path.stat().st_size:  # no game has been written
                    self.path.unlink()
            raise MatchError(str(error)) from None

    def _text(self, record: Record) -> str:
        return to_pgn(self.plan, record) + "\n"


# Results for rating lists ---------------------------------------------------------------------------------------


def read_results(path: str) -> list[GameResult]:
    """Read results from JSON lines or PGN. Ignores unfinished games.

    Raises:
        MatchError: the file is unreadable or neither.
    """
    scores = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}
    results = []
    try:
        with open_file(path) as file, reported(path):
            begin = file.read(4096).removeprefix(BOM_UTF8).lstrip()
        if begin.startswith(b'{"'):
            return [GameResult(record.white, record.black, record.score) for record in read_journal(path)[1]]
        for number, tags in enumerate(read_tags(path), 1):
            if tags.get("Result") in scores:
                if not {"White", "Black"} <= tags.keys():
                    raise MatchError(f"{path}: game {number} has no tag White or Black")
                results.append(GameResult(tags["White"], tags["Black"], scores[tags["Result"]]))
    except FileError as error:
        raise MatchError(str(error)) from None
    if not results and begin:
        raise MatchError(f"{path}: no finished games found (expected JSON lines of a match, or PGN)")
    return results
