# The features of a position of Banqi for networks. They contain public information only.
from oddfish.cext.banqi.position cimport NO_SQUARE, SOLDIER, TYPES, BanqiPosition, color_of
from oddfish.cext.core.bits cimport Bitboard, bit, popcount

cdef enum:
    FEATURE_WORDS = TYPES + 2
    DARK = TYPES            # the first of the words after those of the types
    POOL = TYPES + 1
    POOL_SIZE = 16          # bits of a player: one for the General, two for each type in between, five for Soldiers
    PROGRESS_BITS = 8
    PROGRESS_PLIES = 16     # plies without progress for each bit
    HOUSE_RULES = 2 * POOL_SIZE + PROGRESS_BITS
    ENDING = 4              # pieces


cdef inline Bitboard pool_features(const BanqiPosition* p, int color) noexcept nogil:
    """A bit for each piece of a colour in the pool."""
    cdef Bitboard bits = p.pool[color * TYPES]
    cdef int t
    for t in range(1, TYPES):
        bits |= (bit(p.pool[color * TYPES + t]) - 1) << (2 * t - 1)
    return bits


cdef inline int features(const void* position, Bitboard* words) noexcept nogil:
    """Fill in the first player's features, and return the output to use.

    There is a word for each type, with the first player's pieces in the low half and the second player's in the high
    half. The next word has the face-down pieces and the piece in a series of captures; the last one has both pools, the
    plies without progress, and the house rules. Before the first flip the players have no colours: every piece is face
    down, and both pools are the same.

    The output depends on the number of face-down pieces. Without any, endings with few pieces have their own output.
    """
    cdef const BanqiPosition* p = <const BanqiPosition*> position
    cdef int own = color_of(p, 0), t, dark = popcount(p.dark)
    for t in range(SOLDIER + 1):
        words[t] = <Bitboard> (p.type[t] & p.color[own]) | <Bitboard> (p.type[t] & p.color[1 - own]) << 32
    words[DARK] = <Bitboard> p.dark
    if p.series != NO_SQUARE:
        words[DARK] |= bit(32 + p.series)
    words[POOL] = (pool_features(p, own) | pool_features(p, 1 - own) << POOL_SIZE
                   | (bit(min(p.clock // PROGRESS_PLIES, PROGRESS_BITS)) - 1) << 2 * POOL_SIZE
                   | <Bitboard> p.setup.house_rules << HOUSE_RULES)
    if dark == 0 and popcount(p.color[0] | p.color[1]) <= ENDING:
        return 0
    return min(1 + (dark + 4) // 5, 7)


cdef inline int mirrored_feature(int feature) noexcept nogil:
    """The same feature with the players exchanged; the board stays as it is."""
    cdef int word = feature >> 6, at = feature & 63
    if word < DARK:
        return feature ^ 32
    if word == POOL and at < 2 * POOL_SIZE:
        return feature ^ POOL_SIZE
    return feature
