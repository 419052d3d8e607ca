# Lazy SMP: threads vote for the move to play.
from libc.stdint cimport int64_t

from oddfish.cext.core.types cimport INFINITE, MATE_BOUND, Move
from oddfish.cext.search.worker cimport Worker, known_score


cdef inline int best_score(const Worker* w) noexcept nogil:
    return known_score(&w.root_moves[0])


cdef inline bint has_vote(const Worker* w) noexcept nogil:
    """Whether a thread has stopped and is at least as deep as the main thread: a shallower search proves little."""
    return not w.searching and w.completed_depth >= max(w.shared.workers[0].completed_depth, 1)


cdef inline int64_t votes_for(Worker** workers, int count, Move move, int lowest) noexcept nogil:
    """The total weight of the threads whose best move is ``move``. A thread's weight depends on its depth, and on how
    far its score is above the ``lowest``."""
    cdef const Worker* w
    cdef int64_t votes = 0
    cdef int i
    for i in range(count):
        w = workers[i]
        if has_vote(w) and w.root_moves[0].move == move:
            votes += <int64_t> (best_score(w) - lowest + w.p.vote_margin) * w.completed_depth
    return votes


cdef inline Worker* voted_worker(Worker** workers, int count) noexcept nogil:
    """The thread whose move to play. Threads vote for their best moves, with more weight the deeper they are and the
    better the move seems. The shortest proven mate needs no vote."""
    cdef Worker* best = workers[0]
    cdef Worker* w
    cdef int i, lowest = INFINITE
    for i in range(count):
        if has_vote(workers[i]):
            lowest = min(lowest, best_score(workers[i]))
    for i in range(1, count):
        w = workers[i]
        if not has_vote(w):
            continue
        if best_score(best) == -INFINITE:
            best = w
        elif abs(best_score(best)) >= MATE_BOUND or abs(best_score(w)) >= MATE_BOUND:
            if best_score(w) > best_score(best) and best_score(w) >= MATE_BOUND:
                best = w
        elif votes_for(workers, count, w.root_moves[0].move, lowest) > \
                votes_for(workers, count, best.root_moves[0].move, lowest):
            best = w
    return best
