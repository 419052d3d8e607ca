# Bit operations on 64-bit boards (bits.h chooses the instructions).
from libc.stdint cimport uint32_t, uint64_t

ctypedef uint64_t Bitboard

cdef extern from "bits.h" nogil:
    int popcount "of_popcount"(Bitboard b)
    int lsb "of_lsb"(Bitboard b)      # b != 0
    int msb "of_msb"(Bitboard b)      # b != 0
    void copy "of_copy"(void* to, const void* source, size_t size)      # at most 512 bytes, a constant
    void clear "of_clear"(void* at, size_t size)        # a constant multiple of 64
    void prefetch_line "of_prefetch"(const void* p)     # start loading its cache line
    bint DEBUG "OF_DEBUG"             # built with ODDFISH_DEBUG=1


cdef inline Bitboard bit(int sq) noexcept nogil:
    return (<Bitboard> 1) << sq


cdef inline int pop_lsb(Bitboard* b) noexcept nogil:
    """Remove the lowest square from ``b`` (not empty) and return it."""
    cdef int sq = lsb(b[0])
    b[0] &= b[0] - 1
    return sq


# The same for boards of at most 32 squares.
cdef inline uint32_t bit32(int sq) noexcept nogil:
    return (<uint32_t> 1) << sq


cdef inline int pop_lsb32(uint32_t* b) noexcept nogil:
    """Remove the lowest square from ``b`` (not empty) and return it."""
    cdef int sq = lsb(b[0])
    b[0] &= b[0] - 1
    return sq


cdef inline bint more_than_one(Bitboard b) noexcept nogil:
    return (b & (b - 1)) != 0
