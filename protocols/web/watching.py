"""Matches to watch: records of `oddfish match --json` that may still be growing.

A record contains only finished games. It may be damaged, or come from someone else: we limit how much we read, and
count and report invalid lines.
"""

from __future__ import annotations

import asyncio
import math
import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from oddfish.cext.core.errors import FenError, MoveError
from oddfish.engine.experiments.match.plan import MatchError, Plan
from oddfish.engine.experiments.match.records import VERSION, Record, read_entry, start_of
from oddfish.engine.experiments.match.report import elo_texts, match_lines
from oddfish.engine.experiments.match.standings import Standings
from oddfish.engine.experiments.match.statistics import elo_estimate
from oddfish.engine.files import FileError, open_file
from oddfish.engine.game import Game
from oddfish.engine.options import OptionError
from oddfish.engine.printable import printable
from oddfish.engine.variants import UnknownVariantError, get_variant
from oddfish.protocols.web.events import Event
from oddfish.protocols.web.table import Table

#: Seconds between reads of the files.
_PAUSE = 0.5
#: Bytes to read at once, and the longest line; longer ones count as damaged.
_CHUNK = 1 << 20
#: The limits of a record: its games and engines, and the plies of a game.
_MOST_GAMES, _MOST_ENGINES, _MOST_PLIES = 20_000, 64, 3000
#: How many of the last games, and how many damaged lines, a page lists.
_LISTED, _MOST_PROBLEMS = 500, 5
#: The maximum length of a text.
_MOST_LETTERS = 80


class Matches:
    """All records that the command line names. The page knows them by number.

    Args:
        paths: the files.
    """

    def __init__(self, paths: Sequence[str | Path]):
        self._watched = [Watched(path) for path in paths]
        self._states: list[Event | None] = [None for _ in paths]
        self._listeners: list[tuple[int, Callable[[Event], None]]] = []
        self._lock = asyncio.Lock()

    @property
    def titles(self) -> list[str]:
        return [watched.title for watched in self._watched]

    def number(self, given: object) -> int | None:
        """The number of a match that a page names; None if there is no such match."""
        return given if isinstance(given, int) and 0 <= given < len(self._watched) else None

    async def follow(self) -> None:
        """Read the files until this task is cancelled."""
        while self._watched:
            for number, watched in enumerate(self._watched):
                async with self._lock:
                    await asyncio.to_thread(self._update, number, watched)
                state = self._states[number]
                for one, listener in [*self._listeners]:
                    if one == number and state is not None:
                        listener(state)
            await asyncio.sleep(_PAUSE)

    def _update(self, number: int, watched: Watched) -> None:
        state = self._states[number]
        while watched.read():
            pass
        if state is None or state["version"] != watched.version:
            self._states[number] = watched.state()

    def listen(self, number: int, listener: Callable[[Event], None]) -> Callable[[], None]:
        """Send the standings of a match to a listener, now and whenever they change, until the returned function is
        called."""
        sent = 0

        def hear(event: Event) -> None:
            nonlocal sent
            if event["version"] != sent:
                sent = event["version"]
                listener(event)

        entry = number, hear
        self._listeners.append(entry)
        if (state := self._states[number]) is not None:
            hear(state)

        def leave() -> None:
            if entry in self._listeners:
                self._listeners.remove(entry)

        return leave

    async def game(self, number: int, game: object) -> Event:
        """A finished game of a match."""
        async with self._lock:
            return await asyncio.to_thread(self._watched[number].game, game)


