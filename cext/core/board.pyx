"""The fast part of the library's boards (`oddfish.Board`): moves, lists of legal moves, the stack of positions.

Positions are immutable, so boards and moves share them freely.
"""

cimport cython
from cpython.list cimport PyList_GET_ITEM, PyList_New, PyList_SET_ITEM
from cpython.ref cimport Py_INCREF
from libc.stdint cimport uint32_t
from libc.stdlib cimport free, malloc

from oddfish.cext.core.rules cimport Position, checked_int, key_of, side_of
from oddfish.cext.core.types cimport MAX_MOVES, MAX_OUTCOMES, MOVE_RULE, NO_REASON, ONGOING, Key, Outcome, Reason
from oddfish.cext.core.types cimport Move as Packed

from operator import index as _index

from oddfish.cext.core.errors import AmbiguousMoveError, MoveError, type_name
from oddfish.cext.core.rules import REASONS as _REASONS


class IllegalMoveError(MoveError):
    """A move that is not legal on the board; the text says which."""


@cython.final
@cython.no_gc
@cython.freelist(512)
cdef class Move:
    """A legal move of some position: an integer that only its game can read, and its text on demand.

    Boards make moves. Two moves are equal if their integers are.

    >>> import oddfish
    >>> move = oddfish.Board("normal").parse_text("e2e4")
    >>> move, str(move), int(move) == hash(move)
    (Move('e2e4'), 'e2e4', True)
    """

    def __init__(self, *args, **options):
        raise TypeError("boards make moves: use board.legal_moves or board.parse_text()")

    @property
    def text(self) -> str:
        """The canonical text, as in docs/rules."""
        if self.known is None:
            self.known = self.known_position().move_text(self.packed)
        return self.known

    @property
    def from_square(self) -> int | None:
        """The square that the move comes from; None for drops, turns of several moves, and passes."""
        cdef int origin = -1
        return None if self.ends(&origin) < 0 else origin

    @property
    def to_square(self) -> int | None:
        """The square that the move goes to; None as for :attr:`from_square`."""
        cdef int origin = -1
        cdef int target = self.ends(&origin)
        return None if target < 0 else target

    cdef int ends(self, int* origin) except -2:
        return self.known_position().ends(self.packed, origin)

    cdef Position known_position(self):
        if self.position is None:
            raise ValueError("a move that no board has made")
        return self.position

    def uci(self) -> str:
        """The text that UCI engines get: :attr:`text`."""
        return self.text

    def xboard(self) -> str:
        """The text that XBoard's engines get: :attr:`text`."""
        return self.text

    def __int__(self):
        return self.packed

    def __index__(self):
        return self.packed

    def __hash__(self):
        return self.packed

    def __eq__(self, other):
        return self.packed == (<Move> other).packed if type(other) is Move else NotImplemented

    def __ne__(self, other):
        return self.packed != (<Move> other).packed if type(other) is Move else NotImplemented

    def __str__(self):
        return self.text

    def __repr__(self):
        return f"Move({self.text!r})" if self.packed else "<a move that no board has made>"

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        return _restored_move, (self.packed, self.text)


def _restored_move(packed, str text not None) -> Move:
    """The move that a pickle describes. Boards check it like any other before they play it."""
    cdef Move move = Move.__new__(Move)
    move.packed = checked_int(packed, "move", 1, 0xFFFFFFFF)
    move.known = text
    return move


cdef inline Move new_move(Position position, Packed packed):
    cdef Move move = Move.__new__(Move)
    move.position = position
    move.packed = packed
    return move


cdef inline Move as_move(move, str what):
    """A move that a caller gives to a method."""
    if type(move) is not Move:
        raise TypeError(f"{what} takes an oddfish.Move, not {type_name(move)}")
    return <Move> move


cdef list new_moves(Position position, const Packed* moves, int n):
    cdef list found = PyList_New(n)
    cdef Move move
    cdef int i
    for i in range(n):
        move = new_move(position, moves[i])
        Py_INCREF(move)
        PyList_SET_ITEM(found, i, move)
    return found


cdef int generate(Position position, Packed* room, Packed** moves) except -1:
    """List the legal moves in ``room`` (of MAX_MOVES), or in memory that the caller frees if that is too small."""
    if position.rules.max_moves > MAX_MOVES:
        room = <Packed*> malloc(position.rules.max_moves * sizeof(Packed))
        if room == NULL:
            raise MemoryError
    moves[0] = room
    return position.rules.moves.generate(position.data, room)


cdef Move adopted(Position here, Move move):
    """Convert a move of another position to a move of this one.

    Raises:
        IllegalMoveError: it is not legal here.
    """
    cdef Position other = move.position
    if (other is None or type(other) is type(here)) and (here.has_move(move.packed) or here.has_outcome(move.packed)):
        found = new_move(here, move.packed)
        if other is not None or found.text == move.known:
            return found
    raise IllegalMoveError(f"{move!r} is not legal in {here.fen()}")


