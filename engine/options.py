"""Options of the engine and of variants, as both protocols announce them to a GUI."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from oddfish.engine.ranges import Whole, is_switch, read_switch
from oddfish.engine.spelling import did_you_mean


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
            if is_switch(value):
                return read_switch(value)
            raise OptionError(f"option {self.name}: '{value}' is neither true nor false")
        if self.kind == "spin":
            try:
                return Whole(self.low, self.high).read(value)
            except ValueError as error:
                raise OptionError(f"option {self.name}: {error}") from None
        if self.kind == "combo":
            for choice in self.choices:
                if choice.lower() == value.lower():
                    return choice
            if self.formerly and is_switch(value):
                return self.formerly[read_switch(value)]
            known = f"{did_you_mean(value, self.choices)}expected one of {', '.join(self.choices)}"
            raise OptionError(f"option {self.name}: unknown value '{value}': {known}")
        return value


def normalized(name: str) -> str:
    """An option's name in lower case without spaces. Neither matters, because CECP's names have no spaces."""
    return name.replace(" ", "").lower()


def find_option(options: Sequence[Option], name: str) -> Option:
    """Find an option by its name, in any case.

    Raises:
        OptionError: there is no such option.
    """
    for option in options:
        if option.name.lower() == name.strip().lower():
            return option
    names = [option.name for option in options]
    known = f"expected one of {', '.join(names)}" if names else "there are no options"
    raise OptionError(f"unknown option '{name.strip()}': {did_you_mean(name, names)}{known}")


def shown(value: str | int | bool) -> str:
    """An option's value as the user enters it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def tag_of(values: Mapping[str, str | int | bool]) -> str:
    """Options as the PGN tag ``Options`` lists them: ``MultiCapture=true, NoProgressPlies=60``."""
    return ", ".join(f"{name}={shown(value)}" for name, value in values.items())
