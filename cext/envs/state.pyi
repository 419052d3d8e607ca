"""One game as a state that actions are applied to (`oddfish.envs.open_spiel`)."""

from typing import Any, SupportsIndex, TypeVar

from oddfish.cext.core.encoding import Encoding
from oddfish.cext.core.rules import Position

_S = TypeVar("_S", bound=BareState)

#: What `current_player` returns when chance decides, and when the game is over; the numbers are OpenSpiel's.
CHANCE_PLAYER: int
TERMINAL_PLAYER: int

class BareState:
    """A game in progress.

    After a move with random outcomes, the state is a chance node, whose actions are the outcomes.

    Args:
        encoding: the family's.
        start: the position where the game begins."""

    def __new__(cls: type[_S], encoding: Encoding, start: Position, *_rest: Any, **_options: Any) -> _S: ...
    @property
    def encoding(self) -> Encoding: ...
    @property
    def start(self) -> Position: ...
    def clone(self: _S) -> _S:
        """An independent copy."""

    def is_terminal(self) -> bool:
        """Whether the game is over."""

    def is_chance_node(self) -> bool:
        """Whether chance decides next."""

    def current_player(self) -> int:
        """0, 1, CHANCE_PLAYER or TERMINAL_PLAYER."""

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The legal actions, ascending: those of the player to move, or the outcomes at a chance node.

        Args:
            player: 0 or 1, who has none unless it is that player's move; None: whoever moves next, chance included."""

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of a chance node, ascending, each with its probability.

        Raises:
            ValueError: this is not a chance node."""

    def apply_action(self, action: SupportsIndex) -> None:
        """Play a legal action.

        Raises:
            IllegalActionError: it is not legal here, or the game is over; nothing changes."""

    def returns(self) -> list[float]:
        """1.0 for the winner and -1.0 for the loser; 0.0 for both in a draw and while the game goes on."""

    @property
    def reason(self) -> str:
        """Why the game is over, in the words of docs/rules/README.md; '' if it is not."""

    def history(self) -> list[int]:
        """The actions so far, those of chance included."""

    def position(self) -> Position:
        """The position; within turns of several moves, after single moves. At a chance node, the one before the
        move."""

    def action_text(self, action: SupportsIndex) -> str:
        """The text of a legal action: a move, or at a chance node a move with its outcome.

        Raises:
            IllegalActionError: it is not legal here."""

    @property
    def observation_shape(self) -> tuple[int, int, int]:
        """The shape of an observation: planes, ranks, files."""

    def observe(self, player: SupportsIndex, out: Any) -> None:
        """Write what a player sees to ``out``, a contiguous float32 buffer of as many numbers as the shape says.

        Raises:
            ValueError: ``player`` is neither 0 nor 1, or the buffer does not fit."""
