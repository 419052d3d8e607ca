"""Bifold Halfgi, slowly and plainly, written from the rule page alone (rules: bifold-halfgi.md, R1, README.md).

A square is ``8 * rank + file`` (a1 = 0, h8 = 63). A board is 64 strings: "" or the letters of the one or two pieces
there, upper case for White, in stack order. A *group* is what moves together: one letter, or a unit of two.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations_with_replacement, product

from reference import common
from reference.common import drawn, read_board, read_counters, read_side, split_fields, split_hand

BIFOLD = "bifold-halfgi"
WAZIRS = "bifold-halfgi-wazirs"
HANDED = "bifold-halfgi-handed"
WEAK = "bifold-halfgi-weak"
VARIANTS: tuple[str, ...] = (BIFOLD, WAZIRS, HANDED, WEAK)

ORDER = "QRBHWFLDP"  # inside a stack and in the hand
PROMOTIONS = "QRBH"  # B5, in stack order
PAWNS = "PLD"
ROYALS = "WF"
#: What stands on each pawn square at the start.
PAWN_SQUARE = {BIFOLD: "P", WAZIRS: "P", HANDED: "LD", WEAK: "PP"}
RIGHTS = "KQkq"

Board = Sequence[str]
Vector = tuple[int, int]  # (files, ranks)

ORTHOGONAL: tuple[Vector, ...] = ((0, 1), (0, -1), (1, 0), (-1, 0))
DIAGONAL: tuple[Vector, ...] = ((1, 1), (1, -1), (-1, 1), (-1, -1))
KNIGHT: tuple[Vector, ...] = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


@dataclass(frozen=True)
class Options:
    """The variant and its options, which stay the same for a whole game.

    Raises:
        ValueError: no variant has this name.
    """

    variant: str
    drop_beside_enemy: bool = True  # B6
    castling: bool = True  # B9
    royal_wazirs: bool = False  # always on in bifold-halfgi-wazirs

    def __post_init__(self) -> None:
        if self.variant not in VARIANTS:
            raise ValueError(f"unknown variant {self.variant!r}")

    @property
    def half_pawns(self) -> bool:
        """Whether pawns are bifolds (handed and weak variants)."""
        return len(PAWN_SQUARE[self.variant]) == 2

    @property
    def royal_pair(self) -> str:
        return "WW" if self.royal_wazirs or self.variant == WAZIRS else "WF"

    @property
    def letters(self) -> str:
        """The letters of this game's pieces, in stack order."""
        used = set(PROMOTIONS + self.royal_pair + PAWN_SQUARE[self.variant])
        return "".join(letter for letter in ORDER if letter in used)

    def start_fen(self) -> str:
        pieces = "".join(f"({pair})" for pair in ("RR", "HH", "BB", "QQ", self.royal_pair, "BB", "HH", "RR"))
        pawns = write_square(PAWN_SQUARE[self.variant]) * 8
        rights = RIGHTS if self.castling else "-"
        return f"{pieces.lower()}/{pawns.lower()}/8/8/8/8/{pawns}/{pieces}[] w {rights} - 0 1"


# --------------------------------------------------------------------------------------------------- letters


def colour_of(letter: str) -> int:
    """0 for White's letters, 1 for Black's."""
    return 0 if letter.isupper() else 1


def cased(letters: str, colour: int) -> str:
    return letters.upper() if colour == 0 else letters.lower()


def of_colour(letters: str, colour: int) -> str:
    return "".join(letter for letter in letters if colour_of(letter) == colour)


def in_order(letters: Iterable[str]) -> str:
    return "".join(sorted(letters, key=lambda letter: (colour_of(letter), ORDER.index(letter.upper()))))


def without(letters: str, gone: str) -> str:
    """The letters without one copy of each that is gone."""
    for letter in gone:
        assert letter in letters
        letters = letters.replace(letter, "", 1)
    return letters


def all_pawns(group: str) -> bool:
    return all(letter.upper() in PAWNS for letter in group)


