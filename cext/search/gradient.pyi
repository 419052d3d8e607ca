"""The loss of a network over positions, and its gradient."""

from typing import Any

def parameter_count(features: int, hidden: int) -> int:
    """How many parameters a network has. ValueError if no network has these sizes."""

def loss(
    lists: Any,
    starts: Any,
    outputs: Any,
    targets: Any,
    rows: Any,
    parameters: Any,
    gradient: Any,
    features: int,
    hidden: int,
    level: int | None = None,
) -> float:
    """The sum of squared errors of the mover's expected score in some positions. Adds its gradient to ``gradient``
    unless that is None. ``level``: the instructions to use, as in `Network.level`; all give the same results.
    ValueError if the arrays do not fit each other."""
