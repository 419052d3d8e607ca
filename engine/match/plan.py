"""What is to be played: engines, limits, rules, and the schedule that follows from them and the seed."""

from __future__ import annotations

import os
import random
import shlex
import sys
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from itertools import combinations
from typing import Any, NamedTuple

from oddfish.engine.match.control import Control, read_tc
from oddfish.engine.match.statistics import Sprt

UCI, CECP = "uci", "cecp"
PROTOCOLS = ("auto", UCI, CECP)
#: The word that stands for this installation.
OWN = "oddfish"


class MatchError(ValueError):
    """A match that cannot be played as wished; the text says why."""


@dataclass(frozen=True)
class EngineSpec:
    """An engine: how to start it, its options, and limits of its own.

    Args:
        name: what tables and records call it.
        cmd: its command line; ``oddfish`` is this installation.
        proto: ``uci``, ``cecp`` or ``auto``, which tries UCI first.
        options: the engine's options by name.
        dir: the folder it is started in.
        variant: its own name for the variant, where that differs.
        restart: a new process for every game.
        control: fields of :class:`Control` that differ from the match's.
    """

    name: str
    cmd: str
    proto: str = "auto"
    options: Mapping[str, str] = field(default_factory=dict)
    dir: str = ""
    variant: str = ""
    restart: bool = False
    control: Mapping[str, Any] = field(default_factory=dict)

    def protocol(self) -> str:
        """``proto``, but this installation need not be asked what it speaks: on a busy machine it may be long about
        answering, and then be taken for an engine of the other protocol."""
        words = self.words()
        return UCI if self.proto == "auto" and words[0] == OWN and "--cecp" not in words else self.proto

    def words(self) -> list[str]:
        """The command line, split.

        Raises:
            ValueError: it is empty, or its quotes do not match.
        """
        words = shlex.split(self.cmd, posix=os.name == "posix")
        if not words:
            raise ValueError("it is empty")
        return words

    def command(self) -> list[str]:
        """The program that is started, and its arguments."""
        words = self.words()
        if words[0] == OWN:
            words[:1] = [sys.executable, "-m", "oddfish.protocols.main"]
        else:
            words[0] = os.path.expanduser(words[0])
        return words


def read_engine(text: str) -> EngineSpec:
    """An engine from ``KEY=VALUE`` words (name, cmd, proto, dir, variant, restart, option.NAME, and the limits tc, st,
    depth, nodes, margin), or from a mere command line.

    >>> read_engine("name=base cmd='/opt/old/oddfish --uci' option.Hash=16").options
    {'Hash': '16'}

    Raises:
        MatchError, ControlError: what is wrong with it.
    """
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise MatchError(f"engine '{text}': {error}") from None
    if not any(word.startswith("cmd=") for word in words):
        if not words:
            raise MatchError("an engine's command line is empty")
        return EngineSpec(os.path.basename(words[0]), text)
    found: dict[str, Any] = {"options": {}, "control": {}}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            raise MatchError(f"engine '{text}': '{word}' is not KEY=VALUE")
        if key.startswith("option."):
            found["options"][key.removeprefix("option.")] = value
        elif key in _LIMITS:
            try:
                found["control"].update(_LIMITS[key](value))
            except ValueError as error:
                raise MatchError(f"engine '{text}': {error}") from None
        elif key == "restart":
            found[key] = value.lower() in ("on", "true", "yes", "1")
        elif key in ("name", "cmd", "proto", "dir", "variant"):
            found[key] = value
        else:
            known = "name, cmd, proto, dir, variant, restart, option.NAME, tc, st, depth, nodes, margin"
            raise MatchError(f"engine '{text}': unknown key '{key}'; known are {known}")
    if found.get("proto", "auto") not in PROTOCOLS:
        raise MatchError(f"engine '{text}': proto is none of {', '.join(PROTOCOLS)}")
    spec = EngineSpec(**{"name": "", **found})
    try:
        program = spec.words()[0]
    except ValueError as error:
        raise MatchError(f"engine '{text}': cmd: {error}") from None
    return spec if spec.name else replace(spec, name=os.path.basename(program))


_LIMITS: dict[str, Any] = {
    "tc": lambda value: {**read_tc(value), "move_time": 0.0},
    "st": lambda value: {"move_time": float(value), "base": 0.0, "increment": 0.0, "moves": 0},
    "depth": lambda value: {"depth": int(value)},
    "nodes": lambda value: {"nodes": int(value)},
    "margin": lambda value: {"margin": int(value)},
}


