"""A board of any variant for python-chess: its ``chess.engine`` drives an engine over UCI or CECP with it.

>>> board = VariantBoard("half-chess")
>>> board.push_uci("e2e4")
VariantMove('e2e4')
>>> board.turn, len(board.legal_moves)
(False, 20)

The board has what ``chess.engine`` uses of a ``chess.Board``, under the same names, and nothing of chess: it
knows the rules through :class:`~oddfish.engine.game.Game`. python-chess itself is needed only by
:meth:`VariantBoard.outcome`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar

from oddfish.engine.game import Game, MoveError, Result
from oddfish.engine.variants import get_variant
from oddfish.engine.variants.base import Variant

if TYPE_CHECKING:
    import chess

#: Names of ``chess.Termination`` for the ends of games python-chess knows; other ends are a variant's own.
_TERMINATIONS = {
    "checkmate": "CHECKMATE",
    "stalemate": "STALEMATE",
    "insufficient material": "INSUFFICIENT_MATERIAL",
    "repetition": "THREEFOLD_REPETITION",
    "move rule": "FIFTY_MOVES",
}


class VariantMove:
    """One move by its canonical text: equal texts are equal moves."""

    __slots__ = ("_text",)

    def __init__(self, text: str):
        self._text = text.lower()

    @classmethod
    def from_uci(cls, uci: str) -> VariantMove:
        return cls(uci)

    def uci(self) -> str:
        return self._text

    def xboard(self) -> str:
        return self._text

    def __eq__(self, other: object) -> bool:
        return self._text == other._text if isinstance(other, VariantMove) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._text)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"VariantMove({self._text!r})"


class VariantBoard:
    """A position of a variant with the moves that led to it.

    Each variant's boards are a subclass of their own, which ``VariantBoard(name)`` finds: python-chess reads the
    variant's name off the class.

    Args:
        variant: a variant or its name.
        fen: a start position in the variant's dialect.
        options: the variant's options by name (armies …); what is missing takes its default.
        seed: of what the options leave to chance.

    Raises:
        UnknownVariantError, OptionError, FenError: what is wrong.
    """

    variant: ClassVar[Variant]
    uci_variant: ClassVar[str]
    xboard_variant: ClassVar[str]
    aliases: ClassVar[tuple[str, ...]]
    chess960 = False
    __hash__ = None  # type: ignore[assignment]  # boards change

    #: The moves made, oldest first.
    move_stack: list[VariantMove]

    def __new__(cls, variant: Variant | str, *_args: Any, **_options: Any) -> VariantBoard:
        return object.__new__(board_class(variant if isinstance(variant, str) else variant.name))

    def __init__(
        self,
        variant: Variant | str,
        fen: str | None = None,
        options: Mapping[str, Any] | None = None,
        seed: int | None = None,
    ):
        self._game = Game(variant, options, fen, seed)
        self.move_stack = []

    @classmethod
    def of_game(cls, game: Game) -> VariantBoard:
        """The board of a game; later moves of one do not touch the other."""
        own = board_class(game.variant.name)
        board: VariantBoard = object.__new__(cls if issubclass(cls, own) else own)
        board._game = game.copy()
        board.move_stack = [VariantMove(text) for text in game.texts()]
        return board

    # Position -----------------------------------------------------------------------------------------------

    @property
    def turn(self) -> bool:
        """True if the first player (White) moves."""
        return self._game.turn == 0

    @property
    def fullmove_number(self) -> int:
        return self._game.position.number

    @property
    def halfmove_clock(self) -> int:
        return self._game.position.clock

    @property
    def legal_moves(self) -> list[VariantMove]:
        return [VariantMove(text) for text in self._game.legal()]

    def fen(self, *, shredder: bool = False, en_passant: str = "fen", promoted: bool | None = None) -> str:
        """The FEN in the variant's dialect; python-chess's parameters change nothing."""
        return self._game.fen()

    def is_check(self) -> bool:
        return self._game.position.check

    def game(self) -> Game:
        """A copy of the game so far."""
        return self._game.copy()

    def root(self) -> VariantBoard:
        """The board before the first move."""
        board = self._cut(self._game.positions[:1], [], [])
        board._game.pending = 0
        return board

    def copy(self, *, stack: bool | int = True) -> VariantBoard:
        """Another board with the same moves, only the last ``stack`` of them, or (False) none."""
        kept = len(self.move_stack) if stack is True else min(int(stack), len(self.move_stack))
        first = len(self.move_stack) - kept
        # A pending move has a text, but no position behind it yet.
        position = min(first, len(self._game.moves))
        return self._cut(self._game.positions[position:], self._game.moves[first:], self.move_stack[first:])

    def _cut(self, positions: list[Any], moves: list[int], texts: Iterable[VariantMove]) -> VariantBoard:
        game = self._game.copy()
        game.positions, game.moves = list(positions), list(moves)
        board: VariantBoard = object.__new__(type(self))
        board._game, board.move_stack = game, list(texts)
        return board

    def __copy__(self) -> VariantBoard:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> VariantBoard:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        """Whether variant and position (with its counters) are the same, whatever led to it."""
        if not isinstance(other, VariantBoard):
            return NotImplemented
        return self.uci_variant == other.uci_variant and self.fen() == other.fen()

    def __str__(self) -> str:
        return self.variant.draw(self._game.position)

    def __repr__(self) -> str:
        return f"VariantBoard({self.uci_variant!r}, {self.fen()!r})"

    # Moves --------------------------------------------------------------------------------------------------

    def push(self, move: VariantMove) -> None:
        """Play a legal move.

        Raises:
            MoveError: it is not legal here.
        """
        self.move_stack.append(VariantMove(self._game.push(move.uci())))

    def pop(self) -> VariantMove:
        """Take the last move back and return it.

        Raises:
            IndexError: there is none.
        """
        self._game.pop()
        return self.move_stack.pop()

    def peek(self) -> VariantMove:
        """The last move."""
        return self.move_stack[-1]

    def ply(self) -> int:
        """How many moves have been made from the root."""
        return len(self.move_stack)

    def is_legal(self, move: VariantMove) -> bool:
        return move in self.legal_moves

    def parse_uci(self, uci: str) -> VariantMove:
        """The legal move of a text, whatever its case.

        Raises:
            MoveError: (a ValueError) it is not legal here.
        """
        return VariantMove(self._game.position.text(self._game.parse(uci)))

    def push_uci(self, uci: str) -> VariantMove:
        """Play the move of a text and return it."""
        move = VariantMove(self._game.push(uci))
        self.move_stack.append(move)
        return move

    def parse_xboard(self, text: str) -> VariantMove:
        """As :meth:`parse_uci`; some engines castle with ``O-O`` and ``O-O-O``."""
        return self.parse_uci(self._castling(text))

    def push_xboard(self, text: str) -> VariantMove:
        return self.push_uci(self._castling(text))

    def _castling(self, text: str) -> str:
        file = {"O-O": "g", "O-O-O": "c"}.get(text.upper().replace("0", "O"))
        if file is None or (self.variant.files, self.variant.ranks) != (8, 8):
            return text
        rank = 1 if self.turn else 8
        return f"e{rank}{file}{rank}"

    parse_san, push_san = parse_uci, push_uci

    def uci(self, move: VariantMove, *, chess960: bool | None = None) -> str:
        return move.uci()

    def xboard(self, move: VariantMove, chess960: bool | None = None) -> str:
        return move.xboard()

    # Results ------------------------------------------------------------------------------------------------

    def ending(self) -> Result | None:
        """How the game has ended, in the words of the rules, or None. Repetition and the move rule need no claim."""
        return self._game.result()

    def is_game_over(self, *, claim_draw: bool = False) -> bool:
        return self.ending() is not None

    def result(self, *, claim_draw: bool = False) -> str:
        """PGN's result, ``*`` while the game goes on."""
        ending = self.ending()
        return ending.text if ending else "*"

    def outcome(self, *, claim_draw: bool = False) -> chess.Outcome | None:
        """The result as python-chess's, which names only chess's ways to end a game."""
        from chess import Outcome, Termination

        ending = self.ending()
        if ending is None:
            return None
        winner = None if ending.winner is None else ending.winner == 0
        own = "VARIANT_DRAW" if winner is None else "VARIANT_WIN" if winner == self.turn else "VARIANT_LOSS"
        return Outcome(Termination[_TERMINATIONS.get(ending.reason, own)], winner)


@cache
def board_class(name: str) -> type[VariantBoard]:
    """The class of a variant's boards.

    Raises:
        UnknownVariantError: there is no such variant.
    """
    variant = get_variant(name)
    if variant.name != name:
        return board_class(variant.name)
    attributes = {
        "variant": variant,
        "uci_variant": name,
        "xboard_variant": name,
        "aliases": (variant.title,),
        "__module__": __name__,
        "__doc__": f"A position of {variant.title}.",
    }
    title = "".join(part.capitalize() for part in name.split("-"))
    return type(f"{title}Board", (VariantBoard,), attributes)


__all__ = ["MoveError", "VariantBoard", "VariantMove", "board_class"]
