# What a network sees of a position of Tandem-84: both boards, and where in a turn it stands.
from oddfish.cext.core.bits cimport Bitboard, bit, flip_ranks, popcount
from oddfish.cext.tandem.castling cimport castlings
from oddfish.cext.tandem.geometry cimport SQUARES
from oddfish.cext.tandem.piece_moves cimport moved_on
from oddfish.cext.tandem.position cimport ONLY, SECOND, TYPES, TandemPosition, occupied

cdef enum:
    SIDE_WORDS = 2 * TYPES              # of a side's pieces: the own left board, then the right one
    MOVED = 2 * SIDE_WORDS              # the word of what has moved in this turn and may not move again
    STATE = 2 * SIDE_WORDS + 1          # the last word: bits as follow
    FEATURE_WORDS = 2 * SIDE_WORDS + 2
    OWN_RIGHTS = 0                      # two bits each
    ENEMY_RIGHTS = 2
    TO_MOVE = 4                         # whether it is the player's turn
    ONE_MOVE = 5                        # ... one of a single move, or its second move,
    SECOND_MOVE = 6                     # ... which must begin on the own left board, or the right one


cdef inline Bitboard turned(Bitboard b) noexcept nogil:
    """A board seen from the other side."""
    b = b >> 1 & <Bitboard> 0x5555555555555555 | (b & <Bitboard> 0x5555555555555555) << 1
    b = b >> 2 & <Bitboard> 0x3333333333333333 | (b & <Bitboard> 0x3333333333333333) << 2
    b = b >> 4 & <Bitboard> 0x0F0F0F0F0F0F0F0F | (b & <Bitboard> 0x0F0F0F0F0F0F0F0F) << 4
    return flip_ranks(b) >> 64 - SQUARES


cdef inline Bitboard rights_features(const TandemPosition* p, int color) noexcept nogil:
    """A bit for castling on the king's board and one for castling by a drop (T10)."""
    return (<Bitboard> ((p.rights & castlings[2 * color].right) != 0)
            | <Bitboard> ((p.rights & castlings[2 * color + 1].right) != 0) << 1)


cdef inline int features(const void* position, int player, Bitboard* words) noexcept nogil:
    """The squares of own and then of enemy pieces, by board and type, as the player sees them: the boards of the second
    player are turned around, so that left and right change places, which is how the start position is symmetric. Then
    what has moved, rights, and the turn. The outputs go by the number of pieces on the boards."""
    cdef const TandemPosition* p = <const TandemPosition*> position
    cdef Bitboard* at = words
    cdef Bitboard pieces, state
    cdef int side, board, t
    for side in range(2):
        for board in range(2):
            for t in range(TYPES):
                pieces = p.type[board ^ player][t] & p.color[board ^ player][player ^ side]
                at[t] = turned(pieces) if player and pieces else pieces
            at += TYPES
    state = rights_features(p, player) << OWN_RIGHTS | rights_features(p, 1 - player) << ENEMY_RIGHTS
    words[MOVED] = 0
    if p.side == player:
        state |= bit(TO_MOVE)
    if p.stage == ONLY:
        state |= bit(ONE_MOVE)
    elif p.stage == SECOND:
        state |= bit(SECOND_MOVE + (p.board_to_move ^ player))
        pieces = moved_on(p, p.board_to_move)
        words[MOVED] = turned(pieces) if player else pieces
    words[STATE] = state
    return min((popcount(occupied(p, 0)) + popcount(occupied(p, 1)) - 1) // 6, 7)
