"""Legal moves of Fanorona Chess: attacks on the king, generation, counting, making.

One extension in seven parts, so that all that runs per node is inlined:

    keys.pxi        Zobrist keys
    attacks.pxi     attacks on a king, checks and pins, which moves are legal
    pawn_moves.pxi  generation: pawns
    generate.pxi    generation: other pieces, and all together; counting
    make.pxi        making a move
    replies.pxi     the replies to all moves, counted together
    validity.pxi    the invariants of the struct
"""
from libc.stdint cimport uint8_t, uint16_t, uint64_t

from oddfish.cext.core.bits cimport Bitboard, bit, lsb, more_than_one, pop_lsb, popcount
from oddfish.cext.core.generation cimport is_listed
from oddfish.cext.core.mailbox cimport boards_agree
from oddfish.cext.core.packed_move cimport move_from, move_to
from oddfish.cext.core.types cimport MAX_MOVES, Key, Move
from oddfish.cext.core.zobrist cimport fill_keys
from oddfish.cext.fanorona.geometry cimport (BOARD, NO_POINT, POINTS, STRONG, Lines, diagonal_attacks, fanorona_lines,
                                             last_rank, straight_attacks)
from oddfish.cext.fanorona.position cimport (BISHOP, KING, KNIGHT, NOTHING, PAWN, QUEEN, ROOK, START_OFFICERS, TYPES,
                                             FanoronaPosition, move_piece, move_promoted, move_victim, pack,
                                             start_count)

cdef const Lines* L = fanorona_lines()

include "keys.pxi"
include "attacks.pxi"
include "pawn_moves.pxi"
include "generate.pxi"
include "make.pxi"
include "replies.pxi"
include "validity.pxi"
