# One game as environments play it: the position, its legal moves, what repetition needs, and the result.
#
# If turns have several moves, a step is a single move; only positions between turns count for repetition.
from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memcpy

from oddfish.cext.core.rules cimport Rules, key_of, side_of
from oddfish.cext.core.types cimport (DRAWN, MAX_MOVES, MAX_OUTCOMES, MOVE_RULE, NO_REASON, ONGOING, REPETITION, Key,
                                      Move, Outcome, Reason)

ctypedef struct Episode:
    char* room              # positions: two used in turn, or all since the last irreversible move
    int capacity
    int last                # index of the current position
    Key* keys               # keys of the positions since the last irreversible move, including the current one
    int key_capacity
    int key_count
    Move* moves             # the legal moves; none in a finished game
    int* actions            # their actions, if `numbered`
    int move_capacity
    int move_count
    bint numbered
    Move chosen             # the move to make next
    int start               # index of its start position
    bint over               # whether it is finished or truncated, and no new game has begun
    int plies
    Outcome outcome         # for the side to move
    Reason reason
    uint64_t chance         # random numbers for starts and outcomes,
    uint64_t choice         # ... and for random moves


cdef inline uint64_t next_random(uint64_t* state) noexcept nogil:
    """SplitMix64."""
    cdef uint64_t x
    state[0] += 0x9E3779B97F4A7C15ULL
    x = state[0]
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL
    return x ^ (x >> 31)


cdef inline int random_below(uint64_t* state, int n) noexcept nogil:
    """A random number from 0 to ``n - 1``, uniform up to one part in 2**32 / n."""
    return <int> (((next_random(state) >> 32) * <uint64_t> n) >> 32)


cdef inline char* position_of(const Episode* e, const Rules* rules) noexcept nogil:
    return e.room + <size_t> e.last * rules.size


cdef inline bint grow(void** data, int* capacity, int wanted, size_t size) noexcept nogil:
    """Make room for ``wanted`` items; returns whether there is enough memory."""
    cdef int more = capacity[0]
    cdef void* moved
    if wanted <= more:
        return True
    while more < wanted:
        more = 2 * more if more else 64
    moved = realloc(data[0], more * size)
    if moved == NULL:
        return False
    data[0] = moved
    capacity[0] = more
    return True


cdef inline void release(Episode* e) noexcept nogil:
    free(e.room)
    free(e.keys)
    free(e.moves)
    free(e.actions)
    e.room = NULL
    e.keys = NULL
    e.moves = NULL
    e.actions = NULL


cdef inline bint copy_episode(Episode* to, const Episode* e, const Rules* rules) noexcept nogil:
    """Make ``to``, which is all zero, a copy; returns whether there is enough memory."""
    to[0] = e[0]
    to.room = <char*> calloc(e.capacity, rules.size)
    to.keys = <Key*> calloc(e.key_capacity, sizeof(Key))
    to.moves = <Move*> calloc(e.move_capacity, sizeof(Move))
    to.actions = NULL
    to.numbered = False
    if to.room == NULL or to.keys == NULL or to.moves == NULL:
        release(to)
        return False
    memcpy(to.room, e.room, <size_t> e.capacity * rules.size)
    memcpy(to.keys, e.keys, e.key_count * sizeof(Key))
    memcpy(to.moves, e.moves, e.move_count * sizeof(Move))
    return True


cdef inline bint list_moves(Episode* e, const Rules* rules) noexcept nogil:
    cdef Move buffer[MAX_MOVES]
    cdef int capacity = e.move_capacity
    e.move_count = rules.moves.generate(position_of(e, rules), buffer)
    e.numbered = False
    if e.move_count > capacity:
        if not grow(<void**> &e.actions, &capacity, e.move_count, sizeof(int)):
            return False
        if not grow(<void**> &e.moves, &e.move_capacity, e.move_count, sizeof(Move)):
            return False
    memcpy(e.moves, buffer, e.move_count * sizeof(Move))
    return True


