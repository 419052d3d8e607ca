"""Many games of one variant at once (`oddfish.envs.VectorEnv`), stepped without the GIL into the caller's arrays."""

from typing import Any, final

from oddfish.cext.core.encoding import Encoding
from oddfish.cext.core.rules import Position

class IllegalActionError(ValueError):
    """An action that is not legal.

    Attributes:
        game: the number of the game, from 0; None if there is only one.
        action: the action."""

    game: int | None
    action: int
    def __init__(self, game: int | None, action: int) -> None: ...

@final
class Games:
    """Games of one variant, and the arrays that describe them. ``oddfish.envs.VectorEnv`` checks the arguments.

    Args:
        encoding: the family's.
        starts: start positions of one variant; each game begins from a random one.
        games: their number.
        max_plies: games are truncated after this many plies; 0: never.
        auto_reset: whether a new game begins as soon as one ends."""

    def __new__(
        cls, encoding: Encoding, starts: list[Position], games: int, max_plies: int, auto_reset: bool
    ) -> Games: ...
    @property
    def busy(self) -> bool: ...
    @staticmethod
    def shape_of(encoding: Encoding, start: Position) -> tuple[int, int, int]:
        """The shape of an observation: planes, ranks, files."""

    def attach(
        self,
        masks: Any,
        planes: Any,
        floats: Any,
        rewards: Any,
        terminations: Any,
        truncations: Any,
        reasons: Any,
        players: Any,
        actions: Any,
        final_planes: Any = None,
        final_floats: Any = None,
        final_players: Any = None,
    ) -> None:
        """Write to these arrays from now on. Each has a row for every game. Masks and planes may be None, and so may
        the final observations and players of games that end and restart.

        Raises:
            TypeError: one is not a buffer.
            ValueError: one has the wrong shape or type, is read-only or not contiguous."""

    def seed(self, seed: int) -> None:
        """Seed the random numbers of every game; they are used from the next :meth:`reset` on."""

    def reset(self, which: Any) -> None:
        """Begin new games: those that are nonzero in ``which``, or all if it is None."""

    def choose(self, actions: Any, illegal_loses: bool) -> None:
        """Set each game's action. Ignores those of games that are over.

        Raises:
            IllegalActionError: one is illegal, and illegal actions do not lose the game."""

    def advance(self, first: int, end: int, random: bool, steps: int) -> tuple[int, int, int, int, int]:
        """Play a range of the games: the chosen actions, or ``steps`` random ones in each.

        Several threads may call this at once for different ranges, between :meth:`hold` and :meth:`release`.

        Returns:
            The numbers of plies, of games won by the first and second player and drawn, and of games truncated.

        Raises:
            ValueError: the games do not exist, or have not begun.
            RuntimeError: :meth:`hold` has not been called, or another thread is stepping some of these games."""

    def hold(self) -> None:
        """Keep other threads out, before several calls of :meth:`advance`."""

    def halt(self) -> None:
        """Make the threads in :meth:`advance` return soon; stays in force until :meth:`release`."""

    def release(self) -> None:
        """Let other threads in again, after the calls of :meth:`advance`.

        Raises:
            MemoryError: memory ran out.
            RuntimeError: a thread is still stepping, or :meth:`hold` has not been called."""

    def position(self, i: int) -> Position:
        """A game's position; within turns of several moves, after single moves."""

    def legal(self, i: int) -> list[int]:
        """A game's legal actions, in the order of its position's moves; none if it is over."""

    def plies(self, i: int) -> int:
        """The plies that a game has lasted."""

def reason_text(reason: int) -> str:
    """The text of a number in ``reasons``: '' while a game goes on, and if an illegal action lost it.

    Raises:
        ValueError: there is no such reason."""
