# Overlooking makes a search weak in the way people are weak: it does not see some moves. Which ones depends only on the
# position, the move and a seed, so that a move seen once is seen again, at any depth and in any later search.
from libc.stdint cimport uint64_t

from oddfish.cext.core.types cimport Key, Move
from oddfish.cext.search.worker cimport Worker, position_at

cdef enum:
    OVERLOOKING_UNIT = 1024     # the unit of the shares of moves overlooked


cdef inline bint overlooks_here(const Worker* w, int ply) noexcept nogil:
    """Whether moves may be overlooked at ``ply``: not in check, where there are so few moves that no one misses any."""
    return w.shared.overlooked_quiets != 0 and w.stack[ply].in_check != 1


cdef inline int attention(const Worker* w, int ply, Move move) noexcept nogil:
    """A number from 0 to 1023: the same whenever this move comes up in this position under the same seed."""
    cdef Key x = w.line_keys[ply] ^ w.shared.seed ^ <Key> move * <Key> 0x9E3779B97F4A7C15
    x = (x ^ x >> 30) * <Key> 0xBF58476D1CE4E5B9
    x = (x ^ x >> 27) * <Key> 0x94D049BB133111EB
    return <int> (x >> 54)


cdef inline bint is_overlooked(const Worker* w, int ply, Move move) noexcept nogil:
    """Whether this search overlooks a move at ``ply``. Captures, promotions and checks are easier to see, above all
    captures that win material: of hanging pieces, or of a piece that has just captured."""
    cdef const char* position = position_at(w, ply)
    cdef int seen = attention(w, ply, move), gain
    if seen >= w.shared.overlooked_quiets or seen < w.shared.overlooked_winning:
        return seen < w.shared.overlooked_winning
    gain = w.rules.search.gain(position, move)
    if seen < w.shared.overlooked_captures:
        return gain <= 0 or not w.rules.search.see(position, move, (gain + 1) // 2)
    if gain != 0:
        return False
    return w.rules.moves.gives_check == NULL or w.rules.chance.outcomes != NULL or \
        not w.rules.moves.gives_check(position, move)


cdef inline int keep_seen(const Worker* w, Move* moves, int n) noexcept nogil:
    """Keep the root moves that are seen, or else the one that draws the most attention; returns how many. Sorts them by
    gain, then by attention, because a small budget of nodes may not reach the later ones."""
    cdef int i, j, score, kept = 0, most = 0
    cdef bint check = w.rules.moves.in_check(w.line)
    cdef Move move
    if w.shared.overlooked_quiets == 0:
        return n
    for i in range(n):
        if check or not is_overlooked(w, 0, moves[i]):
            moves[kept] = moves[i]
            kept += 1
        elif kept == 0 and attention(w, 0, moves[i]) > attention(w, 0, moves[most]):
            most = i
    if kept == 0 and n > 0:
        moves[0] = moves[most]
        kept = 1
    n = kept
    for i in range(n):
        move = moves[i]
        score = w.rules.search.gain(w.line, move) * OVERLOOKING_UNIT + attention(w, 0, move)
        j = i
        while j > 0 and w.scores[j - 1] < score:
            moves[j] = moves[j - 1]
            w.scores[j] = w.scores[j - 1]
            j -= 1
        moves[j] = move
        w.scores[j] = score
    return n
