"""Tandem-84, slowly and plainly (rules: tandem-84.md and the shared README.md).

A square is ``42 * board + 6 * rank + file`` with board 0 on the left: a1 = 0, f7 = 41, g1 = 42, l7 = 83, so the
corresponding square is 42 away. All squares are 84 strings: "" or a FEN letter, upper case for White. One board
is a slice of 42 of them, whose own squares are called spots (0 to 41). As nothing but a drop looks at both boards,
what a piece can do is asked of one board at a time; those answers are cached. Every turn is made on a copy and
thrown away if the mover's king is not safe at its end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from reference import common
from reference.common import drawn, read_board, read_counters, read_side, split_fields, write_board, write_counters

START_FEN = "gbmcnrrnkqbg/pppppppppppp/12/12/12/PPPPPPPPPPPP/GBQKNRRNCMBG w KDkd - 1 0 1"

FILES, RANKS = 6, 7
BOARD = FILES * RANKS
BOARD_NAMES = ("left", "right")
SIDES = ("White", "Black")
LETTERS = "KQMCRBNGP"
PROMOTIONS = "QMCRBNG"  # T9
RIGHTS_ORDER = "KDkd"
GHOST_MOVES = ("step", "step-peaceful", "glide-peaceful")
REPLIES = ("either", "first")
DEFAULTS = ("", "w", "-", "-", "2", "0", "1")  # of the FEN's fields

Half = tuple[str, ...]  # one board
Vector = tuple[int, int]  # (files, ranks)


@dataclass(frozen=True)
class Options:
    """What players may differ about: GhostMove (T8), SwapCompounds (the letters C and M), EnPassantReply (T7)."""

    ghost_move: str = "step"
    swap_compounds: bool = False
    reply: str = "either"

    def __post_init__(self) -> None:
        if self.reply not in REPLIES:
            raise ValueError(f"EnPassantReply {self.reply!r} must be one of {', '.join(REPLIES)}")
        if self.ghost_move not in GHOST_MOVES:
            raise ValueError(f"GhostMove {self.ghost_move!r} must be one of {', '.join(GHOST_MOVES)}")


# --------------------------------------------------------------------------------------------------- squares


def cased(letter: str, colour: int) -> str:
    """The FEN letter of a piece of that colour."""
    return letter.upper() if colour == 0 else letter.lower()


def belongs(piece: str, colour: int) -> bool:
    """Is it a piece (not "") of that colour?"""
    return bool(piece) and piece.isupper() == (colour == 0)


def square_name(square: int) -> str:
    board, spot = divmod(square, BOARD)
    return "abcdefghijkl"[FILES * board + spot % FILES] + "1234567"[spot // FILES]


def square_number(name: str) -> int:
    if not re.fullmatch("[a-l][1-7]", name):
        raise ValueError(f"{name!r} is no square")
    board, file = divmod("abcdefghijkl".index(name[0]), FILES)
    return BOARD * board + FILES * (int(name[1]) - 1) + file


def corresponding(square: int) -> int:
    """The same square of the other board."""
    return (square + BOARD) % (2 * BOARD)


def by_file_and_rank(square: int) -> str:
    """Sort key of the FEN's en-passant squares."""
    return square_name(square)


def rank_for(square: int, colour: int) -> int:
    """The rank, 1 to 7, as that player counts."""
    rank = square % BOARD // FILES + 1
    return rank if colour == 0 else RANKS + 1 - rank


def forward(colour: int) -> int:
    """What a pawn's step adds to its square."""
    return FILES if colour == 0 else -FILES


def passed_by(square: int) -> int:
    """The player whose pawns pass over that square in a double step (third ranks)."""
    return 0 if rank_for(square, 0) == 3 else 1


def pawn_beyond(square: int) -> int:
    """Where the pawn stands that passed over that square in a double step."""
    return square + forward(passed_by(square))


# ------------------------------------------------------------------------------------------ what pieces attack

ORTHOGONAL: tuple[Vector, ...] = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL: tuple[Vector, ...] = ((1, 1), (1, -1), (-1, 1), (-1, -1))
ALL_AROUND = ORTHOGONAL + DIAGONAL
JUMPS: tuple[Vector, ...] = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))

