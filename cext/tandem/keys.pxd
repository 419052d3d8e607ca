# The key of a position: pieces, castling rights, side to move, and everything else that distinguishes positions for
# repetition (T11).
from oddfish.cext.core.bits cimport Bitboard, bit, pop_lsb
from oddfish.cext.core.generation cimport ALL
from oddfish.cext.core.types cimport MAX_MOVES, NO_MOVE, Key, Move
from oddfish.cext.tandem.attacks cimport CheckInfo, check_info
from oddfish.cext.tandem.geometry cimport place_at, tables
from oddfish.cext.tandem.legality cimport pseudo_legal_firsts, verify_first
from oddfish.cext.tandem.making cimport make_first
from oddfish.cext.tandem.packed_move cimport Part, pack, unpack
from oddfish.cext.tandem.piece_moves cimport en_passant_leaves_king_safe, moved_on, passed_rank
from oddfish.cext.tandem.position cimport FIRST, NOTHING, ONLY, PAWN, SECOND, TandemPosition
from oddfish.cext.tandem.zobrist cimport zobrist


cdef inline bint is_legal_second_en_passant(const TandemPosition* p, Move capture,
                                            const CheckInfo* checks) noexcept nogil:
    """Whether an en-passant capture can be the second part of some legal turn."""
    cdef Move buffer[MAX_MOVES]
    cdef TandemPosition q
    cdef Part m = unpack(capture)
    cdef int i, n = pseudo_legal_firsts(p, buffer, ALL, checks, 1 - m.board)
    for i in range(n):
        make_first(p, buffer[i], &q)
        if q.en_passant[m.onto] & bit(m.to) and q.type[m.board][PAWN] & q.color[m.board][p.side] & bit(m.origin) and \
                (m.onto == m.board or q.board[m.onto][m.origin] == NOTHING) and \
                en_passant_leaves_king_safe(&q, m.board, m.origin, m.onto, m.to):
            return True
    return False


cdef inline bint is_legal_en_passant(const TandemPosition* p, Move capture, const CheckInfo* checks) noexcept nogil:
    """Whether some legal turn contains an en-passant capture."""
    cdef Part m = unpack(capture)
    cdef bint can_drop = m.onto == m.board or p.board[m.onto][m.origin] == NOTHING
    if p.stage != FIRST:
        return can_drop and \
            (p.stage == ONLY or p.board_to_move == m.board and not moved_on(p, m.board) & bit(m.origin)) and \
            en_passant_leaves_king_safe(p, m.board, m.origin, m.onto, m.to)
    return can_drop and verify_first(p, capture) != NO_MOVE or is_legal_second_en_passant(p, capture, checks)


cdef inline Key en_passant_key(const TandemPosition* p) noexcept nogil:
    """An en-passant square counts while some capture there is legal. Inside a turn, squares that pawns of the side to
    move have just passed count if an enemy pawn is in place to capture: it is not yet known what will be legal."""
    cdef int us = p.side, board, origin_board, sq
    cdef Bitboard squares, pawns
    cdef CheckInfo checks
    cdef Key key = 0
    cdef bint counts
    if not p.en_passant[0] | p.en_passant[1]:
        return 0
    checks = check_info(p)
    for board in range(2):
        squares = p.en_passant[board]
        while squares:
            sq = pop_lsb(&squares)
            counts = False
            for origin_board in range(2):
                if bit(sq) & passed_rank(us):
                    counts |= tables.pawn[us][sq] & p.type[origin_board][PAWN] & p.color[origin_board][1 - us] != 0
                else:
                    pawns = tables.pawn[1 - us][sq] & p.type[origin_board][PAWN] & p.color[origin_board][us]
                    while pawns and not counts:
                        counts = is_legal_en_passant(p, pack(origin_board, pop_lsb(&pawns), board, sq, 0), &checks)
            if counts:
                key ^= zobrist.en_passant[place_at(board, sq)]
    return key


cdef inline Key stage_key(const TandemPosition* p) noexcept nogil:
    """Inside a turn: which board is to move, and which piece there may not move."""
    cdef Key key = 0
    cdef Bitboard moved
    if p.stage == ONLY:
        return zobrist.only_move
    if p.stage == SECOND:
        key = zobrist.board_to_move[p.board_to_move]
        moved = moved_on(p, p.board_to_move)
        while moved:
            key ^= zobrist.moved[place_at(p.board_to_move, pop_lsb(&moved))]
    return key


cdef inline Key key_with(const TandemPosition* p, Key pieces_key) noexcept nogil:
    """The position's key, given the key of its pieces."""
    return pieces_key ^ p.setup.salt ^ zobrist.rights[p.rights] ^ (zobrist.side if p.side else 0) ^ stage_key(p) ^ \
        en_passant_key(p)
