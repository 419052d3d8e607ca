from typing import NamedTuple

class Parameter(NamedTuple):
    """A parameter of the search: its default, its sensible range, and what it does."""

    name: str
    default: int
    low: int
    high: int
    text: str

#: Every parameter of the search.
PARAMETERS: tuple[Parameter, ...]
