from oddfish.cext.banqi.position cimport BanqiPosition, Squares
from oddfish.cext.core.types cimport Key, Move, Outcome, Reason

cdef int generate(const void* position, Move* moves) noexcept nogil
cdef int noisy(const void* position, Move* moves) noexcept nogil
cdef int count(const void* position) noexcept nogil
cdef int chances(const void* position, Move move, Move* outcomes, int* weights) noexcept nogil
cdef void make(const void* position, Move move, void* following) noexcept nogil
cdef void make_null(const void* position, void* following) noexcept nogil
cdef Outcome cycle(const void* position, int plies, Reason* reason) noexcept nogil
cdef Key fresh_key(const void* position) noexcept nogil
cdef bint valid(const void* position) noexcept nogil
cdef Squares takeable(const BanqiPosition* p, int color) noexcept nogil
cdef bint goes_on(const BanqiPosition* p, int sq) noexcept nogil
