"""Banqi in XBoard: a board of 8x8 that lies on its side, each square two cells, one above the other.

Banqi's ranks are XBoard's files, its files XBoard's pairs of ranks: Banqi's a1 is XBoard's a1 and a2, its b1 a3 and
a4, its a2 b1 and b2. A man stands in the lower cell. A face-down piece fills both: White's half ``X`` the lower, Black's
half ``x`` the upper one, since XBoard lets nobody touch what is the opponent's. XBoard's White is the first player. His
men are upper case and red whichever colour he owns: the colours differ in nothing but their names.

======== ======================== =================================================================================
move     plies
======== ======================== =================================================================================
a man's  ``a1a3``                 quiet or a capture
flip     ``a1a2,a2a1k``           White's half takes the other, returns, and is the man who was turned up
         ``a2a1k``                Black's half likewise
attempt  ``a1a2``, ``@@@@``,      the man steps up within his square, which tells who attempts;
         flip, ``@@@@``,          the piece attempted is turned up;
         ``a2c1`` or ``a2a1``     he takes it, or steps down again
stop     ``@@@@``
======== ======================== =================================================================================

While a series of captures goes on, each move in it is followed by a null of the opponent's. Thus the plies and the
rules tell at any time whose turn it is. The letter behind a flip is the man's own if he is the mover's, else the
nickname of his type (:data:`NICKNAMES`), which XBoard takes for the opponent's.

A person need not know any of this: he clicks on his half of a face-down piece to turn it up, on a man and where he
shall go, on a man and the cell above him to end a series. The plies which that stands for are sent for him.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from oddfish.cext.banqi import LETTERS, NAMES
from oddfish.cext.banqi import Banqi as Board
from oddfish.cext.rules import Position
from oddfish.engine.game import Game, MoveError, open_to_chance
from oddfish.protocols.pictures import FOLDER, board_flags, piece_flags
from oddfish.protocols.projections import banqi_board
from oddfish.protocols.projections.banqi_board import halves, lower, shown, square_of, upper
from oddfish.protocols.projections.base import Projection, Received, marks

NULL, STOP = "@@@@", "0000"
#: What makes a man of the opponent's, in the order of ``LETTERS``: Lord, Advisor, Elephant, Wagon, Horse, Bombard,
#: Soldier.
NICKNAMES = "LAEWHBS"
_PLY = re.compile(r"([a-h][1-8])([a-h][1-8])(?:,\2([a-h][1-8]))?([a-z]?)")


class Banqi(Projection):
    """Both sets of capture rules, with every option."""

    parent = "elven"
    #: White's half of XBoard's table. Neither the Pawn's, the Queen's nor the King's slot is used: XBoard would
    #: promote, castle or adjudicate.
    slots = ".NXR.GM..PKC."
    flags = (
        *("-testLegality", "false", "-oneClickMove", "true", "-ruleMoves", "0", "-repeatsToDraw", "0"),
        *board_flags(FOLDER / "banqi" / "board-8x8.png"),
        *piece_flags(FOLDER / "banqi"),
    )

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        self._turns: list[list[str]] = []  # the plies of each move made
        self._begun: list[str] = []  # those of the move under way
        self._clicked = False  # the next ply comes from the mouse

    # Positions --------------------------------------------------------------------------------------------------

    def setup(self, start: Position) -> list[str]:
        nicknames = dict(zip(LETTERS, NICKNAMES.lower()))
        table = "".join(f"{slot}={nicknames[slot]}" if slot in nicknames else slot for slot in self.slots)
        return [f"setup ({table}{table.swapcase()}) 8x8+0_{self.parent} {self.write_fen(start)}"]

    def write_fen(self, position: Board) -> str:  # type: ignore[override]
        return banqi_board.write_fen(position)

    def read_fen(self, fen: str) -> str:
        return banqi_board.read_fen(fen)

    # Moves ------------------------------------------------------------------------------------------------------

    def receive(self, game: Game, ply: str, human: bool) -> Received:
        person, self._clicked = human or self._clicked, False
        ply = ply.lower()
        if self._owes_null(game):
            if ply != NULL:
                raise MoveError(f"'{ply}': the opponent's turn is not over")
            self._turns[-1].append(NULL)
            return Received(None)
        if person and game.deal is not None and not self._begun:
            return self._wish(game, ply)
        return self._continue(game, ply)

    def _wish(self, game: Game, ply: str) -> Received:
        """What a person's ply stands for. What it turns up is dealt now, whatever the ply says."""
        position = game.position
        try:
            move = game.parse(_meant(position, ply))
        except MoveError:
            raise MoveError(f"'{ply}': {_objection(position, ply)}") from None
        if game.deal is not None and open_to_chance(position, move):
            move = game.deal.outcome(position, move)
        plies = _plies(position, move)
        lines = [] if plies == [ply] else [f"Illegal move ({_remark(position, move)}): {ply}", *_lines(plies)]
        if _goes_on(position, move):
            plies.append(NULL)
            lines += _lines([NULL])
        self._turns.append(plies)
        return Received(position.text(move), tuple(lines))

    def _continue(self, game: Game, ply: str) -> Received:
        """One ply of a move as it is always sent."""
        position = game.position
        begun = [*self._begun, ply]
        for move, plies in _candidates(position, begun[0]):
            if plies[: len(begun)] == begun:
                if len(begun) < len(plies):
                    self._begun = begun
                    return Received(None)
                self._turns.append(plies)
                self._begun = []
                return Received(position.text(move))
        raise MoveError(f"'{ply}': {_objection(position, ply) if not self._begun else 'does not go on with ' + begun[-2]}")

    def send(self, game: Game, move: str) -> list[str]:
        owed = [NULL] if self._owes_null(game) else []
        if owed:
            self._turns[-1].append(NULL)
        packed = game.parse(move)
        plies = _plies(game.position, packed)
        if _goes_on(game.position, packed):
            plies.append(NULL)
        self._turns.append(plies)
        return owed + plies

    def line(self, position: Position, moves: Sequence[str]) -> list[str]:
        return list(_line(position, moves))

    def meant(self, text: str) -> str:
        found = _PLY.fullmatch(text.lower())
        return STOP if text == NULL else text if found is None else square_of(found[1]) + square_of(found[2])

    def plies(self, game: Game) -> int:
        return sum(map(len, self._turns)) + len(self._begun)

    def undo(self) -> bool:
        if self._begun:
            self._begun.pop()
            return False
        plies = self._turns[-1]
        if plies.pop() == NULL and plies:
            return False
        self._begun = self._turns.pop()
        return True

    def _owes_null(self, game: Game) -> bool:
        """Whether the opponent's null is to come that lets a series go on."""
        return bool(game.position.series and self._turns) and self._turns[-1][-1] != NULL  # type: ignore[attr-defined]

    # Clicks -----------------------------------------------------------------------------------------------------

    def lift(self, game: Game, square: str) -> list[str]:
        self._clicked = False
        position = game.position
        if not _PLY.fullmatch(square * 2) or self._begun or self._owes_null(game):
            return [marks({}, 8, 8)]
        start = square_of(square)
        if f"{start}{start}" in game.legal() and square == halves(start, game.turn)[0]:
            return self._flip_by_click(game, start)
        return [marks(_targets(game, start), 8, 8)]

    def _flip_by_click(self, game: Game, square: str) -> list[str]:
        """XBoard makes the second click, and the third, by itself; without its one-click moves the person does."""
        move = game.parse(square * 2)
        if game.deal is not None:
            move = game.deal.outcome(game.position, move)
        (ply,) = _plies(game.position, move)
        own, other = halves(square, game.turn)
        self._clicked = True
        way = [marks({_at(other): "C"}, 8, 8), f"click {other}"] if "," in ply else []
        goal = ply[-3:-1]
        return [*way, marks({_at(own): "B", _at(other): "B"}, 8, 8), f"choice {ply[-1]}", f"click {goal}"]

    def put(self, game: Game, square: str) -> list[str]:
        self._clicked = True
        return []


