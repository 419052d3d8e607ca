# Declares a game's `EncodingTable TABLE` and fills in the entries that every game has from functions with these names.
# Include it after them; set arrays, sizes and optional entries afterwards.
cdef EncodingTable TABLE


cdef void number(const void* position, const Move* moves, int n, int* numbers) noexcept nogil:
    cdef int i
    for i in range(n):
        numbers[i] = action(position, moves[i])     # by name, so that the compiler can put it in place


TABLE.actions = actions
TABLE.action = action
TABLE.number = number
TABLE.boards = boards
TABLE.values = values
TABLE.observe = observe
