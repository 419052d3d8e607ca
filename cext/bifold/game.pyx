"""Bifold Halfgi (rules/bifold-halfgi.md): `bifold-halfgi`, `-wazirs`, `-handed` and `-weak`.

A :class:`Setup` holds what all positions of one game share (the variant and its house rules); a :class:`Bifold` is one
position, read from and printed as the FEN and the move texts of the rule page.
"""

from libc.stdint cimport uint8_t
from libc.string cimport memset

from oddfish.cext.bifold.position cimport (DROP, FULL_SIZE, HANDED, NO_SQUARE, PROMOTION, WEAK, BifoldPosition,
                                           PawnKind, SetupData, Weights, law_at, move_from, move_kind, move_promoted,
                                           move_to, move_unit, move_victim, officers_of, royals_of)
from oddfish.cext.bifold.units cimport TYPES
from oddfish.cext.bifold.evaluation cimport evaluate, gain, material, prepare, see
from oddfish.cext.bifold.moves cimport (can_take_en_passant, count, fresh_key, generate, in_check, make, make_null,
                                        noisy, valid)
from oddfish.cext.bifold.units cimport (FERZ, LEFT_PAWN, NO_TYPE, NOTHING, OFFICERS, PAIR_PROMOTIONS, PAWN,
                                        PROMOTIONS, ROOK, WAZIR, Law, Units, bifold_units, last_rank)
from oddfish.cext.core.bits cimport bit, popcount
from oddfish.cext.core.keys cimport hash_text
from oddfish.cext.core.rules cimport Position, Rules
from oddfish.cext.core.types cimport (DRAWN, LOST, MAX_MOVES, MOVE_RULE, NO_LEGAL_MOVE, NO_REASON, ONGOING,
                                 ROYALS_CAPTURED, WON, Move, Outcome, Reason)

import re

from oddfish.cext.core.fen import (read_number, read_rank, read_side, read_square, split_fields, split_ranks, square_name,
                              write_rank)
from oddfish.cext.bifold.evaluation import TERMS
from oddfish.cext.core.rules import FenError

cdef const Units* U = bifold_units()

#: FEN letters by type, which is also the order in stacks and hands.
LETTERS = "QRBHWFLDP"
_RIGHTS = "KQkq"
_BACK = "(RR)(HH)(BB)(QQ)({})(BB)(HH)(RR)"
_PAWNS = {FULL_SIZE: "PPPPPPPP", HANDED: "(LD)" * 8, WEAK: "(PP)" * 8}
_NAMES = {"W": "Wazir", "F": "Ferz"}

#: The variants: how their pawns are, and their two royals.
VARIANTS = {
    "bifold-halfgi": (FULL_SIZE, "WF"),
    "bifold-halfgi-wazirs": (FULL_SIZE, "WW"),
    "bifold-halfgi-handed": (HANDED, "WF"),
    "bifold-halfgi-weak": (WEAK, "WF"),
}

cdef enum:
    # Groups of moves for history tables: halves by type, pairs by their first half, drops by type.
    GROUPS = TYPES + OFFICERS + 1 + TYPES


# --- The rules table ----------------------------------------------------------------------------------------


cdef bint null_move_allowed(const void* position) noexcept nogil:
    """Passing is a fair bound for a side that has an officer to move, or anything to drop."""
    cdef const BifoldPosition* p = <const BifoldPosition*> position
    cdef int t
    if officers_of(p, p.side) & ~royals_of(p, p.side):
        return True
    for t in range(TYPES):
        if p.hand[p.side][t]:
            return True
    return False


cdef Outcome outcome(const void* position, int legal_moves, Reason* reason) noexcept nogil:
    """B7, B10."""
    cdef const BifoldPosition* p = <const BifoldPosition*> position
    if not royals_of(p, p.side):
        reason[0] = ROYALS_CAPTURED
        return LOST
    if not royals_of(p, 1 - p.side):
        reason[0] = ROYALS_CAPTURED
        return WON
    if legal_moves == 0:
        reason[0] = NO_LEGAL_MOVE
        return DRAWN
    if p.clock >= 100:
        reason[0] = MOVE_RULE
        return DRAWN
    reason[0] = NO_REASON
    return ONGOING


cdef int reversible_plies(const void* position) noexcept nogil:
    """What is taken comes back by drops: no move is for ever."""
    return 1 << 20


cdef int history_slot(const void* position, Move move) noexcept nogil:
    cdef const BifoldPosition* p = <const BifoldPosition*> position
    cdef int group = move_unit(move)
    if move_kind(move) == DROP:
        group += TYPES + OFFICERS + 1
    elif group >= TYPES:
        group = TYPES + min(p.setup.law[group].first, <int> OFFICERS)
    return (p.side * GROUPS + group) << 6 | move_to(move)


