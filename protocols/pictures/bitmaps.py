"""Bitmaps as Windows reads them, made from SVG. They need resvg and Pillow, the extra ``oddfish[png]``."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

from oddfish.protocols.pictures.png import png

if TYPE_CHECKING:
    from PIL import Image

#: The colours that a bitmap's palette has room for.
_MOST_COLORS = 256


def drawn(svg: str, size: int | None = None) -> Image.Image:
    """An SVG document in the size it states, or of so many pixels each way; transparent where it draws nothing."""
    from PIL import Image

    return Image.open(io.BytesIO(png(svg, size, size))).convert("RGBA")


def inked(pictures: Sequence[Image.Image], ink: str, ground: str, top: Image.Image | None = None) -> Image.Image:
    """A ground with ink wherever one of the pictures, which are of one size, covers it; on top, one of them itself."""
    image = pictures[0].convert("RGB")
    image.paste(ground, (0, 0, *image.size))
    for picture in pictures:
        image.paste(ink, mask=picture.getchannel("A"))
    if top is not None:
        image.paste(top, mask=top)
    return image


def mean(image: Image.Image) -> str:
    """The average colour of opaque pixels, as in SVG."""
    from PIL import ImageStat

    statistics = ImageStat.Stat(image.convert("RGB"))
    return "#" + "".join(f"{int(total) // count:02x}" for total, count in zip(statistics.sum, statistics.count))


def covered(silhouette: Image.Image, threshold: int) -> Image.Image:
    """Where a silhouette is darker than a threshold: black and white, in one bit a pixel."""
    return silhouette.convert("L").point([0] * threshold + [255] * (256 - threshold), "1")


def inside(image: Image.Image, cover: Image.Image) -> Image.Image:
    """The opaque image where a cover is black, and white around it."""
    shown = image.copy()
    shown.paste("white", mask=cover)
    return shown


def indexed(image: Image.Image) -> Image.Image:
    """Opaque pixels in at most 256 colours: where there are more, similar ones become one."""
    few = opaque = image.convert("RGB")
    bits = 8
    while few.getcolors(_MOST_COLORS) is None:
        bits -= 1
        largest = 0xFF << 8 - bits & 0xFF  # becomes 255, so that white stays white
        few = opaque.point([(value & largest) * 255 // largest for value in range(256)] * 3)
    return few.quantize(_MOST_COLORS)


def bitmap(image: Image.Image) -> bytes:
    """The file of an image in black and white or of few colours."""
    file = io.BytesIO()
    image.save(file, "BMP")
    return file.getvalue()
