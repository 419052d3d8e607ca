"""Positions in Python, in every game: moves and their texts, results, keys, evaluation."""

cimport cython
from cpython.object cimport PyTypeObject, Py_TPFLAGS_HEAPTYPE
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy

from oddfish.cext.core.bits cimport Bitboard
from oddfish.cext.core.features cimport MAX_FEATURE_WORDS, listed, map_features
from oddfish.cext.core.generation cimport is_listed
from oddfish.cext.core.types cimport (DRAWN, INFINITE, MAX_OUTCOMES, NO_REASON, REPETITION as BY_REPETITION, Move,
                                      Outcome, Reason)

from array import array
from operator import index as _index

from oddfish.cext.core.errors import AmbiguousMoveError, MoveError

#: Texts of `types.Reason`, in its order (docs/rules/README.md "Results").
REASONS = ("", "checkmate", "stalemate", "royals captured", "no legal move", "all pieces captured", "repetition",
           "move rule", "insufficient material", "perpetual attack")

#: Passed by `new_position` in place of a FEN. Python cannot reach it, so it cannot make a position without a board.
cdef object _UNREAD = object()


cdef object checked_int(value, str name, low, high):
    """A whole number given by a Python caller.

    Raises:
        TypeError: it is not an int.
        ValueError: it is outside ``low`` to ``high``.
    """
    try:
        value = _index(value)
    except TypeError:
        raise TypeError(f"{name} is of type {type(value).__name__}, expected int") from None
    if not low <= value <= high:
        raise ValueError(f"{name} {value if abs(value) < 10**20 else '...'} is outside {low}..{high}")
    return value


cdef int checked_square(sq, int squares) except -1:
    """A square number given by a Python caller.

    Raises:
        TypeError: it is not an int.
        ValueError: it is outside 0 to ``squares - 1``.
    """
    return checked_int(sq, "square", 0, squares - 1)


cdef int checked_color(color) except -1:
    """A colour given by a Python caller.

    Raises:
        TypeError: it is not an int.
        ValueError: it is neither 0 nor 1.
    """
    return checked_int(color, "colour", 0, 1)


@cython.final
cdef class _Weights:
    """Owns an evaluation's weights: the values of its terms and the tables derived from them."""

    def __dealloc__(self):
        free(self.data)


