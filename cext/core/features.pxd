# What the players of a game see of a position, as networks do: the first one's features (`Rules.features`), and their
# mirror images, which the second one sees.
from libc.stdint cimport uint16_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from oddfish.cext.core.bits cimport Bitboard, bit, pop_lsb
from oddfish.cext.core.rules cimport MAX_FEATURE_WORDS, Rules


cdef inline const uint16_t* mirror_of(int (*mirrored_feature)(int feature) noexcept nogil, int words) except NULL:
    """The table `Rules.mirror`, from the function that gives a feature's mirror image. It lasts as long as the process.

    Raises:
        ValueError: a feature is not the mirror image of its own.
    """
    cdef uint16_t* mirror = <uint16_t*> malloc(64 * words * sizeof(uint16_t))
    cdef int feature, image
    if mirror == NULL:
        raise MemoryError
    for feature in range(64 * words):
        image = mirrored_feature(feature)
        if image < 0 or image >= 64 * words or mirrored_feature(image) != feature:
            free(mirror)
            raise ValueError(f"feature {feature}: its mirror image is {image}, whose own is another")
        mirror[feature] = <uint16_t> image
    return mirror


cdef inline int features_seen(const Rules* rules, const void* position, int player, Bitboard* words) noexcept nogil:
    """The set of features that a player sees; returns the network's output that holds."""
    cdef Bitboard seen[MAX_FEATURE_WORDS]
    cdef int i, image, output = rules.features(position, words)
    if player == 0:
        return output
    memcpy(seen, words, rules.feature_words * sizeof(Bitboard))
    memset(words, 0, rules.feature_words * sizeof(Bitboard))
    for i in range(rules.feature_words):
        while seen[i]:
            image = rules.mirror[64 * i + pop_lsb(&seen[i])]
            words[image >> 6] |= bit(image & 63)
    return output
