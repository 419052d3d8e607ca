# Listing moves. One generator serves several purposes: its mode, a constant in every call, says which.
from oddfish.cext.core.bits cimport Bitboard, pop_lsb, popcount
from oddfish.cext.core.types cimport Move

cdef extern from "listing.h" nogil:
    const int VECTORS "of_has_vectors"
    int list_squares "of_list_squares"(Move* moves, int n, Bitboard squares, Move stem)
    int list_steps "of_list_steps"(Move* moves, int n, Bitboard squares, Move stem, int delta)

# The modes from COUNT on list nothing, so the list of moves may be NULL.
cdef enum Mode:
    ALL = 0         # every legal move
    NOISY = 1       # moves that quiescence searches
    QUIET = 2       # the other moves
    COUNT = 3       # only the number of moves
    ANY = 4         # whether there is any move: a number above 0 if so


cdef inline int add_move(Move* moves, int n, Mode mode, Move move) noexcept nogil:
    """Append a move; return the new length."""
    if mode < COUNT:
        moves[n] = move
    return n + 1


cdef inline int add_moves(Move* moves, int n, Mode mode, Bitboard targets, Move stem) noexcept nogil:
    """Append ``stem`` (a move to square 0) with each of ``targets`` as its destination; return the new length."""
    if mode >= COUNT:
        return n + popcount(targets)
    while targets:
        moves[n] = stem | <Move> pop_lsb(&targets)
        n += 1
    return n


cdef inline int add_many_moves(Move* moves, int n, Mode mode, Bitboard targets, Move stem) noexcept nogil:
    """Like `add_moves`, but faster if there are usually many targets. Overwrites up to 16 moves past the list."""
    return list_squares(moves, n, targets, stem) if VECTORS and mode < COUNT and mode != NOISY else \
        add_moves(moves, n, mode, targets, stem)


cdef inline bint is_listed(const Move* moves, int n, Move move) noexcept nogil:
    cdef int i
    for i in range(n):
        if moves[i] == move:
            return True
    return False
