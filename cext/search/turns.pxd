# Games whose moves are made of parts (`Rules.turns`), such as turns of two moves. The search treats each part as a ply;
# its callers pass and receive whole moves. This adapter converts between the two. Searches restricted to some root
# moves assume that a move has at most two parts.
from libc.stdlib cimport abs, calloc, free, malloc
from libc.string cimport memcpy

from oddfish.cext.core.rules cimport Rules, side_of
from oddfish.cext.core.types cimport MATE, MATE_BOUND, MAX_PLY, NO_MOVE, Move
from oddfish.cext.search.worker cimport Worker, position_at


cdef inline const Rules* rules_to_search(const Rules* game) noexcept nogil:
    """The rules that the search uses: those of the parts, if moves have parts."""
    return game.turns.part_rules if game.turns.part_rules != NULL else game


cdef inline bint has_parts(const Worker* w) noexcept nogil:
    return w.turns.game.turns.join_parts != NULL


# --- Restricted root moves (UCI's searchmoves) ------------------------------------------------------------------


cdef inline bint is_searchmove(const Worker* w, Move first, Move second) noexcept nogil:
    """Whether these parts (``second`` may be NO_MOVE) are one of the root moves that the search is restricted to."""
    cdef Move[2] parts = [first, second]
    cdef int used = 0, i
    cdef Move whole = w.turns.game.turns.join_parts(w.line, parts, 2 if second else 1, &used)
    for i in range(w.turns.searchmove_count):
        if whole != NO_MOVE and w.turns.searchmoves[i] == whole:
            return True
    return False


cdef inline bint is_restricted(const Worker* w, int ply) noexcept nogil:
    """Whether moves at ``ply`` must complete a searchmove: what the transposition table says is not valid there."""
    return ply == w.turns.restricted_ply


cdef inline int keep_searchmoves(const Worker* w, int ply, Move* moves, int n) noexcept nogil:
    """Keep only the moves at ``ply`` that complete a searchmove begun at the root; returns how many."""
    cdef int i, kept = 0
    if side_of(position_at(w, ply)) != side_of(w.line):
        return n                # the first part was the whole move
    for i in range(n):
        if is_searchmove(w, w.stack[0].current_move, moves[i]):
            moves[kept] = moves[i]
            kept += 1
    return kept


cdef inline int generate_moves(const Worker* w, int ply, Move* moves) noexcept nogil:
    """The moves to search at ``ply``, below the root; returns how many."""
    cdef int n = w.rules.moves.generate(position_at(w, ply), moves)
    return keep_searchmoves(w, ply, moves, n) if is_restricted(w, ply) else n


cdef inline bint begins_searchmove(Worker* w, Move first, Move* replies) noexcept nogil:
    """Whether a root move is a searchmove or the first part of one; ``replies`` is room for a move list."""
    cdef int i, n
    if is_searchmove(w, first, NO_MOVE):
        return True
    w.rules.moves.make(w.line, first, position_at(w, 1))
    if side_of(position_at(w, 1)) != side_of(w.line):
        return False
    n = w.rules.moves.generate(position_at(w, 1), replies)
    for i in range(n):
        if is_searchmove(w, first, replies[i]):
            return True
    return False


cdef inline int restrict_root(Worker* w, const Rules* game, list searchmoves, int n) except -1:
    """Keep only those of the root's ``n`` generated moves that the search is restricted to (None or an empty list:
    all); returns how many."""
    cdef int i, kept = 0
    w.turns.game = game
    free(w.turns.searchmoves)
    w.turns.searchmoves = NULL
    w.turns.searchmove_count = 0
    w.turns.restricted_ply = 0
    w.turns.restricted = False
    if not searchmoves:
        return n
    if has_parts(w):
        w.turns.searchmoves = <Move*> calloc(len(searchmoves), sizeof(Move))
        if w.turns.searchmoves == NULL:
            raise MemoryError
        for i, move in enumerate(searchmoves):
            w.turns.searchmoves[i] = move
        w.turns.searchmove_count = len(searchmoves)
        w.turns.restricted_ply = 1
    for i in range(n):
        if begins_searchmove(w, w.moves[i], w.moves + n) if has_parts(w) else w.moves[i] in searchmoves:
            w.moves[kept] = w.moves[i]
            kept += 1
    w.turns.restricted = True
    return kept


cdef inline bint copy_searchmoves(Worker* w, const Worker* other) noexcept nogil:
    """Restrict a worker to the same root moves as another worker; False if out of memory."""
    cdef size_t size = other.turns.searchmove_count * sizeof(Move)
    free(w.turns.searchmoves)
    w.turns = other.turns
    w.turns.searchmoves = NULL
    if size:
        w.turns.searchmoves = <Move*> malloc(size)
        if w.turns.searchmoves == NULL:
            return False
        memcpy(w.turns.searchmoves, other.turns.searchmoves, size)
    return True


# --- Whole moves for reports and results ------------------------------------------------------------------------


cdef inline Move reported_root_move(const Worker* w, Move move) noexcept nogil:
    """A root move for a report; NO_MOVE if it may be only a part, which has no text of its own."""
    return NO_MOVE if has_parts(w) else move


cdef inline int join_line(const Worker* w, const Move* line, int n, Move* moves, int* used) noexcept nogil:
    """Join the parts of a line from the root into ``moves``, which has room for ``n``. Returns the number of moves, and
    in ``used`` the number of their parts. Leaves out parts at the end that do not make a whole move. Returns -1 if out
    of memory."""
    cdef const Rules* game = w.turns.game
    cdef char* positions = <char*> malloc(2 * game.size)
    cdef int length = 0, count = 0
    used[0] = 0
    if positions == NULL:
        return -1
    memcpy(positions, w.line, game.size)
    while used[0] < n:
        moves[count] = game.turns.join_parts(positions + count % 2 * game.size, line + used[0], n - used[0], &length)
        if moves[count] == NO_MOVE:
            break
        game.moves.make(positions + count % 2 * game.size, moves[count], positions + (1 - count % 2) * game.size)
        count += 1
        used[0] += length
    free(positions)
    return count


cdef inline list whole_moves(const Worker* w, const Move* line, int n):
    """The moves of a line from the root, without parts at its end that do not make a whole move."""
    cdef Move[MAX_PLY + 4] moves
    cdef int i, used
    if not has_parts(w):
        return [line[i] for i in range(n)]
    n = join_line(w, line, n, moves, &used)
    if n < 0:
        raise MemoryError
    return [moves[i] for i in range(n)]


cdef inline int whole_score(const Worker* w, const Move* line, int n, int score) noexcept nogil:
    """A score for callers of the search, who count mates in whole moves instead of parts. Beyond the end of the line,
    two parts count as a move."""
    cdef Move[MAX_PLY + 4] moves
    cdef int used, plies, parts = MATE - abs(score)
    if not has_parts(w) or abs(score) < MATE_BOUND:
        return score
    plies = join_line(w, line, n, moves, &used)
    if plies < 0:
        return score
    plies += max(parts - used + 1, 0) // 2
    if plies % 2 != (score > 0):        # the winner makes the last move
        plies += 1
    return MATE - plies if score > 0 else plies - MATE
