"""The Half Chess family, slowly and plainly (rules: half-chess-family.md and the shared README.md).

A square is ``8 * rank + file`` (a1 = 0, h8 = 63). A board is 64 strings: "" or a FEN letter, upper case for
White. Every move is made on a copy of the board and thrown away if the mover's king is attacked afterwards.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import NamedTuple

from reference import common
from reference.armies import BASICS, army_error
from reference.common import (
    drawn,
    read_board,
    read_counters,
    read_side,
    split_fields,
    split_hand,
    write_board,
    write_counters,
)

AUGMENTED = tuple(BASICS)  # the two games with armies
DROPS = ("halfgi", "chessgi")  # the games with hands
HALFLING = ("augmented-half-chess", "half-chess", "halfgi")  # the games whose sliders are halflings (R1)
# 'chessgi' is no game of the project: Halfgi's rules with FIDE's pieces, for published perft numbers.
VARIANTS: tuple[str, ...] = (
    "augmented-half-chess", "half-chess", "halfgi", "augmented-chess", "normal", "chessgi",
)  # fmt: skip
# The pieces behind R, N, B, Q where there are no armies.
FIXED_CODES = {"half-chess": "RCBQ", "halfgi": "RCBQ", "normal": "RNBQ", "chessgi": "RNBQ"}

OWN_LETTERS = "RNBQ"
FOREIGN_LETTERS = "THEM"  # the opponent's army's R N B Q
HAND_ORDER = "QRBNP"
CASTLING_ORDER = "KQkq"
START_BOARD = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

Vector = tuple[int, int]  # (files, ranks)


# ---------------------------------------------------------------------------------------------------- pieces

ORTHOGONAL: frozenset[Vector] = frozenset({(1, 0), (-1, 0), (0, 1), (0, -1)})
DIAGONAL: frozenset[Vector] = frozenset({(1, 1), (1, -1), (-1, 1), (-1, -1)})
SLIDES: dict[str, frozenset[Vector]] = {"R": ORTHOGONAL, "B": DIAGONAL, "Q": ORTHOGONAL | DIAGONAL}

# R2, White's leaps.
LEAPS: dict[str, frozenset[Vector]] = {
    "W": ORTHOGONAL,
    "F": DIAGONAL,
    "D": frozenset({(2, 0), (-2, 0), (0, 2), (0, -2)}),
    "A": frozenset({(2, 2), (2, -2), (-2, 2), (-2, -2)}),
    "C": frozenset({(1, 2), (-1, 2), (2, -1), (-2, -1)}),
    "V": frozenset({(1, 2), (-1, 2), (1, -2), (-1, -2)}),
    "S": frozenset({(2, 1), (2, -1), (-2, 1), (-2, -1)}),
}
LEAPS["N"] = LEAPS["V"] | LEAPS["S"]  # R2: V+S = Knight
LEAPS["I"] = LEAPS["V"] | LEAPS["F"]  # R2: V+F = Fibnif


@dataclass(frozen=True)
class Movement:
    """How a piece attacks, seen from White's side; equal movements are identical types (A7)."""

    slides: frozenset[Vector]
    leaps: frozenset[Vector]
    halfling: bool


def movement(code: str, halfling: bool) -> Movement:
    """The movement of a piece code such as `RVF`: it moves as any of its letters' pieces (A1)."""
    slides: frozenset[Vector] = frozenset()
    leaps: frozenset[Vector] = frozenset()
    for letter in code:
        slides |= SLIDES.get(letter, frozenset())
        leaps |= LEAPS.get(letter, frozenset())
    # A slide always reaches the next square, so a leap there adds nothing (A4).
    return Movement(slides, leaps - slides, halfling)


KING = movement("WF", False)
PAWN_ATTACK = Movement(frozenset(), frozenset({(-1, 1), (1, 1)}), False)


def slide_range(distance: int, halfling: bool) -> int:
    """R1: a halfling slides at most ceil(d/2) squares, d counted to the edge of an empty board."""
    return (distance + 1) // 2 if halfling else distance


Rays = tuple[tuple[int, ...], ...]


