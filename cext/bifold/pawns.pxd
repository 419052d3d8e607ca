# Pawn steps of Bifold Halfgi: shifts of a whole set, by colour. Left is the owner's left: White's is the a-side (H1).
from oddfish.cext.core.bits cimport Bitboard


cdef inline Bitboard not_file_a(Bitboard b) noexcept nogil:
    return b & <Bitboard> 0xFEFEFEFEFEFEFEFE


cdef inline Bitboard not_file_h(Bitboard b) noexcept nogil:
    return b & <Bitboard> 0x7F7F7F7F7F7F7F7F


cdef inline Bitboard forward(Bitboard b, int color) noexcept nogil:
    return b >> 8 if color else b << 8


cdef inline Bitboard to_left(Bitboard b, int color) noexcept nogil:
    """The squares on which a colour's pawns capture to their left. By symmetry, these are also the squares from which
    the other colour's pawns capture on ``b`` to their left."""
    return not_file_h(b) >> 7 if color else not_file_a(b) << 7


cdef inline Bitboard to_right(Bitboard b, int color) noexcept nogil:
    """The same to the right."""
    return not_file_a(b) >> 9 if color else not_file_h(b) << 9


cdef inline Bitboard last_rank(int color) noexcept nogil:
    return <Bitboard> 0xFF if color else <Bitboard> 0xFF << 56


cdef inline Bitboard second_rank(int color) noexcept nogil:
    return <Bitboard> 0xFF << 48 if color else <Bitboard> 0xFF << 8