SLIDES = {"R": ORTHOGONAL, "B": DIAGONAL, "Q": ALL_AROUND, "M": ORTHOGONAL, "C": DIAGONAL}
STEPS = {"K": ALL_AROUND, "N": JUMPS, "M": JUMPS, "C": JUMPS, "G": ALL_AROUND}


@cache
def step(spot: int, vector: Vector) -> int | None:
    """The spot that far away, None beyond the edge of the board."""
    file, rank = spot % FILES + vector[0], spot // FILES + vector[1]
    return FILES * rank + file if 0 <= file < FILES and 0 <= rank < RANKS else None


def slide(half: Half, spot: int, directions: Sequence[Vector]) -> Iterator[int]:
    """The spots along lines up to and including the first piece."""
    for direction in directions:
        target = step(spot, direction)
        while target is not None:
            yield target
            if half[target]:
                break
            target = step(target, direction)


def leap(spot: int, vectors: Sequence[Vector]) -> Iterator[int]:
    for vector in vectors:
        target = step(spot, vector)
        if target is not None:
            yield target


def kind_of(piece: str, options: Options) -> str:
    """The upper-case letter whose moves the piece has."""
    kind = piece.upper()
    if options.swap_compounds and kind in ("C", "M"):
        return "M" if kind == "C" else "C"
    return kind


@lru_cache(maxsize=200_000)
def attacks(half: Half, spot: int, options: Options) -> tuple[int, ...]:
    """The spots where the piece could capture, whatever stands there now."""
    piece = half[spot]
    kind = kind_of(piece, options)
    if kind == "P":
        ahead = 1 if piece == "P" else -1
        return tuple(leap(spot, ((-1, ahead), (1, ahead))))
    if kind == "G" and options.ghost_move != "step":
        return ()  # T8: a peaceful ghost gives no check
    return (*slide(half, spot, SLIDES.get(kind, ())), *leap(spot, STEPS.get(kind, ())))


@lru_cache(maxsize=200_000)
def attacked(half: Half, spot: int, colour: int, options: Options) -> bool:
    """T4: could a piece of that colour, on this board and by an ordinary move, capture on that spot?"""
    return any(belongs(piece, colour) and spot in attacks(half, at, options) for at, piece in enumerate(half) if piece)


# ------------------------------------------------------------------------------------------- moves on one board


class Way(NamedTuple):
    """Where an ordinary move goes, and how: "", "double", "en passant" or "swap" (the ghost's)."""

    spot: int
    how: str = ""


@lru_cache(maxsize=200_000)
def ordinary(half: Half, spot: int, passed: tuple[int, ...], options: Options) -> tuple[Way, ...]:
    """The ordinary moves of the piece on one board; `passed` holds the spots where it may take en passant."""
    piece = half[spot]
    colour = 0 if piece.isupper() else 1
    if piece in "Pp":
        return tuple(_pawn_ways(half, spot, colour, passed, options))
    ways = []
    if piece in "Gg":
        reached: Iterator[int] = leap(spot, ALL_AROUND)
        if options.ghost_move == "glide-peaceful":
            reached = slide(half, spot, ALL_AROUND)
        for target in reached:
            if belongs(half[target], colour) and half[target] != piece:  # T8: not with the other ghost
                ways.append(Way(target, "swap"))
            elif not half[target]:
                ways.append(Way(target))
    # What a piece attacks it may also go to when nothing is there; the ghost's vacant squares are all done.
    for target in attacks(half, spot, options):
        if half[target]:
            if belongs(half[target], 1 - colour) and half[target] not in "Kk":  # T4: kings are never captured
                ways.append(Way(target))
        elif piece not in "Gg":
            ways.append(Way(target))
    return tuple(ways)


