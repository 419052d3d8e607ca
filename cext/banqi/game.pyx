"""Banqi, dark half-chess (docs/rules/banqi.md): `banqi` and `banqi-hongkong`, with all variations and smaller boards.

A :class:`Setup` is one set of rules. A :class:`Banqi` is one position as both players see it; the rule page defines its
FEN and move texts. :meth:`~oddfish.cext.core.rules.Position.moves` lists moves that reveal a piece without an outcome;
to make one, choose from its :meth:`~oddfish.cext.core.rules.Position.outcomes`.
"""

cimport cython
from libc.stdint cimport uint8_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from oddfish.cext.banqi.captures cimport can_continue
from oddfish.cext.banqi.evaluation cimport evaluate, gain, material, order_hint, see
from oddfish.cext.banqi.features cimport FEATURE_WORDS, features, mirrored_feature
from oddfish.cext.banqi.geometry cimport Squares
from oddfish.cext.banqi.kinds cimport kinds
from oddfish.cext.banqi.moves cimport (chance_outcomes, count, count_replies, extra_outcomes, fresh_key, generate,
                                       key_after, make, make_null, noisy, repetition, valid)
from oddfish.cext.banqi.position cimport (ALL_TYPES, CANNON, FLIP, MAX_BANQI_MOVES, NO_COLOR, NO_SQUARE, STOP, TYPES,
                                          BanqiPosition, SetupData, Weights, color_of, move_from, move_kind, move_mover,
                                          move_outcome, move_to, occupied, type_on)
from oddfish.cext.banqi.results cimport outcome
from oddfish.cext.banqi.tablebase cimport Tables, probe
from oddfish.cext.core.bits cimport bit32, popcount
from oddfish.cext.core.held cimport check_free
from oddfish.cext.core.keys cimport hash_text, mixed
from oddfish.cext.core.rules cimport Position, Rules, checked_int
from oddfish.cext.core.sight cimport see_features
from oddfish.cext.core.types cimport Key, Move

from oddfish.cext.banqi import LETTERS
from oddfish.cext.banqi.evaluation import TERMS
from oddfish.cext.core.chess_fen import write_board
from oddfish.cext.core.errors import FenError, MoveError
from oddfish.cext.core.fen import (read_counters, read_rank, read_side, read_square, split_fields, split_ranks,
                                   square_name, square_names, write_counters)

#: Names of the types, in the order of ``LETTERS``.
NAMES = ("General", "Advisor", "Elephant", "Chariot", "Horse", "Cannon", "Soldier")
COLORS = ("red", "black")
cdef tuple _SQUARES = square_names(4, 8)
#: The number of pieces of each type in a colour's set, by the board's ranks: the full game, and two for research.
SETS = {8: (1, 2, 2, 2, 2, 2, 5), 4: (1, 1, 1, 1, 1, 1, 2), 2: (1, 0, 0, 1, 0, 1, 1)}
#: What chariots capture by rides: the values of the option ChariotRides.
CHARIOT_RIDES = ("off", "ranked", "any")

# Q4: the types that each type captures by a step; the Taiwanese cannon jumps.
_TAIWANESE = {"K": "KGMRNC", "G": "GMRNCP", "M": "MRNCP", "R": "RNCP", "N": "NCP", "C": "", "P": "KP"}
_HONGKONG = {"K": "KGMRNC", "G": "GP", "M": "GMP", "R": "GMRNCP", "N": "GMNCP", "C": "GMCP", "P": "KP"}


# --- The rules table ----------------------------------------------------------------------------------------


cdef bint null_move_allowed(const void* position) noexcept nogil:
    """Not with few face-up pieces, when zugzwang is common."""
    cdef const BanqiPosition* p = <const BanqiPosition*> position
    return p.first != NO_COLOR and p.series == NO_SQUARE and p.dark != 0 and \
        popcount(p.color[color_of(p, p.side)]) >= 3


cdef bint in_check(const void* position) noexcept nogil:
    return False                # Q3: Generals are not royal


