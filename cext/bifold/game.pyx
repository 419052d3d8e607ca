"""Bifold Halfgi (rules/bifold-halfgi.md): `bifold-halfgi`, `-wazirs`, `-handed` and `-weak`.

A :class:`Setup` holds what all positions of one game share (the variant and its house rules); a :class:`Bifold` is one
position, which reads and prints the FEN and the move texts of the rule page.
"""

cimport cython
from libc.stdint cimport uint8_t
from libc.string cimport memset

from oddfish.cext.core.bits cimport Bitboard, bit, popcount
from oddfish.cext.core.keys cimport hash_text, mixed
from oddfish.cext.core.packed_move cimport DROP, PROMOTION, move_from, move_kind, move_to
from oddfish.cext.core.rules cimport Position, Rules, checked_color
from oddfish.cext.core.sight cimport see_features
from oddfish.cext.core.types cimport (DRAWN, LOST, MAX_MOVES, MOVE_RULE, NO_LEGAL_MOVE, NO_REASON, ONGOING,
                                      ROYALS_CAPTURED, WON, Key, Move, Outcome, Reason)
from oddfish.cext.bifold.evaluation cimport evaluate, gain, material, prepare, see
from oddfish.cext.bifold.features cimport FEATURE_WORDS, features, mirrored_feature
from oddfish.cext.bifold.kinds cimport kinds
from oddfish.cext.bifold.making cimport add_half
from oddfish.cext.bifold.moves cimport (count, count_replies, first_check, fresh_key, generate, gives_check, in_check,
                                        legal, make, make_null, noisy, quiets, valid)
from oddfish.cext.bifold.pawn_moves cimport has_legal_en_passant
from oddfish.cext.bifold.pawns cimport last_rank, second_rank
from oddfish.cext.bifold.position cimport (FULL_SIZE, HANDED, NO_SQUARE, WEAK, BifoldPosition, PawnKind, SetupData,
                                           Weights, half_count, info_at, move_promoted, move_unit, move_victim,
                                           officers_of, pawns_of, royals_of)
from oddfish.cext.bifold.units cimport (FERZ, NO_TYPE, NOTHING, OFFICERS, PAIR_PROMOTIONS, PAWN, PROMOTIONS, ROOK,
                                        TYPES, WAZIR, UnitInfo, units)

import re

from oddfish.cext.bifold.evaluation import TERMS
from oddfish.cext.core.chess_fen import (CASTLING_LETTERS as _CASTLING_LETTERS, read_en_passant, read_piece,
                                         read_rights, split_hand, write_board, write_flags)
from oddfish.cext.core.errors import FenError
from oddfish.cext.core.fen import (read_counters, read_rank, read_side, split_fields, split_ranks, square_name,
                                   square_names, write_counters)

#: FEN letters by type, in the order of stacks and hands.
LETTERS = "QRBHWFLDP"
cdef tuple _LETTERS = (LETTERS, LETTERS.lower())        # by colour
cdef tuple _SQUARES = square_names(8, 8)
_BACK = "(RR)(HH)(BB)(QQ)({})(BB)(HH)(RR)"
_PAWNS = {FULL_SIZE: "PPPPPPPP", HANDED: "(LD)" * 8, WEAK: "(PP)" * 8}
_ROYAL_NAMES = {"W": "Wazir", "F": "Ferz"}
#: Names of the bits of `kinds` (kinds.pxd), in order.
_MOVE_KINDS = ("captures", "en passant", "castles", "promotions", "drops", "joins", "splits", "shared squares",
               "checks", "last royals taken")
_STACK = re.compile(r"\([^()]*\)")

#: The variants: their kind of pawns, and the letters of their two royals (without RoyalWazirs).
VARIANTS = {
    "bifold-halfgi": (FULL_SIZE, "WF"),
    "bifold-halfgi-wazirs": (FULL_SIZE, "WW"),
    "bifold-halfgi-handed": (HANDED, "WF"),
    "bifold-halfgi-weak": (WEAK, "WF"),
}