@cache
def rays_of(how: Movement, colour: int) -> tuple[Rays, ...]:
    """For every square the lines of squares the piece may run along; a leap is a line of one square."""
    result = []
    for square in range(64):
        file, rank = square % 8, square // 8
        rays = []
        for dx, dy in sorted(how.slides):
            line = []
            x, y = file + dx, rank + dy
            while 0 <= x < 8 and 0 <= y < 8:
                line.append(8 * y + x)
                x, y = x + dx, y + dy
            rays.append(tuple(line[: slide_range(len(line), how.halfling)]))
        for dx, dy in sorted(how.leaps):
            x, y = file + dx, rank + (dy if colour == 0 else -dy)  # R2: Black's leaps are mirrored
            if 0 <= x < 8 and 0 <= y < 8:
                rays.append((8 * y + x,))
        result.append(tuple(ray for ray in rays if ray))
    return tuple(result)


@cache
def reach_of(how: Movement, colour: int) -> tuple[frozenset[int], ...]:
    """For every square what the piece attacks from there on an empty board."""
    return tuple(frozenset(square for ray in rays for square in ray) for rays in rays_of(how, colour))


class Rules:
    """What a variant and its armies fix for a whole game: how letters move, what a pawn promotes to."""

    def __init__(self, variant: str, armies: tuple[str, str] | None) -> None:
        self.variant = variant
        self.armies = armies
        self.rays: dict[str, tuple[Rays, ...]] = {}
        self.reach: dict[str, tuple[frozenset[int], ...]] = {}
        self.rewrite: dict[str, str] = {}  # any FEN letter -> the letter its type is written with
        self.promotions: list[str] = ["", ""]  # A7: by colour, the letters (upper case) a pawn promotes to
        halfling = variant in HALFLING
        for colour in (0, 1):
            if armies is None:
                types = dict(zip(OWN_LETTERS, FIXED_CODES[variant]))
            else:
                types = dict(zip(OWN_LETTERS, armies[colour].split("-")))
                types.update(zip(FOREIGN_LETTERS, armies[1 - colour].split("-")))
            moves = {letter: movement(code, halfling) for letter, code in types.items()}
            for letter, how in moves.items():
                # A foreign letter is rewritten to the first letter of the same movement, own letters first.
                same = letter
                if letter in FOREIGN_LETTERS:
                    same = next(other for other in moves if moves[other] == how)
                self.rewrite[cased(letter, colour)] = cased(same, colour)
                if same == letter:
                    self.promotions[colour] += letter
            moves["K"] = KING
            moves["P"] = PAWN_ATTACK
            for letter, how in moves.items():
                self.rays[cased(letter, colour)] = rays_of(how, colour)
                self.reach[cased(letter, colour)] = reach_of(how, colour)
            for letter in "KP":
                self.rewrite[cased(letter, colour)] = cased(letter, colour)


@cache
def rules_for(variant: str, armies: tuple[str, str] | None) -> Rules:
    """The rules of a game; ValueError for an unknown variant, missing, illegal or needless armies."""
    if variant not in VARIANTS:
        raise ValueError(f"unknown variant {variant!r}")
    if variant in AUGMENTED:
        if armies is None:
            raise ValueError(f"{variant} needs two armies")
        for side, code in zip(("White", "Black"), armies):
            error = army_error(code, variant)
            if error is not None:
                raise ValueError(f"{side}'s army is illegal, {error}")
    elif armies is not None:
        raise ValueError(f"{variant} has no armies")
    return Rules(variant, armies)


# --------------------------------------------------------------------------------------------------- squares


def cased(letter: str, colour: int) -> str:
    """The FEN letter of a piece of that colour."""
    return letter.upper() if colour == 0 else letter.lower()


