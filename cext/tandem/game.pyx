"""Tandem-84 (rules/tandem-84.md): its `Rules` tables, setups (options) and positions."""

cimport cython
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

from oddfish.cext.core.bits cimport Bitboard, popcount
from oddfish.cext.core.keys cimport hash_text, mixed
from oddfish.cext.core.rules cimport Position, Rules
from oddfish.cext.core.sight cimport see_features
from oddfish.cext.core.types cimport (CHECKMATE, DRAWN, LOST, MAX_MOVES, MOVE_RULE, NO_REASON, ONGOING, STALEMATE, Key,
                                      Move, Outcome, Reason)
from oddfish.cext.tandem.evaluation cimport evaluate, gain, gain_turn, material, prepare, see, see_turn
from oddfish.cext.tandem.features cimport FEATURE_WORDS, features, mirrored_feature
from oddfish.cext.tandem.geometry cimport PLACES, place_at, place_of, square_number
from oddfish.cext.tandem.kinds cimport kinds
from oddfish.cext.tandem.moves cimport (count, fresh_key, generate, in_check, legal, make, make_null, noisy,
                                        quiets, valid)
from oddfish.cext.tandem.notation cimport (board_field, matching_parts, part_text, piece_letter, read_fen, stage_field,
                                           write_fen)
from oddfish.cext.tandem.packed_move cimport ENDS_TURN, PART_BITS, Part, join, second_part, unpack
from oddfish.cext.tandem.position cimport FIRST, KING, PAWN, SECOND, TYPES, SetupData, TandemPosition, Weights
from oddfish.cext.tandem.turns cimport (count_replies, count_turns, generate_turns, join_parts, legal_turn, make_turn,
                                        noisy_turns, list_seconds)

from oddfish.cext.core.errors import AmbiguousMoveError, MoveError
from oddfish.cext.tandem.evaluation import TERMS
from oddfish.cext.tandem.notation import HALVES, LETTERS

START = "gbmcnrrnkqbg/pppppppppppp/12/12/12/PPPPPPPPPPPP/GBQKNRRNCMBG w KDkd - 1 0 1"
GHOST_MOVES = ("step", "step-peaceful", "glide-peaceful")
EN_PASSANT_REPLIES = ("either", "first")
#: Names of the bits of `kinds` (kinds.pxd), in order.
_MOVE_KINDS = ("captures", "en passant", "castles", "promotions", "drop moves", "drop/swaps", "ghost swaps",
               "turns of one move", "checks", "checkmates", "stalemates")

# --- Rules tables -------------------------------------------------------------------------------------------


cdef bint null_move_allowed(const void* position) noexcept nogil:
    """Only between turns, because a single move of a turn cannot be passed; and only with two pieces besides pawns."""
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
    if p.clock >= 100 and p.stage != SECOND:    # T11: the second move may still reset the clock
        reason[0] = MOVE_RULE
        return DRAWN
    reason[0] = NO_REASON
    return ONGOING


cdef int reversible_plies(const void* position) noexcept nogil:
    """Only captures and promotions are irreversible, because swaps can carry pawns back. Counts parts, which is also an
    upper bound for turns."""
    return (<const TandemPosition*> position).reversible


cdef int history_slot(const void* position, Move move) noexcept nogil:
    cdef const TandemPosition* p = <const TandemPosition*> position
    cdef Part m = unpack(move)
    return (p.side * TYPES + p.board[m.board][m.origin]) * PLACES + place_at(m.onto, m.to)


# No position has more than 1024 moves of a turn, which is below MAX_MOVES. A side has at most 24 pieces (MAX_PIECES). A
# piece other than king and pawn has at most 11 + d moves on a board, where d depends on the diagonals of its square. It
# has as many on the other board if the corresponding square is vacant, or else one drop/swap. So n of them have at most
# S(n) moves, the sum of the n largest 2 * (11 + d) + 1 over the 42 squares. A king has at most 19 moves, a pawn 9
# besides promotions, and 49 promotions including those that Ghosts give it. A last-rank square and its corresponding
# one see at most 49 promotions if a Ghost can drop from one of them (it has at most 33 other moves), 42 if both hold
# Ghosts, else 35 or 28. The worst sum over all numbers of pawns and such Ghosts is six of each: 19 + S(11) + 6 * 9 + 6
# * 33 + 6 * 49 = 1010, with S(11) = 445; without pawns 19 + S(23) = 904. Turns: each of at most 1024 first parts has at
# most 1024 second parts.
cdef enum:
    MAX_TURNS = MAX_MOVES * MAX_MOVES