def _pawn_ways(half: Half, spot: int, colour: int, passed: tuple[int, ...], options: Options) -> Iterator[Way]:
    ahead = spot + forward(colour)  # on the board, since no pawn stands on its last rank
    if not half[ahead]:
        yield Way(ahead)
        if rank_for(spot, colour) == 2 and not half[ahead + forward(colour)]:  # T7: always, moved or not
            yield Way(ahead + forward(colour), "double")
    for target in attacks(half, spot, options):
        if belongs(half[target], 1 - colour) and half[target] not in "Kk":
            yield Way(target)
        elif target in passed:  # T7: always vacant
            yield Way(target, "en passant")


# ----------------------------------------------------------------------------------------------------- moves


class Move(NamedTuple):
    """One move of a turn.

    `how` is "", "double", "en passant", "swap" (of either kind) or "castling", whose target is the rook's square;
    `dropped` says that the mover first went to the corresponding square; `letter` is promoted to.
    """

    origin: int
    target: int
    how: str = ""
    dropped: bool = False
    letter: str = ""

    def text(self) -> str:
        marks = ("/" if self.dropped else "") + ("~" if self.how == "swap" else "")
        return square_name(self.origin) + marks + square_name(self.target) + self.letter.lower()


class Castling(NamedTuple):
    """T10: a castling; all squares are numbers. The vacant squares must be unattacked as well."""

    king: int
    king_to: int
    rook: int
    rook_to: int
    vacant: tuple[int, ...]


def _castling(squares: str) -> Castling:
    king, king_to, rook, rook_to, *vacant = (square_number(name) for name in squares.split())
    return Castling(king, king_to, rook, rook_to, tuple(vacant))


CASTLINGS = {
    "K": _castling("d1 e1 f1 d1 e1"),
    "D": _castling("d1 h1 g1 i1 j1 i1 h1"),
    "k": _castling("i7 h7 g7 i7 h7"),
    "d": _castling("i7 e7 f7 d7 c7 d7 e7"),
}


def castling_of(move: Move) -> Castling:
    return next(each for each in CASTLINGS.values() if (each.king, each.rook) == (move.origin, move.target))


Turn = tuple[Move, ...]  # one or two moves


def turn_text(turn: Turn) -> str:
    return ",".join(move.text() for move in turn)


# -------------------------------------------------------------------------------------------------- position


