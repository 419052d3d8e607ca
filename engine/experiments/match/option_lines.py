"""Reads the options that engines announce, in UCI or CECP. Engines are not always exact.

python-chess rejects an engine for a default outside its bounds. Here such an option becomes a text, whose values the
engine itself has to check, and a line that is no option at all is left out.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from chess.engine import Option

from oddfish.engine.ranges import LARGEST, Whole

_KINDS = ("check", "spin", "combo", "button", "reset", "save", "string", "file", "path")
_LINE = re.compile(r"\s*option\s+name\s+(?P<name>\S.*?)\s+type\s+(?P<kind>\S+)(?P<rest>(\s.*)?)", re.DOTALL)
_FIELD = re.compile(r"(?:^|(?<=\s))(default|min|max|var)(?=\s|$)")
_FEATURE = re.compile(r"(?P<name>\S.*?)\s+-(?P<kind>[a-z]+)(?P<rest>(\s.*)?)", re.DOTALL)
#: Longer names are no names.
_LONGEST_NAME = 200
#: The types that python-chess relies on when it sets these options by itself.
_MANAGED = {
    "uci_chess960": ("check",), "uci_variant": ("combo", "string"), "multipv": ("spin", "string"), "ponder": ("check",),
    "uci_analysemode": ("check",),
}  # fmt: skip
#: Those that it sets to their default, which must therefore be known.
_BY_DEFAULT = ("multipv", "ponder")


_FEATURES = re.compile(r'(\w+)=(?:"([^"]*)"|(\S*))')


class Read(NamedTuple):
    """An option, or None, and what is wrong with its line, or ''."""

    option: Option | None
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
    wanted = _MANAGED.get(name.lower())
    if wanted is not None and kind not in wanted:
        return Read(None, f"{name}: type {kind}, expected {wanted[0]}")
    read = _of_kind(name, kind, default, low, high, choices)
    return read._replace(option=None) if read.problem and name.lower() in _BY_DEFAULT else read


def _of_kind(name: str, kind: str, default: str | None, low: str, high: str, choices: list[str] | None) -> Read:
    try:
        if kind == "check":
            problem = f"{name}: default '{default:.40}' is neither true nor false" if default else ""
            known = {"true": True, "false": False}.get(default or "")
            return Read(Option(name, kind, known, None, None, None), problem if known is None else "")
        if kind == "spin":
            limits = [Whole().read(bound) if bound else None for bound in (low, high)]
            least, most = limits
            accepted = Whole(-LARGEST if least is None else least, LARGEST if most is None else most)
            value = accepted.read(default or "")
            return Read(Option(name, kind, value, least, most, None))
        if kind == "combo":
            listed = [choice for choice in choices or [] if choice]
            if not listed and not default:
                raise ValueError("and choices are missing")
            if default is not None and default not in listed:
                more = [*listed, default] if default else listed
                return Read(Option(name, kind, None, None, None, more), f"{name}: default '{default:.40}' is no choice")
            return Read(Option(name, kind, default, None, None, listed))
    except ValueError as error:
        return Read(Option(name, "string", None, None, None, None), f"{name}: default {error}")
    if kind in ("button", "reset", "save"):
        return Read(Option(name, kind, None, None, None, None))
    return Read(Option(name, kind, "" if default in (None, "<empty>") else default, None, None, None))
