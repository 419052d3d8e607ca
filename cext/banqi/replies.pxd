# The replies to all moves of a position, counted together: perft's last two plies.
#
# The replies are counted once, as if the mover had passed. A step changes that number only near its squares. All flips
# and their outcomes are counted together, by how many steps and captures a piece of each kind adds on each square.
# Captures are made.
from libc.stdint cimport uint64_t

from oddfish.cext.banqi.captures cimport pieces_of_types
from oddfish.cext.banqi.chance cimport outcomes_beyond_moves
from oddfish.cext.banqi.counting cimport count_moves, count_steps
from oddfish.cext.banqi.generation cimport captures_of
from oddfish.cext.banqi.geometry cimport Squares, jump_targets, tables
from oddfish.cext.banqi.making cimport make_move
from oddfish.cext.banqi.position cimport (NO_COLOR, NO_SQUARE, TYPES, BanqiPosition, SetupData, color_of, game_over,
                                          occupied)
from oddfish.cext.core.bits cimport bit32, pop_lsb32, popcount
from oddfish.cext.core.types cimport Move

cdef enum:
    MAX_JUMPERS = 32

# What all moves' replies have in common.
ctypedef struct Replies:
    Squares own             # the other side's pieces, face up
    Squares enemy           # the mover's
    Squares empty
    Squares takers[TYPES]   # pieces of `own` that take a type of `enemy` by a step
    int total               # replies if the mover passes
    # The pieces of `own` that jump: what they can take by jumps, and how many jumps they have
    int jumpers
    int square[MAX_JUMPERS]
    int type[MAX_JUMPERS]
    Squares victims[MAX_JUMPERS]
    int jumps[MAX_JUMPERS]


cdef inline void look_at_replies(Replies* r, const BanqiPosition* p) noexcept nogil:
    """Count the replies if the mover passes, and find out which piece takes which."""
    cdef const SetupData* s = p.setup
    cdef BanqiPosition passed = p[0]
    cdef int color = color_of(p, p.side), t, sq, i
    cdef Squares occ = occupied(p), left
    passed.side ^= 1
    r.own = p.color[1 - color]
    r.enemy = p.color[color]
    r.empty = s.board & ~occ
    r.total = count_moves(&passed)
    r.jumpers = 0
    for t in range(TYPES):
        r.takers[t] = 0
    for t in range(TYPES):
        for i in range(TYPES):
            if s.takes[t] >> i & 1:
                r.takers[i] |= p.type[t] & r.own
        left = p.type[t] & r.own if s.jumps[t] else 0
        while left:
            sq = pop_lsb32(&left)
            i = r.jumpers
            r.square[i] = sq
            r.type[i] = t
            r.victims[i] = pieces_of_types(p, s.jumps[t], r.enemy)
            r.jumps[i] = popcount(jump_targets(sq, occ) & r.victims[i])
            r.jumpers += 1


cdef inline uint64_t replies_to_flips(const Replies* r, const BanqiPosition* p, uint64_t* extra) noexcept nogil:
    """The replies to all outcomes of all flips. Sets ``extra`` to how many more outcomes than moves these are."""
    cdef const SetupData* s = p.setup
    cdef int color = color_of(p, p.side), dark = popcount(p.dark), kinds = 0, last = 0, mine, t, u, i
    cdef int moving = 0             # kinds of pieces that can appear on the other side,
    cdef int eats[TYPES]            # ... how many of them take a type by a step,
    cdef int jumps[TYPES]           # ... and by a jump
    cdef int mover[TYPES]           # whether the mover's piece of a type can appear
    cdef uint64_t changes = 0
    cdef Squares occ = occupied(p), left
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
    # A piece of the other side can step and take; one of the mover's can be taken.
    changes += moving * count_steps(p.dark, r.empty)
    for t in range(TYPES):
        left = p.type[t] & r.enemy
        if left and eats[t]:
            changes += eats[t] * count_steps(p.dark, left)
        while left and jumps[t]:
            changes += jumps[t] * popcount(jump_targets(pop_lsb32(&left), occ) & p.dark)
        if mover[t]:
            changes += count_steps(p.dark, r.takers[t])
    for i in range(r.jumpers):
        mine = 0
        for t in range(TYPES):
            mine += mover[t] & s.jumps[r.type[i]] >> t
        changes += mine * popcount(jump_targets(r.square[i], occ) & p.dark)
    # Every reply that flips a piece has one outcome for each kind left.
    extra[0] = <uint64_t> dark * (dark - 1) * (kinds * (kinds - 1) - last)
    return <uint64_t> dark * kinds * (r.total - 1) + changes


cdef inline int replies_to_step(const Replies* r, const BanqiPosition* p, int t, int origin, int to) noexcept nogil:
    """The replies to a step of a piece of type ``t``."""
    cdef Squares changed = bit32(origin) | bit32(to), occ, victims
    cdef int n = r.total, i
    n += popcount(tables.step[origin] & r.own) - popcount(tables.step[to] & r.own)
    n += popcount(tables.step[to] & r.takers[t]) - popcount(tables.step[origin] & r.takers[t])
    for i in range(r.jumpers):
        if tables.cross[r.square[i]] & changed:
            occ = occupied(p) ^ changed
            victims = r.victims[i] ^ changed if p.setup.jumps[r.type[i]] >> t & 1 else r.victims[i]
            n += popcount(jump_targets(r.square[i], occ) & victims) - r.jumps[i]
    return n


cdef inline bint count_all_replies(const BanqiPosition* p, Move* moves, uint64_t* leaves,
                                   uint64_t* outcomes) noexcept nogil:
    """As in `PerftRules.count_replies`; False under other rules of capture, or before both colours are known."""
    cdef const SetupData* s = p.setup
    cdef Replies r
    cdef BanqiPosition next
    cdef uint64_t n = 0, quiet = 0, extra = 0
    cdef int t, sq, m, i
    cdef Squares pieces, targets
    if s.dark_capture or s.multi_capture or s.chariot_rides or p.series != NO_SQUARE or p.first == NO_COLOR:
        return False
    leaves[0] = outcomes[0] = 0
    if game_over(p):
        return True
    look_at_replies(&r, p)
    if p.dark:
        n = replies_to_flips(&r, p, &extra)
    for t in range(TYPES):
        pieces = p.type[t] & r.enemy
        while pieces:
            sq = pop_lsb32(&pieces)
            targets = tables.step[sq] & r.empty
            while targets:
                n += replies_to_step(&r, p, t, sq, pop_lsb32(&targets))
                quiet += 1
            m = captures_of(p, t, sq, False, moves, 0)
            for i in range(m):
                make_move(p, moves[i], &next)
                n += count_moves(&next)
                extra += outcomes_beyond_moves(&next)
    leaves[0] = n
    outcomes[0] = n + extra + quiet * outcomes_beyond_moves(p)
    return True
