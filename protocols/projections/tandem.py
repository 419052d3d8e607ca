"""Tandem-84 in XBoard: a board of 12x7. A turn is the first move, the null that XBoard expects from the opponent, and
the second move: `c2c4`, `@@@@`, `h1i3`.

A drop move goes straight to its destination, which no ordinary move can reach. These moves are special:

- en passant passes through the victim, `h5c5,c5c6`;
- pieces that change places make a detour, `a1e4`, `@@@@`, `b1a1`, `@@@@`, `e4b1`; so do king and rook if they castle on
  one board;
- castling by drop takes two plies, `d1h1`, `@@@@`, `g1i1`.

No other move starts with the first ply of these, and the rules say of each move whether it ends the turn (T1, T2). So
the plies always show where a turn ends.

With `chu` as parent, XBoard would swap pieces itself, but it could not read promotions in its own PGN.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from oddfish.cext.core.errors import FenError, MoveError
from oddfish.cext.core.fen import read_letters
from oddfish.cext.core.rules import Position
from oddfish.cext.tandem.game import HALVES, START, Tandem
from oddfish.engine.game import Game, line_texts
from oddfish.engine.variants.base import Variant
from oddfish.protocols.projections.base import (
    NULL,
    Grid,
    Projection,
    Received,
    marks,
    note,
    plies_before,
    why_idle_on_board,
)
from oddfish.protocols.projections.table import CHESSMEN, table

#: The pieces' slots in XBoard's table, by FEN letter.
SLOTS = {**CHESSMEN, "C": "LShield", "M": "Pegasus", "G": "Wizard"}

_FILES = "abcdefghijkl"
_HALF = 6  # files of one board
#: One move of a turn: origin, signs for drop and swap, destination, promotion.
_MOVE = re.compile(r"([a-l][1-7])(/?~?)([a-l][1-7])([a-z]?)")
_PLY = re.compile(r"([a-l][1-7])(?:([a-l][1-7]),\2)?([a-l][1-7])([a-z]?)", re.IGNORECASE)
#: The destinations of king and rook, by the text of a castling move (T10).
_CASTLINGS = {"d1f1": ("e1", "d1"), "d1g1": ("h1", "i1"), "i7g7": ("h7", "i7"), "i7f7": ("e7", "d7")}
_SQUARES = [file + rank for rank in "4352617" for file in _FILES]  # detours use the first suitable square
#: The home squares of king and rook, by castling right.
_HOMES = {"K": ("d1", "f1"), "D": ("d1", "g1"), "k": ("i7", "g7"), "d": ("i7", "f7")}
#: XBoard's promotion dialog offers the first by default.
_CHOICE_ORDER = "QMCRBNG"


class Half(NamedTuple):
    """One move of a turn, and the plies that make it in XBoard."""

    text: str
    ends: bool  # whether the turn is over after it
    plies: tuple[str, ...]


def halves(position: Tandem) -> list[Half]:
    """The legal next moves of a turn."""
    firsts = sorted(position.first_moves())
    taken = {_squares(text)[:4] for text, _ in firsts}
    found = []
    for text, ends in firsts:
        plies = _plies(position, text, taken)
        taken.add(plies[0])
        found.append(Half(text, ends, plies))
    return found


class Turn:
    """The plies that XBoard has made of a turn so far."""

    def __init__(self, start: Tandem, plies: Iterable[str] = ()):
        self.inside = start  # the position after the finished moves
        self.texts: tuple[str, ...] = ()  # the finished moves
        self.begun: tuple[str, ...] = ()  # the plies of an unfinished move
        self.between = False  # a null is due between the two moves
        self.over = False
        for ply in plies:
            self.take(ply)

    def take(self, ply: str) -> None:
        """Make one more ply.

        Raises:
            LookupError: no legal turn continues with this ply.
        """
        if self.between:
            if ply != NULL:
                raise LookupError
            self.between = False
            return
        self.begun += (ply,)
        possible = self.possible()
        if not possible:
            self.begun = self.begun[:-1]
            raise LookupError
        if possible[0].plies == self.begun:
            text, self.over, _ = possible[0]
            self.begun, self.between = (), not self.over
            self.texts += (text,)
            self.inside = self.inside.after_first(text)

    def possible(self) -> list[Half]:
        """The legal next moves, or within a move, the legal moves that start with its plies so far."""
        count = len(self.begun)
        return [] if self.over else [half for half in halves(self.inside) if half.plies[:count] == self.begun]

    def choices(self) -> list[Half]:
        """The legal next moves; none within a move or between the two moves."""
        return [] if self.begun or self.between else self.possible()

    def forced(self) -> str:
        """The only possible next ply; '' if there is a choice or the turn is over."""
        if self.between:
            return NULL
        return self.possible()[0].plies[len(self.begun)] if self.begun else ""

    def fitting(self, text: str) -> list[Half]:
        """The moves with this origin, destination and promotion, whatever their plies."""
        return [half for half in self.choices() if _squares(half.text) == text]


class Tandem84(Projection):
    """Every turn has an odd number of plies, since to XBoard the sides alternate."""

    explains = True
    manual = (
        "A turn is two moves: make the first, then the second on the other board; the engine passes in between. To "
        "drop a piece, put it on a square of the other board. Click a friendly piece to change places with it, and "
        "the rook to castle."
    )
    grid = Grid(12, 7)
    parent = "lion"  # sends nulls to a second engine
    flags = (
        *("-testLegality", "false", "-oneClickMove", "true"),
        # XBoard would count nulls as moves and would not recognise pawn moves: the engine claims draws instead.
        *("-ruleMoves", "9999", "-repeatsToDraw", "9999"),
    )
    board = "tandem"

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        self._done: list[list[str]] = []  # the plies of each finished turn
        self._plies: list[str] = []  # the plies of the unfinished turn
        self._start: Position | None = None  # the position at its start
        self._lifted = self._put = ""

    # Positions --------------------------------------------------------------------------------------------------

    def setup(self, start: Position) -> list[str]:
        assert isinstance(start, Tandem)
        compounds = dict(zip("CM", "MC")) if start.setup.swap_compounds else {}
        half = table({compounds.get(letter, letter): slot for letter, slot in SLOTS.items()})
        return [f"setup ({half}{half.lower()}) 12x7+0_{self.parent} {self.write_fen(start)}"]

    def write_fen(self, position: Position) -> str:
        board, side, *_, number = position.fen().split()
        return f"{board} {side} - - 0 {number}"

    def read_fen(self, fen: str) -> str:
        """XBoard keeps neither castling rights nor the en passant square nor the stage of the turn. So kings and rooks
        on their home squares count as unmoved, and the turn starts from its first move."""
        fields = fen.split()
        if len(fields) not in (5, 6):
            return fen
        return self._complete(fields[0], fields[1], fields[-1])

    def read_edit(self, board: str, turn: str) -> str:
        return self._complete(board, turn, "1")

    def _complete(self, board: str, side: str, number: str) -> str:
        letters = read_letters(board, *self.grid)
        rights = "".join(right for right, homes in _HOMES.items() if _at_home(letters, right, homes))
        stage = "1" if (board, side) == tuple(START.split()[:2]) else "2"
        return f"{board} {side} {rights or '-'} - {stage} 0 {number}"

    # Moves ------------------------------------------------------------------------------------------------------

    def receive(self, game: Game, ply: str, human: bool) -> Received:
        ply = ply.lower()
        by_hand = human or (self._put != "" and self._lifted == ply[:2])
        self._lifted = self._put = ""
        turn = self._turn(game)
        replies: list[str] = []
        try:
            turn.take(ply)
            self._plies.append(ply)
        except LookupError:
            fitting = turn.fitting(ply)
            if len(fitting) != 1:
                raise MoveError(self._refusal(game, turn, ply)) from None
            true = fitting[0].plies[0]
            turn.take(true)
            self._plies.append(true)
            replies = [f"Illegal move ({_why(fitting[0])}): {ply}", f"move {true}"]
        while (by_hand or replies) and turn.forced():
            replies.append(f"move {turn.forced()}")
            self._plies.append(turn.forced())
            turn.take(turn.forced())
        if not turn.over:
            if by_hand and turn.choices():
                files = HALVES[min(_board(half.text) for half in turn.choices())]
                replies.append(note(f"second move: on files {files}"))
            return Received(None, tuple(replies))
        self._finish()
        return Received(game.parse(",".join(turn.texts)), tuple(replies))

    def send(self, game: Game, move: int) -> list[str]:
        played = len(self._plies)
        self._plies = turn_plies(game.position, game.position.text(move))
        sent = self._plies[played:]
        self._finish()
        return sent

    def reminder(self, game: Game) -> list[str]:
        """Mark the squares of the turn's first move by dots. XBoard itself shows the last ply by an arrow."""
        first, _, second = game.texts()[-1].partition(",")
        points = dict.fromkeys((_squares(first)[:2], _squares(first)[2:4]), "b")
        return [marks(points, self.grid)] if second else []

    def report(self, game: Game) -> str:
        """Both moves of a turn. XBoard's message line shows only the last ply."""
        moves = game.texts()[-1].split(",")
        return f"Engine: {', '.join(moves)}" if len(moves) > 1 else ""

    def line(self, position: Position, moves: Sequence[int]) -> list[str]:
        """`c7c5 -- h7g5`; for the current turn, only the remaining plies."""
        lines = []
        played = len(self._plies) if position is self._start else 0
        for move in moves:
            plies = turn_plies(position, position.text(move))
            lines.append(" ".join(plies[played:]).replace(NULL, "--"))
            position = position.make(move)
            played = 0
        return lines

    def notes(self, position: Position, moves: Sequence[int]) -> list[str]:
        return line_texts(position, moves)

    def advice(self, game: Game, move: int) -> str:
        turn = self._turn(game)
        inside, words = turn.inside, []
        for text in game.position.text(move).split(",")[len(turn.texts) :]:
            words.append(_words(inside, text))
            inside = inside.after_first(text)
        return ", then ".join(words)

    def plies(self, game: Game) -> int:
        return len(self._plies) + sum(map(len, self._done))

    def undo(self) -> bool:
        turn_ended = not self._plies
        if turn_ended:
            self._plies = self._done.pop()
        self._plies.pop()
        return turn_ended

    def unsettled(self, game: Game, user: int) -> bool:
        return game.turn != user or not self._turn(game).choices()

    def passed(self, game: Game, fen: str) -> int | None:
        plies = [ply for turn in [*self._done, self._plies] for ply in turn]
        index = plies_before(fen, game.positions[0])
        if not plies or index is None or not 0 <= index <= len(plies):
            return None
        letters = read_letters(game.positions[0].fen().split()[0], *self.grid)
        for ply in plies[:index]:
            _move(letters, ply)
        try:
            return len(plies) - index if letters == read_letters(fen.split()[0], *self.grid) else None
        except FenError:
            return None

    def continuing(self, game: Game) -> tuple[int, ...]:
        if not self._plies:
            return ()
        turn = self._turn(game)
        texts = []
        for half in turn.possible():
            seconds = [] if half.ends else [text for text, _ in turn.inside.after_first(half.text).first_moves()]
            texts += [[*turn.texts, half.text, *([second] if second else [])] for second in seconds or [""]]
        return tuple(game.parse(",".join(parts)) for parts in texts)

    def _turn(self, game: Game) -> Turn:
        assert isinstance(game.position, Tandem)
        self._start = game.position
        return Turn(game.position, self._plies)

    def _finish(self) -> None:
        self._done.append(self._plies)
        self._plies = []

    def _refusal(self, game: Game, turn: Turn, ply: str) -> str:
        """The reason why a ply is not legal."""
        found = _PLY.fullmatch(ply)
        letter = _letter(turn.inside, found[1]) if found else ""
        if ply == NULL:
            return "passing is not allowed"
        if found is None:
            return "not a move"
        if turn.begun or turn.between:
            return f"{turn.forced()} must come first"
        if not letter:
            return f"no piece on {found[1]}"
        if letter.isupper() != (game.turn == 0):
            return f"the piece on {found[1]} is the opponent's"
        boards = {_board(half.text) for half in turn.choices()}
        if turn.texts and _board(ply) not in boards:
            return f"the second move must begin on files {HALVES[1 - _board(ply)]}"
        what = "a legal second move" if turn.texts else "the first move of a legal turn"
        return f"not {what}{': the king is in check' if turn.inside.check else ''}"

    # Clicks -----------------------------------------------------------------------------------------------------

    def lift(self, game: Game, square: str) -> list[str]:
        self._lifted = square
        turn = self._turn(game)
        colors: dict[str, str] = {}
        for half in turn.choices():
            if half.text.startswith(square):
                colors.update(_targets(turn.inside, half))
        return [marks(colors, self.grid)]

    def idle(self, game: Game, square: str) -> str:
        turn = self._turn(game)
        own = _letter(turn.inside, square).isupper() == (game.turn == 0)
        if own and turn.texts and _board(square) not in {_board(half.text) for half in turn.choices()}:
            return f"the second move must begin on files {HALVES[1 - _board(square)]}"
        if own and turn.texts and square == _parts(turn.texts[0])[2]:
            return "a piece does not move twice in a turn"
        return why_idle_on_board(game, turn.inside, square)

    def put(self, game: Game, square: str) -> list[str]:
        """Offer the choice of promotions. If you choose by pulling the piece back, its ply can end on any square."""
        self._put = square
        path = self._lifted + square
        suffixes = {half.text[-1].upper() for half in self._turn(game).choices() if _squares(half.text)[:4] == path}
        letters = "".join(letter for letter in _CHOICE_ORDER if letter in suffixes)
        return [f"choice {letters}"] if letters else []


