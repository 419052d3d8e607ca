# Single moves of turns, the moves of the search's RULES.
from oddfish.cext.core.types cimport Key, Move
from oddfish.cext.tandem.position cimport TandemPosition

include "../core/moves.pxi"
cdef bint in_check(const void* position) noexcept nogil
cdef void set_key(TandemPosition* p) noexcept nogil
