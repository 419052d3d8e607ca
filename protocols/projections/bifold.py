"""Bifold Halfgi in XBoard: a board of 16x10 half-squares. Each square of ranks 1 to 8 is two of them side by side, rank
0 holds White's hand and rank 9 Black's.

XBoard moves one piece a ply, of the side whose ply it is. A turn therefore is:

=================  ================================================================================================
one piece          its ply: `a1a4`, with a suffix where it promotes
a drop             the ply from the hand: `c0e4`
a unit             two plies with a null between; the first turns its piece into itself, `a1a4r`: "my mate follows"
a capture          before that, for each victim, a null and its own ply into the hand: `@@@@`, `g5a0v`
castling           the king's two, a null, the rook's two
a unit promoting   two nulls, the victims, then the unit's two plies
=================  ================================================================================================

No turn's plies begin with another's, so it is always known whether a turn is over. A royal half, which goes to no
hand, is captured by replacement. Which half-square a piece stands on is history: it is as XBoard shows it, and the
plies leave no doubt. A person's click stands for a whole turn; where the click is not its first ply, it is refused and
the true plies follow.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from typing import NamedTuple

from oddfish.cext.bifold import game as bifold
from oddfish.cext.core.rules import FenError, MoveError, Position
from oddfish.engine.game import Game
from oddfish.protocols.pictures import table
from oddfish.protocols.pictures.bifold_board import NAMES
from oddfish.protocols.projections.base import Projection, Received, marks

_NULL = "@@@@"
_FILES = "abcdefghijklmnop"
_KINDS = "QRBHWFLDP"
#: What a captured half becomes in the other side's hand: the suffix of its ply, a nickname of the captor's piece.
_CAPTURED = dict(zip("QRBHLDP", "UVAJKNY"))
_CAPTURED_KIND = {nickname: kind for kind, nickname in _CAPTURED.items()}
#: Slots a side; the last is the King's, and free.
_ROYALS = "WF"
#: Where in the hand's row a kind begins.
_HAND = {"Q": 0, "R": 2, "B": 5, "H": 8, "L": 11, "P": 11, "D": 13}
_PLY = re.compile(r"([a-p][0-9])(?:([a-p][0-9]),\2)?([a-p][0-9])([a-z]?)")
#: How XBoard writes clicks on a piece, its mate and the aim: as if the mate castled, maybe off the board.
_BOTH = re.compile(r"([a-p][0-9])([a-p][0-9]),([a-p][0-9])[`a-q][0-9]([a-z]?)")
_MOVE = re.compile(r"([a-h][1-8])([a-h][1-8])([qrbhwfldp]?)(?:x([qrbhwfldp]))?(?:=([qrbh]+))?")
_DROP = re.compile(r"([qrbhldp])@([a-h][1-8])")
#: The default of XBoard's promotion dialog comes first.
_CHOICE_ORDER = "QRBH"

#: XBoard's board: the pieces in the letters of FENs, by half-square.
Cells = dict[str, str]


class Turn(NamedTuple):
    """A legal move and what a person may click for it."""

    text: str
    movers: tuple[str, ...]  # the half-squares of the pieces that may be lifted
    unit: bool
    aims: frozenset[str]  # half-squares to click on, in the end
    takes: bool
    promotions: str
    ways: tuple[tuple[str, ...], ...]  # the plies; several where one of two like pieces moves or is taken


class Bifold(Projection):
    """All four variants.

    Args:
        variant: its name; in XBoard's FENs they look alike.
    """

    explains = True
    parent = "elven"  # relays nulls to a second engine, and does not swap pieces
    flags = (
        *("-testLegality", "false", "-showCoords", "true", "-boardSize", "95"),  # XBoard halves it for sixteen files
    )
    board = "bifold"

    variant = "bifold-halfgi"

    def __init__(self) -> None:
        self._royals = bifold.Setup(self.variant).royals
        self._read: Cells | None = None  # of the last FEN
        self.reset()

    def reset(self) -> None:
        self._boards: list[Cells] = []  # after each ply; the first before any
        self._plies: list[str] = []
        self._lengths: list[int] = []  # of the finished turns
        self._turns: list[Turn] | None = None  # the legal moves of the present one
        self._forget_clicks()

    def _forget_clicks(self) -> None:
        self._lifted = self._mate = self._aim = ""

    # Positions --------------------------------------------------------------------------------------------------

    def setup(self, start: Position) -> list[str]:
        self._read = None
        assert isinstance(start, bifold.Bifold)
        nicknames = {kind: f"={captured.lower()}" for kind, captured in _CAPTURED.items()}
        white = table({kind + nicknames.get(kind, ""): NAMES[kind] for kind in start.setup.letters})
        return [f"setup ({white}{white.swapcase()}) 16x10+0_{self.parent} {self._fen(_spread(start), start)}"]

    def write_fen(self, position: Position) -> str:
        assert isinstance(position, bifold.Bifold)
        if self._boards and _agree(self._boards[-1], position):
            return self._fen(self._boards[-1], position)
        return self._fen(_spread(position), position)

    def _fen(self, cells: Cells, position: Position) -> str:
        rows = []
        for rank in range(9, -1, -1):
            row = "".join(cells.get(f"{file}{rank}", ".") for file in _FILES)
            rows.append(re.sub(r"\.+", lambda empty: str(len(empty[0])), row))
        return f"{'/'.join(rows)} {'wb'[position.turn]} - - {position.clock} {position.number}"

    def read_fen(self, fen: str) -> str:
        """Castling rights and en passant are unknown to XBoard: complete pairs at home count as unmoved."""
        board, *rest = fen.split() or [""]
        cells = _read_board(board)
        self._read = cells
        squares = {square: "".join(_stack(cells, square)) for square in _squares()}
        rows = []
        for rank in range(8, 0, -1):
            stacks = [squares[f"{file}{rank}"] for file in "abcdefgh"]
            row = "".join(f"({stack})" if len(stack) == 2 else stack or "." for stack in stacks)
            rows.append(re.sub(r"\.+", lambda empty: str(len(empty[0])), row))
        held = "".join(piece for cell, piece in cells.items() if cell[1] in "09")
        rights = "".join(
            right
            for right, corner in zip("KQkq", ("h1", "a1", "h8", "a8"))
            if _same(squares["e" + corner[1]], _cased(self._royals, right))
            and _same(squares[corner], _cased("RR", right))
        )
        return " ".join([f"{'/'.join(rows)}[{held}]", *(rest[:1] or ["w"]), rights or "-", "-", *rest[3:]])

    def read_edit(self, board: str, turn: str) -> str:
        return self.read_fen(f"{board} {turn} - - 0 1")

    # Moves ------------------------------------------------------------------------------------------------------

    def receive(self, game: Game, ply: str, human: bool) -> Received:
        person = human or (self._aim != "" and ply.startswith(self._lifted))
        self._forget_clicks()
        self._follow(game)
        ply = ply.lower()
        begun = (*self._unfinished(), ply)
        fits = [(turn, way) for turn in self._legal(game) for way in turn.ways if way[: len(begun)] == begun]
        if fits:
            self._take(ply)
            return self._go_on(fits, len(begun), (), person)
        if not person:
            raise MoveError("belongs to no turn that is legal")
        if self._unfinished():
            raise MoveError("both halves promote: move the other one to the last rank, too")
        fits = self._meant(game, ply)
        if not fits:
            raise MoveError(self._why(game, ply))
        return self._go_on(fits, 0, (f"Illegal move (a turn of several plies): {ply}",), True)

    def _go_on(
        self, fits: list[tuple[Turn, tuple[str, ...]]], done: int, replies: tuple[str, ...], person: bool
    ) -> Received:
        """What is left of a turn is the engine's to send for a person, as far as there is no doubt about it."""
        turn, way = fits[0]
        if not person:
            if len(way) > done:
                return Received(None)
        else:
            rest = way[done:] if all(other is turn for other, _ in fits) else _common([w[done:] for _, w in fits])
            for ply in rest:
                self._take(ply)
            replies += tuple(f"move {ply}" for ply in rest)
            if done + len(rest) < len(way):
                return Received(None, replies)
        self._finish()
        return Received(turn.text, replies)

    def send(self, game: Game, move: str) -> list[str]:
        self._follow(game)
        way = self._way(game, move)
        for ply in way:
            self._take(ply)
        self._finish()
        return list(way)

    def line(self, position: Position, moves: Sequence[str]) -> list[str]:
        """`c1e3h -- d1f3`, as XBoard writes plies."""
        assert isinstance(position, bifold.Bifold)
        known = [cells for cells in self._boards[-1 - len(self._unfinished()) :][:1] if _agree(cells, position)]
        cells = known[0] if known else _spread(position)
        lines = []
        for text in moves:
            move = position.parse(text)
            way = next(_turns(position, cells, [move])).ways[0]
            lines.append(" ".join(way).replace(_NULL, "--"))
            for ply in way:
                cells = _after(cells, ply)
            position = position.make(move)
        return lines

    def notes(self, position: Position, moves: Sequence[str]) -> list[str]:
        return list(moves)

    def advice(self, game: Game, move: str) -> str:
        """`b1c3: click c1, d1, e3`."""
        self._follow(game)
        turn = next(turn for turn in self._legal(game) if turn.text == move)
        own = [_PLY.fullmatch(ply) for ply in turn.ways[0][::2]]  # the others are the opponent's
        first = next(ply for ply in own if ply is not None)
        others = [other for other in self._legal(game) if first[1] in other.movers and first[3] in other.aims]
        alone = any(not other.unit for other in others)
        clicks = [first[1], *([_beside(first[1])] if turn.unit and alone else []), first[3]]
        return f"{move}: click {', '.join(clicks)}"

    def mend(self, game: Game) -> list[str]:
        """Inside a turn the engine does not move: XBoard goes back to its beginning."""
        lines = []
        while self._unfinished():
            lines.append(self._refuse_last())
        return lines

    def plies(self, game: Game) -> int:
        self._follow(game)
        return len(self._plies)

    def undo(self) -> bool:
        whole = not self._unfinished()
        if whole:
            self._lengths.pop()
            self._turns = None
        self._plies.pop()
        self._boards.pop()
        self._forget_clicks()
        return whole

    def passed(self, game: Game, fen: str) -> int | None:
        fields = fen.split()
        if not self._plies or len(fields) < 3 or not fields[-1].isdecimal():
            return None
        board, side, number = fields[0], fields[1], int(fields[-1])
        index = 2 * number - 2 + (side == "b") - game.positions[0].turn
        if not 0 <= index < len(self._boards):
            return None
        return len(self._plies) - index if self._fen(self._boards[index], game.position).split()[0] == board else None

    def continuing(self, game: Game) -> tuple[int, ...]:
        self._follow(game)
        begun = self._unfinished()
        turns = self._legal(game) if begun else []
        return tuple(game.parse(turn.text) for turn in turns if any(way[: len(begun)] == begun for way in turn.ways))

    def unsettled(self, game: Game, user: int) -> bool:
        return game.turn != user or bool(self._unfinished())

    def _refuse_last(self) -> str:
        """The line that makes XBoard take back the last ply of an unfinished turn."""
        ply = self._plies[-1]
        self.undo()
        return f"Illegal move (taken back): {ply}"

    # Following the game -----------------------------------------------------------------------------------------

    def _follow(self, game: Game) -> None:
        """See XBoard's board at the beginning, and moves that came by another way."""
        if not self._boards:
            start = game.positions[0]
            assert isinstance(start, bifold.Bifold)
            self._boards = [self._read if self._read is not None and _agree(self._read, start) else _spread(start)]
        while len(self._lengths) < len(game.moves):
            seen = len(self._lengths)
            position = game.positions[seen]
            for ply in next(_turns(position, self._boards[-1], [game.moves[seen]])).ways[0]:
                self._take(ply)
            self._finish()

    def _legal(self, game: Game) -> list[Turn]:
        if self._turns is None:
            cells = self._boards[-1 - len(self._unfinished())]
            self._turns = list(_turns(game.position, cells, game.position.moves()))
        return self._turns

    def _way(self, game: Game, move: str) -> tuple[str, ...]:
        return next(_turns(game.position, self._boards[-1], [game.parse(move)])).ways[0]

    def _unfinished(self) -> tuple[str, ...]:
        return tuple(self._plies[sum(self._lengths) :])

    def _take(self, ply: str) -> None:
        self._boards.append(_after(self._boards[-1], ply))
        self._plies.append(ply)

    def _finish(self) -> None:
        self._lengths.append(len(self._unfinished()))
        self._turns = None

    # Clicks -----------------------------------------------------------------------------------------------------

    def lift(self, game: Game, square: str) -> list[str]:
        """XBoard announces a click on the mate by `put`, then `lift`, of its half-square."""
        if square != self._mate:
            self._lifted, self._mate = square, ""
        self._aim = ""
        self._follow(game)
        return [self._marks(game)]

    def put(self, game: Game, square: str) -> list[str]:
        self._aim = square
        self._follow(game)
        if not self._mate and square == _beside(self._lifted) and self._with_mate(game):
            self._mate = square
            return []
        if self._unfinished():
            plies = self._next(game)
        elif self._mate:  # XBoard would forget the choice: it is asked for afterwards
            plies = []
        else:
            turns = self._clicked(game, self._lifted, "", square)
            plies = [ply for turn in turns if turn.promotions for way in turn.ways for ply in way]
        kinds = {ply[4:].upper() for ply in plies if ply.startswith(self._lifted + square)}
        return ["choice " + "".join(kind for kind in _CHOICE_ORDER if kind in kinds)] if kinds else []

    def _next(self, game: Game) -> list[str]:
        """The plies that may come next inside a turn."""
        begun = self._unfinished()
        ways = [way for turn in self._legal(game) for way in turn.ways]
        return [way[len(begun)] for way in ways if way[: len(begun)] == begun]

    def _clicked(self, game: Game, lifted: str, mate: str, aim: str) -> list[Turn]:
        """The moves a person may mean: the lifted half's own, else the unit's; the unit's if he clicked on both."""
        found = [turn for turn in self._legal(game) if lifted in turn.movers and aim in turn.aims]
        alone = [turn for turn in found if not turn.unit]
        return [turn for turn in found if turn.unit] if mate or not alone else alone

    def _with_mate(self, game: Game) -> bool:
        return any(turn.unit and self._lifted in turn.movers for turn in self._legal(game))

    def _meant(self, game: Game, ply: str) -> list[tuple[Turn, tuple[str, ...]]]:
        """The turns, and their plies, of a person's click."""
        lifted, mate, aim, letter = _read_click(ply)
        fits = []
        for turn in self._clicked(game, lifted, mate, aim):
            ways = [way for way in turn.ways if self._chosen(way, lifted, letter, turn)]
            there = [way for way in ways if way[-1].startswith(lifted + aim)]  # of a lone piece
            fits += [(turn, way) for way in there or ways]
        return fits

    def _chosen(self, way: tuple[str, ...], lifted: str, letter: str, turn: Turn) -> bool:
        """Whether of a move's ways this is the one in which the lifted piece goes first, and becomes what is chosen."""
        own = [ply for ply in way if ply.startswith(turn.movers)]
        if not own or not own[0].startswith(lifted):
            return False
        return not turn.promotions or letter in ("", own[0][4:])

    def _marks(self, game: Game) -> str:
        """Yellow where the lifted half goes alone, red where it takes, green where only both go, cyan the mate, to be
        clicked for both. All else may be clicked too, to learn why not."""
        cells = self._boards[-1]
        piece = cells.get(self._lifted, "")
        colors = {
            f"{file}{rank}": "T"
            for file in _FILES
            for rank in range(10)
            if piece.isupper() != cells.get(f"{file}{rank}", piece.swapcase()).isupper()
        }
        if self._unfinished():
            colors.update((ply[2:4], "M") for ply in self._next(game) if ply.startswith(self._lifted))
        else:
            if not self._mate and self._with_mate(game):
                colors[_beside(self._lifted)] = "C"
            for aim in {aim for turn in self._legal(game) if self._lifted in turn.movers for aim in turn.aims}:
                for turn in self._clicked(game, self._lifted, self._mate, aim):
                    color = "R" if turn.takes else "Y"
                    if not self._mate:
                        color = "M" if turn.promotions else "G" if turn.unit else color
                    colors[aim] = color
        return marks({(_FILES.index(cell[0]), int(cell[1])): color for cell, color in colors.items()}, 16, 10)

    def _why(self, game: Game, ply: str) -> str:
        """What is wrong with a click, in words XBoard does not stumble over."""
        cells = self._boards[-1]
        lifted, mate, aim, _ = _read_click(ply)
        if not lifted:
            return "not a move from one half-square to another"
        piece = cells.get(lifted, "")
        if not piece:
            return "nothing stands there"
        if piece.isupper() != (game.turn == 0):
            return "not your piece"
        if aim[1] in "09":
            return "nobody moves into a hand"
        there = _stack(cells, _square(aim))
        friends = [other for other in there if other.isupper() == piece.isupper()]
        if lifted[1] in "09":
            return _why_no_drop(piece, there, aim)
        if len(friends) == 2 or (mate and friends):
            return "no room beside your own pieces" if mate else "two of your own stand there"
        if aim in cells and len(there) == 1 and not mate and piece.upper() != "P":
            if any(turn.aims & {_beside(aim)} and lifted in turn.movers for turn in self._legal(game)):
                return "a lone half takes no lone half; click beside it to share the square"
            return "a lone half takes no lone half"
        if mate and friends != there and len(there) == 2:
            return "a unit takes nothing that stands beside a friend"
        return "the two do not get there" if mate else f"{_names(piece)} does not get there"