def square_name(square: int) -> str:
    return "abcdefgh"[square % 8] + "12345678"[square // 8]


def square_number(name: str) -> int:
    if not re.fullmatch("[a-h][1-8]", name):
        raise ValueError(f"{name!r} is no square")
    return 8 * (int(name[1]) - 1) + "abcdefgh".index(name[0])


def rank_for(square: int, colour: int) -> int:
    """The rank, 1 to 8, as that player counts."""
    return square // 8 + 1 if colour == 0 else 8 - square // 8


def attacked(rules: Rules, board: tuple[str, ...] | list[str], target: int, by: int) -> bool:
    """Does a piece of colour `by` attack the square?"""
    by_white = by == 0
    for square, piece in enumerate(board):
        if piece and piece.isupper() == by_white and target in rules.reach[piece][square]:
            for ray in rules.rays[piece][square]:
                if target in ray and not any(board[between] for between in ray[: ray.index(target)]):
                    return True
    return False


# R3, FIDE castling: right -> (king from, king to, rook from, rook to).
CASTLING = {
    right: tuple(square_number(name) for name in names.split())
    for right, names in {
        "K": "e1 g1 h1 f1",
        "Q": "e1 c1 a1 d1",
        "k": "e8 g8 h8 f8",
        "q": "e8 c8 a8 d8",
    }.items()
}


class Move(NamedTuple):
    """A move; `origin` is None for a drop, `letter` the upper-case letter promoted to or dropped."""

    origin: int | None
    target: int
    letter: str = ""
    castling: str = ""  # the right that is used
    en_passant: bool = False

    def text(self) -> str:
        if self.origin is None:
            return self.letter.lower() + "@" + square_name(self.target)
        return square_name(self.origin) + square_name(self.target) + self.letter.lower()


# -------------------------------------------------------------------------------------------------- position


@dataclass(frozen=True)
class Position:
    """An immutable position with its clocks."""

    rules: Rules
    board: tuple[str, ...]
    hands: tuple[str, str]  # upper-case letters in hand order
    turn: int  # 0 White, 1 Black
    castling: str  # a subset of KQkq, in that order
    ep: int | None  # the square jumped over by a double step that was just made
    clock: int  # plies since the last capture, pawn move or drop
    number: int  # the move number

    # -------------------------------------------------------------------------------------------------- FEN

    @classmethod
    def start(cls, variant: str, armies: tuple[str, str] | None = None) -> Position:
        """The start position; the augmented games need the armies (White's, Black's)."""
        return cls.from_fen(variant, f"{START_BOARD} w KQkq - 0 1", armies)

    @classmethod
    def from_fen(cls, variant: str, fen: str, armies: tuple[str, str] | None = None) -> Position:
        """Read a FEN; its army field, if any, goes before `armies`. ValueError names what is wrong."""
        own = [""] if variant in AUGMENTED else []  # the armies
        placement, side, castling, ep, clock, number, *field = split_fields(fen, ["", "w", "-", "-", "0", "1", *own])
        if field and field[0]:
            codes = field[0].split(":")
            if len(codes) != 2:
                raise ValueError(f"army field {field[0]!r} must be whiteArmy:blackArmy")
            armies = (codes[0], codes[1])
        rules = rules_for(variant, armies)

        placement, hands = _read_hands(placement, variant)
        board = _read_board(placement, rules)
        turn = read_side(side)
        position = cls(
            rules,
            board,
            hands,
            turn,
            _read_castling(castling, board),
            _read_ep(ep, board, turn),
            *read_counters(clock, number),
        )
        if attacked(rules, board, position._king(1 - turn), turn):
            raise ValueError("the side not to move is in check")
        return position

    def fen(self) -> str:
        """The canonical, complete FEN."""
        fields = [
            write_board(self.board, 8),
            "wb"[self.turn],
            self.castling or "-",
            "-" if self.ep is None else square_name(self.ep),
            write_counters(self.clock, self.number),
        ]
        if self.rules.variant in DROPS:
            fields[0] += f"[{self.hands[0]}{self.hands[1].lower()}]"
        if self.rules.armies is not None:
            fields.append(":".join(self.rules.armies))
        return " ".join(fields)

    # ------------------------------------------------------------------------------------------------ checks

    def _king(self, colour: int) -> int:
        return self.board.index(cased("K", colour))

    def in_check(self) -> bool:
        """Is the king of the side to move attacked?"""
        return attacked(self.rules, self.board, self._king(self.turn), 1 - self.turn)

    def _targets(self, square: int) -> set[int]:
        """The squares the piece attacks, up to and including the first blocker of each line."""
        targets = set()
        piece = self.board[square]
        if piece:
            for ray in self.rules.rays[piece][square]:
                for target in ray:
                    targets.add(target)
                    if self.board[target]:
                        break
        return targets

    def attacks_from(self, square: str) -> set[str]:
        """The squares the piece there attacks or guards (own men's squares too); none for an empty square."""
        return {square_name(target) for target in self._targets(square_number(square))}

    # ------------------------------------------------------------------------------------------------- moves

    def _own(self, piece: str) -> bool:
        return bool(piece) and piece.isupper() == (self.turn == 0)

    def _pseudo_moves(self) -> Iterator[Move]:
        """All moves, not yet asking whether the own king is left in check."""
        for square, piece in enumerate(self.board):
            if not self._own(piece):
                continue
            if piece in "Pp":
                yield from self._pawn_moves(square)
            else:
                for target in self._targets(square):
                    if not self._own(self.board[target]):
                        yield Move(square, target)
        yield from self._castling_moves()
        # Halfgi: drop any unit on any empty square, pawns not on the last rank.
        for letter in sorted(set(self.hands[self.turn])):
            for square in range(64):
                if not self.board[square] and not (letter == "P" and rank_for(square, self.turn) == 8):
                    yield Move(None, square, letter)

    def _pawn_moves(self, square: int) -> Iterator[Move]:
        forward = 8 if self.turn == 0 else -8
        targets = []
        if not self.board[square + forward]:
            targets.append(square + forward)
            # Only from the second rank: Halfgi's pawns on the first rank step one square.
            if rank_for(square, self.turn) == 2 and not self.board[square + 2 * forward]:
                targets.append(square + 2 * forward)
        for target in self._targets(square):
            if self.board[target] and not self._own(self.board[target]):
                targets.append(target)
            elif target == self.ep:
                yield Move(square, target, en_passant=True)
        for target in targets:
            if rank_for(target, self.turn) == 8:
                for letter in self.rules.promotions[self.turn]:  # A7
                    yield Move(square, target, letter)
            else:
                yield Move(square, target)

    def _castling_moves(self) -> Iterator[Move]:
        """R3: path empty, king not in check, not through and not into check."""
        for right in self.castling:
            if not self._own(right):  # the right's letter is a piece letter of its owner's case
                continue
            king, king_to, rook, rook_to = CASTLING[right]
            low, high = min(king, rook), max(king, rook)
            if any(self.board[between] for between in range(low + 1, high)):
                continue
            walk = (king, rook_to, king_to)
            if not any(attacked(self.rules, self.board, square, 1 - self.turn) for square in walk):
                yield Move(king, king_to, castling=right)

    def _captured_square(self, move: Move) -> int | None:
        if move.en_passant:
            return move.target + (-8 if self.turn == 0 else 8)
        if self.board[move.target]:
            return move.target
        return None

    def _board_after(self, move: Move) -> list[str]:
        board = list(self.board)
        if move.origin is None:
            board[move.target] = cased(move.letter, self.turn)
            return board
        captured = self._captured_square(move)
        if captured is not None:
            board[captured] = ""
        piece = board[move.origin]
        board[move.origin] = ""
        board[move.target] = cased(move.letter, self.turn) if move.letter else piece
        if move.castling:
            _, _, rook, rook_to = CASTLING[move.castling]
            board[rook_to], board[rook] = board[rook], ""
        return board

    @cached_property
    def legal(self) -> dict[str, Move]:
        """The legal moves by text."""
        legal: dict[str, Move] = {}
        king_letter = cased("K", self.turn)
        for move in self._pseudo_moves():
            board = self._board_after(move)
            if not attacked(self.rules, board, board.index(king_letter), 1 - self.turn):
                text = move.text()
                assert text not in legal, f"two moves are written {text}"
                legal[text] = move
        return legal

    def legal_moves(self) -> list[str]:
        """The canonical texts of all legal moves, sorted."""
        return sorted(self.legal)

    def push(self, move: str) -> Position:
        """The position after a legal move (any case); ValueError if it is not legal."""
        chosen = self.legal.get(move.lower())
        if chosen is None:
            raise ValueError(f"{move!r} is not a legal move")
        captured = self._captured_square(chosen)
        pawn_move = chosen.origin is not None and self.board[chosen.origin] in "Pp"

        hand = self.hands[self.turn]
        if chosen.origin is None:
            hand = hand.replace(chosen.letter, "", 1)
        if captured is not None and self.rules.variant in DROPS:
            # Halfgi: a captured unit changes colour and keeps its type, promoted or not.
            hand = "".join(sorted(hand + self.board[captured].upper(), key=HAND_ORDER.index))
        hands = (hand, self.hands[1]) if self.turn == 0 else (self.hands[0], hand)

        # A right is lost when its king or rook leaves home or the rook is captured there.
        touched = {chosen.origin, chosen.target}
        castling = "".join(r for r in self.castling if not touched & {CASTLING[r][0], CASTLING[r][2]})

        ep = None
        if pawn_move and chosen.origin is not None and abs(chosen.target - chosen.origin) == 16:
            ep = (chosen.origin + chosen.target) // 2
        return replace(
            self,
            board=tuple(self._board_after(chosen)),
            hands=hands,
            turn=1 - self.turn,
            castling=castling,
            ep=ep,
            clock=0 if pawn_move or captured is not None or chosen.origin is None else self.clock + 1,
            number=self.number + self.turn,
        )

    # ------------------------------------------------------------------------------------------------ results

    def repetition_key(self) -> object:
        """Equal for the same position; en passant counts only while some such capture is legal."""
        ep = self.ep if any(move.en_passant for move in self.legal.values()) else None
        return (self.rules.armies, self.board, self.hands, self.turn, self.castling, ep)

    def outcome(self, history: list[object]) -> tuple[str, str] | None:
        """(result, reason) if the game is over; `history` holds the keys so far, this position's included."""
        if not self.legal:
            if self.in_check():
                return ("0-1" if self.turn == 0 else "1-0"), "checkmate"
            return "1/2-1/2", "stalemate"
        # R3: decided by the position, so before the history.
        if self._is_dead():
            return "1/2-1/2", "insufficient material"
        return drawn(history, self.repetition_key(), self.clock)

    def _is_dead(self) -> bool:
        """R3: king against king, with empty hands. In `normal` also FIDE's other dead positions."""
        officers = [(piece.upper(), square) for square, piece in enumerate(self.board) if piece not in ("", "K", "k")]
        if not officers:
            return self.hands == ("", "")
        if self.rules.variant != "normal":
            return False
        kinds = {kind for kind, _ in officers}
        if len(officers) == 1:
            return kinds <= {"N", "B"}
        return kinds == {"B"} and len({(square // 8 + square) % 2 for _, square in officers}) == 1

    def perft(self, depth: int) -> int:
        """Leaves of the legal-move tree; draws by rule do not end a line."""
        return common.perft(self, depth)


# ----------------------------------------------------------------------------------------------- FEN fields


def _read_hands(placement: str, variant: str) -> tuple[str, tuple[str, str]]:
    """Split a hand in brackets from the board field; ("", "") if there is none."""
    board, hand = split_hand(placement)
    if hand is None:
        return board, ("", "")
    if variant not in DROPS:
        raise ValueError(f"{variant} has no hand")
    for letter in hand:
        if letter not in HAND_ORDER + HAND_ORDER.lower():
            raise ValueError(f"unknown letter {letter!r} in the hand")
    units = sorted(hand, key=lambda letter: HAND_ORDER.index(letter.upper()))
    white = "".join(letter for letter in units if letter.isupper())
    black = "".join(letter.upper() for letter in units if letter.islower())
    return board, (white, black)


def _read_board(placement: str, rules: Rules) -> tuple[str, ...]:

    def content(letter: str, rank: int) -> str:
        if letter not in rules.rewrite:
            raise ValueError(f"rank {rank} has the unknown letter {letter!r}")
        return rules.rewrite[letter]

    board = read_board(placement, 8, 8, content)
    for square, piece in enumerate(board):
        if piece not in ("P", "p"):
            continue
        rank = rank_for(square, 0 if piece == "P" else 1)
        if rank == 8:
            raise ValueError(f"a pawn stands on its last rank, {square_name(square)}")
        if rank == 1 and rules.variant not in DROPS:
            raise ValueError(f"a pawn stands on its first rank, {square_name(square)}")
    for letter, side in (("K", "White"), ("k", "Black")):
        if board.count(letter) != 1:
            raise ValueError(f"{side} has {board.count(letter)} kings, expected 1")
    return board


def _read_castling(field: str, board: tuple[str, ...]) -> str:
    if field == "-":
        return ""
    for right in field:
        if right not in CASTLING_ORDER:
            raise ValueError(f"unknown castling right {right!r}")
        if field.count(right) > 1:
            raise ValueError(f"castling right {right} is given twice")
        king, _, rook, _ = CASTLING[right]
        colour = 0 if right.isupper() else 1
        if board[king] != cased("K", colour) or board[rook] != cased("R", colour):
            raise ValueError(f"castling right {right} without king and rook at home")
    return "".join(right for right in CASTLING_ORDER if right in field)


def _read_ep(field: str, board: tuple[str, ...], turn: int) -> int | None:
    """The square a pawn of the side not to move has just jumped over."""
    if field == "-":
        return None
    if not re.fullmatch("[a-h][1-8]", field):
        raise ValueError(f"en passant field {field!r} is no square")
    square = square_number(field)
    if rank_for(square, turn) != 6:
        raise ValueError(f"en passant square {field} is not on the mover's sixth rank")
    forward = 8 if turn == 0 else -8
    if board[square] or board[square + forward]:
        raise ValueError(f"en passant square {field}: no pawn can have jumped over it")
    if board[square - forward] != cased("P", 1 - turn):
        raise ValueError(f"en passant square {field}: no pawn stands behind it")
    return square
