from libc.stdint cimport uint64_t

from oddfish.cext.core.types cimport Key, Move

include "../core/moves.pxi"
cdef bint in_check(const void* position) noexcept nogil
cdef int quiets(const void* position, Move* moves) noexcept nogil
cdef bint legal(const void* position, Move move) noexcept nogil
cdef bint gives_check(const void* position, Move move) noexcept nogil
cdef int first_check(const void* position, const Move* moves, int n) noexcept nogil
cdef bint count_replies(const void* position, Move* moves, uint64_t* leaves, uint64_t* outcomes) noexcept nogil
