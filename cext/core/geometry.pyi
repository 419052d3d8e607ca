"""Attack tables of the 8x8 board; only the leap vectors are there for Python."""

#: Leap vectors (file, rank) of White's leapers by letter.
LEAPS: dict[str, tuple[tuple[int, int], ...]]
#: Index of each leaper in the attack tables.
LEAP_INDEX: dict[str, int]