def royal_unit(group: str) -> bool:
    """Whether B8 limits the group: a unit of one royal and one half that is not royal."""
    return len(group) == 2 and sum(letter.upper() in ROYALS for letter in group) == 1


# --------------------------------------------------------------------------------------------------- squares


def square_name(square: int) -> str:
    return "abcdefgh"[square % 8] + "12345678"[square // 8]


SQUARE_NAMES = [square_name(square) for square in range(64)]


def beside(square: int, vector: Vector) -> int | None:
    """The square a vector away; None off the board."""
    file, rank = square % 8 + vector[0], square // 8 + vector[1]
    return 8 * rank + file if 0 <= file < 8 and 0 <= rank < 8 else None


def ray(square: int, direction: Vector) -> list[int]:
    """The squares from there to the board's edge, nearest first."""
    found = []
    step = beside(square, direction)
    while step is not None:
        found.append(step)
        step = beside(step, direction)
    return found


def forward(colour: int) -> int:
    """What a pawn's step adds to its square."""
    return 8 if colour == 0 else -8


def rank_for(square: int, colour: int) -> int:
    """The rank, 1 to 8, counted from the player's own side."""
    return square // 8 + 1 if colour == 0 else 8 - square // 8


# -------------------------------------------------------------------------------------------------- movement


@dataclass(frozen=True)
class Way:
    """A way to a square: the empty squares it passes, and what it may do at its end."""

    target: int
    passed: tuple[int, ...] = ()
    pawn: str = ""  # "push" or "capture" where it is a pawn's; other ways do both


def groups_on(content: str, colour: int) -> list[str]:
    """What a player can move from a square: its unit, and each half alone (B1, B2)."""
    mine = of_colour(content, colour)
    return ([mine] if len(mine) == 2 else []) + sorted(set(mine))


def piece_ways(board: Board, square: int, group: str) -> Iterator[Way]:
    """The ways of a group as everything but a pawn (B1, B3, R1)."""
    kinds = group.upper()
    for sliders, directions in (("RQ", ORTHOGONAL), ("BQ", DIAGONAL)):
        strength = sum(kind in sliders for kind in kinds)  # B1: two add up
        for direction in directions if strength else ():
            line = ray(square, direction)
            reach = len(line) if strength == 2 else (len(line) + 1) // 2  # R1
            for number, end in enumerate(line[:reach]):
                yield Way(end, tuple(line[:number]))
                if board[end]:  # B3
                    break
    steps: list[Vector] = []
    if "W" in kinds:
        steps += ORTHOGONAL
    if "F" in kinds or kinds == "WW":  # "WW = King" (bifold-halfgi-wazirs)
        steps += DIAGONAL
    if kinds == "HH":  # B1: the Knight leaps
        steps += KNIGHT
    elif "H" in kinds:  # the Mao: an orthogonal step onto an empty square, then a diagonal step outward
        for file, rank in ORTHOGONAL:
            leg = beside(square, (file, rank))
            if leg is None or board[leg]:
                continue
            for side in (-1, 1):
                corner = beside(leg, (file or side, rank or side))
                if corner is not None:
                    yield Way(corner, (leg,))
    landings = (beside(square, vector) for vector in steps)
    yield from (Way(landing) for landing in landings if landing is not None)


def pawn_diagonals(square: int, group: str) -> list[int]:
    """The squares on which the pawns of a group capture (B5, H1)."""
    colour = colour_of(group[0])
    left = -1 if colour == 0 else 1  # H1: left is the owner's
    kinds = set(group.upper())
    files = ([left] if kinds & set("PL") else []) + ([-left] if kinds & set("PD") else [])
    targets = (beside(square, (file, forward(colour) // 8)) for file in files)
    return [target for target in targets if target is not None]


def pawn_ways(board: Board, square: int, group: str, supported: bool) -> Iterator[Way]:
    """The ways of a group as its pawns, en passant aside; ``supported`` says whether weak pawns there may capture."""
    colour = colour_of(group[0])
    rank = rank_for(square, colour)
    if not set(group.upper()) & set(PAWNS) or rank == 8:  # H3: stuck
        return
    step = square + forward(colour)
    yield Way(step, (), "push")
    if rank == 2 and not board[step]:  # B3, B5, H2
        yield Way(step + forward(colour), (step,), "push")
    if supported:
        yield from (Way(target, (), "capture") for target in pawn_diagonals(square, group))


def needs_support(group: str, options: Options) -> bool:
    """Whether the pawn captures of a group need support: single weak pawns and mixed units, but no unit PP."""
    return options.variant == WEAK and "P" in group.upper() and group.upper() != "PP"


def entries(board: Board, way: Way, group: str, options: Options) -> list[str]:
    """What a group may capture at the end of a way, one entry for each move: "" is a move without a capture (B4)."""
    colour = colour_of(group[0])
    content = board[way.target]
    friends, enemies = of_colour(content, colour), of_colour(content, 1 - colour)
    full_pawn_there = "P" in content.upper() and not options.half_pawns
    single = len(group) == 1 and (not all_pawns(group) or options.half_pawns)  # else a unit or a full-size pawn
    if way.pawn == "push":  # B5, H2: only a lone bifold pawn may step onto one piece, and captures nothing there
        return [""] if len(content) <= single else []
    found: list[str]
    if not content:
        found = [""]
    elif len(friends) == 2 or (friends and full_pawn_there):
        found = []
    elif full_pawn_there:
        found = [enemies]
    elif friends and enemies:
        found = [enemies] if single else []
    elif len(content) == 1 and single:
        found = [""]  # they share
    elif single:
        found = sorted(set(enemies))  # one of the two, its choice
    else:
        found = [enemies] if enemies else []  # the one or both
    # H2: a pawn moves diagonally only when that is a capture.
    return [victims for victims in found if victims] if way.pawn == "capture" else found


def ways(board: Board, square: int, group: str, supported: frozenset[int], options: Options) -> Iterator[Way]:
    """All ways of a group, B8 and en passant aside; ``supported`` are the squares of its side's supported pawns."""
    yield from piece_ways(board, square, group)
    yield from pawn_ways(board, square, group, not needs_support(group, options) or square in supported)


def takes_pair(board: Board, origin: int, target: int, group: str, supported: frozenset[int], options: Options) -> bool:
    """Whether the group on ``origin`` could capture on ``target`` if exactly two enemies stood there.

    B8 does not matter here: where a royal unit could not pass, its half that made the way could go alone.
    """
    there = list(board)
    there[target] = cased("HH", 1 - colour_of(group[0]))
    return any(
        way.target == target and any(entries(there, way, group, options))
        for way in ways(there, origin, group, supported, options)
    )


def could_capture(board: Board, colour: int, target: int, supported: frozenset[int], options: Options) -> bool:
    """Whether any group of the player, from another square, could capture two enemies on ``target``."""
    return any(
        takes_pair(board, origin, target, group, supported, options)
        for origin in range(64)
        if origin != target
        for group in groups_on(board[origin], colour)
    )


def supported_squares(board: Board, colour: int, options: Options) -> frozenset[int]:
    """The squares of the player's weak pawns that are supported: the least fixed point (bifold-halfgi-weak)."""
    if options.variant != WEAK:
        return frozenset()
    pawns = [square for square in range(64) if cased("P", colour) in board[square]]
    found: frozenset[int] = frozenset()
    while True:
        # Another friendly piece, not the square-mate, captures into the square as if two enemies stood there.
        larger = frozenset(square for square in pawns if could_capture(board, colour, square, found, options))
        if larger == found:
            return found
        found = larger


def passable(board: Board, origin: int, group: str, square: int, options: Options) -> bool:
    """Whether the opponent does not threaten a square for a royal group that comes from ``origin`` (B8, B9)."""
    there = list(board)
    there[origin] = without(there[origin], group)  # lifted from its origin
    assert not there[square]  # B3
    there[square] = group
    enemy = 1 - colour_of(group[0])
    # In the weak game support is judged on this board, too.
    return not could_capture(there, enemy, square, supported_squares(there, enemy, options), options)


# ----------------------------------------------------------------------------------------------------- moves


@dataclass(frozen=True)
class Move:
    """A move, or a drop, whose ``origin`` is None. Letters are cased as on the board before it."""

    origin: int | None
    target: int
    group: str  # what moves or is dropped
    half: bool = False  # whether it leaves its unit
    victims: str = ""
    victim_square: int | None = None
    choice: bool = False  # whether another victim could be taken instead
    promotion: str = ""  # upper case, in stack order
    castling: str = ""  # the right that it uses
    en_passant: bool = False

    def parts(self) -> tuple[str, str, str, str]:
        """The text in pieces: squares, half, victim, promotion."""
        if self.origin is None:
            return f"{self.group.lower()}@{square_name(self.target)}", "", "", ""
        return (
            square_name(self.origin) + square_name(self.target),
            self.group.lower() if self.half else "",
            "x" + self.victims.lower() if self.choice else "",
            "=" + self.promotion.lower() if self.promotion else "",
        )

    def text(self) -> str:
        return "".join(self.parts())

    def abbreviations(self) -> set[str]:
        """The texts with any of half, victim and promotion left out."""
        squares, *suffixes = self.parts()
        return {squares + "".join(kept) for kept in product(*({"", suffix} for suffix in suffixes))}


@dataclass(frozen=True)
class Castling:
    """One way to castle: squares of the King's unit and the Rooks', and those between them (B9)."""

    right: str
    king: tuple[int, int]  # from, to
    rook: tuple[int, int]
    between: tuple[int, ...]

    @property
    def colour(self) -> int:
        return colour_of(self.right)

    def at_home(self, board: Board, options: Options) -> bool:
        """Whether both units are complete on their squares."""
        complete = cased(options.royal_pair, self.colour), cased("RR", self.colour)
        return (board[self.king[0]], board[self.rook[0]]) == complete


CASTLINGS = (
    Castling("K", (4, 6), (7, 5), (5, 6)),
    Castling("Q", (4, 2), (0, 3), (1, 2, 3)),
    Castling("k", (60, 62), (63, 61), (61, 62)),
    Castling("q", (60, 58), (56, 59), (57, 58, 59)),
)


# -------------------------------------------------------------------------------------------------- position


@dataclass(frozen=True)
class Position:
    """An immutable position with its counters."""

    options: Options
    board: tuple[str, ...]
    hands: tuple[str, str]  # upper-case letters in stack order
    turn: int  # 0 White, 1 Black
    castling: str  # a part of KQkq, in that order
    ep: int | None  # the square that the double step just made passed
    clock: int  # plies since the last capture, drop or pawn move
    number: int

    @classmethod
    def start(cls, rules: str | Options) -> Position:
        """The start position of a variant, by its name or with its options."""
        options = rules if isinstance(rules, Options) else Options(rules)
        return cls.from_fen(options, options.start_fen())

    @classmethod
    def from_fen(cls, rules: str | Options, fen: str) -> Position:
        """The position of a FEN.

        Raises:
            ValueError: the FEN is not valid; the message says why.
        """
        options = rules if isinstance(rules, Options) else Options(rules)
        placement, side, castling, ep, clock, number = split_fields(fen, ["", "w", "-", "-", "0", "1"])
        placement, hand = split_hand(placement)
        board = _read_board(placement, options)
        turn = read_side(side)
        rights = _read_castling(castling, board, options)
        return cls(
            options, board, _read_hands(hand or "", options), turn,
            rights if options.castling else "", _read_ep(ep, board, turn, options), *read_counters(clock, number),
        )  # fmt: skip

    def fen(self) -> str:
        board = common.write_board([write_square(content) for content in self.board], 8)
        hands = cased(self.hands[0], 0) + cased(self.hands[1], 1)
        ep = "-" if self.ep is None else square_name(self.ep)
        counters = common.write_counters(self.clock, self.number)
        return f"{board}[{hands}] {'wb'[self.turn]} {self.castling or '-'} {ep} {counters}"

    # ------------------------------------------------------------------------------------- public questions

    def royals(self, colour: int) -> int:
        """How many royal halves a player has left."""
        return sum(letter.upper() in ROYALS for content in self.board for letter in of_colour(content, colour))

    def supported(self, colour: int) -> set[str]:
        """The squares of a player's supported weak pawns."""
        return {square_name(square) for square in supported_squares(self.board, colour, self.options)}

    def threatened(self, colour: int) -> set[str]:
        """The empty squares on which a player could capture two enemies."""
        supported = supported_squares(self.board, colour, self.options)
        return {
            square_name(square)
            for square in range(64)
            if not self.board[square] and could_capture(self.board, colour, square, supported, self.options)
        }

    # ------------------------------------------------------------------------------------------ legal moves

    @cached_property
    def legal(self) -> dict[str, Move]:
        """The legal moves by their texts; two ways of one group to one square are one move."""
        if not self.royals(0) or not self.royals(1):  # B7
            return {}
        return {move.text(): move for move in (*self._board_moves(), *self._castling_moves(), *self._drops())}

    def legal_moves(self) -> list[str]:
        return sorted(self.legal)

    def find(self, text: str) -> Move:
        """The move of a canonical text or of an abbreviation that fits one move only.

        Raises:
            ValueError: no move fits, or several do.
        """
        wanted, legal = text.lower(), self.legal
        if wanted in legal:
            return legal[wanted]
        fitting = sorted(full for full, move in legal.items() if wanted in move.abbreviations())
        if not fitting:
            raise ValueError(f"{text!r} is not a legal move")
        if len(fitting) > 1:
            raise ValueError(f"{text!r} could be {', '.join(fitting)}")
        return legal[fitting[0]]

    def _board_moves(self) -> Iterator[Move]:
        supported = supported_squares(self.board, self.turn, self.options)
        for origin, content in enumerate(self.board):
            for group in groups_on(content, self.turn):
                half = len(group) < len(of_colour(content, self.turn))
                for way in ways(self.board, origin, group, supported, self.options):
                    victims_there = entries(self.board, way, group, self.options)
                    if victims_there and self._may_pass(origin, group, way):
                        for victims in victims_there:
                            choice = len(victims_there) > 1
                            move = Move(origin, way.target, group, half, victims, way.target, choice)
                            yield from self._with_promotions(move)
                if not needs_support(group, self.options) or origin in supported:
                    yield from self._en_passant(origin, group, half)

    def _may_pass(self, origin: int, group: str, way: Way) -> bool:
        """B8."""
        return not royal_unit(group) or all(
            passable(self.board, origin, group, square, self.options) for square in way.passed
        )

    def _with_promotions(self, move: Move) -> Iterator[Move]:
        """B5, H3, H4: pawns alone or in a unit of two promote, a mixed unit does not."""
        if all_pawns(move.group) and rank_for(move.target, self.turn) == 8:
            for letters in combinations_with_replacement(PROMOTIONS, len(move.group)):
                yield replace(move, promotion="".join(letters))
        else:
            yield move

    def _en_passant(self, origin: int, group: str, half: bool) -> Iterator[Move]:
        """B5, H5. Weak pawns' support is the caller's question."""
        if self.ep is None or not all_pawns(group) or self.ep not in pawn_diagonals(origin, group):
            return
        behind = self.ep - forward(self.turn)
        pawns = "".join(x for x in of_colour(self.board[behind], 1 - self.turn) if x.upper() in PAWNS)
        one_of = sorted(set(pawns)) if len(group) == 1 else [pawns]  # a lone half takes one, a unit all
        for victims in one_of:
            yield Move(origin, self.ep, group, half, victims, behind, len(one_of) > 1, en_passant=True)

    def _castling_moves(self) -> Iterator[Move]:
        """B9."""
        for castling in CASTLINGS:
            if castling.right not in self.castling or castling.colour != self.turn:
                continue
            origin, target = castling.king
            pair, crossed = self.board[origin], castling.rook[1]
            vacant = not any(self.board[square] for square in castling.between)
            if vacant and passable(self.board, origin, pair, crossed, self.options):
                yield Move(origin, target, pair, castling=castling.right)

    def _drops(self) -> Iterator[Move]:
        """B6, H6."""
        for letter in sorted(set(self.hands[self.turn])):
            full_pawn = letter in PAWNS and not self.options.half_pawns
            for target, content in enumerate(self.board):
                if letter in PAWNS and rank_for(target, self.turn) == 8:
                    continue
                on_pawn = "P" in content.upper() and not self.options.half_pawns
                enemy_there = bool(of_colour(content, 1 - self.turn))
                shares = len(content) == 1 and not full_pawn and not on_pawn
                if not content or (shares and (self.options.drop_beside_enemy or not enemy_there)):
                    yield Move(None, target, cased(letter, self.turn))

    # --------------------------------------------------------------------------------------- making a move

    def push(self, text: str) -> Position:
        """The position after a move.

        Raises:
            ValueError: see ``find``.
        """
        move = self.find(text)
        board, hands = list(self.board), list(self.hands)
        captured = "".join(letter for letter in move.victims.upper() if letter not in ROYALS)
        hands[self.turn] = in_order(hands[self.turn] + captured)  # B6: royals are gone
        if move.victims:
            assert move.victim_square is not None
            board[move.victim_square] = without(board[move.victim_square], move.victims)
        if move.origin is None:
            hands[self.turn] = without(hands[self.turn], move.group.upper())
        else:
            board[move.origin] = without(board[move.origin], move.group)
        arriving = cased(move.promotion, self.turn) or move.group
        board[move.target] = in_order(board[move.target] + arriving)
        for castling in CASTLINGS:
            if move.castling == castling.right:
                board[castling.rook[1]], board[castling.rook[0]] = board[castling.rook[0]], ""
        # B9: a pair that has lost a half since cannot be complete again without a turn in which it is not.
        rights = "".join(c.right for c in CASTLINGS if c.right in self.castling and c.at_home(board, self.options))
        pawn_move = any(letter.upper() in PAWNS for letter in move.group)  # B10: also of a mixed unit
        progress = bool(move.victims) or move.origin is None or pawn_move
        return Position(
            self.options, tuple(board), (hands[0], hands[1]), 1 - self.turn, rights, self._jumped(move),
            0 if progress else self.clock + 1, self.number + self.turn,
        )  # fmt: skip

    def _jumped(self, move: Move) -> int | None:
        """The en-passant square that a move leaves: a double step of lone pawns or a unit of two (B5, H5)."""
        if move.origin is None or not all_pawns(move.group):
            return None
        doubled = move.target == move.origin + 2 * forward(self.turn)
        return move.origin + forward(self.turn) if doubled else None

    # ------------------------------------------------------------------------------------------- the result

    def repetition_key(self) -> object:
        """Board, hands, rights, side; and the en-passant square while a capture there is legal (B10)."""
        ep = self.ep if any(move.en_passant for move in self.legal.values()) else None
        return self.board, self.hands, self.castling, self.turn, ep

    def outcome(self, history: list[object]) -> tuple[str, str] | None:
        """PGN's result and the reason; ``history`` has the keys of all positions so far, this one last."""
        for colour, result in ((0, "0-1"), (1, "1-0")):
            if not self.royals(colour):  # B7, B10
                return result, "royals captured"
        if not self.legal:  # B10
            return "1/2-1/2", "no legal move"
        return drawn(history, self.repetition_key(), self.clock)

    def perft(self, depth: int) -> int:
        return common.perft(self, depth)


# ------------------------------------------------------------------------------------------------------- FEN


def write_square(content: str) -> str:
    return f"({content})" if len(content) == 2 else content


def _read_hands(letters: str, options: Options) -> tuple[str, str]:
    for letter in letters:
        if not letter.isascii() or letter.upper() not in options.letters:
            raise ValueError(f"unknown letter {letter!r} in the hand")
        if letter.upper() in ROYALS:  # B6
            raise ValueError(f"royal {letter!r} in the hand")
    white, black = (in_order(of_colour(letters, colour).upper()) for colour in (0, 1))
    return white, black


def _read_board(placement: str, options: Options) -> tuple[str, ...]:
    board = read_board(placement, 8, 8, lambda token, rank: _read_square(token, rank, options), r"\([^()]*\)|[^0-9]")
    for square, content in enumerate(board):
        for letter in content:
            if letter in "Pp" and not options.half_pawns and rank_for(square, colour_of(letter)) == 8:
                raise ValueError(f"a pawn stands on its last rank, {square_name(square)}")
    everything = "".join(board)
    for colour, side in enumerate(("White", "Black")):
        for royal in ROYALS:
            count, most = everything.count(cased(royal, colour)), options.royal_pair.count(royal)
            if count > most:
                hint = " without RoyalWazirs" if royal == "W" and most == 1 else ""
                raise ValueError(f"{side} has {count} royals {royal}, expected at most {most}{hint}")
    if not set(everything.upper()) & set(ROYALS):
        raise ValueError("neither side has a royal")
    return board


def _read_square(token: str, rank: int, options: Options) -> str:
    """The letters of one token of the board."""
    if token in ("(", ")"):
        raise ValueError(f"rank {rank} has the parenthesis {token!r} alone")
    letters = token[1:-1] if token[0] == "(" else token
    for letter in letters:
        if letter in "Ff" and "F" not in options.letters:
            raise ValueError(f"rank {rank} has the letter {letter!r}, unknown with RoyalWazirs")
        if not letter.isascii() or letter.upper() not in options.letters:
            raise ValueError(f"rank {rank} has the unknown letter {letter!r}")
    if token[0] == "(" and len(letters) != 2:
        raise ValueError(f"rank {rank} has the stack {token}, expected two pieces")
    if len(letters) == 2 and "P" in letters.upper() and not options.half_pawns:
        raise ValueError(f"rank {rank} has the stack {token}, a pawn shares no square")
    return in_order(letters)


def _read_castling(field: str, board: Board, options: Options) -> str:
    rights = "" if field == "-" else field
    for number, right in enumerate(rights):
        castling = next((c for c in CASTLINGS if c.right == right), None)
        if castling is None:
            raise ValueError(f"unknown castling right {right!r}")
        if right in rights[:number]:
            raise ValueError(f"castling right {right} is given twice")
        if not castling.at_home(board, options):
            raise ValueError(f"castling right {right} without its complete pairs at home")
    return "".join(right for right in RIGHTS if right in rights)


def _read_ep(field: str, board: Board, turn: int, options: Options) -> int | None:
    if field == "-":
        return None
    if field not in SQUARE_NAMES:
        raise ValueError(f"en passant field {field!r} is no square")
    square = SQUARE_NAMES.index(field)
    if rank_for(square, turn) != 6:
        raise ValueError(f"en passant square {field} is not on the mover's sixth rank")
    # A half may have left its mate behind; a full-size pawn leaves its square empty.
    if board[square] or len(board[square + forward(turn)]) > options.half_pawns:
        raise ValueError(f"en passant square {field}: no pawn can have jumped over it")
    if not set(of_colour(board[square - forward(turn)], 1 - turn).upper()) & set(PAWNS):
        raise ValueError(f"en passant square {field}: no pawn stands behind it")
    return square
