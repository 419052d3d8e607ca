# Castling (T10): the table of castling.pyx as numbers.
from libc.stdint cimport uint8_t

from oddfish.cext.core.bits cimport Bitboard
from oddfish.cext.tandem.geometry cimport PLACES

cdef enum:
    CASTLING_COUNT = 4
    ALL_RIGHTS = 15

# Squares are numbers on their board.
ctypedef struct Castling:
    int right               # its bit in a position's rights
    int king_board          # where the king starts
    int king_from
    int board               # the rook's board, and the king's after castling: the other one if the king drops
    int king_to
    int rook_from
    int rook_to
    Bitboard vacant         # squares of that board that must be vacant and unattacked

cdef Castling castlings[CASTLING_COUNT]     # 2 * colour + (1 if the king drops)
cdef uint8_t rights_kept[PLACES]            # castling rights that are left after any move from, to or on a square
