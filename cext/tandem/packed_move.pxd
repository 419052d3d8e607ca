# Packed moves. A part is one move of a turn, a turn is one or two parts.
#
# A part has 16 bits: 42 * from + to in bits 0-11, DROPS in 12, the type promoted to in 13-15. `from` is a place (on
# either board), `to` a square of the board where the move ends: the other board if it drops (T5, T6, T10). The pieces
# on the squares determine the rest: a move onto a friendly piece is a drop/swap if `to` corresponds to `from`, castling
# if a king makes it, else a Ghost's swap. No part is 0. In the search's RULES (game.pyx), ENDS_TURN marks the last part
# of a turn.
#
# A turn has its first part in bits 0-15 and its second in 16-30, packed the same way except for its board, which is the
# other one. 0 there means that the turn is a single move.
from oddfish.cext.core.types cimport Move
from oddfish.cext.tandem.geometry cimport SQUARES

cdef enum:
    DROPS = 1 << 12
    PROMOTION = 1 << 13                 # times the type promoted to
    PART_BITS = 0xFFFF
    ENDS_TURN = 1 << 16
    RIGHT_BOARD = SQUARES * SQUARES     # added if a part begins on the right board
    SECOND_PART = 1 << 16               # times the second part's squares
    SECOND_DROPS = 1 << 27
    SECOND_PROMOTION = 1 << 28
    SECOND_BITS = 0x7FFF0000

# A part, unpacked; boards are 0 left, 1 right.
ctypedef struct Part:
    int board               # where it begins
    int origin
    int onto                # the board where it ends
    int to
    int promoted            # type, or 0


cdef inline Move pack(int board, int origin, int onto, int to, int promoted) noexcept nogil:
    return <Move> ((board * SQUARES + origin) * SQUARES + to + (DROPS if onto != board else 0) + promoted * PROMOTION)


cdef inline Part unpack(Move move) noexcept nogil:
    cdef Part part
    cdef int squares = move & (DROPS - 1), origin = squares // SQUARES
    part.to = squares - origin * SQUARES
    part.board = origin >= SQUARES
    part.origin = origin - (SQUARES if part.board else 0)
    part.onto = part.board ^ (move >> 12 & 1)
    part.promoted = move >> 13 & 7
    return part


cdef inline Move second_part(Move turn) noexcept nogil:
    """The second part of a turn, packed by itself; 0 for none."""
    cdef Move second = (turn & SECOND_BITS) >> 16
    cdef Move squares = second & 0x7FF
    if second == 0:
        return 0
    if (turn & (DROPS - 1)) < RIGHT_BOARD:
        squares += RIGHT_BOARD
    return squares | (second & 0x7800) << 1


cdef inline Move join(Move first, Move second) noexcept nogil:
    """The turn made of two parts."""
    cdef Move squares = second & (DROPS - 1)
    if squares >= RIGHT_BOARD:
        squares -= RIGHT_BOARD
    return (first & PART_BITS) | (squares | (second & 0xF000) >> 1) << 16
