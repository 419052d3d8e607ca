"""The parameters of the search, from the table in parameters.h."""

from oddfish.cext.search cimport parameters

from collections import namedtuple

Parameter = namedtuple("Parameter", "name default low high text", module=__name__)
Parameter.__doc__ = "A parameter of the search: its default, its sensible range, and what it does."


cdef list listed_parameters():
    cdef const parameters.Parameter* row
    cdef int i
    found = []
    for i in range(parameters.COUNT):
        row = &parameters.table[i]
        found.append(Parameter(row.name.decode(), row.value, row.low, row.high, row.text.decode()))
    return found


#: Every parameter of the search.
PARAMETERS = tuple(listed_parameters())
