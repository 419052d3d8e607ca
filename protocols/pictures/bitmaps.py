"""Windows bitmaps, made from SVG. They need resvg and Pillow, the extra ``oddfish[png]``."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

from oddfish.protocols.pictures.png import png

if TYPE_CHECKING:
    from PIL import Image

#: The size of a bitmap's palette.
_MOST_COLORS = 256


def drawn(svg: str, size: int | None = None) -> Image.Image:
    """Render an SVG document in its own size, or with ``size`` pixels on each side. The background is transparent."""
    from PIL import Image

    return Image.open(io.BytesIO(png(svg, size, size))).convert("RGBA")


def inked(pictures: Sequence[Image.Image], ink: str, ground: str, top: Image.Image | None = None) -> Image.Image:
    """Paint ``ink`` on a ground wherever a picture covers it, then the picture ``top``. All have the same size."""
    image = pictures[0].convert("RGB")
    image.paste(ground, (0, 0, *image.size))
    for picture in pictures:
        image.paste(ink, mask=picture.getchannel("A"))
    if top is not None:
        image.paste(top, mask=top)
    return image


def mean(image: Image.Image) -> str:
    """The average colour of an opaque image, as in SVG."""
    from PIL import ImageStat

    statistics = ImageStat.Stat(image.convert("RGB"))
    return "#" + "".join(f"{int(total) // count:02x}" for total, count in zip(statistics.sum, statistics.count))


def covered(silhouette: Image.Image, threshold: int) -> Image.Image:
    """A silhouette in black where it is darker than a threshold, else white; one bit a pixel."""
    return silhouette.convert("L").point([0] * threshold + [255] * (256 - threshold), "1")


def inside(image: Image.Image, cover: Image.Image) -> Image.Image:
    """The opaque image where ``cover`` is black; white elsewhere."""
    shown = image.copy()
    shown.paste("white", mask=cover)
    return shown


def indexed(image: Image.Image) -> Image.Image:
    """An opaque image with at most 256 colours; if it has more, similar colours become one."""
    few = opaque = image.convert("RGB")
    bits = 8
    while few.getcolors(_MOST_COLORS) is None:
        bits -= 1
        largest = 0xFF << 8 - bits & 0xFF  # becomes 255, so that white stays white
        few = opaque.point([(value & largest) * 255 // largest for value in range(256)] * 3)
    return few.quantize(_MOST_COLORS)


def bitmap(image: Image.Image) -> bytes:
    """The bitmap file of an image that is black and white or has a palette."""
    file = io.BytesIO()
    image.save(file, "BMP")
    return file.getvalue()