def _why_no_drop(piece: str, there: list[str], aim: str) -> str:
    if len(there) == 2:
        return "the square is full"
    if "P" in piece.upper() and aim[1] == ("8" if piece.isupper() else "1"):
        return "a pawn is not dropped on the last rank"
    return "not to be dropped beside that piece" if there else "not to be dropped there"


def _names(piece: str) -> str:
    names = dict(zip(_KINDS, ("half Queen", "half Rook", "half Bishop", "Horse", "Wazir", "Ferz", *("pawn",) * 3)))
    return f"the {names[piece.upper()]}"


def _read_click(ply: str) -> tuple[str, str, str, str]:
    """Where a person clicked: on a piece, perhaps its mate, and the aim; and the promotion chosen."""
    both = _BOTH.fullmatch(ply)
    if both and both[3] == _beside(both[1]):
        return both[1], both[3], both[2], both[4]
    found = _PLY.fullmatch(ply)
    return found.group(1, 2, 3, 4) if found else ("", "", "", "")  # type: ignore[return-value]


# Half-squares ----------------------------------------------------------------------------------------------------


def _squares() -> Iterator[str]:
    return (f"{file}{rank}" for file in "abcdefgh" for rank in range(1, 9))


def _halves(square: str) -> tuple[str, str]:
    """The left and the right half of a square."""
    file = 2 * (ord(square[0]) - ord("a"))
    return f"{_FILES[file]}{square[1]}", f"{_FILES[file + 1]}{square[1]}"


