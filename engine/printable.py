"""Texts for messages: foreign text made safe to show, amounts, and what an exception says."""

from __future__ import annotations


def printable(text: str, limit: int = 200) -> str:
    """Text that is safe to send back or to show: control characters replaced, cut to ``limit`` characters."""
    text = "".join(char if char.isprintable() else "?" for char in text[: limit + 1])
    return text if len(text) <= limit else text[: limit - 1] + "…"


def amount(number: int, what: str) -> str:
    """`1 game`, `2 games`."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def problem_of(error: Exception) -> str:
    """What an exception says about a header that cannot be read. The text of a KeyError is only the missing key."""
    return f"it lacks {error}" if isinstance(error, KeyError) else str(error)
