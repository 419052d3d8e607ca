# Part of moves.pyx: the invariants of the struct, which debug builds check at every node.


cdef bint valid(const void* position) noexcept nogil:
    """Whether all boards agree, no side has more of a type than it started with, and no king can be captured."""
    cdef const FanoronaPosition* p = <const FanoronaPosition*> position
    cdef Bitboard occ = p.color[0] | p.color[1]
    cdef int t, color
    if occ & ~BOARD or not boards_agree(p.type, TYPES, p.color, p.board, POINTS, NOTHING):
        return False
    for color in range(2):
        for t in range(TYPES):
            if popcount(p.type[t] & p.color[color]) > start_count(t):
                return False
        if p.type[KING] & p.color[color] != bit(p.king[color]):
            return False
    return not is_attacked(p, p.king[1 - p.side], p.side, occ, p.color[p.side])
