"""The cases of the rule tables."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from tandem.sides import Side
from tandem_boards import board, words


@dataclass(frozen=True)
class Case:
    """A position and facts about it.

    Several moves or turns in one string are separated by spaces. ``after`` and ``inside`` give the pieces, the FEN's
    other fields after a bar, or both: "Kd1 Pc4 | b - c3 2 0 1".
    """

    name: str
    pieces: str
    rest: str = "w - - 1"
    ghost: str = "step"
    swap_compounds: bool = False
    reply: str = "either"
    check: bool | None = None
    #: The start of a turn's text -> all such turns; "" for all turns.
    turns: dict[str, str] = field(default_factory=dict)
    #: The start of the first move's text -> all such first moves.
    firsts: dict[str, str] = field(default_factory=dict)
    #: A first move, a comma, and the start of the second move's text -> all such second moves.
    seconds: dict[str, str] = field(default_factory=dict)
    #: Part of a turn's text -> all turns that contain it.
    containing: dict[str, str] = field(default_factory=dict)
    #: The start of a turn's text -> all squares from which the second moves of such turns begin.
    movers: dict[str, str] = field(default_factory=dict)
    legal: str = ""
    illegal: str = ""
    legal_firsts: str = ""
    illegal_firsts: str = ""
    #: The number of moves of every legal turn.
    moves: int | None = None
    #: Turns -> the position after them.
    after: dict[str, str] = field(default_factory=dict)
    #: Single moves -> the position after them, inside a turn or, if the turn ends with them, in the opponent's.
    inside: dict[str, str] = field(default_factory=dict)
    #: An illegal turn -> the engine's message, a regular expression.
    refused: dict[str, str] = field(default_factory=dict)

    def test(self, side: type[Side]) -> None:
        position = side.setup(self.pieces, self.rest, self.ghost, self.swap_compounds, self.reply)
        turns = position.turns()
        assert side.read(position.fen(), self.ghost, self.swap_compounds, self.reply) == position
        assert self.check is None or position.check == self.check
        assert self.moves is None or {text.count(",") + 1 for text in turns} == {self.moves}
        for start, expected in self.turns.items():
            assert position.turns(start) == words(expected), start
        for start, expected in self.firsts.items():
            assert position.firsts(start) == words(expected), start
        for part, expected in self.containing.items():
            assert {text for text in turns if part in text} == words(expected), part
        for start, expected in self.movers.items():
            assert {text.partition(",")[2][:2] for text in position.turns(start)} == words(expected), start
        for text, message in self.refused.items():
            with pytest.raises(side.MoveError, match=side.refusal(message)):
                position.push(text)
        assert words(self.legal_firsts) <= position.firsts()
        assert not words(self.illegal_firsts) & position.firsts()
        self._test_legal(position, turns)
        self._test_moves(position)

    def _test_legal(self, position: Side, turns: set[str]) -> None:
        assert words(self.legal) <= turns
        assert not words(self.illegal) & turns
        # The second moves are also checked inside the turn.
        for start, expected in self.seconds.items():
            first, _, second = start.partition(",")
            assert {text.partition(",")[2] for text in position.turns(start)} == words(expected), start
            assert position.walk(first).turns(second) == words(expected), start
        for text in words(f"{self.legal} {self.illegal}"):
            first, _, second = text.partition(",")
            if second and first in position.firsts() and ":" in (middle := position.walk(first)).rest:
                assert (second in middle.turns()) == (text in turns), text

    def _test_moves(self, position: Side) -> None:
        for played, expected in self.after.items():
            self._shows(position.play(played), expected)
        for walked, expected in self.inside.items():
            found = position.walk(walked)
            self._shows(found, expected)
            assert walked not in self.after or found == position.play(walked)

    def _shows(self, position: Side, expected: str) -> None:
        assert type(position).read(position.fen(), self.ghost, self.swap_compounds, self.reply) == position
        pieces, _, rest = (part.strip() for part in expected.partition("|"))
        if pieces:
            assert position.board == board(pieces)
        if rest:
            assert position.rest == rest


def cases(table: Sequence[Case]) -> pytest.MarkDecorator:
    """Run a test for each case of a table."""
    return pytest.mark.parametrize("case", table, ids=[re.sub(r"\W+", "-", case.name).strip("-") for case in table])