@dataclass(frozen=True)
class Position:
    """An immutable position, at the start of a turn or inside one.

    `moves` is how many moves this turn still has. Inside a turn it is 1, `moved` holds the square of the piece
    that has moved (two after castling, the king's first) and `must` is the board that must move now.
    """

    board: tuple[str, ...]
    turn: int  # 0 White, 1 Black
    rights: str  # a subset of KDkd, in that order
    passed: tuple[int, ...]  # vacant squares passed over by pawns still standing beyond them, by file and rank
    moves: int
    must: int | None
    moved: tuple[int, ...]
    clock: int  # turns since the last capture, promotion or move begun by a pawn
    number: int  # the turn number
    options: Options = Options()

    # -------------------------------------------------------------------------------------------------- FEN

    @classmethod
    def start(cls, options: Options = Options()) -> Position:
        return cls.from_fen(START_FEN, options)

    @classmethod
    def from_fen(cls, fen: str, options: Options = Options()) -> Position:
        """Read a FEN; ValueError names what is wrong."""
        placement, side, rights, passed, moves, clock, number = split_fields(fen, DEFAULTS)
        board = _read_board(placement)
        turn = read_side(side)
        left, must, moved = _read_moves(moves, board, turn)
        position = cls(
            board,
            turn,
            _read_rights(rights, board, moved),
            _read_passed(passed, board, turn, moved, options),
            left,
            must,
            moved,
            *read_counters(clock, number, "turn number"),
            options,
        )
        if moved:
            # The turn's first move may well have given check. T2: without a second move the turn would be over.
            if not position.legal:
                raise ValueError(f"no second move is legal after the move to {square_name(moved[0])}")
        elif position.checked(1 - turn):
            raise ValueError("the side not to move is in check")
        return position

    def fen(self) -> str:
        """The canonical, complete FEN."""
        board: tuple[str, ...] = ()
        for rank in range(RANKS):
            board += self.board[FILES * rank :][:FILES] + self.board[BOARD + FILES * rank :][:FILES]
        moves = str(self.moves)
        if self.must is not None:
            moves = f"1:{BOARD_NAMES[self.must]}:{','.join(map(square_name, self.moved))}"
        passed = "".join(map(square_name, self.passed)) or "-"
        side = "wb"[self.turn]
        placement = write_board(board, 2 * FILES)
        return f"{placement} {side} {self.rights or '-'} {passed} {moves} {write_counters(self.clock, self.number)}"

    # ------------------------------------------------------------------------------------------------ attacks

    def checked(self, colour: int) -> bool:
        """T4: is that player's king in check?"""
        return _checked(self.board, colour, self.options)

    def in_check(self) -> bool:
        """Is the king of the side to move in check?"""
        return self.checked(self.turn)

    def attacked_squares(self, colour: int) -> set[str]:
        """The squares, of both boards, where that player's pieces could take by ordinary moves (T4)."""
        return {
            square_name(square)
            for square in range(2 * BOARD)
            if attacked(_half(self.board, square), square % BOARD, colour, self.options)
        }

    # ------------------------------------------------------------------------------------------- single moves

    def _moves_from(self, origin: int) -> Iterator[Move]:
        """The single moves of the piece there, its king's safety left aside."""
        piece = self.board[origin]
        # T5, T6: a king in check neither drops nor begins a swap, and of its friends only a ghost swaps with it.
        stuck = self.in_check()
        yield from self._ordinary_moves(self.board, origin, origin)
        other = corresponding(origin)
        partner = self.board[other]
        if not partner:
            if not (stuck and piece in "Kk"):
                board = list(self.board)
                board[origin], board[other] = "", piece
                yield from self._ordinary_moves(tuple(board), origin, other)
        elif (
            belongs(partner, self.turn)
            and partner != piece
            and not (stuck and (piece in "Kk" or (partner in "Kk" and piece not in "Gg")))
        ):
            yield Move(origin, other, "swap")
        for right in self.rights:
            castling = CASTLINGS[right]
            if castling.king == origin and belongs(right, self.turn) and self._may_castle(castling):
                yield Move(origin, castling.rook, "castling")

    def _ordinary_moves(self, board: tuple[str, ...], origin: int, start: int) -> Iterator[Move]:
        """The ordinary moves from `start`, where the piece stands that began its move on `origin`."""
        first = start - start % BOARD  # the board's first square
        # T7: own double steps are among the passed squares inside a turn.
        passed = tuple(
            square - first
            for square in self.passed
            if square // BOARD == start // BOARD and passed_by(square) != self.turn
        )
        for spot, how in ordinary(_half(board, start), start % BOARD, passed, self.options):
            target = first + spot
            # The pawn that changes its rank: the mover, or the one that goes to where the ghost began (T8).
            pawn, lands = board[start], target
            if how == "swap":
                pawn, lands = board[target], origin
            letters = [""]
            if pawn in "Pp":
                rank = rank_for(lands, self.turn)
                if rank == 1:
                    continue  # T8
                if rank == RANKS:
                    letters = list(PROMOTIONS)  # T9
            for letter in letters:
                yield Move(origin, target, how, start != origin, letter)

    def _may_castle(self, castling: Castling) -> bool:
        """T10; the right says that king and rook stand at home, unmoved."""
        if self.in_check() or any(self.board[square] for square in castling.vacant):
            return False
        lifted = list(self.board)
        lifted[castling.king] = ""
        return not any(
            attacked(_half(tuple(lifted), square), square % BOARD, 1 - self.turn, self.options)
            for square in castling.vacant
        )

    @cached_property
    def single_moves(self) -> list[Move]:
        """All single moves of the side to move as its next one, its king's safety left aside."""
        moves: list[Move] = []
        for origin, piece in enumerate(self.board):
            # T1: the second move begins on the other board, with a piece that has not moved.
            wrong_board = self.must is not None and origin // BOARD != self.must
            if belongs(piece, self.turn) and not wrong_board and origin not in self.moved:
                moves += self._moves_from(origin)
        return moves

    def board_after(self, move: Move) -> tuple[str, ...]:
        board = list(self.board)
        mover = board[move.origin]
        if move.how == "castling":
            castling = castling_of(move)
            rook = board[castling.rook]
            board[castling.king] = board[castling.rook] = ""
            board[castling.king_to], board[castling.rook_to] = mover, rook
            return tuple(board)
        promoted = cased(move.letter, self.turn)
        if move.how == "swap":  # T6, T8: the other piece goes to where the mover began, dropped or not
            board[move.origin], board[move.target] = promoted or board[move.target], mover
            return tuple(board)
        board[move.origin], board[move.target] = "", promoted or mover
        if move.how == "en passant":
            board[pawn_beyond(move.target)] = ""
        return tuple(board)

    def after(self, move: Move) -> Position:
        """The position inside the turn, after this move and before any other; the king's safety is left aside."""
        board = self.board_after(move)
        passed = set(self.passed)
        if move.how == "double":
            passed.add(move.target - forward(self.turn))
        # T7: neither once the pawn is gone nor once a piece stands on the square passed over.
        pawns = [cased("P", colour) for colour in range(2)]
        passed = {
            square for square in passed if not board[square] and board[pawn_beyond(square)] == pawns[passed_by(square)]
        }
        if self.options.reply == "first":  # T7: the turn's second move may not take the opponent's pawns so
            passed = {square for square in passed if passed_by(square) == self.turn}
        # T10: every move, swap, displacement or capture changes what stands on the piece's square.
        rights = [
            right
            for right in self.rights
            if board[CASTLINGS[right].king] == self.board[CASTLINGS[right].king]
            and board[CASTLINGS[right].rook] == self.board[CASTLINGS[right].rook]
        ]
        moved: tuple[int, ...] = (move.target,)
        if move.how == "castling":
            castling = castling_of(move)
            moved = (castling.king_to, castling.rook_to)
        taken = board.count("") > self.board.count("")
        resets = taken or move.letter or self.board[move.origin] in "Pp"  # T11
        clock = self.clock if self.moved else self.clock + 1  # turns: the first move has advanced it
        return replace(
            self,
            board=board,
            rights="".join(rights),
            passed=tuple(sorted(passed, key=by_file_and_rank)),
            moves=self.moves - 1,
            must=1 - move.origin // BOARD,
            moved=moved,
            clock=0 if resets else clock,
        )

    def _end_turn(self) -> Position:
        """The opponent's turn."""
        return replace(
            self,
            turn=1 - self.turn,
            passed=tuple(square for square in self.passed if passed_by(square) == self.turn),  # T7
            moves=2,
            must=None,
            moved=(),
            number=self.number + self.turn,
        )

    # -------------------------------------------------------------------------------------------------- turns

    def safe_moves(self) -> list[Move]:
        """The single moves after which the own king is safe."""
        return [
            move
            for move in self.single_moves
            if not _checked(self.board_after(move), self.turn, self.options)  # T3
        ]

    @cached_property
    def legal(self) -> dict[str, Turn]:
        """The legal turns by text; inside a turn, its legal second moves."""
        turns: list[Turn] = []
        if self.moves == 1:
            turns = [(move,) for move in self.safe_moves()]
        else:
            for first in self.single_moves:
                between = self.after(first)
                seconds = between.safe_moves()
                turns += [(first, second) for second in seconds]
                if not seconds and not between.in_check():  # T2
                    turns.append((first,))
        legal = {turn_text(turn): turn for turn in turns}
        assert len(legal) == len(turns), "two turns have one text"
        return legal

    def legal_moves(self) -> list[str]:
        """The canonical texts of all legal turns, sorted; inside a turn those of its second moves."""
        return sorted(self.legal)

    @cached_property
    def _by_first(self) -> dict[str, list[Turn]]:
        """The legal turns by the text of their first move."""
        groups: dict[str, list[Turn]] = {}
        for turn in self.legal.values():
            groups.setdefault(turn[0].text(), []).append(turn)
        return groups

    def _turns_from(self, first: str) -> list[Turn]:
        turns = self._by_first.get(first.lower())
        if turns is None:
            raise ValueError(f"{first!r} begins no legal turn")
        return turns

    def first_moves(self) -> list[str]:
        """The canonical texts of the single moves that some legal turn begins with, sorted."""
        return sorted(self._by_first)

    def second_moves(self, first: str) -> list[str]:
        """The canonical texts of the single moves that may follow a first move, sorted; [] if it ends the turn."""
        return sorted(turn[1].text() for turn in self._turns_from(first) if len(turn) > 1)

    def canonical(self, text: str) -> str:
        """The canonical text of a turn in any case, with promotions left out where there is no choice.

        A turn has neither victims nor movers to leave out, and its first move alone does not stand for it.
        """
        text = text.lower()
        if text in self.legal:
            return text
        asked = text.split(",")
        fitting = []
        for legal, turn in self.legal.items():
            spellings = [{move.text(), move._replace(letter="").text()} for move in turn]
            if len(asked) == len(turn) and all(part in either for part, either in zip(asked, spellings)):
                fitting.append(legal)
        if len(fitting) > 1:
            raise ValueError(f"{text!r} could be {', '.join(sorted(fitting))}")
        if not fitting:
            raise ValueError(f"{text!r} is not a legal turn")
        return fitting[0]

    def push(self, text: str) -> Position:
        """The position after a legal turn; ValueError if it is not one."""
        position = self
        for move in self.legal[self.canonical(text)]:
            position = position.after(move)
        return position._end_turn()

    def push_first(self, text: str) -> Position:
        """The position after the first move of a legal turn: inside the turn, or after it if the turn is over."""
        turn = self._turns_from(text)[0]
        after = self.after(turn[0])
        return after if len(turn) > 1 else after._end_turn()

    # ------------------------------------------------------------------------------------------------ results

    def repetition_key(self) -> object:
        """Equal for the same position at the start of a turn."""
        passants = {move.target for turn in self.legal.values() for move in turn if move.how == "en passant"}
        passed = tuple(square for square in self.passed if square in passants)
        return (self.board, self.turn, self.rights, passed, self.moves, self.must, self.moved)

    def outcome(self, history: list[object]) -> tuple[str, str] | None:
        """(result, reason) if the game is over; `history` holds the keys so far, this position's included."""
        if not self.legal:  # T3
            if self.in_check():
                return ("0-1" if self.turn == 0 else "1-0"), "checkmate"
            return "1/2-1/2", "stalemate"
        if self.moved:
            return None  # T11 looks at positions between turns
        return drawn(history, self.repetition_key(), self.clock)

    def perft(self, depth: int) -> int:
        """Leaves of the tree of legal turns; draws by rule do not end a line."""
        return common.perft(self, depth)


