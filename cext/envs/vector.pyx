"""Many games of one variant at once (`oddfish.envs.VectorEnv`), stepped without the GIL into the caller's arrays."""

cimport cython
from cpython.memoryview cimport PyMemoryView_GET_BUFFER
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from oddfish.cext.core.bits cimport prefetch_line
from oddfish.cext.core.encoding cimport Encoding, EncodingTable, step_rules
from oddfish.cext.core.rules cimport Position, Rules, side_of
from oddfish.cext.core.types cimport LOST, NO_MOVE, ONGOING, WON, Move
from oddfish.cext.envs.episode cimport (Episode, begin, next_random, play, position_of, random_below, release,
                                        repetitions, with_drawn_outcome)
from oddfish.cext.envs.planes cimport COMMON_PLANES, Sight, look, write_bytes, write_floats

from oddfish.cext.core.rules import REASONS as _REASONS


cdef enum:
    LINE = 64               # bytes of a cache line
    AHEAD = 2               # games

# Games that ended while others were stepped.
ctypedef struct Tally:
    int64_t plies
    int64_t first           # won by the first player,
    int64_t second          # ... by the second
    int64_t drawn
    int64_t truncated


class IllegalActionError(ValueError):
    """An action that is not legal.

    Attributes:
        game: the number of the game, from 0; None if there is only one.
        action: the action.
    """

    def __init__(self, game, action):
        super().__init__(game, action)      # so that copies can be made by pickle
        self.game = game
        self.action = action

    def __str__(self):
        text = f"action {self.action} is not legal"
        return text if self.game is None else f"game {self.game}: {text}"


