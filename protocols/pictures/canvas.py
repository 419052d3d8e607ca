"""Smooth lines on one ground, written as a PNG: enough to draw a board."""

from __future__ import annotations

import math
import struct
import zlib

#: Shades between ground and ink.
_SHADES = 64


class Canvas:
    """A picture in two colours (`#rrggbb`) and the shades between them."""

    def __init__(self, width: int, height: int, ground: str, ink: str):
        self.width, self.height = width, height
        self.ground, self.ink = ground, ink
        self._shades = bytearray(width * height)

    def line(self, start: tuple[float, float], end: tuple[float, float], thickness: float) -> None:
        """A line with round ends."""
        (left, top), (right, bottom) = start, end
        length = math.hypot(right - left, bottom - top)
        along = ((right - left) / length, (bottom - top) / length)
        reach = thickness / 2 + 1
        for y in range(max(0, int(min(top, bottom) - reach)), min(self.height, int(max(top, bottom) + reach) + 1)):
            for x in range(max(0, int(min(left, right) - reach)), min(self.width, int(max(left, right) + reach) + 1)):
                across = (x + 0.5 - left, y + 0.5 - top)
                place = min(max(across[0] * along[0] + across[1] * along[1], 0), length)
                distance = math.hypot(across[0] - place * along[0], across[1] - place * along[1])
                shade = min(max(thickness / 2 + 0.5 - distance, 0), 1)
                index = y * self.width + x
                self._shades[index] = max(self._shades[index], round(shade * (_SHADES - 1)))

    def block(self, left: int, top: int, right: int, bottom: int, shade: float) -> None:
        """A rectangle (right and bottom excluded) between ground (0) and ink (1), over what was drawn before."""
        for y in range(max(0, top), min(self.height, bottom)):
            start, end = y * self.width + max(0, left), y * self.width + min(self.width, right)
            self._shades[start:end] = bytes([round(shade * (_SHADES - 1))]) * (end - start)

    def extended(self, width: int, height: int) -> Canvas:
        """The same picture in the upper left corner of a larger one."""
        larger = Canvas(width, height, self.ground, self.ink)
        for y, row in enumerate(self.rows()):
            larger._shades[y * width : y * width + self.width] = row
        return larger

    def mixture(self, ink: float) -> str:
        """The colour of a shade, `#rrggbb`."""
        shade = round(ink * (_SHADES - 1))
        return "#" + self._palette()[3 * shade : 3 * shade + 3].hex()

    def _palette(self) -> bytes:
        ground, ink = bytes.fromhex(self.ground[1:]), bytes.fromhex(self.ink[1:])
        return bytes(
            round(one + (other - one) * shade / (_SHADES - 1))
            for shade in range(_SHADES)
            for one, other in zip(ground, ink)
        )

    def rows(self) -> list[bytes]:
        """The shades, 0 the ground."""
        return [bytes(self._shades[start : start + self.width]) for start in range(0, len(self._shades), self.width)]

    def png(self) -> bytes:
        palette = self._palette()
        header = struct.pack(">IIBBBBB", self.width, self.height, 8, 3, 0, 0, 0)
        data = zlib.compress(b"".join(b"\0" + row for row in self.rows()), 9)
        chunks = ((b"IHDR", header), (b"PLTE", palette), (b"IDAT", data), (b"IEND", b""))
        return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*chunk) for chunk in chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
