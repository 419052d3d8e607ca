"""The guide to a game like chess: one piece per square, captures on the destination square, a king."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

from oddfish.cext.core.errors import AmbiguousMoveError, FenError, MoveError
from oddfish.cext.core.fen import square_names, write_letters
from oddfish.cext.core.rules import Position
from oddfish.engine.game import Game
from oddfish.engine.guide.shorthand import castling, is_castling, read_short
from oddfish.engine.guide.terms import ACROSS, CAPTURE, DROP, FLIP, MOVE, Attempt, PieceError, Study, Target
from oddfish.engine.guide.words import capital, line, listed
from oddfish.engine.variants.base import Variant

SIDES = ("White", "Black")
#: The reason for an illegal move if no better one is found.
UNKNOWN = "the rules do not allow it here"
#: The suffix of a promotion.
PROMOTION = re.compile("=?[a-z]")
#: The number of boards on which to try a lone piece.
_BOARDS = 4


class Guide:
    """The guide to one variant."""

    #: Examples of moves with their meanings, in the order in which help shows them.
    notation: tuple[tuple[str, str], ...] = (("e2e4", "move, or capture, from e2 to e4"),)
    #: A sentence that explains capitals on the board.
    capitals = "Capitals are White's pieces, small letters Black's."
    #: A sentence about what else the board shows, '' if it is like chess's.
    board_note = ""
    #: The names of the sides.
    sides: ClassVar[tuple[str, str]] = SIDES
    #: The name of the move rule.
    move_rule = "the fifty-move rule"
    #: The fields of a FEN after the board and the side to move, in a position without history.
    fen_tail = "- - 0 1"
    #: Letters of the pieces that each side must have, and the squares where they stand while you study another piece;
    #: by default every third square.
    royal = "K"
    royal_squares: tuple[str, ...] = ()
    #: The squares on which to study pieces, by upper-case letter; the middle of the board for all others.
    study_squares: ClassVar[Mapping[str, str]] = {}

    def __init__(self, variant: Variant):
        self.variant = variant
        self._names = square_names(variant.files, variant.ranks)
        if not self.royal_squares:
            self.royal_squares = self._names[::3]
        self._seen: tuple[Position, Mapping[str, str]] | None = None  # the last position of `cells`, and its result
        self._legend: tuple[object, Mapping[str, str]] | None = None  # the last setup of `legend`, and its result

    def notation_in(self, position: Position) -> tuple[tuple[str, str], ...]:
        """The part of the notation that is used under the game's house rules."""
        return self.notation

    # The board ----------------------------------------------------------------------------------------------

    def squares(self) -> tuple[str, ...]:
        """The names of all squares, a1 first."""
        return self._names

    def cells(self, position: Position) -> Mapping[str, str]:
        """The letters on every occupied square."""
        seen = self._seen  # threads may share the guide
        if seen is None or seen[0] is not position:
            self._seen = seen = position, {name: text for name, text in zip(self._names, position.cells()) if text}
        return seen[1]

    def place(self, position: Position, cells: Mapping[str, str], turn: int) -> Position:
        """A position of the same game with other pieces on the board and without history.

        Raises:
            FenError: the game has no such position.
        """
        return position.from_fen(f"{self.board_field(cells)} {'wb'[turn]} {self.fen_tail}")

    def board_field(self, cells: Mapping[str, str]) -> str:
        """The first field of a FEN."""
        return write_letters(cells, self.variant.files, self.variant.ranks)

    def side(self, position: Position, letters: str) -> int:
        """The owner of a piece, 0 or 1, by its letter."""
        return int(letters[:1].islower())

    def owner(self, position: Position, letters: str) -> int | None:
        """The owner of a square's pieces; None if both players have a piece there."""
        return self.side(position, letters) if letters.isupper() or letters.islower() else None

    def legend(self, position: Position) -> Mapping[str, str]:
        """The meanings of letters; they depend on the position's setup alone."""
        setup, seen = getattr(position, "setup", None), self._legend
        if seen is None or seen[0] is not setup:
            self._legend = seen = setup, dict(self.variant.legend(position))
        return seen[1]

    def name(self, position: Position, letters: str) -> str:
        """The name of a piece: `Knight`."""
        legend = self.legend(position)
        meaning = legend.get(letters) or legend.get(letters.upper()) or letters
        return meaning.partition(" (")[0].partition(",")[0]

    def at(self, position: Position, square: str) -> str:
        """A piece with its square: `the Knight on c3`."""
        return f"the {self.name(position, self.cells(position)[square])} on {square}"

    def pieces(self, position: Position, letters: str) -> list[tuple[str, str]]:
        """The pieces on a square: the side and name of each."""
        return [(self.called(position, self.side(position, letters)), self.name(position, letters))]

    def mover(self, position: Position, origin: str) -> str:
        """The piece that moves from a square, or that is dropped (a letter and @): `the Knight on c3`."""
        if origin.endswith("@"):
            return f"the {self.name(position, origin[0].upper())} in hand"
        return self.at(position, origin)

    def called(self, position: Position, side: int) -> str:
        """The name of a side in a position."""
        return self.sides[side]

    def player(self, position: Position, side: int, name: str) -> str:
        """The name of a side's player in a position.

        Args:
            name: the player's own name.
        """
        return self.called(position, side)

    def news(self, before: Position, text: str, after: Position, names: tuple[str, str]) -> str:
        """What a move has revealed to the players, as a sentence; '' if nothing.

        Args:
            names: the players; one may be `You`.
        """
        return ""

    # Moves --------------------------------------------------------------------------------------------------

    def moves(self, position: Position) -> list[str]:
        """The player's next choices: the texts of the legal moves, or of their first parts."""
        return [position.text(move) for move in position.moves()]

    def origin(self, text: str) -> str:
        """The start of a move: a square, or a letter and @ for a drop."""
        found = re.match(r"[a-z]@|[a-p][0-9]+", text)
        return found[0] if found else ""

    def targets(self, position: Position, text: str) -> list[Target]:
        """What a legal move, in its canonical text, does on the board."""
        attempt = self.read(text)
        if attempt is None:
            return []
        if attempt.origin.endswith("@"):
            return [Target(attempt.origin, attempt.square, DROP)]
        return self.board_targets(position, attempt)

    def board_targets(self, position: Position, attempt: Attempt) -> list[Target]:
        """What a legal move of a piece on the board does on the board."""
        kind = CAPTURE if attempt.square in self.cells(position) else MOVE
        return [Target(attempt.origin, attempt.square, kind)]

    def all_targets(self, position: Position, origin: str = "") -> list[Target]:
        """The targets of all moves, or of those that begin on a square, without duplicates."""
        found = {
            target: None
            for text in self.moves(position)
            if not origin or self.origin(text) == origin
            for target in self.targets(position, text)
        }
        return [*found]

    # A piece alone ------------------------------------------------------------------------------------------

    def study(self, position: Position, letters: str, square: str = "") -> Study:
        """How a kind of piece moves on an empty board, from the engine's move generator.

        Args:
            position: a position of the game, for its armies and house rules.
            letters: the piece, in lower case for Black's.
            square: its square, by default one in the middle.

        Raises:
            PieceError: there is no such piece, or it cannot stand there.
        """
        square = square or self.study_square(letters)
        if square not in self.squares():
            raise PieceError(f"unknown square '{square}': expected a1 to {self.squares()[-1]}")
        boards = self.lone(position, letters, square)
        quiet, captures = self.reach(boards, letters, square)
        found = {**dict.fromkeys(captures, CAPTURE), **quiet}
        targets = [Target(square, name, found[name]) for name in sorted(found)]
        title = f"{capital(self.name(position, letters))} on {square}"
        return Study(boards[0], (square,), square, tuple(targets), self.notes(position, letters), title)

    def notes(self, position: Position, letters: str) -> tuple[str, ...]:
        """Sentences about what the drawing of a piece does not show."""
        return ()

    def study_square(self, letters: str) -> str:
        """The square on which to study a kind of piece."""
        own = self.study_squares.get(letters.upper())
        if own is None:
            files = self.variant.board_files or self.variant.files
            return f"{chr(97 + (files - 1) // 2)}{(self.variant.ranks + 1) // 2}"
        if letters.islower():
            return f"{own[0]}{self.variant.ranks + 1 - int(own[1:])}"
        return own

    def lone(self, position: Position, letters: str, square: str, others: Mapping[str, str] | None = None) -> list:
        """Positions with one piece and the royals. The royals stand on different squares in each position, so that they
        hinder the piece only in some.

        Args:
            others: more pieces, by square.

        Raises:
            PieceError: there is no such piece, or it cannot stand there.
        """
        turn = self.side(position, letters)
        known = [one for one, _ in self.kinds(position)]
        if letters not in known and letters.upper() not in known:
            raise PieceError(f"unknown piece '{letters}': expected {self.expected(position)}")
        found: list[Position] = []
        used: set[str] = set()
        problem: FenError | None = None
        own, enemy = (self.royal, self.royal.lower()) if turn == 0 else (self.royal.lower(), self.royal)
        royal = letters == own
        most = 2 * _BOARDS if royal else _BOARDS  # more, since the enemy royal keeps a royal off more squares
        for first in [""] if royal else self.royal_squares:
            for second in self.royal_squares:
                cells = {**(others or {}), square: letters}
                if {first, second} & {square, *used, *cells} or first == second:
                    continue
                cells[second] = enemy
                if first:
                    cells[first] = own
                try:
                    board = self.place(position, cells, turn)
                except FenError as error:
                    problem = error
                    continue
                if not board.check:
                    found.append(board)
                    used |= {first, second} - {""}
                if len(found) == most:
                    return found
        if not found:
            raise PieceError(f"a piece '{letters}' on {square}: {problem or 'there is no room for the kings'}")
        return found

    def kinds(self, position: Position) -> list[tuple[str, str]]:
        """The letters and names of the pieces that you can study."""
        return [(letters, meaning) for letters, meaning in self.variant.legend(position) if len(letters) == 1]

    def expected(self, position: Position) -> str:
        """The pieces that you can study, in words, for error messages."""
        return f"one of {', '.join(dict.fromkeys(letters.upper() for letters, _ in self.kinds(position)))}"

    def quiet(self, boards: list, letters: str, square: str) -> dict[str, str]:
        """The squares that a lone piece moves to on any of its boards without capturing, with the kind of move."""
        return {
            target.square: target.kind
            for board in boards
            for target in self.all_targets(board, square)
            if target.kind in (MOVE, ACROSS, FLIP)
        }

    def captures(self, boards: list, letters: str, square: str, names: Iterable[str]) -> set[str]:
        """Those of the named squares on which a lone piece captures. Two boards are enough, because one shows what the
        other hides."""
        turn = boards[0].turn
        victim = self.victim(turn)
        found = set()
        pieces = [(board, self.cells(board)) for board in boards[:2]]
        for name in names:
            for board, cells in pieces:
                if name in cells:
                    continue
                try:
                    prey = self.place(board, {**cells, name: victim}, turn)
                except FenError:
                    continue
                if self.captures_on(prey, letters, square, name):
                    found.add(name)
                    break
        return found

    def captures_on(self, position: Position, letters: str, start: str, square: str) -> bool:
        """Whether a piece may capture the enemy on a square."""
        return any(
            attempt is not None and attempt.origin == start and attempt.square == square
            for attempt in map(self.read, self.moves(position))
        )

    def reach(self, boards: list, letters: str, square: str) -> tuple[dict[str, str], set[str]]:
        """The squares that a lone piece moves to, with the kind of move, and the squares it captures on."""
        return self.quiet(boards, letters, square), self.captures(boards, letters, square, self.squares())

    def victim(self, turn: int) -> str:
        """The letter of a piece that may stand anywhere, for a side to capture."""
        return "nN"[turn]

    # Why a move is illegal ----------------------------------------------------------------------------------

    def read(self, text: str) -> Attempt | None:
        """The move that a text means, None if this game has no such notation."""
        found = re.fullmatch(r"([a-z]@|[a-z][0-9]+)([a-z][0-9]+)(.*)", text.strip().lower())
        return Attempt(found[0], found[1], found[2], found[3]) if found else None

    def why(self, game: Game, text: str) -> str:
        """Why a move is illegal in a game, as a clause; '' if it is legal."""
        if (result := game.result()) is not None:
            return f"the game is over: {result.reason}"
        try:
            self.parse(game, text)
            return ""
        except AmbiguousMoveError as error:
            return self.several(game.position, error.candidates)
        except MoveError:
            return self.why_illegal(game, text)

    def several(self, position: Position, moves: Sequence[str]) -> str:
        """The clause for an ambiguous text. If the moves differ only in the promotion, it asks for that."""
        if self.only_promotes(position, moves):
            return f"say what the Pawn promotes to: {listed(moves, last='or')}"
        return f"it could mean several moves: {' '.join(moves)}"

    def only_promotes(self, position: Position, moves: Sequence[str]) -> bool:
        """Whether moves differ only in what a Pawn promotes to."""
        attempts = [
            attempt for attempt in map(self.read, moves) if attempt is not None and PROMOTION.fullmatch(attempt.rest)
        ]
        squares = {(attempt.origin, attempt.square) for attempt in attempts}
        return len(attempts) == len(moves) and len(squares) == 1 and self.is_pawn(position, attempts[0].origin)

    def why_illegal(self, game: Game, text: str) -> str:
        """Why a text that matches no legal move is illegal."""
        attempt = self.read(text)
        if attempt is None:
            return self.unreadable(game, text)
        return next(self.reasons(game.position, attempt), UNKNOWN)

    def is_pawn(self, position: Position, square: str) -> bool:
        """Whether the piece that moves from a square is a Pawn."""
        return self.cells(position).get(square) in ("P", "p")

    def unreadable(self, game: Game, text: str) -> str:
        """How to write moves, for a text that is not a move in this game's notation."""
        if move := castling(self.variant, game.position, text):
            return self.why(game, move)
        named = next((example for example, meaning in self.notation if meaning.startswith("castle")), "")
        if named and any(is_castling(part) for part in text.split(",")):
            return f"write castling as {named}"
        return f"write moves like {self.examples(game)}"

    def parse(self, game: Game, text: str) -> int:
        """Parse a player's legal move, as :meth:`Game.parse_choice` does, in the game's notation or in another one."""
        try:
            return game.parse_choice(text)
        except MoveError as error:
            meant = [] if isinstance(error, AmbiguousMoveError) else self.meant(game, text)
            if len(meant) > 1:
                raise AmbiguousMoveError(text, meant) from None
            if not meant:
                raise
            return game.parse_choice(meant[0])

    def meant(self, game: Game, text: str) -> list[str]:
        """The legal moves that a text in another notation can mean: `e2-e4`, `e4`, `Nbd2`, or `O-O`."""
        try:
            return [game.position.text(game.parse_choice(self.tidied(text)))]
        except AmbiguousMoveError as error:
            return [*error.candidates]
        except MoveError:
            position = game.position
        if move := castling(self.variant, position, text):
            return [move] if move in self.moves(position) else []
        attempt = self.read(self.tidied(text))
        piece = attempt is None or attempt.origin not in self.squares()  # nf3 is Nf3, but b2c3 is no Bishop's move
        return self.in_short(position, text) or (self.in_short(position, text[:1].upper() + text[1:]) if piece else [])

    def in_short(self, position: Position, text: str) -> list[str]:
        """The moves that a text in short algebraic notation can mean."""
        if (short := read_short(text)) is None:
            return []
        pairs = [(move, attempt) for move in self.moves(position) if (attempt := self.read(move))]
        return [move for move, attempt in pairs if short.fits(attempt, *self._movers(position, attempt))]

    def _movers(self, position: Position, attempt: Attempt) -> tuple[str, bool]:
        """The letters of the side's pieces on the square where a move begins, and whether they are a pawn."""
        there = self.cells(position).get(attempt.origin, "")
        own = "".join(one for one in there if self.side(position, one) == position.turn)
        return own.upper(), bool(own) and self.is_pawn(position, attempt.origin)

    def tidied(self, text: str) -> str:
        """A text without the signs that other notations put between squares and after moves."""
        return re.sub(r"[-:=+#!?\s]|x(?!$)", "", text.lower())

    def why_none(self, position: Position, origin: str) -> str:
        """Why no move from a square, or no drop (a letter and @), is legal, if there is a simple reason."""
        if not origin.endswith("@"):
            return next(self.not_mine(position, Attempt(origin, origin, origin, "")), "")
        return next(self.never_dropped(position, origin[0].upper()), "")

    def counted(self, position: Position, number: int, origin: str = "") -> str:
        """The number of moves, in all or from a square, in words."""
        return f"{number or 'no'} legal move{'' if number == 1 else 's'}{' from ' if origin else ''}{origin}"

    def stands_for(self, game: Game, text: str) -> tuple[str, str]:
        """If a legal move's text is short for another text: that one, and why it does not mean more; else '' and ''."""
        full = game.position.text(self.parse(game, text))
        return (full, "") if text.strip().lower() != full else ("", "")

    def examples(self, game: Game, number: int = 2) -> str:
        """A few legal moves, in words."""
        moves = game.legal()
        step = max(1, len(moves) // number)
        return " or ".join(moves[::step][:number])

    def reasons(self, position: Position, attempt: Attempt) -> Iterator[str]:
        """What is wrong with an illegal move, the most obvious reason first."""
        yield from self.off_board(attempt)
        if attempt.origin.endswith("@"):
            yield from self.against_drop(position, attempt)
            yield from self.wrong_ending(position, attempt)
            return
        yield from self.not_mine(position, attempt)
        yield from self.onto_own(position, attempt)
        yield from self.out_of_reach(position, attempt)
        yield from self.unsafe(position, attempt)
        yield from self.wrong_promotion(position, attempt)

    def off_board(self, attempt: Attempt) -> Iterator[str]:
        known = {*self.squares()}
        last = chr(96 + self.variant.files)
        for square in (attempt.origin, attempt.square):
            if not square.endswith("@") and square not in known:
                yield f"there is no square {square}: files are a to {last}, ranks 1 to {self.variant.ranks}"

    def not_mine(self, position: Position, attempt: Attempt) -> Iterator[str]:
        cells = self.cells(position)
        if attempt.origin not in cells:
            yield f"there is no piece on {attempt.origin}"
        elif self.side(position, cells[attempt.origin]) != position.turn:
            owner = self.sides[1 - position.turn]
            yield f"{self.at(position, attempt.origin)} is {owner}'s, and it is {self.sides[position.turn]}'s turn"

    def onto_own(self, position: Position, attempt: Attempt) -> Iterator[str]:
        cells = self.cells(position)
        if attempt.square == attempt.origin:
            yield f"{self.at(position, attempt.origin)} would stay where it is"
        if attempt.square in cells and self.side(position, cells[attempt.square]) == position.turn:
            yield f"{self.at(position, attempt.square)} is your own"

    def out_of_reach(self, position: Position, attempt: Attempt) -> Iterator[str]:
        """The piece does not move like that, or something blocks it."""
        letters, mover = self.cells(position)[attempt.origin], self.at(position, attempt.origin)
        yield from self.against_piece(position, attempt, letters, attempt.origin, mover)

    def against_piece(
        self, position: Position, attempt: Attempt, letters: str, start: str, mover: str
    ) -> Iterator[str]:
        """Why a piece cannot reach a square, if it cannot.

        Args:
            letters, mover: the piece and its name.
            start: where its own move begins.
        """
        cells = self.cells(position)
        try:
            boards = self.lone(position, letters, start)
        except PieceError:
            return
        quiet = self.quiet(boards, letters, start)
        captures = self.captures(boards, letters, start, [attempt.square])
        if attempt.square not in quiet and attempt.square not in captures:
            here = self.beside(start)
            reached = {*filter(here, quiet)}
            taken = {*filter(here, self.captures(boards, letters, start, self.squares()))} - reached
            ways = [f"to {listed(reached)}"] if reached else []
            ways += [f"to {listed(taken)} to capture"] if taken else []
            yield (
                f"{mover} does not move to {attempt.square}, only {', or '.join(ways)}"
                if ways
                else f"{mover} cannot move"
            )
        between = [square for square in line(start, attempt.square) if square in cells]
        if between:
            yield f"{mover} is blocked by {self.at(position, between[0])}"
        if attempt.square in cells and attempt.square not in captures:
            yield f"{mover} does not capture straight ahead and is blocked by {self.at(position, attempt.square)}"
        if attempt.square not in cells and attempt.square not in quiet:
            yield f"{mover} goes to {attempt.square} only to capture, and there is nothing there"

    def beside(self, start: str) -> Callable[[str], bool]:
        """A test for squares that are on the same board as this one."""
        files = self.variant.board_files or self.variant.files
        board = (ord(start[0]) - 97) // files
        return lambda square: (ord(square[0]) - 97) // files == board

    def unsafe(self, position: Position, attempt: Attempt) -> Iterator[str]:
        """The move leaves the king in check."""
        after = self.after(position, attempt)
        turn = position.turn
        if after is None or not self.is_placed(position) or self.is_safe(position, after, turn):
            return
        attackers = self.attackers(position, after, turn)
        by = f" by {' and '.join(attackers)}" if attackers else ""
        if not attempt.origin.endswith("@") and self.cells(position)[attempt.origin].upper() == self.royal:
            yield f"the King would be in check on {attempt.square}{by}"
        elif position.check:
            yield f"the King stays in check{by}"
        else:
            yield f"it leaves the King in check{by}"

    def is_placed(self, position: Position) -> bool:
        """Whether the present pieces can be set up again; if not, `is_safe` does not work."""
        try:
            self.place(position, self.cells(position), position.turn)
        except FenError:
            return False
        return True

    def attackers(self, position: Position, cells: Mapping[str, str], turn: int) -> list[str]:
        """The attackers of a side's king, in words: the pieces without which it would be safe."""
        return [
            f"the {self.name(position, letters)} on {square}"
            for square, letters in cells.items()
            if self.side(position, letters) != turn
            and letters.upper() != self.royal
            and self.is_safe(position, {name: one for name, one in cells.items() if name != square}, turn)
        ]

    def after(self, position: Position, attempt: Attempt) -> dict[str, str] | None:
        """The pieces by square after a move, legal or not; None if it cannot be made at all."""
        cells = {**self.cells(position)}
        if attempt.origin.endswith("@"):
            letter = attempt.origin[0]
            return {**cells, attempt.square: letter if position.turn else letter.upper()}
        if attempt.origin not in cells:
            return None
        mover = cells.pop(attempt.origin)
        return {**cells, attempt.square: mover}

    def is_safe(self, position: Position, cells: Mapping[str, str], turn: int) -> bool:
        """Whether the opponent cannot capture a side's royal next."""
        try:
            return not self.place(position, cells, turn).check
        except FenError:  # the opponent's king is in check, or the board cannot be
            pass
        try:
            self.place(position, cells, 1 - turn)
        except FenError:
            return False
        return True

    def never_dropped(self, position: Position, letter: str) -> Iterator[str]:
        """Why you cannot drop a piece anywhere: it is not in your hand."""
        if not self.variant.pocket:
            yield "this game has no drops"
            return
        yield from self.unknown(position, letter)
        hand: str = position.hand(position.turn).upper()  # type: ignore[attr-defined]
        if letter not in hand:
            held = listed([self.name(position, one) for one in dict.fromkeys(hand)]) if hand else "nothing"
            yield f"there is no {self.name(position, letter)} in your hand, which holds {held}"

    def against_drop(self, position: Position, attempt: Attempt) -> Iterator[str]:
        yield from self.never_dropped(position, attempt.origin[0].upper())

    def unknown(self, position: Position, letter: str) -> Iterator[str]:
        """The game has no piece with this letter."""
        if letter.upper() not in (letters for letters, _ in self.kinds(position)):
            yield f"there is no piece {letter.upper()} in this game"

    def wrong_promotion(self, position: Position, attempt: Attempt) -> Iterator[str]:
        """The text after the move's squares is wrong."""
        yield from self.wrong_ending(position, attempt)

    def wrong_ending(self, position: Position, attempt: Attempt) -> Iterator[str]:
        """The move would be legal with another text, or none, after its squares."""
        stem = attempt.text[: len(attempt.text) - len(attempt.rest)]
        ends = [text[len(stem) :] for text in self.moves(position) if text.startswith(stem)]
        if ends and attempt.rest:
            named = attempt.rest.lstrip("=")
            if named in ends:
                yield f"write {stem}{named}"
            elif "" in ends:
                yield f"write {stem}, without '{attempt.rest.strip()}'"
            else:
                yield f"the move must end in {listed(ends, last='or')}, not '{attempt.rest}'"
