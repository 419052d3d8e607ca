"""Two Rooks (docs/rules/two-rooks.md): :class:`TwoRooks` is one position, with its FEN and its move texts."""
from libc.string cimport memset

from oddfish.cext.core.bits cimport bit, popcount
from oddfish.cext.core.rules cimport Position, Rules
from oddfish.cext.core.types cimport (CHECKMATE, DRAWN, INSUFFICIENT_MATERIAL, LOST, MOVE_RULE, NO_REASON, ONGOING,
                                      STALEMATE, Move, Outcome, Reason)
from oddfish.cext.tworooks.evaluation cimport evaluate, gain, see
from oddfish.cext.tworooks.moves cimport count, fresh_key, generate, in_check, make, make_null, noisy, valid
from oddfish.cext.tworooks.position cimport (FILES, KING, ROOK, SQUARES, TwoRooksPosition, Weights, move_from,
                                             move_to)

from oddfish.cext.core.chess_fen import write_board
from oddfish.cext.core.errors import FenError
from oddfish.cext.core.fen import (read_counters, read_rank, read_side, split_fields, split_ranks, square_name,
                                   write_counters)
from oddfish.cext.tworooks.evaluation import TERMS

START = "rkr2/5/5/5/2RKR w - - 0 1"
LETTERS = "RK"


# --- The rules table ----------------------------------------------------------------------------------------


cdef bint null_move_allowed(const void* position) noexcept nogil:
    """A side without rooks may be in zugzwang."""
    cdef const TwoRooksPosition* p = <const TwoRooksPosition*> position
    return (p.type[ROOK] & p.color[p.side]) != 0 and not in_check(position)


cdef Outcome outcome(const void* position, int legal_moves, Reason* reason) noexcept nogil:
    """W2 and W3."""
    cdef const TwoRooksPosition* p = <const TwoRooksPosition*> position
    reason[0] = NO_REASON
    if legal_moves == 0:
        reason[0] = CHECKMATE if in_check(position) else STALEMATE
        return LOST if reason[0] == CHECKMATE else DRAWN
    if p.type[ROOK] == 0:
        reason[0] = INSUFFICIENT_MATERIAL
    elif p.clock >= 100:
        reason[0] = MOVE_RULE
    return ONGOING if reason[0] == NO_REASON else DRAWN


cdef int reversible_plies(const void* position) noexcept nogil:
    return (<const TwoRooksPosition*> position).clock


cdef int history_slot(const void* position, Move move) noexcept nogil:
    cdef const TwoRooksPosition* p = <const TwoRooksPosition*> position
    return (p.side * SQUARES + move_from(move)) * SQUARES + move_to(move)


cdef Rules RULES
RULES.size = sizeof(TwoRooksPosition)
RULES.max_moves = 64        # two rooks of 8 moves and a king of 8 make 24
RULES.search.history_slots = 2 * SQUARES * SQUARES
include "../core/rules_table.pxi"


# --- Positions ----------------------------------------------------------------------------------------------


cdef class TwoRooks(Position):
    """A position of Two Rooks.

    >>> TwoRooks().count()
    12
    """

    def __cinit__(self, fen=None):
        """The start position, or the one of a FEN.

        Raises:
            FenError: the FEN is no position of the game; the text says what is wrong.
        """
        if self.allocate(&RULES, fen):
            self.read(START if fen is None else fen)
            self.set_weights(None)

    @property
    def terms(self) -> tuple:
        return TERMS

    cdef int read(self, fen) except -1:
        cdef TwoRooksPosition* p = <TwoRooksPosition*> self.data
        cdef int color, sq, t
        memset(p, 0, sizeof(TwoRooksPosition))
        names = ("board", "side to move", "castling rights", "en passant", "clock", "move number")
        board, side, castling, passed, clock, number = split_fields(fen, names, ("w", "-", "-", "0", "1"))
        if castling != "-" or passed != "-":
            raise FenError(f"castling rights '{castling}' and en passant '{passed}', expected - and -")
        for rank, row in enumerate(split_ranks(board, FILES)):
            for file, letter in read_rank(row, FILES - rank, FILES):
                sq = (FILES - 1 - <int> rank) * FILES + <int> file
                t = LETTERS.find(letter.upper())
                if t < 0:
                    raise FenError(f"unknown piece '{letter}' on {square_name(sq, FILES)}: expected one of RKrk")
                color = 0 if letter.isupper() else 1
                p.type[t] |= bit(sq)
                p.color[color] |= bit(sq)
        p.side = read_side(side)
        p.clock, p.number = read_counters(clock, number)
        for color in range(2):
            if popcount(p.type[KING] & p.color[color]) != 1 or popcount(p.color[color]) > 3:
                raise FenError(f"{'Black' if color else 'White'} needs one king and at most two rooks")
        p.key = fresh_key(p)
        if not valid(p):
            raise FenError("the side not to move is in check")
        return 0

    cdef int square_count(self) noexcept:
        return SQUARES

    cdef str cell_on(self, int sq):
        cdef const TwoRooksPosition* p = <const TwoRooksPosition*> self.data
        if not (p.color[0] | p.color[1]) & bit(sq):
            return ""
        letter = "K" if p.type[KING] & bit(sq) else "R"
        return letter if p.color[0] & bit(sq) else letter.lower()

    def fen(self) -> str:
        cdef const TwoRooksPosition* p = <const TwoRooksPosition*> self.data
        board = write_board(self.cells(), FILES)
        return f"{board} {'b' if p.side else 'w'} - - {write_counters(p.clock, p.number)}"

    cdef int ends(self, Move move, int* origin) noexcept:
        origin[0] = move_from(move)
        return move_to(move)

    cdef str move_text(self, Move move):
        return square_name(move_from(move), FILES) + square_name(move_to(move), FILES)