def _square(cell: str) -> str:
    return f"{_FILES[_FILES.index(cell[0]) // 2]}{cell[1]}"


def _side(cell: str) -> int:
    """0 the left half of its square, 1 the right."""
    return _FILES.index(cell[0]) % 2


def _beside(cell: str) -> str:
    """The other half of the square."""
    return f"{_FILES[_FILES.index(cell[0]) ^ 1]}{cell[1]}" if cell else ""


def _stack(cells: Cells, square: str) -> list[str]:
    return [cells[cell] for cell in _halves(square) if cell in cells]


def _same(some: Iterable[str], others: Iterable[str]) -> bool:
    return sorted(some) == sorted(others)


def _cased(letters: str, like: str) -> str:
    return letters.upper() if like.isupper() else letters.lower()


def _hand_cells(color: int, kind: str) -> list[str]:
    """Where a captured piece may be laid, the best first: its own hand's row, then the other's."""
    own = [_FILES[(_HAND[kind] + place) % 16] for place in range(16)]
    return [f"{file}{(0, 9)[color]}" for file in own] + [f"{file}{(9, 0)[color]}" for file in reversed(_FILES)]


def _spread(position: bifold.Bifold) -> Cells:
    """A position laid out on half-squares, as the FEN orders its stacks and hands."""
    cells: Cells = {}
    for number in range(64):
        square = f"{'abcdefgh'[number % 8]}{number // 8 + 1}"
        cells.update(zip(_halves(square), position.stack(number)))
    for color in (0, 1):
        for letter in position.hand(color).upper():
            free = [cell for cell in _hand_cells(color, letter) if cell not in cells]
            if free:
                cells[free[0]] = _cased(letter, "Ww"[color])
    return cells


