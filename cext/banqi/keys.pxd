# Position keys: computed from scratch, or predicted for a move that has not been made.
from oddfish.cext.banqi.position cimport (CAPTURE, FLIP, JUMP, NO_SQUARE, PIECES, STEP, TYPES, BanqiPosition, color_of,
                                          move_from, move_kind, move_mover, move_outcome, move_to, move_victim)
from oddfish.cext.banqi.zobrist cimport zobrist
from oddfish.cext.core.types cimport Key, Move


cdef inline Key key_from_scratch(const BanqiPosition* p) noexcept nogil:
    cdef Key key = p.setup.salt ^ zobrist.first[p.first] ^ (zobrist.side if p.side else 0)
    cdef int sq, piece
    for sq in range(32):
        if p.dark >> sq & 1:
            key ^= zobrist.dark[sq]
        for piece in range(PIECES):
            if (p.type[piece % TYPES] & p.color[piece // TYPES]) >> sq & 1:
                key ^= zobrist.piece[piece][sq]
    for piece in range(PIECES):
        key ^= zobrist.pool[piece][p.pool[piece]]
    if p.series != NO_SQUARE:
        key ^= zobrist.series[p.series]
    return key


cdef inline Key key_by_move(const BanqiPosition* p, Move move) noexcept nogil:
    """The key after ``move``, or an approximation that ignores the first flip's colour and series of captures.
    Attempts, stops and moves without an outcome leave the key unchanged."""
    cdef int to = move_to(move), kind = move_kind(move), piece = move_outcome(move) - 1
    cdef int own = color_of(p, p.side) * TYPES
    cdef Key key = p.key ^ zobrist.side
    if kind == FLIP:
        if piece < 0:
            return p.key
        return key ^ zobrist.dark[to] ^ zobrist.piece[piece][to] ^ zobrist.pool[piece][p.pool[piece]] ^ \
            zobrist.pool[piece][p.pool[piece] - 1]
    if kind != STEP and kind != CAPTURE and kind != JUMP:
        return p.key
    if kind != STEP:
        key ^= zobrist.piece[(0 if own else TYPES) + move_victim(move)][to]
    return key ^ zobrist.piece[own + move_mover(move)][move_from(move)] ^ zobrist.piece[own + move_mover(move)][to]
