"""Bitmaps for Windows: the files contain the drawing, in as many colours as Windows' palettes allow."""

from __future__ import annotations

import io
import random

import numpy as np
import pytest
from PIL import Image

from oddfish.protocols.pictures import bitmaps


def noise(width: int, height: int, colors: int = 2**24) -> Image.Image:
    luck = random.Random(width)
    palette = [luck.randbytes(3) for _ in range(colors)] if colors < 300 else []
    pixels = (luck.choice(palette) if palette else luck.randbytes(3) for _ in range(width * height))
    return Image.frombytes("RGB", (width, height), b"".join(pixels))


def opened(content: bytes, mode: str) -> np.ndarray:
    """The pixels of a bitmap file in a mode: rows, columns, and the channels red, green, blue."""
    picture = Image.open(io.BytesIO(content))
    assert (picture.format, picture.mode) == ("BMP", mode)
    return pixels(picture)


def pixels(image: Image.Image) -> np.ndarray:
    return np.asarray(image.convert("RGB")).astype(int)


@pytest.mark.later
def test_svg_is_drawn_in_its_size() -> None:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="37" height="21"><rect width="37" height="21" fill="#e2bd80"/>'
        '<rect x="30" width="7" height="21" fill="#925729"/></svg>'
    )
    found = pixels(bitmaps.drawn(svg))
    assert found.shape == (21, 37, 3)
    assert (found[:, :30] == (0xE2, 0xBD, 0x80)).all() and (found[:, 30:] == (0x92, 0x57, 0x29)).all()


def test_a_drawing_can_have_another_size_and_is_transparent_elsewhere() -> None:
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90" viewBox="0 0 3 3">'
    pictures = [
        bitmaps.drawn(f'{head}<rect {place} width="1" height="1" fill="#fff" opacity="{opacity}"/></svg>', 6)
        for place, opacity in (('x="0"', 1), ('y="2"', 0.4))
    ]
    ground, ink, mixed = (30, 60, 90), (0, 0, 0), (18, 36, 54)
    expected = np.array([[ink, ground, ground], [ground] * 3, [mixed, ground, ground]]).repeat(2, 0).repeat(2, 1)
    assert (pixels(bitmaps.inked(pictures, "#000", "#1e3c5a")) == expected).all()
    expected[:2, :2] = 255
    assert (pixels(bitmaps.inked(pictures, "#000", "#1e3c5a", pictures[0])) == expected).all()


def test_the_mean() -> None:
    image = Image.new("RGB", (3, 1), "#102030")
    image.putpixel((2, 0), (0x13, 0x20, 0x31))
    assert bitmaps.mean(image) == "#112030"


@pytest.mark.parametrize("size", [(1, 1), (3, 5), (64, 7), (129, 2)])
def test_bitmaps_of_few_colours_are_exact(size: tuple[int, int]) -> None:
    image = noise(*size, colors=100)
    assert (opened(bitmaps.bitmap(bitmaps.indexed(image)), "P") == pixels(image)).all()


def test_bitmaps_of_many_colours_are_close() -> None:
    image = noise(60, 50)
    image.putpixel((7, 49), (255, 255, 255))
    image.putpixel((8, 49), (0, 0, 0))
    shown = opened(bitmaps.bitmap(bitmaps.indexed(image)), "P")
    assert len({tuple(color) for row in shown for color in row}) <= 256
    assert (abs(shown - pixels(image)) < 64).all()
    assert (shown[49, 7] == 255).all() and (shown[49, 8] == 0).all()
    assert (opened(bitmaps.bitmap(bitmaps.indexed(Image.new("RGB", (2, 1), "white"))), "P") == 255).all()


@pytest.mark.parametrize("width", [1, 8, 33, 64])
def test_silhouettes(width: int) -> None:
    image, grey = noise(width, 5), noise(width, 5).convert("L").convert("RGB")
    cover = bitmaps.covered(grey, 100)
    dark = pixels(grey)[:, :, :1] < 100
    assert (opened(bitmaps.bitmap(cover), "1") == np.where(dark, 0, 255)).all()
    assert (pixels(bitmaps.inside(image, cover)) == np.where(dark, pixels(image), 255)).all()
