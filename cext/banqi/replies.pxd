# The replies to all moves of a position, counted together: perft's last two plies.
#
# The replies are counted once, as if the mover had passed. A move changes that number only near its squares. Steps are
# counted in sets, for all pieces at once; then the count is corrected, one type at a time, for enemies near the steps
# that can capture the pieces that moved. Only captures, and steps that can change a jump, are examined one by one.
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memcpy

from oddfish.cext.banqi.captures cimport pieces_of_types
from oddfish.cext.banqi.chance cimport outcomes_beyond_moves
from oddfish.cext.banqi.geometry cimport (Squares, back_sideways, back_up_and_down, count_neighbours, count_steps,
                                          jump_targets, neighbours, sideways, tables, twice, up_and_down,
                                          watched_by_jumper)
from oddfish.cext.banqi.position cimport (NO_COLOR, NO_SQUARE, ROW, TYPES, BanqiPosition, SetupData, color_of,
                                          game_over, occupied)
from oddfish.cext.core.bits cimport bit32, more_than_one, pop_lsb, pop_lsb32, popcount

cdef enum:
    MAX_JUMPERS = 32

# A piece of the other side that can jump.
ctypedef struct Jumper:
    int square
    int type
    int jumps               # how many jumps it has if the mover passes
    Squares victims         # what it can capture by jumps
    Squares watched         # its jumps can change only if one of these squares does

# What the replies to all moves have in common.
ctypedef struct Replies:
    const BanqiPosition* position
    Squares own             # the other side's pieces, face up
    Squares enemy           # the mover's
    Squares empty
    Squares occ
    Squares hunters[ROW]    # by type: face-up pieces of both sides that can capture it by a step
    Squares prey[ROW]       # by type: face-up pieces that it can capture by a step
    Squares type_bits[3]    # face-up pieces by the bits of their type numbers
    Squares watched         # by any jumper
    bint one_left           # whether a capture ends the game
    int total               # replies if the mover passes
    int jumpers
    Jumper jumper[MAX_JUMPERS]


cdef inline void find_jumpers(Replies* r, int t) noexcept nogil:
    """Add the other side's pieces of a type that jumps."""
    cdef Squares left = r.position.type[t] & r.own
    cdef Jumper* jumper
    while left:
        jumper = &r.jumper[r.jumpers]
        r.jumpers += 1
        jumper.square = pop_lsb32(&left)
        jumper.type = t
        jumper.victims = pieces_of_types(r.position, r.position.setup.jumps[t], r.enemy)
        jumper.jumps = popcount(jump_targets(jumper.square, r.occ) & jumper.victims)
        jumper.watched = watched_by_jumper(jumper.square, r.occ)
        r.watched |= jumper.watched
        r.total += jumper.jumps


cdef inline void look_at_replies(Replies* r, const BanqiPosition* p) noexcept nogil:
    """Find out which pieces can capture which, and count the replies if the mover passes, except captures by steps."""
    cdef const SetupData* s = p.setup
    cdef int color = color_of(p, p.side), t, u
    cdef Squares hunters[ROW]
    cdef Squares prey[ROW]
    cdef Squares pieces
    r.position = p
    r.own = p.color[1 - color]
    r.enemy = p.color[color]
    r.occ = occupied(p)
    r.empty = s.board & ~r.occ
    r.total = popcount(p.dark) + count_steps(r.own, r.empty)
    for u in range(ROW):
        hunters[u] = prey[u] = 0
    for t in range(TYPES):
        pieces = p.type[t]
        if pieces:
            for u in range(ROW):
                hunters[u] |= pieces & s.if_takes[t][u]
                prey[u] |= pieces & s.if_taken[t][u]
    memcpy(r.hunters, hunters, sizeof(hunters))
    memcpy(r.prey, prey, sizeof(prey))
    r.type_bits[0] = p.type[1] | p.type[3] | p.type[5]
    r.type_bits[1] = p.type[2] | p.type[3] | p.type[6]
    r.type_bits[2] = p.type[4] | p.type[5] | p.type[6]
    r.one_left = not more_than_one(r.own)
    if r.one_left:
        for t in range(TYPES):
            r.one_left &= p.pool[(1 - color) * TYPES + t] == 0
    r.jumpers = 0
    r.watched = 0
    for t in range(TYPES):
        if s.jumps[t]:
            find_jumpers(r, t)


