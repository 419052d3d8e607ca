# The features of a position of Bifold Halfgi for networks: where every half stands, what is beside it, and the hands.
from oddfish.cext.bifold.position cimport BifoldPosition, pawns_of
from oddfish.cext.bifold.units cimport OFFICERS, PAWN, TYPES
from oddfish.cext.core.bits cimport Bitboard, bit, popcount
from oddfish.cext.core.castling cimport rights_of

cdef enum:
    SIDE_WORDS = TYPES + OFFICERS + 2       # of a side's pieces on the board
    FEATURE_WORDS = 2 * SIDE_WORDS + 2      # ... and the words for the hands
    OFFICER_BITS = 6        # of a hand, for each type
    HANDED_BITS = 7
    PAWN_BITS = 9


cdef inline Bitboard hand_features(const BifoldPosition* p, int color) noexcept nogil:
    """A bit for each half in hand, up to the number of bits for its type, and the castling rights."""
    cdef Bitboard bits = 0
    cdef int t, base = 0, room
    for t in range(TYPES):
        room = OFFICER_BITS if t < OFFICERS else PAWN_BITS if t == PAWN else HANDED_BITS
        bits |= (bit(min(p.hand[color][t], room)) - 1) << base
        base += room
    return bits | <Bitboard> rights_of(p.rights, color) << base


cdef inline int features(const void* position, Bitboard* words) noexcept nogil:
    """For White's and then for Black's pieces: the squares of each type of half; squares with two halves of one type,
    by officers and pawns; squares that are full; then both hands. The output depends on the number of occupied
    squares."""
    cdef const BifoldPosition* p = <const BifoldPosition*> position
    cdef Bitboard* at
    cdef Bitboard twins
    cdef int color, t
    for color in range(2):
        at = words + color * SIDE_WORDS
        twins = p.full[color] & ~p.mixed[color]
        for t in range(TYPES):
            at[t] = p.half[color][t]
        for t in range(OFFICERS):
            at[TYPES + t] = p.half[color][t] & twins
        at[TYPES + OFFICERS] = pawns_of(p, color) & twins
        at[TYPES + OFFICERS + 1] = p.full[color]
        words[2 * SIDE_WORDS + color] = hand_features(p, color)
    return min((popcount(p.color[0] | p.color[1]) - 1) >> 2, 7)


cdef inline int mirrored_feature(int feature) noexcept nogil:
    """The same feature for Black, who sees the board from the other side."""
    cdef int word = feature >> 6, at = feature & 63
    if word < 2 * SIDE_WORDS:
        return (word + SIDE_WORDS) % (2 * SIDE_WORDS) << 6 | at ^ 56
    return (4 * SIDE_WORDS + 1 - word) << 6 | at
