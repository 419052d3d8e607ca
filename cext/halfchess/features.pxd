# The features of a position of the Half Chess family for networks. They describe how pieces move, so that one network
# works for all armies (A1): an officer is on the plane of its basic piece and, if augmented, of its augmenter.
from oddfish.cext.core.bits cimport Bitboard, bit, clear, popcount
from oddfish.cext.core.features cimport NO_OUTPUT
from oddfish.cext.halfchess.position cimport HAND_TYPES, KING, NO_PLANE, PAWN, PLANES, HalfPosition, SetupData

cdef enum:
    FEATURE_WORDS = 2 * PLANES + 1
    KING_PLANE = 1          # 0 is the pawns' plane; armies.py numbers the others
    PAWN_BITS = 10          # bits for the pawns in a hand
    OFFICER_BITS = 4
    HAND_BITS = PAWN_BITS + OFFICER_BITS * (HAND_TYPES - 1)


cdef inline Bitboard hand_features(const HalfPosition* p, int color) noexcept nogil:
    """A bit for each piece in hand, up to the number of bits of its type."""
    cdef Bitboard bits = 0
    cdef int t
    if p.hand[color][PAWN]:
        bits = bit(min(p.hand[color][PAWN], PAWN_BITS)) - 1
    for t in range(1, HAND_TYPES):
        if p.hand[color][t]:    # rare
            bits |= (bit(min(p.hand[color][t], OFFICER_BITS)) - 1) << (PAWN_BITS + OFFICER_BITS * (t - 1))
    return bits


cdef inline int features(const void* position, Bitboard* words) noexcept nogil:
    """Fill in White's planes, Black's planes, and a word with both hands and the castling rights. The output depends on
    the number of pieces on the board."""
    cdef const HalfPosition* p = <const HalfPosition*> position
    cdef const SetupData* s = p.setup
    cdef Bitboard* planes
    cdef Bitboard pieces
    cdef int color, i, t
    if s.without_planes:
        return NO_OUTPUT
    for color in range(2):
        planes = words + color * PLANES
        clear(planes, PLANES * sizeof(Bitboard))
        planes[PAWN] = p.type[PAWN] & p.color[color]
        planes[KING_PLANE] = p.type[KING] & p.color[color]
        for i in range(s.officers[color].count):
            t = s.officers[color].type[i]
            pieces = p.type[t] & p.color[color]
            planes[s.plane[color][t]] |= pieces
            if s.augmenter_plane[color][t] != NO_PLANE:
                planes[s.augmenter_plane[color][t]] |= pieces
    words[2 * PLANES] = (hand_features(p, 0) | hand_features(p, 1) << HAND_BITS
                         | <Bitboard> p.rights << 2 * HAND_BITS)
    return (popcount(p.color[0] | p.color[1]) - 1) >> 2


cdef inline int mirrored_feature(int feature) noexcept nogil:
    """The same feature with colours exchanged and ranks mirrored."""
    cdef int word = feature >> 6, at = feature & 63
    if word < 2 * PLANES:
        return (word + PLANES) % (2 * PLANES) << 6 | at ^ 56
    if at < 2 * HAND_BITS:
        return word << 6 | (at + HAND_BITS) % (2 * HAND_BITS)
    return feature ^ 2      # castling rights


cdef inline int turned_feature(int feature) noexcept nogil:
    """The same feature with left and right exchanged."""
    cdef int word = feature >> 6, at = feature & 63
    if word < 2 * PLANES:
        return feature ^ 7
    return feature if at < 2 * HAND_BITS else feature ^ 1
