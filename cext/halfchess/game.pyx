"""The Half Chess family: `half-chess`, `halfgi`, `augmented-half-chess`, `augmented-chess` and `normal`.

A :class:`Setup` holds what all positions of one game share (both armies, whether there are drops); a
:class:`HalfChess` is one position, read from and printed as the FEN and the move texts of
rules/half-chess-family.md.
"""

from libc.stdlib cimport calloc, free
from libc.string cimport memset

from oddfish.cext.core.bits cimport Bitboard
from oddfish.cext.core.bits cimport bit
from oddfish.cext.core.geometry cimport Board8, board8
from oddfish.cext.core.keys cimport hash_text
from oddfish.cext.core.rules cimport Position, Rules
from oddfish.cext.core.types cimport (CHECKMATE, DRAWN, INSUFFICIENT_MATERIAL, LOST, MAX_MOVES, MOVE_RULE, NO_REASON,
                                 ONGOING, STALEMATE, Move, Outcome, Reason)
from oddfish.cext.halfchess.evaluation cimport evaluate, gain, measure, prepare, see
from oddfish.cext.halfchess.moves cimport count, fresh_key, generate, in_check, make, make_null, noisy, valid
from oddfish.cext.halfchess.position cimport (BISHOP, DROP, FOREIGN_BISHOP, FOREIGN_KNIGHT, FOREIGN_QUEEN,
                                              FOREIGN_ROOK, FULL, HALF, HAND_TYPES, KING, KNIGHT, NOTHING, NO_SQUARE,
                                              PAWN, PROMOTION, QUEEN, ROOK, TYPES, HalfPosition, Movement, SetupData,
                                              TypeList, Weights, attacks, move_from, move_kind, move_piece,
                                              move_promoted, move_to)

from oddfish.cext.halfchess.armies import ARMY_RULES, FIDE, HALF_CHESS, Army, ArmyError, parse_army
from oddfish.cext.core.fen import (read_number, read_rank, read_side, read_square, split_fields, split_ranks, square_name,
                              write_rank)
from oddfish.cext.halfchess.evaluation import TERMS
from oddfish.cext.core.rules import FenError

cdef const Board8* G = board8()

# FEN letters by type; a hand is written Q R B N P.
LETTERS = "PNBRQKTHEM"
HAND_ORDER = (QUEEN, ROOK, BISHOP, KNIGHT, PAWN)
_RIGHTS = "KQkq"
_START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

#: Types an army code's slots stand for, and the same slots met as the opponent's.
OWN = {"R": ROOK, "N": KNIGHT, "B": BISHOP, "Q": QUEEN}
FOREIGN = {"R": FOREIGN_ROOK, "N": FOREIGN_KNIGHT, "B": FOREIGN_BISHOP, "Q": FOREIGN_QUEEN}


# --- The rules table ----------------------------------------------------------------------------------------


cdef bint null_move_allowed(const void* position) noexcept nogil:
    """Passing is a fair bound while the side has an officer to move: without one, zugzwang is common."""
    cdef const HalfPosition* p = <const HalfPosition*> position
    return (p.color[p.side] & ~(p.type[PAWN] | p.type[KING])) != 0


cdef Outcome outcome(const void* position, int legal_moves, Reason* reason) noexcept nogil:
    cdef const HalfPosition* p = <const HalfPosition*> position
    cdef int t
    if legal_moves == 0:
        if in_check(position):
            reason[0] = CHECKMATE
            return LOST
        reason[0] = STALEMATE
        return DRAWN
    if (p.color[0] | p.color[1]) == p.type[KING]:       # R3: king against king, hands empty
        for t in range(HAND_TYPES):
            if p.hand[0][t] or p.hand[1][t]:
                break
        else:
            reason[0] = INSUFFICIENT_MATERIAL
            return DRAWN
    if p.clock >= 100:
        reason[0] = MOVE_RULE
        return DRAWN
    reason[0] = NO_REASON
    return ONGOING


cdef int reversible_plies(const void* position) noexcept nogil:
    """Captures and pawn moves are for ever, except where captured units come back."""
    cdef const HalfPosition* p = <const HalfPosition*> position
    return 1 << 20 if p.setup.drops else p.clock


cdef int history_slot(const void* position, Move move) noexcept nogil:
    return ((<const HalfPosition*> position).side * 2 * TYPES + (TYPES if move_kind(move) == DROP else 0)
            + move_piece(move)) << 6 | move_to(move)


