# Single moves of turns, the moves of the search's RULES.
from oddfish.cext.core.types cimport Key, Move
from oddfish.cext.tandem.position cimport TandemPosition

include "../core/moves.pxi"
cdef int quiets(const void* position, Move* moves) noexcept nogil
cdef bint legal(const void* position, Move move) noexcept nogil
cdef bint in_check(const void* position) noexcept nogil
cdef void set_key(TandemPosition* p) noexcept nogil