cdef inline int times_before(const Episode* e, int reversible) noexcept nogil:
    """How often the current position, the last of ``keys``, has occurred before."""
    cdef int i, n = 0, last = e.key_count - 1, first = last - reversible if last > reversible else 0
    cdef Key key = e.keys[last]
    for i in range(first, last):
        n += e.keys[i] == key
    return n


cdef inline int repetitions(const Episode* e, const Rules* rules) noexcept nogil:
    """How often the current position has occurred before in this game; 0 inside a turn."""
    cdef const char* position = position_of(e, rules)
    if e.key_count == 0 or e.keys[e.key_count - 1] != key_of(position):
        return 0
    return times_before(e, rules.moves.reversible_plies(position))


cdef inline void judge_repetition(Episode* e, const Rules* rules, const char* position) noexcept nogil:
    """The result of a third occurrence, as in `Game.result`."""
    cdef int at = e.key_count - 2
    e.outcome = DRAWN
    e.reason = REPETITION
    if rules.moves.repetition != NULL:      # then `room` holds every position since the last irreversible move
        while e.keys[at] != e.keys[e.key_count - 1]:
            at -= 1
        e.outcome = rules.moves.repetition(position, e.key_count - 1 - at, &e.reason)


cdef inline bint judge(Episode* e, const Rules* rules, bint inside) noexcept nogil:
    """Find the result of the position that has just been reached; returns whether there is enough memory."""
    cdef char* position = position_of(e, rules)
    cdef int reversible
    e.reason = NO_REASON
    e.outcome = rules.moves.outcome(position, e.move_count, &e.reason)
    if inside or e.outcome != ONGOING and e.reason != MOVE_RULE:
        return True
    reversible = rules.moves.reversible_plies(position)
    if reversible == 0:
        e.key_count = 0
        if rules.moves.repetition != NULL and e.last:
            memcpy(e.room, position, rules.size)
            e.last = 0
            position = e.room
    if not grow(<void**> &e.keys, &e.key_capacity, e.key_count + 1, sizeof(Key)):
        return False
    e.keys[e.key_count] = key_of(position)
    e.key_count += 1
    if e.key_count > 4 and times_before(e, reversible) >= 2:
        judge_repetition(e, rules, position)
    return True


cdef inline bint begin(Episode* e, const Rules* rules, const void* start) noexcept nogil:
    """Begin a game; returns whether there is enough memory."""
    if not grow(<void**> &e.room, &e.capacity, 2, rules.size):
        return False
    e.last = e.key_count = e.plies = 0
    e.over = False
    memcpy(e.room, start, rules.size)
    return list_moves(e, rules) and judge(e, rules, False)


cdef inline bint play(Episode* e, const Rules* rules, Move move, bint turns) noexcept nogil:
    """Make a legal move, which carries its outcome if it has several; returns whether there is enough memory.

    ``turns``: whether turns may have several moves.
    """
    cdef int following = 1 - e.last
    cdef char* position
    cdef bint inside
    if rules.moves.repetition != NULL:
        following = e.last + 1
        if not grow(<void**> &e.room, &e.capacity, following + 1, rules.size):
            return False
    position = e.room + <size_t> following * rules.size
    rules.moves.make(position_of(e, rules), move, position)
    inside = turns and side_of(position) == side_of(position_of(e, rules))
    e.last = following
    e.plies += 1
    return list_moves(e, rules) and judge(e, rules, inside)


cdef inline Move with_drawn_outcome(Episode* e, const Rules* rules, Move move) noexcept nogil:
    """The move with a random outcome, if it needs one."""
    cdef Move outcomes[MAX_OUTCOMES]
    cdef int weights[MAX_OUTCOMES]
    cdef int i, n, total = 0
    if rules.chance.outcomes == NULL:
        return move
    n = rules.chance.outcomes(position_of(e, rules), move, outcomes, weights)
    if n == 0:
        return move
    for i in range(n):
        total += weights[i]
    total = random_below(&e.chance, total)
    for i in range(n):
        total -= weights[i]
        if total < 0:
            return outcomes[i]
    return outcomes[n - 1]