class Adjudication(NamedTuple):
    """When the runner ends a game by itself."""

    #: (moves, centipawns): resigned for an engine that has seen itself so far behind in so many moves in a row.
    resign: tuple[int, int] | None = None
    #: (number, moves, centipawns): drawn from that move on if both have seen so little in so many moves in a row.
    draw: tuple[int, int, int] | None = None
    #: Moves of each side after which a game is drawn; 0 is never.
    max_moves: int = 0


class OpeningSource(NamedTuple):
    """Where the games begin."""

    file: str = ""
    order: str = "sequential"
    plies: int = 0  # of a file's lines; 0 is all
    random_plies: int = 0
    balance: int = 0  # centipawns; 0 is any opening


class Job(NamedTuple):
    """One game to play."""

    number: int  # from 1
    round: int  # from 0; its games begin alike
    pair: int  # from 0; of two games with sides swapped
    white: int
    black: int


@dataclass(frozen=True)
class Plan:
    """A whole match (or, with more than two engines, a round robin).

    Args:
        variant: the game.
        options: the variant's options.
        engines: the players.
        control: their limits.
        games: of each pairing; even.
        seed: of armies, deals, openings.
        patience: seconds without an answer, beyond any clock, after which an engine counts as hung.
    """

    variant: str
    engines: tuple[EngineSpec, ...]
    control: Control
    options: Mapping[str, Any] = field(default_factory=dict)
    games: int = 100
    seed: int = 0
    openings: OpeningSource = field(default_factory=OpeningSource)
    adjudication: Adjudication = field(default_factory=Adjudication)
    sprt: Sprt | None = None
    patience: float = 10.0

    def check(self) -> None:
        """Refuse what cannot be played.

        Raises:
            MatchError, ControlError: says why.
        """
        names = [engine.name for engine in self.engines]
        if len(names) < 2:
            raise MatchError("a match needs two engines")
        if len(set(names)) < len(names):
            raise MatchError(f"two engines have one name: {', '.join(names)}")
        if self.games < 2 or self.games % 2:
            raise MatchError(f"{self.games} games: they come in pairs, so their number is even")
        if self.sprt is not None and len(names) != 2:
            raise MatchError("SPRT is of two engines")
        for engine in self.engines:
            self.control_of(engine).check()

    def control_of(self, engine: EngineSpec) -> Control:
        """The limits an engine plays under."""
        return Control(**{**asdict(self.control), **engine.control})

    def jobs(self) -> Iterator[Job]:
        """The schedule. Every pairing meets twice a round, with sides swapped."""
        number = pair = 0
        for turn in range(self.games // 2):
            for one, two in combinations(range(len(self.engines)), 2):
                yield Job(number + 1, turn, pair, one, two)
                yield Job(number + 2, turn, pair, two, one)
                number += 2
                pair += 1

    @property
    def total(self) -> int:
        """Games in all."""
        count = len(self.engines)
        return self.games * count * (count - 1) // 2

    def seed_of(self, turn: int) -> int:
        """The seed of a round's armies and deal."""
        return random.Random(f"{self.seed}/{turn}").getrandbits(31)

    # As JSON ------------------------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        values = asdict(self)
        values["openings"] = self.openings._asdict()
        values["adjudication"] = self.adjudication._asdict()
        values["sprt"] = self.sprt._asdict() if self.sprt is not None else None
        return values

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Plan:
        """The plan of :meth:`to_json`'s values.

        Raises:
            MatchError: they are none.
        """
        try:
            known = {one.name: values[one.name] for one in fields(cls)}
            known["engines"] = tuple(EngineSpec(**engine) for engine in values["engines"])
            known["control"] = Control(**values["control"])
            known["openings"] = OpeningSource(**values["openings"])
            adjudication = values["adjudication"]
            known["adjudication"] = Adjudication(
                _tuple(adjudication["resign"]), _tuple(adjudication["draw"]), adjudication["max_moves"]
            )
            known["sprt"] = Sprt(**values["sprt"]) if values["sprt"] is not None else None
            return cls(**known)
        except (KeyError, TypeError) as error:
            raise MatchError(f"no plan of a match: {error!r}") from None


def _tuple(values: Any) -> Any:
    return None if values is None else tuple(values)
