"""Attack tables of the 8x8 board; Python sees only the leapers' vectors."""

#: Leap vectors (file, rank) of White's leapers by letter; Black's are mirrored (docs/rules/half-chess-family.md R2).
LEAPS: dict[str, tuple[tuple[int, int], ...]]
#: Index of each leaper in the attack tables.
LEAP_INDEX: dict[str, int]
#: Whether PEXT is available and fast, so that the modules compiled for it should be loaded.
FAST_PEXT: bool