cdef inline uint64_t replies_to_flips(const Replies* r, uint64_t* extra) noexcept nogil:
    """The replies to all outcomes of all flips. Sets ``extra`` to the number of outcomes in excess of moves among
    them."""
    cdef const BanqiPosition* p = r.position
    cdef const SetupData* s = p.setup
    cdef int color = color_of(p, p.side), dark = popcount(p.dark), kinds = 0, last = 0, mine, t, u, i
    cdef int moving = 0             # how many kinds of pieces can appear on the other side,
    cdef int eats[TYPES]            # ... how many of these can capture each type by a step,
    cdef int jumps[TYPES]           # ... and by a jump
    cdef int mover[TYPES]           # whether the mover's piece of a type can appear
    cdef uint64_t changes = 0
    cdef Squares left
    for t in range(TYPES):
        eats[t] = jumps[t] = 0
    for t in range(TYPES):
        mover[t] = p.pool[color * TYPES + t] != 0
        mine = p.pool[(1 - color) * TYPES + t]
        last += (mine == 1) + (p.pool[color * TYPES + t] == 1)
        kinds += mover[t] + (mine != 0)
        if mine:
            moving += 1
            for u in range(TYPES):
                eats[u] += s.takes[t] >> u & 1
                jumps[u] += s.jumps[t] >> u & 1
    # A piece of the other side can step and capture; a piece of the mover can be captured.
    changes += moving * count_steps(p.dark, r.empty)
    for t in range(TYPES):
        left = p.type[t] & r.enemy
        if left and eats[t]:
            changes += eats[t] * count_steps(p.dark, left)
        while left and jumps[t]:
            changes += jumps[t] * popcount(jump_targets(pop_lsb32(&left), r.occ) & p.dark)
        if mover[t]:
            changes += count_steps(p.dark, r.hunters[t] & r.own)
    for i in range(r.jumpers):
        mine = 0
        for t in range(TYPES):
            mine += mover[t] & s.jumps[r.jumper[i].type] >> t
        changes += mine * popcount(jump_targets(r.jumper[i].square, r.occ) & p.dark)
    # Every reply that is a flip has one outcome for each kind left.
    extra[0] = <uint64_t> dark * (dark - 1) * (kinds * (kinds - 1) - last)
    return <uint64_t> dark * kinds * (r.total - 1) + changes


cdef inline int change_of_jumps(const Replies* r, int t, Squares changed, Squares occ) noexcept nogil:
    """By how much the number of jumps changes after a piece of type ``t`` has moved between the two squares
    ``changed``, which leaves ``occ`` occupied."""
    cdef const Jumper* jumper
    cdef Squares victims
    cdef int i, n = 0
    for i in range(r.jumpers):
        jumper = &r.jumper[i]
        if bit32(jumper.square) & changed:      # it has been captured
            n -= jumper.jumps
        elif jumper.watched & changed:
            victims = jumper.victims ^ changed if r.position.setup.jumps[jumper.type] >> t & 1 else jumper.victims
            n += popcount(jump_targets(jumper.square, occ) & victims) - jumper.jumps
    return n


cdef inline int type_at(const Replies* r, int sq) noexcept nogil:
    """The type of the face-up piece on a square."""
    return (r.type_bits[0] >> sq & 1) + 2 * (r.type_bits[1] >> sq & 1) + 4 * (r.type_bits[2] >> sq & 1)


cdef inline int change_by_capture(const Replies* r, int t, int origin, int to) noexcept nogil:
    """By how much the number of replies changes after a piece of type ``t`` has captured on ``to``."""
    cdef int victim = type_at(r, to)
    cdef Squares hunters = r.hunters[t] & r.own, changed = bit32(origin) | bit32(to)
    cdef int n = popcount(tables.step[to] & hunters) \
        - popcount(tables.step[to] & (r.empty | r.prey[victim] & r.enemy)) \
        + popcount(tables.step[origin] & r.own & ~hunters & ~changed)
    return n + change_of_jumps(r, t, changed, r.occ ^ bit32(origin))


