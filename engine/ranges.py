"""Numbers from outside: one check for flags, words, option texts and JSON.

Every number that a user or a file gives is read or checked by one of these ranges, so that ``nan``, ``inf``, ``1_000``
or five thousand digits give the same result everywhere: an error that says what was expected.

>>> Whole(1, 100).read("7")
7
>>> Number(0.001, 86400).read("nan")
Traceback (most recent call last):
...
ValueError: 'nan' is not a number
"""

from __future__ import annotations

import json
import math
import re
from typing import Any, NamedTuple, NoReturn

#: The default bounds for whole numbers, and for other numbers.
LARGEST, UNBOUNDED = 2**62, 1e18
#: Longer numbers are out of every range, and Python refuses to convert very long ones.
_LONGEST = 400
#: Characters of a text that a message quotes.
_QUOTED = 40

_WHOLE = re.compile(r"[+-]?\d+")
_NUMBER = re.compile(r"[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?", re.IGNORECASE)


class Whole(NamedTuple):
    """Whole numbers from ``low`` to ``high``."""

    low: int = -LARGEST
    high: int = LARGEST

    def read(self, text: str) -> int:
        """The number that a text gives; spaces around it do not matter.

        Raises:
            ValueError: the text is not a whole number, or the number is out of range.
        """
        found = text.strip()
        if not _WHOLE.fullmatch(found):
            raise ValueError(f"{_quoted(text)} is not a whole number")
        if len(found) > _LONGEST:
            raise self._outside(_quoted(text), not found.startswith("-"))
        return self.check(int(found))

    def check(self, value: Any) -> int:
        """The value, if it is a whole number in this range.

        Raises:
            ValueError: it is not.
        """
        if type(value) is not int:
            raise ValueError(f"{_quoted(value)} is not a whole number")
        if not self.low <= value <= self.high:
            raise self._outside(value if abs(value) < 10**_QUOTED else "the number", value > self.high)
        return value

    def nearest(self, text: str) -> int | None:
        """The number in this range that is nearest to the one in a text; None if that is not a whole number."""
        found = text.strip()
        if not _WHOLE.fullmatch(found):
            return None
        digits = found.lstrip("+-0") or "0"
        sign = -1 if found.startswith("-") else 1
        if len(digits) > _LONGEST:
            return self.low if sign < 0 else self.high
        return min(max(sign * int(digits), self.low), self.high)

    def _outside(self, value: object, large: bool) -> ValueError:
        if self.high == LARGEST:
            return ValueError(f"{value} is {'too large' if large else f'too small: expected at least {self.low}'}")
        return ValueError(f"{value} is outside {self.low}..{self.high}")


class Number(NamedTuple):
    """Finite numbers from ``low`` to ``high``, with or without a fraction; ``above`` leaves out ``low`` itself."""

    low: float = -UNBOUNDED
    high: float = UNBOUNDED
    above: bool = False

    def read(self, text: str) -> float:
        """The number that a text gives; spaces around it do not matter.

        Raises:
            ValueError: the text is not a finite number, or the number is out of range.
        """
        found = text.strip()
        if not _NUMBER.fullmatch(found):
            raise ValueError(f"{_quoted(text)} is not a number")
        value = float(found)
        if math.isinf(value):
            raise self._outside(_quoted(text), value > 0)
        return self.check(value)

    def check(self, value: Any) -> float:
        """The value, if it is a finite number in this range.

        Raises:
            ValueError: it is not.
        """
        if type(value) not in (int, float) or (isinstance(value, float) and not math.isfinite(value)):
            raise ValueError(f"{_quoted(value)} is not a number")
        if not self.low <= value <= self.high or (self.above and value == self.low):
            raise self._outside(f"{value:.15g}" if abs(value) < 10**_QUOTED else "the number", value > self.high)
        return float(value)

    def _outside(self, value: object, large: bool) -> ValueError:
        least = f"{'more than' if self.above else 'at least'} {self.low:.15g}"
        if self.high == UNBOUNDED:
            return ValueError(f"{value} is {'too large' if large else f'too small: expected {least}'}")
        if self.above:
            return ValueError(f"{value} is out of range: expected {least}, at most {self.high:.15g}")
        return ValueError(f"{value} is outside {self.low:.15g}..{self.high:.15g}")


def _quoted(value: object) -> str:
    text = str(value) if not isinstance(value, int) or abs(value) < 10**_QUOTED else "…"
    return f"'{text}'" if len(text) <= _QUOTED else f"'{text[: _QUOTED - 1]}…'"


#: Words that switch something on or off.
_ON, _OFF = ("true", "1", "on", "yes"), ("false", "0", "off", "no")


def is_switch(text: str) -> bool:
    """Whether a text says on or off."""
    return text.strip().lower() in _ON + _OFF


def read_switch(text: str) -> bool:
    """Whether a text says on (true, yes, 1) or off (false, no, 0).

    Raises:
        ValueError: it says neither.
    """
    if not is_switch(text):
        raise ValueError(f"{_quoted(text)} is neither on nor off")
    return text.strip().lower() in _ON


def parse_json(text: str | bytes, **reading: Any) -> Any:
    """Parse JSON. Python's reader also takes ``NaN`` and ``Infinity``, which are not JSON, and numbers such as 1e999,
    which become infinite.

    Args:
        reading: other arguments for ``json.loads``.

    Raises:
        ValueError: the text is not JSON, or a number in it is not finite.
        RecursionError: it is nested too deeply.
    """
    return json.loads(text, parse_constant=_not_json, parse_float=_finite, **reading)


def _not_json(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")


def _finite(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise ValueError(f"{_quoted(text)} is too large")
    return value


# Ranges that flags, the words of `oddfish match` and files share ---------------------------------------------

#: Seconds per move, and the engine's seconds per move in a game without clocks.
MOVE_TIME, SECONDS_A_MOVE = Number(0.001, 86_400), Number(0.01, 86_400)
#: Moves of a session, seconds of a session, and seconds added after each move; 0 for none.
SESSION_MOVES, BASE, INCREMENT = Whole(0, 10_000), Number(0, 1_000_000), Number(0, 86_400)
#: Plies and nodes per move.
PLIES, NODES = Whole(1, 1000), Whole(1)
#: Milliseconds by which a move may be late.
MARGIN = Whole(0, 3_600_000)
#: Seconds without a response after which a program counts as hung.
PATIENCE = Number(0.1, 86_400)
#: Games of a match or a training run, or moves of a game.
COUNT = Whole(1, 10**9)
#: Elo points, and centipawns.
ELO, CENTIPAWNS = Number(-10_000, 10_000), Whole(0, 1_000_000)
#: Seeds of random numbers.
SEED = Whole(0)
