"""Tandem-84 (rules/tandem-84.md): `tandem-84`.

A :class:`Setup` holds the options all positions of one game share; a :class:`Tandem` is one position, read from and
printed as the FEN and the move texts of the rule page. Its moves are whole turns; :meth:`Tandem.first_moves` and
:meth:`Tandem.after_first` go through a turn move by move, and :meth:`Tandem.by_halves` is the position as the search
sees it.
"""

from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

import re

from oddfish.cext.tandem.position cimport (ENDS_TURN, FIRST, HALF_BITS, KING, MOST_PIECES, NOTHING, NO_PLACE, ONLY,
                                           PAWN, PROMOTED, ROOK, SECOND, TYPES, Part, SetupData, TandemPosition,
                                           Weights, join, occupied, pack, second_of, unpack)
from oddfish.cext.tandem.geometry cimport SQUARES
from oddfish.cext.core.bits cimport bit, popcount
from oddfish.cext.core.keys cimport hash_text
from oddfish.cext.core.rules cimport Position, Rules
from oddfish.cext.tandem.evaluation cimport evaluate, gain, gain_turn, material, prepare, see, see_turn
from oddfish.cext.tandem.geometry cimport FILES, RANKS
from oddfish.cext.tandem.moves cimport (count, count_turns, fresh_key, generate, generate_turns, in_check, join_parts,
                                        make, make_null, make_turn, noisy, noisy_turns, seconds_after, set_up_square,
                                        valid)
from oddfish.cext.core.types cimport (CHECKMATE, DRAWN, LOST, MAX_MOVES, MOVE_RULE, NO_REASON, ONGOING, STALEMATE, Move,
                                 Outcome, Reason)

from oddfish.cext.core.fen import (read_number, read_rank, read_side, read_square, split_fields, split_ranks, square_name,
                              write_rank)
from oddfish.cext.core.rules import FenError, MoveError
from oddfish.cext.tandem.evaluation import TERMS

START = "gbmcnrrnkqbg/pppppppppppp/12/12/12/PPPPPPPPPPPP/GBQKNRRNCMBG w KDkd - 1 0 1"
GHOST_MOVES = ("step", "step-peaceful", "glide-peaceful")
BOARDS = ("left", "right")
_RIGHTS = "KDkd"
_LETTERS = "PNBRQCMGK"      # by type
_TEXT = re.compile("([a-l][1-7])(|/|~|/~)([a-l][1-7])([a-z]?)")


# --- The rules tables ---------------------------------------------------------------------------------------


cdef bint null_move_allowed(const void* position) noexcept nogil:
    """Between turns, while the side has two officers: half a turn may not be passed."""
    cdef const TandemPosition* p = <const TandemPosition*> position
    cdef int us = p.side
    return p.stage == FIRST and popcount(p.color[0][us] & ~(p.type[0][PAWN] | p.type[0][KING])) + \
        popcount(p.color[1][us] & ~(p.type[1][PAWN] | p.type[1][KING])) >= 2


cdef Outcome outcome(const void* position, int legal_moves, Reason* reason) noexcept nogil:
    cdef const TandemPosition* p = <const TandemPosition*> position
    if legal_moves == 0:
        if in_check(position):
            reason[0] = CHECKMATE
            return LOST
        reason[0] = STALEMATE
        return DRAWN
    if p.clock >= 100 and p.stage != SECOND:    # T11: the second move may still set the clock back
        reason[0] = MOVE_RULE
        return DRAWN
    reason[0] = NO_REASON
    return ONGOING


cdef int reversible_plies(const void* position) noexcept nogil:
    """Pawns can be carried back, so that only captures and promotions are for ever. Counted in moves of turns, which
    bounds the number of turns too."""
    return (<const TandemPosition*> position).reversible


cdef int history_slot(const void* position, Move move) noexcept nogil:
    cdef const TandemPosition* p = <const TandemPosition*> position
    cdef Part m = unpack(move)
    return ((p.side * TYPES + p.board[m.board][m.origin]) * 2 + m.onto) * SQUARES + m.to


