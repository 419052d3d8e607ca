"""One game as a state that actions are applied to (`oddfish.envs.open_spiel`)."""

from cpython.buffer cimport PyBUF_C_CONTIGUOUS, PyBUF_FORMAT, PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer
from libc.string cimport memcpy

from oddfish.cext.core.encoding cimport Encoding, step_rules
from oddfish.cext.core.rules cimport Position, Rules, checked_color, checked_int, side_of
from oddfish.cext.core.types cimport DRAWN, LOST, MAX_OUTCOMES, NO_MOVE, ONGOING, Move
from oddfish.cext.envs.episode cimport Episode, begin, copy_episode, play, position_of, release, repetitions
from oddfish.cext.envs.planes cimport COMMON_PLANES, Sight, look, write_floats

from oddfish.cext.core.rules import REASONS as _REASONS
from oddfish.cext.envs.vector import IllegalActionError

#: What `current_player` returns when chance decides, and when the game is over; the numbers are OpenSpiel's.
CHANCE_PLAYER = -1
TERMINAL_PLAYER = -4

#: Makes a state without a position, for `clone`. Python cannot reach it.
cdef object _BLANK = object()


cdef class BareState:
    """A game in progress.

    After a move with random outcomes, the state is a chance node, whose actions are the outcomes.

    Args:
        encoding: the family's.
        start: the position where the game begins.
    """

    cdef readonly Encoding encoding
    cdef readonly Position start
    cdef const Rules* rules
    cdef bint turns
    cdef Episode episode
    cdef Move pending               # the move whose outcome chance decides, or NO_MOVE
    cdef list actions

    def __cinit__(self, Encoding encoding not None, Position start not None, *_rest, blank=None, **_options):
        encoding.struct_of(start)
        self.encoding = encoding
        self.start = start
        self.rules = step_rules(start.rules)
        self.turns = start.rules.turns.part_rules != NULL
        self.pending = NO_MOVE
        self.actions = []
        if blank is not _BLANK and not begin(&self.episode, self.rules, start.data):
            raise MemoryError

    def __dealloc__(self):
        release(&self.episode)

    cdef const void* here(self):
        return position_of(&self.episode, self.rules)

    cpdef BareState clone(self):
        """An independent copy."""
        # Of the same class, but not by its `__new__`, which could return anything.
        cdef BareState other = <BareState?> BareState.__new__(type(self), self.encoding, self.start, blank=_BLANK)
        if not copy_episode(&other.episode, &self.episode, self.rules):
            raise MemoryError
        other.pending = self.pending
        other.actions = list(self.actions)
        return other

    # Whose turn it is ----------------------------------------------------------------------------------------

    cpdef bint is_terminal(self):
        """Whether the game is over."""
        return self.episode.outcome != ONGOING

    cpdef bint is_chance_node(self):
        """Whether chance decides next."""
        return self.pending != NO_MOVE

    cpdef int current_player(self):
        """0, 1, CHANCE_PLAYER or TERMINAL_PLAYER."""
        if self.episode.outcome != ONGOING:
            return -4
        return -1 if self.pending != NO_MOVE else side_of(self.here())

    cpdef list legal_actions(self, player=None):
        """The legal actions, ascending: those of the player to move, or the outcomes at a chance node.

        Args:
            player: 0 or 1, who has none unless it is that player's move; None: whoever moves next, chance included.
        """
        cdef int i
        if self.episode.outcome != ONGOING or player is not None and player != self.current_player():
            return []
        if self.pending != NO_MOVE:
            return [outcome for outcome, _ in self.chance_outcomes()]
        return sorted([self.encoding.table.action(self.here(), self.episode.moves[i])
                       for i in range(self.episode.move_count)])

    cpdef list chance_outcomes(self):
        """The outcomes of a chance node, ascending, each with its probability.

        Raises:
            ValueError: this is not a chance node.
        """
        cdef Move moves[MAX_OUTCOMES]
        cdef int weights[MAX_OUTCOMES]
        cdef int i, n, total = 0
        if self.pending == NO_MOVE:
            raise ValueError("not a chance node")
        n = self.rules.chance.outcomes(self.here(), self.pending, moves, weights)
        for i in range(n):
            total += weights[i]
        return sorted([(self.encoding.table.outcome(moves[i]), weights[i] / <double> total) for i in range(n)])

    # Playing -------------------------------------------------------------------------------------------------

    def apply_action(self, action) -> None:
        """Play a legal action.

        Raises:
            IllegalActionError: it is not legal here, or the game is over; nothing changes.
        """
        cdef Move outcomes[MAX_OUTCOMES]
        cdef int weights[MAX_OUTCOMES]
        cdef Move move = NO_MOVE
        cdef int i, n, number = self.checked(action)
        if self.pending != NO_MOVE:
            n = self.rules.chance.outcomes(self.here(), self.pending, outcomes, weights)
            for i in range(n):
                if self.encoding.table.outcome(outcomes[i]) == number:
                    move = outcomes[i]
            if move == NO_MOVE:
                raise IllegalActionError(None, action)
        else:
            move = self.move_of(number)
            if self.rules.chance.outcomes != NULL and self.rules.chance.outcomes(self.here(), move, outcomes, weights):
                self.pending = move
                self.actions.append(number)
                return
        if not play(&self.episode, self.rules, move, self.turns):
            raise MemoryError
        self.pending = NO_MOVE
        self.actions.append(number)

    cdef int checked(self, action) except? -1:
        try:
            return checked_int(action, "action", 0, 0x7FFFFFFF)
        except ValueError:
            raise IllegalActionError(None, action) from None

    cdef Move move_of(self, int action) except? 0:
        """The legal move of an action."""
        cdef int i
        if self.episode.outcome == ONGOING:
            for i in range(self.episode.move_count):
                if self.encoding.table.action(self.here(), self.episode.moves[i]) == action:
                    return self.episode.moves[i]
        raise IllegalActionError(None, action)

    # Results -------------------------------------------------------------------------------------------------

    cpdef list returns(self):
        """1.0 for the winner and -1.0 for the loser; 0.0 for both in a draw and while the game goes on."""
        cdef int winner
        if self.episode.outcome == ONGOING or self.episode.outcome == DRAWN:
            return [0.0, 0.0]
        winner = side_of(self.here()) ^ (self.episode.outcome == LOST)
        return [-1.0, 1.0] if winner else [1.0, -1.0]

    @property
    def reason(self) -> str:
        """Why the game is over, in the words of docs/rules/README.md; '' if it is not."""
        return _REASONS[<int> self.episode.reason] if self.episode.outcome != ONGOING else ""

    # What it looks like --------------------------------------------------------------------------------------

    def history(self) -> list:
        """The actions so far, those of chance included."""
        return list(self.actions)

    def position(self) -> Position:
        """The position; within turns of several moves, after single moves. At a chance node, the one before the
        move."""
        cdef Position position = self.start.new_position()
        position.rules = self.rules
        memcpy(position.data, self.here(), self.rules.size)
        return position

    def action_text(self, action) -> str:
        """The text of a legal action: a move, or at a chance node a move with its outcome.

        Raises:
            IllegalActionError: it is not legal here.
        """
        cdef Move outcomes[MAX_OUTCOMES]
        cdef int weights[MAX_OUTCOMES]
        cdef int i, number = self.checked(action)
        if self.pending == NO_MOVE:
            return self.position().text(self.move_of(number))
        for i in range(self.rules.chance.outcomes(self.here(), self.pending, outcomes, weights)):
            if self.encoding.table.outcome(outcomes[i]) == number:
                return self.position().text(outcomes[i])
        raise IllegalActionError(None, action)

    @property
    def observation_shape(self) -> tuple:
        """The shape of an observation: planes, ranks, files."""
        return self.shape()

    cdef tuple shape(self):
        planes, ranks, files = self.encoding.shape(self.start)
        return planes + COMMON_PLANES, ranks, files

    def observe(self, player, out) -> None:
        """Write what a player sees to ``out``, a contiguous float32 buffer of as many numbers as the shape says.

        Raises:
            ValueError: ``player`` is neither 0 nor 1, or the buffer does not fit or cannot be written.
        """
        cdef Py_buffer buffer
        cdef Sight sight
        cdef int viewer = checked_color(player)
        planes, ranks, files = self.shape()     # subclasses can override the property
        cdef Py_ssize_t size = planes * ranks * files * sizeof(float)
        try:
            PyObject_GetBuffer(out, &buffer, PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS | PyBUF_FORMAT)
        except BufferError as error:
            raise ValueError(f"the buffer cannot be written: {error}") from None
        try:
            if buffer.len != size or buffer.format == NULL or buffer.format[0] != c"f" or buffer.format[1]:
                raise ValueError(f"expected {size // 4} numbers of type float32")
            look(self.encoding.table, self.here(), viewer, repetitions(&self.episode, self.rules), &sight)
            write_floats(self.encoding.table, viewer, &sight, <float*> buffer.buf)
        finally:
            PyBuffer_Release(&buffer)