# Plies ------------------------------------------------------------------------------------------------------------


def _plies(position: Board, move: int) -> list[str]:
    """The plies of a complete move."""
    text = position.text(move)
    start, to, outcome = text[:2], text[2:4], text[5:]
    if text == STOP:
        return [NULL]
    if not outcome:
        return [lower(start) + lower(to)]
    own, other = halves(to, position.turn)
    flip = f"{own}{other},{other}{lower(to)}" if own == lower(to) else own + other
    flip += _suffix(position, outcome)
    if start == to:
        return [flip]
    stays = shown(position.make(move), start) != ""
    return [lower(start) + upper(start), NULL, flip, NULL, upper(start) + lower(start if stays else to)]


def _suffix(position: Board, outcome: str) -> str:
    """XBoard's letter for a man such as ``rk``."""
    owner = position.first if position.first != "-" else outcome[0]
    own = (outcome[0] == owner) == (position.turn == 0)
    return outcome[1] if own else NICKNAMES[LETTERS.index(outcome[1].upper())].lower()


def _goes_on(position: Board, move: int) -> bool:
    return bool(position.make(move).series)


def _candidates(position: Board, ply: str) -> Iterator[tuple[int, list[str]]]:
    """The complete moves that may begin with a ply, and all their plies."""
    start = STOP[:2] if ply == NULL else square_of(ply[:2]) if _PLY.fullmatch(ply) else ""
    for move in position.moves():
        if position.text(move)[:2] == start:
            for complete, _ in position.outcomes(move):
                yield complete, _plies(position, complete)


