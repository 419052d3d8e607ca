# Part of moves.pyx: position keys. Summed, not xored: two like halves on a square, or in a hand, count twice.

cdef Key half_keys[2][TYPES + 1][64]    # NO_TYPE's stay 0
cdef Key hand_keys[2][TYPES]
cdef StateKeys state_keys


cdef void set_up_keys() noexcept nogil:
    cdef Key state = 0xB1F01DA21C0DE5E7
    cdef int color, t
    for color in range(2):
        for t in range(TYPES):
            hand_keys[color][t] = splitmix(&state)
            fill_keys(half_keys[color][t], 64, &state)
    fill_state_keys(&state_keys, &state)


set_up_keys()


cdef Key fresh_key(const void* position) noexcept nogil:
    """The key made from nothing but squares, hands, rights and side."""
    cdef const BifoldPosition* p = <const BifoldPosition*> position
    cdef Key key = p.setup.salt + state_keys.rights[p.rights]
    cdef const UnitInfo* info
    cdef int color, t, sq
    for color in range(2):
        for sq in range(64):
            info = info_at(p, color, sq)
            key += half_keys[color][info.first][sq] + half_keys[color][info.second][sq]
        for t in range(TYPES):
            key += p.hand[color][t] * hand_keys[color][t]
    if p.side:
        key += state_keys.side
    if has_legal_en_passant(p):
        key += state_keys.file[p.en_passant & 7]
    return key