cdef enum:
    # Groups of moves that share history: moves of a single piece, by type; of a pair, by its first half; drops, by
    # type.
    GROUPS = TYPES + OFFICERS + 1 + TYPES


# --- The rules table ----------------------------------------------------------------------------------------


cdef bint null_move_allowed(const void* position) noexcept nogil:
    """Zugzwang is rare for a side with an officer to move or a piece to drop."""
    cdef const BifoldPosition* p = <const BifoldPosition*> position
    cdef int t
    if officers_of(p, p.side) & ~royals_of(p, p.side):
        return True
    for t in range(TYPES):
        if p.hand[p.side][t]:
            return True
    return False


cdef Outcome outcome(const void* position, int legal_moves, Reason* reason) noexcept nogil:
    """B7: a side without royals has lost. B10: draws."""
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
    """No move is irreversible, because captured pieces can come back as drops."""
    return 1 << 20


cdef int history_slot(const void* position, Move move) noexcept nogil:
    cdef const BifoldPosition* p = <const BifoldPosition*> position
    cdef int group = move_unit(move)
    if move_kind(move) == DROP:
        group += TYPES + OFFICERS + 1
    elif group >= TYPES:
        group = TYPES + min(p.setup.info[group].first, <int> OFFICERS)
    return (p.side * GROUPS + group) << 6 | move_to(move)


cdef int correction_keys(const void* position, Key* keys) noexcept nogil:
    """The pawns, the material including hands, and where each side's halves stand."""
    cdef const BifoldPosition* p = <const BifoldPosition*> position
    cdef Key counts = 0
    cdef int color, t
    keys[0] = 0
    for color in range(2):
        keys[2 + color] = mixed(p.full[color], p.mixed[color])
        for t in range(TYPES):
            counts = counts * 11 + 2 * p.hand[color][t] + popcount(p.half[color][t])
            if t < OFFICERS:
                keys[2 + color] = mixed(keys[2 + color], p.half[color][t])
            else:
                keys[0] = mixed(keys[0], p.half[color][t])
    keys[1] = mixed(0, counts)
    return 4


cdef Rules RULES
RULES.size = sizeof(BifoldPosition)
RULES.max_moves = MAX_MOVES
RULES.search.history_slots = 2 * GROUPS * 64
include "../core/rules_table.pxi"
RULES.evaluation.fifty_moves = True
RULES.search.quiets = quiets
RULES.moves.legal = legal
RULES.moves.gives_check = gives_check
RULES.search.first_check = first_check
RULES.perft.count_replies = count_replies
RULES.search.correction_keys = correction_keys
RULES.perft.kinds = kinds
RULES.evaluation.prepare_weights = prepare
RULES.network.features = features
see_features(&RULES.network, FEATURE_WORDS, mirrored_feature)
RULES.network.outputs_by_hand = 2            # up to eight occupied squares: the hand-written evaluation wins more
RULES.network.feature_set = b"bifold-1"

include "../core/material_rules.pxi"


# --- Setups -------------------------------------------------------------------------------------------------


