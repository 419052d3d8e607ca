"""Bifold Halfgi, slowly and plainly (rules: bifold-halfgi.md, half-chess-family.md and the shared README.md).

A square is ``8 * rank + file`` (a1 = 0, h8 = 63). A board is 64 strings: "" or the FEN letters of what stands
there, one or two, White's (upper case) first, then in the order Q R B H W F L D P. A *group* is what moves
together: everything of a player's on a square, or one half of his unit there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import combinations_with_replacement, product

from reference import common
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
from reference.halfchess import (
    CASTLING,
    CASTLING_ORDER,
    DIAGONAL,
    ORTHOGONAL,
    Vector,
    cased,
    rank_for,
    slide_range,
    square_name,
    square_number,
)

BIFOLD, WAZIRS, HANDED, WEAK = "bifold-halfgi", "bifold-halfgi-wazirs", "bifold-halfgi-handed", "bifold-halfgi-weak"
VARIANTS: tuple[str, ...] = (BIFOLD, WAZIRS, HANDED, WEAK)

SIDES = ("White", "Black")
ORDER = "QRBHWFLDP"  # inside a stack and in the hand
PROMOTIONS = "QRBH"  # B5
PAWNS = "PLD"
ROYALS = "WF"
# What stands on a pawn's square at the start.
PAWN_SQUARE = {BIFOLD: "P", WAZIRS: "P", HANDED: "LD", WEAK: "PP"}

Board = Sequence[str]


@dataclass(frozen=True)
class Options:
    """What is fixed for a whole game: the variant and its three options."""

    variant: str
    drop_beside_enemy: bool = True  # B6
    castling: bool = True  # B9
    royal_wazirs: bool = False  # always on in the variant of that name, whatever is said here

    def __post_init__(self) -> None:
        if self.variant not in VARIANTS:
            raise ValueError(f"unknown variant {self.variant!r}")

    @property
    def half_pawns(self) -> bool:
        """Are the pawns bifold, too?"""
        return self.variant in (HANDED, WEAK)

    @property
    def royal_pair(self) -> str:
        """The letters of a player's two royals."""
        return "WW" if self.royal_wazirs or self.variant == WAZIRS else "WF"

    @property
    def letters(self) -> str:
        """The letters of the pieces there are, in stack order."""
        return "".join(x for x in ORDER if x in PROMOTIONS + self.royal_pair + PAWN_SQUARE[self.variant])

    def start_fen(self) -> str:
        pairs = ["RR", "HH", "BB", "QQ", self.royal_pair, "BB", "HH", "RR"]
        pawn = PAWN_SQUARE[self.variant]
        pieces = "".join(f"({pair})" for pair in pairs)
        pawns = (f"({pawn})" if len(pawn) == 2 else pawn) * 8
        rights = CASTLING_ORDER if self.castling else "-"
        return f"{pieces.lower()}/{pawns.lower()}/8/8/8/8/{pawns}/{pieces}[] w {rights} - 0 1"


def _options(rules: str | Options) -> Options:
    return rules if isinstance(rules, Options) else Options(rules)


# --------------------------------------------------------------------------------------------------- letters


def colour_of(letter: str) -> int:
    return 0 if letter.isupper() else 1


def of_colour(letters: str, colour: int) -> str:
    """Those of the letters that are that player's."""
    return "".join(letter for letter in letters if colour_of(letter) == colour)


def in_order(letters: Iterable[str]) -> str:
    """Letters in the order of a stack: White's first."""
    return "".join(sorted(letters, key=lambda letter: (colour_of(letter), ORDER.index(letter.upper()))))


def without(letters: str, gone: str) -> str:
    for letter in gone:
        letters = letters.replace(letter, "", 1)
    return letters


def all_pawns(group: str) -> bool:
    """A pawn, a lone pawn half or a unit of two pawn halves."""
    return all(letter.upper() in PAWNS for letter in group)


def royal_unit(group: str) -> bool:
    """B8: a unit of one royal and one non-royal half."""
    return len(group) == 2 and sum(letter.upper() in ROYALS for letter in group) == 1


# --------------------------------------------------------------------------------------------------- squares


def moved(square: int, vector: Vector) -> int | None:
    """The square that many files and ranks away, if there is one."""
    file, rank = square % 8 + vector[0], square // 8 + vector[1]
    return 8 * rank + file if 0 <= file < 8 and 0 <= rank < 8 else None


