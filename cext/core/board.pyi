"""The fast part of the library's boards (`oddfish.Board`): moves, lists of legal moves, the stack of positions."""

from collections.abc import Iterable, Iterator
from typing import Any, TypeVar, final, overload

from oddfish.cext.core.errors import AmbiguousMoveError as AmbiguousMoveError
from oddfish.cext.core.errors import MoveError
from oddfish.cext.core.rules import Position

_B = TypeVar("_B", bound=BoardCore)

class IllegalMoveError(MoveError):
    """A move that is not legal on the board; the text says which."""

@final
class Move:
    """A legal move of some position: an integer that only its game can read, and its text on demand.

    Boards make moves. Two moves are equal if their integers are."""

    def __init__(self, *args: object, **options: object) -> None: ...
    @property
    def text(self) -> str:
        """The canonical text, as in docs/rules."""
    @property
    def from_square(self) -> int | None:
        """The square that the move comes from; None for drops, turns of several moves, and passes."""
    @property
    def to_square(self) -> int | None:
        """The square that the move goes to; None as for :attr:`from_square`."""
    def uci(self) -> str:
        """The text that UCI engines get: :attr:`text`."""
    def xboard(self) -> str:
        """The text that XBoard's engines get: :attr:`text`."""
    def __int__(self) -> int: ...
    def __index__(self) -> int: ...
    def __hash__(self) -> int: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __copy__(self) -> Move: ...
    def __deepcopy__(self, memo: dict[int, Any]) -> Move: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class LegalMoves:
    """The legal moves of a position, listed only when you ask for them. It does not change when its board does.

    A chance move is listed once, without its outcome."""

    def __init__(self, *args: object, **options: object) -> None: ...
    def __iter__(self) -> Iterator[Move]: ...
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __contains__(self, key: object, /) -> bool: ...
    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...
    def count(self) -> int:
        """The number of moves."""

class BoardCore:
    """A game as a stack of positions and the moves between them, the base class of boards."""

    _variant: Any
    _options: Any
    def _begin(self, root: Position, variant: object, options: object, rules: object, deal: object) -> None: ...
    def _set_deal(self, deal: object) -> None: ...
    def _hidden(self) -> Any: ...
    def _positions(self) -> list[Position]: ...
    def _extend(self, position: Position, move: Move) -> None: ...
    def _make_moves(self, packed: Iterable[int]) -> list[Move]: ...
    def _ending(self) -> tuple[int, str]: ...
    @property
    def position(self) -> Position:
        """The engine's own position; immutable."""
    @property
    def turn(self) -> bool:
        """The side to move: True (``oddfish.WHITE``) for the first player, False (``oddfish.BLACK``) for the second."""
    @property
    def fullmove_number(self) -> int:
        """The move number in the FEN, from 1."""
    @property
    def halfmove_clock(self) -> int:
        """Plies (or the game's turns) since the last irreversible move, as the FEN counts them."""
    @property
    def key(self) -> int:
        """The 64-bit position key; equal for positions that count as the same for repetition."""
    def fen(self) -> str:
        """The FEN in the variant's dialect (docs/rules)."""
    def is_check(self) -> bool:
        """Whether the side to move is in check. Never in games without a royal piece."""
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...
    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves: iterable, with a length, an index and ``in``. A snapshot of this position."""
    @property
    def move_stack(self) -> list[Move]:
        """The moves since the root, oldest first; a new list."""
    def ply(self) -> int:
        """The number of moves since the root."""
    def push(self, move: Move) -> None:
        """Play a move. If it leaves something to chance, the board's deal completes it; :meth:`peek` then shows how.

        Raises:
            IllegalMoveError: it is not legal here.
            AmbiguousMoveError: it leaves something to chance, and the board has no deal. Push one of
                ``chance_outcomes(move)`` instead.
        """
    def pop(self) -> Move:
        """Take back the last move and return it.

        Raises:
            IndexError: there is none.
        """
    def peek(self) -> Move:
        """The last move.

        Raises:
            IndexError: there is none.
        """
    def parse_text(self, text: str) -> Move:
        """The legal move of a text, in any case. Unique abbreviations are accepted.

        Raises:
            IllegalMoveError: no legal move has that text.
            AmbiguousMoveError: several fit an abbreviation.
        """
    def push_text(self, text: str) -> Move:
        """Parse a move, play it, and return it, with its outcome if it has one.

        Raises:
            IllegalMoveError, AmbiguousMoveError: as :meth:`parse_text` and :meth:`push`.
        """
    def is_legal(self, move: Move) -> bool:
        """Whether a move is legal here, with its outcome or without it."""
    def as_legal(self, move: Move) -> Move:
        """A move from elsewhere, such as a pickle or an equal position, as a move of this position.

        Raises:
            IllegalMoveError: it is not legal here.
        """
    def gives_check(self, move: Move) -> bool:
        """Whether a legal move gives check.

        Raises:
            IllegalMoveError: it is not legal here.
        """
    def kinds(self, move: Move) -> tuple[str, ...]:
        """The kinds of a legal move: names such as ``captures``, ``promotions`` and ``checks`` (docs/perft.md). A
        chance move without its outcome has every kind that any of its outcomes has.

        Raises:
            IllegalMoveError: it is not legal here.
        """
    def chance_outcomes(self, move: Move) -> list[tuple[Move, float]]:
        """The outcomes of a legal move with their probabilities, which add up to 1. A move without chance is its only
        outcome. Uses only public information, never the deal.

        Raises:
            IllegalMoveError: the move is not legal here.
        """
    def repetitions(self) -> int:
        """How often the position has occurred since the root, including now."""
    def is_game_over(self) -> bool:
        """Whether the game is over, by the position, a threefold repetition or the move rule."""
    def copy(self: _B, *, stack: bool | int = True) -> _B:
        """A copy with the whole move stack, its last ``stack`` moves, or (False) none. It shares the positions, which
        are immutable, and never has the deal, since nothing hidden may leak."""
    def root(self: _B) -> _B:
        """A copy of the board before the first move."""
    def __copy__(self: _B) -> _B: ...
    def __deepcopy__(self: _B, memo: dict[int, Any]) -> _B: ...
