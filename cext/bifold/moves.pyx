"""Moves of Bifold Halfgi: attackers, generation, making. There is no check, so every pseudo-legal move is legal.

One extension in seven parts, so that all that runs per node is inlined:

    keys.pxi        Zobrist keys
    attacks.pxi     attackers of a square, support of weak pawns, threatened squares (B8), royals in danger
    pawn_moves.pxi  generation: pawns, en passant
    generate.pxi    generation: officers, castling, drops, and all together
    make.pxi        making a move
    replies.pxi     the replies to all moves, counted together
    validity.pxi    the invariants of the struct
"""
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcmp, memset

from oddfish.cext.core.bits cimport Bitboard, bit, copy, lsb, more_than_one, pop_lsb, popcount
from oddfish.cext.core.castling cimport LONG, SHORT, fill_rights_kept, king_home, rights_of, rook_home
from oddfish.cext.core.generation cimport ALL, COUNT, NOISY, QUIET, Mode, add_moves, is_listed
from oddfish.cext.core.geometry cimport (Board8, bishop_attacks, board8, half_bishop_attacks, half_rook_attacks,
                                         rook_attacks)
from oddfish.cext.core.keys cimport splitmix
from oddfish.cext.core.packed_move cimport (CASTLING, DOUBLE_STEP, DROP, EN_PASSANT, NORMAL, PROMOTION, move_from,
                                            move_kind, move_to)
from oddfish.cext.core.types cimport Key, Move
from oddfish.cext.core.zobrist cimport StateKeys, fill_keys, fill_state_keys
from oddfish.cext.bifold.pawns cimport forward, last_rank, second_rank, to_left, to_right
from oddfish.cext.bifold.position cimport (FULL_SIZE, HANDED, NO_SQUARE, WEAK, BifoldPosition, SetupData, captured_half,
                                           full_pawns, info_at, left_capturers, move_promoted, move_unit, move_victim,
                                           officers_of, pack, pawns_of, right_capturers, royals_of)
from oddfish.cext.bifold.units cimport (BISHOP, FERZ, HORSE, LEFT_PAWN, MAO, NO_TYPE, NOTHING, OFFICERS, PAWN,
                                        PROMOTIONS, QUEEN, RIGHT_PAWN, ROOK, STEP_DIAGONAL, STEP_STRAIGHT, TYPES, WAZIR,
                                        UnitInfo, Units, attacks, bifold_units, mao_attacks)

cdef const Board8* G = board8()
cdef const Units* U = bifold_units()

include "keys.pxi"
include "attacks.pxi"
include "pawn_moves.pxi"
include "generate.pxi"
include "make.pxi"
include "replies.pxi"
include "validity.pxi"
