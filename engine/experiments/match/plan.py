"""The plan of a match: engines, limits and rules, and the schedule that results from these and the seed."""

from __future__ import annotations

import os
import random
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from itertools import combinations
from typing import Any, NamedTuple

from oddfish.engine.experiments.match.control import Control, read_limit
from oddfish.engine.experiments.match.statistics import Sprt
from oddfish.engine.interpreter import module_command
from oddfish.engine.levels import FULL_STRENGTH, LEVEL_OPTION
from oddfish.engine.options import normalized
from oddfish.engine.ranges import CENTIPAWNS, COUNT, PATIENCE, SEED, Whole, read_switch
from oddfish.engine.rematch import FIRST
from oddfish.engine.spelling import did_you_mean

UCI, CECP = "uci", "cecp"
PROTOCOLS = ("auto", UCI, CECP)
#: The command that means this installation, regardless of PATH; also the name of its package.
OWN = "oddfish"


#: The playing levels of this program.
LEVEL = Whole(0, FULL_STRENGTH)


class MatchError(ValueError):
    """The match cannot be played; the message says why."""


@dataclass(frozen=True)
class EngineSpec:
    """An engine: how to start it, its options, and its own limits if it has any.

    Args:
        name: its name in tables and records.
        cmd: its command line; ``oddfish`` means this installation.
        proto: ``uci``, ``cecp`` or ``auto``, which tries UCI first.
        options: the engine's options by name.
        dir: its working directory.
        variant: its name for the variant, if different.
        restart: whether to start a new process for every game.
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
        """``proto``, or UCI for this installation: detection uses a timeout, which a busy machine may exceed."""
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
        """The program to start and its arguments."""
        words = self.words()
        if words[0] == OWN:
            words[:1] = module_command(OWN)
        else:
            words[0] = os.path.expanduser(words[0])
        return words


def read_engine(text: str) -> EngineSpec:
    """Parse an engine: either ``KEY=VALUE`` words (name, cmd, proto, dir, variant, restart, level, option.NAME, and the
    limits tc, st, depth, nodes, margin) or a bare command line.

    >>> read_engine("name=base cmd='/opt/old/oddfish --uci' option.Hash=16").options
    {'Hash': '16'}

    Raises:
        MatchError: the text is malformed, or a number in it is out of range.
    """
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise MatchError(f"engine '{text}': {error}") from None
    if not any(word.startswith("cmd=") for word in words):
        if not words:
            raise MatchError("an engine's command line is empty")
        key, equals, _ = words[0].partition("=")
        if equals and key.partition(".")[0].isidentifier():  # not the path of a program
            raise MatchError(f"engine '{text}': cmd is missing: add cmd=COMMAND, the command that starts the engine")
        return EngineSpec(os.path.basename(words[0]), text)
    found: dict[str, Any] = {"options": {}, "control": {}}
    seen: set[str] = set()
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            raise MatchError(f"engine '{text}': '{word}' is not KEY=VALUE")
        try:
            if key in seen and not key.startswith("option."):  # set_option knows other spellings of an option
                raise ValueError("is set twice")
            seen.add(key)
            if key in _LIMITS:
                if key in ("tc", "st") and {"tc", "st"} <= seen:
                    raise ValueError(f"cannot be combined with {'st' if key == 'tc' else 'tc'}")
                found["control"].update(read_limit(key, value))
            elif key == "level":
                set_option(found["options"], LEVEL_OPTION, str(LEVEL.read(value)))
            elif key.startswith("option."):
                set_option(found["options"], key.removeprefix("option."), value)
            elif key == "restart":
                found[key] = read_switch(value)
            elif key in _TEXTS:
                found[key] = value
            else:
                known = (*_TEXTS, "restart", "level", "option.NAME", *_LIMITS)
                raise ValueError(f"unknown key '{key}': {did_you_mean(key, known)}expected one of {', '.join(known)}")
        except ValueError as error:
            what = "" if str(error).startswith(("unknown key", "option ")) else f"{key} "
            raise MatchError(f"engine '{text}': {what}{error}") from None
    if found.get("proto", "auto") not in PROTOCOLS:
        raise MatchError(f"engine '{text}': unknown proto '{found['proto']}': expected one of {', '.join(PROTOCOLS)}")
    spec = EngineSpec(**{"name": "", **found})
    try:
        program = spec.words()[0]
    except ValueError as error:
        raise MatchError(f"engine '{text}': cmd: {error}") from None
    level = found["options"].get(LEVEL_OPTION)
    return spec if spec.name else replace(spec, name=os.path.basename(program) + (f"-level-{level}" if level else ""))


def read_engines(texts: Sequence[str]) -> list[EngineSpec]:
    """Parse the engines of a match.

    Raises:
        MatchError: a text is malformed, or two engines are given the same name.
    """
    engines = [read_engine(text) for text in texts]
    taken: set[str] = set()
    for text, engine in zip(texts, engines):
        words = shlex.split(text)
        if any(word.startswith("cmd=") for word in words) and f"name={engine.name}" in words:
            if engine.name in taken:
                raise MatchError(f"engine '{text}': name: another engine is called {engine.name}")
            taken.add(engine.name)
    return engines


def set_option(options: dict[str, str], name: str, value: str) -> None:
    """Add one of an engine's options. The level option always gets the same spelling, because engines' names include
    it.

    Raises:
        MatchError: the option is already set, perhaps in another spelling.
    """
    if normalized(name) == normalized(LEVEL_OPTION):
        name = LEVEL_OPTION
        if value.isdecimal() and len(value) < 10:
            value = str(int(value))
    if normalized(name) in map(normalized, options):
        raise MatchError(f"option {name} is set twice{' (level is short for it)' if name == LEVEL_OPTION else ''}")
    options[name] = value


#: The words that limit an engine, and those that describe it.
_LIMITS = ("tc", "st", "depth", "nodes", "margin")
_TEXTS = ("name", "cmd", "proto", "dir", "variant")


class Adjudication(NamedTuple):
    """When to adjudicate a game."""

    #: (moves, centipawns): an engine loses when its own scores are this bad for this many consecutive moves.
    resign: tuple[int, int] | None = None
    #: (number, moves, centipawns): from this move number, the game is a draw when both engines' scores are this close
    #: to 0 for this many consecutive moves.
    draw: tuple[int, int, int] | None = None
    #: The game is a draw after this many moves by each side; 0 for never.
    max_moves: int = 0

    def check(self) -> None:
        """
        Raises:
            ValueError: a number is not a whole number, or out of range.
        """
        if self.resign is not None:
            _check_each(self.resign, RESIGN)
        if self.draw is not None:
            _check_each(self.draw, DRAW)
        Whole(0, COUNT.high).check(self.max_moves)


#: What ``--resign MOVES:SCORE`` and ``--draw NUMBER:MOVES:SCORE`` accept.
RESIGN = (COUNT, Whole(1, CENTIPAWNS.high))
DRAW = (COUNT, COUNT, CENTIPAWNS)


def _check_each(values: tuple[Any, ...], accepted: tuple[Whole, ...]) -> None:
    if len(values) != len(accepted):
        raise ValueError(f"{len(values)} numbers, expected {len(accepted)}")
    for one, value in zip(accepted, values):
        one.check(value)


class OpeningSource(NamedTuple):
    """Where the openings come from."""

    file: str = ""
    order: str = "sequential"
    plies: int = 0  # plies of each line of the file; 0 for all
    random_plies: int = 0
    balance: int = 0  # centipawns; 0 accepts any opening

    def check(self) -> None:
        """
        Raises:
            ValueError: the order is unknown, or a number is not a whole number or out of range.
        """
        if self.order not in ORDERS:
            raise ValueError(f"unknown order {self.order!r:.60}: expected one of {', '.join(ORDERS)}")
        for value in (self.plies, self.random_plies):
            Whole(0, COUNT.high).check(value)
        CENTIPAWNS.check(self.balance)


#: The orders in which a match takes its openings.
ORDERS = ("sequential", "random")

#: Who plays whom if there are more than two engines: everyone plays everyone, the first plays everyone else, or the
#: winners of pairings play each other until one is left.
FORMATS = ("round-robin", "gauntlet", "knockout")


class Job(NamedTuple):
    """One game to play."""

    number: int  # from 1
    round: int  # from 0; all its games have the same opening
    pair: int  # from 0; two games with sides swapped
    white: int
    black: int


@dataclass(frozen=True)
class Plan:
    """A whole match or tournament.

    Args:
        variant: the game.
        options: the variant's options.
        engines: the players.
        control: their limits.
        games: games per pairing; even.
        seed: seed of armies, deals and openings.
        patience: seconds without a response, in addition to any clock, after which an engine counts as hung.
        first: who plays first in a pairing's next game, one of :data:`~oddfish.engine.rematch.FIRST`.
        format: who meets whom, one of :data:`FORMATS`.
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
    first: str = "alternate"
    format: str = "round-robin"

    def check(self) -> None:
        """Check that the match can be played.

        Raises:
            MatchError, ControlError: it cannot.
        """
        parts: list[tuple[str, Callable[[], object]]] = [
            ("games", lambda: COUNT.check(self.games)),
            ("seed", lambda: SEED.check(self.seed)),
            ("patience", lambda: PATIENCE.check(self.patience)),
            ("openings", self.openings.check),
            ("adjudication", self.adjudication.check),
            ("SPRT", self.sprt.check if self.sprt is not None else lambda: None),
        ]
        for what, check in parts:
            try:
                check()
            except ValueError as error:
                raise MatchError(f"{what}: {error}") from None
        names = [engine.name for engine in self.engines]
        if len(names) < 2:
            raise MatchError("a match needs two engines")
        if len(set(names)) < len(names):
            raise MatchError(f"two engines have the same name: {', '.join(names)}")
        if self.games < 2 or self.games % 2:
            raise MatchError(f"{self.games} games: games come in pairs, so the number must be even")
        if self.sprt is not None and len(names) != 2:
            raise MatchError("SPRT needs exactly two engines")
        if self.sprt is not None and self.first != "alternate":
            raise MatchError(f"SPRT counts pairs of games with sides swapped, which {self.first} first does not play")
        if self.format == "knockout" and self.first != "alternate":
            raise MatchError(f"a knockout plays pairs of games with sides swapped, so first cannot be '{self.first}'")
        for engine in self.engines:
            self.control_of(engine).check()

    def control_of(self, engine: EngineSpec) -> Control:
        """The limits of an engine: its own, or those of the match."""
        return Control(**{**asdict(self.control), **engine.control})

    def pairings(self) -> list[tuple[int, int]]:
        """Who plays whom; in a knockout the results decide (`knockout.Knockout`)."""
        return [pair for pair in combinations(range(len(self.engines)), 2) if self.format != "gauntlet" or not pair[0]]

    def jobs(self) -> Iterator[Job]:
        """The schedule, unless it is a knockout. Each pairing plays two games a round, with sides swapped."""
        number = pair = 0
        for round_number in range(self.games // 2):
            for one, two in self.pairings():
                yield Job(number + 1, round_number, pair, one, two)
                yield Job(number + 2, round_number, pair, two, one)
                number += 2
                pair += 1

    @property
    def total(self) -> int:
        """The total number of games; in a knockout without those that decide level pairings."""
        return self.games * (len(self.engines) - 1 if self.format == "knockout" else len(self.pairings()))

    def seed_of(self, round_number: int) -> int:
        """The seed of the armies and deal of a round."""
        return random.Random(f"{self.seed}/{round_number}").getrandbits(31)

    def _check_kinds(self) -> None:
        """Check the types of values from a file.

        Raises:
            TypeError: a type is wrong; the message names the value.
        """
        values: list[tuple[str, Any, type | tuple[type, ...]]] = [
            ("variant", self.variant, str), ("options", self.options, dict), ("games", self.games, int),
            ("seed", self.seed, int), ("patience", self.patience, (int, float)), ("openings", self.openings.file, str),
            ("first", self.first, str), ("format", self.format, str),
        ]  # fmt: skip
        for engine in self.engines:
            texts = [(name, getattr(engine, name), str) for name in ("name", "cmd", "proto", "dir", "variant")]
            values += [*texts, ("options", engine.options, dict), ("control", engine.control, dict)]
            values += [(name, value, (int, float)) for name, value in asdict(self.control_of(engine)).items()]
        for name, value, kind in values:
            if not isinstance(value, kind):
                raise TypeError(f"{name}: {value!r:.60}")

    # As JSON ------------------------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        values = asdict(self)
        values["openings"] = self.openings._asdict()
        values["adjudication"] = self.adjudication._asdict()
        values["sprt"] = self.sprt._asdict() if self.sprt is not None else None
        return values

    @classmethod
    def from_json(cls, values: Any) -> Plan:
        """Restore a plan from the result of :meth:`to_json`.

        Raises:
            MatchError: the values are incomplete or malformed.
        """
        try:
            values = _mapping("plan", values)
            values = {"first": "alternate", "format": "round-robin", **values}  # which older records leave out
            known = {one.name: values[one.name] for one in fields(cls)}
            known["engines"] = tuple(EngineSpec(**_mapping("engine", engine)) for engine in values["engines"])
            known["control"] = Control(**_mapping("control", values["control"]))
            known["openings"] = OpeningSource(**_mapping("openings", values["openings"]))
            adjudication = _mapping("adjudication", values["adjudication"])
            known["adjudication"] = Adjudication(
                _tuple(adjudication["resign"]), _tuple(adjudication["draw"]), adjudication["max_moves"]
            )
            known["sprt"] = Sprt(**_mapping("sprt", values["sprt"])) if values["sprt"] is not None else None
            plan = cls(**known)
            plan._check_kinds()
            for name, value, accepted in (("first", plan.first, FIRST), ("format", plan.format, FORMATS)):
                if value not in accepted:
                    raise TypeError(f"{name}: {value!r:.60}")
            return plan
        except (KeyError, TypeError, AttributeError) as error:
            what = f"no '{error.args[0]}'" if isinstance(error, KeyError) else str(error)
            raise MatchError(f"not the plan of a match ({what})") from None


def _mapping(name: str, values: Any) -> dict[str, Any]:
    """A value of a plan that must be an object."""
    if not isinstance(values, dict):
        raise TypeError(f"{name}: {values!r:.60}")
    return values


def _tuple(values: Any) -> Any:
    return None if values is None else tuple(values)
