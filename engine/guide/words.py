"""Puts squares and names into words."""

from __future__ import annotations

from collections.abc import Collection, Set


def capital(text: str) -> str:
    """A text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def listed(names: Collection[str], most: int = 16, last: str = "and") -> str:
    """Names in words: `a3, b4 and c5`; ``last`` replaces `and`. Sets are sorted first."""
    ordered = sorted(names) if isinstance(names, Set) else [*names]
    if len(ordered) > most:
        return f"{', '.join(ordered[:most])} …"
    return f" {last} ".join(filter(None, (", ".join(ordered[:-1]), "".join(ordered[-1:])))) or "nowhere"


def distance(start: str, end: str) -> int:
    """King's moves between two squares."""
    return max(abs(ord(start[0]) - ord(end[0])), abs(int(start[1:]) - int(end[1:])))


def line(start: str, end: str) -> list[str]:
    """The squares between two squares on a rank, file or diagonal; [] if there are none or the two are not in line."""
    files, ranks = ord(end[0]) - ord(start[0]), int(end[1:]) - int(start[1:])
    steps = max(abs(files), abs(ranks))
    if not (files == 0 or ranks == 0 or abs(files) == abs(ranks)):
        return []
    return [
        f"{chr(ord(start[0]) + files // steps * step)}{int(start[1:]) + ranks // steps * step}"
        for step in range(1, steps)
    ]
