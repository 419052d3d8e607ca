# Small networks that evaluate positions (network.h), and the views of a line's positions that a search keeps.
cimport cython
from libc.stdint cimport int16_t, int32_t, uint16_t

from oddfish.cext.core.bits cimport Bitboard
from oddfish.cext.core.features cimport MAX_FEATURE_WORDS
from oddfish.cext.core.rules cimport Rules, is_turned, side_of

cdef extern from "network.h" nogil:
    ctypedef struct Net "OfNetwork":
        int words
        int turning
        int hidden
        int scale
        int level
        const int16_t* columns
        const int16_t* bias
        const int16_t* output
        const int32_t* output_bias

    ctypedef struct Views "OfViews":
        pass

    ctypedef struct Sight "OfSight":
        int turned[2]
        const uint16_t* maps[2]

    enum:
        ONE "OF_ONE"
        OUTPUT_ONE "OF_OUTPUT_ONE"
        MAX_WORDS "OF_MAX_WORDS"
        MAX_HIDDEN "OF_MAX_HIDDEN"
        HIDDEN_STEP "OF_HIDDEN_STEP"
        OUTPUTS "OF_OUTPUTS"
    int best_level "of_best_level"()
    void clear_views "of_clear_views"(const Net* n, Views* views)
    void update_views "of_update_views"(const Net* n, const Sight* sight, Views* views, const Views* before,
                                        const Bitboard* set)
    int network_score "of_network_score"(const Net* n, const Views* views, int mover, int output)


@cython.final
cdef class Network:
    cdef Net net
    cdef char* memory
    cdef readonly str feature_set


cdef inline int evaluate_by_network(const Net* net, const Rules* rules, const void* position, Views* views,
                                    const Views* before) noexcept nogil:
    """A network's evaluation of a position in centipawns, for the side to move; or the hand-written evaluation, for
    positions below `outputs_by_hand`.

    Updates ``views`` from their previous contents, or from ``before`` (may be NULL) if that is closer. Both may
    belong to any position: that affects only the speed, never the result.
    """
    cdef Bitboard words[MAX_FEATURE_WORDS]
    cdef Sight sight
    cdef int player
    cdef int output = rules.network.features(position, words)
    if output < rules.network.outputs_by_hand:
        return rules.evaluation.evaluate(position)
    for player in range(2):
        sight.turned[player] = net.turning and is_turned(&rules.network, words, player)
        sight.maps[player] = rules.network.maps[player][sight.turned[player]]
    update_views(net, &sight, views, before, words)
    return network_score(net, views, side_of(position), output)