cdef class Position:
    """A position of some game. Positions are immutable: :meth:`make` returns the next one.

    Games set up everything in ``__cinit__``, so that you cannot make an unfinished position.
    """

    def __cinit__(self):
        cdef type own = type(self)
        if own is Position or (<PyTypeObject*> own).tp_flags & Py_TPFLAGS_HEAPTYPE:
            raise TypeError(f"{own.__name__} is not a game: classes of positions cannot be written in Python")

    def __dealloc__(self):
        free(self.data)

    cdef bint allocate(self, const Rules* rules, fen) except -1:
        if fen is not None and fen is not _UNREAD and not isinstance(fen, str):
            raise TypeError(f"fen is of type {type(fen).__name__}, expected str")
        self.rules = rules
        self.data = malloc(rules.size)
        if self.data == NULL:
            raise MemoryError
        return fen is not _UNREAD

    cdef Position new_position(self):
        """A position of the same class, game and weights. The caller must fill in its struct."""
        cdef type own = type(self)
        cdef Position other = own.__new__(own, _UNREAD) if self.owner is None else own.__new__(own, self.owner, _UNREAD)
        other.rules = self.rules
        other.weights_owner = self.weights_owner
        return other

    cdef int set_weights(self, values) except -1:
        """Set the values of the terms, or their defaults if None. The setup must be set before."""
        cdef _Weights weights = _Weights.__new__(_Weights)
        cdef int i, value
        weights.data = calloc(1, self.rules.evaluation.weights_size)
        if weights.data == NULL:
            raise MemoryError
        for i, value in enumerate([term.default for term in self.terms] if values is None else values):
            (<int*> weights.data)[i] = value
        if self.rules.evaluation.prepare_weights != NULL:
            self.rules.evaluation.prepare_weights(self.data, weights.data)
        self.weights_owner = weights
        (<Common*> self.data).weights = weights.data
        return 0

    @property
    def terms(self) -> tuple:
        """The evaluation's terms: name, default and bounds of each weight."""
        raise NotImplementedError

    @property
    def move_kinds(self) -> tuple:
        """Names of the kinds of moves by which perft can split its counts, '' for kinds that this game does not have;
        empty if perft cannot split its counts."""
        return ()

    @property
    def weights(self) -> tuple:
        """The value of each term, in the order of :attr:`terms`."""
        cdef int i
        return tuple([(<const int*> self.weights_owner.data)[i] for i in range(self.rules.evaluation.weight_count)])

    def with_weights(self, values) -> Position:
        """The same position with other weights; positions made from it inherit them.

        Args:
            values: an int for each of :attr:`terms`.

        Raises:
            ValueError: the number of values is wrong, or one is outside its term's bounds.
        """
        cdef Position other
        terms = self.terms
        values = list(values)
        if len(values) != len(terms):
            raise ValueError(f"{len(values)} weights, expected {len(terms)}")
        values = [checked_int(value, f"weight {term.name}:", term.low, term.high)
                  for term, value in zip(terms, values)]
        other = self.new_position()
        memcpy(other.data, self.data, self.rules.size)
        other.set_weights(values)
        return other

    def from_fen(self, str fen not None) -> Position:
        """Another position of the same game, with the same setup (armies, rules) and weights.

        Raises:
            FenError: the FEN is not a position of this game.
        """
        cdef Position other = type(self)(fen) if self.owner is None else type(self)(self.owner, fen)
        if other.owner is self.owner:
            other.weights_owner = self.weights_owner
            (<Common*> other.data).weights = self.weights_owner.data
        else:       # the FEN named another setup: the weights' tables differ
            other.set_weights(self.weights)
        return other

    @property
    def turn(self) -> int:
        """The side to move: 0 the first player, 1 the second."""
        return side_of(self.data)

    @property
    def number(self) -> int:
        """The move number, from 1."""
        return (<const Common*> self.data).number

    @property
    def clock(self) -> int:
        """Plies (or the game's turns) since the last irreversible move."""
        return (<const Common*> self.data).clock

    @property
    def key(self) -> int:
        """The 64-bit position key; equal for positions that count as the same for repetition."""
        return key_of(self.data)

    @property
    def fresh_key(self) -> int:
        """The key computed from scratch: equal to :attr:`key` unless something is broken."""
        return self.rules.checks.fresh_key(self.data)

    @property
    def check(self) -> bool:
        """Whether the side to move is in check."""
        return self.rules.moves.in_check(self.data)

    @property
    def reversible_plies(self) -> int:
        """How many plies back an equal position can be; 0 after an irreversible move."""
        return self.rules.moves.reversible_plies(self.data)

    def valid(self) -> bool:
        """Whether the internal struct satisfies its invariants."""
        return self.rules.checks.valid(self.data)

    def evaluate(self) -> int:
        """The static evaluation in centipawns, for the side to move."""
        return self.rules.evaluation.evaluate(self.data)

    @property
    def feature_set(self) -> str:
        """The name of the features that networks of this game use; '' if it has none."""
        return self.rules.network.feature_set.decode() if self.rules.network.feature_set != NULL else ""

    @property
    def feature_count(self) -> int:
        """The number of features; :meth:`features` lists numbers below it."""
        return 64 * self.rules.network.feature_words

    @property
    def outputs_by_hand(self) -> int:
        """Positions with a lower output are evaluated without a network, even if there is one."""
        return self.rules.network.outputs_by_hand

    @property
    def can_turn(self) -> bool:
        """Whether a network of this game may turn the board, so that a player sees its king on the right half."""
        return self.rules.network.left_half != 0

    def features(self, player, bint turning=False) -> tuple:
        """The position as a player sees it, for a network, or with ``turning`` for one that turns the board.

        Returns:
            The network output to use, and the features present, in ascending order.

        Raises:
            ValueError: a wrong ``player``, no features, none for this position, or a board that cannot be turned.
        """
        cdef Bitboard[MAX_FEATURE_WORDS] words, seen
        cdef const NetworkRules* network = &self.rules.network
        player = checked_color(player)
        if network.features == NULL:
            raise ValueError("this game has no features for networks")
        output = network.features(self.data, words)
        if output < 0:
            raise ValueError("the features cannot represent this position")
        map_features(images_for(network, words, player, turning), words, network.feature_words, seen)
        return output, listed(seen, network.feature_words)

    cdef list list_moves(self, int (*generator)(const void* position, Move* moves) noexcept nogil):
        cdef Move* buffer = <Move*> malloc(self.rules.max_moves * sizeof(Move))
        cdef int i, n
        if buffer == NULL:
            raise MemoryError
        n = generator(self.data, buffer)
        moves = [buffer[i] for i in range(n)]
        free(buffer)
        return moves

    @property
    def has_material_only(self) -> bool:
        """Whether the game can be evaluated by material alone."""
        return self.rules.evaluation.material_only != NULL

    def with_material_only(self) -> Position:
        """The same position evaluated by material alone, as are the positions made from it.

        Raises:
            ValueError: the game has no such evaluation.
        """
        if self.rules.evaluation.material_only == NULL:
            raise ValueError("this game has no evaluation by material alone")
        cdef Position other = self.new_position()
        memcpy(other.data, self.data, self.rules.size)
        other.rules = self.rules.evaluation.material_only
        return other

    def moves(self) -> list:
        """The legal moves, packed, in the generator's order."""
        return self.list_moves(self.rules.moves.generate)

    cdef int ends(self, Move move, int* origin) noexcept:
        return -1

    def moves_to(self, square) -> list:
        """The legal moves to a square, each with the square that it comes from, as ``(origin, move)``. ValueError if
        there is no such square."""
        cdef int target = checked_square(square, self.square_count()), origin = -1
        return [(origin, move) for move in self.moves() if self.ends(move, &origin) == target]

    def noisy(self) -> list:
        """The legal moves that quiescence search tries, such as captures and promotions."""
        return self.list_moves(self.rules.search.noisy)

    def quiets(self) -> list:
        """The legal moves that :meth:`noisy` leaves out."""
        if self.rules.search.quiets != NULL:
            return self.list_moves(self.rules.search.quiets)
        noisy = set(self.noisy())
        return [move for move in self.moves() if move not in noisy]

    @property
    def has_chance(self) -> bool:
        """Whether this is a game of chance: some moves have random outcomes."""
        return self.rules.chance.outcomes != NULL

    @property
    def has_turns(self) -> bool:
        """Whether a move is a turn of several moves, which the search makes one by one."""
        return self.rules.turns.part_rules != NULL

    cdef bint has_move(self, Move move) except -1:
        """Whether any 32 bits are a legal move; a chance move without its outcome."""
        cdef Move* buffer
        cdef bint found
        if self.rules.moves.legal != NULL:
            return self.rules.moves.legal(self.data, move)
        buffer = <Move*> malloc(self.rules.max_moves * sizeof(Move))
        if buffer == NULL:
            raise MemoryError
        found = is_listed(buffer, self.rules.moves.generate(self.data, buffer), move)
        free(buffer)
        return found

    cdef bint has_outcome(self, Move move) except -1:
        """Whether any 32 bits are an outcome of a legal chance move."""
        cdef Move outcomes[MAX_OUTCOMES]
        cdef int weights[MAX_OUTCOMES]
        cdef Move chance
        cdef int i
        if self.rules.chance.outcomes != NULL:
            for chance in self.moves():
                for i in range(self.rules.chance.outcomes(self.data, chance, outcomes, weights)):
                    if outcomes[i] == move:
                        return True
        return False

    cdef Move checked_move(self, move) except? 0:
        """A packed move given by a Python caller, with or without its outcome.

        Raises:
            TypeError: it is not an int.
            ValueError: it is not legal here.
        """
        cdef Move packed = checked_int(move, "move", 0, 0xFFFFFFFF)
        if not self.has_move(packed) and not self.has_outcome(packed):
            raise ValueError(f"move {packed} is not legal here")
        return packed

    def outcomes(self, move) -> list:
        """The ``(move with outcome, weight)`` pairs of a legal move; a move without chance is its own only outcome.

        Raises:
            ValueError: the move is not legal here.
        """
        return self.outcomes_of(self.checked_move(move))

    cdef list outcomes_of(self, Move move):
        cdef Move moves[MAX_OUTCOMES]
        cdef int weights[MAX_OUTCOMES]
        cdef int i, n = 0
        if self.rules.chance.outcomes != NULL:
            n = self.rules.chance.outcomes(self.data, move, moves, weights)
        return [(moves[i], weights[i]) for i in range(n)] or [(move, 1)]

    def count(self) -> int:
        """The number of legal moves."""
        return self.rules.moves.count(self.data)

    def make(self, move) -> Position:
        """The position after ``move``.

        Raises:
            ValueError: the move is not legal here, or is one of chance and has no outcome yet (see :meth:`outcomes`).
        """
        cdef Move packed = self.checked_move(move)
        cdef Position following = self.new_position()
        cdef Move moves[MAX_OUTCOMES]
        cdef int weights[MAX_OUTCOMES]
        if self.rules.chance.outcomes != NULL and self.rules.chance.outcomes(self.data, packed, moves, weights):
            raise ValueError(f"'{self.move_text(packed)}' has no outcome yet")
        self.rules.moves.make(self.data, packed, following.data)
        return following

    def inside(self, move) -> list:
        """The positions inside a turn of several moves, each with the rest of the turn, a legal move there; else none.

        Raises:
            ValueError: the move is not legal here.
        """
        self.checked_move(move)
        return []

    def is_legal(self, move) -> bool:
        """Whether a number is a legal move here."""
        move = _index(move)
        return 0 <= move <= 0xFFFFFFFF and self.has_move(move)

    def gives_check(self, move) -> bool:
        """Whether a legal move without chance gives check.

        Raises:
            ValueError: the move is not legal here.
        """
        if self.rules.moves.gives_check != NULL:
            return self.rules.moves.gives_check(self.data, self.checked_move(move))
        following = self.make(move)
        return following.turn != self.turn and following.check

    def first_check(self, moves) -> int:
        """The index of the first of these legal moves (without chance) that gives check; their number if none does.

        Raises:
            ValueError: a move is not legal here.
        """
        checked = array("I", [self.checked_move(move) for move in moves])
        cdef bytes numbers = checked.tobytes()
        if self.rules.search.first_check != NULL:
            return self.rules.search.first_check(self.data, <const Move*> <const char*> numbers, len(checked))
        return next((i for i, move in enumerate(checked) if self.gives_check(move)), len(checked))

    def key_after(self, move) -> int | None:
        """The key after a legal move, as the search predicts it before making the move; None if the game does not.

        Raises:
            ValueError: the move is not legal here.
        """
        cdef Move packed = self.checked_move(move)
        return self.rules.search.key_after(self.data, packed) if self.rules.search.key_after != NULL else None

    def gain(self, move) -> int:
        """The material that a legal move wins at once by capture or promotion, in centipawns; 0 for a quiet move.

        Raises:
            ValueError: the move is not legal here.
        """
        return self.rules.search.gain(self.data, self.checked_move(move))

    def see(self, move, threshold) -> bool:
        """Static exchange evaluation: whether a legal move nets at least ``threshold`` centipawns on its target.

        Raises:
            ValueError: the move is not legal here, or the threshold is beyond all scores.
        """
        cdef Move packed = self.checked_move(move)
        return self.rules.search.see(self.data, packed, checked_int(threshold, "threshold", -INFINITE, INFINITE))

    def is_quiet(self) -> bool:
        """Whether the side to move is not in check and has no capture or promotion that wins material by static
        exchange evaluation; where a turn has several moves, only first moves count."""
        cdef const Rules* rules = self.rules.turns.part_rules if self.rules.turns.part_rules != NULL else self.rules
        cdef Move* moves
        cdef int i, n
        cdef bint found = rules.moves.in_check(self.data)
        if found:
            return False
        moves = <Move*> malloc(rules.max_moves * sizeof(Move))
        if moves == NULL:
            raise MemoryError
        n = rules.search.noisy(self.data, moves)
        for i in range(n):
            found = found or rules.search.see(self.data, moves[i], 1)
        free(moves)
        return not found

    def outcome(self) -> tuple:
        """The result for the side to move: ``(0 ongoing | 1 lost | 2 drawn | 3 won, one of REASONS)``.

        Ignores repetition, which a single position cannot show: see :meth:`repetition`.
        """
        cdef Reason reason = NO_REASON
        cdef Outcome result = self.rules.moves.outcome(self.data, self.rules.moves.count(self.data), &reason)
        return <int> result, REASONS[<int> reason]

    def probe(self):
        """The result by endgame tablebases, as ``(result as in outcome(), plies to the end)``; None if unknown."""
        cdef Outcome result = DRAWN
        cdef int plies = 0
        if self.rules.search.probe == NULL or not self.rules.search.probe(self.data, &result, &plies):
            return None
        return <int> result, 0 if result == DRAWN else plies

    cdef char* copied_line(self, list line) except NULL:
        """The structs of a line of positions, one after the other. The caller frees them; raises ValueError."""
        cdef size_t size = self.rules.size
        cdef Position position
        cdef char* structs
        if len(line) < 2:
            raise ValueError(f"a repetition of {len(line)} positions, expected at least 2")
        for position in line:
            if position is None or type(position) is not type(self) or position.owner is not self.owner:
                raise ValueError("positions of different games")
        structs = <char*> malloc(len(line) * size)
        if structs == NULL:
            raise MemoryError
        for i, position in enumerate(line):
            memcpy(structs + <size_t> i * size, position.data, size)
        return structs

    def repetition(self, line) -> tuple:
        """The result, as in :meth:`outcome`, if this position repeats the first of ``line``, which ends with this one.

        Raises:
            ValueError: the line has fewer than two positions, or they are of different games.
        """
        cdef list positions = list(line)
        cdef char* structs = self.copied_line(positions)
        cdef int plies = len(positions) - 1
        cdef Reason reason = BY_REPETITION
        cdef Outcome result = DRAWN
        if self.rules.moves.repetition != NULL:
            result = self.rules.moves.repetition(structs + plies * self.rules.size, plies, &reason)
        free(structs)
        return <int> result, REASONS[<int> reason]

    def can_return(self, line) -> bool:
        """Whether the search sees a move back to the first position of ``line``, an odd number of plies ago."""
        cdef list positions = list(line)
        cdef char* structs = self.copied_line(positions)
        cdef int plies = len(positions) - 1
        cdef bint found = plies & 1 and self.rules.search.can_return != NULL and \
            self.rules.search.can_return(structs + plies * self.rules.size, plies)
        free(structs)
        return found

    cdef str move_text(self, Move move):
        """The canonical text of a legal move. Each game defines it."""
        raise NotImplementedError

    def text(self, move) -> str:
        """The canonical text of a legal move.

        Raises:
            ValueError: the move is not legal here.
        """
        return self.move_text(self.checked_move(move))

    def texts(self) -> list:
        """The canonical texts of the legal moves, in the order of :meth:`moves`."""
        return [self.move_text(move) for move in self.moves()]

    cdef tuple shorter_texts(self, str text):
        """What :meth:`abbreviations` returns; none by default."""
        return ()

    def abbreviations(self, str text not None) -> tuple:
        """Shorter texts for the canonical ``text``, valid if no other legal move fits."""
        return self.shorter_texts(text)

    def parse(self, str text not None) -> int:
        """The legal move that a text stands for, ignoring case. Unique abbreviations are accepted.

        Raises:
            MoveError: no legal move has that text.
            AmbiguousMoveError: several fit an abbreviation.
        """
        wanted = text.lower()
        moves = self.moves()
        texts = []
        for move in moves:
            full = self.move_text(move)
            if full == wanted:
                return move
            texts.append(full)
        fitting = [(full, move) for full, move in zip(texts, moves) if wanted in self.shorter_texts(full)]
        if len(fitting) == 1:
            return fitting[0][1]
        if fitting:
            raise AmbiguousMoveError(text, [full for full, _ in fitting])
        raise MoveError(f"'{text}' is not a legal move")

    cdef str cell_on(self, int sq):
        raise NotImplementedError

    cdef int square_count(self) noexcept:
        return 0

    def cell(self, square) -> str:
        """The FEN's letter or letters on a square, '' if it is empty. Squares are numbered rank by rank from a1.
        ValueError if there is no such square."""
        return self.cell_on(checked_square(square, self.square_count()))

    def cells(self) -> list:
        """The :meth:`cell` of each square."""
        return [self.cell_on(sq) for sq in range(self.square_count())]

    def fen(self) -> str:
        """The complete FEN, in the dialect of docs/rules."""
        raise NotImplementedError

    def __eq__(self, other) -> bool:
        return type(self) is type(other) and self.fen() == other.fen()

    def __hash__(self):
        return hash(self.key)

    def __repr__(self):
        return f"<{type(self).__name__} {self.fen()}>"
