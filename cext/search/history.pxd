# What earlier cutoffs say about quiet moves: killers, counter moves, history and continuation history.
from libc.stdint cimport int16_t

from oddfish.cext.core.types cimport NO_MOVE, Move
from oddfish.cext.search.parameters cimport (HISTORY_AGING, HISTORY_BONUS_DEPTH, HISTORY_BONUS_MAX,
                                             HISTORY_BONUS_SQUARE, HISTORY_MAX)
from oddfish.cext.search.worker cimport Stack, Worker, position_at


cdef inline int16_t* continuation_of(const Worker* w, int ply) noexcept nogil:
    """Continuation history after the move that led to ``ply``; NULL after a null move."""
    cdef int previous = w.stack[ply - 1].slot
    return NULL if previous < 0 else w.continuation_history + <size_t> previous * w.rules.history_slots


cdef inline Move counter_move(const Worker* w, int ply) noexcept nogil:
    """The quiet move that last refuted the move that led to ``ply``."""
    cdef int previous = w.stack[ply - 1].slot
    return NO_MOVE if previous < 0 else w.counter_moves[previous]


cdef inline void clear_killers(Worker* w, int ply) noexcept nogil:
    w.stack[ply].killers[0] = w.stack[ply].killers[1] = NO_MOVE


cdef inline void age_history(Worker* w) noexcept nogil:
    """Keep only part of what earlier searches of the game learned."""
    cdef int i
    for i in range(w.rules.history_slots):
        w.history[i] //= HISTORY_AGING


cdef inline void apply_bonus(int16_t* value, int bonus) noexcept nogil:
    """History gravity: the nearer a value is to its bound, the less it still moves that way."""
    value[0] += <int16_t> (bonus - value[0] * abs(bonus) // HISTORY_MAX)


cdef inline void update_quiet_refutations(Worker* w, int ply, Move best) noexcept nogil:
    """Make ``best`` the first killer here and the counter move of the previous move."""
    cdef Stack* ss = &w.stack[ply]
    if ss.killers[0] != best:
        ss.killers[1] = ss.killers[0]
        ss.killers[0] = best
    if w.stack[ply - 1].slot >= 0:
        w.counter_moves[w.stack[ply - 1].slot] = best


cdef inline void update_histories(Worker* w, int ply, size_t base, int tried, Move best, int depth) noexcept nogil:
    """After a fail high: reward ``best``, the last of the ``tried`` moves, and punish the quiet moves before it."""
    cdef const char* position = position_at(w, ply)
    cdef int16_t* continuation = continuation_of(w, ply)
    cdef int bonus = min(HISTORY_BONUS_SQUARE * depth * depth + HISTORY_BONUS_DEPTH * depth, HISTORY_BONUS_MAX)
    cdef int i, slot
    cdef bint quiet = w.rules.gain(position, best) == 0
    if quiet:
        update_quiet_refutations(w, ply, best)
    for i in range(tried):
        slot = w.rules.history_slot(position, w.moves[base + i])
        if w.moves[base + i] == best:
            apply_bonus(&w.history[slot], bonus)
            if continuation != NULL and quiet:
                apply_bonus(&continuation[slot], bonus)
        elif quiet and w.rules.gain(position, w.moves[base + i]) == 0:
            apply_bonus(&w.history[slot], -bonus)
            if continuation != NULL:
                apply_bonus(&continuation[slot], -bonus)
