"""CECP's time controls: ``level``, ``st`` and ``sd``. All times are in milliseconds."""

from __future__ import annotations

import math

from oddfish.engine.game import Game
from oddfish.engine.printable import printable
from oddfish.engine.searcher import Limits
from oddfish.protocols.arguments import MAX_TIME, CommandError, read_int


def read_seconds(text: str, name: str, least: int = 0) -> int:
    """Parse seconds, with or without a fraction, as milliseconds.

    Args:
        least: if not 0, refuse 0 and round shorter times up to this many milliseconds.

    Raises:
        CommandError: the text is not a number of seconds, or is 0 although ``least`` is not.
    """
    try:
        seconds = float(text[:40])
    except ValueError:
        seconds = math.nan
    if not math.isfinite(seconds) or seconds < 0:
        raise CommandError(f"{name} '{printable(text, 40)}' is not a number of seconds")
    if least and not seconds:
        raise CommandError(f"{name} '{printable(text, 40)}': expected more than 0 seconds")
    return max(least, min(round(seconds * 1000), MAX_TIME))


def read_base(text: str) -> int:
    """Parse ``MINUTES`` or ``MINUTES:SECONDS`` as milliseconds, ignoring anything after that, as in ``25+5``."""
    kept = text.lstrip("+")
    for index, char in enumerate(kept):
        if char not in "0123456789.:":
            kept = kept[:index]
            break
    minutes, _, seconds = kept.partition(":")
    return min(read_seconds(minutes or "0", "base time") * 60 + read_seconds(seconds or "0", "base time"), MAX_TIME)


class TimeControl:
    """Both clocks and the time control. The default, as in GNU Chess, is 40 moves in 5 minutes."""

    def __init__(self) -> None:
        self.session_moves = 40  # 0: the base time covers the whole game
        self.base = 300_000
        self.increment = 0
        self.move_time = 0
        self.depth = 0
        self.own = self.base
        self.other = self.base
        self.reported = False  # the GUI has reported the clocks since the last move
        self._first_ply = 0  # of the current session

    def new_game(self) -> None:
        """Reset the clocks and the depth limit."""
        self.depth = 0
        self.own = self.other = self.base
        self.count_moves()

    def count_moves(self) -> None:
        """Count the moves of a time control from the start of the current game."""
        self._first_ply = 0

    def set_clock(self, milliseconds: int) -> None:
        """Set the engine's clock."""
        self.own = milliseconds

    def set_other_clock(self, milliseconds: int) -> None:
        """Set the opponent's clock."""
        self.reported = True
        self.other = milliseconds

    def correct(self, own: int, other: int) -> None:
        """Set both clocks to what they should show."""
        self.own, self.other = own, other

    def take_report(self) -> bool:
        """Whether the GUI has reported the clocks since the last call."""
        reported, self.reported = self.reported, False
        return reported

    def level(self, text: str, ply: int) -> None:
        """``level MOVES BASE INCREMENT``, given after ``ply`` plies."""
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
        self.move_time = read_seconds(text, "time per move", least=1)

    def sd(self, text: str) -> None:
        """``sd DEPTH``; 0 removes the limit."""
        depth = read_int(text, "depth", -1, 1000)
        if depth < 0:
            raise CommandError(f"depth '{printable(text, 40)}' is less than 0")
        self.depth = depth

    def moves_to_go(self, game: Game, side: int) -> int:
        """Moves until the side's next time control; 0 if one time control covers the whole game."""
        if not self.session_moves:
            return 0
        made = sum(1 for position in game.positions[self._first_ply : -1] if position.turn == side)
        return self.session_moves - made % self.session_moves

    def moved(self, game: Game, side: int, spent: int) -> None:
        """Update the engine's clock after its move; XBoard's ``time`` will correct it."""
        self.own += self.increment - spent
        if self.session_moves and self.moves_to_go(game, side) == self.session_moves:
            self.own += self.base

    def limits(self, game: Game, side: int, spent: int = 0) -> Limits:
        """The limits of the engine's next move, on which it has already spent ``spent`` ms."""
        if self.move_time:
            return Limits(depth=self.depth, movetime=max(self.move_time - spent, 1))
        own, other = max(self.own - spent, 1), max(self.other, 1)
        return Limits(
            depth=self.depth,
            time=(own, other) if side == 0 else (other, own),
            increment=(self.increment, self.increment),
            moves_to_go=self.moves_to_go(game, side),
        )