def turn_plies(position: Position, turn: str) -> list[str]:
    """The plies of a whole turn, given its text."""
    plies: list[str] = []
    for text in turn.split(","):
        assert isinstance(position, Tandem)
        plies += [NULL] if plies else []
        plies += next(half.plies for half in halves(position) if half.text == text)
        position = position.after_first(text)
    return plies


def _plies(position: Tandem, text: str, taken: set[str]) -> tuple[str, ...]:
    """The plies of one move of a turn; ``taken`` are the first plies of the other moves."""
    origin, signs, to, promoted = _parts(text)
    mover = _letter(position, origin).upper()
    if _castles(position, text):
        king, rook = _CASTLINGS[text]
        if origin + king not in taken:
            return (origin + king, NULL, to + rook)
        return _detour(position, taken, origin, to + rook, king)
    if "~" in signs:
        return _detour(position, taken, origin, to + origin + promoted, to)
    victim = _passed(origin, signs, to) if mover == "P" else ""
    if victim and not _letter(position, to):
        return (f"{origin}{victim},{victim}{to}",)
    return (origin + to + promoted,)


def _detour(position: Tandem, taken: set[str], origin: str, other: str, to: str) -> tuple[str, ...]:
    """Three plies: the piece steps aside, ``other``, and the piece goes to its destination."""
    aside = next(place for place in _SQUARES if not _letter(position, place) and origin + place not in taken)
    return (origin + aside, NULL, other, NULL, aside + to)