@cython.final
cdef class Setup:
    """What the positions of one game share: its variant and house rules.

    Args:
        variant: one of ``VARIANTS``.
        castling: whether there is castling (B9); without it, the rights in a FEN are ignored.
        drop_beside_enemy: whether a bifold may be dropped beside an enemy one (B6).
        royal_wazirs: whether both royals are Wazirs; in ``bifold-halfgi-wazirs`` they always are.

    Raises:
        ValueError: the variant is unknown.
    """

    cdef SetupData data
    cdef readonly str variant
    cdef readonly str royals        # letters of the two royals
    cdef readonly str letters       # of the variant's pieces, in stack order
    cdef readonly str start         # FEN of the start position

    def __cinit__(self, str variant not None="bifold-halfgi", bint castling=True, bint drop_beside_enemy=True,
                  bint royal_wazirs=False):
        cdef PawnKind pawns
        if variant not in VARIANTS:
            raise ValueError(f"unknown variant '{variant}': expected one of {', '.join(VARIANTS)}")
        pawns, royals = VARIANTS[variant]
        self.variant = variant
        self.royals = "WW" if royal_wazirs else royals
        self.letters = "QRBH" + "".join(dict.fromkeys(self.royals)) + ("LD" if pawns == HANDED else "P")
        self.data.pawns = pawns
        self.data.royal_pair = units.pair[WAZIR][WAZIR if self.royals == "WW" else FERZ]
        self.data.castling = castling
        self.data.drop_beside_enemy = drop_beside_enemy
        self.data.info = units.info[1 if pawns == FULL_SIZE else 0]
        if pawns == FULL_SIZE:
            self.data.promotions = <const uint8_t*> &units.lone_promotions[0]
            self.data.promotion_count = PROMOTIONS
        else:
            self.data.promotions = <const uint8_t*> &units.pair_promotions[0]
            self.data.promotion_count = PAIR_PROMOTIONS
        salt = f"{variant} {drop_beside_enemy}"
        if self.royals != royals:       # in either game a side's last royal may be a Wazir
            salt += " royal wazirs"
        self.data.salt = hash_text(salt.encode())
        white = f"{_PAWNS[pawns]}/{_BACK.format(self.royals)}"
        black = "/".join(reversed(white.lower().split("/")))
        self.start = f"{black}/8/8/8/8/{white}[] w {'KQkq' if castling else '-'} - 0 1"

    @property
    def castling(self) -> bool:
        """Whether there is castling (B9)."""
        return self.data.castling

    @property
    def drop_beside_enemy(self) -> bool:
        """Whether a bifold may be dropped beside an enemy one (B6)."""
        return self.data.drop_beside_enemy

    @property
    def royal_wazirs(self) -> bool:
        """Whether both royals are Wazirs."""
        return self.royals == "WW"

    @property
    def pieces(self) -> int:
        """The number of pieces in the game: bifolds and pawns of both sides."""
        return 48 if self.data.pawns == FULL_SIZE else 64


# --- Positions ----------------------------------------------------------------------------------------------


cdef Bitboard squares_of(const BifoldPosition* p, int color, int unit) noexcept:
    """The squares on which a unit of this colour stands."""
    cdef Bitboard squares = 0
    cdef int sq
    for sq in range(64):
        if p.board[color][sq] == unit:
            squares |= bit(sq)
    return squares


