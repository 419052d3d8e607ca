"""The Half Chess family: `half-chess`, `halfgi`, `augmented-half-chess`, `augmented-chess` and `normal`.

A :class:`Setup` holds what all positions of one game share (both armies, whether there are drops). A :class:`HalfChess`
is one position; docs/rules/half-chess-family.md defines its FEN and move texts.
"""

from types import MappingProxyType

cimport cython
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from oddfish.cext.core.bits cimport Bitboard, bit, pop_lsb, popcount
from oddfish.cext.core.geometry cimport tables as board_tables
from oddfish.cext.core.keys cimport hash_text, mixed
from oddfish.cext.core.packed_move cimport DROP, PROMOTION, move_from, move_kind, move_to
from oddfish.cext.core.rules cimport Position, Rules, checked_color, checked_square
from oddfish.cext.core.sight cimport see_features, turn_by_kings
from oddfish.cext.core.types cimport (CHECKMATE, DRAWN, INSUFFICIENT_MATERIAL, LOST, MAX_MOVES, MOVE_RULE, NO_REASON,
                                      ONGOING, STALEMATE, Key, Move, Outcome, Reason)
from oddfish.cext.halfchess.attacks cimport attacks
from oddfish.cext.halfchess.evaluation cimport evaluate, gain, material, see
from oddfish.cext.halfchess.features cimport (FEATURE_WORDS, KING_PLANE, features, mirrored_feature,
                                              turned_feature)
from oddfish.cext.halfchess.kinds cimport kinds
from oddfish.cext.halfchess.moves cimport (can_return, count, count_replies, first_check, fresh_key, generate,
                                           gives_check, in_check, key_after, legal, make, make_null, noisy, quiets,
                                           valid)
from oddfish.cext.halfchess.position cimport (BISHOP, FOREIGN_BISHOP, FOREIGN_KNIGHT, FOREIGN_QUEEN, FOREIGN_ROOK, FULL,
                                              HALF, HAND_TYPES, KING, KNIGHT, MAX_TARGETS, NO_PIECE, NO_PLANE,
                                              NO_SLIDE, NO_SQUARE, PAWN, QUEEN, ROOK, TYPES, HalfPosition, Movement,
                                              SetupData, TypeList, Weights, move_piece, move_promoted)
from oddfish.cext.halfchess.tablebase cimport Tables, probe
from oddfish.cext.halfchess.weights cimport fill_mobility, prepare_weights

from oddfish.cext.core.chess_fen import (CASTLING_LETTERS as _CASTLING_LETTERS, read_en_passant, read_piece,
                                         read_pieces, read_rights, split_hand, write_board, write_flags)
from oddfish.cext.core.errors import FenError
from oddfish.cext.core.fen import read_counters, read_side, split_fields, square_name, square_names, write_counters
from oddfish.cext.halfchess import armies as _armies
from oddfish.cext.halfchess.armies import Army, ArmyError, parse_army
from oddfish.cext.halfchess.weights import TERMS

#: FEN letters by type.
LETTERS = "PNBRQKTHEM"
cdef tuple _LETTERS = (LETTERS, LETTERS.lower())        # by colour
cdef tuple _SQUARES = square_names(8, 8)

# The order of a hand in a FEN.
_HAND_ORDER = (QUEEN, ROOK, BISHOP, KNIGHT, PAWN)
_HAND_LETTERS = "QRBNP"
_START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

# The types of the slots of an army code, and of the same slots of the opponent's army.
_OWN = {"R": ROOK, "N": KNIGHT, "B": BISHOP, "Q": QUEEN}
_FOREIGN = {"R": FOREIGN_ROOK, "N": FOREIGN_KNIGHT, "B": FOREIGN_BISHOP, "Q": FOREIGN_QUEEN}


# --- The rules table ----------------------------------------------------------------------------------------


cdef bint null_move_allowed(const void* position) noexcept nogil:
    """Not without officers, because zugzwang is common in pawn endings."""
    cdef const HalfPosition* p = <const HalfPosition*> position
    return (p.color[p.side] & ~(p.type[PAWN] | p.type[KING])) != 0


