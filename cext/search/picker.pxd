# Move ordering: a score for every move of a node, and the moves one by one, best first.
from libc.stdint cimport int16_t

from oddfish.cext.core.types cimport Move
from oddfish.cext.search.history cimport continuation_of, counter_move
from oddfish.cext.search.parameters cimport (CAPTURE_GAIN_FACTOR, CAPTURE_HISTORY_DIVISOR, CAPTURE_SEE_MARGIN,
                                             HINT_FACTOR)
from oddfish.cext.search.worker cimport Stack, Worker, position_at

# The classes of moves, in order; history decides among quiet moves, which stand about 0.
cdef enum:
    TABLE_MOVE = 1 << 28
    GOOD_CAPTURE = 1 << 24
    KILLER = 1 << 20
    COUNTER_MOVE = 1 << 19
    BAD_CAPTURE = -(1 << 24)


cdef inline bint is_bad_capture(int ordering) noexcept nogil:
    return ordering < BAD_CAPTURE // 2


cdef inline void score_moves(Worker* w, int ply, size_t base, int n, Move table_move) noexcept nogil:
    """Set the ordering scores of a node's ``n`` moves."""
    cdef const char* position = position_at(w, ply)
    cdef const Stack* ss = &w.stack[ply]
    cdef int16_t* continuation = continuation_of(w, ply)
    cdef Move move, counter = counter_move(w, ply)
    cdef int i, score, gain, slot
    for i in range(n):
        move = w.moves[base + i]
        slot = w.rules.history_slot(position, move)
        if move == table_move:
            score = TABLE_MOVE
        else:
            gain = w.rules.gain(position, move)
            if gain != 0:
                score = GOOD_CAPTURE if w.rules.see(position, move, CAPTURE_SEE_MARGIN) else BAD_CAPTURE
                score += gain * CAPTURE_GAIN_FACTOR + w.history[slot] // CAPTURE_HISTORY_DIVISOR
            elif move == ss.killers[0]:
                score = KILLER + 1
            elif move == ss.killers[1]:
                score = KILLER
            elif move == counter:
                score = COUNTER_MOVE
            else:
                score = w.history[slot]
                if w.rules.order_hint != NULL:
                    score += HINT_FACTOR * w.rules.order_hint(position, move)
                if continuation != NULL:
                    score += continuation[slot]
        w.scores[base + i] = score


cdef inline int pick_best(Worker* w, size_t base, int i, int n) noexcept nogil:
    """Swap the best of moves i..n-1 to place i; returns its ordering score."""
    cdef Move* moves = w.moves + base
    cdef int* scores = w.scores + base
    cdef int best = i, j, score
    cdef Move move
    for j in range(i + 1, n):
        if scores[j] > scores[best]:
            best = j
    move = moves[best]
    score = scores[best]
    moves[best] = moves[i]
    scores[best] = scores[i]
    moves[i] = move
    scores[i] = score
    return score
