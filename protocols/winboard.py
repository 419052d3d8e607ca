"""WinBoard's settings for our games. ``python -m oddfish.protocols.winboard`` prints them for docs/winboard.md.

WinBoard has XBoard's flags, with three exceptions: pictures of pieces and boards must be bitmaps, board sizes have
names, and there is no message at the start. These flags are left out, and with the size the board's shape.
"""

from __future__ import annotations

from collections.abc import Iterator

from oddfish.engine.variants import REGISTRY
from oddfish.engine.variants.base import Variant
from oddfish.protocols.settings import Settings
from oddfish.protocols.xboard import person_flags

#: Where docs/winboard.md installs the program.
ENGINE = r"C:\oddfish\Scripts\oddfish.exe"
_ONLY_XBOARD = frozenset(
    (
        *("-useBoardTexture", "-liteBackTextureFile", "-darkBackTextureFile", "-overrideLineGap"),
        *("-highlightMoveWithArrow", "-pieceImageDirectory", "-trueColors", "-flipBlack"),
        *("-boardSize", "-boardWidth", "-boardHeight", "-holdingsSize", "-startupMessage"),
    )
)


def settings_lines(variant: Variant) -> list[str]:
    """The lines of a variant's settings file."""
    flags = person_flags(Settings(variant.name))
    pairs = [(flag, value) for flag, value in zip(flags[::2], flags[1::2]) if flag not in _ONLY_XBOARD]
    # No picture has the coordinates, so that WinBoard has to write its own.
    ours = {"-fcp": f"{ENGINE} --cecp --variant {variant.name}", "-showCoords": "true"}
    return [f"{flag}={{{ours.get(flag, value)}}}" for flag, value in pairs]


def page_blocks() -> Iterator[str]:
    """The settings as they appear on the page: a heading and a block for each variant."""
    for variant in REGISTRY.values():
        yield f"### {variant.title}: `oddfish-{variant.name}.ini`\n\n```\n"
        yield "".join(f"{line}\n" for line in settings_lines(variant)) + "```\n\n"


if __name__ == "__main__":
    print("".join(page_blocks()), end="")
