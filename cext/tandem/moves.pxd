# Single moves of turns, which are the moves of RULES (for the search).
from oddfish.cext.core.types cimport Key, Move
from oddfish.cext.tandem.position cimport TandemPosition

include "../core/moves.pxi"
cdef int quiets(const void* position, Move* moves) noexcept nogil
cdef bint legal(const void* position, Move move) noexcept nogil
cdef bint in_check(const void* position) noexcept nogil
cdef void set_key(TandemPosition* p) noexcept nogil
