"""Time controls and clocks."""

from __future__ import annotations

import re
from dataclasses import dataclass

#: Default of ``--margin``: milliseconds that a move may be late, since pipes and a busy machine take some time.
DEFAULT_MARGIN = 100


class ControlError(ValueError):
    """A time control is invalid; the message says why."""


@dataclass(frozen=True)
class Control:
    """The limits of an engine's searches; 0 is no limit.

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
            ControlError: they are not.
        """
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


def read_tc(text: str) -> dict[str, float | int]:
    """Parse ``[MOVES/]BASE[+INCREMENT]`` into fields of :class:`Control`; BASE is SECONDS or MINUTES:SECONDS.

    >>> read_tc("40/1:30+0.5")
    {'moves': 40, 'base': 90.0, 'increment': 0.5}

    Raises:
        ControlError: the text is malformed.
    """
    found = re.fullmatch(r"(?:(\d+)/)?(?:(\d+):)?(\d*\.?\d+|\d+\.)(?:\+(\d*\.?\d+|\d+\.))?", text.strip())
    if found is None:
        raise ControlError(f"time control '{text}': expected [MOVES/]SECONDS[+INCREMENT], such as 40/60+0.5")
    moves, minutes, seconds, increment = found.groups()
    base = 60 * int(minutes or 0) + float(seconds)
    if not base and not float(increment or 0):
        raise ControlError(f"time control '{text}' leaves no time")
    return {"moves": int(moves or 0), "base": base, "increment": float(increment or 0)}


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
