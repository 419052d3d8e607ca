# Pseudo-random numbers for position keys, the same in every process.
from oddfish.cext.core.types cimport Key


cdef inline Key splitmix(Key* state) noexcept nogil:
    """The next number of the SplitMix64 generator."""
    cdef Key z
    state[0] += <Key> 0x9E3779B97F4A7C15
    z = state[0]
    z = (z ^ (z >> 30)) * <Key> 0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * <Key> 0x94D049BB133111EB
    return z ^ (z >> 31)


cdef inline Key mixed(Key key, Key more) noexcept nogil:
    """Combine two keys, for tables in which a collision does little harm."""
    key = (key ^ more) * <Key> 0x9E3779B97F4A7C15
    return key ^ key >> 32


cdef inline Key hash_text(bytes text):
    """The 64-bit FNV-1a hash of a text."""
    cdef Key h = 0xCBF29CE484222325
    for byte in text:
        h = (h ^ <Key> byte) * <Key> 0x100000001B3
    return h