cdef int reversible_plies(const void* position) noexcept nogil:
    return (<const BanqiPosition*> position).clock


cdef int history_slot(const void* position, Move move) noexcept nogil:
    cdef int kind = move_kind(move)
    cdef int row = TYPES if kind == FLIP else TYPES + 1 if kind == STOP else move_mover(move)
    return ((<const BanqiPosition*> position).side * (TYPES + 2) + row) << 5 | move_to(move)


cdef bint gives_check(const void* position, Move move) noexcept nogil:
    return False


cdef bint indifferent(const void* position) noexcept nogil:
    """Whether every piece is face down: all flips are alike."""
    cdef const BanqiPosition* p = <const BanqiPosition*> position
    return not p.color[0] and not p.color[1]


cdef int correction_keys(const void* position, Key* keys) noexcept nogil:
    """The material, face up and face down, and each colour's face-up pieces."""
    cdef const BanqiPosition* p = <const BanqiPosition*> position
    cdef Key counts = 0, hidden = 0
    cdef int color, t
    for color in range(2):
        keys[1 + color] = 0
        for t in range(TYPES):
            counts = counts * 6 + popcount(p.type[t] & p.color[color])
            hidden = hidden * 6 + p.pool[color * TYPES + t]
            keys[1 + color] = mixed(keys[1 + color], p.type[t] & p.color[color])
    keys[0] = mixed(mixed(0, counts), hidden)
    return 3


# --- Kinds of moves ------------------------------------------------------------------------------------------

#: Names of the bits in kinds.pxd, in order.
_MOVE_KINDS = ("captures", "cannon jumps", "face-down captures", "failed attempts", "series stopped", "flips",
               *[f"flips: {color} {name}" for color in COLORS for name in NAMES], "wins")


cdef Rules RULES
RULES.size = sizeof(BanqiPosition)
RULES.max_moves = MAX_BANQI_MOVES
RULES.search.history_slots = 2 * (TYPES + 2) * 32
include "../core/rules_table.pxi"
RULES.moves.gives_check = gives_check
RULES.search.key_after = key_after
RULES.search.correction_keys = correction_keys
RULES.search.order_hint = order_hint
RULES.chance.outcomes = chance_outcomes
RULES.chance.extra_outcomes = extra_outcomes
RULES.perft.count_replies = count_replies
RULES.search.indifferent = indifferent
RULES.moves.repetition = repetition
RULES.search.probe = probe
RULES.perft.kinds = kinds
RULES.network.features = features
see_features(&RULES.network, FEATURE_WORDS, mirrored_feature)
RULES.network.feature_set = b"banqi-2"
RULES.network.outputs_by_hand = 1   # up to four pieces, all face up: the hand-written evaluation is better at winning
include "../core/material_rules.pxi"


# --- Setups -------------------------------------------------------------------------------------------------


