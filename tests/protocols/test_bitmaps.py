"""Bitmaps for Windows: the PNG that resvg writes is read right, and the files are what Pillow reads."""

from __future__ import annotations

import io
import random
import struct
import zlib

import pytest
from PIL import Image as Pillow

from oddfish.protocols.pictures import bitmaps
from oddfish.protocols.pictures.bitmaps import Image


def noise(width: int, height: int, colors: int = 2**24) -> Image:
    luck = random.Random(width)
    palette = [luck.randrange(2**24).to_bytes(3, "big") + b"\xff" for _ in range(colors)] if colors < 300 else []
    rows = [
        b"".join(luck.choice(palette) if palette else luck.randbytes(3) + b"\xff" for _ in range(width))
        for _ in range(height)
    ]
    return Image(width, height, rows)


def pillow(image: Image) -> Pillow.Image:
    return Pillow.frombytes("RGBA", (image.width, image.height), b"".join(image.rows)).convert("RGB")


def opened(content: bytes) -> Pillow.Image:
    picture = Pillow.open(io.BytesIO(content))
    assert picture.format == "BMP"
    return picture


@pytest.mark.parametrize("kind", range(5))
def test_png_filters(kind: int) -> None:
    """Rows are predicted from the pixel to the left, from that above, from both: each byte is the difference."""
    image, step = noise(13, 9), 4
    lines = []
    above = bytes(13 * step)
    for row in image.rows:
        line = bytearray()
        for place, value in enumerate(row):
            left = row[place - step] if place >= step else 0
            corner = above[place - step] if place >= step else 0
            up = above[place]
            guess = left + up - corner
            nearest = min((left, up, corner), key=lambda near, guess=guess: abs(guess - near))  # type: ignore[misc]
            predicted = (0, left, up, (left + up) // 2, nearest)[kind]
            line.append((value - predicted) & 0xFF)
        lines.append(bytes([kind]) + line)
        above = row
    header = struct.pack(">IIBBBBB", 13, 9, 8, 6, 0, 0, 0)
    png = b"\x89PNG\r\n\x1a\n"
    for name, data in ((b"IHDR", header), (b"IDAT", zlib.compress(b"".join(lines))), (b"IEND", b"")):
        png += struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    assert bitmaps._decoded(png) == (13, 9, image.rows)


def test_what_resvg_draws_is_what_pillow_reads() -> None:
    import resvg_py

    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="37" height="21"><rect width="37" height="21" fill="#e2bd80"/>'
        '<circle cx="15" cy="10" r="9.5" fill="#925729" stroke="#fff"/></svg>'
    )
    drawn = Pillow.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg)))).convert("RGB")
    assert pillow(Image.of(svg)).tobytes() == drawn.tobytes()


@pytest.mark.parametrize("size", [(1, 1), (3, 5), (64, 7), (129, 2)])
def test_bitmaps_of_few_colours_are_exact(size: tuple[int, int]) -> None:
    image = noise(*size, colors=100)
    assert opened(image.bitmap()).convert("RGB").tobytes() == pillow(image).tobytes()


def test_bitmaps_of_many_colours_are_close() -> None:
    image = noise(60, 50)
    shown = opened(image.bitmap()).convert("RGB").tobytes()
    assert all(abs(one - other) < 64 for one, other in zip(shown, pillow(image).tobytes()))
    white = Image(2, 1, [b"\xff" * 8])
    rows = [*image.rows, b"\xff" * 4 * 60]
    assert opened(Image(60, 51, rows).bitmap()).convert("RGB").getpixel((7, 50)) == (255, 255, 255)
    assert opened(white.bitmap()).convert("RGB").tobytes() == b"\xff" * 6


@pytest.mark.parametrize("width", [1, 8, 33, 64])
def test_silhouettes(width: int) -> None:
    image = noise(width, 5)
    grey = Image(
        width, 5, [bytes(part for value in row[::4] for part in (value, value, value, 255)) for row in image.rows]
    )
    shown = opened(grey.silhouette(100)).convert("RGB").tobytes()[::3]
    assert list(shown) == [255 * (row[place] >= 100) for row in grey.rows for place in range(0, 4 * width, 4)]
    inside = image.inside(grey, 100)
    for row, before, shade in zip(inside.rows, image.rows, grey.rows):
        for place in range(0, 4 * width, 4):
            expected = before[place : place + 4] if shade[place] < 100 else b"\xff" * 4
            assert row[place : place + 4] == expected
