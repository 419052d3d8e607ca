"""Options of the engine and of variants, as both protocols announce them to a GUI."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

_TRUE, _FALSE = ("true", "1", "on", "yes"), ("false", "0", "off", "no")


class OptionError(ValueError):
    """An unknown option, or a value that the option does not take."""


class Option(NamedTuple):
    """One option. ``kind`` is check, spin, combo, string or button, as in UCI and CECP, or file, which UCI announces as
    a string. A combo that used to be a check still accepts false and true; ``formerly`` gives their meanings."""

    name: str
    kind: str
    default: str | int | bool
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    help: str = ""
    formerly: tuple[str, ...] = ()

    def read(self, text: str | int | bool) -> str | int | bool:
        """Parse a value as the GUI sends it.

        Raises:
            OptionError: the option does not take this value.
        """
        value = str(text).strip()
        if self.kind == "check":
            if value.lower() in _TRUE + _FALSE:
                return value.lower() in _TRUE
            raise OptionError(f"option {self.name}: '{value}' is neither true nor false")
        if self.kind == "spin":
            try:
                number = int(value)
            except ValueError:
                raise OptionError(f"option {self.name}: '{value}' is not a whole number") from None
            if not self.low <= number <= self.high:
                raise OptionError(f"option {self.name}: {number} is outside {self.low}..{self.high}")
            return number
        if self.kind == "combo":
            for choice in self.choices:
                if choice.lower() == value.lower():
                    return choice
            if self.formerly and value.lower() in _TRUE + _FALSE:
                return self.formerly[value.lower() in _TRUE]
            raise OptionError(f"option {self.name}: unknown value '{value}': expected one of {', '.join(self.choices)}")
        return value


def normalized(name: str) -> str:
    """An option's name in lower case without spaces. Neither matters: CECP's names have no spaces."""
    return name.replace(" ", "").lower()


def find_option(options: Sequence[Option], name: str) -> Option:
    """Find an option by its name, in any case.

    Raises:
        OptionError: there is no such option.
    """
    for option in options:
        if option.name.lower() == name.strip().lower():
            return option
    known = f"expected one of {', '.join(option.name for option in options)}" if options else "there are no options"
    raise OptionError(f"unknown option '{name.strip()}': {known}")


def shown(value: str | int | bool) -> str:
    """An option's value as the user enters it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
