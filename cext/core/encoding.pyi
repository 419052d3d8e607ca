"""How learning programs see a game: numbers for moves (actions) and planes for positions (observations)."""

from typing import final

from oddfish.cext.core.rules import Position

@final
class Encoding:
    """The actions and planes of a family of games; ``ENCODING`` in its module ``encoding`` is the only instance.

    In games with turns of several moves, actions and the moves of these methods are single moves of turns."""

    def actions(self, position: Position) -> int:
        """The number of actions in games with this position's setup."""

    @property
    def outcomes(self) -> int:
        """The number of different outcomes of chance; 0 in games without chance."""

    def shape(self, position: Position) -> tuple[int, int, int]:
        """The shape of an observation, without the planes that depend on the game's history: planes, ranks, files."""

    def plane_names(self, position: Position) -> tuple[str, ...]:
        """What each plane of an observation shows."""

    def legal(self, position: Position) -> list[tuple[int, int]]:
        """The legal moves with their actions, as ``(action, move)``, in the generator's order."""

    def action(self, position: Position, move: int) -> int:
        """The action of a legal move.

        Raises:
            ValueError: the move is not legal here."""

    def move(self, position: Position, action: int) -> int:
        """The legal move of an action.

        Raises:
            ValueError: no legal move has this action."""

    def observe(self, position: Position, player: int) -> list[list[int] | int]:
        """What a player sees of the position, as lists of squares (by rank, then file, from the player's corner) for
        planes of squares, and as an int for planes of one value.

        Raises:
            ValueError: ``player`` is neither 0 nor 1."""
