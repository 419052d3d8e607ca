"""Cuts PGN into games without reading their moves: files of any length, one game at a time."""

from __future__ import annotations

import codecs
import io
import os
import re
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

#: Bytes that separate words; NUL, too, because programs that crash leave some.
_SPACE = b" \t\r\n\x0b\x0c\x00"
_BOM = codecs.BOM_UTF8
_CHUNK = 1 << 20

#: A tag, whose name may be in any alphabet; a malformed one takes up the rest of its line. Two tags are one token
#: unless a blank line separates them.
_TAG = rb'\[\s*[\w\x80-\xff]+(?:\s*"(?:[^"\\\r\n]|\\.)*"\s*\]|[^\r\n]*)'
_TOKEN = re.compile(
    rb"\{[^}]*\}?|;[^\r\n]*|%[^\r\n]*|[()]|\*|1-0|1/2-1/2|0-1"
    rb"|" + _TAG + rb"(?:[ \t]*(?:(?:\r\n?|\n)[ \t]*)?" + _TAG + rb")*"
)
#: A tag and the space between it and the next.
_ONE_TAG = re.compile(_TAG + rb"[ \t]*(?:(?:\r\n?|\n)[ \t]*)?")
#: A tag that may continue beyond what has been read.
_BEGUN = re.compile(rb'\[\s*[\w\x80-\xff]+\s*(?:"(?:[^"\\\r\n]|\\.)*(?:"\s*|\\)?)?')
_NAME = re.compile(rb"\[\s*([\w\x80-\xff]+)")
_BLANK_LINE = re.compile(rb"(?:\r\n?|\n)[ \t]*[\r\n]")
_LINE_START = re.compile(rb"[\r\n][ \t]*\Z")


class RawGame(NamedTuple):
    """The text of a game.

    Attributes:
        data: its bytes, with the blank lines after it.
        number: its number in the file, from 1.
        line: the line of the file on which it begins, from 1.
        offset: the index of its first byte. In a file in UTF-16 this counts bytes of UTF-8.
    """

    data: bytes
    number: int
    line: int
    offset: int


def split_games(file: BinaryIO, chunk: int = _CHUNK) -> Iterator[RawGame]:
    """The games of a PGN file in order. Reads no further than the games taken, and keeps only one game in memory.

    A game ends at its result, or before the tags of the next game: these follow moves or, if they repeat a tag, a blank
    line.

    Args:
        file: the file, open for reading bytes.
        chunk: how many bytes to read at a time, at least.
    """
    file = in_utf8(file)
    buffer = _read(file, chunk)
    final = not buffer
    offset, start, number, line = 0, 0, 1, 1
    while True:
        end = _end_of_game(buffer, start, final)
        if end is None and not final:
            kept = max(0, start - 1)  # one more byte, to see whether the game starts a line
            buffer, offset, start = buffer[kept:], offset + kept, start - kept
            more = _read(file, max(chunk, len(buffer)))
            buffer, final = buffer + more, not more
            continue
        data = buffer[start:end]
        if end is None and not _has_content(data):
            return
        yield RawGame(data, number, line, offset + start)
        if end is None:
            return
        line += _lines(data)
        number += 1
        start = end


def in_utf8(file: BinaryIO) -> BinaryIO:
    """The file itself or, if it begins with the mark of UTF-16, its text in UTF-8 in memory."""
    begin = file.read(2)
    file.seek(-len(begin), os.SEEK_CUR)
    if begin not in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        return file
    return io.BytesIO(file.read().decode("utf-16", "replace").encode("utf-8", "replace"))


def _read(file: BinaryIO, size: int) -> bytes:
    return file.read(size) or b""


def _lines(data: bytes) -> int:
    """The line ends in a text."""
    found = data.count(b"\n")
    return found + data.count(b"\r") - data.count(b"\r\n") if b"\r" in data else found


