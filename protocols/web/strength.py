"""Names for the playing levels, for people who do not know the numbers."""

from __future__ import annotations

from oddfish.engine.levels import FULL_STRENGTH, LEVELS

#: Names of levels: each applies from its level upwards.
_NAMES = (
    (0, "First steps"), (2, "Beginner"), (5, "Casual"), (8, "Improving"), (11, "Club player"), (14, "Strong"),
    (17, "Expert"), (FULL_STRENGTH, "Full strength"),
)  # fmt: skip


def level_names() -> list[str]:
    """The name of every level."""
    return [
        [name for least, name in _NAMES if least <= level][-1]
        + (f" (about {LEVELS[level].elo})" if level < FULL_STRENGTH else "")
        for level in range(FULL_STRENGTH + 1)
    ]
