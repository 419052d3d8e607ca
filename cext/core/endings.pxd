# Solved endings in memory, for Python.
from oddfish.cext.core.ending_tables cimport EndingGame, TableSet
from oddfish.cext.core.rules cimport Rules


cdef class Tables:
    cdef TableSet data
    cdef readonly str signature     # names the rules that are solved
    cdef readonly str letters       # of the men, by type
    cdef readonly tuple sides       # multisets that a side can have
    cdef dict tables                # (mine, theirs) -> buffer of bytes, or the function that reads it
    cdef readonly object endings    # a read-only view of `tables` for Python
    cdef list kept                  # the buffers that `data` points into

    cdef int begin(self, str signature, const EndingGame* game, str letters, sides) except -1
    cdef int fetch(self, int first, int second) except -1
    cdef int number_of(self, str men) except -1
    cdef int solve_with(self, const Rules* rules, const void* setup, str mine, str theirs) except -1
