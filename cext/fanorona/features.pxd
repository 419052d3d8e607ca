# The features of a position of Fanorona Chess for networks.
from oddfish.cext.core.bits cimport Bitboard, bit, popcount
from oddfish.cext.fanorona.geometry cimport FILES, RANKS
from oddfish.cext.fanorona.position cimport KING, TYPES, FanoronaPosition, start_count

cdef enum:
    FEATURE_WORDS = 2 * TYPES + 1
    LOST = 2 * TYPES        # the last word
    LOST_SIZE = 13          # bits of one side: 12 pieces that it can lose, and whether its king has never moved


cdef inline Bitboard lost_features(const FanoronaPosition* p, int color) noexcept nogil:
    """A bit for each piece that a side has lost (N8), and one for a king that can still leap (N7)."""
    cdef Bitboard bits = 0
    cdef int t, base = 0
    for t in range(KING):
        bits |= (bit(max(start_count(t) - popcount(p.type[t] & p.color[color]), 0)) - 1) << base
        base += start_count(t)
    return bits | <Bitboard> (p.unmoved >> color & 1) << base


cdef inline int features(const void* position, Bitboard* words) noexcept nogil:
    """The points of White's and then of Black's pieces, by type; then the lost pieces of each side. The number of
    pieces on the board selects the output."""
    cdef const FanoronaPosition* p = <const FanoronaPosition*> position
    cdef int color, t
    for color in range(2):
        for t in range(TYPES):
            words[color * TYPES + t] = p.type[t] & p.color[color]
    words[LOST] = lost_features(p, 0) | lost_features(p, 1) << LOST_SIZE
    return min((popcount(p.color[0] | p.color[1]) - 1) // 3, 7)


cdef inline int mirrored_feature(int feature) noexcept nogil:
    """The same feature for Black, who sees the board from the other side."""
    cdef int word = feature >> 6, at = feature & 63
    if word < LOST:
        if at < RANKS * FILES:
            at = (RANKS - 1 - at // FILES) * FILES + at % FILES
        return (word + TYPES) % LOST << 6 | at
    if at < 2 * LOST_SIZE:
        at = (at + LOST_SIZE) % (2 * LOST_SIZE)
    return word << 6 | at