cdef int correction_keys(const void* position, Key* keys) noexcept nogil:
    """The pawns, the material, and each side's other pieces."""
    cdef const TandemPosition* p = <const TandemPosition*> position
    cdef Key counts = 0
    cdef Bitboard left, right
    cdef int color, t
    keys[0] = 0
    for color in range(2):
        keys[2 + color] = color + 1
        for t in range(TYPES):
            left = p.type[0][t] & p.color[0][color]
            right = p.type[1][t] & p.color[1][color]
            counts = counts * 7 + popcount(left) + popcount(right)
            if t == PAWN:
                keys[0] = mixed(mixed(keys[0], left), right)
            elif left | right:
                keys[2 + color] = mixed(mixed(keys[2 + color], left + t), right)
    keys[1] = mixed(0, counts)
    return 4


# For the search, whose moves are single moves of turns.
cdef Rules RULES
RULES.size = sizeof(TandemPosition)
RULES.max_moves = MAX_MOVES
RULES.search.history_slots = 2 * TYPES * PLACES
include "../core/rules_table.pxi"
RULES.evaluation.fifty_moves = True
RULES.search.quiets = quiets
RULES.moves.legal = legal
RULES.search.correction_keys = correction_keys
RULES.search.alternating = False
RULES.evaluation.prepare_weights = prepare
RULES.network.features = features
see_features(&RULES.network, FEATURE_WORDS, mirrored_feature)
RULES.network.feature_set = b"tandem-1"

# For perft and Python, whose moves are whole turns.
cdef Rules TURN_RULES = RULES
TURN_RULES.max_moves = MAX_TURNS
TURN_RULES.moves.generate = generate_turns
TURN_RULES.search.noisy = noisy_turns
TURN_RULES.search.quiets = NULL
TURN_RULES.moves.legal = legal_turn
TURN_RULES.moves.count = count_turns
TURN_RULES.moves.make = make_turn
TURN_RULES.search.gain = gain_turn
TURN_RULES.search.see = see_turn
TURN_RULES.turns.part_rules = &RULES
TURN_RULES.perft.count_replies = count_replies
TURN_RULES.perft.kinds = kinds
TURN_RULES.turns.join_parts = join_parts

# Both games evaluated by material only, to measure what the full evaluation adds.
cdef Rules MATERIAL_RULES = RULES
MATERIAL_RULES.evaluation.evaluate = material
RULES.evaluation.material_only = &MATERIAL_RULES
cdef Rules MATERIAL_TURN_RULES = TURN_RULES
MATERIAL_TURN_RULES.evaluation.evaluate = material
MATERIAL_TURN_RULES.turns.part_rules = &MATERIAL_RULES
TURN_RULES.evaluation.material_only = &MATERIAL_TURN_RULES


# --- Setups -------------------------------------------------------------------------------------------------


@cython.final
cdef class Setup:
    """The options of a game.

    Args:
        ghost: how Ghosts move (T8), one of :data:`GHOST_MOVES`.
        swap_compounds: whether C is Rook + Knight and M Bishop + Knight, instead of the other way round.
        reply: which moves of the reply may take en passant (T7), one of :data:`EN_PASSANT_REPLIES`.

    Raises:
        ValueError: ``ghost`` or ``reply`` is unknown.
    """

    cdef SetupData* data
    cdef readonly str ghost
    cdef readonly bint swap_compounds
    cdef readonly str reply
    cdef readonly str letters       # of the FEN, by piece type

    def __cinit__(self, str ghost not None="step", bint swap_compounds=False, str reply not None="either"):
        self.data = <SetupData*> calloc(1, sizeof(SetupData))
        if self.data == NULL:
            raise MemoryError
        if ghost not in GHOST_MOVES:
            raise ValueError(f"Ghost move '{ghost}' is unknown: expected one of {', '.join(GHOST_MOVES)}")
        if reply not in EN_PASSANT_REPLIES:
            raise ValueError(f"en-passant reply '{reply}' is unknown: expected one of {', '.join(EN_PASSANT_REPLIES)}")
        self.ghost = ghost
        self.reply = reply
        self.swap_compounds = swap_compounds
        self.letters = LETTERS.translate(str.maketrans("CM", "MC")) if swap_compounds else LETTERS
        self.data.ghosts_capture = ghost == "step"
        self.data.ghosts_glide = ghost == "glide-peaceful"
        self.data.first_takes = reply == "first"
        self.data.salt = hash_text(f"tandem-84 {ghost}{' first' if reply == 'first' else ''}".encode())

    def __dealloc__(self):
        free(self.data)


STANDARD_SETUP = Setup()


# --- Positions ----------------------------------------------------------------------------------------------


