# Steps that do not promote (N4), for all pawns at once.
#
# Each step is one bit of a word. The low 30 bits are the straight steps, by destination: a step that does not promote
# reaches six ranks. The diagonal steps are above them: those towards file e on even bits, and those towards file a on
# the odd bits between, because only every other point has diagonals. No pawn ever stands on its first rank.
from oddfish.cext.core.bits cimport Bitboard
from oddfish.cext.core.types cimport Move
from oddfish.cext.fanorona.geometry cimport EASTWARD, WESTWARD, last_rank
from oddfish.cext.fanorona.position cimport PAWN, FanoronaPosition

cdef enum:
    NO_STEP = 63            # a bit that is not used by any step

ctypedef struct Steps:
    Bitboard quiet
    Bitboard withdrawals
    Bitboard approaches

# The move that each bit of a word stands for.
ctypedef struct StepMoves:
    Move quiet[64]
    Move withdrawal[64]
    Move approach[64]

cdef StepMoves step_moves[2]        # by colour


cdef inline Bitboard step_word(int us, Bitboard straight, Bitboard east, Bitboard west) noexcept nogil:
    """The word of steps to these points."""
    if us == 0:
        return straight >> 10 | (east | west << 1) << 20
    return straight >> 5 | (east | west << 1) << 25


cdef inline Bitboard forward(int us, Bitboard b, int files) noexcept nogil:
    """The points one rank ahead and ``files`` towards file e."""
    return b << (5 + files) if us == 0 else b >> (5 - files)


cdef inline Steps steps_to(int us, Bitboard pawns, Bitboard enemy, Bitboard empty) noexcept nogil:
    """All steps to ``empty`` points; a step captures an enemy behind its start or beyond its end (N5)."""
    cdef int them = 1 - us
    cdef Bitboard straight = forward(us, pawns, 0) & empty
    cdef Bitboard east = forward(us, pawns & EASTWARD, 1) & empty
    cdef Bitboard west = forward(us, pawns & WESTWARD, -1) & empty
    cdef Steps steps
    steps.withdrawals = step_word(
        us, straight & forward(us, forward(us, enemy, 0), 0),
        east & forward(us, forward(us, enemy & EASTWARD, 1), 1),
        west & forward(us, forward(us, enemy & WESTWARD, -1), -1))
    steps.approaches = step_word(
        us, straight & forward(them, enemy, 0),
        east & EASTWARD & forward(them, enemy, -1),
        west & WESTWARD & forward(them, enemy, 1))
    steps.quiet = step_word(us, straight, east, west) & ~(steps.withdrawals | steps.approaches)
    return steps


cdef inline Steps pawn_steps(const FanoronaPosition* p) noexcept nogil:
    """The steps of the side to move, without promotions."""
    cdef Bitboard empty = ~(p.color[0] | p.color[1])
    if p.side == 0:
        return steps_to(0, p.type[PAWN] & p.color[0], p.color[1], empty & ~last_rank(0))
    return steps_to(1, p.type[PAWN] & p.color[1], p.color[0], empty & ~last_rank(1))