def _castles(position: Tandem, text: str) -> bool:
    return text in _CASTLINGS and _letter(position, text[:2]).upper() == "K"


def _passed(origin: str, signs: str, to: str) -> str:
    """The square where a pawn moving diagonally would capture en passant; '' if the pawn goes straight ahead."""
    start = _corresponding(origin) if signs else origin
    return to[0] + start[1] if start[0] != to[0] else ""


def _corresponding(square: str) -> str:
    return _FILES[(_FILES.index(square[0]) + _HALF) % 12] + square[1]


def _board(text: str) -> int:
    """The board on which a move starts: 0 for files a to f, 1 for g to l."""
    return _FILES.index(text[0]) // _HALF


def _targets(position: Tandem, half: Half) -> list[tuple[str, str]]:
    """The squares to click for a move, and their colours: M for a promotion, R for a capture, Y for any other."""
    _, signs, to, promoted = _parts(half.text)
    if _castles(position, half.text):
        return [(to, "Y"), *([(half.plies[0][2:], "Y")] if len(half.plies) == 3 else [])]
    if "~" in signs:
        return [(to, "M" if promoted else "Y")]
    return [(to, "M" if promoted else "R" if "," in half.plies[0] or _letter(position, to) else "Y")]


def _why(half: Half) -> str:
    """The reason for replacing the ply of a click by others."""
    if "~" in half.text:
        return "changing places"
    return "castling" if len(half.plies) > 1 else "en passant"


