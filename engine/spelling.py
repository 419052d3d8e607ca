"""Suggestions for misspelled names."""

from __future__ import annotations

from collections.abc import Iterable


def similar(name: str, known: Iterable[str], most: int = 4) -> list[str]:
    """The known names that begin like an unknown name, else those that are spelled much like it; in any case."""
    import difflib  # slow to import and rarely needed

    wanted = name.strip().lower()
    names = {one.lower(): one for one in known}
    found = [one for one in names if wanted and one.startswith(wanted)]
    cutoff = 0.7 if len(wanted) > 3 else 0.6  # two letters exchanged in a word of three
    found = found or difflib.get_close_matches(wanted, names, most, cutoff)
    return [names[one] for one in found[:most]]


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """The question `did you mean banqi? ` before a list of the known names; '' if none is similar."""
    return question(similar(name, known))


def question(names: Iterable[str]) -> str:
    """The question `did you mean banqi? `; '' if there are no names."""
    text = " or ".join(names)
    return f"did you mean {text}? " if text else ""
