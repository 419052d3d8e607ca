# Sets of features, the input of networks: as the first player sees them (`NetworkRules.features`), and as both players
# see them.
from libc.stdint cimport uint16_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from oddfish.cext.core.bits cimport Bitboard, bit, pop_lsb

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
            raise ValueError(f"feature {feature}: its image is {image}, but that one's image is another feature")
        table[feature] = <uint16_t> image
    return table


cdef inline const uint16_t* both_maps(const uint16_t* first, const uint16_t* second, int words) except NULL:
    """The map that applies ``first`` and then ``second``. It is never freed."""
    cdef uint16_t* table = <uint16_t*> malloc(64 * words * sizeof(uint16_t))
    cdef int feature
    if table == NULL:
        raise MemoryError
    for feature in range(64 * words):
        table[feature] = second[first[feature]]
    return table


cdef inline int same_feature(int feature) noexcept nogil:
    return feature


cdef inline void map_features(const uint16_t* images, const Bitboard* words, int n, Bitboard* seen) noexcept nogil:
    """Set ``seen`` to the images of a set of ``n`` words."""
    cdef Bitboard left
    cdef int i, image
    memset(seen, 0, n * sizeof(Bitboard))
    for i in range(n):
        left = words[i]
        while left:
            image = images[64 * i + pop_lsb(&left)]
            seen[image >> 6] |= bit(image & 63)


cdef inline list listed(Bitboard* words, int n):
    """The features of a set, in ascending order; empties the set."""
    cdef int i
    found = []
    for i in range(n):
        while words[i]:
            found.append(64 * i + pop_lsb(&words[i]))
    return found