cdef inline bint is_dead(const HalfPosition* p) noexcept nogil:
    """R3: two bare kings with empty hands; in `normal` also with one minor piece, or with bishops all on one colour."""
    cdef Bitboard others = (p.color[0] | p.color[1]) & ~p.type[KING]
    cdef Bitboard dark = others & 0xAA55AA55AA55AA55ULL
    cdef int t
    if others == 0:
        for t in range(HAND_TYPES):
            if p.hand[0][t] or p.hand[1][t]:
                return False
        return True
    if not p.setup.dead_positions or others & ~(p.type[KNIGHT] | p.type[BISHOP]):
        return False
    if p.type[KNIGHT]:
        return popcount(others) == 1
    return dark == 0 or dark == others


cdef Outcome outcome(const void* position, int legal_moves, Reason* reason) noexcept nogil:
    cdef const HalfPosition* p = <const HalfPosition*> position
    if legal_moves == 0:
        if in_check(position):
            reason[0] = CHECKMATE
            return LOST
        reason[0] = STALEMATE
        return DRAWN
    if is_dead(p):
        reason[0] = INSUFFICIENT_MATERIAL
        return DRAWN
    if p.clock >= 100:
        reason[0] = MOVE_RULE
        return DRAWN
    reason[0] = NO_REASON
    return ONGOING


cdef int reversible_plies(const void* position) noexcept nogil:
    """Captures and pawn moves are irreversible, except in halfgi, where captured pieces come back."""
    cdef const HalfPosition* p = <const HalfPosition*> position
    return 1 << 20 if p.setup.drops else p.clock


cdef int history_slot(const void* position, Move move) noexcept nogil:
    return ((<const HalfPosition*> position).side * 2 * TYPES + (TYPES if move_kind(move) == DROP else 0)
            + move_piece(move)) << 6 | move_to(move)


cdef int correction_keys(const void* position, Key* keys) noexcept nogil:
    """The pawns, the material, and each side's officers."""
    cdef const HalfPosition* p = <const HalfPosition*> position
    cdef Key counts = 0
    cdef int color, i, t
    keys[0] = mixed(mixed(0, p.type[PAWN] & p.color[0]), p.type[PAWN] & p.color[1])
    for color in range(2):
        keys[2 + color] = p.king[color] + 1
        counts = counts << 4 ^ popcount(p.type[PAWN] & p.color[color])
        for i in range(p.setup.officers[color].count):
            t = p.setup.officers[color].type[i]
            keys[2 + color] = mixed(keys[2 + color], p.type[t] & p.color[color])
            counts = counts << 4 ^ popcount(p.type[t] & p.color[color])
    keys[1] = mixed(0, counts)
    return 4


# --- Kinds of moves ------------------------------------------------------------------------------------------

#: Names of the bits in kinds.pxd, in order.
_MOVE_KINDS = ("captures", "en passant", "castles", "promotions", "drops", "checks", "discovered checks",
               "double checks", "checkmates")


cdef Bitboard LEFT_HALF = 0x0F0F0F0F0F0F0F0F     # files a to d

cdef Rules RULES
RULES.size = sizeof(HalfPosition)
RULES.max_moves = MAX_MOVES
RULES.search.history_slots = 2 * 2 * TYPES * 64
include "../core/rules_table.pxi"
RULES.evaluation.fifty_moves = True
RULES.perft.count_replies = count_replies
RULES.search.quiets = quiets
RULES.moves.legal = legal
RULES.moves.gives_check = gives_check
RULES.search.first_check = first_check
RULES.search.key_after = key_after
RULES.search.can_return = can_return
RULES.search.probe = probe
RULES.perft.kinds = kinds
RULES.search.correction_keys = correction_keys
RULES.evaluation.prepare_weights = prepare_weights
RULES.network.features = features
see_features(&RULES.network, FEATURE_WORDS, mirrored_feature)
turn_by_kings(&RULES.network, KING_PLANE, LEFT_HALF, turned_feature)
RULES.network.outputs_by_hand = 1            # up to four pieces: hand-written, to drive a bare king to the edge
RULES.network.feature_set = b"half-chess-1"
include "../core/material_rules.pxi"


