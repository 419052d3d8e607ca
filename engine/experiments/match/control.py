"""Time controls and clocks."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from oddfish.engine.ranges import BASE, INCREMENT, MARGIN, MOVE_TIME, NODES, PLIES, SESSION_MOVES, Number, Whole

#: Default of ``--margin``: milliseconds that a move may be late, since pipes and a busy machine take some time.
DEFAULT_MARGIN = 100


class ControlError(ValueError):
    """A time control is invalid; the message says why."""


@dataclass(frozen=True)
class Control:
    """The limits of an engine's searches; 0: no limit.

    Args:
        moves: moves per session; 0 for the whole game.
        base: seconds per session.
        increment: seconds added after each move.
        move_time: seconds per move, instead of a clock.
        depth: plies per move.
        nodes: nodes per move.
        margin: milliseconds that a move may be late.
    """

    moves: int = 0
    base: float = 0.0
    increment: float = 0.0
    move_time: float = 0.0
    depth: int = 0
    nodes: int = 0
    margin: int = DEFAULT_MARGIN

    @property
    def clocked(self) -> bool:
        """Whether there is a clock."""
        return bool(self.base or self.increment)

    @property
    def timed(self) -> bool:
        """Whether there is any time limit."""
        return self.clocked or bool(self.move_time)

    @property
    def limited(self) -> bool:
        return bool(self.timed or self.depth or self.nodes)

    def check(self) -> None:
        """Check that the limits are valid together.

        Raises:
            ControlError: they are not, or one of them is out of range.
        """
        for name, accepted in _RANGES.items():
            value = getattr(self, name)
            if type(value) in (int, float) and value == 0 and name != "margin":
                continue  # no limit
            try:
                accepted.check(value)
            except ValueError as error:
                raise ControlError(f"{name.replace('_', ' ')}: {error}") from None
        if not self.limited:
            raise ControlError("no limit: give a time control, a depth or a number of nodes")
        if self.clocked and self.move_time:
            raise ControlError("a clock and a time per move: give only one of them")

    def __str__(self) -> str:
        """The limits as in the PGN tag TimeControl, followed by those that the tag cannot express."""
        parts = []
        if self.clocked:
            session = f"{self.moves}/" if self.moves else ""
            increment = f"+{self.increment:g}" if self.increment else ""
            parts.append(f"{session}{self.base:g}{increment}")
        if self.move_time:
            parts.append(f"1/{self.move_time:g}")
        parts += [f"{value} {unit}" for value, unit in ((self.depth, "plies"), (self.nodes, "nodes")) if value]
        return ", ".join(parts)


#: The values that each limit accepts; all except the margin may be 0, for no limit.
_RANGES: dict[str, Whole | Number] = {
    "moves": SESSION_MOVES, "base": BASE, "increment": INCREMENT, "move_time": MOVE_TIME, "depth": PLIES,
    "nodes": NODES, "margin": MARGIN,
}  # fmt: skip


def read_tc(text: str) -> dict[str, float | int]:
    """Parse ``[MOVES/]BASE[+INCREMENT]`` into fields of :class:`Control`; BASE is SECONDS or MINUTES:SECONDS.

    >>> read_tc("40/1:30+0.5")
    {'moves': 40, 'base': 90.0, 'increment': 0.5}

    Raises:
        ControlError: the text is malformed, or a number is out of range.
    """
    found = re.fullmatch(r"(?:(\d+)/)?(?:(\d+):)?(\d+(?:\.\d*)?|\.\d+)(?:\+(\d+(?:\.\d*)?|\.\d+))?", text.strip())
    if found is None:
        raise ControlError(f"time control '{text:.80}': expected [MOVES/]SECONDS[+INCREMENT], such as 40/60+0.5")
    try:
        moves = SESSION_MOVES.read(found[1] or "0")
        base = BASE.check(60 * BASE.read(found[2] or "0") + BASE.read(found[3]))
        increment = INCREMENT.read(found[4] or "0")
    except ValueError as error:
        raise ControlError(f"time control '{text:.80}': {error}") from None
    if not base and not increment:
        raise ControlError(f"time control '{text:.80}' leaves no time")
    return {"moves": moves, "base": base, "increment": increment}


def read_limit(name: str, text: str) -> dict[str, Any]:
    """Parse one of an engine's limits (tc, st, depth, nodes, margin) into fields of :class:`Control`. 0 plies, nodes or
    seconds per move mean no limit. A clock replaces a time per move, and vice versa.

    Raises:
        ValueError: the text is malformed, or a number is out of range.
    """
    if name == "tc":
        return {**read_tc(text), "move_time": 0.0}
    accepted = _RANGES["move_time" if name == "st" else name]
    none = name != "margin" and re.fullmatch(r"0+", text.strip())
    value = 0 if none else accepted.read(text)
    return {"move_time": value, "base": 0.0, "increment": 0.0, "moves": 0} if name == "st" else {name: value}


class Clock:
    """One engine's clock in one game. All times are in seconds."""

    def __init__(self, control: Control):
        self.control = control
        self.left = control.base or control.increment
        self.made = 0

    @property
    def moves_to_go(self) -> int:
        """Moves left in the session; 0 for the rest of the game."""
        moves = self.control.moves
        return moves - self.made % moves if moves else 0

    @property
    def allowance(self) -> float | None:
        """Seconds for the next move, without the margin; None if unlimited."""
        if self.control.clocked:
            return self.left
        return self.control.move_time or None

    def overrun(self, spent: float) -> bool:
        """Whether a move that took this long exceeded the time."""
        allowance = self.allowance
        return allowance is not None and spent > allowance + self.control.margin / 1000

    def press(self, spent: float) -> None:
        """Record a move: subtract its time, add the increment."""
        self.made += 1
        if not self.control.clocked:
            return
        self.left = max(self.left - spent, 0.0) + self.control.increment
        if self.control.moves and self.made % self.control.moves == 0:
            self.left += self.control.base
