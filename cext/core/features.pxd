# Sets of features, the input of networks: those that the first player sees (`NetworkRules.features`), and their mirror
# images, which the second player sees.
from libc.stdint cimport uint16_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from oddfish.cext.core.bits cimport Bitboard, bit, pop_lsb

cdef enum:
    MAX_FEATURE_WORDS = 40
    FEATURE_OUTPUTS = 8
    NO_OUTPUT = -1          # the features cannot represent the position


cdef inline const uint16_t* mirror_of(int (*mirrored_feature)(int feature) noexcept nogil, int words) except NULL:
    """Make the table `NetworkRules.mirror` from a function that gives the mirror image of a feature. It is never freed.

    Raises:
        ValueError: some feature is not the mirror image of its mirror image.
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


cdef inline void reflect(const uint16_t* mirror, Bitboard* words, int n) noexcept nogil:
    """Replace the ``n`` words of features that the first player sees by those that the second player sees."""
    cdef Bitboard seen[MAX_FEATURE_WORDS]
    cdef int i, image
    memcpy(seen, words, n * sizeof(Bitboard))
    memset(words, 0, n * sizeof(Bitboard))
    for i in range(n):
        while seen[i]:
            image = mirror[64 * i + pop_lsb(&seen[i])]
            words[image >> 6] |= bit(image & 63)
