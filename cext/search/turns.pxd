# Games whose moves are made of parts (`Rules.turns`), such as turns of two moves. The search walks the parts, one
# a ply; its callers pass and receive whole moves. This adapter converts between the two. Searches restricted to some
# root moves assume that a move has at most two parts.
from libc.stdlib cimport abs, calloc, free, malloc
from libc.string cimport memcpy

from oddfish.cext.core.rules cimport Rules, side_of
from oddfish.cext.core.types cimport MATE, MATE_BOUND, NO_MOVE, Move
from oddfish.cext.search.worker cimport Worker, position_at


cdef inline const Rules* rules_to_search(const Rules* game) noexcept nogil:
    """The rules the search goes by: those of the parts where moves have parts."""
    return game.turns.part_rules if game.turns.part_rules != NULL else game


cdef inline bint has_parts(const Worker* w) noexcept nogil:
    return w.turns.game.turns.join_parts != NULL


# --- Restricted root moves (UCI's searchmoves) ------------------------------------------------------------------


cdef inline bint is_searchmove(const Worker* w, Move first, Move second) noexcept nogil:
    """Whether these parts (``second`` may be NO_MOVE) make up a root move the search is restricted to."""
    cdef Move[2] parts = [first, second]
    cdef int used = 0, i
    cdef Move whole = w.turns.game.turns.join_parts(w.line, parts, 2 if second else 1, &used)
    for i in range(w.turns.searchmove_count):
        if whole != NO_MOVE and w.turns.searchmoves[i] == whole:
            return True
    return False


cdef inline bint is_restricted(const Worker* w, int ply) noexcept nogil:
    """Whether moves at ``ply`` must complete a searchmove: what the transposition table knows does not hold there."""
    return ply == w.turns.restricted_ply


cdef inline int keep_searchmoves(const Worker* w, int ply, Move* moves, int n) noexcept nogil:
    """Keep those of the moves at ``ply`` that complete a searchmove begun at the root; returns how many."""
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
    """Keep those of the root's ``n`` generated moves that the search is restricted to (None or an empty list: all);
    returns how many."""
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
    """Restrict a worker to the same root moves as another one's; False if there is no memory."""
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
    """A root move as reports name it; NO_MOVE if it may be a part, which has no text of its own."""
    return NO_MOVE if has_parts(w) else move


cdef inline list whole_moves(const Worker* w, const Move* line, int n):
    """The moves of a line from the root; parts at its end that do not make up a whole move are dropped."""
    cdef const Rules* game = w.turns.game
    cdef char* positions
    cdef int i = 0, used = 0, now = 0
    cdef Move move
    if not has_parts(w):
        return [line[i] for i in range(n)]
    moves = []
    positions = <char*> malloc(2 * game.size)
    if positions == NULL:
        raise MemoryError
    memcpy(positions, w.line, game.size)
    while i < n:
        move = game.turns.join_parts(positions + now * game.size, line + i, n - i, &used)
        if move == NO_MOVE:
            break
        moves.append(move)
        game.moves.make(positions + now * game.size, move, positions + (1 - now) * game.size)
        now = 1 - now
        i += used
    free(positions)
    return moves


cdef inline int whole_score(const Worker* w, const Move* line, int n, int score) noexcept nogil:
    """A score of the search as its callers count: the distance of a mate in whole moves instead of parts. Of a mate
    beyond the end of the line, each two parts are taken for a move."""
    cdef const Rules* game = w.turns.game
    cdef char* positions
    cdef int i = 0, used = 0, now = 0, plies = 0, parts = MATE - abs(score)
    cdef Move move
    if not has_parts(w) or abs(score) < MATE_BOUND:
        return score
    positions = <char*> malloc(2 * game.size)
    if positions == NULL:
        return score
    memcpy(positions, w.line, game.size)
    while i < n:
        move = game.turns.join_parts(positions + now * game.size, line + i, n - i, &used)
        if move == NO_MOVE:
            break
        game.moves.make(positions + now * game.size, move, positions + (1 - now) * game.size)
        now = 1 - now
        i += used
        plies += 1
    free(positions)
    plies += max(parts - i + 1, 0) // 2
    if plies % 2 != (score > 0):        # the winner makes the last move
        plies += 1
    return MATE - plies if score > 0 else plies - MATE
