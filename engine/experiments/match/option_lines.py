"""Reads the options that engines announce, in UCI or CECP. Engines are not always exact.

An option whose default is outside its bounds becomes a text, whose values the engine itself has to check. A line that
is not an option at all is left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from oddfish.engine.ranges import LARGEST, Whole

#: The value of an option; None for a button.
OptionValue: TypeAlias = str | int | bool | None

_KINDS = ("check", "spin", "combo", "button", "reset", "save", "string", "file", "path")
_LINE = re.compile(
    r"\s*option\s+name\s+(?P<name>\S+(?:\s+(?!type\s)\S+)*)\s+type\s+(?P<kind>\S+)(?P<rest>(\s.*)?)", re.DOTALL
)
_FIELD = re.compile(r"(?:^|(?<=\s))(default|min|max|var)(?=\s|$)")
_FEATURE = re.compile(r"(?P<name>\S+(?:\s+\S+)*?)\s+-(?P<kind>[a-z]+)(?P<rest>(\s.*)?)", re.DOTALL)
#: Longer names are not accepted as names.
_LONGEST_NAME = 200
#: Options that the drivers set themselves; users cannot.
MANAGED = ("uci_chess960", "uci_variant", "multipv", "ponder")
#: The types that these options, and one more, must have.
_TYPES = {
    "uci_chess960": ("check",), "uci_variant": ("combo", "string"), "multipv": ("spin", "string"), "ponder": ("check",),
    "uci_analysemode": ("check",),
}  # fmt: skip
#: Options that the drivers set to their default, which must therefore be known.
_BY_DEFAULT = ("multipv", "ponder")

_FEATURES = re.compile(r'(?<!\w)(\w+)=(?:"([^"]*)"|(\S*))')


class EngineOption(NamedTuple):
    """An option that an engine announces. ``type`` is check, spin, combo, string, file, path, button, reset or save.
    python-chess reads options of CECP engines, too, so attributes and methods have its names."""

    name: str
    type: str
    default: OptionValue = None
    min: int | None = None
    max: int | None = None
    var: Sequence[str] | None = None

    def parse(self, value: OptionValue) -> OptionValue:
        """The value as the engine receives it.

        Raises:
            ValueError: the option does not take this value.
        """
        if self.type == "check":
            return bool(value) and value != "false"
        if self.type == "spin":
            low, high = (-LARGEST if self.min is None else self.min), (LARGEST if self.max is None else self.max)
            return self._checked(Whole(low, high), value)
        if self.type in ("button", "reset", "save"):
            return None
        text = str(value)
        if self.type == "combo" and text not in (self.var or ()):
            raise ValueError(f"option {self.name}: '{text}' is not one of {', '.join(self.var or ())}")
        if "\n" in text or "\r" in text:
            raise ValueError(f"option {self.name}: a value cannot contain line breaks")
        return text

    def is_managed(self) -> bool:
        """Whether the drivers set the option themselves."""
        return self.name.lower() in MANAGED

    def _checked(self, accepted: Whole, value: OptionValue) -> int:
        try:
            return accepted.read(str(value))
        except ValueError as error:
            raise ValueError(f"option {self.name}: {error}") from None


class Read(NamedTuple):
    """An option, or None, and what is wrong with its line, or ''."""

    option: EngineOption | None
    problem: str = ""


def read_uci_option(line: str) -> Read:
    """Read a line ``option name NAME type TYPE [default X] [min A] [max B] [var V]...``."""
    found = _LINE.fullmatch(line.rstrip())
    if found is None:
        return Read(None, f"'{line.strip():.80}' is not 'option name NAME type TYPE ...'")
    values: dict[str, str] = {}
    choices: list[str] = []
    parts = _FIELD.split(found["rest"])
    for key, text in zip(parts[1::2], map(str.strip, parts[2::2])):
        if key == "var":
            choices.append(text)
        else:
            values.setdefault(key, text)
    default = values.get("default")
    return _option(found["name"], found["kind"], default, values.get("min", ""), values.get("max", ""), choices)


def read_features(text: str) -> list[tuple[str, str]]:
    """The names and values of a line ``feature NAME=VALUE NAME="VALUE" ...``, without its first word."""
    return [(name, quoted or plain.strip('"')) for name, quoted, plain in _FEATURES.findall(text)]


def read_cecp_option(text: str) -> Read:
    """Read the value of a feature ``option="NAME -TYPE VALUE ..."``."""
    found = _FEATURE.fullmatch(text.strip())
    if found is None:
        return Read(None, f"'{text.strip():.80}' is not 'NAME -TYPE ...'")
    rest = found["rest"].strip()
    kind = "spin" if found["kind"] == "slider" else found["kind"]
    if kind == "check":
        return _option(found["name"], kind, {"1": "true", "0": "false"}.get(rest, rest))
    if kind == "spin":
        default, low, high = (*rest.split(), "", "", "")[:3]
        return _option(found["name"], kind, default, low, high)
    if kind == "combo":
        choices = [choice.strip() for choice in rest.split("///")]
        default = next((choice[1:].strip() for choice in choices if choice.startswith("*")), None)
        return _option(found["name"], kind, default, choices=[choice.removeprefix("*").strip() for choice in choices])
    return _option(found["name"], kind, rest)


def _option(
    name: str, kind: str, default: str | None, low: str = "", high: str = "", choices: list[str] | None = None
) -> Read:
    """The option with these texts. Bounds that are missing are ''."""
    if len(name) > _LONGEST_NAME or not name.isprintable():
        return Read(None, f"'{name[:40]!r}…' is not a name")
    if kind not in _KINDS:
        return Read(None, f"{name}: unknown type '{kind:.40}'")
    wanted = _TYPES.get(name.lower())
    if wanted is not None and kind not in wanted:
        return Read(None, f"{name}: type {kind}, expected {wanted[0]}")
    read = _of_kind(name, kind, default, low, high, choices)
    return read._replace(option=None) if read.problem and name.lower() in _BY_DEFAULT else read


def _of_kind(name: str, kind: str, default: str | None, low: str, high: str, choices: list[str] | None) -> Read:
    try:
        if kind == "check":
            problem = f"{name}: default '{default:.40}' is neither true nor false" if default else ""
            known = {"true": True, "false": False}.get(default or "")
            return Read(EngineOption(name, kind, known), problem if known is None else "")
        if kind == "spin":
            limits = [Whole().read(bound) if bound else None for bound in (low, high)]
            least, most = limits
            accepted = Whole(-LARGEST if least is None else least, LARGEST if most is None else most)
            value = accepted.read(default or "")
            return Read(EngineOption(name, kind, value, least, most))
        if kind == "combo":
            listed = [choice for choice in choices or [] if choice]
            if not listed and not default:
                raise ValueError("and choices are missing")
            if default is not None and default not in listed:
                more = [*listed, default] if default else listed
                return Read(EngineOption(name, kind, var=more), f"{name}: default '{default:.40}' is not a choice")
            return Read(EngineOption(name, kind, default, var=listed))
    except ValueError as error:
        return Read(EngineOption(name, "string"), f"{name}: default {error}")
    if kind in ("button", "reset", "save"):
        return Read(EngineOption(name, kind))
    return Read(EngineOption(name, kind, "" if default in (None, "<empty>") else default))