def _has_text(data: bytes) -> bool:
    return bool(data.strip(_SPACE)) and bool(data.replace(_BOM, b"").strip(_SPACE))


def _starts_line(buffer: bytes, at: int) -> bool:
    """Whether only blanks precede a place on its line."""
    before = buffer[max(0, at - 80) : at]
    if before.endswith(_BOM):
        before = before[: -len(_BOM)]
    return (at < 80 and not before.strip(b" \t")) or bool(_LINE_START.search(before))


def _is_result(buffer: bytes, begin: int, end: int) -> bool:
    """Whether a token that looks like a result stands alone; only ``*`` may be attached to a move."""
    after = buffer[end : end + 1]
    if buffer[begin : begin + 1] == b"*":
        return not (after.isalnum() or after == b"*")
    before = buffer[begin - 1 : begin] if begin else b""
    return before in _BEFORE_RESULT and after in _AFTER_RESULT


_BEFORE_RESULT = frozenset((b"", *(bytes((one,)) for one in _SPACE + b"}).!?]")))
_AFTER_RESULT = frozenset((b"", *(bytes((one,)) for one in _SPACE + b"{}();[]")))


def _has_content(data: bytes) -> bool:
    """Whether there are tags, moves or a result, and not only comments."""
    last = 0
    for token in _TOKEN.finditer(data):
        begin, sign = token.start(), token[0][:1]
        if _has_text(data[last:begin]) or not _is_comment(data, begin, sign):
            return True
        last = token.end()
    return _has_text(data[last:])


def _is_begun(buffer: bytes, begin: int, end: int) -> bool:
    """Whether the last of the tags between two places may continue beyond what has been read."""
    last = begin
    while (tag := _ONE_TAG.match(buffer, begin)) is not None and tag.start() < end:
        last, begin = begin, tag.end()
    return _BEGUN.fullmatch(buffer, last) is not None


def _is_comment(buffer: bytes, begin: int, sign: bytes) -> bool:
    return sign in b"{;" or (sign == b"%" and _is_escape(buffer, begin))


def _is_escape(buffer: bytes, begin: int) -> bool:
    """Whether a ``%`` makes its line a comment: it must be the line's first character."""
    return begin == 0 or buffer[begin - 1] in b"\r\n"


def _end_of_game(buffer: bytes, start: int, final: bool) -> int | None:
    """Where the game that begins at ``start`` ends; None if nothing read so far ends it."""
    tagged = moved = ended = False
    depth = 0
    names: set[bytes] = set()
    last, size = start, len(buffer)
    for token in _TOKEN.finditer(buffer, start):
        begin, end = token.span()
        if end == size and not final:
            return None
        gap = buffer[last:begin]
        if gap and _has_text(gap):
            if ended:
                return last + len(gap) - len(gap.lstrip(_SPACE))
            moved = True
        sign = buffer[begin : begin + 1]
        last = end
        if sign == b"[":
            if not final and buffer[end - 1 : end] != b"]" and _is_begun(buffer, begin, end):
                return None
            if moved and not ended and not _starts_line(buffer, begin):
                continue
            more = set(_NAME.findall(token[0]))
            repeated = b"Event" in more or not more.isdisjoint(names)
            if moved or ended or (tagged and _BLANK_LINE.search(gap) and repeated):
                return begin
            tagged = True
            names |= more
        elif _is_comment(buffer, begin, sign):
            if ended and _BLANK_LINE.search(gap):
                return begin
            moved = moved or (tagged and sign == b"{")
        elif ended:
            return begin
        elif sign in b"()":
            depth = depth + 1 if sign == b"(" else max(0, depth - 1)
            moved = True
        else:
            moved = True
            ended = not depth and sign != b"%" and _is_result(buffer, begin, end)
    if ended and final and _has_text(buffer[last:]):
        rest = buffer[last:]
        return last + len(rest) - len(rest.lstrip(_SPACE))
    return None
