"""EPD: a position on a line, with or without counters, followed by operations.

Openings and perft suites are read with this. ``hmvc`` and ``fmvn`` set the counters of the FEN. Operands in quotation
marks may contain anything, including separators.

>>> epd = read_epd('8/8/8/8/8/8/8/K1k5 w - - hmvc 99; fmvn 80; id "a;b"; c0 "x";')
>>> epd.fen, epd.operations
('8/8/8/8/8/8/8/K1k5 w - -', (('hmvc', ('99',)), ('fmvn', ('80',)), ('id', ('a;b',)), ('c0', ('x',))))
>>> read_epd("8/8/8/8/8/8/8/K1k5 w - - 0 1 ;D1 5 ;D2 30").operations
(('D1', ('5',)), ('D2', ('30',)))
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from oddfish.cext.core.errors import FenError
from oddfish.cext.core.rules import Position

_FIELD = re.compile(r'(?:"[^"]*"|[^;])+')
_WORD = re.compile(r'"[^"]*"|[^\s"]+|"')
#: Opcodes that can follow a board and the side to move directly. None of them is a field of a FEN.
_OPCODE = re.compile(
    r"hmvc|fmvn|id|bm|am|ce|ac[dns]|dm|draw_\w+|eco|nic|noop|perft|pm|pv|rc|resign|sm|sv|tcgs|tcri|tcsi|v\d|[DO]\d+"
)
#: Any opcode with its operands, after the four fields of EPD. Of such words, only squares can also be fields of a FEN.
_ANY_OPCODE = re.compile(r'(?![a-z]\d+\b)[A-Za-z]\w*\s+\S|c\d\s+"')
_COUNTERS = re.compile(r"(?<= )(\d+) (\d+)(?=$| \D)")


class Epd(NamedTuple):
    """A line of EPD.

    Attributes:
        fen: the position as written; its last fields can be missing.
        operations: each opcode with its operands, without quotation marks.
        fields: the text of each operation.
    """

    fen: str
    operations: tuple[tuple[str, tuple[str, ...]], ...]
    fields: tuple[str, ...]

    def operands(self, opcode: str) -> tuple[str, ...] | None:
        """The operands of the first operation with this opcode; None if there is none."""
        return next((operands for name, operands in self.operations if name == opcode), None)

    def complete(self, read: Callable[[str], Position]) -> str:
        """The FEN with the counters that ``hmvc`` and ``fmvn`` give; as written if they give none.

        Args:
            read: sets up a position from a FEN.

        Raises:
            FenError: there is no such position, or a counter is not a number.
        """
        clock, number = self._counter("hmvc"), self._counter("fmvn")
        if clock is None and number is None:
            return self.fen
        text = read(self.fen).fen()
        if _COUNTERS.search(text) is None:
            raise FenError("this game's FENs have no counters: hmvc and fmvn have no meaning")
        return _COUNTERS.sub(lambda found: f"{clock or found[1]} {number or found[2]}", text, count=1)

    def _counter(self, opcode: str) -> str | None:
        operands = self.operands(opcode)
        if operands is None:
            return None
        if len(operands) != 1 or not re.fullmatch(r"[0-9]{1,9}", operands[0]):
            raise FenError(f"{opcode} '{' '.join(operands)[:40]}' is not a whole number")
        return operands[0]


def read_epd(line: str) -> Epd:
    """Split a line into its FEN and its operations. This accepts any text; it does not check the FEN."""
    first, *fields = _FIELD.findall(line) or [""]
    words = list(_WORD.finditer(first))
    for index, word in enumerate(words[1:], 1):
        if _OPCODE.fullmatch(word[0]) or (index >= 4 and ";" in line and _ANY_OPCODE.match(first, word.start())):
            first, fields = first[: word.start()], [first[word.start() :], *fields]
            break
    fields = [text for field in fields if (text := field.strip())]
    return Epd(first.strip(), tuple(map(_operation, fields)), tuple(fields))


def _operation(text: str) -> tuple[str, tuple[str, ...]]:
    opcode, *operands = _WORD.findall(text)
    return opcode, tuple(word[1:-1] if len(word) > 1 and word[0] == '"' else word for word in operands)
