"""Steps and lines of Banqi's 4x8 board, made when the module is loaded."""

from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memset

cdef Lines lines


cdef const Lines* banqi_lines() noexcept nogil:
    return &lines


cdef void set_up() noexcept nogil:
    cdef int sq, other, file, rank, d, dx, dy
    memset(&lines, 0, sizeof(lines))
    for sq in range(32):
        for other in range(32):
            lines.distance[sq][other] = <uint8_t> (abs(sq % 4 - other % 4) + abs(sq // 4 - other // 4))
            if lines.distance[sq][other] == 1:
                lines.step[sq] |= <uint32_t> 1 << other
        for d in range(4):
            dx = 1 if d == RIGHT else -1 if d == LEFT else 0
            dy = 1 if d == UP else -1 if d == DOWN else 0
            file = sq % 4 + dx
            rank = sq // 4 + dy
            while 0 <= file < 4 and 0 <= rank < 8:
                lines.ray[sq][d] |= <uint32_t> 1 << 4 * rank + file
                file += dx
                rank += dy
            lines.cross[sq] |= lines.ray[sq][d]


set_up()
