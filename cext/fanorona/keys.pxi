# Part of moves.pyx: Zobrist keys.

cdef Key piece_keys[2][TYPES][64]       # of 45 points; a power of two makes indices cheaper
cdef Key unmoved_keys[4]
cdef Key side_key


cdef void set_up_keys() noexcept nogil:
    cdef Key state = 0xFA202084C4E55
    cdef int color, t
    for color in range(2):
        for t in range(TYPES):
            fill_keys(piece_keys[color][t], POINTS, &state)
    fill_keys(unmoved_keys, 4, &state)
    fill_keys(&side_key, 1, &state)


set_up_keys()


cdef Key fresh_key(const void* position) noexcept nogil:
    """The key made from the board, unmoved kings and side alone."""
    cdef const FanoronaPosition* p = <const FanoronaPosition*> position
    cdef Key key = unmoved_keys[p.unmoved] ^ (side_key if p.side else 0)
    cdef int color, sq
    for color in range(2):
        for sq in range(POINTS):
            if p.color[color] & bit(sq):
                key ^= piece_keys[color][p.board[sq]][sq]
    return key