@cache
def line(square: int, direction: Vector) -> tuple[int, ...]:
    """All squares in that direction up to the edge."""
    squares = []
    target = moved(square, direction)
    while target is not None:
        squares.append(target)
        target = moved(target, direction)
    return tuple(squares)


@cache
def lines_of(kinds: str, square: int) -> tuple[tuple[int, ...], ...]:
    """B1: the squares a group (upper case) may run along; a step or leap is a line of one square.

    The Mao and the pawn's moves are not among them.
    """
    lines = []
    for directions, halves, stepper in ((ORTHOGONAL, "RQ", "W"), (DIAGONAL, "BQ", "F")):
        sliders = sum(kind in halves for kind in kinds)
        # The royal pair is a King, be it of two Wazirs.
        steps = stepper in kinds or kinds == "WW"
        for direction in sorted(directions):
            whole = line(square, direction)
            if sliders:
                lines.append(whole[: slide_range(len(whole), halfling=sliders == 1)])
            elif steps:
                lines.append(whole[:1])
    if kinds == "HH":
        leaps = [(x, y) for x, y in product((-2, -1, 1, 2), repeat=2) if abs(x) != abs(y)]
        lines += [(target,) for leap in leaps if (target := moved(square, leap)) is not None]
    return tuple(lines)


@cache
def mao_ways(square: int) -> tuple[tuple[int, int], ...]:
    """Leg and target of every Mao move: one orthogonal step, then one diagonal step outward."""
    ways = []
    for x, y in sorted(ORTHOGONAL):
        leg = moved(square, (x, y))
        for side in (-1, 1):
            target = moved(square, (2 * x, side) if x else (side, 2 * y))
            if leg is not None and target is not None:
                ways.append((leg, target))
    return tuple(ways)


def reach(board: Board, square: int, group: str) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Where a group gets but by pawn moves, whatever stands there, and the squares it passes through (B3)."""
    kinds = group.upper()
    for squares in lines_of(kinds, square):
        for number, target in enumerate(squares):
            yield target, squares[:number]
            if board[target]:
                break
    if kinds.count("H") == 1:
        for leg, target in mao_ways(square):
            if not board[leg]:
                yield target, (leg,)


def forward(colour: int) -> int:
    return 8 if colour == 0 else -8


def diagonals(square: int, group: str) -> set[int]:
    """The squares diagonally before the group on which a pawn in it captures."""
    targets = set()
    for letter in group:
        white = colour_of(letter) == 0
        # H1: left and right as the owner sees them.
        hands = {"P": (-1, 1), "L": (-1,), "D": (1,)}.get(letter.upper(), ())
        for hand in hands:
            target = moved(square, (hand, 1) if white else (-hand, -1))
            if target is not None:
                targets.add(target)
    return targets


def groups(content: str, colour: int) -> list[str]:
    """B2: what that player may move from a square: everything of his, or one half of a unit."""
    mine = of_colour(content, colour)
    if len(mine) < 2:
        return [mine] if mine else []
    return [mine, *sorted(set(mine))]


def enter(board: Board, target: int, group: str, options: Options) -> list[str]:
    """B4: what the group captures entering the square, one item for each choice; [] if it may not enter.

    The pawn's column is the unit's but for empty squares, of which the caller takes care.
    """
    content = board[target]
    colour = colour_of(group[0])
    enemies = of_colour(content, 1 - colour)
    friends = of_colour(content, colour)
    if not content:
        return [""]
    single = len(group) == 1 and (options.half_pawns or group.upper() != "P")
    if not single:
        return [] if friends else [enemies]
    if not options.half_pawns and content.upper() == "P":  # a pawn of full size
        return [enemies] if enemies else []
    if len(content) == 1:  # they share, friend or enemy
        return [""]
    return sorted(set(enemies))


# ------------------------------------------------------------------------------------------- threats, support


def captures_on(board: Board, square: int, group: str, supported: bool, options: Options) -> set[int]:
    """Where the group could capture if two enemies stood there.

    `supported` says whether weak pawns on the group's square are. B8 need not be asked: what a unit of one royal
    reaches one of its halves reaches alone, and singles have no limit.
    """
    targets = {target for target, _ in reach(board, square, group)}
    # A unit PP needs no support, a weak pawn alone or in a mixed unit does.
    if options.variant != WEAK or supported or group.upper() == "PP":
        targets |= diagonals(square, group)
    return targets


def captures_of(board: Board, colour: int, supported: frozenset[int], options: Options) -> Iterator[tuple[int, int]]:
    """Origin and target of every way that player could capture if two enemies stood on the target."""
    for square, content in enumerate(board):
        for group in groups(content, colour):
            for target in captures_on(board, square, group, square in supported, options):
                yield square, target


def supported_squares(board: Board, colour: int, options: Options) -> frozenset[int]:
    """The squares on which that player's weak pawns are supported: the least fixed point.

    Nothing captures into its own square, so that a square-mate does not count needs no care.
    """
    supported: frozenset[int] = frozenset()
    if options.variant != WEAK:
        return supported
    pawn = cased("P", colour)
    while True:
        reached = {target for _, target in captures_of(board, colour, supported, options)}
        more = frozenset(square for square in reached if pawn in board[square])
        if more == supported:
            return supported
        supported = more


# ----------------------------------------------------------------------------------------------------- moves


@dataclass(frozen=True)
class Move:
    """A move; `origin` is None for a drop. Letters are as on the board before the move."""

    origin: int | None
    target: int
    group: str  # what moves or is dropped
    half: bool = False  # is it one half of a unit?
    victims: str = ""
    victim_square: int | None = None
    choice: bool = False  # could it have taken another one?
    promotion: str = ""  # upper case, in stack order
    castling: str = ""  # the right that is used
    en_passant: bool = False

    def parts(self) -> tuple[str, str, str, str]:
        """The move's text in pieces: squares, half, victim, promotion."""
        if self.origin is None:
            return f"{self.group.lower()}@{square_name(self.target)}", "", "", ""
        return (
            square_name(self.origin) + square_name(self.target),
            self.group.lower() if self.half else "",
            f"x{self.victims.lower()}" if self.choice else "",
            f"={self.promotion.lower()}" if self.promotion else "",
        )

    def text(self) -> str:
        return "".join(self.parts())

    def abbreviations(self) -> set[str]:
        """The text with any of half, victim and promotion left out."""
        squares, *suffixes = self.parts()
        return {squares + "".join(chosen) for chosen in product(*(("", suffix) for suffix in suffixes))}


