# The number of legal moves, without listing them.
from oddfish.cext.banqi.captures cimport cannon_targets, capture_targets, pieces_of_types
from oddfish.cext.banqi.generation cimport generate_moves
from oddfish.cext.banqi.geometry cimport Squares, count_steps, neighbours
from oddfish.cext.banqi.position cimport (CHARIOT, MAX_PIECE_MOVES, NO_COLOR, NO_SQUARE, TYPES, BanqiPosition,
                                          SetupData, color_of, game_over)
from oddfish.cext.core.bits cimport pop_lsb32, popcount
from oddfish.cext.core.generation cimport ALL
from oddfish.cext.core.types cimport Move


cdef inline int count_moves(const BanqiPosition* p) noexcept nogil:
    cdef const SetupData* s = p.setup
    cdef Move moves[MAX_PIECE_MOVES]
    cdef Squares own, enemy, pieces, near, dark_targets = p.dark if s.dark_capture else 0
    cdef int n, t, sq, color
    if game_over(p):
        return 0
    if p.series != NO_SQUARE:
        return generate_moves(p, moves, ALL)
    n = popcount(p.dark)
    if p.first == NO_COLOR:
        return n
    color = color_of(p, p.side)
    own = p.color[color]
    enemy = p.color[1 - color]
    n += count_steps(own, s.board & ~(own | enemy | p.dark))
    near = neighbours(own) & enemy
    for t in range(TYPES):
        pieces = p.type[t] & own
        if not pieces:
            continue
        if s.takes[t]:
            if t == CHARIOT and s.chariot_rides:
                while pieces:
                    sq = pop_lsb32(&pieces)
                    n += popcount(pieces_of_types(p, s.takes[t], capture_targets(p, t, sq, enemy)))
                    if s.dark_capture:
                        n += popcount(capture_targets(p, t, sq, p.dark))
                continue
            if near:
                n += count_steps(pieces, pieces_of_types(p, s.takes[t], near))
            if s.dark_capture:
                n += count_steps(pieces, p.dark)
        if s.jumps[t]:
            while pieces:
                sq = pop_lsb32(&pieces)
                n += popcount(cannon_targets(p, sq, pieces_of_types(p, s.jumps[t], enemy) | dark_targets))
    return n