def _agree(cells: Cells, position: bifold.Bifold) -> bool:
    """Whether XBoard's board shows the position."""
    held = [piece for cell, piece in cells.items() if cell[1] in "09"]
    return _same(held, position.hand(0).upper() + position.hand(1).lower()) and all(
        _same(_stack(cells, f"{'abcdefgh'[number % 8]}{number // 8 + 1}"), position.stack(number))
        for number in range(64)
    )


def _read_board(board: str) -> Cells:
    """The ranks of XBoard's FEN.

    Raises:
        FenError: they are none of this board's.
    """
    rows = board.split("/")
    if len(rows) != 10:
        raise FenError(f"the board has {len(rows)} ranks, expected 10")
    cells: Cells = {}
    for rank, row in zip(range(9, -1, -1), rows):
        letters = re.sub(r"\d+", lambda empty: "." * min(int(empty[0]), 99), row)
        if len(letters) != 16:
            raise FenError(f"rank {rank} has {len(letters)} files, expected 16")
        for file, letter in zip(_FILES, letters):
            if letter == ".":
                continue
            if letter.upper() not in _KINDS:
                raise FenError(f"rank {rank} has the unknown letter '{letter}'")
            cells[f"{file}{rank}"] = letter
    return cells


def _after(cells: Cells, ply: str) -> Cells:
    """XBoard's board after one of our plies."""
    found = _PLY.fullmatch(ply)
    if found is None:
        return cells
    start, via, to, letter = found.groups("")
    left = {cell: piece for cell, piece in cells.items() if cell not in (start, via)}
    piece = cells[start]
    if letter.upper() in _CAPTURED_KIND:
        left[to] = _cased(_CAPTURED_KIND[letter.upper()], piece.swapcase())
    else:
        left[to] = _cased(letter, piece) if letter else piece
    return left