@cython.final
cdef class Setup:
    """The rules of one game.

    Args:
        hongkong: Hong Kong captures instead of Taiwanese ones.
        cannon_direct, dark_capture, multi_capture: the rule page's variations.
        chariot_rides: one of ``CHARIOT_RIDES``: whether chariots capture from a distance, by rank or anything.
        no_progress: the number of plies without flip or capture that draws the game, 0 for never.
        chaser_loses: whether a side that chases one piece throughout a repetition loses (Q6).
        ranks: 8, or 4 or 2 for a smaller board with a smaller set (``SETS``); there are always four files.

    Raises:
        ValueError: ``ranks`` is not one of these, or ``chariot_rides`` is unknown.
    """

    cdef SetupData* data
    cdef readonly bint hongkong
    cdef readonly bint cannon_direct
    cdef readonly str chariot_rides
    cdef readonly Tables tables     # None if there are none
    cdef list used                  # all tables ever used: reading one may run Python code that sets another

    def __cinit__(self, hongkong: bool = False, cannon_direct: bool = False, dark_capture: bool = False,
                  multi_capture: bool = False, str chariot_rides not None="off", no_progress=180,
                  chaser_loses: bool = False, ranks=8):
        self.data = <SetupData*> calloc(1, sizeof(SetupData))
        cdef SetupData* s = self.data
        cdef int t, u
        if s == NULL:
            raise MemoryError
        no_progress = checked_int(no_progress, "plies without progress", 0, 10000)
        if ranks not in SETS:
            raise ValueError(f"no set of men for {ranks} ranks, only for {', '.join(map(str, SETS))}")
        if chariot_rides not in CHARIOT_RIDES:
            raise ValueError(f"chariot_rides '{chariot_rides}', expected one of {', '.join(CHARIOT_RIDES)}")
        captures = dict(_HONGKONG if hongkong else _TAIWANESE)
        if cannon_direct and not hongkong:
            captures["C"] = "CP"
        if chariot_rides == "any":
            captures["R"] = LETTERS
        for t in range(TYPES):
            s.takes[t] = sum(1 << LETTERS.index(victim) for victim in captures[LETTERS[t]])
            s.number[t] = SETS[ranks][t]
            for u in range(TYPES):
                s.if_takes[t][u] = s.if_taken[u][t] = ~<Squares> 0 if s.takes[t] >> u & 1 else 0
        s.jumps[CANNON] = 0 if hongkong else ALL_TYPES
        s.board = <Squares> ((<Key> 1 << 4 * ranks) - 1)
        s.ranks = ranks
        s.dark_capture = dark_capture
        s.multi_capture = multi_capture
        s.chariot_rides = chariot_rides != "off"
        s.chaser_loses = chaser_loses
        s.house_rules = (s.dark_capture | s.multi_capture << 1 | s.chariot_rides << 2 | (chariot_rides == "any") << 3
                         | (cannon_direct and not hongkong) << 4)
        s.no_progress = no_progress
        self.tables = None
        self.used = []
        self.hongkong = hongkong
        self.cannon_direct = cannon_direct
        self.chariot_rides = chariot_rides
        rides = chariot_rides if chariot_rides == "any" else s.chariot_rides != 0
        s.salt = hash_text(repr((hongkong, cannon_direct, dark_capture, multi_capture, rides, ranks)).encode())

    def __dealloc__(self):
        free(self.data)

    def use(self, Tables tables not None) -> None:
        """Use these endgame tables in searches.

        Raises:
            ValueError: the tables are for other rules.
            RuntimeError: a search is using the rules.
        """
        if tables.signature != self.signature:
            raise ValueError(f"endings of {tables.signature}, but the rules are {self.signature}")
        check_free(self)
        if tables not in self.used:
            self.used.append(tables)
        self.tables = tables
        self.data.tables = &tables.data

    def solve(self, Tables tables not None, str mine not None, str theirs not None) -> None:
        """Solve an ending, with either side to move, and add it to ``tables``.

        Args:
            mine, theirs: the pieces of each side, in the order of ``LETTERS``.

        Raises:
            ValueError: an ending that a capture leads to is missing, or ``tables`` is for other rules.
        """
        if tables.signature != self.signature:
            raise ValueError(f"endings of {tables.signature}, but the rules are {self.signature}")
        tables.solve_with(&RULES, self.data, mine, theirs)

    @property
    def signature(self) -> str:
        """The name of the rules that matter when all pieces are face up. Setups with the same name share endings."""
        house = [("direct", self.cannon_direct and not self.hongkong), ("multi", self.data.multi_capture),
                 ("rides", self.data.chariot_rides), ("any", self.chariot_rides == "any")]
        words = ["hongkong" if self.hongkong else "taiwanese", *(word for word, on in house if on)]
        return f"{'-'.join(words)}-4x{self.data.ranks}"

    @property
    def ranks(self) -> int:
        """The number of ranks; there are four files."""
        return self.data.ranks

    def start(self) -> str:
        """The FEN of the start position."""
        pool = "".join(LETTERS[t] * self.data.number[t] for t in range(TYPES))
        return f"{'/'.join(['XXXX'] * self.data.ranks)}[{pool}{pool.lower()}] w - 0 1"