class Watched:
    """One record.

    Args:
        path: the file, which need not exist yet.

    Attributes:
        title: the name of the file, without its folder.
        version: grows with every change.
    """

    def __init__(self, path: str | Path):
        self._path = Path(path)
        self.title = _short(self._path.name)
        self.version = 0
        self._begin()

    def _begin(self) -> None:
        self._file: tuple[int, int] | None = None
        self._offset = self._lines = self._damaged = 0
        self._rest = b""
        self._skipping = False
        self._problems: list[str] = []
        self.missing = ""
        self.standings: Standings | None = None
        self.version += 1

    def read(self) -> bool:
        """Read new lines, at most a few megabytes; return whether there are more."""
        try:
            with open_file(self._path, largest=1 << 62) as file:
                state = os.fstat(file.fileno())
                if self._file not in (None, (state.st_dev, state.st_ino)) or state.st_size < self._offset:
                    self._begin()  # another file, or an emptied one
                self._file = state.st_dev, state.st_ino
                if state.st_size == self._offset:
                    return False
                file.seek(self._offset)
                data = file.read(_CHUNK)
        except (FileError, OSError) as error:
            self._missed(error.reason if isinstance(error, FileError) else str(error.strerror or error))
            return False
        self.missing = ""
        self._offset += len(data)
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            self._lines += 1
            if self._skipping or len(line) > _CHUNK:
                self._damage("the line is too long")
                self._skipping = False
            else:
                self._take(line)
        if len(self._rest) > _CHUNK:
            self._rest, self._skipping = b"", True
        self.version += 1
        return self._offset < state.st_size

    def _missed(self, why: str) -> None:
        if self.missing != why:
            self.missing = _short(why)
            self.version += 1

    def _damage(self, why: str) -> None:
        self._damaged += 1
        if len(self._problems) < _MOST_PROBLEMS:
            self._problems.append(f"Line {self._lines}: {_short(why)}")

    def _take(self, line: bytes) -> None:
        try:
            entry = read_entry(line)
            if isinstance(entry, Record):
                self._add(entry)
            elif entry is not None:
                self._plan(entry)
        except (ValueError, MatchError) as error:
            self._damage(str(error))

    def _plan(self, header: dict[str, Any]) -> None:
        if self.standings is not None:
            raise ValueError("a second match")
        if header.get("version") != VERSION:
            raise ValueError("written by another version of this program")
        plan = Plan.from_json(header.get("plan"))
        get_variant(plan.variant)
        if not 2 <= len(plan.engines) <= _MOST_ENGINES:
            raise ValueError(f"{len(plan.engines)} engines")
        self.standings = Standings(plan)

    def _add(self, record: Record) -> None:
        if self.standings is None:
            raise ValueError("a game before the match")
        if {record.white, record.black} - {engine.name for engine in self.standings.plan.engines}:
            raise ValueError("an engine that does not play in this match")
        if len(record.moves) > _MOST_PLIES:
            raise ValueError(f"{len(record.moves)} plies")
        if len(self.standings.records) >= _MOST_GAMES:
            raise ValueError(f"more than {_MOST_GAMES} games")
        if record.number not in self.standings.records:
            self.standings.add(replace(record, thoughts=()))

    # What pages see -----------------------------------------------------------------------------------------

    def state(self) -> Event:
        """The standings and the last games."""
        found: Event = {"t": "match", "title": self.title, "version": self.version, "missing": self.missing,
                        "problems": [*self._problems], "damaged": self._damaged}  # fmt: skip
        standings = self.standings
        if standings is None:
            return {**found, "variant": None}
        plan = standings.plan
        variant = get_variant(plan.variant)
        records = [*standings.records.values()]
        return {
            **found,
            "variant": {"name": variant.name, "title": variant.title},
            "engines": _engines(standings),
            "lines": [_short(line, 3) for line in match_lines(standings)] if len(plan.engines) == 2 else [],
            "done": len(records),
            "total": standings.total,
            "games": [_listed(record) for record in records[-_LISTED:]],
        }

    def game(self, number: object) -> Event:
        """A finished game, with everything that a page needs to show it."""
        record = self.standings.records.get(number) if self.standings and isinstance(number, int) else None
        if self.standings is None or record is None:
            return {"t": "note", "text": "There is no such game."}
        try:
            game, problem = _replayed(self.standings.plan, record)
        except (FenError, OptionError, MatchError, UnknownVariantError, ValueError) as error:
            return {"t": "note", "text": f"Game {record.number} cannot be shown: {_short(str(error))}"}
        table = Table(game)
        return {
            "t": "watched",
            **_listed(record),
            "board": table.board(),
            "pictures": table.pictures(table.frames),
            "frames": table.frames,
            "problem": problem,
        }


def _replayed(plan: Plan, record: Record) -> tuple[Game, str]:
    """A game up to its first illegal move, and what is wrong with that move; '' if all moves are legal."""
    game = start_of(plan, record)
    for number, text in enumerate(record.moves, 1):
        try:
            game.push(text)
        except MoveError as error:
            return game, f"Move {number}: {_short(str(error))}"
    return game, ""


def _engines(standings: Standings) -> list[dict[str, Any]]:
    """A row for each engine: in a match of two, the first engine's Elo is its difference from the other's."""
    names = [engine.name for engine in standings.plan.engines]
    if len(names) == 2:
        scores = [(name, standings.score(name)) for name in names]
        found = elo_estimate(scores[0][1].tally)
        elo = {names[0]: f"{found.value:+.0f} ± {found.error:.0f}" if math.isfinite(found.error) else ""}
    else:
        scores, elo = standings.ranked(), elo_texts(standings)
    return [
        {
            "name": _short(name),
            "wins": score.wins,
            "draws": score.draws,
            "losses": score.losses,
            "score": f"{100 * score.share:.1f} %" if score.games else "",
            "elo": elo.get(name, ""),
            "faults": standings.faults_of(name),
        }
        for name, score in scores
    ]


def _listed(record: Record) -> dict[str, Any]:
    return {
        "number": record.number,
        "white": _short(record.white),
        "black": _short(record.black),
        "result": record.result,
        "why": _short(record.why),
        "plies": len(record.moves),
    }


def _short(text: str, lines: int = 1) -> str:
    """An untrusted text without control characters, cut to the length of some lines."""
    return printable(text, _MOST_LETTERS * lines)
