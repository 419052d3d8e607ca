"""Boards: games of every variant, with the names of python-chess's ``chess.Board`` where the game allows."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from oddfish.cext.core.board import BoardCore, IllegalMoveError, LegalMoves, Move
from oddfish.cext.core.errors import AmbiguousMoveError, FenError, MoveError, type_name
from oddfish.cext.core.fen import square_names, square_numbers
from oddfish.cext.core.perft import MAX_DEPTH
from oddfish.cext.core.rules import Position
from oddfish.engine.evaluation.networks import default_network
from oddfish.engine.game import Game
from oddfish.engine.guide import guide_of
from oddfish.engine.library.pieces import Piece
from oddfish.engine.library.results import Outcome, Termination
from oddfish.engine.options import OptionError
from oddfish.engine.perft import count
from oddfish.engine.san import parse_san, san
from oddfish.engine.variants.base import Variant

WHITE, BLACK = True, False
_DRAWN, _WON = 2, 3

B = TypeVar("B", bound="Board")


class Board(BoardCore):
    """A game of a variant: a position and the moves that led to it.

    Args:
        variant: the variant's name, as in ``oddfish variants``.
        fen: a start position in the variant's dialect; None for the variant's own.
        options: the variant's options by name (armies, house rules); missing ones take their defaults.
        seed: seed for everything that the options leave to chance (armies, Banqi's deal); None draws a new one.

    Raises:
        UnknownVariantError, OptionError, FenError: an argument is wrong.

    A Banqi board that you make holds a deal, which decides what flips show. Copies and pickles of it have none, so that
    nothing hidden leaks: there, push one of :meth:`chance_outcomes`, or call :meth:`shuffle` first.

    You may share a board between threads as long as none changes it. Moves and ``legal_moves`` never change.

    >>> board = Board("half-chess")
    >>> for move in "d2d4 e7e5 d1d2 e8e7 d2f4 e7e6 f4e5".split():
    ...     _ = board.push_text(move)
    >>> board.outcome()
    Outcome(termination=<Termination.CHECKMATE: 'checkmate'>, winner=True)
    """

    def __init__(
        self,
        variant: str | Variant,
        fen: str | None = None,
        *,
        options: Mapping[str, Any] | None = None,
        seed: int | None = None,
    ) -> None:
        if not isinstance(variant, (str, Variant)):
            raise TypeError(f"variant is of type {type(variant).__name__}, expected the name of a variant")
        if options is not None and not isinstance(options, Mapping):
            raise TypeError(f"options is of type {type(options).__name__}, expected a mapping of names to values")
        self._begin_game(Game(variant, options, fen, _checked_seed(seed)), deal=True)

    def _begin_game(self, game: Game, deal: bool) -> None:
        """Set up the board for the root of a game."""
        variant, root = game.variant, game.positions[0]
        hidden = {name: value for name, value in variant.defaults().items() if name in variant.hidden_options}
        armies = {name: code for name, code in variant.tags(root).items() if name in game.options}
        options = {**game.options, **hidden, **armies}
        rules = variant.name, tuple(sorted(variant.rule_options(options).items()))
        self._begin(root, variant, options, rules, game.deal if deal else None)

    @classmethod
    def of_game(cls: type[B], game: Game) -> B:
        """A board for a game in the engine's own class, without its deal. Later moves of the game do not change it."""
        board = cls.__new__(cls)
        board._begin_game(game, deal=False)
        for position, move in zip(game.positions[1:], game.moves):
            board._extend(position, board._make_moves([move])[0])
        return board

    def game(self) -> Game:
        """The game so far, in the engine's own class, without the deal."""
        return Game.of_line(self.variant, self.options, self._positions(), list(map(int, self.move_stack)))

    # The game -----------------------------------------------------------------------------------------------

    @property
    def variant(self) -> Variant:
        """The variant: its name, title, rules, options, and the size of its board."""
        variant: Variant = self._variant
        return variant

    @property
    def uci_variant(self) -> str:
        """The variant's name."""
        return self.variant.name

    @property
    def options(self) -> dict[str, Any]:
        """The variant's options by name, with the armies that were drawn; a new dict."""
        return dict(self._options)

    @property
    def files(self) -> int:
        """The number of files; two boards side by side count as one."""
        return self.variant.files

    @property
    def ranks(self) -> int:
        """The number of ranks."""
        return self.variant.ranks

    def reset(self, seed: int | None = None) -> None:
        """Return to the variant's start position with the same armies and options, without moves.

        Args:
            seed: as in the constructor; if the board holds a deal, it gets a new one.
        """
        self._set_up(None, seed)

    def set_fen(self, fen: str, seed: int | None = None) -> None:
        """Set up another position of the same game, without moves.

        Args:
            seed: as in the constructor; if the board holds a deal, it gets a new one.

        Raises:
            FenError: the FEN is not a position of this game; the board is unchanged.
        """
        if not isinstance(fen, str):
            raise TypeError(f"fen is of type {type(fen).__name__}, expected str")
        self._set_up(fen, seed)

    def _set_up(self, fen: str | None, seed: int | None) -> None:
        self._begin_game(Game(self.variant, self.options, fen, _checked_seed(seed)), deal=self.has_deal)

    # The deal -----------------------------------------------------------------------------------------------

    @property
    def has_deal(self) -> bool:
        """Whether the board decides what flips show."""
        return self._hidden() is not None

    def deal(self) -> str:
        """Everything that is hidden, for the records of finished games; '' if the board has no deal."""
        hidden = self._hidden()
        return "" if hidden is None else str(hidden.text())

    def shuffle(self, seed: int | None = None) -> None:
        """Deal the face-down pieces at random. Moves that leave something to chance can then be pushed as they are.
        Does nothing in games without hidden pieces."""
        rng = random.Random(random.SystemRandom().getrandbits(63) if _checked_seed(seed) is None else seed)
        self._set_deal(self.variant.deal(self.position, self.options, rng))

    # Squares and pieces -------------------------------------------------------------------------------------

    def square_name(self, square: int) -> str:
        """The name of a square: 0 is a1, 1 is b1, up to ``files * ranks - 1``.

        Raises:
            ValueError: there is no such square.
        """
        variant = self._variant
        names = square_names(variant.files, variant.ranks)
        if not isinstance(square, int):
            raise TypeError(f"square is of type {type(square).__name__}, expected int")
        if not 0 <= square < len(names):
            raise ValueError(f"square {square} is outside 0..{len(names) - 1}")
        return names[square]

    def parse_square(self, name: str) -> int:
        """The number of a square.

        Raises:
            ValueError: there is no such square.
        """
        variant = self._variant
        if not isinstance(name, str):
            raise TypeError(f"square is of type {type_name(name)}, expected the name of a square")
        number = square_numbers(variant.files, variant.ranks).get(name)
        if number is None:
            raise ValueError(f"no square {name!r}: expected a1 to {square_names(variant.files, variant.ranks)[-1]}")
        return number

    def _number(self, square: int | str) -> int:
        """The number of a square that is given by its number or name."""
        if isinstance(square, str):
            return self.parse_square(square)
        if not isinstance(square, int):
            raise TypeError(f"square is of type {type_name(square)}, expected its number or name")
        return square

    def piece_at(self, square: int | str) -> Piece | None:
        """The piece on a square, given by its number or name; None if it is empty.

        Raises:
            ValueError: there is no such square.
        """
        letters = self.position.cell(self._number(square))
        return self._piece(letters) if letters else None

    def piece_map(self) -> dict[int, Piece]:
        """The piece on each occupied square, by its number."""
        cells = self.position.cells()
        known = {letters: self._piece(letters) for letters in {*cells} if letters}
        return {number: known[letters] for number, letters in enumerate(cells) if letters}

    def _piece(self, letters: str) -> Piece:
        guide, position = guide_of(self.variant), self.position
        owner = guide.owner(position, letters)
        return Piece(letters, None if owner is None else owner == 0, guide.name(position, letters))

    def hand(self, color: bool) -> str:
        """The letters of the pieces that a player can drop, in lower case for the second player; '' if there are none.

        Args:
            color: True (``oddfish.WHITE``) for the first player.
        """
        held = getattr(self.position, "hand", None)
        return str(held(0 if color else 1)) if held is not None else ""

    @property
    def hands(self) -> dict[bool, str]:
        """Both players' hands (:meth:`hand`), by colour."""
        return {WHITE: self.hand(WHITE), BLACK: self.hand(BLACK)}

    @property
    def pool(self) -> str:
        """The letters of the face-down pieces in Banqi, which both players know; '' in other games."""
        return str(getattr(self.position, "pool", ""))

    # Moves --------------------------------------------------------------------------------------------------

    def is_capture(self, move: Move) -> bool:
        """Whether a legal move captures something, or may do so in a game of chance.

        Raises:
            IllegalMoveError: it is not legal here.
        """
        return "captures" in self.kinds(move)

    def find_move(self, from_square: int | str, to_square: int | str, choice: str = "") -> Move:
        """The legal move from one square to another; drops and turns of several moves cannot be found like this.

        Args:
            choice: what the move's text says after its squares, such as ``q`` for a promotion. If it is missing and
                several moves fit, the one that needs no choice is meant.

        Raises:
            ValueError: there is no such square.
            IllegalMoveError: there is no such legal move.
            AmbiguousMoveError: each of several moves needs a choice.
        """
        origin, target = self._number(from_square), self._number(to_square)
        start, end = self.square_name(origin), self.square_name(target)
        found = {}
        for square, packed in self.position.moves_to(target):
            if square == origin:
                text = self.position.text(packed)
                found[text[len(start) :].lstrip("/~")[len(end) :].removeprefix("=")] = packed
        wanted = choice.lower().removeprefix("=")
        if wanted not in found:
            if wanted or not found:
                chosen = f" with {choice!r}" if choice else ""
                raise IllegalMoveError(f"no legal move from {start} to {end}{chosen} in {self.fen()}")
            if len(found) > 1:
                raise AmbiguousMoveError(start + end, map(self.position.text, found.values()))
            (wanted,) = found
        return self._make_moves([found[wanted]])[0]

    def uci(self, move: Move) -> str:
        """The move's text."""
        return move.text

    def parse_uci(self, text: str) -> Move:
        """:meth:`parse_text`."""
        return self.parse_text(text)

    def push_uci(self, text: str) -> Move:
        """:meth:`push_text`."""
        return self.push_text(text)

    def san(self, move: Move) -> str:
        """A legal move in standard algebraic notation if the variant has one (chess and its relatives on one board of
        8 x 8), else its text.

        Raises:
            IllegalMoveError: it is not legal here.
        """
        legal = self.as_legal(move)
        return san(self.variant, self.position, int(legal)) if self.variant.writes_san else legal.text

    def parse_san(self, text: str) -> Move:
        """The legal move of a text in standard algebraic notation, or else of the variant's own text.

        Raises:
            IllegalMoveError: there is no such legal move.
            AmbiguousMoveError: there are several.
        """
        if not isinstance(text, str):
            raise TypeError(f"text is of type {type(text).__name__}, expected str")
        if not self.variant.writes_san:
            return self.parse_text(text)
        try:
            packed = parse_san(self.variant, self.position, text)
        except AmbiguousMoveError:
            raise
        except MoveError:
            return self.parse_text(text)
        return self._make_moves([packed])[0]

    def push_san(self, text: str) -> Move:
        """Parse a move as :meth:`parse_san`, play it, and return it."""
        self.push(self.parse_san(text))
        return self.peek()

    def variation_san(self, moves: Iterable[Move]) -> str:
        """A line from this position, such as :attr:`Info.pv`, with move numbers and each move as in :meth:`san`:
        ``1. e4 e5 2. Nf3``. The last move may leave something to chance.

        Raises:
            IllegalMoveError: a move is not legal when its turn comes.
            AmbiguousMoveError: a move before the last leaves something to chance.
        """
        line, texts = self.copy(stack=False), []
        last: Move | None = None
        for move in moves:
            if last is not None:
                line.push(last)
            texts.append(line.san(move))
            last = move
        game = line.game()
        return " ".join([_numbered(game.number_before(index), text) for index, text in enumerate(texts)])

    # Results ------------------------------------------------------------------------------------------------

    def outcome(self) -> Outcome | None:
        """The result with its reason, or None while the game goes on. Draws by repetition and by the move rule need no
        claim."""
        code, reason = self._ending()
        if not code:
            return None
        winner = None if code == _DRAWN else self.turn == (code == _WON)
        return Outcome(Termination(reason), winner)

    def result(self) -> str:
        """The result as in PGN, ``*`` while the game goes on."""
        outcome = self.outcome()
        return outcome.result() if outcome else "*"

    def _ends_by(self, termination: Termination) -> bool:
        code, reason = self.position.outcome()
        return bool(code) and reason == termination.value

    def is_checkmate(self) -> bool:
        """Whether the side to move is checkmated."""
        return self._ends_by(Termination.CHECKMATE)

    def is_stalemate(self) -> bool:
        """Whether the position is a stalemate."""
        return self._ends_by(Termination.STALEMATE)

    def is_insufficient_material(self) -> bool:
        """Whether the position is drawn because neither side can win it."""
        return self._ends_by(Termination.INSUFFICIENT_MATERIAL)

    def is_repetition(self, count: int = 3) -> bool:
        """Whether the position has occurred at least ``count`` times since the root."""
        return self.repetitions() >= count

    # The engine ---------------------------------------------------------------------------------------------

    def evaluate(self) -> int:
        """The engine's static evaluation in centipawns, for the side to move. :class:`Engine` searches."""
        network = default_network(self.variant, self._options)
        position = self.position
        return position.evaluate() if network is None else network.evaluate(position)

    def perft(self, depth: int, *, threads: int = 1) -> int:
        """The number of lines of ``depth`` moves (in games of chance, of decisions), from the engine's fast count.

        Raises:
            ValueError: the depth is negative or too large.
        """
        return count(self.position, checked_depth(depth), threads=threads)

    # Copies -------------------------------------------------------------------------------------------------

    def mirror(self: B) -> B:
        """A board with the same position for the other player: colours exchanged, and the board turned so that the
        players change sides. It has no moves.

        The legal moves are mirror images, and :meth:`evaluate` gives the same score, except in
        ``bifold-halfgi-handed``: there the mirror image of a left-handed pawn is a right-handed one, but networks see
        each pawn by its own name.
        """
        other = type(self).__new__(type(self))
        game = Game(self.variant, self.options, self.variant.mirror(self.fen()), 0)
        other._begin_game(game, deal=False)
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        moves = [int(move) for move in self.move_stack]
        return _restored, (type(self), self.variant.name, self.options, self._positions()[0].fen(), moves)

    # Texts --------------------------------------------------------------------------------------------------

    def __str__(self) -> str:
        return self.variant.draw(self.position)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.uci_variant!r}, {self.fen()!r})"


