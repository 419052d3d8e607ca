"""PNG from SVG, by resvg (the extra ``oddfish[png]``). XBoard's pictures are installed as PNG, so XBoard does not need
it."""

from __future__ import annotations


def png(svg: str, width: int | None = None, height: int | None = None) -> bytes:
    """Convert an SVG document to PNG: in its own size, or with this width or height in pixels.

    Raises:
        ModuleNotFoundError: resvg is not installed.
    """
    import resvg_py

    # Our pictures contain no text: letters are drawn (``lettering``), so that they look the same on every system.
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, width=width, height=height))