cdef Rules RULES
RULES.size = sizeof(BifoldPosition)
RULES.max_moves = MAX_MOVES
RULES.history_slots = 2 * GROUPS * 64
include "../core/rules_table.pxi"
RULES.prepare_weights = prepare

# The same game evaluated by material alone, to measure what the evaluation is worth.
cdef Rules MATERIAL_RULES = RULES
MATERIAL_RULES.evaluate = material
RULES.material_only = &MATERIAL_RULES


# --- Setups -------------------------------------------------------------------------------------------------


cdef class Setup:
    """What the positions of one game share.

    Args:
        variant: one of ``VARIANTS``.
        castling: whether there is castling (B9); without it, rights in a FEN are read and forgotten.
        drop_beside_enemy: whether a bifold may be dropped beside an enemy one (B6).
    """

    cdef SetupData data
    cdef readonly str variant
    cdef readonly str royals
    cdef readonly str letters       # of the pieces of this variant, in stack order
    cdef readonly str start

    def __init__(self, str variant="bifold-halfgi", bint castling=True, bint drop_beside_enemy=True):
        cdef PawnKind pawns
        pawns, self.royals = VARIANTS[variant]
        self.variant = variant
        self.letters = "QRBH" + "".join(dict.fromkeys(self.royals)) + ("LD" if pawns == HANDED else "P")
        self.data.pawns = pawns
        self.data.wazirs = self.royals == "WW"
        self.data.castling = castling
        self.data.drop_beside_enemy = drop_beside_enemy
        self.data.law = U.law[1 if pawns == FULL_SIZE else 0]
        if pawns == FULL_SIZE:
            self.data.promotions = <const uint8_t*> &U.lone_promotions[0]
            self.data.promotion_count = PROMOTIONS
        else:
            self.data.promotions = <const uint8_t*> &U.pair_promotions[0]
            self.data.promotion_count = PAIR_PROMOTIONS
        self.data.salt = hash_text(f"{variant} {drop_beside_enemy}".encode())
        white = f"{_PAWNS[pawns]}/{_BACK.format(self.royals)}"
        black = "/".join(reversed(white.lower().split("/")))
        self.start = f"{black}/8/8/8/8/{white}[] w {'KQkq' if castling else '-'} - 0 1"

    @property
    def castling(self) -> bool:
        return self.data.castling

    @property
    def drop_beside_enemy(self) -> bool:
        return self.data.drop_beside_enemy

    @property
    def pieces(self) -> int:
        """How many pieces the game has, bifolds and pawns of both sides."""
        return 48 if self.data.pawns == FULL_SIZE else 64


# --- Positions ----------------------------------------------------------------------------------------------


