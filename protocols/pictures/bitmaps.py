"""Bitmaps as Windows reads them, made from SVG. Drawing needs resvg, the extra ``oddfish[png]``."""

from __future__ import annotations

import struct
import sys
import zlib
from array import array
from collections.abc import Iterator
from itertools import accumulate

#: Bytes of a pixel: red, green, blue, opacity.
_PIXEL = 4
#: The colours that a bitmap's palette has room for.
_MOST_COLORS = 256


class Image:
    """Opaque pixels.

    Attributes:
        width, height: in pixels.
        rows: from the top, ``_PIXEL`` bytes for each pixel.
    """

    def __init__(self, width: int, height: int, rows: list[bytes]):
        self.width, self.height, self.rows = width, height, rows

    @classmethod
    def of(cls, svg: str) -> Image:
        """Draw an SVG document, in the size it states."""
        import resvg_py

        return cls(*_decoded(bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True))))

    def inside(self, silhouette: Image, threshold: int) -> Image:
        """The image where a silhouette is darker than a threshold, and white around it."""
        blank = 2 ** (8 * _PIXEL) - 1
        rows = [
            array("I", [pixel if dark < threshold else blank for pixel, dark in zip(array("I", row), shade[::_PIXEL])])
            for row, shade in zip(self.rows, silhouette.rows)
        ]
        return Image(self.width, self.height, [row.tobytes() for row in rows])

    def mean(self) -> str:
        """The average colour, as in SVG."""
        count = self.width * self.height
        return "#" + "".join(f"{sum(sum(row[part::_PIXEL]) for row in self.rows) // count:02x}" for part in range(3))

    def bitmap(self) -> bytes:
        """A bitmap file of at most 256 colours: where there are more, similar ones become one."""
        rows = [array("I", row) for row in self.rows]
        if rows[0].itemsize != _PIXEL:  # pragma: no cover
            raise TypeError("no array of 32-bit numbers")
        bits = 0
        while True:
            mask = int.from_bytes(bytes([0xFF << bits & 0xFF] * 3 + [0]), sys.byteorder)
            found = {color & mask for row in rows for color in set(row)}
            if len(found) <= _MOST_COLORS:
                break
            bits += 1
        numbers = {color: index for index, color in enumerate(sorted(found))}
        exact = {color: numbers[color & mask] for row in rows for color in set(row)}
        largest = 0xFF << bits & 0xFF  # becomes 255, so that white stays white
        parts = (color.to_bytes(_PIXEL, sys.byteorder) for color in numbers)
        palette = [bytes(part * 255 // largest for part in color[2::-1]) + b"\0" for color in parts]
        return _file(self.width, self.height, 8, palette, [bytes(map(exact.__getitem__, row)) for row in rows])

    def silhouette(self, threshold: int) -> bytes:
        """A bitmap file in black and white: black where the image, which is grey, is darker than a threshold."""
        digits = bytes([48] * threshold + [49] * (256 - threshold))
        bytes_in_row = (self.width + 7) // 8
        padding = 8 * bytes_in_row - self.width
        rows = [(int(row[::_PIXEL].translate(digits), 2) << padding).to_bytes(bytes_in_row, "big") for row in self.rows]
        return _file(self.width, self.height, 1, [b"\0\0\0\0", b"\xff\xff\xff\0"], rows)


def _file(width: int, height: int, depth: int, palette: list[bytes], rows: list[bytes]) -> bytes:
    """A bitmap file: its rows go from the bottom to the top, and each has a multiple of four bytes."""
    pixels = b"".join(row.ljust(-(-len(row) // 4) * 4, b"\0") for row in reversed(rows))
    colors = b"".join(palette)
    start = 14 + 40 + len(colors)
    header = struct.pack("<2sIHHI", b"BM", start + len(pixels), 0, 0, start)
    about = struct.pack("<IiiHHIIiiII", 40, width, height, 1, depth, 0, len(pixels), 2835, 2835, len(palette), 0)
    return header + about + colors + pixels


# PNG, as resvg writes it ------------------------------------------------------------------------------------


def _decoded(png: bytes) -> tuple[int, int, list[bytes]]:
    """Width, height and rows of a PNG file with eight bits each for red, green, blue and opacity."""
    data = b"".join(body for kind, body in _chunks(png) if kind == b"IDAT")
    width, height, *form = struct.unpack(">IIBBBBB", png[16:29])
    if form != [8, 6, 0, 0, 0]:
        raise ValueError(f"cannot read this kind of PNG: {form}")
    lines = zlib.decompress(data)
    length = _PIXEL * width
    rows: list[bytes] = []
    above = bytes(length)
    for start in range(0, len(lines), length + 1):
        above = _FILTERS[lines[start]](lines[start + 1 : start + 1 + length], above)
        rows.append(above)
    return width, height, rows


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    place = 8
    while place < len(png):
        (length,) = struct.unpack(">I", png[place : place + 4])
        yield png[place + 4 : place + 8], png[place + 8 : place + 8 + length]
        place += 12 + length


def _same(line: bytes, above: bytes) -> bytes:
    return line


def _left(line: bytes, above: bytes) -> bytes:
    row = bytearray(len(line))
    for part in range(_PIXEL):
        row[part::_PIXEL] = bytes(value & 0xFF for value in accumulate(line[part::_PIXEL]))
    return bytes(row)


def _above(line: bytes, above: bytes) -> bytes:
    """All bytes are added at once, their highest bits without a carry."""
    low = int.from_bytes(b"\x7f" * len(line), "big")
    value, upper = int.from_bytes(line, "big"), int.from_bytes(above, "big")
    total = (value & low) + (upper & low) ^ (value ^ upper) & ~low
    return total.to_bytes(len(line), "big")


def _average(line: bytes, above: bytes) -> bytes:
    row = bytearray(_PIXEL) + line
    for place, upper in enumerate(above):
        row[place + _PIXEL] = (line[place] + (row[place] + upper) // 2) & 0xFF
    return bytes(row[_PIXEL:])


def _paeth(line: bytes, above: bytes) -> bytes:
    row = bytearray(len(line))
    for part in range(_PIXEL):
        left = corner = 0
        found = []
        for value, upper in zip(line[part::_PIXEL], above[part::_PIXEL]):
            by_left, by_upper, by_corner = abs(upper - corner), abs(left - corner), abs(left + upper - 2 * corner)
            if by_left <= by_upper and by_left <= by_corner:
                nearest = left
            else:
                nearest = upper if by_upper <= by_corner else corner
            left, corner = (value + nearest) & 0xFF, upper
            found.append(left)
        row[part::_PIXEL] = bytes(found)
    return bytes(row)


_FILTERS = (_same, _left, _above, _average, _paeth)
