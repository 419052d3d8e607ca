"""CECP's time control: ``level``, ``st``, ``sd``, ``time`` and ``otim``. All times are milliseconds."""

from __future__ import annotations

import math

from oddfish.engine.game import Game
from oddfish.engine.searcher import Limits
from oddfish.protocols.session import MAX_TIME, CommandError, read_int
from oddfish.protocols.streams import printable


def read_seconds(text: str, name: str) -> int:
    """Milliseconds of a number of seconds, which may have a fraction.

    Raises:
        CommandError: it is no such number.
    """
    try:
        seconds = float(text[:40])
    except ValueError:
        seconds = math.nan
    if not math.isfinite(seconds) or seconds < 0:
        raise CommandError(f"{name} '{printable(text, 40)}' is not a time")
    return min(round(seconds * 1000), MAX_TIME)


def read_base(text: str) -> int:
    """Milliseconds of ``MINUTES`` or ``MINUTES:SECONDS``; what follows the numbers (``25+5``) is ignored."""
    kept = text.lstrip("+")
    for index, char in enumerate(kept):
        if char not in "0123456789.:":
            kept = kept[:index]
            break
    minutes, _, seconds = kept.partition(":")
    return min(read_seconds(minutes or "0", "base time") * 60 + read_seconds(seconds or "0", "base time"), MAX_TIME)


class TimeControl:
    """Both clocks and the rules they run by; without any command 40 moves in 5 minutes, GNU Chess's habit."""

    def __init__(self) -> None:
        self.session_moves = 40  # 0: the base time is for the whole game
        self.base = 300_000
        self.increment = 0
        self.move_time = 0
        self.depth = 0
        self.own = self.base
        self.other = self.base
        self._first_ply = 0  # of the running session

    def new_game(self) -> None:
        """Clocks to their start; ``sd`` is forgotten."""
        self.depth = 0
        self.own = self.other = self.base
        self._first_ply = 0

    def level(self, text: str, ply: int) -> None:
        """``level MOVES BASE INCREMENT``, met after ``ply`` plies: what is left from here."""
        words = text.split()
        if len(words) != 3:
            raise CommandError("expected level MOVES BASE INCREMENT")
        moves = read_int(words[0], "number of moves", 0, 10000)
        base, increment = read_base(words[1]), read_seconds(words[2], "increment")
        self.session_moves, self.base, self.increment = moves, base, increment
        self.move_time = 0
        self.own = self.other = base
        self._first_ply = ply

    def st(self, text: str) -> None:
        self.move_time = max(read_seconds(text, "time a move"), 1)

    def sd(self, text: str) -> None:
        self.depth = read_int(text, "depth", 0, 1000)

    def moves_to_go(self, game: Game, side: int) -> int:
        """Moves the side has left in the session; 0 means the rest of the game."""
        if not self.session_moves:
            return 0
        made = sum(1 for position in game.positions[self._first_ply : -1] if position.turn == side)
        return self.session_moves - made % self.session_moves

    def moved(self, game: Game, side: int, spent: int) -> None:
        """The engine's move took so long; XBoard's ``time`` will tell exactly."""
        self.own += self.increment - spent
        if self.session_moves and self.moves_to_go(game, side) == self.session_moves:
            self.own += self.base

    def limits(self, game: Game, side: int, spent: int = 0) -> Limits:
        """What the engine's next move may take, ``spent`` ms of it being gone."""
        if self.move_time:
            return Limits(depth=self.depth, movetime=max(self.move_time - spent, 1))
        own, other = max(self.own - spent, 1), max(self.other, 1)
        return Limits(
            depth=self.depth,
            time=(own, other) if side == 0 else (other, own),
            increment=(self.increment, self.increment),
            moves_to_go=self.moves_to_go(game, side),
        )
