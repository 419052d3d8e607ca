"""The arguments of commands: readers, and errors."""

from __future__ import annotations

from collections.abc import Callable

from oddfish.cext.core.errors import FenError
from oddfish.engine.game import MoveError
from oddfish.engine.options import OptionError
from oddfish.engine.printable import printable
from oddfish.engine.variants import UnknownVariantError

#: Times (in ms) and counts are clamped to these values, so that they fit the search's integers.
MAX_TIME = 10**10
MAX_COUNT = 2**62


class CommandError(ValueError):
    """A command that cannot be carried out."""


#: The exceptions that bad input raises; any other exception is a bug.
INPUT_ERRORS = (CommandError, FenError, MoveError, OptionError, UnknownVariantError)

#: Executes a command; the argument is the rest of the line.
Handler = Callable[[str], None]


def ignore(text: str) -> None:
    """Execute a command that needs no action."""


def read_int(text: str, name: str, low: int = 0, high: int = MAX_COUNT) -> int:
    """Parse a whole number and clamp it to the bounds.

    Raises:
        CommandError: the text is not a whole number.
    """
    try:
        return max(low, min(int(text[:40]), high))
    except ValueError:
        raise CommandError(f"{name} '{printable(text, 40)}' is not a whole number") from None
