"""A board of any variant for python-chess, so that its ``chess.engine`` can drive an engine over UCI or CECP.

>>> board = VariantBoard("half-chess")
>>> board.push_uci("e2e4")
VariantMove('e2e4')
>>> board.turn, len(board.legal_moves)
(False, 20)

The board has the part of the interface of ``chess.Board`` that ``chess.engine`` uses. It knows the rules only through
:class:`~oddfish.engine.game.Game`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, ClassVar

from chess import Outcome, Termination

from oddfish.engine.game import Game, MoveError, Result
from oddfish.engine.variants import get_variant
from oddfish.engine.variants.base import Variant

#: python-chess's terminations by reason; other reasons are a variant's own.
_TERMINATIONS = {
    "checkmate": Termination.CHECKMATE,
    "stalemate": Termination.STALEMATE,
    "insufficient material": Termination.INSUFFICIENT_MATERIAL,
    "repetition": Termination.THREEFOLD_REPETITION,
    "move rule": Termination.FIFTY_MOVES,
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
        return object.__new__(_class_of(cls, get_variant(variant) if isinstance(variant, str) else variant))

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
        """A board for a game; later moves of the game do not change it."""
        board: VariantBoard = object.__new__(_class_of(cls, game.variant))
        board._game = game.copy()
        board.move_stack = [VariantMove(text) for text in game.texts()]
        if game.pending:
            board.move_stack.append(VariantMove(game.position.text(game.pending)))
        return board

    # Position -----------------------------------------------------------------------------------------------

    @property
    def turn(self) -> bool:
        """True if the first player (White) is to move."""
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
        """The FEN in the variant's dialect. The parameters are those of python-chess and are ignored."""
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
        """A copy with the whole move stack, its last ``stack`` moves, or (False) none."""
        kept = len(self.move_stack) if stack is True else min(int(stack), len(self.move_stack))
        first = len(self.move_stack) - kept
        # A pending move has a text, but no position after it yet.
        position = min(first, len(self._game.moves))
        return self._cut(self._game.positions[position:], self._game.moves[first:], self.move_stack[first:])

    def _cut(self, positions: list[Any], moves: list[int], texts: list[VariantMove]) -> VariantBoard:
        game = self._game.copy()
        game.positions, game.moves = list(positions), list(moves)
        board: VariantBoard = object.__new__(type(self))
        board.__dict__.update(self.__dict__)
        board._game, board.move_stack = game, list(texts)
        return board

    def __reduce__(self) -> tuple[Any, ...]:
        """A pickle holds the game without its deal, as a copy does."""
        game = self._game
        own = {name: value for name, value in self.__dict__.items() if name not in ("_game", "move_stack")}
        kind = type(self)
        base = kind.__dict__.get("_of", kind)  # a class made for a subclass and a variant
        known = None if base is board_class(self.variant.name) else base
        texts = [move.uci() for move in self.move_stack]
        pending = game.position.text(game.pending) if game.pending and not texts else ""
        return _restored, (known, self.variant.name, game.options, game.positions[0].fen(), texts, pending, own)

    def set_fen(self, fen: str) -> None:
        """Set up a position, with an empty move stack and, in games of chance, a new deal.

        Raises:
            FenError: the FEN is invalid; the board is unchanged.
        """
        self._game = Game(self.variant, self._game.options, fen)
        self.move_stack = []

    def __copy__(self) -> VariantBoard:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> VariantBoard:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        """Whether variant and position (counters included) are equal; the moves that led there do not matter."""
        if not isinstance(other, VariantBoard):
            return NotImplemented
        return self.uci_variant == other.uci_variant and self.fen() == other.fen()

    def __str__(self) -> str:
        return self.variant.draw(self._game.position)

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
        self._game.pop()
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
            self._game.parse(move.uci())
        except MoveError:
            return False
        return True

    def parse_uci(self, uci: str) -> VariantMove:
        """Parse a move, in any case.

        Raises:
            MoveError: (a ValueError) it is illegal.
        """
        return VariantMove(self._game.position.text(self._game.parse(uci)))

    def push_uci(self, uci: str) -> VariantMove:
        """Parse and play a move, and return it. The outcome of a move of chance replaces that move on the stack."""
        pending = bool(self._game.pending)
        move = VariantMove(self._game.push(uci))
        if pending and self.move_stack:
            self.move_stack.pop()
        self.move_stack.append(move)
        return move

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
        return self._game.result()

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


def _class_of(cls: type[VariantBoard], variant: Variant) -> type[VariantBoard]:
    """The class of a variant's boards that are made by calling ``cls``.

    Raises:
        TypeError: ``cls`` is for boards of another variant.
    """
    return _combined(cls, variant)  # type: ignore[arg-type]  # mypy takes __hash__ for the class's


@cache
def _combined(cls: type[VariantBoard], variant: Variant) -> type[VariantBoard]:
    own = board_class(variant.name)
    if cls is VariantBoard or issubclass(cls, own):
        return own if cls is VariantBoard else cls
    if hasattr(cls, "variant"):
        raise TypeError(f"{cls.__name__} is a board of {cls.variant.name}, not of {variant.name}")
    return type(cls.__name__, (cls, own), {"_of": cls, "__module__": cls.__module__, "__doc__": cls.__doc__})


def _restored(
    cls: type[VariantBoard] | None,
    name: str,
    options: Mapping[str, Any],
    fen: str,
    texts: Iterable[str],
    pending: str,
    attributes: Mapping[str, Any],
) -> VariantBoard:
    """A board from its pickle."""
    game = Game(name, options, fen, seed=0)
    game.deal = None
    board: VariantBoard = object.__new__(_class_of(cls or VariantBoard, game.variant))
    board.__dict__.update(attributes)
    board._game, board.move_stack = game, []
    for text in texts:
        board.push_uci(text)
    if pending:
        game.push(pending)
    return board


__all__ = ["MoveError", "VariantBoard", "VariantMove", "board_class"]