TAIWANESE = Setup()


# --- Positions ----------------------------------------------------------------------------------------------


cdef tuple read_piece(letter, where, or_else=""):
    """The type and colour of a FEN letter."""
    t = LETTERS.find(letter.upper())
    if t < 0 or not letter.isascii():
        raise FenError(f"'{letter}' {where} is not a piece, expected one of {LETTERS}{LETTERS.lower()}{or_else}")
    return t, 0 if letter.isupper() else 1


cdef class Banqi(Position):
    """A position of Banqi as both players see it.

    >>> from oddfish.cext.banqi.game import Banqi
    >>> start = Banqi()
    >>> start.count(), len(start.outcomes(start.parse("a1a1")))
    (32, 14)
    """

    cdef readonly Setup setup

    def __cinit__(self, Setup setup not None=TAIWANESE, fen=None):
        """The start position of ``setup``, or that of a FEN.

        Raises:
            FenError: the FEN is not a position of the game.
        """
        self.owner = self.setup = setup
        if self.allocate(&RULES, fen):
            self.read(fen if fen is not None else setup.start())
            self.set_weights(None)

    cdef BanqiPosition* here(self):
        return <BanqiPosition*> self.data

    @property
    def terms(self) -> tuple:
        return TERMS

    @property
    def move_kinds(self) -> tuple:
        return _MOVE_KINDS

    # FEN -----------------------------------------------------------------------------------------------------

    cdef int read(self, fen) except -1:
        cdef BanqiPosition* p = self.here()
        fields = split_fields(fen, ("board", "side to move", "first player's colour", "plies without progress",
                                    "move number", "series"), ("w", "-", "0", "1", ""))
        memset(p, 0, sizeof(BanqiPosition))
        p.setup = self.setup.data
        p.series = p.stepped_from = NO_SQUARE
        self.read_board(fields[0])
        p.side = read_side(fields[1])
        if fields[2] not in ("r", "b", "-"):
            raise FenError(f"first player's colour '{fields[2]}', expected r, b or -")
        p.first = "rb-".index(fields[2])
        if p.first == NO_COLOR and p.color[0] | p.color[1]:
            raise FenError("first player's colour '-', but a piece is face up: expected r or b")
        if p.first == NO_COLOR and p.side:
            raise FenError("side to move 'b' before the first flip, which is the first player's")
        p.clock, p.number = read_counters(fields[3], fields[4], "plies without progress")
        if fields[5]:
            self.read_series(fields[5])
        p.key = fresh_key(p)
        if not valid(p):
            raise FenError("not a position of the game")
        return 0

    cdef int read_board(self, field) except -1:
        cdef BanqiPosition* p = self.here()
        cdef int sq, t, color, rank = p.setup.ranks
        board, bracket, pool = field.partition("[")
        if bracket and not pool.endswith("]"):
            raise FenError(f"pool '[{pool}' has no closing bracket")
        for row in split_ranks(board, rank):
            for file, letter in read_rank(row, rank, 4):
                sq = (rank - 1) * 4 + <int> file
                if letter == "X":
                    p.dark |= bit32(sq)
                    continue
                t, color = read_piece(letter, f"on {square_name(sq, 4)}", " or X")
                p.type[t] |= bit32(sq)
                p.color[color] |= bit32(sq)
            rank -= 1
        if not occupied(p):
            raise FenError("the board is empty")
        self.read_pool(pool[:-1])
        for color in range(2):
            for t in range(TYPES):
                number = popcount(p.type[t] & p.color[color]) + p.pool[color * TYPES + t]
                if number > p.setup.number[t]:
                    raise FenError(f"{COLORS[color]} has {number} {NAMES[t]}s, the set has {p.setup.number[t]}")
        return 0

    cdef int read_pool(self, pool) except -1:
        cdef BanqiPosition* p = self.here()
        if len(pool) != popcount(p.dark):
            raise FenError(f"the pool has {len(pool)} pieces, but {popcount(p.dark)} squares are face down")
        for letter in pool:
            t, color = read_piece(letter, "in the pool")
            p.pool[<int> (color * TYPES + t)] += 1
        return 0

    cdef int read_series(self, field) except -1:
        cdef BanqiPosition* p = self.here()
        cdef int sq
        if not p.setup.multi_capture:
            raise FenError(f"series square '{field}', but this game has no MultiCapture")
        sq = read_square(field, "series square", 4, p.setup.ranks)
        if p.first == NO_COLOR or not p.color[color_of(p, p.side)] >> sq & 1:
            raise FenError(f"series square '{field}' holds no face-up piece of the side to move")
        if not can_continue(p, sq):
            raise FenError(f"the piece on the series square '{field}' has nothing to take")
        p.series = <uint8_t> sq
        return 0

    cdef str cell_on(self, int sq):
        cdef BanqiPosition* p = self.here()
        if p.dark >> sq & 1:
            return "X"
        if not (p.color[0] | p.color[1]) >> sq & 1:
            return ""
        letter = LETTERS[type_on(p, sq)]
        return letter if p.color[0] >> sq & 1 else letter.lower()

    cdef int square_count(self) noexcept:
        return 4 * self.here().setup.ranks

    @property
    def pool(self) -> str:
        """The letters of the face-down pieces, in upper case for red and first, in the order of ``LETTERS``."""
        cdef BanqiPosition* p = self.here()
        red = "".join(LETTERS[t] * p.pool[t] for t in range(TYPES))
        return red + "".join(LETTERS[t].lower() * p.pool[TYPES + t] for t in range(TYPES))

    @property
    def first(self) -> str:
        """The first player's colour: ``r``, ``b``, or ``-`` before the first flip."""
        return "rb-"[self.here().first]

    @property
    def series(self) -> str:
        """The name of the square of the piece in a series of captures (MultiCapture), '' if there is none."""
        return square_name(self.here().series, 4) if self.here().series != NO_SQUARE else ""

    def fen(self) -> str:
        cdef BanqiPosition* p = self.here()
        board = write_board(self.cells(), files=4)
        text = f"{board}[{self.pool}] {'b' if p.side else 'w'} {self.first} {write_counters(p.clock, p.number)}"
        return f"{text} {self.series}" if self.series else text

    # Moves ---------------------------------------------------------------------------------------------------

    cdef int ends(self, Move move, int* origin) noexcept:
        origin[0] = move_from(move)
        return -1 if move_kind(move) == STOP else move_to(move)

    cdef str move_text(self, Move move):
        if move_kind(move) == STOP:
            return "0000"
        cdef str text = <str> _SQUARES[move_from(move)] + <str> _SQUARES[move_to(move)]
        cdef int piece = move_outcome(move) - 1
        return text if piece < 0 else f"{text}={'rb'[piece // TYPES]}{LETTERS[piece % TYPES].lower()}"

    def parse(self, str text not None) -> int:
        """The legal move of a text, with its outcome if the text names one (``a1a1=rk``); case-insensitive.

        Raises:
            MoveError: no such move is legal, or its outcome is not in the pool.
        """
        bare, equals, shown = text.lower().partition("=")
        move = super().parse(bare)
        if not equals:
            return move
        outcomes = [outcome for outcome, _ in self.outcomes(move)]
        if outcomes == [move]:
            raise MoveError(f"'{text}' has an outcome, but turns up no piece")
        for outcome in outcomes:
            if self.move_text(outcome).endswith("=" + shown):
                return outcome
        if len(shown) == 2 and shown[0] in "rb" and shown[1].upper() in LETTERS:
            name = f"{COLORS['rb'.index(shown[0])]} {NAMES[LETTERS.index(shown[1].upper())]}"
            raise MoveError(f"'{text}': no {name} is left face down")
        raise MoveError(f"'{text}': '{shown}' is not an outcome, expected a colour r or b and a piece of "
                        f"{LETTERS.lower()}")
