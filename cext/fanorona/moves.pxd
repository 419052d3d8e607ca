from libc.stdint cimport uint64_t

from oddfish.cext.core.types cimport Key, Move

include "../core/moves.pxi"
cdef bint count_replies(const void* position, Move* moves, uint64_t* leaves, uint64_t* outcomes) noexcept nogil
cdef bint legal(const void* position, Move move) noexcept nogil
cdef bint can_return(const void* position, int plies) noexcept nogil
cdef Key key_after(const void* position, Move move) noexcept nogil
cdef bint in_check(const void* position) noexcept nogil