# --- Setups -------------------------------------------------------------------------------------------------


cdef void add_type(TypeList* types, int t) noexcept nogil:
    types.type[types.count] = t
    types.count += 1


@cython.final
cdef class Setup:
    """What all positions of one game share: both armies, whether there are drops, and the tables derived from them.

    Args:
        white, black: each player's army.
        drops: whether captured pieces change sides and can be dropped (halfgi).
        dead_positions: whether all of FIDE's dead positions are draws (normal), not only two bare kings.
        foreign: whether pawns also promote to the opponent's types (A7).
        army_rules: the rules for army codes, if the FEN has an army field.

    Officers can move in any way that `Piece` describes. Networks know only the variants' pieces; positions with other
    pieces get the hand-written evaluation.

    Raises:
        ValueError: a piece has an unknown kind of slide, leaps to its own square, or attacks more than 55 squares.
    """

    cdef SetupData* data
    cdef readonly object armies
    cdef readonly bint drops
    cdef readonly bint dead_positions
    cdef readonly bint foreign
    cdef readonly object army_rules
    cdef readonly Tables tables     # solved endings; None if there are none
    cdef bint is_full           # there are full sliders, not only halflings
    cdef tuple same_type        # for each colour: foreign type -> own type that moves alike

    def __cinit__(self, white: Army, black: Army, drops: bool = False, foreign: bool = False, army_rules=None,
                  dead_positions: bool = False):
        self.data = <SetupData*> calloc(1, sizeof(SetupData))
        cdef SetupData* s = self.data
        if s == NULL:
            raise MemoryError
        for army in (white, black):
            if not isinstance(army, Army):
                raise TypeError(f"army: expected an Army, not {type(army).__name__}")
        self.armies = tuple([Army(MappingProxyType(dict(army.pieces)), army.code) for army in (white, black)])
        self.drops = s.drops = drops
        self.dead_positions = s.dead_positions = dead_positions
        self.foreign = foreign
        self.army_rules = army_rules
        self.is_full = any(FULL in (p.rook, p.bishop) for army in self.armies for p in army.pieces.values())
        self.same_type = (self.add_army(0, white, black), self.add_army(1, black, white))
        moving = [sorted((slot, p.rook, p.bishop, sorted(p.leaps)) for slot, p in army.pieces.items())
                  for army in self.armies]
        s.salt = hash_text(f"{moving} {drops} {foreign}".encode())
        fill_mobility(s)

    def __dealloc__(self):
        free(self.data)

    cdef dict add_army(self, int color, own, other):
        """Fill in one side's types. Returns the foreign types that move like an own type (A7), each with that type."""
        cdef SetupData* s = self.data
        cdef int t
        pieces = {_OWN[slot]: piece for slot, piece in own.pieces.items()}
        same_type = {}
        if self.foreign:
            for slot, piece in other.pieces.items():
                for known, twin in pieces.items():
                    if twin == piece:
                        same_type[_FOREIGN[slot]] = known
                        break
                else:
                    pieces[_FOREIGN[slot]] = piece
        # Promotions are listed strongest slot first.
        for t in (QUEEN, ROOK, BISHOP, KNIGHT, FOREIGN_QUEEN, FOREIGN_ROOK, FOREIGN_BISHOP, FOREIGN_KNIGHT):
            if t in pieces:
                add_type(&s.promotions[color], t)
        for known, piece in pieces.items():
            self.add_officer(color, known, piece)
        return same_type

    cdef int add_officer(self, int color, int t, piece) except -1:
        cdef SetupData* s = self.data
        cdef Movement* m = &s.movement[color][t]
        cdef int sq, file, rank
        if {piece.rook, piece.bishop} - {NO_SLIDE, FULL, HALF} or (0, 0) in piece.leaps:
            raise ValueError(f"{piece}: unknown slide, or a leap to its own square")
        add_type(&s.officers[color], t)
        known = _armies.planes(piece, self.is_full)
        if known is None:
            s.without_planes = True
        else:
            s.plane[color][t] = known[0]
            s.augmenter_plane[color][t] = NO_PLANE if known[1] is None else known[1]
        m.rook = piece.rook
        m.bishop = piece.bishop
        for sq in range(64):
            for df, dr in piece.leaps:
                file = (sq & 7) + <int> df
                rank = (sq >> 3) + (-<int> dr if color else <int> dr)       # R2: Black's leaps are mirrored
                if 0 <= file < 8 and 0 <= rank < 8:
                    m.leap[sq] |= bit(rank * 8 + file)
                    m.leap_from[rank * 8 + file] |= bit(sq)
        for sq in range(64):
            if popcount(attacks(m, sq, 0)) > MAX_TARGETS:
                raise ValueError(f"{piece} attacks more than {MAX_TARGETS} squares")
        if piece.leaps:
            add_type(&s.leapers[color], t)
        if m.rook == FULL:
            add_type(&s.full_rooks[color], t)
        elif m.rook == HALF:
            add_type(&s.half_rooks[color], t)
        if m.bishop == FULL:
            add_type(&s.full_bishops[color], t)
        elif m.bishop == HALF:
            add_type(&s.half_bishops[color], t)
        return 0

    @property
    def has_endings(self) -> bool:
        """Whether endings can be solved: there must be no drops, and both armies must move alike."""
        return not self.drops and self.armies[0].pieces == self.armies[1].pieces

    def endings(self, str signature not None) -> Tables:
        """An empty set of tables.

        Raises:
            ValueError: not ``has_endings``.
        """
        if not self.has_endings:
            raise ValueError("no endings of games with drops or unequal armies")
        cdef Tables tables = Tables.__new__(Tables)
        tables.prepare(signature, self.data)
        return tables

    def solve(self, Tables tables not None, str mine not None, str theirs not None) -> None:
        """Solve an ending, with either side to move, and add it to ``tables``.

        Args:
            mine, theirs: the men of each side, in the order of ``tablebase.LETTERS``.

        Raises:
            ValueError: an ending that it can lead to is missing.
        """
        tables.solve_with(&RULES, self.data, mine, theirs)

    def with_tables(self, Tables tables not None) -> Setup:
        """The same rules, with solved endings for searches."""
        cdef Setup setup = Setup(*self.armies, drops=self.drops, foreign=self.foreign, army_rules=self.army_rules,
                                 dead_positions=self.dead_positions)
        setup.tables = tables
        setup.data.tables = &tables.data
        return setup

    @property
    def codes(self) -> tuple:
        """White's and Black's army code, '' in variants without a choice."""
        return self.armies[0].code, self.armies[1].code