def _lines(plies: Sequence[str]) -> list[str]:
    return [f"move {ply}" for ply in plies]


def _line(position: Position, moves: Sequence[str]) -> Iterator[str]:
    """Moves in a row as XBoard would read them; those not turned up yet by half of their plies."""
    for text in moves:
        move = position.parse(text)
        if open_to_chance(position, move):
            start, to = text[:2], text[2:4]
            yield "".join(halves(start, position.turn)) if start == to else lower(start) + lower(to)
            return
        yield from _plies(position, move)  # type: ignore[arg-type]
        position = position.make(move)
        if position.series:  # type: ignore[attr-defined]
            yield NULL


# What people want -------------------------------------------------------------------------------------------------


def _meant(position: Board, ply: str) -> str:
    """The move that a person's ply stands for, if he may make it."""
    if ply == NULL:
        return STOP
    found = _PLY.fullmatch(ply)
    if found is None:
        raise MoveError(f"'{ply}' is no move")
    start, to = square_of(found[1]), square_of(found[2])
    if found[3]:
        to = square_of(found[3])
    return STOP if start == to == position.series else start + to


def _targets(game: Game, start: str) -> dict[tuple[int, int], str]:
    """The cells to mark once a man was picked up; those above them will do as well. Clicks on the opponent's men are
    let through, to be told what is wrong with them."""
    position = game.position
    colors = {}
    if shown(position, start) not in ("", "X"):
        for file in banqi_board.FILES:
            for rank in banqi_board.RANKS:
                letter = shown(position, file + rank)
                if letter == "X" or (letter and letter.isupper() == bool(game.turn)):
                    colors[_at(lower(file + rank))] = colors[_at(upper(file + rank))] = "T"
    for move in game.legal():
        if move == STOP and start == position.series:
            colors[_at(upper(start))] = "Y"
        elif move.startswith(start):
            to = move[2:4]
            colors[_at(lower(to))] = "R" if shown(position, to) else "Y"
            colors[_at(upper(to))] = "T"
    return colors


def _at(cell: str) -> tuple[int, int]:
    return ord(cell[0]) - ord("a"), int(cell[1]) - 1


def _remark(position: Board, move: int) -> str:
    """Why XBoard gets other plies than the person entered; it shows this for a moment."""
    text = position.text(move)
    if text == STOP:
        return "the turn is over"
    return f"{_name(_suffix(position, text[5:]), position.turn)} turns up" if "=" in text else "men stand below"


def _name(letter: str, turn: int) -> str:
    """Whose man a letter behind a ply is, and which."""
    own = letter.upper() in LETTERS
    whose = ("White", "Black")[turn if own else 1 - turn]
    return f"{whose}'s {NAMES[(LETTERS if own else NICKNAMES).index(letter.upper())]}"


def _objection(position: Board, ply: str) -> str:
    """Why a ply is no legal move."""
    found = _PLY.fullmatch(ply)
    if found is None:
        return "there is nothing to stop" if ply == NULL else "not a move"
    start, to = square_of(found[1]), square_of(found[3] or found[2])
    man, victim = shown(position, start), shown(position, to)
    if position.series and start != position.series:
        return f"only the man on {lower(position.series)} may go on taking"
    if man == "X" and start == to:
        return _wrong_outcome(position, start, found[4])
    if not man or man == "X" or man.isupper() == bool(position.turn):
        return "no man of the mover's stands there"
    if victim == "X":
        return "out of reach" if position.setup.dark_capture else "face-down pieces may not be attacked"
    if not victim:
        return "a series goes on by captures only" if position.series else "men go one step along rank or file"
    if victim.isupper() != bool(position.turn):
        return "an own man stands there"
    return _wrong_capture(man.upper(), victim.upper(), start, to, position)


def _wrong_outcome(position: Board, square: str, letter: str) -> str:
    outcomes = [_suffix(position, position.text(move)[5:]) for move, _ in position.outcomes(position.parse(square * 2))]
    if not letter:
        return f"its outcome is missing, as in {_plies(position, position.outcomes(position.parse(square * 2))[0][0])[0]}"
    if letter in outcomes:
        return "the halves do not fit"
    if letter.upper() in LETTERS + NICKNAMES:
        return f"none of {_name(letter, position.turn)}s is left face down"
    return f"'{letter}' is no man"


def _wrong_capture(man: str, victim: str, start: str, to: str, position: Board) -> str:
    if man == "C" and not position.setup.hongkong:
        return "a Cannon takes by a jump over one piece"
    if abs(ord(start[0]) - ord(to[0])) + abs(int(start[1]) - int(to[1])) > 1:
        return "men take on the next square" if man != "R" else "out of reach"
    return f"{NAMES[LETTERS.index(man)]} does not take {NAMES[LETTERS.index(victim)]}"