@cython.final
@cython.no_gc
@cython.freelist(16)
cdef class LegalMoves:
    """The legal moves of a position, listed only when you ask for them. It does not change when its board does.

    A chance move is listed once, without its outcome.

    >>> import oddfish
    >>> moves = oddfish.Board("normal").legal_moves
    >>> len(moves), moves[0] in moves
    (20, True)
    """

    def __init__(self, *args, **options):
        raise TypeError("boards list legal moves: use board.legal_moves")

    cdef Position of(self):
        if self.position is None:
            raise ValueError("legal moves that no board has listed")
        return self.position

    cdef list listed(self):
        cdef Packed room[MAX_MOVES]
        cdef Packed* moves
        cdef int n = generate(self.of(), room, &moves)
        try:
            return new_moves(self.position, moves, n)
        finally:
            if moves != room:
                free(moves)

    def __iter__(self):
        return iter(self.listed())

    def __len__(self):
        cdef Position here = self.of()
        return here.rules.moves.count(here.data)

    def __bool__(self):
        return len(self) > 0

    def __contains__(self, move):
        cdef Position here = self.of()
        if type(move) is not Move:
            return False
        if (<Move> move).position is not here:
            try:
                move = adopted(here, <Move> move)
            except IllegalMoveError:
                return False
        return here.has_move((<Move> move).packed)

    def __getitem__(self, index):
        """A move by its index in the generator's order, or a list of them by a slice."""
        cdef Packed room[MAX_MOVES]
        cdef Packed* moves
        cdef int n, i
        if isinstance(index, slice):
            return self.listed()[index]
        n = generate(self.of(), room, &moves)
        try:
            if not -n <= _index(index) < n:
                raise IndexError(f"move {index} of {n}")
            i = _index(index)
            return new_move(self.position, moves[i + n if i < 0 else i])
        finally:
            if moves != room:
                free(moves)

    def count(self) -> int:
        """The number of moves."""
        return len(self)

    def __repr__(self):
        cdef Move move
        if self.position is None:
            return "<legal moves that no board has listed>"
        return f"<LegalMoves ({', '.join([move.text for move in self.listed()])})>"


