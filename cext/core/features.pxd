# Sets of features, the input of networks: those that the first player sees (`NetworkRules.features`), and how both
# players see them.
from libc.stdint cimport uint16_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from oddfish.cext.core.bits cimport Bitboard, bit, pop_lsb
from oddfish.cext.core.rules cimport NetworkRules

cdef enum:
    MAX_FEATURE_WORDS = 40
    FEATURE_OUTPUTS = 8
    NO_OUTPUT = -1          # the features cannot represent the position


cdef inline const uint16_t* map_of(int (*image_of)(int feature) noexcept nogil, int words) except NULL:
    """A table of the images of features. It is never freed.

    Raises:
        ValueError: some feature is not the image of its image.
    """
    cdef uint16_t* table = <uint16_t*> malloc(64 * words * sizeof(uint16_t))
    cdef int feature, image
    if table == NULL:
        raise MemoryError
    for feature in range(64 * words):
        image = image_of(feature)
        if image < 0 or image >= 64 * words or image_of(image) != feature:
            free(table)
            raise ValueError(f"feature {feature}: its image is {image}, whose own is another")
        table[feature] = <uint16_t> image
    return table


cdef inline const uint16_t* both_maps(const uint16_t* first, const uint16_t* second, int words) except NULL:
    """The table of two maps, one after the other. It is never freed."""
    cdef uint16_t* table = <uint16_t*> malloc(64 * words * sizeof(uint16_t))
    cdef int feature
    if table == NULL:
        raise MemoryError
    for feature in range(64 * words):
        table[feature] = second[first[feature]]
    return table


cdef inline int same_feature(int feature) noexcept nogil:
    return feature


cdef inline int see_features(NetworkRules* network, int words, int (*mirrored)(int feature) noexcept nogil) except -1:
    """Set how many words of features there are, and how both players see them: the second player sees their mirror
    images."""
    network.feature_words = words
    network.maps[0][0] = network.maps[0][1] = map_of(same_feature, words)
    network.maps[1][0] = network.maps[1][1] = map_of(mirrored, words)
    return 0


cdef inline int turn_by_kings(NetworkRules* network, int king_word, Bitboard left_half,
                              int (*turned)(int feature) noexcept nogil) except -1:
    """Let networks turn the board by the kings. After `see_features`.

    Args:
        king_word: the word of the first player's king; its 64 features are squares.
        left_half: the squares on which a king of either player turns the board.
        turned: the feature with left and right exchanged.
    """
    network.king_words[0] = king_word
    network.king_words[1] = network.maps[1][0][64 * king_word] >> 6
    network.left_half = left_half
    network.maps[0][1] = map_of(turned, network.feature_words)
    network.maps[1][1] = both_maps(network.maps[1][0], network.maps[0][1], network.feature_words)
    return 0


cdef inline bint is_turned(const NetworkRules* network, const Bitboard* words, int player) noexcept nogil:
    """Whether a network that turns the board turns it for this player; the first player sees ``words``."""
    return (words[network.king_words[player]] & network.left_half) != 0


cdef inline void see(const NetworkRules* network, const Bitboard* words, int player, bint turning,
                     Bitboard* seen) noexcept nogil:
    """Fill in what a player sees of what the first player sees as ``words``; with ``turning``, as a network that turns
    the board does."""
    cdef const uint16_t* images = network.maps[player][turning and is_turned(network, words, player)]
    cdef Bitboard left
    cdef int i, image
    memset(seen, 0, network.feature_words * sizeof(Bitboard))
    for i in range(network.feature_words):
        left = words[i]
        while left:
            image = images[64 * i + pop_lsb(&left)]
            seen[image >> 6] |= bit(image & 63)
