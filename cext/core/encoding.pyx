"""How learning programs see a game: numbers for moves (actions) and planes for positions (observations)."""

cimport cython
from libc.stdint cimport uint8_t
from libc.stdlib cimport free, malloc

from oddfish.cext.core.bits cimport Bitboard, pop_lsb
from oddfish.cext.core.rules cimport checked_color, checked_int


cdef int number_pairs(uint16_t* numbers, int squares, bint (*joined)(int origin, int to) noexcept nogil) noexcept nogil:
    cdef int origin, to, n = 0
    for origin in range(BOARD_SQUARES):
        for to in range(BOARD_SQUARES):
            numbers[64 * origin + to] = NO_PAIR
            if origin < squares and to < squares and origin != to and joined(origin, to):
                numbers[64 * origin + to] = <uint16_t> n
                n += 1
    return n


cdef bint is_queen_or_knight_move(int origin, int to, int files) noexcept nogil:
    cdef int df = to % files - origin % files, dr = to // files - origin // files
    return df == 0 or dr == 0 or df == dr or df == -dr or df * df + dr * dr == 5


cdef Encoding new_encoding(const EncodingTable* table, type game, namer):
    cdef Encoding encoding = Encoding.__new__(Encoding, _KEY)
    encoding.table = table
    encoding.game = game
    encoding.namer = namer
    return encoding


#: The key that `new_encoding` passes. Python cannot reach it, so it cannot make an Encoding without a table.
cdef object _KEY = object()


@cython.final
cdef class Encoding:
    """The actions and planes of a family of games; ``ENCODING`` in its module ``encoding`` is the only instance.

    In games with turns of several moves, actions and the moves of these methods are single moves of turns.
    """

    def __cinit__(self, key=None):
        if key is not _KEY:
            raise TypeError("each family has one Encoding")

    cdef const void* struct_of(self, Position position) except NULL:
        if type(position) is not self.game:
            raise TypeError(f"expected a position of {self.game.__name__}, not {type(position).__name__}")
        return position.data

    def actions(self, Position position not None) -> int:
        """The number of actions in games with this position's setup."""
        return self.table.actions(self.struct_of(position))

    @property
    def outcomes(self) -> int:
        """The number of different outcomes of chance; 0 in games without chance."""
        return self.table.outcomes

    def shape(self, Position position not None) -> tuple:
        """The shape of an observation, without the planes that depend on the game's history: planes, ranks, files."""
        cdef const void* p = self.struct_of(position)
        return self.table.boards(p) + self.table.values(p), self.table.ranks, self.table.files

    def plane_names(self, Position position not None) -> tuple:
        """What each plane of an observation shows."""
        self.struct_of(position)
        return tuple(self.namer(position))

    def legal(self, Position position not None) -> list:
        """The legal moves with their actions, as ``(action, move)``, in the generator's order."""
        cdef const void* p = self.struct_of(position)
        cdef const Rules* rules = step_rules(position.rules)
        cdef Move* moves = <Move*> malloc(rules.max_moves * sizeof(Move))
        cdef int i, n
        if moves == NULL:
            raise MemoryError
        n = rules.moves.generate(p, moves)
        found = [(self.table.action(p, moves[i]), moves[i]) for i in range(n)]
        free(moves)
        return found

    def action(self, Position position not None, move) -> int:
        """The action of a legal move.

        Raises:
            ValueError: the move is not legal here.
        """
        move = checked_int(move, "move", 0, 0xFFFFFFFF)
        for action, legal in self.legal(position):
            if legal == move:
                return action
        raise ValueError(f"move {move} is not legal here")

    def move(self, Position position not None, action) -> int:
        """The legal move of an action.

        Raises:
            ValueError: no legal move has this action.
        """
        action = checked_int(action, "action", 0, self.actions(position) - 1)
        for known, move in self.legal(position):
            if known == action:
                return move
        raise ValueError(f"action {action} is not legal here")

    def observe(self, Position position not None, player) -> list:
        """What a player sees of the position, as lists of squares (by rank, then file, from the player's corner) for
        planes of squares, and as an int for planes of one value.

        Raises:
            ValueError: ``player`` is neither 0 nor 1.
        """
        cdef const void* p = self.struct_of(position)
        cdef Bitboard boards[MAX_BOARDS]
        cdef uint8_t values[MAX_VALUES]
        cdef int i, viewer = checked_color(player)
        cdef list planes = []
        self.table.observe(p, viewer, boards, values)
        for i in range(self.table.boards(p)):
            squares = []
            while boards[i]:
                squares.append(self.table.view[viewer][pop_lsb(&boards[i])])
            planes.append(sorted(squares))
        return planes + [values[i] for i in range(self.table.values(p))]