cdef inline int64_t change_by_watched_steps(const Replies* r, uint64_t steps, int by) noexcept nogil:
    """By how much the number of jumps changes in total, over the mover's ``steps``: their targets, ``by`` squares up in
    the lower half of the word and down in the upper half."""
    cdef int64_t n = 0
    cdef int at, origin
    cdef Squares changed
    while steps:
        at = pop_lsb(&steps)
        origin = (at & 31) + (by if at >= 32 else -by)
        changed = bit32(at & 31) | bit32(origin)
        n += change_of_jumps(r, type_at(r, origin), changed, r.occ ^ changed)
    return n


cdef inline int64_t change_by_captures(const Replies* r, int t, uint64_t steps, int by) noexcept nogil:
    """The same for captures, and for all replies."""
    cdef int64_t n = 0
    cdef int at
    while steps:
        at = pop_lsb(&steps)
        n += change_by_capture(r, t, (at & 31) + (by if at >= 32 else -by), at & 31)
    return n


cdef inline int64_t room_made(uint64_t vertical, uint64_t horizontal, Squares pieces) noexcept nogil:
    """The total number of steps that ``pieces`` gain, over the given steps up, down and sideways, if each piece may
    step to the square left: those next to the squares left, minus those next to the new squares. At most three pieces
    are next to either, because the mover was on one side of the square and moved to the other."""
    cdef uint64_t odd, pairs, vertical_back = back_up_and_down(vertical), horizontal_back = back_sideways(horizontal)
    count_neighbours(pieces, &odd, &pairs)
    return popcount(vertical_back & odd) + popcount(horizontal_back & odd) \
        - popcount(vertical & odd) - popcount(horizontal & odd) \
        + 2 * (popcount(vertical_back & pairs) + popcount(horizontal_back & pairs)
               - popcount(vertical & pairs) - popcount(horizontal & pairs))


cdef inline bint count_all_replies(const BanqiPosition* p, uint64_t* leaves, uint64_t* outcomes) noexcept nogil:
    """As in `PerftRules.count_replies`. Not counted under other rules of capture, or before both colours are known."""
    cdef const SetupData* s = p.setup
    cdef Replies r
    cdef uint64_t vertical, horizontal, empty, watched, flips = 0, extra = 0
    cdef int64_t moves, changes
    cdef int t, sq
    cdef Squares pieces, near, hunters, prey, left, victims
    if s.dark_capture or s.multi_capture or s.chariot_rides or p.series != NO_SQUARE or p.first == NO_COLOR:
        return False
    leaves[0] = outcomes[0] = 0
    if game_over(p):
        return True
    look_at_replies(&r, p)
    empty = twice(r.empty)
    vertical = up_and_down(r.enemy) & empty
    horizontal = sideways(r.enemy) & empty
    moves = popcount(vertical) + popcount(horizontal)
    changes = room_made(vertical, horizontal, r.own)
    if r.jumpers:
        watched = twice(r.watched)
        changes += change_by_watched_steps(&r, vertical & (watched | up_and_down(r.watched)), 4) \
            + change_by_watched_steps(&r, horizontal & (watched | sideways(r.watched)), 1)
    for t in range(TYPES):
        pieces = p.type[t] & r.enemy
        if not pieces:
            continue
        near = neighbours(pieces)
        hunters = r.hunters[t] & r.own & (near | neighbours(near & r.empty))
        if hunters:     # these could capture the mover before its step, and can after it
            vertical = up_and_down(pieces)
            horizontal = sideways(pieces)
            r.total += popcount(vertical & twice(hunters)) + popcount(horizontal & twice(hunters))
            changes -= room_made(vertical & empty, horizontal & empty, hunters)
        if r.one_left:
            continue
        prey = r.prey[t] & r.own & near
        if prey:
            vertical = up_and_down(pieces) & twice(prey)
            horizontal = sideways(pieces) & twice(prey)
            moves += popcount(vertical) + popcount(horizontal)
            changes += change_by_captures(&r, t, vertical, 4) + change_by_captures(&r, t, horizontal, 1)
        left = pieces if s.jumps[t] else 0
        while left:
            sq = pop_lsb32(&left)
            victims = jump_targets(sq, r.occ) & pieces_of_types(p, s.jumps[t], r.own)
            moves += popcount(victims)
            while victims:
                changes += change_by_capture(&r, t, sq, pop_lsb32(&victims))
    if p.dark:
        flips = replies_to_flips(&r, &extra)
    leaves[0] = moves * r.total + changes + flips
    outcomes[0] = leaves[0] + extra + moves * outcomes_beyond_moves(p)
    return True
