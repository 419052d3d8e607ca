# Small networks that evaluate positions (network.h), and the views of a line's positions that a search keeps.
cimport cython
from libc.stdint cimport int16_t, int32_t, uint64_t

from oddfish.cext.core.bits cimport Bitboard
from oddfish.cext.core.rules cimport MAX_FEATURE_WORDS, Rules, side_of

cdef extern from "network.h" nogil:
    ctypedef struct Net "OfNetwork":
        int words
        int hidden
        int scale
        int level
        const int16_t* columns
        const int16_t* bias
        const int16_t* output
        const int32_t* output_bias

    ctypedef struct View "OfView":
        Bitboard* set
        int16_t* sums

    ctypedef struct Views "OfViews":
        View* view

    enum:
        ONE "OF_ONE"
        OUTPUT_ONE "OF_OUTPUT_ONE"
        MAX_WORDS "OF_MAX_WORDS"
        MAX_HIDDEN "OF_MAX_HIDDEN"
        HIDDEN_STEP "OF_HIDDEN_STEP"
        OUTPUTS "OF_OUTPUTS"
    int best_level "of_best_level"()
    void clear_view "of_clear_view"(const Net* n, View* view)
    void update_views "of_update_views"(const Net* n, Views* views, const Views* before, int player,
                                        const Bitboard* set)
    int network_score "of_network_score"(const Net* n, const View* mover, const View* other, int output)


@cython.final
cdef class Network:
    cdef Net net
    cdef char* memory
    cdef readonly str feature_set


cdef inline void clear_views(const Net* net, Views* views) noexcept nogil:
    clear_view(net, &views.view[0])
    clear_view(net, &views.view[1])


cdef inline int evaluate_by_network(const Net* net, const Rules* rules, const void* position, Views* views,
                                    const Views* before) noexcept nogil:
    """What a network says of a position, in centipawns for the side to move; or the hand-made evaluation, if it is left
    to that (`outputs_by_hand`).

    Its ``views`` are made from what they were, or from those ``before`` it (or NULL) where these differ less. Either
    may be of any position: what is right does not depend on it, only how soon it is found.
    """
    cdef Bitboard words[MAX_FEATURE_WORDS]
    cdef int player, output = 0, side = side_of(position)
    for player in range(2):
        output = rules.features(position, player, words)
        if output < rules.outputs_by_hand:
            return rules.evaluate(position)
        update_views(net, views, before, player, words)
    return network_score(net, &views.view[side], &views.view[1 - side], output)
