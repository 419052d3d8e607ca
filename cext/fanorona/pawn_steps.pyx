"""The moves of Fanorona Chess's pawn steps, by bit."""

from oddfish.cext.core.bits cimport bit, lsb
from oddfish.cext.core.types cimport Move
from oddfish.cext.fanorona.geometry cimport NO_POINT, STRONG
from oddfish.cext.fanorona.position cimport PAWN, pack


cdef Move step_move(int to, int up, int victim) noexcept nogil:
    return pack(to - up & 63, to, victim & 63, PAWN, 0)


cdef void fill() noexcept nogil:
    cdef int us, to, files, up, i
    for us in range(2):
        for to in range(10 - 5 * us, 40 - 5 * us):
            for files in range(-1, 2):
                if files and not STRONG & bit(to):
                    continue
                up = (-5 if us else 5) + files
                i = lsb(step_word(us, bit(to) * (files == 0), bit(to) * (files == 1), bit(to) * (files == -1)))
                step_moves[us].quiet[i] = step_move(to, up, NO_POINT)
                step_moves[us].withdrawal[i] = step_move(to, up, to - 2 * up)
                step_moves[us].approach[i] = step_move(to, up, to + up)


fill()
