"""The guide to a game that is like chess: one piece a square, captures on the square moved to, a king."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

from oddfish.cext.core.fen import read_rank, split_ranks, write_rank
from oddfish.cext.core.rules import AmbiguousMoveError, FenError, MoveError, Position
from oddfish.engine.game import Game
from oddfish.engine.guide.terms import ACROSS, CAPTURE, DROP, FLIP, MOVE, PieceError, Study, Target, Wish
from oddfish.engine.guide.words import capital, line, listed
from oddfish.engine.variants.base import Variant

SIDES = ("White", "Black")
#: What is said of an illegal move when no reason is found.
UNKNOWN = "the rules do not allow it here"
#: What follows the squares of a promotion.
PROMOTION = re.compile("=?[a-z]")
#: Boards on which a lone piece is tried.
_BOARDS = 4


class Guide:
    """The guide to one variant."""

    #: Moves as they are written, with their meanings, in the order of help.
    notation: tuple[tuple[str, str], ...] = (("e2e4", "move, or capture, from e2 to e4"),)
    #: What capitals stand for, in a sentence.
    capitals = "Capitals are White's pieces, small letters Black's."
    #: What else the board shows that chess's does not, in a sentence; ''.
    board_note = ""
    #: What sides are called.
    sides: ClassVar[tuple[str, str]] = SIDES
    #: What the move rule is called.
    move_rule = "the fifty-move rule"
    #: The fields of a FEN after the board and the side to move, where nothing has happened yet.
    fen_tail = "- - 0 1"
    #: Letters of the piece that each side has to have, and the squares it is put on where another piece is studied, by
    #: default some of all.
    royal = "K"
    royal_squares: tuple[str, ...] = ()
    #: The square on which each kind of piece is studied, by upper-case letter, where not in the middle.
    study_squares: ClassVar[Mapping[str, str]] = {}

    def __init__(self, variant: Variant):
        self.variant = variant
        self._names = tuple(
            f"{chr(97 + file)}{rank}" for rank in range(1, variant.ranks + 1) for file in range(variant.files)
        )
        if not self.royal_squares:
            self.royal_squares = self._names[::3]
        self._seen: tuple[Position, Mapping[str, str]] | None = None  # the last position whose squares were read

    def notation_in(self, position: Position) -> tuple[tuple[str, str], ...]:
        """Of the notation, what occurs by the game's house rules."""
        return self.notation

    # The board ----------------------------------------------------------------------------------------------

    def squares(self) -> tuple[str, ...]:
        """The names of all squares, a1 first."""
        return self._names

    def cells(self, position: Position) -> Mapping[str, str]:
        """The letters on every occupied square."""
        if self._seen is None or self._seen[0] is not position:
            self._seen = position, self.read_cells(position)
        return self._seen[1]

    def read_cells(self, position: Position) -> dict[str, str]:
        board = position.fen().split()[0].partition("[")[0]
        found = {}
        for index, row in enumerate(split_ranks(board, self.variant.ranks)):
            rank = self.variant.ranks - index
            for file, letter in read_rank(row, rank, self.variant.files):
                found[f"{chr(97 + file)}{rank}"] = letter
        return found

    def place(self, position: Position, cells: Mapping[str, str], turn: int) -> Position:
        """A position of the same game with other pieces on the board, and nothing of its past.

        Raises:
            FenError: the game has no such position.
        """
        return position.from_fen(f"{self.board_field(cells)} {'wb'[turn]} {self.fen_tail}")

    def board_field(self, cells: Mapping[str, str]) -> str:
        """The first field of a FEN."""
        names, files = self.squares(), self.variant.files
        return "/".join(
            write_rank([cells.get(name, "") for name in names[rank * files : (rank + 1) * files]])
            for rank in range(self.variant.ranks - 1, -1, -1)
        )

    def side(self, position: Position, letters: str) -> int:
        """Whose piece it is, 0 or 1, by its letter."""
        return int(letters[:1].islower())

    def name(self, position: Position, letters: str) -> str:
        """What a piece is called: `Knight`."""
        legend = dict(self.variant.legend(position))
        meaning = legend.get(letters) or legend.get(letters.upper()) or letters
        return meaning.partition(" (")[0].partition(",")[0]

    def at(self, position: Position, square: str) -> str:
        """A piece by its name and square: `the Knight on c3`."""
        return f"the {self.name(position, self.cells(position)[square])} on {square}"

    def pieces(self, position: Position, letters: str) -> list[tuple[str, str]]:
        """What stands on a square: whose it is, and what it is called."""
        return [(self.called(position, self.side(position, letters)), self.name(position, letters))]

    def mover(self, position: Position, origin: str) -> str:
        """What moves from a square, or is dropped (a letter and @): `the Knight on c3`."""
        if origin.endswith("@"):
            return f"the {self.name(position, origin[0].upper())} in hand"
        return self.at(position, origin)

    def called(self, position: Position, side: int) -> str:
        """What a side is called in a position."""
        return self.sides[side]

    def player(self, position: Position, side: int, name: str) -> str:
        """What the one who plays a side is called in a position.

        Args:
            name: the player's own.
        """
        return self.called(position, side)

    def news(self, before: Position, text: str, after: Position, names: tuple[str, str]) -> str:
        """What a move has told the players, in a sentence; '' if nothing but itself.

        Args:
            names: the players, of whom one may be `You`.
        """
        return ""

    # Moves --------------------------------------------------------------------------------------------------

    def moves(self, position: Position) -> list[str]:
        """What a player chooses from next: the texts of the legal moves, or of their first parts."""
        return [position.text(move) for move in position.moves()]

    def origin(self, text: str) -> str:
        """Where a move begins: a square, or a letter and @ for a drop."""
        found = re.match(r"[a-z]@|[a-p][0-9]+", text)
        return found[0] if found else ""

    def targets(self, position: Position, text: str) -> list[Target]:
        """What a legal move does on the board, given by its canonical text."""
        wish = self.read(text)
        if wish is None:
            return []
        if wish.origin.endswith("@"):
            return [Target(wish.origin, wish.square, DROP)]
        return self.board_targets(position, wish)

    def board_targets(self, position: Position, wish: Wish) -> list[Target]:
        """What a legal move of a piece on the board does there."""
        kind = CAPTURE if wish.square in self.cells(position) else MOVE
        return [Target(wish.origin, wish.square, kind)]

    def all_targets(self, position: Position, origin: str = "") -> list[Target]:
        """The same for all moves, or those that begin on a square, each once."""
        found = {
            target: None
            for text in self.moves(position)
            if not origin or self.origin(text) == origin
            for target in self.targets(position, text)
        }
        return [*found]

    # A piece alone ------------------------------------------------------------------------------------------

    def study(self, position: Position, letters: str, square: str = "") -> Study:
        """How a kind of piece moves on an empty board, by the engine's own generator.

        Args:
            position: of the game, for its armies and house rules.
            letters: the piece, in lower case for Black's.
            square: where it stands, by default somewhere in the middle.

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
        """What the drawing of a piece does not show, in words."""
        return ()

    def study_square(self, letters: str) -> str:
        """Where a kind of piece is studied."""
        own = self.study_squares.get(letters.upper())
        if own is None:
            files = self.variant.board_files or self.variant.files
            return f"{chr(97 + (files - 1) // 2)}{(self.variant.ranks + 1) // 2}"
        if letters.islower():
            return f"{own[0]}{self.variant.ranks + 1 - int(own[1:])}"
        return own

    def lone(self, position: Position, letters: str, square: str, others: Mapping[str, str] | None = None) -> list:
        """Positions with a piece alone on the board but for royals, which stand elsewhere in each: what hinders the
        piece in one does not in another.

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
        most = 2 * _BOARDS if royal else _BOARDS  # more, as the other one keeps a royal from squares far and near
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
        """The letters of the pieces that can be studied, and their names."""
        return [(letters, meaning) for letters, meaning in self.variant.legend(position) if len(letters) == 1]

    def expected(self, position: Position) -> str:
        """What pieces may be studied, in words."""
        return f"one of {', '.join(dict.fromkeys(letters.upper() for letters, _ in self.kinds(position)))}"

    def quiet(self, boards: list, letters: str, square: str) -> dict[str, str]:
        """The squares that a piece alone on its boards moves to without capturing, with the kind of move."""
        return {
            target.square: target.kind
            for board in boards
            for target in self.all_targets(board, square)
            if target.kind in (MOVE, ACROSS, FLIP)
        }

    def captures(self, boards: list, letters: str, square: str, names: Iterable[str]) -> set[str]:
        """The squares, of those named, on which a piece alone on its boards captures. Two boards are enough: what one
        of them hides, the other shows."""
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
        """Whether a piece may capture on a square where there is an enemy."""
        return any(
            wish is not None and wish.origin == start and wish.square == square
            for wish in map(self.read, self.moves(position))
        )

    def reach(self, boards: list, letters: str, square: str) -> tuple[dict[str, str], set[str]]:
        """The squares that a piece alone on its boards moves to, with the kind of move, and those it captures on."""
        return self.quiet(boards, letters, square), self.captures(boards, letters, square, self.squares())

    def victim(self, turn: int) -> str:
        """The letter of a piece for a side to capture that may stand anywhere."""
        return "nN"[turn]

    # Why a move is illegal ----------------------------------------------------------------------------------

    def read(self, text: str) -> Wish | None:
        """The move that a text is meant to be, None if it is none of this game's."""
        found = re.fullmatch(r"([a-z]@|[a-z][0-9]+)([a-z][0-9]+)(.*)", text.strip().lower())
        return Wish(found[0], found[1], found[2], found[3]) if found else None

    def why(self, game: Game, text: str) -> str:
        """Why a move is illegal in a game, as a clause; '' if it is legal."""
        if (result := game.result()) is not None:
            return f"the game is over: {result.reason}"
        try:
            game.parse_choice(text)
            return ""
        except AmbiguousMoveError as error:
            return self.several(game.position, error.candidates)
        except MoveError:
            return self.why_illegal(game, text)

    def several(self, position: Position, moves: Sequence[str]) -> str:
        """That a text can be read as several moves; of those that only differ in what a Pawn becomes, as what."""
        if self.only_promotes(position, moves):
            return f"say what the Pawn promotes to: {listed(moves, last='or')}"
        return f"it could mean several moves: {' '.join(moves)}"

    def only_promotes(self, position: Position, moves: Sequence[str]) -> bool:
        """Whether moves differ in nothing but what a Pawn becomes."""
        wishes = [wish for wish in map(self.read, moves) if wish is not None and PROMOTION.fullmatch(wish.rest)]
        squares = {(wish.origin, wish.square) for wish in wishes}
        return len(wishes) == len(moves) and len(squares) == 1 and self.is_pawn(position, wishes[0].origin)

    def why_illegal(self, game: Game, text: str) -> str:
        """Why a text that fits no legal move is illegal."""
        wish = self.read(text)
        if wish is None:
            return self.unreadable(game, text)
        return next(self.reasons(game.position, wish), UNKNOWN)

    def is_pawn(self, position: Position, square: str) -> bool:
        """Whether what moves from a square is a Pawn."""
        return self.cells(position).get(square) in ("P", "p")

    def unreadable(self, game: Game, text: str) -> str:
        """How to write a text that is no move of this game's."""
        castling = next((example for example, meaning in self.notation if meaning.startswith("castle")), "")
        if castling and any(re.fullmatch(r"[o0]-[o0](-[o0])?", part.strip()) for part in text.lower().split(",")):
            return f"write castling as {castling}"
        fuller = self.written(game, text) or self._with_origin(game.position, text)
        return fuller or f"write moves like {self.examples(game)}"

    def _with_origin(self, position: Position, text: str) -> str:
        """What moves a text may mean that names them as chess players do, `e4` or `Nf3`; '' if it names none."""
        found = re.fullmatch(r"([A-Z]?)x?([a-z][0-9]+)[+#!?]*", text.strip())
        if found is None:
            return ""
        meant = []
        for move in self.moves(position):
            wish = self.read(move)
            if wish is None or wish.square != found[2] or wish.origin.endswith("@"):
                continue
            letters = self.cells(position)[wish.origin]
            own = "".join(one for one in letters if self.side(position, one) == position.turn).upper()
            if found[1] in own if found[1] else self.is_pawn(position, wish.origin):
                meant.append(move)
        return f"name the square the piece leaves, too: {listed(meant, 4, 'or')}" if meant else ""

    def written(self, game: Game, text: str) -> str:
        """How a legal move is written that a text stands for in habits of other notations; '' if it stands for none."""
        try:
            return f"write {game.position.text(game.parse_choice(self.tidied(text)))}"
        except MoveError:
            return ""

    def tidied(self, text: str) -> str:
        """A text without what other notations write between squares and behind moves."""
        return re.sub(r"[-x:=+#!?\s]", "", text.lower())

    def why_none(self, position: Position, origin: str) -> str:
        """Why nothing can be moved from a square, or dropped (a letter and @), where that is easily told."""
        if not origin.endswith("@"):
            return next(self.not_mine(position, Wish(origin, origin, origin, "")), "")
        return next(self.never_dropped(position, origin[0].upper()), "")

    def counted(self, position: Position, number: int, origin: str = "") -> str:
        """How many moves there are, from a square or in all."""
        return f"{number or 'no'} legal move{'' if number == 1 else 's'}{' from ' if origin else ''}{origin}"

    def stands_for(self, game: Game, text: str) -> tuple[str, str]:
        """What a legal move's text is short for, and as a clause why not for more; '' and '' if it is written out."""
        full = game.position.text(game.parse(text))
        return (full, "") if text.strip().lower() != full else ("", "")

    def examples(self, game: Game, number: int = 2) -> str:
        """A few legal moves, in words."""
        moves = game.legal()
        step = max(1, len(moves) // number)
        return " or ".join(moves[::step][:number])

    def reasons(self, position: Position, wish: Wish) -> Iterator[str]:
        """What is wrong with a move that is not legal, the most obvious first."""
        yield from self.off_board(wish)
        if wish.origin.endswith("@"):
            yield from self.against_drop(position, wish)
            yield from self.wrong_ending(position, wish)
            return
        yield from self.not_mine(position, wish)
        yield from self.onto_own(position, wish)
        yield from self.out_of_reach(position, wish)
        yield from self.unsafe(position, wish)
        yield from self.wrong_promotion(position, wish)

    def off_board(self, wish: Wish) -> Iterator[str]:
        known = {*self.squares()}
        last = chr(96 + self.variant.files)
        for square in (wish.origin, wish.square):
            if not square.endswith("@") and square not in known:
                yield f"there is no square {square}: files are a to {last}, ranks 1 to {self.variant.ranks}"

    def not_mine(self, position: Position, wish: Wish) -> Iterator[str]:
        cells = self.cells(position)
        if wish.origin not in cells:
            yield f"there is no piece on {wish.origin}"
        elif self.side(position, cells[wish.origin]) != position.turn:
            owner = self.sides[1 - position.turn]
            yield f"{self.at(position, wish.origin)} is {owner}'s, and it is {self.sides[position.turn]}'s turn"

    def onto_own(self, position: Position, wish: Wish) -> Iterator[str]:
        cells = self.cells(position)
        if wish.square == wish.origin:
            yield f"{self.at(position, wish.origin)} would stay where it is"
        if wish.square in cells and self.side(position, cells[wish.square]) == position.turn:
            yield f"{self.at(position, wish.square)} is your own"

    def out_of_reach(self, position: Position, wish: Wish) -> Iterator[str]:
        """It does not move like that; or it does, but something stands in its way."""
        letters, mover = self.cells(position)[wish.origin], self.at(position, wish.origin)
        yield from self.against_piece(position, wish, letters, wish.origin, mover)

    def against_piece(self, position: Position, wish: Wish, letters: str, start: str, mover: str) -> Iterator[str]:
        """Why a piece does not get to a square, if that is so.

        Args:
            letters, mover: the piece, and what it is called.
            start: where its own move begins.
        """
        cells = self.cells(position)
        try:
            boards = self.lone(position, letters, start)
        except PieceError:
            return
        quiet = self.quiet(boards, letters, start)
        captures = self.captures(boards, letters, start, [wish.square])
        if wish.square not in quiet and wish.square not in captures:
            here = self.beside(start)
            reached = {*filter(here, quiet)}
            taken = {*filter(here, self.captures(boards, letters, start, self.squares()))} - reached
            ways = [f"to {listed(reached)}"] if reached else []
            ways += [f"to {listed(taken)} to capture"] if taken else []
            yield (
                f"{mover} does not move to {wish.square}, only {', or '.join(ways)}" if ways else f"{mover} cannot move"
            )
        between = [square for square in line(start, wish.square) if square in cells]
        if between:
            yield f"{mover} is blocked by {self.at(position, between[0])}"
        if wish.square in cells and wish.square not in captures:
            yield f"{mover} does not capture straight ahead, and {self.at(position, wish.square)} is in its way"
        if wish.square not in cells and wish.square not in quiet:
            yield f"{mover} goes to {wish.square} only to capture, and there is nothing there"

    def beside(self, start: str) -> Callable[[str], bool]:
        """Which squares are on the same board as another."""
        files = self.variant.board_files or self.variant.files
        board = (ord(start[0]) - 97) // files
        return lambda square: (ord(square[0]) - 97) // files == board

    def unsafe(self, position: Position, wish: Wish) -> Iterator[str]:
        """The king could be captured afterwards."""
        after = self.after(position, wish)
        turn = position.turn
        if after is None or not self.is_placed(position) or self.is_safe(position, after, turn):
            return
        attackers = self.attackers(position, after, turn)
        by = f" by {' and '.join(attackers)}" if attackers else ""
        if not wish.origin.endswith("@") and self.cells(position)[wish.origin].upper() == self.royal:
            yield f"the King would be in check on {wish.square}{by}"
        elif position.check:
            yield f"the King stays in check{by}"
        else:
            yield f"it leaves the King in check{by}"

    def is_placed(self, position: Position) -> bool:
        """Whether the present pieces can be set up anew: otherwise `is_safe` knows nothing."""
        try:
            self.place(position, self.cells(position), position.turn)
        except FenError:
            return False
        return True

    def attackers(self, position: Position, cells: Mapping[str, str], turn: int) -> list[str]:
        """The pieces, in words, without which a side's king would be safe."""
        return [
            f"the {self.name(position, letters)} on {square}"
            for square, letters in cells.items()
            if self.side(position, letters) != turn
            and letters.upper() != self.royal
            and self.is_safe(position, {name: one for name, one in cells.items() if name != square}, turn)
        ]

    def after(self, position: Position, wish: Wish) -> dict[str, str] | None:
        """The pieces after a move by their squares, whether or not it is legal; None if it cannot be made at all."""
        cells = {**self.cells(position)}
        if wish.origin.endswith("@"):
            letter = wish.origin[0]
            return {**cells, wish.square: letter if position.turn else letter.upper()}
        if wish.origin not in cells:
            return None
        mover = cells.pop(wish.origin)
        return {**cells, wish.square: mover}

    def is_safe(self, position: Position, cells: Mapping[str, str], turn: int) -> bool:
        """Whether a side's royal could not be captured next."""
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
        """Why a piece may be dropped nowhere: because it is not in the hand."""
        if not self.variant.pocket:
            yield "this game has no drops"
            return
        yield from self.unknown(position, letter)
        hand: str = position.hand(position.turn).upper()  # type: ignore[attr-defined]
        if letter not in hand:
            held = listed([self.name(position, one) for one in dict.fromkeys(hand)]) if hand else "nothing"
            yield f"there is no {self.name(position, letter)} in your hand, which holds {held}"

    def against_drop(self, position: Position, wish: Wish) -> Iterator[str]:
        yield from self.never_dropped(position, wish.origin[0].upper())

    def unknown(self, position: Position, letter: str) -> Iterator[str]:
        """That no piece of the game has this letter, if that is so."""
        if letter.upper() not in (letters for letters, _ in self.kinds(position)):
            yield f"there is no piece {letter.upper()} in this game"

    def wrong_promotion(self, position: Position, wish: Wish) -> Iterator[str]:
        """What follows the squares of a piece's move is wrong."""
        yield from self.wrong_ending(position, wish)

    def wrong_ending(self, position: Position, wish: Wish) -> Iterator[str]:
        """The move would be legal with something else, or nothing, behind its squares."""
        stem = wish.text[: len(wish.text) - len(wish.rest)]
        ends = [text[len(stem) :] for text in self.moves(position) if text.startswith(stem)]
        if ends and wish.rest:
            named = wish.rest.lstrip("=")
            if named in ends:
                yield f"write {stem}{named}"
            elif "" in ends:
                yield f"write {stem}, without '{wish.rest.strip()}'"
            else:
                yield f"the move must end in {listed(ends, last='or')}, not '{wish.rest}'"
