# Before a search: setting workers up at the root, with its moves.
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from oddfish.cext.core.rules cimport Position, Rules, key_of
from oddfish.cext.core.types cimport INFINITE, MAX_PLY, Key
from oddfish.cext.search.history cimport age_history
from oddfish.cext.search.overlooking cimport keep_seen
from oddfish.cext.search.turns cimport copy_searchmoves, restrict_root
from oddfish.cext.search.worker cimport NO_SCORE, STACK_BEFORE, RootMove, Worker


cdef inline int repeated_length(const Key* keys, int n) noexcept nogil:
    """How many positions of the game before the root matter for a third occurrence: those from the first that has
    occurred again."""
    cdef int i, j
    for i in range(n - 1):
        for j in range(i + 1, n):
            if keys[i] == keys[j]:
                return n - i
    return 0


cdef inline int set_up_line(Worker* w, Position position, list history) except -1:
    """Set a worker up at the root position, after the game's positions that can still be repeated."""
    cdef const Rules* rules = w.rules
    cdef int i, before = min(len(history), rules.moves.reversible_plies(position.data))
    free(w.positions)
    free(w.keys)
    w.positions = <char*> calloc(before + MAX_PLY + 4, rules.size)
    w.keys = <Key*> calloc(before + MAX_PLY + 4, sizeof(Key))
    if w.positions == NULL or w.keys == NULL:
        raise MemoryError
    for i in range(before):
        memcpy(w.positions + i * rules.size, (<Position?> history[len(history) - before + i]).data, rules.size)
        w.keys[i] = key_of(w.positions + i * rules.size)
    w.game_length = before
    w.line = w.positions + before * rules.size
    w.line_keys = w.keys + before
    memcpy(w.line, position.data, rules.size)
    w.line_keys[0] = key_of(position.data)
    w.repeated_length = repeated_length(w.keys, before)
    return 0


cdef inline bint copy_line(Worker* w, const Worker* other) noexcept nogil:
    """Set a worker up at another worker's root; False if out of memory."""
    cdef size_t positions = other.game_length + 1, room = other.game_length + MAX_PLY + 4, size = w.rules.size
    free(w.positions)
    free(w.keys)
    w.positions = <char*> calloc(room, size)
    w.keys = <Key*> calloc(room, sizeof(Key))
    if w.positions == NULL or w.keys == NULL:
        return False
    memcpy(w.positions, other.positions, positions * size)
    memcpy(w.keys, other.keys, positions * sizeof(Key))
    w.game_length = other.game_length
    w.repeated_length = other.repeated_length
    w.line = w.positions + w.game_length * size
    w.line_keys = w.keys + w.game_length
    return True


cdef inline void begin_search(Worker* w) noexcept nogil:
    """Reset the counters and the state of a search; age the histories."""
    cdef int i
    memset(w.stack_memory, 0, sizeof(w.stack_memory))
    for i in range(STACK_BEFORE):
        w.stack_memory[i].slot = -1
        w.stack_memory[i].static_eval = NO_SCORE
        w.stack_memory[i].side = -1
    w.pv_index = 0
    w.current_root_move = 0
    w.lead = 0
    w.nodes = w.table_hits = 0
    w.seldepth = 0
    w.root_depth = w.completed_depth = 0
    w.null_move_min_ply = 0
    w.top = 0
    age_history(w)


cdef inline int set_up_root(Worker* w, Position position, list history, list searchmoves) except -1:
    """Prepare the main thread's worker for a search: its line and root moves, new counts, aged histories."""
    cdef int i, n
    w.root_move_count = 0
    set_up_line(w, position, history)
    begin_search(w)
    n = restrict_root(w, position.rules, searchmoves, w.rules.moves.generate(w.line, w.moves))
    n = keep_seen(w, w.moves, n)
    free(w.root_moves)
    w.root_moves = <RootMove*> calloc(n + 1, sizeof(RootMove))
    if w.root_moves == NULL:
        raise MemoryError
    for i in range(n):
        w.root_moves[i].move = w.root_moves[i].pv[0] = w.moves[i]
        w.root_moves[i].pv_length = 1
        w.root_moves[i].score = w.root_moves[i].previous_score = -INFINITE
    w.root_move_count = n
    w.first_depth = 1
    w.node_limit = w.shared.node_limit
    return 0
