# Move ordering in stages: the table move before anything is generated; captures by gain and history; quiet moves by
# history; and last the captures that lose material.
from oddfish.cext.core.bits cimport DEBUG
from oddfish.cext.core.generation cimport is_listed
from oddfish.cext.core.rules cimport Rules
from oddfish.cext.core.types cimport INFINITE, NO_MOVE, Move
from oddfish.cext.search.history cimport capture_entry, counter_move, prefetch_quiet_history, quiet_history
from oddfish.cext.search.node cimport prefetch_after
from oddfish.cext.search.overlooking cimport is_overlooked, overlooks_here
from oddfish.cext.search.turns cimport generate_moves, is_restricted
from oddfish.cext.search.worker cimport Stack, Worker, position_at

cdef extern from "highest.h" nogil:
    int first_of_highest "of_first_of_highest"(const int* scores, int i, int n)

cdef enum Stage:
    TABLE_MOVE
    GENERATE
    GOOD_NOISY
    QUIETS
    BAD_NOISY
    DONE

# The moves of a node: first the noisy ones (with the losing ones found so far at the front), then the quiet ones.
ctypedef struct Picker:
    size_t base             # in the pool of moves
    int bad_end             # end of the losing noisy moves found so far
    int noisy_end
    int end
    int next                # the next move to pick
    Stage stage             # where the last or the next move comes from
    Move table_move
    bint generated          # whether the list is complete
    bint only_noisy
    int too_little          # noisy moves that gain no more than this are left out of the list
    int left_out            # the highest gain among the moves left out
    bint unordered          # set once the order of the remaining quiet moves no longer matters
    bint overlooks          # whether some moves may be overlooked
    bint overlooked         # whether one has been


cdef inline void generate_list(Worker* w, int ply, Picker* picker) noexcept nogil:
    if picker.only_noisy:
        picker.end = w.rules.search.noisy(position_at(w, ply), w.moves + picker.base)
    else:
        picker.end = generate_moves(w, ply, w.moves + picker.base)
    w.top = picker.base + picker.end
    picker.generated = True


cdef inline Picker new_picker(Worker* w, int ply, Move table_move, bint only_noisy) noexcept nogil:
    """A picker of the moves at ``ply``, or of the noisy ones only; ``table_move`` need not be legal. Release it with
    ``release_picker``."""
    cdef const char* position = position_at(w, ply)
    cdef Picker picker
    cdef bint legal
    picker.base = w.top
    picker.bad_end = picker.noisy_end = picker.end = picker.next = 0
    picker.stage = GENERATE
    picker.table_move = NO_MOVE
    picker.generated = False
    picker.only_noisy = only_noisy
    picker.too_little = picker.left_out = -INFINITE
    picker.unordered = False
    picker.overlooks = overlooks_here(w, ply)
    picker.overlooked = False
    if table_move == NO_MOVE:
        return picker
    if w.rules.moves.legal != NULL and not is_restricted(w, ply):
        legal = w.rules.moves.legal(position, table_move) and \
            (not only_noisy or w.rules.search.gain(position, table_move) != 0)
    else:
        generate_list(w, ply, &picker)
        legal = is_listed(w.moves + picker.base, picker.end, table_move)
    if legal:
        picker.table_move = table_move
        picker.stage = TABLE_MOVE
    return picker


cdef inline void release_picker(Worker* w, const Picker* picker) noexcept nogil:
    w.top = picker.base


cdef inline int noisy_score(const Worker* w, const char* position, Move move, int gain) noexcept nogil:
    return gain * w.p.capture_gain_factor + \
        capture_entry(w, w.rules.search.history_slot(position, move), gain)[0] // w.p.capture_history_divisor


cdef inline void generate_noisy(Worker* w, int ply, Picker* picker) noexcept nogil:
    """Generate the noisy moves, score them by gain and capture history, and prefetch the table entries of the positions
    after them. In games that cannot list quiet moves separately, generate all moves, the noisy ones first."""
    cdef const Rules* rules = w.rules
    cdef const char* position = position_at(w, ply)
    cdef Move* moves = w.moves + picker.base
    cdef int* scores = w.scores + picker.base
    cdef int i, gain
    cdef Move move
    if not picker.generated and rules.search.quiets != NULL and not is_restricted(w, ply):
        picker.end = rules.search.noisy(position, moves)
        w.top = picker.base + picker.end
    elif not picker.generated:
        generate_list(w, ply, picker)
    for i in range(picker.end):
        move = moves[i]
        gain = rules.search.gain(position, move)
        if gain <= picker.too_little:
            picker.left_out = max(picker.left_out, gain)
        elif gain != 0 or not picker.generated or picker.only_noisy:
            moves[i] = moves[picker.noisy_end]
            moves[picker.noisy_end] = move
            prefetch_after(w, ply, move)
            scores[picker.noisy_end] = noisy_score(w, position, move, gain)
            picker.noisy_end += 1
    if picker.only_noisy:
        picker.end = picker.noisy_end       # without those left out


