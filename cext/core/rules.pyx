"""What every game's position offers to Python, whatever the game: moves, texts, results, keys."""

from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy

from oddfish.cext.core.types cimport DRAWN, MAX_OUTCOMES, NO_REASON, REPETITION as BY_REPETITION, Move, Outcome, Reason

#: Texts of `types.Reason`, in its order (rules/README.md "Results").
REASONS = ("", "checkmate", "stalemate", "royals captured", "no legal move", "all pieces captured", "repetition",
           "move rule", "insufficient material", "perpetual attack")


class FenError(ValueError):
    """A FEN that is no position of its game; the text names what is wrong and where."""


class MoveError(ValueError):
    """A move text that is no legal move, or fits several."""


cdef class Weights:
    """What an evaluation goes by: the values of its terms and the tables made of them."""

    def __dealloc__(self):
        free(self.data)


cdef class Position:
    """One position of one game. Positions are immutable; ``make`` returns the next one."""

    def __dealloc__(self):
        free(self.data)

    cdef int allocate(self, const Rules* rules) except -1:
        self.rules = rules
        self.data = malloc(rules.size)
        if self.data == NULL:
            raise MemoryError
        return 0

    cdef Position fresh(self):
        """Another position of this class and game, its struct still to be written."""
        cdef Position other = type(self).__new__(type(self))
        other.allocate(self.rules)
        other.owner = self.owner
        other.weighing = self.weighing
        return other

    cdef int weigh(self, values) except -1:
        """Have the position, whose rules and armies are known, evaluated by these values of its terms, or by the
        defaults."""
        cdef Weights weighing = Weights.__new__(Weights)
        cdef int i, value
        weighing.data = calloc(1, self.rules.weights_size)
        if weighing.data == NULL:
            raise MemoryError
        for i, value in enumerate([term.default for term in self.terms] if values is None else values):
            (<int*> weighing.data)[i] = value
        if self.rules.prepare_weights != NULL:
            self.rules.prepare_weights(self.data, weighing.data)
        self.weighing = weighing
        (<Common*> self.data).weights = weighing.data
        return 0

    @property
    def terms(self) -> tuple:
        """The evaluation's weights: the :class:`~oddfish.cext.core.terms.Term` of each."""
        raise NotImplementedError

    @property
    def weights(self) -> tuple:
        """The values of the terms that the position is evaluated by."""
        cdef int i
        return tuple([(<const int*> self.weighing.data)[i] for i in range(self.rules.weight_count)])

    def weighed(self, values) -> Position:
        """The same position, but it and all that follow from it evaluated by other values of the terms.

        Raises:
            ValueError: there are more or fewer values than terms, or one is out of its bounds.
        """
        cdef Position other
        terms = self.terms
        if len(values) != len(terms):
            raise ValueError(f"{len(values)} weights, expected {len(terms)}")
        for term, value in zip(terms, values):
            if not term.low <= value <= term.high:
                raise ValueError(f"weight {term.name}: {value} is outside {term.low}..{term.high}")
        other = self.fresh()
        memcpy(other.data, self.data, self.rules.size)
        other.weigh(values)
        return other

    def at(self, str fen) -> Position:
        """Another position of the same game (armies, rules, weights).

        Raises:
            FenError: the FEN is none of it.
        """
        cdef Position other = type(self)(fen) if self.owner is None else type(self)(self.owner, fen)
        if other.owner is self.owner:
            other.weighing = self.weighing
            (<Common*> other.data).weights = self.weighing.data
        else:       # the FEN named others
            other.weigh(self.weights)
        return other

    @property
    def turn(self) -> int:
        """The side to move: 0 the first player, 1 the second."""
        return side_of(self.data)

    @property
    def number(self) -> int:
        """The number of the move about to be made, from 1."""
        return (<const Common*> self.data).number

    @property
    def clock(self) -> int:
        """Plies (or the game's turns) since the last irreversible move."""
        return (<const Common*> self.data).clock

    @property
    def key(self) -> int:
        """64 bits; equal for positions that are the same for repetition."""
        return key_of(self.data)

    @property
    def fresh_key(self) -> int:
        """The same number made from scratch."""
        return self.rules.fresh_key(self.data)

    @property
    def check(self) -> bool:
        """Whether the side to move is in check."""
        return self.rules.in_check(self.data)

    @property
    def horizon(self) -> int:
        """How many plies back an equal position may stand."""
        return self.rules.reversible_plies(self.data)

    def valid(self) -> bool:
        """Whether the struct behind the position is what its invariants say."""
        return self.rules.valid(self.data)

    def evaluate(self) -> int:
        """The static evaluation in centipawns, for the side to move."""
        return self.rules.evaluate(self.data)

    cdef list listed(self, bint only_noisy):
        cdef Move* buffer = <Move*> malloc(self.rules.max_moves * sizeof(Move))
        cdef int i, n
        if buffer == NULL:
            raise MemoryError
        n = self.rules.noisy(self.data, buffer) if only_noisy else self.rules.generate(self.data, buffer)
        moves = [buffer[i] for i in range(n)]
        free(buffer)
        return moves

    def by_material(self) -> Position:
        """The same position of the same game, but evaluated by material alone from here on, or ValueError."""
        if self.rules.material_only == NULL:
            raise ValueError("this game has no evaluation by material alone")
        cdef Position other = self.fresh()
        memcpy(other.data, self.data, self.rules.size)
        other.rules = self.rules.material_only
        return other

    def moves(self) -> list:
        """Every legal move, packed, in the generator's order."""
        return self.listed(False)

    def noisy(self) -> list:
        """The legal moves quiescence looks at."""
        return self.listed(True)

    @property
    def chancy(self) -> bool:
        """Whether this is a game of chance, in which some moves have outcomes."""
        return self.rules.chance_outcomes != NULL

    def outcomes(self, Move move) -> list:
        """What a legal move may turn out to be: ``(complete move, weight)``; a sure move is its own only outcome."""
        cdef Move moves[MAX_OUTCOMES]
        cdef int weights[MAX_OUTCOMES]
        cdef int i, n = 0
        if self.rules.chance_outcomes != NULL:
            n = self.rules.chance_outcomes(self.data, move, moves, weights)
        return [(moves[i], weights[i]) for i in range(n)] or [(move, 1)]

    def count(self) -> int:
        """How many legal moves there are."""
        return self.rules.count(self.data)

    def make(self, Move move) -> Position:
        """The position after a legal ``move``, with its outcome in games of chance; moves of other positions give
        nonsense, so parse texts first."""
        cdef Position following = self.fresh()
        cdef Move moves[MAX_OUTCOMES]
        cdef int weights[MAX_OUTCOMES]
        if self.rules.chance_outcomes != NULL and self.rules.chance_outcomes(self.data, move, moves, weights):
            raise ValueError(f"'{self.text(move)}' has no outcome yet")
        self.rules.make(self.data, move, following.data)
        return following

    def gain(self, Move move) -> int:
        """What the move takes or promotes at once, in centipawns; 0 is quiet."""
        return self.rules.gain(self.data, move)

    def see(self, Move move, int threshold) -> bool:
        """Whether the exchange started by ``move`` nets at least ``threshold`` centipawns."""
        return self.rules.see(self.data, move, threshold)

    def quiet(self) -> bool:
        """Whether nothing can be won at once: no check, and no capture or promotion that gains by the exchange test
        (in turns of several moves, by its first)."""
        cdef const Rules* rules = self.rules.part_rules if self.rules.part_rules != NULL else self.rules
        cdef Move* moves
        cdef int i, n
        cdef bint found = rules.in_check(self.data)
        if found:
            return False
        moves = <Move*> malloc(rules.max_moves * sizeof(Move))
        if moves == NULL:
            raise MemoryError
        n = rules.noisy(self.data, moves)
        for i in range(n):
            found = found or rules.see(self.data, moves[i], 1)
        free(moves)
        return not found

    def outcome(self) -> tuple:
        """How the position stands by itself: ``(0 ongoing | 1 lost | 2 drawn | 3 won, reason)`` for the side to
        move; repetition is the game's, not the position's."""
        cdef Reason reason = NO_REASON
        cdef Outcome result = self.rules.outcome(self.data, self.rules.count(self.data), &reason)
        return <int> result, REASONS[<int> reason]

    def probe(self):
        """What endgame tables know of the position: ``(outcome as in outcome(), plies to the end)``, or None."""
        cdef Outcome result = DRAWN
        cdef int plies = 0
        if self.rules.probe == NULL or not self.rules.probe(self.data, &result, &plies):
            return None
        return <int> result, 0 if result == DRAWN else plies

    def cycle(self, line) -> tuple:
        """How the position stands that ended ``line`` once more, like :meth:`outcome`.

        Args:
            line: the positions since it last stood on the board, that one first, this one last.
        """
        cdef size_t size = self.rules.size
        cdef int i, plies = len(line) - 1
        cdef Reason reason = BY_REPETITION
        cdef Outcome result = DRAWN
        cdef char* positions
        if self.rules.repetition != NULL:
            positions = <char*> malloc(len(line) * size)
            if positions == NULL:
                raise MemoryError
            for i in range(plies + 1):
                memcpy(positions + i * size, (<Position?> line[i]).data, size)
            result = self.rules.repetition(positions + plies * size, plies, &reason)
            free(positions)
        return <int> result, REASONS[<int> reason]

    def text(self, Move move) -> str:
        """The canonical text of a legal move."""
        raise NotImplementedError

    def abbreviations(self, text: str) -> tuple:
        """Shorter texts that may stand for the canonical ``text`` where only one legal move fits."""
        return ()

    def parse(self, text: str) -> int:
        """The legal move of a text, case-insensitive, abbreviated where nothing else fits.

        Raises:
            MoveError: no legal move has that text, or several fit an abbreviation (the error lists them).
        """
        wanted = text.lower()
        fitting = []
        for move in self.moves():
            full = self.text(move)
            if full == wanted:
                return move
            if wanted in self.abbreviations(full):
                fitting.append((full, move))
        if len(fitting) == 1:
            return fitting[0][1]
        if fitting:
            raise MoveError(f"'{text}' fits several moves: {' '.join(sorted(full for full, _ in fitting))}")
        raise MoveError(f"'{text}' is not a legal move")

    def fen(self) -> str:
        """The complete FEN in the game's dialect."""
        raise NotImplementedError

    def __eq__(self, other) -> bool:
        return type(self) is type(other) and self.fen() == other.fen()

    def __hash__(self):
        return hash(self.key)

    def __repr__(self):
        return f"<{type(self).__name__} {self.fen()}>"
