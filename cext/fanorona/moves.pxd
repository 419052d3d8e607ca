from oddfish.cext.core.bits cimport Bitboard
from oddfish.cext.fanorona.position cimport FanoronaPosition
from oddfish.cext.core.types cimport Key, Move

cdef int generate(const void* position, Move* moves) noexcept nogil
cdef int noisy(const void* position, Move* moves) noexcept nogil
cdef int count(const void* position) noexcept nogil
cdef void make(const void* position, Move move, void* following) noexcept nogil
cdef void make_null(const void* position, void* following) noexcept nogil
cdef bint in_check(const void* position) noexcept nogil
cdef Key fresh_key(const void* position) noexcept nogil
cdef bint valid(const void* position) noexcept nogil
cdef bint threatened(const FanoronaPosition* p, int king, int by, Bitboard occ, Bitboard enemy) noexcept nogil
cdef int lost_types(const FanoronaPosition* p, int color) noexcept nogil
