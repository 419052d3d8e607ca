# The legal moves of a position: captures, steps, flips, attempts and stops.
from oddfish.cext.banqi.captures cimport cannon_targets, capture_targets, pieces_of_types
from oddfish.cext.banqi.geometry cimport Squares, tables
from oddfish.cext.banqi.position cimport (ATTEMPT, CAPTURE, FLIP, JUMP, JUMP_ATTEMPT, NO_COLOR, NO_SQUARE, STEP, STOP,
                                          TYPES, BanqiPosition, color_of, game_over, occupied, pack, type_on)
from oddfish.cext.core.bits cimport pop_lsb32
from oddfish.cext.core.generation cimport ALL, NOISY, Mode, add_move
from oddfish.cext.core.types cimport Move


cdef inline int add_captures(const BanqiPosition* p, int sq, Squares targets, int kind, int t, Move* moves,
                             int n) noexcept nogil:
    """Append captures or attempts on ``targets``; return the new number of moves."""
    cdef int to
    while targets:
        to = pop_lsb32(&targets)
        n = add_move(moves, n, ALL, pack(sq, to, kind, t, type_on(p, to) if kind == CAPTURE or kind == JUMP else 0))
    return n


cdef inline int captures_of(const BanqiPosition* p, int t, int sq, bint attempts, Move* moves, int n) noexcept nogil:
    """Append one piece's captures, and its attempts if ``attempts`` is set; return the new number of moves."""
    cdef Squares enemy = p.color[1 - color_of(p, p.side)], taken
    if p.setup.takes[t]:
        taken = capture_targets(p, t, sq, enemy)
        if taken:
            n = add_captures(p, sq, pieces_of_types(p, p.setup.takes[t], taken), CAPTURE, t, moves, n)
        if attempts:
            n = add_captures(p, sq, capture_targets(p, t, sq, p.dark), ATTEMPT, t, moves, n)
    if p.setup.jumps[t]:
        n = add_captures(p, sq, cannon_targets(p, sq, pieces_of_types(p, p.setup.jumps[t], enemy)), JUMP, t, moves, n)
        if attempts:
            n = add_captures(p, sq, cannon_targets(p, sq, p.dark), JUMP_ATTEMPT, t, moves, n)
    return n


cdef inline int generate_moves(const BanqiPosition* p, Move* moves, Mode mode) noexcept nogil:
    cdef int n = 0, sq, t, color
    cdef Squares own, pieces, targets, empty
    cdef bint attempts = p.setup.dark_capture and mode == ALL
    if game_over(p):
        return 0
    if p.series != NO_SQUARE:
        n = captures_of(p, type_on(p, p.series), p.series, attempts, moves, n)
        if mode == ALL:
            n = add_move(moves, n, ALL, pack(0, 0, STOP, 0, 0))
        return n
    if p.first != NO_COLOR:
        color = color_of(p, p.side)
        own = p.color[color]
        empty = p.setup.board & ~occupied(p)
        for t in range(TYPES):
            pieces = p.type[t] & own
            while pieces:
                sq = pop_lsb32(&pieces)
                n = captures_of(p, t, sq, attempts, moves, n)
                if mode == NOISY:
                    continue
                targets = tables.step[sq] & empty
                while targets:
                    n = add_move(moves, n, ALL, pack(sq, pop_lsb32(&targets), STEP, t, 0))
    if mode == ALL:
        targets = p.dark
        while targets:
            sq = pop_lsb32(&targets)
            n = add_move(moves, n, ALL, pack(sq, sq, FLIP, 0, 0))
    return n
