"""Foreign text made safe to show."""

from __future__ import annotations


def printable(text: str, limit: int = 200) -> str:
    """Text that is safe to send back or to show: control characters replaced, cut to ``limit`` characters."""
    text = "".join(char if char.isprintable() else "?" for char in text[: limit + 1])
    return text if len(text) <= limit else text[: limit - 1] + "…"