cdef class Tandem(Position):
    """A position of Tandem-84. Its moves are whole turns; :meth:`first_moves` and :meth:`after_first` go through a turn
    move by move.

    >>> from oddfish.cext.tandem.game import Tandem
    >>> Tandem().count()
    46
    """

    def __cinit__(self, Setup setup not None=STANDARD_SETUP, fen=None):
        """The position of a FEN, by default the start position.

        Raises:
            FenError: the FEN is not a position of the game; the text says what is wrong.
        """
        self.owner = setup
        if self.allocate(&TURN_RULES, fen):
            read_fen(self.struct(), setup.data, setup.letters, START if fen is None else fen)
            self.set_weights(None)

    cdef TandemPosition* struct(self):
        return <TandemPosition*> self.data

    cdef str letters(self):
        return (<Setup> self.owner).letters

    @property
    def setup(self) -> Setup:
        """The game's options."""
        return self.owner

    @property
    def terms(self) -> tuple:
        return TERMS

    @property
    def move_kinds(self) -> tuple:
        return _MOVE_KINDS

    # FEN -----------------------------------------------------------------------------------------------------

    def fen(self) -> str:
        return write_fen(self.struct(), self.cells())

    def board_fen(self) -> str:
        """The FEN's first field alone."""
        return board_field(self.cells())

    def stage(self) -> str:
        """The FEN's fifth field: `2` moves in this turn, `1`, or e.g. `1:right:d3` inside it."""
        return stage_field(self.struct())

    cdef str cell_on(self, int sq):
        return piece_letter(self.struct(), self.letters(), place_of(sq))

    cdef int square_count(self) noexcept:
        return PLACES

    # Moves ---------------------------------------------------------------------------------------------------

    cdef int ends(self, Move move, int* origin) noexcept:
        cdef Part m = unpack(move)
        if self.rules.turns.part_rules != NULL and second_part(move):
            return -1
        origin[0] = square_number(place_at(m.board, m.origin))
        return square_number(place_at(m.onto, m.to))

    cdef str move_text(self, Move move):
        cdef TandemPosition middle
        cdef Move second = second_part(move) if self.has_turns else 0
        text = part_text(self.struct(), self.letters(), move)
        if second:
            make(self.struct(), move & PART_BITS, &middle)
            text += "," + part_text(&middle, self.letters(), second)
        return text

    def parse(self, str text not None) -> int:
        """The legal turn of a text: its moves joined by a comma.

        Raises:
            MoveError: no legal turn has that text.
            AmbiguousMoveError: it abbreviates several.
        """
        cdef TandemPosition middle
        cdef Move buffer[MAX_MOVES]
        cdef Move first, second
        cdef int n = generate(self.data, buffer)
        letters = self.letters()
        parts = text.lower().split(",")
        found = []
        firsts = matching_parts(self.struct(), letters, buffer, n, parts[0])
        for first in firsts:
            if first & ENDS_TURN or not self.has_turns:
                if len(parts) == 1:
                    found.append(first & PART_BITS if self.has_turns else first)
            elif len(parts) == 2:
                n = list_seconds(self.struct(), first, &middle, buffer)
                found += [join(first, second) for second in matching_parts(&middle, letters, buffer, n, parts[1])]
        if len(found) == 1:
            return found[0]
        if found:
            raise AmbiguousMoveError(text, [self.text(move) for move in found])
        if firsts and len(parts) == 1 and self.has_turns:
            raise MoveError(f"'{text}' is only the first move of a turn, which a move begun on files "
                            f"{HALVES[unpack(firsts[0]).board ^ 1]} must complete")
        if len(parts) == 2 and firsts and firsts[0] & ENDS_TURN:
            raise MoveError(f"'{text}' is not a legal move: the turn ends with '{parts[0]}'")
        raise MoveError(f"'{text}' is not a legal move")

    # Inside a turn -------------------------------------------------------------------------------------------

    def inside(self, move) -> list:
        cdef Move packed = self.checked_move(move)
        cdef Move second = second_part(packed) if self.has_turns else 0
        cdef Tandem middle
        if not second:
            return []
        middle = <Tandem> self.new_position()
        make(self.data, packed & PART_BITS, middle.data)
        return [(middle, second)]

    def by_halves(self) -> Tandem:
        """The same position, but its moves are single moves of turns, as in the search."""
        cdef Tandem other = <Tandem> self.new_position()
        memcpy(other.data, self.data, sizeof(TandemPosition))
        if self.has_turns:
            other.rules = self.rules.turns.part_rules
        return other

    def first_moves(self) -> list:
        """The legal next moves of the turn: the text of each, and whether it ends the turn."""
        cdef Move parts[MAX_MOVES]
        cdef int i, n = generate(self.data, parts)
        found = []
        for i in range(n):
            found.append((part_text(self.struct(), self.letters(), parts[i]), parts[i] & ENDS_TURN != 0))
        return found

    def after_first(self, str text not None) -> Tandem:
        """The position after one legal move of the turn: inside the turn, or the opponent's if that ends it.

        Raises:
            MoveError: there is no such move, or the text abbreviates several.
        """
        cdef Tandem other = <Tandem> self.new_position()
        make(self.data, self.by_halves().parse(text), other.data)
        return other
