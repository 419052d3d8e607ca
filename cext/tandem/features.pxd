# The features of a position of Tandem-84 for networks: both boards, and the stage of the turn.
from oddfish.cext.core.bits cimport Bitboard, bit, popcount
from oddfish.cext.tandem.castling cimport castlings
from oddfish.cext.tandem.geometry cimport SQUARES
from oddfish.cext.tandem.piece_moves cimport moved_on
from oddfish.cext.tandem.position cimport ONLY, SECOND, TYPES, TandemPosition, occupied

cdef enum:
    SIDE_WORDS = 2 * TYPES              # of a side's pieces: the left board, then the right one
    MOVED = 2 * SIDE_WORDS              # the word of the pieces that have moved in this turn and may not move again
    STATE = 2 * SIDE_WORDS + 1          # the last word; its bits follow
    FEATURE_WORDS = 2 * SIDE_WORDS + 2
    RIGHTS = 0                          # two bits for each side
    TO_MOVE = 4                         # whether it is this player's turn
    ONE_MOVE = 5                        # whether it is a turn of a single move
    SECOND_MOVE = 6                     # two bits: whether it is a turn's second move, on the left or the right board
    NOT_TO_MOVE = 8                     # whether it is the opponent's turn


cdef inline Bitboard rights_features(const TandemPosition* p, int color) noexcept nogil:
    """A bit for castling on the king's board and one for castling by a drop (T10)."""
    return (<Bitboard> ((p.rights & castlings[2 * color].right) != 0)
            | <Bitboard> ((p.rights & castlings[2 * color + 1].right) != 0) << 1)


cdef inline int features(const void* position, Bitboard* words) noexcept nogil:
    """The squares of White's and then of Black's pieces, by board and type; what has moved, rights, and the turn. The
    number of pieces on the boards selects the output."""
    cdef const TandemPosition* p = <const TandemPosition*> position
    cdef Bitboard* at = words
    cdef Bitboard state = (rights_features(p, 0) | rights_features(p, 1) << 2) << RIGHTS
    cdef int color, board, t
    for color in range(2):
        for board in range(2):
            for t in range(TYPES):
                at[t] = p.type[board][t] & p.color[board][color]
            at += TYPES
    words[MOVED] = 0
    state |= bit(NOT_TO_MOVE if p.side else TO_MOVE)
    if p.stage == ONLY:
        state |= bit(ONE_MOVE)
    elif p.stage == SECOND:
        state |= bit(SECOND_MOVE + p.board_to_move)
        words[MOVED] = moved_on(p, p.board_to_move)
    words[STATE] = state
    return min((popcount(occupied(p, 0)) + popcount(occupied(p, 1)) - 1) // 6, 7)


cdef inline int mirrored_feature(int feature) noexcept nogil:
    """The same feature for Black, who sees the boards turned around, so that left and right are exchanged. This is the
    symmetry of the start position."""
    cdef int word = feature >> 6, at = feature & 63
    if word == STATE:
        if at < TO_MOVE:
            return feature ^ 2
        if at == TO_MOVE or at == NOT_TO_MOVE:
            at ^= TO_MOVE ^ NOT_TO_MOVE
        elif at == SECOND_MOVE or at == SECOND_MOVE + 1:
            at ^= 1
        return word << 6 | at
    if at < SQUARES:
        at = SQUARES - 1 - at
    if word < MOVED:
        word = MOVED - TYPES - word // TYPES * TYPES + word % TYPES     # the other side, on the other board
    return word << 6 | at