def _half(board: tuple[str, ...], square: int) -> Half:
    """The board of that square."""
    return board[:BOARD] if square < BOARD else board[BOARD:]


def _checked(board: tuple[str, ...], colour: int, options: Options) -> bool:
    """T4: is that player's king in check?"""
    king = board.index(cased("K", colour))
    return attacked(_half(board, king), king % BOARD, 1 - colour, options)


# ----------------------------------------------------------------------------------------------- FEN fields


def _piece(letter: str, rank: int) -> str:
    if letter.upper() not in LETTERS or not letter.isascii():
        raise ValueError(f"rank {rank} has the unknown letter {letter!r}")
    return letter


def _read_board(placement: str) -> tuple[str, ...]:
    board = [""] * (2 * BOARD)
    for place, piece in enumerate(read_board(placement, RANKS, 2 * FILES, _piece)):
        rank, name = place // (2 * FILES) + 1, f"{'abcdefghijkl'[place % (2 * FILES)]}{place // (2 * FILES) + 1}"
        if piece in ("P", "p") and rank in (1, RANKS):  # T11
            raise ValueError(f"a pawn stands on rank {rank}, {name}")
        board[square_number(name)] = piece
    for colour, side in enumerate(SIDES):
        kings = board.count(cased("K", colour))
        if kings != 1:
            raise ValueError(f"{side} has {kings} kings, expected 1")
    return tuple(board)