cdef class Bifold(Position):
    """A position of any variant of the family.

    >>> from oddfish.cext.bifold.game import Bifold, Setup
    >>> Bifold(Setup("bifold-halfgi")).count()
    20
    """

    def __init__(self, Setup setup not None, fen: str | None = None):
        """The start position, or the one of a FEN.

        Raises:
            FenError: the FEN is no position of this variant; the text says what is wrong.
        """
        self.allocate(&RULES)
        self.owner = setup
        self.read(setup, setup.start if fen is None else fen)
        self.weigh(None)

    cdef BifoldPosition* here(self):
        return <BifoldPosition*> self.data

    @property
    def setup(self) -> Setup:
        return self.owner

    @property
    def terms(self) -> tuple:
        return TERMS

    # FEN -----------------------------------------------------------------------------------------------------

    cdef int read(self, Setup setup, fen) except -1:
        cdef BifoldPosition* p = self.here()
        fields = split_fields(fen, ("board", "side to move", "castling rights", "en passant", "clock", "move number"),
                              ("w", "-", "-", "0", "1"))
        memset(p, 0, sizeof(BifoldPosition))
        memset(p.board, NOTHING, sizeof(p.board))
        p.setup = &setup.data
        p.en_passant = NO_SQUARE
        board, bracket, hand = fields[0].partition("[")
        if bracket:
            if not hand.endswith("]"):
                raise FenError(f"hand '[{hand}' is not closed by ']'")
            self.read_hand(hand[:-1])
        self.read_board(board)
        self.check_pieces(setup, len(hand) - 1 if bracket else 0)
        p.side = read_side(fields[1])
        self.read_rights(fields[2])
        if not setup.data.castling:
            p.rights = 0
        if fields[3] != "-":
            self.read_en_passant(read_square(fields[3], "en-passant square"), fields[3])
        p.clock = read_number(fields[4], "clock", 0, 10000)
        p.number = read_number(fields[5], "move number", 1, 30000)
        p.live = can_take_en_passant(p)
        p.key = fresh_key(p)
        return 0

    cdef int read_hand(self, hand) except -1:
        cdef BifoldPosition* p = self.here()
        letters = "".join(letter for letter in self.owner.letters if letter not in "WF")
        for letter in hand:
            if letter.upper() not in letters or not letter.isascii():
                what = "a royal, which no hand holds" if letter.upper() in self.owner.royals else "no piece"
                raise FenError(f"'{letter}' in the hand is {what}, expected one of {letters}{letters.lower()}")
            p.hand[0 if letter.isupper() else 1][<int> LETTERS.index(letter.upper())] += 1
        return 0

    cdef int read_board(self, board) except -1:
        cdef int number = 8
        for row in split_ranks(board, 8):
            # A stack counts as one sign of its rank; what stands in it is kept aside.
            stacks = re.findall(r"\([^()]*\)", row)
            for file, letter in read_rank(re.sub(r"\([^()]*\)", "(", row), number, 8):
                sq = (number - 1) * 8 + <int> file
                if letter != "(":
                    self.put(letter, sq, letter)
                elif not stacks:
                    raise FenError(f"stack on {square_name(sq)} is not closed by ')'")
                else:
                    stack = stacks.pop(0)
                    if len(stack) != 4:
                        raise FenError(f"stack '{stack}' on {square_name(sq)}, expected two pieces in it")
                    for half in stack[1:3]:
                        self.put(half, sq, stack)
            if stacks or row.count("(") != row.count(")"):
                raise FenError(f"rank {number} has a stack that is not closed by ')'")
            number -= 1
        return 0

    cdef int put(self, letter, int sq, where) except -1:
        """Another piece on a square; ``where`` is the whole of the square's text."""
        cdef BifoldPosition* p = self.here()
        cdef Setup setup = self.owner
        if letter.upper() not in setup.letters or not letter.isascii():
            raise FenError(f"'{letter}' on {square_name(sq)} is no piece of this variant, expected one of "
                           f"{setup.letters}{setup.letters.lower()}")
        cdef int t = LETTERS.index(letter.upper()), color = 0 if letter.isupper() else 1, unit
        if t == PAWN and setup.data.pawns == FULL_SIZE:
            if len(where) > 1:
                raise FenError(f"stack '{where}' on {square_name(sq)}: a pawn stands alone on its square")
            if bit(sq) & last_rank(color):
                raise FenError(f"pawn on {square_name(sq)}, its last rank")
        unit = U.plus[p.board[color][sq]][t]
        p.board[color][sq] = unit
        p.any[color] |= bit(sq)
        p.half[color][t] |= bit(sq)
        if setup.data.law[unit].full:
            p.full[color] |= bit(sq)
        if setup.data.law[unit].mixed:
            p.mixed[color] |= bit(sq)
        return 0

    cdef int check_pieces(self, Setup setup, Py_ssize_t pieces) except -1:
        """``pieces`` are in the hands."""
        cdef BifoldPosition* p = self.here()
        cdef int t
        for color, side in enumerate(("White", "Black")):
            for t in range(TYPES):
                number = popcount(p.half[<int> color][t])
                number += popcount(p.half[<int> color][t] & p.full[<int> color] & ~p.mixed[<int> color])
                if t == PAWN and setup.data.pawns == FULL_SIZE:
                    number = popcount(p.half[<int> color][t])
                if LETTERS[t] in _NAMES and number > setup.royals.count(LETTERS[t]):
                    raise FenError(f"{side} has {number} {_NAMES[LETTERS[t]]}s, the game has "
                                   f"{setup.royals.count(LETTERS[t])}")
                pieces += number
        if not royals_of(p, 0) and not royals_of(p, 1):
            raise FenError("neither side has a royal")
        if pieces > setup.pieces:
            raise FenError(f"{pieces} pieces on the board and in the hands, expected at most {setup.pieces}")
        return 0

    cdef int read_rights(self, field) except -1:
        """B9: a right needs both pairs at home."""
        cdef BifoldPosition* p = self.here()
        cdef int i, color, king, corner
        if field == "-":
            return 0
        royals = U.pair[WAZIR][WAZIR if (<Setup> self.owner).data.wazirs else FERZ]
        for letter in field:
            i = _RIGHTS.find(letter)
            if i < 0:
                raise FenError(f"castling right '{letter}', expected K, Q, k or q")
            if p.rights & 1 << i:
                raise FenError(f"castling right '{letter}' twice")
            color = i >> 1
            king = 60 if color else 4
            corner = king - 4 if i & 1 else king + 3
            if p.board[color][king] != royals or p.board[color][corner] != U.pair[ROOK][ROOK]:
                pairs = [f"({self.owner.royals})", "(RR)"]
                if color:
                    pairs = [pair.lower() for pair in pairs]
                raise FenError(f"castling right '{letter}' without {pairs[0]} on {square_name(king)} and {pairs[1]} on "
                               f"{square_name(corner)}")
            p.rights |= 1 << i
        return 0

    cdef int read_en_passant(self, int sq, name) except -1:
        """B5, H5: behind a pawn that has just stepped from its second rank over an empty square; a half may have left
        another piece behind."""
        cdef BifoldPosition* p = self.here()
        cdef int them = 1 - p.side, up = -8 if them else 8
        cdef bint full = (<Setup> self.owner).data.pawns == FULL_SIZE
        if sq >> 3 != (5 if them else 2):
            raise FenError(f"en-passant square '{name}' is not on rank {6 if them else 3}")
        if not (p.half[them][LEFT_PAWN] | p.half[them][LEFT_PAWN + 1] | p.half[them][PAWN]) & bit(sq + up):
            raise FenError(f"en-passant square '{name}' without a pawn on {square_name(sq + up)}")
        for empty in (sq, sq - up):
            squares = [(p.any[color] & bit(<int> empty)) != 0 for color in range(2)]
            if any(squares) and (full or empty == sq):
                raise FenError(f"en-passant square '{name}', but {square_name(empty)} is occupied")
            if all(squares) or (p.full[0] | p.full[1]) & bit(<int> empty):
                raise FenError(f"en-passant square '{name}', but two pieces are on {square_name(empty)}")
        p.en_passant = sq
        return 0

    def stack(self, int sq) -> str:
        """The letters on a square, in FEN's order: none, one, or two."""
        cdef BifoldPosition* p = self.here()
        cdef const Law* law
        text = ""
        for color in range(2):
            law = law_at(p, <int> color, sq)
            letters = "".join(LETTERS[t] for t in (law.first, law.second) if t != NO_TYPE)
            text += letters.lower() if color else letters
        return text

    def hand(self, int color) -> str:
        """The letters of a player's hand."""
        cdef BifoldPosition* p = self.here()
        letters = "".join(LETTERS[t] * p.hand[color][t] for t in range(TYPES))
        return letters.lower() if color else letters

    def board_fen(self) -> str:
        """The board field alone, without hands."""
        stacks = [self.stack(sq) for sq in range(64)]
        signs = [f"({stack})" if len(stack) == 2 else stack for stack in stacks]
        return "/".join(write_rank(signs[rank * 8 : rank * 8 + 8]) for rank in range(7, -1, -1))

    def fen(self) -> str:
        cdef BifoldPosition* p = self.here()
        rights = "".join(letter for i, letter in enumerate(_RIGHTS) if p.rights & 1 << <int> i) or "-"
        passed = "-" if p.en_passant == NO_SQUARE else square_name(p.en_passant)
        return (f"{self.board_fen()}[{self.hand(0)}{self.hand(1)}] {'b' if p.side else 'w'} {rights} {passed} "
                f"{p.clock} {p.number}")

    # Moves ---------------------------------------------------------------------------------------------------

    def text(self, Move move) -> str:
        """The suffixes stand in the order half, victim, promotion."""
        cdef BifoldPosition* p = self.here()
        cdef int unit = move_unit(move), origin = move_from(move), to = move_to(move)
        cdef const Law* promoted
        if move_kind(move) == DROP:
            return f"{LETTERS[unit].lower()}@{square_name(to)}"
        text = square_name(origin) + square_name(to)
        if unit != p.board[p.side][origin]:
            text += LETTERS[unit].lower()
        if move_victim(move):
            text += "x" + LETTERS[move_victim(move) - 1].lower()
        if move_kind(move) == PROMOTION:
            promoted = &p.setup.law[move_promoted(move)]
            text += "=" + "".join(LETTERS[t].lower() for t in (promoted.first, promoted.second) if t != NO_TYPE)
        return text

    def abbreviations(self, text: str) -> tuple:
        """Any of the suffixes may be left out."""
        parts = re.fullmatch(r"(\w\d\w\d)(\w?)(x\w)?(=\w+)?", text)
        if parts is None:
            return ()
        bare, *suffixes = (part or "" for part in parts.groups())
        shorter = {bare}
        for suffix in suffixes:
            shorter |= {form + suffix for form in shorter}
        return tuple(sorted(shorter - {text}))