# 1024, below MAX_MOVES, bounds the moves open in a turn. A side has at most 24 pieces (MOST_PIECES). An officer
# has at most 11 + d moves on a board, d by the diagonals of its square, and as many on the other one if that square is
# vacant, or one drop/swap: n officers have at most S(n), the sum of the n largest 2 * (11 + d) + 1 over the 42 squares.
# A king has at most 19 moves, a pawn 9 besides promotions, and 49 promotions with those that Ghosts give it. By place,
# a last-rank square and its corresponding one see at most 49 promotions if a Ghost can drop from one of them (it has
# at most 33 other moves), 42 if both hold Ghosts, 35 or 28 else. The worst sum over all numbers of pawns and such
# Ghosts is six of each: 19 + S(11) + 6 * 9 + 6 * 33 + 6 * 49 = 1010, S(11) = 445; without pawns 19 + S(23) = 904.
# Turns: each of at most 1024 first moves has at most 1024 second ones.
cdef enum:
    MOST_TURNS = MAX_MOVES * MAX_MOVES

# What the search walks by: single moves of turns.
cdef Rules RULES
RULES.size = sizeof(TandemPosition)
RULES.max_moves = MAX_MOVES
RULES.history_slots = 2 * TYPES * 2 * SQUARES
include "../core/rules_table.pxi"
RULES.prepare_weights = prepare

# What everybody else counts by: whole turns.
cdef Rules TURN_RULES = RULES
TURN_RULES.max_moves = MOST_TURNS
TURN_RULES.generate = generate_turns
TURN_RULES.noisy = noisy_turns
TURN_RULES.count = count_turns
TURN_RULES.make = make_turn
TURN_RULES.gain = gain_turn
TURN_RULES.see = see_turn
TURN_RULES.part_rules = &RULES
TURN_RULES.join_parts = join_parts

# Both again, evaluated by material alone, to measure what the evaluation is worth.
cdef Rules MATERIAL_RULES = RULES
MATERIAL_RULES.evaluate = material
RULES.material_only = &MATERIAL_RULES
cdef Rules MATERIAL_TURN_RULES = TURN_RULES
MATERIAL_TURN_RULES.evaluate = material
MATERIAL_TURN_RULES.part_rules = &MATERIAL_RULES
TURN_RULES.material_only = &MATERIAL_TURN_RULES


# --- Setups -------------------------------------------------------------------------------------------------


cdef class Setup:
    """The options of a game.

    Args:
        ghost: how the Ghost moves (T8), one of :data:`GHOST_MOVES`.
        swap_compounds: whether C is Rook + Knight and M Bishop + Knight, instead of the other way round.
    """

    cdef SetupData* data
    cdef readonly str ghost
    cdef readonly bint swap_compounds
    cdef readonly str letters       # by piece type

    def __cinit__(self):
        self.data = <SetupData*> calloc(1, sizeof(SetupData))
        if self.data == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.data)

    def __init__(self, ghost: str = "step", swap_compounds: bool = False):
        if ghost not in GHOST_MOVES:
            raise ValueError(f"Ghost move '{ghost}' is none of {', '.join(GHOST_MOVES)}")
        self.ghost = ghost
        self.swap_compounds = swap_compounds
        self.letters = _LETTERS.translate(str.maketrans("CM", "MC")) if swap_compounds else _LETTERS
        self.data.captures = ghost == "step"
        self.data.glides = ghost == "glide-peaceful"
        self.data.salt = hash_text(f"tandem-84 {ghost}".encode())


STANDARD_SETUP = Setup()


# --- Squares ------------------------------------------------------------------------------------------------