cdef Rules RULES
RULES.size = sizeof(HalfPosition)
RULES.max_moves = MAX_MOVES
RULES.history_slots = 2 * 2 * TYPES * 64
include "../core/rules_table.pxi"
RULES.prepare_weights = prepare


# --- Setups -------------------------------------------------------------------------------------------------


cdef void add_type(TypeList* types, int t) noexcept nogil:
    types.type[types.count] = t
    types.count += 1


cdef class Setup:
    """What the positions of one game share: both armies, drops, and the tables derived from them.

    Args:
        white, black: each player's officers, an :class:`~oddfish.cext.halfchess.armies.Army`.
        drops: whether captured units change sides and return (halfgi).
        foreign: whether pawns promote to both armies' types (A7).
        coded: whether the FEN carries the army codes; the rules to read them by, or None.
    """

    cdef SetupData* data
    cdef readonly object armies
    cdef readonly bint drops
    cdef readonly bint foreign
    cdef readonly object coded
    cdef readonly tuple aliases     # for each colour: foreign type -> own type that moves alike

    def __cinit__(self):
        self.data = <SetupData*> calloc(1, sizeof(SetupData))
        if self.data == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.data)

    def __init__(self, white: Army, black: Army, drops: bool = False, foreign: bool = False, coded=None):
        cdef SetupData* s = self.data
        cdef int color, t
        self.armies = (white, black)
        self.drops = s.drops = drops
        self.foreign = foreign
        self.coded = coded
        aliases = []
        for color in range(2):
            own, other = self.armies[color].pieces, self.armies[1 - color].pieces
            alias = {}
            types = [(OWN[letter], piece) for letter, piece in own.items()]
            if foreign:
                for letter, piece in other.items():
                    same = [known for known, twin in types if twin == piece]
                    if same:
                        alias[FOREIGN[letter]] = same[0]
                    else:
                        types.append((FOREIGN[letter], piece))
            # Promotions are listed strongest slot first.
            present = {known for known, _ in types}
            for t in (QUEEN, ROOK, BISHOP, KNIGHT, FOREIGN_QUEEN, FOREIGN_ROOK, FOREIGN_BISHOP, FOREIGN_KNIGHT):
                if t in present:
                    add_type(&s.promotions[color], t)
            for known, piece in types:
                self.add_officer(color, known, piece)
            aliases.append(alias)
        self.aliases = tuple(aliases)
        moving = [sorted((slot, p.rook, p.bishop, sorted(p.leaps)) for slot, p in army.pieces.items())
                  for army in self.armies]
        s.salt = hash_text(f"{moving} {drops} {foreign}".encode())
        measure(s)

    cdef int add_officer(self, int color, int t, piece) except -1:
        cdef SetupData* s = self.data
        cdef Movement* m = &s.movement[color][t]
        cdef int sq, file, rank
        add_type(&s.officers[color], t)
        m.rook = piece.rook
        m.bishop = piece.bishop
        for sq in range(64):
            for df, dr in piece.leaps:
                file = (sq & 7) + <int> df
                rank = (sq >> 3) + (-<int> dr if color else <int> dr)       # R2: Black's Crab is mirrored
                if 0 <= file < 8 and 0 <= rank < 8:
                    m.leap[sq] |= bit(rank * 8 + file)
                    m.leap_from[rank * 8 + file] |= bit(sq)
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
    def codes(self) -> tuple:
        """White's and Black's army code."""
        return self.armies[0].code, self.armies[1].code


NORMAL_SETUP = Setup(Army(FIDE), Army(FIDE))
HALF_SETUP = Setup(Army(HALF_CHESS), Army(HALF_CHESS))
HALFGI_SETUP = Setup(Army(HALF_CHESS), Army(HALF_CHESS), drops=True)


def augmented_setup(variant: str, white: str, black: str) -> Setup:
    """The setup of ``augmented-half-chess`` or ``augmented-chess`` with two army codes.

    Raises:
        ArmyError: a code breaks A1 to A4.
    """
    rules = ARMY_RULES[variant]
    return Setup(parse_army(white, rules), parse_army(black, rules), foreign=True, coded=rules)


# --- Positions ----------------------------------------------------------------------------------------------