NORMAL_SETUP = Setup(Army(_armies.FIDE), Army(_armies.FIDE), dead_positions=True)
HALF_SETUP = Setup(Army(_armies.HALF_CHESS), Army(_armies.HALF_CHESS))
HALFGI_SETUP = Setup(Army(_armies.HALF_CHESS), Army(_armies.HALF_CHESS), drops=True)


def augmented_setup(str variant not None, str white not None, str black not None) -> Setup:
    """The setup of ``augmented-half-chess`` or ``augmented-chess`` with two army codes.

    Raises:
        ValueError: the variant has no army codes.
        ArmyError: a code breaks one of the rules A1 to A4.
    """
    if variant not in _armies.ARMY_RULES:
        raise ValueError(f"unknown variant '{variant}': expected one of {', '.join(_armies.ARMY_RULES)}")
    rules = _armies.ARMY_RULES[variant]
    return Setup(parse_army(white, rules), parse_army(black, rules), foreign=True, army_rules=rules)


cdef Setup with_armies(Setup setup, str field):
    """The setup with the armies of a FEN's army field.

    Raises:
        FenError: the field does not hold two legal codes.
    """
    codes = field.split(":")
    if len(codes) != 2:
        raise FenError(f"armies '{field}', expected two codes joined by ':'")
    if tuple(codes) == setup.codes:
        return setup
    if field != field.upper():
        raise FenError(f"armies '{field}', expected upper case")
    try:
        armies = [parse_army(code, setup.army_rules) for code in codes]
    except ArmyError as error:
        raise FenError(str(error)) from None
    for army, code in zip(armies, codes):
        if army.code != code:       # in an option, there may be blanks around it
            raise FenError(f"army {code!r}, expected {army.code!r}")
    return Setup(*armies, foreign=True, army_rules=setup.army_rules)


