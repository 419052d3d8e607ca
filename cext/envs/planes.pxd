# Writes observations: a family's planes, then three that every game has.
from libc.stdint cimport uint8_t
from libc.string cimport memset

from oddfish.cext.core.bits cimport Bitboard, pop_lsb
from oddfish.cext.core.encoding cimport MAX_BOARDS, MAX_VALUES, EncodingTable
from oddfish.cext.core.rules cimport Common, side_of

cdef enum:
    COMMON_PLANES = 3       # whether the viewer is to move, the clock, earlier occurrences of the position
    MOST_REPETITIONS = 2

# An observation before it is written: bitboards, then values.
ctypedef struct Sight:
    int boards
    int values
    Bitboard board[MAX_BOARDS]
    uint8_t value[MAX_VALUES + COMMON_PLANES]


cdef inline void look(const EncodingTable* table, const void* position, int viewer, int repetitions,
                      Sight* s) noexcept nogil:
    cdef int clock = (<const Common*> position).clock
    s.boards = table.boards(position)
    s.values = table.values(position)
    table.observe(position, viewer, s.board, s.value)
    s.value[s.values] = viewer == side_of(position)
    s.value[s.values + 1] = <uint8_t> min(clock, 255)
    s.value[s.values + 2] = <uint8_t> min(repetitions, MOST_REPETITIONS)
    s.values += COMMON_PLANES


cdef inline float full_value(const EncodingTable* table, int values, int i) noexcept nogil:
    """The value that counts as 1.0 on a plane of values."""
    i -= values - COMMON_PLANES
    if i < 0:
        return table.full[i + values - COMMON_PLANES]
    return 1 if i == 0 else table.clock if i == 1 else MOST_REPETITIONS


cdef inline void write_bytes(const EncodingTable* table, int viewer, Sight* s, uint8_t* out) noexcept nogil:
    cdef int i, size = table.files * table.ranks
    cdef const uint8_t* view = table.view[viewer]
    memset(out, 0, s.boards * size)
    for i in range(s.boards):
        while s.board[i]:
            out[view[pop_lsb(&s.board[i])]] = 1
        out += size
    for i in range(s.values):
        memset(out, s.value[i], size)
        out += size


cdef inline void write_floats(const EncodingTable* table, int viewer, Sight* s, float* out) noexcept nogil:
    cdef int i, j, size = table.files * table.ranks
    cdef const uint8_t* view = table.view[viewer]
    cdef float value
    memset(out, 0, s.boards * size * sizeof(float))
    for i in range(s.boards):
        while s.board[i]:
            out[view[pop_lsb(&s.board[i])]] = 1
        out += size
    for i in range(s.values):
        value = s.value[i] / full_value(table, s.values, i)
        for j in range(size):
            out[j] = value
        out += size