# -------------------------------------------------------------------------------------------------- position


@dataclass(frozen=True)
class Position:
    """An immutable position with its clocks."""

    options: Options
    board: tuple[str, ...]
    hands: tuple[str, str]  # upper-case letters in stack order
    turn: int  # 0 White, 1 Black
    castling: str  # a subset of KQkq, in that order
    ep: int | None  # the square jumped over by a double step that was just made
    clock: int  # plies since the last capture, drop or pawn move
    number: int  # the move number

    # -------------------------------------------------------------------------------------------------- FEN

    @classmethod
    def start(cls, rules: str | Options) -> Position:
        """The start position of a variant, by its name or with its options."""
        return cls.from_fen(rules, _options(rules).start_fen())

    @classmethod
    def from_fen(cls, rules: str | Options, fen: str) -> Position:
        """Read a FEN; ValueError names what is wrong."""
        options = _options(rules)
        placement, side, castling, ep, clock, number = split_fields(fen, ["", "w", "-", "-", "0", "1"])
        placement, hands = _read_hands(placement, options)
        board = _read_board(placement, options)
        turn = read_side(side)
        return cls(
            options,
            board,
            hands,
            turn,
            _read_castling(castling, board, options),
            _read_ep(ep, board, turn, options),
            *read_counters(clock, number),
        )

    def fen(self) -> str:
        """The canonical, complete FEN."""
        board = [f"({content})" if len(content) == 2 else content for content in self.board]
        fields = [
            f"{write_board(board, 8)}[{self.hands[0]}{self.hands[1].lower()}]",
            "wb"[self.turn],
            self.castling or "-",
            "-" if self.ep is None else square_name(self.ep),
            write_counters(self.clock, self.number),
        ]
        return " ".join(fields)

    # ------------------------------------------------------------------------------------------------ threats

    def royals(self, colour: int) -> int:
        """How many royal halves that player has left."""
        return sum(letter.upper() in ROYALS for content in self.board for letter in of_colour(content, colour))

    def in_check(self) -> bool:
        """There is no check; for callers that treat all games alike."""
        return False

    @cached_property
    def _supported(self) -> tuple[frozenset[int], frozenset[int]]:
        return supported_squares(self.board, 0, self.options), supported_squares(self.board, 1, self.options)

    def supported(self, colour: int) -> set[str]:
        """The squares of that player's supported weak pawns."""
        return {square_name(square) for square in self._supported[colour]}

    def threatened(self, colour: int) -> set[str]:
        """The squares that player threatens: he could capture there if two enemies stood on them."""
        captures = captures_of(self.board, colour, self._supported[colour], self.options)
        return {square_name(target) for _, target in captures}

    def _may_pass(self, origin: int, group: str, square: int) -> bool:
        """B8: whether the opponent of the group does not threaten the square while the group stands there, lifted from
        its own. Weak pawns need their support on that board."""
        enemy = 1 - colour_of(group[0])
        board = list(self.board)
        board[origin] = without(board[origin], group)
        board[square] = in_order(board[square] + group)
        captures = captures_of(board, enemy, supported_squares(board, enemy, self.options), self.options)
        return all(target != square for _, target in captures)

    # ------------------------------------------------------------------------------------------------- moves

    def _pseudo_moves(self) -> Iterator[Move]:
        """All moves; the ways of a mixed unit may give one twice."""
        for square, content in enumerate(self.board):
            for group in groups(content, self.turn):
                half = len(group) < len(of_colour(content, self.turn))
                yield from self._group_moves(square, group, half)
        yield from self._castling_moves()
        yield from self._drops()

    def _group_moves(self, square: int, group: str, half: bool) -> Iterator[Move]:
        ways = [
            (target, passed, enter(self.board, target, group, self.options))
            for target, passed in reach(self.board, square, group)
        ]
        ways += self._pawn_ways(square, group)
        if royal_unit(group):  # B8
            passed = {through for _, squares, _ in ways for through in squares}
            barred = {through for through in passed if not self._may_pass(square, group, through)}
            ways = [way for way in ways if not barred.intersection(way[1])]
        for target, _, captures in ways:
            for victims in captures:
                # A choice is there for one piece taking from two.
                move = Move(square, target, group, half, victims, target if victims else None, len(captures) > 1)
                yield from self._promotions(move)
        yield from self._en_passant(square, group, half)

    def _pawn_ways(self, square: int, group: str) -> Iterator[tuple[int, tuple[int, ...], list[str]]]:
        """The pawn moves of a group: target, squares passed through, what is captured as `enter` says it."""
        if not any(letter.upper() in PAWNS for letter in group):
            return
        rank = rank_for(square, self.turn)
        if rank == 8:  # H3: stuck
            return
        # B5, H2: a lone pawn half may step onto one piece, all others need an empty square.
        room = 1 if self.options.half_pawns and len(group) == 1 else 0
        one = square + forward(self.turn)
        two = one + forward(self.turn)
        if len(self.board[one]) <= room:
            yield one, (), [""]
        if rank == 2 and not self.board[one] and len(self.board[two]) <= room:  # B3
            yield two, (one,), [""]
        if self._may_capture_as_pawn(square, group):
            for target in diagonals(square, group):
                captures = enter(self.board, target, group, self.options)
                yield target, (), [victims for victims in captures if victims]

    def _may_capture_as_pawn(self, square: int, group: str) -> bool:
        """Weak pawns need support, but for a unit PP."""
        return self.options.variant != WEAK or group.upper() == "PP" or square in self._supported[self.turn]

    def _promotions(self, move: Move) -> Iterator[Move]:
        """B5, H4: the move, once for every promotion if it promotes; H3: a mixed unit does not."""
        if all_pawns(move.group) and rank_for(move.target, self.turn) == 8:
            for letters in combinations_with_replacement(PROMOTIONS, len(move.group)):
                yield replace(move, promotion="".join(letters))
        else:
            yield move

    def _en_passant(self, square: int, group: str, half: bool) -> Iterator[Move]:
        """B5, H5: taking what counts as having just made a double step."""
        if self.ep is None or not all_pawns(group) or self.ep not in diagonals(square, group):
            return
        if not self._may_capture_as_pawn(square, group):
            return
        behind = self.ep - forward(self.turn)
        enemies = of_colour(self.board[behind], 1 - self.turn)
        pawns = "".join(letter for letter in enemies if letter.upper() in PAWNS)
        captures = [pawns] if len(group) == 2 else sorted(set(pawns))
        for victims in captures:
            yield Move(square, self.ep, group, half, victims, behind, len(captures) > 1, en_passant=True)

    def _castling_moves(self) -> Iterator[Move]:
        """B9; a right is only held while both units stand complete and unmoved."""
        for right in self.castling:
            if colour_of(right) != self.turn:
                continue
            king, king_to, rook, rook_to = CASTLING[right]
            group = self.board[king]
            if any(self.board[between] for between in range(min(king, rook) + 1, max(king, rook))):
                continue
            if self._may_pass(king, group, rook_to):
                yield Move(king, king_to, group, castling=right)

    def _drops(self) -> Iterator[Move]:
        """B6, H6."""
        for letter in sorted(set(self.hands[self.turn])):
            full_pawn = letter == "P" and not self.options.half_pawns
            for square, content in enumerate(self.board):
                if letter in PAWNS and rank_for(square, self.turn) == 8:
                    continue
                beside_pawn = content.upper() == "P" and not self.options.half_pawns
                if content and (full_pawn or beside_pawn or len(content) == 2):
                    continue
                if of_colour(content, 1 - self.turn) and not self.options.drop_beside_enemy:
                    continue
                yield Move(None, square, cased(letter, self.turn))

    @cached_property
    def _legal(self) -> dict[str, Move]:
        """The legal moves by text; none once a side has lost its royals (B10)."""
        legal: dict[str, Move] = {}
        if self.royals(0) and self.royals(1):
            for move in self._pseudo_moves():
                same = legal.setdefault(move.text(), move)
                assert same == move, f"two moves are written {move.text()}"
        return legal

    def legal_moves(self) -> list[str]:
        """The canonical texts of all legal moves, sorted."""
        return sorted(self._legal)

    def find(self, text: str) -> Move:
        """The legal move with that text, any case, or the only one it abbreviates; else ValueError."""
        wanted = text.lower()
        if wanted in self._legal:
            return self._legal[wanted]
        found = sorted(full for full, move in self._legal.items() if wanted in move.abbreviations())
        if not found:
            raise ValueError(f"{text!r} is not a legal move")
        if len(found) > 1:
            raise ValueError(f"{text!r} could be {', '.join(found)}")
        return self._legal[found[0]]

    def _board_after(self, move: Move) -> list[str]:
        board = list(self.board)
        if move.origin is not None:
            board[move.origin] = without(board[move.origin], move.group)
        if move.victim_square is not None:
            board[move.victim_square] = without(board[move.victim_square], move.victims)
        arriving = cased(move.promotion, self.turn) or move.group
        board[move.target] = in_order(board[move.target] + arriving)
        if move.castling:
            _, _, rook, rook_to = CASTLING[move.castling]
            board[rook_to], board[rook] = board[rook], ""
        return board

    def push(self, text: str) -> Position:
        """The position after a legal move, given as `find` takes it."""
        return self._after(self.find(text))

    def _after(self, move: Move) -> Position:
        hand = self.hands[self.turn]
        if move.origin is None:
            hand = without(hand, move.group.upper())
        # B6: what is captured changes colour, royals are gone.
        hand = in_order(hand + "".join(letter for letter in move.victims.upper() if letter not in ROYALS))
        hands = (hand, self.hands[1]) if self.turn == 0 else (self.hands[0], hand)

        # B9: nothing but a capture enters the square of a complete unit.
        touched = {move.origin, move.target}
        castling = "".join(r for r in self.castling if not touched & {CASTLING[r][0], CASTLING[r][2]})

        ep = None
        # H5: a mixed unit does not allow en passant.
        if move.origin is not None and all_pawns(move.group) and abs(move.target - move.origin) == 16:
            ep = (move.origin + move.target) // 2
        pawn_move = any(letter.upper() in PAWNS for letter in move.group)
        resets = pawn_move or move.victims or move.origin is None  # B10
        return replace(
            self,
            board=tuple(self._board_after(move)),
            hands=hands,
            turn=1 - self.turn,
            castling=castling,
            ep=ep,
            clock=0 if resets else self.clock + 1,
            number=self.number + self.turn,
        )

    # ------------------------------------------------------------------------------------------------ results

    def repetition_key(self) -> object:
        """B10: equal for the same position; en passant counts only while some such capture is legal."""
        ep = self.ep if any(move.en_passant for move in self._legal.values()) else None
        return (self.board, self.hands, self.turn, self.castling, ep)

    def outcome(self, history: list[object]) -> tuple[str, str] | None:
        """(result, reason) if the game is over; `history` holds the keys so far, this position's included."""
        for colour in (0, 1):
            if not self.royals(colour):  # B7, B10
                return ("0-1", "1-0")[colour], "royals captured"
        if not self._legal:
            return "1/2-1/2", "no legal move"
        return drawn(history, self.repetition_key(), self.clock)

    def perft(self, depth: int) -> int:
        """Leaves of the legal-move tree; draws by rule do not end a line."""
        return common.perft(self, depth)