@cython.final
cdef class Games:
    """Games of one variant, and the arrays that describe them. ``oddfish.envs.VectorEnv`` checks the arguments.

    Args:
        encoding: the family's.
        starts: start positions of one variant; each game begins from a random one.
        games: their number.
        max_plies: games are truncated after this many plies; 0: never.
        auto_reset: whether a new game begins as soon as one ends.
    """

    cdef const EncodingTable* table
    cdef const Rules* rules
    cdef Episode* episodes
    cdef const void** start_data
    cdef list starts
    cdef int games, start_count, max_plies
    cdef bint auto_reset, turns, out_of_memory, begun
    cdef volatile bint halted       # whether all threads are to stop stepping
    cdef readonly bint busy         # whether one thread has called `hold`; only `advance` works meanwhile
    cdef list stepping              # the ranges of games that `advance` is stepping, as (first, end)
    # The caller's arrays, or None; and pointers to them.
    cdef object owned
    cdef uint8_t* masks
    cdef uint8_t* planes
    cdef float* floats
    cdef uint8_t* final_planes      # of games that ended and restarted
    cdef float* final_floats
    cdef float* rewards
    cdef uint8_t* terminations
    cdef uint8_t* truncations
    cdef uint8_t* reasons
    cdef int8_t* players
    cdef int8_t* final_players
    cdef int32_t* actions
    cdef int action_count, plane_size

    def __cinit__(self, Encoding encoding not None, list starts not None, int games, int max_plies, bint auto_reset):
        cdef Position start = <Position?> starts[0]
        cdef int i
        if games < 1:
            raise ValueError(f"{games} games")
        self.table = encoding.table
        self.rules = step_rules(start.rules)
        self.turns = start.rules.turns.part_rules != NULL
        self.starts = list(starts)
        self.stepping = []
        self.start_count = len(self.starts)
        self.max_plies = max_plies
        self.auto_reset = auto_reset
        self.action_count = encoding.actions(start)
        planes, ranks, files = self.shape_of(encoding, start)
        self.plane_size = planes * ranks * files
        self.start_data = <const void**> calloc(self.start_count, sizeof(void*))
        self.episodes = <Episode*> calloc(games, sizeof(Episode))
        if self.start_data == NULL or self.episodes == NULL:
            raise MemoryError
        self.games = games
        for i in range(self.start_count):
            start = <Position?> self.starts[i]
            if step_rules(start.rules) != self.rules or encoding.actions(start) != self.action_count \
                    or self.shape_of(encoding, start) != (planes, ranks, files):
                raise ValueError("start positions of different variants")
            self.start_data[i] = encoding.struct_of(start)

    def __dealloc__(self):
        cdef int i
        if self.episodes != NULL:
            for i in range(self.games):
                release(&self.episodes[i])
        free(self.episodes)
        free(self.start_data)

    @staticmethod
    def shape_of(Encoding encoding not None, Position start not None) -> tuple:
        """The shape of an observation: planes, ranks, files."""
        planes, ranks, files = encoding.shape(start)
        return planes + COMMON_PLANES, ranks, files

    def attach(self, masks, planes, floats, rewards, terminations, truncations, reasons, players, actions,
               final_planes=None, final_floats=None, final_players=None) -> None:
        """Write to these arrays from now on. Each has a row for every game. Masks and planes may be None, and so may
        the final observations and players of games that end and restart.

        Raises:
            TypeError: one is not a buffer.
            ValueError: one has the wrong shape or type, is read-only or not contiguous.
            RuntimeError: another thread is stepping the games.
        """
        # Buffers may be written in Python: their code runs here.
        views = [array if array is None else memoryview(array)
                 for array in (masks, planes, floats, rewards, terminations, truncations, reasons, players, actions,
                               final_planes, final_floats, final_players)]
        self.check_free()
        self.owned = None
        self.masks = <uint8_t*> self.data_of(views[0], "?B", 1, self.action_count)
        self.planes = <uint8_t*> self.data_of(views[1], "?B", 1, self.plane_size)
        self.floats = <float*> self.data_of(views[2], "f", 4, self.plane_size)
        self.rewards = <float*> self.data_of(views[3], "f", 4, 2)
        self.terminations = <uint8_t*> self.data_of(views[4], "?B", 1, 1)
        self.truncations = <uint8_t*> self.data_of(views[5], "?B", 1, 1)
        self.reasons = <uint8_t*> self.data_of(views[6], "B", 1, 1)
        self.players = <int8_t*> self.data_of(views[7], "b", 1, 1)
        self.actions = <int32_t*> self.data_of(views[8], "il", 4, 1)
        self.final_planes = <uint8_t*> self.data_of(views[9], "?B", 1, self.plane_size)
        self.final_floats = <float*> self.data_of(views[10], "f", 4, self.plane_size)
        self.final_players = <int8_t*> self.data_of(views[11], "b", 1, 1)
        if None in views[3:9]:
            raise TypeError("only masks, planes and what is final may be None")
        self.owned = views

    cdef void* data_of(self, view, str formats, int size, int width) except? NULL:
        if view is None:
            return NULL
        if view.readonly or not view.c_contiguous or view.format not in formats:
            raise ValueError(f"an array of format '{view.format}' that is not writable and contiguous with format "
                             f"{' or '.join(formats)}")
        if view.shape[0] != self.games or view.nbytes != <Py_ssize_t> self.games * width * size:
            raise ValueError(f"an array of shape {view.shape}, expected {self.games} rows of {width}")
        return PyMemoryView_GET_BUFFER(view).buf

    cdef int check_free(self) except -1:
        if self.busy:
            raise RuntimeError("another thread is stepping these games")
        return 0

    cdef int enter(self) except -1:
        if self.owned is None:
            raise RuntimeError("no arrays are attached")
        self.check_free()
        self.busy = True
        return 0

    cdef int leave(self) except -1:
        self.busy = self.halted = False
        if self.out_of_memory:
            self.out_of_memory = False
            raise MemoryError
        return 0

    # One game ------------------------------------------------------------------------------------------------

    cdef void begin_game(self, Episode* e) noexcept nogil:
        e.start = random_below(&e.chance, self.start_count) if self.start_count > 1 else 0
        if not begin(e, self.rules, self.start_data[e.start]):
            self.out_of_memory = True
            e.over = True
            e.move_count = 0

    cdef void number_moves(self, Episode* e) noexcept nogil:
        self.table.number(position_of(e, self.rules), e.moves, e.move_count, e.actions)
        e.numbered = True

    cdef void clear_mask(self, int i) noexcept nogil:
        cdef Episode* e = &self.episodes[i]
        cdef uint8_t* mask = self.masks + <size_t> i * self.action_count
        cdef int j
        for j in range(e.move_count if e.numbered else 0):
            mask[e.actions[j]] = 0

    cdef void show(self, int i) noexcept nogil:
        """Write the mask, the observation and the player to move."""
        cdef Episode* e = &self.episodes[i]
        cdef const char* position = position_of(e, self.rules)
        cdef int j
        cdef uint8_t* mask
        if e.room == NULL:      # there was no memory for the game
            return
        self.players[i] = <int8_t> side_of(position)
        if self.masks != NULL:
            self.number_moves(e)
            mask = self.masks + <size_t> i * self.action_count
            for j in range(e.move_count):
                mask[e.actions[j]] = 1
        self.observe(e, i, self.planes, self.floats)

    cdef void observe(self, Episode* e, int i, uint8_t* planes, float* floats) noexcept nogil:
        """Write the observation to one of the two arrays, unless both are NULL."""
        cdef const char* position = position_of(e, self.rules)
        cdef int side = side_of(position)
        cdef Sight sight
        if planes == NULL and floats == NULL:
            return
        look(self.table, position, side, repetitions(e, self.rules), &sight)
        if planes != NULL:
            write_bytes(self.table, side, &sight, planes + <size_t> i * self.plane_size)
        else:
            write_floats(self.table, side, &sight, floats + <size_t> i * self.plane_size)

    cdef Move move_of(self, Episode* e, int64_t action) noexcept nogil:
        """The legal move of an action, or NO_MOVE."""
        cdef const char* position = position_of(e, self.rules)
        cdef int i
        if action < 0 or action >= self.action_count:
            return NO_MOVE
        for i in range(e.move_count):
            if (e.actions[i] if e.numbered else self.table.action(position, e.moves[i])) == action:
                return e.moves[i]
        return NO_MOVE

    cdef void end_game(self, int i, int winner, Tally* tally) noexcept nogil:
        """End a game; ``winner`` is -1 for a draw."""
        tally.first += winner == 0
        tally.second += winner == 1
        tally.drawn += winner == -1
        self.terminations[i] = 1
        if winner >= 0:
            self.rewards[2 * i + winner] = 1
            self.rewards[2 * i + 1 - winner] = -1

    cdef void step_game(self, int i, Tally* tally) noexcept nogil:
        """Make the chosen move; NO_MOVE loses the game."""
        cdef Episode* e = &self.episodes[i]
        cdef int side
        cdef Move move = e.chosen
        e.chosen = NO_MOVE      # it is legal only here
        self.rewards[2 * i] = self.rewards[2 * i + 1] = 0
        if e.over:
            return
        side = side_of(position_of(e, self.rules))
        self.terminations[i] = self.truncations[i] = self.reasons[i] = 0
        tally.plies += 1
        if move == NO_MOVE:
            self.end_game(i, 1 - side, tally)
        elif not play(e, self.rules, with_drawn_outcome(e, self.rules, move), self.turns):
            self.out_of_memory = True
            e.over = True
            e.move_count = 0
            return
        elif e.outcome != ONGOING:
            side = side_of(position_of(e, self.rules))
            self.reasons[i] = <uint8_t> e.reason
            self.end_game(i, side if e.outcome == WON else 1 - side if e.outcome == LOST else -1, tally)
        elif self.max_plies and e.plies >= self.max_plies:
            self.truncations[i] = 1
            tally.truncated += 1
        else:
            return
        if self.auto_reset:
            if self.final_players != NULL:
                self.final_players[i] = <int8_t> side_of(position_of(e, self.rules))
                self.observe(e, i, self.final_planes, self.final_floats)
            self.begin_game(e)
        else:
            e.over = True
            e.move_count = 0

    cdef void prefetch(self, int i) noexcept nogil:
        """Prefetch what the next step of a game needs: many games do not fit into the cache."""
        cdef const Episode* e = &self.episodes[i]
        cdef const char* position = position_of(e, self.rules)
        cdef int line
        for line in range(<int> self.rules.size // LINE + 1):
            prefetch_line(position + LINE * line)
        for line in range(e.move_count * <int> sizeof(Move) // LINE + 1):
            prefetch_line(<const char*> e.moves + LINE * line)
        prefetch_line(e.keys + e.key_count)
        if e.numbered:
            for line in range(e.move_count * <int> sizeof(int) // LINE + 1):
                prefetch_line(<const char*> e.actions + LINE * line)

    cdef void step_range(self, int first, int end, bint random, int64_t steps, Tally* tally) noexcept nogil:
        cdef Episode* e
        cdef int64_t _step
        cdef int i, j
        for i in range(first, end):
            e = &self.episodes[i]
            if i + AHEAD < end:
                self.prefetch(i + AHEAD)
            if self.masks != NULL:
                self.clear_mask(i)
            if not random:
                self.step_game(i, tally)
            for _step in range(steps if random else 0):
                if self.halted:
                    break
                if e.move_count:        # the game is not over
                    j = random_below(&e.choice, e.move_count)
                    e.chosen = e.moves[j]
                    self.actions[i] = self.table.action(position_of(e, self.rules), e.chosen)
                self.step_game(i, tally)
            self.show(i)

    # All games -----------------------------------------------------------------------------------------------

    def seed(self, seed) -> None:
        """Seed the random numbers of every game; they are used from the next :meth:`reset` on."""
        cdef uint64_t base = <uint64_t> (seed & 0xFFFFFFFFFFFFFFFF), state
        cdef int i
        self.check_free()
        base = next_random(&base)
        for i in range(self.games):
            state = base + 0xD1342543DE82EF95ULL * <uint64_t> i
            self.episodes[i].chance = next_random(&state)
            self.episodes[i].choice = next_random(&state)

    def reset(self, const uint8_t[::1] which) -> None:
        """Begin new games: those that are nonzero in ``which``, or all if it is None."""
        cdef int i
        if which is not None and which.shape[0] != self.games:
            raise ValueError(f"{which.shape[0]} flags for {self.games} games")
        if which is not None and not self.begun:
            raise RuntimeError("the first reset must begin all games")
        self.enter()
        self.begun = True
        with nogil:
            for i in range(self.games):
                if which is not None and not which[i]:
                    continue
                if self.masks != NULL:
                    memset(self.masks + <size_t> i * self.action_count, 0, self.action_count)
                self.rewards[2 * i] = self.rewards[2 * i + 1] = 0
                self.terminations[i] = self.truncations[i] = self.reasons[i] = 0
                self.begin_game(&self.episodes[i])
                self.show(i)
        self.leave()

    def choose(self, const int64_t[::1] actions not None, bint illegal_loses) -> None:
        """Set each game's action. Ignores those of games that are over.

        Raises:
            IllegalActionError: one is illegal, and illegal actions do not lose the game.
        """
        cdef Episode* e
        cdef int i, wrong = -1
        if actions.shape[0] != self.games:
            raise ValueError(f"{actions.shape[0]} actions for {self.games} games")
        self.enter()
        with nogil:
            for i in range(self.games):
                e = &self.episodes[i]
                if e.over:
                    continue
                e.chosen = self.move_of(e, actions[i])
                if e.chosen == NO_MOVE and not illegal_loses:
                    wrong = i
                    break
            for i in range(self.games if wrong < 0 else 0):
                if not self.episodes[i].over:
                    self.actions[i] = <int32_t> actions[i]
        self.leave()
        if wrong >= 0:
            raise IllegalActionError(wrong, actions[wrong])

    def advance(self, int first, int end, bint random, int64_t steps) -> tuple:
        """Play a range of the games: the chosen actions, or ``steps`` random ones in each.

        Several threads may call this at once for different ranges, between :meth:`hold` and :meth:`release`.

        Returns:
            The numbers of plies, of games won by the first and second player and drawn, and of games truncated.

        Raises:
            ValueError: the games do not exist, or have not begun.
            RuntimeError: :meth:`hold` has not been called, or another thread is stepping some of these games.
        """
        cdef Tally tally
        memset(&tally, 0, sizeof(Tally))
        if not 0 <= first <= end <= self.games or self.owned is None or not self.begun:
            raise ValueError("games that do not exist, or have not begun")
        if not self.busy:
            raise RuntimeError("call hold first")
        own = first, end
        for other in self.stepping:
            if first < other[1] and other[0] < end:
                raise RuntimeError("another thread is stepping these games")
        self.stepping.append(own)
        with nogil:
            self.step_range(first, end, random, steps, &tally)
        self.stepping.remove(own)
        return tally.plies, tally.first, tally.second, tally.drawn, tally.truncated

    def hold(self) -> None:
        """Keep other threads out, before several calls of :meth:`advance`."""
        self.enter()

    def halt(self) -> None:
        """Make the threads in :meth:`advance` return soon; stays in force until :meth:`release`."""
        self.halted = True

    def release(self) -> None:
        """Let other threads in again, after the calls of :meth:`advance`.

        Raises:
            MemoryError: memory ran out.
            RuntimeError: a thread is still stepping, or :meth:`hold` has not been called.
        """
        if self.stepping or not self.busy:
            raise RuntimeError("a thread is still stepping these games" if self.busy else "call hold first")
        self.leave()

    # Looking at one ------------------------------------------------------------------------------------------

    cdef Episode* episode(self, int i) except NULL:
        if not 0 <= i < self.games:
            raise IndexError(f"game {i}, but there are {self.games}")
        self.check_free()
        if self.episodes[i].room == NULL:
            raise RuntimeError("call reset first")
        return &self.episodes[i]

    def position(self, int i) -> Position:
        """A game's position; within turns of several moves, after single moves."""
        cdef Episode* e = self.episode(i)
        cdef Position position = (<Position> self.starts[e.start]).new_position()
        position.rules = self.rules
        memcpy(position.data, position_of(e, self.rules), self.rules.size)
        return position

    def legal(self, int i) -> list:
        """A game's legal actions, in the order of its position's moves; none if it is over."""
        cdef Episode* e = self.episode(i)
        cdef int j
        return [self.table.action(position_of(e, self.rules), e.moves[j]) for j in range(e.move_count)]

    def plies(self, int i) -> int:
        """The plies that a game has lasted."""
        return self.episode(i).plies


def reason_text(int reason) -> str:
    """The text of a number in ``reasons``: '' while a game goes on, and if an illegal action lost it.

    Raises:
        ValueError: there is no such reason.
    """
    if not 0 <= reason < len(_REASONS):
        raise ValueError(f"reason {reason} is outside 0..{len(_REASONS) - 1}")
    return _REASONS[reason]
