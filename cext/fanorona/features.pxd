# What a network sees of a position of Fanorona Chess.
from oddfish.cext.core.bits cimport Bitboard, bit, popcount
from oddfish.cext.fanorona.geometry cimport FILES, RANKS
from oddfish.cext.fanorona.position cimport KING, TYPES, FanoronaPosition, start_count

cdef enum:
    FEATURE_WORDS = 2 * TYPES + 1
    LOST = 2 * TYPES        # the last word
    LOST_SIZE = 13          # bits of one side: the 12 pieces that it can lose, and whether its king has never moved


cdef inline Bitboard flip_board(Bitboard b) noexcept nogil:
    """The 5x9 board upside down."""
    cdef Bitboard flipped = 0
    cdef int rank
    for rank in range(RANKS):
        flipped = flipped << FILES | b >> rank * FILES & 31
    return flipped


cdef inline Bitboard lost_features(const FanoronaPosition* p, int color) noexcept nogil:
    """A bit for each piece that a side has lost (N8), and one for a king that may leap."""
    cdef Bitboard bits = 0
    cdef int t, base = 0
    for t in range(KING):
        bits |= (bit(max(start_count(t) - popcount(p.type[t] & p.color[color]), 0)) - 1) << base
        base += start_count(t)
    return bits | <Bitboard> (p.unmoved >> color & 1) << base


cdef inline int features(const void* position, int player, Bitboard* words) noexcept nogil:
    """The points of own and then of enemy pieces, by type, seen from the player's side of the board; then what each has
    lost. The outputs go by the number of pieces on the board."""
    cdef const FanoronaPosition* p = <const FanoronaPosition*> position
    cdef int side, t
    cdef Bitboard pieces
    for side in range(2):
        for t in range(TYPES):
            pieces = p.type[t] & p.color[player ^ side]
            words[side * TYPES + t] = flip_board(pieces) if player and pieces else pieces
    words[LOST] = lost_features(p, player) | lost_features(p, 1 - player) << LOST_SIZE
    return min((popcount(p.color[0] | p.color[1]) - 1) // 3, 7)