# ----------------------------------------------------------------------------------------------- FEN fields


def _read_hands(placement: str, options: Options) -> tuple[str, tuple[str, str]]:
    """Split a hand in brackets from the board field; ("", "") if there is none."""
    board, hand = split_hand(placement)
    if hand is None:
        return board, ("", "")
    for letter in hand:
        if not letter.isascii() or letter.upper() not in options.letters:
            raise ValueError(f"unknown letter {letter!r} in the hand")
        if letter.upper() in ROYALS:  # B6
            raise ValueError(f"royal {letter!r} in the hand")
    pieces = in_order(hand)
    return board, (of_colour(pieces, 0), of_colour(pieces, 1).upper())


def _read_board(placement: str, options: Options) -> tuple[str, ...]:

    def content(token: str, rank: int) -> str:
        return _read_square(token, rank, options)

    board = read_board(placement, 8, 8, content, token=r"\([^()]*\)|[^0-9]")
    for square, content in enumerate(board):
        for letter in content:
            on_last = letter.upper() == "P" and rank_for(square, colour_of(letter)) == 8
            if on_last and not options.half_pawns:
                raise ValueError(f"a pawn stands on its last rank, {square_name(square)}")
    everything = "".join(board)
    for colour, side in enumerate(SIDES):
        for royal in ROYALS:
            found, most = everything.count(cased(royal, colour)), options.royal_pair.count(royal)
            if found > most:
                hint = "" if options.royal_pair == "WW" else " without RoyalWazirs"
                raise ValueError(f"{side} has {found} royals {royal}, expected at most {most}{hint}")
    if not any(letter.upper() in ROYALS for letter in everything):
        raise ValueError("neither side has a royal")
    return board