def _read_rights(field: str, board: tuple[str, ...], moved: tuple[int, ...]) -> str:
    """The third field: the castlings whose king and rook have never moved (T10)."""
    if field == "-":
        return ""
    for right in field:
        if right not in RIGHTS_ORDER:
            raise ValueError(f"unknown castling right {right!r}")
        if field.count(right) > 1:
            raise ValueError(f"castling right {right} is given twice")
        colour = 0 if right.isupper() else 1
        for letter, home in (("K", CASTLINGS[right].king), ("R", CASTLINGS[right].rook)):
            piece, name = cased(letter, colour), square_name(home)
            if board[home] != piece:
                raise ValueError(f"castling right {right} without the {piece} on {name}")
            if home in moved:
                raise ValueError(f"castling right {right}, but the {piece} on {name} has moved in this turn")
    return "".join(right for right in RIGHTS_ORDER if right in field)


def _read_moves(field: str, board: tuple[str, ...], turn: int) -> tuple[int, int | None, tuple[int, ...]]:
    """The fifth field: the moves left in this turn and, inside a turn, the board that must move and what moved."""
    if field in ("1", "2"):
        return int(field), None, ()
    parts = field.split(":")
    if len(parts) != 3 or parts[0] != "1":
        raise ValueError(f"moves in this turn {field!r} must be 1, 2 or 1:board:square")
    if parts[1] not in BOARD_NAMES:
        raise ValueError(f"the board to move {parts[1]!r} must be left or right")
    must = BOARD_NAMES.index(parts[1])
    moved = []
    for name in parts[2].split(","):
        if not re.fullmatch("[a-l][1-7]", name):
            raise ValueError(f"the piece that moved stands on {name!r}, which is no square")
        moved.append(square_number(name))
        if not belongs(board[moved[-1]], turn):
            raise ValueError(f"no piece of the side to move on {name}, where one moved")
    if len(moved) > 1:
        for right, castling in CASTLINGS.items():
            if belongs(right, turn) and moved == [castling.king_to, castling.rook_to]:
                if must == castling.king // BOARD:
                    raise ValueError(f"castling began on the {parts[1]} board, so the other one must move")
                break
        else:
            raise ValueError(f"{parts[2]} are not the king's and the rook's squares after castling")
        if [board[square].upper() for square in moved] != ["K", "R"]:
            raise ValueError(f"no king and rook on {parts[2]}, where they castled")
    return 1, must, tuple(moved)