cdef inline void generate_quiets(Worker* w, int ply, Picker* picker) noexcept nogil:
    if not picker.generated:
        picker.end += w.rules.search.quiets(position_at(w, ply), w.moves + picker.base + picker.end)
        w.top = picker.base + picker.end
        picker.generated = True
        if DEBUG and picker.end != w.rules.moves.count(position_at(w, ply)):
            with gil:
                raise SystemError("noisy and quiet moves are not all moves")


cdef inline void score_quiets(Worker* w, int ply, const Picker* picker) noexcept nogil:
    cdef const Rules* rules = w.rules
    cdef const char* position = position_at(w, ply)
    cdef const Stack* ss = &w.stack[ply]
    cdef const Move* moves = w.moves + picker.base
    cdef int* scores = w.scores + picker.base
    cdef Move move, counter = counter_move(w, ply)
    cdef int i, score
    for i in range(picker.noisy_end, picker.end):
        scores[i] = rules.search.history_slot(position, moves[i])     # for the loop below
        prefetch_quiet_history(w, ply, scores[i])
    for i in range(picker.noisy_end, picker.end):
        move = moves[i]
        score = quiet_history(w, ply, scores[i])
        if move == ss.killers[0]:
            score += w.p.killer_bonus
        elif move == ss.killers[1] or move == counter:
            score += w.p.counter_bonus
        if rules.search.order_hint != NULL:
            score += w.p.hint_factor * rules.search.order_hint(position, move)
        scores[i] = score


cdef inline Move pick_best(Worker* w, size_t base, int i, int n) noexcept nogil:
    """Swap the best of moves i..n-1 to index i and return it."""
    cdef Move* moves = w.moves + base
    cdef int* scores = w.scores + base
    cdef int best = first_of_highest(scores, i, n), score
    cdef Move move
    move = moves[best]
    score = scores[best]
    moves[best] = moves[i]
    scores[best] = scores[i]
    moves[i] = move
    scores[i] = score
    return move


cdef inline bint is_seen(const Worker* w, int ply, Picker* picker, Move move) noexcept nogil:
    """Whether to pick a move: yes, unless a weak level overlooks it."""
    if picker.overlooks and is_overlooked(w, ply, move):
        picker.overlooked = True
        return False
    return True


cdef inline int skip_late_moves(Worker* w, int ply, Picker* picker) noexcept nogil:
    """Stop ordering the remaining quiet moves and, if the game can find checks, skip those before the next killer or
    check. Returns how many were skipped, not counting the table move and the excluded move."""
    cdef const Stack* ss = &w.stack[ply]
    cdef int skipped = 0, end
    cdef Move move
    picker.unordered = True
    if w.rules.search.first_check == NULL or picker.overlooks or picker.stage != QUIETS:
        return 0
    end = picker.next + w.rules.search.first_check(position_at(w, ply), w.moves + picker.base + picker.next,
                                                   picker.end - picker.next)
    while picker.next < end:
        move = w.moves[picker.base + picker.next]
        if move == ss.killers[0] or move == ss.killers[1]:
            break
        skipped += move != picker.table_move and move != ss.excluded_move
        picker.next += 1
    return skipped


cdef inline Move next_move(Worker* w, int ply, Picker* picker) noexcept nogil:
    """The next move; NO_MOVE after the last one. ``stage`` says where it comes from. Its table entry is being
    prefetched."""
    cdef Move move
    if picker.stage == TABLE_MOVE:
        picker.stage = GENERATE
        if is_seen(w, ply, picker, picker.table_move):
            prefetch_after(w, ply, picker.table_move)
            return picker.table_move
    if picker.stage == GENERATE:
        generate_noisy(w, ply, picker)
        picker.stage = GOOD_NOISY
    if picker.stage == GOOD_NOISY:
        while picker.next < picker.noisy_end:
            move = pick_best(w, picker.base, picker.next, picker.noisy_end)
            picker.next += 1
            if move == picker.table_move or not is_seen(w, ply, picker, move):
                continue
            if w.rules.search.see(position_at(w, ply), move, w.p.capture_see_margin):
                return move
            w.moves[picker.base + picker.bad_end] = move
            picker.bad_end += 1
        picker.stage = QUIETS
        if not picker.only_noisy:
            generate_quiets(w, ply, picker)
            score_quiets(w, ply, picker)
    if picker.stage == QUIETS:
        while picker.next < picker.end:
            if picker.unordered:
                move = w.moves[picker.base + picker.next]
            else:
                move = pick_best(w, picker.base, picker.next, picker.end)
            picker.next += 1
            if move == picker.table_move or not is_seen(w, ply, picker, move):
                continue
            if not picker.unordered:        # few of the others will be made
                prefetch_after(w, ply, move)
            return move
        picker.stage = BAD_NOISY
        picker.next = 0
    if picker.stage == BAD_NOISY:
        if picker.next < picker.bad_end:
            move = w.moves[picker.base + picker.next]
            picker.next += 1
            return move
        picker.stage = DONE
    return NO_MOVE