def _read_square(token: str, rank: int, options: Options) -> str:
    """A letter, or a stack in parentheses."""
    if token in ("(", ")"):
        raise ValueError(f"rank {rank} has the parenthesis {token!r} alone")
    letters = token.strip("()")
    for letter in letters:
        if letter in "Ff" and "F" not in options.letters:
            raise ValueError(f"rank {rank} has the letter {letter!r}, unknown with RoyalWazirs")
        if not letter.isascii() or letter.upper() not in options.letters:
            raise ValueError(f"rank {rank} has the unknown letter {letter!r}")
    if token[0] == "(":
        if len(letters) != 2:
            raise ValueError(f"rank {rank} has the stack {token}, expected two pieces")
        if "P" in letters.upper() and not options.half_pawns:
            raise ValueError(f"rank {rank} has the stack {token}, a pawn shares no square")
    return in_order(letters)


def _read_castling(field: str, board: tuple[str, ...], options: Options) -> str:
    if field == "-":
        return ""
    for right in field:
        if right not in CASTLING_ORDER:
            raise ValueError(f"unknown castling right {right!r}")
        if field.count(right) > 1:
            raise ValueError(f"castling right {right} is given twice")
        king, _, rook, _ = CASTLING[right]
        colour = colour_of(right)
        if board[king] != cased(options.royal_pair, colour) or board[rook] != cased("RR", colour):
            raise ValueError(f"castling right {right} without its complete pairs at home")
    if not options.castling:  # nobody may castle, so nobody has a right to
        return ""
    return "".join(right for right in CASTLING_ORDER if right in field)


def _read_ep(field: str, board: tuple[str, ...], turn: int, options: Options) -> int | None:
    """The square a pawn of the side not to move has just jumped over."""
    if field == "-":
        return None
    if not re.fullmatch("[a-h][1-8]", field):
        raise ValueError(f"en passant field {field!r} is no square")
    square = square_number(field)
    if rank_for(square, turn) != 6:
        raise ValueError(f"en passant square {field} is not on the mover's sixth rank")
    # A pawn half may have left one piece behind, a mate or an enemy.
    left_behind = 1 if options.half_pawns else 0
    if board[square] or len(board[square + forward(turn)]) > left_behind:
        raise ValueError(f"en passant square {field}: no pawn can have jumped over it")
    enemies = of_colour(board[square - forward(turn)], 1 - turn)
    if not any(letter.upper() in PAWNS for letter in enemies):
        raise ValueError(f"en passant square {field}: no pawn stands behind it")
    return square