# Turns -----------------------------------------------------------------------------------------------------------


def _turns(position: Position, cells: Cells, moves: Iterable[int]) -> Iterator[Turn]:
    """The plies of moves, and the clicks for them."""
    assert isinstance(position, bifold.Bifold)
    for move in moves:
        yield _Player(position, cells, position.text(move), position.make(move)).turn()


class _Player:
    """Finds the plies of one move."""

    def __init__(self, position: bifold.Bifold, cells: Cells, text: str, then: bifold.Bifold):
        self.cells = cells
        self.color = position.turn
        self.text = text
        self.promotions = self.suffix = ""
        drop = _DROP.fullmatch(text)
        if drop:
            self.target = drop[2]
            self.victims: list[tuple[str, str]] = []  # piece and square
            self.choice = False
            piece = _cased(drop[1], "Ww"[self.color])
            held = tuple(cell for cell, other in cells.items() if self._mine(other) and cell[1] in "09")
            self.movers = tuple(cell for cell in held if cells[cell] == piece)
            self.unit = False
            if not self.movers:  # both rows were full when it was taken: another stands for it
                self.movers, self.suffix = held, drop[1]
            return
        found = _MOVE.fullmatch(text)
        assert found is not None, text
        origin, self.target, half, victim, promotions = found.groups("")
        own = [cell for cell in _halves(origin) if self._mine(cells.get(cell, ""))]
        self.movers = tuple(cell for cell in own if not half or cells[cell].lower() == half)
        self.unit = len(own) == 2 and not half
        self.promotions, self.suffix = promotions.upper(), promotions
        self.choice = bool(victim)
        behind = f"{self.target[0]}{origin[1]}"
        self.victims = [
            (piece, square)
            for square in dict.fromkeys((self.target, behind))
            for piece in _gone(self._enemies(position, square), self._enemies(then, square))
        ]

    def _mine(self, piece: str) -> bool:
        return bool(piece) and piece.isupper() == (self.color == 0)

    def _enemies(self, position: bifold.Bifold, square: str) -> str:
        stack = position.stack(8 * int(square[1]) - 8 + ord(square[0]) - ord("a"))
        return "".join(piece for piece in stack if not self._mine(piece))

    def turn(self) -> Turn:
        ways = tuple(dict.fromkeys(way for victims in self._victim_cells() for way in self._ways(victims)))
        return Turn(self.text, self.movers, self.unit, self._aims(), bool(self.victims), self.promotions, ways)

    def _victim_cells(self) -> list[tuple[str, ...]]:
        """The half-squares of the victims; several answers where either of two like pieces is taken."""
        if len(self.victims) != 1:
            taken: list[str] = []
            for piece, square in self.victims:
                taken.append(next(c for c in _halves(square) if self.cells.get(c) == piece and c not in taken))
            return [tuple(taken)]
        ((piece, square),) = self.victims
        return [(cell,) for cell in _halves(square) if self.cells.get(cell) == piece]

    def _aims(self) -> frozenset[str]:
        """Where a person clicks: on the victim where he has the choice, else anywhere on the square but on what
        stays there."""
        if self.choice:
            return frozenset(_halves(self.target)[_side(cell)] for (cell,) in self._victim_cells())
        victims = {cell for cells in self._victim_cells() for cell in cells}
        return frozenset(cell for cell in _halves(self.target) if cell not in self.cells or cell in victims)

    def _ways(self, victims: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        lead, cells = self._captures(victims)
        if not self.unit:
            for mover in self.movers:
                for ply in self._plies(cells, mover, victims):
                    yield (*lead, ply)
            return
        corner, to = self._rooks()
        for pair in self._pairs(cells, self.movers, self.target, self.promotions):
            if self.promotions:
                yield (_NULL, _NULL, *lead, *pair)
            elif corner:
                for rooks in self._pairs(cells, _halves(corner), to):
                    yield (*pair, _NULL, *rooks)
            else:
                yield (*lead, *pair)

    def _captures(self, victims: tuple[str, ...]) -> tuple[list[str], Cells]:
        """The victims' plies, and the board after them."""
        lead: list[str] = []
        cells = self.cells
        for victim in victims:
            kind = cells[victim].upper()
            if kind in _ROYALS:
                continue
            places = _hand_cells(self.color, kind)
            place = next((cell for cell in places if cell not in cells), places[0])
            ply = f"{victim}{place}{_CAPTURED[kind].lower()}"
            lead += [_NULL, ply]
            cells = _after(cells, ply)
        return lead, cells

    def _plies(self, cells: Cells, mover: str, victims: tuple[str, ...]) -> Iterator[str]:
        """Of one piece: it lands on a royal it takes, else where there is room, best on its own side."""
        royals = [victim for victim in victims if victim in cells]
        if len(royals) > 1:
            yield f"{mover}{royals[0]},{royals[0]}{royals[1]}{self.suffix}"
            return
        halves = _halves(self.target)
        for to in royals or dict.fromkeys((halves[_side(mover)], *halves)):
            if royals or to not in cells:
                yield f"{mover}{to}{self.suffix}"

    def _pairs(
        self, cells: Cells, halves: tuple[str, ...], square: str, promotions: str = ""
    ) -> Iterator[tuple[str, str, str]]:
        """Of two pieces that move together, either first; best each on its side."""
        for first, second in permutations(halves):
            for places in (_halves(square), _halves(square)[::-1]):
                to, beside = places[_side(first)], places[_side(second)]
                for letters in dict.fromkeys(permutations(promotions)):
                    one, two = letters or (cells[first], "")
                    yield f"{first}{to}{one.lower()}", _NULL, f"{second}{beside}{two.lower()}"

    def _rooks(self) -> tuple[str, str]:
        """From where and to where the rooks go if this is castling."""
        origin = _square(self.movers[0])
        rank = origin[1]
        royal = all(self.cells[cell].upper() in _ROYALS for cell in self.movers)
        if not royal or origin[0] != "e" or self.target[0] not in "cg":
            return "", ""
        return (f"h{rank}", f"f{rank}") if self.target[0] == "g" else (f"a{rank}", f"d{rank}")


def _gone(before: str, after: str) -> list[str]:
    left = list(after)
    return [piece for piece in before if piece not in left or left.remove(piece)]  # type: ignore[func-returns-value]


def _common(ways: list[tuple[str, ...]]) -> tuple[str, ...]:
    """What all of them begin with."""
    same = 0
    while all(len(way) > same and way[same] == ways[0][same] for way in ways):
        same += 1
    return ways[0][:same]


#: The four variants' projections, by name.
class Wazirs(Bifold):
    variant = "bifold-halfgi-wazirs"


class Handed(Bifold):
    variant = "bifold-halfgi-handed"


class Weak(Bifold):
    variant = "bifold-halfgi-weak"
