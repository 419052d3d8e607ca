"""The rules of games that searches are reading and that must not change until the searches end."""

from __future__ import annotations

from contextlib import suppress

# One entry for each search. Lists need no lock, which a fork could leave locked.
_held: list[object] = []


def hold(rules: object) -> None:
    """A search begins to read the rules of a game (`Position.owner`; None in games without)."""
    _held.append(rules)


def release(rules: object) -> None:
    """A search has ended. In a forked child, it may not have begun."""
    with suppress(ValueError):
        _held.remove(rules)


def check_free(rules: object) -> None:
    """Check that no search is reading these rules.

    Raises:
        RuntimeError: one is.
    """
    if rules in _held:
        raise RuntimeError("a search is using these rules: stop it and wait until it ends")
