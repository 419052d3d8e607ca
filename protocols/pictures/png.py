"""PNG from SVG, by resvg: the extra ``oddfish[png]``. Pictures for XBoard are installed as PNG; no player needs it."""

from __future__ import annotations


def png(svg: str, width: int | None = None, height: int | None = None) -> bytes:
    """An SVG document as PNG: in the size it states, or as wide or as high, in pixels, as is asked for.

    Raises:
        ModuleNotFoundError: resvg is not installed.
    """
    import resvg_py

    # Our pictures have no text: letters are drawn (``lettering``), so that they look alike everywhere.
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, width=width, height=height))
