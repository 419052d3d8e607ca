"""Options of the engine and of variants, as both protocols show them to a GUI."""

from __future__ import annotations

from typing import NamedTuple


class OptionError(ValueError):
    """An option's name is unknown or its value is not one it takes; the text says which and why."""


class Option(NamedTuple):
    """One option: ``kind`` is check, spin, combo, string or button, as in UCI and CECP, or file, which to UCI is a
    string."""

    name: str
    kind: str
    default: str | int | bool
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    help: str = ""

    def read(self, text: str | int | bool) -> str | int | bool:
        """The value of a text as the GUI sends it.

        Raises:
            OptionError: it is no value of this option.
        """
        value = str(text).strip()
        if self.kind == "check":
            if value.lower() in ("true", "1", "on", "yes"):
                return True
            if value.lower() in ("false", "0", "off", "no"):
                return False
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
            raise OptionError(f"option {self.name}: '{value}' is none of {', '.join(self.choices)}")
        return value


def find_option(options: tuple[Option, ...] | list[Option], name: str) -> Option:
    """The option of a name, whatever its case.

    Raises:
        OptionError: there is none; the text lists those known.
    """
    for option in options:
        if option.name.lower() == name.strip().lower():
            return option
    known = ", ".join(option.name for option in options)
    raise OptionError(f"unknown option '{name.strip()}'; known are {known}")