cdef class BoardCore:
    """A game as a stack of positions and the moves between them; subclasses set it up with :meth:`_begin`."""

    def __cinit__(self):
        self.positions = []
        self.moves = []
        self._variant = self._options = self._rules = self._deal = None

    cdef Position top(self):
        if self.here is None:
            raise TypeError(f"{type(self).__name__}.__init__() has not been called")
        return self.here

    # For subclasses -----------------------------------------------------------------------------------------

    def _begin(self, Position root not None, variant, options, rules, deal) -> None:
        """Set up the game, without moves.

        Args:
            variant, options: kept for the subclass, as they are.
            rules: what two boards must share, besides the position, to be equal.
            deal: has a method ``outcome(position, packed)`` that completes moves of chance; None for no deal.
        """
        self.here = root
        self.positions = [root]
        self.moves = []
        self._variant = variant
        self._options = options
        self._rules = rules
        self._deal = deal

    def _set_deal(self, deal) -> None:
        self._deal = deal

    def _hidden(self):
        """The deal, or None."""
        return self._deal

    @property
    def position(self) -> Position:
        """The engine's own position; immutable."""
        return self.top()

    def _positions(self) -> list:
        """The positions of the game, the root first."""
        self.top()
        return self.positions[:]

    def _extend(self, Position position not None, Move move not None) -> None:
        """Append a position and the move that led to it, both of the same game, without a check."""
        self.positions.append(position)     # first, so that there are never fewer positions than moves
        self.moves.append(move)
        self.here = position

    def _make_moves(self, packed) -> list:
        """Make moves of packed integers; each must be legal, or an outcome of a legal move."""
        cdef Position here = self.top()
        return [new_move(here, here.checked_move(each)) for each in packed]

    # The position -------------------------------------------------------------------------------------------

    @property
    def turn(self) -> bool:
        """The side to move: True (``oddfish.WHITE``) for the first player, False (``oddfish.BLACK``) for the second."""
        return side_of(self.top().data) == 0

    @property
    def fullmove_number(self) -> int:
        """The move number in the FEN, from 1."""
        return self.top().number

    @property
    def halfmove_clock(self) -> int:
        """Plies (or the game's turns) since the last irreversible move, as the FEN counts them."""
        return self.top().clock

    @property
    def key(self) -> int:
        """The 64-bit position key; equal for positions that count as the same for repetition."""
        return self.top().key

    def fen(self) -> str:
        """The FEN in the variant's dialect (docs/rules)."""
        return self.top().fen()

    def is_check(self) -> bool:
        """Whether the side to move is in check. Never in games without a royal piece."""
        cdef Position here = self.top()
        return here.rules.moves.in_check(here.data)

    def __eq__(self, other):
        """Whether game, rules and position (counters included) are equal; how the position was reached, and an
        en-passant square where no pawn can be captured, do not matter."""
        cdef BoardCore one
        if not isinstance(other, BoardCore):
            return NotImplemented
        one = <BoardCore> other
        if one.here is None or self.here is None:
            return one is self
        return key_of(one.here.data) == key_of(self.here.data) and one.here.number == self.here.number and \
            one.here.clock == self.here.clock and one._rules == self._rules

    def __hash__(self):
        """The hash of the position: it changes with every move."""
        return hash(self.top().key)

    # Moves --------------------------------------------------------------------------------------------------

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves: iterable, with a length, an index and ``in``. A snapshot of this position."""
        cdef LegalMoves moves = LegalMoves.__new__(LegalMoves)
        moves.position = self.top()
        return moves

    @property
    def move_stack(self) -> list:
        """The moves since the root, oldest first; a new list."""
        return self.moves[:]

    def ply(self) -> int:
        """The number of moves since the root."""
        return len(self.moves)

    cdef Move legal(self, move, str what):
        """A caller's move as a move of this position.

        Raises:
            TypeError, IllegalMoveError
        """
        cdef Move given = as_move(move, what)
        cdef Position here = self.top()
        return given if given.position is here else adopted(here, given)

    cdef Move dealt(self, Move move):
        """A legal move with its outcome from the deal.

        Raises:
            AmbiguousMoveError: it has random outcomes (even if only one is possible), and there is no deal.
        """
        cdef Position here = move.position
        cdef Packed outcomes[MAX_OUTCOMES]
        cdef int weights[MAX_OUTCOMES]
        cdef int i, n = here.rules.chance.outcomes(here.data, move.packed, outcomes, weights)
        cdef Packed drawn
        if n == 0:
            return move
        if self._deal is None:
            raise AmbiguousMoveError(move.text, [here.move_text(outcomes[i]) for i in range(n)])
        drawn = self._deal.outcome(here, move.packed)
        for i in range(n):
            if outcomes[i] == drawn:
                return new_move(here, drawn)
        raise ValueError(f"the deal does not complete {move.text}")

    def push(self, move) -> None:
        """Play a move. If it leaves something to chance, the board's deal completes it; :meth:`peek` then shows how.

        Raises:
            IllegalMoveError: it is not legal here.
            AmbiguousMoveError: it leaves something to chance, and the board has no deal. Push one of
                ``chance_outcomes(move)`` instead.
            RuntimeError: the deal or another thread has changed the board meanwhile.
        """
        cdef Move legal = self.legal(move, "push()")
        cdef Position here = legal.position, following
        if here.rules.chance.outcomes != NULL:
            legal = self.dealt(legal)
        following = here.new_position()
        here.rules.moves.make(here.data, legal.packed, following.data)
        if self.here is not here:
            raise RuntimeError("the board has changed while a move was played")
        self.positions.append(following)
        self.moves.append(legal)
        self.here = following

    def pop(self) -> Move:
        """Take back the last move and return it.

        Raises:
            IndexError: there is none.
        """
        if not self.moves:
            raise IndexError("pop from a board without moves")
        self.positions.pop()
        self.here = <Position> PyList_GET_ITEM(self.positions, len(self.positions) - 1)
        return self.moves.pop()

    def peek(self) -> Move:
        """The last move.

        Raises:
            IndexError: there is none.
        """
        if not self.moves:
            raise IndexError("peek at a board without moves")
        return self.moves[-1]

    def parse_text(self, str text not None) -> Move:
        """The legal move of a text, in any case. Unique abbreviations are accepted.

        Raises:
            IllegalMoveError: no legal move has that text.
            AmbiguousMoveError: several fit an abbreviation.
        """
        cdef Position here = self.top()
        try:
            return new_move(here, here.parse(text))
        except AmbiguousMoveError:
            raise
        except MoveError as error:
            raise IllegalMoveError(f"{error} in {here.fen()}") from None

    def push_text(self, str text not None) -> Move:
        """Parse a move, play it, and return it, with its outcome if it has one.

        Raises:
            IllegalMoveError, AmbiguousMoveError: as :meth:`parse_text` and :meth:`push`.
        """
        self.push(self.parse_text(text))
        return self.moves[-1]

    def is_legal(self, move) -> bool:
        """Whether a move is legal here, with its outcome or without it."""
        cdef Move given = as_move(move, "is_legal()")
        try:
            self.legal(given, "is_legal()")
        except IllegalMoveError:
            return False
        return True

    def as_legal(self, move) -> Move:
        """A move from elsewhere, such as a pickle or an equal position, as a move of this position.

        Raises:
            IllegalMoveError: it is not legal here.
        """
        return self.legal(move, "as_legal()")

    def gives_check(self, move) -> bool:
        """Whether a legal move gives check.

        Raises:
            IllegalMoveError: it is not legal here.
        """
        cdef Move legal = self.legal(move, "gives_check()")
        return legal.position.gives_check(legal.packed)

    def kinds(self, move) -> tuple:
        """The kinds of a legal move: names such as ``captures``, ``promotions`` and ``checks`` (docs/perft.md). A
        chance move without its outcome has every kind that any of its outcomes has.

        Raises:
            IllegalMoveError: it is not legal here.
        """
        cdef Move legal = self.legal(move, "kinds()")
        cdef uint32_t bits = self.kind_bits(legal)
        return tuple([name for i, name in enumerate(legal.position.move_kinds) if bits >> i & 1])

    cdef uint32_t kind_bits(self, Move move) except? 0:
        cdef Position here = move.position, after = here.new_position()
        cdef Packed packed = move.packed
        cdef Packed outcomes[MAX_OUTCOMES]
        cdef int weights[MAX_OUTCOMES]
        cdef int i, n = 0
        cdef uint32_t bits = 0
        if here.rules.perft.kinds == NULL:
            return 0
        if here.rules.chance.outcomes != NULL:
            n = here.rules.chance.outcomes(here.data, packed, outcomes, weights)
        if n == 0:
            outcomes[0] = packed
            n = 1
        for i in range(n):
            here.rules.moves.make(here.data, outcomes[i], after.data)
            bits |= here.rules.perft.kinds(here.data, outcomes[i], after.data)
        return bits

    def chance_outcomes(self, move) -> list:
        """The outcomes of a legal move with their probabilities, which add up to 1. A move without chance is its only
        outcome. Uses only public information, never the deal.

        Raises:
            IllegalMoveError: the move is not legal here.
        """
        cdef Move legal = self.legal(move, "chance_outcomes()")
        cdef Position here = legal.position
        found = here.outcomes_of(legal.packed)
        total = sum([weight for _, weight in found])
        return [(new_move(here, packed), weight / total) for packed, weight in found]

    # Results ------------------------------------------------------------------------------------------------

    def repetitions(self) -> int:
        """How often the position has occurred since the root, including now."""
        cdef Position here = self.top()
        cdef Key key = key_of(here.data)
        cdef Py_ssize_t i, last = len(self.positions) - 1
        cdef int found = 1, back = here.rules.moves.reversible_plies(here.data)
        for i in range(last - 1, max(last - back, 0) - 1, -1):
            found += key_of((<Position> PyList_GET_ITEM(self.positions, i)).data) == key
        return found

    def _ending(self) -> tuple:
        """The result for the side to move: ``(0 ongoing | 1 lost | 2 drawn | 3 won, reason)``. If several apply, the
        position itself comes first, then repetition, then the move rule."""
        cdef Position here = self.top()
        cdef Reason reason = NO_REASON
        cdef Outcome result = here.rules.moves.outcome(here.data, here.rules.moves.count(here.data), &reason)
        cdef Key key = key_of(here.data)
        cdef Py_ssize_t i
        if (result == ONGOING or reason == MOVE_RULE) and self.repetitions() >= 3:
            for i in range(len(self.positions) - 2, -1, -1):
                if key_of((<Position> PyList_GET_ITEM(self.positions, i)).data) == key:
                    return here.repetition(self.positions[i:])
        return <int> result, _REASONS[<int> reason]

    def is_game_over(self) -> bool:
        """Whether the game is over, by the position, a threefold repetition or the move rule."""
        return self._ending()[0] != ONGOING

    # Copies -------------------------------------------------------------------------------------------------

    def copy(self, *, stack=True):
        """A copy with the whole move stack, its last ``stack`` moves, or (False) none. It shares the positions, which
        are immutable, and never has the deal, since nothing hidden may leak."""
        # Of the same class, but not by its `__new__`, which could return anything.
        cdef BoardCore other = <BoardCore?> BoardCore.__new__(type(self))
        cdef Py_ssize_t first = 0, kept
        if stack is not True:
            kept = checked_int(stack, "stack", 0, 1 << 60)
            first = max(len(self.moves) - kept, 0)
        other.here = self.top()
        other.positions = self.positions[first:]
        other.moves = self.moves[first:]
        other._variant = self._variant
        other._options = self._options
        other._rules = self._rules
        return other

    def root(self):
        """A copy of the board before the first move."""
        cdef BoardCore other = <BoardCore?> self.copy(stack=False)
        other.here = self.positions[0]
        other.positions = [other.here]
        return other

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()
