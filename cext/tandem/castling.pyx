"""Castling in Tandem-84 (T10): a table in the terms of the rule, from which all others are derived."""

from oddfish.cext.core.bits cimport bit
from oddfish.cext.tandem.geometry cimport board_of, read_place, square_of

from typing import NamedTuple


class CastlingSquares(NamedTuple):
    """One row of the table in T10: a castling right and its squares."""

    right: str              # the FEN's letter, upper case for White
    king_from: str
    king_to: str
    rook_from: str
    rook_to: str
    vacant: tuple

    @property
    def text(self) -> str:
        """The move's text."""
        return self.king_from + self.rook_from

    @property
    def moved(self) -> str:
        """The moved pieces, as in the fifth field of the FEN after castling as the first move."""
        return f"{self.king_to},{self.rook_to}"


#: In the order of the castling rights in a FEN: White, then Black; first on the king's board, then with a drop.
CASTLINGS = (
    #                right  king        rook        squares that must be vacant and unattacked
    CastlingSquares("K", "d1", "e1", "f1", "d1", ("e1",)),
    CastlingSquares("D", "d1", "h1", "g1", "i1", ("j1", "i1", "h1")),
    CastlingSquares("k", "i7", "h7", "g7", "i7", ("h7",)),
    CastlingSquares("d", "i7", "e7", "f7", "d7", ("c7", "d7", "e7")),
)


cdef int fill() except -1:
    cdef int i, king, rook
    cdef Castling* c
    for i in range(PLACES):
        rights_kept[i] = ALL_RIGHTS
    for i in range(CASTLING_COUNT):
        c = &castlings[i]
        row = CASTLINGS[i]
        king = read_place(row.king_from, "square")
        rook = read_place(row.rook_from, "square")
        c.right = 1 << i
        c.king_board = board_of(king)
        c.king_from = square_of(king)
        c.board = board_of(rook)
        c.rook_from = square_of(rook)
        c.king_to = square_of(read_place(row.king_to, "square"))
        c.rook_to = square_of(read_place(row.rook_to, "square"))
        c.vacant = 0
        for name in row.vacant:
            c.vacant |= bit(square_of(read_place(name, "square")))
        rights_kept[king] &= ~c.right
        rights_kept[rook] &= ~c.right
    return 0


fill()
