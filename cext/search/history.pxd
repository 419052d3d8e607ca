# What earlier cutoffs say about moves: killers, counter moves, history, capture history and continuation history. And
# correction history: what earlier scores say about the static evaluation.
from libc.stdint cimport int16_t

from oddfish.cext.core.bits cimport prefetch_line
from oddfish.cext.core.rules cimport side_of
from oddfish.cext.core.types cimport NO_MOVE, Key, Move
from oddfish.cext.search.worker cimport CORRECTION_SIZE, CORRECTIONS, GAIN_CLASSES, Stack, Worker, position_at

cdef enum:
    HISTORY_MAX = 16384             # bound of history values
    CORRECTION_MAX = 1024           # bound of correction values
    CORRECTION_SCALE = 1024         # the sum of corrections that makes a centipawn
    MAX_TRIED = 32                  # moves of a node that can be punished, of each kind: quiet and noisy

# The moves that a node has searched without failing high. Moves pruned before their search are not included.
ctypedef struct Tried:
    Move quiets[MAX_TRIED]
    Move noisy[MAX_TRIED]
    int quiet_count
    int noisy_count


cdef inline void apply_bonus(int16_t* value, int bonus) noexcept nogil:
    """History gravity: the closer a value is to a bound, the less it moves towards it."""
    value[0] += <int16_t> (bonus - value[0] * abs(bonus) // HISTORY_MAX)


# --- Quiet moves --------------------------------------------------------------------------------------------------


cdef inline int16_t* continuation_after(const Worker* w, int slot) noexcept nogil:
    """Continuation history after a move of this slot."""
    return w.continuation_history + <size_t> slot * w.rules.search.history_slots


cdef inline Move counter_move(const Worker* w, int ply) noexcept nogil:
    """The quiet move that last refuted the move that led to ``ply``."""
    cdef int previous = w.stack[ply - 1].slot
    return NO_MOVE if previous < 0 else w.counter_moves[previous]


cdef inline void clear_killers(Worker* w, int ply) noexcept nogil:
    w.stack[ply].killers[0] = w.stack[ply].killers[1] = NO_MOVE


cdef inline int quiet_history(const Worker* w, int ply, int slot) noexcept nogil:
    """The score of a quiet move: its own history plus its continuation histories after the moves one, two and four
    plies ago."""
    cdef const Stack* ss = &w.stack[ply]
    cdef int score = 2 * w.history[slot]
    if ss[-1].continuation != NULL:
        score += ss[-1].continuation[slot]
    if ss[-2].continuation != NULL:
        score += ss[-2].continuation[slot]
    if ss[-4].continuation != NULL:
        score += ss[-4].continuation[slot] // 2
    return score


cdef inline void prefetch_quiet_history(const Worker* w, int ply, int slot) noexcept nogil:
    """Prefetch what ``quiet_history`` reads."""
    cdef const Stack* ss = &w.stack[ply]
    if ss[-1].continuation != NULL:
        prefetch_line(ss[-1].continuation + slot)
    if ss[-2].continuation != NULL:
        prefetch_line(ss[-2].continuation + slot)
    if ss[-4].continuation != NULL:
        prefetch_line(ss[-4].continuation + slot)


cdef inline void update_continuations(const Worker* w, int ply, int slot, int bonus) noexcept nogil:
    cdef const Stack* ss = &w.stack[ply]
    if ss[-1].continuation != NULL:
        apply_bonus(&ss[-1].continuation[slot], bonus)
    if ss[-2].continuation != NULL:
        apply_bonus(&ss[-2].continuation[slot], bonus)
    if ss[-4].continuation != NULL:
        apply_bonus(&ss[-4].continuation[slot], bonus // 2)


cdef inline void update_quiet(Worker* w, int ply, int slot, int bonus) noexcept nogil:
    apply_bonus(&w.history[slot], bonus)
    update_continuations(w, ply, slot, bonus)


cdef inline void update_refutations(Worker* w, int ply, Move best) noexcept nogil:
    """Make the quiet move ``best`` the first killer here and the counter move of the previous move."""
    cdef Stack* ss = &w.stack[ply]
    if ss.killers[0] != best:
        ss.killers[1] = ss.killers[0]
        ss.killers[0] = best
    if ss[-1].slot >= 0:
        w.counter_moves[ss[-1].slot] = best


# --- Captures and promotions ----------------------------------------------------------------------------------------


cdef inline int16_t* capture_entry(const Worker* w, int slot, int gain) noexcept nogil:
    """The capture history entry of a move, by its slot and the class of its gain."""
    cdef int group = 0 if gain < 0 else min(gain // 128, GAIN_CLASSES - 1)
    return &w.capture_history[slot * GAIN_CLASSES + group]


# --- After a node -----------------------------------------------------------------------------------------------------


cdef inline int history_bonus(const Worker* w, int depth) noexcept nogil:
    return min(w.p.history_bonus_depth * depth + w.p.history_bonus_base, w.p.history_bonus_max)


cdef inline int history_malus(const Worker* w, int depth) noexcept nogil:
    return min(w.p.history_malus_depth * depth + w.p.history_malus_base, w.p.history_malus_max)


cdef inline void note_tried(Tried* tried, Move move, bint quiet) noexcept nogil:
    if quiet:
        if tried.quiet_count < MAX_TRIED:
            tried.quiets[tried.quiet_count] = move
            tried.quiet_count += 1
    elif tried.noisy_count < MAX_TRIED:
        tried.noisy[tried.noisy_count] = move
        tried.noisy_count += 1


cdef inline void update_histories(Worker* w, int ply, Move best, const Tried* tried, int depth) noexcept nogil:
    """After a fail high: reward ``best`` and punish the moves searched before it."""
    cdef const char* position = position_at(w, ply)
    cdef int bonus = history_bonus(w, depth), malus = -history_malus(w, depth), i
    cdef int gain = w.rules.search.gain(position, best), slot = w.rules.search.history_slot(position, best)
    if gain == 0:
        update_refutations(w, ply, best)
        update_quiet(w, ply, slot, bonus)
        for i in range(tried.quiet_count):
            update_quiet(w, ply, w.rules.search.history_slot(position, tried.quiets[i]), malus)
    else:
        apply_bonus(capture_entry(w, slot, gain), bonus)
    for i in range(tried.noisy_count):
        apply_bonus(capture_entry(w, w.rules.search.history_slot(position, tried.noisy[i]),
                                  w.rules.search.gain(position, tried.noisy[i])), malus)


cdef inline void reward_prior_move(Worker* w, int ply, int depth) noexcept nogil:
    """After a fail low: the opponent's quiet move that led here was good."""
    cdef const Stack* ss = &w.stack[ply]
    cdef int bonus
    if ss[-1].slot < 0 or not ss[-1].quiet or ss[-1].side == ss.side:
        return
    bonus = history_bonus(w, depth) * w.p.prior_move_percent // 100
    update_quiet(w, ply - 1, ss[-1].slot, bonus)


cdef inline void age_history(Worker* w) noexcept nogil:
    """Age the histories: keep only part of what earlier searches of the game learned."""
    cdef int i
    for i in range(w.rules.search.history_slots):
        w.history[i] //= w.p.history_aging


# --- Correction history ---------------------------------------------------------------------------------------------


# The correction history entries that apply to a position.
ctypedef struct Corrections:
    int16_t* entry[CORRECTIONS + 2]
    int count


cdef inline Corrections corrections_at(const Worker* w, int ply) noexcept nogil:
    cdef const char* position = position_at(w, ply)
    cdef Key keys[CORRECTIONS]
    cdef Corrections found
    cdef int i, n = 0, side = side_of(position)
    if w.rules.search.correction_keys != NULL:
        n = w.rules.search.correction_keys(position, keys)
    for i in range(n):
        found.entry[i] = &w.corrections[(2 * i + side) * CORRECTION_SIZE + (keys[i] & (CORRECTION_SIZE - 1))]
    found.count = n
    if w.stack[ply - 1].slot >= 0:
        found.entry[found.count] = &w.move_corrections[w.stack[ply - 1].slot]
        found.count += 1
    for i in range(found.count):    # read once the position has been evaluated
        prefetch_line(found.entry[i])
    return found


cdef inline int correction(const Worker* w, const Corrections* at) noexcept nogil:
    """What to add to the static evaluation, in centipawns."""
    cdef int i, total = 0
    for i in range(at.count):
        total += at.entry[i][0]
    return total * w.p.correction_weight // (CORRECTION_SCALE * 100 // 64)


cdef inline void update_corrections(const Worker* w, const Corrections* at, int error, int depth) noexcept nogil:
    """Learn from a searched score that differs from the corrected evaluation by ``error``."""
    cdef int bonus = error * depth // w.p.correction_divisor, i, limit = CORRECTION_MAX // 4
    bonus = max(-limit, min(bonus, limit))
    for i in range(at.count):
        at.entry[i][0] += <int16_t> (bonus - at.entry[i][0] * abs(bonus) // CORRECTION_MAX)