def _read_passed(field: str, board: Half, turn: int, moved: tuple[int, ...], options: Options) -> tuple[int, ...]:
    """The fourth field: the squares passed over by double steps (T7)."""
    if field == "-":
        return ()
    if not re.fullmatch("([a-l][1-7])+", field):
        raise ValueError(f"en passant field {field!r} must be - or squares joined")
    names = re.findall("..", field)
    squares = [square_number(name) for name in names]
    for name, square in zip(names, squares):
        if names.count(name) > 1:
            raise ValueError(f"en passant square {name} is given twice")
        passer = passed_by(square)
        # Inside a turn the first move may have been a double step itself.
        if rank_for(square, passer) != 3 or (passer == turn and not moved):
            raise ValueError(f"en passant square {name} is on the wrong rank")
        if options.reply == "first" and passer != turn and moved:
            raise ValueError(f"en passant square {name} was for the turn's first move (EnPassantReply=first)")
        if board[square]:
            raise ValueError(f"en passant square {name} is occupied")
        if board[pawn_beyond(square)] != cased("P", passer):
            raise ValueError(f"en passant square {name} without a pawn of {SIDES[passer]} beyond it")
        if passer == turn and moved != (pawn_beyond(square),):
            raise ValueError(f"en passant square {name}, but the pawn beyond it is not the piece that moved")
    if sum(passed_by(square) != turn for square in squares) > 2:
        raise ValueError(f"en passant field {field!r} has more than two squares of {SIDES[1 - turn]}")
    return tuple(sorted(squares, key=by_file_and_rank))
