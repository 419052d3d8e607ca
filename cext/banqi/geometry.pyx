"""Attack tables of Banqi's board, filled in at import."""

from libc.string cimport memset

from oddfish.cext.core.bits cimport bit32


cdef void set_up() noexcept nogil:
    cdef int sq, file, rank, direction, step_file, step_rank
    memset(&tables, 0, sizeof(tables))
    for sq in range(32):
        tables.step[sq] = neighbours(bit32(sq))
        for direction in range(4):
            step_file = 1 if direction == RIGHT else -1 if direction == LEFT else 0
            step_rank = 1 if direction == UP else -1 if direction == DOWN else 0
            file = sq % 4 + step_file
            rank = sq // 4 + step_rank
            while 0 <= file < 4 and 0 <= rank < 8:
                tables.ray[sq][direction] |= bit32(4 * rank + file)
                file += step_file
                rank += step_rank
            tables.cross[sq] |= tables.ray[sq][direction]


set_up()