cdef str name_of(int board, int sq):
    """The name of a board's square: files a-f left, g-l right."""
    return square_name(sq // FILES * 12 + board * FILES + sq % FILES, 12)


cdef str name_at(int place):
    return name_of(place >= SQUARES, place % SQUARES)


cdef int read_place(name, str what) except -1:
    """42 * board + square."""
    cdef int sq = read_square(name, what, 12, RANKS)
    return (SQUARES if sq % 12 >= FILES else 0) + sq // 12 * FILES + sq % FILES


# --- Positions ----------------------------------------------------------------------------------------------


cdef class Tandem(Position):
    """A position of Tandem-84.

    >>> from oddfish.cext.tandem.game import Tandem
    >>> Tandem().count()
    46
    """

    def __init__(self, setup: Setup = STANDARD_SETUP, fen: str | None = None):
        """The start position, or the one of a FEN.

        Raises:
            FenError: the FEN is no position of the game; the text says what is wrong.
        """
        self.allocate(&TURN_RULES)
        self.owner = setup
        self.read(START if fen is None else fen)
        self.weigh(None)

    cdef TandemPosition* here(self):
        return <TandemPosition*> self.data

    @property
    def setup(self) -> Setup:
        return self.owner

    @property
    def terms(self) -> tuple:
        return TERMS

    # FEN -----------------------------------------------------------------------------------------------------

    cdef int read(self, fen) except -1:
        cdef TandemPosition* p = self.here()
        cdef SetupData* setup = (<Setup> self.owner).data
        fields = split_fields(fen, ("board", "side to move", "castling rights", "en passant", "moves in this turn",
                                    "clock", "move number"), ("w", "-", "-", "2", "0", "1"))
        memset(p, 0, sizeof(TandemPosition))
        memset(p.board, NOTHING, sizeof(p.board))
        p.setup = setup
        p.moved[0] = p.moved[1] = NO_PLACE
        self.read_board(fields[0])
        p.side = read_side(fields[1])
        self.read_stage(fields[4])
        self.read_rights(fields[2])
        if fields[3] != "-":
            self.read_passed(fields[3])
        p.clock = read_number(fields[5], "clock", 0, 10000)
        p.number = read_number(fields[6], "move number", 1, 30000)
        p.key = fresh_key(p)
        if not valid(p):
            raise FenError("the side not to move is in check")
        if p.stage == SECOND and count_turns(p) == 0:
            raise FenError(f"no second move is legal on the {BOARDS[p.begin]} board, so the turn is not under way")
        return 0

    cdef int read_board(self, board) except -1:
        cdef TandemPosition* p = self.here()
        cdef int color, t, side, sq, number = RANKS
        letters = self.owner.letters
        for row in split_ranks(board, RANKS):
            for file, letter in read_rank(row, number, 12):
                side = file >= FILES
                sq = (number - 1) * FILES + <int> file % FILES
                t = letters.find(letter.upper())
                if t < 0 or not letter.isascii():
                    raise FenError(f"'{letter}' on {name_of(side, sq)} is no piece, expected one of "
                                   f"{_LETTERS}{_LETTERS.lower()}")
                color = 0 if letter.isupper() else 1
                if t == PAWN and (number == 1 or number == RANKS):
                    raise FenError(f"pawn on {name_of(side, sq)}")
                if t == KING and (p.type[0][KING] & p.color[0][color] or p.type[1][KING] & p.color[1][color]):
                    raise FenError(f"{'Black' if color else 'White'} has more than one king")
                set_up_square(p, color, t, side, sq)
            number -= 1
        for color in range(2):
            if not (p.type[0][KING] & p.color[0][color] or p.type[1][KING] & p.color[1][color]):
                raise FenError(f"{'Black' if color else 'White'} has no king")
            if popcount(p.color[0][color]) + popcount(p.color[1][color]) > MOST_PIECES:
                raise FenError(f"{'Black' if color else 'White'} has more than {MOST_PIECES} pieces")
        return 0

    cdef int read_rights(self, field) except -1:
        cdef TandemPosition* p = self.here()
        cdef int i, color, board, rook, king
        if field == "-":
            return 0
        for letter in field:
            i = _RIGHTS.find(letter)
            if i < 0:
                raise FenError(f"castling right '{letter}', expected K, D, k or d")
            if p.rights & 1 << i:
                raise FenError(f"castling right '{letter}' twice")
            color = i >> 1
            board = color ^ (i & 1)
            king = 38 if color else 3
            rook = (36 if color else 0) + (0 if board else 5)
            if p.home[color] != color or p.king[color] != king or \
                    not p.type[board][ROOK] & p.color[board][color] & bit(rook):
                raise FenError(f"castling right '{letter}' without king on {name_of(color, king)} and rook on "
                               f"{name_of(board, rook)}")
            if color == p.side and (color * SQUARES + king in (p.moved[0], p.moved[1])
                                    or board * SQUARES + rook in (p.moved[0], p.moved[1])):
                raise FenError(f"castling right '{letter}', but its king or rook has moved in this turn")
            p.rights |= 1 << i
        return 0

    cdef int read_stage(self, field) except -1:
        """`1`, `2`, or inside a turn the board that must move and the squares of what has moved."""
        cdef TandemPosition* p = self.here()
        if field == "2":
            return 0
        if field == "1":
            p.stage = ONLY
            return 0
        parts = field.split(":")
        if len(parts) != 3 or parts[0] != "1":
            raise FenError(f"moves in this turn '{field}', expected 1, 2 or e.g. 1:right:d3")
        if parts[1] not in BOARDS:
            raise FenError(f"board to move '{parts[1]}', expected left or right")
        p.stage = SECOND
        p.begin = BOARDS.index(parts[1])
        squares = parts[2].split(",")
        if len(squares) > 2:
            raise FenError(f"{len(squares)} squares moved to, expected one, or king and rook that castled")
        for i, name in enumerate(squares):
            p.moved[<int> i] = read_place(name, "square moved to")
            if not p.color[p.moved[<int> i] >= SQUARES][p.side] & bit(p.moved[<int> i] % SQUARES):
                raise FenError(f"square moved to '{name}' holds no piece of the side to move")
        if len(squares) == 2:
            self.check_castled(parts[2])
        return 0

    cdef int check_castled(self, squares) except -1:
        """T10: what has castled stands where castling leads, and the king's own board is not to move again."""
        cdef TandemPosition* p = self.here()
        cdef int us = p.side
        places = ("e1,d1", "h1,i1") if us == 0 else ("h7,i7", "e7,d7")
        if squares not in places:
            raise FenError(f"squares castled to '{squares}', expected {places[0]} or {places[1]}")
        if not (p.type[p.home[us]][KING] & bit(p.moved[0] % SQUARES) and p.home[us] == (p.moved[0] >= SQUARES)
                and p.type[p.moved[1] >= SQUARES][ROOK] & bit(p.moved[1] % SQUARES)):
            raise FenError(f"squares castled to '{squares}' without king and rook there")
        if p.begin == us:
            raise FenError(f"castled, but the {BOARDS[us]} board, where castling begins, is to move")
        return 0

    cdef int read_passed(self, field) except -1:
        """T7: squares behind pawns that double-stepped in the last turn or, inside a turn, with its first move."""
        cdef TandemPosition* p = self.here()
        cdef int place, board, sq, color, pawn
        cdef int number[2]
        number[0] = number[1] = 0
        if len(field) % 2:
            raise FenError(f"en-passant squares '{field}', expected - or squares joined")
        for start in range(0, len(field), 2):
            name = field[start:start + 2]
            place = read_place(name, "en-passant square")
            board = place >= SQUARES
            sq = place % SQUARES
            color = 0 if sq // FILES == 2 else 1
            if sq // FILES != (4 if color else 2) or color == p.side and p.stage != SECOND:
                expected = "rank 3 or 5" if p.stage == SECOND else f"rank {3 if p.side else 5}"
                raise FenError(f"en-passant square '{name}' is not on {expected}")
            if p.passed[board] & bit(sq):
                raise FenError(f"en-passant square '{name}' twice")
            pawn = sq - FILES if color else sq + FILES
            if not p.type[board][PAWN] & p.color[board][color] & bit(pawn):
                raise FenError(f"en-passant square '{name}' without a pawn on {name_of(board, pawn)}")
            if (p.color[board][0] | p.color[board][1]) & bit(sq):
                raise FenError(f"en-passant square '{name}' is occupied")
            if color == p.side and p.moved[0] != board * SQUARES + pawn:
                raise FenError(f"en-passant square '{name}', but the turn's first move was not by the pawn on "
                               f"{name_of(board, pawn)}")
            p.passed[board] |= bit(sq)
            number[color] += 1
        if number[1 - p.side] > 2:
            raise FenError(f"{number[1 - p.side]} en-passant squares of one turn, expected at most 2")
        return 0

    def letter(self, int board, int sq) -> str:
        """The FEN letter on a square of a board (0 left, 1 right), '' if empty."""
        cdef TandemPosition* p = self.here()
        if not (0 <= board < 2 and 0 <= sq < SQUARES):
            raise IndexError("no such square")
        if p.board[board][sq] == NOTHING:
            return ""
        letter = self.owner.letters[p.board[board][sq]]
        return letter if p.color[board][0] & bit(sq) else letter.lower()

    def board_fen(self) -> str:
        """The board field alone."""
        return "/".join(write_rank([self.letter(board, rank * FILES + file) for board in range(2)
                                    for file in range(FILES)]) for rank in range(RANKS - 1, -1, -1))

    def fen(self) -> str:
        cdef TandemPosition* p = self.here()
        cdef int board, sq, i
        rights = "".join(letter for i, letter in enumerate(_RIGHTS) if p.rights & 1 << <int> i) or "-"
        passed = "".join(sorted(name_of(board, sq) for board in range(2) for sq in range(SQUARES)
                                if p.passed[board] & bit(sq))) or "-"
        return f"{self.board_fen()} {'b' if p.side else 'w'} {rights} {passed} {self.stage()} {p.clock} {p.number}"

    def stage(self) -> str:
        """The FEN's fifth field: `2` moves in this turn, `1`, or e.g. `1:right:d3` inside it."""
        cdef TandemPosition* p = self.here()
        if p.stage != SECOND:
            return "1" if p.stage == ONLY else "2"
        squares = ",".join(name_at(p.moved[i]) for i in range(2) if p.moved[<int> i] != NO_PLACE)
        return f"1:{BOARDS[p.begin]}:{squares}"

    # Moves ---------------------------------------------------------------------------------------------------

    cdef str half_text(self, const TandemPosition* p, Move half):
        """The text of one move of a turn."""
        cdef Part m = unpack(half)
        cdef bint swap = p.color[m.onto][p.side] & bit(m.to) != 0
        cdef bint castling = swap and p.board[m.board][m.origin] == KING and m.to != m.origin
        sign = "/" if m.onto != m.board and m.to != m.origin else ""
        if swap:
            sign += "~"
        if castling:
            sign = ""
        text = name_of(m.board, m.origin) + sign + name_of(m.onto, m.to)
        return text + self.owner.letters[m.promoted].lower() if m.promoted else text

    def text(self, Move move) -> str:
        cdef TandemPosition middle
        cdef Move second = 0 if self.halved() else second_of(move)
        text = self.half_text(self.here(), move)
        if second:
            make(self.here(), move & HALF_BITS, &middle)
            text += "," + self.half_text(&middle, second)
        return text

    cdef list fitting(self, const TandemPosition* p, const Move* halves, int n, str text):
        """The moves of a turn that a text stands for: one, unless the promotion is left out. The signs / and ~ may be
        left out too, as the squares say it all."""
        cdef Move pair
        cdef int i, origin, to
        match = _TEXT.fullmatch(text)
        if match is None:
            return []
        origin = read_place(match[1], "square")
        to = read_place(match[3], "square")
        pair = pack(origin >= SQUARES, origin % SQUARES, to >= SQUARES, to % SQUARES, 0)
        found = [halves[i] for i in range(n) if halves[i] & (PROMOTED - 1) == pair]
        if match[2]:
            found = [half for half in found if self.half_text(p, half)[2:].startswith(match[2] + match[3])]
        if match[4]:
            found = [half for half in found if self.half_text(p, half).endswith(match[4])]
        return found

    def parse(self, text: str) -> int:
        """The legal turn of a text: its moves joined by a comma.

        Raises:
            MoveError: no legal turn has that text, or several fit an abbreviation (the error lists them).
        """
        cdef TandemPosition middle
        cdef TandemPosition* p = self.here()
        cdef Move halves[MAX_MOVES]
        cdef int n
        cdef Move first, second
        parts = text.lower().split(",")
        n = generate(p, halves)
        found = []
        firsts = self.fitting(p, halves, n, parts[0])
        for first in firsts:
            if first & ENDS_TURN or self.halved():
                if len(parts) == 1:
                    found.append(first if self.halved() else first & HALF_BITS)
            elif len(parts) == 2:
                n = seconds_after(p, first, &middle, halves)
                found += [join(first, second) for second in self.fitting(&middle, halves, n, parts[1])]
        if len(found) == 1:
            return found[0]
        if found:
            raise MoveError(f"'{text}' fits several moves: {' '.join(sorted(self.text(move) for move in found))}")
        if firsts and len(parts) == 1 and not self.halved():
            raise MoveError(f"'{text}' is only the first move of a turn, which a move begun on the "
                            f"{BOARDS[unpack(firsts[0]).board ^ 1]} board must complete")
        if len(parts) == 2 and firsts and firsts[0] & ENDS_TURN:
            raise MoveError(f"'{text}' is not a legal move: the turn ends with '{parts[0]}'")
        raise MoveError(f"'{text}' is not a legal move")

    # Inside a turn -------------------------------------------------------------------------------------------

    cdef bint halved(self):
        return self.rules.part_rules == NULL

    def by_halves(self) -> Tandem:
        """The same position with single moves of turns for moves, as the search walks it."""
        cdef Tandem other = <Tandem> self.fresh()
        memcpy(other.data, self.data, sizeof(TandemPosition))
        if not self.halved():
            other.rules = self.rules.part_rules
        return other

    def first_moves(self) -> list:
        """What may come next in the turn: the text of each legal move, and whether the turn ends with it."""
        cdef Move halves[MAX_MOVES]
        cdef int i, n = generate(self.data, halves)
        return [(self.half_text(self.here(), halves[i]), halves[i] & ENDS_TURN != 0) for i in range(n)]

    def after_first(self, text: str) -> Tandem:
        """The position after one legal move of the turn: inside it, or the opponent's if the turn ends with it.

        Raises:
            MoveError: there is no such move, or several fit.
        """
        cdef Tandem other = <Tandem> self.fresh()
        cdef Move half = self.by_halves().parse(text)
        make(self.data, half, other.data)
        return other
