"""Hostile text takes linear time: regular expressions do not backtrack for long, nor do readers go back."""

from __future__ import annotations

import ast
import importlib
import io
import random
import re
import signal
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from oddfish.engine.epd import read_epd
from oddfish.engine.experiments.against.generators import GeneratorError, read_divide
from oddfish.engine.experiments.match.control import read_tc
from oddfish.engine.experiments.match.engine_output import plain_thinking, read_info
from oddfish.engine.experiments.match.option_lines import read_cecp_option, read_features, read_uci_option
from oddfish.engine.game import Game
from oddfish.engine.pgn.read import looks_like_pgn, read_pgn
from oddfish.engine.pgn.split import split_games
from oddfish.engine.ranges import Number, Whole
from oddfish.engine.suites import read_suite
from oddfish.engine.variants import REGISTRY
from oddfish.protocols.projections.base import without_hands

ROOT = Path(__file__).resolve().parents[2]
#: Modules whose patterns see only texts of Oddfish.
_OWN = {"catalogue", "manual", "pages", "variants", "svg"}
_METHODS = ("search", "match", "fullmatch", "split", "findall", "finditer", "sub")
_LENGTH = 30_000
#: Seconds of CPU time for so many characters; a pattern that tries all pairs of places takes much longer.
_LIMIT = 1.5
#: Texts to repeat that have a meaning in some format, and what stands before them.
_UNITS = (
    " ", "\t", "\n", "\n\n", "[", "]", '"', "\\", "{", "}", "(", ")", "%", "%\n", ";", "1", "1.", "a", "a ", "=", "-",
    "/", "*", "[ ", '["', '[a"', '[a "', "[a\n", '[a "b"]', '[a "b"]\n\n', "1-0 ", "\x00", "é", "+", "type ", "x1",
    "(x", "$1", "! ", "1/", "k", "e2e4 ", "O-O", "info ", "1 1 ", ": ", ",", "c1 ", "@", "~",
)  # fmt: skip
_BEGINNINGS = ("", '[a "b"] ', "option name a", "x")


class SlowError(Exception):
    """A text took too long."""


def limited(run: Callable[[], Any]) -> None:
    """Run something for a limited CPU time; regular expressions can be interrupted, too."""

    def stop(*_: Any) -> None:
        raise SlowError

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, _LIMIT)
    try:
        run()
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@cache
def patterns() -> dict[str, tuple[re.Pattern[Any], str]]:
    """The regular expressions of the sources by place, each with a method that is called."""
    found: dict[str, tuple[re.Pattern[Any], str]] = {}
    for top in ("engine", "protocols", "library"):
        for path in sorted((ROOT / top).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            if path.stem in _OWN or "re." not in text:
                continue
            name = ".".join(("oddfish", *path.relative_to(ROOT).with_suffix("").parts)).removesuffix(".__init__")
            for node in ast.walk(ast.parse(text)):
                if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
                    continue
                method, of = node.func.attr, node.func.value
                if method not in _METHODS or not isinstance(of, ast.Name):
                    continue
                place = f"{name}:{node.lineno}"
                if of.id != "re":
                    pattern = getattr(importlib.import_module(name), of.id, None)
                elif isinstance(node.args[0], ast.Constant):
                    pattern = re.compile(node.args[0].value)
                else:
                    continue
                if isinstance(pattern, re.Pattern):
                    found[place] = pattern, method
    return found


def pumped(pattern: re.Pattern[Any]) -> Iterator[str]:
    """Long texts of repeated letters and words of a pattern, with something else before and behind them."""
    source = pattern.pattern if isinstance(pattern.pattern, str) else pattern.pattern.decode("latin-1")
    rng = random.Random(source)
    letters = sorted({*re.sub(r"\\[A-Za-z]", "", source), *' \n"[a1.'})
    beginnings = ("", '[a "b"]', " ".join(re.findall("[a-z]{2,}", source)) + " ", "[a", "x", "1")
    for number in range(len(letters) + 30):
        unit = letters[number] if number < len(letters) else "".join(rng.choices(letters, k=rng.choice((2, 2, 3))))
        yield f"{rng.choice(beginnings)}{unit * (_LENGTH // len(unit))}{rng.choice(('', chr(1), 'x', *letters))}"


@pytest.mark.parametrize("place", patterns())
def test_patterns(place: str) -> None:
    pattern, method = patterns()[place]
    for text in pumped(pattern):
        subject = text if isinstance(pattern.pattern, str) else text.encode("latin-1", "replace")
        try:
            limited(lambda: apply(pattern, method, subject))  # noqa: B023
        except SlowError:
            pytest.fail(f"{pattern.pattern!r} is slow: {text[:40]!r} … {text[-10:]!r}")


def apply(pattern: re.Pattern[Any], method: str, text: Any) -> None:
    if method == "sub":
        pattern.sub(text[:0], text)
    else:
        found = getattr(pattern, method)(text)
        if method == "finditer":
            list(found)


READERS: dict[str, Callable[[str], Any]] = {
    "PGN": lambda text: list(read_pgn(text)),
    "PGN in pieces": lambda text: list(split_games(io.BytesIO(text.encode()), 64)),
    "whether PGN": lambda text: looks_like_pgn(text.encode()),
    "EPD": read_epd,
    "suites": lambda text: list(read_suite(text, "text")),
    "numbers": lambda text: Number().read(text),
    "whole numbers": lambda text: Whole().read(text),
    "time controls": read_tc,
    "options of UCI": read_uci_option,
    "options of CECP": read_cecp_option,
    "features": read_features,
    "thinking": lambda text: (read_info(text), plain_thinking(text)),
    "FENs without hands": without_hands,
    "counts": lambda text: read_divide([text]),
    **{f"FENs of {name}": lambda text, name=name: Game(name, fen=text) for name in REGISTRY},  # type: ignore[misc]
}


@pytest.mark.parametrize("reader", READERS)
def test_readers(reader: str) -> None:
    for beginning in _BEGINNINGS:
        for unit in _UNITS:
            text = f"{beginning}{unit * (_LENGTH // len(unit))}x"
            try:
                limited(lambda: READERS[reader](text))  # noqa: B023
            except SlowError:
                pytest.fail(f"slow: {text[:40]!r}")
            except (ValueError, GeneratorError):
                pass
