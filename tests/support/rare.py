"""Random positions built around a game's rare rules, and the table of how often each rule decided.

A game lists its cases: functions that draw positions, and the rules that these must exercise. A rule is named by its
number on the rule page and a few words, "T10 drop square attacked". Each must decide in at least ``LEAST`` positions.
The counts must not come from the engine: a game derives them from the reference and the board.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

LEAST = 50  # positions for each rule
QUICK = 80  # the quick tests draw one position for this many

PAGES = Path(__file__).parents[2] / "docs" / "rules"

#: Draws a position (mostly a FEN) for one of the case's setups; None if the draw is not a position.
Builder = Callable[[random.Random, Any], Any]
#: Compares the engine with the reference at a position or in moves from it, and returns the rules that decided there.
#: A Counter counts a rule several times.
Check = Callable[[random.Random, Any, Any], "Iterable[str]"]


class Case(NamedTuple):
    """Positions for some rules."""

    build: Builder
    check: Check
    setups: Sequence[Any]  # variants or sets of options, one drawn for each position
    number: int  # the number of positions
    rules: str  # separated by bars

    @property
    def names(self) -> list[str]:
        return self.rules.split("|")

    def run(self, quick: bool = False) -> Counter[str]:
        """Check the positions and count; fails with the table if a rule decided too rarely.

        Quick tests compare the first few of the positions and leave the table to the slow ones.
        """
        seed = f"{self.build.__name__} {self.setups}"
        rng = random.Random(seed)
        seen: Counter[str] = Counter()
        left = max(1, self.number // QUICK) if quick else self.number
        while left:
            setup = rng.choice(self.setups)
            position = self.build(rng, setup)
            if position is not None:
                left -= 1
                # What a check draws changes no later position.
                seen.update(self.check(random.Random(f"{seed} {left}"), setup, position))
        enough = quick or all(seen[rule] >= LEAST for rule in self.names)
        assert enough, f"fewer than {LEAST}:\n{table(seen, self.names)}"
        return seen


def cases(table: Sequence[Case]) -> pytest.MarkDecorator:
    """Run a test for each case."""
    return pytest.mark.parametrize("case", table, ids=[case.build.__name__ for case in table])


def table(seen: Mapping[str, int], rules: Iterable[str]) -> str:
    """The number of times that each rule decided, the rarest first."""
    return "\n".join(f"{seen[rule]:8}  {rule}" for rule in sorted(rules, key=lambda rule: (seen[rule], rule)))


def number_of(rule: str) -> str:
    """The rule's number on the page: "T10" of "T10 drop square attacked"."""
    return rule.split()[0]


def check_page(page: str, letters: str, table: Sequence[Case], elsewhere: Mapping[str, str] | None = None) -> None:
    """Check that a case counts each number on the page, or that ``elsewhere`` says why no position exercises it.

    Args:
        page: the file's name without its extension.
        letters: the first letters of the numbers.
        elsewhere: reasons by number.
    """
    others = (elsewhere or {}).keys()
    text = (PAGES / f"{page}.md").read_text(encoding="utf-8")
    numbers = set(re.findall(rf"\b[{letters}][0-9]+\b", text))
    counted = {number_of(rule) for case in table for rule in case.names if number_of(rule)[1:].isdigit()}
    assert not counted & others
    assert counted | others == numbers