def _checked_seed(seed: int | None) -> int | None:
    """Check a seed, and return it.

    Raises:
        TypeError: it is not a number.
    """
    if seed is not None and not isinstance(seed, int):
        raise TypeError(f"seed is of type {type(seed).__name__}, expected int")
    return seed


def _numbered(number: str, text: str) -> str:
    """A move after its number, which may be '' or end in dots: ``1. e4``, ``1...e5``, ``Nf3``."""
    return text if not number else f"{number}{text}" if number.endswith("...") else f"{number} {text}"


def checked_depth(depth: int) -> int:
    """Check a depth for perft, and return it.

    Raises:
        TypeError, ValueError: it is not a number, or out of range.
    """
    if not isinstance(depth, int):
        raise TypeError(f"depth is of type {type(depth).__name__}, expected int")
    if not 0 <= depth <= MAX_DEPTH:
        raise ValueError(f"depth {depth} is outside 0..{MAX_DEPTH}")
    return depth


def _restored(cls: type[B], variant: str, options: Mapping[str, Any], fen: str, moves: list[int]) -> B:
    """The board that a pickle describes.

    Raises:
        ValueError: it does not describe a game.
    """
    board = cls.__new__(cls)
    board._begin_game(Game(variant, options, fen, 0), deal=False)
    for move in moves:
        board.push(board._make_moves([move])[0])
    return board


__all__ = [
    "BLACK", "WHITE", "AmbiguousMoveError", "Board", "FenError", "IllegalMoveError", "LegalMoves", "Move",
    "OptionError", "Outcome", "Piece", "Position", "Termination",
]  # fmt: skip
