# Part of game.pyx: the kinds of a move.

#: Names of the bits of `kinds`, in order.
_MOVE_KINDS = ("captures", "approaches", "withdrawals", "promotions", "king's leaps", "checks", "checkmates",
               "stalemates")

cdef enum:
    IS_CAPTURE = 1
    IS_APPROACH = 2
    IS_WITHDRAWAL = 4
    IS_PROMOTION = 8
    IS_LEAP = 16
    IS_CHECK = 32
    IS_MATE = 64
    IS_STALEMATE = 128


cdef inline bint beside(int a, int b) noexcept nogil:
    """Whether one step leads from one point to the other, joined by a line or not."""
    return abs(a % FILES - b % FILES) <= 1 and abs(a // FILES - b // FILES) <= 1


cdef uint32_t kinds(const void* position, Move move, const void* after) noexcept nogil:
    cdef int origin = move_from(move), to = move_to(move), victim = move_victim(move)
    cdef uint32_t result = 0
    if victim != NO_POINT:      # N5: what is taken by withdrawal stands behind the start, else it is farther off
        result = IS_CAPTURE | (IS_WITHDRAWAL if beside(origin, victim) else IS_APPROACH)
    if move_promoted(move):
        result |= IS_PROMOTION
    if move_piece(move) == KING and not beside(origin, to):     # N7
        result |= IS_LEAP
    if in_check(after):
        result |= IS_CHECK
        if count(after) == 0:
            result |= IS_MATE
    elif count(after) == 0:
        result |= IS_STALEMATE
    return result