cdef class Bifold(Position):
    """A position of any variant of the family.

    >>> from oddfish.cext.bifold.game import Bifold, Setup
    >>> Bifold(Setup("bifold-halfgi")).count()
    20
    """

    def __cinit__(self, Setup setup not None, fen=None):
        """The start position, or that of a FEN.

        Raises:
            FenError: the FEN is not a position of this variant; the text says what is wrong.
        """
        self.owner = setup
        if self.allocate(&RULES, fen):
            self.read(setup, setup.start if fen is None else fen)
            self.set_weights(None)

    cdef BifoldPosition* here(self):
        return <BifoldPosition*> self.data

    @property
    def setup(self) -> Setup:
        """What the position shares with all others of its game."""
        return self.owner

    @property
    def terms(self) -> tuple:
        return TERMS

    @property
    def move_kinds(self) -> tuple:
        return _MOVE_KINDS

    # FEN -----------------------------------------------------------------------------------------------------

    cdef int read(self, Setup setup, fen) except -1:
        cdef BifoldPosition* p = self.here()
        fields = split_fields(fen, ("board", "side to move", "castling rights", "en passant", "clock", "move number"),
                              ("w", "-", "-", "0", "1"))
        memset(p, 0, sizeof(BifoldPosition))
        memset(p.board, NOTHING, sizeof(p.board))
        p.setup = &setup.data
        p.en_passant = NO_SQUARE
        board, hand = split_hand(fields[0])
        if hand is not None:
            self.read_hand(hand)
        self.read_board(board)
        self.check_pieces(len(hand or ""))
        p.side = read_side(fields[1])
        self.read_castling(fields[2])
        if not setup.data.castling:
            p.rights = 0
        if fields[3] != "-":
            self.read_passed(fields[3])
        p.clock, p.number = read_counters(fields[4], fields[5])
        p.en_passant_legal = has_legal_en_passant(p)
        p.key = fresh_key(p)
        return 0

    cdef int read_hand(self, hand) except -1:
        """B6: a royal is never in hand."""
        cdef BifoldPosition* p = self.here()
        cdef int color, t
        letters = "".join(letter for letter in self.owner.letters if letter not in _ROYAL_NAMES)
        for letter in hand:
            what = "a royal, which no hand holds" if letter.upper() in self.owner.royals else "not a piece"
            t, color = read_piece(letter, "in the hand", letters, what)
            p.hand[color][<int> LETTERS.index(letters[t])] += 1
        return 0

    cdef int read_board(self, board) except -1:
        cdef int number = 8
        for row in split_ranks(board, 8):
            # For `read_rank` a stack is a single letter, "("; this list holds its contents.
            stacks = re.findall(_STACK, row)
            for file, letter in read_rank(re.sub(_STACK, "(", row), number, 8):
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

    cdef int put(self, letter, int sq, stack) except -1:
        """Put one more piece on a square; ``stack`` is the text of the whole square."""
        cdef Setup setup = self.owner
        cdef int index, color, t
        what = "not a piece of this variant"
        if letter.upper() == "F":
            what = "a Ferz, but with RoyalWazirs both royals are Wazirs"
        index, color = read_piece(letter, f"on {square_name(sq)}", setup.letters, what)
        t = LETTERS.index(setup.letters[index])
        if t == PAWN and setup.data.pawns == FULL_SIZE:
            if len(stack) > 1:
                raise FenError(f"stack '{stack}' on {square_name(sq)}: a pawn stands alone on its square")
            if bit(sq) & last_rank(color):
                raise FenError(f"pawn on {square_name(sq)}, its last rank")
        add_half(self.here(), color, sq, t)
        return 0

    cdef int check_pieces(self, Py_ssize_t pieces) except -1:
        """Check the number of pieces, of which ``pieces`` are in the hands."""
        cdef BifoldPosition* p = self.here()
        cdef Setup setup = self.owner
        cdef int color, t, number
        for color, side in enumerate(("White", "Black")):
            for t, letter in enumerate(LETTERS):
                number = half_count(p, color, t)
                if letter in _ROYAL_NAMES and number > setup.royals.count(letter):
                    other = " (2 with RoyalWazirs)" if letter == "W" and not setup.royal_wazirs else ""
                    raise FenError(f"{side} has {number} {_ROYAL_NAMES[letter]}s, the game has "
                                   f"{setup.royals.count(letter)}{other}")
                pieces += number
        if not royals_of(p, 0) and not royals_of(p, 1):
            raise FenError("neither side has a royal")
        if pieces > setup.pieces:
            raise FenError(f"{pieces} pieces on the board and in the hands, expected at most {setup.pieces}")
        return 0

    cdef int read_castling(self, field) except -1:
        """B9: a castling right requires both pairs on their home squares."""
        cdef BifoldPosition* p = self.here()
        cdef int color
        royals, rooks = f"({self.owner.royals})", "(RR)"
        p.rights = read_rights(field, [squares_of(p, color, p.setup.royal_pair) for color in range(2)],
                               [squares_of(p, color, units.pair[ROOK][ROOK]) for color in range(2)],
                               ((royals, rooks), (royals.lower(), rooks.lower())))
        return 0

    cdef int read_passed(self, text) except -1:
        """B5, H5: the square behind a pawn that has just stepped from its second rank over an empty square. If a half
        has moved, another piece may still be where it started."""
        cdef BifoldPosition* p = self.here()
        cdef int them = 1 - p.side, start
        cdef Bitboard occ = p.color[0] | p.color[1]
        if (<Setup> self.owner).data.pawns != FULL_SIZE:
            occ &= ~second_rank(them)
        p.en_passant = read_en_passant(text, p.side, pawns_of(p, them), occ)
        start = p.en_passant + (8 if them else -8)
        if (p.color[0] & p.color[1] | p.full[0] | p.full[1]) & bit(start):
            raise FenError(f"en-passant square '{text}', but two pieces are on {square_name(start)}")
        return 0

    cdef int square_count(self) noexcept:
        return 64

    cdef str cell_on(self, int sq):
        cdef BifoldPosition* p = self.here()
        cdef const UnitInfo* info
        cdef str text = ""
        cdef int color
        for color in range(2):
            info = info_at(p, color, sq)
            if info.first != NO_TYPE:
                text += _LETTERS[color][info.first]
            if info.second != NO_TYPE:
                text += _LETTERS[color][info.second]
        return text

    def hand(self, color) -> str:
        """The letters in a player's hand (0 White, 1 Black), in FEN order.

        Raises:
            ValueError: ``color`` is neither 0 nor 1.
        """
        cdef BifoldPosition* p = self.here()
        cdef int side = checked_color(color)
        letters = "".join(LETTERS[t] * p.hand[side][t] for t in range(TYPES))
        return letters.lower() if side else letters

    def board_fen(self) -> str:
        """The board field of the FEN, without hands."""
        return write_board([f"({stack})" if len(stack) == 2 else stack for stack in self.cells()])

    def fen(self) -> str:
        cdef BifoldPosition* p = self.here()
        rights = write_flags(p.rights, _CASTLING_LETTERS)
        passed = "-" if p.en_passant == NO_SQUARE else square_name(p.en_passant)
        return (f"{self.board_fen()}[{self.hand(0)}{self.hand(1)}] {'b' if p.side else 'w'} {rights} {passed} "
                f"{write_counters(p.clock, p.number)}")

    # Moves ---------------------------------------------------------------------------------------------------

    cdef int ends(self, Move move, int* origin) noexcept:
        origin[0] = move_from(move)
        return -1 if move_kind(move) == DROP else move_to(move)

    cdef str move_text(self, Move move):
        """The text of a legal move: its squares, then its half, victim and promotion if needed."""
        cdef BifoldPosition* p = self.here()
        cdef int unit = move_unit(move), origin = move_from(move), to = move_to(move)
        cdef const UnitInfo* promoted
        if move_kind(move) == DROP:
            return f"{LETTERS[unit].lower()}@{<str> _SQUARES[to]}"
        cdef str text = <str> _SQUARES[origin] + <str> _SQUARES[to]
        if unit != p.board[p.side][origin]:
            text += LETTERS[unit].lower()
        if move_victim(move):
            text += "x" + LETTERS[move_victim(move) - 1].lower()
        if move_kind(move) == PROMOTION:
            promoted = &p.setup.info[move_promoted(move)]
            text += "=" + "".join(LETTERS[t].lower() for t in (promoted.first, promoted.second) if t != NO_TYPE)
        return text

    cdef tuple shorter_texts(self, str text):
        """Shorter texts: any suffix may be left out."""
        parts = re.fullmatch(r"(\w\d\w\d)(\w?)(x\w)?(=\w+)?", text)
        if parts is None:
            return ()
        bare, *suffixes = (part or "" for part in parts.groups())
        shorter = {bare}
        for suffix in suffixes:
            shorter |= {form + suffix for form in shorter}
        return tuple(sorted(shorter - {text}))