# --- Positions ----------------------------------------------------------------------------------------------


cdef class HalfChess(Position):
    """A position of any variant of the family.

    >>> from oddfish.cext.halfchess.game import HALF_SETUP, HalfChess
    >>> HalfChess(HALF_SETUP).count()
    20
    """

    def __cinit__(self, Setup setup not None, fen=None):
        """The start position, or that of a FEN. The FEN's army field, if it has one, overrides ``setup``'s armies.

        Raises:
            FenError: the FEN is not a position of this variant.
        """
        self.owner = setup
        if self.allocate(&RULES, fen):
            self.read(setup, _START if fen is None else fen)
            self.set_weights(None)

    cdef HalfPosition* here(self):
        return <HalfPosition*> self.data

    @property
    def setup(self) -> Setup:
        """What this position shares with all others of its game."""
        return self.owner

    @property
    def terms(self) -> tuple:
        return TERMS

    @property
    def move_kinds(self) -> tuple:
        return _MOVE_KINDS if self.setup.drops else tuple(["" if kind == "drops" else kind for kind in _MOVE_KINDS])

    def values(self, color) -> dict:
        """The evaluation's values of a colour's officers, in centipawns, by FEN letter.

        Raises:
            ValueError: ``color`` is neither 0 nor 1.
        """
        cdef const HalfPosition* p = self.here()
        cdef int side = checked_color(color), i
        cdef const TypeList* officers = &p.setup.officers[side]
        return {LETTERS[officers.type[i]]: p.weights.value[side][officers.type[i]] for i in range(officers.count)}

    # FEN -----------------------------------------------------------------------------------------------------

    cdef int read(self, setup, fen) except -1:
        names = ["board", "side to move", "castling rights", "en passant", "clock", "move number"]
        defaults = ["w", "-", "-", "0", "1"]
        if setup.army_rules is not None:
            names.append("armies")
            defaults.append("")
        fields = split_fields(fen, names, defaults)
        if setup.army_rules is not None and fields[6]:
            setup = with_armies(setup, fields[6])
        self.owner = setup
        cdef HalfPosition* p = self.here()
        memset(p, 0, sizeof(HalfPosition))
        memset(p.board, NO_PIECE, 64)
        p.setup = (<Setup> setup).data
        p.en_passant = NO_SQUARE
        if "[" in fields[0] and not setup.drops:
            raise FenError("a hand in brackets, but this variant has no drops")
        board, hand = split_hand(fields[0])
        self.read_hand(hand or "")
        self.read_board(board, len(hand or ""))
        p.side = read_side(fields[1])
        p.rights = read_rights(fields[2], (bit(p.king[0]), bit(p.king[1])),
                               (p.type[ROOK] & p.color[0], p.type[ROOK] & p.color[1]))
        if fields[3] != "-":
            p.en_passant = read_en_passant(fields[3], p.side, p.type[PAWN] & p.color[1 - p.side],
                                           p.color[0] | p.color[1])
        p.clock, p.number = read_counters(fields[4], fields[5])
        p.key = fresh_key(p)
        if not valid(p):
            raise FenError("the side not to move is in check")
        return 0

    cdef int read_hand(self, hand) except -1:
        cdef HalfPosition* p = self.here()
        for letter in hand:
            index, color = read_piece(letter, "in the hand", _HAND_LETTERS)
            p.hand[<int> color][<int> _HAND_ORDER[index]] += 1
        return 0

    cdef int read_board(self, board, int in_hand) except -1:
        """Read the board field; ``in_hand`` is the number of pieces in both hands."""
        cdef HalfPosition* p = self.here()
        cdef Setup setup = self.owner
        cdef int sq, t, color, pieces = in_hand
        for sq, found, color in read_pieces(board, LETTERS if setup.foreign else LETTERS[:6],
                                            what="not a piece of this variant"):
            t = setup.same_type[color].get(found, found)
            # In halfgi, pawns can be dropped on their first rank.
            if t == PAWN and sq >> 3 in (0, 7) and not (setup.drops and sq >> 3 == (7 if color else 0)):
                raise FenError(f"pawn on {square_name(sq)}")
            if t == KING:
                if p.type[KING] & p.color[color]:
                    raise FenError(f"{'Black' if color else 'White'} has more than one king")
                p.king[color] = sq
            p.type[t] |= bit(sq)
            p.color[color] |= bit(sq)
            p.board[sq] = t
            pieces += 1
        for color in range(2):
            if not p.type[KING] & p.color[color]:
                raise FenError(f"{'Black' if color else 'White'} has no king")
            if not setup.drops and popcount(p.color[color]) > 16:
                raise FenError(f"{'Black' if color else 'White'} has more than 16 pieces")
        if setup.drops and pieces > 32:
            raise FenError(f"{pieces} pieces on the board and in the hands, expected at most 32")
        return 0

    cdef str cell_on(self, int sq):
        cdef HalfPosition* p = self.here()
        return "" if p.board[sq] == NO_PIECE else _LETTERS[not p.color[0] & bit(sq)][p.board[sq]]

    cdef int square_count(self) noexcept:
        return 64

    def hand(self, color) -> str:
        """The letters of a colour's hand, in the order Q R B N P.

        Raises:
            ValueError: ``color`` is neither 0 nor 1.
        """
        cdef int side = checked_color(color)
        letters = "".join(LETTERS[t] * self.here().hand[side][<int> t] for t in _HAND_ORDER)
        return letters.lower() if side else letters

    def board_fen(self) -> str:
        """The FEN's board field, without hands."""
        return write_board(self.cells())

    def fen(self) -> str:
        cdef HalfPosition* p = self.here()
        board = self.board_fen()
        if self.owner.drops:
            board += f"[{self.hand(0)}{self.hand(1)}]"
        passed = "-" if p.en_passant == NO_SQUARE else square_name(p.en_passant)
        rights = write_flags(p.rights, _CASTLING_LETTERS)
        text = f"{board} {'b' if p.side else 'w'} {rights} {passed} {write_counters(p.clock, p.number)}"
        return text if self.owner.army_rules is None else f"{text} {':'.join(self.owner.codes)}"

    # Moves ---------------------------------------------------------------------------------------------------

    cdef int ends(self, Move move, int* origin) noexcept:
        origin[0] = move_from(move)
        return -1 if move_kind(move) == DROP else move_to(move)

    cdef str move_text(self, Move move):
        cdef str to = _SQUARES[move_to(move)]
        if move_kind(move) == DROP:
            return f"{LETTERS[move_piece(move)].lower()}@{to}"
        cdef str text = <str> _SQUARES[move_from(move)] + to
        return text + LETTERS[move_promoted(move)].lower() if move_kind(move) == PROMOTION else text

    cdef tuple shorter_texts(self, str text):
        return (text[:4],) if len(text) == 5 else ()

    def attacked(self, sq) -> list:
        """The squares that the piece on a square attacks (for a pawn: where it can capture), in order.

        Raises:
            ValueError: the square is not on the board.
        """
        cdef HalfPosition* p = self.here()
        cdef int origin = checked_square(sq, 64), t = p.board[origin], color = 0 if p.color[0] & bit(origin) else 1
        cdef Bitboard reach
        if t == NO_PIECE:
            return []
        if t == PAWN:
            reach = board_tables.pawn[color][origin]
        elif t == KING:
            reach = board_tables.king[origin]
        else:
            reach = attacks(&p.setup.movement[color][t], origin, p.color[0] | p.color[1])
        squares = []
        while reach:
            squares.append(pop_lsb(&reach))
        return squares