def _words(position: Tandem, text: str) -> str:
    """One move of a turn in words."""
    origin, signs, to, promoted = _parts(text)
    into = f", promoting to {promoted.upper()}" if promoted else ""
    if _castles(position, text):
        return f"castle, {origin} to {to}"
    if "~" in signs:
        return f"{origin} changes places with {to}{into}"
    return f"{origin} to {to}{into}"


def _parts(text: str) -> Sequence[str]:
    found = _MOVE.fullmatch(text)
    if found is None:
        raise ValueError(f"'{text}' is not a move of Tandem-84")
    return found.groups("")


def _squares(text: str) -> str:
    """Origin, destination and promotion."""
    origin, _, to, promoted = _parts(text)
    return origin + to + promoted


def _letter(position: Tandem, square: str) -> str:
    file, rank = Tandem84.grid.point(square)
    return position.cell(rank * 2 * _HALF + file)


def _move(letters: dict[str, str], ply: str) -> None:
    """Make a ply as XBoard makes it."""
    found = _PLY.fullmatch(ply)
    if found is None:
        return
    origin, victim, to, promoted = found.groups("")
    mover = letters.pop(origin)
    letters.pop(victim, "")
    letters[to] = (promoted.upper() if mover.isupper() else promoted) or mover


def _at_home(letters: dict[str, str], right: str, homes: tuple[str, str]) -> bool:
    king, rook = ("K", "R") if right.isupper() else ("k", "r")
    return (letters.get(homes[0]), letters.get(homes[1])) == (king, rook)


def projection_of(variant: Variant) -> Tandem84:
    return Tandem84()
