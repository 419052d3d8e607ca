# How players see the features of their game, set once by each game (`NetworkRules`).
from oddfish.cext.core.bits cimport Bitboard
from oddfish.cext.core.features cimport both_maps, map_of, same_feature
from oddfish.cext.core.rules cimport NetworkRules


cdef inline int see_features(NetworkRules* network, int words, int (*mirrored)(int feature) noexcept nogil) except -1:
    """Set how many words of features there are, and how both players see them: the second player sees the mirror images
    that ``mirrored`` gives."""
    network.feature_words = words
    network.maps[0][0] = network.maps[0][1] = map_of(same_feature, words)
    network.maps[1][0] = network.maps[1][1] = map_of(mirrored, words)
    return 0


cdef inline int turn_by_kings(NetworkRules* network, int king_word, Bitboard left_half,
                              int (*turned)(int feature) noexcept nogil) except -1:
    """Let networks turn the board by the kings. Call it after `see_features`.

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