cdef class HalfChess(Position):
    """A position of any variant of the family.

    >>> from oddfish.cext.halfchess.game import HALF_SETUP, HalfChess
    >>> HalfChess(HALF_SETUP).count()
    20
    """

    def __init__(self, setup: Setup, fen: str | None = None):
        """The start position, or the one of a FEN (whose army field, if any, goes before ``setup``'s).

        Raises:
            FenError: the FEN is no position of this variant.
        """
        self.allocate(&RULES)
        if fen is None:
            fen = _START + " w KQkq - 0 1"
        self.read(setup, fen)
        self.weigh(None)

    cdef HalfPosition* here(self):
        return <HalfPosition*> self.data

    @property
    def setup(self) -> Setup:
        return self.owner

    @property
    def terms(self) -> tuple:
        return TERMS

    def values(self, int color) -> dict:
        """The evaluation's value of each officer of a side, in centipawns, by FEN letter."""
        cdef const HalfPosition* p = self.here()
        cdef const TypeList* officers = &p.setup.officers[color]
        cdef int i
        return {LETTERS[officers.type[i]]: p.weights.value[color][officers.type[i]] for i in range(officers.count)}

    # FEN -----------------------------------------------------------------------------------------------------

    cdef int read(self, setup, fen) except -1:
        names = ["board", "side to move", "castling rights", "en passant", "clock", "move number"]
        defaults = ["w", "-", "-", "0", "1"]
        if setup.coded is not None:
            names.append("armies")
            defaults.append("")
        fields = split_fields(fen, names, defaults)
        if setup.coded is not None and fields[6]:
            setup = self.read_armies(setup, fields[6])
        self.owner = setup
        cdef HalfPosition* p = self.here()
        cdef SetupData* s = (<Setup> setup).data
        memset(p, 0, sizeof(HalfPosition))
        memset(p.board, NOTHING, 64)
        p.setup = s
        p.en_passant = NO_SQUARE
        board, bracket, hand = fields[0].partition("[")
        if bracket:
            if not setup.drops:
                raise FenError("a hand in brackets, but this variant has no drops")
            if not hand.endswith("]"):
                raise FenError(f"hand '[{hand}' is not closed by ']'")
            self.read_hand(hand[:-1])
        self.read_board(board, len(hand) - 1 if bracket else 0)
        p.side = read_side(fields[1])
        self.read_rights(fields[2])
        if fields[3] != "-":
            self.read_en_passant(read_square(fields[3], "en-passant square"), fields[3])
        p.clock = read_number(fields[4], "clock", 0, 10000)
        p.number = read_number(fields[5], "move number", 1, 30000)
        p.key = fresh_key(p)
        if not valid(p):
            raise FenError("the side not to move is in check")
        return 0

    def read_armies(self, setup, field):
        codes = field.split(":")
        if len(codes) != 2:
            raise FenError(f"armies '{field}', expected two codes joined by ':'")
        try:
            armies = [parse_army(code, setup.coded) for code in codes]
        except ArmyError as error:
            raise FenError(str(error)) from None
        if tuple(army.code for army in armies) == setup.codes:
            return setup
        return Setup(*armies, foreign=True, coded=setup.coded)

    cdef int read_hand(self, hand) except -1:
        cdef HalfPosition* p = self.here()
        for letter in hand:
            t = LETTERS.find(letter.upper())
            if t not in HAND_ORDER:
                raise FenError(f"'{letter}' in the hand is no piece, expected one of QRBNPqrbnp")
            color = 0 if letter.isupper() else 1
            p.hand[color][t] += 1
        return 0

    cdef int read_board(self, board, Py_ssize_t units) except -1:
        """The board field; ``units`` are in the hands already."""
        cdef HalfPosition* p = self.here()
        cdef int sq, color, t, number = 8
        cdef bint drops = self.owner.drops
        letters = LETTERS if self.owner.foreign else LETTERS[:6]
        for row in split_ranks(board, 8):
            for file, letter in read_rank(row, number, 8):
                sq = (number - 1) * 8 + <int> file
                found = letters.find(letter.upper())
                if found < 0 or not letter.isascii():
                    raise FenError(f"'{letter}' on {square_name(sq)} is no piece of this variant, expected one of "
                                   f"{letters}{letters.lower()}")
                color = 0 if letter.isupper() else 1
                t = self.owner.aliases[color].get(found, found)
                if t == PAWN and (number == 8 or number == 1) and not (drops and number == (8 if color else 1)):
                    raise FenError(f"pawn on {square_name(sq)}")
                if t == KING:
                    if p.type[KING] & p.color[color]:
                        raise FenError(f"{'Black' if color else 'White'} has more than one king")
                    p.king[color] = sq
                p.type[t] |= bit(sq)
                p.color[color] |= bit(sq)
                p.board[sq] = t
                units += 1
            number -= 1
        for color in range(2):
            if not p.type[KING] & p.color[color]:
                raise FenError(f"{'Black' if color else 'White'} has no king")
            if not drops and bin(p.color[color]).count("1") > 16:
                raise FenError(f"{'Black' if color else 'White'} has more than 16 pieces")
        if drops and units > 32:
            raise FenError(f"{units} pieces on the board and in the hands, expected at most 32")
        return 0

    cdef int read_rights(self, field) except -1:
        cdef HalfPosition* p = self.here()
        cdef int i, color, king, corner
        if field == "-":
            return 0
        for letter in field:
            i = _RIGHTS.find(letter)
            if i < 0:
                raise FenError(f"castling right '{letter}', expected K, Q, k or q")
            if p.rights & 1 << i:
                raise FenError(f"castling right '{letter}' twice")
            color = i >> 1
            king = 60 if color else 4
            corner = king - 4 if i & 1 else king + 3
            if p.king[color] != king or not p.type[ROOK] & p.color[color] & bit(corner):
                raise FenError(f"castling right '{letter}' without king on {square_name(king)} and rook on "
                               f"{square_name(corner)}")
            p.rights |= 1 << i
        return 0

    cdef int read_en_passant(self, int sq, name) except -1:
        """R3: behind a pawn that has just stepped from its second rank over two empty squares."""
        cdef HalfPosition* p = self.here()
        cdef int them = 1 - p.side, up = -8 if them else 8
        if sq >> 3 != (5 if them else 2):
            raise FenError(f"en-passant square '{name}' is not on rank {6 if them else 3}")
        if not p.type[PAWN] & p.color[them] & bit(sq + up):
            raise FenError(f"en-passant square '{name}' without a pawn on {square_name(sq + up)}")
        for empty in (sq, sq - up):
            if (p.color[0] | p.color[1]) & bit(<int> empty):
                raise FenError(f"en-passant square '{name}', but {square_name(empty)} is occupied")
        p.en_passant = sq
        return 0

    def letter(self, int sq) -> str:
        """The FEN letter on a square, '' if empty."""
        cdef HalfPosition* p = self.here()
        if p.board[sq] == NOTHING:
            return ""
        letter = LETTERS[p.board[sq]]
        return letter if p.color[0] & bit(sq) else letter.lower()

    def hand(self, int color) -> str:
        """The letters of a player's hand, in the order Q R B N P."""
        cdef HalfPosition* p = self.here()
        letters = "".join(LETTERS[t] * p.hand[color][t] for t in HAND_ORDER)
        return letters.lower() if color else letters

    def board_fen(self) -> str:
        """The board field alone, without hands."""
        return "/".join(write_rank([self.letter(rank * 8 + file) for file in range(8)]) for rank in range(7, -1, -1))

    def fen(self) -> str:
        cdef HalfPosition* p = self.here()
        text = self.board_fen()
        if self.owner.drops:
            text += f"[{self.hand(0)}{self.hand(1)}]"
        rights = "".join(letter for i, letter in enumerate(_RIGHTS) if p.rights & 1 << <int> i) or "-"
        passed = "-" if p.en_passant == NO_SQUARE else square_name(p.en_passant)
        text += f" {'b' if p.side else 'w'} {rights} {passed} {p.clock} {p.number}"
        if self.owner.coded is not None:
            text += " " + ":".join(self.owner.codes)
        return text

    # Moves ---------------------------------------------------------------------------------------------------

    def text(self, Move move) -> str:
        to = square_name(move_to(move))
        if move_kind(move) == DROP:
            return f"{LETTERS[move_piece(move)].lower()}@{to}"
        promoted = LETTERS[move_promoted(move)].lower() if move_kind(move) == PROMOTION else ""
        return square_name(move_from(move)) + to + promoted

    def abbreviations(self, text: str) -> tuple:
        return (text[:4],) if len(text) == 5 else ()

    def attacked(self, int sq) -> list:
        """The squares the piece on ``sq`` attacks (a pawn: its captures), in order."""
        cdef HalfPosition* p = self.here()
        cdef int t = p.board[sq], color = 0 if p.color[0] & bit(sq) else 1, to
        cdef Bitboard reach
        if t == NOTHING:
            return []
        if t == PAWN:
            reach = G.pawn[color][sq]
        elif t == KING:
            reach = G.king[sq]
        else:
            reach = attacks(G, &p.setup.movement[color][t], sq, p.color[0] | p.color[1])
        return [to for to in range(64) if reach & bit(to)]
