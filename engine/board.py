"""A board of any variant for python-chess, so that its ``chess.engine`` can drive an engine over UCI or CECP.

>>> board = VariantBoard("half-chess")
>>> board.push_uci("e2e4")
VariantMove('e2e4')
>>> board.turn, len(board.legal_moves)
(False, 20)

Importing this module needs python-chess (``pip install 'oddfish[python-chess]'``).

The board has those parts of the interface of ``chess.Board`` that ``chess.engine`` uses. It is a layer over the
library's :class:`~oddfish.engine.library.board.Board`; here moves are texts, and a flip can wait for its outcome.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, ClassVar

from chess import Outcome, Termination

from oddfish.cext.core.board import Move
from oddfish.cext.core.errors import AmbiguousMoveError, MoveError
from oddfish.engine.game import Game, Result
from oddfish.engine.library.board import Board
from oddfish.engine.library.results import Termination as Reason
from oddfish.engine.variants import get_variant
from oddfish.engine.variants.base import Variant

#: python-chess's terminations by reason; other reasons are a variant's own.
_TERMINATIONS = {
    own.value: Termination[name] for name, own in Reason.__members__.items() if name in Termination.__members__
}


class VariantMove:
    """One move, identified by its canonical text."""

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

    ``VariantBoard(name)`` makes an instance of the variant's subclass, because python-chess reads the variant's name
    from the class.

    Args:
        variant: a variant or its name.
        fen: a start position in the variant's dialect.
        options: the variant's options by name (armies …); missing ones take their defaults.
        seed: seed for everything that the options leave to chance.

    Raises:
        UnknownVariantError, OptionError, FenError: an argument is wrong.
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
        found = get_variant(variant) if isinstance(variant, str) else variant
        return object.__new__(_class_of(cls, found))  # type: ignore[arg-type]  # mypy takes __hash__ for the class's

    def __init__(
        self,
        variant: Variant | str,
        fen: str | None = None,
        options: Mapping[str, Any] | None = None,
        seed: int | None = None,
    ):
        self._board = Board(variant, fen, options=options, seed=seed)
        self._pending: Move | None = None  # a move that lacks its outcome; the last one of the stack, if that has any
        self.move_stack = []

    @classmethod
    def of_game(cls, game: Game) -> VariantBoard:
        """A board for a game; later moves of the game do not change it."""
        board = cls.__new__(cls, game.variant)
        board._board, board._pending = Board.of_game(game), None
        board.move_stack = [VariantMove(text) for text in game.texts()]
        if game.pending:
            board.push_uci(game.position.text(game.pending))
        return board

    # Position -----------------------------------------------------------------------------------------------

    @property
    def turn(self) -> bool:
        """True if the first player (White) is to move."""
        return self._board.turn

    @property
    def fullmove_number(self) -> int:
        return self._board.fullmove_number

    @property
    def halfmove_clock(self) -> int:
        return self._board.halfmove_clock

    @property
    def legal_moves(self) -> list[VariantMove]:
        return [VariantMove(move.text) for move in self._legal()]

    def fen(self, *, shredder: bool = False, en_passant: str = "fen", promoted: bool | None = None) -> str:
        """The FEN in the variant's dialect. The parameters are those of python-chess and are ignored."""
        return self._board.fen()

    def is_check(self) -> bool:
        return self._board.is_check()

    def game(self) -> Game:
        """A copy of the game so far, without its deal."""
        game = self._board.game()
        game.pending = 0 if self._pending is None else int(self._pending)
        return game

    def root(self) -> VariantBoard:
        """The board before the first move."""
        board = self.copy(stack=False)
        board._board, board._pending = self._board.root(), None
        return board

    def copy(self, *, stack: bool | int = True) -> VariantBoard:
        """A copy with the whole move stack, its last ``stack`` moves, or (False) none."""
        first = 0 if stack is True else max(len(self.move_stack) - int(stack), 0)
        board: VariantBoard = object.__new__(type(self))
        board.__dict__.update(self.__dict__)
        board.move_stack = self.move_stack[first:]
        board._board = self._board.copy(stack=max(self._board.ply() - first, 0))  # it does not contain the pending move
        return board

    def __reduce__(self) -> tuple[Any, ...]:
        """A pickle holds the game without its deal, as a copy does."""
        kind = type(self)
        base = kind.__dict__.get("_of", kind)  # a class made for a subclass and a variant
        known = VariantBoard if base is board_class(self.variant.name) else base
        return VariantBoard.__new__, (known, self.variant.name), self.__dict__

    def set_fen(self, fen: str) -> None:
        """Set up a position, with an empty move stack and, in games of chance, a new deal.

        Raises:
            FenError: the FEN is invalid; the board is unchanged.
        """
        self._board = Board(self.variant, fen, options=self._board.options)
        self._pending, self.move_stack = None, []

    def __copy__(self) -> VariantBoard:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> VariantBoard:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        """Whether variant and position (counters included) are equal; how the position was reached does not matter."""
        if not isinstance(other, VariantBoard):
            return NotImplemented
        return self.uci_variant == other.uci_variant and self.fen() == other.fen()

    def __str__(self) -> str:
        return str(self._board)

    def __repr__(self) -> str:
        return f"VariantBoard({self.uci_variant!r}, {self.fen()!r})"

    # Moves --------------------------------------------------------------------------------------------------

    def push(self, move: VariantMove) -> None:
        """Play a move.

        Raises:
            MoveError: it is illegal.
        """
        self.push_uci(move.uci())

    def pop(self) -> VariantMove:
        """Take back the last move and return it.

        Raises:
            IndexError: the move stack is empty.
        """
        if not self.move_stack:  # a copy without a stack may have a pending move
            raise IndexError("no move to take back")
        if self._pending is None:
            self._board.pop()
        self._pending = None
        return self.move_stack.pop()

    def peek(self) -> VariantMove:
        """The last move."""
        return self.move_stack[-1]

    def ply(self) -> int:
        """The number of moves since the root."""
        return len(self.move_stack)

    def is_legal(self, move: VariantMove) -> bool:
        """Whether :meth:`push` accepts a move, which may be another program's."""
        try:
            self._parsed(move.uci())
        except MoveError:
            return False
        return True

    def parse_uci(self, uci: str) -> VariantMove:
        """Parse a move, in any case.

        Raises:
            MoveError: (a ValueError) it is illegal.
        """
        return VariantMove(self._parsed(uci).text)

    def push_uci(self, uci: str) -> VariantMove:
        """Parse and play a move, and return it. The outcome of a chance move replaces that move on the stack."""
        move, pending = self._parsed(uci), self._pending
        try:
            self._board.push(move)
            self._pending, move = None, self._board.peek()
        except AmbiguousMoveError:  # without a deal, the next move is the outcome
            self._pending = move
        if pending is not None and self.move_stack:
            self.move_stack.pop()
        self.move_stack.append(VariantMove(move.text))
        return self.move_stack[-1]

    def _parsed(self, uci: str) -> Move:
        """A legal move, or the outcome of the pending move.

        Raises:
            MoveError: there is no such move.
        """
        move = self._board.parse_text(uci)
        if self._pending is not None and move not in self._legal():
            raise MoveError(f"'{uci}': expected the outcome of {self._pending} first")
        return move

    def _legal(self) -> Iterable[Move]:
        """The legal moves, or the outcomes of the pending move."""
        if self._pending is None:
            return self._board.legal_moves
        return [outcome for outcome, _ in self._board.chance_outcomes(self._pending)]

    def parse_xboard(self, text: str) -> VariantMove:
        """Like :meth:`parse_uci`, but also accepts castling as ``O-O`` and ``O-O-O``, which some engines write."""
        return self.parse_uci(self._castling(text))

    def push_xboard(self, text: str) -> VariantMove:
        return self.push_uci(self._castling(text))

    def _castling(self, text: str) -> str:
        files = self.variant.castling.get(text.upper().replace("0", "O"))
        if files is None:
            return text
        rank = 1 if self.turn else self.variant.ranks
        return f"{files[0]}{rank}{files[1]}{rank}"

    parse_san, push_san = parse_uci, push_uci

    def uci(self, move: VariantMove, *, chess960: bool | None = None) -> str:
        return move.uci()

    def xboard(self, move: VariantMove, chess960: bool | None = None) -> str:
        return move.xboard()

    # Results ------------------------------------------------------------------------------------------------

    def ending(self) -> Result | None:
        """The result with its reason, or None while the game goes on. Draws by repetition and by the move rule need no
        claim."""
        outcome = self._board.outcome() if self._pending is None else None
        if outcome is None:
            return None
        return Result(None if outcome.winner is None else int(not outcome.winner), outcome.reason)

    def is_game_over(self, *, claim_draw: bool = False) -> bool:
        return self.ending() is not None

    def result(self, *, claim_draw: bool = False) -> str:
        """The result as in PGN, ``*`` while the game goes on."""
        ending = self.ending()
        return ending.text if ending else "*"

    def outcome(self, *, claim_draw: bool = False) -> Outcome | None:
        """The result in python-chess's terms: reasons that chess does not have become a variant's win, loss or
        draw."""
        ending = self.ending()
        if ending is None:
            return None
        winner = None if ending.winner is None else ending.winner == 0
        own = Termination.VARIANT_WIN if winner == self.turn else Termination.VARIANT_LOSS
        if winner is None:
            own = Termination.VARIANT_DRAW
        return Outcome(_TERMINATIONS.get(ending.reason, own), winner)


@cache
def board_class(name: str) -> type[VariantBoard]:
    """The board class of a variant.

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


@cache
def _class_of(cls: type[VariantBoard], variant: Variant) -> type[VariantBoard]:
    """The class of a variant's boards that are made by calling ``cls``.

    Raises:
        TypeError: ``cls`` is for boards of another variant.
    """
    own = board_class(variant.name)
    if cls is VariantBoard or issubclass(cls, own):
        return own if cls is VariantBoard else cls
    if hasattr(cls, "variant"):
        raise TypeError(f"{cls.__name__} is a board of {cls.variant.name}, not of {variant.name}")
    return type(cls.__name__, (cls, own), {"_of": cls, "__module__": cls.__module__, "__doc__": cls.__doc__})


__all__ = ["MoveError", "VariantBoard", "VariantMove", "board_class"]
