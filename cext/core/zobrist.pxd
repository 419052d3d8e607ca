# Zobrist keys. Each game fills its keys from one stream of random numbers, the same in every process.
from oddfish.cext.core.keys cimport splitmix
from oddfish.cext.core.types cimport Key

# What FIDE's rules add to the placement of the pieces.
ctypedef struct StateKeys:
    Key rights[16]
    Key file[8]             # of an en-passant square, if a capture there is legal
    Key side                # the second player is to move


cdef inline void fill_keys(Key* keys, int count, Key* state) noexcept nogil:
    cdef int i
    for i in range(count):
        keys[i] = splitmix(state)


cdef inline void fill_state_keys(StateKeys* keys, Key* state) noexcept nogil:
    fill_keys(keys.rights, 16, state)
    fill_keys(keys.file, 8, state)
    keys.side = splitmix(state)
